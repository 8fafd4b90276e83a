"""Outside programs on the command line: faulty programs are named, the others go on; `decode` reads answers."""

import functools
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from backend_cases import NINE

from sudokubench.harness.limits import Limits

SCRIPT = Path(__file__).parents[1] / "outside_program.py"
MODELS = SCRIPT.with_name("model_solver.py")
PROGRAM = shlex.join([sys.executable, str(SCRIPT)])
BOARD, SOLVED, TWO = NINE.unique, NINE.solved, NINE.two


def records(out):
    found = [json.loads(line) for line in out.splitlines()]
    return [one for one in found if one["schema"] == "sudokubench.record/2"]


@pytest.mark.parametrize(
    ("command", "category", "said"),
    [
        (f"cmd:{PROGRAM} silent {{cnf}}", "error", "it gave no answer; exit code 0"),
        (f"cmd:{PROGRAM} wrong {{cnf}}", "wrong", ""),
        (f"cmd:{PROGRAM} dies {{cnf}}", "error", "SIGSEGV ended it"),
        ("cmd:/nowhere/solver {cnf}", "error", "/nowhere/solver cannot be run: No such file"),
        (f"cmd:{PROGRAM} right {{cnf}} | sort", "error", "| needs a shell"),
        (f"cmd:{PROGRAM} deaf {{cnf}}", "unconfirmed", "more than 5 s"),
    ],
)
def test_a_faulty_program_is_named_and_the_others_go_on(sudokubench, monkeypatch, command, category, said):
    monkeypatch.setattr("sudokubench.harness.disagreement._LONGEST_SHRINKING_S", 0.5)
    limit = "5" if category == "unconfirmed" else "60"
    code, out, err = sudokubench(
        "run", BOARD, "-b", f"algorithm_x,{command}", "--time-limit", limit, "--no-store", "--json"
    )
    mine, other = sorted(records(out), key=lambda one: one["backend"] == "algorithm_x")
    assert (mine["backend"], mine["category"]) == (command, category)
    assert said in mine["message"]
    assert other["verdict"] == "unique"
    assert mine["termination"] == {"unconfirmed": "timeout", "error": "error"}.get(category, "finished")
    assert code == {"wrong": 3, "unconfirmed": 0}.get(category, 6)
    assert (command if category == "wrong" else said) in err


def test_a_program_that_hangs_is_named_with_its_limit_in_every_command(sudokubench, monkeypatch):
    command, limits = f"cmd:{PROGRAM} hangs {{cnf}}", functools.partial(Limits, wall_s=1.0)
    code, out, err = sudokubench("solve", BOARD, "-b", command, "--time-limit", "1")
    assert (code, out, f"{command} failed: more than 1 s" in err) == (6, "undecided\n", True)
    code, out, err = sudokubench("check", BOARD, "-b", f"dlx,{command}", "--time-limit", "1", "--json")
    assert (code, json.loads(out)["unanswered"]) == (6, {command: "more than 1 s"})
    assert f"{command} failed: more than 1 s" in err
    monkeypatch.setattr("sudokubench.actions.doctor.Limits", limits)
    code, out, _ = sudokubench("backends", "doctor", "-b", command)
    assert (code, "trial puzzle: FAILED: more than 1 s" in out) == (6, True)


def test_check_says_that_a_program_of_lines_cannot_exclude_a_second_solution(sudokubench):
    _, out, _ = sudokubench("check", BOARD, "-b", f"dlx,cmd:{PROGRAM} lines")
    assert out.splitlines()[0].endswith(" lines (it shows a solution, but does not tell whether more exist)")


def test_count_names_each_puzzle_on_which_a_program_fails_and_goes_on(sudokubench, tmp_path):
    (tmp_path / "two.txt").write_text(f"{BOARD}\n{TWO}\n")
    program = f"cmd:{PROGRAM} silent {{cnf}}"
    code, out, err = sudokubench("count", "two.txt", "queens:4", "-b", program)
    assert (code, out) == (6, f"undecided  {BOARD}\nundecided  {TWO}\nundecided  queens:4\n")
    places = ["two.txt:1", "two.txt:2", "queens:4:1"]
    assert err.splitlines() == [
        f"sudokubench: {place}: backend {program} failed: it gave no answer; exit code 0, output '', errors ''"
        for place in places
    ]
    code, out, _ = sudokubench("count", BOARD, "-b", program, "--json", "--jobs", "2")
    assert (code, json.loads(out)["count"]) == (6, None)


