"""Write DIMACS CNF, the text form that SAT solvers read.

The form is that of the second DIMACS challenge (1993): comment lines `c ...`, one line `p cnf VARIABLES CLAUSES`, then
clauses, each ended by 0. Comments are written only before the problem line, since some solvers refuse them later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from sudokubench.clock import parts
from sudokubench.encodings.cnf import Clause, Cnf
from sudokubench.problem import Instance
from sudokubench.words import counted

MAX_VARIABLES = 10_000_000
"""Largest variable that an answer may name if its formula is not known."""


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
    clauses = counted(len(cnf.clauses), "clause")
    yield f"{cnf.problem}, encoding {cnf.name}: {clauses}, and {counted(units, 'unit')} for the instance"
    if instance.chosen:
        yield f"given: {' '.join(option_names[option] for option in instance.chosen)}"
    if instance.forbidden:
        yield f"forbidden: {' '.join(option_names[option] for option in instance.forbidden)}"
    if cnf.n_variables > last:
        yield f"variables {last + 1} to {cnf.n_variables} are auxiliary"
    yield from (f"{option + 1} {name}" for option, name in enumerate(option_names))
