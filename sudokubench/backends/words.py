"""Texts about backends: unknown names and options, failures of plug-ins and programs, malformed answers."""

from sudokubench.words import Words, by_door

# Outside programs
BAD_COMMAND = Words(
    "{spec}: {fault!r} is not valid; write cmd:PROGRAM ARGUMENT ..., and close each quote. A solver takes one of "
    "{{cnf}}, {{mzn}}, {{xcsp3}}, {{smt2}} and {{opb}} and, if it writes a file, {{out}}; other programs read one "
    "board a line",
    "{spec}：{fault!r}が正しくありません。cmd:プログラム 引数 …の形で、引用符は閉じてください。ソルバーには"
    "{{cnf}}、{{mzn}}、{{xcsp3}}、{{smt2}}、{{opb}}のどれかを書き、結果をファイルに書くソルバーなら{{out}}も書きます。"
    "ほかのプログラムは盤面を1行ずつ読みます",
)
NOT_TOML = Words(
    "{file} is not TOML in UTF-8: {reason}; write a table for each program, such as [fast] and, below it, "
    "command = 'fast {{cnf}}'",
    "{file}をUTF-8のTOMLとして読めません：{reason}。プログラムごとに表を書いてください。"
    "例：[fast]の下の行にcommand = 'fast {{cnf}}'",
)
BAD_TABLE = Words(
    "{file}: {fault} is not valid; a table needs command (a text or a list of texts), and may have "
    "form (cnf, mzn, xcsp3, smt2, opb or lines), encoding and blank; its name has letters, digits, _, . and - only",
    "{file}：{fault}が正しくありません。表にはcommand（文字列かそのリスト）が必要です。form（cnf、mzn、xcsp3、smt2、opb、linesのどれか）、encoding、blankは"
    "省略できます。表の名前に使えるのは、文字、数字、_、.、-だけです",
)
BAD_VALUE = Words(
    "{spec}: {key} = {value!r} is not valid; {rule}", "{spec}：{key} = {value!r}は正しくありません。{rule}"
)
VALUE_ONE_OF = Words("write one of {known}", "{known}のどれかを書いてください")
ONE_CHARACTER = Words(
    "write the one character that the program takes for a blank cell, such as '.' or '0'",
    "プログラムが空きマスとして読む文字を、'.'や'0'のように1文字だけ書いてください",
)
NO_TABLES = Words(
    "{file} has no engines; write a table for each program, such as [fast] and, below it, command = 'fast {{cnf}}'",
    "{file}にエンジンがありません。プログラムごとに表を書いてください。例：[fast]の下の行にcommand = 'fast {{cnf}}'",
)
ONE_TABLE = Words(
    "{file} has the engines {names}; here only one can be used: name it, as in {file}:{one}",
    "{file}のエンジンは{names}です。ここで使えるのは一つだけなので、{file}:{one}のように指定してください",
)
NO_TABLE = Words(
    "{file} has no engine {name!r}; its engines are {names}{close}",
    "{file}に{name!r}というエンジンはありません。あるのは{names}です{close}",
)
NEEDS_SHELL = Words(
    "{word} needs a shell, but the program runs without a shell; write a script, and name the script",
    "{word}にはシェルが必要ですが、プログラムはシェルを通さずに動きます。スクリプトを書き、その名前を指定してください",
)
NOT_RUN = Words(
    "{program} cannot be run: {reason}; name an executable program by its path, or by its name if it is "
    "on the PATH, and begin a script with #!",
    "{program}を実行できません（{reason}）。実行できるプログラムのパスか、PATHにある名前を指定してください。"
    "スクリプトは#!で始めてください",
)
UNFIT_PROGRAM = Words("backend {spec} cannot be used: {why}", "バックエンド{spec}は使えません：{why}")
FAILED_TRIAL = Words(
    "it does not answer {trial} within {seconds} s; every program must first pass this test, within this limit",
    "{trial}に{seconds}秒以内に答えられません。どのプログラムも、最初にこの制限時間でこれに答える必要があります",
)
WRONG_TRIAL = Words(
    "its answer to {trial} is wrong; every program must first pass this test",
    "{trial}への答えが正しくありません。どのプログラムも、最初にこれに正しく答える必要があります",
)
NO_FIELD = Words(
    "{fault}; its command got the board as a line of digits; a SAT solver needs {{cnf}} in its command",
    "{fault}。このコマンドには盤面を数字の行で渡しました。SATソルバーのコマンドには{{cnf}}が必要です",
)
ONE_CLAUSE = Words("a formula of one clause", "節が一つの式")
EASY_BOARD = Words("an easy board", "易しい盤面")
TOO_MUCH = Words("it wrote more than {most} MB", "出力が{most} MBを超えました")
DIED = Words("{signal} ended it; its errors: {errors!r}", "{signal}で終了しました。エラー出力：{errors!r}")
NO_ANSWER = Words("it gave no answer", "答えを出力しませんでした")
HOW_IT_ENDED = Words(
    "{fault}; exit code {code}, output {output!r}, errors {errors!r}",
    "{fault}。終了コード{code}、出力{output!r}、エラー出力{errors!r}",
)
CONTRADICTION = Words("{one} and {other} contradict each other", "{one}と{other}が互いに食い違っています")
ITS_FILE = Words("its file", "ファイル")
ITS_OUTPUT = Words("its output", "標準出力")
ITS_CODE = Words("its exit code {code}", "終了コード{code}")
OTHER_MODELS = Words(
    "it says satisfiable and shows {count} models, not one; a program that writes to a file, such as "
    "minisat, needs {{out}}",
    "充足可能と答えましたが、モデルが一つではなく{count}個です。minisatのようにファイルに書くプログラムには{{out}}が必要です",
)
INVALID = Words("an invalid solution: {fault}", "正しくない解です：{fault}")
SAME_TWICE = Words("the same solution twice", "同じ解が二度ありました")
LINE_EACH = Words(
    "it printed {lines: line} for {boards: board}; it must print exactly one line for each",
    "盤面{boards}個に対して出力が{lines}行です。盤面ごとに1行だけ出力してください",
)
ODD_LINE = Words(
    "its line {line!r} holds neither one full board nor 'no solution'",
    "行{line!r}には、完成盤面も「no solution」もありません",
)
USUAL_ONLY = Words(
    "a line of digits can state only boards with the usual rules and boxes that are not higher than wide",
    "数字の行で表せるのは、通常のルールで、ボックスの高さが幅以下の盤面だけです",
)
NO_MARKS = Words(
    "a line of digits cannot state the forbidden candidates of this board; use a SAT solver for it",
    "数字の行では、この盤面の禁止された候補を表せません。SATソルバーを使ってください",
)

