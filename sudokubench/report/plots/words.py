"""Texts of the plots of a report, in English and Japanese."""

from __future__ import annotations

from sudokubench.words import Words

# Names and axes
BATCH = Words("{name} (batch)", "{name}（バッチ）")
VIRTUAL_BEST = Words("virtual best", "仮想最良")
SECONDS = Words("time of a puzzle", "1問の時間")
SOLVED_PUZZLES = Words("puzzles solved", "解けた問題数")
PUZZLES = Words("puzzles", "問題数")
CLUES = Words("clues", "与え値の数")
RATING = Words("rating", "難易度")
SIDE = Words("side of the board", "盤面の一辺")
N = Words("N", "N")
SHARE = Words("share of the time", "時間の割合")
SLOWEST_OVER_FASTEST = Words("slowest repeat ÷ fastest", "最も遅い回÷最も速い回")
NOT_SOLVED = Words("not solved (no time)", "未解決（時間なし）")

# Forest plot
FOREST = Words("Time as a multiple of the time of {name}", "{name}に対する時間の倍率")
FOREST_ALT = Words(
    "Forest plot: the time of each of {n: backend} as a multiple of the time of {name}.",
    "{n}個のバックエンドの時間が{name}の何倍かを示すフォレストプロット。",
)
FOREST_NOTE = Words(
    "Each backend's time divided by the time of {name}: geometric mean over the {n:, common puzzle} that "
    "{name} solved. Bars are 95 % intervals.",
    "各バックエンドの時間の、{name}の時間に対する倍率です（{name}が解いた共通の{n:,}問の幾何平均）。棒は95%区間です。",
)
FOREST_BOUNDS = Words(
    " A triangle is a lower bound (≥): an unsolved puzzle took at least the limit.",
    "三角は下限（≥）で、解けなかった問題には少なくとも制限時間がかかっています。",
)
FOREST_HOLLOW = Words(
    " A hollow square rests on too few batches for an interval.",
    "白抜きの四角はバッチの回数が少なく、区間がありません。",
)
FOREST_CLIPPED = Words(
    " The axis ends at {end:g}×; an arrow (◀ or ▶) stands for a backend beyond its ends.",
    "軸は{end:g}倍までで、矢印（◀か▶）は軸の範囲の外にあるバックエンドです。",
)
FOREST_LACKS = Words(
    "Forest plot: two backends and a solved puzzle are needed.",
    "1位に対する時間の倍率：2個以上のバックエンドと、解けた問題が1問以上必要です。",
)

# Cactus plot
CACTUS = Words("Cactus plot", "カクタスプロット")
CACTUS_ALT = Words(
    "Sorted times of solved puzzles for {n: backend} and the virtual best; first in the ranking: {name}.",
    "{n}個のバックエンドと仮想最良の、解けた問題の時間を小さい順に並べた曲線。順位の先頭は{name}。",
)
CACTUS_NOTE = Words(
    "All compared backends were asked about {n:, puzzle}. A curve shows the puzzles that its backend solved, "
    "sorted by its own time. A lower curve is faster; a longer curve solves more.",
    "比べる全バックエンドに出題された{n:,}問のうち各バックエンドが解いた問題を、自身の時間順に並べます。低いほど速く、右に長いほど"
    "多く解いています。",
)
CACTUS_THINNED = Words(" Curves show {most} of their points.", "曲線は{most}点を抜き出しています。")
CACTUS_LACKS = Words(
    "Cactus plot: no backend solved a puzzle.",
    "カクタスプロット：どのバックエンドも1問も解いていません。",
)

# Scatter plot
SCATTER = Words("Any two against each other", "任意の二つのバックエンドの比較")
SCATTER_ALT = Words(
    "Log-log scatter plot of the times of {one} and {other}.",
    "{one}と{other}の時間の両対数散布図。",
)
SCATTER_NOTE = Words(
    "A point is a puzzle; above the diagonal the backend of the x-axis is faster. Dashed lines mark ratios 2 and 10. "
    "Points on the orange rails were not solved within the limit of {limit:.6g} s: a rail is outside the scale and "
    "stands for no time. {sample}",
    "点は1問で、対角線より上なら横軸の方が速いことを示します。破線は2倍と10倍。橙色の線上の点は制限時間"
    "{limit:.6g}秒以内に未解決です（線は目盛りの外にあり、時間を表しません）。{sample}",
)
SCATTER_ALL = Words("All {n:, solved puzzle}.", "解けた{n:,}問すべて。")
SCATTER_SAMPLE = Words(
    "A random sample of {some:,} of {n:, solved puzzle}.",
    "解けた{n:,}問から無作為に{some:,}問を抽出。",
)
SCATTER_DATA = Words("A dash stands for a puzzle that was not solved.", "「–」は未解決です。")
SCATTER_ONE = Words("Scatter plot: there is only one backend.", "散布図：バックエンドが1個だけです。")
SCATTER_LACKS = Words(
    "Scatter plot: no backend solved a puzzle.", "散布図：どのバックエンドも1問も解いていません。"
)

