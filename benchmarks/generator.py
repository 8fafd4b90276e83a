"""How fast puzzles come: minimal ones, those of a rating, and those that need a rule.

    python -m benchmarks.generator minimal [--peer COMMAND]
    python -m benchmarks.generator ratings [N]
    python -m benchmarks.generator rules [SECONDS] [RULE...] [--publish]

`minimal`: puzzles a second of CPU time on one core, grids included, in turns with a peer: COMMAND is run with a number
of puzzles and prints them. `ratings`: N targets, each the rating of a puzzle drawn from 10,000 minimal ones, are aimed
at within 0.3. `rules`: for each rule that no cheaper one implies, the CPU seconds until a puzzle needs it;
all of them at once write build/results/needs.json, or with `--publish` results/needs.json and the documents.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from contextlib import suppress
from itertools import count
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

import numpy as np

from benchmarks import results, told
from sudokubench import Board, Layout
from sudokubench.errors import UsageError
from sudokubench.generate.aims import Aim
from sudokubench.generate.annealing import aimed
from sudokubench.generate.draws import Draws
from sudokubench.generate.puzzles import drawn, part
from sudokubench.generate.wish import Wish
from sudokubench.harness.plan import machine
from sudokubench.logic.rating import rate
from sudokubench.logic.rules import all_rules

_ROUNDS, _AT_A_TIME = 7, 16_384
_NEAR = 0.3


def minimal(*peer: str) -> None:
    """Puzzles a second, in turns with a peer."""
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
    """Targets drawn from the ratings of generated puzzles: how many are reached, and in what time."""
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
    """How long it takes to find a puzzle that needs a rule, for each rule; the documents have a table of all."""
    most, publish = float(seconds), "--publish" in names
    wanted = set(names) - {"--publish"}
    times, implied = dict[str, float | None](), list[str]()
    for rule in all_rules():
        if wanted and rule.name not in wanted:
            continue
        try:
            aim = Aim(needs=(rule.name,))
        except UsageError:
            implied.append(rule.name)
            continue
        took = _seconds(aim, most, seed=1)
        times[rule.name] = round(took, 1) if took < float("inf") else None
        print(f"{rule.name}: {took:.1f} s", file=sys.stderr, flush=True)
    found = sum(took is not None for took in times.values())
    print(
        f"found: {found} of {len(times)}, {found / len(times):.1%}; implied by cheaper ones: {len(implied)}"
    )
    if not wanted:
        command = f"python -m benchmarks.generator rules {seconds}"
        told_of = {"command": command, "commit": machine()["commit"], "seconds": most}
        folder = results(publish)
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({**told_of, "times_s": times, "implied": implied}, indent=1)
        (folder / "needs.json").write_text(text + "\n", encoding="utf-8")
        told(folder, publish)


def _seconds(aim: Aim, most: float, seed: int) -> float:
    """CPU seconds until a puzzle is found; infinite if none is."""
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
    {"minimal": minimal, "ratings": ratings, "rules": rules}[sys.argv[1]](*sys.argv[2:])
