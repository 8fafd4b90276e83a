"""Samurai and other overlapping grids. Counts come from lists of all full 4x4 grids; the samurai is our own."""

import json

import numpy as np
import pytest
from overlap_cases import GRIDS, by_brute_force

from sudokubench import Verdict, count, solve, solve_many
from sudokubench.board import Board
from sudokubench.certificates import certify, verify
from sudokubench.errors import InputError, UsageError
from sudokubench.layout import Layout
from sudokubench.problem import ExactCover
from sudokubench.problems import clues_in_form, named, render, svg, words
from sudokubench.problems.overlaps import arrangement, puzzle
from sudokubench.puzzles import boards
from sudokubench.web.fields import boards_in

SAMURAI = (
    "481.3........318.56....2....9...2...........3......14..4....91....8........7.......52.9.1......5.48."
    ".......4..8..7...52.....8.....1...4.6...1....4.....5.9........1.......7.....5....8.......1....923.38"
    ".7..............9...7...5...1.7.......8.5....2...4.....52.41..34..8.........17..9..57....396.......7"
    "2..........9.............6.94...3...5..6.9.14..........64......7....."
)
TWODOKU = (
    "..1..46.....1...5......39.21869...2..5............7..6..3.2....6.3..2..7........134..2.7.....8.5.1.."
    ".......4..1....8..9.2...7.826.....3.....7....7......."
)
# exact cover, SAT, constraint programming, answer sets, SMT
ENGINES = ["dlx", "sat", "cpsat", "clingo", "z3"]
CORNERS = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]


@pytest.mark.parametrize(
    ("places", "corners"),
    [
        ("R1C1+R3C3", [(0, 0), (2, 2)]),
        ("R1C1+R1C3", [(0, 0), (0, 2)]),
        ("R1C1+R2C2", [(0, 0), (1, 1)]),  # the boxes do not match
        ("R1C1+R4C4", [(0, 0), (3, 3)]),  # a single common cell
        ("R1C3+R3C1", [(0, 2), (2, 0)]),
    ],
)
def test_two_small_grids_have_as_many_solutions_as_pairs_of_grids_that_agree(places, corners):
    assert count(f"overlap:4x4:{places}", backend="dlx") == by_brute_force(GRIDS, corners)


CORNER = {(0, 0): "1", (0, 1): "2", (1, 0): "3"}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_counts_the_completions_of_two_small_grids(engine):
    found = count("overlap:4x4:R1C1+R3C3:12..3.......................", backend=engine)
    assert found == by_brute_force(GRIDS, [(0, 0), (2, 2)], CORNER) > 1


def test_three_grids_and_clues_are_counted_like_lists_of_grids():
    corners = [(0, 0), (2, 2), (0, 4)]
    expected = by_brute_force(GRIDS, corners, {(0, 0): "1", (3, 3): "2"})
    overlap = arrangement("overlap:4x4:R1C1+R3C3+R1C5")
    line = "".join({(0, 0): "1", (3, 3): "2"}.get(cell, ".") for cell in overlap.cells)
    assert expected > 0
    assert {count(puzzle(overlap, line), backend=engine) for engine in ("dlx", "dxz", "sat")} == {expected}


def test_extra_houses_hold_in_every_grid():
    diagonals = [[(i, i) for i in range(4)], [(i, 3 - i) for i in range(4)]]
    grids = [grid for grid in GRIDS if all(len({grid[r][c] for r, c in line}) == 4 for line in diagonals)]
    assert count("overlap:4x4-diagonal:R1C1+R3C3") == by_brute_force(grids, [(0, 0), (2, 2)]) > 0


def cells_of(line):
    overlap = arrangement("samurai")
    return dict(zip(overlap.cells, line, strict=True))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_samurai_is_unique_and_solved_in_all_its_grids(engine):
    answer = solve(f"overlap:samurai:{SAMURAI}", backend=engine)
    assert answer.verdict is Verdict.UNIQUE
    (line,) = answer.as_json()["solutions"]
    cells = cells_of(line)
    nine = Layout.standard(9)
    for row, column in CORNERS:
        digits = [int(cells[row + r, column + c]) for r in range(9) for c in range(9)]
        assert not nine.broken_houses(digits)
        assert 0 not in digits
    assert all(clue in {".", sign} for clue, sign in zip(SAMURAI, line, strict=True))


