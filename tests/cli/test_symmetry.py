"""`canonical`, `equivalent` and `dedupe` as a user meets them."""

import json
from random import Random

import pytest

from sudokubench import Board
from sudokubench.symmetry import random_symmetry

ONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = str(random_symmetry(Board.parse(ONE).layout, Random(1))(Board.parse(ONE)))
LESS = ONE.replace("5", ".", 1)


def test_equivalent_boards_have_one_form_and_one_class_id(sudokubench):
    code, out, _ = sudokubench("canonical", ONE, OTHER)
    assert code == 0
    assert len(set(out.split())) == 1
    _, out, _ = sudokubench("canonical", "--json", ONE, OTHER)
    one, other = map(json.loads, out.splitlines())
    assert one["class_id"] == other["class_id"]
    assert one["id"] != other["id"]


def test_dedupe_keeps_the_first_of_each_class_as_it_was(sudokubench):
    code, out, err = sudokubench("dedupe", "-", stdin="\n".join([ONE, LESS, OTHER, ONE]))
    assert (code, out.split()) == (0, [ONE, LESS])
    assert "4 boards in 2 classes; left out, because an earlier board is equivalent: 2" in err


def test_dedupe_ignores_the_symbols_of_a_board_but_keeps_them(sudokubench):
    kanji = f"9x9@一二三四五六七八九:{LESS.translate(str.maketrans('123456789', '一二三四五六七八九'))}"
    for boards, kept in (([kanji, LESS, ONE], [kanji, ONE]), ([ONE, kanji, LESS, kanji], [ONE, kanji])):
        code, out, err = sudokubench("dedupe", "-", stdin="\n".join(boards))
        assert (code, out.split()) == (0, kept)
        assert f"{len(boards)} boards in 2 classes" in err


def test_dedupe_may_replace_its_input_wherever_the_options_stand(sudokubench, tmp_path):
    for arguments in (("--json", "f", "-o", "f"), ("-o", "f", "--json", "./f")):
        (tmp_path / "f").write_text(f"{ONE}\n{OTHER}\n", encoding="ascii")
        assert sudokubench("dedupe", *arguments)[0] == 0
        (line,) = (tmp_path / "f").read_text(encoding="utf-8").splitlines()
        assert json.loads(line)["puzzle"] == ONE


def test_one_board_and_one_class_are_singular(sudokubench):
    _, _, err = sudokubench("dedupe", "1...3..2...3..2.", "1...3..2...3..2.")
    assert "2 boards in 1 class; left out, because an earlier board is equivalent: 1" in err
    _, _, err = sudokubench("dedupe", "1...3..2...3..2.")
    assert "1 board in 1 class; left out, because an earlier board is equivalent: 0" in err


@pytest.mark.parametrize(("language", "word"), [("en", "rows, from the top: "), ("ja", "行（上から）：")])
def test_equivalent_shows_in_words_what_was_done(sudokubench, language, word):
    code, out, _ = sudokubench("equivalent", ONE, OTHER, "--lang", language)
    assert code == 0
    assert word in out


def test_the_json_of_equivalent_maps_one_board_to_the_other(sudokubench):
    _, out, _ = sudokubench("equivalent", ONE, OTHER, "--json")
    found = json.loads(out)
    name = {"0": 0, ".": 0} | {str(old): new for old, new in enumerate(found["digits"], 1)}
    assert found["equivalent"] is True
    assert bytes(name[ONE[cell]] for cell in found["cells"]) == Board.parse(OTHER).digits


def test_boards_that_are_not_equivalent_end_with_5(sudokubench):
    assert sudokubench("equivalent", ONE, LESS)[:2] == (5, "not equivalent\n")
    assert json.loads(sudokubench("equivalent", ONE, LESS, "--json")[1])["equivalent"] is False


def test_equivalent_names_the_line_of_the_board_that_has_no_form(sudokubench, tmp_path):
    path, constrained = tmp_path / "p.txt", "4x4+anti-knight:1..............."
    for lines, said in (([constrained, ONE], "p.txt:1: "), ([ONE, constrained], "p.txt:2: ")):
        path.write_text("\n".join(lines))
        code, _, err = sudokubench("equivalent", str(path))
        assert code == 4
        assert said in err


def test_the_first_of_many_boards_is_compared_with_each_of_the_others(sudokubench, tmp_path):
    file = tmp_path / "boards.txt"
    file.write_text(f"{ONE}\n{OTHER}\n4x4+anti-knight:1...............\n{LESS}\n")
    code, out, err = sudokubench("equivalent", str(file))
    assert (code, out.count("boards.txt:"), out.count("not equivalent")) == (4, 2, 1)
    assert "boards.txt:3: " in err
    _, out, _ = sudokubench("equivalent", ONE, str(file), "--json")
    assert [json.loads(line)["equivalent"] for line in out.splitlines()] == [True, True, False]


def test_a_board_with_other_rules_is_refused_and_the_rest_goes_on(sudokubench):
    code, out, err = sudokubench("canonical", "-", stdin=f"4x4+anti-knight:1...............\n{ONE}")
    assert (code, len(out.split())) == (4, 1)
    assert (
        "-:1: a canonical form knows only the rules of houses, and this board has anti-knight; give a board without"
        in err
    )
