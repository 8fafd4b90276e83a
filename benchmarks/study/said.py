"""The sentences of the study, in two languages. Their figures and verdicts come from cells of the recorded tables.

A figure in a sentence is a cell in braces. A verdict follows from the interval of a cell. A range goes to the ends of
the intervals, and rows are picked after Holm's correction. `must` checks all other statements of a sentence: if a
statement does not hold after a new measurement, `must` raises an error that names it, and a test fails. Digits outside
of braces are part of a quoted claim or of a name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median
from textwrap import fill

from benchmarks import report
from benchmarks.study.sheets import Figure, Recorded, beyond, recorded, significant, span
from benchmarks.study.turns import SESSIONS
from sudokubench.report.statistics import Interval
from sudokubench.words import Language, Words, listed

CONFIRMED, CORRECTED = Words("Confirmed", "確認"), Words("Corrected", "訂正")
WRONG, NOT_SHOWN = Words("Wrong", "誤り"), Words("Not shown", "示されず")
_WIDTH = 140
"""Length of a line of the page, in characters."""


class Untrue(Exception):
    """A sentence that its table does not support."""


def must(holds: bool, what: str) -> None:
    """Raise Untrue if a statement on which a sentence relies does not hold."""
    if not holds:
        raise Untrue(what)


def part(name: str, language: Language) -> str:
    """Return the sentences of a part of the study, and a link to its table."""
    try:
        text = SAID[name](recorded(name)).to(language)
    except Untrue as untrue:
        raise Untrue(f"{name}: {untrue}; write it anew in benchmarks/study/said.py") from None
    link = f"(../../results/study/report.md#{name})"
    if language == "ja":
        return f"{text}[表]{link}"
    return "\n\n".join(
        fill(each, _WIDTH, break_long_words=False, break_on_hyphens=False)
        for each in f"{text} [Table]{link}".split("\n\n")
    )


def tables() -> str:
    """Return all tables of the study, each with its boards, command, machine and date below."""
    return "\n\n".join(f"## {name}\n\n{recorded(name).markdown()}" for name in SAID)


def verdict(holds: bool, other: Words = WRONG) -> Words:
    """Return "Confirmed" or the other verdict, in bold."""
    found = CONFIRMED if holds else other
    return Words(f"**{found.en}**", f"**{found.ja}**")


def side_said(figure: Figure, less: Words, more: Words) -> Words:
    """Return on which side of 1 a ratio lies, in words: less, more, or no difference if the interval holds 1."""
    side = beyond(figure)
    equal = figure.low == figure.high
    same = Words("the same", "等しい") if equal else Words("no detectable difference", "差は認められない")
    return same if side == 0 else less if side < 0 else more


def times_said(figure: Figure, what: Words, less: Words, more: Words) -> Words:
    """Return a ratio as a multiple of something, with its interval, and in brackets what it says."""
    found = side_said(figure, less, more)
    return Words(f"{figure:i} times the {what.en} ({found.en})", f"{what.ja}が{figure:i}倍（{found.ja}）")


_SLOWER = Words("faster", "速い"), Words("slower", "遅い")
_COUNT = Words("fewer", "少ない"), Words("more", "多い")
_NODES, _TIME = Words("nodes", "ノード"), Words("time", "時間")


def _names(rows: Sequence[str]) -> Words:
    return listed(Words(f"`{row}`", f"`{row}`") for row in rows) if rows else Words("none", "なし")


def _trominoes(t: Recorded) -> Words:
    sizes = ("7-0", "8-0")
    sets = [t(f"tromino:{size}, algorithm_x", "time") for size in sizes]
    compiled = [t(f"tromino:{size}, dlx", "time") for size in sizes]
    counts = []
    for size in ("5-0", *sizes):
        each = {
            t(f"tromino:{size}, {name}", "solutions").value
            for name in ("dlx:kernel=nodes", "algorithm_x", "dlx")
        }
        must(len(each) == 1, "all three count the same")
        counts.append(f"{each.pop():,.0f}")
    nine = t("tromino:9, dlx", "solutions")
    must(
        all(row["count"] == nine.value for row in report.rows_of("covers", "tromino:9")),
        "packages of others count the same at 9x9",
    )
    linked = verdict(all(x.low <= 6.2 and x.high >= 5.6 for x in sets), CORRECTED)
    gain = verdict(all(x.low >= 0.01 and x.high <= 0.1 for x in compiled), CORRECTED)
    gains = span([each.inverse for each in compiled])
    seven, eight = (times_said(each, _TIME, *_SLOWER) for each in sets)
    return Words(
        f"Claim: dancing links are 5.6 to 6.2 times as fast as algorithm X on L-trominoes. {linked.en}: compared with dancing "
        f"links on linked Python objects, algorithm X takes {seven.en} on squares of side 7, and {eight.en} on side 8. Both are "
        f"plain Python; the sets of algorithm X are integers, one bit for each element.\n\nClaim: compiling makes dancing links 10 to 100 times as fast. {gain.en} on these squares: {gains} "
        f"times, although the compiled engine hands every solution to Python here. All three programs count {', '.join(counts[:-1])} and {counts[-1]} tilings of squares of side 5, 7 and 8 "
        f"without a corner. For side 9, `dlx` and [the packages of others](benchmarks.md#tilings-and-queens) count {nine}.",
        f"主張：L字トロミノでダンシングリンクはアルゴリズムXの5.6〜6.2倍速い。{linked.ja}：Pythonオブジェクトをつないだダンシングリンクと比べると、"
        f"アルゴリズムXは、一辺7の正方形では{seven.ja}、一辺8では{eight.ja}です。どちらも素のPythonです。アルゴリズムXは集合を整数で持ち、ビットの一つ一つが要素を表します。\n\n主張：コンパイルで10〜100倍速くなる。{gain.ja}：同じ正方形で"
        f"{gains}倍の速さです。この時間には、コンパイル版が解を一つずつPythonに渡す時間も含みます。角を除いた一辺5、7、8の正方形の敷き詰めは、"
        f"三つのプログラムとも{'、'.join(counts)}通りです。一辺9の正方形では、`dlx`でも[ほかのパッケージ](benchmarks.ja.md#敷き詰めとクイーン)でも{nine}通りです。",
    )  # fmt: skip


def _items(t: Recorded) -> Words:
    small, first, chance = (t(name, "width") for name in ("dlx", "dlx:item=first", "dlx:item=random"))
    nodes, lost = t("dlx:item=first", "nodes"), t("dlx:item=first", "given_up")
    must(lost.value > 0, "searches without the rule were given up")
    must(chance.high < 5, "without the rule there are fewer than 5 branches at a choice")
    weighted, nogoods = t("dlx:item=weighted", "nodes"), t("dlx:nogoods=on", "nodes")
    costs = [times_said(t(name, "time"), _TIME, *_SLOWER) for name in ("dlx:item=weighted", "dlx:nogoods=on")]
    fewer = [times_said(each, _NODES, *_COUNT) for each in (weighted, nogoods)]
    return Words(
        f"Claim: a node has 2 to 3 branches if the search takes the smallest item (with the fewest options), and about 5 otherwise. **Corrected**: a node "
        f"with a choice has on average {small} children with the smallest item, {first} with the first and {chance} with a "
        f"random one. The smallest item saves nodes: with the first item a search takes at least {nodes:i} times as many ({lost} "
        f"searches were given up).\n\nCompared with the smallest item alone, failure weights (`weighted`, the dom/wdeg of constraint "
        f"solvers) take {fewer[0].en} and {costs[0].en}. Nogoods take {fewer[1].en} and {costs[1].en}.",
        f"主張：最小の項目（選択肢が最も少ない項目）を選べばノードあたり2〜3分岐、選ばなければ約5分岐。**訂正**：枝が二本以上あるノードの枝数は、平均して、最小の項目で{small}、最初の項目で"
        f"{first}、無作為で{chance}です。最小の項目を選ぶと減るのはノードの数です。最初の項目を選ぶと、ノードは少なくとも{nodes:i}倍になります（{lost}件の探索を打ち切ったため"
        f"下限）。\n\n最小の項目だけで選ぶのと比べると、失敗の重み（`weighted`、制約ソルバーのdom/wdeg）では、{fewer[0].ja}、{costs[0].ja}になります。ノーグッドでは、{fewer[1].ja}、{costs[1].ja}です。",
    )  # fmt: skip


def _cells(t: Recorded) -> Words:
    mrv, lost = t("smallest cell (MRV)", "nodes"), t("smallest cell (MRV)", "given_up")
    must(mrv.low > 1, "MRV needs more nodes than the smallest item")
    first, degree = (t(f"MRV, {tie} (Python)", "nodes") for tie in ("first of equals", "then degree"))
    must(degree.low > 1, "ties by degree do not reach the smallest item")
    told = Words("their intervals do not overlap", "区間は重ならない") if first.parted_from(degree) else Words(
        "their intervals overlap", "区間は重なる")  # fmt: skip
    return Words(
        f"Claim: the smallest item and “minimum remaining values” (MRV) are the same idea. **Corrected**: MRV looks at the "
        f"81 cells only, so it does not see a digit with one place left in a house. On 17-clue puzzles MRV takes at least {mrv:i} "
        f"times the nodes of the smallest item ({lost} searches were given up). A version of MRV in Python gives up earlier, at 50,000 states. It "
        f"takes at least {degree:i} times the nodes if the degree decides between equal cells, and at least {first:i} times if the first "
        f"of the equal cells is taken ({told.en}).",
        f"主張：最小の項目とMRV（候補が最も少ないマスを選ぶ）は同じ考えだ。**訂正**：MRVは81マスしか見ません。そのため、ユニットの中で置き場所が一つしかない数字は"
        f"見えません。与え値17個の問題で、MRVのノード数は少なくとも{mrv:i}倍です（{lost}件を打ち切り）。Pythonで書いたMRVは、50,000状態で探索を打ち切ります。そのノード数は、候補の数が等しいマスから"
        f"次数で選ぶと少なくとも{degree:i}倍、先頭を選ぶと少なくとも{first:i}倍です（{told.ja}）。",
    )  # fmt: skip


def _depth(t: Recorded) -> Words:
    mrv, first, ratio = t("mrv", "depth"), t("first", "depth"), t("first", "deeper")
    judged = verdict(ratio.low > 1)
    nodes, gain = t("first", "nodes"), t("gain", "deeper")
    must(gain.high < 1, "information gain searches less deep than MRV")
    return Words(
        f"Claim: MRV keeps the search shallow. {judged.en}: the mean depth of a node is {mrv} trials with MRV and {first} with "
        f"the first cell ({ratio:i} times). MRV makes trees narrow, not shallow: without it there are {nodes:i} times as many "
        f"nodes. Choosing by information gain (the mean drop of entropy by a trial) makes the trees less deep: {gain:i} times the depth with MRV. The only rules here are singles.",
        f"主張：MRVは探索を浅く保つ。{judged.ja}：探索木全体のノードの深さは、MRVで平均{mrv}、最初のマスを選ぶと{first}（{ratio:i}倍）です。MRVの木は浅いのではなく"
        f"細いのです。最初のマスを選ぶと、ノードは{nodes:i}倍になります。情報利得で選ぶと木は浅く、深さはMRVの{gain:i}倍です。適用する手筋はシングルだけです。",
    )  # fmt: skip


def _values(t: Recorded) -> Words:
    first, proof = (t("largest information gain first", key) for key in ("first", "proof"))
    judged = verdict(first.high < 1, WRONG if first.low > 1 else NOT_SHOWN)
    return Words(
        f"Claim: a search finds the solution sooner if it first tries the value with the largest information gain. {judged.en}: "
        f"compared with the order of the digits, the search takes {first:i} times the nodes to find the solution, and {proof:i} times to "
        f"prove that there is no other. With the smallest gain first, it takes {t('smallest first', 'first'):i} times the nodes to "
        f"find the solution.",
        f"主張：情報利得の大きい値から試すと解が早く見つかる。{judged.ja}：数字の順に試す探索と比べて、解が見つかるまでのノード数は{first:i}倍、ほかに解がないと証明するまでのノード数は{proof:i}倍です。"
        f"情報利得の小さい値から試すと、解が見つかるまでのノード数は{t('smallest first', 'first'):i}倍です。",
    )  # fmt: skip


_PLAIN = " logic:branching=mrv,ties=first"
_RULE_BOARDS = 10
"""Number of hard boards in the table of rules."""


def _rules(t: Recorded) -> Words:
    names = [
        row.removeprefix("hard: ")
        for row in t.labels
        if row.startswith("hard: ") and not row.endswith(_PLAIN)
    ]
    nodes = {row: t(f"hard: {row}", "nodes") for row in names}
    sides = significant(nodes, _RULE_BOARDS - 1)
    times = significant({row: t(f"hard: {row}", "time") for row in names}, SESSIONS - 1)
    fewer = [row for row, side in sides.items() if side < 0]
    quicker = [row for row, side in times.items() if side < 0]
    must(bool(fewer), "some rule saves nodes on hard boards")
    best = min(fewer, key=lambda row: nodes[row].value)
    alike = [row for row in fewer if not nodes[row].parted_from(nodes[best])]
    most = (
        Words("Their intervals overlap, so the table does not show which rule saves most", "区間が重なるので、最も減らすものは決められません")
        if len(alike) > 1 else
        Words(f"{_names(alike).en} saves most", f"最も減らすのは{_names(alike).ja}です")
    )  # fmt: skip
    easy = [t(f"17: {row}", "nodes") for row in names]
    gain, every = "hard: logic:branching=gain", t("hard: logic:branching=mrv,items=all,ties=first", "nodes")
    must(times.get("logic:branching=gain") == 1, "information gain costs time on hard boards")
    cost = times_said(t(gain, "time"), _TIME, *_SLOWER)
    return Words(
        f"Claim: failure weights (dom/wdeg), entropy by search history (how often propagation kept a value), information gain and ties by degree improve the search. "
        f"The engine `logic` first applies singles and locked candidates. Then a rule chooses the cell to branch on; "
        f"{len(names)} rules are compared with a base. The base takes the cell with the fewest candidates, and the first of several such cells. Without options, `logic` chooses by dom/wdeg, and by degree "
        f"between equal cells.\n\nOn 17-clue puzzles the rules take {span(easy)} times the nodes of the base.\n\nOn the "
        f"{_RULE_BOARDS} hard puzzles, Holm's correction covers all rules. Rules that save nodes: {_names(fewer).en}. {most.en}. Rules "
        f"that save time: {_names(quicker).en}. Information gain takes {t(gain, 'nodes'):i} times the nodes of the base and "
        f"{cost.en}. Choosing among all items instead of cells takes {times_said(every, _NODES, *_COUNT).en}.",
        f"主張：失敗の重み（dom/wdeg）、探索履歴のエントロピー、情報利得でマスを選ぶと、また、同順のマスを次数で選ぶと、探索が改善する。エンジン`logic`は、先にシングルと予約を"
        f"適用してから、分岐するマスを選びます。{len(names)}通りの選び方を基準と比べます。基準は、候補が最も少ないマスのうち最初のものを選びます。オプションのない`logic`はdom/wdegで選び、同順は次数で決めます。\n\n"
        f"与え値17個の問題のノード数は基準の{span(easy)}倍です。\n\n難問{_RULE_BOARDS}問では、すべての選び方についてHolmの補正をしました。ノードを減らすもの：{_names(fewer).ja}。"
        f"{most.ja}。時間を減らすもの：{_names(quicker).ja}。情報利得は、ノードが基準の"
        f"{t(gain, 'nodes'):i}倍、{cost.ja}です。マスだけでなく全項目から選ぶと、{times_said(every, _NODES, *_COUNT).ja}です。",
    )  # fmt: skip


def _learning(t: Recorded) -> Words:
    ours = t("hard: logic:rules=singles,branching=mrv,ties=first,nogoods=on", "share")
    engines = [t(row, "share") for row in t.labels if row.startswith("hard: sat:")]
    must(ours.high < 1, "nogoods save failures on hard boards")
    judged = verdict(not all(each.high < ours.low for each in engines))
    found = recorded("items")("dlx:nogoods=on", "time")
    longer = times_said(found, _TIME, *_SLOWER)
    return Words(
        f"Claim: nogoods improve the search “dramatically”, as learnt clauses improve a SAT engine. {judged.en}: on hard "
        f"boards, after the same singles, a search with nogoods fails {ours:i} times as often as without. For each failure without nogoods, the SAT engines meet {span(engines)} "
        f"conflicts. They learn a clause at each conflict, jump back over several "
        f"choices, and choose by activity. This measurement does not separate the effects of learning and choice. On 17-clue puzzles, `dlx` with nogoods takes {longer.en}.",
        f"主張：学習節がSATエンジンの探索を改善するように、ノーグッドも探索を「劇的に」改善する。{judged.ja}：難問では、同じシングルを適用したあとの失敗の回数は、ノーグッドを使うと{ours:i}倍になります。"
        f"SATエンジンの矛盾の回数は、ノーグッドを使わないときの失敗の{span(engines)}倍です。SATエンジンは、矛盾のたびに節を学習し、いくつもの選択を飛び越えて戻り、変数を活性度で選びます。どこまでが学習の、"
        f"どこまでが選び方の効果かは、この測定では分けられません。与え値17個の問題では、ノーグッドを使うと`dlx`の{longer.ja}です。",
    )  # fmt: skip


def _handover(t: Recorded) -> Words:
    rules = ("singles", "locked", "subsets")
    easy, hard = ([t(f"{name}: {rule}", "nodes") for rule in rules] for name in ("17", "hard"))
    slow = [t(f"17: {rule}", "time") for rule in rules]
    must(all(each.high < 1 for each in easy), "rules save the links nodes on 17-clue puzzles")
    must(all(each.low > 1 for each in slow), "the rules cost more than the links")
    must(all(each.low > 0.9 for each in hard), "rules save the links next to nothing on hard ones")
    told = {
        f"{name}: {rule}, {key}": t(f"{name}: {rule}", key)
        for name in ("17", "hard") for rule in rules for key in ("gone", "told")
    }  # fmt: skip
    differ = len(significant(told, SESSIONS - 1))
    drawn = (
        Words("makes no detectable difference in any column after Holm's correction", "Holmの補正のあと、表のどの列にも違いは認められません")
        if not differ else
        Words(f"makes a difference in {differ} of {len(told)} figures after Holm's correction", f"{len(told)}個の値のうち{differ}個で違います")
    )  # fmt: skip
    return Words(
        f"Claim: rules should work first, and dancing links should do the rest. **Confirmed for nodes on 17-clue puzzles, wrong for "
        f"time**. Dancing links visit fewer nodes after the rules than alone: {easy[0]:%} of them after singles, {easy[1]:%} with locked "
        f"candidates as well, and {easy[2]:%} with subsets as well. But the rules are Python here: with them, a puzzle takes {span(slow)} times as long "
        f"as with compiled links alone.\n\nOn hard puzzles the share is {span(hard)}: the rules find next to nothing. Handing over the "
        f"eliminations in addition to the placed digits {drawn.en}.",
        f"主張：まず手筋で進め、残りをダンシングリンクに任せるとよい。**与え値17個の問題のノード数では確認、時間では誤り**：ダンシングリンクが訪れるノードは、手筋を使わないときと比べて、シングルのあとでは{easy[0]:%}、"
        f"予約のあとでは{easy[1]:%}、サブセットのあとでは{easy[2]:%}です。しかし手筋はPythonで動くので、手筋とダンシングリンクを合わせた時間は、コンパイルしたリンクだけで解く時間の{span(slow)}倍です。"
        f"\n\n難問ではノードは{span(hard)}倍で、手筋はほとんど何も見つけません。確定した数字だけを渡す場合と、消した候補まで渡す場合とでは、{drawn.ja}。",
    )  # fmt: skip


_AUXILIARY = ("triads", "commander", "product", "bitwise", "seqcounter", "ladder", "totalizer")
_SOLVERS = ("cadical153", "glucose4", "minisat22")


def _quotient(one: Figure, other: Figure) -> Figure:
    """Return one figure divided by another. Each end of the interval is a quotient of opposite ends."""
    return Figure(Interval(one.value / other.value, one.low / other.high, one.high / other.low))


def _extremes(figures: Sequence[Figure]) -> Figure:
    """Return the largest figure divided by the smallest."""
    by_value = sorted(figures, key=lambda figure: figure.value)
    return _quotient(by_value[-1], by_value[0])


def _encodings(t: Recorded) -> Words:
    def time(solver: str, encoding: str) -> Figure:
        return t(f"solver={solver},encoding={encoding}", "time")

    known = sorted({row.partition("encoding=")[2] for row in t.labels})
    by_encoding = span([_extremes([time(s, e) for e in known]) for s in _SOLVERS])
    by_solver = max(_extremes([time(s, e) for s in _SOLVERS]).high for e in known)
    pairs = [(s, e) for s in _SOLVERS for e in _AUXILIARY]
    slower = [p for p in pairs if time(*p).low > time(p[0], "extended").high]
    must(not any(time(*p).high < time(p[0], "extended").low for p in pairs), "no auxiliary variables pay")
    alo = span([_quotient(time(s, e), time(s, "extended")) for s in _SOLVERS for e in ("card", "minimal")])
    raw = times_said(time("cadical153", "extended-raw"), _TIME, *_SLOWER)
    worst = max(report.rows_of("sat", "solvers"), key=lambda row: row["ratio"][0])
    return Words(
        f"The slowest encoding takes {by_encoding} times as long as the fastest under the same solver. The three solvers of the table differ "
        f"by a factor of at most {report.number(by_solver)}. Other solvers may differ more: `{worst['name']}` takes {worst['ratio'][0]:.3g} "
        f"[{worst['ratio'][1]:.3g}, {worst['ratio'][2]:.3g}] times as long as the default solver [by another "
        f"measurement](benchmarks.md#sat-solvers-and-encodings).\n\n“At least one” clauses for rows, columns and boxes let unit "
        f"propagation find hidden singles. `card` and `minimal` lack these clauses and take {alo} times as long as `extended`.\n\n"
        f"Auxiliary variables do not pay. There are {len(pairs)} pairs of a solver and an encoding with such variables. Of these, "
        f"{len(slower)} are slower than `extended`, the pairwise encoding, under the same solver, and none is faster. "
        f"`extended-raw` repeats a clause that several items imply. Compared with `extended` under the default solver, it takes {raw.en}.\n\nEach solver holds the clauses and solves one board after the other. The "
        f"factors compare two values of the table. The ends of such a factor are quotients of opposite ends of two intervals, so its range is wider "
        f"than its interval would be.",
        f"同じソルバーでは、最も遅い符号化の時間は最も速い符号化の{by_encoding}倍です。表の三つのソルバーの間では、差は高々"
        f"{report.number(by_solver)}倍です。ほかのソルバーでは、差はもっと大きくなり得ます：`{worst['name']}`の時間は既定の"
        f"{worst['ratio'][0]:.3g} [{worst['ratio'][1]:.3g}, {worst['ratio'][2]:.3g}]倍です（[別の測定](benchmarks.ja.md#satソルバーと符号化)）。"
        f"\n\n行・列・ボックスの「少なくとも一つ」の節があると、単位伝播がヒドゥンシングルを見つけます。これらの節のない"
        f"`card`と`minimal`の時間は、`extended`の{alo}倍です。\n\n補助変数は得になりません。補助変数を使う符号化とソルバーの{len(pairs)}組のうち、{len(slower)}組は、同じソルバーで対ごとの"
        f"符号化を使うより遅く、速いものはありません。\n\n複数の項目から出る節を重複したまま残すと（`extended-raw`）、既定のソルバーでは{raw.ja}になります。\n\nどのソルバーも節を保持し、"
        f"盤面を次々と解きます。範囲の端は、表の二つの値について、区間の反対側の端どうしの比をとったものです。そのため、範囲は倍率そのものの区間より広くなっています。",
    )  # fmt: skip


def _models(t: Recorded) -> Words:
    found = {name: t(f"{name}: cpsat:model=boolean", "time") for name in ("17", "hard", "16x16", "25x25")}
    must(found["17"].high < 1 and found["hard"].high < 1, "Booleans are faster at 9x9")
    must(found["16x16"].low > 1 and found["25x25"].low > 1, "AllDifferent is faster on larger boards")
    return Words(
        f"The size decides which model is faster. Compared with AllDifferent, Booleans take {found['17']:i} times as long on 17-clue puzzles and "
        f"{found['hard']:i} times on hard ones, but {found['16x16']:i} times on boards of 16x16 and {found['25x25']:i} times on "
        f"those of 25x25. CP-SAT has one worker and the parameters of the backend.",
        f"どちらが速いかは、盤面の大きさによります。AllDifferentと比べると、ブール変数の時間は、与え値17個の問題で{found['17']:i}倍、難問で{found['hard']:i}倍ですが、"
        f"16x16では{found['16x16']:i}倍、25x25では{found['25x25']:i}倍です。CP-SATのワーカーは一つで、ほかの設定はバックエンド`cpsat`と同じです。",
    )  # fmt: skip


def _sizes(t: Recorded) -> Words:
    sparse, dense = "25x25, 50 %", "25x25, 60 %"
    lost = t(sparse, "given_up")
    smallest = [row for row in t.labels if row.startswith("9x9")]
    small = {name: [t(row, name) for row in smallest] for name in ("sat", "cpsat")}
    must(all(each.low > 1 for kind in small.values() for each in kind), "dancing links are fastest at 9x9")
    ratios = [t(row, name) for row in (sparse, dense) for name in ("sat", "cpsat")]
    must(all(each.low > 1 for each in ratios), "dancing links lead over all boards of 25x25")
    must(
        lost.value > 0 and t(sparse, "tail_dlx").value > 3 * t(sparse, "tail_cpsat").value,
        "dancing links have the longer tail",
    )
    tails = [(t(sparse, f"tail_{name}"), t(dense, f"tail_{name}")) for name in ("dlx", "sat", "cpsat")]
    steep = {row["clues"]: row for row in report.rows_of("sizes", "sizes") if row["board"] == "25x25 unique"}
    easy_s, hard_s = (steep[clues]["sat seconds"] for clues in ("55%", "47%"))
    must(median(hard_s) > 5 * median(easy_s), "SAT slows down steeply")
    easy_ms, hard_ms = (report.number(1e3 * median(each)) for each in (easy_s, hard_s))
    return Words(
        f"Claim: dancing links win until they suddenly fail; SAT and CP-SAT slow down smoothly, so they win on larger boards. "
        f"The table varies side and share of clues separately.\n\n**Wrong for the typical board**: at 9x9 `sat` takes {span(small['sat'])} "
        f"times as long as `dlx`, and `cpsat` {span(small['cpsat'])} times. At 25x25 with 50 % of the cells given, `sat` takes "
        f"{ratios[0]:i} times as long as `dlx`, and `cpsat` {ratios[1]:i} times; `dlx` gave up on {lost} of the boards. With 60 % "
        f"given, the factors are {ratios[2]:i} and {ratios[3]:i}.\n\n**Not shown for the tail**: forty boards are too few for an "
        f"interval. At 25x25 with 50 % given, the 95th percentile is {tails[0][0]} times the median for `dlx`, {tails[1][0]} times for "
        f"`sat` and {tails[2][0]} times for `cpsat`. With 60 % the factors are {tails[0][1]}, {tails[1][1]} and {tails[2][1]}.\n\n**Wrong that "
        f"SAT slows down smoothly**: by [another measurement](benchmarks.md#size-and-clues), its median time on boards of 25x25 with "
        f"one solution rises from {easy_ms} ms with 55 % given to {hard_ms} ms with 47 %.",
        f"主張：ダンシングリンクは突然失敗するまでは勝ち、SATとCP-SATはなだらかに遅くなるので、大きい盤面では後者が勝つ。表では盤面の大きさと与え値の割合を別々に変えています。"
        f"\n\n**典型的な盤面では誤り**：9x9では、`sat`は`dlx`の{span(small['sat'])}倍、`cpsat`は`dlx`の{span(small['cpsat'])}倍の時間がかかります。マスの50 %が与え値の25x25では、時間は`sat`が`dlx`の{ratios[0]:i}倍、"
        f"`cpsat`が{ratios[1]:i}倍です。`dlx`は{lost}盤面を打ち切りました。60 %なら{ratios[2]:i}倍と{ratios[3]:i}倍です。\n\n**裾については示されず**（40盤面では少なすぎて区間を出せません）：25x25の95 %点を"
        f"中央値で割ると、50 %のときは`dlx`で{tails[0][0]}、`sat`で{tails[1][0]}、`cpsat`で{tails[2][0]}、60 %のときは{tails[0][1]}、{tails[1][1]}、{tails[2][1]}です。"
        f"\n\n**SATがなだらかに遅くなるというのは誤り**：[別の測定](benchmarks.ja.md#大きさと与え値)では、解が一つの25x25の中央値は55 %の{easy_ms} msから47 %の{hard_ms} msへ上がります。",
    )  # fmt: skip


def _scaling(t: Recorded) -> Words:
    rising = [row for row in t.labels if t(row, "large").low > t(row, "small").high]
    falling = [row for row in t.labels if t(row, "large").high < t(row, "small").low]
    must(bool(rising), "some exponent rises with the side")
    all_dlx = [t(row, "large") for row in t.labels if row.endswith("dlx")]
    judged = verdict(False, CORRECTED)
    apart = any(one.parted_from(other) for one in all_dlx for other in all_dlx)
    by_share = (
        Words("For `dlx` the exponent also depends on the share of clues", "`dlx`の指数は与え値の割合にもよります") if apart else
        Words("For `dlx` a dependence on the share of clues is not shown", "`dlx`で与え値の割合によるかは分かりません")
    )  # fmt: skip
    return Words(
        f"Claim: the average cost looks polynomial in the side of the board. {judged.en}: if it were, then at one share of clues "
        f"the exponent would be the same from side 9 to 16 and from 16 to 25. It rises, with "
        f"intervals that do not overlap, for {_names(rising).en}; it falls for {_names(falling).en}. {by_share.en}: from 16 to 25 it is {span(all_dlx)}.\n\nThe "
        f"exponents are those of the geometric mean of the CPU time; a search that was given up counts as 2 times the time limit.",
        f"主張：平均の手間は、盤面の一辺の多項式に見える。{judged.ja}：多項式なら、与え値の割合が同じとき、指数は一辺9〜16でも16〜25でも同じはずです。指数が上がり、区間が重ならない"
        f"もの：{_names(rising).ja}。下がるもの：{_names(falling).ja}。{by_share.ja}：16〜25では{span(all_dlx)}です。指数はCPU時間の幾何平均から求めます。"
        f"打ち切った探索は制限時間の2倍と数えます。",
    )  # fmt: skip


def _uniqueness(t: Recorded) -> Words:
    found = {row: t(row, "time") for row in t.labels}
    must(found["hard: dlx"].low > 1, "the proof costs something where the search is deep")

    def said(row: str) -> Words:
        return Words(f"{found[row]:i}", f"{found[row]:i}")

    none = [row for row in t.labels if beyond(found[row]) == 0]
    return Words(
        f"On hard puzzles, the proof that there is no other solution makes the search of `dlx` {said('hard: dlx').en} times as "
        f"long, and that of `sat` {said('hard: sat').en} times. On 17-clue puzzles the factors are {said('17: dlx').en} and "
        f"{said('17: sat').en}. Without a detectable difference: {_names(none).en}.",
        f"ほかに解がないと証明するまでの時間を、解を一つ求める時間と比べると、難問では`dlx`で{said('hard: dlx').ja}倍、`sat`で{said('hard: sat').ja}倍、与え値17個の問題では"
        f"{said('17: dlx').ja}倍と{said('17: sat').ja}倍です。差が認められないもの：{_names(none).ja}。",
    )  # fmt: skip


def _masks(t: Recorded) -> Words:
    sets = t("sets", "time")
    compiled = recorded("trominoes")("tromino:8-0, dlx", "time")
    judged = verdict(sets.low > 1)
    must(compiled.high < 0.5, "the language matters")
    return Words(
        f"Claim: bit masks are faster than sets, and with them the language hardly matters. {judged.en} for masks: the same "
        f"search, node for node, takes {sets:i} times as long with sets. **{WRONG.en}** for the language: compiling makes "
        f"dancing links {compiled.inverse:i} times as fast on the same tree (first section, side 8).",
        f"主張：ビットマスクは集合より速く、ビットマスクを使えば言語の差はほとんどない。マスクについては{judged.ja}：ノードの一つ一つまで同じ探索に、集合では{sets:i}倍の時間がかかります。言語については**{WRONG.ja}**："
        f"ダンシングリンクは、同じ探索木でもコンパイルすると{compiled.inverse:i}倍の速さになります（最初の節の、一辺8の正方形）。",
    )  # fmt: skip


def _states(t: Recorded) -> Words:
    board, grid, sets = (
        next(row for row in t.labels if row.startswith(name))
        for name in ("Board", "CandidateGrid", "81 sets")
    )
    must(t(sets, "time").low > t(grid, "time").high, "a grid takes less time than copied sets")
    must(t(sets, "memory").low > t(grid, "memory").high, "a grid takes less memory than copied sets")
    must(t(board, "memory").high < 1, "a board takes less memory than copied masks")
    return Words(
        f"Claim: persistent boards are cheap. **Confirmed** against copied sets. The base is a copy of 81 bit masks, one a cell. The "
        f"next `Board` on the way to the solution, which leaves the previous one as it is, takes {t(board, 'time'):i} times the time and {t(board, 'memory'):i} times "
        f"the memory. The next `CandidateGrid` takes {t(grid, 'time'):i} times the time and {t(grid, 'memory'):i} times the memory. "
        f"A copy of 81 sets takes {t(sets, 'time'):i} times the time and {t(sets, 'memory'):i} times the memory. A `CandidateGrid` also remembers the difference to its parent and "
        f"eliminates by bitboards.",
        f"主張：永続的な盤面のコストは小さい。集合の複写に対しては**確認**：基準は、マスごとに一つ、合わせて81個のビットマスクの複写です。前の盤面を残したまま次の`Board`を作るには、時間が基準の{t(board, 'time'):i}倍、メモリが"
        f"{t(board, 'memory'):i}倍かかります。次の`CandidateGrid`では{t(grid, 'time'):i}倍と{t(grid, 'memory'):i}倍、81個の集合の複写では{t(sets, 'time'):i}倍と"
        f"{t(sets, 'memory'):i}倍です。`CandidateGrid`は親との差も覚え、ビットボードで候補を消します。",
    )  # fmt: skip


def _fixed(t: Recorded) -> Words:
    easy, hard = (t(f"{name}: subsets", "cells") for name in ("17", "hard"))
    must(easy.low > 0.5 and hard.high < 0.5, "rules fix most cells of 17-clue puzzles and few of hard ones")
    return Words(
        f"Claim: rules fix most cells early. **Confirmed for 17-clue puzzles**: singles fix {t('17: singles', 'cells'):%} of the "
        f"empty cells, all rules up to subsets {easy:%}. **Wrong for hard ones**: all rules up to subsets fix {hard:%}.",
        f"主張：たいていのマスは早いうちに手筋で決まる。**与え値17個の問題では確認**：空きマスのうちシングルが{t('17: singles', 'cells'):%}、サブセットが{easy:%}を決めます。"
        f"**難問では誤り**：サブセットが決めるのは{hard:%}です。",
    )  # fmt: skip


def _revisions(t: Recorded) -> Words:
    easy, hard = t("17", "ratio"), t("hard", "ratio")
    checks = [times_said(each, Words("checks", "検査"), *_COUNT) for each in (easy, hard)]
    least, most = (
        min(t(row, "least").value for row in t.labels),
        max(t(row, "most").value for row in t.labels),
    )
    return Words(
        f"Claim: AC-2001 saves the support checks that AC-3 repeats. With the constraint “peers differ” there is little to "
        f"save: compared with AC-3, AC-2001 makes {checks[0].en} on 17-clue boards and {checks[1].en} on hard ones. Nearly every value finds its support at the first or "
        f"second look, and few arcs are revised again: 1,620 arcs take {t('17', 'revisions'):i} revisions on 17-clue boards and {t('hard', 'revisions'):i} on hard ones."
        f"\n\nClaim: the cost is the number of revisions times at most d² checks for d values. **Confirmed as a bound, but "
        f"loose**: a revision takes {t('17', 'cost'):i} checks on 17-clue boards and {t('hard', 'cost'):i} on hard ones, from "
        f"{least:.3g} to {most:.3g} on single boards; the bound is 81.",
        f"主張：AC-2001はAC-3が繰り返す支持の検査を省く。「同じユニットの2マスの数字は異なる」という制約では省くものがほとんどありません。AC-3と比べると、与え値17個の問題では{checks[0].ja}、難問では"
        f"{checks[1].ja}です。ほとんどの値は1、2回目の検査で支持が見つかり、再び改訂される弧は少ないからです（1,620本の弧に対して{t('17', 'revisions'):i}回と"
        f"{t('hard', 'revisions'):i}回）。\n\n主張：手間は、改訂1回の検査の回数（値域の大きさdに対して高々d²）と、改訂の回数の積だ。**上界としては確認、ただし緩い**：改訂1回あたりの検査は、与え値17個の問題で"
        f"{t('17', 'cost'):i}回、難問で{t('hard', 'cost'):i}回、盤面ごとに見ると{least:.3g}〜{most:.3g}回で、上界は81回です。",
    )  # fmt: skip


def _entropy(t: Recorded) -> Words:
    broken = sum(t(row, "broken").value for row in t.labels)
    counted = sum(t(row, "n").value for row in t.labels)
    judged = verdict(broken == 0)
    tight = [t(row, "locked") for row in t.labels]
    must(all(a.high < b.low for a, b in pairwise(tight)), "the bound is tighter the more clues are removed")
    return Words(
        f"Claim: the entropy H of a board (the sum of log candidates) is at least log N, where N is the number of its solutions. "
        f"{judged.en}: it held on {counted - broken:.0f} of {counted:.0f} hard boards without some of their clues. Boards whose count took "
        f"more than five million nodes are left out; they have the most solutions. The bound is loose: after locked candidates, "
        f"log N is {span(tight)} times H. The more clues are removed, the tighter it is. It says nothing about a board with one solution, since log N is 0.",
        f"主張：盤面のエントロピーH（候補数の対数の和）は、解の個数Nの対数以上である。{judged.ja}：難問から与え値を取り除き、解を数えた{counted:.0f}盤面で、反例は"
        f"{broken:.0f}件でした。数えるのに500万ノードを超えた、解の多い盤面は除いています。この下界は緩く、予約を適用したあと、log NはHの{span(tight)}倍です。取り除く与え値が多いほど、log NはHに近づきます。"
        f"解が一つならlog Nは0なので、この主張は何も言いません。",
    )  # fmt: skip


def _evidence(t: Recorded) -> Words:
    ratios = [t(row, "ratio") for row in t.labels]
    sure, n = (sum(t(row, key).value for row in t.labels) for key in ("sure", "n"))
    must(all(each.value <= 1 for each in ratios), "the fewest are no more than the greedy ones")
    found = significant({row: t(row, "ratio") for row in t.labels}, t(t.labels[0], "n").value - 1)
    shorter = [row for row, side in found.items() if side < 0]
    return Words(
        f"Claim: leaving out facts one by one (greedy) gives an explanation about as short as the shortest. Facts are clues, cells and "
        f"places of digits; an explanation is for one digit. The smallest explanation found has {span(ratios)} times the "
        f"facts of the greedy one; after Holm's correction it has fewer for {_names(shorter).en}. In {sure:.0f} of {n:.0f} cases, a proof within 5 "
        f"seconds shows that it is the smallest possible; in the other cases, a smaller one may exist.",
        f"主張：根拠を一つずつ除いていく（貪欲な）説明は、最短の説明とほぼ同じ短さだ。一つの数字の根拠を、与え値・マス・数字の置き場所の個数で数えます。見つかった最少の個数は貪欲法の"
        f"{span(ratios)}倍です。Holmの補正をしても少ないもの：{_names(shorter).ja}。{n:.0f}件のうち{sure:.0f}件では5秒以内に最少と証明できました。残りではさらに少ない根拠が"
        f"あるかもしれません。",
    )  # fmt: skip


_BOARDS = 50
"""Number of boards of the smallest set of ratings with intervals."""


def _rated(t: Recorded) -> Words:
    def signs(key: str) -> tuple[list[str], list[str], list[str]]:
        certain = significant({row: t(row, key) for row in t.labels}, _BOARDS - 1, float)
        below, above = ([row for row, found in certain.items() if found == side] for side in (-1, 1))
        return below, above, [row for row in t.labels if row not in certain]

    def told(key: str) -> Words:
        words = (
            Words("negative in", "負："),
            Words("positive in", "正："),
            Words("not shown in", "示されず："),
        )
        found = [(word, _names(rows)) for word, rows in zip(words, signs(key), strict=True) if rows]
        return Words(
            ", ".join(f"{word.en} {rows.en}" for word, rows in found),
            "、".join(f"{word.ja}{rows.ja}" for word, rows in found),
        )

    clues, drop = signs("clues"), signs("drop")
    must("easy50" in clues[0] and "top95" in clues[1], "clues have opposite signs in two sets")
    must("easy50" in drop[1] and "top95" in drop[0], "entropy has opposite signs in two sets")
    engines = {key: t("all", key) for key in ("dlx", "logic", "sat")}
    must(all(whole.low > 0 for whole in engines.values()), "effort and rating go together over all")
    judged = verdict(
        all(signs(key)[1] == t.labels for key in engines),
        Words("Confirmed over all, not in every set", "全体では確認、一部の問題集では確認できず"),
    )
    listed_en = "".join(
        f"\n\nFor `{key}`, ρ is {whole:i} over all sets. It is {told(key).en}."
        for key, whole in engines.items()
    )
    listed_ja = "".join(
        f"\n\n`{key}`は全体でρ = {whole:i}。{told(key).ja}。" for key, whole in engines.items()
    )
    return Words(
        f"Ratings are those of Sudoku Explainer, and ρ is the rank correlation with them. All signs hold after Holm's correction over the sets. "
        f"Entropy is the sum of log candidates over the empty cells. If no trial is needed, the drops of all steps add up to it, so the table uses the entropy at the start."
        f"\n\nClaim: many clues mean easy (ρ is negative). ρ is {told('clues').en}.\n\nClaim: large drops of entropy mean easy (ρ is "
        f"negative). ρ is {told('drop').en}.\n\n**Neither of these two claims holds in general.** Pooling sets of different kinds causes a correlation by itself "
        f"(Simpson's paradox).\n\nClaim: puzzles that are hard for an engine are hard for people. {judged.en}.{listed_en}",
        f"難易度はSudoku Explainerの値、ρは難易度との順位相関です。符号は、すべての問題集についてHolmの補正をして判定しました。エントロピーは空きマスの候補数の対数の和です。分岐なしに解けばその値は減少の合計に等しいので、表では開始時の値を使います。\n\n主張：与え値が多いほど易しい（ρは負）。"
        f"{told('clues').ja}。\n\n主張：エントロピーの減少が大きいほど易しい（ρは負）。{told('drop').ja}。\n\n"
        f"**この二つはどちらも一般には成り立ちません。** 性質の違う問題集をまとめると、それだけで相関が生じます（シンプソンのパラドックス）。\n\n主張：エンジンに手間のかかる問題は人にも難しい。"
        f"{judged.ja}。{listed_ja}",
    )  # fmt: skip


def _claims(t: Recorded) -> Words:
    growth = t("Triples where more clues make a further one worth more", "found")
    must(growth.low > 0, "returns of clues are not always diminishing")
    return Words(
        f"Diminishing returns of clues (“submodular”) would mean: if other clues are added first, a clue does not remove "
        f"more entropy than without them. In {growth:i} of random cases it removed more; entropy is measured after singles. The table also judges claims about "
        f"how many puzzles singles solve, how often singles must be repeated, the edges of the peer graph, and the clauses of the plain encoding.",
        f"与え値の効果の逓減（「劣モジュラ」）とは、盤面に与え値を一つ加えたときに減るエントロピーが、先に別の与え値を加えておいても大きくならない、という意味です。"
        f"無作為な例のうち{growth:i}の割合で大きくなりました（シングルのあとのエントロピー）。表には、シングルで解ける割合と繰り返しの回数、同じユニットのマスの組の数、素の符号化の節の数についての主張もあります。",
    )  # fmt: skip


SAID: dict[str, Callable[[Recorded], Words]] = {
    "trominoes": _trominoes, "items": _items, "cells": _cells, "depth": _depth, "values": _values, "rules": _rules,
    "learning": _learning, "handover": _handover, "encodings": _encodings, "models": _models, "sizes": _sizes,
    "scaling": _scaling, "uniqueness": _uniqueness, "masks": _masks, "states": _states, "fixed": _fixed,
    "revisions": _revisions, "entropy": _entropy, "evidence": _evidence, "rated": _rated, "claims": _claims,
}  # fmt: skip
