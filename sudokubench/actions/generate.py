"""Generating puzzles: as many as are wanted, the same for a seed however many processes make them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from time import monotonic

import numpy as np

from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.workers import in_order
from sudokubench.batches import search_digits
from sudokubench.board import Board
from sudokubench.errors import BackendFailed, Undecided
from sudokubench.generate.puzzles import Part, part, reducible
from sudokubench.generate.wish import Wish
from sudokubench.words import Words

_PATIENCE_S = 60.0
"""After so long without a puzzle nobody waits any longer."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle with its solution; `number` counts the puzzles of a seed from 1."""

    number: int
    puzzle: Board
    solution: Board
    seed: int

    def as_json(self) -> dict[str, object]:
        """As `sudokubench.generated/1` describes it."""
        return {
            "schema": "sudokubench.generated/1", "number": self.number, "puzzle": str(self.puzzle),
            "solution": str(self.solution), "clues": self.puzzle.clue_count, "seed": self.seed,
        }  # fmt: skip


def generate(
    wish: Wish,
    n: int = 1,
    *,
    seed: int = 0,
    jobs: int = 1,
    check: str | None = None,
    seconds: float | None = None,
    observer: Observer = SILENT,
) -> Iterator[Generated]:
    """The first n puzzles of a seed.

    Args:
        wish: What they shall be like.
        n: So many.
        seed: Another one gives others.
        jobs: Worker processes; they change nothing but the time.
        check: A backend that proves each puzzle again: one solution, this one; and of minimal ones that no clue can go.
        seconds: Time for all of it; where it is up the puzzles end, and the observer is told.
        observer: Is told of the progress.

    Raises:
        Undecided: For a minute no puzzle was as wished for.
        BackendFailed: The backend `check` says otherwise.
    """
    begun = last = monotonic()
    done = tried = 0
    clues = wish.layout.cell_count, 0
    observer.progress(0, n)
    for _, made in in_order(partial(part, wish=wish, seed=seed), count(), jobs):
        tried, clues = tried + made.tried, (min(clues[0], made.clues[0]), max(clues[1], made.clues[1]))
        if check is not None:
            _prove(made, wish, check)
        for puzzle, solution in zip(made.puzzles[: n - done], made.solutions, strict=False):
            observer.heed()
            done += 1
            boards = [Board(wish.layout, digits.tobytes()) for digits in (puzzle, solution)]
            yield Generated(done, boards[0], boards[1], seed)
        observer.heed()
        observer.progress(done, n)
        now = monotonic()
        if done == n:
            return
        if seconds is not None and now - begun > seconds:
            observer.remark(
                Words(
                    f"time is up: {done:,} of {n:,} puzzles; allow more with --time-limit",
                    f"時間切れ：{n:,} 問のうち {done:,} 問。--time-limit で延ばせます",
                )
            )
            return
        last = now if len(made.puzzles) else last
        if now - last > _PATIENCE_S:
            raise Undecided(
                f"no such puzzle for {_PATIENCE_S:g} s: the {tried:,} that were made have {clues[0]} to {clues[1]} "
                "clues; wish for less"
            )


def _prove(made: Part, wish: Wish, backend: str) -> None:
    """Have a backend that took no part prove what was wished for."""
    found = search_digits(wish.layout, made.puzzles, 2, backend)
    wrong = (found.counts != 1) | (found.solutions != made.solutions).any(axis=1)
    if wish.minimal:
        wrong |= reducible(wish.layout, made.puzzles, backend)
    if wrong.any():
        board = Board(wish.layout, made.puzzles[np.flatnonzero(wrong)[0]].tobytes())
        raise BackendFailed(f"{backend} does not agree that {board} is as wished for")
