"""HTTP: routes, limits, errors as JSON, the policy of framed pages; it tells workers when clients leave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from functools import partial
from html import escape
from importlib import resources
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from sudokubench.errors import SudokubenchError
from sudokubench.pages.frame import script_hashes
from sudokubench.web.access import Access, Names
from sudokubench.web.api import CALLS, openapi
from sudokubench.web.errors import HttpRefusal, error_json, for_client, refused, status_of
from sudokubench.web.fields import EVENTS, HTML, Call
from sudokubench.web.limits import LONG_SECONDS, LONG_WAITING, READ_SECONDS
from sudokubench.web.reply import event
from sudokubench.web.words import JSON_ONLY, NO_METHOD, NO_PAGE, SLOW, TOO_LONG
from sudokubench.web.worker import question
from sudokubench.web.workers import Workers
from sudokubench.words import Language

_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def app(results: str = "results", names: Names | None = None, puzzles: Sequence[str] = ()) -> Starlette:
    """Return the application: the page and its API. It stores runs in `results`, and serves clients that use `names`.

    If there are several puzzles, the page begins with them as a collection.
    """
    quick = Workers(results)
    quick.start()
    slow = Workers(results, LONG_SECONDS, None, most_waiting=LONG_WAITING)  # engines have limits of their own
    routes = []
    for call in CALLS:
        endpoint = _endpoint(_long, call, slow) if call.gives == EVENTS else _endpoint(_short, call, quick)
        routes.append(Route(f"/api/{call.name}", endpoint, methods=[call.method]))
    opened = JSONResponse(puzzles if len(puzzles) > 1 else [])
    routes.append(Route("/api/openapi.json", lambda request: JSONResponse(openapi())))
    routes.append(Route("/api/opened", opened, methods=["GET"]))
    routes.append(Route("/health", partial(_health, (quick, slow))))
    shared = resources.files("sudokubench.pages").joinpath("search_tree.js")
    for file in (shared, *resources.files(__package__).joinpath("static").iterdir()):
        path = "/" if file.name == "index.html" else f"/{file.name}"
        answer = Response(file.read_bytes(), media_type=_TYPES[file.name.rpartition(".")[2]])
        routes.append(Route(path, answer, methods=["GET"]))
    return Starlette(
        routes=routes,
        middleware=[Middleware(Access, names=names or Names())],
        exception_handlers={HTTPException: _unknown},
    )


async def _health(queues: Iterable[Workers], request: Request) -> Response:
    """Report the load; this call is answered at any time."""
    working, waiting = (sum(some) for some in zip(*(workers.load for workers in queues), strict=True))
    return JSONResponse({"schema": "sudokubench.health/1", "working": working, "waiting": waiting})


async def _short(call: Call, workers: Workers, request: Request) -> Response:
    found = await _asked(call, workers, request, lambda news: None)
    policy = {"content-security-policy": _of_page(found)} if call.gives == HTML else None
    return Response(found, media_type=call.gives, headers=policy)


async def _long(call: Call, workers: Workers, request: Request) -> Response:
    news: asyncio.Queue[str | None] = asyncio.Queue()
    job = asyncio.ensure_future(_asked(call, workers, request, news.put_nowait))
    job.add_done_callback(partial(_ended, news))
    first = await news.get()
    if first is None:
        job.result()  # raises a refusal that came before any event, so that the reply has its status
    return StreamingResponse(_news(first, news, job), media_type=EVENTS)


async def _asked(call: Call, workers: Workers, request: Request, tell: Callable[[str], object]) -> str:
    """Return the answer of a worker to a request; the worker hears if the client leaves."""
    asked = question(call, await _given(call, request))
    left: asyncio.Future[object] = asyncio.ensure_future(request.receive())
    try:
        return await workers.ask(asked, left, tell)
    finally:
        left.cancel()


def _ended(news: asyncio.Queue[str | None], job: asyncio.Future[Any]) -> None:
    if not job.cancelled():  # Ctrl-C cancels it
        job.exception()  # otherwise asyncio reports that the exception was never retrieved
    news.put_nowait(None)


async def _news(
    first: str | None, news: asyncio.Queue[str | None], job: asyncio.Future[Any]
) -> AsyncIterator[str]:
    """Yield all events, and at the end the result or the error."""
    text = first
    while text is not None:
        yield text
        text = await news.get()
    try:
        yield f"event: result\ndata: {job.result()}\n\n"
    except Exception as error:
        yield event("error", error_json(for_client(error)))


def _endpoint(
    work: Callable[[Call, Workers, Request], Awaitable[Response]], call: Call, workers: Workers
) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a call; errors become replies."""

    async def answer(request: Request) -> Response:
        try:
            return await work(call, workers, request)
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception as error:
            known = for_client(error)
            if "text/html" in request.headers.get("accept", ""):  # a frame, or a tab
                lang: Language = "ja" if request.query_params.get("lang") == "ja" else "en"
                page = _SORRY.format(lang, escape(known.to(lang)))
                return HTMLResponse(page, status_of(known), {"content-security-policy": _of_page(page)})
            return refused(status_of(known), known)

    return answer


async def _given(call: Call, request: Request) -> bytes | list[tuple[str, str]]:
    body = await _body(request, call.most_bytes)
    if call.method == "GET":
        return request.query_params.multi_items()
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HttpRefusal(415, JSON_ONLY)
    return body


def _of_page(text: str) -> str:
    """Return the policy of one of our own pages in a frame or a tab: it runs its own scripts and reaches no server."""
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {script_hashes(text)}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; "
        "sandbox allow-scripts allow-downloads allow-popups"
    )


async def _body(request: Request, most: int) -> bytes:
    """Return the body. A body that is too long is read but not kept, so that the client gets the refusal."""
    size, parts = 0, []
    try:
        async with asyncio.timeout(READ_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size <= most:
                    parts.append(part)
    except TimeoutError:
        raise HttpRefusal(408, SLOW.format(seconds=READ_SECONDS)) from None
    if size > most:
        raise HttpRefusal(413, TOO_LONG.format(most=most))
    return b"".join(parts)


def _unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = (NO_METHOD if error.status_code == 405 else NO_PAGE).format(
        method=request.method, path=request.url.path[:100]
    )
    return refused(error.status_code, SudokubenchError(words), error.headers)


_SORRY = """<!doctype html>
<html lang="{}">
<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>sudokubench</title>
<main style="overflow-wrap: anywhere"><h1>sudokubench</h1><p>{}</p></main>
</html>
"""
