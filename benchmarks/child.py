"""The process of a contestant: python child.py ADAPTER. Questions and answers are lines of JSON on pipes.

It runs under the Python of the contestant, so it needs only the standard library and the imports of the adapter.
ADAPTER is one of

    one:BACKEND     a session of sudokubench, asked board by board
    whole:BACKEND   the same, opened anew for each question
    questions:BACKEND   a session that answers the questions of `benchmarks.families` about a cover
    many:BACKEND    sudokubench.solve_many, asked for all boards at once
    peer:NAME       another package, given ready-made covers (see `Peers`)

Questions: {"load": JOB} opens the problem; {"first": a, "last": b, "times": k} works k times on the instances a to
b - 1, and answers with the mean CPU seconds of a pass. Each question has a cap of CPU time (`cap_s`). The system ends
the process at the cap, so an engine cannot escape by blocking the interpreter or ignoring signals.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG = 1
"""Option of prctl: the system kills this process when its parent ends."""

Work = Callable[[int, int], tuple[list[int], dict[str, int]]]
"""A function that searches the instances from a first to a last. It returns their counts, and the sums of the engine's
statistics."""


def problem_of(name: str) -> Any:
    """Return a layout such as `16x16`, a named problem such as `tromino:8`, or `cells:9x9`, see `benchmarks.choice`."""
    from sudokubench.encodings.exact_cover import cover_of
    from sudokubench.layout import Layout
    from sudokubench.problem import ExactCover
    from sudokubench.problems import is_name, named

    kind, _, rest = name.partition(":")
    if kind == "cells":
        whole = cover_of(Layout.named(rest))
        cells = sum("#" not in item for item in whole.items)
        return ExactCover(name, whole.items, cells, whole.options, whole.option_names)
    return named(name) if is_name(name) else Layout.named(name)


def instances_of(job: dict[str, Any]) -> list[Any]:
    """Return the instances of a job: its boards, or given options, or the whole problem once."""
    from sudokubench.board import Board
    from sudokubench.layout import Layout
    from sudokubench.problem import Instance

    if "chosen" in job:
        return [Instance(tuple(chosen), tuple(forbidden)) for chosen, forbidden in job["chosen"]]
    if not job["boards"]:
        return [Instance()]
    layout = Layout.named(job["problem"].removeprefix("cells:"))
    return [Board.parse(line, layout).instance() for line in job["boards"]]


def whole(spec: str, job: dict[str, Any]) -> Work:
    """Open the problem anew for each question, as other packages do. All code is compiled before."""
    one(spec, job)

    def work(first: int, last: int) -> tuple[list[int], dict[str, int]]:
        return one(spec, job)(first, last)

    return work


def one(spec: str, job: dict[str, Any]) -> Work:
    """Work with a session, one search after the other."""
    from sudokubench.answer import Budget, Stop
    from sudokubench.backends import backend

    instances = instances_of(job)
    session = backend(spec).open(problem_of(job["problem"]))
    limit, budget = job["limit"], Budget(nodes=job.get("max_nodes"))

    def work(first: int, last: int) -> tuple[list[int], dict[str, int]]:
        counts, stats = [], {"gave_up": 0}
        for instance in instances[first:last]:
            outcome = session.search(instance, limit=limit, budget=budget).outcome()
            counts.append(outcome.count)
            stats["gave_up"] += outcome.stop not in (Stop.EXHAUSTED, Stop.LIMIT)
            for name, value in outcome.stats.items():
                stats[name] = stats.get(name, 0) + value
        return counts, stats

    return work


def questions(spec: str, job: dict[str, Any]) -> Work:
    """Answer the questions of `benchmarks.families` about one cover. An instance is the number of a question."""
    from sudokubench import diagrams
    from sudokubench.answer import Stop
    from sudokubench.backends import backend
    from sudokubench.backends.registry import refusal
    from sudokubench.errors import UsageError
    from sudokubench.problem import Instance

    problem = problem_of(job["problem"])
    if refusal(backend(spec), problem):
        raise UsageError("refuses")
    session = backend(spec).open(problem)
    costs = {name: k for k, name in enumerate(problem.option_names)}

    def work(first: int, last: int) -> tuple[list[int], dict[str, int]]:
        assert last == first + 1
        if first == 3:
            return [int(next(diagrams.diagram(problem).best(costs))[0])], {"gave_up": 0}
        if first == 2:
            return [sum(1 for _ in session.search(Instance()))], {"gave_up": 0}
        outcome = session.search(Instance(), limit=1 if first == 0 else None).outcome()
        return [outcome.count], {"gave_up": int(outcome.stop not in (Stop.EXHAUSTED, Stop.LIMIT))}

    return work


def many(spec: str, job: dict[str, Any]) -> Work:
    """Work with one call for all boards."""
    import numpy as np

    from sudokubench.batches import solve_many
    from sudokubench.board import Board

    digits = np.array([list(Board.parse(line).digits) for line in job["boards"]], np.uint8)
    limit = job["limit"]
    solve_many(digits[:1].repeat(100, 0), limit, spec)  # compile before the clock starts

    def work(first: int, last: int) -> tuple[list[int], dict[str, int]]:
        return solve_many(digits[first:last], limit, spec).counts.tolist(), {}

    return work


def peer(name: str, job: dict[str, Any]) -> Work:
    """Work with another package.

    Its input is made before the clock starts. The time to build its own objects counts.
    """
    prepare, solve = getattr(Peers, name.replace("-", "_"))(job["limit"])
    ready = [prepare(instance) for instance in job[Peers.TAKES.get(name, "covers")]]

    def work(first: int, last: int) -> tuple[list[int], dict[str, int]]:
        return [solve(*given) for given in ready[first:last]], {}

    return work


class Peers:
    """For each peer a function of the limit that returns two functions: prepare one instance; solve it and count.

    A cover is [number of items, number of primary items, the items of each option, perhaps their colours]. A package
    without limits finds its first solution if the limit is 1, and otherwise counts all solutions.
    """

    TAKES = {"py-sudoku": "boards"}  # noqa: RUF012

    @staticmethod
    def xcover(limit: int | None) -> tuple[Callable[..., Any], Callable[..., int]]:
        from itertools import islice

        from xcover import covers

        def prepare(cover: Any) -> Any:
            items, primary, options, *colours = cover
            if not any(colours):
                return options, list(range(primary)), list(range(primary, items)), False
            named = [
                [f"i{i}:c{c}" if c else f"i{i}" for i, c in zip(*pair, strict=True)]
                for pair in zip(options, *colours, strict=True)
            ]
            return named, [f"i{i}" for i in range(primary)], [f"i{i}" for i in range(primary, items)], True

        def solve(options: Any, primary: Any, secondary: Any, colored: bool) -> int:
            return sum(1 for _ in islice(covers(options, primary, secondary, colored=colored), limit))

        return prepare, solve

    @staticmethod
    def miniexact(limit: int | None) -> tuple[Callable[..., Any], Callable[..., int]]:
        from miniexact import miniexacts_c

        def solve(items: int, primary: int, options: Any, colours: Any = ()) -> int:
            solver = miniexacts_c()
            ids = [(solver.primary if i < primary else solver.secondary)(f"i{i}") for i in range(items)]
            known = [0, *(solver.color(f"c{c}") for c in range(1, max(map(max, colours), default=0) + 1))]
            for k, option in enumerate(options):
                if colours:
                    for i, c in zip(option, colours[k], strict=True):
                        solver.add(*((ids[i], known[c]) if c else (ids[i],)))
                    solver.add(0)
                else:
                    solver.add([ids[item] for item in option])
            found = 0
            while found != limit and solver.solve() == 10:
                found += 1
            return found

        return lambda cover: cover, solve

    @staticmethod
    def exact_cover(limit: int | None) -> tuple[Callable[..., Any], Callable[..., int]]:
        import exact_cover

        def solve(matrix: Any) -> int:
            if limit is None:
                return int(exact_cover.get_solution_count(matrix))
            return len(exact_cover.get_all_solutions(matrix, max_count=limit))

        return lambda cover: (_matrix(cover, bool),), solve

    @staticmethod
    def dlx_cython(limit: int | None) -> tuple[Callable[..., Any], Callable[..., int]]:
        from dlxsolver import DLXSolver

        return (
            lambda cover: (_matrix(cover, "int32"),),
            lambda matrix: len(DLXSolver(matrix).solve(find_all=limit != 1)),
        )

    @staticmethod
    def pyxcc(limit: int | None) -> tuple[Callable[..., Any], Callable[..., int]]:
        import pyxcc

        def prepare(cover: Any) -> Any:
            items, primary, options = cover[:3]
            names = [f"i{i}" for i in range(items)]
            named = [
                (f"o{k}", [names[i] for i in option if i < primary], [(names[i], "") for i in option if i >= primary])
                for k, option in enumerate(options)
            ]  # fmt: skip
            return names[:primary], names[primary:], named

        def solve(primary: Any, secondary: Any, named: Any) -> int:
            problem = pyxcc.Problem(primary, secondary, [pyxcc.Option(*option) for option in named])
            return int(pyxcc.solve(problem, limit != 1).count())

        return prepare, solve

    @staticmethod
    def py_sudoku(limit: int | None) -> tuple[Callable[..., Any], Callable[..., int]]:
        from sudoku import Sudoku

        def prepare(line: str) -> Any:
            cells = [int(sign) if sign.isdigit() else 0 for sign in line]
            return ([cells[9 * row : 9 * row + 9] for row in range(9)],)

        def solve(rows: Any) -> int:
            board = Sudoku(3, 3, board=rows)
            return (2 if board.has_multiple_solutions() else 1) if limit != 1 else board.solve() is not None

        return prepare, solve


def _matrix(cover: Any, dtype: Any) -> Any:
    """Return the cover as a matrix. Each secondary item gets an option of its own, so that it can stay uncovered."""
    import numpy as np

    items, primary, options = cover[:3]
    options = [*options, *([item] for item in range(primary, items))]
    matrix = np.zeros((len(options), items), dtype)
    for row, option in enumerate(options):
        matrix[row, option] = 1
    return matrix


def cpu_s() -> float:
    """Return the CPU seconds of this process and of its living children, because HiGHS works in a child.

    It does not use `process_time`: once a process has a limit, Linux advances that clock only by ticks.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime + sum(map(_cpu_of, _children()))


