"""Put a question to a backend and note what it says: the part of a run that is timed and may be isolated."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from math import inf
from threading import Event
from time import monotonic, perf_counter_ns, process_time_ns
from typing import TYPE_CHECKING, Any

from sudokubench import interruption
from sudokubench.answer import UNLIMITED, Budget, Outcome, Solution, Stop, Times, Verdict, verdict_of
from sudokubench.backends import Backend, BatchAnswer, BatchSession, EngineSession, Search, Session
from sudokubench.backends.gate import NoAnswer, checked_batch, require_unchanged, shape
from sudokubench.backends.pool import lent_session
from sudokubench.encodings.exact_cover import option_count
from sudokubench.errors import told
from sudokubench.harness.finding import SHOWN, Finding, Termination, checked, failed
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudokubench.harness.process_tree import OwnCost

_CLOCKS_DIFFER_NS = 1_000_000
"""So much more than we measured around it may an engine's own clock show."""


def warm_up(session: Session, problem: Problem) -> None:
    """Have an engine load and compile what it needs, on an instance that forbids everything and costs next to nothing.

    The first search in a process takes up to twenty times as long as the next. If it fails, the engine will fail
    where that counts.
    """
    everything = range(option_count(problem))
    try:
        session.search(Instance((), tuple(everything)), limit=1, budget=Budget(seconds=1.0)).outcome()
    except BaseException as error:
        if interruption.is_ctrl_c(error):
            raise


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
    What a batch leaves undecided is asked again by itself. Whatever the engine raises becomes a finding, and so does
    what is no answer: a broken engine must not end a run.
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
        if os.getpid() != process:  # the engine has forked, and this is the other process, which nobody asked
            os._exit(1)
    return found


def costed(
    session: Session,
    instances: Sequence[Instance],
    limit: int | None,
    budget: Budget,
    shown: int,
    cost: OwnCost,
    together: bool,
) -> Iterator[list[Finding]]:
    """Ask as `ask` does; add the CPU time of the processes that the engine has started.

    Args:
        session: As in `ask`, like `instances`, `limit`, `budget` and `shown`.
        cost: Measures this process and the engine's other ones; its `spent` is what the last piece has cost.
        together: Whether all instances are one piece, see `takes_batch`, or each is one.

    Yields:
        The findings of each piece. They share the CPU time of the engine's other processes evenly.
    """
    for part in [instances] if together else ([instance] for instance in instances):
        cost.begin()
        findings = ask(session, part, limit, budget, shown)
        cost.end()
        others_ns = cost.others_ns // len(findings)
        yield [replace(f, cpu_ns=f.cpu_ns + others_ns) for f in findings] if others_ns else findings


def in_turn(pieces: Iterable[list[Finding]], turn_s: float | None) -> Iterator[list[Finding]]:
    """What is found until a turn is over; the piece that is under way then is the last. None is no end."""
    end = inf if turn_s is None else monotonic() + turn_s
    for piece in pieces:
        yield piece
        if monotonic() >= end:
            return


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


def has_lanes(engine: Backend, layout: Layout) -> bool:
    """Whether an engine works on many boards of a layout at the same time."""
    try:
        with lent_session(engine, layout) as session:
            return isinstance(session, BatchSession) and session.lanes > 1
    except BaseException as error:  # it will fail where that counts
        if interruption.is_ctrl_c(error):
            raise
        return False


def _failure(error: BaseException) -> Finding:
    """What an engine has raised, as a finding; a Ctrl-C is raised again."""
    if interruption.is_ctrl_c(error):
        raise error
    return failed(Termination.ERROR, str(error) if isinstance(error, NoAnswer) else told(error))


