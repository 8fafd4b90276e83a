"""The wording of rules and steps, in English and Japanese: names, definitions, reasons and phrases.

Each language is a module with the names, definitions and reasons of all rules. A reason is a sentence with fields in
braces; this module fills them from the step, with the `phrases` of both languages. Other texts are in `words` modules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import groupby, islice, pairwise, product
from typing import TYPE_CHECKING

from sudokubench.core_words import NAMED
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.logic.geometry import Geometry, HouseKind, geometry_of
from sudokubench.logic.search_settings import SINGLES
from sudokubench.logic.step_parts import TRIAL, Branch, Link, LinkKind
from sudokubench.logic.texts import phrases
from sudokubench.logic.texts.fillings import filling_reason
from sudokubench.logic.words import ALSO, CONSTRAINT_BROKEN, CONSTRAINT_HOLDS, UNKNOWN_LANGUAGE
from sudokubench.problem import BoardProblem
from sudokubench.words import COMMA, LANGUAGES, Language, Words, listed

if TYPE_CHECKING:
    from sudokubench.logic.step import Step


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule in one language: name, definition, and the reason of a step with the fields of `Wording.fields`."""

    name: str
    definition: str
    reason: str


def alike(reason: str, **rules: tuple[str, str]) -> dict[str, RuleText]:
    """Return the texts of rules with the same reason; `rules` has the name and the definition of each."""
    return {rule: RuleText(name, definition, reason) for rule, (name, definition) in rules.items()}


def of_types(name: str, deadly: str, seen: str, **types: tuple[str, str]) -> dict[str, RuleText]:
    """Return the texts of one rule in numbered types; `name` has braces for the number.

    Each definition begins with `deadly` and each reason with `seen`. `types` has the rest of both.
    """
    return {
        rule: RuleText(name.format(rule.rpartition("_")[2]), deadly + definition, seen + reason)
        for rule, (definition, reason) in types.items()
    }


@cache
def catalog(language: str) -> Mapping[str, RuleText]:
    """Return the text of every rule in a language; raise UsageError for an unknown language code."""
    if language not in LANGUAGES:
        raise UsageError(UNKNOWN_LANGUAGE.format(language=language, known=", ".join(LANGUAGES)))
    found: Mapping[str, RuleText] = import_module(f"sudokubench.logic.texts.{language}").RULES
    return found


def rule_text(rule: str, language: Language) -> RuleText:
    """Return the name, definition and reason of a rule; for an unknown rule its identifier and empty texts."""
    return catalog(language).get(rule) or RuleText(rule, "", "")


def rule_name(rule: str) -> Words:
    """Return the name of a rule; for a rule that this version does not have, its identifier."""
    return Words(*(rule_text(rule, language).name for language in LANGUAGES))


def describe(step: Step, problem: BoardProblem, language: Language = "en", *, unique: bool = False) -> str:
    """Return a step in words: its name, why it holds, its conclusion and, except for a single, its other names.

    Args:
        problem: The layout of its board, with the constraints.
        unique: Whether its rule relies on a single solution; the words then say so.
    """
    wording, text = Wording(geometry_of(problem), language), rule_text(step.rule, language)
    reason = text.reason.format_map(wording.fields(step))
    sentences = NAMED.format(name=text.name, text=reason).to(language).rstrip()
    if step.placed and step.rule != TRIAL:
        sentences += wording.say(phrases.PUT, what=wording.join(wording.placements(step.placed)))
    if step.eliminated:
        remove = phrases.REMOVE_TOO if step.placed else phrases.REMOVE
        sentences += wording.say(remove, what=wording.candidates(step.eliminated))
    if unique:
        sentences += wording.say(phrases.UNIQUE)
    if step.also and step.rule not in SINGLES:  # nearly every single has another single as a second name
        sentences += ALSO.format(names=listed(map(rule_name, step.also))).to(language)
    return sentences


