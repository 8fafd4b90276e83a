"""Orders of rules: for teaching, for ratings, as in HoDoKu, or from a TOML file.

A file may hold `order = [names]` and `uniqueness = true` or `false`. Its tables `[se]` and `[hodoku]` give rules new
values, such as `naked_pair = 3.5`. All other rules keep their values.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import islice

from sudokubench.core_words import A_CONFIGURATION
from sudokubench.errors import InputError, Place, UsageError, require_kind
from sudokubench.formats.strict_json import shown
from sudokubench.logic import words
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import all_rules, rule_named
from sudokubench.logic.search_settings import SINGLES

_DIRECT = ("direct_pointing", "direct_claiming", "direct_hidden_pair", "direct_hidden_triple")

_RATED = (
    "full_house", "hidden_single_box", "hidden_single_line", "direct_pointing", "direct_claiming", "direct_hidden_pair",
    "naked_single", "direct_hidden_triple", "pointing", "claiming", "naked_pair", "x_wing", "hidden_pair",
    "naked_triple", "swordfish", "hidden_triple", "xy_wing", "xyz_wing", "unique_rectangle_1", "unique_rectangle_2",
    "unique_rectangle_4", "unique_rectangle_3", "unique_loop_1", "unique_loop_2", "unique_loop_4", "naked_quad",
    "jellyfish", "hidden_quad", "bug_plus_1", "bug_2", "bug_4", "bug_3", "aligned_pair", "x_chain", "y_cycle", "aic",
    "aligned_triplet", "nishio", "forcing_chain", "forcing_net", "forcing_net_patterns", "net_with_chains",
    "net_with_forcing_chains", "nested_net",
)  # fmt: skip
"""The rules of Sudoku Explainer, in its order. Other rules would change the difficulty of boards."""

_TAUGHT = (
    "full_house", "hidden_single_box", "hidden_single_line", "naked_single", "thermometer_bounds", "arrow_sums",
    "cage_combinations", "fillings", "innies_outies", "locked_pair", "locked_triple", "pointing", "claiming",
    "naked_pair", "naked_triple", "hidden_pair", "hidden_triple", "naked_quad", "hidden_quad", "x_wing", "swordfish",
    "jellyfish", "remote_pair", "bug_plus_1", "skyscraper", "dual_two_string_kite", "two_string_kite",
    "dual_empty_rectangle", "turbot_fish", "empty_rectangle", "simple_colors_trap", "simple_colors_wrap", "xy_wing",
    "xyz_wing", "unique_rectangle_1", "unique_rectangle_2", "unique_rectangle_4", "unique_rectangle_3",
    "unique_rectangle_5", "unique_rectangle_6", "avoidable_rectangle_1", "avoidable_rectangle_2", "hidden_rectangle",
    "unique_loop_1", "unique_loop_2", "unique_loop_4", "extended_rectangle_1", "extended_rectangle_2",
    "extended_rectangle_4", "bug_2", "bug_3", "bug_4", "w_wing", "finned_x_wing", "sashimi_x_wing", "finned_swordfish",
    "sashimi_swordfish", "finned_jellyfish", "sashimi_jellyfish", "x_chain", "multi_colors_1", "multi_colors_2",
    "guardians", "fireworks", "xy_chain", "medusa_trap", "medusa_wrap", "sue_de_coq", "nice_loop", "m_wing", "s_wing",
    "aic", "grouped_nice_loop", "grouped_aic", "wxyz_wing", "als_xz", "als_xy_wing", "als_chain", "death_blossom",
    "als_aic", "complex_fish", "sk_loop", "junior_exocet", "tridagon", "multi_sector_locked_set", "nishio",
    "forcing_chain", "forcing_net", "forcing_net_patterns", "net_with_chains", "net_with_forcing_chains", "nested_net",
)  # fmt: skip
"""The rules under the names that people use. Rules that are easier to see come first. A pattern with a name comes
before the general rule that also finds it.

