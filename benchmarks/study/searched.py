"""Parts of the study about search: the next item, remembered failures, and the effect of rules on the search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice

import numpy as np

from benchmarks.study.sheets import Cell, sheet
from benchmarks.study.turns import Turns, boards, mean, of_totals, ratio, turns
from sudokubench.backends import backend
from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.search import LimitedSearch, rules_of, start_of
from sudokubench.logic.search_settings import Branching
from sudokubench.logic.search_steps import Choice, Notes
from sudokubench.logic.step import Step
from sudokubench.report.model import Column, Table
from sudokubench.report.statistics import Floats, Interval
from sudokubench.report.values import Display
from sudokubench.words import Words

NAME = Column("name", Words("backend", "バックエンド"))
SET = Column("name", Words("set: backend", "問題集：バックエンド"))
TIME = Column("time", Words("CPU time ÷ base", "CPU時間 ÷ 基準"), Display.RATIO)
GIVEN_UP = Column("given_up", Words("given up", "打ち切り"), Display.COUNT)
_MEDIAN = Column("median", Words("nodes (median)", "ノード数（中央値）"), Display.COUNT)
_NODES = Column("nodes", Words("nodes ÷ base", "ノード数 ÷ 基準"), Display.RATIO)
_WIDTH = Column("width", Words("children of a choice", "選択あたりの子"), Display.RATIO)
_DEPTH = Column("depth", Words("mean depth of a node", "ノードの平均の深さ"), Display.RATIO)


def sample(n: int, *names: str) -> Words:
    """Return the measured sample: n boards of each of these sets."""
    said = {"17": ("17 clues", "与え値17個"), "hard": ("hard", "難問"), "top95": ("top95", "top95")}
    en, ja = (", ".join(f"{n} × {said[name][k]}" for name in names) for k in (0, 1))
    return Words(f"Boards: {en}", f"盤面：{ja}")


def _width(run: Turns, name: str, children: str) -> Interval:
    """Return the number of children per choice, over the boards whose search has a choice."""
    choices = run.counted(name, "choices")
    return mean(np.where(choices > 0, run.counted(name, children) / np.maximum(choices, 1), np.nan))


_MOST_NODES = 200_000


def items(quick: bool) -> Table:
    """Compare item choices of dancing links by nodes and by children of a choice. Each search has a limit of nodes."""
    lines = boards("17", 100, quick)
    timed = turns(("dlx", "dlx:nogoods=on", "dlx:item=weighted"), lines)
    lost = turns(("dlx:item=first", "dlx:item=random"), lines, nodes=_MOST_NODES, sessions=1)
    base = timed.counted("dlx", "nodes")
    rows: list[tuple[Cell, ...]] = []
    for run in (timed, lost):
        for name in run.names:
            nodes = run.counted(name, "nodes")
            rows.append((
                f"`{name}`", float(np.median(nodes)), ratio(nodes, base), run.given_up(name),
                _width(run, name, "branches"), run.ratio(name, "dlx") if run is timed else Words("–", "–"),
            ))  # fmt: skip
    return sheet((NAME, _MEDIAN, _NODES, GIVEN_UP, _WIDTH, TIME), rows, sample(len(lines), "17"))


def cells(quick: bool) -> Table:
    """Compare the choice of the smallest cell (also with ties by degree) with that of the smallest of 324 items."""
    lines = boards("17", 100, quick)
    spec_of = {
        Words("smallest of all 324 items", "全324項目で最小"): ("9x9", "dlx"),
        Words("smallest cell (MRV)", "最小のマス（MRV）"): ("cells:9x9", "dlx"),
        Words("first cell", "最初のマス"): ("cells:9x9", "dlx:item=first"),
        Words("random cell", "無作為なマス"): ("cells:9x9", "dlx:item=random"),
        Words("MRV, first of equals (Python)", "MRV、同順は先頭（Python）"): ("9x9", "python:masks"),
        Words("MRV, then degree (Python)", "MRV、次に次数（Python）"): ("9x9", "python:degree"),
    }
    rows: list[tuple[Cell, ...]] = []
    base = None
    for words, (problem, spec) in spec_of.items():
        run = turns((spec,), lines, problem=problem, nodes=_MOST_NODES, sessions=1)
        nodes = run.counted(spec, "nodes")
        base = nodes if base is None else base
        rows.append((words, float(np.median(nodes)), ratio(nodes, base), run.given_up(spec)))
    name = Column("name", Words("next", "次に選ぶもの"))
    return sheet((name, _MEDIAN, _NODES, GIVEN_UP), rows, sample(len(lines), "17"))


_BASE = "logic:branching=mrv,ties=first"
_SEARCHES = (
    _BASE, "logic:branching=mrv", "logic:branching=mrv,ties=weights", "logic:branching=mrv,ties=drop",
    "logic:branching=domwdeg,ties=first", "logic", "logic:branching=entropy", "logic:branching=gain",
    "logic:branching=first", "logic:branching=mrv,items=all,ties=first",
)  # fmt: skip


def rules(quick: bool) -> Table:
    """Compare search rules after the same deduction: nodes, width, time."""
    rows: list[tuple[Cell, ...]] = []
    for name, n in (("17", 30), ("hard", 10)):
        run = turns(_SEARCHES, boards(name, n, quick))
        for spec in _SEARCHES:
            rows.append((
                f"{name}: `{spec}`", ratio(run.counted(spec, "nodes"), run.counted(_BASE, "nodes")),
                _width(run, spec, "children"), run.ratio(spec, _BASE),
            ))  # fmt: skip
    told = Words("Boards: 30 × 17 clues, 10 × hard", "盤面：30 × 与え値17個、10 × 難問")
    return sheet((SET, _NODES, _WIDTH, TIME), rows, told)


def handover(quick: bool) -> Table:
    """Compare dancing links after the fixpoint of rules: with only its placements, and also with its eliminations."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("17", "hard"):
        lines = boards(name, 100, quick)
        specs = {
            r: tuple(f"logic:rules={r},handover={h}" for h in ("placed", "eliminations"))
            for r in ("singles", "locked", "subsets")
        }
        run = turns(("dlx", *(spec for pair in specs.values() for spec in pair)), lines)
        for rule, (placed, gone) in specs.items():
            left, fewer, base = (run.counted(spec, "nodes") for spec in (placed, gone, "dlx"))
            rows.append((
                f"{name}: {rule}", mean(left), of_totals(left, base), of_totals(fewer, left),
                run.ratio(placed, "dlx"), run.ratio(gone, placed),
            ))  # fmt: skip
    columns = (
        Column("name", Words("set: rules", "問題集：手筋")),
        Column("left", Words("nodes of dlx with the placed digits (mean)", "確定を渡したdlxのノード（平均）"),
               Display.NUMBER),
        Column("nodes", Words("÷ dlx alone (totals)", "÷ dlx単独（合計の比）"), Display.RATIO),
        Column("gone", Words("with eliminations ÷ placed digits only", "候補も渡す ÷ 確定のみ"), Display.RATIO),
        Column("time", Words("CPU time ÷ dlx alone", "CPU時間 ÷ dlx単独"), Display.RATIO),
        Column("told", Words("CPU time, with eliminations ÷ placed digits only", "CPU時間、候補も渡す ÷ 確定のみ"),
               Display.RATIO),
    )  # fmt: skip
    return sheet(columns, rows, sample(len(lines), "17", "hard"))


