"""Layouts other than squares of squares, and exact covers that are not boards."""

import random
from functools import cache

import pytest
import reference
from backend_cases import SMALL, as_options, ask, ask_board, refused

from sudokubench.answer import Solution, Stop
from sudokubench.backends import Backend
from sudokubench.board import Board
from sudokubench.layout import House, Layout
from sudokubench.problem import ExactCover, Instance, cover

SMALL_HOUSE = Layout(4, SMALL.layout.boxes, "1234", (House("X", (0, 5, 10)),))
JIGSAW_BOXES = (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3)
JIGSAW = Layout(4, JIGSAW_BOXES, "1234")
JIGSAW_HOUSES = [[cell for cell in range(16) if JIGSAW_BOXES[cell] == box] for box in range(4)]
SIX_CLUES = "..3..6..6...2...6456..........6...12"
TALL_CLUES = "...4...2..4.4..2.5.....3...1....5.21"

LAYOUTS = {
    "2x2 boxes": (Layout.standard(4), reference.sudoku_houses(4, 2), "12" + "." * 14),
    "both diagonals": (
        Layout.named("4x4-diagonal"),
        reference.sudoku_houses(4, 2) + reference.diagonals(4),
        "1" + "." * 15,
    ),
    "a house of three cells": (SMALL_HOUSE, [*reference.sudoku_houses(4, 2), [0, 5, 10]], "12" + "." * 14),
    "irregular boxes": (JIGSAW, reference.rows_and_columns(4) + JIGSAW_HOUSES, "12" + "." * 14),
    "Latin squares": (Layout.standard(4, 1), reference.rows_and_columns(4), "1234" + "." * 12),
    "2x3 boxes": (Layout.standard(6), reference.sudoku_houses(6, 2), SIX_CLUES),
    "3x2 boxes": (Layout.named("6x6:3"), reference.sudoku_houses(6, 3), TALL_CLUES),
    "a size of two": (Layout.standard(2), reference.rows_and_columns(2), "...."),
}


@cache
def solutions_of(kind: str) -> frozenset[Solution]:
    layout, houses, text = LAYOUTS[kind]
    return as_options(reference.solutions(reference.grid(text), houses), layout.size)


@pytest.mark.parametrize("kind", LAYOUTS)
def test_all_solutions_of_other_layouts_are_found(engine: Backend, kind: str) -> None:
    layout, _, text = LAYOUTS[kind]
    if refused(engine, layout):
        return
    found, outcome = ask_board(engine, Board.parse(text, layout))
    expected = solutions_of(kind)
    assert set(found) == expected
    assert outcome.count == len(found) == len(expected) > 0


@pytest.mark.parametrize("name", ["9x9-diagonal", "9x9-windoku"])
def test_extra_houses_of_a_9x9_are_kept(plain_engine: Backend, name: str) -> None:
    layout = Layout.named(name)
    if refused(plain_engine, layout):
        return
    [solution] = ask_board(plain_engine, Board.empty(layout), limit=1)[0]
    digits = [option % 9 for option in solution]
    for house in layout.houses:
        assert {digits[cell] for cell in house.cells} == set(range(9)), house.name


KNUTH = [("A", "12"), ("B", "23"), ("C", "34"), ("D", "15"), ("E", "5"), ("F", "2")]


def check_cover(engine: Backend, problem: ExactCover, expected: set[Solution]) -> None:
    if refused(engine, problem):
        return
    found, outcome = ask(engine, problem)
    assert set(found) == expected
    assert (outcome.count, outcome.stop) == (len(expected), Stop.EXHAUSTED)


def test_a_secondary_item_may_stay_uncovered_but_not_be_covered_twice(engine: Backend) -> None:
    options = [("P", "ax"), ("Q", "bx"), ("R", "a"), ("S", "by"), ("T", "ay")]
    expected = reference.exact_covers([items for _, items in options], "ab")
    assert expected == {(0, 3), (1, 2), (2, 3), (1, 4)}
    check_cover(engine, cover(options, secondary="xyz"), expected)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_queens_are_placed_with_diagonals_as_secondary_items(engine: Backend, size: int) -> None:
    def option(r: int, c: int) -> tuple[str, tuple[str, ...]]:
        return f"{r}{c}", (f"r{r}", f"c{c}", f"up{r + c}", f"down{r - c}")

    secondary = [f"{way}{k}" for way in ("up", "down") for k in range(-size, 2 * size)]
    problem = cover([option(r, c) for r in range(size) for c in range(size)], secondary=secondary)
    expected = {tuple(size * r + c for r, c in enumerate(columns)) for columns in reference.queens(size)}
    check_cover(engine, problem, expected)


@cache
def random_covers() -> list[tuple[ExactCover, set[Solution]]]:
    rng, found = random.Random(7), []
    for _ in range(12):
        options = []
        while len(options) < 9:
            items = [item for item in "abcdefgh" if rng.random() < 0.3]
            if set(items) & set("abcdef"):
                options.append(items)
        primary = sorted({item for items in options for item in items if item in "abcdef"})
        problem = cover([(str(i), items) for i, items in enumerate(options)], secondary="gh")
        found.append((problem, reference.exact_covers(options, primary)))
    return found


def test_random_covers_have_the_solutions_of_brute_force(engine: Backend) -> None:
    for problem, expected in random_covers():
        check_cover(engine, problem, expected)


def test_a_primary_item_without_options_leaves_no_solution(engine: Backend) -> None:
    check_cover(engine, cover([("A", "1"), ("B", "2")], primary="3"), set())
    check_cover(engine, cover([], primary="3"), set())


@pytest.mark.parametrize("options", [1, 2])
def test_an_item_that_all_options_cover_is_covered_by_one_of_them(engine: Backend, options: int) -> None:
    problem = cover([("AB"[i], "1") for i in range(options)])
    check_cover(engine, problem, {(i,) for i in range(options)})


def test_a_problem_without_items_has_the_empty_solution(engine: Backend) -> None:
    check_cover(engine, cover([]), {()})


@pytest.mark.parametrize(
    ("instance", "expected"),
    [
        (Instance(), {(0, 2, 4), (2, 3, 5)}),
        (Instance(chosen=(4,)), {(0, 2, 4)}),
        (Instance(forbidden=(4,)), {(2, 3, 5)}),
        (Instance(chosen=(2,)), {(0, 2, 4), (2, 3, 5)}),
        (Instance(chosen=(0, 1)), set()),
        (Instance(chosen=(0, 2, 4)), {(0, 2, 4)}),
        (Instance(chosen=(0, 2, 4, 5)), set()),
        (Instance(chosen=(0,), forbidden=(0,)), set()),
        (Instance(chosen=(0,), forbidden=(5,)), {(0, 2, 4)}),
        (Instance(forbidden=(2,)), set()),
    ],
    ids=str,
)
def test_chosen_and_forbidden_options_of_a_cover_are_honoured(
    engine: Backend, instance: Instance, expected: set[Solution]
) -> None:
    problem = knuth()
    if refused(engine, problem):
        return
    found, outcome = ask(engine, problem, instance)
    assert set(found) == expected
    assert (outcome.count, outcome.stop) == (len(expected), Stop.EXHAUSTED)


@cache
def knuth() -> ExactCover:
    return cover(KNUTH)
