"""The numbers that the kernels of nets share with their callers."""

BINARY, SINGLE_DIGIT, FULL, PATTERNS, CHAINS, MULTIPLE, NESTED = 0, 1, 2, 3, 4, 5, 6
"""Modes: the reasoning that each allows. BINARY: items with two candidates. SINGLE_DIGIT: items of the assumed digit.
FULL: all items. PATTERNS: all items and subsets. The other modes also use further assumptions. CHAINS: further
assumptions that clash by items with two candidates. MULTIPLE: these, and common consequences of all candidates of an
item. NESTED: the same as MULTIPLE, but by all items."""

NO_REASON = -1
ITEM_REASON = 1 << 20
SPAN_REASON = 1 << 21
"""Codes of reasons. The assumption has NO_REASON. An option that another option excludes has the id of that option.
The last option of an item has ITEM_REASON + the item. A consequence of a span has SPAN_REASON + the span."""

UNUSED = 1 << 20
"""Number added to the number of options of an item from which nothing may be concluded."""
