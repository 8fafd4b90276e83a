"""Other names of options.

Our old names work until version 2.0: help hides them, and a remark gives the new name. Names that other programs use
are refused with a suggestion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from sudokubench.cli.exit_codes import Codes
from sudokubench.cli.output import remark
from sudokubench.cli.words import RENAMED

OLD: Mapping[str, Mapping[str, str]] = {
    "check": {"--certificates": "--proof"},
    "dataset make": {
        "--certify": "--certified", "--form": "--to", "--from": "--grid", "--rate": "--rated",
    },
    "explain": {"--minimal": "--least-evidence"},
    "generate": {
        "--check": "--backend", "--format": "--to", "--from": "--grid", "--time-limit": "--seconds",
    },
    "hint": {"--clues": "--original"},
    "report": {"--ratings": "--human"},
    "solve": {"--format": "--to"},
}  # fmt: skip
"""Old and new names of options, by command."""
ELSEWHERE: Mapping[str, Sequence[str]] = {
    "--backend": ["--algorithm", "--engine", "--method", "--solver"],
    "--jobs": ["--cores", "--processes", "--threads", "--workers"],
    "--layout": ["--size", "--type", "--variant"],
    "--limit": ["--max-solutions"],
    "--number": ["--amount", "--count"],
    "--seconds": ["--timeout"],
    "--time-limit": ["--timeout"],
    "--to": ["--format"],
}
"""Our options, each with the names that other programs use."""


def with_new_names(ctx: click.Context, args: Sequence[str]) -> list[str]:
    """Return a command line, without the program, with the new names of its options; a remark names each old one."""
    names = OLD.get(" ".join(args[:2])) or OLD.get("".join(args[:1])) or {}
    end = args.index("--") if "--" in args else len(args)
    codes, made = ctx.ensure_object(Codes), list[str]()
    for word in args[:end]:
        old, equals, value = word.partition("=")
        if old in names:
            note = RENAMED.format(old=old, new=names[old])
            ctx.call_on_close(lambda note=note: remark(note, codes.language))  # when the language is known
        made.append(names.get(old, old) + equals + value)
    return [*made, *args[end:]]
