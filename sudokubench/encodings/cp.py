"""Models for constraint programming, as plain data: AllDifferent over cells, or Booleans over options.

Both models use integer variables with small domains: an engine needs `domain`, the conditions on the variables, and
`domains` for an instance. This module loads no solver. `constraints.layers` explains layers and their edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sudokubench.answer import Solution
from sudokubench.constraints import STATEMENTS as KINDS
from sudokubench.constraints import AllDifferent, AllowedTuples, Linear, Relation, Statement
from sudokubench.constraints.layers import Layers
from sudokubench.encodings.exact_cover import RULES, groups_of, plain_cover
from sudokubench.encodings.fillings import layers_of, numbered, too_large
from sudokubench.encodings.words import NO_MODEL
from sudokubench.errors import UsageError
from sudokubench.problem import (
    BoardProblem,
    ExactCover,
    Instance,
    Problem,
    Variant,
    layout_of,
    not_understood,
    require_options,
)
from sudokubench.words import Words

Domain = tuple[int, ...]
"""Values of a variable, ascending, as closed intervals (low, high, low, high ...); () allows no value."""


@dataclass(frozen=True, slots=True)
class LinearSum:
    """Variables whose values, each times its coefficient, add up to a number from `low` to `high`."""

    variables: tuple[int, ...]
    coefficients: tuple[int, ...]
    low: int
    high: int


STATEMENTS = KINDS | RULES
"""Statements of constraints, and rules of covers, that the models express. An engine that knows no sums must refuse a
model that has `sums`."""


def unsupported(problem: Problem) -> Words | None:
    """Return why a problem has no model, or None if it has one."""
    return not_understood(problem, STATEMENTS) or too_large(problem, (AllDifferent, Linear, Relation))


@dataclass(frozen=True, slots=True)
class AllDifferentModel:
    """One integer variable for each cell, whose value is the digit; the variables of a house all differ.

    A 9x9 has 27 groups and 81 variables with the values 1 to 9.

    Attributes:
        variables: A name for each variable: its cell.
        domain: Domain of a variable before anything is chosen: (1, size).
        all_different: Groups of variables, one for each different house or statement of two cells or more.
        sums: Sums of cells.
        tables: Cells, and the values that they may have together.
        layers: All other conditions on cells, see `sudokubench.constraints.layers`.
    """

    variables: tuple[str, ...]
    domain: Domain
    all_different: tuple[tuple[int, ...], ...]
    sums: tuple[LinearSum, ...] = ()
    tables: tuple[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]], ...] = ()
    layers: tuple[Layers, ...] = ()

    def domains(self, instance: Instance) -> Mapping[int, Domain]:
        """Return the domain of each variable that the instance restricts; () means that no value is left."""
        size = self.domain[1]
        require_options(instance, size * len(self.variables), "this model")
        masks: dict[int, int] = {}
        for option in instance.chosen:
            cell, digit = divmod(option, size)
            masks[cell] = masks.get(cell, -1) & 1 << digit
        for option in instance.forbidden:
            cell, digit = divmod(option, size)
            masks[cell] = masks.get(cell, (1 << size) - 1) & ~(1 << digit)
        return {cell: _domain(mask) for cell, mask in masks.items()}

    def solution(self, values: Sequence[int]) -> Solution:
        """Return the options of an assignment. `values` begins with one digit for each cell; the rest is ignored."""
        size = self.domain[1]
        digits = values[: len(self.variables)]
        return tuple([size * cell + digit - 1 for cell, digit in enumerate(digits)])


@dataclass(frozen=True, slots=True)
class BooleanModel:
    """One variable of value 0 or 1 for each option of an exact cover.

    A 9x9 has 729 variables and 324 groups with exactly one 1.

    Attributes:
        variables: A name for each variable: its option; then the variables of `any_of`, then the edges of
            the `constraints.layers`.
        domain: Domain of a variable before anything is chosen: (0, 1).
        exactly_one: For each primary item the options that cover it; an empty group allows no solution.
        at_most_one: The same for secondary items with two or more options; and groups of options that a constraint
            does not allow together.
        sums: For an item with multiplicities, the number of its chosen options. For a constraint, a sum of options,
            each times its digit and the coefficient of its cell. For layers: an option equals the sum of its edges;
            chosen edges enter a node as often as they leave it.
        any_of: Groups of options that give an item the same colour. Variable n_options + k is 1 exactly if some
            variable of any_of[k] is 1.
        n_options: Number of options: the first variables.
        nested: As in `exact_cover.Groups`.
    """

    variables: tuple[str, ...]
    domain: Domain
    exactly_one: tuple[tuple[int, ...], ...]
    at_most_one: tuple[tuple[int, ...], ...]
    sums: tuple[LinearSum, ...] = ()
    any_of: tuple[tuple[int, ...], ...] = ()
    nested: bool = False
    n_options: int = 0

    @property
    def colour_sums(self) -> Iterator[LinearSum]:
        """For each group of k options in `any_of`: their sum minus k times the group's variable, from 1 - k to 0."""
        for colour, group in enumerate(self.any_of, self.n_options):
            size = len(group)
            yield LinearSum((*group, colour), (*(1,) * size, -size), 1 - size, 0)

    def domains(self, instance: Instance) -> Mapping[int, Domain]:
        """Return the domain of each variable that the instance restricts; () means that no value is left."""
        require_options(instance, self.n_options, "this model")
        domains: dict[int, Domain] = dict.fromkeys(instance.chosen, (1, 1))
        for option in instance.forbidden:
            domains[option] = () if option in domains else (0, 0)
        return domains

    def solution(self, values: Sequence[int]) -> Solution:
        """Return the options of an assignment. `values` begins with 0 or 1 for each option; the rest is ignored."""
        options = range(self.n_options)
        return tuple([option for option, chosen in zip(options, values, strict=False) if chosen])


