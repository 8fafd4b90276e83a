"""What the contract suite cannot know: PySAT's traps, its solvers' abilities, and the clauses behind a session.

Every trap occurred in a solver. A test shows that a session cannot reach the trap. Or its first half drives PySAT
directly and shows the trap, and the other half shows that the trap does no harm in a session.
"""

import itertools
import subprocess
import sys
from threading import Timer

import pytest
import reference
import sat_probe
from child import printed
from pysat.solvers import Solver

from benchmarks.random_boards import random_board
from sudokubench.answer import Budget, Stop, Verdict
from sudokubench.backends import backend, sat, spec_of, words
from sudokubench.backends.sat import SOLVERS, Sat
from sudokubench.board import Board
from sudokubench.encodings.cnf import cnf
from sudokubench.encodings.words import FOR_BOARDS_ONLY
from sudokubench.errors import BackendUnavailable, UsageError
from sudokubench.layout import Layout
from sudokubench.problem import Instance, cover

FIT = [name for name, traits in SOLVERS.items() if not traits.unfit]
LIMITED = [name for name in FIT if SOLVERS[name].limited]
FOUR = Layout.standard(4)
EMPTY = Board.empty(FOUR).instance()
UNIQUE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def pigeons(holes):
    """Return clauses for one pigeon too many: no solution, and the proof takes exponentially many conflicts."""
    options = [(f"{p} in {h}", (f"pigeon {p}", f"hole {h}")) for p in range(holes + 1) for h in range(holes)]
    return cover(options, secondary=[f"hole {h}" for h in range(holes)], name="pigeons")


HARD = pigeons(12)


def outcome(session, instance=EMPTY, **limits):
    return session.search(instance, **limits).outcome()


# -- large boards ---------------------------------------------------------------------------------------------------


@pytest.fixture(params=[None, "cryptominisat", "sat:encoding=product", "sat:encoding=extended-raw"])
def of_rests(request, monkeypatch):
    """Return a session on 4x4 that loads a new solver for each search, as sessions beyond 16x16 do."""
    monkeypatch.setattr(sat, "_LARGEST_KEPT", 3)
    session = backend(request.param or "sat").open(FOUR)
    assert isinstance(session.engine, sat.RestEngine)
    return session


@pytest.mark.parametrize("limit", [1, 2, 33, 288, None])
def test_what_clues_leave_has_the_solutions_of_the_whole_board(of_rests, limit):
    found = list(of_rests.search(EMPTY, limit=limit))
    assert len(set(found)) == len(found) == (limit or 288)
    assert all(tuple(sorted(one)) == one and not FOUR.broken_houses(FOUR.digits(one)) for one in found)


def test_clues_and_forbidden_candidates_hold_on_a_large_board(of_rests):
    board = Board.parse("1...3..2...3..2.")
    (expected,) = reference.solutions(board.digits, reference.sudoku_houses(4, 2))
    (one,) = of_rests.search(board.instance())
    assert FOUR.digits(one) == bytes(expected)
    free = next(option for option in one if option not in board.instance().chosen)
    assert outcome(of_rests, Instance(board.instance().chosen, (free,))).verdict is Verdict.NONE
    assert outcome(of_rests, board.filled(one).instance()).verdict is Verdict.UNIQUE


@pytest.mark.parametrize("clues", ["11..............", "12....3.........", "1234............"])
def test_the_number_of_solutions_of_a_large_board_is_right_with_clashing_clues_or_without(of_rests, clues):
    digits = [int(sign) if sign != "." else 0 for sign in clues]
    expected = sum(1 for _ in reference.solutions(digits, reference.sudoku_houses(4, 2)))
    assert outcome(of_rests, Board.parse(clues).instance(), limit=None).count == expected


def test_budgets_and_closing_hold_on_a_large_board(of_rests):
    assert outcome(of_rests, budget=Budget(seconds=0)).stop is Stop.BUDGET
    search = of_rests.search(EMPTY, limit=None)
    next(iter(search))
    search.abandon()
    assert outcome(of_rests, limit=None).count == 288


