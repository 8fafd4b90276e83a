"""Files of exact covers: every form reads back as the same problem; faults are named by line."""

import gzip
import json
import random
import re
from io import BytesIO

import pytest

from sudokubench import Board, count, solve
from sudokubench.errors import InputError, UsageError
from sudokubench.formats import cover_file, words
from sudokubench.harness import corpus
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.layout import Layout
from sudokubench.problem import ExactCover, Instance, cover
from sudokubench.problems import named
from sudokubench.puzzles import has_board

TINY = "a b c\na b\nc\n"
# The test case in the introduction of Knuth's program DLX3, with its only solution below.
KNUTH_COLOURS = """\
| A simple example of color controls
A B 2:3|C | X Y
A B X:0 Y:0
A C X:1 Y:1
C X:0
B X:1
C Y:1
"""
ODD = ExactCover.from_options({(1, 2): [3, (4, "b c")], " x ": [5, "c:d|e"], "100%": [3, "100%", "é"]})
COLOURED = cover(
    [("A", ["p", "y:red", "x:B C"]), ("B", ["q", "x:B C"]), ("p x", ["p", "x"])],
    secondary=["x", "y"],
    multiplicity={"q": (0, 2)},
    costs=[1, 2.5, 0],
)
COVERS = {
    "tiny": cover([("a b", "ab"), ("c", "c")]),
    "secondary": cover([("P", "ax"), ("Q", "bx"), ("R", "b")], secondary="x"),
    "open item": cover([("P", "a")], primary="ab"),
    "odd names": ODD,
    "bars in front": cover([("| x", "a"), ("|", "b")]),
    "a lone space": cover([(" ", [" "])]),
    "semicolons": cover([("x", [";;"])]),
    "one item of digits": cover([("x", ["110"])]),
    "twice": cover([("a b", "ab"), ("a b", "ab"), ("a", "a")]),
    "queens": named("queens:5"),
    "trominoes": named("tromino:4-0"),
    "knuth": named("knuth:example"),
}


def read(text, form=None, name="t"):
    stream = BytesIO(text if isinstance(text, bytes) else text.encode())
    found = cover_file.Detected(form, stream) if form else cover_file.detected(stream, has_board)
    return found.form and cover_file.read(found.stream, found.form, name)


def written(problem, form):
    return "".join(f"{line}\n" for line in cover_file.FORMS[form](problem))


def solved(problem):
    """Return the solutions as sets of names, by trying all sets of options."""
    found = []
    for chosen in range(1 << len(problem.options)):
        options = [o for o in range(len(problem.options)) if chosen >> o & 1]
        if problem.fault(options, Instance()) is None:
            found.append({problem.option_names[o] for o in options})
    return found


@pytest.mark.parametrize("form", cover_file.FORMS)
@pytest.mark.parametrize("problem", COVERS.values(), ids=COVERS)
def test_a_cover_that_was_written_is_found_and_reads_back_with_its_names(problem, form):
    again = read(written(problem, form))
    assert (again.id, again.option_names) == (problem.id, problem.option_names)
    assert again.items == problem.items


@pytest.mark.parametrize("form", ["dlx", "cover"])
def test_colours_multiplicities_and_costs_read_back(form):
    again = read(written(COLOURED, form))
    assert (again.id, again.option_names, again.costs) == (COLOURED.id, COLOURED.option_names, (1, 2.5, 0))
    assert again.bounds == COLOURED.bounds


@pytest.mark.parametrize("form", ["dlx", "cover"])
def test_the_largest_multiplicity_reads_back(form):
    bounds = {"a": (0, 10**9), "b": 10**9}
    problem = ExactCover.from_options({"A": "ab"}, multiplicity=bounds)
    assert read(written(problem, form), form).bounds == ((0, 10**9), (10**9, 10**9))


