"""Parts of the study about search: which item is next, what is remembered, what rules take off the search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.study import masks
from benchmarks.study.runs import HEAD, Cell, Runs, Sheet, mean, ratio
from sudokubench.answer import Budget, Stop
from sudokubench.backends import backend
from sudokubench.board import Board
from sudokubench.encodings.exact_cover import cover_of
from sudokubench.layout import Layout
from sudokubench.problem import ExactCover
from sudokubench.report import statistics as st
from sudokubench.report.values import Display, shown
from sudokubench.words import Words

_NODES = Words("nodes (median)", "ノード数（中央値）")
_NODES_RATIO = Words("nodes ÷ base", "ノード数 ÷ 基準")
_WIDTH = Words("children of a choice", "選択あたりの子")


def _width(children: st.Floats, choices: st.Floats) -> st.Interval:
    """Children of a choice, over the boards where there was one."""
    return mean(np.where(choices > 0, children / np.maximum(choices, 1), np.nan))


def items(runs: Runs) -> Iterator[Sheet]:
    """Item choice of dancing links: nodes and children of a choice."""
    specs = "dlx,dlx:item=weighted,dlx:nogoods=on,dlx:item=random,dlx:item=first"
    run = runs.run(runs.corpus("17", 50), "--backend", specs, limit_s=1)
    nodes, choices, branches = (run.stats(key) for key in ("nodes", "choices", "branches"))
    rows = []
    for row in run.rows("dlx"):
        name = str(row[0]).strip("`")
        rows.append((*row, f"{np.nanmedian(nodes[name]):,.0f}", _width(branches[name], choices[name])))
    yield Sheet((*HEAD, _NODES, _WIDTH), rows, run.told)


_MOST_NODES = 200_000


def cells(runs: Runs) -> Iterator[Sheet]:
    """Minimum remaining values among 81 cells, with ties by degree, against the smallest of all 324 items."""
    boards = [Board.parse(line) for line in runs.boards("17", 100)]
    whole = cover_of(Layout.standard(9))
    n = sum("#" not in item for item in whole.items)
    only_cells = ExactCover("cells", whole.items, n, whole.options, whole.option_names)
    found: dict[Words, st.Floats] = {}
    for words, problem, spec in (
        (Words("smallest of all 324 items", "全 324 項目で最小"), whole, "dlx"),
        (Words("smallest cell (MRV)", "最小のマス（MRV）"), only_cells, "dlx"),
        (Words("random cell", "無作為なマス"), only_cells, "dlx:item=random"),
        (Words("first cell", "最初のマス"), only_cells, "dlx:item=first"),
    ):
        with backend(spec).open(problem) as session:
            outcomes = [
                session.search(board.instance(), limit=2, budget=Budget(nodes=_MOST_NODES)).outcome()
                for board in boards
            ]
        # a node of the engine is one option tried; singles are chains of nodes with one child
        found[words] = np.array(
            [o.stats["nodes"] if o.stop is not Stop.BUDGET else _MOST_NODES for o in outcomes], float
        )
    for words, degree in ((Words("MRV, first of equals (Python)", "MRV、同順は先頭（Python）"), False),
                          (Words("MRV, then degree (Python)", "MRV、次に次数（Python）"), True)):  # fmt: skip
        found[words] = np.array(
            [masks.search_masks(board.digits, degree=degree, most=_MOST_NODES // 4) for board in boards],
            float,
        )
    base = found[next(iter(found))]
    rows = [
        (words, f"{np.median(nodes):,.0f}", f"{nodes.sum():,.0f}", ratio(nodes, base),
         int((nodes >= (_MOST_NODES if "Python" not in words.en else _MOST_NODES // 4)).sum()))
        for words, nodes in found.items()
    ]  # fmt: skip
    head = (
        Words("next", "次に選ぶもの"), _NODES, Words("nodes of all", "ノード数の合計"), _NODES_RATIO,
        Words("given up", "打ち切り"),
    )  # fmt: skip
    yield Sheet(head, rows, "`python -m benchmarks.study cells`")


_BASE = "logic:branching=mrv,ties=first"
_SEARCHES = (
    _BASE, "logic:branching=mrv", "logic:branching=mrv,ties=weights", "logic:branching=mrv,ties=drop", "logic",
    "logic:branching=entropy", "logic:branching=gain", "logic:branching=first",
    "logic:branching=mrv,items=all,ties=first", "logic:branching=mrv,ties=first,nogoods=on",
)  # fmt: skip


def rules(runs: Runs) -> Iterator[Sheet]:
    """Search rules after the same deduction: nodes, width, depth, time."""
    head = (
        Words("set: backend", "問題集：バックエンド"), _NODES_RATIO, _WIDTH, Words("depth (mean)", "深さ（平均）"),
        Words("nogood hits (mean)", "ノーグッドの適用（平均）"), Words("time ÷ base", "時間 ÷ 基準"),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for name in ("17", "hard"):
        run = runs.run(
            runs.corpus(name, 50), "--isolation", "inline", "--backend", ",".join(_SEARCHES), limit_s=20
        )
        nodes, choices, children, deepest, hits = (
            run.stats(key) for key in ("nodes", "choices", "children", "deepest", "nogood_hits")
        )
        for spec in _SEARCHES:
            rows.append((
                f"{name}: `{spec}`", ratio(nodes[spec], nodes[_BASE]), _width(children[spec], choices[spec]),
                mean(deepest[spec]), f"{np.nanmean(hits[spec]):.2f}", run.ratio(spec, _BASE),
            ))  # fmt: skip
    yield Sheet(head, rows, run.told)


def handover(runs: Runs) -> Iterator[Sheet]:
    """Dancing links after the rules' fixpoint, told the placements only or the eliminations too."""
    specs = ("dlx", *(f"logic:rules={r},handover={h}" for r in ("singles", "locked", "subsets")
                      for h in ("placed", "eliminations")))  # fmt: skip
    specs = tuple(spec.replace("rules=locked,", "") for spec in specs)
    rows: list[tuple[Cell, ...]] = []
    for name in ("17", "hard"):
        run = runs.run(
            runs.corpus(name, 100), "--isolation", "inline", "--repeat", "3", "--backend", ",".join(specs)
        )
        nodes = run.stats("nodes")
        for spec in specs:
            rows.append((
                f"{name}: `{spec}`", shown(mean(nodes[spec]), Display.NUMBER, "en"),
                ratio(nodes[spec], nodes["dlx"]), run.ratio(spec, "dlx"),
            ))  # fmt: skip
    head = (
        Words("set: backend", "問題集：バックエンド"), Words("nodes of dlx (mean)", "dlx のノード数（平均）"),
        _NODES_RATIO, Words("time ÷ dlx alone", "時間 ÷ dlx 単独"),
    )  # fmt: skip
    yield Sheet(head, rows, run.told)
