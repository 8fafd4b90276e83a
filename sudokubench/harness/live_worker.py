"""One side of a live comparison, in a process of its own: it searches puzzles on request, and reports their cost.

    python live_worker.py BACKEND, then a line of JSON for each question and each answer

A supervisor calls `main`, which starts this file with the version to measure.

It may run with another version of the package than its parent. So it imports late, and only names that older versions
also have. First {"puzzles": [TEXT, ...], "limit": N, "seconds": S} opens the problems; the answer is where the package
was found. Then {"first": I, "last": J} searches the puzzles from I to J - 1; with an additional {"ns": T}, it searches
at least one, and stops once T nanoseconds have passed. An engine for batches then searches one batch.

Further lines say that it works: {} after a search in a long slice, {"compiles": KERNEL} while a kernel is compiled.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import sys
import threading
from collections.abc import Callable
from math import inf
from time import perf_counter_ns, process_time_ns
from typing import Any

_BATCH = 512
"""Number of puzzles that an engine for batches gets at once if the question has a time."""
_SIGN_NS = 1_000_000_000
"""Time of searches after which the worker shows that it makes progress, in nanoseconds."""


class _Work:
    """Puzzles with the sessions that search them."""

    def __init__(self, spec: str, puzzles: list[str], limit: int | None, seconds: float) -> None:
        from sudokubench.answer import Budget
        from sudokubench.backends import backend

        self._limit: Any = limit
        self._budget = Budget(seconds=seconds)
        engine = backend(spec)
        found = [_opened(text) for text in puzzles]
        self._fault = None if limit is None else _fault_finder(engine)
        sessions = {problem: engine.open(problem) for problem in dict.fromkeys(p for p, _ in found)}
        self._puzzles = [(sessions[problem], instance) for problem, instance in found]
        self._asked = found
        whole = len(sessions) == 1 and limit is not None and not any(i.forbidden for _, i in found)
        only = next(iter(sessions.values()))
        self._batches = only if whole and getattr(only, "lanes", 1) > 1 else None

    def search(
        self, first: int, last: int, ns: float = inf, show_life: Callable[[], object] = lambda: None
    ) -> list[tuple[int, int, int, str]]:
        """Return for each puzzle: CPU and wall-clock time in nanoseconds, number of solutions, reason of the stop."""
        if self._batches is not None:
            return self._together(range(first, last if ns == inf else min(last, first + _BATCH)))
        found, begun = [], perf_counter_ns()
        shown = begun
        for place in range(first, last):
            session, instance = self._puzzles[place]
            wall, cpu = perf_counter_ns(), process_time_ns()
            search = session.search(instance, limit=self._limit, budget=self._budget)
            solutions = [*search] if self._fault else []
            outcome = search.outcome()
            cpu, now = process_time_ns() - cpu, perf_counter_ns()
            self._require_right(place, solutions)
            found.append((cpu, now - wall, outcome.count, outcome.stop.value))
            if now - begun >= ns:
                break
            if now - shown >= _SIGN_NS:
                show_life()
                shown = now
        return found

    def _together(self, places: range) -> list[tuple[int, int, int, str]]:
        import numpy as np

        session: Any = self._batches
        chosen = [self._puzzles[place][1].chosen for place in places]
        boards, n = b"".join(map(session.layout.digits, chosen)), len(chosen)
        digits = np.frombuffer(boards, np.uint8).reshape(n, -1)
        wall, cpu = perf_counter_ns(), process_time_ns()
        answer = session.search_many(digits, limit=self._limit, budget=self._budget)
        cpu, wall = process_time_ns() - cpu, perf_counter_ns() - wall
        each = cpu // n, wall // n
        if self._fault:
            first_option = np.arange(digits.shape[1]) * session.layout.size - 1
            for place, count, shown in zip(places, answer.counts.tolist(), answer.solutions, strict=True):
                self._require_right(place, (shown[:count] + first_option).tolist())
        return [
            (*each, count, "exhausted" if done else "limit" if count >= self._limit else "budget")
            for count, done in zip(answer.counts.tolist(), answer.exhausted.tolist(), strict=True)
        ]

    def _require_right(self, place: int, shown: list[Any]) -> None:
        """Raise an error if a solution of another's engine is wrong; its times would be compared with right ones."""
        problem, instance = self._asked[place]
        for solution in shown:
            if self._fault and (fault := self._fault(problem, solution, instance)):
                from sudokubench.backends.base import NoAnswer
                from sudokubench.backends.words import INVALID

                raise NoAnswer(INVALID.format(fault=fault))


def _fault_finder(engine: Any) -> Callable[..., Any] | None:
    """Return what finds the fault of a solution, or None for an engine of the package or a version without it."""
    try:
        from sudokubench.backends.registry import is_plug_in
        from sudokubench.encodings.exact_cover import solution_fault
    except ImportError:
        return None
    return solution_fault if is_plug_in(engine) else None


def _opened(text: str) -> tuple[Any, Any]:
    """Return the problem and the instance of a text: a board, a cover as JSON, or the name of a problem."""
    from sudokubench.board import Board
    from sudokubench.problems import is_name, named

    if is_name(text):
        from sudokubench.problem import Instance

        return named(text), Instance()
    if text.startswith('{"schema":"sudokubench.cover/'):
        from sudokubench.answer import parts_of
        from sudokubench.puzzles import puzzle

        return parts_of(puzzle(text))
    board = Board.parse(text)
    return board.problem if hasattr(board, "problem") else board.layout, board.instance()


def main(fd: int, spec: str, home: str) -> None:
    """Replace this process, which a supervisor has forked, by a worker with the version in the folder `home`."""
    from sudokubench.backends.rehearsal import UNNEEDED
    from sudokubench.processes.start import environment

    for stream in (0, 1):
        os.dup2(fd, stream)
    command = [sys.executable, "-P", __file__, spec]
    os.execve(sys.executable, command, {**environment(home), UNNEEDED: "1"})


def serve(spec: str) -> None:
    """Answer questions until the parent closes the channel."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)  # keeps the output of an engine apart from the answers
    writing = threading.Lock()

    def write(answer: dict[str, object]) -> None:
        with writing:
            answers.write(json.dumps(answer) + "\n")

    kernels, handler = logging.getLogger("sudokubench.kernels"), logging.Handler()
    handler.emit = lambda record: write({"compiles": record.getMessage()})  # type: ignore[method-assign]
    kernels.setLevel(logging.INFO)
    kernels.addHandler(handler)  # a thread of the compiler writes the message
    work: _Work | None = None
    for line in sys.stdin:
        question = json.loads(line)
        try:
            if work is None:
                work = _Work(spec, **question)
                answer: dict[str, object] = {"package": sys.modules["sudokubench"].__file__}
                gc.collect()
                gc.freeze()
            else:
                answer = {"found": work.search(**question, show_life=lambda: write({}))}
        except Exception as error:
            words = getattr(error, "words", None)
            other = f"{type(error).__name__}: {error}".removesuffix(": ")  # a MemoryError has no text
            answer = {"error": [words.en, words.ja] if words else [other, other]}
        write(answer)


if __name__ == "__main__":
    serve(sys.argv[1])
