"""The command `generate`: puzzles on stdout, the same for a seed; wishes that cannot be met."""

import json

import pytest

from sudokubench import solve


def test_puzzles_are_the_same_however_many_processes_make_them(sudokubench):
    code, one, _ = sudokubench("generate", "-n", "100", "--seed", "4")
    again, other, _ = sudokubench("generate", "-n", "100", "--seed", "4", "--jobs", "2")
    assert (code, again) == (0, 0)
    assert one == other
    assert len(set(one.split())) == 100
    assert sudokubench("generate", "-n", "100", "--seed", "5")[1] != one


def test_json_has_the_puzzle_and_its_solution(sudokubench):
    code, out, _ = sudokubench("generate", "-n", "2", "--json", "--layout", "9x9-diagonal", "--check", "dlx")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["number"] for row in rows] == [1, 2]
    for row in rows:
        assert row["puzzle"].startswith("9x9-diagonal:")
        assert str(solve(row["puzzle"]).solution) == row["solution"]
        assert row["clues"] == sum(sign.isdigit() for sign in row["puzzle"].split(":")[1])


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--clues", "few"], 2, "such as 24, or a range"),
        (["--clues", "16"], 2, "no 9x9 with fewer than 17"),
        (["--symmetry", "rot18"], 2, "did you mean rot180"),
        (["--pattern", "x.x"], 2, "a pattern of 3 cells"),
        (["--from", "12"], 4, "a line of 9x9 has 81"),
        (["--layout", "4x4+anti-knight"], 2, "without further constraints"),
        (["--format", "pdf"], 2, "pdf"),
        (["--check", "dxl"], 2, "did you mean dlx"),
        (["--clues", "17", "--time-limit", "0.1"], 6, "time is up: 0 of 1 puzzles"),
    ],
)
def test_what_cannot_be_made_is_told(sudokubench, words, code, said):
    found, out, err = sudokubench("generate", *words)
    assert (found, out) == (code, "")
    assert said in err
