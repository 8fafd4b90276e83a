"""Problems that can be opened and searched (a layout, a layout with constraints, any exact cover), and their instances.

Exact cover: choose options so that every primary item is covered exactly once and every secondary item at most once.
(Older words: columns and rows of a matrix. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.)

Two rules extend this. Colours (Knuth's XCC): several options may cover a secondary item if they all give it the same
colour. An option that gives the item no colour excludes all others. Multiplicities (MCC): from `low` to `high` options
cover a primary item, instead of exactly one. A solution is a set of options: no option twice, and no order.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from sudokubench import core_words
from sudokubench.constraints import Constraint
from sudokubench.cover_parts import Costs, Multiplicity, checked, text_of
from sudokubench.errors import UsageError, as_list, printable, require_whole, suggestion, wrong_kind
from sudokubench.layout import SYMBOL_SETS, Layout, default_symbols
from sudokubench.words import Sentence, Words, listed, untranslated

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Colours:
    """A rule of exact covers that a backend may name in its `statements`: secondary items have colours."""


class Multiplicities:
    """A rule of exact covers that a backend may name in its `statements`: items are covered several times."""


class _Settled(NamedTuple):
    chosen: tuple[int, ...]
    forbidden: tuple[int, ...]


class Instance(_Settled):
    """The chosen and forbidden options of a problem: small, picklable, and a tuple, so that no caller can change it.

    Ids are sorted and repetitions are removed, because engines need this.

    Attributes:
        chosen: Ids of the options that every solution must hold, ascending.
        forbidden: Ids of the options that no solution may hold, ascending.

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
                raise UsageError(core_words.NOT_OPTIONS.format(name=name, value=options)) from None
        return super().__new__(cls, *ascending)

    @classmethod
    def ascending(cls, chosen: tuple[int, ...], forbidden: tuple[int, ...] = ()) -> Self:
        """Return an instance from ids that the caller knows to be ascending.

        The ids are not checked: the check would take 2 % of the time of a board.
        """
        return tuple.__new__(cls, (chosen, forbidden))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).ascending, (self.chosen, self.forbidden)


