"""Plug-in backends that misbehave, for trials and tests. The option of each backend names its kind of misbehaviour.

A backend is Algorithm X with one fault, or dancing links that meddle (`MEDDLES`). `kinds` yields the faults of the
first sort, each with a text that the harness must report.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NoReturn

from sudokubench.answer import UNLIMITED, Budget, Outcome, Stop, Times
from sudokubench.backends.algorithm_x import AlgorithmX
from sudokubench.backends.base import Backend, BatchAnswer, BatchEngine, BatchSession, EngineSession, Search
from sudokubench.backends.dlx import Dlx
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Problem


class Odd(BaseException):
    """An exception that is not an Exception."""


class Mute(Exception):
    """An exception that cannot be described."""

    def __str__(self) -> str:
        raise SystemExit(7)


class Impostor(str):
    """A text that is different each time it is read."""

    __slots__ = ()

    def __len__(self) -> int:
        return 3

    def __getitem__(self, key: object) -> NoReturn:
        raise KeyboardInterrupt


class Talker(Exception):
    """An exception whose text is an `Impostor`."""

    def __str__(self) -> str:
        return Impostor("x" * 5_000)


def _raiser(error: BaseException) -> Callable[[], NoReturn]:
    def fail() -> NoReturn:
        raise error

    return fail


def _deep(n: int = 0) -> int:
    return _deep(n + 1) + 1


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
"""Actions in place of an answer, each with a part of the message about it."""

PLACES = ("ask", "open", "search", "solve", "second", "outcome")
"""The moments of the action: when the engine is asked whether it can open the problem, when it opens the problem, when
it makes the search, in the generator before or after its first solution, or at the end of the search."""

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
    "floats": (lambda s: tuple(map(float, s)), "holds a value of type float"),
    "huge_options": (lambda s: (*s[:-1], 10**30), "64 bits"),
    "enormous_options": (lambda s: (*s[:-1], 1 << 100_000), "64 bits"),
    "texts": (lambda s: tuple(map(str, s)), "holds a value of type str"),
    "nested": (lambda s: (s,), "holds a value of type tuple"),
    "many_options": (lambda s: s * 20_000, "must be a tuple of at most"),
    "no_such_option": (lambda s: (*s[:-1], 10**6), "an invalid solution"),
    "negative_option": (lambda s: (-1, *s[1:]), "an invalid solution"),
    "empty": (lambda s: (), "an invalid solution"),
    "descending": (lambda s: s[::-1], "an invalid solution"),
}
"""Values in place of a solution, each with a part of the message about it."""


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
    "more_than_shown": (_of(count=2), "2 solutions counted, but 1 shown"),
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
"""False outcomes of a search, each with a part of the message about it."""

BATCHES: dict[str, tuple[dict[str, Any], str]] = {
    "batch_none": ({"counts": None}, "arrays of object"),
    "batch_short": ({"counts": 1}, "arrays of the shapes"),
    "batch_float": ({"counts": float}, "arrays of float64"),
    "batch_clock": ({"times": Times(solve_ns=10**15)}, "its clock says"),
    "batch_unshown": ({"counts": 3}, ""),
}


def _leave_thread(engine: object) -> None:
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()


DEEDS: dict[str, tuple[Callable[[Any], object], str]] = {
    "change_instance": (lambda i: object.__setattr__(i, "chosen", ()), "AttributeError"),
    "fork": (lambda i: os.fork(), ""),
    "thread": (_leave_thread, ""),
    "handler": (lambda i: signal.signal(signal.SIGTERM, signal.SIG_IGN), ""),
    "no_gc": (lambda i: gc.disable(), ""),
    "lie_1_ns": (lambda i: time.sleep(0.01), ""),
}
"""Actions in addition to an honest answer. They must not disturb other engines; the clock of the last is corrected."""

ISOLATED: dict[str, tuple[Callable[[Any], object], str]] = {
    "leave_0": (lambda i: os._exit(0), "exited with 0"),
    "leave_3": (lambda i: os._exit(3), "exited with 3"),
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
"""Actions that only a process of its own survives."""


def _put(name: str, value: object) -> Callable[[Any], object]:
    """Return an action that changes an attribute of its argument, even if this is frozen."""
    return lambda given: object.__setattr__(given, name, value)


def _change(change: Callable[[Any], object]) -> Callable[[Any], Any]:
    """Return an action that changes its argument in place and returns it."""

    def deed(given: Any) -> Any:
        change(given)
        return given

    return deed


def _with(**changes: Callable[[BatchAnswer], Any]) -> Callable[[Any], Any]:
    """Return an action that replaces some fields of an honest batch answer."""
    return lambda answer: replace(answer, **{name: make(answer) for name, make in changes.items()})


def _later(answer: BatchAnswer) -> None:
    """Start a thread that writes zeros into an answer for some time, also after the backend has returned it."""

    def spoil() -> None:
        for _ in range(200):
            answer.counts[:], answer.solutions[:] = 0, 0
            time.sleep(1e-4)

    threading.Thread(target=spoil, daemon=True).start()


def _set_in(array: str, place: Any, value: Any) -> Callable[[Any], object]:
    """Return an action that writes into an array of its argument."""
    return lambda given: given[array].__setitem__(place, value)


def _write_below(given: Any) -> None:
    """Write into the base array of a given view, if it is a view."""
    digits = given["digits"]
    while digits.base is not None:
        digits = digits.base
    digits.flags.writeable = True
    digits[:] = 0


def _put_in(which: str, name: str, value: object) -> Callable[[Any], object]:
    return lambda given: object.__setattr__(given[which], name, value)


def _failing_at_close(solutions: Any) -> Iterator[Any]:
    try:
        yield from solutions
    finally:
        raise ValueError("at close")


_OF_A_LAYOUT: dict[str, Callable[[Any], object]] = {
    "size": _put("size", 4), "boxes": _put("boxes", tuple(range(9)) * 9), "symbols": _put("symbols", "ABCDEFGHI"),
    "rows": _put("rows", ()), "houses": lambda p: object.__setattr__(p, "houses", p.houses[:9]),
    "houses_of": _put("houses_of", ((),) * 81), "peers": _put("peers", ((),) * 81), "hash": _put("_hash", 1),
    "name": _put("name", "4x4"),
    "cells": lambda p: [object.__setattr__(house, "cells", (0,) * 9) for house in p.houses],
}  # fmt: skip
_OF_THE_PROCESS: dict[str, Callable[[Any], object]] = {
    "chdir": lambda given: os.chdir("/"), "no_stdout": lambda given: setattr(sys, "stdout", None),
    "no_stderr": lambda given: setattr(sys, "stderr", None), "no_stdin": lambda given: setattr(sys, "stdin", None),
    "prints": lambda given: print("printed"), "sigint": lambda given: signal.signal(signal.SIGINT, signal.SIG_DFL),
}  # fmt: skip

MEDDLES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    **{f"{name}@{at}": (at, deed) for name, deed in _OF_A_LAYOUT.items() for at in ("ask", "open")},
    **{
        f"{name}@{at}": (at, deed)
        for name, deed in _OF_THE_PROCESS.items() for at in ("ask", "open", "step", "batch")
    },
    **{f"{name}@search": ("search", _put_in(at, name, value)) for at, name, value in (
        ("instance", "chosen", ()), ("instance", "forbidden", (0,)), ("budget", "seconds", 0), ("budget", "nodes", 0),
    )},
    "count_99@step": ("step", _put("count", 99)), "count_huge@step": ("step", _put("count", 1 << 70)),
    "count_negative@step": ("step", _put("count", -3)), "count_text@step": ("step", _put("count", "2")),
    "no_limit@step": ("step", _put("limit", None)), "limit_1@step": ("step", _put("limit", 1)),
    "counting@step": ("step", _put("counting", True)), "exhausted@step": ("step", _put("_stop", Stop.EXHAUSTED)),
    "at_limit@step": ("step", _put("_stop", Stop.LIMIT)), "stats@step": ("step", _put("stats", {"n": 1 << 70})),
    "no_stats@step": ("step", _put("stats", None)), "clock@step": ("step", _put("solve_ns", -(10**18))),
    "another_engine@step": ("step", _put("_engine", iter(()))),
    "nothing@shows": ("shows", lambda s: ()), "twice@shows": ("shows", lambda s: [*s[:1], *s[:1]]),
    "of_another@shows": ("shows", lambda s: [tuple(9 * c + (3 * (c // 9) + c // 27 + c) % 9 for c in range(81))]),
    "without_a_cell@shows": ("shows", lambda s: [one[1:] for one in s]),
    "another_digit@shows": ("shows", lambda s: [(one[0] // 9 * 9 + (one[0] + 1) % 9, *one[1:]) for one in s]),
    "reversed@shows": ("shows", lambda s: [one[::-1] for one in s]),
    "lists@shows": ("shows", lambda s: [*map(list, s)]),
    "numbers@shows": ("shows", lambda s: [1 for one in s]), "none@shows": ("shows", lambda s: [None]),
    "fails_at_close@shows": ("shows", _failing_at_close),
    "last_is_first@batch": ("batch", _set_in("digits", -1, 5)),
    "first_row@batch": ("batch", lambda given: given["digits"].__setitem__(-1, given["digits"][0])),
    "blank@batch": ("batch", _set_in("digits", slice(None), 0)), "nines@batch": ("batch", _set_in("digits", 0, 9)),
    "one_clue@batch": ("batch", lambda given: given["digits"].__setitem__((0, 0), given["digits"][0, 0] % 9 + 1)),
    "sorted@batch": ("batch", lambda given: given["digits"].sort(axis=0)),
    "below@batch": ("batch", _write_below),
    "forbidden@batch": ("batch", lambda given: [array.fill(0) for array in given.get("forbidden", ())]),
    "same_twice@answer": ("answer", _change(lambda a: a.solutions.__setitem__((slice(None), -1), a.solutions[:, 0]))),
    "blank_cell@answer": ("answer", _change(lambda a: a.solutions.__setitem__((..., 40), 0))),
    "of_the_first@answer": ("answer", _change(lambda a: a.solutions.__setitem__((1, 0), a.solutions[0, 0]))),
    "other_order@answer": ("answer", _with(solutions=lambda a: a.solutions[::-1])),
    "count_99@answer": ("answer", _with(counts=lambda a: a.counts + 99)),
    "count_2@answer": ("answer", _with(counts=lambda a: a.counts.clip(2))),
    "count_huge@answer": ("answer", _with(counts=lambda a: a.counts + (1 << 62))),
    "count_negative@answer": ("answer", _with(counts=lambda a: a.counts - 3)),
    "counts_float@answer": ("answer", _with(counts=lambda a: a.counts.astype(float))),
    "counts_short@answer": ("answer", _with(counts=lambda a: a.counts[1:])),
    "unshown@answer": ("answer", _with(solutions=lambda a: a.solutions[:, :0])),
    "undecided@answer": ("answer", _with(exhausted=lambda a: a.exhausted & False)),
    "tens@answer": ("answer", _change(lambda a: a.solutions.__iadd__(10))),
    "later@answer": ("answer", _change(_later)), "none@answer": ("answer", lambda a: None),
    "fails@answer": ("answer", lambda a: 1 // 0),
}  # fmt: skip
"""The changes that a plug-in makes to its input or its answer, each with its moment: when the plug-in is asked what it
can open, at opening, at the beginning of a search, in a step, with the solutions that it shows, before a batch, and
with the answer of a batch. Everything else is honest."""


def _write(data: bytes) -> None:
    """Find the worker's channel and write into it."""
    import socket

    for fd in range(3, 64):
        try:
            with socket.socket(fileno=os.dup(fd)) as channel:
                if channel.family == socket.AF_UNIX:
                    channel.sendall(data)
        except OSError:
            continue


