"""Find the first 9x9 board of each class in a stream of boards; few of them need a canonical form."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudokubench.symmetry.forms import canonical_digits

Digits = NDArray[np.uint8]


def invariants(digits: Digits) -> NDArray[np.uint64]:
    """Return a number for each of n boards, uint8 (n, 81). Equivalent boards have equal numbers; others hardly ever."""
    from sudokubench.kernels.invariants import invariants as fill

    found = np.empty(len(digits), np.uint64)
    fill(np.ascontiguousarray(digits), found)
    return found


class FirstBoards:
    """The boards of a stream that are not equivalent to an earlier board. `count` is the number of classes so far."""

    def __init__(self) -> None:
        self.count = 0
        self._boards: dict[int, bytes] = {}
        self._forms: set[bytes] = set()

    def among(self, digits: Digits) -> list[int]:
        """Return the indices of the boards in `digits`, uint8 (n, 81), that are the first of their class.

        If one board so far has an invariant, `_boards` holds this board for it. If several boards have it, `_boards`
        holds b"", and `_forms` has their canonical forms.
        """
        rows, doubtful, earlier = [], [], list[bytes]()
        for row, invariant in enumerate(invariants(digits).tolist()):
            board = digits[row].tobytes()
            known = self._boards.setdefault(invariant, board)
            if known is board:
                rows.append(row)
            elif known != board:
                doubtful.append(row)
                if known:
                    earlier.append(known)
                    self._boards[invariant] = b""
        if doubtful:
            self._forms.update(_forms(np.frombuffer(b"".join(earlier), np.uint8).reshape(-1, 81)))
        for row, form in zip(doubtful, _forms(digits[doubtful]), strict=True):
            if form not in self._forms:
                self._forms.add(form)
                rows.append(row)
        self.count += len(rows)
        return sorted(rows)


def _forms(digits: Digits) -> list[bytes]:
    return [form.tobytes() for form in canonical_digits(digits)]