# Distance from the best
SLOWDOWN = Words("How far from the best", "最良からの隔たり")
SLOWDOWN_ALT = Words(
    "Share of puzzles solved within a factor of the best time, for each backend.",
    "最良時間の一定倍以内に解けた問題の割合（バックエンド別）。",
)
SLOWDOWN_NOTE = Words(
    "All compared backends were asked about {n:, puzzle}. A curve shows how many of these its backend solved within "
    "a multiple of the best time. At 1× it shows on how many puzzles the backend is the fastest. If a curve "
    "ends early, its backend left puzzles unsolved.",
    "比べる全バックエンドに出題された{n:,}問のうち、各バックエンドが最良時間の何倍以内で何問を解いたかを示します。曲線が1×を"
    "離れるところの問題数は、そのバックエンドが最速だった問題の数です。途中で終わる曲線には未解決の問題があります。",
)
SLOWDOWN_LACKS = Words(
    "How far from the best: two backends and a solved puzzle are needed.",
    "最良からの隔たり：2個以上のバックエンドと、解けた問題が1問以上必要です。",
)

# Mean ranks and groups
GROUPS = Words("Mean ranks and groups", "平均順位と、違いが見えない組")
GROUPS_ALT = Words(
    "Mean ranks of {k: backend}; {n: group joins|groups join} backends without a detectable difference.",
    "{k}個のバックエンドの平均順位。違いがあるとは言えないものを結ぶ組は{n}個です。",
)
GROUPS_NOTE = Words(
    "Mean rank over {n:, puzzle} (1 is the fastest). At the right, a line joins backends if no two of them differ "
    "beyond chance at 5 %, by the tests of the table of pairs, corrected by Holm.",
    "{n:,}問の平均順位（1が最速）。右の線で結んだ点は、一対比較の表の検定（Holm補正、5%）でどの二つにも違いがあるとは"
    "言えないバックエンドの組です。",
)
GROUPS_LACK = Words(
    "Groups: at least two backends are needed, and two common puzzles that some backend solved.",
    "組：2個以上のバックエンドと、そのどれかが解いた共通の問題が2問以上必要です。",
)
GROUPS_UNSURE = Words("Groups: {why}", "組：{why}")

# Shares of the phases
PHASES = Words("Phases", "段階")
PHASES_ALT = Words(
    "Stacked bars: encoding, solving and decoding as shares of the mean time.",
    "平均時間に占める符号化・求解・復号の割合を示す積み上げ棒グラフ。",
)
PHASES_NOTE = Words(
    "Where the mean time of a solved puzzle goes; the time beside a bar is that mean.",
    "解けた問題の平均時間の内訳。棒の横の数値がその平均です。",
)
PHASES_LACK = Words(
    "Time by phase: no backend solved a puzzle.",
    "段階別の時間：どのバックエンドも1問も解いていません。",
)

# Noise of repeats
NOISE = Words("Repeat noise", "繰り返しの揺らぎ")
NOISE_ALT = Words(
    "Spread of the repeats of each puzzle, by backend.",
    "バックエンドごとの、同じ問題を繰り返したときのばらつき。",
)
NOISE_NOTE = Words(
    "The slowest over the fastest repeat of each solved puzzle: the dot is the median, the bar reaches from 10 to 90 "
    "%, the orange tick is the largest. A difference between backends below this spread means little for a single "
    "puzzle.",
    "解けた各問題の最も遅い回と最も速い回の比。点は中央値、棒は10〜90%、橙色の印は最大です。これより小さい差は、1"
    "問についてはほとんど意味がありません。",
)
NOISE_LACKS = Words(
    "Repeat noise: no puzzle was solved twice by a backend, so the noise is unknown; measure with `run --repeat 3`.",
    "繰り返しの揺らぎ：同じバックエンドが2回以上解いた問題がないため分かりません。`run --repeat 3`で測ってください。",
)

# SAT solvers and encodings
HEAT_MAP = Words("Solver × encoding", "ソルバー×符号化")
HEAT_MAP_ALT = Words(
    "Heat map: mean slowdown of SAT solvers with encodings.",
    "SATソルバーと符号化の組み合わせの平均倍率を示すヒートマップ。",
)
HEAT_MAP_NOTE = Words(
    "Each backend's time divided by the time of the best backend, the first of the ranking: geometric mean over the "
    "common puzzles that the best one solved. Lighter is faster.",
    "各バックエンドの時間の、最良のバックエンド（順位の先頭）の時間に対する倍率です（最良のものが解いた共通の問題の幾何平均）。"
    "明るいほど速いことを示します。",
)
HEAT_MAP_LACKS = Words(
    "Solver × encoding: two combinations and a solved puzzle are needed; name backends such as "
    "sat:solver=glucose4,encoding=card.",
    "ソルバー×符号化：2個以上の組み合わせと、解けた問題が1問以上必要です。sat:solver=glucose4,encoding=cardのような"
    "バックエンドを指定してください。",
)

