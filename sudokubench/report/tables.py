"""The tables of a report."""

from __future__ import annotations

import json
from dataclasses import replace
from shlex import quote
from typing import Any

import numpy as np

from sudokubench.report import statistics as st
from sudokubench.report.analysis import Analysis
from sudokubench.report.data import CATEGORIES, STRENGTHS, TERMINATIONS, VERDICTS, StoredRun
from sudokubench.report.model import Column, Display, Example, Table
from sudokubench.words import Words, untranslated

BACKEND = Column("backend", Words("backend", "バックエンド"), Display.CODE)
PLACE = Column("place", Words("place", "順位"), Display.COUNT)
PAR2 = Column("par2_s", untranslated("PAR-2"), Display.SECONDS)
SLOWDOWN = Column("slowdown", Words("times the best", "最良比（倍）"), Display.RATIO)
FASTEST = Column("slowdown", Words("times the fastest", "最速比（倍）"), Display.RATIO)
SOLVED = Column("solved", Words("solved", "解決"), Display.COUNT)
_EXAMPLES = 5

OUTCOMES = {
    "correct": Words("correct", "正しい"),
    "unconfirmed": Words("unconfirmed", "未確認"),
    "wrong": Words("wrong", "誤り"),
    "timeout": Words("timeout", "時間切れ"),
    "memout": Words("out of memory", "メモリ不足"),
    "crash": Words("crash", "クラッシュ"),
    "error": Words("error", "エラー"),
    "undecided": Words("undecided", "未決定"),
}
"""The ways in which the work on a puzzle can end; each record is counted under exactly one."""

STRENGTH_WORDS = {
    "proven": Words("proven", "証明済み"),
    "agreed": Words("agreed", "一致"),
    "claimed": Words("claimed", "主張のみ"),
    "undecided": Words("undecided", "未決定"),
    "wrong": Words("contested", "争いあり"),
}


def clock(a: Analysis) -> Words:
    """Return a sentence on the clock of the times."""
    if a.cells.by_cpu:
        return Words(
            "Times are CPU time, of all threads and processes; “waited” is the median on the clock.",
            "時間は全スレッド・全プロセスの CPU 時間で、「待ち時間」は実時間の中央値です。",
        )
    return Words(
        "Times are those on the clock: a backend has no CPU time for most of its records.",
        "時間は実時間です。記録の大半に CPU 時間がないバックエンドがあるためです。",
    )


def surely(a: Analysis) -> Words:
    """Return the basis of intervals, or why there are none and how to get them."""
    fewest = st.FEWEST_ROUNDS
    if a.sure:
        rounds = len(a.rounds)
        return Words(
            f"In brackets 95 % intervals over puzzles and {rounds} rounds, each in new processes; of the median and "
            "the percentile over puzzles, by order statistics, for which few puzzles give no upper end (∞).",
            f"括弧内は問題と、毎回新しいプロセスで行った {rounds} 周についての 95 %区間です（中央値と 95 %点は問題に"
            "ついての順序統計量によるもので、問題が少ないと上端はなく ∞）。",
        )
    rounds = len(a.cells.processes)
    en = "There is no interval, p or range of places, and the order may be chance"
    ja = "区間・p・順位の範囲はなく、順序は偶然かもしれません"
    if rounds < fewest:
        return Words(
            f"{en}: that takes {fewest} rounds, and there {'is' if rounds == 1 else 'are'} {rounds}. "
            f"Run with --repeat {fewest}.",
            f"{ja}。{fewest} 周が必要ですが、{rounds} 周しかありません。--repeat {fewest} で実行してください。",
        )
    return Words(
        f"{en}: the {rounds} rounds kept their processes, so that each repeats the same layout of memory. "
        f"Run again with --repeat {fewest}, without --isolation inline: then each round has new ones.",
        f"{ja}。{rounds} 周が同じプロセスで行われ、同じメモリー配置を繰り返しています。--isolation inline "
        f"を付けず --repeat {fewest} で実行すると、周ごとに新しいプロセスになります。",
    )


