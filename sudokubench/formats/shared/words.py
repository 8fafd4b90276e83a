"""Texts about puzzles of other programs: why a puzzle is not read or not written, and what was left out of it."""

from __future__ import annotations

from collections.abc import Sequence

from sudokubench.words import Words, by_door, listed

PACKED_DAMAGED = Words(
    "the packed part of the puzzle is damaged, or holds more than {most:,} characters: copy the whole link again",
    "問題の圧縮された部分が壊れているか、{most:,}文字を超えています。リンク全体をもう一度コピーしてください",
)
AT_ELEMENT = Words("the element {place}: {reason}", "要素{place}：{reason}")
UNKNOWN_ELEMENT = Words(
    "this element of {program} is not known, and it may state a rule: leave it out if it states none, or write the "
    "puzzle as JSON with all its rules",
    "{program}のこの要素には対応していません。ルールでなければ除き、ルールなら、すべてのルールを含むJSONにしてください",
)
UNSAID = by_door(
    "{program} has no element for {rule}: <use --to|choose the form> json",
    "{program}では{rule}を表せません。<--to jsonを使っ|形式jsonを選ん>でください",
)
NO_NUMBER_HERE = Words("{value} is not a whole number", "{value}は整数ではありません")
NO_CELL = Words(
    "{value} is not a cell that is possible here, such as R1C2",
    "{value}はここで使えるマス（R1C2など）ではありません",
)
NO_DIAGONAL = Words(
    "no diagonal begins at {value}: name its first cell, at the edge of the board, such as R1C2",
    "{value}から始まる斜めの列はありません。R1C2のように、盤面の端にある最初のマスを書いてください",
)
NO_SQUARE = Words(
    "{value} is not the top left cell of a 2x2 square: it is in the last row or column; write a cell such as R1C2",
    "{value}は2x2の正方形の左上のマスになりません。最後の行か列にあります。R1C2のようなマスを書いてください",
)
NOT_BESIDE = Words(
    "{value} is not a cell beside the board, such as R0C1",
    "{value}は盤面の外のマス（R0C1など）ではありません",
)
REGIONS_ARE = Words("the board needs {n} regions of {n} cells", "{n}マスの領域が{n}個必要です")
GRID_IS = Words("the grid must have {n} rows of {n} cells", "盤面には、{n}マスの行が{n}行必要です")
NO_DIGIT_HERE = Words("{value} is not a digit from 1 to {n}", "{value}は1から{n}の数字ではありません")
FLAG_IS = Words("{value} is neither true nor false", "{value}はtrueでもfalseでもありません")
CELLS_ARE = Words(
    "this board of {program} needs {cells} cells, not {count}",
    "マスが{count}個ありますが、{program}のこの盤面は{cells}マスです",
)
WALLS_ARE = Words(
    "the list of walls must cover {count} places between cells, not {found}",
    "壁の有無が{found}か所分ありますが、マスの境目は{count}か所です",
)
CAGE_SUMS = Words(
    "each cage has two cells or more, and one sum, at its first cell",
    "ケージには、二つ以上のマスと、最初のマスに書いた一つの和が必要です",
)
SEED = Words(
    "only {program} can make the puzzle of a random seed; give the ID of the game, which has a colon in place of #",
    "乱数のシードから問題を作れるのは{program}だけです。#の代わりに:のある、ゲームのIDを指定してください",
)
SUMOCUE = Words(
    "SumoCue writes 81 cells, such as =5J0 or +4J0, or 81 numbers after 3x3::k:",
    "SumoCueの問題には、=5J0や+4J0のようなマスが81個、または3x3::k:の後に数が81個必要です",
)
TWICE = Words("it occurs twice", "二度あります")
NO_LIST = Words(
    "{value} is not a list of at most {most} entries", "{value}は要素が{most}個以下のリストではありません"
)
TOO_MANY_ELEMENTS = Words("a puzzle has at most {most} elements", "問題の要素は{most}個までです")
NO_DIRECTION = Words(
    "{value} is not a direction; the directions are {known}",
    "{value}は方向ではありません。{known}のどれかにしてください",
)
NO_NEGATIVE = Words("{value} is neither xv nor ratio", "{value}はxvでもratioでもありません")
NEGATIVE_RATIO = Words(
    "a negative rule of ratios is known for the ratio 2 only", "比の否定ルールで使えるのは2だけです"
)
ONLY_DRAWN = Words(
    "{program} only draws this, and states its rule in words: write it for f-puzzles, or as JSON with its rules",
    "{program}ではこれは図にすぎず、ルールは文章にあります。f-puzzlesの問題か、ルールを含むJSONにしてください",
)
NO_DOT = Words("a constraint begins with a dot", "制約は「.」で始めてください")
ONE_SHAPE = Words("a puzzle may have only one Shape", "Shapeは問題に一つです")
ONLY_OF_NINE = Words("only a board of 9x9 has windows", "窓があるのは9x9の盤面だけです")
SHAPE_IS = Words(
    "a board must have as many columns and digits as rows, as in .Shape~9x9",
    "行の数、列の数、数字の個数は、.Shape~9x9のように同じでなければなりません",
)
NO_LINE = Words(
    "{value} is not a row or column of the board, such as R1 or C2",
    "{value}はこの盤面の行や列（R1やC2など）ではありません",
)
CLUE_IS = Words(
    "a clue beside the board needs a line and a number, as in {example}",
    "盤面の外の数は、{example}のように、行か列の名前とともに書いてください",
)
NO_NEIGHBOURS = Words("no two of its cells share a side", "辺で隣り合うマスがありません")
NO_PATTERN = Words("{value} is not a packed regular expression", "{value}は圧縮された正規表現ではありません")
PUZZLE_OR_RULE = by_door(
    "{seen} may be a whole puzzle, or one rule of a puzzle: begin each puzzle with .Shape~9x9<, or use --from iss if "
    "each line is a puzzle|>",
    "{seen}は問題の全体とも、問題の一つのルールとも読めます。問題ごとに.Shape~9x9で始め<るか、"
    "1行が1問なら--from issを使っ|>てください",
)
DIGITS_NOT_GIVEN = Words("digits that are not given ({count})", "与え値でない数字{count}個")
NO_RULE_READ = Words(
    "{program}: left out, because these parts state no rule that can be read: {names}",
    "{program}：読み取れるルールを表していないので、取り除きました：{names}",
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
