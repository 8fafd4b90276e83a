"""The contract of every constraint; each kind is tested by its case in `constraints_cases`."""

import json
import pickle
import re
from dataclasses import FrozenInstanceError
from functools import cache
from itertools import chain
from math import isqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest
from constraints_cases import CASES, LAYOUTS, SAMPLES, grids, keeps

from sudokubench.board import Board
from sudokubench.constraints import VARIANTS as KINDS
from sudokubench.errors import UsageError
from sudokubench.formats import problem_named
from sudokubench.layout import Layout
from sudokubench.problem import Variant

SMALL = Layout.standard(4)
SAMPLES_OF = {
    kind: [KINDS[kind].from_json(fields) for fields in case.samples] for kind, case in CASES.items()
}
SIXES = {
    kind: [KINDS[kind](cells=cells) for cells in ((0, 1, 8, 9), (0, 7, 14), (3, 2))]
    for kind in ("entropic-line", "modular-line")
}
"""Constraints that need a size which 3 divides."""


def says(statement, grid):
    """Return whether a filled grid keeps a statement, by its definition and by its layers, which must agree."""
    digits = [grid[cell] for cell in statement.cells]
    size = isqrt(len(grid))
    paths = {0}
    for digit, edges in zip(digits, layers(statement, size).edges, strict=True):
        paths = {to for source, held, to in edges if source in paths and held == digit}
    assert bool(paths) == statement.holds(digits)
    return bool(paths)


@cache
def layers(statement, size):
    return statement.layers(size)


def filled_at_random(size, count):
    """Return random filled grids, so that no house hides a fault."""
    random = Random(size)
    return [tuple(random.choices(range(1, size + 1), k=size * size)) for _ in range(count)]


def test_every_kind_has_a_case():
    assert CASES.keys() == KINDS.keys()


@pytest.mark.parametrize("constraint", [*SAMPLES, *chain(*SIXES.values())], ids=repr)
def test_rule_fault_and_statements_agree_about_every_grid(constraint):
    boards = [(Layout.standard(6), filled_at_random(6, 200))]
    if constraint in SAMPLES:
        boards += [(SMALL, filled_at_random(4, 200)), (Layout.standard(9), filled_at_random(9, 60))]
        boards += [(layout, [*grids(SMALL), *grids(layout)]) for layout in LAYOUTS.values()]
    for layout, some in boards:
        statements = list(constraint.statements(layout))
        for grid in some:
            kept = all(says(one, grid) for one in statements)
            assert kept == (constraint.fault(layout, bytes(grid)) is None)
            if layout == Layout.standard(layout.size):  # the rules of the tests know only standard boxes
                assert kept == keeps(constraint, grid)


@pytest.mark.parametrize("constraint", SAMPLES, ids=repr)
def test_a_board_finds_the_fault_of_a_grid_and_names_it(constraint):
    board = Board.empty(Variant(SMALL, (constraint,)))
    for grid in grids(SMALL)[::7]:
        solution = Board(board.problem, grid)
        assert board.is_solved_by(solution) == keeps(constraint, grid)
        assert (board.problem.fault(grid) is None) == keeps(constraint, grid)


