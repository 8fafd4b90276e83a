"""Limits of the server: sizes of requests, times and memory of answers, grace period, idle engines, clients."""

SHORT_BODY_BYTES = 64 << 10
"""Largest body of a request without pasted text, in bytes."""
PASTED_BODY_BYTES = 4 << 20
"""Largest body of a request with pasted text, in bytes. `static/api.js` has the same limit."""
READ_SECONDS = 10
"""Time limit for the head of a request to arrive, and then for its body, in seconds."""
MOST_CONNECTIONS = 200
"""Largest number of open connections whose requests are answered."""
AT_ONCE = 2
"""Number of questions that are answered at the same time; also the number of long jobs."""
MOST_WAITING = 32
"""Largest number of questions that wait for a worker."""
LONG_WAITING = 4
"""Largest number of long jobs that wait."""

QUESTION_SECONDS = 60.0
"""Time limit of a question, in seconds."""
LONG_SECONDS = 4 * 3600.0
"""Time limit of a long job, in seconds."""
ASKED_SECONDS = 3600
"""Largest time limit that a client may set, for each puzzle of a race or for making a puzzle, in seconds."""
SEARCH_SECONDS = 20.0
"""Time limit of each search, and of the steps of an explanation, in seconds."""
MOVES_SECONDS = 1.0
"""Time limit of the search for further moves, in seconds."""
FIRST_USE_SECONDS = 60.0
"""Addition to the CPU time limit for making a puzzle, in seconds: a first use may compile kernels."""
GRACE_SECONDS = 0.5
"""Grace period, in seconds: a worker that obeys a stop is reused; any other is killed after this."""
IDLE_SECONDS = 120.0
"""Time for which idle engines of a race are kept, in seconds: their start takes longer than most searches."""

MEMORY_BYTES = 4 << 30
"""Memory limit of a worker for short calls, and of an engine in a race, in bytes: no engine may take all memory."""
MOST_PRINTED = 200
"""Largest number of puzzles of a printed collection: a call has one minute."""
MOST_BROKEN = 3
"""Largest number of broken entries that a reply names."""
