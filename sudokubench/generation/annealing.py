"""Make puzzles of a wanted difficulty: draw some; if none fits, anneal the nearest one.

Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983): a step of a chain removes some clues of the puzzle, adds
others of the same solution, and then removes as many as the wish asks for. The chain moves to this neighbour if it is
not farther from the aim, otherwise with the probability exp(-increase / T), where T falls (Metropolis and others 1953).
Each part of a seed is a separate chain with a bounded number of steps, so without a time limit its puzzles do not
depend on the speed of the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import exp

import numpy as np

from sudokubench.answer import Budget
from sudokubench.board import Board
from sudokubench.clock import TimeOver, asking, left_s
from sudokubench.generation.difficulty_aims import Aim
from sudokubench.generation.draws import Array, Draws
from sudokubench.generation.favoured_fish import FAVOURED
from sudokubench.generation.puzzles import Part, TriedPuzzle, drawn, ending, neighbours, nothing, richer
from sudokubench.generation.wish import Wish
from sudokubench.layout import Layout
from sudokubench.solving import solve

_DRAWN = 256
"""Number of 9x9 puzzles that are drawn at first, for each part of the work. Other layouts get `_LOOKED_AT`, or 1 beyond
9x9, because more would take too long."""
_LOOKED_AT = 24
"""Number of the drawn puzzles that are rated; if none of them is near the aim, more are rated until one is."""
_NODES = 10_000
"""Node limit of the quick search that estimates difficulty: of 10,000 minimal 9x9 puzzles none took more than 640."""
_STEPS = 150
"""Largest number of neighbours that a chain rates."""
_HOT, _COLD = 0.4, 0.02
"""First and last temperature."""
_NEAR = 16
"""Number of neighbours made at a time."""
_SPARSE = 1.2
"""Rating. If all wanted ratings are below it, any number of clues may stay: puzzles with few clues are too hard."""
_SINGLES, _CHAINS = 2.3, 7.0
"""Rating up to which singles are enough, and rating from which chains are needed."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of a search.

    Attributes:
        best: The nearest puzzle of this part so far.
        distance: Distance of the puzzle that was rated last.
        temperature: T; 0 while drawn puzzles are rated.
        taken: The share of neighbours to which the chain moved, among those rated before this puzzle.
    """

    best: TriedPuzzle
    distance: float
    temperature: float
    taken: float


Watcher = Callable[[Moment], None]


def aimed(
    number: int, wish: Wish, aim: Aim, seed: int, watch: Watcher | None = None, until: float | None = None
) -> Part:
    """Return a part of the puzzles that a seed gives for an aim. Many parts are empty.

    Args:
        number: Number of the part: 0, 1, 2 ...
        wish: Other requirements.
        aim: The difficulty.
        seed: Seed of the puzzles.
        watch: Called for each rated puzzle; it may raise an exception to stop the search.
        until: Time (`monotonic`) at which the search stops and returns what it has.
    """
    draws = Draws(seed, number)
    fast = wish.layout == Layout.standard(9)
    favoured = next((rule.name for rule in aim.needed if rule.name in FAVOURED), None)
    free = wish.symmetry == "none" and wish.pattern is None
    made, search = nothing(wish), _Annealing(wish, aim, watch)
    with suppress(TimeOver), ending(until):
        made = drawn(
            replace(wish, clues=(0, wish.layout.cell_count)) if aim.most < _SPARSE and free else wish,
            _DRAWN if fast else _LOOKED_AT if wish.layout.size <= 9 else 1,
            draws,
            favoured if fast and free and number % 2 == 0 else None,
        )
        for looks, row in enumerate(_promising(wish, made.puzzles, aim)):
            if looks >= _LOOKED_AT and search.is_near:
                break
            search.look(made.puzzles[row], made.solutions[row])
        if not search.good and search.is_near and wish.pattern is None:
            _anneal(search, draws)
    good = search.good
    return replace(
        made,
        puzzles=np.array([found.puzzle for found in good], np.uint8),
        solutions=np.array([found.solution for found in good], np.uint8),
        ratings=tuple(found.look.value for found in good),
        nearest=search.best,
    )


def _promising(wish: Wish, puzzles: Array, aim: Aim) -> list[int]:
    """Return the indices of the puzzles that need choices in a quick search; if none does, all indices.

    For easy aims return all indices, too; for hard aims sort the indices by the number of choices, most first.
    """
    if aim.least <= _SINGLES:
        return list(range(len(puzzles)))
    boards = (Board(wish.layout, row.tobytes()) for row in asking(puzzles))
    searches = [solve(board, backend="dlx", budget=Budget(nodes=_NODES)).outcome for board in boards]
    choices = [search.stats["choices"] for search in searches]
    rows = [row for row, n in enumerate(choices) if n] or list(range(len(puzzles)))
    return sorted(rows, key=lambda row: -choices[row]) if aim.least >= _CHAINS else rows


class _Annealing:
    """Rates puzzles until time is up; keeps those that meet the aim, and the nearest one."""

    def __init__(self, wish: Wish, aim: Aim, watch: Watcher | None) -> None:
        self.wish, self.good = wish, list[TriedPuzzle]()
        self.best: TriedPuzzle | None = None
        self._aim, self._watch = aim, watch

    @property
    def is_near(self) -> bool:
        """Whether to anneal the nearest puzzle: its distance is below 2, or the aim has no required rule."""
        return self.best is not None and (self.best.look.distance < 2 or not self._aim.needed)

    def look(
        self, puzzle: Array, solution: Array, temperature: float = 0.0, taken: float = 0.0
    ) -> TriedPuzzle | None:
        """Rate a puzzle. Return the puzzle and its rating; None if time is up."""
        seconds = left_s()  # kernels may be compiled meanwhile
        if seconds == 0:
            return None
        board = Board(self.wish.layout, puzzle.tobytes())
        found = TriedPuzzle(puzzle, solution, self._aim.look(board, seconds))
        if found.look.distance == 0:
            self.good.append(found)
        if self.best is None or found.look.distance < self.best.look.distance:
            self.best = found
        if self._watch is not None:
            self._watch(Moment(self.best, found.look.distance, temperature, taken))
        return found


def _anneal(search: _Annealing, draws: Draws) -> None:
    """Anneal the nearest puzzle until a puzzle meets the aim, or the chain ends."""
    here, wish = search.best, search.wish
    assert here is not None
    done = taken = 0
    while done < _STEPS and not search.good:
        # If the puzzle needs the required rules and may have more clues, half of the rounds only add clues.
        may_grow = here.look.distance < 1 and wish.clues is None and not wish.minimal
        moves = richer if may_grow and draws.share() < 0.5 else neighbours
        for puzzle in moves(wish, here, _NEAR, draws):
            t = _HOT * (_COLD / _HOT) ** (done / _STEPS)
            there = search.look(puzzle, here.solution, t, taken / max(1, done))
            if there is None:
                return
            done += 1
            farther = there.look.distance - here.look.distance
            if farther <= 0 or draws.share() < exp(-farther / t):
                here, taken = there, taken + 1
                break
        else:
            done += 1
