"""Many boards at once: input in any form, with the answers of single searches."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
import reference
from backend_cases import NINE
from hypothesis import given, settings
from hypothesis import strategies as st

import sudokubench.backends
from sudokubench import Board, Budget, InputError, Layout, UsageError, count, solutions, solve_many
from sudokubench.batches import search_digits
from sudokubench.errors import BackendUnavailable, Undecided

UNIQUE, SOLVED, TWO = NINE.unique, NINE.solved, NINE.two
CLASH = "55" + "." * 79
EMPTY = "." * 81
LINES = [UNIQUE, TWO, CLASH, SOLVED, EMPTY]
COUNTS = {1: [1, 1, 0, 1, 1], 2: [1, 2, 0, 1, 2], 3: [1, 2, 0, 1, 3]}
HOUSES = np.array(reference.sudoku_houses(9, 3))


def digits(lines):
    return np.array([reference.grid(line) for line in lines], np.uint8).reshape(len(lines), 81)


def are_solutions(grids, boards):
    complete = (np.sort(grids[:, HOUSES], axis=2) == np.arange(1, 10)).all(axis=(1, 2))
    return complete & ((boards == 0) | (boards == grids)).all(axis=1)


FORMS = {
    "an array": digits,
    "an array in Fortran's order": lambda lines: np.asfortranarray(digits(lines)),
    "bytes": lambda lines: "\n".join(lines).encode(),
    "a bytearray": lambda lines: bytearray("\r\n".join(lines).encode()),
    "lines": list,
    "a tuple of lines": tuple,
    "boards": lambda lines: [Board.parse(line) for line in lines],
    "boards and lines": lambda lines: [Board.parse(line) if i % 2 else line for i, line in enumerate(lines)],
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", [0, 1, 5, 40])
def test_boards_in_every_form_get_the_same_answers(form, n):
    lines = (LINES * 8)[:n]
    answers = solve_many(FORMS[form](lines))
    assert answers.counts.tolist() == (COUNTS[2] * 8)[:n]
    assert answers.solutions.shape == (n, 81)
    assert are_solutions(answers.solutions, digits(lines))[answers.counts > 0].all()
    assert not answers.solutions[answers.counts == 0].any()


@pytest.mark.parametrize("backend", ["sliced", "dlx", "algorithm_x"])
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_every_backend_counts_up_to_the_limit(backend, limit):
    lines = LINES[:4] * 3
    answers = solve_many(lines, limit, backend)
    assert answers.counts.tolist() == COUNTS[limit][:4] * 3
    assert answers.lines()[:4] == [SOLVED, answers.lines()[1], EMPTY, SOLVED]
    assert are_solutions(answers.solutions[1:2], digits([TWO])).all()


@pytest.mark.parametrize("n", [63, 64, 65, 511, 512, 513, 100_001])
def test_each_board_of_a_batch_of_any_size_gets_its_own_answer(n):
    which = np.arange(n) % 5
    boards = digits(LINES)[which]
    answers = solve_many(boards)
    assert answers.backend == "sliced"
    assert (answers.counts == np.array(COUNTS[2])[which]).all()
    expected = answers.counts > 0
    assert (are_solutions(answers.solutions, boards) == expected).all()


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("n", [0, 1, 3, 100])
def test_any_number_of_threads_gives_the_answers_of_one_in_order(threads, n):
    lines = (LINES * 20)[:n]
    answers = solve_many(lines, threads=threads)
    assert answers.counts.tolist() == (COUNTS[2] * 20)[:n]
    assert are_solutions(answers.solutions, digits(lines))[answers.counts > 0].all()


def test_each_answer_of_a_batch_is_one_line_and_has_every_form():
    unique, two, none = solve_many([UNIQUE, TWO, CLASH])
    assert str(unique) == f"1 solution found: {SOLVED}"
    assert str(two) == f"2 solutions found, the first: {solve_many([TWO]).lines()[0]}"
    assert str(none) == "no solution"
    assert repr(none) == "<OneAnswer no solution>"
    assert unique.to_dict() == {"count": 1, "solution": [int(digit) for digit in SOLVED]}
    assert unique.to_frame()["solution"].tolist() == [SOLVED]
    assert str(solve_many("queens:4")[0]) == "2 solutions found, the first: R1C2; R2C4; R3C1; R4C3"
    assert [len(str(one)) for one in solve_many(["." * 256], limit=1)] == [len("1 solution found: ") + 256]


def test_answers_of_batches_are_equal_if_all_their_values_are():
    found = solve_many([UNIQUE, TWO])
    assert found == pickle.loads(pickle.dumps(found)) != solve_many([UNIQUE])
    assert found[0] == solve_many([UNIQUE])[0] != found[1]
    assert solve_many(["queens:4"]) == solve_many(["queens:4"]) != solve_many(["queens:5"])


def test_boards_of_another_size_are_solved_by_a_backend_that_knows_them():
    lines = ["1...............", "1234............"]
    answers = solve_many(lines, 1000, "dlx")
    assert answers.counts.tolist() == [72, 12]  # 288 grids, a fourth of them with a given corner
    assert answers.solutions.shape == (2, 16)
    with pytest.raises(BackendUnavailable, match="9x9"):
        solve_many(lines * 10, backend=sudokubench.backends.backend("sliced"))  # exactly this engine


@settings(deadline=None, max_examples=15)
@given(st.data())
def test_mutated_boards_get_the_counts_of_dancing_links(data):
    base = digits([UNIQUE, TWO, SOLVED])
    boards = []
    for _ in range(data.draw(st.integers(8, 20))):
        board = base[data.draw(st.integers(0, 2))].copy()
        if board.all():
            board[data.draw(st.lists(st.integers(0, 80), min_size=20, max_size=55, unique=True))] = 0
        for cell, digit in data.draw(st.lists(st.tuples(st.integers(0, 80), st.integers(0, 9)), max_size=3)):
            board[cell] = digit
        boards.append(board)
    boards, limit = np.array(boards), data.draw(st.sampled_from([1, 2, 5]))
    answers = solve_many(boards, limit)
    assert answers.backend == "sliced"
    layout = Layout.standard(9)
    assert answers.counts.tolist() == [count(Board(layout, b.tolist()), limit=limit) for b in boards]
    assert (are_solutions(answers.solutions, boards) == (answers.counts > 0)).all()


@pytest.mark.parametrize("clues", [2, 6, 10, 14, 18, 22])
def test_boards_of_few_clues_with_and_without_solutions_have_the_counts_of_dancing_links(clues):
    random, houses = np.random.default_rng(clues), Layout.standard(9).houses
    boards = np.zeros((100, 81), np.uint8)
    for board in boards:
        for cell in random.choice(81, clues, replace=False).tolist():
            seen = sorted(set().union(*(house.cells for house in houses if cell in house.cells)))
            fitting = sorted({1, 2, 3, 4} - set(board[seen].tolist()))
            board[cell] = random.choice(fitting) if fitting else 0
    answers, expected = solve_many(boards, 3, "sliced"), solve_many(boards, 3, "dlx")
    assert answers.counts.tolist() == expected.counts.tolist()
    assert (are_solutions(answers.solutions, boards) == (answers.counts > 0)).all()


# -- what is refused -----------------------------------------------------------------------------------------------


def with_fault(value):
    array = digits(LINES)
    array[3, 7] = value
    return array


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (with_fault(10), "index 3 holds the digit 10: the largest digit of 9x9 is 9"),
        (with_fault(16), "index 3 holds the digit 16"),
        (np.repeat(with_fault(255), 5, axis=0), "index 15 holds the digit 255"),
        (np.zeros((2, 80), np.uint8), r"shape \(2, 80\) does not hold boards: boards are \(n, 81\)"),
        (np.zeros(80, np.uint8), r"shape \(80,\)"),
        (np.zeros((2, 9, 8), np.uint8), r"shape \(2, 9, 8\)"),
        (np.zeros((2, 4, 9), np.uint8), r"shape \(2, 4, 9\)"),
        (np.full((2, 81), 300), "index 0 holds a number that is not a digit"),
        (np.full((2, 81), -1), "index 0 holds a number that is not a digit"),
        (np.full((2, 81), 0.5), "float64 does not hold boards: boards are uint8"),
        ([UNIQUE, UNIQUE[:-1] + "x"], "index 1, column 81: 'x' is neither a digit"),
        ([UNIQUE, UNIQUE[:-1]], "index 1: "),
        ([UNIQUE, None], "index 1 is of type NoneType: give lines of text, or boards"),
        (
            [UNIQUE.encode()],
            "index 0 is of type bytes: give lines of text, or boards, or all lines in one bytes object",
        ),
        (UNIQUE[:-1], "is not a board: 80 characters"),
        (None, "'None' of type NoneType cannot hold boards: give text, arrays, boards or lists of them"),
        (5, "'5' of type int cannot hold boards: give text, arrays, boards or lists of them"),
        ([UNIQUE, "." * 16], "index 1 is 4x4, but index 0 is 9x9: give boards of one layout"),
        ([UNIQUE, Board.parse(UNIQUE).forbidding([18])], "index 1 has forbidden candidates"),
        (
            (UNIQUE + "\n" + UNIQUE[:-1]).encode(),
            "^line 2: this line has 80 characters: a board of 9x9 has 81",
        ),
        ((UNIQUE + "\n?" + UNIQUE[1:]).encode(), r"^line 2, column 1: '\?' is neither a digit"),
    ],
)
def test_a_malformed_board_is_refused_and_its_row_named(boards, message):
    with pytest.raises(InputError, match=message):
        solve_many(boards)


def test_a_wrong_digit_is_reported_although_other_boards_have_solutions_without_end():
    boards = np.zeros((100, 81), np.uint8)
    boards[5, 0] = 12
    with pytest.raises(InputError, match="index 5 holds the digit 12"):
        solve_many(boards, 10**15)


@pytest.mark.parametrize("backend", ["sliced", "dlx", "algorithm_x"])
def test_a_limit_may_be_larger_than_any_number_of_the_processor(backend):
    assert solve_many([UNIQUE] * 8, 2**64, backend).counts.tolist() == [1] * 8
    assert count("." * 16, limit=2**64, backend="dlx") == 288


@pytest.mark.parametrize("n", [1, 7, 8, 30])
def test_a_layout_that_the_bit_sliced_engine_does_not_know_goes_to_dancing_links_however_many_boards(n):
    answers = solve_many(["12.." + "." * 12] * n, 100)
    assert (answers.backend, answers.counts.tolist()) == ("dlx", [24] * n)  # 1 in 12 of the 288 grids


def test_lines_of_boards_with_more_digits_than_signs_are_refused():
    with pytest.raises(UsageError, match="256 cells"):
        solve_many(["." * 256], 1).lines()


INTERRUPTED = """
import _thread, sys, threading
import numpy as np
from sudokubench import solve_many
backend, n = sys.argv[1], 40
solve_many(["." * 81] * n, 1, backend, 2)  # compiled
try:
    threading.Timer(0.5, _thread.interrupt_main).start()
    solve_many(np.zeros((n, 81), np.uint8), 10**15, backend, 3)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("backend", ["sliced", "dlx", "sat", "algorithm_x"])
