"""JSON Schemas: all output of commands obeys its schema, and all output has one."""

import asyncio
import json
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator, ValidationError
from schema_cases import FILLED, WRITTEN, valid

from sudokubench.actions import report, schemas
from sudokubench.board import Board
from sudokubench.constraints import Killer
from sudokubench.errors import UsageError
from sudokubench.harness.finding import Claim, Termination, failed
from sudokubench.harness.runner import Partial
from sudokubench.layout import House, Layout
from sudokubench.problem import Variant
from sudokubench.web import app
from sudokubench.web.api import CALLS
from sudokubench.web.app import refused
from sudokubench.web.jobs import Engines
from sudokubench.web.reply import Feed
from sudokubench.web.workers import Workers

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CHAINS = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
UNIQUE, SEVERAL, CLASH = "1...3..2...3..2.", "12.............4", "11.............."
READ_ONLY = {f"sudokubench.{name}" for name in ("trace/1", "trace/2", "certificate/1", "export/1")}
"""Older forms, which are no longer written."""
HEADS = {"sudokubench.parts/2", "sudokubench.diagram/1"}
"""Heads of files that only the program itself reads: counts of parts, saved diagrams."""

FILLED_ELSEWHERE = {
    "analysis": "estimate stopped", "board": "puzzles", "case": "also asked first rule told unsound used",
    "change": "p ratio_high ratio_low", "claim": "bound cpu_ns memory_bytes overshoot times_ns",
    "count": "estimate symmetries", "cover": "costs multiplicity", "effort": "cut",
    "export": "bound class_id memory_bytes overshoot", "generated": "rating scale trace", "hint": "rule step",
    "history": "change change_at_least change_high change_low ratio_at_least ratio_high ratio_low "
    "seconds_at_least seconds_high seconds_low state why",
    "moves": "stopped", "puzzle": "forbidden", "record": "bound overshoot", "verification": "step", "why": "marks",
    "rank": "borda_high borda_low p par2_s_high par2_s_low place_high place_low slowdown_high slowdown_low",
}  # fmt: skip
"""Fields that the commands below leave out or give as null."""

CASE = f":0300:1:{'.' * 81}::111::"


pytestmark = pytest.mark.usefixtures("faulty_engine")


