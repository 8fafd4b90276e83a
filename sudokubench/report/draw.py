"""Charts as SVG and PNG through vl-convert, which needs no browser; colours and fonts of plots; SVG for pages."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast
from zlib import crc32

from sudokubench.errors import BackendUnavailable, installing
from sudokubench.pages.frame import FONT, INK, MUTED, PAPER, RULE
from sudokubench.report.error_words import DRAWING_NEEDS
from sudokubench.report.model import Figure, Say
from sudokubench.words import Language, Words, untranslated

HUES = ("#1e78ff", "#e17800", "#5a0f1e", "#1ea5a5", "#0000e1", "#963c00", "#e13c78", "#001e4b")
"""Colours of lines. Colour-blind readers, too, can distinguish any two of them (CIEDE2000 of at least 15 for protanopia
and deuteranopia as simulated by Machado, Oliveira, Fernandes 2009), and each is legible on white. A page replaces them
by `HUES_ON_DARK` if its theme is dark."""

HUES_ON_DARK = ("#87c3ff", "#ffd278", "#b43c4b", "#87fff0", "#8769ff", "#d27800", "#ff87a5", "#3c6987")
"""The colours of lines on nearly black, in the order of `HUES`."""

_DASHES = ([1, 0], [5, 3], [1.5, 2.5])

THEME = {INK: "ink", MUTED: "muted", RULE: "rule", PAPER: "paper"}
"""The names of the colours in the style of a page."""

_KEPT = (
    "dlx", "sat", "cpsat", "algorithm_x", "cryptominisat", "clingo", "highs", "z3", "choco", "logic", "sliced",
    "dxz",
)  # fmt: skip
"""Backends with a fixed style, in the order of the styles; the style of any other name follows from the name."""


def styles(names: Iterable[str]) -> dict[str, tuple[str, list[float]]]:
    """Return the colour and the dashes of each name. The styles are: every colour solid, then every colour dashed, then
    dotted.

    A name has the same style in every report, unless an earlier name of the report has this style: then it takes the
    next free style, if any is free. Names of `_KEPT` come first, then the other names by the alphabet.
    """
    most = len(HUES) * len(_DASHES)
    places: dict[str, int] = {}
    for name in sorted(names, key=lambda name: (name not in _KEPT, name)):
        place = _KEPT.index(name) if name in _KEPT else crc32(name.encode()) % most
        taken = set(places.values()) if len(places) < most else set()
        places[name] = next(n % most for n in range(place, place + most) if n % most not in taken)
    return {name: (HUES[n % len(HUES)], list(_DASHES[n // len(HUES)])) for name, n in places.items()}


@cache
def require() -> Any:
    """Return vl-convert with the Japanese font registered; a call checks that drawing is possible.

    Raises:
        BackendUnavailable: The packages that draw are not installed.
    """
    try:
        import altair  # noqa: F401
        import jinja2  # noqa: F401
        import noto_cjk_sans_jp_regular
        import vl_convert
    except ImportError as error:
        missing = DRAWING_NEEDS.format(package=error.name, command=installing("report"))
        raise BackendUnavailable(missing) from error
    vl_convert.register_font_directory(str(Path(noto_cjk_sans_jp_regular.__file__).parent))
    return vl_convert


def _spec(figure: Figure, say: Say) -> dict[str, Any]:
    axis = {
        "labelColor": INK, "titleColor": INK, "gridColor": RULE, "domainColor": MUTED, "tickColor": MUTED,
        "labelFontSize": 12, "titleFontSize": 13, "titleFontWeight": 500, "titlePadding": 12,
    }  # fmt: skip
    legend = {
        "labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": 500,
        "rowPadding": 4,
    }  # fmt: skip
    config = {
        "font": FONT, "background": None, "aria": False, "axis": axis, "legend": legend,
        "view": {"stroke": None}, "text": {"fontSize": 12, "font": FONT}, "padding": 8,
    }  # fmt: skip
    # Altair checks each part when it is made; to check the whole again takes as long as to draw it
    spec = cast(dict[str, Any], figure.draw(say).to_dict(validate=False))
    return spec | {"config": config}


def svg(figure: Figure, language: Language) -> str:
    """Return a stand-alone SVG on white, with its title."""
    text = cast(str, require().vegalite_to_svg(_alone(figure, language)))
    title, alt = (html.escape(words.to(language)) for words in (figure.title, figure.alt))
    text_alternative = f"<title>{title}</title><desc>{alt}</desc>"
    return re.sub(r"(<svg[^>]*)>", rf'\1 role="img">{text_alternative}', text, count=1)


def png(figure: Figure, language: Language) -> bytes:
    """Return a PNG on white, with its title, two pixels a point."""
    return cast(bytes, require().vegalite_to_png(_alone(figure, language), scale=2))


def pdf(figure: Figure, language: Language) -> bytes:
    """Return a PDF on white, with its title, for LaTeX."""
    return cast(bytes, require().vegalite_to_pdf(_alone(figure, language)))


def sheet(drawing: str) -> bytes:
    """Return an SVG as a PDF of one page."""
    return cast(bytes, require().svg_to_pdf(drawing))


def vega(figure: Figure, language: Language) -> bytes:
    """Return the chart as JSON of Vega-Lite, which other programs can change and draw."""
    return json.dumps(_alone(figure, language), ensure_ascii=False, indent=1).encode()


FORMS: Mapping[str, Callable[[Figure, Language], bytes]] = {
    "svg": lambda figure, language: svg(figure, language).encode(),
    "png": png,
    "pdf": pdf,
    "vl.json": vega,
}
"""The forms of a plot, by the ending of its file."""


def _alone(figure: Figure, language: Language) -> dict[str, Any]:
    """Return the specification of a stand-alone picture: with a background and a title."""
    spec = _spec(figure, lambda words: words.to(language))
    spec["config"]["background"] = PAPER
    title = {"text": figure.title.to(language), "anchor": "start", "color": INK, "font": FONT}
    return spec | {"title": title | {"fontSize": 16, "offset": 14}}


def inline(figure: Figure, spans: Callable[[Words], str]) -> str:
    """Return SVG for a page: its size follows the page, its colours the theme, its texts the language."""
    used: dict[str, Words] = {}

    def say(words: Words) -> str:
        used[words.en] = words
        return words.en

    spec = _spec(figure, say)
    spec["config"]["aria"] = True  # screen readers name the engine of each mark
    text = cast(str, require().vegalite_to_svg(spec))
    # The page's script finds these parts.
    for name, part in (("cloud_marks", "cloud"), ("cursor_marks", "cursor"), ("role-axis-title", "title")):
        text = re.sub(rf'class="[^"]* {name}"', f'data-part="{part}"', text)
    text = re.sub(r'aria-label="([^" ]+)"', r'data-engine="\1"', text)
    unused = "aria-[a-z]+|role|pointer-events|class|xmlns:xlink|version|font-family"
    text = re.sub(rf' (?:{unused})="[^"]*"', "", text)
    text = re.sub(r"(\d+\.\d\d)\d+", r"\1", text)
    text = re.sub(r'(id="|url\(#)(clip|gradient)', rf"\1{figure.key}-\2", text)
    for colour, name in (*THEME.items(), *((hue, f"hue{i}") for i, hue in enumerate(HUES))):
        text = text.replace(f'"{colour}"', f'"var(--{name})"')

    def translated(found: re.Match[str]) -> str:
        english = html.unescape(found[1])
        return f">{spans(used.get(english, untranslated(english)))}</text>"

    text = re.sub(r">([^<>]+)</text>", translated, text)
    return text.replace("<svg", f'<svg role="img" aria-labelledby="alt-{figure.key}"', 1)
