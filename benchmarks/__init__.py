"""Benchmarks of the engines: what `python -m benchmarks` runs, from the root of the repository.

Not part of the package that is installed. `docs/background/benchmarks.md` tells what is measured, how, and what
came out.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The repository."""
