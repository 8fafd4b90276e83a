"""Pasted text is read in its own notation; damaged text is reported, and no part is invented."""

import bz2
import gzip
import io
import json
import lzma
import sys
import tracemalloc
import zipfile

import pytest
from pasted_cases import FORMS, NUMBERS, P1, P2, P3, S1, S2, entries, parted, read, refused, rows, zipped

from sudokubench.answer import Verdict
from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.formats import loose, words
from sudokubench.harness import corpus
from sudokubench.harness.corpus import BadEntry
from sudokubench.harness.words import FORMS_TOLD
from sudokubench.layout import Layout
from sudokubench.puzzles import boards, puzzle


@pytest.mark.parametrize("name", FORMS)
def test_what_is_pasted_is_read_as_what_it_is(name):
    text, boards = FORMS[name]
    assert read(text) == boards


@pytest.mark.parametrize(
    "name", [n for n, (t, found) in FORMS.items() if isinstance(t, str) and len(found) == 1]
)
def test_one_board_in_other_clothes_may_be_given_as_text(name):
    text, boards = FORMS[name]
    if text.count("[Puzzle]") == 0:
        assert str(Board.parse(text)) == boards[0]


@pytest.mark.parametrize(
    "name",
    [
        "hyphens", "full-width digits", "a comma after each digit", "rows parted by slashes", "a number before",
        "a list of lists", "a list of lines", "an array as it is printed", "CSV of cells, noughts",
        "JSON, an object a line", "JSON, an object with lists", "spaced, x for blanks", "hyphens, rules of hyphens",
    ],
)  # fmt: skip
def test_where_a_sign_of_a_cell_is_missing_nothing_is_filled_up_and_no_board_gets_lost(name):
    text, boards = FORMS[name]
    for at in [i for i, sign in enumerate(text) if sign in ".0-x．" and text[i - 1] not in "-:"][::19]:
        found = read(text[:at] + text[at + 1 :])
        assert found == boards or any(line.startswith("!") for line in found), (at, found)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n".join(f"<row>{row}</row>" for row in rows(P1)), "only tables"),
        (
            json.dumps([[{"value": n, "given": n > 0} for n in row] for row in NUMBERS]),
            "with a number a cell",
        ),
        (P1.replace("6", "⑥", 1), "symbol"),
        (f"{P1} {P2}".replace(".", "-"), "boards at the columns 1 and 83"),
        (f"0000000000000001 {P1}", "boards at the columns 1 and 18"),
        (f"P1: {P1[:-1]}", "80 char"),
        (P1.replace(".", "-", 3), "the symbol '-'"),
        (parted(P1, ",", "0").replace("0", "", 1), "cell|char|symbol"),
        (str(NUMBERS).replace("6", "66", 1), ""),
        (str(NUMBERS)[:-2], ""),
        (f'{{"puzzle":"{P1}","cages":[[0,1,3]]}}', "'cages' stands beside"),
        ('{"puzzle":"12","solution":"34"}', "is not a board"),
        (f'["{P1}", "{P2[:-1]}"]', "(80 characters) is not a board"),
        ("[" + ", ".join(["[" + "1, " * 15 + "1]"] * 16) + "]", "one board of 16x16"),
        (f"puzzle,solution\n{P1}\n", "this record has 1 field,"),
        (f"puzzle,solution\n{'1,' * 1599}1\n", "this record has 1,600 fields"),
        (f"{'1,' * 1599}1\n", "has 1,600 fields"),
        ("6,8,,,,,1,,\n" + parted(P1, ","), "has 9 fields"),  # ten rows: no nine of them are a board
        (" ".join(["17", *"." * 255]), "256 fields, as many as a 16x16 board has cells, but field 1 is '17'"),
        (
            ", ".join([*"." * 255, "A7"]),
            "256 fields, as many as a 16x16 board has cells, but field 256 is 'A7'",
        ),
        (",".join(["A", "17", *"." * 254]), "but field 2 is '17'"),
        (" ".join(["10", "0", *"." * 254]), "one sign for all blanks"),
        (", ".join(["10", "00", *"." * 254]), "one sign for all blanks"),
        (",".join(["17", ".", *[""] * 623]), "one sign for all blanks"),
        ("\n".join(["10 00" + " ." * 14, *[". " * 16] * 15]), words.ZERO_AMONG_NUMBERS.en),
        ("\n".join(["10 0" + " ." * 14, *[". " * 16] * 15]), words.ZERO_AMONG_NUMBERS.en),
        (f'puzzle,note\n{P1},"a\n{P2},b\n', "not a record of a table|this record"),
        ("\n".join(("1", "2" * 9, "3" * 10)), "a line|row"),
        ("-" * 81, "symbol|char|no puzzle"),
    ],
)
def test_what_is_damaged_or_ambiguous_is_reported(text, message):
    found = refused(text)
    assert any(word in line for word in message.split("|") for line in found), found


