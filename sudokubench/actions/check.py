"""The library call `check`: one board, put to several backends whose answers are then judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sudokubench.answer import UNLIMITED, Budget, Verdict, require_budget
from sudokubench.backends import backend_list, spec_of, supporting
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.encodings.exact_cover import solution_fault
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.crosscheck import Strength, judge
from sudokubench.harness.finding import Claim, Task, ask


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """What several backends say about one board.

    Attributes:
        board: The board.
        verdict: What may be believed of it.
        strength: How well that is founded.
        agreed: Whether no two backends contradict each other and none is refuted.
        backends: The verdict of each backend, by its full name.
        disagreement: The contradiction in a sentence, or None.
        solution: A solution that was checked against the clues, or None.
    """

    board: Board
    verdict: Verdict
    strength: Strength
    agreed: bool
    backends: Mapping[str, Verdict]
    disagreement: str | None
    solution: Board | None


def check(
    board: Board | str, *, backend: str | Sequence[str] = "all", budget: Budget = UNLIMITED
) -> CrossCheck:
    """Ask several backends whether a board has one solution, and compare their answers.

    Args:
        board: A board, or its text in any known form.
        backend: Names of backends, in a sequence or parted by commas, or `all`.
        budget: What each of them may spend.

    Raises:
        InputError: The text is no board.
        UsageError: No such backend, or what is no budget.

    >>> check("1...............", backend="algorithm_x,dlx").verdict
    <Verdict.MULTIPLE: 'multiple'>
    """
    board = board if isinstance(board, Board) else Board.parse(board)
    require_budget(budget)  # here: an exception of a search counts as a failure of its engine
    entry = entry_of(board, "", 1)
    engines, _ = supporting(entry.problem, backend_list(backend))
    claims = []
    for engine in engines:
        with lent_session(engine, entry.problem) as session:
            finding = ask(session, [entry.instance], Task.UNIQUE.limit, budget)[0]
        claims.append(Claim(spec_of(engine), 0, finding, engine.kind))
    judgement = judge(entry, claims)
    shown = (
        s for c in claims for s in c.finding.solutions if not solution_fault(entry.problem, s, entry.instance)
    )
    first = next(shown, None)
    return CrossCheck(
        board,
        judgement.verdict,
        judgement.strength,
        judgement.agreed,
        {claim.backend: claim.finding.verdict for claim in claims},
        judgement.disagreement or next(iter(judgement.faults.values()), None),
        board.filled(first) if first else None,
    )
