"""Messages of all modules in `formats`: why a text is not a board, a row, a file of puzzles or JSON."""

from __future__ import annotations

from sudokubench.words import Words, by_door

# cover_file
A_MATRIX = Words("the form matrix", "形式matrix")
NOT_IN_MATRIX = by_door(
    "the form matrix cannot state costs or an item with the name |: use <--to dlx or --to cover|the form dlx or cover>",
    "形式matrixでは、コストと|という名前の項目を表せません。<--to dlxか--to cover|形式dlxかcover>を使ってください",
)
BAD_COST_LINE = Words(
    "the cost is {cost}: a cost is a finite number", "コストが{cost}です。コストは有限の数です"
)
OPTION_IS_MISSING = Words(
    "no option follows {line}: write the option below it; an option has at most one name and one cost",
    "{line}の下に選択肢がありません。下に選択肢を書いてください。一つの選択肢に、名前とコストはそれぞれ一つまでです",
)
BAD_ITEM = Words(
    "the item {item}: its name must not have a colon or a bar; 2:3|a says that a is covered two or three times",
    "項目{item}：項目の行では、名前にコロンと縦棒を使えません。2:3|aはaを二回か三回覆うという意味です",
)
BITS_ARE = Words(
    "{row} is not a row of this matrix: write {count: sign}, each 0 or 1",
    "{row}は行列の行として読めません。0か1を{count}個書いてください",
)
CELL_IS = Words(
    "the column {item} has {cell}: write 1 if the option covers the item, else 0; leave the column | empty",
    "列{item}の値が{cell}です。選択肢が項目を覆うなら1、覆わないなら0を書いてください。主項目と副項目を分ける列|は空にします",
)
COVER_FIELDS = Words(
    "its fields are {found}; a cover takes {known}, and needs schema, primary and options",
    "フィールドが{found}です。使えるのは{known}で、schema、primary、optionsは必須です",
)
COVER_LISTS = Words(
    "primary, secondary and names are lists of names, options is a list of such lists or an object of them, "
    "multiplicity is an object, and costs is a list of numbers; a name is printable and not empty",
    "primary、secondary、namesは名前のリスト、optionsは名前のリストを並べたリストか、"
    "名前のリストを値に持つオブジェクト、multiplicityはオブジェクト、costsは数のリストです。"
    "名前は、表示できる1文字以上の文字列です",
)
NO_ITEM_LINE = Words(
    "no primary item is named: the first line of an exact cover names the items, and each further line is an option",
    "主項目がありません。厳密被覆のファイルでは、1行目に項目の名前を並べ、2行目からは1行に選択肢を一つずつ書きます",
)
NO_NAME = Words(
    "a name is empty: name each option and each item", "名前が空です。選択肢と項目には名前が必要です"
)
ODD_LETTER = Words(
    "it has the character {letter}, which cannot be printed: names in an exact cover have only printable characters",
    "表示できない文字{letter}があります。厳密被覆の名前は表示できる文字で書いてください",
)
ONE_NAME_EACH = Words(
    "the cover has {options:, option}: names and costs need one value for each option",
    "選択肢は{options:,}個です。namesとcostsには選択肢ごとに一つの値が必要です",
)
SECOND_BAR = Words(
    "a second | is in the line of items: one separates primary and secondary items",
    "項目の行に二つ目の|があります。主項目と副項目を分ける|は一つです",
)

# Forms
EMPTY = Words(
    "the text is empty: a board has one character for each cell, such as 81 for 9x9",
    "何も入力されていません。9x9なら81文字のように、マスごとに1文字で書いてください",
)
OTHER_PUZZLE = Words(
    "it is a puzzle of {found}, but {asked} was asked for",
    "{found}の問題です。{asked}の問題を指定してください",
)

# arrays
NO_SIGN_OF_9X9 = Words(
    "{sign!r} is neither a digit 0..9 nor one of . * _ for an empty cell",
    "{sign!r}は0〜9の数字でも、空きマスの . * _ でもありません",
)
LINE_OF_9X9 = Words(
    "this line has {count:, character}: a board of 9x9 has 81",
    "9x9の盤面は81文字です。この行は{count:,}文字です",
)

