"""Ask several backends one question about a stream of puzzles, chunk by chunk, and judge their answers.

Puzzles come in chunks. Within a chunk each backend gets all puzzles of one problem together, so that an engine can
search them as a batch. If that takes long, backends take turns of a second; each puzzle is judged as soon as all
backends have answered it and the puzzles before it. If all engines take arrays, they get plain boards of 9x9 as arrays.
One event then holds consecutive puzzles with the same answers.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from sudokubench.answer import Verdict
from sudokubench.backends import Backend, spec_of, supporting
from sudokubench.encodings.exact_cover import plain_cover
from sudokubench.harness.asking import BatchFound
from sudokubench.harness.corpus import NINE, BadEntry, Entry, Item, Rows, singly
from sudokubench.harness.crosscheck import Earlier, Judgement, digest, digests, judge, undisputed
from sudokubench.harness.finding import Claim, Finding, Question, Termination, failed, most_shown
from sudokubench.harness.inline import Executor, Searcher
from sudokubench.harness.words import IS_WRONG
from sudokubench.problem import Problem
from sudokubench.words import Sentence, Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SMALLEST_CHUNK, LARGEST_CHUNK = 32, 1 << 15
"""Number of puzzles in a chunk. It adapts: batches work best on many puzzles, but a user wants early results."""

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
    """The result of the puzzle in earlier rounds; None in the first round, and for a puzzle of a `SharedJudgement`."""

    @property
    def entries(self) -> Sequence[Entry]:
        """The puzzle as a sequence of one entry; a `SharedJudgement` has several."""
        return (self.entry,)

    @property
    def reasons(self) -> tuple[str, ...]:
        """A sentence about a disagreement of the backends, if any; then a sentence for each fault of an answer."""
        judgement = self.judgement
        found = (judgement.disagreement,) if judgement.disagreement else ()
        return *found, *(
            Sentence(IS_WRONG.format(backend=self.claims[i].backend, fault=fault))
            for i, fault in judgement.faults.items()
        )

    def digests(self) -> Iterator[Sequence[str | None]]:
        """Yield for each backend a list with one item: the digest of the first solution that it shows, or None."""
        for claim in self.claims:
            shown = claim.finding.solutions
            yield [digest(shown[0]) if shown else None]

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdict of each backend, by its full name."""
        return {claim.backend: claim.finding.verdict for claim in self.claims}

    @property
    def witnesses(self) -> list[str]:
        """The full names of the backends that have a verdict or were refuted."""
        refuted = self.judgement.faults
        return [
            claim.backend
            for i, claim in enumerate(self.claims)
            if claim.finding.verdict is not Verdict.UNDECIDED or i in refuted
        ]

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the answer of each backend to the puzzle, one JSON object of the schema `sudokubench.record/2` each."""
        puzzle = {"schema": "sudokubench.record/2", **self.entry.as_json()}
        options = range(plain_cover(self.entry.problem).n_options)
        for claim, category in zip(self.claims, self.judgement.categories, strict=True):
            # A wrong solution may have options that do not exist.
            shown = [one for one in claim.finding.solutions[:1] if all(option in options for option in one)]
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
    """A backend that cannot open a problem. It is reported once for each problem."""

    backend: str
    problem: str
    reason: Words


@dataclass(frozen=True, slots=True)
class Partial:
    """One backend's answer to a puzzle that other backends still search; the `Judged` of the puzzle repeats it."""

    position: int
    claim: Claim


