"""Measure two sides now, in turns: two backends, or one backend of two versions of this package.

A disturbance of the machine affects two processes alike if they run only some hundredths of a second apart. So they
take turns at slices of the same puzzles, in random order. The memory layout of a process changes its speed by several
per cent. Repetitions in one process do not show this (Mytkowicz et al., Producing Wrong Data Without Doing Anything
Obviously Wrong!, 2009). So a round is a new pair of processes that do the same work as the pairs before. The variation
between rounds shows how sure the ratio is (Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, 2013).
"""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import tarfile
import tomllib
from collections.abc import Generator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryFile, mkdtemp
from time import monotonic
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sudokubench.answer import Stop, Verdict, verdict_of
from sudokubench.core_words import NAMED
from sudokubench.errors import BackendFailed, UsageError, one_line, signal_name
from sudokubench.harness import live_worker
from sudokubench.harness.finding import Task
from sudokubench.harness.limits import LIVE_GRACE_S, LIVE_OPENING_S
from sudokubench.harness.par2 import par2
from sudokubench.harness.words import (
    EXIT_CODE,
    NO_VERSION,
    OTHER_VERSION,
    PROCESS_ENDED,
    SAID_NOTHING,
    SILENT,
)
from sudokubench.processes.tree import WorkerProcess
from sudokubench.words import Words

HERE = Path(live_worker.__file__).parents[2]
"""The folder that holds the package `sudokubench` of this process."""

_SLICE_NS = 30_000_000
"""Time after which a slice of searches ends, in nanoseconds."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two sides: its name in messages, its engine, and the folder that holds its version of the package."""

    name: str
    backend: str
    home: Path = HERE


@dataclass(frozen=True, slots=True)
class LiveRound:
    """The results of one pair of processes; arrays have a row for each side and a column for each puzzle.

    Attributes:
        log_s: Natural logarithms of the CPU time in seconds, the median of all passes; an unsolved puzzle costs two
            time limits.
        solved: Whether the puzzle was solved in every pass.
        verdicts: The verdicts of the last pass, as their places in `Verdict`.
        counts: The numbers of solutions of the last pass, as Python's integers, because they may be large.
        exhausted: Whether the search of the last pass was exhausted.
        searches: Number of searches of both sides together.
        begun: When the round began, on the clock of `time.monotonic`.
    """

    log_s: NDArray[np.float64]
    solved: NDArray[np.bool_]
    verdicts: NDArray[np.int64]
    counts: NDArray[Any]
    exhausted: NDArray[np.bool_]
    searches: int
    begun: float


def home_of(version: str, scratch: Path) -> Path:
    """Return the folder of a version of the package, which is a folder or a commit; a commit is put below `scratch`.

    Raises UsageError if `version` is neither a folder with the package nor a commit of the current repository.
    """
    with suppress(OSError, ValueError):
        if (Path(version) / "sudokubench" / "__init__.py").is_file():
            return _registered(Path(version).resolve(), scratch)
    try:
        top = _git("rev-parse", "--show-toplevel").decode().rstrip("\n")
        commit = _git("rev-parse", "--verify", "--end-of-options", f"{version}^{{commit}}").decode().strip()
        project = _git("-C", top, "ls-tree", "--name-only", commit, "pyproject.toml").decode().split()
        files = _git("-C", top, "archive", "--format=tar", commit, "sudokubench", *project)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        said: bytes = getattr(error, "stderr", b"")
        reason = said.decode(errors="replace") or str(error)
        raise UsageError(NO_VERSION.format(version=version, reason=one_line(reason.strip(), 200))) from error
    with tarfile.open(fileobj=io.BytesIO(files)) as archive:
        archive.extractall(scratch / commit, filter="data")
    return _registered(scratch / commit, scratch)


def _registered(home: Path, scratch: Path) -> Path:
    """Return a folder with the package of `home` that also registers its engines.

    Version 1.0.0 finds its own engines by the metadata of an installation, which a checkout lacks. Later versions name
    no engines in `pyproject.toml`, so this file may be missing or damaged.
    """
    groups = {}
    with suppress(OSError, ValueError):
        project = tomllib.loads((home / "pyproject.toml").read_text(encoding="utf-8"))
        groups = project.get("project", {}).get("entry-points", {})
    if not groups:
        return home
    made = Path(mkdtemp(dir=scratch))
    (made / "sudokubench").symlink_to(home / "sudokubench")
    metadata = made / "sudokubench-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: sudokubench\nVersion: 0\n", encoding="utf-8")
    lines = [
        line for group, found in groups.items() for line in (f"[{group}]", *map(" = ".join, found.items()))
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return made


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], check=True, capture_output=True).stdout


