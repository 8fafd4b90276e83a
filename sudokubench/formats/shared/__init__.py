"""Puzzles that people share: links, packed puzzles and strings of other programs, recognised by their content.

A form here reads and writes one program's puzzles. `form_of` recognises the form of a text.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

from sudokubench.errors import InputError
from sudokubench.formats.cells import Grid
from sudokubench.formats.remarks import Refusal
from sudokubench.formats.shared import fpuzzles, iss, sudokupad, tatham
from sudokubench.formats.words import OTHER_PUZZLE
from sudokubench.layout import Layout
from sudokubench.problem import same_rules


class SharedForm(NamedTuple):
    """A form of another program.

    Attributes:
        matches: Whether a text has this form; it need not be free of faults.
        parse: Returns the puzzle of a text.
        write: Returns the text of a puzzle, in one line.
    """

    matches: Callable[[str], bool]
    parse: Callable[[str], Grid]
    write: Callable[[Grid], str]

    def read(self, text: str, layout: Layout | None) -> Grid:
        """Return the puzzle of a text.

        Raises:
            Refusal: The text is not such a puzzle, or has another layout than the given one.
            InputError: The text begins with a brace and cannot be parsed.
        """
        try:
            found = self.parse(text)
        except Refusal:
            raise
        except InputError as error:
            if text.lstrip().startswith("{"):  # the caller may find several objects
                raise
            raise Refusal(error.words) from None
        if layout is not None and not same_rules(found.layout, layout):
            raise Refusal(OTHER_PUZZLE.format(found=found.layout, asked=layout))
        return found


SHARED = MappingProxyType(
    {
        "fpuzzles": SharedForm(fpuzzles.matches, fpuzzles.read, fpuzzles.write),
        "sudokupad": SharedForm(sudokupad.matches, sudokupad.read, sudokupad.write),
        "iss": SharedForm(iss.matches, iss.read, iss.write),
    }
)
"""The forms that can state nearly every rule, by their names."""
FORMS_OF_PROGRAMS = MappingProxyType(
    {**SHARED, "tatham": SharedForm(tatham.matches, tatham.read, tatham.write)}
)
"""All forms of other programs, by their names."""


def form_of(text: str) -> str | None:
    """Return the form of another program that a text has; None for any other text, such as a board.

    >>> form_of("https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKL"), form_of("53..7....")
    ('fpuzzles', None)
    """
    return next((name for name, form in FORMS_OF_PROGRAMS.items() if form.matches(text)), None)


def is_part(form: str | None, text: str) -> bool:
    """Return whether a line may be a whole puzzle, or only one rule of a puzzle on several lines."""
    return form == "iss" and not iss.is_whole(text)
