"""The HTTP side: routes, limits, errors as JSON, and headers that keep everything on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from importlib import resources

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudokubench.errors import InputError, SudokubenchError, Undecided, UsageError, told
from sudokubench.formats.strict_json import load_object
from sudokubench.web.api import CALLS, Call, openapi
from sudokubench.web.jobs import Jobs, Refusal
from sudokubench.words import Words, both

MOST_BYTES = 1 << 20
"""Of the body of a request."""
_READ_SECONDS = 10
_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_HEADERS = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def app() -> Starlette:
    """The page and its API."""
    jobs = Jobs()
    routes = [
        Route(f"/api/{call.name}", _endpoint(call, jobs), methods=["POST" if call.result else "GET"])
        for call in CALLS
    ]
    routes.append(Route("/api/openapi.json", lambda request: JSONResponse(openapi())))
    for file in resources.files(__package__).joinpath("static").iterdir():
        path = "/" if file.name == "index.html" else f"/{file.name}"
        answer = Response(file.read_bytes(), media_type=_TYPES[file.name.rpartition(".")[2]])
        routes.append(Route(path, partial(_same, answer)))
    return Starlette(
        routes=routes, middleware=[Middleware(_Guard)], exception_handlers={HTTPException: _unknown}
    )


def _same(answer: Response, request: Request) -> Response:
    return answer


def _endpoint(call: Call, jobs: Jobs) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            body = await _body(request)
            if call.result is None:
                given: dict[str, object] = dict(request.query_params)
            elif request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                raise Refusal(415, _JSON_ONLY)
            else:
                given = load_object(body, "request", max_brackets=MOST_BYTES)
            found = await jobs.run(partial(call.ask, given), request.receive)
        except ClientDisconnect:
            return Response(status_code=499)
        except SudokubenchError as error:
            return refused(_status(error), error)
        except Exception as error:
            return refused(500, SudokubenchError(both(f"internal error, please report it: {told(error)}")))
        if isinstance(found, str):
            return Response(found, media_type="image/svg+xml")
        return JSONResponse(found.as_json())

    return answer


async def _body(request: Request) -> bytes:
    """The body; what is too long is read to its end, so that the sender gets to read why, and not kept."""
    size, parts = 0, []
    try:
        async with asyncio.timeout(_READ_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size <= MOST_BYTES:
                    parts.append(part)
    except TimeoutError:
        raise Refusal(408, _SLOW) from None
    if size > MOST_BYTES:
        raise Refusal(413, _LONG)
    return b"".join(parts)


def _status(error: SudokubenchError) -> int:
    if isinstance(error, Refusal):
        return error.status
    kinds = {UsageError: 400, InputError: 422, Undecided: 504}
    return next((status for kind, status in kinds.items() if isinstance(error, kind)), 500)


def refused(status: int, error: SudokubenchError) -> Response:
    """An error as a JSON object of the schema `sudokubench.error/1`."""
    plain = {"schema": "sudokubench.error/1", "en": error.to("en"), "ja": error.to("ja")}
    return JSONResponse(plain, status, headers={"retry-after": "1"} if status == 429 else None)


def _unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = (_NO_METHOD if error.status_code == 405 else _NO_PAGE).format(
        method=request.method, path=request.url.path
    )
    return refused(error.status_code, SudokubenchError(words))


class _Guard:
    """Answers only who calls this machine by its own name, and pages of its own: no page of others can ask anything.

    A name of the network that is made to point here (DNS rebinding) is refused, too.
    """

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(key.encode(), text.encode()) for key, text in _HEADERS.items()]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        headers = Headers(scope=scope)
        hosts = [f"{name}:{(scope.get('server') or ('', 0))[1]}" for name in ("127.0.0.1", "localhost")]
        host, origin = headers.get("host", ""), headers.get("origin")
        answer: ASGIApp = self._inner
        if host not in hosts:
            answer = refused(421, SudokubenchError(_OTHER_HOST.format(host=repr(host[:100]), known=hosts[0])))
        elif origin not in {None, f"http://{host}"}:
            answer = refused(403, SudokubenchError(_OTHER_PAGE.format(origin=repr(str(origin)[:100]))))
        await answer(scope, receive, guarded)


_JSON_ONLY = Words(
    "a request is one JSON object: send it with the header Content-Type: application/json",
    "要求は一つの JSON オブジェクトです。ヘッダー Content-Type: application/json を付けて送ってください",
)
_LONG = Words(
    f"more than {MOST_BYTES:,} bytes: that is the most that is read at once; take a part of it",
    f"{MOST_BYTES:,} バイトを超えています。一度に読めるのはそこまでです。一部を選んでください",
)
_SLOW = Words(
    f"the request was not there after {_READ_SECONDS} s; send it again",
    f"{_READ_SECONDS} 秒たっても要求が届きませんでした。もう一度送ってください",
)
_NO_PAGE = Words("{path} is not here; / is the page, /api/openapi.json lists what can be asked",
                 "{path} はありません。ページは /、問い合わせの一覧は /api/openapi.json です")  # fmt: skip
_NO_METHOD = Words("{path} cannot be asked by {method}; /api/openapi.json says how",
                   "{path} は {method} では問い合わせできません。方法は /api/openapi.json にあります")  # fmt: skip
_OTHER_HOST = Words("the name {host} is not that of this server; open http://{known}",
                    "{host} はこのサーバーの名前ではありません。http://{known} を開いてください")  # fmt: skip
_OTHER_PAGE = Words("the page {origin} may not ask this server", "ページ {origin} はこのサーバーを使えません")
