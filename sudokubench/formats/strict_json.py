"""Read JSON from outside: refuse large or deep texts, repeated keys, infinity, and halves of characters."""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Sequence
from math import isfinite
from typing import Any, NoReturn

from sudokubench.errors import InputError, Place
from sudokubench.formats import words
from sudokubench.formats.limits import MAX_BRACKETS, MAX_BYTES, MAX_COMMAS, MAX_DEPTH, MAX_KEPT_BYTES
from sudokubench.formats.unpacked import packer_of
from sudokubench.words import Sentence, Words

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKET = re.compile(r"[\[{\]}]")


def not_a(what: str, reason: Words, place: Place | None = None) -> InputError:
    """Return the error of a text that is not of a kind of `KINDS_OF_JSON`."""
    return InputError(words.NOT_A.format(what=words.KINDS_OF_JSON[what], reason=reason), place)


def load_object(
    text: str | bytes, what: str, *, max_bytes: int = MAX_BYTES, max_brackets: int = MAX_BRACKETS
) -> dict[str, Any]:
    """Return the JSON object in a text. Arguments and errors are as in `load`."""
    fields = load(text, what, max_bytes=max_bytes, max_brackets=max_brackets)
    if not isinstance(fields, dict):
        raise not_a(what, words.NOT_AN_OBJECT)
    return fields


def load(
    text: str | bytes, what: str, *, max_bytes: int = MAX_BYTES, max_brackets: int = MAX_BRACKETS
) -> Any:
    """Return the value of a JSON text.

    Args:
        text: One value; as bytes it is UTF-8. A byte order mark is left out.
        what: The kind of text that the caller expects, one of `KINDS_OF_JSON`.
        max_bytes: A longer text, in bytes or characters, is refused before it is parsed.
        max_brackets: A text with more opening brackets and braces is refused before it is parsed. So is a text with
            more commas than both `MAX_COMMAS` and `10 * max_brackets`.

    Raises:
        InputError: The text breaks a limit or is not strict JSON. The message begins with `not WHAT:`. The error has a
            place only if the syntax is wrong.
    """

    def refuse(reason: Words, place: Place | None = None) -> NoReturn:
        raise not_a(what, reason, place) from None

    if len(text) > max_bytes:
        refuse(words.TOO_LONG.format(most=max_bytes))
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            if library := packer_of(error.object):
                refuse(words.PACKED.format(library=library))
            refuse(words.NO_UTF_8.format(byte=error.start))
    text = text.removeprefix("\ufeff")
    max_commas = max(MAX_COMMAS, 10 * max_brackets)
    if text.count("[") + text.count("{") > max_brackets or text.count(",") > max_commas:
        refuse(words.TOO_MANY_PARTS.format(brackets=max_brackets, commas=max_commas))
    if _is_deep(text):
        refuse(words.TOO_DEEP.format(most=MAX_DEPTH))

    def finite(text: str) -> float:
        number = float(text)
        if not isfinite(number):
            refuse(words.TOO_LARGE_NUMBER.format(number=shown(text)))
        return number

    def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            twice = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
            refuse(words.FIELD_TWICE.format(name=shown(twice)))
        return fields

    try:
        value = json.loads(
            text,
            object_pairs_hook=once,
            parse_float=finite,
            parse_constant=lambda name: refuse(words.NO_NUMBER.format(name=name)),
        )
        if not text.isascii() or "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        japanese = (one.ja for one in words.JSON_REASONS if error.msg.startswith(one.en))
        reason = Words(error.msg, next(japanese, error.msg))
        refuse(words.NO_JSON.format(reason=reason), Place("", error.lineno, error.colno))
    except UnicodeEncodeError:
        refuse(words.HALF_CHARACTER)
    except ValueError:  # raised by `int`, with a message about settings of Python
        refuse(words.LONG_NUMBER)
    return value


def load_kept(text: str | bytes, what: str) -> Any:
    """Return the value of a JSON text that this package has stored, such as a manifest: `load` with higher limits."""
    return load(text, what, max_bytes=MAX_KEPT_BYTES, max_brackets=200_000)


def _is_deep(text: str) -> bool:
    """Return whether brackets are nested beyond the limit; brackets in strings do not count."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:  # nearly always: too few to be deep
        return False
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_DEPTH:
            return True
    return False


def whole_numbers(values: object, most: int) -> tuple[int, ...] | None:
    """Return the values if they are a list of whole numbers from 0 to `most`, else None."""
    if not isinstance(values, list) or not all(type(v) is int and 0 <= v <= most for v in values):
        return None
    return tuple(values)


def is_label(value: object, most: int = 200) -> bool:
    """Return whether a value is a short text that a terminal shows as it is: no control character, no line break."""
    return isinstance(value, str) and len(value) <= most and value.isprintable()


class _Json(reprlib.Repr):
    """Writes null, true and false as JSON does."""

    def repr_bool(self, value: bool, level: int) -> str:
        return json.dumps(value)

    repr_NoneType = repr_bool


_SHORT = _Json()
_SHORT.maxlevel, _SHORT.maxlist, _SHORT.maxdict, _SHORT.maxstring = 3, 10, 10, 60


def shown(value: object) -> str:
    """Return a value as a message shows it: short and printable. A long or deep value takes no more time."""
    try:
        text = _SHORT.repr(value)
    except ValueError:  # Python refuses to write a number with thousands of digits
        return Sentence(words.MANY_DIGITS)
    return text if len(text) <= 60 else text[:57] + "..."
