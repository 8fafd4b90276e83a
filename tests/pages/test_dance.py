"""Dances: links match the states, the pictures show them, and a page needs no other file."""

import json
import re
from itertools import accumulate
from xml.etree import ElementTree

import pytest

from sudokubench.actions.watch import watch
from sudokubench.board import Board
from sudokubench.errors import UsageError
from sudokubench.logic.step_parts import CONTRADICTION, RETURN, SOLUTION, TRIAL
from sudokubench.pages import dance_page, dance_text
from sudokubench.pages.dance import Dance
from sudokubench.pages.words import DANCE_TOO_FEW
from sudokubench.problem import cover
from sudokubench.problems import named
from sudokubench.words import LANGUAGES

PUZZLES = {
    "knuth": named("knuth:example"),
    "tromino": named("tromino:3x4"),
    "queens": named("queens:5"),
    "values": named("latin:3"),
    "board": Board.parse("1...3..2...3..2."),
    "foreign names": cover([("<b>a</b>", ["</script>", "&"]), ("none", ["&", "left"])]),
    "colours": cover(
        [("A", ["p", "q", "x", "y:<i>"]), ("B", ["p", "r", "x:long", "y"]), ("C", ["p", "x:red"]),
         ("D", ["q", "x:long"]), ("E", ["r", "y:red"]), ("F", ["q", "x:red"])], secondary="xy",
    ),
    "several": cover(
        [("A", "ab"), ("B", "ac"), ("C", "ad"), ("D", "bc"), ("E", "b"), ("F", "cd"), ("G", "abc")],
        multiplicity={"a": 2, "b": (1, 2), "c": (0, 2)},
    ),
    "both": cover(
        [("A", ["a", "b", "x:R"]), ("B", ["a", "x:R", "y:B"]), ("C", ["a", "c", "x:B"]), ("D", ["b", "c", "y:B"]),
         ("E", ["c", "y"]), ("F", ["b", "x:R"])], secondary="xy", multiplicity={"a": 2, "b": (1, 2)},
    ),
}  # fmt: skip
KNUTH = PUZZLES["knuth"]


@pytest.fixture(params=PUZZLES.values(), ids=PUZZLES)
def dance(request):
    return Dance(watch(request.param))


def operated(links, change):
    """Return the links after a change by the rule of the paper: L[R[x]] <- L[x], R[L[x]] <- R[x], and back."""
    left, right, up, down = (dict(enumerate(way, 1)) for way in links)
    one, other = (left, right) if change.first == left[change.node] else (up, down)
    x = change.node
    assert (one[x], other[x]) == (change.first, change.second), "a node that is out keeps its own links"
    if change.leaves:
        assert (other[one[x]], one[other[x]]) == (x, x), "only what is in a list leaves it"
        one[other[x]], other[one[x]] = one[x], other[x]
    else:
        one[other[x]] = other[one[x]] = x
    return [list(way.values()) for way in (left, right, up, down)]


def column(links, header):
    """Return the nodes of a column, from above."""
    down, found = links[3], []
    node = down[header - 1]
    while node != header:
        found.append(node)
        node = down[node - 1]
    return found


def test_the_links_after_each_step_hold_the_options_that_are_possible(dance):
    links, changes = dance.surgery
    first = links
    option_of = {n: option for option, some in enumerate(dance.numbers) for n in some}
    for step, state, some in zip(dance.trace.steps, dance.trace.states()[1:], changes, strict=True):
        for change in some:
            links = operated(links, change)
        root = len(links[0])
        headers, node = [], links[1][root - 1]
        while node != root:
            headers.append(node)
            node = links[1][node - 1]
        headers = [n for n in headers if n - 1 in state.sizes or column(links, n)]  # without settled items
        assert {header - 1 for header in headers} <= set(state.sizes)
        for header in headers:
            found = [option_of[node] for node in column(links, header)]
            assert set(found) <= set(state.options_of(header - 1)), step
            if step.rule == TRIAL:
                assert tuple(found) == state.options_of(header - 1)
                assert {header - 1 for header in headers} == set(state.sizes)
    assert links == first


