"""Texts of the command line: what commands print for people, and why a command line is refused."""

from __future__ import annotations

from sudokubench.words import Words

# What ends a command
INTERRUPTED = Words("interrupted", "中断しました")
INTERNAL = Words(
    "internal error, please report it: {error}\nSet SUDOKUBENCH_DEBUG=1 to see where.",
    "内部エラーです。開発者にお知らせください：{error}\nSUDOKUBENCH_DEBUG=1を設定すると、起きた場所を表示します。",
)
OUTPUT = Words("the output", "出力")
EXIT_CODES = Words(
    "Exit codes (if several apply, the first of {order})", "終了コード（{order}のうち最初に当てはまるもの）"
)

PERHAPS_MORE = Words(
    "{place}: {backend} does not tell whether more solutions exist; --limit 1 asks for one only",
    "{place}：{backend}は、ほかに解があるかどうかを示していません。--limit 1なら一つだけを求めます",
)
UNANSWERED = Words(
    "{file} shows no solution, and does not say that none exists; give the whole output of the solver: s and "
    "v lines, the file of minisat, the numbers of the chosen options, or what a solver of the model prints",
    "{file}には、解も、解がないという答えもありません。ソルバーの出力の全体（sとvの行、minisatのファイル、選んだ選択肢の番号、"
    "モデルを解くソルバーの出力のどれか）を指定してください",
)
WRONG_SOLUTION = Words(
    "{file}: solution {number} is wrong: {fault}", "{file}：{number}番目の解が正しくありません：{fault}"
)

# A command line that is refused
NO_SUCH_OPTION = Words("no option is called {name}", "{name}というオプションはありません")
NO_SUCH_COMMAND = Words("no command is called {name}", "{name}というコマンドはありません")
THERE_ARE = Words("; there are {names}", "。使えるのは{names}です")
LANGUAGE_OF_LOCALE = Words(
    "no option of this command chooses a language: the locale does, as in LANG=ja_JP.UTF-8",
    "このコマンドに言語を選ぶオプションはありません。言語はロケールで決まります（例：LANG=ja_JP.UTF-8）",
)
OPTIONS_LATER = Words(
    ". Write the options of a command after its name", "。コマンドのオプションは、コマンドの後に書きます"
)
BOARDS_LATER = Words(
    ". A board or a file comes after a command, as in: sudokubench solve BOARD",
    "。盤面やファイルはコマンドの後に書きます。例：sudokubench solve BOARD",
)
RENAMED = Words(
    "{old} is now called {new}; the old name works until version 2.0",
    "{old}は{new}に変わりました。古い名前が使えるのはバージョン2.0より前だけです",
)
TRY_HELP = Words("\nTry '{command} --help'.", "\n'{command} --help'で説明が読めます。")
USAGE = Words("\nUsage: {usage}", "\n使い方：{usage}")
NUMBER_ABOVE = Words(
    "{value}: it takes a number above {least}, up to {most}.",
    "{value}：{least}より大きく{most}以下の数にしてください。",
)
WHOLE_BETWEEN = Words(
    "{value}: it takes a whole number from {least} to {most}.",
    "{value}：{least}から{most}までの整数にしてください。",
)
WHOLE_FROM = Words(
    "{value}: it takes a whole number of at least {least}.", "{value}：{least}以上の整数にしてください。"
)
EMPTY_NAME = Words(
    "'' is not a file or a folder; give its name, or . for the current folder.",
    "''という名前のファイルやフォルダーはありません。名前を指定してください。いまのフォルダーは「.」です。",
)
ONE_BACKEND = Words(
    "--backend {names}: this command asks one backend and compares no answers; give one name that `backends` lists. "
    "`run` and `check` take several or `all`.",
    "--backend {names}：このコマンドはバックエンドを一つだけ使い、答えを比べません。`backends`の一覧にある名前を一つ"
    "指定してください。複数や`all`は`run`と`check`で指定できます。",
)
MISSING_ARGUMENT = Words("Missing argument '{name}': {what}.", "引数'{name}'がありません。{what}。")
A_PUZZLE = Words(
    "a board, a file or a set; or pipe puzzles in",
    "盤面、ファイル、付属の問題集のどれかを指定するか、問題をパイプで渡してください",
)
A_CERTIFICATE = Words(
    "a file that --proof of solve, explain or check wrote; or pipe it in",
    "solve、explain、checkの--proofが書いたファイルを指定するか、パイプで渡してください",
)
NO_CANDIDATE = Words(
    "Missing argument: a puzzle and a candidate, such as R3C4#5, are needed.",
    "引数がありません。問題と、R3C4#5のような候補が必要です。",
)
SECOND_BOARD = Words(
    "equivalent compares boards, and only one is named; name a second one",
    "equivalentは盤面を比べますが、盤面が一つしかありません。もう一つ指定してください",
)
SEVERAL_PUZZLES = Words(
    "{puzzle} holds several puzzles; name a single one",
    "{puzzle}には問題が複数あります。一つだけ指定してください",
)
FILE_FOR_EACH = Words(
    "several puzzles are named, and each one needs a file of its own: with {option} FILE.X they are FILE-1.X, FILE-2.X",
    "問題が複数あるため、1問ごとにファイルが必要です。{option} FILE.XならFILE-1.X、FILE-2.Xに1問ずつ書きます",
)
COLUMNS_OR_FORM = Words(
    "--columns names the columns of a table, and --from the form of boards: leave one of them out",
    "--columnsは表の列、--fromは盤面の形式です。どちらか一方にしてください",
)
TOO_MANY_COLUMNS = Words(
    "--columns {columns}: name the column of puzzles and, if you like, the column of solutions: puzzle,solution",
    "--columns {columns}：問題の列と、あれば解の列をpuzzle,solutionのように指定してください",
)
SYMBOLS_REFUSED = Words("--symbols for {problem}: {reason}", "{problem}の--symbols：{reason}")
OTHER_SIZES = Words("; for another size, add --layout", "。ほかの大きさなら--layoutも指定してください")
LAYOUT_UNKNOWN = Words(
    "--layout: {reason}; a file of that name does not exist. For overlapping grids, write "
    "samurai, twodoku, butterfly, or upper left cells as in overlap:R1C1+R7C7",
    "--layout：{reason}。その名前のファイルもありません。重なる盤はsamurai、twodoku、butterflyか、"
    "overlap:R1C1+R7C7のように指定します",
)
FORM_OF_GRIDS = Words(
    "--from {form} and --layout {layout} exclude each other: overlapping grids have their own forms; leave out --from",
    "--from {form}と--layout {layout}は同時に指定できません。重なる盤には固有の形式があるので、--fromを省いてください",
)
PLAIN_LAYOUT = Words(
    "--layout {name}: only layouts without constraints are possible here; `generate --variant` adds constraints",
    "--layout {name}：問題を作れるのは、制約のないレイアウトだけです。制約は`generate --variant`で加えます",
)
NO_OVERLAPS = Words(
    "--layout {name}: a data set holds no overlapping grids; `generate` makes them",
    "--layout {name}：重なる盤はデータセットに入れられません。`generate`で作れます",
)

