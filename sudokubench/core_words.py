"""Texts of the modules in this folder and of errors of the system, in English and Japanese."""

from __future__ import annotations

from sudokubench.words import Words

# errors
LINE = Words("line {number}", "{number}行目")
COLUMN = Words("column {number}", "{number}文字目")
NAMED = Words("{name}: {text}", "{name}：{text}")
"""The name of a place, a file or another thing, with the text about it."""
UNREADABLE = Words("{name} cannot be read: {reason}{close}", "{name}を読めません：{reason}{close}")
DID_YOU_MEAN = Words("; did you mean {close}?", "。もしかして：{close}")
ROW_WITH_DIGIT = Words(
    "the board at index {row} holds the digit {digit}: the largest digit of {size}x{size} is {size}",
    "インデックス{row}の盤面に数字{digit}があります。{size}x{size}の最大の数字は{size}です",
)
NOT_WHOLE = Words(
    "{name}={value!r}: the value must be a whole number of at least {least}{remedy}",
    "{name}={value!r}：{least}以上の整数を指定してください{remedy}",
)
AT_MOST = Words(" and at most {most:,}", "（{most:,}以下）")
NONE_IS_ALL = Words("; None means all", "。Noneはすべてを意味します")
NONE_IS_UNBOUNDED = Words("; None means no bound", "。Noneは無制限を意味します")

SYSTEM_REASONS = {
    "EACCES": Words("Permission denied", "アクセスする権限がありません"),
    "EADDRINUSE": Words("Address already in use", "すでに使われています"),
    "EADDRNOTAVAIL": Words("Cannot assign requested address", "このコンピューターのアドレスではありません"),
    "EBUSY": Words("Device or resource busy", "使用中です"),
    "EEXIST": Words("File exists", "同じ名前のものがすでにあります"),
    "EFBIG": Words("File too large", "ファイルが大きすぎます"),
    "EIO": Words("Input/output error", "入出力エラーです"),
    "EISDIR": Words("Is a directory", "フォルダーです"),
    "ELOOP": Words("Too many levels of symbolic links", "シンボリックリンクの連続が多すぎます"),
    "EMFILE": Words("Too many open files", "開いているファイルが多すぎます"),
    "ENAMETOOLONG": Words("File name too long", "名前が長すぎます"),
    "ENOENT": Words("No such file or directory", "ファイルまたはフォルダーがありません"),
    "ENOEXEC": Words("Exec format error", "実行できる形式ではありません"),
    "ENOSPC": Words("No space left on device", "空き容量がありません"),
    "ENOTDIR": Words("Not a directory", "フォルダーではありません"),
    "EPERM": Words("Operation not permitted", "許可されていません"),
    "EPIPE": Words("Broken pipe", "出力先が閉じられました"),
    "EROFS": Words("Read-only file system", "書き込めないファイルシステムです"),
    "ETXTBSY": Words("Text file busy", "実行中のファイルです"),
}
"""Common reasons of the operating system, by the name of their error number."""

# answer, solving
SECONDS = Words(
    "seconds={value!r}: the value must be a number of at least 0; None means no bound",
    "seconds={value!r}：0以上の数を指定してください。Noneは無制限を意味します",
)
NO_BUDGET = Words(
    "budget={value!r}: the value must be a Budget, such as Budget(seconds=5)",
    "budget={value!r}：Budget(seconds=5)のようなBudgetを指定してください",
)
RAN_OUT = Words(
    "{backend} left {puzzle} undecided: its budget ran out, its memory is full, or it shows one solution and "
    "cannot tell whether there are more; give it a larger budget or more memory, or take another backend",
    "{puzzle}：{backend}は判定できませんでした。原因は次のどれかです：予算が尽きた、メモリが尽きた、解を一つ示すだけで"
    "ほかの解の有無を判定できない。予算かメモリを増やすか、別のバックエンドを使ってください",
)
NO_NODES = Words(
    "backend {backend} does not report the nodes of its search; dlx and algorithm_x do, and "
    "`explain --search` shows the search of human logic",
    "バックエンド{backend}は探索のノードを報告しません。dlxとalgorithm_xは報告します。"
    "人間の論理の探索は`explain --search`で見られます",
)

