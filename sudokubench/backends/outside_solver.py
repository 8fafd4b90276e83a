"""Outside solvers as engines: SAT, MiniZinc, XCSP3, SMT-LIB 2 and OPB; `encodings` reads their answers.

The engine calls the solver again and again until it finds no more solutions; each input excludes the solutions found
before.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from subprocess import CompletedProcess
from typing import ClassVar

from sudokubench.answer import Solution
from sudokubench.backends import words
from sudokubench.backends.base import Backend, EngineSession, NoAnswer, Search, require_supported
from sudokubench.backends.called_program import CalledProgram, checked, named_in_errors, no_answer
from sudokubench.encodings import cnf, cp, dimacs, solver_answer
from sudokubench.encodings.exact_cover import solution_fault
from sudokubench.encodings.model_text import LANGUAGES, ModelText
from sudokubench.errors import InputError
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Problem
from sudokubench.words import Words


@dataclass(frozen=True, slots=True)
class SatProgram(Backend):
    """A SAT solver that is an outside program. Each call of the program counts as one node.

    `command` is the program with its arguments, and `spec` the name of the engine.
    """

    command: tuple[str, ...]
    spec: str
    encoding: cnf.Encoding = "extended"

    kind: ClassVar[str] = "SAT"
    interface: ClassVar[int] = 2
    outside: ClassVar[bool] = True
    statements: ClassVar[frozenset[type]] = cnf.STATEMENTS

    def unsupported(self, problem: Problem) -> Words | None:
        """Return why the encoding does not support a problem, or None."""
        return cnf.unsupported(problem, self.encoding)

    def open(self, problem: Problem) -> EngineSession:
        """Encode the problem, and try the program on a formula of one clause."""
        require_supported(self.spec, problem, self.unsupported(problem))
        with named_in_errors(self.spec):
            text = _CnfText(problem, self.encoding)
            return EngineSession(problem, _SolverEngine(self.command, "cnf", problem, text))


@dataclass(frozen=True, slots=True)
class ModelProgram(Backend):
    """An outside program that solves models in a language of `LANGUAGES`; in all other respects like `SatProgram`."""

    command: tuple[str, ...]
    spec: str
    language: str

    kind: ClassVar[str] = "model solver"
    interface: ClassVar[int] = 2
    outside: ClassVar[bool] = True
    statements: ClassVar[frozenset[type]] = cp.STATEMENTS
    unsupported = staticmethod(cp.unsupported)

    def open(self, problem: Problem) -> EngineSession:
        """Write the model, and try the program on an empty board of 4x4."""
        require_supported(self.spec, problem, self.unsupported(problem))
        with named_in_errors(self.spec):
            text = _ModelText(problem, LANGUAGES[self.language])
            return EngineSession(problem, _SolverEngine(self.command, self.language, problem, text))


_STATUS_OF_CODE = {10: solver_answer.SAT, 20: solver_answer.UNSAT}


def _model(ended: CompletedProcess[bytes], written: str, variables: int) -> tuple[str, cnf.Clause]:
    """Return the status and the model that a SAT solver reports in its output, its file and its exit code.

    Raises NoAnswer if the answer is missing, malformed or contradictory, or if SAT comes without exactly one model.
    """
    try:
        found = [solver_answer.read(t, variables) for t in (written, ended.stdout.decode("utf-8", "replace"))]
    except InputError as error:
        raise NoAnswer(error.words) from error
    (in_file, models), (in_output, others) = found
    by_code = words.ITS_CODE.format(code=ended.returncode), _STATUS_OF_CODE.get(ended.returncode, "")
    stated = [
        (place, status)
        for place, status in ((words.ITS_FILE, in_file), (words.ITS_OUTPUT, in_output), by_code)
        if status
    ]
    if not stated:
        raise no_answer(ended)
    place, status = stated[0]
    for another, other in stated:
        if other != status:
            raise NoAnswer(words.CONTRADICTION.format(one=place, other=another))
    models = models or others
    if status == solver_answer.SAT and len(models) != 1:
        raise NoAnswer(words.OTHER_MODELS.format(count=len(models)))
    return status, models[0] if status == solver_answer.SAT else ()


class _CnfText:
    """The clauses of a problem as a DIMACS file. `_ModelText` has the same methods."""

    trial = "p cnf 1 1\n1 0\n", words.ONE_CLAUSE
    """An easy input with a solution, and its name."""

    def __init__(self, problem: Problem, encoding: cnf.Encoding) -> None:
        self._cnf = cnf.cnf(problem, encoding)
        self._clauses = "".join(dimacs.clause_lines(self._cnf.clauses))

    def is_right(self, ended: CompletedProcess[bytes], written: str) -> bool:
        return _model(ended, written, 1)[1] == (1,)

    def restrictions(self, instance: Instance) -> list[str] | None:
        """Return the lines that state an instance; None if it has no solution, so that no call is needed."""
        if not all(self._cnf.clauses):  # some programs cannot read an empty clause
            return None
        return [f"{unit} 0\n" for unit in self._cnf.literals(instance)]

    def without(self, solution: Solution, instance: Instance) -> str:
        """Return a line that excludes a solution; empty if there is no other solution."""
        given = set(self._cnf.literals(instance))
        clause = tuple(self._cnf.excluding([option + 1 for option in solution], given))
        return "".join(dimacs.clause_lines([clause])) if clause else ""

    def whole(self, more: Sequence[str]) -> str:
        """Return the text of the problem with the lines `more`."""
        head = f"p cnf {self._cnf.n_variables} {len(self._cnf.clauses) + len(more)}\n"
        return "".join([head, self._clauses, *more])

    def read(self, ended: CompletedProcess[bytes], written: str) -> tuple[str, Solution]:
        """Return the status and the solution that a program reports, see `_model`."""
        status, model = _model(ended, written, self._cnf.n_variables)
        return status, self._cnf.decode(model) if status == solver_answer.SAT else ()


class _ModelText:
    """The model of a problem in one language."""

    def __init__(self, problem: Problem, language: type[ModelText]) -> None:
        self._model, self._easy = language(problem), language(Layout.standard(4))
        self.trial = self._easy.whole(), words.EASY_BOARD
        self.restrictions, self.whole = self._model.restrictions, self._model.whole

    def is_right(self, ended: CompletedProcess[bytes], written: str) -> bool:
        status, solution = _solution(self._easy, ended, written)
        return status == solver_answer.SAT and not solution_fault(Layout.standard(4), solution, Instance())

    def without(self, solution: Solution, instance: Instance) -> str:
        return self._model.without(solution)

    def read(self, ended: CompletedProcess[bytes], written: str) -> tuple[str, Solution]:
        return _solution(self._model, ended, written)


def _solution(model: ModelText, ended: CompletedProcess[bytes], written: str) -> tuple[str, Solution]:
    try:
        status, found = model.read(written + ended.stdout.decode("utf-8", "replace"))
    except InputError as error:
        raise NoAnswer(error.words) from error
    if not status:
        raise no_answer(ended)
    if status == solver_answer.SAT and len(found) != 1:
        raise NoAnswer(words.OTHER_MODELS.format(count=len(found)))
    return status, found[0] if found else ()


class _SolverEngine:
    """A solver, and a problem as text for it."""

    def __init__(
        self, command: Sequence[str], form: str, problem: Problem, text: _CnfText | _ModelText
    ) -> None:
        self._problem, self._text = problem, text
        self._program = CalledProgram(command, form)
        self.close = self._program.close
        given, name = text.trial
        self._program.trial(given.encode(), name, text.is_right)

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution, None, None]:
        """Enumerate solutions; see `Engine`."""
        more, found, calls = self._text.restrictions(instance), set[Solution](), 0
        while more is not None and not search.must_stop(calls):
            search.enter("encode")
            text = self._text.whole(more).encode()
            answer = self._program.call(text, search.must_stop, lambda: search.enter("solve"))
            calls += 1
            search.stats["calls"], search.stats["start_ns"] = calls, calls * self._program.start_ns
            if answer is None:
                return
            search.enter("decode")
            status, solution = self._text.read(*answer)
            if status != solver_answer.SAT:
                if status == solver_answer.UNKNOWN:
                    search.spent()
                return
            if search.counting and solution in found:
                raise NoAnswer(words.SAME_TWICE)
            found.add(solution)
            yield from checked(search, self._problem, solution, instance)
            excluding = self._text.without(solution, instance)
            if not excluding:
                return
            more.append(excluding)
