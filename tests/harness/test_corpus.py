"""Corpora: what is read from where, and what is said about bad lines."""

import io

import pytest

from sudokubench.answer import Verdict
from sudokubench.errors import InputError
from sudokubench.harness import corpus
from sudokubench.harness.corpus import BadEntry, Entry

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = """\
53. | .7. | ...
6.. | 195 | ...
.98 | ... | .6.
----+-----+----
8.. | .6. | ..3
4.. | 8.3 | ..1
7.. | .2. | ..6
----+-----+----
.6. | ... | 28.
... | 419 | ..5
... | .8. | .79
"""


@pytest.fixture
def read(tmp_path):
    def read(content, form=None):
        file = tmp_path / "puzzles.txt"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return list(corpus.read([str(file)], form))

    return read


def texts(entries):
    return [entry.text if isinstance(entry, Entry) else str(entry.error.message) for entry in entries]


def test_each_line_is_a_board_and_text_behind_it_a_comment(read):
    found = read(f"# a remark\n{WIKIPEDIA}\n\n{WIKIPEDIA} box duplicate\n{WIKIPEDIA},solution\n")
    assert texts(found) == [WIKIPEDIA] * 3
    assert [entry.line for entry in found] == [2, 4, 5]


@pytest.mark.parametrize("blank", list(".0*_"))
def test_every_sign_for_a_blank_is_read(read, blank):
    assert texts(read(WIKIPEDIA.replace(".", blank))) == [WIKIPEDIA]


def test_spaces_are_blanks_where_nothing_else_is(read):
    assert texts(read(WIKIPEDIA.replace(".", " ") + "\n")) == [WIKIPEDIA]


@pytest.mark.parametrize("start", [b"\xef\xbb\xbf", b""])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_byte_order_marks_and_line_ends_do_not_matter(read, start, end):
    assert texts(read(start + WIKIPEDIA.encode() + end)) == [WIKIPEDIA]


def test_grids_are_parted_by_blank_lines_rules_titles_or_nothing(read):
    plain = GRID.replace(" | ", "").replace("----+-----+----\n", "")
    for between in ("\n", "=========\n", "Grid 02\n", ""):
        assert texts(read(GRID + between + GRID)) == [WIKIPEDIA] * 2, between
        assert texts(read(plain + between + plain)) == [WIKIPEDIA] * 2, between


def test_a_grid_that_ends_too_early_is_reported_and_the_next_is_read(read):
    rows = GRID.splitlines(keepends=True)
    found = read("".join(rows[:5]) + "\n" + GRID)
    assert isinstance(found[0], BadEntry)
    assert "ends after 4 rows" in found[0].error.message
    assert texts(found[1:]) == [WIKIPEDIA]


def test_lines_of_sixteen_may_be_boards_or_rows_and_the_reader_asks(read):
    rows = "\n".join(["1..............."] * 16)
    with pytest.raises(InputError, match="--from line or --from grid"):
        read(rows)
    assert len(read(rows, "line")) == 16
    assert len(read(rows, "grid")) == 1


def test_fewer_lines_of_sixteen_can_only_be_boards(read):
    assert len(read("1...............\n" * 3)) == 3


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (WIKIPEDIA[:-1], "a line of 80 characters"),
        (WIKIPEDIA[:-1] + "x", "the symbol 'x'"),
        (WIKIPEDIA[:-1] + "１", "U+FF11"),
        ("x" * 30_000, "more than 20,000 bytes"),
        (b"\xff\xfe" * 20, "no UTF-8"),
    ],
)
def test_a_bad_line_is_reported_with_its_place_and_the_rest_goes_on(read, line, message):
    line = line if isinstance(line, bytes) else line.encode()
    found = read(WIKIPEDIA.encode() + b"\n" + line + b"\n" + WIKIPEDIA.encode())
    assert texts(found[::2]) == [WIKIPEDIA] * 2
    assert message in found[1].error.message
    assert found[1].error.place.line == 2


def test_a_foreign_symbol_is_reported_with_its_column(read):
    (bad,) = read(WIKIPEDIA[:40] + "x" + WIKIPEDIA[41:])
    assert bad.error.place.column == 41


@pytest.mark.parametrize("content", ["", "\n\n", "# only a remark\n"])
def test_a_file_without_puzzles_is_an_error(read, content):
    with pytest.raises(InputError, match="no puzzle"):
        read(content)


def test_a_nul_byte_means_that_the_file_is_no_text(read):
    with pytest.raises(InputError, match="NUL"):
        read(WIKIPEDIA.encode() + b"\n\0\n")


def test_a_ten_megabyte_line_is_refused_without_being_kept(read):
    (bad,) = read(b"1" * 10_000_000)
    assert "more than 20,000 bytes" in bad.error.message


def test_a_folder_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        list(corpus.read([str(tmp_path)]))


def test_an_unknown_name_is_told_what_there_is():
    with pytest.raises(InputError, match="famous"):
        list(corpus.read(["no-such-thing"]))


def test_standard_input_is_a_corpus(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WIKIPEDIA.encode())))
    assert texts(corpus.read(["-"])) == [WIKIPEDIA]


def test_bundled_puzzles_state_their_verdicts():
    found = list(corpus.read(["all"]))
    assert len(found) >= 60
    assert {entry.expected for entry in found} == {Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE}


def test_scrambled_puzzles_keep_clues_and_change_cells(read):
    entries = read(WIKIPEDIA)
    (scrambled,) = corpus.scrambled(entries, seed=1)
    assert scrambled.board != entries[0].board
    assert scrambled.board.clue_count == entries[0].board.clue_count
    assert texts(corpus.scrambled(entries, seed=1)) == [scrambled.text]
