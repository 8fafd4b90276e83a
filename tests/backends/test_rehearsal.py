"""Engines of other distributions that end or block their process: a child process tries them first."""

import io
import signal
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sudokubench.actions.count import count_in_parts
from sudokubench.backends import backend, installed, registry, rehearsal, supporting
from sudokubench.errors import BackendFailed, BackendUnavailable
from sudokubench.harness.corpus import Entry
from sudokubench.layout import Layout
from sudokubench.problem import Instance
from sudokubench.processes import plugin_changes

ENGINE = """
import ctypes, os, signal, sys, threading, time
from dataclasses import dataclass
{imported}
@dataclass(frozen=True)
class Engine:
    way: str = ""
    requires, kind, interruptible = (), "test", True
    def __post_init__(self):
        {made}
    def unsupported(self, problem):
        {asked}
"""


@pytest.fixture
def plug_in(monkeypatch, tmp_path):
    """Return a function that makes the plug-in `plug`, which does something at a given moment."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_endings", {})
    entries = {"plug": EntryPoint("plug", "spoiled_plug_in:Engine", registry.GROUP)}
    monkeypatch.setattr(registry, "_entry_points", lambda: entries)
    registry.spec_of.cache_clear()

    def write(**deeds):
        whole = {"imported": "", "made": "pass", "asked": "return None"} | deeds
        (tmp_path / "spoiled_plug_in.py").write_text(ENGINE.format(**whole))

    yield write
    sys.modules.pop("spoiled_plug_in", None)
    registry.spec_of.cache_clear()


@pytest.mark.parametrize(
    ("deed", "why"),
    [
        ("os._exit(3)", "ended the process while it was {}: os._exit(3)"),
        ("ctypes.string_at(0)", "ended the process while it was {}: SIGSEGV"),
        (
            "sys.stdout.close()",
            "closed sys.stdout while it was {}; a plug-in leaves the standard streams open",
        ),
        ("os.close(2)", "closed sys.stderr while it was {}; a plug-in leaves the standard streams open"),
        ("sys.stdin.close()", "closed sys.stdin while it was {}; a plug-in leaves the standard streams open"),
    ],
)
def test_a_plug_in_that_ends_the_process_or_closes_a_standard_stream_is_left_out_and_named(
    plug_in, deed, why
):
    for moment in ("imported", "made"):
        plug_in(**{moment: deed})
        assert installed() == ((), (("plug", f"plug-in plug {why.format(moment)}"),))
        registry._endings.clear()


def test_a_refused_plug_in_is_tried_again_after_a_pause_unless_it_is_loaded(plug_in, monkeypatch):
    def refused(name):
        with pytest.raises(BackendUnavailable, match="ended the process"):
            backend(name)

    def end_pauses():
        tried = registry._endings.items()
        registry._endings.update({key: (why, 0.0) for key, (why, _) in tried if why})

    monkeypatch.setattr(registry, "_PAUSES", 1e9)
    plug_in(imported="os._exit(3)")
    refused("plug")
    plug_in(made="if self.way: os._exit(4)")
    refused("plug")  # the pause is not over
    end_pauses()
    assert backend("plug").kind == "test"
    refused("plug:way=out")
    plug_in()
    end_pauses()
    refused("plug:way=out")  # this process has loaded the old file


def test_what_a_plug_in_changes_of_the_process_is_put_back_and_reported_once(
    plug_in, caplog, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plugin_changes, "_warned", set())
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # a test process may have none
    streams, handler = (sys.stdin, sys.stdout, sys.stderr), signal.getsignal(signal.SIGINT)
    plug_in(
        imported="os.chdir('/'); sys.stdout = None",
        made="sys.stderr = None; signal.signal(2, signal.SIG_IGN)",
        asked="os.chdir('/'); sys.stdin = None",
    )
    engine = backend("plug")
    for size in (4, 9):
        assert supporting(Layout.standard(size), [engine]) == ([engine], [], [])
    assert (Path.cwd(), (sys.stdin, sys.stdout, sys.stderr)) == (tmp_path, streams)
    assert signal.getsignal(signal.SIGINT) is handler
    said = [record.getMessage() for record in caplog.records]
    changed = ["sys.stdout", "os.getcwd()", "sys.stderr", "signal.SIGINT", "sys.stdin"]
    assert said == [f"plug-in plug changed {what} of this process; it was put back" for what in changed]


def test_an_option_may_be_what_a_plug_in_ends_the_process_for(plug_in):
    plug_in(made="if self.way: os._exit(4)")
    assert backend("plug").kind == "test"
    with pytest.raises(BackendUnavailable, match=r"ended the process while it was made: os._exit\(4\)"):
        backend("plug:way=out")


def test_a_plug_in_that_ends_the_process_when_it_is_asked_what_it_can_is_left_out_and_named(plug_in):
    plug_in(asked="if problem.size == 9: os.kill(os.getpid(), signal.SIGKILL)")
    engine = backend("plug")
    assert supporting(Layout.standard(4), [engine]) == ([engine], [], [])
    why = "plug-in plug ended the process while it was asked what it can open: SIGKILL"
    assert supporting(Layout.standard(9), [engine]) == ([], [], [(engine, why)])


@pytest.mark.parametrize(
    ("deed", "said"), [("os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL"), ("raise OSError('odd')", "odd")]
)
def test_a_count_in_parts_names_a_plug_in_that_fails_when_it_is_asked_what_it_can(plug_in, deed, said):
    plug_in(asked=deed)
    entry = Entry("4x4", 1, Layout.standard(4), Instance())
    with pytest.raises(
        BackendFailed, match=f"{said}.* asked what it can open|asked what it can open: {said}"
    ):
        count_in_parts(entry, backend("plug:way=count"))


def test_a_plug_in_that_never_lets_go_is_given_up(plug_in, monkeypatch):
    plug_in(
        imported="signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM, signal.SIGTERM}); time.sleep(600)"
    )
    monkeypatch.setattr(rehearsal, "LONGEST_S", 1)
    with pytest.raises(BackendUnavailable, match="plug-in plug took more than 1 s while it was imported"):
        backend("plug")


@pytest.mark.parametrize("deed", ["sys.exit(3)", "raise BaseException('odd')"])
def test_what_a_plug_in_raises_is_reported_by_this_process_as_before(plug_in, deed):
    plug_in(imported=deed)
    with pytest.raises(BackendUnavailable, match=r"does not load: (sys.exit\(3\)|BaseException: odd)"):
        backend("plug")


def test_a_plug_in_that_leaves_a_thread_and_prints_is_taken_and_tried_once(plug_in, capfd):
    plug_in(imported="threading.Thread(target=time.sleep, args=(2,)).start(); print('hello')")
    assert backend("plug") == backend("plug")
    assert capfd.readouterr().out == "hello\n"


def test_a_child_that_does_not_even_begin_says_nothing_against_a_plug_in(plug_in, monkeypatch):
    plug_in()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert backend("plug").kind == "test"


def test_engines_of_this_package_are_not_tried(monkeypatch):
    monkeypatch.setattr(rehearsal, "_ended", None)
    assert backend("algorithm_x").unsupported(Layout.standard(4)) is None
