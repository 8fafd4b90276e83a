"""Problems that can be opened and searched (a layout, a layout with constraints, any exact cover), and their instances.

Exact cover: choose options so that every primary item is covered exactly once and every secondary item at most once.
(Older words: columns and rows of a matrix. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from operator import index
from typing import Any, NamedTuple, Self

from sudokubench.constraints import Constraint
from sudokubench.errors import UsageError, suggestion
from sudokubench.layout import SYMBOL_SETS, Layout
from sudokubench.words import (
    BAD_NAME,
    COLOURED,
    KNOWS_ONLY_HOUSES,
    NO_CONSTRAINTS,
    NO_ITEMS,
    NO_OPTION,
    NO_SUCH_CONSTRAINT,
    NOT_OPTIONS,
    NOT_UNDERSTOOD,
    NOTHING,
    OPTION_ITEMS,
    SAME_TEXT,
    SYMBOLS_BY_NAME,
    TWO_KINDS,
    Words,
)


class _Settled(NamedTuple):
    chosen: tuple[int, ...]
    forbidden: tuple[int, ...]


class Instance(_Settled):
    """The chosen and forbidden options of a problem: small, picklable, and a tuple, so that no caller can change it.

    Attributes:
        chosen: Ids of the options that every solution must hold, ascending.
        forbidden: Ids of the options that no solution may hold, ascending.

    Ids are sorted and repetitions are removed: engines rely on it.

    Raises:
        UsageError: An id is not a whole number.
    """

    __slots__ = ()

    def __new__(cls, chosen: Iterable[int] = (), forbidden: Iterable[int] = ()) -> Self:
        """Sort the ids and remove repetitions."""
        ascending = []
        for name, options in (("chosen", chosen), ("forbidden", forbidden)):
            try:
                ascending.append(tuple(sorted(set(map(index, options)))))
            except TypeError:
                raise UsageError(NOT_OPTIONS.format(name=name, value=options)) from None
        return super().__new__(cls, *ascending)

    @classmethod
    def ascending(cls, chosen: tuple[int, ...], forbidden: tuple[int, ...] = ()) -> Self:
        """Return an instance from ids that are already ascending, unchecked: the check costs 2 % of a board's time."""
        return tuple.__new__(cls, (chosen, forbidden))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).ascending, (self.chosen, self.forbidden)


@dataclass(frozen=True, eq=False)
class ExactCover:
    """An exact cover problem. Two problems are equal only if they are the same object.

    Attributes:
        name: Its name for people, such as `tromino:9`.
        items: Names of the items, the primary ones first.
        primary: Number of primary items.
        options: For each option the indices of its items, ascending.
        option_names: A readable name for each option.
        auxiliary: Number of options at the end that only help to express the others, such as the fillings of a cage.
            They follow from the others; instances do not name them and solutions do not contain them.
        labels: The names of the options as the caller gave them, if one of them is not a text; else empty.
    """

    name: str
    items: tuple[str, ...]
    primary: int
    options: tuple[tuple[int, ...], ...]
    option_names: tuple[str, ...]
    auxiliary: int = 0
    labels: tuple[Hashable, ...] = ()

    @classmethod
    def from_options(
        cls,
        options: Mapping[Any, Iterable[Hashable]] | Iterable[Iterable[Hashable]],
        *,
        primary: Iterable[Hashable] = (),
        secondary: Iterable[Hashable] = (),
        name: str = "exact cover",
    ) -> ExactCover:
        """Return an exact cover from its options. `solve`, `count` and others also take such options as they are.

        Args:
            options: For each option, by its name, its items; or a list of options, whose names are 0, 1, 2 and so on.
                Names are texts, whole numbers or tuples of these.
            primary: Primary items that come first. An item that no option covers makes the problem unsolvable.
            secondary: Items that may be covered at most once. All others are primary: covered exactly once.
            name: Its name for people.

        Raises:
            UsageError: As of `cover`.

        >>> from sudokubench import solve
        >>> solve(ExactCover.from_options({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6],
        ...                                "E": [2, 3, 6, 7], "F": [2, 7]})).solution
        ('B', 'D', 'F')
        """
        named = options.items() if isinstance(options, Mapping) else enumerate(options)
        return cover(named, primary=primary, secondary=secondary, name=name)

    def named(self, options: Iterable[int]) -> tuple[Any, ...]:
        """Return the names of some options, as the caller gave them."""
        names = self.labels or self.option_names
        return tuple(names[option] for option in options)

    @cached_property
    def id(self) -> str:
        """16 hexadecimal digits of the SHA-256 of the content: items, primary ones, options. Names of options, and of
        the whole, do not count, so equal ids mean the same problem.
        """
        content = [self.items, self.primary, self.options, self.auxiliary]
        return sha256(json.dumps(content, default=str).encode()).hexdigest()[:16]

    @property
    def n_options(self) -> int:
        """Number of options of instances and solutions: those with the ids from 0 to n_options - 1."""
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
        """Return why these options do not solve an instance, or None if they do. No engine is used."""
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


