"""Singles: a cell with one candidate, or a digit with one place in a house."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sudokubench.logic.geometry import Geometry, bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step


def last_places(
    geometry: Geometry, boards: Sequence[int], free: int, ones: int
) -> Iterator[tuple[int, int, int]]:
    """Yield (house, cell as a bitboard, digit - 1) for the last empty cell of each whole house, once for each cell.

    Args:
        free: The empty cells.
        ones: The empty cells with one candidate. The last cell of a house is one of them.
    """
    done = 0
    for house, cells in geometry.whole_boards:
        if not cells & ones:
            continue
        last = cells & free
        if last & (last - 1) or last & done:
            continue
        for d, board in enumerate(boards):
            if board & last and not board & cells & ~last:
                done |= last
                yield house, last, d
                break


def full_house(grid: CandidateGrid) -> Iterator[Step]:
    """Find the last empty cell of a whole house: it holds the missing digit."""
    geometry, free = grid.geometry, grid.unplaced
    if not (ones := grid.with_few()[1] & free):
        return
    for house, cell, d in last_places(geometry, grid.boards, free, ones):
        option, item = geometry.size * (cell.bit_length() - 1) + d, geometry.item_of_place(house, d + 1)
        yield Step("full_house", (d + 1,), (option,), (), (item,), (("single", (option,)),), (house,))


def naked_single(grid: CandidateGrid) -> Iterator[Step]:
    """Find empty cells with one candidate: each cell holds its candidate."""
    n = grid.geometry.size
    for cell in bits_of(grid.with_few()[1] & ~grid.placed):
        for d, board in enumerate(grid.boards):
            if board >> cell & 1:
                option = n * cell + d
                yield Step("naked_single", (d + 1,), (option,), (), (cell,), (("single", (option,)),))
                break


def single_places(geometry: Geometry, board: int, placed: int, boxes: bool) -> list[tuple[int, int]]:
    """Return (house, place) for each place that is not yet filled and is the only place of a digit in a whole house.

    The houses are the boxes, or all houses except boxes. Each place appears once, with its first house.

    Args:
        board: The possible cells of the digit.
    """
    if not board & ~placed:
        return []
    found = []
    done = placed
    for house, cells in geometry.whole_boxes if boxes else geometry.whole_lines:
        place = board & cells
        if not place & done and place and not place & (place - 1):
            done |= place
            found.append((house, place))
    return found


def hidden_single(grid: CandidateGrid, rule: str, boxes: bool) -> Iterator[Step]:
    """Find digits with one place in a box, or in a row, column or extra house: the digit is there."""
    geometry = grid.geometry
    places = grid.by_digit(rule, lambda grid, d: single_places(geometry, grid.boards[d], grid.placed, boxes))
    for d, found in enumerate(places):
        for house, place in found:
            option = geometry.size * (place.bit_length() - 1) + d
            item = geometry.item_of_place(house, d + 1)
            yield Step(rule, (d + 1,), (option,), (), (item,), (("single", (option,)),), (house,))


_SOURCE = "folklore; Hall sets of size one"
_in_box = partial(hidden_single, rule="hidden_single_box", boxes=True)
_in_line = partial(hidden_single, rule="hidden_single_line", boxes=False)

RULES = (
    Rule("full_house", full_house, 1.0, 4, _SOURCE, ("0000",), monotone=True),
    Rule("hidden_single_box", _in_box, 1.2, 14, _SOURCE, ("0002",), monotone=True),
    Rule("hidden_single_line", _in_line, 1.5, 14, _SOURCE, ("0002",), monotone=True),
    Rule("naked_single", naked_single, 2.3, 4, _SOURCE, ("0003",), monotone=True),
)
