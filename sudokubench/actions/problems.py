"""Named problems: list their families, describe a problem, and find one of its solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sudokubench import problems
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.solve import Solved, solve_all
from sudokubench.backends.base import Backend
from sudokubench.harness.corpus import Entry
from sudokubench.harness.inline import Executor
from sudokubench.problem import ExactCover, Instance
from sudokubench.words import Language


@dataclass(frozen=True, slots=True)
class Described:
    """A family of problems, or one problem with its size."""

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
            "primary": problem.primary,
            "secondary": secondary,
            "options": problem.n_options,
            "entries": entries,
        }


def listed(language: Language = "en") -> Iterator[Described]:
    """Yield all families of problems."""
    for family in problems.FAMILIES.values():
        yield Described(family.form, family.meaning.to(language), family.example)


def described(name: str, language: Language = "en") -> Described:
    """Return a problem with its family. Raises UsageError if the name does not name a problem."""
    problem = problems.named(name)
    family = problems.FAMILIES[name.partition(":")[0]]
    return Described(family.form, family.meaning.to(language), family.example, problem)


def a_solution(
    name: str, backend: Backend, executor: Executor | None = None, observer: Observer = SILENT
) -> tuple[ExactCover, Solved]:
    """Return a problem, and the first solution that a backend finds. Other arguments are as in `solve.solve_all`.

    Raises:
        UsageError: The name does not name a problem.
        BackendUnavailable: The backend does not understand it.
    """
    problem = problems.named(name)
    entries = [Entry(name, 1, problem, Instance())]
    (found,) = solve_all(entries, backend, executor, limit=1, observer=observer)
    return problem, found
