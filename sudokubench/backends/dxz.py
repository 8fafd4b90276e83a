"""Dancing with decision diagrams: count exact covers with a memo on the remaining items (`kernels.dxz`)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, Engine, EngineSession, Search
from sudokubench.backends.words import DXZ_MEMORY
from sudokubench.encodings import exact_cover
from sudokubench.encodings.exact_cover import conditions, cover_of, remaining
from sudokubench.errors import UsageError
from sudokubench.problem import Colours, ExactCover, Instance, Problem
from sudokubench.words import Words

WIDEST = 64
"""Largest width of an order (items that are open at a time, see `kernels.dxz.orders`) that `order=auto` uses."""

NARROW = 48
"""Largest width of an order with which `count` tries `dxz`: see docs/background/diagrams.md."""

_SHOWN_ONE_BY_ONE = 10_000
"""Limit up to which even a search for the count alone finds the solutions one by one."""


@dataclass(frozen=True, slots=True)
class Dxz(Backend):
    """Backend `dxz`. Its nodes are states: sets of items that remain.

    Attributes:
        order: How the next item is chosen. `frontier`: in a fixed order with few open items. `fewest`: the item with
            the fewest options left. `auto`: `frontier` if at most 64 items are open at a time, else `fewest`.
        memory: Largest memory of states and edges, in MB; when this is full, the search ends with `Stop.MEMORY`.
    """

    order: Literal["auto", "frontier", "fewest"] = "auto"
    memory: int = 1024

    kind: ClassVar[str] = "decision diagram"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = exact_cover.STATEMENTS | {Colours}

    def __post_init__(self) -> None:
        if self.memory < 1:
            raise UsageError(DXZ_MEMORY.format(memory=self.memory))

    def unsupported(self, problem: Problem) -> Words | None:
        """Return why a problem is refused: multiplicities, or a constraint with too many combinations. Else None."""
        return exact_cover.unsupported(problem, self.statements)

    def open(self, problem: Problem) -> EngineSession:
        """Find an order of the items; the first call on a machine may also compile the kernel."""
        return EngineSession(problem, DxzEngine(self, problem))


@lru_cache(maxsize=16)
def order_of(cover: ExactCover) -> tuple[tuple[int, ...], int]:
    """Return the narrowest of a few orders of the primary items, and its width."""
    from sudokubench.kernels.dxz.orders import frontier
    from sudokubench.layout import places

    at = places(cover.items[: cover.primary])
    columns = [sorted(at, key=lambda item: at[item][::-1])] if len(at) == cover.primary else []
    n, options, _ = conditions(cover)
    order, width = frontier(n, cover.primary, options, columns)
    return tuple(order), width


def fixed_order(cover: ExactCover, order: str) -> tuple[int, ...] | None:
    """Return the fixed order of items for a value of `order`; None to choose the item with the fewest options."""
    if order == "fewest":
        return None
    places, width = order_of(cover)
    return None if order == "auto" and width > WIDEST else places


def is_narrow(puzzle: object) -> bool:
    """Return whether a puzzle is an exact cover that `dxz` supports, with an order of width at most `NARROW`."""
    if not isinstance(puzzle, ExactCover) or Dxz().unsupported(puzzle) is not None:
        return False
    return order_of(puzzle)[1] <= NARROW


class DxzEngine(Engine):
    """A problem and an order of its items. Each search builds states for the items that its instance leaves open."""

    def __init__(self, backend: Dxz, problem: Problem) -> None:
        from sudokubench.kernels import dxz

        self._make, self._most_bytes = dxz.Construction, backend.memory << 20
        self._cover = cover_of(problem)
        self._order = fixed_order(self._cover, backend.order)
        for order in ((0,), None):  # compile now, so that no search pays for it
            list(dxz.Construction(1, 1, [(0,)], order).run(self._most_bytes, True))

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int]:
        """Enumerate solutions depth first, or count them in layers; see `Engine`."""
        search.enter("encode")
        left = remaining(self._cover, instance, self._order)
        if left is None:
            return
        ids, n_items, n_primary, options, order, needs = left
        try:
            states = self._make(n_items, n_primary, options, order, needs)
        except MemoryError:
            search.out_of_memory()
            return
        try:
            search.enter("solve")
            if not search.counting or (search.limit is not None and search.limit <= _SHOWN_ONE_BY_ONE):
                for path in states.walk(self._most_bytes):
                    if path is None:
                        if search.must_stop(states.states):
                            return
                        continue
                    search.enter("wait")
                    yield tuple(sorted([*instance.chosen, *(ids[option] for option in path)]))
                    search.enter("solve")
                    if search.counting and search.limit is None:
                        break
                else:
                    return
            for reached in states.run(self._most_bytes, False):
                if search.must_stop(reached):
                    return
            assert states.count is not None
            further, wanted = states.count - search.count, search.wanted()
            search.enter("wait")
            if further:
                yield further if wanted is None else min(further, wanted)
        except MemoryError:
            search.out_of_memory()
        finally:
            search.stats |= {"nodes": states.states, "frontier": int(order is not None)}
            search.stats["peak_bytes"] = states.peak_bytes