@pytest.mark.parametrize("blank", [".", "0", "00", "-"])
@pytest.mark.parametrize("size", [10, 16, 25, 36])
def test_numbers_in_one_line_and_numbers_of_one_width_in_rows_are_a_board(size, blank):
    board = Board.parse(" ".join([f"{size}", *[blank] * (size**2 - 2), "1"]))
    assert (board.layout.size, board.digits) == (size, bytes([size, *[0] * (size**2 - 2), 1]))
    cells = [f"{size}", *[2 * blank[0].replace("-", "_")] * (size**2 - 2), "01"]
    rows = [cells[r : r + size] for r in range(0, size**2, size)]
    assert Board.parse("\n".join(map(" ".join, rows))).digits == board.digits
    if blank == "0":
        assert Board.parse(f"[{', '.join(f'[{chr(44).join(row)}]' for row in rows)}]").digits == board.digits


def test_sixteen_rows_that_may_be_boards_are_ambiguous_in_other_clothes_too():
    row = "1---2---3---4---"
    assert "or the rows of one board; write the size in a line above" in "".join(read("\n".join([row] * 16)))


_ROW = "1234............"


@pytest.mark.parametrize("between", ["", " ", ",", "\t"])
def test_sixteen_rows_that_may_be_boards_are_refused_by_every_reader(between, tmp_path):
    text = "\n".join([between.join(_ROW)] * 16)
    (file := tmp_path / "rows.txt").write_text(text)
    for reader in (Board.parse, Board.parse_all, boards, puzzle, read):
        for given in (text, file)[: 2 if reader in (boards, puzzle) else 1]:
            try:
                found = str(reader(given))
            except InputError as error:
                found = str(error)
            assert "may be boards, or the rows of one board" in found
    assert Board.parse(text, Layout.standard(16)).digits.count(4) == 16
    assert len(boards([_ROW] * 16)) == 16  # a list separates its texts


@pytest.mark.parametrize("between", ["", " ", ",", "-"])
@pytest.mark.parametrize(
    "heading", ["{}x{} sudoku\n", "# {} × {}\n\n", "Easy {}x{} puzzles, No. 3\n", "{}X{}の数独\n"]
)
def test_a_heading_that_names_the_size_decides_what_the_rows_are(heading, between):
    lines = [_ROW.replace(".", "-") if between == "-" else between.join(_ROW)] * 16
    large, small = "".join([_ROW] * 16), [_ROW] * 16
    above = heading.format(16, 16), heading.format(4, 4)
    text = "\n".join(lines)
    assert read(above[0] + text) == [large] == [str(Board.parse(above[0] + text))]
    assert read(above[1] + text) == small
    assert read(f"{above[1]}{text}\n\n{above[0]}{text}\n") == [*small, large]


def test_a_heading_of_another_size_than_the_board_is_an_error_that_names_both():
    assert "this board is 9x9, but line 1 names 6x6" in "".join(read("6x6\n" + "\n".join(rows(P1))))
    assert "this board is 4x4, but line 1 names 16x16" in "".join(read(f"16x16\n{_ROW}"))
    assert read(f"9x9\n{P1}\n\n{_ROW}")[1:] == [_ROW]  # the heading ends at the blank line
    assert read(f"6x6\n9x9-diagonal:{P1}") == [f"9x9-diagonal:{P1}"]
    found = read("\n".join(["16x16", *[P1] * 40]))
    assert len(found) == 1 or all(line.startswith("!") for line in found)


@pytest.mark.parametrize("board", [P1, [[*map(int, row)] for row in rows(P1.replace(".", "0"))]])
def test_a_list_of_json_in_one_line_may_be_as_long_as_a_puzzle_in_json(board):
    assert read(json.dumps([board] * 600)) == [P1] * 600