def eureka(step: Step, layout: Layout) -> str:
    """Return a chain or loop in Eureka notation, such as `(3)R1C2 = (3)R1C7 - (3=5)R4C7`; empty for other steps.

    Two digits of a cell or of an almost locked set share one name, and cells of a line are joined: `(5=8)R1C79`. A loop
    ends with its first node.
    """
    if not _is_chain(step.links):
        return ""
    n, symbols = layout.size, layout.symbols
    strong, weak = step.links[::2], step.links[1::2]

    def node(options: tuple[int, ...]) -> str:
        return f"({symbols[options[0] % n]}){_together(layout, [option // n for option in options])}"

    parts = []
    for link, cells in zip(strong, _sets_along(step, n), strict=True):
        if cells:
            a, b = (symbols[options[0] % n] for options in (link.start, link.end))
            parts.append(f"({a}={b}){_together(layout, cells)}")
        else:
            parts.append(f"{node(link.start)} = {node(link.end)}")
    if len(weak) == len(strong):
        parts.append(node(weak[-1].end))
    return " - ".join(parts)


def _sets_along(step: Step, n: int) -> Iterator[tuple[int, ...]]:
    """Yield for each strong link of a chain the cells that hold both its digits: one cell, a set, or no cells.

    A set may have both digits in one cell only. This cell then has further candidates.
    """
    sets = [options for role, options in step.groups if role == "set"]
    for link in step.links[::2]:
        ends = {option // n for option in (*link.start, *link.end)}
        if link.start[0] % n == link.end[0] % n:
            yield ()
        elif len(ends) == 1 and not (sets and sum(option // n in ends for option in sets[0]) > 2):
            yield tuple(ends)
        else:
            yield tuple(dict.fromkeys(option // n for option in (sets.pop(0) if sets else ())))


def _together(layout: Layout, cells: Iterable[int]) -> str:
    """Return cells as one word; cells of a line are joined: `R1C79`, `R46C2`, `R1C2,R2C3`."""
    rows: dict[tuple[int, ...], list[int]] = {}
    for row, some in groupby(sorted(cells), key=lambda cell: cell // layout.size):
        rows.setdefault(tuple(cell % layout.size + 1 for cell in some), []).append(row + 1)
    parted = "" if layout.size < 10 else "/"
    return ",".join(
        f"R{parted.join(map(str, some))}C{parted.join(map(str, columns))}" for columns, some in rows.items()
    )


def _is_chain(links: tuple[Link, ...]) -> bool:
    """Return whether the links form a chain. In a net, links may start at several literals."""
    strong = bool(links) and links[0].kind is LinkKind.STRONG and bool(links[0].start)
    return strong and all(a.end == b.start for a, b in pairwise(links))


class _List(str):
    """A list of words as text, and the number of its words.

    A format specification can hold several forms, one of which is printed in place of the words. With `|` the first
    form is for one word, with `/` for two words. Each next form is for one word more, the last also for all larger
    numbers: `{fin:the fin|the fins}`, `{roof:either/any}`. An empty list prints nothing.
    """

    many: int

    def __new__(cls, text: str = "", many: int = 0) -> _List:
        found = super().__new__(cls, text)
        found.many = many
        return found

    def __format__(self, form: str) -> str:
        for sign, first in (("|", 1), ("/", 2)):
            if sign in form:
                forms = form.split(sign)
                return forms[min(max(self.many - first, 0), len(forms) - 1)] if self.many else ""
        return super().__format__(form)


_LONGEST_LIST = 40
"""Largest number of consequences that a branch of a net lists; after them comes the number of the others."""


class Wording:
    """The wording of cells, houses and candidates of a layout, and of a step's parts, in a language."""

    def __init__(self, geometry: Geometry, language: Language) -> None:
        self.geometry = geometry
        self.language: Language = language

    def say(self, phrase: Words, **fields: object) -> str:
        """Return a phrase in the language, with its fields. A field that is a `_List` chooses between forms."""
        return phrase.to(self.language).format(**fields)

    def join(self, words: list[str], japanese: str = "・") -> str:
        """Return words joined for a sentence (`a, b and c`); in Japanese, a sign joins them."""
        if self.language == "ja" or len(words) == 1:
            return japanese.join(words)
        return f"{', '.join(words[:-1])} and {words[-1]}"

    def fields(self, step: Step) -> Mapping[str, str]:
        """Return the fields of a reason. A list knows its number of words, see `_List`.

        - `digits`: the digits of the step. `decisive`: the digits placed or ruled out. `decided`: the cells of the
          options placed or ruled out. `gone`: the eliminations, written like placements.
        - `confined`: the digits whose places in a house are evidence. `pattern`: the cells of floor and roof in their
          order. `extra`: other digits of the roof. `used`: `extra` or `digits`, and the digits of a subset.
        - `house`, `house2` and `house3`: the first three houses of the step. `houses`: all houses. `base_houses` and
          `cover_houses`: the houses of a fish. `arms`: the arms of empty rectangles.
        - `chain`: a chain in words. `ends`: its conclusion. `eureka`: the chain in Eureka notation. `net`: a net,
          branch by branch.
        - `facts`: the evidence. `lost`: an item that has no option left. `clash`: how a colour contradicts itself.
          `sight`: the pairs of cells by which colours clash.
        - `common_digits`, `common_first`, `common_last`: common digits of all sets, the first two, and the last two.
        - `filling`: the reason from the fillings of a constraint.
        - `placements`: such as `R1C2 = 3`. `supposed`: placements of the group `single`. `way`: how their trial ended.
        - For each role of the step's groups: its cells. With `_digits` added, its digits; with `_all`, its candidates.
        """
        n, bases, cells = self.geometry.size, len(step.items), self.geometry.cell_count
        constraints = self.geometry.item_of_constraint(0)
        found: defaultdict[str, str] = defaultdict(
            _List,  # the field of a role that the step lacks stays blank
            digits=self.digits(digit - 1 for digit in step.digits),
            decisive=self.digits(sorted({option % n for option in step.placed or step.eliminated})),
            houses=self.houses(step.houses),
            base_houses=self.houses(step.houses[:bases]),
            cover_houses=self.houses(step.houses[bases:]),
            decided=self.cells(sorted({option // n for option in step.placed or step.eliminated})),
            confined=self.digits(sorted({(i - cells) % n for i in step.items if cells <= i < constraints})),
            filling=filling_reason(step, self),
            chain=self._chain(step),
            ends=self._ends(step),
            eureka=eureka(step, self.geometry.layout),
            net=self._net(step),
            arms=self._arms(step),
            sight=self._sight(step),
            gone=self._listed(self.placements(step.eliminated)),
            placements=self._listed(self.placements(step.placed)),
            supposed=self._listed(self.placements(step.group("single"))),
        )
        found.update(zip(("house", "house2", "house3"), map(self.house, step.houses), strict=False))
        way = phrases.REFUTED if step.eliminated else phrases.SEEN
        found["way"] = self.say(way, what=found["supposed"])
        for role in dict.fromkeys(role for role, _ in step.groups):
            same = [group for name, group in step.groups if name == role]
            apart = [*dict.fromkeys(tuple(dict.fromkeys(o // n for o in group)) for group in same)]
            several = self.say(phrases.SEVERAL, cells="{cells}") if len(apart) > 1 else "{cells}"
            forms = [several if some[1:] else "{cells}" for some in apart]
            parts = [form.format(cells=self.cells(some)) for form, some in zip(forms, apart, strict=True)]
            found[role] = _List(self.join(parts), len({cell for some in apart for cell in some}))
            found[f"{role}_digits"] = self.digits(sorted({option % n for option in step.group(role)}))
            found[f"{role}_all"] = self._listed(self.placements(step.group(role)))
        if "fact" in found:
            facts = [group for role, group in step.groups if role == "fact"]
            found["facts"] = self.say(phrases.PARTS).join(map(self.item, step.items, facts))
        elif step.items:
            found["lost"] = self.item(step.items[0], ())
            found["clash"] = self._clash(step)
        if "common" in found:
            common = sorted({option % n for option in step.group("common")})
            found["common_digits"] = self._neither(common)
            sets = [options for role, options in step.groups if role == "set"]
            for name, *two in zip(("common_first", "common_last"), sets, sets[1:], strict=False):
                found[name] = self._neither(d for d in common if self._restricted(d, *two))
        corners = {option // n for role in ("floor", "roof") for option in step.group(role)}
        found["pattern"] = self.cells(item for item in step.items if item in corners)
        digits = {digit - 1 for digit in step.digits}
        extra = {option % n for option in step.group("roof")} - digits
        found["extra"] = self.digits(sorted(extra))
        found["used"] = self.digits(sorted((extra or digits) | {o % n for o in step.group("subset")}))
        return found

    def _listed(self, words: Iterable[str]) -> _List:
        some = list(words)
        return _List(self.join(some) if some else "", len(some))

    def cells(self, cells: Iterable[int]) -> str:
        """Return a list of cells."""
        return self._listed(map(self.geometry.layout.cell_name, cells))

    def digits(self, digits: Iterable[int]) -> str:
        """Return the symbols of digits, which count from 0, as a list in words."""
        return self._listed(self.geometry.layout.symbols[d] for d in digits)

    def _neither(self, digits: Iterable[int]) -> str:
        """Return a list of digits for the sentence "two sets cannot both hold any of them"."""
        some = [self.digits([d]) for d in digits]
        return _List(self.say(phrases.NOR).join(some), len(some))

    def _restricted(self, d: int, one: Iterable[int], other: Iterable[int]) -> bool:
        """Return whether every place of a digit in one set sees all its places in another set."""
        n, peers = self.geometry.size, self.geometry.peers
        places = ([option // n for option in options if option % n == d] for options in (one, other))
        pairs = [*product(*places)]
        return bool(pairs) and all(peers[a] >> b & 1 for a, b in pairs)

    def house(self, house: int) -> str:
        """Return a house, such as `row 3`."""
        layout, kind = self.geometry.layout, self.geometry.kinds[house]
        if kind is HouseKind.BOX and layout.box_shape is None:
            return self.say(phrases.REGION, cell=self.cells([min(layout.houses[house].cells)]))
        number = house % self.geometry.size + 1
        return self.say(phrases.HOUSES[kind], number=number, name=layout.houses[house].name)

    def houses(self, houses: Iterable[int]) -> str:
        """Return a list of houses; successive houses of one kind are joined: `rows 1 and 3 and box 2`."""
        words, count, lists = list[str](), 0, False
        for kind, some in groupby(houses, key=self.geometry.kinds.__getitem__):
            alike = list(some)
            count += len(alike)
            numbered = kind is not HouseKind.BOX or self.geometry.layout.box_shape is not None
            if len(alike) > 1 and numbered and kind in phrases.HOUSE_LISTS:
                numbers = self.join([str(house % self.geometry.size + 1) for house in alike])
                words.append(self.say(phrases.HOUSE_LISTS[kind], numbers=numbers))
                lists = True
            else:
                words += map(self.house, alike)
        return _List(self.join(words, "と" if lists else "・") if words else "", count)

    def placements(self, options: Iterable[int]) -> list[str]:
        """Return the placement of each option: its cell takes its digit."""
        n, layout = self.geometry.size, self.geometry.layout
        return [
            self.say(phrases.PLACE, cell=layout.cell_name(option // n), digit=layout.symbols[option % n])
            for option in options
        ]

    def candidates(self, options: Iterable[int]) -> str:
        """Return candidates, digit by digit; digits in the same cells are joined: `3 and 4 from R1C2 and R1C5`."""
        n = self.geometry.size
        cells: dict[int, list[int]] = {}
        for option in sorted(options):
            cells.setdefault(option % n, []).append(option // n)
        digits: dict[tuple[int, ...], list[int]] = {}
        for d in sorted(cells):
            digits.setdefault(tuple(cells[d]), []).append(d)
        return self.say(phrases.PARTS).join(
            self.say(phrases.CELL_DIGITS, digits=self.digits(some), cells=self.cells(places))
            for places, some in digits.items()
        )

    def item(self, item: int, options: Iterable[int]) -> str:
        """Return an item as evidence: `R1C2 holds one of 3 and 5`, or `in box 2, 5 stands in one of R1C4 and R1C5`."""
        geometry, options = self.geometry, sorted(options)
        n = geometry.size
        cell_fact = phrases.CELL_FACT if options else phrases.CELL_LOST
        if item < geometry.cell_count:
            return self.say(cell_fact, cell=self.cells([item]), digits=self.digits(o % n for o in options))
        if (number := geometry.constraint_of(item)) is not None:
            state = CONSTRAINT_HOLDS if options else CONSTRAINT_BROKEN
            return state.format(constraint=self.constraint(number)).to(self.language)
        house, d = divmod(item - geometry.cell_count, n)
        cells = self.cells(option // n for option in options)
        place_fact = phrases.PLACE_FACT if options else phrases.PLACE_LOST
        return self.say(place_fact, house=self.house(house), digit=self.digits([d]), cells=cells)

    def constraint(self, number: int) -> str:
        """Return a constraint, such as `the killer cage R1C1 R1C2 = 10`."""
        return self.geometry.constraints[number].describe(self.geometry.layout).to(self.language)

    def _node(self, options: tuple[int, ...], true: bool) -> str:
        n = self.geometry.size
        alone, among = (phrases.IS_TRUE, phrases.ONE_OF) if true else (phrases.IS_FALSE, phrases.NONE_OF)
        cells = self.cells(option // n for option in options)
        form = alone if len(options) == 1 else among
        return self.say(form, cells=cells, digit=self.digits([options[0] % n]))

    def _chain(self, step: Step) -> str:
        """Return a chain in words: if the start is false, the next node is true, so the node after it is false, ..."""
        links = step.links
        if not _is_chain(links):
            return ""
        words = self.say(phrases.IF, what=self._node(links[0].start, False))
        sets = [*_sets_along(step, self.geometry.size)]
        for number, link in enumerate(links):
            phrase, true = phrases.SO if number else phrases.THEN, link.kind is LinkKind.STRONG
            words += self.say(phrase, what=self._node(link.end, true))
            if true and len(cells := sets[number // 2]) > 1:
                words += self.say(phrases.BY_SET, cells=self.cells(cells))
        return words + self.say(phrases.CHAIN_END)

    def _ends(self, step: Step) -> str:
        if not _is_chain(step.links):
            return ""
        start, end = step.links[0].start, step.links[-1].end
        if step.links[-1].kind is LinkKind.WEAK:  # back to the start
            return self.say(phrases.NO_END) + (self.say(phrases.SETS_END) if step.group("set") else "")
        phrase = phrases.ONE_END if start == end else phrases.EITHER_END
        return self.say(phrase, start=self._node(start, True), end=self._node(end, True))

    def _clash(self, step: Step) -> str:
        """Return the end of a contradiction: two options that exclude each other, or an item without options."""
        both = self.placements(step.group("clash"))
        if not both:
            return self.item(step.items[-1], ())
        return self.say(phrases.BOTH, what=self.join(both))

    def _arms(self, step: Step) -> str:
        """Return for each near end of an empty rectangle its consequences if it is true, and if it is false."""
        n, peers = self.geometry.size, self.geometry.peers
        box, words = [option // n for option in step.group("box")], ""
        for near, far in zip(step.group("near"), step.group("far"), strict=False) if box else ():
            rest = tuple(n * cell + near % n for cell in box if not peers[near // n] >> cell & 1)
            near_, arm, far_ = (self._node(options, True) for options in ((near,), rest, (far,)))
            words += self.say(phrases.ARM, near=near_, arm=arm, far=far_)
        return words

    def _sight(self, step: Step) -> str:
        """Return a pair of cells that see each other, for each colour that clashes with itself or another colour."""
        n, peers, gone = self.geometry.size, self.geometry.peers, set(step.eliminated)
        one = [side for role in ("colour_a", "colour_b") if (side := step.group(role))]
        other = [side for role in ("colour_c", "colour_d") if (side := step.group(role))]
        one = [side for side in one if gone.issuperset(side)] or one
        found = []
        for sides in product(one, other) if other else zip(one, one, strict=True):
            seen = ((a // n, b // n) for a, b in product(*sides) if peers[a // n] >> b // n & 1)
            found += [self.cells(pair) for pair in islice(seen, 1)]
        several = self.say(phrases.SEVERAL, cells="{cells}") if len(found) > 1 else "{cells}"
        return self._listed(several.format(cells=pair) for pair in found)

    def _net(self, step: Step) -> str:
        """Return the consequences of each branch of a net, in order, and the conclusion from all branches."""
        branches = step.branches()
        if not branches or not step.items:
            return ""
        if len(branches) == 1:
            return self._branch(phrases.WRONG, branches[0], self._clash(step))
        roots = [branch.root for branch in branches]
        if roots[0] == roots[1]:
            one, other = (self._literal(branch.root, branch.holds) for branch in branches)
            fact = self.say(phrases.EITHER, one=one, other=other)
        else:
            fact = self.item(step.items[0], roots)
        told = "".join(self._branch(phrases.BRANCH, branch) for branch in branches)
        return self.say(phrases.AGREED, fact=fact[0].upper() + fact[1:], branches=told)

    def _literal(self, option: int, true: bool) -> str:
        cell, digit = divmod(option, self.geometry.size)
        literal = phrases.PLACE if true else phrases.NOT_HERE
        return self.say(literal, cell=self.cells([cell]), digit=self.digits([digit]))

    def _branch(self, phrase: Words, branch: Branch, end: str = "") -> str:
        """Return a branch in words: its root, the placements and the eliminations by patterns in it, and `end`."""
        by_patterns = branch.by_patterns()
        told: dict[tuple[bool, int], str] = {}
        for link in branch.links:
            for option in link.end:
                if link.kind is LinkKind.STRONG:
                    told[True, option] = self._literal(option, True) + self._only_place(link)
                elif link in by_patterns:
                    told[False, option] = ""
        words = [*self._in_groups(told)]
        if left := words[_LONGEST_LIST:]:
            words[_LONGEST_LIST:] = [self.say(phrases.MORE, count=len(left))]
        if not words and not end:
            words = [self.say(phrases.AT_ONCE)]
        then = _List(self.say(COMMA).join(words), len(words))
        return self.say(phrase, what=self._literal(branch.root, branch.holds), then=then, end=end)

    def _in_groups(self, told: Mapping[tuple[bool, int], str]) -> Iterator[str]:
        """Yield the literals of a branch; join the cells of a digit in consecutive false literals."""
        n = self.geometry.size
        for true, some in groupby(told, key=lambda literal: literal[0]):
            if true:
                yield from map(told.__getitem__, some)
                continue
            places: dict[int, list[int]] = {}
            for _, option in some:
                places.setdefault(option % n, []).append(option // n)
            for d, cells in places.items():
                yield self.say(phrases.NONE_IN, cells=self.cells(sorted(cells)), digit=self.digits([d]))

    def _only_place(self, link: Link) -> str:
        """Return the house in which a digit has no other place left, if this is the reason why a link places it."""
        cells = {option // self.geometry.size for option in (*link.start, *link.end)}
        if len(cells) == 1:
            return ""
        houses = enumerate(self.geometry.houses)
        shared = next((h for h, house in houses if all(house >> cell & 1 for cell in cells)), None)
        return "" if shared is None else self.say(phrases.ONLY_PLACE, house=self.house(shared))
