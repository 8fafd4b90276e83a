"""Errors of click that refuse a command line: our own have both languages, the others are translated into Japanese."""

from __future__ import annotations

import re

import click

from sudokubench.words import Words


class Refused(click.UsageError):
    """A refusal of a command line, with its message in both languages; click adds the command."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.en)
        self.words = words


class BadValue(Refused, click.BadParameter):
    """A refusal of the value of an option, in both languages; click puts the name of the option in front."""


def is_shown(param: click.Parameter) -> bool:
    """Return whether a parameter is an option that help shows."""
    return isinstance(param, click.Option) and not param.hidden


_PHRASES = {
    r"Option ('.+?') requires an argument\.": r"オプション\1には値が必要です。",
    r"Option ('.+?') does not take a value\.": r"オプション\1に値は付けられません。",
    r"Got unexpected extra arguments? \((.+)\)\.?": r"余分な引数があります：\1",
    r"Missing argument (.+)\.$": r"引数\1がありません。",
    r"Missing option (.+)\.$": r"オプション\1がありません。",
    r"^Invalid value for (.+?): ": r"\1の値が正しくありません：",
    r" is not one of (.+)\.$": r"ではなく、次のどれかにしてください：\1。",
    r" is not a valid integer\.$": "は整数ではありません。",
    r"Directory (.+) is a file\.": r"\1はフォルダーではなくファイルです。",
}  # fmt: skip


def in_japanese(message: str) -> str:
    """Return a usage error in Japanese; parts without a translation stay English.

    >>> in_japanese("Option '--proof' requires an argument.")
    "オプション'--proof'には値が必要です。"
    """
    for english, japanese in _PHRASES.items():
        message = re.sub(english, japanese, message, flags=re.MULTILINE)
    return message
