"""The common beginning of walkthroughs, lessons and reports: the style, and switches that need no script."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib import resources

from sudokubench.pages.words import COLOURS, LANGUAGE, SKIP, THEMES
from sudokubench.words import LANGUAGES, Language, Words

INK, MUTED, RULE, PAPER = "#1b1e23", "#767d87", "#e1e4e8", "#ffffff"
"""Colours of text, secondary lines, grids and background of a drawing. A theme may replace them."""
FONT = "Noto Sans CJK JP, Noto Sans JP, Hiragino Sans, Yu Gothic, system-ui, sans-serif"
_SCRIPTS = "script-src 'unsafe-inline'"
_POLICY = f"default-src 'none'; style-src 'unsafe-inline'; {_SCRIPTS}; img-src data:"
_NAMES = {"en": "English", "ja": "日本語"}


def opening(title: str, heading: Words, language: Language, style: str = "") -> str:
    """Return the beginning of a page, up to its heading, with the common style and `style`.

    The rest of the page must hold an element with the id `answer`, to which the first link leads.
    """
    languages = "".join(_switch("language", code, _NAMES[code], code == language) for code in LANGUAGES)
    themes = "".join(
        _switch("theme", key, in_both_languages(name), key == "auto") for key, name in THEMES.items()
    )
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{escape(title)}</title>
<style>
{content("page.css")}{style}
</style>
</head>
<body>
<a class="skip" href="#answer">{in_both_languages(SKIP)}</a>
<header>
<h1>{in_both_languages(heading)}</h1>
<div class="switches">
<fieldset><legend>{in_both_languages(LANGUAGE)}</legend>{languages}</fieldset>
<fieldset><legend>{in_both_languages(COLOURS)}</legend>{themes}</fieldset>
</div>
</header>
"""


def in_both_languages(words: Words, tag: str = "span") -> str:
    """Return an escaped text in both languages; the style shows one of them. Lines never break at ` = `."""
    texts = [escape(words.to(code)).replace(" = ", "\u00a0=\u00a0") for code in LANGUAGES]
    if words.en == words.ja:
        return texts[0]
    return "".join(
        f'<{tag} lang="{code}">{text}</{tag}>' for code, text in zip(LANGUAGES, texts, strict=True)
    )


def _switch(group: str, key: str, name: str, on: bool) -> str:
    at = " checked" if on else ""
    return f'<label><input type="radio" name="{group}" id="{group}-{key}"{at}><b>{name}</b></label>\n'


def content(name: str, package: str = __name__.rpartition(".")[0]) -> str:
    """Return the text of a file of a package; the default is this package."""
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")


def sealed(page: str) -> str:
    """Return the page with a policy that allows only its own scripts, by their hashes."""
    return page.replace(_SCRIPTS, f"script-src {script_hashes(page)}", 1)


def script_hashes(page: str) -> str:
    """Return the hashes of all scripts of a page for its policy (Content Security Policy Level 3, section 2.3.1)."""
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    hashes = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts)
    return " ".join(f"'sha256-{one}'" for one in hashes) or "'none'"
