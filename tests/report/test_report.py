"""Reports: every figure is computed again from the exported records, and nothing is left out silently."""

import csv
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest
from report.making import GRID, make_run, puzzle, record, timeout

from sudokubench.board import Board
from sudokubench.constraints import Killer
from sudokubench.layout import Layout
from sudokubench.problem import with_constraints
from sudokubench.report import draw, plots, tables, text
from sudokubench.report import statistics as st
from sudokubench.report.analysis import Analysis
from sudokubench.report.build import build
from sudokubench.report.export import write
from sudokubench.report.model import Display, Figure, Level
from sudokubench.report.page import page
from sudokubench.report.reading import exported, load
from sudokubench.report.statistics import Interval
from sudokubench.report.values import shown

NAMES = ("dlx", "sat", "sat:encoding=card")


def analysis(folder, *names):
    return Analysis(load(names or ["last"], folder))


def remarks(a, level):
    return " ".join(r.text.en for r in build(a).remarks if r.level is level)


def lively(folder, n=40, **other):
    """A run with everything in it: three backends, repeats, timeouts, sizes."""
    random = np.random.default_rng(3)
    puzzles = [puzzle(i, 5 + i % 4) for i in range(n - 2)] + [GRID, "tromino:5"]
    rows = []
    for i in range(n):
        for j, name in enumerate(NAMES):
            for repeat in range(2):
                if name == "sat:encoding=card" and i % 10 == 0:
                    rows.append(timeout(i, name, repeat=repeat))
                else:
                    seconds = float(np.exp(random.normal(0, 1)) * 1e-4 * 7**j)
                    rows.append(record(i, name, seconds, repeat=repeat, stats=f'{{"rating": {1 + i % 5}}}'))
    return make_run(folder, puzzles, rows, backends=NAMES, **other)


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    folder = tmp_path_factory.mktemp("full")
    lively(folder)
    a = analysis(folder)
    return a, build(a), [row for row in exported(["last"], folder) if row["backend"]]


def from_rows(rows):
    """Cost and solved matrices from exported rows, written without the code under test."""
    n = 1 + max(row["position"] for row in rows)
    times = [[[] for _ in NAMES] for _ in range(n)]
    solved = np.ones((n, len(NAMES)), bool)
    for row in rows:
        i, j = row["position"], NAMES.index(row["backend"])
        times[i][j].append((row["encode_ns"] + row["solve_ns"] + row["decode_ns"]) / 1e9)
        solved[i, j] &= row["termination"] == "finished" and row["verdict"] != "undecided"
    median = np.array([[np.median(cell) for cell in line] for line in times])
    return np.where(solved, median, 120.0), solved


def column(table, key):
    """A column as a mapping from the backend."""
    keys = [c.key for c in table.columns]
    return {row[keys.index("backend")]: row[keys.index(key)] for row in table.rows}


def test_the_main_table_can_be_recomputed_from_the_export(full):
    a, _, rows = full
    cost, solved = from_rows(rows)
    table = tables.main(a)
    ratio = cost / np.where(solved, cost, np.inf).min(axis=1, keepdims=True)
    for j, name in enumerate(NAMES):
        assert column(table, "solved")[name] == solved[:, j].sum()
        assert column(table, "par2_s")[name].value == pytest.approx(cost[:, j].mean())
        assert column(table, "slowdown")[name].value == pytest.approx(np.exp(np.log(ratio[:, j]).mean()))
        assert column(table, "median_s")[name].value == pytest.approx(np.median(cost[solved[:, j], j]))
        assert column(table, "p95_s")[name].value == pytest.approx(np.quantile(cost[solved[:, j], j], 0.95))
    assert [row[1] for row in table.rows] == list(
        NAMES
    )  # each is made about seven times as slow as the one before


def bootstrapped(values, resamples=3000):
    """A 95 % interval of the mean, by draws of its own."""
    random = np.random.default_rng(4711)
    means = [values[random.integers(0, len(values), len(values))].mean() for _ in range(resamples)]
    return tuple(np.quantile(means, [0.025, 0.975]))


def test_intervals_hold_the_value_and_are_near_those_of_another_bootstrap(full):
    a, _, rows = full
    cost, solved = from_rows(rows)
    logs = np.log(cost / np.where(solved, cost, np.inf).min(axis=1, keepdims=True))
    random = np.random.default_rng(99)
    for j, name in enumerate(NAMES):
        one = column(tables.main(a), "slowdown")[name]
        means = [logs[random.integers(0, len(logs), len(logs)), j].mean() for _ in range(2000)]
        low, high = np.quantile(means, [0.025, 0.975])
        assert one.low <= one.value <= one.high
        assert np.log([one.low, one.high]) == pytest.approx([low, high], abs=0.15 * (high - low))


