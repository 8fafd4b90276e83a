"""Make sudokubench/data/sizes.txt: puzzles of 12x12 to 25x25, with the same shares of clues in several sizes.

The seeds fix every puzzle, whatever engine answers: the engine only says whether a solution is the only one.

    python -m tools.make_sizes                    write the file again, in some minutes
    python -m tools.make_sizes --check SIZE...    exit with 1 if the puzzles of these sizes would change; default: all
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.random_boards import unique_board
from sudokubench import Layout, is_unique

TARGET = Path(__file__).resolve().parent.parent / "sudokubench" / "data" / "sizes.txt"
_ALL = (40, 44, 47, 50, 55, 60)
SHARES = {12: _ALL, 16: _ALL, 20: _ALL[1:], 25: _ALL[2:]}
"""For each size the shares of cells with a clue, in per cent. Below these, proofs take long or removal ends."""
EACH = 3
"""Number of puzzles of each size and share; their seeds are 0, 1, 2."""

HEAD = """\
# Puzzles of 12x12 to 25x25 by share of clues, made by tools/make_sizes.py; change the script and not this file.
# board  name; number of all solutions; how it was made
"""


def lines(size: int) -> Iterator[str]:
    """Yield the lines of a size, one for each puzzle."""
    layout, proved = Layout.standard(size), partial(is_unique, backend="sat")
    for share in SHARES[size]:
        for seed in range(EACH):
            board = unique_board(layout, seed=seed, density=share / 100, is_unique=proved)
            how = f"made, {board.clue_count} clues, seed {seed}"
            yield f"{board.format('line')}  name={layout} {share}% {seed + 1}; solutions=1; source={how}\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Write or check the file; return the exit code."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument(
        "--check", nargs="*", type=int, metavar="SIZE", help="only say whether puzzles would change"
    )
    given = arguments.parse_args(argv)
    if given.check is None:
        TARGET.write_text(HEAD + "".join(line for size in SHARES for line in lines(size)), encoding="utf-8")
        return 0
    kept = TARGET.read_text(encoding="utf-8").splitlines(keepends=True)
    for size in given.check or SHARES:
        if [*lines(size)] != [line for line in kept if f"name={size}x{size} " in line]:
            fault = f"the puzzles of {size}x{size} are not what the script makes"
            print(f"{TARGET.name}: {fault}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
