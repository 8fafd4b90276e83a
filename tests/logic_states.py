"""States for tests, written as the candidates that are left of an empty board.

`R1C1=12` leaves two digits to a cell; `B2#5=R1C4,R1C5` leaves two places to a digit in a house; `R1C1:=5` places
a digit.
"""

from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.grid import CandidateGrid

NINE = Layout.standard(9)
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
BRUTE = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
CHAINS = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
TOP95 = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""Boards of many tests: Wikipedia's example and its solution; Arto Inkala's AI Escargot; a board that makes a search in
order slow; a board of 80 steps, chains among them; the first board of top95."""


def cell_of(name: str) -> int:
    row, column = name[1:].split("C")
    return 9 * (int(row) - 1) + int(column) - 1


def option_of(name: str) -> int:
    cell, digit = name.split("#")
    return 9 * cell_of(cell) + int(digit) - 1


def options(text: str) -> frozenset[int]:
    return frozenset(map(option_of, text.split()))


def names(ids) -> list[str]:
    return sorted(NINE.option_name(option) for option in ids)


def state(facts: str, clues: str = "." * 81) -> CandidateGrid:
    """Return the state with only the clues and these facts, which blanks separate."""
    grid = CandidateGrid.of(Board.parse(clues))
    houses = {house.name: house.cells for house in NINE.houses}
    for fact in facts.split():
        if ":=" in fact:
            cell, digit = fact.split(":=")
            grid = grid.apply([9 * cell_of(cell) + int(digit) - 1])
            continue
        left, right = fact.split("=")
        if "#" in left:
            house, digit = left.split("#")
            kept = {cell_of(name) for name in right.split(",")}
            gone = [9 * cell + int(digit) - 1 for cell in houses[house] if cell not in kept]
        else:
            gone = [9 * cell_of(left) + d for d in range(9) if str(d + 1) not in right]
        grid = grid.apply((), [option for option in gone if grid.has(option)])
    return grid
