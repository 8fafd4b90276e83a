"""Texts that people read, in English and Japanese: one value holds both, and the reader chooses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args
from unicodedata import east_asian_width

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Words:
    """One text in both languages.

    >>> Words("solved", "解決").to("ja")
    '解決'
    """

    en: str
    ja: str

    def to(self, language: Language) -> str:
        """The text in a language."""
        return self.ja if language == "ja" else self.en

    def format(self, **values: object) -> Words:
        """The same text with its fields in braces filled in; a value that is `Words` is filled in language by language.

        >>> Words("{n} solved", "{n} 問解決").format(n=3).ja
        '3 問解決'
        """
        en, ja = (
            {
                key: getattr(value, side) if isinstance(value, Words) else value
                for key, value in values.items()
            }
            for side in LANGUAGES
        )
        return Words(self.en.format(**en), self.ja.format(**ja))

    def __add__(self, other: Words) -> Words:
        return Words(self.en + other.en, self.ja + other.ja)


def both(text: object) -> Words:
    """What is the same in every language: names, numbers."""
    return Words(str(text), str(text))


def listed(parts: Iterable[Words]) -> Words:
    """Parts with commas between them.

    >>> listed([both("R1C1"), both("R2C3")])
    Words(en='R1C1, R2C3', ja='R1C1、R2C3')
    """
    found = list(parts)
    return Words(", ".join(part.en for part in found), "、".join(part.ja for part in found))


def counted(n: int, noun: str) -> str:
    """A number with what it counts, in English.

    >>> counted(1, "puzzle"), counted(1234, "wrong answer")
    ('1 puzzle', '1,234 wrong answers')
    """
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def breadth(text: str) -> int:
    """So many columns a text takes: a Japanese sign takes two.

    >>> breadth("p95"), breadth("95 %点")
    (3, 6)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def folded(text: str, columns: int) -> list[str]:
    """Lines of a text that are so wide at most, where its words and equations allow.

    None begins with a sign that no line of Japanese begins with.

    >>> folded("R1C1 = 2と確定します。", 19)
    ['R1C1 = 2と確定しま', 'す。']
    """
    lines, line = list[str](), ""
    for word in _UNBROKEN.findall(re.sub(" ([=≠]) ", "\xa0\\1\xa0", text)):
        if line and breadth(line + word.rstrip()) > columns:
            lines, line = [*lines, line.rstrip()], ""
        line += word
    lines += [line.rstrip()] if line.strip() else []
    return [line.replace("\xa0", " ") for line in lines]


_NO_START = "、。）」・：ーッャュョァィゥェォっゃゅょ"
_UNBROKEN = re.compile(rf"[（「]*(?:[^ \u3000-\uffef]+|[\u3000-\uffef])[{_NO_START}]* ?| ")
