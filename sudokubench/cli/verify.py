"""`sudokubench verify`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sudokubench.cli import BAD_INPUT, DISAGREEMENT, OK
from sudokubench.cli.output import json_line, json_option, remark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sudokubench.certificates import Certificate


@click.command()
@click.argument("certificates", nargs=-1, required=True, metavar="CERTIFICATE...", type=click.Path())
@click.option(
    "--export", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path),
    help="Write formula and proof of each as DIMACS (.cnf) and DRUP (.drup), for other checkers.",
)  # fmt: skip
@json_option()
def verify(certificates: tuple[str, ...], export: Path | None, as_json: bool) -> int:
    """Verify certificates of uniqueness, of no solution, and of several.

    A file holds one certificate, or one a line; - is standard input. Nothing in a file is trusted: the formula is
    made anew from the clues and the proof is checked. Exits with 0 if all are verified, 3 if one is refuted or its
    proof does not show its claim, 4 if one is no certificate.
    """
    from sudokubench.certificates import Certificate, Status
    from sudokubench.certificates import verify as verify_text
    from sudokubench.errors import InputError

    statuses: Counter[str] = Counter()
    for name in certificates:
        for line, text in _texts(name):
            place = f"{name}:{line}"
            try:
                if isinstance(text, OSError):
                    raise InputError(f"no certificate: {text.strerror or text}")
                if export is not None:
                    _export(
                        Certificate.parse(text), export, f"{Path(name).stem.strip('-') or 'stdin'}-{line}"
                    )
                result = verify_text(text)
            except InputError as error:
                statuses["malformed"] += 1
                if as_json:
                    json_line(
                        schema="sudokubench.verification/2",
                        place=place,
                        status="malformed",
                        reason=error.message,
                    )
                remark(f"{place}: {error.message}")
                continue
            statuses[result.status.value] += 1
            if as_json:
                json_line(**result.as_json(), place=place)
            else:
                click.echo(f"{place}: {result}")
    if statuses.total() > 1:
        remark(", ".join(f"{count:,} {status}" for status, count in statuses.most_common()))
    if statuses[Status.REFUTED.value] or statuses[Status.UNKNOWN.value]:
        return DISAGREEMENT
    return BAD_INPUT if statuses["malformed"] else OK


def _texts(name: str) -> Iterator[tuple[int, bytes | OSError]]:
    """The texts of a file with their line numbers; the error where it cannot be read, an empty one if it is."""
    from sudokubench.certificates import read_certificates

    line = 0
    try:
        with click.open_file(name, "rb") as file:
            for line, text in read_certificates(file):
                yield line, text
    except OSError as error:
        yield line + 1, error
    else:
        if line == 0:
            yield 1, b""


def _export(certificate: Certificate, folder: Path, name: str) -> None:
    """Write `name.cnf` and `name.drup`. A claim of several solutions has no proof, and is left out."""
    from sudokubench.answer import Verdict
    from sudokubench.certificates import dimacs, drup
    from sudokubench.errors import InputError

    if certificate.claim is Verdict.MULTIPLE or len(certificate.solutions) > 1:
        remark(f"{name} is not exported: it claims several solutions, for which there is no proof")
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.cnf").write_text(dimacs(certificate), encoding="utf-8")
        (folder / f"{name}.drup").write_text(drup(certificate), encoding="ascii")
    except OSError as error:
        raise InputError(f"cannot write {folder / name}.cnf: {error.strerror}") from error
