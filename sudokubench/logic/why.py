"""Find the fewest clues and items that force or forbid a candidate, or that prove that a board has no solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, asking, limited
from sudokubench.logic.engine import apply_all, next_round, other_names
from sudokubench.logic.evidence import Facts, Smallest
from sudokubench.logic.geometry import bits_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.proof import Prover, clues_of
from sudokubench.logic.rule import Rule
from sudokubench.logic.search_settings import SINGLES
from sudokubench.logic.step import Step


@dataclass(frozen=True, slots=True)
class Why:
    """Why a candidate is forced or forbidden: the clues, the forbidden candidates and the items that the proof needs.

    Attributes:
        forced: Whether the candidate is true in every solution. If not, it is false in every solution.
        optimal: Whether it is proved that no smaller set exists.
    """

    option: int
    forced: bool
    clues: tuple[int, ...]
    forbidden: tuple[int, ...]
    items: tuple[int, ...]
    optimal: bool


def smallest_facts(board: Board, option: int, prover: Prover, *, seconds: float = 10.0) -> Why | None:
    """Return the smallest set of clues, forbidden candidates and items that forces or forbids a candidate.

    Return None if the candidate is neither forced nor forbidden. On a board without a solution the answer is a set of
    facts that contradict each other. If the `seconds` run out, every fact of the set is needed, but a smaller set may
    exist.
    """
    facts, items = board_facts(board, prover)
    deadline = perf_counter() + seconds
    for forced, target in ((True, -1 - option), (False, option + 1)):
        found = facts.smallest(target, deadline=deadline)
        if found is not None:
            return _why(board, option, forced, found, items)
    return None


@dataclass(frozen=True, slots=True)
class _Cause:
    """A step, the options that must be gone before it, and its results.

    A result is o if the step eliminates option o, and -1 - o if the step places it.
    """

    step: Step
    needs: frozenset[int]
    gives: frozenset[int]


def deduction(
    board: Board, option: int, rules: Sequence[Rule], *, seconds: float | None = None
) -> tuple[Step, ...] | None:
    """Return a few steps that settle a candidate, in order. All of them are necessary.

    The evidence of a step relies on options that are already gone, so the step depends on the steps that ruled them
    out. For each option, the search keeps the smallest set of steps found that rules the option out. Finding the
    smallest possible set is as hard as set cover.

    Args:
        board: A board with a solution.
        rules: Rules whose conclusions follow from their evidence: none may rely on a single solution.
        seconds: Time allowed, in seconds.

    Returns:
        () if the candidate is a clue, is forbidden on the board, or clashes with a clue; None if the rules do not
        decide the candidate within the time.
    """
    start = CandidateGrid.of(board)
    if not start.has(option) or start.placed >> option // start.geometry.size & 1:
        return ()
    singles = [rule for rule in rules if rule.name in SINGLES]
    deadline = CLOCK.after(seconds)
    causes, best, goal = list[_Cause](), dict[int, int](), set[int]()
    try:
        with limited(deadline):
            for before, steps in _rounds(start, singles, rules):
                causes += (_cause(start, before, step) for step in steps)
                if goal := {o for cause in causes for o in cause.gives if o in {option, -1 - option}}:
                    break
    except TimeOver:
        return None
    if not goal:
        return None
    better = True
    while better:
        better = False
        for number, cause in enumerate(causes):
            if cause.needs <= best.keys():
                found = union((1 << number, *(best[o] for o in cause.needs)))
                shorter = [o for o in cause.gives if o not in best or found.bit_count() < best[o].bit_count()]
                best |= dict.fromkeys(shorter, found)
                better = better or bool(shorter)
    wanted = goal.pop()
    needed = [causes[number] for number in bits_of(best[wanted])]
    for cause in reversed(needed[:-1]):
        needed = _in_order([one for one in needed if one is not cause], wanted) or needed
    path, grid = list[Step](), start
    for cause in _in_order(needed, wanted):
        step = cause.step
        if step.rule in SINGLES:  # a cell is the last of its house only after the other cells are filled
            told = (one for rule in singles for one in rule.find(grid) if one.placed == step.placed)
            step = next(told, step)
        after = grid.apply(step.placed, step.eliminated)
        with limited(deadline):
            also = other_names(grid, step, rules)
        path.append(replace(step, entropy=round(grid.entropy() - after.entropy(), 9), also=also))
        grid = after
    return tuple(path)


def _rounds(
    grid: CandidateGrid, singles: Sequence[Rule], rules: Sequence[Rule]
) -> Iterator[tuple[CandidateGrid, tuple[Step, ...]]]:
    """Yield states, and the steps taken in each: all singles, or the first step of the first rule."""
    while not grid.is_full:
        steps = tuple(asking(step for rule in singles for step in rule.find(grid)))
        if not steps:
            found = next_round(grid, rules, together=False)
            if found is None:
                return
            steps = found.steps
        yield grid, steps
        grid = apply_all(grid, steps)


def _cause(start: CandidateGrid, before: CandidateGrid, step: Step) -> _Cause:
    geometry, n = start.geometry, start.geometry.size
    known = (o for item in step.items for o in geometry.options_of(item))
    gives = set(step.eliminated)
    for o in step.placed:
        cell, d = divmod(o, n)
        gives |= {-1 - o, *geometry.options_of(cell)}
        gives |= {n * peer + d for peer in bits_of(geometry.peers[cell])}
        gives.remove(o)
    return _Cause(step, frozenset(o for o in known if start.has(o) and not before.has(o)), frozenset(gives))


def _in_order(causes: Sequence[_Cause], wanted: int) -> list[_Cause]:
    """Return causes that lead to `wanted`, each after the causes that it needs; [] if they do not lead there."""
    order, gone, left = list[_Cause](), set[int](), list(causes)
    while left:
        following = next((cause for cause in left if cause.needs <= gone), None)
        if following is None:
            break
        left.remove(following)
        order.append(following)
        gone |= following.gives
        if wanted in gone:
            return order
    return []


def contradiction(board: Board, prover: Prover, *, seconds: float = 10.0) -> Why | None:
    """Return the fewest facts that contradict each other; None if a solution exists. Its `option` means nothing."""
    facts, items = board_facts(board, prover)
    idle = prover.switch(prover.geometry.item_count)  # a variable that is in no clause
    found = facts.smallest(idle, deadline=perf_counter() + seconds)
    return None if found is None else _why(board, 0, False, found, items)


def board_facts(board: Board, prover: Prover) -> tuple[Facts, list[int]]:
    """Return the facts that a proof about a board may cite (clues, forbidden candidates, items), and the items."""
    clues = clues_of(board)
    geometry = prover.geometry
    items = [*geometry.exact_items, *map(geometry.item_of_constraint, range(len(geometry.constraints)))]
    assumptions = [[literal] for literal in clues] + [[prover.switch(item)] for item in items]
    members = [frozenset(option + 1 for option in geometry.options_of(item)) for item in items]

    def satisfied(fact: int, true: frozenset[int]) -> bool:
        if fact < len(clues):
            return clues[fact] in true if clues[fact] > 0 else -clues[fact] not in true
        item = items[fact - len(clues)]
        if geometry.constraint_of(item) is not None:
            return prover.switch(item) in true  # with the switch on, the clauses hold
        return not members[fact - len(clues)].isdisjoint(true)

    return Facts(prover.refuter, assumptions, satisfied), items


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
