"""The fillings of a sum, such as a killer cage: the digits that its cells may hold together.

For languages that cannot add, a sum is this list.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from sudokubench.constraints import AllDifferent, Sum
from sudokubench.encodings.words import MORE_THAN, TOO_MANY_FILLINGS
from sudokubench.problem import Problem, Variant
from sudokubench.words import Words, untranslated

MOST = 6_000
"""Most fillings of one sum that are written out; every cage of six cells on a 9x9 has fewer."""

_COUNTED = 100_000


def too_many(problem: Problem) -> Words | None:
    """Return why a problem is refused: a sum has more fillings than are written out. None if no sum has."""
    if isinstance(problem, Variant):
        for constraint, statement in problem.statements():
            if isinstance(statement, Sum) and len(fillings(problem, statement)) > MOST:
                count = _count(problem, statement)
                beyond = MORE_THAN.format(most=f"{_COUNTED:,}")
                number = untranslated(f"{count:,}") if count <= _COUNTED else beyond
                name = constraint.describe(problem.layout)
                return TOO_MANY_FILLINGS.format(constraint=name, count=number, most=f"{MOST:,}")
    return None


@lru_cache(maxsize=512)
def _count(variant: Variant, statement: Sum) -> int:
    """Return the number of fillings, or `_COUNTED` + 1 if there are more."""
    return sum(1 for _ in islice(_fill(variant, statement), _COUNTED + 1))


@lru_cache(maxsize=512)
def fillings(variant: Variant, statement: Sum) -> tuple[tuple[int, ...], ...]:
    """Return the fillings of a sum: digits in the order of its cells; at most `MOST` + 1 fillings.

    Cells that a house or a statement keeps apart hold different digits in each filling.
    """
    return tuple(islice(_fill(variant, statement), MOST + 1))


def _fill(variant: Variant, statement: Sum) -> Iterator[tuple[int, ...]]:
    layout, cells, total = variant.layout, statement.cells, statement.total
    size = layout.size
    groups = [set(other.cells) for _, other in variant.statements() if isinstance(other, AllDifferent)]
    apart = [
        [
            other
            for other in range(k)
            if cells[other] in layout.peers[cell] or any({cell, cells[other]} <= group for group in groups)
        ]
        for k, cell in enumerate(cells)
    ]
    chosen: list[int] = []

    def extend(left: int) -> Iterator[tuple[int, ...]]:
        k = len(chosen)
        if k == len(cells):
            if left == 0:
                yield tuple(chosen)
            return
        behind = len(cells) - k - 1
        used = {chosen[other] for other in apart[k]}
        for digit in range(max(1, left - size * behind), min(size, left - behind) + 1):
            if digit not in used:
                chosen.append(digit)
                yield from extend(left - digit)
                chosen.pop()

    return extend(total)
