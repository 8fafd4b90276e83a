"""Make puzzles of variants: read constraints off a full grid, then remove clues while one solution is left.

Clues are removed one by one in random order, so no clue of the puzzle is redundant. A minimal puzzle then loses
constraints in the same way, except rules of the whole board and marks whose absence also counts. Removing constraints
never makes a needed clue redundant, so at the end the puzzle needs each clue and each such constraint.

For a full grid, each cell gets the first of its digits, in random order, that leaves a solution. A fact (a clue or a
constraint) is removed only if the others suffice. Every solver answers such questions alike, so a seed gives the same
puzzle with any solver.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain

import numpy as np

from sudokubench.backends.refutation import SatRefuter
from sudokubench.board import Board
from sudokubench.clock import TimeOver
from sudokubench.constraints import VARIANTS, Constraint
from sudokubench.errors import UsageError
from sudokubench.generation.draws import Draws, drawn_solution
from sudokubench.generation.grids import full_grids
from sudokubench.generation.puzzles import Part, ending, nothing
from sudokubench.generation.readings import FullGrid, can_lose, read_off
from sudokubench.generation.wish import Wish
from sudokubench.generation.words import NO_GRID_WITH, NOT_READ
from sudokubench.logic.evidence import Facts
from sudokubench.logic.puzzle_facts import PuzzleFacts
from sudokubench.problem import BoardProblem, Variant, with_constraints

_GRIDS = 20
"""Number of full grids that are tried, because some have no place for a variant, such as a clone on a small board."""


def variant_part(number: int, wish: Wish, seed: int, until: float | None = None) -> Part:
    """Return a part of the puzzles that a seed gives: one puzzle of the variants; an empty part if time ends first.

    Raises:
        UsageError: No full grid keeps the rules of the variants, or none has a place for a variant.
    """
    try:
        with ending(until):
            draws = Draws(seed, number)
            full, free = _full_board(wish, draws)
            puzzle = _thinned(full, free, draws)
    except TimeOver:
        return nothing(wish)
    puzzles, solutions = (np.frombuffer(one.digits, np.uint8)[None] for one in (puzzle, full))
    clues = puzzle.clue_count
    return Part(puzzles, solutions, 1, (clues, clues), problems=(puzzle.problem,))


def _full_board(wish: Wish, draws: Draws) -> tuple[Board, frozenset[Constraint]]:
    """Return a full board with constraints, and the constraints that the puzzle may lose."""
    missing = ""
    for _ in range(_GRIDS):
        digits = wish.grid or _digits(wish.problem, draws)
        grid = FullGrid(wish.layout, digits, draws)
        found = {kind: read_off(kind, grid) for kind in wish.variants}
        missing = next((kind for kind, rules in found.items() if not rules), "")
        if not missing:
            stay = [rules for kind, rules in found.items() if not (wish.minimal and can_lose(kind))]
            every = frozenset(chain.from_iterable(found.values()))
            return Board(with_constraints(wish.layout, every), digits), every.difference(*stay)
    raise UsageError(NOT_READ.format(variant=missing, layout=wish.layout, tries=_GRIDS))


def _digits(problem: BoardProblem, draws: Draws) -> bytes:
    """Return a random full grid of a problem."""
    if not isinstance(problem, Variant):
        return full_grids(problem, 1, draws).tobytes()
    layout = problem.layout
    with closing(PuzzleFacts(Board.empty(problem), SatRefuter)) as facts:
        found = drawn_solution(
            lambda chosen: facts.options([option + 1 for option in chosen]),
            lambda n: draws.orders(1, n)[0].tolist(),
            layout.cell_count,
            layout.size,
        )
    if found is None:
        raise UsageError(NO_GRID_WITH.format(problem=problem))
    return layout.digits(found)


def _thinned(full: Board, free: Collection[Constraint], draws: Draws) -> Board:
    """Remove clues and then constraints of `free` from a full board, in random order, while one solution is left."""
    layout, grid = full.layout, FullGrid(full.layout, full.digits, draws)
    with closing(PuzzleFacts(full, SatRefuter)) as facts:
        switches = facts.literals[layout.cell_count :]
        rules = {k: facts.rule(switch).constraint for k, switch in enumerate(switches, layout.cell_count)}
        for k, rule in rules.items():
            if rule not in free:
                facts.facts.refuter.add([facts.literals[k]])
        order = grid.shuffled(range(layout.cell_count))
        order += grid.shuffled(k for k, rule in rules.items() if rule in free)
        needed = _needed(facts.facts, order, facts.target(full))
    gone = {rule for k, rule in rules.items() if rule in free and k not in needed}
    left = _joined(rule for rule in full.constraints if rule not in gone)
    digits = bytes(digit if cell in needed else 0 for cell, digit in enumerate(full.digits))
    return Board(with_constraints(layout, left), digits)


def _needed(facts: Facts, order: Sequence[int], target: int) -> set[int]:
    """Remove facts in an order while the others suffice; return the remaining facts.

    If the last refutation did not use a fact, the fact is removed without another refutation.
    """
    needed, used = dict.fromkeys(reversed(order)), set(order)
    for fact in order:
        if fact in used:
            found = facts.suffice([other for other in needed if other != fact], target)
            if found is None:
                continue
            used = set(found)
        del needed[fact]
    return set(needed)


def _joined(rules: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield the constraints. Join constraints of a variant into one if each marks one cell, as shared puzzles do."""
    marked = defaultdict[str, list[int]](list)
    for rule in rules:
        fields = rule.to_json()
        if [*fields] == ["cells"] and len(fields["cells"]) == 1:
            marked[rule.kind] += fields["cells"]
        else:
            yield rule
    for kind, cells in marked.items():
        yield VARIANTS[kind](cells=cells)
