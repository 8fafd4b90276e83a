"""Texts of the harness: corpora, executors, live comparisons, stores."""

from sudokubench.words import Words, by_door

# Corpora
FORMS_TOLD = by_door(
    "write one board a line, grids of several lines, or columns under a line of names such as puzzle,solution; "
    "<an exact cover may need --from dlx or --from matrix|write an exact cover in the form cover>",
    "1行に1問ずつ書くか、盤面を何行かで書くか、puzzle,solutionのような列の名前の行を先頭に置いてください。"
    "厳密被覆<には--from dlxか--from matrixが要ることもあります|は形式coverで書いてください>",
)
NOT_READ = Words(
    "boards cannot be read from the form {form!r}; there are {forms}",
    "形式{form!r}の盤面は読めません。読めるのは{forms}です",
)
FORM_UNUSED = by_door(
    "the form {form!r} does not apply to {name!r}, and no file is named: <leave out --from, --columns or --layout|"
    "leave it out>, or name a file",
    "形式{form!r}は{name!r}には使えず、ファイルも指定されていません。"
    "<--from、--columns、--layout|形式>を外すか、ファイルを指定してください",
)
NOT_SCRAMBLED = by_door(
    "{name} is not a board, and <--scramble|scramble> rearranges only boards: leave one of the two out",
    "{name}は盤面ではありません。<--scramble|scramble>で並べ替えられるのは盤面だけなので、どちらか一方を外してください",
)
LEFT_OUT = Words(
    "{source}: left out {n:, line or grid|lines or grids} without a puzzle; the first is line {first}: {text!r}",
    "{source}：問題でない行や盤面を{n:,}個読み飛ばしました。最初は{first}行目：{text!r}",
)
STREAM_NOT_RESUMED = Words(
    "standard input and pipes cannot be resumed, because their content may have changed; name a file",
    "標準入力とパイプは内容が変わっているかもしれないため、続きから再開できません。ファイルを指定してください",
)
STREAM_TWICE = Words(
    "- is named more than once, but standard input can be read only once; name it once",
    "-が2回以上指定されていますが、標準入力は一度しか読めません。-は一つだけ指定してください",
)
FOLDER = Words(
    "{name} is a folder; name the files in it, as {files}",
    "{name}はフォルダーです。中のファイルを{files}のように指定してください",
)
NO_PUZZLE = Words("{source}: no puzzle in it: {forms}", "{source}：問題がありません。{forms}")
PERHAPS_COVER = by_door(
    "{fault}; if it is an exact cover, <add --from dlx|write it in the form cover>",
    "{fault}。厳密被覆なら<--from dlxを付け|形式coverで書い>てください",
)
FURTHER_LINES = Words(
    "{count:, further line} before the first puzzle cannot be read",
    "最初の問題の前に、読めない行がほかに{count:,}行あります",
)
NOR_OTHERS = Words(
    "{fault}; the other {count:, line is not a puzzle|lines are not puzzles} either: {forms}",
    "{fault}。ほかの{count:,}行も、問題としては読めません。{forms}",
)
WRONG_SOLUTION = Words(
    "the solution given with this puzzle is wrong: {fault}; correct it, or leave it out",
    "添えられた解が正しくありません：{fault}。直すか、除いてください",
)
TEXT_FAULT = Words("{text!r}: {fault}", "{text!r}：{fault}")
IS_BACKEND = by_door(
    "{name!r} is not a puzzle but a backend; separate several backends by commas, as in <run --backend "
    "|backend=>{other},{name}",
    "{name!r}は問題ではなくバックエンドです。複数使うときはコンマで区切ってください："
    "<run --backend |backend=>{other},{name}",
)
IS_LAYOUT = by_door(
    "{name!r} is not a puzzle but a layout; <give a board or a file beside it, as in --layout {name} FILE|write a "
    "board after it, as in {name}:1234...>",
    "{name!r}は問題ではなくレイアウトです。<--layout {name} FILEのように、"
    "盤面かファイルも指定し|{name}:1234...のように、後に盤面を書い>てください",
)
UNKNOWN_CORPUS = Words(
    "{name} is not a file, a bundled set or a named problem{close}",
    "{name}というファイル、付属の問題集、名前つきの問題はありません{close}",
)
KNOWN_CORPORA = Words("; apart from files there are {names}", "。ファイルのほかに{names}があります")