@pytest.mark.parametrize(
    "opened", [lambda: backend("sat:encoding=triads").open(FOUR), lambda: Sat().open_whole(FOUR)]
)
def test_a_large_board_is_loaded_whole_for_an_encoding_that_needs_it_and_on_request(opened, monkeypatch):
    monkeypatch.setattr(sat, "_LARGEST_KEPT", 3)
    session = opened()
    assert isinstance(session.engine, sat.SatEngine)
    assert outcome(session, limit=None).count == 288


def test_a_board_of_25x25_loads_only_what_its_clues_leave(monkeypatch):
    loaded, plain = [], sat.SatEngine
    monkeypatch.setattr(sat, "SatEngine", lambda *given: loaded.append(given[-1]) or plain(*given))
    board = random_board(Layout.standard(25), seed=2, density=0.55)
    assert outcome(Sat().open(board.layout), board.instance()).count > 0
    (clauses,) = loaded
    assert len(clauses.clauses) < 30_000


# -- solvers --------------------------------------------------------------------------------------------------------


def some(names):
    """Return two solvers: one takes assumptions, the other cannot be interrupted. A thorough run has all."""
    usual = {"minisat22", "cadical153"}
    return [pytest.param(name, marks=[] if name in usual else pytest.mark.thorough) for name in names]


@pytest.mark.parametrize("name", some(sat_probe.probed()))
def test_a_solver_can_do_what_the_backend_takes_it_to_do(name):
    can, traits = sat_probe.abilities(name), SOLVERS[name]
    assert {"assumptions", "again"} <= can or traits.unfit
    if not traits.unfit:
        assert (traits.limited, traits.interrupt, traits.warm) == (
            "limited" in can,
            {"interrupt", "threads"} <= can,
            "warm" in can,
        )


def test_kissat_is_refused_since_it_ends_the_process_on_a_second_solve():
    assert sat_probe.abilities("kissat404").isdisjoint({"again", "assumptions"})
    with pytest.raises(
        UsageError,
        match=r"kissat404 cannot be used: it aborts the process on a second solve .* take one of .*glucose4",
    ):
        Sat("kissat404")


@pytest.mark.thorough
def test_the_table_of_the_solvers_is_in_the_document():
    text = sat_probe.DOCUMENTS["en"].read_text(encoding="utf-8")
    assert sat_probe.solver_table() in text
    assert text == sat_probe.filled(text, "en")


@pytest.mark.parametrize("language", sat_probe.DOCUMENTS)
def test_the_table_of_the_encodings_is_in_the_document(language):
    assert sat_probe.encoding_table(language) in sat_probe.DOCUMENTS[language].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["minisatgh", "g4", "Glucose4", "", "glucose5", "cryptosat"])
def test_an_unknown_solver_is_refused_with_the_possible_ones(name):
    with pytest.raises(UsageError) as caught:
        Sat(name)
    assert str(caught.value) == words.ONE_OF.format(where="sat:solver", text=name, names=", ".join(FIT)).en


def test_the_name_of_minisat_from_github_is_the_one_that_pysat_takes():
    with pytest.raises(Exception, match="minisatgh"):
        Solver("minisatgh")
    with Sat("minisat-gh").open(FOUR) as session:
        assert outcome(session).count == 288


def test_a_solver_that_an_older_pysat_lacks_is_unavailable(monkeypatch):
    monkeypatch.setitem(SOLVERS, "glucose9", SOLVERS["glucose4"])
    with pytest.raises(BackendUnavailable, match="installed PySAT has no solver glucose9; update python-sat"):
        Sat("glucose9").open(FOUR)


def test_solver_and_encoding_are_options_of_the_name():
    assert backend("sat:solver=minisat22,encoding=card") == Sat("minisat22", "card")
    assert spec_of(Sat("minisat22", "card")) == "sat:solver=minisat22,encoding=card"
    with pytest.raises(UsageError, match=r"encoding=cards: the value must be one of extended, .*card"):
        backend("sat:encoding=cards")
    with pytest.raises(UsageError, match="encoding=cards: the value must be one of extended"):
        Sat(encoding="cards")


@pytest.mark.parametrize(
    ("name", "interruptible"), [("minisat22", True), ("cadical195", False), ("lingeling", False)]
)
def test_a_solver_that_cannot_be_woken_gets_a_process_of_its_own(name, interruptible):
    assert Sat(name).interruptible is interruptible


