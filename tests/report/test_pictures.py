"""The plots of a report."""

import re
import sys
from math import isfinite, log10

import pytest
import vl_convert
from report.making import analysed, puzzle, puzzles, record, spec_of, timeout

from sudokubench.errors import BackendUnavailable
from sudokubench.report import draw, plots
from sudokubench.report.build import build
from sudokubench.report.plots import common
from sudokubench.words import Words


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pictures_are_drawn_in_both_languages(full, language):
    a, _, _ = full
    figure = plots.comparison.cactus(a)
    svg = draw.svg(figure, language)
    assert figure.title.to(language) in svg
    assert ("解けた問題数" in svg) == (language == "ja")
    assert draw.png(figure, language).startswith(b"\x89PNG")


def test_a_picture_that_stands_alone_shows_its_title_and_one_in_a_page_does_not(full):
    figure = plots.comparison.cactus(full[0])
    assert f">{figure.title.en}</text>" in draw.svg(figure, "en")
    assert f">{figure.title.en}</text>" not in draw.inline(figure, lambda words: words.en)


def test_no_tick_of_a_scatter_plot_lies_at_the_rail_of_the_unsolved_which_its_caption_explains(tmp_path):
    times_s = (1e-3, 2.0, 1e-3)
    rows = [record(i, name, seconds) for i, seconds in enumerate(times_s) for name in ("fast", "slow")]
    figure = plots.comparison.scatter(analysed(tmp_path, puzzles(3), [*rows[:-1], timeout(2, "slow")]))
    spec = spec_of(figure)
    cloud = next(one for one in spec["layer"] if one.get("name") == "cloud")
    rail = max(point["y"] for point in cloud["data"]["values"])
    assert rail > 2.0
    for axis in ("x", "y"):
        assert max(cloud["encoding"][axis]["axis"]["values"]) <= 2.0 * 1.001
    texts = [one for one in spec["layer"] if one["mark"]["type"] == "text" and "text" in one["encoding"]]
    labels = [label for one in texts for label in one["data"]["values"]]
    assert sorted(label["t"] for label in labels) == ["10×", "10×", "2×", "2×"]
    assert all(label[axis] <= 2.0 * 1.001 for label in labels for axis in "xy")
    assert "within the limit of 60 s: a rail is outside the scale and stands for no time" in figure.note.en
    assert "60秒以内に未解決" in figure.note.ja


@pytest.mark.parametrize(
    ("clues", "beyond"), [([22, 23, 24, 25, 26, 27] * 3 + [62, 81], {62, 81}), ([25] * 9 + [81], set())]
)
def test_few_boards_with_far_more_clues_than_many_others_do_not_stretch_the_plot(tmp_path, clues, beyond):
    rows = [record(i, name, 1e-3) for i in range(len(clues)) for name in ("fast", "slow")]
    figure = plots.puzzles.by_clues(analysed(tmp_path, [puzzle(i, n) for i, n in enumerate(clues)], rows))
    marks = [one for one in spec_of(figure)["layer"] if one["mark"]["type"] == "point"]
    assert {point["x"] for one in marks for point in one["data"]["values"]} == {*clues} - beyond
    assert {row[1] for row in figure.data.rows} == {*clues}
    assert ("leaves out 2 with fewer than 22 or more than 27 clues" in figure.note.en) == bool(beyond)
    assert ("leaves out" in figure.note.en) == ("2問は図から除き" in figure.note.ja) == bool(beyond)


def test_japanese_text_in_pictures_is_not_a_row_of_equal_boxes():
    draw.require()
    text = f'<text x="4" y="30" font-size="28" font-family="{draw.FONT}">{{}}</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{text}</svg>'
    assert len({vl_convert.svg_to_png(svg.format(letter)) for letter in "問題数"}) == 3


