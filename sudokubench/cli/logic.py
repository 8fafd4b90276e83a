"""`sudokubench explain`, `hint`, `rate`, `why` and `rules`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sudokubench.cli import BAD_INPUT, DISAGREEMENT, OK
from sudokubench.cli.execution import SECONDS
from sudokubench.cli.interrupts import heed
from sudokubench.cli.output import counted, form_option, json_line, json_option, remark
from sudokubench.cli.solve import ARGUMENT, entries

if TYPE_CHECKING:
    from sudokubench.board import Board
    from sudokubench.harness.corpus import Entry
    from sudokubench.layout import Layout
    from sudokubench.logic.configuration import Configuration
    from sudokubench.logic.explanation import Why
    from sudokubench.logic.proof import Prover
    from sudokubench.logic.step import Step, Trace

Decorator = Callable[[Any], Any]


def _language_option() -> Decorator:
    return click.option(
        "--lang",
        type=click.Choice(["en", "ja"]),
        default="en",
        show_default=True,
        help="Language of the texts.",
    )


def _time_option(default: float) -> Decorator:
    return click.option(
        "--time-limit", type=SECONDS, default=default, show_default=True, metavar="S",
        help="Seconds allowed for a puzzle.",
    )  # fmt: skip


def _config_option() -> Decorator:
    return click.option(
        "--config", "config_file", metavar="FILE",
        help="TOML file with another order or other values of the rules.",
    )  # fmt: skip


def _configuration(file: str | None, base: Configuration) -> Configuration:
    from sudokubench.errors import InputError
    from sudokubench.logic import configuration

    if file is None:
        return base
    text = _text_of(file)
    try:
        return configuration.read(text, base)
    except InputError as error:
        raise error.at(file) from None


def _text_of(file: str) -> str:
    """The text of a file."""
    from sudokubench.errors import InputError

    try:
        raw = Path(file).read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in its name
        raise InputError(f"{file!r} is no name of a file") from error
    try:
        return raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise InputError("bytes that are no UTF-8: this is no text file").at(file) from error


def _boards(puzzles: tuple[str, ...], form: str | None) -> Iterator[tuple[Board, Entry] | None]:
    """Every board of the arguments with its entry; for what is none a remark, and None."""
    from sudokubench.harness.corpus import BadEntry

    for puzzle in puzzles:
        for entry in entries(puzzle, form):
            if isinstance(entry, BadEntry):
                remark(str(entry.error))
                yield None
            elif entry.board is None:
                remark(f"{entry.text} is no board; logic needs one with houses")
                yield None
            else:
                yield entry.board, entry


def _name(entry: Entry) -> str:
    """What a message calls a board: the text of an argument, else file and line."""
    return entry.text if entry.source == ARGUMENT else entry.place


_provers: dict[Layout, Prover] = {}


def _prover(layout: Layout) -> Prover:
    from sudokubench.backends.refutation import SatRefuter
    from sudokubench.logic.proof import Prover

    if layout not in _provers:
        _provers[layout] = Prover(layout, SatRefuter)
    return _provers[layout]


def _solution(board: Board, called: str, seconds: float) -> tuple[Board | None, str | None]:
    """The only solution of a board, or None and a sentence that says with evidence why it has none or several."""
    from sudokubench.answer import Budget, Verdict
    from sudokubench.solving import solve

    answer = solve(board, limit=2, budget=Budget(seconds=seconds))
    if answer.verdict is Verdict.UNIQUE:
        return answer.solution, None
    name = board.layout.cell_name
    if answer.verdict is Verdict.MULTIPLE:
        one, two = answer.solutions[:2]
        cell = next(c for c, digit in enumerate(one.digits) if digit != two.digits[c])
        symbols = board.layout.symbols
        either = f"{symbols[one.digits[cell] - 1]} or {symbols[two.digits[cell] - 1]}"
        return None, f"{called} has several solutions: {name(cell)} may be {either}"
    if answer.verdict is Verdict.NONE:
        return None, _no_solution(board, called, seconds)
    return None, f"{called}: the time limit of {seconds:g} s ran out before the number of solutions was known"


def _no_solution(board: Board, called: str, seconds: float) -> str:
    """A sentence that says with evidence why a board has no solution."""
    from sudokubench.logic.explanation import contradiction

    name = board.layout.cell_name
    conflicts = board.conflicts()
    if conflicts:
        a, b = conflicts[0]
        digit = board.layout.symbols[board.digits[a] - 1]
        return f"{called} has no solution: {name(a)} and {name(b)} both hold {digit}"
    found = contradiction(board, _prover(board.layout), seconds=seconds)
    evidence = f": {_evidence(board, found)} cannot hold together" if found else ""
    return f"{called} has no solution{evidence}"


def _evidence(board: Board, found: Why) -> str:
    """The facts of a `Why` as a list."""
    layout = board.layout
    said = [layout.option_name(option) for option in found.clues]
    said += [f"no {layout.option_name(option)}" for option in found.forbidden]
    said += [_prover(layout).geometry.item_name(item) for item in found.items]
    return ", ".join(said)


# -- explain --------------------------------------------------------------------------------------------------


@click.command()
@click.argument("puzzle", nargs=-1, required=True)
@form_option()
@_language_option()
@click.option("--verify", is_flag=True, help="Prove each step by SAT from its evidence and the houses alone.")
@click.option(
    "--minimal", is_flag=True, help="Order the solution so that each step needs the least evidence."
)
@click.option("--no-uniqueness", is_flag=True, help="Do without rules that rely on a single solution.")
@click.option("--svg", "folder", metavar="DIR", help="Draw each step into DIR/PUZZLE-STEP.svg.")
@click.option("--store", "stored", is_flag=True, help="Keep the steps in the results folder.")
@click.option("--results", default="results", show_default=True, metavar="DIR", help="Folder of the results.")
@_config_option()
@_time_option(60)
@json_option()
def explain(
    puzzle: tuple[str, ...],
    form: str | None,
    lang: str,
    verify: bool,
    minimal: bool,
    no_uniqueness: bool,
    folder: str | None,
    stored: bool,
    results: str,
    config_file: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Solve puzzles as a person would, and tell each step with its evidence.

    PUZZLE is a board as text, a file, a bundled set or - for standard input. With --json a line for each puzzle
    holds its trace (schema sudokubench.trace/1). Exits with 3 if --verify refutes a step.
    """
    from contextlib import ExitStack

    from sudokubench.harness.steps import StepStore
    from sudokubench.logic.configuration import teaching
    from sudokubench.logic.engine import solve
    from sudokubench.logic.explanation import least_evidence
    from sudokubench.logic.step import Ending

    config = _configuration(config_file, teaching(uniqueness=not no_uniqueness))
    failed = refuted = False
    with ExitStack() as open_files:
        store = open_files.enter_context(StepStore(results)) if stored else None
        for number, found in enumerate(_boards(puzzle, form), 1):
            heed()
            if found is None:
                failed = True
                continue
            board, entry = found
            _, fault = _solution(board, _name(entry), time_limit)
            if fault:
                remark(fault)
                failed = True
                continue
            optimal = None
            if minimal:
                least = least_evidence(board, _prover(board.layout), seconds=time_limit)
                trace, optimal = least.trace, least.optimal
            else:
                trace = solve(board, config.rules, seconds=time_limit)
            if as_json:
                click.echo(trace.to_json())
            else:
                _tell(trace, lang)
            if optimal is not None:
                remark(
                    f"{optimal} of {len(trace.steps)} steps are known to need the least evidence possible; "
                    "the others need what cannot be reduced, but perhaps not the least"
                )
            if trace.ending is Ending.BUDGET:
                remark(
                    f"{_name(entry)}: the time limit of {time_limit:g} s ran out; the steps so far are shown"
                )
            if verify:
                refuted |= _verified(trace)
            if folder is not None:
                _draw(trace, Path(folder), number, lang)
            if store is not None:
                store.keep(trace, config.digest, entry.source, entry.line)
    return DISAGREEMENT if refuted else BAD_INPUT if failed else OK