def test_medians_lie_between_the_order_statistics_that_a_table_of_signs_names(full):
    # 40 puzzles: ranks 14 and 27 (a binomial of 40 tosses is below 14 or above 26 with 3.8 %); 36: 12 and 25
    a, _, rows = full
    cost, solved = from_rows(rows)
    for j, (name, low, high) in enumerate(zip(NAMES, (14, 14, 12), (27, 27, 25), strict=True)):
        ordered = np.sort(cost[solved[:, j], j])
        one = column(tables.main(a), "median_s")[name]
        assert (one.low, one.high) == pytest.approx((ordered[low - 1], ordered[high - 1]))
        assert column(tables.main(a), "p95_s")[name].high == np.inf  # .95 ** 40 is more than 2.5 %


def test_outcomes_and_phases_can_be_recomputed(full):
    a, _, rows = full
    for name in NAMES:
        mine = [row for row in rows if row["backend"] == name]
        assert column(tables.outcomes(a), "records")[name] == len(mine)
        late = sum(row["termination"] == "timeout" for row in mine)
        assert column(tables.outcomes(a), "timeout")[name] == late
        assert column(tables.outcomes(a), "correct")[name] == len(mine) - late
        assert column(tables.phases(a), "solve_share")[name] == pytest.approx(6 / 8, abs=1e-4)
        cost, solved = from_rows(rows)
        j = NAMES.index(name)
        total = column(tables.phases(a), "total_s")[name]
        assert total.value == pytest.approx(cost[solved[:, j], j].mean())
        assert (total.low, total.high) == pytest.approx(bootstrapped(cost[solved[:, j], j]), rel=0.15)


def test_pairs_can_be_recomputed(full):
    a, _, rows = full
    cost, solved = from_rows(rows)
    for first, second, wins, ties, losses, ratio, p in tables.pairs(a).rows:
        i, j = NAMES.index(first), NAMES.index(second)
        both = solved[:, i] | solved[:, j]
        share = cost[:, i] / cost[:, j]
        assert wins == (both & (share < 1 / 1.05)).sum()
        assert losses == (both & (share > 1.05)).sum()
        assert wins + ties + losses == len(cost)
        assert ratio.value == pytest.approx(np.exp(np.log(share[both]).mean()))
        assert 0 <= p <= 1


