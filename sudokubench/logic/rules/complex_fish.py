"""Franken and mutant fish: base and cover houses may be rows, columns and boxes in any mixture.

Each of k base houses holds the digit once. Suppose that no fin is true; a place in two base houses counts as a fin,
too. Then the digit has k different true places in the base houses. They lie in k cover houses, one in each. So no other
place in a cover house is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from sudokubench.clock import asking
from sudokubench.logic.geometry import Geometry, HouseKind, bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules.fish import fish_steps, siamese
from sudokubench.logic.step import Step

_MOST_PLACES = 62
"""Largest number of places of a digit, since a mask of them has 64 bits. A digit with more places is skipped."""
_MOST_FISH = 20_000
"""Largest number of fish of one digit and size; the search stops there."""
_LINES = {HouseKind.ROW, HouseKind.COLUMN}


def complex_fish(
    grid: CandidateGrid, sizes: tuple[int, ...], *, first: bool, targets: tuple[int, ...] = ()
) -> Iterator[Step]:
    """Find the fish of each size, then the siamese fish of this size.

    With `first`, find only the plain fish of the smallest size. `targets` (a bitboard for each digit) saves time: the
    caller knows that fish eliminate only candidates there.
    """
    for size in sizes:
        found = []
        for d, places in enumerate(asking(targets or grid.boards)):
            for step in _of_digit(grid, d, size, places):
                found.append(step)
                yield step
        if found and first:
            return
        yield from siamese(found)


_SIZES = {"x_wing": 2, "swordfish": 3, "jellyfish": 4, "squirmbag": 5, "whale": 6}
_VARIANT = re.compile(rf"(finned_)?(franken|mutant)_({'|'.join(_SIZES)})")


def variant_named(name: str) -> Rule | None:
    """Return the rule for fish of one size and kind, such as `finned_franken_x_wing`; None for another name.

    In a Franken fish the bases are boxes and lines of one direction, the covers boxes and lines of the other.
    """
    words = _VARIANT.fullmatch(re.sub(r"[\s-]+", "_", name.strip().lower()))
    if words is None:
        return None
    find = partial(_of_kind, finned=bool(words[1]), franken=words[2] == "franken", size=_SIZES[words[3]])
    implied = ("pointing", "claiming") if words[0] == "franken_x_wing" else ()
    rule = replace(RULES[0], name=words[0], find=find, smallest=None, implied_by=implied)
    return replace(rule, variant_of=RULES[0].name)


def _of_kind(grid: CandidateGrid, finned: bool, franken: bool, size: int) -> Iterator[Step]:
    for step in complex_fish(grid, (size,), first=False):
        if bool(step.group("fin")) == finned and _is_franken(grid.geometry, step.houses) == franken:
            yield step


def _is_franken(geometry: Geometry, houses: tuple[int, ...]) -> bool:
    half = len(houses) // 2
    sides = [{geometry.kinds[h] for h in side} & _LINES for side in (houses[:half], houses[half:])]
    return all(len(side) < 2 for side in sides) and not sides[0] & sides[1]


def _of_digit(grid: CandidateGrid, d: int, size: int, targets: int) -> Iterator[Step]:
    import numpy as np

    from sudokubench.kernels.fish import fish

    geometry = grid.geometry
    board = grid.boards[d] & grid.unplaced
    cells = bits_of(board)
    if not targets or not 2 * size <= len(cells) <= _MOST_PLACES:
        return
    index = {cell: i for i, cell in enumerate(cells)}

    def packed(bits: int) -> int:
        return sum(1 << index[cell] for cell in bits_of(bits & board))

    houses = np.array([packed(geometry.houses[h]) for h in geometry.whole], np.int64)
    peers = np.array([packed(geometry.peers[cell]) for cell in cells], np.int64)
    seen: set[tuple[int, ...]] = set()
    for row in fish(houses, peers, np.int64(packed(targets)), size, _MOST_FISH).tolist():
        bases = tuple(sorted(geometry.whole[h] for h in row[:size]))
        covers = tuple(sorted(geometry.whole[h] for h in row[size:]))
        if (*bases, *covers) not in seen and not _of_lines(geometry, bases, covers):
            seen.add((*bases, *covers))
            for step in fish_steps("complex_fish", grid, d, board, bases, covers):
                yield replace(step, length=size)


def _of_lines(geometry: Geometry, bases: tuple[int, ...], covers: tuple[int, ...]) -> bool:
    """Return whether a fish is basic or finned; another rule finds such fish."""
    base_kinds, cover_kinds = ({geometry.kinds[h] for h in houses} for houses in (bases, covers))
    return base_kinds | cover_kinds <= _LINES and len(base_kinds) == len(cover_kinds) == 1


SMALLEST = (2, 3, 4)
"""The sizes of fish that rounds look for; they stop at the first size that has any fish."""

_SOURCE = "folklore; Sudopedia, Franken Fish and Mutant Fish"
_codes = ("0331", "0332", "0340", "0341", "0342", "0362", "0363", "0364")
_every = partial(complex_fish, sizes=(2, 3, 4, 5, 6), first=False)
_smallest = partial(complex_fish, sizes=SMALLEST, first=True)

RULES = (Rule("complex_fish", _every, 8.1, 350, _SOURCE, _codes, smallest=_smallest),)
