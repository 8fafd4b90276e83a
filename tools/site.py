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

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
LANGUAGES = {"en": "English", "ja": "日本語"}
SECTIONS = {
    "Tutorials": "チュートリアル",
    "Guide": "ガイド",
    "Reference": "リファレンス",
    "Background": "背景",
}

_LINK = re.compile(r"(\]\()([^)#\s]+)")
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
            text = _LINK.sub(lambda link, path=path, name=name: _link(link, path, name, folder), text)
            (folder / name).write_text(text, encoding="utf-8")
        else:
            shutil.copy(path, folder / name)
    rule_pages.write(folder / "rules", language)


def _link(link: re.Match[str], path: Path, name: str, folder: Path) -> str:
    """Return a link as it is between the pages; files outside `docs` are copied among them."""
    target = (path.parent / link[2]).resolve()
    if "://" in link[2] or target.is_relative_to(DOCS):
        return link[1] + link[2].replace(".ja.md", ".md")
    copy = folder / "files" / target.relative_to(ROOT)
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(target, copy)
    return link[1] + Path(relpath(copy, (folder / name).parent)).as_posix()


def _build(language: str, sources: Path, target: Path) -> None:
    config = load_config(str(ROOT / "mkdocs.yml"), docs_dir=str(sources), site_dir=str(target))
    config.theme["language"] = language
    config.extra["polyfills"] = [
        "assets/iframe-worker.js"
    ]  # the name by which the plug-in for search from disk knows it
    if language == "ja":
        config.nav = list(_in_japanese(config.nav))
    config.plugins["languages"] = Languages()
    build(config)


def _in_japanese(nav: list[Any]) -> Iterator[Any]:
    for entry in nav:
        yield {SECTIONS[name]: pages for name, pages in entry.items()} if isinstance(entry, dict) else entry


if __name__ == "__main__":
    sys.exit(main())
