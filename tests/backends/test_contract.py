"""What every backend promises, run on every installed backend and on every value of its named options.

Boards are 4x4 so that slow engines are quick too; an engine that knows only 9x9 gets boards of that size. What an
engine cannot open it must refuse with a reason. Expected values come from `reference`, or are published counts.
"""

from __future__ import annotations

import pickle
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import islice
from threading import Timer
from time import perf_counter_ns
from typing import Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest
import reference

from sudokubench.answer import UNLIMITED, Budget, Outcome, Solution, Stop, Verdict
from sudokubench.backends import Backend, BatchSession, Search, Session, backend, installed, spec_of
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.errors import BackendUnavailable, UsageError
from sudokubench.layout import House, Layout
from sudokubench.problem import ExactCover, Instance, Problem, cover


def variants(name: str) -> Iterator[str]:
    """The backend with its defaults, then with each other value of each option that has named values."""
    yield name
    cls = type(backend(name))
    hints = get_type_hints(cls)
    for field in fields(cls):  # type: ignore[arg-type]
        values = {"off": False, "on": True} if hints[field.name] is bool else {}
        if get_origin(hints[field.name]) is Literal:
            values = {value: value for value in get_args(hints[field.name])}
        if name == "sat" and field.name == "solver":  # named in a table, since not every one is fit
            from sudokubench.backends.sat import SOLVERS

            values = {solver: solver for solver, traits in SOLVERS.items() if not traits.unfit}
        yield from (f"{name}:{field.name}={text}" for text, value in values.items() if value != field.default)


SPECS = [spec for name in installed()[0] for spec in variants(name)]


@pytest.fixture(scope="module", params=SPECS)
def engine(request: pytest.FixtureRequest) -> Backend:
    return backend(request.param)


@pytest.fixture(scope="module", params=installed()[0])
def plain_engine(request: pytest.FixtureRequest) -> Backend:
    """A backend with its defaults, for what some options are hopeless at: an empty 9x9 is large for them."""
    return backend(request.param)


@dataclass(frozen=True, eq=False)
class Cases:
    """Boards of one size, as texts. `several` has a dozen solutions or hundreds."""

    layout: Layout
    houses: reference.Houses
    unique: str
    two: str
    none: str
    several: str
    solved: str

    def board(self, text: str) -> Board:
        return Board.parse(text, self.layout)

    @cache  # noqa: B019  # two objects that live as long as the tests
    def solutions(self, text: str) -> frozenset[Solution]:
        return as_options(reference.solutions(reference.grid(text), self.houses), self.layout.size)


SMALL = Cases(
    Layout.standard(4),
    reference.sudoku_houses(4, 2),
    unique="......34...31...",
    two="1....2....3....4",
    none="..32....31....2.",
    several="." * 16,
    solved="3421213442131342",
)
NINE = Cases(
    Layout.standard(9),
    reference.sudoku_houses(9, 3),
    unique="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    two="5...7.9.26....5...1..34...7...7.1.23.26.....1..39..8569....7.8.....1....3.5..6..9",
    none="53..7....6..195....48....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    several="......7..4.........89..3..6.3.6....5...91..64..4....1.3......485.2.....19..3....2",
    solved="534678912672195348198342567859761423426853791713924856961537284287419635345286179",
)
FEW = replace(SMALL, several="1...2...3...4...")
DEAR = {"highs", "z3"}
"""Engines that take milliseconds for each solution: theirs are a dozen."""
DIAGONAL = Layout.named("4x4-diagonal")
SIX = Layout.standard(6)
LATIN = Layout.standard(5)


@pytest.fixture
def cases(engine: Backend) -> Cases:
    if engine.unsupported(SMALL.layout) is not None:
        return NINE
    return FEW if spec_of(engine) in DEAR else SMALL


def as_options(grids: Iterator[reference.Grid], size: int) -> frozenset[Solution]:
    return frozenset(tuple(size * cell + digit - 1 for cell, digit in enumerate(grid)) for grid in grids)


