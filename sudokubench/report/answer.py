"""The answer of a report in one sentence, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from sudokubench.report import statistics as st
from sudokubench.report.analysis import Analysis
from sudokubench.report.model import Display
from sudokubench.report.values import shown
from sudokubench.words import Words


def answer(a: Analysis) -> Words:
    """Return the fastest backend, on how many puzzles, its lead, how sure it is, and which cannot be judged."""
    field, n = [j for j in a.order if a.judged[j]], int(a.common.sum())
    if not len(a.data):
        return Words("There are no records: nothing can be said.", "記録がありません。何も言えません。")
    if not n:
        return Words(
            "The backends were asked no puzzle in common: they cannot be compared.",
            "全バックエンドに共通の問題がないため、比較できません。",
        )
    if not a.solved[field].any():
        return Words(f"Nobody solved any of the {_puzzles(n)}.", f"{n:,} 問は誰にも解けませんでした。")
    parts = [*_first(a, field, n), *_unjudged(a)]
    return reduce(lambda said, part: said + Words("; ", "。") + part, parts) + Words(".", "。")


def _puzzles(n: int) -> str:
    return f"{n:,} puzzle{'' if n == 1 else 's'}"


def _first(a: Analysis, field: list[int], n: int) -> list[Words]:
    lead, rest = field[0], field[1:]
    name, solved = a.names[lead], int(a.solved[lead])
    if not rest:
        mean = shown(a.par2[lead], Display.SECONDS, "en")
        return [
            Words(
                f"{name} solved {solved:,} of {_puzzles(n)}, with a PAR-2 of {mean}, and is compared with nobody",
                f"{name} は {n:,} 問中 {solved:,} 問を解き、PAR-2 は {mean} で、比較の相手はありません",
            )
        ]
    parts = []
    if solved > a.solved[rest[0]]:
        others = f"{a.solved[rest[0]]:,}"
        parts.append(
            Words(
                f"{name} solves the most, {solved:,} of {_puzzles(n)}, where {a.names[rest[0]]} solves {others}",
                f"{n:,} 問中 {solved:,} 問と最も多く解いたのは {name} です（次は {a.names[rest[0]]} の {others} 問）",
            )
        )
    most = int((a.common & a.cells.solved[:, lead] & (a.cells.cost[:, lead] <= a.best)).sum())
    first = Words(
        f"{name} is fastest on {most:,} of {_puzzles(n)}", f"{n:,} 問中 {most:,} 問で最速なのは {name}"
    )
    if not a.sure:
        return [*parts, first + Words("", " です"), _takes(a, rest[0], Words("the next", "次の")), _NOT_SURE]
    duels = {j: a.duels[lead, j] for j in rest}
    alike = [j for j in rest if not duels[j].p < 1 - st.LEVEL]
    slower = [j for j in rest if j not in alike and duels[j].ratio.value < 1]
    quicker = [j for j in rest if j not in alike and j not in slower]
    if alike:
        names = _listed(a, alike)
        sure = Words(
            f", but whether it is faster than {names.en} cannot be told",
            f" ですが、{names.ja} より速いとは言えません",
        )
    elif slower:
        p = max(duels[j].p for j in slower)
        least = f"p\u00a0{'' if p < 0.0001 else '≤ '}{shown(p, Display.P, 'en')}".replace(" ", "\u00a0")
        k = len(slower)
        sure = (
            Words(f", beyond chance ({least})", f" で、偶然とは言えません（{least}）")
            if len(rest) == 1
            else Words(
                f", beyond chance against each of {k} others ({least})",
                f" で、他の {k} 個のどれに対しても偶然とは言えません（{least}）",
            )
        )
    else:
        sure = Words("", " です")
    less = Words("which solves fewer but is surely faster", "解いた問題は少ないものの確かに速い")
    after = (
        Words("the first that is surely slower", "確かに遅い最初の") if alike else Words("the next", "次の")
    )
    told = [(j, less) for j in quicker] + [(j, after) for j in slower[:1]]
    return [*parts, first + sure, *(_takes(a, j, which) for j, which in told)]


_NOT_SURE = Words(
    f"whether that is more than chance cannot be told without {st.FEWEST_ROUNDS} rounds in new processes",
    f"偶然でないかどうかは、毎回新しいプロセスで行う {st.FEWEST_ROUNDS} 周がないと分かりません",
)


def _listed(a: Analysis, columns: Sequence[int]) -> Words:
    """Return the names of backends as a sentence has them."""
    *names, last = [a.names[j] for j in columns]
    return Words(f"{', '.join(names)} or {last}" if names else last, "、".join([*names, last]))


def _takes(a: Analysis, column: int, which: Words) -> Words:
    """Return how many times as long as the first a backend takes."""
    times = shown(a.slowdown[column], Display.RATIO, "en")
    return Words(
        f"{a.names[column]}, {which.en}, takes {times} times as long",
        f"{which.ja} {a.names[column]} の時間はその {times} 倍です",
    )


def _unjudged(a: Analysis) -> list[Words]:
    left = [j for j in a.order if a.present[j] and not a.judged[j]]
    if not left:
        return []
    counts = [len(np.unique(a.cells.units[a.cells.asked[:, j], j])) for j in left]
    who = ", ".join(
        f"{a.names[j]} ({count} batch{'' if count == 1 else 'es'})"
        for j, count in zip(left, counts, strict=True)
    )
    ja = "、".join(f"{a.names[j]}（一括 {count} 回）" for j, count in zip(left, counts, strict=True))
    return [Words(f"{who} cannot be judged", f"{ja}は判定できません")]
