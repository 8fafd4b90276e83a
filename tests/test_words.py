"""Texts in two languages: what is done to one is done to both."""

from sudokubench.words import Words, listed, untranslated


def test_texts_are_joined_and_filled_in_language_by_language():
    assert Words("a", "あ") + Words("b", "い") == Words("ab", "あい")
    assert Words("{x}.", "{x}。").format(x=Words("a", "あ")) == Words("a.", "あ。")
    assert listed([Words("a", "あ"), untranslated(3)]) == Words("a, 3", "あ、3")
