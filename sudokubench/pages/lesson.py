"""Cases of rules as a lesson: one page to read or print, without other files, in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from sudokubench.errors import printable
from sudokubench.logic.rules import sentence
from sudokubench.logic.step_store import KeptStep
from sudokubench.logic.svg import draw
from sudokubench.logic.texts import rule_name, rule_text
from sudokubench.pages.frame import in_both_languages, opening, sealed
from sudokubench.words import LANGUAGES, Language, Words

_HEADING = Words("A lesson in human logic", "人間の論理のレッスン")
LEGEND = Words(
    "Bold digits are clues, blue ones were placed before. What is ringed in green is placed, what is struck out in "
    "red is ruled out. Coloured candidates make the pattern, tinted houses force it; circled digits exclude the cells "
    "with a cross. Solid arrows are strong links, dashed ones weak, dotted ones lead to what a pattern rules out; "
    "along them what is in a circle is taken for true, what is in a square for false, and what is in half of both for "
    "either, by case.",
    "太字は与え値、青は先に確定した数字です。緑の輪は確定する数字、赤い線は除かれる候補を示します。"
    "色の付いた候補が手筋の形、色の付いたユニットがその根拠です。丸で囲んだ数字は、×印のマスに同じ数字が入らない"
    "理由です。実線の矢印は強いリンク、破線は弱いリンク、点線は形により消える候補への矢印で、円の候補は真、四角の候補は偽、"
    "半円と半四角の候補は場合によりどちらともみます。",
)
_PLACE = Words("{place}, step {number}", "{place}、手順{number}")
_STYLE = """
h2 { font-size: 1.7rem; } section > p { margin: .4rem 0 1.2rem; max-width: 48rem; }
figure { max-width: 36rem; }
figcaption { color: inherit; margin-top: .4rem; } figcaption small { color: var(--muted); }
@page { size: A4; }
@media print {
  section { grid-template-columns: repeat(2, minmax(0, 1fr)) !important; }
  section + section { break-before: page; } section > p { margin: 0 0 .5rem; max-width: none; }
  h2 { border: 0; margin: 0; padding: 0; } figure { margin-bottom: .6rem; } figure svg { width: 78mm; }
  .note, figcaption { font-size: 8.5pt; line-height: 1.35; max-width: none; }
}
"""


def page(lesson: Iterable[tuple[str, Sequence[KeptStep]]], language: Language) -> str:
    """Return the page of some rules, each with its cases; it first shows `language`."""
    rules = list(lesson)
    links = "".join(
        f'<li><a href="#{rule}">{in_both_languages(rule_name(rule))}</a></li>' for rule, _ in rules
    )
    contents = f"<nav><ol>{links}</ol></nav>" if len(rules) > 1 else ""
    sections = (part for rule, cases in rules for part in _section(rule, cases))
    head = opening(_HEADING.to(language), _HEADING, language, _STYLE)
    start = f'{head}<main id="answer" tabindex="-1"><p class="note">{in_both_languages(LEGEND)}</p>{contents}'
    return sealed("\n".join([start, *sections, "</main>\n</body>\n</html>\n"]))


def _section(rule: str, cases: Sequence[KeptStep]) -> Iterator[str]:
    name, definitions = rule_name(rule), (rule_text(rule, code).definition for code in LANGUAGES)
    yield f'<section id="{rule}"><h2>{in_both_languages(name)}</h2><p>{in_both_languages(Words(*definitions))}</p>'
    for number, case in enumerate(cases, 1):
        layout = case.board.layout
        words = Words(sentence(case.step, layout, "en"), sentence(case.step, layout, "ja"))
        place = _PLACE.format(
            place=f"{printable(PurePath(case.source).name)}:{case.line}", number=case.number
        )
        yield f"<figure>{draw(case.before, case.step, f'{name.en} · {name.ja}')}"
        caption = f"<b>{number}.</b> {in_both_languages(words)} <small>{in_both_languages(place)}</small>"
        yield f"<figcaption>{caption}</figcaption></figure>"
    yield "</section>"
