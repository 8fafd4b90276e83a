"""The phrases that describe steps: they join cells, digits and houses, in English and Japanese.

A form between `|` or `/` depends on the number of words of a list, see `logic.texts`.
"""

from sudokubench.logic.geometry import HouseKind
from sudokubench.words import Words

# Houses. Boxes that are not rectangles in rows have no numbers; a cell of the box names it.
HOUSES = {
    HouseKind.ROW: Words("row {number}", "{number}行目"),
    HouseKind.COLUMN: Words("column {number}", "{number}列目"),
    HouseKind.BOX: Words("box {number}", "ボックス{number}"),
    HouseKind.EXTRA: Words("house {name}", "ユニット{name}"),
}
HOUSE_LISTS = {
    HouseKind.ROW: Words("rows {numbers}", "{numbers}行目"),
    HouseKind.COLUMN: Words("columns {numbers}", "{numbers}列目"),
    HouseKind.BOX: Words("boxes {numbers}", "ボックス{numbers}"),
}
REGION = Words("the box of {cell}", "{cell}を含むボックス")

# Conclusions
CELL_DIGITS = Words("{digits} from {cells}", "{cells}の{digits}")
PARTS = Words("; ", "、")
PLACE = Words("{cell} = {digit}", "{cell} = {digit}")
REMOVE = Words(" Remove {what}.", "よって{what}を候補から消せます。")
REMOVE_TOO = Words(" Remove {what}.", "また{what}を候補から消せます。")
"""`REMOVE` after `PUT`."""
PUT = Words(" Place {what}.", "よって{what}と確定します。")
UNIQUE = Words(
    " (This relies on the puzzle having exactly one solution.)",
    "（解がただ一つであることを前提とする手筋です。）",
)

# Chains: nodes of one cell and of several cells; parts; conclusions of a chain back to its start, of others, of loops
IS_TRUE = Words("{cells} is {digit}", "{cells}が{digit}")
IS_FALSE = Words("{cells} is not {digit}", "{cells}が{digit}でない")
ONE_OF = Words("one of {cells} is {digit}", "{cells}の{cells:どちらか/どれか}が{digit}")
NONE_OF = Words("none of {cells} is {digit}", "{cells}の{cells:どちらも/どれも}{digit}でない")
IF = Words("If {what}", "{what}とすると、")
THEN = Words(", then {what}", "{what}")
SO = Words(", so {what}", " → {what}")
BY_SET = Words(" (by the almost locked set {cells})", "（ALS {cells}による）")
CHAIN_END = Words(".", "、となります。")
ONE_END = Words(
    "So {start} in any case. Every candidate that contradicts this is false.",
    "したがって、いずれにしても{start}です。これと両立しない候補は偽です。",
)
EITHER_END = Words(
    "So at least one of the ends holds: {start}, or {end}. Every candidate that contradicts both is false.",
    "したがって「{start}」と「{end}」の少なくとも一方は成り立ちます。これと両立しない候補は偽です。",
)
NO_END = Words(
    "That is a closed loop, which holds in both directions. One end of each weak link is true, so every candidate that "
    "contradicts both ends is false.",
    "これは閉じたループで、どちら向きにも成り立ちます。どの弱リンクでも両端の一方が真なので、両端のどちらとも両立しない候補は偽です。",
)
SETS_END = Words(
    " Each of the almost locked sets holds all its other digits.", "どのALSも残りの数字をすべて含みます。"
)

# Evidence: the options that are left to a cell, and to a digit in a house; empty rectangles; sets
CELL_FACT = Words(
    "{cell} holds {digits:only|one of} {digits}", "{cell}は{digits}{digits:だけ|のどちらか|のどれか}"
)
PLACE_FACT = Words(
    "in {house}, {digit} stands {cells:only in|in one of} {cells}",
    "{house}の{digit}は{cells}{cells:だけ|のどちらか|のどれか}",
)
CELL_LOST = Words("{cell} has no candidate left", "{cell}に候補がありません")
PLACE_LOST = Words("{digit} has no place in {house}", "{house}に{digit}の置き場所がありません")
ARM = Words(" If {near}, then {arm}; if not, then {far}.", "{near}なら{arm}、そうでなければ{far}です。")
SEVERAL = Words("({cells})", "（{cells}）")
"""Form of a group of cells, used if there are several groups."""
NOR = Words(", nor both ", "や")
"""Between digits that two sets cannot both hold."""

# Nets: one that ends in a clash; one whose branches agree; parts of a branch; how a supposition ended
WRONG = Words(
    "Suppose {what}{then:: |: }{then}. But then {end}, so that is wrong.",
    "{what}と仮定すると、{then}{then:となり、|となり、}{end}。この仮定は誤りです。",
)
AGREED = Words(
    "{fact}, and each case leads to the same conclusion.{branches}",
    "{fact}で、どの場合も同じ結論になります。{branches}",
)
EITHER = Words("{one}, or {other}", "{one}または{other}")
BRANCH = Words(" If {what}: {then}.", "{what}なら、{then}。")
BOTH = Words("{what} exclude each other", "{what}は両立しません")
NOT_HERE = Words("{cell} is not {digit}", "{cell} ≠ {digit}")
NONE_IN = Words("no {digit} in {cells}", "{cells} ≠ {digit}")
ONLY_PLACE = Words(" ({house})", "（{house}）")
"""Comes after a digit that has no other place in a house."""
AT_ONCE = Words("at once", "ただちに結論に至ります")
"""Text of a branch without consequences."""
MORE = Words("and {count} more", "ほか{count}個")
REFUTED = Words(
    "every way on from {what} ends in a contradiction.", "{what}とすると、どう進んでも矛盾します。"
)
SEEN = Words(
    "everything that follows from {what} has been tried.", "{what}から導かれることはすべて調べました。"
)
