"""The exit code shows what failed, in the same way for every command; if several apply, one has precedence."""

import json
import sys
from importlib import import_module
from importlib.metadata import EntryPoint, PathDistribution
from pkgutil import walk_packages

import click
import pytest
from harness.costly import Costly

from benchmarks.trials import install
from sudokubench.backends import registry
from sudokubench.board import Board
from sudokubench.certificates import certify, verification
from sudokubench.cli.exit_codes import FIRST, Code, Codes
from sudokubench.kernels import rup
from sudokubench.processes.interruption import CODE

NONE, UNIQUE, SEVERAL = "...13....23...4.", "1...3..2...3..2.", "1" + "." * 15
BLANK = "." * 256
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
KNIGHT = "4x4+anti-knight:" + "." * 16


pytestmark = pytest.mark.usefixtures("faulty_engine")


def faulty(fault, *others):
    return ["--backend", ",".join([*others, f"faulty:fault={fault}"]), "--isolation", "inline"]


def test_the_first_that_applies_is_the_one():
    codes = Codes()
    assert codes.first is Code.FINE
    for code in reversed(FIRST):
        codes.note(code, applies=False)
        codes.note(code)
        assert codes.first is code
    assert set(FIRST) == set(Code) - {Code.FINE}
    assert Code.INTERRUPTED == CODE == 130


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", UNIQUE, "-b", "algorithm_x"], 0),
        (["check", NONE, "-b", "algorithm_x"], 5),
        (["check", UNIQUE, SEVERAL, "-b", "algorithm_x"], 5),
        (["check", UNIQUE, *faulty("exception", "algorithm_x")], 6),
        (["check", SEVERAL, *faulty("exception", "algorithm_x")], 6),
        (["check", SEVERAL, *faulty("exception", "algorithm_x"), "--certify"], 6),
        (["check", SEVERAL, *faulty("false_unique", "algorithm_x")], 3),
        (["check", UNIQUE, *faulty("wrong_digit")], 3),
        (["check", BLANK, "-b", "algorithm_x", "--time-limit", "1e-9", "--isolation", "inline"], 6),
        (["check", KNIGHT, "-b", "algorithm_x", "--certify"], 5),
        (["check", "tromino:3", "-b", "algorithm_x", "--certify"], 5),
        (["check", "wordsquare:bit,ice,ten", "-b", "algorithm_x", "--certify"], 6),
        (["check", UNIQUE, "-b", "sliced"], 6),
        (["solve", KNIGHT, "-b", "sat", "--proof", "p"], 0),
        (["run", UNIQUE, SEVERAL, NONE, "-b", "algorithm_x"], 0),
        (["run", UNIQUE, *faulty("exception", "algorithm_x")], 6),
        (["run", SEVERAL, *faulty("false_unique", "algorithm_x")], 3),
        (["run", BLANK, "-b", "algorithm_x", "--time-limit", "1e-9", "--isolation", "inline", "--task", "count"], 0),
        (["run", BLANK, "-b", "algorithm_x", "--time-limit", "1e-9", "--isolation", "inline", "--task", "count",
          "--strict"], 6),
        (["rate", HARD, "--time-limit", "1e-9"], 6),
        (["explain", HARD, "--time-limit", "1e-9"], 6),
        (["explain", HARD, "--config", "few.toml"], 6),
        (["rate", HARD, "--config", "few.toml"], 6),
        (["hint", BLANK, "--time-limit", "1e-9"], 6),
        (["why", BLANK, "R1C1#1", "--time-limit", "1e-9"], 6),
    ],
)  # fmt: skip
def test_the_code_says_what_failed(sudokubench, tmp_path, arguments, code):
    (tmp_path / "few.toml").write_text('order = ["full_house"]\n')
    got, _, err = sudokubench(*arguments)
    assert (got, "internal error" in err) == (code, False), err


@pytest.mark.parametrize("command", ["run", "check"])
def test_what_was_wrong_before_the_corpus_broke_goes_first(sudokubench, tmp_path, command):
    (tmp_path / "p.txt").write_text(f"{SEVERAL}\n" * 40)
    (tmp_path / "no.txt").write_bytes(b"\0")
    code, _, err = sudokubench(
        command, "p.txt", "no.txt", "--from", "line", *faulty("false_unique", "algorithm_x")
    )
    assert (code, "no.txt" in err) == (3, True)


def test_check_counts_errors_and_names_those_that_answered(sudokubench):
    _, out, _ = sudokubench("check", UNIQUE, NONE, *faulty("exception", "algorithm_x", "sat"))
    head, *_, strength, last = [line for line in out.splitlines() if not line.startswith("argument")]
    assert head == "2 puzzles: unique 1, none 1; by algorithm_x, sat; no verdict from faulty:fault=exception"
    assert strength == "strength: agreed 2"
    assert last == "0 disagreements, 0 with wrong answers, 2 errors, 0 bad lines"
    _, out, _ = sudokubench("check", UNIQUE, *faulty("exception"), "--json")
    line = json.loads(out)
    assert (line["agreed"], line["verdict"]) == (False, "undecided")
    assert line["unanswered"] == {"faulty:fault=exception": "RuntimeError: no idea"}


