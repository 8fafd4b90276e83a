"""Models as text for outside solvers, in MiniZinc, XCSP3, SMT-LIB 2 and OPB, and the answers of these solvers.

The models are those of `cp`. In OPB, and for covers in every language, a variable stands for an option and is 0 or 1.
For boards in the other languages, a variable stands for a cell, and its value is the digit. The variable n of a model,
counted from 1, is `x[n]` in MiniZinc, `x[n-1]` in XCSP3 and `xn` in the others.

N. Nethercote et al., MiniZinc: towards a standard CP modelling language (2007). C. Barrett, P. Fontaine, C. Tinelli,
The SMT-LIB standard 2.6 (2017). O. Roussel, V. Manquinho, Input/output format of the pseudo-Boolean competitions
(2012). F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, XCSP3: an integrated format for benchmarking combinatorial
constrained problems (2016).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import ClassVar

from sudokubench.answer import Solution
from sudokubench.encodings import cp, solver_answer
from sudokubench.encodings.cp import AllDifferentModel, BooleanModel, Domain, LinearSum
from sudokubench.encodings.solver_answer import SAT, UNKNOWN, UNSAT
from sudokubench.encodings.words import BAD_VALUE, NO_VALUE, SECOND_STATUS
from sudokubench.errors import InputError
from sudokubench.problem import Instance, Problem

Pairs = Sequence[tuple[int, int]]
"""Variables, numbered from 0, each with a value."""


class ModelText(ABC):
    """The model of a problem as text in one language.

    Attributes:
        comment: The sign before a comment; `comment_end` is the sign after it.
        kind: The kind of the model; a cover always gets zeros and ones.
        model: The model. In the text its variables come first; the nodes of layers follow.
    """

    comment: ClassVar[str]
    comment_end: ClassVar[str] = ""
    kind: ClassVar[cp.ModelName] = "alldifferent"

    def __init__(self, problem: Problem) -> None:
        self.model = cp.model(problem, self.kind)
        self._domains = [self.model.domain] * len(self.model.variables)

    def restrictions(self, instance: Instance) -> list[str]:
        """Return a line for each variable that the instance restricts."""
        return [self._domain(v, domain) for v, domain in self.model.domains(instance).items()]

    def without(self, solution: Solution) -> str:
        """Return a line that excludes a solution."""
        model = self.model
        if isinstance(model, AllDifferentModel):
            size = model.domain[1]
            return self._not_all([(option // size, option % size + 1) for option in solution])
        chosen = set(solution)
        others = [(o, 0) for o in range(model.n_options) if o not in chosen] if model.nested else []
        return self._not_all([*((o, 1) for o in solution), *others])

    def whole(self, more: Sequence[str] = (), comments: Iterable[str] = ()) -> str:
        """Return the text of the model, with comments; `more` are lines of `restrictions` or `without`."""
        comment_lines = [f"{self.comment} {line}{self.comment_end}" for line in comments]
        return "\n".join([*self._head(len(more)), *comment_lines, *self._body, *more, *self._end()]) + "\n"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cells or options, whose variables come first."""
        model = self.model
        return model.variables[: model.n_options] if isinstance(model, BooleanModel) else model.variables

    def read(self, output: str) -> tuple[str, list[Solution]]:
        """Return the status (SAT, UNSAT, UNKNOWN or empty) and the solutions in the output of a solver.

        Raises:
            InputError: A variable has no value, or one outside its domain; the output has two different statuses; or
                `solver_answer.read` refuses the output of a solver for OPB.
        """
        status, found = self._read(output)
        solutions = []
        for values in found:
            for v, name in enumerate(self.names):
                if v not in values:
                    raise InputError(NO_VALUE.format(variable=name))
                if not self.model.domain[0] <= values[v] <= self.model.domain[1]:
                    raise InputError(BAD_VALUE.format(variable=name, value=values[v]))
            every = [values.get(v, 0) for v in range(len(self.model.variables))]
            solutions.append(self.model.solution(every))
        return status, solutions

    @cached_property
    def _body(self) -> list[str]:
        held = list(self._held())  # adds variables for layers, so it comes before the declarations
        return [*self._declared(), *held]

    def _held(self) -> Iterator[str]:
        model, sums = self.model, [*self.model.sums]
        if isinstance(model, BooleanModel):
            sums += (LinearSum(group, (1,) * len(group), 1, 1) for group in model.exactly_one)
            sums += (LinearSum(group, (1,) * len(group), 0, 1) for group in model.at_most_one)
            for colour, options in enumerate(model.any_of, model.n_options):
                sums += (LinearSum((option, colour), (1, -1), -1, 0) for option in options)
                sums.append(LinearSum((*options, colour), (*(1,) * len(options), -1), 0, len(options)))
        yield from filter(None, map(self._sum, sums))

    def _head(self, more: int) -> list[str]:
        """Return the lines before all comments; `more` is the number of lines that follow the model."""
        return []

    def _declared(self) -> Iterable[str]:
        """Yield the lines that declare the variables."""
        return ()

    def _end(self) -> list[str]:
        """Return the lines that ask for a solution."""
        return []

    @abstractmethod
    def _domain(self, variable: int, domain: Domain) -> str: ...

    @abstractmethod
    def _sum(self, total: LinearSum) -> str: ...

    @abstractmethod
    def _not_all(self, pairs: Pairs) -> str:
        """Return a line that says: at least one of these variables does not have its value."""

    @abstractmethod
    def _read(self, output: str) -> tuple[str, list[dict[int, int]]]:
        """Return the status, and for each solution the values of variables."""