def rounds(
    sides: tuple[Side, Side],
    puzzles: Sequence[str],
    task: Task,
    time_limit_s: float,
    round_s: float,
    random: Random,
) -> Generator[LiveRound]:
    """Yield the results of rounds, without end; while a pair of processes works, the next pair is opened.

    Args:
        puzzles: As text; if there are too many for a round, the first of them are taken.
        time_limit_s: Time limit of each puzzle, in seconds.
        round_s: Time to measure in the first round, in seconds. All later rounds do the same work.
        random: Chooses the side that begins each slice, and the processor of each round.

    Raises BackendFailed if a side cannot be opened, fails, ends, or does not obey the time limit.
    """
    n, total = len(puzzles), None

    def begin() -> _Pair:
        return _Pair(sides, puzzles, task, time_limit_s, random)

    with closing(begin()) as first:  # a first opening takes longer than all later ones
        first.opened()
    following = begin()
    try:
        while True:
            begun = monotonic()
            with closing(following) as pair:
                pair.opened()
                following = begin()
                if total is None:
                    found = pair.in_turns(n, 1 << 40, monotonic() + round_s)
                    n = min(n, len(found))
                    total = len(found) - len(found) % n
                else:
                    found = pair.in_turns(n, total, inf)
            yield _round(found[:total], n, time_limit_s, begun)
    finally:
        following.close()


_SearchResult = tuple[float, float, int, Stop]
"""Result of a search: CPU time in seconds, wall-clock time in seconds, number of solutions, and reason of the stop."""


class _Pair:
    """Two new processes, one for each side."""

    def __init__(
        self,
        sides: tuple[Side, Side],
        puzzles: Sequence[str],
        task: Task,
        time_limit_s: float,
        random: Random,
    ) -> None:
        self._puzzles, self._random = len(puzzles), random
        with ExitStack() as stack:
            self._processes = tuple(stack.enter_context(_LiveProcess(side, time_limit_s)) for side in sides)
            for process in self._processes:
                process.begin(puzzles, task)
            self._stack = stack.pop_all()

    def opened(self) -> None:
        """Wait until both processes are open. From then on they share one processor: another processor may be
        slower."""
        for process in self._processes:
            process.opened(self._puzzles)
        if hasattr(os, "sched_setaffinity"):
            core = self._random.choice(sorted(os.sched_getaffinity(0)))
            for process in self._processes:
                os.sched_setaffinity(process.pid, {core})

    def in_turns(self, n: int, last: int, end: float) -> list[tuple[_SearchResult, _SearchResult]]:
        """Return the results of both sides on the first n puzzles, which they search in turns, slice by slice.

        After the last puzzle they begin again with the first. Each side makes at least one slice of searches, up to
        `last` searches, and begins no slice after the moment `end` of `monotonic`.
        """
        found: list[tuple[_SearchResult, _SearchResult]] = []
        while len(found) < last and (not found or monotonic() < end):
            turned = self._random.random() < 0.5
            leader, follower = reversed(self._processes) if turned else self._processes
            first = len(found) % n
            led = leader.search({"first": first, "last": min(n, first + last - len(found)), "ns": _SLICE_NS})
            followed = follower.search({"first": first, "last": first + len(led)})
            found += zip(followed, led, strict=True) if turned else zip(led, followed, strict=True)
        return found

    def close(self) -> None:
        """End both processes; further calls do nothing."""
        self._stack.close()


def _round(
    found: Sequence[tuple[_SearchResult, _SearchResult]], n: int, limit_s: float, begun: float
) -> LiveRound:
    """Return a round from the results on n puzzles, each of which was searched equally often."""
    sides = [[pair[side] for pair in found] for side in (0, 1)]
    verdicts = [[verdict_of(count, stop) for *_, count, stop in side] for side in sides]
    wall_s = np.array([[wall for _, wall, *_ in side] for side in sides])
    solved = (wall_s <= limit_s) & [[v is not Verdict.UNDECIDED for v in side] for side in verdicts]
    cost = par2(np.array([[cpu for cpu, *_ in side] for side in sides]), solved, limit_s)
    return LiveRound(
        np.log(np.median(cost.reshape(2, -1, n), axis=1)),
        np.asarray(solved.reshape(2, -1, n).all(axis=1)),
        np.array([[*map([*Verdict].index, side[-n:])] for side in verdicts]),
        np.array([[count for _, _, count, _ in side[-n:]] for side in sides], object),
        np.array([[stop is Stop.EXHAUSTED for *_, stop in side[-n:]] for side in sides]),
        solved.size,
        begun,
    )


