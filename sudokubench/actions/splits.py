"""The splits of a data set: the usual names and shares, and the check of names and shares that a caller gives."""

from __future__ import annotations

from sudokubench.actions import words
from sudokubench.errors import UsageError

Splits = tuple[tuple[str, float], ...]
"""Names and shares."""

USUAL_SPLITS: Splits = (("train", 0.8), ("validation", 0.1), ("test", 0.1))
"""The splits of a data set if none are given."""


def require_splits(splits: Splits) -> None:
    """Refuse splits with equal or invalid names, or with shares that are not above 0 or do not add up to 1.

    Raises:
        UsageError: The splits are refused.
    """
    names = [name for name, _ in splits]
    if len(set(names)) < len(names) or not all(name.isidentifier() for name in names):
        raise UsageError(words.SPLIT_NAMES.format(names=", ".join(map(repr, names))))
    shares = [share for _, share in splits]
    if not (abs(sum(shares) - 1) <= 1e-9 and min(shares) > 0):  # written so that nan is refused
        raise UsageError(words.SPLIT_SHARES.format(shares=" + ".join(f"{share:g}" for share in shares)))