# batches
NO_LINES = Words(
    "lines of digits exist up to 9x9, but these boards have {cells} cells; use `solutions`",
    "{cells}マスの盤面は数字の行として書けません。書けるのは9x9までです。`solutions`を使ってください",
)
FALSE_BATCH = Words(
    "for {bad} of {boards: board} it counts solutions that it does not show, shows a grid that is not a solution, "
    "shows a solution twice, or leaves open whether a solution exists",
    "{boards}個の盤面のうち{bad}個で、答えが誤っています：示していない解を数えた、解でないものを示した、"
    "同じ解を二度示した、解の有無を答えていない、のどれかです",
)
SOME_BOARDS = Words("{some:,} of {boards:, board}", "盤面{boards:,}個のうち{some:,}個")
OTHER_RULES = Words(
    "the board at index {row} is {problem}, but index 0 is {first}: give boards of one layout, with the same "
    "constraints",
    "インデックス{row}の盤面は{problem}ですが、0は{first}です。レイアウトと制約が同じ盤面を渡してください",
)
ROW_FORBIDS = Words(
    "the board at index {row} has forbidden candidates, which a batch cannot hold: use solve for this board",
    "インデックス{row}の盤面には禁止された候補がありますが、まとめて解くときは扱えません。この盤面にはsolveを使ってください",
)
ROW_COLUMN = Words(
    "index {row}, column {column}: {fault}", "インデックス{row}の盤面の{column}文字目：{fault}"
)

# exchange
NO_TABLES = Words(
    "to_frame needs pandas or Polars: pip install pandas",
    "to_frameにはpandasかPolarsが必要です：pip install pandas",
)
NO_BOARD_IN = Words(
    "{value:.60} of type {kind} holds no board; give text, arrays, boards or lists of them",
    "{value:.60}（{kind}型）に盤面がありません。文字列、配列、盤面、またはそれらのリストを渡してください",
)
PRIME_ROWS = Words(
    "{size} lists of {size} digits each may be an exact cover or a board: for a cover, call ExactCover.from_options; "
    "for a board of this prime size, give a text that begins with {size}x{size}:",
    "{size}個の数字のリストが{size}個あり、厳密被覆か盤面かを決められません。被覆はExactCover.from_optionsで作り、"
    "大きさが素数の盤面は{size}x{size}:で始まる文字列で渡してください",
)
NOT_BOARDS = Words(
    "{value:.60} of type {kind} cannot hold boards: give text, arrays, boards or lists of them",
    "{value:.60}（{kind}型）は盤面として読めません。文字列、配列、盤面、またはそれらのリストを渡してください",
)
NOTHING_GIVEN = Words(
    "the list is empty, but this call takes one board: give a text, an array or a board",
    "リストが空です。文字列、配列、盤面のどれかを一つ渡してください",
)
SEVERAL_BOARDS = Words(
    "there are {count} boards, but this call takes one: solve_many takes several, and `boards` lists them",
    "盤面が{count}個ありますが、受け取れるのは1個です。solve_manyは複数の盤面を受け取り、`boards`は一覧にします",
)
ARRAY_TYPE = Words(
    "an array of {dtype} does not hold boards: boards are uint8; if all values are digits or 0, use "
    "array.astype(np.uint8)",
    "{dtype}の配列は盤面として読めません。盤面はuint8です。値がすべて数字か0なら、array.astype(np.uint8)を使ってください",
)
ARRAY_SHAPE = Words(
    "an array of shape {shape} does not hold boards: boards are (n, 81), (n, 9, 9), (81,) or (9, 9), "
    "or the same of another size; ExactCover.from_matrix takes a matrix of zeros and ones",
    "形が{shape}の配列は盤面として読めません。盤面は(n, 81)、(n, 9, 9)、(81,)、(9, 9)、"
    "または別の大きさの同じ形です。0と1の行列はExactCover.from_matrixに渡してください",
)
ROW_NOT_DIGITS = Words(
    "the board at index {row} holds a number that is not a digit: digits are 1 to {size}, and 0 for a blank",
    "インデックス{row}の盤面に数字でない値があります。使えるのは1から{size}までと、空きマスの0です",
)
WHOLE_TABLE = Words(
    "a table with the columns {names}: give one of them, such as table['puzzle']",
    "列{names}を持つ表です。table['puzzle']のように列を一つ渡してください",
)
MAP_IN_LIST = Words(
    "the list holds a map of regions: make a Layout from it, and give boards of that layout",
    "リストの中に領域の図があります。図からLayoutを作り、そのレイアウトの盤面を渡してください",
)
ROW_OF_TYPE = Words(
    "the value at index {row} is of type {kind}: give lines of text, or boards{remedy}",
    "インデックス{row}の値は{kind}型です。文字列の行か盤面を渡してください{remedy}",
)
OR_BYTES = Words(", or all lines in one bytes object", "。すべての行を一つのbytesにまとめることもできます")
ROW = Words("index {row}: {fault}", "インデックス{row}：{fault}")

