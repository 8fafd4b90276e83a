"""Put one question about a stream of puzzles to several backends and judge what they say.

Puzzles come in chunks. Within a chunk each backend gets all puzzles of one problem in a row, so that engines
which take batches can; afterwards every puzzle is judged by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from random import Random
from typing import Any

from sudokubench.answer import Verdict
from sudokubench.backends import Backend, spec_of, supporting
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.harness.crosscheck import Earlier, Judgement, judge
from sudokubench.harness.executors import Executor
from sudokubench.harness.finding import Claim, Question, Termination, failed
from sudokubench.problem import Problem

SMALLEST_CHUNK, LARGEST_CHUNK = 32, 1 << 15
"""Puzzles in hand at a time: the size adapts, for batches want many and Ctrl-C should lose little."""

_CHUNK_S = 1.0
"""Wall time that a chunk should take."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One puzzle, what everybody said of it in a round, and the judgement."""

    position: int
    entry: Entry
    claims: tuple[Claim, ...]
    judgement: Judgement
    earlier: Earlier | None = None
    """What the rounds before have found; None in the first."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """What is wrong with the answers, a sentence each; empty if nothing is."""
        judgement = self.judgement
        found = (judgement.disagreement,) if judgement.disagreement else ()
        return *found, *(
            f"{self.claims[i].backend} is wrong: {fault}" for i, fault in judgement.faults.items()
        )

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """What each backend says, by its full name."""
        return {claim.backend: claim.finding.verdict for claim in self.claims}

    @property
    def witnesses(self) -> list[str]:
        """The full names of the backends that have a verdict."""
        return [name for name, verdict in self.verdicts.items() if verdict is not Verdict.UNDECIDED]

    def records(self) -> Iterator[dict[str, Any]]:
        """What each backend said of the puzzle, one JSON object of the schema `sudokubench.record/2` each."""
        puzzle = {"schema": "sudokubench.record/2", **self.entry.as_json()}
        for claim, category in zip(self.claims, self.judgement.categories, strict=True):
            shown = claim.finding.solutions
            yield {
                **puzzle,
                "backend": claim.backend,
                "kind": claim.kind,
                "repeat": claim.repeat,
                **claim.finding.as_json(),
                "solution": self.entry.shown(shown[0]) if shown else None,
                "category": category.value,
                "strength": self.judgement.strength.value,
            }


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
    executor: Executor,
    *,
    limit: int | None,
    repeat: int = 0,
    seed: int | None = None,
    done: Callable[[int], bool] = lambda position: False,
    earlier: Callable[[int], Earlier | None] = lambda position: None,
    asking: Callable[[str, float, int], object] = lambda backend, done, failures: None,
) -> Iterator[list[Event]]:
    """Do one round: yield an event for each puzzle, in the order of the corpus, a chunk at a time.

    A backend that is asked several times is asked in several rounds, each through the whole corpus, so that what
    disturbs the machine for a while is not all its times.

    Args:
        entries: The corpus; it is read as far as needed and never held as a whole.
        backends: Who is asked.
        executor: Where they are asked.
        limit: The number of solutions after which a search may stop; None for all.
        repeat: The number of the round, from 0; what is no puzzle is told in the first only.
        seed: Of the order of the backends, another one in every chunk, so that none profits from a lucky place.
        done: Positions (from 0, bad entries counted) that this round of an earlier run has done, which are left out.
        earlier: What the rounds before have found, by position.
        asking: Is told who is asked next, and how many puzzles were done and answers failed since it was told last.
    """
    size, position = SMALLEST_CHUNK * executor.width, 0
    done_since, failures = 0.0, 0
    told: set[tuple[str, str]] = set()
    place = {spec_of(engine): i for i, engine in enumerate(backends)}
    stream = iter(entries)
    while part := list(islice(stream, size)):
        begun = time.monotonic()
        events: list[Event] = []
        numbered = [(position + i, entry) for i, entry in enumerate(part)]
        position += len(part)
        fresh = {i: entry for i, entry in numbered if isinstance(entry, Entry) and not done(i)}
        by_problem: dict[Problem, list[int]] = {}
        for index, entry in fresh.items():
            by_problem.setdefault(entry.problem, []).append(index)
        asked: list[tuple[Backend, Sequence[int]]] = []
        claims: dict[int, list[Claim]] = {index: [] for index in fresh}
        for problem, indices in by_problem.items():
            able, unable, failing = supporting(problem, backends)
            for engine, reason in unable:
                if repeat == 0 and (spec_of(engine), str(problem)) not in told:
                    told.add((spec_of(engine), str(problem)))
                    events.append(Unsupported(spec_of(engine), str(problem), reason))
            order = Random(f"{seed} {repeat} {indices[0]}").sample(able, len(able))
            asked += [(engine, some) for engine in order for some in _parts(indices, executor.width)]
            for engine, reason in failing:
                for index in indices:
                    claims[index].append(no_claim(engine, repeat, reason))
        questions = (
            Question(engine, fresh[some[0]].problem, [fresh[i].instance for i in some], limit)
            for engine, some in asked
        )
        answers = executor.answers(questions)
        for engine, some in asked:
            asking(spec_of(engine), done_since, failures)
            found = next(answers)
            for index, finding in zip(some, found, strict=True):
                claims[index].append(Claim(spec_of(engine), repeat, finding, engine.kind))
            done_since = len(fresh) * len(some) / sum(len(indices) for _, indices in asked)
            failures = sum(finding.termination is not Termination.FINISHED for finding in found)
        for index, item in numbered:
            if isinstance(item, BadEntry):
                events += [item] if repeat == 0 else []
            elif index in fresh:
                said = tuple(sorted(claims[index], key=lambda claim: place[claim.backend]))
                before = earlier(index)
                events.append(Judged(index, item, said, judge(item, said, before), before))
        yield events
        took = time.monotonic() - begun
        if took < _CHUNK_S / 2:
            size = min(LARGEST_CHUNK, size * 2)
        elif took > _CHUNK_S * 2:
            size = max(SMALLEST_CHUNK, size // 2)


def no_claim(engine: Backend, repeat: int, reason: str) -> Claim:
    """What is noted of a backend that failed when it was asked whether it can open a problem."""
    return Claim(spec_of(engine), repeat, failed(Termination.ERROR, reason), engine.kind)


def begun(chunks: Iterator[list[Event]]) -> Iterator[list[Event]]:
    """The same chunks, of which the first is made at once: what fails before that has begun nothing."""
    first = next(chunks, [])
    return chain([first], chunks)


def _parts(indices: Sequence[int], width: int) -> Iterator[Sequence[int]]:
    """The indices in as many parts as can be worked on at a time."""
    size = -(-len(indices) // width)
    return (indices[i : i + size] for i in range(0, len(indices), size))
