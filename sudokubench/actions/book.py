"""Puzzles as a book: rate them, arrange them by class, and bind the sheets as HTML or PDF."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from sudokubench.actions.generate import Generated
from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.actions.words import BOOK_ENDING, BOOK_PACKAGES
from sudokubench.errors import BackendUnavailable, UsageError, installing, printable, writing
from sudokubench.harness.words import NOT_WRITTEN
from sudokubench.logic.rating import rate
from sudokubench.pages.book import BookPuzzle, page, sheets
from sudokubench.pages.words import BOOK_TITLE
from sudokubench.report import draw
from sudokubench.words import Language

_SECONDS = 60.0
"""Time limit for the rating of a puzzle, in seconds."""


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` at the end, if something was written and no error occurred.

    Raises:
        UsageError: The name ends in neither .html nor .pdf.
        InputError: The file cannot be written.
        BackendUnavailable: The packages that make a PDF are not installed.
    """
    target = Path(path)
    if target.suffix.lower() not in FORMS:
        raise UsageError(BOOK_ENDING.format(path=printable(path)))
    if target.suffix.lower() == ".pdf":
        _require()
    part = target.parent / f".sudokubench-{os.getpid()}.part"
    called = f"--book {printable(path)}"
    with writing(NOT_WRITTEN, file=called):
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        part.touch()
    try:
        yield (content := BytesIO())
        if content.tell():
            with writing(NOT_WRITTEN, file=called):
                part.write_bytes(content.getvalue())
                part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def bound(
    puzzles: Iterable[Generated],
    path: str,
    *,
    per_page: int = 4,
    language: Language = "en",
    foot: str = "",
    observer: Observer = SILENT,
) -> bytes:
    """Return a book as bytes: puzzles numbered from 1, sorted by difficulty, the easiest first.

    Args:
        puzzles: Puzzles of any layouts; each is rated for at most a minute.
        path: Name of the book; its ending selects HTML or PDF.
        per_page: Puzzles on a sheet, 1 to 6.
        foot: Line at the foot of each sheet, such as the command that made the puzzles.
    """
    given = list(puzzles)
    rated = [
        (made, rate(made.puzzle, seconds=_SECONDS, hodoku=False))
        for made in each(given, observer, len(given))
    ]
    rated.sort(key=lambda pair: (pair[1].level is None, pair[1].se))
    content = [
        BookPuzzle(number, made.puzzle, made.solution, rating)
        for number, (made, rating) in enumerate(rated, 1)
    ]
    return FORMS[Path(path).suffix.lower()](sheets(content, per_page, language, foot), language)


def _pdf(sheets: Iterable[str], language: Language) -> bytes:
    from pypdf import PdfWriter
    from pypdf.generic import NameObject, TextStringObject

    book, content = PdfWriter(), BytesIO()
    for sheet in sheets:
        book.append(BytesIO(draw.sheet(sheet)))
    book.add_metadata({"/Title": BOOK_TITLE.to(language), "/Producer": "sudokubench"})
    book.root_object[NameObject("/Lang")] = TextStringObject(language)
    book.write(content)
    return content.getvalue()


def _require() -> None:
    try:
        import pypdf  # noqa: F401

        draw.require()
    except (ImportError, BackendUnavailable) as error:
        raise BackendUnavailable(BOOK_PACKAGES.format(command=installing("report"))) from error


FORMS = {".html": page, ".pdf": _pdf}
"""Functions that bind sheets into a book, by the ending of the file."""
