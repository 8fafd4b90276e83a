"""Races and made puzzles: they report while they run, stop when the client leaves, and equal those of commands."""

import json
import socket
import sqlite3
import time
from contextlib import closing
from html import unescape
from urllib.parse import urlencode

import pytest
from endless_cases import RACE, large
from schema_cases import valid

from sudokubench.actions.explain import explain
from sudokubench.actions.generate import generate
from sudokubench.actions.report import runs
from sudokubench.actions.run import run
from sudokubench.actions.watch import watch
from sudokubench.backends import backend
from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.generation.difficulty_aims import Aim
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.finding import Claim, Task, Termination, failed
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.plan import Plan
from sudokubench.harness.runner import Partial
from sudokubench.harness.store import FILE, Store
from sudokubench.logic.texts import rule_name
from sudokubench.pages import dance_page
from sudokubench.pages.dance import Dance
from sudokubench.pages.frame import script_hashes
from sudokubench.problems import named
from sudokubench.report.reading import find
from sudokubench.web import pages, words
from sudokubench.web.reply import Feed

UNIQUE, SEVERAL = "1...3..2...3..2.", "12.............4"
ENGINES = ["algorithm_x", "dlx"]


@pytest.fixture(scope="module")
def told(ask):
    """Return a function for the events of a long call: names and values, which are checked by their schemas."""

    def followed(name, fields):
        answer = ask(f"/api/{name}", fields)
        assert (answer.status, answer.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        found = []
        for one in answer.body.decode().split("\n\n")[:-1]:
            kind, data = one.split("\n")
            valid(data.removeprefix("data: "))
            found.append((kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
        return found

    return followed


@pytest.fixture(scope="module")
def raced(told):
    """Return a stored race."""
    return told("race", {"corpus": UNIQUE, "backends": ENGINES})


def test_a_race_is_a_run_with_a_record_of_each_engine_and_is_kept(ask, raced):
    records = {value["backend"]: value for kind, value in raced if kind == "record"}
    assert [*records] == ENGINES
    for record in records.values():
        assert (record["verdict"], record["category"]) == ("unique", "correct")
        assert sum(record["times_ns"].values()) > 0
    kind, reply = raced[-1]
    assert (kind, reply["result"]["disagreements"], reply["result"]["wrong"]) == ("result", 0, 0)
    runs = ask("/api/runs", {}).json["result"]["runs"]
    run = next(one for one in runs if one["run"] == reply["result"]["run"])
    assert (run["backends"], run["corpus"], run["records"]) == (ENGINES, [UNIQUE], 2)
    assert run["finished"]


def test_a_race_that_is_not_kept_leaves_no_run_and_a_set_has_all_its_puzzles(ask, told):
    before = len(ask("/api/runs", {}).json["result"]["runs"])
    events = told("race", {"corpus": "made", "backends": ["dlx"], "keep": False})
    assert sum(kind == "record" for kind, _ in events) == events[-1][1]["result"]["puzzles"] == 35
    assert len(ask("/api/runs", {}).json["result"]["runs"]) == before


def test_a_race_is_stored_apart_and_is_the_last_run_only_on_request(tmp_path):
    made = {}
    for counted in (False, True):
        plan = Plan((UNIQUE,), ("dlx",), Task.UNIQUE, 2)
        with Store(tmp_path) as store:
            entries = [entry_of(Board.parse(UNIQUE), "argument", 1)]
            made[counted] = run(
                plan, entries, [backend("dlx")], Inline(Limits()), store, race=not counted
            ).run
        if not counted:
            with pytest.raises(InputError, match="holds no run yet"):
                find("last", tmp_path)
    with Store(tmp_path) as store:
        entries = [entry_of(Board.parse(UNIQUE), "argument", 1)]
        later = run(plan, entries, [backend("dlx")], Inline(Limits()), store, race=True).run
    assert find("last", tmp_path).run == made[True]
    assert find(later, tmp_path).run == later, "a race can be named"
    assert [one.run for one in runs(tmp_path)] == [made[False], made[True], later]


def test_the_list_of_runs_says_what_cannot_be_read_and_shows_the_rest(tmp_path):
    assert not pages.runs("en", results=str(tmp_path)).remarks, "a new folder is not damaged"
    file = tmp_path / FILE
    plan, entries = Plan((UNIQUE,), ("dlx",), Task.UNIQUE, 2), [entry_of(Board.parse(UNIQUE), "argument", 1)]
    with Store(tmp_path) as store:
        made = [run(plan, entries, [backend("dlx")], Inline(Limits()), store).run for _ in range(2)]
    with closing(sqlite3.connect(file)) as store, store:
        store.execute("UPDATE runs SET manifest = 'x' WHERE run = ?", (made[0],))
    partly = pages.runs("en", results=str(tmp_path))
    assert made[1] in {one["run"] for one in partly.result["runs"]}
    assert len(partly.remarks) == 1
    file.write_bytes(b"garbage " * 600)
    reply = pages.runs("en", results=str(tmp_path))
    assert not reply.result["runs"]
    assert "runs.db cannot be used" in reply.remarks[0]


def test_the_page_keeps_a_race_apart_and_counts_it_on_wish(ask, told):
    for counted in (False, True):
        reply = told("race", {"corpus": UNIQUE, "backends": ["dlx"], "counted": counted})[-1][1]
        kept = ask(f"/api/report?run={reply['result']['run']}")
        assert kept.status == 200
    assert ask("/api/history").status == 200


def test_a_puzzle_is_made_to_a_target_of_d(told):
    fields = {"layout": "6x6", "rating": "1.5..2.5", "scale": "difficulty", "seed": 3}
    result = told("generate", fields)[-1][1]["result"]
    assert (result["scale"], 1.5 <= result["rating"] <= 2.5) == ("difficulty", True)
    (made,) = generate(_wish("6x6"), aim=Aim((1.5, 2.5), "difficulty"), seed=3)
    assert result["puzzle"] == str(made.puzzle)


def test_a_puzzle_of_a_variant_is_made_with_its_constraints(told):
    result = told("generate", {"layout": "4x4", "variant": "killer", "seed": 3})[-1][1]["result"]
    (made,) = generate(_wish("4x4", variants=("killer",)), seed=3)
    assert {one.kind for one in made.puzzle.constraints} == {"killer"}
    assert result["puzzle"] == str(made.puzzle)


def test_several_boards_are_raced_in_any_form_and_are_one_corpus_of_a_run(ask, told):
    events = told("race", {"corpus": json.dumps([UNIQUE, SEVERAL]), "backends": ["dlx"]})
    records = [value for kind, value in events if kind == "record"]
    assert [(one["puzzle"], one["source"], one["line"]) for one in records] == [
        (UNIQUE, "pasted", 1),
        (SEVERAL, "pasted", 2),
    ]
    assert [one["verdict"] for one in records] == ["unique", "multiple"]
    run = events[-1][1]["result"]["run"]
    kept = next(one for one in ask("/api/runs", {}).json["result"]["runs"] if one["run"] == run)
    assert (kept["corpus"], kept["records"]) == (["pasted"], 2)
    assert kept["finished"]
    assert ask(f"/api/report?run={run}").status == 200


def test_the_answer_of_an_engine_is_reported_before_another_one_answers(told):
    events = told("race", {"corpus": UNIQUE, "backends": ENGINES, "keep": False})
    kinds = [kind for kind, _ in events if kind != "progress"]
    assert kinds == ["claim", "record", "record", "result"]
    claim = next(value for kind, value in events if kind == "claim")
    assert (claim["backend"] in ENGINES, claim["verdict"]) == (True, "unique")


def test_what_is_remarked_of_a_race_is_in_the_language_of_the_page(told):
    events = told("race", {"corpus": UNIQUE, "backends": ["sliced", "dlx"], "keep": False, "lang": "ja"})
    (remark,) = events[-1][1]["remarks"]
    assert remark.startswith("slicedは4x4に答えません：")


def test_the_failure_of_an_engine_is_told_in_the_language_of_the_page():
    events = []
    feed = Feed(lambda kind, text: events.append(text.partition("data: ")[2]), lambda: None)
    feed.language = "ja"
    feed.heard(Partial(0, Claim("dlx", 0, failed(Termination.TIMEOUT, "more than 60 s of CPU time"))))
    (claim,) = map(json.loads, events)
    assert (claim["message"], claim["bound"]) == ("CPU時間が60秒を超えました", "cpu")


def test_a_run_opens_as_a_page_with_no_scripts_but_its_own(ask, raced):
    run = raced[-1][1]["result"]["run"]
    for path in (f"report?run={run}", f"comparison?run={run}&other={run}&lang=ja"):
        answer = ask(f"/api/{path}")
        assert answer.status == 200, answer.body
        page, policy = answer.body.decode(), answer.headers["content-security-policy"]
        assert page.startswith("<!doctype html>")
        assert f"script-src {script_hashes(page)};" in policy
        assert "sandbox allow-scripts" in policy
        assert "frame-ancestors 'self'" in policy


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("report?run=last", 422), ("report?run=../results", 422), ("comparison?run=tests&other=tests", 422),
        ("report", 400), ("watch?problem=pyproject.toml", 422), ("watch?problem=queens:100", 400),
        ("watch?problem=queens:6&engine=sat", 400), ("walkthrough?puzzle=README.md", 422),
        (f"walkthrough?puzzle={SEVERAL}", 422),
    ],
)  # fmt: skip
def test_no_client_names_a_file_and_a_frame_gets_its_refusal_as_a_page(ask, path, status):
    answer = ask(f"/api/{path}")
    assert (answer.status, answer.json["schema"]) == (status, "sudokubench.error/1")
    shown = ask(f"/api/{path}{'&' if '?' in path else '?'}lang=ja", accept="text/html")
    assert (shown.status, shown.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert "frame-ancestors 'self'" in shown.headers["content-security-policy"]
    text = unescape(shown.body.decode())
    assert ('<html lang="ja">' in text, answer.json["ja"] in text, answer.json["en"] in text) == (
        True,
        True,
        False,
    )


def test_a_puzzle_is_made_as_generate_makes_it_and_the_search_is_reported(told):
    events = told("generate", {"layout": "6x6", "rating": "1.5..2", "seed": 3})
    looks = [value for kind, value in events if kind == "look"]
    assert looks
    assert all(look["distance"] >= look["nearest"] >= 0 for look in looks)
    assert all(Board.parse(look["puzzle"]).layout.size == 6 for look in looks)
    result = events[-1][1]["result"]
    (made,) = generate(_wish("6x6"), aim=Aim((1.5, 2)), seed=3)
    assert result["puzzle"] == str(made.puzzle)
    assert 1.5 <= result["rating"] <= 2


def test_a_needed_rule_goes_without_those_that_find_the_same(told):
    events = told("generate", {"needs": ["skyscraper"], "seed": 1, "seconds": 600, "lang": "ja"})
    assert events[-1][1]["remarks"][0] == f"同じ手を見つける{rule_name('turbot_fish').ja}は使いません"
    kind, error = told("generate", {"rating": "Extreme", "seconds": 1e-9})[-1]
    assert (kind, error["en"]) == ("error", words.NOTHING_FOUND.en)


def test_a_position_before_a_step_of_a_rule_is_made_with_the_steps_to_it(told):
    fields = {"layout": "6x6", "hardest": "naked_single", "position": True, "without": ["x_wing"], "seed": 1}
    trace = told("generate", fields)[-1][1]["result"]["trace"]
    assert trace["steps"][-1]["rule"] == "naked_single"


def _wish(layout, **more):
    from sudokubench.generation.wish import Wish
    from sudokubench.layout import Layout

    return Wish(Layout.named(layout), **more)


HOPELESS = {"layout": "16x16", "number_of_clues": "17"}


def test_the_making_of_a_puzzle_that_never_looks_up_ends_at_its_limit(told):
    events = told("generate", {**HOPELESS, "seconds": 0.5})
    assert events[-1][0] == "error"
    assert events[-1][1]["en"] == words.NOTHING_FOUND.en


def begin(port, name, fields):
    """Return a client that has sent a request and waits."""
    body = json.dumps(fields).encode()
    client = socket.create_connection(("127.0.0.1", port))
    head = f"POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return client


def wait_for(ask, **load):
    """Wait until these numbers of calls are in work and in the queue."""
    while {name: ask("/health").json[name] for name in load} != load:
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("name", "fields"),
    [("race", RACE), ("generate", {**HOPELESS, "seconds": 3000}), ("solve", {"puzzle": large()})],
)
def test_a_client_that_leaves_stops_the_work(ask, port, name, fields):
    wait_for(ask, working=0)
    with begin(port, name, fields):
        wait_for(ask, working=1)
    wait_for(ask, working=0)


def test_the_pages_of_a_search_and_of_an_explanation_are_those_of_the_library(ask):
    page = ask(
        "/api/watch?" + urlencode({"problem": "queens:5", "engine": "algorithm_x", "lang": "ja"})
    ).body.decode()
    assert page == dance_page.page(Dance(watch(named("queens:5"), "algorithm_x")), "ja")
    page = ask("/api/walkthrough?" + urlencode({"puzzle": UNIQUE, "lang": "ja"})).body.decode()
    assert page == explain(UNIQUE).page("ja")


def test_the_next_client_is_asked_to_come_again_when_too_many_long_jobs_wait(ask, port):
    clients = [begin(port, "race", RACE) for _ in range(6)]
    wait_for(ask, working=2, waiting=4)
    answer = ask("/api/race", {"corpus": UNIQUE, "backends": []})
    assert (answer.status, answer.headers["retry-after"]) == (429, "1")
    assert ask("/api/solve", {"puzzle": UNIQUE}).status == 200
    for client in clients:
        client.close()
    wait_for(ask, working=0, waiting=0)
    assert ask("/api/race", {"corpus": UNIQUE, "backends": []}).status == 400