@dataclass(frozen=True, eq=False)
class ExactCover:
    """An exact cover problem. Two problems are equal only if they are the same object.

    Attributes:
        name: The name that people read, such as `tromino:9`.
        items: Names of the items, primary items first.
        primary: Number of primary items.
        options: For each option the indices of its items, ascending.
        option_names: A readable name for each option.
        auxiliary: Number of options at the end that only help to express the others, such as the fillings of a cage.
            They follow from the others; instances do not name them and solutions do not contain them.
        labels: The names of the options as the caller gave them, if a name is not a text; else empty.
        colours: For each option the colours of its items, parallel to `options`: an index into `colour_names`, 0 for
            none. Empty if there are no colours.
        colour_names: The names of the colours; the first is empty and means no colour.
        bounds: For each primary item the least and the largest number of options that cover it. Empty: all exactly 1.
        costs: For each option its cost; empty if there are no costs. Costs do not change the solutions.
        signs: For each option the sign that it puts into its cell. A line of text shows a solution by these signs.
            Empty unless every solution fills the cells in their order.
    """

    name: str
    items: tuple[str, ...]
    primary: int
    options: tuple[tuple[int, ...], ...]
    option_names: tuple[str, ...]
    auxiliary: int = 0
    labels: tuple[Hashable, ...] = ()
    colours: tuple[tuple[int, ...], ...] = ()
    colour_names: tuple[str, ...] = ()
    bounds: tuple[tuple[int, int], ...] = ()
    costs: tuple[float, ...] = ()
    signs: str = ""

    def __post_init__(self) -> None:
        """Refuse a name that is not a text or not printable; a line break is not printable."""
        names = (self.name, *as_list("items", self.items), *as_list("option_names", self.option_names))
        names += tuple(as_list("colour_names", self.colour_names))
        try:
            if printable(joined := "".join(names)) == joined:
                return
        except TypeError:  # a name that is not a text
            pass
        odd = next(name for name in names if not isinstance(name, str) or printable(name) != name)
        raise UsageError(core_words.BAD_NAME.format(name=repr(odd)))

    @classmethod
    def from_options(
        cls,
        options: Mapping[Any, Iterable[Hashable]] | Iterable[Iterable[Hashable]],
        *,
        primary: Iterable[Hashable] = (),
        secondary: Iterable[Hashable] = (),
        multiplicity: Multiplicity | None = None,
        costs: Costs = (),
        name: str = "exact cover",
    ) -> ExactCover:
        """Return an exact cover from its options. `solve`, `count` and other calls also take options directly.

        Args:
            options: For each option, by its name, its items; or a list of options, whose names are 0, 1, 2 and so on.
                Names are texts, whole numbers or tuples of these. `x:A` is the secondary item x in the colour A.
            primary: The first primary items, in order. An item that no option covers makes the problem unsolvable.
            secondary: Items that may be covered at most once, or several times in one colour. All others are primary:
                covered exactly once.
            multiplicity: For some primary items the number of options that cover them, or the least and the largest
                number. If an item has fewer options than the least number, the problem is unsolvable.
            costs: The costs of the options, in their order or by name; 0 for a name that is missing.
            name: The name for people.

        Raises:
            UsageError: See `cover`.

        >>> from sudokubench import solve
        >>> solve(ExactCover.from_options({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6],
        ...                                "E": [2, 3, 6, 7], "F": [2, 7]})).solution
        ('B', 'D', 'F')
        """
        try:  # a sequence need not be an Iterable, and an array of no dimension is one
            named = options.items() if isinstance(options, Mapping) else enumerate(options)
        except TypeError:
            raise wrong_kind("options", options, core_words.DICT_OR_LIST) from None
        return cover(
            named, primary=primary, secondary=secondary, multiplicity=multiplicity, costs=costs, name=name
        )

    @classmethod
    def from_matrix(
        cls,
        matrix: ArrayLike | Any,
        items: Iterable[Hashable] | None = None,
        options: Iterable[Hashable] | None = None,
        *,
        secondary: int = 0,
        multiplicity: Multiplicity | None = None,
        costs: Costs = (),
        name: str = "exact cover",
    ) -> ExactCover:
        """Return an exact cover from a matrix of zeros and ones: a row for each option, a column for each item.

        Args:
            matrix: A NumPy array or nested lists (options, items), or a sparse matrix or array of SciPy.
            items: Names of the items; by default 0, 1, 2 and so on.
            options: Names of the options; by default 0, 1, 2 and so on.
            secondary: Number of secondary items; they are the last columns.
            multiplicity: As in `from_options`.
            costs: As in `from_options`.
            name: The name for people.

        Raises:
            UsageError: The matrix has other entries or dimensions, or the names do not fit it; or see `cover`.

        >>> ExactCover.from_matrix([[1, 0, 1], [0, 1, 0]], items="abc")
        <ExactCover exact cover: 2 options x 3 items>
        """
        import numpy as np

        require_whole("secondary", secondary, 0)
        try:
            shape = np.shape(matrix)
        except ValueError:  # rows of different lengths
            shape = ()
        if len(shape) != 2:
            raise UsageError(core_words.BAD_MATRIX.format(shape=" x ".join(map(str, shape)) or "?"))
        if hasattr(matrix, "tocsr"):
            ones = matrix.tocsr(copy=True)
            ones.sum_duplicates()
            ones.eliminate_zeros()
            ones = ones.tocoo()
            owner, column, values, is_known = ones.row, ones.col, ones.data, True
        else:
            dense = np.asarray(matrix)
            owner, column = dense.nonzero()
            values = dense[owner, column]
            is_known = (
                not np.ma.is_masked(matrix) and len(owner) + np.sum(dense == 0) == dense.size
            )  # no None
        size = f"{shape[0]} x {shape[1]}"
        if not is_known or (values != 1).any():
            raise UsageError(core_words.BAD_MATRIX.format(shape=size))
        item_names = tuple(range(shape[1]) if items is None else as_list("items", items))
        labels = tuple(range(shape[0]) if options is None else as_list("options", options))
        if (len(labels), len(item_names)) != shape or secondary > shape[1]:
            named = {"options": len(labels), "items": len(item_names), "secondary": secondary}
            raise UsageError(core_words.MATRIX_NAMES.format(shape=size, **named))
        starts = np.searchsorted(owner, np.arange(shape[0] + 1)).tolist()
        held = [item_names[k] for k in column.tolist()]
        rows = (held[start:end] for start, end in pairwise(starts))
        primary, last = item_names[: shape[1] - secondary], item_names[shape[1] - secondary :]
        options = zip(labels, rows, strict=True)
        parts = checked(options, primary, last, multiplicity, costs, complete=True)
        return cls(text_of(name), **parts._asdict())

    def named(self, options: Iterable[int]) -> tuple[Any, ...]:
        """Return the names of some options, as the caller gave them."""
        names = self.labels or self.option_names
        return tuple(names[option] for option in options)

    @cached_property
    def id(self) -> str:
        """16 hexadecimal digits of the SHA-256 of items, primary items, options, colours, multiplicities and costs.

        Problems that differ only in the names of the options or of the problem have the same id.
        """
        from hashlib import sha256

        content = [self.items, self.primary, self.options, self.auxiliary]
        colours = [[self.colour_names[colour] for colour in row] for row in self.colours]
        further = colours, self.bounds, self.costs
        if any(further):  # a plain cover keeps the id that earlier versions gave it
            content.append(further)
        return sha256(json.dumps(content, default=str).encode()).hexdigest()[:16]

    @property
    def n_options(self) -> int:
        """Number of options that are not auxiliary: an `Instance` and a solution use only these, with ids from 0."""
        return len(self.options) - self.auxiliary

    def coloured(self, option: int) -> Iterable[tuple[int, int]]:
        """Return the items of an option, each with its colour: an index into `colour_names`, 0 for no colour."""
        items = self.options[option]
        return zip(items, self.colours[option] if self.colours else (0,) * len(items), strict=True)

    def times(self, item: int) -> tuple[int, int]:
        """Return the least and the largest number of options that cover a primary item."""
        return self.bounds[item] if self.bounds else (1, 1)

    @cached_property
    def options_of(self) -> tuple[tuple[int, ...], ...]:
        """For each item the ids of the options that cover it, ascending."""
        of: list[list[int]] = [[] for _ in self.items]
        for option, items in enumerate(self.options):
            for item in items:
                of[item].append(option)
        return tuple(map(tuple, of))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """For each option a number with a bit for each of its items."""
        return tuple(sum(1 << item for item in items) for items in self.options)

    def fault(self, solution: Sequence[int], instance: Instance) -> str | None:
        """Return why these options do not solve an instance, or None if they do. The check uses no engine."""
        if self.colours or self.bounds:
            fault = self._fault_of_rules(solution)
            return self._fault_of_instance(solution, instance) if fault is None else fault
        masks, covered = self.masks, 0
        for option in solution:
            if not 0 <= option < len(masks):
                return Sentence(core_words.OPTION_MISSING.format(option=option))
            if covered & masks[option]:
                return Sentence(core_words.COVERED_ALREADY.format(option=self.option_names[option]))
            covered |= masks[option]
        if ~covered & ((1 << self.primary) - 1):
            first = next(i for i in range(self.primary) if not covered >> i & 1)
            return Sentence(core_words.NOT_COVERED.format(item=self.items[first]))
        return self._fault_of_instance(solution, instance)

    def _fault_of_rules(self, solution: Sequence[int]) -> str | None:
        """Return how a solution breaks the rules of a cover with colours or multiplicities; None if it does not."""
        times = [0] * len(self.items)
        colour_of: dict[int, int] = {}
        for place, option in enumerate(solution):
            if not 0 <= option < len(self.options):
                return Sentence(core_words.OPTION_MISSING.format(option=option))
            if option in solution[:place]:
                return Sentence(core_words.OPTION_TWICE.format(option=self.option_names[option]))
            for item, colour in self.coloured(option):
                times[item] += 1
                if item >= self.primary and times[item] > 1 and not colour_of[item] == colour > 0:
                    other = core_words.OTHER_COLOUR.format(
                        option=self.option_names[option], item=self.items[item]
                    )
                    return Sentence(other)
                colour_of[item] = colour
        for item in range(self.primary):
            low, high = self.times(item)
            if not low <= times[item] <= high:
                named = self.items[item]
                return Sentence(
                    core_words.TIMES_COVERED.format(item=named, times=times[item], low=low, high=high)
                )
        return None

    def _fault_of_instance(self, solution: Sequence[int], instance: Instance) -> str | None:
        chosen = set(solution)
        if not chosen.issuperset(instance.chosen):
            first = next(o for o in instance.chosen if o not in chosen)
            return Sentence(core_words.NOT_KEPT.format(option=self.option_names[first]))
        if instance.forbidden and not chosen.isdisjoint(instance.forbidden):
            first = next(o for o in instance.forbidden if o in chosen)
            return Sentence(core_words.IS_FORBIDDEN.format(option=self.option_names[first]))
        return None

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<ExactCover {self.name}: {len(self.options)} options x {len(self.items)} items>"