def test_encodings_of_boards_are_not_for_other_covers():
    assert Sat(encoding="card").unsupported(HARD) == FOR_BOARDS_ONLY.format(encoding="card")
    assert Sat(encoding="product").unsupported(HARD) is None
    with pytest.raises(BackendUnavailable, match="cannot open pigeons: the encoding card is for boards only"):
        Sat(encoding="card").open(HARD)


# -- answers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIT)
def test_one_solution_twice_in_a_row_is_found_both_times(name):
    with Sat(name).open(FOUR) as session:
        grids = list(session.search(EMPTY))
        for _ in range(3):
            for grid in grids[:4]:
                assert next(iter(session.search(Instance(chosen=grid[:7]), limit=2))) in grids
                assert list(session.search(Instance(chosen=grid))) == [grid]


@pytest.mark.parametrize("name", FIT)
def test_searches_go_on_to_be_right_over_many_rebuilds(name, monkeypatch):
    monkeypatch.setattr(sat, "_REBUILD_AFTER", 3)
    houses = reference.sudoku_houses(4, 2)
    with Sat(name).open(FOUR) as session:
        for digits in itertools.permutations((1, 2, 3, 4)):
            board = Board(FOUR, (*digits, *[0] * 11, digits[0]))
            expected = sum(1 for _ in reference.solutions(board.digits, houses))
            assert outcome(session, board.instance()).count == expected


@pytest.mark.parametrize("limit", [31, 32, 33, 34, 287, 288, 289, None])
def test_the_change_to_a_solver_of_its_own_loses_and_repeats_no_solution(limit):
    expected = min(288, limit or 288)
    with Sat().open(FOUR) as session:
        search = session.search(EMPTY, limit=limit)
        assert len(set(search)) == expected
        assert search.outcome().stop is (Stop.LIMIT if limit and limit <= 288 else Stop.EXHAUSTED)
        assert outcome(session, Instance(chosen=(0,))).count == 72


MANY = Board.parse("1....6...2..........5.......4.......", Layout.standard(6))


@pytest.fixture(scope="module")
def grids_of_many():
    return set(reference.solutions(MANY.digits, reference.sudoku_houses(6, 2)))


@pytest.mark.parametrize("name", some(FIT))
def test_thousands_of_solutions_are_counted_once_each(name, grids_of_many):
    with Sat(name).open(MANY.layout) as session:
        found = [tuple(MANY.layout.digits(options)) for options in session.search(MANY.instance())]
    assert len(found) == len(grids_of_many) == 2982
    assert set(found) == grids_of_many


@pytest.mark.parametrize("name", LIMITED)
def test_slices_of_one_conflict_change_no_answer(name, monkeypatch):
    monkeypatch.setattr(sat, "_FIRST_SLICE", 1)
    with Sat(name).open(FOUR) as session:
        assert outcome(session).count == 288
        assert outcome(session, Instance(chosen=(0, 5))).stop is Stop.EXHAUSTED
    with Sat(name).open(pigeons(5)) as session:
        result = outcome(session, Instance())
        assert result.verdict is Verdict.NONE
        assert result.stats["conflicts"] > 1


def test_statistics_are_those_of_one_search():
    with Sat("minisat22").open(pigeons(6)) as session:
        first = outcome(session, Instance()).stats["conflicts"]
        again = outcome(session, Instance()).stats["conflicts"]
    assert first > 20
    assert again < first  # the solver keeps learned clauses


def test_times_are_distinguished():
    with Sat().open(UNIQUE.layout) as session:
        times = outcome(session, UNIQUE.instance(), limit=2).times
    assert min(times.encode_ns, times.solve_ns, times.decode_ns) > 0


# -- traps ----------------------------------------------------------------------------------------------------------


