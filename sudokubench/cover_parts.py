"""Check and number the names and options of an exact cover that comes from a caller, a matrix or a file."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from math import inf, isfinite
from numbers import Integral, Real
from operator import eq, index
from typing import Any, NamedTuple

from sudokubench import core_words
from sudokubench.errors import UsageError, as_list, is_whole, require_kind, suggestion
from sudokubench.words import Words

Multiplicity = Mapping[Any, int | tuple[int, int]]
Costs = Mapping[Any, float] | Sequence[float]

MOST_TIMES = 10**9
"""Largest number in a multiplicity."""
_MOST_SUGGESTED = 2_000


class OptionFault(UsageError):
    """The error of one option of a cover; the attribute `option` is the index of this option in the list."""

    def __init__(self, message: Words, option: int) -> None:
        super().__init__(message)
        self.option = option


class Parts(NamedTuple):
    """The checked parts of an exact cover, as the attributes of `ExactCover`."""

    items: tuple[str, ...]
    primary: int
    options: tuple[tuple[int, ...], ...]
    option_names: tuple[str, ...]
    labels: tuple[Hashable, ...]
    colours: tuple[tuple[int, ...], ...]
    colour_names: tuple[str, ...]
    bounds: tuple[tuple[int, int], ...]
    costs: tuple[float, ...]


def checked(
    options: Iterable[tuple[Hashable, Iterable[Hashable]]],
    primary: Iterable[Hashable],
    secondary: Iterable[Hashable],
    multiplicity: Multiplicity | None,
    costs: Costs,
    *,
    complete: bool = False,
) -> Parts:
    """Return the checked parts of a cover. See the function `cover` for the rules.

    Args:
        options: The name and the items of each option.
        primary: The first primary items, in order.
        secondary: The secondary items.
        multiplicity: For some primary items the number of options that cover them.
        costs: The costs of the options, in their order or by name.
        complete: Whether `primary` and `secondary` together name each item once. If not, they may repeat an item, and
            items that are in neither are primary.

    Raises:
        OptionFault: An option is not allowed.
        UsageError: Something else is not allowed.
    """
    spelled = _Spelled(primary, secondary, complete)
    labels: list[Hashable] = []
    rows: list[Any] = []
    for option, items in options:
        labels.append(option)
        rows.append(spelled.numbers(option, items, len(rows)))
    names, n_primary = spelled.names(), len(spelled.primary)
    key, colours = spelled.keys()
    n_colours = len(colours)
    painted = []
    for k, row in enumerate(rows):
        keys = sorted(map(key.__getitem__, row))
        held = keys
        if n_colours > 1:  # else a key is an item
            held = [number // n_colours for number in keys]
            painted.append(tuple([number % n_colours for number in keys]))
        if not held or held[0] >= n_primary:
            raise OptionFault(core_words.NO_PRIMARY_ITEM.format(option=_called(labels[k])), k)
        if any(map(eq, held, held[1:])):
            twice = next(item for item in held if held.count(item) > 1)
            raise OptionFault(
                core_words.ITEM_REPEATED.format(option=_called(labels[k]), item=names[twice]), k
            )
        rows[k] = tuple(held)
    return Parts(
        names,
        n_primary,
        tuple(rows),
        tuple(map(text_of, labels)),
        () if all(isinstance(label, str) for label in labels) else tuple(labels),
        tuple(painted),
        colours if n_colours > 1 else (),
        _bounds({} if multiplicity is None else multiplicity, spelled.primary),
        _costs(costs, labels),
    )


class _Spelled:
    """The items as the options spell them, such as `x`, or `x:A` with a colour; each spelling gets a number."""

    def __init__(self, primary: Iterable[Hashable], secondary: Iterable[Hashable], complete: bool) -> None:
        listed = as_list("primary", primary), as_list("secondary", secondary)
        try:
            self.primary, self._last = map(dict.fromkeys, listed)
        except TypeError:  # a name that cannot be a key of a dict
            odd = next(item for items in listed for item in items if not isinstance(item, Hashable))
            raise UsageError(core_words.BAD_NAME.format(name=repr(odd))) from None
        if named_twice := self.primary.keys() & self._last.keys():
            raise UsageError(core_words.TWO_KINDS.format(items=", ".join(map(str, named_twice))))
        self._complete = complete
        if complete and len(self.primary) + len(self._last) < sum(map(len, listed)):
            twice = next(item for items in listed for item in items if items.count(item) > 1)
            raise UsageError(core_words.ITEM_TWICE.format(item=twice))
        self._texts = {text_of(item): item for item in self._last}
        self._meant: list[tuple[Hashable, str]] = [(item, "") for item in (*self.primary, *self._last)]
        self._number = {item: k for k, (item, _) in enumerate(self._meant)}

    def numbers(self, option: Hashable, items: Iterable[Hashable], place: int) -> tuple[int, ...]:
        """Return for each item of an option the number of its spelling; a new spelling gets the next number."""
        try:
            held = tuple(items)
            try:
                return tuple(map(self._number.__getitem__, held))
            except KeyError:
                for item in held:
                    if item not in self._number:
                        self._add(item, option, place)
                return tuple(map(self._number.__getitem__, held))
        except TypeError:
            raise OptionFault(
                core_words.NO_ITEMS.format(option=repr(option), items=repr(items)), place
            ) from None

    def _add(self, item: Hashable, option: Hashable, place: int) -> None:
        whole, colour = _of_colour(item, self._texts)
        if whole and (colour or not self._complete):
            meant = self._texts[whole], text_of(colour)
        elif not self._complete:
            self.primary[item] = None
            meant = item, ""
        else:
            whole, colour = _of_colour(item, self.primary)
            if colour:
                message = core_words.ONLY_SECONDARY.format(option=_called(option), item=whole, colour=colour)
                raise OptionFault(message, place)
            known = map(str, self._number)
            close = suggestion(str(item), known) if len(self._number) <= _MOST_SUGGESTED else ""
            raise OptionFault(
                core_words.UNKNOWN_ITEM.format(option=_called(option), item=item, close=close), place
            )
        self._number[item] = len(self._meant)
        self._meant.append(meant)

    def names(self) -> tuple[str, ...]:
        """Return the names of the items as texts, primary items first.

        Raises:
            UsageError: A name is not allowed, two names are the same, or an item looks like a colour of another item.
        """
        texts = dict[str, Hashable]()
        for item in (*self.primary, *self._last):
            if (text := text_of(item)) in texts:
                raise UsageError(
                    core_words.SAME_TEXT.format(one=repr(texts[text]), other=repr(item), text=text)
                )
            texts[text] = item
        for text in texts:
            if whole := _of_colour(text, texts)[0]:
                raise UsageError(core_words.COLOURED.format(item=text, whole=whole))
        return tuple(texts)

    def keys(self) -> tuple[list[int], tuple[str, ...]]:
        """Return a key for each spelling (item * number of colours + colour), and the names of the colours."""
        place = {item: k for k, item in enumerate((*self.primary, *self._last))}
        colours = {colour: k for k, colour in enumerate(dict.fromkeys(["", *(c for _, c in self._meant)]))}
        return [place[item] * len(colours) + colours[colour] for item, colour in self._meant], tuple(colours)


def _of_colour(item: Hashable, known: Container[Hashable]) -> tuple[str, str]:
    """Return the known item and the colour that a text such as `x:A` names; two empty texts if it names neither."""
    text = item if isinstance(item, str) and ":" in item else ""
    ends = (place for place, sign in enumerate(text) if sign == ":")  # a name may have colons, too
    return next(((text[:end], text[end + 1 :]) for end in ends if text[:end] in known), ("", ""))


def _bounds(multiplicity: Multiplicity, primary: Iterable[Hashable]) -> tuple[tuple[int, int], ...]:
    """Return the least and the largest number of options that cover each primary item; () if all are covered once."""
    require_kind("multiplicity", multiplicity, Mapping, core_words.A_DICT)
    bounds = dict.fromkeys(primary, (1, 1))
    for item, asked in multiplicity.items():
        if item not in bounds:
            raise UsageError(
                core_words.NOT_PRIMARY.format(item=item, close=suggestion(str(item), map(str, bounds)))
            )
        pair = asked if isinstance(asked, Sequence) else (asked, asked)
        try:
            low, high = map(index, pair)
        except (TypeError, ValueError):
            low, high = 1, 0
        if not 0 <= low <= high <= MOST_TIMES or bool in map(type, pair):
            raise UsageError(core_words.BAD_MULTIPLICITY.format(item=item, asked=asked, most=MOST_TIMES))
        bounds[item] = low, high
    return tuple(bounds.values()) if any(times != (1, 1) for times in bounds.values()) else ()


def _costs(costs: Mapping[Any, Any] | Sequence[Any], options: Sequence[Hashable]) -> tuple[float, ...]:
    """Return the cost of each option; () if there are no costs."""
    if isinstance(costs, Mapping):
        if unknown := costs.keys() - set(options):
            raise UsageError(core_words.NO_SUCH_COST.format(option=min(map(str, unknown))))
        costs = [costs.get(option, 0) for option in options]
    each = as_list("costs", costs)
    if each and len(each) != len(options):
        raise UsageError(core_words.OTHER_COSTS.format(costs=len(each), options=len(options)))
    if not any(each) and {*map(type, each)} <= {int}:  # fast for many options without costs
        return ()
    found = [cost_of(option, cost) for option, cost in zip(options, each, strict=False)]
    return tuple(found) if any(found) else ()


def cost_of(option: Hashable, cost: Any) -> float:
    """Return a cost as a whole number or a float; refuse any value that is not a finite number."""
    try:
        if not isinstance(cost, bool) and isinstance(cost, Real) and isfinite(cost):
            return int(cost) if isinstance(cost, Integral) else float(cost)
    except OverflowError:  # a whole number beyond 10^308
        pass
    raise UsageError(core_words.BAD_COST.format(option=option, cost=cost))


def text_of(name: object) -> str:
    """Return a name as text. Refuse an empty name or a line break, which would damage files.

    Raises:
        UsageError: The name is not a printable text, a whole number or a tuple of these.
    """
    if isinstance(name, str):
        text = name
    elif isinstance(name, tuple):
        text = f"({', '.join(map(text_of, name))})"
    elif is_whole(name, -inf, inf) and not isinstance(name, bool):
        text = str(index(name))
    else:
        text = ""
    if not text or not text.isprintable():
        raise UsageError(core_words.BAD_NAME.format(name=repr(name)))
    return text


def _called(option: Hashable) -> str:
    name = repr(option)
    return name if len(name) <= 62 else f"{name[:58]}...{name[-1]}"
