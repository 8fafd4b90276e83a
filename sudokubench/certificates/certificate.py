"""Certificates: how many solutions a board has, with the evidence, and a verifier that trusts none of it.

A certificate says of a board that it has no solution, exactly one, or several. The evidence for several is
two different solutions; for exactly one, that solution and a RUP proof that no other exists; for none, a proof.

`verify` shares no code with the engines, nor with the encodings that they use: it makes the formula anew from
the clues (`formula`, below), checks solutions against the board, and the proof with `kernels.rup`. What remains
to be believed is this module, that kernel, and `Layout` and `Board`, which say what the puzzle is.

Variable `option + 1` (DIMACS counts from 1) means that the option `size * cell + digit - 1` is chosen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from sudokubench.answer import Verdict
from sudokubench.board import Board
from sudokubench.errors import InputError, UsageError
from sudokubench.kernels import rup
from sudokubench.layout import MAX_SIZE, MIN_SIZE, House, Layout
from sudokubench.problem import refuse_constraints

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCHEMA = "sudokubench.certificate/1"
MAX_BYTES = 32 << 20
"""The longest certificate that is read: some 300,000 clauses of proof."""

_MAX_BRACKETS, _MAX_COMMAS = 2_000, 200_000
"""More than any certificate needs; they bound the memory that reading JSON can take, and its depth."""
_MAX_EXTRA_HOUSES = 100
_MAX_NAME = 200
_SOLUTIONS = {Verdict.NONE: 0, Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2}


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim about a board and the evidence. It may be false: `verify` finds out.

    Attributes:
        board: The board, with its layout and its forbidden candidates.
        claim: NONE, UNIQUE or MULTIPLE.
        solutions: None, one or two, as the claim has it.
        proof: Clauses in DRUP form, one a line, without deletions. Empty where unit propagation is enough.
        producer: Name and version of what made it, for people to read.

    Raises:
        UsageError: The board has constraints, which no certificate says.
    """

    board: Board
    claim: Verdict
    solutions: tuple[Board, ...] = ()
    proof: str = ""
    producer: str = ""

    def __post_init__(self) -> None:
        refuse_constraints(self.board.problem, "a certificate")

    def to_json(self) -> str:
        """One line of JSON, schema `sudokubench.certificate/1`, without the newline."""
        fields: dict[str, object] = {
            "schema": SCHEMA,
            "claim": self.claim.value,
            "layout": _layout_to_json(self.board.layout),
            "board": self.board.format("line"),
            "forbidden": sorted(self.board.forbidden),
            "solutions": [solution.format("line") for solution in self.solutions],
            "proof": self.proof,
            "producer": self.producer,
        }
        return json.dumps({**fields, "digest": _digest(fields)}, separators=(",", ":"))

    @staticmethod
    def parse(text: str | bytes) -> Certificate:
        """The certificate in a JSON text, well formed but not verified.

        Raises:
            InputError: The text is no certificate; the message says why.
        """
        return _certificate(_fields(text))

    def dimacs(self) -> str:
        """The formula that the proof refutes, as a DIMACS file for outside checkers.

        The clauses of the layout, a unit for each clue and each forbidden candidate, and for a claim of one
        solution the clause that blocks it.
        """
        size = self.board.layout.size
        clauses = np.concatenate([formula(self.board.layout), _own_clauses(self)])
        body = " ".join(map(str, clauses.tolist())).replace(" 0 ", " 0\n")
        # Only the last clause can be empty: the one that blocks the solution of a board without blanks.
        return (
            f"c {self.board.layout} {self.board}\nc variable {size} * cell + digit: cells from 0, digits from 1\n"
            f"p cnf {size**3} {np.count_nonzero(clauses == 0)}\n{body}\n"
        )

    def drup(self) -> str:
        """The proof as a DRUP file for outside checkers, the empty clause at its end."""
        lines = self.proof.splitlines()
        if lines[-1:] != ["0"]:
            lines.append("0")
        return "\n".join(lines) + "\n"


