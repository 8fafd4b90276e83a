"""Questions to backends and their answers: tasks, questions, findings with their first solutions, claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from sudokubench.answer import Outcome, Solution, Stop, Times, Verdict
from sudokubench.backends import Backend
from sudokubench.backends.base import NoAnswer
from sudokubench.backends.gate import require_numbers, require_outcome, require_solution, shape
from sudokubench.backends.words import COUNTED_AND_SHOWN
from sudokubench.errors import one_line
from sudokubench.harness.words import MORE_SHOWN, NO_MESSAGE
from sudokubench.problem import Instance, Problem

_NO_TIME = Times()

SHOWN = 2
"""Number of solutions that a finding holds if its question does not ask for more: two prove that there are several."""
SAMPLE = 100
"""Number of solutions that a finding holds if all are counted: only these are checked."""


def most_shown(limit: int | None) -> int:
    """Return the number of solutions that a finding of a run holds if its searches stop at `limit`."""
    return SHOWN if limit else SAMPLE


class Task(Enum):
    """The question of a run."""

    SOLVE = "solve"
    UNIQUE = "unique"
    COUNT = "count"

    @property
    def limit(self) -> int | None:
        """The number of solutions after which the question is answered; None for all."""
        return {Task.SOLVE: 1, Task.UNIQUE: 2, Task.COUNT: None}[self]


@dataclass(frozen=True, slots=True)
class Question:
    """A question to one backend about many instances of one problem.

    Attributes:
        instances: The instances, in the order of the searches.
        limit: Number of solutions at which a search stops; None for all.
        shown: Number of solutions that come with each finding.
        turn_s: Time after which the worker stops and leaves the other instances for another turn, in seconds; None for
            no end. A turn has at least one finding, and a batch is searched as a whole.
    """

    engine: Backend
    problem: Problem
    instances: Sequence[Instance]
    limit: int | None
    shown: int = SHOWN
    turn_s: float | None = None


class Termination(Enum):
    """How the work on a puzzle ended, apart from its result."""

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
"""The end of a message about a limit on CPU time; messages about wall-clock time end differently."""


def bound_of(termination: object, message: object) -> str | None:
    """Return which limit ended the work on a puzzle, as the value of a `Bound`; None if no limit ended it.

    `termination` is the value of a `Termination`. A TIMEOUT counts as CPU if its message ends with `OF_CPU_TIME`, and
    as WALL otherwise.
    """
    if termination == Termination.TIMEOUT.value:
        return Bound.CPU.value if str(message).endswith(OF_CPU_TIME) else Bound.WALL.value
    return Bound.MEMORY.value if termination == Termination.MEMOUT.value else None


@dataclass(frozen=True, slots=True)
class Finding:
    """One backend's answer to one puzzle.

    Attributes:
        outcome: Count, reason to stop, times, statistics. In a batch, the batch's times are divided evenly.
        solutions: The first solutions (option ids), at most as many as the question wants.
        batch: Number of puzzles that were searched together; the time of a single puzzle is known only if this is 1.
        termination: FINISHED unless a limit ended the work or the backend failed.
        message: What went wrong.
        memory_bytes: Peak memory of the worker and all its children since it began the first puzzle of its turn, in
            bytes; 0 if it was not measured.
        cpu_ns: CPU time of all threads of the engine's process while it searched, and of all its children, in
            nanoseconds; in a batch an even share. 0 if it was not measured.
        overshoot: How far the search was beyond its limit at its end: nanoseconds of a TIMEOUT, bytes of a MEMOUT;
            0 if it was not measured.
        unopened: Whether the backend failed before it had opened the problem, so that the message is about no puzzle.
    """

    outcome: Outcome
    solutions: tuple[Solution, ...] = ()
    batch: int = 1
    termination: Termination = Termination.FINISHED
    message: str = ""
    memory_bytes: int = 0
    cpu_ns: int = 0
    overshoot: int = 0
    unopened: bool = False

    @property
    def verdict(self) -> Verdict:
        """The verdict of the backend."""
        return self.outcome.verdict

    def as_json(self) -> dict[str, Any]:
        """Return plain values, without the solutions: only the problem can display them."""
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


def failed(
    termination: Termination, message: str, times: Times = _NO_TIME, *, unopened: bool = False
) -> Finding:
    """Return the finding of a backend that gave no valid answer."""
    outcome = Outcome(0, Stop.CANCELLED, times)
    return Finding(outcome, termination=termination, message=str(message), unopened=unopened)


def checked(finding: Finding, shown: int = SHOWN) -> Finding:
    """Return a finding if its values have the declared types and bounded sizes; refuse it otherwise.

    All answers pass this check: in this process, in a worker before it sends them, and in the parent after it receives
    them. It does not decide whether they are true. It makes the message one line that can be stored. A finding must
    show all solutions that it counts; if it counts more than `shown`, it must show `shown`.
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
        raise NoAnswer(MORE_SHOWN.format(most=shown))
    for solution in finding.solutions:
        require_solution(solution)
    if len(finding.solutions) < min(outcome.count, shown):
        raise NoAnswer(COUNTED_AND_SHOWN.format(counted=outcome.count, shown=len(finding.solutions)))
    if type(finding.message) is not str:
        raise NoAnswer(NO_MESSAGE.format(value=shape(finding.message)))
    message = one_line(finding.message)
    return finding if message == finding.message else replace(finding, message=message)


@dataclass(frozen=True, slots=True)
class Claim:
    """A finding with the full name and the family (`kind`) of its backend, and the number of its round, from 0."""

    backend: str
    repeat: int
    finding: Finding
    kind: str = ""