# Executors
UNKNOWN_EXECUTOR = Words(
    "unknown executor {where!r}; there are local and dask://HOST:PORT",
    "実行先{where!r}はありません。あるのはlocalとdask://ホスト:ポートです",
)
EXECUTOR_FORM = Words(
    "executor {where!r} is malformed: write dask://HOST:PORT, such as dask://localhost:8786",
    "実行先{where!r}の書き方が違います。dask://localhost:8786のように書いてください",
)
CLUSTER_WORKERS = Words(
    "a cluster has workers of its own; leave out {options}",
    "クラスターには独自のワーカーがあります。{options}を外してください",
)
INLINE_ALONE = by_door(
    "--isolation inline runs one puzzle at a time, in this process; leave out <--jobs and --pin|`jobs`>",
    "--isolation inlineはこのプロセスで1問ずつ解きます。<--jobsと--pin|`jobs`>を外してください",
)
INLINE_LIMITS = Words(
    "--isolation inline cannot enforce --memory-limit or --cpu-limit; leave out these limits",
    "--isolation inlineでは、--memory-limitや--cpu-limitの制限をかけられません。外してください",
)
NO_PINNING = Words(
    "this system cannot pin processes to processors; leave --pin out",
    "このシステムではプロセスをプロセッサーに固定できません。--pinを外してください",
)
TOO_FEW_PROCESSORS = Words(
    "--pin gives each of {jobs} workers a processor of its own, but this process may use {n}; take --jobs {n} or "
    "fewer, or leave --pin out",
    "--pinは{jobs}個のワーカーにプロセッサーを一つずつ割り当てますが、使えるのは{n}個です。--jobsを{n}以下にするか、--pinを外してください",
)
NO_DISTRIBUTED = Words(
    "--executor dask:// needs distributed, which is not installed: {command}",
    "--executor dask://に必要なdistributedがありません：{command}",
)
NO_SCHEDULER = Words(
    "no Dask scheduler with workers answers at {address} within {seconds} s: {reason}",
    "{address}のDaskのスケジューラーとそのワーカーが、{seconds}秒以内に応答しません：{reason}",
)
SCHEDULER_LOST = Words(
    "the Dask scheduler at {address} was lost: {reason}; once it is back, `run --resume` continues a run",
    "{address}のDaskのスケジューラーとの接続が切れました：{reason}。`run`は復旧後に`run --resume`で続けられます",
)

# Live comparisons
NO_VERSION = Words(
    "version {version!r} is neither a folder that holds the package sudokubench, nor a commit of the git repository "
    "here ({reason}); name one of them",
    "バージョン{version!r}は、パッケージsudokubenchのあるフォルダーでも、"
    "このgitリポジトリのコミットでもありません（{reason}）。どちらかを指定してください",
)
OTHER_VERSION = Words(
    "{name}: it loaded the package in {home}, and not the version that was asked for",
    "{name}：指定したバージョンではなく、{home}のパッケージが読み込まれました",
)
SILENT = Words(
    "{name}: no answer for {seconds:g} s, long beyond its time limit; name another engine or other puzzles",
    "{name}：制限時間を大きく過ぎ、{seconds:g}秒たっても答えがありません。別のエンジンか別の問題を指定してください",
)
PROCESS_ENDED = Words(
    "{name}: its process ended with {how}: {last}",
    "{name}：プロセスが{how}で終了しました：{last}",
)
EXIT_CODE = Words("exit code {code}", "終了コード{code}")
SAID_NOTHING = Words("no error message", "エラーメッセージなし")

