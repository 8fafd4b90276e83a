"""Measure the cost of choices: the next item, remembered failures, links and compiler, rules before the search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.engines import Wanted, boards_job, contest, wanted
from benchmarks.inputs import board_set
from benchmarks.measure import Child, Effort, Row, Table, cpu_seconds, duel
from sudokubench.board import Board
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import locked, singles, subsets

ITEM_RULES = (
    "item=first", "item=random,seed=1", "item=weighted", "nogoods=on", "item=first,nogoods=on",
)  # fmt: skip
_COLUMNS = ("name", "nodes", "width", "hits", "nodes_ratio", "ratio", "n", "note")


def choice(effort: Effort, only: Wanted) -> list[Table]:
    """Return all tables of this set."""
    return [*item_rules(effort, only), cells_or_items(effort, only), *hand_over(effort, only)]


def _boards(name: str, effort: Effort) -> tuple[str, ...]:
    return board_set(name, effort.quick).boards[: 20 if effort.quick else 100]


def _most_nodes(effort: Effort) -> int:
    """Return the number of nodes at which a search is given up: a bad choice may cost thousands of times more."""
    return 50_000 if effort.quick else 200_000


def _bounded(boards: Sequence[str], effort: Effort, problem: str = "9x9") -> dict[str, Any]:
    return boards_job(boards, problem=problem, max_nodes=_most_nodes(effort))


def _with_bound(source: str, effort: Effort) -> str:
    return f"{source}; at most {_most_nodes(effort):,} nodes each"


def item_rules(effort: Effort, only: Wanted) -> list[Table]:
    """Compare the options `item` and `nogoods` of dlx with its default."""
    jobs = {name: _bounded(_boards(name, effort), effort) for name in ("17", "hard")}
    for name in ["tromino:8-0", "queens:10"] + ([] if effort.quick else ["pentomino:6x10"]):
        jobs[name] = boards_job([], None, name)
    tables = []
    for name, job in jobs.items():
        n = max(1, len(job["boards"]))
        children = {options: Child(f"one:dlx:{options}", job, n) for options in ITEM_RULES}
        rows = contest(children, Child("one:dlx", job, n), effort, only, "item=smallest", n)
        source = _with_bound(board_set(name, effort.quick).source, effort) if job["boards"] else name
        tables.append(Table(f"items {name}", source, _COLUMNS, rows))
    return tables


def cells_or_items(effort: Effort, only: Wanted) -> Table:
    """Compare the choice among all 324 items with the choice among the 81 cells (MRV of constraint solvers).

    If the houses are secondary items, the search chooses only cells. Each cell gets a digit, so every house still gets
    all digits.
    """
    boards = _boards("17", effort)
    n = len(boards)
    contestants = {
        "smallest cell": ("cells:9x9", "smallest"), "first of all items": ("9x9", "first"),
        "first cell": ("cells:9x9", "first"), "random cell": ("cells:9x9", "random"),
        "weighted cell": ("cells:9x9", "weighted"),
    }  # fmt: skip
    children = {
        name: Child(f"one:dlx:item={rule}", _bounded(boards, effort, problem), n)
        for name, (problem, rule) in contestants.items()
    }
    base = Child("one:dlx", _bounded(boards, effort), n)
    rows = contest(children, base, effort, only, "smallest of all items", n)
    return Table("cells", _with_bound(board_set("17", effort.quick).source, effort), _COLUMNS, rows)


def kernels(effort: Effort, only: Wanted) -> list[Table]:
    """Compare algorithm X on sets, dancing links on objects, and dancing links compiled.

    This separates the effect of the algorithm from the effect of the compiler.
    """
    boards = _boards("17", effort)[:100]
    jobs = {name: (boards_job([], None, name), 1) for name in ("tromino:7-0", "tromino:8-0")}
    jobs["17"] = (boards_job(boards), len(boards))
    specs = ("dlx:kernel=nodes", "algorithm_x", "dlx")
    tables = []
    for name, (job, n) in jobs.items():
        base, *others = (Child(f"one:{spec}", job, n) for spec in specs)
        rows = contest(dict(zip(specs[1:], others, strict=True)), base, effort, only, specs[0])
        tables.append(Table(name, name, ("name", "nodes", "ms", "ratio", "n", "note"), rows))
    return tables


RULES: dict[str, tuple[Rule, ...]] = {
    "singles": tuple(singles.RULES),
    "singles, locked, subsets": (*singles.RULES, *locked.RULES, *subsets.RULES),
}


def hand_over(effort: Effort, only: Wanted) -> list[Table]:
    """Compare dancing links after the fixpoint of rules: with only its placements, and also with its eliminations."""
    tables = []
    for name in ("17", "hard"):
        boards = board_set(name, effort.quick).boards[: 40 if effort.quick else 300]
        n = len(boards)
        with Child("one:dlx", boards_job(boards), n) as base:
            rows = [duel("clues", base, base, effort)]
            for label, rules in RULES.items():
                ends = _fixpoints(boards, rules)
                rules_s = cpu_seconds(_fixpoints, boards, rules) / n
                solved = sum(end.is_full for end in ends) / n
                for told, job in _jobs(ends).items():
                    row_name = f"{label}: {told}"
                    if wanted(row_name, only):
                        row: Row = duel(row_name, Child("one:dlx", job, n), base, effort)
                        row |= {"rules_ms": 1e3 * rules_s, "note": f"{solved:.0%} solved by rules"}
                        rows.append(row)
        columns = ("name", "nodes", "nodes_ratio", "ratio", "rules_ms", "n", "note")
        tables.append(Table(f"hand-over {name}", board_set(name, effort.quick).source, columns, rows))
    return tables


def _fixpoints(lines: Sequence[str], rules: Sequence[Rule]) -> list[CandidateGrid]:
    """Return the fixpoint of the rules on each board."""
    starts = (CandidateGrid.of(Board.parse(line)) for line in lines)
    return [SolutionPath(start, rules, together=True).to_the_end().grid for start in starts]


def _jobs(ends: list[CandidateGrid]) -> dict[str, dict[str, Any]]:
    """Return jobs for the same states: given as placements, and as placements and eliminations."""
    placed, gone = [], []
    for grid in ends:
        digits = [grid.digits_of(cell) for cell in range(81)]
        placed.append([9 * cell + digits[cell][0] - 1 for cell in range(81) if grid.placed >> cell & 1])
        gone.append([9 * cell + d - 1 for cell in range(81) for d in range(1, 10) if d not in digits[cell]])
    none: list[int] = []
    return {
        "placements": boards_job([], chosen=[(chosen, none) for chosen in placed]),
        "placements and eliminations": boards_job([], chosen=list(zip(placed, gone, strict=True))),
    }
