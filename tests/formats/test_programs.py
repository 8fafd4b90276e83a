"""Boards of other programs: game ids of Simon Tatham's Solo, OpenSudoku's files, SumoCue's lines, and remarks."""

import json
import random
from types import MappingProxyType

import pytest
from formats_cases import FEW_AND_MANY, JIGSAW, TWISTED, altered, fault, outcomes_of, rule
from formats_cases import PUZZLE as P

from sudokubench import Board, InputError, Layout, solve
from sudokubench.formats.shared import fpuzzles, words
from sudokubench.problem import with_constraints

# -- Simon Tatham's Solo -------------------------------------------------------------------------------------------


def test_a_game_id_states_digits_boxes_and_diagonals():
    board = Board.parse("2x2:1b2_3k")
    assert board.layout == Layout.standard(4)
    assert board.clues == ((0, 1), (3, 2), (4, 3))
    assert Board.parse("2x3:zj").layout == Layout.standard(6)
    assert Board.parse("3x2:zj").layout == Layout.standard(6, 3)
    assert Board.parse("3x4db:" + "z" * 5 + "m12").clues == ((143, 12),)
    assert Board.parse("2x2xm4du:1o").layout.name == "4x4-diagonal"


def test_the_walls_of_a_jigsaw_are_read_between_columns_and_then_between_rows():
    """The regions of a 4x4 are two columns at the left, and two squares at the right."""
    regions = "0122 0122 0133 0133".replace(" ", "")
    between_columns = [regions[4 * r + c] != regions[4 * r + c + 1] for r in range(4) for c in range(3)]
    between_rows = [regions[4 * r + c] != regions[4 * r + c + 4] for c in range(4) for r in range(3)]
    text, run = "", 0
    for is_wall in [*between_columns, *between_rows, True]:
        text += ("_abcdefghijklmnopqrstuvwxy"[run]) if is_wall else ""
        run = 0 if is_wall else run + 1
    board = Board.parse(f"4j:4o,{text}")
    assert board.layout == Layout(4, tuple(map(int, regions)), "1234")
    assert board.format("tatham") == f"4j:4o,{text}"


def test_the_cages_of_a_game_have_their_sums():
    """Each row of a 4x4 holds two cages of two cells."""
    between_columns, between_rows = [False, True, False] * 4, [True] * 12
    text, run = "", 0
    for is_wall in [*between_columns, *between_rows, True]:
        text += "_abc"[run] if is_wall else ""
        run = 0 if is_wall else run + 1
    board = Board.parse(f"2x2k:p,{text},3a7a7a3a5a5a5a5a")
    totals = [3, 7, 7, 3, 5, 5, 5, 5]
    assert board.problem == with_constraints(
        Layout.standard(4), [rule("killer", 2 * k, 2 * k + 1, total=total) for k, total in enumerate(totals)]
    )
    assert Board.parse(board.format("tatham")) == board
    digits = solve(board).solution.digits
    assert [digits[2 * k] + digits[2 * k + 1] for k in range(8)] == totals


@pytest.mark.parametrize(
    "layout", [Layout.standard(9), JIGSAW, Layout.named("9x9-diagonal"), Layout.standard(16), Layout.standard(25),
               Layout.named("6x6:3"), Layout.standard(5)], ids=str,
)  # fmt: skip
def test_a_board_is_the_same_after_a_round_trip_through_a_game_id(layout):
    draw = random.Random(str(layout))
    for filled in (0, 1, layout.size, layout.cell_count):
        digits = [0] * layout.cell_count
        for cell in draw.sample(range(layout.cell_count), filled):
            digits[cell] = draw.randint(1, layout.size)
        board = Board(layout, digits)
        text = board.format("tatham")
        assert Board.parse(text) == board
        assert [found.id for found in Board.parse_all(f"{text}\n{P}\n{text}\n")] == [
            board.id, Board.parse(P).id, board.id,
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3x3:a5b3_4c7d", "'3x3:a5b3_4c7d': this board of Simon Tatham's Solo needs 81 cells, not 14"),
        ("2x2:5o", "5 is not a digit from 1 to 4"), ("2x2q:1o", "this element of Simon Tatham's Solo is not known"),
        ("2x2:1o,aa", "this element of Simon Tatham's Solo"),
        ("4j:1o,aa", "must cover 24 places between cells, not 3"),
        ("4j:1o", "this element of Simon Tatham's Solo"), ("4j:1o,aaaaaaaaaaaa3", "this element"),
        ("4j:1o," + "_" * 24, "not 23"),
        ("4j:1o," + "_" * 25, "the board needs 4 regions of 4 cells"),
        ("2x2k:p," + "_" * 25 + ",1" + "_1" * 15, words.CAGE_SUMS.en),
        ("2x2k:p,x,a9n", words.CAGE_SUMS.en), ("4x4k:zzzzzzzzzv,a,a", "this element of"),
    ],
)  # fmt: skip
def test_a_game_that_does_not_fit_is_refused(text, words):
    error = fault(text)
    assert words in str(error)
    assert error.to("ja") != str(error)


