"""Parts of the study that need counts, not times."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb, log
from random import Random
from time import perf_counter

import numpy as np
from scipy.stats import spearmanr

from benchmarks.inputs import rated_boards, ratings
from benchmarks.study.searched import sample
from benchmarks.study.sheets import Cell, sheet
from benchmarks.study.turns import boards, mean, of_totals, resampled, turns
from sudokubench import solve
from sudokubench.answer import Budget
from sudokubench.backends import backend
from sudokubench.backends.refutation import SatRefuter
from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.proof import Prover
from sudokubench.logic.propagators import arc_consistent
from sudokubench.logic.search import LimitedSearch, rules_of, start_of
from sudokubench.logic.why import board_facts
from sudokubench.report.model import Column, Table
from sudokubench.report.statistics import Floats, Interval
from sudokubench.report.values import Display
from sudokubench.words import Words

CONFIRMED, WRONG = Words("confirmed", "確認"), Words("wrong", "誤り")
_NINE = Layout.standard(9)


def _closed(board: Board, rules: str) -> CandidateGrid:
    """Return the closure of a board that has a solution."""
    grid = start_of(board.layout, board.instance())
    assert grid is not None
    closed = LimitedSearch(rules_of(rules)).fixpoint(grid)
    assert closed is not None
    return closed


def fixed(quick: bool) -> Table:
    """Return for each closure the share of empty cells that it fixes, and the share of boards that it solves."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("17", "hard"):
        lines = boards(name, 100, quick)
        for rules in ("singles", "locked", "subsets"):
            shares, done = [], []
            for line in lines:
                board = Board.parse(line)
                closed, clues = _closed(board, rules), len(board.clues)
                shares.append((sum(map(bool, closed.digits())) - clues) / (81 - clues))
                done.append(float(closed.is_full))
            rows.append((f"{name}: {rules}", mean(shares), mean(done)))
    columns = (
        Column("name", Words("set: rules", "問題集：手筋")),
        Column("cells", Words("share of empty cells fixed", "確定した空きマスの割合"), Display.RATIO),
        Column("boards", Words("share of boards finished", "完成盤面の割合"), Display.RATIO),
    )
    return sheet(columns, rows, sample(len(lines), "17", "hard"))