# Files
FILE_TOO_LONG = Words(
    "the file is longer than {most} bytes, the largest size that is read",
    "ファイルが長すぎます。読めるのは{most}バイトまでです",
)
NOT_UTF_8 = Words(
    "the bytes are not UTF-8: this is not a text file; save the text as UTF-8",
    "UTF-8ではないバイトがあります。テキストをUTF-8で保存してください",
)
PARTLY_WRITTEN = Words(
    "the command stopped early, so its output is in {file}.partial, not in {file}",
    "コマンドが途中で終わったため、それまでの出力は{file}ではなく{file}.partialにあります",
)
ONE_PICTURE = Words(
    "an SVG file holds one picture: give one puzzle at a time, or leave out -o to get the pictures one below the other",
    "SVGファイルに入る図は一つだけです。問題を一つずつ指定するか、-oを外して、図を続けて出力してください",
)
OUTPUT_IS_INPUT = Words(
    "{option} {file}: the command also reads or writes this file elsewhere, and would replace it; name another file",
    "{option} {file}：このコマンドがほかで読み書きするファイルなので、上書きできません。別のファイルを指定してください",
)
WAITING = Words(
    "waiting for standard input, because no other input is named",
    "ほかに入力の指定がないため、標準入力から読みます",
)

# Tables and progress
COLUMNS_LEFT_OUT = Words(
    "columns left out: {names}; --wide shows all", "除いた列：{names}。--wideで全部を示します"
)
DONE = Words("{done} of {all}", "{done}／{all}")
FAILED_SO_FAR = Words("{n} failed", "失敗{n}")
A_SECOND = Words("{n} a second", "毎秒{n}")
A_MINUTE = Words("{n} a minute", "毎分{n}")
LEFT = Words("{n} {unit} left", "残り{n}{unit}")
SECONDS, MINUTES, HOURS, DAYS = (
    Words("s", "秒"), Words("min", "分"), Words("h", "時間"), Words("days", "日")
)  # fmt: skip

