"""Penpa+'s links, SumoCue's lines, files of janko.at and `.sdku` files: both directions, refusals, hostile text."""

import json
import random
import subprocess
import sys
import tracemalloc
import zlib
from base64 import b64decode, b64encode

import pytest
from formats_cases import FEW_AND_MANY, JIGSAW, altered, fault, outcomes_of, rule
from formats_cases import PUZZLE as P

from sudokubench import Board, InputError, Layout, solve
from sudokubench.problem import with_constraints

NINE = Layout.standard(9)
KILLER = (rule("killer", 0, 1, 9, total=12), rule("killer", 40, 41, total=5))
LINES = (
    rule("thermometer", 4, 13, 22),
    rule("arrow", 50, 51, circle=(49,)),
    rule("all-different", 70, 71, 80),
)
BOARDS = {
    "plain": Board.parse(P), "jigsaw": Board(JIGSAW, [1] + [0] * 80),
    "killer": Board(with_constraints(NINE, KILLER), [0] * 81),
    "killer jigsaw": Board(with_constraints(JIGSAW, KILLER), [0] * 80 + [4]),
    "diagonal": Board.empty(Layout.named("9x9-diagonal")), "lines": Board(with_constraints(NINE, LINES), [0] * 81),
    "six": Board(Layout.named("6x6:3"), [0] * 35 + [6]), "sixteen": Board(Layout.standard(16), [16] + [0] * 255),
}  # fmt: skip
STATED = {
    "penpa": set(BOARDS), "janko": {"plain", "jigsaw", "six", "sixteen"}, "sdku": {"plain"},
    "sumocue": {"plain", "jigsaw", "killer", "killer jigsaw", "diagonal"},
}  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("form", STATED)
def test_a_board_is_the_same_after_a_round_trip_or_is_refused(form, name):
    board = BOARDS[name]
    if name not in STATED[form]:
        with pytest.raises(InputError, match="has no element for"):
            board.format(form)
        return
    text = board.format(form)
    assert Board.parse(text) == board
    found = Board.parse_all(f"{text}\n{P}\n{text}\n")
    assert [one.id for one in found] == [board.id, BOARDS["plain"].id, board.id]


@pytest.mark.parametrize("form", STATED)
def test_a_forbidden_candidate_or_a_digit_in_a_cage_of_sumocue_is_not_written(form):
    with pytest.raises(InputError, match="has no element for R1C1#4"):
        Board(NINE, [0] * 81, [3]).format(form)
    if form == "sumocue":
        with pytest.raises(InputError, match="has no element for R1C1#5"):
            Board(with_constraints(NINE, KILLER), [5] + [0] * 80).format(form)


# -- SumoCue -------------------------------------------------------------------------------------------------------


def test_the_older_form_of_sumocue_has_a_number_for_each_cell():
    """256 times the sum plus a number of the cage; a cage of one cell is a digit."""
    numbers = [0] * 81
    numbers[0] = numbers[1] = numbers[9] = 256 * 12
    numbers[40] = numbers[41] = 256 * 5 + 40
    numbers[80] = 256 * 4 + 80
    text = ":".join(map(str, numbers))
    expected = Board(with_constraints(NINE, KILLER), [0] * 80 + [4])
    assert Board.parse(f"3x3::k:{text}") == Board.parse(f"3x3::k:{text}:") == expected
    assert Board.parse(f"3x3:d:k:{text}").layout.name == "9x9-diagonal"
    with pytest.raises(InputError, match="each cage has two cells or more"):
        Board.parse(f"3x3::k:{text.replace('1320', '1064', 1)}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("SumoCueV1" + "=0" * 80, "SumoCue writes 81 cells"), ("SumoCueV2" + "=0" * 81, "SumoCue writes 81 cells"),
        ("SumoCueV1=12" + "=0" * 80, "12 is not a digit from 1 to 9"), ("SumoCueV1=3+5" + "=0" * 79, "each cage"),
        ("SumoCueV1=0+0" + "=0" * 79, "each cage"), ("SumoCueV1=0J0" + "=0" * 80, "the board needs 9 regions"),
        ("3x3::k:5888:2817", "SumoCue writes 81 cells"),
        ("SumoCueV1=5+99" + "=0" * 79, "each cage has two cells"),
        ("3x3::k:7:7" + ":0" * 79, "each cage has two cells or more, and one sum"),
    ],
)  # fmt: skip
def test_a_line_of_sumocue_that_does_not_fit_is_refused(text, words):
    with pytest.raises(InputError, match=words) as caught:
        Board.parse(text)
    assert caught.value.to("ja") != str(caught.value)


