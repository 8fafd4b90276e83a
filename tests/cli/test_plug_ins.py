"""Backends of other distributions on the command line: they cannot end a command, and their messages stay text."""

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from benchmarks import ROOT
from benchmarks.trials import install
from sudokubench import check
from sudokubench.backends import registry
from sudokubench.backends.words import CHANGED_ARRAY, RAISED_WHEN_ASKED

UNIQUE = "1...3..2...3..2."


@pytest.fixture(autouse=True)
def _misbehaving_is_known(monkeypatch):
    known = registry._entry_points()
    bad = EntryPoint("bad", "benchmarks.trials.misbehaving:Misbehaving", registry.GROUP)
    monkeypatch.setattr(registry, "_entry_points", lambda: {**known, "bad": bad})
    monkeypatch.syspath_prepend(str(Path(ROOT)))
    registry.spec_of.cache_clear()
    yield
    registry.spec_of.cache_clear()


@pytest.mark.parametrize("where", ["auto", "inline"])
@pytest.mark.parametrize("fault", ["exit@solve", "generator_exit@search", "surrogate@open", "exit@ask"])
def test_an_engine_that_fails_in_any_way_is_reported_and_the_others_answer(sudokubench, fault, where):
    words = {"exit": "sys.exit(5)", "generator_exit": "GeneratorExit", "surrogate": r"\\udc80\\x1b[31m"}
    backends = ["--isolation", where, "--backend", f"algorithm_x,bad:kind_of_fault={fault}"]
    for command in (["run", UNIQUE, *backends], ["check", UNIQUE, *backends]):
        code, out, err = sudokubench(*command)
        assert code == 6
        assert words[fault.partition("@")[0]].replace("\\\\", "\\") in err
        assert "unique 1" in out
        assert "\x1b" not in err


def test_an_engine_that_fails_is_reported_by_solve(sudokubench):
    code, out, err = sudokubench("solve", UNIQUE, "--backend", "bad:kind_of_fault=exit@solve")
    assert (code, out) == (6, "undecided\n")
    assert "sys.exit(5)" in err


def test_an_engine_that_fails_while_it_says_what_it_can_solve_counts_as_failed_and_is_not_left_out(
    sudokubench,
):
    name = "bad:kind_of_fault=exit@ask"
    why = RAISED_WHEN_ASKED.format(name="bad", fault="sys.exit(5)").en
    code, out, _ = sudokubench("check", UNIQUE, "--json", "--backend", f"algorithm_x,{name}")
    assert (code, json.loads(out)["unanswered"]) == (6, {name: why})
    assert check(UNIQUE, backend=["algorithm_x", name]).unanswered == {name: why}
    assert sudokubench("solve", UNIQUE, "--backend", name) == (6, "", f"sudokubench: argument:1: {why}\n")
    code, out, _ = sudokubench(
        "run", UNIQUE, "--isolation", "inline", "--backend", f"algorithm_x,{name}", "--json"
    )
    records = [json.loads(line) for line in out.splitlines()]
    assert (code, [r.get("category") for r in records]) == (6, ["unconfirmed", "error", None])


@pytest.mark.parametrize("value", ["[/red]", "[bold]x", ":smiley:"])
def test_no_option_of_a_plug_in_is_markup(sudokubench, value):
    name = f"bad:kind_of_fault={value}"
    code, out, _ = sudokubench("run", UNIQUE, "--isolation", "inline", "--backend", f"algorithm_x,{name}")
    assert (code, name in out) == (0, True)
    code, out, _ = sudokubench("rank")
    assert (code, name in out) == (0, True)


SPOILS = """
import os, signal, sys
print("printed"); os.write(1, b"written\\n"); os.system("echo by a child")
os.chdir("/"); signal.signal(signal.SIGINT, signal.SIG_DFL)
sys.stdout = sys.stdin = None
from sudokubench.backends.algorithm_x import AlgorithmX
class Engine(AlgorithmX):
    def open(self, problem):
        print("opening"); os.write(1, b"and writing\\n"); os.chdir("/"); sys.stdout = sys.stderr = None
        return super().open(problem)
"""


@pytest.mark.parametrize("where", ["inline", "auto"])
def test_stdout_holds_nothing_but_data_whatever_a_plug_in_does_to_the_process(tmp_path, where):
    install(tmp_path, "spoils", "spoils = spoils_plug_in:Engine")
    (tmp_path / "spoils_plug_in.py").write_text(SPOILS)
    (tmp_path / "corpus.txt").write_text(f"{UNIQUE}\n12.............4\n")
    words = ["check", "corpus.txt", "--backend", "spoils,algorithm_x", "--isolation", where, "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "sudokubench", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["unique", "multiple"]
    assert done.returncode == 5
    for printed in ("printed", "written", "by a child", "and writing"):
        assert f"{printed}\n" in done.stderr
    for changed in ("sys.stdin", "sys.stdout", "os.getcwd()", "signal.SIGINT"):
        assert f"plug-in spoils changed {changed} of this process; it was put back" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "fault", ["twice", "of_another", "without_a_cell", "another_digit", "reversed", "lists"]
)
def test_solve_shows_no_solution_of_a_plug_in_that_is_not_one(sudokubench, fault):
    board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    code, out, err = sudokubench("solve", board, "--backend", f"bad:kind_of_fault={fault}@shows", "--json")
    answer = json.loads(out)
    assert (code, answer["verdict"], answer["solutions"]) == (6, "undecided", [])
    assert f"bad:kind_of_fault={fault}@shows failed: " in err


def test_a_batch_that_one_engine_changes_is_judged_by_the_boards_of_the_file(sudokubench, tmp_path):
    unique = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    two = "5...7.9.26....5...1..34...7...7.1.23.26.....1..39..8569....7.8.....1....3.5..6..9"
    (tmp_path / "corpus.txt").write_text("\n".join([unique] * 31 + [two]))
    name = "bad:kind_of_fault=first_row@batch"
    words = ["corpus.txt", "--isolation", "inline", "--json", "--backend", f"{name},sliced"]
    code, out, err = sudokubench("check", *words)
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["verdict"] for answer in answers] == ["unique"] * 31 + ["multiple"]
    assert {answer["unanswered"][name] for answer in answers} == {CHANGED_ARRAY.en}
    assert (code, f"corpus.txt:32: {name} failed: {CHANGED_ARRAY}" in err) == (6, True)
