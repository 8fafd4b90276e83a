"""Measure the speeds that the project aims at, from the start of a command to boards a second.

Each speed is a row; `--only NAME` measures one of them again.

To compare with another program, name it by `--reference COMMAND`. Every round then runs `COMMAND FILE`, which must
print its boards/s on the file. Without this option, the comparison is with dlx.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import batches, covers
from benchmarks.batches import FEW
from benchmarks.engines import Wanted, wanted
from benchmarks.inputs import NINE, board_set
from benchmarks.measure import Effort, Lost, Row, Table, alternate, bootstrap, cpu_seconds, ratio_of, triple
from sudokubench import solve
from sudokubench.actions.rate import rate_all
from sudokubench.answer import Verdict
from sudokubench.backends import Session, backend, sat
from sudokubench.batches import solve_many
from sudokubench.board import Board
from sudokubench.encodings.cnf import cnf
from sudokubench.errors import SudokubenchError
from sudokubench.generation.draws import Draws
from sudokubench.generation.puzzles import drawn
from sudokubench.generation.wish import Wish
from sudokubench.logic.configuration import rated
from sudokubench.logic.machine_runs import pays
from sudokubench.logic.rating import Start, rate
from sudokubench.problem import Instance
from sudokubench.problems import named
from sudokubench.report.statistics import Interval

COLUMNS = ("measure", "value", "unit", "least", "aim", "note")
TO_REFERENCE = "× reference"
_reference: list[str] = []


def use_reference(command: Sequence[str]) -> None:
    """Compare with this command from now on."""
    _reference[:] = command


@dataclass(frozen=True, slots=True)
class Goal:
    """A speed and its goal.

    Attributes:
        measure: Takes the effort; returns a median with its interval, and perhaps a remark.
        unit: Unit of the value.
        least: The value that the speed must reach, as text.
        aim: The value that the project aims at.
    """

    measure: Callable[[Effort], Interval | tuple[Interval, str]]
    unit: str
    least: str = ""
    aim: str = ""


def reach(effort: Effort, only: Wanted) -> list[Table]:
    """Measure all goals, in turn."""
    return [Table("reach", board_set("17", effort.quick).source, COLUMNS, _measured(GOALS, effort, only))]


def exact(effort: Effort, only: Wanted) -> list[Table]:
    """Measure the goals of exact cover, in turn."""
    some = {name: GOALS[name] for name in covers.MEASURES}
    return [Table("exact", "named problems, all solutions", COLUMNS, _measured(some, effort, only))]


def _measured(goals: Mapping[str, Goal], effort: Effort, only: Wanted) -> list[Row]:
    rows: list[Row] = []
    for name, goal in goals.items():
        if wanted(name, only):
            row: Row = {"measure": name, "unit": goal.unit, "least": goal.least, "aim": goal.aim}
            if goal.unit == TO_REFERENCE and not _reference:
                row |= {"unit": "× dlx", "least": "", "aim": ""}  # the goals are for another program
            row["command"] = f"python -m benchmarks reach --only {name}"
            try:
                found = goal.measure(effort)
                if isinstance(found, tuple):
                    found, row["note"] = found
                row["value"] = triple(found)
            except (SudokubenchError, Lost, OSError) as error:
                row["note"] = str(error)
            rows.append(row)
    return rows


# -- boards -------------------------------------------------------------------------------------------------------


def _lines(name: str, effort: Effort, at_least: int) -> list[str]:
    """Return boards of a set, repeated until there are enough."""
    boards = board_set(name, effort.quick).boards
    return list(boards) * -(-at_least // len(boards))


def _digits(name: str, effort: Effort, at_least: int) -> NDArray[np.uint8]:
    text = "".join(_lines(name, effort, at_least)).replace(".", "0").encode("ascii")
    return (np.frombuffer(text, np.uint8) - ord("0")).astype(np.uint8).reshape(-1, 81)


def _instances(name: str, effort: Effort, n: int) -> list[Instance]:
    return [Board.parse(line, NINE).instance() for line in board_set(name, effort.quick).boards[:n]]


# -- the batch solver ---------------------------------------------------------------------------------------------


def _repeated(effort: Effort, work: Callable[..., object], *arguments: object) -> Callable[[], float]:
    """Return a function for the CPU seconds of a call: the mean over a round. Warm up the call first.

    Results are freed between calls. Keeping them would add the cost of fresh memory: a fifth for `solve(text)`.
    """
    work(*arguments)
    calls = max(1, round(effort.seconds / max(cpu_seconds(work, *arguments), 1e-6)))
    return lambda: cpu_seconds(lambda: deque((work(*arguments) for _ in range(calls)), 0)) / calls


def _rate(effort: Effort, spec: str, name: str, at_least: int) -> Interval:
    """Return boards/s of CPU time, limit 2, arrays in and out."""
    digits = _digits(name, effort, at_least)
    seconds = _repeated(effort, solve_many, digits, 2, spec)
    return bootstrap([len(digits) / seconds() for _ in range(effort.rounds)])


def _against(effort: Effort, spec: str, name: str, at_least: int) -> Interval:
    """Return the ratio of the backend's speed to the speed of the reference, or of dlx if there is no reference."""
    digits = _digits(name, effort, at_least)
    few = digits if _reference else digits[: len(digits) // 4]  # a quarter is enough for an exact time of dlx
    with _reference_seconds(name, effort, len(few)) as reference:
        other = reference or _repeated(effort, solve_many, few, 2, "dlx")
        times, others = alternate([_repeated(effort, solve_many, digits, 2, spec), other], effort.rounds)
    return ratio_of([o * len(digits) / len(few) for o in others], times)


@contextmanager
def _reference_seconds(name: str, effort: Effort, n: int) -> Iterator[Callable[[], float] | None]:
    """Yield the time of the reference for n boards of a set, or None without a reference."""
    if not _reference:
        yield None
        return
    with NamedTemporaryFile("w", suffix=".txt", encoding="ascii") as file:
        file.write("\n".join(board_set(name, effort.quick).boards) + "\n")
        file.flush()

        def seconds() -> float:
            command = [*_reference, file.name]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
            return n / rate_printed(done.stdout)

        yield seconds


def rate_printed(text: str) -> float:
    """Return the first number before `boards/s` or `puzzles/s`; otherwise the first number.

    >>> rate_printed("tdoku 17.txt: 374840 puzzles/s best"), rate_printed("1.5e3")
    (374840.0, 1500.0)
    """
    number = r"([\d.]+(?:e\d+)?)"
    found = re.search(rf"{number} *(?:boards|puzzles)/s", text) or re.search(rf"\b{number}\b", text)
    if found is None:
        raise OSError(f"the reference printed {text[:80]!r}: it has to print boards/s as a number")
    return float(found[1])


def _threads(effort: Effort) -> Interval:
    """Return the wall-clock time with one thread divided by the time with two."""
    digits = _digits("17", effort, 20_000 if effort.quick else 400_000)

    def seconds(threads: int) -> float:
        begun = perf_counter()
        solve_many(digits, 2, "sliced", threads)
        return perf_counter() - begun

    works = [partial(seconds, 1), partial(seconds, 2)]
    alternate(works, 1)  # warm up
    return ratio_of(*alternate(works, effort.rounds))


def _strings(effort: Effort) -> Interval:
    """Return boards/s from a list of strings to a list of strings."""
    lines = _lines("17", effort, 10_000)
    seconds = _repeated(effort, lambda: solve_many(lines).lines())
    return bootstrap([len(lines) / seconds() for _ in range(effort.rounds)])


_FIRST_CALL = """
import sys, time
import numpy
from sudokubench.batches import solve_many
from sudokubench.backends import backend
backend("sliced")
{before}
begun = time.process_time()
{call}
print(time.process_time() - begun)
"""
_CALLS = {
    "sliced": ("", 'solve_many(numpy.zeros((100, 81), numpy.uint8), 2, "sliced")'),
    "dlx": ("", 'solve_many(numpy.zeros((100, 81), numpy.uint8), 2, "dlx")'),
    "nothing": ("import numba\n@numba.njit(cache=True)\ndef nothing(x):\n    return x", "nothing(1)"),
}
"""For each call what stands before it, not timed, and the call."""


def _first_call(effort: Effort, what: str, cached: bool) -> Interval:
    """Return the CPU seconds of the first call in a process; with `cached`, its folder of machine code is filled.

    The call `nothing` shows what Numba's own cache costs, without the import of Numba.
    """
    times: list[float] = []
    with TemporaryDirectory() as folder:
        script = Path(folder, "first_call.py")  # Numba caches only code of files
        before, call = _CALLS[what]
        script.write_text(_FIRST_CALL.format(before=before, call=call), encoding="ascii")
        for _ in range((1 if effort.quick else 5) + cached):
            place = folder if cached else f"{folder}/{len(times)}"
            done = subprocess.run(
                [sys.executable, str(script)], env={**os.environ, "NUMBA_CACHE_DIR": place},
                capture_output=True, text=True, timeout=300, check=False,
            )  # fmt: skip
            if done.returncode:
                raise OSError(done.stderr.strip().splitlines()[-1])
            times.append(float(done.stdout.split()[-1]))
    return bootstrap(times[cached:])


# -- dancing links ------------------------------------------------------------------------------------------------


def _tromino(effort: Effort) -> Interval:
    """Return the CPU seconds to count the tilings of 9x9 by L-trominoes."""
    session = backend("dlx").open(named("tromino:9"))

    def work() -> None:
        assert session.search(Instance()).outcome().count == 1_193_600

    return bootstrap([cpu_seconds(work) for _ in range(effort.rounds)])


def _call_over_kernel(effort: Effort) -> Interval:
    """Return the wall-clock time of `solve(board)` divided by its time in the kernel (start and search).

    The time of each board is the least of all rounds, because other processes may interrupt a call of some
    microseconds.
    """
    boards = [Board.parse(line) for line in board_set("17", effort.quick).boards[:500]]
    total, inside = [inf] * len(boards), [inf] * len(boards)
    for _ in range(2 * effort.rounds):
        for i, board in enumerate(boards):
            begun = perf_counter()
            times = solve(board).outcome.times
            total[i] = min(total[i], perf_counter() - begun)
            inside[i] = min(inside[i], (times.encode_ns + times.solve_ns) / 1e9)
    return ratio_of(total, inside)


def _solve_text(effort: Effort) -> Interval:
    """Return the CPU microseconds of `solve(text)`."""
    lines = board_set("17", effort.quick).boards[:1000]
    seconds = _repeated(effort, lambda: [solve(line) for line in lines])
    return bootstrap([1e6 * seconds() / len(lines) for _ in range(effort.rounds)])


def _call_over_batch(effort: Effort) -> Interval:
    """Return the CPU time of `solve(board)` divided by that of a board in `solve_many(backend="dlx")`.

    In `solve_many` no Python runs between two boards.
    """
    lines = board_set("17", effort.quick).boards[:500]
    boards = [Board.parse(line) for line in lines]
    digits = np.array([list(board.digits) for board in boards], np.uint8)

    def calls() -> None:
        for board in boards:
            solve(board)

    calls()
    works = [partial(cpu_seconds, calls), _repeated(effort, solve_many, digits, 2, "dlx")]
    return ratio_of(*alternate(works, effort.rounds))


# -- SAT and CP-SAT -----------------------------------------------------------------------------------------------


def prove_unique(session: Session, instances: Sequence[Instance]) -> None:
    """Search each instance, and check that it has one solution."""
    for instance in instances:
        assert session.search(instance, limit=2).outcome().verdict is Verdict.UNIQUE


def _loop(effort: Effort, spec: str, n: int, unit_per_s: bool) -> Interval:
    """Return the boards/s, or milliseconds per board, of a session that gets one board after the other."""
    instances = _instances("17", effort, n // 5 if effort.quick else n)
    with backend(spec).open(NINE) as session:
        prove_unique(session, instances[:20])
        times = [cpu_seconds(prove_unique, session, instances) for _ in range(effort.rounds)]
    return bootstrap([len(instances) / t if unit_per_s else 1e3 * t / len(instances) for t in times])


def _sat_drift(effort: Effort) -> Interval:
    """Return the ratio of times of an old session and of fresh sessions on the last tenths of a corpus.

    The old session has already done the rest of the corpus.
    """
    instances = _instances("17", effort, 1000 if effort.quick else 49_151)
    tenth = max(1, len(instances) // 10)
    ratios = []
    with backend("sat").open(NINE) as old:
        for i in range(10):
            some = instances[i * tenth : (i + 1) * tenth]
            with backend("sat").open(NINE) as fresh:
                prove_unique(fresh, some[:50])
                works = [partial(cpu_seconds, prove_unique, session, some) for session in (old, fresh)]
                times, reference = alternate(works, 1)
                ratios.append(times[0] / reference[0])
    return bootstrap(ratios[-3:])


def bare_loop(solver: str, encoding: str) -> Callable[[Sequence[Instance]], None]:
    """Return a function that makes only the backend's calls to PySAT."""
    from pysat.solvers import Solver

    formula = cnf(NINE, encoding)  # type: ignore[arg-type]
    options = sat.SOLVERS[solver].options
    loaded: Any = None

    def run(instances: Sequence[Instance]) -> None:
        nonlocal loaded
        if loaded is not None:
            loaded.delete()
        loaded = Solver(name=solver)
        if options:
            loaded.configure(options)
        loaded.append_formula(formula.clauses)
        active = formula.n_variables
        for instance in instances:
            active += 1
            assumptions = [option + 1 for option in instance.chosen]
            given = set(assumptions)
            loaded.conf_budget(200)
            assert loaded.solve_limited(assumptions, expect_interrupt=True)
            model = loaded.get_model()[: formula.n_options]
            clause = [-variable for variable in model if variable > 0 and variable not in given]
            clause.append(-active)
            loaded.add_clause(clause)
            assumptions.append(active)
            loaded.conf_budget(200)
            assert loaded.solve_limited(assumptions, expect_interrupt=True) is False
            loaded.add_clause([-active])

    return run


def _sat_over_bare(effort: Effort) -> Interval:
    """Return the time of the backend divided by that of the bare loop, in turns on the same blocks of 400 boards."""
    instances = _instances("17", effort, 800 if effort.quick else 8000)
    default = sat.Sat()
    bare = bare_loop(default.solver, default.encoding)
    times, reference = list[float](), list[float]()
    with default.open(NINE) as session:
        for first in range(0, len(instances), 400):
            some = instances[first : first + 400]
            works = [partial(cpu_seconds, prove_unique, session, some), partial(cpu_seconds, bare, some)]
            mine, other = alternate(works, 1)
            times += mine
            reference += other
    return ratio_of(times, reference)


# -- ratings ------------------------------------------------------------------------------------------------------


def _ratings(effort: Effort, name: str, n: int, hodoku: bool = True) -> Interval:
    """Return the boards/s of `rate_all`, which proves that boards have one solution; or of `rate` without HoDoKu.

    The process is warm: the first round, which is not counted, loads or compiles the machine and the nets.
    """
    lines = board_set(name, effort.quick).boards[: n // 5 if effort.quick else n]
    boards = [Board.parse(line, NINE) for line in lines]
    rate(boards[0], start=Start(True))  # compiles or loads the machine
    while not pays(boards[0], hodoku):
        pass

    def work() -> None:
        if hodoku:
            assert not any(None in ratings for ratings in rate_all([boards], rated()))
        else:
            for board in boards:
                rate(board, hodoku=False)

    work()
    return bootstrap([len(boards) / cpu_seconds(work) for _ in range(effort.rounds)])


# -- the command line ---------------------------------------------------------------------------------------------


def _start(effort: Effort, command: str, is_cold: bool = False) -> Interval:
    """Return the CPU time of a command and its children in milliseconds, including the start of Python.

    Args:
        is_cold: Give each round an empty cache of machine code, as after the installation of a checkout.
    """
    times: list[float] = []
    with TemporaryDirectory() as folder:
        for number in range(effort.rounds + (not is_cold)):
            cache = f"{folder}/{number}" if is_cold else folder
            times.append(1e3 * batches.cpu_seconds(command, folder, NUMBA_CACHE_DIR=cache))
    return bootstrap(times[not is_cold :])


def _generated(effort: Effort) -> Interval:
    """Return minimal puzzles/s of CPU time that the generator makes in a process, with their grids."""
    made = count(1)
    seconds = _repeated(effort, lambda: drawn(Wish(minimal=True), _GENERATED, Draws(1, next(made))))
    return bootstrap([_GENERATED / seconds() for _ in range(effort.rounds)])


def _generated_by_command(effort: Effort) -> Interval:
    """Return minimal puzzles/s of CPU time of the whole command, without its start."""
    n = _GENERATED if effort.quick else 4 * _GENERATED
    with TemporaryDirectory() as folder:
        commands = (f"generate --minimal -n {k} --seed 1" for k in (FEW, n))
        works = [
            partial(batches.cpu_seconds, command, folder, NUMBA_CACHE_DIR=folder) for command in commands
        ]
        alternate(works[:1], 1)
        starts, times = alternate(works, effort.rounds)
    return bootstrap([(n - FEW) / (t - start) for start, t in zip(starts, times, strict=True)])


def _command(effort: Effort, command: str, repeated: int = 1, most: int | None = None) -> Interval:
    """Return boards/s of CPU time of a whole command on a file, without its start.

    Args:
        repeated: How often the file has each board of 17 clues.
        most: If given, the file has only this number of lines.
    """
    boards = board_set("17", effort.quick).boards * (1 if effort.quick else repeated)
    lines = [f"{line}\n" for line in boards[:most]]
    with TemporaryDirectory() as folder:
        large, small = Path(folder, "large"), Path(folder, "small")
        large.write_text("".join(lines), encoding="ascii")
        small.write_text("".join(lines[:FEW]), encoding="ascii")
        works = [partial(batches.cpu_seconds, command, folder, file) for file in (small, large)]
        alternate(works[:1], 1)
        starts, times = alternate(works, effort.rounds)
    return bootstrap([(len(lines) - FEW) / (t - start) for start, t in zip(starts, times, strict=True)])


_LARGEST = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "sudokubench", *sys.argv[1:]], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6)
"""


def _run_memory(effort: Effort) -> Interval:
    """Return the largest memory of `run` by `sliced` on 1,000,000 boards, in megabytes."""
    n = 20_000 if effort.quick else 1_000_000
    with TemporaryDirectory() as folder:
        file = Path(folder, "boards.txt")
        file.write_text("\n".join(_lines("17", effort, n)[:n]) + "\n", encoding="ascii")
        done = subprocess.run(
            [sys.executable, "-c", _LARGEST, "run", str(file), "--backend", "sliced"],
            cwd=folder, stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
    return bootstrap([float(done.stdout)])


_PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_BROUGHT = "algorithm_x,cpsat,dlx,dxz,logic,sat,sliced"
"""The engines of the README's first command: those that need no extra."""
_GENERATED = 16_384
"""Number of puzzles that the generator makes together."""
_BOOLEAN = "cpsat:model=boolean"
_17 = {"spec": "sliced", "name": "17", "at_least": 40_000}
_TOP95 = {"spec": "sliced", "name": "top95"}
_HARD = {"spec": "sliced", "name": "hard", "at_least": 20_000}
GOALS = {
    "sliced-17": Goal(partial(_rate, **_17), "boards/s"),
    "sliced-17-ratio": Goal(partial(_against, **_17), TO_REFERENCE, "30", "45"),
    "sliced-hard": Goal(partial(_rate, **_HARD), "boards/s"),
    "sliced-hard-ratio": Goal(partial(_against, **_HARD), TO_REFERENCE, "17", "25"),
    "sliced-top95-ratio": Goal(partial(_against, **_TOP95, at_least=20_000), TO_REFERENCE, "14", "18"),
    "sliced-95": Goal(partial(_rate, **_TOP95, at_least=95), "boards/s"),
    "sliced-95-ratio": Goal(partial(_against, **_TOP95, at_least=95), TO_REFERENCE, "6", "9"),
    "sliced-threads": Goal(_threads, "1 thread ÷ 2 threads, wall", "1.8", "1.95"),
    "sliced-strings": Goal(_strings, "boards/s", "1,500,000", "2,000,000"),
    "sliced-compile": Goal(partial(_first_call, what="sliced", cached=False), "s", "8", "5"),
    "sliced-load": Goal(partial(_first_call, what="sliced", cached=True), "s", "0.4", "0.2"),
    "numba-load": Goal(partial(_first_call, what="nothing", cached=True), "s"),
    "dlx-compile": Goal(partial(_first_call, what="dlx", cached=False), "s"),
    "dlx-17": Goal(partial(_rate, spec="dlx", name="17", at_least=5_000), "boards/s", "50,000", "70,000"),
    "dlx-tromino": Goal(_tromino, "s", "0.50", "0.40"),
    "solve-text": Goal(_solve_text, "µs", "14", "10"),
    "dlx-call": Goal(_call_over_kernel, "solve(board) ÷ kernel", "2", "1.3"),
    "dlx-call-batch": Goal(_call_over_batch, "solve(board) ÷ board in a batch"),
    "sat-17": Goal(partial(_loop, spec="sat", n=2000, unit_per_s=True), "boards/s", "5,000", "6,500"),
    "sat-drift": Goal(_sat_drift, "after 49,151 ÷ fresh", "1.20", "1.10"),
    "sat-bare": Goal(_sat_over_bare, "backend ÷ bare loop", "1.05", "1.02"),
    "cpsat-alldifferent": Goal(partial(_loop, spec="cpsat", n=300, unit_per_s=False), "ms", "2.3", "1.8"),
    "cpsat-boolean": Goal(partial(_loop, spec=_BOOLEAN, n=300, unit_per_s=False), "ms", "1.9", "1.5"),
    "rate-17": Goal(partial(_ratings, name="17", n=1000), "boards/s", "3,000", "6,000"),
    "rate-sample": Goal(partial(_ratings, name="hard_sample", n=100), "boards/s"),
    "rate-top95": Goal(partial(_ratings, name="top95", n=95), "boards/s"),
    "rate-hard": Goal(partial(_ratings, name="hard", n=20), "boards/s", "10", "100"),
    "rate-hard-se": Goal(partial(_ratings, name="hard", n=20, hodoku=False), "boards/s", "20", "100"),
    "rate-file": Goal(partial(_command, command="rate", most=8000), "boards/s", "3,000", "6,000"),
    "help": Goal(partial(_start, command="--help"), "ms"),
    "solve-first": Goal(partial(_start, command=f"solve {_PUZZLE}", is_cold=True), "ms", "1,000", "300"),
    "solve-later": Goal(partial(_start, command=f"solve {_PUZZLE}"), "ms", "200", "120"),
    "hint-later": Goal(partial(_start, command=f"hint {_PUZZLE}"), "ms", "300", "200"),
    "run-first": Goal(partial(_start, command=f"run -b {_BROUGHT}", is_cold=True), "ms", "8,000", "5,000"),
    "generate": Goal(_generated, "minimal puzzles/s", "80,000", "150,000"),
    "generate-command": Goal(_generated_by_command, "minimal puzzles/s", "70,000", "130,000"),
    "convert": Goal(partial(_command, command="convert", repeated=20), "boards/s", "500,000", "1,000,000"),
    "canonical": Goal(partial(_command, command="canonical"), "boards/s", "30,000", "60,000"),
    "dedupe": Goal(partial(_command, command="dedupe"), "boards/s", "150,000", "400,000"),
    "run-memory": Goal(_run_memory, "MB at 1,000,000 boards", "250"),
    **{name: Goal(*goal) for name, goal in covers.MEASURES.items()},
}
"""Each goal by the name that `--only` takes."""
