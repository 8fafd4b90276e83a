"""The value that holds a text in English and Japanese; numbers, times and lists as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from numbers import Integral
from typing import Literal, get_args
from unicodedata import east_asian_width

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Words:
    """One text in both languages. For a text that names options of a command, see `by_door`.

    >>> Words("solved", "解けました").to("ja")
    '解けました'
    """

    en: str
    ja: str
    command_en: str = field(default="", repr=False)
    command_ja: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "command_en", self.command_en or self.en)
        object.__setattr__(self, "command_ja", self.command_ja or self.ja)

    def to(self, language: Language, command: bool = False) -> str:
        """Return the text in a language: the form for a `command`, or the form for library calls and the page."""
        if command:
            return self.command_ja if language == "ja" else self.command_en
        return self.ja if language == "ja" else self.en

    def as_json(self) -> dict[str, str]:
        """Return the text in each language, by language."""
        return {language: self.to(language) for language in LANGUAGES}

    def changed(self, change: Callable[[str], str]) -> Words:
        """Return the text with `change` applied to each of its forms."""
        return Words(*(change(getattr(self, form)) for form in _FORMS))

    def format(self, **values: object) -> Words:
        """Return the text with its fields in braces filled in. `Words` and values with `words` keep both languages.

        A noun in a field agrees with its number.

        >>> Words("{n:, puzzle} solved", "{n:,}問解けました").format(n=1)
        Words(en='1 puzzle solved', ja='1問解けました')
        """
        fields = {key: _words_of(value) or _counting(value) for key, value in values.items()}

        def filled(form: str) -> str:
            text: str = getattr(self, form)
            return text.format(
                **{k: getattr(v, form) if isinstance(v, Words) else v for k, v in fields.items()}
            )

        return Words(*map(filled, _FORMS))

    def __str__(self) -> str:
        """Return the English text, for places without a language, such as logs and JSON."""
        return self.en

    def __add__(self, other: Words) -> Words:
        return listed((self, other), Words("", ""))


_FORMS = ("en", "ja", "command_en", "command_ja")


def by_door(en: str, ja: str) -> Words:
    """Return a text that names options. A command prints them; elsewhere `--cpu-limit` becomes `cpu_limit`.

    `<A|B>` is A in a command and B elsewhere. A command in backquotes keeps its options.

    >>> text = by_door("allow more --seconds, or use <--to json|the form json>", "--secondsを増やしてください")
    >>> text.to("en", command=True), text.en
    ('allow more --seconds, or use --to json', 'allow more `seconds`, or use the form json')
    """
    choice = r"<([^<>|]*)\|([^<>|]*)>"
    command = (re.sub(choice, r"\1", text) for text in (en, ja))
    elsewhere = (re.sub("`.*?`|--([a-z-]+)", _setting, re.sub(choice, r"\2", text)) for text in (en, ja))
    return Words(*elsewhere, *command)


def _setting(option: re.Match[str]) -> str:
    return f"`{option[1].replace('-', '_')}`" if option[1] else option[0]


class Sentence(str):
    """An English text that also holds its Japanese: library calls return it as text, and messages use either language.

    >>> fault = Sentence(Words("{cell} is blank", "{cell}が空きマスです").format(cell="R1C1"))
    >>> fault == "R1C1 is blank", Words("wrong: {fault}", "誤り：{fault}").format(fault=fault).ja
    (True, '誤り：R1C1が空きマスです')
    """

    __slots__ = ("words",)

    words: Words

    def __new__(cls, words: Words) -> Sentence:
        """Return the English text of `words`."""
        self = super().__new__(cls, words.en)
        self.words = words
        return self

    def __getnewargs__(self) -> tuple[Words]:  # type: ignore[override]
        return (self.words,)


def _words_of(value: object) -> Words | None:
    """Return `Words`, or the `words` of a value, such as a `Sentence`, an error or a layout; None without them."""
    found = value if isinstance(value, Words) else getattr(value, "words", None)
    return found if isinstance(found, Words) else None


def untranslated(text: object) -> Words:
    """Return a name or a number as `Words` that are the same in both languages; a value with `words` keeps its own."""
    return _words_of(text) or Words(str(text), str(text))


COMMA, SEMICOLON, STOP = Words(", ", "、"), Words("; ", "。"), Words(".", "。")


def listed(parts: Iterable[Words], between: Words = COMMA) -> Words:
    """Join parts with commas or other signs.

    >>> listed([untranslated("R1C1"), untranslated("R2C3")])
    Words(en='R1C1, R2C3', ja='R1C1、R2C3')
    """
    found = list(parts)
    return Words(*(getattr(between, form).join(getattr(part, form) for part in found) for form in _FORMS))


def agreeing(n: int, noun: str) -> str:
    """Return an English noun as singular (`n` is 1) or plural. `noun` gives both if a regular plural would be wrong.

    >>> [agreeing(n, noun) for n in (1, 2) for noun in ("class", "entry", "way is|ways are")]
    ['class', 'entry', 'way is', 'classes', 'entries', 'ways are']
    """
    one, _, several = noun.partition("|")
    return one if n == 1 else several or re.sub("ry$", "rie", re.sub("s$", "se", one)) + "s"


def counted(n: int, noun: str) -> str:
    """Return a number with the noun that it counts, in English.

    >>> counted(1, "puzzle"), counted(1234, "wrong answer")
    ('1 puzzle', '1,234 wrong answers')
    """
    return f"{n:,} {agreeing(n, noun)}"


class _Counting(int):
    """A number whose format may end with a space and the noun that it counts."""

    def __format__(self, form: str) -> str:
        form, space, noun = form.partition(" ")
        return format(int(self), form) + space + (noun and agreeing(self, noun))


def _counting(value: object) -> object:
    return value if isinstance(value, bool) or not isinstance(value, Integral) else _Counting(value)


def amount(n: int, unit: Words) -> Words:
    """Return a number with its unit: a singular noun in English, a counter in Japanese.

    >>> amount(2, Words("puzzle", "問"))
    Words(en='2 puzzles', ja='2問')
    """
    return Words(counted(n, unit.en), f"{n:,}{unit.ja}")


def in_unit(seconds: float) -> tuple[float, str]:
    """Return a time as (number, unit), with the largest unit of s, ms, µs and ns that it reaches.

    >>> in_unit(0.002), in_unit(90)
    ((2.0, 'ms'), (90.0, 's'))
    """
    units = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
    return next(((seconds / size, unit) for unit, size in units if seconds >= size), (seconds / 1e-9, "ns"))


def breadth(text: str) -> int:
    """Return the number of columns that a text takes: a Japanese character takes two.

    >>> breadth("p95"), breadth("95 %点")
    (3, 6)
    """
    return len(text) if text.isascii() else sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def folded(text: str, columns: int) -> list[str]:
    """Break a text into lines of at most `columns` columns, as far as its words and equations allow this.

    No line begins with a character that must not begin a line of Japanese.

    >>> folded("R1C1 = 2と確定します。", 19)
    ['R1C1 = 2と確定しま', 'す。']
    """
    lines, line = list[str](), ""
    for word in re.findall(_UNBROKEN, re.sub(" ([=≠]) ", "\xa0\\1\xa0", text)):
        if line and breadth(line + word.rstrip()) > columns:
            lines, line = [*lines, line.rstrip()], ""
        line += word
    lines += [line.rstrip()] if line.strip() else []
    return [line.replace("\xa0", " ") for line in lines]


_NO_START = "、。）」・：ーッャュョァィゥェォっゃゅょ"
_UNBROKEN = rf"[（「]*(?:[^ \u3000-\uffef]+|[\u3000-\uffef])[{_NO_START}]* ?| "
"""Pattern of a piece that must not be broken. It is compiled on first use, because compiling takes 5 ms."""
