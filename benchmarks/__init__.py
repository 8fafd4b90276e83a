"""Benchmarks of the engines: `python -m benchmarks` runs them, from the root of the repository.

They are not part of the installed package. `docs/background/benchmarks.md` describes the measurements and the results.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The root of the repository."""


def results(publish: bool) -> Path:
    """Return the folder of results: to publish, the folder that documents and tests read; else one that git ignores."""
    return ROOT / "results" if publish else ROOT / "build" / "results"


def told(folder: Path, publish: bool) -> int:
    """Print where results were written; if they are published, update the documents. Return the exit code."""
    print(f"Written to {folder}", file=sys.stderr)
    if publish:
        return subprocess.run([sys.executable, str(ROOT / "tools" / "documents.py")], check=False).returncode
    return 0