def id_by_name(name: str) -> str:
    """Return the id that versions up to 1.0 gave a cover: a hash of its name. Different covers may have the same id."""
    from hashlib import sha256

    return sha256(name.encode()).hexdigest()[:16]


def require_options(instance: Instance, n_options: int, name: str) -> None:
    """Refuse an instance with options that do not exist, because some solvers abort the process on them."""
    for named in (instance.chosen, instance.forbidden):
        # The ids ascend, so checking both ends is enough.
        if named and not 0 <= named[0] <= named[-1] < n_options:
            option = next(option for option in named if not 0 <= option < n_options)
            raise UsageError(core_words.NO_OPTION.format(option=option, name=name, last=n_options - 1))


@dataclass(frozen=True, slots=True)
class Variant:
    """A layout with constraints: the problem of a board that has rules in addition to its houses.

    Attributes:
        constraints: One or more constraints, sorted and without repetition, so that equal variants compare equal.

    Raises:
        UsageError: There is no constraint, or a constraint does not fit this layout.
    """

    layout: Layout
    constraints: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        given = as_list("constraints", self.constraints)
        if not given:
            raise UsageError(core_words.NO_CONSTRAINTS)
        for constraint in given:
            if not hasattr(constraint, "refuse"):
                raise wrong_kind("constraints", given, core_words.CONSTRAINTS)
            reason = constraint.refuse(self.layout)
            if reason is not None:
                named = {"kind": constraint.kind, "layout": self.layout}
                raise UsageError(core_words.NO_SUCH_CONSTRAINT.format(**named, reason=reason))
        once = dict.fromkeys(given)
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
        """Return how a filled grid breaks a constraint, or None. This uses no engine and does not check houses."""
        return next((fault for c in self.constraints if (fault := c.fault(self.layout, digits))), None)

    @property
    def words(self) -> Words:
        """The name, or the layout with the number of constraints of each kind."""
        if self.name:
            return untranslated(self.name)
        counts = Counter(constraint.kind for constraint in self.constraints)
        kinds = listed(core_words.OF_KIND.format(n=str(n), kind=kind) for kind, n in counts.items())
        return core_words.WITH_CONSTRAINTS.format(layout=self.layout, kinds=kinds)

    def __str__(self) -> str:
        return self.name or self.words.en


