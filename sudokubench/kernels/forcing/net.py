"""Net: the state of a board as arrays (options, items, patterns), which the kernels of nets take."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Net(NamedTuple):
    """The state of a board, as arrays.

    Attributes:
        alive: Whether each option is alive.
        totals: Number of options of each item that are alive, plus UNUSED if nothing may be concluded from the item.
        item_options, option_items: The options of each item and the items of each option.
        rivals: The options that each option excludes.
        crossings: Each row has an item (a digit in a house), then its options outside a second house, then the options
            of the digit that only the second house has. If all options outside are false, these are false, too.
        pairs: Tables; each row has an item and its options. If two rows have options in only the same two columns, no
            other row has a true option in these columns. This covers hidden pairs, naked pairs and X-wings.
        phases: Index in `pairs` at which each of these three kinds begins, and the end of the last.
        ties: Ties of the options, then of the items.
        size: Number of digits.
    """

    alive: NDArray[np.bool_]
    totals: NDArray[np.int32]
    item_options: NDArray[np.int32]
    option_items: NDArray[np.int32]
    rivals: NDArray[np.int32]
    crossings: NDArray[np.int32]
    pairs: NDArray[np.int32]
    phases: NDArray[np.int32]
    ties: NDArray[np.int64]
    size: int
