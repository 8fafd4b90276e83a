"""What backends are asked and what they say: tasks, questions, findings and claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sudokubench.answer import Outcome, Solution, Stop, Times, Verdict
from sudokubench.backends import Backend
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
    """One backend, many instances of one problem; `limit` as in a search, `shown` solutions in each finding."""

    engine: Backend
    problem: Problem
    instances: Sequence[Instance]
    limit: int | None
    shown: int = SHOWN


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
        cpu_ns: CPU time of the worker and all it started, of a batch an even share; 0 where nobody measured it.
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
        return {
            "verdict": self.verdict.value,
            "count": self.outcome.count,
            "exhausted": self.outcome.exhausted,
            "termination": self.termination.value,
            "times_ns": {"encode": times.encode_ns, "solve": times.solve_ns, "decode": times.decode_ns},
            "batch": self.batch,
            "cpu_ns": self.cpu_ns or None,
            "memory_bytes": self.memory_bytes or None,
            "overshoot": self.overshoot or None,
            "message": self.message,
        }


def failed(termination: Termination, message: str, times: Times = _NO_TIME) -> Finding:
    """The finding of a backend that gave no answer."""
    return Finding(Outcome(0, Stop.CANCELLED, times), termination=termination, message=message)


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