def test_a_list_of_rows_is_one_board_if_a_row_is_not_a_board():
    of_rows = [*[_ROW] * 15, "....A..........."]
    assert boards(of_rows)[0].layout.size == 16
    assert read(str(of_rows)) == ["".join(of_rows)]


@pytest.mark.parametrize("height", [1, 3])
@pytest.mark.parametrize(("between", "blank"), [("", "."), ("", "-"), (" ", "□"), (",", ""), ("\t", "")])
def test_blank_lines_may_separate_the_bands_of_a_grid(between, blank, height):
    lines = parted(P1, between, blank).split("\n")
    text = "\n\n".join("\n".join(lines[r : r + height]) for r in range(0, 9, height))
    assert read(text) == [P1]
    assert read(f"{text}\n\nThe next puzzle\n\n{P2}\n") == [P1, P2]
    assert read(f"{text}\n\n{text}\n\n\n# end") == [P1, P1]


@pytest.mark.parametrize("height", [2, 4, 6, 8])
@pytest.mark.parametrize("blank", [".", "-"])
def test_no_board_is_made_of_parts_that_are_not_its_bands(blank, height):
    refused("\n\n".join(["\n".join(rows(P1.replace(".", blank))[:height])] * 18))


@pytest.mark.parametrize("end", [1, 3, 4, 8])
def test_a_grid_that_ends_at_a_blank_line_takes_no_row_of_the_next_grid(end):
    found = read("\n".join([*rows(P1)[:end], "", *rows(P2)]))
    assert found[1:] == [P2]
    assert found[0].startswith("!")


def test_a_line_that_counts_the_columns_is_not_the_first_row():
    text = "\n".join(["1 2 3 4 5 6 7 8 9", *map(" ".join, rows(P1))])
    assert read(text) == read(f"{text}\n\n{text}")[:1] == [P1]
    assert "2 rows follow this grid of 9 rows" in read(f"{text}\n{'. ' * 9}")[0]


@pytest.mark.parametrize("between", ["Puzzle", "2", "------", ""])
def test_the_first_row_of_a_grid_may_have_all_digits_in_order(between):
    full, puzzle = "123456456123231564564231312645645312", ".23456456.2323.56456423.3.26456453.2"
    above, below = ([board[i : i + 6] for i in range(0, 36, 6)] for board in (full, puzzle))
    below[4:4], below[2:2] = ["------"], ["------"]
    text = "\n".join([*above, *filter(None, [between]), *below])
    assert read(text) == [full, puzzle]
    assert read("\n".join([*rows(S1), *rows(S1)])) == [S1, S1]


def test_signs_for_blanks_are_not_mixed():
    for text in (P1.replace(".", "-", 5), P1.replace(".", "x", 5), parted(P1, ",", ".").replace(".", "", 5)):
        refused(text)


def test_a_state_counts_only_where_it_is_all_there_is():
    assert read("[State]\n" + "\n".join(rows(P1))) == ["! pasted: no puzzle in it: " + FORMS_TOLD.en]


def test_misspelt_names_of_columns_are_not_a_row_of_a_larger_board():
    cells = [[sign.replace(".", "") for sign in row] for row in rows(P1)]

    def named(columns):
        return "\n".join(
            ",".join(row) for row in [["", *columns], *([str(n), *row] for n, row in enumerate(cells, 1))]
        )

    assert read(named("123456789")) == [P1]
    assert read(named("123456798"))[0].startswith("!")


@pytest.mark.parametrize("by", [",", ";", "\t"])
def test_a_record_called_puzzle_is_not_a_line_of_names(by):
    assert read(f"puzzle{by}{P1}\nother{by}{P2}\n") == [P1, P2]


@pytest.mark.parametrize("fields", [":0000:x:{}:123 124:", ":0000:x:{}:123 124::", ":0000:x:{}:123 124:::"])
def test_deleted_candidates_in_a_hodoku_line_are_forbidden_or_the_line_is_refused(fields):
    (entry,) = entries(fields.format(P1))
    assert not isinstance(entry, BadEntry)
    assert ("forbidden" in entry.text) == (fields.count(":") >= 6)


def test_rules_that_were_asked_for_are_those_of_pasted_boards():
    diagonal = Layout.named("9x9-diagonal")
    found = entries(FORMS["a list of lists"][0], problem=diagonal)
    assert [entry.problem for entry in found] == [diagonal]
    five = entries("1,,,,\n,2,,,\n,,3,,\n,,,4,\n,,,,5\n", problem=Layout.standard(5))
    assert [entry.text for entry in five] == ["5x5:1.....2.....3.....4.....5"]
    assert read("1,,,,\n,2,,,\n,,3,,\n,,,4,\n,,,,5\n")[0].startswith("!")