def _test() -> Words:
    """Return a sentence on the hypothesis of p."""
    return Words(
        f"p is of the t-test, over puzzles and rounds, that the times differ by at most {_percent(st.MARGIN)}; it is "
        "corrected by Holm for the number of pairs.",
        f"p は「時間の差は {_percent(st.MARGIN)}以下」という仮説の、問題と周回についての t 検定のもので、対の数につ"
        "いて Holm 法で補正しています。",
    )


def _percent(ratio: float) -> str:
    return f"{100 * (ratio - 1):.0f} %"


def main(a: Analysis) -> Table:
    """Return the backends by their mean slowdown, with the basis of their verdicts."""
    measured, sure, best = clock(a), surely(a), a.names[a.order[0]]
    columns = [
        PLACE,
        BACKEND,
        Column("asked", Words("asked", "出題"), Display.COUNT),
        SOLVED,
        Column("wrong", Words("wrong", "誤り"), Display.COUNT),
        PAR2,
        SLOWDOWN,
        Column("median_s", Words("median", "中央値"), Display.SECONDS),
        Column("p95_s", Words("p95", "95 %点"), Display.SECONDS),
        *([Column("waited_s", Words("waited", "待ち時間"), Display.SECONDS)] if a.cells.by_cpu else []),
        Column("memory_bytes", Words("memory", "メモリ"), Display.BYTES),
        *(Column(name, STRENGTH_WORDS[name], Display.COUNT) for name in ("proven", "agreed", "claimed")),
    ]
    batched = bool((a.batch > 1).any())
    if batched:
        columns.append(Column("batch", Words("timed", "計時"), Display.WORDS))
    rows = []
    for place, j in enumerate(a.order, 1):
        solved = a.cells.solved[:, j]
        strong = [
            int((solved & (a.cells.strength == STRENGTHS.index(name))).sum())
            for name in ("proven", "agreed", "claimed")
        ]
        row: tuple[Any, ...] = (
            place if a.judged[j] or not a.present[j] else None, a.names[j], int(a.cells.asked[:, j].sum()),
            int(solved.sum()), int(a.wrong[j]), a.par2[j], a.slowdown[j], a.quantile(j, 0.5), a.quantile(j, 0.95),
            *([a.waited(j)] if a.cells.by_cpu else []), int(a.memory[j]) or None, *strong,
        )  # fmt: skip
        batch = int(a.batch[j])
        timed = (
            Words(f"in batches of up to {batch:,}", f"最大 {batch:,} 問の一括")
            if batch > 1
            else Words("singly", "1 問ずつ")
        )
        rows.append((*row, timed) if batched else row)
    limit, n = f"{a.cells.limit_s:.6g}", int(a.common.sum())
    note = Words(
        f"Solved is: decided, not wrong, in every repeat and within the time limit. Who solved more of the "
        f"{n:,} puzzles that all backends were asked comes first, then who is faster; all times are of these. "
        f"PAR-2 is the mean time, where an unsolved puzzle counts as two time limits (2 × {limit} s). “Times the "
        f"best” is the geometric mean of the time over that of {best}, the first of the table, on the puzzles that it "
        f"solved. ≥: what was not solved took the limit at least. {measured.en} {sure.en} "
        "The median and the percentile are of solved puzzles; a "
        "repeated puzzle has the median of its repeats. Proven, agreed (engines of different "
        "families) and claimed (of one family) say what the answers to the solved puzzles rest on.",
        f"「解決」は、すべての回で制限時間内に誤りなく決まったことです。全バックエンドに出題された {n:,} 問を多く解い"
        "たものが上位で、同数なら速い順です。時間はすべてこの問題についてのものです。"
        f"PAR-2 は平均時間で、解けなかった問題は制限時間の 2 倍（2 × {limit} 秒）と数えます。「最良比」は表の先頭"
        f"の {best} が解いた問題での、その時間に対する比の幾何平均です。≥ は、解けなかった問題に少なくとも制限時間がか"
        f"かったことによる下限です。{measured.ja}{sure.ja}"
        "中央値と 95 %点は解けた問題のもので、繰り返した問題はその中央値を使います。「証明済み」「一致」（異なる系統が"
        "同じ答え）「主張のみ」（1 系統だけ）は、解けた問題の答えの根拠を表します。",
    )
    return Table(
        "ranking", Words("Backends, the fastest first", "バックエンド（速い順）"), tuple(columns), rows, note
    )


