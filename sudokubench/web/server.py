"""Listening on this machine, until Ctrl-C."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from sudokubench.errors import BackendUnavailable, SudokubenchError, UsageError, installing
from sudokubench.words import Words

HOST = "127.0.0.1"


def require() -> None:
    """Say at once that the packages are missing.

    Raises:
        BackendUnavailable: They are not installed.
    """
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        line = installing("web")
        raise BackendUnavailable(
            Words(
                f"serve needs {error.name}, which is not installed: {line}",
                f"serve には {error.name} が必要ですが、入っていません：{line}",
            )
        ) from error


def listening(port: int) -> socket.socket:
    """A socket that listens on a port of this machine; on a free one if it is 0.

    Raises:
        UsageError: It is in use, or not for us.
    """
    # asyncio sends without delay only where the protocol is named; else each answer would wait for 40 ms
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # else a port would be in use for a minute after each Ctrl-C
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((HOST, port))
        found.listen()
    except OSError as error:
        found.close()
        raise UsageError(
            Words(
                f"port {port} cannot be had: {error.strerror}; leave out --port, and a free one is found",
                f"ポート {port} は使えません（{error.strerror}）。--port を省くと空いているポートを使います",
            )
        ) from error
    return found


def serve(found: socket.socket, results: str = "results") -> None:
    """Answer on a socket, until KeyboardInterrupt; runs are kept in a folder."""
    import uvicorn

    from sudokubench.web.app import app
    from sudokubench.web.protocol import Protocol

    class Server(uvicorn.Server):
        """Leaves Ctrl-C to the command line, which ends at once."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    config = uvicorn.Config(
        app(results), log_config=None, log_level="critical", access_log=False, lifespan="off", ws="none", http=Protocol,
        loop="asyncio", server_header=False,
    )  # fmt: skip
    Thread(target=_warm_up, daemon=True).start()
    Server(config).run(sockets=[found])


def _warm_up() -> None:
    """Have the engines loaded and compiled while somebody looks at the page for the first time."""
    from sudokubench.web.api import CALLS

    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    for call in CALLS:
        if call.fields[0] == "puzzle" and len(call.fields) < 4 and call.name != "why":
            with suppress(SudokubenchError):
                call.ask({"puzzle": puzzle})


def show(address: str) -> bool:
    """Open the browser, if it has windows; whether that was tried."""
    import webbrowser

    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False  # one of text would take the terminal
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    return True