def test_the_page_shows_the_changes_of_the_links(dance):
    looks = list(dance.looks())
    items = len(dance.cover.items)
    for step, look, some in zip(dance.trace.steps, looks[1:], dance.surgery[1], strict=True):
        chosen = {
            n for option, seen in enumerate(dance.numbers) if not look.get(f"p{option}", "no") for n in seen
        }
        for change in some:
            if change.node > items and change.node not in chosen:
                assert look[f"n{change.node}"] == ("leave" if change.leaves else "back")
            elif change.node <= items and step.rule != CONTRADICTION and change.node - 1 not in step.items:
                assert look[f"c{change.node - 1}"] == ("hit" if change.leaves else "open")
        if step.items:
            assert look[f"c{step.items[0]}"] == "now"
            assert look[f"s{step.items[0]}"] == str(len(step.group("fact")))
        for option in step.placed:
            assert (look[f"r{option}"], look[f"p{option}"]) == ("pick", "")
        if step.rule == RETURN:
            assert [look[f"p{option}"] for option in step.group("single")] in ([], ["no"])
    assert sum(kind == "here" for kind in looks[-1].values()) == 1
    assert {kind for part, kind in looks[0].items() if part[0] in "chrn"} == {""}


def test_the_tree_has_a_child_for_each_option_and_a_leaf_for_each_end(dance):
    tree, states = dance.tree, dance.trace.states()
    children = [sum(vertex.above == n for vertex in tree) for n in range(len(tree))]
    assert len(tree) == dance.trace.nodes
    inner = [(vertex.size, states[vertex.step].demand(vertex.item)[0]) for vertex in tree if not vertex.leaf]
    assert [size - max(least - 1, 0) + (not least) for size, least in inner] == [n for n in children if n]
    assert [vertex.leaf for vertex in tree].count(SOLUTION) == dance.trace.solutions
    places = [(vertex.depth, vertex.x) for vertex in tree]
    assert len(set(places)) == len(places)
    assert min(vertex.x for vertex in tree) == 0
    assert all(vertex.depth == tree[vertex.above].depth + 1 for vertex in tree[1:])


def test_a_trace_that_was_cut_is_shown_as_far_as_it_goes():
    cut = Dance(watch(KNUTH, most_steps=4))
    assert [vertex.size for vertex in cut.tree] == [2, 1, 0]
    assert len(list(cut.looks())) == 5
    assert list(dance_text.lines(cut.trace, "en"))[-1] == "Nodes: 3. Solutions: 0. Cut after 4 steps."
    assert list(dance_text.lines(cut.trace, "ja"))[-1] == "ノード：3。解：0。4手で打ち切りました。"
    assert len(list(dance_page.frames(cut, "ja"))) == 5


def matrix(dance, look):
    lines = dance_text.matrix(dance, look, 80, 24, "en")
    return ["".join(text for text, _ in spans).rstrip() for spans in lines]


def test_the_matrix_as_text_has_the_signs_of_its_nodes():
    dance = Dance(watch(KNUTH))
    look = list(dance.looks())[2]  # the search has chosen ADG and BCF
    assert matrix(dance, look) == [
        "    A B C D E F G",
        "      1     0",
        "CEF     o   - -",
        "ADG #     #     #",
        "BCF   # #     #",
        " AD .     .",
        " BG   .         .",
        "DEG       . .   .",
    ]
    assert dance_text.branch(dance, look) == "ADG (1/2) > BCF (1/1)"


def test_parts_without_room_are_omitted_and_counted():
    dance = Dance(watch(PUZZLES["queens"]))
    look = next(dance.looks())
    lines = ["".join(text for text, _ in spans) for spans in dance_text.matrix(dance, look, 20, 10, "en")]
    assert max(map(len, lines[:-1])) <= 20
    assert len(lines) <= 10
    assert re.fullmatch(r"no room for \d+ more options and \d+ more items", lines[-1])
    for rows in (1, 4):  # even the heads need more
        few = list(dance_text.matrix(dance, look, 80, rows, "en"))
        assert few[-1] == [(f"no room for {len(dance.options)} more options and 0 more items", "off")]


