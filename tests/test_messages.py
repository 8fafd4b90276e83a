"""Every text of an error, a remark or an answer stands in a `words` module of its room, in both languages.

After a change, `python tests/test_messages.py` writes the list of all texts anew; review the difference.
"""

import ast
import re
import string
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from os.path import commonprefix
from pathlib import Path

import pytest

import sudokubench
from sudokubench import errors
from sudokubench.words import Words

HOME = Path(sudokubench.__file__).parent
LIST = Path(__file__).with_name("messages.txt")
ERRORS = {name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, Exception)}

_SIGN = "[ぁ-ヿ一-鿿、。（）「」：]"
SPACED = re.compile(rf"{_SIGN} (?=[A-Za-z0-9`{{'\"])|(?<=[A-Za-z0-9`}}'\"%]) {_SIGN}")

REFUSED = re.compile(
    "ライブラリー|メモリー|プロセッサ(?!ー)|パラメータ(?!ー)|クラスタ(?!ー)|スケジューラ(?!ー)|[0-9}]題|クラッシュ|単独解決|"
    "空白マス|空きセル|完成した盤面|完全盤|作業プロセス|計算機|マシン|検査プログラム|踊るリンク|(?<!（)dancing links|"
    "一括|節点|コーパス|タスク|導入(?!した」)|[ァ-ヴ]の版|版[0-9を]|(?<!不)規則|"
    "解の数(?!字)|難しさ|難度|(?<!計算量|データ)クラス(?!ター)|問い(?=[にはをがのと：])|コメント|注記.|.注記|極小な|最小問題|"
    "名前のある(問題|厳密被覆)|かっこ|[0-9}一]手順|証拠|証跡|印字|(?<!その)他[のにはを]|同梱|踊り|ロック(された)?候補|"
    "(ファイル|実行|記録)[はをが]消|に書けません|ブロック|アイテム|制御グループ|17個の与え値|Lトロミノ|ヒント数|"
    "変種|返信|返答|実行器|手筋ライブラリ|やさし|升目|余分な与え値|"
    "(フォルダ|ブラウザ|コンパイラ|ソルバ|カウンタ)(?!ー)|～|一[問行](?!目)|[強弱]いリンク|組合せ|問題セット|ランダム|領域の地図|"
    "盤面の外のヒント|識別子|わか[るりっら]|Algorithm X(?! on)"
)
"""Words that have a preferred word: 問, 異常終了, 解けた数, 空きマス, 完成盤面, ワーカー, コンピューター, 検証器,
ダンシングリンク, バッチ, ノード, 問題集, 課題, インストール, バージョン, ルール of a puzzle or 手筋 of a solver;
解の個数, 難易度, 級, 課題, 注釈, 極小の, 名前つきの, 括弧, 手, 根拠, 手順の記録, 表示できる, ほか, 付属, 予約, 削除,
書き込めません, ボックス, 項目, コントロールグループ, 与え値17個の, バリアント, 応答, 実行先,
手筋集, 易しい, マス, 除ける与え値, 〜, 1問, 1行, 強リンク, 組み合わせ, 付属の問題集, 無作為, 領域の図,
盤面の外の数, ID, 分かる, アルゴリズムX."""

HALF_WIDTH = re.compile(r"(?<![A-Za-z0-9])\((?=[^()]*[ぁ-ヿ一-鿿])|[ぁ-ヿ一-鿿、。`]\((?!(\d+|n),[ )])")
"""Pattern of a half-width bracket in a sentence; brackets of functions and shapes of arrays stay."""

IN_ENGLISH_ONLY = frozenset[str]()
"""Rooms that still raise errors without Japanese."""


def texts() -> Iterator[tuple[str, Words]]:
    """Yield each text of the `words` modules, with its name."""
    for file in sorted(HOME.glob("**/*words.py")):
        module = ".".join(file.relative_to(HOME.parent).with_suffix("").parts)
        for name, value in vars(import_module(module)).items():
            yield from _named(f"{module.removeprefix('sudokubench.')}.{name}", value)


def _named(name: str, value: object) -> Iterator[tuple[str, Words]]:
    if isinstance(value, Words):
        yield name, value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _named(f"{name}[{key.value if isinstance(key, Enum) else key}]", one)
    elif isinstance(value, tuple | list):
        for number, one in enumerate(value):
            yield from _named(f"{name}[{number}]", one)


def _japanese() -> Iterator[tuple[str, str]]:
    """Yield each Japanese text, without code: messages, explanations, texts of the pages, lines of the documents."""
    for name, words in texts():
        for text in (words.ja, words.command_ja):
            yield name, re.sub("`[^`]*`", "`code`", text)
    for pattern in ("logic/texts/ja.py", "cli/c*.py", "**/*.js", "**/*.html"):
        for file in HOME.glob(pattern):
            for text in re.findall(
                r""""([^"\n]*)"|<span lang="ja">([^<]*)<""", file.read_text(encoding="utf-8")
            ):
                yield file.name, "".join(text)
    for line in (HOME / "cli/japanese_help.py").read_text(encoding="utf-8").splitlines():
        if " = " in line or '": "' in line:  # texts of options and descriptions, or one line of a command
            yield "japanese_help.py", re.sub("`[^`]*`", "`code`", line)
    for name, prose in _documents():
        for line in re.sub(
            r"(`+)(?!`).*?(?<!`)\1(?!`)", "`code`", re.sub(r"\]\([^)]*\)", "]", prose)
        ).splitlines():
            yield name, line


