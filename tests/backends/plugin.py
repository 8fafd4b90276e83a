"""Backends of another distribution, as a registry may find them. They open no problem."""

from dataclasses import dataclass
from typing import ClassVar, Literal


class _Common:
    kind: ClassVar[str] = "test"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = frozenset()
    requires: ClassVar[tuple[str, ...]] = ()
    interruptible: ClassVar[bool] = True

    def unsupported(self, problem):
        return None if problem.size == 4 else "only 4x4"


@dataclass(frozen=True)
class Old:
    """A backend for version 1 of the interface, which had neither a version number nor constraints."""

    kind: ClassVar[str] = "test"
    requires: ClassVar[tuple[str, ...]] = ()
    interruptible: ClassVar[bool] = True

    def unsupported(self, problem):
        return None


@dataclass(frozen=True)
class Fake(_Common):
    method: Literal["fast", "slow"] = "fast"
    check: bool = False
    size: int = 3
    depth: int | None = None
    file: str = ""


@dataclass(frozen=True)
class Lacking(_Common):
    requires: ClassVar[tuple[str, ...]] = ("json", "no_such_module", "no_such_package.part")
