"""Texts of reports, comparisons and histories of runs, in English and Japanese. `plots.words` has texts of plots."""

from __future__ import annotations

from sudokubench.words import Words, by_door

# Columns of tables, by the key of the column
COLUMNS = {
    "agree": Words("engines that agree", "一致したエンジン"),
    "alone": Words("solved alone", "自分だけが解けた数"),
    "asked": Words("asked", "出題"),
    "backend": Words("backend", "バックエンド"),
    "backends": Words("which engines", "バックエンド"),
    "batch": Words("timed", "計時"),
    "borda": Words("Borda", "ボルダ"),
    "bound": Words("bound", "確定・下限"),
    "bradley_terry": Words("Bradley–Terry", "ブラッドリー・テリー"),
    "change": Words("times the run before", "前の実行比"),
    "command": Words("run it again", "再実行"),
    "contradicted": Words("A and B contradict", "AとBの食い違い"),
    "count": Words("solutions", "解の個数"),
    "decode": Words("decode", "復号"),
    "encode": Words("encode", "符号化"),
    "encoding": Words("encoding", "符号化"),
    "factor": Words("times the fastest", "最速比"),
    "fastest": Words("fastest on", "最速の問題数"),
    "field": Words("field", "項目"),
    "first": Words("first", "一方"),
    "gained": Words("newly solved", "新たに解けた数"),
    "groups": Words("group", "組"),
    "losses": Words("second wins", "他方の勝ち"),
    "lost": Words("no longer solved", "解けなくなった数"),
    "marginal_s": Words("PAR-2 added without it", "外した場合のPAR-2の増加"),
    "max": Words("largest", "最大"),
    "mean_rank": Words("mean rank", "平均順位"),
    "median": Words("median", "中央値"),
    "median_s": Words("median", "中央値"),
    "memory_bytes": Words("memory", "メモリ"),
    "new": Words("conditions, then what changed", "条件（以後は変わったもの）"),
    "p": Words("p (Holm)", "p（Holm）"),
    "p10": Words("10 %", "10%点"),
    "p10_s": Words("10 %", "10%点"),
    "p90": Words("90 %", "90%点"),
    "p90_s": Words("90 %", "90%点"),
    "p95_s": Words("p95", "95%点"),
    "par2_s": Words("PAR-2", "PAR-2"),
    "place": Words("place", "順位"),
    "place_high": Words("to", "最悪"),
    "place_low": Words("place from", "順位：最良"),
    "puzzle": Words("puzzle", "問題"),
    "puzzles": Words("puzzles", "問題"),
    "reasons": Words("what is wrong", "食い違い・誤り"),
    "records": Words("records", "記録"),
    "run": Words("run", "実行"),
    "second": Words("second", "他方"),
    "seconds": Words("time", "時間"),
    "share": Words("share", "割合"),
    "slowdown": Words("times the best", "最良比"),
    "smallest": Words("smallest puzzle that shows it", "再現する最小の問題"),
    "solve": Words("solve", "求解"),
    "solved": Words("solved", "解けた数"),
    "solver": Words("solver", "ソルバー"),
    "started": Words("started", "開始"),
    "state": Words("change", "変化"),
    "termination": Words("ended", "終了"),
    "ties": Words("ties", "引き分け"),
    "total_s": Words("total", "合計"),
    "value": Words("value", "値"),
    "verdict": Words("verdict", "判定"),
    "waited_s": Words("waited", "待ち時間"),
    "why": Words("why not decided", "判定できない理由"),
    "wins": Words("first wins", "一方の勝ち"),
    "wrong": Words("wrong", "誤り"),
}
AGAINST_NEXT = Words("p against the next", "次位とのp")
COMMON_PUZZLES = Words("common puzzles", "共通の問題")
LOCATION = Words("place", "場所")
MEAN_TIME = Words("mean time", "平均時間")
SINCE_BEFORE = Words("since the run before", "前の実行から")
SLOWER_WITHOUT = Words("times slower without it", "外した場合の倍率")
TIME_B_OVER_A = Words("time B ÷ A", "時間B ÷ A")
TIME_OF_EACH = Words("time of each engine", "各エンジンの時間")
TIME_OF_FASTEST = Words("time of the fastest", "最速の時間")
TIME_RATIO = Words("time ratio", "時間比")
TIMES_THE_FIRST = Words("time ÷ first", "先頭比")
TIMES_THE_FIRST_RUN = Words("time ÷ first run", "最初の実行比")
WRONG_IN_B = Words("wrong in B", "Bの誤り")