def brief(a: Analysis) -> Table:
    """Return the main table for a terminal with the shares of the phases, and only one interval."""
    ranking = main(a).only(
        "backend", "asked", "solved", "wrong", "par2_s", "slowdown", "median_s", "waited_s"
    )
    time = phases(a).only("encode_share", "solve_share", "decode_share")
    rows = [
        (*row, *shares)
        for row, shares in zip(of_one_interval(ranking).rows, time.rows, strict=True)
        if row[1]
    ]
    answers = ("solved", "wrong", "par2_s", "slowdown")
    return replace(ranking, columns=(*ranking.columns, *time.columns), rows=rows, answers=answers)


def of_one_interval(table: Table) -> Table:
    """Return the same table with only the interval of "times the best", for a terminal."""
    rows = [
        tuple(
            replace(v, low=np.nan) if isinstance(v, st.Interval) and c is not SLOWDOWN else v
            for v, c in zip(row, table.columns, strict=True)
        )
        for row in table.rows
    ]
    return replace(table, rows=rows)


def contested(a: Analysis) -> Table:
    """Return every puzzle with a disagreement or a wrong answer, and how to reproduce it."""
    wrong = a.data.columns["puzzle"][a.data.columns["category"] == CATEGORIES.index("wrong")]
    rows = []
    for puzzle in sorted({*a.data.disagreements, *a.data.reproducers, *wrong.tolist()}):
        kept = a.data.reproducers.get(puzzle)
        reasons = kept.reasons if kept else (a.data.disagreements.get(puzzle, "a wrong answer"),)
        again = (kept.smallest, kept.command) if kept else (None, command(a, puzzle, list(a.names)))
        rows.append((a.data.places[puzzle], a.data.texts[puzzle], "; ".join(reasons), *again))
    columns = (
        Column("place", Words("place", "場所"), Display.CODE),
        Column("puzzle", Words("puzzle", "問題"), Display.CODE),
        Column("reasons", Words("what is wrong", "矛盾・誤り")),
        Column("smallest", Words("smallest puzzle that shows it", "再現する最小の問題"), Display.CODE),
        Column("command", Words("run it again", "再実行"), Display.CODE),
    )
    note = Words(
        "The smallest puzzle has as few clues as possible on which the same backends still contradict each other "
        "or the solutions shown. It is looked for at the first three; for others the puzzle itself stands there.",
        "最小の問題は、同じバックエンドの間の矛盾や誤りが残る範囲でヒントを減らしたものです。最初の 3 件についてだ"
        "け探し、他は元の問題のままです。",
    )
    title = Words("Disagreements and wrong answers", "矛盾と誤答")
    return Table("contested", title, columns, rows, note)


