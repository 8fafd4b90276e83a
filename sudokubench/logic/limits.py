"""Limits of traces (bytes read, steps shown of an exact cover) and of the fillings that a step of logic counts.

The command line loads this module, so it imports nothing.
"""

from __future__ import annotations

MOST_STEPS = 1_000
"""Number of steps that are shown of the trace of an exact cover, by default."""
MAX_BYTES = 32 << 20
"""Largest size of a trace that is read, in bytes."""
MAX_BRACKETS = 1_000_000
"""Largest number of brackets in a trace that is read: a thousand times as many as in the trace of a hard puzzle."""
MOST_TOLD = 1_000_000
"""Largest number of fillings of a constraint that a step gives. If there are more, the step gives this number."""
