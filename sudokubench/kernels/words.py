"""Texts about what kernels refuse: matrices of exact covers, proofs, and decision diagrams."""

from sudokubench.words import Words

BAD_PRIMARY = Words(
    "n_primary={primary}: it must be from 0 to {items}, the number of items",
    "n_primary={primary}：0から項目の数{items}までにしてください",
)
BAD_STARTS = Words(
    "option_starts must rise from 0 to {last}, because every option needs an item",
    "option_startsは、0から始めて{last}で終わる、増えていく数の並びにしてください。どの選択肢にも項目が必要です",
)
ITEMS_OUTSIDE = Words(
    "the items lie from {least} to {most}; they must lie from 0 to {last}",
    "項目の番号が{least}から{most}までになっています。0から{last}までにしてください",
)
ITEM_TWICE = Words(
    "an option names an item twice; give each item of an option once",
    "一つの選択肢に同じ項目が二度あります。項目は一度ずつにしてください",
)
TOO_LARGE = Words(
    "{options} options over {items} items exceed 32-bit links; give a smaller problem",
    "選択肢{options}個、項目{items}個は32ビットのリンクで表せません。もっと小さい問題にしてください",
)
OPTIONS_OUTSIDE = Words(
    "the options lie from {least} to {most}; this matrix has the options 0 to {last}",
    "選択肢の番号が{least}から{most}までになっています。この行列の選択肢は0から{last}までです",
)
SHORT_ROWS = Words(
    "the array out has {columns: column}; it needs at least {needed}, one for each option of a solution",
    "配列outは{columns}列です。解の選択肢が入るように、{needed}列以上にしてください",
)
NO_SOLUTIONS_ASKED = Words(
    "max_solutions={asked}: it must be at least 1, or None for all solutions",
    "max_solutions={asked}：1以上にするか、すべての解を求めるならNoneにしてください",
)
BAD_BOARDS = Words(
    "the boards are {type} with {cells: cell}; give uint8, and a divisor of {options} as the number of cells",
    "盤面が{type}、{cells}マスになっています。型はuint8、マスの数は選択肢の数{options}の約数にしてください",
)
BAD_LIMIT = Words("limit={limit}: it must be at least 1", "limit={limit}：1以上にしてください")

# Proofs
BAD_DRUP = Words(
    "line {line} of the proof, at {word}: a DRUP line holds literals from -{variables} to {variables}, "
    "each a number without sign or with -, and a 0 at its end",
    "証明の{line}行目の{word}：DRUPの行には、-{variables}から{variables}までのリテラル（符号なしか-付きの数）を並べ、"
    "最後に0を書きます",
)
THE_END = Words("the end", "終わり")

# Decision diagrams that are read
IMPOSSIBLE_OPTION = Words("a path has an unknown or forbidden option", "選べない選択肢があります")
COVERED_TWICE = Words("node {node} covers an item twice", "ノード{node}が同じ項目を二度覆っています")
OTHER_ITEMS = Words(
    "the options of node {node} must share an item, and all paths from it must cover the same items",
    "ノード{node}の選択肢に共通の項目がないか、そこからの道筋によって覆う項目が違います",
)
CHOSEN_ITEM = Words(
    "an item of a chosen option is covered twice", "選んである選択肢の項目が二度覆われています"
)
ITEM_LEFT = Words("an item is not covered", "覆われていない項目があります")