# candidates
MARKS_OF_9X9 = by_door(
    "these 729 characters look like candidates of a 9x9, but a digit stands at a wrong place: each cell has nine "
    "characters and each digit its own place (1.3......); <read a board of 27x27 with --layout 27x27|write 27x27: "
    "before a board of 27x27>",
    "729文字は9x9の候補のようですが、位置の違う数字があります。候補は1マス9文字で、"
    "数字ごとに決まった位置に書きます（1.3......）。27x27の盤面なら<--layout 27x27を指定し|前に27x27:と書い>てください",
)
GRID_ROWS = Words("{count:, row}: {layout} has {size}", "{count:,}行あります。{layout}は{size}行です")
CELL_CANDIDATES = Words(
    "a cell has the candidates {cell!r}: each digit can stand there once",
    "マスの候補が{cell!r}です。同じ数字は一つのマスに一度だけ書けます",
)

# cells
SYMBOL = Words(
    "the symbol {shown} is not a digit of {layout} and not a blank; digits are {symbols}, blanks are . 0 "
    "* _ or a space",
    "記号{shown}は{layout}の数字でも空きマスでもありません。数字は{symbols}、空きマスは . 0 * _ か空白で書いてください",
)
SCRIPT = by_door(
    "; <read digits of this script with --symbols {symbols}|write {layout}: before a board in this script>",
    "。この数字で書いた盤面は<--symbols {symbols}で|前に{layout}:と書くと>読めます",
)
LONG_ROW = Words(
    "a row has {count:, character}: it can have at most {most:,}",
    "この行は{count:,}文字です。盤面の行は{most:,}文字までです",
)

