"""Commands say what they left out, and refuse what may state a rule, with exit code 4 and the remedy."""

from pathlib import Path

import pytest

FOUR, SOLVED = "3.1..........134", "3412124343212134"
TWISTED = "AAAB/ACBB/CCBD/CDDD"
TABLE = f"id,puzzle,cages\n1,{FOUR},R1C1 R1C2 = 7\n"
KILLER = (
    '{"schema":"sudokubench.puzzle/1","layout":"4x4","clues":"' + "." * 16 + '","constraints":'
    '[{"kind":"killer","cells":[0,1],"total":%d}]}'
)


@pytest.mark.parametrize(
    "command",
    [
        ("run", "-b", "dlx", "--no-store"), ("check", "-b", "dlx"), ("solve",), ("convert", "--to", "text"),
        ("explain",), ("rate",), ("canonical",), ("fixpoint",),
    ],
)  # fmt: skip
def test_every_command_shows_the_lines_that_it_left_out_and_refuses_what_may_state_a_rule(
    sudokubench, command
):
    name, *options = command
    Path("prose.txt").write_text(f"hello world\n{FOUR}\nand so on\n")
    code, _, err = sudokubench(name, "prose.txt", *options)
    assert code in {0, 5}
    assert "prose.txt: left out 2 lines or grids without a puzzle; the first is line 1: 'hello world'" in err
    Path("table.csv").write_text(TABLE)
    code, _, err = sudokubench(name, "table.csv", *options)
    assert code == 4
    for word in ("table.csv:2", "'cages'", "--columns puzzle,", "--layout 9x9"):
        assert word in err
    code, _, err = sudokubench(name, "table.csv", *options, "--columns", "puzzle")
    assert code in {0, 5}
    assert "cages" not in err


def test_the_lines_of_usual_rules_are_told_as_left_out(sudokubench):
    Path("ruled.txt").write_text(
        f"Rules:\n1. Each row and column has every digit once.\n2. So has each box.\n\n{FOUR}\n"
    )
    code, _, err = sudokubench("solve", "ruled.txt")
    assert code in {0, 5}
    assert "ruled.txt: left out 3 lines or grids without a puzzle; the first is line 1: 'Rules:'" in err


@pytest.mark.parametrize("first", ["https://sudokupad.app/abc", ".Cage~10~R1C1~R1C2", "3x3:a5b3_4c7d"])
def test_a_puzzle_of_another_form_is_an_error_and_named(sudokubench, first):
    Path("boards.txt").write_text(f"{first}\n{FOUR}\n")
    code, _, err = sudokubench("run", "-b", "dlx", "--no-store", "--json", "boards.txt")
    assert code == 4
    assert first in err


def test_lines_are_counted_once_for_any_number_of_rounds_and_reported_in_japanese(sudokubench, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    Path("prose.txt").write_text(f"hello\n{FOUR}\n")
    _, _, err = sudokubench("run", "-b", "dlx", "--no-store", "--repeat", "3", "prose.txt")
    assert err.count("問題でない行や盤面を1個読み飛ばしました。最初は1行目：'hello'") == 1
    Path("table.csv").write_text(TABLE)
    _, _, err = sudokubench("solve", "table.csv")
    assert "ルールを省いて読むことはできません" in err


@pytest.mark.parametrize("where", ["text", "file", "rows in a file"])
def test_a_layout_may_be_given_as_a_map_of_regions(sudokubench, where):
    Path("map.txt").write_text(TWISTED.replace("/", "\n" if where == "rows in a file" else "") + "\n")
    layout = TWISTED if where == "text" else "map.txt"
    code, out, _ = sudokubench("solve", "1...............", "--layout", layout)
    assert code == 0
    (solution,) = out.split()
    for name in "ABCD":  # each region holds each digit
        cells = [i for i, region in enumerate(TWISTED.replace("/", "")) if region == name]
        assert sorted(solution[i] for i in cells) == [*"1234"]


def test_columns_name_a_puzzle_and_perhaps_a_solution_and_exclude_a_form(sudokubench):
    Path("table.csv").write_text(f"a,b,cages\n{FOUR},{SOLVED},x\n{FOUR},{SOLVED[::-1]},x\n")
    code, out, err = sudokubench("solve", "table.csv", "--columns", "a,b")
    assert (code, out.split()) == (4, [SOLVED])
    assert "table.csv:3: the solution given with this puzzle is wrong" in err
    Path("book.txt").write_text(f"{FOUR}\n# Solution\n{SOLVED[::-1]}\n{FOUR}\n{SOLVED}\n")
    assert "book.txt:1: the solution in line 3 is left out, because R" in sudokubench("solve", "book.txt")[2]
    assert sudokubench("solve", "table.csv", "--columns", "a,b,c")[0] == 2
    assert sudokubench("solve", "table.csv", "--columns", "")[0] == 2
    assert sudokubench("solve", "table.csv", "--columns", "a", "--from", "line")[0] == 2
    for more in (["queens:4", "--columns", "a"], ["famous", "--from", "grid"], ["." * 16, "--columns", "a"]):
        code, out, err = sudokubench("solve", *more)
        assert (code, out, f"does not apply to {more[0]!r}, and no file is named: leave" in err) == (
            2,
            "",
            True,
        )
    assert "'missing.csv' is not a file" in sudokubench("solve", "missing.csv", "--columns", "a")[2]
    Path("two.csv").write_text(f"a,b\n{FOUR},1\n")
    code, out, err = sudokubench("solve", "two.csv", "--columns", "c")
    assert (code, out) == (4, "")
    assert "two.csv:1: no column is named 'c': this table has a, b;" in err


@pytest.mark.parametrize(
    ("total", "clues"), [(2, "." * 16), (8, "." * 16), (7, "2" + "." * 15), (3, "4" + "." * 15)]
)
def test_a_cage_that_no_digits_fill_says_why_there_is_no_solution(sudokubench, total, clues):
    code, out, err = sudokubench("solve", (KILLER % total).replace("." * 16, clues))
    assert (code, out) == (0, "none\n")
    first = (
        int(clues[0]) if clues[0] != "." else 0
    )  # by hand: two different digits of 1 to 4, the first perhaps given
    sums = [a + b for a in range(1, 5) for b in range(1, 5) if a != b and first in {0, a}]
    assert total not in sums
    assert (
        f"R1C1 R1C2 = {total} is impossible, because its cells add up to at least {min(sums)} and at most {max(sums)}"
        in err
    )
    assert "impossible" not in sudokubench("solve", KILLER % 3)[2]


def test_a_data_set_with_a_column_that_may_state_a_rule_is_refused(sudokubench):
    Path("table.csv").write_text(TABLE)
    code, _, err = sudokubench("dataset", "verify", "table.csv")
    assert code == 4
    assert "'cages'" in err
