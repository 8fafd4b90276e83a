"""The inner loops, compiled when they are first called. Only `compiler`, `dancing.bit_kernel` and modules of `sliced`
import Numba.
"""

interprets_first = False
"""Whether Python itself runs the kernels of links and cells at first, for about the time that loading machine code
takes. The command line sets this flag; code that measures an engine clears it."""
