"""The command `generate`: puzzles on stdout, the same for a seed; requests that no puzzle can meet."""

import json
import os
from itertools import count

import pytest

from benchmarks.random_boards import full_grid
from sudokubench import Board, is_unique, solve
from sudokubench.layout import Layout


@pytest.mark.thorough
def test_puzzles_are_the_same_however_many_processes_make_them(sudokubench):
    code, one, _ = sudokubench("generate", "-n", "100", "--seed", "4")
    again, other, _ = sudokubench("generate", "-n", "100", "--seed", "4", "--jobs", "2")
    assert (code, again) == (0, 0)
    assert one == other
    assert len(set(one.split())) == 100
    assert sudokubench("generate", "-n", "100", "--seed", "5")[1] != one


def test_an_interrupted_stream_goes_on(sudokubench):
    whole = sudokubench("generate", "-n", "100", "--seed", "4")[1].splitlines()
    assert sudokubench("generate", "-n", "30", "--seed", "4", "--skip", "70")[1].splitlines() == whole[70:]


@pytest.mark.parametrize("form", ["text", "line", "grid", "json", "candidates"])
def test_many_puzzles_written_together_are_those_of_json(sudokubench, form):
    asked = "generate", "-n", "70", "--skip", "3", "--seed", "4"
    rows = [json.loads(line) for line in sudokubench(*asked, "--json")[1].splitlines()]
    assert [row["number"] for row in rows] == list(range(4, 74))
    expected = "".join(f"{Board.parse(row['puzzle']).format(form)}\n" for row in rows)
    assert sudokubench(*asked, "--to", form)[1] == expected


def test_json_has_the_puzzle_and_its_solution(sudokubench):
    code, out, _ = sudokubench(
        "generate", "-n", "2", "--json", "--layout", "9x9-diagonal", "--backend", "dlx"
    )
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [row["number"] for row in rows] == [1, 2]
    for row in rows:
        assert row["puzzle"].startswith("9x9-diagonal:")
        assert str(solve(row["puzzle"]).solution) == row["solution"]
        assert row["clues"] == sum(sign.isdigit() for sign in row["puzzle"].split(":")[1])


def test_a_jigsaw_is_written_so_that_it_can_be_read_again(sudokubench, tmp_path):
    text = "AAABBBCCC/AAABBBCCC/AAABBBCCC/DDDEEEFFF/DDDEEEFFF/DDGEEEFFF/GDGHHHIII/GGGGHHIII/GGHHHHIII"
    boxes = ["ABCDEFGHI".index(sign) for sign in text.replace("/", "")]
    layout = {"size": 9, "boxes": boxes, "symbols": "123456789", "extra": []}
    (tmp_path / "jigsaw.json").write_text(json.dumps(layout))
    wish = ["--layout", "jigsaw.json", "-n", "3", "--seed", "3"]
    code, out, err = sudokubench("generate", *wish)
    assert (code, len(out.splitlines()), err) == (0, 3, "")
    for line in out.splitlines():
        answer = solve(line)
        assert answer.verdict.value == "unique"
        for number in range(9):
            region = [cell for cell, box in enumerate(boxes) if box == number]
            assert {answer.solution.digits[cell] for cell in region} == {*range(1, 10)}
    assert sudokubench("generate", *wish)[1] == out
    code, out, err = sudokubench("generate", *wish, "--to", "line")
    assert (code, out) == (2, "")
    assert "the form line cannot state the rules" in err


def test_a_grid_and_a_pattern_may_be_longer_than_a_name_of_a_file(sudokubench):
    grid = full_grid(Layout.standard(16), seed=1).format("line")
    made = sudokubench("generate", "--layout", "16x16", "--grid", grid, "--pattern", "x" * 256)
    assert made == (0, f"{grid}\n", "")


def piped(text):
    """Return the end of a pipe that holds a text."""
    end, begin = os.pipe()
    os.write(begin, text)
    os.close(begin)
    return end


def test_a_pattern_and_a_layout_may_come_through_a_pipe_and_a_folder_is_refused(sudokubench):
    layout = piped(b"1122/1122/3344/3344")
    words = ("--layout", f"/dev/fd/{layout}", "--pattern", "-")
    code, out, err = sudokubench("generate", *words, stdin="x..x\n.xx.\n.xx.\nx..x\n")
    os.close(layout)
    assert (code, err) == (0, "")
    assert "".join(".x"[sign != "."] for sign in out.strip()) == "x..x.xx..xx.x..x"
    code, out, err = sudokubench("generate", "--layout", "4x4", "--pattern", "/")
    assert (code, out) == (4, "")
    assert "/ cannot be read" in err


