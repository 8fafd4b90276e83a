"""Limits of text from outside: lengths of lines, sizes and depths of JSON. They bound the cost of reading."""

from __future__ import annotations

LONGEST_LINE = 20_000
"""Longest line, in bytes, except of JSON and XML. The longest board, 36x36 with spaces, has fewer than 4,000."""
LONGEST_ROW = 3_000
"""Longest row, in characters. A row of 36x36 with all candidates has 1,400."""
MOST_ROWS = 1_000
"""Largest number of lines that are read together."""

MAX_BYTES, MAX_KEPT_BYTES = 1 << 20, 32 << 20
"""Largest JSON text of a puzzle, and of a record that this package has stored, in bytes."""
MAX_BRACKETS, MAX_COMMAS, MAX_DEPTH = 5_000, 200_000, 50
"""Largest number of brackets and of commas of a JSON text, and its largest depth: beyond the needs of our own forms."""
MOST_UNPACKED, SHARED_BRACKETS, MOST_ELEMENTS = 1 << 18, 20_000, 1_500
"""Largest puzzles of other programs: characters, packed or unpacked; brackets of their JSON; elements of a puzzle."""
COVER_LINE_BYTES, COVER_BYTES, COVER_BRACKETS = 1 << 26, 1 << 28, 5_000_000
"""Largest line and largest JSON text of an exact cover, in bytes, and the largest number of its brackets."""

FEWEST_LINES = 16
"""Smallest number of lines that may be boards as well as the rows of one board."""