class Status(Enum):
    """What a verification found."""

    VERIFIED = "verified"
    """The claim is true."""
    REFUTED = "refuted"
    """The certificate says something that is false."""
    UNKNOWN = "unknown"
    """The proof does not show the claim, which may be true or false."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of `verify`.

    Attributes:
        status: Whether the certificate holds.
        reason: Why, in one sentence.
        certificate: What was verified.
        proof_clauses: Clauses of the proof that were needed, or that were read up to the first bad one.
    """

    status: Status
    reason: str
    certificate: Certificate
    proof_clauses: int = 0

    @property
    def verified(self) -> bool:
        """Whether the claim is shown to be true."""
        return self.status is Status.VERIFIED


def verify(text: str | bytes, *, max_steps: int = rup.MAX_STEPS) -> Verification:
    """Verify a certificate from scratch.

    Args:
        text: The JSON of one certificate.
        max_steps: Clauses to look at in checking the proof before it counts as unknown.

    Raises:
        InputError: The text is no certificate; the message says why.

    >>> verify('{"schema": "sudokubench.certificate/1"}')
    Traceback (most recent call last):
    sudokubench.errors.InputError: no certificate: its fields are ['schema'] and not ['board', 'claim', ...
    """
    fields = _fields(text)
    certificate = _certificate(fields)
    if fields["digest"] != _digest(fields):
        return Verification(
            Status.REFUTED, "the digest does not belong to the content: damaged or altered", certificate
        )
    false = _false_statement(certificate)
    if false:
        return Verification(Status.REFUTED, false, certificate)
    if certificate.claim is Verdict.MULTIPLE:
        return Verification(Status.VERIFIED, "two different solutions keep every rule", certificate)
    layout = certificate.board.layout
    checked = rup.check(
        _watched_formula(layout), _own_clauses(certificate), _proof_clauses(certificate), max_steps
    )
    status = Status.VERIFIED if checked.refuted else Status.UNKNOWN
    shown = "no solution exists" if certificate.claim is Verdict.NONE else "no second solution exists"
    reason = {
        rup.ProofStatus.REFUTED: f"{shown}, by a proof of {checked.proof_clauses} clauses",
        rup.ProofStatus.NOT_RUP: f"clause {checked.proof_clauses} of the proof does not follow from those before",
        rup.ProofStatus.NO_CONTRADICTION: f"the proof ends without showing that {shown}",
        rup.ProofStatus.STOPPED: f"the check of the proof was stopped after {max_steps:,} steps",
    }[checked.status]
    return Verification(status, reason, certificate, checked.proof_clauses)