def test_a_solver_that_gives_up_before_its_limit_is_not_said_to_be_late(sudokubench):
    _, _, err = sudokubench("solve", BOARD, "-b", f"cmd:{PROGRAM} unknown {{cnf}}", "--time-limit", "60")
    assert "failed: it gave up before its time limit" in err


@pytest.mark.parametrize(
    "command", ["run", "run --isolation inline", "check", "solve", "count", "count --jobs 2"]
)
def test_a_program_that_cannot_be_used_is_tried_and_named_once_and_not_for_each_puzzle(
    sudokubench, tmp_path, command
):
    more = ["--no-store", "--json"] if command.startswith("run") else []
    program = "cmd:sh -c 'echo >> calls' {cnf}"
    code, _, err = sudokubench(*command.split(), BOARD, TWO, BOARD, "-b", program, *more)
    assert (code, err.count(f"{program} cannot be used: it gave no answer")) == (6, 1)
    assert err.splitlines()[0].count(program) == err.count("cannot be used") == 1
    assert (tmp_path / "calls").read_text() == "\n"


def test_the_command_that_shows_a_wrong_answer_again_names_its_program(sudokubench):
    wrong = f"cmd:{PROGRAM} other"
    _, out, err = sudokubench("check", BOARD, "-b", f"{wrong},dlx", "--json")
    head, trouble = map(json.loads, out.splitlines())
    assert "an invalid solution" in head["unanswered"][wrong]
    again = shlex.split(trouble["command"])
    assert again[:2] == ["sudokubench", "check"]
    assert again[again.index("--backend") + 1] == f"{wrong},dlx"
    code, _, err = sudokubench(*again[1:])
    assert (code, f"{wrong} is wrong" in err) == (3, True)


def test_what_a_program_leaves_behind_ends_with_its_worker(sudokubench, tmp_path):
    command = f"cmd:{PROGRAM} leaves {tmp_path / 'pids'} {{cnf}}"
    code, out, _ = sudokubench("run", BOARD, "--task", "solve", "-b", command, "--no-store", "--json")
    assert (code, records(out)[0]["verdict"]) == (0, "solvable")
    for pid in (tmp_path / "pids").read_text(encoding="ascii").split():
        assert not Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize(
    ("what", "categories"), [("odd", ["correct", "error"]), ("less", ["error"] * 2), ("crash", ["error"] * 2)]
)
def test_boards_that_a_batch_leaves_open_are_asked_alone(sudokubench, what, categories):
    """The program fails at the last board of each call: at the second of two, and then at each single board."""
    code, out, _ = sudokubench(
        "run", "-", "--task", "solve", "-b", f"cmd:{PROGRAM} {what}", "--no-store", "--json",
        stdin=f"{BOARD}\n{TWO}\n",
    )  # fmt: skip
    assert (code, [one["category"] for one in records(out)]) == (6, categories)


def test_a_batch_of_lines_has_one_call_and_its_time_is_shared(sudokubench, tmp_path):
    command = f"cmd:{PROGRAM} lines {tmp_path / 'calls'}"
    boards = f"{BOARD}\n{TWO}\n{SOLVED}\n"
    code, out, _ = sudokubench(
        "run", "-", "--task", "solve", "-b", command, "--no-store", "--json", stdin=boards
    )
    assert (code, [one["batch"] for one in records(out)]) == (0, [3, 3, 3])
    assert len({tuple(one["times_ns"].items()) for one in records(out)}) == 1
    assert (tmp_path / "calls").read_text(encoding="ascii").split() == ["1", "1", "3"]


def test_solve_shows_the_one_solution_of_a_program_and_says_that_there_may_be_more(sudokubench):
    command = f"cmd:{PROGRAM} lines"
    code, out, err = sudokubench("solve", BOARD, "-b", command)
    assert (code, out) == (6, f"{SOLVED}\n")
    assert f"{command} does not tell whether more solutions exist; --limit 1 asks for one only" in err
    assert sudokubench("solve", BOARD, "-b", command, "--limit", "1")[:2] == (0, f"{SOLVED}\n")


