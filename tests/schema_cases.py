"""Compare written JSON with its schema."""

import json
import re
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator

import sudokubench
from sudokubench.actions.schemas import schema

WRITTEN = {
    found
    for file in Path(sudokubench.__file__).parent.rglob("*.py")
    for found in re.findall(r"sudokubench\.[a-z]+/\d", file.read_text(encoding="utf-8"))
}
"""Every name of a schema in the package, with its version."""


FILLED: dict[str, set[str]] = {}
"""The fields of each schema that were not null in some compared object."""


@cache
def _validator(name):
    return Draft202012Validator(schema(name), format_checker=Draft202012Validator.FORMAT_CHECKER)


def valid(text):
    """Check each line of a text that is an object with a schema; return the names of the schemas."""
    found = []
    for line in text.splitlines():
        if line.startswith('{"') and '"schema"' in line:
            one = json.loads(line)
            _validator(one["schema"]).validate(one)
            FILLED.setdefault(one["schema"], set()).update(
                name for name, value in one.items() if value is not None
            )
            found.append(one["schema"])
    return found


def objects(text):
    """Return the JSON object on each line of a text."""
    return [json.loads(line) for line in text.splitlines()]
