"""No board is read without one of its rules: a text beside it is harmless, is read as a rule, or is refused."""

import io
import json
from html import escape

import pytest
from pasted_cases import P1, P2, S1, S2, entries, parted, read, refused, rows

from sudokubench import Board, InputError, boards, solve
from sudokubench.constraints import VARIANTS
from sudokubench.formats.column_names import columns_named
from sudokubench.harness import corpus
from sudokubench.harness.corpus import BadEntry
from sudokubench.harness.words import LEFT_OUT
from sudokubench.layout import EXTRA_HOUSES, Layout
from sudokubench.web.fields import boards_in

MAP = "AAABBBCCC/AAABBBCCC/AAABBBCCC/DDDEEEFFF/DDDEEEFFF/DDGEEEFFF/GDGHHHIII/GGGGHHIII/GGHHHHIII".split("/")  # noqa: SIM905
BOXES = ["ABCDEFGHI".index(region) for row in MAP for region in row]
IN_DIGITS = [row.translate(str.maketrans("ABCDEFGHI", "123456789")) for row in MAP]
IN_SMALL_DIGITS = [row.translate(str.maketrans("ABCDEFGHI", "012345678")) for row in MAP]
GRID = "\n".join(rows(P1))


# -- rules ---------------------------------------------------------------------------------------------------------

RULES = {
    "extra_regions": "".join(IN_DIGITS), "region_map": "".join(MAP), "variant": "killer", "rules": "anti-knight",
    "type": "killer",
    "constraint": "non-consecutive", "antiknight": True, "AntiKing": "1", "diagonal": "yes", "is_x": True, "x": True,
    "cages": [[0, 1, 10]], "killer_cages": "R1C1 R1C2 = 10", "thermometer": [[1, 2, 3]], "thermos": "R1C1-R2C2",
    "arrow": [[[0], [1, 2]]], "kropki": {"white": [[0, 1]]}, "layout": "9x9-diagonal", "boxes": "irregular",
    "sandwich_sums": [3, 5, 8], "even": [1, 2, 3], "extra": [[0, 10, 20]],
    "disjoint_groups": True, "symbols": "ABCDEFGHI",
    "tags": "sudoku, killer", "category": "Arrow", "title": "Windoku no. 5",
    "description": "Normal rules and anti-knight",
    "game_type": "jigsaw", "ルール": "対角線", "題名": "キラー数独 第3問", "blockWidth": 2, "nonconsecutive": "true",
    "line": [0, 1, 2], "c": [0, 1, 2], "cells": "0, 1, 2", "top": [3, 5, 8], "notes": [{"cages": [1]}],
    "style": "X", "task": "str8ts",
    "inequalities": ".<.>", "whispers": [[4, 5]], "xv": "R1C1-R1C2: V", "comment": "cages add up; killer sudoku",
}  # fmt: skip


def in_csv(name, value, by=","):
    field = value if isinstance(value, str) else json.dumps(value)
    return f'id{by}puzzle{by}{name}\n7{by}{P1}{by}"{field.replace(chr(34), chr(34) * 2)}"\n'


