"""Solve a board as a person would, and explain each step with its evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, get_args

from sudokubench import puzzles
from sudokubench.actions.boards import boards, clues_suffice, require_understood, seconds_of, solution_of
from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.actions.words import NO_SUCH_MOVE, NO_SUCH_STEP, SEARCH_OR_LEAST, STEP, SUPPOSED
from sudokubench.backends.prover_pool import lent_prover
from sudokubench.board import name_of
from sudokubench.clock import CLOCK, TimeOver, asking, limited
from sudokubench.core_words import NAMED
from sudokubench.errors import InputError, Undecided, UsageError, require_flag, require_known
from sudokubench.exchange import Result, frame
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.logic import words
from sudokubench.logic.configuration import Configuration, given_or, teaching
from sudokubench.logic.engine import moves, solve
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.least_evidence import least_evidence
from sudokubench.logic.proof import CheckedStep, Soundness
from sudokubench.logic.rules import rule_named, sentence, unique_rules
from sudokubench.logic.se_value import nodes_of, se_value
from sudokubench.logic.search import search
from sudokubench.logic.search_settings import Branching
from sudokubench.logic.step import Step
from sudokubench.logic.step_drawing import draw, story
from sudokubench.logic.step_parts import CONTRADICTION, RETURN, SOLUTION, TRIAL
from sudokubench.logic.step_store import StepStore
from sudokubench.logic.text_drawing import picture
from sudokubench.logic.texts import Wording, eureka, rule_name
from sudokubench.logic.trace import Ending, Trace
from sudokubench.puzzles import Given
from sudokubench.words import LANGUAGES, Language, Words, amount, counted, listed

if TYPE_CHECKING:
    from sudokubench.certificates.explanation import ProvedTrace


MOST_MOVES = 24
"""Largest number of moves that `Explanation.others` returns."""


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Result):
    """How a person would solve a board.

    Attributes:
        called: Name of the board in messages.
        seconds: The time that was allowed, in seconds.
        config: The rules that were used, with order and values.
        left_out: Whether rules that rely on a single solution were left out, because the clues alone may have several.
        optimal: Number of steps that are known to need the least evidence, if this was requested.
        checked: The result of a proof for each step, if this was requested.
        branching: How cells were chosen for suppositions, if these were allowed.
    """

    called: str
    seconds: float
    trace: Trace
    config: Configuration
    left_out: bool = False
    optimal: int | None = None
    checked: tuple[CheckedStep, ...] | None = None
    branching: Branching | None = None

    def __len__(self) -> int:
        return len(self.trace.steps)

    def __bool__(self) -> bool:
        return True  # even without steps

    def __getitem__(self, number: int) -> Step:
        return self.trace.steps[number]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.trace.steps)

    def to_frame(self, language: Language = "en") -> Any:
        """Return a table of pandas or Polars with a row for each step: its rule and text; see `exchange.frame`."""
        return frame(self.as_columns(language))

    def as_columns(self, language: Language = "en") -> dict[str, list[str]]:
        """Return the columns `rule` and `text`."""
        texts = [self.sentence(step, language) for step in self]
        return {"rule": [step.rule for step in self], "text": texts}

    def __str__(self) -> str:
        return f"{counted(len(self), 'step')}: {self.end('en')}"

    @property
    def refuted(self) -> tuple[CheckedStep, ...]:
        """The steps that do not follow from their evidence."""
        return tuple(check for check in self.checked or () if check.soundness is Soundness.REFUTED)

    def verified(self) -> Explanation:
        """Return the same explanation with a proof of each step, from its evidence and the rules of the board alone."""
        with lent_prover(self.trace.board.problem) as prover:
            return replace(self, checked=tuple(prover.check(self.trace, unique_rules())))

    @property
    def solved(self) -> bool:
        """Whether the steps lead to the solution."""
        return self.trace.ending is Ending.SOLVED

    @property
    def contradicted(self) -> bool:
        """Whether the steps lead to a contradiction. Then a step is wrong, because the board has a solution."""
        return self.trace.ending is Ending.CONTRADICTION

    def sentence(self, step: Step, language: Language) -> str:
        """Return a step in words."""
        require_known("language", language, LANGUAGES)
        return sentence(step, self.trace.board.problem, language)

    def lines(self, language: Language, grids: bool = False) -> Iterator[str]:
        """Yield the board, its steps in words, the grid before each step if requested, and the ending."""
        trace = self.trace
        yield str(trace.board)
        if grids:
            yield words.SIGNS.to(language)
        for number, (state, step) in enumerate(zip(trace.states(), trace.steps, strict=False), 1):
            if grids:
                yield f"\n{picture(state, step)}"
            yield f"{number:3}. {self._branch(step)}{self.sentence(step, language)}"
        yield self.end(language)

    @staticmethod
    def _branch(step: Step) -> str:
        """Return the beginning of a step's line: a bar for each open supposition, a corner where it opens or closes."""
        if step.rule in {TRIAL, RETURN}:
            return "│ " * (step.depth - (step.rule == TRIAL)) + ("┌ " if step.rule == TRIAL else "└ ")
        return "│ " * step.depth

    @property
    def digest(self) -> str:
        """Key of steps in a store: a hash of the rules and their values, and how cells were chosen for suppositions.

        Steps of least evidence have a key of their own, because the rules have no effect on them.
        """
        if self.optimal is not None:
            return "least-evidence"
        return self.config.digest + (f"+{self.branching}" if self.branching else "")

    def end(self, language: Language) -> str:
        """Return the ending of the steps with the last grid."""
        final = self.trace.final
        lost = final.lost_item() if self.contradicted else None
        message = self.trace.reason if lost is None else Wording(final.geometry, language).item(lost, ())
        reason = f" ({message})" if message else ""
        ending = words.ENDINGS[self.trace.ending.value].to(language)
        left = final.board().format("line")
        return NAMED.format(name=f"{ending}{reason}", text=left).to(language)

    def state(self, number: int) -> CandidateGrid:
        """Return the state before a step; steps count from 1. Raises InputError if the step does not exist."""
        if not 1 <= number <= len(self):
            raise InputError(NO_SUCH_STEP.format(step=number, steps=len(self)))
        return self.trace.states()[number - 1]

    def others(self, number: int) -> tuple[Step, ...]:
        """Return at most `MOST_MOVES` moves that are possible in place of a step, in the order of the rules.

        They include moves by rules that the explanation leaves out because it uses suppositions.
        """
        return self.others_within(number)[0]

    def others_within(self, number: int, seconds: float | None = None) -> tuple[tuple[Step, ...], bool]:
        """Return the moves of `others` that are found within a time limit, and whether the limit ended the search."""
        before, taken = self.state(number), self[number - 1]
        if taken.rule in {CONTRADICTION, RETURN, SOLUTION}:
            return (), False
        new = (step for step in moves(before, self._offered.rules) if step.conclusion != taken.conclusion)
        found = list[Step]()
        try:
            with limited(CLOCK.after(seconds)):
                found.extend(asking(islice(new, MOST_MOVES)))
        except TimeOver:
            return tuple(found), True
        return tuple(found), False

    def other(self, number: int, move: int) -> Step:
        """Return one of the other moves at a step; steps and moves count from 1.

        Raises:
            InputError: The step or the move does not exist.
        """
        found = self.others(number)
        if not 1 <= move <= len(found):
            raise InputError(NO_SUCH_MOVE.format(move=move, step=number, moves=len(found)))
        return found[move - 1]

    def instead(self, number: int, move: int) -> Explanation:
        """Return the explanation with another move at a step: the steps before it stay, the steps after it are new.

        Raises:
            InputError: The step or the move does not exist; or the state is under a supposition.
        """
        step, before, board = self.other(number, move), self.state(number), self.trace.board
        kept = self.trace.steps[: number - 1]
        if kept and kept[-1].depth:
            raise InputError(SUPPOSED.format(step=number))
        after = before.apply(step.placed, step.eliminated)
        taken = replace(step, entropy=round(before.entropy() - after.entropy(), 9))
        rules, seconds = self.config.rules, self.seconds
        if self.branching is None:
            rest = solve(board, rules, start=after, seconds=seconds, clues_suffice=True)
        else:
            rest = search(board, rules, start=after, branching=self.branching, seconds=seconds)
        trace = Trace(board, (*kept, taken, *rest.steps), rest.ending, rest.reason)
        return replace(self, trace=trace, optimal=None, checked=None)

    @property
    def _offered(self) -> Configuration:
        return self.config if self.branching is None else teaching().without_uniqueness()

    def drawings(self, language: Language) -> Iterator[str]:
        """Yield an SVG of each step."""
        for state, step in zip(self.trace.states(), self.trace.steps, strict=False):
            told = self.sentence(step, language)
            yield draw(state, step, told, told, language)

    def page(self, language: Language) -> str:
        """Return the steps as one page that needs no other file; it first shows `language`."""
        require_known("language", language, LANGUAGES)
        from sudokubench.pages import walkthrough

        steps, end = amount(len(self), STEP), words.ENDINGS[self.trace.ending.value]
        summary = NAMED.format(name=steps, text=end)
        return walkthrough.page(self.trace, language, summary)

    def _repr_html_(self) -> str:
        return story(self.trace, (self.sentence(step, "en") for step in self))

    def remarks(self) -> Iterator[Words]:
        """Yield remarks on the explanation: rules left out, proofs, suppositions, steps found before the time ended."""
        steps = self.trace.steps
        if self.left_out:
            yield words.CLUES_DO_NOT_SUFFICE.format(puzzle=self.called)
        never = [rule for rule in self.config.asked if all(step.rule != rule for step in steps)]
        if never:
            rules = listed(map(rule_name, never))
            yield words.NEVER_TAKEN.format(puzzle=self.called, rules=rules)
        if self.optimal is not None and steps:
            message = words.EACH_IS_LEAST if self.optimal == len(steps) else words.LEAST_KNOWN
            yield message.format(optimal=self.optimal, steps=len(steps))
        if self.branching is not None and self.solved:
            times = Counter(step.rule for step in steps)
            deepest = max(step.depth for step in steps)
            yield words.SEARCHED.format(trials=times[TRIAL], dead=times[CONTRADICTION], deepest=deepest)
        if self.trace.ending is Ending.BUDGET and not self.trace.reason:
            yield words.STEPS_SO_FAR.format(puzzle=self.called, seconds=f"{self.seconds:g}")
        if self.checked is not None:
            counts = Counter(check.soundness for check in self.checked)
            parts = [words.SOUNDNESS[found.value].format(count=counts[found]) for found in Soundness]
            yield words.CHECKED.format(steps=len(self.checked), counts=listed(parts))
        for check in self.refuted:
            step = Words(self.sentence(check.step, "en"), self.sentence(check.step, "ja"))
            yield words.REFUTED.format(number=check.number, step=step)

    def proved(self) -> ProvedTrace | Undecided:
        """Return the whole explanation as one proof, or the reason why there is no proof."""
        from sudokubench.certificates.making import prove

        try:
            return prove(self.trace, seconds=self.seconds)
        except Undecided as error:
            return error

    def as_json(self, language: Language = "en") -> dict[str, Any]:
        """Return the trace as one JSON object. `step_as_json` adds fields to each step.

        If proofs were requested, each step has the result of its proof, too.
        """
        plain = self.trace.as_json()
        found = {check.number: check.soundness.value for check in self.checked or ()}
        plain["steps"] = [
            self.step_as_json(step, after, language)
            | ({"soundness": found[number]} if number in found else {})
            for number, (step, after) in enumerate(zip(self, self.trace.states()[1:], strict=True), 1)
        ]
        return plain

    def step_as_json(self, step: Step, after: CandidateGrid, language: Language) -> dict[str, Any]:
        """Return a step of the explanation, or another move, as JSON with its value on the `se` scale, if it has one.

        `after` is the state to which the step leads.
        """
        plain = step_as_json(step, after, language)
        if step.rule in self.config.order or step.rule in self._offered.order:
            se = se_value(rule_named(step.rule), nodes_of(step), self.config)
            plain |= {"se": se} if se else {}
        return plain


