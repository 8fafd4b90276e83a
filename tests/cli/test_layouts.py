"""Layouts and constraints on the command line: `--layout`, puzzles as text, and refusals of rules."""

import json
import re
from itertools import pairwise

import pytest
from schema_cases import objects

from sudokubench import Board
from sudokubench.data import bundled
from sudokubench.formats import problem_named
from sudokubench.formats.puzzle_json import problem_to_json
from sudokubench.formats.words import NO_MAP

UNIQUE, BLANK = "1...3..2...3..2.", "." * 16
DIAGONAL = "1...3..2........"  # one solution, with diagonals only
KNIGHT = f"4x4+anti-knight:{BLANK}"
STEPWISE = "6x6+anti-knight:2...4...1......3...6...4..4...1...56"
KILLER = json.dumps(
    {
        "schema": "sudokubench.puzzle/1",
        "layout": "4x4",
        "clues": BLANK,
        "constraints": [{"kind": "killer", "cells": [0, 1], "total": 3}],
    }
)


@pytest.mark.parametrize(
    "command",
    [
        "solve {} -b sat", "check {} -b sat", "run {} -b sat", "encode {}", "convert {}", "explain {}", "hint {}",
        "rate {}", "why {} R1C1#1", "hint {} --original {}",
    ],
)  # fmt: skip
def test_every_command_that_reads_boards_takes_a_layout(sudokubench, tmp_path, command):
    (tmp_path / "mine.json").write_text(problem_to_json(problem_named("4x4-diagonal")))
    words = [DIAGONAL if word == "{}" else word for word in command.split()]
    named = sudokubench(*words, "--layout", "4x4-diagonal")
    assert named[0] == 0, named[2]
    assert sudokubench(*words, "--layout", "mine.json")[0] == 0
    code, out, err = sudokubench(*words, "--layout", "nosuch")
    assert (code, out) == (2, "")
    assert "unknown layout 'nosuch'" in err
    (tmp_path / "bad.json").write_text("{}")
    code, out, err = sudokubench(*words, "--layout", "bad.json")
    assert (code, out) == (4, "")
    assert "bad.json: not a layout" in err
    (tmp_path / "bad.json").write_text("AABB/AABB/CCDD/CCD")
    assert f"bad.json: not a layout: {NO_MAP}" in sudokubench(*words, "--layout", "bad.json")[2]


def test_a_map_of_regions_of_prime_size_is_a_layout(sudokubench, tmp_path):
    (tmp_path / "map.txt").write_text("AABBB\nAABBC\nADDCC\nDDECC\nDEEEE\n")
    assert sudokubench("solve", "1" + "." * 23 + "2", "--layout", "map.txt")[0] == 0


SYMBOLS = "一二三四"
IN_SYMBOLS, IN_DIGITS = str.maketrans("1234", SYMBOLS), str.maketrans(SYMBOLS, "1234")


@pytest.mark.parametrize(
    "command",
    [
        "solve {}", "solve {} --to unicode", "check {} -b sat", "encode {}", "convert {}", "convert {} --to grid",
        "convert {} --to candidates", "convert {} --to json", "explain {} --grids", "hint {} --grade move", "rate {}",
        "why {} R1C2#2", "hint {} --original {}", "canonical {}", "equivalent {} {}", "dedupe {} {}",
    ],
)  # fmt: skip
def test_every_command_that_reads_boards_takes_symbols_in_and_out(sudokubench, command):
    def told(board, *options):
        return sudokubench(*(board if word == "{}" else word for word in command.split()), *options)

    code, plain, err = told(UNIQUE)
    mine = told(UNIQUE.translate(IN_SYMBOLS), "--layout", "4x4", "--symbols", SYMBOLS)
    assert (code, mine[0]) == (0, 0), err + mine[2]
    assert told(UNIQUE, "--layout", "4x4", "--symbols", SYMBOLS)[1] == mine[1]
    assert told(f"4x4:{UNIQUE}", "--layout", "4x4", "--symbols", "kanji")[1] == mine[1]
    assert told(UNIQUE.translate(IN_SYMBOLS), "--layout", f"4x4@{SYMBOLS}")[1] == mine[1]
    assert told(f"4x4@{SYMBOLS}:{UNIQUE.translate(IN_SYMBOLS)}", "--layout", "4x4")[1] == plain
    back = mine[1].translate(IN_DIGITS)
    assert words(back.replace("4x4@1234:", "").replace("@1234", "")) == words(plain)


