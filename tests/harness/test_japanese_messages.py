"""Messages of failed engines: stored in English, shown in the language of the reader."""

import pytest

from sudokubench.backends import words as of_engines
from sudokubench.harness import words as of_harness
from sudokubench.harness.finding import Bound, bound_of
from sudokubench.harness.japanese_messages import in_both
from sudokubench.words import Sentence, Words

DIED = of_engines.DIED.format(signal="SIGSEGV", errors="oops: 5 s")
LINES = of_engines.LINE_EACH.format(lines=14, boards=1)
ENDED = of_engines.HOW_IT_ENDED.format(fault=of_engines.NO_ANSWER, code=3, output="hi; x", errors="")


@pytest.mark.parametrize(
    ("message", "japanese"),
    [
        ("more than 60 s", "60秒を超えました"),
        ("more than 0.5 s of CPU time", "CPU時間が0.5秒を超えました"),
        ("more than 512 MB", "メモリが512 MBを超えました"),
        ("more than 512 MB: MemoryError: std::bad_alloc", "メモリが512 MBを超えました：MemoryError: std::bad_alloc"),
        ("the worker of dlx exited with 3", "dlxのワーカーが終了コード3で終了しました"),
        ("an answer of more than 2,097,152 bytes", "答えが2,097,152バイトを超えました"),
        (DIED.en, DIED.ja),
        (ENDED.en, ENDED.ja),
        (LINES.en, LINES.ja),
        (of_engines.NO_FIELD.format(fault=ENDED).en, of_engines.NO_FIELD.format(fault=ENDED).ja),
        (of_harness.OPTION_FULL.en, of_harness.OPTION_FULL.ja),
        (of_engines.LONG_OPTION.en, of_engines.LONG_OPTION.ja),
        ("dlx is wrong: an invalid solution: R1C1", "dlxの誤り：正しくない解です：R1C1"),
        ("an invalid solution: R1C1 is blank", "正しくない解です：R1C1が空きマスです"),
        ("an invalid solution: the item 3 is not covered", "正しくない解です：項目3が覆われていません"),
        ("BackendFailed: it claims 4 solutions in all, but answers show 5",
         "BackendFailed: 解は全部で4個としていますが、5個示されています"),
        ("a says one solution, b says another one", "aとbの示した解が違います"),
        ("a says the only solution has R1C3#3 …, b says the only solution has R1C3#4 …",
         "aはただ一つの解がR1C3#3 …、bはただ一つの解がR1C3#4 …としています"),
        (Sentence(Words("own", "独自")), "独自"),
    ],
)  # fmt: skip
def test_a_message_of_ours_is_shown_in_japanese(message, japanese):
    assert in_both(message) == Words(str(message), japanese)


@pytest.mark.parametrize(
    "message", ["", "ValueError: list index out of range", "SIGKILL", "more than enough", "{x}"]
)
def test_what_an_engine_itself_says_stays_as_it_is(message):
    assert in_both(message) == Words(message, message)


def test_the_message_of_a_limit_names_the_limit_in_records():
    assert bound_of("timeout", of_harness.OVER_CPU.format(limit=2.0).en) == Bound.CPU.value
    assert bound_of("timeout", of_harness.OVER_WALL.format(limit=2.0).en) == Bound.WALL.value
