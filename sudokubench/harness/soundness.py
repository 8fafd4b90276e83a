"""What each column of `runs.db` can hold, as conditions in SQL: they find what was damaged or altered.

The database looks for itself, so that it costs little where nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from sudokubench.answer import Verdict
from sudokubench.harness.crosscheck import Category, Strength
from sudokubench.harness.finding import Termination

_LONGEST = 1 << 24
"""Characters of a text."""
_TEXT = f"(typeof({{0}}) = 'text' AND length({{0}}) <= {_LONGEST})"
_JSON = f"({_TEXT} AND json_valid({{0}}))"
_WHOLE = "(typeof({0}) = 'integer' AND {0} >= 0)"
_TIME = f"({_WHOLE} AND {{0}} < {1 << 60})"
"""Nanoseconds: some 36 years, so that the sum of three is a number of 64 bits."""


def _one_of(names: type[Enum]) -> str:
    return "({0} IN (" + ", ".join(f"'{one.value}'" for one in names) + "))"


def _or_null(rule: str) -> str:
    return f"({{0}} IS NULL OR {rule})"


RULES: Mapping[str, Mapping[str, str]] = {
    "runs": {"run": _TEXT, "plan": _TEXT, "started": _TEXT, "finished": _or_null(_TEXT)},
    "puzzles": {
        "position": _WHOLE, "source": _TEXT, "line": _WHOLE, "puzzle": _TEXT, "verdict": _one_of(Verdict),
        "disagreement": _or_null(_TEXT), "id": _or_null(_TEXT), "strength": _or_null(_one_of(Strength)),
    },
    "records": {
        "position": _WHOLE, "backend": f"({_TEXT} AND {{0}} <> '')", "repeat": _TIME, "verdict": _one_of(Verdict),
        "count": _WHOLE, "exhausted": f"({_WHOLE} AND {{0}} <= 1)", "category": _one_of(Category),
        "termination": _one_of(Termination), "message": _TEXT, "encode_ns": _TIME, "solve_ns": _TIME,
        "decode_ns": _TIME, "batch": _WHOLE, "memory_bytes": _or_null(_TIME), "stats": _TEXT,
        "solution": _or_null(_TEXT), "kind": _or_null(_TEXT), "cpu_ns": _or_null(_TIME), "overshoot": _or_null(_TIME),
    },
    "disagreements": {
        "position": _WHOLE, "reasons": f"({_JSON} AND json_type({{0}}) = 'array')", "smallest": _TEXT, "command": _TEXT,
    },
}  # fmt: skip
"""What a value of each column can be; whoever looks for what is not so finds what was damaged or altered."""


def is_sound(table: str) -> str:
    """A condition in SQL: a row of a table has in each column what can be there."""
    return "(" + " AND ".join(rule.format(column) for column, rule in RULES[table].items()) + ") IS TRUE"
