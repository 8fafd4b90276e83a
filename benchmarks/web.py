"""Measure the server of the page: its speed on calls, and the effect of many clients. `python -m benchmarks web`."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import psutil

from benchmarks.engines import Wanted, wanted
from benchmarks.inputs import board_set
from benchmarks.measure import Effort, Row, Table

COLUMNS = ("measure", "value", "unit", "least")
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
_SLOW, _HARD = 100, 50


class Server:
    """A server, started as `serve` starts it, and all its descendants."""

    def __init__(self, folder: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "sudokubench", "serve", "--no-browser", "--results", folder],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().split(":")[2].split("/")[0])

    def all(self) -> list[psutil.Process]:
        """Return the server and its descendants."""
        own = psutil.Process(self._process.pid)
        return [own, *own.children(recursive=True)]

    def cpu_s(self) -> float:
        """Return the CPU time of all living processes, and of their children that have ended, in seconds."""
        total = 0.0
        for one in self.all():
            with suppress(psutil.Error):
                total += sum(one.cpu_times()[:4])
        return total

    def memory_mb(self) -> float:
        """Return the resident memory of all processes together, in MB."""
        total = 0
        for one in self.all():
            with suppress(psutil.Error):
                total += one.memory_info().rss
        return total / (1 << 20)

    def end(self) -> int:
        """Press Ctrl-C; return the number of processes that are left a second later."""
        below = self.all()
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=60)
        return sum(map(_lives, psutil.wait_procs(below, timeout=1)[1]))

    def get(self, path: str) -> bytes:
        """Return the content at a path."""
        with self.asked("GET", path) as (_, body):
            return body

    @contextmanager
    def asked(self, method: str, path: str, fields: object = None) -> Iterator[tuple[int, bytes]]:
        """Yield the status and the body of an answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=600)
        body = None if fields is None else json.dumps(fields)
        connection.request(method, path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        yield answer.status, answer.read()
        connection.close()

    def call(self, name: str, **fields: object) -> tuple[int, bytes]:
        """Make a call; return the status and the body of the answer."""
        with self.asked("POST", f"/api/{name}", fields) as found:
            return found


def _lives(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)  # perhaps no parent is left to reap it
    except psutil.Error:
        return False


def large(seed: int) -> str:
    """Return a board of 25x25 with clues in two of five cells, which most searches do not decide soon."""
    some = random.Random(seed)
    rows, columns = ([5 * band + i for band in range(5) for i in some.sample(range(5), 5)] for _ in range(2))
    digits = some.sample(_SYMBOLS, 25)
    return "".join(
        digits[(5 * (i % 5) + i // 5 + j) % 25] if some.random() < 0.4 else "." for i in rows for j in columns
    )


def web(effort: Effort, only: Wanted) -> list[Table]:
    """Measure calls one after the other, calls together, and slow clients together with hard boards."""
    boards = board_set("17", effort.quick).boards[: 40 if effort.quick else 400]
    with TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            rows = [*_first(server), *_calls(server, boards), *_race(server), *_crowd(server)]
        finally:
            left = server.end()
    rows.append(_row("left after Ctrl-C", left, "processes", 0))
    rows = [row for row in rows if wanted(row["measure"], only)]
    return [Table("web", board_set("17", effort.quick).source, COLUMNS, rows)]


def _row(measure: str, value: float, unit: str, least: float | None = None) -> Row:
    return {"measure": measure, "value": value, "unit": unit, **({} if least is None else {"least": least})}


def _timed(call: object) -> float:
    begun = monotonic()
    call()  # type: ignore[operator]
    return monotonic() - begun


def _first(server: Server) -> Iterator[Row]:
    begun = monotonic()
    files = [server.get(path) for path in ("/", "/app.js", "/api.js", "/style.css")]
    assert all(files)
    yield _row("first bytes of the page", 1000 * (monotonic() - begun), "ms")
    own = os.scandir(os.path.join(os.path.dirname(__file__), "..", "sudokubench", "web", "static"))
    yield _row("files of the page", sum(file.stat().st_size for file in own) / 1000, "KB", 250)
    yield _row("first answer, cold", _timed(lambda: server.call("solve", puzzle=PUZZLE)), "s")
    for _ in range(20):  # often enough to reach both workers
        server.call("hint", puzzle=PUZZLE)
    sleep(10)


def _calls(server: Server, boards: Sequence[str]) -> Iterator[Row]:
    before, begun = server.cpu_s(), monotonic()
    with ThreadPoolExecutor(4) as clients:
        list(clients.map(lambda board: server.call("solve", puzzle=board), boards))
    passed, spent = monotonic() - begun, server.cpu_s() - before
    yield _row("/api/solve, four clients", len(boards) / passed, "a second", 200)
    yield _row("/api/solve, CPU time", 1000 * spent / len(boards), "ms a call", 10)
    times = sorted(_timed(lambda board=board: server.call("hint", puzzle=board)) for board in boards)  # type: ignore[misc]
    yield _row("/api/hint, 17 clues, median", 1000 * median(times), "ms", 100)
    yield _row("/api/hint, 17 clues, slowest", 1000 * times[-1], "ms", 100)


def _race(server: Server) -> Iterator[Row]:
    def first() -> tuple[float, str]:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=600)
        fields = {"corpus": PUZZLE, "backends": ["dlx"]}
        begun, after, run = monotonic(), 0.0, ""
        connection.request("POST", "/api/race", json.dumps(fields), {"Content-Type": "application/json"})
        for line in connection.getresponse():
            if line.startswith(b"event: record"):
                after = monotonic() - begun
            elif b'"times_ns"' in line:
                after -= sum(json.loads(line[6:])["times_ns"].values()) / 1e9
            elif b"sudokubench.reply" in line:
                run = json.loads(line[6:])["result"]["run"]
        connection.close()
        return after, run

    first()
    found = [first() for _ in range(9)]
    yield _row("/api/race, warm, beyond the engine", 1000 * median(time for time, _ in found), "ms", 50)
    run = found[-1][1]
    yield _row("/api/report, first", _timed(lambda: server.get(f"/api/report?run={run}")), "s")
    yield _row("/api/report, again", _timed(lambda: server.get(f"/api/report?run={run}")), "s")


def _crowd(server: Server) -> Iterator[Row]:
    address = ("127.0.0.1", server.port)
    head = f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
    slow = [socket.create_connection(address) for _ in range(_SLOW)]
    for n, one in enumerate(slow):  # half of the clients stop in the head of a request, half in the body
        one.sendall((head if n % 2 else f"{head}Content-Length: 100\r\n\r\n{{").encode())
    times = [_timed(lambda: server.get("/health")) for _ in range(50)]
    yield _row(f"/health beside {_SLOW} slow clients, slowest", 1000 * max(times), "ms", 1000)
    for one in slow:
        one.close()
    said: Counter[int] = Counter()

    def ask(seed: int) -> None:
        with suppress(OSError):
            said[server.call("solve", puzzle=large(seed))[0]] += 1

    clients = ThreadPoolExecutor(_HARD)
    for seed in range(_HARD):
        clients.submit(ask, seed)
    times, memory, end = [], 0.0, monotonic() + 10
    while monotonic() < end:
        times.append(_timed(lambda: server.get("/health")))
        memory = max(memory, server.memory_mb())
        sleep(0.1)
    yield _row(f"/health beside {_HARD} boards of 25x25, slowest", 1000 * max(times), "ms", 1000)
    yield _row("memory of all processes", memory, "MB")
    yield _row("refused for now (429)", said[429], "calls")
    clients.shutdown(wait=False, cancel_futures=True)
