"""Certificates: a claim about how many solutions a puzzle has, with the evidence, as a value and as a line of JSON.

A certificate claims that a board or an exact cover has no solution, exactly one, or several. The evidence for several
solutions is two different solutions. For exactly one, it is that solution and a RUP proof that no other exists. For no
solution, it is a proof. A certificate contains the whole puzzle (layout, constraints, clues, forbidden candidates; or
items and options) and its id, so it cannot be used for another puzzle.

This module does not decide whether a claim is true: `verification` does.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import IO, TYPE_CHECKING, Any

from sudokubench.answer import Puzzle, Solution, Verdict, parts_of, require_board
from sudokubench.board import Board
from sudokubench.certificates import words
from sudokubench.certificates.limits import (
    MAX_BRACKETS,
    MAX_BRACKETS_INSIDE,
    MAX_BYTES,
    MAX_PAIRS,
    MAX_REASON,
)
from sudokubench.constraints import STATEMENTS
from sudokubench.constraints.clauses import constraint_clauses
from sudokubench.core_words import A_LIST, A_TEXT
from sudokubench.errors import InputError, UsageError, one_line, require_kind
from sudokubench.formats import cover_file, puzzle_json
from sudokubench.formats.strict_json import is_label, load_object, shown, whole_numbers
from sudokubench.kernels import rup
from sudokubench.logic.words import A_SHORT_TEXT, AN_OBJECT, WRONG_FIELD, WRONG_FIELDS
from sudokubench.problem import ExactCover, not_understood, refuse_constraints
from sudokubench.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudokubench.problem import BoardProblem

SCHEMA, SCHEMA_1 = "sudokubench.certificate/2", "sudokubench.certificate/1"
"""The schema of written certificates; and version 1, which can still be read: it has `layout`, `board` and `forbidden`
in place of `puzzle` and `id`."""
EXPLANATION = "sudokubench.explanation/1"
"""Schema of a trace with the lemmas that prove it, see `explanation`."""

SOLUTIONS = {Verdict.NONE: 0, Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2}
"""The possible claims, each with the number of solutions in its certificates."""

_EVIDENCE: Mapping[str, type] = {
    "schema": str, "claim": str, "solutions": list, "proof": str, "producer": str, "digest": str,
}  # fmt: skip
_TYPES: Mapping[object, Mapping[str, type]] = {
    SCHEMA: {**_EVIDENCE, "puzzle": dict, "id": str},
    SCHEMA_1: {**_EVIDENCE, "layout": object, "board": str, "forbidden": list},
    EXPLANATION: {
        "schema": str, "claim": str, "solution": str, "trace": dict, "lemmas": list, "producer": str, "digest": str,
    },
}  # fmt: skip
_KINDS: Mapping[type, Words] = {str: A_TEXT, list: A_LIST, dict: AN_OBJECT}


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim about a puzzle and the evidence. It may be false: `verify` decides.

    Attributes:
        puzzle: The board, with its layout and its forbidden candidates; or the exact cover.
        claim: NONE, UNIQUE or MULTIPLE.
        solutions: As many as the claim needs: 0, 1 or 2. Each is a full board, or the ids of the options, ascending.
        proof: Clauses in DRUP form, one a line. Empty if unit propagation is enough, and for MULTIPLE.
        producer: Name and version of the producer, for readers.

    Raises:
        UsageError: A constraint of the board is unknown or too large, or the cover has colours or multiplicities or is
            too large: no proof can express them.
    """

    puzzle: Puzzle
    claim: Verdict
    solutions: tuple[Any, ...] = ()
    proof: str = ""
    producer: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.puzzle, ExactCover):
            refuse_constraints(parts_of(self.puzzle)[0], words.A_CERTIFICATE)
            if (pairs := _pairs(self.puzzle)) > MAX_PAIRS:
                raise UsageError(words.TOO_MANY_PAIRS.format(pairs=f"{pairs:,}", most=f"{MAX_PAIRS:,}"))
        elif (reason := not_understood(self.puzzle.problem, STATEMENTS)) is not None:
            raise UsageError(words.NOT_CERTIFIED.format(reason=reason))
        else:
            constraint_clauses(self.puzzle.layout, self.puzzle.constraints)  # refuses too many clauses

    @property
    def board(self) -> Board:
        """The board. For a certificate of an exact cover it raises AttributeError: use `puzzle` there."""
        return require_board(self.puzzle)

    @property
    def n_variables(self) -> int:
        """Number of variables of the formula: one for each option, and further variables for constraints."""
        if isinstance(self.puzzle, ExactCover):
            return self.puzzle.n_options
        return constraint_clauses(self.puzzle.layout, self.puzzle.constraints)[1]

    def to_json(self) -> str:
        """Return one line of JSON, schema `sudokubench.certificate/2`, without the newline."""
        puzzle = self.puzzle
        lines = [one.format("line") if isinstance(one, Board) else list(one) for one in self.solutions]
        fields: dict[str, object] = {
            "schema": SCHEMA,
            "claim": self.claim.value,
            "puzzle": puzzle.as_json() if isinstance(puzzle, Board) else cover_file.to_object(puzzle),
            "id": puzzle.id,
            "solutions": lines,
            "proof": self.proof,
            "producer": self.producer,
        }
        return json.dumps({**fields, "digest": digest(fields)}, separators=(",", ":"))

    @staticmethod
    def parse(text: str | bytes) -> Certificate:
        """Return the certificate in a JSON text, well formed but not verified.

        Raises:
            InputError: The text is not a certificate, or it is an explanation; the message has the reason.
        """
        fields = fields_of(text)
        if fields["schema"] == EXPLANATION:
            raise _wrong_schema(EXPLANATION)
        return certificate_of(fields)

    def proof_clauses(self) -> NDArray[np.int32]:
        """Return the clauses of the proof, each followed by a 0.

        Raises:
            InputError: The proof is not in DRUP form.
        """
        if not self.proof.isascii():
            raise _refuse(words.BAD_PROOF.format(reason=words.NOT_ASCII.format(text=shown(self.proof))))
        try:
            return rup.parse_drup(self.proof.encode(), self.n_variables)
        except InputError as error:
            raise _refuse(words.BAD_PROOF.format(reason=error.words)) from None