def _unique(step: Step) -> bool:
    from sudokubench.logic.registry import rule_named

    return step.rule != "evidence" and rule_named(step.rule).unique


def _tell(trace: Trace, lang: str) -> None:
    """A trace as text on stdout."""
    from sudokubench.logic.texts import describe, tongue

    click.echo(str(trace.board))
    for number, step in enumerate(trace.steps, 1):
        click.echo(f"{number:3}. {describe(step, trace.board.layout, lang, unique=_unique(step))}")
    reason = f" ({trace.reason})" if trace.reason else ""
    click.echo(
        f"{tongue(lang).phrases.said[trace.ending.value]}{reason}: {trace.states()[-1].board().format('line')}"
    )


def _verified(trace: Trace) -> bool:
    """Prove a trace, say how that went on stderr; whether a step is refuted."""
    from collections import Counter

    from sudokubench.logic.proof import Verdict
    from sudokubench.logic.registry import all_rules
    from sudokubench.logic.texts import describe

    unique = frozenset(rule.name for rule in all_rules() if rule.unique)
    checked = _prover(trace.board.layout).check(trace, unique)
    counts = Counter(check.verdict for check in checked)
    said = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)
    remark(f"{len(checked)} steps checked: {said}")
    wrong = [check for check in checked if check.verdict is Verdict.REFUTED]
    for check in wrong:
        remark(f"step {check.number} does not follow: {describe(check.step, trace.board.layout)}")
    return bool(wrong)


