"""Texts of the flows: errors, remarks, summaries, and the units of progress."""

from __future__ import annotations

from sudokubench.words import Words, by_door

# Units: a singular noun in English, a counter in Japanese
PUZZLES = Words("puzzle", "問")
RECORDS = Words("record", "件")
CASES = Words("case", "件")
RUNS = Words("run", "件")
ROUNDS = Words("round", "周")
QUESTIONS = Words("question", "回")
ORDERS = Words("order", "通り")
BACKENDS = Words("backend", "個")
PIECES = Words("piece", "個")
SECTIONS = Words("section", "節")
PLOTS = Words("plot", "図")

FACTS = Words("fact", "個の事実")
CANDIDATES = Words("candidate", "個の候補")

# Analyses of a setter's board
SOLUTIONS_FOUND = {
    "none": Words("no solution", "解はありません"),
    "unique": Words("one solution", "解は一つです"),
    "multiple": Words("several solutions", "解は複数あります"),
    "solvable": Words("at least one solution", "解は少なくとも一つあります"),
    "undecided": Words("number of solutions unknown", "解の個数は分かりません"),
}
"""Sentences about the number of solutions, by the value of the verdict."""
COUNTED = Words("{n:, solution}", "解は{n:,}個あります")
ESTIMATED = Words("several solutions; estimate: {estimate}", "解は複数あります。推定：{estimate}")
CONTRADICTING = Words("contradict each other: {facts} ({sure})", "互いに矛盾：{facts}（{sure}）")
HOUSES_CONTRADICT = Words(
    "the rows, columns and boxes alone have no solution", "行・列・ボックスだけで、すでに解がありません"
)
NO_SMALLER = Words("no smaller set exists", "これより小さい組はありません")
NONE_SUPERFLUOUS = Words(
    "none of these can be left out; a smaller set may exist",
    "どれも省けません。もっと小さい組はあるかもしれません",
)
COULD_GO = Words("can be left out, each by itself: {facts}", "一つだけなら省けるもの：{facts}")
NOTHING_COULD_GO = Words(
    "nothing can be left out: every clue and rule is necessary",
    "省けるものはありません。どの与え値もルールも必要です",
)
MINIMAL_SET = Words(
    "minimal set, without a superfluous part ({n}): {facts}", "これ以上は省けない組（{n}個）：{facts}"
)
NO_FACT = Words("nothing", "なし")
TWO_SOLUTIONS = Words("two solutions differ in {n} cells: {cells}", "二つの解は{n}マスで異なります：{cells}")
COMPLETED_BY = Words("one solution if you add {clues} ({sure})", "解を一つにする与え値：{clues}（{sure}）")
NO_FEWER = Words("no fewer clues suffice", "これより少ない与え値では足りません")
PERHAPS_FEWER = Words("fewer may suffice", "もっと少ない与え値で足りるかもしれません")
SAME_IN_ALL = Words("the same in all solutions: {candidates}", "どの解でも同じ：{candidates}")
TRUE_CANDIDATES = Words(
    "true candidates, each with the number of solutions that contain it:",
    "解に現れる候補と、それを含む解の個数：",
)
ENDED_EARLY = by_door(
    "the time ran out: more time (<--time-limit|`seconds`>) may find more",
    "途中で時間切れになりました。<--time-limit|`seconds`>を延ばすと、さらに分かることがあります",
)

# Ratings beside a column of a table
AGREEMENT = Words(
    "{scale} against {column}, {count} puzzles: rank correlation (Spearman) {rank}, equal {exact:.1%}, "
    "within 10 % {near:.1%}",
    "{scale}と{column}（{count}問）：順位相関（Spearman）{rank}、完全一致{exact:.1%}、1割以内{near:.1%}",
)
TOO_FEW_RATED = Words(
    "the ratings are not compared with {column}: a comparison needs at least {least} rated puzzles; number of rated "
    "puzzles: {count}",
    "{column}との比較はしません。比べるには評価できた問題が{least}問以上必要ですが、いまは{count}問です",
)
NO_COLUMN = Words(
    "{file} has no column {column}: its first line names the columns{close}",
    "{file}に列{column}はありません。列の名前は最初の行にあります{close}",
)
NOT_A_NUMBER = Words("{column} is {value}: a number is needed", "{column}が{value}です。数が必要です")
NOT_CSV = Words(
    "not a CSV table: {reason}; save the table as CSV in UTF-8, with values in quotation marks",
    "CSVの表として読めません（{reason}）。値を引用符で囲み、UTF-8のCSVで保存してください",
)
ROW = Words("row {number}", "{number}番")
"""Name of a board in messages: its index, from 0, in the value that the caller gave."""

