"""Text of reports in English and Japanese."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "ja"]


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

    def __add__(self, other: Words) -> Words:
        return Words(self.en + other.en, self.ja + other.ja)


def both(text: object) -> Words:
    """What is the same in every language: names, numbers."""
    return Words(str(text), str(text))
