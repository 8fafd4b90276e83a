"""Makes the committed reference run: every backend on every bundled puzzle, with its report.

    python tools/reference.py             run it, then write results/ and the documents again
    python tools/reference.py --redraw    only write the report and the pictures of the committed records again

It writes results/reference.jsonl.gz (the records), reference.html (the report) and cactus.svg (for the README).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from sudokubench.cli import sudokubench
from sudokubench.report import draw
from sudokubench.report.analysis import Analysis
from sudokubench.report.build import build
from sudokubench.report.page import page
from sudokubench.report.plots import cactus
from sudokubench.report.reading import load

ROOT = Path(__file__).resolve().parent.parent
RECORDS, PAGE, PLOT = "results/reference.jsonl.gz", "results/reference.html", "results/cactus.svg"
COMMAND = ("run", "all", "--backend", "all", "--repeat", "5", "--seed", "1", "--isolation", "process")


def main() -> int:
    """Make it; returns the exit code."""
    if sys.argv[1:] not in ([], ["--redraw"]):
        print(__doc__, file=sys.stderr)
        return 2
    os.chdir(ROOT)
    if not sys.argv[1:]:
        sys.argv = ["sudokubench", *COMMAND]  # what the manifest will say
        code = sudokubench.main(list(COMMAND), standalone_mode=False)
        if code:
            return int(code)
        sudokubench.main(["runs", "export", "last", "-o", RECORDS], standalone_mode=False)
    analysis = Analysis(load([RECORDS]))
    Path(PAGE).write_text(page(build(analysis), analysis, "en"), encoding="utf-8")
    Path(PLOT).write_text(draw.svg(cactus(analysis), "en"), encoding="utf-8")
    return subprocess.run([sys.executable, "tools/readme.py"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
