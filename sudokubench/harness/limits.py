"""Limits of workers, as library calls use them: time and memory for a puzzle, grace before a kill, sizes of replies."""

from __future__ import annotations

from dataclasses import asdict, dataclass

DEFAULT_TIME_LIMIT_S = 60.0
"""Wall-clock time for a puzzle if the user gives no time limit, in seconds."""
GRACE_S = 0.25
"""Grace period, in seconds: an engine that obeys its budget ends at the limit; any other is killed after this."""
OPENING_BYTES = 1 << 30
"""Memory to open a problem, in bytes, in addition to the memory for a puzzle: a first use compiles."""
SHORT_REPLY_BYTES, LARGEST_REPLY_BYTES = 1 << 21, 1 << 28
"""Largest replies, in bytes: usual ones (see `finding.checked`), and replies to questions that want many solutions."""
LIVE_OPENING_S = 600.0
"""Time limit for a side of a live comparison to open, in seconds: a new version may have to compile its kernels."""
LIVE_GRACE_S = 5.0
"""Grace period of a side of a live comparison beyond twice the limit of a puzzle, in seconds."""
CONNECT_S = 10
"""Time limit to connect to a cluster, in seconds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one puzzle. Puzzles that an engine searches together share these limits.

    Attributes:
        wall_s: Wall-clock time in seconds; None for no limit.
        cpu_s: CPU time of the worker and all its children, in seconds; None for no limit.
        memory_bytes: Peak resident memory of the worker and all its children while they search; None for no limit.
            Memory that they take before the first puzzle counts, too, so a limit below that fails all puzzles.
        open_s: Time to start the worker and open a problem, in seconds; it does not count for a puzzle.
        recycle_after: Number of puzzles after which a worker is replaced.
        recycle_growth_bytes: A worker is replaced if its memory has grown by more than this since its first question.
    """

    wall_s: float | None = DEFAULT_TIME_LIMIT_S
    cpu_s: float | None = None
    memory_bytes: int | None = None
    open_s: float = 120.0
    recycle_after: int = 20_000
    recycle_growth_bytes: int = 64 << 20

    def described(self) -> dict[str, object]:
        """Return the limits for the manifest."""
        return asdict(self)
