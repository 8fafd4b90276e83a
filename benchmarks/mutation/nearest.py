"""Find the test files that are likely to notice a change, by their names, imports and words, without running them."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path, PurePath

_LEFT_OUT = {"benchmarks", "test_trust.py", "test_documents.py", "test_architecture.py", "test_optimized.py"}
"""Folders and files of tests that never run: trials, and tests of documents, of loading, and of other tests."""

_FAR = 9


def nearest(root: Path, path: str, function: str) -> list[str]:
    """Return all test files, the nearest first.

    Files named like the module, or with its doctests, come first; the others follow by the number of imports between
    them and the module. A file that names the function counts as one import nearer; so does a file that names the
    module, or that is in the folder of its room. Among equally near files the shorter comes first.
    """
    words = [re.compile(rf"\b{word}\b") for word in (function, PurePath(path).stem) if word]

    def rank(test: str) -> tuple[bool, int, int]:
        text = _text(root, test)
        named = test == path or PurePath(test).stem == f"test_{PurePath(path).stem}"
        room = PurePath(test).parts[1:-1][:1] == PurePath(path).parts[1:-1][:1]
        steps = _steps(root, path).get(test, _FAR)
        return not named, steps - room - sum(bool(word.search(text)) for word in words), len(text)

    files = (f.relative_to(root) for f in root.glob("tests/**/test_*.py"))
    tests = [str(f) for f in files if not _LEFT_OUT & {*f.parts}]
    return sorted([*tests, *[path] * (">>> " in _text(root, path))], key=rank)


@cache
def _text(root: Path, path: str) -> str:
    return (root / path).read_text(encoding="utf-8")


@cache
def _steps(root: Path, path: str) -> dict[str, int]:
    """Return the number of imports between each file and this module."""
    found, front = {path: 0}, {path}
    for step in range(1, _FAR):
        front = {file for file, used in _imports(root).items() if used & front} - found.keys()
        found |= dict.fromkeys(front, step)
    return found


@cache
def _imports(root: Path) -> dict[str, set[str]]:
    """Return for each file of the package and the tests its imports, including those named in a text for later use."""
    files = {
        str(f.relative_to(root))
        for folder in ("sudokubench", "tests")
        for f in root.glob(f"{folder}/**/*.py")
    }

    def file_of(name: str) -> str | None:
        stem = name.replace(".", "/")
        choices = (f"{stem}.py", f"{stem}/__init__.py", f"tests/{stem}.py")
        return next((file for file in choices if file in files), None)

    found: dict[str, set[str]] = {}
    for file in files:
        names = [f"{PurePath(file).parent}/conftest"] if PurePath(file).stem.startswith("test_") else []
        for node in ast.walk(ast.parse(_text(root, file))):
            match node:
                case ast.Import(names=aliases):
                    names += [alias.name for alias in aliases]
                case ast.Constant(value=str(text)) if re.fullmatch(r"[\w.]+", text):
                    names += [text, f"{PurePath(file).parent}/{text}"]
                case ast.ImportFrom(module=str(module), names=aliases):
                    names += [module, *(f"{module}.{alias.name}" for alias in aliases)]
        found[file] = {used for name in names if (used := file_of(name))}
    return found