def ask(
    engine: Backend,
    problem: Problem,
    instance: Instance = Instance(),  # noqa: B008  # it is immutable
    limit: int | None = None,
    budget: Budget = UNLIMITED,
) -> tuple[list[Solution], Outcome]:
    """All solutions that a search yields, and its outcome."""
    with lent_session(engine, problem) as session:
        search = session.search(instance, limit=limit, budget=budget)
        return list(search), search.outcome()


def ask_board(engine: Backend, board: Board, limit: int | None = None) -> tuple[list[Solution], Outcome]:
    return ask(engine, board.layout, board.instance(), limit)


def refused(engine: Backend, problem: Problem) -> bool:
    """Whether the engine says that it cannot open the problem; then it must not open it."""
    reason = engine.unsupported(problem)
    if reason is None:
        return False
    assert reason.strip()
    with pytest.raises(BackendUnavailable):
        engine.open(problem)
    return True


# -- answers -------------------------------------------------------------------------------------------------------


def test_every_engine_opens_the_standard_layout(engine: Backend) -> None:
    assert engine.unsupported(Layout.standard(9)) is None


def test_a_board_with_one_solution_is_unique(engine: Backend, cases: Cases) -> None:
    found, outcome = ask_board(engine, cases.board(cases.unique), limit=2)
    assert set(found) == cases.solutions(cases.unique)
    assert (outcome.count, outcome.stop, outcome.verdict) == (1, Stop.EXHAUSTED, Verdict.UNIQUE)


def test_a_9x9_puzzle_is_unique(engine: Backend) -> None:
    found, outcome = ask_board(engine, NINE.board(NINE.unique), limit=2)
    assert [str(NINE.board(NINE.unique).filled(options)) for options in found] == [NINE.solved]
    assert outcome.verdict is Verdict.UNIQUE


def test_a_board_without_solution_has_the_verdict_none(engine: Backend, cases: Cases) -> None:
    found, outcome = ask_board(engine, cases.board(cases.none))
    assert found == []
    assert (outcome.count, outcome.stop, outcome.verdict) == (0, Stop.EXHAUSTED, Verdict.NONE)


@pytest.mark.parametrize("limit", [2, 3, None])
def test_both_solutions_of_a_board_with_exactly_two_are_found(
    engine: Backend, cases: Cases, limit: int | None
) -> None:
    found, outcome = ask_board(engine, cases.board(cases.two), limit)
    assert set(found) == cases.solutions(cases.two)
    assert (len(found), outcome.count, outcome.verdict) == (2, 2, Verdict.MULTIPLE)


def test_the_search_for_a_third_solution_of_two_is_exhausted(engine: Backend, cases: Cases) -> None:
    assert ask_board(engine, cases.board(cases.two), limit=3)[1].stop is Stop.EXHAUSTED


def test_several_solutions_are_all_found_and_all_different(engine: Backend, cases: Cases) -> None:
    found, outcome = ask_board(engine, cases.board(cases.several))
    assert len(found) == len(set(found)) == outcome.count
    assert set(found) == cases.solutions(cases.several)
    assert outcome.exhausted


def test_all_latin_squares_of_order_five_with_a_given_first_row_are_counted(engine: Backend) -> None:
    if refused(engine, LATIN):
        return
    # Of 161,280 (OEIS A002860) a 5!-th part begin with a given row, and of these a 4!-th with a given column.
    board, number = Board(LATIN, [1, 2, 3, 4, 5] + 20 * [0]), 1344
    if spec_of(engine) in DEAR:
        number = 56
        for row in range(1, 5):
            board = board.with_digit(5 * row, row + 1)
    with lent_session(engine, LATIN) as session:
        outcome = session.search(board.instance()).outcome()
    assert (outcome.count, outcome.stop) == (number, Stop.EXHAUSTED)


@pytest.mark.parametrize("second", [2, 8, 5], ids=["row", "column", "box"])
def test_two_equal_clues_in_a_house_leave_no_solution(engine: Backend, second: int) -> None:
    if refused(engine, SMALL.layout):
        return
    board = Board.empty(SMALL.layout).with_digit(0, 3).with_digit(second, 3)
    assert ask_board(engine, board)[1].verdict is Verdict.NONE


