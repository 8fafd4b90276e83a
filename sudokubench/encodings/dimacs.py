"""DIMACS CNF, the text form that SAT solvers read. It is written from an encoding, and read back strictly.

The form is that of the second DIMACS challenge (1993): comment lines `c ...`, one line `p cnf VARIABLES CLAUSES`, then
clauses, each ended by 0. Comments are written only before the problem line, since some solvers refuse them later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO

from sudokubench.clock import parts
from sudokubench.encodings import words
from sudokubench.encodings.cnf import Clause, Cnf
from sudokubench.errors import InputError, Place
from sudokubench.problem import Instance

MAX_VARIABLES = 10_000_000
MAX_CLAUSES = 20_000_000
MAX_LINE = 1_000_000
"""Limits for reading: the numbers of a problem line, and the characters of a line. 25x25 needs 690,000 clauses."""

LITERAL = re.compile(r"-?[1-9][0-9]{0,8}|0")
"""A literal, or the 0 after a clause, as text."""


@dataclass(frozen=True, slots=True)
class Formula:
    """The content of a DIMACS file.

    Attributes:
        n_variables: Number of variables on the problem line.
        clauses: Tuples of literals, not 0 and from -n_variables to n_variables.
        comments: The comment lines without their `c`.
    """

    n_variables: int
    clauses: tuple[Clause, ...]
    comments: tuple[str, ...] = ()


def write(cnf: Cnf, instance: Instance, stream: TextIO, puzzle: str = "") -> None:
    """Write the clauses of an instance; its clues and forbidden options are unit clauses at the end.

    `puzzle` is the text of the puzzle, with all its rules, for the first comment line.
    """
    units = cnf.literals(instance)
    stream.writelines(f"c {line}\n" for line in _preamble(cnf, instance, len(units), puzzle))
    stream.write(f"p cnf {cnf.n_variables} {len(cnf.clauses) + len(units)}\n")
    for text in clause_lines((*cnf.clauses, *((unit,) for unit in units))):
        stream.write(text)


def clause_lines(clauses: Iterable[Clause]) -> Iterator[str]:
    """Yield clauses as lines of a DIMACS file, many lines at a time."""
    for some in parts(clauses):
        yield "".join([" ".join(map(str, (*clause, 0))) + "\n" for clause in some])


def _preamble(cnf: Cnf, instance: Instance, units: int, puzzle: str) -> Iterator[str]:
    option_names, last = cnf.option_names, cnf.n_options
    if puzzle:
        yield puzzle
    yield f"{cnf.problem}, encoding {cnf.name}: {len(cnf.clauses)} clauses, and {units} units for the instance"
    if instance.chosen:
        yield f"given: {' '.join(option_names[option] for option in instance.chosen)}"
    if instance.forbidden:
        yield f"forbidden: {' '.join(option_names[option] for option in instance.forbidden)}"
    if cnf.n_variables > last:
        yield f"variables {last + 1} to {cnf.n_variables} are auxiliary"
    yield from (f"{option + 1} {name}" for option, name in enumerate(option_names))


def read(stream: TextIO) -> Formula:
    """Read a formula line by line. A clause may take several lines, and a line may hold several clauses.

    Raises InputError with line and, if known, column if the text is not DIMACS CNF or exceeds the limits above.
    """
    comments: list[str] = []
    clauses: list[Clause] = []
    clause: list[int] = []
    size: tuple[int, int] | None = None
    number = 0
    for number, line in enumerate(_lines(stream), start=1):
        if line.startswith("c") and line[1:2] in {"", " ", "\t"}:
            comments.append(line[2:])
        elif line.startswith("p"):
            if size is not None:
                raise InputError(words.SECOND_PROBLEM_LINE, Place("", number, 1))
            size = _problem_line(line, number)
        else:
            for token in re.finditer(r"[^ \t]+", line):
                place = Place("", number, token.start() + 1)
                if size is None:
                    raise InputError(words.BEFORE_PROBLEM_LINE.format(token=_shown(token[0])), place)
                literal = _literal(token[0], size[0], place)
                if literal:
                    clause.append(literal)
                    continue
                if len(clauses) == size[1]:
                    raise InputError(words.MORE_CLAUSES.format(clauses=size[1]), place)
                clauses.append(tuple(clause))
                clause.clear()
    if size is None:
        raise InputError(words.NO_PROBLEM_LINE, Place("", number or 1))
    if clause:
        raise InputError(words.OPEN_CLAUSE, Place("", number))
    if len(clauses) != size[1]:
        raise InputError(words.FEWER_CLAUSES.format(found=len(clauses), clauses=size[1]), Place("", number))
    return Formula(size[0], tuple(clauses), tuple(comments))


def _lines(stream: TextIO) -> Iterator[str]:
    """Yield lines without their end (\\n or \\r\\n); refuse a line that is too long."""
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise InputError(words.LONG_LINE.format(most=MAX_LINE), Place("", number))
        yield line.removesuffix("\n").removesuffix("\r")


def _problem_line(line: str, number: int) -> tuple[int, int]:
    match re.split(r"[ \t]+", line.rstrip(" \t")):
        case ["p", "cnf", variables, clauses] if LITERAL.fullmatch(variables) and LITERAL.fullmatch(clauses):
            size = int(variables), int(clauses)
        case _:
            raise InputError(words.BAD_PROBLEM_LINE.format(line=_shown(line)), Place("", number, 1))
    bounds = (MAX_VARIABLES, words.TOO_MANY_VARIABLES), (MAX_CLAUSES, words.TOO_MANY_CLAUSES)
    for count, (most, message) in zip(size, bounds, strict=True):
        if not 0 <= count <= most:
            raise InputError(message.format(count=count, most=most), Place("", number, 1))
    return size


def _literal(token: str, n_variables: int, place: Place) -> int:
    if not LITERAL.fullmatch(token):
        raise InputError(words.BAD_LITERAL.format(token=_shown(token)), place)
    literal = int(token)
    if abs(literal) > n_variables:
        raise InputError(words.UNKNOWN_VARIABLE.format(literal=literal, variables=n_variables), place)
    return literal


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
