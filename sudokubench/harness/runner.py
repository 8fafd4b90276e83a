"""Put one question about a stream of puzzles to several backends and judge what they say.

Puzzles come in chunks. Within a chunk each backend gets all puzzles of one problem in a row, so that engines
which take batches can. Where that takes long, backends take turns of a second; every puzzle is judged by itself, as
soon as all have answered it and those before it. Plain boards of 9x9 are asked as arrays where all engines take these;
what all say alike of some in a row comes as one value.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sudokubench.answer import Verdict
from sudokubench.backends import Backend, spec_of, supporting
from sudokubench.harness.asking import BatchFound
from sudokubench.harness.corpus import NINE, BadEntry, Entry, Item, Rows, singly
from sudokubench.harness.crosscheck import Earlier, Judgement, digest, digests, judge, undisputed
from sudokubench.harness.executors import Executor, Searcher
from sudokubench.harness.finding import Claim, Finding, Question, Termination, failed
from sudokubench.problem import Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
    def entries(self) -> Sequence[Entry]:
        """The puzzle, as of several there are more."""
        return (self.entry,)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What is wrong with the answers, a sentence each; empty if nothing is."""
        judgement = self.judgement
        found = (judgement.disagreement,) if judgement.disagreement else ()
        return *found, *(
            f"{self.claims[i].backend} is wrong: {fault}" for i, fault in judgement.faults.items()
        )

    def digests(self) -> Iterator[Sequence[str | None]]:
        """For each backend the digest of the first solution that it shows; see `Alike`."""
        for claim in self.claims:
            shown = claim.finding.solutions
            yield [digest(shown[0]) if shown else None]

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


@dataclass(frozen=True, slots=True)
class Alike:
    """Puzzles that follow each other, of which all backends say the same: the judgement is that of each.

    Attributes:
        position: Of the first.
        entries: The puzzles.
        claims: What the backends say of the first; of the others they only show other solutions.
        judgement: What is to be made of that.
        found: What each of the backends said, in arrays.
        rows: Where the puzzles are in these.
    """

    position: int
    entries: Rows
    claims: tuple[Claim, ...]
    judgement: Judgement
    found: tuple[BatchFound, ...]
    rows: slice

    def digests(self) -> Iterator[Sequence[str | None]]:
        """For each backend the digests of the first solutions that it shows."""
        same: Sequence[str | None] | None = None
        for one, claim in zip(self.found, self.claims, strict=True):
            if not claim.finding.solutions:
                same = [None] * len(self.entries)
            elif same is None or claim.finding.outcome.count > 1:  # the only solution is the same for all
                same = digests(one.layout, one.answer.solutions[self.rows, 0])
            yield same

    def __iter__(self) -> Iterator[Judged]:
        """One by one."""
        said = zip(*(one.findings(self.rows) for one in self.found), strict=True)
        for n, (entry, findings) in enumerate(zip(self.entries, said, strict=True)):
            claims = tuple(
                replace(claim, finding=finding) for claim, finding in zip(self.claims, findings, strict=True)
            )
            yield Judged(self.position + n, entry, claims, self.judgement)


Event = Judged | Alike | BadEntry | Unsupported | Partial


