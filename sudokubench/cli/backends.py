"""`sudokubench backends`."""

from __future__ import annotations

import click

from sudokubench.cli import OK
from sudokubench.cli.output import json_line, json_option

_TRIAL = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@click.group(invoke_without_command=True)
@click.pass_context
def backends(ctx: click.Context) -> int:
    """List the backends, or examine what is installed."""
    return OK if ctx.invoked_subcommand else ctx.invoke(list_backends, as_json=False)


@backends.command("list")
@json_option()
def list_backends(as_json: bool) -> int:
    """Name every backend with its options and their defaults."""
    from dataclasses import fields

    from sudokubench.backends.registry import backend_class, installed, shown

    usable, unusable = installed()
    for name in usable:
        cls = backend_class(name)
        options = {f.name: f.default for f in fields(cls)}  # type: ignore[arg-type]
        if as_json:
            json_line(
                schema="sudokubench.backend/1", name=name, kind=cls.kind, installed=True, options=options
            )
        else:
            defaults = ",".join(f"{key}={shown(value)}" for key, value in options.items())
            click.echo(f"{name:<14} {cls.kind:<12} {defaults}".rstrip())
    for name, reason in unusable:
        if as_json:
            json_line(schema="sudokubench.backend/1", name=name, installed=False, reason=reason)
        else:
            click.echo(f"{name:<14} {reason}")
    return OK


@backends.command()
@json_option()
def doctor(as_json: bool) -> int:
    """Say for every backend whether it works here: versions, what is missing, and a trial puzzle."""
    from importlib.metadata import packages_distributions, version

    from sudokubench.backends.registry import backend, backend_class, installed
    from sudokubench.solving import solve

    usable, unusable = installed()
    owners = packages_distributions()
    for name in usable:
        modules = [module.partition(".")[0] for module in backend_class(name).requires]
        needs = [package for module in modules for package in owners.get(module, [module])]
        versions = {package: version(package) for package in needs}
        verdict, reason = None, ""
        try:
            verdict = solve(_TRIAL, backend=backend(name)).verdict.value
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
        if as_json:
            json_line(
                schema="sudokubench.trial/1", name=name, installed=True, versions=versions,
                verdict=verdict, **({"reason": reason} if reason else {}),
            )  # fmt: skip
        else:
            packages = ", ".join(f"{package} {number}" for package, number in versions.items()) or "own"
            click.echo(f"{name:<14} {packages:<28} trial puzzle: {verdict or f'FAILED: {reason}'}")
    for name, reason in unusable:
        if as_json:
            json_line(schema="sudokubench.trial/1", name=name, installed=False, reason=reason)
        else:
            click.echo(f"{name:<14} {reason}")
    return OK
