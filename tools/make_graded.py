"""Make sudokubench/data/graded.txt: minimal puzzles of every class in several layouts, each with its rating.

    python tools/make_graded.py             write the file again
    python tools/make_graded.py --check     exit with 1 if it would change
    python tools/make_graded.py --judge     ask every engine about each puzzle, and prove each verdict

The seed fixes every puzzle, until rules or their values change. A class that the parts of the seed do not reach has
fewer puzzles, or none. `--judge` writes results/graded.jsonl, the answers of the engines, and
results/graded-certificates.jsonl, which `sudokubench verify` checks.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from itertools import islice
from pathlib import Path

from sudokubench import Board, Layout
from sudokubench.cli import sudokubench
from sudokubench.generation.annealing import aimed
from sudokubench.generation.difficulty_aims import Aim
from sudokubench.generation.wish import Wish
from sudokubench.logic.rating import Level, class_bounds, rate

SEED = 20261123
ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "sudokubench" / "data" / "graded.txt"
VERDICTS, CERTIFICATES = (ROOT / "results" / f"graded{name}.jsonl" for name in ("", "-certificates"))
PLAN = {"4x4": 4, "6x6": 4, "8x8": 4, "9x9-diagonal": 4, "9x9-windoku": 4}
"""Layouts, with the largest number of puzzles of each class.

Not 9x9: an earlier generator made those puzzles. They stay as they are, so that stored runs remain comparable.
"""
_PARTS = 30
_HARDEST = 9.5
"""Rating beyond which it takes minutes to rate a puzzle."""
HEAD = f"""\
# Puzzles by layout and class, made by tools/make_graded.py with seed {SEED}; those of 9x9 by an earlier generator
# board  name; number of all solutions; how it was made; rating (se), class, difficulty D on three scales
"""


def lines(only: str = "") -> Iterator[str]:
    """Yield the lines of the file, one for each puzzle; with `only`, of a layout and class, such as `6x6 Easy`."""
    for name, most in PLAN.items():
        layout = Layout.named(name)
        for level in Level if layout.size > 4 else (Level.EASY,):  # no 4x4 is harder than Easy
            if only not in {"", f"{name} {level.value}"}:
                continue
            made = list(islice(puzzles(Wish(layout, minimal=True), level), most))
            for number, (puzzle, se) in enumerate(made, 1):
                how = f"made, {puzzle.clue_count} clues, minimal"
                rated = rate(puzzle, hodoku=False)
                scales = f"D={rated.difficulty}; D_hodoku={rated.difficulty_hodoku}; D_human={rated.difficulty_human}"
                fields = f"name={name} {level.value} {number}; solutions=1; source={how}; se={se:g}"
                yield f"{puzzle}  {fields}; class={level.value}; {scales}"
            print(f"{name} {level.value}: {len(made)}", file=sys.stderr, flush=True)


def puzzles(wish: Wish, level: Level) -> Iterator[tuple[Board, float]]:
    """Yield puzzles of a class with their ratings, as many as the parts of the seed have."""
    low, high = class_bounds(level.value) or (0.0, _HARDEST)
    for number in range(_PARTS):
        made = aimed(number, wish, Aim((low, min(high, _HARDEST))), SEED)
        for row, se in zip(made.puzzles, made.ratings, strict=True):
            yield Board(wish.layout, row.tobytes()), se or 0.0


def judge() -> int:
    """Write the answers of engines and their proofs; return the exit code of `check`."""
    words = ["check", "graded", "--json", "--proof", str(CERTIFICATES)]
    with VERDICTS.open("w", encoding="utf-8") as out, redirect_stdout(out):
        return int(sudokubench.main(words, standalone_mode=False))


def main(option: str = "") -> int:
    """Write the file, check it, or have it judged; return the exit code."""
    if option == "--judge":
        return judge()
    kept = TARGET.read_text(encoding="utf-8")
    first = [line for line in kept.splitlines() if "name=9x9 " in line]
    text = HEAD + "".join(f"{line}\n" for line in [*first, *lines()])
    if option == "--check":
        return int(kept != text)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
