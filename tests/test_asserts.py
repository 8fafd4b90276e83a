"""Asserts state facts for readers and type checkers. `python -O` leaves them out, so an assert must have no effect."""

import ast
from pathlib import Path

import sudokubench

PURE = {"isinstance", "issubclass", "callable", "len", "tuple", "get_args"}


def effects(source: str) -> list[str]:
    """Return the asserts that may have an effect: call a function that may be impure, wait, yield, or name a value."""
    suspects = ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr
    return [
        ast.unparse(statement)
        for statement in ast.walk(ast.parse(source))
        if isinstance(statement, ast.Assert)
        and any(
            isinstance(part, suspects)
            and not (isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in PURE)
            for part in ast.walk(statement)
        )
    ]


def test_no_assert_of_the_package_has_an_effect():
    [home] = sudokubench.__path__
    found = {str(path): effects(path.read_text("utf-8")) for path in Path(home).rglob("*.py")}
    assert len(found) > 100
    assert {name: asserts for name, asserts in found.items() if asserts} == {}


def test_an_assert_with_an_effect_is_found():
    assert effects("assert parameters.parse(text)\nassert isinstance(x, int) and len(x) > 1") == [
        "assert parameters.parse(text)"
    ]
    assert effects("assert (x := 1)") == ["assert (x := 1)"]
