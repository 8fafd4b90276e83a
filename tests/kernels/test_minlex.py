"""The kinds of two rows, by which the search for canonical forms skips most pairs of rows."""

from itertools import permutations, product

import numpy as np

from sudokubench.kernels.minlex import _kind


def test_the_kind_of_two_rows_determines_the_smallest_second_row():
    inner = list(permutations(range(3)))
    orders = np.array(
        [
            [3 * stack + place for stack, places in zip(stacks, some, strict=True) for place in places]
            for stacks in inner
            for some in product(inner, repeat=3)
        ]
    )
    places = np.argsort(orders, axis=1)
    smallest, lines = {}, np.zeros((4, 9), int)
    second_rows = [p for p in permutations(range(9)) if all(c // 3 != p[c] // 3 for c in range(9))]
    assert len(second_rows) == 12_096
    for second in second_rows:
        kind = _kind.written(np.array([range(9), second]), (0, 1), lines)
        row = min(
            (np.take_along_axis(places, np.array(second)[orders], axis=1) @ 9 ** np.arange(9)[::-1]).tolist()
        )
        assert smallest.setdefault(kind, row) == row
    assert len(smallest) == len(set(smallest.values())) == 15