def run(
    entries: Iterable[Item],
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
    arrays: Callable[[Backend], bool] = lambda engine: False,
) -> Iterator[list[Event]]:
    """Do one round: yield an event for each puzzle, in the order of the corpus, and before it what is known of it.

    What is found is yielded at the end of a chunk, and about every second until then; of few puzzles at once.

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
        arrays: Which backends are asked about plain boards of 9x9 as arrays, if they take these; all are or none.
    """
    told_of: set[tuple[str, str]] = set()
    place = {spec_of(engine): i for i, engine in enumerate(backends)}
    searchers = dict[Backend, Searcher]()
    for engine in backends if limit and not known else ():
        if arrays(engine) and (searcher := executor.searcher(engine, NINE)) is not None:
            searchers[engine] = searcher
    searchers = searchers if len(searchers) == len(backends) else {}
    alike: dict[int, Judgement] = {}

    def together(chunk: Sequence[tuple[int, Item]]) -> list[Event] | None:
        """What is found for plain boards as arrays; None if they are few, or if some engine has no answer to some."""
        import numpy as np

        plain = [(at, _rows(item)) for at, item in chunk if not isinstance(item, BadEntry)]
        n = sum(len(rows) for _, rows in plain if rows is not None)
        if not searchers or n < SMALLEST_CHUNK or any(rows is None for _, rows in plain):
            return None
        rows = [(at, some) for at, some in plain if some is not None]
        positions = [at + i for at, some in rows for i in range(len(some))]
        if any(map(done, positions)):
            return None
        boards = np.concatenate([some.digits for _, some in rows])
        answers = dict[Backend, BatchFound]()
        for engine in Random(f"{seed} {repeat} {positions[0]}").sample(backends, len(backends)):
            asking(spec_of(engine), 0.0, 0)
            answer = searchers[engine](boards, limit or 0)
            if not isinstance(answer, BatchFound) or answer.undecided():
                return None
            answers[engine] = answer
        asking(spec_of(backends[0]), float(n), 0)
        said = tuple(answers[engine] for engine in backends)
        same = undisputed(boards, said)
        if repeat:
            same &= _as_before(map(earlier, positions), said[0])
        kinds = np.where(same, 2 * said[0].answer.counts + said[0].answer.exhausted, -1 - np.arange(n))
        events: list[Event] = []
        begin = 0
        for at, item in chunk:
            if isinstance(item, BadEntry):
                events += [item] if repeat == 0 else []
            elif (some := _rows(item)) is not None:
                events += judged_alike(at, some, said, kinds, begin)
                begin += len(some)
        return events

    def judged_alike(
        at: int, some: Rows, said: tuple[BatchFound, ...], kinds: NDArray[np.int64], begin: int
    ) -> Iterator[Event]:
        """Of those in a row that nobody can dispute the first of a kind is judged for all."""
        import numpy as np

        begins = np.flatnonzero(np.diff(kinds[begin : begin + len(some)], prepend=-1 - len(kinds)))
        of_firsts = zip(*(one.findings(begin + begins) for one in said), strict=True)
        for (first, end), findings in zip(pairwise([*begins.tolist(), len(some)]), of_firsts, strict=True):
            entries, kind = some[first:end], int(kinds[begin + first])
            claims = tuple(
                Claim(spec_of(engine), repeat, finding, engine.kind)
                for engine, finding in zip(backends, findings, strict=True)
            )
            if kind < 0:
                before = earlier(at + first)
                yield Judged(at + first, some[first], claims, judge(some[first], claims, before), before)
            else:
                alike[kind] = alike.get(kind) or judge(entries[0], claims)
                yield Alike(at + first, entries, claims, alike[kind], said, slice(begin + first, begin + end))

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
                elif len(fresh) <= SMALLEST_CHUNK and (left or n + 1 < len(asked)):
                    yield list(news)  # the next one may take long
                    news = []
            asked = left
        yield [*events, *judged()]

    size = SMALLEST_CHUNK * executor.width
    stream, left = _numbered(entries if searchers else singly(entries)), list[tuple[int, Item]]()
    while chunk := _taken(stream, left, size):
        begun = time.monotonic()
        if (events := together(chunk)) is not None:
            yield events
        else:
            yield from searched(
                deque((at + n, one) for at, item in chunk for n, one in enumerate(singly([item])))
            )
        took = time.monotonic() - begun
        if took < _TURN_S / 2:
            size = min(LARGEST_CHUNK, size * 2)
        elif took > _TURN_S:
            size = max(SMALLEST_CHUNK, size // 2)


def no_claim(engine: Backend, repeat: int, reason: str) -> Claim:
    """What is noted of a backend that failed when it was asked whether it can open a problem."""
    return Claim(spec_of(engine), repeat, failed(Termination.ERROR, reason), engine.kind)


def _rows(item: Item) -> Rows | None:
    """Boards of 9x9 of which all that is known are clues; None of what is something else."""
    if not isinstance(item, Entry):
        return item if isinstance(item, Rows) else None
    plain = item.problem == NINE and not item.instance.forbidden and item.expected is None
    return Rows.of(item) if plain else None


def _as_before(before: Iterable[Earlier | None], found: BatchFound) -> NDArray[np.bool_]:
    """Bool (n,): what the rounds before have found, too."""
    import numpy as np

    shown = digests(found.layout, found.answer.solutions[:, 0])
    return np.array([
        one is not None and not one.contested and one.verdict is verdict
        and (verdict is not Verdict.UNIQUE or one.solution in {None, solution})
        for one, verdict, solution in zip(before, found.verdicts(), shown, strict=True)
    ])  # fmt: skip


def _numbered(items: Iterable[Item]) -> Iterator[tuple[int, Item]]:
    """With the position of each, from 0."""
    position = 0
    for item in items:
        yield position, item
        position += len(item) if isinstance(item, Rows) else 1


def _taken(
    items: Iterator[tuple[int, Item]], left: list[tuple[int, Item]], size: int
) -> list[tuple[int, Item]]:
    """So many puzzles; what is `left` comes first, and of those that come together some may be."""
    taken, room = list[tuple[int, Item]](), size
    while room and (one := left.pop() if left else next(items, None)):
        at, item = one
        if isinstance(item, Rows) and len(item) > room:
            left.append((at + room, item[room:]))
            item = item[:room]
        taken.append((at, item))
        room -= len(item) if isinstance(item, Rows) else 1
    return taken


def _parts(indices: Sequence[int], width: int) -> Iterator[Sequence[int]]:
    """The indices in as many parts as can be worked on at a time."""
    size = max(1, -(-len(indices) // width))
    return (indices[i : i + size] for i in range(0, len(indices), size))