def test_one_interrupt_ends_all_threads_of_a_batch(backend):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, backend], capture_output=True, text=True, timeout=600, check=False
    )
    assert (done.stdout, done.returncode) == ("interrupted\n", 0), done.stderr


@pytest.mark.parametrize("backend", ["sliced", "dlx", "algorithm_x"])
def test_the_row_of_a_wrong_digit_is_its_row_in_the_whole_batch(backend):
    boards = np.repeat(digits(LINES), 5, axis=0)
    boards[-1, 80] = 10
    with pytest.raises(InputError, match=f"index {len(boards) - 1} holds the digit 10"):
        solve_many(boards, backend=backend, threads=3)


@pytest.mark.parametrize("wrong", [0, -1, None, 1.5, True, "2", np.int64(0)])
@pytest.mark.parametrize("name", ["limit", "threads"])
def test_a_limit_or_number_of_threads_must_be_a_whole_number_from_1(name, wrong):
    with pytest.raises(UsageError, match=f"{name}=.*a whole number of at least 1"):
        solve_many([UNIQUE], **{name: wrong})


def test_a_limit_may_be_an_integer_of_numpy():
    assert solve_many([UNIQUE], np.int64(2), threads=np.int8(1)).counts.tolist() == [1]


@pytest.mark.parametrize("view", [memoryview, bytearray])
def test_a_view_of_bytes_is_read_like_the_bytes(view):
    text = "\n".join(LINES).encode()
    assert (solve_many(view(text)).solutions == solve_many(text).solutions).all()


