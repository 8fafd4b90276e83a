"""Outside programs as engines, named by a command line such as `cmd:minisat {cnf} {out}` or by a table of a TOML file.

A program that takes `{cnf}` is a SAT solver. The engine calls it with DIMACS files until it finds no more solutions;
each file excludes the solutions found before. Any other program reads boards, one per line, and writes one answer per
line; a batch is one call. An answer is one solution, so it does not say whether there are more.

Each call starts the program again, and the start counts as part of its time. The statistic `start_ns` is the time of
the same number of calls on a tiny input.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tomllib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from subprocess import CompletedProcess
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, ClassVar, cast

from sudokubench import clock
from sudokubench.answer import UNLIMITED, Budget, Solution, Times
from sudokubench.backends import words
from sudokubench.backends.base import (
    Backend,
    BatchAnswer,
    BatchSession,
    EngineSession,
    Forbidden,
    NoAnswer,
    Search,
    batch_must_stop,
    require_supported,
)
from sudokubench.encodings import cnf, dimacs, solver_answer
from sudokubench.encodings.exact_cover import solution_fault
from sudokubench.errors import (
    BackendUnavailable,
    InputError,
    UsageError,
    one_line,
    printable,
    signal_name,
    suggestion,
    system_reason,
    unreadable,
)
from sudokubench.layout import Layout, default_symbols
from sudokubench.problem import Instance, Problem
from sudokubench.processes import forks, program
from sudokubench.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CNF, _OUT = "{cnf}", "{out}"
_FIELD = re.compile(r"\{\w*\}")
_SHELL = re.compile(r"[|&;]+|\d?[<>].*|&>.*|\$[\w({].*|`.*")
"""Pattern of words that only a shell understands."""

_TRIAL_S = 10.0
"""Time limit of the trial of a program, in seconds."""


def named(spec: str) -> Backend:
    """Return the engine of a command line, `cmd:PROGRAM ARGUMENT ...`, or of a table, `FILE.toml:NAME`.

    Raises:
        UsageError: The command line, the file or its table is malformed.
    """
    file, _, rest = spec.partition(":")
    if file == "cmd":
        return _engine(spec, rest)
    engines = of_file(file)
    if rest not in engines:
        close = suggestion(rest, engines)
        raise UsageError(words.NO_TABLE.format(file=file, name=rest, names=", ".join(engines), close=close))
    return engines[rest]


def of_file(file: str) -> dict[str, Backend]:
    """Return the engines of a TOML file, by the names of their tables.

    Raises:
        UsageError: The file cannot be read, or a table is malformed.
    """
    try:
        tables = tomllib.loads(Path(file).read_text(encoding="utf-8"))
        return {name: _engine(f"{file}:{name}", **_table(name, table)) for name, table in tables.items()}
    except OSError as error:
        raise UsageError(unreadable(file, error)) from error
    except (ValueError, TypeError) as error:
        fault = one_line(str(error), 80)
        raise UsageError(words.BAD_TABLE.format(file=printable(file), fault=fault)) from error


def _table(name: str, table: Any) -> dict[str, Any]:
    """Return the table, if its name and its values are valid.

    Raises:
        ValueError: The name or a value is not valid; the message names it.
    """
    if not isinstance(table, dict) or not re.fullmatch(r"[\w.-]+", name) or "command" not in table:
        raise ValueError(name)
    for key, value in table.items():
        many = key == "command" and isinstance(value, list)
        if key not in {"command", "form", "encoding", "blank"} or {
            *map(type, value if many else [value])
        } != {str}:
            raise ValueError(f"{name}.{key}")
    return table


def _engine(
    spec: str, command: str | Sequence[str], form: str = "", encoding: str = "extended", blank: str = "."
) -> Backend:
    try:
        parts = tuple(shlex.split(command) if isinstance(command, str) else command)
    except ValueError:
        parts = ()
    fields = {field for word in parts for field in _FIELD.findall(word)}
    form = form or ("cnf" if _CNF in fields else "lines")
    odd = [*fields.difference((_CNF, _OUT) if form == "cnf" else ()), *{form}.difference(("cnf", "lines"))]
    odd += [*{encoding}.difference(cnf.ENCODINGS), *([] if len(blank) == 1 else [blank])]
    if odd or not parts:
        raise UsageError(
            words.BAD_COMMAND.format(spec=printable(spec), fault=one_line(min(odd, default=str(command))))
        )
    return (
        SatProgram(parts, spec, cast("cnf.Encoding", encoding))
        if form == "cnf"
        else LineProgram(parts, spec, blank)
    )


@dataclass(frozen=True, slots=True)
class SatProgram(Backend):
    """A SAT solver that is an outside program. Its nodes are calls of the program.

    Attributes:
        command: The program and its arguments.
        spec: The name of the engine.
        encoding: The clauses, see `sudokubench.encodings.cnf.ENCODINGS`.
    """

    command: tuple[str, ...]
    spec: str
    encoding: cnf.Encoding = "extended"

    kind: ClassVar[str] = "SAT"
    interface: ClassVar[int] = 2
    outside: ClassVar[bool] = True
    statements: ClassVar[frozenset[type]] = cnf.STATEMENTS

    def unsupported(self, problem: Problem) -> Words | None:
        """Return why a problem is not supported; the encoding decides."""
        return cnf.unsupported(problem, self.encoding)

    def open(self, problem: Problem) -> EngineSession:
        """Encode the problem, and try the program on a formula of one clause."""
        require_supported(self.spec, problem, self.unsupported(problem))
        with _named_in_errors(self.spec):
            return EngineSession(problem, _CnfProgramEngine(self, problem))


@dataclass(frozen=True, slots=True)
class LineProgram(Backend):
    """An outside program that reads one board per line and writes one answer per line.

    Attributes:
        command: The program and its arguments.
        spec: The name of the engine.
        blank: The sign for a blank cell.
    """

    command: tuple[str, ...]
    spec: str
    blank: str = "."

    kind: ClassVar[str] = "outside program"
    interface: ClassVar[int] = 2
    outside: ClassVar[bool] = True
    batches: ClassVar[bool] = True
    most: ClassVar[int] = 1
    """Largest limit for which an answer of the program is complete."""

    def unsupported(self, problem: Problem) -> Words | None:
        """Return why a problem is not supported. A line of digits can state only the usual rules."""
        shape = problem.box_shape if isinstance(problem, Layout) and not problem.extra else None
        return None if shape is not None and shape[0] <= shape[1] else words.USUAL_ONLY

    def open(self, problem: Problem) -> BatchSession:
        """Try the program on an easy board."""
        require_supported(self.spec, problem, self.unsupported(problem))
        assert isinstance(problem, Layout)
        with _named_in_errors(self.spec):
            return BatchSession(_LineProgramEngine(self, problem))


@contextmanager
def _named_in_errors(spec: str) -> Iterator[None]:
    """Add the name of the engine to the error of a program that cannot be used."""
    try:
        yield
    except BackendUnavailable as error:
        raise BackendUnavailable(words.UNFIT_PROGRAM.format(spec=printable(spec), why=error.words)) from error


class _CalledProgram:
    """A program to call, with a temporary folder for its files."""

    def __init__(self, command: Sequence[str]) -> None:
        for word in command:
            if _SHELL.fullmatch(word):
                raise BackendUnavailable(words.NEEDS_SHELL.format(word=word))
        first = os.path.expanduser(command[0])
        self._folder = program.new_folder()
        self.close = forks.Finalizer(self, shutil.rmtree, self._folder, True)
        values = {_CNF: str(self._folder / "input"), _OUT: str(self._folder / "answer")}
        self._words = [_FIELD.sub(lambda field: values.get(field[0], field[0]), word) for word in command]
        self._words[0] = shutil.which(first) or first
        self.start_ns = 0
        """Time of the faster of two calls on a tiny input, in nanoseconds."""

    def call(
        self, given: bytes, must_stop: Callable[[], bool], begun: Callable[[], object] = lambda: None
    ) -> tuple[CompletedProcess[bytes], str] | None:
        """Run the program on an input; return how it ended and the text in `{out}`, or None if it was stopped.

        Raises:
            BackendUnavailable: The program cannot be started.
            NoAnswer: A signal ended the program, or it wrote too much.
        """
        written = self._folder / "answer"
        (self._folder / "input").write_bytes(given)
        written.unlink(missing_ok=True)
        try:
            ended = program.run(self._words, self._folder, must_stop, begun)
        except OSError as error:
            reason = system_reason(error)
            raise BackendUnavailable(words.NOT_RUN.format(program=self._words[0], reason=reason)) from error
        except program.TooMuch:
            raise NoAnswer(words.TOO_MUCH.format(most=program.MOST_BYTES >> 20)) from None
        if ended is None:
            return None
        if ended.returncode < 0:
            raise NoAnswer(
                words.DIED.format(signal=signal_name(-ended.returncode), errors=_beginning(ended.stderr))
            )
        return ended, written.read_text("utf-8", "replace") if written.is_file() else ""

    def trial(
        self, given: bytes, trial: Words, is_right: Callable[[CompletedProcess[bytes], str], bool]
    ) -> None:
        """Call the program twice on an easy input; store the time of the faster call.

        Raises:
            BackendUnavailable: The program cannot be run, takes too long, or gives a wrong answer.
        """
        for _ in range(2):
            begun = perf_counter_ns()

            def must_stop(end: float = begun + _TRIAL_S * 1e9) -> bool:
                clock.ask()
                return perf_counter_ns() > end

            try:
                answer = self.call(given, must_stop)
                took = perf_counter_ns() - begun
                if answer is None:
                    raise BackendUnavailable(words.FAILED_TRIAL.format(trial=trial, seconds=f"{_TRIAL_S:g}"))
                if not is_right(*answer):
                    output = _beginning(answer[0].stdout)
                    raise BackendUnavailable(words.WRONG_TRIAL.format(trial=trial, output=output))
            except NoAnswer as error:
                raise BackendUnavailable(error.words) from error
            self.start_ns = min(took, self.start_ns or took)


def _beginning(data: bytes) -> str:
    return one_line(data[:1000].decode("utf-8", "replace"), 80)


def _no_answer(ended: CompletedProcess[bytes]) -> NoAnswer:
    output, errors = _beginning(ended.stdout), _beginning(ended.stderr)
    return NoAnswer(words.NO_ANSWER.format(code=ended.returncode, output=output, errors=errors))


_STATUS_OF_CODE = {10: solver_answer.SAT, 20: solver_answer.UNSAT}


def _model(ended: CompletedProcess[bytes], written: str, variables: int) -> tuple[str, cnf.Clause]:
    """Return the status and the model that a SAT solver reports in its output, its file and its exit code.

    Raises:
        NoAnswer: The solver gives no answer, two answers, no model, or a model of another formula.
    """
    try:
        said = [solver_answer.read(t, variables) for t in (written, ended.stdout.decode("utf-8", "replace"))]
    except InputError as error:
        raise NoAnswer(error.words) from error
    found = {*(status for status, _ in said), _STATUS_OF_CODE.get(ended.returncode, "")} - {""}
    if len(found) != 1:
        raise NoAnswer(words.CONTRADICTION.format(code=ended.returncode)) if found else _no_answer(ended)
    status, models = found.pop(), said[0][1] or said[1][1]
    if status == solver_answer.SAT and len(models) != 1:
        raise NoAnswer(words.OTHER_MODELS.format(count=len(models)))
    return status, models[0] if status == solver_answer.SAT else ()


class _CnfProgramEngine:
    """A SAT solver and the clauses of a problem, as text."""

    def __init__(self, backend: SatProgram, problem: Problem) -> None:
        self._problem, self._cnf = problem, cnf.cnf(problem, backend.encoding)
        self._clauses = "".join(dimacs.clause_lines(self._cnf.clauses))
        self._program = _CalledProgram(backend.command)
        self.close = self._program.close
        self._program.trial(
            b"p cnf 1 1\n1 0\n", words.ONE_CLAUSE, lambda ended, written: _model(ended, written, 1)[1] == (1,)
        )

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution, None, None]:
        """Enumerate solutions; see `Engine`."""
        units = self._cnf.literals(instance)
        given, more = set(units), list[cnf.Clause]((unit,) for unit in units)
        found, calls = set[Solution](), 0
        while all(self._cnf.clauses) and not search.must_stop(
            calls
        ):  # some programs cannot read an empty clause
            search.enter("encode")
            head = f"p cnf {self._cnf.n_variables} {len(self._cnf.clauses) + len(more)}\n"
            text = "".join([head, self._clauses, *dimacs.clause_lines(more)])
            answer = self._program.call(text.encode(), search.must_stop, lambda: search.enter("solve"))
            calls += 1
            search.stats["calls"], search.stats["start_ns"] = calls, calls * self._program.start_ns
            if answer is None:
                return
            search.enter("decode")
            status, model = _model(*answer, self._cnf.n_variables)
            if status != solver_answer.SAT:
                if status == solver_answer.UNKNOWN:
                    search.spent()
                return
            options = self._cnf.decode(model)
            if search.counting and options in found:
                raise NoAnswer(words.SAME_TWICE)
            found.add(options)
            yield from _checked(search, self._problem, options, instance)
            clause = tuple(self._cnf.excluding([option + 1 for option in options], given))
            if not clause:
                return
            more.append(clause)


def _checked(
    search: Search, problem: Problem, options: Solution, instance: Instance
) -> Generator[Solution, None, None]:
    """Yield a solution. If the search only counts, check it first, because the caller never sees it."""
    if search.counting and (fault := solution_fault(problem, options, instance)):
        raise NoAnswer(words.INVALID.format(fault=fault))
    search.enter("wait")
    yield options


_APART = re.compile(r"[\s,:;|]+")
_NONE = {
    "0",
    "none",
    "no solution",
    "no solutions",
    "unsolvable",
    "unsat",
    "unsatisfiable",
    "impossible",
    "invalid",
}
"""Answers of a program that mean "no solution"."""


class _LineProgramEngine:
    """A program that reads one board per line and writes one answer per line."""

    lanes = 512
    most = LineProgram.most

    def __init__(self, backend: LineProgram, layout: Layout) -> None:
        self.layout = layout
        self._signs = backend.blank + default_symbols(layout.size)
        self._program = _CalledProgram(backend.command)
        self.close = self._program.close
        n, (rows, columns) = layout.size, layout.box_shape or (1, 1)
        grid = bytes((columns * (r % rows) + r // rows + c) % n + 1 for r in range(n) for c in range(n))
        board = bytes(n) + grid[n:]  # a full grid without its first row, which follows from the columns
        self._program.trial(
            self._text([board]), words.EASY_BOARD, lambda ended, _: self._answers(ended, 1) == [grid]
        )

    def _text(self, boards: Sequence[bytes]) -> bytes:
        return "".join("".join([self._signs[d] for d in board]) + "\n" for board in boards).encode()

    def _answers(self, ended: CompletedProcess[bytes], boards: int) -> list[bytes | str]:
        """Return the meaning of each line: a full grid; b"" for no solution; or the line itself if it is neither.

        Raises:
            NoAnswer: The number of lines differs from the number of boards.
        """
        lines = ended.stdout.decode("utf-8", "replace").rstrip().split("\n")
        if lines == [""]:
            raise _no_answer(ended)
        if len(lines) != boards:
            line = one_line(lines[0], 80)
            raise NoAnswer(words.LINE_EACH.format(lines=len(lines), boards=boards, line=line))
        return [self._of_line(line) for line in lines]

    def _of_line(self, line: str) -> bytes | str:
        cells, full = self.layout.cell_count, set(self._signs[1:])
        parts = [word for word in _APART.split(line) if word]
        grids = {word for word in parts if len(word) == cells and full.issuperset(word)}
        if len(grids) == 1:
            return bytes(map(self._signs.index, grids.pop()))
        rest = " ".join(word.lower() for word in parts if len(word) != cells)
        return b"" if rest in _NONE and not grids else one_line(line, 100)

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution, None, None]:
        """Ask about one board; see `Engine`."""
        board = self.layout.digits(instance.chosen)
        if instance.forbidden:
            raise BackendUnavailable(words.NO_MARKS)
        if len(instance.chosen) > sum(map(bool, board)) or search.must_stop():  # a cell has two chosen digits
            return
        search.enter("encode")
        answer = self._program.call(self._text([board]), search.must_stop, lambda: search.enter("solve"))
        search.stats.update(calls=1, start_ns=self._program.start_ns)
        if answer is None:
            return
        search.enter("decode")
        (said,) = self._answers(answer[0], 1)
        if isinstance(said, str):
            raise NoAnswer(words.ODD_LINE.format(line=said))
        if said:
            options = tuple(self.layout.option(cell, digit) for cell, digit in enumerate(said))
            yield from _checked(search, self.layout, options, instance)
            search.undecided()

    def search_many(
        self,
        digits: NDArray[np.uint8],
        *,
        limit: int = 1,
        budget: Budget = UNLIMITED,
        first: NDArray[np.uint8] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        forbidden: Forbidden | None = None,
    ) -> BatchAnswer:
        """Ask about many boards in one call; see `BatchEngine`. With a time limit, invalid output means: undecided."""
        import numpy as np

        if forbidden is not None and len(forbidden[1]):
            raise BackendUnavailable(words.NO_MARKS)
        marks, said = [perf_counter_ns()], list[bytes | str]()

        def mark() -> None:
            marks.append(perf_counter_ns())

        try:
            text = self._text([row.tobytes() for row in digits])
            answer = self._program.call(text, batch_must_stop(budget, cancelled), mark)
            mark()
            said = [] if answer is None else self._answers(answer[0], len(digits))
        except NoAnswer:
            if budget.seconds is None:
                raise
        said += [""] * (len(digits) - len(said))
        grids = [one if isinstance(one, bytes) and one else bytes(self.layout.cell_count) for one in said]
        solutions = np.frombuffer(b"".join(grids), np.uint8).reshape(len(digits), 1, -1)
        counts = np.array([bool(one) and isinstance(one, bytes) for one in said], np.int64)
        if first is not None:
            first[counts > 0] = solutions[counts > 0, 0]
        marks += [perf_counter_ns()] * (4 - len(marks))
        times = Times(*(later - earlier for earlier, later in pairwise(marks)))
        stats = {"calls": 1, "start_ns": self._program.start_ns}
        return BatchAnswer(counts, solutions, np.array([one == b"" for one in said], np.bool_), times, stats)
