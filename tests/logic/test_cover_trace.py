"""Traces of searches for exact covers: they can be replayed, have the engines' counts, and show alterations."""

import json
from collections import Counter
from math import log

import pytest
from coloured_cases import all_solutions, random_cover

from sudokubench.answer import Stop, parts_of
from sudokubench.backends import backend
from sudokubench.board import Board
from sudokubench.constraints import Killer
from sudokubench.encodings.exact_cover import cover_of, solution_fault
from sudokubench.errors import BackendUnavailable, InputError, UsageError
from sudokubench.layout import Layout
from sudokubench.logic.cover_trace import CoverState, CoverTrace
from sudokubench.logic.step_parts import CONTRADICTION, RETURN, SOLUTION, TRIAL
from sudokubench.problem import Variant, cover
from sudokubench.problems import named
from sudokubench.solving import trace

KNUTH = named("knuth:example")
UNIQUE = Board.parse("1...3..2...3..2.")
PUZZLES = {
    "knuth": KNUTH,
    "tromino:3x4": named("tromino:3x4"),
    "tromino:3": named("tromino:3"),
    "queens:6": named("queens:6"),
    "queens:1": named("queens:1"),
    "one solution": UNIQUE,
    "several": Board.parse("12.............4"),
    "forbidden": Board.parse("12..............").forbidding([4 * 15 + 3]),
    "full": Board.parse("1234341221434321"),
    "killer": Board(
        Variant(Layout.standard(4), (Killer((0, 1), 3), Killer((6, 10), 6))), [0, 0, 3, *12 * [0], 1]
    ),
    "no option": cover([("a", "12")], primary="123"),
    "nothing": cover([]),
}
SAME = ("dlx", "dlx:kernel=nodes", "algorithm_x")
"""Engines that choose the first item with the fewest options, and try its options in order."""
OTHERS = ("dlx:item=first", "dlx:item=weighted,seed=1", "dlx:item=random,seed=1")


def searched(puzzle, name):
    problem, instance = parts_of(puzzle)
    with backend(name).open(problem) as session:
        search = session.search(instance)
        return list(search), search.outcome()


@pytest.mark.parametrize("name", [*SAME, *OTHERS])
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_trace_replays_to_the_solutions_and_has_the_nodes_that_the_engine_counts(puzzle, name):
    told = trace(puzzle, backend=name)
    problem, instance = parts_of(puzzle)
    solutions, outcome = searched(puzzle, name)
    states = told.states()
    found = [
        tuple(sorted(option for option in state.chosen if option < cover_of(problem).n_options))
        for state, step in zip(states, told.steps, strict=False)
        if step.rule == SOLUTION
    ]
    assert told.stop is Stop.EXHAUSTED
    assert (told.nodes, told.solutions) == (outcome.stats["nodes"], outcome.count)
    assert found == solutions
    assert all(solution_fault(problem, options, instance) is None for options in found)
    assert len(states) == len(told.steps) + 1
    assert states[-1].chosen == states[0].chosen


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_engines_of_the_same_choice_write_the_same_tree_which_reads_back_as_the_same(puzzle):
    told, *others = (trace(puzzle, backend=name) for name in SAME)
    assert {other.steps for other in others} == {told.steps}
    assert CoverTrace.from_json(json.dumps(told.as_json()), puzzle) == told


def test_the_example_of_knuth_is_searched_as_by_hand():
    told, items, options = trace(KNUTH), KNUTH.items, KNUTH.option_names
    assert [
        (step.rule, " ".join([*(items[i] for i in step.items), *(options[o] for o in step.placed)]))
        for step in told.steps
    ] == [
        (TRIAL, "A ADG"), (TRIAL, "B BCF"), (CONTRADICTION, "E"), (RETURN, ""), (RETURN, ""),
        (TRIAL, "A AD"), (TRIAL, "E CEF"), (TRIAL, "B BG"), (SOLUTION, ""), (RETURN, ""), (RETURN, ""), (RETURN, ""),
    ]  # fmt: skip
    assert [step.depth for step in told.steps] == [1, 2, 2, 1, 0, 1, 2, 3, 3, 2, 1, 0]


