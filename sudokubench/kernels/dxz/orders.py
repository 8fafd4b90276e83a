"""Find orders in which to cover the items of an exact cover, so that few items are open at a time.

Two items are neighbours if they have a common option. The turn of an item opens its neighbours; an item is open until
its own turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np

_MOST_PAIRS = 4_000_000
"""Largest number of pairs of items, summed over the options, for which neighbours are listed. This takes a few
seconds."""
_MOST_OPEN = 256
"""Largest number of open items in King's order; with more, the items keep their own order."""


def frontier(
    n_items: int, n_primary: int, options: Sequence[Sequence[int]], further: Iterable[Sequence[int]] = ()
) -> tuple[Sequence[int], int]:
    """Return the narrowest order of the primary items, and its width.

    The candidates are `frontier_order`, the order of the items' numbers, and the orders in `further`. A secondary item
    is open from the first to the last option with it, so the primary items of these options are neighbours.
    """
    linked: list[set[int]] = [set() for _ in range(n_primary, n_items)]
    for items in options:
        for item in items:
            if item >= n_primary:
                linked[item - n_primary].update(other for other in items if other < n_primary)
    orders = [frontier_order(n_primary, [*options, *linked]), range(n_primary), *further]
    widths = [width(n_items, n_primary, options, order) for order in orders]
    best = min(widths)
    return orders[widths.index(best)], best


def frontier_order(n_primary: int, options: Sequence[Collection[int]]) -> list[int]:
    """Return an order of the primary items that keeps the number of open items small.

    Ian P. King, An automatic reordering scheme for simultaneous equations (1970): the next item is the open item that
    opens the fewest others. Among equal items it is the item that opened first, so that a grid is covered along its
    shorter side. Items without neighbours come first. If there are too many neighbours or open items, all items keep
    their own order.
    """
    if sum(len(items) ** 2 for items in options) > _MOST_PAIRS:
        return list(range(n_primary))
    near: list[set[int]] = [set() for _ in range(n_primary)]
    for items in options:
        primary = [item for item in items if item < n_primary]
        for item in primary:
            near[item].update(primary)
    fresh = [len(some) for some in near]  # number of neighbours that are not open, including the item itself
    order: list[int] = []
    opened: dict[int, None] = {}
    seen = [False] * n_primary

    def see(item: int) -> None:
        seen[item] = True
        opened[item] = None
        for other in near[item]:
            fresh[other] -= 1

    for start in sorted(range(n_primary), key=lambda item: (len(near[item]), item)):
        if seen[start]:
            continue
        see(start)
        while opened:
            # Finding the best item would take long, and a wider order is of little use.
            if len(opened) > _MOST_OPEN:
                return list(range(n_primary))
            item = min(opened, key=fresh.__getitem__)
            del opened[item]
            order.append(item)
            for other in sorted(near[item]):
                if not seen[other]:
                    see(other)
    return order


def width(n_items: int, n_primary: int, options: Sequence[Sequence[int]], order: Sequence[int]) -> int:
    """Return the largest number of open items in an order."""
    place = {item: at for at, item in enumerate(order)}
    begin, end = [n_primary] * n_items, [-1] * n_items
    for item, at in place.items():
        end[item] = at
    for items in options:
        first = min((place[item] for item in items if item < n_primary), default=n_primary)
        for item in items:
            begin[item] = min(begin[item], first)
            if item >= n_primary:
                end[item] = max(end[item], first)
    change = np.zeros(n_primary + 2, np.int64)
    for b, e in zip(begin, end, strict=True):
        if e > b:
            change[b + 1] += 1
            change[e + 1] -= 1
    return int(change.cumsum().max(initial=0))
