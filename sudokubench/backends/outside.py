"""Outside programs as engines, by their command line: `cmd:minisat {cnf} {out}`, or a table of a TOML file.

A program that takes `{cnf}` is a SAT solver: it gets a DIMACS file, once for each solution and once to find no more.
Every solution that it shows is excluded by a clause of the next file. The program is started anew for each call, and
its start is part of its time.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from time import perf_counter_ns
from typing import ClassVar

from sudokubench import clock
from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, EngineSession, Search, require_supported
from sudokubench.backends.gate import NoAnswer
from sudokubench.backends.words import (
    COMPLAINT,
    CONTRADICTION,
    DIED,
    INVALID,
    NEEDS_SHELL,
    NO_ANSWER,
    NO_MODEL,
    NO_PROGRAM,
    NO_VARIABLE,
    NOT_RUN,
    ONE_CLAUSE,
    OPEN_QUOTE,
    PRINTED,
    PRINTED_NOTHING,
    SAME_TWICE,
    SEVERAL_MODELS,
    TOO_LATE,
    TOO_MUCH,
    UNKNOWN_FIELD,
    WRONG_TRIAL,
)
from sudokubench.encodings import cnf, dimacs, solver_answer
from sudokubench.encodings.exact_cover import solution_fault
from sudokubench.encodings.solver_answer import Status
from sudokubench.errors import BackendUnavailable, InputError, UsageError, one_line, signal_name
from sudokubench.problem import Instance, Problem
from sudokubench.processes import forks, program
from sudokubench.words import Words, untranslated

PREFIX = "cmd"

_CNF, _OUT, _LIMIT = "{cnf}", "{out}", "{limit}"
_FIELD = re.compile(r"\{\w*\}")
_SHELL = re.compile(r"[|&;]+|\d?[<>].*|&>.*|\$[\w({].*|`.*")
"""Words that only a shell understands."""

_TRIAL_S = 10.0
"""Time limit of the trial of a program, in seconds."""

_TRIAL_CNF = b"p cnf 1 1\n1 0\n"


def named(spec: str) -> Backend:
    """Return the engine of a command line, `cmd:PROGRAM ARGUMENT ...`.

    Raises:
        UsageError: The command line is malformed.
    """
    try:
        words = tuple(shlex.split(spec.partition(":")[2]))
    except ValueError:
        raise UsageError(OPEN_QUOTE.format(spec=spec)) from None
    return _engine(spec, words)


def _engine(spec: str, words: tuple[str, ...]) -> Backend:
    if not words:
        raise UsageError(NO_PROGRAM.format(spec=spec))
    fields = {field for word in words for field in _FIELD.findall(word)}
    odd = sorted(fields - ({_CNF, _OUT} if _CNF in fields else {_LIMIT}))
    if odd:
        raise UsageError(UNKNOWN_FIELD.format(spec=spec, field=odd[0]))
    return SatProgram(words, spec)


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
        return EngineSession(problem, _SatEngine(self, problem))


class _Program:
    """A program that can be called."""

    def __init__(self, command: Sequence[str]) -> None:
        """Find the program.

        Raises:
            BackendUnavailable: It needs a shell, or is not found.
        """
        for word in command:
            if _SHELL.fullmatch(word):
                raise BackendUnavailable(NEEDS_SHELL.format(word=word))
        first = os.path.expanduser(command[0])
        self._command = [shutil.which(first) or first, *command[1:]]
        self._folder = program.new_folder()
        self._remove = forks.Finalizer(self, shutil.rmtree, self._folder, True)
        self.start_ns = 0
        """The shorter of two calls on next to nothing, in nanoseconds."""

    def close(self) -> None:
        """Remove its files."""
        self._remove()

    def call(
        self,
        given: bytes,
        must_stop: Callable[[], bool],
        begun: Callable[[], object] = lambda: None,
        limit: int = 1,
    ) -> tuple[program.Ended, str] | None:
        """Return how the program ended on an input, and the content of the file that it wrote; None if it was stopped.

        Raises:
            BackendUnavailable: It cannot be started.
            NoAnswer: A signal ended it, or it wrote too much.
        """
        there, written = self._folder / "puzzle.cnf", self._folder / "answer.txt"
        takes_file = any(_CNF in word for word in self._command)
        values = {_CNF: str(there), _OUT: str(written), _LIMIT: str(limit)}
        words = [_FIELD.sub(lambda field: values[field[0]], word) for word in self._command]
        if takes_file:
            there.write_bytes(given)
        written.unlink(missing_ok=True)
        try:
            ended = program.run(words, None if takes_file else given, must_stop, begun, written)
        except OSError as error:
            reason = error.strerror or str(error)
            raise BackendUnavailable(NOT_RUN.format(program=words[0], reason=reason)) from error
        except program.TooMuch:
            raise NoAnswer(TOO_MUCH) from None
        if ended is None:
            return None
        if ended.code < 0:
            raise NoAnswer(DIED.format(signal=signal_name(-ended.code), complaint=_complaint(ended)))
        return ended, written.read_text("utf-8", "replace") if written.is_file() else ""

    def trial(self, given: bytes, trial: Words, is_right: Callable[[program.Ended, str], bool]) -> None:
        """Call the program twice on an easy input, and note how long the shorter call takes.

        Raises:
            BackendUnavailable: It cannot be run, takes too long, or its answer is wrong.
        """
        for _ in range(2):
            begun = perf_counter_ns()

            def must_stop(begun: int = begun) -> bool:
                clock.ask()
                return perf_counter_ns() - begun > _TRIAL_S * 1e9

            try:
                answer = self.call(given, must_stop)
                took = perf_counter_ns() - begun
                if answer is None:
                    raise BackendUnavailable(TOO_LATE.format(trial=trial, seconds=f"{_TRIAL_S:g}"))
                if not is_right(*answer):
                    raise BackendUnavailable(WRONG_TRIAL.format(trial=trial))
            except NoAnswer as error:
                raise BackendUnavailable(error.words) from error
            self.start_ns = min(took, self.start_ns or took)


def _complaint(ended: program.Ended) -> Words:
    lines = ended.complaint.decode("utf-8", "replace").strip()
    return COMPLAINT.format(text=one_line(lines, 200)) if lines else untranslated("")


def _no_answer(ended: program.Ended) -> NoAnswer:
    line = one_line(ended.output[:1000].decode("utf-8", "replace"), 80)
    output = PRINTED.format(line=line) if line else PRINTED_NOTHING
    return NoAnswer(NO_ANSWER.format(code=ended.code, output=output, complaint=_complaint(ended)))


_STATUS_OF_CODE = {10: Status.SATISFIABLE, 20: Status.UNSATISFIABLE}


def _model(ended: program.Ended, written: str, n_variables: int) -> tuple[Status, cnf.Clause]:
    """Return the answer of a SAT solver, from its output, its file and its exit code, and its model.

    Raises:
        NoAnswer: It gives no answer, or two, or no model, or a model of another formula.
    """
    try:
        said = [solver_answer.read(text) for text in (written, ended.output.decode("utf-8", "replace"))]
    except InputError as error:
        raise NoAnswer(error.words) from error
    found = {one.status for one in said} | {_STATUS_OF_CODE.get(ended.code)}
    found.discard(None)
    if not found:
        raise _no_answer(ended)
    status, *others = found
    if status is None or others:
        raise NoAnswer(CONTRADICTION.format(code=ended.code))
    if status is not Status.SATISFIABLE:
        return status, ()
    models = said[0].models or said[1].models
    if len(models) != 1:
        raise NoAnswer(SEVERAL_MODELS.format(count=len(models)) if models else NO_MODEL.format())
    for literal in models[0]:
        if abs(literal) > n_variables:
            raise NoAnswer(NO_VARIABLE.format(literal=literal, variables=n_variables))
    return status, models[0]


class _SatEngine:
    """A SAT solver and the clauses of a problem, as text."""

    def __init__(self, backend: SatProgram, problem: Problem) -> None:
        self._problem, self._cnf = problem, cnf.cnf(problem, backend.encoding)
        self._clauses = "".join(dimacs.clause_lines(self._cnf.clauses)).encode()
        self._program = _Program(backend.command)
        self._program.trial(
            _TRIAL_CNF, ONE_CLAUSE, lambda ended, written: _model(ended, written, 1)[1] == (1,)
        )

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution, None, None]:
        """Enumerate solutions; see `EngineSession`."""
        search.enter("encode")
        units = self._cnf.literals(instance)
        given, more = set(units), list[cnf.Clause]((unit,) for unit in units)
        found, calls = set[Solution](), 0
        if not all(
            self._cnf.clauses
        ):  # an item that no option covers; not every program reads an empty clause
            return
        while not search.must_stop(calls):
            search.enter("encode")
            head = f"p cnf {self._cnf.n_variables} {len(self._cnf.clauses) + len(more)}\n"
            text = head.encode() + self._clauses + "".join(dimacs.clause_lines(more)).encode()
            answer = self._program.call(text, search.must_stop, lambda: search.enter("solve"))
            calls += 1
            search.stats["calls"], search.stats["start_ns"] = calls, calls * self._program.start_ns
            if answer is None:
                return
            search.enter("decode")
            status, model = _model(*answer, self._cnf.n_variables)
            if status is not Status.SATISFIABLE:
                if status is Status.UNKNOWN:
                    search.spent()
                return
            options = self._cnf.decode(model)
            if search.counting:  # the caller does not see this solution, and cannot check it
                fault = solution_fault(self._problem, options, instance)
                if fault is not None or options in found:
                    raise NoAnswer(SAME_TWICE if fault is None else INVALID.format(fault=fault))
            found.add(options)
            search.enter("wait")
            yield options
            clause = tuple(-option - 1 for option in options if option + 1 not in given)
            if not clause:
                return
            more.append(clause)

    def close(self) -> None:
        """Remove the files of the program."""
        self._program.close()
