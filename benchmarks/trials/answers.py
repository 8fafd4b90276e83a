"""Trials of answers: backends agree, also on equivalent boards; certificates hold; there are no false alarms."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median
from time import process_time

from benchmarks.inputs import board_set, sized_board
from benchmarks.trials import Figures, Trial
from sudokubench import count
from sudokubench.answer import Verdict
from sudokubench.backends import backend_list
from sudokubench.board import Board
from sudokubench.certificates import certify, verify
from sudokubench.data import bundled
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.crosscheck import Category
from sudokubench.harness.executors import Local
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.runner import CorpusRound, Event, Judged
from sudokubench.symmetry import random_symmetry

_DENSITY = {4: (0.25, 0.5), 9: (0.3, 0.5), 16: (0.44, 0.6)}


def boards(n: int, sizes: tuple[int, ...] = (4, 4, 9, 9, 9, 4, 9, 16)) -> Iterator[Board]:
    """Yield `n` boards with one, several and no solutions in turn, of the sizes in turn."""
    for i in range(n):
        kind, size = ("unique", "several", "none")[i % 3], sizes[i // 3 % len(sizes)]
        density = Random(i).uniform(*_DENSITY[size])
        yield sized_board(size, kind, density - 0.1 if kind == "several" else density, i)


def judged(runs: Iterable[Iterable[Event]]) -> Iterator[Judged]:
    """Yield the judged puzzles of a run."""
    return (event for events in runs for event in events if isinstance(event, Judged))


def agreement(n: int, backends: str, limit_s: float) -> Figures:
    """Let backends solve random boards. A board that no backend solves in time is undecided, not a disagreement."""
    verdicts: Counter[str] = Counter()
    claims: Counter[str] = Counter()
    disagreements = wrong = errors = 0
    examples: list[str] = []
    entries = (entry_of(board, "random", i) for i, board in enumerate(boards(n)))
    with Local(Limits(wall_s=limit_s), jobs=1) as executor:
        for event in judged(CorpusRound(backend_list(backends), executor, limit=2).events(entries)):
            judgement = event.judgement
            verdicts[judgement.verdict.value] += 1
            disagreements += judgement.disagreement is not None
            wrong += len(judgement.faults)
            errors += judgement.categories.count(Category.ERROR)
            if judgement.disagreement or judgement.faults or Category.ERROR in judgement.categories:
                messages = [c.finding.message for c in event.claims if c.finding.message]
                examples.append(f"{event.entry.text}: {judgement.disagreement} {judgement.faults} {messages}")
            for claim in event.claims:
                claims[f"{claim.backend} {claim.finding.verdict.value}"] += 1
    return {
        "boards": n, "verdicts": dict(verdicts), "disagreements": disagreements, "wrong": wrong, "errors": errors,
        "claims": dict(sorted(claims.items())), "examples": examples[:5],
    }  # fmt: skip


def equivalents(n: int, symmetries: int, limit: int) -> Figures:
    """Count the solutions of boards and of boards that are equivalent to them."""
    different = 0
    for i, board in enumerate(boards(n, (4, 9, 9))):
        random = Random(i)
        expected = count(board, backend="dlx", limit=limit)
        for k in range(symmetries):
            other = random_symmetry(board.layout, random)(board)
            different += count(other, backend=("dlx", "sat")[k % 2], limit=limit) != expected
    return {"boards": n, "symmetries": symmetries, "different": different}


def certificates(n: int) -> Figures:
    """Certify all bundled verdicts and up to `n` puzzles of 17 clues; return the median CPU time of a verification.

    The median is over the puzzles of 17 clues. The time of a puzzle is the least of three, because other processes can
    only increase it.
    """
    some = board_set("17", quick=n <= 150)
    puzzles = [Board.parse(line) for line in some.boards[:n]]
    known = [(puzzle.board, puzzle.verdict) for puzzle in bundled()]
    failed, times = 0, []
    for board, verdict in [*known, *((board, Verdict.UNIQUE) for board in puzzles)]:
        text = certify(board).to_json()
        spent = []
        for _ in range(3 if board in puzzles else 1):
            begun = process_time()
            verification = verify(text)
            spent.append(process_time() - begun)
        if board in puzzles:
            times.append(min(spent))
        failed += not verification.verified or verification.certificate.claim is not verdict
    return {
        "bundled": len(known), "source": some.source, "puzzles": len(puzzles), "failed": failed,
        "median_ms": 1e3 * median(times),
    }  # fmt: skip


def _spin() -> None:
    while True:
        pass


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Run busy processes beside this one, as on a shared machine."""
    context = multiprocessing.get_context("spawn")
    spinning = [context.Process(target=_spin, daemon=True) for _ in range(processes)]
    for process in spinning:
        process.start()
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.join()


def honest(runs: int, backends: str, neighbours: int) -> Figures:
    """Make small runs of honest backends, inline and isolated, while the machine is busy. Count the false alarms."""
    engines = backend_list(backends)
    alarms = asked = 0
    messages: list[str] = []
    pool = list(boards(60, (4, 9)))
    with busy(neighbours), Local(Limits()) as local:
        for i in range(runs):
            random = Random(i)
            some = [entry_of(board, "random", k) for k, board in enumerate(random.sample(pool, 4))]
            executor = Inline(Limits()) if i % 2 else local
            for event in judged(CorpusRound(engines, executor, limit=2, seed=i).events(some)):
                asked += len(event.claims)
                bad = {Category.WRONG, Category.ERROR} & {*event.judgement.categories}
                if bad or not event.judgement.agreed:
                    alarms += 1
                    messages += [c.finding.message for c in event.claims if c.finding.message]
    return {"runs": runs, "answers": asked, "alarms": alarms, "messages": messages[:5]}


TRIALS = {
    "agreement": Trial(
        "All backends agree on random boards with one solution, with several and with none, of three sizes.",
        agreement, {"n": 30, "backends": "dlx,algorithm_x,sat,cpsat", "limit_s": 20.0},
        {"n": 2000, "backends": "all", "limit_s": 3.0},
        lambda f: not f["disagreements"] and not f["wrong"] and not f["errors"]
        and {"unique", "multiple", "none"} <= set(f["verdicts"]),  # type: ignore[call-overload]
    ),
    "equivalents": Trial(
        "Equivalent boards have the same number of solutions.",
        equivalents, {"n": 15, "symmetries": 4, "limit": 30}, {"n": 500, "symmetries": 4, "limit": 100},
        lambda f: not f["different"],
    ),
    "certificates": Trial(
        "Every claim on the bundled sets and on puzzles of 17 clues is certified; checking takes 1 ms at most.",
        certificates, {"n": 20}, {"n": 1000}, lambda f: not f["failed"] and f["median_ms"] <= 1.0,
    ),
    "honest": Trial(
        "Honest engines on a busy machine are never accused.",
        honest, {"runs": 20, "backends": "dlx,sat,cpsat", "neighbours": 1},
        {"runs": 1000, "backends": "all", "neighbours": 2}, lambda f: not f["alarms"],
    ),
}  # fmt: skip
