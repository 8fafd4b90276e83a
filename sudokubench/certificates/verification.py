"""The verifier: it decides from scratch whether a certificate is true, and writes formula and proof as DIMACS and DRUP.

It shares no code with the engines or with their encodings. It builds the formula again, from the layout (`formula`) or
from the options of an exact cover (`cover_formula`). It checks solutions against the puzzle, and the proof with
`kernels.rup`. You must trust only this module, that kernel, and the code that defines the puzzle: `Board`, `Layout`,
`ExactCover`, the kinds of `constraints/` with their clauses, and the reading of JSON. For the steps of an explanation,
you must also trust `explanation`.

Variable `option + 1` (DIMACS counts from 1) means that an option is chosen. Options of a board are
`size * cell + digit - 1`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sudokubench.answer import Verdict
from sudokubench.board import Board
from sudokubench.certificates import words
from sudokubench.certificates.certificate import (
    EXPLANATION,
    SCHEMA,
    SOLUTIONS,
    Certificate,
    certificate_of,
    digest,
    fields_of,
)
from sudokubench.certificates.explanation import faults, proved_trace_of
from sudokubench.constraints.clauses import constraint_clauses
from sudokubench.kernels import rup
from sudokubench.problem import ExactCover, Instance
from sudokubench.words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sudokubench.layout import Layout


class Status(Enum):
    """The result of a verification."""

    VERIFIED = "verified"
    """The claim is true."""
    REFUTED = "refuted"
    """The certificate states something false."""
    UNKNOWN = "unknown"
    """The proof does not show the claim, or its check stopped early: the claim may be true or false."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of `verify`.

    Attributes:
        status: Whether the certificate holds.
        words: The reason, in one sentence.
        certificate: The certificate that was verified.
        proof_clauses: Number of clauses of the proof that the check read, up to a contradiction or a bad clause.
        step: For an explanation with a false step, the number of the first; otherwise None.
    """

    status: Status
    words: Words
    certificate: Certificate
    proof_clauses: int = 0
    step: int | None = None

    @property
    def reason(self) -> str:
        """The reason in English."""
        return self.words.en

    @property
    def verified(self) -> bool:
        """Whether the claim is shown to be true."""
        return self.status is Status.VERIFIED

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.verification/2`; the puzzle is a text."""
        puzzle = self.certificate.puzzle
        return {
            "schema": "sudokubench.verification/2",
            "status": self.status.value,
            "claim": self.certificate.claim.value,
            "reason": self.reason,
            "proof_clauses": self.proof_clauses,
            "puzzle": str(puzzle),
            "id": puzzle.id,
            **({} if self.step is None else {"step": self.step}),
        }

    def __str__(self) -> str:
        return f"{self.status.value}: {self.certificate.claim.value}: {self.reason}: {self.puzzle}"

    @property
    def puzzle(self) -> str:
        """The puzzle as text. A cover also shows its id, because a certificate may give it any name."""
        puzzle = self.certificate.puzzle
        return f"{puzzle} (id {puzzle.id})" if isinstance(puzzle, ExactCover) else str(puzzle)


def verify(text: str | bytes, *, max_steps: int = rup.MAX_STEPS) -> Verification:
    """Verify a certificate from scratch.

    Args:
        text: The JSON of one certificate.
        max_steps: Largest number of literals that the check of the proof may look at. If it needs more, the result is
            UNKNOWN.

    Raises:
        InputError: The text is not a certificate; the message has the reason.

    >>> verify('{"schema": "sudokubench.certificate/2"}')
    Traceback (most recent call last):
    sudokubench.errors.InputError: not a certificate: its fields are ['schema'] and not ['claim', 'digest', ...
    """
    fields = fields_of(text)
    proved = proved_trace_of(fields) if fields["schema"] == EXPLANATION else None
    if proved is None:
        certificate = certificate_of(fields)
    elif (false_step := next(faults(proved), None)) is None:
        certificate = proved.certificate()
    else:
        number, false = false_step
        if number:
            false = words.STEP.format(number=number, fault=false)
        return Verification(Status.REFUTED, false, proved.claimed(), step=number or None)
    if fields["digest"] != digest(fields):
        return Verification(Status.REFUTED, words.ALTERED, certificate)
    if fields["schema"] == SCHEMA and fields["id"] != certificate.puzzle.id:
        return Verification(Status.REFUTED, words.OTHER_ID.format(id=certificate.puzzle.id), certificate)
    steps = None if proved is None else words.STEPS_LEAD.format(steps=len(proved.trace.steps))
    if steps is not None and certificate.claim is Verdict.SOLVABLE:
        return Verification(Status.VERIFIED, steps, certificate)
    if (fault := _false_solution(certificate)) is not None:
        return Verification(Status.REFUTED, fault, certificate)
    if certificate.claim is Verdict.MULTIPLE:
        return Verification(Status.VERIFIED, words.TWO_SOLUTIONS, certificate)
    puzzle = certificate.puzzle
    if isinstance(puzzle, ExactCover):
        watched = rup.watched(cover_formula(puzzle)[0], puzzle.n_options)
    else:
        watched = _watched_formula(puzzle.layout, certificate.n_variables)
    checked = rup.check(watched, _own_clauses(certificate), certificate.proof_clauses(), max_steps)
    status = Status.VERIFIED if checked.refuted else Status.UNKNOWN
    shown = words.NO_SOLUTION if certificate.claim is Verdict.NONE else words.NO_SECOND_SOLUTION
    found = words.PROOFS[checked.status]
    reason = found.format(claim=shown, clauses=checked.proof_clauses, steps=max_steps)
    if steps is not None:
        reason = steps + words.FURTHER.format(reason=reason)
    return Verification(status, reason, certificate, checked.proof_clauses)