def test_doctor_shows_where_programs_are_and_whether_they_solve_a_board(sudokubench, tmp_path):
    text = f'[right]\ncommand = "{PROGRAM} right {{cnf}}"\n[lines]\ncommand = "{PROGRAM} lines"\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    code, out, _ = sudokubench("backends", "doctor", "-b", "mine.toml", "--json")
    right, lines, _ = map(json.loads, out.splitlines())
    assert (code, right["name"], right["verdict"]) == (0, "mine.toml:right", "unique")
    assert list(right["versions"].values()) == [sys.executable]
    assert (lines["name"], lines["verdict"]) == ("mine.toml:lines", "solvable")
    code, out, _ = sudokubench("backends", "doctor", "-b", f"cmd:{PROGRAM} wrong {{cnf}},cmd:nowhere {{cnf}}")
    assert code == 6
    assert "FAILED: an invalid solution: " in out
    assert len({line.index("trial puzzle:") for line in out.splitlines()[:2]}) == 1
    assert "nowhere cannot be run: No such file" in out


# -- decode -----------------------------------------------------------------------------------------------------------


def answered(text):
    """Return the model of a formula, by the test's own SAT solver."""
    sys.path.insert(0, str(SCRIPT.parent))
    from outside_program import solved

    return solved(text)


@pytest.mark.parametrize("language", ["mzn", "xcsp3", "smt2", "opb"])
def test_decode_reads_what_a_solver_of_models_says(sudokubench, tmp_path, language):
    file, answer = tmp_path / f"board.{language}", tmp_path / "answer"
    assert (
        sudokubench("encode", "4x4+anti-knight:1234............", "--to", language, "-o", str(file))[0] == 0
    )
    run = subprocess.run(
        [sys.executable, str(MODELS), str(file)], capture_output=True, check=True, timeout=600
    )
    answer.write_bytes(run.stdout)
    assert sudokubench("decode", str(answer), "--of", str(file))[:2] == (0, "1234432134122143\n")
    less = {
        "xcsp3": "v <list>x[0]</list><values>1</values>",
        "mzn": "v [1]\n",
        "smt2": "sat\n((x1 1))\n",
        "opb": "s SATISFIABLE\nv x1\n",
    }
    answer.write_text(less[language], encoding="ascii")
    code, _, err = sudokubench("decode", str(answer), "--of", str(file))
    assert (code, "has no value" in err) == (4, True)


def test_decode_refuses_bytes_that_are_not_text(sudokubench):
    code, out, err = sudokubench("decode", "-", "--of", "queens:5", stdin=b"v 1 \xff\n")
    assert (code, out) == (4, "")
    assert "-: the bytes are not UTF-8" in err


def test_decode_reads_what_solvers_say_of_what_encode_wrote(sudokubench, tmp_path):
    (tmp_path / "board.cnf").write_text(sudokubench("encode", BOARD)[1], encoding="utf-8")
    model = answered((tmp_path / "board.cnf").read_text(encoding="utf-8"))
    chosen = [literal for literal in model if literal > 0]
    for text in (
        "c remark\ns SATISFIABLE\n" + "".join(f"v {literal}\n" for literal in model) + "v 0\n",
        f"SAT\n{' '.join(map(str, model))} 0\n",
        " ".join(map(str, chosen)),
        "\n".join(map(str, chosen)),
    ):
        (tmp_path / "answer").write_text(text, encoding="ascii")
        for problem in ("board.cnf", BOARD):
            assert sudokubench("decode", "answer", "--of", problem) == (0, f"{SOLVED}\n", "")
    code, out, _ = sudokubench("decode", "-", "--of", "board.cnf", "--json", stdin=text)
    told = json.loads(out)
    assert (code, told["verdict"], told["count"], told["solutions"]) == (0, "solvable", 1, [SOLVED])
    assert sudokubench("decode", "answer", "--of", BOARD, "--to", "grid")[1].startswith("5 3 4 | 6 7 8")


def test_decode_checks_each_solution(sudokubench, tmp_path):
    queens = "1 8 15 17 24 0 1 8 14 17 25 0 5 7 14 16 23 0"  # of 5x5; in solution 2 queens attack each other
    (tmp_path / "answer").write_text(queens, encoding="ascii")
    code, out, err = sudokubench("decode", "answer", "--of", "queens:5")
    assert (code, out) == (3, "R1C1; R2C3; R3C5; R4C2; R5C4\nR1C5; R2C2; R3C4; R4C1; R5C3\n")
    assert "answer: solution 2 is wrong: " in err
    assert "solution 3" not in err


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("s UNSATISFIABLE", (0, "none\n")), ("UNSAT", (0, "none\n")), ("s UNKNOWN", (6, "undecided\n")),
        ("", (6, "undecided\n")), ("v one two", (4, "")), ("s SATISFIABLE\ns UNSATISFIABLE", (4, "")),
        ("v 1 -1 0", (4, "")),
    ],
)  # fmt: skip
def test_decode_reports_an_answer_that_is_not_a_solution(sudokubench, tmp_path, answer, result):
    (tmp_path / "answer").write_text(answer, encoding="ascii")
    assert sudokubench("decode", "answer", "--of", "queens:5")[:2] == result


