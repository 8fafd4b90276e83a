"""Pages that other rooms make and the browser shows in a frame: a search step by step, and reports of runs."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from sudokubench.actions import report
from sudokubench.actions.watch import watch
from sudokubench.board import Board
from sudokubench.errors import InputError, suggestion
from sudokubench.harness.store import FILE
from sudokubench.pages import dance_page
from sudokubench.pages.dance import Dance
from sudokubench.problem import ExactCover
from sudokubench.report import compare, history
from sudokubench.report.page import page
from sudokubench.web.reply import Noted, Reply
from sudokubench.web.words import NO_RUN
from sudokubench.words import Language


@lru_cache(maxsize=8)
def watched(problem: Board | ExactCover, engine: str, lang: Language) -> str:
    """Return the page of an engine's search for exact covers."""
    return dance_page.page(Dance(watch(problem, engine)), lang)


def runs(lang: Language, *, results: str) -> Reply:
    """Return all runs, the latest first; a remark names what cannot be read. Without a database the list is empty."""
    noted = Noted(lang, tolerant=True)  # sound runs are shown without the damaged ones
    found = []
    try:
        found = report.runs(results, noted)
    except InputError as error:
        if Path(results, FILE).exists():
            noted.refused(error)
    listed = [one.as_dict() for one in reversed(found)]
    return Reply({"schema": "sudokubench.runs/1", "runs": listed}, [], noted.remarks)


def report_page(run: str, lang: Language, *, results: str) -> str:
    """Return the report of a run, as a page."""
    return _reported(_known(run, results), lang, results, _stamp(results))


@lru_cache(maxsize=8)
def _reported(run: str, lang: Language, results: str, stamp: tuple[int, ...]) -> str:
    """Return a report; a cache keeps it until another record is written, because drawing takes seconds."""
    return report.report([run], results, observer=Noted(lang)).page(lang)


def _stamp(results: str) -> tuple[int, ...]:
    """Return a value that changes with each record: size and time of the file and of the journal beside it."""
    files = (Path(results, FILE + ending) for ending in ("", "-wal"))
    found = [file.stat() for file in files if file.exists()]
    return tuple(part for one in found for part in (one.st_size, one.st_mtime_ns))


def compared_page(run: str, other: str, lang: Language, *, results: str) -> str:
    """Return how the engines changed from one run to the other, as a page."""
    found = report.compared(_known(run, results), _known(other, results), results, observer=Noted(lang))
    return page(compare.report(run, other, found.changes, found.differences), None, lang)


def history_page(lang: Language, *, results: str) -> str:
    """Return how the engines changed over all runs, as a page."""
    return page(history.report(report.history(results=results, observer=Noted(lang))), None, lang)


def _known(run: str, results: str) -> str:
    """Return a known run id; refuse others: a client must not name a file."""
    ids = [one.run for one in report.runs(results)]
    if run not in ids:
        raise InputError(NO_RUN.format(run=repr(run[:60]), file=FILE, close=suggestion(run, ids)))
    return run
