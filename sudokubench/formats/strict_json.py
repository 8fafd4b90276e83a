"""JSON of others, read without trust: bounded in size, depth and number of parts, no key twice, no odd numbers."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Sequence
from typing import Any, NoReturn

from sudokubench.errors import InputError

MAX_BYTES = 1 << 20
_MAX_BRACKETS, _MAX_COMMAS = 5_000, 200_000
"""More than any form of ours needs; they bound the memory that reading JSON can take, and its depth."""


def load_object(
    text: str | bytes, what: str, *, max_bytes: int = MAX_BYTES, max_brackets: int = _MAX_BRACKETS
) -> dict[str, Any]:
    """The JSON object in a text.

    Args:
        text: One JSON object; as bytes it is UTF-8. A byte order mark is left out.
        what: What it should be, for messages: `puzzle`, `certificate`.
        max_bytes: A longer text is refused before it is looked at.
        max_brackets: So is one with more brackets and braces.

    Raises:
        InputError: It is none; the message begins with `no WHAT:`.
    """

    def refuse(reason: str) -> NoReturn:
        raise InputError(f"no {what}: {reason}") from None

    if len(text) > max_bytes:
        refuse(f"it is longer than {max_bytes:,} bytes, the most that is read")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            refuse(f"byte {error.start} is no UTF-8")
    text = text.removeprefix("\ufeff")
    if text.count("[") + text.count("{") > max_brackets or text.count(",") > _MAX_COMMAS:
        refuse(f"it has more than {max_brackets:,} brackets or {_MAX_COMMAS:,} commas")

    def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            twice = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
            refuse(f"its field {shown(twice)} stands there twice")
        return fields

    try:
        fields = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        refuse(f"it is no JSON: {error}")
    if not isinstance(fields, dict):
        refuse("it is JSON, and no object")
    return fields


def whole_numbers(values: object, least: int, most: int) -> tuple[int, ...] | None:
    """The values if they are a list of whole numbers in these bounds, else None."""
    if not isinstance(values, list) or not all(type(v) is int and least <= v <= most for v in values):
        return None
    return tuple(values)


_SHORT = reprlib.Repr()
_SHORT.maxlevel, _SHORT.maxlist, _SHORT.maxdict, _SHORT.maxstring = 3, 10, 10, 60


def shown(value: object) -> str:
    """A value as a message shows it: short, in ASCII, and at no cost however long or deep it is."""
    text = _SHORT.repr(value).encode("ascii", "backslashreplace").decode()
    return text if len(text) <= 60 else text[:57] + "..."
