"""Walk through steps in a terminal by keys."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Set

import click

_PLAY, _PLAY_S = "p", 0.7
"""The key that plays the steps, and how long each step is shown then, in seconds."""


def walk(last: int, show: Callable[[int, Set[str]], None], switches: str) -> bool:
    """Show step after step by keys: space, b for back, p for play, q to quit.

    Args:
        last: The number of the last step; the first is 0.
        show: Shows the step with a number; gets the keys that are switched on.
        switches: Keys that change what is shown.

    Returns:
        True if the user went past the end, False after q.
    """
    at, on = 0, set[str]()
    while True:
        click.clear()
        show(at, on)
        key = _pressed(_PLAY_S if _PLAY in on and at < last else None)
        if key in {"q", "\x1b"}:
            return False
        if key is not None and key in switches + _PLAY:
            on ^= {key}
        elif key in {"b", "\x7f", "\x08", "\x1b[D"}:
            at, on = max(at - 1, 0), on - {_PLAY}
        elif at < last:
            at += 1
        elif key is not None and _PLAY not in on:
            return True


def _pressed(seconds: float | None) -> str | None:
    """Return the next key, or None if no key is pressed within `seconds`."""
    if seconds is None:
        return click.getchar()
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        ready = select.select([sys.stdin], [], [], seconds)[0]
        return os.read(sys.stdin.fileno(), 32).decode(errors="replace") if ready else None
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
