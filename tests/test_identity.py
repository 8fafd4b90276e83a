"""One identity for every puzzle: text, JSON and id state all its rules."""

import json
from itertools import combinations

import pytest

from sudokubench.board import Board
from sudokubench.constraints import AntiKnight, Killer
from sudokubench.errors import InputError, UsageError
from sudokubench.formats import problem_named
from sudokubench.layout import House, Layout
from sudokubench.problem import Variant, with_constraints

JIGSAW = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "1234")
CAGES = (Killer((0, 1), 3), Killer((2, 3, 7), 9))
LINE = "12.............."
PROBLEMS = {
    "plain": Layout.standard(4),
    "latin": Layout.standard(4, 1),
    "own symbols": Layout.standard(4, symbols="abcd"),
    "diagonal": Layout.named("4x4-diagonal"),
    "jigsaw": JIGSAW,
    "extra house": Layout(4, Layout.standard(4).boxes, "1234", (House("X", (0, 5)),)),
    "anti-knight": Variant(Layout.standard(4), (AntiKnight(),)),
    "diagonal anti-knight": Variant(Layout.named("4x4-diagonal"), (AntiKnight(),)),
    "killer": Variant(Layout.standard(4), CAGES),
    "killer anti-knight jigsaw": Variant(JIGSAW, (*CAGES, AntiKnight())),
}
BOARDS = {name: Board(problem, [1, 2] + [0] * 14) for name, problem in PROBLEMS.items()}
BOARDS["forbidden"] = BOARDS["plain"].forbidding([8, 63])
BOARDS["nine"] = Board.empty()
BOARDS["seven"] = Board.empty(Layout.standard(7))
BOARDS["hexadecimal"] = Board.empty(Layout.standard(16, symbols="0123456789ABCDEF"))


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_text_that_says_all_reads_back_as_an_equal_board(board, form):
    again = Board.parse(board.format(form))
    assert (again, hash(again), again.id) == (board, hash(board), board.id)


@pytest.mark.parametrize("form", ["text", "id"])
def test_no_two_boards_share_a_text_or_an_id(form):
    shown = {name: board.id if form == "id" else str(board) for name, board in BOARDS.items()}
    assert [pair for pair in combinations(shown, 2) if shown[pair[0]] == shown[pair[1]]] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plain", LINE),
        ("latin", f"4x4:1:{LINE}"),
        ("own symbols", "4x4@abcd:ab.............."),
        ("diagonal", f"4x4-diagonal:{LINE}"),
        ("anti-knight", f"4x4+anti-knight:{LINE}"),
        ("diagonal anti-knight", f"4x4-diagonal+anti-knight:{LINE}"),
        ("seven", f"7x7:{'.' * 49}"),
        (
            "killer",
            '{"clues":"12..............","constraints":[{"cells":[0,1],"kind":"killer","total":3},'
            '{"cells":[2,3,7],"kind":"killer","total":9}],"layout":"4x4","schema":"sudokubench.puzzle/1"}',
        ),
        (
            "forbidden",
            f'{{"clues":"{LINE}","forbidden":[8,63],"layout":"4x4","schema":"sudokubench.puzzle/1"}}',
        ),
    ],
)
def test_a_text_is_a_line_where_that_says_all_then_a_name_and_a_line_then_json(name, text):
    assert str(BOARDS[name]) == text


def test_order_and_repetition_of_constraints_do_not_matter():
    one = Variant(JIGSAW, (Killer((3, 2, 7), 9), AntiKnight(), Killer((0, 1), 3), AntiKnight()))
    assert one == PROBLEMS["killer anti-knight jigsaw"]
    fields = json.loads(str(BOARDS["killer anti-knight jigsaw"]))
    fields["constraints"].reverse()
    again = Board.parse(json.dumps(fields, indent=2))
    assert again.id == BOARDS["killer anti-knight jigsaw"].id


def test_a_name_may_stand_before_a_grid_of_several_lines():
    grid = "4x4-diagonal:\n1 2 | . .\n. . | . .\n----+----\n. . | . .\n. . | . .\n"
    assert Board.parse(grid) == BOARDS["diagonal"]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (f"4x4-diagonal:{LINE[:-1]}x", "column 29"),
        ("4x4-diagonal:\n12..\n..x.\n....\n....", "line 3, column 3"),
    ],
)
def test_an_error_behind_a_name_says_where_it_is_in_the_whole_text(text, where):
    with pytest.raises(InputError, match=rf"{where}: the symbol 'x'"):
        Board.parse(text)


