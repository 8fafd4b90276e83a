"""Cases of rules as a lesson: one page to read or print, without other files, in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from sudokubench.errors import printable
from sudokubench.logic.rules import sentence
from sudokubench.logic.step_drawing import draw
from sudokubench.logic.step_store import KeptStep
from sudokubench.logic.texts import rule_name, rule_text
from sudokubench.pages.frame import content, in_both_languages, opening, sealed
from sudokubench.pages.words import CASE_PLACE, DRAWING_LEGEND, LESSON
from sudokubench.words import LANGUAGES, Language, Words

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
    head = opening(LESSON.to(language), LESSON, language, content("drawing.css") + _STYLE)
    start = f'{head}<main id="answer" tabindex="-1"><p class="note">{in_both_languages(DRAWING_LEGEND)}</p>{contents}'
    return sealed("\n".join([start, *sections, "</main>\n</body>\n</html>\n"]))


def _section(rule: str, cases: Sequence[KeptStep]) -> Iterator[str]:
    name, definitions = rule_name(rule), (rule_text(rule, code).definition for code in LANGUAGES)
    yield f'<section id="{rule}"><h2>{in_both_languages(name)}</h2><p>{in_both_languages(Words(*definitions))}</p>'
    for number, case in enumerate(cases, 1):
        words = Words(*(sentence(case.step, case.board.problem, code) for code in LANGUAGES))
        file = printable(PurePath(case.source).name)
        place = CASE_PLACE.format(place=f"{file}:{case.line}", number=case.number)
        yield f"<figure>{draw(case.before, case.step, f'{name.en} · {name.ja}')}"
        caption = f"<b>{number}.</b> {in_both_languages(words)} <small>{in_both_languages(place)}</small>"
        yield f"<figcaption>{caption}</figcaption></figure>"
    yield "</section>"
