"""Smallest evidence: which clues and items force or forbid a candidate, and solving in steps of least
evidence.

The smallest set is found by implicit hitting sets: every set of facts that does not suffice misses one of
some known sets of facts; take a smallest set that misses none, ask whether it suffices, and if not learn a
set that it misses. B. Bogaerts, E. Gamba, T. Guns, A framework for step-wise explaining how to solve
constraint satisfaction problems (2021); E. Gamba, B. Bogaerts, T. Guns, Efficiently explaining CSPs with
unsatisfiable subset optimization (2021).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter

from sudokubench.board import Board
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import first_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.proof import Prover, clues_of, options_of
from sudokubench.logic.registry import rule_named
from sudokubench.logic.step import Ending, Step, Trace, digits_in

Satisfied = Callable[[int, frozenset[int]], bool]
"""Whether a fact holds in an assignment, given as the set of its true literals."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """A set of facts that suffices.

    Attributes:
        facts: The facts; without any one of them the rest does not suffice.
        optimal: Whether no smaller set does. False where the time ran out: it is minimal, perhaps not
            smallest.
    """

    facts: tuple[int, ...]
    optimal: bool


class Facts:
    """Facts of which some are to be chosen, each a list of literals that are assumed together.

    Args of the constructor:
        prover: Holds the clauses.
        assumptions: For each fact the literals that stand for it.
        satisfied: Whether a fact holds in an assignment, whatever its switch says.
    """

    def __init__(self, prover: Prover, assumptions: Sequence[Sequence[int]], satisfied: Satisfied) -> None:
        self.prover = prover
        self.assumptions = assumptions
        self.satisfied = satisfied
        self.fact_of = {literals[0]: fact for fact, literals in enumerate(assumptions)}

    def _literals(self, facts: Sequence[int], target: int) -> list[int]:
        return [*(literal for fact in facts for literal in self.assumptions[fact]), target]

    def suffice(self, facts: Sequence[int], target: int) -> tuple[int, ...] | None:
        """Those of the facts that contradict the target literal, or None if they do not."""
        core = self.prover.refuter.refute(self._literals(facts, target))
        if core is None:
            return None
        used = set(core)
        return tuple(fact for fact in facts if not used.isdisjoint(self.assumptions[fact]))

    def minimal(self, facts: Sequence[int], target: int) -> tuple[int, ...] | None:
        """A set of facts that suffices and of which none can be left out; None if all do not suffice."""
        core = self.suffice(facts, target)
        if core is None:
            return None
        kept = list(core)
        for fact in core:
            rest = [other for other in kept if other != fact]
            smaller = self.suffice(rest, target)
            if smaller is not None:
                kept = list(smaller)
        return tuple(kept)

    def missed(self, facts: Sequence[int], target: int) -> frozenset[int] | None:
        """Facts of which one at least is needed besides these, as few as possible; None if these suffice."""
        model = self.prover.refuter.model(self._literals(facts, target))
        if model is None:
            return None
        holding = self._holding(model)
        needed = set[int]()
        for fact in range(len(self.assumptions)):
            if fact not in holding:
                model = self.prover.refuter.model(self._literals([*holding, fact], target))
                if model is None:
                    needed.add(fact)
                else:
                    holding = self._holding(model)
        return frozenset(needed)

    def _holding(self, model: Sequence[int]) -> set[int]:
        true = frozenset(model)
        return {fact for fact in range(len(self.assumptions)) if self.satisfied(fact, true)}

    def smallest(self, target: int, *, deadline: float | None = None) -> Smallest | None:
        """A smallest set of facts that contradicts the target literal; None if all of them do not.

        Args:
            target: The literal; what is to be explained is its negation.
            deadline: `perf_counter` time at which the best set known is returned, minimal but perhaps not smallest.
        """
        order = list(range(len(self.assumptions)))
        best = self.minimal(order, target)
        if best is None:
            return None
        shuffle = Random(0).shuffle
        for _ in range(_TRIES):
            if deadline is not None and perf_counter() > deadline:
                break
            shuffle(order)
            other = self.minimal(order, target)
            if other is not None and len(other) < len(best):
                best = other
        smaller, sure = self.below(len(best), target, deadline)
        return Smallest(tuple(sorted(smaller or best)), sure)

    def below(self, bound: int, target: int, deadline: float | None) -> tuple[tuple[int, ...] | None, bool]:
        """A smallest set with fewer facts than `bound`, or None; and whether that is sure (the time sufficed)."""
        known: list[frozenset[int]] = []
        while True:
            chosen = _hitting(known, bound, deadline)
            if deadline is not None and perf_counter() > deadline:
                return None, False
            if chosen is None:
                return None, True
            missing = self.missed(sorted(chosen), target)
            if missing is None:
                return tuple(sorted(chosen)), True
            if not missing:
                return None, True
            known.append(missing)


_TRIES = 60
"""Orders in which facts are left out, to find a small set to begin with."""


def _hitting(sets: list[frozenset[int]], below: int, deadline: float | None) -> frozenset[int] | None:
    """A smallest set with fewer than `below` elements that meets all sets; None if there is none, or no time."""
    best: frozenset[int] | None = None
    room = below

    def extend(chosen: frozenset[int], left: list[frozenset[int]]) -> None:
        nonlocal best, room
        if len(chosen) >= room or (deadline is not None and perf_counter() > deadline):
            return
        if not left:
            best, room = chosen, len(chosen)
            return
        # disjoint sets need one element each
        apart: set[int] = set()
        needed = 0
        for group in left:
            if apart.isdisjoint(group):
                apart |= group
                needed += 1
        if len(chosen) + needed >= room:
            return
        counts: dict[int, int] = {}
        smallest = min(left, key=len)
        for group in left:
            for fact in group & smallest:
                counts[fact] = counts.get(fact, 0) + 1
        for fact in sorted(smallest, key=lambda f: (-counts[f], f)):
            extend(chosen | {fact}, [group for group in left if fact not in group])

    extend(frozenset(), sorted(sets, key=len))
    return best


# -- why ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Why:
    """Why a candidate is forced or forbidden.

    Attributes:
        option: The candidate.
        forced: Whether it is true in every solution; else it is false in every solution.
        clues: Options of the clues that are needed.
        forbidden: Forbidden candidates of the board that are needed.
        items: Cells, and digits in houses, that are needed.
        optimal: Whether there is no smaller set.
    """

    option: int
    forced: bool
    clues: tuple[int, ...]
    forbidden: tuple[int, ...]
    items: tuple[int, ...]
    optimal: bool


def why(board: Board, option: int, prover: Prover, *, seconds: float = 10.0) -> Why | None:
    """The smallest set of clues and items that forces or forbids a candidate; None if neither is so.

    On a board without solution everything is forced and forbidden; the answer then is a set of clues that
    contradict one another.
    """
    facts, items = _board_facts(board, prover)
    deadline = perf_counter() + seconds
    for forced, target in ((True, -1 - option), (False, option + 1)):
        found = facts.smallest(target, deadline=deadline)
        if found is not None:
            return _why(board, option, forced, found, items)
    return None


def contradiction(board: Board, prover: Prover, *, seconds: float = 10.0) -> Why | None:
    """The smallest set of clues and items that cannot hold together; None if the board has a solution."""
    facts, items = _board_facts(board, prover)
    idle = 2 * len(board.digits) * board.layout.size + 10 * len(items)  # a variable that no clause knows
    found = facts.smallest(idle, deadline=perf_counter() + seconds)
    return None if found is None else _why(board, 0, False, found, items)


def _board_facts(board: Board, prover: Prover) -> tuple[Facts, list[int]]:
    clues = clues_of(board)
    geometry = prover.geometry
    whole = set(geometry.whole)
    items = list(range(geometry.cell_count)) + [
        geometry.item_of_place(house, d + 1) for house in sorted(whole) for d in range(geometry.size)
    ]
    assumptions = [[literal] for literal in clues] + [[prover.switch(item)] for item in items]
    members = [frozenset(option + 1 for option in options_of(geometry, item)) for item in items]

    def satisfied(fact: int, true: frozenset[int]) -> bool:
        if fact < len(clues):
            return clues[fact] in true if clues[fact] > 0 else -clues[fact] not in true
        return not members[fact - len(clues)].isdisjoint(true)

    return Facts(prover, assumptions, satisfied), items


def _why(board: Board, option: int, forced: bool, found: Smallest, items: list[int]) -> Why:
    clues = clues_of(board)
    used = [clues[fact] for fact in found.facts if fact < len(clues)]
    return Why(
        option,
        forced,
        tuple(literal - 1 for literal in used if literal > 0),
        tuple(-literal - 1 for literal in used if literal < 0),
        tuple(items[fact - len(clues)] for fact in found.facts if fact >= len(clues)),
        found.optimal,
    )


# -- steps of least evidence ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Minimal:
    """A trace of steps of least evidence.

    Attributes:
        trace: The steps; those that no simple rule names have the rule `evidence`.
        optimal: Number of steps that are known to need the least evidence of all possible steps.
    """

    trace: Trace
    optimal: int


_ONE_ITEM = ("full_house", "naked_single", "hidden_single_box", "hidden_single_line", "pointing", "claiming")
"""The rules whose steps cite one item; every conclusion from one item is one of theirs."""


def least_evidence(board: Board, prover: Prover, *, seconds: float = 60.0, a_step: float = 2.0) -> Minimal:
    """Solve so that each step cites the fewest items (cells, and digits in houses) of all steps possible.

    Args:
        board: A board.
        prover: For its layout.
        seconds: Time in all; the trace ends with BUDGET where it runs out.
        a_step: Time for the search of one step; a step that ran out is minimal, but perhaps not the smallest.
    """
    grid = CandidateGrid.of(board)
    end = perf_counter() + seconds
    steps: list[Step] = []
    optimal = 0
    ending = Ending.STUCK
    while True:
        if grid.contradiction():
            ending = Ending.CONTRADICTION
            break
        if grid.is_full:
            ending = Ending.SOLVED
            break
        if perf_counter() > end:
            ending = Ending.BUDGET
            break
        step = next((found[0] for name in _ONE_ITEM if (found := first_of(rule_named(name), grid))), None)
        sure = True
        if step is None:
            step, sure = _cheapest(grid, prover, min(end, perf_counter() + a_step))
        if step is None:
            break
        after = grid.apply(step.placed, step.eliminated)
        steps.append(replace(step, entropy=round(grid.entropy() - after.entropy(), 9)))
        optimal += sure
        grid = after
    return Minimal(Trace(board, tuple(steps), ending), optimal)


def _cheapest(grid: CandidateGrid, prover: Prover, deadline: float) -> tuple[Step | None, bool]:
    """The elimination that needs the fewest items; and whether it is sure that none needs fewer."""
    geometry = grid.geometry
    free = grid.unplaced
    items = [cell for cell in range(geometry.cell_count) if free >> cell & 1]
    items += [
        geometry.item_of_place(house, d + 1)
        for house in geometry.whole
        for d in range(geometry.size)
        if (grid.places(house, d + 1) & free)
    ]
    assumptions = [prover.evidence(grid, [item]) for item in items]
    members = [
        (
            frozenset(option + 1 for option in options_of(geometry, item) if grid.has(option)),
            frozenset(option + 1 for option in options_of(geometry, item) if not grid.has(option)),
        )
        for item in items
    ]

    def satisfied(fact: int, true: frozenset[int]) -> bool:
        alive, gone = members[fact]
        return not alive.isdisjoint(true) and gone.isdisjoint(true)

    facts = Facts(prover, assumptions, satisfied)
    best = _fewest_by_rule(grid, facts, items)
    if best is None:
        for option in sorted(grid.options()):
            some = facts.minimal(range(len(items)), option + 1)
            if some is not None and (best is None or len(some) < len(best[1])):
                best = (option + 1, some)
    if best is None:
        return None, False
    sure = True
    if len(best[1]) > 2:  # one item never suffices here: the simple rules have found nothing
        for option in sorted(grid.options()):
            smaller, known = facts.below(len(best[1]), option + 1, deadline)
            sure = sure and known
            if smaller is not None:
                best = (option + 1, smaller)
                if len(smaller) <= 2:
                    break
            if perf_counter() > deadline:
                sure = False
                break
    target, chosen = best
    used = tuple(items[fact] for fact in chosen)
    groups = tuple(("fact", tuple(o for o in options_of(geometry, item) if grid.has(o))) for item in used)
    digits = digits_in(sum(1 << d for d in {o % geometry.size for _, options in groups for o in options}))
    placed, gone = ((), (target - 1,)) if target > 0 else ((-target - 1,), ())
    return Step("evidence", digits, placed, gone, used, groups, (), (), len(used)), sure


def _fewest_by_rule(
    grid: CandidateGrid, facts: Facts, items: list[int]
) -> tuple[int, tuple[int, ...]] | None:
    """The step of the rules up to chains that cites the fewest items: its target literal, and the facts."""
    index = {item: fact for fact, item in enumerate(items)}
    best: tuple[int, tuple[int, ...]] | None = None
    for rule in teaching(uniqueness=False).rules:
        if rule.se > _LAST_RULE or (best is not None and len(best[1]) <= 2):
            break
        for step in rule.find(grid):
            cited = tuple(index[item] for item in step.items if item in index)
            if best is not None and len(cited) > len(best[1]) + 2:
                continue
            literals = [option + 1 for option in step.eliminated] + [-1 - option for option in step.placed]
            for literal in literals:
                few = facts.minimal(cited, literal)
                if few is not None and (best is None or len(few) < len(best[1])):
                    best = (literal, few)
    return best


_LAST_RULE = 8.9
