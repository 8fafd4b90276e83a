"""What rules and steps are called and how they are told, in English and Japanese.

Each language is a module with the names, definitions and reasons of every rule and the phrases that join
them. A reason is a sentence with fields in braces; the fields are made here from the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Literal

from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.logic.geometry import Geometry, HouseKind, geometry_of
from sudokubench.logic.step import Link, LinkKind, Step

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = ("en", "ja")


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule in one language.

    Attributes:
        name: Its title.
        definition: What it says, in general.
        reason: Why a step holds; a format string whose fields are listed at `fields_of`.
    """

    name: str
    definition: str
    reason: str


@dataclass(frozen=True, slots=True)
class Phrases:
    """How a language joins words.

    Attributes:
        houses: For each kind of house a format string with `number` or `name`.
        join: Joins a list of words.
        cell_digits: `cells` and `digits` of an elimination.
        parts: Joins eliminations.
        place: `cell` takes `digit`.
        remove, put: The conclusion, with `what`.
        is_true, is_false: A node of a chain: `cells`, `digit`.
        one_of: A node of several cells that is true.
        if_, then, so: Parts of a chain, with `what`.
        unique: What is added for a rule that relies on a single solution.
        cell_fact, place_fact: What is left to a cell, and to a digit in a house.
        more: What stands for the rest of a long list; `count`.
        said: What the commands say around steps and rules, with the same keys and fields in each language.
    """

    houses: Mapping[HouseKind, str]
    join: Callable[[list[str]], str]
    cell_digits: str
    parts: str
    place: str
    remove: str
    put: str
    is_true: str
    is_false: str
    one_of: str
    none_of: str
    if_: str
    then: str
    so: str
    chain_end: str
    unique: str
    cell_fact: str
    place_fact: str
    more: str
    said: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Catalog:
    """A language: phrases, and a text for every rule."""

    phrases: Phrases
    rules: Mapping[str, RuleText]


@cache
def catalog(language: str) -> Catalog:
    """A language by its code.

    Raises:
        UsageError: There is none of this code.
    """
    if language not in LANGUAGES:
        raise UsageError(f"unknown language {language!r}; there are {', '.join(LANGUAGES)}")
    found: Catalog = import_module(f"sudokubench.logic.texts.{language}").CATALOG
    return found


def rule_text(rule: str, language: str) -> RuleText:
    """Name, definition and reason of a rule."""
    return catalog(language).rules[rule]


def describe(step: Step, layout: Layout, language: str = "en", *, unique: bool = False) -> str:
    """A step in words: its name, why it holds, and what follows.

    Args:
        step: The step.
        layout: The layout of its board.
        language: `en` or `ja`.
        unique: Whether its rule relies on a single solution, which is then said.
    """
    words = catalog(language)
    text = words.rules[step.rule]
    fields = fields_of(step, geometry_of(layout), words.phrases)
    said = [f"{text.name}: {text.reason.format_map(fields)}"]
    if step.placed:
        said.append(words.phrases.put.format(what=fields["placed"]))
    if step.eliminated:
        said.append(words.phrases.remove.format(what=fields["gone"]))
    if unique:
        said.append(words.phrases.unique)
    return ("" if language == "ja" else " ").join(said)


class _Fields(dict[str, str]):
    """Fields of a reason; a role that the step does not have is told as nothing."""

    def __missing__(self, key: str) -> str:
        return ""


