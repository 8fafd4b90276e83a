"""Put one question about a stream of puzzles to several backends and judge what they say.

Puzzles come in chunks. Within a chunk each backend gets all puzzles of one problem in a row, so that engines
which take batches can. Where that takes long, backends take turns of a second; every puzzle is judged by itself, as
soon as all have answered it and those before it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from random import Random
from types import MappingProxyType
from typing import Any

from sudokubench.answer import Verdict
from sudokubench.backends import Backend, spec_of, supporting
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.harness.crosscheck import Earlier, Judgement, judge
from sudokubench.harness.executors import Executor
from sudokubench.harness.finding import Claim, Finding, Question, Termination, failed
from sudokubench.problem import Problem

SMALLEST_CHUNK, LARGEST_CHUNK = 32, 1 << 15
"""Puzzles in hand at a time: the size adapts, for batches want many and whoever watches wants to see some."""

_TURN_S = 1.0
"""What was found is passed on so often, and no chunk of quick engines should take longer."""


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


@dataclass(frozen=True, slots=True)
class Partial:
    """What one backend said of a puzzle that others still search; it comes again in the `Judged` of the puzzle."""

    position: int
    claim: Claim


Event = Judged | BadEntry | Unsupported | Partial


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
    known: Mapping[int, Mapping[str, Finding]] = MappingProxyType({}),
) -> Iterator[list[Event]]:
    """Do one round: yield an event for each puzzle, in the order of the corpus, and before it what is known of it.

    What is found is yielded at the end of a chunk, and about every second until then.

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
        known: What backends have said in this round of an earlier run, by position and full name: not to be asked.
    """
    told_of: set[tuple[str, str]] = set()
    place = {spec_of(engine): i for i, engine in enumerate(backends)}

    def searched(part: deque[tuple[int, Entry | BadEntry]]) -> Iterator[list[Event]]:
        """The events of a chunk."""
        begun = time.monotonic()
        events: list[Event] = []
        fresh = {i: entry for i, entry in part if isinstance(entry, Entry) and not done(i)}
        by_problem: dict[Problem, list[int]] = {}
        for index, entry in fresh.items():
            by_problem.setdefault(entry.problem, []).append(index)
        asked: list[tuple[Backend, Sequence[int]]] = []
        claims: dict[int, list[Claim]] = {}
        wanted: dict[Problem, int] = {}
        for problem, indices in by_problem.items():
            able, unable, failing = supporting(problem, backends)
            wanted[problem] = len(able) + len(failing)
            for engine, reason in unable:
                if repeat == 0 and (spec_of(engine), str(problem)) not in told_of:
                    told_of.add((spec_of(engine), str(problem)))
                    events.append(Unsupported(spec_of(engine), str(problem), reason))
            kinds = {spec_of(engine): engine.kind for engine in able}
            for index in indices:
                claims[index] = [no_claim(engine, repeat, reason) for engine, reason in failing]
                found = known.get(index, {})
                claims[index] += (Claim(s, repeat, found[s], kinds[s]) for s in found if s in kinds)
            for engine in Random(f"{seed} {repeat} {indices[0]}").sample(able, len(able)):
                spec = spec_of(engine)
                theirs = [i for i in indices if spec not in known.get(i, ())] if known else indices
                asked += [(engine, some) for some in _parts(theirs, executor.width)]

        def judged() -> Iterator[Event]:
            """The puzzles from the first on that all have answered."""
            while part:
                index, item = part[0]
                if isinstance(item, BadEntry):
                    yield from [item] if repeat == 0 else []
                elif index in fresh:
                    if len(claims[index]) < wanted[item.problem]:
                        return
                    said = tuple(sorted(claims.pop(index), key=lambda claim: place[claim.backend]))
                    before = earlier(index)
                    yield Judged(index, item, said, judge(item, said, before), before)
                part.popleft()

        share = len(fresh) / max(1, sum(len(some) for _, some in asked))
        news: list[Partial] = []
        while asked:
            asking(spec_of(asked[0][0]), 0.0, 0)
            questions = (
                Question(
                    engine, fresh[some[0]].problem, [fresh[i].instance for i in some], limit, turn_s=_TURN_S
                )
                for engine, some in asked
            )
            left: list[tuple[Backend, Sequence[int]]] = []
            for n, findings in executor.answers(questions):
                engine, some = asked[n]
                spec = spec_of(engine)
                for index, finding in zip(some, findings, strict=False):
                    claim = Claim(spec, repeat, finding, engine.kind)
                    claims[index].append(claim)
                    news.append(Partial(index, claim))
                left += [(engine, some[len(findings) :])] if len(findings) < len(some) else []
                failures = sum(finding.termination is not Termination.FINISHED for finding in findings)
                asking(spec_of(asked[(n + 1) % len(asked)][0]), share * len(findings), failures)
                if time.monotonic() - begun >= _TURN_S:
                    events += judged()
                    yield [*events, *(one for one in news if one.position in claims)]
                    events, news, begun = [], [], time.monotonic()
            asked = left
        yield [*events, *judged()]

    size = SMALLEST_CHUNK * executor.width
    stream = enumerate(entries)
    while part := deque(islice(stream, size)):
        begun = time.monotonic()
        yield from searched(part)
        took = time.monotonic() - begun
        if took < _TURN_S / 2:
            size = min(LARGEST_CHUNK, size * 2)
        elif took > _TURN_S:
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
    size = max(1, -(-len(indices) // width))
    return (indices[i : i + size] for i in range(0, len(indices), size))
