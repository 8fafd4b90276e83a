"""Decide which sums (killer cages) are written out as a list of fillings, up to a limit; the others become layers.

A filling is a choice of digits that the cells of a sum may hold together; it breaks no rule of the houses. Layers
(`constraints.layers`) express other sums, and kinds of constraints for which an encoding has no form of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from sudokubench.constraints import AllDifferent, Linear, Statement
from sudokubench.constraints.layers import Layers
from sudokubench.core_words import NAMED
from sudokubench.errors import UsageError, one_line
from sudokubench.problem import Problem, Variant
from sudokubench.words import Words

MOST = 6_000
"""Largest number of fillings of a sum that are written out; every cage of six cells on a 9x9 has fewer."""
_LONGEST_NAME = 200
"""Largest length of a constraint's name in the message that refuses the constraint, in characters."""


def too_large(problem: Problem, native: tuple[type, ...] = (AllDifferent,)) -> Words | None:
    """Return a message about a constraint with too many combinations, or None. Kinds in `native` have no limit."""
    if isinstance(problem, Variant):
        for constraint, statement in problem.statements():
            if not isinstance(statement, native) and fillings(problem, statement) is None:
                try:
                    layers_of(statement, problem.layout.size)
                except UsageError as error:
                    name = constraint.describe(problem.layout).changed(
                        lambda text: one_line(text, _LONGEST_NAME)
                    )
                    return NAMED.format(name=name, text=error.words)
    return None


@lru_cache(maxsize=1024)
def layers_of(statement: Statement, size: int) -> Layers:
    """Return the layers of a statement; they are made once and kept. Raises UsageError if they need too many edges."""
    return statement.layers(size)


def numbered(
    layers: Layers, fresh: Callable[[int], Iterable[int]]
) -> Iterator[tuple[Sequence[tuple[int, int]], Iterable[tuple[list[int], list[int]]]]]:
    """Yield for each cell its edges, as (number, digit), and for each node before the cell two lists of edges.

    The edges of the first list enter the node, those of the second leave it. Edges of one path enter each node as often
    as they leave it. `fresh` returns new numbers for the edges of a cell.
    """
    ends: dict[int, list[int]] = {}
    for edges in layers.edges:
        begins: dict[int, list[int]] = {}
        following: dict[int, list[int]] = {}
        found = []
        for number, (source, digit, to) in zip(fresh(len(edges)), edges, strict=True):
            found.append((number, digit))
            begins.setdefault(source, []).append(number)
            following.setdefault(to, []).append(number)
        yield found, [(entering, begins[node]) for node, entering in ends.items()]
        ends = following


@lru_cache(maxsize=512)
def fillings(variant: Variant, statement: Statement) -> tuple[tuple[int, ...], ...] | None:
    """Return the fillings of a sum, each with its digits in the order of the cells.

    Return None if there are more than `MOST`, or if the statement is not a plain sum with one total. In each filling,
    cells hold different digits if a house or a statement requires it.
    """
    if (
        not isinstance(statement, Linear)
        or {*statement.coefficients} != {1}
        or statement.low != statement.high
    ):
        return None
    found = tuple(islice(_fill(variant, statement), MOST + 1))
    return found if len(found) <= MOST else None


def _fill(variant: Variant, statement: Linear) -> Iterator[tuple[int, ...]]:
    layout, cells, total = variant.layout, statement.cells, statement.low
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