def fields_of(step: Step, geometry: Geometry, phrases: Phrases) -> Mapping[str, str]:
    """The fields of a reason.

    `digits`, `gone`, `placed`; `base_houses` and `cover_houses`, the halves of a fish;
    `house`, `house2`
    and `house3` in the order of the step, `houses` all of them; `chain` in words; `length`; and for each
    role of the step's groups its cells, and with `_digits` its digits.
    """
    n, name = geometry.size, geometry.layout.cell_name
    symbols = geometry.layout.symbols
    found = _Fields(
        digits=phrases.join([symbols[d - 1] for d in step.digits]),
        gone=told_options(step.eliminated, geometry, phrases),
        placed=phrases.join(
            [phrases.place.format(cell=name(o // n), digit=symbols[o % n]) for o in step.placed]
        ),
        houses=phrases.join([house_name(geometry, house, phrases) for house in step.houses]),
        length=str(step.length),
        chain=_chain(step.links, geometry, phrases),
        net=_net(step.links, geometry, phrases),
    )
    found["fin"] = phrases.join([])
    for number, house in enumerate(step.houses[:3], 1):
        found["house" if number == 1 else f"house{number}"] = house_name(geometry, house, phrases)
    facts = [group for role, group in step.groups if role == "fact"]
    if facts:
        pairs = zip(step.items, facts, strict=True)
        found["told"] = phrases.parts.join(
            [told_item(item, group, geometry, phrases) for item, group in pairs]
        )
    half = len(step.houses) // 2
    found["base_houses"] = phrases.join(
        [house_name(geometry, house, phrases) for house in step.houses[:half]]
    )
    found["cover_houses"] = phrases.join(
        [house_name(geometry, house, phrases) for house in step.houses[half:]]
    )
    for role in dict.fromkeys(role for role, _ in step.groups):
        options = step.group(role)
        apart = [
            phrases.join([name(cell) for cell in sorted({o // n for o in group})])
            for other, group in step.groups
            if other == role
        ]
        found[role] = apart[0] if len(apart) == 1 else phrases.join([f"({cells})" for cells in apart])
        found[f"{role}_digits"] = phrases.join([symbols[d] for d in sorted({o % n for o in options})])
    return found


def house_name(geometry: Geometry, house: int, phrases: Phrases) -> str:
    """A house in words, such as `row 3`."""
    kind = geometry.kinds[house]
    return phrases.houses[kind].format(number=house % geometry.size + 1, name=geometry.names[house])


def told_options(options: Iterable[int], geometry: Geometry, phrases: Phrases) -> str:
    """Candidates in words: `3 from R1C2 and R1C5`, digit by digit."""
    n = geometry.size
    cells: dict[int, list[str]] = {}
    for option in sorted(options):
        cells.setdefault(option % n, []).append(geometry.layout.cell_name(option // n))
    symbols = geometry.layout.symbols
    said = [
        phrases.cell_digits.format(digits=symbols[d], cells=phrases.join(cells[d])) for d in sorted(cells)
    ]
    return phrases.parts.join(said)


def _node(options: tuple[int, ...], true: bool, geometry: Geometry, phrases: Phrases) -> str:
    n, name = geometry.size, geometry.layout.cell_name
    cells = phrases.join([name(option // n) for option in options])
    digit = geometry.layout.symbols[options[0] % n]
    if len(options) == 1:
        pattern = phrases.is_true if true else phrases.is_false
    else:
        pattern = phrases.one_of if true else phrases.none_of
    return pattern.format(cells=cells, digit=digit)


def _chain(links: tuple[Link, ...], geometry: Geometry, phrases: Phrases) -> str:
    """A chain in words: if the start is false, this is true, so that is false ..."""
    if not links or links[0].kind is not LinkKind.STRONG or len(links[0].start) == 0:
        return ""
    said = [phrases.if_.format(what=_node(links[0].start, False, geometry, phrases))]
    for number, link in enumerate(links):
        pattern = phrases.then if number == 0 else phrases.so
        said.append(pattern.format(what=_node(link.end, link.kind is LinkKind.STRONG, geometry, phrases)))
    return "".join(said) + phrases.chain_end


_TOLD = 40


def _net(links: tuple[Link, ...], geometry: Geometry, phrases: Phrases) -> str:
    """The digits that a net places on the way, in order."""
    n, name = geometry.size, geometry.layout.cell_name
    placed = list(dict.fromkeys(link.end[0] for link in links if link.kind is LinkKind.STRONG))
    said = [
        phrases.place.format(cell=name(o // n), digit=geometry.layout.symbols[o % n]) for o in placed[:_TOLD]
    ]
    if len(placed) > _TOLD:
        said.append(phrases.more.format(count=len(placed) - _TOLD))
    return ", ".join(said) if said else "–"


def told_item(item: int, options: Iterable[int], geometry: Geometry, phrases: Phrases) -> str:
    """An item as evidence, with the options that are left to it: `R1C2 is 3 or 5`, `5 in box 2 is in R1C4 or R1C5`."""
    n, symbols = geometry.size, geometry.layout.symbols
    options = sorted(options)
    if item < geometry.cell_count:
        digits = phrases.join([symbols[option % n] for option in options])
        return phrases.cell_fact.format(cell=geometry.layout.cell_name(item), digits=digits)
    house, d = divmod(item - geometry.cell_count, n)
    cells = phrases.join([geometry.layout.cell_name(option // n) for option in options])
    return phrases.place_fact.format(
        house=house_name(geometry, house, phrases), digit=symbols[d], cells=cells
    )
