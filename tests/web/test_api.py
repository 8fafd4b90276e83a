"""The API gives the answers and refusals of the command line, and describes itself."""

import json
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator, FormatChecker

from sudokubench.actions import schemas
from sudokubench.actions.explain import explain
from sudokubench.board import Board
from sudokubench.cli import sudokubench
from sudokubench.formats import FORMS
from sudokubench.web.api import CALLS
from sudokubench.web.fields import JSON

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BEGUN, WRONG = f"534{PUZZLE[3:]}", f"531{PUZZLE[3:]}"
CHAINS = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
SEVERAL = "12.............4"
FOUR = "1...3..2...3..2."
"""A puzzle whose reasons are found at once: the call and the command seek them for only 3 s."""
CLASH = "11.............."
CAGED = Board.parse("4x4+anti-knight:" + "." * 16)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("name", "fields", "words"),
    [
        ("solve", {"puzzle": SEVERAL}, ["solve", SEVERAL, "--limit", "2"]),
        ("solve", {"puzzle": CLASH}, ["solve", CLASH]),
        ("hint", {"puzzle": CHAINS}, ["hint", CHAINS, "--grade", "move"]),
        ("hint", {"puzzle": BEGUN, "clues": PUZZLE}, ["hint", BEGUN, "--original", PUZZLE, "--grade", "move"]),
        ("hint", {"puzzle": WRONG, "clues": PUZZLE}, ["hint", WRONG, "--original", PUZZLE]),
        ("explain", {"puzzle": CHAINS}, ["explain", CHAINS]),
        ("explain", {"puzzle": CHAINS, "search": True}, ["explain", CHAINS, "--search"]),
        ("explain", {"puzzle": CHAINS, "verify": True}, ["explain", CHAINS, "--verify"]),
        ("why", {"puzzle": FOUR, "candidate": "r1c2=2"}, ["why", FOUR, "r1c2=2"]),
        ("rate", {"puzzle": PUZZLE}, ["rate", PUZZLE]),
    ],
)  # fmt: skip
def test_a_call_answers_what_its_command_prints(ask, name, fields, words, lang):
    answer = ask(f"/api/{name}", {**fields, "lang": lang})
    spoken = [] if name == "solve" else ["--lang", lang]
    said = {}
    for kind, more in (("json", ["--json"]), ("text", [])):
        said[kind] = CliRunner().invoke(sudokubench, [*words, *spoken, *more]).stdout
    assert answer.status == 200, answer.json
    assert answer.json["result"] == json.loads(said["json"])
    if name != "rate":  # rate prints a table
        assert "\n".join(answer.json["text"]) == said["text"].rstrip("\n")


@pytest.mark.parametrize("form", [name for name, form in FORMS.items() if form.read or name == "text"])
def test_whatever_a_form_writes_is_read_and_reported(ask, form):
    for board in map(Board.parse, (PUZZLE, SEVERAL, f"9x9-diagonal:{CHAINS}")):
        if board.problem != Board.parse(str(board).rpartition(":")[2]).problem and form not in {
            "json",
            "text",
        }:
            continue  # the puzzles do not name their layout
        if board.layout.size != 9 and form in {"sumocue", "sdku"}:
            continue  # these forms have only boards of 9x9
        text = board.format(form)
        reply = ask("/api/read", {"text": text}).json
        assert Board.from_json(reply["result"]["puzzle"]) == Board.parse(text)
        assert reply["result"]["form"] == ("line" if form == "text" else form)


def test_a_board_is_found_in_what_people_paste_and_the_first_of_several_taken(ask):
    pasted = f"Today's puzzle:\n\n{PUZZLE}\n\nHave fun!"
    assert ask("/api/read", {"text": pasted}).json["text"] == ["9x9, 30 clues: found in the text"]
    reply = ask("/api/read", {"text": f"{CHAINS}\n{PUZZLE}\n", "lang": "ja"}).json
    assert (reply["result"]["text"], reply["result"]["boards"]) == (CHAINS, 2)
    assert reply["remarks"] == ["2問のうち最初の1問です"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "left out, because these parts state no rule that can be read: title"),
        ("ja", "取り除きました：title"),
    ],
)
def test_what_a_shared_puzzle_leaves_out_is_told(ask, lang, words):
    link = json.dumps({"size": 4, "grid": [[{} for _ in range(4)] for _ in range(4)], "title": "Ours"})
    (remark,) = ask("/api/read", {"text": link, "lang": lang}).json["remarks"]
    assert words in remark