One digit comes before several digits, few cells before many, candidates before groups of candidates, and groups before
almost locked sets. Sue de Coq comes after chains of cells with two candidates, although HoDoKu tries it earlier.
Templates are omitted: the other rules about houses solve 10,000 boards without them.
"""

_HODOKU = (
    "full_house", "naked_single", "hidden_single_box", "hidden_single_line", "locked_pair", "locked_triple", "pointing",
    "claiming", "naked_pair", "naked_triple", "hidden_pair", "hidden_triple", "naked_quad", "hidden_quad", "x_wing",
    "swordfish", "jellyfish", "remote_pair", "bug_plus_1", "skyscraper", "dual_two_string_kite", "two_string_kite",
    "dual_empty_rectangle", "turbot_fish", "empty_rectangle", "w_wing", "xy_wing", "xyz_wing", "unique_rectangle_1",
    "unique_rectangle_2", "unique_rectangle_3", "unique_rectangle_4", "unique_rectangle_5", "unique_rectangle_6",
    "hidden_rectangle", "avoidable_rectangle_1", "avoidable_rectangle_2", "finned_x_wing", "sashimi_x_wing",
    "finned_swordfish", "sashimi_swordfish", "finned_jellyfish", "sashimi_jellyfish", "sue_de_coq",
    "simple_colors_trap", "simple_colors_wrap", "multi_colors_1", "multi_colors_2", "x_chain", "xy_chain", "nice_loop",
    "aic", "grouped_nice_loop", "grouped_aic", "als_xz", "als_xy_wing", "als_chain", "complex_fish", "forcing_chain",
    "forcing_net", "forcing_net_patterns", "net_with_chains", "net_with_forcing_chains", "nested_net",
)  # fmt: skip
"""The default steps of HoDoKu 2.2 (B. Hobiger) in its order; then harder nets, for boards where HoDoKu would guess."""


@dataclass(frozen=True)
class Configuration:
    """An order of rules and their values.

    Attributes:
        order: Names of the rules, in the order in which they are tried.
        se, hodoku: Values on the scales of Sudoku Explainer and of HoDoKu that differ from the built-in ones.
        uniqueness: Whether rules that rely on a single solution are used.
        asked: Rules that the user wants to see; see `asking`.
    """

    order: tuple[str, ...]
    se: Mapping[str, float] = field(default_factory=dict, hash=False)
    hodoku: Mapping[str, float] = field(default_factory=dict, hash=False)
    uniqueness: bool = True
    asked: tuple[str, ...] = ()

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that are switched on, in order."""
        rules = tuple(rule_named(name) for name in self.order)
        return tuple(rule for rule in rules if self.uniqueness or not rule.unique)

    def without_uniqueness(self) -> Configuration:
        """Return the configuration without the rules that rely on a single solution."""
        return replace(self, uniqueness=False) if any(rule.unique for rule in self.rules) else self

    def only(self, rules: Collection[str]) -> Configuration:
        """Return the configuration with only these rules."""
        return replace(self, order=tuple(name for name in self.order if name in rules))

    def asking(self, asked: Collection[str]) -> Configuration:
        """Return the configuration that tries the asked rules right after the singles.

        Most puzzles that show a technique can be solved without it. So a user must ask for a technique to be sure to
        see it. If rules that rely on a single solution are switched off, raise UsageError for such a rule.
        """
        if not self.uniqueness and (unique := [name for name in asked if rule_named(name).unique]):
            raise UsageError(words.SWITCHED_OFF.format(rule=unique[0]))
        names = dict.fromkeys((*asked, *self.order))
        order = sorted(names, key=lambda name: (name not in SINGLES, name not in asked))
        return replace(self, order=tuple(order), asked=tuple(asked))

    def se_of(self, rule: Rule) -> float:
        """Return the value of a rule on the scale of Sudoku Explainer."""
        return self.se.get(rule.name, rule.se)

    def hodoku_of(self, rule: Rule) -> float:
        """Return the score of a rule on the scale of HoDoKu."""
        return self.hodoku.get(rule.name, rule.hodoku)

    @cached_property
    def digest(self) -> str:
        """Digest of the rules, their order and their values: twelve hexadecimal digits. Ratings depend on all three."""
        from hashlib import sha256

        values = [[rule.name, self.se_of(rule), self.hodoku_of(rule)] for rule in self.rules]
        return sha256(json.dumps(values).encode()).hexdigest()[:12]


