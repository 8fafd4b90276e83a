"""Overlapping grids in the commands that read puzzles."""

import pytest
from schema_cases import objects

ROWS = ["1234", "3412", "214312", "432134", "  1243", "  3421"]
FULL = "".join(ROWS).replace(" ", "")
NAME = "overlap:4x4:R1C1+R3C3"
UNIQUE, SEVERAL, NONE = FULL.replace("3", "."), "." * 28, "11" + "." * 26


@pytest.fixture
def file(tmp_path):
    """Return a file with a named line, rows below a name, rows, and two faulty pieces."""
    rows = "\n".join(row.replace("3", ".") for row in ROWS)
    text = f"# two grids\n{NAME}:{NONE}\n{NAME}:\n{rows}\n\n{rows}\n{rows}\n\n{rows}\n12\n\n{NAME}:{UNIQUE}5\n{NAME}:\n"
    (tmp_path / "file").write_text(text)
    return "file"


def test_a_file_holds_named_lines_and_rows_and_faults_are_reported_with_their_lines(sudokubench, file):
    code, out, err = sudokubench("count", file)
    assert code == 4
    counts = [line.split()[0] for line in out.splitlines()]
    assert counts == ["0", "1", "1", "1", "3456"]
    assert "file:24: clues in 7 rows do not fit" in err
    assert "file:32: clues in 29 signs do not fit" in err


def test_solutions_are_lines_or_rows_that_commands_read_again(sudokubench, tmp_path):
    name = f"{NAME}:{UNIQUE}"
    assert sudokubench("solve", name) == (0, f"{FULL}\n", "")
    assert sudokubench("solve", name, "--to", "grid")[1] == "\n".join([*ROWS, ""])
    sudokubench("convert", name, "--to", "grid", "-o", "grid")
    assert sudokubench("convert", "grid")[1] == f"{name}\n"
    assert sudokubench("convert", name, "--to", "svg")[1].count("value clue") == 21
    assert "use text, line, grid" in sudokubench("convert", name, "--to", "json")[2]


def test_the_option_layout_names_the_arrangement_of_rows(sudokubench, tmp_path):
    (tmp_path / "rows").write_text("\n".join(ROWS).replace("3", "0"))
    assert sudokubench("solve", "rows", "--layout", NAME)[:2] == (0, f"{FULL}\n")
    assert sudokubench("solve", "-", "--layout", NAME, stdin="\n".join(ROWS))[:2] == (0, f"{FULL}\n")
    code, _, err = sudokubench("solve", "rows", "--layout", NAME, "--from", "grid")
    assert (code, "leave out --from" in err) == (2, True)


def test_a_run_over_overlapping_grids_is_stored_and_resumed(sudokubench, tmp_path):
    (tmp_path / "rows").write_text("\n".join([*ROWS, "", *ROWS]).replace("3", "."))
    asked = ["run", "rows", "--layout", NAME, "-b", "dlx,sat", "--isolation", "inline", "--json"]
    code, out, err = sudokubench(*asked)
    assert code == 0, err
    found = [one for one in objects(out) if "verdict" in one]
    assert [(one["verdict"], one["puzzle"]) for one in found] == [("unique", f"{NAME}:{UNIQUE}")] * 4
    assert sudokubench(*asked, "--resume")[0] == 0


@pytest.mark.thorough
def test_a_proof_of_overlapping_grids_is_verified(sudokubench):
    assert sudokubench("check", f"{NAME}:{UNIQUE}", f"{NAME}:{NONE}", f"{NAME}:", "--proof", "proofs")[0] == 5
    code, out, _ = sudokubench("verify", "proofs")
    assert code == 0
    assert [line.split(": ")[2] for line in out.splitlines()] == ["unique", "none", "multiple"]


@pytest.mark.parametrize("command", ["explain", "hint", "rate", "analyse", "canonical"])
def test_commands_about_boards_refuse_overlapping_grids_by_name(sudokubench, command):
    code, _, err = sudokubench(command, f"{NAME}:{UNIQUE}")
    assert code in {2, 4, 7}
    assert f"{NAME}:{UNIQUE} "[:59] in err
    assert " is not a board; " in err


def test_generate_makes_puzzles_of_overlapping_grids_and_refuses_other_options(sudokubench):
    asked = ["generate", "--layout", NAME, "--seed", "4", "-n", "2"]
    code, out, _ = sudokubench(*asked)
    assert (code, len(out.splitlines())) == (0, 2)
    found = objects(sudokubench(*asked, "--json")[1])
    assert [one["puzzle"] for one in found] == out.splitlines()
    assert [sudokubench("solve", one["puzzle"])[1].strip() for one in found] == [
        one["solution"] for one in found
    ]
    lettered = [one["puzzle"].translate(str.maketrans("1234", "ABCD"))[-28:] for one in found]
    assert [line[-28:] for line in sudokubench(*asked, "--symbols", "letters")[1].splitlines()] == lettered
    for option in ("--clues 9", "--rating Hard", "--variant killer", "--jobs 2", "--book b.html"):
        code, _, err = sudokubench(*asked, *option.split())
        assert (code, f"{option.split()[0]} does not go with overlapping grids" in err) == (2, True)
    assert "use text, line, grid" in sudokubench(*asked, "--to", "json")[2]
    assert sudokubench("generate", "--layout", "samurai", "-n", "99", "--seconds", "0.01")[0] == 6


def test_symbols_apply_to_all_grids(sudokubench, tmp_path):
    (tmp_path / "rows").write_text("\n".join(ROWS).replace("3", ".").translate(str.maketrans("1234", "ABCD")))
    code, out, _ = sudokubench("solve", "rows", "--layout", NAME, "--symbols", "letters")
    assert (code, out) == (0, FULL.translate(str.maketrans("1234", "ABCD")) + "\n")