def test_entropy_is_of_the_numbers_of_options_that_are_left():
    start = CoverState.of(KNUTH)
    assert start.sizes == dict(enumerate([2, 2, 2, 3, 2, 2, 3]))
    assert start.entropy == pytest.approx(5 * log(2) + 2 * log(3))
    after = start.apply([3])  # AD: CEF and BG are left
    assert {KNUTH.items[item]: size for item, size in after.sizes.items()} == {
        "B": 2, "C": 2, "E": 1, "F": 2, "G": 1,
    }  # fmt: skip
    assert after.apply((), [4]).entropy < after.entropy
    first = trace(KNUTH).steps[0]
    assert first.entropy == pytest.approx(start.entropy - start.apply(first.placed).entropy)


@pytest.mark.parametrize("name", SAME)
def test_a_trace_that_is_cut_is_the_beginning_of_the_whole_one(name):
    whole = trace(UNIQUE, backend=name)
    for most in (1, 2, len(whole.steps) - 1):
        cut = trace(UNIQUE, backend=name, most_steps=most)
        assert (cut.steps, cut.stop) == (whole.steps[:most], Stop.BUDGET)
        assert CoverTrace.from_json(json.dumps(cut.as_json()), UNIQUE) == cut
    assert trace(UNIQUE, backend=name, most_steps=len(whole.steps)) == whole
    assert searched(UNIQUE, name)[1].count == 1, "an engine is in order after a trace that was cut"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "sat",
            "sat does not report the nodes of its search; dlx and algorithm_x do, and `explain --search`",
        ),
        ("logic", "`explain --search` shows the search of human logic"),
        ("dlx:nogoods=on", "skips remembered failures"),
    ],
)
def test_an_engine_that_cannot_tell_its_search_says_so(name, reason):
    with pytest.raises(UsageError, match=reason):
        trace(UNIQUE, backend=name)
    with pytest.raises(BackendUnavailable):
        trace(KNUTH, backend="logic")


def test_a_contradictory_puzzle_is_not_searched():
    with pytest.raises(UsageError, match="R1C2#1 cannot be chosen together with the options chosen before"):
        trace("11..............")
    with pytest.raises(UsageError, match="most_steps"):
        trace(UNIQUE, most_steps=0)


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ([((), 0)], "left out a part"), ([((), None)], "says wrongly that the search ends there"),
        ([((), 0), ((0,), None)], "cannot be tried there"),
    ],
)  # fmt: skip
def test_nodes_of_an_incomplete_search_are_refused(nodes, said):
    with pytest.raises(UsageError, match=said):
        CoverTrace.noted(KNUTH, "lazy", nodes, 100)


@pytest.mark.parametrize(
    "seeds", [range(30), pytest.param(range(30, 300), marks=pytest.mark.thorough)], ids=len
)
def test_with_colours_and_multiplicities_the_steps_are_those_of_the_rules(seeds):
    """The test finds the state of each step by the rules: an option is possible if it fits the chosen options."""
    nothing = {"placed": (), "eliminated": ()}
    for problem in map(random_cover, seeds):
        told = trace(problem)
        path, found = [nothing], []
        for step, state, before in zip(told.steps, told.states()[1:], told.states(), strict=False):
            if step.rule == TRIAL:
                path.append({"placed": step.placed, "eliminated": step.eliminated})
                assert step.group("fact") == before.options_of(step.items[0])
            elif step.rule == RETURN:
                path.pop()
            chosen = [option for one in path for option in one["placed"]]
            out = {option for one in path for option in one["eliminated"]}
            fits = [o for o in range(problem.n_options) if o not in out and fitting(problem, [*chosen, o])]
            assert (list(state.chosen), sorted(state.possible)) == (chosen, fits)
            covers = Counter(item for option in fits + chosen for item in problem.options[option])
            short = [i for i in range(problem.primary) if covers[i] < problem.times(i)[0]]
            assert step.rule != CONTRADICTION or step.items[0] in short
            if step.rule == SOLUTION:
                assert not fits
                assert not short
                found.append(tuple(sorted(chosen)))
        assert path == [nothing]
        assert sorted(found) == sorted(searched(problem, "dlx")[0]) == all_solutions(problem)
        solutions, outcome = searched(problem, "dlx:kernel=nodes")
        assert (found, told.nodes) == (solutions, outcome.stats["nodes"])
        assert CoverTrace.from_json(json.dumps(told.as_json()), problem) == told


def fitting(problem, chosen):
    """Return whether options are different, exceed no upper bound and clash in no colour."""
    for item in range(len(problem.items)):
        colours = [colour for option in chosen for i, colour in problem.coloured(option) if i == item]
        if len(colours) > (problem.times(item)[1] if item < problem.primary else 1) and not (
            item >= problem.primary and len({*colours}) == 1 and colours[0]
        ):
            return False
    return len({*chosen}) == len(chosen)


