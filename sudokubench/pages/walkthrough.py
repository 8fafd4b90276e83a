"""The steps of a solution as one page without other files: one by one, or printed as a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from sudokubench.logic.geometry import geometry_of
from sudokubench.logic.rules import sentence
from sudokubench.logic.step import Step
from sudokubench.logic.step_drawing import draw
from sudokubench.logic.step_parts import CONTRADICTION, RETURN, SOLUTION, TRIAL
from sudokubench.logic.trace import Trace
from sudokubench.logic.words import ENDINGS
from sudokubench.pages import words
from sudokubench.pages.frame import content, in_both_languages, opening, sealed
from sudokubench.problem import BoardProblem, layout_of
from sudokubench.words import Language, Words, untranslated

_BUTTONS = {"first": "«", "back": "‹", "next": "›", "last": "»"}
_TREE = (TRIAL, RETURN, CONTRADICTION, SOLUTION)


def page(trace: Trace, language: Language, summary: Words) -> str:
    """Return the page, in both languages, with `summary` below its heading; it first shows `language`."""
    board, problem = trace.board, trace.board.problem
    said = [Words(sentence(step, problem, "en"), sentence(step, problem, "ja")) for step in trace.steps]
    title, style = words.WALKTHROUGH, content("walkthrough.css") + content("drawing.css")
    head = opening(f"{title.to(language)} · {board.id}", title, language, style)
    moves = "".join(
        f'<button id="{key}" aria-label="{name.to(language)}">{_BUTTONS[key]}</button>'
        for key, name in words.MOVES.items()
    )
    keys, signs = in_both_languages(words.WALKTHROUGH_KEYS), in_both_languages(words.SEARCH_TREE_SIGNS)
    end = ENDINGS[trace.ending.value]
    parts = [
        f'{head}<main id="answer" tabindex="-1"><p class="answer">{in_both_languages(summary)}</p>',
        f'<p class="note"><code>{in_both_languages(untranslated(board))}</code></p>',
        f'<p id="moves" hidden>{moves} <output></output> <span class="note">{keys}</span></p>',
        '<div class="walk"><section>',
        *_figures(trace, said),
        "</section><nav>",
        f'<div id="tree" hidden><h2>{in_both_languages(words.SEARCH_TREE)}</h2><p class="note">{signs}</p>',
        f'<search-tree aria-label="{words.SEARCH_TREE.en} · {words.SEARCH_TREE.ja}"></search-tree></div>',
        f"<h2>{in_both_languages(words.ALL_STEPS)}</h2><ol>",
        *_list(trace, said),
        f"</ol><p><b>{in_both_languages(end)}</b></p></nav></div>",
        f'<p class="note">{in_both_languages(words.DRAWING_LEGEND)}</p></main>',
        f"<script>{content('search_tree.js')}</script>",
        f"<script>{content('walkthrough.js')}</script>\n</body>\n</html>\n",
    ]
    return sealed("\n".join(parts))


def _figures(trace: Trace, said: Sequence[Words]) -> Iterator[str]:
    every = zip(trace.states(), trace.steps, said, strict=False)  # one more state follows the last step
    for number, (state, step, message) in enumerate(every, 1):
        kind = ' class="tree"' if step.rule in _TREE or step.depth else ""
        yield f'<figure id="s{number}"{kind}>{draw(state, step, f"{message.en} · {message.ja}")}'
        yield f"<figcaption><b>{number}.</b> {in_both_languages(message)}</figcaption></figure>"


def _list(trace: Trace, said: Sequence[Words]) -> Iterator[str]:
    for number, (step, message) in enumerate(zip(trace.steps, said, strict=True), 1):
        kind = f' style="--depth:{step.depth}"' if step.depth else ""
        if step.rule in _TREE:
            kind += f' data-rule="{step.rule}" data-sign="{escape(_sign(step, trace.board.problem))}"'
        yield f'<li{kind}><a href="#s{number}">{in_both_languages(message)}</a></li>'


def _sign(step: Step, problem: BoardProblem) -> str:
    """Return the sign of a step in the tree of the search, such as `? R1C2 = 3`."""
    if step.rule == TRIAL:
        return f"? {layout_of(problem).option_name(step.placed[0]).replace('#', ' = ')}"
    return f"✗ {geometry_of(problem).item_name(step.items[0])}" if step.rule == CONTRADICTION else "✓"
