"""A page for each rule of human logic: its text, a drawn example, its values; and a page that lists them all.

Texts and values come from `sudokubench rules`; the examples are the textbook cases of the tests (`logic_cases`).
"""

from __future__ import annotations

import re
import sys
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from sudokubench.actions.rules import RuleInLanguage, listed
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rating import level_of
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step
from sudokubench.logic.step_drawing import draw
from sudokubench.logic.texts import describe
from sudokubench.logic.words import class_of
from sudokubench.words import Language, Words

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from logic_cases import CASES, CONSTRAINED_CASES, WHOLE
from logic_states import options, state

HEAD = Words("| se | hodoku | rule | name |", "| se | hodoku | 手筋 | 名前 |")
EXAMPLE = Words("Example", "例")
DRAWN = Words("The step, drawn in the state before it", "手順と、その直前の状態")
FACTS = Words(
    "A textbook case: nothing is known of the board but what the step needs.",
    "教科書的な例です。盤面については、この手順に要ることだけが分かっています。",
)
PROPERTIES = Words("Properties", "性質")
EASIER = Words("easier", "より易しい")
ALMOST = "als_xz"
"""The rule whose page says what an almost locked set is."""
CONSTRAINED = Words("Constraints", "制約")
ALL = Words("all rules", "一覧")
HARDER = Words("harder", "より難しい")


def write(folder: Path, language: Language) -> None:
    """Write the pages and drawings of a language into a folder; the list goes below the existing text of its index."""
    texts = listed(language)
    with (folder / "index.md").open("a", encoding="utf-8") as index:
        index.write(_index(texts, language))
    for i, text in enumerate(texts):
        grid, step = example(text.rule)
        name = text.rule.name
        told = describe(step, grid.geometry.problem, language)
        (folder / f"{name}.svg").write_text(draw(grid, step, told, language=language), encoding="utf-8")
        before = [f"[← {EASIER.to(language)}: {one.name}]({one.rule.name}.md)" for one in texts[:i][-1:]]
        after = [f"[{HARDER.to(language)}: {one.name} →]({one.rule.name}.md)" for one in texts[i + 1 :][:1]]
        page = [_body(text, told, language), " · ".join([*before, f"[{ALL.to(language)}](index.md)", *after])]
        (folder / f"{name}.md").write_text("\n\n".join(page) + "\n", encoding="utf-8")


def navigation(language: Language) -> list[Any]:
    """Return the pages of rules by class, easiest first, with the list of all in front, as an entry of `nav`."""
    classes = groupby(listed(language), _class)
    pages = ({name.to(language): [f"rules/{one.rule.name}.md" for one in some]} for name, some in classes)
    return ["rules/index.md", *pages]


def _class(text: RuleInLanguage) -> Words:
    """Return the class of a rule's difficulty; a rule for constraints has no class."""
    return class_of(level_of(text.rule.se)) if text.rule.se else CONSTRAINED


@cache
def example(rule: Rule) -> tuple[CandidateGrid, Step]:
    """Return the first textbook case of a rule: the state, and the step that shows the expected conclusion with the
    least evidence.
    """
    if rule.name in CONSTRAINED_CASES:
        board, wanted = CONSTRAINED_CASES[rule.name]
        grid, expected = CandidateGrid.of(board), options(wanted)
    elif rule.name in WHOLE:
        facts, board, wanted = WHOLE[rule.name]
        grid, expected = state(facts, board), options(wanted)
    else:
        facts, wanted = next((facts, wanted) for name, facts, wanted in CASES if name == rule.name)
        grid, expected = state(facts), options(wanted.removeprefix("+"))
    for find in (rule.find, rule.every or rule.find):
        steps = [step for step in find(grid) if expected <= {*step.placed, *step.eliminated}]
        if steps:
            return grid, min(steps, key=lambda step: (len(step.items), len(step.eliminated), step.eliminated))
    raise LookupError(f"{rule.name} does not find its textbook case")


def _index(texts: list[RuleInLanguage], language: Language) -> str:
    lines: list[str] = []
    for name, some in groupby(texts, _class):
        lines += ["", f"## {name.to(language)}", "", HEAD.to(language), "|---:|---:|---|---|"]
        for text in some:
            rule = text.rule
            values = f"{rule.se} | {rule.hodoku:,}" if rule.se else "– | –"
            lines.append(f"| {values} | `{rule.name}` | [{text.name}]({rule.name}.md) |")
    return "\n".join(lines) + "\n"


def _body(text: RuleInLanguage, told: str, language: Language) -> str:
    _, definition, *properties = [line for part in text.lines() for line in part.split("\n") if line]
    if text.rule.name != ALMOST:
        definition = re.sub(r"almost locked sets?|ALS(?!-)", rf"[\g<0>]({ALMOST}.md)", definition, count=1)
    drawing = f"![{DRAWN.to(language)}]({text.rule.name}.svg)"
    parts = [f"# {text.name}", definition, f"## {EXAMPLE.to(language)}", told, drawing, FACTS.to(language)]
    parts += [f"## {PROPERTIES.to(language)}", "\n".join(f"- {line}" for line in properties)]
    return "\n\n".join(parts)