def test_colours_alone_give_the_tree_of_sets():
    for problem in (random_cover(seed, several=False) for seed in range(20)):
        assert len({trace(problem, backend=name).steps for name in SAME}) == 1


def test_a_branch_excludes_the_options_before_it_and_the_last_one_all():
    problem = cover([(name, "p") for name in "ABC"], multiplicity={"p": (1, 2)})
    told = trace(problem)
    assert [(step.depth, step.placed, step.eliminated) for step in told.steps if step.rule == TRIAL] == [
        (1, (0,), ()), (2, (1,), ()), (2, (2,), ()), (2, (), (1, 2)),
        (1, (1,), (0,)), (2, (2,), ()), (2, (), (2,)),
        (1, (2,), (0, 1)),
    ]  # fmt: skip
    plain = json.loads(json.dumps(told.as_json()))
    step = next(n for n, one in enumerate(plain["steps"], 1) if one.get("eliminated") == [0])
    del plain["steps"][step - 1]["eliminated"]
    with pytest.raises(InputError, match=f"step {step} is not what the search does there"):
        CoverTrace.from_json(json.dumps(plain), problem)


def altered(plain, number, **fields):
    plain["steps"][number - 1] |= fields


ALTERATIONS = {
    "of another puzzle": (lambda p: p.update(id="0" * 16), "not a trace of"),
    "of another schema": (lambda p: p.update(schema="sudokubench.trace/2"), "its schema is"),
    "truncated": (lambda p: p["steps"].pop(), "exhausted is true, but after step 22 it is false"),
    "begun late": (lambda p: p["steps"].pop(0), "step 1 "),
    "a step left out": (lambda p: p["steps"].pop(11), "step 12 "),
    "a step twice": (lambda p: p["steps"].insert(3, p["steps"][3]), "step 5 "),
    "another option": (lambda p: altered(p, 2, placed=[7]), "step 2 supposes an option that cannot be tried"),
    "another item": (lambda p: altered(p, 2, items=[0]), "step 2 supposes an option that cannot be tried"),
    "no such option": (lambda p: altered(p, 2, placed=[999]), "step 2 supposes"),
    "options left out": (lambda p: altered(p, 2, groups=[["single", p["steps"][1]["placed"]]]), "step 2 is not what"),
    "another depth": (lambda p: altered(p, 3, depth=9), "step 3 is not what the search does there"),
    "another drop": (lambda p: altered(p, 3, entropy=9.0), "step 3 is not what the search does there"),
    "two options": (lambda p: altered(p, 3, placed=[1, 2]), "step 3 is not a step of a search"),
    "another rule": (lambda p: altered(p, 3, rule="naked_single"), "step 3 is not a step of a search"),
    "a trial as a solution": (lambda p: altered(p, 3, rule="solution", items=[]), "step 3 says wrongly that"),
    "a solution as a contradiction": (lambda p: altered(p, 12, rule="contradiction", items=[0]), "step 12 says"),
    "a return too soon": (lambda p: p["steps"].insert(1, p["steps"][-1]), "step 2 takes back"),
    "no step": (lambda p: p["steps"].__setitem__(4, "trial"), "step 5: it is 'trial' and not an object"),
    "no steps": (lambda p: p.update(steps=None), "its steps are null and not a list"),
    "other nodes": (lambda p: p.update(nodes=1), "nodes is 1, but after step 23 it is 12"),
    "other count": (lambda p: p.update(count=2), "count is 2, but after step 23 it is 1"),
    "a count that is not whole": (lambda p: p.update(count=1.0), "count is 1.0, but after step 23 it is 1"),
    "without its puzzle": (lambda p: p.pop("puzzle"), "it has no puzzle"),
}  # fmt: skip


@pytest.mark.parametrize(("alter", "told"), ALTERATIONS.values(), ids=ALTERATIONS)
def test_an_altered_trace_is_refused_with_the_number_of_its_step(alter, told):
    plain = json.loads(json.dumps(trace(UNIQUE).as_json()))
    assert len(plain["steps"]) == 23
    alter(plain)
    with pytest.raises(InputError) as refused:
        CoverTrace.from_json(json.dumps(plain), UNIQUE)
    assert told in str(refused.value)


def test_a_trace_of_a_board_is_refused_for_another():
    text = json.dumps(trace(UNIQUE).as_json())
    with pytest.raises(InputError, match=r"not a trace of 12\.+4 but of '1\.\.\.3"):
        CoverTrace.from_json(text, PUZZLES["several"])
