"""Limits of certificates: sizes of texts, formulas and proofs that are read and checked."""

from __future__ import annotations

MAX_BYTES = 32 << 20
"""Largest certificate that is read, in bytes: about 300,000 clauses of proof."""
MAX_BRACKETS = 2_000
MAX_BRACKETS_INSIDE = 1_000_000
"""Largest number of brackets in a text with a trace or an exact cover; in any other text, `MAX_BRACKETS`."""
MAX_PAIRS = 5_000_000
"""Largest number of pairs of options with a common item, counted once for each common item; the formula has a clause
for each pair."""
MAX_REASON = 300
"""Longest reason in a message, in characters."""