def test_a_matrix_refuses_what_it_cannot_state():
    with pytest.raises(UsageError, match="colours of secondary items"):
        written(COLOURED, "matrix")
    with pytest.raises(UsageError, match="cannot state costs"):
        written(ExactCover.from_options({"A": "a"}, costs={"A": 1}), "matrix")
    with pytest.raises(UsageError, match=r"the name \|"):
        written(cover([("A", ["|"])]), "matrix")


def test_random_covers_read_back_from_every_form():
    rng = random.Random(36)
    signs = "ab 12:|,;%\"'#é$=日"

    def name():
        return "".join(rng.choices(signs, k=rng.randint(1, 4)))

    for _ in range(60):
        items = list({name() for _ in range(rng.randint(1, 6))} - {"|"}) or ["a"]
        heads = {item for item in items if ":" in item and item.partition(":")[0] in items}
        items = [item for item in items if item not in heads]
        options = [(name(), rng.sample(items, rng.randint(1, len(items)))) for _ in range(rng.randint(0, 5))]
        problem = cover(options, primary=items)
        for form in cover_file.FORMS:
            again = read(written(problem, form), form if form == "matrix" else None)
            assert (again.id, again.option_names) == (problem.id, problem.option_names)


def test_knuths_example_of_colours_has_the_solution_that_he_gives():
    problem = read(KNUTH_COLOURS)
    assert solved(problem) == [{"A C X:1 Y:1", "B X:1", "C Y:1"}]


@pytest.mark.parametrize("text", ["1,0\n0,1", "1 0\n0 1", "10\n01"])
def test_a_matrix_of_two_columns_has_no_line_of_names(text):
    assert read(text, "matrix").options == ((0,), (1,))


@pytest.mark.parametrize("between", ["", " ", ",", ", ", ";"])
def test_a_matrix_without_names_numbers_its_items(between, tmp_path):
    """The example of Knuth's "Dancing links" (2000)."""
    rows = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"]
    text = "\n".join(between.join(row) for row in rows)
    assert solve(read(text, "matrix")).solution == ("3 5 6", "1 4", "2 7")
    path = tmp_path / "rows.txt"
    path.write_text(text)
    assert solve(str(path)).solution == ("3 5 6", "1 4", "2 7")


@pytest.mark.parametrize("form", [None, "matrix"])
def test_the_names_and_bits_of_a_matrix_may_be_separated_by_blanks(form):
    assert read("a  b c \n1 0  1\n 0 1 0 \n", form).options == ((0, 2), (1,))
    named = read("option a b c\nA 1 0 1\nB 0 1 0\n", form)
    assert (named.items, named.option_names) == (("a", "b", "c"), ("A", "B"))


def test_an_option_without_a_name_is_called_by_its_items():
    assert read("a b c\nb  a\nc").option_names == ("b a", "c")


def test_comments_and_blank_lines_are_left_out_and_line_ends_do_not_matter():
    text = "\ufeff| one\r\n\r\n  a\tb | x\r\n| two\r\na b\r\n\r\nb x\r\n"
    assert read(text).options == ((0, 1), (1, 2))


def test_what_knuths_programs_read_has_comments_only_where_they_skip_them():
    """Knuth's programs skip blank lines and lines that begin with |. Names have no space, colon or bar."""
    for line in written(ODD, "dlx").splitlines():
        assert line[0] == "|" or all(":" not in word and "|" not in word for word in line.split())


# -- distinguished from boards