def counts(a: Analysis) -> Table:
    """Return the number of solutions of every puzzle, one row each: the answer to the task `count`."""
    c = a.data.columns
    sound = c["category"] != CATEGORIES.index("wrong")
    at_least = np.zeros(len(a.data.texts), np.int64)
    np.maximum.at(at_least, c["puzzle"][sound], c["count"][sound])
    claims: dict[int, dict[int, set[int]]] = {}
    for i in np.flatnonzero(sound & (c["exhausted"] > 0)).tolist():
        engines = claims.setdefault(int(c["puzzle"][i]), {}).setdefault(int(c["count"][i]), set())
        engines.add(int(c["backend"][i]))
    rows: list[tuple[Any, ...]] = []
    for puzzle, text in enumerate(a.data.texts):
        found = claims.get(puzzle, {})
        if len(found) == 1 and puzzle not in a.data.disagreements:
            ((count, engines),) = found.items()
            fastest = min(float(a.cells.seconds[puzzle, j]) for j in engines)
            names = ", ".join(a.names[j] for j in a.order if j in engines)
            rows.append((text, count, Words("exact", "確定"), len(engines), names, fastest))
        elif found or puzzle in a.data.disagreements:
            rows.append((text, None, STRENGTH_WORDS["wrong"], 0, None, None))
        else:
            rows.append((text, int(at_least[puzzle]), Words("at least", "以上"), 0, None, None))
    columns = (
        Column("puzzle", Words("problem", "問題"), Display.CODE),
        Column("count", Words("solutions", "解の数"), Display.COUNT),
        Column("bound", Words("bound", "確度"), Display.WORDS),
        Column("agree", Words("engines that agree", "一致した数"), Display.COUNT),
        Column("backends", Words("which", "バックエンド"), Display.CODE),
        Column("seconds", Words("time of the fastest", "最速の時間"), Display.SECONDS),
    )
    note = Words(
        "A count is exact where a backend has looked through everything and nobody contradicts.",
        "探索し尽くしたバックエンドがあり、矛盾がなければ「確定」です。",
    )
    return Table("counts", Words("Counts", "解の数"), columns, rows, note, answers=("count", "bound"))


def outcomes(a: Analysis) -> Table:
    """Return how often the work on a puzzle ended in each way, every repeat counted."""
    c = a.data.columns
    code = {name: n for n, name in enumerate(OUTCOMES)}
    ending = np.full(len(a.data), code["undecided"])
    decided = c["verdict"] != VERDICTS.index("undecided")
    for name in ("correct", "unconfirmed"):
        ending[decided & (c["category"] == CATEGORIES.index(name))] = code[name]
    for name in ("timeout", "memout", "crash", "error"):
        ending[c["termination"] == TERMINATIONS.index(name)] = code[name]
    ending[c["category"] == CATEGORIES.index("wrong")] = code["wrong"]
    cell = c["backend"] * len(code) + ending
    found = np.bincount(cell, minlength=len(a.names) * len(code)).reshape(-1, len(code)).tolist()
    rows = [(a.names[j], sum(found[j]), *found[j]) for j in a.order]
    columns = (
        BACKEND,
        Column("records", Words("records", "記録"), Display.COUNT),
        *(Column(name, words, Display.COUNT) for name, words in OUTCOMES.items()),
    )
    note = Words(
        "Correct: proved by the solutions shown, stated by the corpus, or said by another backend too while none "
        "contradicts. Every repeat counts.",
        "「正しい」は、示された解による証明、問題集の記載、または他のバックエンドとの一致（反対なし）を意味しま"
        "す。繰り返しもすべて数えます。",
    )
    return Table("outcomes", Words("Outcomes", "結果の内訳"), columns, rows, note)


def phases(a: Analysis) -> Table:
    """Return the mean time of each phase over the solved puzzles."""
    rows = []
    for j in a.order:
        parts = a.cells.phases_s[:, j].tolist()
        total = sum(parts)
        rows.append((a.names[j], *parts, total, *(part / total if total else float("nan") for part in parts)))
    words = (Words("encode", "符号化"), Words("solve", "求解"), Words("decode", "復号"))
    keys = ("encode", "solve", "decode")
    columns = (
        BACKEND,
        *(Column(f"{key}_s", word, Display.SECONDS) for key, word in zip(keys, words, strict=True)),
        Column("total_s", Words("total", "合計"), Display.SECONDS),
        *(Column(f"{key}_share", word, Display.SHARE) for key, word in zip(keys, words, strict=True)),
    )
    note = Words(
        "Means over the puzzles that the backend solved, on the clock.",
        "そのバックエンドが解いた問題についての実時間の平均です。",
    )
    return Table("phases", Words("Time by phase", "段階別の時間"), columns, rows, note)


