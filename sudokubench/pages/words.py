"""Texts of the offline pages: the parts that all pages share, walkthroughs, lessons, dances and books."""

from sudokubench.answer import Stop
from sudokubench.logic.step_parts import CONTRADICTION, RETURN, SOLUTION, TRIAL
from sudokubench.words import Words

# All pages
SKIP = Words("Skip to the content", "本文へ")
LANGUAGE = Words("Language", "言語")
COLOURS = Words("Colours", "配色")
THEMES = {"auto": Words("Auto", "自動"), "light": Words("Light", "ライト"), "dark": Words("Dark", "ダーク")}
DRAWING_LEGEND = Words(
    "Bold digits are clues; blue digits were placed before. A green ring marks a digit that is placed, a "
    "red line a candidate that is ruled out. Coloured candidates form the pattern, and tinted houses "
    "force it. Circled digits exclude the cells with a cross. Solid arrows are strong links, dashed "
    "arrows are weak links, and dotted arrows lead to candidates that a pattern rules out. The shape "
    "around a candidate shows how the chain takes it: a circle as true, a square as false, a shape that "
    "is half circle and half square as true in some cases and false in others.",
    "太字は与え値、青は先に確定した数字です。緑の輪は確定する数字、赤い線は除かれる候補を示します。"
    "色の付いた候補が手筋の形、色の付いたユニットがその根拠です。丸で囲んだ数字は、×印のマスに同じ数字が入らない"
    "理由です。実線の矢印は強リンク、破線は弱リンク、点線は形により消える候補への矢印です。矢印をたどるとき、円の候補は真、四角の候補は偽とし、"
    "半円・半四角の候補は場合によって真にも偽にもなります。",
)

# Walkthroughs
WALKTHROUGH = Words("A Sudoku, step by step", "数独を一手ずつ")
MOVES = {
    "first": Words("First", "最初"),
    "back": Words("Back", "前へ"),
    "next": Words("Next", "次へ"),
    "last": Words("Last", "最後"),
}
"""Names of the buttons of a walkthrough, by their ids."""
WALKTHROUGH_KEYS = Words("The arrow keys also go forward and back.", "矢印キーでも前後に進めます。")
ALL_STEPS = Words("All steps", "全手順")
SEARCH_TREE = Words("The search as a tree", "探索の木")
SEARCH_TREE_SIGNS = Words(
    "? a supposition, ✗ a contradiction, ✓ the solution. Arrow keys move, open and close.",
    "?：仮定、✗：矛盾、✓：解。矢印キーで移動・開閉できます。",
)

# Lessons
LESSON = Words("A lesson in human logic", "手筋のレッスン")
CASE_PLACE = Words("{place}, step {number}", "{place}、手順{number}")

