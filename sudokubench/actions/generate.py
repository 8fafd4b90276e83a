"""Generate as many puzzles as requested, up to the time limit. Without a limit, give up after a minute without a
new puzzle.

A seed gives the same puzzles with any number of processes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from math import inf
from time import monotonic
from typing import Any

import numpy as np

from sudokubench.actions import words
from sudokubench.actions.explain import Explanation
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.workers import in_order
from sudokubench.answer import Answer, Budget, Verdict
from sudokubench.batches import search_digits
from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, ask, left_s
from sudokubench.core_words import RAN_OUT
from sudokubench.errors import BackendFailed, Cancelled, Undecided, UsageError
from sudokubench.exchange import Result
from sudokubench.generation.annealing import Moment, aimed
from sudokubench.generation.difficulty_aims import Aim
from sudokubench.generation.puzzles import Part, TriedPuzzle, ending, nothing, part, reducible
from sudokubench.generation.variants import variant_part
from sudokubench.generation.wish import Wish
from sudokubench.generation.words import NOT_WITH_VARIANT
from sudokubench.logic.text_drawing import picture
from sudokubench.solving import solve, usual_backend
from sudokubench.words import Language

PATIENCE_S = 60.0
"""Time without a new puzzle after which the generation ends, in seconds."""
_SLOW_S = 5.0
"""Time of a check after which a remark names the backend that is usual for such puzzles, in seconds."""
_LARGEST_IN_ARRAYS = 9
"""Largest size of boards that are checked many at a time. Larger boards may take long, so the check is one by one."""
_CURVE = 16
"""Number of distances to the aim that the curve of a simulated annealing shows."""


@dataclass(frozen=True, slots=True, repr=False)
class Generated(Result):
    """A puzzle with its solution.

    Attributes:
        number: Place among the puzzles of the seed, from 1; 0 if no puzzle met the aim and this is the nearest.
        puzzle, solution: Boards.
        aim: The requested difficulty, or None.
        rating: The rating on the scale of the aim, if there is an aim and the rating is known.
    """

    number: int
    puzzle: Board
    solution: Board
    seed: int
    aim: Aim | None = None
    rating: float | None = None

    def __str__(self) -> str:
        return str(self.puzzle)

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.generated/1`."""
        plain: dict[str, Any] = {
            "schema": "sudokubench.generated/1", "number": self.number, "puzzle": str(self.puzzle),
            "solution": str(self.solution), "clues": self.puzzle.clue_count, "seed": self.seed,
        }  # fmt: skip
        if self.aim is not None:
            plain |= {"scale": self.aim.scale, "rating": self.rating}
        if (explained := self.position()) is not None:
            plain["trace"] = explained.as_json()
        return plain

    def position(self) -> Explanation | None:
        """Return the steps up to the step that the aim names; None if the aim names no step."""
        if self.aim is None:
            return None
        found = self.aim.position(self.puzzle)
        return Explanation(str(self.puzzle), 0.0, found, self.aim.order) if found else None

    def position_lines(self, language: Language) -> Iterator[str]:
        """Yield the steps of `position` in words; the grid with marked candidates precedes the last step."""
        explained = self.position()
        assert explained is not None
        *_, (number, step) = enumerate(explained, 1)
        yield from list(explained.lines(language))[:number]
        yield picture(explained.trace.states()[number - 1], step, every=True)
        yield f"{number:3}. {explained.sentence(step, language)}"


