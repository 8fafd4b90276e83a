"""The numbers that the kernels of nets share with their callers."""

BINARY, SINGLE_DIGIT, FULL, PATTERNS, CHAINS, MULTIPLE, NESTED = 0, 1, 2, 3, 4, 5, 6
"""Modes: the reasoning that each allows. BINARY: items with two candidates. SINGLE_DIGIT: items of the assumed digit.
FULL: all items. PATTERNS: all items and patterns. The other modes also make further assumptions. CHAINS: further
assumptions that clash. MULTIPLE adds common consequences of all candidates of an item. NESTED does more than MULTIPLE:
it adds common consequences of both values of an option. NESTED follows further assumptions by all items; CHAINS and
MULTIPLE follow them by items with two candidates."""

NO_REASON = -1
ITEM_REASON = 1 << 20
SPAN_REASON = 1 << 21
"""Codes of reasons. The assumption has NO_REASON. An option that another option excludes has the id of that option.
The last option of an item has ITEM_REASON + the item. A consequence of a span has SPAN_REASON + the span."""

UNUSED = 1 << 20
"""A mark for items from which nothing may be concluded: it is added to their number of options."""
