"""The views beside the board, driven in a browser: generate, race, watch and runs, in both languages, on a phone."""

import json

import pytest
from schema_cases import valid

from sudokubench.board import Board
from sudokubench.certificates import verify
from sudokubench.solving import is_unique

pytestmark = pytest.mark.thorough

UNIQUE = "1...3..2...3..2."

WALK = """
const shows = (name) => get("tab-" + name).click();
const ready = (name) => until(() => document.querySelector(`[data-t=${name}].main:not(:disabled)`));
const said = (name) => document.querySelector(name + "-panel .said").textContent;
const inside = (name, selector) => document.querySelector(name + "-panel " + selector);
const choose = (list, value) => { list.value = value; list.dispatchEvent(new Event("change")); };
"""


@pytest.fixture(scope="module")
def seen(drive):
    """What the views show, one after the other."""
    return drive(
        WALK
        + """
        const links = [], blobs = [];
        URL.createObjectURL = blob => (blobs.push(blob), "blob:of-the-test");
        HTMLAnchorElement.prototype.click = function () { links.push(this.download); };

        shows("race");
        await until(() => inside("race", ".chips input"));
        for (const one of document.querySelectorAll(".chips input")) one.checked = given.includes(one.value);
        inside("race", ".main").click();
        await ready("race");
        const marked = word => until(() => texts(".race td:last-child").every(one => one === "✓ " + word));
        choose(get("language"), "ja");
        await marked("一致");
        note("japanese", said("race"));
        choose(get("language"), "en");
        await marked("agrees");
        note("race", [said("race"), texts(".race tbody th").sort(), texts(".race tbody td:last-child"),
          document.querySelectorAll(".race rect.solve").length]);
        button("Download the certificate").click();
        await until(() => links.length);
        note("certificate", [links[0], await blobs[0].text()]);

        choose(inside("race", "select"), ":");
        inside("race", "[data-label=named]").value = "queens:0";
        inside("race", ".main").click();
        await until(() => inside("race", "[role=alert]").textContent);
        note("refused", [inside("race", "[role=alert]").textContent, inside("race", "table").hidden]);
        inside("race", "[data-label=named]").value = "knuth:example";
        inside("race", ".main").click();
        await ready("race");
        note("named", [said("race"), inside("race", "[role=alert]").textContent]);
        button("See the report").click();
        await until(() => !get("runs").hidden && texts("runs-panel tbody tr").length === 2);
        note("runs", [texts("runs-panel tbody .cut"), inside("runs", ".row a").href, get("board").checkVisibility()]);
        for (const one of document.querySelectorAll("runs-panel [type=checkbox]")) one.click();
        await until(() => button("Compare two"));
        button("Compare two").click();
        note("comparison", inside("runs", ".row a").href);

        shows("watch");
        await until(() => inside("watch", "option"));
        choose(inside("watch", "select"), "queens:6");
        inside("watch", ".main").click();
        await until(() => !inside("watch", "iframe").hidden);
        note("watch", await (await fetch(inside("watch", "iframe").src)).text());

        shows("generate");
        await until(() => inside("generate", "option"));
        const [layout, rating] = document.querySelectorAll("generate-panel select");
        choose(layout, "6x6");
        choose(rating, "Easy");
        inside("generate", ".main").click();
        await ready("generate");
        note("generate", [said("generate"), inside("generate", "textarea").value,
          inside("generate", "figure").hidden, inside("generate", "path.distance").getAttribute("d")]);
        button("Play it").click();
        await until(() => !get("explain").hidden);
        note("played", [grid(), location.hash]);
        """,
        f"lang=en&p={UNIQUE}",
        given=["algorithm_x", "dlx"],
    )


def test_a_race_shows_each_engine_with_its_time_by_phase_and_a_certificate_that_verifies(seen):
    assert seen["japanese"] == "食い違いはありません。"
    said, engines, marks, bars = seen["race"]
    assert (said, engines) == ("No disagreement.", ["algorithm_x", "dlx"])
    assert marks == ["✓ agrees", "✓ agrees"]
    assert bars >= 2
    name, line = seen["certificate"]
    assert name == f"{Board.parse(UNIQUE).id}.cert.jsonl"
    assert valid(line) == ["sudokubench.certificate/2"]
    assert verify(line).verified


def test_what_cannot_be_raced_is_told_in_the_view_and_what_can_be_is_raced_then(seen):
    sentence, hidden = seen["refused"]
    assert "sides from 1 to 64 are possible" in sentence
    assert hidden
    assert seen["named"] == ["No disagreement.", ""]


def test_races_are_runs_that_open_as_reports_and_compare_the_older_with_the_newer(seen):
    puzzles, report, board = seen["runs"]
    assert (puzzles, board) == (["knuth:example", UNIQUE], False)
    assert "/api/report?run=" in report
    run = report.partition("run=")[2].partition("&")[0]
    first, _, other = seen["comparison"].partition("run=")[2].partition("&other=")
    assert first != other.partition("&")[0] == run


def test_a_search_is_watched_on_the_page_of_the_library(seen):
    assert "The links dance: queens:6" in seen["watch"]
    data = json.loads(seen["watch"].partition('type="application/json">')[2].partition("</script>")[0])
    assert data["words"]["en"]["told"][0] == "Nothing is chosen yet."


def test_a_puzzle_is_made_with_the_curve_of_its_search_and_put_on_the_board(seen):
    said, text, hidden, curve = seen["generate"]
    assert said.startswith("made: ")
    assert "seed 1" in said
    assert (hidden, curve[0]) == (False, "M")
    board = Board.parse(text)
    assert is_unique(board)
    grid, link = seen["played"]
    assert grid == str(board).rpartition(":")[2]
    assert "p=" in link


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_view_has_its_words_and_fits_on_a_phone(drive, lang):
    found = drive(
        """
        for (const tab of document.querySelectorAll("[role=tab]")) {
          tab.click();
          const panel = get(tab.getAttribute("aria-controls"));
          if (tab.id === "tab-race") await until(() => panel.querySelector(".chips input"));
          if (tab.id === "tab-generate") await until(() => panel.querySelector("option"));
          const wordless = [...panel.querySelectorAll("button, [data-t], h2, th, option, legend")]
            .filter(one => !one.hidden && !one.textContent.trim() && !one.getAttribute("aria-label"));
          const unnamed = [...panel.querySelectorAll("input, select, textarea")]
            .filter(one => one.checkVisibility() && !one.labels?.length && !one.getAttribute("aria-label"));
          note(tab.id, [wordless.length, unnamed.length, document.documentElement.scrollWidth <= innerWidth,
            panel.innerText.length > 40]);
        }
        """,
        f"lang={lang}&p={UNIQUE}",
        "500,844",
    )
    assert len(found) == 6
    assert set(map(tuple, found.values())) == {(0, 0, True, True)}, found
