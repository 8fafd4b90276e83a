"""Certificates: a claim of how many solutions a board has, with the evidence; the value and its line of JSON.

A certificate claims that a board has no solution, exactly one, or several. The evidence for several is two different
solutions; for exactly one, that solution and a RUP proof that no other exists; for none, a proof. It contains the whole
puzzle (layout, clues, forbidden candidates) and its id, so that it is about no other puzzle.

This module does not decide whether a claim is true: `verification` does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import IO, TYPE_CHECKING, Any

from sudokubench.answer import Verdict
from sudokubench.board import Board
from sudokubench.certificates.words import A_CERTIFICATE
from sudokubench.errors import InputError, UsageError
from sudokubench.formats import puzzle_json
from sudokubench.formats.strict_json import is_label, load_object, shown
from sudokubench.kernels import rup
from sudokubench.problem import refuse_constraints

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudokubench.layout import Layout

SCHEMA, SCHEMA_1 = "sudokubench.certificate/2", "sudokubench.certificate/1"
"""The schema that is written, and version 1, also read, with `layout`, `board` and `forbidden` for `puzzle` and
`id`."""
EXPLANATION = "sudokubench.explanation/1"
"""Schema of a trace with the lemmas that prove it, see `explanation`."""

MAX_BYTES = 32 << 20
"""Largest certificate that is read, in bytes: some 300,000 clauses of proof."""

SOLUTIONS = {Verdict.NONE: 0, Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2}
"""The possible claims, and the number of solutions that each needs."""

_EVIDENCE: Mapping[str, type] = {
    "schema": str, "claim": str, "solutions": list, "proof": str, "producer": str, "digest": str,
}  # fmt: skip
_TYPES: Mapping[object, Mapping[str, type]] = {
    SCHEMA: {**_EVIDENCE, "puzzle": dict, "id": str},
    SCHEMA_1: {**_EVIDENCE, "layout": object, "board": str, "forbidden": list},
    EXPLANATION: {
        "schema": str,
        "claim": str,
        "solution": str,
        "trace": dict,
        "lemmas": list,
        "producer": str,
        "digest": str,
    },
}
_KINDS: Mapping[type, str] = {str: "a text", list: "a list", dict: "an object"}
_MAX_BRACKETS, _MAX_REASON = 2_000, 300
_MAX_BRACKETS_EXPLAINED = 1_000_000


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim about a board and the evidence. It may be false: `verify` decides.

    Attributes:
        board: The board, with its layout and its forbidden candidates.
        claim: NONE, UNIQUE or MULTIPLE.
        solutions: None, one or two, as the claim needs.
        proof: Clauses in DRUP form, one a line, without deletions. Empty if unit propagation is enough.
        producer: Name and version of the producer, for readers.

    Raises:
        UsageError: The board has constraints, which no proof can express.
    """

    board: Board
    claim: Verdict
    solutions: tuple[Board, ...] = ()
    proof: str = ""
    producer: str = ""

    def __post_init__(self) -> None:
        refuse_constraints(self.board.problem, A_CERTIFICATE)

    def to_json(self) -> str:
        """Return one line of JSON, schema `sudokubench.certificate/2`, without the newline."""
        fields: dict[str, object] = {
            "schema": SCHEMA,
            "claim": self.claim.value,
            "puzzle": self.board.as_json(),
            "id": self.board.id,
            "solutions": [solution.format("line") for solution in self.solutions],
            "proof": self.proof,
            "producer": self.producer,
        }
        return json.dumps({**fields, "digest": digest(fields)}, separators=(",", ":"))

    @staticmethod
    def parse(text: str | bytes) -> Certificate:
        """Return the certificate in a JSON text, well formed but not verified.

        Raises:
            InputError: The text is not a certificate; the message has the reason.
        """
        return certificate_of(fields_of(text))

    def proof_clauses(self) -> NDArray[np.int32]:
        """Return the clauses of the proof, each followed by a 0.

        Raises:
            InputError: It is not a proof in DRUP form.
        """
        try:
            return rup.parse_drup(self.proof.encode("ascii"), self.board.layout.size**3)
        except ValueError as error:  # a letter beyond ASCII raises one, too
            raise _refuse(f"its proof cannot be read: {error}") from None


