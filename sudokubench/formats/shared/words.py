"""Texts about puzzles of other programs: why one is not read or not written, and what was left out of it."""

from __future__ import annotations

from collections.abc import Sequence

from sudokubench.words import Words, listed

PACKED_DAMAGED = Words(
    "the packed part of the puzzle is damaged, or holds more than {most:,} characters: copy the whole link again",
    "問題の圧縮された部分が壊れているか、{most:,}文字を超えています。リンク全体をもう一度コピーしてください",
)
AT_ELEMENT = Words("the element {place}: {reason}", "要素{place}：{reason}")
UNKNOWN_ELEMENT = Words(
    "this element of {program} is not known, and it may state a rule; no puzzle is read without one of its rules",
    "{program}のこの要素は知られていません。ルールかもしれないので、除いて読むことはしません",
)
UNSAID = Words(
    "{program} has no element for {rule}: use --to json",
    "{program}では{rule}を表せません。--to jsonを使ってください",
)
NO_NUMBER_HERE = Words("{value} is not a whole number", "{value}は整数ではありません")
NO_CELL = Words(
    "{value} is not a cell of the board, such as R1C2", "{value}はR1C2のような盤面のマスではありません"
)
NOT_BESIDE = Words(
    "{value} is not a cell beside the board, such as R0C1",
    "{value}はR0C1のような盤面の外のマスではありません",
)
REGIONS_ARE = Words("the board needs {n} regions of {n} cells", "{n}マスの領域が{n}個必要です")
GRID_IS = Words("the grid has {n} rows of {n} cells", "gridは{n}マスの行{n}本です")
NO_OBJECT_HERE = Words("{value} is not an object of JSON", "{value}はJSONのオブジェクトではありません")
NO_DIGIT_HERE = Words("{value} is not a digit from 1 to {n}", "{value}は1から{n}の数字ではありません")
FLAG_IS = Words("{value} is neither true nor false", "{value}はtrueでもfalseでもありません")
NO_LIST = Words(
    "{value} is not a list of at most {most} entries", "{value}は{most}個以下のリストではありません"
)
TOO_MANY_ELEMENTS = Words("a puzzle has at most {most} elements", "問題の要素は{most}個までです")
NO_DIRECTION = Words(
    "{value} is not a direction: {known}", "{value}は方向ではありません。{known}のどれかにしてください"
)
NO_NEGATIVE = Words("{value} is neither xv nor ratio", "{value}はxvでもratioでもありません")
NEGATIVE_RATIO = Words(
    "a negative rule of ratios other than 2 is not known", "2以外の比の否定ルールは知られていません"
)
DIGITS_NOT_GIVEN = Words("{count} digits that are not given", "与え値でない数字{count}個")
NO_RULE_READ = Words(
    "{program}: left out, as it states no rule that can be read: {names}",
    "{program}：読めるルールではないので除きました：{names}",
)
RULES_IN_WORDS = Words(
    "{program}: rules in words are not read; compare them with the elements: {text!r}",
    "{program}：文章のルールは読みません。要素と見比べてください：{text!r}",
)


def remarks_on(program: str, names: Sequence[Words], rules: object) -> tuple[Words, ...]:
    """Return the remarks on a puzzle of another program: the parts that were left out, and the text of its rules."""
    found = [NO_RULE_READ.format(program=program, names=listed(names))] if names else []
    if isinstance(rules, str) and rules.strip():
        text = " ".join(rules.split())
        found.append(
            RULES_IN_WORDS.format(program=program, text=text if len(text) <= 300 else f"{text[:299]}…")
        )
    return tuple(found)