# board
NOT_TEXT = Words(
    "{value!r:.60} of type {kind} is not a board: give a Board, or a text such as a line of 81 characters{remedy}",
    "{value!r:.60}（{kind}型）は盤面ではありません。Boardか、81文字の行のような文字列を渡してください{remedy}",
)
NO_LAYOUT = Words(
    "{value!r:.60} of type {kind} is not a layout: Board(LAYOUT, DIGITS) takes a layout and a number for each cell; "
    "Board.parse(TEXT) reads a text, and boards(VALUE) an array or a list",
    "{value!r:.60}（{kind}型）はレイアウトではありません。Board(LAYOUT, DIGITS)にはレイアウトと各マスの数を渡します。"
    "文字列はBoard.parse(TEXT)、配列やリストはboards(VALUE)で読めます",
)
DECODE = Words("; use .decode()", "。.decode()を使ってください")
CELL_COUNT = Words(
    "the board has {count: cell}: {layout} has {cells}", "{count}マスあります。{layout}は{cells}マスです"
)
NO_DIGIT = Words(
    "the digit {digit} does not exist: {layout} has the digits 1 to {size}, and 0 for a blank",
    "数字{digit}は使えません。{layout}の数字は1から{size}まで、空きマスは0です",
)
NO_DIGIT_TO_PUT = Words(
    "the digit {digit} does not exist: {layout} has the digits 1 to {size}",
    "数字{digit}は使えません。{layout}の数字は1から{size}までです",
)
OPTION_RANGE = Words(
    "an option is not a whole number from 0 to {last}; `layout.option(cell, digit)` returns valid ones",
    "選択肢の番号に、0から{last}までの整数でないものがあります。`layout.option(cell, digit)`で作れます",
)
NO_CELL = Words(
    "cell {cell!r} does not exist: {layout} has the cells 0 to {last}",
    "マス{cell!r}はありません。{layout}のマスは0から{last}までです",
)

OF_OTHER_PROBLEM = Words("it is a board of {found} and not of {asked}", "{asked}ではなく{found}の盤面です")
IS_BLANK = Words("{cell} is blank", "{cell}が空きマスです")
NOT_THE_CLUE = Words(
    "{cell} holds {digit} and not the clue {clue}", "{cell}が与え値の{clue}ではなく{digit}です"
)
DIGIT_TWICE = Words("{house} holds a digit twice", "{house}に同じ数字が二度あります")
IS_FORBIDDEN = Words("{option} is forbidden", "{option}は禁止されています")

