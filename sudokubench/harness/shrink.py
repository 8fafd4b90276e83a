"""The smallest puzzle on which backends still contradict each other: what one wants to debug.

Clues are dropped one after the other as long as the contradiction stays, as in Zeller and Hildebrandt,
Simplifying and Isolating Failure-Inducing Input (2002), with single clues as the parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote

from sudokubench.backends import Backend, spec_of
from sudokubench.board import Board
from sudokubench.harness.corpus import Entry, entry_of
from sudokubench.harness.crosscheck import judge
from sudokubench.harness.executors import Executor
from sudokubench.harness.finding import Claim, Question


def command_for(entry: Entry, backends: Sequence[Backend], command: str) -> str:
    """One line for the shell that shows the trouble with an entry again."""
    return f"sudokubench {command} --backend {quote(','.join(map(spec_of, backends)))} {entry.reproducer}"


def shrunk(entry: Entry, backends: Sequence[Backend], executor: Executor, limit: int | None) -> Entry:
    """An entry with as few clues as possible on which the backends contradict each other or one is refuted.

    The entry itself if it is no board, or if the contradiction does not come back when they are asked again.
    What the corpus states of the entry is not used: it need not be true of a board with fewer clues.
    """
    if entry.board is None or not _contradicts(entry.board, backends, executor, limit):
        return entry
    board = entry.board
    for cell, _ in entry.board.clues:
        fewer = board.without_digit(cell)
        if _contradicts(fewer, backends, executor, limit):
            board = fewer
    return entry_of(board, entry.source, entry.line)


def _contradicts(board: Board, backends: Sequence[Backend], executor: Executor, limit: int | None) -> bool:
    entry = entry_of(board, "", 0)
    questions = [Question(engine, entry.problem, [entry.instance], limit) for engine in backends]
    claims = [
        Claim(spec_of(engine), 0, found[0], engine.kind)
        for engine, found in zip(backends, executor.answers(questions), strict=True)
    ]
    return not judge(entry, claims).agreed
