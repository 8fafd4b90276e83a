from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Thread
from typing import ClassVar

import numpy as np
import pytest
import reference

import sudokubench
from benchmarks.trials.misbehaving import Misbehaving
from sudokubench import (
    BackendUnavailable,
    Board,
    Budget,
    InputError,
    Layout,
    Stop,
    Undecided,
    UsageError,
    Verdict,
    check,
    core_words,
    count,
    is_unique,
    rate,
    solutions,
    solve,
    solve_many,
)
from sudokubench.answer import UNLIMITED
from sudokubench.backends import Backend, EngineSession, Search
from sudokubench.backends.base import Engine
from sudokubench.backends.pool import _KEPT_SESSIONS, lent_session
from sudokubench.errors import BackendFailed
from sudokubench.problem import Instance

UNIQUE, TWO, NONE = "......34...31...", "1....2....3....4", "..32....31....2."
SOLVED = "3421213442131342"
X = "algorithm_x"
NOTHING = Budget(seconds=0)
HOUSES = reference.sudoku_houses(4, 2)


def test_a_misspelt_name_of_a_problem_is_told_from_a_board():
    with pytest.raises(UsageError, match=r"its name must have the form queens:N"):
        solve("queens")
    for call in (solve, solve_many, rate):
        for given, meant in (("queen:8", "queens:8"), ("queen", "queens:N")):
            for value in (given, [given]):
                with pytest.raises(UsageError, match=rf"did you mean {meant}\?"):
                    call(value)
    with pytest.raises(InputError, match=f"index 0: {core_words.COVER_IN_LIST.format(cover='queens:8')}"):
        solve(["queens:8"])


def lines(boards):
    return sorted(map(str, boards))


def expected(text):
    return sorted("".join(map(str, grid)) for grid in reference.solutions(reference.grid(text), HOUSES))


# -- the five calls ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verdict"), [(UNIQUE, Verdict.UNIQUE), (TWO, Verdict.MULTIPLE), (NONE, Verdict.NONE)]
)
def test_solve_shows_how_many_solutions_there_are(text, verdict):
    answer = solve(text, backend=X)
    assert answer.verdict is verdict
    assert lines(answer.solutions) == expected(text)
    assert answer.solution == (answer.solutions[0] if answer.solutions else None)
    assert (answer.board, answer.backend) == (Board.parse(text), X)
    assert answer.times.total_ns > 0


def test_solve_with_a_limit_of_one_does_not_look_for_a_second():
    answer = solve(UNIQUE, backend=X, limit=1)
    assert (answer.verdict, str(answer.solution)) == (Verdict.SOLVABLE, SOLVED)


def test_solve_without_a_limit_keeps_every_solution():
    assert lines(solve("." * 16, backend=X, limit=None).solutions) == expected("." * 16)


def test_solve_out_of_budget_is_undecided_and_no_error():
    answer = solve(UNIQUE, backend=X, budget=NOTHING)
    assert (answer.verdict, answer.solution, answer.outcome.stop) == (Verdict.UNDECIDED, None, Stop.BUDGET)


@pytest.mark.parametrize(("text", "number"), [(UNIQUE, 1), (TWO, 2), (NONE, 0), ("." * 16, 288)])
def test_solutions_are_enumerated_and_counted_and_one_is_unique(text, number):
    assert lines(solutions(text, backend=X)) == expected(text)
    assert count(text, backend=X) == number
    assert is_unique(text, backend=X) is (number == 1)


def test_solutions_come_one_by_one():
    board = Board.empty()
    first = next(solutions(board, backend=X))
    assert board.is_solved_by(first)


def test_solutions_stop_at_the_limit():
    assert len(list(solutions("." * 16, backend=X, limit=5))) == 5


def test_solutions_out_of_budget_end_with_undecided():
    found = solutions("." * 16, backend=X, budget=Budget(nodes=20))
    with pytest.raises(Undecided, match=r"^algorithm_x left .* undecided: its budget ran out"):
        list(found)


def test_count_goes_up_to_a_limit():
    assert count("." * 16, backend=X, limit=100) == 100


def test_count_out_of_budget_is_undecided_even_if_some_were_found():
    for budget in (NOTHING, Budget(nodes=40)):
        with pytest.raises(Undecided):
            count("." * 16, backend=X, budget=budget)


def test_is_unique_out_of_budget_is_undecided():
    with pytest.raises(Undecided):
        is_unique(UNIQUE, backend=X, budget=NOTHING)


def test_available_backends_are_names_that_solve_takes():
    assert X in sudokubench.available_backends()
    assert {solve(UNIQUE, backend=name).verdict for name in ["algorithm_x", "cpsat"]} == {Verdict.UNIQUE}


