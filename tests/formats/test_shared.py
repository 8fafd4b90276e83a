"""Puzzles of other programs: read, written, refused by name and place, and bounded."""

import json
import random
from itertools import pairwise

import pytest
from formats_cases import FEW_AND_MANY, TWISTED, altered, fault, outcomes_of, rule
from formats_cases import PUZZLE as P

from sudokubench import Board, InputError, Layout
from sudokubench.formats import SHARED
from sudokubench.formats.shared import fpuzzles, lz_string, sudokupad, words
from sudokubench.problem import with_constraints
from sudokubench.words import Words

NINE = Layout.standard(9)
ROW, COLUMN, UP = tuple(range(9)), tuple(range(4, 81, 9)), tuple(range(76, 0, -9))
VARIETY = {
    "anti-knight": [rule("anti-knight"), rule("anti-king")],
    "nonconsecutive": [rule("nonconsecutive")],
    "even and odd": [rule("even", 2, 30), rule("odd", 3, 72)],
    "killer": [rule("killer", 0, 1, 9, total=11), rule("killer", 70, 71, total=3), rule("extra-region", 2, 12, 22)],
    "cages without totals": [rule("all-different", 0, 1, 9)],
    "indexers": [rule("row-indexer", 0, 9), rule("column-indexer", 4)],
    "dots": [rule("difference", 0, 1, value=1), rule("ratio", 1, 2, value=2)],
    "kropki": [rule("difference", 0, 1, value=1), rule("ratio", 1, 2, value=2),
               rule("no-other-dots", pairs=[[0, 1], [1, 2]])],
    "xv": [rule("pair-sum", 0, 9, total=10), rule("pair-sum", 1, 2, total=5),
           rule("no-other-xv", pairs=[[0, 9], [1, 2]])],
    "thermometer": [rule("thermometer", 10, 11, 20), rule("thermometer", 80, 79)],
    "arrow": [rule("arrow", 1, 2, circle=(0,)), rule("arrow", 50, 51, circle=(40, 41)),
              rule("double-arrow", 60, 61, 62)],
    "palindrome": [rule("palindrome", 0, 10, 20)],
    "renban": [rule("renban", 0, 10, 20)],
    "whisper": [rule("whisper", 0, 1, 2, value=5), rule("whisper", 9, 10, value=4)],
    "entropic": [rule("entropic-line", 0, 1, 2, 3), rule("modular-line", 9, 10, 11)],
    "between": [rule("between-line", 0, 1, 2), rule("lockout-line", 9, 10, 11, value=4)],
    "region sums": [rule("region-sum-line", 1, 2, 3), rule("zipper-line", 10, 11, 12)],
    "little killer": [rule("little-killer", 9, 19, 29, 39, 49, 59, 69, 79, total=30)],
    "sandwich": [rule("sandwich", *ROW, total=12), rule("sandwich", *COLUMN, total=0)],
    "x-sum": [rule("x-sum", *ROW, total=12), rule("x-sum", *UP, total=20)],
    "skyscraper": [rule("skyscraper", *ROW[::-1], total=3), rule("skyscraper", *COLUMN, total=2)],
    "quadruple": [rule("quadruple", 0, 1, 9, 10, digits=[1, 1, 4])],
}  # fmt: skip
OF_ONE_FORM = {
    "fpuzzles": {
        "extremes": [rule("minimum", 0, 1), rule("maximum", 40)],
        "clones": [rule("clone", 0, 1, copy=[30, 31])],
        "more lines": [rule("slow-thermometer", 0, 1), rule("nabner", 2, 3)],
        "numbers in dots": [rule("difference", 0, 1, value=3), rule("ratio", 1, 2, value=3)],
        "white dots": [rule("difference", 0, 1, value=1), rule("no-other-white-dots", pairs=[[0, 1]])],
        "black dots": [rule("ratio", 0, 1, value=2), rule("no-other-black-dots", pairs=[[0, 1]])],
    },
    "iss": {
        "anti-taxicab": [rule("anti-taxicab")],
        "sums": [rule("sum", 0, 1, 9, total=11), rule("linear", 0, 1, coefficients=[2, -1], low=3, high=3)],
        "low and high": [rule("low", 2, 3), rule("high", 5)],
        "signs": [rule("greater-than", 1, 0), rule("greater-than", 2, 11)],
        "rooms": [rule("numbered-room", *ROW, digit=3), rule("numbered-room", *UP, digit=4)],
        "patterns": [rule("regular", 0, 1, pattern="12|21")],
    },
}  # fmt: skip
OF_ONE_FORM["sudokupad"] = OF_ONE_FORM["fpuzzles"]
CASES = [
    (form, name) for form in SHARED for name in (*VARIETY, *OF_ONE_FORM.get(form, {}))
]  # fmt: skip
LAYOUTS = {
    "4x4": Layout.standard(4), "6x6": Layout.standard(6), "9x9": Layout.standard(9), "16x16": Layout.standard(16),
    "diagonals": Layout.named("9x9-diagonal"), "tall boxes": Layout.named("6x6:3"),
    "one diagonal": Layout(9, Layout.standard(9).boxes, "123456789", Layout.named("9x9-diagonal").extra[1:]),
    "jigsaw": Layout(9, tuple("ABCDEFGHI".index(sign) for sign in TWISTED), "123456789"),
}  # fmt: skip