# files
MAP_OF_NONE = Words(
    "it is not clear to which board this map of regions belongs: write each map below its board",
    "領域の図がありますが、どの盤面のものか分かりません。それぞれの盤面の下に図を書いてください",
)
LETTERS = Words(
    "this grid of letters is neither a board nor a map of regions: in a map each letter stands in as many "
    "cells as there are different letters, and these cells are connected. The grid may state a rule, so it is not read",
    "英字の表がありますが、盤面でも領域の図でもありません。領域の図では、"
    "どの文字も文字の種類と同じ数のマスにあり、そのマスはひとつながりです。ルールかもしれないので読みません",
)
MAP_MISSING = Words(
    "this board has no map of regions, but others in the file have one: write its map below it",
    "ほかの盤面には領域の図がありますが、この盤面にはありません。下に図を書いてください",
)
_STATE_THEM = (
    "state the rules with <--layout, such as --layout 9x9|a name before the board, such as 9x9:> for a 9x9 without "
    "other rules",
    "<--layout|盤面の前の名前>でルールを指定してください（ほかにルールのない9x9なら<--layout 9x9|9x9:>）",
)
"""Remedy for a text that may state a rule, in English and Japanese, with a part for each door."""
SECTION = by_door(
    "the section {section} may state a rule, and a board is read only with all its rules; leave the section out, or "
    + _STATE_THEM[0],
    "{section}の部分はルールかもしれません。ルールを省いて読むことはできません。この部分を除くか、"
    + _STATE_THEM[1],
)
NEVER_CLOSED = Words(
    "this object of JSON is never closed: a brace is missing at its end, or a quotation mark before it",
    "JSONのオブジェクトが閉じていません。末尾の波括弧か、それより前の引用符が足りません",
)
BOARDS_OR_ROWS = by_door(
    "these {count} lines may be boards, or the rows of one board; <say --layout {small}x{small} or --layout "
    "{count}x{count}, or |>write the size in a line above them",
    "{count}行は、それぞれが"
    "盤面とも、一つの盤面の行とも読めます。<--layout {small}x{small}か--layout {count}x{count}を指定するか、"
    "|>大きさを上の行に書いてください",
)
MATRIX_OR_BOARD = by_door(
    "these zeros and ones may be a board or the matrix of an exact cover; <add --layout with the size of the board, "
    "as in --layout 4x4, or --from matrix|write a board with its size, as in 4x4:, or the cover in the form cover>",
    "0と1だけなので、盤面とも厳密被覆の行列とも読めます。<盤面なら--layout 4x4のように大きさを、"
    "行列なら--from matrixを指定し|盤面なら前に4x4:のように大きさを書き、厳密被覆なら形式coverで書い>てください",
)
OTHER_SIZE = Words(
    "this board is {found}x{found}, but line {line} names {named}x{named}: correct the line, or leave it out",
    "この盤面は{found}x{found}ですが、{line}行目には{named}x{named}とあります。その行を直すか、除いてください",
)
NOT_TEXT = Words(
    "it has a character that does not belong in a text, such as a control character; remove it",
    "制御文字など、テキストに使えない文字があります。取り除いてください",
)
ZERO_AMONG_NUMBERS = Words(
    "the grid has 0 and another sign for a blank: write numbers from 1 on, and one sign for blanks",
    "0と別の空きマスの記号が混じっています。数は1から始め、空きマスは一つの記号で書いてください",
)
SHORT_GRID = Words(
    "the grid ends too early, after row {rows:,}: its first row has {side:,} cells, so it needs {side:,} rows",
    "盤面が{rows:,}行で終わっています。最初の行が{side:,}マスなので、{side:,}行必要です",
)
SURPLUS_ROWS = Words(
    "{rows:, row follows|rows follow} this grid of {side:,} rows, but another grid needs {side:,}; if the first line "
    "names the columns, leave it out, and write a blank line between grids",
    "{side:,}行の盤面の下に、さらに{rows:,}行ありますが、{side:,}行に足りません。最初の行が列の名前なら除き、"
    "盤面の間には空行を入れてください",
)
SOLUTION_LEFT_OUT = Words(
    "the solution in line {line} is left out, because {fault}; correct it or the clue",
    "{line}行目の解は読み飛ばしました。{fault}。解か与え値を直してください",
)
BECAUSE_OF_LINE = Words(
    "not read because of line {line}: {fault}", "{line}行目が原因で、読みませんでした：{fault}"
)
SECOND_GRID = Words(
    "a second grid marks cells by one or two signs: it may state a rule, and a board is read only with "
    "all its rules; leave the second grid out",
    "1種類か2種類の記号でマスに印を付けた二つ目の表があります。ルールかもしれません。"
    "ルールを省いて読むことはできません。この表を除いてください",
)
RECORD_FIELDS = Words(
    "this record has {count:, field}, but the first line names {named:,}: write a field for each name, and "
    "close every quotation mark",
    "この行の値は{count:,}個ですが、先頭の行にある列の名前は{named:,}個です。"
    "列ごとに値を一つずつ書き、引用符は閉じてください",
)
FIELD_LINES = Words(
    "the field {name} of this record has several lines, which are not only words: close every quotation mark, and "
    "write such a field in one line",
    "この行の{name}の値は複数行にわたり、文章ではありません。引用符をすべて閉じ、この値は1行で書いてください",
)
NOTHING_FOLLOWS = Words(
    "nothing follows {name}: write a grid, or a line, after it",
    "{name}の後に何もありません。盤面か1行の問題が必要です",
)
NAME_OF_SEVERAL = Words(
    "{name}: stands above several boards, but states the rules of one only: write it at the beginning of each line",
    "{name}:の下に複数の問題がありますが、名前は一つの問題のルールしか表しません。各行の先頭に書いてください",
)
NO_RECORD = Words("this is not a record of a table: {reason}", "表の行として読めません：{reason}")

# grid
GRID_LINES = Words(
    "{count:, line} with cells: a grid has 4, 6, 8, 9, 10, or 12 to 36 rows, and as many cells in "
    "each; prime sizes need a layout",
    "マスのある行が{count:,}行です。盤面の行の数は4、6、8、9、10、または12〜36で、どの行にも行の数と同じ数のマスが並びます。"
    "一辺が素数の盤面にはレイアウトの指定が必要です",
)
NO_CELL = by_door(
    "{cell!r} is not a cell of {layout}: a cell shows one symbol or, beyond 9x9, a number; read candidates "
    "<with --from |in the form >candidates",
    "{cell!r}は{layout}のマスとして読めません。一つのマスに書けるのは記号一つです（9x9より大きい盤面では数も可）。"
    "候補なら<--from |形式>candidatesで読んでください",
)
UNEVEN_ROW = Words(
    "a row has {count:, cell}: this grid has {size} rows, so a row needs {size} cells",
    "1行に{count:,}マスあります。この盤面は{size}行なので、1行に{size}マス必要です",
)

# line
MAP_OF_OTHER_SIZE = Words(
    "the map of regions is {size}x{size}, but the board before it has {count:,} cells; give both the same size",
    "{count:,}マスの盤面の後に{size}x{size}の領域の図があります。盤面と同じマス数の図にしてください",
)