def test_warm_start_never_meets_assumptions(monkeypatch):
    # With warm start and changing assumptions PySAT's solvers answer wrongly, so a warm solver must get none.
    warm, asked = [], []
    minisat = sat.solver_class("minisat22")
    start_mode, solve_limited = minisat.start_mode, minisat.solve_limited

    def started(self, **mode):
        warm.append(self)
        return start_mode(self, **mode)

    def solved(self, assumptions=(), **options):
        asked.append((self in warm, bool(assumptions)))
        return solve_limited(self, assumptions, **options)

    monkeypatch.setattr(minisat, "start_mode", started)
    monkeypatch.setattr(minisat, "solve_limited", solved)
    houses = reference.sudoku_houses(4, 2)
    with Sat("minisat22").open(FOUR) as session:
        for clue in (1, 2, 3, 4):
            expected = sum(1 for _ in reference.solutions([clue] + [0] * 15, houses, {(15, 4)}))
            assert outcome(session, Instance(chosen=(clue - 1,), forbidden=(63,))).count == expected
    assert len(warm) == 4
    assert set(asked) == {(True, False), (False, True)}


@pytest.mark.parametrize("name", FIT)
def test_nothing_is_solved_once_a_session_is_closed(name):
    deleted = Solver(name, bootstrap_with=[[1]])
    deleted.delete()
    assert deleted.solve() is None  # the trap: neither an error nor an answer
    session = Sat(name).open(FOUR)
    early = session.search(EMPTY)
    session.close()
    assert (outcome_of := early.outcome()).stop is Stop.CANCELLED
    assert outcome_of.verdict is Verdict.UNDECIDED
    with pytest.raises(UsageError, match=words.CLOSED.en):
        session.search(EMPTY)


PRESSED = """
import os, signal, subprocess, sys
from sudokubench.backends.pysat_solver import solver_class
from pysat.solvers import Solver
name, ours, holes = sys.argv[1], sys.argv[2] == "ours", range(11)
clauses = [[pigeon * 11 + hole + 1 for hole in holes] for pigeon in range(12)]
clauses += [[-(p * 11 + hole + 1), -(q * 11 + hole + 1)] for hole in holes for q in range(12) for p in range(q)]
solver = solver_class(name)(bootstrap_with=clauses) if ours else Solver(name, bootstrap_with=clauses)
heard = []
signal.signal(signal.SIGINT, lambda *_: heard.append(1))
subprocess.Popen(["sh", "-c", f"sleep 0.5; kill -INT {os.getpid()}"])
try:
    while not heard:
        solver.conf_budget(20_000)  # some tenths of a second, and no answer
        assert solver.solve_limited() is None
except Exception as error:
    print(error)
print("heard" if heard else "not heard")
"""


@pytest.mark.parametrize("name", ["cadical153", "minisat22"])
def test_ctrl_c_within_a_solver_reaches_python_and_not_a_handler_of_pysat(name):
    def said(whose):
        return subprocess.run(
            [sys.executable, "-c", PRESSED, name, whose],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        ).stdout

    assert "Caught keyboard interrupt" in said("theirs")  # the trap
    assert said("ours") == "heard\n"


@pytest.mark.parametrize("name", FIT)
def test_pysat_is_asked_neither_to_propagate_nor_to_enumerate(name, monkeypatch):
    # After `solve`, `propagate` of CaDiCaL reports false conflicts; `enum_models` blocks every literal.
    asked = []

    class Spied(sat.solver_class(name)):
        def propagate(self, *_, **__):
            asked.append("propagate")

        def enum_models(self, *_, **__):
            asked.append("enum_models")

    monkeypatch.setattr(sat, "solver_class", lambda _: Spied)
    with Sat(name).open(FOUR) as session:
        assert isinstance(session.engine._solver, Spied)
        assert outcome(session).count == 288
        assert outcome(session, limit=2).verdict is Verdict.MULTIPLE
    assert asked == []


def test_an_interrupted_plain_solve_says_false_and_a_session_does_not():
    with Solver("minisat22", bootstrap_with=cnf(FOUR).clauses) as solver:
        solver.interrupt()
        assert solver.solve() is False  # the trap: this formula has 288 models
    with Sat("minisat22").open(FOUR) as session:
        session.engine._solver.interrupt()  # as a cancel that comes a moment too late
        assert outcome(session).count == 288


def test_a_conflict_budget_of_zero_means_none_to_pysat_and_exhausted_to_a_session():
    with Solver("minisat22", bootstrap_with=cnf(pigeons(5)).clauses) as solver:
        solver.conf_budget(0)
        assert solver.solve_limited() is False  # the trap: it ignores the limit
    with Sat("minisat22").open(pigeons(5)) as session:
        result = outcome(session, Instance(), budget=Budget(nodes=0))
        assert (result.stop, result.stats) == (Stop.BUDGET, {})