GRID = "\n".join("1234"[k:] + "1234"[:k] for k in (0, 2, 1, 3))
BOARDS = {
    "lines": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" * 2,
    "full grid": "\n".join(" ".join(row) for row in GRID.split()),
    "full grid of 9": "\n".join(
        " ".join(str((3 * (r % 3) + r // 3 + c) % 9 + 1) for c in range(9)) for r in range(9)
    ),
    "grid with bars": "| 1 . | . 4 |\n| 3 4 | 1 2 |\n+-----+-----+\n| 2 1 | 4 3 |\n| 4 3 | 2 1 |",
    "one bar": "1 2 | 3 4\n3 4 | 1 2\n2 1 | 4 3\n4 3 | 2 1",
    "table": "puzzle,solution\n1...3..2...3..2.,1234341221434321",
    "table of bits": "puzzle,unique\n1...3..2...3..2.,1",
    "json": '{"schema":"sudokubench.puzzle/1","layout":"4x4","clues":"1..............."}',
    "wide space": "\u3000\n1...3..2...3..2.\n",
    "prose": "the puzzles of the week\nthe week\n1...3..2...3..2.\n",
}


@pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS)
def test_boards_are_not_taken_for_covers(text, tmp_path):
    (tmp_path / "file").write_text(text)
    assert read(text) is None
    entries = list(corpus.read([str(tmp_path / "file")]))
    assert entries
    assert all(isinstance(entry, Entry) and entry.board for entry in entries)


def test_a_grid_of_a_prime_size_is_not_a_cover_of_seven_items():
    rows = [" ".join(str((r + c) % 7 + 1) for c in range(7)) for r in range(7)]
    assert read("\n".join(rows)) is None
    assert read("\n".join(rows), "dlx").n_options == 6


@pytest.mark.parametrize("text", ["1001\n0110\n0011\n1100", "a,b,c,d\n1,0,0,1\n0,1,1,0\n0,0,1,1\n1,1,0,0\n"])
def test_a_matrix_of_the_size_of_a_board_is_refused_until_the_user_decides(text, tmp_path):
    file = tmp_path / "t.txt"
    file.write_text(text)
    for given in (text, str(file)):
        for read_it in (solve, lambda given: list(corpus.read([given]))):
            with pytest.raises(InputError, match=words.MATRIX_OR_BOARD.en):
                read_it(given)
        (entry,) = corpus.read([given], "matrix")
        assert solve(entry.problem).solution in {("1 4", "2 3"), ("a d", "b c")}
        (entry,) = corpus.read([given], None, Layout.standard(4))
        assert entry.board.clue_count == 8


@pytest.mark.parametrize("third", ["000000000", "002000000"])
def test_a_board_whose_first_rows_fit_a_matrix_is_a_board(third):
    rows = ["000000000", "010000000", third, "000100000", "000000010", *["000000000"] * 4]
    assert read("\n".join(rows)) is None


@pytest.mark.parametrize(
    ("line", "layout"), [("0" * 15 + "1", 16), ("2" + "0" * 15, 16), ("0" * 15 + "1", 4)]
)
def test_sixteen_rows_of_sixteen_signs_may_be_one_board_or_sixteen(line, layout, tmp_path):
    file = tmp_path / "t.txt"
    file.write_text("\n".join([*("0" * k + "1" + "0" * (15 - k) for k in range(15)), line]))
    with pytest.raises(
        InputError, match=words.MATRIX_OR_BOARD.en if "2" not in line else "16 lines may be boards"
    ):
        list(corpus.read([str(file)]))
    boards = [*corpus.read([str(file)], None, Layout.standard(layout))]
    assert len(boards) == (1 if layout == 16 else 16)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("text", "form"), [(TINY, "dlx"), ("a,b,c\n1,1,0\n0,0,1\n", "matrix")])
def test_a_corpus_may_be_a_cover_packed_or_not(text, form, packed, tmp_path):
    file = tmp_path / "t.txt"
    file.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    for asked in (None, form):
        (entry,) = corpus.read([str(file)], asked)
        assert (entry.id, entry.text, entry.board) == (COVERS["tiny"].id, str(file), None)
    assert corpus.count([str(file)]) == 1


def test_a_layout_is_not_for_covers(tmp_path):
    (tmp_path / "t.dlx").write_text(TINY)
    (entry,) = corpus.read([str(tmp_path / "t.dlx")], None, Layout.standard(9))
    assert isinstance(entry, BadEntry)
    assert "9x9" in str(entry.error)


def test_a_text_that_is_neither_is_refused_for_both_reasons(tmp_path):
    (tmp_path / "t").write_text("a b c\na b d\nc\n")
    (entry,) = corpus.read([str(tmp_path / "t")])
    assert "not a board" in str(entry.error)
    assert "line 2: option 'a b d' has d" in str(entry.error)


@pytest.mark.parametrize("text", ["a b\na b\n", "abcde\nabcde\n"])
def test_a_cover_that_cannot_be_told_from_text_is_refused_with_the_name_of_its_form(text, tmp_path):
    (tmp_path / "t").write_text(text)
    try:
        said = [str(entry.error) for entry in corpus.read([str(tmp_path / "t")])]
    except InputError as error:
        said = [str(error)]
    assert ["the form cover" in one for one in said] == [True]


# -- faults


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a b a\na\nb", "the item a is named twice"), ("2:3|a b a\na b", "the item a is named twice"),
        ("a | b | c\na b", "a second |"), ("a,b,a\n1,0,0", "the item a is named twice"),
    ],
)  # fmt: skip
def test_a_cover_with_a_fault_in_its_line_of_items_is_not_taken_for_a_board(text, words, tmp_path):
    (tmp_path / "t").write_text(text)
    with pytest.raises(InputError, match=f"t:1: {re.escape(words)}"):
        list(corpus.read([str(tmp_path / "t")]))


