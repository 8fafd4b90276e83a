"""Put one question about a stream of puzzles to several backends and judge what they say.

Puzzles come in chunks. Within a chunk each backend gets all puzzles of one problem in a row, so that engines
which take batches can; afterwards every puzzle is judged by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from sudokubench.backends import Backend, spec_of, supporting
from sudokubench.encodings.exact_cover import Problem
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.harness.crosscheck import Judgement, judge
from sudokubench.harness.finding import Claim, ask
from sudokubench.solving import lent_session

CHUNK = 1024
"""Puzzles. Large enough for batch engines, small enough that Ctrl-C loses little."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One puzzle, what everybody said of it, and the judgement."""

    position: int
    entry: Entry
    claims: tuple[Claim, ...]
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A backend that cannot open a problem, told once for each problem."""

    backend: str
    problem: str
    reason: str


Event = Judged | BadEntry | Unsupported


def run(
    entries: Iterable[Entry | BadEntry],
    backends: Sequence[Backend],
    *,
    limit: int | None,
    repeat: int = 1,
    chunk: int = CHUNK,
) -> Iterator[Event]:
    """Yield an event for each puzzle, in the order of the corpus, as soon as every backend has answered.

    Args:
        entries: The corpus; it is read as far as needed and never held as a whole.
        backends: Who is asked.
        limit: The number of solutions after which a search may stop; None for all.
        repeat: How often each backend gets each puzzle.
        chunk: How many puzzles are in hand at a time.
    """
    position = 0
    told: set[tuple[str, str]] = set()
    stream = iter(entries)
    while part := list(islice(stream, chunk)):
        claims: dict[int, list[Claim]] = {i: [] for i, entry in enumerate(part) if isinstance(entry, Entry)}
        by_problem: dict[Problem, list[int]] = {}
        for index in claims:
            by_problem.setdefault(_entry(part[index]).problem, []).append(index)
        for problem, indices in by_problem.items():
            able, unable = supporting(problem, backends)
            for engine, reason in unable:
                if (spec_of(engine), str(problem)) not in told:
                    told.add((spec_of(engine), str(problem)))
                    yield Unsupported(spec_of(engine), str(problem), reason)
            for repetition in range(repeat):
                for engine in able:
                    with lent_session(engine, problem) as session:
                        found = ask(session, [_entry(part[i]).instance for i in indices], limit)
                    for index, finding in zip(indices, found, strict=True):
                        claims[index].append(Claim(spec_of(engine), repetition, finding))
        for index, entry in enumerate(part):
            if isinstance(entry, BadEntry):
                yield entry
            else:
                yield Judged(position, entry, tuple(claims[index]), judge(entry, claims[index]))
            position += 1


def _entry(entry: Entry | BadEntry) -> Entry:
    assert isinstance(entry, Entry)
    return entry