CpModel = AllDifferentModel | BooleanModel
ModelName = Literal["alldifferent", "boolean"]


def model(problem: Problem, name: ModelName) -> CpModel:
    """Return the model with this name. A problem that is not a board has no cells, so it always gets Booleans."""
    if name == "boolean" or isinstance(problem, ExactCover):
        return boolean(problem)
    return all_different(problem)


@lru_cache(maxsize=64)
def all_different(problem: BoardProblem) -> AllDifferentModel:
    """Return the model in which each house is one constraint. Equal houses, as in Latin squares, give one constraint.

    >>> from sudokubench.layout import Layout
    >>> model = all_different(Layout.standard(9))
    >>> len(model.variables), len(model.all_different)
    (81, 27)
    """
    found = _statements(problem)
    layout = layout_of(problem)
    differ = (one.cells for one in found if isinstance(one, AllDifferent))
    groups = dict.fromkeys(
        tuple(sorted(cells))
        for cells in (*(house.cells for house in layout.houses), *differ)
        if len(cells) > 1
    )
    tables, further = [], []
    for one in found:
        if isinstance(one, Relation | AllowedTuples):
            tables.append((one.cells, one.pairs if isinstance(one, Relation) else one.tuples))
        elif not isinstance(one, AllDifferent | Linear):
            further.append(layers_of(one, layout.size))
    return AllDifferentModel(
        tuple(map(layout.cell_name, range(layout.cell_count))),
        (1, layout.size),
        tuple(groups),
        tuple(
            LinearSum(one.cells, one.coefficients, *_reachable(one, layout.size))
            for one in found
            if isinstance(one, Linear)
        ),
        tuple(tables),
        tuple(further),
    )