def pairs(a: Analysis) -> Table:
    """Return every pair: wins, ties, losses, and whether the difference is more than chance."""
    rows = [
        (
            a.names[i],
            a.names[j],
            one.wins,
            one.ties,
            one.losses,
            one.ratio,
            None if np.isnan(one.p) else one.p,
        )
        for (i, j), one in a.duels.items()
    ]
    columns = (
        Column("first", Words("first", "一方"), Display.CODE),
        Column("second", Words("second", "他方"), Display.CODE),
        Column("wins", Words("first wins", "一方の勝ち"), Display.COUNT),
        Column("ties", Words("ties", "引き分け"), Display.COUNT),
        Column("losses", Words("second wins", "他方の勝ち"), Display.COUNT),
        Column("ratio", Words("time ratio", "時間比"), Display.RATIO),
        Column("p", Words("p (Holm)", "p（Holm）"), Display.P),
    )
    note = Words(
        f"A win is more than {_percent(st.TIE)} faster, or solved where the other did not. The ratio is "
        f"the geometric mean of first over second, where an unsolved puzzle counts as two time limits. {_test().en} "
        f"A batch is one measurement, and there is a dash with fewer than {st.FEWEST_BATCHES} batches or "
        f"{st.FEWEST_ROUNDS} rounds.",
        f"{_percent(st.TIE)}を超えて速いか、他方が解けない問題を解けば勝ちです。時間比は「一方÷他方」の幾何"
        "平均（未解決は制限時間の 2 倍）。"
        f"{_test().ja}一括は 1 回の測定とし、{st.FEWEST_BATCHES} 回未満か {st.FEWEST_ROUNDS} 周未満なら「–」とします。",
    )
    return Table("pairs", Words("Every pair", "一対比較"), columns, rows, note, folded=len(rows) > 30)


def contribution(a: Analysis) -> Table:
    """Return what each backend contributes to the virtual best solver."""
    field = [j for j in a.order if a.judged[j]]
    n, cost, solved = int(a.common.sum()), a.cells.cost[a.common], a.cells.solved[a.common]
    found = st.contributions(cost[:, field], solved[:, field], 2 * a.cells.limit_s)
    rows = [
        (a.names[j], fastest, alone, *(st.Interval(value, np.nan, np.nan, alone > 0) for value in owed))
        for j, (fastest, alone, *owed) in zip(field, found, strict=False)
    ]
    columns = (
        BACKEND,
        Column("fastest", Words("fastest on", "最速の問題数"), Display.COUNT),
        Column("alone", Words("solved alone", "単独解決"), Display.COUNT),
        Column("marginal_s", Words("PAR-2 lost without it", "外した場合の PAR-2 の増加"), Display.SECONDS),
        Column("slowdown", Words("times slower without it", "外した場合の倍率"), Display.RATIO),
    )
    note = Words(
        f"The virtual best solver takes the fastest backend on each of the {n:,} common puzzles. A backend that adds "
        "nothing to it is never the only good choice. What nobody else solved counts as two time limits without it.",
        f"仮想最良ソルバーは共通の {n:,} 問のそれぞれで最速のバックエンドを使います。これに何も加えないバックエンド"
        "は、唯一の良い選択になることがありません。ほかに誰も解けない問題は、外すと制限時間の 2 倍と数えます。",
    )
    return Table(
        "contribution",
        Words("Contribution to the virtual best solver", "仮想最良ソルバーへの貢献"),
        columns,
        rows,
        note,
    )


