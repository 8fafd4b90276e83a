"""Sheets of a book of puzzles: A4 pages by class, solutions at the end.

A sheet is one SVG in millimetres. An HTML page holds the sheets one below the other; a PDF has the same drawings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from sudokubench.board import Board
from sudokubench.formats import shapes, svg
from sudokubench.logic.rating import Level, Rating
from sudokubench.logic.words import class_of
from sudokubench.pages.frame import FONT, INK, MUTED, PAPER, RULE
from sudokubench.pages.words import BOOK_ANSWERS, BOOK_SHADED, BOOK_TASK, BOOK_TITLE
from sudokubench.words import Language, Words

_SOLUTIONS = 12
"""Largest number of solutions on a sheet."""
_WIDTH, _HEIGHT, _EDGE, _TOP, _BOTTOM = 210.0, 297.0, 15.0, 38.0, 20.0
_CAPTION, _GAP = 7.0, 6.0
"""Height of a caption, and distance between boards, in millimetres."""
_FOOT_SIZES = (2.6, 1.9, 1.4, 1.0)
"""Sizes of the letters of the foot, in millimetres. The largest takes three lines of 100 characters."""
_FOOT_ROOM = 6.5
"""Distance from the first line of the foot to the last one, in millimetres."""


class BookPuzzle(NamedTuple):
    """A puzzle of a book, with its number."""

    number: int
    puzzle: Board
    solution: Board
    rating: Rating


def sheets(content: Sequence[BookPuzzle], per_page: int, language: Language, foot: str) -> Iterator[str]:
    """Yield the sheets of a book as SVG, each with up to `per_page` (1 to 6) puzzles of one class.

    The puzzles must be sorted by class. A long text at the foot takes several lines.
    """
    parts = [
        (level, some)
        for level, of_class in groupby(content, lambda one: one.rating.level)
        for some in _parted(list(of_class), per_page)
    ]
    answers = list(_parted(content, _SOLUTIONS))
    total = len(parts) + len(answers)
    for page, (level, some) in enumerate(parts, 1):
        layout, title = some[0].puzzle.layout, class_of(level).to(language).capitalize()
        signs = " ".join(layout.symbols if layout.size <= 9 else (layout.symbols[0], "…", layout.symbols[-1]))
        task = BOOK_TASK.format(symbols=signs) + (BOOK_SHADED if layout.extra else Words("", ""))
        dots = (_dot(place, level) for place in range(len(Level)))
        head = [*dots, _text(_EDGE, 32, task.to(language), 3.3, MUTED)]
        drawn = [*head, *_drawn(some, language, solved=False)]
        yield _sheet(title, f"{page} / {total}", foot, language, drawn)
    for page, some in enumerate(answers, len(parts) + 1):
        drawn = [*_drawn(some, language, solved=True)]
        yield _sheet(BOOK_ANSWERS.to(language), f"{page} / {total}", foot, language, drawn)


def _sheet(title: str, page: str, foot: str, language: Language, drawn: Iterable[str]) -> str:
    right, low = _WIDTH - _EDGE, _HEIGHT - 11.5
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="595.28" height="841.89" '
        f'viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" font-family="{FONT}">',
        _text(_EDGE, 24, title, 9, INK),
        _text(right, 18, BOOK_TITLE.to(language), 4.2, MUTED, "end"),
        *drawn,
        f'<path d="M{_EDGE:g} {low - 5:g}H{right:g}" stroke="{RULE}" stroke-width="0.3"/>',
        *_foot(low, foot),
        _text(right, low, page, 3.3, INK, "end"),
        "</svg>",
    ]
    return "\n".join(parts)


def _foot(low: float, foot: str) -> Iterator[str]:
    r"""Yield the lines of the foot in the largest letters that fit. As in a shell, `\` joins a line to the next."""
    for size in _FOOT_SIZES:
        lines, rest, most = [], foot, int(100 * _FOOT_SIZES[0] / size)
        while len(rest) > most:
            spaces = (k for k in range(most - 2, 0, -1) if rest[k] == " " and rest.count("'", 0, k) % 2 == 0)
            cut = next(spaces, most - 2) + 1  # a shell joins no lines inside quotation marks
            lines.append(f"{rest[:cut]}\\")
            rest = rest[cut:]
        if len(lines) * 1.25 * size <= _FOOT_ROOM:
            break
    for number, line in enumerate([*lines, rest]):
        yield _text(_EDGE, low + number * 1.25 * size, line, size, MUTED)


def _drawn(some: Sequence[BookPuzzle], language: Language, *, solved: bool) -> Iterator[str]:
    """Yield the boards of a sheet, as large as the sheet allows for their number, each with its caption."""
    side, columns = max((_side(len(some), columns), columns) for columns in range(1, len(some) + 1))
    high = _pitch(len(some), columns)
    wide = (_WIDTH - 2 * _EDGE - side) / (columns - 1) if columns > 1 else 0
    for place, (number, puzzle, solution, rating) in enumerate(some):
        row, column = divmod(place, columns)
        there = min(columns, len(some) - row * columns)  # the last row may be shorter; it is centred
        x = _WIDTH / 2 + wide * (column + 0.5 - there / 2) - side / 2
        y = _TOP + high * row + _CAPTION
        board = solution if solved else puzzle
        clues = [cell for cell, _ in puzzle.clues]
        scale = side / (shapes.CELL * board.layout.size)
        yield _text(x, y - 2, f"{number}", 4.2, INK)
        if not solved:
            least = "" if rating.solved else "≥ "
            difficulty = f"{class_of(rating.level).to(language)} {least}{rating.se:.1f}"
            yield _text(x + side, y - 2, difficulty, 3.3, MUTED, "end")
        edge = -shapes.MARGIN
        yield f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.5f}) translate({edge} {edge})">'
        yield from svg.inside(board.content(), svg.Marks(clues))
        yield "</g>"


def _pitch(boards: int, columns: int) -> float:
    """Return the height of a row of boards, with caption and gap."""
    return (_HEIGHT - _TOP - _BOTTOM + _GAP) / -(-boards // columns)


def _side(boards: int, columns: int) -> float:
    """Return the side of a board on a sheet with this number of boards and of columns."""
    return min((_WIDTH - 2 * _EDGE + _GAP) / columns, _pitch(boards, columns) - _CAPTION) - _GAP


def _parted(content: Sequence[BookPuzzle], most: int) -> Iterator[Sequence[BookPuzzle]]:
    """Yield parts of at most `most` puzzles, as equal as possible: no sheet is nearly empty."""
    parts = -(-len(content) // most)
    for i in range(parts):
        yield content[len(content) * i // parts : len(content) * (i + 1) // parts]


def _text(x: float, y: float, text: str, size: float, colour: str, anchor: str = "start") -> str:
    at = f'x="{x:.2f}" y="{y:.2f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {at}>{escape(text)}</text>"


def _dot(place: int, level: Level | None) -> str:
    """Return the dot at `place`, from 0. Dots up to the class of the puzzle are filled; without a class, all."""
    at = f'cx="{_WIDTH - _EDGE - 2 - 5 * (len(Level) - 1 - place):g}" cy="23" r="1.5"'
    fill = INK if level is None or place <= list(Level).index(level) else PAPER
    return f'<circle {at} stroke="{INK}" stroke-width="0.3" fill="{fill}"/>'


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


def page(sheets: Iterable[str], language: Language) -> bytes:
    """Return the sheets as one HTML page that needs no other file."""
    viewport = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head = f"{viewport}<title>{BOOK_TITLE.to(language)}</title><style>{_STYLE}</style>"
    body = "\n".join(sheets)
    return f'<!DOCTYPE html>\n<html lang="{language}">\n{head}\n{body}\n</html>\n'.encode()