@pytest.mark.parametrize("text", [f"4x4-diagonal:{LINE}", str(BOARDS["killer"]), str(BOARDS["diagonal"])])
def test_a_text_that_says_other_rules_than_those_asked_for_is_refused(text):
    with pytest.raises(InputError, match="was asked for"):
        Board.parse(text, Layout.standard(4))


@pytest.mark.parametrize("name", ["diagonal", "killer", "anti-knight", "jigsaw"])
def test_a_bare_line_takes_the_rules_that_are_asked_for(name):
    assert Board.parse(LINE, PROBLEMS[name]) == BOARDS[name]
    assert Board.parse(str(BOARDS[name]), PROBLEMS[name]) == BOARDS[name]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("4x4+killer", "the constraint 'killer' in '4x4\\+killer' has values"),
        ("4x4+nonsense", "unknown constraint 'nonsense'"),
        ("4x4-nonsense", "unknown variant 'nonsense'"),
        ("4x5", "unknown layout '4x5'"),
    ],
)
def test_a_name_that_names_nothing_is_refused_with_what_there_is(name, why):
    with pytest.raises(UsageError, match=why):
        problem_named(name)
    with pytest.raises(InputError, match=why):
        Board.parse(f"{name}:{LINE}")


GOOD = json.loads(str(BOARDS["killer"]))
OWN = {"size": 4, "boxes": list(Layout.standard(4).boxes), "symbols": "1234"}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"schema": "sudokubench.puzzle/2"}, "its schema is"),
        ({"clues": None}, "its clues are null"),
        ({"clues": "1"}, "its clues are '1'"),
        ({"layout": "4x5"}, "unknown layout '4x5'"),
        ({"layout": 4}, "its layout is 4"),
        ({"layout": {"size": 4}}, "its layout is"),
        (
            {"layout": {"size": True, "boxes": [], "symbols": "", "extra": []}},
            "the size of its layout is true",
        ),
        ({"layout": {"size": 4, "boxes": [0], "symbols": "1234", "extra": []}}, "give each of the 16 cells"),
        ({"layout": OWN | {"extra": {}}}, "the extra houses of its layout must be a list"),
        ({"layout": OWN | {"extra": [["X", [0]]] * 101}}, "a list of at most 100"),
        ({"layout": OWN | {"extra": [[1, [0]]]}}, "an extra house is \\[1, \\[0\\]\\]"),
        ({"layout": OWN | {"extra": [["X", [0], 1]]}}, "an extra house is"),
        (
            {"layout": OWN | {"extra": [["X", [0, 16]]]}},
            "the cells of the house 'X' must be a list of numbers",
        ),
        ({"constraints": {}}, "its constraints must be a list"),
        ({"constraints": [3]}, "a constraint is 3"),
        (
            {"constraints": [{"kind": "sandwhich"}]},
            "the unknown constraint 'sandwhich'.*did you mean sandwich",
        ),
        ({"constraints": [{"kind": "killer", "cells": [0]}]}, "killer needs these fields and no others"),
        ({"constraints": [{"kind": "thermometer", "cells": [0]}]}, "list of 2 or more cells"),
        ({"constraints": [{"kind": "arrow", "circle": [], "cells": [0]}]}, "list of 1 to 3 cells"),
        ({"constraints": [{"kind": "greater-than", "cells": [0]}]}, "list of 2 cells"),
        (
            {"constraints": [{"kind": "killer", "cells": [0, "1"], "total": 3}]},
            "killer needs these fields and no others",
        ),
        (
            {"constraints": [{"kind": "killer", "cells": [], "total": 3}]},
            "killer needs these fields and no others",
        ),
        (
            {"constraints": [{"kind": "killer", "cells": [0, 16], "total": 3}]},
            "its cells must be numbers from 0 to 15",
        ),
        ({"constraints": [{"kind": "anti-knight", "x": 1}]}, "anti-knight takes no fields"),
        ({"forbidden": [64]}, "its forbidden options must be a list"),
        ({"forbidden": [True]}, "its forbidden options must be a list"),
        ({"title": "mine"}, "its fields are"),
    ],
)
def test_json_that_says_no_puzzle_is_refused_with_the_reason(changes, why):
    with pytest.raises(InputError, match=why):
        Board.parse(json.dumps(GOOD | changes))


def test_as_many_extra_houses_as_are_allowed_are_read():
    houses = [[f"X{k}", [k % 16]] for k in range(100)]
    text = json.dumps({"schema": "sudokubench.puzzle/1", "layout": OWN | {"extra": houses}, "clues": LINE})
    assert len(Board.parse(text).layout.extra) == 100


def test_a_variant_without_constraints_is_its_layout():
    assert with_constraints(JIGSAW, ()) is JIGSAW
    with pytest.raises(UsageError, match="use the layout itself"):
        Variant(JIGSAW, ())
