"""A step as a drawing: the grid with its candidates, the pattern by role, the links, and what goes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape

from sudokubench.formats import Grid, svg
from sudokubench.formats.svg import Marks
from sudokubench.logic.geometry import Geometry, bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.step import EVENTS, TRIAL, LinkKind, Step, Trace
from sudokubench.words import Language, Words

_HOUSES = Words("house", "ユニット"), Words("other house", "もう一つのユニット")
_FISH_HOUSES = Words("base", "ベース"), Words("cover", "カバー")
_BLOCKER, _BLOCKED = Words("excludes", "排除する数字"), Words("excluded", "入らない")
_STRONG = Words("strong: not both false", "強リンク：両方が偽ではない")
_WEAK = Words("weak: not both true", "弱リンク：両方が真ではない")
_NEW, _SUPPOSED = Words("placed", "確定"), Words("supposed", "仮に置く")
_GONE = Words("removed", "消える候補")
_HELD = Words("taken for true", "真とみる"), Words("taken for false", "偽とみる")
_FRAME = Words("under a supposition", "仮定の下")
_ROLES = {
    "set": Words("first almost locked set", "一つ目のALS"),
    "set 2": Words("second almost locked set", "二つ目のALS"),
    "set 3": Words("third almost locked set", "三つ目のALS"),
    "common": Words("candidates that they share", "共有する候補"),
    "fin": Words("fin", "ヒレ"),
    "pivot": Words("pivot", "軸"),
    "colour_a": Words("a colour", "一つの色"),
    "colour_b": Words("its opposite", "その反対の色"),
    "colour_c": Words("another colour", "別の組の色"),
    "colour_d": Words("its opposite", "その反対の色"),
    "guardian": Words("guardians", "ガーディアン"),
    "loop": Words("odd loop", "奇数個の輪"),
    "origin": Words("base", "ベース"),
    "target": Words("targets", "ターゲット"),
    "by_row": Words("counted by rows", "行ごとに数える候補"),
    "by_column": Words("counted by columns", "列ごとに数える候補"),
    "by_line": Words("counted by lines", "線ごとに数える候補"),
    "by_box": Words("counted by boxes", "ボックスごとに数える候補"),
}
"""What marks mean; of other roles the caption tells the cells."""

_MOST_SIGNS = 2_000_000
"""Of the drawings of a story; the steps behind them are told in words only."""


def draw(
    grid: CandidateGrid,
    step: Step | None = None,
    title: str = "",
    caption: str = "",
    language: Language | None = None,
) -> str:
    """A state, and a step that was found in it, as an SVG document.

    Args:
        grid: The state before the step.
        step: The step; without one the state alone is drawn.
        title: Told to screen readers and shown as a tooltip.
        caption: Stands below.
        language: Of the legend, which tells what the marks of this step mean; without one there is none.
    """
    found = marks(grid, step)
    if step is not None and language is not None:
        found = replace(found, legend=[(kind, words.to(language)) for kind, words in _legend(found, step)])
    return svg.draw(shown(grid), found, title, caption)


def _legend(marks: Marks, step: Step) -> Iterator[tuple[str, Words]]:
    """The kinds of marks that occur, with what they mean."""
    tints = {kind for kinds in marks.tints.values() for kind in kinds}
    roles = [_ROLES.get(role) for role in _roles(step)]
    flat, hatched = _FISH_HOUSES if step.group("base") else _HOUSES
    for kind, words, occurs in (
        ("flat", flat, 0 in tints),
        ("hatched", hatched, 1 in tints),
        ("blocker", _BLOCKER, marks.blocks),
        ("blocked", _BLOCKED, any(cell != other for cell, other in marks.blocks)),
        ("strong", _STRONG, any(solid for *_, solid in marks.links)),
        ("weak", _WEAK, not all(solid for *_, solid in marks.links)),
        *((str(number), words, words) for number, words in enumerate(_HELD if step.links else roles)),
        ("new", _SUPPOSED if step.rule == TRIAL else _NEW, marks.new),
        ("gone", _GONE, marks.gone),
        ("supposed", _FRAME, marks.supposed),
    ):
        if words and occurs:
            yield kind, words


def _roles(step: Step) -> dict[str, list[int]]:
    """The roles of a pattern and their candidates, in order; their numbers are those of fills. Each set is one."""
    found: dict[str, list[int]] = {}
    for role, options in step.groups:
        number = sum(name.split()[0] == role for name in found) + 1
        found.setdefault(f"{role} {number}" if role == "set" and number > 1 else role, []).extend(options)
    return found


def story(trace: Trace, texts: Iterable[str]) -> str:
    """The steps of a trace as HTML: the text of each, which opens to show its drawing."""
    parts = ["<ol>"]
    signs = 0
    for state, step, text in zip(trace.states(), trace.steps, texts, strict=False):
        drawing = draw(state, step, text) if signs < _MOST_SIGNS else ""
        signs += len(drawing)
        told = f"<details><summary>{escape(text)}</summary>{drawing}</details>" if drawing else escape(text)
        parts.append(f"<li>{told}</li>")
    return "".join([*parts, f"</ol>{escape(trace.ending.value)}"])


def shown(grid: CandidateGrid) -> Grid:
    """A state as what forms write: placed digits, and the candidates of the other cells."""
    digits = bytes(
        next(iter(grid.digits_of(cell)), 0) if grid.placed >> cell & 1 else 0
        for cell in range(grid.geometry.cell_count)
    )
    return Grid(grid.geometry.layout, digits, grid.cells)


def marks(grid: CandidateGrid, step: Step | None) -> Marks:
    """What a step marks in the state before it: the candidates of each role, the links, what it places or rules out."""
    clues = frozenset(bits_of(grid.givens))
    if step is None:
        return Marks(clues)
    fills = {option: number for number, options in enumerate(_roles(step).values()) for option in options}
    links = []
    for link in step.links:
        strong = link.kind is LinkKind.STRONG
        fills |= dict.fromkeys(link.start, int(strong)) | dict.fromkeys(link.end, int(not strong))
        starts = [(option,) for option in link.start[:4]] if "net" in step.rule else [link.start]
        links += [(start, link.end, strong) for start in starts]
    return Marks(
        clues, fills, frozenset(step.eliminated), frozenset(step.placed), links,
        _tints(grid.geometry, step), tuple(_blocks(grid, step)), step.depth > 0,
    )  # fmt: skip


def _tints(geometry: Geometry, step: Step) -> Mapping[int, Collection[int]]:
    """The cells of the houses of a pattern: of a fish its base flat and its cover hatched, else of the first two."""
    if step.links or step.rule in EVENTS:
        return {}
    flat = len(step.houses) // 2 if any(role == "base" for role, _ in step.groups) else 1
    tints: dict[int, list[int]] = {}
    for number, house in enumerate(step.houses[: max(2, 2 * flat)]):
        for cell in bits_of(geometry.houses[house]):
            tints.setdefault(cell, []).append(int(number >= flat))
    return tints


def _blocks(grid: CandidateGrid, step: Step) -> Iterator[tuple[int, int]]:
    """What excludes the other cells of the house of a hidden single, and the other digits of a naked one."""
    if not step.placed or len(step.digits) != 1:
        return
    n, geometry = grid.geometry.size, grid.geometry
    cell, d = divmod(step.placed[0], n)
    if step.rule.startswith("hidden_single"):
        empty = geometry.houses[step.houses[0]] & grid.unplaced & ~(1 << cell)
        for other in bits_of(empty & ~grid.boards[d]):
            for near in bits_of(grid.placed & grid.boards[d] & geometry.peers[other])[:1]:
                yield near, other
    elif step.rule == "naked_single":
        for e in range(n):
            for near in bits_of(grid.placed & grid.boards[e] & geometry.peers[cell])[: e != d]:
                yield near, near
