"""Texts about problems that are not boards: what their names mean, and why a name is refused."""

from sudokubench.words import Words, by_door

KNUTH = Words(
    "the six options and seven items of Knuth's Dancing Links (2000)",
    "Knuthの「Dancing Links」（2000年）の例：選択肢6個、項目7個",
)
DOMINOES = Words(
    "dominoes on R x C; domino:8-0-63 leaves out two corners",
    "R x Cにドミノを敷き詰める。domino:8-0-63は二隅を除く",
)
AZTEC = Words("dominoes on the Aztec diamond of order N", "位数Nのアステカダイヤモンドにドミノを敷き詰める")
TROMINOES = Words(
    "L-trominoes on N x N; tromino:RxC on a rectangle; tromino:8-0 leaves out cell 0",
    "N x NにL字トロミノを敷き詰める。tromino:RxCは長方形、tromino:8-0はマス0を除く",
)
PENTOMINOES = Words(
    "the twelve pentominoes, each once, on 60 cells such as pentomino:6x10",
    "12種のペントミノを一つずつ60マスに敷き詰める。例：pentomino:6x10",
)
POLYOMINOES = Words(
    "polyominoes of the sizes SIZES, each used any number of times (:once: exactly once); :one-sided forbids flips, "
    ":fixed flips and turns",
    "大きさSIZESのポリオミノを種類ごとに何個でも使って敷き詰める（:onceなら一つずつ）。"
    ":one-sidedは裏返しを、:fixedは裏返しも回転も禁じる",
)
RECTANGLES = Words("dissections of R x C into rectangles", "R x Cを長方形に分ける")
QUEENS = Words(
    "N queens on N x N, none attacking another", "N x Nの盤に、N個のクイーンを互いに攻撃しないように置く"
)
TORUS_QUEENS = Words(
    "N queens on a torus of N x N", "N x Nのトーラスに、N個のクイーンを互いに攻撃しないように置く"
)
LOZENGES = Words("lozenges in a hexagon with sides A, B, C", "辺がA、B、Cの六角形にひし形を敷き詰める")
POLYIAMONDS = Words(
    "polyiamonds of size SIZE on a parallelogram, each used any number of times (:once: exactly once)",
    "平行四辺形に、大きさSIZEのポリアモンドを種類ごとに何個でも使って敷き詰める（:onceなら一つずつ）",
)
SOMA = Words(
    "the seven Soma pieces in a box of 27 cubes: soma:3x3x3",
    "立方体27個分の箱に7個のソマピースを詰める：soma:3x3x3",
)
LATIN = Words("Latin squares of order N", "N次のラテン方陣")
HOLES = Words(
    "a Latin square of order N with HOLES blanks, made from SEED",
    "SEEDから作るN次のラテン方陣の、HOLES個の空きマスを埋める",
)
TRANSVERSALS = Words("transversals of the cyclic Latin square of order N", "N次の巡回ラテン方陣の横断")
MATES = Words("orthogonal mates of the cyclic Latin square of order N", "N次の巡回ラテン方陣に直交する方陣")
STEINER = Words("Steiner triple systems on V points", "V点のシュタイナー三重系")
LANGFORD = Words("Langford pairs of the numbers up to N", "Nまでの数のラングフォードの対")
COLOURINGS = Words(
    "colourings of a graph such as petersen, cycle5, complete6, cube3 or queen5",
    "グラフの彩色。グラフはpetersen、cycle5、complete6、cube3、queen5など",
)
MATCHINGS = Words(
    "perfect matchings of a graph: the same graphs as for colourings",
    "グラフの完全マッチング。グラフはcolouringと同じ",
)
WORD_SQUARES = Words(
    "squares whose row and column k are the same word; with :double all rows and columns are different words",
    "k行目とk列目が同じ語になるワードスクエア。:doubleなら、行と列がすべて異なる語になる",
)

UNKNOWN_PROBLEM = Words(
    "no problem is called {name!r}; there are {known}; `sudokubench problems` describes them{close}",
    "{name!r}という問題はありません。使える名前は{known}です。`sudokubench problems`で説明を読めます{close}",
)
BAD_FORM = Words(
    "problem {name!r}: its name must have the form {form} ({meaning}), such as {example}",
    "問題{name!r}：名前は{example}のように{form}の形で書いてください（{meaning}）",
)
TOO_LARGE = Words(
    "problem {name!r}: numbers up to {most} are possible in names of {kind}",
    "問題{name!r}：{kind}の名前に使える数は{most}までです",
)
NOT_SIXTY = Words(
    "problem {name!r} has {cells} cells; twelve pentominoes cover 60, such as 6x10",
    "問題{name!r}は{cells}マスです。12種のペントミノは6x10などの60マスを覆います",
)
NOT_27 = Words(
    "problem {name!r}: the seven pieces fill 27 cubes, such as 3x3x3",
    "問題{name!r}：7個のピースは3x3x3などの27個の立方体を埋めます",
)
PIECE_SIZES = Words(
    "problem {name!r}: sizes of pieces are whole numbers from 1 to {most}",
    "問題{name!r}：ピースの大きさは1から{most}までの整数です",
)
TOO_MANY_HOLES = Words(
    "problem {name!r}: the square has {most} cells; write at most {most} holes",
    "問題{name!r}：方陣は{most}マスです。空きマスの数をそれ以下にしてください",
)
ONE_LENGTH = Words(
    "problem {name!r}: all words must have {length: letter}, like {word!r}; leave out the others",
    "問題{name!r}：すべての語を{word!r}と同じ{length}文字にしてください",
)
LEFT_OUT = Words(
    "problem {name!r}: the cells left out must differ and lie from 0 to {last}",
    "問題{name!r}：除くマスは、0から{last}までの異なる番号にしてください",
)
FORM_OF_COVER = Words(
    "a solution of an exact cover has no form {form!r}; write it as line, grid, unicode or svg",
    "厳密被覆の解は{form!r}の形式では書けません。line、grid、unicode、svgのどれかにしてください",
)

