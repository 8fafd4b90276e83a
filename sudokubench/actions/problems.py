"""Named problems: list their families, and describe a problem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sudokubench import problems
from sudokubench.problem import ExactCover
from sudokubench.words import Language


@dataclass(frozen=True, slots=True)
class Described:
    """A family of problems; or one problem with its family."""

    form: str
    meaning: str
    example: str
    problem: ExactCover | None = None

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.problem/1`."""
        found: dict[str, Any] = {"form": self.form, "meaning": self.meaning, "example": self.example}
        if (problem := self.problem) is not None:
            found |= {"name": problem.name, "id": problem.id} | self.size
        return {"schema": "sudokubench.problem/1", **found}

    @property
    def size(self) -> dict[str, int]:
        """Numbers of primary items, secondary items, options, and items in all options; empty for a family."""
        if (problem := self.problem) is None:
            return {}
        secondary, entries = len(problem.items) - problem.primary, sum(map(len, problem.options))
        return {
            "primary": problem.primary, "secondary": secondary, "options": problem.n_options, "entries": entries,
        }  # fmt: skip


def listed(language: Language = "en") -> Iterator[Described]:
    """Yield all families of problems."""
    for family in problems.FAMILIES.values():
        yield Described(family.form, family.meaning.to(language), family.example)


def described(name: str, language: Language = "en") -> Described:
    """Return a problem with its family. Raises UsageError if the name does not name a problem."""
    problem = problems.named(name)
    family = problems.FAMILIES[name.partition(":")[0]]
    return Described(family.form, family.meaning.to(language), family.example, problem)
