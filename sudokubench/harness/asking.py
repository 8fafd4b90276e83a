"""Put a question to a backend and note what it says: the part of a run that is timed and may be isolated."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import perf_counter_ns, process_time_ns
from typing import Any

from sudokubench.answer import UNLIMITED, Budget, Outcome, Solution, Stop, Times
from sudokubench.backends import BatchSession, Session
from sudokubench.encodings.exact_cover import option_count
from sudokubench.harness.finding import SHOWN, Finding, Termination, failed
from sudokubench.problem import Instance, Problem


def warm_up(session: Session, problem: Problem) -> None:
    """Have an engine load and compile what it needs, on an instance that forbids everything and costs next to nothing.

    The first search in a process takes up to twenty times as long as the next. If it fails, the engine will fail
    where that counts.
    """
    everything = range(option_count(problem))
    with suppress(Exception):
        session.search(Instance((), tuple(everything)), limit=1, budget=Budget(seconds=1.0)).outcome()


@contextmanager
def steady_memory() -> Iterator[None]:
    """While many puzzles are searched: what is there already is no garbage, and no collection looks through it.

    A full one would, on some engine's time. To be used for many puzzles at once: what is young garbage at its end
    is looked through rarely ever after, so it is collected at its beginning.
    """
    gc.collect(1)
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def ask(
    session: Session,
    instances: Sequence[Instance],
    limit: int | None,
    budget: Budget = UNLIMITED,
    shown: int = SHOWN,
) -> list[Finding]:
    """Put one question about many instances to a session; engines that take batches get them at once.

    `budget` is for each instance, and for a batch as a whole: no puzzle in it may cost more than it could alone.
    What a batch leaves undecided is asked again by itself. An exception of the engine becomes a finding: a broken
    engine must not end a run.
    """
    if not takes_batch(session, instances, limit, shown):
        return [_ask_one(session, instance, limit, budget, shown) for instance in instances]
    try:
        found = _ask_batch(session, instances, limit or 0, budget)
    except Exception as error:
        return [failed(Termination.ERROR, f"{type(error).__name__}: {error}")] * len(instances)
    return [
        _ask_one(session, instance, limit, budget, shown) if finding.outcome.stop is Stop.BUDGET else finding
        for instance, finding in zip(instances, found, strict=True)
    ]


def takes_batch(
    session: Session, instances: Sequence[Instance], limit: int | None, shown: int = SHOWN
) -> bool:
    """Whether the session's engine searches these instances together: then nobody knows the time of each."""
    if limit is None or len(instances) < 2 or not isinstance(session, BatchSession) or session.lanes == 1:
        return False
    if min(shown, limit) > SHOWN:  # a batch shows no more
        return False
    size: int = session.layout.size  # a batch is an array of digits: one a cell, and nothing forbidden
    return not any(i.forbidden or len({o // size for o in i.chosen}) < len(i.chosen) for i in instances)


def _ask_one(session: Session, instance: Instance, limit: int | None, budget: Budget, most: int) -> Finding:
    begun, cpu_begun = perf_counter_ns(), process_time_ns()
    try:
        search = session.search(instance, limit=limit, budget=budget)
        shown: list[Solution] = []
        for solution in search:
            shown.append(solution)
            if len(shown) == most:
                break
        outcome = search.outcome()
    except Exception as error:
        return failed(Termination.ERROR, f"{type(error).__name__}: {error}")
    ended = Termination.TIMEOUT if outcome.stop is Stop.BUDGET else Termination.FINISHED
    lie = _clock_lies(outcome.times, perf_counter_ns() - begun, process_time_ns() - cpu_begun)
    return Finding(outcome, tuple(shown), termination=Termination.ERROR if lie else ended, message=lie)


def _clock_lies(times: Times, elapsed_ns: int, cpu_ns: int) -> str:
    """What is wrong with the times that an engine reports, given those that we measured around it; else empty.

    It cannot take longer than we waited, nor less than nothing. And it has to account for much work: by CPU time,
    since on the clock a busy machine may put the whole process to sleep while no engine looks.
    """
    least, most = (cpu_ns // 5 if cpu_ns > 50_000_000 else 0), elapsed_ns + 1_000_000
    if min(times.encode_ns, times.solve_ns, times.decode_ns) >= 0 and least <= times.total_ns <= most:
        return ""
    return (
        f"its clock says {times.total_ns / 1e9:.3g} s, we waited {elapsed_ns / 1e9:.3g} s "
        f"and it used {cpu_ns / 1e9:.3g} s of CPU time"
    )


def _ask_batch(session: Any, instances: Sequence[Instance], limit: int, budget: Budget) -> list[Finding]:
    import numpy as np

    n, layout = len(instances), session.layout
    digits = np.frombuffer(b"".join(layout.digits(i.chosen) for i in instances), np.uint8).reshape(n, -1)
    begun, cpu_begun = perf_counter_ns(), process_time_ns()
    answer = session.search_many(digits, limit=limit, budget=budget)
    lie = _clock_lies(answer.times, perf_counter_ns() - begun, process_time_ns() - cpu_begun)
    if lie:
        return [failed(Termination.ERROR, lie)] * n
    share = Times(*(t // n for t in (answer.times.encode_ns, answer.times.solve_ns, answer.times.decode_ns)))
    first_option = np.arange(layout.cell_count, dtype=np.int64) * layout.size - 1
    shown = (answer.solutions.astype(np.int64) + first_option).tolist()
    findings = []
    for count, done, found in zip(answer.counts.tolist(), answer.exhausted.tolist(), shown, strict=True):
        stop = Stop.EXHAUSTED if done else Stop.LIMIT if count >= limit else Stop.BUDGET
        findings.append(Finding(Outcome(count, stop, share), tuple(map(tuple, found[:count])), n))
    return findings