def test_two_equal_clues_in_a_9x9_leave_no_solution(engine: Backend) -> None:
    board = NINE.board(NINE.unique).with_digit(80, 7)
    assert ask_board(engine, board)[1].verdict is Verdict.NONE


def test_a_full_valid_grid_is_its_own_only_solution(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.solved)
    found, outcome = ask_board(engine, board)
    assert [board.filled(options) for options in found] == [board]
    assert outcome.verdict is Verdict.UNIQUE


def test_a_full_grid_with_a_fault_has_no_solution(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.solved)
    assert ask_board(engine, board.with_digit(0, board.digits[1]))[1].verdict is Verdict.NONE


def test_solutions_are_ascending_tuples_of_ints(engine: Backend, cases: Cases) -> None:
    for solution in ask_board(engine, cases.board(cases.two))[0]:
        assert type(solution) is tuple
        assert {type(option) for option in solution} == {int}
        assert list(solution) == sorted(set(solution))


def test_random_boards_in_one_session_get_the_answers_of_brute_force(engine: Backend, cases: Cases) -> None:
    size, rng = cases.layout.size, random.Random(20)
    cells = size * size
    solved = cases.board(cases.solved).digits
    with engine.open(cases.layout) as session:
        for _ in range(60):
            board = Board.empty(cases.layout)
            for cell in rng.sample(range(cells), cells * 2 // 5):
                digit = rng.randint(1, size) if rng.random() < 0.02 else solved[cell]
                board = board.with_digit(cell, digit)
            board = board.forbidding(rng.sample(range(cells * size), rng.choice([0, 0, 2])))
            forbidden = {(option // size, option % size + 1) for option in board.forbidden}
            expected = reference.solutions(board.digits, cases.houses, forbidden)
            found = list(session.search(board.instance(), limit=50))
            if len(found) < 50:
                assert set(found) == as_options(expected, size), board
            else:
                assert len(set(found)) == 50 == len(list(islice(expected, 50))), board
                assert all(board.is_solved_by(board.filled(options)) for options in found)


# -- limits and ways of asking -------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 10])
def test_an_empty_grid_yields_as_many_solutions_as_the_limit_allows(
    plain_engine: Backend, limit: int
) -> None:
    board = Board.empty(Layout.standard(9))
    found, outcome = ask_board(plain_engine, board, limit)
    assert len(set(found)) == len(found) == outcome.count == limit
    assert outcome.stop is Stop.LIMIT
    assert all(board.is_solved_by(board.filled(options)) for options in found)


@pytest.mark.parametrize("limit", [1, 2, 11])
def test_several_solutions_are_cut_at_the_limit(engine: Backend, cases: Cases, limit: int) -> None:
    found, outcome = ask_board(engine, cases.board(cases.several), limit)
    assert len(set(found)) == len(found) == outcome.count == limit
    assert set(found) <= cases.solutions(cases.several)
    assert outcome.stop is Stop.LIMIT


def test_one_solution_at_a_limit_of_one_says_solvable_and_no_more(engine: Backend, cases: Cases) -> None:
    assert ask_board(engine, cases.board(cases.unique), limit=1)[1].verdict is Verdict.SOLVABLE


def test_a_board_without_solution_is_exhausted_at_any_limit(engine: Backend, cases: Cases) -> None:
    assert ask_board(engine, cases.board(cases.none), limit=1)[1].verdict is Verdict.NONE


def test_a_limit_equal_to_the_number_of_solutions_claims_nothing_beyond(
    engine: Backend, cases: Cases
) -> None:
    board = cases.board(cases.several)
    total = len(cases.solutions(cases.several))
    assert ask_board(engine, board, total)[1].stop is Stop.LIMIT
    assert ask_board(engine, board, total + 1)[1].stop is Stop.EXHAUSTED


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(engine: Backend, cases: Cases, limit: int) -> None:
    with engine.open(cases.layout) as session, pytest.raises(UsageError):
        session.search(Instance(), limit=limit)


def test_the_first_solution_comes_before_the_others_are_looked_for(plain_engine: Backend) -> None:
    board = Board.empty(Layout.standard(9))  # 6.67e21 solutions: none waits for them all
    with lent_session(plain_engine, board.layout) as session:
        search = session.search(board.instance(), budget=Budget(seconds=60))
        first = next(iter(search))
        assert board.is_solved_by(board.filled(first))
        assert search.count == 1
        search.abandon()
        assert search.outcome().stop is Stop.CANCELLED


@pytest.mark.parametrize("limit", [None, 7])
def test_counting_without_iterating_gives_the_same_outcome(
    engine: Backend, cases: Cases, limit: int | None
) -> None:
    board = cases.board(cases.several)
    with lent_session(engine, cases.layout) as session:
        counted = session.search(board.instance(), limit=limit).outcome()
    found, outcome = ask_board(engine, board, limit)
    assert (counted.count, counted.stop) == (outcome.count, outcome.stop) == (len(found), outcome.stop)


@pytest.mark.parametrize("taken", [1, 3])
def test_the_outcome_counts_what_was_iterated_and_what_was_not(
    engine: Backend, cases: Cases, taken: int
) -> None:
    board = cases.board(cases.several)
    with lent_session(engine, cases.layout) as session:
        search = session.search(board.instance())
        first = list(islice(search, taken))
        assert len(set(first)) == taken
        assert search.outcome().count == len(cases.solutions(cases.several))
        assert list(search) == []


def test_iterating_in_two_parts_repeats_nothing(engine: Backend, cases: Cases) -> None:
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.several).instance())
        parts = [*islice(search, 5), *search]
    assert len(parts) == len(set(parts)) == len(cases.solutions(cases.several))


def test_the_outcome_can_be_asked_for_twice(engine: Backend, cases: Cases) -> None:
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.two).instance())
        assert search.outcome() == search.outcome()