# Books
BOOK_ENDING = Words(
    "--book {path}: the name of a book ends in .html or .pdf; change its ending",
    "--book {path}：冊子の名前は.htmlか.pdfで終わります。そのような名前を指定してください",
)
BOOK_PACKAGES = Words(
    "a PDF book needs packages that are not installed; run {command}, or make an .html book",
    "PDFの冊子に必要なパッケージがインストールされていません。{command}を実行するか、.htmlの冊子にしてください",
)

# Answers of backends, and their proofs
FAILED = Words("{place}: {backend} failed: {message}", "{place}：{backend}は失敗しました：{message}")
UNUSABLE = Words("{backend} cannot be used: {message}", "{backend}は使えません：{message}")
AGAIN = Words("reproduce it: {command}", "再現：{command}")
LEFT_OUT = Words("{backend} leaves out {problem}: {reason}", "{backend}は{problem}に答えません：{reason}")
VERIFIED = Words(
    "{place}: {status}: {claim}: {reason}: {board}", "{place}：{status}（{claim}）。{reason}：{board}"
)
NOT_CERTIFIED = Words("{place}: not certified: {reason}", "{place}：証明書は作れません：{reason}")
CERTIFICATE_DIFFERS = Words(
    "{place}: the certificate says {claim}, the backends say {verdict}",
    "{place}：証明書は{claim}、バックエンドは{verdict}としています",
)
SUM_IMPOSSIBLE = Words(
    "{place}: no solution: {constraint} is impossible, because its cells add up to at least {least} and "
    "at most {most}",
    "{place}：解がありません。{constraint}は成り立ちません。これらのマスの和は{least}以上{most}以下です",
)
NOT_EXPORTED = Words(
    "{name} is not exported: it claims {claim}, and only claims of no solution or of exactly one have a proof",
    "{name}は{claim}という主張なので、書き出せません。証明が付くのは、解がないという主張と、解がちょうど一つという主張だけです",
)
CLAIM_OF_SEVERAL, CLAIM_OF_SOME = (
    Words("several solutions", "解が複数ある"), Words("at least one solution", "解がある")
)  # fmt: skip

# Other forms
UNSAYABLE = Words(
    "the form {form} cannot state the rules of {problem}, and these rules have no name; use the form text or json",
    "{problem}の盤面：形式{form}ではルールを書けず、ルールを表す名前もありません。textかjsonにしてください",
)
CANDIDATES_LOST = Words(
    "{place}: the form {form} leaves out {n:, forbidden candidate}; use the form json or candidates",
    "{place}：形式{form}には禁止された候補（{n:,}個）を書けません。jsonかcandidatesにしてください",
)
ENCODE_INSTEAD = Words(
    "{puzzle} is not a board; `encode` writes it for other solvers",
    "{puzzle}は盤面ではありません。ほかのソルバー用には`encode`で書き出せます",
)
CLUES_CONTRADICT = Words(
    "two clues contradict each other, so no exact cover is left to write; change one of them",
    "矛盾する与え値があり、書き出す厳密被覆がありません。どちらかを直してください",
)
NO_BOARD = Words(
    "{puzzle} is not a board; only boards are possible here: give a board, or a file of boards",
    "{puzzle}は盤面ではありません。ここで使えるのは盤面だけです。盤面か、盤面のファイルを指定してください",
)
BOARDS, CLASSES = Words("board", "個の盤面"), Words("class", "個の同値類")
DEDUPED = Words(
    "{boards} in {classes}; left out, because an earlier board is equivalent: {repeated}",
    "{boards}、{classes}。先に現れた盤面と同値な{repeated}個を除きました",
)
NO_SCHEMA = Words(
    "{name} is not a schema; the schemas are {known}{close}",
    "{name}というスキーマはありません。あるのは{known}です{close}",
)