def words(text):
    """Return the words of a text without its alignment: a Japanese symbol takes two columns."""
    return [word for word in re.split(r"[\s┌┬┐├┼┤└┴┘─+-]+", text) if word]


def test_symbols_are_those_of_any_layout_that_is_named(sudokubench, tmp_path):
    code, out, _ = sudokubench(
        "run", DIAGONAL, "-b", "sat", "--layout", "4x4-diagonal", "--symbols", "WXYZ", "--json"
    )
    assert (code, objects(out)[0]["puzzle"]) == (0, "4x4@WXYZ-diagonal:W...Y..X........")
    code, out, _ = sudokubench("convert", "famous", "--symbols", "letters")
    assert (code, out[:14], out.count("\n")) == (0, "9x9@ABCDEFGHI:", sum(1 for _ in bundled("famous")))
    (tmp_path / "killer.json").write_text(KILLER)
    words = ["solve", "....4...........", "--layout", "killer.json", "--symbols", "letters", "-b", "sat"]
    code, out, _ = sudokubench(*words)
    assert (code, len(out), out[4], set(out[:2])) == (0, 17, "D", {"A", "B"})


def test_the_same_puzzles_are_made_in_any_symbols(sudokubench):
    words = ["generate", "-n", "2", "--layout", "6x6", "--seed", "3"]
    plain, kanji = sudokubench(*words)[1], sudokubench(*words, "--symbols", "kanji")[1]
    back = kanji.translate(str.maketrans("一二三四五六", "123456"))
    assert back.replace("6x6@123456:", "") == plain


def test_usual_digits_are_read_where_they_have_no_other_meaning(sudokubench):
    assert sudokubench("convert", UNIQUE, "--layout", "4x4", "--symbols", "4321")[1] == f"4x4@4321:{UNIQUE}\n"
    code, _, err = sudokubench("convert", UNIQUE, "--layout", "4x4", "--symbols", "ABC1")
    assert code == 4
    assert "the symbol '3' is not a digit of 4x4@ABC1" in err


@pytest.mark.parametrize(
    "symbols", ["一二三", "一二三三", "1.34", "123_", "12 4", "", "1234*", "kanij", "1²³⁻"]
)
def test_invalid_symbols_are_refused(sudokubench, symbols):
    code, out, err = sudokubench("solve", UNIQUE, "--layout", "4x4", "--symbols", symbols)
    assert (code, out) == (2, "")
    assert f"--symbols for 4x4: the symbols {symbols!r} do not fit: give 4 different letters or digits" in err
    assert "did you mean kanji?" in err or "or give the name of a set: kanji, letters" in err


def test_a_layout_makes_another_puzzle_with_another_id(sudokubench):
    records = []
    for layout in ("4x4", "4x4-diagonal", "4x4+anti-knight"):
        _, out, _ = sudokubench(
            "run", BLANK, "-b", "algorithm_x", "--task", "count", "--layout", layout, "--json"
        )
        records.append(objects(out)[0])
    assert len({record["id"] for record in records}) == 3
    assert [record["puzzle"] for record in records] == [BLANK, f"4x4-diagonal:{BLANK}", KNIGHT]
    assert len({record["count"] for record in records}) == 3