def test_times_are_measured_in_each_phase_and_never_negative(engine: Backend, cases: Cases) -> None:
    times = ask_board(engine, cases.board(cases.unique))[1].times
    assert min(times.encode_ns, times.solve_ns, times.decode_ns) >= 0
    assert times.solve_ns > 0
    assert times.total_ns == times.encode_ns + times.solve_ns + times.decode_ns


@pytest.mark.parametrize("taken", [2, None], ids=["abandoned", "to the end"])
def test_what_the_caller_does_between_solutions_is_in_no_time(
    engine: Backend, cases: Cases, taken: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    years_ns = [0]  # that have gone by on the clock of every engine
    for name, module in sys.modules.items():
        if name.startswith("sudokubench.backends.") and hasattr(module, "perf_counter_ns"):
            monkeypatch.setattr(module, "perf_counter_ns", lambda: perf_counter_ns() + years_ns[0])
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.several).instance())
        for _ in islice(search, taken):
            years_ns[0] += 10**17
        search.abandon()
        assert search.count > 1
        assert search.outcome().times.total_ns < 10**17


def test_statistics_are_whole_numbers_with_names(engine: Backend, cases: Cases) -> None:
    stats = ask_board(engine, cases.board(cases.unique))[1].stats
    assert all(isinstance(name, str) and type(value) is int for name, value in stats.items())


# -- forbidden candidates ------------------------------------------------------------------------------------------


def test_forbidding_a_digit_of_the_only_solution_leaves_none(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.unique)
    [solution] = cases.solutions(cases.unique)
    blank = board.digits.index(0)
    assert ask_board(engine, board.forbidding([solution[blank]]))[1].verdict is Verdict.NONE


def test_forbidding_where_two_solutions_differ_leaves_the_other(engine: Backend, cases: Cases) -> None:
    one, other = cases.solutions(cases.two)
    board = cases.board(cases.two).forbidding([min(set(one) - set(other))])
    found, outcome = ask_board(engine, board)
    assert (found, outcome.verdict) == ([other], Verdict.UNIQUE)


