"""The input of library calls, and their results as sequences and tables."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from pasted_cases import FORMS, FOUR, NONES, NUMBERS, P1, P2, S1, S2, rows

from sudokubench import Board, InputError, Layout, UsageError, boards, explain, rate, solve, solve_many
from sudokubench.exchange import frame

ARRAY = np.array(NUMBERS)
HELD_BY_ITSELF: list[object] = []
HELD_BY_ITSELF.append(HELD_BY_ITSELF)


class Column:
    """A column of pandas or Polars, with the methods that matter here."""

    def __init__(self, values):
        self.values = values

    def __iter__(self):
        return iter(self.values)

    def __len__(self):
        return len(self.values)

    def to_list(self):
        return list(self.values)


ONE = {
    "line": P1, "pasted": FORMS["a frame, blanks are spaces"][0], "board": Board.parse(P1), "rows": rows(P1),
    "array": ARRAY, "flat array": ARRAY.ravel(), "bytes in an array": ARRAY.astype(np.uint8),
    "list of lists": NUMBERS, "list of lists with None": NONES, "flat list": ARRAY.ravel().tolist(),
    "characters": list(P1), "one line in a list": [P1], "one board in an array": ARRAY[None],
    "floats": [float(n) for n in ARRAY.ravel()], "array of floats": ARRAY.astype(float),
    "rows of NumPy in a list": [*ARRAY], "numbers of NumPy in a list": [*ARRAY.ravel()], "array in a list": [ARRAY],
}  # fmt: skip
SEVERAL = {
    "lines": [P1, P2], "text": f"{P1}\n{P2}", "column": Column([P1, P2]), "texts in an array": np.array([P1, P2]),
    "objects in an array": np.array([P1, P2], object), "boards": [Board.parse(P1), P2],
    "arrays": np.stack([ARRAY, np.array([*map(int, P2.replace(".", "0"))]).reshape(9, 9)]),
    "flat arrays": np.array([[*map(int, p.replace(".", "0"))] for p in (P1, P2)]),
    "lists": [NUMBERS, [[int(c) for c in row.replace(".", "0")] for row in rows(P2)]],
    "pasted ones": [FORMS["hyphens"][0], P2], "an array and a text": [ARRAY, P2],
}  # fmt: skip


@pytest.mark.parametrize("name", ONE)
def test_one_board_is_taken_in_whatever_holds_it(name):
    assert str(solve(ONE[name]).solution) == S1
    assert solve_many(ONE[name]).lines() == [S1]
    assert [*map(str, boards(ONE[name]))] == [P1]


@pytest.mark.parametrize("name", SEVERAL)
def test_several_boards_are_taken_in_whatever_holds_them(name):
    assert solve_many(SEVERAL[name]).lines() == [S1, S2]
    assert [*map(str, boards(SEVERAL[name]))] == [P1, P2]
    with pytest.raises(InputError, match=r"2 boards, but this call takes one|lines with cells"):
        solve(SEVERAL[name])


@pytest.mark.parametrize("blank", [0, 0.0, None, ".", np.uint8(0)])
def test_lists_and_arrays_of_blanks_are_a_board(blank):
    rows = [[blank] * 9] * 9
    for given in (rows, [blank] * 81, np.array(rows), [np.array(rows), P1], [P1, rows]):
        assert str(boards(given)[given[0] is P1]) == "." * 81


def test_letters_among_numbers_in_a_list_of_25x25_are_the_digits_from_10_on():
    """A is the digit 10 here: in a board of letters alone it is 1."""
    grid = [[(5 * (r % 5) + r // 5 + c) % 25 + 1 for c in range(25)] for r in range(25)]
    signs = [["ABCDEFGHIJKLMNOP"[digit - 10] if digit > 9 else digit for digit in row] for row in grid]
    assert list(boards(signs)[0].digits) == [digit for row in grid for digit in row]


@pytest.mark.parametrize(("size", "most"), [(4, 4), (9, 9), (10, 10), (16, 16), (25, 25), (36, 36), (36, 9)])
def test_numbers_in_a_list_are_the_board_of_the_same_array(size, most):
    array = np.zeros((size, size), int)
    array[0, :most] = array[-most:, -1] = range(1, most + 1)
    (board,) = boards(array[None])
    assert board == Board(Layout.standard(size), array.ravel())
    assert (
        [board]
        == boards(array.tolist())
        == boards(array.ravel().tolist())
        == boards(array[None].astype(float))
    )


def test_a_list_may_mix_texts_boards_and_lists_of_numbers_in_any_order():
    mixed = [NUMBERS, P2, Board.parse(P1)]
    for given in (mixed, mixed[::-1], [P2, *mixed]):
        found = list(map(str, boards(given)))
        assert found == [P1 if one in (NUMBERS, mixed[2]) else P2 for one in given]


def test_an_array_of_floats_is_read_if_all_are_whole():
    floats = ARRAY.astype(float)
    assert [*map(str, boards(floats))] == [P1]
    assert [*map(str, boards(np.stack([np.where(ARRAY == 0, np.nan, ARRAY), floats])))] == [P1, P1]
    assert boards(np.array([])) == []
    for masked in (np.ma.masked_equal(ARRAY, ARRAY.max()), np.ma.masked_equal(floats, ARRAY.max())):
        assert [*map(str, boards(masked))] == [P1.replace(str(ARRAY.max()), ".")]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([P1, "x"], "index 1: "), ([P1, None], "index 1 is of type NoneType"),
        (Column([P1, float("nan")]), "index 1 is of type float"),
        (np.array([P1.encode()]), "index 0 is of type bytes: "),
        (SimpleNamespace(columns=["a", "b"]), "a table with the columns a, b"), ([[1, 2], [3]], "holds no board"),
        (np.full((2, 81), [[0], [12]]), "index 1 holds the digit 12"),
        (["abc", P1], "index 0: "), ([None, P1], "index 0 is of type NoneType"),
        ([NUMBERS, None], "index 1 is of type NoneType"),
        (np.full((9, 9), 0.5), "float64 .* if all values are digits or 0"),
        (HELD_BY_ITSELF, "holds no board"),
        (np.zeros((3, 3, 3), int), r"shape \(3, 3, 3\)"), (np.full((9, 9), -1), "index 0 holds a number"),
    ],
)  # fmt: skip
def test_what_holds_no_board_is_reported_with_its_row(given, message):
    for call in (boards, solve_many):
        with pytest.raises(InputError, match=message):
            call(given)


def test_answers_are_sequences():
    answers = solve_many([P1, "11" + P1[2:], P2])
    assert (len(answers), [one.count for one in answers]) == (3, [1, 0, 1])
    assert (answers[-1].count, bytes(answers[0].solution + 48).decode()) == (1, S1)
    with pytest.raises(IndexError):
        answers[3]
    answer = solve(P1)
    assert (len(answer), str(answer[0]), [*map(str, answer)]) == (1, S1, [S1])
    with pytest.raises(TypeError):
        answer[:1]
    nothing = solve("11..............")
    assert (len(nothing), [*nothing], bool(nothing)) == (0, [], True)


def test_ratings_and_explanations_are_sequences():
    ratings = rate([FOUR, "1..............."])
    assert (len(ratings), str(ratings[0].board), ratings[1]) == (2, FOUR, None)
    explanation = explain(list(FOUR))
    assert len(explanation) == len([*explanation]) == 11
    assert explanation[0] is explanation.trace.steps[0]
    assert bool(explain("3412214343211234"))
    several, one = rate(["4x4+anti-knight:1...............", "4x4+anti-knight:1234............"])
    assert (several, one.as_json()["schema"]) == (None, "sudokubench.effort/1")


def table(monkeypatch, *installed):
    """Install stand-ins for libraries, each with the constructor of its table."""
    for name in ("pandas", "polars"):
        there = SimpleNamespace(DataFrame=lambda columns, name=name: (name, columns))
        monkeypatch.setitem(sys.modules, name, there if name in installed else None)


def test_results_become_tables(monkeypatch):
    table(monkeypatch, "polars")
    name, columns = solve_many([P1]).to_frame()
    assert (name, list(columns), columns["solution"]) == ("polars", ["count", "solution"], [S1])
    assert solve(P1).to_frame()[1] == {"solution": [S1]}
    rated = rate([FOUR, "1..............."]).to_frame()[1]
    assert (rated["puzzle"], rated["solved"]) == ([FOUR, None], [True, None])
    told = explain(FOUR).to_frame("ja")[1]
    assert len(told["rule"]) == len(told["text"]) == 11
    assert not told["text"][0].isascii()


def test_a_table_needs_a_library(monkeypatch):
    table(monkeypatch, "pandas", "polars")
    assert frame({})[0] == "pandas"
    table(monkeypatch)
    with pytest.raises(UsageError, match="pip install pandas"):
        frame({"a": [1]})