def id_by_name(name: str) -> str:
    """Return the id that versions up to 1.0 gave a cover: a hash of its name, which different covers may share."""
    return sha256(name.encode()).hexdigest()[:16]


def require_options(instance: Instance, n_options: int, name: str) -> None:
    """Refuse an instance with options that do not exist: some solvers abort the process on them.

    Raises:
        UsageError: An option is not in 0 .. n_options - 1; the message names the first one.
    """
    for named in (instance.chosen, instance.forbidden):
        if named and not (min(named) >= 0 and max(named) < n_options):
            option = next(option for option in named if not 0 <= option < n_options)
            raise UsageError(NO_OPTION.format(option=option, name=name, last=n_options - 1))


@dataclass(frozen=True, slots=True)
class Variant:
    """A layout with constraints: the problem of a board with rules beside its houses.

    Attributes:
        layout: The layout.
        constraints: At least one; kept in one order and without repetition, so that equal variants compare equal.

    Raises:
        UsageError: There is no constraint, or a constraint does not fit this layout.
    """

    layout: Layout
    constraints: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        if not self.constraints:
            raise UsageError(NO_CONSTRAINTS)
        for constraint in self.constraints:
            reason = constraint.refuse(self.layout)
            if reason is not None:
                raise UsageError(
                    NO_SUCH_CONSTRAINT.format(kind=constraint.kind, layout=self.layout, reason=reason)
                )
        once = dict.fromkeys(self.constraints)
        ordered = sorted(once, key=lambda c: (c.kind, json.dumps(c.to_json(), sort_keys=True)))
        object.__setattr__(self, "constraints", tuple(ordered))

    @property
    def name(self) -> str:
        """A name such as `9x9+anti-knight`, if names are enough for layout and constraints; else empty."""
        if not self.layout.name or not all(constraint.named for constraint in self.constraints):
            return ""
        return "+".join([self.layout.name, *(constraint.kind for constraint in self.constraints)])

    def statements(self) -> Iterator[tuple[Constraint, Any]]:
        """Yield the statements of the constraints, each with its constraint."""
        for constraint in self.constraints:
            for statement in constraint.statements(self.layout):
                yield constraint, statement

    def fault(self, digits: Sequence[int]) -> str | None:
        """Return how a filled grid breaks a constraint, or None. No engine is used, and houses are not checked."""
        return next((fault for c in self.constraints if (fault := c.fault(self.layout, digits))), None)

    def __str__(self) -> str:
        counts = Counter(constraint.kind for constraint in self.constraints)
        kinds = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        return self.name or f"{self.layout} with constraints: {kinds}"


BoardProblem = Layout | Variant
"""The problem of a board: its layout, or its layout with its constraints."""

Problem = BoardProblem | ExactCover
"""A problem that a backend can open. A layout is also an exact cover; a variant is one if its statements allow it."""


def with_constraints(layout: Layout, constraints: Iterable[Constraint]) -> BoardProblem:
    """Return the layout with constraints, or the layout itself if there are no constraints."""
    found = tuple(constraints)
    return Variant(layout, found) if found else layout


def in_symbols(problem: BoardProblem, symbols: str) -> BoardProblem:
    """Return the same rules, written in the given symbols, or in symbols of `SYMBOL_SETS`.

    Raises:
        UsageError: The symbols are not the needed number of different letters or digits.
    """
    try:
        layout = layout_of(problem).in_symbols(symbols)
    except UsageError as error:
        close = suggestion(symbols, SYMBOL_SETS)
        known = SYMBOLS_BY_NAME.format(names=", ".join(SYMBOL_SETS))
        message = error.words + (close if close.en else known)
        raise UsageError(message) from None
    return with_constraints(layout, problem.constraints if isinstance(problem, Variant) else ())


def layout_of(problem: BoardProblem) -> Layout:
    """Return the layout of a board's problem."""
    return problem.layout if isinstance(problem, Variant) else problem


