"""Long calls of the HTTP API: races of engines, puzzles made to order, and the choices for both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

from sudokubench.actions import generate
from sudokubench.actions.run import run
from sudokubench.backends import backend, spec_of
from sudokubench.backends.registry import backend_class, installed, names
from sudokubench.board import Board
from sudokubench.core_words import NAMED
from sudokubench.data import bundled, set_names
from sudokubench.errors import Undecided, UsageError, one_line, unknown
from sudokubench.generation.clue_symmetries import SYMMETRIES
from sudokubench.generation.difficulty_aims import Aim, band_of
from sudokubench.generation.readings import DRAWN
from sudokubench.generation.wish import Wish
from sudokubench.harness.corpus import ARGUMENT, Entry, entry_of, of_bundle
from sudokubench.harness.executors import Local
from sudokubench.harness.finding import Task
from sudokubench.harness.limits import Limits
from sudokubench.harness.plan import Plan
from sudokubench.harness.store import Store
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.rating import Level
from sudokubench.logic.rules import rule_called
from sudokubench.logic.texts import rule_name
from sudokubench.logic.words import class_of
from sudokubench.problem import ExactCover, Instance
from sudokubench.web import words
from sudokubench.web.fields import TRACED
from sudokubench.web.limits import FIRST_USE_SECONDS, MEMORY_BYTES
from sudokubench.web.reply import Feed, Reply
from sudokubench.words import Language, listed

if TYPE_CHECKING:
    from sudokubench.generation.annealing import Moment

_LAYOUTS = ("4x4", "6x6", "8x8", "9x9", "9x9-diagonal", "9x9-windoku")
_PASTED = "pasted"
"""Corpus name of several boards that a client sends. Its lines are numbered, as in a bundled set."""


def choices(lang: Language) -> Reply:
    """Return everything that the page offers as a choice."""
    rules = (rule.name for rule in teaching().rules if rule.se)
    result = {
        "schema": "sudokubench.choices/1",
        "backends": [{"name": name, "kind": backend_class(name).kind} for name in installed()[0]],
        "engines": list(TRACED),
        "sets": [{"name": name, "puzzles": len(bundled(name))} for name in set_names()],
        "layouts": list(_LAYOUTS),
        "symmetries": list(SYMMETRIES),
        "variants": list(DRAWN),
        "classes": [{"name": level.value, "title": class_of(level).to(lang)} for level in Level],
        "rules": [{"name": rule, "title": rule_name(rule).to(lang)} for rule in rules],
    }
    return Reply(result, [])


class Engines:
    """The isolated workers of the last race."""

    def __init__(self) -> None:
        self._kept: tuple[Limits, Local] | None = None

    @contextmanager
    def lent(self, limits: Limits, heed: Callable[[], object]) -> Iterator[Local]:
        """Lend workers with these limits; they call `heed` while they work. An error or a cancellation ends them."""
        if self._kept is None or self._kept[0] != limits:
            self.end()
            self._kept = limits, Local(limits)
        executor = self._kept[1]
        executor.heed = heed
        executor.try_again()
        try:
            yield executor
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """End all workers."""
        if self._kept is not None:
            self._kept[1].__exit__()
            self._kept = None


def race(
    corpus: list[Board] | ExactCover | str,
    backends: tuple[str, ...],
    task: str,
    seconds: float,
    keep: bool,
    counted: bool,
    lang: Language,
    *,
    results: str,
    feed: Feed,
    engines: Engines,
) -> Reply:
    """Run the engines in isolated workers, one after the other, and report the progress.

    With `keep`, their answers are stored: with `counted` as a run, otherwise as a race. The run name `last` and the
    history skip races.
    """
    feed.language = lang
    known = names()
    for name in backends:
        if name not in known:
            reason = words.NO_BACKEND.format(
                **unknown(name, known) | {"name": repr(one_line(name, 60, quoted=True))}
            )
            raise UsageError(NAMED.format(name="backends", text=reason))
    if not backends:
        raise UsageError(words.NO_ENGINE_CHOSEN)
    asked = [backend(name) for name in dict.fromkeys(backends)]
    if isinstance(corpus, list):
        source = ARGUMENT if len(corpus) == 1 else _PASTED
        entries = [entry_of(board, source, number) for number, board in enumerate(corpus, 1)]
    elif isinstance(corpus, ExactCover):
        entries = [Entry(corpus.name, 1, corpus, Instance())]
    else:
        entries = [one for one in of_bundle(corpus) if isinstance(one, Entry)]
    named = corpus if isinstance(corpus, str) else entries[0].text if len(entries) == 1 else _PASTED
    pasted = "\n".join(entry.text for entry in entries).encode()
    digest = sha256(pasted).hexdigest() if named == _PASTED else named
    question = Task(task)
    specs = tuple(map(spec_of, asked))
    plan = Plan((named,), specs, question, question.limit, digests=(digest,))
    argv = ["sudokubench", "run", "-" if named == _PASTED else named, "--backend", ",".join(specs), "--task", task,
             "--time-limit", f"{seconds:g}", "--isolation", "process"]  # fmt: skip
    limits = Limits(wall_s=seconds, memory_bytes=MEMORY_BYTES)
    with Store(results if keep else None) as store, engines.lent(limits, feed.heed) as executor:
        made = run(plan, entries, asked, executor, store, argv=argv, race=not counted, observer=feed)
    return Reply(made.as_json(), [], feed.remarks)


def generated(
    layout: Layout,
    variant: str | None,
    symmetry: str,
    number_of_clues: tuple[int, int] | None,
    minimal: bool,
    rating: str | None,
    scale: str,
    needs: tuple[str, ...],
    without: tuple[str, ...],
    hardest: str | None,
    position: bool,
    seconds: float,
    seed: int,
    lang: Language,
    *,
    feed: Feed,
) -> Reply:
    """Make a puzzle; return it, or the puzzle nearest to the wish.

    A rule that finds every step of a required rule is left out. The server stops a search that exceeds its time.
    """
    feed.language = lang
    variants = () if variant is None else (variant,)
    wish = Wish(layout, number_of_clues, minimal, symmetry, variants=variants)
    taught = {rule.name for rule in teaching().rules}
    needed = needs if hardest is None else (*needs, hardest)
    found_by = {name for need in needed for name in rule_called(need).implied_by} & taught
    if more := sorted(found_by - {*without}):
        feed.remark(words.WITHOUT_RULES.format(rules=listed([rule_name(name) for name in more])))
    aim = None
    if rating or needed or without or position:
        left_out = (*without, *more)
        aim = Aim(
            band_of(rating, scale), scale, needs=needs, without=left_out, hardest=hardest, before=position
        )

    def shown(made: generate.Generated, *more: str) -> Reply:
        return Reply(made.as_json(), [str(made.puzzle)], [*feed.remarks, *more])

    def nearest(moment: Moment, puzzle: Board) -> Reply:
        solution = Board(layout, moment.best.solution.tobytes())
        made = generate.Generated(0, puzzle, solution, seed, aim, moment.best.look.value)
        return shown(made, words.ENDED_AT_LIMIT.to(lang))

    feed.within(seconds + FIRST_USE_SECONDS, words.NOTHING_FOUND, nearest)
    found = list(generate.generate(wish, aim=aim, seed=seed, seconds=seconds, observer=feed))
    if not found:
        raise Undecided(words.NOTHING_FOUND)
    return shown(found[0])
