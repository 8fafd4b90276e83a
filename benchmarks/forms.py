"""Test canonical forms: they count the classes, are equal for equivalent boards, and differ for all other boards.

    python -m benchmarks.forms classes [4x4 6x6 ...]
    python -m benchmarks.forms equivalents [FILE]

`classes`: the program enumerates every grid whose first row is 1 2 3 ...; relabelling makes n! grids of each. The
number of classes is the number of different canonical forms. By Burnside's lemma it is also the mean number of fixed
points of a symmetry: the number of all pairs of a grid and an automorphism, divided by the order of the group. The
orbits of all forms must add up to all grids. `counts` finds the same classes by the fixed points themselves.

`equivalents`: 1,000 random equivalents of each of 100 puzzles must have the form of their puzzle, and 100,000 puzzles
that are known to be different must have 100,000 forms. Invariants of the symmetries show that these are different: the
clues that each cell sees, the clues that these see, and so on for four steps. The puzzles of FILE come first and count
as different.
"""

from __future__ import annotations

import sys
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from sudokubench import Board, Layout, solutions
from sudokubench.generation.draws import Draws
from sudokubench.generation.puzzles import drawn
from sudokubench.generation.wish import Wish
from sudokubench.symmetry import canonical_digits, canonical_many, random_symmetry
from sudokubench.symmetry.structure import mixed, order

Array = np.ndarray[Any, Any]

_TABLE = ("layout", "grids", "symmetries of the cells", "classes", "by Burnside")
_BOARDS, _EACH, _DIFFERENT = 100, 1_000, 100_000
_NINE = Layout.standard(9)


def classes(layout: Layout) -> tuple[int, int, int]:
    """Return the number of full grids, of different canonical forms, and of classes by Burnside's lemma."""
    n = layout.size
    begun = Board(layout, [*range(1, n + 1), *[0] * (n * n - n)])
    forms = canonical_many(list(solutions(begun)))
    orbits = {form.board: form.orbit for form in forms}
    grids = len(forms) * factorial(n)
    assert sum(orbits.values()) == grids, "the orbits are all grids"
    mean, rest = divmod(sum(form.automorphisms for form in forms), order(layout))
    assert rest == 0, "the mean over the group is not a whole number"
    return grids, len(orbits), mean


def wrong_equivalents(boards: Array, each: int, seed: int) -> int:
    """Return the number of random equivalents of 9x9 boards, uint8 (n, 81), that lack the form of their board."""
    random, wrong = Random(seed), 0
    for form, row in zip(canonical_digits(boards), boards, strict=True):
        some = [random_symmetry(_NINE, random) for _ in range(each)]
        images = np.array([(0, *symmetry.digits) for symmetry in some], np.uint8)
        cells = np.array([symmetry.cells for symmetry in some])
        wrong += int(
            (canonical_digits(np.take_along_axis(images, row[cells], axis=1)) != form).any(axis=1).sum()
        )
    return wrong


def invariants(puzzles: Array) -> Array:
    """Return a number for each 9x9, uint64 (n,), that is equal for equivalent puzzles; `puzzles` are uint8 (n, 81)."""
    clue = puzzles > 0
    colour = clue.astype(np.uint64)
    same = clue[:, :, None] & (puzzles[:, :, None] == puzzles[:, None, :])
    cells = np.arange(81)
    lines, boxes = (cells // 9, cells % 9), cells // 27 * 3 + cells % 9 // 3
    for _ in range(4):
        own = mixed(colour)
        crossing = sum(mixed(own @ (line == line[:, None]).astype(np.uint64)) for line in lines)
        near = own @ (boxes == boxes[:, None]).astype(np.uint64)
        alike = np.einsum("nij,nj->ni", same, own)
        colour = mixed(own + mixed(near + np.uint64(1)) + 3 * crossing + mixed(alike + np.uint64(2)))
    found: Array = colour.sum(axis=1)
    return found


def different(n: int, known: Array, seed: int) -> Array:
    """Return n different puzzles, uint8 (n, 81): the known puzzles, then minimal puzzles with new invariants."""
    puzzles, seen = [*known[:n]], set(_in_parts(known))
    for number in range(n):
        if len(puzzles) >= n:
            break
        some = drawn(Wish(minimal=True), 8_192, Draws(seed, number)).puzzles
        for row, invariant in zip(some, _in_parts(some), strict=True):
            if invariant not in seen:
                seen.add(invariant)
                puzzles.append(row)
    return np.array(puzzles[:n])


def _in_parts(puzzles: Array) -> list[int]:
    return [int(each) for at in range(0, len(puzzles), 1024) for each in invariants(puzzles[at : at + 1024])]


def print_classes(*names: str) -> None:
    """Print a table of layouts."""
    print(f"| {' | '.join(_TABLE)} |\n|---{'|---:' * (len(_TABLE) - 1)}|")
    for name in names or ["4x4", "6x6"]:
        layout = Layout.named(name)
        grids, forms, mean = classes(layout)
        print(f"| {name} | {grids:,} | {order(layout):,} | {forms:,} | {mean:,} |")


def print_equivalents(file: str = "") -> None:
    """Print the faults of forms."""
    lines = Path(file).read_text().split() if file else []
    known = np.array([list(Board.parse(line).digits) for line in lines], np.uint8).reshape(-1, 81)
    boards = different(_BOARDS, known[:50], seed=1)
    wrong = wrong_equivalents(boards, _EACH, seed=2)
    print(f"{_BOARDS * _EACH:,} equivalents of {_BOARDS} boards: {wrong} have another form")
    puzzles = different(_DIFFERENT, known, seed=3)
    forms = len(np.unique(canonical_digits(puzzles), axis=0))
    print(f"{len(puzzles):,} puzzles known to be different ({len(known):,} of a file): {forms:,} forms")


if __name__ == "__main__":
    {"classes": print_classes, "equivalents": print_equivalents}[sys.argv[1]](*sys.argv[2:])