def test_a_samurai_without_one_of_its_clues_has_several_solutions_and_with_a_false_clue_none():
    assert solve(f"overlap:samurai:{SAMURAI.replace('4', '.', 1)}").verdict is Verdict.MULTIPLE
    (line,) = solve(f"overlap:samurai:{SAMURAI}").as_json()["solutions"]
    blank, wrong = SAMURAI.index("."), "1" if line[SAMURAI.index(".")] != "1" else "2"
    assert solve(f"overlap:samurai:{SAMURAI[:blank]}{wrong}{SAMURAI[blank + 1 :]}").verdict is Verdict.NONE


def test_a_certificate_proves_the_verdict_of_a_samurai():
    assert verify(certify(named(f"overlap:samurai:{SAMURAI}")).to_json()).verified


def test_a_certificate_whose_name_states_other_clues_is_refused():
    fields = json.loads(certify(named(f"overlap:samurai:{SAMURAI}")).to_json())
    fields["puzzle"]["name"] = f"overlap:samurai:{SAMURAI.replace('4', '.', 1)}"
    with pytest.raises(InputError, match="other items or options than the problem"):
        verify(json.dumps(fields))


# -- text -------------------------------------------------------------------------------------------------------------


def rows(gap):
    cells = cells_of(SAMURAI)
    return ["".join(cells.get((r, c), gap) for c in range(21)) for r in range(21)]


def grids():
    cells = cells_of(SAMURAI)
    return ["".join(cells[r + i, c + j] for i in range(9) for j in range(9)) for r, c in CORNERS]


FORMS = {
    "spaces": [row.rstrip() for row in rows(" ")],
    "dots": rows("."),
    "zeros": [row.replace(".", "0") for row in rows(".")],
    "letters": rows("x"),
    "no gaps": [row.replace(" ", "") for row in rows(" ")],
    "spaced": [" ".join(row.replace(" ", "")) for row in rows(" ")],
    "spaced dots": [*map(" ".join, rows("."))],
    "one line with gaps": ["".join(rows("."))],
    "grid after grid": grids(),
    "grids in one line": ["".join(grids())],
    "rules": [*rows(" ")[:3], "-" * 21, *rows(" ")[3:]],
}


@pytest.mark.parametrize("form", FORMS)
def test_every_usual_text_form_is_the_same_puzzle(form):
    text = "\n".join(FORMS[form])
    assert named(f"overlap:samurai:\n{text}\n").id == named(f"overlap:samurai:{SAMURAI}").id


@pytest.mark.parametrize("form", ["spaces", "dots", "zeros", "letters", "rules"])
def test_rows_with_gaps_are_recognised_without_a_name(form, tmp_path):
    text = "\n".join(FORMS[form])
    (tmp_path / "file").write_text(f"# a samurai\n\n{text}\n")
    expected = named(f"overlap:samurai:{SAMURAI}").id
    assert {solve(given).puzzle.id for given in (text, tmp_path / "file")} == {expected}


def test_rows_of_a_larger_board_are_not_taken_for_a_samurai():
    board = solve("\n".join(["." * 21] * 21), limit=1).puzzle
    assert not isinstance(board, ExactCover)
    assert board.layout.size == 21


@pytest.mark.parametrize("form", ["grid", "unicode", "text", "line"])
@pytest.mark.parametrize(
    "name", [f"overlap:samurai:{SAMURAI}", f"overlap:twodoku:{TWODOKU}", "overlap:4x4:R1C1+R3C3:"]
)
def test_what_is_written_is_read_back_as_the_same_puzzle(name, form):
    one = named(name)
    again = named(clues_in_form(one, form))
    assert (again.id, again.name) == (one.id, one.name) == (one.id, name)


