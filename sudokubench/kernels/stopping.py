"""Kernels that can be stopped: another thread raises a flag, at which they look between two parts of their work."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from threading import Timer
from typing import Any

import numpy as np

from sudokubench.clock import ask, left_s


def in_time(kernel: Callable[..., Any], *arguments: Any) -> Any:
    """What a kernel returns whose last argument is the flag, a uint8 (1,) that is not 0 once it is to stop.

    Raises:
        TimeOver: A limit is in force, and its time is over.
    """
    stop = np.zeros(1, np.uint8)
    while (left := left_s()) != inf:
        timer = Timer(left, stop.fill, (1,))
        timer.daemon = True
        timer.start()
        try:
            result = kernel(*arguments, stop)
        finally:
            timer.cancel()
        if not stop[0]:
            return result
        ask()
        stop[0] = 0  # the clock stood while the kernel was compiled: there is time left
    return kernel(*arguments, stop)