def test_a_run_is_resumed_with_the_same_layout_only(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{DIAGONAL}\n")
    for layout in ("4x4", "4x4-diagonal", "4x4-diagonal"):
        assert sudokubench("run", "p.txt", "-b", "algorithm_x", "--resume", "--layout", layout)[0] == 0
    assert len(sudokubench("runs", "list")[1].splitlines()) == 2


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_puzzle_as_text_is_a_corpus(sudokubench, command):
    code, out, _ = sudokubench(command, UNIQUE, f"4x4-diagonal:{DIAGONAL}", "-b", "algorithm_x", "--json")
    assert code == 0
    assert [line["puzzle"] for line in objects(out)[:2]] == [UNIQUE, f"4x4-diagonal:{DIAGONAL}"]


@pytest.mark.parametrize("form", ["line", "grid", "unicode", "candidates", "json", "text"])
def test_convert_loses_no_rules_and_what_it_writes_is_read(sudokubench, tmp_path, form):
    code, out, _ = sudokubench("convert", DIAGONAL, "--layout", "4x4-diagonal", "--to", form)
    assert code == 0
    (tmp_path / "p.txt").write_text(out)
    again = Board.parse(sudokubench("convert", "p.txt", "--to", "text")[1].rstrip("\n"))
    assert again.problem == problem_named("4x4-diagonal")


def test_convert_names_the_form_that_says_rules_without_a_name_and_goes_on(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{KILLER}\n{UNIQUE}\n")
    code, out, err = sudokubench("convert", "p.txt", "--to", "line")
    assert (code, out) == (4, f"{UNIQUE}\n")
    assert err.startswith("sudokubench: p.txt:1: the form line")
    assert "killer" in err
    assert "form text or json" in err
    code, out, _ = sudokubench("convert", "p.txt", "--to", "json")
    assert code == 0
    assert [Board.parse(line) for line in out.splitlines()] == [Board.parse(KILLER), Board.parse(UNIQUE)]


def test_what_knows_only_houses_names_the_constraint_and_goes_on(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{STEPWISE}\n{UNIQUE}\n")
    code, out, err = sudokubench("rate", "p.txt", "--depth")
    assert code == 4
    assert UNIQUE in out
    assert "p.txt:1 has the constraint anti-knight: " in err


def test_logic_shows_the_steps_of_a_board_with_a_constraint(sudokubench):
    code, out, _ = sudokubench("explain", STEPWISE, "--verify")
    assert code == 0
    assert "does not hold, by the candidates of" in out
    assert "solved: " in out
    code, out, _ = sudokubench("hint", STEPWISE, "--lang", "ja")
    assert code == 0


def test_a_board_with_a_constraint_is_answered_with_a_certificate_that_verifies(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{KNIGHT}\n{UNIQUE}\n")
    for command in (["solve", "p.txt", "-b", "sat", "--proof", "c.jsonl"],
                    ["check", "p.txt", "-b", "sat", "--proof", "c.jsonl"]):  # fmt: skip
        _, out, err = sudokubench(*command)
        assert out
        assert "not certified" not in err
        assert len((tmp_path / "c.jsonl").read_text().splitlines()) == 2
        code, out, _ = sudokubench("verify", "c.jsonl")
        assert code == 0
        assert out.count("verified") == 2


def test_puzzles_that_no_symmetry_speaks_of_are_left_out_of_a_scrambled_run(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{KNIGHT}\n{UNIQUE}\n")
    code, out, err = sudokubench("run", "p.txt", "queens:4", "-b", "algorithm_x", "--scramble", "1", "--json")
    assert code == 4
    assert (objects(out)[-1]["puzzles"], objects(out)[-1]["errors"]) == (1, 2)
    assert "p.txt:1: a symmetry knows only the rules of houses, and this board has anti-knight" in err
    assert "queens:4:1: queens:4 is not a board, and --scramble rearranges only boards" in err


def test_a_run_that_counts_prints_a_row_for_each_problem(sudokubench, tmp_path):
    (tmp_path / "p.txt").write_text(f"{'.' * 16}\n{UNIQUE}\n")
    code, out, _ = sudokubench("run", "p.txt", "tromino:4x3", "-b", "algorithm_x,sat", "--task", "count")
    assert code == 0
    rows = {line.split()[0]: f"{line} {after}" for line, after in pairwise(out.splitlines()) if line.strip()}
    assert " 288 " in rows[BLANK]
    assert " 1 " in rows[UNIQUE]
    assert " 4 " in rows["tromino:4x3"]
    for name in (BLANK, UNIQUE, "tromino:4x3"):  # the times differ by engine
        assert set(re.findall(r"(\w+) [\d.]+ (?:s|ms|µs)", rows[name])) == {"algorithm_x", "sat"}
