"""The page shows what the library says: cells, candidates and arrows of every drawing of every step."""

import re
from math import dist
from xml.etree import ElementTree

import pytest
from drawing_reading import SVG, signs
from playwright.sync_api import expect

from sudokubench.actions.explain import explain
from sudokubench.board import Board
from sudokubench.data import bundled

CELL, EDGE = 54, 26  # of a drawing
ARROW = re.compile(r"M([\d.]+) ([\d.]+)Q[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)")
WALK = """
async () => {
  const seen = [], next = document.querySelector("[data-label=next]"), picture = document.querySelector("img.drawing");
  for (let number = 1; number <= document.querySelectorAll(".steps li").length; number++) {
    while (!picture.src.includes(`step=${number}&`)) await new Promise(requestAnimationFrame);
    seen.push([picture.alt, await (await fetch(picture.src)).text()]);
    next.click();
  }
  return seen;
}
"""


def drawn(svg):
    """The digits and candidates of a drawing by cell, those that are struck out and ringed, and its arrows."""
    cells = {"digits": {}, "candidates": set(), "gone": set()}
    new, arrows = [], []
    drawing = ElementTree.fromstring(svg)
    for text, x, y, look in signs(drawing):
        row, column = int((y - EDGE) // CELL), int((x - EDGE) // CELL)
        if not (0 <= row < 9 and 0 <= column < 9):
            continue
        cell = 9 * row + column
        if float(look["font-size"]) > CELL / 2:
            cells["digits"][cell] = int(text)
        else:
            cells["candidates"].add((cell, int(text)))
            if look["fill"] == "#b00020":
                cells["gone"].add((cell, int(text)))
    for part in drawing.iter():
        if (
            part.tag == f"{SVG}circle"
            and part.get("stroke") == "#0a7d32"
            and float(part.get("cy")) < EDGE + 9 * CELL
        ):
            new.append((float(part.get("cx")), float(part.get("cy"))))
        elif part.tag == f"{SVG}path" and (found := ARROW.match(part.get("d"))):
            ends = tuple(map(float, found.groups()))
            if ends[1] < EDGE + 9 * CELL:  # those below are of the legend
                arrows.append((ends, part.get("stroke-dasharray") is None))
    return cells, new, arrows


def spot(option):
    """Where a candidate is drawn."""
    inner = (CELL - 6) / 3
    return (
        EDGE + CELL * (option // 9 % 9) + 3 + inner * (option % 3 + 0.5),
        EDGE + CELL * (option // 81) + 3 + inner * (option % 9 // 3 + 0.5),
    )


def linked(step, board):
    """What the arrows of a step must join: of each the ends that it may have, and whether it is strong."""
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
    """What stands in the cells before each step, from the clues and from what the steps place and remove alone."""
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
CASES = [
    pytest.param(
        PUZZLES[number * len(PUZZLES) // 50], marks=[] if number in {20, 42} else [pytest.mark.thorough]
    )
    for number in range(50)
]


@pytest.mark.parametrize("puzzle", CASES)
def test_every_step_is_drawn_as_the_library_tells_it(visit, puzzle):
    page = visit(f"lang=en&p={puzzle}")
    found = explain(puzzle)
    steps = found.as_json("en")["steps"]
    page.get_by_role("button", name="All steps").click()
    expect(page.locator(".steps li")).to_have_text([step["text"] for step in steps])
    pictures = page.evaluate(WALK)
    board = Board.parse(puzzle)
    for step, before, (named, svg) in zip(steps, states(board, steps), pictures, strict=True):
        assert named == f"Drawing: {step['text']}"
        cells, new, arrows = drawn(svg)
        digits, left = before
        assert cells["digits"] == digits
        assert cells["candidates"] == left
        assert cells["gone"] == {(option // 9, option % 9 + 1) for option in step.get("eliminated", ())}
        assert new == [pytest.approx(spot(option), abs=0.1) for option in sorted(step.get("placed", ()))]
        links = linked(step, board)
        assert len(arrows) == len(links)
        for ((x1, y1, x2, y2), solid), (start, end, strong) in zip(arrows, links, strict=True):
            assert solid == strong
            begins = min(dist((x1, y1), spot(option)) for option in start)
            ends = min(dist((x2, y2), spot(option)) for option in end)
            assert max(begins, ends) < 8.2, "they begin and end beside candidates"