def test_what_was_forbidden_once_is_allowed_again_in_the_next_search(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.two)
    one, _ = cases.solutions(cases.two)
    with engine.open(cases.layout) as session:
        assert session.search(board.forbidding(one).instance()).outcome().verdict is Verdict.NONE
        assert set(session.search(board.instance())) == cases.solutions(cases.two)


def test_a_cell_with_every_digit_forbidden_leaves_no_solution(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.unique)
    blank, size = board.digits.index(0), cases.layout.size
    closed = board.forbidding(range(size * blank, size * blank + size))
    assert ask_board(engine, closed)[1].verdict is Verdict.NONE


def test_an_option_that_is_chosen_and_forbidden_leaves_no_solution(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.unique)
    clue = board.instance().chosen[0]
    assert ask_board(engine, board.forbidding([clue]))[1].verdict is Verdict.NONE


def test_forbidding_what_the_clues_rule_out_changes_nothing(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.unique)
    [solution] = cases.solutions(cases.unique)
    others = set(range(cases.layout.size**3)) - set(solution)
    found, outcome = ask_board(engine, board.forbidding(others))
    assert (found, outcome.verdict) == ([solution], Verdict.UNIQUE)


# -- cancelled, out of budget, and used again ----------------------------------------------------------------------


@pytest.mark.parametrize(("taken", "verdict"), [(1, Verdict.UNDECIDED), (2, Verdict.MULTIPLE)])
def test_a_search_cancelled_between_solutions_claims_only_what_it_saw(
    engine: Backend, cases: Cases, taken: int, verdict: Verdict
) -> None:
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.several).instance())
        for number, _ in enumerate(search, 1):
            if number == taken:
                search.cancel()
        outcome = search.outcome()
    assert (outcome.count, outcome.stop, outcome.verdict) == (taken, Stop.CANCELLED, verdict)


def test_a_search_cancelled_before_it_begins_claims_nothing(engine: Backend, cases: Cases) -> None:
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.none).instance())
        search.cancel()
        outcome = search.outcome()
    assert (outcome.count, outcome.stop, outcome.verdict) == (0, Stop.CANCELLED, Verdict.UNDECIDED)


def test_cancelling_a_search_that_has_ended_changes_nothing(engine: Backend, cases: Cases) -> None:
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.unique).instance())
        assert search.outcome().verdict is Verdict.UNIQUE
        following = session.search(cases.board(cases.two).instance())
        search.cancel()
        assert search.outcome().verdict is Verdict.UNIQUE
        assert following.outcome().count == 2


def test_a_count_without_end_is_cancelled_from_another_thread(engine: Backend) -> None:
    with lent_session(engine, Layout.standard(9)) as session:
        search = session.search(Instance(), budget=Budget(seconds=60))
        timer = Timer(0.05, search.cancel)
        timer.start()
        outcome = search.outcome()
        timer.join()
    assert outcome.stop is Stop.CANCELLED


@cache
def mutilated_chessboard(size: int = 12) -> ExactCover:
    """Dominoes on a board without two opposite corners: no solution, and no engine sees that quickly by search."""
    gone = {(0, 0), (size - 1, size - 1)}
    squares = [(r, c) for r in range(size) for c in range(size) if (r, c) not in gone]
    steps = [(0, 1), (1, 0)]
    dominoes = [((r, c), (r + i, c + j)) for r, c in squares for i, j in steps if (r + i, c + j) in squares]
    return cover([(f"{a}{b}", (str(a), str(b))) for a, b in dominoes], name="mutilated chessboard")


def test_a_solve_without_end_is_cancelled_from_another_thread(engine: Backend) -> None:
    problem = mutilated_chessboard()
    if refused(engine, problem) or not engine.interruptible:
        return
    with lent_session(engine, problem) as session:
        search = session.search(Instance(), budget=Budget(seconds=60))
        timer = Timer(0.05, search.cancel)
        timer.start()
        outcome = search.outcome()
        timer.join()
    assert (outcome.count, outcome.stop) in {(0, Stop.CANCELLED), (0, Stop.EXHAUSTED)}