# layout
SAME_HOUSE = Words(
    "two houses have the same name: give each house a name of its own; rows, columns and boxes are R1, C1, B1 and so "
    "on",
    "同じ名前のユニットが二つあります。ユニットの名前はすべて別にしてください。行、列、ボックスの名前はR1、C1、B1などです",
)
BOXES = Words(
    "these boxes do not fit: give each of the {cells} cells the number of its box, from 0 to {last}, and each box {n} "
    "cells",
    "ボックスの指定が合いません。{cells}マスのそれぞれにボックスの番号を0から{last}までで指定し、どのボックスも{n}マスにしてください",
)
SYMBOLS = Words(
    "the symbols {symbols!r} do not fit: give {n} different letters or digits",
    "記号{symbols!r}は使えません。異なる{n}個の文字か数字を指定してください",
)
HOUSE_NAME = Words(
    "the name {name!r:.60} of a house is not valid: a name has 1 to {most} printable characters",
    "ユニットの名前{name!r:.60}は使えません。名前は表示できる1から{most}文字です",
)
HOUSE_CELLS = Words(
    "the cells of house {name} are not valid: they must differ and lie between 0 and {last}",
    "ユニット{name}のマスが正しくありません。0から{last}までの、互いに異なる番号にしてください",
)
HOUSE_SIZE = Words(
    "house {name} has {count: cell}; a house has 1 to {n}",
    "ユニット{name}に{count}マスあります。ユニットのマスは1から{n}個です",
)
BOX_ROWS = Words(
    "boxes of {rows} rows do not tile {size}x{size}; take a divisor of {size}",
    "{rows}行のボックスでは{size}x{size}を埋められません。{size}の約数を指定してください",
)
ZERO_SYMBOL = Words(
    "the symbols {symbols!r} contain 0, which stands for a blank; use other letters or digits",
    "記号{symbols!r}に0があります。0は空きマスを表します。ほかの文字か数字を使ってください",
)
UNKNOWN_LAYOUT = Words(
    "unknown layout {name!r:.80}; write it like 9x9, 16x16, 6x6:3, 16x16@0123456789ABCDEF or 9x9-diagonal",
    "{name!r:.80}というレイアウトはありません。"
    "9x9、16x16、6x6:3、16x16@0123456789ABCDEF、9x9-diagonalのように書いてください",
)
UNKNOWN_VARIANT = Words(
    "unknown variant {name!r} of {n}x{n}; these exist: {names}",
    "{n}x{n}に{name!r}というバリアントはありません。使えるのは{names}です",
)
LAYOUT_SIZE = Words(
    "a layout of size {size!r} is not supported: sizes are {least} to {most}",
    "一辺{size!r}のレイアウトは使えません。{least}から{most}までにしてください",
)

