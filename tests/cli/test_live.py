"""`compare --live`: versions and backends in turns, gates, options that exclude each other."""

import json
import subprocess
import sys
import tempfile
from itertools import count

import numpy as np
import pytest

from sudokubench.actions import live
from sudokubench.harness.live import HERE, LiveRound

BOARD = "1..............."
KILLED = """
import os, signal
from sudokubench.processes.program import new_folder
new_folder()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def quick(monkeypatch, sudokubench):
    """Return the command with short rounds, and enough time for all of them."""
    monkeypatch.setattr(live, "_ROUNDS", 2000)

    def call(*words):
        return sudokubench(
            "compare", "--live", *words, "--corpus", BOARD, "--seconds", "600", "--width", "100"
        )

    return call


@pytest.mark.thorough
def test_a_slower_version_is_found_and_fails_the_gate(quick, slow_version):
    versions = (str(HERE), str(slow_version), "--backend", "algorithm_x")
    code, out, err = quick(*versions, "--json", "--fail-on", "regression:10%", "--fail-on", "wrong")
    (row,) = map(json.loads, out.splitlines())
    assert (code, row["backend"], row["state"], row["puzzles"]) == (3, "algorithm_x", "slower", 1)
    assert 1.05 < row["ratio_low"] < row["ratio"] < row["ratio_high"]
    assert f"A: {HERE}, algorithm_x; B: {slow_version}, algorithm_x; 1 puzzle in 8 rounds of two" in err
    assert "times as slow, more than the allowed 10 %" in err


@pytest.mark.thorough
def test_two_backends_are_compared_in_either_language(quick):
    code, out, err = quick("algorithm_x", "logic", "--lang", "ja", "--task", "solve")
    assert code == 0
    assert "時間B ÷ A" in out
    assert "A：algorithm_x、B：logic。1問を8周測りました" in err


def test_a_comparison_without_time_says_so_and_does_not_pass_a_strict_gate(sudokubench):
    code, out, err = sudokubench(
        "compare", "--live", "algorithm_x", "algorithm_x", "--corpus", BOARD, "--seconds", "0.2",
        "--fail-on", "regression:10%", "--strict",
    )  # fmt: skip
    assert code == 7
    assert "cannot tell: there was no time for 8 rounds" in err
    assert "--seconds" in out  # the table names the option, too


def test_sides_that_contradict_each_other_need_no_gate_to_fail(sudokubench, altered):
    sides = (str(HERE), str(altered("return")), "--backend", "algorithm_x")
    code, out, err = sudokubench("compare", "--live", *sides, "--corpus", BOARD, "--seconds", "0.2", "--json")
    assert (code, json.loads(out)["contradicted"]) == (3, 1)
    assert "algorithm_x: wrong answers: 1" in err


def test_rounds_go_on_while_another_one_fits_into_the_time_and_the_interval_is_wide(monkeypatch, sudokubench):
    clock = count(1000)  # a round takes one second
    noise = np.random.default_rng(1)

    def rounds(pair, puzzles, *_):
        verdicts = np.zeros((2, len(puzzles)), dtype=int)
        for begun in clock:
            yield LiveRound(
                noise.normal(size=verdicts.shape), verdicts == 0, verdicts, verdicts, verdicts > 0, 8, begun
            )

    monkeypatch.setattr(live, "rounds", rounds)
    monkeypatch.setattr(live, "monotonic", lambda: next(clock))
    words = ("dlx", "logic", "--seconds", "19", "--corpus", BOARD, "--corpus", "queens:4")
    code, _, err = sudokubench("compare", "--live", *words, "--width", "0.1")
    assert code == 0
    assert "1 puzzle in 10 rounds of two new processes, 19 s; the interval is wider" in err
    assert "left out, because one side cannot open them: 1 puzzle\n" in err


def test_a_program_that_cannot_be_run_is_named_once_in_both_languages(sudokubench):
    for lang, said in (
        ("en", "backend cmd:./nosuch {cnf} cannot"),
        ("ja", "バックエンドcmd:./nosuch {cnf}は"),
    ):
        words = ("dlx", "cmd:./nosuch {cnf}", "--corpus", BOARD, "--lang", lang)
        code, _, err = sudokubench("compare", "--live", *words)
        assert (code, err.startswith(f"sudokubench: {said}")) == (6, True), err


def test_the_folders_of_killed_comparisons_are_removed(sudokubench, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    subprocess.run(
        [sys.executable, "-c", KILLED], env={"TMPDIR": str(tmp_path), "PYTHONPATH": str(HERE)}, check=False
    )
    assert len([*tmp_path.iterdir()]) == 1
    assert sudokubench("compare", "--live", "nosuch", "nosuch", "-b", "dlx")[0] == 2
    assert [*tmp_path.iterdir()] == []
