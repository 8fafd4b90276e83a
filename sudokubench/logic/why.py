"""Why a candidate is forced or forbidden, and why a board has no solution: the fewest clues and items that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from sudokubench.board import Board
from sudokubench.logic.evidence import Facts, Smallest
from sudokubench.logic.geometry import bits_of
from sudokubench.logic.proof import Prover, clues_of, len_items
from sudokubench.logic.step import Step, Trace


@dataclass(frozen=True, slots=True)
class Why:
    """Why a candidate is forced or forbidden.

    Attributes:
        option: The candidate.
        forced: Whether it is true in every solution. If not, it is false in every solution.
        clues: Options of the clues that are needed.
        forbidden: Forbidden candidates of the board that are needed.
        items: Cells, and digits in houses, that are needed.
        optimal: Whether no smaller set exists.
    """

    option: int
    forced: bool
    clues: tuple[int, ...]
    forbidden: tuple[int, ...]
    items: tuple[int, ...]
    optimal: bool


def smallest_facts(board: Board, option: int, prover: Prover, *, seconds: float = 10.0) -> Why | None:
    """Return the smallest set of clues and items that forces or forbids a candidate; None if it is open.

    On a board without solution everything is forced and forbidden. The answer is then a set of clues that
    contradict one another.
    """
    facts, items = board_facts(board, prover)
    deadline = perf_counter() + seconds
    for forced, target in ((True, -1 - option), (False, option + 1)):
        found = facts.smallest(target, deadline=deadline)
        if found is not None:
            return _why(board, option, forced, found, items)
    return None


def deduction(trace: Trace, option: int) -> tuple[Step, ...] | None:
    """Return the steps of a trace that settle a candidate, without the steps that these do not need.

    A step needs its evidence: items with only some candidates left. So it needs the steps that removed the other
    candidates. Rules that rely on a single solution need more than their items: the trace must not have them.

    Returns:
        The steps in order, none if the clues settle the candidate at once; None if the trace does not settle it.
    """
    states, number = trace.states(), 0
    geometry, removed = states[0].geometry, dict[int, int]()
    if not states[0].has(option) or states[0].placed >> option // geometry.size & 1:
        return ()
    for number, (step, before, after) in enumerate(zip(trace.steps, states, states[1:], strict=False)):
        gone = (o for cell in bits_of(before.unplaced) for o in geometry.options_of(cell) if before.has(o))
        removed |= {o: number for o in gone if not after.has(o)}
        if option in step.placed or option in removed:
            break
    else:
        return None
    needed, open_ends = set[int](), {number}
    while open_ends:
        number = open_ends.pop()
        needed.add(number)
        options = (o for item in trace.steps[number].items for o in geometry.options_of(item))
        open_ends |= {removed[o] for o in options if removed.get(o, number) < number} - needed
    return tuple(trace.steps[number] for number in sorted(needed))


def contradiction(board: Board, prover: Prover, *, seconds: float = 10.0) -> Why | None:
    """Return the smallest set of clues and items that cannot hold together; None if the board has a solution."""
    facts, items = board_facts(board, prover)
    idle = prover.switch(len_items(prover.geometry))  # a variable that is in no clause
    found = facts.smallest(idle, deadline=perf_counter() + seconds)
    return None if found is None else _why(board, 0, False, found, items)


def board_facts(board: Board, prover: Prover) -> tuple[Facts, list[int]]:
    """Return the facts that may be cited for a board, its clues and then its items; and the items alone."""
    clues = clues_of(board)
    geometry = prover.geometry
    whole = set(geometry.whole)
    items = list(range(geometry.cell_count)) + [
        geometry.item_of_place(house, d + 1) for house in sorted(whole) for d in range(geometry.size)
    ]
    assumptions = [[literal] for literal in clues] + [[prover.switch(item)] for item in items]
    members = [frozenset(option + 1 for option in geometry.options_of(item)) for item in items]

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
