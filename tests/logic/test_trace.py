"""Traces: how they end, that JSON keeps them, and that they are drawn."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logic_states import CHAINS, ESCARGOT, SOLVED, WIKIPEDIA
from logic_states import state as logic_state

from sudokubench.actions.explain import explain
from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import solve
from sudokubench.logic.rules import rule_named
from sudokubench.logic.step import REMARKS, Step
from sudokubench.logic.step_drawing import draw
from sudokubench.logic.step_parts import Link, LinkKind
from sudokubench.logic.trace import Ending, Trace


@pytest.mark.parametrize("seconds", [None, 3600])
def test_a_trace_without_a_bound_or_in_time_ends_with_the_solution(seconds: float | None) -> None:
    trace = solve(Board.parse(WIKIPEDIA), teaching().rules, seconds=seconds)
    assert trace.ending is Ending.SOLVED
    assert trace.states()[-1].board().format("line") == SOLVED


def test_the_entropies_of_the_steps_add_up_to_that_of_the_start() -> None:
    trace = solve(Board.parse(CHAINS), teaching().rules)
    assert sum(step.entropy for step in trace.steps) == pytest.approx(trace.states()[0].entropy())


@pytest.mark.parametrize("text", [WIKIPEDIA, CHAINS])
def test_json_keeps_a_trace(text: str) -> None:
    trace = solve(Board.parse(text), teaching().rules)
    assert Trace.from_json(trace.to_json()) == trace
    assert json.loads(trace.to_json())["schema"] == "sudokubench.trace/3"


def test_traces_of_version_1_are_read() -> None:
    lines = Path(__file__).with_name("trace_version_1.jsonl").read_text(encoding="utf-8").splitlines()
    jigsaw = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "abcd")
    boards = [
        Board.parse("1...3..2...3..2."),
        Board.parse("12..............", Layout.named("4x4-diagonal")),
        Board.parse("1...3..2...3..2.").forbidding([4]),
        Board.parse("a......b........", jigsaw),
    ]
    traces = [Trace.from_json(line) for line in lines]
    assert [trace.board for trace in traces] == boards
    assert [(len(trace.steps), trace.ending.value) for trace in traces] == [(11, "solved"), (3, "stuck")] * 2
    assert [Trace.from_json(trace.to_json()) for trace in traces] == traces


def test_a_trace_whose_id_is_that_of_another_puzzle_is_refused() -> None:
    plain = json.loads(Trace(Board.parse(WIKIPEDIA), (), Ending.STUCK).to_json())
    for wrong in (Board.parse(CHAINS).id, "", None):
        with pytest.raises(InputError, match=r"its puzzle has the id .*write this trace again"):
            Trace.from_json(json.dumps({**plain, "id": wrong}))


def test_json_keeps_layouts_and_forbidden_candidates() -> None:
    board = Board.empty(Layout.named("9x9-windoku")).forbidding([3, 5])
    assert json.loads(Trace(board, (), Ending.STUCK).to_json())["id"] == board.id
    assert Trace.from_json(Trace(board, (), Ending.STUCK).to_json()).board == board


ids = st.tuples(st.integers(0, 728), st.integers(0, 728))
links = st.builds(Link, st.sampled_from(LinkKind), ids, ids)
steps = st.builds(
    Step,
    rule=st.sampled_from(["aic", "naked_pair"]),
    digits=st.tuples(st.integers(1, 9)),
    placed=ids,
    eliminated=ids,
    items=ids,
    groups=st.tuples(st.tuples(st.sampled_from(["pivot", "fin"]), ids)),
    houses=st.tuples(st.integers(0, 26)),
    links=st.tuples(links, links),
    length=st.integers(0, 30),
    depth=st.integers(0, 5),
    entropy=st.floats(0, 100),
)


@settings(max_examples=50)
@given(steps)
def test_json_keeps_any_step(step: Step) -> None:
    assert Step.from_dict(json.loads(json.dumps(step.as_dict()))) == step


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", '{"schema": "sudokubench.trace/3"}', '{"schema": "sudokubench.trace/1", "steps": 3}',
        '{"schema": ["sudokubench.trace/1"]}', '{"schema": "sudokubench.trace/2", "puzzle": 3}',
        '{"schema": "sudokubench.trace/2"}', '{"schema": "sudokubench.trace/1", "layout": 3}',
    ],
)  # fmt: skip
def test_a_text_that_is_not_a_trace_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        Trace.from_json(text)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("placed", [64]), ("eliminated", [-1]), ("items", [10**9]), ("houses", [12]), ("digits", [0]),
        ("digits", ["1"]), ("groups", [["pivot", [64]]]), ("links", [["weak", [0], [1.5]]]),
        ("placed", [[1]]), ("digits", "12"), ("length", float("inf")), ("rule", None), ("links", 3),
        ("groups", [[1]]), ("houses", [True]), ("depth", "0"), ("depth", 0.0), ("depth", False),
        ("length", 10**400), ("length", -1), ("entropy", "nan"), ("entropy", True), ("also", "pair"),
        ("also", [5]), ("rule", 5), ("rule", "aic\x1b[2J"), ("groups", [[5, [1]]]),
        ("groups", [["pivot", [1], 2]]), ("links", [["strong", [0]]]), ("links", [["weak", [], []]]),
        ("links", [["strong", [], [0]]]), ("links", [["strong", [0], []]]),
        ("links", [[["strong"], [0], [1]]]), ("unknown", 5),
    ],
)  # fmt: skip
def test_a_step_with_parts_that_its_board_lacks_is_refused(part: str, value: object) -> None:
    plain = Trace(Board.parse("12" + "." * 14), (Step("aic", (1,)),), Ending.STUCK).as_json()
    assert Trace.from_json(json.dumps(plain)).steps[0].digits == (1,)
    plain["steps"][0][part] = value
    if value is None:
        del plain["steps"][0][part]
    with pytest.raises(InputError):
        Trace.from_json(json.dumps(plain))


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("reason", []), ("reason", "a\nb"), ("ending", "over"), ("ending", ["stuck"]), ("steps", {}), ("more", 1),
    ],
)  # fmt: skip
def test_a_trace_with_a_part_of_another_type_is_refused(part: str, value: object) -> None:
    plain = Trace(Board.parse("12" + "." * 14), (), Ending.STUCK).as_json()
    with pytest.raises(InputError, match=f"not a trace: its .*{part}"):
        Trace.from_json(json.dumps({**plain, part: value}))


def test_remarks_of_explain_are_skipped() -> None:
    found = explain("1...3..2...3..2.")
    printed = found.as_json()
    assert REMARKS - {"eureka", "soundness", "marks", "needed", "colours"} <= printed["steps"][0].keys()
    assert Trace.from_json(json.dumps(printed)) == found.trace
    with pytest.raises(InputError, match="step 1: it has an unknown field 'candidates'"):
        Trace.of(printed, remarks=False)


def test_a_board_without_solution_ends_in_a_contradiction_that_is_named() -> None:
    broken = solve(Board.parse("55" + "." * 79), teaching().rules)
    assert (broken.ending, broken.reason) == (Ending.CONTRADICTION, "R1C1")


def test_a_board_with_several_solutions_gets_stuck() -> None:
    trace = solve(Board.parse("12" + "." * 14), teaching().without_uniqueness().rules)
    assert trace.ending is Ending.STUCK


def test_a_budget_of_no_time_ends_at_once() -> None:
    assert solve(Board.parse(ESCARGOT), teaching().rules, seconds=0).ending is Ending.BUDGET


def test_every_step_is_drawn_as_well_formed_svg() -> None:
    trace = solve(Board.parse(CHAINS), teaching().rules)
    for state, step in zip(trace.states(), trace.steps, strict=False):
        root = ET.fromstring(draw(state, step, "<title> & more"))
        assert root.tag.endswith("svg")
        side = float(root.attrib["viewBox"].split()[-1])
        for element in root.iter():
            places = [element.attrib.get(name, "0").split() for name in ("x", "y", "cx", "cy")]
            assert all(0 <= float(value) <= side for values in places for value in values)


def test_a_link_is_drawn_as_a_symmetric_curve() -> None:
    grid = logic_state("R1C1=15 R1C5=12 R4C5=23 R4C8=35")
    step = next(iter(rule_named("xy_chain").find(grid)))
    curves = re.findall(r'"M(\S+) (\S+)Q(\S+) (\S+) (\S+) (\S+)"', draw(grid, step, "a chain"))
    assert len(curves) >= 3
    for curve in curves:
        start, bend, end = (complex(*map(float, curve[k : k + 2])) for k in (0, 2, 4))
        assert abs(abs(bend - start) - abs(bend - end)) < 0.3
        assert 0.51 * abs(end - start) - 0.3 < abs(bend - start) < 0.6 * abs(end - start) + 0.3
