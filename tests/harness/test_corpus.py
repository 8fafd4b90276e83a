"""Corpora: sources and contents, and the messages about bad lines."""

import io
import json
from unittest.mock import Mock

import pytest

from sudokubench.answer import Verdict
from sudokubench.board import Board
from sudokubench.constraints import Killer
from sudokubench.errors import InputError, UsageError, require_file
from sudokubench.formats import files, words
from sudokubench.harness import corpus
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.layout import Layout
from sudokubench.problem import Variant

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KILLER = str(Board.empty(Variant(Layout.standard(4), (Killer((0, 1), 3),))))
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
    def read(content, form=None, problem=None):
        file = tmp_path / "puzzles.txt"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return list(corpus.read([str(file)], form, problem))

    return read


def texts(entries):
    return [entry.text if isinstance(entry, Entry) else str(entry.error.message) for entry in entries]


def test_each_line_is_a_board_and_text_behind_it_a_comment(read):
    found = read(f"# a remark\n{WIKIPEDIA}\n\n{WIKIPEDIA} box duplicate\n{WIKIPEDIA},solution\n")
    assert texts(found) == [WIKIPEDIA] * 3
    assert [entry.line for entry in found] == [2, 4, 5]


@pytest.mark.parametrize("blank", list(".0*_ "))
def test_every_sign_for_a_blank_is_read(read, blank):
    assert texts(read(WIKIPEDIA.replace(".", blank) + "\n")) == [WIKIPEDIA]


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
    assert "after row 4: its first row has 9 cells, so it needs 9 rows" in found[0].error.message
    assert texts(found[1:]) == [WIKIPEDIA]


def test_lines_of_sixteen_may_be_boards_or_rows_and_the_reader_asks(read):
    rows = "\n".join(["1..............."] * 16)
    assert len(read(rows, "line")) == 16
    assert len(read(rows, "grid")) == 1
    spaced, grouped = "\n".join([" ".join("1...............")] * 17), "1... .... .... ....\n" * 17
    for text in (rows, spaced, spaced.replace("\n", "\n\n"), grouped):
        with pytest.raises(InputError, match="write the size in a line above"):
            read(text)


@pytest.mark.parametrize("row", ["1 . . . 2 . . . 3 . . . 4 . . .", ". " * 15 + "."])
def test_sixteen_rows_with_spaces_are_a_grid_if_one_is_empty_and_nothing_follows_or_if_all_are_empty(
    read, row
):
    rows = [row] * 15 + [". " * 15 + "."]
    grids = "\n".join(rows * (1 if "1" in row else 2))
    for text in (grids, "16x16 sudoku\n" + grids, grids + "\n\nfrom a magazine\n"):
        (first, *_) = texts(read(text))
        assert first.count(".") == (196 if "1" in row else 256)
    for text in (
        ("\n".join([row] * 16), "\n".join([row] * 16) + "\n\nfrom a magazine\n") if "1" in row else ()
    ):
        with pytest.raises(InputError, match="write the size in a line above"):
            read(text)


def test_lines_of_sixteen_that_are_parted_or_few_are_boards_and_no_more_than_a_grid_is_looked_ahead(read):
    assert len(read("1...............\n\n" * 20)) == 20
    assert len(read("1...............\n" * 3)) == 3
    stream = io.BytesIO(b"1...............\n" + b"# a remark here\n" * 100)
    next(corpus._read(stream, "many", corpus.Reading()))
    assert stream.tell() < 20 * 18


