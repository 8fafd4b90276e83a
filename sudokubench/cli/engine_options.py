"""The options of `run` and `check` about engines, workers and limits (`--backend`, `--time-limit`); their values."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import click

from sudokubench.cli import words
from sudokubench.cli.errors import Refused
from sudokubench.cli.options import SECONDS, Decorator, Whole, jobs_option, together
from sudokubench.cli.output import remark
from sudokubench.errors import installing
from sudokubench.harness.limits import DEFAULT_TIME_LIMIT_S

if TYPE_CHECKING:
    from sudokubench.backends import Backend
    from sudokubench.harness.inline import Executor


def backend_option(
    default: str | None,
    metavar: str = "all|NAME[,NAME]",
    help_text: str = "Backends, with options after a colon: dlx,sat:solver=glucose4.",
) -> Decorator:
    """Return the option `--backend`. Repeated options add up; a `metavar` without a comma allows a single backend."""

    def joined(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> str | None:
        from sudokubench.backends.registry import parted

        if "," not in metavar and (len(parted(",".join(names))) > 1 or "all" in names):
            raise Refused(words.ONE_BACKEND.format(names=",".join(names)))
        return ",".join(names) if names else None

    given = [default] if default else []
    return click.option(
        "-b", "--backend", multiple=True, default=given, callback=joined, metavar=metavar, help=help_text
    )


executor_option = click.option(
    "--executor", "where", default="local", metavar="local|dask://HOST:PORT", help="Where the workers run."
)
memory_option = click.option(
    "--memory-limit", type=Whole(1), metavar="MB", help="Limit on the memory of a worker, in MB."
)


execution_options = together(
    click.option(
        "--time-limit",
        type=SECONDS,
        metavar="S",
        help=f"Time limit for each puzzle, in seconds; {DEFAULT_TIME_LIMIT_S:g} if not given.",
    ),
    click.option(
        "--cpu-limit", type=SECONDS, metavar="S", help="Limit on CPU time for each puzzle, in seconds."
    ),
    memory_option,
    click.option(
        "--isolation",
        type=click.Choice(["auto", "process", "inline"]),
        default="auto",
        help="Whether a backend works in a process of its own: always (process), never (inline), or if necessary "
        "(auto): because it cannot be interrupted or is a plug-in, or because a limit, --jobs, --pin or --repeat is "
        "given.",
    ),
    jobs_option("Number of puzzles that are searched at the same time."),
    click.option("--pin", is_flag=True, help="Pin each worker to its own processor."),
    executor_option,
)
"""Options about workers. The command passes them to `executor_of`."""


def backends_of(names: str) -> list[Backend]:
    """Return the backends that `--backend` names; print which backends `all` leaves out."""
    from sudokubench.backends import backend_list, installed
    from sudokubench.backends.registry import lacking_extra

    engines = backend_list(names)
    if "all" in names.split(","):
        lacking = []
        for name, reason in installed()[1]:
            if lacking_extra(name):
                lacking.append(name)
            else:
                remark(words.LEFT_OUT.format(name=name, reason=reason))
        tell_lacking(lacking)
    return engines


def tell_lacking(names: Collection[str]) -> None:
    """Print how to install these backends, which come with the extra `engines`."""
    if names:
        remark(words.NOT_INSTALLED.format(names=", ".join(names), command=installing("engines")))


def executor_of(execution: dict[str, Any], rounds: int = 1) -> Executor:
    """Return the executor that the options of `execution_options` describe, for a number of rounds."""
    from sudokubench.harness.executors import executor
    from sudokubench.harness.limits import Limits

    wall_s, memory = execution["time_limit"] or DEFAULT_TIME_LIMIT_S, execution["memory_limit"]
    limits = Limits(wall_s=wall_s, cpu_s=execution["cpu_limit"], memory_bytes=memory and memory << 20)
    limited = any(execution[name] for name in ("time_limit", "cpu_limit", "memory_limit"))
    isolation = "process" if limited and execution["isolation"] == "auto" else execution["isolation"]
    workers = {name: execution[name] for name in ("where", "jobs", "pin")}
    return executor(limits=limits, isolation=isolation, rounds=rounds, **workers)
