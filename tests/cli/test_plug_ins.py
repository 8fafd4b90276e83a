"""Backends of other distributions on the command line: none ends a command, and nothing they say is more than text."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from benchmarks import ROOT
from sudokubench import check
from sudokubench.backends import registry

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
def test_an_engine_that_fails_in_any_way_is_told_and_the_others_answer(sudokubench, fault, where):
    words = {"exit": "sys.exit(5)", "generator_exit": "GeneratorExit", "surrogate": r"\\udc80\\x1b[31m"}
    backends = ["--isolation", where, "--backend", f"algorithm_x,bad:kind_of_fault={fault}"]
    for command in (["run", UNIQUE, *backends], ["check", UNIQUE, *backends]):
        code, out, err = sudokubench(*command)
        assert code == 6
        assert words[fault.partition("@")[0]].replace("\\\\", "\\") in err
        assert "unique 1" in out
        assert "\x1b" not in err


def test_an_engine_that_fails_is_told_by_solve(sudokubench):
    code, out, err = sudokubench("solve", UNIQUE, "--backend", "bad:kind_of_fault=exit@solve")
    assert (code, out) == (6, "undecided\n")
    assert "sys.exit(5)" in err


def test_an_engine_that_fails_when_it_is_asked_what_it_can_has_failed_and_is_not_left_out(sudokubench):
    name = "bad:kind_of_fault=exit@ask"
    why = "backend bad raised sys.exit(5) when it was asked what it can"
    code, out, _ = sudokubench("check", UNIQUE, "--json", "--backend", f"algorithm_x,{name}")
    assert (code, json.loads(out)["unanswered"]) == (6, {name: why})
    assert check(UNIQUE, backend=["algorithm_x", name]).unanswered == {name: why}
    assert sudokubench("solve", UNIQUE, "--backend", name) == (6, "", f"sudokubench: {why}\n")
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
