"""HiGHS, mixed integer programming, in a process of its own: in one process with OR-Tools it crashes.

The integer program has a binary variable for each option and a row for each item. The first solutions found are each
excluded by one more row. After these, each solution found divides the remaining search space into parts without it.
Searches share the process; a cancel during a solve kills it.

Qi Huangfu, Julian Hall, Parallelizing the dual revised simplex method (2018); HiGHS is by the same group.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, chain
from math import inf
from time import perf_counter_ns, sleep
from typing import Any, ClassVar

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, EngineSession, Search
from sudokubench.backends.words import HIGHS_ENDED
from sudokubench.encodings import cp
from sudokubench.errors import BackendUnavailable
from sudokubench.problem import Instance, Problem
from sudokubench.processes import forks
from sudokubench.processes.interruption import kept_from_children
from sudokubench.processes.start import start

Row = tuple[Sequence[int], Sequence[float], float, float]
"""A row of the integer program: columns, their coefficients, and the least and largest value of their sum."""

Fixed = dict[int, int]
"""Decided options, each with 1 if it is chosen, 0 if it is not."""

_MOST_CUT_OFF = 8
"""Largest number of solutions that are cut off by one row each. After these, the remaining search space is split."""
_MOST_NODES = 2**31 - 1
_VARIABLES = {"OPENBLAS_NUM_THREADS": "1"}
"""Environment variables that keep NumPy's linear algebra (unused here) from starting a thread that spins for 0.1 s."""
_SETTINGS = {
    "output_flag": False,
    "threads": 1,
    # Without an objective HiGHS need not improve a solution, and few cuts repay their cost at each node. With these
    # settings hard boards take 0.6 of the time of the default settings.
    "mip_heuristic_run_rins": False,
    "mip_heuristic_run_rens": False,
    "mip_heuristic_run_root_reduced_cost": False,
    "mip_allow_restart": False,
    "mip_pool_age_limit": 1,
    "mip_pool_soft_limit": 1,
}


@dataclass(frozen=True, slots=True)
class Highs(Backend):
    """Backend `highs`; it has no options. The nodes of a budget are branch-and-bound nodes and solutions."""

    kind: ClassVar[str] = "MIP"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = cp.STATEMENTS
    requires: ClassVar[tuple[str, ...]] = ("highspy",)
    unsupported = staticmethod(cp.unsupported)

    def open(self, problem: Problem) -> EngineSession:
        """Start the process and send it the integer program of the whole problem."""
        return EngineSession(problem, HighsEngine(cp.boolean(problem)))