def test_a_name_over_what_cannot_be_read_does_not_get_lost():
    assert read(f"9x9-diagonal:\n{parted(P1, ',')}\n")[0].startswith("!")


def test_a_form_that_is_demanded_is_demanded():
    assert {type(entry) for entry in entries(FORMS["hyphens"][0], form="line")} == {BadEntry}


# -- solutions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "puzzle,solution\n{p},{s}\n", "{p},{s}\n", "7;{p};{s};hard\n", '{{"quiz": "{p}", "solution": "{s}"}}',
        "answer\tquestion\n{s}\t{p}\n",
    ],
)  # fmt: skip
def test_given_solutions_are_checked(text):
    (entry,) = entries(text.format(p=P1, s=S1))
    assert (entry.text, entry.expected) == (P1, Verdict.SOLVABLE)
    (bad,) = entries(text.format(p=P1, s=S2))
    assert "the solution given with this puzzle is wrong: R1C1 holds 9 and not the clue 6" in str(bad.error)
    (bad,) = entries(text.format(p=P1, s=S1[:-1] + "7"))
    assert "holds a digit twice" in str(bad.error)


def test_a_record_that_is_too_long_is_an_error_in_its_place():
    found = read(f"puzzle,comment\n{P1},a\n{P2},{'x' * 30_000}\n{P3},c\n")
    assert [found[0], found[2]] == [P1, P3]
    assert "pasted:3: " in found[1]
    assert "more than 20,000 bytes" in found[1]


@pytest.mark.parametrize("text", [
    "# {rule}\npuzzle,note\n{p},a\n", "puzzle,note\n# {rule}\n{p},a\n", "puzzle,note\n{p},a\n# {rule}\n",
])  # fmt: skip
def test_a_comment_of_a_table_states_a_rule_of_its_boards(text):
    (found,) = read(text.format(rule="all boards: anti-knight", p=P1))
    assert "names a rule" in found
    assert read(text.format(rule="made by hand", p=P1)) == [P1]
    named = text.format(rule="all boards: anti-knight", p=f"9x9+anti-knight:{P1}")
    assert read(named) == [f"9x9+anti-knight:{P1}"]


def test_the_solution_beside_a_board_of_other_rules_is_compared_with_them():
    text = f"puzzle,solution\n{P1},{S1}\n"
    (bad,) = entries(text, problem=Layout.named("9x9-diagonal"))
    assert "solution given with this puzzle is wrong" in str(bad.error)


# -- the messages --------------------------------------------------------------------------------------------------


def test_a_file_without_a_puzzle_gets_one_message():
    (line,) = read("12345678901\n" * 50)
    assert "pasted:1" in line
    assert "lines are not puzzles either" in line
    assert "puzzle,solution" in line


def test_errors_before_the_first_puzzle_are_reported_one_by_one():
    found = read("12345678901\n" * 150 + P1 + "\n1234\n")
    assert found.index(P1) == 101
    assert "50 further lines" in found[100]
    assert "pasted:152" in found[-1]


# -- packed text -------------------------------------------------------------------------------------------------

LINES = "".join(f"{p}\n" for p in (P1, P2, P3)).encode() * 50