def test_decode_knows_the_options_of_an_encoded_cover(sudokubench, tmp_path):
    """An encoded cover leaves out the clues and the options that they exclude; each of its options is a line."""
    text = sudokubench("encode", "1...3..2...3..2.", "--to", "dlx")[1]
    (tmp_path / "board.dlx").write_text(text, encoding="utf-8")
    solution = "1234341221434321"
    cells = [f"R{i // 4 + 1}C{i % 4 + 1} R{i // 4 + 1}#{d}" for i, d in enumerate(solution)]
    lines = [line for line in text.splitlines() if not line.startswith("|")][1:]
    numbers = [n for n, line in enumerate(lines, 1) if any(line.startswith(cell) for cell in cells)]
    assert len(numbers) == 11  # five of the sixteen cells are clues
    turned = [" ".join([*(words := lines[n - 1].split())[1:], words[0], "(1 of 1)"]) for n in numbers]
    for answer in (" ".join(map(str, numbers)), "1:\n" + "\n".join(f" {line}" for line in turned)):
        (tmp_path / "answer").write_text(answer, encoding="utf-8")
        assert sudokubench("decode", "answer", "--of", "board.dlx") == (0, f"{solution}\n", "")


@pytest.mark.parametrize(
    ("form", "answer", "said"),
    [
        ("dlx", "1 99", "answer:1: option 99 does not exist: the problem has 25 options, numbered from 1"),
        (None, "1\n99 0", "answer:2: option 99 does not exist: the problem has 25 options"),
        ("cnf", "v 1 -99 0", "the literal -99 has no variable: the problem line announces 25 variables"),
    ],
)
def test_decode_refuses_numbers_that_the_problem_does_not_have(sudokubench, tmp_path, form, answer, said):
    if form:
        sudokubench("encode", "queens:5", "--to", form, "-o", "queens")
    (tmp_path / "answer").write_text(answer, encoding="ascii")
    code, out, err = sudokubench("decode", "answer", "--of", "queens" if form else "queens:5")
    assert (code, out, said in err) == (4, "", True)


@pytest.mark.parametrize(
    ("cover", "answer", "solution"),
    [
        ("1 2 3\n1 2\n3\n1\n2\n", "1 2\n", "1 2; 3"),
        ("a (b) c\na (b)\nc\n", "1:\n (b) a (1 of 1)\n c (?)\n", "a (b); c"),
    ],
)
def test_decode_knows_options_and_items_by_odd_names(sudokubench, tmp_path, cover, answer, solution):
    (tmp_path / "t.dlx").write_text(cover, encoding="utf-8")
    (tmp_path / "answer").write_text(answer, encoding="utf-8")
    assert sudokubench("decode", "answer", "--of", "t.dlx") == (0, f"{solution}\n", "")


def test_decode_reads_the_answer_to_a_cover_from_a_file(sudokubench, tmp_path):
    (tmp_path / "t.dlx").write_text("a b c\n|= both\na b\nc\na\n", encoding="utf-8")
    sudokubench("encode", "t.dlx", "--to", "dlx", "-o", "again.dlx")
    sudokubench("encode", "t.dlx", "-o", "t.cnf")
    for answer in ("1 2", "1:\n c (1 of 2)\n b a (1 of 1)\n"):
        (tmp_path / "answer").write_text(answer, encoding="utf-8")
        for problem in ("t.dlx", "again.dlx"):
            assert sudokubench("decode", "answer", "--of", problem) == (0, "both; c\n", "")
    (tmp_path / "answer").write_text("v 1 2 -3 0", encoding="utf-8")
    assert sudokubench("decode", "answer", "--of", "t.cnf") == (0, "both; c\n", "")
    (tmp_path / "answer").write_text("1 3", encoding="utf-8")
    assert sudokubench("decode", "answer", "--of", "t.dlx")[0] == 3
