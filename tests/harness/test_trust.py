"""The harness keeps its promises: short forms of the trials that `benchmarks/trust.py` runs in full."""

import pytest

from benchmarks.trials import of_the_harness

TRIALS = of_the_harness()


@pytest.mark.parametrize("name", TRIALS)
def test_the_claim_of_a_trial_holds(name):
    trial = TRIALS[name]
    figures = trial.run(**trial.short)
    assert trial.holds(figures), f"{trial.claim} {figures}"
