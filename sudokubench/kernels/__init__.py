"""The inner loops, compiled when they are first called. Only the modules of `sliced` import Numba at once."""

interprets_first = False
"""Whether Python itself runs a kernel at first, until machine code would have been quicker. The command line sets this
flag; code that measures an engine clears it."""
