"""Dancing links that Python runs for the first nodes of a process; then the process loads machine code.

Loading NumPy and LLVM takes longer than solving most boards. The search is the kernel itself, see
`compiled.Kernel.interpreted`, on the same arrays. After the first nodes a search begins again in machine code.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cache

from sudokubench import kernels
from sudokubench.answer import Stop
from sudokubench.errors import UsageError
from sudokubench.kernels import words
from sudokubench.kernels.dancing import kernel

STOPS = (Stop.EXHAUSTED, Stop.LIMIT, Stop.BUDGET)
"""The reason to stop, indexed by the number that a kernel returns."""

INTERPRETED_NODES = 4_000
"""Number of nodes that Python examines in a process before it loads machine code. On 9x9 they take about 0.1 s, as
long as loading does; compiling takes seconds."""
_NODES_BESIDE = 400
"""Limit in place of `INTERPRETED_NODES` if NumPy and LLVM are loaded and files have the code: loading takes 0.015 s."""

_MOST_OPTIONS = 8192
"""Largest number of options that Python links; for more, NumPy is faster."""


class _Interpreted:
    """A count of the nodes that Python has examined in this process."""

    nodes = 0


interpreted = _Interpreted()


def counters(item: Callable[[int], int]) -> dict[str, int]:
    """Return the counters of a search by name; `item` returns a word of its control array."""
    return {
        "nodes": item(kernel.NODES), "updates": item(kernel.UPDATES),
        "choices": item(kernel.CHOICES), "branches": item(kernel.BRANCHES),
        "nogood_hits": item(kernel.HITS), "nogoods": item(kernel.STORED),
    }  # fmt: skip


def refuse_unknown(ids: Sequence[int], n_options: int) -> None:
    """Raise a UsageError about options that do not exist."""
    raise UsageError(words.OPTIONS_OUTSIDE.format(least=min(ids), most=max(ids), last=n_options - 1))


class InterpretedLinks:
    """A search with the methods of `CoverSearch`, run by Python: smallest item first, without nogoods or a seed."""

    structure = "links"

    def __init__(self, n_items: int, n_primary: int, options: Sequence[Sequence[int]]) -> None:
        """Link a cover; arguments as in `Matrix.of`."""
        longest = max(map(len, options), default=1)
        shift = (longest - 1).bit_length()
        headers = len(options) << shift
        total = headers + n_items + 1
        item = array("I", [n_items]) * total
        up, down = array("I", range(total)), array("I", range(total))
        last, sizes = list(range(headers, total)), [0] * (n_items + 1)
        for option, items in enumerate(options):
            for node, one in enumerate(items, option << shift):
                item[node] = one
                above = last[one]
                up[node], down[above] = above, node
                last[one] = node
                sizes[one] += 1
        for header, node in enumerate(last, headers):
            up[header], down[node] = node, header
        primaries = array("I", (sum(one < n_primary for one in items) for items in options))
        bits = n_items.bit_length()
        # Signed: each hidden node of padding lowers the key of the dummy item, even below 0.
        keys = array("q", ((size << bits) + one for one, size in enumerate(sizes)))
        keys[n_items] = int(kernel.COVERED)
        control = array("q", bytes(8 * (kernel.PROFILE + 2 * n_items + 2)))
        constants = n_items, n_primary, len(options), shift, longest, total, 1 << bits
        control[: kernel.UNIT + 1] = array("q", constants)
        control[kernel.RULE], control[kernel.PHASE] = kernel.SMALLEST, kernel.DONE
        work = array("I", bytes(4 * (3 * total + 5 * (n_items + 2))))
        self._arrays = [memoryview(one) for one in (item + primaries + up + down, work, keys + keys, control)]
        self._control = control
        self.n_options, self.width, self.found = len(options), n_items + 1, 0

    @staticmethod
    def suits(options: Sequence[Sequence[int]]) -> bool:
        """Return whether Python may begin to search these options: few options, and few nodes examined so far."""
        return _may_examine() and len(options) <= _MOST_OPTIONS

    @property
    def interprets(self) -> bool:
        """Whether Python may examine further nodes."""
        return _may_examine()

    def start(
        self, chosen: Sequence[int] = (), forbidden: Sequence[int] = (), seed: int | None = None
    ) -> None:
        """Begin a search, see `CoverSearch.start`; `seed` must be None."""
        assert seed is None
        if kernel.start.interpreted(*self._arrays, chosen, forbidden, None):
            refuse_unknown([*chosen, *forbidden], self.n_options)

    def buffer(self, rows: int) -> memoryview:
        """Return memory for solutions."""
        return memoryview(bytearray(4 * rows * self.width)).cast("I", (rows, self.width))

    def solutions(self, out: memoryview) -> list[tuple[int, ...]]:
        """Return the solutions that the last `advance` has written."""
        flat = out.cast("B").cast("I")
        begins = range(0, min(self.found * self.width, len(flat)), self.width)
        return [tuple(flat[begin + 1 : begin + 1 + flat[begin]]) for begin in begins]

    def advance(
        self, max_solutions: int | None = None, max_nodes: int | None = None, out: memoryview | None = None
    ) -> Stop:
        """Continue the search, see `CoverSearch.advance`."""
        control = self._control
        before, nodes = control[kernel.FOUND], control[kernel.NODES]
        most = _share() - interpreted.nodes
        stop = kernel.advance.interpreted(
            *self._arrays,
            None,
            () if out is None else out,
            kernel.UNBOUNDED if max_solutions is None else max_solutions,
            most if max_nodes is None else min(most, max_nodes),
        )
        interpreted.nodes += control[kernel.NODES] - nodes
        self.found = control[kernel.FOUND] - before
        return STOPS[stop]

    @property
    def nodes(self) -> int:
        """Number of partial covers examined since the start."""
        return self._control[kernel.NODES]

    def counters(self) -> dict[str, int]:
        """Return the counters by name."""
        return counters(self._control.__getitem__)


def _may_examine() -> bool:
    return kernels.interprets_first and interpreted.nodes < _share()


def _share() -> int:
    """Return the number of nodes that Python may examine in this process."""
    is_loaded = "sudokubench.kernels.machine_code" in sys.modules
    return min(_NODES_BESIDE, INTERPRETED_NODES) if is_loaded and _is_kept() else INTERPRETED_NODES


@cache
def _is_kept() -> bool:
    return bool(kernel.start.is_kept and kernel.advance.is_kept)
