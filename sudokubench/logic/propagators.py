"""Propagators: arc consistency and generalised arc consistency. They count their support checks.

AC-3: A. Mackworth, Consistency in networks of relations (1977). AC-2001: C. Bessiere, J.-C. Regin, Refining the basic
constraint propagation algorithm (2001). GAC of AllDifferent by matching: J.-C. Regin, A filtering algorithm for
constraints of difference in CSPs (1994). A 9x9 has 810 pairs of peers, so 1,620 arcs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sudokubench.logic.geometry import bits_of, board_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step


@dataclass(frozen=True, slots=True)
class Propagation:
    """The state after a propagator, and the counters. A propagator places nothing.

    Attributes:
        checks: Number of tests whether one value supports another.
        revisions: Number of revisions of an arc or a house.
    """

    grid: CandidateGrid
    checks: int
    revisions: int


def _propagation(grid: CandidateGrid, masks: list[int], checks: int, revisions: int) -> Propagation:
    n = grid.geometry.size
    gone = [n * c + d for c, mask in enumerate(masks) for d in bits_of(grid.cells[c] & ~mask)]
    return Propagation(grid.apply((), gone), checks, revisions)


def arc_consistent(grid: CandidateGrid, *, remembers: bool) -> Propagation:
    """Apply arc consistency of "peers differ": remove a value if some peer has no other value (AC-3).

    With `remembers`, begin each test at the last support of its arc and value (AC-2001).
    """
    masks = list(grid.cells)
    peers = grid.geometry.layout.peers
    queue = deque((cell, peer) for cell in range(len(masks)) for peer in peers[cell])
    waiting = set(queue)
    last: dict[tuple[int, int, int], int] = {}
    checks = revisions = 0
    while queue:
        arc = queue.popleft()
        waiting.discard(arc)
        cell, peer = arc
        revisions += 1
        kept = 0
        for d in bits_of(masks[cell]):
            support = last.get((cell, d, peer), -1)
            if support >= 0 and masks[peer] >> support & 1:
                kept |= 1 << d
                continue
            for e in bits_of(masks[peer] >> support + 1):
                checks += 1
                if e + support + 1 != d:
                    kept |= 1 << d
                    if remembers:
                        last[cell, d, peer] = e + support + 1
                    break
        if kept != masks[cell]:
            masks[cell] = kept
            if not kept:
                break
            for other in peers[cell]:
                if other != peer and (other, cell) not in waiting:
                    waiting.add((other, cell))
                    queue.append((other, cell))
    return _propagation(grid, masks, checks, revisions)


def gac(grid: CandidateGrid) -> Propagation:
    """Apply generalised arc consistency to every house: keep a value only if a matching of the house uses it.

    A house with a cell for each digit is a permutation, so this covers naked and hidden subsets of every size.
    """
    masks = list(grid.cells)
    layout = grid.geometry.layout
    queue = deque(range(len(layout.houses)))
    waiting = set(queue)
    checks = revisions = 0
    while queue:
        house = queue.popleft()
        waiting.discard(house)
        revisions += 1
        cells = layout.houses[house].cells
        kept, looked = _supported([masks[cell] for cell in cells], layout.size)
        checks += looked
        if kept is None:
            for cell in cells:
                masks[cell] = 0
            break
        for cell, mask in zip(cells, kept, strict=True):
            if mask != masks[cell]:
                masks[cell] = mask
                for other in layout.houses_of[cell]:
                    if other not in waiting and other != house:
                        waiting.add(other)
                        queue.append(other)
    return _propagation(grid, masks, checks, revisions)


def _supported(masks: list[int], size: int) -> tuple[list[int] | None, int]:
    """Return the digits that each cell has in complete matchings, and the number of checks.

    Without a complete matching, return None in place of the digits.
    """
    owner = [-1] * size  # the cell to which each digit is matched
    checks = 0

    def augment(cell: int, seen: int) -> tuple[bool, int]:
        nonlocal checks
        for d in bits_of(masks[cell]):
            if seen >> d & 1:
                continue
            checks += 1
            seen |= 1 << d
            free = owner[d] < 0
            if not free:
                free, seen = augment(owner[d], seen)
            if free:
                owner[d] = cell
                return True, seen
        return False, seen

    for cell in range(len(masks)):
        if not augment(cell, 0)[0]:
            return None, checks
    matched = {cell: d for d, cell in enumerate(owner) if cell >= 0}
    # Graph on digits with an edge d -> e if the cell matched to d may take e. Some matching uses an edge if the edge is
    # matched, if it is in a cycle (same component), or if it is on a path that ends in a free digit.
    successors = [masks[cell] & ~(1 << d) if cell >= 0 else 0 for d, cell in enumerate(owner)]
    component = _components(successors)
    ends_free = _reaching([d for d, cell in enumerate(owner) if cell < 0], successors)
    kept = []
    for cell, mask in enumerate(masks):
        own = matched[cell]
        good = 1 << own
        for e in bits_of(mask & ~good):
            checks += 1
            if component[e] == component[own] or ends_free >> e & 1:
                good |= 1 << e
        kept.append(good)
    return kept, checks


def _reaching(targets: list[int], successors: list[int]) -> int:
    """Return the mask of the nodes from which a target can be reached, including the targets."""
    reached, more = 0, board_of(targets)
    while more != reached:
        reached, more = more, more | board_of(d for d, mask in enumerate(successors) if mask & more)
    return reached


def _components(successors: list[int]) -> list[int]:
    """Return for each node the smallest node of its strongly connected component."""
    size = len(successors)
    reach = [1 << d | successors[d] for d in range(size)]
    for k in range(size):
        for i in range(size):
            if reach[i] >> k & 1:
                reach[i] |= reach[k]
    return [min(j for j in range(size) if reach[i] >> j & 1 and reach[j] >> i & 1) for i in range(size)]


PROPAGATORS: dict[str, Callable[[CandidateGrid], Propagation]] = {
    "ac3": partial(arc_consistent, remembers=False), "ac2001": partial(arc_consistent, remembers=True), "gac": gac,
}  # fmt: skip
"""The propagators by name. Each is sound and contractive. Without contradictions it is monotone and idempotent."""


def as_rule(name: str) -> Rule:
    """Return a propagator as a rule. Its step has all eliminations and cites all cells and houses."""

    def find(grid: CandidateGrid) -> tuple[Step, ...]:
        after = PROPAGATORS[name](grid).grid
        gone = tuple(option for option in grid.options() if not after.has(option))
        digits = tuple(sorted({option % grid.geometry.size + 1 for option in gone}))
        return (Step(name, digits, (), gone, tuple(grid.geometry.exact_items)),) if gone else ()

    return Rule(name, find, 0.0, 0, __doc__ or "", monotone=True)