# Units, for `amount`; others are in `actions.words`
ROWS = Words("row", "行")
FAULTS = Words("fault", "件")
ERRORS = Words("error", "件")
DISAGREEMENTS = Words("disagreement", "件")
WRONG_ANSWERS = Words("wrong answer", "件")
BAD_LINES = Words("bad line", "行")
CERTIFICATES = Words("certificate", "件")
PLOTS = Words("plot", "個")
TABLES = Words("table", "個")

# `backends`
TRIAL = Words("trial puzzle: {result}", "試験問題：{result}")
TRIAL_FAILED = Words("FAILED: {reason}", "失敗：{reason}")
TRIAL_WRONG = Words("WRONG: {reason}", "誤答：{reason}")
OWN = Words("built in", "内蔵")
ISOLATION = Words("(isolation)", "（隔離）")
LEFT_OUT = Words("{name} is left out: {reason}", "{name}を除きます：{reason}")
NOT_INSTALLED = Words(
    "not installed: {names}; install them with: {command}",
    "インストールされていません：{names}。次のコマンドでインストールできます：{command}",
)

# `run` and `check`
RESUME_OR_NO_STORE = Words(
    "--resume continues a stored run, and --no-store stores nothing; leave one of them out",
    "--resumeは保存した実行を続け、--no-storeは何も保存しません。どちらか一方にしてください",
)
RESULTS_OR_NO_STORE = Words(
    "--results names the folder of stored runs, and {option} stores nothing; leave one of them out",
    "--resultsは保存先を指定し、{option}は何も保存しません。どちらか一方にしてください",
)
WHERE_RECORDS_ARE = Words(
    "run {run}: records in {path}; {command} makes a page of them",
    "実行{run}：記録は{path}にあります。{command}でページにできます",
)
AFTER = Words(", after {command}", "（先に{command}）")
NO_PUZZLES = Words("no puzzles", "問題がありません")
SYMMETRIES = Words(" (symmetries: {n})", "（対称性：{n}個）")
VERDICTS = Words("verdicts: {counts}", "判定：{counts}")
RUN_TOTALS = Words("{disagreements}, {wrong}", "食い違い{disagreements}、誤答{wrong}")
RUN_ERRORS = Words("; {errors}", "、エラー{errors}")
ALL_ARE_ASKED = Words(
    "all {n} installed backends are asked, and the slowest of them take most of the time; add --backend dlx,sliced to "
    "check plain 9x9 boards fast by two independent methods",
    "インストール済みのバックエンド{n}個すべてで調べるため、時間の大半は遅いバックエンドが使います。"
    "追加のルールのない9x9の盤面を独立した二つの方法で速く調べるには、--backend dlx,slicedを付けてください",
)
BY = Words("; by {names}", "。答えたもの：{names}")
ANSWERED = Words("{name} ({n} of {all})", "{name}（{all}問中{n}問）")
SHOWS_ONE = Words(
    "{name} (it shows a solution, but does not tell whether more exist)",
    "{name}（解を示しますが、ほかの解の有無は示しません）",
)
NO_ANSWER = Words("; no verdict from {names}", "。判定のないもの：{names}")
STRENGTH = Words("strength: {counts}", "確かさ：{counts}")
CHECK_TOTALS = Words(
    "{disagreements}, {wrong} with wrong answers, {errors}, {bad}",
    "食い違い{disagreements}、誤答のある問題{wrong}問、エラー{errors}、読めない行{bad}",
)

# `count`
PARTS_FILE = Words(
    "--parts keeps the counts in a file that a later call reads: it cannot be -; name a file",
    "--partsのファイルは後の呼び出しで読むため、「-」にはできません。ファイル名を指定してください",
)

# `solve`
SEVERAL_SOLUTIONS = Words(
    "{place}: several solutions; the first one is shown, --limit N shows more",
    "{place}：解が複数あるため、最初の一つを示しました。--limit Nでほかの解も示します",
)

# `verify`
WHERE_CERTIFICATES_COME_FROM = Words(
    "certificates are what `solve --proof FILE`, `explain --proof FILE` and `check --proof FILE` write",
    "証明書は、`solve --proof FILE`、`explain --proof FILE`、`check --proof FILE`で作ります",
)
STATUSES = {
    "verified": Words("{n} verified", "正しいもの{n}件"),
    "refuted": Words("{n} refuted", "誤りのあるもの{n}件"),
    "unknown": Words("{n} unknown", "判定できないもの{n}件"),
    "malformed": Words("{n} malformed", "証明書でないもの{n}件"),
}
"""Number of certificates, by status."""

