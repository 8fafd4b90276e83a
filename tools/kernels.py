"""Compile all kernels for the levels of x86-64. A wheel that is built afterwards brings their machine code.

    python tools/kernels.py

The files go to `sudokubench/kernels/shipped`, which git ignores. The processor must have every level.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from sudokubench.kernels.machine_code import LEVELS, PROCESSOR, SHIPPED, features_of


def main() -> int:
    """Run `sudokubench backends warm` for all levels at the same time; return the largest exit code."""
    shutil.rmtree(SHIPPED, ignore_errors=True)
    command = [sys.executable, "-m", "sudokubench", "backends", "warm"]
    runs = []
    for level in LEVELS:
        chosen = {"NUMBA_CPU_NAME": PROCESSOR, "NUMBA_CPU_FEATURES": features_of(level)}
        env = {**os.environ, **chosen, "NUMBA_CACHE_DIR": str(SHIPPED)}
        runs.append(subprocess.Popen(command, env=env))
    code = max(run.wait() for run in runs)
    files = [*SHIPPED.iterdir()]
    print(f"{len(files)} files, {sum(file.stat().st_size for file in files):,} bytes")
    return code


if __name__ == "__main__":
    sys.exit(main())
