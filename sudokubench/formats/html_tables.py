"""Boards in tables of HTML, as in a page that a browser saved: a cell shows a text, or the value of an input field."""

from __future__ import annotations

from html.parser import HTMLParser

from sudokubench.formats import loose


class _Tables(HTMLParser):
    """Collects the texts of the cells: tables of rows of cells. A table may stand in a cell of another table."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._open: list[list[list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row or a cell; take the value of an input field as the text of its cell."""
        if tag == "table":
            self._open.append([])
            self.tables.append(self._open[-1])
        elif tag == "tr" and self._open:
            self._open[-1].append([])
        elif tag in {"td", "th"} and self._open and self._open[-1]:
            self._open[-1][-1].append("")
        elif tag == "input":
            self.handle_data(dict(attrs).get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        """End a table; the table around it goes on."""
        if tag == "table" and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Add a text to the current cell."""
        if self._open and self._open[-1] and self._open[-1][-1]:
            self._open[-1][-1][-1] += "".join(data.split())


def boards(text: str, size: int | None = None) -> list[str]:
    """Return the boards of the tables in a text of HTML, as grids for the strict reader; [] without a board.

    A row with a single cell is a title. The side of the boards may be given as `size`.
    """
    parser = _Tables()
    parser.feed(text)
    found = list[str]()
    for table in parser.tables:
        rows = ["\t".join(row) for row in table if len(row) > 1]
        end, grids = (loose.in_lines(rows, size) if rows else None) or (0, [])
        found += grids if end == len(rows) else []
    return found