def test_every_command_prints_what_its_schema_says_and_every_schema_is_printed(sudokubench, tmp_path):
    crossed = replace(Layout.standard(4), extra=(House("corners", (0, 3, 12, 15)),))
    (tmp_path / "cases").write_text(CASE + "\n")
    (tmp_path / "twins").write_text(f"{UNIQUE}\n")
    (tmp_path / "twins.csv").write_text(f"puzzle\n{UNIQUE}\n")
    puzzles = "\n".join([UNIQUE, SEVERAL, CLASH])
    asked = [
        "--backend",
        "algorithm_x,faulty:fault=false_unique,faulty:fault=exception",
        "--isolation",
        "inline",
    ]
    seen = []
    for command in (
        ["run", "tromino:4", "--task", "count", "--backend", "algorithm_x", "--json"],
        ["run", "-", *asked, "--json"],
        ["runs", "list", "--json"],
        ["runs", "show", "--json"],
        ["runs", "export", "--to", "jsonl"],
        ["compare", "last", "last", "--json"],
        ["history", "--json"],
        ["rank", "--json"],
        ["check", "-", *asked, "--json"],
        ["check", "-", "--backend", "algorithm_x", "--proof", "proofs"],
        ["explain", UNIQUE, "--search", "--proof", "explained", "--json"],
        ["verify", "proofs", "explained", "broken", "--json"],
        ["solve", "-", "--backend", "algorithm_x", "--json"],
        ["canonical", UNIQUE, "--json"],
        ["dedupe", UNIQUE, UNIQUE, "--json"],
        ["equivalent", UNIQUE, UNIQUE, "--json"],
        ["equivalent", UNIQUE, SEVERAL, "--json"],
        ["explain", CHAINS, UNIQUE, "--json", "--store"],
        ["steps", "--json"],
        ["steps", "--technique", "aic", "--technique", "full_house", "--json", "--lang", "ja"],
        ["watch", "knuth:example", "--json"],
        ["watch", UNIQUE, "--backend", "algorithm_x", "--lang", "ja", "--json"],
        ["hint", WIKIPEDIA, "--json"],
        ["hint", WIKIPEDIA, "--grade", "rule", "--json", "--lang", "ja"],
        ["hint", "53." + "5" + WIKIPEDIA[4:], "--original", WIKIPEDIA, "--json"],
        ["hint", SOLUTION, "--json"],
        ["fixpoint", UNIQUE, SEVERAL, "--rules", "gac,singles", "--json"],
        ["why", UNIQUE, "R1C3#4", "--json"],
        ["why", SEVERAL, "R1C3#4", "--json"],
        ["rate", WIKIPEDIA, "--depth", "--json"],
        ["rate", "4x4+anti-knight:123.............", "--json"],
        ["rules", "list", "--json"],
        ["problems", "list", "--json"],
        ["count", "queens:4", "--json"],
        ["analyse", UNIQUE, SEVERAL, CLASH, "--json"],
        ["problems", "show", "tromino:4", "--json"],
        ["rules", "verify", "cases", "--json"],
        ["backends", "list", "--json"],
        ["backends", "doctor", "--json"],
        ["backends", "warm", "--json"],
        ["generate", "--layout", "4x4", "--json"],
        ["generate", "--layout", "4x4", "--variant", "killer", "--json"],
        ["dataset", "make", "set", "-n", "2", "--layout", "4x4"],
        ["dataset", "verify", "twins", "twins.csv", "--json"],
        ["convert", UNIQUE, "--to", "json"],
        ["encode", "queens:4", "--to", "cover"],
        ["convert", Board.empty(Variant(crossed, (Killer((0, 1), 3),))).format("json"), "--to", "json"],
    ):  # fmt: skip
        code, out, err = sudokubench(*command, stdin=puzzles)
        assert out or "proofs" in command, (command, code, err)
        seen += valid("" if out.startswith("2 rows") else out)
        (tmp_path / "broken").write_text("{}\n")
    seen += valid((tmp_path / "proofs").read_text())
    seen += valid((tmp_path / "explained").read_text())
    seen += valid((tmp_path / "set" / "dataset.json").read_text())
    seen += valid(json.dumps(report.report(results=tmp_path / "results").report.as_dict()))
    reply = json.loads(CALLS[0].ask({"text": UNIQUE}).to_json())
    calls = {call.name: call for call in CALLS}
    events = []
    feed = Feed(lambda kind, text: events.append(text) if kind == "news" else None, lambda: None)
    here = {"results": str(tmp_path / "kept"), "feed": feed, "engines": Engines()}
    asked = {"corpus": "knuth:example", "backends": ["dlx"]}
    results = [calls[name].ask({}, **here).result for name in ("choices", "runs")]
    results.append(calls["moves"].ask({"puzzle": WIKIPEDIA, "step": 1}).result)
    calls["race"].ask(asked, **here)
    here["engines"].end()
    calls["generate"].ask({"layout": "4x4", "rating": "1"}, **here)
    here["feed"].heard(Partial(0, Claim("dlx", 0, failed(Termination.CRASH, "gone"))))
    told = [text.partition("data: ")[2].strip() for text in events]
    seen += valid("\n".join([*map(json.dumps, (reply, reply["result"], *results)), *told]))
    seen += valid(refused(400, UsageError("no")).body.decode())
    seen += valid(asyncio.run(app._health([Workers(str(tmp_path))], None)).body.decode())
    assert set(seen) == WRITTEN - READ_ONLY - HEADS
    assert set(seen) == {one["properties"]["schema"]["const"] for one in schemas.schemas().values()}
    unseen = {
        f"{name} {field}"
        for name, one in schemas.schemas().items()
        for field in one["properties"].keys() - FILLED[one["properties"]["schema"]["const"]]
    }
    elsewhere = {f"{name} {field}" for name, fields in FILLED_ELSEWHERE.items() for field in fields.split()}
    assert unseen <= elsewhere, (
        f"print each new field here with a value, so that its type is compared: {unseen}"
    )


def test_every_schema_is_one_of_the_draft_that_it_names_and_allows_nothing_else():
    for name, one in schemas.schemas().items():
        Draft202012Validator.check_schema(one)
        assert one["additionalProperties"] is False, name
        with pytest.raises(ValidationError):
            valid(json.dumps({"schema": one["properties"]["schema"]["const"], "more": 1}))


def test_what_has_a_part_too_many_is_not_of_its_schema():
    board = Board.empty(replace(Layout.standard(4), extra=(House("one", (0, 5, 10, 15)),)))
    one = json.loads(board.format("json"))
    assert valid(json.dumps(one))
    one["layout"]["extra"][0].append(16)
    with pytest.raises(ValidationError):
        valid(json.dumps(one))


def test_schema_prints_one_by_either_name_and_names_all(sudokubench):
    code, out, _ = sudokubench("schema", "answer")
    assert code == 0
    assert json.loads(out) == schemas.schema("sudokubench.answer/2")
    assert sudokubench("schema", "sudokubench.answer/2")[1] == out
    assert sudokubench("schema")[1].count("sudokubench.") == len(schemas.schemas())
