"""The page, driven in a browser: played by keys, hints to the end, every step drawn, both languages, links, imports."""

from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from sudokubench.actions.explain import explain
from sudokubench.actions.hint import hint
from sudokubench.board import Board
from sudokubench.constraints.anti_knight import AntiKnight
from sudokubench.constraints.killer import Killer
from sudokubench.layout import Layout
from sudokubench.problem import with_constraints

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CHAINS = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."


def test_a_puzzle_is_solved_by_keys_alone_and_undo_keeps_every_branch(drive):
    seen = drive(
        """
        cells()[0].focus();
        note("start", grid());
        note("label", cells()[0].getAttribute("aria-label"));
        press("9");                                  // a clue stays
        press("ArrowRight"); press("ArrowRight"); press("9");
        note("wrong", cells().flatMap((one, n) => /conflict/.test(one.getAttribute("aria-label")) ? [n] : []));
        press("Backspace");
        press("4", { shiftKey: true });
        note("marked", cells()[2].getAttribute("aria-label"));
        for (let n = 0; n < 3; n++) press("z", { ctrlKey: true });
        note("undone", [grid(), get("undo").disabled]);
        press("4");
        press("z", { ctrlKey: true });
        note("branches", texts("#branches button"));
        press("y", { ctrlKey: true });
        const digits = given;
        for (let row = 0; row < 9; row++) {
          press("Home");
          for (let column = 0; column < 9; column++) {
            if (cells()[9 * row + column].textContent !== digits[9 * row + column]) press(digits[9 * row + column]);
            press("ArrowRight");
          }
          press("ArrowDown");
        }
        note("end", [grid(), get("verdict").textContent, location.hash]);
        """,
        f"lang=en&p={PUZZLE}",
        given=SOLVED,
    )
    assert seen["start"] == PUZZLE
    assert seen["label"] == "row 1, column 1, 5, clue"
    assert seen["wrong"] == [2, 19], "R1C3 = 9 clashes with R3C2"
    assert seen["marked"] == "row 1, column 3, blank, marks 4"
    assert seen["undone"] == [PUZZLE, True]
    assert seen["branches"] == ["Branch 1", "Branch 2"]
    full, verdict, link = seen["end"]
    assert (full, verdict) == (SOLVED, "Solved!")
    assert f"s={SOLVED}" in link


def test_several_cells_take_marks_and_colours_in_one_step_and_a_link_carries_them(drive):
    seen = drive(
        """
        const labels = (...all) => all.map(n => cells()[n].getAttribute("aria-label"));
        const selected = () => cells().flatMap((one, n) => one.getAttribute("aria-selected") === "true" ? [n] : []);
        note("opened", labels(3));
        cells()[1].focus();
        press("ArrowRight"); press("ArrowRight", { shiftKey: true });
        press("2", { ctrlKey: true });
        press("8", { shiftKey: true });
        press("3", { altKey: true });
        note("written", labels(2, 3));
        press("ArrowDown", { ctrlKey: true }); press("ArrowDown", { ctrlKey: true }); press(" ");
        note("selected", selected());
        get("centre").click(); get("pad").children[1].click();      // R3C4 has none yet
        note("more", labels(2, 3, 21));
        get("pad").children[1].click();
        note("less", labels(2, 3, 21));
        get("undo").click();
        get("colours").click();
        note("pad", [...get("pad").children].map(one => one.getAttribute("aria-label")));
        note("link", location.hash);
        press("Escape");
        note("one", selected());
        get("several").click();
        cells()[40].click(); cells()[42].click();
        note("tapped", selected());
        get("several").click();
        note("last", selected());
        """,
        f"lang=en&v=1&p={PUZZLE}&c=...1&k=...9",
    )
    assert seen["opened"] == ["row 1, column 4, blank"], "of a link that fits no board the rest is read"
    assert [text.partition("blank, ")[2] for text in seen["written"]] == [
        "marks 8, in the centre 2, yellow"
    ] * 2
    assert seen["selected"] == [2, 3, 21]
    assert [text.rpartition(", ")[2] for text in seen["more"]] == ["yellow", "yellow", "in the centre 2"]
    assert ["centre" in text for text in seen["less"]] == [False] * 3
    assert seen["pad"] == ["red", "orange", "yellow", "green", "cyan", "blue", "violet", "grey", "Erase"]
    assert "&c=..2.2" in seen["link"]
    assert "&k=..3.3" in seen["link"]
    assert (seen["one"], seen["tapped"], seen["last"]) == ([21], [40, 42], [42])