# -- janko.at ------------------------------------------------------------------------------------------------------

JANKO = """begin
puzzle Sudoku
author Ours
size 4
patternx 2
patterny 2
problem
1 - - -
- - 3 -
- 4 - -
- - - 2
solution
1 3 2 4
4 2 3 1
2 4 1 3
3 1 4 2
end
"""


def test_a_file_of_janko_is_read_without_its_solution():
    (board,) = Board.parse_all(JANKO)
    assert str(board) == "1.....3..4.....2"
    assert "author, solution" in board.remarks[0].en
    assert Board.parse(JANKO.replace("begin", "[begin]").replace("size 4", "rows 4\ncols 4")) == board
    assert len(Board.parse_all(JANKO * 3 + P)) == 4


def test_the_boxes_of_a_file_of_janko_are_patterns_or_areas():
    rows = "\n".join(["- - - - - -"] * 6)
    text = f"begin\npuzzle sudoku\nsize 6\npatternx 2\npatterny 3\nproblem\n{rows}\nend"
    assert Board.parse(text).layout.name == "6x6:3"
    areas = "1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4\n"
    with_areas = JANKO.replace("patternx 2\npatterny 2\n", "").replace("solution", f"areas\n{areas}solution")
    assert Board.parse(with_areas).layout == Layout.standard(4)
    with pytest.raises(InputError, match="the board needs 4 regions of 4 cells"):
        Board.parse(with_areas.replace("1 1 2 2", "1 1 1 2", 1))


@pytest.mark.parametrize("rest", [JANKO, "killer", "1 2"])
def test_text_behind_the_end_of_a_file_of_janko_is_refused(rest):
    with pytest.raises(InputError, match="the element"):
        Board.parse(f"{JANKO}{rest}", form="janko")


def test_a_line_begin_before_something_else_is_left_out():
    assert Board.parse_all(f"begin\n{P}\nbegin\n\n{P}\nbegin") == [BOARDS["plain"]] * 2


@pytest.mark.parametrize(
    ("part", "other", "words"),
    [
        ("Sudoku", "Killer", "'puzzle Killer'"), ("author Ours", "diagonals", "'diagonals': this element of Janko"),
        ("size 4", "size 99", "the size of its layout is"), ("size 4", "size x", "'x' is not a whole number"),
        ("size 4", "size 4\nrows 5", "the size of its"), ("1 - - -", "1 - - 9", "9 is not a digit from 1 to 4"),
        ("1 - - -", "1 - -", "needs 16 cells, not 15"), ("patternx 2", "patternx 3", "the board needs 4 regions"),
        ("size 4", "size 4\nsize 4", "'size': it occurs twice"), ("author Ours", "labels\n1 2 3 4", "'labels'"),
        ("author Ours", "author Ours\n1 2", "'author'"), ("1 - - -", "1 - 0 -", "0 is not a digit from 1 to 4"),
        ("1 - - -", "1 - - -.", "'-.' is not a whole number"),
    ],
)  # fmt: skip
def test_a_file_of_janko_with_another_part_is_refused(part, other, words):
    with pytest.raises(InputError) as caught:
        Board.parse_all(JANKO.replace(part, other, 1))
    assert words in str(caught.value)


# -- .sdku ---------------------------------------------------------------------------------------------------------