class HighsEngine:
    """A process of HiGHS that holds the integer program of a problem."""

    cost_bits: ClassVar[int] = 26
    """Sums of costs stay below 2 to this power, so that the tolerances of HiGHS cannot hide a difference."""

    def __init__(self, model: cp.BooleanModel) -> None:
        self._model = model
        self.process: subprocess.Popen[bytes] | None = None
        self._lock = threading.RLock()
        """Lock that prevents a late cancel from ending the next search. A thread holds it when a question begins or
        ends, and while the thread kills the process."""
        self._asking: Search | None = None
        self._killed = False
        self._start()

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        """Enumerate solutions; see `Engine`."""
        mark = perf_counter_ns()
        domains = self._model.domains(instance)
        if not all(domains.values()):
            return
        given = {option: domain[0] for option, domain in domains.items()}
        nodes = 0
        try:
            if self.process is None:
                self._start()
            self._ask("begin", given)
            search.interrupt = lambda: self._interrupt(search)
            while True:
                with self._lock:  # before `must_stop`: no cancel comes between it and the question
                    self._asking = search
                if search.must_stop(nodes + search.count):
                    return
                status, solution, spent, solve_ns = self._ask(
                    "next", search.seconds_left(), search.nodes_left(nodes + search.count)
                )
                with self._lock:
                    self._asking = None
                nodes += spent
                search.stats["nodes"] = nodes
                search.solve_ns += solve_ns
                search.encode_ns += perf_counter_ns() - mark - solve_ns
                if status == "none":
                    return
                if status == "limit":
                    search.spent()
                    return
                yield solution
                mark = perf_counter_ns()
        except BackendUnavailable:
            if not search.must_stop():
                raise
        finally:
            search.interrupt = None
            with self._lock:
                self._asking = None
            if self._killed:  # the kill may come after the last answer
                self.close()

    def cheapest(
        self, instance: Instance, costs: Sequence[float], seconds: float | None
    ) -> tuple[str, Solution]:
        """Return a status (`solution`, `none` or `limit`) and a cheapest solution or (); see `diagrams.cheapest`."""
        domains = self._model.domains(instance)
        if not all(domains.values()):
            return "none", ()
        if self.process is None:
            self._start()
        found: tuple[str, Solution] = self._ask(
            "cheapest", {option: domain[0] for option, domain in domains.items()}, costs, seconds
        )
        return found

    def _start(self) -> None:
        with kept_from_children():
            self.process = start(
                "-m", __name__, variables=_VARIABLES, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        self._killed = False
        self._stop = forks.Finalizer(self, _stop, self.process)
        model = self._model
        rows: list[Row] = [(group, (1,) * len(group), 1, 1) for group in model.exactly_one]
        rows += [(group, (1,) * len(group), 0, 1) for group in model.at_most_one]
        sums = *model.sums, *model.colour_sums
        rows += [(one.variables, one.coefficients, one.low, one.high) for one in sums]
        self._ask("program", rows, len(model.variables), model.n_options, model.nested)

    def _ask(self, *request: object) -> Any:
        """Send a request and return the answer of the process. If there is no answer, end the process and raise."""
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump(request, process.stdin)
            process.stdin.flush()
            return pickle.load(process.stdout)
        except BaseException as error:
            self.close()
            if isinstance(error, (OSError, EOFError, pickle.UnpicklingError)):
                raise BackendUnavailable(HIGHS_ENDED) from error
            raise

    def _interrupt(self, search: Search) -> None:
        with self._lock:
            if self._asking is search and self.process is not None:
                self._killed = True
                self.process.kill()

    def close(self) -> None:
        """End the process; a later search starts a new process."""
        self._stop()
        self.process = None


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):  # the process that would read the unwritten data has ended
            pipe.close()  # type: ignore[union-attr]  # both are pipes


# -- in the other process ------------------------------------------------------------------------------------------