# Finite choices
OUTCOMES = {
    "correct": Words("correct", "正しい"),
    "unconfirmed": Words("unconfirmed", "未確認"),
    "wrong": Words("wrong", "誤り"),
    "timeout": Words("timeout", "時間切れ"),
    "memout": Words("out of memory", "メモリ不足"),
    "crash": Words("crash", "異常終了"),
    "error": Words("error", "エラー"),
    "undecided": Words("undecided", "未判定"),
}
"""The ways in which the work on a puzzle can end; each record is counted under exactly one."""

TERMINATION_WORDS = OUTCOMES | {"finished": Words("finished", "完了")}

VERDICT_WORDS = {
    "none": Words("none", "解なし"),
    "unique": Words("unique", "解は一つ"),
    "multiple": Words("multiple", "解は複数"),
    "solvable": Words("solvable", "解あり"),
    "undecided": Words("undecided", "未判定"),
}

STRENGTH_WORDS = {
    "proven": Words("proven", "証明済み"),
    "agreed": Words("agreed", "一致"),
    "claimed": Words("claimed", "主張のみ"),
    "undecided": Words("undecided", "未判定"),
    "wrong": Words("contested", "食い違いあり"),
}

STATES = {
    "wrong": Words("wrong", "誤り"),
    "slower": Words("slower", "遅くなった"),
    "faster": Words("faster", "速くなった"),
    "unsure": Words("cannot tell", "判定不能"),
    "same": Words("no clear change", "明らかな変化なし"),
    "new": Words("new", "新規"),
    "gone": Words("gone", "なくなった"),
    "apart": Words("no common puzzle was solved", "解けた共通の問題なし"),
}
"""The changes of a backend from one run to another, the worst first."""

MORE_ROWS = Words(
    "`report --csv` writes {n:, further row}, too.", "残り{n:,}行も`report --csv`で書き出せます。"
)
LEVELS = {
    "alarm": Words("Alarm", "要確認"),
    "warning": Words("Warning", "警告"),
    "good": Words("Good", "良好"),
    "note": Words("Note", "注記"),
}

EXACT, AT_LEAST = Words("exact", "確定"), Words("at least", "下限")
SINGLY, IN_BATCHES = Words("singly", "1問ずつ"), Words("in batches of up to {n:,}", "最大{n:,}問のバッチ")
SLOWER, FASTER = Words("slower", "遅い"), Words("faster", "速い")
WRONG_ANSWER = Words("a wrong answer", "誤答")
RUNS_CONTRADICT = Words(
    "runs contradict each other: {one}, {other}", "実行の判定が食い違っています：{one}と{other}"
)

COUNTS_CONTRADICT = Words(
    "a complete search counted {fewer:, solution}, another search {more:,}",
    "最後まで終わった探索の解は{fewer:,}個、別の探索の解は{more:,}個です",
)

# How times are measured, and what intervals mean
CPU_TIMES = Words(
    "Times are CPU time of all threads and processes; “waited” is the median wall-clock time.",
    "時間は全スレッド・全プロセスのCPU時間で、「待ち時間」は実時間の中央値です。",
)
WALL_TIMES = Words(
    "Times are wall-clock times: a backend has no CPU time for most of its records.",
    "時間は実時間です。記録の大半にCPU時間がないバックエンドがあるためです。",
)
INTERVALS = Words(
    "Brackets hold 95 % intervals over puzzles and {rounds} rounds, each in new processes. The intervals of the "
    "median and the percentile are over puzzles, by order statistics; with few puzzles the upper end is unknown (∞).",
    "括弧内は、問題と{rounds}周（毎回新しいプロセス）についての95%区間です。中央値と95%点の区間は問題についての"
    "順序統計量によるもので、問題が少ないと上端が定まりません（∞）。",
)
TOO_FEW_ROUNDS = Words(
    "No interval, p or range of places is given, and the order may be chance: the run has {rounds} of "
    "the {fewest} rounds needed. Measure with `run --repeat {fewest}`.",
    "区間・p・順位の範囲はなく、順序は偶然かもしれません。これらを求めるには{fewest}周が必要ですが、{rounds}周しか"
    "ありません。`run --repeat {fewest}`で測ってください。",
)
KEPT_PROCESSES = Words(
    "No interval, p or range of places is given, and the order may be chance: the {rounds} rounds kept their "
    "processes, and so each repeats the same memory layout. Measure with `run --repeat {fewest}` and without "
    "`run --isolation inline`: each round then has new processes.",
    "区間・p・順位の範囲はなく、順序は偶然かもしれません。{rounds}周が同じプロセスで行われ、同じメモリ配置を繰り返し"
    "ています。`run --isolation inline`ではなく`run --repeat {fewest}`で測ると、周ごとに新しいプロセスになります。",
)
MEANING_OF_P = Words(
    "p comes from a t-test over puzzles and rounds. Its hypothesis is that the times differ by at most "
    "{margin}. p is corrected by Holm for the number of pairs.",
    "pは、「時間の差は{margin}以下」という仮説を、問題と周回にわたるt検定で調べたときのp値です。対の数についてHolm法で補正して"
    "います。",
)

