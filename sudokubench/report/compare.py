"""Compare two runs: find backends that became faster, slower or wrong, or that are new.

Runs that were made at different times have an error that no repetition within them shows: the state of the machine
differed. The anchors of `harness.noise` (times of fixed work) measure this difference, but it is not the same for every
kind of work. So its effect may lie anywhere from none to the largest effect on an anchor. A change counts only if it is
larger than all of these effects.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, isnan, nan
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sudokubench.answer import counts_clash
from sudokubench.errors import UsageError
from sudokubench.harness.noise import anchors
from sudokubench.harness.par2 import par2
from sudokubench.report import statistics, words
from sudokubench.report.analysis import Analysis
from sudokubench.report.data import INCOMPATIBLE, VERDICTS, StoredRun, all_exact
from sudokubench.report.model import Remark, Report, Section, Severity, Table, column, columns
from sudokubench.report.statistics import Bools, Floats, Interval, Ints
from sudokubench.report.tables import BACKEND
from sudokubench.report.values import Display
from sudokubench.report.words import STATES
from sudokubench.words import Words, listed, untranslated

if TYPE_CHECKING:
    from sudokubench.harness.live import LiveRound

Keys = NDArray[np.bytes_]
"""A key for each puzzle of a run, see `puzzle_keys`."""


@dataclass(frozen=True, slots=True)
class BackendChange:
    """The change of one backend from run A to run B, on the puzzles that it was asked in both.

    Attributes:
        backend: Its full name.
        state: A key of `STATES`.
        puzzles: Number of common puzzles.
        ratio: Geometric mean of the cost in B over the cost in A; above 1 is slower. Only puzzles that A or B solved
            count. Between stored runs, effects of the machine widen its interval. The ends are NaN if the data support
            no interval.
        p: The p-value of "the times differ by a factor of at most `TIE`". It assumes that the machine did not change.
            `together` corrects the p-values of all backends by Holm's method. NaN if the data support no interval.
        gained: Number of puzzles solved only in B.
        lost: Number of puzzles solved only in A.
        wrong: Number of wrong records in B; 0 in a live comparison, which makes no records.
        contradicted: Number of puzzles on which A and B gave incompatible verdicts or numbers of solutions.
        why: Why the change cannot be decided; None unless the state is `unsure`.
    """

    backend: str
    state: str
    puzzles: int
    ratio: Interval
    p: float
    gained: int
    lost: int
    wrong: int
    contradicted: int
    why: Words | None = None


def compare(a: Analysis, b: Analysis) -> list[BackendChange]:
    """Return the changes of all backends of two runs; the worst first, then by name."""
    rows_a, rows_b = rows_of_common(puzzle_keys(a), puzzle_keys(b))
    return together(change(name, a, b, rows_a, rows_b) for name in dict.fromkeys((*a.names, *b.names)))


def together(changes: Iterable[BackendChange]) -> list[BackendChange]:
    """Return the changes of several backends, p corrected for their number; the worst first, then by name."""
    found = list(changes)
    adjusted = iter(statistics.holm([one.p for one in found if not isnan(one.p)]))
    found = [one if isnan(one.p) else replace(one, p=next(adjusted)) for one in found]
    return sorted(found, key=lambda one: (list(STATES).index(one.state), one.backend))


def puzzle_keys(a: Analysis) -> Keys:
    """Return a key for each puzzle: its id; with a number if an earlier puzzle of the run has the same id.

    The byte 255 is before the number; no id has it, because it occurs in no UTF-8 text.
    """
    ids = np.array([key.encode("utf-8", "surrogatepass") for key in a.data.ids], np.bytes_)
    order = ids.argsort(kind="stable")
    begins = np.flatnonzero(np.append(True, ids[order[1:]] != ids[order[:-1]])[: len(ids)])
    number = np.arange(len(ids)) - np.repeat(begins, np.diff(np.append(begins, len(ids))))
    if not number.any():
        return ids
    keys = ids.astype(f"S{ids.itemsize + 12}")
    again = order[number > 0]
    keys[again] = [b"%s\xff%d" % pair for pair in zip(ids[again], number[number > 0], strict=True)]
    return keys


def rows_of_common(*runs: Keys) -> list[Ints]:
    """Return for each run the rows of the puzzles that all runs have, in the order of the first run.

    The arguments come from `puzzle_keys`.
    """
    common, rows = runs[0], [np.arange(len(runs[0]))]
    for keys in runs[1:]:
        common, before, here = np.intersect1d(common, keys, assume_unique=True, return_indices=True)
        rows = [*(mine[before] for mine in rows), here]
    first = rows[0].argsort()
    return [mine[first] for mine in rows]


def machine_effect(a: Sequence[StoredRun], b: Sequence[StoredRun]) -> tuple[float, float] | None:
    """Return the least and the largest factor by which the machine may have changed times from A to B, as logarithms.

    The range holds 0 (no effect) and the effect on each common anchor, widened by the error that the rounds of the
    anchor show (Welch 1947). None if A and B have no anchor in common.
    """
    rounds: list[dict[str, list[float]]] = []
    for runs in (a, b):
        found = [anchors(run.manifest.get("noise")) for run in runs]
        names = set.intersection(*map(set, found)) if found else set()
        known = {name for name in names if all(any(tally.n for tally in one[name]) for one in found)}
        rounds.append({name: [t.mean for one in found for t in one[name] if t.n] for name in known})
    before, after = rounds
    effects = [statistics.difference(after[name], before[name]) for name in before if name in after]
    ends = [end for one in effects for end in (one.value - one.half, one.value + one.half)]
    return (min(0.0, *ends), max(0.0, *ends)) if ends else None


def change(name: str, a: Analysis, b: Analysis, rows_a: Ints, rows_b: Ints) -> BackendChange:
    """Return the change of one backend; p is not corrected. `rows_a[i]` and `rows_b[i]` are rows of the same puzzle."""
    machine = machine_effect(a.data.runs, b.data.runs)
    wrong = int(b.wrong[b.names.index(name)]) if name in b.names else 0
    if name not in a.names or name not in b.names:
        state = "wrong" if wrong else "new" if name in b.names else "gone"
        return BackendChange(name, state, 0, Interval(nan), nan, 0, 0, wrong, 0)
    i, j = a.names.index(name), b.names.index(name)
    asked = a.cells.asked[rows_a, i] & b.cells.asked[rows_b, j]
    left, right = rows_a[asked], rows_b[asked]
    solved_a, solved_b = a.cells.solved[left, i], b.cells.solved[right, j]
    either = solved_a | solved_b
    r, limit = min(len(a.rounds), len(b.rounds)), max(a.cells.limit_s, b.cells.limit_s)

    def costs(of: Analysis, rows: Ints, k: int, solved: Bools) -> list[Floats]:
        """Return the costs of the puzzles that at least one run solved: by their medians, and in each round."""
        # With one penalty for both runs, a changed limit is not a change of speed.
        times = of.cells.seconds[rows, k], of.rounds[:r, rows, k]
        return [par2(seconds, solved, limit)[..., either] for seconds in times]

    cost_a, rounds_a = costs(a, left, i, solved_a)
    cost_b, rounds_b = costs(b, right, j, solved_b)
    contradicted = int(_contradict(_answers(a, i, left), _answers(b, j, right)).sum())
    units = statistics.joined(np.stack([a.cells.units[left, i], b.cells.units[right, j]], axis=1)[either])
    mean = statistics.mean_log_ratio(np.log(cost_b / cost_a), np.log(rounds_b) - np.log(rounds_a), units)
    few = words.UNSURE_FEW_ROUNDS.format(fewest=statistics.FEWEST_ROUNDS, batches=statistics.FEWEST_BATCHES)
    lacking = few if isnan(mean.half) else None if a.cells.by_cpu and b.cells.by_cpu else words.UNSURE_CLOCK
    return _change(name, solved_a, solved_b, mean, machine, lacking, wrong, contradicted)


FEWEST_LIVE_ROUNDS = 8
"""Least number of pairs of processes for a live comparison. With fewer, the interval would miss the true ratio too
often, because the comparison ends once its interval is narrow enough."""


def live_change(name: str, rounds: Sequence[LiveRound]) -> BackendChange:
    """Return the change from A to B on the puzzles of these rounds: a claim about them, not about similar puzzles.

    The state is `wrong` only if the answers of the sides contradict each other, because live answers have no solutions
    to check.

    The interval comes from Student's t-test over the rounds. A run may end when this interval is narrow enough (Chow
    and Robbins, On the Asymptotic Theory of Fixed-Width Sequential Confidence Intervals for the Mean, 1965). Such an
    interval misses the true ratio a little more often; `python -m benchmarks.judge` simulates how often.
    """
    solved = np.array([one.solved for one in rounds])
    either = np.asarray(solved.any(axis=(0, 1)))
    solved_a, solved_b = (np.asarray(solved[:, side].all(axis=0)) for side in (0, 1))
    logs = np.array(
        [(one.log_s[1] - one.log_s[0])[either].mean() if either.any() else np.nan for one in rounds]
    )
    n = len(rounds)
    mean = statistics.Mean(float(logs.mean()))
    if n >= FEWEST_LIVE_ROUNDS:
        mean = replace(mean, error=float(logs.std(ddof=1) / np.sqrt(n)), freedom=n - 1)
    sides = (zip(one.verdicts, one.counts, one.exhausted, strict=True) for one in rounds)
    contradicted = int(np.any([_contradict(a, b) for a, b in sides], axis=0).sum())
    few = words.UNSURE_FEW_LIVE_ROUNDS.format(fewest=FEWEST_LIVE_ROUNDS) if isnan(mean.half) else None
    return _change(name, solved_a, solved_b, mean, (0.0, 0.0), few, 0, contradicted)


def _change(
    name: str,
    solved_a: Bools,
    solved_b: Bools,
    mean: statistics.Mean,
    machine: tuple[float, float] | None,
    lacking: Words | None,
    wrong: int,
    contradicted: int,
) -> BackendChange:
    """Return a change; `lacking` says what is missing to decide it. A change below `TIE` may come from caches."""
    low, high = machine or (0.0, 0.0)
    alone, tie = mean.interval(exp), statistics.TIE
    ratio = replace(alone, low=exp(mean.value - mean.half - high), high=exp(mean.value + mean.half - low))
    state, why = "same", None
    if wrong or contradicted:
        state = "wrong"
    elif isnan(mean.value):
        state = "apart"
    elif lacking is not None or machine is None:
        state, why = "unsure", lacking or words.UNSURE_ANCHORS
    elif ratio.low > tie or ratio.high < 1 / tie:
        state = "slower" if ratio.low > tie else "faster"
    elif alone.low > tie or alone.high < 1 / tie:
        state, why = "unsure", words.UNSURE_MACHINE.format(factor=exp(max(-low, high)))
    gained, lost = int((solved_b & ~solved_a).sum()), int((solved_a & ~solved_b).sum())
    return BackendChange(
        name, state, len(solved_a), ratio, mean.p(tie), gained, lost, wrong, contradicted, why
    )


_Answers = tuple[Ints, NDArray[Any], Bools]
"""The verdict on each puzzle, an index of `VERDICTS`; the number of solutions; and whether the search was exhausted."""
_UNDECIDED = VERDICTS.index("undecided")


def _answers(analysis: Analysis, column: int, rows: Ints) -> _Answers:
    """Return the last answers of a backend to these puzzles; undecided if it was not asked."""
    c, n = analysis.data.columns, len(analysis.data.texts)
    mine = c["backend"] == column
    puzzles = c["puzzle"][mine]
    counts = all_exact(c["count"][mine], analysis.data.large)
    verdict, count, exhausted = np.full(n, _UNDECIDED), np.zeros(n, counts.dtype), np.zeros(n, np.bool_)
    verdict[puzzles], count[puzzles], exhausted[puzzles] = c["verdict"][mine], counts, c["exhausted"][mine]
    return verdict[rows], count[rows], exhausted[rows]


def _contradict(one: _Answers, other: _Answers) -> Bools:
    """Return for each puzzle whether two answers contradict each other."""
    (v, *m), (w, *n) = one, other
    return INCOMPATIBLE[v, w] | np.asarray(counts_clash(*m, *n), np.bool_)


def table(changes: list[BackendChange]) -> Table:
    """Return the changes as a table."""
    head = (
        BACKEND,
        column("state", Display.WORDS),
        column("ratio", Display.RATIO, words.TIME_B_OVER_A),
        column("why", Display.WORDS),
        column("puzzles", Display.COUNT, words.COMMON_PUZZLES),
        column("p", Display.P),
        *columns(Display.COUNT, "gained", "lost"),
        column("wrong", Display.COUNT, words.WRONG_IN_B),
        column("contradicted", Display.COUNT),
    )
    keys = [column.key for column in head]
    rows = [tuple(STATES[c.state] if key == "state" else getattr(c, key) for key in keys) for c in changes]
    answers = ("state", "ratio", "why", "wrong", "contradicted")
    return Table("changes", words.CHANGES, head, rows, answers=answers)


def gate(text: str) -> float | None:
    """Return the allowed regression of a gate such as `regression:10%`; None for the gate `wrong`: no wrong answers.

    Raises:
        UsageError: The text is neither.

    >>> gate("regression:10%")
    0.1
    """
    if text == "wrong":
        return None
    match = re.fullmatch(r"regression:([0-9]{1,4}(?:\.[0-9]{1,6})?)%", text)
    if match is None:
        raise UsageError(words.UNKNOWN_GATE.format(text=text))
    return float(match[1]) / 100


def failures(changes: list[BackendChange], gates: Sequence[float | None]) -> Iterator[Words]:
    """Yield a sentence for each backend that does not pass a gate.

    A regression counts only if the state is `slower` and the mean ratio exceeds 1 plus the allowed share.
    """
    for one in changes:
        for regression in gates:
            if regression is None:
                if one.wrong or one.contradicted:
                    yield words.GATE_WRONG.format(backend=one.backend, n=one.wrong + one.contradicted)
            elif one.state == "slower" and one.ratio.value > 1 + regression:
                share = 100 * regression
                yield words.GATE_SLOWER.format(backend=one.backend, times=one.ratio.value, share=share)


def untold(changes: list[BackendChange], gates: Sequence[float | None]) -> Iterator[Words]:
    """Yield a sentence for each backend with a gate on its speed that could not be decided."""
    if any(regression is not None for regression in gates):
        for one in changes:
            if one.why is not None:
                yield words.GATE_UNSURE.format(backend=one.backend, why=one.why)


def report(a: str, b: str, changes: Sequence[BackendChange], doubts: Iterable[Words]) -> Report:
    """Return the changes as a report, for a page; `doubts` are the reasons why the times are hard to compare."""
    states = Counter(change.state for change in changes)
    answer = listed(STATES[state] + untranslated(f": {n}") for state, n in states.most_common())
    remarks = tuple(Remark(Severity.WARNING, words) for words in doubts)
    section = Section("changes", words.SECTIONS["changes"], (table(list(changes)),))
    return Report(words.TWO_RUNS, answer, ((words.RUN_A, a), (words.RUN_B, b)), remarks, (section,))
