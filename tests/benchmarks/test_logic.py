"""The trials of human logic in their short forms, on boards made from seeds."""

import pytest

from benchmarks import inputs
from benchmarks.logic import TRIALS
from benchmarks.trials import main


@pytest.fixture(autouse=True)
def _no_corpora(monkeypatch):
    monkeypatch.delenv("SUDOKUBENCH_CORPORA", raising=False)
    for made in (inputs.board_set, inputs.rated_boards):
        made.cache_clear()
    yield
    for made in (inputs.board_set, inputs.rated_boards):
        made.cache_clear()


LONG = {"explanations", "search"}
"""They take seconds; tests of certificates and of `logic` show the same on single boards."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.thorough if name in LONG else [])
        for name in TRIALS
        if name not in {"speed", "cost", "proofs-top95"}
    ],
)
def test_a_trial_of_human_logic_holds(name):
    trial = TRIALS[name]
    figures = trial.run(**trial.short)
    assert trial.holds(figures), figures


def test_what_does_not_hold_is_seen():
    proofs = {"refuted": 1, "solved_percent": 100.0}
    assert not TRIALS["proofs-hard"].holds(proofs)
    assert not TRIALS["proofs-17"].holds({"refuted": 0, "solved_percent": 99.7})
    assert not TRIALS["commutation"].holds({"different": 1})
    assert not TRIALS["forms"].holds({"different": 1})
    assert not TRIALS["search"].holds({"default": {"17": {"undecided": 1}}})


def test_an_unknown_trial_is_refused(capsys):
    assert main("python -m benchmarks.logic", TRIALS, ["no_such_trial"]) == 2
    assert "commutation" in capsys.readouterr().err