WAYS = {
    "a column": in_csv,
    "a column of a sheet": lambda name, value: in_csv(name, value, "\t"),
    "a column beside columns without known names": lambda name, value: in_csv(name, value).replace("puzzle", "p"),
    "a key": lambda name, value: json.dumps({"puzzle": P1, name: value}),
    "a key before an unnamed board": lambda name, value: json.dumps({name: value, "start": P1}, indent=1),
    "a key in metadata": lambda name, value: json.dumps([{"question": P1, "metadata": {"id": 1, name: value}}]),
    "an attribute of XML": lambda name, value: f'<g data="{P1}" {name}="{escape(str(value))}" />\n',
    "a part of an address": lambda name, value: f"https://example.org/?bd={P1}&{name}={str(value).replace(' ', '+')}\n",
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("way", WAYS)
def test_a_name_that_may_state_a_rule_is_refused(way, name):
    refused(WAYS[way](name, RULES[name]))


HEADINGS = [
    "Killer Sudoku", "Anti-Knight Sudoku", "# anti-king", "#DKiller sudoku by us", "Sudoku X",
    "Rules: no three in a row",
    "Diagonal Sudoku #12", "Thermo sudoku", "Cages: R1C1 R1C2 = 10", "10: R1C1 R1C2", "R1C1-R1C2-R2C2 > R3C3",
    ".Cage~10~R1C1~R1C2", ".AntiKnight", "Irregular regions, otherwise normal", "Windoku 7", "Jigsaw no. 3",
    "Kropki pairs",
    "Non-consecutive", "Samurai, upper left", "キラーナンプレ", "対角線ナンプレ（第4問）", "変形ナンプレ",
    "Both diagonals hold 1 to 9",
    "[Cages]", "[Regions]", "[Thermometers]", "[Extra]", "[Diagonals]",
    "Digits along the arrow sum to the circle: arrow rule",
    "Diagonal 12", "Puzzle 3 (arrow)", "9x9 consecutive:", "Str8ts", "Rules:", "Anti\u2011Knight Sudoku",
    "Anti\u2013King", "Digits a knight\u2019s move apart differ", "Ｋｉｌｌｅｒ",
    "Rules: normal sudoku rules apply, and neighbours differ",
    "No digit repeats along either long diagonal.", "Adjacent digits may not be consecutive", "Digits on a line grow",
    "killer_sudoku", "Killer12", "KillerSudoku 5", "Layout: 9x9-diagonal", "Rules: Normal sudoku in rows and columns",
    "Rules: each row, column, box and diagonal contains the digits 1 to 9",
    "Rules:\n1. Each row, column and box contains 1-9.\n2. Neighbours differ.",
    "Rules:\nNo three in a row, column or box", "Rules: each row and column has the digits 1 to 9, with no 3x3 boxes",
    "Rules:\nEach row and column contains the digits 1-9.\nDigits can repeat in a 3x3 box.",
    "Rules: 1-9 in rows, columns and boxes; digits in the same place of each box do not repeat",
    "Variant: nonconsecutive", "Even-odd sudoku", "Greater-than sudoku", "Little Killer", "Hyper-Sudoku",
    "Odd sudoku 7", "Arrow, palindrome", "Arrow-rule", "adjacent-cells differ", "1: (r1c1)", "1: [10]",
]  # fmt: skip


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("board", [P1, GRID], ids=["line", "grid"])
def test_a_heading_or_a_section_that_names_a_rule_is_refused_with_the_boards_around_it(heading, board):
    after, before = f"{board}\n{heading}\n", f"{heading}\n{board}\n\n{P2}\n"
    for text, expected in ((before, 2), (after, 1), (f"{heading}\n\n{board}", 1)):
        refused(text, expected)


@pytest.mark.parametrize(
    "name", [*(f"9x9-{extra}" for extra in EXTRA_HOUSES), *(f"9x9:3+{kind}" for kind in VARIANTS)]
)
def test_a_heading_with_our_name_of_more_rules_is_refused(name):
    refused(f"# {name}\n{P1}\n{P2}\n")


GRIDS = {
    "regions that do not hang together": "\n".join(row[::-1] if i == 4 else row for i, row in enumerate(MAP)),
    "eight cells in a region": "\n".join(["AAABBBCCD", *MAP[1:]]),
    "even and odd as letters": "\n".join("EOEOEOEOE" for _ in range(9)),
    "a mask of ones": "\n".join("101010101" for _ in range(9)),
    "a mask of # and points": "\n".join("#.#.#.#.#" for _ in range(9)),
    "a mask of * and points": "\n".join("*.*.*.*.*" for _ in range(9)),
    "a mask of few ones": "\n".join("..1..1..." for _ in range(9)),
    "a mask of ones and points": "\n".join("1.1.1.1.1" for _ in range(9)),
    "a mask in a frame": "\n".join(["*-----------*", *["|*.*|.*.|*.*|"] * 9, "*-----------*"]),
    "a mask of ones and twos": "\n".join("1 2 1 2 1 2 1 2 1" for _ in range(9)),
    "letters with commas": "\n".join(",".join("ABABABABA") for _ in range(9)),
    "one line of letters": "ABC" * 27,
}  # fmt: skip


@pytest.mark.parametrize("name", GRIDS)
def test_a_second_grid_that_is_neither_a_board_nor_a_map_is_refused_with_the_board(name):
    for text in (f"{GRID}\n\n{GRIDS[name]}\n", f"{GRIDS[name]}\n\n{GRID}\n", f"{P1}\n{GRIDS[name]}\n"):
        refused(text)


@pytest.mark.parametrize("frame", ["+-------+", "*-------*"])
def test_an_empty_grid_in_a_frame_marks_no_cells(frame):
    row = "| . . . | . . . | . . . |"
    assert read("\n".join([frame, *[row] * 9, frame, "", GRID])) == ["." * 81, P1]


VALUES = [
    {"puzzle": P1, "hints": [{"value": "killer"}]}, {"puzzle": P1, "hints": [{"value": [[0, 1]]}]},
    {"puzzle": P1, "data": {"puzzle": P2}}, {"puzzle": P1, "data": {"schema": 1, "killer": True}},
    [P1, True], [P1, "X"], [P1, "antiknight"], [P1, {"cages": [[0, 1]]}], [P1, [[1, 2], [3, 4]]], {"a": P1, "b": P2},
    {"puzzle": P1, "grid": [[int(c) for c in row] for row in IN_DIGITS]}, [P1, "".join(IN_DIGITS)],
    {"killer": P1}, {"killer": {"puzzle": P1}}, {"jigsaw": [P1]}, {"puzzles": [{"puzzle": P1, "cages": "x"}]},
    {"puzzle": P1, "id": {"rules": "x"}}, {"input": P1, "ideal": S2}, {"start": P1, "other": S1[::-1]},
    {"prompt": f"Solve this killer sudoku:\n{GRID}", "answer": S1},
    {"question": f"{GRID}\n\n" + "\n".join(IN_DIGITS)},
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_a_rule_in_a_list_or_an_object_is_refused(value):
    refused(json.dumps(value))


LINES = [
    f"{P1} killer", f"{P1},anti-knight", f"{P1}\t# jigsaw", f"1;{P1};windoku", f"Puzzle 7 (killer): {P1}",
    f"{P1} Cages: R1C1 R1C2 = 10", f"{P1} R1C1-R1C2-R1C3", f'"{P1}","kropki"',
    f"{P1},{S1},anti-king", f"キラー {P1}", f"{P1} diagonal", f"9x9 diagonal: {P1}", f"<p diag=1 data='{P1}'>", f"https://x.org/?bd={P1}&diag=1&diag=",
    f"https://x.org/#diag=1&bd={P1}", f"https://x.org/?bd={P1}&note=anti%2Dknight",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_word_beside_a_board_in_its_line_that_names_a_rule_is_refused_alone(line):
    found = read(f"{line}\n{P2}\n")
    assert (len(found), found[0][0], found[1]) == (2, "!", P2)


# -- maps of regions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [P1, GRID, parted(P1, " ", "."), parted(P1, ",", "0")], ids=range(4))
@pytest.mark.parametrize("signs", [MAP, IN_DIGITS, IN_SMALL_DIGITS], ids=["letters", "digits", "from 0"])
@pytest.mark.parametrize("by", ["", " ", ","])
def test_a_map_of_regions_beside_a_board_makes_it_the_jigsaw_that_it_is(board, signs, by):
    drawn, line = "\n".join(by.join(row) for row in signs), "".join(signs)
    texts = [f"{board}\n\n{drawn}\n", f"{drawn}\n\n{board}\n", f"{board}\n\n{line}\n"]
    texts += [
        f"Jigsaw no. 3\n{texts[0]}",
        f"{board}\n\nIrregular regions:\n{drawn}\n",
        f"[Regions]\n{texts[1]}",
    ]
    if board == P1:
        texts += [f"{board}\n{line}", f"{board} {line}", f"{board};{line}", f"{board};{line};jigsaw"]
        texts += [f"Jigsaw 12: {board} {line}", f"{board} {'/'.join(signs)} hard"]
        texts += [f"type,puzzle,regions\njigsaw,{board},{line}\n", f'{{"puzzle":"{board}","id":"{line}"}}']
    for text in texts:
        (entry,) = entries(text)
        assert not isinstance(entry, BadEntry), (text, entry)
        assert list(entry.board.layout.boxes) == BOXES
        assert entry.board.format() == P1
        assert Board.parse(text) == entry.board


def test_each_board_has_its_own_map_and_a_map_without_a_board_is_an_error():
    drawn = "\n".join(MAP)
    turned = "\n".join("".join(column) for column in zip(*MAP, strict=True))
    one, other = entries(f"{GRID}\n\n{drawn}\n\n{P2}\n\n{turned}\n")
    assert list(one.board.layout.boxes) == BOXES
    assert [*other.board.layout.boxes] == [BOXES[9 * c + r] for r in range(9) for c in range(9)]
    for text in (f"{drawn}\n", f"{drawn}\n\n{turned}\n\n{GRID}\n", f"{GRID}\n\n{P2}\n\n{drawn}\n"):
        assert any("to which board this map of regions belongs" in line for line in read(text)), text
    for text in (f"{GRID}\n\n{drawn}\n\n{P2}\n", f"{drawn}\n\n{GRID}\n\n{P2}\n"):
        assert "has no map of regions" in read(text)[1]
    assert read(f"# Jigsaw\n{P1}\n\n{P2}\n{drawn}")[0].count("because of line 1")
    (only,) = read(f"{P1}\nExtra regions:\n{drawn}")
    assert "because of line 2" in only


PROLOG = "[" + ", ".join(f"[{','.join(row)}]".replace(".", "_") for row in rows(P1)) + "]"


@pytest.mark.parametrize(
    "text",
    [
        f"killer(1, {PROLOG}).", f"jigsaw(1, {PROLOG}).", f"problem(killer, {PROLOG}).", f"killer = {PROLOG}",
        f"problem(1, {PROLOG}, diagonal).", f"x = {PROLOG}; % killer", f"arrow = {PROLOG}",
        "p(1, " + PROLOG.replace("],", "], % killer\n", 1) + ").",
    ],
)  # fmt: skip
def test_words_beside_a_list_that_name_a_rule_are_refused_by_name(text):
    (found,) = read(text)
    assert found.startswith("!")
    assert "names a rule" in found


def test_a_map_among_many_plain_lines_is_found():
    lines = [P1, P2] * 100
    lines.insert(150, "".join(IN_DIGITS))
    stream = io.BufferedReader(io.BytesIO("\n".join(lines).encode()))
    found = list(corpus.singly(corpus._read(stream, "many", corpus.Reading(together=True))))
    bad = [entry.error.place.line for entry in found if isinstance(entry, BadEntry)]
    assert bad[:2] == [151, 150]
    assert all("region" in str(entry.error) for entry in found if isinstance(entry, BadEntry))
    assert [entry.text for entry in found[:149]] == lines[:149]


# -- harmless text -------------------------------------------------------------------------------------------------

TABLES = [
    "quizzes,solutions", "puzzle,solution,clues,difficulty", "id,puzzle,solution,clues,difficulty",
    "source,question,answer,rating", "question,answer,rating,source", "Unnamed: 0,puzzle,solution",
    "puzzle,solution,num_clues,source,split", "title,author,date,url,puzzle,solution",
    "puzzle_id,puzzle,tags,created_at",
    "puzzle,solution,missing,level", "board,givens,ED,EP,ER", "sudoku,solution,steps,time_ms,guesses,backtracks",
    "name;puzzle;solution;se;class;hardest;class_id", "番号,問題,解答,難易度,出典,備考",
    "Nr;Puzzle;Lösung;Schwierigkeit",
    "row_idx,puzzle,solution,uuid,sha256", "puzzle,solution,is_unique,isMinimal,symmetry",
    "image_id,puzzle,solution,html",
    "p,s,stars", "puzzle,solution,r",
    "start,end,clue_numbers", "puzzle,variant,solution", "type,puzzle,solution", "size,puzzle,solution",
]  # fmt: skip
VALUE_OF = {
    "variant": "classic", "r": "7,1", "type": "sudoku", "size": "9", "symmetry": "diagonal", "date": "2020-05-17",
    "tags": "easy, minimal",
    "url": "https://example.org/a?b=1", "title": "Arrows of Time", "image_id": "img-7", "html": "<b>7</b>",
}  # fmt: skip


@pytest.mark.parametrize("header", TABLES)
def test_columns_of_usual_data_sets_are_read(header):
    by = ";" if ";" in header else ","
    names, lines = header.split(by), [header]
    for number, (puzzle, solution) in enumerate(((P1, S1), (P2, S2)), 1):
        blank = [name for name in names if columns_named([name])[0] == 0] or ["p", "start"]
        full = [name for name in names if columns_named([name])[1] == 0] or ["s", "end"]
        values = {name: str(number) for name in names} | VALUE_OF | dict.fromkeys(blank, puzzle)
        values |= dict.fromkeys(full, solution)
        lines.append(by.join(f'"{values[name]}"' for name in names))
    assert read("\n".join(lines)) == [P1, P2]


OBJECTS = [
    {"puzzle": P1, "data": {"puzzle": P1, "solution": S1}, "notes": [{"answer": S1}]},
    {"question": GRID, "answer": S1, "metadata": {
        "puzzle": [[int(c) for c in row] for row in rows(P1.replace(".", "0"))], "num_empty": 58}},
    {"puzzle": P1, "hints": [{"cell": 2, "value": 4}], "rating": {"name": "SE", "value": 7.1}},
    {"puzzle": P1, "tags": ["x_wing", "X-cycles", "diagonal_symmetry"]},
    {"question": P1, "answer": S1, "rating": 12, "source": "puzzles0"}, {"id": 7, "puzzle": P1, "solution": S1,
    "tags": ["a"]},
    {"puzzle": P1, "antiknight": False, "cages": [], "regions": None, "variant": "classic"},
    {"input": [{"role": "user", "content": parted(P1, ",", "?")}], "ideal": parted(S1, ",")},
    {"messages": [{"role": "system", "content": "You solve puzzles."}, {"role": "user",
    "content": "Solve:\n" + GRID}, {
        "role": "assistant", "content": "\n".join(rows(S1))}], "model": "x",
        "temperature_label": "low"} | {"temperature_label": ""},
    {"conversations": [{"from": "human", "value": P1}, {"from": "gpt", "value": S1}]} | {"conversations_id": 3},
    {"prompt": "Fill it in:\n" + parted(P1, " ", "."), "completion": parted(S1, " ")},
    {"data_source": "sudoku", "prompt": [{"role": "user", "content": GRID}], "ability": "logic",
     "reward_model": {"style": "rule", "ground_truth": S1}, "extra_info": {"index": 0, "split": "train"}},
    {"newboard": {"grids": [{"value": [[int(c) if c != "." else 0 for c in row] for row in rows(P1)],
                             "solution": [[int(c) for c in row] for row in rows(S1)], "difficulty": "Hard"}],
                  "results": 1, "message": "All Ok"}},
    {"question": P1, "answer": S1, "metadata": {"source_index": 3, "num_empty": 58,
    "difficulty": {"empty": [30, 60]}}},
    {"row_idx": 0, "row": {"puzzle": P1, "solution": S1}, "truncated_cells": []}, {"board": P1, "size": 9,
    "steps": [[1, 2]]},
    {"initial_board": P1, "solved_board": S1, "createdAt": "2024-01-01", "difficultyLevel": "expert"},
]  # fmt: skip


@pytest.mark.parametrize("value", OBJECTS, ids=range(len(OBJECTS)))
def test_records_of_usual_data_sets_are_read_and_the_grid_with_blanks_is_the_puzzle(value):
    assert read(json.dumps(value)) == [P1]
    assert read(json.dumps(value) + "\n" + json.dumps(value)) == [P1, P1]
    assert read(json.dumps([value], indent=1)) == [P1]


REMARKS = [
    "hello world", "Golden Nugget, by the editor", "From Sunday's paper, rated 4 of 5:", "Puzzle 1 (easy)", "9",
    "9 9", "50",
    "Rules: normal sudoku rules apply.", "# One puzzle on each line", "# constraint programming (CP)",
    "Rules: Normal sudoku rules apply. Place the digits 1–9 once each in every row, column and 3x3 box.",
    "Rules:\n- Each row must contain the digits 1-9 exactly once.\n- Each column must contain the digits 1-9."
    "\n- Each of the nine 3x3 subgrids must contain the digits 1-9 without repetition.",
    "Rules: Each digit can only appear once in each row, column and box", "Constraints: digits in a row, column or box "
    "cannot be repeated", "Rules: no number may appear more than once in any row, column, or 3x3 block",
    "### Rules\n", "The rules:\n1. No number may repeat in a row\n2. or in a column\n3. or in a 3x3 box",
    "# from https://example.org/killers-of-time".replace("killers-of-time",
    "a"), "#DOurs",
    "1: on", "Symmetry: diagonal", "Needs a skyscraper and an X-Wing", "[code]", "[Easy]", "SudokuMaster v1",
    "今日の問題（第3問）", "---",
    "Chaos", "Odd 7",
    "It has arrows in the margin", "Arrow Lake Gazette, page 4", "Clues: 23", "Level: diabolical", "Author: X. Line",
]  # fmt: skip


@pytest.mark.parametrize("remark", REMARKS)
def test_remarks_around_a_board_are_left_out(remark):
    assert read(f"{remark}\n{GRID}\n") == [P1]
    assert read(f"{GRID}\n\n{remark}\n") == [P1] or remark in {"9", "9 9", "50"}


@pytest.mark.parametrize("comment", [
    " 11.9 made", " # ED=7.1/1.2/1.2", ";11.90;by us;7", " diagonal symmetry", " x", " R1C1", ",false", ",7.2",
    " # yes", ",3,false,no",
])  # fmt: skip
def test_remarks_behind_a_board_are_left_out(comment):
    assert read(f"{P1}{comment}\n") == [P1]


def test_boards_that_say_their_rules_are_read_under_any_heading():
    named = f"9x9-diagonal:{P1}"
    assert read(f"Killer\n{named}\n# anti-knight\n{Board.parse(named).format('json')}\n") == [named, named]


def test_a_name_without_further_rules_may_stand_above_several_lines():
    assert read(f"9x9:\n{P1}\n{P2}\n") == [P1, P2]


# -- the remedies, and every door ----------------------------------------------------------------------------------


def test_the_remedies_that_the_messages_name_help():
    table, record = f"a,b,regions\n{P1},{S1},x\n", json.dumps({"a": P1, "b": S1, "regions": "x"})
    for text in (table, record):
        assert read(text)[0].startswith("!")
        (entry,) = entries(text, "columns:a,b") if text is record else corpus_of(text, "columns:a,b")
        assert (entry.text, entry.expected.value) == (P1, "solvable")
    for text in (
        f"puzzle,regions\n{P1},x\n",
        f"Killer\n{GRID}\n",
        f"{P1} killer\n",
        json.dumps({"puzzle": P1, "x": True}),
    ):
        (entry,) = entries(text, problem=Layout.standard(9))
        assert entry.text == P1


@pytest.mark.parametrize(
    ("form", "missing"), [("columns:puzle", "puzle"), ("columns:puzzle,solved", "solved")]
)
def test_a_column_that_the_table_lacks_is_refused_with_the_names_of_its_columns(form, missing):
    fault = f"beside:1: no column is named '{missing}': this table has puzzle, solution;"
    with pytest.raises(InputError, match=fault):
        corpus_of(f"puzzle,solution\n{P1},{S1}\n", form)


def corpus_of(text, form):
    return list(corpus._read(io.BytesIO(text.encode()), "beside", corpus.Reading(form)))


DOORS = {
    "library, one": solve, "library, several": boards, "Board.parse": Board.parse, "Board.parse_all": Board.parse_all,
    "page": boards_in, "argument": lambda text: list(corpus.read([text])),
}  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    "text",
    [
        f"{P1} killer", f"puzzle,regions\n{P1},x", json.dumps({"puzzle": P1, "antiknight": True}), f"Killer\n{GRID}",
        f"[Puzzle]\n{GRID}\n[Cages]\n10", f"{GRID}\n\n" + "\n".join("EOEOEOEOE" for _ in range(9)),
        f"{P1},true", f"{P1},7.2,Yes",
    ],
    ids=range(8),
)  # fmt: skip
def test_every_door_refuses_in_the_same_words(door, text):
    with pytest.raises(InputError, match=r"rule") as caught:
        DOORS[door](text)
    assert any(sign > "\u3040" for sign in caught.value.to("ja"))


@pytest.mark.parametrize("door", DOORS)
def test_every_door_names_the_columns_of_a_table_that_may_hold_the_puzzle(door):
    with pytest.raises(InputError, match=r"'original', 'canonical'.*leave the other one out"):
        DOORS[door](f"original,canonical\n{P1},{P2}\n")


def test_a_list_keeps_puzzles_in_json_with_their_rules():
    plain, knight = Board.parse(P1), Board.parse(f"9x9+anti-knight:{P1}")
    listed = [plain.as_json(), knight.as_json()]
    for value in (listed, [P1, listed[1]], {"boards": listed}, [{"puzzle": one} for one in listed]):
        assert Board.parse_all(json.dumps(value)) == [plain, knight]
    with pytest.raises(InputError, match="schema"):
        Board.parse_all(json.dumps([P1, {"schema": "x", "killer": [[0, 1]]}]))


# -- candidates ----------------------------------------------------------------------------------------------------


def test_729_characters_are_the_candidates_of_81_cells():
    marks = [c if c != "." else "123456789" for c in P1]
    line = "".join("".join(d if d in mark else "." for d in "123456789") for mark in marks)
    blocks = "\n".join(
        "".join(line[9 * (9 * (r // 3) + c // 3) + r % 3 * 3 + c % 3] for c in range(27)) for r in range(27)
    )
    for text in (line, line.replace(".", "0"), f"{line} by us", blocks):
        assert read(text) == [P1]
        assert str(Board.parse(text)) == P1
    (entry,) = entries(line, problem=Layout.standard(9))
    assert entry.text == P1
    fewer = Board.parse(line[:18].ljust(18) + "1" + "." * 8 + line[27:])
    assert (fewer.digits[2], fewer.layout.size) == (1, 9)
    assert "look like candidates of a 9x9" in read("".join(mark.ljust(9, ".") for mark in marks))[0]


def test_a_board_of_27_rows_stays_one():
    layout = Layout.standard(27)
    latin = [(9 * (r % 3) + r // 3 + c) % 27 for r in range(27) for c in range(27)]
    line = "".join(layout.symbols[digit] if i % 2 else "." for i, digit in enumerate(latin))
    (entry,) = entries(line)
    assert entry.board.layout.size == 27


# -- real examples -------------------------------------------------------------------------------------------------

ARABIC = str.maketrans(".123456789", "٠١٢٣٤٥٦٧٨٩")
OPEN_SUDOKU = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<opensudoku version="2">\n<name>Ours</name>\n'
    '<game created="1600000000000" state="0" time="0" last_played="0" data="version: 1&#10;6|0||0|8|0||0|" note="" />\n'
    "</opensudoku>\n"
)
SEEN = {
    "OpenSudoku, version 2": (OPEN_SUDOKU, "OpenSudoku"),
    "a packed puzzle": ("fpuzN4IgzglgXgpiBcBOANCALhNAbO8QDEIAxAVwFsBr\n", "the packed part of the puzzle is damaged"),
    "Base64": ("N4IgzglgXgpiBcBOANCALhNAbO8QDEIAxAVwFsBrYgWwAIBDMAcwE8wBPAWl==\n", "Base64"),
    "Interactive Sudoku Solver": (".Fancy~10~R1C1~R1C2\n", "Interactive Sudoku Solver"),
    "SumoCue": ("SumoCueV1=12J0+1J1=17J2\n", "SumoCue"),
    "a game of Simon Tatham": ("3x3:a5b3_4c7d\n", "Simon Tatham"),
    "a number": ("9\n", "'9' is too short for a board"),
    "81 numbers with a rating": (" ".join(P1.replace(".", "0")) + " 4.5\n", "has 82 fields"),
    "Arabic digits": (P1.translate(ARABIC), "write 9x9@١٢٣٤٥٦٧٨٩: before"),
    "letters under a 4x4": ("12.4\n3412\n2143\n4321\nxooo\noxoo\nooxo\nooox\n", "this grid of letters"),
    "JSON of f-puzzles": ('{"size":9,"grid":[[{"value":5,"given":true}]],"arrow":[{}]}', "9 rows of 9 cells"),
}  # fmt: skip


@pytest.mark.parametrize("name", SEEN)
def test_a_file_of_another_form_is_refused_in_words_that_name_what_was_seen(name):
    text, words = SEEN[name]
    found = refused(text)
    assert words in found[0]
    assert "a line of" not in "".join(found)


def test_digits_of_another_script_are_read_with_the_symbols_that_the_message_names():
    text = P1.translate(ARABIC)
    (entry,) = entries(text, problem=Layout.standard(9).in_symbols("١٢٣٤٥٦٧٨٩"))
    assert entry.board.digits == Board.parse(P1).digits


@pytest.mark.parametrize(
    "damage", [lambda m: m[:-10], lambda m: m[:12] + m[13:], lambda m: m.replace("\n", "")[1:]]
)
@pytest.mark.parametrize("place", ["{board}\n\n{map}\n", "{map}\n\n{board}\n"])
def test_a_map_of_regions_with_missing_letters_is_not_left_out(damage, place):
    found = read(place.format(board=P1, map=damage("\n".join(MAP))))
    assert len(found) == 1
    assert "this grid of letters" in found[0]
    assert "this grid of letters" in read(f"{P1} {''.join(MAP)[1:]}")[0]


def test_lines_that_hold_no_board_are_counted_once_however_often_the_file_is_read(tmp_path):
    (file := tmp_path / "boards.txt").write_text(
        f"hello world\n# a remark\n[Puzzle]\n{P1}\n\nand so on\n{P2}\nthe end\nAnswers\n{S1}\n{S2}\n"
        "<?xml version='1.0'?>\n"
    )
    skipped = corpus.Skipped()
    for _ in range(3):
        assert len(list(corpus.read([str(file)], None, None, True, skipped))) == 2
    (words,) = skipped.sentences()
    assert words == LEFT_OUT.format(source=file, n=4, first=1, text="hello world")
    assert "4個" in words.ja


SAID = [
    f"// diagonal\nint b[9][9] = {PROLOG};\n", f"diag = 1\nboard = {PROLOG}\n", f"Sudoku({PROLOG}, True)\n",
    f"d=true;\nx={PROLOG};\n", f"x={PROLOG};\nconstraint alldifferent(d);\n", json.dumps({"puzzle": P1, "d": True}),
    f":0300:4:{P1}::killer::", f"puzzle,board\n{P1},{P2}\n", f"puzzle,,solution\n{P1},10 11 12,{S1}\n",
    f'puzzle\n"{{""clues"": ""{P1}"", ""layout"": ""9x9-diagonal""}}"\n', f"- {{puzzle: {P1}, diag: true}}\n",
    f"9x9_diagonal: {P1}\n", f"9x9-diagonal:\n{P1}\n{P2}\n",
    f"puzzle: {P1}\nknight: true\n",
    f'puzzle = "{P1}"\ncages = [[0,1,10]]\n', f"<s><cells>{P1}</cells><cages>10 0 1</cages></s>",
    f"| puzzle | regions |\n|---|---|\n| {P1} | x1 |\n", f"({P1!r}, 'killer')", f'char *b="{P1}"; // killer\n',
    f'<div data-variant="arrow" data-board="{P1}"></div>\n', f"https://x.org/killer?bd={P1}\n",
    f"[Puzzle]\n{GRID}\n[Nonets]\nAB\n",
    f"{GRID}\n\n* Digits a knight's move apart differ.\n", f"Digits in cages sum to the given total.\n{GRID}\n",
    f"Shaded cells are even.\n{GRID}\n", f"Latin square (no boxes)\n{GRID}\n", f"太線の枠は変則\n{GRID}\n",
    GRID + "\n\n" + "\n".join(["<><><><><"] * 9) + "\n", f'id,puzzle,cage_map\n1,"{GRID}","{GRID}"\n',
]  # fmt: skip


@pytest.mark.parametrize("text", SAID, ids=range(len(SAID)))
def test_a_rule_in_the_clothes_of_other_languages_is_refused(text):
    refused(text)


def test_one_sign_among_separators_is_neither_a_map_nor_a_board():
    refused("1------------------")


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "killer", "cells": [0, 1], "total": 3}',
        f'{{"layout": "9x9", "clues": "{P1}", "constraints": [{{"kind": "anti-knight"}}]}}',
    ],
)
def test_json_with_constraints_and_without_a_schema_is_refused_with_the_schema_that_it_needs(text):
    (line,) = refused(text)
    assert "write the schema 'sudokubench.puzzle/1', the layout, the clues and a list of constraints" in line
