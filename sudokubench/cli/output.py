"""What the commands share: JSON lines, progress on stderr, options that several of them take."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import click


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
            text = f"{self._count:,} {self._noun}, {rate:,.0f} a second"
            click.echo(
                f"\r{text}\033[K" if self._live else f"sudokubench: {text}", err=True, nl=not self._live
            )

    def end(self) -> None:
        """Clear the changing line."""
        if self._live:
            click.echo("\r\033[K", err=True, nl=False)


def duration(ns: float) -> str:
    """A time with three significant digits: `870 ns`, `4.21 ms`."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:#.3g}".rstrip(".") + f" {unit}"
    return f"{ns:.0f} ns"
