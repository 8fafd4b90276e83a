"""Find the fastest engine for each family of exact covers and each of four questions: a table each, and a plot.

The questions ask for one solution, the number of solutions, all solutions one by one, and a solution of least cost,
where option number k costs k. The cap of CPU time holds for each question; the time to open the cover does not count.
"""

from __future__ import annotations

from textwrap import fill
from typing import Any

from benchmarks import report, results
from benchmarks.covers import made_up_words
from benchmarks.engines import Wanted, wanted
from benchmarks.measure import Child, Effort, Lost, Row, Table
from sudokubench.report import draw
from sudokubench.report.model import Column, Say
from sudokubench.report.plots.common import plotted
from sudokubench.report.values import Display
from sudokubench.words import Words

ENGINES = ("dlx", "dlx:structure=links", "dlx:structure=cells", "dxz", "sat", "cpsat", "clingo", "highs")
COVERS = {
    name: name
    for name in (
        "domino:8", "tromino:9", "pentomino:3x20", "soma:3x3x3", "queens:11", "langford:8", "latin:5",
        "matching:complete12",
    )
} | {"double word squares": f"wordsquare:{made_up_words(200)}:double"}  # fmt: skip
QUESTIONS = ("first", "count", "all", "cheapest")
CAP_S = 1.0
PLOT = results(publish=True) / "benchmarks" / "families.svg"


def _seconds(
    engine: str, cover: str, question: str, effort: Effort, child: Child, counts: dict[str, int]
) -> Any:
    """Return the CPU seconds of an answer, or why there is no answer. `counts` has the number of solutions by cover."""
    if question == "cheapest" and engine != "dxz":
        return "–"  # the table shows what the diagrams gain; `cpsat` and `highs` know costs, too
    at = QUESTIONS.index(question)
    try:
        done = child.run(at, at + 1, effort.cap_s)
        if done.stats["gave_up"]:
            return "no memory"
        if question in ("count", "all") and counts.setdefault(cover, done.counts[0]) != done.counts[0]:
            return f"wrong: {done.counts[0]}"
        if done.seconds < effort.cap_s / 10:  # ask the warm engine again, often enough for the clock
            done = child.run(at, at + 1, effort.cap_s, max(1, min(200, int(0.05 / max(done.seconds, 1e-6)))))
    except Lost as lost:
        return f"> {effort.cap_s:g} s" if str(lost).startswith("more than") else str(lost).split(": ")[-1]
    return done.seconds


def families(effort: Effort, only: Wanted) -> list[Table]:
    """Ask all engines all questions about all covers."""
    cap = Effort(cap_s=1.0 if effort.quick else CAP_S)
    rows: dict[str, list[Row]] = {question: [] for question in QUESTIONS}
    counts: dict[str, int] = {}
    for label, cover in list(COVERS.items())[:: 8 if effort.quick else 1]:
        if wanted(label, only):
            found: dict[str, dict[str, Any]] = {}
            for engine in ENGINES:
                with Child(f"questions:{engine}", {"problem": cover}, len(QUESTIONS)) as child:
                    found[engine] = answers = {}
                    # an engine that cannot finish the count cannot finish the list, either
                    for q in QUESTIONS:
                        lost = q == "all" and isinstance(answers["count"], str)
                        answers[q] = (
                            answers["count"] if lost else _seconds(engine, cover, q, cap, child, counts)
                        )
            for question in QUESTIONS:
                row: Row = {"cover": label, **{engine: found[engine][question] for engine in ENGINES}}
                times = {engine: row[engine] for engine in ENGINES if isinstance(row[engine], float)}
                fastest = f"`{min(times, key=lambda e: times[e])}`" if times else "–"
                rows[question].append(row | {"fastest": fastest, "solutions": counts.get(cover, "–")})
    columns = ("cover", "solutions", *ENGINES, "fastest")
    return [Table(question, question, columns, rows[question]) for question in QUESTIONS]


def plot(tables: list[dict[str, Any]]) -> str:
    """Return the plot of the table of counts as SVG: a row for each cover, a mark for each engine, its CPU time."""
    table = next(each for each in tables if each["name"] == "count")
    points = [
        (row["cover"], engine, float(row[engine]))
        for row in table["rows"]
        for engine in ENGINES
        if isinstance(row[engine], float)
    ]

    def chart(say: Say) -> Any:
        import altair as alt

        data = alt.Data(values=[dict(zip(("cover", "engine", "s"), point, strict=True)) for point in points])
        colours = alt.Scale(domain=list(ENGINES), range=list(draw.HUES))
        return (
            alt.Chart(data, width=560, height=24 * len(table["rows"]))
            .mark_point(size=70, filled=True, opacity=0.85)
            .encode(
                x=alt.X("s:Q", scale=alt.Scale(type="log"), title="CPU time of the count, in seconds"),
                y=alt.Y("cover:N", sort=[row["cover"] for row in table["rows"]], title=None),
                color=alt.Color("engine:N", scale=colours, title=None),
                shape=alt.Shape("engine:N", scale=alt.Scale(domain=list(ENGINES)), title=None),
            )
        )

    names = (("cover", Display.TEXT), ("engine", Display.TEXT), ("s", Display.SECONDS))
    columns = tuple(Column(name, Words(name, name), display) for name, display in names)
    title = Words("All solutions counted", "すべての解を数える時間")
    alt = Words("CPU time of each engine on each cover; engines that met the cap have no mark.", "")
    return draw.svg(plotted("families", (title, alt, title), chart, columns, points), "en")


def summary(japanese: bool) -> str:
    """Return for each question the fastest engine on each cover, in sentences, from the published tables."""
    if not (report.RESULTS / "families.json").exists():
        return ""
    lines = []
    for table in report.load("families")["tables"][:3]:
        won: dict[str, list[str]] = {}
        for row in table["rows"]:
            fastest = row["fastest"].replace("–", ("none finished", "どのエンジンも終わらないもの")[japanese])
            won.setdefault(fastest, []).append(row["cover"])
        label = {"first": ("One solution", "一つの解"), "count": ("The number of solutions", "解の個数"),
                 "all": ("All solutions one by one", "すべての解")}[table["name"]][japanese]  # fmt: skip
        each = sorted(won.items(), key=lambda item: -len(item[1]))
        if japanese:
            told = "。".join(f"{engine}は{len(names)}問（{'、'.join(names)}）" for engine, names in each)
            lines.append(f"- {label}：{told}")
        else:
            told = "; ".join(f"{engine} {len(names)} ({', '.join(names)})" for engine, names in each)
            lines.append(fill(f"- {label}: {told}", 120, subsequent_indent="  ", break_on_hyphens=False))
    return "\n".join(lines)


def publish() -> None:
    """Write the plot of the published tables."""
    PLOT.write_text(plot(report.load("families")["tables"]), encoding="utf-8")
