"""The answers of SAT solvers, in the form of the SAT competitions, and as minisat writes them to a file.

Matti Jarvisalo, Daniel Le Berre, Olivier Roussel, Laurent Simon, The international SAT solver competitions (2012).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from sudokubench.encodings.cnf import Clause
from sudokubench.encodings.words import BAD_LITERAL, BOTH_SIGNS, NO_STATUS, SECOND_STATUS
from sudokubench.errors import InputError, Place, one_line

_LITERAL = re.compile(r"-?[1-9][0-9]{0,8}|0")


class Status(Enum):
    """What a solver says of a formula."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """The answer of a SAT solver.

    Attributes:
        status: What it says of the formula; None if it says nothing.
        models: The literals of each model that it shows, without the 0 at the end.
    """

    status: Status | None
    models: tuple[Clause, ...] = ()


_STATUS = {
    "SATISFIABLE": Status.SATISFIABLE, "SAT": Status.SATISFIABLE,
    "UNSATISFIABLE": Status.UNSATISFIABLE, "UNSAT": Status.UNSATISFIABLE,
    "UNKNOWN": Status.UNKNOWN, "INDETERMINATE": Status.UNKNOWN, "INDET": Status.UNKNOWN,
}  # fmt: skip
"""The status by the words of solvers; minisat has its own."""


def read(text: str) -> SolverAnswer:
    """Read what a solver prints: `s` and `v` lines; or a status and a line of literals, as minisat writes them.

    Lines of any other form are remarks. Without a status, models show that the formula is satisfiable.

    Raises:
        InputError: There are two lines of status, or a `v` line holds something else than literals.
    """
    said: list[Status] = []
    models: list[list[int]] = []
    ended = True
    for number, line in enumerate(text.splitlines(), start=1):
        head, _, rest = line.strip().partition(" ")
        if head == "s" or (not rest and head in _STATUS):
            word = rest.strip() if head == "s" else head
            if word not in _STATUS or said:
                fault = SECOND_STATUS if said else NO_STATUS
                raise InputError(fault.format(status=one_line(word, 40)), Place("", number))
            said.append(_STATUS[word])
            continue
        tokens = rest.split() if head == "v" else line.split()
        if head != "v" and not (tokens and all(map(_LITERAL.fullmatch, tokens))):
            continue
        for token in tokens:
            if not _LITERAL.fullmatch(token):
                raise InputError(BAD_LITERAL.format(token=one_line(token, 40)), Place("", number))
            if ended:
                models.append([])
            ended = token == "0"
            if not ended:
                models[-1].append(int(token))
    for model in models:
        if both := set(model).intersection(-literal for literal in model):
            raise InputError(BOTH_SIGNS.format(variable=max(both)))
    status = said[0] if said else Status.SATISFIABLE if models else None
    return SolverAnswer(status, tuple(map(tuple, models)))