# Dances
TOO_LARGE = Words(
    "the matrix of {puzzle} has {nodes} nodes; up to {most} are shown. `watch --json` writes its trace",
    "{puzzle}の行列のノードは{nodes}個あり、示せる{most}個を超えています。`watch --json`で探索の記録を書き出せます",
)
DANCE_STEPS = {
    TRIAL: Words(
        "Suppose {option} (options left for {item}: {size}).",
        "仮に{option}を選びます（{item}の選択肢：{size}）。",
    ),
    CONTRADICTION: Words("No option is left for {item}.", "{item}を覆う選択肢が残っていません。"),
    RETURN: Words("Take {option} back.", "{option}を取り消して戻します。"),
    SOLUTION: Words("Everything is covered: solution {number}.", "すべてが覆われました。解{number}です。"),
}
DANCE_SEVERAL = Words(
    "Suppose {option} (options left for {item}: {size}; needed: {demand}).",
    "仮に{option}を選びます（{item}の選択肢：{size}、必要な数：{demand}）。",
)
DANCE_NO_MORE = {
    TRIAL: Words(
        "Suppose that no further option covers {item} (options left: {size}).",
        "{item}を覆う選択肢はもう選ばないと仮定します（残りの選択肢：{size}）。",
    ),
    RETURN: Words("Take this supposition back.", "この仮定を取り消して戻します。"),
}
DANCE_TOO_FEW = Words(
    "Too few options are left for {item}: {size} of {demand}.",
    "{item}を覆う選択肢が足りません（残り：{size}、必要な数：{demand}）。",
)
DANCE_START = Words("Nothing is chosen yet.", "まだ何も選んでいません。")
DANCE_END = Words(
    "Nodes: {nodes}. Solutions: {solutions}. {ending}", "ノード：{nodes}。解：{solutions}。{ending}"
)
DANCE_ENDINGS = {
    Stop.EXHAUSTED: Words("Everything was tried.", "すべて調べました。"),
    Stop.BUDGET: Words("Cut after {steps:, step}.", "{steps:,}手で打ち切りました。"),
}
DANCE_KEYS = Words(
    "space next, b back, p play, l links, q quit", "スペース：次へ、b：前へ、p：再生、l：リンク、q：終了"
)
DANCE_LEGEND = Words(
    "o there, - leaves, + comes back, . gone, # chosen; below each item the number of its options",
    "o：ある、-：外れる、+：戻る、.：外れている、#：選んだ行。項目の下は選択肢の数",
)
NO_ROOM = Words(
    "no room for {options: more option} and {items: more item}",
    "ほかに選択肢{options}個、項目{items}個は入りません",
)
CHANGES = {
    (True, True): Words("cover {node}: {a}.R = {b}, {b}.L = {a}", "{node}を覆う：{a}.R = {b}、{b}.L = {a}"),
    (True, False): Words("uncover {node}: {a}.R = {b}.L = {node}", "{node}を戻す：{a}.R = {b}.L = {node}"),
    (False, True): Words(
        "hide {node}: [{a}].D = [{b}], [{b}].U = [{a}]", "{node}を隠す：[{a}].D = [{b}]、[{b}].U = [{a}]"
    ),
    (False, False): Words(
        "unhide {node}: [{a}].D = [{b}].U = [{node}]", "{node}を戻す：[{a}].D = [{b}].U = [{node}]"
    ),
}
"""Text of a change, by (whether the node is a header, whether it leaves); a node that does not leave returns."""
DANCE_PAGE = {
    "title": Words("The links dance: {puzzle}", "ダンシングリンク：{puzzle}"),
    "matrix": Words("The matrix", "行列"),
    "cover": Words("What is covered", "覆われたところ"),
    "tree": Words("The tree of the search", "探索の木"),
    "hint_demands": Words(
        "The blue number says how many more options must cover the item; 0–2 means from none to two. "
        "If an item can still be covered twice or more, the search leaves out the options that it has tried. "
        "× in the tree: too few options.",
        "選択肢の数の下の青い数は、その項目をあと何回覆うかです。0–2は0回から2回までを表します。"
        "あと2回以上覆える項目では、先に試した選択肢を外します。木の×は選択肢が足りないことを表します。",
    ),
    "hint_colours": Words(
        "A letter in a node is the colour that the option gives the item. Once an item has a colour, the head of the "
        "item shows it. The option of a grey row cannot be chosen, because of the colour beside the row. {key}",
        "ノードの文字は、選択肢が項目に付ける色の名前です。色が決まった項目は、見出しの下にその色を示します。"
        "灰色の行の選択肢は、右に示した色のために選べません。{key}",
    ),
    "hint_tree": Words(
        "Each node shows how many options its item has; × has none, ★ is a solution.",
        "各ノードの数は、覆う項目の選択肢の数です。×は選択肢なし、★は解です。",
    ),
    "links": Words("The links", "リンクの付け替え"),
    "hint_links": Words(
        "One change of the step at a time. A node that leaves keeps its own links: that is how it finds its way back.",
        "手順の中の変更を一つずつ示します。外れるノードは自分のリンクを保つので、元の場所に戻れます。",
    ),
    "before": Words("before", "前"),
    "after": Words("after", "後"),
    "now": Words("covered now", "いま覆う列"),
    "leave": Words("leaves", "外れる"),
    "back": Words("comes back", "戻る"),
    "off": Words("gone", "外れている"),
    "pick": Words("chosen", "選んだ行"),
    "play": Words("play", "再生"),
    "stop": Words("stop", "停止"),
    "first": Words("first", "最初"),
    "previous": Words("back", "前へ"),
    "next": Words("next", "次へ"),
    "last": Words("last", "最後"),
    "step": Words("step", "手順"),
    "change": Words("change", "変更"),
    "none": Words("No link changes in this step.", "この手順ではリンクは変わりません。"),
    "cover_item": CHANGES[True, True],
    "uncover_item": CHANGES[True, False],
    "hide_node": CHANGES[False, True],
    "unhide_node": CHANGES[False, False],
}

# Books
BOOK_TITLE, BOOK_ANSWERS = Words("Sudoku", "数独"), Words("Solutions", "解答")
BOOK_TASK = Words(
    "Every row, column and framed box holds each of {symbols} once.",
    "行、列、太枠の中に{symbols}を一つずつ入れます。",
)
BOOK_SHADED = Words(" No symbol occurs twice in a shaded house.", "網かけのユニットの中でも重なりません。")
