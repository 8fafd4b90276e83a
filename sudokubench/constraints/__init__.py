"""Rules of a puzzle in addition to its houses: one module for each constraint, and this list of them.

To add a constraint, write a module with a class that follows `Constraint`, and put the class into `KINDS`.
"""

from __future__ import annotations

from sudokubench.constraints.anti_knight import AntiKnight
from sudokubench.constraints.base import AllDifferent, Constraint, Sum
from sudokubench.constraints.killer import Killer

__all__ = ["KINDS", "AllDifferent", "AntiKnight", "Constraint", "Killer", "Sum"]

KINDS: dict[str, type[Constraint]] = {cls.kind: cls for cls in (AntiKnight, Killer)}
"""Every constraint that can be read from a text, by the name of its kind."""
