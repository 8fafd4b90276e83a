"""The wording of steps that rule out candidates by the fillings of a constraint, in the words of its variant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from sudokubench.constraints import Linear
from sudokubench.logic import words
from sudokubench.logic.geometry import bits_of, union
from sudokubench.logic.limits import MOST_TOLD
from sudokubench.logic.texts.phrases import PARTS
from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.logic.geometry import Geometry
    from sudokubench.logic.step import Step
    from sudokubench.logic.texts import Wording

_MOST_NAMED = 2
"""Largest number of eliminations that the reason names, too."""
_MOST_SUMS = 6
"""Largest number of sums, or of combinations of a cage, that the reason names."""
_MOST_COMBINATIONS = 20_000
"""Largest number of sets of digits that are tried as combinations of a cage."""


def filling_reason(step: Step, wording: Wording) -> str:
    """Return the reason of a step: the fillings left, and the cells that decide; "" for a step of another kind."""
    geometry = wording.geometry
    constraints = [one for item in step.items if (one := geometry.constraint_of(item)) is not None]
    if not constraints:
        return ""
    language, many = wording.language, step.length
    deciding = [item for item in step.items if item < geometry.cell_count]
    ways = words.MANY_WAYS if many >= MOST_TOLD else words.WAYS
    named = words.OR.to(language).join(wording.placements(step.eliminated[: _MOST_NAMED + 1]))
    try:
        special = _SPECIAL.get(step.rule, _as_any)(step, wording, constraints)
    except LookupError:  # a step of another program may name a constraint of another variant, or no house
        special = None
    template, fields = special or _as_any(step, wording, constraints)
    return template.to(language).format(
        constraint=wording.constraint(constraints[0]),
        gone=named if len(step.eliminated) <= _MOST_NAMED else words.THESE.to(language),
        ways=ways.format(count=many).to(language),
        deciding=wording.cells(deciding),
        **fields,
    )


_Told = tuple[Words, Mapping[str, str]] | None
"""A sentence and its own fields; None if the general sentence says more."""


def _as_any(step: Step, wording: Wording, constraints: Sequence[int]) -> tuple[Words, Mapping[str, str]]:
    return (words.NO_FILLING if step.length else words.BREAKS), {}


def _allowed(step: Step, geometry: Geometry) -> dict[int, int]:
    """Return for each cell the mask of the digits that the fillings give it."""
    found = dict[int, int]()
    for option in step.group("allowed"):
        cell, d = divmod(option, geometry.size)
        found[cell] = found.get(cell, 0) | 1 << d
    return found


def _either(texts: Iterable[str], wording: Wording) -> str:
    *others, last = texts
    comma, last_or = (text.to(wording.language) for text in (words.COMMA_OR, words.LAST_OR))
    return comma.join(others) + last_or + last if others else last


def _as_cage(step: Step, wording: Wording, constraints: Sequence[int]) -> _Told:
    total = wording.geometry.constraints[constraints[0]].to_json()["total"]
    masks = sorted(_allowed(step, wording.geometry).values(), key=int.bit_count)
    digits, symbols = bits_of(union(masks)), wording.geometry.layout.symbols
    if comb(len(digits), len(masks)) > _MOST_COMBINATIONS:
        return None
    sums = (some for some in combinations(digits, len(masks)) if sum(some) + len(some) == total)
    found = [some for some in sums if _fits(masks, sum(1 << d for d in some))]
    if not 0 < len(found) <= _MOST_SUMS:
        return None
    return words.COMBINATIONS, {
        "sums": _either(("+".join(symbols[d] for d in some) for some in found), wording)
    }


def _fits(masks: Sequence[int], digits: int) -> bool:
    """Return whether each mask can have a digit of its own."""
    return not masks or any(_fits(masks[1:], digits & ~(1 << d)) for d in bits_of(masks[0] & digits))


def _as_thermometer(step: Step, wording: Wording, constraints: Sequence[int]) -> _Told:
    n, language = wording.geometry.size, wording.language
    constraint, symbols = wording.geometry.constraints[constraints[0]], wording.geometry.layout.symbols
    allowed, bounds = _allowed(step, wording.geometry), list[str]()
    lost = {option // n for option in step.eliminated}
    for cell in (cell for cell in constraint.to_json()["cells"] if cell in lost):
        digits = bits_of(allowed.get(cell, 0))
        if not digits:
            return None
        form = words.BOUND if len(digits) == 1 else words.BOUNDS
        least, most = symbols[digits[0]], symbols[digits[-1]]
        bounds.append(form.to(language).format(cell=wording.cells([cell]), least=least, most=most))
    rising = words.RISING if constraint.kind == "thermometer" else words.NEVER_FALLING
    return rising, {"bounds": wording.say(PARTS).join(bounds)}


def _as_arrow(step: Step, wording: Wording, constraints: Sequence[int]) -> _Told:
    circle = wording.geometry.constraints[constraints[0]].to_json()["circle"]
    sums = bits_of(_allowed(step, wording.geometry).get(circle[0], 0))
    if len(circle) > 1 or not 0 < len(sums) <= _MOST_SUMS:
        return None
    return words.ARROW_SUMS, {"sums": _either((str(d + 1) for d in sums), wording)}


def _as_rest(step: Step, wording: Wording, constraints: Sequence[int]) -> _Told:
    """Return a sentence with the sum of a house, the cages, and the sum that they leave to innies and outies."""
    geometry = wording.geometry
    house = {*bits_of(geometry.houses[step.houses[0]])}
    cages = {cell for one in constraints for cell in geometry.cells_of_constraint(one)}
    statements = (geometry.constraints[one].statements(geometry.layout) for one in constraints)
    totals = (one.low for some in statements for one in some if isinstance(one, Linear))
    all_digits = geometry.size * (geometry.size + 1) // 2
    rest, inside, outside = all_digits - sum(totals), sorted(house - cages), sorted(cages - house)
    if not inside or (outside and rest < 0):
        rest, inside, outside = -rest, outside, inside
    name = geometry.layout.cell_name
    terms = " + ".join(map(name, inside)) + "".join(f" - {name(cell)}" for cell in outside)
    named = wording.join([*map(wording.constraint, constraints)])
    fields = {"house": wording.house(step.houses[0]), "all": str(all_digits), "cages": named}
    return words.HOUSE_LESS_CAGES, {**fields, "sum": f"{terms} = {rest}"}


_SPECIAL: Mapping[str, Callable[[Step, Wording, Sequence[int]], _Told]] = {
    "cage_combinations": _as_cage,
    "thermometer_bounds": _as_thermometer,
    "arrow_sums": _as_arrow,
    "innies_outies": _as_rest,
}
