"""A family of problems: how their names look after the colon, what they mean, and which function builds them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sudokubench.errors import UsageError
from sudokubench.problem import ExactCover
from sudokubench.problems.words import BAD_FORM, TOO_LARGE
from sudokubench.words import Words

NUMBER = r"([1-9][0-9]{0,8})"
"""Pattern of a number in a name."""


@dataclass(frozen=True, slots=True)
class Family:
    """Problems of one kind, such as N queens for every N.

    Attributes:
        form: The form of their names, such as `queens:N`. The part before the colon is the kind.
        meaning: What the problem is, in one line.
        rest: The pattern of the part after the colon; its groups become the arguments of `build`, whole numbers as
            integers.
        build: The function that builds a problem from its name and the groups.
        most: Largest number in a name: larger problems would fill the memory.
        example: A small name of the family.
    """

    form: str
    meaning: Words
    rest: str
    build: Callable[..., ExactCover]
    most: int
    example: str

    @property
    def kind(self) -> str:
        """The part of the names before the colon."""
        return self.form.partition(":")[0]

    def named(self, name: str) -> ExactCover:
        """Return the problem of a name.

        Raises:
            UsageError: The name does not have the form, a number in it is too large, or no problem has such numbers.
        """
        match = re.fullmatch(self.rest, name.partition(":")[2], re.ASCII)
        if match is None:
            shown = name if len(name) <= 60 else f"{name[:60]}…"
            form = {"form": self.form, "meaning": self.meaning, "example": self.example}
            raise UsageError(BAD_FORM.format(name=shown, **form))
        groups = [int(group) if group and group.isdecimal() else group or None for group in match.groups()]
        if any(isinstance(group, int) and group > self.most for group in groups):
            raise UsageError(TOO_LARGE.format(name=name, most=self.most, kind=self.kind))
        return self.build(name, *groups)
