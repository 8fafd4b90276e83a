"""The harness keeps its promises: short forms of the trials that `benchmarks/trust.py` runs in full."""

import pytest

from benchmarks.trials import of_the_harness
from sudokubench.constraints import VARIANTS

TRIALS = of_the_harness()

LONG = {
    "agreement", "altered", "bombs", "charged", "engines", "estimates", "forks", "honest", "kills", "limits", "memory",
    "meddling", "mutants", "overhead", "parsing", "places", "plug_ins", "presses", "steps", "two_at_once",
} | (VARIANTS.keys() - {"killer", "regular"})  # fmt: skip
"""Trials that take longer than all others together: each asks hundreds of boards, or starts dozens of processes; and
most trials of variants, of which there are 51."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.thorough if name in LONG else []) for name in TRIALS]
)
def test_the_claim_of_a_trial_holds(name):
    trial = TRIALS[name]
    figures = trial.run(**trial.short)
    assert trial.holds(figures), f"{trial.claim} {figures}"