@pytest.mark.parametrize(
    ("form", "text", "line", "words"),
    [
        ("dlx", "a b | c a\na", 1, "a: an item is primary or secondary, not both"),
        ("dlx", "a b:c\na", 1, "the item b:c"),
        ("dlx", "| x\n", 1, "no primary item is named"),
        ("dlx", "| b\n| c\n\n| x", 4, "no primary item is named"),
        ("dlx", "", 1, "no primary item is named"),
        ("dlx", "a b\n\na a b", 3, "option 'a a b' has the item a twice"),
        ("dlx", "a b\na\n|= third\nb c", 4, "option 'third' has c, which is not one of the items"),
        ("dlx", "apple pear\npear\naple", 3, "did you mean apple?"),
        ("dlx", "a | x\na\nx", 3, "option 'x' has no primary item"),
        ("dlx", "a b\na:red b", 2, "gives a the colour red: only secondary items"),
        ("dlx", "a b\n|$ much\na", 2, "the cost is 'much'"),
        ("dlx", "a b\n|$ inf\na", 2, "the cost is 'inf'"),
        ("dlx", "a b\n|$x\na\nb", 2, "the cost is 'x'"),
        ("dlx", "a b\n|$1\n|= x\n|$2\na b", 2, "no option follows '|$1'"),
        ("dlx", "a b\na b\n|= last", 3, "no option follows '|= last'"),
        ("dlx", "3:2|a b\na", 1, "the multiplicity (3, 2) of the item a"),
        ("dlx", b"a b\na\xff", 2, "not UTF-8"),
        ("dlx", b"a b\na\0", 2, "NUL character"),
        ("dlx", "| names are written as in URLs: %20 is a space\na%0A b\na%0A", 2, r"the name 'a\n'"),
        ("dlx", "a b\na\u200b b", 2, "'\\u200b', which cannot be printed"),
        ("matrix", "option,a,b\nA,1,0\nB,1", 3, "this record has 2 fields"),
        ("matrix", "option,a,b\nA,1,2", 2, "the column b has '2'"),
        ("matrix", "a,b,|,x\n1,0,1,0", 2, "the column | has '1'"),
        ("matrix", "option,a,b\n,1,0", 2, "a name is empty"),
        ("matrix", "a,b,c\n0,0,0", 2, "option '' has no primary item"),
        ("matrix", 'a,"b\n1,0', 2, "unexpected end"),
        ("matrix", "1 0 0\n0 1 2", 2, "'0 1 2' is not a row of this matrix: write 3 signs, each 0 or 1"),
        ("matrix", "100\n01", 2, "'01' is not a row of this matrix"),
    ],
)
def test_a_fault_of_a_file_is_reported_with_its_line(form, text, line, words):
    with pytest.raises(InputError) as caught:
        read(text, form)
    assert caught.value.place.line == line
    assert words in str(caught.value)


