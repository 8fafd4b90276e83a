"""Texts in two languages: a change of one language needs a change of the other."""

from sudokubench.errors import BackendFailed, error_line
from sudokubench.words import Words, listed, untranslated


def test_texts_are_joined_and_filled_in_language_by_language():
    assert Words("a", "あ") + Words("b", "い") == Words("ab", "あい")
    assert Words("{x}.", "{x}。").format(x=Words("a", "あ")) == Words("a.", "あ。")
    assert listed([Words("a", "あ"), untranslated(3)]) == Words("a, 3", "あ、3")


def test_an_error_of_ours_keeps_its_japanese_inside_another_message():
    inner = error_line(BackendFailed(Words("no answer", "答えがありません")))
    outer = Words("dlx: {fault}", "dlx：{fault}").format(fault=inner)
    assert outer == Words("dlx: BackendFailed: no answer", "dlx：BackendFailed: 答えがありません")
