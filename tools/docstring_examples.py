"""Show the examples of docstrings as code: the text after a bare `>>>` becomes a section `Examples`."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object


class Examples(Extension):
    """An extension for mkdocstrings; mkdocs.yml names it."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Put the examples of a docstring, which are its last part, under a title."""
        if obj.docstring is not None:
            text, first, examples = obj.docstring.value.partition("\n\n>>> ")
            if first:
                indented = re.sub(r"^(?=.)", "    ", f">>> {examples}", flags=re.MULTILINE)
                obj.docstring.value = f"{text}\n\nExamples:\n{indented}"