class _LiveProcess:
    """The process of a side; a context manager."""

    def __init__(self, side: Side, time_limit_s: float) -> None:
        self._side, self._time_limit_s = side, time_limit_s
        self._received = b""
        self._stderr = TemporaryFile()  # noqa: SIM115 - closed with the process
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._process = WorkerProcess(
                theirs, None, None, live_worker.__name__, side.backend, str(side.home), stderr=self._stderr
            )

    def begin(self, puzzles: Sequence[str], task: Task) -> None:
        self._tell({"puzzles": puzzles, "limit": task.limit, "seconds": self._time_limit_s})

    def opened(self, puzzles: int) -> None:
        """Wait until the process has opened the problems of `puzzles` puzzles and searched once."""
        home = Path(self._answer(LIVE_OPENING_S)["package"]).parent.parent
        if home.resolve() != self._side.home.resolve():
            raise BackendFailed(OTHER_VERSION.format(name=self._side.name, home=home))
        self.pid = self._process.family.pid
        self.search({"first": 0, "last": puzzles, "ns": _SLICE_NS})

    def search(self, question: dict[str, int]) -> list[_SearchResult]:
        """Return the answers to a question. The cost of the process's children is divided evenly among them."""
        family = self._process.family
        family.begin()
        own_s = family.own_cpu_s
        self._tell(question)
        found = self._answer(2 * self._time_limit_s + LIVE_GRACE_S)["found"]
        others_s = max(0.0, family.spent_s() - (family.own_cpu_s - own_s)) / len(found)
        return [(cpu / 1e9 + others_s, wall / 1e9, count, Stop(stop)) for cpu, wall, count, stop in found]

    def _tell(self, question: dict[str, Any]) -> None:
        self._channel.settimeout(LIVE_OPENING_S)
        with suppress(OSError):  # `_answer` finds the reason
            self._channel.sendall(json.dumps(question).encode() + b"\n")

    def _answer(self, patience_s: float) -> dict[str, Any]:
        """Return the answer; raise BackendFailed if the process fails, or shows no progress for `patience_s`.

        While a kernel is compiled, the limit is that of opening. CPU time would not show a hang sooner: a process that
        waits for the kernel of another takes no CPU time, and an endless loop takes as much as a compiler.
        """
        answer: dict[str, Any] = {}
        while answer.keys() <= {"compiles"}:
            answer = json.loads(self._line(LIVE_OPENING_S if answer else patience_s))
        if "error" in answer:
            text = Words(*(one_line(text, 300) for text in answer["error"]))
            is_named = f"backend {self._side.name} " in text.en
            raise BackendFailed(text if is_named else NAMED.format(name=self._side.name, text=text))
        return answer

    def _line(self, patience_s: float) -> bytes:
        """Return the next line of the process."""
        self._channel.settimeout(patience_s)
        while b"\n" not in self._received:
            try:
                some = self._channel.recv(1 << 16)
            except TimeoutError:
                raise BackendFailed(SILENT.format(name=self._side.name, seconds=patience_s)) from None
            except OSError:
                some = b""
            if not some:
                raise BackendFailed(self._ending())
            self._received += some
        line, _, self._received = self._received.partition(b"\n")
        return line

    def _ending(self) -> Words:
        """Return how the process ended, with the last line of its errors."""
        self._process.outlives(LIVE_GRACE_S)
        code = self._process.end()
        self._stderr.seek(0)
        last = self._stderr.read().decode(errors="replace").strip().rpartition("\n")[2]
        how = signal_name(-code) if code < 0 else EXIT_CODE.format(code=code)
        return PROCESS_ENDED.format(name=self._side.name, how=how, last=one_line(last, 300) or SAID_NOTHING)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._process.end()
        self._channel.close()
        self._stderr.close()
