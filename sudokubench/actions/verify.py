"""Verify certificates, and export their claims for other checkers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sudokubench import certificates
from sudokubench.actions import words
from sudokubench.answer import Verdict
from sudokubench.certificates import Certificate, Verification, dimacs, drup
from sudokubench.core_words import NAMED
from sudokubench.errors import InputError, UsageError, printable, system_reason
from sudokubench.harness.words import FOLDER_NOT_WRITTEN
from sudokubench.words import Words

MALFORMED = "malformed"
"""The status of a text that is not a certificate."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The result for a text that should be a certificate.

    Attributes:
        place: The origin of the text, as `FILE:LINE`.
        verification: The result; None for a text that is not a certificate.
        words: The reason, in one sentence.
    """

    place: str
    verification: Verification | None
    words: Words

    @property
    def status(self) -> str:
        """`verified`, `refuted`, `unknown` or `malformed`."""
        return self.verification.status.value if self.verification else MALFORMED

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.verification/2`."""
        if self.verification is not None:
            return {**self.verification.as_json(), "place": self.place}
        schema, reason = "sudokubench.verification/2", self.words.en
        return {"schema": schema, "place": self.place, "status": MALFORMED, "reason": reason}

    def line(self) -> Words:
        """Return place, status, claim, reason and puzzle as one line."""
        if self.verification is None:
            return NAMED.format(name=self.place, text=self.words)
        return words.VERIFIED.format(
            place=self.place, status=self.status, claim=self.verification.certificate.claim.value, reason=self.words,
            board=self.verification.puzzle,
        )  # fmt: skip

    def __str__(self) -> str:
        return self.line().en


def verify(text: bytes | str, place: str) -> Verified:
    """Return what a verification from scratch finds, or why a text is not a certificate."""
    try:
        found = certificates.verify(text)
    except InputError as error:
        return Verified(place, None, error.words)
    return Verified(place, found, found.words)


def export(certificate: Certificate, folder: Path, name: str) -> None:
    """Write `name.cnf` and `name.drup`: formula and proof for other checkers.

    Raises:
        UsageError: The claim needs no proof: it states several solutions, or one and perhaps more.
        InputError: The files cannot be written.
    """
    several = certificate.claim is Verdict.MULTIPLE or len(certificate.solutions) > 1
    if several or certificate.claim is Verdict.SOLVABLE:
        claim = words.CLAIM_OF_SEVERAL if several else words.CLAIM_OF_SOME
        raise UsageError(words.NOT_EXPORTED.format(name=name, claim=claim))
    try:
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.cnf").write_text(dimacs(certificate), encoding="utf-8")
        (folder / f"{name}.drup").write_text(drup(certificate), encoding="ascii")
    except OSError as error:
        file = printable(str(error.filename or folder))
        raise InputError(FOLDER_NOT_WRITTEN.format(folder=file, reason=system_reason(error))) from error