def test_a_rating_and_a_rule(sudokubench):
    code, out, _ = sudokubench("generate", "-n", "2", "--rating", "easy", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, len(rows)) == (0, 2)
    for row in rows:
        _, rated, _ = sudokubench("rate", row["puzzle"], "--json")
        assert json.loads(rated)["se"] == row["rating"] <= 2.5
    assert sudokubench("generate", "-n", "2", "--rating", "easy", "--json", "--jobs", "2")[:2] == (0, out)
    code, out, _ = sudokubench("generate", "--needs", "Hidden Single in a line")
    assert "Hidden Single in a line" in sudokubench("explain", out.strip())[1]


def test_a_position_shows_the_grid_before_the_step(sudokubench):
    code, out, _ = sudokubench("generate", "--needs", "pointing", "--position")
    lines = out.splitlines()
    assert code == 0
    assert "Pointing" in lines[-1]
    assert not any("Pointing" in line for line in lines[:-1])
    assert "*" in out
    traced = json.loads(sudokubench("generate", "--needs", "pointing", "--position", "--json")[1])["trace"]
    assert len(traced["steps"]) == int(lines[-1].split(".")[0])
    assert traced["steps"][-1]["rule"] == "pointing"


def test_the_nearest_comes_when_time_is_up(sudokubench, monkeypatch):
    looks = count()  # each reading of a clock advances it
    for clock in ("clock.perf_counter", "actions.generate.monotonic", "generation.puzzles.monotonic"):
        monkeypatch.setattr(f"sudokubench.{clock}", lambda: next(looks) / 500)
    code, out, err = sudokubench("generate", "--rating", "11.8..12", "--seconds", "1", "--json")
    row = json.loads(out)
    assert (code, row["number"]) == (6, 0)
    assert "time is up: 0 of 1 puzzle" in err
    assert "nearest" in err
    assert solve(row["puzzle"], limit=2).verdict.value == "unique"


def test_the_foot_of_a_book_says_how_it_was_made(sudokubench, tmp_path):
    wish = ["-n", "3", "--symmetry", "rot180", "--layout", "6x6"]
    code, out, _ = sudokubench("generate", *wish, "--book", "a.html", "--per-page", "2", "--lang", "ja")
    page = (tmp_path / "a.html").read_text()
    assert (code, out) == (0, "")
    assert (page.count("<svg"), page.count('lang="ja"'), page.count("解答")) == (3, 1, 1)
    assert f">sudokubench generate {' '.join(wish)} --seed 0<" in page
    code, out, _ = sudokubench(
        "generate", *wish, "--book", "b.html", "--per-page", "2", "--lang", "ja", "--json"
    )
    assert (code, len(out.splitlines())) == (0, 3)
    assert (tmp_path / "b.html").read_text() == page


def test_a_book_cannot_be_written_to_a_folder(sudokubench, tmp_path):
    (tmp_path / "a.html").mkdir()
    assert "--book a.html cannot be written: Is a directory" in sudokubench("generate", "--book", "a.html")[2]
    assert [one.name for one in tmp_path.iterdir()] == ["a.html"]


def test_a_variant_is_written_so_that_it_can_be_read_again(sudokubench):
    wish = ["generate", "--variant", "killer", "--layout", "6x6", "-n", "2", "--seed", "3"]
    code, out, err = sudokubench(*wish)
    assert (code, err, len(out.splitlines())) == (0, "", 2)
    boards = [Board.parse(line) for line in out.splitlines()]
    assert all(is_unique(board) and board.constraints for board in boards)
    for form in ("fpuzzles", "sudokupad", "iss", "json"):
        code, out, _ = sudokubench(*wish, "--to", form)
        assert (code, [Board.parse(line) for line in out.splitlines()]) == (0, boards)
    assert sudokubench(*wish, "--to", "svg")[1].count("<svg") == 2
    rows = [json.loads(line) for line in sudokubench(*wish, "--json", "--backend", "cpsat")[1].splitlines()]
    assert [Board.parse(row["puzzle"]) for row in rows] == boards
    assert [row["solution"] for row in rows] == [str(solve(board).solution) for board in boards]


def test_a_rule_with_a_name_is_written_as_a_line(sudokubench):
    code, out, _ = sudokubench("generate", "--variant", "anti-knight", "--layout", "6x6", "--to", "line")
    assert (code, out.startswith("6x6+anti-knight:")) == (0, True)
    assert is_unique(out.strip())


@pytest.mark.parametrize(
    "words",
    [["--variant", "killer"], ["--clues", "17"], ["--clues", "17", "--book", "a.html"]],
)
def test_time_that_is_up_before_the_first_puzzle_is_reported(sudokubench, words):
    code, out, err = sudokubench("generate", *words, "--seconds", "0.001")
    assert (code, out) == (6, "")
    assert "time is up: 0 of 1 puzzle made; allow more time with --seconds" in err
