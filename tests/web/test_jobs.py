"""Work in threads ends when nobody waits for it, or when its time is over; and only so much of it is taken."""

import asyncio
import itertools
from threading import Event

import pytest

from sudokubench.web.jobs import Jobs, Refusal


async def never():
    await asyncio.Event().wait()


async def at_once():
    return None


def endless(begun, ended):
    """Python that would go on for ever."""

    def work():
        begun.set()
        try:
            for _ in itertools.count():
                pass
        finally:
            ended.set()

    return work


def test_a_job_gives_what_its_function_returns_or_raises():
    async def asked(work):
        return await Jobs().run(work, never)

    assert asyncio.run(asked(lambda: 7)) == 7
    with pytest.raises(ZeroDivisionError):
        asyncio.run(asked(lambda: 1 // 0))


@pytest.mark.parametrize(("gone", "seconds", "status"), [(at_once, 60, 499), (never, 0.05, 504)])
def test_a_job_is_interrupted_when_nobody_waits_or_its_time_is_over(gone, seconds, status):
    begun, ended = Event(), Event()
    with pytest.raises(Refusal) as refused:
        asyncio.run(Jobs().run(endless(begun, ended), gone, seconds))
    assert refused.value.status == status
    assert not begun.is_set() or ended.wait(60)


def test_the_place_of_a_job_that_was_interrupted_is_free_again():
    async def many():
        jobs = Jobs()
        for _ in range(5):
            with pytest.raises(Refusal):
                await jobs.run(endless(Event(), Event()), at_once)
        return await jobs.run(lambda: "next", never)

    assert asyncio.run(many()) == "next"


def test_when_too_many_wait_the_next_is_told_to_come_again():
    async def crowd():
        jobs, go = Jobs(), Event()
        some = [asyncio.ensure_future(jobs.run(go.wait, never)) for _ in range(34)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await jobs.run(lambda: None, never)
        go.set()
        return refused.value.status, await asyncio.gather(*some)

    status, found = asyncio.run(crowd())
    assert (status, found) == (429, [True] * 34)