# Tables: title and note
RANKING = Words("Backends, the best first", "バックエンド（成績順）")
RANKING_NOTE = Words(
    "Solved: decided, not wrong, in every repeat and within the time limit. All times are of the {n:, puzzle} that "
    "all compared backends were asked about. The backend that solved more of them comes first, then the faster one. "
    "PAR-2 is the mean time, where an unsolved puzzle counts as two time limits (2 × "
    "{limit} s). “Times the best” is the geometric mean of the time divided by the time of {best}, the "
    "first of the table, on the puzzles that {best} solved. ≥: an unsolved puzzle took at least the "
    "limit. {clock} {intervals} The median and the percentile are of solved puzzles; a repeated puzzle "
    "has the median of its repeats. Proven, agreed (engines of different families) and claimed (engines "
    "of one family) say what supports the answers to the solved puzzles.",
    "「解けた数」は、どの回でも制限時間内に誤りなく答えが決まった問題の数です。比べる全バックエンドに出題された{n:,}問を多く解いたも"
    "のが上位で、同数なら速い順です。時間はすべてこの問題についてのものです。PAR-2は平均時間で、解けなかった問題は制"
    "限時間の2倍（2×{limit}秒）と数えます。「最良比」は、表の先頭の{best}が解いた問題での、{best}の時間に対する比の"
    "幾何平均です。≥は、解けなかった問題に少なくとも制限時間がかかったことによる下限です。{clock}{intervals}中央値と"
    "95%点は解けた問題のもので、繰り返した問題はその中央値を使います。「証明済み」「一致」（異なる系統が同じ答え）"
    "「主張のみ」（1系統だけ）は、解けた問題の答えの根拠を表します。",
)
CONTESTED = Words("Disagreements and wrong answers", "食い違いと誤答")
CONTESTED_NOTE = Words(
    "The smallest puzzle lacks clues that the fault does not need: the same backends still contradict each other, or "
    "one is still wrong. Only the first three puzzles are made smaller.",
    "最小の問題は、同じバックエンドの間の食い違いや誤りが残る範囲で与え値を減らしたものです。最初の3件についてだけ探"
    "し、ほかは元の問題のままです。",
)
COUNTS = Words("Counts", "解の個数")
COUNTS_NOTE = Words(
    "A count is exact if a backend searched everything and no backend contradicts it. “≥” marks a backend that did not "
    "finish; the number that it found stands in brackets.",
    "探索し尽くしたバックエンドがあり、食い違いがなければ「確定」です。「≥」は最後まで探索しなかったバックエンドで、括弧内はそ"
    "れまでに見つけた解の個数です。",
)
OUTCOMES_TITLE = Words("Outcomes", "結果の内訳")
OUTCOMES_NOTE = Words(
    "Correct: proved by the solutions shown; or stated by the corpus; or given by a second backend and contradicted "
    "by none. Every repeat counts.",
    "「正しい」のは、示された解が証明した答え、問題集に書かれている答え、ほかのバックエンドも出して食い違いのない答えで"
    "す。繰り返しもすべて数えます。",
)
PHASES = Words("Time by phase", "段階別の時間")
PHASES_NOTE = Words(
    "Means of the wall-clock time over the puzzles that the backend solved.",
    "そのバックエンドが解いた問題についての実時間の平均です。",
)
PAIRS = Words("Every pair", "一対比較")
PAIRS_NOTE = Words(
    "A backend wins if it is more than {tie} faster, or if the other does not solve the puzzle. The ratio is "
    "the geometric mean of the first time divided by the second, where an unsolved puzzle counts as two time limits. "
    "{p} A batch is one measurement; with fewer than {batches} batches or {rounds} rounds there is a dash.",
    "{tie}を超えて速いか、他方が解けない問題を解けば勝ちです。時間比は、一方の時間÷他方の時間の幾何平均です（未解決の問題は"
    "制限時間の2倍とします）。{p}バッチは1回の測定と数え、{batches}回か{rounds}周に満たなければ「–」とします。",
)
CONTRIBUTION = Words("Contribution to the virtual best solver", "仮想最良ソルバーへの貢献")
CONTRIBUTION_NOTE = Words(
    "The virtual best solver takes the fastest backend on each of the {n:, common puzzle}. A backend that adds "
    "nothing to it is never the only good choice. Without a backend, a puzzle that only this backend solved counts "
    "as two time limits.",
    "仮想最良ソルバーは共通の{n:,}問のそれぞれで最速のバックエンドを使います。外しても仮想最良ソルバーの時間が"
    "変わらないバックエンドは、どの問題でも唯一の最良の選択ではありません。一つのバックエンドだけが解いた問題は、"
    "それを外すと制限時間の2倍と数えます。",
)
STANDINGS = Words("Four ways to rank", "4通りの順位")
STANDINGS_NOTE = Words(
    "All figures are over the {n:, puzzle} that all compared backends were asked about: the backend that solved "
    "more of them comes first, then the faster one. Borda is the share of opponents beaten on a puzzle. "
    "Bradley–Terry strengths sum to 1: the probability that a backend wins a puzzle against another is "
    "its strength divided by the sum of both strengths. One drawn match is added to every pair, so that strengths are "
    "finite; a backend that never won has a dash. Borda and Bradley–Terry use the {ranked:,} puzzles that some backend "
    "solved. “Place from … to” counts the backends that are surely faster and surely slower at 5 % by "
    "the tests of every pair; p tests a backend against the next one. {p} A batch is one "
    "measurement; a backend that was timed in fewer than {batches} batches has a dash.",
    "数値はすべて、比べる全バックエンドに出題された{n:,}問についてのものです。多く解いたバックエンドが上位で、同数なら速い順です。"
    "ボルダは1問で勝った相手の割合です。ブラッドリー・テリーの強さは合計1で、あるバックエンドがほかのバックエンドに1問で勝つ確率は、"
    "その強さを両者の強さの和で割った値です。強さが有限になるよう、どの対にも引き分けを1回加えます。一度も勝たないものは「–」です。"
    "ボルダとブラッドリー・テリーには、いずれかのバックエンドが解いた{ranked:,}問を使います。順位の「最良」と「最悪」は、全対の検定"
    "（5%）で確かに速い相手の数と確かに遅い相手の数から求めます。pは次位のバックエンドとの検定の値です。{p}一つのバッチは1回の測定と"
    "数えます。計時したバッチが{batches}個未満のバックエンドは「–」とします。",
)
MANIFEST = Words("Manifest of run {run}", "実行{run}のマニフェスト")
VERDICT = Words("Verdict: {verdict}, {strength}", "判定：{verdict}（{strength}）")

