"""The options that say where backends run and what a puzzle may cost; `run` and `check` take them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from math import isnan
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sudokubench.answer import Budget
    from sudokubench.backends import Backend
    from sudokubench.harness.executors import Executor

DEFAULT_TIME_LIMIT_S = 60.0


class _Seconds(click.FloatRange):
    """A number in a range; click lets `nan` pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        if isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


SECONDS = _Seconds(0, 365 * 24 * 60 * 60, min_open=True)
"""Type of an option that takes a time: up to a year, which every engine can count in whatever unit it has."""

SOLUTIONS = click.IntRange(1, 2**62)
"""Type of an option that takes a number of solutions: every engine can count one more in 64 bits."""

_OPTIONS = [
    click.option("--time-limit", type=SECONDS, metavar="S",
                 help=f"Seconds for each puzzle; {DEFAULT_TIME_LIMIT_S:g} if not given."),
    click.option("--cpu-limit", type=SECONDS, metavar="S",
                 help="Seconds of CPU time for each puzzle."),
    click.option("--memory-limit", type=click.IntRange(1), metavar="MB", help="Memory of a worker."),
    click.option("--isolation", type=click.Choice(["auto", "process", "inline"]), default="auto", show_default=True,
                 help="Workers in processes of their own: auto takes them for backends that cannot be interrupted, "
                 "and for all if a limit or --jobs is given."),
    click.option("--jobs", type=click.IntRange(1), default=1, show_default=True,
                 help="Work on so many puzzles at a time."),
    click.option("--pin", is_flag=True, help="Keep each worker on a processor of its own."),
    click.option("--executor", "where", default="local", show_default=True, metavar="local|dask://HOST:PORT",
                 help="Where workers run."),
]  # fmt: skip


def execution_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: the command takes the options above as keyword arguments, for `executor_of`."""
    return reduce(lambda wrapped, option: option(wrapped), reversed(_OPTIONS), command)


def budget_of(options: dict[str, Any]) -> Budget:
    """What a puzzle may cost where no worker is watched."""
    from sudokubench.answer import Budget

    return Budget(seconds=options["time_limit"] or DEFAULT_TIME_LIMIT_S)


def executor_of(engines: Iterable[Backend], options: dict[str, Any]) -> Executor:
    """The executor that the options describe."""
    from sudokubench.harness.executors import executor
    from sudokubench.harness.isolation import Limits

    memory = options["memory_limit"]
    limits = Limits(
        wall_s=options["time_limit"] or DEFAULT_TIME_LIMIT_S,
        cpu_s=options["cpu_limit"],
        memory_bytes=memory and memory << 20,
    )
    limited = any(options[name] for name in ("time_limit", "cpu_limit", "memory_limit"))
    isolation = "process" if limited and options["isolation"] == "auto" else options["isolation"]
    return executor(
        options["where"], engines, limits, isolation=isolation, jobs=options["jobs"], pin=options["pin"]
    )