def _documents() -> Iterator[tuple[str, str]]:
    """Yield each Japanese document without its blocks of code."""
    for file in (HOME.parent / "README.ja.md", *HOME.parent.glob("docs/**/*.ja.md")):
        text = file.read_text(encoding="utf-8")
        yield file.name, re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)


def _listed() -> str:
    return "".join(
        f"{name}\n    {_by_door(words.command_en, words.en)}\n    {_by_door(words.command_ja, words.ja)}\n"
        for name, words in texts()
    )


def _by_door(command: str, elsewhere: str) -> str:
    """Return a text; its part that a command says differently, as `<A|B>`: A in a command, B elsewhere."""
    begin = len(commonprefix([command, elsewhere]))  # noqa: RUF071  # character by character
    a, b = command[begin:], elsewhere[begin:]
    end = len(commonprefix([a[::-1], b[::-1]]))  # noqa: RUF071
    choice = f"<{a[: len(a) - end]}|{b[: len(b) - end]}>" if a != b else ""
    return command[:begin] + choice + a[len(a) - end :]


def _fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def _raised() -> Iterator[tuple[str, int, ast.Call]]:
    """Yield file, line and call of each place that makes an error of this package."""
    for file in sorted(HOME.glob("**/*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = getattr(node, "func", None)
            if isinstance(node, ast.Call) and getattr(name, "id", getattr(name, "attr", "")) in ERRORS:
                yield str(file.relative_to(HOME)), node.lineno, node


def test_the_list_of_texts_is_the_one_that_was_read():
    assert LIST.read_text(encoding="utf-8") == _listed(), (
        "read the changes and run python tests/test_messages.py"
    )


def test_a_text_says_the_same_fields_in_both_languages():
    wrong = [
        name
        for name, words in texts()
        if any(_fields(words.to("en", door)) != _fields(words.to("ja", door)) for door in (False, True))
        or not words.command_ja
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "archaic",
    [r"\bno?body\b", r"\banybody\b", r"\bis no\b", r"\bare no\b(?! longer)", r"\bso (many|long|few)\b", r"\bbesides\b",
     r"\bof which\b", r"\bwho\b", r"\bone wants\b", r"\bthereby\b", r"\bhereof\b"],
)  # fmt: skip
def test_english_is_plain(archaic):
    assert [name for name, words in texts() if re.search(archaic, words.en)] == []


def test_japanese_has_no_space_beside_letters_digits_and_code():
    assert [(place, text) for place, text in _japanese() if SPACED.search(text)] == []


def test_a_japanese_paragraph_is_one_line_because_a_line_break_shows_as_a_space():
    broken = re.compile(rf"^(?![|#<]).*{_SIGN}\n *(?![-|#<!]|\d+\. )\S+", re.MULTILINE)
    assert [(name, found[0]) for name, prose in _documents() if (found := broken.search(prose))] == []


def test_japanese_sentences_have_full_width_brackets():
    assert [(place, text) for place, text in _japanese() if HALF_WIDTH.search(text)] == []


def test_one_thing_has_one_word_in_japanese():
    assert [(found[0], place) for place, text in _japanese() if (found := REFUSED.search(text))] == []


def test_a_text_is_filled_in_with_its_own_fields():
    """Each call of `format` on a constant of a `words` module names exactly the fields of the text."""
    known, wrong = dict(texts()), []
    for file in sorted(HOME.glob("**/*.py")):
        tree, names = ast.parse(file.read_text(encoding="utf-8")), dict[str, str]()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sudokubench"):
                room = (node.module or "").removeprefix("sudokubench").removeprefix(".")
                names |= {one.asname or one.name: f"{room}.{one.name}" for one in node.names}
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "format"):
                continue
            head, _, rest = ast.unparse(node.func.value).partition(".")
            text = known.get(".".join(filter(None, (names.get(head, head), rest))).strip("."))
            given = {keyword.arg for keyword in node.keywords}
            if text and None not in given and given != _fields(text.command_en) | _fields(text.en):
                wrong.append(f"{file.relative_to(HOME)}:{node.lineno}")
    assert wrong == []


def test_errors_exist_in_both_languages():
    """An error takes a text of a `words` module; `untranslated` holds the texts of libraries and files."""
    english = {
        f"{file}:{line}"
        for file, line, call in _raised()
        if call.args and isinstance(call.args[0], ast.Constant | ast.JoinedStr | ast.BinOp)
        if (file.partition("/")[0] if "/" in file else ".") not in IN_ENGLISH_ONLY
    }
    assert english == set()


@pytest.mark.parametrize("call", [
    lambda huge: sudokubench.solve("1" + "." * 15, backend=huge),
    lambda huge: sudokubench.solve("1" + "." * 15, limit=huge),
    lambda huge: sudokubench.solve([[huge] * 9] * 9),
    lambda huge: sudokubench.analyse(f"/{huge}/"),
])  # fmt: skip
def test_the_middle_of_a_huge_value_is_left_out_of_a_message(call):
    with pytest.raises(errors.SudokubenchError) as caught:
        call("x" * 10**6)
    message = caught.value
    for text in (str(message), message.to("ja")):
        assert len(text) <= errors.LONGEST_MESSAGE
        assert "x … x" in text
        assert not text.endswith("x")  # the remedy


if __name__ == "__main__":
    LIST.write_text(_listed(), encoding="utf-8")
