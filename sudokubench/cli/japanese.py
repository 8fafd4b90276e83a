"""Translate usage errors, of Click and of this package, into Japanese."""

from __future__ import annotations

import re

_PHRASES = {
    r"No such option ('.+?')\.": r"\1 というオプションはありません。",
    r"No such command ('.+?')\.": r"\1 というコマンドはありません。",
    r" Did you mean ('.+')\?": r"もしかして：\1。",
    r" \(Did you mean one of: (.+)\?\)": r"もしかして：\1。",
    r" There are (.+?)\.(?= |$)": r"あるもの：\1。",
    r" Write the options of a command after its name\.": "コマンドのオプションは、コマンドの後に書きます。",
    r" A board or a file comes after a command, as in: (.+)\.$": r"盤面やファイルはコマンドの後に書きます。例：\1",
    r"Option ('.+?') requires an argument\.": r"オプション \1 には値が必要です。",
    r"Option ('.+?') does not take a value\.": r"オプション \1 に値は付けられません。",
    r"Got unexpected extra arguments? \((.+)\)\.?": r"余分な引数があります：\1",
    r"Missing argument: a puzzle and a candidate, such as (.+), are needed\.":
        r"引数がありません。問題と、\1 のような候補が必要です。",
    r"Missing argument ('.+?'): a board, a file or a set; or pipe puzzles in\.":
        r"引数 \1 がありません。盤面、ファイル、問題セットのどれかを指定するか、問題をパイプで渡してください。",
    r"Missing argument (.+)\.$": r"引数 \1 がありません。",
    r"Missing option (.+)\.$": r"オプション \1 がありません。",
    r"^Invalid value for (.+?): ": r"\1 の値が正しくありません：",
    r": it takes a number above (.+), up to (.+)\.$": r"：\1 より大きく \2 以下の数にしてください。",
    r": it takes a whole number from (.+) to (.+)\.$": r"：\1 から \2 までの整数にしてください。",
    r": it takes a whole number from (.+) on\.$": r"：\1 以上の整数にしてください。",
    r" is not one of (.+)\.$": r" ではなく、次のどれかにしてください：\1。",
    r" is not a folder; \. is the current one\.": " という名前のフォルダーはありません。いまのフォルダーは . です。",
    r"Directory (.+) is a file\.": r"\1 はフォルダーではなくファイルです。",
    r"This command takes one backend; (.+) and (.+) take several\.":
        r"ここで使えるバックエンドは一つです。\1 と \2 には複数を指定できます。",
    r"(--.+) goes with --live; A and B are runs": r"\1 は --live とともに使います。A と B は実行の記録です",
    r"(.+) and (.+) are backends, not runs; add --live to measure them now":
        r"\1 と \2 は実行の記録ではなくバックエンドです。いま測るには --live を付けてください",
    r"^Usage: ": "使い方：",
    r"^Try '(.+)'\.$": r"\1 で説明が読めます。",
}  # fmt: skip


def in_japanese(said: str) -> str:
    """Return a usage error in Japanese; parts without a translation stay English.

    >>> in_japanese("No such option '--jsn'. Did you mean '--json'?")
    "'--jsn' というオプションはありません。もしかして：'--json'。"
    """
    for english, japanese in _PHRASES.items():
        said = re.sub(english, japanese, said, flags=re.MULTILINE)
    return said
