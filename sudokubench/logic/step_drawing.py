"""Draw a step by `formats.svg`: choose the marks of pattern, links and eliminations, and write the legend."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from sudokubench.formats import Grid, svg
from sudokubench.formats.svg import Marks
from sudokubench.logic.geometry import Geometry, bits_of
from sudokubench.logic.step_parts import EVENTS, TRIAL, Link, LinkKind
from sudokubench.words import Language, Words

if TYPE_CHECKING:
    from sudokubench.logic.grid import CandidateGrid
    from sudokubench.logic.step import Step
    from sudokubench.logic.trace import Trace
    from sudokubench.logic.why import Why

_HOUSES = Words("house", "ユニット"), Words("other house", "もう一つのユニット")
_FISH_HOUSES = Words("base", "ベース"), Words("cover", "カバー")
_BLOCKER, _BLOCKED = Words("excludes", "排除する数字"), Words("excluded", "入らない")
_STRONG = Words("strong: not both false", "強リンク：両方は偽にならない")
_WEAK = Words("weak: not both true", "弱リンク：両方は真にならない")
_BY_PATTERN = Words("ruled out by a pattern", "形により消える")
_NEW, _SUPPOSED = Words("placed", "確定"), Words("supposed", "仮に置く")
_GONE = Words("removed", "消える候補")
_BY_CASE = Words("true in one case, false in another", "場合により真または偽")
_IN_BOTH = Words("in both", "両方に属す")
_FRAME = Words("under a supposition", "仮定の下")
_NEEDED_CLUE = Words("clue that is needed", "必要な与え値")
_NEEDED_HOUSE = Words("house that must hold a digit", "数字が入るべきユニット")
_NEEDED_CELL = Words("cell that must hold a digit", "数字が入るべきマス")
_NUMBERED = {"set": Words("almost locked set {k}", "ALS {k}"), "petal": Words("petal {k}", "花びら{k}")}
"""Roles whose groups each have their own colour."""
_SHARING = {*_NUMBERED, "colour_b", "colour_d"}
"""Roles that may share a candidate with an earlier role; the drawing shows both."""
_ROLES = {
    **{f"{role} {k}": words.format(k=k) for role, words in _NUMBERED.items() for k in range(1, 7)},
    "true": Words("taken for true", "真とみる"),
    "false": Words("taken for false", "偽とみる"),
    "allowed": Words("in a filling", "埋め方にある候補"),
    "subset": Words("set", "組になるマス"),
    "locked": Words("only places", "数字が入るマス"),
    "floor": Words("floor", "床"),
    "roof": Words("roof", "屋根"),
    "odd": Words("extra candidates", "余分な候補"),
    "base": Words("fish", "フィッシュ"),
    "near": Words("near ends", "近い端"),
    "far": Words("far ends", "遠い端"),
    "box": Words("places in the box", "ボックス内の候補"),
    "pincer": Words("pincers", "両翼"),
    "link": Words("strong link", "強リンク"),
    "path": Words("inner cells", "途中のマス"),
    "end": Words("ends", "両端"),
    "stem": Words("stem", "茎"),
    "core": Words("crossing", "交わり"),
    "trio": Words("the three digits", "3つの数字"),
    "in_line": Words("in the line", "線の中"),
    "in_box": Words("in the box", "ボックスの中"),
    "aligned": Words("aligned cells", "調べるマス"),
    "excluder": Words("excluding cells", "排除するマス"),
    "common": Words("candidates that they share", "共有する候補"),
    "fin": Words("fin", "ヒレ"),
    "pivot": Words("pivot", "軸"),
    "colour_a": Words("a colour", "一つの色"),
    "colour_b": Words("its opposite", "その反対の色"),
    "colour_c": Words("another colour", "別の組の色"),
    "colour_d": Words("its opposite", "その反対の色"),
    "single": _SUPPOSED,
    "fact": Words("candidates left", "残る候補"),
    "guardian": Words("guardians", "ガーディアン"),
    "loop": Words("odd loop", "奇数個のループ"),
    "origin": Words("base", "ベース"),
    "target": Words("targets", "ターゲット"),
    "by_row": Words("counted by rows", "行ごとに数える候補"),
    "by_column": Words("counted by columns", "列ごとに数える候補"),
    "by_line": Words("counted by lines", "線ごとに数える候補"),
    "by_box": Words("counted by boxes", "ボックスごとに数える候補"),
}
"""The meaning of marks, for legends."""

_MOST_SIGNS = 2_000_000
"""Total length of the drawings of a story, in characters, after which further steps have only words."""


def draw(
    grid: CandidateGrid,
    step: Step | None = None,
    title: str = "",
    caption: str = "",
    language: Language | None = None,
) -> str:
    """Return a state, and a step that was found in it, as an SVG document.

    Args:
        title: Title for screen readers, also shown as a tooltip.
        caption: Text below the drawing.
        language: Language of the legend, which explains the marks of this step; None for no legend.
    """
    found = marks(grid, step) if step is None or language is None else explained_marks(grid, step, language)
    return svg.draw(shown(grid), found, title, caption)


def explained_marks(grid: CandidateGrid, step: Step, language: Language) -> Marks:
    """Return the marks of a step with a legend that explains them."""
    found = marks(grid, step)
    return replace(found, legend=[(kind, words.to(language)) for kind, words in _legend(found, step)])


def facts_marks(found: Why, geometry: Geometry, language: Language) -> Marks:
    """Return the marks of the facts that decide a candidate: rings around clues, tints for houses and cells."""
    tints: dict[int, set[int]] = defaultdict(set)
    for item in found.items:
        for option in geometry.options_of(item):
            tints[option // geometry.size].add(int(item < geometry.cell_count))
    kinds = {kind for some in tints.values() for kind in some}
    words = (
        ("blocker", _NEEDED_CLUE, found.clues),
        ("flat", _NEEDED_HOUSE, 0 in kinds),
        ("hatched", _NEEDED_CELL, 1 in kinds),
    )
    legend = [(kind, meaning.to(language)) for kind, meaning, occurs in words if occurs]
    cells = [option // geometry.size for option in found.clues]
    return Marks(tints=tints, blocks=[(cell, cell) for cell in cells], legend=legend)


def _legend(marks: Marks, step: Step) -> Iterator[tuple[str, Words]]:
    tints = {kind for kinds in marks.tints.values() for kind in kinds}
    roles = [_ROLES.get(role) for role in _roles(step)]
    links = {kind for *_, kind in marks.links}
    pairs = sorted({(marks.fills[option], second) for option, second in marks.seconds.items()})
    flat, hatched = _FISH_HOUSES if step.group("base") else _HOUSES
    for kind, words, occurs in (
        ("flat", flat, 0 in tints),
        ("hatched", hatched, 1 in tints),
        ("blocker", _BLOCKER, marks.blocks),
        ("blocked", _BLOCKED, any(cell != other for cell, other in marks.blocks)),
        ("strong", _STRONG, "strong" in links),
        ("weak", _WEAK, "weak" in links),
        ("pattern", _BY_PATTERN, "pattern" in links),
        *((str(number), words, words) for number, words in enumerate(roles[: svg.FILLS])),
        *((f"{a}+{b}", _BY_CASE if (a, b) == (0, 1) and step.links else _IN_BOTH, True) for a, b in pairs),
        ("new", _SUPPOSED if step.rule == TRIAL else _NEW, marks.new),
        ("gone", _GONE, marks.gone),
        ("supposed", _FRAME, marks.supposed),
    ):
        if words and occurs:
            yield kind, words


def _roles(step: Step) -> dict[str, list[int]]:
    """Return the candidates of each role of a pattern. The order of the roles decides their colours.

    A step with links has the roles `true` and `false` without candidates, and a role for each almost locked set.
    """
    found: dict[str, list[int]] = {"true": [], "false": []} if step.links else {}
    for role, options in step.groups:
        if role in _NUMBERED:
            found[f"{role} {sum(_kind(name) == role for name in found) + 1}"] = [*options]
        # A clash and a placed single have no colour: a ring marks them.
        elif not step.links and role != "clash" and not (role == "single" and step.placed):
            found.setdefault(role, []).extend(options)
    return found


def _kind(role: str) -> str:
    return role.partition(" ")[0]


def story(trace: Trace, texts: Iterable[str]) -> str:
    """Return the steps of a trace as HTML: the text of each step, which opens to its drawing."""
    parts, signs = "", 0
    for state, step, text in zip(trace.states(), trace.steps, texts, strict=False):
        drawing = draw(state, step, text) if signs < _MOST_SIGNS else ""
        signs += len(drawing)
        item = f"<details><summary>{escape(text)}</summary>{drawing}</details>" if drawing else escape(text)
        parts += f"<li>{item}</li>"
    return f"<ol>{parts}</ol>{escape(trace.ending.value)}"


def shown(grid: CandidateGrid) -> Grid:
    """Return a state as a `Grid`, which `formats` can write: placed digits, and the candidates of the other cells."""
    return Grid(grid.geometry.layout, grid.digits(), grid.cells, grid.geometry.constraints)


def marks(grid: CandidateGrid, step: Step | None) -> Marks:
    """Return the marks of a step in the state before it: candidates by role, links, placements and eliminations."""
    clues = frozenset(bits_of(grid.givens))
    if step is None:
        return Marks(clues)
    fills, seconds = dict[int, int](), dict[int, int]()
    for number, (role, options) in enumerate(_roles(step).items()):
        colour = number if number < svg.FILLS else 2 + (number - 2) % (svg.FILLS - 2)  # 0 and 1 are for links
        for option in options:
            if option in fills and _kind(role) in _SHARING:
                seconds[option] = colour
            else:
                fills[option] = colour
                seconds.pop(option, None)
    branches = step.branches()
    by_patterns = frozenset(link for branch in branches for link in branch.by_patterns())
    by_case = [{o for branch in branches for o in branch.sided(true)} for true in (True, False)]
    links = []
    for link in step.links:
        if not branches:  # along a chain, whose first node is false
            strong = link.kind is LinkKind.STRONG
            by_case[strong].update(link.start)
            by_case[not strong].update(link.end)
        start = _nearest(grid.geometry.size, link) if branches else link.start
        links.append((start, link.end, "pattern" if link in by_patterns else link.kind.value))
    for number, its in enumerate(by_case):
        fills |= dict.fromkeys(its - by_case[0] if number else its, number)
        seconds = {option: second for option, second in seconds.items() if option not in its}
    seconds |= dict.fromkeys(by_case[0] & by_case[1], 1)
    if step.group("colour_a"):
        ends = (tuple(o for o in grid.geometry.options_of(item) if o in fills) for item in step.items)
        links = [(pair[:1], pair[1:], "strong") for pair in ends if len(pair) == 2]
    return Marks(
        clues, fills, seconds, frozenset(step.eliminated), frozenset(step.placed), links,
        _tints(grid.geometry, step), tuple(_blocks(grid, step)), step.depth > 0,
    )  # fmt: skip


def _nearest(n: int, link: Link) -> tuple[int, ...]:
    """Return the start of a net's link that is nearest to the link's end: several arrows would hide the end."""
    row, column = divmod(link.end[0] // n, n)
    near = min(link.start, key=lambda o: abs(o // n // n - row) + abs(o // n % n - column))
    return (near,)


def _tints(geometry: Geometry, step: Step) -> Mapping[int, Collection[int]]:
    """Return the tint of the cells in a pattern's houses: flat for the base of a fish, hatched for its cover.

    For other patterns, houses of the same kind as the first house are flat, all others hatched. Chains and colours show
    links instead.
    """
    if step.links or step.rule in EVENTS or step.group("colour_a"):
        return {}
    bases = len(step.houses) // 2 if step.group("base") else 0
    tints: dict[int, set[int]] = defaultdict(set)
    for number, house in enumerate(step.houses):
        hatched = number >= bases if bases else geometry.kinds[house] is not geometry.kinds[step.houses[0]]
        for cell in bits_of(geometry.houses[house]):
            tints[cell].add(int(hatched))
    return tints


def _blocks(grid: CandidateGrid, step: Step) -> Iterator[tuple[int, int]]:
    """Yield pairs (excluding cell, excluded cell) for a single.

    Hidden single: for each other empty cell of the house, a peer that holds the digit, if any, and that empty cell.
    Naked single: for each other digit, a peer that holds this digit, as both cells of the pair.
    """
    if not step.placed or len(step.digits) != 1:
        return
    n, geometry = grid.geometry.size, grid.geometry
    cell, d = divmod(step.placed[0], n)
    if step.rule.startswith("hidden_single") and step.houses:
        empty = geometry.houses[step.houses[0]] & grid.unplaced & ~(1 << cell)
        for other in bits_of(empty & ~grid.boards[d]):
            for near in bits_of(grid.placed & grid.boards[d] & geometry.peers[other])[:1]:
                yield near, other
    elif step.rule == "naked_single":
        for e in range(n):
            for near in bits_of(grid.placed & grid.boards[e] & geometry.peers[cell])[: e != d]:
                yield near, near