def test_a_line_of_81_separate_cells_is_read_without_the_lines_far_below():
    stream = io.BytesIO(f"{' '.join(WIKIPEDIA)}\n".encode() * 500)
    assert next(files.read_singly(stream, Board.parse_strictly)).board == Board.parse(WIKIPEDIA)
    assert stream.tell() < 5 * 162


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (WIKIPEDIA[:-1], "is not a board: 80 characters"),
        (WIKIPEDIA[:-1] + "x", "the symbol 'x'"),
        (WIKIPEDIA[:-1] + "１", "U+FF11"),
        ("x" * 30_000, "more than 20,000 bytes"),
        pytest.param("1" * 10_000_000, "more than 20,000 bytes", id="ten megabytes"),
        (b"\xff\xfe" * 20, "not UTF-8"),
    ],
)
def test_a_bad_line_is_reported_with_its_place_and_the_rest_goes_on(read, line, message):
    line = line if isinstance(line, bytes) else line.encode()
    found = read(WIKIPEDIA.encode() + b"\n" + line + b"\n" + WIKIPEDIA.encode())
    assert texts(found[::2]) == [WIKIPEDIA] * 2
    assert message in found[1].error.message
    assert found[1].error.place.line == 2


def test_a_bad_line_within_a_list_is_reported(read):
    found = read(f'["{WIKIPEDIA}",\n'.encode() + b"\xff\xfe" * 20 + f'\n"{WIKIPEDIA}"]\n'.encode())
    assert ["not UTF-8" in bad.error.message for bad in found if isinstance(bad, BadEntry)] == [True]


@pytest.mark.parametrize("content", ["", "\n\n", "# only a remark\n"])
def test_a_file_without_puzzles_is_an_error(read, content):
    with pytest.raises(InputError, match="no puzzle"):
        read(content)


def test_a_nul_byte_means_that_the_file_is_not_text(read):
    with pytest.raises(InputError, match="NUL"):
        read(WIKIPEDIA.encode() + b"\n\0\n")


def test_a_mistyped_name_is_reported_before_anything_is_read(tmp_path):
    (tmp_path / "good.txt").write_text(WIKIPEDIA)
    with pytest.raises(InputError, match=r"mistyped\.txt"):
        next(corpus.read([str(tmp_path / "good.txt"), "mistyped.txt"]))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (".", "is a folder; name the files in it"), ("no-such-thing", "famous"),
        (WIKIPEDIA[:-1] + "x", "x': column 81: the symbol 'x' is not a digit of 9x9"),
        ("1...3..2...3xyz.", "column 13: the symbol 'x' is not a digit"),
    ],
)  # fmt: skip
def test_what_is_not_a_corpus_is_refused_with_a_remedy_or_the_place_of_the_near_miss(name, said):
    with pytest.raises(InputError, match=said):
        list(corpus.read([name]))


def test_a_puzzle_as_text_is_a_corpus():
    (plain, diagonal) = corpus.read([WIKIPEDIA, f"9x9-diagonal:{WIKIPEDIA}"])
    assert [entry.place for entry in (plain, diagonal)] == ["argument:1", "argument:2"]
    assert diagonal.problem == Layout.named("9x9-diagonal")
    assert (plain.whole, diagonal.whole) == (WIKIPEDIA, f"9x9-diagonal:{WIKIPEDIA}")
    assert plain.id == plain.board.id != diagonal.id


def test_the_solution_of_a_named_problem_is_drawn_as_svg():
    (entry,) = corpus.read(["queens:4"])
    assert entry.shown((1, 7, 8, 14), "svg").startswith("<svg ")


def test_a_named_problem_has_an_id_and_its_name_shows_it_again():
    one, other = corpus.read(["tromino:3", "queens:4"])
    assert len({one.id, other.id}) == 2
    assert (one.text, one.whole) == ("tromino:3", "tromino:3")


def test_lines_say_their_rules_by_name_or_as_json(read):
    found = read(f"9x9-diagonal+anti-knight:{WIKIPEDIA} comment\n{KILLER}\n{WIKIPEDIA}\n")
    assert [entry.line for entry in found] == [1, 2, 3]
    assert [str(entry.problem) for entry in found] == [
        "9x9-diagonal+anti-knight", "4x4 with constraints: 1 killer", "9x9",
    ]  # fmt: skip
    assert texts(found)[1] == KILLER
    assert len({entry.id for entry in found}) == 3


