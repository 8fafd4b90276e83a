"""What shells say around steps and rules; the texts of rules themselves are in the catalog of each language."""

from __future__ import annotations

from sudokubench.words import Words

ENDINGS = {
    "solved": Words("solved", "解けました"),
    "stuck": Words("stuck", "行き詰まりました"),
    "contradiction": Words("contradiction", "矛盾があります"),
    "budget": Words("budget", "時間切れです"),
}
"""How a trace ends, by the value of its `Ending`."""

# Ratings
CLASS = Words("class", "難易度")
LEVELS = {
    "Easy": Words("Easy", "初級"),
    "Medium": Words("Medium", "中級"),
    "Hard": Words("Hard", "上級"),
    "Expert": Words("Expert", "最上級"),
    "Extreme": Words("Extreme", "超難問"),
}
"""Classes of difficulty, by the value of the `Level`."""

# Hints
LOOK_AT = Words("Look at {region}.", "{region}に注目しましょう。")
DEFINITION = Words("{name}: {definition}", "{name}：{definition}")
PATTERN_IN = Words("The pattern is in {cells}.", "{cells}に形があります。")
WRONG_DIGIT = Words("{cell} = {digit} is a mistake.", "{cell}の{digit}は誤りです。")
WRONG_MARKS = Words(
    "The pencil marks of {cell} lack the right digit.", "{cell}の候補に正しい数字がありません。"
)
FULL = Words("the grid is full and right", "すべてのマスが正しく埋まっています")
NO_STEP = Words("no rule finds a step here", "どの手筋も使えません")

# Why a candidate is forced or forbidden
FORCED = Words("{candidate} is forced by {facts}:", "{candidate}は次の{facts}により確定します：")
FORBIDDEN = Words("{candidate} is forbidden by {facts}:", "{candidate}は次の{facts}により否定されます：")
OPEN = Words(
    "{candidate} is neither forced nor forbidden: some solutions have it and some do not.",
    "{candidate}は確定も否定もされません。含む解も含まない解もあります。",
)
ONE_FACT = Words("{count} fact", "{count}個の事実")
FACTS = Words("{count} facts", "{count}個の事実")
CLUE = Words("the clue {candidate}", "与え値{candidate}")
RULED_OUT = Words("{candidate} is ruled out by the grid given", "{candidate}は与えられた盤面で除かれている")
PLACE_NEEDED = Words("{house} must hold {digit}", "{house}には{digit}が入る")
CELL_NEEDED = Words("{cell} must hold a digit", "{cell}には数字が入る")
SMALLEST = Words("There is no smaller set.", "これより小さい集合はありません。")
IRREDUCIBLE = Words(
    "None can be left out; a smaller set may exist.",
    "どれも省けませんが、より小さい集合があるかもしれません。",
)

# Rules
VALUES = Words("se {se}, hodoku {hodoku}", "se {se}、hodoku {hodoku}")
GROWING_VALUES = Words(
    "se {se} and more with its length, hodoku {hodoku}", "se {se}（長さとともに増加）、hodoku {hodoku}"
)
MONOTONE = {True: Words("monotone: yes", "単調性：あり"), False: Words("monotone: no", "単調性：なし")}
UNIQUE = {
    True: Words("relies on a single solution: yes", "一意解の仮定：あり"),
    False: Words(
        "relies on a single solution: no, on the houses alone", "一意解の仮定：なし（ユニットだけによる）"
    ),
}
UNIQUE_NOTE = Words(" (relies on a single solution)", "（一意解の仮定）")
CODES = Words("codes in technique libraries: {codes}", "手筋集での番号：{codes}")
SOURCE = Words("source: {source}", "出典：{source}")
