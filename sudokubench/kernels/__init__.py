"""The inner loops, compiled when they are first called. Only the modules of `sliced` import Numba at once."""

interprets_first = False
"""Whether Python runs a kernel that is able to at first, until loading its machine code would have been quicker. The
command line sets it; whatever measures an engine clears it."""