# Explanations
STEP = Words("step", "手")
NO_SUCH_STEP = Words(
    "step {step} does not exist: steps count from 1; number of steps: {steps}",
    "手順{step}はありません。手順は1から数えて{steps}手までです",
)
NO_SUCH_MOVE = Words(
    "step {step} has no other move {move}; number of its other moves: {moves}",
    "手順{step}のほかの手に{move}番目はありません。ほかの手は{moves}個です",
)
SUPPOSED = Words(
    "step {step} depends on a supposition: choose another move before or after the supposition",
    "手順{step}は仮定の下にあります。ほかの手は仮定の前か後で選んでください",
)
SEARCH_OR_LEAST = by_door(
    "<--search|`branching`> and <--least-evidence|`minimal`>: a search supposes values, and the least evidence does "
    "not; leave one out",
    "<--search|`branching`>は値を仮定し、<--least-evidence|`minimal`>は仮定しません。どちらか一方にしてください",
)
NOT_A_CANDIDATE = Words(
    "{text}: a candidate of {layout} is a cell with a digit. It is written like R3C4#2 or r3c4=2, each number from 1 "
    "to {size}",
    "{text}：{layout}の候補はマスと数字の組で、R3C4#2やr3c4=2のように書きます。数字はどれも1から{size}までです",
)
NOT_AN_OPTION = Words(
    "option={value!r}: an option of {layout} is a whole number from 0 to {last}; or give a candidate as text, such as "
    "R3C4#2",
    "option={value!r}：{layout}の選択肢は0から{last}までの整数です。R3C4#2のような文字列でも指定できます",
)

# Stored steps
STEP_OF = Words("{place}, step {number} of {puzzle}", "{place}、手順{number}：{puzzle}")
STEPS_OF_OLD = Words(
    "{count: explanation is|explanations are} left out: version 0.1.0 stored them without the rules of their boards; "
    "store these puzzles again with `explain --store`",
    "バージョン0.1.0で保存した解説{count}件は、盤面のルールが分からないため除きます。"
    "`explain --store`で保存し直してください",
)
ANY_RULE = Words("any rule", "手筋")
NO_CASE = Words(
    "{path} holds no case of {rule}; `generate --needs RULE` makes puzzles that need it, and `explain "
    "PUZZLE... --store` stores their cases",
    "{path}に{rule}の例がありません。`generate --needs RULE`でその手筋の要る問題を作り、"
    "`explain PUZZLE... --store`で保存できます",
)
NO_TRIAL = Words(
    "{path} holds no case of {rule}; `explain --search PUZZLE... --store` stores the steps of a search",
    "{path}に{rule}の例がありません。`explain --search PUZZLE... --store`で、探索の手順を保存できます",
)
NO_LINE = Words(
    "{path} holds no case of {rule} on a plain 9x9, and a technique library takes no other boards; "
    "--to text shows all cases",
    "{path}にある{rule}の例は、どれも通常の9x9のものではないため、手筋集の形式では書けません。"
    "--to textで表示できます",
)
RULE_HEAD = Words("{name} ({rule})", "{name}（{rule}）")
RULE, NAME = Words("rule", "手筋"), Words("name", "名前")
STEPS, STEPPED = Words("steps", "手順"), Words("puzzles", "問題")
MEAN_NATS = Words("mean entropy removed (nats)", "減るエントロピーの平均（ナット）")
FREQUENCIES = Words("Rules by frequency", "手筋の頻度")

# Generated puzzles
TIME_IS_UP = by_door(
    "time is up: {done:,} of {n:, puzzle} made; allow more time with --seconds",
    "時間切れ：{n:,}問のうち{done:,}問を作りました。時間は--secondsで延ばせます",
)
NOT_FOUND = by_door(
    "no puzzle as requested was found in {seconds:g} s; allow more time with --seconds, or relax a condition",
    "{seconds:g}秒以内に条件に合う問題が見つかりませんでした。--secondsで延ばすか、条件を緩めてください",
)
NOT_FOUND_AMONG = Words(
    "no puzzle as requested was found in {seconds:g} s; {tried:, puzzle} with {least} to {most} clues did not "
    "fit; relax a condition",
    "{seconds:g}秒以内に条件に合う問題が見つかりませんでした。試した{tried:,}問の与え値は{least}〜{most}個です。"
    "条件を緩めてください",
)
NEAREST_FOLLOWS = Words(
    "the nearest puzzle follows, at a distance of {distance:.2f}",
    "目標にいちばん近い問題を示します（目標との差{distance:.2f}）",
)
SLOW_CHECK = by_door(
    "{backend} needs more than {s:g} s to check a puzzle; for such puzzles choose <--backend|`check`> {usual}",
    "{backend}による検査に{s:g}秒以上かかっています。このような問題では<--backend|`check`> {usual}を指定してください",
)
CHECK_DIFFERS = Words(
    "{backend} contradicts the generator: {puzzle} is not as requested; please report it",
    "{backend}の答えが生成の結果と食い違い、{puzzle}は条件を満たしていません。開発者にお知らせください",
)

