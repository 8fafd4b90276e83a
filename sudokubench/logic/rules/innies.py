"""Innies and outies: the sum of a house and the totals of cages restrict the cells in which house and cages differ.

A house with every digit has a known sum. Its innies are its cells in no cage; its outies are the cells of its cages
outside the house. The sum of the innies less the sum of the outies is known. A candidate is false if no filling of
these cells with this difference has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from sudokubench.constraints import Linear
from sudokubench.logic.geometry import Geometry, bits_of, board_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.limits import MOST_TOLD
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules.fillings import FillingPart, deciding_cells, elimination, impossible, part_of
from sudokubench.logic.step import Step

_MOST_CELLS = 5
"""Largest number of innies and outies; with more cells, a sum hardly restricts a candidate."""

_Cage = tuple[int, int, int]
"""The number of a constraint, the bitboard of the cells whose sum it fixes, and their total."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rest:
    """The innies and outies of a house, and the numbers of the constraints that leave them."""

    part: FillingPart
    house: int
    cages: tuple[int, ...]


@lru_cache(maxsize=32)
def _cages(geometry: Geometry) -> tuple[_Cage, ...]:
    return tuple(
        (number, board_of(one.cells), one.low)
        for number, constraint in enumerate(geometry.constraints)
        for one in constraint.statements(geometry.layout)
        if isinstance(one, Linear)
        and {*one.coefficients} == {1}
        and one.low == one.high
        and len({*one.cells}) == len(one.cells)
    )


def _apart(cages: Iterable[_Cage]) -> tuple[_Cage, ...]:
    """Return cages that share no cell, in order: a cage that overlaps an earlier one is left out."""
    found, taken = list[_Cage](), 0
    for cage in cages:
        if not cage[1] & taken:
            found.append(cage)
            taken |= cage[1]
    return tuple(found)


@lru_cache(maxsize=32)
def _rests(geometry: Geometry) -> tuple[_Rest, ...]:
    """Return the innies and outies of all houses.

    Each house gives up to three results, one for each choice of cages: only those inside the house; all with most of
    their cells inside; or all that meet the house. No choice takes a cage that overlaps an earlier cage.
    """
    found, n = dict[tuple[int, int, tuple[_Cage, ...]], _Rest](), geometry.size
    for h, house in geometry.whole_boards:
        meeting = [cage for cage in _cages(geometry) if cage[1] & house]
        within = [cage for cage in meeting if not cage[1] & ~house]
        mostly = [cage for cage in meeting if (cage[1] & house).bit_count() > (cage[1] & ~house).bit_count()]
        for chosen in map(_apart, (within, mostly, meeting)):
            covered = sum(cells for _, cells, _ in chosen)
            innies, outies = bits_of(house & ~covered), bits_of(covered & ~house)
            if not (chosen and 0 < len(innies) + len(outies) <= _MOST_CELLS):
                continue
            rest = n * (n + 1) // 2 - sum(total for _, _, total in chosen)
            signs = (1,) * len(innies) + (-1,) * len(outies)
            (part,) = part_of(geometry, 0, [Linear((*innies, *outies), signs, rest, rest)], True)
            found.setdefault((h, covered, chosen), _Rest(part, h, tuple(number for number, _, _ in chosen)))
    return tuple(sorted(found.values(), key=lambda rest: len(rest.part.cells)))


def _find(grid: CandidateGrid) -> Iterator[Step]:
    geometry = grid.geometry
    for rest in _rests(geometry):
        for part, count, gone in impossible(grid, rest.part):
            items = (
                *(geometry.item_of_place(rest.house, digit) for digit in range(1, geometry.size + 1)),
                *map(geometry.item_of_constraint, rest.cages),
                *deciding_cells(grid, part, gone),
            )
            told = min(count, MOST_TOLD)
            yield elimination(grid, "innies_outies", items, part.cells, gone, told, (rest.house,))


_SOURCE = "the rule of 45: Killer Sudoku, innies and outies (sudokuwiki.org)"

RULES = (Rule("innies_outies", _find, 0.0, 0, _SOURCE, monotone=True),)
