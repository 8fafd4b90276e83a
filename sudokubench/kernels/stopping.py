"""Run a kernel under a time limit: another thread raises a flag, and the kernel reads it between parts of its work."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from threading import TIMEOUT_MAX, Timer
from typing import Any

import numpy as np

from sudokubench.clock import ask, left_s


def in_time(kernel: Callable[..., Any], *arguments: Any) -> Any:
    """Call a kernel and return its result; stop it when the time limit ends.

    `in_time` adds the last argument of the kernel, the flag: uint8 (1,), not 0 when the kernel must stop.

    Raises:
        TimeOver: The current time limit is over.
    """
    stop = np.zeros(1, np.uint8)
    while (left := left_s()) != inf:
        timer = Timer(min(left, TIMEOUT_MAX), stop.fill, (1,))
        timer.daemon = True
        timer.start()
        try:
            result = kernel(*arguments, stop)
        finally:
            timer.cancel()
        if not stop[0]:
            return result
        ask()
        stop[0] = 0  # the clock was stopped while the kernel was compiled, so time is left
    return kernel(*arguments, stop)
