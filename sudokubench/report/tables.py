"""The tables of a report and of `rank`: backends, pairs, outcomes, phases, ranks, notable puzzles.

Add a new column here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from shlex import quote
from typing import Any

import numpy as np

from sudokubench.harness.japanese_messages import in_both
from sudokubench.harness.par2 import PENALTY
from sudokubench.report import statistics, words
from sudokubench.report.analysis import Analysis
from sudokubench.report.data import CATEGORIES, STRENGTHS, TERMINATIONS, VERDICTS, StoredRun, all_exact
from sudokubench.report.model import Column, Example, Table, column, columns
from sudokubench.report.statistics import Interval
from sudokubench.report.values import Display, shown
from sudokubench.report.words import COLUMNS, OUTCOMES, STRENGTH_WORDS, TERMINATION_WORDS, VERDICT_WORDS
from sudokubench.words import Sentence, Words, listed

BACKEND = column("backend", Display.CODE)
PLACE = column("place", Display.COUNT)
PAR2 = column("par2_s", Display.SECONDS)
SLOWDOWN = column("slowdown", Display.RATIO)
SOLVED = column("solved", Display.COUNT)
_EXAMPLES = 5
PHASES = ("encode", "solve", "decode")
_SUPPORT = ("proven", "agreed", "claimed")
_WRONG_ANSWER = Sentence(words.WRONG_ANSWER)


def clock(a: Analysis) -> Words:
    """Return a sentence that says which clock measured the times."""
    return words.CPU_TIMES if a.cells.by_cpu else words.WALL_TIMES


def surely(a: Analysis) -> Words:
    """Return a sentence that says how the intervals were computed; or why they are missing, and how to get them."""
    if a.sure:
        return words.INTERVALS.format(rounds=len(a.rounds))
    rounds = len(a.cells.processes)
    why = words.TOO_FEW_ROUNDS if rounds < statistics.FEWEST_ROUNDS else words.KEPT_PROCESSES
    return why.format(rounds=rounds, fewest=statistics.FEWEST_ROUNDS)


def _meaning_of_p() -> Words:
    return words.MEANING_OF_P.format(margin=_percent(statistics.MARGIN))


def _percent(ratio: float) -> str:
    return f"{100 * (ratio - 1):.0f} %"


def main(a: Analysis) -> Table:
    """Return the backends, the best first, with figures of their times and the strength of their verdicts."""
    batched = bool((a.batch > 1).any())
    head = (
        PLACE,
        BACKEND,
        *columns(Display.COUNT, "asked", "solved", "wrong"),
        PAR2,
        SLOWDOWN,
        *columns(Display.SECONDS, "median_s", "p95_s", *(["waited_s"] if a.cells.by_cpu else [])),
        column("memory_bytes", Display.BYTES),
        *(column(name, Display.COUNT, STRENGTH_WORDS[name]) for name in _SUPPORT),
        *([column("batch", Display.WORDS)] if batched else []),
    )
    rows = list[tuple[Any, ...]]()
    for place, j in enumerate(a.order, 1):
        solved, batch = a.cells.solved[:, j], int(a.batch[j])
        strong = (int((solved & (a.cells.strength == STRENGTHS.index(name))).sum()) for name in _SUPPORT)
        timed = words.IN_BATCHES.format(n=batch) if batch > 1 else words.SINGLY
        rows.append((
            _place(a, j, place), a.names[j], int(a.cells.asked[:, j].sum()),
            int(solved.sum()), int(a.wrong[j]), a.par2[j], a.slowdown[j], a.quantile(j, 0.5), a.quantile(j, 0.95),
            *([a.waited(j)] if a.cells.by_cpu else []), int(a.memory[j]) or None, *strong,
            *([timed] if batched else []),
        ))  # fmt: skip
    note = words.RANKING_NOTE.format(
        n=int(a.common.sum()),
        limit=f"{a.cells.limit_s:.6g}",
        best=a.names[a.order[0]],
        clock=clock(a),
        intervals=surely(a),
    )
    return Table("ranking", words.RANKING, head, rows, note)


def _place(a: Analysis, j: int, place: int) -> int | None:
    """Return the place of a backend; None if it was asked but is not judged."""
    return place if a.judged[j] or not a.present[j] else None


def brief(a: Analysis) -> Table:
    """Return the main table for a terminal: fewer columns, one interval, shares of the phases, only asked backends."""
    keys = ("backend", "asked", "solved", "wrong", "par2_s", "slowdown", "median_s", "waited_s")
    ranking = of_one_interval(main(a).only(*keys))
    time = phases(a).only(*(f"{phase}_share" for phase in PHASES))
    rows = [(*row, *shares) for row, shares in zip(ranking.rows, time.rows, strict=True) if row[1]]
    answers = ("solved", "wrong", "par2_s", "slowdown")
    return replace(ranking, columns=(*ranking.columns, *time.columns), rows=rows, answers=answers)


def of_one_interval(table: Table, kept: Column = SLOWDOWN) -> Table:
    """Return a table with the intervals of one column only, for a terminal."""

    def cell(value: object, of: Column) -> object:
        return replace(value, low=np.nan) if isinstance(value, Interval) and of is not kept else value

    return replace(table, rows=[tuple(map(cell, row, table.columns)) for row in table.rows])


def contested(a: Analysis) -> Table:
    """Return every puzzle with a disagreement or a wrong answer, and how to reproduce it."""
    wrong = a.data.columns["puzzle"][a.data.columns["category"] == CATEGORIES.index("wrong")]
    rows = []
    for puzzle in sorted({*a.data.disagreements, *a.data.reproducers, *wrong.tolist()}):
        reproducer = a.data.reproducers.get(puzzle)
        reasons = reproducer.reasons if reproducer else (a.data.disagreements.get(puzzle, _WRONG_ANSWER),)
        smallest = reproducer.smallest if reproducer else None
        again = reproducer.command if reproducer else command(a, puzzle, list(a.names))
        why = listed(map(in_both, reasons), Words("; ", "。"))
        rows.append((a.data.places[puzzle], a.data.texts[puzzle], why, smallest, again))
    head = (
        column("place", Display.CODE, words.LOCATION),
        column("puzzle", Display.CODE),
        column("reasons"),
        *columns(Display.CODE, "smallest", "command"),
    )
    return Table("contested", words.CONTESTED, head, rows, words.CONTESTED_NOTE)


def counts(a: Analysis) -> Table:
    """Return the number of solutions of every puzzle, one row each: the answer to the task `count`.

    Each backend has its time. A backend that did not finish, or found another number, also has its own number.
    """
    c = a.data.columns
    exact = all_exact(c["count"], a.data.large)
    own = np.zeros(a.cells.asked.shape, exact.dtype)
    np.maximum.at(own, (c["puzzle"], c["backend"]), exact)

    def times(puzzle: int, count: int | None) -> str:
        parts = []
        for j in (j for j in a.order if a.cells.asked[puzzle, j]):
            value = Interval(float(a.cells.seconds[puzzle, j]), at_least=not a.cells.solved[puzzle, j])
            is_same = a.cells.solved[puzzle, j] and own[puzzle, j] == count
            number = "" if is_same else f" ({own[puzzle, j]:,})"
            parts.append(f"{a.names[j]} {shown(value, Display.SECONDS, 'en')}{number}")
        return ",\n".join(parts)

    sound = c["category"] != CATEGORIES.index("wrong")
    at_least = np.zeros(len(a.data.texts), exact.dtype)
    np.maximum.at(at_least, c["puzzle"][sound], exact[sound])
    claims: dict[int, dict[int, set[int]]] = {}
    for i in np.flatnonzero(sound & (c["exhausted"] > 0)).tolist():
        engines = claims.setdefault(int(c["puzzle"][i]), {}).setdefault(int(exact[i]), set())
        engines.add(int(c["backend"][i]))
    rows: list[tuple[Any, ...]] = []
    for puzzle, text in enumerate(a.data.texts):
        found = claims.get(puzzle, {})
        if len(found) == 1 and puzzle not in a.data.disagreements:
            ((count, engines),) = found.items()
            fastest = min(float(a.cells.seconds[puzzle, j]) for j in engines)
            names = ", ".join(a.names[j] for j in a.order if j in engines)
            rows.append((text, count, words.EXACT, len(engines), names, fastest, times(puzzle, count)))
        elif found or puzzle in a.data.disagreements:
            rows.append((text, None, STRENGTH_WORDS["wrong"], 0, None, None, times(puzzle, None)))
        else:
            least = int(at_least[puzzle])
            rows.append((text, least, words.AT_LEAST, 0, None, None, times(puzzle, least)))
    head = (
        column("puzzle", Display.CODE),
        column("count", Display.COUNT),
        column("bound", Display.WORDS),
        column("agree", Display.COUNT),
        column("backends", Display.CODE),
        column("seconds", Display.SECONDS, words.TIME_OF_FASTEST),
        column("times", Display.TEXT, words.TIME_OF_EACH),
    )
    return Table("counts", words.COUNTS, head, rows, words.COUNTS_NOTE, answers=("count", "bound", "times"))


def outcomes(a: Analysis) -> Table:
    """Return how often the work on a puzzle ended in each way, every repeat counted."""
    c = a.data.columns
    code = {name: n for n, name in enumerate(OUTCOMES)}
    ending = np.full(len(a.data), code["undecided"])
    decided = c["verdict"] != VERDICTS.index("undecided")
    for name in ("correct", "unconfirmed"):
        ending[decided & (c["category"] == CATEGORIES.index(name))] = code[name]
    for name in ("timeout", "memout", "crash", "error"):
        ending[c["termination"] == TERMINATIONS.index(name)] = code[name]
    ending[c["category"] == CATEGORIES.index("wrong")] = code["wrong"]
    cell = c["backend"] * len(code) + ending
    found = np.bincount(cell, minlength=len(a.names) * len(code)).reshape(-1, len(code)).tolist()
    rows = [(a.names[j], sum(found[j]), *found[j]) for j in a.order]
    endings = (column(name, Display.COUNT, title) for name, title in OUTCOMES.items())
    head = (BACKEND, column("records", Display.COUNT), *endings)
    return Table("outcomes", words.OUTCOMES_TITLE, head, rows, words.OUTCOMES_NOTE)


def phases(a: Analysis) -> Table:
    """Return the mean time of each phase over the solved puzzles."""
    rows = []
    for j in a.order:
        parts = a.cells.phases_s[:, j].tolist()
        total = sum(parts)
        rows.append((a.names[j], *parts, total, *(part / total if total else float("nan") for part in parts)))
    head = (
        BACKEND,
        *(column(f"{phase}_s", Display.SECONDS, COLUMNS[phase]) for phase in PHASES),
        column("total_s", Display.SECONDS),
        *(column(f"{phase}_share", Display.SHARE, COLUMNS[phase]) for phase in PHASES),
    )
    return Table("phases", words.PHASES, head, rows, words.PHASES_NOTE)


def pairs(a: Analysis) -> Table:
    """Return every pair: wins, ties, losses, and whether the difference is more than chance."""
    rows = [
        (a.names[i], a.names[j], one.wins, one.ties, one.losses, one.ratio, _known(one.p))
        for (i, j), one in a.duels.items()
    ]
    head = (
        *columns(Display.CODE, "first", "second"),
        *columns(Display.COUNT, "wins", "ties", "losses"),
        column("ratio", Display.RATIO, words.TIME_RATIO),
        column("p", Display.P),
    )
    fewest = {"batches": statistics.FEWEST_BATCHES, "rounds": statistics.FEWEST_ROUNDS}
    note = words.PAIRS_NOTE.format(tie=_percent(statistics.TIE), p=_meaning_of_p(), **fewest)
    return Table("pairs", words.PAIRS, head, rows, note, folded=len(rows) > 30)


def _known(value: float) -> float | None:
    return None if np.isnan(value) else value


def contribution(a: Analysis) -> Table:
    """Return what each backend contributes to the virtual best solver."""
    field = [j for j in a.order if a.judged[j]]
    cost, solved = a.cells.cost[a.common], a.cells.solved[a.common]
    found = statistics.contributions(cost[:, field], solved[:, field], PENALTY * a.cells.limit_s)
    rows = [
        (a.names[j], fastest, alone, *(Interval(value, at_least=alone > 0) for value in owed))
        for j, (fastest, alone, *owed) in zip(field, found, strict=False)
    ]
    head = (
        BACKEND,
        *columns(Display.COUNT, "fastest", "alone"),
        column("marginal_s", Display.SECONDS),
        column("slowdown", Display.RATIO, words.SLOWER_WITHOUT),
    )
    note = words.CONTRIBUTION_NOTE.format(n=len(cost))
    return Table("contribution", words.CONTRIBUTION, head, rows, note)


def standings(a: Analysis) -> Table:
    """Return four ways to rank, and how sure each place is."""
    strength = np.full(len(a.names), np.nan)
    if a.ranked:
        won = statistics.victories(a.ranks[:, a.judged])
        strength[a.judged] = np.where(won.any(axis=1), statistics.bradley_terry(won), np.nan)
    rows = []
    for place, j in enumerate(a.order, 1):
        low, high = a.places(j) if a.judged[j] and a.sure and not a.few_batches[j] else (None, None)
        p = a.duels[j, a.order[place]].p if place < len(a.order) else np.nan
        figures = low, high, a.slowdown[j], _known(p), a.par2[j], a.borda[j], float(strength[j])
        rows.append((_place(a, j, place), a.names[j], int(a.solved[j]), *figures))
    head = (
        PLACE,
        BACKEND,
        *columns(Display.COUNT, "solved", "place_low", "place_high"),
        SLOWDOWN,
        column("p", Display.P, words.AGAINST_NEXT),
        PAR2,
        *columns(Display.NUMBER, "borda", "bradley_terry"),
    )
    note = words.STANDINGS_NOTE.format(
        n=int(a.common.sum()), ranked=a.ranked, p=_meaning_of_p(), batches=statistics.FEWEST_BATCHES
    )
    answers = ("backend", "place_low", "place_high", "slowdown", "p", "par2_s")
    return Table("standings", words.STANDINGS, head, rows, note, answers=answers)


def command(a: Analysis, puzzle: int, backends: list[str]) -> str:
    """Return a command line that asks these backends about a puzzle again."""
    task = a.data.runs[0].of_plan("task", "unique")
    asked = quote(",".join(backends))
    return f"sudokubench run --task {quote(str(task))} --backend {asked} {quote(a.data.texts[puzzle])}"


def examples(a: Analysis) -> list[Example]:
    """Return contested, unsolved and slow puzzles, and puzzles with an unexpected time, each once."""
    disagreements = a.data.disagreements
    contested = dict.fromkeys(
        [*disagreements, *np.flatnonzero(a.cells.strength == STRENGTHS.index("wrong")).tolist()]
    )
    chosen: dict[int, Words] = {
        puzzle: words.IS_CONTESTED.format(reason=in_both(disagreements.get(puzzle, _WRONG_ANSWER)))
        for puzzle in islice(contested, 2 * _EXAMPLES)
    }
    hopeless = np.flatnonzero(a.cells.asked.any(axis=1) & ~a.cells.solved.any(axis=1))
    for puzzle in hopeless[:_EXAMPLES].tolist():
        chosen.setdefault(puzzle, words.IS_UNSOLVED)
    known = np.flatnonzero(~np.isnan(a.best))
    for puzzle in known[np.argsort(-a.best[known], kind="stable")][:_EXAMPLES].tolist():
        chosen.setdefault(puzzle, words.IS_SLOW)
    far = np.nan_to_num(np.abs(a.residuals))
    most = len(chosen) + _EXAMPLES
    for flat in np.argsort(-far, axis=None, kind="stable")[: 4 * _EXAMPLES].tolist():
        puzzle, j = divmod(flat, len(a.names))
        if len(a.names) < 2 or len(chosen) == most or far[puzzle, j] < np.log(2):
            break
        direction = words.SLOWER if a.residuals[puzzle, j] > 0 else words.FASTER
        factor = float(np.exp(far[puzzle, j]))
        why = words.IS_UNEXPECTED.format(name=a.names[j], factor=factor, direction=direction)
        chosen.setdefault(puzzle, why)
    return [_example(a, puzzle, why, puzzle in contested) for puzzle, why in chosen.items()]


def _example(a: Analysis, puzzle: int, why: Words, contested: bool) -> Example:
    c = a.data.columns.only(np.flatnonzero(a.data.columns["puzzle"] == puzzle))
    asked = [j for j in a.order if a.cells.asked[puzzle, j]]
    rows = []
    for j in asked:
        mine = c["backend"] == j
        verdict = VERDICT_WORDS[VERDICTS[int(c["verdict"][mine][0])]]
        ended = TERMINATION_WORDS[TERMINATIONS[int(c["termination"][mine].max())]]
        times = Interval(float(a.slowdowns[puzzle, j]), at_least=not a.cells.solved[puzzle, j])
        seconds = float(a.cells.seconds[puzzle, j]) or None  # 0: a failure whose time was not measured
        rows.append((a.names[j], verdict, ended, seconds, times))
    head = (
        BACKEND,
        *columns(Display.TEXT, "verdict", "termination"),
        column("seconds", Display.SECONDS),
        column("slowdown", Display.RATIO, COLUMNS["factor"]),
    )
    title = words.VERDICT.format(
        verdict=VERDICT_WORDS[VERDICTS[int(a.data.verdicts[puzzle])]],
        strength=STRENGTH_WORDS[STRENGTHS[int(a.cells.strength[puzzle])]],
    )
    table = Table(f"puzzle-{puzzle + 1}", title, head, rows)
    again = command(a, puzzle, [a.names[j] for j in asked])
    return Example(
        a.data.texts[puzzle], a.data.board(puzzle), a.data.places[puzzle], why, again, table, contested
    )


def manifest(run: StoredRun) -> Table:
    """Return the manifest as pairs."""
    rows = [("started", run.started), ("finished", run.finished or "no"), *_flat("", run.manifest)]
    title = words.MANIFEST.format(run=run.run)
    return Table(f"manifest-{run.run}", title, columns(Display.CODE, "field", "value"), rows, folded=True)


def _flat(prefix: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _flat(f"{prefix}.{key}" if prefix else str(key), inner)
    else:
        yield prefix, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
