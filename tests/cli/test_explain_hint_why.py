"""The commands `explain`, `hint` and `why` as their users see them."""

import json
import re
from dataclasses import replace

import pytest
from database import database

from sudokubench.actions.explain import explain
from sudokubench.actions.hint import Hint
from sudokubench.actions.why import Reasons
from sudokubench.board import Board
from sudokubench.cli.explain import _coloured
from sudokubench.layout import Layout
from sudokubench.logic.text_drawing import picture
from sudokubench.logic.words import EACH_IS_LEAST, LEAST_KNOWN

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FORBIDDEN = (
    '{"schema":"sudokubench.puzzle/1","layout":"9x9","forbidden":[275],"clues":'
    '"534..891.67219534819834.567859..1423426853791713924856961537284287419635345.86179"}'
)
TOP = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
HARD = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
NONE, CLASH, SEVERAL = "...13....23...4.", "11..............", "1" + "." * 15


def test_explain_shows_every_step_and_the_solution(sudokubench):
    code, out, err = sudokubench("explain", WIKIPEDIA, "--verify")
    assert code == 0
    assert out.splitlines()[-1] == f"solved: {SOLUTION}"
    assert "  1. " in out
    assert "0 refuted" in err


def test_explain_in_japanese(sudokubench):
    _, out, _ = sudokubench("explain", WIKIPEDIA, "--lang", "ja")
    assert "確定します" in out
    assert out.splitlines()[-1] == f"解けました：{SOLUTION}"


def test_a_technique_is_taken_wherever_it_applies_when_it_is_asked_for(sudokubench):
    """A technique that the puzzle does not need is shown on request; if it never applies, a message says so."""

    def rules(*options):
        code, out, err = sudokubench("explain", TOP, "--json", *options)
        assert code == 0
        return [step["rule"] for step in json.loads(out)["steps"]], err

    assert {"x_wing", "swordfish"}.isdisjoint(rules()[0])
    told, err = rules("--technique", "X-Wing", "--technique", "naked single")
    assert "x_wing" in told
    assert (told.count("naked_single"), err) == (56, "")
    told, err = rules("--technique", "xy_wing")
    assert told == rules()[0]
    assert err == f"sudokubench: {TOP}: no step uses XY-Wing\n"


def test_a_hint_says_where_a_technique_that_was_asked_for_is_not_the_next_step(sudokubench):
    for technique, told in (("naked_single", True), ("jellyfish", False)):
        code, out, err = sudokubench("hint", WIKIPEDIA, "--technique", technique, "--grade", "rule")
        assert (code, "Naked Single" in out) == (0, told)
        assert err == ("" if told else "sudokubench: the next step does not use Jellyfish\n")


def test_a_technique_that_cannot_be_taken_is_refused(sudokubench):
    for options, told in (
        (["no_such"], "unknown rule 'no_such'"),
        (["hidden_rectangle", "--no-uniqueness"], "hidden_rectangle relies on a single solution"),
        (["x_wing", "--least-evidence"], "--least-evidence and --technique"),
    ):
        code, out, err = sudokubench("explain", WIKIPEDIA, "--technique", *options)
        assert (code, out) == (2, "")
        assert told in err


def test_explain_as_json_is_a_trace(sudokubench):
    _, out, _ = sudokubench("explain", HARD, "--json", "--no-uniqueness")
    trace = json.loads(out)
    assert trace["schema"] == "sudokubench.trace/3"
    assert trace["ending"] == "solved"


def test_explain_draws_and_stores_steps(sudokubench, tmp_path):
    assert sudokubench("explain", WIKIPEDIA, "--svg", "svg", "--store", "--results", "r")[0] == 0
    drawn = sorted((tmp_path / "svg").iterdir())
    assert drawn[0].name == "0001-001.svg"
    from sudokubench.logic.step_store import StepStore

    with StepStore(tmp_path / "r") as store:
        counts = store.counts().values()
    assert sum(steps for steps, _, _ in counts) == len(drawn)