# Why a puzzle is an example
IS_CONTESTED = Words("Contested: {reason}.", "食い違いあり：{reason}。")
IS_UNSOLVED = Words("No backend solved it.", "どのバックエンドも解けませんでした。")
IS_SLOW = Words("Among the slowest, even for the best backend.", "最良のバックエンドでも特に遅い問題です。")
IS_UNEXPECTED = Words(
    "{name} is {factor:.3g} × {direction} here than its usual speed and the other backends suggest.",
    "{name}は、普段の速さとほかのバックエンドから予想されるより、この問題で{factor:.3g}倍{direction}結果でした。",
)

# Which puzzles a page shows
ALL_PUZZLES = Words("All {n:, puzzle}.", "全{n:,}問。")
SOME_PUZZLES = Words("{some:,} of {n:, puzzle}: {kinds}.", "{n:,}問中{some:,}問：{kinds}。")
KINDS_OF_PUZZLES = (
    Words("{n:,} contradicted or wrong", "食い違い・誤答{n:,}問"),
    Words("{n:,} that a backend left unsolved", "解けなかったバックエンドのある{n:,}問"),
    Words("{n:,} of the slowest", "特に遅い{n:,}問"),
    Words("a random sample of {n:,}", "無作為抽出{n:,}問"),
)