# -- arguments -----------------------------------------------------------------------------------------------------


def test_a_board_or_its_text_in_any_form_is_taken():
    board = Board.parse(UNIQUE)
    for form in (board, board.format("line"), board.format("grid"), board.format("unicode")):
        assert str(solve(form, backend=X).solution) == SOLVED


def test_a_backend_can_be_given_as_an_object():
    assert solve(UNIQUE, backend=sudokubench.backends.backend(X)).backend == X


@pytest.mark.parametrize("call", [solve, solutions, count, is_unique])
def test_every_call_refuses_bad_input_at_once(call):
    with pytest.raises(InputError):
        call("1..x" + "." * 12, backend=X)
    with pytest.raises(UsageError, match="unknown backend"):
        call(UNIQUE, backend="abacus")


@pytest.mark.parametrize("call", [solve, solutions, count, is_unique, check])
def test_every_call_refuses_arguments_of_a_wrong_type_at_once(call):
    for board in (None, 5, UNIQUE.encode()):
        with pytest.raises(
            InputError, match=f"{type(board).__name__} is not a board: give a Board, or a text"
        ):
            call(board, backend=X)
    for backend in (3, Layout):
        with pytest.raises(UsageError, match=r"backend=.*: the value must be"):
            call(UNIQUE, backend=backend)
    for budget in (5, None):
        with pytest.raises(
            UsageError, match=rf"budget={budget}: the value must be a Budget, such as Budget\(seconds=5\)"
        ):
            call(UNIQUE, backend=X, budget=budget)


@pytest.mark.parametrize("call", [solve, solutions, count])
@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "2"])
def test_a_limit_is_a_whole_number_of_at_least_one_or_none(call, limit):
    with pytest.raises(
        UsageError, match=f"limit={limit!r}: the value must be a whole number of at least 1; None means all"
    ):
        call(UNIQUE, backend=X, limit=limit)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seconds": "x"}, {"seconds": -1}, {"seconds": float("nan")}, {"seconds": True}, {"nodes": 1.5},
        {"nodes": -1},
    ],
)  # fmt: skip
def test_a_budget_is_made_of_numbers_from_zero(wrong):
    ((name, value),) = wrong.items()
    with pytest.raises(
        UsageError, match=rf"{name}={value!r}: the value must be a .*number of at least 0; None"
    ):
        Budget(**wrong)


def test_a_budget_takes_numbers_of_numpy_and_hands_engines_plain_ones():
    budget = Budget(np.float32(60), np.int64(10_000))
    assert (budget, *map(type, budget)) == ((60, 10_000), float, int)
    assert Budget(np.int64(60)) == Budget(60)


# -- shared sessions -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recorder:
    """A backend with three solutions of 4x4, and none of another size; it notes when sessions open and close."""

    log: tuple[list[object], ...] = ([],)
    kind: ClassVar[str] = "test"
    requires: ClassVar[tuple[str, ...]] = ()
    interruptible: ClassVar[bool] = True

    def __hash__(self):
        return id(self.log[0])

    def unsupported(self, problem):
        return "too large" if problem.size > 9 else None

    def open(self, problem):
        return RecorderSession(self.log[0], problem)


class RecorderSession:
    def __init__(self, log, problem):
        self.log = log
        self.problem = problem
        self.closed = False
        log.append(self)

    def search(self, instance, *, limit=None, budget=UNLIMITED):
        return Search(self._solutions, limit, budget)

    def _solutions(self, search: Search) -> Iterator[tuple[int, ...]]:
        if self.problem.size == 4:
            yield from solve("." * 16, backend=X, limit=3).found

    def close(self):
        self.closed = True


@pytest.fixture
def recorder():
    return Recorder(([],))


def test_a_session_is_kept_for_the_next_call(recorder):
    for call in (solve, count, is_unique):
        call("." * 16, backend=recorder)
    assert len(recorder.log[0]) == 1
    assert not recorder.log[0][0].closed


def test_each_layout_has_a_session_of_its_own(recorder):
    for size in (4, 6, 4):
        count(Board.empty(Layout.standard(size)), backend=recorder)
    assert [session.problem.size for session in recorder.log[0]] == [4, 6]


def test_a_session_is_lent_to_one_at_a_time(recorder):
    layout = Layout.standard(4)
    with lent_session(recorder, layout) as one:
        with lent_session(recorder, layout) as other:
            assert one is not other
        with lent_session(recorder, layout) as third:
            assert third is other


def test_searches_can_be_nested(recorder):
    pairs = [(a, b) for a in solutions(TWO, backend=X) for b in solutions(TWO, backend=X)]
    assert len(set(pairs)) == 4