def board_of(rules, layout=NINE):
    digits = [int(sign) if sign != "." else 0 for sign in P] if layout.size == 9 else [0] * layout.cell_count
    return Board(with_constraints(layout, rules), digits)


@pytest.mark.parametrize(("form", "name"), CASES)
def test_a_puzzle_is_the_same_after_a_round_trip(form, name):
    rules = VARIETY.get(name) or OF_ONE_FORM[form][name]
    board = board_of(rules)
    text = board.format(form)
    assert "\n" not in text
    back = Board.parse(text)  # the form is recognised
    assert back == board
    assert back.id == board.id
    assert Board.parse(text, form=form) == board
    assert [found.id for found in Board.parse_all(f"{text}\n{text}\n")] == [board.id, board.id]


@pytest.mark.parametrize("form", SHARED)
@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_is_the_same_after_a_round_trip(form, name):
    board = board_of([], LAYOUTS[name])
    assert Board.parse(board.format(form)) == board


@pytest.mark.parametrize("form", SHARED)
def test_forbidden_candidates_are_kept(form):
    board = Board(Layout.standard(4), [1] + [0] * 15, [17, 18, 21])
    assert Board.parse(board.format(form)) == board


@pytest.mark.parametrize("form", SHARED)
def test_a_rule_without_an_element_is_refused_by_name(form):
    board = board_of([rule("table", 0, tuples=[[1]])])
    with pytest.raises(InputError, match="has no element for one of 1 fillings of R1C1"):
        board.format(form)


# -- LZ-string -----------------------------------------------------------------------------------------------------

WIKIPEDIA = (
    "N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwgTOlyJU0XKVKFsles1c1yrRu2S9R+Yd1"
    "nVp/Vdk7r58WK5A"
)  # from the documentation of sudoku-formats


def test_the_packed_text_is_that_of_the_program():
    text = lz_string.unpack(WIKIPEDIA)
    assert json.loads(text)["grid"][0][0] == {"value": 1, "given": True}
    assert lz_string.pack(text) == WIKIPEDIA


def test_any_text_is_packed_and_unpacked():
    draw = random.Random(37)
    for length in range(200):
        text = "".join(draw.choice('ab{}[],"\xe9') for _ in range(length))
        assert lz_string.unpack(lz_string.pack(text)) == text


@pytest.mark.parametrize(
    "packed", ["A", "N4Ig", "ÄÖ", "////////", lz_string.pack("a" * (1 + lz_string.MOST_UNPACKED))]
)
def test_damaged_or_endless_text_is_refused(packed):
    with pytest.raises(InputError, match="damaged, or holds more than 262,144 characters"):
        lz_string.unpack(packed)


# -- f-puzzles -----------------------------------------------------------------------------------------------------

EMPTY = [[{} for _ in range(4)] for _ in range(4)]


