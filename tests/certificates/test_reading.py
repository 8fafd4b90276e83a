"""Other texts than certificates are refused with the reason, and no file is read further than necessary."""

import io
import json
import random

import pytest
from certificate_cases import EASY, HARD, NONE, SOLUTION, UNIQUE, as_version_1, forged

from sudokubench import InputError
from sudokubench.certificates import certify, read_certificates, verify
from sudokubench.certificates.limits import MAX_BYTES


@pytest.mark.parametrize(
    "text",
    [
        "", " \n", "null", "0", '"x"', "[]", "{}", "[1,2", "{", "\0", "NaN", "1" * 10_000, "[" * 100_000,
        '{"a":' * 100_000, "[" * 900 + "]" * 900, '{"a":' * 1_500, "[1," * 1_500, "," * 300_000, "[]" * 2_000_000,
        b"\xff\xfe{}", b"\xed\xa0\x80", "\ud800", UNIQUE.to_json().encode("utf-16"), HARD.format(),
        "p cnf 1 1\n1 0\n", '{"schema":"sudokubench.certificate/3"}', '{"schema":["sudokubench.certificate/1"]}',
        '{"schema":"sudokubench.check/1","verdict":"unique"}', "{" * 1_000 + "}" * 1_000,
        UNIQUE.to_json() * 2, UNIQUE.to_json()[:-1] + ',"extra":1}', UNIQUE.to_json()[:-1] + ',"claim":"none"}',
    ],
    ids=range(32),
)  # fmt: skip
def test_a_text_that_is_not_a_certificate_is_refused_with_the_reason(text):
    with pytest.raises(InputError, match=r"^not a certificate: \w"):
        verify(text)


def nested(depth):
    """Return the text of nested lists."""
    return [] if depth == 0 else [nested(depth - 1)]


WRONG_VALUES = {
    "schema": [None, 1, [], "sudokubench.certificate/1", "sudokubench.certificate/3", "\0"],
    "claim": [None, 1, [], "", "UNIQUE", "solvable", "undecided", "unique\0", "x" * 100_000],
    "layout": [
        None, True, 9, [], {}, "", "9x9 ", "10", "99x99", "1x1", "37x37", "9x9-x", "x", "٩x٩", "\0",
        "9" * 10**6,
        {"size": 9, "boxes": [0], "symbols": "123456789", "extra": []},
        {"size": True, "boxes": [0], "symbols": "1", "extra": []},
        {"size": 1, "boxes": [0], "symbols": "1", "extra": []},
        {"size": 10**9, "boxes": [], "symbols": "", "extra": []},
        {"size": 2.0, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": []},
        {"size": 2, "boxes": [0, 0, 1, True], "symbols": "12", "extra": []},
        {"size": 2, "boxes": [0, 0, 1, 10**30], "symbols": "12", "extra": []},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "1\ud800", "extra": []},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "1\0", "extra": []},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": ["1", "2"], "extra": []},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": [["\ud800", [9]]]},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": [["R1", [0, 1]]]},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": [["A", [0, 0]]]},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": [[1, [0]], 5]},
        {"size": 2, "boxes": [0, 0, 1, 1], "symbols": "12", "extra": [[f"A{i}", [0]] for i in range(101)]},
    ],
    "clues": [
        None, 1, {}, "", [1] * 81, ".", "." * 80, "." * 82, "0" * 81, "x" * 81, "\0" * 81, "\ud800" * 81, "." * 10**6,
    ],
    "forbidden": [
        None, 1, "", {}, [True], [1.0], [-1], [729], [10**30], ["1"], [None], [[]], [[[[]]]], nested(900),
    ],
    "puzzle": [
        None, 1, [], {}, "", EASY.format("json"), {"schema": "sudokubench.puzzle/1"}, {"puzzle": EASY.as_json()},
        EASY.as_json() | {"schema": "sudokubench.puzzle/2"}, EASY.as_json() | {"title": "mine"}, {"a": nested(900)},
    ],
    "id": [None, 1, [], {}],
    "solutions": [None, 1, "", {}, [None], [1], [""], ["x" * 81], [SOLUTION] * 3, [[SOLUTION]], ["." * 80]],
    "proof": [
        None, 1, [], {}, "1", "1 2", "x", "0 x", "1 0\n2", "730 0", "-730 0", "2147483648 0", "9" * 100_000 + " 0",
        "1 0\0", "\0", "\ud800", "１ 0", "+1 0", "-0", "1 -- 0", "1e3 0",
    ],
    "producer": [None, 1, [], "\0", "\n", "\x1b[2J", "\ud800", "x" * 201],
    "digest": [None, 1, []],
}  # fmt: skip