# loose
MAP_AND_RULES = Words(
    "a map of regions stands beside a board that states its rules: write only one of the two",
    "ルールを書いた盤面に領域の図が付いています。どちらか一方にしてください",
)
LISTS = by_door(
    "these are {count:,} lists of {count:,}: they may be one board of {count:,}x{count:,}, or {count:,} small boards; "
    "give the size <with --layout|before each board, as in 9x9:>",
    "{count:,}個のリストに{count:,}個ずつ並んでいます。{count:,}x{count:,}の盤面一つとも、"
    "小さい盤面{count:,}個とも読めます。<--layoutで大きさを指定し|それぞれの盤面の前に9x9:のように大きさを"
    "書い>てください",
)
MAP_IN_TEXT = by_door(
    "the text holds a map of regions: write the board, and the map in a line below it<, or give the map to --layout|>",
    "文字列の中に領域の図があります。盤面の下の行に図を書<くか、--layoutに指定し|い>てください",
)
TWO_WAYS = Words(
    "the rows can be read in two ways, as {one} and as {other}: write . for a blank",
    "行が{one}とも{other}とも読めます。空きマスは . で書いてください",
)
TEXT_IS_NO_BOARD = Words(
    "{text} ({count:, character}) is not a board: it needs one character for each cell, such as 81 for 9x9",
    "{text}（{count:,}文字）は盤面ではありません。9x9なら81文字のように、マスごとに1文字で書いてください",
)
FIELD_IS_NO_BOARD = Words(
    "the field {name} of an object is not a board: {value}; write a text, or a list of rows with a number a cell",
    "オブジェクトの{name}が盤面ではありません：{value}。文字列か、数を並べた行のリストで書いてください",
)
CONSTRAINTS_ALONE = Words(
    "this object of JSON states constraints, but has no schema: write the schema {schema!r}, the layout, the clues and "
    "a list of constraints in it",
    "JSONのオブジェクトに制約がありますが、schemaがありません。schema（{schema!r}）、layout、cluesと、"
    "制約のリストconstraintsを書いてください",
)
LIST_IS_NO_BOARD = Words(
    "a list among boards is not a board: {value}; leave it out, or write all rows of the board",
    "盤面のリストに、盤面でないものがあります：{value}。除くか、盤面の行をすべて書いてください",
)

# numbered
NUL = Words(
    "it has a NUL character, so it is not a text file; if it is text in UTF-16, save it as UTF-8",
    "NUL文字があります。テキストファイルではありません。UTF-16のファイルならUTF-8で保存してください",
)
LONG_LINE = Words(
    "a line has more than {most:,} bytes: write one board a line, or one option of an exact cover",
    "1行が{most:,}バイトを超えています。1行に1問ずつ、厳密被覆なら選択肢を一つずつ書いてください",
)
NOT_UTF_8 = Words(
    "it has bytes that are not UTF-8 ({reason}); save the text as UTF-8",
    "UTF-8ではないバイトがあります（{reason}）。テキストをUTF-8で保存してください",
)

# not_a_board
TOO_SHORT = Words("{seen} is too short for a board", "{seen}は盤面としては短すぎます")
SQUARE = Words(
    "; a board has a square number of cells, such as 16, 36, 81, 144, 256 or 625; prime sizes need a layout",
    "。盤面のマスの数は16、36、81、144、256、625のような平方数です。一辺が素数の盤面にはレイアウトの指定が必要です",
)
OVERLAP = by_door(
    "this may be a {name} or a board of {size}x{size}. For a {name}, write rows of {size} signs below a line "
    "'overlap:{name}:'; for a board, <say --layout {size}x{size}|write {size}x{size}: before it>",
    "重なる盤（{name}）とも{size}x{size}の盤面とも読めます。{name}なら、「overlap:{name}:」という行の下に{size}文字の行を"
    "並べてください。盤面なら、<--layout {size}x{size}を指定し|盤面の前に{size}x{size}:と書い>てください",
)
HAS_FIELDS = Words("{seen} has {fields:, field}", "{seen}にはフィールドが{fields:,}個あります")
MIXED_BLANKS = Words(
    ", as many as a {size}x{size} board has cells: write numbers from 1 on, and one sign for all blanks",
    "。{size}x{size}の盤面のマスと同じ数です。マスの数字は1から始め、空きマスは一つの記号で書いてください",
)
WRONG_FIELD = Words(
    ", as many as a {size}x{size} board has cells, but field {number} is {value}: write a number from 1 to {size}, or "
    ". for a blank",
    "。{size}x{size}の盤面のマスと同じ数ですが、{number}番目が{value}です。1から{size}の数字か、空きマスの . を"
    "書いてください",
)