def of_four(**fields):
    return json.dumps({"size": 4, "grid": EMPTY, **fields})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"fancy": [{"cells": ["R1C1"]}]}, "'fancy': this element of f-puzzles is not known"),
        ({"killercage": [{"cells": ["R1C1"]}, {"cells": ["R1C5"]}]}, "'killercage[2]': 'R1C5' is not a cell"),
        ({"killercage": [{"cells": ["R1C1"], "value": "<3"}]}, "'killercage[1]': '<3' is not a whole number"),
        ({"killercage": [{"cells": ["R1C1"], "unless": 1}]}, "'killercage[1].unless': this element"),
        ({"thermometer": [{"lines": [["R1C1", "R1C2"]], "value": "slow"}]}, "'thermometer[1].value': this element"),
        ({"clone": [{"cells": ["R1C1"], "cloneCells": ["R2C2"], "turned": True}]}, "'clone[1].turned': this element"),
        ({"killercage": {"cells": []}}, "'killercage': {'cells': []} is not a list"),
        ({"sandwichsum": [{"cell": "R1C1", "value": "3"}]}, "'sandwichsum[1]': 'R1C1' is not a cell beside"),
        ({"littlekillersum": [{"cell": "R0C1", "direction": "N"}]}, "'littlekillersum[1]': 'N' is not a direction"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1"]]}]}, "'arrow[1]': arrow needs these fields"),
        ({"antiknight": "yes"}, "'antiknight': 'yes' is neither"),
        ({"diagonal+": "false"}, "'diagonal+': 'false' is neither"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R2C2", "R3C3", "R4C4"]]}]}, "'arrow[1]': R2C2 is not a cell"),
        ({"negative": ["thermo"]}, "'negative': 'thermo' is neither xv nor ratio"),
        ({"negative": ["ratio"], "ratio": [{"cells": ["R1C1", "R1C2"], "value": "3"}]}, "for the ratio 2 only"),
        ({"difference": [{"cells": ["R1C1", "R2C2"]}]}, "'difference[1]': its two cells must share a side"),
        ({"grid": EMPTY[:3]}, "'grid': the grid must have 4 rows of 4 cells"),
        ({"grid": [[{"value": 5, "given": True}, {}, {}, {}], *EMPTY[1:]]}, "'R1C1': 5 is not a digit from 1 to 4"),
        ({"grid": [[{"region": 3}, {}, {}, {}], *EMPTY[1:]]}, "'grid': the board needs 4 regions of 4 cells"),
        ({"grid": [[{"region": None}, {}, {}, {}], *EMPTY[1:]]}, "'R1C1.region': null is not a whole number"),
        ({"size": 99}, "'size': "),
        ({"thermometer": [{"lines": [["R1C1", "R1C2"]]}] * 2_000}, "is not a list of at most 1500"),
    ],
)  # fmt: skip
def test_what_is_not_known_is_refused_by_name_and_place(fields, words):
    error = fault(of_four(**fields))
    assert words in str(error)
    assert error.to("ja") != str(error)


def test_what_states_no_rule_is_named_in_a_remark():
    text = of_four(
        title="Ours", author="", ruleset="Normal rules.\n Sevens avoid threes.", line=[{"lines": [["R1C1", "R1C2"]]}],
        grid=[[{"value": 3}, {"value": 1, "given": True, "c": "#fff"}, {}, {}], *EMPTY[1:]],
    )  # fmt: skip
    grid = fpuzzles.read(text)
    assert [*grid.digits] == [0, 1] + [0] * 14
    assert [one.en for one in grid.remarks] == [
        words.NO_RULE_READ.format(program="f-puzzles", names="title, line, digits that are not given (1)").en,
        words.RULES_IN_WORDS.format(program="f-puzzles", text="Normal rules. Sevens avoid threes.").en,
    ]
    assert all(isinstance(one, Words) and one.ja != one.en for one in grid.remarks)


def test_the_links_that_people_paste_are_read():
    board = Board.parse(f"https://f-puzzles.com/?load={WIKIPEDIA}")
    assert board.clues == ((0, 1),)
    packed = WIKIPEDIA.replace("/", "%2F")
    for before, behind in (("<www.", ">"), ("", "."), ("https://", ")!")):
        assert Board.parse(f"{before}f-puzzles.com/?load={packed}{behind}") == board
    pretty = json.dumps(json.loads(lz_string.unpack(WIKIPEDIA)), indent=2)
    assert Board.parse_all(f"{pretty}\n{P}\n") == [board, Board.parse(P)]


