"""Working processes end when no client waits, or when time or memory is used up. Their number is limited."""

import asyncio
import json
from contextlib import asynccontextmanager
from functools import wraps

import psutil
import pytest
from endless_cases import RACE

from sudokubench.board import Board
from sudokubench.errors import BackendFailed, Undecided
from sudokubench.solving import solve
from sudokubench.web import workers as module
from sudokubench.web.api import CALLS
from sudokubench.web.errors import HttpRefusal
from sudokubench.web.worker import question
from sudokubench.web.workers import Workers

KNOWN = {call.name: call for call in CALLS}
IMPOSSIBLE = {"layout": "16x16", "number_of_clues": "17", "seconds": 3000}
"""A request whose work ends by itself only after hours."""


def asked(name, **given):
    return question(KNOWN[name], json.dumps(given).encode())


QUICK = asked("solve", puzzle="1...3..2...3..2.")


def in_a_loop(trial):
    """Make a test of a coroutine."""
    return wraps(trial)(lambda **given: asyncio.run(trial(**given)))


def never():
    return asyncio.get_running_loop().create_future()


class Watched(Workers):
    """Workers that note the processes that they start."""

    def __init__(self, folder, **more):
        super().__init__(str(folder), **more)
        self.started = []

    def _new(self):
        worker = super()._new()
        self.started.append(psutil.Process(worker._process._supervisor.pid))
        return worker


@asynccontextmanager
async def workers(folder, **more):
    """Yield workers; afterwards check that all of them, and all their children, have ended."""
    some = Watched(folder, **more)
    try:
        yield some
        below = [
            one
            for started in some.started
            if started.is_running()
            for one in started.children(recursive=True)
        ]
    finally:
        for one in some._idle:
            await one.end()
    assert not any(one.is_running() for one in (*some.started, *below))


async def answer(some, what=QUICK, left=None, tell=lambda news: None):
    return json.loads(await some.ask(what, left or never(), tell))


@in_a_loop
async def test_an_answer_and_a_refusal_leave_the_worker_for_the_next_question(tmp_path):
    async with workers(tmp_path, at_once=1) as some:
        assert (await answer(some))["text"] == ["1234341221434321"]
        with pytest.raises(HttpRefusal) as refused:
            await answer(some, asked("solve", puzzle="x"))
        assert refused.value.status == 422
        assert (await answer(some))["text"] == ["1234341221434321"]
        assert len(some.started) == 1


@pytest.mark.parametrize("is_deaf", [False, True])
def test_a_worker_that_obeys_a_stop_is_kept_and_any_other_is_killed(tmp_path, monkeypatch, is_deaf):
    if not is_deaf:
        monkeypatch.setattr(module, "GRACE_SECONDS", 60)

    async def trial():
        async with workers(tmp_path, at_once=1) as some:
            left = never()

            def leave(_):
                if is_deaf and not left.done():
                    for one in some.started[0].children():
                        one.suspend()
                left.done() or left.set_result(None)

            with pytest.raises(HttpRefusal) as refused:
                await answer(some, asked("race", **RACE), left, leave)
            assert refused.value.status == 499
            assert (await answer(some))["text"] == ["1234341221434321"]
            assert len(some.started) == (2 if is_deaf else 1)

    asyncio.run(trial())


@in_a_loop
async def test_a_worker_killed_in_a_race_ends_with_its_engines(tmp_path):
    async with workers(tmp_path) as some:
        left = never()
        job = asyncio.ensure_future(answer(some, asked("race", **RACE), left))
        while not some.started or len(some.started[0].children(recursive=True)) < 3:
            await asyncio.sleep(0.05)  # the worker, and the supervisor and worker of an engine
        below = some.started[0].children(recursive=True)
        left.set_result(None)
        with pytest.raises(HttpRefusal):
            await job
        assert not any(one.is_running() for one in below[1:])


def test_the_time_of_a_question_and_what_it_says_itself_are_limits(tmp_path):
    async def trial(what, seconds):
        async with workers(tmp_path, seconds=seconds) as some:
            with pytest.raises((Undecided, HttpRefusal)) as late:  # the work may notice the limit itself
                await answer(some, what)
            return late.value.to("en")

    said = asyncio.run(trial(asked("generate", **IMPOSSIBLE), 2))
    assert "limit of 2 s ran out" in said or "allow more seconds, or relax a condition" in said
    brief = asked("generate", **{**IMPOSSIBLE, "seconds": 0.1})
    assert "allow more seconds, or relax a condition" in asyncio.run(trial(brief, 3000))


@in_a_loop
async def test_memory_is_a_limit(tmp_path):
    async with workers(tmp_path, memory_bytes=1 << 20) as some:
        with pytest.raises((Undecided, BackendFailed)):
            await answer(some, asked("generate", **IMPOSSIBLE))


@in_a_loop
async def test_a_worker_that_is_killed_is_reported_and_replaced(tmp_path):
    async with workers(tmp_path, at_once=1) as some:
        job = asyncio.ensure_future(answer(some, asked("generate", **IMPOSSIBLE)))
        while not (some.started and some.started[0].children()):
            await asyncio.sleep(0.05)
        some.started[0].children()[0].kill()
        with pytest.raises(BackendFailed):
            await job
        assert (await answer(some))["text"] == ["1234341221434321"]


@in_a_loop
async def test_a_full_queue_refuses_the_next_client_and_skips_clients_that_left(tmp_path):
    async with workers(tmp_path, at_once=1, most_waiting=3) as some:
        left = never()
        first = asyncio.ensure_future(answer(some, asked("generate", **IMPOSSIBLE), left))
        gone = never()
        gone.set_result(None)
        others = [asyncio.ensure_future(answer(some, QUICK, one)) for one in (never(), gone, never())]
        await asyncio.sleep(0)
        assert some.load == (1, 3)
        with pytest.raises(HttpRefusal) as refused:
            await answer(some)
        assert refused.value.status == 429
        left.set_result(None)
        found = await asyncio.gather(first, *others, return_exceptions=True)
        assert [getattr(one, "status", 200) for one in found] == [499, 200, 499, 200]
        assert some.load == (0, 0)


def test_a_stopped_search_answers_with_the_nearest_puzzle_so_far(tmp_path, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(module, "monotonic", lambda: clock[0])

    def hear(news):
        if news.startswith("event: look"):
            clock[0] = 1e9

    async def trial():
        async with workers(tmp_path) as some:
            return await answer(some, asked("generate", rating="11.8..11.9", seconds=3000, seed=5), tell=hear)

    reply = asyncio.run(trial())
    assert (reply["result"]["number"], reply["result"]["seed"]) == (0, 5)
    assert reply["text"] == [reply["result"]["puzzle"]]
    assert solve(reply["result"]["puzzle"]).solution == Board.parse(reply["result"]["solution"])
    assert reply["remarks"] == ["the time is up; this puzzle is the nearest to the conditions so far"]