class _CellText(ModelText):
    """A model with a number for each cell, in a language that has tables."""

    def _held(self) -> Iterator[str]:
        model = self.model
        if isinstance(model, AllDifferentModel):
            yield from map(self._different, model.all_different)
            for variables, rows in (*model.tables, *self._edges(model)):
                yield self._table(variables, rows)
        yield from super()._held()

    def _edges(self, model: AllDifferentModel) -> Iterator[tuple[tuple[int, ...], list[tuple[int, ...]]]]:
        """Yield a table for each cell of some layers: the node before it, its digit, the node after it."""
        for layers in model.layers:
            before: tuple[int, ...] = ()
            for k, (cell, edges) in enumerate(zip(layers.cells, layers.edges, strict=True), 1):
                after = (len(self._domains),) if k < len(layers.cells) else ()
                if after:
                    self._domains.append((0, max((to for _, _, to in edges), default=0)))
                first, last = 0 if before else 1, 3 if after else 2
                yield (*before, cell, *after), [edge[first:last] for edge in edges]
                before = after

    @abstractmethod
    def _different(self, variables: tuple[int, ...]) -> str: ...

    @abstractmethod
    def _table(self, variables: tuple[int, ...], rows: Sequence[tuple[int, ...]]) -> str: ...


class MiniZinc(_CellText):
    """The model in MiniZinc."""

    comment = "%"

    def _declared(self) -> Iterator[str]:
        low, high = min(domain[0] for domain in self._domains), max(domain[-1] for domain in self._domains)
        yield 'include "all_different.mzn";'
        yield 'include "table.mzn";'
        yield f"array[1..{len(self._domains)}] of var {low}..{high}: x;"
        for v, domain in enumerate(self._domains):
            if domain != (low, high):
                yield self._domain(v, domain)

    def _end(self) -> list[str]:
        return ["solve satisfy;", 'output ["v ", show(x), "\\n"];']

    def _domain(self, variable: int, domain: Domain) -> str:
        parts = " union ".join(f"{low}..{high}" for low, high in zip(domain[::2], domain[1::2], strict=True))
        return f"constraint x[{variable + 1}] in {parts or '{}'};"

    def _different(self, variables: tuple[int, ...]) -> str:
        return f"constraint all_different([{self._list(variables)}]);"

    def _sum(self, total: LinearSum) -> str:
        terms = zip(total.coefficients, total.variables, strict=True)
        shown = " + ".join(f"{c}*x[{v + 1}]" for c, v in terms) or "0"
        return f"constraint {shown} in {total.low}..{total.high};"

    def _table(self, variables: tuple[int, ...], rows: Sequence[tuple[int, ...]]) -> str:
        numbers = ",".join(str(number) for row in rows for number in row)
        array = f"array2d(1..{len(rows)}, 1..{len(variables)}, [{numbers}])"
        return f"constraint table([{self._list(variables)}], {array});" if rows else "constraint false;"

    def _not_all(self, pairs: Pairs) -> str:
        others = ", ".join(f"x[{v + 1}] != {value}" for v, value in pairs)
        return f"constraint exists([{others}]);" if pairs else "constraint false;"

    def _read(self, output: str) -> tuple[str, list[dict[int, int]]]:
        found = [
            dict(enumerate(map(int, re.findall(r"-?\d+", line))))
            for line in re.findall(r"^v \[(?!.*\d{10})([-\d, ]*)\]\r?$", output, re.MULTILINE)
        ]
        lines_of_status = {UNSAT: "=====UNSATISFIABLE=====", UNKNOWN: "=====UNKNOWN====="}
        return _status(
            [SAT] * bool(found) + [status for status, line in lines_of_status.items() if line in output]
        ), found

    @staticmethod
    def _list(variables: tuple[int, ...]) -> str:
        return ", ".join(f"x[{v + 1}]" for v in variables)