# `explain`, `rate` and `steps`
WALK_NEEDS = Words(
    "--walk works only in a terminal and without --json; --grids shows all steps at once",
    "--walkは端末でのみ、--jsonなしで使えます。--gridsは全手順を一度に示します",
)
GRIDS_OF_TEXT = Words(
    "--grids draws grids between the steps of the text, and {option} prints no text; leave out --grids or {option}",
    "--gridsは文章の手順の間に盤面を示すもので、{option}では効きません。--gridsか{option}を外してください",
)
BRANCHING_NEEDS = Words(
    "--branching says how --search chooses a cell; add --search",
    "--branchingは--searchで値を仮定するマスの選び方です。--searchも指定してください",
)
LEAST_OR_TECHNIQUE = Words(
    "--least-evidence and --technique: the least evidence decides which step is taken; leave one out",
    "--least-evidenceでは根拠の最も少ない手を選ぶため、--techniqueは使えません。どちらか一方にしてください",
)
AGAINST_ONE_FILE = Words(
    "--against compares with a column of a file; name one file, and no other puzzles",
    "--againstは、ファイルの列と比べます。ファイルを一つだけ指定し、ほかの問題は指定しないでください",
)
AGAINST_STREAM = Words(
    "--against reads {file} twice, and a pipe can be read only once; save the table as a file and name it",
    "--againstは{file}を二度読みますが、パイプは一度しか読めません。表をファイルに保存して指定してください",
)
HUMAN = Words("human", "人間")
PUZZLE = Words("puzzle", "問題")
EFFORT, WORK = Words("effort", "手間"), Words("work", "合計")
ROUNDS, TRIALS = Words("rounds", "回数"), Words("trials", "試行")
HARDEST = Words("hardest (new scale)", "最も難しい手筋（新尺度）")
ONE_FORM = Words(
    "--html, --json and --to hodoku are three forms of the same cases; choose one",
    "--html、--json、--to hodokuは、同じ例の三つの形式です。一つを選んでください",
)

# `runs`, `report`, `compare` and `rank`
NO_RUN = Words(
    "no run in {folder}; make one with `sudokubench run`",
    "{folder}に実行の記録はありません。`sudokubench run`で作れます",
)
UNFINISHED = Words("unfinished", "未完了")
RACE = Words("race", "競走")
SHOWN_RUN = Words(
    "run       {run}\nstarted   {started}\nfinished  {finished}\n"
    "corpus    {corpus}\nbackends  {backends}\nrecords   {records}",
    "実行          {run}\n開始          {started}\n終了          {finished}\n"
    "問題集        {corpus}\nバックエンド  {backends}\n記録          {records}",
)
NOT_FINISHED = Words("no", "未完了")
IN_FILE = Words("{n} in {file}", "{file}に{n}")
NOTHING_TO_DELETE = Words("nothing to delete", "削除するものはありません")
DELETED = Words("{runs} deleted", "{runs}を削除しました")
WOULD_BE_DELETED = Words(
    "{runs} would be deleted; add --yes to delete", "{runs}が対象です。削除するには--yesを付けてください"
)
ONE_FILE_ONLY = Words(
    "standard output takes only one file: name files for the others",
    "標準出力に書けるファイルは一つだけです。ほかにはファイル名を指定してください",
)
FOLDER_NEEDED = Words(
    "standard output takes only one file: give a folder; for a folder named -, write ./-",
    "標準出力に書けるファイルは一つだけです。フォルダーを指定してください。「-」という名前のフォルダーなら「./-」と書きます",
)
NOT_REPLAYED = Words(
    "--replay shows the search of a trace, so {option} changes nothing; leave out {option} or --replay",
    "--replayは記録済みの探索を表示するので、{option}は効きません。{option}か--replayを外してください",
)
WITH_LIVE = Words(
    "{option} needs --live; without --live, A and B are runs",
    "{option}は--liveとともに使います。--liveがなければ、AとBは実行の記録です",
)
BACKENDS_NOT_RUNS = Words(
    "{a} and {b} are backends, not runs; add --live to measure them now",
    "{a}と{b}は実行の記録ではなくバックエンドです。いま測るには--liveを付けてください",
)
NO_BACKEND = Words("the run has no backend", "この実行にはバックエンドがありません")