# The answer in one sentence
NO_RECORDS = Words("The runs have no records: nothing can be said.", "記録がありません。何も言えません。")
NONE_COMMON = Words(
    "No puzzle was given to all backends: they cannot be compared.",
    "全バックエンドに共通の問題がないため、比較できません。",
)
NONE_SOLVED = Words(
    "No backend solved any of the {n:, puzzle}.", "{n:,}問はどのバックエンドにも解けませんでした。"
)
ALONE = Words(
    "{name} solved {solved:,} of {n:, puzzle}, with a PAR-2 of {mean}; there is nothing to compare it with",
    "{name}は{n:,}問中{solved:,}問を解き、PAR-2は{mean}で、比較する相手がありません",
)
SOLVES_MOST = Words(
    "{name} solves the most, {solved:,} of {n:, puzzle}, where {next} solves {others:,}",
    "{n:,}問中{solved:,}問と最も多く解いたのは{name}です（次は{next}の{others:,}問）",
)
FASTEST_ON = Words("{name} is fastest on {most:,} of {n:, puzzle}", "{n:,}問中{most:,}問で最速なのは{name}")
FASTEST_PLAIN = Words("", "です")
FASTEST_UNSURE = Words(", but not surely faster than {names}", "ですが、{names}より速いとは言えません")
FASTEST_SURELY = Words(", beyond chance ({p})", "で、偶然とは言えません（{p}）")
FASTEST_SURELY_OF_ALL = Words(
    ", beyond chance against each of {k} others ({p})",
    "で、ほかの{k}個のどれに対しても偶然とは言えません（{p}）",
)
TAKES = Words("{name}, {which}, takes {times} times as long", "{which}{name}の時間はその{times}倍です")
THE_NEXT = Words("the next", "次の")
THE_FIRST_SLOWER = Words("the first that is surely slower", "確かに遅い最初の")
FEWER_BUT_FASTER = Words("which solves fewer but is surely faster", "解いた問題は少ないものの確かに速い")
MAY_BE_CHANCE = Words(
    "this may be chance: to exclude it, measure at least {fewest} rounds, each in new processes",
    "偶然かもしれません。確かめるには、周ごとに新しいプロセスで{fewest}周以上測ってください",
)
ONE_PUZZLE = Words("{name} solved the only puzzle, in {time}", "問題は1問だけで、{name}が{time}で解きました")
NO_COMPARISON = Words(
    "one puzzle is not a comparison of backends", "1問だけではバックエンドの比較になりません"
)
ONE_PUZZLE_ONLY = Words(
    "One puzzle is not a comparison of backends: run them on more puzzles.",
    "1問だけではバックエンドの比較になりません。もっと多くの問題で実行してください。",
)
OR = Words(" or ", "、")
NOT_JUDGED = Words("{names} cannot be judged", "{names}は判定できません")
BATCHES_OF = Words("{name} (batches: {n})", "{name}（バッチ{n}回）")

# The report: title, facts and sections
TITLE = Words("Benchmark report", "ベンチマークのレポート")
FACTS = {
    "run": Words("run", "実行"),
    "corpus": Words("corpus", "問題集"),
    "task": Words("task", "課題"),
    "puzzles": Words("puzzles", "問題数"),
    "records": Words("records", "記録数"),
    "started": Words("started", "開始"),
    "cpu": Words("processor", "プロセッサー"),
    "python": Words("Python", "Python"),
    "sudokubench": Words("sudokubench", "sudokubench"),
    "time": Words("time", "期間"),
    "runs": Words("runs", "実行"),
}
SECTIONS = {
    "manifest": Words("Run conditions", "実行の条件"),
    "contested": Words("Errors and disagreements", "誤りと食い違い"),
    "counts": Words("Numbers of solutions", "解の個数"),
    "ranking": Words("Which backend is fastest", "どのバックエンドが速いか"),
    "profile": Words("How many puzzles are solved in what time", "何問をどれだけの時間で解くか"),
    "puzzle-by-puzzle": Words("Puzzle by puzzle", "問題ごとの比較"),
    "order": Words("How sure the order is", "順位の確かさ"),
    "answers": Words("What was answered", "答えの内訳"),
    "costs": Words("Where the time goes", "時間の内訳"),
    "difficulty": Words("What makes a puzzle hard", "何が問題を難しくするか"),
    "puzzles": Words("Puzzles worth a look", "注目すべき問題"),
    "changes": Words("Engine by engine", "エンジンごとの変化"),
    "history": Words("Run after run", "実行ごとの変化"),
}

