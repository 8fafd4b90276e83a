"""What is not answered, and why: a status of HTTP with a sentence in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse, Response

from sudokubench.errors import BackendUnavailable, InputError, SudokubenchError, Undecided, UsageError
from sudokubench.words import Words

READ_SECONDS = 10
"""So long the head of a request may take to arrive, and then its body."""
_KINDS = {UsageError: 400, InputError: 422, Undecided: 504, BackendUnavailable: 501}
_COME_AGAIN = {429, 503}


class Refusal(SudokubenchError):
    """A request that is not answered, for a reason of HTTP."""

    def __init__(self, status: int, message: Words) -> None:
        super().__init__(message)
        self.status = status


def error_json(error: SudokubenchError) -> dict[str, str]:
    """One JSON object of the schema `sudokubench.error/1`."""
    return {"schema": "sudokubench.error/1", "en": error.to("en"), "ja": error.to("ja")}


def status_of(error: SudokubenchError) -> int:
    """The status of HTTP that says what kind of error it is."""
    if isinstance(error, Refusal):
        return error.status
    return next((status for kind, status in _KINDS.items() if isinstance(error, kind)), 500)


def refused(status: int, error: SudokubenchError, headers: Mapping[str, str] | None = None) -> Response:
    """An error as a JSON object of the schema `sudokubench.error/1`."""
    again = {"retry-after": "1"} if status in _COME_AGAIN else {}
    return JSONResponse(error_json(error), status, headers={**again, **(headers or {})})


SLOW = Words(
    f"the request was not there after {READ_SECONDS} s; send it again",
    f"{READ_SECONDS} 秒たっても要求が届きませんでした。もう一度送ってください",
)
