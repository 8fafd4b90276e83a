"""Measure how fast puzzles are made: minimal puzzles, puzzles of a rating, and puzzles that need a rule.

    python -m benchmarks.generator minimal [--peer COMMAND]
    python -m benchmarks.generator ratings [N]
    python -m benchmarks.generator rules [SECONDS] [RULE...] [--publish]
    python -m benchmarks.generator jigsaws [N] [SIZE]

`minimal`: puzzles a second of CPU time on one core, grids included, in turns with a peer. COMMAND gets a number and
must print this number of puzzles.

`ratings`: the generator aims at N targets within 0.3. Each target is the rating of a puzzle drawn from 10,000 minimal
puzzles.

`rules`: for each rule that no cheaper rule implies, the CPU seconds until a puzzle that needs it is found. A run of all
rules writes build/results/needs.json, or with `--publish` results/needs.json and the documents.

`jigsaws`: for N layouts of random connected regions that have a full grid, with five seeds each, the CPU seconds until
a puzzle is found, and the time by which a short limit is exceeded. The program names a layout without a grid, and
another engine proves it.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import monotonic, process_time

import numpy as np

from benchmarks import results, told
from sudokubench import Board, Layout, solve
from sudokubench.actions.generate import generate
from sudokubench.errors import UsageError
from sudokubench.generation.annealing import aimed
from sudokubench.generation.difficulty_aims import Aim
from sudokubench.generation.draws import Draws
from sudokubench.generation.puzzles import drawn, part
from sudokubench.generation.wish import Wish
from sudokubench.harness.plan import machine
from sudokubench.logic.rating import rate
from sudokubench.logic.rules import all_rules

_ROUNDS, _AT_A_TIME = 7, 16_384
_NEAR = 0.3
_SEEDS, _LONG_S, _SHORT_S = 5, 20.0, 0.2


def minimal(*peer: str) -> None:
    """Print puzzles a second, in turns with a peer."""
    part(0, Wish(), 1)
    ours, theirs = [], []
    for number in range(_ROUNDS):
        begun = process_time()
        made = drawn(Wish(), _AT_A_TIME, Draws(1, number))
        ours.append(len(made.puzzles) / (process_time() - begun))
        if peer:
            before = getrusage(RUSAGE_CHILDREN)
            words = [*shlex.split(peer[1]), str(_AT_A_TIME)]
            lines = subprocess.run(words, check=True, capture_output=True).stdout.count(b"\n")
            after = getrusage(RUSAGE_CHILDREN)
            theirs.append(lines / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    print(f"minimal 9x9 a second of CPU time, grids included: {median(ours):,.0f} (median of {_ROUNDS})")
    if theirs:
        ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
        print(f"the peer: {median(theirs):,.0f}; ours to theirs {ratio:.2f}")


def ratings(n: str = "100") -> None:
    """Aim at targets drawn from the ratings of generated puzzles; print how many are reached, and the time."""
    rows = drawn(Wish(), 10_000, Draws(2)).puzzles
    drawn_rows = Draws(3).below(len(rows), int(n)).astype(int)
    times = list[float]()
    for number, row in enumerate(drawn_rows):
        target = rate(Board(Layout.standard(9), rows[row].tobytes()), hodoku=False).se
        aim = Aim((round(target - _NEAR, 1), round(target + _NEAR, 1)))
        times.append(_seconds(aim, 60.0, seed=number))
        print(f"{target:.1f}: {times[-1]:.2f} s", flush=True)
    found = np.array(times)
    shares = ", ".join(f"{(found <= s).mean():.1%} within {s} s" for s in (2, 10, 60))
    print(f"{len(times)} targets: {shares}; median {np.median(found):.2f} s")


def rules(seconds: str = "60", *names: str) -> None:
    """Print for each rule the time to find a puzzle that needs it. The documents have a table of all rules."""
    most, publish = float(seconds), "--publish" in names
    wanted = set(names) - {"--publish"}
    times, implied = dict[str, float | None](), list[str]()
    for rule in all_rules():
        if wanted and rule.name not in wanted:
            continue
        try:
            aim = Aim(needs=(rule.name,))
            aim.refuse_for(Layout.standard(9))
        except UsageError:
            implied.append(rule.name)
            continue
        took = _seconds(aim, most, seed=1)
        times[rule.name] = round(took, 1) if took < float("inf") else None
        print(f"{rule.name}: {took:.1f} s", file=sys.stderr, flush=True)
    found = sum(took is not None for took in times.values())
    share = f"found: {found} of {len(times)}, {found / len(times):.1%}"
    print(f"{share}; implied by cheaper ones: {len(implied)}")
    if not wanted:
        command = f"python -m benchmarks.generator rules {seconds}"
        told_of = {"command": command, "commit": machine()["commit"], "seconds": most}
        folder = results(publish)
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({**told_of, "times_s": times, "implied": implied}, indent=1)
        (folder / "needs.json").write_text(text + "\n", encoding="utf-8")
        told(folder, publish)


def jigsaws(n: str = "50", size: str = "9") -> None:
    """Draw layouts with nearly square to very ragged regions; name those without a puzzle, or out of time."""
    random, times, late, without, done = Random(1), list[float](), list[float](), 0, 0
    for number in count():
        swaps = round(2000 ** random.random())
        layout = regions(int(size), swaps, random)
        try:
            for seed in range(_SEEDS):
                begun = process_time()
                found = list(generate(Wish(layout), seed=seed, seconds=_LONG_S))
                times.append(process_time() - begun if found else float("inf"))
                begun = monotonic()
                list(generate(Wish(layout), seed=seed + _SEEDS, seconds=_SHORT_S))
                late.append(monotonic() - begun - _SHORT_S)
        except UsageError as error:
            other = solve(Board(layout, bytes(layout.cell_count)), backend="cpsat", limit=1)
            print(f"layout {number}, {swaps} swaps: {error}; cpsat says {other.verdict.value}", flush=True)
            without += 1
            continue
        worst = max(times[-_SEEDS:])
        print(f"layout {number}, {swaps} swaps: at most {worst:.2f} s", flush=True)
        done += 1
        if done == int(n):
            break
    found_s = np.array(times)
    print(
        f"{n} jigsaws {size}x{size} with {_SEEDS} seeds each, and {without} without a full grid: "
        f"median {np.median(found_s):.3f} s of CPU time, longest {found_s.max():.2f} s, "
        f"without a puzzle in {_LONG_S:g} s: {(found_s > _LONG_S).sum()}; "
        f"over a limit of {_SHORT_S:g} s by more than 1 s: {sum(by > 1 for by in late)}, at most {max(late):.2f} s"
    )


def regions(size: int, swaps: int, random: Random) -> Layout:
    """Return a layout whose boxes are connected: the boxes of the standard layout after some swaps of two cells.

    In a swap two boxes exchange a cell. Each cell touches the box to which it goes.
    """
    boxes = list(Layout.standard(size).boxes)
    cells = range(size * size)

    def near(cell: int) -> Iterator[int]:
        return (c for c in cells if abs(c // size - cell // size) + abs(c % size - cell % size) == 1)

    def is_connected(box: int) -> bool:
        seen = {boxes.index(box)}
        new = [*seen]
        while new:
            new = [c for c in near(new.pop()) if boxes[c] == box and c not in seen] + new
            seen.update(new)
        return len(seen) == size

    while swaps:
        one, other = (int(random.random() * len(boxes)) for _ in range(2))
        a, b = boxes[one], boxes[other]
        if a == b or all(boxes[c] != b for c in near(one)) or all(boxes[c] != a for c in near(other)):
            continue
        boxes[one], boxes[other] = b, a
        if is_connected(a) and is_connected(b):
            swaps -= 1
        else:
            boxes[one], boxes[other] = a, b
    return Layout(size, tuple(boxes), Layout.standard(size).symbols)


def _seconds(aim: Aim, most: float, seed: int) -> float:
    """Return the CPU seconds until a puzzle is found; infinite if no puzzle is found."""
    begun = process_time()

    def watch(_: object) -> None:
        if process_time() - begun > most:
            raise TimeoutError

    with suppress(TimeoutError):
        for number in count():
            if len(aimed(number, Wish(), aim, seed, watch).puzzles):
                return process_time() - begun
    return float("inf")


if __name__ == "__main__":
    {"minimal": minimal, "ratings": ratings, "rules": rules, "jigsaws": jigsaws}[sys.argv[1]](*sys.argv[2:])