def test_steps_of_least_evidence_are_stored_beside_those_of_the_rules(sudokubench, tmp_path):
    from sudokubench.logic.step_store import FILE

    def stored():
        with database(tmp_path / "r" / FILE) as db:
            return {*db.execute("SELECT config, number, step FROM steps")}

    for order in ([], ["--order", "se"]):
        assert sudokubench("explain", WIKIPEDIA, *order, "--store", "--results", "r")[0] == 0
    before = stored()
    for order in ([], ["--order", "se"]):
        least = ["--least-evidence", *order]
        assert sudokubench("explain", WIKIPEDIA, *least, "--store", "--results", "r")[0] == 0
    after = stored()
    assert before < after
    assert len({config for config, _, _ in after}) == len({config for config, _, _ in before}) + 1


def test_explain_with_least_evidence_reports_the_share(sudokubench):
    code, out, err = sudokubench("explain", "1...3..2...3..2.", "--least-evidence")
    assert code == 0
    assert EACH_IS_LEAST.en in err
    assert "the others" not in err
    assert out.splitlines()[-1].startswith("solved")


def test_steps_that_are_not_known_to_need_the_least_evidence_are_counted():
    found = explain("1...3..2...3..2.", minimal=True)
    (remark,) = replace(found, optimal=len(found) - 1).remarks()
    assert LEAST_KNOWN.format(optimal=len(found) - 1, steps=len(found)).en in remark.en


@pytest.mark.parametrize("command", ["explain", "rate"])
@pytest.mark.parametrize(
    ("board", "evidence"),
    [(CLASH, "R1C1 and R1C2 both hold 1"), (NONE, "cannot hold together"), (SEVERAL, "several solutions: R")],
)
def test_boards_without_one_solution_are_named_with_evidence(sudokubench, command, board, evidence):
    code, _, err = sudokubench(command, board)
    assert (code, evidence in err) == (4, True)


def test_hints_are_graded(sudokubench):
    _, region, _ = sudokubench("hint", WIKIPEDIA)
    _, move, _ = sudokubench("hint", WIKIPEDIA, "--grade", "move")
    assert len(region.splitlines()) == 1
    assert move.startswith(region)
    assert "Place" in move.splitlines()[-1]


def test_a_hint_names_mistakes_first(sudokubench):
    wrong = WIKIPEDIA[:2] + "1" + WIKIPEDIA[3:]
    code, out, _ = sudokubench("hint", wrong, "--original", WIKIPEDIA)
    assert (code, out) == (0, "R1C3 = 1 is a mistake.\n")
    _, out, _ = sudokubench("hint", wrong, "--original", WIKIPEDIA, "--json")
    assert json.loads(out)["mistakes"] == ["R1C3 = 1 is a mistake."]


@pytest.mark.parametrize(
    ("words", "result"), [(("hint", WIKIPEDIA), Hint), (("why", "1...3..2...3..2.", "R1C2#2"), Reasons)]
)
def test_json_is_made_without_the_text(sudokubench, monkeypatch, words, result):
    monkeypatch.delattr(result, "lines")
    assert sudokubench(*words, "--json")[0] == 0


def test_only_the_wrong_digit_of_a_clash_is_a_mistake(sudokubench):
    clash_with_clue = WIKIPEDIA[:2] + "5" + WIKIPEDIA[3:]
    assert sudokubench("hint", clash_with_clue, "--original", WIKIPEDIA)[1] == "R1C3 = 5 is a mistake.\n"
    clash_with_right_digit = WIKIPEDIA[:2] + "44" + WIKIPEDIA[4:]  # 4 is right at R1C3
    assert (
        sudokubench("hint", clash_with_right_digit, "--original", WIKIPEDIA)[1] == "R1C4 = 4 is a mistake.\n"
    )


def test_a_hint_for_another_puzzle_is_refused(sudokubench):
    assert sudokubench("hint", HARD, "--original", WIKIPEDIA)[0] == 4


