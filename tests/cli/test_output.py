"""The messages of commands on stderr, and the meaning of their options."""

import logging
import re
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from rich.text import Text

from sudokubench import backends, cli
from sudokubench.cli import engine_options, interrupts, output, progress, run
from sudokubench.cli.exit_codes import Codes
from sudokubench.cli.words import LOGGED
from sudokubench.harness import executors
from sudokubench.processes import interruption, plugin_changes
from sudokubench.words import untranslated


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
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
    watch.remark(untranslated("the first"))
    assert capsys.readouterr().err == "sudokubench: the first\n"
    watch.progress(0)
    clock[0] = 250.0
    watch.progress(500)
    watch.progress(501)
    watch.remark(untranslated("a remark"))
    watch.remark(untranslated("another"))
    assert capsys.readouterr().err == expected


def shown(clock, capsys, done, *, seconds=20.0, language="en", of=None, total=None, **how):
    watch = output.Watch(language, lambda: total)
    watch.progress(0, of, **how)
    clock[0] += seconds
    watch.progress(done, of, **how)
    return capsys.readouterr().err.replace("\r", "").removesuffix("\033[K").strip()


WHOLE = {"by": "dlx", "failures": 3}


@pytest.mark.parametrize(
    ("language", "columns", "expected"),
    [
        ("en", 80, "5,000 of 100,000 puzzles, 3 failed, 6 min left, 250 a second, dlx"),
        ("en", 60, "5,000 of 100,000 puzzles, 3 failed, 6 min left, dlx"),
        ("en", 40, "5,000 of 100,000 puzzles, 3 failed, dlx"),
        ("en", 38, "5,000 of 100,000 puzzles, 3 failed"),
        ("en", 9, "3 failed"),
        ("en", 3, ""),
        ("ja", 80, "5,000／100,000問、失敗3、残り6分、毎秒250問、dlx"),  # a Japanese sign takes two columns
        ("ja", 32, "5,000／100,000問、失敗3、dlx"),
    ],
)
def test_a_narrow_terminal_shows_what_matters_most(clock, capsys, monkeypatch, language, columns, expected):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(progress, "_columns", lambda: columns)
    assert shown(clock, capsys, 5_000, total=100_000, language=language, **WHOLE) == expected


@pytest.mark.parametrize(
    ("done", "seconds", "of", "expected"),
    [
        (1, 20, None, "1 puzzle, 3 a minute"),
        (1, 2000, None, "1 puzzle"),
        (10, 20, 20, "10 of 20 puzzles, 20 s left, 30 a minute"),
        (1, 20, 20_000, "1 of 20,000 puzzles, 5 days left, 3 a minute"),
        (10, 20, 20_000, "10 of 20,000 puzzles, 11 h left, 30 a minute"),
    ],
)
def test_speed_and_the_time_that_is_left_are_reported_in_fitting_units(
    clock, capsys, done, seconds, of, expected
):
    assert shown(clock, capsys, done, seconds=seconds, of=of) == "sudokubench: " + expected


def test_outside_a_terminal_lines_of_progress_come_less_and_less_often(clock, capsys):
    watch = output.Watch()
    for clock[0] in range(3600):
        watch.progress(clock[0])
    assert len(capsys.readouterr().err.splitlines()) == 10


def test_the_speed_is_that_of_now_and_not_of_a_slow_beginning(clock, capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    watch = output.Watch()
    watch.progress(0)
    for done in range(1, 2000):
        clock[0] += 30 if done == 1 else 0.25
        watch.progress(done)
    assert capsys.readouterr().err.endswith("1,999 puzzles, 4 a second\033[K")


@pytest.mark.parametrize("names", ["all", "dlx,all", "dlx"])
def test_all_names_the_backends_that_it_leaves_out(capsys, monkeypatch, names):
    monkeypatch.setattr(backends, "installed", lambda: (["dlx"], [("gone", "no such package")]))
    monkeypatch.setattr(backends, "backend_list", lambda names: [])
    engine_options.backends_of(names)
    assert ("gone is left out: no such package" in capsys.readouterr().err) == ("all" in names)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "auto"), ({"time_limit": 1.0}, "process"), ({"cpu_limit": 1.0}, "process"),
        ({"memory_limit": 9}, "process"), ({"time_limit": 1.0, "isolation": "inline"}, "inline"),
        ({"isolation": "process"}, "process"),
    ],
)  # fmt: skip
def test_a_limit_that_is_given_is_held_in_a_process_of_its_own_unless_that_is_declined(
    monkeypatch, given, expected
):
    made = {}
    monkeypatch.setattr(executors, "executor", lambda *_, **how: made.update(how))
    usual = {"time_limit": None, "cpu_limit": None, "memory_limit": None, "isolation": "auto"}
    engine_options.executor_of({**usual, "where": "local", "jobs": 1, "pin": False, **given})
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
    interrupts.presses.clear()


