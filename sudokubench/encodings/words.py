"""Texts about encodings: why a problem has no encoding, and why a text is not DIMACS or not an answer of a solver."""

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
TOO_MANY_COMBINATIONS = Words("{constraint}: {reason}", "{constraint}：{reason}")
NO_MODEL = Words("{problem} has no constraint model: {reason}", "{problem}の制約モデルは作れません：{reason}")
NO_COVER = Words(
    "{problem} cannot be written as an exact cover: {reason}", "{problem}は厳密被覆として書けません：{reason}"
)

# DIMACS
SECOND_PROBLEM_LINE = Words(
    "this is a second problem line; a file holds one formula",
    "問題行が二つあります。一つのファイルに書ける式は一つです",
)
BEFORE_PROBLEM_LINE = Words(
    "{token} stands before the problem line; begin with `p cnf VARIABLES CLAUSES`",
    "問題行の前に{token}があります。`p cnf 変数の数 節の数`の行から始めてください",
)
MORE_CLAUSES = Words(
    "the file has more than the {clauses: clause} that its problem line announces",
    "問題行にある{clauses}個より多くの節があります",
)
NO_PROBLEM_LINE = Words(
    "the problem line is missing; a DIMACS file holds `p cnf VARIABLES CLAUSES`",
    "問題行がありません。DIMACSのファイルには`p cnf 変数の数 節の数`の行が必要です",
)
OPEN_CLAUSE = Words("the last clause does not end with 0", "最後の節が0で終わっていません")
FEWER_CLAUSES = Words(
    "the file has {found: clause}, and its problem line announces {clauses}",
    "節は{found}個ありますが、問題行には{clauses}個とあります",
)
LONG_LINE = Words("the line has more than {most} characters", "この行は{most}文字を超えています")
BAD_PROBLEM_LINE = Words(
    "{line} is not a problem line; write `p cnf VARIABLES CLAUSES`",
    "{line}は問題行として読めません。`p cnf 変数の数 節の数`と書いてください",
)
TOO_MANY_VARIABLES = Words(
    "the problem line announces {count} variables; 0 to {most} are possible",
    "問題行の変数の数が{count}です。0から{most}までにしてください",
)
TOO_MANY_CLAUSES = Words(
    "the problem line announces {count} clauses; 0 to {most} are possible",
    "問題行の節の数が{count}です。0から{most}までにしてください",
)
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

# Models as text, and answers of solvers
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