def test_a_solve_without_end_ends_with_its_budget(engine: Backend) -> None:
    problem = mutilated_chessboard()
    if refused(engine, problem) or not engine.interruptible:
        return
    outcome = ask(engine, problem, budget=Budget(seconds=0.05))[1]
    assert (outcome.count, outcome.stop) in {(0, Stop.BUDGET), (0, Stop.EXHAUSTED)}


def test_a_count_without_end_ends_with_its_budget(engine: Backend) -> None:
    with lent_session(engine, Layout.standard(9)) as session:
        outcome = session.search(Instance(), budget=Budget(seconds=0.05)).outcome()
    assert outcome.stop is Stop.BUDGET
    assert outcome.verdict is (Verdict.MULTIPLE if outcome.count >= 2 else Verdict.UNDECIDED)


@pytest.mark.parametrize("budget", [Budget(seconds=0), Budget(nodes=0), Budget(seconds=0, nodes=0)], ids=str)
@pytest.mark.parametrize("kind", ["unique", "two", "none", "solved"])
def test_a_budget_that_has_run_out_leaves_everything_undecided(
    engine: Backend, cases: Cases, kind: str, budget: Budget
) -> None:
    board = cases.board(getattr(cases, kind))
    found, outcome = ask(engine, board.layout, board.instance(), None, budget)
    assert found == []
    assert (outcome.count, outcome.stop, outcome.verdict) == (0, Stop.BUDGET, Verdict.UNDECIDED)


@pytest.mark.parametrize("nodes", [1, 2, 5, 20, 100])
def test_a_small_budget_of_nodes_never_gives_a_false_answer(
    engine: Backend, cases: Cases, nodes: int
) -> None:
    truth = {cases.unique: Verdict.UNIQUE, cases.none: Verdict.NONE, cases.two: Verdict.MULTIPLE}
    for text, verdict in truth.items():
        board = cases.board(text)
        found, outcome = ask(engine, board.layout, board.instance(), 2, Budget(nodes=nodes))
        assert set(found) <= cases.solutions(text)
        assert outcome.verdict in {verdict, Verdict.UNDECIDED}
        assert (outcome.stop is Stop.BUDGET) == (outcome.verdict is Verdict.UNDECIDED)


def test_an_endless_budget_changes_nothing(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.unique)
    budget = Budget(seconds=float("inf"), nodes=10**12)
    assert ask(engine, board.layout, board.instance(), 2, budget)[1].verdict is Verdict.UNIQUE


def exhausted(session: Session, cases: Cases) -> Search:
    return session.search(cases.board(cases.several).instance())


def at_its_limit(session: Session, cases: Cases) -> Search:
    return session.search(cases.board(cases.several).instance(), limit=3)


def without_solution(session: Session, cases: Cases) -> Search:
    return session.search(cases.board(cases.none).instance())


def with_clashing_clues(session: Session, cases: Cases) -> Search:
    board = Board.empty(cases.layout).with_digit(0, 1).with_digit(1, 1)
    return session.search(board.instance())


def out_of_budget(session: Session, cases: Cases) -> Search:
    return session.search(cases.board(cases.several).instance(), budget=Budget(seconds=0))


def out_of_nodes(session: Session, cases: Cases) -> Search:
    return session.search(cases.board(cases.several).instance(), budget=Budget(nodes=3))


def cancelled(session: Session, cases: Cases) -> Search:
    search = session.search(cases.board(cases.several).instance())
    next(iter(search))
    search.cancel()
    return search


def cancelled_at_rest(session: Session, cases: Cases) -> Search:
    search = session.search(cases.board(cases.several).instance())
    search.cancel()
    return search


def abandoned(session: Session, cases: Cases) -> Search:
    search = session.search(cases.board(cases.several).instance())
    next(iter(search))
    search.abandon()
    return search


