"""Errors of the server as HTTP: the status, and the reason in both languages."""

from __future__ import annotations

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
from sudokubench.words import Words

_KINDS = {UsageError: 400, InputError: 422, Undecided: 504, BackendUnavailable: 501}
_COME_AGAIN = {429, 503}


class HttpRefusal(SudokubenchError):
    """The refusal of a request, with its HTTP status."""

    def __init__(self, status: int, message: Words) -> None:
        super().__init__(message)
        self.status = status


def for_client(error: Exception) -> SudokubenchError:
    """Return an error as a client gets it; the text of an unexpected error asks the client to report it."""
    if isinstance(error, SudokubenchError):
        return error
    return SudokubenchError(INTERNAL.format(error=error_line(error)))


def error_json(error: SudokubenchError) -> dict[str, str]:
    """Return one JSON object of the schema `sudokubench.error/1`."""
    return {"schema": "sudokubench.error/1", **error.placed.as_json()}


def status_of(error: SudokubenchError) -> int:
    """Return the HTTP status for a kind of error."""
    if isinstance(error, HttpRefusal):
        return error.status
    return next((status for kind, status in _KINDS.items() if isinstance(error, kind)), 500)


def refused(status: int, error: SudokubenchError, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error as a response with a JSON object of the schema `sudokubench.error/1`."""
    again = {"retry-after": "1"} if status in _COME_AGAIN else {}
    return JSONResponse(error_json(error), status, headers={**again, **(headers or {})})