def same_rules(one: BoardProblem, other: BoardProblem) -> bool:
    """Return whether two problems differ only in their symbols."""

    def rules(problem: BoardProblem) -> tuple[object, ...]:
        layout = layout_of(problem)
        return layout.boxes, layout.extra, problem.constraints if isinstance(problem, Variant) else ()

    return rules(one) == rules(other)


def not_understood(problem: Problem, statements: Collection[type]) -> Words | None:
    """Return the refusal of a caller that understands only these types of statements, or None.

    The refusal names the first constraint that makes another statement.

    >>> from sudokubench.constraints import AllDifferent, Killer
    >>> print(not_understood(Variant(Layout.standard(4), (Killer((0, 1), 5),)), {AllDifferent}))
    it does not understand the killer cage R1C1 R1C2 = 5 (Sum)
    """
    if isinstance(problem, Variant):
        for constraint, statement in problem.statements():
            if type(statement) not in statements:
                name = constraint.describe(problem.layout)
                return NOT_UNDERSTOOD.format(constraint=name, statement=type(statement).__name__)
    return None


def refuse_constraints(problem: Problem, actor: Words) -> None:
    """Refuse constraints, for an actor that knows only houses, such as a certificate.

    Raises:
        UsageError: The problem has constraints; the message names the first one.
    """
    if isinstance(problem, Variant):
        name = problem.constraints[0].describe(problem.layout)
        raise UsageError(KNOWS_ONLY_HOUSES.format(actor=actor, constraint=name))


def cover(
    options: Iterable[tuple[Hashable, Iterable[Hashable]]],
    *,
    primary: Iterable[Hashable] = (),
    secondary: Iterable[Hashable] = (),
    name: str = "exact cover",
) -> ExactCover:
    """Return an exact cover from named options; every item that is not secondary is primary, in order of appearance.

    Args:
        options: The name and the items of each option.
        primary: Primary items that come first. An item that no option covers makes the problem unsolvable.
        secondary: Items that may be covered at most once.
        name: Its name for people.

    >>> knuth = cover([("A", "12"), ("B", "23"), ("C", "34"), ("D", "15"), ("E", "5"), ("F", "2")])
    >>> knuth
    <ExactCover exact cover: 6 options x 5 items>

    Raises:
        UsageError: An option names an item twice. An option has no primary item: solutions with and without it would
            both be valid, and engines would count differently. An item is both primary and secondary. A name is empty,
            or not a printable text, a whole number or a tuple of these; or two items have the same name as texts.
    """
    named = [(option, _items_of(option, items)) for option, items in options]
    last = dict.fromkeys(secondary)
    first = dict.fromkeys([*primary, *(item for _, items in named for item in items if item not in last)])
    if not last.keys().isdisjoint(first):
        raise UsageError(TWO_KINDS.format(items=", ".join(map(str, last.keys() & first))))
    index = {item: i for i, item in enumerate([*first, *last])}
    texts = dict[str, Hashable]()
    for item in index:
        if texts.setdefault(text := _text_of(item), item) is not item:
            raise UsageError(SAME_TEXT.format(one=repr(texts[text]), other=repr(item), text=text))
    for text in texts:
        if ":" in text and (whole := text.partition(":")[0]) in texts:
            raise UsageError(COLOURED.format(item=text, whole=whole))
    for option, items in named:
        if first.keys().isdisjoint(items) or len(set(items)) != len(items):
            raise UsageError(OPTION_ITEMS.format(option=option, items=", ".join(map(str, items)) or NOTHING))
    return ExactCover(
        _text_of(name),
        tuple(texts),
        len(first),
        tuple(tuple(sorted(index[item] for item in items)) for _, items in named),
        tuple(_text_of(option) for option, _ in named),
        labels=() if all(isinstance(o, str) for o, _ in named) else tuple(option for option, _ in named),
    )


def _items_of(option: Hashable, items: Iterable[Hashable]) -> tuple[Hashable, ...]:
    try:
        hash(found := tuple(items))
    except TypeError:
        raise UsageError(NO_ITEMS.format(option=repr(option), items=repr(items))) from None
    return found


def _text_of(name: object) -> str:
    """Return a name as text; a line break or an empty name would damage the files that hold it.

    Raises:
        UsageError: It is not a printable text, a whole number or a tuple of these.
    """
    if isinstance(name, str):
        text = name
    elif isinstance(name, tuple):
        text = f"({', '.join(map(_text_of, name))})"
    elif hasattr(name, "__index__") and not isinstance(name, bool):
        text = str(index(name))
    else:
        text = ""
    if not text or not text.isprintable():
        raise UsageError(BAD_NAME.format(name=repr(name)))
    return text