def revisions(quick: bool) -> Table:
    """Return the support checks of AC-3 and of AC-2001 on the pairs of peers, and the cost of a revision."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("17", "hard"):
        lines = boards(name, 100, quick)
        grids = [start_of(_NINE, Board.parse(line).instance()) for line in lines]
        found = [[arc_consistent(grid, remembers=r) for grid in grids if grid] for r in (False, True)]
        if any(a.grid.cells != b.grid.cells for a, b in zip(*found, strict=True)):
            raise SystemExit("AC-3 and AC-2001 differ")
        checks = [np.array([one.checks for one in kind], float) for kind in found]
        revised = np.array([one.revisions for one in found[0]], float)
        cost = checks[0] / revised
        rows.append((
            name, mean(checks[0]), mean(checks[1]), of_totals(checks[1], checks[0]), mean(revised),
            of_totals(checks[0], revised), float(cost.min()), float(cost.max()),
        ))  # fmt: skip
    columns = (
        Column("name", Words("set", "問題集")),
        Column("ac3", Words("checks, AC-3", "検査数、AC-3"), Display.NUMBER),
        Column("ac2001", Words("checks, AC-2001", "検査数、AC-2001"), Display.NUMBER),
        Column("ratio", Words("AC-2001 ÷ AC-3 (totals)", "AC-2001 ÷ AC-3（合計の比）"), Display.RATIO),
        Column("revisions", Words("revisions, AC-3", "改訂数、AC-3"), Display.NUMBER),
        Column("cost", Words("checks a revision (totals)", "改訂あたりの検査（合計の比）"), Display.RATIO),
        Column("least", Words("least of a board", "盤面の最小"), Display.RATIO),
        Column("most", Words("most of a board", "盤面の最大"), Display.RATIO),
    )
    return sheet(columns, rows, sample(len(lines), "17", "hard"))


def entropy(quick: bool) -> Table:
    """Return how far H(P) lies above its bound log(number of solutions), on boards with several solutions."""
    rows: list[tuple[Cell, ...]] = []
    random, lines = Random(3), boards("hard", 60, quick)
    with backend("dlx").open(_NINE) as session:
        for removed in (1, 2, 3):
            logs, starts, ends, broken = [], [], [], 0
            for line in lines:
                board = Board.parse(line)
                for cell in random.sample([c for c in range(81) if board.digits[c]], removed):
                    board = board.without_digit(cell)
                outcome = session.search(
                    board.instance(), limit=None, budget=Budget(nodes=5_000_000)
                ).outcome()
                if not outcome.exhausted:
                    continue
                closed = _closed(board, "locked").entropy()
                logs.append(log(outcome.count))
                starts.append(_closed(board, "singles").entropy())
                ends.append(closed)
                broken += closed < logs[-1]
            many, start, end = np.array(logs), np.array(starts), np.array(ends)
            rows.append((
                str(removed), len(logs), broken, float(np.median(np.exp(many))), mean(many), mean(end),
                of_totals(many, start), of_totals(many, end),
            ))  # fmt: skip
    columns = (
        Column("name", Words("clues removed", "取り除いた与え値")),
        Column("n", Words("boards counted", "数えた盤面"), Display.COUNT),
        Column("broken", Words("H < log N", "H < log N"), Display.COUNT),
        Column("solutions", Words("solutions N (median)", "解の個数N（中央値）"), Display.COUNT),
        Column("log", Words("log N (mean)", "log N（平均）"), Display.NUMBER),
        Column("h", Words("H after locked candidates (mean)", "予約のあとのH（平均）"), Display.NUMBER),
        Column("singles", Words("log N ÷ H after singles", "log N ÷ シングルのあとのH"), Display.RATIO),
        Column("locked", Words("log N ÷ H after locked candidates", "log N ÷ 予約のあとのH"), Display.RATIO),
    )  # fmt: skip
    return sheet(columns, rows, sample(len(lines), "hard"))


def evidence(quick: bool) -> Table:
    """Return the number of clues, cells and places that explain a digit: after greedy removal, and the least number."""
    prover, random = Prover(_NINE, SatRefuter), Random(4)
    rows: list[tuple[Cell, ...]] = []
    for corpus in ("easy50", "sudoku17", "top95"):
        lines = rated_boards(corpus, quick)[: 4 if quick else 20]
        greedy, least, sure = [], [], 0
        for line in lines:
            board = Board.parse(line)
            solution = solve(board).solution
            assert solution is not None
            cell = random.choice([c for c in range(81) if not board.digits[c]])
            facts, _ = board_facts(board, prover)
            target = -(9 * cell + solution.digits[cell])
            some = facts.minimal(range(len(facts.assumptions)), target)
            best = facts.smallest(target, deadline=perf_counter() + _EVIDENCE_S)
            assert some is not None
            assert best is not None
            greedy.append(float(len(some)))
            least.append(float(len(best.facts)))
            sure += best.optimal
        g, b = np.array(greedy), np.array(least)
        rows.append((corpus, len(lines), sure, mean(g), mean(b), of_totals(b, g)))
    columns = (
        Column("name", Words("set", "問題集")),
        Column("n", Words("boards", "盤面数"), Display.COUNT),
        Column("sure", Words("proved least", "最小と証明"), Display.COUNT),
        Column("greedy", Words("facts, greedy (mean)", "貪欲法の根拠の数（平均）"), Display.NUMBER),
        Column(
            "least", Words("facts, fewest found (mean)", "見つけた最少の根拠の数（平均）"), Display.NUMBER
        ),
        Column("ratio", Words("fewest ÷ greedy (totals)", "最少 ÷ 貪欲法（合計の比）"), Display.RATIO),
    )
    return sheet(columns, rows, Words("A digit of each board", "盤面ごとに1つの数字"))


_EVIDENCE_S = 5.0


def rated(quick: bool) -> Table:
    """Return Spearman's rank correlation of Sudoku Explainer's rating with features of boards and costs of engines."""
    known = [row for row in ratings() if row["se_er"]][:: 5 if quick else 1]
    lines = [row["puzzle"] for row in known]
    found = [Board.parse(line) for line in lines]
    run = turns(("dlx", "logic", "sat"), lines, sessions=1)
    measures = [
        np.array([float(len(board.clues)) for board in found]), np.array([_entropy(board) for board in found]),
        *(run.counted(name, key) for name, key in (("dlx", "nodes"), ("logic", "nodes"), ("sat", "conflicts"))),
    ]  # fmt: skip
    rating, corpora = (
        np.array([float(row["se_er"]) for row in known]),
        np.array([row["corpus"] for row in known]),
    )
    rows: list[tuple[Cell, ...]] = []
    for corpus in (None, *dict.fromkeys(corpora.tolist())):
        mine = np.array([corpus in {None, each} for each in corpora])
        rhos = [spearman(each[mine], rating[mine]) for each in measures]
        rows.append((corpus or Words("all", "すべて"), int(mine.sum()), *rhos))
    columns = (
        Column("name", Words("set", "問題集")),
        Column("n", Words("boards", "盤面数"), Display.COUNT),
        Column("clues", Words("ρ of clues", "与え値の数のρ"), Display.NUMBER),
        Column("drop", Words("ρ of the entropy at the start", "最初のエントロピーのρ"), Display.NUMBER),
        Column("dlx", Words("ρ of nodes of `dlx`", "`dlx`のノード数のρ"), Display.NUMBER),
        Column("logic", Words("ρ of nodes of `logic`", "`logic`のノード数のρ"), Display.NUMBER),
        Column("sat", Words("ρ of conflicts of `sat`", "`sat`の矛盾数のρ"), Display.NUMBER),
    )
    return sheet(
        columns, rows, Words("Boards with a rating of Sudoku Explainer", "Sudoku Explainerの評価がある盤面")
    )


def _entropy(board: Board) -> float:
    """Return the sum over the cells of the logarithm of the number of candidates that their peers leave."""
    return float(sum(np.log(max(1, len(board.candidates(c)))) for c in range(81) if not board.digits[c]))


_FEWEST = 20
"""Least number of boards for an interval: resamples of fewer boards vary too little."""


def spearman(a: Floats, b: Floats) -> Interval:
    """Return Spearman's rank correlation with a bootstrap interval.

    There is no interval for few boards. The result is NaN if a value is constant.
    """
    if not (np.ptp(a) and np.ptp(b)):
        return Interval(np.nan, np.nan, np.nan)
    if len(a) < _FEWEST:
        return Interval(float(spearmanr(a, b)[0]), np.nan, np.nan)
    return resampled(
        lambda i: float(spearmanr(a[i], b[i])[0]) if np.ptp(a[i]) and np.ptp(b[i]) else np.nan, len(a)
    )


def _singles_pass(board: Board) -> Board:
    """Do one pass of naked and hidden singles, on the candidates from before the pass."""
    out, seen = board, [board.candidates(c) if not board.digits[c] else () for c in range(81)]
    for cell, digits in enumerate(seen):
        if len(digits) == 1:
            out = out.with_digit(cell, digits[0])
    for house in _NINE.houses:
        for digit in range(1, 10):
            places = [c for c in house.cells if digit in seen[c]]
            if len(places) == 1 and not out.digits[places[0]]:
                out = out.with_digit(places[0], digit)
    return out


def _closure(board: Board) -> tuple[Board, int]:
    """Return the fixpoint of singles and the number of passes that changed the board."""
    passes = 0
    while (after := _singles_pass(board)) != board:
        board, passes = after, passes + 1
    return board, passes


def _diminishing(lines: Sequence[str], triples: int) -> tuple[list[float], list[int]]:
    """Return violations of diminishing returns: cases in which a clue removes more entropy if there are more clues.

    A triple is a set of clues of a solved grid, a larger set that contains it, and a further clue. The entropy is the
    entropy of the closure under singles. Each value comes with the number of its grid, because triples of one grid are
    not independent.
    """
    random = Random(5)
    out, grids = [], []
    for t in range(triples):
        solution = solve(lines[t % len(lines)]).solution
        assert solution is not None
        order = random.sample(range(81), 81)
        few, more = sorted(random.sample(range(12, 40), 2))

        def after(cells: Sequence[int], grid: Board = solution) -> float:
            board = Board.empty(grid.layout)
            for cell in cells:
                board = board.with_digit(cell, grid.digits[cell])
            return _entropy(_closure(board)[0])

        clue = order[more]
        small, large = order[:few], order[:more]
        gain_small = after(small) - after([*small, clue])
        gain_large = after(large) - after([*large, clue])
        out.append(float(gain_large > gain_small + 1e-9))
        grids.append(t % len(lines))
    return out, grids


def claims(quick: bool) -> Table:
    """Return the table of the claims of the theory that counting can decide."""
    lines = boards("17", 300, quick)
    found = [Board.parse(line) for line in lines]
    ends = [_closure(board) for board in found]
    again = [_singles_pass(board) != _singles_pass(_singles_pass(board)) for board in found]
    peers = {frozenset(pair) for house in _NINE.houses for pair in combinations(house.cells, 2)}
    alo, cell_amo, house_amo = 81, 81 * comb(9, 2), 27 * 9 * comb(9, 2)
    # a pair may share two houses
    clauses, distinct = alo + cell_amo + house_amo, alo + cell_amo + 9 * len(peers)
    violated, grids = _diminishing(lines, 40 if quick else 400)
    growth = of_totals(np.bincount(grids, weights=violated).astype(float), np.bincount(grids).astype(float))
    finished, changed = mean([0 not in end.digits for end, _ in ends]), mean(again)
    rows: list[tuple[Cell, ...]] = [
        (
            Words("Share of 17-clue puzzles that singles alone finish", "シングルだけで解ける与え値17個の問題の割合"),
            0.41, finished, len(lines), CONFIRMED if finished.low <= 0.41 <= finished.high else WRONG,
        ),
        (
            Words("Boards that a second pass of singles changes", "シングルの二巡目で変わる盤面の割合"), 0.0, changed,
            len(lines), WRONG if changed.low > 0 else CONFIRMED,
        ),
        (
            Words("Passes of singles until nothing changes, at most", "変化がなくなるまでのシングルの巡回、最大"), 1.0,
            float(max(passes for _, passes in ends)), len(lines), WRONG if max(p for _, p in ends) > 1 else CONFIRMED,
        ),
        (
            Words("Triples where more clues make a further one worth more", "次の与え値の効果が増す三つ組"),
            0.0, growth, len(violated), WRONG if growth.low > 0 else CONFIRMED,
        ),
        (Words("Edges of the peer graph", "近傍グラフの辺"), 810.0, float(len(peers)), 1,
         CONFIRMED if len(peers) == 810 else WRONG),
        (Words("Clauses of the plain encoding", "素朴な符号化の節"), 11_745.0, float(clauses), 1,
         CONFIRMED if clauses == 11_745 else WRONG),
        (Words("Distinct ones of these", "そのうち異なるもの"), 10_287.0, float(distinct), 1,
         CONFIRMED if distinct == 10_287 else WRONG),
    ]  # fmt: skip
    columns = (
        Column("name", Words("claim", "主張")),
        Column("stated", Words("as stated", "述べられた値"), Display.NUMBER),
        Column("found", Words("found", "結果"), Display.NUMBER),
        Column("n", Words("cases", "件数"), Display.COUNT),
        Column("verdict", Words("verdict", "判定"), Display.WORDS),
    )
    return sheet(columns, rows, Words("17-clue boards", "与え値17個の盤面"))
