"""Texts about constraints: their faults, why a constraint is refused, and the types of their fields."""

from sudokubench.words import Words

NO_FIELDS = Words(
    "{kind} takes no fields; remove them", "{kind}にフィールドはありません。フィールドを削除してください"
)
FIELDS = Words(
    "{kind} needs these fields and no others: {fields}",
    "{kind}には次のフィールドがすべて必要で、ほかは使えません：{fields}",
)
FIELD = Words('"{name}" ({type})', "「{name}」（{type}）")
EXACTLY, RANGE = Words("{least}", "{least}個"), Words("{least} to {most}", "{least}〜{most}個")
AT_LEAST = Words("{least} or more", "{least}個以上")
TYPES = {
    "cells": Words(
        "an ordered list of {n} cells, numbered from 0", "順に並べたマスの番号（0から）のリスト、{n}"
    ),
    "line": Words(
        "a list of {n} cells along a line, numbered from 0",
        "線に沿って並べたマスの番号（0から）のリスト、{n}",
    ),
    "set": Words("a list of {n} cells, numbered from 0", "マスの番号（0から）のリスト、{n}"),
    "number": Words("a whole number from {least} on", "{least}以上の整数"),
    "any number": Words("a whole number", "整数"),
    "numbers": Words(
        "a list of whole numbers from -1,000,000 to 1,000,000", "-1,000,000から1,000,000までの整数のリスト"
    ),
    "digits": Words("a list of {n} digits from 1", "1以上の数字のリスト、{n}"),
    "tuples": Words("a list of lists of digits from 1", "1以上の数字のリストのリスト"),
    "pairs": Words("a list of pairs of cells, numbered from 0", "2マスの組のリスト（マスは0からの番号）"),
    "text": Words("a text", "文字列"),
}
BROKEN = Words("{constraint} does not hold: {cells}", "{constraint}が成り立ちません：{cells}")
CELL_TWICE = Words("its cells must all differ", "マスはすべて異なるものでなければなりません")
CELLS_OUTSIDE = Words("its cells must be numbers from 0 to {last}", "マスの番号は0から{last}までです")
DIGITS_OUTSIDE = Words("its digits must be numbers from 1 to {size}", "数字は1から{size}までです")
TOO_MANY_CELLS = Words(
    "its {cells} cells cannot all differ with {digits} digits",
    "数字は{digits}種類しかないので、{cells}個のマスに異なる数字を入れることはできません",
)
TOO_MANY_CLAUSES = Words(
    "the constraints need more than {most:,} clauses together: use fewer or smaller constraints",
    "制約の節が合わせて{most:,}個を超えます。制約を減らすか、小さくしてください",
)
TOO_MANY_STATES = Words(
    "it has too many combinations: at most {most} are built; split it into shorter constraints",
    "組み合わせが多すぎます（{most}通りまで）。短い制約に分けてください",
)
BAD_PATTERN = Words(
    "the regular expression {pattern!r} is wrong at character {place}; it may have digits (1 to 9, then A "
    "to Z), . [1-3] [^5] ( ) | * + ? {{2}} {{2,4}}",
    "正規表現{pattern!r}の{place}文字目に誤りがあります。"
    "使えるのは数字（1〜9、10からはA〜Z）と. [1-3] [^5] ( ) | * + ? {{2}} {{2,4}}です",
)
LONG_PATTERN = Words(
    "the regular expression is too long: it may have at most {most} digits and sets, and each repetition counts",
    "正規表現が長すぎます。数字と集合は、繰り返しも数えて{most}個までです",
)
COUNT_OF = Words(
    "it needs as many {field} as cells: {cells}",
    "{field}の個数はマスの個数（{cells}）と同じでなければなりません",
)
TUPLE_LENGTH = Words(
    "each of its tuples must have {cells: digit}, one for each cell",
    "tuplesの各組の数字の個数はマスの個数（{cells}）と同じでなければなりません",
)
NOT_NEXT = Words("its two cells must share a side", "二つのマスは隣り合っていなければなりません")
NOT_FOR = Words(
    "this rule does not exist on this size of board; it needs {needs}",
    "この大きさの盤面には使えません。{needs}が必要です",
)
EVEN_THIRDS = Words("a size that is a multiple of 3", "3で割り切れる大きさ")
ONE_BOX = Words("its line must cross at least two boxes", "線は二つ以上のボックスにまたがる必要があります")
