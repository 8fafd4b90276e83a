import signal
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from sudokubench.answer import Budget, Outcome, Stop, Times, Verdict, verdict_of
from sudokubench.backends import Search
from sudokubench.backends.other_thread import in_other_thread
from sudokubench.errors import BackendFailed


def engine(total, log=None):
    """Return a generator function that yields `total` solutions, and writes into `log` when it is cleaned up."""

    def run(search):
        try:
            for number in range(total):
                if search.must_stop(number):
                    return
                search.solve_ns += 5
                yield (number,)
        finally:
            if log is not None:
                log.append("in order")

    return run


def counting_engine(total, step):
    """Return an engine that yields numbers of solutions, because it counts them faster than it can show them."""

    def run(search):
        done = 0
        while done < total:
            wanted = search.wanted()
            more = min(step if search.counting else 1, total - done, total if wanted is None else wanted)
            yield more if search.counting else (done,)
            done += more

    return run


# -- verdicts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "stop", "verdict"),
    [
        (0, Stop.EXHAUSTED, Verdict.NONE),
        (1, Stop.EXHAUSTED, Verdict.UNIQUE),
        (2, Stop.EXHAUSTED, Verdict.MULTIPLE),
        (1, Stop.LIMIT, Verdict.SOLVABLE),
        (2, Stop.LIMIT, Verdict.MULTIPLE),
        (0, Stop.BUDGET, Verdict.UNDECIDED),
        (1, Stop.BUDGET, Verdict.UNDECIDED),
        (2, Stop.BUDGET, Verdict.MULTIPLE),
        (0, Stop.CANCELLED, Verdict.UNDECIDED),
        (1, Stop.CANCELLED, Verdict.UNDECIDED),
        (3, Stop.CANCELLED, Verdict.MULTIPLE),
    ],
)
def test_none_and_unique_need_exhaustion_and_two_solutions_settle_multiple(count, stop, verdict):
    assert verdict_of(count, stop) is verdict
    assert Outcome(count, stop).verdict is verdict
    assert Outcome(count, stop).exhausted == (stop is Stop.EXHAUSTED)


def test_the_total_of_the_times_is_their_sum():
    assert Times(1, 20, 300).total_ns == 321


# -- enumeration ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "limit", "count", "stop"), [
    (5, None, 5, Stop.EXHAUSTED),
    (5, 6, 5, Stop.EXHAUSTED),
    (5, 5, 5, Stop.LIMIT),
    (5, 2, 2, Stop.LIMIT),
    (0, 1, 0, Stop.EXHAUSTED),
])  # fmt: skip
@pytest.mark.parametrize("iterated", [False, True])
def test_a_search_ends_when_all_is_found_or_at_its_limit(total, limit, count, stop, iterated):
    search = Search(engine(total), limit)
    if iterated:
        assert list(search) == [(number,) for number in range(count)]
    outcome = search.outcome()
    assert (outcome.count, outcome.stop) == (count, stop)
    assert outcome.times.solve_ns == 5 * count


@pytest.mark.parametrize("limit", [None, 7, 10, 11])
@pytest.mark.parametrize("step", [1, 3, 100])
def test_an_engine_may_count_many_solutions_at_once_if_the_caller_needs_only_the_number(limit, step):
    search = Search(counting_engine(10, step), limit)
    assert next(iter(search)) == (0,)
    outcome = search.outcome()
    assert outcome.count == (10 if limit is None else min(limit, 10))


def test_nothing_runs_before_something_is_asked():
    log = []
    search = Search(engine(3, log), None)
    search.abandon()
    assert (log, search.outcome().stop) == ([], Stop.CANCELLED)


def test_an_engine_is_put_in_order_as_soon_as_the_limit_is_reached():
    log = []
    solutions = iter(Search(engine(3, log), 1))
    assert next(solutions) == (0,)
    assert log == ["in order"]


def test_a_search_keeps_no_solutions():
    gone = []

    class Tracked(tuple):
        def __del__(self):
            gone.append(self[0])

    def run(search):
        for number in range(20):
            yield Tracked((number,))

    alive = [solution[0] + 1 - len(gone) for solution in Search(run, None)]
    assert max(alive) <= 2


# -- ending early --------------------------------------------------------------------------------------------------


def test_a_cancelled_search_ends_before_the_next_solution():
    log = []
    search = Search(engine(9, log), None)
    found = []
    for solution in search:
        found.append(solution)
        search.cancel()
    assert found == [(0,)]
    assert log == ["in order"]
    assert search.outcome().stop is Stop.CANCELLED


def test_a_search_that_has_ended_cannot_be_cancelled():
    search = Search(engine(2), None)
    assert search.outcome().stop is Stop.EXHAUSTED
    search.cancel()
    assert search.outcome().stop is Stop.EXHAUSTED


