"""Build the manual as pages, English and Japanese, in one folder that opens from disk without a network.

    python tools/site.py [FOLDER]     default: site; any broken link or missing heading ends it with an error

`docs/NAME.md` and `docs/NAME.ja.md` are one page in two languages. Each language is a site of its own, with a search
index of its own (the Japanese index separates words): English at the root of the folder, Japanese in `ja/`.
"""

from __future__ import annotations

import logging
import re
import shutil
import sys
from collections.abc import Iterator
from os.path import relpath
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rule_pages
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.plugins import BasePlugin

import sudokubench

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
LANGUAGES = {"en": "English", "ja": "日本語"}
SECTIONS = {
    "Tutorials": "チュートリアル",
    "Guide": "ガイド",
    "Reference": "リファレンス",
    "Background": "背景",
}
RULES = {"en": "The rules", "ja": "手筋の一覧"}

# Words end where the script changes: so the search splits pages and queries at the same places, 連続|ナイスループ.
_SCRIPTS = ("一-龠々", "ぁ-ん", "ァ-ヴー", "!-~")
JAPANESE_SEPARATOR = "|".join(
    ["[\\s\\-\u3000-\u3003\u3008-\u3011・（），．：？！／]+"]
    + [f"(?<=[{script}])(?=[^{script}])" for script in _SCRIPTS]
)
_TWICE = '.join("* ")'
_CODE = re.compile(r"`[^`\n]*`")
"""A piece of code in a line. GitHub needs `\\|` for a bar in the code of a table; the site shows the backslash."""
_LINK = re.compile(r"(\]\()([^)#\s]+)")
_ENGLISH = re.compile(r"\[([^]]*)\]\(([^)#:\s]+)(?<!\.ja)\.md(#[^)\s]*)?\)")
"""A link of a Japanese page to an English one, which is in another site."""
_PUBLIC = re.compile(r"<!-- generated: library .*?(?=<!-- end -->)", re.DOTALL)
_NAME = re.compile(r"^\| `(\w+)[(`]", re.MULTILINE)
_OTHER_LANGUAGE = re.compile(r"^(?:日本語|English): \[[^]]*\]\([^)]*\)[.。] ?", re.MULTILINE)


class Languages(BasePlugin):  # type: ignore[type-arg]
    """A plug-in that links each page to the same page in the other language."""

    def on_page_context(self, context: Any, page: Any, config: Any, **_: Any) -> Any:
        """Set the links of the switch in the head of a page."""
        japanese = config.theme["language"] == "ja"
        roots = {"en": "../" if japanese else "", "ja": "" if japanese else "ja/"}
        config.extra["alternate"] = [
            {"lang": language, "name": name, "link": roots[language] + page.url}
            for language, name in LANGUAGES.items()
        ]
        return context


def main() -> int:
    """Build the sites; return the exit code."""
    if len(sys.argv) > 2 or "-h" in sys.argv[1:] or "--help" in sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    target = Path(sys.argv[1] if sys.argv[1:] else "site").resolve()
    shutil.rmtree(target, ignore_errors=True)
    for language in LANGUAGES:
        with TemporaryDirectory() as folder:
            sources = Path(folder)
            collect(language, sources)
            _build(language, sources, target if language == "en" else target / language)
    return 0


def collect(language: str, folder: Path) -> None:
    """Collect all pages of a language, including the pages of rules, with the files that they show or link."""
    for path in DOCS.rglob("*"):
        if path.is_dir() or (path.name.endswith(".ja.md") is not (language == "ja") and path.suffix == ".md"):
            continue
        name = str(path.relative_to(DOCS)).replace(".ja.md", ".md")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            text = _OTHER_LANGUAGE.sub("", path.read_text(encoding="utf-8"))
            if language == "en":
                text = _PUBLIC.sub(_with_docstrings, text)
            else:
                text = _ENGLISH.sub(lambda link, path=path: _english(link, path), text)
            text = _CODE.sub(lambda code: code[0].replace("\\|", "|"), text)
            text = _LINK.sub(lambda link, path=path, name=name: _link(link, path, name, folder), text)
            (folder / name).write_text(text, encoding="utf-8")
        else:
            shutil.copy(path, folder / name)
    rule_pages.write(folder / "rules", language)


def _with_docstrings(table: re.Match[str]) -> str:
    """Return a table of public names with their docstrings below it, as mkdocstrings writes them."""
    found = ((getattr(sudokubench, name).__module__, name) for name in _NAME.findall(table[0]))
    return "\n\n".join([table[0].rstrip(), *(f"::: {module}.{name}" for module, name in found), ""])


def _english(link: re.Match[str], path: Path) -> str:
    """Return a link from a Japanese page to an English page as HTML: the English site is in another folder."""
    target = (path.parent / f"{link[2]}.html").resolve()
    if not target.is_relative_to(DOCS):  # a file beside the manual
        return link[0]
    here = Path("ja") / path.relative_to(DOCS).parent
    address = Path(relpath(target.relative_to(DOCS), here)).as_posix()
    return f'<a href="{address}{link[3] or ""}">{link[1]}</a>'


def _link(link: re.Match[str], path: Path, name: str, folder: Path) -> str:
    """Return a link as it is between the pages; files outside `docs` are copied among them."""
    target = (path.parent / link[2]).resolve()
    if "://" in link[2] or target.is_relative_to(DOCS):
        return link[1] + link[2].replace(".ja.md", ".md")
    copy = folder / "files" / target.relative_to(ROOT)
    if copy.suffix == ".md":  # as text: it is not a page of the manual
        copy = copy.with_suffix(".txt")
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(target, copy)
    return link[1] + Path(relpath(copy, (folder / name).parent)).as_posix()


def _build(language: str, sources: Path, target: Path) -> None:
    config = load_config(str(ROOT / "mkdocs.yml"), docs_dir=str(sources), site_dir=str(target))
    config.theme["language"] = language
    # the plug-in for search from disk knows this name
    config.extra["polyfills"] = ["assets/iframe-worker.js"]
    config.nav = list(_named(config.nav, language))
    if language == "ja":
        search = {"separator": JAPANESE_SEPARATOR, "pipeline": ["stopWordFilter", "stemmer"]}
        config.plugins["material/search"].config.update(search)
    config.plugins["languages"] = Languages()
    build(config)
    _mend_search(target)


def _named(nav: list[Any], language: str) -> Iterator[Any]:
    """Yield the navigation in a language; the list of rules becomes a section with their pages."""
    for entry in nav:
        if isinstance(entry, dict):
            for name, pages in entry.items():
                yield {SECTIONS[name] if language == "ja" else name: list(_named(pages, language))}
        elif entry == "rules/index.md":
            yield {RULES[language]: rule_pages.navigation(language)}
        else:
            yield entry


def _mend_search(target: Path) -> None:
    """Let the search find words written together without a space. The theme adds the wildcard `*` twice to each word.

    Raises:
        SystemExit: The script of the theme has changed, and this function must go or change, too.
    """
    (worker,) = target.glob("assets/javascripts/workers/search.*.min.js")
    script = worker.read_text(encoding="utf-8")
    if script.count(_TWICE) != 1:
        raise SystemExit(f"{worker.name} has no {_TWICE}: try a search for 制限時間, and renew _mend_search")
    worker.write_text(script.replace(_TWICE, '.join(" ")'), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
