"""The answer of a report in one sentence, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterator

from sudokubench.report import words
from sudokubench.report.analysis import Analysis
from sudokubench.report.statistics import FEWEST_ROUNDS, LEVEL
from sudokubench.report.values import Display, seconds_text, shown
from sudokubench.words import SEMICOLON, STOP, Words, listed, untranslated


def answer(a: Analysis) -> Words:
    """Return one sentence: the best backend, its lead, how sure that is, and which backends cannot be judged."""
    field, n = [j for j in a.order if a.judged[j]], int(a.common.sum())
    if not len(a.data):
        return words.NO_RECORDS
    if not n:
        return words.NONE_COMMON
    if not a.solved[field].any():
        return words.NONE_SOLVED.format(n=n)
    several = _on_one_puzzle(a, field) if n == 1 else _first(a, field, n)
    parts = several if len(field) > 1 else _alone(a, field[0], n)
    return listed([*parts, *_unjudged(a)], SEMICOLON) + STOP


def _alone(a: Analysis, lead: int, n: int) -> Iterator[Words]:
    mean = shown(a.par2[lead], Display.SECONDS, "en")
    yield words.ALONE.format(name=a.names[lead], solved=int(a.solved[lead]), n=n, mean=mean)


def _on_one_puzzle(a: Analysis, field: list[int]) -> Iterator[Words]:
    """Yield the answer on a single puzzle, which is not a comparison."""
    lead, after = field[:2]
    time = seconds_text(float(a.cells.seconds[a.common, lead][0]))
    yield words.ONE_PUZZLE.format(name=a.names[lead], time=time)
    yield _takes(a, after, words.THE_NEXT)
    yield words.NO_COMPARISON


def _first(a: Analysis, field: list[int], n: int) -> Iterator[Words]:
    lead, *rest = field
    name, solved, others = a.names[lead], int(a.solved[lead]), int(a.solved[rest[0]])
    if solved > others:
        yield words.SOLVES_MOST.format(name=name, solved=solved, n=n, next=a.names[rest[0]], others=others)
    most = int((a.common & a.cells.solved[:, lead] & (a.cells.cost[:, lead] <= a.best)).sum())
    first = words.FASTEST_ON.format(name=name, most=most, n=n)
    if not a.sure:
        yield first + words.FASTEST_PLAIN
        yield _takes(a, rest[0], words.THE_NEXT)
        yield words.MAY_BE_CHANCE.format(fewest=FEWEST_ROUNDS)
        return
    duels = {j: a.duels[lead, j] for j in rest}
    alike = [j for j in rest if not duels[j].p < 1 - LEVEL]
    slower = [j for j in rest if j not in alike and duels[j].ratio.value < 1]
    sure = words.FASTEST_PLAIN
    if alike:
        *names, last = (untranslated(a.names[j]) for j in alike)
        sure = words.FASTEST_UNSURE.format(names=listed(names) + words.OR + last if names else last)
    elif slower:
        p = max(duels[j].p for j in slower)
        least = f"p {'' if p < 0.0001 else '≤ '}{shown(p, Display.P, 'en')}".replace(" ", "\u00a0")
        surely = words.FASTEST_SURELY if len(rest) == 1 else words.FASTEST_SURELY_OF_ALL
        sure = surely.format(k=len(slower), p=least)
    yield first + sure
    for j in rest:
        if j not in alike and j not in slower:
            yield _takes(a, j, words.FEWER_BUT_FASTER)
    if slower:
        yield _takes(a, slower[0], words.THE_FIRST_SLOWER if alike else words.THE_NEXT)


def _takes(a: Analysis, column: int, which: Words) -> Words:
    """Return a clause with the time of a backend divided by the time of the first backend."""
    times = shown(a.slowdown[column], Display.RATIO, "en")
    return words.TAKES.format(name=a.names[column], which=which, times=times)


def _unjudged(a: Analysis) -> Iterator[Words]:
    left = (j for j in a.order if a.present[j] and not a.judged[j])
    names = [words.BATCHES_OF.format(name=a.names[j], n=a.batches(j)) for j in left]
    if names:
        yield words.NOT_JUDGED.format(names=listed(names))
