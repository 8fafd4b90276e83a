"""What the commands share: JSON lines, progress on stderr, options that several of them take."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sudokubench.backends import Backend
    from sudokubench.harness.executors import Executor
    from sudokubench.harness.runner import Judged


def json_line(**values: object) -> None:
    """One JSON object on one line of stdout."""
    click.echo(json.dumps(values, ensure_ascii=False, separators=(",", ":")))


def remark(text: str) -> None:
    """A remark on stderr."""
    click.echo(f"sudokubench: {text}", err=True)


def backend_option(default: str) -> Callable[[Any], Any]:
    """`--backend`."""
    return click.option(
        "-b", "--backend", default=default, show_default=True, metavar="all|NAME[,NAME]",
        help="Backends, with options if wanted: dlx,sat:solver=glucose4.",
    )  # fmt: skip


def backends_of(names: str) -> list[Backend]:
    """The backends that `--backend` names; those that `all` leaves out are told."""
    from sudokubench.backends import backend_list, installed

    engines = backend_list(names)
    if "all" in names.split(","):
        for name, reason in installed()[1]:
            remark(f"{name} is left out: {reason}")
    return engines


def form_option() -> Callable[[Any], Any]:
    """`--from`."""
    return click.option(
        "--from",
        "form",
        metavar="FORM",
        help="Form of the boards: line, grid or candidates; found out if not given.",
    )


def json_option() -> Callable[[Any], Any]:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object a line on stdout.")


def counted(n: int, noun: str) -> str:
    """A number with what it counts.

    >>> counted(1, "puzzle"), counted(1234, "wrong answer")
    ('1 puzzle', '1,234 wrong answers')
    """
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


class Progress:
    """A count on stderr: one changing line on a terminal, else a line every ten seconds."""

    def __init__(self, noun: str) -> None:
        self._noun = noun
        self._count = 0
        self._start = self._shown = time.monotonic()
        self._live = sys.stderr.isatty()

    def step(self, count: int = 1) -> None:
        """So many more are done."""
        self._count += count
        now = time.monotonic()
        if now - self._shown > (0.2 if self._live else 10.0):
            self._shown = now
            rate = self._count / (now - self._start)
            text = counted(self._count, self._noun) + (f", {rate:,.0f} a second" if rate >= 1 else "")
            click.echo(
                f"\r{text}\033[K" if self._live else f"sudokubench: {text}", err=True, nl=not self._live
            )

    def end(self) -> None:
        """Clear the changing line."""
        if self._live:
            click.echo("\r\033[K", err=True, nl=False)


_SHRUNK_AT_MOST = 3
"""Contradictions of one command that are made smaller; each costs as many searches as it has clues."""

_shrunk = 0


@dataclass(frozen=True, slots=True)
class Trouble:
    """A disagreement, or an answer that was refuted.

    Attributes:
        reasons: What is wrong, a sentence each.
        smallest: The puzzle with as few clues as show it.
        command: Shows it again.
    """

    reasons: tuple[str, ...]
    smallest: str
    command: str


def tell_trouble(
    event: Judged,
    engines: Sequence[Backend],
    executor: Executor,
    command: str,
    limit: int | None,
    as_json: bool,
) -> Trouble | None:
    """Say on stderr, and on stdout with `as_json`, what is wrong with the answers to a puzzle, if anything is.

    `command` and `limit` are those that the puzzle was put to the backends with.
    """
    from sudokubench.backends import spec_of
    from sudokubench.harness.shrink import command_for, shrunk

    global _shrunk  # noqa: PLW0603  # one command, one process
    entry, judgement = event.entry, event.judgement
    failures = {c.backend: c.finding.message for c in event.claims if c.finding.message}
    lines = [judgement.disagreement] if judgement.disagreement else []
    lines += [f"{event.claims[i].backend} is wrong: {fault}" for i, fault in judgement.faults.items()]
    trouble = None
    if lines:
        claimed = {claim.backend: claim.finding.verdict.value for claim in event.claims}
        able = [engine for engine in engines if spec_of(engine) in claimed]
        smallest = entry
        if _shrunk < _SHRUNK_AT_MOST:
            _shrunk += 1
            # Fewer clues leave more solutions: nobody has to count them all to show that the counts differ.
            enough = max(claim.finding.outcome.count for claim in event.claims) + 1
            smallest = shrunk(entry, able, executor, limit or enough)
        trouble = Trouble(tuple(lines), smallest.text, command_for(smallest, able, command))
        lines.append(f"again: {trouble.command}")
        if as_json:
            json_line(
                schema="sudokubench.disagreement/1", puzzle=entry.text, source=entry.source, line=entry.line,
                reasons=trouble.reasons, backends=claimed, smallest=trouble.smallest, command=trouble.command,
            )  # fmt: skip
    lines += [f"{backend} failed: {message}" for backend, message in failures.items()]
    for line in lines:
        remark(f"{entry.place}: {line}")
    return trouble


def duration(ns: float) -> str:
    """A time with three significant digits: `870 ns`, `4.21 ms`."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:#.3g}".rstrip(".") + f" {unit}"
    return f"{ns:.0f} ns"
