"""Texts about problems that are not boards: what their names mean, and why a name is refused."""

from sudokubench.words import Words

NAMES = {
    "knuth:example": Words(
        "the six options and seven items of Knuth's Dancing Links (2000)",
        "Knuthの「Dancing Links」（2000年）の例：選択肢6個、項目7個",
    ),
    "tromino:N": Words(
        "L-trominoes on N x N; tromino:RxC on a rectangle; tromino:8-0 leaves out cell 0",
        "N x NにL字トロミノを敷き詰める。tromino:RxCは長方形、tromino:8-0はマス0を除く",
    ),
    "pentomino:RxC": Words(
        "the twelve pentominoes, each once, on 60 cells such as pentomino:6x10",
        "12種のペントミノを一つずつ60マスに敷き詰める。例：pentomino:6x10",
    ),
    "queens:N": Words(
        "N queens on N x N, none attacking another", "N x Nに互いに攻撃しないN個のクイーンを置く"
    ),
}
"""Forms of the names of problems, and what they mean."""

UNKNOWN_PROBLEM = Words(
    "no problem is called {name!r}; there are {known}",
    "{name!r}という問題はありません。使える名前は{known}です",
)
FORM = Words("{form} ({meaning})", "{form}（{meaning}）")
BAD_SIDE = Words(
    "problem {name!r}: sides from 1 to {most} are possible", "問題{name!r}：一辺は1から{most}マスまでです"
)
WHOLE_SQUARE = Words(
    "problem {name!r}: the queens need a whole square; write queens:{side}",
    "問題{name!r}：クイーンには欠けのない正方形が必要です。queens:{side}と書いてください",
)
NOT_SIXTY = Words(
    "problem {name!r} has {cells} cells; twelve pentominoes cover 60, such as 6x10",
    "問題{name!r}は{cells}マスです。12種のペントミノは6x10などの60マスを覆います",
)
LEFT_OUT = Words(
    "problem {name!r}: the cells left out must differ and lie from 0 to {last}",
    "問題{name!r}：除くマスは、0から{last}までの異なる番号にしてください",
)
