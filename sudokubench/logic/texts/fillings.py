"""The wording of steps that rule out candidates by the fillings of a constraint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokubench.logic.limits import MOST_TOLD
from sudokubench.logic.words import BREAKS, MANY_WAYS, NO_FILLING, ONE_WAY, OR, THESE, WAYS

if TYPE_CHECKING:
    from sudokubench.logic.step import Step
    from sudokubench.logic.texts import Wording

_MOST_NAMED = 2
"""Largest number of eliminations that the reason names, too."""


def filling_reason(step: Step, wording: Wording) -> str:
    """Return the reason of a step: the number of fillings left, and the cells that decide. Other steps return ""."""
    number = wording.geometry.constraint_of(step.items[0]) if step.items else None
    if number is None:
        return ""
    named = OR.to(wording.language).join(wording.placements(step.eliminated[: _MOST_NAMED + 1]))
    ways = MANY_WAYS if step.length >= MOST_TOLD else ONE_WAY if step.length == 1 else WAYS
    return (
        (NO_FILLING if step.length else BREAKS)
        .to(wording.language)
        .format(
            constraint=wording.constraint(number),
            gone=named if len(step.eliminated) <= _MOST_NAMED else THESE.to(wording.language),
            ways=ways.to(wording.language).format(count=f"{step.length:,}"),
            deciding=wording.cells(step.items[1:]),
        )
    )
