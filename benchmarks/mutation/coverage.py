"""Which tests run a line: seen by running every file of tests once, and kept."""

from __future__ import annotations

import ast
import builtins
import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path, PurePath
from random import Random
from typing import Any

import pytest

from benchmarks import ROOT
from benchmarks.mutation.tokens import KERNELS, Mutant

_PROBE = "__ran__"

_UNKNOWN_S = 0.1
"""What a test is taken to cost that has not been watched."""

_OTHERS_S = 8.0
"""CPU time within which tests are tried too that have not been seen to run the line."""

_LEFT_OUT = {"test_trust.py", "test_documents.py", "test_architecture.py", "test_optimized.py"}
"""Trials, texts, what is loaded when, and tests of other tests."""


class Watch:
    """Plug-in of pytest: which statements of the package each passing test runs, and what CPU time it takes.

    A call is put before each statement of the package's functions when it is loaded: a tenth of the price of tracing.
    Compiled kernels are left as they are, and so are other processes.
    """

    def __init__(self, folder: Path, enough_s: float) -> None:
        self.root = f"{folder}/"
        self.enough_s = enough_s
        self.tests: dict[str, float] = {}
        self.others: list[str] = []
        self.lines: defaultdict[str, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        self.passed = True
        self.places: list[tuple[str, str]] = []
        self.ran: set[int] = set()
        self.made: defaultdict[str, set[int]] = defaultdict(set)
        self.making_s = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        """Change how the package is loaded before any conftest.py loads it."""
        load = SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, name: str) -> Any:
            path = loader.path.removeprefix(self.root)
            source = Path(loader.path).read_bytes() if path.startswith("sudokubench/") else b""
            if not source or (path.startswith(KERNELS) and b"numba" in source):
                return load(loader, name)
            tree = ast.parse(source)
            self._probe(tree, path, source.decode().splitlines())
            return compile(ast.fix_missing_locations(tree), loader.path, "exec", dont_inherit=True)

        setattr(builtins, _PROBE, self.ran.add)
        SourceFileLoader.get_code = get_code  # type: ignore[method-assign]

    def _probe(self, node: ast.AST, path: str, lines: list[str], in_function: bool = False) -> None:
        """Put calls into the blocks of functions."""
        in_function |= isinstance(node, ast.FunctionDef)
        for _, block in list(ast.iter_fields(node)):
            for part in block if isinstance(block, list) else [block]:
                if isinstance(part, ast.AST):
                    self._probe(part, path, lines, in_function)
            if in_function and isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                calls = [[] if _is_docstring(one) else [self._call(one, path, lines)] for one in block]
                block[:] = [new for call, one in zip(calls, block, strict=True) for new in (*call, one)]

    def _call(self, statement: ast.stmt, path: str, lines: list[str]) -> ast.stmt:
        self.places.append((path, lines[statement.lineno - 1].strip()))
        call = ast.Call(ast.Name(_PROBE, ast.Load()), [ast.Constant(len(self.places) - 1)], [])
        return ast.copy_location(ast.Expr(call), statement)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        Random(len(items)).shuffle(items)  # when not all are run, some of each kind
        self.others = [item.nodeid for item in items]

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """What a fixture of several tests runs, all of them run, and it is no part of the first one's time."""
        before, begun = set(self.ran), _cpu_s()
        self.ran.clear()
        result = yield
        if fixturedef.scope != "function":
            self.made[fixturedef.argname] |= self.ran
            self.making_s += _cpu_s() - begun
        self.ran |= before
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.ran.clear()
        self.passed, self.making_s = True, 0.0
        begun = _cpu_s()
        result = yield
        if self.passed:
            made = (self.made[name] for name in getattr(item, "fixturenames", ()))
            for path, text in {self.places[place] for place in self.ran.union(*made)}:
                self.lines[path][text].add(len(self.tests))
            self.tests[item.nodeid] = round(_cpu_s() - begun - self.making_s, 3)
        self.others.remove(item.nodeid)
        if _cpu_s() > self.enough_s:
            item.session.shouldstop = "the other tests of this file are left out"
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed &= report.passed

    def result(self) -> object:
        """Costs by test; those not run; by file and text of a line the places of the tests that run it."""
        lines = {path: {t: sorted(at) for t, at in texts.items()} for path, texts in self.lines.items()}
        return {"tests": self.tests, "others": self.others, "lines": lines}


