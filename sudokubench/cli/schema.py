"""`sudokubench schema`."""

from __future__ import annotations

import json

import click

from sudokubench.cli.options import output_option
from sudokubench.cli.output import echo


@click.command()
@click.argument("name", required=False)
@output_option
def schema(name: str | None) -> None:
    """Print the JSON Schema (Draft 2020-12) of NAME, such as answer; without NAME, list all.

    Each JSON object names its schema: the field `schema` is sudokubench.NAME/VERSION.
    """
    from sudokubench.actions import schemas

    if name:
        echo(json.dumps(schemas.schema(name), indent=2))
    else:
        for found in schemas.schemas().values():
            echo(f"{found['properties']['schema']['const']:<29}{found['title']}")