def test_twenty_backends_are_all_named_and_names_with_options_are_whole(tmp_path):
    names = [*(f"b{i:02d}" for i in range(19)), "sat:solver=cadical195,encoding=commander"]
    rows = [record(p, name, 1e-4 * (i + 1) * (p + 1)) for p in range(5) for i, name in enumerate(names)]
    a = analysed(tmp_path, puzzles(5), rows, backends=names)
    for figure in (plots.comparison.cactus(a), plots.comparison.forest(a)):
        svg = draw.svg(figure, "en")
        assert all(f">{name}</text>" in svg for name in names)


def test_every_plot_that_cannot_be_drawn_says_why(tmp_path):
    a = analysed(tmp_path, [puzzle(1)], [record(0, "dlx", 1)], backends=("dlx",))
    parts = (part for section in build(a).sections for part in section.parts)
    lacking = [plots.comparison.groups(a), *(part for part in parts if isinstance(part, Words))]
    assert len(lacking) == 9
    assert all(len(words.en) > 20 and words.ja for words in lacking)


def test_without_the_drawing_packages_the_remedy_is_reported(monkeypatch):
    draw.require.cache_clear()
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(BackendUnavailable, match=r"-m pip install -e .*\[report\]"):
        draw.require()
    draw.require.cache_clear()


@pytest.mark.parametrize("key", ["cactus", "slowdown", "scatter", "clues", "rating", "sizes"])
def test_what_is_drawn_fills_its_axes_and_names_stand_at_the_ends_of_their_curves(full, key):
    """No mark lies beyond an axis or a decade from its ends, and a name is at most a few lines from its curve."""
    (figure,) = (figure for figure in full[1].figures if figure.key == key)
    spec = spec_of(figure)
    curved = key in {"cactus", "slowdown"}
    layers = [one for one in spec["layer"] if one["mark"]["type"] in {"area", "line", "point"}]
    curves = [point for one in (layers[:1] if curved else layers) for point in one["data"]["values"]]
    axes = layers[0]["encoding"]
    (left, right), (low, high) = axes["x"]["scale"]["domain"], axes["y"]["scale"]["domain"]
    assert spec["height"] >= 300
    ys = [point[end] for point in curves for end in ("y", "low", "high") if end in point]
    assert low <= min(ys) < 10 * low
    assert high / 10 < max(ys) <= high
    if key == "scatter":
        return
    points = [point for one in layers if one["mark"]["type"] == "point" for point in one["data"]["values"]]
    xs = [point["x"] for point in (curves if curved else points)]
    margin = 0.1 * (max(xs) - min(xs))
    assert left <= min(xs) <= left + margin
    assert right - margin <= max(xs) <= right
    ends = {point["series"]: point["y"] for point in curves if "y" in point}
    names = next(one["data"]["values"] for one in spec["layer"] if one["mark"]["type"] == "text")
    for name in names:
        up = [spec["height"] * log10(high / y) / log10(high / low) for y in (name["y"], ends[name["series"]])]
        assert abs(up[0] - up[1]) < 60


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (1e-4, 1.0, [1e-4, 1e-3, 1e-2, 1e-1, 1.0]),
        (0.02, 0.5, [0.02, 0.05, 0.1, 0.2, 0.5]),
        (3, 6, [3, 4, 5]),
        (3, 5, [2, 3, 4, 5, 7]),
    ],
)
def test_ticks_are_round_values_within_an_axis_that_is_at_least_twice_as_high_at_its_end(low, high, ticks):
    axis = common.log_axis("time", low, high, "s")
    assert axis["axis"].values == pytest.approx(ticks)
    ends = axis["scale"].domain
    assert ends[0] <= low < high <= ends[1] >= 2 * ends[0]


def test_the_lines_of_a_scatter_plot_stand_for_one_ratio_each(full):
    spec = spec_of(plots.comparison.scatter(full[0]))
    low, high = spec["layer"][0]["encoding"]["x"]["scale"]["domain"]
    lines = [one["data"]["values"] for one in spec["layer"] if one["mark"]["type"] == "line"]
    ratios = [[end["y"] / end["x"] for end in ends] for ends in lines]
    even = [begin for begin, end in ratios if begin == pytest.approx(end)]
    assert even == pytest.approx([0.1, 0.5, 1, 2, 10])
    assert all(low <= place <= high for ends in lines for end in ends for place in end.values())