class Coverage:
    """What is known of the files of tests: `sudokubench/board.py` -> text of a line -> tests that run it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        tests = [f for f in ROOT.glob("tests/**/test_*.py") if f.name not in _LEFT_OUT]
        modules = [f for f in ROOT.glob("sudokubench/**/*.py") if ">>> " in f.read_text(encoding="utf-8")]
        self.files = [str(file.relative_to(ROOT)) for file in sorted(tests) + sorted(modules)]
        self.digests = {file: hashlib.sha256((ROOT / file).read_bytes()).hexdigest() for file in self.files}
        self.cost_s: dict[str, float] = {}
        self.lines: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))

    def missing(self, paths: Iterable[str]) -> list[str]:
        """Files of tests in the rooms of these modules of which nothing is kept."""
        rooms = set(paths)
        near = [file for file in self.files if any(_distance(path, file) < 2 for path in rooms)]
        return [file for file in near if not self.kept(file).exists()]

    def kept(self, file: str) -> Path:
        """Where that of one file is kept; another text of the file is another place."""
        return self.folder / f"{file.replace('/', '.')}-{self.digests[file][:16]}.json"

    def keep(self, file: str, found: object) -> None:
        """Keep what was seen of one file; None is nothing."""
        self.folder.mkdir(exist_ok=True)
        text = json.dumps(found or {"tests": {}, "lines": {}}, ensure_ascii=False)
        self.kept(file).write_text(text, encoding="utf-8")

    def load(self) -> None:
        """Read what is kept of the files as they are now."""
        for kept in map(self.kept, self.files):
            if not kept.exists():
                continue
            known = json.loads(kept.read_text(encoding="utf-8"))
            self.cost_s |= known["tests"]
            self.cost_s |= dict.fromkeys(known.get("others", ()), _UNKNOWN_S)
            tests = list(known["tests"])
            for path, texts in known["lines"].items():
                for text, places in texts.items():
                    self.lines[path][text].update(tests[place] for place in places)

    def tests_of(self, mutant: Mutant, source: str, most_s: float, most_files: int) -> list[str]:
        """The tests that may notice a mutant, nearest and quickest first, in so much CPU time and so many files.

        First those that run the line; of a line that is never seen to run (part of a longer one, or run when the
        module is loaded) those of the lines before it. Then the others of the same files, for what is kept in caches
        and for those that were not watched; those that run the module; and those of its name, for what is run in other
        processes.
        """
        known = self.lines[mutant.path]
        lines = [line.strip() for line in source.splitlines()[: mutant.line]]
        hit = next((known[line] for line in reversed(lines) if line in known), set())
        files = {test.partition("::")[0] for test in hit}
        # a module without functions only runs when it is loaded, which nobody watches
        files |= {file for file in self.files if _distance(mutant.path, file) < (1 if known else 2)}
        anywhere = {test for test in self.cost_s if test.partition("::")[0] in files}
        anywhere.update(*known.values())

        def rank(test: str) -> tuple[bool, int, float]:
            return test not in hit, _distance(mutant.path, test.partition("::")[0]), self.cost_s[test]

        chosen: list[str] = []
        files = set()
        left_s = most_s
        for test in sorted(anywhere, key=rank):
            file, cost_s = (
                test.partition("::")[0],
                self.cost_s[test] + 0.002,
            )  # what pytest itself takes for one
            least_s = 0.0 if test in hit else max(0.0, most_s - _OTHERS_S)
            if (file in files or len(files) != most_files) and left_s - cost_s >= least_s:
                left_s -= cost_s
                files.add(file)
                chosen.append(test)
        return chosen or [min(anywhere, key=self.cost_s.__getitem__)] if anywhere else []


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _distance(path: str, test: str) -> int:
    """0 for tests of the module's name, 1 for those of its room, 2 for others."""
    module, file = PurePath(path), PurePath(test)
    if path == test or file.stem == f"test_{module.stem}":
        return 0
    return 1 if module.parts[1:-1][:1] == file.parts[1:-1][:1] else 2


def _cpu_s() -> float:
    return sum(os.times()[:4])
