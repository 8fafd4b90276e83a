"""Forks: a forked child process leaves threads, pipes and other resources to its parent.

A forked child has a copy of all memory, but only one thread, and it shares pipes with its parent. So it must drop such
resources at its start: each object that holds one is in `holders`, and drops it in the child.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol
from weakref import WeakSet, finalize


class Holder(Protocol):
    """An object with a resource that a forked child must not touch."""

    def forked(self) -> object:
        """Forget the resource in the child, and return it unreleased. The caller keeps the resource alive."""
        ...


holders: WeakSet[Holder] = WeakSet()


class Finalizer(finalize):  # type: ignore[type-arg]  # generic for the type checker only
    """Releases a resource of its owner, as `weakref.finalize` does, but never in a forked child."""

    __slots__ = ("__weakref__",)

    def __init__(self, owner: object, give_back: Callable[..., object], *args: object) -> None:
        holders.add(self)  # first: a fork may happen in between
        super().__init__(owner, give_back, *args)

    def forked(self) -> object:
        """Forget the resource, and return it unreleased."""
        return self.detach()


def _let_go() -> None:
    import ctypes

    for holder in list(holders):
        # Never freed: freeing it would wait for threads that do not exist here, or finish a write of the parent.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(holder.forked()))


os.register_at_fork(after_in_child=_let_go)
