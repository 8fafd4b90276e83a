"""What the kernels of nets and those who call them both write as numbers."""

BINARY, SINGLE_DIGIT, FULL, PATTERNS, CHAINS, MULTIPLE, NESTED = 0, 1, 2, 3, 4, 5, 6
"""What may be used: items with two candidates; items of the assumed digit; all items; subsets besides; and, where
these say no more, what further assumptions show: those that clash by items with two candidates; what all candidates of
an item lead to by such; and both by all items."""

NO_REASON = -1
ITEM_REASON = 1 << 20
SPAN_REASON = 1 << 21
"""A reason is NO_REASON for the assumption, the option that excludes this one, ITEM_REASON + the item whose other
options are false, or SPAN_REASON + a span."""

UNUSED = 1 << 20
"""What the number of options of an item has more if nothing is to be concluded from it."""
