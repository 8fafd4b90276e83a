"""Books of puzzles: the content of the sheets, its places, and the file after a failure."""

import re
import sys
from collections import Counter
from io import BytesIO
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from drawing_reading import SVG, signs

from sudokubench import Board, rate, solve
from sudokubench.actions.book import bound, opened
from sudokubench.actions.generate import Generated, generate
from sudokubench.errors import BackendUnavailable
from sudokubench.generation.wish import Wish
from sudokubench.layout import Layout

KANJI = Layout.named("4x4@一二三四-diagonal")
PUZZLES = [
    *generate(Wish(Layout.named("6x6")), 14, seed=1),
    *generate(Wish(KANJI), 1),
]  # 14 of one layout, one with other symbols and shaded houses


def sheets(book: bytes) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(part) for part in re.findall(r"<svg.*?</svg>", book.decode(), re.DOTALL)]


def boards(sheet: ElementTree.Element) -> list[tuple[tuple[float, float, float], str]]:
    """Return the left edge, top and side of each board of a sheet, in millimetres, and its signs in reading order."""
    found = []
    for group in sheet.iter(f"{SVG}g"):
        x, y, scale = map(float, re.findall(r"-?[\d.]+", group.attrib["transform"])[:3])
        places = sorted((one.y, one.x, one.text) for one in signs(group))
        frame = max(re.findall(r"M26 26h(\d+)", ElementTree.tostring(group, encoding="unicode")), key=int)
        found.append(((x, y, scale * int(frame)), "".join(text for *_, text in places)))
    return found


@pytest.mark.parametrize("per_page", range(1, 7))
def test_boards_lie_apart_and_within_their_sheet(per_page: int) -> None:
    for sheet in sheets(bound(PUZZLES, "a.html", per_page=per_page)):
        areas = [area for area, _ in boards(sheet)]
        assert 1 <= len(areas) <= 12
        for x, y, side in areas:
            assert 14.9 < x < x + side < 195.1
            assert 40 < y < y + side < 281
        for (x, y, side), (left, top, _) in combinations(areas, 2):
            assert left > x + side + 3 or top > y + side + 8  # room for the text above a board


@pytest.mark.parametrize("number", range(1, 16))
def test_every_sheet_is_filled(number: int) -> None:
    for sheet in sheets(bound(PUZZLES[:number], "a.html", per_page=6)):
        areas = [area for area, _ in boards(sheet)]
        assert max(y + side for _, y, side in areas) > 200, "of 297 mm"
        assert sum(side * side for *_, side in areas) > 0.35 * (180 * 239), "of the room below the title"


def test_each_board_has_its_number_right_above_it() -> None:
    for sheet in sheets(bound(PUZZLES, "a.html", per_page=4)):
        texts = [one for one in sheet.findall(f"{SVG}text") if (one.text or "").isdigit()]
        numbers = [(float(one.attrib["x"]), float(one.attrib["y"])) for one in texts]
        for (x, y, _), _ in boards(sheet):
            assert sum(abs(left - x) < 0.1 and y - 5 < low < y for left, low in numbers) == 1


@pytest.mark.parametrize("words", [1, 12, 40, 70])
def test_a_foot_stands_whole_in_lines_that_a_shell_joins_and_leaves_the_edge_free(words: int) -> None:
    foot = " ".join(["sudokubench", *(["--pattern", "1" * 9] * words)])[: 100 * words]
    (sheet, *_) = sheets(bound(PUZZLES[:1], "a.html", foot=foot))
    lines = [one for one in sheet.findall(f"{SVG}text") if float(one.attrib["y"]) > 283][:-1]
    assert "\n".join(one.text or "" for one in lines).replace("\\\n", "") == foot
    assert max(float(one.attrib["y"]) for one in lines) <= 292
    assert max(len(one.text or "") * float(one.attrib["font-size"]) for one in lines) <= 260
    assert all(one.attrib["font-size"] == "2.6" for one in lines) or len(foot) > 290


def test_no_line_of_a_foot_ends_inside_quotation_marks() -> None:
    foot = " ".join(["sudokubench", "generate", *["--title 'four words in quotes'"] * 9])
    (sheet, *_) = sheets(bound(PUZZLES[:1], "a.html", foot=foot))
    lines = [line for one in sheet.findall(f"{SVG}text") if (line := one.text or "").endswith("\\")]
    assert len(lines) > 1
    assert all(line.count("'") % 2 == 0 for line in lines)


