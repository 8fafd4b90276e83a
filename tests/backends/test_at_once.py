"""Single 9x9 boards that one call of a kernel solves, against the same boards in a session of dancing links."""

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest

from sudokubench import Board, Budget, InputError, Layout, Stop, Verdict, is_unique, kernels, solve
from sudokubench.answer import UNLIMITED, Times
from sudokubench.backends import at_once, backend
from sudokubench.backends.at_once import answer_at_once
from sudokubench.data import bundled

NINE = Layout.standard(9)
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = CLASSIC.replace("9..5", "...5").replace("79", "..")
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.fixture(scope="module")
def session():
    with backend("dlx").open(NINE) as opened:
        yield opened


def of_session(session, text, limit):
    """Return the fields of an answer, from a search by dancing links."""
    board = Board.parse(text)
    search = session.search(board.instance(), limit=limit)
    found = tuple(search)
    outcome = search.outcome()
    return board, found, outcome.count, outcome.stop, dict(outcome.stats)


def of_answer(answer):
    stats = dict(answer.outcome.stats)
    assert stats.pop("bits") == 1
    return answer.puzzle, answer.found, answer.outcome.count, answer.outcome.stop, stats


def random_text(random, grids):
    """Return clues of a grid, perhaps with wrong ones, or a few random digits."""
    if random.random() < 0.2:
        signs, cells = ["."] * 81, random.sample(range(81), random.randint(0, 20))
    else:
        kept = set(random.sample(range(81), random.randint(18, 81)))
        signs = [sign if cell in kept else "." for cell, sign in enumerate(random.choice(grids))]
        cells = random.sample(range(81), random.choice((0, 0, 1, 2)))
    for cell in cells:
        signs[cell] = random.choice("0123456789.")
    return "".join(signs)


@pytest.mark.parametrize("number", [500, pytest.param(100_000, marks=pytest.mark.thorough)])
def test_answers_have_the_solutions_and_counters_of_a_session(session, number):
    random = Random(number)
    grids = [str(solve(line).solution) for line in (CLASSIC, HARDEST)]
    counts = set()
    for _ in range(number):
        text, limit = random_text(random, grids), random.choice((1, 2, 2))
        answer = answer_at_once(text, None, limit, UNLIMITED)
        assert of_answer(answer) == of_session(session, text, limit), text
        counts.add(answer.outcome.count)
    assert counts == {0, 1, 2}


def test_graded_puzzles_have_the_same_answers_too(session):
    boards = [one.board for one in bundled("graded") if one.board.problem == NINE]
    assert boards
    for board in boards:
        assert of_answer(solve(board)) == of_session(session, str(board), 2)


@pytest.mark.parametrize("text", [CLASSIC, CLASSIC.replace(".", "0")])
def test_a_text_and_its_board_have_equal_answers(text):
    answers = [solve(text), solve(Board.parse(text))]
    assert answers[0].solution == answers[1].solution
    assert answers[0].puzzle == answers[1].puzzle
    assert answers[0].outcome.stats == answers[1].outcome.stats
    assert is_unique(text)
    assert not is_unique(SEVERAL)


def test_an_answer_is_a_value_like_any_other():
    answer = solve(CLASSIC)
    copy = pickle.loads(pickle.dumps(answer))
    assert copy == answer
    assert copy.solutions == answer.solutions
    assert replace(answer, backend="x").backend == "x"
    assert (len(answer), answer.verdict, answer.outcome.stop) == (1, Verdict.UNIQUE, Stop.EXHAUSTED)
    assert answer.times.solve_ns > 0 == answer.times.decode_ns
    assert repr(answer).startswith("<Answer unique (dlx): 5346")
    assert answer == replace(solve(CLASSIC), outcome=replace(answer.outcome, times=answer.times))
    assert replace(answer.outcome, times=Times()) != answer.outcome
    with pytest.raises(AttributeError, match="colour"):
        _ = answer.colour


def answer_or_refusal(text, backend):
    try:
        return solve(text, backend=backend).found
    except InputError as error:
        return str(error)


@pytest.mark.parametrize("sign", ["a", "*", "-", "é", "１", "\n", "\0"])
def test_a_text_with_other_signs_is_read_as_before(sign):
    text = CLASSIC[:40] + sign + CLASSIC[41:]
    assert answer_at_once(text, None, 2, UNLIMITED) is None
    answers = [answer_or_refusal(text, backend=name) for name in (None, "dlx:structure=links")]
    assert answers[0] == answers[1]


def test_a_long_search_continues_in_a_session(monkeypatch, session):
    monkeypatch.setattr(at_once, "_MOST_NODES", 50)
    answer = solve(HARDEST)
    assert "bits" not in answer.outcome.stats
    assert answer.outcome.stats == of_session(session, HARDEST, 2)[-1]
    assert answer.verdict is Verdict.UNIQUE


@pytest.mark.parametrize(
    ("limit", "budget", "name"),
    [
        (3, UNLIMITED, None), (None, UNLIMITED, None), (2, Budget(nodes=10**6), None),
        (2, UNLIMITED, "dlx:structure=links"),
    ],
)  # fmt: skip
def test_other_questions_are_for_a_session(limit, budget, name):
    assert answer_at_once(CLASSIC, name, limit, budget) is None
    assert solve(CLASSIC, limit=limit, budget=budget, backend=name).outcome.exhausted


@pytest.mark.parametrize(
    ("budget", "at_once"),
    [
        (Budget(), True), (Budget(seconds=60), True), (Budget(seconds=0.1), True),
        (Budget(seconds=0.09), False), (Budget(seconds=0), False), (Budget(60, 10**6), False), (60, False),
    ],
)  # fmt: skip
def test_a_time_limit_is_for_a_session_only_if_it_is_short(budget, at_once):
    answer = answer_at_once(CLASSIC, None, 2, budget)
    assert (answer is not None) == at_once
    assert answer is None or answer.verdict is Verdict.UNIQUE


def test_forbidden_options_and_other_layouts_are_for_a_session():
    board = Board.parse(CLASSIC)
    forbidding = board.forbidding([board.layout.option(2, 4)])
    assert solve(forbidding).verdict is Verdict.NONE
    assert answer_at_once(Board.empty(Layout.named("9x9-diagonal")), None, 2, UNLIMITED) is None


def test_a_command_takes_the_kernel_only_if_it_need_not_wait_for_llvm_or_a_compiler(monkeypatch):
    assert answer_at_once(CLASSIC, None, 2, UNLIMITED) is not None  # loads LLVM
    monkeypatch.setattr(kernels, "interprets_first", True)
    monkeypatch.setattr(at_once, "_is_kept", lambda: False)
    assert answer_at_once(CLASSIC, None, 2, UNLIMITED) is None
    monkeypatch.setattr(at_once, "_is_kept", lambda: True)
    assert answer_at_once(CLASSIC, None, 2, UNLIMITED) is not None
    monkeypatch.delitem(sys.modules, "sudokubench.kernels.machine_code")
    assert answer_at_once(CLASSIC, None, 2, UNLIMITED) is None


def test_threads_do_not_disturb_each_other():
    texts = [CLASSIC, SEVERAL, HARDEST] * 100
    expected = [solve(text).found for text in texts]
    with ThreadPoolExecutor(4) as threads:
        assert [answer.found for answer in threads.map(solve, texts)] == expected
