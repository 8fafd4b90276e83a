"""The verifier's own formula: its models are the grids that brute force finds."""

import random

import pytest
import reference
from certificate_cases import JIGSAW, PAIRED, houses_of
from pysat.solvers import Solver

from sudokubench import Board, Layout
from sudokubench.certificates.verification import formula
from sudokubench.encodings.cnf import cnf


def clause_list(literals):
    clauses = [[]]
    for literal in literals.tolist():
        if literal:
            clauses[-1].append(literal)
        else:
            clauses.append([])
    assert clauses.pop() == []
    return clauses


def grids_of_models(board):
    """Return the grids of all models of a board's formula, each model once."""
    size = board.layout.size
    clauses = clause_list(formula(board.layout))
    clauses += [[size * cell + digit] for cell, digit in board.clues] + [[-1 - o] for o in board.forbidden]
    grids = []
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for model in solver.enum_models():
            true = [variable - 1 for variable in model if variable > 0]
            assert [option // size for option in true] == list(range(size * size))
            grids.append(tuple(option % size + 1 for option in true))
    return grids


def test_the_formula_of_4x4_has_the_288_grids_as_models():
    grids = grids_of_models(Board.empty(Layout.standard(4)))
    assert len(grids) == 288
    assert set(grids) == set(reference.solutions([0] * 16, reference.sudoku_houses(4, 2)))


@pytest.mark.parametrize(
    "layout", [JIGSAW, PAIRED, Layout.named("4x4-diagonal"), Layout.named("3x3")], ids=str
)
def test_the_models_of_other_layouts_are_the_grids_of_brute_force(layout):
    grids = grids_of_models(Board.empty(layout))
    assert len(set(grids)) == len(grids) > 0
    assert set(grids) == set(reference.solutions([0] * layout.cell_count, houses_of(layout)))


@pytest.mark.parametrize("name", ["6x6", "6x6:3", "9x9", "9x9-diagonal", "9x9-windoku"])
def test_the_models_of_boards_with_clues_are_the_solutions_of_brute_force(name):
    layout = Layout.named(name)
    rng = random.Random(7)
    solution = next(reference.solutions([0] * layout.cell_count, houses_of(layout)))
    for _ in range(3):
        clues = [digit if rng.random() < 0.6 else 0 for digit in solution]
        found = set(reference.solutions(clues, houses_of(layout)))
        assert set(grids_of_models(Board(layout, clues))) == found


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9", "9x9-diagonal", "9x9-windoku", "12x12"])
def test_both_encoders_write_the_same_clauses(name):
    layout = Layout.named(name)
    ours = {frozenset(clause) for clause in clause_list(formula(layout))}
    assert ours == set(map(frozenset, cnf(layout, "extended").clauses))