# Remarks of the banner
WRONG_ANSWERS = Words("Wrong answers: {n:,}, of {names}.", "誤答{n:,}件：{names}。")
CONTRADICTIONS = Words(
    "Backends contradict each other on {n:,} of the puzzles. The first is {place}: {reason}.",
    "{n:,}問でバックエンドの答えが食い違っています。最初は{place}：{reason}。",
)
NOTHING_WRONG = Words(
    "No wrong answer and no disagreement in {n:, record}.", "{n:,}件の記録に誤答も食い違いもありません。"
)
NEVER_ASKED_PUZZLES = Words(
    "Puzzles left out, because no backend can open them: {n:,}. The first is {place}: {text}",
    "{n:,}問は、扱えるバックエンドがないため、どれにも出題されませんでした。最初は{place}：{text}",
)
UNFINISHED = Words(
    "Run {run} is unfinished: puzzles at the end of its corpus are missing. `run --resume` completes it.",
    "実行{run}は未完了で、問題集の終わりのほうが欠けています。`run --resume`で続けられます。",
)
NO_MANIFEST = Words(
    "Run {run} has no readable manifest: versions, machine and limits are unknown.",
    "実行{run}のマニフェストが読めず、バージョン・コンピューター・制限が分かりません。",
)
NO_LIMIT = Words(
    "No time limit is recorded: unsolved puzzles count as twice the longest time that was seen.",
    "制限時間の記録がありません。解けなかった問題は、測定した最長時間の2倍として数えます。",
)
DIFFERENCES = {
    "versions": Words("versions of the packages", "パッケージのバージョン"),
    "cpu": Words("processors", "プロセッサー"),
    "python": Words("versions of Python", "Pythonのバージョン"),
    "task": Words("questions", "課題"),
    "limit": Words("limits on the number of solutions", "数える解の上限"),
}
COMPARED_NEVERTHELESS = Words(
    "The runs have different {what}: their times are compared nevertheless.",
    "実行によって{what}が異なりますが、時間は比較しています。",
)
DO_NOT_COMPARE = Words(
    "The runs have different {what}: do not compare their times.",
    "実行によって{what}が異なります。時間は比較しないでください。",
)
OTHER_LIMITS = Words(
    "The runs have different time limits: where two runs are compared, an unsolved puzzle counts as twice the larger "
    "limit in both.",
    "実行の制限時間が異なります。二つの実行を比べるとき、未解決の問題はどちらでも長いほうの制限時間の2倍と数えます。",
)
CLOCK_SET_BACK_DURING = Words(
    "The clock was set back during run {run}: it ended before it began.",
    "実行{run}の途中で時計が戻されました。終了が開始より前です。",
)
CLOCK_SET_BACK_BEFORE = Words(
    "The clock was set back before run {run}: its date is older than the date of {earlier}, which began before it.",
    "実行{run}の前に時計が戻されました。日付では、先に始まった{earlier}より古くなっています。",
)
NOISY = Words(
    "The machine was noisy in run {run}: one in ten tries of a fixed piece of work took at least {ratio:.1f} "
    "times the median.",
    "実行{run}の間、コンピューターが不安定でした。一定の作業が10回に1回、中央値の{ratio:.1f}倍以上かかりました。",
)
BUSY = Words(
    "The machine was busy when run {run} began: a load of {load:.1f} on {cores:.0f} processors.",
    "実行{run}の開始時、コンピューターにはほかの負荷がありました（プロセッサー{cores:.0f}個に負荷{load:.1f}）。",
)
STEADINESS_UNKNOWN = Words(
    "The steadiness of the machine in run {run} is not known: too few samples were taken.",
    "標本が少ないため、実行{run}の間のコンピューターの安定性は分かりません。",
)
ERRORS = Words(
    "Attempts that ended in errors: {n:,}, of {names}.{first}",
    "{n:,}回の試行がエラーで終わりました：{names}。{first}",
)
FIRST_ERROR = Words(" The first: {message}", "最初：{message}")
CLOCK_JUMPED = Words(
    "Records with more CPU time than all processors can have given: {n:,}. A clock jumped; do not trust their times.",
    "全プロセッサーで得られるより長いCPU時間の記録：{n:,}件。時計が飛んでおり、その時間は信頼できません。",
)
NO_CPU_TIME = Words(
    "Records without CPU time, which count with their wall-clock time: {names}.",
    "CPU時間のない記録（実時間で数えます）：{names}。",
)
SOLVED_NOTHING = Words("Backends that solved no puzzle: {names}.", "1問も解けなかったバックエンド：{names}。")
BATCHED = Words(
    "Backends that searched in batches, with the largest batch: {names}. The time of a puzzle is an even share of the "
    "time of its batch. Totals and means hold; medians, percentiles and plots of single puzzles do not.",
    "バッチで解いたもの（最大の問題数）：{names}。1問の時間はバッチの時間の等分なので、合計と平均は正しいものの、中央"
    "値・パーセント点・1問ごとの図は実測ではありません。",
)
FEW_BATCHES = Words(
    "Timed in fewer than {fewest} batches: {names}. A batch is one measurement, so the certainty of their figures and "
    "places is unknown.",
    "{fewest}回未満のバッチで計時したもの：{names}。バッチは1回の測定なので、数値と順位の確かさは分かりません。",
)
NOT_ALL_ASKED = Words(
    "Not asked about every puzzle: {names}. The comparison uses the {n:, puzzle} that all compared backends were asked "
    "about.",
    "一部の問題だけが出題されたもの：{names}。比較には、比べる全バックエンドに出題された{n:,}問を使います。",
)
NEVER_ASKED = Words("Never asked: {names}.", "出題されなかったもの：{names}。")
CHARGED_TOO_MUCH = Words(
    "Records with more CPU time than wall-clock time, of engines that use one processor: {names}. Their CPU time "
    "includes other work; do not trust it.",
    "プロセッサーを1個だけ使うエンジンで、CPU時間が実時間を超えた記録：{names}。ほかの処理の分が含まれており、その時"
    "間は信頼できません。",
)
ODD_ROUNDS = Words(
    "Rounds unlike the median round: {rounds}. Something disturbed the machine; run again when it is quiet.",
    "中央の周回と大きく異なる周回：{rounds}。何かの処理に妨げられています。ほかの処理がないときに実行し直してください。",
)
ODD_ROUND = Words(
    "{name} in round {k} ({factor:.2f} times as long)", "{name}の{k}周目（時間が{factor:.2f}倍）"
)