def test_groups_stand_at_the_right_of_all_ranks_each_at_its_own_place(tmp_path):
    names = ("one", "other", "slow")
    rows = [record(i, names[j], 1e-3 + 1e-4 * ((i + j) % 2)) for i in range(8) for j in range(2)]
    rows += [record(i, "slow", 1, repeat=r) for i in range(8) for r in range(5)]
    spec = spec_of(plots.comparison.groups(analysed(tmp_path, puzzles(8), rows, backends=names)))
    ranks, joined, _ = (one["data"]["values"] for one in spec["layer"])
    right = spec["layer"][0]["encoding"]["x"]["scale"]["domain"][1]
    assert {one["b"] for one in joined} >= {"one", "other"}
    assert len({one["r"] for one in joined}) == len({one["g"] for one in joined})
    assert max(one["r"] for one in ranks) <= 3 < min(one["r"] for one in joined)
    assert max(one["r"] for one in joined) < right < 5


def test_a_picture_says_in_both_languages_that_a_backend_searched_in_batches(tmp_path):
    rows = [record(i, name, 1e-3, batch=n) for i in range(3) for name, n in (("one", 3), ("other", 1))]
    a = analysed(tmp_path, puzzles(3), rows, backends=("one", "other"))
    drawn = draw.inline(plots.comparison.cactus(a), lambda words: f"{words.en} / {words.ja}")
    for text in ("one (batch) / one（バッチ）", "other / other", "virtual best / 仮想最良"):
        assert f">{text}<" in drawn


def test_near_engines_are_distinguished_where_one_is_far_away(tmp_path):
    times = {"a": 1.0, "b": 1.07, "c": 1.1, "far": 453.0}
    rows = [record(p, "bold", 1e-3, repeat=r, batch=20) for p in range(20) for r in range(5)]
    rows += [
        record(p, name, 1e-3 * t * (p + 1) * (1 + 0.01 * ((p + r) % 3)), repeat=r)
        for p in range(20)
        for name, t in times.items()
        for r in range(5)
    ]
    a = analysed(tmp_path, puzzles(20), rows, backends=(*times, "bold"))
    figure = plots.comparison.forest(a)
    spec = spec_of(figure)
    points = {one["b"]: one for layer in spec["layer"] for one in layer["data"]["values"] if "b" in one}
    axes = [layer["encoding"]["x"] for layer in spec["layer"]]
    low, high = next(axis["scale"]["domain"] for axis in axes if "scale" in axis)
    assert log10(1.1 / 1.07) / log10(high / low) > 0.015  # with an axis to 453: 0.004
    assert {name: one["beyond"] for name, one in points.items()} == {
        "a": "", "b": "", "c": "", "far": "▶", "bold (batch)": "◀",
    }  # fmt: skip
    assert points["far"]["t"].startswith("453")
    ends = [one[end] for one in points.values() for end in ("low", "r", "high")]
    assert all(low <= end <= high for end in ends if isfinite(end))
    assert "an arrow (◀ or ▶) stands for a backend beyond its ends" in figure.note.en


def test_the_axis_of_a_forest_plot_has_few_labels(tmp_path):
    times = {"a": 1.0, "b": 12.0, "c": 1e4}
    rows = [record(p, name, 1e-4 * (p + 1) * t) for p in range(20) for name, t in times.items()]
    a = analysed(tmp_path, puzzles(20), rows, backends=tuple(times))
    encoded = [layer["encoding"]["x"] for layer in spec_of(plots.comparison.forest(a))["layer"]]
    axes = [x["axis"] for x in encoded if "axis" in x]
    assert axes
    assert all(len(re.findall(r"'[^']+×'", axis["labelExpr"])) <= 4 for axis in axes)
