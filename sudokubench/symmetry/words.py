"""Texts about symmetries: what a symmetry changes, and why a symmetry is not known."""

from sudokubench.words import Words

A_SYMMETRY = Words("a symmetry", "対称変換")
A_CANONICAL_FORM = Words("a canonical form", "標準形")

OTHER_LAYOUT = Words(
    "a symmetry of {known} does not suit {layout}; use one layout for both",
    "{known}の対称変換は{layout}には使えません。同じレイアウトにそろえてください",
)

# What a symmetry changes
TURNED = Words("transposed first: rows become columns", "まず転置：行だったものが列になります")
BANDS = Words("bands, from the top: ", "バンド（上から）：")
STACKS = Words("stacks, from the left: ", "スタック（左から）：")
ROWS = Words("rows, from the top: ", "行（上から）：")
COLUMNS = Words("columns, from the left: ", "列（左から）：")
CELLS = Words("cells, in reading order: ", "マス（読む順）：")
DIGITS = Words("digits: ", "数字：")
NOTHING = Words("nothing changes", "何も変わりません")

# Canonical forms
TOO_MANY_AUTOMORPHISMS = Words(
    "the board has {count} automorphisms; at most {most} are listed, and `canonical` counts them all",
    "盤面の自己同型は{count}個あり、列挙できる{most}個を超えています。個数は`canonical`で分かります",
)
FORBIDDEN_CANDIDATES = Words(
    "a canonical form does not support forbidden candidates; give the clues alone",
    "標準形では禁止された候補を扱えません。与え値だけにしてください",
)
SEVERAL_LAYOUTS = Words(
    "the boards have different layouts: {layouts}; give boards of one layout",
    "レイアウトの異なる盤面があります：{layouts}。同じレイアウトの盤面だけにしてください",
)
NUMBER_UNKNOWN = Words(
    "{seconds} s were too short to decide whether {board} has exactly one solution; allow more seconds",
    "{board}の解が一つだけかどうかは、{seconds}秒では分かりませんでした。制限時間を延ばしてください",
)
WRONG_ARRAY = Words(
    "the boards are {array}; boards of {layout} are uint8 (n, {cells})",
    "盤面の配列が{array}です。{layout}の盤面はuint8の(n, {cells})にしてください",
)
TOO_MANY_ORDERS = Words(
    "the board of {layout} does not have exactly one solution, and its columns have {count} orders; without exactly "
    "one solution, at most {most} can be tried: give a board with one solution, or of a smaller size",
    "{layout}のこの盤面は解が一つではなく、列の並べ方が{count}通りあります。解が一つでない盤面で試せるのは{most}通りまでです。"
    "解が一つの盤面か、もっと小さい盤面を使ってください",
)

# Symmetries of a layout
TOO_LARGE = Words(
    "the symmetries of {layout} are not known: with irregular boxes or extra houses, "
    "they are searched up to {most}x{most}",
    "{layout}の対称性は分かりません。不規則なボックスや追加のユニットがある場合に探せるのは{most}x{most}までです",
)
TOO_MANY_SYMMETRIES = Words(
    "{layout} has {count} symmetries of its cells; at most {most} can be listed",
    "{layout}のマスの対称性は{count}個あり、列挙できる{most}個を超えています",
)