def test_why_names_clues_and_houses(sudokubench):
    code, out, _ = sudokubench("why", "1...3..2...3..2.", "R1C2#2")
    assert code == 0
    assert "R1C2#2 is forced by" in out
    assert sudokubench("why", "R1C2#2", "1...3..2...3..2.")[1] == out
    _, out, _ = sudokubench("why", SEVERAL, "R2C2#1", "--json")
    assert json.loads(out)["verdict"] == "forbidden"
    _, out, _ = sudokubench("why", SEVERAL, "R4C4#1")
    assert "neither forced nor forbidden" in out


@pytest.mark.parametrize(
    ("board", "evidence"), [(CLASH, "R1C1 and R1C2 both hold 1"), (NONE, "cannot hold together")]
)
def test_why_says_that_a_board_has_no_solution_instead_of_forcing_everything(sudokubench, board, evidence):
    for candidate in ("R1C3#4", "R1C3#2"):
        code, out, err = sudokubench("why", board, candidate)
        assert (code, out) == (4, "")
        assert f"{board} has no solution: " in err
        assert evidence in err


def test_one_fact_is_not_reported_as_facts(sudokubench):
    _, out, _ = sudokubench("why", SEVERAL, "R1C1#1")
    assert "\nR1C1#1 is forced by 1 fact:\n" in out


def test_why_shows_the_steps_first_and_then_the_facts(sudokubench):
    _, out, _ = sudokubench("why", "1...3..2...3..2.", "R3C2#1")
    assert out.startswith("R3C2 is 1. 2 steps show it:\n  1. ")
    assert out.index("  2. ") < out.index("R3C2#1 is forced by")
    _, out, _ = sudokubench("why", "1...3..2...3..2.", "R2C2#3", "--lang", "ja")
    assert out.startswith("R2C2に3は入りません。R2C1に3があります。\n")


def test_a_board_without_clues_is_not_named_by_its_dots(sudokubench):
    for command in ("hint", "explain"):
        code, _, err = sudokubench(command, "." * 81)
        assert code == 4
        assert "9x9 has several solutions" in err
        assert "..." not in err


@pytest.mark.parametrize("command", ["explain", "rate", "hint", "why"])
def test_a_bad_board_of_a_file_is_named_by_file_and_line(sudokubench, tmp_path, command):
    (tmp_path / "bad.txt").write_text(f"\n{CLASH}\n")
    candidate = ["R1C3#4"] if command == "why" else []
    code, _, err = sudokubench(command, "bad.txt", *candidate)
    assert (code, err) == (4, "sudokubench: bad.txt:2 has no solution: R1C1 and R1C2 both hold 1\n")


@pytest.mark.parametrize(
    "words", [["r1c2=2"], ["R1C2", "2"], ["r1c2", "<>", "2"], ["r1c2≠2"], ["r1c2 # 2"]], ids=str
)
def test_why_takes_a_candidate_as_people_write_it(sudokubench, words):
    told = sudokubench("why", "1...3..2...3..2.", "R1C2#2")
    assert told[:2] == sudokubench("why", "1...3..2...3..2.", *words)[:2]
    assert told[0] == 0


def test_why_in_japanese(sudokubench):
    _, out, _ = sudokubench("why", SEVERAL, "R1C1#1", "--lang", "ja")
    assert out.splitlines()[1:] == [
        "R1C1#1は次の1個の事実により確定します：", "  与え値R1C1#1", "これより小さい組はありません。",
    ]  # fmt: skip
    _, out, _ = sudokubench("why", SEVERAL, "R4C4#1", "--lang", "ja")
    assert out.startswith("R4C4#1は確定も否定もされません。")


def test_a_hint_for_a_full_grid_is_in_the_language_asked_for(sudokubench):
    assert sudokubench("hint", SOLUTION, "--lang", "ja")[1] == "すべてのマスが正しく埋まっています\n"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "are left out"), ("ja", "一意解を仮定する手筋は使いません")]
)
@pytest.mark.parametrize("command", [["explain"], ["rate"], ["hint", "--original", FORBIDDEN]])
def test_rules_that_need_a_single_solution_are_left_out_aloud(sudokubench, command, language, said):
    """The clues alone have two solutions; a forbidden candidate rules one of them out."""
    code, _, err = sudokubench(*command, FORBIDDEN, "--lang", language)
    assert code == 0
    assert err.count(said) == 1


