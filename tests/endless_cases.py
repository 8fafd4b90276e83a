"""Work that ends by itself only after hours."""

import random

RACE = {
    "corpus": "pentomino:6x10", "backends": ["algorithm_x"], "task": "count", "seconds": 3000, "keep": False,
}  # fmt: skip


def large(seed=0):
    """Return a board of 36x36 with clues in nearly half of its cells, which no search of ours decides soon."""
    some = random.Random(seed)
    rows, columns = ([6 * band + i for band in range(6) for i in some.sample(range(6), 6)] for _ in range(2))
    digits = some.sample("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0", 36)
    return "".join(
        digits[(6 * (i % 6) + i // 6 + j) % 36] if some.random() < 0.47 else "."
        for i in rows
        for j in columns
    )
