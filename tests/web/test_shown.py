"""The page shows the library's result: cells, candidates and arrows of every step, on the board itself."""

import re
from math import dist

import pytest
from playwright.sync_api import expect

from sudokubench.actions.explain import explain
from sudokubench.board import Board
from sudokubench.data import bundled

CELL, PADDING = 60, 4  # of the drawn board
ARROW = re.compile(r"M([\d.]+) ([\d.]+)Q[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)")
CROSS = re.compile(r"M([\d.]+) ([\d.]+)l([\d.]+)")
WALK = """
() => {
  const seen = [];
  for (const _ of document.querySelectorAll(".steps li")) {
    const parts = document.querySelectorAll("sudoku-board > svg > :is(text, circle, path.arrow, path.cross)");
    const read = (one, ...names) => names.map(name => one.getAttribute(name));
    const place = one => read(one, ...{ circle: ["cx", "cy"], text: ["x", "y"], path: ["d"] }[one.tagName]);
    const drawn = [...parts].map(one => [one.getAttribute("class"), one.textContent, ...place(one)]);
    seen.push([document.querySelector(".hints").textContent, drawn]);
    document.querySelector("[data-label=next]").click();
  }
  return seen;
}
"""


def drawn(parts):
    """Return the digits and candidates by cell, the struck and the ringed ones, the crosses and the arrows."""
    cells = {"digits": {}, "candidates": set(), "gone": set(), "placed": {}, "crosses": []}
    new, arrows = [], []
    for look, text, *at in parts:
        kind, *more = look.split()
        if kind == "arrow":
            ends = tuple(map(float, ARROW.match(at[0]).groups()))
            arrows.append((ends, more == ["strong"]))
            continue
        if kind == "cross":
            x, y, wide = map(float, CROSS.match(at[0]).groups())
            cells["crosses"].append((x + wide / 2, y + wide / 2))
            continue
        x, y = map(float, at)
        cell = 9 * int(y // CELL) + int(x // CELL)
        if kind == "ring":
            new.append((x, y))
        elif kind == "digit":
            cells["placed" if more == ["new"] else "digits"][cell] = int(text)
        elif kind == "small":
            cells["candidates"].add((cell, int(text)))
            if more == ["gone"]:
                cells["gone"].add((cell, int(text)))
    return cells, new, arrows


def middle(cell):
    """Return the middle of a cell."""
    return CELL * (cell % 9 + 0.5), CELL * (cell // 9 + 0.5)


def spot(option):
    """Return the place where a candidate is drawn."""
    inner = (CELL - 2 * PADDING) / 3
    return (
        CELL * (option // 9 % 9) + PADDING + inner * (option % 3 + 0.5),
        CELL * (option // 81) + PADDING + inner * (option % 9 // 3 + 0.5),
    )


def linked(step, board):
    """Return the arrows that a step must have: the possible ends of each arrow, and whether the arrow is strong."""
    coloured = {
        option for role, options in step.get("groups", ()) if role[:6] == "colour" for option in options
    }
    if not coloured:
        return [(start, end, kind == "strong") for kind, start, end in step.get("links", ())]
    places = [{9 * cell + d for d in range(9)} for cell in range(81)]
    places += [{9 * cell + d for cell in house.cells} for house in board.layout.houses for d in range(9)]
    pairs = [sorted(places[item] & coloured) for item in step["items"]]
    return [(pair[:1], pair[1:], True) for pair in pairs if len(pair) == 2]


def states(board, steps):
    """Return the contents of the cells before each step, from the clues and the conclusions of the steps alone."""
    houses = [set(house.cells) for house in board.layout.houses]
    peers = [set().union(*(house for house in houses if cell in house)) - {cell} for cell in range(81)]
    digits = {cell: digit for cell, digit in enumerate(board.digits) if digit}
    left = {
        (cell, d) for cell in range(81) if cell not in digits for d in range(1, 10)
        if all(digits.get(peer) != d for peer in peers[cell])
    }  # fmt: skip
    for step in steps:
        yield dict(digits), set(left)
        for cell, d in (divmod(option, 9) for option in step.get("placed", ())):
            digits[cell] = d + 1
            left = {(c, e) for c, e in left if c != cell and not (e == d + 1 and c in peers[cell])}
        left -= {(option // 9, option % 9 + 1) for option in step.get("eliminated", ())}


PUZZLES = [str(one.board) for one in bundled("graded") if str(one.board.layout) == "9x9"]
COVERING = (48, 50, 54, 55, 60, 66, 69, 72, 74, 75, 79, 81, 82, 84, 88, 92, 95, 99)
"""Numbers of puzzles that together use every rule that some puzzle of `PUZZLES` uses."""
CASES = [
    pytest.param(PUZZLES[one], marks=[] if one in {48, 60} else [pytest.mark.thorough]) for one in COVERING
]


@pytest.mark.thorough
def test_the_puzzles_that_are_drawn_use_every_rule():
    rules = [{step.rule for step in explain(puzzle)} for puzzle in PUZZLES]
    assert set().union(*(rules[one] for one in COVERING)) == set().union(*rules)


@pytest.mark.parametrize("puzzle", CASES)
def test_every_step_is_drawn_as_the_library_shows_it(visit, puzzle):
    page = visit(f"lang=en&p={puzzle}")
    found = explain(puzzle)
    steps = found.as_json("en")["steps"]
    page.get_by_role("button", name="All steps").click()
    expect(page.locator(".steps li")).to_have_text([step["text"] for step in steps])
    pictures = page.evaluate(WALK)
    board = Board.parse(puzzle)
    for step, before, (told, parts) in zip(steps, states(board, steps), pictures, strict=True):
        assert told == step["text"]
        cells, new, arrows = drawn(parts)
        digits, left = before
        placed = sorted(step.get("placed", ()))
        links = linked(step, board)
        large = {} if links else {option // 9: option % 9 + 1 for option in placed}
        assert cells["digits"] == digits
        assert cells["placed"] == large
        assert cells["candidates"] == {(cell, digit) for cell, digit in left if cell not in large}
        assert cells["gone"] == {(option // 9, option % 9 + 1) for option in step.get("eliminated", ())}
        rings = [middle(option // 9) if large else spot(option) for option in placed]
        assert new == [pytest.approx(one, abs=0.1) for one in rings]
        for cross in cells["crosses"]:
            digit = placed[0] % 9
            assert min(dist(cross, spot(9 * cell + digit)) for cell in range(81) if cell not in digits) < 0.1
        assert len(arrows) == len(links)
        for ((x1, y1, x2, y2), solid), (start, end, strong) in zip(arrows, links, strict=True):
            assert solid == strong
            begins = min(dist((x1, y1), spot(option)) for option in start)
            ends = min(dist((x2, y2), spot(option)) for option in end)
            assert max(begins, ends) < 9.2, "they begin and end beside candidates"
