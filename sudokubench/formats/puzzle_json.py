"""The JSON form of a puzzle, which carries every layout, constraint and forbidden candidate.

{"clues":"12...","constraints":[{"cells":[0,1],"kind":"killer","total":3}],"forbidden":[7],"layout":"4x4",
"schema":"sudokubench.puzzle/1"}

Empty fields are left out. `write` makes one text for one puzzle (canonical: sorted keys, layouts by name where they
have one), and `digest` of it is the id of the puzzle.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from sudokubench.constraints import KINDS, Constraint
from sudokubench.errors import InputError, UsageError
from sudokubench.formats import line
from sudokubench.formats.cells import Grid
from sudokubench.formats.regions import layout_of_map
from sudokubench.formats.strict_json import load_object, shown, whole_numbers
from sudokubench.layout import MAX_SIZE, MIN_SIZE, House, Layout
from sudokubench.problem import BoardProblem, layout_of, same_rules, with_constraints
from sudokubench.words import Words

SCHEMA = "sudokubench.puzzle/1"
_FIELDS = {"schema", "layout", "constraints", "clues", "forbidden"}
_MOST_EXTRA_HOUSES, _MOST_CONSTRAINTS = 100, 1_500
_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def write(content: Grid) -> str:
    """Return the canonical text of a puzzle, one line."""
    return _canonical(to_object(content))


def to_object(content: Grid) -> dict[str, Any]:
    """Return the puzzle as a JSON object, for forms that hold one."""
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
    return sha256(write(content).encode()).hexdigest()[:16]


def read(text: str, layout: Layout | None = None) -> Grid:
    """Return the puzzle of a text.

    Raises:
        InputError: It is not a puzzle, or it has another layout than the given one.
    """
    return from_object(load_object(text, "puzzle"), layout)


def from_object(fields: object, layout: Layout | None = None) -> Grid:
    """Return the puzzle of a JSON object: the inverse of `to_object`.

    Raises:
        InputError: It is not a puzzle, or it has another layout than the given one.
    """
    if not isinstance(fields, dict):
        raise _refuse(Words(f"{shown(fields)} is no object", f"{shown(fields)} はオブジェクトではありません"))
    if fields.get("schema") != SCHEMA:
        raise _refuse(
            Words(
                f"its schema is {shown(fields.get('schema'))} and not {SCHEMA!r}",
                f"schema が {shown(fields.get('schema'))} です。{SCHEMA!r} が必要です",
            )
        )
    if not {"schema", "layout", "clues"} <= fields.keys() <= _FIELDS:
        raise _refuse(
            Words(
                f"its fields are {shown(sorted(fields))}; it takes {', '.join(sorted(_FIELDS))}",
                f"項目が {shown(sorted(fields))} です。使えるのは {'、'.join(sorted(_FIELDS))} です",
            )
        )
    problem = problem_from_json(fields["layout"], fields.get("constraints", []))
    found = layout_of(problem)
    if layout is not None and not same_rules(found, layout):
        raise InputError(
            Words(
                f"a puzzle of {found}, and {layout} was asked for",
                f"{found} の問題です。{layout} の問題を指定してください",
            )
        )
    clues = fields["clues"]
    if not isinstance(clues, str) or len(clues) != found.cell_count:
        raise _refuse(
            Words(
                f"its clues are {shown(clues)}: a text of {found.cell_count} characters, a line, is needed",
                f"clues が {shown(clues)} です。{found.cell_count} 文字の 1 行が必要です",
            )
        )
    forbidden = whole_numbers(fields.get("forbidden", []), 0, found.size**3 - 1)
    if forbidden is None:
        raise _refuse(
            Words(
                f"its forbidden options are no list of whole numbers from 0 to {found.size**3 - 1}",
                f"forbidden は 0 から {found.size**3 - 1} までの整数のリストでなければなりません",
            )
        )
    grid = line.read(clues, found)
    options = tuple(sorted(set(forbidden)))
    return Grid(layout or found, grid.digits, None, constraints_of(problem), options)


def problem_to_json(problem: BoardProblem) -> str:
    """Return layout and constraints without clues, as `--layout FILE` takes them: the same form, without `clues`."""
    fields: dict[str, object] = {"schema": SCHEMA, "layout": layout_to_json(layout_of(problem))}
    if constraints := constraints_of(problem):
        fields["constraints"] = [_constraint_to_json(constraint) for constraint in constraints]
    return _canonical(fields)


def read_problem(text: str | bytes) -> BoardProblem:
    """Return layout and constraints of a puzzle, of the same form without clues, or the layout of a map of regions.

    Raises:
        InputError: The text is none of these.
    """
    if isinstance(text, str) and (regions := layout_of_map(text)):
        return regions
    fields = load_object(text, "layout")
    if "size" in fields:  # the parts of a layout alone
        return problem_from_json(fields, [])
    if fields.get("schema") != SCHEMA or "layout" not in fields or not fields.keys() <= _FIELDS:
        raise InputError(
            Words(
                f"no layout: its fields are {shown(sorted(fields))}; "
                f"schema ({SCHEMA!r}), layout and constraints make one",
                f"レイアウトではありません：項目が {shown(sorted(fields))} です。"
                f"schema（{SCHEMA!r}）、layout、constraints を書いてください",
            )
        )
    return problem_from_json(fields["layout"], fields.get("constraints", []))


def problem_from_json(layout: object, constraints: object) -> BoardProblem:
    """Return a layout with its constraints from values of JSON.

    Raises:
        InputError: They are not a layout with constraints.
    """
    if not isinstance(constraints, list) or len(constraints) > _MOST_CONSTRAINTS:
        raise _refuse(
            Words(
                f"its constraints are no list of {_MOST_CONSTRAINTS:,} at most",
                f"constraints は {_MOST_CONSTRAINTS:,} 個までのリストでなければなりません",
            )
        )
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
    """Return the layout of a name, or of its parts.

    Raises:
        UsageError: The parts make no layout.
        InputError: They are of the wrong types.
    """
    if isinstance(value, str):
        return Layout.named(value)
    if not isinstance(value, dict) or value.keys() != {"size", "boxes", "symbols", "extra"}:
        raise _refuse(
            Words(
                f"its layout is {shown(value)}: a name such as '9x9', or size, boxes, symbols and extra",
                f"layout が {shown(value)} です。'9x9' のような名前か、size、boxes、symbols、extra を書いてください",
            )
        )
    size, boxes, symbols, extra = value["size"], value["boxes"], value["symbols"], value["extra"]
    if type(size) is not int or not MIN_SIZE <= size <= MAX_SIZE:
        raise _refuse(
            Words(
                f"the size of its layout is {shown(size)}: {MIN_SIZE} to {MAX_SIZE} are possible",
                f"layout の size が {shown(size)} です。{MIN_SIZE} から {MAX_SIZE} までにしてください",
            )
        )
    box_of = whole_numbers(boxes, 0, size - 1)
    if box_of is None:
        raise _refuse(
            Words(
                f"the boxes of its layout are no list of whole numbers from 0 to {size - 1}",
                f"layout の boxes は 0 から {size - 1} までの整数のリストでなければなりません",
            )
        )
    if not isinstance(symbols, str):
        raise _refuse(
            Words("the symbols of its layout are no text", "layout の symbols が文字列ではありません")
        )
    if not isinstance(extra, list) or len(extra) > _MOST_EXTRA_HOUSES:
        raise _refuse(
            Words(
                f"the extra houses of its layout are no list of {_MOST_EXTRA_HOUSES} at most",
                f"layout の extra は {_MOST_EXTRA_HOUSES} 個までのリストでなければなりません",
            )
        )
    return Layout(size, box_of, symbols, tuple(_house(house, size) for house in extra))


def constraints_of(problem: BoardProblem) -> tuple[Constraint, ...]:
    """Return the constraints of a board's problem; () for a layout."""
    return () if isinstance(problem, Layout) else problem.constraints


