"""The numbers that the kernels of nets share with their callers."""

BINARY, SINGLE_DIGIT, FULL, PATTERNS, CHAINS, MULTIPLE, NESTED = 0, 1, 2, 3, 4, 5, 6
"""The reasoning that a mode allows. BINARY: items with two candidates. SINGLE_DIGIT: items of the assumed digit. FULL:
all items. PATTERNS: all items and subsets. The other modes also use further assumptions. CHAINS: assumptions that clash
by items with two candidates. MULTIPLE: also common consequences of all candidates of an item. NESTED: both, by all
items."""

NO_REASON = -1
ITEM_REASON = 1 << 20
SPAN_REASON = 1 << 21
"""A reason is one of four: NO_REASON for the assumption; the option that excludes this one; ITEM_REASON + the item in
which all other options are false; SPAN_REASON + a span."""

UNUSED = 1 << 20
"""Number that is added to the number of options of an item if nothing may be concluded from the item."""
