"""What backends are asked and what they say: tasks, questions, findings and claims."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from sudokubench.answer import Outcome, Solution, Stop, Times, Verdict
from sudokubench.backends import Backend
from sudokubench.errors import one_line
from sudokubench.problem import Instance, Problem

_MOST_OPTIONS = 1 << 16
"""Of a solution."""

_MOST_STATS = 64
_LONGEST_NAME = 64

_NO_TIME = Times()

SHOWN = 2
"""Solutions that a finding holds unless its question wants more: two settle that there are several."""


class Task(Enum):
    """The question of a run."""

    SOLVE = "solve"
    UNIQUE = "unique"
    COUNT = "count"

    @property
    def limit(self) -> int | None:
        """The number of solutions after which the question is answered."""
        return {Task.SOLVE: 1, Task.UNIQUE: 2, Task.COUNT: None}[self]


@dataclass(frozen=True, slots=True)
class Question:
    """One backend, many instances of one problem.

    Attributes:
        engine: The backend.
        problem: Of all the instances.
        instances: They are searched in this order.
        limit: As in a search.
        shown: So many solutions come with each finding.
        turn_s: What is not searched after so many seconds is left for another turn; None ends none. A turn has one
            finding at least, and a batch is searched as a whole.
    """

    engine: Backend
    problem: Problem
    instances: Sequence[Instance]
    limit: int | None
    shown: int = SHOWN
    turn_s: float | None = None


class Termination(Enum):
    """How the work on a puzzle ended, apart from what it found."""

    FINISHED = "finished"
    TIMEOUT = "timeout"
    MEMOUT = "memout"
    CRASH = "crash"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one backend said about one puzzle.

    Attributes:
        outcome: Count, reason to stop, times, statistics. Of a batch, times are the batch's, divided evenly.
        solutions: The first solutions (option ids), as many as the question wants or fewer.
        batch: How many puzzles were searched together; times of a single one are known only if this is 1.
        termination: FINISHED unless the backend failed.
        message: What went wrong.
        memory_bytes: Peak memory of the worker and all it started since it opened the problem, 0 where nobody
            measured it.
        cpu_ns: CPU time of all threads of the engine's process while it searched, and of all that this has started; of
            a batch an even share. 0 where nobody measured it.
        overshoot: How far beyond its limit it was when it was ended: nanoseconds of a TIMEOUT, bytes of a MEMOUT.
    """

    outcome: Outcome
    solutions: tuple[Solution, ...] = ()
    batch: int = 1
    termination: Termination = Termination.FINISHED
    message: str = ""
    memory_bytes: int = 0
    cpu_ns: int = 0
    overshoot: int = 0

    @property
    def verdict(self) -> Verdict:
        """What the backend claims."""
        return self.outcome.verdict

    def as_json(self) -> dict[str, Any]:
        """As plain values, without the solutions: what they look like the problem knows."""
        times = self.outcome.times
        measured = times.total_ns or self.termination is Termination.FINISHED
        return {
            "verdict": self.verdict.value,
            "count": self.outcome.count,
            "exhausted": self.outcome.exhausted,
            "termination": self.termination.value,
            "times_ns": {"encode": times.encode_ns, "solve": times.solve_ns, "decode": times.decode_ns}
            if measured
            else None,
            "batch": self.batch,
            "cpu_ns": self.cpu_ns or None,
            "memory_bytes": self.memory_bytes or None,
            "overshoot": self.overshoot or None,
            "message": self.message,
        }


def failed(termination: Termination, message: str, times: Times = _NO_TIME) -> Finding:
    """The finding of a backend that gave no answer."""
    return Finding(Outcome(0, Stop.CANCELLED, times), termination=termination, message=message)


class NoAnswer(Exception):
    """What a backend says is no answer; the message says why."""


def checked(finding: Finding, shown: int = SHOWN) -> Finding:
    """A finding whose values are what they are declared to be, and of bounded size, whoever has made it.

    All answers pass through here: those of this process, in the worker those that it sends, and here again those that
    it has sent. Whether they are true is not asked. A message is brought into a form that can be kept.

    Args:
        finding: What a backend, or a worker, is said to say.
        shown: So many solutions its question wants at most.

    Raises:
        NoAnswer: The first value that is something else. So is a count without as many solutions, or two: nobody
            has to believe it.
    """
    outcome = finding.outcome
    times, stats = outcome.times, outcome.stats
    if type(outcome.stop) is not Stop:
        raise NoAnswer(f"its search ended with {_shape(outcome.stop)} in place of a Stop")
    for name, number in (
        ("count", outcome.count), ("encode_ns", times.encode_ns), ("solve_ns", times.solve_ns),
        ("decode_ns", times.decode_ns), ("batch", finding.batch), ("memory_bytes", finding.memory_bytes),
        ("cpu_ns", finding.cpu_ns), ("overshoot", finding.overshoot),
    ):  # fmt: skip
        if type(number) is not int or not 0 <= number < 1 << 63:
            raise NoAnswer(f"{name} is {_shape(number)}, and no whole number from 0 of 63 bits")
    if type(stats) is not dict or len(stats) > _MOST_STATS:
        raise NoAnswer(f"stats is {_shape(stats)}, and no dict of at most {_MOST_STATS} numbers")
    for key, number in stats.items():
        if type(key) is not str or not key.isprintable() or len(key) > _LONGEST_NAME:
            raise NoAnswer(
                f"a key of stats is {_shape(key)}, and no name of at most {_LONGEST_NAME} characters"
            )
        if type(number) is not int or not -(1 << 63) <= number < 1 << 63:
            raise NoAnswer(f"stats[{key!r}] is {_shape(number)}, and no whole number of 64 bits")
    if type(finding.solutions) is not tuple or len(finding.solutions) > shown:
        raise NoAnswer(f"more than {shown} solutions shown")
    for solution in finding.solutions:
        _require_solution(solution)
    if len(finding.solutions) < min(outcome.count, SHOWN, shown):
        raise NoAnswer(f"{outcome.count} solutions counted and {len(finding.solutions)} shown")
    if type(finding.message) is not str:
        raise NoAnswer(f"its message is {_shape(finding.message)}")
    message = one_line(finding.message)
    return finding if message == finding.message else replace(finding, message=message)


def _shape(value: object) -> str:
    """A number, or what else it is, in a few characters: to say all of it may take for ever."""
    if type(value) is int and -(1 << 70) < value < 1 << 70:
        return str(value)
    return f"of type {one_line(type(value).__name__, 40)}"


def _require_solution(solution: object) -> None:
    if type(solution) is not tuple or len(solution) > _MOST_OPTIONS:
        raise NoAnswer(f"a solution is {_shape(solution)}, and no tuple of at most {_MOST_OPTIONS:,} options")
    odd = {*map(type, solution)} - {int}
    if odd:
        raise NoAnswer(
            f"a solution holds {_shape(next(o for o in solution if type(o) in odd))}, which is no option"
        )
    try:
        array("q", solution)
    except OverflowError:
        raise NoAnswer("a solution with an option of more than 64 bits") from None


@dataclass(frozen=True, slots=True)
class Claim:
    """A finding with its author.

    Attributes:
        backend: Full name of the backend.
        repeat: The how-manieth time it was asked, from 0.
        finding: What it said.
        kind: The family of its engine.
    """

    backend: str
    repeat: int
    finding: Finding
    kind: str = ""
