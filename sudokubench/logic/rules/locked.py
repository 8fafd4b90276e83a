"""Locked candidates: all places of a digit in one house also lie in another house.

In the direct forms the elimination leaves a hidden single.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from operator import itemgetter

from sudokubench.logic.geometry import Geometry
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules.subsets import hidden_sets
from sudokubench.logic.step import Step, digit_step, digits_in, options_in


def locked_in(geometry: Geometry, board: int, placed: int, boxes: bool) -> list[tuple[int, int, int, int]]:
    """Return the locked candidates of a digit as tuples (house, other house, places, cells to clear).

    Args:
        board: The possible cells of the digit.
        boxes: Whether the first house is a box; otherwise it is a row, column or extra house.
    """
    if not board & ~placed:
        return []
    found = []
    for a, cells in geometry.whole_boxes if boxes else geometry.whole_lines:
        places = board & cells
        if not places & (places - 1) and not places & ~placed:
            continue
        for b, common in geometry.crossings_of[a]:
            if not places & ~common:
                gone = board & geometry.houses[b] & ~common
                if gone:
                    found.append((a, b, places, gone))
    return found


def _locked(grid: CandidateGrid, from_box: bool) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield tuples (d, house, other house, places, cells to clear), house by house."""
    geometry, boards, placed = grid.geometry, grid.boards, grid.placed
    by_digit = grid.by_digit(
        f"locked {from_box}", lambda _, d: locked_in(geometry, boards[d], placed, from_box)
    )
    found = [(d, *rest) for d, places in enumerate(by_digit) for rest in places]
    yield from sorted(found, key=itemgetter(1, 0))


def locked(grid: CandidateGrid, rule: str, from_box: bool) -> Iterator[Step]:
    """Find a box (`from_box`) or another house in which all places of a digit also lie in a second house."""
    for d, a, b, places, gone in _locked(grid, from_box):
        yield digit_step(rule, grid, d, gone, (a,), [("locked", places)], houses=(a, b))


def direct_locked(grid: CandidateGrid, rule: str, from_box: bool) -> Iterator[Step]:
    """Find the hidden singles that one elimination by locked candidates leaves in another house of the same kind."""
    geometry = grid.geometry
    found: dict[int, Step] = {}
    for d, a, b, places, gone in _locked(grid, from_box):
        board, kind = grid.boards[d], geometry.kinds[a]
        for house, cells in geometry.whole_boards:
            if house == a or geometry.kinds[house] is not kind or not cells & gone:
                continue
            left = board & cells & ~gone
            if left and not left & (left - 1):
                option = geometry.size * (left.bit_length() - 1) + d
                if option not in found:
                    roles = [("locked", places), ("single", left)]
                    found[option] = digit_step(
                        rule, grid, d, gone, (a, house), roles, houses=(a, b, house), placed=(option,)
                    )
    yield from found.values()


def direct_hidden(grid: CandidateGrid, rule: str, size: int) -> Iterator[Step]:
    """Find hidden subsets of a house that leave another digit of this house only one place."""
    geometry = grid.geometry
    n, item = geometry.size, geometry.item_of_place
    found: dict[int, Step] = {}
    for house, digits, cells in hidden_sets(grid, size):
        for d, board in enumerate(grid.boards):
            if digits >> d & 1:
                continue
            places = board & geometry.houses[house]
            left = places & ~cells
            if places & cells and left and not left & (left - 1) and left & ~grid.placed:
                option = n * (left.bit_length() - 1) + d
                if option not in found:
                    named, gone = digits_in(digits), options_in(grid, cells, ~digits)
                    items = tuple(item(house, digit) for digit in (*named, d + 1))
                    groups = (("subset", options_in(grid, cells, digits)), ("single", (option,)))
                    found[option] = Step(rule, named, (option,), gone, items, groups, (house,))
    yield from found.values()


_SOURCE = "folklore; Sudopedia, Locked Candidates"
_DIRECT = "N. Juillerat, Sudoku Explainer (2006): direct forms"


def _rule(name: str, find: Callable[..., Iterator[Step]], se: float, score: int, *codes: str) -> Rule:
    """Return a rule. Without codes it is a direct form, which HoDoKu does not have; direct forms are not monotone."""
    source = _SOURCE if codes else _DIRECT
    return Rule(name, partial(find, rule=name), se, score, source, codes, monotone=bool(codes))


_direct_claiming = _rule("direct_claiming", partial(direct_locked, from_box=False), 1.9, 60)

RULES = (
    _rule("pointing", partial(locked, from_box=True), 2.6, 50, "0100"),
    _rule("claiming", partial(locked, from_box=False), 2.8, 50, "0101"),
    _rule("direct_pointing", partial(direct_locked, from_box=True), 1.7, 60),
    # Take three boxes side by side. A box claims one line, and the second line has one place left, in the second box.
    # So the third box holds the digit in the third line, and pointing finds the same single.
    # With more boxes side by side (8x8, 16x16) or extra houses, direct claiming may find more than direct pointing.
    replace(_direct_claiming, implied_by=("direct_pointing",)),
    _rule("direct_hidden_pair", partial(direct_hidden, size=2), 2.0, 80),
    _rule("direct_hidden_triple", partial(direct_hidden, size=3), 2.5, 110),
)