# `generate` and `dataset`
BOOK_ONLY = Words(
    "--book writes the puzzles into its file, and -o gets nothing; leave out -o, or add --json",
    "--bookを使うと問題は冊子のファイルに入り、-oには何も書かれません。-oを外すか、--jsonを付けてください",
)
PAGES_OF_BOOK = Words(
    "--per-page is about the sheets of a book: add --book FILE.html, or leave it out",
    "--per-pageは冊子の1ページの問題数です。--book FILE.htmlを付けるか、--per-pageを外してください",
)
FORM_OF_LINES = Words(
    "{option} settles the form of the output, so --to changes nothing; leave out --to or {option}",
    "{option}が出力の形を決めるので、--toは効きません。--toか{option}を外してください",
)
UNKNOWN_FORM = Words(
    "{option} {form}: unknown form; there are {known}{close}",
    "{option} {form}という形式はありません。あるのは{known}です{close}",
)
MADE = Words("{rows} in {file}; data card: {card}", "{file}に{rows}を書きました。データカードは{card}です")
NUMBER_OF_ROWS = Words(
    "{option} {text}: it takes a number of rows from {least} to {most}, or all",
    "{option} {text}：{least}から{most}までの行数かallにしてください",
)
SPLITS = Words(
    "--split {text}: write NAME=SHARE,NAME=SHARE, such as train=0.9,test=0.1",
    "--split {text}：train=0.9,test=0.1のように、名前=割合をコンマで区切ってください",
)
ROWS_IN_CLASSES = Words(
    "{rows} in {classes}: {splits}; checked by {backend}", "{rows}、{classes}：{splits}。検査：{backend}"
)
NOTHING = Words("nothing", "なし")
FAULTS_FOUND = Words(
    "{faults}; rows checked for minimality: {minimal}, rated again: {rated}; certificates checked: {certificates}",
    "誤り{faults}。極小かどうかを調べたのは{minimal}行、評価し直したのは{rated}行、検査した証明書は{certificates}件です",
)

# `encode`, `equivalent` and `serve`
CNF_ENCODING = Words(
    "--encoding {encoding} is a CNF encoding; it goes with --to dimacs",
    "--encoding {encoding}はCNFの符号化です。--to dimacsとともに使います",
)
NOT_EQUIVALENT = Words("not equivalent", "同値ではない")
SERVES_BOARDS = Words(
    "{puzzle} is an exact cover, and the page opens only with boards; `sudokubench solve` and `sudokubench watch` "
    "take covers, too",
    "{puzzle}は厳密被覆問題ですが、このページで最初に開けるのは盤面だけです。`sudokubench solve`と"
    "`sudokubench watch`は厳密被覆問題も扱えます",
)
SERVING = Words(
    "serving this machine only; Ctrl-C ends the server",
    "このコンピューターだけに公開しています。Ctrl-Cで終了します",
)
SERVING_ALL = Words(
    "WARNING: everyone with this link can use this program and its computing time through {host}; the connection "
    "is not encrypted. Ctrl-C ends the server",
    "警告：このリンクを知る人は誰でも、{host}を通じて、このプログラムとこのコンピューターの計算時間を使えます。"
    "通信は暗号化されません。Ctrl-Cで終了します",
)

LOGGED = (
    Words(
        "plug-in %s changed %s of this process; it was put back",
        "プラグイン%sがこのプロセスの%sを変えたので、元に戻しました",
    ),
    Words("compiling %s ...", "%sをコンパイルしています…"),
    Words("compiling %s (once; later starts are fast) ...", "%sをコンパイルしています（初回だけです）…"),
    Words(
        "the compiled code of %s was damaged; it is compiled again",
        "%sの機械語が壊れているため、作り直します",
    ),
    Words(
        "%s is compiled at every start: no folder can keep its code",
        "%sの機械語を保存できるフォルダーがないため、起動のたびにコンパイルします",
    ),
    Words(
        "%s: %s ended (%s); %s now counts from the beginning", "%s：%sが終わりました（%s）。%sで数え直します"
    ),
    Words("%s.%s: %s failed: %s", "%s.%s：%sに失敗しました：%s"),
    Words(
        "each of the two workers that got a batch of %d puzzles was lost: %s",
        "%d問のバッチを渡したワーカーが二つとも失われました：%s",
    ),
    Words(
        "worker %s at %s was lost; its batches run again elsewhere",
        "ワーカー%s（%s）が失われました。その分は別のワーカーで計算し直します",
    ),
)
"""All log messages; the code that writes them does not know the language."""

# problems
PARTS_OF_COVER = {
    "primary": Words("primary", "主項目"),
    "secondary": Words("secondary", "副項目"),
    "options": Words("options", "選択肢"),
    "entries": Words("entries", "1の個数"),
}
