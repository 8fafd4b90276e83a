"""Outside programs as engines: right ones answer, and each misbehaving one is named."""

import os
import shlex
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from backend_cases import NINE

from sudokubench import count, solve, solve_many
from sudokubench.answer import Budget, Stop, Verdict
from sudokubench.backends import backend, backend_list, is_plug_in, spec_of, words
from sudokubench.backends.registry import parted
from sudokubench.board import Board
from sudokubench.errors import BackendFailed, BackendUnavailable, InputError, UsageError
from sudokubench.harness.finding import Question
from sudokubench.harness.limits import Limits
from sudokubench.layout import Layout
from sudokubench.problem import Instance
from sudokubench.problems import named
from sudokubench.processes import program
from sudokubench.web.jobs import Engines

SCRIPT = Path(__file__).parents[1] / "outside_program.py"
MODELS = SCRIPT.with_name("model_solver.py")
PROGRAM = shlex.join([sys.executable, str(SCRIPT)])
BOARD, SOLVED, TWO, NONE = NINE.unique, NINE.solved, NINE.two, NINE.none


def sat(what, *more):
    return f"cmd:{PROGRAM} {what} {shlex.join(map(str, more))} {{cnf}}"


def gone(pid):
    """Return whether a process ends; a zombie has ended, too."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("engine", [sat("right"), f"cmd:{PROGRAM} file {{out}} {{cnf}}"])
def test_a_sat_solver_decides_by_a_call_for_each_solution_and_one_to_find_no_more(engine):
    one, several, none = solve(BOARD, backend=engine), solve(TWO, backend=engine), solve(NONE, backend=engine)
    assert (one.verdict, one.solution.format()) == (Verdict.UNIQUE, SOLVED)
    assert (several.verdict, none.verdict) == (Verdict.MULTIPLE, Verdict.NONE)
    assert [answer.outcome.stats["calls"] for answer in (one, several, none)] == [2, 2, 1]
    assert one.outcome.stats["start_ns"] > 0


def test_a_program_may_delete_the_folder_of_its_files():
    script = f"{PROGRAM} right $0; code=$?; rm -r $(dirname $0); exit $code"
    assert solve(BOARD, backend=f"cmd:sh -c {shlex.quote(script)} {{cnf}}").solution.format() == SOLVED


def test_a_sat_solver_counts_and_solves_covers_and_boards_with_constraints():
    engine = sat("right")
    assert count("4x4+anti-knight:1...............", backend=engine) == 6
    with backend(engine).open(named("queens:4")) as session:
        assert session.search(Instance()).outcome().count == 2


@pytest.mark.parametrize("language", ["mzn", "xcsp3", "smt2", "opb"])
def test_a_solver_of_models_decides_and_counts_boards_with_constraints_and_covers(language):
    engine = f"cmd:{shlex.join([sys.executable, str(MODELS)])} {{{language}}}"
    assert solve("4x4+anti-knight:12..............", backend=engine).verdict is Verdict.MULTIPLE
    assert solve("4x4:11..............", backend=engine).verdict is Verdict.NONE
    one = solve("4x4+anti-knight:1234............", backend=engine)
    assert (one.verdict, one.outcome.stats["calls"]) == (Verdict.UNIQUE, 2)
    assert count("queens:4", backend=engine) == 2


def test_a_budget_of_calls_ends_a_search():
    answer = solve(BOARD, backend=sat("right"), budget=Budget(nodes=1))
    assert (answer.outcome.count, answer.outcome.stop) == (1, Stop.BUDGET)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("silent", "no answer; exit code 0, output '', errors ''"),
        ("chatter", "exit code 3, output 'Welcome to the solver!'"),
        ("chatter", "errors 'Segmentation fault (not really)'"),
        ("two", "unexpected status UNSATISFIABLE: a solver prints one status"),
        ("code", "its output and its exit code 20 contradict each other"),
        ("models", "shows 2 models, not one"),
        ("rubbish", "three is not a literal"),
        ("foreign", "the literal 5000 has no variable"),
        ("no-model", "shows 0 models, not one"),
        ("dies", "SIGSEGV ended it"),
        ("huge", "it wrote more than 64 MB"),
        ("wrong", "an invalid solution: "),
        ("same", "the same solution twice"),
    ],
)
def test_a_faulty_sat_solver_is_named_with_its_fault(what, said):
    spec = sat(what)
    with pytest.raises(BackendFailed) as error:
        solve(BOARD, backend=spec)
    assert said in str(error.value)
    assert spec in str(error.value)


@pytest.mark.parametrize(
    ("what", "said"), [("wrong", "an invalid solution"), ("same", "the same solution twice")]
)
def test_solutions_that_are_only_counted_are_checked_too(what, said):
    with pytest.raises(BackendFailed, match=said), backend(sat(what)).open(Layout.standard(9)) as session:
        session.search(Board.parse(TWO).instance()).outcome()


def test_a_file_without_end_is_too_much():
    with pytest.raises(BackendFailed, match="it wrote more than 64 MB"):
        solve(BOARD, backend=f"cmd:{PROGRAM} huge-file {{out}} {{cnf}}")


def test_a_solver_that_does_not_know_leaves_the_puzzle_undecided():
    assert solve(BOARD, backend=sat("unknown")).verdict is Verdict.UNDECIDED


def test_a_program_that_hangs_is_ended_by_the_budget():
    assert solve(BOARD, backend=sat("hangs"), budget=Budget(seconds=0.5)).outcome.stop is Stop.BUDGET


@pytest.mark.parametrize("what", ["hangs", "deaf"])
def test_a_program_that_hangs_is_killed_when_its_search_is_cancelled_whatever_signals_it_ignores(
    what, tmp_path
):
    with backend(sat(what, tmp_path / "pid")).open(Layout.standard(9)) as session:
        search = session.search(Board.parse(BOARD).instance())

        def cancel_once_it_runs():
            while not (tmp_path / "pid").exists():
                time.sleep(0.01)
            search.cancel()

        threading.Thread(target=cancel_once_it_runs, daemon=True).start()
        assert search.outcome().stop is Stop.CANCELLED
    assert gone(int((tmp_path / "pid").read_text(encoding="ascii")))


def test_a_program_that_leaves_children_behind_has_answered_and_they_end(tmp_path):
    assert solve(BOARD, backend=sat("leaves", tmp_path / "pids"), limit=1).solution.format() == SOLVED
    first, alone = map(int, (tmp_path / "pids").read_text(encoding="ascii").split())
    # the process is an orphan in a session of its own: only a worker ends it
    os.kill(alone, signal.SIGKILL)
    assert gone(first)


def test_a_program_gets_its_words_as_they_are_and_no_shell(tmp_path):
    words = [tmp_path / "words", "*", "a b", "$HOME", "~", "#", "{x"]
    quoted = " ".join(f"'{word}'" for word in words)
    with pytest.raises(BackendUnavailable, match=r"\$HOME needs a shell"):
        solve(BOARD, backend=f"cmd:{PROGRAM} words {quoted} {{cnf}}")
    words.remove("$HOME")
    quoted = " ".join(f"'{word}'" for word in words)
    assert solve(BOARD, backend=f"cmd:{PROGRAM} words {quoted} {{cnf}}", limit=1)
    got = (tmp_path / "words").read_text(encoding="utf-8").split("\n")
    assert got[:-1] == list(map(str, words))


@pytest.mark.parametrize(
    "word", ["|", "||", "&&", ";", ">", "<", ">out", "2>err", "$HOME", "$(date)", "`date`"]
)
def test_a_command_that_needs_a_shell_is_refused_by_the_word_that_needs_it(word):
    with pytest.raises(BackendUnavailable) as error:
        solve(BOARD, backend=f"{sat('right')} {word} x")
    assert f"{word} needs a shell" in str(error.value)


def test_a_program_that_is_missing_or_not_executable_or_has_no_form_is_named(tmp_path):
    text, script = tmp_path / "text", tmp_path / "script"
    text.write_text("#!/bin/sh\n", encoding="ascii")
    script.write_text("echo s SATISFIABLE\n", encoding="ascii")
    script.chmod(0o755)
    for name, said in (
        (tmp_path / "absent", "No such file"),
        (text, "Permission denied"),
        (script, "Exec format"),
    ):
        with pytest.raises(BackendUnavailable) as error:
            solve(BOARD, backend=f"cmd:{name} {{cnf}}")
        assert f"{name} cannot be run: {said}" in str(error.value)


def test_the_next_race_of_a_server_tries_a_mended_program_again(tmp_path):
    engines, solver, board = Engines(), tmp_path / "solver", Board.parse(BOARD)
    question = Question(backend(f"cmd:{solver} {{cnf}}"), board.layout, [board.instance()], 2)
    messages = []
    for _ in range(2):
        with engines.lent(Limits(), lambda: None) as where:
            messages += [finding.message for _, (finding,) in where.answers([question, question])]
        solver.write_text(f"#!/bin/sh\nexec {PROGRAM} right $1\n", encoding="utf-8")
        solver.chmod(0o755)
    engines.end()
    assert ["No such file" in message for message in messages] == [True, True, False, False]
    assert messages[2:] == ["", ""]


def test_a_program_that_fails_its_trial_is_refused_before_any_puzzle(monkeypatch):
    from sudokubench.backends import called_program

    with pytest.raises(BackendUnavailable, match="it gave no answer; exit code 0"):
        solve(BOARD, backend="cmd:true {cnf}")
    with pytest.raises(BackendUnavailable, match=r"its answer to an easy board is wrong; .*'h\\x1bi'"):
        solve(BOARD, backend=r"cmd:printf 'h\033i'")
    with pytest.raises(BackendUnavailable, match=r"a SAT solver needs \{cnf\} in its command$"):
        solve(BOARD, backend=sat("right").removesuffix(" {cnf}"))
    script = "import sys; 1 / 0"
    with pytest.raises(BackendUnavailable, match="errors 'ZeroDivisionError: division by zero'"):
        solve(BOARD, backend=f"cmd:{shlex.join([sys.executable, '-c', script])} {{cnf}}")
    monkeypatch.setattr(called_program, "_TRIAL_S", 0.3)
    with pytest.raises(BackendUnavailable, match="does not answer a formula of one clause within 0"):
        solve(BOARD, backend="cmd:sh -c 'sleep 600' {cnf}")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("cmd:", "cmd:: '' is not valid"),
        ("cmd", "cmd: '' is not valid"),
        ("cmd:minisat '{cnf}", "close each quote"),
        ("cmd:minisat {cnf} {proof}", "'{proof}' is not valid"),
        ("cmd:minisat {out}", "'{out}' is not valid"),
        ("cmd:mini\0sat {cnf}", r"'mini\x00sat {cnf}' is not valid"),
    ],
)
def test_a_malformed_command_is_refused(spec, said):
    with pytest.raises(UsageError) as error:
        backend(spec)
    assert said in str(error.value)


def test_the_name_of_an_outside_program_is_its_command_and_makes_it_again():
    engine = backend("cmd:minisat  {cnf}   {out}")
    assert spec_of(engine) == "cmd:minisat  {cnf}   {out}"
    assert backend(spec_of(engine)) == engine
    assert is_plug_in(engine)
    assert engine.kind == "SAT"


@pytest.mark.parametrize(
    ("names", "parts"),
    [
        ("cmd:a {cnf},dlx", ["cmd:a {cnf}", "dlx"]),
        ("dlx,cmd:a x,y,,z=1 {cnf},cmd:b {cnf}", ["dlx", "cmd:a x,y,,z=1 {cnf}", "cmd:b {cnf}"]),
        ("cmd:a 'x,dlx,y' {cnf},sat:solver=lingeling", ["cmd:a 'x,dlx,y' {cnf}", "sat:solver=lingeling"]),
        ("sat:solver=glucose4,encoding=card,, dlx,", ["sat:solver=glucose4,encoding=card", "dlx"]),
    ],
)
def test_commas_inside_a_command_belong_to_it(names, parts):
    assert parted(names) == parts
    assert len(backend_list(names)) == len(parts)


def test_folders_of_killed_processes_are_removed_with_the_next_one(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # other tests remove such folders, too
    made = program.new_folder()
    parts = made.name.split("-")
    parts[3] = str(2**22 + 1)  # beyond the largest number of a process
    left = made.with_name("-".join(parts))
    left.mkdir()
    (left / "puzzle.cnf").write_text("p cnf 0 0\n", encoding="ascii")
    another = program.new_folder()
    assert made.is_dir()
    assert not left.exists()
    for folder in (made, another):
        os.rmdir(folder)


# -- programs that read boards, one a line ----------------------------------------------------------------------------


def lines(what="lines", *more):
    return f"cmd:{PROGRAM} {what} {shlex.join(map(str, more))}"


def test_a_program_of_lines_solves_and_cannot_tell_whether_there_is_another_solution():
    one, either, none = (
        solve(board, backend=lines(), limit=limit) for board, limit in ((BOARD, 1), (BOARD, 2), (NONE, 2))
    )
    assert (one.verdict, one.solution.format()) == (Verdict.SOLVABLE, SOLVED)
    assert (either.verdict, either.solution.format(), either.outcome.stop) == (
        Verdict.UNDECIDED,
        SOLVED,
        Stop.CANCELLED,
    )
    assert none.verdict is Verdict.NONE
    assert solve("1..............." + "", backend=lines(), limit=1).verdict is Verdict.SOLVABLE
    assert solve("." * 36, backend=lines(), limit=1).verdict is Verdict.SOLVABLE


def test_a_batch_of_no_boards_has_no_answers():
    assert list(solve_many([], limit=1, backend=lines())) == []


def test_a_program_of_lines_gets_a_batch_in_one_call(tmp_path):
    boards = [BOARD, TWO, NONE, SOLVED, BOARD]
    answers = solve_many(boards, limit=1, backend=lines("lines", tmp_path / "calls"))
    assert answers.counts.tolist() == [1, 1, 0, 1, 1]
    assert Board.parse(answers.solutions[0].tobytes().translate(DIGITS).decode()).format() == SOLVED
    # two trials, and the batch
    assert (tmp_path / "calls").read_text(encoding="ascii").split() == ["1", "1", "5"]


DIGITS = bytes(range(48, 58)) + bytes(246)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("other", "an invalid solution"),
        ("both", "holds neither one full board nor 'no solution'"),
        ("odd", "holds neither one full board nor 'no solution'; exit code 0, output '"),
        ("more", f"{words.LINE_EACH.format(lines=2, boards=1)}; exit code 0, output '"),
        ("less", "it gave no answer"),
        ("crash", "SIGSEGV ended it"),
    ],
)
def test_a_faulty_program_of_lines_is_named_with_its_fault(what, said):
    with pytest.raises(BackendFailed) as error:
        solve(BOARD, backend=lines(what), limit=1)
    assert said in str(error.value)


@pytest.mark.parametrize("what", ["other", "both", "more", "less", "crash"])
def test_a_batch_with_a_fault_is_never_taken_for_boards_without_solutions(what):
    with pytest.raises(BackendFailed):
        solve_many([BOARD, TWO, BOARD], limit=1, backend=lines(what))


@pytest.mark.parametrize("board", ["9x9-diagonal:" + "." * 81, "4x4+anti-knight:" + "." * 16])
def test_a_program_of_lines_gets_no_board_with_further_rules(board):
    with pytest.raises(BackendUnavailable, match=r"only boards with the usual rules|anti-knight"):
        solve(board, backend=lines())


def test_a_program_of_lines_gets_no_candidates_that_are_forbidden():
    with backend(lines()).open(Layout.standard(9)) as session:
        search = session.search(Instance((), (0,)), limit=1)
        with pytest.raises(BackendUnavailable, match="cannot state the forbidden candidates"):
            search.outcome()


def test_a_batch_with_a_digit_above_the_size_is_refused_by_its_row():
    boards = np.zeros((2, 16), np.uint8)
    boards[1] = 9
    with (
        backend(lines()).open(Layout.standard(4)) as session,
        pytest.raises(InputError, match=r"index 1\b.* 9"),
    ):
        session.search_many(boards)


# -- tables of a TOML file --------------------------------------------------------------------------------------------


def test_a_file_names_engines_with_what_a_command_line_cannot_say(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    script = f"{sys.executable}', '{SCRIPT}"
    text = f"""
        [fast]
        command = ['{script}', 'right', '{{cnf}}']
        encoding = 'minimal'
        [piped]
        command = ['{script}', 'stdin']
        form = 'cnf'
        [noughts]
        command = ['{script}', 'lines']
        blank = '0'
    """
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    engines = backend_list("dlx,mine.toml")
    assert [*map(spec_of, engines)] == ["dlx", "mine.toml:fast", "mine.toml:piped", "mine.toml:noughts"]
    assert backend("mine.toml:fast") == engines[1]
    assert engines[1].encoding == "minimal"
    for engine in engines:
        assert solve(BOARD, backend=engine, limit=1).solution.format() == SOLVED
    assert solve(BOARD, backend="mine.toml:fast").verdict is Verdict.UNIQUE
    (tmp_path / "mine.toml").write_text(text.replace("right", "silent"), encoding="utf-8")
    with pytest.raises(BackendFailed, match="it gave no answer"):
        solve(BOARD, backend="mine.toml:fast")  # a process reads a changed file again


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[a]", "'a' is not valid"),
        ("command = 'x'", "'command' is not valid; a table needs command"),
        ("[a]\ncommand = 1", "a.command = 1 is not valid"),
        ("[a]\ncommand = []", "a.command = [] is not valid"),
        ("[a]\ncommand = ['x', 1]", "a.command = ['x', 1] is not valid"),
        ("[a]\ncommand = 'x'\nspeed = 'high'", "a.speed = 'high' is not valid"),
        ("['a b']\ncommand = 'x'", "its name has letters, digits, _, . and - only"),
        (
            "[a]\ncommand = 'x {cnf}'\nencoding = 'best'",
            "mine.toml:a: encoding = 'best' is not valid; write one of ",
        ),
        ("[a]\ncommand = 'x'\nform = 'dlx'", "form = 'dlx' is not valid; write one of lines, cnf, "),
        (
            "[a]\ncommand = 'x'\nblank = '..'",
            "mine.toml:a: blank = '..' is not valid; write the one character",
        ),
        ("[a]\ncommand = 'x'\nblank = ''", "blank = '' is not valid; write the one character"),
        (
            "[a]\ncommand = 'x'\nspeed = 'high'",
            "a table needs command (a text or a list of texts), and may have form",
        ),
        (
            "[a]\ncommand = 'x'\n\nform",
            "mine.toml is not TOML in UTF-8: Expected '=' after a key in a key/value pair (at",
        ),
        ("[a]\ncommand = 'x'\n\nform = ,", "(at line 4, column 8); write a table for each program"),
        ("[a]\ncommand = 'é'", "mine.toml is not TOML in UTF-8: 'utf-8' codec can't decode byte"),
        ("a = " + "[" * 5000, "mine.toml is not TOML in UTF-8: maximum recursion depth"),
        ("[fast]\ncommand = 'x'", "no engine 'fats'; its engines are fast; did you mean fast?"),
        ("", "mine.toml has no engines; write a table for each program, such as [fast]"),
    ],
)
def test_a_malformed_file_is_refused_with_what_is_odd(text, said, tmp_path):
    (tmp_path / "mine.toml").write_text(text, encoding="latin-1")
    with pytest.raises(UsageError) as error:
        backend(f"{tmp_path / 'mine.toml'}:fats")
    assert said in str(error.value)
    with pytest.raises(UsageError, match="cannot be read"):
        backend(f"{tmp_path / 'other.toml'}:fats")


def test_a_file_of_several_engines_is_not_one_engine(tmp_path):
    (tmp_path / "mine.toml").write_text("[a]\ncommand = 'x'\n[b]\ncommand = 'y'\n")
    with pytest.raises(UsageError, match=r"has the engines a, b; here only one can be used: .*mine\.toml:a$"):
        backend(f"{tmp_path / 'mine.toml'}")
    (tmp_path / "one.toml").write_text("\ufeff[a]\ncommand = 'x'\n", encoding="utf-8")
    assert spec_of(backend(f"{tmp_path / 'one.toml'}")) == f"{tmp_path / 'one.toml'}:a"