@pytest.mark.parametrize("field", WRONG_VALUES)
def test_a_field_of_the_wrong_kind_is_refused_with_a_short_printable_reason(field):
    for value in WRONG_VALUES[field]:
        with pytest.raises(InputError, match=r"^not a certificate: \w") as caught:
            verify(forged(UNIQUE, **{field: value}))
        assert len(caught.value.message) < 400
        assert caught.value.message.isascii()
        assert caught.value.message.isprintable()


@pytest.mark.parametrize("field", ["claim", "layout", "clues", "forbidden", "solutions", "proof", "producer"])
def test_a_field_of_the_wrong_kind_is_refused_in_version_1_too(field):
    for value in WRONG_VALUES[field]:
        with pytest.raises(InputError, match=r"^not a certificate: \w"):
            verify(as_version_1(forged(UNIQUE, **{field: value})))


def test_a_text_beyond_the_bound_is_refused_before_it_is_read():
    with pytest.raises(InputError, match="longer than"):
        verify(" " * (MAX_BYTES + 1))


def test_every_truncation_of_a_certificate_is_refused():
    text = UNIQUE.to_json()
    for length in range(0, len(text), 7):
        with pytest.raises(InputError, match="not a certificate"):
            verify(text[:length])


def test_a_certificate_with_any_byte_changed_is_not_verified():
    rng = random.Random(5)
    text = certify(EASY).to_json().encode()
    assert verify(text).verified
    for _ in range(2000):
        place, byte = rng.randrange(len(text)), rng.randrange(256)
        altered = text[:place] + bytes([byte]) + text[place + 1 :]
        try:
            verified = altered != text and verify(altered).verified
        except InputError:
            continue
        assert not verified


def test_a_byte_order_mark_and_other_spacing_do_no_harm():
    text = json.dumps(json.loads(UNIQUE.to_json()), indent=2, sort_keys=True)
    assert verify("\ufeff" + text).verified


# -- files ------------------------------------------------------------------------------------------------------------


def test_a_file_holds_one_certificate_or_one_a_line():
    one, two = (c.to_json().encode() for c in (UNIQUE, NONE))
    pretty = json.dumps(json.loads(one), indent=1).encode()
    for content, found in (
        (one, [(1, one)]),
        (one + b"\n\r\n" + two + b"\r\n", [(1, one + b"\n"), (3, two + b"\r\n")]),
        (pretty, [(1, pretty)]),
        (b"\n" + pretty, [(2, pretty)]),
        (b"", []),
    ):
        assert list(read_certificates(io.BytesIO(content))) == found


def test_reading_stops_at_a_line_beyond_the_bound(monkeypatch):
    monkeypatch.setattr("sudokubench.certificates.certificate.MAX_BYTES", 50)
    endless = io.BytesIO(b"{}\n" + b"x" * 1000)
    texts = list(read_certificates(endless))
    assert [len(text) for _, text in texts] == [3, 51]
    assert endless.tell() == 54
    with pytest.raises(InputError, match="longer than 50 bytes"):
        verify(texts[1][1])


def test_a_text_over_many_lines_is_read_to_the_bound_and_no_further(monkeypatch):
    monkeypatch.setattr("sudokubench.certificates.certificate.MAX_BYTES", 50)
    endless = io.BytesIO(b"{\n" + b"x\n" * 1000)
    ((line, text),) = read_certificates(endless)
    assert (line, len(text), endless.tell()) == (1, 51, 51)