def generate(
    wish: Wish,
    n: int = 1,
    *,
    skip: int = 0,
    aim: Aim | None = None,
    seed: int = 0,
    jobs: int = 1,
    where: str = "local",
    check: str | None = None,
    seconds: float | None = None,
    observer: Observer = SILENT,
) -> Iterator[Generated]:
    """Yield the first n puzzles of a seed, or n puzzles after the first `skip`.

    A search with an aim may end, or be interrupted, before the first puzzle. It then yields the puzzle nearest to the
    aim; the `number` of this puzzle is 0.

    Args:
        skip: Number of puzzles to leave out first, because an interrupted run has already written them.
        aim: The wanted difficulty of the puzzles; None accepts any.
        jobs: Number of worker processes; it changes only the time.
        where: `local`, or `dask://HOST:PORT` for the workers of a cluster.
        check: A backend that checks again that each puzzle has one solution and, if minimal, needs each clue.
        seconds: Time for all puzzles, in seconds. When it is over, the generator ends and the observer gets a remark.

    Raises:
        UsageError: The layout cannot have the wanted difficulty, or `wish` has variants and there is an aim.
        Undecided: Without `seconds`, no puzzle was found for a minute, and there is no nearest puzzle.
        BackendFailed: The backend `check` contradicts a puzzle.
    """
    for first, some in parts(
        wish, n, skip=skip, aim=aim, seed=seed, jobs=jobs, where=where, check=check, seconds=seconds,
        observer=observer,
    ):  # fmt: skip
        problems = some.problems or (wish.layout,) * len(some.puzzles)
        rows = zip(problems, some.puzzles, some.solutions, some.ratings, strict=True)
        for number, (problem, puzzle, solution, rating) in enumerate(rows, first):
            if number:  # an interruption brings the nearest puzzle, and must not stop it
                observer.heed()
            boards = [Board(problem, digits.tobytes()) for digits in (puzzle, solution)]
            yield Generated(number, boards[0], boards[1], seed, aim, rating)


def parts(
    wish: Wish,
    n: int = 1,
    *,
    skip: int = 0,
    aim: Aim | None = None,
    seed: int = 0,
    jobs: int = 1,
    where: str = "local",
    check: str | None = None,
    seconds: float | None = None,
    observer: Observer = SILENT,
) -> Iterator[tuple[int, Part]]:
    """Yield the puzzles of `generate` as arrays of many puzzles, with the number of the first puzzle of each array."""
    if aim is not None:
        if wish.variants:
            raise UsageError(NOT_WITH_VARIANT.format(option="rating, needs, without, hardest, position"))
        aim.refuse_for(wish.layout)
    begun = last = monotonic()
    done = tried = 0
    n += skip
    clues = wish.layout.cell_count, 0
    nearest: TriedPuzzle | None = None
    curve = deque[float](maxlen=_CURVE)

    def watch(moment: Moment) -> None:
        nonlocal nearest
        nearest = _nearer(nearest, moment.best) or moment.best
        curve.append(moment.distance)
        observer.heed()
        observer.looked(replace(moment, best=nearest), Board(wish.layout, nearest.puzzle.tobytes()))
        observer.progress(done, n, by=_annealing_line(moment, curve))

    def only(one: TriedPuzzle) -> tuple[int, Part]:
        rows = one.puzzle[None], one.solution[None]
        return 0, Part(*rows, tried, clues, ratings=(one.look.value,))

    until = None if seconds is None else begun + seconds
    if wish.variants:
        work = partial(variant_part, wish=wish, seed=seed, until=until)
    elif aim is None:
        work = partial(part, wish=wish, seed=seed, until=until, total=n)
    else:
        seen = watch if jobs == 1 and where == "local" else None
        work = partial(aimed, wish=wish, aim=aim, seed=seed, watch=seen, until=until)
    proof = _Check(wish, check, observer) if check is not None else None
    observer.progress(0, n)
    try:
        for _, made in in_order(work, count(), jobs, where):
            tried, clues = tried + made.tried, (min(clues[0], made.clues[0]), max(clues[1], made.clues[1]))
            nearest = _nearer(nearest, made.nearest)
            some = proof.proved(made, until) if proof and len(made.puzzles) else made
            observer.heed()
            rows = slice(max(0, skip - done), min(len(some.puzzles), n - done))
            first = done + rows.start + 1
            done += rows.stop
            if rows.start < rows.stop:
                yield first, _cut(some, rows)
            observer.heed()
            observer.progress(done, n)
            now = monotonic()
            if done == n:
                return
            last = now if len(some.puzzles) else last
            if seconds is not None and now - begun > seconds:
                observer.remark(words.TIME_IS_UP.format(done=done, n=n))
                break
            if seconds is None and now - last > PATIENCE_S:
                if nearest is None:
                    found = {"tried": tried, "least": clues[0], "most": clues[1]}
                    raise Undecided(words.NOT_FOUND_AMONG.format(seconds=PATIENCE_S, **found))
                observer.remark(words.NOT_FOUND.format(seconds=PATIENCE_S))
                break
    except (Cancelled, KeyboardInterrupt):
        if nearest is not None and not done:
            yield only(nearest)
        raise
    if nearest is not None and not done:
        observer.remark(words.NEAREST_FOLLOWS.format(distance=nearest.look.distance))
        yield only(nearest)