BoardProblem = Layout | Variant
"""The problem of a board: its layout, or its layout with its constraints."""

Problem = BoardProblem | ExactCover
"""A problem that a backend can open. A layout is also an exact cover; a variant is one if its statements allow it."""


def with_constraints(layout: Layout, constraints: Iterable[Constraint]) -> BoardProblem:
    """Return the layout with constraints, or the layout itself if there are no constraints."""
    found = tuple(constraints)
    return Variant(layout, found) if found else layout


def in_symbols(problem: BoardProblem, symbols: str) -> BoardProblem:
    """Return the same rules with other symbols: `symbols` itself, or the set of `SYMBOL_SETS` with this name.

    Raises:
        UsageError: The symbols are not the needed number of different letters or digits, or contain 0.
    """
    try:
        layout = layout_of(problem).in_symbols(symbols)
    except UsageError as error:
        close = suggestion(symbols, SYMBOL_SETS)
        known = core_words.SYMBOLS_BY_NAME.format(names=", ".join(SYMBOL_SETS))
        message = error.words + (close if close.en else known)
        raise UsageError(message) from None
    return with_constraints(layout, constraints_of(problem))


def layout_of(problem: BoardProblem) -> Layout:
    """Return the layout of a board's problem."""
    return problem.layout if isinstance(problem, Variant) else problem


