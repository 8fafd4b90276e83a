"""The study: claims about solvers, each measured, with its interval and its command.

    python -m benchmarks.study [--quick] [PART...]

It records the tables in results/study; `python tools/readme.py` fills them, and the sentences about them (`said`), into
docs/background/study.md and its translation. Boards are those of `benchmarks.inputs`, so a folder of corpora in
SUDOKUBENCH_CORPORA is used. `--quick` takes fewer boards and records nothing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

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
    """Measure and record; returns the exit code."""
    words = sys.argv[1:]
    quick = "--quick" in words
    chosen = [word for word in words if word != "--quick"] or list(PARTS)
    if not set(chosen) <= set(PARTS):
        print(f"{__doc__}\nParts: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    for name in chosen:
        begun = time.monotonic()
        table = PARTS[name](quick)
        print(f"{name}, {time.monotonic() - begun:.0f} s\n{markdown(table, 'en')}\n", flush=True)
        if not quick:
            record(name, table, time.monotonic() - begun)
    return 0


if __name__ == "__main__":
    sys.exit(main())