def _cut(some: Part, rows: slice) -> Part:
    """Return some rows of a part; each has a rating or None."""
    ratings = some.ratings or (None,) * len(some.puzzles)
    return replace(
        some, puzzles=some.puzzles[rows], solutions=some.solutions[rows], ratings=ratings[rows],
        problems=some.problems[rows],
    )  # fmt: skip


def _nearer(one: TriedPuzzle | None, other: TriedPuzzle | None) -> TriedPuzzle | None:
    known = [each for each in (one, other) if each is not None]
    return min(known, key=lambda each: each.look.distance, default=None)


def _annealing_line(moment: Moment, curve: Iterable[float]) -> str:
    """Return an annealing as a line: the last distances as bars, distance, temperature, share of accepted steps."""
    bars = "".join("▁▂▃▄▅▆▇█"[min(7, int(4 * distance))] for distance in curve)
    return f"{bars} |D-D*| {moment.distance:.2f}, T {moment.temperature:.2f}, {moment.taken:.0%}"


class _Check:
    """Checks with another backend that puzzles are as requested; tells the observer if this takes long."""

    def __init__(self, wish: Wish, backend: str, observer: Observer) -> None:
        self._wish, self._backend, self._observer = wish, backend, observer
        self._is_slow = False

    def proved(self, made: Part, until: float | None) -> Part:
        """Return a part after a check of its puzzles; an empty part if the time `until` comes first.

        Raises:
            BackendFailed: A puzzle is not as requested.
        """
        try:
            with ending(until):
                self._prove(made)
        except TimeOver:
            return nothing(self._wish)
        return made

    def _prove(self, made: Part) -> None:
        layout, puzzles = self._wish.layout, made.puzzles
        if made.problems or layout.size > _LARGEST_IN_ARRAYS:
            problems = made.problems or (layout,) * len(puzzles)
            for problem, *grids in zip(problems, puzzles, made.solutions, strict=True):
                puzzle, solution = (Board(problem, digits.tobytes()) for digits in grids)
                self._require(self._answer(puzzle).solutions == (solution,), puzzle)
                if self._wish.minimal or self._wish.variants:
                    for cell, _ in puzzle.clues:
                        thinner = self._answer(puzzle.without_digit(cell))
                        self._require(thinner.verdict is Verdict.MULTIPLE, puzzle)
            return
        found = search_digits(layout, puzzles, 2, self._backend)
        wrong = (found.counts != 1) | (found.solutions != made.solutions).any(axis=1)
        if self._wish.minimal:
            wrong |= reducible(layout, puzzles, self._backend)
        for row in np.flatnonzero(wrong)[:1]:
            self._require(False, Board(layout, puzzles[row].tobytes()))

    def _answer(self, board: Board) -> Answer[Board]:
        """Ask the backend. If it needs more than `_SLOW_S`, recommend the usual backend and ask without this limit."""
        begun = CLOCK.now_s()
        found = self._asked(board, inf if self._is_slow else _SLOW_S)
        if found.verdict is Verdict.UNDECIDED and not self._is_slow and CLOCK.now_s() - begun >= _SLOW_S:
            self._is_slow = True
            if (usual := usual_backend(board.problem)) != self._backend.partition(":")[0]:
                self._observer.remark(words.SLOW_CHECK.format(backend=self._backend, s=_SLOW_S, usual=usual))
            found = self._asked(board, inf)
        if found.verdict is Verdict.UNDECIDED:
            raise Undecided(RAN_OUT.format(backend=self._backend, puzzle=board))
        return found

    def _asked(self, board: Board, seconds: float) -> Answer[Board]:
        """Return what the backend knows after `seconds`; raise TimeOver if the caller's time ends first."""
        found = solve(board, backend=self._backend, budget=Budget(min(seconds, left_s())))
        if found.verdict is Verdict.UNDECIDED:
            ask()
        return found

    def _require(self, holds: bool, puzzle: Board) -> None:
        if not holds:
            raise BackendFailed(words.CHECK_DIFFERS.format(backend=self._backend, puzzle=puzzle))