def sdku(version, *cells):
    inside = "".join(
        f"\n  <Cell>\n    <x>{x}</x>\n    <y>{y}</y>\n    <value>{d}</value>\n    <origin>{origin}</origin>\n  </Cell>"
        for x, y, d, origin in cells
    )
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Sudoku version="{version}">{inside}\n</Sudoku>\n'


def test_the_clues_of_an_sdku_file_are_read():
    one = Board(NINE, [0, 5] + [0] * 79)
    assert Board.parse(sdku(1, (1, 0, 5, "User"), (0, 8, 3, "Calculated"))) == one
    assert Board.parse(sdku(2, (1, 0, 5, "Provided"), (0, 8, 3, "User"))) == one
    assert Board.parse('<Sudoku><Cell x="1" y="0">5</Cell></Sudoku>') == one
    cells = ["0511.0.0", "51", "32", *["0511.0.0"] * 78]
    board = Board.parse(f'<Sudoku version="3"><c>{"".join(f"{cell}|" for cell in cells)}</c></Sudoku>')
    assert (board, "digits that are not given (1)" in board.remarks[0].en) == (one, True)
    assert len(Board.parse_all(sdku(2, (1, 0, 5, "User")) * 2 + P)) == 3


@pytest.mark.parametrize(
    "text",
    [sdku(9, (1, 0, 5, "User")), sdku(2, (1, 0, 5, "User")).replace("value", "digit"), "<Sudoku>",
     "<Sudoku version='2'/>", sdku(2).replace("</Sudoku>", "<Cage/></Sudoku>"),
     '<Sudoku version="3"><c>51|</c></Sudoku>', sdku(2, (1, 0, 5, "Given"))],
)  # fmt: skip
def test_an_sdku_file_with_another_element_is_refused(text):
    with pytest.raises(InputError, match="this element of SudokuSolver is not known"):
        Board.parse_all(text)


def test_an_sdku_file_with_two_digits_in_a_cell_is_refused():
    with pytest.raises(InputError, match="it occurs twice"):
        Board.parse(sdku(2, (1, 0, 5, "Provided"), (1, 0, 6, "Provided")))


# -- Penpa+ --------------------------------------------------------------------------------------------------------

BY_PENPA = (
    "https://swaroopg92.github.io/penpa-edit/#m=solve&p="
    "zVVdb5tIFH33r1jNa0cqM8AwIPXB+aoUNdl4kzSbICsiNo5JsGkxTiKi9Lf3zAcyYKerrrTSCnt8OMOcc+8d32G1nhaPaxriciV1KMPlSkd/pa"
    "c+DKziL7IqT6M/6HBdzYsSgNI/j47oLMlXKT2+ftg7eBw+Hw7//ujfuO7l6ezDw8Ho8mF69ZWNnOxj6ZzmcnlydrCXf/hc35zMh0/pYSrOVsVk"
    "nqfJNKlvro5f8uWRvJ/P2P7xfF/OkqWz+i4vwqe90adPg1iFgWs8iAkjlHB8GRn/qM9/xIRQNh681n9Fr/VtFI/faH25gXIDz6NXjKfRK+GSRD"
    "EJsFDLgGV67lqPF3ic1q4eD/To6NHX4xf9zCFUmBSUhSGJOFTCkHLGNcYv5dw3mPuUu7BTGEXmPjPYZ5QLz2DhUR4EBgcB5aFjcIitcFyjL6Hv"
    "WH0H+szqM+irdLQX9D2r70Hft/o+9IXVF9CXVh/bzEOjj194Cauj4rc8d4GtDodOOy/ePC+ArT6HfjsebuqDX9TB+rrwdW2cQtXB5iXgK6yvgG"
    "+7PsL6CvgK6yvg285LWF8BX2F9BXwD48uki/3C89gfbBgWMAShbgBMZvpGbxmW6xsX633EpG98FZQVMJVsBCQEwkYg9FHLRsBBF4VI0PggYgdZ"
    "GR+EyZCKvvFQE1U344NCeAja+CB7vxEIVMqNgIRAYAVcBwJSC+DveaX/pPt69PQo9J83UJ0wGMSwVs3evvz/F4NOR1OTVZHfrtblLJmkt+lLMq"
    "lIZA6d9kyHW64Xd2nZofKi+JZny10KzVSHzO6XRZnunFJkOr1/T0pN7ZC6K8ppL6bnJM+7uXxfJ2V38SQrJ3mXqsqsc5+UZfHcYRZJNe8Qd0mF"
    "w3s1z751ldJlr5hV0g0xeUx6botNOd4G5IXob4ymoK46gcOoHtH6M47W1hlN6xGO4JOoPlcnsDmtKVms8yqbFHkBS8vhZNULOeDhBl7peYX2Dc"
    "kc4FOLAa8BTaVuvxjmLIrrC0qU955erSBZFE8I3sSm7ifF4g7pxaRVIOSBTPVr0T7K1Nth+HsZQKTJQEGTgUI7MlCJ/bcZhOM3s1nOb70k/91L"
    "8R/Pnhfb1EX5i77eTPbpHd0N9hcN3prdxb/Ty63ZPr/VuCrY7d4Fu6N9wfY7GNR2E4Pc6mNw77SyUu13s4qq39DKaqunlVW7rXHsavQT"
)
"""Made by Penpa+ 3.2.3: a new board with both diagonals, and 7 in its first cell."""


