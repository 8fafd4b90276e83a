"""Human logic: rules as contraction operators on a candidate grid, steps with evidence, ratings, explanations.

This package loads no solver. To prove steps, the caller passes a function that makes a solver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sudokubench.logic.configuration import Configuration, rated, teaching
    from sudokubench.logic.engine import solve
    from sudokubench.logic.grid import CandidateGrid
    from sudokubench.logic.proof import Prover
    from sudokubench.logic.rating import Rating, rate
    from sudokubench.logic.rule import Rule
    from sudokubench.logic.rules import all_rules, rule_named
    from sudokubench.logic.step import Step
    from sudokubench.logic.texts import describe
    from sudokubench.logic.trace import Ending, Trace

# These load on first use: the command line imports single modules such as `limits`, and must start quickly.
_HOMES = {
    "CandidateGrid": "grid", "Configuration": "configuration", "Ending": "trace", "Prover": "proof", "Rating": "rating",
    "Rule": "rule", "Step": "step", "Trace": "trace", "all_rules": "rules", "describe": "texts", "rate": "rating",
    "rated": "configuration", "rule_named": "rules", "solve": "engine", "teaching": "configuration",
}  # fmt: skip

__all__ = [
    "CandidateGrid", "Configuration", "Ending", "Prover", "Rating", "Rule", "Step", "Trace", "all_rules", "describe",
    "rate", "rated", "rule_named", "solve", "teaching",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
