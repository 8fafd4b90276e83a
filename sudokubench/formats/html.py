"""Small pieces of HTML, as notebooks show them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def table(title: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table; all its texts are escaped.

    >>> table("", ["a"], [["<1>"]])
    '<table><tr><th>a</th></tr><tr><td>&lt;1&gt;</td></tr></table>'
    """
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    lines = [("th", head), *(("td", row) for row in rows)]
    body = "".join(
        f"<tr>{''.join(f'<{kind}>{escape(text)}</{kind}>' for text in row)}</tr>" for kind, row in lines
    )
    return f"<table>{caption}{body}</table>"
