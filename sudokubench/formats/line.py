"""One board in one line: a character for each cell, row by row, then perhaps a comment.

53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79   Wikipedia
"""

from __future__ import annotations

import re

from sudokubench.errors import InputError, Place
from sudokubench.formats.cells import BLANKS, MAX_CELLS, Grid, digit_of, size_of, standard_layout
from sudokubench.layout import Layout, default_symbols
from sudokubench.words import Words

# Nearly every line of a corpus is a plain 9x9: one translation reads it. Spaces take the careful way.
_NINE = Layout.standard(9)
_FOREIGN = 255
_DIGIT_OF_BYTE = bytes(
    0 if chr(byte) in ".0*_" else byte - 48 if 49 <= byte <= 57 else _FOREIGN for byte in range(256)
)
_BEHIND_A_BOARD = frozenset(" \t,;#\r\n")
_END_OF_BOARD = re.compile(r"[\s,;#]")
_SIGNS_FOR_BLANKS = BLANKS - {" "}


def read(text: str, layout: Layout | None = None) -> Grid:
    """The grid of a line. Blanks are . 0 * _, or spaces if they are the only sign for a blank.

    Behind a white space, comma, semicolon or # may follow a comment, which is left out.

    Raises:
        InputError: The wrong number of cells, or a foreign symbol, with its column.
    """
    if (layout is None or layout is _NINE) and (len(text) == 81 or text[81:82] in _BEHIND_A_BOARD):
        digits = text[:81].encode("ascii", "replace").translate(_DIGIT_OF_BYTE)
        if _FOREIGN not in digits:
            return Grid(_NINE, digits)
    cells, start = _cells(text, layout)
    chosen = layout or standard_layout(size_of(len(cells)) or 0, cells)
    return Grid(chosen, bytes(digit_of(c, chosen, Place(column=start + i)) for i, c in enumerate(cells, 1)))


def _cells(text: str, layout: Layout | None) -> tuple[str, int]:
    """The characters that are cells, and the number of characters before them."""
    body = text.rstrip("\r\n")
    indent = len(body) - len(body.lstrip())
    token = _END_OF_BOARD.split(body[indent:], maxsplit=1)[0]
    trimmed = body.strip()
    spaced = _fits(body, layout) and not _SIGNS_FOR_BLANKS.intersection(body)
    if _fits(token, layout) and not (spaced and _all_symbols(body, layout)):
        return token, indent
    if spaced:
        return body, 0
    if _fits(trimmed, layout) and not _SIGNS_FOR_BLANKS.intersection(trimmed):
        return trimmed, indent
    length = len(token) if len(token) <= MAX_CELLS else len(trimmed)
    end = Place(column=indent + length)
    if layout:
        raise InputError(
            Words(
                f"{length:,} character{'' if length == 1 else 's'}: a line of {layout} has {layout.cell_count}",
                f"{length:,} 文字です。{layout} の 1 行は {layout.cell_count} 文字です",
            ),
            end,
        )
    raise InputError(
        Words(
            f"a line of {length:,} character{'' if length == 1 else 's'}: a board has a square number of cells, "
            "such as 16, 36, 81, 144, 256 or 625; prime sizes need a layout",
            f"1 行が {length:,} 文字です。盤面のマスの数は 16、36、81、144、256、625 のような平方数です。"
            "一辺が素数の盤面にはレイアウトの指定が必要です",
        ),
        end,
    )


def _fits(cells: str, layout: Layout | None) -> bool:
    return len(cells) == layout.cell_count if layout else size_of(len(cells)) is not None


def _all_symbols(body: str, layout: Layout | None) -> bool:
    symbols = layout.symbols if layout else default_symbols(size_of(len(body)) or 0)
    return set(body.upper()) <= {*symbols, " "}


def write(content: Grid) -> str:
    """One character a cell, `.` for a blank."""
    return content.digits.decode("latin-1").translate(
        "." + content.layout.symbols
    )  # a digit is the index of its symbol
