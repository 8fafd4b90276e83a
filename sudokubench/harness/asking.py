"""Ask a backend, in this process or in an isolated worker: warm it up, measure wall-clock and CPU time."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from math import inf
from threading import Event
from time import monotonic, perf_counter_ns, process_time_ns
from typing import TYPE_CHECKING, Any

from sudokubench.answer import UNLIMITED, Budget, Outcome, Solution, Stop, Times, Verdict, verdict_of
from sudokubench.backends import Backend, BatchAnswer, BatchSession, EngineSession, Search, Session
from sudokubench.backends.base import NoAnswer
from sudokubench.backends.gate import checked_batch, require_unchanged
from sudokubench.backends.pool import lent_session
from sudokubench.backends.words import OVER_LIMIT
from sudokubench.encodings.exact_cover import option_count
from sudokubench.errors import error_line
from sudokubench.harness.finding import SHOWN, Finding, Question, Termination, checked, failed
from sudokubench.harness.words import FALSE_CLOCK, GAVE_UP, NO_CLOCK, NODES_SPENT, OPTION_FULL, OVER_WALL
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Problem
from sudokubench.processes import interruption

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudokubench.processes.tree import OwnCost

_CLOCKS_DIFFER_NS = 1_000_000
"""Tolerance, in nanoseconds, by which an engine's own clock may exceed our measurement around it."""


def warm_up(session: Session, problem: Problem, boards: int = 1, limit: int | None = 1) -> None:
    """Make an engine load and compile what it needs: search an instance that forbids all options, at almost no cost.

    Some engines load more for a larger `limit`. If `boards` is above 1, also search a batch with this number of
    contradictory boards. The first search in a process takes up to twenty times as long as the next. Errors are
    ignored: the engine will fail again in the search that is judged. An engine that Python interprets is not warmed up.
    """
    if getattr(getattr(session, "engine", None), "interprets", False) is True:
        return
    everything = range(option_count(problem))
    try:
        session.search(Instance((), tuple(everything)), limit=limit, budget=Budget(seconds=1.0)).outcome()
        if boards > 1 and isinstance(session, BatchSession):
            import numpy as np

            digits = np.zeros((boards, session.layout.cell_count), np.uint8)
            digits[:, :2] = 1
            session.search_many(digits, limit=1, budget=Budget(seconds=1.0))
    except BaseException as error:
        if interruption.is_ctrl_c(error):
            raise


@contextmanager
def steady_memory() -> Iterator[None]:
    """Keep existing objects out of garbage collection while many puzzles are searched.

    Otherwise the time of a full collection would count for the engine that runs then. Use one context for many puzzles:
    its end moves all frozen objects, garbage included, into the oldest generation, which Python rarely collects. So the
    function first collects the younger generations. Python can only unfreeze all objects, so if the caller has frozen
    some, the function does nothing.
    """
    if gc.get_freeze_count():
        yield
        return
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
    """Return the findings of a session about many instances. An engine that takes batches gets one batch.

    `budget` limits each instance, and also a whole batch, so that each instance of a batch stays within the limit.
    Instances that a batch leaves undecided are asked again one by one. A finding holds up to `shown` solutions. An
    exception of the engine or a malformed answer becomes a finding, too: a broken engine must not end a run.
    """
    process = os.getpid()
    batch: list[Finding] = []
    try:
        if takes_batch(session, instances, limit, shown):
            batch = _ask_batch(session, instances, limit or 0, budget)
    except BaseException as error:
        batch = [_failure(error)] * len(instances)
    found = []
    for instance, together in zip_longest(instances, batch):
        undecided = together is None or together.outcome.stop is Stop.BUDGET
        found.append(_ask_one(session, instance, limit, budget, shown) if undecided else together)
        if os.getpid() != process:  # the engine has forked: its child has no question to answer
            os._exit(1)
    return found


def costed(
    session: Session, question: Question, budget: Budget, cost: OwnCost, together: bool
) -> Iterator[list[Finding]]:
    """Yield findings as `ask` returns them, piece by piece, until the turn of the question is over.

    The CPU time of the processes that the engine has started is shared evenly by the findings of a piece.

    Args:
        cost: Measures this process and the engine's other processes; its `spent` is the cost of the last piece.
        together: Whether all instances are one piece (see `takes_batch`); otherwise each instance is a piece.
    """
    end = inf if question.turn_s is None else monotonic() + question.turn_s
    for part in [question.instances] if together else ([instance] for instance in question.instances):
        cost.begin()
        findings = ask(session, part, question.limit, budget, question.shown)
        cost.end()
        others_ns = cost.others_ns // len(findings)
        yield [replace(f, cpu_ns=f.cpu_ns + others_ns) for f in findings] if others_ns else findings
        if monotonic() >= end:
            return


