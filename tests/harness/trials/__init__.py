"""Trials of the harness: each does something many times and tells what it saw as figures.

The tests run short forms (`test_trust.py`), `benchmarks/trust.py` the full ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Figures = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Trial:
    """Something that must hold however often it is tried.

    Attributes:
        claim: What must hold, in a sentence.
        run: Does it, and returns what was seen.
        short: Arguments of `run` for the tests.
        full: Arguments of `run` for the proof.
        holds: Whether the figures bear the claim out.
    """

    claim: str
    run: Callable[..., Figures]
    short: Mapping[str, object]
    full: Mapping[str, object]
    holds: Callable[[Figures], bool]


def trials() -> Mapping[str, Trial]:
    """All trials by name."""
    from harness.trials import answers, inputs, mutants, processes, resources, storage

    found: dict[str, Trial] = {}
    for module in (processes, storage, answers, inputs, mutants, resources):
        found |= module.TRIALS
    return found
