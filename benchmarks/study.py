"""The study: claims about solvers, each measured by a run of the harness, with its interval and its command.

    python -m benchmarks.study [--quick]

It writes the tables of docs/study.md again, between its marks. Boards are those of `benchmarks.inputs`, so a folder of
corpora in SUDOKUBENCH_CORPORA is used. What is told is a ratio of times on the same puzzles in the same run, with a
95 % bootstrap interval over puzzles; `--quick` takes fewer puzzles.
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.inputs import board_set, corpora
from sudokubench import is_unique
from sudokubench.backends import backend
from sudokubench.board import Board
from sudokubench.encodings.cnf import ENCODINGS
from sudokubench.harness import statistics as st
from sudokubench.harness.report.analysis import Analysis
from sudokubench.harness.report.compare import compare
from sudokubench.harness.report.data import exported, load
from sudokubench.harness.report.values import Kind, shown
from sudokubench.layout import Layout
from sudokubench.problems.random_boards import unique_board

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "study.md"
LIMIT_S = 5


@dataclass(frozen=True, slots=True)
class Runs:
    """A folder in which the harness runs.

    Attributes:
        folder: Holds the corpora and the records.
        quick: Fewer puzzles.
    """

    folder: Path
    quick: bool

    def corpus(self, name: str, n: int, boards: Sequence[str] | None = None) -> str:
        """A file of so many boards of a set."""
        lines = board_set(name, self.quick).boards if boards is None else boards
        path = self.folder / f"{name}.txt"
        path.write_text(
            "".join(f"{line}\n" for line in lines[: n // 5 if self.quick else n]), encoding="ascii"
        )
        return path.name

    def run(self, *arguments: str, limit_s: int = LIMIT_S) -> str:
        """Run the harness and return the id of the run."""
        command = [
            sys.executable, "-m", "sudokubench", "run", *arguments, "--time-limit", str(limit_s), "--seed", "1",
        ]  # fmt: skip
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
        return load(["last"], self.folder / "results").runs[0].run

    def analysis(self, run: str) -> Analysis:
        """The figures of a run."""
        return Analysis(load([run], self.folder / "results"))

    def stats(self, run: str, key: str) -> dict[str, list[float]]:
        """A statistic of every record that has it, by backend."""
        out: dict[str, list[float]] = {}
        for row in exported([run], self.folder / "results"):
            found = re.search(rf'"{key}": ([0-9.]+)', row["stats"] or "")
            if found:
                out.setdefault(row["backend"], []).append(float(found[1]))
        return out


def told(*arguments: str, limit_s: int = LIMIT_S) -> str:
    """The command as the document shows it."""
    return f"`sudokubench run {' '.join(arguments)} --time-limit {limit_s} --seed 1`"


def lines_of(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A Markdown table."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "|".join(["---"] + ["---:"] * (len(head) - 1)) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def ratios(a: Analysis, base: str) -> Iterator[tuple[str, str, str, str]]:
    """Each backend: solved, median, and its time over that of the base with the interval."""
    b = a.names.index(base)
    for j in a.order:
        either = a.cells.solved[:, j] | a.cells.solved[:, b]
        ratio = np.where(either, a.cells.cost[:, j] / a.cells.cost[:, b], np.nan)
        (one,) = st.geometric_means(ratio[:, None])
        yield (
            f"`{a.names[j]}`",
            f"{int(a.cells.solved[:, j].sum())} of {int(a.cells.asked[:, j].sum())}",
            shown(a.quantile(j, 0.5), Kind.SECONDS, "en"),
            shown(one, Kind.RATIO, "en"),
        )


HEAD = ("backend", "solved", "median", "time ÷ base")


def trominoes(runs: Runs) -> Iterator[str]:
    """Dancing links against algorithm X, and the compiler apart."""
    problems = ["tromino:5-0", "tromino:7-0"] + ([] if runs.quick else ["tromino:8-0"])
    backends = "dlx:kernel=nodes,algorithm_x,dlx"
    rows = []
    for problem in problems:
        arguments = (problem, "--task", "count", "--repeat", "3", "--backend", backends)
        a = runs.analysis(runs.run(*arguments, limit_s=60))
        if not a.cells.solved.all():
            raise SystemExit(f"{problem}: not counted within 60 s")
        times = {name: a.cells.seconds[0, a.names.index(name)] for name in a.names}
        spread = {name: a.cells.spread[0, a.names.index(name)] for name in a.names}
        base = times["dlx:kernel=nodes"]
        for name in backends.split(","):
            low_high = f"{times[name] / base:.3g} (slowest ÷ fastest of 3: {spread[name]:.2f})"
            rows.append((f"{problem}, `{name}`", shown(float(times[name]), Kind.SECONDS, "en"), low_high))
    yield from lines_of(("problem and backend", "median of 3", "time ÷ linked objects"), rows)
    yield ""
    yield told("tromino:8-0", "--task", "count", "--repeat", "3", "--backend", backends, limit_s=60)


def items(runs: Runs) -> Iterator[str]:
    """Item choice: nodes and children of a choice."""
    name = runs.corpus("17", 10)
    arguments = (name, "--backend", "dlx,dlx:item=weighted,dlx:item=random,dlx:item=first")
    run = runs.run(*arguments, limit_s=2)
    a, rows = runs.analysis(run), []
    nodes, choices, branches = (runs.stats(run, key) for key in ("nodes", "choices", "branches"))
    for row in ratios(a, "dlx"):
        plain = row[0].strip("`")
        share = sum(branches[plain]) / max(1.0, sum(choices[plain]))
        rows.append((*row, f"{median(nodes[plain]):,.0f}", f"{share:.2f}"))
    yield from lines_of((*HEAD, "nodes (median)", "children of a choice"), rows)
    yield ""
    yield told(*arguments, limit_s=2)


def encodings(runs: Runs) -> Iterator[str]:
    """SAT encodings and solvers."""
    name = runs.corpus("17", 100)
    solvers = ("cadical153", "glucose4", "minisat22")
    found = [backend(f"sat:solver={s},encoding={e}") for s in solvers for e in ENCODINGS]
    specs = [f"sat:solver={b.solver},encoding={b.encoding}" for b in found]  # type: ignore[attr-defined]
    arguments = (name, "--backend", ",".join(specs))
    a = runs.analysis(runs.run(*arguments))
    base = a.names[a.order[0]]
    yield from lines_of(HEAD, ratios(a, base))
    yield ""
    yield told(name, "--backend", "sat:solver=SOLVER,encoding=ENCODING,...")


def models(runs: Runs) -> Iterator[str]:
    """AllDifferent against Booleans in CP-SAT."""
    for name in ("17", "hard"):
        arguments = (runs.corpus(name, 100), "--backend", "cpsat,cpsat:model=boolean")
        yield from lines_of(
            (f"{name}: {HEAD[0]}", *HEAD[1:]), ratios(runs.analysis(runs.run(*arguments)), "cpsat")
        )
        yield ""
    yield told(*arguments)


def sizes(runs: Runs) -> Iterator[str]:
    """Which engine is fastest at which size."""
    rows = []
    for size, density, n in ((9, 0.3, 20), (16, 0.42, 12), (25, 0.5, 0 if runs.quick else 4)):
        boards = [
            str(
                unique_board(
                    Layout.standard(size),
                    seed=s,
                    density=density,
                    is_unique=partial(is_unique, backend="sat"),
                )
            )
            for s in range(n)
        ]
        if not boards:
            continue
        name = runs.corpus(f"size{size}", 5 * n if runs.quick else n, boards)
        a = runs.analysis(runs.run(name, "--from", "line", "--backend", "dlx,sat,cpsat"))
        rows += [(f"{size}x{size}, {density:.0%} clues: {r[0]}", *r[1:]) for r in ratios(a, "dlx")]
    yield from lines_of(("size: " + HEAD[0], *HEAD[1:]), rows)
    yield ""
    yield told("size16.txt", "--from", "line", "--backend", "dlx,sat,cpsat")


def uniqueness(runs: Runs) -> Iterator[str]:
    """Where the proof of uniqueness costs more than the solution."""
    rows = []
    for name in ("17", "hard"):
        corpus = runs.corpus(name, 100)
        ids = [
            runs.run(corpus, "--task", t, "--repeat", "3", "--backend", "dlx,sat,cpsat")
            for t in ("solve", "unique")
        ]
        rows += [
            (f"{name}: `{c.backend}`", str(c.puzzles), shown(c.ratio, Kind.RATIO, "en"))
            for c in sorted(compare(*map(runs.analysis, ids)), key=lambda c: c.backend)
        ]
    yield from lines_of(("set and backend", "puzzles", "time unique ÷ solve"), rows)
    yield ""
    yield (
        told("17.txt", "--task", "solve", "--repeat", "3", "--backend", "dlx,sat,cpsat")
        + ", again with `--task unique`"
    )


# -- claims that need no clock ----------------------------------------------------------------------------------------


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

    def correlation(a: st.Floats, b: st.Floats) -> float:
        ranked = [
            np.searchsorted(np.sort(v), v) + np.searchsorted(np.sort(v), v, side="right") for v in (a, b)
        ]
        return float(np.corrcoef(*ranked)[0, 1])

    a, b = np.array(x, float), np.array(y, float)
    random = np.random.default_rng(0)
    drawn = [correlation(a[i], b[i]) for i in (random.integers(0, len(a), len(a)) for _ in range(500))]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return st.Interval(correlation(a, b), float(low), float(high))


def claims(runs: Runs) -> Iterator[str]:
    """Claims of the theory that counting settles."""
    lines = board_set("17", runs.quick).boards[: 40 if runs.quick else 300]
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
    rows = [
        ("Singles alone finish 17-clue puzzles", "41 % of a sample", f"{_share(solved)} of {len(lines)}",
         "confirmed" if share.low <= 0.41 <= share.high else "wrong"),
        (
            "One pass of singles changes nothing more", "idempotent",
            f"a second pass changed {_share(again)}; up to {max(p for _, p in ends)} passes",
            "wrong: only the closure is",
        ),
        ("Edges of the peer graph", "810", f"{len(peers):,}", "confirmed" if len(peers) == 810 else "wrong"),
        (
            "Clauses of the plain encoding", "11,745, 10,287 of them distinct",
            f"{alo + cell_amo + house_amo:,}, {distinct:,} of them distinct",
            "confirmed" if (alo + cell_amo + house_amo, distinct) == (11_745, 10_287) else "wrong",
        ),
    ]  # fmt: skip
    folder = corpora()
    if folder is not None and (folder / "ratings.csv").exists():
        rows += _ratings(folder / "ratings.csv")
    yield from lines_of(("claim", "as stated", "found", "verdict"), rows)
    yield ""
    yield "`python -m benchmarks.study`"


def _ratings(path: Path) -> Iterator[tuple[str, str, str, str]]:
    with path.open(encoding="utf-8") as file:
        rated = [row for row in csv.DictReader(file) if row["se_er"]]
    for corpus in (None, *dict.fromkeys(row["corpus"] for row in rated)):
        chosen = [row for row in rated if corpus in {None, row["corpus"]}]
        se = [float(row["se_er"]) for row in chosen]
        where = corpus or "all"
        boards = [Board.parse(row["puzzle"]) for row in chosen]
        counts = [float(len(b.clues)) for b in boards]
        if len(set(counts)) > 1 and len(set(se)) > 1:
            found = spearman(counts, se)
            verdict = "confirmed" if found.high < 0 else "wrong" if found.low > 0 else "not shown"
            yield f"Many clues mean easy ({where})", "falls", _rho(found, len(se)), verdict
        if len(set(se)) > 1:
            found = spearman([_entropy(b) for b in boards], se)
            verdict = "confirmed" if found.high < 0 else "wrong" if found.low > 0 else "not shown"
            yield f"A large entropy drop means easy ({where})", "falls", _rho(found, len(se)), verdict


def _rho(one: st.Interval, n: int) -> str:
    return f"ρ = {one.value:.2f} [{one.low:.2f}, {one.high:.2f}], n = {n}"


PARTS = {
    "trominoes": trominoes, "items": items, "encodings": encodings, "models": models, "sizes": sizes,
    "uniqueness": uniqueness, "claims": claims,
}  # fmt: skip


def main() -> int:
    """Measure and write; returns the exit code."""
    words = sys.argv[1:]
    quick = "--quick" in words
    chosen = [word for word in words if word != "--quick"] or list(PARTS)
    if not set(chosen) <= set(PARTS):
        print(f"{__doc__}\nParts: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    with TemporaryDirectory() as folder:
        for name in chosen:
            table = "\n".join(PARTS[name](Runs(Path(folder), quick)))
            mark = re.compile(rf"(<!-- study: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
            text = DOCUMENT.read_text(encoding="utf-8")
            fresh = mark.sub(lambda found, made=table: f"{found[1]}\n{made}\n\n{found[2]}", text)
            DOCUMENT.write_text(fresh, encoding="utf-8")
            print(f"{name}\n{table}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
