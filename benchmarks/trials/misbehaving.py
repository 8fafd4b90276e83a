"""Backends of another distribution that misbehave, each in a way that its option names: for trials and tests only.

Each is Algorithm X, spoiled at one place. `KINDS` says of each way what the harness has to call it.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from sudokubench.answer import UNLIMITED, Budget, Outcome, Times
from sudokubench.backends.algorithm_x import AlgorithmX
from sudokubench.backends.base import Backend, BatchAnswer, BatchSession, EngineSession, Search
from sudokubench.problem import Instance, Problem


class Odd(BaseException):
    """No Exception."""


class Mute(Exception):
    """Cannot say what it is."""

    def __str__(self) -> str:
        raise SystemExit(7)


class Impostor(str):
    """A text that is another one whenever it is looked at."""

    __slots__ = ()

    def __len__(self) -> int:
        return 3

    def __getitem__(self, key: object) -> NoReturn:
        raise KeyboardInterrupt


class Talker(Exception):
    """Says what it is in an impostor's words."""

    def __str__(self) -> str:
        return Impostor("x" * 5_000)


def _raiser(error: BaseException) -> Callable[[], NoReturn]:
    def fail() -> NoReturn:
        raise error

    return fail


def _deep(n: int = 0) -> int:
    return _deep(n + 1) + 1


def _leave(code: int) -> None:
    os._exit(code)


RAISES: dict[str, tuple[Callable[[], object], str]] = {
    "exception": (_raiser(RuntimeError("no idea")), "RuntimeError: no idea"),
    "exit": (_raiser(SystemExit(5)), "sys.exit(5)"),
    "exit_0": (_raiser(SystemExit(0)), "sys.exit(0)"),
    "exit_text": (_raiser(SystemExit("bye\nbye")), "sys.exit(bye bye)"),
    "generator_exit": (_raiser(GeneratorExit()), "GeneratorExit"),
    "interrupt": (_raiser(KeyboardInterrupt()), "KeyboardInterrupt"),
    "odd": (_raiser(Odd("odd")), "Odd: odd"),
    "stop_iteration": (_raiser(StopIteration()), "StopIteration"),
    "surrogate": (_raiser(ValueError("\udc80\x1b[31m")), r"\udc80\x1b[31m"),
    "long": (_raiser(ValueError("x" * 5_000_000)), "xxx…"),
    "mute": (_raiser(Mute()), "cannot say what it is"),
    "talker": (_raiser(Talker()), "Talker: xxx"),
    "recursion": (_deep, "RecursionError"),
    "os_error": (_raiser(BrokenPipeError("gone")), "BrokenPipeError: gone"),
    "memory": (_raiser(MemoryError()), "MemoryError"),
}
"""What is done in place of an answer, and what the message then has."""

PLACES = ("ask", "open", "search", "solve", "second", "outcome")
"""Where it is done: asked whether it can open the problem, opening it, making the search, in the generator before or
after its first solution, or where the search ends; that one is a class of its own."""

YIELDS: dict[str, tuple[Callable[[tuple[int, ...]], object], str]] = {
    "number": (lambda s: 1, "asked for a solution"),
    "negative": (lambda s: -5, "asked for a solution"),
    "huge_number": (lambda s: 10**30, "asked for a solution"),
    "true": (lambda s: True, "asked for a solution"),
    "none": (lambda s: None, "NoneType"),
    "list": (list, "of type list"),
    "text": (str, "of type str"),
    "bytes": (lambda s: bytes(81), "of type bytes"),
    "float": (lambda s: 0.5, "of type float"),
    "generator": (lambda s: (o for o in s), "of type generator"),
    "endless": (lambda s: iter(int, 1), "callable_iterator"),
    "array": (lambda s: memoryview(bytes(4)), "of type memoryview"),
    "floats": (lambda s: tuple(map(float, s)), "holds of type float"),
    "huge_options": (lambda s: (*s[:-1], 10**30), "64 bits"),
    "enormous_options": (lambda s: (*s[:-1], 1 << 100_000), "64 bits"),
    "texts": (lambda s: tuple(map(str, s)), "holds of type str"),
    "nested": (lambda s: (s,), "holds of type tuple"),
    "many_options": (lambda s: s * 20_000, "no tuple of at most"),
    "no_such_option": (lambda s: (*s[:-1], 10**6), "an invalid solution"),
    "negative_option": (lambda s: (-1, *s[1:]), "an invalid solution"),
    "empty": (lambda s: (), "an invalid solution"),
    "descending": (lambda s: s[::-1], "an invalid solution"),
}
"""What is yielded in place of a solution, and what is said of it."""