ENDINGS = [
    exhausted,
    at_its_limit,
    without_solution,
    with_clashing_clues,
    out_of_budget,
    out_of_nodes,
    cancelled,
    cancelled_at_rest,
    abandoned,
]


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.__name__)
def test_after_a_search_of_any_ending_the_session_answers_rightly(
    engine: Backend, cases: Cases, ending: Callable[[Session, Cases], Search]
) -> None:
    with engine.open(cases.layout) as session:
        for text in (cases.two, cases.unique, cases.none, cases.solved, cases.two):
            ending(session, cases).outcome()
            assert set(session.search(cases.board(text).instance())) == cases.solutions(text)


@pytest.mark.parametrize("begun", [False, True], ids=["not yet begun", "under way"])
def test_a_new_search_cancels_the_one_before_it(engine: Backend, cases: Cases, begun: bool) -> None:
    with engine.open(cases.layout) as session:
        earlier = session.search(cases.board(cases.several).instance())
        solutions = iter(earlier)
        taken = len(list(islice(solutions, 2))) if begun else 0
        later = session.search(cases.board(cases.two).instance())
        assert set(later) == cases.solutions(cases.two)
        assert list(solutions) == []
        assert (earlier.outcome().count, earlier.outcome().stop) == (taken, Stop.CANCELLED)
        assert (later.outcome().count, later.outcome().stop) == (2, Stop.EXHAUSTED)


def test_the_same_board_has_the_same_answer_again_and_again(engine: Backend, cases: Cases) -> None:
    with engine.open(cases.layout) as session:
        for _ in range(4):
            for text in (cases.unique, cases.two):
                assert set(session.search(cases.board(text).instance())) == cases.solutions(text)


def test_two_sessions_of_one_problem_do_not_disturb_each_other(engine: Backend, cases: Cases) -> None:
    with engine.open(cases.layout) as one, engine.open(cases.layout) as other:
        several = one.search(cases.board(cases.several).instance())
        two = other.search(cases.board(cases.two).instance())
        pairs = list(zip(islice(several, 2), two, strict=True))
        assert {pair[1] for pair in pairs} == cases.solutions(cases.two)
        assert several.outcome().count == len(cases.solutions(cases.several))


def test_a_session_can_be_closed_twice_and_amid_a_search(engine: Backend, cases: Cases) -> None:
    session = engine.open(cases.layout)
    next(iter(session.search(cases.board(cases.several).instance())))
    session.close()
    session.close()
    assert ask_board(engine, cases.board(cases.unique))[1].verdict is Verdict.UNIQUE


def test_a_closed_session_refuses_every_search_and_may_be_closed_again(engine: Backend, cases: Cases) -> None:
    session = engine.open(cases.layout)
    session.close()
    with pytest.raises(UsageError, match="this session is closed; open a new one"):
        session.search(Instance(), limit=1)
    if isinstance(session, BatchSession):
        with pytest.raises(UsageError, match="this session is closed; open a new one"):
            session.search_many(np.zeros((1, cases.layout.cell_count), np.uint8))
    session.close()


@pytest.mark.parametrize("wrong", [10**9, -1], ids=["too large", "negative"])
@pytest.mark.parametrize("kind", ["chosen", "forbidden"])
def test_an_option_that_the_problem_does_not_have_is_refused(
    engine: Backend, cases: Cases, kind: str, wrong: int
) -> None:
    last = cases.layout.size**3 - 1
    with engine.open(cases.layout) as session:
        for options in [(wrong,), tuple(sorted((wrong, 0)))]:
            with pytest.raises(UsageError, match=f"there is no option {wrong}: .* 0 to {last}"):
                session.search(Instance(**{kind: options}))
        assert session.search(Instance(), limit=1).outcome().verdict is Verdict.SOLVABLE


def test_a_batch_cancels_the_search_before_it(engine: Backend, cases: Cases) -> None:
    with engine.open(cases.layout) as session:
        if not isinstance(session, BatchSession):
            return
        search = session.search(cases.board(cases.several).instance())
        next(iter(search))
        boards = np.frombuffer(cases.board(cases.two).digits, np.uint8).reshape(1, -1)
        assert session.search_many(boards, limit=3).counts.tolist() == [2]
        assert (search.outcome().count, search.outcome().stop) == (1, Stop.CANCELLED)


