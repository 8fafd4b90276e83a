"""Ask several backends one question about a stream of puzzles and judge their answers.

Puzzles come in chunks. Within a chunk each backend gets all puzzles of one problem in a row, so that engines
that take batches can do so. If that takes long, backends take turns of a second; each puzzle is judged as soon as all
backends have answered it and the puzzles before it. Plain boards of 9x9 are asked as arrays if all engines take these;
a row of puzzles with the same answer from all backends comes as one value.
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
from sudokubench.harness.finding import SAMPLE, SHOWN, Claim, Finding, Question, Termination, failed
from sudokubench.problem import Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SMALLEST_CHUNK, LARGEST_CHUNK = 32, 1 << 15
"""Number of puzzles in a chunk. The size adapts: batches work best on many, and a user wants to see some soon."""

_TURN_S = 1.0
"""Interval at which findings are passed on, in seconds; no chunk of quick engines should take longer."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One puzzle, all answers to it in a round, and the judgement."""

    position: int
    entry: Entry
    claims: tuple[Claim, ...]
    judgement: Judgement
    earlier: Earlier | None = None
    """The result of the earlier rounds; None in the first."""

    @property
    def entries(self) -> Sequence[Entry]:
        """The puzzle, in the form that `Alike` has for several."""
        return (self.entry,)

    @property
    def reasons(self) -> tuple[str, ...]:
        """A sentence for each fault in the answers; empty if there is no fault."""
        judgement = self.judgement
        found = (judgement.disagreement,) if judgement.disagreement else ()
        return *found, *(
            f"{self.claims[i].backend} is wrong: {fault}" for i, fault in judgement.faults.items()
        )

    def digests(self) -> Iterator[Sequence[str | None]]:
        """Yield for each backend the digest of the first solution that it shows; see `Alike`."""
        for claim in self.claims:
            shown = claim.finding.solutions
            yield [digest(shown[0]) if shown else None]

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdict of each backend, by its full name."""
        return {claim.backend: claim.finding.verdict for claim in self.claims}

    @property
    def witnesses(self) -> list[str]:
        """The full names of the backends that have a verdict."""
        return [name for name, verdict in self.verdicts.items() if verdict is not Verdict.UNDECIDED]

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the answer of each backend to the puzzle, one JSON object of the schema `sudokubench.record/2` each."""
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
    """A backend that cannot open a problem; reported once for each problem."""

    backend: str
    problem: str
    reason: str


@dataclass(frozen=True, slots=True)
class Partial:
    """One backend's answer to a puzzle that others still search; the `Judged` of the puzzle repeats it."""

    position: int
    claim: Claim


@dataclass(frozen=True, slots=True)
class Alike:
    """Consecutive puzzles to which all backends give the same answer; one judgement holds for each of them.

    Attributes:
        position: Position of the first.
        entries: The puzzles.
        claims: The answers of the backends to the first; to the others only the shown solutions differ.
        judgement: The judgement.
        found: The answers of each backend, in arrays.
        rows: The place of the puzzles in these arrays.
    """

    position: int
    entries: Rows
    claims: tuple[Claim, ...]
    judgement: Judgement
    found: tuple[BatchFound, ...]
    rows: slice

    def digests(self) -> Iterator[Sequence[str | None]]:
        """Yield for each backend the digests of the first solutions that it shows."""
        same: Sequence[str | None] | None = None
        for one, claim in zip(self.found, self.claims, strict=True):
            if not claim.finding.solutions:
                same = [None] * len(self.entries)
            elif same is None or claim.finding.outcome.count > 1:  # the only solution is the same for all
                same = digests(one.layout, one.answer.solutions[self.rows, 0])
            yield same

    def __iter__(self) -> Iterator[Judged]:
        """Yield the puzzles one by one."""
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
    """Do one round: yield an event for each puzzle, in the order of the corpus, and news of it before.

    Findings are yielded at the end of a chunk, and about every second until then; with few puzzles immediately.

    A backend that is asked several times is asked in several rounds, each through the whole corpus, so that a temporary
    disturbance of the machine does not affect all its times.

    Args:
        entries: The corpus; it is read on demand and never held as a whole.
        backends: The backends to ask.
        executor: The place where they are asked.
        limit: The number of solutions after which a search may stop; None for all.
        repeat: The number of the round, from 0; bad entries are reported only in the first.
        seed: Seed of the order of the backends, which changes with every chunk, so that no backend profits from a
            lucky place.
        done: Positions (from 0, bad entries counted) that an earlier run of this round has done; they are left out.
        earlier: The result of the earlier rounds, by position.
        asking: Called with the backend to be asked next, and how many puzzles were done and answers failed since the
            last call.
        known: The answers of backends in an earlier run of this round, by position and full name: not asked again.
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
        """Return the events of plain boards as arrays; None if they are few, or if an engine leaves some undecided."""
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
        """Yield the puzzles of a row; of undisputed ones, the judgement of the first of a kind holds for all."""
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
        """Yield the events of a chunk."""
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
            """Yield the puzzles from the first on that all backends have answered."""
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
                    engine,
                    fresh[some[0]].problem,
                    [fresh[i].instance for i in some],
                    limit,
                    SHOWN if limit else SAMPLE,
                    _TURN_S,
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
                    yield list(news)  # the next answer may take long
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
    """Return the claim of a backend that failed when it was asked whether it can open a problem."""
    return Claim(spec_of(engine), repeat, failed(Termination.ERROR, reason), engine.kind)


def _rows(item: Item) -> Rows | None:
    """Return boards of 9x9 of which only clues are known; None for any other item."""
    if not isinstance(item, Entry):
        return item if isinstance(item, Rows) else None
    plain = item.problem == NINE and not item.instance.forbidden and item.expected is None
    return Rows.of(item) if plain else None


def _as_before(before: Iterable[Earlier | None], found: BatchFound) -> NDArray[np.bool_]:
    """Return Bool (n,): whether the earlier rounds have found the same."""
    import numpy as np

    shown = digests(found.layout, found.answer.solutions[:, 0])
    return np.array([
        one is not None and not one.contested and one.verdict is verdict
        and (verdict is not Verdict.UNIQUE or one.solution in {None, solution})
        for one, verdict, solution in zip(before, found.verdicts(), shown, strict=True)
    ])  # fmt: skip


def _numbered(items: Iterable[Item]) -> Iterator[tuple[int, Item]]:
    """Yield each item with its position, from 0."""
    position = 0
    for item in items:
        yield position, item
        position += len(item) if isinstance(item, Rows) else 1


def _taken(
    items: Iterator[tuple[int, Item]], left: list[tuple[int, Item]], size: int
) -> list[tuple[int, Item]]:
    """Take up to `size` puzzles; `left` comes first, and takes the rest of a divided item."""
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
    """Return the indices in as many parts as can be worked on at a time."""
    size = max(1, -(-len(indices) // width))
    return (indices[i : i + size] for i in range(0, len(indices), size))
