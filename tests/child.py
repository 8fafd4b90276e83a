"""A Python program in a process of its own."""

import subprocess
import sys
import textwrap
from collections.abc import Mapping


def printed(script: str, *arguments: str, env: Mapping[str, str] | None = None) -> str:
    """Return what a program prints; it must end well and soon."""
    command = [sys.executable, "-c", textwrap.dedent(script), *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, env=env, check=True, timeout=600).stdout