def test_conflicts_with_all_rules_are_shown_and_singles_and_tight_houses_on_wish(drive):
    cages = Killer((0, 1, 4), 7), Killer((10, 11), 5)
    board = Board(with_constraints(Layout.standard(4), (*cages, AntiKnight())), [0] * 16)
    seen = drive(
        """
        const named = word => cells().flatMap((one, n) => one.getAttribute("aria-label").includes(word) ? [n] : []);
        const put = (...all) => { for (const [cell, digit] of all) { cells()[cell].focus(); press(digit); } };
        put([0, "1"], [9, "1"]);
        note("knight", named("conflict"));
        put([9, "4"], [10, "3"]);
        note("cage", named("conflict"));
        put([11, "2"]);
        note("sum", named("conflict"));
        get("more").click(); get("singles").click(); get("heat").click();
        note("singles", named("single"));
        note("tight", get("tight").textContent);
        note("totals", texts("svg .total"));
        """,
        f"lang=en&p={quote(str(board))}",
    )
    assert seen["knight"] == [0, 9]
    assert (seen["cage"], seen["sum"]) == ([], [])
    digits = [1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 0, 0, 0, 0]
    said = [one for rule in board.constraints for one in rule.statements(board.layout)]
    groups = [house.cells for house in board.houses] + [
        one.cells for one in said if not hasattr(one, "total")
    ]
    met = [
        {digits[other] for group in groups if cell in group for other in group} - {0} for cell in range(16)
    ]
    naked = {cell for cell in range(16) if not digits[cell] and len(met[cell]) == 3}
    assert naked
    assert set(seen["singles"]) >= naked
    assert seen["tight"].startswith("Fewest candidates or places: ")
    assert seen["totals"] == ["7", "5"]


