import importlib.metadata
import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sudokubench.backends import (
    backend,
    backend_list,
    installed,
    names,
    registry,
    spec_of,
    supporting,
)
from sudokubench.backends.algorithm_x import AlgorithmX
from sudokubench.backends.dlx import Dlx
from sudokubench.backends.pool import lent_session
from sudokubench.backends.words import NOT_A_SESSION, RAISED_WHEN_ASKED
from sudokubench.errors import BackendFailed, BackendUnavailable, UsageError
from sudokubench.layout import Layout
from sudokubench.words import untranslated


@pytest.fixture
def plugins(monkeypatch):
    """Return a registry with backends of another distribution only."""
    monkeypatch.syspath_prepend(Path(__file__).parent)
    homes = {
        "fake": "plugin:Fake",
        "lacking": "plugin:Lacking",
        "absent": "no_such_plugin:Fake",
        "misspelt": "plugin:Faek",
    }
    entries = {name: EntryPoint(name, home, registry.GROUP) for name, home in homes.items()}
    monkeypatch.setattr(registry, "_entry_points", lambda: entries)
    yield
    sys.modules.pop("plugin", None)


def test_the_engines_of_the_base_installation_are_there():
    assert {"dlx", "algorithm_x", "sat", "cpsat"} <= set(installed()[0])
    assert set(installed()[0]) <= set(names())


def test_a_backend_of_this_package_fails_for_no_other_reason_than_a_missing_package():
    assert [
        (name, reason) for name, reason in installed()[1] if not reason.startswith("not installed: ")
    ] == []


def test_a_backend_is_found_by_name_or_taken_as_it_is():
    engine = AlgorithmX()
    assert backend("algorithm_x") == backend(engine) is engine


def test_an_unknown_backend_is_refused_with_the_known_ones():
    with pytest.raises(UsageError, match=r"unknown backend 'dxl'; there are .*dlx"):
        backend("dxl")


@pytest.mark.parametrize("spec", ["", ":", "DLX", " dlx", "dlx ", "dlx;sat"])
def test_a_name_must_be_exact(spec):
    with pytest.raises(UsageError):
        backend(spec)


def test_options_follow_the_name(plugins):
    chosen = backend("fake:method=slow,check=on,size=12,depth=-2,file=a=b")
    assert (chosen.method, chosen.check, chosen.size, chosen.depth, chosen.file) == (
        "slow", True, 12, -2, "a=b",
    )  # fmt: skip


@pytest.mark.parametrize("spec", ["fake", "fake:", "fake:method=fast,check=off"])
def test_options_left_out_have_their_defaults(plugins, spec):
    assert backend(spec) == backend("fake")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("fake:speed=1", "no option 'speed'; its options are method, check, size, depth, file"),
        ("lacking:x=1", "lacking"),
        ("fake:method", "write method=VALUE, once"),
        ("fake:method=fast,method=slow", "once"),
        ("fake:method=best", "fake:method=best: the value must be one of fast, slow"),
        ("fake:check=yes", "on or off"),
        ("fake:size=many", "a whole number"),
        ("fake:size=", "a whole number"),
        ("fake:size=1.5", "a whole number"),
        ("fake:size=--1", "a whole number"),
        ("fake:size=٣", "a whole number"),
        ("fake:size=99999999999999999999", "a whole number"),
        ("fake:depth=deep", "a whole number"),
        ("fake:=1", "no option ''"),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_right(plugins, spec, message):
    with pytest.raises((UsageError, BackendUnavailable), match=message):
        backend(spec)


@pytest.mark.parametrize(
    ("spec", "full"),
    [
        ("fake", "fake"),  # found, although "absent" cannot be loaded
        ("fake:check=off,method=fast", "fake"),
        ("fake:file=x,check=on,method=slow", "fake:method=slow,check=on,file=x"),
    ],
)
def test_the_full_name_has_the_options_that_differ_from_the_defaults(plugins, spec, full):
    assert spec_of(backend(spec)) == full
    assert backend(full) == backend(spec)


def test_a_backend_that_lacks_a_package_says_which(plugins):
    assert registry.missing("lacking") == ("no_such_module", "no_such_package.part")
    with pytest.raises(BackendUnavailable, match=r"lacking needs no_such_module, no_such_package\.part"):
        backend("lacking")


