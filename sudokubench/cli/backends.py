"""`sudokubench backends`."""

from __future__ import annotations

import click

from sudokubench.cli.engine_options import backend_option, tell_lacking
from sudokubench.cli.exit_codes import Code, codes
from sudokubench.cli.options import ListGroup, data_options
from sudokubench.cli.output import Watch, echo, json_line, language, padded
from sudokubench.cli.words import ISOLATION, OWN, TRIAL, TRIAL_FAILED, TRIAL_WRONG
from sudokubench.words import breadth, untranslated


@click.group(cls=ListGroup)
def backends() -> None:
    """List the backends, or examine what is installed."""


@backends.command("list")
@data_options
def list_backends(as_json: bool) -> None:
    """List every backend with its options and their defaults.

    dlx:seed=N searches in a random order. Not every solution has the same chance to come first.
    """
    from sudokubench.actions.doctor import listed
    from sudokubench.backends.registry import lacking_extra, shown

    every = list(listed())
    width = max(len(found.name) for found in every)
    for found in every:
        if as_json:
            json_line(**found.as_json())
        elif found.reason:
            echo(f"{found.name:<{width}} {found.reason}")
        else:
            defaults = ",".join(f"{key}={shown(value)}" for key, value in (found.options or {}).items())
            echo(f"{found.name:<{width}} {found.kind:<12} {defaults}".rstrip())
    tell_lacking([found.name for found in every if found.reason and lacking_extra(found.name)])


@backends.command()
@backend_option("all")
@data_options
def doctor(backend: str, as_json: bool) -> None:
    """Test every backend on a puzzle; show versions, and how strictly this machine enforces the limits."""
    from sudokubench.actions.doctor import isolation, trials
    from sudokubench.backends.registry import backend_list, lacking_extra

    lacking, rows = list[str](), list[tuple[str, str, str]]()
    for trial in trials(Watch(), None if backend == "all" else backend_list(backend)):
        if not trial.installed and lacking_extra(trial.name):
            lacking.append(trial.name)
        codes().note(Code.FAILED, trial.failed)
        codes().note(Code.DISAGREEMENT, trial.wrong)
        if as_json:
            json_line(**trial.as_json())
        elif not trial.installed:
            rows.append((trial.name, "", (trial.reason or untranslated("")).to(language())))
        else:
            packages = ", ".join(f"{package} {number}" for package, number in trial.versions.items())
            result = untranslated(trial.verdict)
            if trial.failed or (trial.wrong and trial.reason):
                result = (TRIAL_FAILED if trial.failed else TRIAL_WRONG).format(reason=trial.reason)
            line = TRIAL.format(result=result).to(language())
            rows.append((trial.name, packages or OWN.to(language()), line))
    if as_json:
        json_line(**isolation().as_json())
    else:
        rows.append((ISOLATION.to(language()), "", isolation().words.to(language())))
        of_name, of_parts = (max(breadth(row[n]) for row in rows) for n in (0, 1))
        for name, parts, line in rows:
            echo(" ".join([padded(name, of_name), *([padded(parts, of_parts)] if parts else []), line]))
    tell_lacking(lacking)


@backends.command()
@data_options
def warm(as_json: bool) -> None:
    """Compile the kernels now instead of at their first use, and show the CPU time of each, in seconds."""
    from sudokubench.actions import doctor

    for name, cpu_s in doctor.warm(Watch()):
        if as_json:
            json_line(schema="sudokubench.compilation/1", name=name, cpu_s=cpu_s)
        else:
            echo(f"{name:<20} {cpu_s:8.2f} s")