def test_maplesat_dies_without_variables_and_a_session_answers():
    with Sat("maplesat").open(cover([])) as session:
        assert list(session.search(Instance())) == [()]
    with Sat("maplesat").open(cover([], primary="1")) as session:
        assert outcome(session, Instance()).verdict is Verdict.NONE


# -- budgets, cancelling, signals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LIMITED)
def test_a_budget_of_conflicts_is_kept_and_decides_nothing(name):
    with Sat(name).open(HARD) as session:
        for _ in range(2):  # each search has its full budget
            result = outcome(session, Instance(), budget=Budget(nodes=1000))
            assert (result.verdict, result.stop) == (Verdict.UNDECIDED, Stop.BUDGET)
            assert 1000 <= result.stats["conflicts"] < 3000  # Glucose checks its limit only at restarts


@pytest.mark.parametrize("name", LIMITED)
def test_a_budget_of_seconds_ends_a_search_that_would_take_hours(name):
    with Sat(name).open(HARD) as session:
        result = outcome(session, Instance(), budget=Budget(seconds=0.1))
        assert (result.verdict, result.stop) == (Verdict.UNDECIDED, Stop.BUDGET)


@pytest.mark.parametrize("name", LIMITED)
def test_a_search_is_cancelled_from_another_thread_and_the_session_lives_on(name):
    with Sat(name).open(HARD) as session:
        search = session.search(Instance())
        timer = Timer(0.1, search.cancel)
        timer.start()
        assert search.outcome().stop is Stop.CANCELLED
        timer.join()
        # pigeons 0 to 10 in holes 0 to 10 leave only hole 11 for the last two pigeons
        settled = Instance(chosen=tuple(12 * pigeon + pigeon for pigeon in range(11)))
        assert outcome(session, settled).verdict is Verdict.NONE


@pytest.mark.parametrize("name", LIMITED)
def test_a_budget_that_runs_out_amid_the_solutions_leaves_their_number_open(name):
    # With one conflict the solver may find a solution or two by luck, but never proves that it was the last.
    with Sat(name).open(FOUR) as session:
        result = outcome(session, budget=Budget(nodes=1))
        assert result.stop is Stop.BUDGET
        assert result.verdict in {Verdict.UNDECIDED, Verdict.MULTIPLE}
        assert result.count < 288
        assert outcome(session).count == 288


@pytest.mark.parametrize("name", ["cadical153", "glucose4", "minisat22"])
def test_ctrl_c_ends_a_search_within_a_slice(name):
    code = f"""
        import os, signal, threading
        from sudokubench.backends.sat import Sat
        from sudokubench.problem import Instance
        from sudokubench.problem import cover

        options = [(f"{{p}} {{h}}", (f"p{{p}}", f"h{{h}}")) for p in range(13) for h in range(12)]
        hard = cover(options, secondary=[f"h{{h}}" for h in range(12)])
        with Sat({name!r}).open(hard) as session:
            try:
                threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
                session.search(Instance()).outcome()
            except KeyboardInterrupt:
                settled = Instance(chosen=tuple(12 * pigeon + pigeon for pigeon in range(11)))
                print(session.search(settled).outcome().verdict.name)
    """
    assert printed(code) == "NONE\n"


def test_lingeling_looks_at_its_budget_between_solves():
    with Sat("lingeling").open(FOUR) as session:
        search = session.search(EMPTY)
        assert len(list(itertools.islice(search, 3))) == 3
        search.cancel()
        assert (search.outcome().count, search.outcome().stop) == (3, Stop.CANCELLED)


# -- what is loaded -------------------------------------------------------------------------------------------------


def test_the_module_loads_no_pysat_until_a_problem_is_opened():
    code = """
        import sys
        from sudokubench.backends.sat import Sat
        from sudokubench.layout import Layout

        engine = Sat("glucose4")
        print("pysolvers" in sys.modules)
        engine.open(Layout.standard(4))
        print("pysolvers" in sys.modules)
    """
    assert printed(code).split() == ["False", "True"]