def _draw(trace: Trace, folder: Path, number: int, lang: str) -> None:
    from sudokubench.errors import InputError
    from sudokubench.logic.svg import draw
    from sudokubench.logic.texts import describe

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for k, (state, step) in enumerate(zip(trace.states(), trace.steps, strict=False), 1):
            text = draw(state, step, describe(step, trace.board.layout, lang, unique=_unique(step)))
            (folder / f"{number:04}-{k:03}.svg").write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error}") from error


# -- hint -----------------------------------------------------------------------------------------------------


@click.command()
@click.argument("puzzle")
@click.option(
    "--clues", metavar="PUZZLE", help="The puzzle as it began; other digits then count as filled in."
)
@click.option("--grade", type=click.Choice(["region", "rule", "cells", "move"]), default="region", show_default=True,
              help="How much to tell: all grades up to this one.")  # fmt: skip
@click.option("--no-uniqueness", is_flag=True, help="Do without rules that rely on a single solution.")
@form_option()
@_language_option()
@_config_option()
@_time_option(20)
@json_option()
def hint(
    puzzle: str,
    clues: str | None,
    grade: str,
    no_uniqueness: bool,
    form: str | None,
    lang: str,
    config_file: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Tell the next step of a partial grid, in grades; mistakes come first.

    PUZZLE is the grid as it stands, as text, a file or -; pencil marks are taken from the form `candidates`.
    """
    from sudokubench.errors import InputError
    from sudokubench.logic.configuration import teaching
    from sudokubench.logic.hint import GRADES, graded, mistakes, next_step, same_layout, state_of
    from sudokubench.logic.texts import tongue

    progress, called = _one(puzzle, form)
    start = None
    if clues is not None:
        start, called = _one(clues, None)
    if start is not None and not same_layout(progress, start):
        raise InputError("--clues: the grid does not keep every clue of that puzzle, or has another size")
    solution, fault = _solution(_plain(progress) if start is None else start, called, time_limit)
    if solution is None:
        raise InputError(fault or "")
    config = _configuration(config_file, teaching(uniqueness=not no_uniqueness))
    layout = progress.layout
    grid = state_of(progress, start)
    wrong = mistakes(grid, solution)
    if wrong:
        said = [_mistake(layout, mistake.cell, mistake.digit, mistake.placed, lang) for mistake in wrong]
        if as_json:
            json_line(schema="sudokubench.hint/1", puzzle=str(progress), mistakes=said, hints=[])
        else:
            click.echo("\n".join(said))
        return OK
    found = None if grid.is_full else next_step(grid, config)
    if found is None:
        message = tongue(lang).phrases.said["full" if grid.is_full else "nothing"]
        if as_json:
            json_line(
                schema="sudokubench.hint/1", puzzle=str(progress), mistakes=[], hints=[], message=message
            )
        else:
            click.echo(message)
        return OK
    rule, step = found
    texts = graded(rule, step, grid, lang)[: GRADES.index(grade) + 1]
    if as_json:
        told = [{"grade": name, "text": text} for name, text in zip(GRADES, texts, strict=False)]
        whole = {"rule": rule.name, "step": step.as_dict()} if grade == "move" else {}
        json_line(schema="sudokubench.hint/1", puzzle=str(progress), mistakes=[], hints=told, **whole)
    else:
        click.echo("\n".join(texts))
    return OK


def _one(puzzle: str, form: str | None) -> tuple[Board, str]:
    """The single board of an argument, and what a message calls it."""
    from sudokubench.errors import InputError, UsageError
    from sudokubench.harness.corpus import BadEntry

    found = list(entries(puzzle, form))
    if len(found) != 1:
        raise UsageError(f"{puzzle} holds {len(found)} puzzles; name a single one")
    entry = found[0]
    if isinstance(entry, BadEntry):
        raise entry.error
    if entry.board is None:
        raise InputError(f"{entry.text} is no board; logic needs one with houses")
    return entry.board, _name(entry)


def _plain(board: Board) -> Board:
    """The board without its forbidden candidates: pencil marks may be wrong, digits alone decide the solution."""
    from sudokubench.board import Board

    return Board(board.layout, board.digits)


def _mistake(layout: Layout, cell: int, digit: int, placed: bool, lang: str) -> str:
    name, symbol = layout.cell_name(cell), layout.symbols[digit - 1] if digit else "?"
    if lang == "ja":
        return f"{name}の{symbol}は誤りです。" if placed else f"{name}の候補に正しい数字がありません。"
    return (
        f"{name} = {symbol} is a mistake." if placed else f"The pencil marks of {name} lack the right digit."
    )


# -- why ------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("puzzle")
@click.argument("candidate")
@form_option()
@_language_option()
@_time_option(10)
@json_option()
def why(puzzle: str, candidate: str, form: str | None, lang: str, time_limit: float, as_json: bool) -> int:
    """Tell the smallest set of clues and houses that forces or forbids a candidate.

    PUZZLE is one board as text, a file or -; CANDIDATE is written R3C4#5 (row 3, column 4, digit 5). The board may
    have several solutions: forced is what all of them have, forbidden what none has.
    """
    from sudokubench.answer import Budget, Verdict
    from sudokubench.errors import InputError
    from sudokubench.logic.explanation import why as ask
    from sudokubench.logic.texts import tongue
    from sudokubench.solving import solve

    if _CANDIDATE.fullmatch(puzzle) and not _CANDIDATE.fullmatch(candidate):
        puzzle, candidate = candidate, puzzle
    board, called = _one(puzzle, form)
    option = _option(board.layout, candidate)
    # Without a solution everything would be forced, and forbidden, too.
    verdict = solve(board, limit=1, budget=Budget(seconds=time_limit)).verdict
    if verdict is Verdict.NONE:
        raise InputError(_no_solution(board, called, time_limit))
    if verdict is Verdict.UNDECIDED:
        raise InputError(f"{called}: the time limit of {time_limit:g} s ran out before a solution was found")
    found = ask(board, option, _prover(board.layout), seconds=time_limit)
    name = board.layout.option_name(option)
    said = tongue(lang).phrases.said
    if found is None:
        if as_json:
            json_line(schema="sudokubench.why/1", puzzle=str(board), candidate=name, verdict="open")
        else:
            click.echo(said["open"].format(candidate=name))
        return OK
    layout, geometry = board.layout, _prover(board.layout).geometry
    clues = [layout.option_name(o) for o in found.clues]
    items = [geometry.item_name(item) for item in found.items]
    how = "forced" if found.forced else "forbidden"
    if as_json:
        json_line(
            schema="sudokubench.why/1", puzzle=str(board), candidate=name, verdict=how, clues=clues,
            forbidden=[layout.option_name(o) for o in found.forbidden], items=items, optimal=found.optimal,
        )  # fmt: skip
        return OK
    facts = [said["clue"].format(candidate=clue) for clue in clues]
    facts += [said["ruled_out"].format(candidate=layout.option_name(option)) for option in found.forbidden]
    for item in items:
        house, _, digit = item.partition("#")
        needed = said["place_needed" if digit else "cell_needed"]
        facts.append(needed.format(house=house, digit=digit, cell=item))
    count = said["fact" if len(facts) == 1 else "facts"].format(count=len(facts))
    click.echo(said[how].format(candidate=name, facts=count))
    for fact in facts:
        click.echo(f"  {fact}")
    click.echo(said["smallest" if found.optimal else "irreducible"])
    return OK


_CANDIDATE = re.compile(r"[Rr]([0-9]{1,2})[Cc]([0-9]{1,2})#(\w{1,2})", re.ASCII)


def _option(layout: Layout, text: str) -> int:
    """The option that R3C4#5 names; the digit is a number or a symbol of the layout."""
    from sudokubench.errors import UsageError

    match = _CANDIDATE.fullmatch(text)
    n = layout.size
    if match:
        row, column = int(match[1]), int(match[2])
        digit = int(match[3]) if match[3].isdigit() else layout.symbols.find(match[3].upper()) + 1
        if 1 <= row <= n and 1 <= column <= n and 1 <= digit <= n:
            return layout.option(n * (row - 1) + column - 1, digit)
    raise UsageError(f"{text!r}: a candidate of {layout} is written like R3C4#2, each number from 1 to {n}")


# -- rate -----------------------------------------------------------------------------------------------------


@click.command()
@click.argument("puzzle", nargs=-1, required=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Worker processes.")
@form_option()
@_language_option()
@_config_option()
@_time_option(60)
@json_option()
def rate(
    puzzle: tuple[str, ...],
    jobs: int,
    form: str | None,
    lang: str,
    config_file: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Rate puzzles: class, hardest step (se), sum of scores (hodoku), and the difficulty D.

    The rating of a puzzle is the same however it is turned or relabelled. It names its version, a hash of the
    order and values of the rules, and a digest of the solution path.
    """
    from sudokubench.harness.rating import rate_all
    from sudokubench.logic.configuration import rated
    from sudokubench.logic.step import Ending
    from sudokubench.logic.texts import tongue

    config = _configuration(config_file, rated())
    said = tongue(lang).phrases.said
    failed = False

    names = deque[str]()  # of the boards that were read, and whose ratings are still to come

    def boards() -> Iterator[Board]:
        nonlocal failed
        for found in _boards(puzzle, form):
            if found is None:
                failed = True
            else:
                board, entry = found
                names.append(_name(entry))
                yield board

    headed = as_json
    for board, rating in rate_all(boards(), config, seconds=time_limit, jobs=jobs):
        heed()
        called = names.popleft()
        if rating is None:
            remark(_solution(board, called, time_limit)[1] or f"{called} cannot be rated")
            failed = True
            continue
        if rating.ending is Ending.BUDGET:
            remark(f"{called}: the time limit of {time_limit:g} s ran out; rated by the steps so far")
        elif not rating.solved:
            remark(f"{called}: the rules do not solve it; rated by the steps they find")
        if as_json:
            json_line(schema="sudokubench.rating/1", **rating.as_dict())
        else:
            if not headed:  # not before there is something to show: bad input may come first
                headed = True
                click.echo(f"{_padded(said['class'], 8)} {'se':>4} {'hodoku':>7} {'D':>7}  puzzle")
            row = (
                f"{_padded(said[rating.level.value], 8)} {rating.se:4.1f} {rating.hodoku:7} "
                f"{rating.difficulty:7.2f}  {board}"
            )
            click.echo(row)
    return BAD_INPUT if failed else OK


def _padded(text: str, width: int) -> str:
    """A text filled up with spaces; Chinese and Japanese signs are two columns wide."""
    from unicodedata import east_asian_width

    return text + " " * (width - sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text))


# -- rules ----------------------------------------------------------------------------------------------------


@click.group()
def rules() -> None:
    """The rules of human logic."""


@rules.command("list")
@_language_option()
@json_option()
def list_rules(lang: str, as_json: bool) -> int:
    """Name every rule, easiest first, with its values on both scales."""
    from sudokubench.logic.registry import all_rules
    from sudokubench.logic.texts import rule_text, tongue

    for rule in all_rules():
        name = rule_text(rule.name, lang).name
        if as_json:
            json_line(
                schema="sudokubench.rule/1", rule=rule.name, name=name, se=rule.se, hodoku=rule.hodoku,
                monotone=rule.monotone, unique=rule.unique, codes=list(rule.codes),
            )  # fmt: skip
        else:
            notes = tongue(lang).phrases.said["unique_note"] if rule.unique else ""
            click.echo(f"{rule.se:4.1f} {rule.hodoku:5}  {rule.name:24} {name}{notes}")
    return OK


@rules.command("show")
@click.argument("name")
@_language_option()
def show_rule(name: str, lang: str) -> int:
    """Tell what a rule says, its values, its properties and its source.

    NAME is that of `rules list`, such as x_wing, or as texts write it: X-Wing.
    """
    from sudokubench.logic.registry import rule_called
    from sudokubench.logic.texts import rule_text, tongue

    rule = rule_called(name)
    text, said = rule_text(rule.name, lang), tongue(lang).phrases.said
    click.echo(f"{text.name} ({rule.name})\n\n{text.definition}\n")
    values = said["growing_values" if rule.length_scale else "values"]
    click.echo(values.format(se=rule.se, hodoku=rule.hodoku))
    click.echo(said["monotone" if rule.monotone else "not_monotone"])
    click.echo(said["unique" if rule.unique else "not_unique"])
    if rule.codes:
        click.echo(said["codes"].format(codes=", ".join(rule.codes)))
    click.echo(said["source"].format(source=rule.source))
    return OK


@rules.command("verify")
@click.argument("file")
@json_option()
def verify_rules(file: str, as_json: bool) -> int:
    """Run the rules over a technique library in HoDoKu's line format and report each case."""
    from sudokubench.logic.library import read_library, technique, verify_case
    from sudokubench.logic.registry import all_rules

    passed = total = 0
    for case in read_library(_text_of(file), file):
        result = verify_case(case, all_rules())
        total += 1
        passed += result.passed
        if as_json:
            json_line(
                schema="sudokubench.case/1", code=case.name, technique=technique(case.code), passed=result.passed,
                line=case.line, rule=result.step.rule if result.step else None, steps=result.found,
            )  # fmt: skip
        elif not result.passed:
            asked = ", ".join(result.rules) or "no rule for it"
            click.echo(f"{file}:{case.line}: {case.name} {technique(case.code)}: not found ({asked})")
    remark(f"{passed} of {counted(total, 'case')} passed")
    return OK