# puzzle_json
NO_OBJECT = Words("{value} is not an object of JSON", "{value}はJSONのオブジェクトではありません")
SCHEMA_IS = Words("its schema is {value} and not {schema!r}", "schemaが{value}です。{schema!r}が必要です")
FIELDS_ARE = Words(
    "its fields are {found}; a puzzle needs schema, layout and clues, and takes {known}",
    "フィールドが{found}です。schema、layout、cluesが必要で、使えるのは{known}です",
)
CLUES_ARE = Words(
    "its clues are {value}: they must be a text of {count:,} characters in one line",
    "cluesが{value}です。{count:,}文字を1行で書いてください",
)
FORBIDDEN_ARE = Words(
    "its forbidden options must be a list of whole numbers from 0 to {last}",
    "forbiddenは0から{last}までの整数のリストでなければなりません",
)
OR_OF_A_COVER = Words(
    "; the schema of an exact cover is 'sudokubench.cover/1'", "。厳密被覆のschemaは'sudokubench.cover/1'です"
)
NO_LAYOUT = Words(
    "not a layout: its fields are {found}; write schema ({schema!r}), layout and constraints",
    "レイアウトではありません：フィールドが{found}です。schema（{schema!r}）、layout、constraintsを書いてください",
)
NO_MAP = Words(
    "neither an object of JSON nor a map of regions: in a map each of n letters stands in n connected cells",
    "JSONのオブジェクトとしても領域の図としても読めません。図では、n種類の文字のそれぞれを、つながったn個のマスに書きます",
)
CONSTRAINTS_ARE = Words(
    "its constraints must be a list of at most {most:,}",
    "constraintsは{most:,}個までのリストでなければなりません",
)
LAYOUT_IS = Words(
    "its layout is {value}: it must be a name such as '9x9', or have size, boxes, symbols and extra",
    "layoutが{value}です。'9x9'のような名前か、size、boxes、symbols、extraをすべてもつオブジェクトにしてください",
)
SIZE_IS = Words(
    "the size of its layout is {value}: it must be from {least} to {most}",
    "layoutのsizeが{value}です。{least}から{most}までにしてください",
)
BOXES_ARE = Words(
    "the boxes of its layout must be a list of whole numbers from 0 to {last}",
    "layoutのboxesは0から{last}までの整数のリストでなければなりません",
)
SYMBOLS_ARE = Words("the symbols of its layout must be a text", "layoutのsymbolsが文字列ではありません")
EXTRA_ARE = Words(
    "the extra houses of its layout must be a list of at most {most}",
    "layoutのextraは{most}個までのリストでなければなりません",
)
EXTRA_IS = Words(
    "an extra house is {value}: it must be a list of its name and its cells",
    "extraの一つが{value}です。名前とマスのリストが必要です",
)
HOUSE_CELLS_ARE = Words(
    "the cells of the house {name} must be a list of numbers from 0 to {last}",
    "ユニット{name}のマスは0から{last}までの数のリストでなければなりません",
)
CONSTRAINT_IS = Words(
    "a constraint is {value}: it must be an object with a kind",
    "制約が{value}です。kindのあるオブジェクトが必要です",
)
UNKNOWN_KIND = Words(
    "it has the unknown constraint {kind}; there are {known}{close}",
    "{kind}という制約はありません。使えるのは{known}です{close}",
)