# Names and options of backends
UNKNOWN_BACKEND = Words(
    "unknown backend {name!r}; there are {known}{close}",
    "{name!r}というバックエンドはありません。あるのは{known}です{close}",
)
NO_NAME = Words(
    "backend={value!r}: the value must be a name such as 'dlx', or a backend; there are {known}",
    "backend={value!r}：'dlx'のような名前か、バックエンドを指定してください。あるのは{known}です",
)
NO_NAMES = Words(
    "backend={value!r}: the value must be names such as 'dlx,sat', in a text or a list, or 'all'",
    "backend={value!r}：'dlx,sat'のような名前（文字列かリスト）か、'all'を指定してください",
)
NONE_NAMED = by_door(
    "no backend is named; write <--backend |>all, or a list such as dlx,sat",
    "バックエンドの指定がありません。<--backend |>all、または<--backend |>dlx,satのように書いてください",
)
NAMED_TWICE = Words(
    "{names} names a backend twice; name each backend once",
    "{names}には同じバックエンドが二度あります。一度だけ書いてください",
)
NO_OPTION = Words(
    "backend {name} has no option {key!r}; {there}{close}",
    "バックエンド{name}に{key!r}というオプションはありません。{there}{close}",
)
ITS_OPTIONS = Words("its options are {names}", "オプションは{names}です")
WITHOUT_OPTIONS = Words("it has no options", "オプションはありません")
ONCE = Words(
    "the option {key!r} of backend {name} has no value, or occurs twice; write {key}=VALUE, once",
    "バックエンド{name}のオプション{key!r}に値がないか、二度あります。{key}=値の形で一度だけ書いてください",
)
ONE_OF = Words(
    "{where}={text}: the value must be one of {names}", "{where}={text}：{names}のどれかを指定してください"
)
ON_OR_OFF = Words("{where}={text}: the value must be on or off", "{where}={text}：onかoffを指定してください")
WHOLE = Words(
    "{where}={text}: the value must be a whole number of at most 18 characters",
    "{where}={text}：18文字以内の整数を指定してください",
)

