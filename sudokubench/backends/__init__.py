"""The engines, one file each, behind one interface. A new engine is a file here and a name in `registry.OWN`.

Importing this package loads no engine.
"""

from sudokubench.backends.base import Backend, BatchAnswer, BatchSession, EngineSession, Search, Session
from sudokubench.backends.registry import (
    backend,
    backend_list,
    installed,
    is_plug_in,
    names,
    needs_worker,
    refusal,
    spec_of,
    supporting,
)

__all__ = [
    "Backend", "BatchAnswer", "BatchSession", "EngineSession", "Search", "Session", "backend", "backend_list",
    "installed", "is_plug_in", "names", "needs_worker", "refusal", "spec_of", "supporting",
]  # fmt: skip