@pytest.mark.parametrize("between", ["", "\n", "# a remark\n", "-----------\n"])
def test_a_name_may_stand_over_a_grid_or_a_line(read, between):
    prime = "5x5:\n" + between + "12345\n" + ".....\n" * 4
    found = read(f"9x9-diagonal:\n{between}{GRID}\n{prime}9x9-diagonal:\n{between}{WIKIPEDIA}\n{GRID}")
    assert texts(found) == [
        f"9x9-diagonal:{WIKIPEDIA}", "5x5:12345" + "." * 20, f"9x9-diagonal:{WIKIPEDIA}", WIKIPEDIA
    ]  # fmt: skip


def test_a_fault_under_a_name_has_its_line_and_column(read):
    (bad,) = read("# a remark\n4x4-diagonal:\n\n1...\n..x.\n....\n....\n")
    assert (bad.error.place.line, bad.error.place.column) == (5, 3)


def test_what_stands_under_an_unknown_name_is_not_read_without_its_rules(read):
    found = read(f"9x9-nonsense:\n{GRID}\n{GRID}")
    assert "nonsense" in found[0].error.message
    assert texts(found[1:]) == [WIKIPEDIA]


def test_a_name_over_nothing_is_an_error(read):
    (bad,) = read("9x9:\n\n")
    assert "nothing follows" in bad.error.message


@pytest.mark.parametrize("form", [None, "json"])
def test_json_may_be_one_object_a_line_or_one_over_many_lines(read, form):
    pretty = json.dumps(json.loads(KILLER), indent=2)
    assert texts(read(pretty, form)) == [KILLER]
    assert texts(read(f"{KILLER}\n{pretty}\n\n{KILLER}", form)) == [KILLER] * 3


@pytest.mark.parametrize(("form", "said"), [("json", "not a JSON object"), ("grid", words.NO_ROW.en)])
def test_a_line_is_refused_where_another_form_is_demanded(read, form, said):
    (bad,) = read(WIKIPEDIA, form)
    assert said in bad.error.message


def test_an_object_that_is_cut_off_does_not_take_the_next_with_it(read):
    found = read(f"{KILLER[:30]}\n{KILLER}\n{KILLER[:30]}")
    assert [type(entry) for entry in found] == [BadEntry, Entry, BadEntry]


def test_a_line_of_json_may_be_as_long_as_json_may_be(read):
    board = Board.empty(Layout.standard(36)).forbidding(range(36**3 - 1))
    assert len(str(board)) > 100_000
    assert texts(read(f"{board}\n{WIKIPEDIA}\n")) == [str(board), WIKIPEDIA]


def test_small_boards_may_be_mixed_with_remarks_names_and_json(read):
    small = "1..............."
    found = read(f"{small}\n# a remark\n\n4x4-diagonal:{small}\n{KILLER}\n{small[1:]}\n{small}\n")
    assert texts(found)[:3] + texts(found)[4:] == [small, f"4x4-diagonal:{small}", KILLER, small]
    assert "15 characters" in found[3].error.message


def test_rules_that_were_asked_for_are_those_of_every_board_that_says_none(read):
    asked = Layout.named("9x9-diagonal")
    found = read(f"{WIKIPEDIA}\n9x9-diagonal:{WIKIPEDIA}\n9x9:{WIKIPEDIA}\n{KILLER}\n{GRID}", problem=asked)
    assert [getattr(entry, "problem", None) for entry in found] == [asked, asked, None, None, asked]
    assert "9x9-diagonal was asked for" in found[2].error.message


def test_boards_of_a_size_that_was_asked_for_are_not_guessed_and_not_ambiguous(read):
    found = read("12345..............1234.5\n12345\n.....\n" + ".....\n" * 3, problem=Layout.standard(5))
    assert [entry.board.clue_count for entry in found] == [10, 5]
    rows = "\n".join(["1..............."] * 16)
    assert len(read(rows, problem=Layout.standard(4))) == 16
    assert len(read(rows, problem=Layout.standard(16))) == 1


