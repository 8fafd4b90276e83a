"""Read the texts of a drawing, with their places."""

from collections.abc import Mapping
from typing import NamedTuple
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


class Sign(NamedTuple):
    """A text, its place, and the attributes of its element."""

    text: str
    x: float
    y: float
    look: Mapping[str, str]


def signs(drawing: ElementTree.Element) -> list[Sign]:
    """Return all texts; a text with several places counts once for each place."""
    found = []
    for element in drawing.iter(f"{SVG}text"):
        text = element.text or ""
        xs, ys = ([float(value) for value in element.attrib[name].split()] for name in ("x", "y"))
        parts = [text] if len(xs) == 1 else list(text)
        found += [Sign(*one, element.attrib) for one in zip(parts, xs, ys, strict=True)]
    return found