# What the data cannot show
ONE_BACKEND = Words(
    "One backend only: nothing is compared; only the corpus confirms that no other solution exists.",
    "バックエンドが1個だけなので比較はなく、ほかに解がないことの裏付けは問題集の記載だけです。",
)
KINDS_UNKNOWN = Words(
    "The records lack the family of the engine{names}; it is taken from the engines that are installed here.",
    "記録にエンジンの系統がありません{names}。ここにインストールされているエンジンの系統で補いました。",
)
OF_NAMES = Words(" of {names}", "（{names}）")
CLAIMED = Words(
    "Verdicts that one family of engines claims without proof: {k:,} of {n:,}. A certificate (check --certify) would "
    "settle them.",
    "{n:,}問中{k:,}問の判定は1系統の主張だけで、証明されていません。証明書（check --certify）で確定できます。",
)
AGREED = Words(
    "Verdicts on which engines of different families agree: {k:,}. They are likely, but not proven.",
    "{k:,}問の判定は異なる系統の一致によります。確からしい判定ですが、証明されてはいません。",
)
FEW_PUZZLES = Words(
    "Only {n:, puzzle}: intervals over fewer than {few} are too narrow, and other puzzles may change the order.",
    "問題は{n:,}問だけです。{few}問未満では区間が狭すぎ、別の問題では順位が変わるかもしれません。",
)
NO_MEMORY = Words(
    "Memory was not measured: only isolated workers have it (run --isolation process).",
    "メモリは測定していません。隔離したワーカー（run --isolation process）でのみ分かります。",
)
ONE_MACHINE = Words(
    "The times were measured on one machine, on these puzzles. The intervals also hold for other puzzles of the same "
    "kind, but not for other machines.",
    "時間は、1台のコンピューターでこれらの問題について測りました。区間は同種の別の問題にも当てはまりますが、"
    "別のコンピューターには当てはまりません。",
)

# Damage in the data
MANIFEST_DAMAGED = Words(
    "The manifest of run {run} is damaged; its content is not known.",
    "実行{run}のマニフェストが壊れており、内容が分かりません。",
)
RUNS_DAMAGED = Words(
    "Damaged runs whose names are lost: {n:,}.", "壊れていて名前も失われた実行が{n:,}件あります。"
)
RECORDS_DAMAGED = Words(
    "{n:, damaged record was|damaged records were} left out{times}.",
    "壊れた記録{n:,}件を除外しました{times}。",
)
TIMES_BELOW_ZERO = Words(
    "; with times below zero, as if a clock went backwards: {n:,}",
    "（時計が逆行したように時間が負のもの：{n:,}件）",
)

