"""Odd records and odd rounds are reported, and usual ones are not."""

import numpy as np
import pytest
from report.making import analysis, make_run, puzzles, record, remarks

from sudokubench.report.model import Severity

PUZZLES = 20


def told(folder, factor=lambda k: 1.0, cpu=lambda i, k: 1.0, rounds=5):
    """Return the warnings of a run of one backend, with factors for each round, and CPU time per wall-clock time."""
    records = [
        record(i, "fast", s := 1e-3 * (1 + i) * factor(k), repeat=k, cpu_ns=round(1e9 * s * cpu(i, k)))
        for i in range(PUZZLES)
        for k in range(rounds)
    ]
    make_run(folder, puzzles(PUZZLES), records, backends=("fast",))
    return remarks(analysis(folder), Severity.WARNING)


def test_records_of_a_single_threaded_engine_with_more_cpu_time_than_time_are_counted(tmp_path):
    said = told(tmp_path, cpu=lambda i, k: 1.7 if (i, k) in {(3, 0), (7, 2), (9, 4)} else 0.98)
    assert "of engines that use one processor: fast (3)." in said


@pytest.mark.parametrize(
    "cpu",
    [
        lambda i, k: 1.9,  # an engine of two threads
        lambda i, k: 1.4 if (i, k) == (3, 0) else 1.0,  # the clocks differ once
        lambda i, k: 1.4 if i == 0 else 1.0,  # a puzzle of 1 ms: 0.4 ms more
    ],
)
def test_an_engine_of_several_threads_and_what_clocks_differ_by_are_not_reported(tmp_path, cpu):
    assert "one processor" not in told(tmp_path, cpu=cpu)


@pytest.mark.parametrize(("odd", "shown"), [(1.42, 1.42 / 1.03), (0.7, 0.7 / 1.01)])
def test_a_round_unlike_the_others_is_reported_with_its_number(tmp_path, odd, shown):
    said = told(tmp_path, factor=lambda k: odd if k == 2 else 1 + 0.01 * k)
    assert f"Rounds unlike the median round: fast in round 3 ({shown:.2f} times as long)." in said


@pytest.mark.parametrize(
    ("factor", "rounds"),
    [
        (lambda k: 1.08 if k == 2 else 1.0, 5),  # too small a deviation
        (lambda k: (1.0, 1.1, 1.2, 1.3, 1.4)[k], 5),  # all rounds differ from each other
        (lambda k: 1.5 if k == 2 else 1.0, 4),  # too few rounds
    ],
)
def test_rounds_that_differ_little_or_all_alike_are_not_reported(tmp_path, factor, rounds):
    assert "unlike" not in told(tmp_path, factor=factor, rounds=rounds)


def test_rounds_of_usual_noise_are_not_reported(tmp_path):
    """The test makes 40 runs of seven rounds that deviate by 3 %; an alarm needs ten deviations and 10 %."""
    random = np.random.default_rng(5)
    for n in range(40):
        noise = np.exp(0.03 * random.normal(size=7))
        folder = tmp_path / str(n)
        folder.mkdir()
        assert "unlike" not in told(folder, factor=lambda k, noise=noise: noise[k], rounds=7)
