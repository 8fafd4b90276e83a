"""Models for constraint programming, as plain data: AllDifferent over cells, or Booleans over options.

Both models use integer variables with small domains, so an engine needs only `domain`, the groups, and `domains` for an
instance. This module loads no solver.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sudokubench.answer import Solution
from sudokubench.constraints import AllDifferent, Sum
from sudokubench.encodings.exact_cover import RULES, groups_of, plain_cover
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
    """Variables whose values, each times its coefficient, add up to a total."""

    variables: tuple[int, ...]
    coefficients: tuple[int, ...]
    total: int


STATEMENTS = frozenset({AllDifferent, Sum}) | RULES
"""Statements of constraints, and rules of covers, that the models express. An engine that cannot add takes only models
without `sums`."""


def unsupported(problem: Problem) -> Words | None:
    """Return why a problem has no model, or None if it has one."""
    return not_understood(problem, STATEMENTS)


@dataclass(frozen=True, slots=True)
class AllDifferentModel:
    """One integer variable for each cell; the variables of a house all differ.

    A 9x9 has 81 variables with the values 1 to 9 and 27 groups.

    Attributes:
        variables: A name for each variable: its cell.
        domain: Domain of a variable before anything is chosen: (1, size).
        all_different: Groups of variables, one for each different house or statement of two cells or more.
        sums: Sums of cells.
    """

    variables: tuple[str, ...]
    domain: Domain
    all_different: tuple[tuple[int, ...], ...]
    sums: tuple[LinearSum, ...] = ()

    def domains(self, instance: Instance) -> Mapping[int, Domain]:
        """Return the domains of the variables that the instance restricts.

        Raises:
            UsageError: An option that the problem does not have.
        """
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
        """Return the options of an assignment: `values` holds one digit for each cell."""
        size = self.domain[1]
        return tuple([size * cell + digit - 1 for cell, digit in enumerate(values)])


@dataclass(frozen=True, slots=True)
class BooleanModel:
    """One variable of value 0 or 1 for each option of an exact cover.

    A 9x9 has 729 variables and 324 groups with exactly one 1.

    Attributes:
        variables: A name for each variable: its option; then the variables of `any_of`.
        domain: Domain of a variable before anything is chosen: (0, 1).
        exactly_one: For each primary item the options that cover it; an empty group allows no solution.
        at_most_one: The same for secondary items with two or more options, and for the digits of cells that a
            constraint keeps apart.
        sums: Sums of options, each times its digit.
        between: Groups with the least and the largest number of ones, for items with multiplicities.
        any_of: Groups of options that give an item the same colour. Variable n_options + k is 1 exactly if a variable
            of any_of[k] is 1.
        nested: Whether a solution may contain another one, so that to exclude one needs all its options.
    """

    variables: tuple[str, ...]
    domain: Domain
    exactly_one: tuple[tuple[int, ...], ...]
    at_most_one: tuple[tuple[int, ...], ...]
    sums: tuple[LinearSum, ...] = ()
    between: tuple[tuple[tuple[int, ...], int, int], ...] = ()
    any_of: tuple[tuple[int, ...], ...] = ()
    nested: bool = False

    @property
    def n_options(self) -> int:
        """Number of options: the first variables."""
        return len(self.variables) - len(self.any_of)

    def domains(self, instance: Instance) -> Mapping[int, Domain]:
        """Return the domains of the variables that the instance restricts.

        Raises:
            UsageError: An option that the problem does not have.
        """
        require_options(instance, self.n_options, "this model")
        domains: dict[int, Domain] = dict.fromkeys(instance.chosen, (1, 1))
        for option in instance.forbidden:
            domains[option] = () if option in domains else (0, 0)
        return domains

    def solution(self, values: Sequence[int]) -> Solution:
        """Return the options of an assignment: `values` holds 0 or 1 for each option, and may hold more."""
        options = range(self.n_options)
        return tuple([option for option, chosen in zip(options, values, strict=False) if chosen])


CpModel = AllDifferentModel | BooleanModel
ModelName = Literal["alldifferent", "boolean"]


def model(problem: Problem, name: ModelName) -> CpModel:
    """Return the model of a name. A problem that is not a board has no cells, so it always gets Booleans."""
    if name == "boolean" or isinstance(problem, ExactCover):
        return boolean(problem)
    return all_different(problem)


@lru_cache(maxsize=64)
def all_different(problem: BoardProblem) -> AllDifferentModel:
    """Return the model in which each house is one constraint. Equal houses, as in Latin squares, give one.

    >>> from sudokubench.layout import Layout
    >>> model = all_different(Layout.standard(9))
    >>> len(model.variables), len(model.all_different)
    (81, 27)

    Raises:
        UsageError: The problem has a constraint that no model says.
    """
    differ, sums = _statements(problem)
    layout = layout_of(problem)
    groups = dict.fromkeys(
        tuple(sorted(cells))
        for cells in (*(house.cells for house in layout.houses), *differ)
        if len(cells) > 1
    )
    return AllDifferentModel(
        tuple(map(layout.cell_name, range(layout.cell_count))),
        (1, layout.size),
        tuple(groups),
        tuple(LinearSum(one.cells, (1,) * len(one.cells), one.total) for one in sums),
    )


@lru_cache(maxsize=64)
def boolean(problem: Problem) -> BooleanModel:
    """Return the model of any exact cover in which each item is one constraint.

    >>> from sudokubench.layout import Layout
    >>> model = boolean(Layout.standard(9))
    >>> len(model.variables), len(model.exactly_one), len(model.at_most_one)
    (729, 324, 0)

    Raises:
        UsageError: The problem has a constraint that no model says.
    """
    differ, sums = _statements(problem)
    cover = plain_cover(problem)
    groups = groups_of(cover)
    at_most_one = [options for options in groups.at_most_one if len(options) > 1]
    linear: list[LinearSum] = []
    if isinstance(problem, Variant):
        n = problem.layout.size
        apart = (tuple(n * cell + d for cell in sorted(cells)) for cells in differ for d in range(n))
        at_most_one += dict.fromkeys(group for group in apart if len(group) > 1)
        for one in sums:
            options = tuple(n * cell + d for cell in one.cells for d in range(n))
            linear.append(LinearSum(options, tuple(range(1, n + 1)) * len(one.cells), one.total))
    colours = tuple(f"colour {k}" for k in range(len(groups.any_of)))
    return BooleanModel(
        cover.option_names + colours, (0, 1), groups.exactly_one, tuple(at_most_one), tuple(linear),
        groups.between, groups.any_of, groups.nested,
    )  # fmt: skip


def _statements(problem: Problem) -> tuple[list[tuple[int, ...]], list[Sum]]:
    """Return the cells that constraints keep apart, and the sums."""
    reason = unsupported(problem)
    if reason is not None:
        raise UsageError(NO_MODEL.format(problem=problem, reason=reason))
    if not isinstance(problem, Variant):
        return [], []
    found, largest = [statement for _, statement in problem.statements()], problem.layout.size
    differ = [one.cells for one in found if isinstance(one, AllDifferent)]
    # Engines count in 32 or 64 bits, so a total out of reach is replaced by the nearest one out of reach.
    return differ, [
        Sum(one.cells, min(max(0, one.total), largest * len(one.cells) + 1))
        for one in found
        if isinstance(one, Sum)
    ]


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
