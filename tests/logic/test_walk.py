"""Undo, redo and a tree with a cursor over states: every move makes another value."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokubench.board import Board
from sudokubench.logic.configuration import teaching
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.hint import mistakes
from sudokubench.logic.search import search
from sudokubench.logic.search_settings import SETS
from sudokubench.logic.step_parts import RETURN, TRIAL
from sudokubench.logic.walk import Walk

MOVES = st.lists(st.one_of(st.integers(0, 2), st.sampled_from(["undo", "redo"])), max_size=30)
"""A digit appends itself to the state, a text."""


def moved(walk: Walk[str], move: int | str) -> Walk[str]:
    if isinstance(move, int):
        return walk.do(f"{walk.state}{move}")
    return walk.undo() if move == "undo" else walk.redo()


@given(MOVES)
def test_a_walk_is_what_lists_of_undone_moves_say(moves: list[int | str]) -> None:
    done, undone, seen = "", dict[str, str](), {""}
    walk = Walk.of("")
    for move in moves:
        walk = moved(walk, move)
        if isinstance(move, int):
            undone[done], done = f"{done}{move}", f"{done}{move}"
        elif move == "undo":
            done = done[:-1]
        else:
            done = undone.get(done, done)
        seen.add(done)
        assert walk.state == done
        assert set(walk.states) == seen
        assert [walk.states[n] for n in walk.way] == [done[:k] for k in range(len(done) + 1)]


@given(MOVES, MOVES)
def test_no_move_alters_the_walk_that_it_is_made_from(first: list[int | str], more: list[int | str]) -> None:
    walk: Walk[str] = reduce(moved, first, Walk.of(""))
    again: Walk[str] = reduce(moved, first, Walk.of(""))
    reduce(moved, more, walk)
    assert walk == again
    assert hash(walk) == hash(again)


@given(MOVES)
def test_redo_takes_back_what_undo_did(moves: list[int | str]) -> None:
    walk: Walk[str] = reduce(moved, moves, Walk.of(""))
    assert walk.at == 0 or walk.undo().redo() == walk


def test_both_ends_stay_where_they_are() -> None:
    walk = Walk.of("a")
    assert walk.undo() == walk.redo() == walk.do("a") == walk
    assert walk.do("b").redo() == walk.do("b")


def test_branches_are_kept_and_the_same_one_is_not_made_twice() -> None:
    walk = Walk.of("a").do("b").do("c").undo().undo().do("d")
    assert walk.states == ("a", "b", "c", "d")
    assert walk.undo().branches == (1, 3)
    again = walk.undo().do("b")
    assert again.states == walk.states
    assert again.redo().state == "c"


def test_redo_leads_to_where_the_cursor_was_put() -> None:
    walk = Walk.of("a").do("b").do("c").go(0).do("d").go(2)
    assert walk.way == (0, 1, 2)
    assert walk.go(0).redo().redo().state == "c"
    with pytest.raises(IndexError):
        walk.go(4)


PUZZLE = Board.parse("1...3..2...3..2.")
SOLUTION = Board.parse("1234341221434321")


def test_going_back_to_before_the_first_mistake_loses_no_state() -> None:
    layout = PUZZLE.layout
    walk = Walk.of(CandidateGrid.of(PUZZLE))
    for cell, digit in ((1, 2), (2, 4), (7, 1)):  # R1C3 is 3
        walk = walk.do(walk.state.apply([layout.option(cell, digit)]))
    right = walk.back_to(lambda state: not mistakes(state, SOLUTION))
    assert right.at == 1
    assert right.redo().redo() == walk
    assert right.back_to(lambda state: not mistakes(state, SOLUTION)) == right
    assert walk.back_to(lambda state: False).at == 0


def test_a_search_is_a_tree_to_walk_in() -> None:
    trace = search(Board.parse("....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."),
                   teaching().only(SETS["singles"]).rules)  # fmt: skip
    walk, before = Walk.of(CandidateGrid.of(trace.board)), list[int]()
    for step, state in zip(trace.steps, trace.states()[1:], strict=True):
        if step.rule == TRIAL:
            before.append(walk.at)
        elif step.rule == RETURN:
            walk = walk.go(before.pop())
        walk = walk.do(state)
        assert walk.state == state
    assert before == []
    assert sum(step.rule == TRIAL for step in trace.steps) > 1
    forks = [n for n in range(len(walk.states)) if len(walk.go(n).branches) > 1]
    assert len(forks) == sum(step.rule == RETURN and bool(step.eliminated) for step in trace.steps)