def fields_of(text: str | bytes) -> dict[str, Any]:
    """Return the fields of a certificate or an explanation.

    Raises:
        InputError: The text is too long, its fields have wrong names or types, or the producer is not a short text.
        UsageError: It is not a text.
    """
    require_kind("text", text, (str, bytes), A_TEXT)
    begin = str(text[:200])
    most = MAX_BRACKETS_INSIDE if EXPLANATION in begin or cover_file.SCHEMA in begin else MAX_BRACKETS
    try:
        fields = load_object(text, "certificate", max_bytes=MAX_BYTES, max_brackets=most)
    except InputError as error:
        reason, at = error.words, error.place
        if at.line:
            reason += words.AT_LINE.format(line=at.line, column=at.column)
        raise InputError(_harmless(reason)) from None
    schema = fields.get("schema")
    types = _TYPES.get(schema) if isinstance(schema, str) else None
    if types is None:
        raise _wrong_schema(schema)
    if fields.keys() != types.keys():
        raise _refuse(WRONG_FIELDS.format(found=shown(sorted(fields)), needed=sorted(types)))
    for name, kind in types.items():
        if not isinstance(fields[name], kind):
            raise _refuse(WRONG_FIELD.format(name=name, value=shown(fields[name]), needed=_KINDS[kind]))
    if not is_label(fields["producer"]):
        producer = shown(fields["producer"])
        raise _refuse(WRONG_FIELD.format(name="producer", value=producer, needed=A_SHORT_TEXT))
    return fields


def certificate_of(fields: Mapping[str, Any]) -> Certificate:
    """Return the certificate with these fields, which have the right types. Id and digest are not checked.

    Raises:
        InputError: The fields do not make a certificate.
    """
    puzzle: Puzzle
    plain = _puzzle(fields)
    try:
        if plain.get("schema") == cover_file.SCHEMA:
            puzzle = cover_file.from_object(plain)
            _require_clues_of_name(puzzle)
        else:
            puzzle = _exactly(Board.from_json(plain), plain["clues"])
        Certificate(puzzle, Verdict.NONE)
    except (InputError, UsageError) as error:
        raise _refuse(error.placed) from None
    solutions = tuple(
        solution_of(one, puzzle.problem) if isinstance(puzzle, Board) else _options_of(one, puzzle.n_options)
        for one in fields["solutions"][:3]
    )
    claim = next((claim for claim in SOLUTIONS if claim.value == fields["claim"]), None)
    if claim is None:
        raise _refuse(words.WRONG_CLAIM.format(claim=shown(fields["claim"])))
    if len(solutions) > 2:
        raise _refuse(words.TOO_MANY_SOLUTIONS.format(found=len(fields["solutions"])))
    proof = fields["proof"]
    if proof and claim is Verdict.MULTIPLE:
        raise _refuse(words.PROOF_OF_SEVERAL)
    certificate = Certificate(puzzle, claim, solutions, proof, fields["producer"])
    certificate.proof_clauses()
    return certificate