def test_a_board_is_read_in_symbols_as_the_commands_take_them(ask):
    caged = ask("/api/read", {"text": str(CAGED.with_digit(0, 3)), "symbols": "kanji"}).json["result"]
    assert (caged["symbols"], caged["puzzle"]["clues"][0]) == ("一二三四", "三")
    back = ask("/api/read", {"text": caged["text"], "symbols": "1234"}).json["result"]
    assert back["text"] == str(CAGED.with_digit(0, 3))
    refused = ask("/api/read", {"text": PUZZLE, "symbols": "kanij"})
    assert (refused.status, "did you mean kanji?" in refused.json["en"]) == (400, True)


def test_a_board_comes_with_all_its_rules(ask):
    result = ask("/api/read", {"text": CAGED.format("json")}).json["result"]
    assert result["rules"] == [str(rule.describe(CAGED.layout)) for rule in CAGED.constraints]
    assert [house["cells"] for house in result["houses"]] == [list(house.cells) for house in CAGED.houses]
    said = [[*one.cells] for _, one in CAGED.problem.statements()]
    assert [one["cells"] for one in result["statements"]] == said
    assert (result["size"], result["symbols"], result["boxes"]) == (4, "1234", [*CAGED.layout.boxes])
    assert (result["all_stated"], result["drawing"]["only_named"]) == (True, result["rules"])
    lined = CAGED.as_json() | {
        "constraints": [
            {"kind": "thermometer", "cells": [0, 1]},
            {"kind": "killer", "cells": [5, 6], "total": 3},
        ]
    }
    result = ask("/api/read", {"text": json.dumps(lined)}).json["result"]
    assert (result["all_stated"], result["drawing"]["only_named"], result["drawing"]["corners"]) == (
        False,
        [],
        [5],
    )


def test_a_refusal_names_the_board_briefly_and_in_the_language_of_each_text(ask):
    rules = {"constraints": [{"kind": "thermometer", "cells": [0, 1]}]}
    wide = json.dumps(Board.parse("1...............").as_json() | rules)
    for call in ("explain", "rate"):
        assert ask(f"/api/{call}", {"puzzle": wide}).json["en"].startswith("4x4 has several solutions")
    cages = [{"kind": "killer", "cells": [one, one + 1, one + 2], "total": 10} for one in range(0, 36, 3)]
    large = json.dumps(
        {"schema": "sudokubench.puzzle/1", "layout": "6x6", "clues": "." * 36, "constraints": cages}
    )
    assert ask("/api/watch?" + urlencode({"problem": large})).json["en"].startswith("the matrix of 6x6 has ")
    for lang in ("en", "ja"):
        said = ask("/api/hint", {"puzzle": wide, "lang": lang}).json
        assert said["en"].startswith("this puzzle has several")
        assert said["ja"].startswith("この問題には解が複数")