@pytest.mark.parametrize(
    "board",
    [
        Board(with_constraints(Layout.standard(4), [rule("even", 0)]), [0] * 16),
        Board(with_constraints(Layout.standard(4), [rule("killer", 0, 1, total=3)]), [0] * 16),
        Board(Layout.standard(4), [0] * 16, [3]), Board.empty(Layout.standard(36)),
        Board.empty(Layout.named("9x9-windoku")),
        Board.empty(Layout(4, Layout.standard(4).boxes, "1234", Layout.named("4x4-diagonal").extra[:1])),
    ],
    ids=range(6),
)  # fmt: skip
def test_a_board_that_a_game_id_cannot_state_is_refused(board):
    with pytest.raises(InputError, match="Simon Tatham's Solo has no element for"):
        board.format("tatham")


@pytest.mark.parametrize("seed", ["3x3#1", "3x3xkdm#123456789012", "9j#7"])
def test_a_random_seed_of_a_game_is_refused_with_the_remedy(seed):
    with pytest.raises(InputError, match="give the ID of the game, which has a colon in place of #"):
        Board.parse(seed)


def saved_by_tatham(game="Solo", params="2x2", desc="1b2_3k"):
    fields = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection", "VERSION": "1", "GAME": game, "PARAMS": "3x3",
        "CPARAMS": params, "DESC": desc, "NSTATES": "2", "STATEPOS": "2", "MOVE": "R1,0,2",
    }  # fmt: skip
    return "".join(f"{name:8}:{len(value)}:{value}\n" for name, value in fields.items())


def test_a_saved_game_is_read_without_its_moves():
    board = Board.parse("2x2:1b2_3k")
    assert Board.parse(saved_by_tatham()) == board
    assert Board.parse_all(f"{saved_by_tatham()}\n{P}\n{saved_by_tatham()}") == [board, Board.parse(P), board]
    for other in ({"game": "Keen"}, {"params": ""}, {"desc": ""}):
        with pytest.raises(InputError, match="is read only if it is of Solo"):
            Board.parse(saved_by_tatham(**other))
    with pytest.raises(InputError, match="needs 16 cells, not 15"):
        Board.parse(saved_by_tatham(desc="1b2_3j"))


def test_names_of_ours_are_no_game_ids():
    assert Board.parse("3x3:1.......3").layout.size == 3
    assert Board.parse("5x5:1........................").layout.size == 5


# -- OpenSudoku and SumoCue ----------------------------------------------------------------------------------------


def saved(clues, entered=MappingProxyType({}), attributes=""):
    cells = "".join(
        f"{entered.get(k, '0')}|1,2,|1|" if d == "." else f"{d}|0|0|" for k, d in enumerate(clues)
    )
    data = f'data="version: 1&#10;{cells}"{attributes}'
    return f'<game created="1600000000000" state="1" time="7" last_played="1600000000001" {data} />'


def document(*games):
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<opensudoku version="2">'
        f'<folder name="Easy" created="1600000000000">{"".join(games)}</folder></opensudoku>'
    )


def test_the_clues_of_a_game_of_opensudoku_are_read():
    plain = f'<game created="1600000000000" state="0" last_played="1600" data="{P.replace(".", "0")}"/>'
    game = saved(P, {2: "4"})
    for text in (game, plain, document(game), document(plain), f"{document(game)}\n"):
        assert Board.parse(text) == Board.parse(P)