def _of(**values: Any) -> Callable[[Outcome], object]:
    def change(outcome: Outcome) -> object:
        times = Times(*(values.get(phase, 0) for phase in ("encode_ns", "solve_ns", "decode_ns")))
        known = {"count": outcome.count, "stop": outcome.stop, "stats": {}, "times": times}
        return Outcome(**{name: values.get(name, value) for name, value in known.items()})

    return change


OUTCOMES: dict[str, tuple[Callable[[Outcome], object], str]] = {
    "no_outcome": (lambda o: None, "AttributeError"),
    "text_outcome": (lambda o: "unique", "AttributeError"),
    "count_none": (_of(count=None), "count"),
    "count_float": (_of(count=1.0), "count"),
    "count_negative": (_of(count=-1), "count"),
    "count_huge": (_of(count=10**30), "count"),
    "more_than_shown": (_of(count=2), "2 solutions counted and 1 shown"),
    "stop_text": (_of(stop="exhausted"), "a Stop"),
    "time_float": (_of(solve_ns=0.5), "its clock"),
    "time_negative": (_of(solve_ns=-1), "its clock says"),
    "time_long": (_of(solve_ns=10**15), "its clock says"),
    "time_huge": (_of(solve_ns=10**30), "its clock says"),
    "time_text": (_of(encode_ns="1"), "its clock"),
    "stats_none": (_of(stats=None), "TypeError"),
    "stats_many": (_of(stats={str(i): i for i in range(1000)}), "stats"),
    "stats_huge": (_of(stats={"n": 10**30}), "stats"),
    "stats_float": (_of(stats={"n": 0.5}), "stats"),
    "stats_key": (_of(stats={"\udc80": 1}), "stats"),
    "stats_long_key": (_of(stats={"x" * 10**6: 1}), "stats"),
    "stats_number_key": (_of(stats={1: 1}), "stats"),
}
"""What an end of the search is said to be, and what is said of it."""

BATCHES: dict[str, tuple[dict[str, Any], str]] = {
    "batch_none": ({"counts": None}, "arrays of object"),
    "batch_short": ({"counts": 1}, "arrays of the shapes"),
    "batch_float": ({"counts": float}, "arrays of float64"),
    "batch_clock": ({"times": Times(solve_ns=10**15)}, "its clock says"),
    "batch_unshown": ({"counts": 3}, ""),
}


def _fork(engine: object) -> None:
    os.fork()


def _leave_thread(engine: object) -> None:
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()


def _change_instance(instance: Any) -> None:
    object.__setattr__(instance, "chosen", ())


DEEDS: dict[str, tuple[Callable[[Any], object], str]] = {
    "change_instance": (_change_instance, "AttributeError"),
    "fork": (_fork, ""),
    "thread": (_leave_thread, ""),
    "handler": (lambda i: signal.signal(signal.SIGTERM, signal.SIG_IGN), ""),
    "no_gc": (lambda i: gc.disable(), ""),
    "lie_1_ns": (lambda i: time.sleep(0.01), ""),
}
"""What is done besides an honest answer; nobody is disturbed by it, and the last one's clock is put right."""

ISOLATED: dict[str, tuple[Callable[[Any], object], str]] = {
    "leave_0": (lambda i: _leave(0), "exited with 0"),
    "leave_3": (lambda i: _leave(3), "exited with 3"),
    "kill": (lambda i: os.kill(os.getpid(), signal.SIGKILL), "SIGKILL"),
    "segfault": (lambda i: os.kill(os.getpid(), signal.SIGSEGV), "SIGSEGV"),
    "abort": (lambda i: os.abort(), "SIGABRT"),
    "terminate": (lambda i: os.kill(os.getpid(), signal.SIGTERM), "SIGTERM"),
    "garbage": (lambda i: _write(b"\0\xff\n"), "cannot be read"),
    "wrong_json": (lambda i: _write(b'[1,2,[["x"]]]\n'), "cannot be read"),
    "deep_json": (lambda i: _write(b"[" * 100_000 + b"\n"), "cannot be read"),
    "long_number": (lambda i: _write(b"1" * 5_000 + b"\n"), "cannot be read"),
    "flood": (lambda i: [_write(b"[" * 65_536) for _ in range(100)], "an answer of more than"),
    "forged": (lambda i: _write(b"[0,0,[]]\n" * 3), "cannot be read"),
    "closes": (lambda i: [os.closerange(3, 256), time.sleep(60)], "closed its channel"),
    "hang": (lambda i: time.sleep(600), "more than"),
}
"""What only a process of its own can stand."""