@dataclass(frozen=True, slots=True)
class SharedJudgement:
    """Consecutive puzzles to which all backends give the same answer; one judgement holds for each of them.

    Attributes:
        position: Position of the first puzzle in the corpus, from 0.
        claims: The answers of the backends to the first puzzle; those to the other puzzles differ only in the shown
            solutions.
        found: The answers of each backend, in arrays.
        rows: The rows of these arrays that belong to the puzzles.
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
        for batch, claim in zip(self.found, self.claims, strict=True):
            if not claim.finding.solutions:
                same = [None] * len(self.entries)
            elif same is None or claim.finding.outcome.count > 1:  # all backends show the same only solution
                same = digests(batch.layout, batch.answer.solutions[self.rows, 0])
            yield same

    def __iter__(self) -> Iterator[Judged]:
        of_puzzles = zip(*(batch.findings(self.rows) for batch in self.found), strict=True)
        for n, (entry, findings) in enumerate(zip(self.entries, of_puzzles, strict=True)):
            claims = tuple(
                replace(claim, finding=finding) for claim, finding in zip(self.claims, findings, strict=True)
            )
            yield Judged(self.position + n, entry, claims, self.judgement)


Event = Judged | SharedJudgement | BadEntry | Unsupported | Partial


@dataclass(slots=True)
class CorpusRound:
    """One round through a corpus.

    To ask a backend several times, do several rounds, each through the whole corpus. Then a temporary disturbance of
    the machine does not affect all times of a puzzle.

    Attributes:
        backends: The backends to ask, in the order of the answers to a puzzle.
        executor: The place where they are asked.
        limit: The number of solutions after which a search may stop; None for all.
        repeat: The number of the round, from 0; bad entries are reported only in the first.
        seed: Seed of the order of the backends, which changes with every chunk, so that no backend profits from a
            lucky place.
        done: Returns whether an earlier run of this round has done a puzzle, by position (from 0, bad entries counted).
        earlier: Returns the result of the earlier rounds for a puzzle, by position.
        asking: Called with the backend to be asked next, and two numbers since the last call: puzzles that were done,
            and answers that failed.
        known: Answers from an earlier run of this round, by position and full name; they are not asked for again.
        arrays: Returns whether a backend may get plain boards of 9x9 as arrays; used if this holds for all.
        reported: Backends and problems for which an `Unsupported` was reported.
        shared: Judgements of undisputed answers, by 2 × count + exhausted.
        searchers: Functions that ask each backend about arrays; empty if a backend does not take arrays.
        places: The index of each backend in the answers to a puzzle, by its full name.
    """

    backends: Sequence[Backend]
    executor: Executor
    _: KW_ONLY
    limit: int | None
    repeat: int = 0
    seed: int | None = None
    done: Callable[[int], bool] = lambda position: False
    earlier: Callable[[int], Earlier | None] = lambda position: None
    asking: Callable[[str, float, int], object] = lambda backend, done, failures: None
    known: Mapping[int, Mapping[str, Finding]] = field(default_factory=dict)
    arrays: Callable[[Backend], bool] = lambda engine: False
    reported: set[tuple[str, str]] = field(default_factory=set, init=False)
    shared: dict[int, Judgement] = field(default_factory=dict, init=False)
    searchers: dict[Backend, Searcher] = field(default_factory=dict, init=False)
    places: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.places = {spec_of(engine): i for i, engine in enumerate(self.backends)}
        if self.limit and not self.known and all(map(self.arrays, self.backends)):
            found = {engine: self.executor.searcher(engine, NINE) for engine in self.backends}
            self.searchers = {engine: searcher for engine, searcher in found.items() if searcher is not None}
            if len(self.searchers) < len(self.backends):
                self.searchers = {}

    def events(self, entries: Iterable[Item]) -> Iterator[list[Event]]:
        """Yield lists of events: judged puzzles in the order of the corpus, each after its `Partial` answers.

        A list comes about every second and at the end of a chunk, or, if the puzzles are few, after each answer. The
        size of a chunk adapts to its time. The corpus is read on demand and never held as a whole.
        """
        size = SMALLEST_CHUNK * self.executor.width
        stream, left = _numbered(entries if self.searchers else singly(entries)), list[tuple[int, Item]]()
        while items := _taken(stream, left, size):
            begun = time.monotonic()
            if (events := self._together(items)) is not None:
                yield events
            else:
                part = deque((at + n, one) for at, item in items for n, one in enumerate(singly([item])))
                yield from _Chunk(self, part).events()
            took = time.monotonic() - begun
            if took < _TURN_S / 2:
                size = min(LARGEST_CHUNK, size * 2)
            elif took > _TURN_S:
                size = max(SMALLEST_CHUNK, size // 2)

    def ordered(self, engines: Sequence[Backend], first: int) -> list[Backend]:
        """Return backends in a random order, for the chunk whose first puzzle has the position `first`."""
        return Random(f"{self.seed} {self.repeat} {first}").sample(engines, len(engines))

    def bad(self, entry: BadEntry) -> list[Event]:
        """Return the events of a bad entry: the entry itself in the first round, nothing in later rounds."""
        return [entry] if self.repeat == 0 else []

    def judged(self, position: int, entry: Entry, claims: tuple[Claim, ...]) -> Judged:
        """Return a puzzle with the judgement of all answers to it."""
        before = self.earlier(position)
        return Judged(position, entry, claims, judge(entry, claims, before), before)

    def _together(self, chunk: Sequence[tuple[int, Item]]) -> list[Event] | None:
        """Ask about plain boards as arrays, and return the events; None if the entries must be asked one by one."""
        import numpy as np

        if not self.searchers:
            return None
        plain = [(at, _rows(item)) for at, item in chunk if not isinstance(item, BadEntry)]
        rows = [(at, some) for at, some in plain if some is not None]
        positions = [at + i for at, some in rows for i in range(len(some))]
        n = len(positions)
        if n < SMALLEST_CHUNK or len(rows) < len(plain) or any(map(self.done, positions)):
            return None
        boards = np.concatenate([some.digits for _, some in rows])
        answers = dict[Backend, BatchFound]()
        for engine in self.ordered(self.backends, positions[0]):
            self.asking(spec_of(engine), 0.0, 0)
            answer = self.searchers[engine](boards, self.limit or 0)
            if not isinstance(answer, BatchFound) or answer.undecided():
                return None
            answers[engine] = answer
        self.asking(spec_of(self.backends[0]), float(n), 0)
        found = tuple(answers[engine] for engine in self.backends)
        same = undisputed(boards, found)
        if self.repeat:
            same &= _as_before(map(self.earlier, positions), found[0])
        kinds = np.where(same, 2 * found[0].answer.counts + found[0].answer.exhausted, -1 - np.arange(n))
        events: list[Event] = []
        begin = 0
        for at, item in chunk:
            if isinstance(item, BadEntry):
                events += self.bad(item)
            elif (some := _rows(item)) is not None:
                events += self._judged_alike(at, some, found, kinds, begin)
                begin += len(some)
        return events

    def _judged_alike(
        self, at: int, some: Rows, found: tuple[BatchFound, ...], kinds: NDArray[np.int64], begin: int
    ) -> Iterator[Event]:
        """Yield the events of `some`, whose answers begin at row `begin`. Neighbours of one kind share a judgement."""
        import numpy as np

        begins = np.flatnonzero(np.diff(kinds[begin : begin + len(some)], prepend=-1 - len(kinds)))
        of_firsts = zip(*(batch.findings(begin + begins) for batch in found), strict=True)
        for (first, end), findings in zip(pairwise([*begins.tolist(), len(some)]), of_firsts, strict=True):
            entries, kind = some[first:end], int(kinds[begin + first])
            claims = tuple(
                Claim(spec_of(engine), self.repeat, finding, engine.kind)
                for engine, finding in zip(self.backends, findings, strict=True)
            )
            if kind < 0:
                yield self.judged(at + first, some[first], claims)
            else:
                self.shared[kind] = self.shared.get(kind) or judge(entries[0], claims)
                yield SharedJudgement(
                    at + first, entries, claims, self.shared[kind], found, slice(begin + first, begin + end)
                )


class _Chunk:
    """Puzzles of a round that are asked as entries, not as arrays, and the answers to them.

    Attributes:
        part: The entries that are not yielded yet, with their positions.
        fresh: The puzzles that this round has not done before.
        asked: Backends still to be asked, each with the positions of puzzles of one problem.
        claims: Answers by position, until the puzzle is judged.
        wanted: The number of answers to a puzzle of each problem.
        unsupported: Backends that cannot open a problem, not reported before.
    """

    def __init__(self, of: CorpusRound, part: deque[tuple[int, Entry | BadEntry]]) -> None:
        self.round, self.part = of, part
        self.fresh = {i: entry for i, entry in part if isinstance(entry, Entry) and not of.done(i)}
        self.asked: list[tuple[Backend, Sequence[int]]] = []
        self.claims: dict[int, list[Claim]] = {}
        self.wanted: dict[Problem, int] = {}
        self.unsupported: list[Unsupported] = []
        by_problem: dict[Problem, list[int]] = {}
        for index, entry in self.fresh.items():
            by_problem.setdefault(entry.problem, []).append(index)
        for problem, indices in by_problem.items():
            self._note(problem, indices)

    def _note(self, problem: Problem, indices: Sequence[int]) -> None:
        """Note the questions about puzzles of one problem, and the answers that are known."""
        of, known = self.round, self.round.known
        able, unable, failing = supporting(problem, of.backends)
        self.wanted[problem] = len(able) + len(failing)
        for engine, reason in unable:
            backend_problem = spec_of(engine), str(problem)
            if of.repeat == 0 and backend_problem not in of.reported:
                of.reported.add(backend_problem)
                self.unsupported.append(Unsupported(*backend_problem, reason))
        kinds = {spec_of(engine): engine.kind for engine in able}
        for index in indices:
            found = known.get(index, {})
            self.claims[index] = [no_claim(engine, of.repeat, reason) for engine, reason in failing]
            self.claims[index] += (Claim(s, of.repeat, found[s], kinds[s]) for s in found if s in kinds)
        for engine in of.ordered(able, indices[0]):
            spec = spec_of(engine)
            theirs = [i for i in indices if spec not in known.get(i, ())] if known else indices
            self.asked += [(engine, some) for some in _parts(theirs, of.executor.width)]

    def events(self) -> Iterator[list[Event]]:
        """Yield the events of the chunk; backends take turns until all have answered."""
        begun, asking = time.monotonic(), self.round.asking
        events: list[Event] = [*self.unsupported]
        share = len(self.fresh) / max(1, sum(len(some) for _, some in self.asked))
        news: list[Partial] = []
        while asked := self.asked:
            asking(spec_of(asked[0][0]), 0.0, 0)
            left: list[tuple[Backend, Sequence[int]]] = []
            answers = self.round.executor.answers(self._question(*one) for one in asked)
            for n_answers, (n, findings) in enumerate(answers, 1):  # in the order in which they come
                engine, some = asked[n]
                news += self._partial(engine, some, findings)
                left += [(engine, some[len(findings) :])] if len(findings) < len(some) else []
                failures = sum(finding.termination is not Termination.FINISHED for finding in findings)
                asking(spec_of(asked[(n + 1) % len(asked)][0]), share * len(findings), failures)
                if time.monotonic() - begun >= _TURN_S:
                    events += self._judged()
                    yield [*events, *(one for one in news if one.position in self.claims)]
                    events, news, begun = [], [], time.monotonic()
                elif len(self.fresh) <= SMALLEST_CHUNK and (left or n_answers < len(asked)):
                    yield list(news)  # the next answer may take long
                    news = []
            self.asked = left
        yield [*events, *self._judged()]

    def _question(self, engine: Backend, some: Sequence[int]) -> Question:
        limit, instances = self.round.limit, [self.fresh[i].instance for i in some]
        return Question(engine, self.fresh[some[0]].problem, instances, limit, most_shown(limit), _TURN_S)

    def _partial(
        self, engine: Backend, some: Sequence[int], findings: Sequence[Finding]
    ) -> Iterator[Partial]:
        """Keep the answers of a turn, and yield them."""
        for index, finding in zip(some, findings, strict=False):
            claim = Claim(spec_of(engine), self.round.repeat, finding, engine.kind)
            self.claims[index].append(claim)
            yield Partial(index, claim)

    def _judged(self) -> Iterator[Event]:
        """Yield judged puzzles in order, up to the first that a backend has not answered."""
        while self.part:
            index, item = self.part[0]
            if isinstance(item, BadEntry):
                yield from self.round.bad(item)
            elif index in self.fresh:
                if len(self.claims[index]) < self.wanted[item.problem]:
                    return
                claims = sorted(self.claims.pop(index), key=lambda claim: self.round.places[claim.backend])
                yield self.round.judged(index, item, tuple(claims))
            self.part.popleft()


def no_claim(engine: Backend, repeat: int, reason: str) -> Claim:
    """Return the claim of a backend that failed when it was asked whether it can open a problem."""
    return Claim(spec_of(engine), repeat, failed(Termination.ERROR, reason, unopened=True), engine.kind)


def _rows(item: Item) -> Rows | None:
    """Return an item as rows if it holds plain 9x9 boards with only clues and no stated verdict; None otherwise."""
    if not isinstance(item, Entry):
        return item if isinstance(item, Rows) else None
    plain = item.problem == NINE and not item.instance.forbidden and item.expected is None
    return Rows.of(item) if plain else None


def _as_before(before: Iterable[Earlier | None], found: BatchFound) -> NDArray[np.bool_]:
    """Return bool (n,): for each board, whether the earlier rounds found the same answer."""
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
    """Return up to `size` puzzles, first those in `left`; put the rest of a divided item into `left`."""
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
    """Return up to `width` parts of the indices, to be worked on at the same time."""
    size = max(1, -(-len(indices) // width))
    return (indices[i : i + size] for i in range(0, len(indices), size))
