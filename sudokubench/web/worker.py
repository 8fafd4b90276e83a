"""A worker process of the server: it answers one question after the other."""

from __future__ import annotations

import json
import select
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from io import RawIOBase
from typing import cast

from sudokubench.errors import Cancelled, SudokubenchError
from sudokubench.formats.strict_json import load_object
from sudokubench.web.api import CALLS
from sudokubench.web.errors import error_json, for_client, status_of
from sudokubench.web.fields import Call
from sudokubench.web.jobs import Engines
from sudokubench.web.limits import IDLE_SECONDS
from sudokubench.web.reply import Feed, Reply
from sudokubench.web.words import CLIENT_GONE

_KNOWN = {call.name: call for call in CALLS}
_WARM = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def question(call: Call, given: bytes | Sequence[tuple[str, str]]) -> bytes:
    """Return a question as `main` reads it: the body of a request unchanged, or the fields of a query as JSON."""
    if not isinstance(given, bytes):  # repeated fields stay, so that the JSON reader refuses them
        given = f"{{{', '.join(f'{json.dumps(name)}: {json.dumps(text)}' for name, text in given)}}}".encode()
    return f"{call.name} {len(given)}\n".encode() + given


def main(fd: int) -> None:
    """Answer until the socket closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server gets Ctrl-C, and its end ends this process
    channel = socket.socket(fileno=fd)
    questions = cast(RawIOBase, channel.makefile("rb", buffering=0))  # unread bytes stay visible to select
    engines = Engines()

    def is_asked(seconds: float = 0.0) -> bool:
        return bool(select.select([channel], [], [], seconds)[0])

    def send(kind: str, text: str) -> None:
        data = text.encode()
        channel.sendall(f"{kind} {len(data)}\n".encode() + data)

    def heed() -> None:
        if is_asked():
            raise Cancelled(CLIENT_GONE)

    here = {"results": json.loads(questions.readline()), "engines": engines}
    _warm_up(is_asked)
    while True:
        if not is_asked(IDLE_SECONDS):
            engines.end()
        head = questions.readline()
        if not head:
            return
        if head.isspace():  # a stop that arrived too late
            continue
        name, size = head.split()
        call, data = _KNOWN[name.decode()], b""
        while len(data) < int(size):
            data += questions.read(int(size) - len(data)) or b""
        try:
            send("done", _answer(call, data, here, Feed(send, heed)))
        except Exception as error:
            known = for_client(error)
            send("failed", json.dumps({"status": status_of(known), **error_json(known)}))


def _answer(call: Call, data: bytes, here: Mapping[str, object], feed: Feed) -> str:
    most = call.most_bytes
    given = load_object(data, "request", max_bytes=most, max_brackets=most)
    found = call.ask(given, **here, feed=feed)
    return found.to_json() if isinstance(found, Reply) else found


def _warm_up(is_asked: Callable[[], bool]) -> None:
    """Load and compile the engines while the user first looks at the page; stop at the first question."""
    for call in CALLS:
        if call.fields[0] == "puzzle" and len(call.fields) < 4:
            if is_asked():
                return
            with suppress(SudokubenchError):
                call.ask({"puzzle": _WARM})
