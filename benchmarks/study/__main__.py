"""The study: claims about solvers, each measured, with its interval and its command.

    python -m benchmarks.study [--quick | --publish] [PART...]

The program records the tables in build/results/study, which git ignores. With `--publish` it records them in
results/study with a report, and puts the sentences about them (`said`) into docs/background/study.md and its
translation. Boards come from the folder of corpora that SUDOKUBENCH_CORPORA names; missing boards are made from seeds,
see `benchmarks.inputs`. The part `rated` needs `ratings.csv`. Only results on corpora are published. `--quick` takes
fewer boards and does not record results.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from benchmarks import inputs, results, told
from benchmarks.study import counted, searched, states, timed
from benchmarks.study.sheets import markdown, record
from sudokubench.report.model import Table

PARTS: dict[str, Callable[[bool], Table]] = {
    "trominoes": timed.trominoes, "items": searched.items, "cells": searched.cells, "depth": searched.depth,
    "values": searched.values, "rules": searched.rules, "learning": searched.learning, "handover": searched.handover,
    "encodings": timed.encodings, "models": timed.models, "sizes": timed.sizes, "scaling": timed.scaling,
    "uniqueness": timed.uniqueness, "masks": states.masks_and_sets, "states": states.persistent,
    "fixed": counted.fixed, "revisions": counted.revisions, "entropy": counted.entropy, "evidence": counted.evidence,
    "rated": counted.rated, "claims": counted.claims,
}  # fmt: skip


def main() -> int:
    """Measure and record; return the exit code."""
    words = sys.argv[1:]
    quick, publish = "--quick" in words, "--publish" in words
    chosen = [word for word in words if word not in ("--quick", "--publish")] or list(PARTS)
    if not set(chosen) <= set(PARTS) or (quick and publish):
        print(f"{__doc__}\nParts: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    if absent := inputs.absent():
        print(f"Not in the folder of SUDOKUBENCH_CORPORA: {', '.join(absent)}.", file=sys.stderr)
        if publish:
            print("The documents name these boards: publish nothing without them.", file=sys.stderr)
            return 2
        print("Boards made from seeds stand for theirs.", file=sys.stderr)
    folder = results(publish) / "study"
    for name in chosen:
        if name == "rated" and not inputs.ratings():
            print("rated: left out, since it needs the ratings of ratings.csv", file=sys.stderr)
            continue
        begun = time.monotonic()
        table = PARTS[name](quick)
        print(f"{name}, {time.monotonic() - begun:.0f} s\n{markdown(table)}\n", flush=True)
        if not quick:
            record(name, table, time.monotonic() - begun, folder)
    return 0 if quick else told(folder, publish)


if __name__ == "__main__":
    sys.exit(main())