# Stores and files
NO_RESULTS_THERE = by_door(
    "{folder} cannot hold results: {reason}; name another folder with --results<, or store nothing with `run "
    "--no-store`|>",
    "{folder}に結果を保存できません：{reason}。--resultsで別のフォルダーを指定<するか、"
    "`run`に--no-storeを付けて保存をやめ|し>てください",
)
OTHER_FORMAT = by_door(
    "{path} has format {found} and not {version}; name another folder with --results",
    "{path}の形式は{version}ではなく{found}です。--resultsで別のフォルダーを指定してください",
)
DAMAGED_RUN = by_door(
    "{path}: run {run} was damaged or altered: {what}; begin another run< without --resume|>, or delete this one with "
    "`sudokubench runs gc --results {folder} --yes {run}`",
    "{path}：実行{run}は壊れているか、書き換えられています：{what}。<--resumeなしで|>新しく始めるか、"
    "`sudokubench runs gc --results {folder} --yes {run}`で削除してください",
)
RUN_IN_PROGRESS = by_door(
    "{path}: another process carries out run {run}; wait for its end, or begin another run< without --resume|>",
    "{path}：実行{run}は別のプロセスで進行中です。終わるまで待つか、<--resumeなしで|>新しく始めてください",
)
MANIFEST = Words("its manifest", "マニフェスト")
ROW = Words("row", "行")
ROWS_OF = Words("{rows} of {table}", "{table}の{rows}")
UNPLANNED = Words("records of {backend!r}, which its plan does not name", "計画にない{backend!r}の記録")
UNUSABLE = by_door(
    "{path} cannot be used: {reason}; its content was left unchanged. Name another folder with --results, or make "
    "this file usable",
    "{path}を使えません：{reason}。中身は変えていません。--resultsで別のフォルダーを指定するか、"
    "ファイルを使えるようにしてください",
)
# Conditions of a run that differ from an earlier run
DIFFERS = Words("{what}: {then}, now {now}", "{what}：以前は{then}、今回は{now}")
LIMITS = {
    "wall_s": Words("time limit in seconds", "制限時間（秒）"),
    "cpu_s": Words("limit of CPU time in seconds", "CPU時間の上限（秒）"),
    "memory_bytes": Words("limit of memory in bytes", "メモリの上限（バイト）"),
}
"""The limits of a puzzle, by their key in a manifest."""
OPTION_OF = Words("option {name} of {backend}", "{backend}のオプション{name}")
NONE = Words("none", "なし")
NOT_WRITTEN = Words(
    "{file} cannot be written: {reason}; name another file",
    "{file}に書き込めません（{reason}）。別のファイルを指定してください",
)
FOLDER_NOT_WRITTEN = Words(
    "{folder} cannot be written: {reason}; name another folder",
    "{folder}に書き込めません（{reason}）。別のフォルダーを指定してください",
)

# Reasons of disagreements
IS_WRONG = Words("{backend} is wrong: {fault}", "{backend}の誤り：{fault}")
TOO_FEW_SOLUTIONS = Words(
    "it claims {count: solution} in all, but answers show {proved}",
    "解は全部で{count}個としていますが、{proved}個示されています",
)
NOT_AS_STATED = Words(
    "it says {said}, but {source} states {stated}", "{said}としていますが、{source}には{stated}とあります"
)
SAYS = Words("{one} says {this}, {other} says {that}", "{one}は{this}、{other}は{that}としています")
ONLY_SOLUTION = Words("the only solution has {options}", "ただ一つの解が{options}")
SOLUTIONS = Words("{n: solution}", "解{n}個")
NUMBER = Words("{n}", "{n}個")
EARLIER_VERDICT = Words(
    "an earlier round found {earlier}, but {backend} says {said}",
    "以前の周回では{earlier}でしたが、{backend}は{said}としています",
)
EARLIER_SOLUTION = Words(
    "{backend} says that its solution is the only one, but an earlier round found another only solution",
    "{backend}がただ一つの解として示したものが、以前の周回で見つかったただ一つの解と違います",
)

