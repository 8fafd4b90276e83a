"""The JSON form of a board with its layout, constraints and forbidden candidates; its digest is the id of the board.

{"clues":"12...","constraints":[{"cells":[0,1],"kind":"killer","total":3}],"forbidden":[7],"layout":"4x4",
"schema":"sudokubench.puzzle/1"}

Empty fields are left out. `write` makes one text for one puzzle (canonical: sorted keys, layouts by name where they
have one), and the `digest` of this text is the id of the puzzle.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from sudokubench.constraints import VARIANTS, Constraint
from sudokubench.errors import InputError, UsageError, unknown
from sudokubench.formats import line, words
from sudokubench.formats.cells import Grid
from sudokubench.formats.regions import layout_of_map
from sudokubench.formats.strict_json import load_object, not_a, shown, whole_numbers
from sudokubench.layout import MAX_SIZE, MIN_SIZE, House, Layout
from sudokubench.problem import BoardProblem, constraints_of, layout_of, same_rules, with_constraints

SCHEMA = "sudokubench.puzzle/1"
_FIELDS = {"schema", "layout", "constraints", "clues", "forbidden"}
_MOST_EXTRA_HOUSES, _MOST_CONSTRAINTS = 100, 1_500
_canonical = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode
_refuse = partial(not_a, "puzzle")


def write(content: Grid) -> str:
    """Return the canonical text of a puzzle, one line."""
    return _canonical(to_object(content))


def to_object(content: Grid) -> dict[str, Any]:
    """Return the puzzle as a JSON object."""
    fields: dict[str, Any] = {
        "schema": SCHEMA,
        "layout": layout_to_json(content.layout),
        "clues": line.write(content),
    }
    if content.constraints:
        fields["constraints"] = [_constraint_to_json(constraint) for constraint in content.constraints]
    if content.forbidden:
        fields["forbidden"] = list(content.forbidden)
    return fields


def digest(content: Grid) -> str:
    """Return the id of a puzzle: 16 hexadecimal digits of the SHA-256 of its canonical text."""
    from hashlib import sha256

    return sha256(write(content).encode()).hexdigest()[:16]


def read(text: str, layout: Layout | None = None) -> Grid:
    """Return the puzzle of a text. Raises InputError if it is not a puzzle, or has another layout than `layout`."""
    return from_object(load_object(text, "puzzle"), layout)


def from_object(fields: object, layout: Layout | None = None) -> Grid:
    """Return the puzzle of a JSON object: the inverse of `to_object`. Raises InputError as `read` does."""
    if not isinstance(fields, dict):
        raise _refuse(words.NO_OBJECT.format(value=shown(fields)))
    if fields.get("schema") != SCHEMA:
        reason = words.SCHEMA_IS.format(value=shown(fields.get("schema")), schema=SCHEMA)
        raise _refuse(reason + words.OR_OF_A_COVER)
    if not {"schema", "layout", "clues"} <= fields.keys() <= _FIELDS:
        raise _refuse(words.FIELDS_ARE.format(found=shown(sorted(fields)), known=", ".join(sorted(_FIELDS))))
    problem = problem_from_json(fields["layout"], fields.get("constraints", []))
    found = layout_of(problem)
    if layout is not None and not same_rules(found, layout):
        raise InputError(words.OTHER_PUZZLE.format(found=found, asked=layout))
    clues = fields["clues"]
    if not isinstance(clues, str) or len(clues) != found.cell_count:
        raise _refuse(words.CLUES_ARE.format(value=shown(clues), count=found.cell_count))
    forbidden = whole_numbers(fields.get("forbidden", []), found.size**3 - 1)
    if forbidden is None:
        raise _refuse(words.FORBIDDEN_ARE.format(last=found.size**3 - 1))
    grid = line.read(clues, found)
    options = tuple(sorted(set(forbidden)))
    return Grid(layout or found, grid.digits, None, constraints_of(problem), options)


def problem_to_json(problem: BoardProblem) -> str:
    """Return layout and constraints without clues, as `--layout FILE` takes them: the same form, without `clues`."""
    fields: dict[str, object] = {"schema": SCHEMA, "layout": layout_to_json(layout_of(problem))}
    if constraints := constraints_of(problem):
        fields["constraints"] = [_constraint_to_json(constraint) for constraint in constraints]
    return _canonical(fields)


def read_problem(text: str) -> BoardProblem:
    """Return layout and constraints from a puzzle in JSON, with or without clues, from a layout, or a map of regions.

    Raises:
        InputError: The text is not JSON of a puzzle or a layout, and not a map of regions.
    """
    if regions := layout_of_map(text, prime=True):
        return regions
    if not text.lstrip("\ufeff \t\r\n").startswith("{"):
        raise not_a("layout", words.NO_MAP)
    fields = load_object(text, "layout")
    if "size" in fields:  # the parts of a layout alone
        return problem_from_json(fields, [])
    if fields.get("schema") != SCHEMA or "layout" not in fields or not fields.keys() <= _FIELDS:
        raise InputError(words.NO_LAYOUT.format(found=shown(sorted(fields)), schema=SCHEMA))
    return problem_from_json(fields["layout"], fields.get("constraints", []))


def problem_from_json(layout: object, constraints: object) -> BoardProblem:
    """Return a layout with constraints from values of JSON. Raises InputError for other values."""
    if not isinstance(constraints, list) or len(constraints) > _MOST_CONSTRAINTS:
        raise _refuse(words.CONSTRAINTS_ARE.format(most=_MOST_CONSTRAINTS))
    try:
        return with_constraints(layout_from_json(layout), map(_constraint_from_json, constraints))
    except UsageError as error:
        raise _refuse(error.words) from None


def layout_to_json(layout: Layout) -> object:
    """Return the name of a layout if it has one, else its parts."""
    return layout.name or {
        "size": layout.size,
        "boxes": list(layout.boxes),
        "symbols": layout.symbols,
        "extra": [[house.name, list(house.cells)] for house in layout.extra],
    }


def layout_from_json(value: object) -> Layout:
    """Return the layout that a value of JSON states: a name, or an object with size, boxes, symbols and extra houses.

    Raises:
        UsageError: The name or the parts are not those of a layout.
        InputError: The value or a part has a wrong type.
    """
    if isinstance(value, str):
        return Layout.named(value)
    if not isinstance(value, dict) or value.keys() != {"size", "boxes", "symbols", "extra"}:
        raise _refuse(words.LAYOUT_IS.format(value=shown(value)))
    size, boxes, symbols, extra = value["size"], value["boxes"], value["symbols"], value["extra"]
    if type(size) is not int or not MIN_SIZE <= size <= MAX_SIZE:
        raise _refuse(words.SIZE_IS.format(value=shown(size), least=MIN_SIZE, most=MAX_SIZE))
    box_of = whole_numbers(boxes, size - 1)
    if box_of is None:
        raise _refuse(words.BOXES_ARE.format(last=size - 1))
    if not isinstance(symbols, str):
        raise _refuse(words.SYMBOLS_ARE)
    if not isinstance(extra, list) or len(extra) > _MOST_EXTRA_HOUSES:
        raise _refuse(words.EXTRA_ARE.format(most=_MOST_EXTRA_HOUSES))
    return Layout(size, box_of, symbols, tuple(_house(house, size) for house in extra))


def _house(value: object, size: int) -> House:
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], str):
        raise _refuse(words.EXTRA_IS.format(value=shown(value)))
    cells = whole_numbers(value[1], size * size - 1)
    if cells is None:
        raise _refuse(words.HOUSE_CELLS_ARE.format(name=shown(value[0]), last=size * size - 1))
    return House(value[0], cells)


def _constraint_to_json(constraint: Constraint) -> dict[str, Any]:
    return {"kind": constraint.kind, **constraint.to_json()}


def _constraint_from_json(value: object) -> Constraint:
    if not isinstance(value, dict) or not isinstance(value.get("kind"), str):
        raise _refuse(words.CONSTRAINT_IS.format(value=shown(value)))
    kind = value["kind"]
    if kind not in VARIANTS:
        raise _refuse(words.UNKNOWN_KIND.format(**unknown(kind, VARIANTS), kind=shown(kind)))
    return VARIANTS[kind].from_json({key: one for key, one in value.items() if key != "kind"})