# Data sets
SPLIT_NAMES = Words(
    "the splits are named {names}: give different names of letters, digits and _ that do not begin with a digit",
    "分割の名前{names}は使えません。文字と数字と_からなり、数字で始まらない、互いに異なる名前にしてください",
)
SPLIT_SHARES = Words(
    "the shares of the splits are {shares}: give shares that are above 0 and add up to 1",
    "分割の割合が{shares}です。どれも0より大きく、合計を1にしてください",
)
NAMELESS_LAYOUT = Words(
    "this layout has no name: rows of a data set state their layout by name; take a named layout, such as 9x9-diagonal",
    "このレイアウトには名前がありません。データセットの行はレイアウトを名前で示します。"
    "9x9-diagonalなど名前のあるものを使ってください",
)
STATE_DAMAGED = Words(
    "this is not a data set of this program, or it is damaged; name another folder",
    "このプログラムのデータセットではないか、壊れています。別のフォルダーを指定してください",
)
COMPLETE = Words("{folder} is complete: {n:, row}", "{folder}は完成しています：{n:,}行")
CONTINUING = Words(
    "continuing after {rows:,} of {n:, row}", "{n:,}行のうち{rows:,}行は作成済みです。続きから作ります"
)
INTERRUPTED = Words(
    "interrupted; {rows:,} of {n:, row is|rows are} kept in {folder}; the same command continues",
    "中断しました。{n:,}行のうち{rows:,}行は{folder}にあります。同じコマンドで続けられます",
)
FOLDER_IN_USE = Words(
    "another process makes a data set in {folder}; wait for its end, or name another folder",
    "別のプロセスが{folder}にデータセットを作成中です。終わるまで待つか、別のフォルダーを指定してください",
)
FOLDER_NOT_EMPTY = Words(
    "{folder} is not empty and has no data set; name another folder",
    "{folder}は空ではなく、データセットもありません。別のフォルダーを指定してください",
)
OTHER_RECIPE = Words(
    "{folder} has a data set that was made {made}, not {wanted}; give the same options to continue it, or name "
    "another folder",
    "{folder}のデータセットは{made}で作ったもので、{wanted}ではありません。"
    "続けるには同じオプションを指定し、別に作るには別のフォルダーを指定してください",
)
WITH_OPTION = Words("with {option}", "{option}")
WITHOUT_OPTION = Words("without {option}", "{option}なし")
OTHER_RATINGS = Words(
    "{folder} was started with the ratings of another version; name another folder",
    "{folder}は別のバージョンの難易度で作り始めたものです。別のフォルダーを指定してください",
)
FILE_SHORTER = Words(
    "{file} is shorter than the {bytes:,} bytes that {state} states; name another folder",
    "{file}は、{state}に記された{bytes:,}バイトより短くなっています。別のフォルダーを指定してください",
)
NO_MORE_FOUND = Words(
    "no further puzzle was found in {seconds:g} s, after {done:,} of {n:,}; relax a condition",
    "{seconds:g}秒以内に次の問題が見つかりませんでした（{n:,}問のうち{done:,}問）。条件を緩めてください",
)
TAKE_CSV = by_door("use <--to|the form> csv", "<--to |形式>csvにしてください")
GIVE_CSV = Words("give it as CSV", "CSVで渡してください")

