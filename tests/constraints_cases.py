"""The meaning of each constraint, written again without the package. Every constraint in this list is tested.

A rule takes the JSON fields of a constraint and a filled grid.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from math import isqrt
from typing import Any

import reference

from sudokubench.constraints import VARIANTS, Constraint, Killer
from sudokubench.layout import House, Layout

Rule = Callable[[Mapping[str, Any], reference.Grid], bool]


@dataclass(frozen=True)
class Case:
    """A kind of constraint.

    Attributes:
        rule: Whether a grid, of any size, keeps it.
        samples: Fields of constraints for a 4x4; they name cells below 16 only, so that they can be put onto larger
            boards, too.
        misplaced: Fields of constraints that cannot be put onto a 4x4, and a part of the reason.
        bad_fields: JSON that is not such a constraint.
    """

    rule: Rule
    samples: tuple[dict[str, Any], ...]
    misplaced: tuple[tuple[dict[str, Any], str], ...] = ()
    bad_fields: tuple[dict[str, Any], ...] = ()


def size_of(grid: reference.Grid) -> int:
    return isqrt(len(grid))


def apart(grid: reference.Grid, *distances: tuple[int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield two digits and the taxicab distance of their cells, for these distances of rows and columns (none: all)."""
    n = size_of(grid)
    for one, other in combinations(range(n * n), 2):
        down, right = abs(one // n - other // n), abs(one % n - other % n)
        if not distances or tuple(sorted((down, right))) in distances:
            yield grid[one], grid[other], down + right


def held(fields: Mapping[str, Any], grid: reference.Grid, name: str = "cells") -> list[int]:
    return [grid[cell] for cell in fields[name]]


def each(test: Callable[[int, int], bool]) -> Rule:
    return lambda fields, grid: all(test(digit, size_of(grid)) for digit in held(fields, grid))


def line(test: Callable[[list[int]], bool]) -> Rule:
    return lambda fields, grid: test(held(fields, grid))


def beside(fields: Mapping[str, Any], grid: reference.Grid) -> Iterator[tuple[int, int]]:
    """Yield the digits of each cell of the set beside those of a neighbour outside."""
    n = size_of(grid)
    for cell in fields["cells"]:
        for other in range(n * n):
            near = abs(cell // n - other // n) + abs(cell % n - other % n) == 1
            if near and other not in fields["cells"]:
                yield grid[cell], grid[other]


def unmarked(fields: Mapping[str, Any], grid: reference.Grid) -> Iterator[tuple[int, int]]:
    n = size_of(grid)
    for one, other in combinations(range(n * n), 2):
        near = abs(one // n - other // n) + abs(one % n - other % n) == 1
        if near and [one, other] not in fields["pairs"]:
            yield grid[one], grid[other]


def boxes_of(grid: reference.Grid) -> list[int]:
    n = size_of(grid)
    rows = {4: 2, 6: 2, 9: 3}[n]
    return [rows * (cell // n // rows) + cell % n // (n // rows) for cell in range(n * n)]


def region_sum(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    boxes, sums, before = boxes_of(grid), list[int](), -1
    for cell in fields["cells"]:
        if boxes[cell] != before:
            sums.append(0)
            before = boxes[cell]
        sums[-1] += grid[cell]
    return len(set(sums)) == 1


def zipper(digits: list[int]) -> bool:
    k = len(digits)
    sums = {digits[i] + digits[k - 1 - i] for i in range(k // 2)}
    return len(sums | ({digits[k // 2]} if k % 2 else set())) == 1


def sandwich(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    digits, ends = held(fields, grid), (1, size_of(grid))
    places = [k for k, digit in enumerate(digits) if digit in ends]
    return len(places) == 2 and sum(digits[places[0] + 1 : places[1]]) == fields["total"]


def x_sum(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    digits = held(fields, grid)
    return len(digits) >= digits[0] and sum(digits[: digits[0]]) == fields["total"]


def skyscraper(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    digits = held(fields, grid)
    return sum(all(b < digit for b in digits[:k]) for k, digit in enumerate(digits)) == fields["total"]


def numbered_room(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    digits = held(fields, grid)
    return len(digits) >= digits[0] and digits[digits[0] - 1] == fields["digit"]


def indexer(across: bool) -> Rule:
    def rule(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
        n = size_of(grid)
        for cell in fields["cells"]:
            row, column = divmod(cell, n)
            for digit in range(1, n + 1):
                there = grid[n * row + digit - 1] if across else grid[n * (digit - 1) + column]
                place = (column if across else row) + 1
                if (grid[cell] == digit) != (there == place):
                    return False
        return True

    return rule


def between(digits: list[int]) -> bool:
    low, high = sorted((digits[0], digits[-1]))
    return all(low < digit < high for digit in digits[1:-1])


def lockout(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    digits = held(fields, grid)
    low, high = sorted((digits[0], digits[-1]))
    return high - low >= fields["value"] and not any(low <= digit <= high for digit in digits[1:-1])


def thirds(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    third, digits = size_of(grid) // 3, held(fields, grid)
    parts = [(digit - 1) // third for digit in digits]
    return all(len(set(parts[k : k + 3])) == len(parts[k : k + 3]) for k in range(len(parts)))


def modular(digits: list[int]) -> bool:
    return all(len({d % 3 for d in digits[k : k + 3]}) == len(digits[k : k + 3]) for k in range(len(digits)))


def arrow(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    number = int("".join(map(str, held(fields, grid, "circle"))))
    return number == sum(held(fields, grid))


def count(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    return fields["low"] <= len([d for d in held(fields, grid) if d in fields["digits"]]) <= fields["high"]


def linear(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    total = sum(c * d for c, d in zip(fields["coefficients"], held(fields, grid), strict=True))
    return fields["low"] <= total <= fields["high"]


def differ(digits: list[int]) -> bool:
    return len(set(digits)) == len(digits)


def renban(digits: list[int]) -> bool:
    return differ(digits) and max(digits) - min(digits) + 1 == len(digits)


def quadruple(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    inside = held(fields, grid)
    return all(inside.count(digit) >= fields["digits"].count(digit) for digit in fields["digits"])


def total(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    return sum(held(fields, grid)) == fields["total"]


def killer(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    return total(fields, grid) and differ(held(fields, grid))


def cells(*numbers: int, **more: Any) -> dict[str, Any]:
    return {"cells": list(numbers), **more}


_BAD_CELLS = (
    {}, {"cells": 0}, {"cells": "01"}, {"cells": [0, True]}, {"cells": [0, 1.0]}, {"cells": [[0]]},
    {"kind": []},
)  # fmt: skip
_LOST = (
    (cells(3, 3), "its cells must all differ"),
    (cells(0, 16), "from 0 to 15"),
    (cells(-1, 0), "from 0 to 15"),
)
DIAGONAL = cells(0, 5, 10, 15)

CASES: dict[str, Case] = {
    "anti-knight": Case(
        lambda _, grid: all(a != b for a, b, _ in apart(grid, (1, 2))), ({},), bad_fields=({"cells": []},
        {"kind": ""}),
    ),
    "anti-king": Case(lambda _, grid: all(a != b for a, b, _ in apart(grid, (1, 1))), ({},)),
    "anti-taxicab": Case(lambda _, grid: not any(a == b == far for a, b, far in apart(grid)), ({},)),
    "nonconsecutive": Case(lambda _, grid: all(abs(a - b) != 1 for a, b, _ in apart(grid, (0, 1))), ({},)),
    "nonconsecutive-diagonally": Case(lambda _, grid: all(abs(a - b) != 1 for a, b, _ in apart(grid, (1, 1))), ({},)),
    "even": Case(each(lambda d, _: d in (2, 4, 6, 8)), (cells(0, 5), cells(3)), _LOST, _BAD_CELLS),
    "odd": Case(each(lambda d, _: d in (1, 3, 5, 7, 9)), (cells(0, 5), cells(3)), _LOST, _BAD_CELLS),
    "low": Case(each(lambda d, n: d < {4: 3, 6: 4, 9: 5}[n]), (cells(0, 9),), _LOST, _BAD_CELLS),
    "high": Case(each(lambda d, n: d > {4: 2, 6: 3, 9: 5}[n]), (cells(2, 12),), _LOST, _BAD_CELLS),
    "killer": Case(
        killer,
        (
            *(cells(0, 1, total=k) for k in range(9)), cells(6, total=3), cells(0, 5, 10, total=6),
            cells(1, 4, 15, total=9), cells(3, 2, 7, total=8), cells(0, 5, 10, 15, total=10),
            cells(0, 1, 4, 5, total=10), cells(1, 6, 11, 12, total=11),
        ),
        (
            (cells(3, 3, total=6), "its cells must all differ"), (cells(0, 16, total=5), "from 0 to 15"),
            (cells(-1, 0, total=5), "from 0 to 15"), (cells(0, 1, 2, 3, 4, total=15),
            "5 cells cannot all differ with 4 digits"),
        ),
        (
            *_BAD_CELLS, cells(0, 1), {"total": 3}, cells(0, 1, total=3, sum=3), cells(total=0),
            cells(0, 1, total=None), cells(0, 1, total=True), cells(0, 1, total="3"),
        ),
    ),
    "sum": Case(total, (cells(0, 5, 10, total=9), cells(0, 6, total=2), cells(1, 2, 4, 9, 15, total=12))),
    "extra-region": Case(line(differ), (DIAGONAL, cells(0, 6)), ((cells(0, 1, 2, 3, 4),
        "5 cells cannot all differ"),)),
    "minimum": Case(lambda f, g: all(a < b for a, b in beside(f, g)), (cells(5), cells(0, 1))),
    "maximum": Case(lambda f, g: all(a > b for a, b in beside(f, g)), (cells(15), cells(5, 6))),
    "quadruple": Case(
        quadruple, (cells(1, 2, 5, 6, digits=[4, 1]), cells(5, 6, 9, 10, digits=[2, 2])),
        ((cells(1, 2, 5, 6, digits=[5]), "from 1 to 4"),), (cells(1, 2, 5, digits=[1]), cells(1, 2, 5, 6, digits=[])),
    ),
    "row-indexer": Case(indexer(True), (cells(0, 4), cells(9))),
    "column-indexer": Case(indexer(False), (cells(4, 5), cells(3))),
    "difference": Case(
        lambda f, g: abs(g[f["cells"][0]] - g[f["cells"][1]]) == f["value"], (cells(0, 1, value=2),
        cells(2, 3, value=1)),
        ((cells(0, 5, value=1), "share a side"),), (cells(0, 1), cells(0, 1, 2, value=1)),
    ),
    "ratio": Case(
        lambda f, g: max(held(f, g)) == f["value"] * min(held(f, g)), (cells(2, 3, value=2), cells(0, 1, value=3)),
        ((cells(3, 4, value=1), "share a side"),), (cells(0, 1, value=0),),
    ),
    "pair-sum": Case(total, (cells(0, 1, total=5), cells(1, 2, total=6))),
    "greater-than": Case(line(lambda d: d[0] > d[1]), (cells(1, 0), cells(2, 3))),
    "no-other-dots": Case(
        lambda f, g: all(abs(a - b) != 1 and 2 not in (a / b, b / a) for a, b in unmarked(f, g)),
        ({"pairs": [[0, 1], [1, 2], [2, 3]]},),
        (({"pairs": [[0, 5]]}, "share a side"),), ({"pairs": [[0, 0]]}, {"pairs": [0, 1]}, {"pairs": [[0, 1, 2]]},
        {"pairs": [[0, 1, 1]]}),
    ),
    "no-other-white-dots": Case(
        lambda f, g: all(abs(a - b) != 1 for a, b in unmarked(f, g)), ({"pairs": [[0, 1], [1, 2], [2, 3]]},),
    ),
    "no-other-black-dots": Case(
        lambda f, g: all(2 not in (a / b, b / a) for a, b in unmarked(f, g)), ({"pairs": [[0, 1]]},),
    ),
    "no-other-xv": Case(
        lambda f, g: all(a + b not in (5, 10) for a, b in unmarked(f, g)), ({"pairs": [[0, 1], [2, 3]]},),
    ),
    "clone": Case(
        lambda f, g: held(f, g) == held(f, g, "copy"), (cells(0, 1, copy=[10, 11]), cells(5, copy=[15])),
        ((cells(0, 1, copy=[10]), "as many copy as cells"),),
    ),
    "thermometer": Case(line(lambda d: all(a < b for a, b in pairwise(d))), (cells(0, 5, 10), cells(3, 2)), (),
        (cells(0),)),
    "slow-thermometer": Case(line(lambda d: all(a <= b for a, b in pairwise(d))), (DIAGONAL, cells(0, 1))),
    "arrow": Case(
        arrow, (cells(2, 5, circle=[3]), cells(4, 5, 10, 11, 14, circle=[0, 1])), ((cells(3, 2, circle=[3]),
        "must all differ"),),
    ),
    "double-arrow": Case(line(lambda d: d[0] + d[-1] == sum(d[1:-1])), (DIAGONAL, cells(1, 0, 4))),
    "palindrome": Case(line(lambda d: d == d[::-1]), (DIAGONAL, cells(0, 1, 6))),
    "renban": Case(line(renban), (cells(0, 5, 10), cells(0, 6))),
    "nabner": Case(line(lambda d: all(abs(a - b) > 1 for a, b in combinations(d, 2))), (cells(0, 10), cells(3, 1))),
    "whisper": Case(
        lambda f, g: all(abs(a - b) >= f["value"] for a, b in pairwise(held(f, g))), (cells(0, 1, 6, value=2),
        cells(3, 7, value=3)),
    ),
    "entropic-line": Case(thirds, (), ((cells(0, 1), "a multiple of 3"),)),
    "modular-line": Case(line(modular), (), ((cells(0, 1), "a multiple of 3"),)),
    "between-line": Case(line(between), (cells(0, 5, 10), cells(0, 1, 2, 3))),
    "lockout-line": Case(lockout, (cells(0, 6, 13, value=2), cells(0, 1, 2, value=1))),
    "region-sum-line": Case(region_sum, (cells(0, 1, 2, 3), cells(0, 5, 10, 15)), ((cells(0, 1), "two boxes"),)),
    "zipper-line": Case(line(zipper), (DIAGONAL, cells(0, 5, 10))),
    "little-killer": Case(total, (cells(1, 6, 11, total=6), cells(12, 9, total=5))),
    "sandwich": Case(sandwich, (cells(0, 1, 2, 3, total=2), cells(12, 8, 4, 0, total=0))),
    "x-sum": Case(x_sum, (cells(3, 2, 1, 0, total=6), cells(0, 1, 2, 3, total=3))),
    "skyscraper": Case(skyscraper, (cells(0, 4, 8, 12, total=3), cells(3, 2, 1, 0, total=1))),
    "numbered-room": Case(numbered_room, (cells(0, 1, 2, 3, digit=4), cells(15, 11, 7, 3, digit=1))),
    "all-different": Case(line(differ), (cells(0, 5, 10), DIAGONAL)),
    "linear": Case(
        linear, (cells(0, 5, 11, coefficients=[1, -2, 3], low=-2, high=3),
        cells(0, 1, coefficients=[2, 1], low=4, high=4)),
        ((cells(0, 1, coefficients=[1], low=0, high=1), "as many coefficients as cells"),),
    ),
    "relation": Case(
        lambda f, g: held(f, g) in f["tuples"], (cells(0, 5, tuples=[[1, 2], [3, 3], [2, 4]]),),
        ((cells(0, 5, tuples=[[1]]), "must have 2 digits"), (cells(0, 5, tuples=[[1, 5]]), "from 1 to 4")),
    ),
    "table": Case(lambda f, g: held(f, g) in f["tuples"],
        (cells(0, 5, 10, tuples=[[1, 2, 3], [4, 4, 1], [2, 2, 2]]),)),
    "regular": Case(
        lambda f, g: re.fullmatch(f["pattern"], "".join(map(str, held(f, g)))) is not None,
        (cells(0, 1, 2, 3, pattern="[12].*4.?"), cells(0, 5, 10, 15, pattern="(12|3[^1]){2}"),
        cells(3, 7, pattern="1{1,2}2?|4+.")),
        ((cells(0, 1, pattern="(12"), "character 4"), (cells(0, 1, pattern="((1{9}){9}){9}"), "too long")),
    ),
    "count": Case(count, (cells(0, 5, 10, 15, digits=[1, 2], low=1, high=2), cells(0, 6, digits=[3], low=1, high=1))),
}  # fmt: skip

SAMPLES = [VARIANTS[kind].from_json(fields) for kind, case in CASES.items() for fields in case.samples]
JIGSAW = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "1234")
LAYOUTS = {
    "4x4": Layout.standard(4),
    "4x4-diagonal": Layout.named("4x4-diagonal"),
    "jigsaw": JIGSAW,
    "small house": Layout(4, Layout.standard(4).boxes, "1234", (House("X", (0, 6)),)),
}
"""Layouts of 4x4."""


def keeps(constraint: Constraint, grid: reference.Grid) -> bool:
    """Return whether a filled grid keeps a constraint, by the rule of this module."""
    return CASES[constraint.kind].rule(constraint.to_json(), grid)


@cache
def grids(layout: Layout) -> tuple[reference.Grid, ...]:
    """Return all full grids of a layout by brute force; the houses come from no table of the layout."""
    n = layout.size
    boxes = [[cell for cell in range(n * n) if layout.boxes[cell] == box] for box in range(n)]
    houses = reference.rows_and_columns(n) + boxes + [list(house.cells) for house in layout.extra]
    return tuple(reference.solutions([0] * n * n, houses))


def kept(layout: Layout, constraints: tuple[Constraint, ...]) -> Iterator[reference.Grid]:
    """Yield the full grids that keep constraints."""
    return (grid for grid in grids(layout) if all(keeps(constraint, grid) for constraint in constraints))


__all__ = ["CASES", "JIGSAW", "LAYOUTS", "SAMPLES", "Case", "Killer", "grids", "keeps", "kept"]
