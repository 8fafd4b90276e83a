"""A worker process of the server: it answers one question after the other."""

from __future__ import annotations

import json
import select
import signal
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import RawIOBase
from typing import cast

from sudokubench.errors import Cancelled, SudokubenchError
from sudokubench.formats.strict_json import load_object
from sudokubench.harness.executors import Local
from sudokubench.harness.limits import Limits
from sudokubench.web.api import CALLS
from sudokubench.web.errors import error_json, for_client, status_of
from sudokubench.web.fields import Call
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


class Engines:
    """The isolated workers of the last race."""

    def __init__(self) -> None:
        self._kept: tuple[Limits, Local] | None = None

    @contextmanager
    def lent(self, limits: Limits, heed: Callable[[], object]) -> Iterator[Local]:
        """Lend workers with these limits; they call `heed` while they work. An error or a cancellation ends them."""
        if self._kept is None or self._kept[0] != limits:
            self.end()
            self._kept = limits, Local(limits)
        executor = self._kept[1]
        executor.heed = heed
        executor.try_again()
        try:
            yield executor
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """End all workers."""
        if self._kept is not None:
            self._kept[1].__exit__()
            self._kept = None


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
