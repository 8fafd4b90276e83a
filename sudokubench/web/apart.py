"""Work in a process of its own, which is ended at its limit, or with whoever waits for it: some never looks up."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from time import monotonic
from typing import TYPE_CHECKING

from sudokubench.actions.workers import live_until
from sudokubench.errors import BackendFailed, SudokubenchError, Undecided, told
from sudokubench.interruption import kept_from_children
from sudokubench.web.reply import Feed, Reply
from sudokubench.words import Language, Words

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_GRACE_S = 5.0
"""Who heeds the limit ends by itself, after a first use that loads kernels; this much later anybody is ended."""
_LOOK_S = 0.1


def apart(work: Callable[[Feed], Reply], seconds: float, feed: Feed, late: Words) -> Reply:
    """What a function returns in a process of its own; what it tells is passed on.

    Args:
        work: A function that other processes can import, with values that they can be sent.
        seconds: Its limit, from when it begins.
        feed: Who listens.
        late: What is said where the limit was not kept.

    Raises:
        SudokubenchError: What the function raises.
        Undecided: Its time is over.
        BackendFailed: The process has ended by itself.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    end, lifeline = context.Pipe(duplex=False)
    process = context.Process(target=_carry_out, args=(work, feed.language, theirs, end))
    try:
        with kept_from_children():
            process.start()
        theirs.close()
        until = None
        while until is None or monotonic() < until:
            feed.heed()
            if not ours.poll(_LOOK_S):
                continue
            message = ours.recv()
            if isinstance(message, Reply):
                return message
            if isinstance(message, SudokubenchError):
                raise message
            if message:
                feed.pass_on(message)
            else:
                until = monotonic() + seconds + _GRACE_S
    except EOFError:
        raise BackendFailed("the process that works has ended before its answer") from None
    finally:
        lifeline.close()
        process.kill()
        process.join()
        for one in (ours, end):
            one.close()
    raise Undecided(late)


def _carry_out(work: Callable[[Feed], Reply], language: Language, news: Connection, end: Connection) -> None:
    """In the process: an empty message, all that is told, and what came of it."""
    live_until(end)
    feed = Feed(news.send)
    feed.language = language
    news.send("")
    try:
        news.send(work(feed))
    except SudokubenchError as error:
        news.send(error)
    except Exception as error:
        news.send(BackendFailed(told(error)))