@cache
def easiest_first() -> Configuration:
    """Return every rule except the direct forms of `rules.locked`, by `se` value; rules of constraints come last."""
    return Configuration(tuple(rule.name for rule in all_rules() if rule.name not in _DIRECT))


@cache
def teaching() -> Configuration:
    """Return the order for explanations: every rule that a person may want to see, under its usual name."""
    return Configuration(_TAUGHT)


@cache
def hodoku() -> Configuration:
    """Return the order of HoDoKu."""
    return Configuration(_HODOKU)


@cache
def rated() -> Configuration:
    """Return the order of Sudoku Explainer, which ratings use."""
    return Configuration(_RATED)


def given_or(config: Configuration | None, usual: Callable[[], Configuration]) -> Configuration:
    """Return the configuration of a caller, or the usual one for None; refuse any other value."""
    require_kind("config", config, Configuration | None, A_CONFIGURATION)
    return usual() if config is None else config


ORDERS = {"teaching": teaching, "se": rated, "hodoku": hodoku}


_BOUNDS = ((".", 40_000, "characters"), ("[.]", 2_000, "dots"), (r"[\[{]", 200, "brackets"))
"""Limits of a text; no configuration needs more. The memory of tomllib grows with the square of the number of dots in a
key (1.6 GB for 40 KB of dots). Every bracket deepens its recursion."""

_PLACE = re.compile(r" \(at line ([0-9]+), column ([0-9]+)\)$")


def _parsed(text: str) -> dict[str, object]:
    """Return the tables of a TOML text. Raise InputError if it is not TOML or exceeds one of `_BOUNDS`."""
    for pattern, most, what in _BOUNDS:
        beyond = next(islice(re.finditer(pattern, text, re.DOTALL), most, None), None)
        if beyond:
            reason = words.TOO_LONG.format(most=f"{most:,}", what=words.SIGNS_OF_TEXT[what])
            raise InputError(reason, Place("", text.count("\n", 0, beyond.start()) + 1))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        where = Place("", int(place[1]), int(place[2])) if place else None
        raise InputError(words.NOT_TOML.format(reason=_PLACE.sub("", str(error))), where) from error
    except ValueError as error:  # raised by `int`, with a message about settings of Python
        number = re.search(r"[0-9_]{4000}", text)
        where = Place("", text.count("\n", 0, number.start()) + 1) if number else None
        raise InputError(words.LONG_NUMBER, where) from error


def read(text: str, base: Configuration) -> Configuration:
    """Read a configuration from TOML. A value that the text does not set comes from `base`.

    Raise InputError if the text is not TOML, or has an invalid key or value; UsageError for an unknown rule.
    """
    plain = _parsed(text)
    unknown = set(plain) - {"order", "se", "hodoku", "uniqueness"}
    if unknown:
        raise InputError(words.UNKNOWN_KEY.format(key=shown(min(unknown))))
    order = plain.get("order", list(base.order))
    if not isinstance(order, list) or not order:
        raise InputError(words.ORDER_NEEDED)
    for name in order:
        rule_named(str(name))
    values: dict[str, dict[str, float]] = {}
    for key in ("se", "hodoku"):
        table = plain.get(key, {})
        if not isinstance(table, dict):
            raise InputError(words.TABLE_NEEDED.format(key=key))
        for name, value in table.items():
            rule_named(name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100_000:
                raise InputError(words.VALUE_NEEDED.format(key=key, name=name, value=shown(value)))
        values[key] = dict(table)
    uniqueness = plain.get("uniqueness", base.uniqueness)
    if not isinstance(uniqueness, bool):
        raise InputError(words.BOOLEAN_NEEDED.format(value=shown(uniqueness)))
    return Configuration(
        tuple(map(str, order)), {**base.se, **values["se"]}, {**base.hodoku, **values["hodoku"]}, uniqueness
    )