GOOD = {"schema": cover_file.SCHEMA, "primary": ["a", "b"], "options": [["a"], ["b"]]}


def test_the_name_of_a_cover_may_have_wide_spaces():
    assert cover_file.from_object(GOOD | {"name": "箱\u3000詰め"}).name == "箱\u3000詰め"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"items": []}, "its fields are"),
        ({"schema": "sudokubench.puzzle/1"}, "its schema is"),
        ({"options": [["a"], ["c"]]}, "option 'c' has c"),
        ({"options": [["a"], []]}, "option '' has no primary item"),
        ({"options": {"A": ["a", "a"]}}, "option 'A' has the item a twice"),
        ({"options": [["a"], "b"]}, words.COVER_LISTS.en),
        ({"options": [["a"], [1]]}, words.COVER_LISTS.en),
        ({"secondary": ["a"]}, "a: an item is primary or secondary, not both"),
        ({"names": ["A"]}, "the cover has 2 options"),
        ({"costs": [1, "2"]}, words.COVER_LISTS.en),
        ({"costs": [1]}, "the cover has 2 options"),
        ({"costs": 5}, "the cover has 2 options"),
        ({"name": "x\na b"}, words.COVER_LISTS.en),
        ({"primary": []}, "has a, which is not one of the items"),
        ({"multiplicity": {"a": [2, 1]}}, "the multiplicity [2, 1] of the item a"),
        ({"multiplicity": {"z": 2}}, "z has a multiplicity and is not a primary item"),
        ({"primary": ["a", "b", "a:b"]}, "a:b looks like a colour of the item a"),
    ],
)
def test_a_fault_of_json_is_reported_with_option_and_item(change, words):
    with pytest.raises(InputError) as caught:
        read(json.dumps({**GOOD, **change}), "cover")
    assert str(caught.value).startswith("not an exact cover: ")
    assert words in str(caught.value)


def test_a_cover_without_a_schema_is_refused_with_the_schema_that_it_needs():
    with pytest.raises(InputError, match=words.OR_OF_A_COVER.en):
        Board.parse(json.dumps({"primary": ["a"], "options": [["a"]]}))
    for fields in ({"primary": ["a"], "options": [["a"]]}, {"items": [1], "options": {"A": [1]}}):
        with pytest.raises(InputError, match="needs schema, primary and options"):
            read(json.dumps(fields))


def test_options_of_json_may_have_their_names_as_keys():
    problem = read(json.dumps({**GOOD, "options": {"A": ["a"], "B": ["b"]}}))
    assert problem.option_names == ("A", "B")


def test_one_fault_in_many_lines_is_reported_by_its_line():
    rng = random.Random(1)
    items = [f"i{k}" for k in range(50)]
    lines = [" ".join(items), *(" ".join(rng.sample(items, 4)) for _ in range(20_000))]
    assert len(read("\n".join(lines)).options) == 20_000
    lines[15_000] = "i1 i2 i51"
    with pytest.raises(InputError, match=r"option 'i1 i2 i51' has i51") as caught:
        read("\n".join(lines))
    assert caught.value.place.line == 15_001


@pytest.mark.parametrize("item", ["a", "x1", "3|a", "3:3|a"])
def test_a_file_with_one_item_is_a_cover_but_rows_of_a_board_are_not(item, tmp_path):
    (file := tmp_path / "one.dlx").write_text(
        f"| a comment\n{item}\n" + f"{item[-1:] if '|' in item else item}\n" * 3
    )
    assert count(file) == (1 if "|" in item else 3)
    for row in ("........", "1234", "AAABBBCCC", "01", "5"):
        file.write_text(f"{row}\n" * 3)
        with pytest.raises(InputError):
            count(file)