def packed(lines):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress("\n".join(lines).replace("z", "zZ").encode()) + packer.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={b64encode(data).decode()}"


def lines_of(link):
    text = zlib.decompress(b64decode(link.partition("&p=")[2]), -15).decode()
    return text.replace("zZ", "z").split("\n")


def penpa(tags="[]", head="", **fields):
    lines = lines_of(BOARDS["plain"].format("penpa"))
    lines[0] = head or lines[0]
    lines[3] = json.dumps(json.loads(lines[3]) | fields)
    lines[17] = tags
    return packed(lines)


def test_a_link_made_by_penpa_is_read():
    assert Board.parse(BY_PENPA) == Board(Layout.named("9x9-diagonal"), [7] + [0] * 80)
    assert Board.parse(f"<{BY_PENPA}>".replace("#m", "?m")) == Board.parse(BY_PENPA)


def test_a_link_is_the_same_in_every_process():
    code = f"from sudokubench import Board; print(Board.parse('{P}').format('penpa'))"
    links = {
        subprocess.check_output([sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}) for seed in "123"
    }
    assert len(links) == 1


def test_margins_move_the_board_and_settings_become_remarks():
    lines = lines_of(BOARDS["plain"].format("penpa"))
    lines[0] = (
        "square,10,11,38,0,1,1,380,380,84,84,0,0,0,0,Title: Ours%2C too,Author: ,,All even.%2DOr odd.,OFF,false"
    )
    lines[1], wide = "[1,1,1,0]", 14

    def moved(k):
        return str((int(k) // 13 + 1) * wide + int(k) % 13 + 1)

    def edge(key):
        one, other = (int(k) - 169 for k in key.split(","))
        return f"{int(moved(one)) + wide * 15},{int(moved(other)) + wide * 15}"

    fields = json.loads(lines[3])
    fields["number"] = {moved(k): value for k, value in fields["number"].items()}
    fields["lineE"] = {edge(k): 2 for k in fields["lineE"]}
    lines[3] = json.dumps(fields)
    cells = [wide * (r + 3) + c + 3 for r in range(9) for c in range(9)]
    lines[5] = json.dumps([b - a for a, b in zip([0, *cells], cells, strict=False)])
    board = Board.parse(packed(lines))
    assert board == BOARDS["plain"]
    assert [one.en for one in board.remarks] == [
        "Penpa+: left out, because these parts state no rule that can be read: Title: Ours, too",
        "Penpa+: rules in words are not read; compare them with the elements: 'All even. Or odd.'",
    ]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (penpa(symbol={"28": [1, "circle_L", 1]}), "'symbol R1C1': Penpa+ only draws this"),
        (penpa(surface={"29": 1}), "'surface R1C2'"),
        (penpa(wall={"28,29": 2}), "'wall 28,29'"),
        (penpa(tags='["nonconsecutive"]'), "'tags[1] nonconsecutive'"),
        (penpa(number={"15": ["5", 1, "1"]}), "'number R0C1'"),
        (penpa(number={"28": ["5", 1, "7"]}), "'number R1C1': Penpa+ only draws"),
        (penpa(number={"28": ["x", 1, "1"]}), "'x' is"),
        (penpa(number={"28": ["5", 1, "1"], " 28": ["6", 1, "1"]}), "it occurs twice"),
        (penpa(number={"28": ["10", 1, "1"]}), "10 is not a digit from 1 to 9"),
        (penpa(lineE={}), "9 regions of 9 cells"),
        (penpa(lineE={"197,198": 8}), "'lineE"),
        (penpa(lineE={"183,197": 12}), "'lineE R1C1'"),
        (penpa(lineE={"9": 2}), "'9' is not"),
        (penpa(cage={"800,801": 10}), "'cage'"),
        (penpa(numberS={"788": ["7", 1]}), "'numberS R1C1'"),
        (penpa(thermo=[[28, 999]]), "999 is not a cell"),
        (penpa(arrows=[[28]]), "'arrows[1]'"),
        (penpa(head="hex,1,1"), "'hex'"),
        (penpa(head="sudoku,200,200,38,0,1,1,1,1,1,1,0,0,0,0"), "'size'"),
        (packed(["sudoku"]), "'sudoku'"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VbNbptAEL", "damaged"),
    ],
)
def test_what_penpa_only_draws_is_refused(link, words):
    assert words in str(fault(link))


def test_cages_of_penpa_have_their_sums():
    board = Board.parse(
        penpa(number={}, killercages=[[28, 29], [30, 31]], numberS={"788": [" 12", 1]}, thermo=[[]])
    )
    assert board.problem == with_constraints(
        NINE, [rule("killer", 0, 1, total=12), rule("all-different", 2, 3)]
    )
    assert solve(board).solution is not None


# -- hostile text --------------------------------------------------------------------------------------------------


@FEW_AND_MANY
@pytest.mark.parametrize("form", STATED)
def test_altered_puzzles_are_read_or_refused(form, rounds):
    draw = random.Random(f"{form} 37")
    texts = [BOARDS[name].format(form) for name in sorted(STATED[form])] + (
        [JANKO] if form == "janko" else []
    )
    if form == "sumocue":
        texts.append("3x3::k:" + ":".join(str(256 * (k % 50) + k) for k in range(81)))
    parts = [
        "[", "]", ",", "99999999999", "-1", "\n", '"', "{}", "null", "1e9", "=", "+80", "<Cell>", "あ", "",
    ]  # fmt: skip

    def altered_text():
        text = draw.choice(texts)
        if form == "penpa" and draw.random() < 0.9:  # the lines inside of the link
            return packed(altered("\n".join(lines_of(text)), draw, parts).split("\n"))
        return altered(text, draw, parts)

    assert len(outcomes_of(altered_text() for _ in range(rounds))) >= 2


def test_bombs_are_refused_in_little_memory():
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b"sudoku," * (5 << 20)) + packer.flush()
    link = f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={b64encode(bomb).decode()}"
    tracemalloc.start()
    for text in (link, "begin\nsize 4\nproblem\n" + "- " * 500_000, "SumoCueV1" + "=0" * 500_000,
                 "<Sudoku>" + "<Cell>" * 200_000, "3x3::k:" + "0:" * 500_000):  # fmt: skip
        with pytest.raises(InputError):
            Board.parse(text)
    assert tracemalloc.get_traced_memory()[1] < 100 << 20
    tracemalloc.stop()
