"""Texts for people, in English and Japanese: one value holds both, and the reader chooses."""

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
        """Return the text in a language."""
        return self.ja if language == "ja" else self.en

    def format(self, **values: object) -> Words:
        """Return the text with its fields in braces filled in; a value that is `Words` is filled in by language.

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

    def __str__(self) -> str:
        """Return the English text, for places without a language, such as logs and JSON."""
        return self.en

    def __add__(self, other: Words) -> Words:
        return Words(self.en + other.en, self.ja + other.ja)


def untranslated(text: object) -> Words:
    """Return a text that is the same in every language: a name or a number."""
    return Words(str(text), str(text))


def listed(parts: Iterable[Words]) -> Words:
    """Return parts with commas between them.

    >>> listed([untranslated("R1C1"), untranslated("R2C3")])
    Words(en='R1C1, R2C3', ja='R1C1、R2C3')
    """
    found = list(parts)
    return Words(", ".join(part.en for part in found), "、".join(part.ja for part in found))


def counted(n: int, noun: str) -> str:
    """Return a number with the noun that it counts, in English.

    >>> counted(1, "puzzle"), counted(1234, "wrong answer"), counted(2, "class")
    ('1 puzzle', '1,234 wrong answers', '2 classes')
    """
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}{'es' if noun.endswith('s') else 's'}"


def amount(n: int, unit: Words) -> Words:
    """Return a number with its unit: a singular noun in English, a counter in Japanese.

    >>> amount(2, Words("puzzle", "問"))
    Words(en='2 puzzles', ja='2 問')
    """
    return Words(counted(n, unit.en), f"{n:,} {unit.ja}")


def breadth(text: str) -> int:
    """Return the number of columns that a text takes: a Japanese character takes two.

    >>> breadth("p95"), breadth("95 %点")
    (3, 6)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def folded(text: str, columns: int) -> list[str]:
    """Return the lines of a text with at most `columns` columns, where its words and equations allow.

    No line begins with a character that may not begin a line of Japanese.

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


# Constraints of a board
NO_SUCH_CONSTRAINT = Words("{kind} on {layout}: {reason}", "{layout}の{kind}：{reason}")
NOT_UNDERSTOOD = Words(
    "it does not understand {constraint} ({statement})", "制約を扱えません：{constraint}（{statement}）"
)
KNOWS_ONLY_HOUSES = Words(
    "{actor} knows only the rules of houses, and this board has {constraint}",
    "{actor}が扱えるのはユニットの規則だけですが、この盤面には別の制約があります：{constraint}",
)
