"""Analyse a board for its setter: solutions, true candidates (each in a solution), superfluous facts, contradictions.

One idea serves most questions: clues and rules are facts that a SAT solver can switch off (`logic.puzzle_facts`).
Without a solution, some facts contradict each other. With one solution, some facts exclude every other solution. With
several solutions, some cells of a solution exclude the others. A small set of such facts or cells is the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import Any

from sudokubench import puzzles, solving
from sudokubench.actions import words
from sudokubench.actions.observer import SILENT, Observer, each, require_observer
from sudokubench.answer import Budget, Verdict
from sudokubench.backends import Backend
from sudokubench.backends.gate import searched
from sudokubench.backends.pool import backend_of, lent_session
from sudokubench.backends.refutation import SatRefuter, SmallestHittingSets
from sudokubench.backends.registry import refusal
from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, asking, left_s, limited
from sudokubench.errors import Cancelled, Undecided, require_whole
from sudokubench.estimates import CONFIDENCE, Estimate, estimate
from sudokubench.exchange import Result
from sudokubench.logic.puzzle_facts import BoardRule, PuzzleFacts
from sudokubench.logic.words import NOT
from sudokubench.problem import Instance
from sudokubench.puzzles import Given
from sudokubench.words import Words, listed, untranslated

LIMIT = 100
"""Number of solutions up to which an analysis finds all of them, with an exact count for each candidate."""
_MOST_WALKS = 100_000
_MOST_TARGETS = 10
"""Largest number of solutions for which `_completion` looks for the fewest clues that exclude all others."""


@dataclass(frozen=True, slots=True)
class FactSet:
    """Some facts of a board.

    Attributes:
        clues, forbidden: Options: clues, and candidates that the board forbids.
        rules: Constraints, and extra houses of the layout.
        smallest: For a contradiction, whether no smaller one exists.
    """

    clues: tuple[int, ...]
    forbidden: tuple[int, ...]
    rules: tuple[BoardRule, ...]
    smallest: bool = False

    def __len__(self) -> int:
        return len(self.clues) + len(self.forbidden) + len(self.rules)


@dataclass(frozen=True, slots=True)
class Behind:
    """The number of solutions that contain a candidate, and whether it is exact or only a lower bound."""

    count: int
    exact: bool

    def __str__(self) -> str:
        return f"{self.count}" if self.exact else f"≥{self.count}"


@dataclass(frozen=True, slots=True, repr=False)
class BoardAnalysis(Result):
    """The results of `analyse` for a board. A part is None if it does not apply or the time was too short.

    Attributes:
        limit: The `limit` of `analyse`.
        verdict: Whether the board has no solution, one or several; UNDECIDED or SOLVABLE if that is not known.
        count: The number of all solutions.
        estimate: An estimate of the count, if the time did not suffice to count.
        solutions: The only solution; or two of several solutions, which differ in few cells.
        candidates: For each true candidate of a blank cell, by option, the number of solutions that contain it.
        removable: With one solution: facts that can be left out, each by itself.
        minimal: With one solution: facts that suffice for this solution. None of these can be left out.
        conflict: Without a solution: facts that contradict each other. None of these can be left out.
        completion: With several solutions: candidates that leave one solution if they become clues.
        fewest: Whether no smaller `completion` exists.
        stopped: `time` or `interrupt` if this ended the analysis before its end; else empty.
    """

    board: Board
    limit: int
    verdict: Verdict = Verdict.UNDECIDED
    count: int | None = None
    estimate: Estimate | None = None
    solutions: tuple[Board, ...] = ()
    candidates: Mapping[int, Behind] | None = field(default=None, hash=False)
    removable: FactSet | None = None
    minimal: FactSet | None = None
    conflict: FactSet | None = None
    completion: tuple[int, ...] | None = None
    fewest: bool = False
    stopped: str = ""

    @property
    def differing(self) -> tuple[int, ...]:
        """The cells in which the two solutions differ."""
        if len(self.solutions) < 2:
            return ()
        one, other = (solution.digits for solution in self.solutions)
        return tuple(cell for cell, digit in enumerate(one) if digit != other[cell])

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.analysis/1`."""
        name = self.board.layout.option_name
        plain: dict[str, Any] = {
            "schema": "sudokubench.analysis/1", "puzzle": str(self.board), "id": self.board.id,
            "verdict": self.verdict.value, "count": self.count,
            "solutions": [solution.format("line") for solution in self.solutions], "stopped": self.stopped or None,
        }  # fmt: skip
        if self.estimate is not None:
            plain["estimate"] = {**asdict(self.estimate), "confidence": CONFIDENCE}
        if self.candidates is not None:
            plain["candidates"] = {name(o): asdict(behind) for o, behind in sorted(self.candidates.items())}
        if self.solutions[1:]:
            plain["differing"] = [self.board.layout.cell_name(cell) for cell in self.differing]
        for part in ("removable", "minimal", "conflict"):
            facts: FactSet | None = getattr(self, part)
            if facts is not None:
                plain[part] = {
                    "clues": [*map(name, facts.clues)],
                    "forbidden": [*map(name, facts.forbidden)],
                    "rules": [rule.name.en for rule in facts.rules],
                }
        if self.conflict is not None:
            plain["conflict"]["smallest"] = self.conflict.smallest
        if self.completion is not None:
            plain["completion"] = {"clues": [*map(name, self.completion)], "fewest": self.fewest}
        return plain

    def __str__(self) -> str:
        return self._head().en

    def _head(self) -> Words:
        if self.verdict is Verdict.MULTIPLE and self.count is not None:
            return words.COUNTED.format(n=self.count)
        if self.verdict is Verdict.MULTIPLE and self.estimate is not None:
            return words.ESTIMATED.format(estimate=self.estimate)
        return words.SOLUTIONS_FOUND[self.verdict.value]

    def lines(self) -> Iterator[Words]:
        """Yield the analysis as text: the number of solutions first, then each part that is known."""
        layout = self.board.layout
        yield self._head()
        if self.verdict is Verdict.UNIQUE:
            yield untranslated(self.solutions[0].format("grid").rstrip("\n"))
        if self.conflict is not None:
            sure = words.NO_SMALLER if self.conflict.smallest else words.NONE_SUPERFLUOUS
            message = words.CONTRADICTING if len(self.conflict) else words.HOUSES_CONTRADICT
            yield message.format(facts=self._in_words(self.conflict), sure=sure)
        if self.removable is not None:
            message = words.COULD_GO if len(self.removable) else words.NOTHING_COULD_GO
            yield message.format(facts=self._in_words(self.removable))
        if self.minimal is not None and self.removable is not None and len(self.removable):
            yield words.MINIMAL_SET.format(
                n=len(self.minimal),
                facts=self._in_words(self.minimal) if len(self.minimal) else words.NO_FACT,
            )
        if self.solutions[1:]:
            cells = " ".join(map(layout.cell_name, self.differing))
            yield words.TWO_SOLUTIONS.format(n=len(self.differing), cells=cells)
            sides = (solution.format("grid").splitlines() for solution in self.solutions)
            yield untranslated("\n".join(f"{a}   {b}" for a, b in zip(*sides, strict=True)))
        if self.completion is not None:
            sure = words.NO_FEWER if self.fewest else words.PERHAPS_FEWER
            clues = listed(map(untranslated, map(layout.option_name, self.completion)))
            yield words.COMPLETED_BY.format(clues=clues, sure=sure)
        if self.candidates is not None and self.verdict is Verdict.MULTIPLE:
            yield from self._by_cell(self.candidates)
        if self.stopped == "time":
            yield words.ENDED_EARLY

    def _by_cell(self, candidates: Mapping[int, Behind]) -> Iterator[Words]:
        """Yield the blanks with the same digit in all solutions, then all other blanks with their true candidates."""
        layout, same, lines = self.board.layout, list[str](), list[str]()
        for cell in (cell for cell, clue in enumerate(self.board.digits) if not clue):
            found = {o % layout.size: n for o, n in candidates.items() if o // layout.size == cell}
            shown = [f"{layout.symbols[d]} ({n})" for d, n in sorted(found.items())]
            if len(shown) > 1:
                lines.append(f"  {layout.cell_name(cell)}: {', '.join(shown)}")
            else:
                same += (layout.option_name(cell * layout.size + d) for d in found)
        if same:
            yield words.SAME_IN_ALL.format(candidates=listed(map(untranslated, same)))
        yield words.TRUE_CANDIDATES
        yield from map(untranslated, lines)

    def _in_words(self, facts: FactSet) -> Words:
        name = self.board.layout.option_name
        clues = [untranslated(name(option)) for option in facts.clues]
        forbidden = [NOT.format(candidate=name(option)) for option in facts.forbidden]
        return listed([*clues, *forbidden, *(rule.name for rule in facts.rules)])


def analyse(
    board: Given, *, seconds: float | None = 10.0, limit: int = LIMIT, observer: Observer = SILENT
) -> BoardAnalysis:
    """Return the analysis of a board of any layout and with any constraints.

    Args:
        board: A board, as `solve` takes it.
        seconds: Time for all parts, in seconds; a part that is not known by then is left out. None sets no limit.
        limit: If a board has at most this number of solutions, all are found, and each candidate gets an exact count.

    Raises:
        InputError: The value is not a board.
        UsageError: The limit or the number of seconds is not valid, or a constraint has too many combinations.

    >>> found = analyse("12.............4")
    >>> found.verdict.value, found.count, [found.board.layout.option_name(o) for o in found.completion]
    ('multiple', 6, ['R4C2#3'])
    """
    *_, found = analysed(puzzles.board(board), seconds=seconds, limit=limit, observer=observer)
    return found


def analysed(
    board: Board, *, seconds: float | None, limit: int = LIMIT, observer: Observer = SILENT
) -> Iterator[BoardAnalysis]:
    """Yield one analysis. If the observer or Ctrl-C cancels it, yield the known parts, then raise.

    Args and errors: see `analyse`.
    """
    require_whole("limit", limit, 1)
    require_observer(observer)
    seconds = Budget(seconds=seconds).seconds  # refuses an invalid number
    known = dict[str, Any]()
    try:
        with _share(1, known, seconds):
            _fill(board, limit, observer, known)
    except (Cancelled, KeyboardInterrupt):
        yield BoardAnalysis(board, limit, **known | {"stopped": "interrupt"})
        raise
    yield BoardAnalysis(board, limit, **known)


@contextmanager
def _share(share: float, known: dict[str, Any], seconds: float | None = None) -> Iterator[None]:
    """Limit a block of code to a share of the time that is left; note in `known` if the share was not enough."""
    left = left_s() if seconds is None else seconds
    try:
        with limited(CLOCK.now_s() + share * left):
            yield
    except (TimeOver, Undecided):
        known["stopped"] = "time"


def _fill(board: Board, limit: int, observer: Observer, known: dict[str, Any]) -> None:
    facts = PuzzleFacts(board, SatRefuter)
    try:
        first = facts.options([])
        if first is None:
            known |= {"verdict": Verdict.NONE, "count": 0}
            found = facts.facts.smallest(facts.target(), deadline=_deadline())
            assert found is not None
            known["conflict"] = _set(facts, found.facts, found.optimal)
            return
        solution = board.filled(sorted(first))
        known |= {"verdict": Verdict.SOLVABLE, "solutions": (solution,)}
        other = facts.target(excluded=solution)
        second = facts.options([other])
        if second is None:
            known |= {"verdict": Verdict.UNIQUE, "count": 1}
            blank = (o for o in first if not board.digits[o // board.layout.size])
            known["candidates"] = dict.fromkeys(blank, Behind(1, True))
            _reduce(facts, other, observer, known)
            return
        known |= {"verdict": Verdict.MULTIPLE, "solutions": (solution, board.filled(sorted(second)))}
        _compare(facts, limit, observer, known)
    finally:
        facts.close()


def _deadline() -> float:
    """Return the moment when 90 % of the time left is over, on the clock of `perf_counter`; `inf` without a limit."""
    return perf_counter() + 0.9 * left_s()


def _set(facts: PuzzleFacts, numbers: Iterable[int], smallest: bool = False) -> FactSet:
    literals = [facts.literals[number] for number in sorted(numbers)]
    last = facts.board.layout.size**3
    return FactSet(
        tuple(literal - 1 for literal in literals if 0 < literal <= last),
        tuple(-literal - 1 for literal in literals if literal < 0),
        tuple(facts.rule(literal) for literal in literals if literal > last),
        smallest,
    )


def _reduce(facts: PuzzleFacts, other: int, observer: Observer, known: dict[str, Any]) -> None:
    """Store two lists in `known`: facts that suffice for the only solution, and all facts that can each be left out."""
    every = [*range(len(facts.literals))]
    found = facts.facts.minimal(every, other)
    assert found is not None
    known["minimal"] = _set(facts, found)
    needed = set(found)
    could_go = [
        fact
        for fact in each(every, observer, len(every), words.FACTS)
        if fact not in needed or facts.facts.suffice([one for one in every if one != fact], other) is not None
    ]
    known["removable"] = _set(facts, could_go)


# -- several solutions ---------------------------------------------------------------------------------------------


def _compare(facts: PuzzleFacts, limit: int, observer: Observer, known: dict[str, Any]) -> None:
    board = facts.board
    engine = solving.engine_for(board.problem)
    solutions = list[Board](known["solutions"])
    with _share(0.2, known):
        answer = solving.solve(board, backend=engine, limit=limit + 1, budget=Budget(left_s()))
        solutions = list(answer.solutions) if len(answer.solutions) > 1 else solutions
        if answer.outcome.exhausted:
            known["count"] = len(solutions)
    given = {*board.instance().chosen}
    tally = Counter(o for one in solutions for o in one.instance().chosen if o not in given)
    exact = known.get("count") is not None
    known["solutions"] = _nearest(solutions)
    known["candidates"] = {o: Behind(n, exact) for o, n in tally.items()} if exact else None
    if exact:
        known["stopped"] = ""
        with _share(1, known):
            known["completion"], known["fewest"] = _fewest(solutions), True
        return
    with _share(0.25, known):
        known |= _number(board, len(solutions))
    with _share(0.25, known):
        known["completion"], known["fewest"] = _completion(facts, solutions)
    with _share(0.4, known):
        tally.update(_true(facts, tally.keys(), observer))
        known["candidates"] = {o: Behind(min(n, limit), False) for o, n in tally.items()}
    if known["candidates"] is not None:
        with _share(1, known):
            _behind(board, engine, limit, observer, known)


def _nearest(solutions: Sequence[Board]) -> tuple[Board, ...]:
    first = solutions[0]
    return first, min(
        solutions[1:], key=lambda one: sum(a != b for a, b in zip(first.digits, one.digits, strict=True))
    )


def _number(board: Board, found: int) -> dict[str, Any]:
    """Return the field `count`, else `estimate` (at least `found`, the solutions already found), else no field."""
    half = Budget(left_s() / 2)
    with suppress(Undecided):
        return {"count": solving.count(board, budget=half)}
    if refusal(backend_of(solving.DEFAULT_BACKEND), board.problem):
        return {}
    walked = estimate(board, walks=_MOST_WALKS, budget=half)
    return {"estimate": walked.with_at_least(found)}


def _fewest(solutions: Sequence[Board]) -> tuple[int, ...]:
    """Return the fewest clues that leave only one solution; `solutions` are all solutions."""
    best: frozenset[int] | None = None
    for solution in asking(solutions):
        sets, option = SmallestHittingSets(), solution.layout.option
        for other in solutions:
            if other is not solution:
                differing = (
                    clue for clue, held in zip(solution.clues, other.digits, strict=True) if clue[1] != held
                )
                sets.add(option(*clue) for clue in differing)
        hit = sets.smallest(None)
        assert hit is not None  # there is no deadline
        best = hit if best is None or len(hit) < len(best) else best
        if len(best) == 1:
            break
    return tuple(sorted(best or ()))


def _completion(facts: PuzzleFacts, solutions: Sequence[Board]) -> tuple[tuple[int, ...] | None, bool]:
    """Return the fewest clues found that leave one solution, and whether they are known to be the fewest."""
    best: tuple[int, ...] | None = None
    for n, solution in enumerate(solutions[:_MOST_TARGETS]):
        with suppress(TimeOver), limited(CLOCK.now_s() + left_s() / (_MOST_TARGETS - n)):
            found, _ = facts.completing(solution, _deadline())
            best = found if best is None or len(found) < len(best) else best
    return best, best is not None and len(best) == 1


def _true(facts: PuzzleFacts, seen: Collection[int], observer: Observer) -> Counter[int]:
    """Find a solution for each candidate outside `seen`, if it has one; count the candidates in these solutions.

    A candidate in a solution that is already found needs no other solution.
    """
    found, board = Counter[int](), facts.board
    blanks = [cell for cell, digit in enumerate(board.digits) if not digit]
    options = [board.layout.option(cell, d) for cell in blanks for d in board.candidates(cell)]
    for option in each(options, observer, len(options), words.CANDIDATES):
        if option not in seen and option not in found:
            found.update(
                o for o in facts.options([option + 1]) or () if not board.digits[o // board.layout.size]
            )
    return found


def _behind(board: Board, engine: Backend, limit: int, observer: Observer, known: dict[str, Any]) -> None:
    """Count the solutions that contain each true candidate, up to the limit; store the counts in `known`."""
    given, counts = board.instance(), dict(known["candidates"])
    known["candidates"] = counts
    with lent_session(engine, board.problem, Budget(left_s())) as session:
        for option in asking(each([*counts], observer, len(counts), words.CANDIDATES)):
            part = Instance((*given.chosen, option), given.forbidden)
            outcome = searched(engine, session, board.problem, part, limit + 1, Budget(left_s())).outcome()
            counts[option] = Behind(max(counts[option].count, min(outcome.count, limit)), outcome.exhausted)
            if outcome.exhausted and outcome.count == 1 and not known["fewest"]:
                known["completion"], known["fewest"] = (option,), True
    least = min(behind.count for behind in counts.values())
    if least > 1 and known["completion"] is not None and len(known["completion"]) == 2:
        known["fewest"] = True  # no single candidate leaves one solution