# Faults of data sets
FAULT_KINDS = {
    "not_unique": Words("not unique", "解が一つでない"),
    "not_minimal": Words("not minimal", "極小でない"),
    "leak": Words("leak", "分割間の重複"),
    "wrong": Words("wrong", "誤り"),
}
"""Kinds of faults of a row. A `leak` is a row that is equivalent to a row of another split."""
LEAK = Words("in {split}, and equivalent to {place} in {other}", "{split}にあり、{other}の{place}と同値です")
SEVERAL_SOLUTIONS = Words("several solutions", "解が複数あります")
NO_SOLUTION = Words("no solution", "解がありません")
SOLUTION_DENIED = Words(
    "{backend} finds no solution, but the column solution has one; do not trust this backend",
    "{backend}は解がないと答えましたが、solution列に正しい解があります。このバックエンドの答えは信用できません",
)
CLUE_CAN_GO = Words(
    "not minimal: without one of its clues, it still has exactly one solution",
    "極小ではありません：与え値を一つ消しても、解は一つに決まります",
)
COLUMN_WRONG = Words("its {name} is {right}, not {said}", "{name}は{said}ではなく{right}です")
NOTHING = Words("nothing", "空")
SOLUTION_WRONG = Words("its solution is wrong", "解が違います")
ROWS_MISSING = Words(
    "{missing:,} of {n:, row is|rows are} missing: run `dataset make` again to continue",
    "{n:,}行のうち{missing:,}行がありません。`dataset make`をもう一度実行すると続けられます",
)
ROWS_DIFFER = Words("{rows:, row}, but {n:, was|were} made", "{rows:,}行ありますが、作ったのは{n:,}行です")
CERTIFICATES_DIFFER = Words(
    "{certificates:, certificate}, but {n:, was|were} made",
    "証明書が{certificates:,}件ありますが、作ったのは{n:,}件です",
)
CERTIFICATE_FAILS = Words("its certificate: {reason}", "証明書：{reason}")
OF_OTHER_PUZZLE = Words(
    "it is for the puzzle {found}, not for {puzzle}", "{puzzle}ではなく、別の問題{found}の証明書です"
)
NO_DATA_SET = Words(
    "{folder} has no data set: name a file, or a folder that `dataset make` wrote",
    "{folder}にデータセットがありません。ファイルか、`dataset make`が作ったフォルダーを指定してください",
)
NO_FILE = Words(
    "{file} is not a file; name files, or folders that `dataset make` wrote",
    "{file}というファイルはありません。ファイルか、`dataset make`が作ったフォルダーを指定してください",
)
NO_PUZZLES = Words(
    "{file} has no column named puzzle; its columns are {columns}: rename the column of the puzzles",
    "{file}に問題の列がありません。あるのは{columns}です。問題の列の名前をpuzzleにしてください",
)
CLUES_ONLY = Words(
    "boards of data sets have clues only, and no constraints",
    "データセットの盤面は与え値だけからなり、制約を持ちません",
)
FILE_NOT_READ = Words(
    "{file} cannot be read: {reason}; name another file",
    "{file}を読めません（{reason}）。別のファイルを指定してください",
)

# Trials of backends
ISOLATION = {
    "memory": Words(
        "each worker has a control group; the kernel enforces its memory limit",
        "ワーカーごとにコントロールグループがあり、カーネルがメモリの上限を守らせます",
    ),
    "group": Words(
        "each worker has a control group without a memory controller; this program checks its memory",
        "各ワーカーにコントロールグループがありますが、メモリは管理できません。使用量はこのプログラムが調べます",
    ),
    "looks": Words(
        "no control groups can be made here; this program checks CPU time and memory of all processes",
        "ここではコントロールグループを作れません。全プロセスのCPU時間とメモリはこのプログラムが調べます",
    ),
    "weak": Words(
        "limits are weaker here: a process with a session of its own can outlive its worker",
        "ここでは制限が弱くなります。別のセッションに移ったプロセスは、ワーカーが終わっても残ることがあります",
    ),
}
"""How firmly limits hold, from the strictest to the weakest."""
WRONG_VERDICT = Words(
    "it says {verdict}, but the puzzle has exactly one solution",
    "{verdict}と答えましたが、この問題の解は一つです",
)
PLUG_IN_BLAMED = Words(
    "{reason}; the cause is {name} {version}: update it (pip install -U {name}), remove it (pip uninstall {name}) or "
    "tell its authors",
    "{reason}。原因は{name} {version}にあります。更新する（pip install -U {name}）か、"
    "削除する（pip uninstall {name}）か、作者に知らせてください",
)

# Runs and reports
EMPTY_RUN = Words(
    "this run has no puzzle, so there is nothing to compare",
    "この実行には問題がないため、比べるものがありません",
)
TITLE = Words("{puzzles}, task {task}", "{puzzles}、課題{task}")
RUNS_DAMAGED = Words(
    "{path}: {runs} damaged, without a readable name",
    "{path}：壊れていて名前の分からない実行が{runs}あります",
)
NOT_MADE_ALIKE = Words(
    "run {run} has this plan, but other conditions ({differences}); a new run begins",
    "実行{run}は同じ計画ですが条件が違うため、新しく始めます（{differences}）",
)
THEN = Words("; ", "、")
RUN_FINISHED = Words("run {run} is finished: {puzzles} in it", "実行{run}は終わっています：{puzzles}")
RUN_CONTINUES = Words("run {run} continues; it already has {puzzles}", "実行{run}を続けます：{puzzles}済み")
RUN_INTERRUPTED = Words(
    "interrupted; {puzzles} of run {run}, and answers to the next puzzle, are kept in {path}; --resume "
    "continues",
    "中断しました。実行{run}の{puzzles}と次の問題への答えは{path}にあります。--resumeで続けられます",
)
ASLIB_NEEDS_FOLDER = Words(
    "an ASlib scenario is a folder of files: name it with --output",
    "ASlibのシナリオは複数のファイルからなるフォルダーです。--outputで指定してください",
)
NOTHING_TO_DELETE = Words(
    "no run is selected; name the runs to delete, or give --keep N or --unfinished",
    "削除する実行が選ばれていません。実行を指定するか、--keep Nか--unfinishedを付けてください",
)
FILES_NOT_DELETED = Words(
    "a file cannot be deleted here; name runs by their ids",
    "ここではファイルを削除できません。実行をIDで指定してください",
)