# -- other problems ------------------------------------------------------------------------------------------------

SMALL_HOUSE = Layout(4, SMALL.layout.boxes, "1234", (House("X", (0, 5, 10)),))
JIGSAW_BOXES = (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3)
JIGSAW = Layout(4, JIGSAW_BOXES, "1234")
JIGSAW_HOUSES = [[cell for cell in range(16) if JIGSAW_BOXES[cell] == box] for box in range(4)]
SIX_CLUES = "..3..6..6...2...6456..........6...12"
TALL_CLUES = "...4...2..4.4..2.5.....3...1....5.21"

LAYOUTS = {
    "2x2 boxes": (Layout.standard(4), reference.sudoku_houses(4, 2), "12" + "." * 14),
    "both diagonals": (DIAGONAL, reference.sudoku_houses(4, 2) + reference.diagonals(4), "1" + "." * 15),
    "a house of three cells": (SMALL_HOUSE, [*reference.sudoku_houses(4, 2), [0, 5, 10]], "12" + "." * 14),
    "irregular boxes": (JIGSAW, reference.rows_and_columns(4) + JIGSAW_HOUSES, "12" + "." * 14),
    "Latin squares": (Layout.standard(4, 1), reference.rows_and_columns(4), "1234" + "." * 12),
    "2x3 boxes": (SIX, reference.sudoku_houses(6, 2), SIX_CLUES),
    "3x2 boxes": (Layout.named("6x6:3"), reference.sudoku_houses(6, 3), TALL_CLUES),
    "a size of two": (Layout.standard(2), reference.rows_and_columns(2), "...."),
}


@pytest.mark.parametrize("kind", LAYOUTS)
def test_all_solutions_of_other_layouts_are_found(engine: Backend, kind: str) -> None:
    layout, houses, text = LAYOUTS[kind]
    if refused(engine, layout):
        return
    found, outcome = ask_board(engine, Board.parse(text, layout))
    expected = as_options(reference.solutions(reference.grid(text), houses), layout.size)
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


def test_the_worked_example_has_exactly_the_covers_ace_and_cdf(engine: Backend) -> None:
    check_cover(engine, cover(KNUTH), {(0, 2, 4), (2, 3, 5)})


def test_a_secondary_item_may_stay_uncovered_but_not_be_covered_twice(engine: Backend) -> None:
    options = [("P", "ax"), ("Q", "bx"), ("R", "a"), ("S", "by"), ("T", "ay")]
    expected = reference.exact_covers([items for _, items in options], "ab", "xy")
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


def test_random_covers_have_the_solutions_of_brute_force(engine: Backend) -> None:
    rng = random.Random(7)
    for _ in range(12):
        options = []
        while len(options) < 9:
            items = [item for item in "abcdefgh" if rng.random() < 0.3]
            if set(items) & set("abcdef"):
                options.append(items)
        primary = sorted({item for items in options for item in items if item in "abcdef"})
        problem = cover([(str(i), items) for i, items in enumerate(options)], secondary="gh")
        check_cover(engine, problem, reference.exact_covers(options, primary, "gh"))


def test_a_primary_item_without_options_leaves_no_solution(engine: Backend) -> None:
    check_cover(engine, cover([("A", "1"), ("B", "2")], primary="3"), set())


def test_a_problem_without_items_has_the_empty_solution(engine: Backend) -> None:
    check_cover(engine, cover([]), {()})


@pytest.mark.parametrize(
    ("instance", "expected"),
    [
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


# -- the backend as a value ----------------------------------------------------------------------------------------


def test_a_backend_is_described_by_a_name_that_makes_it_again(engine: Backend) -> None:
    assert backend(spec_of(engine)) == engine


def test_a_backend_travels_to_other_processes(engine: Backend) -> None:
    assert pickle.loads(pickle.dumps(engine)) == engine


def test_a_backend_says_its_kind_and_whether_it_can_be_interrupted(engine: Backend) -> None:
    assert engine.kind.strip()
    assert type(engine.interruptible) is bool