def test_lines_that_come_one_by_one_get_the_answers_of_a_list():
    assert solve_many(line for line in LINES).lines() == solve_many(list(LINES)).lines()


@pytest.mark.parametrize("backend", ["sliced", "dlx"])
def test_only_boards_with_a_solution_change_the_array_that_a_batch_session_is_given(backend):
    boards, first = digits(LINES), np.full((len(LINES), 81), 7, np.uint8)
    with sudokubench.backends.backend(backend).open(Layout.standard(9)) as session:
        session.search_many(boards, limit=2, first=first)
    assert (first[2] == 7).all()
    assert are_solutions(np.delete(first, 2, axis=0), np.delete(boards, 2, axis=0)).all()


@pytest.mark.parametrize("backend", ["sliced", "dlx", "algorithm_x"])
def test_a_board_without_solution_has_zeros_whatever_was_in_memory_before(backend):
    for _ in range(3):
        _ = np.full((10, 81), 7, np.uint8)  # the next array of this size gets this memory
        assert not solve_many([CLASH] * 10, backend=backend).solutions.any()


@pytest.mark.parametrize(("boards", "backend"), [(7, "dlx"), (8, "sliced")])
def test_fewer_than_eight_boards_are_left_to_dlx(boards, backend):
    assert solve_many([UNIQUE] * boards).backend == backend