def test_one_goes_back_before_the_first_mistake_and_keeps_the_board_as_a_picture(drive):
    seen = drive(
        """
        const kept = [], make = URL.createObjectURL;
        URL.createObjectURL = blob => { kept.push(blob); return make.call(URL, blob); };
        const put = (...all) => { for (const [cell, digit] of all) { cells()[cell].focus(); press(digit); } };
        const back = () => { get("repent").click(); return [grid(), get("tight").textContent]; };
        put([2, "4"]);
        note("right", back());
        get("symbols").value = "kanji";
        get("symbols").dispatchEvent(new Event("change"));
        await until(() => /四/.test(grid()));
        note("kanji", [grid(), texts("#pad button")[8], location.hash]);
        get("symbols").value = "";
        get("symbols").dispatchEvent(new Event("change"));
        await until(() => /4/.test(grid()));
        put([3, "2"], [5, "6"], [6, "9"]);                   // R1C4 is 6
        note("wrong", back());
        note("branches", get("redo").disabled);
        get("save-svg").click();
        note("svg", await kept[0].text());
        """,
        f"lang=en&p={PUZZLE}",
    )
    begun = f"534{PUZZLE[3:]}"
    assert seen["right"] == [begun, "There is no mistake."]
    assert seen["wrong"] == [begun, "Back before the first mistake; what came after is a branch."]
    assert seen["branches"] is False
    kanji, key, link = seen["kanji"]
    assert kanji == begun.translate(str.maketrans("123456789", "一二三四五六七八九"))
    assert key == "九"
    assert f"s={quote(kanji)}" in link
    picture = ElementTree.fromstring(seen["svg"])
    digits = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "".join(digits) == begun.replace(".", "")
    assert all(one.get("fill").startswith("rgb") for one in picture.iter("{http://www.w3.org/2000/svg}text"))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("Hint", "Tell more", "Do it")),
        ("ja", ("ヒント", "もっと詳しく", "盤面に適用")),
    ],
)
def test_hints_are_those_of_the_library_and_lead_to_the_end(drive, lang, words):
    seen = drive(
        """
        const [first, more, act] = given;
        for (let steps = 0; get("verdict").dataset.verdict !== "solved" && steps < 300; steps++) {
          button(first).click();
          await until(() => texts(".hints li").length);
          while (button(more)) button(more).click();
          note("hint " + steps, texts(".hints li"));
          button(act).click();
        }
        note("end", grid());
        """,
        f"lang={lang}&p={PUZZLE}",
        given=words,
    )
    assert seen["end"] == SOLVED
    board = Board.parse(PUZZLE)
    for number in range(3):
        found = hint(board, Board.parse(PUZZLE))
        assert seen[f"hint {number}"] == found.lines(lang, "move")
        for option in found.found[1].placed:
            board = board.with_digit(option // 9, option % 9 + 1)


@pytest.mark.thorough
def test_every_step_is_there_with_its_picture_and_keys_go_through_them(drive):
    seen = drive(
        """
        button("All steps").click();
        await until(() => texts(".steps li").length);
        note("steps", texts(".steps li"));
        const picture = document.querySelector(".drawing"), list = document.querySelector(".steps");
        const there = async () => {
          await until(() => picture.complete && picture.naturalWidth);
          return [document.querySelector("output").textContent, picture.alt, texts("[aria-current]")];
        };
        note("first", await there());
        list.focus();
        press("ArrowRight"); press("ArrowRight"); press("ArrowLeft");
        note("second", await there());
        press("End"); press("ArrowRight");
        note("last", await there());
        get("language").value = "ja";
        get("language").dispatchEvent(new Event("change"));
        await until(() => /[ぁ-ん]/.test(texts(".steps li")[0]));
        note("japanese", texts(".steps li"));
        """,
        f"lang=en&p={CHAINS}",
    )
    library = explain(CHAINS)
    told = {lang: [library.told(step, lang) for step in library] for lang in ("en", "ja")}
    assert seen["steps"] == told["en"]
    assert seen["japanese"] == told["ja"]
    for name, at in (("first", 0), ("second", 1), ("last", len(library) - 1)):
        text = told["en"][at]
        assert seen[name] == [f"step {at + 1} of {len(library)}", f"Drawing: {text}", [text]]


def test_what_is_pasted_is_read_or_refused_beside_the_field(drive):
    seen = drive(
        """
        get("tab-import").click();
        const area = get("pasted"), told = get("import-told");
        for (const [name, text] of Object.entries(given)) {
          area.value = text;
          const before = told.firstChild;
          button("Read").click();
          await until(() => told.firstChild !== before);
          await settled();
          note(name, [told.textContent, area.getAttribute("aria-invalid"), grid().length]);
        }
        get("language").value = "ja";
        get("language").dispatchEvent(new Event("change"));
        button("読み取る").click();
        await until(() => /[ぁ-ん]/.test(told.textContent));
        note("japanese", told.textContent);
        """,
        "lang=en",
        "500,844",
        {
            "empty": "",
            "short": "53..7",
            "hostile": "<img src=x onerror=alert(1)>",
            "large": "." * 256,
            "prose": f"A <b>puzzle</b>:\n\n{PUZZLE}\n",
        },
    )
    assert seen["empty"] == [
        "an empty text: a board has one character for each cell, such as 81 for 9x9",
        "true",
        81,
    ]
    assert seen["short"][1:] == ["true", 81]
    assert seen["large"] == ["16x16, 0 clues: read as one line", "false", 256]
    assert seen["hostile"][1:] == ["true", 81]
    assert seen["prose"] == ["9x9, 30 clues: found in the text", "false", 81]
    assert seen["japanese"] == "9x9、与え値 30 個：文章の中から読み取りました"


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_link_carries_the_board_and_every_part_has_its_words(drive, lang):
    state = "&".join([f"lang={lang}", f"p={PUZZLE}", f"s=534{PUZZLE[3:]}", "m=" + "." * 3 + "5" + "." * 77])
    seen = drive(
        """
        note("board", [grid(), cells()[3].getAttribute("aria-label")]);
        note("wordless", [...document.querySelectorAll("button, [data-t], h2, label")]
          .filter(one => !one.textContent.trim() && !one.getAttribute("aria-label")).length);
        note("language", document.documentElement.lang);
        note("fits", document.documentElement.scrollWidth <= innerWidth);
        """,
        state,
        "500,844",
    )
    grid, label = seen["board"]
    assert grid == f"534{PUZZLE[3:]}"
    assert label.endswith({"en": "marks 1 3", "ja": "メモ 1 3"}[lang])
    assert (seen["wordless"], seen["language"], seen["fits"]) == (0, lang, True)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("lang=en&p=53..7", "such as 16, 36, 81"),
        (f"v=2&p={CHAINS}", "This link is of another version of the page, and was not read."),
    ],
)
def test_a_link_that_cannot_be_read_is_told_and_leaves_a_board_to_play(drive, link, told):
    seen = drive(
        """
        await until(() => get("import-told").className === "alarm");
        note("told", get("import-told").textContent);
        note("shown", [get("import").hidden, grid()]);
        cells()[2].focus();
        press("4");
        note("played", cells()[2].textContent);
        """,
        link,
    )
    assert told in seen["told"]
    assert seen["shown"] == [False, PUZZLE]
    assert seen["played"] == "4"
