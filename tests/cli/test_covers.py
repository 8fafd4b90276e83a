"""Exact covers from files and standard input in every command that reads puzzles."""

import gzip
import re

import pytest
from dratify import check_proof, parse_dimacs
from schema_cases import objects

TINY = "a b c\na b\nc\n"
PUZZLE = "1...3..2...3..2."


@pytest.fixture
def tiny(tmp_path):
    (tmp_path / "t.dlx").write_text(TINY)
    return "t.dlx"


def test_a_file_of_a_cover_is_solved_by_the_names_of_its_options(sudokubench, tiny):
    assert sudokubench("solve", tiny) == (0, "a b; c\n", "")


@pytest.mark.parametrize("form", ["candidates", "json", "text", "fpuzzles"])
def test_a_form_that_cannot_show_a_solution_of_a_cover_is_refused(sudokubench, form):
    code, out, err = sudokubench("solve", "queens:6", PUZZLE, "--to", form)
    assert (code, bool(out)) == (4, True)
    assert re.match("sudokubench: queens:6:1: .* write it as line, grid, unicode or svg", err)
    assert sudokubench("solve", "queens:6", "--to", "grid")[1].count("♛") == 6


def test_a_search_that_does_not_end_draws_no_verdict(sudokubench):
    found, drawn = (
        sudokubench(*command.split(), "langford:20", "-b", "dxz:memory=1")
        for command in ("solve", "problems draw")
    )
    assert drawn[:2] == found[:2] == (6, "undecided\n")
    assert "memory" in drawn[2]
    assert drawn[2].splitlines()[-1] == found[2].splitlines()[-1]  # before it, one may say that it compiles
    assert sudokubench("problems", "draw", "queens:3") == (0, "none\n", "")


def test_a_seed_is_added_to_the_options_of_a_backend(sudokubench):
    code, out, err = sudokubench("problems", "draw", "queens:4", "-b", "dlx:item=smallest", "--seed", "3")
    assert (code, len(out.split("\n")), err) == (0, 5, "")


@pytest.mark.parametrize("more", [["-"], ["-", "--from", "dlx"]])
def test_standard_input_may_be_a_cover(sudokubench, more):
    assert sudokubench("solve", *more, stdin=TINY)[:2] == (0, "a b; c\n")


def test_the_id_of_a_cover_is_that_of_its_content_in_every_command(sudokubench, tiny, tmp_path):
    (tmp_path / "packed").write_bytes(gzip.compress(b"a,b,c\n1,1,0\n0,0,1\n"))
    ids = set()
    for command in ("solve", "check -b dlx,sat", "run -b dlx --no-store", "watch"):
        for file in (tiny, "packed"):
            code, out, err = sudokubench(*command.split(), file, "--json")
            assert code == 0, err
            ids |= {one["id"] for one in objects(out) if "id" in one}
    assert len(ids) == 1


@pytest.mark.parametrize("to", ["dlx", "matrix", "cover"])
@pytest.mark.parametrize("puzzle", ["queens:5", PUZZLE])
def test_what_encode_writes_is_read_back_as_the_same_problem(sudokubench, puzzle, to):
    sudokubench("encode", puzzle, "--to", to, "-o", "one")
    sudokubench("encode", "one", "--to", to, "-o", "two")
    told = [objects(sudokubench("solve", file, "--limit", "99", "--json")[1])[0] for file in ("one", "two")]
    assert told[0]["id"] == told[1]["id"]
    assert told[0]["solutions"] == told[1]["solutions"]
    named = objects(sudokubench("solve", puzzle, "--limit", "99", "--json")[1])[0]
    assert told[0]["count"] == named["count"]
    if puzzle == "queens:5":
        assert (told[0]["id"], sorted(told[0]["solutions"])) == (named["id"], sorted(named["solutions"]))


def test_a_run_over_boards_and_covers_is_kept_reported_resumed_and_compared(sudokubench, tiny, tmp_path):
    (tmp_path / "boards").write_text(PUZZLE + "\n")
    for backends in ("dlx,sat", "dlx"):
        code, _, err = sudokubench(
            "run", tiny, "boards", "-b", backends, "--jobs", "2", "--isolation", "process"
        )
        assert code == 0, err
    again = ("run", tiny, "boards", "-b", "dlx", "--jobs", "2", "--isolation", "process", "--resume")
    assert "finished" in sudokubench(*again)[2]
    assert sudokubench("compare", "last", "last")[0] == 0
    for command in ("rank", "history", "runs show"):
        assert sudokubench(*command.split())[0] == 0
    assert {one["puzzle"] for one in objects(sudokubench("runs", "export", "--to", "jsonl")[1]) if "puzzle" in one} == {
        tiny, PUZZLE,
    }  # fmt: skip


def test_a_form_that_is_forced_is_not_guessed(sudokubench, tmp_path):
    (tmp_path / "one").write_text("a b\na b\n")
    assert sudokubench("solve", "one", "--from", "dlx")[:2] == (0, "a b\n")
    assert sudokubench("solve", "one")[0] == 4
    code, _, err = sudokubench("solve", "one", "--from", "dxl")
    assert (code, "dlx, matrix, cover" in err) == (2, True)
    code, _, err = sudokubench("explain", "one", "--from", "dlx")
    assert (code, "one" in err) == (4, True)


def test_a_fault_of_a_cover_is_reported_by_line_option_and_item(sudokubench, tmp_path):
    (tmp_path / "t.dlx").write_text("a b c\na b\nc d\n")
    for command in ("solve", "run --no-store -b dlx", "check -b dlx", "watch", "encode"):
        code, _, err = sudokubench(*command.split(), "t.dlx")
        assert (code, "t.dlx:3: option 'c d' has d" in err) == (4, True)


@pytest.mark.parametrize("command", ["solve", "check --backend dlx,algorithm_x"])
def test_the_commands_write_proofs_of_covers_and_verify_reads_them(sudokubench, tmp_path, command):
    (tmp_path / "t.dlx").write_text("a b c\na b\nc\n")
    sudokubench(*command.split(), "t.dlx", "knuth:example", "queens:3", "--proof", "proofs")
    code, out, _ = sudokubench("verify", "proofs", "--export", "out")
    assert (code, [line.split(":")[:4] for line in out.splitlines()]) == (0, [
        ["proofs", "1", " verified", " unique"],
        ["proofs", "2", " verified", " unique"],
        ["proofs", "3", " verified", " none"],
    ])  # fmt: skip
    for k in (1, 2, 3):
        formula, proof = ((tmp_path / "out" / f"proofs-{k}.{end}").read_text() for end in ("cnf", "drup"))
        assert check_proof(parse_dimacs(formula), proof).ok