def _ask_one(session: Session, instance: Instance, limit: int | None, budget: Budget, most: int) -> Finding:
    try:
        watch, begun = _Stopwatch(), perf_counter_ns()
        watch.start()
        search = session.search(instance, limit=limit, budget=budget)
        stepwise = type(search) is Search
        if stepwise:  # else whatever it does is the engine's
            watch.stop(counts=type(session).search is not EngineSession.search)  # which only prepares
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
            raise NoAnswer(f"{shape(outcome.count)} solutions, where up to {limit} were asked for")
        times = _divided(watch.ns, outcome.times, perf_counter_ns() - begun)
        outcome = Outcome(outcome.count, outcome.stop, times, dict(outcome.stats))
        late = budget.seconds is not None and times.total_ns > 1e9 * budget.seconds  # what it found is kept
        ended = Termination.TIMEOUT if late or outcome.stop is Stop.BUDGET else Termination.FINISHED
        return checked(Finding(outcome, tuple(shown), termination=ended, cpu_ns=watch.cpu_ns), most)
    except BaseException as error:
        return _failure(error)


class _Stopwatch:
    """The time that goes by in an engine and what it costs, by our clocks; nothing that the engine gets leads here."""

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
        """The same engine, timed from each question to its answer: what becomes of an answer is not its time."""
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
    """What we measured around an engine, in the phases that its own clock tells; what it does not tell is solving.

    Args:
        total_ns: The time in the engine alone.
        own: What its clock says.
        waited_ns: From the question to the end. A busy machine may put us to sleep when only the engine's clock runs.

    Raises:
        NoAnswer: Its clock shows less than nothing, or more than we waited.
    """
    phases = own.encode_ns, own.solve_ns, own.decode_ns
    if {*map(type, phases)} != {int}:
        raise NoAnswer("its clock shows what is no whole number")
    if min(phases) < 0 or sum(phases) > waited_ns + _CLOCKS_DIFFER_NS:
        raise NoAnswer(f"its clock says {sum(phases) / 1e9:.3g} s, and we waited {waited_ns / 1e9:.3g} s")
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
    """Put one question about boards (n, cells) to an engine of batches, in a session; a finding only if it fails.

    So many threads search parts of them, the others each in a session of its own; compiled engines do so side by side.
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
        pool = ThreadPoolExecutor(threads)
        try:
            theirs = pool.map(searched_apart, others)  # at work from now on
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
    own = (
        digits.copy()
    )  # an engine may write into what it is given, and others are asked about the same boards
    cpu_ns, begun = process_time_ns(), perf_counter_ns()
    answer = search(own)
    waited_ns, cpu_ns = perf_counter_ns() - begun, process_time_ns() - cpu_ns
    require_unchanged(own, digits)
    answer = checked_batch(answer, n, layout.cell_count, limit)
    unshown = min(limit, SHOWN) - answer.solutions.shape[1]
    if unshown > 0:  # whoever counts more than it shows is told so, board by board
        answer = replace(answer, solutions=np.pad(answer.solutions, ((0, 0), (0, unshown), (0, 0))))
    times = _divided(waited_ns, answer.times, waited_ns)
    share = Times(*(t // n for t in (times.encode_ns, times.solve_ns, times.decode_ns)))
    return BatchFound(layout, answer, limit, share, cpu_ns // n)


@dataclass(frozen=True, slots=True)
class BatchFound:
    """What an engine said of a batch.

    Attributes:
        layout: Of its boards.
        answer: As the engine gave it.
        limit: Solutions of each that were wanted.
        share: The time for one, as an even share.
        cpu_ns: The same of its CPU time.
    """

    layout: Layout
    answer: BatchAnswer
    limit: int
    share: Times
    cpu_ns: int

    def undecided(self) -> bool:
        """Whether some board was left undecided."""
        return not bool((self.answer.exhausted | (self.answer.counts >= self.limit)).all())

    def verdicts(self) -> list[Verdict]:
        """What is claimed of each board."""
        counts, exhausted = self.answer.counts.tolist(), self.answer.exhausted.tolist()
        return [
            verdict_of(count, self._stop(count, done)) for count, done in zip(counts, exhausted, strict=True)
        ]

    def _stop(self, count: int, done: bool) -> Stop:
        return Stop.EXHAUSTED if done else Stop.LIMIT if count >= self.limit else Stop.BUDGET

    def findings(self, rows: slice | NDArray[np.int64] = slice(None)) -> list[Finding]:
        """What that is for each board, or some."""
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