def test_colours_and_multiplicities_are_in_sight():
    dance = Dance(watch(PUZZLES["both"]))
    look = list(dance.looks())[2]  # A and B are chosen; y has the colour of B
    assert matrix(dance, look) == [
        "    a   b   c   x   y",
        "    1   2   1   1   1",
        "    0 0–1   1   R   B",
        "A   #   #       #",
        "B   #           #   #",
        "C   .       .   .      x:R",
        "D       o   o       B",
        "E           -       .  y:B",
        "F       o       R",
    ]
    frame = list(dance_page.frames(dance, "en"))[2]
    assert frame.count('class="mark"') == 6
    assert re.findall(r'class="why">([^<]+)<', frame) == ["x:R", "y:B"]
    assert re.findall(r'class="demand">([^<]+)<', frame) == ["0", "0–1", "1", "R", "B"]
    long = Dance(watch(PUZZLES["colours"]))
    assert (long.marks, long.key) == (("", "1", "2", "3"), "1 = <i>, 2 = long, 3 = red")
    page = dance_page.page(dance, "ja")
    assert 'data-word="hint_demands"' in page
    assert 'data-word="hint_colours"' in page
    assert 'hint_colours"></p>' not in dance_page.page(Dance(watch(KNUTH)), "ja")


def test_steps_of_covers_with_multiplicities_are_described():
    told = [words.en for words in dance_text.sentences(watch(PUZZLES["several"]))]
    assert told[3] == "Suppose D (options left for c: 1; needed: 0–2)."
    assert told[6] == "Suppose that no further option covers c (options left: 1)."
    assert "Take this supposition back." in told
    short = cover([("A", "ab"), ("B", "a"), ("C", "b")], multiplicity={"a": 2, "b": (2, 2)}, primary="abc")
    few = cover([("A", "ab"), ("B", "a")], multiplicity={"a": 1, "b": 2})
    too_few = DANCE_TOO_FEW.format(item="b", size=1, demand=2)
    assert [*dance_text.sentences(watch(few))][1:] == [too_few]
    assert [words.ja for words in dance_text.sentences(watch(short))][1:] == [
        "cを覆う選択肢が残っていません。"
    ]


def test_the_changes_of_a_step_are_described_by_name():
    dance = Dance(watch(KNUTH))
    assert [words.en for words in dance_text.changes(dance, 8)] == [
        "cover B: root.R = G, G.L = root",
        "hide BG · G: [G].D = [G], [G].U = [G]",
        "cover G: root.R = root, root.L = root",
    ]
    assert [words.ja for words in dance_text.changes(dance, 0)] == []
    assert [words.en for words in dance_text.changes(dance, 10)] == [
        "uncover G: root.R = root.L = G",
        "unhide BG · G: [G].D = [G].U = [BG · G]",
        "uncover B: root.R = G.L = B",
    ]


