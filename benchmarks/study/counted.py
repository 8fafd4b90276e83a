"""Parts of the study that need no clock: what counting settles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from random import Random

import numpy as np
from scipy.stats import spearmanr

from benchmarks.inputs import ratings
from benchmarks.study.runs import Cell, Runs, Sheet, interval, mean
from sudokubench import solve
from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.search import LimitedSearch, rules_of, start_of
from sudokubench.report import statistics as st
from sudokubench.words import Words

CONFIRMED, WRONG = Words("confirmed", "確認"), Words("wrong", "誤り")
NOT_SHOWN = Words("not shown", "示されず")


def fixed(runs: Runs) -> Iterator[Sheet]:
    """The share of the empty cells that each closure fixes, and of the boards that it finishes."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("17", "hard"):
        boards = [Board.parse(line) for line in runs.boards(name, 100)]
        for rules in ("singles", "locked", "subsets"):
            shares, done = [], []
            for board in boards:
                grid = start_of(board.layout, board.instance())
                assert grid is not None
                closed = LimitedSearch(rules_of(rules)).fixpoint(grid)
                assert closed is not None
                clues = len(board.clues)
                shares.append((sum(map(bool, closed.digits())) - clues) / (81 - clues))
                done.append(float(closed.is_full))
            rows.append((
                f"{name}: {rules}", mean(np.array(shares)), mean(np.array(done)), len(boards),
            ))  # fmt: skip
    head = (
        Words("set: rules", "問題集：規則"), Words("share of empty cells fixed", "確定した空きマスの割合"),
        Words("share of boards finished", "完成した盤面の割合"), Words("boards", "盤面数"),
    )  # fmt: skip
    yield Sheet(head, rows, "`python -m benchmarks.study fixed`")


def _share(hits: Sequence[bool]) -> str:
    """A share with its interval."""
    (one,) = st.intervals(np.array(hits, float)[:, None])
    return f"{one.value:.3f} [{one.low:.3f}, {one.high:.3f}]"


def _singles_pass(board: Board) -> Board:
    """One pass of naked and hidden singles, on the candidates from before the pass."""
    out, seen = board, [board.candidates(c) if not board.digits[c] else () for c in range(81)]
    for cell, digits in enumerate(seen):
        if len(digits) == 1:
            out = out.with_digit(cell, digits[0])
    for house in Board.parse("." * 81).layout.houses:
        for digit in range(1, 10):
            places = [c for c in house.cells if digit in seen[c]]
            if len(places) == 1 and not out.digits[places[0]]:
                out = out.with_digit(places[0], digit)
    return out


def _closure(board: Board) -> tuple[Board, int]:
    """The fixpoint of singles and the number of passes that changed something."""
    passes = 0
    while (after := _singles_pass(board)) != board:
        board, passes = after, passes + 1
    return board, passes


def _entropy(board: Board) -> float:
    """Sum over the cells of the logarithm of the number of candidates left by peers."""
    return float(sum(np.log(max(1, len(board.candidates(c)))) for c in range(81) if not board.digits[c]))


def spearman(x: Sequence[float], y: Sequence[float]) -> st.Interval:
    """Spearman's rank correlation with a bootstrap interval."""

    a, b = np.array(x, float), np.array(y, float)
    random = np.random.default_rng(0)
    drawn = [random.integers(0, len(a), len(a)) for _ in range(500)]
    return interval(float(spearmanr(a, b)[0]), [float(spearmanr(a[i], b[i])[0]) for i in drawn])


def _diminishing(lines: Sequence[str], triples: int) -> list[bool]:
    """Whether a clue removes more entropy when it comes to more clues: a violation of diminishing returns.

    Of each solved grid, a set of clues, a larger one that holds it, and a further clue; entropy is that of the closure
    under singles.
    """
    random = Random(5)
    out = []
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
        out.append(gain_large > gain_small + 1e-9)
    return out