def test_the_virtual_best_and_the_curves_can_be_recomputed(full):
    a, _, rows = full
    cost, solved = from_rows(rows)
    best = np.where(solved, cost, np.inf).min(axis=1)
    found = tables.contribution(a)
    for j, name in enumerate(NAMES):
        without = np.delete(np.where(solved, cost, 120), j, axis=1).min(axis=1)
        rise, fastest = without - best, (cost[:, j] == best).astype(float)
        for key, values, size in (("marginal_s", rise, 1), ("fastest", fastest, len(best))):
            one = column(found, key)[name]
            low, high = bootstrapped(size * values)
            assert one.value == pytest.approx(size * values.mean())
            assert (one.low, one.high) == pytest.approx((low, high), abs=1e-9 + 0.15 * (high - low))
        assert column(found, "slowdown")[name].value == pytest.approx(np.exp(np.log(without / best).mean()))
    cactus = [row for row in plots.cactus(a).data.rows if row[0] == "virtual best"]
    assert [row[2] for row in cactus] == pytest.approx(np.sort(best))
    for name, factor, share in plots.slowdown_ecdf(a).data.rows[:: plots.CURVE // 7]:
        j = NAMES.index(name)
        assert share == pytest.approx(
            (solved[:, j] & (cost[:, j] <= best * factor * (1 + 1e-12))).mean(), abs=0.03
        )


def test_ranks_can_be_recomputed(full):
    a, _, rows = full
    cost, _ = from_rows(rows)
    order = cost.argsort(axis=1).argsort(axis=1) + 1
    for name, mean, _ in plots.critical_difference(a).data.rows:
        assert mean.value == pytest.approx(order[:, NAMES.index(name)].mean(), abs=0.05)
    assert column(tables.standings(a), "borda")["dlx"].value == pytest.approx(
        (3 - order[:, 0]).mean() / 2, abs=0.03
    )


def test_times_along_clues_ratings_and_sizes_are_medians_of_their_groups(full):
    a, _, rows = full
    cost, _ = from_rows(rows)
    texts = {row["position"]: row["puzzle"] for row in rows}
    for name, level, count, _, _, median, _ in plots.by_clues(a).data.rows:
        group = [i for i, t in texts.items() if len(t) == 81 and 81 - t.count(".") == level]
        assert (count, median.value) == (len(group), pytest.approx(np.median(cost[group, NAMES.index(name)])))
    assert sorted({row[1] for row in plots.by_rating(a).data.rows}) == [1, 2, 3, 4, 5]
    assert sorted({row[1] for row in plots.by_size(a).data.rows}) == [4, 9]


def test_the_noise_of_repeats_can_be_recomputed(full):
    a, _, rows = full
    _, solved = from_rows(rows)
    for name, puzzles, low, middle, high, largest in plots.noise(a).data.rows:
        times = {}
        for row in rows:
            if row["backend"] == name and solved[row["position"], NAMES.index(name)]:
                times.setdefault(row["position"], []).append(
                    row["encode_ns"] + row["solve_ns"] + row["decode_ns"]
                )
        spread = [max(some) / min(some) for some in times.values()]
        assert puzzles == len(spread)
        assert (low, middle.value, high, largest) == pytest.approx(
            (*np.quantile(spread, [0.1, 0.5, 0.9]), max(spread))
        )
        assert 1 <= middle.low <= middle.value <= middle.high


def test_the_heat_map_can_be_recomputed(full):
    a, _, rows = full
    cost, solved = from_rows(rows)
    ratio = np.log(cost / np.where(solved, cost, np.inf).min(axis=1, keepdims=True))
    found = {row[:2]: row[2:] for row in plots.heat_map(a).data.rows}
    assert len(found) == 2
    for (solver, encoding), j in ((("cadical153", "extended"), 1), (("cadical153", "card"), 2)):
        slowdown, par2 = found[solver, encoding]
        assert slowdown.value == pytest.approx(np.exp(ratio[:, j].mean()))
        assert par2.value == pytest.approx(cost[:, j].mean())


def test_problems_of_one_family_have_a_curve_over_their_size(tmp_path):
    problems = ["queens:4", "tromino:5-0", "queens:12", "queens:8", "tromino:7-0", "pentomino:6x10"]
    rows = [record(i, name, 1e-3 * (i + 1)) for i in range(6) for name in ("fast", "slow")]
    make_run(tmp_path, problems, rows)
    made = plots.by_problem(analysis(tmp_path))
    assert [figure.key for figure in made] == ["sizes-queens-n", "sizes-tromino-n-0"]
    assert [(row[1], row[5].value) for row in made[0].data.rows if row[0] == "fast"] == [
        (4, pytest.approx(1e-3)), (8, pytest.approx(4e-3)), (12, pytest.approx(3e-3)),
    ]  # fmt: skip
    assert "queens:N" in draw.svg(made[0], "ja")
    assert written(analysis(tmp_path))


def test_csv_files_hold_the_values_of_every_table(full, tmp_path):
    a, report, _ = full
    names = {path.name for path in text.csv_files(report, tmp_path)}
    assert {"ranking.csv", "pairs.csv", "cactus.csv", "scatter.csv", "standings.csv"} <= names
    with (tmp_path / "ranking.csv").open() as file:
        first = next(csv.DictReader(file))
    assert float(first["par2_s_low"]) <= float(first["par2_s"]) <= float(first["par2_s_high"])
    assert float(first["slowdown"]) == column(tables.main(a), "slowdown")[first["backend"]].value


# -- the page ------------------------------------------------------------------------------------------------------


class Checker(HTMLParser):
    """Notes tags that do not match, ids that occur twice and everything that would be fetched."""

    VOID = frozenset({"meta", "input", "br", "link", "img"})

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.ids, self.fetched, self.links = [], [], [], [], []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag not in self.VOID:
            self.open.append(tag)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"][1:]] if found.get("href", "").startswith("#") else []
        self.fetched += [v for k, v in found.items() if k in {"src", "href"} and v and not v.startswith("#")]

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture(scope="module")
def html(full):
    a, report, _ = full
    return page(report, a, "ja")


def test_the_page_is_whole_and_fetches_nothing(html):
    checker = Checker()
    checker.feed(html)
    assert (checker.open, checker.wrong, checker.fetched) == ([], [], [])
    assert len(checker.ids) == len(set(checker.ids))
    assert set(checker.links) <= set(checker.ids)
    assert "default-src 'none'" in html
    assert "@import" not in html
    assert len(html.encode()) < 4_000_000


def test_the_page_has_every_plot_with_its_text_and_its_data(full, html):
    _, report, _ = full
    assert {figure.key for figure in report.figures} == {
        "cactus", "critical-difference", "scatter", "slowdown", "phases-plot", "noise", "clues", "rating", "sizes",
        "heat-map",
    }  # fmt: skip
    for figure in report.figures:
        assert f'aria-labelledby="alt-{figure.key}"' in html
        assert re.search(rf'id="figure-{figure.key}".*?<svg.*?</svg>.*?<details>.*?<table>', html, re.DOTALL)


def test_the_page_speaks_both_languages_in_its_plots_too(html):
    assert '<tspan lang="en">puzzles solved</tspan><tspan lang="ja">解けた問題数</tspan>' in html
    assert 'id="language-ja" checked' in html
    assert 'id="language-en" >' in html


def test_plots_follow_the_theme(html):
    figures = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert all("var(--ink)" in figure for figure in figures)
    assert not any(colour in figure for figure in figures for colour in (draw.INK, draw.RULE, draw.PAPER))


def test_what_is_read_is_escaped_everywhere(tmp_path):
    evil = '<script>alert("&")</script>'
    manifest = {"cpu": evil, "argv": [evil, "$x_y% \\end{document}"]}
    rows = [record(0, evil, 1, message=evil, category="error", termination="crash"), record(0, "=1+1", 2)]
    make_run(tmp_path, [evil], rows, backends=(evil, "=1+1"), manifest=manifest, source="a_b|*c*.txt")
    a = analysis(tmp_path)
    report = build(a)
    written = page(report, a, "en")
    assert "alert(" in written
    assert "<script>alert" not in written
    assert written.count("<script") == 2  # the page's own and the points of the scatter plot
    assert "\\u003cscript" in written
    assert r"\<script\>" in text.markdown(report, "en")
    tex = text.latex(report, "en")
    assert r"\textless{}script\textgreater{}" in tex
    assert tex.count(r"\end{document}") == 1
    text.csv_files(report, tmp_path / "csv")
    assert "'=1+1" in (tmp_path / "csv" / "ranking.csv").read_text()


def test_a_command_of_the_page_quotes_what_a_shell_would_read(tmp_path):
    make_run(tmp_path, ["tromino:9; rm -rf x"], [record(0, "a b", 1)], backends=("a b",))
    (example,) = tables.examples(analysis(tmp_path))
    assert example.command == "sudokubench run --task unique --backend 'a b' 'tromino:9; rm -rf x'"


def test_the_drawing_of_a_board_says_its_rules_and_what_is_no_board_is_shown_as_it_is_written(tmp_path):
    layout = Layout.named("4x4-diagonal")
    killer = Board(with_constraints(layout, [Killer((0, 1), 5)]), [0] * 15 + [3], [layout.option(2, 4)])
    texts = [str(killer), "6x6:3:1" + "." * 35, GRID, "<b>no board"]
    make_run(tmp_path, texts, [record(i, "fast", 1e-3 * (i + 1)) for i in range(4)], backends=("fast",))
    a = analysis(tmp_path)
    html, lines = page(build(a), a, "en"), text.markdown(build(a), "en").splitlines()
    assert html.count('<table class="board') == 3
    assert "<p><code>&lt;b&gt;no board</code></p>" in html
    for rules in ("4x4-diagonal; the killer cage R1C1 R1C2 = 5; without R1C3#4", "6x6:3"):
        assert f'<p class="note">{rules}</p>' in html
        assert rules in lines
    six = re.search(r'<table class="board s6".*?</table>', html, re.DOTALL)[0]
    edges = [six.count(f'class="{name}"') for name in ("b", "r", "br")]
    # Boxes of 3 rows and 2 columns: a line below 6 cells, and two lines beside 6 cells each.
    assert edges == [4, 10, 2]
    assert a.data.rules == ["4x4-diagonal+killer", "6x6:3", "4x4", ""]


# -- other forms ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pictures_are_drawn_in_both_languages(full, language):
    a, _, _ = full
    figure = plots.cactus(a)
    svg = draw.svg(figure, language)
    assert figure.title.to(language) in svg
    assert ("解けた問題数" in svg) == (language == "ja")
    assert draw.png(figure, language).startswith(b"\x89PNG")


def test_a_picture_that_stands_alone_shows_its_title_and_one_in_a_page_does_not(full):
    figure = plots.cactus(full[0])
    assert f">{figure.title.en}</text>" in draw.svg(figure, "en")
    assert f">{figure.title.en}</text>" not in draw.inline(figure, lambda words: words.en)


def test_what_is_wider_than_the_window_has_a_shadow_at_its_edge_and_words_in_tables_wrap(tmp_path):
    make_run(tmp_path, [puzzle(0)], [record(0, "fast", 1e-3, batch=32), record(0, "slow", 1e-3)])
    a = analysis(tmp_path)
    html = page(build(a), a, "en")
    edges = re.search(r"^\.scroll, figure \{(.*?)\}$", html, re.DOTALL | re.MULTILINE)[1]
    assert (edges.count("no-repeat local"), edges.count("no-repeat scroll")) == (2, 2)
    assert re.search(r"^td\.w \{[^}]*white-space: normal", html, re.MULTILINE)
    assert '<td class="w"><span lang="en">in batches of up to 32</span>' in html
    tables_ = re.findall(r'(<div class="scroll" tabindex="0">)?<table>', html)
    assert tables_
    assert all(tables_)


def test_no_tick_of_a_scatter_plot_lies_at_the_rail_of_the_unsolved_and_its_caption_says_what_that_is(
    tmp_path,
):
    rows = [record(i, name, seconds) for i, seconds in enumerate((1e-3, 2.0)) for name in ("fast", "slow")]
    make_run(tmp_path, [puzzle(i) for i in range(3)], [*rows, record(2, "fast", 1e-3), timeout(2, "slow")])
    a = analysis(tmp_path)
    figure = plots.scatter(a)
    spec = json.loads(figure.draw(lambda words: words.en).to_json())
    cloud = next(one for one in spec["layer"] if one.get("name") == "cloud")
    rail = max(point["y"] for point in cloud["data"]["values"])
    assert rail > 2.0
    for axis in ("x", "y"):
        assert max(cloud["encoding"][axis]["axis"]["values"]) <= 2.0 * 1.001
    labels = [
        one["data"]["values"]
        for one in spec["layer"]
        if one["mark"]["type"] == "text" and "text" in one["encoding"]
    ]
    assert sorted(label["t"] for some in labels for label in some) == ["10×", "10×", "2×", "2×"]
    assert all(label[axis] <= 2.0 * 1.001 for some in labels for label in some for axis in "xy")
    assert "within the limit of 60 s: a rail stands beyond the scale and for no time" in figure.note.en
    assert "60 秒以内に未解決" in figure.note.ja


def test_few_boards_with_far_more_clues_than_the_others_do_not_stretch_the_plot(tmp_path):
    clues = [22, 23, 24, 25, 26, 27] * 3 + [62, 81]
    make_run(
        tmp_path,
        [puzzle(i, n) for i, n in enumerate(clues)],
        [record(i, name, 1e-3) for i in range(len(clues)) for name in ("fast", "slow")],
    )
    figure = plots.by_clues(analysis(tmp_path))
    spec = json.loads(figure.draw(lambda words: words.en).to_json())
    drawn = {point["x"] for point in spec["data"]["values"]}
    assert drawn == {22, 23, 24, 25, 26, 27}
    assert {row[1] for row in figure.data.rows} == {*drawn, 62, 81}
    assert "leaves out 2 with fewer than 22 or more than 27 clues" in figure.note.en
    assert "2 問は図から除き" in figure.note.ja


def test_two_numbers_of_clues_are_both_drawn_however_far_apart(tmp_path):
    clues = [25] * 9 + [81]
    make_run(
        tmp_path,
        [puzzle(i, n) for i, n in enumerate(clues)],
        [record(i, name, 1e-3) for i in range(len(clues)) for name in ("fast", "slow")],
    )
    figure = plots.by_clues(analysis(tmp_path))
    spec = json.loads(figure.draw(lambda words: words.en).to_json())
    assert {point["x"] for point in spec["data"]["values"]} == {25, 81}
    assert "leaves out" not in figure.note.en


def test_japanese_text_in_pictures_is_no_row_of_equal_boxes():
    import vl_convert

    draw.require()
    glyphs = [
        vl_convert.svg_to_png(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="4" y="30" font-size="28" '
            f'font-family="{draw.FONT}">{letter}</text></svg>'
        )
        for letter in "問題数"
    ]
    assert len(set(glyphs)) == 3


def test_markdown_has_a_row_for_every_backend(full):
    _, report, _ = full
    written = text.markdown(report, "ja")
    assert "## 誰が速いか" in written
    for name in NAMES:
        assert re.search(rf"^\| \d \| {re.escape(name)} \|", written, re.MULTILINE)


def test_latex_tables_have_as_many_cells_as_columns(full):
    _, report, _ = full
    for places, body in re.findall(
        r"\\begin\{longtable\}\{([lr]+)\}(.*?)\\end\{longtable\}", text.latex(report, "en"), re.DOTALL
    ):
        rows = [line for line in body.split("\n") if line.endswith(r"\\") and "multicolumn" not in line]
        assert rows
        for row in rows:
            assert len(re.findall(r"(?<!\\)&", row)) == len(places) - 1


# -- bad input -----------------------------------------------------------------------------------------------------


def written(a):
    """Everything that can be written of a run, which must not fail."""
    report = build(a)
    return page(report, a, "en") + text.markdown(report, "en") + text.latex(report, "ja")


def test_an_empty_run_says_that_it_is_empty(tmp_path):
    make_run(tmp_path, [], [], finished=False)
    a = analysis(tmp_path)
    assert "no records" in remarks(a, Level.ALARM)
    assert "unfinished" in remarks(a, Level.WARNING)
    assert "<figure" not in written(a)


def test_a_run_of_one_backend_says_what_it_cannot(tmp_path):
    make_run(tmp_path, [puzzle(1), puzzle(2)], [record(0, "dlx", 1), record(1, "dlx", 2)], backends=("dlx",))
    a = analysis(tmp_path)
    assert "One backend only" in remarks(a, Level.NOTE)
    assert "Every pair" not in written(a)


def test_a_run_in_which_everything_timed_out_still_has_a_report(tmp_path):
    make_run(tmp_path, [puzzle(1), puzzle(2)], [timeout(i, b) for i in (0, 1) for b in ("fast", "slow")])
    a = analysis(tmp_path)
    assert "Solved nothing at all: fast, slow." in remarks(a, Level.WARNING)
    assert column(tables.main(a), "par2_s")["fast"] == Interval(120, 120, 120)
    assert "nobody solved anything" in written(a)
    assert "nan" not in text.markdown(build(a), "en").lower()


def test_equal_times_have_narrow_intervals_and_no_winner(tmp_path):
    make_run(
        tmp_path,
        [puzzle(i) for i in range(3)],
        [record(i, b, 1e-3) for i in range(3) for b in ("fast", "slow")],
    )
    a = analysis(tmp_path)
    (row,) = tables.pairs(a).rows
    assert row[2:5] == (0, 3, 0)
    assert row[6] == 1
    assert written(a)


def test_a_single_puzzle_has_no_interval(tmp_path):
    make_run(tmp_path, [puzzle(1)], [record(0, "fast", 1e-3), record(0, "slow", 2e-3)])
    a = analysis(tmp_path)
    assert "Only 1 puzzle:" in remarks(a, Level.NOTE)
    assert "[" not in text.markdown_table(tables.main(a), "en")[2].replace("\\[", "")
    assert written(a)


def test_times_of_zero_divide_nothing(tmp_path):
    make_run(
        tmp_path, [puzzle(i) for i in range(3)], [record(i, b, 0) for i in range(3) for b in ("fast", "slow")]
    )
    assert written(analysis(tmp_path))


def test_runs_of_different_versions_machines_and_questions_are_told_apart(tmp_path):
    make_run(tmp_path, [puzzle(1)], [record(0, "fast", 1)], run="a")
    other = {
        "versions": {"sudokubench": "9"},
        "cpu": "Other",
        "plan": {"corpora": ["x"], "backends": ["slow"], "task": "count"},
    }
    make_run(tmp_path, [puzzle(1)], [record(0, "slow", 1)], run="b", manifest=other)
    a = analysis(tmp_path, "a", "b")
    warnings = remarks(a, Level.WARNING)
    for words in ("versions of the packages", "processors", "different questions"):
        assert words in warnings
    assert written(a)


def test_wrong_answers_and_disagreements_come_first(tmp_path):
    rows = [record(0, "fast", 1, category="wrong"), record(0, "slow", 1), record(1, "slow", 1)]
    make_run(tmp_path, [puzzle(1), puzzle(2)], rows, disagreements=[(0, "fast says none, slow says unique")])
    a = analysis(tmp_path)
    first, second = build(a).remarks[:2]
    assert first.text.en == "1 wrong answer: fast (1)."
    assert "fast says none, slow says unique" in second.text.en
    assert build(a).sections[-2].parts[0].why.en.startswith("Contested")
    (row,) = tables.contested(a).rows
    assert row[:4] == ("test.txt:1", puzzle(1), "fast says none, slow says unique", None)


def test_what_shows_a_disagreement_again_is_a_table_of_its_own(tmp_path):
    rows = [record(0, "fast", 1), record(0, "slow", 1), record(1, "fast", 1)]
    kept = [(0, ["slow is <wrong>", "and again"], "1...", "sudokubench run --backend fast,slow - <<< 1...")]
    make_run(tmp_path, [puzzle(1), puzzle(2)], rows, disagreements=[(0, "fast says none")], reproducers=kept)
    path = str(tmp_path / "a.jsonl")
    write(exported(["last"], tmp_path), path, "jsonl")
    for a in (analysis(tmp_path), Analysis(load([path]))):
        (row,) = tables.contested(a).rows
        assert row == ("test.txt:1", puzzle(1), "slow is <wrong>; and again", *kept[0][2:])
        assert build(a).sections[0].key == "contested"
        assert "slow is &lt;wrong&gt;; and again" in page(build(a), a, "en")


def test_a_run_that_counts_has_a_row_with_the_count_of_each_problem(tmp_path):
    large = 53_060_477_521_960_000
    plan = {"corpora": ["x"], "backends": ["fast", "slow"], "task": "count", "limit": None}
    rows = [
        *(record(0, name, s, verdict="multiple", count=large) for name, s in (("fast", 1e-3), ("slow", 2e-3))),
        record(1, "fast", 1e-3, verdict="multiple", count=7, exhausted=0, termination="timeout"), timeout(1, "slow"),
        record(2, "fast", 1e-3, verdict="none", count=0), record(2, "slow", 1e-3, count=1),
        record(3, "fast", 1e-3, verdict="none", count=0), record(3, "slow", 1e-3, count=5, category="wrong"),
    ]  # fmt: skip
    puzzles = ["domino:12x12", "queens:30", puzzle(1), puzzle(2)]
    make_run(
        tmp_path, puzzles, rows, manifest={"plan": plan}, disagreements=[(2, "fast says 0, slow says 1")]
    )
    a = analysis(tmp_path)
    assert [(row[0], row[1], row[2].en, row[3], row[5]) for row in tables.counts(a).rows] == [
        ("domino:12x12", large, "exact", 2, pytest.approx(1e-3)), ("queens:30", 7, "at least", 0, None),
        (puzzle(1), None, "contested", 0, None), (puzzle(2), 0, "exact", 1, pytest.approx(1e-3)),
    ]  # fmt: skip
    assert "| domino:12x12 | 53,060,477,521,960,000 | exact | 2 | fast, slow | 1.00 ms |" in written(a)


def test_a_run_that_does_not_count_has_no_table_of_counts(full):
    assert "counts" not in {section.key for section in full[1].sections}


def test_an_end_of_an_interval_that_is_not_known_is_infinite_and_a_lone_value_has_none():
    assert shown(st.quantile(np.array([3.0]), 0.5), Display.SECONDS, "en") == "3.00 s"
    assert shown(st.quantile(np.arange(1.0, 51.0), 0.95), Display.SECONDS, "en") == "47.5 s [44.0 s, ∞]"


def test_batches_a_noisy_machine_and_missing_questions_are_warned_of(tmp_path):
    rows = [record(i, "fast", 1e-3, batch=512) for i in range(3)] + [record(0, "slow", 1e-3)]
    noise = {"samples": 50, "p90_over_median": 2.5, "warning": "noisy"}
    make_run(
        tmp_path,
        [puzzle(i) for i in range(3)],
        rows,
        manifest={"noise": noise},
        backends=("fast", "slow", "idle"),
    )
    a = analysis(tmp_path)
    warnings = remarks(a, Level.WARNING)
    for words in ("fast (512)", "2.5 times its median", "slow (1)", "Never asked: idle"):
        assert words in warnings
    assert "in batches of up to 512" in text.markdown(build(a), "en")
    assert tables.pairs(a).rows[0][6] is None  # no test on shares of a batch
    assert plots.labels(a, lambda words: words.en)[0] == "fast (batch)"


def test_backends_are_compared_on_the_puzzles_that_all_were_asked_and_who_solved_more_is_first(tmp_path):
    # fast: four easy puzzles only; slow: these and two that take a second; sure: all four, one of them very late
    rows = [record(i, "fast", 1e-3) for i in range(4)]
    rows += [record(i, "slow", 2e-3 if i < 4 else 1.0) for i in range(6)]
    rows += [record(i, "sure", 1e-4) for i in range(3)] + [timeout(3, "sure")]
    make_run(tmp_path, [puzzle(i) for i in range(6)], rows, backends=("sure", "slow", "fast", "idle"))
    found = tables.standings(analysis(tmp_path)).as_dicts()
    assert [(row["backend"], row["solved"]) for row in found] == [
        ("fast", 4), ("slow", 4), ("sure", 3), ("idle", 0),
    ]  # fmt: skip
    assert found[1]["par2_s"] == pytest.approx(2e-3)  # the hard ones are not held against it
    assert found[0]["ahead"] == 1
    assert (found[3]["place_low"], found[3]["place_high"]) == (4, 4)
    assert "4 puzzles that all" in tables.standings(analysis(tmp_path)).note.en


def test_places_and_intervals_that_rest_on_few_batches_are_not_told(tmp_path):
    def run(batches):
        rows = [record(i, "fast", 1e-3 * (1 + i % batches / 9), batch=5) for i in range(40)]
        rows += [
            record(i, name, s * (1 + i / 40)) for i in range(40) for name, s in (("slow", 0.1), ("slower", 1))
        ]
        name = f"20260101T00000{batches}-aaaaaa"
        make_run(
            tmp_path, [puzzle(i) for i in range(40)], rows, backends=("fast", "slow", "slower"), run=name
        )
        a = Analysis(load([name], tmp_path))
        return tables.standings(a).as_dicts(), "Timed in fewer than 8 batches: fast" in remarks(
            a, Level.WARNING
        )

    few, told = run(2)
    assert told
    assert [row["place_low"] for row in few] == [None, 2, 3]
    assert [row["ahead"] for row in few] == [None, 1, None]
    assert few[0].get("par2_s_low") is None
    assert few[1]["par2_s_low"] < few[1]["par2_s"]
    assert all(row.get("slowdown_low") is None for row in few)  # each is compared with the fast one
    many, told = run(8)
    assert not told
    assert [row["place_low"] for row in many] == [1, 2, 3]
    assert many[0]["par2_s_low"] < many[0]["par2_s"]


def test_twenty_backends_are_told_apart(tmp_path):
    names = [f"b{i:02d}" for i in range(20)]
    rows = [record(p, name, 1e-4 * (i + 1) * (p + 1)) for p in range(5) for i, name in enumerate(names)]
    make_run(tmp_path, [puzzle(p) for p in range(5)], rows, backends=names)
    a = analysis(tmp_path)
    drawn = {(draw.hue_of(i), tuple(draw.dash_of(i))) for i in range(20)}
    assert len(drawn) == 20
    svg = draw.svg(plots.cactus(a), "en")
    assert all(name in svg for name in names)


def test_every_plot_that_cannot_be_drawn_says_why(tmp_path):
    make_run(tmp_path, [puzzle(1)], [record(0, "dlx", 1)], backends=("dlx",))
    a = analysis(tmp_path)
    every = (
        plots.cactus, plots.scatter, plots.slowdown_ecdf, plots.critical_difference, plots.phase_bars, plots.noise,
        plots.by_clues, plots.by_rating, plots.by_size, plots.heat_map,
    )  # fmt: skip
    lacking = [made for made in (make(a) for make in every) if not isinstance(made, Figure)]
    assert len(lacking) == 8
    assert all(len(words.en) > 20 and words.ja for words in lacking)


def test_without_the_drawing_packages_the_remedy_is_told(monkeypatch):
    import sys

    from sudokubench.errors import BackendUnavailable

    draw._converter.cache_clear()
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(BackendUnavailable, match=r"pip install 'sudokubench\[report\]'"):
        draw.require()
    draw._converter.cache_clear()


def test_the_points_of_the_page_are_the_sample_it_names(full, html):
    a, _, _ = full
    data = json.loads(re.search(r'id="scatter-data">(.*?)</script>', html)[1])
    assert len(data["times"]) == len(plots.sampled_rows(a))
    assert f"All {len(data['times'])} puzzles that anybody solved" in html
