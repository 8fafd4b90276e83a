"""Make the reference run: every backend on every bundled puzzle, with its report.

    python tools/reference.py [--redraw] [--publish]

It writes reference.jsonl.gz (the records), reference.html (the report) and cactus.svg (for the README) to
build/results, which git ignores; with `--publish` to results/, and then it updates the documents. With `--redraw` it
runs nothing and draws the report and the plot of the committed records again.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sudokubench.cli import sudokubench
from sudokubench.report import draw
from sudokubench.report.analysis import Analysis
from sudokubench.report.build import build
from sudokubench.report.page import page
from sudokubench.report.plots.comparison import cactus
from sudokubench.report.reading import load

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for the benchmarks, which are not part of the package

from benchmarks import results, told  # noqa: E402

RECORDS = "reference.jsonl.gz"
COMMAND = ("run", "all", "--backend", "all", "--repeat", "5", "--seed", "1", "--isolation", "process")


def main() -> int:
    """Make the run; return the exit code."""
    words = set(sys.argv[1:])
    if not words <= {"--redraw", "--publish"}:
        print(__doc__, file=sys.stderr)
        return 2
    os.chdir(ROOT)
    folder = results("--publish" in words)
    folder.mkdir(parents=True, exist_ok=True)
    if "--redraw" in words:
        records = results(publish=True) / RECORDS
    else:
        records = folder / RECORDS
        sys.argv = ["sudokubench", *COMMAND]  # for the manifest
        code = sudokubench.main(list(COMMAND), standalone_mode=False)
        if code:
            return int(code)
        sudokubench.main(["runs", "export", "last", "-o", str(records)], standalone_mode=False)
    analysis = Analysis(load([str(records)]))
    (folder / "reference.html").write_text(page(build(analysis), analysis, "en"), encoding="utf-8")
    (folder / "cactus.svg").write_text(draw.svg(cactus(analysis), "en"), encoding="utf-8")
    return told(folder, "--publish" in words)


if __name__ == "__main__":
    sys.exit(main())