class _Depths(Notes):
    """Notes that record only the depth of each node: the number of trials that hold there."""

    def __init__(self) -> None:
        self.sum = 0

    def trial(self, choice: Choice, option: int, level: int) -> None:
        """Add the depth of the node of the trial."""
        self.sum += level

    def deductions(self, steps: Sequence[Step]) -> None:
        """Ignore deductions."""

    def contradiction(self) -> None:
        """Do nothing."""

    def solution(self) -> None:
        """Do nothing."""

    def close(self, level: int = 1) -> None:
        """Do nothing."""


class _Watched(LimitedSearch):
    """A search that adds up the depths of its nodes and may try the values of an item in another order."""

    __slots__ = ("_depths", "order")

    def __init__(self, branching: Branching = "mrv", order: int = 0) -> None:
        self._depths = _Depths()
        super().__init__(rules_of("singles"), branching, "first", notes=self._depths)
        self.order = order

    @property
    def depths(self) -> int:
        """The sum of the depths of all nodes."""
        return self._depths.sum

    def _choose(self, grid: CandidateGrid) -> Choice:
        choice = LimitedSearch._choose(self, grid)
        if not self.order:
            return choice
        gain = partial(self._gain, grid)
        return Choice(choice.item, tuple(sorted(choice.options, key=gain, reverse=self.order > 0)))

    def _gain(self, grid: CandidateGrid, option: int) -> float:
        """Return the information gain of a trial, H(P) - H(P'). P' is the state after its singles.

        After a contradiction H(P') is 0.
        """
        after = LimitedSearch.fixpoint(self, grid.apply((option,)))
        return grid.entropy() - (after.entropy() if after is not None else 0.0)

    def nodes(self, line: str, limit: int) -> int:
        """Return the number of nodes until `limit` solutions are found."""
        start = start_of(Layout.standard(9), Board.parse(line).instance())
        assert start is not None
        found = sum(1 for _ in islice(self.solutions(start, lambda _: False), limit))
        assert found == 1
        return self.statistics.nodes