def _state(*gone: str) -> str:
    """The puzzle TOP without some candidates."""
    layout = Layout.standard(9)
    options = [next(o for o in range(729) if layout.option_name(o) == name) for name in gone]
    return Board.parse(TOP).forbidding(options).format("candidates")


@pytest.mark.parametrize(
    ("gone", "en", "ja"),
    [
        (("R1C2#1", "R1C2#6", "R1C2#7", "R1C2#9"), "R1C2 has no candidate left", "R1C2に候補がありません"),
        (
            ("R2C3#5", "R2C4#5", "R2C5#5", "R2C6#5"),
            "5 has no place in row 2",
            "2行目に5の置き場所がありません",
        ),
        (
            ("R1C2#1",),
            "R1C2 is 1 in the only solution of the clues, but 1 is not a candidate there",
            "与え値だけの盤面の解ではR1C2は1ですが、その1が候補にありません",
        ),
    ],
)
def test_candidates_that_leave_no_solution_are_refused_with_what_they_lack(
    sudokubench, tmp_path, gone, en, ja
):
    """The only solution of the puzzle begins 417369825."""
    (tmp_path / "state").write_text(_state(*gone))
    for command in (["explain", "state"], ["rate", "state", "--json"], ["why", "state", "R1C6#9"]):
        for language, said in (("en", en), ("ja", ja)):
            code, out, err = sudokubench(*command, "--lang", language)
            assert (code, out) == (4, "")
            assert err.rstrip().endswith(said)


def test_candidates_that_lack_a_digit_which_several_solutions_have_are_refused_with_a_smallest_reason(
    sudokubench, tmp_path
):
    """Without clues 1 and 2 of row 1 both stand in R1C1 alone."""
    layout = Layout.standard(4)
    gone = [o for o in range(16) if layout.option_name(o)[-1] in "12"]
    gone = [o for o in gone if not layout.option_name(o).startswith("R1C1#")]
    (tmp_path / "state").write_text(Board.empty(layout).forbidding(gone).format("json"))
    code, out, err = sudokubench("explain", "state", "--lang", "en")
    assert (code, out) == (4, "")
    assert "cannot hold together" in err
    assert {"row 1 must hold 1", "row 1 must hold 2"} <= set(re.findall(r"row 1 must hold \d", err))


def test_outside_a_terminal_the_grid_before_each_step_has_no_colours(sudokubench):
    code, out, _ = sudokubench("explain", WIKIPEDIA, "--grids")
    assert code == 0
    assert out.count("\nR9 ") == 51
    assert out.count("=") >= 51
    assert "\033" not in out


@pytest.mark.parametrize(
    ("terminal", "environment", "colours"),
    [(True, {}, True), (False, {}, False), (True, {"NO_COLOR": "1"}, False), (True, {"TERM": "dumb"}, False)],
)
def test_marks_of_a_grid_are_coloured_where_a_terminal_wants_colours(
    monkeypatch, terminal, environment, colours
):
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in ({"TERM": "xterm"} | environment).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    trace = explain(WIKIPEDIA).trace
    text = picture(trace.states()[0], trace.steps[0])
    assert ("\033[1;32m=" in _coloured(text)) == colours
    assert re.sub(r"\033\[[\d;]*m", "", _coloured(text)) == text


def test_why_names_the_houses_that_force_a_candidate_as_every_text_does(sudokubench):
    """R1C1 is 1 and 2 stands in the other box of row 2, so of box 1 only R1C2 is left for 2."""
    for language, fact in {"en": "  box 1 must hold 2", "ja": "  ボックス1には2が入る"}.items():
        _, out, _ = sudokubench("why", "1...3..2...3..2.", "R1C2=2", "--lang", language)
        assert fact in out.splitlines()