# Answers that are malformed
OPTION_FULL = Words(
    "the memory that the backend's option allows is full; give it more, such as dxz:memory=4096",
    "バックエンドのオプションで許したメモリを使い切りました。dxz:memory=4096のように増やしてください",
)
GAVE_UP = Words("it gave up before its time limit", "制限時間の前に探索をやめました")
NODES_SPENT = Words("more than {nodes} nodes", "{nodes}ノードを超えました")
NO_CLOCK = Words("its clock shows a value that is not a whole number", "時計の値が整数ではありません")
FALSE_CLOCK = Words(
    "its clock says {own:.3g} s, but {waited:.3g} s passed",
    "エンジンの時計は{own:.3g}秒を示していますが、実際に待ったのは{waited:.3g}秒です",
)
MORE_SHOWN = Words("more than {most} solutions shown", "示した解が{most}個を超えています")
NO_MESSAGE = Words(
    "its message is {value}, but must be a text", "メッセージが{value}で、文字列ではありません"
)
EMPTY_REPLY = Words("a reply without an answer", "応答に答えが入っていません")
MORE_ANSWERS = Words(
    "more than {puzzles: answer} to {puzzles: puzzle}",
    "{puzzles}問に対する答えが{puzzles}個を超えています",
)

# Engines that gave no answer
OVER_WALL = Words("more than {limit:g} s", "{limit:g}秒を超えました")
OVER_CPU = Words("more than {limit:g} s of CPU time", "CPU時間が{limit:g}秒を超えました")
OVER_MEMORY = Words("more than {limit} MB", "メモリが{limit} MBを超えました")
OVER_MEMORY_WHY = Words("more than {limit} MB: {why}", "メモリが{limit} MBを超えました：{why}")
NO_ROOM = Words(
    "more than {limit} MB before its first puzzle: {at} the worker of {backend} takes {taken} MB, so give a larger "
    "limit on memory",
    "最初の問題の前に{limit} MBを超えました。{backend}のワーカーは{at}{taken} MBを使います。"
    "メモリの上限を大きくしてください",
)
WHILE_OPENING = Words("while it opens the problem,", "問題を開くのに")
WHILE_WARMING_UP = Words("in its warm-up, a search without solutions,", "準備の（解のない）探索に")
WHILE_IDLE = Words("even idle,", "待機中でも")
NOT_OPENED = Words(
    "the time limit ended before its problem was opened", "問題の準備が終わる前に制限時間になりました"
)
NOT_SENT = Words("it cannot be sent to a worker: {why}", "ワーカーに送れません：{why}")
NOT_AGAIN = Words(
    "this did not happen again when the engines got only this puzzle",
    "この問題だけをもう一度解かせたときは、再現しませんでした",
)
OF_SCRIPT = Words(
    "a worker cannot import an engine of a script or notebook; define it in a module, or give isolation='inline'",
    "ワーカーはスクリプトやノートブックのエンジンを読み込めません。モジュールで定義するか、isolation='inline'を指定してください",
)
UNREADABLE = Words("an answer that cannot be read: {why}", "答えを読めません：{why}")
LONG_REPLY = Words("an answer of more than {most:,} bytes", "答えが{most:,}バイトを超えました")
STOPPED = Words("stopped", "中断しました")
CHANNEL_CLOSED = Words("the worker of {backend} closed its channel", "{backend}のワーカーが通信を閉じました")
WORKER_EXITED = Words(
    "the worker of {backend} exited with {code}", "{backend}のワーカーが終了コード{code}で終了しました"
)
WORKER_LOST = Words("its worker was lost, twice: {why}", "ワーカーとの接続が二度切れました：{why}")