def kinds(isolated: bool) -> Iterator[tuple[str, str]]:
    """Yield every way in which a backend misbehaves, and a text that its message, or the fault of its answer, must
    contain.
    """
    for name, (_, words) in RAISES.items():
        for place in PLACES:
            yield f"{name}@{place}", words
    for table in (YIELDS, OUTCOMES, BATCHES, DEEDS, *([ISOLATED] if isolated else [])):
        for name, (_, words) in table.items():  # type: ignore[attr-defined]
            yield name, words


@dataclass(frozen=True, slots=True)
class Misbehaving(Backend):
    """An engine with the fault that its option names: dancing links for a kind of `MEDDLES`, else Algorithm X."""

    kind_of_fault: str

    kind: ClassVar[str] = "test"

    @property
    def batches(self) -> bool:
        return self.kind_of_fault in MEDDLES

    def unsupported(self, problem: Problem) -> str | None:
        if self.kind_of_fault in MEDDLES:
            _meddle(self.kind_of_fault, "ask", problem)
            return None
        name, _, place = self.kind_of_fault.partition("@")
        return RAISES[name][0]() if place == "ask" else None

    def open(self, problem: Problem) -> EngineSession:
        if self.kind_of_fault in MEDDLES:
            _meddle(self.kind_of_fault, "open", problem)
            return _Meddling(_Meddler(self.kind_of_fault))
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