def test_cancel_wakes_an_engine_only_while_its_search_runs():
    woken = []

    def run(search):
        search.interrupt = lambda: woken.append("woken")
        yield (0,)
        yield (1,)

    search = Search(run, None)
    next(iter(search))
    search.cancel()
    assert woken == ["woken"]
    search.outcome()
    search.cancel()
    assert woken == ["woken"]


def test_a_new_search_puts_the_engine_in_order_without_waking_it():
    woken, log = [], []

    def run(search):
        search.interrupt = lambda: woken.append("woken")
        try:
            yield (0,)
            yield (1,)
        finally:
            log.append("in order")

    first = Search(run, None)
    next(iter(first))
    second = Search(engine(2), None, after=first)
    assert (woken, log) == ([], ["in order"])
    assert first.outcome().stop is Stop.CANCELLED
    assert second.outcome().count == 2


@pytest.mark.parametrize("budget", [Budget(seconds=0), Budget(nodes=0)])
def test_a_budget_of_zero_has_run_out_before_the_engine_runs(budget):
    log = []
    outcome = Search(engine(3, log), None, budget).outcome()
    assert (outcome.count, outcome.stop, log) == (0, Stop.BUDGET, [])


def test_a_budget_of_nodes_ends_the_search_where_they_are_spent():
    search = Search(engine(9), None, Budget(nodes=4))
    assert (search.outcome().count, search.outcome().stop) == (4, Stop.BUDGET)
    assert search.nodes_left(3) == 1
    assert search.nodes_left(30) == 0


def test_time_is_counted_from_the_start_and_never_below_zero(monkeypatch):
    clock = [10**9]
    monkeypatch.setattr("sudokubench.backends.base.perf_counter_ns", lambda: clock[0])
    search = Search(engine(9), None, Budget(seconds=2))
    solutions = iter(search)
    assert search.seconds_left() == 2
    next(solutions)
    clock[0] += 1_500_000_000
    assert search.seconds_left() == 0.5
    next(solutions)
    clock[0] += 10**10
    assert search.seconds_left() == 0
    assert list(solutions) == []
    assert (search.outcome().count, search.outcome().stop) == (2, Stop.BUDGET)


@pytest.mark.parametrize("budget", [Budget(), Budget(seconds=1e300), Budget(seconds=float("inf"))])
def test_without_a_bound_nothing_runs_out(budget):
    search = Search(engine(3), None, budget)
    assert (search.seconds_left(), search.nodes_left(10**12)) == (None, None)
    assert search.outcome().stop is Stop.EXHAUSTED


def test_an_engine_that_gives_up_by_itself_is_out_of_budget():
    def run(search):
        yield (0,)
        search.spent()

    outcome = Search(run, None).outcome()
    assert (outcome.count, outcome.stop, outcome.verdict) == (1, Stop.BUDGET, Verdict.UNDECIDED)


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_after_an_error_in_the_engine_nothing_is_claimed(error):
    def run(search):
        yield (0,)
        raise error

    search = Search(run, None)
    with pytest.raises(error):
        list(search)
    assert search.outcome().verdict is Verdict.UNDECIDED
    assert search.outcome().stop is Stop.CANCELLED


@pytest.mark.parametrize("odd", [1, 0, True, -1])
def test_a_number_is_refused_where_a_solution_is_needed(odd):
    search = Search(lambda search: iter([odd]), None)
    with pytest.raises(BackendFailed, match="asked for a solution"):
        list(search)
    assert search.outcome().verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("odd", [-1, True])
def test_a_value_that_is_not_a_number_of_solutions_is_not_counted(odd):
    with pytest.raises(BackendFailed, match="a number of solutions"):
        Search(lambda search: iter([odd]), None).outcome()


def test_none_is_a_solution_and_no_end():
    assert list(Search(lambda search: iter([None]), None)) == [None]


def test_an_engine_that_is_not_a_generator_begins_when_it_is_asked():
    log = []

    def run(search):
        log.append("begun")
        return iter([(0,)])

    search = Search(run, None)
    assert log == []
    assert search.outcome().count == 1


def test_a_generator_exit_of_the_engine_does_not_end_its_callers_in_silence():
    def run(search):
        yield (0,)
        raise GeneratorExit

    with pytest.raises(BackendFailed, match="GeneratorExit"):
        list(Search(run, None))


def test_ctrl_c_as_a_solve_begins_in_another_thread_ends_it(monkeypatch):
    interrupted = Event()
    submit = ThreadPoolExecutor.submit

    def pressed(*args):
        begun = submit(*args)
        signal.raise_signal(signal.SIGINT)
        return begun

    monkeypatch.setattr(ThreadPoolExecutor, "submit", pressed)
    with pytest.raises(KeyboardInterrupt):
        in_other_thread(lambda: interrupted.wait(30), Search(engine(1), None, Budget()), interrupted.set)
    assert interrupted.is_set()