@pytest.mark.parametrize("backend", ["sliced", "dlx", "algorithm_x"])
@pytest.mark.parametrize("threads", [1, 3])
def test_another_solution_is_found_where_a_digit_of_the_known_one_is_forbidden_in_which_it_differs(
    backend, threads
):
    one, other = (np.array(list(s.digits), np.uint8) for s in solutions(TWO, backend="sat"))
    boards, blanks = digits([TWO, UNIQUE]), np.flatnonzero(one != digits([TWO])[0])
    rows = [0] * len(blanks) + [1]
    known = np.append(one[blanks], int(SOLVED[2]))
    forbidden = np.arange(1, len(rows) + 1), 9 * np.append(blanks, 2) + known - 1
    found = search_digits(Layout.standard(9), boards[rows], 1, backend, threads, forbidden)
    assert found.counts.tolist() == [*(one != other)[blanks], False]
    assert (found.solutions[found.counts > 0] == other).all()


def test_a_cover_whose_search_ends_early_is_not_counted_in_part():
    with pytest.raises(Undecided, match=r"dxz:memory=1 left queens:12 undecided: .* its memory is full"):
        solve_many(["queens:12"], limit=100_000, backend="dxz:memory=1")


def test_a_long_batch_ends_with_its_nodes_and_goes_on_without_a_bound():
    with sudokubench.backends.backend("sliced").open(Layout.standard(9)) as session:
        whole, cut = (
            session.search_many(digits([EMPTY]), limit=100_000, budget=budget)
            for budget in (Budget(), Budget(nodes=1))
        )
    assert (whole.counts.tolist(), whole.exhausted.tolist()) == ([100_000], [False])
    assert cut.counts[0] < 100_000
