"""Solve in steps of least evidence: each cites the fewest items found (cells, digits in houses, constraints)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from time import perf_counter

from sudokubench.board import Board
from sudokubench.logic.configuration import easiest_first, teaching
from sudokubench.logic.engine import next_round
from sudokubench.logic.evidence import Facts
from sudokubench.logic.geometry import Geometry, bits_of, board_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.proof import Prover
from sudokubench.logic.rules import rule_named
from sudokubench.logic.search_settings import SINGLES
from sudokubench.logic.step import Step, digits_in
from sudokubench.logic.step_parts import EVIDENCE
from sudokubench.logic.trace import Ending, Trace


@dataclass(frozen=True, slots=True)
class Minimal:
    """A trace of steps, and how many of them are known to need the least evidence of all possible steps."""

    trace: Trace
    optimal: int


_ONE_ITEM = (*SINGLES, "pointing", "claiming")
"""The rules whose steps cite one item. Together they find every conclusion that follows from one cell or house."""
_LAST_RULE = 8.9
"""Largest `se` value of the rules that look for steps of little evidence: rules up to forcing nets."""
_STEP_S = 2.0
"""Time for the search of one step, in seconds. After it, a step needs all its items, but fewer items may suffice."""

Fewest = tuple[int, tuple[int, ...]]
"""A literal, and the facts that contradict it."""


def least_evidence(board: Board, prover: Prover, *, seconds: float = 60.0) -> Minimal:
    """Solve a board in steps of least evidence: each step cites the fewest items of all possible steps.

    If the `seconds` run out, the trace ends with BUDGET.
    """
    grid = CandidateGrid.of(board)
    end = perf_counter() + seconds
    steps: list[Step] = []
    optimal = 0
    ending = Ending.STUCK
    while True:
        if reason := grid.contradiction() or "":
            ending = Ending.CONTRADICTION
            break
        if grid.is_full or perf_counter() > end:
            ending = Ending.SOLVED if grid.is_full else Ending.BUDGET
            break
        simple = next_round(grid, [*map(rule_named, _ONE_ITEM)], together=False)
        alone = simple.steps[0] if simple else _by_one_constraint(grid)
        step, sure = (alone, True) if alone else _cheapest(grid, prover, min(end, perf_counter() + _STEP_S))
        if step is None:
            break
        after = grid.apply(step.placed, step.eliminated)
        steps.append(replace(step, entropy=round(grid.entropy() - after.entropy(), 9)))
        optimal += sure
        grid = after
    return Minimal(Trace(board, tuple(steps), ending, reason), optimal)


def _by_one_constraint(grid: CandidateGrid) -> Step | None:
    """Return a step that follows from a constraint alone, without the candidates of its cells."""
    for step in rule_named("fillings").find(grid.knowing(())):
        if gone := tuple(filter(grid.has, step.eliminated)):
            left = tuple(filter(grid.has, step.group("allowed")))
            digits = digits_in(board_of({option % grid.geometry.size for option in gone}))
            return replace(step, digits=digits, eliminated=gone, groups=(("allowed", left),))
    return None


def _cheapest(grid: CandidateGrid, prover: Prover, deadline: float) -> tuple[Step | None, bool]:
    """Return the step that needs the fewest items (None if no step exists), and whether this number is proved.

    The rules of `_ONE_ITEM` have found no step before. Only rules give placements; the search finds eliminations.
    """
    items = _items(grid)
    facts, options = _facts(grid, prover, items), sorted(grid.options())
    # The fewest items that a step can cite. The rules of one item have found all that follows from one cell or house.
    # They may miss what one constraint implies for cells outside it.
    beyond = 1 if grid.geometry.constraints else 2
    best = _fewest_by_rule(grid, facts, items, beyond)
    if best is None:
        for option in options:
            some = facts.minimal(range(len(items)), option + 1)
            if some is not None and (best is None or len(some) < len(best[1])):
                best = (option + 1, some)
    if best is None:
        return None, False
    sure = True
    for option in options:
        if len(best[1]) <= beyond:
            break
        if perf_counter() > deadline:
            sure = False
            break
        smaller, known = facts.below(len(best[1]), option + 1, deadline)
        sure = sure and known
        if smaller is not None:
            best = (option + 1, smaller)
    return _step(grid, best[0], [items[fact] for fact in best[1]]), sure


def _items(grid: CandidateGrid) -> list[int]:
    """Return the cells without a digit, the digits not yet placed in a house, and the constraints of such cells."""
    geometry, free = grid.geometry, grid.unplaced
    places = product(geometry.whole, range(1, geometry.size + 1))
    open_places = [place for place in places if grid.places(*place) & free]
    cells_of = enumerate(map(geometry.cells_of_constraint, range(len(geometry.constraints))))
    constraints = [number for number, cells in cells_of if free & board_of(cells)]
    digits = (geometry.item_of_place(*place) for place in open_places)
    return [*bits_of(free), *digits, *map(geometry.item_of_constraint, constraints)]


def _facts(grid: CandidateGrid, prover: Prover, items: list[int]) -> Facts:
    """Return one fact for each item: one of its present candidates is true, or the constraint holds."""
    geometry = grid.geometry
    members = [frozenset(option + 1 for option in geometry.options_of(item)) for item in items]
    alive = frozenset(option + 1 for option in range(geometry.cell_count * geometry.size) if grid.has(option))

    def satisfied(fact: int, true: frozenset[int]) -> bool:
        if (number := geometry.constraint_of(items[fact])) is not None:
            return _holds(geometry, number, true)
        chosen = members[fact] & true
        return bool(chosen) and chosen <= alive

    return Facts(prover.refuter, [prover.evidence(grid, [item]) for item in items], satisfied)


def _holds(geometry: Geometry, number: int, true: frozenset[int]) -> bool:
    """Return whether a model gives each cell of a constraint a digit, and these digits keep the constraint."""
    layout = geometry.layout
    digits = layout.digits(v - 1 for v in true if v <= layout.size**3)
    held = all(digits[cell] for cell in geometry.cells_of_constraint(number))
    return held and geometry.constraints[number].fault(layout, digits) is None


def _step(grid: CandidateGrid, target: int, items: list[int]) -> Step:
    geometry = grid.geometry
    groups = tuple(("fact", tuple(filter(grid.has, geometry.options_about(item)))) for item in items)
    digits = digits_in(board_of({o % geometry.size for _, options in groups for o in options}))
    placed, gone = ((), (target - 1,)) if target > 0 else ((-target - 1,), ())
    return Step(EVIDENCE, digits, placed, gone, tuple(items), groups, length=len(items))


def _fewest_by_rule(grid: CandidateGrid, facts: Facts, items: list[int], beyond: int) -> Fewest | None:
    """Return (target literal, facts) with the fewest facts that the rules find, or None; `beyond` facts are enough."""
    index = {item: fact for fact, item in enumerate(items)}
    best: Fewest | None = None
    of_constraints = [rule for rule in teaching().rules if not rule.se and grid.geometry.constraints]
    for rule in (*of_constraints, *easiest_first().without_uniqueness().rules):
        if rule.se > _LAST_RULE or (best is not None and len(best[1]) <= beyond):
            break
        for step in (rule.smallest or rule.find)(grid):
            cited = tuple(index[item] for item in step.items if item in index)
            if best is not None and len(cited) > len(best[1]) + 2:
                continue
            literals = [option + 1 for option in step.eliminated] + [-1 - option for option in step.placed]
            for literal in literals:
                few = facts.minimal(cited, literal)
                if few is not None and (best is None or len(few) < len(best[1])):
                    best = (literal, few)
    return best
