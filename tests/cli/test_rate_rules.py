"""The commands `rate` and `rules` as their users see them."""

import json
from unittest.mock import ANY

import pytest

from sudokubench.actions import rules
from sudokubench.actions.words import TOO_FEW_RATED
from sudokubench.cli.words import NOT_UTF_8
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TOP = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
HARD = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
CLASH, SEVERAL = "11..............", "1" + "." * 15


def test_rate_as_json_has_the_published_fields(sudokubench):
    _, out, _ = sudokubench("rate", WIKIPEDIA, HARD, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    for row in rows:
        assert {"puzzle", "difficulty", "class", "se", "hodoku", "parts", "version", "config"} <= row.keys()
    assert [row["class"] for row in rows] == ["Easy", "Expert"] or rows[1]["se"] > rows[0]["se"]


def test_rate_names_the_class_in_japanese_and_keeps_the_columns(sudokubench):
    _, out, _ = sudokubench("rate", WIKIPEDIA, "--lang", "ja")
    head, row = out.splitlines()
    assert head.startswith("級       ")  # 2 columns and 7 spaces
    assert row.startswith("初級     ")  # 4 columns and 5 spaces
    _, english, _ = sudokubench("rate", WIKIPEDIA)
    assert row.split()[1:] == english.splitlines()[1].split()[1:]


def test_rate_by_several_processes_keeps_the_order(sudokubench, tmp_path):
    (tmp_path / "boards.txt").write_text(f"{WIKIPEDIA}\n{HARD}\n" * 3)
    one = sudokubench("rate", "boards.txt")[1]
    assert sudokubench("rate", "boards.txt", "--jobs", "2")[1] == one


def test_nothing_is_rated_above_the_message_that_the_input_is_bad(sudokubench):
    code, out, err = sudokubench("rate", "nonsense")
    assert (code, out) == (4, "")
    assert "nonsense" in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_bad_board_among_good_ones_is_named_by_its_own_line(sudokubench, tmp_path, jobs):
    (tmp_path / "mixed.txt").write_text(f"1...3..2...3..2.\n{CLASH}\n1...3..2...3..2.\n{SEVERAL}\n")
    code, out, err = sudokubench("rate", "mixed.txt", "--jobs", jobs)
    assert (code, len(out.splitlines())) == (4, 3)
    assert [line.split()[1] for line in err.splitlines()] == ["mixed.txt:2", "mixed.txt:4"]


def test_rules_are_listed_and_shown(sudokubench):
    _, out, _ = sudokubench("rules", "list")
    assert len(out.splitlines()) > 50
    _, out, _ = sudokubench("rules", "show", "xy_wing", "--lang", "ja")
    assert "0800" in out
    assert sudokubench("rules", "show", "no_rule")[0] == 2
    _, out, _ = sudokubench("rules", "list", "--json")
    assert json.loads(out.splitlines()[0])["rule"] == "full_house"


@pytest.mark.parametrize("name", ["X-Wing", "x wing", "XWING", "ｘ_wing"])
def test_a_rule_is_shown_by_its_name_as_texts_write_it(sudokubench, name):
    assert sudokubench("rules", "show", name) == sudokubench("rules", "show", "x_wing")


def test_a_rule_is_shown_in_japanese_throughout(sudokubench):
    _, out, _ = sudokubench("rules", "show", "ソードフィッシュ", "--lang", "ja")
    assert out.startswith("ソードフィッシュ（swordfish）\n")
    assert "単調性：あり" in out
    assert "一意解の仮定：なし" in out
    assert "出典：" in out


def test_rules_verify_names_an_unsound_rule_and_the_state_that_shows_it(sudokubench, tmp_path, monkeypatch):
    """A rule under development that takes the digit of R1C1 away."""

    def find(grid):
        yield Step("x_wing", (4,), (), (3,), (0,))

    monkeypatch.setattr(rules, "all_rules", lambda: (Rule("x_wing", find, 3.2, 140, ""),))
    (tmp_path / "cases").write_text(f":x_wing:4:{TOP}::111::\n")
    code, out, _ = sudokubench("rules", "verify", "cases")
    assert code == 3
    assert f"x_wing is unsound in {TOP}: " in out
    assert "Remove 4 from R1C1." in out
    code, out, _ = sudokubench("rules", "verify", "cases", "--json")
    assert code == 3
    assert json.loads(out)["unsound"] == {"rule": "x_wing", "puzzle": TOP, "text": ANY}
    _, out, _ = sudokubench("rules", "verify", "cases", "--lang", "ja")
    assert f"x_wingは{TOP}で誤った結論を出します：X-Wing（井桁理論）：" in out


def test_rules_verify_refuses_a_state_without_solution_and_one_of_several_where_uniqueness_is_needed(
    sudokubench, tmp_path
):
    two = "." * 81
    lines = f":0300:4:{TOP}:112 612 712 912:111::\n:0600:4:{two}::111::\n:0300:4:{two}::111::\n"
    (tmp_path / "cases").write_text(lines)
    code, out, err = sudokubench("rules", "verify", "cases")
    assert code == 4
    assert "cases:1 has no solution: R1C2 has no candidate left" in err
    assert "cases:2 has several solutions" in err
    assert out.startswith("cases:3: 0300 X-Wing: not found")


def test_rules_verify_reports_each_case(sudokubench, tmp_path):
    marks = " ".join(f"{d}1{c}" for c in (1, 5) for d in range(3, 10))
    row = " ".join(f"{d}1{c}" for d in (1, 2) for c in (2, 3, 4, 6, 7, 8, 9))
    (tmp_path / "cases").write_text(f":0200:12:{'.' * 81}:{marks}:{row}::\n:0300:1:{'.' * 81}::111::\n")
    code, out, err = sudokubench("rules", "verify", "cases", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(r["code"], r["technique"], r["passed"]) for r in rows] == [
        ("0200", "Naked Pair", True),
        ("0300", "X-Wing", False),
    ]
    assert err.splitlines() == ["sudokubench: 1 of 2 cases passed, 1 strictly"]


def test_rules_verify_shows_what_an_order_calls_the_technique_of_each_case(sudokubench, tmp_path):
    """In row 1 three of six empty cells hold 1, 2 and 3: a naked triple, and a hidden triple of the others."""
    marks = " ".join(f"{d}1{c}" for c in (1, 4, 7) for d in (4, 5, 6))
    gone = " ".join(f"{d}1{c}" for c in (2, 5, 8) for d in (1, 2, 3))
    grid = f"..+7..+8..+9{'.' * 72}"
    lines = [f":{code}:123:{grid}:{marks}:{gone}::" for code in ("0201", "0211", "0300")]
    (tmp_path / "cases").write_text("\n".join(lines))
    code, out, err = sudokubench("rules", "verify", "cases", "--order", "teaching", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(row["told"], row["first"], row["used"], row["asked"]) for row in rows] == [
        ("naked_triple", "told", "told", True),
        ("naked_triple", "also", "also", True),
        ("naked_triple", "never", "never", False),
    ]
    assert "hidden_triple" in rows[1]["also"]
    assert err.splitlines()[-1] == (
        "sudokubench: 3 cases with a named technique: the first step uses it in 33.3 % "
        "(66.7 % if other names of the step count, too), at least one step uses it in 33.3 % (66.7 %); "
        "with explain --technique a step uses it in 66.7 %"
    )
    _, out, _ = sudokubench("rules", "verify", "cases", "--order", "teaching")
    assert "cases:2: 0211 Hidden Triple: explained as naked_triple (also hidden_triple" in out
    assert "cases:1:" not in out
    _, out, err = sudokubench("rules", "verify", "cases", "--order", "teaching", "--lang", "ja")
    told, missing = (
        "cases:2：0211 Hidden Triple：naked_tripleとして説明されます（別の見方：hidden_triple",
        "cases:3：",
    )
    assert told in out
    assert f"{missing}0300 X-Wing：見つかりません（x_wing）" in out
    assert err.splitlines()[-2:] == [
        "sudokubench: 3件のうち2件が合格（厳密な合格は2件）",
        "sudokubench: 3件のうち、その手筋が最初の手順になるのは33.3 %（別の見方も含めると66.7 %）、"
        "いずれかの手順になるのは33.3 %（同じく66.7 %）、explain --techniqueで指定すると手順になるのは66.7 %",
    ]


def test_rules_verify_names_a_case_of_our_own_once(sudokubench, tmp_path):
    (tmp_path / "cases").write_text(f":x_wing:4:{'.' * 81}::111::\n")
    for language, line in {
        "en": "cases:1: x_wing: not found (x_wing)\n",
        "ja": "cases:1：x_wing：見つかりません（x_wing）\n",
    }.items():
        assert sudokubench("rules", "verify", "cases", "--lang", language)[1] == line


def test_a_case_that_wants_no_step_fails_aloud_if_there_is_one(sudokubench, tmp_path):
    marks = " ".join(f"{d}1{c}" for c in (1, 5) for d in range(3, 10))
    (tmp_path / "cases").write_text(f":0200-x:12:{'.' * 81}:{marks}:::\n:0300-x:1:{'.' * 81}::::\n")
    code, out, err = sudokubench("rules", "verify", "cases")
    assert (code, out) == (0, "cases:1: 0200-x Naked Pair: a step where none is expected (naked_pair)\n")
    assert "1 of 2 cases passed" in err


def test_a_wrong_configuration_is_bad_input(sudokubench, tmp_path):
    (tmp_path / "c.toml").write_text("order = 1")
    code, _, err = sudokubench("rate", WIKIPEDIA, "--config", "c.toml")
    assert code == 4
    assert "c.toml" in err


@pytest.mark.parametrize("command", [["rate", WIKIPEDIA, "--config"], ["rules", "verify"]])
def test_files_that_are_missing_or_no_text_are_bad_input(sudokubench, tmp_path, command):
    (tmp_path / "bin.txt").write_bytes(b"\xff\x00")
    (tmp_path / "cut.gz").write_bytes(b"\x1f\x8b\x08")
    assert "cut.gz: the packed file is damaged" in sudokubench(*command, "cut.gz")[2]
    code, _, err = sudokubench(*command, "nofile")
    assert (code, err) == (4, "sudokubench: nofile cannot be read: No such file or directory\n")
    code, _, err = sudokubench(*command, "bin.txt")
    assert (code, err) == (4, f"sudokubench: bin.txt: {NOT_UTF_8}\n")


def test_a_library_without_a_case_is_bad_input(sudokubench, tmp_path):
    (tmp_path / "empty.txt").write_text("# nothing\n\n")
    code, _, err = sudokubench("rules", "verify", "empty.txt")
    assert code == 4
    assert "empty.txt: a case is missing" in err


@pytest.fixture
def against(sudokubench, tmp_path):
    """Rate a table, and compare the ratings with one of its columns."""

    def compared(table, *words):
        (tmp_path / "rated.csv").write_text(table, encoding="utf-8")
        return sudokubench("rate", "rated.csv", "--against", *words)

    return compared


def test_ratings_are_compared_only_with_a_file_that_can_be_read_twice(sudokubench):
    code, out, err = sudokubench("rate", "-", "--against", "theirs", stdin=f"puzzle,theirs\n{WIKIPEDIA},1\n")
    assert (code, out) == (2, "")
    assert "--against reads - twice" in err
    for board in (WIKIPEDIA, "famous"):
        assert "name one file, and no other puzzles" in sudokubench("rate", board, "--against", "theirs")[2]
    assert "missing.csv cannot be read" in sudokubench("rate", "missing.csv", "--against", "theirs")[2]


def test_ratings_are_compared_with_a_column_of_the_file(against):
    brute = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    rated = [
        ("puzzle", "theirs"),
        (WIKIPEDIA, "1.2"),
        (HARD, "6.8"),
        (WIKIPEDIA[:-1] + "1", "3"),
        (brute, "1"),
    ]
    _, _, err = against("\n\n".join(map(",".join, rated)), "theirs")
    (se,) = [line for line in err.splitlines() if " se against theirs" in line]
    assert "3 puzzles: rank correlation (Spearman) 0.500" in se
    assert "equal 33.3%, within 10 % 66.7%" in se


def test_a_puzzle_that_stands_twice_in_the_file_has_two_values(against):
    _, _, err = against("puzzle,theirs\n" + "".join(f"{WIKIPEDIA},{v}\n" for v in (1.2, 5, 1.2)), "theirs")
    assert "equal 66.7%" in next(line for line in err.splitlines() if " se against theirs" in line)


def test_a_record_does_not_end_at_a_sign_that_only_looks_like_the_end_of_a_line(against):
    rows = (f"{WIKIPEDIA},a{sign}b,1.2\n" for sign in "\x85\u2028 ")
    code, _, err = against("puzzle,name,theirs\n" + "".join(rows), "theirs", "--columns", "puzzle")
    assert (code, "se against theirs, 3 puzzles" in err) == (0, True)


def test_too_few_ratings_for_a_comparison_are_reported(against):
    code, out, err = against("puzzle,theirs\n" + f"{WIKIPEDIA},1.2\n" * 2, "theirs")
    assert (code, out.count(WIKIPEDIA)) == (0, 2)
    assert TOO_FEW_RATED.format(column="theirs", least=3, count=2).en in err


@pytest.mark.parametrize(
    ("text", "words", "told"),
    [
        ("puzzle,theirs\n{0},x\n", ["theirs"], (4, "rated.csv:2: theirs is 'x': a number is needed")),
        ("puzzle,theirs\n{0},1\n{0},nan\n", ["theirs"], (4, "rated.csv:3: theirs is 'nan': a number is needed")),
        ("puzzle,theirs\n{0},-inf\n", ["theirs"], (4, "rated.csv:2: theirs is '-inf': a number is needed")),
        ("puzzle,theirs\n{0},1\n", ["there"], (2, "names the columns; did you mean theirs?")),
        ("puzzle,theirs\n{0},1\n", ["theirs", "rated.csv"], (2, "name one file, and no other puzzles")),
    ],
)  # fmt: skip
def test_a_column_that_cannot_be_compared_is_named(against, text, words, told):
    code, out, err = against(text.format(WIKIPEDIA), *words)
    assert (code, out) == (told[0], "")
    assert told[1] in err
