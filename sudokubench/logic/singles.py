"""Singles: a cell with one candidate, or a digit with one place in a house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokubench.logic.geometry import Kind, bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step


def full_house(grid: CandidateGrid) -> Iterator[Step]:
    """The last empty cell of a whole house takes the digit that is left."""
    geometry, free = grid.geometry, grid.unplaced
    done = 0
    for house, cells in geometry.whole_boards:
        last = cells & free
        if last and not last & (last - 1) and not last & done:
            cell = last.bit_length() - 1
            for d, board in enumerate(grid.boards):
                if board & last and not board & cells & ~last:
                    done |= last
                    option = geometry.size * cell + d
                    item = geometry.item_of_place(house, d + 1)
                    yield Step(
                        "full_house", (d + 1,), (option,), (), (item,), (("single", (option,)),), (house,)
                    )
                    break


def naked_single(grid: CandidateGrid) -> Iterator[Step]:
    """A cell with one candidate takes it."""
    n = grid.geometry.size
    for cell in bits_of(grid.by_count()[1] & ~grid.placed):
        for d, board in enumerate(grid.boards):
            if board >> cell & 1:
                option = n * cell + d
                yield Step("naked_single", (d + 1,), (option,), (), (cell,), (("single", (option,)),))
                break


def _hidden_singles(grid: CandidateGrid, rule: str, houses: Iterable[tuple[int, int]]) -> Iterator[Step]:
    geometry, free = grid.geometry, grid.unplaced
    houses = tuple(houses)
    for d, board in enumerate(grid.boards):
        if not board & free:
            continue
        done = 0
        for house, cells in houses:
            place = board & cells
            if place & (place - 1) or not place & free or place & done:
                continue
            done |= place
            option = geometry.size * (place.bit_length() - 1) + d
            item = geometry.item_of_place(house, d + 1)
            yield Step(rule, (d + 1,), (option,), (), (item,), (("single", (option,)),), (house,))


def hidden_single_box(grid: CandidateGrid) -> Iterator[Step]:
    """A digit with one place in a box stands there."""
    geometry = grid.geometry
    return _hidden_singles(
        grid,
        "hidden_single_box",
        [pair for pair in geometry.whole_boards if geometry.kinds[pair[0]] is Kind.BOX],
    )


def hidden_single_line(grid: CandidateGrid) -> Iterator[Step]:
    """A digit with one place in a row, a column or an extra house stands there."""
    geometry = grid.geometry
    return _hidden_singles(
        grid,
        "hidden_single_line",
        [pair for pair in geometry.whole_boards if geometry.kinds[pair[0]] is not Kind.BOX],
    )


_SOURCE = "folklore; Hall sets of size one"

RULES = (
    Rule("full_house", full_house, 1.0, 4, _SOURCE, ("0000",), monotone=True),
    Rule("hidden_single_box", hidden_single_box, 1.2, 14, _SOURCE, ("0002",), monotone=True),
    Rule("hidden_single_line", hidden_single_line, 1.5, 14, _SOURCE, ("0002",), monotone=True),
    Rule("naked_single", naked_single, 2.3, 4, _SOURCE, ("0003",), monotone=True),
)