# problem
NOT_OPTIONS = Words(
    "{name}={value!r}: the values must be ids of options, which are whole numbers",
    "{name}={value!r}：選択肢の番号（整数）を指定してください",
)
NO_OPTION = Words(
    "option {option} does not exist: {name} has the options 0 to {last}",
    "選択肢{option}はありません。{name}の選択肢は0から{last}までです",
)
OPTION_MISSING = Words("option {option} does not exist", "選択肢{option}はありません")
COVERED_ALREADY = Words(
    "{option} covers an item that is covered already", "{option}が、すでに覆われた項目をもう一度覆っています"
)
NOT_COVERED = Words("the item {item} is not covered", "項目{item}が覆われていません")
OPTION_TWICE = Words("{option} occurs twice", "{option}が二度あります")
OTHER_COLOUR = Words(
    "{option} and an option before it cover {item} without a common colour",
    "{option}とその前の選択肢が{item}を覆いますが、共通の色がありません",
)
TIMES_COVERED = Words(
    "the item {item} is covered {times: time}, not {low} to {high} times",
    "項目{item}を覆う選択肢は{low}から{high}個のはずですが、{times}個あります",
)
NOT_KEPT = Words("the solution lacks {option}, which was given", "与えられた{option}が解にありません")
JIGSAW = Words(" jigsaw", "のジグソー")
WITH_HOUSES = Words(" with {houses}", "（追加のユニット：{houses}）")
WITH_CONSTRAINTS = Words("{layout} with constraints: {kinds}", "{layout}（制約：{kinds}）")
OF_KIND = Words("{n} {kind}", "{kind}×{n}")
NO_CONSTRAINTS = Words(
    "a variant needs a constraint: without constraints, use the layout itself",
    "バリアントには制約が必要です。制約がなければ、レイアウトをそのまま使ってください",
)
NO_SUCH_CONSTRAINT = Words("{kind} on {layout}: {reason}", "{layout}の{kind}：{reason}")
NOT_UNDERSTOOD = Words(
    "it does not understand {constraint} ({statement})", "制約を扱えません：{constraint}（{statement}）"
)
KNOWS_ONLY_HOUSES = Words(
    "{actor} knows only the rules of houses, and this board has {constraint}; give a board "
    "without other rules",
    "{actor}が扱えるのはユニットのルールだけですが、この盤面には別の制約があります：{constraint}。"
    "ほかの制約のない盤面を使ってください",
)
SYMBOLS_BY_NAME = Words("; or give the name of a set: {names}", "。名前で指定できるのは{names}です")
TWO_KINDS = Words(
    "{items}: an item is primary or secondary, not both",
    "{items}：一つの項目は主項目か副項目のどちらか一方です",
)
ITEM_TWICE = Words(
    "the item {item} is named twice: each item has a name of its own",
    "項目{item}が二度あります。項目の名前はすべて別にしてください",
)
NO_PRIMARY_ITEM = Words(
    "option {option} has no primary item: every option covers at least one",
    "選択肢{option}に主項目がありません。どの選択肢にも主項目が一つ以上必要です",
)
ONLY_SECONDARY = Words(
    "option {option} gives {item} the colour {colour}: only secondary items have colours (in dlx, those after |)",
    "選択肢{option}が{item}に色{colour}を付けています。色を持てるのは副項目（dlxでは|の後の項目）だけです",
)
ITEM_REPEATED = Words(
    "option {option} has the item {item} twice: an option covers an item once",
    "選択肢{option}に項目{item}が二度あります。同じ項目は一度だけ書けます",
)
UNKNOWN_ITEM = Words(
    "option {option} has {item}, which is not one of the items: add {item} to the items, or correct the name{close}",
    "選択肢{option}の{item}は、項目の一覧にありません。一覧に加えるか、名前を直してください{close}",
)

# data
UNKNOWN_SET = Words(
    "unknown bundled set {name!r}; there are {known}{close}",
    "付属の問題集{name!r}はありません。あるのは{known}です{close}",
)
BUNDLED_FIELDS = Words(
    "the fields {fields} do not fit: a bundled puzzle has {expected}",
    "フィールド{fields}が合いません。付属の問題のフィールドは{expected}です",
)

# -- texts about exact covers, and of the calls of the library --------------------------------------------------

