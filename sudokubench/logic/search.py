"""Limited search: apply rules to their fixpoint, then try a value, and repeat. The search is complete and notes steps.

It uses no rules that rely on a single solution, so it finds every solution. If asked, it minimises each failure to a
nogood: a set of trials that cannot all hold. If all but one of these trials hold, the last one is ruled out.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import log

from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, ask, limited
from sudokubench.layout import Layout
from sudokubench.logic.closure import Closing, closing
from sudokubench.logic.engine import SolutionPath, next_round
from sudokubench.logic.geometry import bits_of, geometry_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.propagators import PROPAGATORS, as_rule
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import rule_named
from sudokubench.logic.search_settings import SETS, Branching, Items, Ties
from sudokubench.logic.search_steps import Choice, Notes
from sudokubench.logic.step import Step, options_at
from sudokubench.logic.step_parts import NOGOOD
from sudokubench.logic.trace import Ending, Trace
from sudokubench.problem import Instance

_MOST_NOGOODS = 2000
"""Largest number of nogoods that a search stores."""


@dataclass(slots=True)
class SearchStatistics:
    """The counters of a search.

    Attributes:
        nodes: States to which the rules were applied.
        choices, children: States in which the search chose an item to try, and options of these items.
        failures: Contradictory states.
        deepest: Largest number of open trials.
        nogoods, nogood_hits: Nogoods kept, and eliminations by nogoods.
        eliminations: Eliminations in the steps of rules; steps taken together may repeat an elimination.
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
class Trials:
    """Cost and effect of the trials of a search: number, sum of depths, and entropy removed, in nats.

    The depth of a trial is the number of open trials, itself included. A trial that fails removes all entropy.
    """

    count: int = 0
    depth: int = 0
    drop: float = 0.0

    def add(self, depth: int, before: CandidateGrid, closed: CandidateGrid | None) -> None:
        """Count a trial: `depth`, the state before it, and the fixpoint after it (None for a contradiction)."""
        self.count += 1
        self.depth += depth
        self.drop += before.entropy() - (closed.entropy() if closed else 0.0)