class Xcsp3(_CellText):
    """The model in XCSP3; answers have the form of the XCSP3 competitions."""

    comment, comment_end = "<!--", " -->"

    def whole(self, more: Sequence[str] = (), comments: Iterable[str] = ()) -> str:
        """Return the text of the model. XML forbids two hyphens in comments, so the first is escaped as in JSON."""
        return super().whole(more, [re.sub("-(?=-)", r"\\u002d", line) for line in comments])

    def _declared(self) -> Iterator[str]:
        low, high = min(domain[0] for domain in self._domains), max(domain[-1] for domain in self._domains)
        yield '<instance format="XCSP3" type="CSP">'
        yield f'<variables><array id="x" size="[{len(self._domains)}]">{low}..{high}</array></variables>'
        yield "<constraints>"
        for v, domain in enumerate(self._domains):
            if domain != (low, high):
                yield self._domain(v, domain)

    def _end(self) -> list[str]:
        return ["</constraints>", "</instance>"]

    def _domain(self, variable: int, domain: Domain) -> str:
        parts = zip(domain[::2], domain[1::2], strict=True)
        return self._extension((variable,), "supports", " ".join(f"{low}..{high}" for low, high in parts))

    def _different(self, variables: tuple[int, ...]) -> str:
        return f"<allDifferent>{self._list(variables)}</allDifferent>"

    def _sum(self, total: LinearSum) -> str:
        """Return a line for each bound: some solvers read a sum in an interval wrongly."""
        if not total.variables:
            return "" if total.low <= 0 <= total.high else self._domain(0, ())
        bounds = {"eq": total.low} if total.low == total.high else {"ge": total.low, "le": total.high}
        coefficients = " ".join(map(str, total.coefficients))
        head = f"<sum><list>{self._list(total.variables)}</list><coeffs>{coefficients}</coeffs>"
        return "\n".join(f"{head}<condition>({sign},{k})</condition></sum>" for sign, k in bounds.items())

    def _table(self, variables: tuple[int, ...], rows: Sequence[tuple[int, ...]]) -> str:
        return self._extension(variables, "supports", _tuples(rows)) if rows else self._domain(0, ())

    def _not_all(self, pairs: Pairs) -> str:
        if not pairs:
            return self._domain(0, ())
        variables, values = zip(*pairs, strict=True)
        return self._extension(variables, "conflicts", _tuples([values]))

    def _extension(self, variables: tuple[int, ...], kind: str, values: str) -> str:
        """Return the line of allowed or forbidden tuples. Without tuples, only -1 is allowed, which no variable has."""
        return f"<extension><list>{self._list(variables)}</list><{kind}>{values or -1}</{kind}></extension>"

    def _read(self, output: str) -> tuple[str, list[dict[int, int]]]:
        plain = re.sub(r"\x1b\[[\d;]*m", "", output)  # without the colours of a terminal
        lines = plain.replace("OPTIMUM FOUND", SAT).splitlines()
        status = _status([line[2:].strip() for line in lines if line[:2] == "s "])
        text = " ".join(line[1:] for line in lines if line[:1] == "v")
        shown = re.findall(r"<list>([^<]*)</list>\s*<values>([^<]*)</values>", text)
        return status, [  # some solvers show a solution twice
            dict(zip(self._named(names), self._values(values), strict=False))
            for names, values in dict.fromkeys(shown)
        ]

    def _named(self, names: str) -> Iterator[int]:
        """Yield the variables of a list such as `x[0] x[2..5]`; `x[]` means all variables."""
        for first, last in re.findall(r"x\[(\d{0,9})(?:\.\.(\d{1,9}))?\]", names):
            end = int(last or first) + 1 if first else len(self._domains)
            yield from range(int(first or 0), min(end, len(self._domains)))

    @staticmethod
    def _values(values: str) -> Iterator[int]:
        """Yield the numbers of a list such as `1 3x7 2`, in which `3x7` is 3 seven times."""
        for value, times in re.findall(r"(-?\d{1,9})(?:x(\d{1,6}))?", values):
            yield from repeat(int(value), int(times or 1))

    @staticmethod
    def _list(variables: tuple[int, ...]) -> str:
        return " ".join(f"x[{v}]" for v in variables)


def _tuples(rows: Sequence[tuple[int, ...]]) -> str:
    """Return tuples as XCSP3 writes them: `(1,2)(3,4)`, or `1 3` if they have one value each."""
    if len(rows[0]) == 1:
        return " ".join(str(value) for (value,) in rows)
    return "".join(f"({','.join(map(str, row))})" for row in rows)


