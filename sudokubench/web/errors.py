"""Errors of the server as HTTP: the status, and the reason in both languages."""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.responses import JSONResponse, Response

from sudokubench.errors import (
    BackendUnavailable,
    InputError,
    SudokubenchError,
    Undecided,
    UsageError,
    error_line,
)
from sudokubench.web.words import INTERNAL
from sudokubench.words import LANGUAGES, Language, Words

_KINDS = {UsageError: 400, InputError: 422, Undecided: 504, BackendUnavailable: 501}
_COME_AGAIN = {429, 503}


class HttpRefusal(SudokubenchError):
    """The refusal of a request, with its HTTP status."""

    def __init__(self, status: int, message: Words) -> None:
        super().__init__(message)
        self.status = status


_OPTIONS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        r"name the column to read, as in --columns \w+, or ": "",
        r"name it, as in --columns \S+": "leave the other one out",
        r", or (?:give the map to --layout|use --from \w+ if each line is a puzzle)": "",
        r"; read digits of this script with --symbols \S+": "",
        r"such as --layout (\d+x\d+)": r"such as \1:",
        r"--layout (\d+x\d+)": r"\1: before the board",
        r"--layout": "a name before the board",
        r"use --to (\w+)": r"choose the form \1",
    },
    "ja": {
        r"--columns \w+のように読む列を指定するか、": "",
        r"--columns \S+のように指定してください": "問題でないほうを除いてください",
        r"書くか、(?:図を)?--layoutに指定してください": "書いてください",
        r"で始めるか、1行が1問なら--from issを使ってください": "で始めてください",
        r"。この数字で書いた盤面は--symbols \S+で読めます": "",
        r"--layout (\d+x\d+)": r"盤面の前に\1:",
        r"--layout": "盤面の前の名前",
        r"--to ([a-z]+)を使って": r"形式\1を選んで",
    },
}
"""Patterns of options of the commands in messages of the library, and the texts that the page shows in their place."""


def for_page(message: Words) -> Words:
    """Return a message of the library with what a user of the page can do in place of options of the commands.

    >>> for_page(Words("state the rules with --layout, such as --layout 9x9", "--layout 9x9を指定してください"))
    Words(en='state the rules with a name before the board, such as 9x9:', ja='盤面の前に9x9:を指定してください')
    """
    texts = {lang: message.to(lang) for lang in LANGUAGES}
    for lang, text in texts.items():
        for option, other in _OPTIONS[lang].items() if "--" in text else ():
            texts[lang] = re.sub(option, other, texts[lang])
    return Words(**texts)


def message_of(error: SudokubenchError) -> Words:
    """Return the message of an error, with its place, as the page shows it."""
    return for_page(Words(error.to("en"), error.to("ja")))


def for_client(error: Exception) -> SudokubenchError:
    """Return an error as a client gets it; the text of an unexpected error asks the client to report it."""
    if isinstance(error, SudokubenchError):
        return error
    return SudokubenchError(INTERNAL.format(error=error_line(error)))


def error_json(error: SudokubenchError) -> dict[str, str]:
    """Return one JSON object of the schema `sudokubench.error/1`."""
    return {"schema": "sudokubench.error/1", **{lang: message_of(error).to(lang) for lang in LANGUAGES}}


def status_of(error: SudokubenchError) -> int:
    """Return the HTTP status for a kind of error."""
    if isinstance(error, HttpRefusal):
        return error.status
    return next((status for kind, status in _KINDS.items() if isinstance(error, kind)), 500)


def refused(status: int, error: SudokubenchError, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error as a response with a JSON object of the schema `sudokubench.error/1`."""
    again = {"retry-after": "1"} if status in _COME_AGAIN else {}
    return JSONResponse(error_json(error), status, headers={**again, **(headers or {})})