def _require_clues_of_name(cover: ExactCover) -> None:
    """Refuse overlapping grids whose name states other clues than the cover has: readers see only the name."""
    from sudokubench.problems import named, overlaps

    if cover.name.startswith(f"{overlaps.KIND}:") and named(cover.name).id != cover.id:
        raise InputError(words.NOT_OF_ITS_NAME.format(name=cover.name))


def digest(fields: Mapping[str, object]) -> str:
    """Return the SHA-256 of the content in a fixed form. It reveals damage; it does not stop a forger."""
    content = {name: value for name, value in fields.items() if name != "digest"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return "sha256:" + sha256(text.encode("ascii")).hexdigest()


def read_certificates(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the texts in a file that should be certificates, as pairs of a line number, from 1, and a text.

    Blank lines are skipped. A text is one line; if the first line does not end with `}`, the whole file is one text. A
    text longer than `MAX_BYTES` is cut, and reading ends there; parsing refuses such a text.
    """
    line_number, first = 0, True
    while line := file.readline(MAX_BYTES + 1):
        line_number += 1
        if not line.strip():
            continue
        if first and not line.rstrip().endswith(b"}"):
            yield line_number, line + file.read(MAX_BYTES + 1 - len(line))
            return
        yield line_number, line
        first = False
        if len(line) > MAX_BYTES:
            return


def _puzzle(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the puzzle of a certificate of either version, as a JSON object."""
    if fields["schema"] == SCHEMA:
        puzzle: dict[str, Any] = fields["puzzle"]
        return puzzle
    parts = {"layout": fields["layout"], "clues": fields["board"], "forbidden": fields["forbidden"]}
    return {"schema": puzzle_json.SCHEMA, **parts}


def solution_of(line: object, problem: BoardProblem) -> Board:
    """Return the board of a line of digits.

    Raises:
        InputError: It is not a full board in exactly the form that this package writes.
    """
    if not isinstance(line, str):
        raise _refuse(words.SOLUTION_NOT_TEXT.format(solution=shown(line)))
    try:
        return _exactly(Board.parse(line, problem, "line"), line)
    except InputError as error:
        raise _refuse(error.placed) from None


def _options_of(solution: object, n_options: int) -> Solution:
    """Return the options of a solution; refuse a value that is not a list of option ids, each once and ascending."""
    found = whole_numbers(solution, n_options - 1)
    if found is None or list(found) != sorted(set(found)):
        raise _refuse(words.BAD_OPTIONS.format(solution=shown(solution), last=n_options - 1))
    return found


def _pairs(cover: ExactCover) -> int:
    """Return the number of pairs of options with a common item, counted once for each common item."""
    counts = Counter(item for items in cover.options for item in items)
    return sum(n * (n - 1) // 2 for n in counts.values())


def _exactly(board: Board, line: str) -> Board:
    """Return the board; raise InputError if its line is not in our own form: a symbol per cell, `.` for a blank."""
    if board.format("line") != line:
        cells, symbols = board.layout.cell_count, "." + board.layout.symbols
        raise InputError(words.BAD_LINE.format(line=shown(line), cells=cells, symbols=symbols))
    return board


def _wrong_schema(schema: object) -> InputError:
    return _refuse(WRONG_FIELD.format(name="schema", value=shown(schema), needed=repr(SCHEMA)))


def _refuse(reason: Words) -> InputError:
    return InputError(_harmless(words.NOT_A_CERTIFICATE.format(reason=reason)))


def _harmless(message: Words) -> Words:
    """Return a message that is short and safe to print on a terminal, whatever the text contains."""
    en = message.en.encode("ascii", "backslashreplace").decode()
    return Words(one_line(en, MAX_REASON), one_line(message.ja, MAX_REASON))