def test_all_games_in_one_line_are_read():
    boards = []
    for k in range(1, 90):
        digits = list(P)
        digits[2] = str(k % 9 + 1)
        boards.append("".join(digits))
    text = document(*(saved(board, {3: "8"}) for board in boards))
    assert len(text) > 20_000
    assert [str(board) for board in Board.parse_all(text)] == boards


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (saved(P[:80]), "has 240 fields"), (saved("x" + P[1:]), "has 'x'; its digit"),
        (saved(P).replace("|3|0|0|", "||0|0|", 1), "has ''; its digit"),
        (saved(P).replace("|0|1,2,|1|", "||1,2,|1|", 1), "has ''; its digit"),
        (saved(P).replace("|3|0|0|", "|3|0|2|", 1), "has '2'; its digit"),
        (saved(P, attributes=" cages=1"), "cages"),
        (saved(P, attributes=' note="Killer Sudoku"'), "'Killer"), (saved(P, attributes=' cages="1"'), "cages"),
        (document(saved(P)).replace("Easy", "Killer"), "Killer"),
    ],
)  # fmt: skip
def test_a_game_of_another_form_or_with_a_rule_is_refused(text, words):
    with pytest.raises(InputError) as caught:
        Board.parse_all(text)
    assert words in str(caught.value)


KSUDOKU = """<!DOCTYPE ksudoku>
<ksudoku>
 <game had-help="0" msecs-elapsed="1000">
  <puzzle>
   <graph type="sudoku" specific-type="Plain" order="9"/>
   <values>{values}</values>
  </puzzle>
  <history>
   <simple-event index="2" value="4"/>
  </history>
 </game>
</ksudoku>
"""


def of_ksudoku(clues):
    """Return a saved game: cells column by column, and letters from b on."""
    cells = [clues[9 * row + column] for column in range(9) for row in range(9)]
    return KSUDOKU.format(values="".join("_" if c == "." else chr(ord("a") + int(c)) for c in cells))


def test_the_clues_of_a_game_of_ksudoku_are_read():
    text = of_ksudoku(P)
    assert "<values>fg_i" in text
    assert Board.parse(text) == Board.parse(P)
    assert Board.parse_all(f"{text}{P}\n{text}") == [Board.parse(P)] * 3
    assert Board.parse_all(text.replace("\n", "") + "\n") == [Board.parse(P)]
    cut = text[: text.index("  </puzzle>")]
    assert Board.parse_all(f"{cut}{P}\n") == [Board.parse(P)] * 2


@pytest.mark.parametrize(
    ("part", "other"),
    [('type="sudoku"', 'type="custom"'), ("  </puzzle>", '<cage size="1" value="3">0 </cage>'), ("fg_i", "f"),
     ("fg_i", "kg_i"), ("fg_i", "ag_i"), ("<values>", "<value>"), ("fg_i", "fg_</values><values>i")],
)  # fmt: skip
def test_a_game_of_ksudoku_with_other_rules_is_refused(part, other):
    text = of_ksudoku(P)
    assert part in text
    with pytest.raises(InputError, match="a game of KSudoku is read only if"):
        Board.parse(text.replace(part, other, 1))


@pytest.mark.parametrize("form", ["tatham", "penpa", "sumocue", "janko"])
def test_a_jigsaw_is_written_whatever_numbers_its_boxes_have(form):
    boxes = [8 - box for box in JIGSAW.boxes]
    board = Board(Layout(9, boxes, "123456789"), [5, *[0] * 80])
    found = Board.parse(board.format(form))
    assert found.digits == board.digits
    assert len({*zip(found.layout.boxes, boxes, strict=True)}) == 9  # each box is a box of the other layout


def test_a_jigsaw_of_sumocue_is_read():
    digits = "1" + "0" * 79 + "9"
    regions = TWISTED.translate({65 + k: 48 + k for k in range(9)})
    text = "SumoCueV1" + "".join(f"={d}J{r}" for d, r in zip(digits, regions, strict=True))
    assert Board.parse(text) == Board(JIGSAW, [int(d) for d in digits])
    for broken in (text[:-4], text.replace("=9J", "+9J"), text.replace("J8", "J7")):
        with pytest.raises(InputError, match=r"SumoCue writes 81 cells|needs 9 regions|each cage has"):
            Board.parse(broken)