def test_one_arrangement_has_one_name():
    names = [
        "overlap:R1C1+R7C7",
        "overlap:R7C7+R1C1:",
        "overlap:R3C2+R9C8",
        "overlap:9x9:twodoku",
        "overlap:twodoku:",
    ]
    assert {named(name).name for name in names} == {"overlap:twodoku:"}
    assert len({named(name).id for name in names}) == 1
    assert named("overlap:4x4:R1C1+R3C3").id != named("overlap:4x4:R1C3+R3C1").id


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("overlap:R1C1+R10C1", "do not meet: R10C1 shares no cell with R1C1"),
        ("overlap:4x4:R1C1+R3C3+R9C9", "do not meet: R9C9 shares no cell with R1C1+R3C3"),
        ("overlap:R1C1", "at least two grids"),
        ("overlap:R1C1+R1C1", "at least two grids"),
        ("overlap:samuray", "did you mean samurai?"),
        ("overlap:4x4:samurai", "grids of 9x9, not of 4x4"),
        ("overlap:4x4-windoku:R1C1+R3C3", "windoku"),
        ("overlap:", "does not name overlapping grids"),
        ("overlap:36x36:" + "+".join(f"R{r}C{r}" for r in range(1, 400, 30)), "Leave out some grids"),
    ],
)
def test_a_name_that_means_no_arrangement_is_refused_with_the_reason(name, reason):
    with pytest.raises(UsageError) as error:
        named(name)
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("clues", "reason"),
    [
        ("123", "clues in 3 signs do not fit overlap:samurai. Write 21 rows"),
        ("\n".join(rows(" ")[:20]), "clues in 20 rows do not fit"),
        ("\n".join([*rows(" "), "." * 9]), "clues in 22 rows do not fit"),
        ("\n".join(["Samurai 7", *rows(" ")]), words.NOT_A_ROW.format(text="Samurai 7").en),
        ("\n".join(["1" * 21, *rows(" ")[1:]]), "column 10: '1' is at R1C10, which lies outside"),
        (
            "\n".join([*rows(" ")[:9], "." * 12, *rows(" ")[10:]]),
            "row 10 has 12 signs; write its 9 cells, or 21 signs",
        ),
        (
            "\n".join([rows(" ")[0] + "1", *rows(" ")[1:]]),
            "row 1 has 22 signs; write its 18 cells, or 21 signs",
        ),
        (f"x{SAMURAI[1:]}", "'x'"),
        (
            "".join([*grids()[:2], grids()[2].replace("6", "7", 1), *grids()[3:]]),
            "R8C8 lies in several grids",
        ),
    ],
)
def test_clues_that_do_not_fit_are_refused_with_their_place(clues, reason):
    with pytest.raises(InputError) as error:
        named(f"overlap:samurai:\n{clues}")
    assert reason in str(error.value)


def test_grids_that_disagree_about_a_common_cell_are_refused():
    one, other = "1" + "." * 14 + "2", "3" + "." * 15
    with pytest.raises(InputError, match=words.GRIDS_DISAGREE.format(cell="R3C3", one=2, other=3).en):
        named(f"overlap:4x4:R1C1+R3C3:\n{one[:10]}2{one[11:]}\n{other}")


@pytest.mark.parametrize("place", ["above", "below", "below a blank line"])
def test_a_comment_that_names_a_rule_refuses_grids_that_state_no_rules(place, tmp_path):
    rows = clues_in_form(puzzle(arrangement("samurai"), SAMURAI), "grid").partition("\n")[2]
    text = {
        "above": f"# killer\n{rows}\n",
        "below": f"{rows}\n# killer\n",
        "below a blank line": f"{rows}\n\n# killer\n\n{rows}\n",
    }[place]
    (tmp_path / "file").write_text(text)
    for given in (text, tmp_path / "file"):
        with pytest.raises(InputError, match="'killer' in '# killer' names a rule"):
            solve(given)
    (tmp_path / "file").write_text(f"# killer\noverlap:samurai:\n{rows}\n")
    assert solve(tmp_path / "file").verdict is Verdict.UNIQUE
    (tmp_path / "file").write_text(f"# Samurai 3\n{rows}\n")
    assert solve(tmp_path / "file").verdict is Verdict.UNIQUE


