"""Dancing with decision diagrams: algorithm X with a memo on the remaining items. `kernels.dxz` counts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from sys import getsizeof
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sudokubench.answer import UNLIMITED, Budget, Solution
from sudokubench.backends.algorithm_x import AlgorithmXEngine, State
from sudokubench.backends.base import Backend, Engine, EngineSession, Search
from sudokubench.backends.words import DXZ_MEMORY
from sudokubench.encodings import exact_cover
from sudokubench.encodings.exact_cover import conditions, cover_of, remaining
from sudokubench.errors import UsageError
from sudokubench.problem import Colours, ExactCover, Instance, Problem
from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.kernels.dxz import Construction

WIDEST = 64
"""Largest width of an order (items that are open at a time, see `kernels.dxz.orders`) that `order=auto` uses."""

NARROW = 48
"""Largest width of an order with which `count` tries `dxz`: see docs/background/diagrams.md."""

_SHOWN_ONE_BY_ONE = 10_000
"""Limit up to which even a search for the count alone finds the solutions one by one."""

_STATE_BYTES = 100
"""Memory for the place of a state in the memo of a `_Walk`, in bytes."""
_EDGE_BYTES = 200
"""Memory for one choice that a `_Walk` remembers, in bytes."""

_Choice = tuple[int, int | None, Any]
"""An option that a state permits; the key of the state to which it leads, None for a complete cover; and that state."""
_Begun = tuple[Callable[[Any], list[_Choice]], Any]
"""The first two arguments of `_Walk` for an instance. If its choices contradict each other, None replaces them."""


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
        """Find an order of the items."""
        return _DxzSession(problem, DxzEngine(self, problem))


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


class _DxzSession(EngineSession):
    """A session whose time limits begin after the kernel is compiled."""

    __slots__ = ()

    def search(self, instance: Instance, *, limit: int | None = None, budget: Budget = UNLIMITED) -> Search:
        """Return a new search; see `Session`. On a machine, the first search for many solutions compiles the kernel."""
        if limit is None or limit > _SHOWN_ONE_BY_ONE:
            _load_kernel()
        return super().search(instance, limit=limit, budget=budget)


@cache
def _load_kernel() -> None:
    from sudokubench.kernels.dxz import Construction

    list(Construction(1, 1, [(0,)], None).run(1 << 20, True))


class DxzEngine(Engine):
    """A problem and an order of its items. Each search builds states for the items that its instance leaves open."""

    def __init__(self, backend: Dxz, problem: Problem) -> None:
        self._most_bytes = backend.memory << 20
        self._cover = cover_of(problem)
        self._order = order = fixed_order(self._cover, backend.order)
        self._frontier = int(order is not None)
        if order is None:
            self._begin = partial(_by_fewest, AlgorithmXEngine(self._cover))
        else:
            self._begin = partial(_in_order, self._cover, order)

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int]:
        """Enumerate solutions depth first, or count them in layers; see `Engine`."""
        search.enter("encode")
        by_one = not search.counting or (search.limit is not None and search.limit <= _SHOWN_ONE_BY_ONE)
        try:
            if not by_one or (yield from self._shown(instance, search)):
                yield from self._counted(instance, search)
        except MemoryError:
            search.out_of_memory()

    def _shown(self, instance: Instance, search: Search) -> Generator[Solution, None, bool]:
        """Yield solutions while the search wants them or has a limit. Return whether there may be more."""
        if (begun := self._begin(instance)) is None:
            return False
        walk = _Walk(*begun, self._most_bytes)
        search.enter("solve")
        try:
            for path in walk.paths():
                if path is None:
                    if search.must_stop(walk.states):
                        return False
                    continue
                search.enter("wait")
                yield tuple(sorted([*instance.chosen, *path]))
                search.enter("solve")
                if search.counting and search.limit is None:
                    return True
            return False
        finally:
            search.stats |= {"nodes": walk.states, "frontier": self._frontier, "peak_bytes": 0}

    def _counted(self, instance: Instance, search: Search) -> Generator[int]:
        """Yield the number of further solutions."""
        search.enter("encode")
        if (made := construction_of(self._cover, instance, self._order)) is None:
            return
        states, walked = made[0], search.stats.get("nodes", 0)
        search.enter("solve")
        try:
            for reached in states.run(self._most_bytes, False):
                if search.must_stop(walked + reached):
                    return
            assert states.count is not None
            further, wanted = states.count - search.count, search.wanted()
            search.enter("wait")
            if further:
                yield further if wanted is None else min(further, wanted)
        finally:
            search.stats |= {"nodes": walked + states.states, "frontier": self._frontier}
            search.stats["peak_bytes"] = states.peak_bytes


def construction_of(
    cover: ExactCover, instance: Instance, order: Sequence[int] | None
) -> tuple[Construction, list[int]] | None:
    """Return the states of an instance, and the ids of its options; None if its choices contradict each other."""
    from sudokubench.kernels.dxz import Construction

    if (left := remaining(cover, instance, order)) is None:
        return None
    ids, n_items, n_primary, options, rest, needs = left
    return Construction(n_items, n_primary, options, rest, needs), ids


def _in_order(cover: ExactCover, order: Sequence[int], instance: Instance) -> _Begun | None:
    """Return `_Begun` for items in a fixed order, or None. A state is its own key."""
    if (made := construction_of(cover, instance, order)) is None:
        return None
    states, ids = made
    return lambda state: [(ids[o], child, child) for o, child in states.choices(state)], states.root


def _by_fewest(sets: AlgorithmXEngine, instance: Instance) -> _Begun | None:
    """Return `_Begun` for the item with the fewest options, or None. The possible options are the key of a state."""

    def choices(state: tuple[int, State]) -> list[_Choice]:
        item, before = state
        options, found = sets.options_of[item] & before[0], list[_Choice]()
        while options:
            option = options.bit_length() - 1
            options ^= 1 << option
            after = sets.choose(before, option)
            following = sets.smallest(after)
            if following is None:
                found.append((option, None, None))
            elif sets.options_of[following] & after[0]:
                found.append((option, after[0], (following, after)))
        return found[::-1]

    if (start := sets.after(instance)) is None:
        return None
    item = sets.smallest(start)
    return choices, None if item is None else (item, start)


@dataclass(slots=True)
class _Walk:
    """A depth-first search for covers. It tries the options of each state once, and remembers which lead to covers.

    Attributes:
        choices: Returns the choices at a state.
        root: The first state; None if it is a complete cover.
        most_bytes: Largest memory for states and choices.
        states: Number of states whose options have been tried.
    """

    choices: Callable[[Any], list[_Choice]]
    root: Any
    most_bytes: int
    states: int = 0
    _held: int = 0

    def paths(self) -> Iterator[tuple[int, ...] | None]:
        """Yield the covers one by one, as option ids; and None after each state whose options were tried.

        Raises:
            MemoryError: The states do not fit into `most_bytes`.
        """
        if self.root is None:
            yield ()
            return
        # For each state, the choices that lead to a cover; none until all its choices are tried.
        known: dict[int, Sequence[_Choice]] = {0: ()}
        path, covers = list[int](), 0
        choices: Sequence[_Choice] = self._tried(0, self.root)
        yield None
        stack = [(0, choices, iter(choices), covers)]
        while stack:
            key, choices, left, before = stack[-1]
            for option, child, state in left:
                if child is None:
                    covers += 1
                    yield *path, option
                    continue
                if (below := known.get(child)) is None:
                    below, known[child] = self._tried(child, state), ()
                    yield None
                if below:
                    path.append(option)
                    stack.append((child, below, iter(below), covers))
                    break
            else:
                stack.pop()
                if covers > before and not known[key]:
                    known[key] = [(o, to, None) for o, to, _ in choices if to is None or known[to]]
                self._held += _EDGE_BYTES * (len(known[key]) - len(choices))
                if path:
                    path.pop()

    def _tried(self, key: int, state: Any) -> list[_Choice]:
        found = self.choices(state)
        self.states += 1
        self._held += _STATE_BYTES + getsizeof(key) + _EDGE_BYTES * len(found)
        if self._held > self.most_bytes:
            raise MemoryError
        return found