@pytest.mark.parametrize(
    ("name", "cause"), [("absent", "ModuleNotFoundError"), ("misspelt", "AttributeError")]
)
def test_a_backend_that_does_not_load_is_unavailable_and_no_crash(plugins, name, cause):
    with pytest.raises(BackendUnavailable, match=cause):
        backend(name)


def test_the_backends_that_cannot_be_used_are_listed_with_reasons(plugins):
    can, cannot = installed()
    assert can == ("fake",)
    assert [name for name, _ in cannot] == ["lacking", "absent", "misspelt"]
    assert all(reason for _, reason in cannot)


def test_backends_are_parted_into_those_that_support_a_problem_and_the_others(plugins):
    engines = backend_list("fake,fake:check=on")
    assert supporting(Layout.standard(4), engines) == (engines, [], [])
    only_small = untranslated("only 4x4")
    assert supporting(Layout.standard(9), engines) == ([], [(engine, only_small) for engine in engines], [])


def test_a_kind_has_sixty_four_characters_at_most(plugins, monkeypatch):
    from plugin import Fake

    monkeypatch.setattr(Fake, "kind", "k" * 64)
    assert backend("fake").kind == "k" * 64
    monkeypatch.setattr(Fake, "kind", "k" * 65)
    with pytest.raises(BackendUnavailable, match="at most 64 characters"):
        backend("fake")


def test_a_list_of_backends_is_split_into_backends_with_their_options(plugins):
    assert backend_list("fake:method=slow,check=on,fake") == [
        backend("fake:method=slow,check=on"),
        backend("fake"),
    ]
    assert backend_list(["fake", "fake:size=4"]) == [backend("fake"), backend("fake:size=4")]
    assert backend_list("all") == [backend("fake")]


@pytest.mark.parametrize("text", ["", ",", "fake,fake", "fake,all", "fake,fake:check=off", "all,nothing"])
def test_a_list_without_backends_or_with_one_twice_is_refused(plugins, text):
    with pytest.raises(UsageError):
        backend_list(text)


UNUSABLE = ("all", "cmd", "a,b", "cmd:x", "a=b", "my.toml", "a b", "")
"""Names that no list of backends can state."""


def test_a_plug_in_with_a_name_that_is_taken_or_unusable_is_listed_as_refused(monkeypatch):
    other = EntryPoint("dlx", "elsewhere:Dlx", registry.GROUP)
    bad = [other, *(EntryPoint(name, "elsewhere:Dlx", registry.GROUP) for name in UNUSABLE)]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: bad)
    registry._entry_points.cache_clear()
    try:
        assert registry._entry_points()["dlx"].value == "sudokubench.backends.dlx:Dlx"
        assert type(backend("dlx")) is Dlx
        refused = dict(installed()[1])
        for name in ("dlx = elsewhere:Dlx", *UNUSABLE):
            fault = f"a plug-in cannot have the name {name.split(' = ')[0]!r}: a name must be free"
            assert refused[name].startswith(fault), refused
    finally:
        registry._entry_points.cache_clear()


@dataclass(frozen=True)
class Bad:
    """A backend that ends the program at every call."""

    kind = "test"

    @property
    def interruptible(self):
        raise SystemExit(1)

    def unsupported(self, problem):
        raise SystemExit(0)


def test_a_plug_in_that_ends_the_program_when_it_is_asked_what_it_can_is_left_out_with_the_reason():
    why = RAISED_WHEN_ASKED.format(name="Bad", fault="sys.exit(0)").en
    assert supporting(Layout.standard(4), [bad := Bad()]) == ([], [], [(bad, why)])
    assert not registry.obeys(bad)


@pytest.mark.parametrize("given", [True, 7, " ", b"no"])
def test_a_reason_of_a_plug_in_is_a_text(given, monkeypatch):
    monkeypatch.setattr(Bad, "unsupported", lambda self, problem: given)
    ((_, why),) = supporting(Layout.standard(4), [Bad()])[2]
    assert f"its `unsupported` returned {given!r}, but must return a reason as a text, or None" in str(why)


@pytest.mark.parametrize("given", [None, 3, "session"])
def test_a_plug_in_that_opens_no_session_has_failed(given, monkeypatch):
    monkeypatch.setattr(Bad, "unsupported", lambda self, problem: None)
    monkeypatch.setattr(Bad, "open", lambda self, problem: given, raising=False)
    with pytest.raises(BackendFailed, match=NOT_A_SESSION.format(kind=type(given).__name__).en):
        lent_session(Bad(), Layout.standard(4)).__enter__()