def _children() -> list[str]:
    try:
        return " ".join(file.read_text() for file in Path("/proc/self/task").glob("*/children")).split()
    except OSError:
        return []


def _cpu_of(pid: str) -> float:
    try:
        tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9
    except OSError:
        return 0.0


def limit_cpu(seconds: float) -> None:
    """Make the system end this process after this many more seconds of CPU time (rounded up)."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(cpu_s() + seconds), hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


KINDS = {"one": one, "whole": whole, "questions": questions, "many": many, "peer": peer}


def main(adapter: str) -> None:
    """Serve until the questions end."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    answers = os.fdopen(os.dup(1), "w", encoding="ascii", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a package prints is not an answer
    kind, _, name = adapter.partition(":")
    work: Work | None = None
    counts: list[int] = []
    stats: dict[str, int] = {}
    for line in sys.stdin:
        question = json.loads(line)
        begun = cpu_s()
        try:
            limit_cpu(question["cap_s"])
            times = question.get("times", 1)
            if "load" in question:
                work = KINDS[kind](name, question["load"])
            for _ in range(times if "first" in question else 0):
                assert work is not None
                counts, stats = work(question["first"], question["last"])
            answer = {"seconds": (cpu_s() - begun) / times, "counts": counts, "stats": stats}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    del sys.path[0]  # the folder of this script: its modules must not hide others of the same name
    main(sys.argv[1])
