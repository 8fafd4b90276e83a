"""Benchmarks of the engines: what `python -m benchmarks` runs, from the root of the repository.

Not part of the package that is installed. `docs/background/benchmarks.md` tells what is measured, how, and what
came out.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The repository."""


def results(publish: bool) -> Path:
    """Where results go: what is published to where documents and tests read it, the rest to where git ignores it."""
    return ROOT / "results" if publish else ROOT / "build" / "results"


def told(folder: Path, publish: bool) -> int:
    """Say where results were written; what is published goes into the documents, too. Returns the exit code."""
    print(f"Written to {folder}", file=sys.stderr)
    if publish:
        return subprocess.run([sys.executable, str(ROOT / "tools" / "readme.py")], check=False).returncode
    return 0
