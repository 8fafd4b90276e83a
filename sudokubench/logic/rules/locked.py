"""Locked candidates: all places of a digit in one house lie in another house, too.

Also the direct forms, in which the elimination leaves a hidden single at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules.subsets import hidden_sets
from sudokubench.logic.step import Step, digits_in, options_at, options_in

Locked = tuple[int, int, int, int]
"""House, other house, places, cells to clear."""


def _locked_in(grid: CandidateGrid, d: int, boxes: bool) -> list[Locked]:
    geometry = grid.geometry
    board, placed = grid.boards[d], grid.placed
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


def _in_boxes(grid: CandidateGrid, d: int) -> list[Locked]:
    return _locked_in(grid, d, True)


def _in_lines(grid: CandidateGrid, d: int) -> list[Locked]:
    return _locked_in(grid, d, False)


def _locked(grid: CandidateGrid, from_box: bool) -> Iterator[tuple[int, int, int, int, int]]:
    """Tuples (d, house, other house, places, cells to clear)."""
    found = grid.by_digit("pointing", _in_boxes) if from_box else grid.by_digit("claiming", _in_lines)
    for d, locked in enumerate(found):
        for a, b, places, gone in locked:
            yield d, a, b, places, gone


def _steps(grid: CandidateGrid, rule: str, from_box: bool) -> Iterator[Step]:
    n, item = grid.geometry.size, grid.geometry.item_of_place
    for d, a, b, places, gone in _locked(grid, from_box):
        group = ("locked", options_at(n, d, places))
        yield Step(rule, (d + 1,), (), options_at(n, d, gone), (item(a, d + 1),), (group,), (a, b))


def pointing(grid: CandidateGrid) -> Iterator[Step]:
    """Locked candidates, type 1: the places in a box lie in one line, which loses the others."""
    return _steps(grid, "pointing", True)


def claiming(grid: CandidateGrid) -> Iterator[Step]:
    """Locked candidates, type 2: the places in a line lie in one box, which loses the others."""
    return _steps(grid, "claiming", False)


def _direct(grid: CandidateGrid, rule: str, from_box: bool) -> Iterator[Step]:
    """The hidden singles that one elimination by locked candidates leaves in a house of the same kind."""
    geometry = grid.geometry
    n, item = geometry.size, geometry.item_of_place
    found: dict[int, Step] = {}
    for d, a, b, places, gone in _locked(grid, from_box):
        board, kind = grid.boards[d], geometry.kinds[a]
        for house, cells in geometry.whole_boards:
            if house == a or geometry.kinds[house] is not kind or not cells & gone:
                continue
            left = board & cells & ~gone
            if left and not left & (left - 1):
                option = n * (left.bit_length() - 1) + d
                if option not in found:
                    groups = (("locked", options_at(n, d, places)), ("single", (option,)))
                    items, cleared = (item(a, d + 1), item(house, d + 1)), options_at(n, d, gone)
                    found[option] = Step(rule, (d + 1,), (option,), cleared, items, groups, (a, b, house))
    yield from found.values()


def direct_pointing(grid: CandidateGrid) -> Iterator[Step]:
    """Pointing that leaves a hidden single in another box."""
    return _direct(grid, "direct_pointing", True)


def direct_claiming(grid: CandidateGrid) -> Iterator[Step]:
    """Claiming that leaves a hidden single in a parallel line."""
    return _direct(grid, "direct_claiming", False)


def _subset_singles(grid: CandidateGrid, size: int, rule: str) -> Iterator[Step]:
    """Hidden subsets of a house that leave one place for some other digit of the same house."""
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


def direct_hidden_pair(grid: CandidateGrid) -> Iterator[Step]:
    """A hidden pair that leaves a hidden single in its house."""
    return _subset_singles(grid, 2, "direct_hidden_pair")


def direct_hidden_triple(grid: CandidateGrid) -> Iterator[Step]:
    """A hidden triple that leaves a hidden single in its house."""
    return _subset_singles(grid, 3, "direct_hidden_triple")


_SOURCE = "folklore; Sudopedia, Locked Candidates"
_DIRECT = "N. Juillerat, Sudoku Explainer (2006): direct forms"

RULES = (
    Rule("pointing", pointing, 2.6, 50, _SOURCE, ("0100",), monotone=True),
    Rule("claiming", claiming, 2.8, 50, _SOURCE, ("0101",), monotone=True),
    Rule("direct_pointing", direct_pointing, 1.7, 60, _DIRECT),
    Rule("direct_claiming", direct_claiming, 1.9, 60, _DIRECT),
    Rule("direct_hidden_pair", direct_hidden_pair, 2.0, 80, _DIRECT),
    Rule("direct_hidden_triple", direct_hidden_triple, 2.5, 110, _DIRECT),
)
