"""A line with a cell too few or too many is refused with the place of the gap; links name their program."""

import pytest
from formats_cases import fault
from pasted_cases import read

from sudokubench.board import Board

P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [P[n : n + 9] for n in range(0, 81, 9)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (P[:-1], "80 characters; 9x9 has 81, one is missing"),
        (P[:-2], "79 characters; 9x9 has 81, two are missing"),
        (P + ".", "82 characters; 9x9 has 81, one is too many"),
        (P + "..", "83 characters; 9x9 has 81, two are too many"),
        ("1...3..2...3..2", "15 characters; 4x4 has 16, one is missing"),
        (
            " ".join([*ROWS[:2], ROWS[2][:-1], *ROWS[3:]]),
            "80 characters; 9x9 has 81, one is missing in row 3",
        ),
        (" ".join([*ROWS[:8], ROWS[8] + "."]), "82 characters; 9x9 has 81, one is too many in row 9"),
    ],
)
def test_what_is_missing_is_said(line, said):
    assert fault(line).words.en.endswith(said)


def test_the_row_is_said_in_japanese_too():
    line = " ".join([*ROWS[:2], ROWS[2][:-1], *ROWS[3:]])
    assert fault(line).words.ja.endswith("81マスで、3行目が1マス足りません")


@pytest.mark.parametrize("line", [P[:-3], P + "...", "5" + "." * 14, "." * 40])
def test_a_line_far_from_a_board_gets_the_rule(line):
    """Fifteen cells with a 5 are not a 4x4 with a missing cell."""
    assert "a board has a square number of cells" in fault(line).words.en


@pytest.mark.parametrize(
    ("link", "program"),
    [
        ("https://sudokupad.app/abc123", "SudokuPad"), ("try [it](https://sudokupad.app/abc123)!", "SudokuPad"),
        ("sudokupad.app/scl?puzzleid=x", "SudokuPad"),
        ("https://app.crackingthecryptic.com/sudoku/9fNTLqQPfq", "SudokuPad"),
        ("https://www.f-puzzles.com/?id=yc4bbyy6", "f-puzzles"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit", "Penpa"),
        ("https://puzz.link/p?sudoku/9/9/g1h2i", "puzz.link"), ("<http://pzv.jp/p.html?sudoku/9/9/g1>", "puzz.link"),
        ("https://sudokumaker.app/?puzzle=Z42", "Sudoku Maker"), ("https://sudoku.coach/en/play/00030", "sudoku.coach"),
        ("https://sigh.github.io/Interactive-Sudoku-Solver/?q=abc", "Interactive Sudoku Solver"),
    ],
)  # fmt: skip
def test_a_puzzle_link_is_refused_by_its_program(link, program):
    assert f" is a puzzle link of {program}, but it holds no puzzle" in fault(link).words.en
    assert f"{program}の問題のリンクです" in fault(link).words.ja


def test_other_links_stay_what_they_were():
    link = "https://example.org/abc"
    assert "is a link, and links are not opened" in fault(link).words.en
    (line,) = read(f"More are at {link}.\n")
    assert f"pasted:1: '{link}' is a link, and links are not opened" in line
    board = Board.parse(P)
    assert Board.parse(f"https://www.sudokuwiki.org/sudoku.htm?bd={P}") == board
    assert "is a link" in fault(f"https://www.sudokuwiki.org/sudoku.htm?bd=S9B{'zz' * 81}").words.en