def test_a_terminal_shows_long_steps_in_full_lines_and_boards_whole(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    board = "1234" * 20
    long = f"{board}\n  7. Forcing Net: Trying it gives R1C2 = 3, R4C5 = 6, R7C8 = 9.\n強制{'ネット' * 8}。"
    assert output.fit_to_terminal(long).split("\n") == [
        board, "  7. Forcing Net: Trying it", "     gives R1C2 = 3, R4C5 = 6,", "     R7C8 = 9.",
        "強制ネットネットネットネット", "ネットネットネットネット。",
    ]  # fmt: skip
    for last in "。、）」ーッ":
        assert output.fit_to_terminal(f"{'あ' * 15}{last}") == f"{'あ' * 14}\nあ{last}"
    monkeypatch.setattr("sys.stdout.isatty", lambda: False)
    assert output.fit_to_terminal(long) == long


@pytest.mark.parametrize(
    ("language", "message", "said"),
    [
        ("ja", ("compiling %s ...", "chains.shortest"), "chains.shortestをコンパイルしています"),
        ("en", ("compiling %s ...", "chains.shortest"), "compiling chains.shortest"),
        ("ja", (plugin_changes.CHANGED, "odd", "os.getcwd()"), "プラグインoddがこのプロセスのos.getcwd()を変えたので"),
        ("en", (plugin_changes.CHANGED, "odd", "os.getcwd()"), "plug-in odd changed os.getcwd() of this process"),
    ],
)  # fmt: skip
def test_a_log_message_is_a_remark_in_the_language_of_the_command(capsys, language, message, said):
    codes = Codes()
    codes.language = language
    cli._show_log(codes)
    logging.getLogger("sudokubench.kernels").warning(*message)
    assert said in capsys.readouterr().err


def test_every_log_message_of_the_package_has_a_text_in_japanese():
    sources = "".join(path.read_text("utf-8") for path in Path(cli.__file__).parent.parent.rglob("*.py"))
    known = {one.en for one in LOGGED}
    assert set(re.findall(r'\blog\.\w+\(\s*"([^"]+)"', sources)) <= known
    assert all(sources.count(f'"{message}"') > 1 for message in known)  # in LOGGED, and where it is written


def test_what_an_encoding_lacks_is_as_wide_as_in_the_table():
    assert "172 µs – ☃".encode("cp932", "sudokubench") == b"172 us - \\u2603"


def test_an_interrupt_without_a_key_press_comes_from_the_engine():
    assert interruption.is_ctrl_c(KeyboardInterrupt())  # a library call does not note them
    with interrupts.noted():
        assert not interruption.is_ctrl_c(KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt) as press:
            signal.raise_signal(signal.SIGINT)
        assert interruption.is_ctrl_c(press.value)
    interrupts.presses.clear()


def test_a_column_is_as_wide_as_its_longest_word_and_japanese_may_be_broken_after_four_signs():
    texts = ["two words", "長い見出しも折り返せる", "短い", ""]
    assert [output._longest_word([Text(text)]) for text in texts] == [5, 8, 4, 1]


@pytest.mark.parametrize("gone", [(), ("jinja2",), ("altair", "vl_convert", "jinja2")])
def test_what_a_report_still_needs_is_reported_after_a_run(monkeypatch, gone):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name in gone else name)
    assert (", after " in run._next("a", "b", "results").en) == bool(gone)
