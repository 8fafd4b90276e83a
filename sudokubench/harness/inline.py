"""What an executor is, and the executor in this process, which warms up each engine before its first puzzle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Protocol, Self

from sudokubench.answer import Budget
from sudokubench.backends import Backend, Session, refusal
from sudokubench.backends.pool import Unopened, lent_session
from sudokubench.backends.registry import surrounded
from sudokubench.clock import TimeOver
from sudokubench.errors import error_line
from sudokubench.harness.asking import BatchFound, ask_digits, costed, steady_memory, takes_batch, warm_up
from sudokubench.harness.finding import Finding, Question, Termination, failed
from sudokubench.harness.limits import Limits
from sudokubench.harness.words import NOT_OPENED
from sudokubench.layout import Layout
from sudokubench.problem import Problem
from sudokubench.processes import interruption
from sudokubench.processes.tree import OwnCost

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Searcher = Callable[["NDArray[np.uint8]", int], BatchFound | Finding]
"""Asks an engine about an array of boards (n, cells), up to a number of solutions each; a finding if it fails."""


class Executor(Protocol):
    """The place where questions are answered. It is a context manager: leaving it ends every worker."""

    width: int
    """Number of questions that are worked on at a time."""

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[int, list[Finding]]]:
        """Yield the index of each question, from 0, with its findings, as they arrive."""
        ...

    def searcher(self, engine: Backend, layout: Layout) -> Searcher | None:
        """Return a function that asks an engine about boards as arrays; None if that is impossible."""
        return None

    def begin_round(self) -> None:
        """Begin another round of a run: end the workers of the last round, so that questions start new ones.

        The memory layout of a process makes it some per cent faster or slower than the next process. Rounds in the same
        processes would repeat this, so equal engines would differ in all rounds.
        """
        return

    def describe(self) -> dict[str, object]:
        """Describe the executor for the manifest; `processes` is `round` if every engine restarts in each round."""
        ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return


class Inline(Executor):
    """Executor in this process, for engines that obey their budget: it adds no cost and no protection."""

    width = 1

    def __init__(self, limits: Limits, budget: Budget | None = None) -> None:
        """Set up. A budget, if given, replaces the limits of opening and of each puzzle."""
        self._limits = limits
        self._budget = Budget(seconds=limits.wall_s) if budget is None else budget
        self._opening = Budget(seconds=limits.open_s) if budget is None else budget
        self._warm: set[tuple[Backend, Problem, int]] = set()
        self._unopened: dict[tuple[Backend, Problem], Finding] = {}
        self._costs: defaultdict[Backend, OwnCost] = defaultdict(OwnCost)

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[int, list[Finding]]]:
        """See `Executor`."""
        return ((n, self._answer(question)) for n, question in enumerate(questions))

    def _answer(self, question: Question) -> list[Finding]:
        engine, problem, n, together = question.engine, question.problem, len(question.instances), False
        if (engine, problem) in self._unopened:
            return [self._unopened[engine, problem]] * n
        cost = self._costs[engine]

        def boards(session: Session) -> int:
            nonlocal together
            together = takes_batch(session, question.instances, question.limit, question.shown)
            return n if together else 1

        try:
            with cost.turn(), self._ready(engine, problem, boards, question.limit) as session:
                return [*chain.from_iterable(costed(session, question, self._budget, cost, together))]
        except BaseException as error:  # from opening: `ask` turns the error of a search into a finding
            return [self._not_opened(engine, problem, error)] * n

    @contextmanager
    def _ready(
        self, engine: Backend, problem: Problem, boards_of: Callable[[Session], int], limit: int | None
    ) -> Iterator[Session]:
        """Lend a session in which many puzzles can be searched.

        A batch may need kernels of its own, so the session is warm for a batch of `boards_of(session)` boards.
        """
        with surrounded(engine), lent_session(engine, problem, self._opening) as session:
            if isinstance(getattr(session, "engine", None), Unopened):
                raise TimeOver
            boards = boards_of(session)
            kind = engine, problem, boards.bit_length()
            if kind not in self._warm:
                warm_up(session, problem, boards, limit)
                self._warm.add(kind)
            with steady_memory():
                yield session

    def searcher(self, engine: Backend, layout: Layout, threads: int = 1) -> Searcher | None:
        """See `Executor`; `threads` threads search."""
        if not getattr(engine, "batches", False) or refusal(engine, layout) is not None:
            return None

        def search(digits: NDArray[np.uint8], limit: int) -> BatchFound | Finding:
            if (engine, layout) in self._unopened:
                return self._unopened[engine, layout]
            try:
                with self._ready(engine, layout, lambda _: len(digits), limit) as session:
                    return ask_digits(engine, session, layout, self._budget, threads, digits, limit)
            except BaseException as error:
                return self._not_opened(engine, layout, error)

        return search

    def _not_opened(self, engine: Backend, problem: Problem, error: BaseException) -> Finding:
        """Return an exception from opening a problem as the finding of all its puzzles; raise a Ctrl-C again."""
        if interruption.is_ctrl_c(error):
            raise error
        found = failed(Termination.ERROR, error_line(error), unopened=True)
        if isinstance(error, TimeOver):
            found = failed(Termination.TIMEOUT, NOT_OPENED.en, unopened=True)
        return self._unopened.setdefault((engine, problem), found)

    def describe(self) -> dict[str, object]:
        """See `Executor`. All rounds share this process."""
        return {"executor": "inline", "limits": self._limits.described(), "processes": "run"}
