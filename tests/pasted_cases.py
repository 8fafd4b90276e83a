"""Text that people paste: boards as sites, programs, sheets and languages show them, each with its plain lines.

All puzzles are our own, from the bundled set `made`. In the expected lines, a point is a blank.
"""

import bz2
import gzip
import io
import json
import lzma
import zipfile

from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.harness import corpus

P1 = "68....1......6.4..1.......3......5.2....7.8..75...9....6.231....3......8.4.8...5."
S1 = "689743125573162489124985763496318572312576894758429631865231947937654218241897356"
P2 = "9..3..........2....7.5....9..6....4..97..4.6....2..3.55.4.3..9773....4.......8.5."
S2 = "962347581185692734473581629256713948397854162841269375524136897738925416619478253"
P3 = "....4...6...9...8..2....1....5..9..86....8..2....3....2..3....4..1.6..5.38..1..7."
FOUR = "3.1.........1.34"
SIX = ".41....6.2.........5..3.4..3....245."
SIXTEEN = (
    ".48.3G....E9..5.B.7D..1.4....GCE.3E.264.G.8....A2G9A57..1.3....F.7..AE54D.....9.5A3...7...1.D.4....2..G3.96.8..."
    "GDBE.2..3.....F..6..CFA7.G...9...CA3G4..8795...2.....B...1D4C.7.7.246395..AC.D.8421....8..C.E..B.9.6...F78.EA..5"
    "D..B.ACG..5...........6.F....8D."
)
_LATIN = [(5 * (r % 5) + r // 5 + c) % 25 for r in range(25) for c in range(25)]
TWENTY_FIVE = "".join(chr(65 + digit) if i % 3 else "." for i, digit in enumerate(_LATIN))


def rows(line: str) -> list[str]:
    """Return the rows of a line."""
    n = round(len(line) ** 0.5)
    return [line[r : r + n] for r in range(0, n * n, n)]


def parted(line: str, by: str, blank: str = "", start: str = "", end: str = "") -> str:
    """Return a line for each row, with a sign between the cells."""
    cells = [[blank if c == "." else c for c in row] for row in rows(line)]
    return "\n".join(start + by.join(row) + end for row in cells)


def boxed(line: str, blank: str, bar: str, rule: str, edge: str = "", between: str = " ") -> str:
    """Return a grid with bars and rules between the boxes, and a frame if `edge` is given."""
    lines = []
    for r, row in enumerate(rows(line)):
        if r % 3 == 0 and (r or edge):
            lines.append(rule)
        cells = [blank if c == "." else c for c in row]
        lines.append(edge + bar.join(between.join(cells[c : c + 3]) for c in (0, 3, 6)) + edge[::-1])
    return "\n".join([*lines, rule] if edge else lines)


def framed(line: str, blank: str, bar: str, top: str, rule: str, bottom: str) -> str:
    """Return a grid with each cell in its own frame."""
    lines = [top]
    for row in rows(line):
        lines += [bar + bar.join(f" {blank if c == '.' else c} " for c in row) + bar, rule]
    return "\n".join([*lines[:-1], bottom])


def zipped(members: dict[str, str]) -> bytes:
    """Return a zip file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name, text in members.items():
            file.writestr(name, text)
    return packed.getvalue()


WIDE = str.maketrans("0123456789.|", "０１２３４５６７８９．｜")
KANJI = str.maketrans("123456789.", "一二三四五六七八九・")
NUMBERS = [[int(c) if c != "." else 0 for c in row] for row in rows(P1)]
NONES = [[n or None for n in row] for row in NUMBERS]
SOLVED = [[int(c) for c in row] for row in rows(S1)]
GRID_16 = [[0 if c == "." else "123456789ABCDEFG".index(c) + 1 for c in row] for row in rows(SIXTEEN)]
NUMPY = "\n ".join("[" + " ".join(map(str, row)) + "]" for row in NUMBERS)
MARKS = """\
.-----------------.---------------------.--------------------.
| 6    8   234579 | 34579 2459  23457   | 1     279    579   |
| 2359 279 23579  | 13579 6     23578   | 4     2789   579   |
| 1    279 24579  | 4579  24589 24578   | 2679  26789  3     |
:-----------------+---------------------+--------------------:
| 3489 19  134689 | 1346  148   3468    | 5     134679 2     |
| 2349 129 123469 | 13456 7     23456   | 8     13469  1469  |
| 7    5   123468 | 1346  1248  9       | 36    1346   146   |
:-----------------+---------------------+--------------------:
| 589  6   5789   | 2     3     1       | 79    479    479   |
| 259  3   12579  | 45679 459   4567    | 2679  124679 8     |
| 29   4   1279   | 8     9     67      | 23679 5      1679  |
'-----------------'---------------------'--------------------'
"""

FORMS: dict[str, tuple[str | bytes, list[str]]] = {
    # -- a line --------------------------------------------------------------------------------------------------
    "points": (P1, [P1]),
    "row of gnome-sudoku": (" ".join(P1.replace(".", "0")) + "\t0.82", [P1]),
    "zeros": (P1.replace(".", "0"), [P1]),
    "stars": (P1.replace(".", "*"), [P1]),
    "underscores": (P1.replace(".", "_"), [P1]),
    "hyphens": (P1.replace(".", "-"), [P1]),
    "small x": (P1.replace(".", "x"), [P1]),
    "capital X": (P1.replace(".", "X"), [P1]),
    "question marks": (P1.replace(".", "?"), [P1]),
    "spaces for blanks": (P2.replace(".", " ")[:80] + " ", [P2]),
    "full-width digits": (P1.translate(WIDE), [P1]),
    "circled digits": (P1.translate(str.maketrans("123456789", "①②③④⑤⑥⑦⑧⑨")), [P1]),
    "rows of emoji": (
        "\n".join(rows(P1)).translate({**{48 + d: f"{d}\ufe0f\u20e3" for d in range(10)}, 46: "⬜"}),
        [P1],
    ),
    "links of f-puzzles among words": (
        f"Killers: try [{P1[:3]}]({Board.parse(P1).format('fpuzzles')}), or <{Board.parse(P2).format('fpuzzles')}>.",
        [P1, P2],
    ),
    "full-width digits and noughts": (P1.replace(".", "0").translate(WIDE), [P1]),
    "full-width digits and points of ASCII": (P1.translate(WIDE).replace("．", "."), [P1]),
    "full-width digits and squares": (P1.replace(".", "□").translate(WIDE), [P1]),
    "a space after each digit": (" ".join(P1.replace(".", "0")), [P1]),
    "a comma after each digit": (",".join(P1.replace(".", "0")), [P1]),
    "commas, blanks empty": (",".join(P1.replace(".", " ")).replace(" ", ""), [P1]),
    "rows parted by spaces": (" ".join(rows(P1)), [P1]),
    "rows parted by commas": (",".join(rows(P1.replace(".", "0"))), [P1]),
    "rows parted by slashes": ("/".join(rows(P1)), [P1]),
    "rows parted by bars": ("|".join(rows(P1.replace(".", "-"))), [P1]),
    "a number before": (f"0001 {P1}\n0002 {P2}\n", [P1, P2]),
    "a number with a colon": (f"12:{P1}\n13:{P2}\n", [P1, P2]),
    "a numbered list": (f"1. {P1}\n2. {P2}\n3) {P3}\n", [P1, P2, P3]),
    "a title before": (f"Puzzle #7 (hard): {P1}", [P1]),
    "a rating before, a name behind": (f"11.9 {P1} made-1\n10.7 {P2} made-2\n", [P1, P2]),
    "semicolons behind": (f"{P1};11.90;by us;7\n{P2};9.0;by us;8\n", [P1, P2]),
    "a comment behind": (f"{P1} # ED=7.1/1.2/1.2\n{P2} # ED=8.3\n", [P1, P2]),
    "quotation marks and a comma": (f'    "{P1}",\n    "{P2}",\n', [P1, P2]),
    "HoDoKu's library": (f":0000:x:{P1}::::\n:0300:4:{P2}::421 422::\n", [P1, P2]),
    "HoDoKu's library, with values that were set": (
        f":0100:7:{P1[:2]}+9{P1[3:]}:::713:\n",
        [S1[:2] + "9" + P1[3:]],
    ),
    "an attribute of XML": (
        '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n  <name>Ours</name>\n'
        f'  <game data="{P1.replace(".", "0")}" />\n  <game data="{P2.replace(".", "0")}" />\n</opensudoku>\n',
        [P1, P2],
    ),
    "an address": (f"https://sudoku.example.org/solver?bd={P1.replace('.', '0')}", [P1]),
    "a link of SudokuWiki": (
        "https://www.sudokuwiki.org/sudoku.htm?bd=S9B"
        + "".join("ep" if c == "." else f"0{c}" for c in P1[:-1])
        + "0g",
        [P1[:-1] + "7"],
    ),
    "rows parted by points": (".".join(rows(P1.replace(".", "0"))), [P1]),
    "the number of boards above": (f"1\n{P1}\n", [P1]),
    "words with a number above": (f"Sudoku version 1\n{P1}\n", [P1]),
    # -- a grid --------------------------------------------------------------------------------------------------
    "rows": ("\n".join(rows(P1)), [P1]),
    "the size above": ("9\n" + "\n".join(rows(P1)), [P1]),
    "the size twice above": ("9 9\n" + parted(P1, " ", "0"), [P1]),
    "a level above": ("Level: 5\n\n" + "\n".join(rows(P1)) + "\n", [P1]),
    "cells of a sheet": (parted(P1, "\t"), [P1]),
    "cells of a sheet, noughts": (parted(P1, "\t", "0"), [P1]),
    "tabs, points, CRLF": (parted(P1, "\t", ".").replace("\n", "\r\n"), [P1]),
    "cells of a sheet in empty columns": (parted(P1, "\t", "", "\t", "\t\t\r"), [P1]),
    "CSV of cells in empty rows and columns": (
        f"{',' * 10}\n{parted(P1, ',', end=',,')}\n{',' * 10}\n",
        [P1],
    ),
    "boards side by side in a sheet of 20x20": (
        "\n".join(f"{a},,{b}," for a, b in zip(parted(P1, ",").split(), parted(P2, ",").split(), strict=True))
        + f"\n{',' * 19}" * 11,
        [P1, P2],
    ),
    "two sheets": (parted(P1, "\t") + "\n\n" + parted(P2, "\t") + "\n", [P1, P2]),
    "CSV of cells": (parted(P1, ",") + "\n", [P1]),
    "CSV of cells, noughts": (parted(P1, ", ", "0"), [P1]),
    "CSV of cells, semicolons": (parted(P2, ";"), [P2]),
    "CSV of cells, quoted": (parted(P1, '","', "", '"', '"'), [P1]),
    "spaced, hyphens for blanks": (parted(P1, " ", "-"), [P1]),
    "spaced, x for blanks": (parted(P1, " ", "x"), [P1]),
    "hyphens, rules of hyphens": (boxed(P1, "-", " | ", "------+-------+------"), [P1]),
    "hyphens and plain rules of hyphens": (boxed(P1, "-", " | ", "---------------------"), [P1]),
    "bars, question marks": (boxed(P1, "?", "|", "---+---+---", "", ""), [P1]),
    "bars and rules": (boxed(P1, ".", " | ", "------+-------+------"), [P1]),
    "a frame": (boxed(P1, ".", " | ", "+-------+-------+-------+", "| "), [P1]),
    "a frame, blanks are spaces": (boxed(P1, " ", " | ", "+-------+-------+-------+", "| "), [P1]),
    "a frame, a bar at each cell": (
        framed(P1, " ", "|", "+---" * 9 + "+", "+---" * 9 + "+", "+---" * 9 + "+"),
        [P1],
    ),
    "box drawing, a bar at each cell": (
        framed(P1, " ", "│", "┌" + "───┬" * 8 + "───┐", "├" + "───┼" * 8 + "───┤", "└" + "───┴" * 8 + "───┘"),
        [P1],
    ),
    "box drawing, double lines": (
        framed(P2, " ", "║", "╔" + "═══╦" * 8 + "═══╗", "╠" + "═══╬" * 8 + "═══╣", "╚" + "═══╩" * 8 + "═══╝"),
        [P2],
    ),
    "a table of HTML": (f"<table>{parted(P1, '<td>', '&nbsp;', '<tr><td>')}</table>", [P1]),
    "a page with fields in a table inside a table": (
        "<!DOCTYPE html>\n<title>Sudoku 7</title>\n<table><tr><td>\n<table>\n<tr><th colspan=9>Hard</th></tr>\n"
        + parted(P1, "'></td>\n<td><input value='", "", "<tr>\n<td><input value='", "'></td></tr>")
        + "\n</table>\n</td><td>17</td></tr></table>\n",
        [P1],
    ),
    "Markdown, an empty header": (
        "|   " * 9 + "|\n" + "|---" * 9 + "|\n" + parted(P1, " | ", " ", "| ", " |"),
        [P1],
    ),
    "Markdown, rows and columns named": (
        "|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n"
        + "|:-:" * 10
        + "|\n"
        + "\n".join(
            f"| {r} {row}" for r, row in enumerate(parted(P1, " | ", " ", "| ", " |").split("\n"), 1)
        ),
        [P1],
    ),
    "Markdown, the first row as header": (
        parted(P1, " | ", " ", "| ", " |").replace("\n", "\n" + "| --- " * 9 + "|\n", 1),
        [P1],
    ),
    "rows and columns named": (
        "    1 2 3   4 5 6   7 8 9\n"
        + "\n".join(
            f"{'ABCDEFGHI'[r]}   " + "   ".join(" ".join(row[c : c + 3]) for c in (0, 3, 6))
            for r, row in enumerate(rows(P1))
        ),
        [P1],
    ),
    "Simple Sudoku": (boxed(P1, ".", "|", "|---+---+---|", "|", ""), [P1]),
    "Simple Sudoku, stars and X": (
        " *-----------*\n"
        + "\n".join(" " + line for line in boxed(P1, "X", "|", "|---+---+---|", "|", "").split("\n")[1:-1])
        + "\n *-----------*\n",
        [P1],
    ),
    "an SDK file": (
        "#ASadly nobody\n#DOur first\n#B2026-11-22\n#SUs\n#LHard\n[Puzzle]\n" + "\n".join(rows(P1)) + "\n",
        [P1],
    ),
    "an SDK file with a state": (
        "[Puzzle]\n"
        + "\n".join(rows(P1))
        + "\n[State]\n"
        + "\n".join(rows(P1[:2] + S1[2:9] + P1[9:]))
        + "\n",
        [P1],
    ),
    "pencil marks": (MARKS, [P1[:76] + "9" + P1[77:]]),
    "full-width rows and bars": (
        "\n".join("｜".join(row[c : c + 3] for c in (0, 3, 6)) for row in rows(P1)).translate(WIDE),
        [P1],
    ),
    "rows with spaces for blanks": ("\n".join(rows(P1)).replace(".", " "), [P1]),
    "full-width rows with wide spaces": ("\n".join(rows(P1)).translate(WIDE).replace("．", "\u3000"), [P1]),
    "kanji with wide spaces": ("\n".join(rows(P1)).translate(KANJI).replace("・", "\u3000"), [P1]),
    "numbers and NaN of pandas": (
        "\n".join(
            [
                "     " + "    ".join("012345678"),
                *(
                    f"{k}  " + "  ".join("NaN" if c == "." else f"{c}.0" for c in row)
                    for k, row in enumerate(rows(P1))
                ),
            ]
        ),
        [P1],
    ),
    "a sheet with an empty row below each board": (
        f"{parted(P1, ',')}\n{',' * 8}\n{parted(P2, ',')}\n{',' * 8}\n",
        [P1, P2],
    ),
    "a table of Markdown": (f"| id | puzzle |\n|---|---|\n| 1 | {P1} |\n| 2 | {P2} |", [P1, P2]),
    "a table of Polars": (
        f"shape: (2, 1)\n┌────┐\n│ puzzle │\n│ --- │\n│ str │\n╞════╡\n│ {P1} │\n│ {P2} │\n└────┘",
        [P1, P2],
    ),
    "numbers of puzzles in Japanese": (
        f"第1問\n{parted(P1, '', '.')}\n\n第2問\n{parted(P2, '', '.')}",
        [P1, P2],
    ),
    "bars and points of LaTeX": (parted(P1, "|", " ", "|", "|."), [P1]),
    "a number and a blank line above each board": (
        f"1\n\n{parted(P1, '', '0')}\n\n2\n\n{parted(P2, '', '0')}\n",
        [P1, P2],
    ),
    "kanji and points": ("\n".join(rows(P1)).translate(KANJI), [P1]),
    "a kanji grid with bars": (boxed(P1, "・", "｜", "―――＋―――＋―――", "", "").translate(KANJI), [P1]),
    "UTF-16, as Windows writes it": ("\n".join(rows(P1)).encode("utf-16"), [P1]),
    "UTF-16 with a tab between the cells": (b"\xfe\xff" + parted(P1, "\t").encode("utf-16-be"), [P1]),
    "cells of a sheet with several lines": (
        "\n".join('"' + "\n".join(rows(p)) + '"' for p in (P1, P2)),
        [P1, P2],
    ),
    "a frame, adjacent cells, blanks are spaces": (boxed(P1, " ", "|", "+---+---+---+", "|", ""), [P1]),
    "rows and columns counted from 0": (
        ",0,1,2,3,4,5,6,7,8\n"
        + "".join(f"{r},{','.join(row).replace('.', '')}\n" for r, row in enumerate(rows(P1))),
        [P1],
    ),
    "columns counted from 0": ("0,1,2,3,4,5,6,7,8\n" + parted(P1, ",").replace("6", "6.0"), [P1]),
    "Japanese around it": (
        "今日の数独（第12問・難易度★★★）\n\n"
        + boxed(P1, "・", "｜", "―――＋―――＋―――", "", "")
        + "\n\n答えは明日の朝刊に掲載します。\n",
        [P1],
    ),
    "solutions below puzzles": (
        "\n".join([*rows(P1), "", *rows(P2), "", "Solutions", "1", *rows(S1), "2", *rows(S2)]),
        [P1, P2],
    ),
    "a solution in a comment's place": (f"{P1}\n# Lösung\n{S1}\n{P2}\n答え：{S2}\n{P3}\n", [P1, P2, P3]),
    "text around it": (
        "Here is the one from Sunday's paper, rated 4 of 5:\n\n"
        + "\n".join(rows(P1))
        + "\n\nAny hints? I am stuck after 12 steps.\n",
        [P1],
    ),
    "titles between": (
        "Grid 01\n" + "\n".join(rows(P1)) + "\nGrid 02\n" + "\n".join(rows(P2)) + "\n",
        [P1, P2],
    ),
    "other titles between": (
        "Puzzle 1 (easy)\n" + "\n".join(rows(P1)) + "\n\nPuzzle 2 (hard)\n" + "\n".join(rows(P2)) + "\n",
        [P1, P2],
    ),
    "4x4, commas": (parted(FOUR, ","), [FOUR]),
    "6x6, box drawing": (
        framed(
            SIX, " ", "│", "┌" + "───┬" * 5 + "───┐", "├" + "───┼" * 5 + "───┤", "└" + "───┴" * 5 + "───┘"
        ),
        [SIX],
    ),
    "16x16, letters": ("\n".join(rows(SIXTEEN)) + "\n", [SIXTEEN]),
    "16x16, letters, spaced": (parted(SIXTEEN, " ", "-"), [SIXTEEN]),
    "16x16, numbers and commas": ("\n".join(",".join(map(str, row)) for row in GRID_16), [SIXTEEN]),
    "16x16, numbers in a sheet": (
        "\n".join("\t".join(str(n or "") for n in row) for row in GRID_16),
        [SIXTEEN],
    ),
    "16x16, numbers in lists": (json.dumps(GRID_16), [SIXTEEN]),
    "25x25, letters": ("\n".join(rows(TWENTY_FIVE)), [TWENTY_FIVE]),
    "25x25, letters in a line, behind a number": (f"7: {TWENTY_FIVE}", [TWENTY_FIVE]),
    # -- languages -----------------------------------------------------------------------------------------------
    "a list of lists": (str(NUMBERS), [P1]),
    "a list of lists with None": (str(NONES), [P1]),
    "a list of lists in several lines": (
        "grid = [\n" + "\n".join(f"    {row}," for row in NUMBERS) + "\n]\n",
        [P1],
    ),
    "a list of tuples": (str([tuple(row) for row in NUMBERS]), [P1]),
    "a list of characters": (json.dumps([list(row) for row in rows(P1)]), [P1]),
    "a list of empty texts": (str([["" if c == "." else c for c in row] for row in rows(P1)]), [P1]),
    "a list of rows": (str(rows(P1)), [P1]),
    "a list of 81 numbers": (str([n for row in NUMBERS for n in row]), [P1]),
    "a list of lines": (json.dumps([P1, P2, P3], indent=1), [P1, P2, P3]),
    "a list of lists of lists": (str([NUMBERS, SOLVED]), [P1, S1]),
    "a text of rows": ('board = """\n' + "\n".join(rows(P1)) + '\n"""\n', [P1]),
    "an array as it is shown": (
        "array([" + ",\n       ".join(str(row) for row in NUMBERS) + "], dtype=uint8)",
        [P1],
    ),
    "an array as it is printed": (f"[{NUMPY}]", [P1]),
    "MiniZinc, bars behind the rows": ("n=3;\nstart=[|\n" + parted(P1, ", ", "0", end="|") + "];\n", [P1]),
    "MiniZinc, bars before the rows": ("start = [\n" + parted(P1, ",", "_", start=" |") + "|];\n", [P1]),
    "MiniZinc, array2d": (
        "start = array2d(1..9, 1..9, " + str([n for row in NUMBERS for n in row]) + ");\n",
        [P1],
    ),
    "MATLAB, in one line": ("M = [" + parted(P1, " ", "0").replace("\n", "; ") + "];\n", [P1]),
    "MATLAB, a row a line": ("M = [\n" + parted(P1, " ", "0", end=";") + "\n];\n", [P1]),
    "MATLAB, with comments": (
        "M = [" + parted(P1, " ", "0", end="; ... % done").removesuffix("; ... % done") + "]; % a board\n",
        [P1],
    ),
    "Prolog, with comments": (
        "p(1, [["
        + parted(P1, ",", "_", end="], % next").replace("next\n", "next\n[").removesuffix(", % next")
        + "]).\n",
        [P1],
    ),
    "adjacent cells behind names, below a line of names": (
        "  123 456 789\n"
        + "\n".join(
            f"{name} {row[:3]} {row[3:6]} {row[6:]}" for name, row in zip("ABCDEFGHI", rows(P1), strict=True)
        ),
        [P1],
    ),
    "MATLAB, with continued lines": (
        "M = [" + parted(P1, " ", "0", end="; ...").replace("7", "...\n  7").removesuffix("; ...") + "];\n",
        [P1],
    ),
    "Prolog": (
        "problem(1, [" + ",\n".join(f"[{','.join(row)}]".replace(".", "_") for row in rows(P1)) + "]).\n",
        [P1],
    ),
    "prompts": (">>> print(grid)\n" + f"[{NUMPY}]\n>>> \n", [P1]),
    "C": (
        "int grid[9][9] = {\n"
        + ",\n".join("  {" + ", ".join(map(str, row)) + "}" for row in NUMBERS)
        + "\n};\n",
        [P1],
    ),
    "C, in one line": ("{" + ",".join("{" + ",".join(map(str, row)) + "}" for row in NUMBERS) + "}", [P1]),
    "JSON, a number a line": (json.dumps(NUMBERS, indent=2), [P1]),
    "JSON, an object": (json.dumps({"id": 7, "puzzle": P1.replace(".", "0"), "solution": S1}), [P1]),
    "JSON, an object with lists": (
        json.dumps({"difficulty": "hard", "board": NUMBERS, "solution": SOLVED}, indent=2),
        [P1],
    ),
    "JSON, objects in a list": (
        json.dumps([{"puzzle": P1, "solution": S1}, {"puzzle": P2, "solution": S2}]),
        [P1, P2],
    ),
    "JSON, an object a line": (
        "".join(json.dumps({"quiz": p, "solution": s}) + "\n" for p, s in ((P1, S1), (P2, S2))),
        [P1, P2],
    ),
    "JSON of an app": (
        json.dumps(
            {"app": "Ours", "version": "3.1", "puzzles": [{"uuid": "a-1", "givens": P1, "notes": {}}]}
        ),
        [P1],
    ),
    "JSON, objects in objects": (
        json.dumps({"newboard": {"grids": [{"value": NUMBERS, "solution": SOLVED}], "results": 1}}),
        [P1],
    ),
    # -- tables --------------------------------------------------------------------------------------------------
    "quizzes,solutions": (
        f"quizzes,solutions\n{P1.replace('.', '0')},{S1}\n{P2.replace('.', '0')},{S2}\n",
        [P1, P2],
    ),
    "id,puzzle,solution,clues,difficulty": (
        f"id,puzzle,solution,clues,difficulty\n1,{P1},{S1},23,2.2\n2,{P2},{S2},25,0.0\n",
        [P1, P2],
    ),
    "quoted columns": (
        f'"id","puzzle","solution","source"\n"1","{P1}","{S1}","us, by ""hand"""\n"2","{P2}","{S2}",""\n',
        [P1, P2],
    ),
    "columns parted by semicolons": (f"Nr;Puzzle;Lösung\n1;{P1};{S1}\n2;{P2};{S2}\n", [P1, P2]),
    "columns parted by tabs": (f"solution\tpuzzle\n{S1}\t{P1}\n{S2}\t{P2}\n", [P1, P2]),
    "columns of other names": (f"答え,問題\n{S1},{P1}\n{S2},{P2}\n", [P1, P2]),
    "columns without names": (f"1,{P1},{S1},23\n2,{P2},{S2},25\n", [P1, P2]),
    "a state beside the puzzle": (
        f"state,puzzle\n{P1[:2]}9{P1[3:]},{P1}\n{P2[:1]}6{P2[2:]},{P2}\n",
        [P1, P2],
    ),
    "grids in quoted columns": (
        'id,board\n1,"' + "\n".join(rows(P1)) + '"\n2,"' + "\n".join(rows(P2)) + '"\n',
        [P1, P2],
    ),
    # -- bytes ---------------------------------------------------------------------------------------------------
    "gzip": (gzip.compress(f"{P1}\n{P2}\n".encode()), [P1, P2]),
    "bzip2": (bz2.compress(f"quizzes,solutions\n{P1},{S1}\n".encode()), [P1]),
    "xz": (lzma.compress("\n".join(rows(P1)).encode()), [P1]),
    "zip": (
        zipped({"a.csv": f"puzzle\n{P1}\n", "__MACOSX/._a.csv": "\0", "b/c.txt": f"{P2}\n{P3}\n"}),
        [P1, P2, P3],
    ),
    "old Mac line ends": ("\r".join(rows(P1)).encode() + b"\r", [P1]),
    "old Mac line ends, lines": (f"{P1}\r{P2}\r{P3}".encode(), [P1, P2, P3]),
    "a byte order mark": (b"\xef\xbb\xbf" + f"puzzle,solution\r\n{P1},{S1}\r\n".encode(), [P1]),
    "Shift JIS": (
        ("第一問　難しい\r\n" + "\r\n".join(rows(P1)) + "\r\n").translate(WIDE).encode("cp932"),
        [P1],
    ),
    "Latin-1": (("Größe: neun\n" + "\n".join(rows(P1)) + "\n").encode("latin-1"), [P1]),
}


def entries(data, form=None, problem=None):
    stream = io.BytesIO(data if isinstance(data, bytes) else data.encode())
    return list(corpus._read(stream, "pasted", corpus.Reading(form, problem)))


def read(data):
    """Return the texts of boards, and the messages of errors with an exclamation mark before them."""
    try:
        found = entries(data)
    except InputError as error:
        return [f"! {error}"]
    return [f"! {entry.error}" if isinstance(entry, corpus.BadEntry) else entry.text for entry in found]


def refused(data, least=1):
    """Check that reading finds at least `least` things, all of them errors, and return these."""
    found = read(data)
    assert len(found) >= least, data
    assert all(line.startswith("!") for line in found), (data, found)
    return found