# Backends that cannot be used
NOT_THERE = Words("not installed: {modules}", "インストールされていません：{modules}")
LACKING = Words(
    "backend {name} needs {modules}, which is not installed{remedy}",
    "バックエンド{name}に必要な{modules}がありません{remedy}",
)
REMEDY = Words(": {command}", "：{command}")
NAME_REFUSED = Words(
    "a plug-in cannot have the name {name!r}: a name must be free, have only letters, digits, _, - and ., not be all "
    "or cmd, and not end in .toml; rename its entry point",
    "プラグインに{name!r}という名前は使えません。使えるのはほかと重ならない、文字、数字、_、-、.だけの名前で、"
    "all、cmdと、.tomlで終わる名前は使えません。エントリーポイントの名前を変えてください",
)
DOES_NOT_LOAD = Words("backend {name} does not load: {fault}", "バックエンド{name}を読み込めません：{fault}")
MALFORMED = Words("backend {name} is malformed: {fault}", "バックエンド{name}の定義に誤りがあります：{fault}")
CANNOT_BE_MADE = Words("backend {name} cannot be made: {fault}", "バックエンド{name}を作れません：{fault}")
CANNOT_OPEN = Words(
    "backend {name} cannot open {problem}: {reason}", "バックエンド{name}は{problem}を扱えません：{reason}"
)
VERSION_1 = Words(
    "it was written for version 1 of the interface, which knows only plain boards, and not {problem}; for more, its "
    "class needs `interface = 2`, and `statements` with the kinds that it understands",
    "インターフェースのバージョン1に合わせて書かれています。扱えるのは普通の盤面だけで、{problem}は扱えません。"
    "扱うには、プラグインに`interface = 2`と、理解できる種類を挙げた`statements`が必要です",
)
FAILED = Words("backend {name} failed: {why}", "バックエンド{name}が失敗しました：{why}")
NOT_A_REASON = Words(
    "its `unsupported` returned {found!r:.20}, but must return a reason as a text, or None",
    "`unsupported`が{found!r:.20}を返しました。理由の文字列かNoneを返す必要があります",
)
NOT_A_SESSION = Words(
    "its `open` returned a value of type {kind}, but must return a session",
    "`open`が型{kind}の値を返しました。セッションを返す必要があります",
)
RAISED_WHEN_ASKED = Words(
    "backend {name} raised {fault} when it was asked what it can open",
    "バックエンド{name}は、扱える問題の問い合わせに対して例外{fault}を送出しました",
)
STREAM_CLOSED = Words(
    "plug-in {name} closed {stream} while it was {at}; a plug-in leaves the standard streams open",
    "プラグイン{name}は{at}の際に{stream}を閉じました。プラグインは標準ストリームを閉じてはいけません",
)
TOO_SLOW = Words(
    "plug-in {name} took more than {seconds} s while it was {at}",
    "プラグイン{name}は{at}に{seconds}秒を超える時間をかけました",
)
ENDED_PROCESS = Words(
    "plug-in {name} ended the process while it was {at}: {how}",
    "プラグイン{name}は{at}の際にプロセスを終了させました：{how}",
)
AT = {
    "imported": Words("imported", "読み込み"),
    "made": Words("made", "作成"),
    "asked what it can open": Words("asked what it can open", "扱える問題の問い合わせ"),
}
"""What a plug-in was doing, by the progress note of the child process that tried it."""

