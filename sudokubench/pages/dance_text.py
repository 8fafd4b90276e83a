"""A dance as text: its steps in words, the tree, and the matrix drawn with signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat

from sudokubench.board import Board
from sudokubench.logic.cover_trace import NO_OPTION, CoverState, CoverTrace
from sudokubench.logic.step_parts import RETURN, SOLUTION, TRIAL
from sudokubench.pages import words
from sudokubench.pages.dance import Dance, Look, between
from sudokubench.problems import render
from sudokubench.words import Language, Words

SIGNS = {"": "o", "leave": "-", "back": "+", "off": ".", "pick": "#"}
"""Sign of a node, by its look."""
Span = tuple[str, str]
"""A piece of a line, and its look: a class of a `Look`, or empty."""


def sentences(trace: CoverTrace) -> Iterator[Words]:
    """Yield the start and each step in words."""
    start, solutions = CoverState.of(trace.puzzle), 0
    cover = start.cover
    states: Iterable[CoverState] = trace.states() if cover.bounds else repeat(start)
    yield words.DANCE_START
    for step, state in zip(trace.steps, states, strict=False):
        solutions += step.rule == SOLUTION
        message, size, demand = words.DANCE_STEPS[step.rule], len(step.group("fact")), (1, 1)
        for item in step.items if cover.bounds else ():
            size, demand = state.sizes[item], state.demand(item)
        if step.rule in words.DANCE_NO_MORE and not step.group("single"):
            message = words.DANCE_NO_MORE[step.rule]
        elif demand != (1, 1) and step.rule == TRIAL:
            message = words.DANCE_SEVERAL
        elif demand != (1, 1):
            message, demand = words.DANCE_TOO_FEW, (demand[0], demand[0])
        yield message.format(
            option=" ".join(cover.option_names[option] for option in step.group("single")),
            item=" ".join(cover.items[item] for item in step.items),
            size=size,
            demand=between(*demand),
            number=solutions,
        )


def end(trace: CoverTrace) -> Words:
    """Return a text with the numbers of nodes and solutions, and whether the search was complete."""
    ending = words.DANCE_ENDINGS[trace.stop].format(steps=len(trace.steps))
    return words.DANCE_END.format(nodes=f"{trace.nodes:,}", solutions=f"{trace.solutions:,}", ending=ending)


def lines(trace: CoverTrace, language: Language) -> Iterator[str]:
    """Yield the tree as text, indented by the number of open trials; returns are omitted."""
    for number, (step, message) in enumerate(zip(trace.steps, list(sentences(trace))[1:], strict=True), 1):
        if step.rule != RETURN:
            yield f"{number:5}. {'  ' * (step.depth - (step.rule == TRIAL))}{message.to(language)}"
    yield end(trace).to(language)


def branch(dance: Dance, look: Look) -> str:
    """Return the open trials, each with the number of options that its item had."""
    path = [v for n, v in enumerate(dance.tree) if n and look[f"v{n}"] in {"path", "here"}]
    names = {NO_OPTION: "–"} | dict(enumerate(dance.cover.option_names))
    return " > ".join(f"{names[v.option]} (1/{dance.tree[v.above].size})" for v in path)


def picture(dance: Dance, state: CoverState) -> str:
    """Return the cover as text: a board, cells with pieces or queens, or the names of options."""
    puzzle = dance.trace.puzzle
    if isinstance(puzzle, Board):
        return puzzle.filled(o for o in state.chosen if o < puzzle.layout.size**3).format("grid")
    return render(puzzle, state.chosen)


def changes(dance: Dance, number: int) -> Iterator[Words]:
    """Yield the changes of step `number` (0: the start) to the links."""
    names, items = list(dance.names()), len(dance.cover.items)
    for one in dance.surgery[1][number - 1] if number else ():
        node, a, b = (names[n - 1] for n in (one.node, one.first, one.second))
        yield words.CHANGES[one.node <= items, one.leaves].format(node=node, a=a, b=b)


def matrix(dance: Dance, look: Look, columns: int, rows: int, language: Language) -> Iterator[list[Span]]:
    """Yield the matrix of a step as text, line by line; each node is a sign of `SIGNS`.

    The matrix has at most `rows` lines of `columns` characters. If it does not fit, removed parts are omitted first,
    and a last line says how much is omitted.
    """
    cover, items, options = dance.cover, dance.items, dance.options
    label = max((len(cover.option_names[option]) for option in options), default=0)
    broad = 1 + max((len(between(*bounds)) for bounds in cover.bounds), default=1)
    if label + broad * len(items) > columns:
        items = tuple(item for item in items if look[f"c{item}"] != "off")
    wide = broad if label + broad * len(items) <= columns else 1
    left_items, items = len(items), items[: max(columns - label - 1, 0) // wide]
    heads = [cover.items[item] for item in items]
    high = max(map(len, heads), default=0)
    rules = [[look.get(f"d{item}", "") for item in items]] * bool(cover.colours or cover.bounds)
    room = max(rows - high - 2 - len(rules), 0)
    if len(options) > room:
        options = tuple(option for option in options if look[f"r{option}"] != "off")
    left, options = len(options), options[:room]
    sizes = [look[f"s{item}"] for item in items]
    above = [*zip(*(head.rjust(high) for head in heads), strict=True)]
    numbers = ([size if len(size) <= wide else "*" for size in line] for line in (sizes, *rules))
    for line in [*above, *numbers]:
        yield [
            (" " * label, ""),
            *((sign.rjust(wide), look[f"c{i}"]) for i, sign in zip(items, line, strict=True)),
        ]
    for option in options:
        node = dict(zip(cover.options[option], dance.numbers[option], strict=True))
        kinds = {item: look[f"n{node[item]}"] for item in items if item in node}
        marks = {item: dance.marks[colour][:1] for item, colour in cover.coloured(option) if colour}
        signs = {i: SIGNS[kind] if kind else marks.get(i, SIGNS[""]) for i, kind in kinds.items()}
        why = look.get(f"w{option}", "")
        yield [
            (cover.option_names[option].rjust(label), look[f"r{option}"]),
            *((signs[i].rjust(wide), kinds[i] or look[f"c{i}"]) if i in kinds else (" " * wide, look[f"c{i}"])
              for i in items),
            *[(f"  {why}", "off")] * bool(why),
        ]  # fmt: skip
    if left > len(options) or left_items > len(items):
        more = words.NO_ROOM.format(options=left - len(options), items=left_items - len(items))
        yield [(more.to(language), "off")]
