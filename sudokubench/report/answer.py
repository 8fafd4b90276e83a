"""The answer of a report in one sentence, and how sure it is; with the ratios of the times that it rests on."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from math import exp

import numpy as np

from sudokubench.report import statistics as st
from sudokubench.report.analysis import Analysis
from sudokubench.report.model import Display
from sudokubench.report.values import shown
from sudokubench.words import Words, both, listed


def behind(a: Analysis, first: int) -> list[st.Interval]:
    """How many times as long each backend takes as one of them, by column: geometric mean.

    Over the common puzzles that `first` solved. What another one did not solve took it the limit at least: where there
    is such a puzzle, the ratio is at least so large.
    """
    cells = a.cells
    rows = (a.common & cells.solved[:, first])[:, None] & cells.asked
    seconds = np.maximum(np.where(cells.solved, cells.seconds, cells.limit_s), 1e-9)
    ratios = np.where(rows, seconds / seconds[:, [first]], np.nan)
    censored: st.Bools = np.any(rows & ~cells.solved, axis=0)
    found = []
    for j, value in enumerate(st.means(np.log(ratios)).tolist()):
        each = np.minimum(a.rounds[:, :, [first, j]], cells.limit_s)
        logs = np.log(np.where(rows[:, j], each[:, :, 1] / each[:, :, 0], np.nan))
        mean = st.two_level_mean(logs, st.joined(cells.units[:, [first, j]]), value)
        found.append(replace(mean.interval(exp), at_least=bool(censored[j])))
    return found


def answer(a: Analysis) -> Words:
    """Who is fastest, on how many puzzles, how far ahead of the next, how sure that is, and who cannot be judged."""
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
    alike = [j for j in rest if not a.duels[lead, j].p < 1 - st.LEVEL]
    most = int((a.common & a.cells.solved[:, lead] & (a.cells.cost[:, lead] <= a.best)).sum())
    if alike:
        names = listed(both(a.names[j]) for j in [lead, *alike[:-1]])
        last = a.names[alike[-1]]
        which = Words("which of the two", "どちら") if len(alike) == 1 else Words("which of them", "どれ")
        parts.append(
            Words(
                f"{names.en} and {last} are in front, and {which.en} is faster cannot be told from "
                f"{_puzzles(n)} ({name} is fastest on {most:,})",
                f"先頭は {names.ja}、{last} で、{which.ja}が速いかは {n:,} 問からは分かりません"
                f"（{name} が最速なのは {most:,} 問）",
            )
        )
    else:
        p = max(a.duels[lead, j].p for j in rest)
        least = f"p\u00a0{'' if p < 0.0001 else '≤ '}{shown(p, Display.P, 'en')}".replace(" ", "\u00a0")
        each = (
            Words(f"beyond chance ({least})", f"偶然とは言えません（{least}）")
            if len(rest) == 1
            else Words(
                f"beyond chance against each of the other {len(rest)} ({least})",
                f"他の {len(rest)} 個のどれに対しても偶然とは言えません（{least}）",
            )
        )
        parts.append(
            Words(
                f"{name} is fastest on {most:,} of {_puzzles(n)}, {each.en}",
                f"{n:,} 問中 {most:,} 問で最速なのは {name} で、{each.ja}",
            )
        )
    times = shown(behind(a, lead)[rest[0]], Display.RATIO, "en")
    parts.append(
        Words(
            f"{a.names[rest[0]]}, the next, takes {times} times as long",
            f"次の {a.names[rest[0]]} の時間はその {times} 倍です",
        )
    )
    return parts


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