# remarks
NAMES_A_RULE = by_door(
    "{found} in {text} names a rule, and a board is read only with all its rules; leave these words out, or "
    + _STATE_THEM[0],
    "{text}の{found}はルールの名前です。ルールを省いて読むことはできません。この言葉を除くか、"
    + _STATE_THEM[1],
)
MAY_STATE_A_RULE = Words(
    "{name!r} stands beside the board with the value {value}: it may state a rule, and a board is read "
    "only with all its rules; ",
    "盤面のほかに{name!r}（値は{value}）があります。ルールかもしれません。ルールを省いて読むことはできません。",
)
FLAG_WITHOUT_NAME = Words(
    "{value} stands beside the board without a name: it may say that a rule applies, and a board is read only with "
    "all its rules; write a line of names above the boards and ",
    "盤面のほかに、名前のない値{value}があります。何かのルールの有無を表すのかもしれません。ルールを省いて読むことはできません。"
    "盤面の上に列の名前の行を書き、",
)
FIELD_IS_MAP = by_door(
    "{name!r} holds a map of regions; write the board, and the map in a line below it<, or give the map to --layout|>",
    "{name!r}は領域の図です。盤面の下の行に図を書<くか、図を--layoutに指定し|い>てください",
)

# strict_json
TOO_LONG = Words(
    "it is longer than {most:,} bytes, the largest size that is read",
    "読める大きさの上限{most:,}バイトを超えています",
)
TOO_MANY_PARTS = Words(
    "it has more than {brackets:,} brackets or {commas:,} commas",
    "括弧が{brackets:,}個、またはコンマが{commas:,}個を超えています",
)
TOO_DEEP = Words("its brackets are nested more than {most} deep", "入れ子が{most}段を超えています")
TOO_LARGE_NUMBER = Words("the number {number} is too large", "{number}は大きすぎる数です")
FIELD_TWICE = Words("its field {name} occurs twice", "フィールド{name}が二度あります")
NO_JSON = Words("it cannot be read as JSON: {reason}", "JSONとして読めません（{reason}）")
JSON_REASONS = (
    Words("Expecting value", "値がありません"),
    Words("Extra data", "JSONの後に余分なものがあります"),
    Words(
        "Expecting property name enclosed in double quotes", "二重引用符で囲んだフィールドの名前がありません"
    ),
    Words("Expecting ':' delimiter", "区切りの「:」がありません"),
    Words("Expecting ',' delimiter", "区切りの「,」がありません"),
    Words("Unterminated string starting at", "ここから始まる文字列が閉じていません"),
    Words("Invalid control character at", "制御文字があります"),
    Words("Invalid \\escape", "「\\」の使い方が正しくありません"),
    Words("Invalid \\uXXXX escape", "「\\u」の後に十六進数が4桁ありません"),
    Words("Illegal trailing comma before end of array", "配列の最後に余分なコンマがあります"),
    Words("Illegal trailing comma before end of object", "オブジェクトの最後に余分なコンマがあります"),
)
"""Messages of Python about malformed JSON."""
HALF_CHARACTER = Words(
    "it has half of a character: a surrogate without its other half",
    "文字の片方（対になっていないサロゲート）があります",
)
MANY_DIGITS = Words("a number with thousands of digits", "何千桁もの数")
LONG_NUMBER = Words("a number in it has thousands of digits", "何千桁もの数があります")
NO_UTF_8 = Words(
    "byte {byte} is not UTF-8 (the first byte is 0)",
    "UTF-8として読めないバイトがあります（先頭を0として{byte}番目）",
)
PACKED = Words(
    "it is packed by {library}: unpack it first", "{library}で圧縮されています。展開してから指定してください"
)
NO_NUMBER = Words("{name} is not a number", "{name}は数ではありません")

# unpacked
ZSTD = Words(
    "it is packed by zstd, which needs a library here: pip install zstandard; or unpack it: zstd -d FILE",
    "zstdで圧縮されています。読むにはライブラリが必要です（pip install zstandard）。"
    "またはzstd -d FILEで展開してください",
)
STRANGER = Words(
    "this is {what} and not a text: copy the puzzles out of it, or save them as CSV",
    "テキストではありません（{what}）。問題をコピーするか、CSVで保存してください",
)
OFFICE = Words(
    "this is an Office document and not a text: save it as CSV, or copy the cells",
    "Officeの文書で、テキストではありません。CSVで保存するか、セルをコピーしてください",
)
GROWS = Words(
    "it grows to more than {most:,} MB, which is too large for a file of puzzles; unpack it yourself",
    "展開すると{most:,} MBを超えます。問題のファイルとしては大きすぎます。展開してから指定してください",
)
DAMAGED = Words(
    "the packed file is damaged or cut off ({reason}); get the file again",
    "圧縮ファイルが壊れているか、途中で切れています（{reason}）。ファイルを入手し直してください",
)
NOT_UNPACKED = Words("{name} cannot be unpacked: {reason}", "{name}を展開できません：{reason}")