def _house(value: object, size: int) -> House:
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], str):
        raise _refuse(
            Words(
                f"an extra house is {shown(value)}: a list of its name and its cells is needed",
                f"extra の 1 つが {shown(value)} です。名前とマスのリストが必要です",
            )
        )
    cells = whole_numbers(value[1], 0, size * size - 1)
    if cells is None:
        raise _refuse(
            Words(
                f"the cells of the house {shown(value[0])} are no list of numbers from 0 to {size * size - 1}",
                f"{shown(value[0])} のマスは 0 から {size * size - 1} までの数のリストでなければなりません",
            )
        )
    return House(value[0], cells)


def _constraint_to_json(constraint: Constraint) -> dict[str, Any]:
    return {"kind": constraint.kind, **constraint.to_json()}


def _constraint_from_json(value: object) -> Constraint:
    if not isinstance(value, dict) or not isinstance(value.get("kind"), str):
        raise _refuse(
            Words(
                f"a constraint is {shown(value)}: an object with a kind is needed",
                f"制約が {shown(value)} です。kind のあるオブジェクトが必要です",
            )
        )
    kind = value["kind"]
    if kind not in KINDS:
        raise _refuse(
            Words(
                f"it has the constraint {shown(kind)}, which is not known; there are {', '.join(KINDS)}",
                f"制約 {shown(kind)} は知られていません。使えるのは {'、'.join(KINDS)} です",
            )
        )
    return KINDS[kind].from_json({key: one for key, one in value.items() if key != "kind"})


def _canonical(fields: dict[str, object]) -> str:
    return _ENCODER.encode(fields)


def _refuse(reason: Words) -> InputError:
    return InputError(Words("no puzzle: ", "問題ではありません：") + reason)
