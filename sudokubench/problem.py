"""What can be opened and searched: a layout, any other exact cover, and instances of them.

Exact cover: choose options so that every primary item is covered exactly once and every secondary item at most once.
(Older words: columns and rows of a matrix. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from sudokubench.errors import UsageError
from sudokubench.layout import Layout


@dataclass(frozen=True, slots=True)
class Instance:
    """What is settled in advance of a problem: small and picklable.

    Attributes:
        chosen: Ids of the options that every solution must hold, ascending.
        forbidden: Ids of the options that no solution may hold, ascending.
    """

    chosen: tuple[int, ...] = ()
    forbidden: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class ExactCover:
    """An exact cover problem. Two of them are equal only if they are the same object.

    Attributes:
        name: How people call it, such as `tromino:9`.
        items: Names of the items, the primary ones first.
        primary: Number of primary items.
        options: For each option the indices of its items, ascending.
        option_names: A readable name for each option.
    """

    name: str
    items: tuple[str, ...]
    primary: int
    options: tuple[tuple[int, ...], ...]
    option_names: tuple[str, ...]

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


Problem = Layout | ExactCover
"""What a backend can open: a layout (which is a cover and has houses besides), or any other exact cover."""


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
