"""Limited search: rules to their fixpoint, then a trial value, and so on; complete, and told as steps.

Only rules that follow from the houses are used, so every solution is found. A failed trial is minimised to a nogood:
trials that cannot hold together. Once all but one of them hold, the last is ruled out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import log
from typing import Literal

from sudokubench.board import Instance
from sudokubench.layout import Layout
from sudokubench.logic.engine import apply_all
from sudokubench.logic.geometry import bits_of, geometry_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.registry import rule_named
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step

Branching = Literal["mrv", "domwdeg", "entropy", "gain", "first"]
"""Which cell is tried: the fewest candidates; fewest candidates per failure weight; the smallest entropy by search
history; the largest information gain of a trial; simply the first."""
Ties = Literal["first", "degree", "weights", "drop"]
"""Among equal cells: the first; most empty peers; largest failure weights; largest expected drop of entropy."""

SETS: dict[str, tuple[str, ...]] = {
    "singles": ("full_house", "naked_single", "hidden_single_box", "hidden_single_line"),
    "locked": ("full_house", "naked_single", "hidden_single_box", "hidden_single_line", "pointing", "claiming"),
    "subsets": (
        "full_house", "naked_single", "hidden_single_box", "hidden_single_line", "pointing", "claiming", "naked_pair",
        "hidden_pair", "naked_triple", "hidden_triple",
    ),
}  # fmt: skip
"""Rules by the name of a set; all of them monotone, so the fixpoint does not depend on their order."""

_MOST_NOGOODS = 2000


@dataclass(slots=True)
class Statistics:
    """What a search has counted.

    Attributes:
        nodes: States brought to their fixpoint.
        choices: States in which two or more values were tried.
        children: Values tried in those.
        failures: States that contradict themselves.
        deepest: Largest number of trials that held at once.
        nogoods, nogood_hits: Nogoods kept, and eliminations by them.
        eliminations: Candidates that rules eliminated.
    """

    nodes: int = 0
    choices: int = 0
    children: int = 0
    failures: int = 0
    deepest: int = 0
    nogoods: int = 0
    nogood_hits: int = 0
    eliminations: int = 0


@dataclass(slots=True)
class LimitedSearch:
    """A search of the solutions of a state.

    Attributes:
        rules: Monotone rules that do not rely on a single solution, in order.
        branching, ties: How a cell is chosen.
        use_nogoods: Whether failures are minimised and remembered.
        told: Where steps are noted, trials included, if anybody wants them.
    """

    rules: tuple[Rule, ...]
    branching: Branching = "mrv"
    ties: Ties = "degree"
    use_nogoods: bool = True
    told: list[Step] | None = None
    statistics: Statistics = field(default_factory=Statistics)
    _weights: dict[int, float] = field(default_factory=dict)
    _kept: dict[int, int] = field(default_factory=dict)
    _nogoods: list[frozenset[int]] = field(default_factory=list)

    def solutions(self, start: CandidateGrid, must_stop: Callable[[int], bool]) -> Iterator[CandidateGrid]:
        """All full states below `start`, depth first. `must_stop` is asked at every node with their number."""
        stack: list[tuple[CandidateGrid, tuple[int, ...]]] = [(start, ())]
        while stack:
            if must_stop(self.statistics.nodes):
                return
            grid, trials = stack.pop()
            self.statistics.deepest = max(self.statistics.deepest, len(trials))
            if trials and self.told is not None:
                option = trials[-1]
                cell, d = divmod(option, grid.geometry.size)
                self.told.append(
                    Step(
                        "branch",
                        (d + 1,),
                        (option,),
                        (),
                        (cell,),
                        (("single", (option,)),),
                        depth=len(trials),
                    )
                )
            closed = self.fixpoint(grid, trials)
            self.statistics.nodes += 1
            if closed is None:
                self.statistics.failures += 1
                if self.use_nogoods and len(trials) > 1:
                    self._learn(start, trials)
                continue
            if closed.is_full:
                yield closed
                continue
            cell = self._choose(closed)
            options = [closed.geometry.size * cell + d for d in bits_of(closed.cells[cell])]
            for option in options:
                self._kept[option] = self._kept.get(option, 0) + 1
            self.statistics.choices += 1
            self.statistics.children += len(options)
            for option in reversed(options):
                stack.append((closed.apply((option,)), (*trials, option)))

    def fixpoint(self, grid: CandidateGrid, trials: tuple[int, ...] = ()) -> CandidateGrid | None:
        """The state that the rules and nogoods lead to; None if it contradicts itself."""
        while True:
            if grid.with_few()[0]:
                self._blame(grid)
                return None
            if grid.is_full:
                return None if grid.contradiction() else grid
            hit = self._by_nogood(grid)
            if hit is not None:
                grid = hit
                continue
            for rule in self.rules:
                steps = tuple(rule.find(grid))
                if steps:
                    self.statistics.eliminations += sum(len(step.eliminated) for step in steps)
                    if self.told is not None:
                        self.told.extend(replace(step, depth=len(trials)) for step in steps)
                    grid = apply_all(grid, steps)
                    break
            else:
                if grid.contradiction():
                    self._blame(grid)
                    return None
                return grid

    def _by_nogood(self, grid: CandidateGrid) -> CandidateGrid | None:
        """The state without a candidate that some nogood rules out; None if there is none."""
        n, placed = grid.geometry.size, grid.placed
        for nogood in self._nogoods:
            open_options = []
            for option in nogood:
                cell, d = divmod(option, n)
                here = grid.boards[d] >> cell & 1
                if not here:
                    break  # one of its trials is false: it says nothing
                if not placed >> cell & 1:
                    open_options.append(option)
                    if len(open_options) > 1:
                        break
            else:
                self.statistics.nogood_hits += 1
                return grid.apply((), open_options or list(nogood)[:1])
        return None

    def _learn(self, start: CandidateGrid, trials: tuple[int, ...]) -> None:
        """Drop trials as long as the rest fails without choices; keep what remains if it is smaller."""
        kept = list(trials)
        for option in trials[:-1]:
            rest = [other for other in kept if other != option]
            if self._fails(start, rest):
                kept = rest
        if len(kept) < len(trials) and len(self._nogoods) < _MOST_NOGOODS:
            self._nogoods.append(frozenset(kept))
            self.statistics.nogoods += 1

    def _fails(self, start: CandidateGrid, trials: list[int]) -> bool:
        grid = start
        for option in trials:
            if not grid.has(option):
                return True
            grid = grid.apply((option,))
        while True:
            if grid.with_few()[0]:
                return True
            for rule in self.rules:
                steps = tuple(rule.find(grid))
                if steps:
                    grid = apply_all(grid, steps)
                    break
            else:
                return grid.contradiction() is not None

    # -- the choice of a cell -----------------------------------------------------------------------------------

    def _blame(self, grid: CandidateGrid) -> None:
        """Raise the failure weight of the houses of an item that has no option left."""
        geometry = grid.geometry
        empty = grid.with_few()[0]
        if empty:
            for cell in bits_of(empty):
                for house in geometry.houses_of[cell]:
                    self._weights[house] = self._weights.get(house, 0) + 1
            return
        for board in grid.boards:
            for house, cells in geometry.whole_boards:
                if not board & cells:
                    self._weights[house] = self._weights.get(house, 0) + 1

    def _weight(self, grid: CandidateGrid, cell: int) -> float:
        return 1 + sum(self._weights.get(house, 0) for house in grid.geometry.houses_of[cell])

    def _choose(self, grid: CandidateGrid) -> int:
        masks = grid.cells
        cells = bits_of(grid.unplaced)
        if self.branching == "first":
            return cells[0]
        if self.branching == "gain":
            fewest = min(masks[cell].bit_count() for cell in cells)
            near = [cell for cell in cells if masks[cell].bit_count() <= max(3, fewest)]
            return max(near, key=lambda cell: (self._drop(grid, cell), -cell))
        value: Callable[[int], float]
        if self.branching == "mrv":
            value = lambda cell: masks[cell].bit_count()  # noqa: E731  # three keys side by side read best
        elif self.branching == "domwdeg":
            value = lambda cell: masks[cell].bit_count() / self._weight(grid, cell)  # noqa: E731
        else:
            value = lambda cell: self._history_entropy(grid, cell)  # noqa: E731
        values = {cell: value(cell) for cell in cells}
        least = min(values.values())
        tied = [cell for cell in cells if values[cell] <= least + 1e-12]
        if len(tied) == 1 or self.ties == "first":
            return tied[0]
        if self.ties == "degree":
            free, peers = grid.unplaced, grid.geometry.peers
            return max(tied, key=lambda cell: ((peers[cell] & free).bit_count(), -cell))
        if self.ties == "weights":
            return max(tied, key=lambda cell: (self._weight(grid, cell), -cell))
        return max(tied[:6], key=lambda cell: (self._drop(grid, cell), -cell))

    def _history_entropy(self, grid: CandidateGrid, cell: int) -> float:
        """Entropy of a cell whose values weigh as often as propagation has kept them so far."""
        n = grid.geometry.size
        weights = [1 + self._kept.get(n * cell + d, 0) for d in bits_of(grid.cells[cell])]
        total = sum(weights)
        return -sum(w / total * log(w / total) for w in weights)

    def _drop(self, grid: CandidateGrid, cell: int) -> float:
        """Mean entropy that a trial in the cell removes once singles have been followed."""
        n = grid.geometry.size
        before = grid.entropy()
        drops = []
        for d in bits_of(grid.cells[cell]):
            state = grid.apply((n * cell + d,))
            singles = state.with_few()[1] & state.unplaced
            if singles:
                options = [n * c + e for c in bits_of(singles) for e in bits_of(state.cells[c])]
                state = state.apply(options)
            drops.append(before - state.entropy())
        return sum(drops) / len(drops)


def start_of(layout: Layout, instance: Instance) -> CandidateGrid | None:
    """The state of an instance; None if two of its chosen options exclude each other or one is forbidden."""
    geometry = geometry_of(layout)
    grid = CandidateGrid(geometry, (geometry.all_cells,) * geometry.size, 0)
    if instance.forbidden:
        grid = grid.apply((), instance.forbidden)
    for option in instance.chosen:
        if not grid.has(option):
            return None
        grid = grid.apply((option,))
    return CandidateGrid(geometry, grid.boards, grid.placed)


def rules_of(name: str) -> tuple[Rule, ...]:
    """The rules of a set of `SETS`."""
    return tuple(rule_named(rule) for rule in SETS[name])
