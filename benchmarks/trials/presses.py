"""Press Ctrl-C once: at any moment, with any engine, this must end the command and all its processes at once."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.inputs import easy_boards
from benchmarks.trials import Figures, Trial
from benchmarks.trials.processes import Command, marked, orphans, stored
from sudokubench.backends import backend, installed, refusal
from sudokubench.layout import Layout

_CASE = ":0000:5:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:::951:\n"
"""A line of a library of techniques, in HoDoKu's form."""


def _endless(names: Sequence[str]) -> Iterator[list[str]]:
    """Yield commands of every kind that would run very long, with every engine."""
    for name in names:
        nine_only = refusal(backend(name), Layout.standard(16)) or name == "logic"
        empty = "." * (81 if nine_only else 256)
        yield ["run", empty, "--task", "count", "--backend", name, "--json"]
        yield ["solve", empty, "--limit", "10000000", "--backend", name]
        yield ["check", "corpus.txt", "--backend", name]
    yield ["solve", "." * 625, "--backend", "z3"]
    yield ["run", "corpus.txt", "--backend", "cpsat,algorithm_x", "--json", "--isolation", "inline"]
    yield ["run", "corpus.txt", "--backend", "cpsat,algorithm_x", "--json", "--jobs", "2"]
    yield ["run", "corpus.txt", "--json", "--backend", "all"]
    yield ["check", "corpus.txt", "--certify", "--backend", "dlx"]
    yield ["rate", "corpus.txt"]
    yield ["rate", "corpus.txt", "--jobs", "2"]
    yield ["explain", "corpus.txt", "--verify"]
    yield ["explain", "corpus.txt", "--least-evidence"]
    yield ["rules", "verify", "library.txt"]
    yield ["report", "--results", "earlier", "--html", "page.html", "--png", "pictures"]


_PYTHON_BEGINS = ("Fatal Python error: init_", "Could not import runpy module")
"""Messages with which Python exits with 1 if Ctrl-C arrives before the command has started."""


def presses(
    n: int, puzzles: int, earliest_s: float, longest_s: float, allowed_s: float, seed: int = 0
) -> Figures:
    """Press Ctrl-C once at a random moment of each command: in all its processes, as a terminal does, or in one."""
    random = Random(seed)
    # otherwise children of a shell's background job would ignore it
    signal.signal(signal.SIGINT, signal.default_int_handler)
    commands = list(_endless(installed()[0]))
    random.shuffle(commands)
    codes: dict[int, int] = {}
    lost = damaged = left = 0
    early: list[str] = []
    odd: list[str] = []
    tracebacks: list[str] = []
    ended: list[tuple[float, float, str]] = []
    """For each command: the seconds from the press to its end, the load of the machine then, and the command."""
    with tempfile.TemporaryDirectory() as home:
        boards = easy_boards(puzzles, seed)
        Path(home, "corpus.txt").write_text("\n".join(boards))
        Path(home, "library.txt").write_text(_CASE * min(puzzles, 10_000))  # a longer file is refused
        Path(home, "few.txt").write_text("\n".join(boards[:20]))
        first = Command(Path(home), ["run", "few.txt", "--backend", "dlx,sliced", "--results", "earlier"])
        first.process.wait(300)
        for arguments in cycle(commands):
            if len(ended) == n:
                break
            with tempfile.TemporaryDirectory(dir=home) as name, marked() as mark:
                folder, shown = Path(name), " ".join(a if len(a) < 81 else f"({len(a)})" for a in arguments)
                for file in ("corpus.txt", "library.txt", "earlier"):
                    (folder / file).symlink_to(Path(home, file))
                run = Command(folder, arguments)
                time.sleep(random.uniform(earliest_s, longest_s))
                begun = time.monotonic()
                if run.process.poll() is not None:
                    early.append(shown)
                    continue
                press = random.choice([os.kill, os.killpg])
                press(run.process.pid, signal.SIGINT)
                code = run.process.wait(timeout=300)
                ended.append((time.monotonic() - begun, os.getloadavg()[0], shown))
                codes[code] = codes.get(code, 0) + 1
                said = run.errors.read_text(errors="replace")
                told = f"{shown}: {code}: {said[-3000:]}"
                if code not in {130, -signal.SIGINT} and not said.startswith(_PYTHON_BEGINS):
                    odd.append(told)
                elif code == 130 and "Traceback" in said:
                    tracebacks.append(told)
                left += orphans(mark)
                state = stored(folder)
                records = state["records"]
                assert isinstance(records, list)
                if arguments[0] == "run":
                    lost += len(set(run.acknowledged()) - set(records))
                damaged += state["integrity"] != "ok"
    return {
        "presses": n, "ended_before": early, "exit_codes": codes, "odd": odd, "late_s": max(ended)[0],
        "allowed_s": allowed_s, "late": sum(s > allowed_s for s, _, _ in ended),
        "median_s": median(s for s, _, _ in ended), "median_load": median(load for _, load, _ in ended),
        "latest": [f"{s:.2f} s at a load of {load:.1f}: {c}" for s, load, c in sorted(ended, reverse=True)[:5]],
        "lost": lost, "damaged": damaged, "orphans": left, "tracebacks": tracebacks,
    }  # fmt: skip


TRIALS = {
    "presses": Trial(
        "One Ctrl-C ends any command within a second with 130 (or, before it has begun, as Python does).",
        presses, {"n": 4, "puzzles": 5_000, "earliest_s": 3.0, "longest_s": 5.0, "allowed_s": 60.0},
        {"n": 500, "puzzles": 20_000, "earliest_s": 0.1, "longest_s": 6.0, "allowed_s": 1.0},
        lambda f: not any(f[name] for name in ("lost", "damaged", "orphans", "tracebacks", "odd"))
        and f["late_s"] <= f["allowed_s"],
    ),
}  # fmt: skip
