"""The inner loops, compiled when they are first called. Only `sliced` and `dancing.bits` load Numba on import."""

interprets_first = False
"""Whether Python itself runs each kernel at first, until compiling it would have been faster. The command line sets
this flag; code that measures an engine clears it."""