class SmtLib(_CellText):
    """The model in SMT-LIB 2, as linear arithmetic of whole numbers."""

    comment = ";"

    def _declared(self) -> Iterator[str]:
        yield "(set-option :produce-models true)"
        yield "(set-logic QF_LIA)"
        for v, domain in enumerate(self._domains):
            yield f"(declare-const x{v + 1} Int)"
            yield self._domain(v, domain)

    def _end(self) -> list[str]:
        variables = " ".join(f"x{v + 1}" for v in range(len(self.model.variables)))
        return ["(check-sat)", f"(get-value ({variables}))"]

    def _domain(self, variable: int, domain: Domain) -> str:
        parts = zip(domain[::2], domain[1::2], strict=True)
        return f"(assert (or false false {' '.join(f'(<= {low} x{variable + 1} {high})' for low, high in parts)}))"

    def _different(self, variables: tuple[int, ...]) -> str:
        return f"(assert (distinct {' '.join(f'x{v + 1}' for v in variables)}))"

    def _sum(self, total: LinearSum) -> str:
        terms = zip(total.coefficients, total.variables, strict=True)
        shown = " ".join(f"(* {_signed(c)} x{v + 1})" for c, v in terms)
        return f"(assert (<= {_signed(total.low)} (+ 0 0 {shown}) {_signed(total.high)}))"

    def _table(self, variables: tuple[int, ...], rows: Sequence[tuple[int, ...]]) -> str:
        texts = (
            " ".join(f"(= x{v + 1} {value})" for v, value in zip(variables, row, strict=True)) for row in rows
        )
        return f"(assert (or false false {' '.join(f'(and true {row})' for row in texts)}))"

    def _not_all(self, pairs: Pairs) -> str:
        return f"(assert (or false false {' '.join(f'(distinct x{v + 1} {value})' for v, value in pairs)}))"

    def _read(self, output: str) -> tuple[str, list[dict[int, int]]]:
        known = {"sat": SAT, "unsat": UNSAT, "unknown": UNKNOWN}
        status = _status([known[line] for line in map(str.strip, output.splitlines()) if line in known])
        values = {
            int(v) - 1: int(value) for v, value in re.findall(r"\(\s*x(\d{1,9})\s+(\d{1,9})\s*\)", output)
        }
        return status, [values] if status == SAT else []


def _signed(number: int) -> str:
    return f"(- {-number})" if number < 0 else str(number)


class Opb(ModelText):
    """The model in OPB, the form of pseudo-Boolean competitions."""

    comment = "*"
    kind = "boolean"

    def _head(self, more: int) -> list[str]:
        lines = sum(line.count(";") for line in self._body)
        return [f"* #variable= {len(self._domains)} #constraint= {lines + more}"]

    def _domain(self, variable: int, domain: Domain) -> str:
        return self._sum(LinearSum((variable,), (1,), *(domain or (2, 2))))  # no variable is 2

    def _sum(self, total: LinearSum) -> str:
        terms = [*zip(total.coefficients, total.variables, strict=True)] or [(0, 0)]
        shown = " ".join(f"{c:+d} x{v + 1}" for c, v in terms)
        if total.low == total.high:
            return f"{shown} = {total.low} ;"
        against = " ".join(f"{-c:+d} x{v + 1}" for c, v in terms)
        least = sum(min(c, 0) for c, _ in terms)
        most = sum(max(c, 0) for c, _ in terms)
        rows = [f"{shown} >= {total.low} ;"] if total.low > least else []
        return "\n".join(rows + ([f"{against} >= {-total.high} ;"] if total.high < most else []))

    def _not_all(self, pairs: Pairs) -> str:
        variables, values = tuple(v for v, _ in pairs), [value for _, value in pairs]
        weights = tuple(-1 if value else 1 for value in values)
        return self._sum(LinearSum(variables, weights, 1 - sum(values), len(pairs)))

    def _read(self, output: str) -> tuple[str, list[dict[int, int]]]:
        literals = re.sub(r"(?<=[\s-])x(?=\d)", "", output.replace("OPTIMUM FOUND", SAT))
        status, models = solver_answer.read(literals, len(self._domains))
        return status, [{abs(v) - 1: int(v > 0) for v in model} for model in models]


def _status(reported: list[str]) -> str:
    """Return the status that a solver reported, or an empty text; refuse two different statuses."""
    if len({*reported}) > 1:
        raise InputError(SECOND_STATUS.format(status=reported[1]))
    return reported[0] if reported else ""


LANGUAGES: dict[str, type[ModelText]] = {"mzn": MiniZinc, "xcsp3": Xcsp3, "smt2": SmtLib, "opb": Opb}
"""The languages by the names that commands use."""
