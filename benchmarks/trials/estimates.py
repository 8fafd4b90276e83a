"""Try the intervals of estimates on boards of three sizes, plain and with constraints, whose solutions are counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from unittest.mock import patch

from benchmarks.trials import Figures, Trial
from sudokubench import count, estimates
from sudokubench.board import Board
from sudokubench.generation.draws import Draws
from sudokubench.generation.grids import full_grids
from sudokubench.generation.readings import FullGrid, read_off
from sudokubench.layout import Layout
from sudokubench.problem import with_constraints

_KINDS = ("", "killer", "thermometer", "arrow", "difference", "sandwich")
"""The variants that the boards have; the first one adds no rule."""
_SOLUTIONS = {4: (20, 288), 6: (400, 60_000), 9: (400, 60_000)}
"""The least and the largest number of solutions of a board."""
_FIRST_CLUES = {4: 0, 6: 3, 9: 20}
_TURNS = (4, 6, 4, 6, 9)
"""The sizes of the boards, in turn."""
_WALKS = 200
_PARTS = {4: 40, 6: 40, 9: 8}
"""Solutions of a board for each node of a tail, so that walks have work to do also on small boards."""


def _boards(size: int, kind: str, random: Random) -> Iterator[tuple[Board, int]]:
    """Yield boards without end, each with its number of solutions, which lies within `_SOLUTIONS`."""
    layout, (least, most) = Layout.standard(size), _SOLUTIONS[size]
    while True:
        draws = Draws(random.randrange(1 << 30), 0)
        digits = full_grids(layout, 1, draws).tobytes()
        rules = read_off(kind, FullGrid(layout, digits, draws))[: random.randint(1, 4)] if kind else ()
        problem = with_constraints(layout, rules) if rules else layout
        order = random.sample(range(len(digits)), len(digits))
        board, number = Board.empty(problem), 0
        for clues in range(_FIRST_CLUES[size], len(digits)):
            kept = {*order[:clues]}
            board = Board(problem, bytes(d if cell in kept else 0 for cell, d in enumerate(digits)))
            number = count(board, limit=most + 1, backend="dlx")
            if number <= most:
                break
        if number >= least and (rules or not kind):
            yield board, number


def coverage(boards: int, seed: int) -> Figures:
    """Estimate the numbers of solutions of boards, and compare the intervals and the lower bounds with the numbers."""
    random, begun = Random(seed), time.process_time()
    sources = {size: [_boards(size, kind, random) for kind in _KINDS] for size in _SOLUTIONS}
    found, missed = Counter[str](), list[str]()
    for k in range(boards):
        of_size = sources[_TURNS[k % len(_TURNS)]]
        board, number = next(of_size[k // len(_TURNS) % len(of_size)])
        with patch.object(estimates, "_TAIL", max(2, number // _PARTS[board.layout.size])):
            made = estimates.estimate(board, walks=_WALKS, seed=seed + k)
        kind = "bound" if made.high is None else "interval"
        held = made.low <= number and (made.high is None or number <= made.high)
        found.update([kind, f"{kind} {board.layout.size}x{board.layout.size}", *([f"{kind} held"] * held)])
        if not held:
            missed.append(f"{number} of {board}: {made}")
    return {
        **dict(sorted(found.items())),
        "share": round(found["interval held"] / max(1, found["interval"]), 4),
        "missed": missed,
        "cpu_s": round(time.process_time() - begun, 1),
    }


TRIALS = {
    "estimates": Trial(
        "93 to 99 % of the intervals of estimates hold the number of solutions, and 95 % of the lower bounds",
        coverage, {"boards": 20, "seed": 1}, {"boards": 280, "seed": 1},
        lambda f: 0.93 <= float(str(f["share"])) <= (0.99 if int(str(f["interval"])) >= 100 else 1)
        and int(str(f.get("bound held", 0))) >= 0.95 * int(str(f.get("bound", 0))),
    )
}  # fmt: skip
