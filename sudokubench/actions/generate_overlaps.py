"""Generate puzzles of overlapping grids, such as samurai."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from sudokubench.actions import words
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.clock import TimeOver
from sudokubench.exchange import Result
from sudokubench.generation.overlaps import overlap_puzzle
from sudokubench.generation.puzzles import ending
from sudokubench.problem import ExactCover
from sudokubench.problems.overlaps import Overlap, clues_of


@dataclass(frozen=True, slots=True, repr=False)
class GeneratedOverlap(Result):
    """A puzzle of overlapping grids with its solution.

    Attributes:
        number: Place among the puzzles of the seed, from 1.
        solution: A sign for each cell.
    """

    number: int
    puzzle: ExactCover
    solution: str
    seed: int

    def __str__(self) -> str:
        return str(self.puzzle)

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.generated/1`."""
        clues = sum(sign != "." for sign in clues_of(self.puzzle))
        return {
            "schema": "sudokubench.generated/1", "number": self.number, "puzzle": str(self.puzzle),
            "solution": self.solution, "clues": clues, "seed": self.seed,
        }  # fmt: skip


def generate_overlaps(
    overlap: Overlap,
    n: int = 1,
    *,
    skip: int = 0,
    seed: int = 0,
    seconds: float | None = None,
    observer: Observer = SILENT,
) -> Iterator[GeneratedOverlap]:
    """Yield n puzzles of a seed after the first `skip`; each has one solution and needs each of its clues.

    Args:
        seconds: Time for all puzzles, in seconds. When it is over, the generator ends and the observer gets a remark.

    Raises:
        UsageError: The grids have no common solution.
    """
    until = None if seconds is None else monotonic() + seconds
    for done in range(n):
        observer.progress(done, n)
        observer.heed()
        try:
            with ending(until):
                made = overlap_puzzle(overlap, seed, skip + done)
        except TimeOver:
            observer.remark(words.TIME_IS_UP.format(done=done, n=n))
            return
        yield GeneratedOverlap(skip + done + 1, *made, seed)
    observer.progress(n, n)
