"""Listen until Ctrl-C; only this machine can reach the server, unless others are allowed."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from sudokubench.errors import BackendUnavailable, UsageError, installing, system_reason
from sudokubench.web.words import ADDRESS_REFUSED, PACKAGE_MISSING, PORT_REFUSED

if TYPE_CHECKING:
    from sudokubench.web.access import Names

HOST = "127.0.0.1"
"""An address that only this machine can reach."""


def require() -> None:
    """Raise BackendUnavailable if a package that the server needs is not installed."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        words = PACKAGE_MISSING.format(package=error.name, command=installing("web"))
        raise BackendUnavailable(words) from error


def listening(port: int, address: str = HOST) -> socket.socket:
    """Return a socket that listens on a port of an address of this machine; 0 means any free port.

    Raise UsageError if the port is in use or not permitted, or this machine does not have the address.
    """
    try:
        family, kind, _, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        # asyncio sends without delay only if the protocol is named; otherwise each answer waits 40 ms
        found = socket.socket(family, kind, socket.IPPROTO_TCP)
    except (OSError, UnicodeError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else error
        refusal = ADDRESS_REFUSED.format(address=repr(address[:100]), reason=reason)
        raise UsageError(refusal) from error
    # Otherwise the port stays in use for a minute after each Ctrl-C.
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(place)
        found.listen()
    except OSError as error:
        found.close()
        words = ADDRESS_REFUSED if error.errno == errno.EADDRNOTAVAIL else PORT_REFUSED
        words = words.format(address=repr(address[:100]), port=port, reason=system_reason(error))
        raise UsageError(words) from error
    return found


def serve(
    found: socket.socket, results: str = "results", names: Names | None = None, puzzles: Sequence[str] = ()
) -> None:
    """Answer on a socket until KeyboardInterrupt; store runs in `results`. See `app.app` for the arguments."""
    import uvicorn

    from sudokubench.web.app import app
    from sudokubench.web.protocol import Protocol

    class Server(uvicorn.Server):
        """A server that does not handle Ctrl-C: the command handles it and ends at once."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    config = uvicorn.Config(
        app(results, names, puzzles), log_config=None, log_level="critical", access_log=False, lifespan="off",
        ws="none", http=Protocol, loop="asyncio", server_header=False,
    )  # fmt: skip
    Server(config).run(sockets=[found])


def show(address: str) -> bool:
    """Open the browser if the machine has a graphical desktop; return whether this was tried."""
    import webbrowser

    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False  # a text browser would take the terminal
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    return True