def depth(quick: bool) -> Table:
    """Return the mean depth of the nodes of whole search trees, with and without MRV."""
    lines = boards("hard", 50, quick)
    rows: list[tuple[Cell, ...]] = []
    found: dict[str, tuple[Floats, Floats]] = {}
    branchings: tuple[Branching, ...] = ("mrv", "first", "entropy", "gain")
    for branching in branchings:
        searches = [_Watched(branching) for _ in lines]
        nodes = np.array([search.nodes(line, 2) for search, line in zip(searches, lines, strict=True)], float)
        depths = np.array([search.depths for search in searches], float)
        found[branching] = nodes, depths / nodes
        base_nodes, base_depth = found["mrv"]
        rows.append((
            f"`{branching}`", mean(depths / nodes), ratio(depths / nodes, base_depth), float(np.median(nodes)),
            ratio(nodes, base_nodes),
        ))  # fmt: skip
    deeper = Column("deeper", Words("÷ MRV", "÷ MRV"), Display.RATIO)
    name = Column("name", Words("next", "次に選ぶもの"))
    return sheet((name, _DEPTH, deeper, _MEDIAN, _NODES), rows, sample(len(lines), "hard"))


def values(quick: bool) -> Table:
    """Compare orders of the values of a cell: nodes to the first solution and to the proof."""
    lines = boards("hard", 50, quick)
    rows: list[tuple[Cell, ...]] = []
    base: list[Floats] = []
    for words, order in (
        (Words("as the digits are", "数字の順"), 0), (Words("largest information gain first", "情報利得の大きい順"), 1),
        (Words("smallest first", "小さい順"), -1),
    ):  # fmt: skip
        nodes = [
            np.array([_Watched(order=order).nodes(line, limit) for line in lines], float) for limit in (1, 2)
        ]
        base = base or nodes
        rows.append(
            (words, float(np.median(nodes[0])), *(ratio(n, b) for n, b in zip(nodes, base, strict=True)))
        )
    columns = (
        Column("name", Words("order of the values", "値を試す順")),
        Column(
            "median", Words("nodes to the solution (median)", "解までのノード数（中央値）"), Display.COUNT
        ),
        Column("first", Words("nodes to the solution ÷ base", "解までのノード数 ÷ 基準"), Display.RATIO),
        Column("proof", Words("nodes to the proof ÷ base", "証明までのノード数 ÷ 基準"), Display.RATIO),
    )
    return sheet(columns, rows, sample(len(lines), "hard"))


def learning(quick: bool) -> Table:
    """Compare failures of our search with and without nogoods, and conflicts of a SAT engine that learns clauses."""
    ours = "logic:rules=singles,branching=mrv,ties=first"
    names = (
        ours, f"{ours},nogoods=on", "sat:solver=minisat22", "sat:solver=glucose4", "sat:solver=cadical153",
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for corpus in ("17", "hard"):
        lines = boards(corpus, 50, quick)
        counts = {name: _failures(name, lines) for name in names}
        rows += [(f"{corpus}: `{name}`", mean(n), of_totals(n, counts[ours])) for name, n in counts.items()]
    columns = (
        SET, Column("failures", Words("failures or conflicts (mean)", "失敗または矛盾（平均）"), Display.NUMBER),
        Column("share", Words("÷ without nogoods (totals)", "÷ ノーグッドなし（合計の比）"), Display.RATIO),
    )  # fmt: skip
    return sheet(columns, rows, sample(len(lines), "17", "hard"))


def _failures(name: str, lines: tuple[str, ...]) -> Floats:
    """Return the number of failed nodes for each board.

    For a SAT engine, these are the conflicts; each board gets a fresh solver.
    """
    found = [_fresh(name, line) for line in lines]
    return np.array([stats.get("failures", stats.get("conflicts", 0)) for stats in found], float)


def _fresh(name: str, line: str) -> dict[str, int]:
    with backend(name).open(Layout.standard(9)) as session:
        return dict(session.search(Board.parse(line).instance(), limit=2).outcome().stats)