def _meddle(kind: str, at: str, given: Any) -> Any:
    """Do the action of a kind at this moment, and return its result; otherwise return the argument."""
    moment, deed = MEDDLES[kind]
    if moment != at:
        return given
    done = deed(given)
    return done if at in {"shows", "answer"} else given


class _Meddler(BatchEngine):
    """Dancing links on boards of 9x9, with the action of a kind."""

    lanes = 8

    def __init__(self, kind: str) -> None:
        self.kind, self.layout = kind, Layout.standard(9)
        self._honest = Dlx().open(self.layout)

    def solutions(self, instance: Instance, search: Search) -> Generator[Any, None, None]:
        _meddle(self.kind, "step", search)
        found = list(self._honest.search(instance, limit=3))
        yield from _meddle(self.kind, "shows", found)

    def search_many(self, digits: Any, **how: Any) -> Any:
        _meddle(self.kind, "batch", {"digits": digits, **how})
        assert isinstance(self._honest, BatchSession)
        return _meddle(self.kind, "answer", self._honest.search_many(digits, **how))


class _Meddling(BatchSession):
    def search(self, instance: Instance, *, limit: int | None = None, budget: Budget = UNLIMITED) -> Search:
        _meddle(self.engine.kind, "search", {"instance": instance, "budget": budget})  # type: ignore[attr-defined]
        return super().search(instance, limit=limit, budget=budget)


class _Ending(Search):
    """A search with a false outcome."""

    __slots__ = ("name",)

    def outcome(self) -> Any:
        true = super().outcome()
        return RAISES[self.name][0]() if self.name in RAISES else OUTCOMES[self.name][0](true)


class _Batch(BatchSession):
    """A session that answers batches; it answers single questions honestly."""

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
