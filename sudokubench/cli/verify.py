"""`sudokubench verify`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from sudokubench.cli.exit_codes import Code, codes
from sudokubench.cli.options import FILE, Name, data_options, puzzle_argument
from sudokubench.cli.output import Watch, echo, json_line, remark
from sudokubench.cli.words import A_CERTIFICATE, CERTIFICATES, STATUSES, WHERE_CERTIFICATES_COME_FROM
from sudokubench.errors import InputError, UsageError, printable, unreadable
from sudokubench.harness.words import STREAM_TWICE
from sudokubench.words import listed, untranslated

_CODES = {
    "verified": Code.FINE,
    "refuted": Code.DISAGREEMENT,
    "unknown": Code.FAILED,
    "malformed": Code.BAD_INPUT,
}
"""Exit code for each status of a certificate."""


@click.command()
@puzzle_argument("certificate", A_CERTIFICATE, FILE)
@click.option(
    "--export",
    "folder",
    metavar="DIR",
    type=Name("directory", file_okay=False, path_type=Path),
    help="Write the formula and proof of each certificate as DIMACS (.cnf) and DRUP (.drup), for other checkers.",
)
@data_options
def verify(certificate: tuple[str, ...], folder: Path | None, as_json: bool) -> None:
    """Verify certificates: of exactly one solution, of no solution, or of several.

    A file holds one certificate, or one a line; - is standard input. The command trusts nothing in a file: it
    builds the formula from the clues again, and checks the proof.
    """
    from sudokubench.actions import verify

    if certificate.count("-") > 1:
        raise UsageError(STREAM_TWICE)
    statuses, watch, stems = Counter[str](), Watch(), dict[str, str]()
    for name in certificate:
        for source, line, text in _texts(name, watch):
            place = f"{source}:{line}"
            if isinstance(text, InputError):
                found = verify.Verified(source, None, text.words)
            elif isinstance(text, OSError):
                place = printable(name)
                reason = untranslated(unreadable(name, text).en.removeprefix(f"{place} "))
                found = verify.Verified(place, None, reason)
            else:
                found = verify.verify(text, place)
            statuses[found.status] += 1
            codes().note(_CODES[found.status])
            if folder is not None and found.verification is not None:
                stem = Path(source).stem.strip("-") or "stdin"
                while stems.setdefault(stem, source) != source:  # a file of another folder has this name
                    stem += "_"
                try:
                    verify.export(found.verification.certificate, folder, f"{stem}-{line}")
                except UsageError as error:
                    remark(error.words)
            if as_json:
                json_line(**found.as_json())
            elif found.verification:
                echo(found.line())
            if isinstance(text, OSError):
                remark(unreadable(name, text))
            elif not found.verification:
                remark(found.line())
    if statuses.total() == statuses["malformed"]:
        remark(WHERE_CERTIFICATES_COME_FROM)
    if statuses.total() > 1:
        remark(listed(STATUSES[status].format(n=f"{n:,}") for status, n in statuses.most_common()))


def _texts(name: str, watch: Watch) -> Iterator[tuple[str, int, bytes | OSError | InputError]]:
    """Yield the texts of a file or an archive, each with its file and line; for an empty file, one empty text.

    If the file cannot be read, or is damaged, the text is an error. The total for the progress display is estimated
    from the bytes read so far.
    """
    from sudokubench.certificates import read_certificates
    from sudokubench.formats.unpacked import buffered, unpacked

    source, line, done = printable(name), 0, 0
    try:
        with click.open_file(name, "rb") as file:
            size = os.path.getsize(name) if file.seekable() and name != "-" else 0
            for source, texts in unpacked(buffered(file), printable(name)):
                line = 0
                for line, text in read_certificates(texts):
                    done += 1
                    yield source, line, text
                    watch.progress(done, done * size // file.tell() if size else None, unit=CERTIFICATES)
    except (OSError, InputError) as error:
        yield source, line + 1, error
    else:
        if not done:
            yield source, 1, b""
