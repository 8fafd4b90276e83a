"""The connection of one client, over uvicorn: a malformed request gets our own 400 reply; a slow client times out."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from sudokubench.errors import SudokubenchError
from sudokubench.web.errors import refused
from sudokubench.web.limits import MOST_CONNECTIONS, READ_SECONDS
from sudokubench.web.words import CROWDED, NOT_HTTP, SLOW
from sudokubench.words import Words


class Protocol(H11Protocol):
    """The connection of one client."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Accept a client; if there are too many connections, refuse its requests."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self.app = refused(503, SudokubenchError(CROWDED.format(most=MOST_CONNECTIONS)))
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request. Its head must be complete in time; the application waits for its body."""
        if self._patience is None:
            self._wait()
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE and self.conn.our_state is not h11.DONE:
            self._rest()

    def on_response_complete(self) -> None:
        """End an answer. The unread rest of a body may still arrive, but only for a limited time."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer: the client is gone."""
        self._rest()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer bytes that are not HTTP."""
        self._refuse(400, NOT_HTTP)

    def _wait(self) -> None:
        self._rest()
        self._patience = self.loop.call_later(READ_SECONDS, self._late)

    def _rest(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _late(self) -> None:
        if self.conn.trailing_data[0]:
            self._refuse(408, SLOW.format(seconds=READ_SECONDS))
        else:  # no part of another request has arrived
            self.transport.close()

    def _refuse(self, status: int, words: Words) -> None:
        """Close the connection. Send a refusal before, unless an answer is already under way."""
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE} and not self.transport.is_closing():
            answer = refused(status, SudokubenchError(words))
            headers = [*answer.raw_headers, (b"connection", b"close")]
            head = h11.Response(status_code=status, headers=headers)
            for event in (head, h11.Data(data=bytes(answer.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
