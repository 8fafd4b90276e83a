"""A comparative solver suite for Sudoku and exact cover.

>>> from sudokubench import solve
>>> answer = solve("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
>>> answer.verdict.value, str(answer.solution)[:9]
('unique', '987654321')
"""

import typing as _typing

if _typing.TYPE_CHECKING:
    from sudokubench.actions.analyse import BoardAnalysis, analyse
    from sudokubench.actions.check import CrossCheck, check
    from sudokubench.actions.explain import Explanation, explain
    from sudokubench.actions.generate import Generated
    from sudokubench.actions.hint import Hint, hint
    from sudokubench.actions.rate import rate
    from sudokubench.actions.report import Comparison
    from sudokubench.actions.run import RunResult
    from sudokubench.actions.why import Reasons, why
    from sudokubench.answer import Answer, Budget, Outcome, Stop, Times, Verdict
    from sudokubench.batches import ManyAnswers, solve_many
    from sudokubench.board import Board
    from sudokubench.errors import (
        BackendFailed,
        BackendUnavailable,
        InputError,
        SudokubenchError,
        Undecided,
        UsageError,
    )
    from sudokubench.layout import Layout
    from sudokubench.library import compare, generate, run
    from sudokubench.logic.cover_trace import CoverTrace
    from sudokubench.logic.effort import EffortRating
    from sudokubench.logic.rating import Rating
    from sudokubench.logic.step import Step
    from sudokubench.problem import ExactCover
    from sudokubench.puzzles import boards
    from sudokubench.solving import available_backends, count, is_unique, solutions, solve, trace

__version__ = "1.0.0"

__all__ = [
    "Answer", "BackendFailed", "BackendUnavailable", "Board", "BoardAnalysis", "Budget", "Comparison", "CoverTrace",
    "CrossCheck", "EffortRating", "ExactCover", "Explanation", "Generated", "Hint", "InputError", "Layout",
    "ManyAnswers", "Outcome", "Rating", "Reasons", "RunResult", "Step", "Stop", "SudokubenchError", "Times",
    "Undecided", "UsageError", "Verdict", "analyse", "available_backends", "boards", "check", "compare", "count",
    "explain", "generate", "hint", "is_unique", "rate", "run", "solutions", "solve", "solve_many", "trace", "why",
]  # fmt: skip

_HOMES = {
    name: module
    for module, names in {
    "actions.analyse": "BoardAnalysis analyse", "actions.check": "CrossCheck check",
    "actions.explain": "Explanation explain", "actions.generate": "Generated",
    "actions.hint": "Hint hint", "actions.rate": "rate", "actions.report": "Comparison", "actions.run": "RunResult",
    "actions.why": "Reasons why", "answer": "Answer Budget Outcome Stop Times Verdict",
    "batches": "ManyAnswers solve_many", "board": "Board",
    "errors": "BackendFailed BackendUnavailable InputError SudokubenchError Undecided UsageError",
    "layout": "Layout", "library": "compare generate run", "logic.cover_trace": "CoverTrace",
    "logic.effort": "EffortRating", "logic.rating": "Rating",
    "logic.step": "Step", "problem": "ExactCover", "puzzles": "boards",
    "solving": "available_backends count is_unique solutions solve trace",
    }.items()
    for name in names.split()
}  # fmt: skip
"""Module of each public name. A module loads when one of its names is first used, so that the import stays cheap."""

if not _typing.TYPE_CHECKING:  # else a type checker would take any name for a public name

    def __getattr__(name):
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