def test_a_dot_of_either_colour_exempts_its_cells_from_both_negative_rules():
    dots = {"difference": [{"cells": ["R1C1", "R1C2"]}], "ratio": [{"cells": ["R1C2", "R1C3"]}]}
    both = Board.parse(of_four(nonconsecutive=True, negative=["ratio"], **dots))
    (negative,) = (one for one in both.constraints if one.kind == "no-other-dots")
    assert negative.fields["pairs"] == ((0, 1), (1, 2))
    assert [one.kind for one in Board.parse(of_four(nonconsecutive=True)).constraints] == ["nonconsecutive"]


def test_a_solved_puzzle_of_a_link_keeps_its_rules():
    """The digits rise along the thermometer, and the cage has its sum."""
    text = of_four(
        thermometer=[{"lines": [["R1C1", "R1C2", "R1C3", "R1C4"]]}],
        killercage=[
            {"cells": ["R2C1", "R3C1", "R4C1"], "value": "9"},
            {"cells": ["R2C2", "R3C3"], "value": "7"},
        ],
    )
    board = Board.parse(lz_string_link(text))
    from sudokubench import solutions

    found = [*solutions(board)]
    assert found
    for grid in found:
        assert all(a < b for a, b in pairwise(grid.digits[:4]))
        assert grid.digits[5] + grid.digits[10] == 7


def lz_string_link(text):
    return f"https://f-puzzles.com/?load={lz_string.pack(text)}"


# -- Interactive Sudoku Solver -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".Cage~10~R1C1~R1C2.Fancy~R1C1", "'.Fancy~R1C1': this element of Interactive Sudoku Solver is not known"),
        (".Or.Cage~10~R1C1~R1C2.End", "'.Or': this element"), (".Modular~4~R1C1~R1C2", "'.Modular~4~R1C1~R1C2': this"),
        (".Cage~10~R1C1~R0C2", "'R0C2' is not a cell"), (".Cage~x~R1C1", "'x' is not a whole number"),
        (".Shape~4x4.Cage~5~R5C1~R1C1", "'R5C1' is not a cell"), (".Shape~4x5.AntiKnight", "digits as rows"),
        (".Shape~4x4~0-3.AntiKnight", "digits as rows"), (".Shape~4x4.Shape~4x4.~R1C1_1", "one Shape"),
        (".~R1C1_10", "'R1C1_10' is not a digit"), (".Jigsaw~AB.NoBoxes", "needs 9 regions of 9 cells"),
        (f".Jigsaw~{TWISTED}~{TWISTED}.NoBoxes", "needs 9 regions of 9 cells"),
        (f".Jigsaw~{TWISTED}.NoBoxes.Jigsaw~{TWISTED}", "it occurs twice"),
        (".Sandwich~3~Q1", "'Q1' is not a row or column"), (".LittleKiller~3~R5C5", "no diagonal begins at 'R5C5'"),
        (".Sandwich.~R1C1_1", "as in .Sandwich~12~R1"), (".XSum~R1~~.~R1C1_1", "as in .XSum~R1~12~"),
        (".WhiteDot~R1C1~R3C3", "no two of its cells share a side"),
        (".Regex~!~R1C1", "not a packed regular expression"), (".WhiteDot~R1C1~R1C2.AntiKnight~1", "'.AntiKnight~1'"),
    ],
)  # fmt: skip
def test_a_constraint_that_is_not_known_is_refused_by_name_and_place(text, words):
    assert words in str(fault(text))


