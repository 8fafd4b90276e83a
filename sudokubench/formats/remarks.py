"""Columns, keys and sections beside a board: the names that are known to be harmless, and the words that state a rule.

A problem states all its rules, and refusal is the default. A column, key or section beside a board is ignored only if
its name is known to be harmless and its value names no variant. A heading or other remark must name no variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from sudokubench.constraints import VARIANTS
from sudokubench.errors import Refusal
from sudokubench.formats.cells import size_of
from sudokubench.formats.regions import layout_of_map, resembles_map
from sudokubench.formats.strict_json import shown
from sudokubench.formats.words import (
    FIELD_IS_MAP,
    FLAG_WITHOUT_NAME,
    LETTERS,
    MAY_STATE_A_RULE,
    NAMES_A_RULE,
    REMEDY,
)
from sudokubench.layout import EXTRA_HOUSES, MAX_SIZE, MIN_SIZE, Layout

# -- names ---------------------------------------------------------------------------------------------------------

_REMARKS = """
    a ability about access accessed added age ai all and annotated annotation answer answers anzahl app at attempt
    attempts auteur author authors autor average avg backtrack backtracking backtracks balance bd beginner
    bemerkung bench benchmark best binary blank blanks board boards book branches branching by canonical
    categories category cell cells challenge chapter checksum class claude clue cluecount clues code collection
    column comment commentaire comments commit completion complexity confidence content conversation
    conversations copyright corpus correct correctness cost count country counts created creation creator
    current data dataset datasets date datum day deepseek dep depth desc description designer diff difficult
    difficulties difficulty difficulté dificultad digest digits doi download downloads ds duration ease easiness
    easy ed edition effort elapsed email empties empty en engine entries entry ep er error errors estimate eval
    evil expected expert export exported ext extreme failures family fastest favourite fecha fewest fiendish
    file filename files filled final finish first flag flags fold font for format found free from fuente full
    game games gemini generated generation generator given givens gold gpt grade graded grid grids ground group
    guess guesses hard hardest hardness has hash header height hidden hint hints history hodoku holes hours html
    https human icon id ideal idx image img in index initial input inputs instance instruction instructions
    integer is isbn issue item items iteration iterations ja json key keyword keywords known kommentar label
    labels lang language last latency length level levels library licence license line link list llm logic
    logical lösung magazine max mean median medium message messages meta metadata metric min minimal minimality
    minimum minutes missing ml model models month moves ms n naked name names new newboard next no node nodes
    nominal not note notebook notes nr num number numbers nummer numéro número of on open order ordinal orig
    origin original os output outputs page pages pair path percent period permalink permutation player players
    points pred predicted prediction previous prompt prompts prop provider publication published publisher
    puzzle puzzles quality quelle query question questions quiz quizzes quotation rank ranking rate rated rating
    ratings raw readme reason reasoning record records reference references response responses result results
    reward role row rows run rätsel sample schwierigkeit schwierigkeitsgrad score scores se sec seconds section
    seed sequence serial series set setter sha sha1 sha256 simple site size skill slug solution solutions
    solvable solve solved solver solves source sources split star starred stars start state stats status std
    step steps strategies strategy string stringified style subject submitted subset subtitle sudoku sudokus
    sudokuwiki summary symmetric symmetry system tag tags target task tech technique techniques tedious test
    text thinking thumbnail tier time times timestamp titel title titre to token tokens top total train training
    truth turns tutorial type título unfilled unicode uniform unique uniqueness unit unnamed unsolved updated
    uploaded url urls use user username uses uuid valid validation value vendor verified version volume votes
    was website week weight width with word words year
    番号 ID 通し番号 題名 タイトル 名前 作者 作成者 出典 出所 日付 作成日 難易度 難度 レベル 評価 備考
    メモ コメント 注釈 説明 ヒント数 与え値数 数字の数 空きマス
    空きマス数 ページ 年 月 日 時間 解答時間 解答 答え 答 問題 問題番号 盤面 数独
    正解 正答