@pytest.mark.parametrize("name", ["famous", "tromino:3"])
def test_what_has_other_rules_than_those_asked_for_is_refused(name):
    found = list(corpus.read([name], problem=Layout.named("9x9-diagonal")))
    assert {type(entry) for entry in found} == {BadEntry}
    assert "9x9-diagonal was asked for" in found[0].error.message


def test_standard_input_is_a_corpus(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(WIKIPEDIA.encode())))
    assert texts(corpus.read(["-"])) == [WIKIPEDIA]


def test_standard_input_cannot_be_named_twice():
    with pytest.raises(UsageError, match="name it once"):
        next(corpus.read(["-", "-"]))


@pytest.mark.parametrize(("target", "reason"), [("link", "links"), ("nowhere", "No such file")])
def test_a_broken_link_is_not_a_remedy_for_itself(tmp_path, target, reason):
    (link := tmp_path / "link").symlink_to(tmp_path / target)
    for refused in (lambda: next(corpus.read([str(link)])), lambda: require_file(str(link))):
        with pytest.raises(InputError, match=rf"link cannot be read: [^;]*{reason}[^;]*$"):
            refused()


def test_a_file_in_a_locked_folder_is_reported_as_such(monkeypatch):
    monkeypatch.setattr("os.lstat", Mock(side_effect=PermissionError))
    monkeypatch.setattr("builtins.open", Mock(side_effect=PermissionError(13, "Permission denied")))
    with pytest.raises(InputError, match=r"p\.txt cannot be read: Permission denied"):
        next(corpus.read(["locked/p.txt"]))


def test_a_field_of_several_lines_beside_the_board_is_named(read):
    (bad,) = read(f'puzzle,note\n{WIKIPEDIA},"1\n2, 3"\n')
    assert "field 'note' of this record has several lines" in bad.error.message


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


@pytest.mark.parametrize(
    "broken",
    [
        KILLER[:-1], KILLER[:30], '{"schema":', "{", json.dumps(json.loads(KILLER), indent=1)[:-2],
        json.dumps(json.loads(KILLER), indent=1)[:60],
    ],
)  # fmt: skip
@pytest.mark.parametrize("after", [WIKIPEDIA, GRID, f"9x9-diagonal:{WIKIPEDIA}", KILLER])
def test_an_object_that_is_never_closed_takes_no_other_line_with_it(read, broken, after):
    bad, good = read(f"{broken}\n{after}\n")
    assert (bad.error.place.line, "never closed" in bad.error.message) == (1, True)
    assert good.line == broken.count("\n") + 2


def test_a_fault_in_an_object_over_many_lines_has_its_line(read):
    pretty = json.dumps(json.loads(KILLER), indent=1).replace('"layout":', '"layout"')
    bad, good = read(f"\n{pretty}\n{WIKIPEDIA}")
    line = next(number for number, text in enumerate(pretty.split("\n"), 2) if "layout" in text)
    assert (bad.error.place.line, good.line) == (line, pretty.count("\n") + 3)


def test_an_endless_line_of_no_text_is_not_read_to_its_end():
    class Zeros(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            buffer[:] = bytes(len(buffer))
            return len(buffer)

    with pytest.raises(InputError, match="NUL"):
        list(corpus._read(io.BufferedReader(Zeros()), "zeros", corpus.Reading()))


def test_the_entries_of_all_names_are_counted_together(tmp_path):
    (tmp_path / "a.txt").write_text(f"{WIKIPEDIA}\n" * 3)
    (tmp_path / "b.txt").write_text(f"{WIKIPEDIA}\n" * 2)
    assert corpus.count([str(tmp_path / "a.txt"), "tromino:3", str(tmp_path / "b.txt")]) == 6