def test_threads_do_not_disturb_each_other():
    counts = []
    threads = [Thread(target=lambda: counts.append(count("." * 16, backend=X))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [288] * 4


def test_a_session_is_kept_when_the_caller_has_seen_enough_solutions(recorder):
    found = solutions("." * 16, backend=recorder)
    next(found)
    found.close()
    assert count("." * 16, backend=recorder) == 3
    assert len(recorder.log[0]) == 1


def test_a_session_is_closed_and_not_kept_after_an_error(recorder):
    with pytest.raises(RuntimeError), lent_session(recorder, Layout.standard(4)):
        raise RuntimeError
    assert [session.closed for session in recorder.log[0]] == [True]
    count("." * 16, backend=recorder)
    assert [session.closed for session in recorder.log[0]] == [True, False]


def test_sessions_that_were_not_used_for_long_are_closed(recorder):
    sizes = range(2, 10)
    others = [Recorder(([],)) for _ in range(_KEPT_SESSIONS // len(sizes) + 1)]
    count("." * 16, backend=recorder)
    for other in others:
        for size in sizes:
            count(Board.empty(Layout.standard(size)), backend=other)
    assert recorder.log[0][0].closed
    assert not others[-1].log[0][-1].closed


def test_a_board_that_a_backend_cannot_open_is_refused_with_its_reason(recorder):
    with pytest.raises(BackendUnavailable, match="cannot open 16x16: too large"):
        solve("." * 256, backend=recorder)


@pytest.mark.parametrize("place", ["open", "search", "solve", "second", "outcome"])
@pytest.mark.parametrize("way", ["exit", "generator_exit"])
def test_an_engine_that_ends_the_program_fails_and_is_named(way, place):
    engine = Misbehaving(f"{way}@{place}")
    for ask in (solve, is_unique, lambda board, backend: list(solutions(board, backend=backend))):
        with pytest.raises(BackendFailed, match=f"backend Misbehaving.*{way}@{place} failed"):
            ask("1...3..2...3..2.", backend=engine)


@dataclass(frozen=True)
class Stranger(Backend):
    """An engine of another distribution that yields given solutions."""

    yields: tuple[object, ...] = field(default=(), hash=False)
    kind: ClassVar[str] = "test"
    interface: ClassVar[int] = 2

    def open(self, problem):
        class Yielding(Engine):
            def solutions(self, instance, search, yields=self.yields):
                yield from yields

        return EngineSession(problem, Yielding())


def test_a_run_names_engines_that_fail_and_an_engine_of_a_script_is_sent_to_no_worker(monkeypatch):
    monkeypatch.setattr(Stranger, "__module__", "__main__")
    result = sudokubench.run("1...3..2...3..2.", backend=[Stranger(), "dlx"])
    assert str(result) == "1 puzzle, 2 backends: unique 1; 0 disagreements, 0 wrong answers, 1 error"
    why = "".join(result.analysis().data.messages.values())
    assert "a worker cannot import an engine of a script or notebook; define it in a module" in why


@dataclass(frozen=True)
class Untidy(Backend):
    """An engine that fails when an unfinished search is cleaned up."""

    kind: ClassVar[str] = "test"
    interface: ClassVar[int] = 2

    def open(self, problem):
        class Breaking(Engine):
            def solutions(self, instance, search):
                try:
                    yield ()
                finally:
                    raise ValueError("broken")

        return EngineSession(problem, Breaking())


def test_the_log_tells_a_search_that_cannot_be_ended_from_a_session_that_cannot_be_closed(caplog):
    with lent_session(Untidy(), Layout.standard(4)) as session:
        next(iter(session.search(Instance())))
    assert "EngineSession: ending its search failed: ValueError: broken" in caplog.text


TRUE = tuple(4 * cell + int(digit) - 1 for cell, digit in enumerate(str(solve(UNIQUE).solution)))


def test_an_engine_of_others_that_is_right_is_heard():
    right = Stranger((TRUE,))
    assert str(solve(UNIQUE, backend=right).solution) == str(solve(UNIQUE).solution)
    assert is_unique(UNIQUE, backend=right)
    assert [str(board) for board in solutions(UNIQUE, backend=right)] == [str(solve(UNIQUE).solution)]


@pytest.mark.parametrize("name", ["dlx", "dlx:kernel=nodes", "sat", "cpsat", "algorithm_x"])
@pytest.mark.parametrize("budget", [Budget(seconds=10**400), Budget(nodes=10**400)])
def test_a_bound_of_any_size_is_obeyed(name, budget):
    assert solve("12..34......4...", backend=name, budget=budget).verdict is Verdict.MULTIPLE
    assert is_unique("1...3..2...3..2.", backend=name, budget=budget)
