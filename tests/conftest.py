"""Fixtures that all tests share. `reference` can be imported because pyproject.toml puts this folder on the path."""

import gc
import os
import shutil
from importlib.metadata import EntryPoint

import hypothesis
import pytest

from sudokubench.backends import registry
from sudokubench.harness.live import HERE

os.environ["LC_ALL"] = "C.UTF-8"  # texts are in the language of the locale
# otherwise each command that a test starts compiles all modules again
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Every run has the same examples, without a time limit: the machine may be busy.
hypothesis.settings.register_profile("sudokubench", deadline=None, derandomize=True, max_examples=200)
hypothesis.settings.load_profile("sudokubench")

collect_ignore = ["consumer"]  # a program that a type checker reads

BROWSERS = {"chromium": ("chromium", "google-chrome"), "firefox": ("firefox-esr",)}
LEFT_OUT = pytest.StashKey[int]()


def pytest_addoption(parser):
    parser.addoption("--thorough", action="store_true", help="run all tests, those marked as thorough, too")


def pytest_collectstart():
    """Keep the garbage collector off until all tests are collected, because all objects made until then stay."""
    gc.disable()


def pytest_collection_modifyitems(config, items):
    """Leave out the thorough tests, unless the user gives `--thorough` or `-m`."""
    if config.option.thorough or config.option.markexpr:
        return
    left_out = {item for item in items if item.get_closest_marker("thorough")}
    items[:] = [item for item in items if item not in left_out]
    config.stash[LEFT_OUT] = len(left_out)
    config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish():
    """Let the collector skip the objects of the tests: inspecting all of them takes half a second."""
    gc.freeze()
    gc.enable()
    gc.collect()  # the collector counts the objects anew; it decides by their number when it inspects all


def pytest_report_collectionfinish(config):
    left_out = config.stash.get(LEFT_OUT, 0)
    return f"left out: {left_out} thorough tests; --thorough runs them, too" if left_out else []


@pytest.fixture(scope="module")
def browser(request):
    """Yield Chromium, or the browser that a test names, without a window."""
    from playwright.sync_api import expect, sync_playwright  # most test runs need no browser

    name = getattr(request, "param", "chromium")
    program = next(filter(None, map(shutil.which, BROWSERS[name])), None)
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(
            f"no {name}; `apt-get install {BROWSERS[name][0]}` brings it"
        )
    expect.set_options(timeout=300_000)
    with sync_playwright() as started:
        channel = "moz-firefox" if name == "firefox" else None  # Mozilla's own Firefox, not Playwright's
        opened = getattr(started, name).launch(executable_path=program, channel=channel)
        yield opened
        opened.close()


@pytest.fixture
def faulty_engine(monkeypatch):
    """Register the backend `faulty`, whose option chooses its fault, and `gone`, whose module does not exist."""
    places = {"faulty": "harness.faulty:Faulty", "gone": "no_such_module:Engine"}
    added = {name: EntryPoint(name, place, registry.GROUP) for name, place in places.items()}
    known = {**registry._entry_points(), **added}
    monkeypatch.setattr(registry, "_entry_points", lambda: known)
    registry.spec_of.cache_clear()
    yield
    registry.spec_of.cache_clear()


@pytest.fixture(scope="session")
def altered(tmp_path_factory):
    """Return a function that makes a version of the package; its baseline does something more before each search."""

    def make(statement):
        home = tmp_path_factory.mktemp("altered")
        shutil.copytree(
            HERE / "sudokubench", home / "sudokubench", ignore=shutil.ignore_patterns("__pycache__")
        )
        engine = home / "sudokubench" / "backends" / "algorithm_x.py"
        text = engine.read_text(encoding="utf-8")
        marked = 'search.enter("encode")\n'
        assert text.count(marked) == 1
        engine.write_text(text.replace(marked, f"{marked}        {statement}\n"), encoding="utf-8")
        return home

    return make


@pytest.fixture(scope="session")
def slow_version(altered):
    """Return a version whose baseline counts for a while before each search."""
    return altered("sum(range(100_000))")
