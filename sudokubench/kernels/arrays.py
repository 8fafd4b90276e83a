"""Arrays on a 64-byte boundary, for kernels that read and write whole vectors."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import DTypeLike


def aligned(*shape: int, dtype: DTypeLike = np.uint64, zeroed: bool = True) -> np.ndarray[Any, np.dtype[Any]]:
    """Return an array on a 64-byte boundary. At other addresses, a vector may lie in two cache lines."""
    size = prod(shape) * np.dtype(dtype).itemsize
    raw = (np.zeros if zeroed else np.empty)(size + 64, np.uint8)
    start = -raw.ctypes.data % 64
    return raw[start : start + size].view(dtype).reshape(shape)