def read_certificates(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The texts in a file that should be certificates, with line numbers: one a line, or one over many lines.

    Blank lines are passed over. A text longer than `MAX_BYTES` is cut and is the last; parsing refuses it.
    """
    line_number = 0
    while line := file.readline(MAX_BYTES + 1):
        line_number += 1
        if not line.strip():
            continue
        if line_number == 1 and not line.rstrip().endswith(b"}"):
            yield 1, line + file.read(MAX_BYTES + 1 - len(line))
            return
        yield line_number, line
        if len(line) > MAX_BYTES:
            return


# -- the formula ------------------------------------------------------------------------------------------


def formula(layout: Layout) -> NDArray[np.int32]:
    """The clauses of a layout: a cell holds one digit, a house no digit twice, and a whole house every digit.

    Returns:
        int32: the literals of each clause and a 0 behind it. What a line and a box both say is said twice.
    """
    n = layout.size
    variable = np.arange(1, n**3 + 1, dtype=np.int32).reshape(n, n, n)  # [row, column, digit]
    boxes = np.array(layout.boxes).reshape(n, n)
    alike = [*variable.reshape(-1, n)]  # sets of variables of which at most one is true
    alike += [variable[r, :, d] for r in range(n) for d in range(n)]
    alike += [variable[:, c, d] for c in range(n) for d in range(n)]
    alike += [variable[boxes == b][:, d] for b in range(n) for d in range(n)]
    alike += [variable.reshape(-1, n)[list(house.cells), d] for house in layout.extra for d in range(n)]
    clauses = []
    for literals in alike:
        if len(literals) == n:
            clauses.append(np.append(literals, 0))
        first, second = np.triu_indices(len(literals), 1)
        clauses.append(np.stack([-literals[first], -literals[second], 0 * first], axis=1).ravel())
    return np.concatenate(clauses).astype(np.int32)


@lru_cache(maxsize=4)
def _watched_formula(layout: Layout) -> rup.Watched:
    return rup.watched(formula(layout), layout.size**3)


def _own_clauses(certificate: Certificate) -> NDArray[np.int32]:
    """A unit for each clue and forbidden candidate; for a claim of one solution the clause that blocks it."""
    board, n = certificate.board, certificate.board.layout.size
    literals: list[int] = []
    for cell, digit in board.clues:
        literals += n * cell + digit, 0
    for option in sorted(board.forbidden):
        literals += -(option + 1), 0
    if certificate.claim is Verdict.UNIQUE:
        solution = certificate.solutions[0].digits
        literals += [-(n * cell + solution[cell]) for cell, clue in enumerate(board.digits) if not clue]
        literals.append(0)
    return np.array(literals, np.int32)


def _proof_clauses(certificate: Certificate) -> NDArray[np.int32]:
    try:
        return rup.parse_drup(certificate.proof.encode("ascii"), certificate.board.layout.size**3)
    except ValueError as error:
        raise _refuse(ascii(str(error))[1:-1]) from None


def _false_statement(certificate: Certificate) -> str | None:
    """What the certificate says of its solutions and is false, or None."""
    claim, solutions = certificate.claim, certificate.solutions
    if len(solutions) != _SOLUTIONS[claim]:
        return f"the claim {claim.value!r} needs so many solutions: {_SOLUTIONS[claim]}; there are: {len(solutions)}"
    for number, solution in enumerate(solutions, 1):
        faults = certificate.board.faults(solution)
        if faults:
            return f"solution {number} is none: {faults[0]}"
    if len(set(solutions)) < len(solutions):
        return "the two solutions are the same"
    return None


# -- the file ---------------------------------------------------------------------------------------------

_TYPES: Mapping[str, type] = {
    "schema": str, "claim": str, "layout": object, "board": str, "forbidden": list, "solutions": list,
    "proof": str, "producer": str, "digest": str,
}  # fmt: skip


def _fields(text: str | bytes) -> dict[str, Any]:
    """The JSON object in a text, with the right fields of the right types. Nothing else is known of it."""
    if len(text) > MAX_BYTES:
        raise _refuse(f"it is longer than {MAX_BYTES:,} bytes, the most that is read")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _refuse(f"byte {error.start} is no UTF-8") from None
    text = text.removeprefix("\ufeff")
    if text.count("[") + text.count("{") > _MAX_BRACKETS or text.count(",") > _MAX_COMMAS:
        raise _refuse(
            f"it has more than {_MAX_BRACKETS:,} brackets or {_MAX_COMMAS:,} commas; a certificate is flat"
        )
    try:
        fields = json.loads(text, object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError) as error:
        raise _refuse(f"it is no JSON: {error}") from None
    if not isinstance(fields, dict):
        raise _refuse("it is JSON, and no object")
    if fields.get("schema", SCHEMA) != SCHEMA:
        raise _refuse(f"its schema is {_shown(fields['schema'])} and not {SCHEMA!r}")
    if fields.keys() != _TYPES.keys():
        raise _refuse(f"its fields are {_shown(sorted(fields))} and not {sorted(_TYPES)}")
    for name, kind in _TYPES.items():
        if not isinstance(fields[name], kind):
            raise _refuse(f"its {name} is {_shown(fields[name])} and no {'text' if kind is str else 'list'}")
    return fields


def _certificate(fields: dict[str, Any]) -> Certificate:
    """A certificate from fields of the right types."""
    layout = _layout_from_json(fields["layout"])
    board = _board(fields["board"], layout, "board")
    options = fields["forbidden"]
    if options:
        board = Board(layout, board.digits, _numbers(options, "forbidden", layout.size**3))
    try:
        claim = Verdict(fields["claim"])
    except ValueError:
        claim = Verdict.UNDECIDED
    if claim not in _SOLUTIONS:
        raise _refuse(f"its claim is {_shown(fields['claim'])}; none, unique and multiple can be certified")
    if len(fields["solutions"]) > 2:
        raise _refuse(f"it has {len(fields['solutions'])} solutions; two are the most that a claim needs")
    solutions = tuple(_board(line, layout, "solution") for line in fields["solutions"])
    proof, producer = fields["proof"], fields["producer"]
    if not proof.isascii():
        raise _refuse("its proof has characters that no DRUP file has")
    if proof and claim is Verdict.MULTIPLE:
        raise _refuse("it claims several solutions, which takes two of them and no proof")
    if len(producer) > _MAX_NAME or not producer.isprintable():
        raise _refuse(f"its producer is {_shown(producer)}, no short printable text")
    certificate = Certificate(board, claim, solutions, proof, producer)
    _proof_clauses(certificate)
    return certificate


def _digest(fields: Mapping[str, object]) -> str:
    """SHA-256 of the content in a fixed form. It shows damage; a forger can make it fit."""
    content = {name: value for name, value in fields.items() if name != "digest"}
    return (
        "sha256:"
        + sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()
    )


def _layout_to_json(layout: Layout) -> object:
    """The name of a layout where it tells all, else its parts."""
    try:
        if Layout.named(layout.name) == layout:
            return layout.name
    except UsageError:
        pass
    return {
        "size": layout.size,
        "boxes": list(layout.boxes),
        "symbols": layout.symbols,
        "extra": [[house.name, list(house.cells)] for house in layout.extra],
    }


def _layout_from_json(value: object) -> Layout:
    try:
        if isinstance(value, str) and len(value) <= _MAX_NAME:
            return Layout.named(value)
        if not isinstance(value, dict) or value.keys() != {"size", "boxes", "symbols", "extra"}:
            raise _refuse(
                f"its layout is {_shown(value)}, neither a name nor size, boxes, symbols and extra houses"
            )
        (size,) = _numbers([value["size"]], "size", MAX_SIZE + 1)
        if size < MIN_SIZE:
            raise _refuse(f"its layout has the size {size}, less than {MIN_SIZE}")
        boxes, symbols, extra = value["boxes"], value["symbols"], value["extra"]
        if not isinstance(symbols, str) or not isinstance(extra, list) or len(extra) > _MAX_EXTRA_HOUSES:
            raise _refuse(
                f"its layout needs a text of symbols, and a list of at most {_MAX_EXTRA_HOUSES} extra houses"
            )
        houses = []
        for house in extra:
            if not isinstance(house, list) or len(house) != 2 or not isinstance(house[0], str):
                raise _refuse(f"an extra house is {_shown(house)}, and not a name and a list of cells")
            houses.append(House(house[0], _numbers(house[1], "cells", size * size)))
        return Layout(size, _numbers(boxes, "boxes", size), symbols, tuple(houses))
    except UsageError as error:
        raise _refuse(ascii(str(error))[1:-1][:_MAX_NAME]) from None


def _board(line: object, layout: Layout, what: str) -> Board:
    """The board in a line of exactly one symbol a cell, `.` for a blank."""
    digit_of = {symbol: digit for digit, symbol in enumerate("." + layout.symbols)}
    if not isinstance(line, str) or len(line) != layout.cell_count or not digit_of.keys() >= set(line):
        symbols = ascii("." + layout.symbols)
        raise _refuse(f"a {what} is {_shown(line)}, and not {layout.cell_count} cells out of {symbols}")
    return Board(layout, [digit_of[symbol] for symbol in line])


def _numbers(values: object, what: str, bound: int) -> tuple[int, ...]:
    """A list of integers from 0 to bound - 1; True is none, nor is 1.0."""
    if not isinstance(values, list) or not all(type(x) is int and 0 <= x < bound for x in values):
        raise _refuse(
            f"its {what} are {_shown(values)}, and not a list of whole numbers from 0 to {bound - 1}"
        )
    return tuple(values)


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field occurs twice")
    return fields


def _shown(value: object) -> str:
    """A value from a file, short and harmless on a terminal."""
    if isinstance(value, (list, dict)) and len(value) > 20:
        return f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, str):
        value = value[:61]
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _refuse(reason: str) -> InputError:
    return InputError(f"no certificate: {reason}")