def _write(data: bytes) -> None:
    """Into the worker's channel, wherever that is."""
    import socket

    for fd in range(3, 64):
        try:
            with socket.socket(fileno=os.dup(fd)) as channel:
                if channel.family == socket.AF_UNIX:
                    channel.sendall(data)
        except OSError:
            continue


def kinds(isolated: bool) -> Iterator[tuple[str, str]]:
    """Every way in which a backend misbehaves, and what its message, or the fault of its answer, has to hold."""
    for name, (_, words) in RAISES.items():
        for place in PLACES:
            yield f"{name}@{place}", words
    for table in (YIELDS, OUTCOMES, BATCHES, DEEDS, *([ISOLATED] if isolated else [])):
        for name, (_, words) in table.items():  # type: ignore[attr-defined]
            yield name, words


@dataclass(frozen=True, slots=True)
class Misbehaving(Backend):
    """Algorithm X, and what its option names."""

    kind_of_fault: str

    kind: ClassVar[str] = "test"

    def unsupported(self, problem: Problem) -> str | None:
        name, _, place = self.kind_of_fault.partition("@")
        return RAISES[name][0]() if place == "ask" else None

    def open(self, problem: Problem) -> EngineSession:
        name, _, place = self.kind_of_fault.partition("@")
        if place == "open":
            RAISES[name][0]()
        if name in BATCHES:
            return _Batch(problem, BATCHES[name][0])
        return _Session(problem, name, place)


class _Session(EngineSession):
    def __init__(self, problem: Problem, name: str, place: str) -> None:
        self._honest = AlgorithmX().open(problem)
        super().__init__(problem, self._honest.engine)
        self._name, self._place = name, place

    def search(self, instance: Instance, *, limit: int | None = None, budget: Budget = UNLIMITED) -> Search:
        if self._place == "search":
            RAISES[self._name][0]()
        made = _Ending if self._place == "outcome" or self._name in OUTCOMES else Search
        search = made(lambda search: self._solutions(instance, search), limit, budget)
        if isinstance(search, _Ending):
            search.name = self._name
        return search

    def _solutions(self, instance: Instance, search: Search) -> Generator[Any, None, None]:
        name, warm = self._name, bool(instance.chosen)  # the warm-up has no clues
        for table in (DEEDS, ISOLATED):
            if warm and name in table:
                table[name][0](instance)
        if self._place == "solve":
            RAISES[name][0]()
        for solution in list(self._honest.search(instance, limit=3)):
            yield YIELDS[name][0](solution) if name in YIELDS else solution
            if self._place == "second":
                RAISES[name][0]()
        search.solve_ns = 1


class _Ending(Search):
    """A search that tells its end in its own way."""

    __slots__ = ("name",)

    def outcome(self) -> Any:
        true = super().outcome()
        return RAISES[self.name][0]() if self.name in RAISES else OUTCOMES[self.name][0](true)


class _Batch(BatchSession):
    """Answers in batches, and to one question honestly."""

    def __init__(self, problem: Any, spoiled: dict[str, Any]) -> None:
        honest = AlgorithmX().open(problem)
        engine: Any = honest.engine
        engine.layout, engine.lanes, engine.search_many = problem, 8, self._many
        super().__init__(engine)
        self._spoiled = spoiled

    def _many(self, digits: Any, **how: Any) -> Any:
        import numpy as np

        n, counts = len(digits), self._spoiled.get("counts", 0)
        if counts is None:
            return BatchAnswer(None, None, None, Times(), {})  # type: ignore[arg-type]
        shown = np.zeros((n, 1, digits.shape[1]), np.uint8)
        of = np.zeros(n, np.float64) if counts is float else np.full(n - (counts == 1), counts, np.int64)
        return BatchAnswer(of, shown, np.ones(n, np.bool_), self._spoiled.get("times", Times()), {})
