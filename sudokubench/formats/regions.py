"""Maps of regions: as many signs as a board has cells, the same sign for all cells of a region.

AAABBBCCC/AAABBBCCC/AAABBBCCC/DDDEEEFFF/DDDEEEFFF/DDGEEEFFF/GDGHHHIII/GGGGHHIII/GGHHHHIII
"""

from __future__ import annotations

import re
from math import isqrt

from sudokubench.formats.cells import size_of
from sudokubench.layout import MAX_SIZE, Layout, are_connected, default_symbols

_BETWEEN = re.compile(r"[\s,;/|+-]+")


def layout_of_map(text: str, prime: bool = False) -> Layout | None:
    """Return the layout whose boxes a map shows; None if the text is not a map, or has a prime size without `prime`.

    In a map each of n signs stands in n connected cells. In a filled board a digit never stands beside itself. So a map
    is never taken for a board, nor a board for a map.

    >>> layout_of_map("1122/1122/3344/3344").name
    '4x4'
    """
    first = text.lstrip()[:1]
    if not first.isalnum() or not first.isascii() or not 16 <= len(text) <= 5_000:
        return None
    cells = _BETWEEN.sub("", text)
    n = isqrt(len(cells))
    if n < 2 or cells.count(first) != n or cells[0] not in (cells[1], cells[n]):
        return None  # most texts fail this quick test
    signs = sorted(set(cells))
    is_size = size_of(n * n) is not None or (prime and 4 <= n <= MAX_SIZE)
    if n * n != len(cells) or not is_size or len(signs) != n or any(cells.count(sign) != n for sign in signs):
        return None
    of_sign = ([divmod(i, n) for i, cell in enumerate(cells) if cell == sign] for sign in signs)
    is_map = cells.isascii() and cells.isalnum() and all(map(are_connected, of_sign))
    return Layout(n, tuple(map(signs.index, cells)), default_symbols(n)) if is_map else None


def resembles_map(letters: str) -> bool:
    """Return whether letters may be a map of regions with a typing error. Words have more different letters.

    >>> resembles_map("AAABBBAACCBBADCCBEDDDCEEDFFCEEDFFFF"), resembles_map("taramasalata")
    (True, False)
    """
    is_poor = len(letters) >= 12 and 1 < len({*letters.upper()}) <= isqrt(len(letters)) + 1
    return is_poor and layout_of_map(letters) is None
