"""The pictures of a dance: the matrix, the cover, and the tree; as single drawings, or as one page.

Each picture is drawn once. From step to step only classes and texts of its parts change, see `dance`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from itertools import product
from string import Template
from typing import NamedTuple

from sudokubench.board import Board
from sudokubench.formats import shapes, svg
from sudokubench.logic.cover_trace import NO_OPTION
from sudokubench.logic.step_parts import CONTRADICTION, SOLUTION
from sudokubench.pages.dance import TEXTS, Dance, Look, Vertex, between
from sudokubench.pages.dance_text import end, sentences
from sudokubench.pages.frame import content, sealed
from sudokubench.pages.words import DANCE_PAGE
from sudokubench.problems import drawing
from sudokubench.words import LANGUAGES, Language

_LIGHT = {
    "paper": "#ffffff", "ink": "#1b1e23", "muted": "#5d646e", "rule": "#d5dae0", "node": "#e8edf5", "faint": "#eef0f3",
    "red": "#f4a3a3", "pale": "#fbdcdc", "deep": "#a3122a", "yellow": "#ffd84d", "green": "#9bdcb0",
    "accent": "#2455b8",
}  # fmt: skip
_DARK = {
    "paper": "#14171b", "ink": "#e6e8eb", "muted": "#9aa2ad", "rule": "#3a414b", "node": "#2a3340", "faint": "#1d2127",
    "red": "#9c2f3c", "pale": "#4a2329", "deep": "#ff8c9b", "yellow": "#b98a00", "green": "#25754a",
    "accent": "#8fb4ff",
}  # fmt: skip

_SIDE, _EDGE, _LETTER = 22, 8, 8
"""Side of a node of the matrix, margin, and width of a broad letter, in pixels."""
_DEEP, _ROUND = 46, 11
"""Vertical distance between levels of the tree, and radius of a node, in pixels."""
_WINDOW = 560
"""Largest visible width of a tree in a single drawing, in pixels."""
_PART = re.compile(r'id="(([a-z])[0-9]+)" class="([a-z]+)"(>[0-9]*<)?')


class Picture(NamedTuple):
    """Parts of an SVG, with their width and height."""

    parts: str
    width: float
    height: float

    def __str__(self) -> str:
        return (
            f'<svg viewBox="0 0 {self.width:.0f} {self.height:.0f}" width="{self.width:.0f}" '
            f'height="{self.height:.0f}">{self.parts}</svg>'
        )


def page(dance: Dance, language: Language) -> str:
    """Return a page with a slider, in both languages; it first shows `language`."""
    first, changes = dance.surgery
    texts = list(sentences(dance.trace))
    words = {
        side: {
            **{
                name: one.to(side).replace("{puzzle}", str(dance.trace.puzzle)).replace("{key}", dance.key)
                for name, one in DANCE_PAGE.items()
            },
            "told": [text.to(side) for text in texts],
            "end": end(dance.trace).to(side),
        }
        for side in LANGUAGES
    }
    data = {
        "language": language,
        "news": list(dance.news()),
        "changes": [[], *([one.node if one.leaves else -one.node for one in some] for some in changes)],
        "links": first,
        "names": list(dance.names()),
        "items": len(dance.cover.items),
        "words": words,
    }
    filled = {
        "STYLE": _style({name: f"light-dark({light},{_DARK[name]})" for name, light in _LIGHT.items()}),
        "LANGUAGE": language,
        "TITLE": escape(str(words[language]["title"])),
        "RULES": "".join(
            f'<p class="muted" data-word="{hint}"></p>'
            for hint, rule in (("hint_demands", dance.cover.bounds), ("hint_colours", dance.cover.colours))
            if rule
        ),
        "MATRIX": str(matrix(dance)),
        "COVER": str(cover(dance)),
        "TREE": str(tree(dance)),
        "PANELS": "".join(_panel(headers, linked) for headers in (False, True) for linked in (True, False)),
        "DATA": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return sealed(re.sub(r"\{\{([A-Z]+)\}\}", lambda mark: filled[mark[1]], content("dance.html")))


def frames(dance: Dance, language: Language) -> Iterator[str]:
    """Yield a drawing of the start and of each step."""
    left, right, below = matrix(dance), cover(dance), tree(dance)
    window = min(_WINDOW, below.width)
    beside = left.width + 20
    width = max(beside + max(right.width, window), 560) + _EDGE
    height = 50 + max(left.height, right.height + 10 + below.height)
    style, steps = _style(_LIGHT), len(dance.trace.steps)
    for number, (look, words) in enumerate(zip(dance.looks(), sentences(dance.trace), strict=True)):
        here = next(_broad(dance) * v.x for n, v in enumerate(dance.tree) if look[f"v{n}"] == "here")
        start = min(max(here - window / 2, 0), below.width - window)
        caption = escape(f"{number}/{steps}  {words.to(language)}")
        yield "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
                f'width="{width:.0f}" height="{height:.0f}" role="img">',
                f"<title>{caption}</title><style>{style}</style>",
                '<rect width="100%" height="100%" fill="#ffffff"/>',
                f'<text class="caption" x="{_EDGE}" y="26">{caption}</text>',
                f'<g transform="translate(0 40)">{_seen(left.parts, look)}</g>',
                f'<g transform="translate({beside:.0f} 40)">{_seen(right.parts, look)}</g>',
                f'<svg x="{beside:.0f}" y="{right.height + 50:.0f}" width="{window:.0f}" height="{below.height:.0f}" '
                f'viewBox="{start:.0f} 0 {window:.0f} {below.height:.0f}">{_seen(below.parts, look)}</svg>',
                "</svg>",
            ]
        )


def _style(colours: Mapping[str, str]) -> str:
    return Template(content("dance.css")).substitute(colours)


def _seen(parts: str, look: Look) -> str:
    """Return the parts of a picture with the classes and texts of a look."""

    def part(found: re.Match[str]) -> str:
        kind = look.get(found[1], "")
        if found[2] in TEXTS:
            return f'class="{found[3]}">{escape(kind)}<'
        return f'class="{found[3]} {kind}"{found[4] or ""}'

    return _PART.sub(part, parts)


def matrix(dance: Dance) -> Picture:
    """Draw headers with their sizes, and the nodes of each option in its row.

    With colours or multiplicities, also draw what each item demands below its header, the colours in the nodes, and
    reasons beside the rows.
    """
    whole = dance.cover
    ruled = dance.rules(dance.start)
    heads = [whole.items[item] for item in dance.items]
    names = [whole.option_names[option] for option in dance.options]
    longest = max(map(len, heads), default=1)
    upright = longest <= 2
    top = _EDGE + (16 if upright else longest * _LETTER + 6)
    left = _EDGE + max(map(len, names), default=1) * _LETTER + 8
    shelf = top + (32 if ruled else 18)  # the lower edge of the headers
    rows = {option: shelf + 2 + _SIDE * (row + 0.5) for row, option in enumerate(dance.options)}
    wide = max([_SIDE, *(_LETTER * len(between(*bounds)) for bounds in whole.bounds)])
    columns = {item: left + wide * (column + 0.5) for column, item in enumerate(dance.items)}
    edge, height = left + wide * len(columns) + _EDGE, shelf + 2 + _SIDE * len(rows) + _EDGE
    longest_reason = 1 + max(map(len, heads), default=0) + max(map(len, whole.colour_names), default=0)
    width = edge + longest_reason * _LETTER * bool(whole.colours)
    parts, above, labels = [], [], []
    for (item, x), head in zip(columns.items(), heads, strict=True):
        turn = "" if upright else f' transform="rotate(-90 {x:.0f} {top - 2:.0f})" style="text-anchor:start"'
        shift = 0 if upright else 4
        parts += [
            f'<rect id="c{item}" class="column" x="{x - wide / 2:.0f}" y="{_EDGE / 2}" width="{wide}" '
            f'height="{height - _EDGE:.0f}"/>',
            f'<path class="thread" d="M{x:.0f} {shelf:.0f}V{height - _EDGE:.0f}"/>',
        ]
        above += [
            f'<text id="h{item}" class="head" x="{x + shift:.0f}" y="{top - 2:.0f}"{turn}>{escape(head)}</text>',
            f'<text x="{x:.0f}" y="{top + 13:.0f}" id="s{item}" class="size"></text>',
        ]
        if f"d{item}" in ruled:
            above.append(f'<text x="{x:.0f}" y="{top + 27:.0f}" id="d{item}" class="demand"></text>')
    for (option, y), name in zip(rows.items(), names, strict=True):
        places = [columns[item] for item in whole.options[option]]
        labels.append(
            f'<text id="r{option}" class="label" x="{left - 6:.0f}" y="{y + 4:.0f}">{escape(name)}</text>'
        )
        parts.append(f'<path class="thread" d="M{places[0]:.0f} {y:.0f}H{places[-1]:.0f}"/>')
        for n, x, (_, colour) in zip(dance.numbers[option], places, whole.coloured(option), strict=True):
            parts.append(
                f'<rect id="n{n}" class="node" x="{x - 7:.0f}" y="{y - 7:.0f}" width="14" height="14" rx="4"/>'
            )
            if colour:
                mark = escape(dance.marks[colour])
                parts.append(f'<text class="mark" x="{x:.0f}" y="{y + 4:.0f}">{mark}</text>')
        if f"w{option}" in ruled:
            parts.append(f'<text x="{edge:.0f}" y="{y + 4:.0f}" id="w{option}" class="why"></text>')
    pinned = (
        _pinned("left", left - 4, height, labels),
        _pinned("top", width, shelf, above),
        _pinned("left top", left - 4, shelf, []),
    )
    return Picture("".join([*parts, *pinned]), width, height)


def _pinned(edges: str, width: float, height: float, parts: list[str]) -> str:
    """Return parts that the page keeps at edges of the visible part of the matrix, and the background behind them."""
    ground = f'<rect class="pin" width="{width:.0f}" height="{height:.0f}"/>'
    return f'<g class="{edges}">{ground}{"".join(parts)}</g>'


def cover(dance: Dance) -> Picture:
    """Draw a board with the digits that are tried, or the cells of another problem with its options."""
    board = dance.trace.puzzle
    if not isinstance(board, Board):
        return Picture(*drawing(board))
    size, symbols = board.layout.size, board.layout.symbols
    side = size * shapes.CELL + 2 * shapes.MARGIN
    ground = f'<rect class="board" width="{side}" height="{side}"/>'
    parts = [ground, *svg.inside(board.content(), svg.Marks())]
    for option in dance.options:
        if option < size**3:  # other options are auxiliary: fillings of cages
            cell, d = divmod(option, size)
            x, y = (shapes.MARGIN + shapes.CELL * (place + 0.5) for place in (cell % size, cell // size))
            parts.append(
                f'<text id="p{option}" class="digit" x="{x}" y="{y + 11}">{escape(symbols[d])}</text>'
            )
    return Picture("".join(parts), side, side)


def _broad(dance: Dance) -> int:
    """Return the distance between two leaves of the tree, in pixels; larger if names of options fit beside edges."""
    return 64 if max(map(len, dance.cover.option_names), default=0) <= 3 else 30


def tree(dance: Dance) -> Picture:
    """Draw the tree of the search; each node shows how many options its item has."""
    names, options, broad = dance.cover.items, dance.cover.option_names, _broad(dance)
    brief = broad > 30
    parts = []

    def way(vertex: Vertex) -> str:
        return "–" if vertex.option == NO_OPTION else options[vertex.option]

    def place(number: int) -> tuple[float, float]:
        vertex = dance.tree[number]
        return broad * (vertex.x + 0.5), _ROUND + 4 + _DEEP * vertex.depth

    for number, vertex in enumerate(dance.tree):
        if vertex.above >= 0:
            (x, y), (x0, y0) = place(number), place(vertex.above)
            parts.append(f'<path id="e{number}" class="edge" d="M{x0:.1f} {y0:.1f}L{x:.1f} {y:.1f}"/>')
            if brief:
                at = f'x="{(x + x0) / 2 - 4:.1f}" y="{(y + y0) / 2 + 2:.1f}"'
                parts.append(f'<text class="way" {at}>{escape(way(vertex))}</text>')
    for number, vertex in enumerate(dance.tree):
        x, y = place(number)
        sign, kind = {SOLUTION: ("★", "won"), CONTRADICTION: ("×", "dead")}.get(vertex.leaf, ("", ""))
        sign = sign or ("" if vertex.size is None else str(vertex.size))
        title = [way(vertex)] * (vertex.above >= 0)
        title += [f"{names[vertex.item]}: {vertex.size or 0}"] * (vertex.item >= 0)
        parts.append(
            f'<g id="v{number}" class="vertex"><title>{escape(", ".join(title))}</title>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_ROUND}"/>'
            f'<text class="sign {kind}" x="{x:.1f}" y="{y + 4:.1f}">{sign}</text></g>'
        )
    leaves = max(vertex.x for vertex in dance.tree) + 1
    return Picture("".join(parts), broad * leaves, 2 * _ROUND + 8 + _DEEP * max(v.depth for v in dance.tree))


def _panel(headers: bool, linked: bool) -> str:
    """Draw a node between its two neighbours, in its list or out of it; the page fills in the names."""
    side, across, by = (104, 40, 7) if headers else (34, 230, 9)  # a node along its list and across it
    starts, edge = ([8, 132, 256], 26) if headers else ([26, 88, 150], 8)

    def spot(along: float, aside: float) -> tuple[float, float]:
        return (along, edge + aside) if headers else (edge + aside, along)

    wide, high = (side, across) if headers else (across, side)
    width, height = (368, 74) if headers else (278, 192)
    parts = []
    for start, name in zip(starts, ("a", "node", "b"), strict=True):
        x, y = spot(start, 0)
        kind = "node leave" if name == "node" and not linked else "node"
        parts += [
            f'<rect class="{kind}" x="{x}" y="{y}" width="{wide}" height="{high}" rx="6"/>',
            f'<text class="said" data-name="{name}" x="{x + wide / 2}" y="{y + high / 2 + 4}"></text>',
        ]
    for first, way in product((0, 1), (1, -1)):
        if linked or way == 2 * first - 1:  # the node's own two links always stay
            there = (starts[first] + side, starts[first + 1])[::way]
            tail, tip = (spot(at, across / 2 + by * way) for at in there)
            parts.append(_arrow(tail, tip, "link" if linked else "faint"))
    if not linked:  # the neighbours' links go past the node
        near, past = (0, -16) if headers else (across, across + 24)
        corners = [spot(start + side / 2, past) for start in starts[::2]]
        parts += [
            _arrow(at, spot(start + side / 2, near), "link")
            for at, start in zip(corners, starts[::2], strict=True)
        ]
        parts.append('<path class="link" d="M{} {}L{} {}"/>'.format(*corners[0], *corners[1]))
    return (
        f'<svg data-kind="{"headers" if headers else "column"}" data-linked="{"yes" if linked else "no"}" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">{"".join(parts)}</svg>'
    )


def _arrow(start: tuple[float, float], end: tuple[float, float], kind: str) -> str:
    """Draw a line along an axis, with a tip."""
    (x0, y0), (x, y) = start, end
    dx, dy = (x > x0) - (x < x0), (y > y0) - (y < y0)
    tip = f"M{x} {y}l{-7 * dx + 4 * dy} {-7 * dy + 4 * dx}M{x} {y}l{-7 * dx - 4 * dy} {-7 * dy - 4 * dx}"
    return f'<path class="{kind}" d="M{x0} {y0}L{x} {y}{tip}"/>'