def claims(runs: Runs) -> Iterator[Sheet]:
    """Claims of the theory that counting settles."""
    lines = runs.boards("17", 300)
    ends = [_closure(Board.parse(line)) for line in lines]
    solved = [0 not in end.digits for end, _ in ends]
    again = [
        _singles_pass(Board.parse(line)) != _singles_pass(_singles_pass(Board.parse(line))) for line in lines
    ]
    layout = Layout.standard(9)
    peers = {frozenset(p) for house in layout.houses for p in combinations(house.cells, 2)}
    alo, cell_amo, house_amo = 81, 81 * comb(9, 2), 27 * 9 * comb(9, 2)
    distinct = alo + cell_amo + 9 * len(peers)  # a pair that shares two houses is excluded twice
    (share,) = st.intervals(np.array(solved, float)[:, None])
    growth = _diminishing(lines, 40 if runs.quick else 400)
    passes = max(p for _, p in ends)
    rows: list[tuple[Cell, ...]] = [
        (
            Words("Singles alone finish 17-clue puzzles", "シングルだけで 17 ヒント問題が解ける"),
            Words("41 % of a sample", "標本の 41 %"), f"{_share(solved)}, n = {len(lines)}",
            CONFIRMED if share.low <= 0.41 <= share.high else WRONG,
        ),
        (
            Words("One pass of singles changes nothing more", "シングルは一巡で変化しなくなる"),
            Words("idempotent", "冪等"),
            Words(f"a second pass changed {_share(again)}; up to {passes} passes",
                  f"二巡目で変化 {_share(again)}；最大 {passes} 巡"),
            Words("wrong: only the closure is", "誤り：冪等なのは閉包だけ"),
        ),
        (
            Words("Clues have diminishing returns (entropy)", "ヒントの効果は逓減する（エントロピー）"),
            Words("submodular", "劣モジュラ"),
            Words(f"violated in {_share(growth)}, n = {len(growth)}", f"反例 {_share(growth)}, n = {len(growth)}"),
            WRONG if any(growth) else CONFIRMED,
        ),
        (Words("Edges of the peer graph", "近傍グラフの辺"), "810", f"{len(peers):,}",
         CONFIRMED if len(peers) == 810 else WRONG),
        (
            Words("Clauses of the plain encoding", "素朴な符号化の節"), "11,745 / 10,287",
            f"{alo + cell_amo + house_amo:,} / {distinct:,}",
            CONFIRMED if (alo + cell_amo + house_amo, distinct) == (11_745, 10_287) else WRONG,
        ),
    ]  # fmt: skip
    rows += _rated(ratings())
    head = (
        Words("claim", "主張"),
        Words("as stated", "述べられた値"),
        Words("found", "結果"),
        Words("verdict", "判定"),
    )
    yield Sheet(head, rows, "`python -m benchmarks.study claims`")


def _rated(rows: Sequence[Mapping[str, str]]) -> Iterator[tuple[Cell, ...]]:
    rated = [row for row in rows if row["se_er"]]
    for corpus in (None, *dict.fromkeys(row["corpus"] for row in rated)):
        chosen = [row for row in rated if corpus in {None, row["corpus"]}]
        se = [float(row["se_er"]) for row in chosen]
        where = corpus or "all"
        boards = [Board.parse(row["puzzle"]) for row in chosen]
        clues = Words(f"Many clues mean easy ({where})", f"ヒントが多いほど易しい（{where}）")
        drop = Words(
            f"A large entropy drop means easy ({where})", f"エントロピーの減少が大きいほど易しい（{where}）"
        )
        for claim, values in (
            (clues, [float(len(b.clues)) for b in boards]),
            (drop, [_entropy(b) for b in boards]),
        ):
            if len(set(values)) > 1 and len(set(se)) > 1:
                one = spearman(values, se)
                verdict = CONFIRMED if one.high < 0 else WRONG if one.low > 0 else NOT_SHOWN
                rho = f"ρ = {one.value:.2f} [{one.low:.2f}, {one.high:.2f}], n = {len(se)}"
                yield claim, Words("falls", "減少"), rho, verdict
