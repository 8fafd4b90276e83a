"""Puzzles as a book: A4 sheets by class, solutions at the end; as self-contained HTML or as PDF.

A sheet is one SVG in millimetres. HTML holds the sheets one below the other; PDF uses the same drawings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from io import BytesIO
from itertools import groupby
from os import getpid
from pathlib import Path
from typing import BinaryIO, NamedTuple

from sudokubench.actions.generate import Generated
from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.errors import BackendUnavailable, InputError, UsageError, installing, printable
from sudokubench.formats import svg
from sudokubench.logic.rating import Level, Rating, rate
from sudokubench.logic.words import class_of
from sudokubench.report import draw
from sudokubench.words import Language, Words

_SOLUTIONS = 12
"""Number of solutions on a sheet."""
_WIDTH, _HEIGHT, _EDGE, _TOP, _BOTTOM = 210.0, 297.0, 15.0, 38.0, 20.0
_CAPTION, _GAP = 7.0, 6.0
"""Sizes on a sheet, in millimetres."""
_FOOT = 100
"""Longest foot line, in characters."""
_SECONDS = 60.0
"""Time limit for the rating of a puzzle, in seconds."""

_TITLE, _ANSWERS = Words("Sudoku", "数独"), Words("Solutions", "解答")
_TASK = Words(
    "Every row, column and framed box holds each of {symbols} once.",
    "行、列、太枠の中に {symbols} を一つずつ入れます。",
)
_SHADED = Words(" No symbol occurs twice in a shaded house.", "網かけのユニットの中でも重なりません。")


class _Puzzle(NamedTuple):
    number: int
    made: Generated
    rating: Rating


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` at the end, if something was written and no error occurred.

    Raises:
        UsageError: The ending of the name is not an ending of books.
        InputError: The file cannot be written.
        BackendUnavailable: The packages that make a PDF are not installed.
    """
    target = Path(path)
    if target.suffix.lower() not in FORMS:
        raise UsageError(f"--book {printable(path)}: a book ends in {' or '.join(FORMS)}")
    if target.suffix.lower() == ".pdf":
        _require()
    part = target.parent / f".sudokubench-{getpid()}.part"
    try:
        if target.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        part.touch()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(
            f"--book {printable(path)} cannot be written: {reason}; name another file"
        ) from error
    try:
        with part.open("wb") as file:
            yield file
            written = file.tell()
        if written:
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
    """Return a book: puzzles by class, the easier ones first, numbered from 1.

    Args:
        puzzles: Puzzles of any layouts; each is rated for at most a minute.
        path: Name of the book; its ending selects HTML or PDF.
        per_page: Puzzles on a sheet, 1 to 6.
        language: Language of all texts.
        foot: Line at the foot of each sheet, such as the command that made the puzzles.
        observer: Gets the number of rated puzzles.
    """
    given = list(puzzles)
    rated = [
        (made, rate(made.puzzle, seconds=_SECONDS, hodoku=False))
        for made in each(given, observer, len(given))
    ]
    rated.sort(key=lambda pair: (pair[1].level is None, pair[1].se))
    content = [_Puzzle(number, *pair) for number, pair in enumerate(rated, 1)]
    return FORMS[Path(path).suffix.lower()](list(_sheets(content, per_page, language, foot)), language)


def _sheets(content: Sequence[_Puzzle], per_page: int, language: Language, foot: str) -> Iterator[str]:
    parts = [
        (level, some)
        for level, of_class in groupby(content, lambda one: one.rating.level)
        for some in _parted(list(of_class), per_page)
    ]
    answers = list(_parted(content, _SOLUTIONS))
    total = len(parts) + len(answers)
    for page, (level, some) in enumerate(parts, 1):
        layout = some[0].made.puzzle.layout
        signs = " ".join(layout.symbols if layout.size <= 9 else (layout.symbols[0], "…", layout.symbols[-1]))
        task = _TASK.format(symbols=signs) + (_SHADED if layout.extra else Words("", ""))
        dots = (_dot(place, level) for place in range(len(Level)))
        head = [*dots, _text(_EDGE, 32, task.to(language), 3.3, draw.MUTED)]
        boards = _drawn(some, per_page, 1 if per_page < 4 else 2, language, solved=False)
        title = class_of(level).to(language)
        yield _sheet(title, f"{page} / {total}", foot, language, [*head, *boards])
    for page, some in enumerate(answers, len(parts) + 1):
        boards = _drawn(some, _SOLUTIONS, 3, language, solved=True)
        yield _sheet(_ANSWERS.to(language), f"{page} / {total}", foot, language, boards)