# Sessions and searches
CLOSED = Words("this session is closed; open a new one", "このセッションは閉じています。新しく開いてください")
IN_USE = Words(
    "another search uses this session; each thread needs a session of its own",
    "このセッションは別の探索が使っています。スレッドごとに一つのセッションが必要です",
)
FORKED = Words(
    "this session was opened before the process was forked; open a new one",
    "このセッションは、プロセスがフォークする前に開いたものです。新しく開いてください",
)
GENERATOR_EXIT = Words(
    "the engine raised GeneratorExit during its search", "エンジンが探索の途中でGeneratorExitを送出しました"
)
YIELDED = Words(
    "the engine was asked for {asked}, but yielded {found!r:.20}",
    "エンジンが、求められた{asked}ではなく{found!r:.20}を返しました",
)
A_NUMBER = Words("a number of solutions", "解の個数")
A_SOLUTION = Words("a solution, a tuple of options", "解（選択肢のタプル）")

# Engines
NODES_ALONE = Words(
    "dlx:kernel=nodes always takes the smallest item and has no other options; remove them",
    "dlx:kernel=nodesはいつも最小の項目を選ぶため、ほかのオプションと一緒には使えません。外してください",
)
DLX_SEED = Words("dlx:seed={seed}: a seed is 0 or more", "dlx:seed={seed}：シードは0以上にしてください")
DXZ_MEMORY = Words(
    "dxz:memory={memory}: give at least 1, in MB", "dxz:memory={memory}：1以上の値をMB単位で指定してください"
)
INCOMPLETE = Words(
    "with dlx:nogoods=on the search skips remembered failures, so not all of it can be shown; leave nogoods out",
    "dlx:nogoods=onは記憶した部分を飛ばすため、探索の全体を示せません。nogoodsを外してください",
)
NOGOODS_OF_LINKS = Words(
    "dlx:structure=cells and structure=bits remember no failures; leave nogoods or structure out",
    "dlx:structure=cellsとstructure=bitsは失敗を記憶できません。nogoodsかstructureを外してください",
)
BITS_ALONE = Words(
    "dlx:structure=bits knows only item=smallest, and no seed; leave out item and seed, or structure",
    "dlx:structure=bitsで使えるのはitem=smallestだけで、seedも使えません。itemとseed、またはstructureを外してください",
)
CELLS_UNSEEN = Words(
    "the search with dancing cells cannot be shown step by step; take dlx without options, or dlx:kernel=nodes",
    "ダンシングセルの探索は一手ずつ表示できません。オプションなしのdlxか、dlx:kernel=nodesを使ってください",
)
UNFIT_SOLVER = Words(
    "sat:solver={solver} cannot be used: {reason}; take one of {names}",
    "sat:solver={solver}は使えません。{reason}。{names}から選んでください",
)
UNFIT = {
    "kissat404": Words(
        "it aborts the process on a second solve and takes no assumptions",
        "二度目に解くときプロセスを異常終了させ、仮定も受け取りません",
    ),
    "cryptominisat": Words(
        "PySAT passes it on to pycryptosat; the backend cryptominisat uses pycryptosat directly",
        "PySATはこれをpycryptosatに渡しますが、それにはバックエンドcryptominisatがあります",
    ),
}
"""Why the backend `sat` cannot use a solver of PySAT, by its name."""
NOT_IN_PYSAT = Words(
    "the installed PySAT has no solver {name}; update python-sat",
    "インストールされているPySATにソルバー{name}がありません。python-satを更新してください",
)
CPSAT_PARAMETERS = Words(
    "the installed CP-SAT does not accept all of the parameters {parameters}; update ortools",
    "インストールされているCP-SATは、パラメーター{parameters}の一部を受け付けません。ortoolsを更新してください",
)
MODEL_REFUSED = Words("CP-SAT rejected the model: {reason}", "CP-SATがモデルを受け付けませんでした：{reason}")
HIGHS_ENDED = Words(
    "the process of HiGHS ended without an answer; its error output may say why; the next search starts a new process",
    "HiGHSのプロセスが答えを返さずに終了しました。理由がエラー出力にあるかもしれません。次の探索で新しいプロセスを始めます",
)
LOGIC_NEEDS_HOUSES = Words(
    "it reasons only with cells, digits and houses", "推論に使えるのはマス、数字、ユニットだけです"
)
STANDARD_ONLY = Words(
    "it knows only the 9x9 with 3x3 boxes and without further houses",
    "扱えるのは、ボックスが3x3で追加のユニットがない9x9だけです",
)