# Pieces of files, lines
NO_OBJECT_OF_JSON = Words("this is not a JSON object", "JSONのオブジェクトではありません")
NO_ROW = Words(
    "this is neither a row of a grid nor a line between rows", "盤面の行でも区切り線でもありません"
)
LINE_LENGTH = Words(
    "the line has {characters}: a line of {layout} has {cells}",
    "この行は{characters}です。1行で書いた{layout}の盤面は{cells}文字です",
)
LAYOUT_OF_LENGTH = by_door(
    "; <read a board of {size}x{size} with --layout {size}x{size}|put `{size}x{size}:` before a board of this size>",
    "。{size}x{size}の盤面なら<--layout {size}x{size}を指定し|前に{size}x{size}:と書い>てください",
)
SEVERAL_IN_LINE = Words(
    "one line has boards at the columns {one} and {other}, but none is marked as the puzzle: write one board a line, "
    "or columns under a line of names, such as puzzle,solution",
    "1行の{one}文字目と{other}文字目に盤面があり、どれが問題か分かりません。"
    "1行に1問ずつ書くか、puzzle,solutionのような列の名前の行を先頭に置いてください",
)
SEVERAL_IN_RECORD = by_door(
    "a record has boards in {fields}, and neither completes the other, so it is unclear which is the puzzle: "
    "<name its column, as in --columns {first}|leave the other one out>",
    "一つの行の{fields}に盤面がありますが、一方がもう一方の解になっていません。どれが問題か分かりません。"
    "<--columns {first}のように指定し|問題でないほうを除い>てください",
)
NO_COLUMN = by_door(
    "no column is named {name!r}: this table has {names}; write one or two of these names <after --columns, |>with a "
    "comma between them",
    "{name!r}という列はありません。この表の列は{names}です。<--columnsの後に、"
    "|>この中から一つか二つをコンマ区切りで書いてください",
)
NO_BOARD_OF_SIZE = Words(
    "{seen} is not a board: {characters}", "{seen}は盤面ではありません：{characters}です"
)

# Other forms
WRITE_LINE = Words(
    "{seen} is {what}; write the board as one line or as rows, or as JSON with its rules",
    "{seen}は{what}。盤面を1行または何行かで書くか、ルールを含むJSONにしてください",
)
SOLVER_RULE = Words("a constraint of Interactive Sudoku Solver", "Interactive Sudoku Solverの制約です")
ROUNDED = Words("a number that a spreadsheet has rounded", "表計算ソフトが丸めた数です")
LINK = Words("a link, and links are not opened", "リンクです。リンク先は開きません")
SUDOKUPAD = Words("a packed puzzle of SudokuPad", "SudokuPadの圧縮された問題です")
OPEN_SUDOKU = Words(
    "this game of OpenSudoku has {count:, field}; it needs 243: a digit from 0 to 9, notes, and 0 or 1 for each cell; "
    "export it again",
    "このOpenSudokuの問題のフィールドは{count:,}個です。マスごとに0から9の数字、メモ、0か1の三つ、計243個が必要です。"
    "もう一度書き出してください",
)
OPEN_SUDOKU_CELL = Words(
    "a cell in this game of OpenSudoku has {seen}; its digit is from 0 to 9, and its state 0 or 1; export it again",
    "このOpenSudokuの問題のマスに{seen}があります。数字は0から9、状態は0か1です。もう一度書き出してください",
)
XML = Words(
    "a part of a puzzle in XML or HTML, where only tables and runs of 81 digits are read",
    "XMLかHTMLの問題の一部です。読めるのは表と、連続する81個の数字だけです",
)
KSUDOKU = Words(
    "a game of KSudoku is read only if it has one board with the usual rows, columns and boxes",
    "KSudokuの問題で読めるのは、通常の行、列、ボックスからなる盤面が一つだけのものです",
)
TATHAM_SAVED = Words(
    "a saved game of Simon Tatham's collection is read only if it is of Solo and has CPARAMS and DESC",
    "Simon Tathamのパズル集の保存ファイルは、SoloでCPARAMSとDESCのあるものだけを読みます",
)
BASE64 = Words("a packed puzzle in Base64", "圧縮してBase64にした問題です")
PDF = Words("a PDF", "PDF")
PICTURE = Words("a picture", "画像")
DATABASE = Words("a database", "データベース")
PARQUET = Words("a Parquet file", "Parquetのファイル")
NUMPY_ARRAY = Words("an array of NumPy", "NumPyの配列")
SEVEN_ZIP = Words("an archive of 7-Zip", "7-Zipの書庫")
RAR = Words("an archive of RAR", "RARの書庫")

