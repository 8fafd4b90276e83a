"""Read JSON from outside without trust: bounded in size, depth and parts, no key twice, no odd number or letter."""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Sequence
from math import isfinite
from typing import Any, NoReturn

from sudokubench.errors import InputError, Place
from sudokubench.words import Words

MAX_BYTES, MAX_KEPT_BYTES = 1 << 20, 32 << 20
_MAX_BRACKETS, _MAX_COMMAS, _MAX_DEPTH = 5_000, 200_000, 50
"""Limits beyond the needs of our own forms; they bound the memory and the depth of reading JSON."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKET = re.compile(r"[\[{\]}]")


_CALLED = {
    "puzzle": "問題",
    "layout": "レイアウト",
    "list": "リスト",
    "certificate": "証明書",
    "trace": "記録",
}


def called(what: str) -> str:
    """Return what a value of JSON should be, in Japanese."""
    return _CALLED.get(what, f" {what} ")


def load_object(
    text: str | bytes, what: str, *, max_bytes: int = MAX_BYTES, max_brackets: int = _MAX_BRACKETS
) -> dict[str, Any]:
    """Return the JSON object in a text. Arguments and errors are as in `load`."""
    fields = load(text, what, max_bytes=max_bytes, max_brackets=max_brackets)
    if not isinstance(fields, dict):
        raise InputError(
            Words(
                f"no {what}: it is JSON, and no object",
                f"{called(what)}ではありません：JSON ですが、オブジェクトではありません",
            )
        )
    return fields


def load(
    text: str | bytes, what: str, *, max_bytes: int = MAX_BYTES, max_brackets: int = _MAX_BRACKETS
) -> Any:
    """Return the value of a JSON text.

    Args:
        text: One value; as bytes it is UTF-8. A byte order mark is left out.
        what: The kind of text that the caller expects, for messages: `puzzle`, `certificate`.
        max_bytes: A longer text is refused before it is parsed.
        max_brackets: A text with more brackets and braces is refused before it is parsed.

    Raises:
        InputError: The text is not such JSON. The message begins with `no WHAT:`; the place is that in the text.
    """

    def refuse(reason: Words, place: Place | None = None) -> NoReturn:
        raise InputError(Words(f"no {what}: ", f"{called(what)}ではありません：") + reason, place) from None

    if len(text) > max_bytes:
        refuse(
            Words(
                f"it is longer than {max_bytes:,} bytes, the most that is read",
                f"{max_bytes:,} バイトを超えています。読めるのはここまでです",
            )
        )
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            refuse(
                Words(f"byte {error.start} is no UTF-8", f"{error.start} バイト目が UTF-8 として読めません")
            )
    text = text.removeprefix("\ufeff")
    max_commas = max(_MAX_COMMAS, 10 * max_brackets)
    if text.count("[") + text.count("{") > max_brackets or text.count(",") > max_commas:
        refuse(
            Words(
                f"it has more than {max_brackets:,} brackets or {max_commas:,} commas",
                f"括弧が {max_brackets:,} 個、またはコンマが {max_commas:,} 個を超えています",
            )
        )
    if _is_deep(text):
        refuse(Words(f"it is nested more than {_MAX_DEPTH} deep", f"入れ子が {_MAX_DEPTH} 段を超えています"))

    def finite(text: str) -> float:
        number = float(text)
        if not isfinite(number):
            refuse(Words(f"{shown(text)} is too large a number", f"{shown(text)} は大きすぎる数です"))
        return number

    def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            twice = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
            refuse(
                Words(f"its field {shown(twice)} stands there twice", f"項目 {shown(twice)} が 2 度あります")
            )
        return fields

    try:
        value = json.loads(
            text,
            object_pairs_hook=once,
            parse_float=finite,
            parse_constant=lambda name: refuse(Words(f"{name} is no number", f"{name} は数ではありません")),
        )
        if not text.isascii() or "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        refuse(
            Words(f"it is no JSON: {error.msg}", f"JSON として読めません（{error.msg}）"),
            Place("", error.lineno, error.colno),
        )
    except UnicodeEncodeError:
        refuse(
            Words(
                "it has half of a character, a surrogate without its other half",
                "文字の片方（対になっていないサロゲート）があります",
            )
        )
    except ValueError:  # of `int`, whose message speaks of settings of Python
        refuse(Words("a number in it has thousands of digits", "何千桁もの数があります"))
    return value


def load_kept(text: str | bytes, what: str) -> Any:
    """Return the value of a JSON text of a run or an export, which may be as long as a manifest: see `load`."""
    return load(text, what, max_bytes=MAX_KEPT_BYTES, max_brackets=200_000)


def _is_deep(text: str) -> bool:
    """Return whether brackets are nested beyond the limit; brackets in strings do not count."""
    if text.count("[") + text.count("{") <= _MAX_DEPTH:  # nearly always
        return False
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > _MAX_DEPTH:
            return True
    return False


def whole_numbers(values: object, least: int, most: int) -> tuple[int, ...] | None:
    """Return the values if they are a list of whole numbers in these bounds, else None."""
    if not isinstance(values, list) or not all(type(v) is int and least <= v <= most for v in values):
        return None
    return tuple(values)


def is_label(value: object, most: int = 200) -> bool:
    """Return whether a value is a short text that a terminal shows as it is: no control character, no line break."""
    return isinstance(value, str) and len(value) <= most and value.isprintable()


_SHORT = reprlib.Repr()
_SHORT.maxlevel, _SHORT.maxlist, _SHORT.maxdict, _SHORT.maxstring = 3, 10, 10, 60


def shown(value: object) -> str:
    """Return a value as a message shows it: short, in ASCII, and at no cost however long or deep it is."""
    try:
        text = _SHORT.repr(value).encode("ascii", "backslashreplace").decode()
    except ValueError:  # Python does not write them
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."
