"""Read the answers of SAT solvers, in the form of the SAT competitions or in the form that minisat writes to a file."""

from __future__ import annotations

import re

from sudokubench.encodings.cnf import Clause
from sudokubench.encodings.words import BAD_LITERAL, BOTH_SIGNS, SECOND_STATUS, UNKNOWN_VARIABLE
from sudokubench.errors import InputError, Place, one_line
from sudokubench.words import Words

LITERAL = re.compile(r"-?[1-9][0-9]{0,8}|0")
"""Pattern of a literal, or of the 0 after a model."""

SAT, UNSAT, UNKNOWN = "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"
_STATUS = {SAT: SAT, "SAT": SAT, UNSAT: UNSAT, "UNSAT": UNSAT} | dict.fromkeys(
    (UNKNOWN, "INDETERMINATE", "INDET"), UNKNOWN
)
"""The status for each word that solvers print; minisat has words of its own."""


def read(text: str, variables: int, unknown: Words = UNKNOWN_VARIABLE) -> tuple[str, list[Clause]]:
    """Return the status (SAT, UNSAT, UNKNOWN or empty) and the models in the output of a solver.

    The output has `s` and `v` lines; or it has a status and a line of literals, as minisat writes them. Other lines are
    remarks. Models without a status mean SAT.

    Args:
        variables: The number of variables.
        unknown: The message about a literal beyond `variables`; it has the fields `literal` and `variables`.

    Raises:
        InputError: There are two statuses, or the word of an `s` line is not a status; or a literal is not a number, is
            too large, or contradicts another.
    """
    status, models, ended = "", list[list[int]](), True
    for number, line in enumerate(text.splitlines(), start=1):
        head, *rest = line.split() or [""]
        word = " ".join(rest) if head == "s" else "" if rest else head
        if head == "s" or word in _STATUS:
            if status or word not in _STATUS:
                raise InputError(SECOND_STATUS.format(status=one_line(word, 40)), Place("", number))
            status = _STATUS[word]
        elif head == "v" or all(map(LITERAL.fullmatch, (head, *rest))):
            for token in rest if head == "v" else (head, *rest):
                if not LITERAL.fullmatch(token):
                    raise InputError(BAD_LITERAL.format(token=one_line(token, 40)), Place("", number))
                if abs(literal := int(token)) > variables:
                    raise InputError(unknown.format(literal=literal, variables=variables), Place("", number))
                if ended:
                    models.append([])
                ended = not literal
                models[-1] += [literal] if literal else []
    for model in models:
        if contradictory := set(model).intersection(-literal for literal in model):
            raise InputError(BOTH_SIGNS.format(variable=max(contradictory)))
    return status or (SAT if models else ""), [tuple(model) for model in models]