"""
_HARMLESS = frozenset(_REMARKS.split())
"""Words of names that state no rule: a name of only such words is a remark."""
_TAG = re.compile(r"<([A-Za-z][\w.-]*)[^<>]*>")
_TAGS = frozenset(
    "div span td tr th tbody thead table br li ul ol pre tt svg xml opensudoku sdk body em strong".split()  # noqa: SIM905
)
"""Tags of markup around boards."""
_WHOLE_NAMES = {"extra_info", "ground_truth", "data_source", "reward_model"}
_WORD = re.compile(r"[A-Z]?[a-zà-öø-ÿß]+|[A-Z]+(?![a-z])|[^\W\d_]+")
_NO_RULE = re.compile(
    r"|0|false|no|none|null|nan|n/?a|-|(?:classic(?:al)?|standard|normal|regular|plain|vanilla|default|ordinary)?[ _-]?"
    r"(?:sudokus?|rules|9x9)?|いいえ|なし|普通|通常|標準",
    re.IGNORECASE,
)
"""Values that mean: no further rule."""
_SIZES = {"size", "width", "height", "rows", "n"}
_DEEP = {"steps", "moves", "solve", "solution", "solutions", "history", "state", "techniques"}
"""Words of names whose values may be lists of lists or of objects: actions on the board, and their result."""
_PARTS = {"cell", "cells", "column", "line", "pair", "path", "row", "rows", "top", "unit"}
"""Words in names of fields. A list in such a field may state a rule, such as the cells of a line."""
_NUMBERS = re.compile(r"[\[({]?\s*\d+(?:[\s,;]+\d+)+\s*[\])}]?")
"""Pattern of a list of numbers in a field of a table."""
_DECIMAL = re.compile(r"\d+,\d")
"""Pattern of a number with a decimal comma, such as a rating."""
_KINDS = {"type", "category", "categories", "tag", "tags", "style", "game", "task"}
"""Words in names of fields that hold a kind of puzzle. There, ambiguous words such as `arrow` are variants."""


def is_harmless(name: str) -> bool:
    """Return whether a name of a column, key or section is known to state no rule.

    >>> is_harmless("num_clues"), is_harmless("createdAt"), is_harmless("antiknight"), is_harmless("Unnamed: 0")
    (True, True, False, True)
    """
    if name in _WHOLE_NAMES or name in _HARMLESS:
        return True
    return all(word in _HARMLESS or (len(word) == 1 and word != "x") for word in _words_of(name))


@lru_cache(maxsize=1024)
def _words_of(name: str) -> frozenset[str]:
    """Return the words of a name: `num_clues` and `numClues` give num and clues."""
    return frozenset(word.lower() for word in _WORD.findall(name))


def may_be_deep(name: str) -> bool:
    """Return whether a name has a word of `_DEEP`."""
    return not _DEEP.isdisjoint(_words_of(name))


def require_harmless_tags(line: str) -> None:
    """Refuse a line with a tag of XML whose name may state a rule."""
    for name in _TAG.findall(line):
        if not is_harmless(name) and name.lower() not in _TAGS:
            require_harmless({name: f"<{name}>"})


def says_nothing(value: object) -> bool:
    """Return whether a value means that there is no rule: it is empty, false or `classic`."""
    if isinstance(value, str):
        return bool(_NO_RULE.fullmatch(value.strip()))
    return value is None or value is False or (isinstance(value, (list, dict, int)) and not value)


def require_harmless(fields: Mapping[str, Any]) -> None:
    """Refuse fields beside a board and its solution if the name or the value of a field may state a rule."""
    for name, value in fields.items():
        if says_nothing(value):
            continue
        words = _words_of(name)
        nested = isinstance(value, list) and any(isinstance(part, list) for part in value)
        text = str(value).strip()
        listed = isinstance(value, list) or _NUMBERS.fullmatch(text)
        is_short = max(map(len, words), default=0) < 2 and not _DECIMAL.fullmatch(text)
        is_flag = is_short and text.lower() == "true"
        is_part = nested or is_flag or (listed and (is_short or words & _PARTS))
        is_size = words & _SIZES and text in {"1", "2", "3"}
        if (is_part and not may_be_deep(name)) or is_size or not is_harmless(name):
            fault = MAY_STATE_A_RULE.format(name=name, value=shown(value)) + REMEDY
            raise Refusal(fault)
        for text in _texts(value):
            if layout_of_map(text) is not None:
                raise Refusal(FIELD_IS_MAP.format(name=name))
            stated = f"{text} symmetry" if "symmetry" in words else text
            require_no_rule(stated, kinds=bool(words & _KINDS), what=f"{name}: {text}")


def map_among(fields: Mapping[str, Any]) -> tuple[Layout | None, dict[str, Any]]:
    """Return the layout of the field that holds a map of regions, and the fields that may state something else.

    Without such a field the layout is None. Harmless fields that only name the map, such as `type: jigsaw`, are left
    out with it.
    """
    for name, value in fields.items():
        regions = layout_of_map(value) if isinstance(value, str) else None
        if regions and (is_harmless(name) or names_only_regions(name)):
            others = ((other, said) for other, said in fields.items() if other != name)
            return regions, {k: v for k, v in others if not (is_harmless(k) and names_only_regions(str(v)))}
    return None, dict(fields)


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in a value and in its lists. For a list of lists, first yield all cells joined as one text."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        if value and all(isinstance(part, list) for part in value):
            yield " ".join(str(cell) for part in value for cell in part)
        for part in value:
            yield from _texts(part)


# -- texts ---------------------------------------------------------------------------------------------------------

_NAMES = r"""
    killer, thermo\w*, kropki, sandwich(?:es)?, jigsaw, windoku, samurai, renban, nabner, girandola, argyle, battenburg,
    quadruple, gattai, toroidal, nrc, mathrax, cage, xsum, 1to0, 1 to 0, even odd, odd even, greater than, latin square,
    anti (?:knight|king|bishop|rook|queen|diagonal|horse|taxicab|chess)\w*, no king, non consecutive,
    (?:knight|king) move, diagonals(?! symm),
    (?:both|main|two|marked|long|each|either|along|on the|along the) diagonal, (?:no|without) boxes,
    (?:adjacent|neighbouring|neighboring|consecutive) (?:digit|cell|number|square),
    (?:shaded|grey|gray) (?:cell|square|boxe),
    (?:x|diagonal|hyper|arrow|palindrome|clone|consecutive|skyscraper|asterisk|irregular|whisper|variant) sudoku,
    sudoku (?:x|diagonal|variant), (?:diagonal|arrow|variant) (?:rule|constraint), (?:x|arrow) sum, consecutive pair,
    (?:between|lockout|entropic|modular|zipper|region sum|palindrome|whisper) line, numbered room, extra region,
    irregular (?:region|box|shape|block)\w*, disjoint group, (?:centre|center) dot, chaos construction, fog of war,
    on (?:an?|the|each|every) (?:arrow|thermo\w*), along (?:an?|the|each|every) (?:arrow|line|thermo\w*),
    (?:cell|digit|number) on (?:an?|the|each|every) (?:arrow|line|thermo\w*), constraint\s+(?:\w+|forall\s+)\(.*
"""
"""Names of variants. A space also stands for a hyphen, a slash or nothing; the word before it may be a plural."""
_OUR_NAMES = rf"\d+x\d+(?::\d+)?(?:-(?:{'|'.join(EXTRA_HOUSES)})|\+(?:{'|'.join(VARIANTS)})), "
"""Our own names of problems with more rules than the standard layout, such as `9x9-diagonal` and `6x6:3+killer`."""
_JAPANESE = """
    キラー サムライ 対角線 ジグソー 不等号 温度計 サンドイッチ アンチナイト アンチキング 太線 変則 ナイト 奇数 偶数
    矢印 桂馬 幾何学 変形ナンプレ 変形数独
"""
_TITLES = r"""
    arrow, diagonal(?! symm), palindrome, skyscraper, consecutive, clone, region, irregular, hyper, whisper, latin,
    kakuro, futoshiki, kenken, calcudoku, str8ts, asterisk, offset, outside, (?:odd|even|chaos) sudoku
"""
"""Words that name a variant if a heading has nothing else, such as `Diagonal 12` or `Puzzle 3 (arrow)`."""
_KINDS_ONLY = r"x(?! (?:wing|cycle|chain)), xv, line, variant, odd, even, chaos"
"""Words that name a variant only where a kind of puzzle is expected."""
_JOINED = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""The places between joined words, as in `KillerSudoku`."""


def _phrases(names: str) -> list[str]:
    return [phrase.strip() for phrase in names.strip().strip(",").split(",")]


def _pattern(names: str, more: str = "") -> re.Pattern[str]:
    """Return a pattern that finds the phrases of `names` (see `_NAMES`) as words, and the texts of `more` anywhere."""
    gap = r"(?:'?s)?[\s/_-]*"
    words = "|".join(phrase.replace(" ", gap) for phrase in _phrases(names))
    return re.compile(rf"(?<![^\W_])(?:{words})(?:'?s)?(?![^\W\d_])" + "|".join(["", *more.split()]), re.I)


_NAME, _TITLE = _pattern(_OUR_NAMES + _NAMES, _JAPANESE), _pattern(_TITLES)
_KIND = _pattern(f"{_TITLES},{_KINDS_ONLY}")
_REGIONS = _pattern(
    "jigsaw, irregular (?:sudoku|region|boxe|shape|block), irregular, region, nonet", "ジグソー 領域"
)
"""Words that name nothing but a map of regions."""
_BEGINS = frozenset(
    word[:3]
    for phrase in _phrases(f"{_NAMES},{_TITLES},{_KINDS_ONLY}")
    if (first := re.match(r"(?:\(\?:)?([a-z0-9|]+)", phrase))
    for word in first[1].split("|")
) | {f"{size}x{size}"[:3] for size in range(MIN_SIZE, MAX_SIZE + 1)}
"""The first three letters of the phrases, or of a size: a quick test, which most remarks fail."""
_NEUTRAL = frozenset(
    "sudoku sudokus puzzle puzzles grid grids variant variants the no nr x".split()  # noqa: SIM905
)
"""Words that may stand beside a name of `_TITLES` in a heading. Numbers and sizes may stand there, too."""
_MAY_BE_MAP = re.compile(r"[0-9A-Za-z/|+-]{16,}")
_LABEL = re.compile(
    r"\W*(layout|rules?|ruleset|constraints?|variants?|arrows?|regions?|boxes|diagonals?|nonets?|lines?|whispers?|dots?|"
    r"sums?|inequalit(?:y|ies)|ルール|制約|領域|ケージ)\s*[:=>]\s*(.*)",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"(?!\W*\d+\W+[^\W\d]+\W*$|shape: \([\d_, ]+\)$)"
    r"\W{0,3}([\w.-]{1,40})\W?\s*(?:=\s*1|[:=]\s*(?:true|yes|on|[\[{(].*))[,;]?",
    re.IGNORECASE,
)
"""Pattern of a field of YAML, TOML or a program, if its value is true, 1 or a list. A number before a word, such as
`1: on`, does not match; nor does the size above a table of Polars."""
_WORDS, _LONG_WORDS = re.compile(r"[^\W_]+"), re.compile("[A-Za-z]{15,}")
_PUNCTUATION = str.maketrans("‐‑‒–—―−‘’", "-------''")
_FLAG = re.compile(r"[,;\t]\s*(true|yes)\s*(?:[,;\t)\]}]|$)", re.IGNORECASE)
"""Pattern of a true value in a column without a name: the column may be a rule."""
_SIGNS = re.compile(r"(?=(?:[^<>^∧∨≤≥]*[<>^∧∨≤≥]){4})[<>^v∧∨≤≥\s.|·-]+")
"""Pattern of a row of inequality signs."""
_CELLS_ALONE = re.compile(r"(?:[^\W\d_]{0,12}\W+)?(?:\d+\W*)?(?:r\d+c\d+[\W\d]*){2,}", re.IGNORECASE)
"""Pattern of two or more names of cells, after at most a word and a number: this text may state a cage or a line."""

_APPLY = frozenset(
    """
    normal standard usual classic classical only sudoku rule rules of 9x9 apply constraint constraints
    """.split()  # noqa: SIM905
)
"""Words that say that the usual rules apply."""
_USUAL = _APPLY | frozenset(
    """
    place put fill in the grid grids so that with each every all row rows column columns and or a any 3x3 box boxes
    square squares block blocks sub subbox subboxes subgrid subgrids subsquare subsquares subblock subblocks must should
    contain contains have has appear appears occur occurs digit digits number numbers from 1 9 nine to through exactly
    once be is are filled
    """.split()  # noqa: SIM905
)
"""Words that state the usual rules. `may`, `no` and `same` are not among them: where digits may repeat is a rule."""
_NO_REPEATS = re.compile(
    r"\bwithout\W+(?:any\W+)?(?:repeat(?:s|ed|ing)|repetitions?)\b|"
    r"\b(?:can|may)\W+(?:only\W+)?(?:appear|occur)\W+(?:only\W+)?once\b|"
    r"\b(?:no\W+(?:digit|number)s?(?:\W+(?:can|may|must|should))?|(?:(?:can|may|do|does)\W*)?not)\W+(?:be\W+)?"
    r"(?:repeat(?:s|ed)?|(?:appear|occur)s?\W+(?:twice|more\W+than\W+once))\b"
)
"""Pattern of the phrases that forbid repeated digits."""
_SIZE = re.compile(r"(?<![0-9A-Za-z])([1-9]\d?) ?[x×*] ?\1(?![0-9A-Za-z:])", re.IGNORECASE)
SOLUTION = re.compile("solutions?|solved|answers?|lösung(?:en)?|解答|答え?|正?解")
"""Pattern of a word, in small letters, that names solutions."""
_BESIDE = r"(?:[\W\d_]|sudokus?|puzzles?|grids?|the|of|to|for|no|nr|第|問題?|の|例)*"
_OF_SOLUTIONS = re.compile(rf"{_BESIDE}(?:{SOLUTION.pattern})s?{_BESIDE}")
_AROUND_WORDS = "#:.,;()[]-–—=!?*\"'の"
_RULES = {"rule", "rules", "ruleset", "constraint", "constraints", "ルール", "制約"}
"""Labels that announce rules, perhaps in the following lines."""


def announces_rules(text: str) -> bool:
    """Return whether a line is only a label of `_RULES`, so that the following lines state the rules."""
    label = _LABEL.fullmatch(normalize("NFKC", text.strip()))
    return label is not None and not label[2] and label[1].lower() in _RULES


def heads_solutions(text: str) -> bool:
    """Return whether a line only says that solutions follow; the first solution may stand in the same line.

    >>> heads_solutions("# Solution to puzzle 3:"), heads_solutions("第2問の解答"), heads_solutions("solved by hand")
    (True, True, False)
    """
    return bool(_OF_SOLUTIONS.fullmatch(normalize("NFKC", text).lower()))


def size_named(text: str) -> int | None:
    """Return the size that a heading names; None if it names no size, several sizes, or something else.

    >>> size_named("16x16 sudoku"), size_named("# Easy 6 x 6, No. 12"), size_named("each 3x3 box")
    (16, 6, None)
    """
    if len(text) > 80:  # nearly every line of a corpus
        return None
    text = text if text.isascii() else normalize("NFKC", text)
    sizes = _SIZE.findall(text)
    words = [word.strip(_AROUND_WORDS).lower() for word in _SIZE.sub(" ", text).split()]
    numbers = [word for word in words if word.isdecimal() and len(word) < 5]
    if len(sizes) != 1 or len(numbers) > 1 or not {*words} <= _HARMLESS | {"", *numbers}:
        return None
    return int(sizes[0]) if size_of(int(sizes[0]) ** 2) else None


def _says_usual(text: str) -> bool:
    """Return whether a text only says that the usual rules apply, or only states them. True for an empty text."""
    words = {*re.findall(r"\w+", _NO_REPEATS.sub(" ", text.lower()))}
    houses = [{"row", "rows"}, {"column", "columns"}, {"box", "boxes", "3x3"}]
    return words <= _APPLY or (words <= _USUAL and not any(map(words.isdisjoint, houses)))


def _rule_in(text: str, kinds: bool) -> str | None:
    """Return the words of a remark that name a rule, or None."""
    if not {*":=>"}.isdisjoint(text):
        if (field := _FIELD.fullmatch(text)) and not (len(field[1]) > 1 and is_harmless(field[1])):
            return field[1]
        label = _LABEL.fullmatch(text)
        if label and (announces_rules(text) or not (says_nothing(label[2]) or _says_usual(label[2]))):
            return label[1]
    words = _WORDS.findall(text.lower())
    if any(word[0] == "r" and word[1:2].isdigit() for word in words) and _CELLS_ALONE.fullmatch(text):
        return text
    if text.isascii() and _BEGINS.isdisjoint(word[:3] for word in words):
        return None  # the usual case
    apart = _JOINED.sub(" ", text)
    match = _NAME.search(apart) or (_KIND if kinds else _TITLE).search(apart)
    if match and match.re is _TITLE:
        beside = _WORDS.findall(_TITLE.sub(" ", apart).lower())
        match = match if all(word in _NEUTRAL or word[0].isdigit() for word in beside) else None
    return match[0] if match else None


def names_only_regions(text: str) -> bool:
    """Return whether a text names a map of regions and states no other rule, so that a map near it states everything.

    >>> names_only_regions("Jigsaw no. 3"), names_only_regions("Jigsaw X"), names_only_regions("Extra regions")
    (True, False, False)
    """
    rest = re.findall(r"\w+", _REGIONS.sub(" ", text.lower()))
    others = [word for word in rest if word not in _HARMLESS and word not in _APPLY]
    return bool(_REGIONS.search(text)) and (not others or (len(others) == 1 and others[0].isdecimal()))


def require_no_rule(text: str, kinds: bool = False, what: str = "") -> None:
    """Refuse a text beside a board that names a variant, or states a rule behind a label.

    Args:
        text: A heading, a title, a remark.
        kinds: Whether the text names a kind of puzzle, so that `arrow` is a variant.
        what: What the message shows; the text if empty.

    Raises:
        Refusal: The text names a rule.
    """
    if any(map(resembles_map, _LONG_WORDS.findall(text))):
        raise Refusal(LETTERS)
    if flag := _FLAG.search(text):
        fault = FLAG_WITHOUT_NAME.format(value=flag[1]) + REMEDY
        raise Refusal(fault)
    text = text.strip() if text.isascii() else normalize("NFKC", text).translate(_PUNCTUATION).strip()
    if found := text if _SIGNS.fullmatch(text) else _rule_in(text, kinds):
        raise Refusal(NAMES_A_RULE.format(found=shown(found), text=shown(what or text)))


def regions_beside(text: str) -> Layout | None:
    """Return the layout of a map of regions in the text beside a board; None without a map.

    Raises:
        Refusal: The text names a rule that the map does not state.
    """
    for run in (text.strip(" \t,;#\r\n"), *_MAY_BE_MAP.findall(text)):
        if layout := layout_of_map(run):
            rest = text.replace(run, " ")
            if not names_only_regions(rest):
                require_no_rule(rest)
            return layout
    require_no_rule(text)
    return None