def step_as_json(step: Step, after: CandidateGrid, language: Language) -> dict[str, Any]:
    """Return the fields of `Step.as_dict` with remarks for readers.

    These are the text of the step, its chain in Eureka notation, the names of its options and items, and the number of
    candidates in `after`, the next state.
    """
    layout = after.geometry.layout
    option, item = layout.option_name, after.geometry.item_name
    parts = (("placed", option), ("eliminated", option), ("items", item))
    return {
        **step.as_dict(),
        "text": sentence(step, after.geometry.problem, language),
        **({"eureka": chain} if (chain := eureka(step, layout)) else {}),
        "names": {part: [*map(name, getattr(step, part))] for part, name in parts},
        "candidates": sum(1 for _ in after.options()),
    }


def explain(
    board: Given,
    config: Configuration | None = None,
    *,
    minimal: bool = False,
    branching: Branching | None = None,
    verify: bool = False,
    seconds: float | None = 60.0,
    called: str = "",
) -> Explanation:
    """Solve a board in steps.

    Args:
        board: A board with exactly one solution, or any value with one board, as `solve` takes it.
        config: Order and values of the rules; the rules for teaching if None.
        minimal: Order the steps so that each one needs the least evidence; `config` then has no effect.
        branching: How to choose the cell of a supposition where the rules find nothing. Suppositions go on until every
            branch is closed, without rules that rely on a single solution. None supposes nothing.
        verify: Prove each step from its evidence and the rules of the board alone.
        seconds: Time allowed to show that the board has one solution, and again for the steps. None sets no limit.
        called: Name of the board in messages; if empty, its text, or its layout if the text is JSON.

    Raises:
        InputError: The board has no solution or several, or a constraint that human logic does not understand.
        Undecided: The time runs out before the number of solutions is known.
        UsageError: `config`, `branching` or `seconds` is not valid, or `branching` is given with `minimal`.

    >>> explanation = explain("1...3..2...3..2.")
    >>> print(explanation[0])
    Hidden Single in a box: In box 2, 1 has only one place left. Place R2C3 = 1.
    """
    require_flag("minimal", minimal)
    require_flag("verify", verify)
    board = puzzles.board(board)
    called, seconds = called or name_of(board), seconds_of(seconds)
    if branching is not None:
        require_known("branching", branching, get_args(Branching))
        if minimal:
            raise UsageError(SEARCH_OR_LEAST)
    require_understood(board, called)
    solution_of(board, called, seconds)
    config = used = given_or(config, teaching)
    optimal = None
    if minimal:
        with lent_prover(board.problem) as prover:
            least = least_evidence(board, prover, seconds=seconds)
        trace, optimal = least.trace, least.optimal
    else:
        suffice = branching is None and clues_suffice(board, seconds)
        used = config if suffice else config.without_uniqueness()
        if branching is None:
            trace = solve(board, used.rules, seconds=seconds, clues_suffice=suffice)
        else:
            trace = search(board, used.rules, branching=branching, seconds=seconds)
    left_out = used is not config and branching is None
    found = Explanation(called, seconds, trace, used, left_out, optimal, branching=branching)
    return found.verified() if verify else found


def explain_all(
    entries: Iterable[Entry | BadEntry],
    config: Configuration | None = None,
    *,
    store: StepStore | None = None,
    observer: Observer = SILENT,
    **how: Any,
) -> Iterator[tuple[int, Explanation]]:
    """Explain each board of a corpus; yield the number of its entry, from 1, with the explanation.

    The observer gets the errors of the entries that `explain` refuses. `store` gets the steps. `how` goes to `explain`.
    """
    for number, entry in enumerate(each(entries, observer), 1):
        for board, called in boards([entry], observer):
            try:
                found = explain(board, config, called=called, **how)
            except (InputError, Undecided) as error:
                observer.refused(error)
                continue
            if store is not None and isinstance(entry, Entry):
                store.keep(found.trace, found.digest, entry.source, entry.line)
            yield number, found
