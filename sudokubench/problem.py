"""What can be opened and searched: a layout, a layout with constraints, any other exact cover; and instances of them.

Exact cover: choose options so that every primary item is covered exactly once and every secondary item at most once.
(Older words: columns and rows of a matrix. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Any, NamedTuple, Self

from sudokubench.constraints import Constraint
from sudokubench.errors import UsageError, did_you_mean
from sudokubench.layout import SYMBOL_SETS, Layout


class _Settled(NamedTuple):
    chosen: tuple[int, ...]
    forbidden: tuple[int, ...]


class Instance(_Settled):
    """What is settled in advance of a problem: small and picklable, and a tuple, which nobody can change.

    Attributes:
        chosen: Ids of the options that every solution must hold, ascending.
        forbidden: Ids of the options that no solution may hold, ascending.

    Ids in another order, or named twice, are put in order: engines rely on it.

    Raises:
        UsageError: An id is no whole number.
    """

    __slots__ = ()

    def __new__(cls, chosen: Iterable[int] = (), forbidden: Iterable[int] = ()) -> Self:
        """Put in order what is settled."""
        ascending = []
        for name, options in (("chosen", chosen), ("forbidden", forbidden)):
            try:
                ascending.append(tuple(sorted(set(map(index, options)))))
            except TypeError:
                raise UsageError(
                    f"{name}={options!r}: it takes ids of options, which are whole numbers"
                ) from None
        return super().__new__(cls, *ascending)

    @classmethod
    def ascending(cls, chosen: tuple[int, ...], forbidden: tuple[int, ...] = ()) -> Self:
        """The same without a look at ids that ascend: the look costs 2 % of the time of a board."""
        return tuple.__new__(cls, (chosen, forbidden))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).ascending, (self.chosen, self.forbidden)


@dataclass(frozen=True, eq=False)
class ExactCover:
    """An exact cover problem. Two of them are equal only if they are the same object.

    Attributes:
        name: How people call it, such as `tromino:9`.
        items: Names of the items, the primary ones first.
        primary: Number of primary items.
        options: For each option the indices of its items, ascending.
        option_names: A readable name for each option.
        auxiliary: Number of options at the end that only help to say the others, such as the fillings of a cage: they
            follow from the others, instances do not name them and solutions leave them out.
    """

    name: str
    items: tuple[str, ...]
    primary: int
    options: tuple[tuple[int, ...], ...]
    option_names: tuple[str, ...]
    auxiliary: int = 0

    @property
    def n_options(self) -> int:
        """Number of options that instances and solutions speak of: those with the ids from 0 to n_options - 1."""
        return len(self.options) - self.auxiliary

    @cached_property
    def options_of(self) -> tuple[tuple[int, ...], ...]:
        """For each item the ids of the options that cover it, ascending."""
        of: list[list[int]] = [[] for _ in self.items]
        for option, items in enumerate(self.options):
            for item in items:
                of[item].append(option)
        return tuple(map(tuple, of))

    @cached_property
    def _masks(self) -> tuple[int, ...]:
        """For each option a number with a bit for each of its items."""
        return tuple(sum(1 << item for item in items) for items in self.options)

    def fault(self, solution: Sequence[int], instance: Instance) -> str | None:
        """Why these options do not solve an instance, or None if they do. It asks no engine."""
        masks, covered = self._masks, 0
        for option in solution:
            if not 0 <= option < len(masks):
                return f"there is no option {option}"
            if covered & masks[option]:
                return f"{self.option_names[option]} covers an item that is covered already"
            covered |= masks[option]
        if ~covered & ((1 << self.primary) - 1):
            first = next(i for i in range(self.primary) if not covered >> i & 1)
            return f"the item {self.items[first]} is not covered"
        chosen = set(solution)
        if not chosen.issuperset(instance.chosen):
            first = next(o for o in instance.chosen if o not in chosen)
            return f"{self.option_names[first]} was given and is not kept"
        if instance.forbidden and not chosen.isdisjoint(instance.forbidden):
            first = next(o for o in instance.forbidden if o in chosen)
            return f"{self.option_names[first]} is forbidden"
        return None

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<ExactCover {self.name}: {len(self.options)} options x {len(self.items)} items>"


def require_options(instance: Instance, n_options: int, name: str) -> None:
    """Refuse an instance with options that there are not: some solvers abort the process on them.

    Raises:
        UsageError: The first option that is not in 0 .. n_options - 1.
    """
    for named in (instance.chosen, instance.forbidden):
        if named and not (min(named) >= 0 and max(named) < n_options):
            option = next(option for option in named if not 0 <= option < n_options)
            raise UsageError(f"there is no option {option}: {name} has the options 0 to {n_options - 1}")


@dataclass(frozen=True, slots=True)
class Variant:
    """A layout with constraints: what a board with rules besides its houses opens.

    Attributes:
        layout: The layout.
        constraints: At least one; kept in one order and without repetition, so that equal variants compare equal.

    Raises:
        UsageError: There is no constraint, or one that cannot be put onto this layout.
    """

    layout: Layout
    constraints: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        if not self.constraints:
            raise UsageError("a variant without constraints is its layout: use the layout itself")
        for constraint in self.constraints:
            reason = constraint.refuse(self.layout)
            if reason is not None:
                raise UsageError(f"{constraint.kind} on {self.layout}: {reason}")
        once = dict.fromkeys(self.constraints)
        ordered = sorted(once, key=lambda c: (c.kind, json.dumps(c.to_json(), sort_keys=True)))
        object.__setattr__(self, "constraints", tuple(ordered))

    @property
    def name(self) -> str:
        """Such as `9x9+anti-knight`, where layout and constraints are said by names alone; else empty."""
        if not self.layout.name or not all(constraint.named for constraint in self.constraints):
            return ""
        return "+".join([self.layout.name, *(constraint.kind for constraint in self.constraints)])

    def statements(self) -> Iterator[tuple[Constraint, Any]]:
        """What the constraints say, each statement with its constraint."""
        for constraint in self.constraints:
            for statement in constraint.statements(self.layout):
                yield constraint, statement

    def fault(self, digits: Sequence[int]) -> str | None:
        """What a filled grid does against the constraints, or None. It asks no engine, and does not look at houses."""
        return next((fault for c in self.constraints if (fault := c.fault(self.layout, digits))), None)

    def __str__(self) -> str:
        counts = Counter(constraint.kind for constraint in self.constraints)
        kinds = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        return self.name or f"{self.layout} with constraints: {kinds}"


BoardProblem = Layout | Variant
"""What a board opens: its layout, or its layout with its constraints."""

Problem = BoardProblem | ExactCover
"""What a backend can open. A layout, too, is an exact cover; a variant is one as far as its statements can be said."""


def with_constraints(layout: Layout, constraints: Iterable[Constraint]) -> BoardProblem:
    """The layout itself where there are no constraints."""
    found = tuple(constraints)
    return Variant(layout, found) if found else layout


def in_symbols(problem: BoardProblem, symbols: str) -> BoardProblem:
    """The same rules, written in symbols of one's own, or of `SYMBOL_SETS`.

    Raises:
        UsageError: They are not as many different letters or digits as it takes.
    """
    try:
        layout = layout_of(problem).in_symbols(symbols)
    except UsageError as error:
        close = did_you_mean(symbols, SYMBOL_SETS) or f"; by name there are {', '.join(SYMBOL_SETS)}"
        raise UsageError(f"{error}{close}") from None
    return with_constraints(layout, problem.constraints if isinstance(problem, Variant) else ())


def layout_of(problem: BoardProblem) -> Layout:
    """The layout of what a board opens."""
    return problem.layout if isinstance(problem, Variant) else problem


def same_rules(one: BoardProblem, other: BoardProblem) -> bool:
    """Whether they differ in nothing but the symbols that they are written in."""

    def rules(problem: BoardProblem) -> tuple[object, ...]:
        layout = layout_of(problem)
        return layout.boxes, layout.extra, problem.constraints if isinstance(problem, Variant) else ()

    return rules(one) == rules(other)


def not_understood(problem: Problem, statements: Collection[type]) -> str | None:
    """The refusal of whoever understands statements of these types only: the first constraint that says something else.

    >>> from sudokubench.constraints import AllDifferent, Killer
    >>> not_understood(Variant(Layout.standard(4), (Killer((0, 1), 5),)), {AllDifferent})
    'it does not understand the killer cage R1C1 R1C2 = 5 (Sum)'
    """
    if isinstance(problem, Variant):
        for constraint, statement in problem.statements():
            if type(statement) not in statements:
                name = constraint.describe(problem.layout)
                return f"it does not understand {name} ({type(statement).__name__})"
    return None


def refuse_constraints(problem: Problem, who: str) -> None:
    """For those that know houses only.

    Raises:
        UsageError: The problem has constraints; the first one is named.
    """
    if isinstance(problem, Variant):
        name = problem.constraints[0].describe(problem.layout)
        raise UsageError(f"{who} knows no rules besides houses, and this board has {name}")


def cover(
    options: Iterable[tuple[str, Iterable[str]]],
    *,
    primary: Iterable[str] = (),
    secondary: Iterable[str] = (),
    name: str = "exact cover",
) -> ExactCover:
    """An exact cover from named options; every item that is not secondary is primary, in order of appearance.

    Args:
        options: The name and the items of each option.
        primary: Primary items that come first, or that no option covers, so that there is no solution.
        secondary: Items to be covered at most once.
        name: How people call it.

    >>> knuth = cover([("A", "12"), ("B", "23"), ("C", "34"), ("D", "15"), ("E", "5"), ("F", "2")])
    >>> knuth
    <ExactCover exact cover: 6 options x 5 items>

    Raises:
        UsageError: An option names an item twice, or has no primary item: it would be in no solution and in
            any, and engines would count differently. An item is both primary and secondary.
    """
    named = [(option, tuple(items)) for option, items in options]
    last = dict.fromkeys(secondary)
    first = dict.fromkeys([*primary, *(item for _, items in named for item in items if item not in last)])
    if not last.keys().isdisjoint(first):
        raise UsageError(f"{', '.join(last.keys() & first)}: an item is primary or secondary, not both")
    index = {item: i for i, item in enumerate([*first, *last])}
    for option, items in named:
        if first.keys().isdisjoint(items) or len(set(items)) != len(items):
            raise UsageError(
                f"option {option!r} covers {', '.join(items) or 'nothing'}: "
                "it needs one primary item or more, and each item once"
            )
    return ExactCover(
        name,
        tuple(index),
        len(first),
        tuple(tuple(sorted(index[item] for item in items)) for _, items in named),
        tuple(option for option, _ in named),
    )
