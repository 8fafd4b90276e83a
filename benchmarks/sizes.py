"""Compare dancing links, SAT, CP-SAT and ASP by size and by share of clues: two tables and a plot.

The puzzles of 12x12 to 25x25 are the bundled set `sizes`. All other boards are made from seeds. Boards are searched one
by one, each under a cap of CPU time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median
from typing import Any

from benchmarks import report, results
from benchmarks.engines import Wanted, boards_job, wanted
from benchmarks.inputs import sized_board
from benchmarks.measure import Child, Effort, Lost, Row, Table
from sudokubench.board import Board
from sudokubench.data import bundled
from sudokubench.report import draw
from sudokubench.report.model import Column, Say
from sudokubench.report.plots.common import plotted
from sudokubench.report.values import Display
from sudokubench.words import LANGUAGES, Language, Words

_Kinds = dict[tuple[str, int], list[Board]]
"""Boards by kind and share of clues in per cent."""
BACKENDS = ("dlx", "sat", "cpsat", "cpsat:model=boolean", "clingo")
MADE = (
    (4, "unique", 0), (4, "any", 30), (9, "unique", 0), (9, "unique", 40), (9, "any", 25), (16, "unique", 0),
    (16, "any", 50), (16, "any", 35), (16, "any", 20), (20, "any", 45), (20, "any", 35), (25, "any", 50),
    (25, "any", 45), (25, "any", 35), (25, "any", 20), (36, "any", 60), (36, "any", 45),
)  # fmt: skip
"""Size, kind and share of clues (per cent) of the boards that are made. A unique board may keep more clues."""
HARD = ("25x25", "36x36")
"""Layouts of the boards with 45 % clues that dancing links do not decide. `WAYS` are tried on them."""
WAYS = (
    "dlx", "dlx:nogoods=on", "sat", "sat:encoding=triads", "sat:encoding=product", "sat:solver=glucose4",
    "cryptominisat", "cpsat", "cpsat:model=boolean", "clingo",
)  # fmt: skip
EACH = 3
"""Number of boards of each kind."""
MANY = {12: (25, 30, 35, 40, 45), 16: (25, 30, 35, 40, 45), 20: (45,)}
"""Size and shares of clues of the random boards whose slowest are sought."""
PLOT = {
    language: results(publish=True) / "benchmarks" / f"sizes{'' if language == 'en' else '.ja'}.svg"
    for language in LANGUAGES
}
_LEAST_S = 1e-6
_AXES = (
    Words("share of clues, in %", "与え値の割合（%）"),
    Words("CPU time of a board, in seconds", "盤面あたりのCPU時間（秒）"),
)


def sizes(effort: Effort, only: Wanted) -> list[Table]:
    """Measure the median seconds to decide whether a board has one solution. A board at the cap counts as the cap."""
    cap_s, each = (2.0, 1) if effort.quick else (10.0, EACH)
    rows: list[Row] = []
    for size, kinds in _boards(each):
        rows += _measured(size, kinds, [name for name in BACKENDS if wanted(name, only)], cap_s)
    for row in rows:
        medians = {spec: median(row[f"{spec} seconds"]) for spec in BACKENDS if spec in row}
        row["fastest"] = f"`{min(medians, key=lambda spec: medians[spec])}`"
    source = f"{each} boards of each kind; cap {cap_s:g} s of CPU time each"
    table = Table("sizes", source, ("board", "clues", *BACKENDS, "fastest"), rows)
    return [table, _gap(effort, only, each)]


def tails(effort: Effort, only: Wanted) -> list[Table]:
    """Measure many random boards of each size and share of clues: how long do the slowest take?"""
    cap_s, each = (1.0, 3) if effort.quick else (2.0, 40)
    rows: list[Row] = []
    for size, shares in MANY.items():
        kinds = {
            ("any", share): [sized_board(size, "any", share / 100, seed) for seed in range(each)]
            for share in shares
        }
        rows += _measured(size, kinds, [name for name in ("dlx", "sat") if wanted(name, only)], cap_s)
    source = f"{each} boards of each kind; cap {cap_s:g} s of CPU time each"
    return [Table("tails", source, ("board", "clues", "dlx", "sat"), rows)]


def _boards(each: int) -> Iterator[tuple[int, _Kinds]]:
    """Yield for each size its boards by kind and share of clues in per cent."""
    kinds: dict[int, _Kinds] = {}
    for size, kind, share in MADE:
        made = [sized_board(size, kind, share / 100, seed) for seed in range(each)]
        kinds.setdefault(size, {})[kind, share] = made
    for puzzle in bundled("sizes"):
        name, share, number = puzzle.name.split()
        if int(number) <= each:
            some = kinds.setdefault(int(name.partition("x")[0]), {})
            some.setdefault(("unique", int(share.removesuffix("%"))), []).append(puzzle.board)
    for size, of in sorted(kinds.items()):
        yield size, dict(sorted(of.items(), key=lambda kind: (kind[0][0] == "any", -kind[0][1])))


def _measured(size: int, kinds: _Kinds, specs: Sequence[str], cap_s: float) -> list[Row]:
    """Return a row for each kind of boards of one size, with the times of each engine."""
    rows: list[Row] = []
    for (kind, share), boards in kinds.items():
        clues = median(board.clue_count for board in boards) / size**2
        rows.append({"board": f"{size}x{size} {kind}", "share": share, "clues": f"{clues:.0%}"})
    for spec in specs:
        times, _ = seconds_of(spec, [board for boards in kinds.values() for board in boards], cap_s)
        left = iter(times)
        for row, boards in zip(rows, kinds.values(), strict=True):
            taken = list(islice(left, len(boards)))
            row |= {spec: seconds_shown(taken, cap_s), f"{spec} seconds": taken}
    return rows


def _gap(effort: Effort, only: Wanted, each: int) -> Table:
    """Return the table of ways to decide large boards that dancing links do not decide."""
    cap_s = 2.0 if effort.quick else 5.0
    rows: list[Row] = []
    for spec in (name for name in WAYS if wanted(name, only)):
        row: Row = {"name": spec}
        for layout in HARD:
            boards = [sized_board(int(layout[:2]), "any", 0.45, seed) for seed in range(each)]
            times, open_s = seconds_of(spec, boards, cap_s)
            row |= {f"{layout}, opening": f"{open_s:.2f} s", layout: seconds_shown(times, cap_s)}
        rows.append(row)
    columns = ("name", *(f"{layout}{more}" for layout in HARD for more in (", opening", "")))
    return Table("gap", f"{each} boards of each size with 45 % clues; cap {cap_s:g} s", columns, rows)


def seconds_shown(times: Sequence[float], cap_s: float) -> str:
    """Return the median in milliseconds and the longest time; or the number of boards that met the cap.

    >>> seconds_shown([0.001, 0.002, 0.5], 20), seconds_shown([0.001, 20.0, 20.0], 20)
    ('2 (≤ 500) ms', '2 of 3 > 20 s')
    """
    capped = sum(time >= cap_s for time in times)
    if capped:
        return f"{capped} of {len(times)} > {cap_s:g} s"
    return f"{1e3 * median(times):.3g} (≤ {1e3 * max(times):.3g}) ms"


def seconds_of(spec: str, boards: Sequence[Board], cap_s: float) -> tuple[list[float], float]:
    """Return the CPU seconds of each board, or the cap if it was met; and those of opening the layout.

    A first board warms the engine up.
    """
    found = []
    job = boards_job([board.format("line") for board in boards], problem=str(boards[0].layout))
    with Child(f"one:{spec}", job, len(boards)) as child:
        for i in range(len(boards)):
            try:
                once = child.run(i, i + 1, cap_s).seconds
                if once < 0.02:
                    once = child.run(i, i + 1, cap_s, max(1, int(0.02 / max(once, _LEAST_S)))).seconds
                found.append(min(once, cap_s))
            except Lost:
                found.append(cap_s)
        return found, child.open_s


# -- the plot -----------------------------------------------------------------------------------------------------


def plot(rows: Sequence[Row], language: Language) -> str:
    """Return the plot of the puzzles with one solution as SVG: a part for each size, a line for each engine."""
    points = [
        (row["board"].split()[0], int(row["clues"].removesuffix("%")), spec, median(row[f"{spec} seconds"]))
        for row in rows
        if row["board"].endswith(" unique") and row["board"][0] in "12"
        for spec in BACKENDS
    ]
    names = ("size", "share", "engine", "s")

    def chart(say: Say) -> Any:
        import altair as alt

        data = alt.Data(values=[dict(zip(names, point, strict=True)) for point in points])
        style = draw.styles(BACKENDS)
        colours = alt.Scale(domain=list(BACKENDS), range=[style[spec][0] for spec in BACKENDS])
        sizes = [*dict.fromkeys(point[0] for point in points)]
        header = alt.Header(labelFontSize=13, labelColor=draw.INK)
        dashes = alt.Scale(domain=list(BACKENDS), range=[style[spec][1] for spec in BACKENDS])
        return (
            alt.Chart(data, width=170, height=260)
            .mark_line(point=alt.OverlayMarkDef(size=40), strokeWidth=2)
            .encode(
                x=alt.X("share:Q", scale=alt.Scale(domain=[36, 61], nice=False), title=say(_AXES[0])),
                y=alt.Y("s:Q", scale=alt.Scale(type="log"), title=say(_AXES[1])),
                color=alt.Color("engine:N", scale=colours, title=None),
                strokeDash=alt.StrokeDash("engine:N", scale=dashes, title=None),
            )
            .facet(column=alt.Column("size:N", sort=sizes, title=None, header=header))
        )

    displays = (Display.TEXT, Display.COUNT, Display.TEXT, Display.SECONDS)
    columns = tuple(Column(name, Words(name, name), one) for name, one in zip(names, displays, strict=True))
    title = Words("Time by size and share of clues", "大きさと与え値の割合による時間")
    alternative = Words(
        "Median CPU time of each engine for puzzles of 12x12, 16x16, 20x20 and 25x25 by share of clues. dlx is fastest "
        "where there are many clues; with few clues it crosses sat on 16x16, and every other engine on 25x25.",
        "12x12、16x16、20x20、25x25の問題について、与え値の割合ごとの各エンジンのCPU時間の中央値。与え値が多ければdlxが最も速い。"
        "少なくなると、16x16ではsatに、25x25ではほかのすべてのエンジンに追い越される。",
    )
    return draw.svg(plotted("sizes", (title, alternative, title), chart, columns, points), language)


def publish() -> None:
    """Write the plots of the published table."""
    for language, path in PLOT.items():
        path.write_text(plot(report.rows_of("sizes", "sizes"), language), encoding="utf-8")
