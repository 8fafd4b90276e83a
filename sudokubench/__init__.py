"""A comparative solver suite for Sudoku and exact cover.

>>> from sudokubench import solve
>>> answer = solve("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
>>> answer.verdict.value, str(answer.solution)[:9]
('unique', '987654321')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sudokubench.actions.check import check
    from sudokubench.actions.explain import explain
    from sudokubench.actions.rate import rate
    from sudokubench.answer import Answer, Budget, Outcome, Stop, Times, Verdict
    from sudokubench.batches import ManyAnswers, solve_many
    from sudokubench.board import Board
    from sudokubench.errors import BackendUnavailable, InputError, SudokubenchError, Undecided, UsageError
    from sudokubench.exchange import boards
    from sudokubench.layout import Layout
    from sudokubench.solving import available_backends, count, is_unique, solutions, solve

__version__ = "1.0.0"

# Loaded when first asked for, so that importing the package stays cheap.
_HOMES = {
    **dict.fromkeys(("Answer", "Budget", "Outcome", "Stop", "Times", "Verdict"), "sudokubench.answer"),
    **dict.fromkeys(
        ("available_backends", "count", "is_unique", "solutions", "solve"), "sudokubench.solving"
    ),
    **dict.fromkeys(("ManyAnswers", "solve_many"), "sudokubench.batches"),
    **dict.fromkeys(
        ("BackendUnavailable", "InputError", "SudokubenchError", "Undecided", "UsageError"),
        "sudokubench.errors",
    ),
    "Board": "sudokubench.board",
    "Layout": "sudokubench.layout",
    "boards": "sudokubench.exchange",
    **{action: f"sudokubench.actions.{action}" for action in ("check", "explain", "rate")},
}

__all__ = [
    "Answer", "BackendUnavailable", "Board", "Budget", "InputError", "Layout", "ManyAnswers", "Outcome", "Stop",
    "SudokubenchError", "Times", "Undecided", "UsageError", "Verdict", "available_backends", "boards", "check",
    "count", "explain", "is_unique", "rate", "solutions", "solve", "solve_many",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
