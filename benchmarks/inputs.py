"""The boards of the benchmarks: corpora if they are there, otherwise boards made from a seed.

The folder that SUDOKUBENCH_CORPORA names may hold `sudoku17.txt` (17 clues), `top95.txt` and `hard375.txt` with one
board per line, and `ratings.csv` with boards and their ratings by other programs. The files are sorted, and every
contestant takes boards from the first on while it has time. So all sets are shuffled with a fixed seed.
"""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random

from benchmarks.random_boards import full_grid, random_board, several_board, unique_board
from sudokubench import is_unique, solve
from sudokubench.board import Board
from sudokubench.data import bundled
from sudokubench.layout import Layout
from sudokubench.symmetry import random_symmetry

NINE = Layout.standard(9)
_FILES = {"17": "sudoku17.txt", "top95": "top95.txt", "hard": "hard375.txt"}


@dataclass(frozen=True, slots=True)
class BoardSet:
    """Boards of 9x9 under a name.

    Attributes:
        name: `17`, `hard_sample`, `top95`, `hard` or `mixed`.
        source: The origin of the boards: a file with its number of boards, or how they were made.
        boards: The boards, each a line of 81 characters.
    """

    name: str
    source: str
    boards: tuple[str, ...]


def _corpus(name: str) -> Path | None:
    """Return the path of a file in the folder of corpora; None if the folder or the file does not exist."""
    folder = os.environ.get("SUDOKUBENCH_CORPORA")
    path = Path(folder or ".", name)
    return path if folder and path.exists() else None


def absent() -> list[str]:
    """Return the files that are missing in the folder of corpora."""
    return [name for name in (*_FILES.values(), "ratings.csv") if _corpus(name) is None]


@cache
def board_set(name: str, quick: bool = False) -> BoardSet:
    """Return the set of boards with a name."""
    if name == "mixed":
        source = "bundled boards; made: unique, several solutions, none"
        return BoardSet(name, source, _mixed(20 if quick else 150))
    if name == "hard_sample":
        source = "hard_sample of ratings.csv" if ratings() else board_set("hard", quick).source
        return BoardSet(name, source, rated_boards(name, quick))
    path = _corpus(_FILES[name])
    if path is not None:
        text = path.read_text(encoding="ascii")
        lines = [line[:81] for line in text.splitlines() if line[:1] not in ("", "#")]
        return BoardSet(name, f"{path.name}, {len(lines)} boards", _shuffled(lines))
    minimal = _minimal(150 if quick else 1500)
    if name == "17":
        return BoardSet(name, f"{len(minimal)} minimal boards made from seeds", minimal)
    hardest = sorted(minimal, key=lambda line: -solve(line).outcome.stats["nodes"])[: len(minimal) // 10]
    return BoardSet(name, f"hardest tenth for dlx of {len(minimal)} minimal boards", _shuffled(hardest))


@cache
def rated_boards(corpus: str, quick: bool = False) -> tuple[str, ...]:
    """Return the boards of a corpus that `ratings.csv` lists; without this file, hard boards."""
    lines = [row["puzzle"] for row in ratings() if row["corpus"] == corpus]
    return _shuffled(lines) if lines else board_set("hard", quick).boards


def ratings() -> list[dict[str, str]]:
    """Return the rows of `ratings.csv`; no rows if the file does not exist."""
    path = _corpus("ratings.csv")
    return list(csv.DictReader(path.read_text(encoding="ascii").splitlines())) if path is not None else []


@cache
def _minimal(n: int) -> tuple[str, ...]:
    made = (unique_board(NINE, seed=seed, density=0.0, is_unique=is_unique) for seed in range(n))
    return tuple(board.format("line") for board in made)


def _mixed(n: int) -> tuple[str, ...]:
    """Return the 9x9 boards that come with the package, and `n` boards of each other kind."""
    random = Random(9)
    boards = [one.board for one in bundled() if one.board.layout == NINE and not one.board.forbidden]
    for seed in range(n):
        density = random.uniform(0.3, 0.45)
        boards.append(unique_board(NINE, seed=seed, density=density, is_unique=is_unique))
        boards.append(several_board(NINE, seed=seed, density=density - 0.08, is_unique=is_unique))
        boards.append(spoiled(random_board(NINE, seed=seed, density=density), random))
    return _shuffled([board.format("line") for board in boards])


def spoiled(board: Board, random: Random) -> Board:
    """Return the board with one clue changed to another candidate of its cell.

    No clues clash, but most such boards have no solution.
    """
    cells = [cell for cell, digit in enumerate(board.digits) if digit]
    for cell in sorted(cells, key=lambda _: random.random()):
        emptied = board.without_digit(cell)
        others = [digit for digit in emptied.candidates(cell) if digit != board.digits[cell]]
        if others:
            return emptied.with_digit(cell, others[0])
    return board


def easy_boards(n: int, seed: int) -> list[str]:
    """Return easy 9x9 boards with one solution: different random equivalents of a bundled board."""
    random = Random(seed)
    board = bundled("famous")[0].board
    return [str(random_symmetry(board.layout, random)(board)) for _ in range(n)]


@cache
def sized_board(size: int, kind: str, density: float, seed: int) -> Board:
    """Return a board of a size and kind: `unique`, `several`, `none` or `any`.

    A `unique` board is as sparse as the density or the removal of clues allows. For `none`, a clue of a board is
    changed; a board that had several solutions may keep some of them.
    """
    layout = Layout.standard(size)
    if density >= 1:
        return full_grid(layout, seed=seed)
    if kind in ("any", "none"):
        board = random_board(layout, seed=seed, density=density)
        return board if kind == "any" else spoiled(board, Random(seed))
    proved_by = partial(is_unique, backend="sat")  # where dancing links give no answer, SAT only gets slower
    make = {"unique": unique_board, "several": several_board}[kind]
    return make(layout, seed=seed, density=density, is_unique=proved_by)


def _shuffled(lines: list[str]) -> tuple[str, ...]:
    random = Random(17)
    return tuple(sorted(lines, key=lambda _: random.random()))
