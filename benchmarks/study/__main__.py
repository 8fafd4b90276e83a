"""The study: claims about solvers, each measured, with its interval and its command.

    python -m benchmarks.study [--quick] [PART...]

It writes the tables of docs/study.md and docs/study.ja.md again, between their marks. Boards are those of
`benchmarks.inputs`, so a folder of corpora in SUDOKUBENCH_CORPORA is used. What is told is a ratio on the same puzzles
in the same run, with a 95 % bootstrap interval over puzzles; `--quick` takes fewer puzzles.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import ROOT
from benchmarks.study import counted, searched, states, timed
from benchmarks.study.runs import Runs, Sheet, markdown

DOCUMENTS = {"en": ROOT / "docs" / "study.md", "ja": ROOT / "docs" / "study.ja.md"}

PARTS: dict[str, Callable[[Runs], Iterator[Sheet]]] = {
    "trominoes": timed.trominoes, "items": searched.items, "cells": searched.cells, "rules": searched.rules,
    "handover": searched.handover, "encodings": timed.encodings, "models": timed.models, "sizes": timed.sizes,
    "scaling": timed.scaling, "uniqueness": timed.uniqueness, "masks": states.masks_and_sets,
    "states": states.persistent, "fixed": counted.fixed, "claims": counted.claims,
}  # fmt: skip


def main() -> int:
    """Measure and write; returns the exit code."""
    words = sys.argv[1:]
    quick = "--quick" in words
    chosen = [word for word in words if word != "--quick"] or list(PARTS)
    if not set(chosen) <= set(PARTS):
        print(f"{__doc__}\nParts: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    with TemporaryDirectory() as folder:
        for name in chosen:
            begun = time.monotonic()
            sheets = list(PARTS[name](Runs(Path(folder), quick)))
            for language, document in DOCUMENTS.items():
                table = "\n\n".join(markdown(sheet, language) for sheet in sheets)
                mark = re.compile(rf"(<!-- study: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
                text = document.read_text(encoding="utf-8")
                fresh = mark.sub(lambda found, made=table: f"{found[1]}\n{made}\n\n{found[2]}", text)
                document.write_text(fresh, encoding="utf-8")
                if language == "en":
                    print(f"{name}, {time.monotonic() - begun:.0f} s\n{table}\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