# Comparison in turns
VERSIONS_NEED_BACKEND = by_door(
    "{error}; to compare versions, name a backend with --backend",
    "{error}。バージョンを比べるときは、測るのに使うバックエンドを--backendで指定してください",
)
SIDE_IS_ONE_BACKEND = Words(
    "{name} names several backends, but each side is a single backend; name one",
    "{name}は複数のバックエンドです。比べる一方には一つだけ指定してください",
)
NO_SHARED_PUZZLE = Words(
    "no puzzle can be opened by both sides; name other puzzles or backends",
    "両方が扱える問題がありません。別の問題かバックエンドを指定してください",
)
SIDE_CANNOT_OPEN = Words(
    "left out, because one side cannot open them: {puzzles}", "一方が扱えないため除外：{puzzles}"
)
MEASURED = Words(
    "A: {a}; B: {b}; {puzzles} in {rounds} of two new processes, {spent:.0f} s{enough}",
    "A：{a}、B：{b}。{puzzles}を{rounds}測りました（周ごとに新しいプロセス二つ、計{spent:.0f}秒）{enough}",
)
STILL_WIDE = by_door(
    "; the interval is wider than the ±{width:g} % asked for: allow more --seconds",
    "。区間は求めた±{width:g}%より広いままです。--secondsを増やしてください",
)

# Workers
CLUSTER_LOST = Words(
    "the Dask scheduler at {address} was lost: {error}; start the cluster again",
    "{address}のDaskスケジューラーとの接続が切れました（{error}）。クラスターを起動し直してください",
)
WORKER_ENDED = by_door(
    "a worker process ended before its result, perhaps for lack of memory: use another backend, or fewer --jobs",
    "ワーカーのプロセスが結果を返す前に終わりました。メモリ不足かもしれません。別のバックエンドを使うか、"
    "--jobsを減らしてください",
)

PARTS = Words("part", "個")
PART_UNDECIDED = Words(
    "part {part} was not counted to its end: the backend stopped ({stop}); give it more time or memory, or choose "
    "another backend",
    "部分{part}を数え終える前にバックエンドが止まりました（{stop}）。時間かメモリを増やすか、別のバックエンドを選んでください",
)
PARTS_SO_FAR = Words(
    "counted {done} of {of: part}; number of all solutions: {estimate}",
    "{of}個の部分のうち{done}個を数えました。全体の解の個数は{estimate}です",
)
NO_PARTS = Words(
    "{puzzle}: dxz counts it at once, without parts, and {file} is neither read nor written; for parts, name a "
    "backend, such as -b dlx",
    "{puzzle}はdxzが部分に分けずに一度に数えるため、{file}は読み書きしません。"
    "部分に分けるには、-b dlxのようにバックエンドを指定してください",
)
NO_CLUSTER = Words(
    "{puzzle}: dxz counts it at once, in this process and not on the cluster; for parts, name a backend, such as "
    "-b dlx",
    "{puzzle}はdxzが部分に分けずに一度に数えるため、クラスターは使いません。"
    "部分に分けるには、-b dlxのようにバックエンドを指定してください",
)
OTHER_PARTS = Words(
    "the line belongs to another count; name another file, or the same puzzle, backend and version",
    "この計数の行ではありません。別のファイルにするか、同じ問題・バックエンド・バージョンを使ってください",
)
COUNT_OPTIONS = Words(
    "--up-to-symmetry makes several counts: leave out --parts and --time-limit",
    "--up-to-symmetryは何度も数えるので、--partsと--time-limitは外してください",
)
ONE_PUZZLE_A_FILE = Words(
    "--parts {file} keeps the counts of one puzzle; name one puzzle",
    "--parts {file}に保存できるのは一つの問題の計数です。問題を一つだけ指定してください",
)
