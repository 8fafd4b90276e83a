"""Exit codes of the commands: their meaning, and which is used if several apply."""

from __future__ import annotations

from enum import IntEnum

import click

from sudokubench.errors import (
    BackendFailed,
    BackendUnavailable,
    InputError,
    SudokubenchError,
    Undecided,
    UsageError,
)
from sudokubench.processes import interruption
from sudokubench.words import Language, Words


class Code(IntEnum):
    """An exit code; help and documents show its `meaning`."""

    meaning: Words

    def __new__(cls, number: int, en: str, ja: str) -> Code:
        """Return a number that carries its meaning."""
        code = int.__new__(cls, number)
        code._value_ = number
        code.meaning = Words(en, ja)
        return code

    FINE = 0, "fine", "正常"
    INTERNAL = 1, "internal error", "内部エラー"
    USAGE = (
        2,
        "usage: unknown command, backend or option",
        "使い方の誤り：知らないコマンド、バックエンド、オプション",
    )
    DISAGREEMENT = (
        3,
        "engines contradict each other; an answer, a step or a column of a data set is wrong; a certificate says "
        "something false; or a condition of compare --fail-on holds",
        "エンジンの答えが食い違った、答え・手順・データセットの列に誤りがあった、証明書に偽りがある、"
        "またはcompare --fail-onの条件に当てはまる",
    )
    BAD_INPUT = (
        4,
        "bad input: something cannot be read or written, even if it is a single line of a corpus",
        "入力の誤り：読めない、または書き込めないものがある。問題集の1行だけでも同じ",
    )
    NOT_UNIQUE = (
        5,
        "check: at least one puzzle is not unique; equivalent: two boards are not equivalent; dataset verify: a puzzle "
        "is not unique or not minimal, or equivalent rows are in different splits",
        "checkで、一意解でない問題が一つ以上ある。equivalentで、盤面が同値でない。"
        "dataset verifyで、一意解でない行や極小でない行がある、または同値な行が別の分割にある",
    )
    FAILED = (
        6,
        "something failed, or stayed undecided, unsolved, unproved or without a requested certificate; "
        "for run: errors and crashes, and only with --strict also undecided puzzles, such as timeouts",
        "失敗した、判定・求解・証明ができなかった、または指定した証明書を作れなかった。"
        "runではエラーと異常終了。時間切れなど判定できなかったものは--strictのときだけ",
    )
    UNTOLD = (
        7,
        "compare --strict: the measurement cannot tell whether B is slower",
        "compare --strictで、Bが遅くなったかどうかを判定できない",
    )
    INTERRUPTED = interruption.CODE, "interrupted", "中断"


FIRST = (
    Code.INTERRUPTED, Code.INTERNAL, Code.USAGE, Code.DISAGREEMENT, Code.BAD_INPUT, Code.FAILED, Code.NOT_UNIQUE,
    Code.UNTOLD,
)  # fmt: skip
"""Order of precedence: if several codes apply, a command ends with the first of them."""


def code_of(error: SudokubenchError | click.ClickException) -> Code:
    """Return the exit code for an error that ends a command, or only its work on one puzzle."""
    if isinstance(error, UsageError | BackendUnavailable | click.UsageError):
        return Code.USAGE
    if isinstance(error, InputError | click.ClickException):
        return Code.BAD_INPUT
    return Code.FAILED if isinstance(error, Undecided | BackendFailed) else Code.INTERNAL


class Codes:
    """The exit codes that apply to a command so far. A command goes on after a faulty puzzle, so several can apply."""

    def __init__(self) -> None:
        self._applying: set[Code] = set()
        self.language: Language | None = None  # that of `--lang`

    def note(self, code: Code, applies: object = True) -> None:
        """Note that a code applies, if `applies` is true."""
        if applies:
            self._applying.add(code)

    @property
    def first(self) -> Code:
        """Return the exit code that the command ends with."""
        return next(filter(self._applying.__contains__, FIRST), Code.FINE)


def codes() -> Codes:
    """Return the exit codes of the running command."""
    return click.get_current_context().ensure_object(Codes)