def dimacs(certificate: Certificate) -> str:
    """Return the formula that the proof refutes, as a DIMACS file for outside checkers.

    For a board, the file has the clauses of the layout and of its constraints, and a unit clause for each clue and each
    forbidden candidate. For a cover, it has the clauses of the cover. For a claim of one solution it also has the
    clause that blocks this solution. A comment is the text of the puzzle.
    """
    puzzle = certificate.puzzle
    if isinstance(puzzle, ExactCover):
        first, meaning = cover_formula(puzzle)[0], "option: options from 1"
    else:
        first = formula(puzzle.layout)
        meaning = f"{puzzle.layout.size} * cell + digit: cells from 0, digits from 1"
    clauses = np.concatenate([first, _own_clauses(certificate)])
    body = re.sub(r"\b0 ", "0\n", " ".join(map(str, clauses.tolist())))
    return (
        f"c {puzzle}\nc variable {meaning}\n"
        f"p cnf {certificate.n_variables} {np.count_nonzero(clauses == 0)}\n{body}\n"
    )


def drup(certificate: Certificate) -> str:
    """Return the proof as a DRUP file for outside checkers; its last clause is empty."""
    lines = certificate.proof.splitlines()
    if lines[-1:] != ["0"]:
        lines.append("0")
    return "\n".join(lines) + "\n"


def formula(layout: Layout) -> NDArray[np.int32]:
    """Return the clauses of a layout: a cell holds one digit, a house no digit twice, and a complete house every digit.

    Returns:
        int32: the literals of each clause, followed by a 0. A clause that a line and a box share occurs twice.
    """
    n = layout.size
    variable = np.arange(1, n**3 + 1, dtype=np.int32).reshape(n, n, n)  # [row, column, digit]
    boxes = np.array(layout.boxes).reshape(n, n)
    alike = [*variable.reshape(-1, n)]  # sets of variables; at most one variable of each set is true
    alike += [variable[r, :, d] for r in range(n) for d in range(n)]
    alike += [variable[:, c, d] for c in range(n) for d in range(n)]
    alike += [variable[boxes == b][:, d] for b in range(n) for d in range(n)]
    alike += [variable.reshape(-1, n)[list(house.cells), d] for house in layout.extra for d in range(n)]
    clauses = []
    for literals in alike:
        if len(literals) == n:
            clauses.append(np.append(literals, 0))
        clauses.append(_pairs(literals))
    return np.concatenate(clauses).astype(np.int32)


def cover_formula(cover: ExactCover) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the clauses of an exact cover: at least one option for each primary item, and no two options of an item.

    Returns:
        int32: the literals of each clause, followed by a 0; then the same for the clauses of fewer than two literals.
    """
    of: list[list[int]] = [[] for _ in cover.items]
    for option, items in enumerate(cover.options, 1):
        for item in items:
            of[item].append(option)
    clauses, short = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
    for item, options in enumerate(of):
        literals = np.array([*options, 0], np.int32)
        if item < cover.primary:
            (clauses if len(options) > 1 else short).append(literals)
        clauses.append(_pairs(literals[:-1]))
    return np.concatenate(clauses), np.concatenate(short)


def _pairs(literals: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return a clause for each pair of these literals: they are not both true."""
    first, second = np.triu_indices(len(literals), 1)
    return np.stack([-literals[first], -literals[second], 0 * literals[first]], axis=1).ravel()


@lru_cache(maxsize=4)
def _watched_formula(layout: Layout, variables: int) -> rup.Watched:
    return rup.watched(formula(layout), variables)


def _own_clauses(certificate: Certificate) -> NDArray[np.int32]:
    """Return the clauses of a certificate beyond the prepared formula of its layout or cover.

    They are the clauses of the constraints, and the unit clauses for clues and forbidden candidates; or the short
    clauses of a cover. For a claim of one solution, the clause that blocks this solution comes last.
    """
    if isinstance(certificate.puzzle, ExactCover):
        short = cover_formula(certificate.puzzle)[1]
        if certificate.claim is not Verdict.UNIQUE:
            return short
        # No solution contains another solution, because each option of a solution covers a primary item.
        blocked = [-1 - option for option in certificate.solutions[0]]
        return np.append(short, np.array([*blocked, 0], np.int32))
    board, n = certificate.board, certificate.board.layout.size
    literals: list[int] = []
    for clauses in constraint_clauses(board.layout, board.constraints)[0]:
        for clause in clauses:
            literals += *clause, 0
    for cell, digit in board.clues:
        literals += n * cell + digit, 0
    for option in sorted(board.forbidden):
        literals += -(option + 1), 0
    if certificate.claim is Verdict.UNIQUE:
        solution = certificate.solutions[0].digits
        literals += [-(n * cell + solution[cell]) for cell, clue in enumerate(board.digits) if not clue]
        literals.append(0)
    return np.array(literals, np.int32)


def _false_solution(certificate: Certificate) -> Words | None:
    """Return what is false in the solutions of a certificate, or None."""
    puzzle, claim, solutions = certificate.puzzle, certificate.claim, certificate.solutions
    if len(solutions) != SOLUTIONS[claim]:
        return words.WRONG_COUNT.format(claim=claim.value, needed=SOLUTIONS[claim], found=len(solutions))
    for number, solution in enumerate(solutions, 1):
        faults = (
            puzzle.faults(solution) if isinstance(puzzle, Board) else [puzzle.fault(solution, Instance())]
        )
        if any(faults):
            return words.WRONG_SOLUTION.format(number=number, fault=faults[0])
    if len(set(solutions)) < len(solutions):
        return words.SAME_SOLUTION
    return None
