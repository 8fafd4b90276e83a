"""Measure the cost of a puzzle in a large file: strings in, verdicts out, without the time to start the command.

    python -m benchmarks.batches [--puzzles N] [--file FILE] [--rounds N] [COMMAND...]

The program makes a file of minimal puzzles. The COMMANDs take turns; each judges this file and a file of 100 puzzles.
The printed table (Markdown) has puzzles per second of CPU time: the median of the rounds.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
import tempfile
from itertools import count, islice
from pathlib import Path
from statistics import median

from sudokubench.formats.arrays import lines_from_boards
from sudokubench.generation.puzzles import part
from sudokubench.generation.wish import Wish

COMMANDS = ("check --backend sliced", "check --backend sliced --json", "check --backend sliced,dlx",
            "run --backend sliced", "run --backend sliced --json")  # fmt: skip
FEW = 100


def main(words: list[str]) -> int:
    """Measure the commands of the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.batches", description=__doc__, formatter_class=argparse.RawTextHelpFormatter,
    )  # fmt: skip
    parser.add_argument("commands", metavar="COMMAND", nargs="*", default=COMMANDS, help="default: all five")
    parser.add_argument("--puzzles", type=int, default=1_000_000)
    parser.add_argument("--file", type=Path, help="take these puzzles, one a line, over and over")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        large, small = Path(folder, "large"), Path(folder, "small")
        large.write_text("".join(f"{line}\n" for line in puzzles(options.puzzles, options.file)))
        small.write_text("".join(large.read_text().splitlines(keepends=True)[:FEW]))
        print(f"{options.puzzles:,} puzzles, load {os.getloadavg()[0]:.1f}\n")
        print("| command | puzzles/s |\n|---|---:|")
        for command in options.commands:
            times = [
                cpu_seconds(command, folder, large) - cpu_seconds(command, folder, small)
                for _ in range(options.rounds)
            ]
            rate = (options.puzzles - FEW) / max(median(times), 1e-6)
            print(f"| `{command}` | {rate:,.0f} |", flush=True)
    return 0


def puzzles(n: int, file: Path | None) -> list[str]:
    """Return n lines: a file, repeated; without a file, minimal puzzles of seed 1."""
    if file is not None:
        found = file.read_text().split()
        return (found * (n // len(found) + 1))[:n]
    made = (lines_from_boards(part(number, Wish(minimal=True), 1).puzzles) for number in count())
    return list(islice((line for some in made for line in some), n))


def cpu_seconds(command: str, folder: str, *files: Path, **environment: str) -> float:
    """Return the CPU time of a command and all its children, in seconds.

    Args:
        command: Its words, without the files that follow them.
        folder: The command runs there.
        environment: Variables that differ from those of this process.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [sys.executable, "-m", "sudokubench", *shlex.split(command), *map(str, files)]
    subprocess.run(words, cwd=folder, env=os.environ | environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
