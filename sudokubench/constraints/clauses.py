"""Clauses of constraints for checkers of proofs, derived from the definitions of the kinds; engines use `encodings`.

Variable `size * cell + digit` (cells from 0, digits from 1) is the option "cell holds digit"; further variables have
larger numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, count, product

from sudokubench.constraints.base import Constraint, Statement
from sudokubench.constraints.statements import AllDifferent
from sudokubench.constraints.words import TOO_MANY_CLAUSES
from sudokubench.errors import UsageError
from sudokubench.layout import Layout

MOST_CLAUSES = 3_000_000
"""Largest number of clauses of all constraints of a board."""

Clauses = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=32)
def constraint_clauses(
    layout: Layout, constraints: tuple[Constraint, ...]
) -> tuple[tuple[Clauses, ...], int]:
    """Return the clauses of each constraint, and the number of variables.

    Suppose that no cell holds two digits. Then some values of the further variables satisfy the clauses of a constraint
    if and only if each of its cells holds a digit and the constraint holds.

    Raises:
        UsageError: A constraint needs too many edges, or all together need more than `MOST_CLAUSES` clauses.
    """
    n, further = layout.size, count(layout.size**3 + 1)
    found, total = [], 0
    for constraint in constraints:
        statements: tuple[Statement, ...] = tuple(constraint.statements(layout))
        cells = sorted({cell for one in statements for cell in one.cells})
        clauses = [tuple(range(n * cell + 1, n * cell + n + 1)) for cell in cells]
        for one in statements:
            clauses += _clauses(one, n, further)
            if total + len(clauses) > MOST_CLAUSES:
                raise UsageError(TOO_MANY_CLAUSES.format(most=MOST_CLAUSES))
        total += len(clauses)
        found.append(tuple(clauses))
    return tuple(found), next(further) - 1


def _clauses(statement: Statement, size: int, further: Iterator[int]) -> Iterator[tuple[int, ...]]:
    """Yield the clauses of a statement: its forbidden pairs, or its layers with a variable for each edge.

    An edge implies its digit, an edge before it and an edge after it; a digit implies one of its edges.
    """
    digits = range(1, size + 1)
    cells = [[size * cell + digit for digit in digits] for cell in statement.cells]
    if isinstance(statement, AllDifferent):
        for held in zip(*cells, strict=True):
            yield from combinations([-variable for variable in held], 2)
        return
    if len(cells) <= 2:
        for values in product(digits, repeat=len(cells)):
            if not statement.holds(values):
                yield tuple(-cell[value - 1] for cell, value in zip(cells, values, strict=True))
        return
    before: dict[int, list[int]] | None = None
    for cell, edges in zip(cells, statement.layers(size).edges, strict=True):
        of_digit: list[list[int]] = [[] for _ in digits]
        begins: dict[int, list[int]] = {}
        ends: dict[int, list[int]] = {}
        for (source, digit, to), edge in zip(edges, further, strict=False):
            of_digit[digit - 1].append(edge)
            begins.setdefault(source, []).append(edge)
            ends.setdefault(to, []).append(edge)
            yield -edge, cell[digit - 1]
        yield from ((-variable, *some) for variable, some in zip(cell, of_digit, strict=True))
        for node, into in (before or {}).items():
            yield from ((-edge, *into) for edge in begins[node])
            yield from ((-edge, *begins[node]) for edge in into)
        before = ends
