"""Puzzles that people share: links, packed puzzles and strings of other programs, recognised by their content.

A form here reads and writes one program's puzzles. `form_of` recognises the form of a text.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import NamedTuple

from sudokubench.errors import InputError, Refusal
from sudokubench.formats.cells import Grid
from sudokubench.formats.limits import MOST_UNPACKED
from sudokubench.formats.shared.words import PACKED_DAMAGED
from sudokubench.formats.words import OTHER_PUZZLE
from sudokubench.layout import Layout
from sudokubench.problem import same_rules


class SharedForm(NamedTuple):
    """A form of another program, with the name of its module. The module is loaded at the first use."""

    name: str

    @property
    def _program(self) -> ModuleType:
        return import_module(f"{__name__}.{self.name}")

    def matches(self, text: str) -> bool:
        """Return whether a text has this form, with or without faults."""
        return bool(self._program.matches(text))

    def write(self, content: Grid) -> str:
        """Return the text of a puzzle."""
        return str(self._program.write(content))

    def read(self, text: str, layout: Layout | None) -> Grid:
        """Return the puzzle of a text.

        Raises:
            Refusal: The text is not such a puzzle, or has another layout than the given one.
            InputError: The text begins with a brace and cannot be parsed.
        """
        try:
            found: Grid = self._program.read(text)
        except Refusal:
            raise
        except InputError as error:
            if text.lstrip().startswith("{"):  # the caller may find several objects
                raise
            is_damaged = error.place.line is not None  # what was unpacked is not JSON
            raise Refusal(PACKED_DAMAGED.format(most=MOST_UNPACKED) if is_damaged else error.words) from None
        if layout is not None and not same_rules(found.layout, layout):
            raise Refusal(OTHER_PUZZLE.format(found=found.layout, asked=layout))
        return found


SHARED = MappingProxyType({name: SharedForm(name) for name in ("fpuzzles", "sudokupad", "iss")})
"""The forms that can state nearly every rule, by their names."""
FORMS_OF_PROGRAMS = MappingProxyType(
    {**SHARED, **{name: SharedForm(name) for name in ("tatham", "penpa", "sumocue", "janko", "sdku")}}
)
"""All forms of other programs, by their names."""

_SIGNS_OF_BOARDS = "0123456789.*_|+- \r\n"
"""A text of only these signs has none of the forms: nearly every board up to 9x9."""


def form_of(text: str) -> str | None:
    """Return the form of another program that a text has; None for any other text, such as a board.

    >>> form_of("https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKL"), form_of("53..7....")
    ('fpuzzles', None)
    """
    if not text.strip(_SIGNS_OF_BOARDS):
        return None
    return next((name for name, form in FORMS_OF_PROGRAMS.items() if form.matches(text)), None)


def is_part(form: str | None, text: str) -> bool:
    """Return whether a line may be either a whole puzzle or only one rule of a puzzle on several lines.

    A constraint string is a whole puzzle if it is in a link or begins with its shape.
    """
    text = text.lstrip()
    return form == "iss" and text.startswith(".") and not text.startswith(".Shape")
