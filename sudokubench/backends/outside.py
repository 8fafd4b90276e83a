"""Outside programs as engines: their names (`cmd:minisat {cnf} {out}`), and programs that answer line by line.

The name is a command line; or it names a table of a TOML file, and the table has the command line.

A program that takes `{cnf}` is a SAT solver. A program that takes `{mzn}`, `{xcsp3}`, `{smt2}` or `{opb}` solves models
in that language. `outside_solver` runs these two kinds. Any other program reads boards, one per line, and writes one
answer per line; a batch is one call. An answer is one solution, so it does not say whether there are more.

Each call starts the program again, and the start counts as part of its time. The statistic `start_ns` is the time of
the same number of calls on a tiny input.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from subprocess import CompletedProcess
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, ClassVar, cast

from sudokubench.answer import UNLIMITED, Budget, Solution, Times
from sudokubench.backends import words
from sudokubench.backends.base import (
    Backend,
    BatchAnswer,
    BatchSession,
    Forbidden,
    NoAnswer,
    Search,
    batch_must_stop,
    require_supported,
)
from sudokubench.backends.called_program import FIELD, CalledProgram, checked, named_in_errors, no_answer
from sudokubench.backends.outside_solver import ModelProgram, SatProgram
from sudokubench.encodings import cnf
from sudokubench.encodings.model_text import LANGUAGES
from sudokubench.errors import (
    BackendUnavailable,
    UsageError,
    one_line,
    printable,
    require_digits,
    suggestion,
    unreadable,
)
from sudokubench.layout import Layout, default_symbols
from sudokubench.problem import Instance, Problem
from sudokubench.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_INPUTS = {f"{{{form}}}": form for form in ("cnf", *LANGUAGES)}
"""The form of the input for each field of a command."""


def named(spec: str) -> Backend:
    """Return the engine of a command line, `cmd:PROGRAM ARGUMENT ...`, or of a table, `FILE.toml:NAME`."""
    file, _, rest = spec.partition(":")
    if file == "cmd":
        return _engine(spec, rest)
    engines = of_file(file)
    if not engines:
        raise UsageError(words.NO_TABLES.format(file=printable(file)))
    if not rest:
        one, names = next(iter(engines)), ", ".join(engines)
        if len(engines) == 1:
            return engines[one]
        raise UsageError(words.ONE_TABLE.format(file=printable(file), names=names, one=one))
    if rest not in engines:
        close = suggestion(rest, engines)
        raise UsageError(
            words.NO_TABLE.format(file=printable(file), name=rest, names=", ".join(engines), close=close)
        )
    return engines[rest]


def of_file(file: str) -> dict[str, Backend]:
    """Return the engines of a TOML file in UTF-8, by the names of their tables."""
    try:
        tables = tomllib.loads(Path(file).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(unreadable(file, error)) from error
    except (ValueError, RecursionError) as error:
        reason = one_line(str(error))
        raise UsageError(words.NOT_TOML.format(file=printable(file), reason=reason)) from error
    try:
        return {name: _engine(f"{file}:{name}", **_table(name, table)) for name, table in tables.items()}
    except ValueError as error:
        fault = one_line(str(error), 80)
        raise UsageError(words.BAD_TABLE.format(file=printable(file), fault=fault)) from error


def _table(name: str, table: Any) -> dict[str, Any]:
    """Return the table. Raise a ValueError that shows the name if it is invalid, else the first invalid value."""
    if not isinstance(table, dict) or not re.fullmatch(r"[\w.-]+", name) or "command" not in table:
        raise ValueError(repr(name))
    for key, value in table.items():
        texts = value if key == "command" and isinstance(value, list) else [value]
        if key not in {"command", "form", "encoding", "blank"} or {*map(type, texts)} != {str}:
            raise ValueError(f"{name}.{key} = {value!r}")
    return table


def _engine(
    spec: str, command: str | Sequence[str], form: str = "", encoding: str = "extended", blank: str = "."
) -> Backend:
    try:
        parts = tuple(shlex.split(command) if isinstance(command, str) else command)
    except ValueError:
        parts = ()
    if "\0" in "".join(parts):  # no system can pass it
        parts = ()
    values = (
        ("form", form, ["", "lines", *_INPUTS.values()], words.VALUE_ONE_OF),
        ("encoding", encoding, cnf.ENCODINGS, words.VALUE_ONE_OF),
        ("blank", blank, [blank[:1] or "."], words.ONE_CHARACTER),
    )
    for key, value, known, rule in values:
        if value not in known:
            remedy = rule.format(known=", ".join(filter(None, known)))
            fault = one_line(value, 80, quoted=True)
            raise UsageError(words.BAD_VALUE.format(spec=printable(spec), key=key, value=fault, rule=remedy))
    fields = {field for word in parts for field in FIELD.findall(word)}
    form = form or next((_INPUTS[field] for field in sorted(fields & _INPUTS.keys())), "lines")
    allowed = () if form == "lines" else (f"{{{form}}}", "{out}")
    odd = fields.difference(allowed)
    if odd or not parts:
        raise UsageError(
            words.BAD_COMMAND.format(
                spec=printable(spec), fault=one_line(min(odd, default=str(command)), quoted=True)
            )
        )
    if form == "cnf":
        return SatProgram(parts, spec, cast("cnf.Encoding", encoding))
    return LineProgram(parts, spec, blank) if form == "lines" else ModelProgram(parts, spec, form)


@dataclass(frozen=True, slots=True)
class LineProgram(Backend):
    """An outside program that reads one board per line, `blank` for an empty cell, and writes one answer per line."""

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
        """Return why a problem is not supported, or None. A line of digits states only the size and the usual rules."""
        shape = problem.box_shape if isinstance(problem, Layout) and not problem.extra else None
        return None if shape is not None and shape[0] <= shape[1] else words.USUAL_ONLY

    def open(self, problem: Problem) -> BatchSession:
        """Try the program on an easy board."""
        require_supported(self.spec, problem, self.unsupported(problem))
        assert isinstance(problem, Layout)
        with named_in_errors(self.spec):
            return BatchSession(_LineProgramEngine(self, problem))


_APART = re.compile(r"[\s,:;|]+")
_NONE = {
    "0", "none", "no solution", "no solutions", "unsolvable", "unsat", "unsatisfiable", "impossible", "invalid",
}  # fmt: skip
"""Answers of a program that mean "no solution"."""


class _LineProgramEngine:
    """A program that reads one board per line and writes one answer per line."""

    lanes = 512
    most = LineProgram.most

    def __init__(self, backend: LineProgram, layout: Layout) -> None:
        self.layout = layout
        self._signs = backend.blank + default_symbols(layout.size)
        self._program = CalledProgram(backend.command, "lines")
        self.close = self._program.close
        n, (rows, columns) = layout.size, layout.box_shape or (1, 1)
        grid = bytes((columns * (r % rows) + r // rows + c) % n + 1 for r in range(n) for c in range(n))
        board = bytes(n) + grid[n:]  # a full grid without its first row, which follows from the columns
        self._program.trial(
            self._text([board]),
            words.EASY_BOARD,
            lambda ended, _: self._answers(ended, 1) == [grid],
            lambda fault: words.NO_FIELD.format(fault=fault),
        )

    def _text(self, boards: Sequence[bytes]) -> bytes:
        return "".join("".join([self._signs[d] for d in board]) + "\n" for board in boards).encode()

    def _answers(self, ended: CompletedProcess[bytes], boards: int) -> list[bytes | str]:
        """Return for each line its full grid; b"" for "no solution"; otherwise the beginning of the line, as text.

        Raises NoAnswer if there are more or fewer lines than boards.
        """
        lines = ended.stdout.decode("utf-8", "replace").rstrip().split("\n")
        if lines == [""]:
            raise no_answer(ended)
        if len(lines) != boards:
            raise no_answer(ended, words.LINE_EACH.format(lines=len(lines), boards=boards))
        return [self._of_line(line) for line in lines]

    def _of_line(self, line: str) -> bytes | str:
        cells, full = self.layout.cell_count, set(self._signs[1:])
        parts = [word for word in _APART.split(line) if word]
        grids = {word for word in parts if len(word) == cells and full.issuperset(word)}
        if len(grids) == 1:
            return bytes(map(self._signs.index, grids.pop()))
        rest = " ".join(word.lower() for word in parts if len(word) != cells)
        return b"" if rest in _NONE and not grids else one_line(line, 100, quoted=True)

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
        (grid,) = self._answers(answer[0], 1)
        if isinstance(grid, str):
            raise no_answer(answer[0], words.ODD_LINE.format(line=grid))
        if grid:
            options = tuple(self.layout.option(cell, digit) for cell, digit in enumerate(grid))
            yield from checked(search, self.layout, options, instance)
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
        """Ask about many boards in one call; see `BatchEngine`. Forbidden options are refused.

        A line that is not an answer leaves its board undecided. A call fails if a signal ends the program, or if it
        writes too much or a wrong number of lines. Then all boards stay undecided.

        Raises:
            NoAnswer: The call fails, and there is no time limit.
        """
        import numpy as np

        if forbidden is not None and len(forbidden[1]):
            raise BackendUnavailable(words.NO_MARKS)
        require_digits(digits, self.layout.size)
        marks, found = [perf_counter_ns()], list[bytes | str]()

        def mark() -> None:
            marks.append(perf_counter_ns())

        try:
            text = self._text([row.tobytes() for row in digits])
            answer = self._program.call(text, batch_must_stop(budget, cancelled), mark)
            mark()
            found = self._answers(answer[0], len(digits)) if answer and len(digits) else []
        except NoAnswer:
            if budget.seconds is None:
                raise
        found += [""] * (len(digits) - len(found))
        blank = bytes(self.layout.cell_count)
        grids = [grid if isinstance(grid, bytes) and grid else blank for grid in found]
        solutions = np.frombuffer(b"".join(grids), np.uint8).reshape(len(digits), 1, len(blank))
        counts = np.array([bool(grid) and isinstance(grid, bytes) for grid in found], np.int64)
        if first is not None:
            first[counts > 0] = solutions[counts > 0, 0]
        marks += [perf_counter_ns()] * (4 - len(marks))
        times = Times(*(later - earlier for earlier, later in pairwise(marks)))
        stats = {"calls": 1, "start_ns": self._program.start_ns}
        exhausted = np.array([grid == b"" for grid in found], np.bool_)
        return BatchAnswer(counts, solutions, exhausted, times, stats)