# Overlapping grids
FORM_OF_OVERLAP = Words(
    "the form {form} cannot state overlapping grids; use text, line, grid, unicode or svg",
    "{form}の形式では重なる盤を書けません。text、line、grid、unicode、svgのどれかにしてください",
)
OVERLAPS = Words(
    "several grids that share cells: overlap:samurai:CLUES, or the upper left cell of each grid, as in "
    "overlap:4x4:R1C1+R3C3",
    "マスを共有する複数の盤。overlap:samurai:与え値と書くか、overlap:4x4:R1C1+R3C3のように各盤の左上のマスを書く",
)
UNKNOWN_GRIDS = Words(
    "{name!r} does not name overlapping grids; the names are {shapes}, or the upper left cells of the grids, "
    "as in overlap:R1C1+R7C7 or overlap:4x4:R1C1+R3C3{close}",
    "{name!r}は重なる盤の名前ではありません。{shapes}か、overlap:R1C1+R7C7や"
    "overlap:4x4:R1C1+R3C3のように各盤の左上のマスを書いてください{close}",
)
SHAPE_OF_NINE = Words(
    "{shape} has grids of 9x9, not of {layout}; write the upper left cell of each grid, as in "
    "overlap:4x4:R1C1+R3C3",
    "{shape}は9x9の盤を重ねたものです（指定は{layout}）。overlap:4x4:R1C1+R3C3のように、各盤の左上のマスを書いてください",
)
GRIDS_AT_ONE_PLACE = Words(
    "overlapping grids need at least two grids at different places, as in overlap:R1C1+R7C7; found {grids}",
    "盤が重なるには、overlap:R1C1+R7C7のように異なる位置の盤が二つ以上必要です（指定は{grids}）",
)
GRIDS_APART = Words(
    "the grids do not meet: {grids} shares no cell with {others}. Each grid must share cells with another one: "
    "two grids meet if their rows and their columns differ by less than {n}",
    "盤が重なっていません：{grids}は{others}とマスを共有しません。どの盤もほかの盤とマスを共有する必要があります。"
    "行の差も列の差も{n}未満なら重なります",
)
TOO_MANY_GRIDS = Words(
    "at most {most} grids of {layout} may overlap; found {count}. Leave out some grids",
    "{layout}の盤は{most}個まで重ねられます（指定は{count}個）。盤を減らしてください",
)
CLUES_OF_GRIDS = Words(
    "clues in {found} do not fit {name}. Write {height} rows of up to {width} signs, with spaces outside of the grids. "
    "Or write one line with a sign for each of the {cells} cells, row by row. "
    "Or write {grids} rows, one for each grid, with {of_grid} signs in each",
    "{name}の与え値が{found}あります。{height}行（1行は{width}文字まで、盤の外は空白）か、"
    "マスごとに1文字を上の行から順に並べた{cells}文字の1行か、盤ごとに1行（{of_grid}文字）で{grids}行を書いてください",
)
ONE_LINE = Words("{count: sign}", "{count}文字")
NOT_A_ROW = Words(
    "{text!r} is not a row of clues; begin a title or a comment with #",
    "{text!r}は与え値の行ではありません。題名などは行頭に#を付けてください",
)
SEVERAL_ROWS = Words("{count} rows", "{count}行")
ROW_OF_GRIDS = Words(
    "row {row} has {count: sign}; write its {cells} cells, or {width} signs with spaces outside of the grids",
    "{row}行目が{count}文字です。盤のマス{cells}個だけを書くか、盤の外に空白を入れて{width}文字で書いてください",
)
OUTSIDE_GRIDS = Words(
    "{sign!r} is at {cell}, which lies outside of all grids; write a space or a dot there",
    "{sign!r}が{cell}にありますが、どの盤のマスでもありません。空白かピリオドにしてください",
)
GRIDS_DISAGREE = Words(
    "{cell} lies in several grids, and one gives it {one}, another one {other}; write the same clue or a blank in both",
    "{cell}は複数の盤にあるマスですが、与え値が{one}と{other}で異なります。同じ与え値か空きマスにしてください",
)
NO_ARRANGEMENT = by_door(
    "these rows have no name above them; write for example overlap:samurai: in a line above<, or use --layout "
    "samurai|>",
    "この行の上に名前がありません。上の行にoverlap:samurai:などと書<くか、--layout samuraiを指定し|い>てください",
)
