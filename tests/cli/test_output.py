"""What a command tells on stderr, and what its options stand for."""

import signal
from contextlib import suppress

import pytest

from sudokubench import backends
from sudokubench.cli import interrupts, options, output
from sudokubench.cli.codes import Codes
from sudokubench.harness import executors
from sudokubench.words import both


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(output.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(output, "codes", Codes)
    return now


@pytest.mark.parametrize(
    ("live", "expected"),
    [
        (True, "\r500 puzzles, 2 a second\033[K\r\033[Ksudokubench: a remark\nsudokubench: another\n"),
        (False, "sudokubench: 500 puzzles, 2 a second\nsudokubench: a remark\nsudokubench: another\n"),
    ],
)
def test_progress_is_one_line_that_a_remark_takes_away_or_a_line_of_its_own(
    clock, capsys, monkeypatch, live, expected
):
    monkeypatch.setattr("sys.stderr.isatty", lambda: live)
    watch = output.Watch()
    watch.remark(both("the first"))
    assert capsys.readouterr().err == "sudokubench: the first\n"
    watch.progress(1)
    clock[0] = 250.0
    watch.progress(500)
    watch.progress(501)
    watch.remark(both("a remark"))
    watch.remark(both("another"))
    assert capsys.readouterr().err == expected


def test_less_than_one_puzzle_a_second_is_no_speed(clock, capsys):
    watch = output.Watch()
    clock[0] = 20.0
    watch.progress(1)
    assert capsys.readouterr().err == "sudokubench: 1 puzzle\n"


@pytest.mark.parametrize("names", ["all", "dlx,all", "dlx"])
def test_who_is_left_out_of_all_is_told_where_all_was_asked_for(capsys, monkeypatch, names):
    monkeypatch.setattr(backends, "installed", lambda: (["dlx"], [("gone", "no such package")]))
    monkeypatch.setattr(backends, "backend_list", lambda names: [])
    options.backends_of(names)
    assert ("gone is left out: no such package" in capsys.readouterr().err) == ("all" in names)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "auto"),
        ({"time_limit": 1.0}, "process"),
        ({"cpu_limit": 1.0}, "process"),
        ({"memory_limit": 9}, "process"),
        ({"time_limit": 1.0, "isolation": "inline"}, "inline"),
        ({"isolation": "process"}, "process"),
    ],
)
def test_a_limit_that_is_given_is_held_in_a_process_of_its_own_unless_that_is_declined(
    monkeypatch, given, expected
):
    made = {}
    monkeypatch.setattr(executors, "executor", lambda *_, **how: made.update(how))
    usual = {"time_limit": None, "cpu_limit": None, "memory_limit": None, "isolation": "auto"}
    options.executor_of([], {**usual, "where": "local", "jobs": 1, "pin": False, **given})
    assert made["isolation"] == expected


def test_a_press_that_somebody_swallows_ends_the_command_at_its_next_look():
    def press():
        with suppress(KeyboardInterrupt):  # as Python does in a finalizer
            signal.raise_signal(signal.SIGINT)

    with interrupts.noted():
        interrupts.heed()
        press()
        with pytest.raises(KeyboardInterrupt):
            interrupts.heed()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
