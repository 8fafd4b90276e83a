"""Shows the examples of docstrings as code: what follows a bare `>>>` becomes a section `Examples`."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object


class Examples(Extension):
    """For mkdocstrings, which mkdocs.yml tells of it."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Puts the examples of a docstring, which are its last part here, under a title."""
        if obj.docstring is not None:
            text, first, examples = obj.docstring.value.partition("\n\n>>> ")
            if first:
                indented = re.sub(r"^(?=.)", "    ", f">>> {examples}", flags=re.MULTILINE)
                obj.docstring.value = f"{text}\n\nExamples:\n{indented}"