# -- writing, and the parts left out -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "rules"),
    [
        ("fpuzzles", [rule("minimum", 0), rule("minimum", 4)]), ("fpuzzles", [rule("arrow", 2, circle=(1, 0))]),
        ("fpuzzles", [rule("nonconsecutive"), rule("difference", 0, 1, value=1)]),
        ("fpuzzles", [rule("ratio", 0, 1, value=3), rule("no-other-black-dots", pairs=[[0, 1]])]),
        ("fpuzzles", [rule("no-other-xv", pairs=[[0, 1]])]), ("fpuzzles", [rule("pair-sum", 0, 1, total=7)]),
        ("fpuzzles", [rule("sandwich", 0, 2, 1, 3, total=3)]), ("fpuzzles", [rule("little-killer", 0, 2, total=3)]),
        ("iss", [rule("arrow", 2, circle=(1, 0))]), ("iss", [rule("quadruple", 0, 1, 2, 4, digits=[1])]),
        ("iss", [rule("sandwich", 3, 2, 1, 0, total=3)]), ("iss", [rule("x-sum", 0, 1, 2, 3, total=0)]),
        ("iss", [rule("pair-sum", 0, 1, total=7)]), ("iss", [rule("no-other-dots", pairs=[[0, 1]])]),
        ("iss", [rule("linear", 0, 1, coefficients=[1, 1], low=3, high=4)]), ("iss", [rule("clone", 0, copy=[9])]),
    ],
)  # fmt: skip
def test_a_constraint_that_a_program_would_read_in_another_way_is_not_written(form, rules):
    board = Board(with_constraints(Layout.standard(4), rules), [0] * 16)
    with pytest.raises(InputError, match="has no element for"):
        board.format(form)


def test_a_little_killer_is_written_from_either_end():
    cells = (0, 5, 10, 15)
    for way in (cells, cells[::-1]):
        board = Board(with_constraints(Layout.standard(4), [rule("little-killer", *way, total=9)]), [0] * 16)
        (back,) = Board.parse(board.format("iss")).constraints
        assert set(back.fields["cells"]) == set(cells)
        assert Board.parse(board.format("fpuzzles")) == board


def test_a_board_keeps_the_remarks_on_what_was_left_out():
    grid = [[{} for _ in range(4)] for _ in range(4)]
    text = json.dumps({"size": 4, "grid": grid, "title": "Ours", "ruleset": "Evens repel."})
    board = Board.parse(text)
    assert board.remarks == fpuzzles.read(text).remarks
    assert [one.en.partition(":")[0] for one in board.remarks] == ["f-puzzles", "f-puzzles"]
    assert "Ours" not in str(board)
    assert board == Board.empty(Layout.standard(4))
    assert hash(board) == hash(Board.empty(Layout.standard(4)))
    assert [one.remarks for one in Board.parse_all(f"{text}\n{P}\n")] == [board.remarks, ()]


# -- hostile text --------------------------------------------------------------------------------------------------


@FEW_AND_MANY
def test_altered_boards_of_programs_are_read_or_refused(rounds):
    draw = random.Random("programs 37")
    texts = [
        Board(JIGSAW, [0] * 81).format("tatham"), "2x2k:p,a_a_a_a_____________,3a7a7a3a5a5a5a5a", saved_by_tatham(),
        saved(P), document(saved(P), saved(P)), of_ksudoku(P), "SumoCueV1" + "".join(f"=0J{r}" for r in range(9)) * 9,
    ]  # fmt: skip
    parts = ["z", "_", ",", "99999999999", "<game", '"', "|", "J", "あ", ""]
    assert len(outcomes_of(altered(draw.choice(texts), draw, parts) for _ in range(rounds))) >= 2


@pytest.mark.parametrize(
    "text",
    ["5x6:" + "z" * 100_000, "3x3:" + "9" * 100_000 + "a", "<game" * 100_000, "<" + "xml " * 100_000],
    ids=["letters", "digits", "tags", "attributes"],
)
def test_endless_text_of_a_program_is_refused(text):
    with pytest.raises(InputError):
        Board.parse(text)
