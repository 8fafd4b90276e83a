"""The measuring core: statistics of numbers computed by hand, and child processes that are watched."""

from itertools import product
from random import Random
from statistics import median

import pytest

from benchmarks import measure

EMPTY_4X4 = {"problem": "4x4", "boards": ["." * 16, "12.434122143432."], "limit": None}


def test_the_middle_of_a_bootstrap_interval_is_the_median_and_the_ends_enclose_it():
    interval = measure.bootstrap([3.0, 1.0, 2.0, 10.0, 2.5])
    assert interval.value == 2.5
    assert 1.0 <= interval.low <= 2.5 <= interval.high <= 10.0


def test_equal_values_have_an_interval_without_width():
    interval = measure.bootstrap([7.0] * 5)
    assert (interval.low, interval.value, interval.high) == (7.0, 7.0, 7.0)


def test_a_bootstrap_interval_is_close_to_the_one_from_all_resamples():
    values = [1.0, 2.0, 4.0, 8.0, 16.0]
    everything = sorted(median(resample) for resample in product(values, repeat=5))
    tail = int(0.025 * len(everything))
    exact = everything[tail], everything[-1 - tail]
    found = measure.bootstrap(values, resamples=20_000)
    assert (found.low, found.high) == exact


def test_an_interval_of_five_rounds_covers_and_of_three_it_would_not():
    random = Random(3)

    def coverage(rounds):
        found = (
            measure.bootstrap([random.lognormvariate(0, 0.1) for _ in range(rounds)], resamples=400)
            for _ in range(400)
        )
        return sum(one.low <= 1 <= one.high for one in found) / 400

    assert coverage(measure.FEWEST_ROUNDS) > 0.91
    assert coverage(3) < 0.85


def test_the_same_values_always_give_the_same_interval():
    values = [1.0, 5.0, 2.0, 9.0]
    assert measure.bootstrap(values) == measure.bootstrap(values)


def test_no_values_have_no_median():
    with pytest.raises(ValueError, match="no values"):
        measure.bootstrap([])


def test_a_ratio_is_formed_within_each_round_so_that_a_slow_round_does_no_harm():
    assert measure.ratio_of([2.0, 20.0, 200.0], [1.0, 10.0, 100.0]).value == 2.0


def test_ratios_need_as_many_times_as_base_times():
    with pytest.raises(ValueError, match="shorter"):
        measure.ratio_of([1.0, 2.0], [1.0])


def test_contestants_take_turns_and_every_second_round_goes_backwards():
    order = []

    def work(name):
        order.append(name)
        return float(len(order))

    results = measure.alternate([lambda: work("a"), lambda: work("b")], 3)
    assert order == ["a", "b", "b", "a", "a", "b"]
    assert results == [[1.0, 4.0, 5.0], [2.0, 3.0, 6.0]]


def test_cpu_time_is_that_of_work_and_not_of_waiting():
    from time import sleep

    assert measure.cpu_seconds(sleep, 0.2) < 0.1 < measure.cpu_seconds(sum, range(30_000_000))


def test_a_child_counts_the_solutions_of_each_instance():
    with measure.Child("one:algorithm_x", EMPTY_4X4, 2) as child:
        done = child.run(0, 2, 60)
        assert done.counts == (288, 1)  # all grids of 4x4; two full rows decide the rest
        assert done.stats["nodes"] > 288
        assert done.seconds > 0
        assert child.run(1, 2, 60).counts == (1,)


@pytest.mark.thorough
def test_a_child_over_its_cap_is_lost_and_the_next_question_starts_another():
    job = {"problem": "tromino:9", "boards": [], "limit": None}
    with measure.Child("one:algorithm_x", job, 1) as child:
        with pytest.raises(measure.Lost, match="more than 1 s"):
            child.run(0, 1, 1)
        with pytest.raises(measure.Lost, match="more than 1 s"):
            child.run(0, 1, 1)


def test_a_child_says_why_it_cannot_work():
    job = {"problem": "tromino:2x3", "boards": [], "limit": None}
    with measure.Child("one:sliced", job, 1) as child, pytest.raises(measure.Lost, match=r"(?i)tromino"):
        child.run(0, 1, 60)


def test_a_child_that_crashes_is_lost():
    job = {"problem": "4x4", "boards": [], "limit": None}
    with (
        measure.Child("one:algorithm_x", job, 1, python="/bin/false") as child,
        pytest.raises(measure.Lost, match="ended with 1"),
    ):
        child.run(0, 1, 60)


def test_a_row_compares_on_the_same_boards_and_notes_other_counts():
    other = {**EMPTY_4X4, "limit": 2}
    with measure.Child("one:algorithm_x", EMPTY_4X4, 2) as base:
        row = measure.duel("limit 2", measure.Child("one:algorithm_x", other, 2), base, measure.QUICK, n=2)
        same = measure.duel("same", measure.Child("one:algorithm_x", EMPTY_4X4, 2), base, measure.QUICK, n=2)
    assert row["note"] == "other counts"
    assert row["count"] == 3
    assert "note" not in same
    assert same["count"] == 289
    low, high = same["ratio"][1:]
    assert low <= same["ratio"][0] <= high


def test_a_search_whose_memory_is_full_gave_up():
    job = {**EMPTY_4X4, "problem": "tromino:18", "boards": []}
    with measure.Child("one:dxz:memory=1", job, 1) as child:
        done = child.run(0, 1, 60)
    assert (done.counts, done.stats["gave_up"]) == ((0,), 1)


def test_a_row_says_what_gave_up_instead_of_comparing_counts():
    bounded = {**EMPTY_4X4, "max_nodes": 100}
    with measure.Child("one:algorithm_x", EMPTY_4X4, 2) as base:
        row = measure.duel("bounded", measure.Child("one:algorithm_x", bounded, 2), base, measure.QUICK, n=2)
    assert row["note"] == "1 of 2 gave up"