# Remedies for a text beside a board that may state a rule
REMEDY = by_door(
    "<name the column to read, as in --columns puzzle, or |>" + _STATE_THEM[0],
    "<--columns puzzleのように読む列を指定するか、|>" + _STATE_THEM[1],
)

# Names of forms and constraints
UNKNOWN_FORM = Words(
    "unknown form {name!r}; there are {known}{close}", "形式{name!r}はありません。あるのは{known}です{close}"
)
FORM_OF_COVERS = Words(
    "the form {name!r} holds exact covers: `sudokubench encode --to {name}` writes it",
    "形式{name!r}は厳密被覆の形式です。`sudokubench encode --to {name}`で書き出せます",
)
ONLY_WRITTEN = Words(
    "the form {name!r} can be written but not read; name another form",
    "形式{name!r}は書き出し専用で、読めません。別の形式を指定してください",
)
NO_CANDIDATES = Words(
    "this grid has no candidates to write; Board.format makes a grid with candidates",
    "この盤面には書き出す候補がありません。Board.formatは候補のある盤面を作ります",
)
UNKNOWN_CONSTRAINT = Words(
    "unknown constraint {kind!r} in {name!r}; names can state {known}",
    "{name!r}にある{kind!r}という制約はありません。名前で書けるのは{known}です",
)
CONSTRAINT_WITH_VALUES = Words(
    "the constraint {kind!r} in {name!r} has values, so a name cannot state it; write the puzzle as JSON; "
    "names can state {known}",
    "{name!r}の制約{kind!r}には値があるので、JSONで書いてください。名前で書けるのは{known}です",
)

# JSON
NOT_A = Words("not {what}: {reason}", "{what}ではありません：{reason}")
NOT_AN_OBJECT = Words("it is JSON, but not an object", "JSONですが、オブジェクトではありません")
KINDS_OF_JSON = {
    "puzzle": Words("a puzzle", "問題"),
    "layout": Words("a layout", "レイアウト"),
    "list": Words("a list", "リスト"),
    "list of reasons": Words("a list of reasons", "理由のリスト"),
    "certificate": Words("a certificate", "証明書"),
    "cover": Words("an exact cover", "厳密被覆"),
    "parts": Words("a line of parts", "部分ごとの計数の行"),
    "trace": Words("a trace", "手順の記録"),
    "step": Words("a step", "手順"),
    "data set": Words("a data set", "データセット"),
    "request": Words("a request", "リクエスト"),
    "manifest": Words("a manifest", "マニフェスト"),
    "JSON record": Words("a JSON record", "JSONの記録"),
    "answer": Words("an answer", "答え"),
    "noise": Words("measurements of noise", "揺らぎの値"),
    "stats": Words("statistics", "統計"),
}
"""Kinds of texts in JSON, by the names that callers give."""

# Lines with a cell too few or too many, and links
PUZZLE_LINK = Words(
    "{seen} is a puzzle link of {program}, but it holds no puzzle in a readable form: open "
    "it there and write its digits as one line or as rows, or write it as JSON with its rules",
    "{seen}は{program}の問題のリンクですが、読める形の問題を含みません。リンク先で開き、"
    "数字を1行または何行かで書くか、ルールを含むJSONにしてください",
)
MISCOUNTED = Words(
    "{seen} is not a board: {cells:, character}; {layout} has {all:,}, {few}{where}",
    "{seen}は盤面ではありません：{cells:,}文字です。{layout}は{all:,}マスで、{where}{few}",
)
FEW = {
    1: Words("one is missing", "1マス足りません"),
    2: Words("two are missing", "2マス足りません"),
    -1: Words("one is too many", "1マス多すぎます"),
    -2: Words("two are too many", "2マス多すぎます"),
}
"""Remarks on missing cells, by their number; a negative number counts surplus cells."""
IN_ROW = Words(" in row {row}", "{row}行目が")
