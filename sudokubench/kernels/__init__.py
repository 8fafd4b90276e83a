"""The inner loops, compiled when they are first called. Only `compiler`, `dancing.bit_kernel` and modules of `sliced`
import Numba.
"""

interprets_first = False
"""Whether Python itself runs the kernels of links and cells at first, until loading machine code would have been
faster. The command line sets this flag; code that measures an engine clears it."""
