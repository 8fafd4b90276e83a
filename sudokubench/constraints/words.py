"""Texts about constraints: their names in messages, and why a constraint is refused."""

from sudokubench.words import Words

ANTI_KNIGHT = Words("anti-knight", "アンチナイト")
KILLER_CAGE = Words("the killer cage {cells} = {total}", "キラーのケージ{cells} = {total}")

NO_FIELDS = Words(
    "anti-knight takes no fields; remove {fields}",
    "アンチナイトに項目はありません。{fields}を削除してください",
)
KILLER_FIELDS = Words(
    'a killer cage needs two fields and no others: "cells", a list of whole numbers, and "total", a whole number',
    "キラーのケージに必要な項目は二つだけです：「cells」（整数のリスト）と「total」（整数）",
)
KNIGHT_PAIR = Words(
    "{one} and {other}, a knight's move apart, both hold {digit}",
    "桂馬飛びの位置にある{one}と{other}がどちらも{digit}です",
)
CAGE_TWICE = Words("{cage} holds a digit twice", "{cage}に同じ数字が二度あります")
CAGE_SUM = Words("{cage} adds up to {sum}", "{cage}の和が{sum}です")
TOO_FEW_CELLS = Words(
    "its cells must all differ, and there must be at least {least}", "異なるマスが{least}個以上必要です"
)
CELLS_OUTSIDE = Words("its cells must be numbers from 0 to {last}", "マスの番号は0から{last}までです")
TOO_MANY_CELLS = Words(
    "its {cells} cells cannot all differ with {digits} digits",
    "数字は{digits}種類なので、{cells}個のマスがすべて異なることはありません",
)