def fields_of(text: str | bytes) -> dict[str, Any]:
    """Return the fields of a certificate: their names and types are right, nothing else is checked.

    Raises:
        InputError: The text is not such an object.
    """
    explained = EXPLANATION in str(text[:99])
    most = _MAX_BRACKETS_EXPLAINED if explained else _MAX_BRACKETS
    try:
        fields = load_object(text, "certificate", max_bytes=MAX_BYTES, max_brackets=most)
    except InputError as error:
        raise _refuse(f"{error.message}{f', {error.place}' if error.place.line else ''}") from None
    schema = fields.get("schema")
    types = _TYPES.get(schema) if isinstance(schema, str) else None
    if types is None:
        raise _refuse(f"its schema is {shown(schema)} and not {SCHEMA!r}")
    if fields.keys() != types.keys():
        raise _refuse(f"its fields are {shown(sorted(fields))} and not {sorted(types)}")
    for name, kind in types.items():
        if not isinstance(fields[name], kind):
            raise _refuse(f"its {name} is {shown(fields[name])} and not {_KINDS[kind]}")
    if not is_label(fields["producer"]):
        raise _refuse(f"its producer is {shown(fields['producer'])} and not a short printable text")
    return fields


def certificate_of(fields: Mapping[str, Any]) -> Certificate:
    """Return the certificate of fields of the right types. Id and digest are not checked.

    Raises:
        InputError: The fields do not make a certificate.
    """
    try:
        board = _exactly(Board.from_json(_puzzle(fields)), _puzzle(fields)["clues"])
        refuse_constraints(board.problem, A_CERTIFICATE)
        solutions = tuple(solution_of(line, board.layout) for line in fields["solutions"][:3])
    except (InputError, UsageError) as error:
        raise _refuse(str(error)) from None
    claim = next((claim for claim in SOLUTIONS if claim.value == fields["claim"]), None)
    if claim is None:
        raise _refuse(f"its claim is {shown(fields['claim'])}; none, unique and multiple can be certified")
    if len(solutions) > 2:
        raise _refuse(f"it has {len(fields['solutions'])} solutions; two are the most that a claim needs")
    proof = fields["proof"]
    if proof and claim is Verdict.MULTIPLE:
        raise _refuse("it claims several solutions, which takes two of them and no proof")
    certificate = Certificate(board, claim, solutions, proof, fields["producer"])
    certificate.proof_clauses()
    return certificate


def digest(fields: Mapping[str, object]) -> str:
    """Return SHA-256 of the content in a fixed form. It shows damage; a forger can make it fit."""
    content = {name: value for name, value in fields.items() if name != "digest"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return "sha256:" + sha256(text.encode("ascii")).hexdigest()


def read_certificates(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the texts in a file that should be certificates, with line numbers: one a line, or one over many lines.

    Blank lines are skipped. A text longer than `MAX_BYTES` is cut and is the last; parsing refuses it.
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


def _puzzle(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the puzzle of a certificate of either version, as a JSON object."""
    if fields["schema"] == SCHEMA:
        puzzle: dict[str, Any] = fields["puzzle"]
        return puzzle
    parts = {"layout": fields["layout"], "clues": fields["board"], "forbidden": fields["forbidden"]}
    return {"schema": puzzle_json.SCHEMA, **parts}


def solution_of(line: object, layout: Layout) -> Board:
    """Return the board of a line of digits.

    Raises:
        InputError: It is not such a line, or not written exactly as this package writes it.
    """
    if not isinstance(line, str):
        raise _refuse(f"a solution is {shown(line)} and no text")
    return _exactly(Board.parse(line, layout, "line"), line)


def _exactly(board: Board, line: str) -> Board:
    """Return the board if its line is in our own form: one symbol a cell, `.` for a blank, and no more."""
    if board.format("line") != line:
        symbols = "." + board.layout.symbols
        raise _refuse(
            f"it has the line {shown(line)}, and not {board.layout.cell_count} cells out of {symbols}"
        )
    return board


def _refuse(reason: str) -> InputError:
    """Return the refusal, short and harmless on a terminal whatever was read."""
    plain = reason.removeprefix("not a certificate: ").encode("ascii", "backslashreplace").decode()
    return InputError(f"not a certificate: {plain[:_MAX_REASON]}")