@pytest.mark.parametrize(
    "pack", [gzip.compress, bz2.compress, lzma.compress, lambda b: zipped({"a": b.decode()})]
)
def test_what_is_cut_off_is_reported_and_its_first_puzzles_are_read(pack):
    whole = pack(LINES)
    assert len(entries(whole)) == 150
    with pytest.raises(InputError, match=r"pasted.*(damaged|cut off)"):
        entries(whole[: len(whole) * 2 // 3])


def test_members_of_an_archive_are_named():
    found = entries(
        zipped(
            {
                "./a.txt": P1,
                "Thumbs/.x": "\0",
                "read me.txt": "Two of us made these.\n",
                "b.csv": f"board\n{P2[:-1]}\n",
            }
        )
    )
    assert [entry.place if isinstance(entry, corpus.Entry) else str(entry.error)[:14] for entry in found] == [
        "pasted/./a.txt:1", "pasted/b.csv:2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (zipped({"[Content_Types].xml": "<a/>", "xl/sheet.xml": "<b/>"}), "Office document"),
        (zipped({"a.txt": "nothing"}), "no puzzle"),
        (b"PK\x03\x04" + bytes(40), "damaged"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"", "no puzzle"),
        (bytes(100), "NUL"),
        (gzip.compress(b" " * (40 << 20)), "grows to more than"),
        (gzip.compress((b"#" * 999 + b"\n") * (40 << 10)), "grows to more than"),
    ],
)
def test_bytes_that_are_not_text_are_refused_with_a_sentence(data, message):
    (line,) = read(data)[-1:]
    assert line.startswith("! pasted")
    assert message in line


def test_an_archive_that_asks_for_a_password_is_refused():
    packed = bytearray(zipped({"a.txt": P1}))
    for magic, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed[packed.index(magic) + at] |= 1
    assert "password" in read(bytes(packed))[0]


def test_zstd_is_unpacked_by_the_library_that_is_there(monkeypatch):
    packed = b"\x28\xb5\x2f\xfd" + b"..."
    for module in ("compression", "compression.zstd", "zstandard"):
        monkeypatch.setitem(sys.modules, module, None)
    assert "pip install zstandard" in read(packed)[0]

    class Frame:
        eof, unused_data, read = False, b"", b""

        def decompress(self, data):
            self.read += data
            self.eof = packed in self.read
            self.unused_data = self.read[len(packed) :]
            return LINES if self.eof else b""

    class Library:
        class ZstdDecompressor:
            decompressobj = Frame

    monkeypatch.setitem(sys.modules, "zstandard", Library)
    assert len(entries(packed)) == 150
    assert len(entries(packed * 2)) == 300
    with pytest.raises(InputError, match="cut off"):
        entries(packed + packed[:5])


def test_what_is_packed_is_read_as_it_goes():
    packed = gzip.compress(LINES * 40)
    tracemalloc.start()
    try:
        assert sum(1 for _ in corpus._read(io.BytesIO(packed), "pasted", corpus.Reading())) == 6_000
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_an_archive_may_come_through_a_pipe():
    class Pipe(io.BytesIO):
        def seekable(self):
            return False

    packed = Pipe(zipped({"a": f"{P1}\n{P2}\n"}))
    assert len(list(corpus._read(packed, "-", corpus.Reading()))) == 2


# -- parts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [P1[:70] + "abc", "53..7 is wrong", "AB3..F.7..AE54D.", "12345", "1 2 3"])
def test_the_rest_of_a_board_is_not_taken_for_prose(line):
    assert not loose.is_prose(line)


def test_long_members_and_names_of_members_do_not_matter():
    with zipfile.ZipFile(packed := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("数独\n.txt", "\n".join([P1] * 2_000))
    found = entries(packed.getvalue())
    assert len(found) == 2_000
    assert found[0].source == r"pasted/数独\n.txt"


@pytest.mark.parametrize("word", ["word ", "a1b2c3d ", ". . ", "1 . ", ",;|", "((((", "a.b-c ", "dtype    "])
def test_long_lines_of_anything_end(word):
    board, *others = entries(f"{P1}\n{word * (19_000 // len(word))}".encode())
    assert not isinstance(board, BadEntry)
    assert all(isinstance(one, BadEntry) for one in others)


def test_a_record_of_a_table_may_begin_with_a_number_sign():
    text = f"id,puzzle\n#1,{P1}\n# a comment\n#2,{P2}\n"
    assert [str(board) for board in Board.parse_all(text)] == [P1, P2]
    assert [str(board) for board in Board.parse_all(f"puzzle,id\n#{P1},1\n{P2},2\n")] == [P2]
    with pytest.raises(InputError, match="line 3"):
        Board.parse_all(f"id,puzzle\n1,{P1}\n#2,{P2[:80]}\n")


def test_columns_may_be_named_behind_a_number_sign():
    for names in ("#,puzzle,rating", "#id;puzzle;rating", "# id\tpuzzle\trating"):
        by = names[-7]
        assert read(f"{names}\n1{by}{P1}{by}2\n#2{by}{P2}{by}3\n") == [P1, P2]
        (found,) = read(f"{names.replace('rating', 'even_cells')}\n1{by}{P1}{by}R1C1\n")
        assert "'even_cells' stands beside the board" in found
    assert read(f"# made by us, in 2024\n{P1}\n") == read(f"#puzzle\n{P1}\n") == [P1]