@dataclass(slots=True)
class LimitedSearch:
    """A search for the solutions of a state.

    Attributes:
        rules: Rules that do not rely on a single solution, in the order in which they are tried.
        use_nogoods: Whether failures are minimised and remembered. This saves nodes, but minimising takes time.
        notes: Receives the steps.
        trials: Receives the cost and the effect of the trials.
        together: Whether all steps of a rule are applied together. With monotone rules the fixpoint is the same either
            way.
    """

    rules: tuple[Rule, ...]
    branching: Branching = "domwdeg"
    ties: Ties = "degree"
    use_nogoods: bool = False
    items: Items = "cells"
    notes: Notes | None = None
    trials: Trials | None = None
    together: bool = True
    statistics: SearchStatistics = field(default_factory=SearchStatistics)
    _weights: Counter[int] = field(default_factory=Counter)
    _kept: Counter[int] = field(default_factory=Counter)
    _nogoods: list[frozenset[int]] = field(default_factory=list)
    _close: Closing | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.together and self.notes is None and not self.use_nogoods:
            self._close = closing(self.rules)

    def solutions(self, start: CandidateGrid, must_stop: Callable[[int], bool]) -> Iterator[CandidateGrid]:
        """Yield all full states below `start`, depth first. End if `must_stop` is true for the number of nodes."""
        root = start
        stack: list[tuple[CandidateGrid, tuple[int, ...], Choice | None]] = [(start, (), None)]
        while stack:
            if must_stop(self.statistics.nodes):
                return
            grid, trials, choice = stack.pop()
            self.statistics.deepest = max(self.statistics.deepest, len(trials))
            if choice is not None and self.notes is not None:
                self.notes.trial(choice, trials[-1], len(trials))
            closed = self.fixpoint(grid)
            self.statistics.nodes += 1
            if trials and self.trials is not None:
                self.trials.add(len(trials), grid.undo(), closed)
            if closed is None:
                self.statistics.failures += 1
                if self.notes is not None:
                    self.notes.contradiction()
                if self.use_nogoods and len(trials) > 1:
                    self._learn(root, trials)
                continue
            if not trials:
                root = closed
            if closed.is_full:
                if self.notes is not None:
                    self.notes.solution()
                yield closed
                continue
            choice = self._choose(closed)
            self._kept.update(choice.options)
            self.statistics.choices += 1
            self.statistics.children += len(choice.options)
            for option in reversed(choice.options):
                stack.append((closed.apply((option,)), (*trials, option), choice))
        if self.notes is not None:
            self.notes.close()

    def exhaust(self, start: CandidateGrid, most: int) -> bool:
        """Search for all solutions; return whether `most` nodes cut the search. Raise TimeOver at the time limit."""
        cut = False

        def must_stop(nodes: int) -> bool:
            nonlocal cut
            ask()
            cut = nodes >= most
            return cut

        deque(self.solutions(start, must_stop), maxlen=0)
        return cut

    def fixpoint(self, grid: CandidateGrid) -> CandidateGrid | None:
        """Return the state to which the rules and nogoods lead; None for a contradiction."""
        if self._close is not None:
            return self._closed(*self._close(grid))
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
            found = next_round(grid, self.rules, together=self.together)
            if found is None and grid.contradiction():
                self._blame(grid)
                return None
            if found is None:
                return grid
            self.statistics.eliminations += sum([len(step.eliminated) for step in found.steps])
            if self.notes is not None:
                self.notes.deductions(found.steps)
            grid = found.after

    def _closed(self, grid: CandidateGrid, eliminations: int, lost: bool) -> CandidateGrid | None:
        """Count what `closure.closed` found. Return its state; None for a contradiction."""
        self.statistics.eliminations += eliminations
        if lost or grid.with_few()[0]:
            self._blame(grid)
            return None
        return None if grid.is_full and grid.contradiction() else grid

    def _by_nogood(self, grid: CandidateGrid) -> CandidateGrid | None:
        """Apply the first nogood that rules out a candidate. Return the new state; None if no nogood applies."""
        n, placed = grid.geometry.size, grid.placed
        for nogood in self._nogoods:
            open_options = []
            for option in nogood:
                cell, d = divmod(option, n)
                here = grid.boards[d] >> cell & 1
                if not here:
                    break  # one of its trials is false, so the nogood rules out nothing
                if not placed >> cell & 1:
                    open_options.append(option)
                    if len(open_options) > 1:
                        break
            else:
                self.statistics.nogood_hits += 1
                gone = tuple(open_options or list(nogood)[:1])
                if self.notes is not None:
                    others = tuple(sorted(nogood.difference(gone)))
                    digits = tuple(sorted({option % n + 1 for option in gone}))
                    self.notes.deductions([Step(NOGOOD, digits, (), gone, groups=(("single", others),))])
                return grid.apply((), gone)
        return None

    def _learn(self, root: CandidateGrid, trials: tuple[int, ...]) -> None:
        """Drop the trials that the contradiction does not need. If any was dropped, store the rest as a nogood."""
        kept = list(trials)
        for option in trials[:-1]:
            rest = [other for other in kept if other != option]
            if self._fails(root, rest):
                kept = rest
        if len(kept) < len(trials) and len(self._nogoods) < _MOST_NOGOODS:
            self._nogoods.append(frozenset(kept))
            self.statistics.nogoods += 1

    def _fails(self, root: CandidateGrid, trials: list[int]) -> bool:
        grid = root
        for option in trials:
            if not grid.has(option):
                return True
            grid = grid.apply((option,))
        path = SolutionPath(grid, self.rules, together=True)
        return path.to_the_end().ending is Ending.CONTRADICTION

    def _blame(self, grid: CandidateGrid) -> None:
        """Raise the failure weights of the cells in the houses of each item that has no option left."""
        geometry = grid.geometry
        if empty := grid.with_few()[0]:
            failed = [house for cell in bits_of(empty) for house in geometry.houses_of[cell]]
        else:
            whole = geometry.whole_boards
            failed = [house for board in grid.boards for house, cells in whole if not board & cells]
        for house in failed:
            self._weights.update(bits_of(geometry.houses[house]))

    def _choose(self, grid: CandidateGrid) -> Choice:
        cells, places = self._open_cells(grid), [] if self.items == "cells" else _open_places(grid)
        if self.branching == "first":
            return cells[0]
        if self.branching == "gain":
            bound = max(3, min(len(choice.options) for choice in cells))
            near = [choice for choice in (*cells, *places) if len(choice.options) <= bound]
            return max(near, key=lambda choice: _drop(grid, choice))
        value: Callable[[Choice], float]
        if self.branching == "mrv":
            value = lambda choice: len(choice.options)  # noqa: E731  # three keys side by side read best
        elif self.branching == "domwdeg":
            value = lambda choice: len(choice.options) / self._weight(grid, choice)  # noqa: E731
        else:
            value = self._history_entropy
        tied = _least(cells, value)
        if places:
            # if a cell and a digit in a house have equal values, take the cell: its digits exclude more
            rivals = _least(places, value)
            if value(rivals[0]) < value(tied[0]) - 1e-12:
                tied = rivals
        if len(tied) == 1 or self.ties == "first":
            return tied[0]
        if self.ties == "degree":
            return max(tied, key=lambda choice: _degree(grid, choice))
        if self.ties == "weights":
            return max(tied, key=lambda choice: self._weight(grid, choice))
        if self.ties == "drop":
            return max(tied[:6], key=lambda choice: _drop(grid, choice))
        return max(tied, key=lambda choice: (*_drops(grid, choice), _degree(grid, choice)))

    def _open_cells(self, grid: CandidateGrid) -> list[Choice]:
        """Return the empty cells; for `mrv` and `domwdeg` only the cells with the least value."""
        n, cells = grid.geometry.size, bits_of(grid.unplaced)
        if self.branching in ("mrv", "domwdeg"):
            weights = self._weights if self.branching == "domwdeg" else {}
            alike = [(count, bits_of(cells & grid.unplaced)) for count, cells in enumerate(grid.by_count())]
            values = [(count / (1 + weights.get(cell, 0)), cell) for count, some in alike for cell in some]
            bound = min(values)[0] + 1e-12
            cells = tuple(sorted([cell for value, cell in values if value <= bound]))
        return [
            Choice(cell, tuple([n * cell + digit - 1 for digit in grid.digits_of(cell)])) for cell in cells
        ]

    def _weight(self, grid: CandidateGrid, choice: Choice) -> float:
        """Return 1 + the failure weight of a cell; for an item with several cells the mean."""
        weight_of, n = self._weights.get, grid.geometry.size
        if choice.item < grid.geometry.cell_count:
            return 1 + weight_of(choice.item, 0)
        return 1 + sum([weight_of(option // n, 0) for option in choice.options]) / len(choice.options)

    def _history_entropy(self, choice: Choice) -> float:
        """Return the entropy of an item. The weight of an option is 1 + how often propagation has kept it."""
        weights = [1 + self._kept.get(option, 0) for option in choice.options]
        total = sum(weights)
        return -sum(w / total * log(w / total) for w in weights)


def _open_places(grid: CandidateGrid) -> list[Choice]:
    geometry, free = grid.geometry, grid.unplaced
    return [
        Choice(geometry.item_of_place(house, d + 1), options_at(geometry.size, d, board & cells & free))
        for d, board in enumerate(grid.boards)
        if board & free
        for house, cells in geometry.whole_boards
        if board & cells & free
    ]


def _least(choices: list[Choice], value: Callable[[Choice], float]) -> list[Choice]:
    values = [value(choice) for choice in choices]
    bound = min(values) + 1e-12
    return [choice for choice, rank in zip(choices, values, strict=True) if rank <= bound]


def _degree(grid: CandidateGrid, choice: Choice) -> float:
    """Return the number of empty peers of a cell; for an item with several cells the mean."""
    n, free, peers = grid.geometry.size, grid.unplaced, grid.geometry.peers
    if choice.item < grid.geometry.cell_count:
        return (peers[choice.item] & free).bit_count()
    return sum([(peers[option // n] & free).bit_count() for option in choice.options]) / len(choice.options)


def _drops(grid: CandidateGrid, choice: Choice) -> list[int]:
    """Return the entropy that each trial of an item removes together with the next naked singles, in 1e-9 nats.

    The sum of these drops comes first, then the drops, ascending. As whole numbers, equal drops compare as equal.
    """
    n, before = grid.geometry.size, grid.entropy()
    drops = []
    for option in choice.options:
        state = grid.apply((option,))
        singles = state.with_few()[1] & state.unplaced
        if singles:
            state = state.apply([n * c + d for c in bits_of(singles) for d in bits_of(state.cells[c])])
        drops.append(round(1e9 * (before - state.entropy())))
    return [sum(drops), *sorted(drops)]


def _drop(grid: CandidateGrid, choice: Choice) -> float:
    return _drops(grid, choice)[0] / len(choice.options)


def search(
    board: Board,
    rules: Sequence[Rule],
    *,
    start: CandidateGrid | None = None,
    branching: Branching = "mrv",
    seconds: float | None = None,
    most_steps: int = 10_000,
) -> Trace:
    """Return a trace of the search for all solutions of a board: steps of rules, then a trial, and so on.

    Args:
        rules: The rules in the order in which they are tried. Rules that rely on a single solution are not used. The
            rule for constraints is always used: without it, only a full grid shows that a constraint does not hold.
        start: See `engine.solve`.
        seconds: Time allowed, in seconds. If it runs out, the ending is `BUDGET`.
        most_steps: Number of steps after which the search tries no further value; the trace may have a few more steps.
            The ending is then `BUDGET`, and the reason gives their number.
    """
    notes = Notes(start or CandidateGrid.of(board))
    deadline = CLOCK.after(seconds)
    late = cut = False

    def must_stop(nodes: int) -> bool:
        nonlocal late, cut
        late, cut = deadline is not None and CLOCK.now_s() > deadline, len(notes.steps) >= most_steps
        return late or cut

    useful = tuple(rule for rule in rules if not rule.unique)
    if board.constraints and all(rule.name != "fillings" for rule in useful):
        useful += (rule_named("fillings"),)
    searched = LimitedSearch(useful, branching, notes=notes, together=False)
    found = 0
    try:
        with limited(deadline):
            found = sum(1 for _ in searched.solutions(notes.grid, must_stop))
    except TimeOver:
        late = True
    ending = Ending.BUDGET if late or cut else Ending.SOLVED if found else Ending.CONTRADICTION
    return Trace(board, tuple(notes.steps), ending, f"cut after {len(notes.steps)} steps" if cut else "")


def start_of(layout: Layout, instance: Instance) -> CandidateGrid | None:
    """Return the state of an instance; None if two chosen options exclude each other, or one is forbidden."""
    geometry = geometry_of(layout)
    grid = CandidateGrid.top(geometry)
    if instance.forbidden:
        grid = grid.apply((), instance.forbidden)
    for option in instance.chosen:
        if not grid.has(option):
            return None
        grid = grid.apply((option,))
    return CandidateGrid(geometry, grid.boards, grid.placed)


def rules_of(name: str) -> tuple[Rule, ...]:
    """Return the rules of a set in `SETS`; for the name of a propagator, the naked single and the propagator."""
    if name in PROPAGATORS:
        return rule_named("naked_single"), as_rule(name)
    return tuple(rule_named(rule) for rule in SETS[name])
