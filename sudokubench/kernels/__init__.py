"""The inner loops, compiled when they are first called. Only `compiler`, `dancing.bit_kernel` and modules of `sliced`
import Numba.
"""

interprets_first = False
"""Whether Python itself runs the kernels of dancing links and cells at first, for about as long as loading machine code
takes. The command line sets this flag; code that measures an engine clears it."""