def test_pictures_of_the_covered_part_are_those_of_partial_solutions():
    told = {}
    for name in ("board", "queens", "tromino", "knuth"):
        dance = Dance(watch(PUZZLES[name]))
        solved = next(n for n, step in enumerate(dance.trace.steps) if step.rule == SOLUTION)
        told[name] = dance_text.picture(dance, dance.trace.states()[solved])
    assert sorted(filter(str.isdigit, told["board"])) == sorted("1234" * 4)
    assert told["queens"].count("♛") == 5
    assert "░" not in told["tromino"]
    assert sorted(told["knuth"].split()) == ["AD", "BG", "CEF"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_whole_and_asks_for_nothing_from_elsewhere(dance, language):
    page = dance_page.page(dance, language)
    data = json.loads(
        re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)[1]
    )
    assert f'<html lang="{language}">' in page
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|src=|url\(|@import|innerHTML|\{\{", page.replace("default-src", ""))
    assert "<b>a</b>" not in page
    assert len(data["news"]) == len(data["changes"]) == len(dance.trace.steps) + 1
    ids = re.findall(r' id="([a-z]\d+)"', page)
    assert len(set(ids)) == len(ids)
    assert {part for look in data["news"] for part in look} <= {*ids}
    assert data["words"]["en"].keys() == data["words"]["ja"].keys()
    assert {len(data["words"][side]["told"]) for side in LANGUAGES} == {len(data["news"])}
    seen = {}
    for news, look in zip(data["news"], dance.looks(), strict=True):
        seen |= news
        assert seen == look


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_is_a_drawing_that_is_whole(dance, language):
    frames = list(dance_page.frames(dance, language))
    told = [words.to(language) for words in dance_text.sentences(dance.trace)]
    assert len(frames) == len(told) == len(dance.trace.steps) + 1
    for number, (frame, words) in enumerate(zip(frames, told, strict=True)):
        drawn = ElementTree.fromstring(frame)
        title = drawn.find("{http://www.w3.org/2000/svg}title").text
        assert title == f"{number}/{len(dance.trace.steps)}  {words}"
        assert 'id="' not in frame


def test_every_kind_of_text_has_a_look_of_its_own(dance):
    style, _, drawn = dance_page.page(dance, "en").partition("</style>")
    for kind in {*re.findall(r'<text[^>]* class="(\w+)', drawn)}:
        assert re.search(rf"\.{kind}[,{{]", style), kind


def test_a_matrix_too_large_to_read_is_not_drawn():
    with pytest.raises(UsageError, match=r"has \d,\d+ nodes; up to 4,000 are shown"):
        Dance(watch(named("tromino:20"), most_steps=3))


def test_every_step_is_described_in_both_languages():
    trace = watch(KNUTH)
    told = list(dance_text.sentences(trace))
    assert {step.rule for step in trace.steps} == {TRIAL, CONTRADICTION, RETURN, SOLUTION}
    assert told[1].en == "Suppose ADG (options left for A: 2)."
    assert told[1].ja == "仮にADGを選びます（Aの選択肢：2）。"
    assert told[3].en == "No option is left for E."
    assert told[4].ja == "BCFを取り消して戻します。"
    assert told[9].en == "Everything is covered: solution 1."


SEEN = """
() => {
  const parts = {}, get = id => document.getElementById(id);
  for (const part of document.querySelectorAll("[id]"))
    if (/^[sdw][0-9]+$/.test(part.id)) parts[part.id] = part.textContent;
    else if (/^[a-z][0-9]+$/.test(part.id)) parts[part.id] = part.getAttribute("class").split(" ")[1] || "";
  const rows = [...document.querySelectorAll("#after tr")].slice(1);
  return {
    count: get("count").textContent, told: get("told").textContent, parts, done: get("done").textContent,
    rows: get("surgery").hidden ? null : rows.map(row => [...row.cells].map(cell => cell.textContent)),
  };
}
"""


@pytest.fixture
def drive(browser, tmp_path):
    """Return what a page shows at first (at the step in its address), after each action, and after the whole play."""

    def driven(text, acts, start):
        (tmp_path / "page.html").write_text(text, encoding="utf-8")
        with browser.new_page() as page:
            page.clock.install()
            page.goto(f"{(tmp_path / 'page.html').as_uri()}#{start}")
            seen = [page.evaluate(SEEN)]
            for act in acts:
                if act[0] == "#":
                    page.locator(act).dispatch_event("click")
                else:
                    page.keyboard.press(act)
                seen.append(page.evaluate(SEEN))
            page.keyboard.press("Home")
            page.keyboard.press("Space")
            page.clock.run_for(60_000)  # it plays, for a minute
            return [*seen, page.evaluate(SEEN)]

    return driven


@pytest.mark.parametrize("name", ["knuth", "board", "colours", "several"])
def test_a_page_shows_the_states_of_its_trace_forward_and_back(drive, name):
    dance = Dance(watch(PUZZLES[name]))
    states, looks, told = dance.trace.states(), list(dance.looks()), list(dance_text.sentences(dance.trace))
    last = len(dance.trace.steps)
    acts = [
        *["ArrowRight"] * last, "ArrowLeft", "ArrowLeft", "#previous", "Home", "ArrowLeft", "#next", "#last",
        "#next", "#first", "End",
    ]  # fmt: skip
    moves = {
        "ArrowRight": 1, "#next": 1, "ArrowLeft": -1, "#previous": -1, "Home": -last, "#first": -last,
        "End": last, "#last": last,
    }  # fmt: skip
    places = list(
        accumulate((moves[act] for act in acts), lambda at, by: min(max(at + by, 0), last), initial=3)
    )
    seen = drive(dance_page.page(dance, "en"), acts, 3)
    assert [one["count"] for one in seen] == [f"{at} / {last}" for at in [*places, last]]
    for at, one in zip([*places, last], seen, strict=True):
        state, parts = states[at], one["parts"]
        assert one["told"] == told[at].en
        assert parts == looks[at]
        chosen = {option for option in dance.options if parts[f"p{option}"] != "no"}
        assert chosen == set(state.chosen) & set(dance.options)
        gone = {option for option in dance.options if parts[f"r{option}"] == "off"}
        assert gone == set(dance.options) - state.possible - chosen


def test_a_page_carries_the_links_out_one_change_at_a_time(drive):
    dance = Dance(watch(KNUTH))
    links, changes = dance.surgery
    names, last = list(dance.names()), len(dance.trace.steps)
    acts, expected = [], []
    for some in changes:
        acts += ["ArrowRight", *["#forth"] * (len(some) - 1)]
        expected += [None] * (not some)
        for change in some:
            links = operated(links, change)
            nodes = dict.fromkeys([change.first, change.node, change.second])
            expected.append([[names[n - 1], *(names[way[n - 1] - 1] for way in links)] for n in nodes])
    seen = drive(dance_page.page(dance, "ja"), ["Home", *acts, "#back", "#language"], last)
    for one, rows in zip(seen[2:-3], expected, strict=True):
        assert one["rows"] == rows
    done = [words.ja for n in range(1, last + 1) for words in dance_text.changes(dance, n)]
    assert [one["done"] for one in seen[2:-3] if one["rows"]] == done
    assert len(changes[-1]) > 1
    assert seen[-3]["rows"] == expected[-2]
    told = list(dance_text.sentences(dance.trace))
    assert [one["told"] for one in seen[-3:]] == [told[-1].ja, told[-1].en, told[-1].en]


OUT_OF_SIGHT = """
(wanted) => {
  const frame = document.getElementById("matrix").getBoundingClientRect(), bottom = Math.min(frame.bottom, innerHeight);
  const isSeen = part => {
    const { left, right, top, bottom: low } = part.getBoundingClientRect(), x = (left + right) / 2, y = (top + low) / 2;
    const above = document.elementsFromPoint(x, y).find(one => one === part || one.matches(".pin"));
    return above === part && x > frame.left && x < frame.right && top >= frame.top - 1 && low <= bottom + 1;
  };
  const parts = wanted.flatMap(one => [...document.querySelectorAll(one)]);
  return parts.filter(part => !isSeen(part)).map(part => part.id);
}
"""
SIZES = {"wide": (1280, 800), "phone": (390, 844)}


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
def test_the_chosen_nodes_with_their_heads_and_their_name_are_in_sight_at_every_step(browser, tmp_path, size):
    dance = Dance(watch(named("tromino:5-0")))
    (tmp_path / "page.html").write_text(dance_page.page(dance, "en"), encoding="utf-8")
    width, height = SIZES[size]
    with browser.new_page(viewport={"width": width, "height": height}) as page:
        page.goto((tmp_path / "page.html").as_uri())
        steps = [(n, step.placed) for n, step in enumerate(dance.trace.steps, 1) if step.placed]
        assert len(steps) > 90
        for number, placed in steps:
            page.evaluate("n => go(n)", number)
            for option in placed:
                nodes = [f"#n{node}" for node in dance.numbers[option]]
                heads = [f"#h{item}" for item in dance.cover.options[option]]
                assert page.evaluate(OUT_OF_SIGHT, [f"#r{option}", *nodes, *heads]) == [], number


def test_on_paper_every_drawing_is_whole(browser, tmp_path):
    page_text = dance_page.page(Dance(watch(named("queens:6"))), "en")
    (tmp_path / "page.html").write_text(page_text, encoding="utf-8")
    is_whole = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    with browser.new_page(viewport={"width": 700, "height": 500}) as page:
        page.goto((tmp_path / "page.html").as_uri())
        parts = page.locator("#matrix, #tree").all()
        assert not any(part.evaluate(is_whole) for part in parts)
        page.emulate_media(media="print")
        assert all(part.evaluate(is_whole) for part in parts)
