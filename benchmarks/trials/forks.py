"""Try forks, other ways to start a process, threads, coroutines: answers stay right, the parent keeps its engines."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

from benchmarks.trials import Figures, Trial
from benchmarks.trials.processes import marked, orphans
from sudokubench.answer import Verdict
from sudokubench.backends import backend, installed, refusal
from sudokubench.board import Board
from sudokubench.errors import UsageError
from sudokubench.harness.executors import Local
from sudokubench.harness.finding import Question
from sudokubench.harness.limits import Limits
from sudokubench.layout import Layout
from sudokubench.solving import solve

_NINE = {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": Verdict.UNIQUE,
    "5...7.9.26....5...1..34...7...7.1.23.26.....1..39..8569....7.8.....1....3.5..6..9": Verdict.MULTIPLE,
    "53..7....6..195....48....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": Verdict.NONE,
}
_FOUR = {
    "......34...31...": Verdict.UNIQUE,
    "1....2....3....4": Verdict.MULTIPLE,
    "..32....31....2.": Verdict.NONE,
}


def boards(name: str) -> dict[Board, Verdict]:
    """Return small boards that a backend supports. The board with several solutions has two."""
    texts = _NINE if refusal(backend(name), Layout.standard(4)) else _FOUR
    return {Board.parse(text): verdict for text, verdict in texts.items()}


def two(name: str) -> Board:
    """Return a board with two solutions, for a search that stops after the first solution."""
    return next(board for board, verdict in boards(name).items() if verdict is Verdict.MULTIPLE)


_PATIENCE_S = 120.0
"""Time after which a running process counts as hung, in seconds."""


def wrong(names: Sequence[str]) -> list[str]:
    """Return the faults in the answers of each backend in this process."""
    found = []
    for name in names:
        for board, verdict in boards(name).items():
            try:
                said = solve(board, backend=name).verdict
            except Exception as error:
                found.append(f"{name}: {type(error).__name__}: {error}")
            else:
                if said is not verdict:
                    found.append(f"{name}: {said.value} instead of {verdict.value}")
    return found


class Parent:
    """A process that has used every backend, with a session and an unfinished search of each, and a worker."""

    def __init__(self, names: Sequence[str], stack: ExitStack) -> None:
        self.names = names
        self.wrong = wrong(names)
        self.sessions = {name: stack.enter_context(backend(name).open(two(name).problem)) for name in names}
        self.searches = {
            name: session.search(two(name).instance()) for name, session in self.sessions.items()
        }
        self.under_way = {name: iter(search) for name, search in self.searches.items()}
        for solutions in self.under_way.values():
            next(solutions)
        self.executor = stack.enter_context(Local(Limits()))
        self.wrong += self.isolated()

    def isolated(self) -> list[str]:
        """Return the fault in the answer of a worker."""
        board = two("algorithm_x")
        question = Question(backend("algorithm_x"), board.problem, [board.instance()], None)
        ((_, (finding,)),) = self.executor.answers([question])
        return [] if finding.outcome.count == 2 else [f"worker: {finding}"]

    def child(self) -> list[str]:
        """Return the faults in a forked child, and in a child of that child."""
        found = wrong(self.names) + self.isolated()
        return found + self.used() + forked(lambda: wrong(self.names) + self.isolated())

    def used(self) -> list[str]:
        """Use the sessions and searches of the parent in a child; return those that are not refused."""
        found = []
        for name in self.names:
            for kind, use in (
                ("session", lambda n: self.sessions[n].search(two(n).instance())),
                ("search", lambda n: next(self.under_way[n])),
            ):
                try:
                    use(name)
                except UsageError as error:
                    if "forked" in str(error):
                        continue
                found.append(f"{name}: the {kind} of the parent is not refused")
            self.sessions[name].close()
        return found

    def end(self) -> list[str]:
        """Return the faults in the parent at the end: its searches must continue where they were."""
        found = [
            f"{name}: its search did not go on"
            for name in self.names
            if len(list(self.under_way[name])) != 1 or self.searches[name].outcome().count != 2
        ]
        return found + wrong(self.names) + self.isolated()


def forked(work: Callable[[], list[str]]) -> list[str]:
    """Return the faults that a forked child finds. It is also a fault if the child does not end."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        with os.fdopen(writing, "w") as out:
            json.dump(work(), out)
        sys.exit()
    os.close(writing)
    deadline = time.monotonic() + _PATIENCE_S
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return ["a child hangs"]
        time.sleep(0.01)
    with os.fdopen(reading) as answer:
        text = answer.read()
    return json.loads(text) if text and not ended[1] else [f"a child ended with status {ended[1]}"]


def _pooled(method: str, names: Sequence[str]) -> list[str]:
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        return [fault for found in pool.map(wrong, [names] * 2, timeout=_PATIENCE_S) for fault in found]


def _threads(names: Sequence[str]) -> list[str]:
    with ThreadPoolExecutor(2) as pool:
        return [fault for found in pool.map(wrong, [names] * 2) for fault in found]


def _coroutines(names: Sequence[str]) -> list[str]:
    async def together() -> list[list[str]]:
        return await asyncio.gather(*(asyncio.to_thread(wrong, names) for _ in range(2)))

    return [fault for found in asyncio.run(together()) for fault in found]


WAYS: dict[str, Callable[[Sequence[str]], list[str]]] = {
    "fork": partial(_pooled, "fork"), "forkserver": partial(_pooled, "forkserver"),
    "spawn": partial(_pooled, "spawn"), "threads": _threads, "asyncio": _coroutines,
}  # fmt: skip


def main(rounds: int, cold: Sequence[str]) -> Figures:
    """Run the trial, which needs a process of its own. Processes that begin with nothing loaded ask `cold` backends."""
    names, found = installed()[0], {}
    with ExitStack() as stack:
        parent = Parent(names, stack)
        found["before"] = parent.wrong
        for number in range(rounds):
            found[f"os.fork {number}"] = forked(parent.child)
            for way, faults in WAYS.items():
                asked = cold or names if way in {"forkserver", "spawn"} else names
                found[f"{way} {number}"] = faults(asked)
        found["after"] = parent.end()
    return {"backends": len(names), "wrong": {way: faults for way, faults in found.items() if faults}}


def forks(rounds: int, cold: Sequence[str] = ()) -> Figures:
    """Use every backend; use it again in children of all kinds, in threads and in coroutines; then in the parent."""
    with marked() as mark:
        arguments = [sys.executable, "-m", __name__, str(rounds), *cold]
        ended = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=600 * rounds)
        figures = json.loads(ended.stdout) if ended.returncode == 0 else {"wrong": ended.stderr[-500:]}
        return {**figures, "said": ended.stderr[-500:], "orphans": orphans(mark)}


TRIALS = {
    "forks": Trial(
        "What is forked or begun otherwise answers rightly, with nothing of its parent's, and the parent goes on.",
        forks, {"rounds": 1, "cold": ("highs", "sat")}, {"rounds": 20},
        lambda f: not (f["wrong"] or f["said"] or f["orphans"]),
    ),
}  # fmt: skip

if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), sys.argv[2:])))
