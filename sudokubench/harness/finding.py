"""What backends are asked and what they say: tasks, questions, findings and claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from sudokubench.answer import Outcome, Solution, Stop, Times, Verdict
from sudokubench.backends import Backend
from sudokubench.backends.gate import NoAnswer, require_numbers, require_outcome, require_solution, shape
from sudokubench.errors import one_line
from sudokubench.problem import Instance, Problem

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


class Bound(Enum):
    """A limit on what one puzzle may cost."""

    WALL = "wall"
    CPU = "cpu"
    MEMORY = "memory"


OF_CPU_TIME = "s of CPU time"
"""The message of what reached the limit on CPU time ends so; one beyond the time on the clock does not."""


def bound_of(termination: object, message: object) -> str | None:
    """Return the value of the `Bound` that ended the work on a puzzle; None if none did.

    Args:
        termination: As a record has it, the value of a `Termination`.
        message: As a record has it. Records of all versions tell the limit by it.
    """
    if termination == Termination.TIMEOUT.value:
        return Bound.CPU.value if str(message).endswith(OF_CPU_TIME) else Bound.WALL.value
    return Bound.MEMORY.value if termination == Termination.MEMOUT.value else None


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
            "bound": bound_of(self.termination.value, self.message),
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


def checked(finding: Finding, shown: int = SHOWN) -> Finding:
    """A finding whose values are what they are declared to be, and of bounded size, whoever has made it.

    All answers pass through here: those of this process, in the worker those that it sends, and here again those that
    it has sent. Whether they are true is not asked. A message is brought into a form that can be kept.

    Args:
        finding: What a backend, or a worker, is said to say.
        shown: So many solutions its question wants at most.

    Raises:
        NoAnswer: The first value that is something else. So is a count without as many solutions, or as many as the
            question wants: a reader need not believe it.
    """
    outcome = finding.outcome
    require_outcome(outcome)
    require_numbers(
        batch=finding.batch,
        memory_bytes=finding.memory_bytes,
        cpu_ns=finding.cpu_ns,
        overshoot=finding.overshoot,
    )
    if type(finding.solutions) is not tuple or len(finding.solutions) > shown:
        raise NoAnswer(f"more than {shown} solutions shown")
    for solution in finding.solutions:
        require_solution(solution)
    if len(finding.solutions) < min(outcome.count, shown):
        raise NoAnswer(f"{outcome.count} solutions counted and {len(finding.solutions)} shown")
    if type(finding.message) is not str:
        raise NoAnswer(f"its message is {shape(finding.message)}")
    message = one_line(finding.message)
    return finding if message == finding.message else replace(finding, message=message)


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