def test_a_call_or_a_page_that_takes_boards_refuses_overlapping_grids_as_such():
    samurai = puzzle(arrangement("samurai"), SAMURAI)
    text = clues_in_form(samurai, "grid")
    rows = text.partition("\n")[2]
    square = "\n".join(row.ljust(21) for row in rows.split("\n"))
    for given in (text, rows, square, str(samurai)):
        for reader in (boards, boards_in):
            with pytest.raises(InputError, match="is an exact cover, and this call takes boards"):
                reader(given)
    cells = [[int(sign) if sign.isdigit() else 0 for sign in row] for row in FORMS["dots"]]
    for reader in (boards, solve_many):
        with pytest.raises(InputError, match="may be a samurai"):
            reader(np.array([cells]))
    for between in ("", " ", ","):
        padded = "\n".join(map(between.join, FORMS["dots"]))
        for reader in (Board.parse, Board.parse_all, boards_in):
            with pytest.raises(InputError, match="may be a samurai" if reader != boards_in else "samurai"):
                reader(padded)
        assert Board.parse(padded, Layout.standard(21)).clue_count == 369 - SAMURAI.count(".")


def test_rows_that_begin_with_the_sign_of_a_comment_outside_of_the_grids_are_rows(tmp_path):
    rows = clues_in_form(puzzle(arrangement("samurai"), SAMURAI), "grid").partition("\n")[2]
    marked = "\n".join(row.ljust(21).replace(" ", "#") for row in rows.split("\n"))
    for text in (marked, f"overlap:samurai:\n{marked}"):
        (tmp_path / "file").write_text(text)
        assert solve(text).verdict is solve(tmp_path / "file").verdict is Verdict.UNIQUE


# -- solutions and drawings -------------------------------------------------------------------------------------------

ROWS = ["1234", "3412", "214312", "432134", "  1243", "  3421"]
FULL = "".join(ROWS).replace(" ", "")


def small(blank):
    return named(f"overlap:4x4:R1C1+R3C3:{FULL.replace(blank, '.')}")


def test_a_solution_is_a_line_or_rows_with_spaces_outside_of_the_grids():
    answer = solve(small("3"))
    assert answer.verdict is Verdict.UNIQUE
    assert answer.as_json()["solutions"] == [FULL]
    assert str(answer).endswith(f": {FULL}")
    assert render(answer.puzzle, answer.found[0], "grid") == "\n".join(ROWS)


def test_borders_separate_the_boxes_of_every_grid_and_shared_boxes_once():
    assert clues_in_form(small("3"), "unicode").splitlines() == [
        "overlap:4x4:R1C1+R3C3:",
        "┌───────┬───────┐",
        "│ 1   2 │ .   4 │",
        "│       │       │",
        "│ .   4 │ 1   2 │",
        "├───────┼───────┼───────┐",
        "│ 2   1 │ 4   . │ 1   2 │",
        "│       │       │       │",
        "│ 4   . │ 2   1 │ .   4 │",
        "└───────┼───────┼───────┤",
        "        │ 1   2 │ 4   . │",
        "        │       │       │",
        "        │ .   4 │ 2   1 │",
        "        └───────┴───────┘",
    ]


def test_a_drawing_has_every_cell_once_and_clues_apart_from_found_digits():
    problem = small("3")
    drawn = svg(problem, solve(problem).found[0])
    assert (drawn.count('class="cell"'), drawn.count("value clue"), drawn.count("value found")) == (28, 21, 7)
    clues = clues_in_form(problem, "svg")
    assert (clues.count("value clue"), clues.count("value found")) == (21, 0)
    with pytest.raises(InputError, match="the form json cannot state overlapping grids"):
        clues_in_form(problem, "json")
    assert clues_in_form(named("queens:4"), "svg") is None


def test_many_puzzles_are_solved_in_one_call():
    found = solve_many([f"overlap:samurai:{SAMURAI}", f"overlap:twodoku:{TWODOKU}"])
    assert [(one.count, len(one.line())) for one in found] == [(1, 369), (1, 153)]