def test_the_doctor_names_the_distribution_of_a_broken_plug_in(sudokubench, monkeypatch, tmp_path):
    entries = ("lost = no_such_module:Engine", "liar = harness.faulty:Faulty")
    info = install(tmp_path, "theirs", *entries, version="2.5")
    theirs = {entry.name: entry for entry in PathDistribution(info).entry_points}
    monkeypatch.setattr(registry, "_entry_points", lambda: theirs)
    code, out, _ = sudokubench("backends", "doctor")
    whose = "the cause is theirs 2.5: update it (pip install -U theirs), remove it (pip uninstall theirs)"
    assert (code, out.count(whose)) == (6, 2)
    assert "FAILED: backend lost does not load" in out


def test_a_plug_in_that_does_not_load_is_a_failure_but_a_missing_package_is_not(sudokubench, monkeypatch):
    code, out, _ = sudokubench("backends", "doctor")
    told = {line.split()[0]: line for line in out.splitlines()}
    assert code == 6
    assert "FAILED: backend gone does not load" in told["gone"]
    some = {name: registry._entry_points()[name] for name in ("algorithm_x", "z3")}
    some["theirs"] = EntryPoint("theirs", "harness.costly:Costly", registry.GROUP)
    monkeypatch.setattr(Costly, "requires", ("nowhere",))
    monkeypatch.setattr(registry, "_entry_points", lambda: some)
    monkeypatch.setattr(registry, "_is_there", lambda module: False)
    code, out, err = sudokubench("backends", "doctor")
    assert (code, "not installed: z3" in out, "not installed: nowhere" in out) == (0, True, True)
    assert "not installed: z3; install them with" in err  # the package of the other engines is their own


def test_a_check_of_a_proof_that_was_given_up_says_nothing_against_it(sudokubench, tmp_path, monkeypatch):
    (tmp_path / "c.json").write_text(certify(Board.parse(HARD)).to_json())
    check = rup.check
    monkeypatch.setattr(verification.rup, "check", lambda *a: check(*a[:-1], 1))
    code, out, _ = sudokubench("verify", "c.json")
    assert (code, "unknown" in out) == (6, True)


def test_what_ends_the_program_from_within_is_an_internal_error(sudokubench, monkeypatch):
    monkeypatch.setattr("sudokubench.actions.convert.convert_all", lambda *_: sys.exit(5))
    code, _, err = sudokubench("convert", UNIQUE)
    assert (code, "sys.exit(5)" in err) == (1, True)


def test_codes_of_the_table_are_those_of_the_help(sudokubench, monkeypatch):
    told = sudokubench("--help")[1]
    assert all(f"  {code.value}" in told for code in Code)
    assert "the first of 130, 1, 2, 3, 4, 6, 5, 7)" in told
    assert all("dataset verify" in text for text in (Code.NOT_UNIQUE.meaning.en, Code.NOT_UNIQUE.meaning.ja))
    assert all(isinstance(code.meaning.ja, str) and code.meaning.en for code in Code)
    with click.Context(click.Command("x")) as context:
        assert context.ensure_object(Codes) is context.obj
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert "130、1、2、3、4、6、5、7のうち最初に" in sudokubench("--help")[1]


def test_without_a_store_a_run_shows_what_it_found_and_writes_nothing(sudokubench, tmp_path):
    code, out, err = sudokubench("run", UNIQUE, NONE, "-b", "algorithm_x,dlx", "--no-store")
    assert (code, [*tmp_path.iterdir()]) == (0, [])
    assert "2 puzzles, task unique" in out
    assert "records in" not in err
    for more, what in ((["--resume"], "a stored run"), (["--results", "x"], "of stored runs")):
        code, _, err = sudokubench("run", UNIQUE, "--no-store", *more)
        assert (code, f"{what}, and --no-store stores nothing" in err) == (2, True)
    assert not [*tmp_path.iterdir()]


@pytest.mark.thorough
def test_after_warming_nothing_is_left_to_be_compiled(sudokubench):
    from sudokubench import kernels
    from sudokubench.kernels.compiled import Kernel

    code, out, _ = sudokubench("backends", "warm")
    assert (code, out.count(" s\n")) == (0, 8)
    names = [one.name for one in walk_packages(kernels.__path__, "sudokubench.kernels.")]
    found = {
        value for name in names for value in vars(import_module(name)).values() if isinstance(value, Kernel)
    }
    assert len(found) > 30
    assert [kernel.__name__ for kernel in found if not kernel.is_kept] == []