def test_a_foot_of_one_long_word_stands_whole() -> None:
    (sheet, *_) = sheets(bound(PUZZLES[:1], "a.html", foot="-" * 256))
    lines = [text for text in sheet.itertext() if "--" in text]
    assert (len(lines), "".join(lines).replace("\\", "")) == (3, "-" * 256)


def test_every_puzzle_stands_in_it_once_and_so_does_its_solution() -> None:
    found = [[line for _, line in boards(sheet)] for sheet in sheets(bound(PUZZLES, "a.html", per_page=5))]
    lines = [line for sheet in found for line in sheet]
    puzzles, solutions = lines[:15], lines[15:]
    assert sorted(puzzles) == sorted(one.puzzle.format().replace(".", "") for one in PUZZLES)
    assert sorted(solutions) == sorted(one.solution.format() for one in PUZZLES)
    by_solution = {one.solution.format(): one.puzzle.format().replace(".", "") for one in PUZZLES}
    assert [by_solution[solution] for solution in solutions] == puzzles
    assert [len(sheet) for sheet in found][-2:] == [7, 8]


def test_each_class_begins_a_sheet_and_the_easier_come_first() -> None:
    medium, easy = (
        "....1..5....4....9....624...5.9...7..4.8..93.........15...4....7.1....9..643..5..",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    )
    made = [Generated(i, Board.parse(each), solve(each).solution, 0) for i, each in enumerate((medium, easy))]
    first, second, solutions = sheets(bound(made, "a.html", language="ja", foot="a & b"))
    for sheet, number, (rating,), name in ((first, 1, rate(easy), "初級"), (second, 2, rate(medium), "中級")):
        [(_, line)] = boards(sheet)
        assert line == str(rating.board).replace(".", "")
        texts = [text for text in sheet.itertext() if text.strip()]
        assert texts[0] == name
        assert {str(number), f"{name} {rating.se:.1f}", "a & b", f"{number} / 3"} <= set(texts)
        full = [one for one in sheet.iter(f"{SVG}circle") if one.attrib["fill"] == one.attrib["stroke"]]
        assert len(full) == number
    assert "解答" in solutions.itertext()


def test_the_task_shows_the_symbols_and_what_is_shaded() -> None:
    told = "".join(sheets(bound(PUZZLES[-1:], "a.html"))[0].itertext())
    assert "each of 一 二 三 四 once. No symbol occurs twice in a shaded house." in told
    assert "shaded" not in "".join(sheets(bound(PUZZLES[:1], "a.html"))[0].itertext())


def test_a_pdf_has_the_sheets_of_the_page_on_a4_and_its_font() -> None:
    from pypdf import PdfReader

    made = bound(PUZZLES, "a.pdf", per_page=6, language="ja", foot="seed 1")
    fonts = set(re.findall(rb"/BaseFont */[A-Z]{6}\+([\w-]+)", made))
    assert {font.partition(b"-")[0] for font in fonts} == {b"NotoSansCJKjp"}
    assert b"/FontFile" in made
    pages = PdfReader(BytesIO(made)).pages
    drawn = sheets(bound(PUZZLES, "a.html", per_page=6, language="ja", foot="seed 1"))
    assert [tuple(map(round, page.mediabox[2:])) for page in pages] == [(595, 842)] * len(drawn)
    for page, sheet in zip(pages, drawn, strict=True):
        said = [Counter("".join("".join(texts).split())) for texts in (page.extract_text(), sheet.itertext())]
        assert said[0] == said[1]


def test_an_old_file_stays_if_no_book_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text("old")
    with pytest.raises(TypeError), opened(str(path)) as file:
        file.writelines([b"half", None])  # type: ignore[list-item]
    with opened(str(path)):
        pass
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("a.html", "old")]
    with opened(str(path)) as file:
        file.write(b"new")
        assert path.read_text() == "old"
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("a.html", "new")]


def test_a_pdf_without_its_packages_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with (
        pytest.raises(BackendUnavailable, match=r"report.*or make an \.html book"),
        opened(str(tmp_path / "a.PDF")),
    ):
        pass
    assert not list(tmp_path.iterdir())