def test_strings_mean_what_the_program_says():
    board = Board.parse(
        ".Whisper~R1C1~R2C1.WhiteDot~R1C1~R1C2~R2C2.XSum~R1~10~12.Sandwich~7~C2\n"
        ".~R9C9_4~R9C1_2_4_6_8~R9C2_1_2_3~R9C2_2_3_4.Diagonal~1.Cage~~R3C1~R3C2.PillArrow~2~R5C2~R5C1~R6C1.Jigsaw~"
        + TWISTED.translate({65 + k: 49 + k for k in range(9)}) + ".NoBoxes"
    )  # fmt: skip
    found = {(one.kind, *map(str, one.fields.values())) for one in board.constraints}
    line = str(ROW)
    assert found == {
        ("whisper", "(0, 9)", "5"), ("difference", "(0, 1)", "1"), ("difference", "(1, 10)", "1"),
        ("x-sum", line, "10"), ("x-sum", str(ROW[::-1]), "12"), ("sandwich", str(tuple(range(1, 81, 9))), "7"),
        ("even", "(72,)"), ("extra-region", "(18, 19)"), ("arrow", "(36, 37)", "(45,)"),
    }  # fmt: skip
    assert board.clues == ((80, 4),)
    assert [9 * 73 + d - 1 for d in range(1, 10) if d not in (2, 3)] == sorted(board.forbidden)
    assert [house.name for house in board.layout.extra] == ["D2"]
    assert board.layout.boxes == LAYOUTS["jigsaw"].boxes
    link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage~10~R1C1~R1C2.%7ER1C1_1"
    assert Board.parse(link) == Board.parse(".Cage~10~R1C1~R1C2.~R1C1_1")


@pytest.mark.parametrize("kind", ["even", "odd", "low", "high"])
def test_a_clue_keeps_the_rule_of_its_cell_even_if_it_breaks_it(kind):
    for digit in range(1, 10):
        board = Board(with_constraints(NINE, [rule(kind, 0)]), [digit, *[0] * 80])
        assert Board.parse(board.format("iss")) == board


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_clue_stays_a_clue_where_it_is_the_only_even_or_low_digit(size):
    for digit in range(1, size + 1):
        board = Board(Layout.standard(size), [digit, *[0] * (size * size - 1)])
        assert Board.parse(board.format("iss")) == board


def test_a_line_that_may_be_a_rule_of_other_lines_is_not_a_puzzle():
    cage, dots, whole = ".Cage~10~R1C1~R1C2", ".WhiteDot~R5C1~R5C2", ".Shape~9x9.AntiKnight"
    assert Board.parse_all(f"{cage}\n") == [Board.parse(cage)]
    assert Board.parse_all(f"{whole}\n{whole}\n{P}\n")[1:] == [Board.parse(whole), Board.parse(P)]
    assert len(Board.parse(f"{cage}\n{dots}").constraints) == 2  # the caller wants one puzzle
    for text in (f"{P}\n{cage}\n", f"{cage}\n{P}\n", f"{cage}\n\n{dots}\n\n{P}\n"):
        with pytest.raises(InputError, match=r"begin each puzzle with \.Shape~9x9"):
            Board.parse_all(text)


# -- SudokuPad -----------------------------------------------------------------------------------------------------

SCL = {
    "cells": [[{"value": 1}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]],
    "regions": [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)],
    "cages": [
        {"cells": [[0, 0], [0, 1]], "value": "3"}, {"cells": [[2, 2], [3, 3]], "value": 5, "unique": False},
        {"cells": [[1, 1], [2, 2]], "unique": True}, {"value": "title: Ours"},
    ],
}  # fmt: skip
SHORT = (
    "{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],"
    "[[2,2],[2,3],[3,2],[3,3]]],ca:[{ce:[[0,0],[0,1]],v:3},{ce:[[2,2],[3,3]],v:5,unique:f},{ce:[[1,1],[2,2]],unique:t},"
    "{v:'title: Ours'}]}"
)


