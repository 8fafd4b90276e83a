"""The machine: a fast rater of plain 9x9 boards. It counts the results of the rules of `logic`, but makes no steps.

Houses are numbered as in a layout: rows, columns, boxes. Bit d of a mask of candidates is the digit d + 1.
"""

from sudokubench.kernels.machine.hodoku import steps
from sudokubench.kernels.machine.order import HODOKU, RULES
from sudokubench.kernels.machine.state import CELLS, CONTRADICTION, PLACED, SOLVED, STUCK
from sudokubench.kernels.machine.walk import room, walk

__all__ = ["CELLS", "CONTRADICTION", "HODOKU", "PLACED", "RULES", "SOLVED", "STUCK", "room", "steps", "walk"]