@pytest.mark.parametrize("kind", CASES)
def test_among_the_samples_of_a_kind_some_grids_keep_it_and_some_do_not(kind):
    size, samples = (6, SIXES[kind]) if kind in SIXES else (4, SAMPLES_OF[kind])
    stripes = [tuple(1 + row // k % size for row in range(size) for _ in range(size)) for k in (1, 6)]
    squares = tuple(1 + 2 * ((row + column) % 2) for row in range(size) for column in range(size))
    some = [squares, *stripes, *filled_at_random(size, 200), *(grids(SMALL) if size == 4 else ())]
    assert {keeps(one, grid) for one in samples for grid in some} == {True, False}


@pytest.mark.parametrize("constraint", SAMPLES, ids=repr)
def test_json_keeps_a_constraint(constraint):
    plain = json.loads(json.dumps(constraint.to_json()))
    again = KINDS[constraint.kind].from_json(plain)
    assert (again, hash(again), again.to_json()) == (constraint, hash(constraint), constraint.to_json())
    assert "kind" not in plain
    board = Board.empty(Variant(SMALL, (constraint,)))
    assert Board.parse(str(board)) == board
    assert Board.from_json(json.loads(json.dumps(board.as_json()))) == board
    assert pickle.loads(pickle.dumps(board)) == board


def test_fields_of_numpy_make_the_same_constraint():
    linear = KINDS["linear"](
        cells=np.arange(2), coefficients=np.array([1, -1]), low=np.int64(1), high=np.int8(2)
    )
    assert linear.to_json() == {"cells": [0, 1], "coefficients": [1, -1], "low": 1, "high": 2}
    assert json.dumps(linear.to_json())


def test_a_variant_reads_its_constraints_once_and_takes_nothing_else():
    assert Variant(SMALL, iter(SAMPLES)) == Variant(SMALL, tuple(SAMPLES))
    with pytest.raises(UsageError, match="must be a list of constraints"):
        Variant(SMALL, (*SAMPLES, "anti-knight"))


@pytest.mark.parametrize("constraint", SAMPLES, ids=repr)
def test_a_constraint_is_a_value_that_messages_can_name(constraint):
    named = constraint.describe(SMALL)
    cells = [cell for key in ("cells", "copy", "circle") for cell in constraint.to_json().get(key, ())]
    assert all(SMALL.cell_name(cell) in text for cell in cells for text in (named.en, named.ja))
    pattern = str(constraint.to_json().get("pattern"))
    assert "{" not in (named.en + named.ja).replace(pattern, "")
    with pytest.raises(FrozenInstanceError):
        constraint.values = ()


@pytest.mark.parametrize(
    ("kind", "bad"), [(kind, bad) for kind, case in CASES.items() for bad in case.bad_fields], ids=repr
)
def test_json_that_is_not_a_constraint_is_refused(kind, bad):
    with pytest.raises(UsageError, match=kind):
        KINDS[kind].from_json(bad)


@pytest.mark.parametrize(
    ("constraint", "why"),
    [(KINDS[kind].from_json(bad), why) for kind, case in CASES.items() for bad, why in case.misplaced],
    ids=repr,
)
def test_a_constraint_that_cannot_be_put_onto_a_layout_is_refused_by_name(constraint, why):
    assert why in str(constraint.refuse(SMALL))
    with pytest.raises(UsageError, match=f"{constraint.kind} on 4x4: .*{why}"):
        Variant(SMALL, (constraint,))


@pytest.mark.parametrize("constraint", SAMPLES, ids=repr)
def test_a_sample_can_be_put_onto_any_board(constraint):
    for layout in [*LAYOUTS.values(), Layout.standard(9)]:
        assert constraint.refuse(layout) is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_a_name_of_a_problem_exactly_if_it_has_no_values(kind):
    if KINDS[kind].named:
        problem = problem_named(f"4x4+{kind}")
        assert (problem.constraints, problem.name) == ((KINDS[kind].from_json({}),), f"4x4+{kind}")
    else:
        assert all(Variant(SMALL, (one,)).name == "" for one in SAMPLES_OF[kind])
        with pytest.raises(UsageError, match=kind):
            problem_named(f"4x4+{kind}")


@pytest.mark.parametrize("page", ["boards.md", "boards.ja.md"])
def test_the_guide_explains_every_constraint_with_its_fields(page):
    text = (Path(__file__).parents[2] / "docs/guide" / page).read_text()
    rows = [
        [re.findall(r"`([^`]+)`", cell) for cell in line.split("|")[1:3]]
        for line in text.splitlines()
        if "|" in line
    ]
    explained = {kind: fields for kinds, fields in filter(lambda row: len(row) == 2, rows) for kind in kinds}
    for kind, declaration in KINDS.items():
        assert explained[kind] == [field.name for field in declaration.fields]