def _sheet(title: str, page: str, foot: str, language: Language, drawn: Iterable[str]) -> str:
    right, low = _WIDTH - _EDGE, _HEIGHT - 10
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="595.28" height="841.89" '
        f'viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" font-family="{draw.FONT}">',
        _text(_EDGE, 24, title, 9, draw.INK),
        _text(right, 18, _TITLE.to(language), 4.2, draw.MUTED, "end"),
        *drawn,
        f'<path d="M{_EDGE:g} {low - 5:g}H{right:g}" stroke="{draw.RULE}" stroke-width="0.3"/>',
        _text(_EDGE, low, foot if len(foot) <= _FOOT else f"{foot[: _FOOT - 1]}…", 2.6, draw.MUTED),
        _text(right, low, page, 3.3, draw.INK, "end"),
        "</svg>",
    ]
    return "\n".join(parts)


def _drawn(
    some: Iterable[_Puzzle], room: int, columns: int, language: Language, *, solved: bool
) -> Iterator[str]:
    """Yield the boards of a sheet with room for `room` boards, each with its caption."""
    rows = -(-room // columns)
    width, high = _WIDTH - 2 * _EDGE, (_HEIGHT - _TOP - _BOTTOM + _GAP) / rows
    side = min((width + _GAP) / columns - _GAP, high - _GAP - _CAPTION)
    wide = (width - side) / (columns - 1) if columns > 1 else 0
    for place, (number, made, rating) in enumerate(some):
        row, column = divmod(place, columns)
        there = min(columns, room - row * columns)  # the last row may be shorter; it is centred
        x = _WIDTH / 2 + wide * (column + 0.5 - there / 2) - side / 2
        y = _TOP + high * row + _CAPTION
        board = made.solution if solved else made.puzzle
        clues = [cell for cell, _ in made.puzzle.clues]
        scale = side / (svg.CELL * board.layout.size)
        yield _text(x, y - 2, f"{number}", 4.2, draw.INK)
        if not solved:
            least = "" if rating.solved else "≥ "
            said = f"{class_of(rating.level).to(language)} {least}{rating.se:.1f}"
            yield _text(x + side, y - 2, said, 3.3, draw.MUTED, "end")
        yield f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.5f}) translate(-{svg.MARGIN} -{svg.MARGIN})">'
        yield from svg.inside(board.content(), svg.Marks(clues))
        yield "</g>"


def _parted(content: Sequence[_Puzzle], most: int) -> Iterator[Sequence[_Puzzle]]:
    return (content[i : i + most] for i in range(0, len(content), most))


def _text(x: float, y: float, text: str, size: float, colour: str, anchor: str = "start") -> str:
    at = f'x="{x:.2f}" y="{y:.2f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {at}>{escape(text)}</text>"


def _dot(place: int, level: Level | None) -> str:
    """Return one dot of the class: filled up to the class, all filled if the rules do not solve the puzzle."""
    at = f'cx="{_WIDTH - _EDGE - 2 - 5 * (len(Level) - 1 - place):g}" cy="23" r="1.5"'
    fill = draw.INK if level is None or place <= list(Level).index(level) else draw.PAPER
    return f'<circle {at} stroke="{draw.INK}" stroke-width="0.3" fill="{fill}"/>'


_STYLE = """
@page { size: A4; margin: 0 }
body { margin: 0 }
svg { display: block; break-after: page; break-inside: avoid }
svg:last-of-type { break-after: auto }
@media screen {
  body { background: #d9dce0 }
  svg { width: min(210mm, 100%); height: auto; margin: 6mm auto; background: #ffffff; box-shadow: 0 1mm 4mm #0003 }
}
@media print { svg { width: 210mm; height: 297mm } }
"""


def _html(sheets: Iterable[str], language: Language) -> bytes:
    viewport = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head = f"{viewport}<title>{_TITLE.to(language)}</title><style>{_STYLE}</style>"
    body = "\n".join(sheets)
    return f'<!DOCTYPE html>\n<html lang="{language}">\n{head}\n{body}\n</html>\n'.encode()


def _pdf(sheets: Iterable[str], language: Language) -> bytes:
    from pypdf import PdfWriter
    from pypdf.generic import NameObject, TextStringObject

    book, content = PdfWriter(), BytesIO()
    for sheet in sheets:
        book.append(BytesIO(draw.sheet(sheet)))
    book.add_metadata({"/Title": _TITLE.to(language), "/Producer": "sudokubench"})
    book.root_object[NameObject("/Lang")] = TextStringObject(language)
    book.write(content)
    return content.getvalue()


def _require() -> None:
    try:
        import pypdf  # noqa: F401

        draw.require()
    except (ImportError, BackendUnavailable) as error:
        raise BackendUnavailable(
            f"a book as PDF needs packages that are not installed: {installing('report')}; an .html book needs none"
        ) from error


FORMS = {".html": _html, ".pdf": _pdf}
"""Functions that bind sheets to a book, by the ending of the file."""