# Time against a property of puzzles
MEDIANS_ALT = Words(
    "Median time of {k: backend} along “{axis}” in {n: step}.",
    "{k}個のバックエンドの時間の中央値を「{axis}」の{n}段階に沿って示す図。",
)
MEDIANS_JOINED = Words(
    " Points of fewer than {fewest} puzzles are not joined.", "{fewest}問未満の点は線で結びません。"
)
MEDIANS_BOUNDS = Words(
    " A triangle is a lower bound (≥): there the limit came before the median.",
    "三角は下限（≥）で、中央値に達する前に制限時間になったことを示します。",
)
BY_CLUES = Words("Time against clues", "与え値の数と時間")
BY_CLUES_NOTE = Words(
    "Median over the {kind} boards with this number of clues; an unsolved puzzle took at least the limit.{more}",
    "その数の与え値を持つ{kind}盤面の中央値。未解決は制限時間以上と数えます。{more}",
)
BY_CLUES_BAND = Words(" The band holds the middle 80 %.", "帯は中央の80%です。")
BY_CLUES_OTHERS = Words(
    " {n:, puzzle of other size or rules is|puzzles of other sizes or rules are} not in the plot.",
    "大きさやルールの異なる{n:,}問は図に含みません。",
)
BY_CLUES_FAR = Words(
    " The plot leaves out {n:,} with fewer than {low:g} or more than {high:g} clues; the data below has them.",
    "与え値が{low:g}個未満または{high:g}個を超える{n:,}問は図から除き、下のデータにだけあります。",
)
BY_CLUES_NO_BOARD = Words(
    "Time against clues: the runs have no boards.", "与え値の数と時間：盤面がありません。"
)
BY_CLUES_LACKS = Words(
    "Time against clues: all boards have the same number of clues.",
    "与え値の数と時間：すべての盤面の与え値の数が同じです。",
)
BY_RATING = Words("Time against human difficulty", "人間にとっての難易度と時間")
BY_RATING_NOTE = Words(
    "Median time of the puzzles with the same rating, rounded to 0.5; {n:, puzzle has|puzzles have} a rating. An "
    "unsolved puzzle took at least the limit.",
    "難易度を0.5刻みに丸めた組ごとの時間の中央値。{n:,}問に難易度があります。未解決は制限時間以上と数えます。",
)
BY_RATING_LACKS = Words(
    "Time against human difficulty: puzzles of two different ratings are needed; --human FILE.csv adds ratings.",
    "人間にとっての難易度と時間：難易度の異なる問題が必要です。難易度は--human FILE.csvで追加できます。",
)
BY_SIZE = Words("Size scaling", "大きさと時間")
BY_SIZE_NOTE = Words(
    "Median time of the boards of each size; an unsolved puzzle took at least the limit. Each size has a "
    "collection of its own, with its own numbers of clues. So compare the backends at one size, not the sizes.",
    "大きさごとの盤面の時間の中央値。未解決は制限時間以上と数えます。大きさごとに問題集が異なるため、曲線はバックエン"
    "ドの比較であり、大きさの比較ではありません。",
)
BY_SIZE_LACKS = Words(
    "Size scaling: boards of two different sizes are needed.", "大きさと時間：大きさの異なる盤面が必要です。"
)
BY_PROBLEM = Words("Size scaling: {family}", "大きさと時間：{family}")
BY_PROBLEM_NOTE = Words(
    "Time of {family} by the number N; an unsolved problem took at least the limit. Each size is one problem, so the "
    "times have no intervals.",
    "{family}のNごとの時間。未解決は制限時間以上と数えます。各大きさは1問だけなので区間はありません。",
)

# Runs of a backend
HISTORY_ALT = Words("The time of {name} over {n} runs.", "{n}回の実行での{name}の時間。")
HISTORY_NOTE = Words(
    "Each run's time divided by the time in the first run: geometric mean, with 95 % intervals if there "
    "are enough rounds; grey: the change that the machine alone may have made. ▲ slower, ▼ faster than "
    "in the run before, if the data can tell.",
    "最初の実行に対する時間の幾何平均と、周回が足りるときの95%区間。灰色はコンピューターの変化だけでも起こりうる範囲。▲は"
    "前の実行より遅く、▼は速くなったもので、判定できるときだけ示します。",
)
HISTORY_HOLLOW = Words(
    " A hollow point rests on unsolved puzzles, which count as two limits.",
    "白抜きの点は、制限時間の2倍と数える未解決の問題によるものです。",
)