@pytest.mark.parametrize("form", ["scl", "ctc"])
@pytest.mark.parametrize("inside", [json.dumps(SCL), SHORT], ids=["long", "short"])
def test_cells_regions_and_cages_of_sudokupad_are_read(form, inside):
    board = board_of(
        [rule("killer", 0, 1, total=3), rule("sum", 10, 15, total=5), rule("all-different", 5, 10)],
        LAYOUTS["4x4"],
    )
    board = Board(board.problem, [1] + [0] * 15)
    packed = lz_string.pack(inside)
    for text in (json.dumps(SCL), form + packed, f"https://sudokupad.app/{form}{packed.replace('/', '%2F')}",
                 f"https://beta.sudokupad.app/sudoku/?puzzleid={form}{packed}"):  # fmt: skip
        assert Board.parse(text) == board
    (remark,) = sudokupad.read(form + packed).remarks
    assert remark.en == words.NO_RULE_READ.format(program="SudokuPad", names="title").en


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]]}]}, "'lines': SudokuPad only draws this"),
        ({"fancy": [1]}, "'fancy': this element of SudokuPad"), ({"regions": []}, "'regions': the board needs 4"),
        ({"cages": [{"cells": [[0, 0]]}]}, "'cages[1]': SudokuPad only draws"),
        ({"cages": [{"cells": [[0, 4]], "value": "3"}]}, "'cages[1]': [0, 4] is not a cell"),
        ({"cages": [{"cells": [[0, 0]], "value": "?"}]}, "'cages[1]': '?' is not a whole number"),
        ({"metadata": {"nonconsecutive": True}}, "'metadata.nonconsecutive': this element of SudokuPad"),
        ({"cages": [{"value": "nonconsecutive: true"}]}, "'metadata.nonconsecutive': this element of SudokuPad"),
        ({"metadata": {"antiknight": True}, "cells": [[{"value": 9}, {}, {}, {}], *SCL["cells"][1:]]}, "'R1C1': 9"),
    ],
)  # fmt: skip
def test_what_sudokupad_only_draws_is_refused(fields, words):
    assert words in str(fault(json.dumps(SCL | fields)))


def test_a_cage_without_cells_holds_metadata_of_sudokupad():
    cages = [{"value": "antiknight: true"}, {"value": "antiking: false"}, {"value": "rules: No more."}]
    board = Board.parse(json.dumps(SCL | {"cages": cages, "cells": [[{}] * 4] * 4}))
    assert [rule.kind for rule in board.constraints] == ["anti-knight"]
    assert "compare them with the elements: 'No more.'" in board.remarks[-1].en
    board = Board.parse(
        json.dumps(
            SCL | {"metadata": {"antiking": True, "rules": "One."}, "cages": cages, "cells": [[{}] * 4] * 4}
        )
    )
    assert [rule.kind for rule in board.constraints] == ["anti-king", "anti-knight"]
    assert "compare them with the elements: 'One. No more.'" in board.remarks[-1].en


# -- hostile text --------------------------------------------------------------------------------------------------


@FEW_AND_MANY
@pytest.mark.parametrize("form", SHARED)
def test_altered_puzzles_are_read_or_refused(form, rounds):
    draw = random.Random(f"{form} 37")
    texts = [board_of(rules).format(form) for rules in VARIETY.values()]
    if form == "fpuzzles":  # also change the text inside of the packed part
        texts += [json.dumps(fpuzzles.to_object(board_of(rules).content())) for rules in VARIETY.values()]
    if form == "sudokupad":
        texts += [json.dumps(SCL), SHORT]
    parts = [
        *'09AZaz.~_{}[]":,-+/=%R\u3042',
        "-1",
        "99999999999",
        "null",
        "true",
        "[[[[",
        "1e9",
        '""',
        "R0C0",
        "",
    ]
    assert len(outcomes_of(altered(draw.choice(texts), draw, parts) for _ in range(rounds))) >= 2


def test_a_packed_puzzle_without_text_is_refused():
    with pytest.raises(InputError, match="copy the whole link again"):
        Board.parse("fpuz" + "QA" * 10)


@pytest.mark.parametrize(
    "inside",
    ["[" * 100_000, '{"size":9,"grid":[[{' + '"a":{' * 5_000, '{"size":4,"grid":[[{}]],"title":"' + "a" * 99_999 + '"}',
     '{"size":9,"grid":[[{"value":' + "9" * 6_000 + "}]]}"],
)  # fmt: skip
def test_deep_long_and_huge_puzzles_are_refused(inside):
    for text in (inside, lz_string_link(inside)):
        with pytest.raises(InputError):
            Board.parse(text)
