"""Start a Python child process that imports the same modules as this process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any


def start(
    *command: str, home: str = "", variables: Mapping[str, str] = MappingProxyType({}), **streams: Any
) -> subprocess.Popen[bytes]:
    """Start `python -P COMMAND`; `-P` keeps a file in the current folder from hiding a module.

    Args:
        command: `-m` and a module, or a file; then its arguments.
        home: A folder whose modules precede all others; empty for none.
        variables: Additional environment variables.
        streams: Further arguments of `subprocess.Popen`.
    """
    return subprocess.Popen(
        [sys.executable, "-P", *command], env={**environment(home), **variables}, **streams
    )


def environment(home: str = "") -> dict[str, str]:
    """Return the environment of a Python child process that imports the same modules as this process.

    The empty entry of `sys.path`, which means the current folder, is omitted. The folder of this package is added
    unless another entry names it.
    """
    ours = str(Path(__file__).parents[2])
    path = [str(entry) for entry in sys.path if entry]
    if ours not in map(os.path.abspath, path):
        path.insert(0, ours)
    own = os.environ.get(OWN_PATH, os.environ.get("PYTHONPATH", ""))
    return {**os.environ, OWN_PATH: own, "PYTHONPATH": os.pathsep.join(filter(None, [home, *path]))}


OWN_PATH = "SUDOKUBENCH_OWN_PYTHONPATH"
"""Environment variable of our child processes: it keeps the user's PYTHONPATH for outside programs."""