BAD_NAME = Words(
    "the name {name}: a name in an exact cover is a printable text, a whole number or a tuple of these",
    "名前{name}：厳密被覆の名前は、表示できる文字列、整数、またはそのタプルです",
)
SAME_TEXT = Words(
    "the items {one} and {other} are both written {text}: give them different names",
    "項目{one}と{other}は、どちらも{text}と書かれます。別の名前にしてください",
)
COLOURED = Words(
    "the item {item} looks like a colour of the item {whole}: only secondary items have colours; name {whole} among "
    "the secondary items and {item} only in options, or write it without a colon",
    "項目{item}は項目{whole}の色のように見えます。色を持てるのは副項目だけです。"
    "{whole}を副項目に指定して{item}は選択肢の中だけで使うか、コロンを使わずに書いてください",
)
COLOURS = Words("colours of secondary items", "副項目の色")
MULTIPLICITIES = Words("multiplicities of primary items", "主項目の重複度")
KNOWS_ONLY_PLAIN = Words(
    "{actor} knows only plain exact covers, and this one has {rule}; give a plain exact cover",
    "{actor}が扱えるのは普通の厳密被覆だけですが、この問題には{rule}があります。普通の厳密被覆を使ってください",
)
BAD_MULTIPLICITY = Words(
    "the multiplicity {asked} of the item {item}: write a whole number from 0 to {most:,}, or two such "
    "numbers, the least and the largest number of options that cover the item",
    "項目{item}の重複度{asked}：重複度は0から{most:,}までの整数、または項目を覆う選択肢の最小数と最大数です",
)
NOT_PRIMARY = Words(
    "{item} has a multiplicity and is not a primary item; give multiplicities to primary items only{close}",
    "{item}に重複度がありますが、主項目ではありません。重複度は主項目だけに付けてください{close}",
)
BAD_COST = Words(
    "the cost {cost} of option {option!r}: a cost is a finite number",
    "選択肢{option!r}のコスト{cost}：コストは有限の数です",
)
OTHER_COSTS = Words(
    "{costs: cost} for {options: option}: give one for each option, or give costs by name",
    "選択肢{options}個に対してコストが{costs}個あります。すべての選択肢に一つずつ、または名前で指定してください",
)
NO_SUCH_COST = Words(
    "there is a cost for {option}, and no option has this name: correct the name, or leave the cost out",
    "{option}のコストがありますが、その名前の選択肢はありません。名前を直すか、コストを除いてください",
)
BAD_MATRIX = Words(
    "a matrix of {shape} does not describe an exact cover: it has two dimensions, and every entry is 0 or 1",
    "{shape}の行列は厳密被覆を表していません。行列は2次元で、成分は0か1です",
)
MATRIX_NAMES = Words(
    "a matrix of {shape} has {options: name|names} of options, {items: name|names} of items and secondary={secondary}: "
    "give one name for each row and each column, and at most as many secondary items as columns",
    "{shape}の行列に対して選択肢の名前が{options}個、項目の名前が{items}個、副項目が{secondary}個あります。"
    "行と列に一つずつ名前を付け、副項目は列の数以下にしてください",
)
NO_ITEMS = Words(
    "option {option} has {items}: it needs a list of items",
    "選択肢{option}が{items}になっています。項目のリストを指定してください",
)
NEITHER = Words(
    "not a board ({board}), and not an exact cover ({cover})",
    "盤面として読めず（{board}）、厳密被覆としても読めません（{cover}）",
)
NOT_A_BOARD = Words(
    "{puzzle} is an exact cover, and this call takes boards",
    "{puzzle}は厳密被覆です。この関数は盤面を受け取ります",
)
COVER_IN_LIST = Words(
    "{cover} is an exact cover, and a list of boards holds only boards: give the cover alone",
    "{cover}は厳密被覆です。盤面のリストに入れられるのは盤面だけです。被覆だけを渡してください",
)
OPTIONS_OF_MANY = Words(
    "{fault}; if a list has the options of an exact cover, make the cover with ExactCover.from_options "
    "and give it alone",
    "{fault}。厳密被覆の選択肢のリストは、ExactCover.from_optionsで被覆にしてから、盤面とは別に渡してください",
)
MIXED = Words(
    "exact covers and boards in one list: solve_many takes one kind at a time",
    "リストに厳密被覆と盤面が混ざっています。solve_manyにはどちらか一方だけを渡してください",
)
UNKNOWN_VALUE = Words("{name}={value}: the values are {names}", "{name}={value}：使える値は{names}です")
WRONG_KIND = Words(
    "{name}={value:.80}: the value must be {kind}", "{name}={value:.80}：{kind}を指定してください"
)
TEXT_OR_TEXTS = Words("a text or a list of texts", "文字列かそのリスト")
TEXT_OR_PATH = Words(
    "a text or a path, neither empty nor with NUL characters", "空でなくNUL文字を含まない文字列かパス"
)
TEXT_OR_LIST = Words("a text or a list", "文字列かリスト")
A_FINITE_NUMBER = Words("a finite number of at least 0", "0以上の有限の数")
ONE_OR_TWO_NUMBERS = Words("one number or two", "一つか二つの数")
A_BOARD = Words("a Board", "Board")
A_TEXT = Words("a text", "文字列")
A_LIST = Words("a list", "リスト")
WHOLE_NUMBERS = Words("a list of whole numbers", "整数のリスト")
HOUSES = Words("a list of `House`", "`House`のリスト")
CONSTRAINTS = Words("a list of constraints", "制約のリスト")
A_DICT = Words("a dict", "辞書")
TRUE_OR_FALSE = Words("True or False", "TrueかFalse")
A_WHOLE_NUMBER = Words("a whole number", "整数")
A_CONFIGURATION = Words(
    "a Configuration of sudokubench.logic.configuration, such as hodoku()",
    "sudokubench.logic.configurationのConfiguration（hodoku()など）",
)
AN_OBSERVER = Words("an Observer of sudokubench.actions.observer", "sudokubench.actions.observerのObserver")
DICT_OR_LIST = Words("a dict or a list of options", "選択肢の辞書かリスト")
WITH_PUZZLES = Words(
    "`{name}` is for a measurement on puzzles, and none are given; give puzzles, or leave out `{name}`",
    "`{name}`は問題での計測に使いますが、問題がありません。問題を渡すか、`{name}`を外してください",
)
ARE_BACKENDS = Words(
    "{a} and {b} are backends, not runs; give puzzles on which to measure them",
    "{a}と{b}は実行の記録ではなくバックエンドです。測定に使う問題を渡してください",
)
NO_BOARD_IN_FILE = Words("{name}: no board in this file", "{name}：このファイルに盤面がありません")
DIAGRAM_FULL = Words(
    "the diagram of {puzzle} is not complete: its memory is full or its budget ran out; give it more memory (in MB) "
    "or a larger budget",
    "{puzzle}の決定図を作り切れませんでした。メモリか予算が尽きました。memory（MB単位）か予算を増やしてください",
)
DIAGRAM_EMPTY = Words(
    "{puzzle} has no solution, so none can be chosen at random",
    "{puzzle}には解がないため、解を無作為に選べません",
)
DIAGRAM_RANK = Words(
    "the solutions are numbered from 0, and there are {count}: number {number} does not exist",
    "{number}番の解はありません。解は{count}個で、0から数えます",
)
NO_OPTIMUM = Words(
    "{backend} cannot look for the cheapest solution of {puzzle}: dxz, cpsat and highs can, for exact covers",
    "{backend}は{puzzle}のコストが最小の解を求められません。求められるのはdxz、cpsat、highsで、厳密被覆が対象です",
)
TOO_FINE_COSTS = Words(
    "{backend} adds up whole numbers below 2^{bits}: these costs are too large or have too many decimals; round them, "
    "or choose dxz, which has no limit",
    "{backend}が扱うのは2^{bits}未満の整数の和です。コストが大きすぎるか、小数が細かすぎます。丸めるか、上限のないdxzを使ってください",
)
DIAGRAM_WEIGHTS = Words(
    "{weights: weight} for {options: option}: give one for each option, a dict of weights by the names of options, or "
    "options with costs",
    "選択肢{options}個に対して重みが{weights}個あります。重みを選択肢ごとに一つずつ指定するか、"
    "選択肢の名前をキーとする重みの辞書を渡すか、選択肢にコストを付けてください",
)
DIAGRAM_FAULT = Words(
    "{name} is not a diagram of this puzzle: {fault}; make it again",
    "{name}はこの問題の決定図ではありません（{fault}）。作り直してください",
)
SYMMETRY_COVER = Words(
    "{puzzle} is a board, and solutions are counted up to symmetry for exact covers only",
    "{puzzle}は盤面です。対称な解を一つと数えられるのは厳密被覆だけです",
)
DIAGRAM_HEAD = Words("its head or its size is wrong", "先頭の行か大きさが正しくありません")
DIAGRAM_ARRAYS = Words("its arrays are not a decision diagram", "配列が決定図になっていません")
DIAGRAM_OTHER = Words(
    "{name} is not a diagram of {puzzle} but of another puzzle", "{name}は{puzzle}とは別の問題の決定図です"
)
NO_FILE = Words(
    "{name} is not a board, and no file has this name{close}",
    "{name}は盤面ではなく、この名前のファイルもありません{close}",
)