class _IntegerProgram:
    """The integer program: columns are the options, then other variables; rows are constraints, then cut-off solutions.

    A row cuts off each of the first solutions. Hundreds of such rows would slow down every later solve. So after some
    rows, each solution splits the remaining search space. After a solution with the free options a, b, c the parts are
    "not a", "a, not b" and "a, b, not c" (Eugene L. Lawler, A procedure for computing the k best solutions, 1972). If
    one solution may contain another, the split also uses the options that are not chosen.
    """

    def __init__(self, rows: Sequence[Row], n_columns: int, n_options: int, nested: bool) -> None:
        import highspy
        import numpy as np

        self._highspy, self._np = highspy, np
        columns, coefficients, low, high = zip(*rows, strict=True) if rows else ((), (), (), ())
        lp = highspy.HighsLp()
        n_columns = max(n_columns, 1)  # without a column HiGHS does not look at the rows
        lp.num_col_, lp.num_row_ = n_columns, len(rows)
        lp.col_cost_ = lp.col_lower_ = np.zeros(n_columns)
        lp.col_upper_ = np.ones(n_columns)
        lp.row_lower_, lp.row_upper_ = np.array(low, dtype=float), np.array(high, dtype=float)
        lp.integrality_ = [highspy.HighsVarType.kInteger] * n_columns
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.array([0, *accumulate(map(len, columns))])
        lp.a_matrix_.index_ = np.array([*chain.from_iterable(columns)], dtype=np.int32)
        lp.a_matrix_.value_ = np.array([*chain.from_iterable(coefficients)], dtype=float)
        self._highs = highspy.Highs()
        for name, value in _SETTINGS.items():
            self._highs.setOptionValue(name, value)
        self._highs.passModel(lp)
        self._rows, self._options, self._nested = len(rows), n_options, nested
        self._given: Fixed = {}
        self._parts: list[Fixed] = []
        self._cut_off = 0

    def begin(self, given: Fixed) -> None:
        """Forget the previous instance; fix the options that this instance decides."""
        self._free(self._given)
        self._fix(given)
        if self._cut_off:
            rows = self._np.arange(self._rows, self._rows + self._cut_off, dtype=self._np.int32)
            self._highs.deleteRows(self._cut_off, rows)
        self._given, self._parts, self._cut_off = given, [{}], 0

    def next(self, seconds: float | None, nodes: int | None) -> tuple[str, Solution, int, int]:
        """Find a solution that differs from all earlier solutions.

        Return `solution`, `none` or `limit`; the options; the number of nodes; the time in nanoseconds.
        """
        mark = perf_counter_ns()
        # HiGHS compares its time limit with the total time of all runs.
        until = inf if seconds is None else self._highs.getRunTime() + seconds
        self._highs.setOptionValue("time_limit", until)
        most = _MOST_NODES if nodes is None else nodes
        spent = 0
        while self._parts:
            part = self._parts[-1]
            self._fix(part)
            self._highs.setOptionValue("mip_max_nodes", max(0, min(most - spent, _MOST_NODES)))
            status, chosen = self._solve()
            self._free(part)
            spent += max(0, self._highs.getInfo().mip_node_count)
            if status == "limit":
                return "limit", (), spent, perf_counter_ns() - mark
            if status == "none":
                self._parts.pop()
                continue
            values = dict.fromkeys(range(self._options), 0) if self._nested else {}
            values.update(dict.fromkeys(chosen, 1))
            free = [(o, value) for o, value in values.items() if o not in part and o not in self._given]
            if self._cut_off < _MOST_CUT_OFF and free:
                options, kept = self._np.array(free, dtype=self._np.int32).T
                zeros = float(len(kept) - kept.sum())
                self._highs.addRow(-zeros, kept.sum() - 1.0, len(kept), options, 2.0 * kept - 1)
                self._cut_off += 1
            else:
                self._parts.pop()
                for i, (option, value) in enumerate(free):
                    self._parts.append({**part, **dict(free[:i]), option: 1 - value})
            return "solution", chosen, spent, perf_counter_ns() - mark
        return "none", (), spent, perf_counter_ns() - mark

    def cheapest(self, given: Fixed, costs: Sequence[float], seconds: float | None) -> tuple[str, Solution]:
        """Find a solution of least cost. The allowed gaps are 0, so no solution costs less, but for rounding."""
        self.begin(given)
        for gap in ("mip_rel_gap", "mip_abs_gap"):
            self._highs.setOptionValue(gap, 0.0)
        self._highs.setOptionValue(
            "time_limit", inf if seconds is None else self._highs.getRunTime() + seconds
        )
        self._highs.setOptionValue("mip_max_nodes", _MOST_NODES)
        options = self._np.arange(self._options, dtype=self._np.int32)
        self._highs.changeColsCost(self._options, options, self._np.array(costs, dtype=float))
        try:
            return self._solve()
        finally:
            self._highs.changeColsCost(self._options, options, self._np.zeros(self._options))

    def _solve(self) -> tuple[str, Solution]:
        highs, status = self._highs, self._highspy.HighsModelStatus
        highs.clearSolver()
        highs.run()
        end = highs.getModelStatus()
        # Every variable has bounds, so the program is not unbounded.
        if end in {status.kInfeasible, status.kUnboundedOrInfeasible}:
            return "none", ()
        if end != status.kOptimal:
            return "limit", ()
        values = self._np.array(highs.getSolution().col_value)
        return "solution", tuple(self._np.flatnonzero(values[: self._options] > 0.5).tolist())

    def _fix(self, options: Fixed) -> None:
        for option, value in options.items():
            self._highs.changeColBounds(option, float(value), float(value))

    def _free(self, options: Fixed) -> None:
        for option in options:
            self._highs.changeColBounds(option, 0.0, 1.0)


def _serve() -> None:
    """Answer requests until the pipe closes. Only the parent process can write the pickles in this pipe."""
    answers = os.fdopen(os.dup(1), "wb")
    # HiGHS prints a banner before its output can be switched off. This must not mix with the answers.
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    program: Any = None
    with suppress(EOFError, BrokenPipeError):  # the parent has ended
        while True:
            name, *arguments = pickle.load(sys.stdin.buffer)
            answer = None
            if name == "program":
                program = _IntegerProgram(*arguments)
            else:
                answer = getattr(program, name)(*arguments)
            pickle.dump(answer, answers)
            answers.flush()
    os._exit(0)  # closing the pipe would report the end of the parent


def _end_with_parent(parent: int) -> None:
    """Exit when the parent has ended. When a parent is killed, the pipe closes, but a running solve does not notice."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


if __name__ == "__main__":
    _serve()