def constraints_of(problem: BoardProblem) -> tuple[Constraint, ...]:
    """Return the constraints of a board's problem; () for a layout."""
    return problem.constraints if isinstance(problem, Variant) else ()


@lru_cache(maxsize=64)
def in_standard_names(layout: Layout) -> Layout:
    """Return the layout of the same rules with default symbols, and with boxes numbered as they first occur."""
    number = {box: k for k, box in enumerate(dict.fromkeys(layout.boxes))}
    boxes = tuple(map(number.__getitem__, layout.boxes))
    return Layout(layout.size, boxes, default_symbols(layout.size), layout.extra)


def same_rules(one: BoardProblem, other: BoardProblem) -> bool:
    """Return whether two problems are equal, or differ only in their symbols or in the numbers of their boxes."""

    def rules(problem: BoardProblem) -> tuple[object, ...]:
        return in_standard_names(layout_of(problem)), constraints_of(problem)

    return one == other or rules(one) == rules(other)


def not_understood(problem: Problem, statements: Collection[type]) -> Words | None:
    """Return why a caller that understands only these types of statements refuses a problem; None if it accepts it.

    The reason names the first constraint that makes another statement. The statements of covers are colours and
    multiplicities.

    >>> from sudokubench.constraints import AllDifferent, Killer
    >>> print(not_understood(Variant(Layout.standard(4), (Killer((0, 1), 5),)), {AllDifferent}))
    it does not understand the killer cage R1C1 R1C2 = 5 (Linear)
    """
    if isinstance(problem, Variant):
        for constraint, statement in problem.statements():
            if type(statement) not in statements:
                name = constraint.describe(problem.layout)
                return core_words.NOT_UNDERSTOOD.format(constraint=name, statement=type(statement).__name__)
    for rule, description in _rules(problem):
        if rule not in statements:
            return core_words.NOT_UNDERSTOOD.format(constraint=description, statement=rule.__name__)
    return None


def _rules(problem: Problem) -> Iterator[tuple[type, Words]]:
    """Yield the rules of a cover that plain covers do not have, with their names; nothing for a board."""
    if isinstance(problem, ExactCover):
        if problem.colours:
            yield Colours, core_words.COLOURS
        if problem.bounds:
            yield Multiplicities, core_words.MULTIPLICITIES


def refuse_constraints(problem: Problem, actor: Words) -> None:
    """Refuse any problem except layouts and plain covers; the message says that `actor` knows no other problems."""
    if isinstance(problem, Variant):
        name = problem.constraints[0].describe(problem.layout)
        raise UsageError(core_words.KNOWS_ONLY_HOUSES.format(actor=actor, constraint=name))
    for _, description in _rules(problem):
        raise UsageError(core_words.KNOWS_ONLY_PLAIN.format(actor=actor, rule=description))


def cover(
    options: Iterable[tuple[Hashable, Iterable[Hashable]]],
    *,
    primary: Iterable[Hashable] = (),
    secondary: Iterable[Hashable] = (),
    multiplicity: Multiplicity | None = None,
    costs: Costs = (),
    name: str = "exact cover",
) -> ExactCover:
    """Return an exact cover from named options; every item that is not secondary is primary, in order of appearance.

    The options are pairs of a name and items, and names may repeat. For the other arguments see
    `ExactCover.from_options`.

    >>> knuth = cover([("A", "12"), ("B", "23"), ("C", "34"), ("D", "15"), ("E", "5"), ("F", "2")])
    >>> knuth
    <ExactCover exact cover: 6 options x 5 items>

    Raises:
        UsageError: An option names an item twice. An option has no primary item: solutions with and without it would
            both be valid, and engines would count differently. An item is both primary and secondary. A name is empty,
            or not a printable text, a whole number or a tuple of these; or two items have the same name as texts.
            A primary item has a colour. A multiplicity or a cost is impossible, or its name does not exist.
    """
    parts = checked(options, primary, secondary, multiplicity, costs)
    return ExactCover(text_of(name), **parts._asdict())
