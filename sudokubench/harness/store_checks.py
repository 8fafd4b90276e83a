"""The valid values of each column of `runs.db`, as conditions in SQL. SQLite finds rows that break a condition.

Such rows are damaged or altered. The search for them costs little, because SQLite itself evaluates the conditions.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import Enum

from sudokubench.answer import Stop, Verdict, verdict_of
from sudokubench.harness.crosscheck import Category, Strength
from sudokubench.harness.finding import Termination

_LONGEST = 1 << 24
"""Largest length of a text, in characters."""
_TEXT = f"(typeof({{0}}) = 'text' AND length({{0}}) <= {_LONGEST})"
_JSON = f"({_TEXT} AND json_valid({{0}}))"
_HEXADECIMAL = (
    "(typeof({0}) = 'text' AND length({0}) <= 1026 "
    "AND {0} GLOB '0x[1-9a-f]*' AND NOT {0} GLOB '0x*[^0-9a-f]*')"
)
"""A number of solutions beyond 63 bits. SQLite would change a decimal one to a float."""
_TIME = (1 << 60) - 1
"""Largest time, in nanoseconds: some 36 years, so that the sum of three is a number of 64 bits."""

MOST: Mapping[str, int] = {
    "exhausted": 1, **dict.fromkeys(("position", "line", "count", "batch"), (1 << 63) - 1),
    **dict.fromkeys(
        ("repeat", "encode_ns", "solve_ns", "decode_ns", "memory_bytes", "cpu_ns", "overshoot"), _TIME
    ),
}  # fmt: skip
"""The columns that hold whole numbers from 0, with the largest valid number."""


POSSIBLE = sorted(
    {
        (verdict_of(count, stop).value, count, int(stop is Stop.EXHAUSTED))
        for count in range(3)
        for stop in Stop
    }
)
"""The combinations of verdict, number of solutions (2 for more) and `exhausted` that a record may have."""


def _whole(*columns: str) -> dict[str, str]:
    return {name: f"(typeof({{0}}) = 'integer' AND {{0}} BETWEEN 0 AND {MOST[name]})" for name in columns}


def _one_of(names: type[Enum]) -> str:
    return "({0} IN (" + ", ".join(f"'{one.value}'" for one in names) + "))"


def _or_null(rule: str) -> str:
    return f"({{0}} IS NULL OR {rule})"


RULES: Mapping[str, Mapping[str, str]] = {
    "runs": {"run": _TEXT, "plan": _TEXT, "started": _TEXT, "finished": _or_null(_TEXT)},
    "puzzles": {
        **_whole("position", "line"), "source": _TEXT, "puzzle": _TEXT, "verdict": _one_of(Verdict),
        "disagreement": _or_null(_TEXT), "id": _or_null(_TEXT), "strength": _or_null(_one_of(Strength)),
    },
    "records": {
        **_whole("position", "repeat", "exhausted", "encode_ns", "solve_ns", "decode_ns", "batch"),
        "count": f"({_whole('count')['count']} OR {_HEXADECIMAL})",
        "backend": f"({_TEXT} AND {{0}} <> '')", "category": _one_of(Category),
        "termination": _one_of(Termination), "message": _TEXT, "stats": _TEXT, "solution": _or_null(_TEXT),
        "kind": _or_null(_TEXT),
        "verdict": f"(({{0}}, min(count, 2), exhausted) IN (VALUES {', '.join(map(str, POSSIBLE))}))",
        **{name: _or_null(rule) for name, rule in _whole("memory_bytes", "cpu_ns", "overshoot").items()},
    },
    "disagreements": {
        **_whole("position"), "reasons": f"({_JSON} AND json_type({{0}}) = 'array')", "smallest": _TEXT,
        "command": _TEXT,
    },
}  # fmt: skip
"""The condition of a valid value for each column; a value that violates it was damaged or altered."""


def is_sound(table: str, but: Container[str] = ()) -> str:
    """Return a condition in SQL: each column of a row has a valid value, except the columns `but`."""
    rules = [rule.format(column) for column, rule in RULES[table].items() if column not in but]
    return f"({' AND '.join(rules)}) IS TRUE"