@pytest.mark.parametrize(
    ("name", "fields", "status", "sentence"),
    [
        ("read", {"text": ""}, 422, "the text is empty"),
        ("read", {"text": "53..7....6..195"}, 422, "such as 16, 36, 81"),
        ("read", {"text": "\0" * 81}, 422, "NUL character"),
        ("read", {"text": 81}, 400, "text: 81: it takes a text"),
        ("read", {"text": f"Killer\n{PUZZLE}"}, 422, "such as 9x9: for a 9x9 without other rules"),
        ("read", {}, 400, "the field 'text' is missing: read takes text, symbols, lang"),
        ("solve", {"puzzle": PUZZLE, "lnag": "en"}, 400, "did you mean lang?"),
        ("solve", {"puzzle": PUZZLE, "lang": "fr"}, 400, "it takes en, ja"),
        ("solve", {"puzzle": [1]}, 400, "it takes a board"),
        ("solve", {"puzzle": "overlap:samurai:"}, 422, "is an exact cover, and this call takes boards"),
        ("solve", {"puzzle": {"schema": "sudokubench.puzzle/1"}}, 422, "layout and clues, and takes clues"),
        ("explain", {"puzzle": SEVERAL}, 422, "has several solutions"),
        ("explain", {"puzzle": CLASH}, 422, "both hold 1"),
        ("explain", {"puzzle": PUZZLE, "search": "yes"}, 400, "it takes true or false"),
        ("explain", {"puzzle": PUZZLE, "branch": "1.1-"}, 400, "12.1-15.3 means"),
        ("explain", {"puzzle": PUZZLE, "branch": "1.99"}, 422, "step 1 has no other move 99"),
        ("moves", {"puzzle": PUZZLE, "step": 1000}, 422, "step 1000 does not exist"),
        ("hint", {"puzzle": PUZZLE, "clues": CHAINS}, 422, "clue"),
        ("why", {"puzzle": PUZZLE, "candidate": "R1C10#3"}, 400, "is written like R3C4#2"),
        ("rate", {"puzzle": SEVERAL}, 422, "has several solutions"),
        ("race", {"corpus": SEVERAL, "backends": ["sax"]}, 400, "did you mean sat?"),
        ("race", {"corpus": SEVERAL, "backends": ["x" * 99]}, 400, f"'{'x' * 59}…' is not a backend"),
        ("race", {"corpus": SEVERAL, "backends": []}, 400, "no engine is chosen"),
        ("race", {"corpus": "pyproject.toml", "backends": ["dlx"]}, 422, ""),
        ("race", {"corpus": "queens:0", "backends": ["dlx"]}, 400, "must have the form queens:N"),
        ("race", {"corpus": "queen:8", "backends": ["dlx"]}, 400, "did you mean queens:8?"),
        ("race", {"corpus": SEVERAL, "backends": ["dlx"], "seconds": 0}, 400, "more than 0"),
        ("race", {"corpus": SEVERAL, "backends": ["dlx"], "task": "guess"}, 400, "it takes unique, solve, count"),
        ("generate", {"layout": "9x9.json"}, 400, ""),
        ("generate", {"rating": "Hardest"}, 400, "a class, Easy to Extreme"),
        ("generate", {"number_of_clues": "16"}, 400, "McGuire"),
        ("generate", {"number_of_clues": "x"}, 400, "number_of_clues: the number of clues cannot be x"),
        ("generate", {"variant": "killer", "symmetry": "rot180"}, 400, "symmetry does not go with a variant:"),
        ("generate", {"needs": ["x_wong"]}, 400, "did you mean x_wing or"),
        ("generate", {"hardest": "x_wong"}, 400, "did you mean x_wing or"),
        ("generate", {"without": ["x_wong"]}, 400, "did you mean x_wing"),
        ("generate", {"position": True}, 400, "a position stops before a rule: require this rule (`needs`)"),
        ("generate", {"symmetry": "rot45"}, 400, "did you mean rot"),
        ("generate", {"seed": -1}, 400, "from 0 to"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_a_sentence_in_both_languages(ask, name, fields, status, sentence):
    answer = ask(f"/api/{name}", fields)
    assert (answer.status, set(answer.json)) == (status, {"schema", "en", "ja"})
    assert sentence in answer.json["en"]
    assert answer.json["ja"]
    assert "--" not in answer.json["en"] + answer.json["ja"]


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        (b"", 422, "not a request"),
        (b"{", 422, "not a request"),
        (b"[]", 422, "not an object"),
        (b"\xff\xfe\x00binary", 422, "not UTF-8"),
        (b'{"text": NaN}', 422, "not a request"),
        (b'{"text": "1", "text": "2"}', 422, "not a request"),
        (b"[" * 100_000, 422, "not a request"),
        (b" " * 10_000_000, 413, "4,194,304 bytes"),
    ],
)
def test_a_body_that_is_not_json_or_too_long_is_refused(ask, body, status, sentence):
    answer = ask("/api/read", body)
    assert answer.status == status
    assert sentence in answer.json["en"]


def test_only_pages_of_this_server_can_ask_it(ask, port):
    good = f"127.0.0.1:{port}"
    for host in (good, f"localhost:{port}"):
        assert ask("/", host=host).status == 200
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", ""):
        assert ask("/", host=host).status == 421, host
        assert ask("/api/solve", {"puzzle": PUZZLE}, host=host).status == 421, host
    assert ask("/api/solve", {"puzzle": PUZZLE}, origin=f"http://{good}").status == 200
    for origin in ("http://evil.example", "null", f"https://{good}"):
        assert ask("/api/solve", {"puzzle": PUZZLE}, origin=origin).status == 403, origin
    assert ask("/api/solve", {"puzzle": PUZZLE}, content_type="text/plain").status == 415


def test_no_path_leads_to_a_file_and_every_answer_has_its_headers(ask):
    for path in ("/../pyproject.toml", "/%2e%2e/app.py", "/app.py", "/api", "/api/nothing", "/api/read"):
        answer = ask(path)
        assert answer.status in {404, 405}, path
        assert answer.json["schema"] == "sudokubench.error/1"
    for path in ("/", "/app.js", "/style.css", "/icon.svg", "/api/openapi.json", "/nothing"):
        headers = ask(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'; ")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_drawing_is_that_of_the_library(ask, lang):
    drawn = list(explain(CHAINS).drawings(lang))
    for step in (1, 12, len(drawn)):
        answer = ask(
            "/api/drawing?" + urlencode({"puzzle": CHAINS, "step": step, "search": "false", "lang": lang})
        )
        assert (answer.status, answer.headers["content-type"]) == (200, "image/svg+xml")
        assert answer.body.decode() == drawn[step - 1]
    for step in (0, -1, "x", "1e3", len(drawn) + 1, 10**30):
        answer = ask("/api/drawing?" + urlencode({"puzzle": CHAINS, "step": step}))
        assert answer.status in {400, 422}, step


def test_the_openapi_document_describes_every_route_and_what_it_answers(ask):
    document = ask("/api/openapi.json").json
    assert document["openapi"].startswith("3.1.")
    assert set(document["paths"]) == {
        "/health",
        "/api/opened",
        "/api/openapi.json",
        *(f"/api/{call.name}" for call in CALLS),
    }
    names = {
        name for path in document["paths"].values() for one in path.values() for name in [one["operationId"]]
    }
    assert len(names) == len(document["paths"])
    assert set(document["components"]["schemas"]) == set(schemas.schemas())

    def refs(part):
        if isinstance(part, dict):
            yield from [part["$ref"]] if "$ref" in part else []
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else []:
            yield from refs(inner)

    for ref in refs(document):
        assert ref.removeprefix("#/components/schemas/") in document["components"]["schemas"]

    def check(path, status, value):
        operation = document["paths"][path]["post"]["responses"][status]["content"]["application/json"][
            "schema"
        ]
        Draft202012Validator.check_schema(operation)
        whole = {**operation, "components": document["components"]}
        Draft202012Validator(whole, format_checker=FormatChecker()).validate(value)

    asked = {
        "read": {"text": PUZZLE},
        "moves": {"puzzle": PUZZLE, "step": 1},
        "fresh": {"level": "Easy"},
        "why": {"puzzle": PUZZLE, "candidate": "R1C3#4"},
    }
    for call in CALLS:
        if call.gives == JSON:
            fields = asked.get(call.name, {"puzzle": PUZZLE} if "puzzle" in call.fields else {})
            check(f"/api/{call.name}", "200", ask(f"/api/{call.name}", fields).json)
            check(f"/api/{call.name}", "default", ask(f"/api/{call.name}", {"x": 1}).json)
            body = document["paths"][f"/api/{call.name}"]["post"]["requestBody"]["content"][
                "application/json"
            ]
            whole = {**body["schema"], "components": document["components"]}
            assert Draft202012Validator(whole).is_valid(fields)
            assert Draft202012Validator(whole).is_valid({}) == (fields == {})
            assert not Draft202012Validator(whole).is_valid({**fields, "x": 1})
