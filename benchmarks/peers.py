"""Packages from PyPI that do the same work. Each runs in a process with an environment made for these packages.

The environment is in the user's cache folder, separate from the environment of this project. Some of these packages
have licences that this project does not use (exact-cover: GPL; xcover: LGPL), and no package should decide which
version of NumPy the project uses. This module does not import the packages.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PEERS = ("xcover", "miniexact", "exact-cover", "dlx-cython", "pyxcc", "py-sudoku")
_INSTALL_S = 600


@dataclass(frozen=True, slots=True)
class Peer:
    """A package and whether it can be used.

    Attributes:
        name: The name of the package on PyPI.
        version: The installed version; empty if the package is not installed.
        problem: Why the package could not be installed; empty if it is installed.
    """

    name: str
    version: str = ""
    problem: str = ""


def home() -> Path:
    """Return the folder of the environment."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "sudokubench" / f"peers-{sys.version_info[0]}.{sys.version_info[1]}"


def python() -> str:
    """Return the interpreter of the environment."""
    return str(home() / "bin" / "python")


@cache
def installed() -> list[Peer]:
    """Return the packages of `PEERS`; install them first if necessary."""
    if not Path(python()).exists():
        venv.create(home(), with_pip=True)
    return [_installed(name) for name in PEERS]


def _installed(name: str) -> Peer:
    version = _version(name)
    if version:
        return Peer(name, version)
    try:
        done = subprocess.run(
            [python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name],
            capture_output=True, text=True, timeout=_INSTALL_S, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Peer(name, problem=f"pip took more than {_INSTALL_S} s")
    version = _version(name)
    lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return Peer(name, version) if version else Peer(name, problem=(lines or ["pip failed"])[-1])


def _version(name: str) -> str:
    code = f"from importlib.metadata import version; print(version({name!r}))"
    done = subprocess.run([python(), "-c", code], capture_output=True, text=True, timeout=60, check=False)
    return done.stdout.strip()