# Answers that are malformed
OF_TYPE = Words("a value of type {kind}", "{kind}型の値")
DESCENDING = Words("its options are not in ascending order", "選択肢が昇順に並んでいません")
BEYOND_LIMIT = Words("more solutions than the limit of {limit}", "解の個数が上限の{limit}を超えています")
COUNTED_AND_SHOWN = Words(
    "{counted: solution} counted, but {shown} shown", "解を{counted}個と数えましたが、示したのは{shown}個です"
)
EARLY_LIMIT = Words(
    "it stopped at the limit of {limit} after {shown: solution}",
    "{shown}個の解を見つけたところで、上限{limit}に達したとして止まりました",
)
NO_STOP = Words(
    "its search ended with {value} instead of a Stop", "探索が終わった理由がStopではなく{value}です"
)
STATS = Words(
    "stats is {value}, but must be a dict of at most {most} numbers",
    "statsが{value}です。{most}個以下の数の辞書でなければなりません",
)
STATS_KEY = Words(
    "a key of stats is {value}, but must be a name of at most {most} characters",
    "statsのキーが{value}です。{most}文字以下の名前でなければなりません",
)
STATS_VALUE = Words(
    "stats[{key!r}] is {value}, but must be a whole number of 64 bits",
    "stats[{key!r}]が{value}です。64ビットの整数でなければなりません",
)
NOT_63_BITS = Words(
    "{name} is {value}, but must be a whole number from 0 to 2**63 - 1",
    "{name}が{value}です。0以上2**63未満の整数でなければなりません",
)
NOT_A_COUNT = Words(
    "count is {value}, but must be a whole number from 0 to 2**{bits} - 1",
    "countが{value}です。0以上の{bits}ビットの整数でなければなりません",
)
NOT_TUPLE = Words(
    "a solution is {value}, but must be a tuple of at most {most:,} options",
    "解が{value}です。{most:,}個以下の選択肢のタプルでなければなりません",
)
NOT_OPTION = Words(
    "a solution holds {value}, which is not an option; yield whole numbers of Python, such as int(option)",
    "解に選択肢でないもの（{value}）があります。int(option)のように、Pythonの整数を返してください",
)
LONG_OPTION = Words("a solution has an option of more than 64 bits", "解に64ビットを超える選択肢があります")
ARRAY_KINDS = Words(
    "arrays of {kinds}, but int64, bool, uint8 are needed",
    "配列の型が{kinds}です。int64、bool、uint8でなければなりません",
)
ARRAY_SHAPES = Words(
    "arrays of the shapes {shapes} for {boards: board}; counts and exhausted need one value for each board; "
    "solutions needs the shape (boards, k, cells)",
    "盤面{boards}個に対して、配列の形が{shapes}です。countsとexhaustedには盤面ごとに一つの値が必要です。"
    "solutionsの形は`(boards, k, cells)`です",
)
OVER_LIMIT = Words(
    "{count: solution}, but up to {limit} were asked for",
    "解が{count}個ありますが、求めたのは{limit}個までです",
)
CHANGED_ARRAY = Words(
    "it changed the array of boards, so its answer is about other boards",
    "渡した盤面の配列が書き換えられたため、答えは元の盤面のものではありません",
)
