"""Beyond the contract suite: domains edited in place, CP-SAT's statuses, its signals and its thread."""

import gc
import signal
import threading
from itertools import islice

import pytest
from child import printed

from sudokubench.answer import Budget, Stop, Verdict
from sudokubench.backends import Search, cpsat
from sudokubench.backends.cpsat import CpSat
from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.problem import Instance

UNIQUE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
EMPTY = Board.empty()
BOTH = pytest.mark.parametrize("backend", [CpSat("alldifferent"), CpSat("boolean")], ids=lambda b: b.model)


def domains(session):
    return [list(variable.domain) for variable in session.engine.proto.variables]


@BOTH
def test_a_search_leaves_the_domains_as_it_found_them(backend):
    board = Board.parse("53" + "." * 79).forbidding(
        [EMPTY.layout.option(40, digit) for digit in (2, 4, 5, 9)]
    )
    with backend.open(board.layout) as session:
        before = domains(session)
        session.search(board.instance(), limit=3).outcome()
        assert domains(session) == before
        broken_off = iter(session.search(board.instance()))
        next(broken_off)
        assert domains(session) != before
        session.search(EMPTY.instance(), limit=1).outcome()
        assert domains(session) == before


@BOTH
def test_conflicts_run_out_as_budget(backend):
    with backend.open(EMPTY.layout) as session:
        spent = session.search(EMPTY.instance(), budget=Budget(nodes=300)).outcome()
        assert spent.stop is Stop.BUDGET
        assert 1 <= spent.count <= 300


@BOTH
def test_a_closed_or_forgotten_session_leaves_no_thread(backend):
    before = set(threading.enumerate())
    session = backend.open(Layout.standard(4))
    session.search(Instance(), limit=2).outcome()
    threads = set(threading.enumerate()) - before
    session.close()
    session.close()
    forgotten = backend.open(Layout.standard(4))
    assert forgotten.search(Instance()).outcome().count == 288
    threads |= set(threading.enumerate()) - before
    del forgotten
    gc.collect()
    for thread in threads:
        thread.join(timeout=600)
    assert len(threads) == 2
    assert not any(thread.is_alive() for thread in threads)


@pytest.mark.parametrize(
    ("count", "status"), [(1, "FEASIBLE"), (1, "UNKNOWN"), (0, "OPTIMAL"), (1, "INFEASIBLE")]
)
def test_a_status_that_does_not_fit_the_count_decides_nothing(monkeypatch, count, status):
    from ortools.sat.python import cp_model

    claim = getattr(cp_model, status)

    class Solver:
        """A solver that claims `status` after `count` solutions, for any model."""

        def set_parameters(self, parameters): ...
        def clear_solution_callback(self, callback): ...
        def stop_search(self): ...

        def add_solution_callback(self, callback):
            self.callback = callback

        def solve(self, proto):
            for _ in range(count):
                self.callback._on_solution(self)
            return self

        def NumConflicts(self):
            return 0

        def Response(self):
            return self

        solution: tuple[int, ...] = (1,) * 81
        num_conflicts = num_branches = 0
        status = claim

    with CpSat().open(EMPTY.layout) as session:
        monkeypatch.setattr(session.engine, "_new_solver", Solver)
        outcome = session.search(EMPTY.instance(), limit=2).outcome()
    assert outcome.count == count
    assert outcome.verdict is Verdict.UNDECIDED


@BOTH
def test_the_handler_of_ctrl_c_is_intact_after_a_solve(backend):
    before = signal.getsignal(signal.SIGINT)
    with backend.open(EMPTY.layout) as session:
        session.search(EMPTY.instance(), limit=1).outcome()
        session.search(UNIQUE.instance(), limit=2).outcome()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)  # the handler in C, which CP-SAT would replace
    assert signal.getsignal(signal.SIGINT) is before


@BOTH
def test_ctrl_c_ends_a_long_solve_and_finally_clauses_run(backend):
    script = f"""
        import os, signal, threading
        from sudokubench.backends.cpsat import CpSat
        from sudokubench.board import Board
        board = Board.empty()
        with CpSat({backend.model!r}).open(board.layout) as session:
            search = session.search(board.instance())
            next(iter(search))
            try:
                threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
                search.outcome()
            except KeyboardInterrupt:
                print("interrupted")
            finally:
                print(session.search(board.instance(), limit=1).outcome().verdict.value)
    """
    assert printed(script) == "interrupted\nsolvable\n"


@pytest.mark.parametrize("step", ["_replace", "solver"])
def test_ctrl_c_as_a_search_begins_leaves_the_domains_as_they_were(monkeypatch, step):
    with CpSat().open(UNIQUE.layout) as session:
        before, presses = domains(session), [signal.SIGINT]
        do = getattr(session.engine, step)

        def pressed(*args):
            made = do(*args)
            if presses:
                signal.raise_signal(presses.pop())
            return made

        monkeypatch.setattr(session.engine, step, pressed)
        with pytest.raises(KeyboardInterrupt):
            session.search(UNIQUE.instance(), limit=2).outcome()
        assert domains(session) == before
        assert session.search(EMPTY.instance(), limit=2).outcome().count == 2


@BOTH
def test_a_program_may_end_in_the_middle_of_a_search(backend):
    script = f"""
        from sudokubench.backends.cpsat import CpSat
        from sudokubench.board import Board
        board = Board.empty()
        session = CpSat({backend.model!r}).open(board.layout)
        solutions = iter(session.search(board.instance()))
        next(solutions)
        print("done")
    """
    assert printed(script) == "done\n"


@pytest.mark.parametrize(("size", "limit", "taken"), [(4, 2, 2), (9, None, 1)], ids=["ended", "abandoned"])
def test_the_end_of_a_solve_is_not_awaited_twice_and_needs_no_reader_of_its_solutions(size, limit, taken):
    # Ctrl-C may come between the last message of a solve and the note that it was the last
    with CpSat().open(Layout.standard(size)) as session:
        run = cpsat._SolveInThread(session.engine, Search(lambda search: iter(()), limit))
        session.engine._jobs.put(run.solve)
        results = run.results()
        assert len(list(results if limit else islice(results, taken))) == taken
        ending = threading.Thread(target=run.end, daemon=True)
        ending.start()
        ending.join(30)
        assert not ending.is_alive()


def test_a_solve_that_fails_says_why_and_the_thread_serves_the_next_search(monkeypatch):
    class Full:
        def add_solution_callback(self, callback):
            raise MemoryError("full")

        def stop_search(self):
            pass

    with CpSat().open(UNIQUE.layout) as session:
        with monkeypatch.context() as during:
            during.setattr(cpsat.CpSatEngine, "solver", lambda self, search: Full())
            with pytest.raises(MemoryError, match="full"):
                session.search(UNIQUE.instance()).outcome()
        assert session.search(UNIQUE.instance()).outcome().verdict is Verdict.UNIQUE


def test_a_search_for_a_least_cost_that_fails_says_why(monkeypatch):
    class Full:
        def set_parameters(self, parameters):
            pass

        def solve(self, proto):
            raise MemoryError("full")

    with CpSat("boolean").open(Layout.standard(4)) as session:
        monkeypatch.setattr(session.engine, "_new_solver", Full)
        with pytest.raises(MemoryError, match="full"):
            session.engine.cheapest(Instance(), [1] * 64, None)
