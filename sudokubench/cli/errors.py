"""Errors of click that refuse a command line in both languages."""

from __future__ import annotations

import click

from sudokubench.words import Words


class Refused(click.UsageError):
    """A refusal of a command line, with its message in both languages."""

    def __init__(self, words: Words, ctx: click.Context | None = None) -> None:
        super().__init__(words.en, ctx)
        self.words = words


class BadValue(click.BadParameter):
    """A refusal of the value of an option, in both languages; click puts the name of the option in front."""

    def __init__(
        self, words: Words, ctx: click.Context | None = None, param: click.Parameter | None = None
    ) -> None:
        super().__init__(words.en, ctx, param)
        self.words = words


def is_shown(param: click.Parameter) -> bool:
    """Return whether a parameter is an option that help shows."""
    return isinstance(param, click.Option) and not param.hidden
