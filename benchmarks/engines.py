"""Compare whole engines with each other and with other packages; tilings and queens; SAT solvers and encodings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks import peers
from benchmarks.inputs import NINE, board_set
from benchmarks.measure import Child, Effort, Row, Table, duel
from sudokubench.backends import sat
from sudokubench.backends.registry import missing, names
from sudokubench.board import Board
from sudokubench.encodings.cnf import ENCODINGS
from sudokubench.encodings.exact_cover import cover_of, reduced
from sudokubench.problem import ExactCover, Problem
from sudokubench.problems import named

BASE = "dlx"
_OPTIONS = {"dlx": ["dlx:kernel=nodes"], "cpsat": ["cpsat:model=boolean"]}
_IN_BATCHES = ("dlx", "sliced")
_AT_LEAST = 4000
"""Least number of boards. Smaller sets are repeated, because fast engines need many boards at a time."""
COLUMNS = ("name", "rate", "ratio", "boards", "note")

Wanted = Sequence[str]
"""Parts of names. Only contestants whose name contains a part are measured; without parts, all are measured."""


def wanted(name: str, only: Wanted) -> bool:
    """Return whether a contestant should be measured."""
    return not only or any(part in name for part in only)


def contest(
    children: Mapping[str, Child],
    base: Child,
    effort: Effort,
    only: Wanted,
    name: str = BASE,
    n: int | None = None,
) -> list[Row]:
    """Return a row for each contestant. The first row is the base, called `name`. `n` is as in `duel`."""
    with base:
        known = {name: base, **children}
        return [duel(each, child, base, effort, n) for each, child in known.items() if wanted(each, only)]


def boards_job(
    boards: Sequence[str], limit: int | None = 2, problem: str = "9x9", **more: Any
) -> dict[str, Any]:
    """Return a job for children."""
    return {"problem": problem, "boards": list(boards), "limit": limit, **more}


def engines(effort: Effort, only: Wanted) -> list[Table]:
    """Measure every installed backend on three sets of boards. The question is whether a board has one solution."""
    tables = []
    for name in ("17", "hard", "mixed"):
        boards = board_set(name, effort.quick).boards[: 2000 if effort.quick else None]
        boards *= -(-_AT_LEAST // len(boards))
        job, n = boards_job(boards), len(boards)
        children, absent = {}, []
        for backend in names():
            if missing(backend):
                absent.append({"name": backend, "note": f"not installed: {', '.join(missing(backend))}"})
                continue
            for spec in [backend, *_OPTIONS.get(backend, [])]:
                if spec != BASE:
                    children[spec] = Child(f"one:{spec}", job, n)
            if backend in _IN_BATCHES:
                children[f"{backend}, solve_many"] = Child(f"many:{backend}", job, n)
        rows = contest(children, Child(f"one:{BASE}", job, n), effort, only)
        source = board_set(name, effort.quick).source
        tables.append(
            Table(name, source, COLUMNS, rows + [row for row in absent if wanted(row["name"], only)])
        )
    return tables


def given_cover(problem: Problem, board: Board | None = None) -> list[Any]:
    """Return a cover in the form for peers; for a board, the cover that remains after its clues."""
    cover: ExactCover | None = cover_of(problem)
    if board is not None:
        cover = reduced(cover_of(problem), board.instance())
    assert cover is not None, "a board that contradicts itself is no input for peers"
    return [len(cover.items), cover.primary, cover.options]


def of_peers(effort: Effort, only: Wanted) -> list[Table]:
    """Measure packages from PyPI on the same boards."""
    boards = board_set("17", effort.quick).boards[: 100 if effort.quick else 1000]
    covers = [given_cover(NINE, Board.parse(line)) for line in boards]
    job = boards_job(boards)
    children, absent = _peer_children(boards_job(boards, covers=covers), len(boards))
    rows = contest(children, Child(f"one:{BASE}", job, len(boards)), effort, only)
    return [Table("17", board_set("17", effort.quick).source, COLUMNS, rows + absent)]


def _peer_children(job: dict[str, Any], n: int) -> tuple[dict[str, Child], list[Row]]:
    """Return a child for each peer, and rows for peers that cannot be installed."""
    found = peers.installed()
    children = {
        f"{p.name} {p.version}": Child(f"peer:{p.name}", job, n, peers.python()) for p in found if p.version
    }
    return children, [{"name": p.name, "note": f"not installed: {p.problem}"} for p in found if p.problem]


def covers(effort: Effort, only: Wanted) -> list[Table]:
    """Count all solutions of tilings and queens."""
    problems = ["tromino:7-0", "tromino:8-0", "queens:8"]
    if not effort.quick:
        problems = ["tromino:7-0", "tromino:8-0", "tromino:9", "pentomino:6x10", "queens:12"]
    tables = []
    for problem in problems:
        job = boards_job([], None, problem)
        own = {"dlx:nogoods=on": Child("one:dlx:nogoods=on", job, 1)}
        theirs, absent = _peer_children({**job, "covers": [given_cover(named(problem))]}, 1)
        theirs = {name: child for name, child in theirs.items() if child.adapter != "peer:py-sudoku"}
        rows = contest(own | theirs, Child(f"one:{BASE}", job, 1), effort, only)
        tables.append(Table(problem, problem, ("name", "s", "ratio", "count", "note"), rows + absent))
    return tables


def solvers_and_encodings(effort: Effort, only: Wanted) -> list[Table]:
    """Measure every solver of PySAT with the default encoding, and some with every encoding, on boards of 9x9."""
    boards = board_set("17", effort.quick).boards[: 300 if effort.quick else 3000]
    job, n = boards_job(boards), len(boards)
    fit = [name for name, traits in sat.SOLVERS.items() if not traits.unfit]
    some = fit[1:2] if effort.quick else ["cadical153", "minisat22"]
    with Child("one:sat", job, n) as base:
        rows = [
            duel(name, Child(f"one:sat:solver={name}", job, n), base, effort)
            for name in fit
            if wanted(name, only)
        ]
        table: list[Row] = []
        for encoding in filter(lambda name: wanted(name, only), ENCODINGS):
            found = {}
            for solver in some:
                row = duel("", Child(f"one:sat:solver={solver},encoding={encoding}", job, n), base, effort)
                found[solver] = row.get("ratio")
            table.append({"name": encoding, **found})
    source = board_set("17", effort.quick).source
    return [
        Table("solvers", source, COLUMNS, sorted(rows, key=lambda row: row.get("us", float("inf")))),
        Table("encodings", source, ("name", *some), table),
    ]
