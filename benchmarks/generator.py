"""How fast puzzles come: minimal ones, those of a rating, and those that need a rule.

    python -m benchmarks.generator minimal [--peer COMMAND]
    python -m benchmarks.generator ratings [N]
    python -m benchmarks.generator rules [SECONDS] [RULE...]

`minimal`: puzzles a second of CPU time on one core, grids included, in turns with a peer: COMMAND is run with a number
of puzzles and prints them. `ratings`: N targets, each the rating of a puzzle drawn from 10,000 minimal ones, are aimed
at within 0.3. `rules`: for each rule that no cheaper one implies, the CPU seconds until a puzzle needs it.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections import Counter
from functools import partial
from itertools import count
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

import numpy as np

from sudokubench import Board, Layout
from sudokubench.errors import UsageError
from sudokubench.generate.aims import Aim
from sudokubench.generate.annealing import aimed
from sudokubench.generate.draws import Draws
from sudokubench.generate.puzzles import Part, drawn, part
from sudokubench.generate.wish import Wish
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
        target = rate(Board(Layout.standard(9), rows[row].tobytes())).se
        aim = Aim((round(target - _NEAR, 1), round(target + _NEAR, 1)))
        times.append(_seconds(aim, 60.0, seed=number))
        print(f"{target:.1f}: {times[-1]:.2f} s", flush=True)
    found = np.array(times)
    shares = ", ".join(f"{(found <= s).mean():.1%} within {s} s" for s in (2, 10, 60))
    print(f"{len(times)} targets: {shares}; median {np.median(found):.2f} s")


def rules(seconds: str = "60", *names: str) -> None:
    """How long it takes to find a puzzle that needs a rule, for each rule."""
    asked = names or [rule.name for rule in all_rules()]
    said = Counter[str]()
    for name in asked:
        try:
            aim = Aim(needs=(name,))
        except UsageError as error:
            said["implied"] += 1
            print(f"{name}: {error}")
            continue
        took = _seconds(aim, float(seconds), seed=1)
        said["found" if took <= float(seconds) else "not found"] += 1
        print(
            f"{name}: {took:.1f} s" if took <= float(seconds) else f"{name}: not in {seconds} s", flush=True
        )
    print(", ".join(f"{n} {what}" for what, n in said.items()))


def _seconds(aim: Aim, most: float, seed: int) -> float:
    """CPU seconds until a puzzle is found; infinite if none is."""
    begun = process_time()
    make = partial(aimed, wish=Wish(), aim=aim, seed=seed)
    for number in count():
        made: Part = make(number)
        took = process_time() - begun
        if len(made.puzzles):
            return took
        if took > most:
            return float("inf")
    raise AssertionError


if __name__ == "__main__":
    {"minimal": minimal, "ratings": ratings, "rules": rules}[sys.argv[1]](*sys.argv[2:])
