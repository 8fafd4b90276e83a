"""The machine: a fast rater of plain 9x9 boards. It applies the rules of `logic`, but makes no objects for their steps.

Here "the rule in Python" is the same rule in `logic.rules`; it also finds the evidence. Houses are numbered as in a
layout: rows, columns, boxes. Bit d of a mask of candidates is the digit d + 1.
"""

from sudokubench.kernels.machine.chain_lengths import NO_ROOM, room_for_sets, shortest_grouped_chain
from sudokubench.kernels.machine.hodoku import steps
from sudokubench.kernels.machine.order import HODOKU, RULES
from sudokubench.kernels.machine.sets import step_of_sets
from sudokubench.kernels.machine.state import CELLS, CONTRADICTION, PLACED, SOLVED, STUCK
from sudokubench.kernels.machine.templates import candidates_outside_templates
from sudokubench.kernels.machine.walk import room, walk

__all__ = [
    "CELLS", "CONTRADICTION", "HODOKU", "NO_ROOM", "PLACED", "RULES", "SOLVED",
    "STUCK", "candidates_outside_templates", "room", "room_for_sets", "shortest_grouped_chain", "step_of_sets",
    "steps", "walk",
]  # fmt: skip