def standings(a: Analysis) -> Table:
    """Return four ways to rank, and how sure each place is."""
    strength = np.full(len(a.names), np.nan)
    if a.ranked:
        won = st.victories(a.ranks[:, a.judged])
        strength[a.judged] = np.where(won.any(axis=1), st.bradley_terry(won), np.nan)
    rows = []
    for place, j in enumerate(a.order, 1):
        low, high = a.places(j) if a.judged[j] and a.sure and not a.few_batches[j] else (None, None)
        after = a.order[place] if place < len(a.order) else None
        p = a.duels[j, after].p if after is not None else np.nan
        rows.append(
            (
                place if a.judged[j] or not a.present[j] else None,
                a.names[j],
                int(a.solved[j]),
                low,
                high,
                a.slowdown[j],
                None if np.isnan(p) else p,
                a.par2[j],
                a.borda[j],
                float(strength[j]),
            )
        )
    columns = (
        PLACE,
        BACKEND,
        SOLVED,
        Column("place_low", Words("place from", "順位の下端"), Display.COUNT),
        Column("place_high", Words("to", "上端"), Display.COUNT),
        SLOWDOWN,
        Column("p", Words("p against the next", "次位との p"), Display.P),
        PAR2,
        Column("borda", Words("Borda", "ボルダ"), Display.NUMBER),
        Column("bradley_terry", Words("Bradley–Terry", "ブラッドリー・テリー"), Display.NUMBER),
    )
    common, fewest = int(a.common.sum()), st.FEWEST_BATCHES
    note = Words(
        f"All of it is over the {common:,} puzzles that all backends were asked: who solved more of them comes first, "
        "then who is faster. "
        f"Borda is the share of opponents beaten on a puzzle. Bradley–Terry strengths sum to 1: of two backends, the "
        "chance to win a puzzle is the share of their strengths. One drawn match is added to every pair, so that they "
        "are finite; a backend that never won has a dash. "
        f"Both use the {a.ranked:,} of the puzzles that somebody solved. "
        "“Place from … to” counts the backends that are surely faster and surely slower at 5 % by the tests of every "
        f"pair; the last p is that of the test against the next. {_test().en} A batch is one measurement; a backend "
        f"that was timed in fewer than {fewest} batches has a dash.",
        f"すべて、全バックエンドに出題された {common:,} 問についてのもので、多く解いたものが上位、同数なら速い順です。"
        "ボルダは 1 問で勝った相手の割合です。ブラッドリー・テリーの強さは合計 1 で、2 個のうち一方が 1 問で勝つ確率は"
        "強さの比になります。強さが有限になるよう、どの対にも引き分けを 1 回加えます。一度も勝たないものは「–」です。"
        f"どちらも誰かが解いた {a.ranked:,} 問を使います。順位の範囲は、全対の検定（5 %）で確かに速い相手と確かに遅い相"
        f"手を数えたもの、p は次位との検定のものです。{_test().ja}一括は 1 回の測定とし、{fewest} 回未満の一括で計時"
        "したバックエンドは「–」とします。",
    )
    answers = ("backend", "place_low", "place_high", "slowdown", "p", "par2_s")
    return Table(
        "standings", Words("Four ways to rank", "4 通りの順位"), columns, rows, note, answers=answers
    )


def command(a: Analysis, puzzle: int, backends: list[str]) -> str:
    """Return a command line that asks these backends about a puzzle again."""
    task = a.data.runs[0].of_plan("task", "unique")
    asked = quote(",".join(backends))
    return f"sudokubench run --task {quote(str(task))} --backend {asked} {quote(a.data.texts[puzzle])}"