# Two runs
CHANGES = Words("From A to B", "AからBへの変化")
TWO_RUNS = Words("Two runs", "二つの実行の比較")
RUN_A, RUN_B = Words("run A", "実行A"), Words("run B", "実行B")
UNSURE_FEW_ROUNDS = Words(
    "too few measurements: both runs need {fewest} rounds, each in new processes (run --repeat {fewest}), and at least "
    "two common puzzles; an engine that searches in batches needs {batches} batches in place of the two puzzles",
    "測定が足りません。両方の実行に、毎回新しいプロセスで行う{fewest}周（run --repeat {fewest}）と、共通の問題2問以上"
    "（まとめて解くエンジンでは、代わりにバッチ{batches}回以上）が必要です",
)
UNSURE_FEW_LIVE_ROUNDS = by_door(
    "there was no time for {fewest} rounds: allow more --seconds, or name easier puzzles",
    "{fewest}周の時間がありませんでした。--secondsを増やすか、易しい問題を指定してください",
)
UNSURE_CLOCK = Words("a run has no CPU times", "CPU時間のない実行があります")
UNSURE_ANCHORS = Words(
    "the runs have no common anchors (times of fixed work), which show how the machine changed",
    "両方の実行に共通する基準作業の記録がないため、コンピューターの変化が分かりません",
)
UNSURE_MACHINE = Words(
    "the speed of the machine may have differed by a factor of {factor:.2g}",
    "コンピューターの速さが{factor:.2g}倍違った可能性があります",
)
GATE_WRONG = Words("{backend}: wrong answers: {n:,}", "{backend}：誤答{n:,}件")
GATE_SLOWER = Words(
    "{backend}: {times:.3g} times as slow, more than the allowed {share:g} %",
    "{backend}：時間が{times:.3g}倍になり、許容する{share:g}%の増加を超えました",
)
GATE_UNSURE = Words("{backend}: cannot tell: {why}", "{backend}：判定不能：{why}")
UNKNOWN_GATE = by_door(
    "--fail-on {text} is unknown: it takes wrong, or regression:N% such as regression:10%",
    "--fail-on {text}という条件はありません。wrong、またはregression:10%のような形で指定してください",
)

# Many runs
HISTORY = Words(
    "Runs, the oldest first: {n}, on {puzzles:, common puzzle}",
    "{n}回の実行（古い順）、共通の{puzzles:,}問",
)
HISTORY_NOTE = Words(
    "Geometric means over the {puzzles:, puzzle} that all runs have in common. As in `compare`, a change is reported "
    "only if its whole 95 % interval lies beyond 5 %. The interval is over puzzles and rounds, and allows for a "
    "change of the machine between the runs. ≥: some puzzles were not solved; they count as two time limits.",
    "すべての実行に共通の{puzzles:,}問の幾何平均。変化は`compare`と同じく、95%区間の全体が5%を超える変化を示すときだけ"
    "記します。区間は問題と周回についてのもので、実行と実行の間のコンピューターの変化を見込んで広くしてあります。≥は未解決の問題を"
    "制限時間の2倍と数えたものです。",
)
HISTORY_OF_RUNS = Words("History of runs", "実行の履歴")
HISTORY_ANSWER = Words(
    "Runs compared: {n}, on {puzzles:, common puzzle}. {changes}.",
    "{n}回の実行、共通の{puzzles:,}問：{changes}。",
)
LEFT_OUT = Words("{run} is left out: {why}", "{run}を除外：{why}")
SEVERAL_RUNS = Words(
    "it is a file of several runs; export each by itself",
    "複数の実行のファイルです。一つずつ書き出してください",
)
OTHER_BACKENDS = Words("it has no record of these backends", "対象のバックエンドの記録がありません")
NAMED_TWICE = Words("it is named twice", "重複しています")
OTHER_QUESTION = Words(
    "it asked another question (another task or limit on the number of solutions)",
    "課題か、数える解の上限が異なります",
)
OTHER_CORPUS = Words(
    "another corpus, which would leave only {fewer:,} of the {n:, puzzle} of {run}",
    "問題集が異なり、{run}の{n:,}問のうち{fewer:,}問しか残りません",
)
NO_SUCH_BACKEND = Words(
    "no run has a record of {asked}; there are records of {names}",
    "{asked}の記録がある実行はありません。あるのは{names}です",
)
NO_RECORDS_YET = Words(
    "no run has records, apart from races; make one with `sudokubench run`",
    "競走のほかに記録のある実行がありません。`sudokubench run`で作ってください",
)