@lru_cache(maxsize=64)
def boolean(problem: Problem) -> BooleanModel:
    """Return the model of any problem: a Boolean for each option, a constraint for each item and statement.

    >>> from sudokubench.layout import Layout
    >>> model = boolean(Layout.standard(9))
    >>> len(model.variables), len(model.exactly_one), len(model.at_most_one)
    (729, 324, 0)
    """
    found = _statements(problem)
    cover = plain_cover(problem)
    groups = groups_of(cover)
    at_most_one = {options: None for options in groups.at_most_one if len(options) > 1}
    names = [*cover.option_names, *(f"colour {k}" for k in range(len(groups.any_of)))]
    linear = [LinearSum(group, (1,) * len(group), low, high) for group, low, high in groups.between]
    n = layout_of(problem).size if isinstance(problem, Variant) else 0
    for one in found:
        options = [[n * cell + d for d in range(n)] for cell in one.cells]
        if isinstance(one, AllDifferent):
            at_most_one.update(dict.fromkeys(zip(*sorted(options), strict=True)))
        elif isinstance(one, Linear):
            terms = tuple(option for cell in options for option in cell)
            weights = tuple(c * digit for c in one.coefficients for digit in range(1, n + 1))
            linear.append(LinearSum(terms, weights, *_reachable(one, n)))
        elif isinstance(one, Relation):
            # The second cell holds one digit. So a digit of the first cell and all digits that it excludes are a group.
            for d in range(n):
                without = [options[1][e] for e in range(n) if (d + 1, e + 1) not in one.pairs]
                at_most_one[tuple(sorted([options[0][d], *without]))] = None
        else:
            linear += _flow(layers_of(one, n), options, names)
    return BooleanModel(
        tuple(names), (0, 1), groups.exactly_one, tuple(group for group in at_most_one if len(group) > 1),
        tuple(linear), groups.any_of, groups.nested, cover.n_options,
    )  # fmt: skip


def _flow(layers: Layers, options: list[list[int]], names: list[str]) -> Iterator[LinearSum]:
    """Yield the sums for layers, and add to `names` a name for the variable of each edge.

    The chosen edges are one path: each chosen digit has one edge. If an edge enters a node, another edge leaves it.
    """

    def fresh(count: int) -> range:
        first = len(names)
        names.extend(f"edge {edge}" for edge in range(first, first + count))
        return range(first, len(names))

    for cell, (edges, nodes) in zip(options, numbered(layers, fresh), strict=True):
        for digit, option in enumerate(cell, 1):
            some = [edge for edge, its in edges if its == digit]
            yield LinearSum((option, *some), (1, *(-1,) * len(some)), 0, 0)
        for entering, leaving in nodes:
            signs = (1,) * len(entering) + (-1,) * len(leaving)
            yield LinearSum((*entering, *leaving), signs, 0, 0)


def _statements(problem: Problem) -> list[Statement]:
    """Return the statements of the constraints of a problem. Raises UsageError if no model expresses one of them."""
    reason = unsupported(problem)
    if reason is not None:
        raise UsageError(NO_MODEL.format(problem=problem, reason=reason))
    return [statement for _, statement in problem.statements()] if isinstance(problem, Variant) else []


def _reachable(statement: Linear, size: int) -> tuple[int, int]:
    """Return smaller bounds that allow the same sums, because engines count in 32 or 64 bits.

    A bound beyond the reach of the sum becomes the first number beyond its reach.
    """
    ends = [sorted((c, c * size)) for c in statement.coefficients]
    least, most = sum(low for low, _ in ends) - 1, sum(high for _, high in ends) + 1
    low, high = max(least, min(statement.low, most)), min(most, max(statement.high, least))
    return (low, high) if low <= high else (most, most)  # CP-SAT refuses an empty interval


@lru_cache(maxsize=4096)
def _domain(mask: int) -> Domain:
    """Return the intervals of the values v whose bit v - 1 is set.

    >>> _domain(0b1011)
    (1, 2, 4, 4)
    """
    bounds: list[int] = []
    while mask:
        low = (mask & -mask).bit_length()
        high = low
        while mask >> high & 1:
            high += 1
        bounds += [low, high]
        mask = mask >> high << high
    return tuple(bounds)