def examples(a: Analysis) -> list[Example]:
    """Return the contested, the slowest and the most informative puzzles, each once."""
    chosen: dict[int, Words] = {}
    contested = [
        *a.data.disagreements,
        *np.flatnonzero(a.cells.strength == STRENGTHS.index("wrong")).tolist(),
    ]
    for puzzle in dict.fromkeys(contested):
        if len(chosen) == 2 * _EXAMPLES:
            break
        chosen[puzzle] = Words(
            f"Contested: {a.data.disagreements.get(puzzle, 'a wrong answer')}.",
            f"争いあり：{a.data.disagreements.get(puzzle, '誤答')}。",
        )
    hopeless = np.flatnonzero(a.cells.asked.any(axis=1) & ~a.cells.solved.any(axis=1))
    for puzzle in hopeless[:_EXAMPLES].tolist():
        chosen.setdefault(puzzle, Words("No backend solved it.", "どのバックエンドも解けませんでした。"))
    known = np.flatnonzero(~np.isnan(a.best))
    for puzzle in known[np.argsort(-a.best[known], kind="stable")][:_EXAMPLES].tolist():
        chosen.setdefault(
            puzzle,
            Words(
                "Among the slowest, even for the best backend.", "最良のバックエンドでも特に遅い問題です。"
            ),
        )
    far = np.nan_to_num(np.abs(a.residuals))
    if len(a.names) > 1 and far.size:
        for flat in np.argsort(-far, axis=None, kind="stable")[: 4 * _EXAMPLES].tolist():
            puzzle, j = divmod(flat, len(a.names))
            outliers = sum("×" in words.en for words in chosen.values())
            if outliers == _EXAMPLES or far[puzzle, j] < np.log(2):
                break
            factor = float(np.exp(abs(a.residuals[puzzle, j])))
            slower = a.residuals[puzzle, j] > 0
            chosen.setdefault(
                puzzle,
                Words(
                    f"{a.names[j]} is {factor:.3g} × {'slower' if slower else 'faster'} here than its usual speed "
                    "and the other backends let expect.",
                    f"{a.names[j]} は、普段の速さと他のバックエンドから期待されるより {factor:.3g} × "
                    f"{'遅い' if slower else '速い'}問題です。",
                ),
            )
    return [_example(a, puzzle, why) for puzzle, why in chosen.items()]


def _example(a: Analysis, puzzle: int, why: Words) -> Example:
    c = a.data.columns.only(np.flatnonzero(a.data.columns["puzzle"] == puzzle))
    rows = []
    for j in a.order:
        if not a.cells.asked[puzzle, j]:
            continue
        mine = c["backend"] == j
        verdict = VERDICTS[int(c["verdict"][mine][0])]
        ended = TERMINATIONS[int(c["termination"][mine].max())]
        times = st.Interval(float(a.slowdowns[puzzle, j]), np.nan, np.nan, not a.cells.solved[puzzle, j])
        seconds = float(a.cells.seconds[puzzle, j]) or None  # a failure that was not measured
        rows.append((a.names[j], verdict, ended, seconds, times))
    columns = (
        BACKEND,
        Column("verdict", Words("verdict", "判定"), Display.CODE),
        Column("termination", Words("ended", "終了"), Display.CODE),
        Column("seconds", Words("time", "時間"), Display.SECONDS),
        FASTEST,
    )
    strength = STRENGTH_WORDS[STRENGTHS[int(a.cells.strength[puzzle])]]
    verdict = VERDICTS[int(a.data.verdicts[puzzle])]
    table = Table(
        f"puzzle-{puzzle + 1}",
        Words(f"Verdict: {verdict}, {strength.en}", f"判定：{verdict}（{strength.ja}）"),
        columns,
        rows,
    )
    asked = [a.names[j] for j in a.order if a.cells.asked[puzzle, j]]
    return Example(
        a.data.texts[puzzle],
        a.data.board(puzzle),
        a.data.places[puzzle],
        why,
        command(a, puzzle, asked),
        table,
    )


def manifest(run: StoredRun) -> Table:
    """Return the manifest as pairs."""
    rows = [("started", run.started), ("finished", run.finished or "no"), *_flat("", run.manifest)]
    columns = (
        Column("field", Words("field", "項目"), Display.CODE),
        Column("value", Words("value", "値"), Display.CODE),
    )
    title = Words(f"Manifest of run {run.run}", f"実行 {run.run} の記録")
    return Table(f"manifest-{run.run}", title, columns, rows, folded=True)


def _flat(prefix: str, value: object) -> list[tuple[str, str]]:
    if isinstance(value, dict) and value:
        return [
            pair
            for key, inner in value.items()
            for pair in _flat(f"{prefix}.{key}" if prefix else str(key), inner)
        ]
    return [(prefix, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))]