def takes_batch(session: Session, instances: Sequence[Instance], limit: int | None, shown: int) -> bool:
    """Return whether the engine searches these instances as a batch: then the time of a single instance is unknown."""
    if limit is None or len(instances) < 2 or not isinstance(session, BatchSession) or session.lanes == 1:
        return False
    if min(shown, limit) > SHOWN or limit > session.most:  # more than a batch shows or counts
        return False
    size: int = session.layout.size  # a batch holds at most one digit a cell, and no forbidden options
    return not any(i.forbidden or len({o // size for o in i.chosen}) < len(i.chosen) for i in instances)


def has_lanes(engine: Backend, layout: Layout) -> bool:
    """Return whether an engine works on many boards of a layout at the same time; False if the engine fails."""
    try:
        with lent_session(engine, layout) as session:
            return isinstance(session, BatchSession) and session.lanes > 1
    except BaseException as error:  # the engine will fail again in its search
        if interruption.is_ctrl_c(error):
            raise
        return False


def _failure(error: BaseException) -> Finding:
    """Return an engine's exception as a finding; raise a Ctrl-C again."""
    if interruption.is_ctrl_c(error):
        raise error
    return failed(Termination.ERROR, str(error) if isinstance(error, NoAnswer) else error_line(error))


def _ask_one(session: Session, instance: Instance, limit: int | None, budget: Budget, most: int) -> Finding:
    try:
        watch, begun = _Stopwatch(), perf_counter_ns()
        watch.start()
        search = session.search(instance, limit=limit, budget=budget)
        stepwise = type(search) is Search
        if stepwise:  # otherwise all work counts as work of the engine
            # `EngineSession.search` only prepares the search: its time does not count.
            watch.stop(counts=type(session).search is not EngineSession.search)
            search.led_through(watch.steps)
        shown: list[Solution] = []
        for solution in search:
            shown.append(solution)
            if len(shown) == most:
                break
        outcome = search.outcome()
        if not stepwise:
            watch.stop()
        if limit is not None and type(outcome.count) is int and outcome.count > limit:
            raise NoAnswer(OVER_LIMIT.format(count=outcome.count, limit=limit))
        times = _divided(watch.ns, outcome.times, perf_counter_ns() - begun)
        outcome = Outcome(outcome.count, outcome.stop, times, dict(outcome.stats))
        late = budget.seconds is not None and times.total_ns > 1e9 * budget.seconds  # solutions still count
        ended = Termination.TIMEOUT if late or outcome.stop is Stop.BUDGET else Termination.FINISHED
        message = _why_late(budget, perf_counter_ns() - begun) if ended is Termination.TIMEOUT else ""
        if outcome.stop is Stop.MEMORY and not late:
            ended, message = Termination.MEMOUT, OPTION_FULL.en
        return checked(Finding(outcome, tuple(shown), 1, ended, message, cpu_ns=watch.cpu_ns), most)
    except BaseException as error:
        return _failure(error)


def _why_late(budget: Budget, passed_ns: int) -> str:
    """Return why a search did not finish: its time limit, if half of it has passed; else its node limit. Without a
    node limit the engine gave up."""
    if budget.seconds is not None and passed_ns > 5e8 * budget.seconds:
        return OVER_WALL.format(limit=budget.seconds).en
    return (GAVE_UP if budget.nodes is None else NODES_SPENT.format(nodes=f"{budget.nodes:,}")).en


class _Stopwatch:
    """Wall-clock and CPU time spent in an engine, by our clocks; the engine gets no reference to the stopwatch."""

    __slots__ = ("_begun", "_begun_cpu", "cpu_ns", "ns")

    def __init__(self) -> None:
        self.ns = self.cpu_ns = 0

    def start(self) -> None:
        self._begun_cpu, self._begun = process_time_ns(), perf_counter_ns()

    def stop(self, counts: bool = True) -> None:
        ns, cpu_ns = perf_counter_ns() - self._begun, process_time_ns() - self._begun_cpu
        if counts:
            self.ns += ns
            self.cpu_ns += cpu_ns

    def steps(self, engine: Generator[Solution | int, None, None]) -> Generator[Solution | int, None, None]:
        """Yield the engine's answers; measure only the time that the engine takes, not the caller's time in between."""
        self.start()
        try:
            for found in engine:
                self.stop()
                yield found
                self.start()
        except GeneratorExit:
            self.start()
            raise
        finally:
            engine.close()
            self.stop()


def _divided(total_ns: int, own: Times, waited_ns: int) -> Times:
    """Divide the time measured around an engine into the phases that its own clock shows; the rest counts as solving.

    Args:
        total_ns: The time in the engine alone, in nanoseconds.
        own: The times of its own clock. They must be whole numbers from 0, and not longer than `waited_ns`.
        waited_ns: Time from the question to the end, in nanoseconds. A busy machine may suspend us while only the
            engine's clock runs.
    """
    phases = own.encode_ns, own.solve_ns, own.decode_ns
    if {*map(type, phases)} != {int}:
        raise NoAnswer(NO_CLOCK)
    if min(phases) < 0 or sum(phases) > waited_ns + _CLOCKS_DIFFER_NS:
        raise NoAnswer(FALSE_CLOCK.format(own=sum(phases) / 1e9, waited=waited_ns / 1e9))
    encode_ns = min(own.encode_ns, total_ns)
    decode_ns = min(own.decode_ns, total_ns - encode_ns)
    return Times(encode_ns, total_ns - encode_ns - decode_ns, decode_ns)


def _ask_batch(session: Any, instances: Sequence[Instance], limit: int, budget: Budget) -> list[Finding]:
    import numpy as np

    digits = np.frombuffer(b"".join(session.layout.digits(i.chosen) for i in instances), np.uint8)
    search = partial(session.search_many, limit=limit, budget=budget)
    return _ask_digits(search, session.layout, digits.reshape(len(instances), -1), limit).findings()


def ask_digits(
    engine: Backend,
    session: Session,
    layout: Layout,
    budget: Budget,
    threads: int,
    digits: NDArray[np.uint8],
    limit: int,
) -> BatchFound | Finding:
    """Return the answer of an engine to a batch of boards (n, cells); if the engine fails, a finding.

    `threads` threads search parts of the batch: this thread in `session`, each other thread in a session of its own.
    """
    import numpy as np

    ended = Event()

    def searched(part: NDArray[np.uint8], session: Session) -> BatchAnswer:
        assert isinstance(session, BatchSession)
        return session.search_many(part, limit=limit, budget=budget, cancelled=ended.is_set)

    def searched_apart(part: NDArray[np.uint8]) -> BatchAnswer:
        with lent_session(engine, layout) as another:
            return searched(part, another)

    def together(digits: NDArray[np.uint8]) -> BatchAnswer:
        if threads == 1:
            return searched(digits, session)
        mine, *others = np.array_split(digits, threads)
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(threads)
        try:
            theirs = pool.map(searched_apart, others)  # these threads start now
            parts = [searched(mine, session), *theirs]
        finally:
            ended.set()
            pool.shutdown()
        counts, shown, exhausted = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("counts", "solutions", "exhausted")
        )
        return BatchAnswer(counts, shown, exhausted, Times(), {})

    try:
        return _ask_digits(together, layout, digits, limit)
    except BaseException as error:
        return _failure(error)


def _ask_digits(
    search: Callable[[NDArray[np.uint8]], BatchAnswer], layout: Layout, digits: NDArray[np.uint8], limit: int
) -> BatchFound:
    import numpy as np

    n = len(digits)
    own = digits.copy()  # an engine may write into its input, and other engines get the same boards
    cpu_ns, begun = process_time_ns(), perf_counter_ns()
    answer = search(own)
    waited_ns, cpu_ns = perf_counter_ns() - begun, process_time_ns() - cpu_ns
    require_unchanged(own, digits)
    answer = checked_batch(answer, n, layout.cell_count, limit)
    unshown = min(limit, SHOWN) - answer.solutions.shape[1]
    if unshown > 0:  # the engine counted solutions without showing them; the cross-check finds these boards
        answer = replace(answer, solutions=np.pad(answer.solutions, ((0, 0), (0, unshown), (0, 0))))
    times = _divided(waited_ns, answer.times, waited_ns)
    share = Times(*(t // n for t in (times.encode_ns, times.solve_ns, times.decode_ns)))
    return BatchFound(layout, answer, limit, share, cpu_ns // n)


@dataclass(frozen=True, slots=True)
class BatchFound:
    """An engine's answer to a batch.

    Attributes:
        limit: Number of solutions wanted for each board.
        share: The time of one board, an even share of the batch.
        cpu_ns: The CPU time of one board, an even share, in nanoseconds.
    """

    layout: Layout
    answer: BatchAnswer
    limit: int
    share: Times
    cpu_ns: int

    def undecided(self) -> bool:
        """Return whether some board was left undecided."""
        return not bool((self.answer.exhausted | (self.answer.counts >= self.limit)).all())

    def verdicts(self) -> list[Verdict]:
        """Return the verdict of each board."""
        counts, exhausted = self.answer.counts.tolist(), self.answer.exhausted.tolist()
        return [
            verdict_of(count, self._stop(count, done)) for count, done in zip(counts, exhausted, strict=True)
        ]

    def _stop(self, count: int, done: bool) -> Stop:
        return Stop.EXHAUSTED if done else Stop.LIMIT if count >= self.limit else Stop.BUDGET

    def findings(self, rows: slice | NDArray[np.int64] = slice(None)) -> list[Finding]:
        """Return the findings of the boards in `rows`; by default of all."""
        import numpy as np

        layout, answer = self.layout, self.answer
        first_option = np.arange(layout.cell_count, dtype=np.int64) * layout.size - 1
        shown = (answer.solutions[rows, :SHOWN].astype(np.int64) + first_option).tolist()
        found = []
        for count, done, solutions in zip(
            answer.counts[rows].tolist(), answer.exhausted[rows].tolist(), shown, strict=True
        ):
            outcome = Outcome(count, self._stop(count, done), self.share)
            options = tuple(map(tuple, solutions[:count]))
            found.append(checked(Finding(outcome, options, len(answer.counts), cpu_ns=self.cpu_ns)))
        return found
