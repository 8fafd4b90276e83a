"""Puzzles of other forms, which are not read: a description of the line, so that a message names what was seen."""

from __future__ import annotations

import re

from sudokubench.formats.strict_json import shown
from sudokubench.words import Words

_RULES = re.compile(r"\.[A-Z]\w*(?:~.*)?")
"""A constraint of Interactive Sudoku Solver: `.Cage~10~R1C1~R1C2`."""
_WRITE_LINE = Words(
    "write the board as one line or as rows, or as JSON with its rules",
    "盤面を 1 行または何行かで書くか、ルールを含む JSON にしてください",
)
_FORMS = [
    (re.compile(form, flags), Words(en, ja))
    for form, flags, en, ja in (
        (_RULES.pattern, 0,
         "a constraint of Interactive Sudoku Solver", "Interactive Sudoku Solver の制約です"),
        (r"<?(?:[a-z][a-z0-9+.-]*://|www\.)\S+>?", re.I,
         "a link, and links are not opened", "リンクです。リンク先は開きません"),
        (r"(?:sudokupad\.app|f-puzzles\.com|app\.crackingthecryptic\.com)/\S*", 0,
         "a link, and links are not opened", "リンクです。リンク先は開きません"),
        (r"(?:fpuzzles|fpuz|scf|scl|ctc)[\w+/=%-]{16,}", 0,
         "a packed puzzle of SudokuPad", "SudokuPad の圧縮された問題です"),
        (r"SumoCueV\d=?.*", re.I, "a puzzle of SumoCue", "SumoCue の問題です"),
        (r"\d{1,2}x\d{1,2}[a-z0-9]*:(?=.*[a-z])[0-9a-z_,]{6,}", 0,
         "a game of Simon Tatham's collection", "Simon Tatham のパズル集の問題です"),
        (r"\s*<(?:game|puzzle|sudoku|cell|grid|board|row)\b[^>]*\d[^>]*>.*", re.I,
         "a puzzle in XML, such as OpenSudoku's, whose cells are not 81 digits in a row",
         "XML の問題です（OpenSudoku など）。81 個の数字が並んでいません"),
        (r"\s*(?=.*\bu[1-9]\b)(?:u?[1-9]{1,9}\s+){3,}u?[1-9]{1,9}\s*", 0,
         "a row of candidates with u before the digits that a player placed, as in SudoCue's .sdx",
         "SudoCue の .sdx のような候補の行です（u は解く人が入れた数字）"),
        (r"(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9+/])[A-Za-z0-9+/_-]{40,}={0,2}", 0,
         "a packed puzzle in Base64", "Base64 で圧縮された問題です"),
    )
]  # fmt: skip


def other_form(line: str) -> Words | None:
    """Return a description of a line if it looks like a puzzle of a form that is not read.

    >>> other_form("www.example.org/1").en.split(";")[0]
    "'www.example.org/1' is a link, and links are not opened"
    """
    line = line.strip()
    for form, what in _FORMS:
        if form.fullmatch(line):
            seen = shown(line)
            return Words(f"{seen} is {what.en}; {_WRITE_LINE.en}", f"{seen} は{what.ja}。{_WRITE_LINE.ja}")
    return None


def is_rule_of_others(line: str) -> bool:
    """Return whether a line is a constraint of another program, which belongs to a board near it."""
    return bool(_RULES.fullmatch(line.strip()))


_NUMBERS = re.compile(r"\d{1,3}(?:\s+\d{1,3}){0,2}")


def not_a_board(line: str, cells: int) -> Words:
    """Return the message for a line that is not a board, whatever it is.

    Args:
        line: The line.
        cells: The characters in it that would be cells.
    """
    seen, words = shown(line.strip()), line.split()
    cells = max(cells, *(len(word) for word in words if len(word) > 15), 0)
    fields = max(len(words), line.count(",") + 1, line.count(";") + 1)
    if _NUMBERS.fullmatch(line.strip()):
        what = Words(f"{seen} is a number and not a board", f"{seen} は数で、盤面ではありません")
    elif fields > 9 and fields > cells / 2:
        what = Words(f"{seen} has {fields} fields", f"{seen} には項目が {fields} 個あります")
    else:
        plural = "" if cells == 1 else "s"
        what = Words(
            f"{seen} is not a board: {cells:,} character{plural}",
            f"{seen} は盤面ではありません：{cells:,} 文字です",
        )
    return what + Words(
        "; a board has a square number of cells, such as 16, 36, 81, 144, 256 or 625; prime sizes need a layout",
        "。盤面のマスの数は 16、36、81、144、256、625 のような平方数です。"
        "一辺が素数の盤面にはレイアウトの指定が必要です",
    )
