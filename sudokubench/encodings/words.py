"""Texts about encodings: why a problem has no encoding, and why a text is not an answer of a solver."""

from sudokubench.words import Words

NO_ENCODING = Words(
    "no encoding is called {name!r}; the encodings are {names}{close}",
    "{name!r}という符号化はありません。符号化は{names}です{close}",
)
FOR_BOARDS_ONLY = Words(
    "the encoding {encoding} is for boards only; choose extended",
    "符号化{encoding}は盤面専用です。extendedを選んでください",
)
NEEDS_RECTANGLES = Words(
    "the encoding {encoding} needs boxes that are rectangles; choose extended",
    "符号化{encoding}には長方形のボックスが必要です。extendedを選んでください",
)
NO_MODEL = Words("{problem} has no constraint model: {reason}", "{problem}の制約モデルは作れません：{reason}")
NO_COVER = Words(
    "{problem} cannot be written as an exact cover: {reason}", "{problem}は厳密被覆として書けません：{reason}"
)

# Answers of solvers
BAD_LITERAL = Words(
    "{token} is not a literal: write a whole number of at most 9 digits",
    "{token}はリテラルではありません。9桁以内の整数で書いてください",
)
UNKNOWN_VARIABLE = Words(
    "the literal {literal} has no variable: the problem line announces {variables: variable}",
    "リテラル{literal}の変数がありません。問題行にある変数は{variables}個です",
)
UNKNOWN_OPTION = Words(
    "option {literal} does not exist: the problem has {variables: option}, numbered from 1",
    "選択肢{literal}はありません。この問題の選択肢は1から{variables}までです",
)
NO_VALUE = Words("variable {variable} has no value", "変数{variable}の値がありません")
BAD_VALUE = Words(
    "variable {variable} has the value {value}, outside its domain",
    "変数{variable}の値が{value}で、値域の外です",
)
SECOND_STATUS = Words(
    "unexpected status {status}: a solver prints one status, SATISFIABLE, UNSATISFIABLE or UNKNOWN",
    "予期しない判定{status}です。判定はSATISFIABLE、UNSATISFIABLE、UNKNOWNのどれか一つです",
)
BOTH_SIGNS = Words(
    "a model has both {variable} and -{variable}; a variable has one value",
    "モデルに{variable}と-{variable}の両方があります。変数の値は一つです",
)
