"""`sudokubench watch`: as text, as JSON that is read back, as pictures, and key by key."""

import json
import sys

import click
import pytest

from sudokubench.actions.explain import Explanation, explain
from sudokubench.actions.watch import watch
from sudokubench.board import Board
from sudokubench.cli import explain as explaining
from sudokubench.cli import step_keys
from sudokubench.cli import watch as command
from sudokubench.pages.dance import Dance
from sudokubench.problems import named

UNIQUE = "1...3..2...3..2."


def test_the_tree_is_printed_as_text_without_a_terminal(sudokubench):
    code, out, _ = sudokubench("watch", "knuth:example")
    assert code == 0
    assert out.splitlines() == [
        "    1. Suppose ADG (options left for A: 2).",
        "    2.   Suppose BCF (options left for B: 1).",
        "    3.     No option is left for E.",
        "    6. Suppose AD (options left for A: 2).",
        "    7.   Suppose CEF (options left for E: 1).",
        "    8.     Suppose BG (options left for B: 1).",
        "    9.       Everything is covered: solution 1.",
        "Nodes: 6. Solutions: 1. Everything was tried.",
    ]
    for engine in ("dlx:kernel=nodes", "algorithm_x"):
        assert sudokubench("watch", "knuth:example", "--backend", engine)[1] == out


def test_a_clue_that_is_forbidden_is_bad_input_too(sudokubench):
    board = Board(Board.parse(UNIQUE).problem, [1] + [0] * 15, [0])
    code, _, err = sudokubench("watch", board.format("json"))
    assert code == 4
    assert "has no solution" in err


def test_a_trace_as_json_names_what_it_speaks_of_in_the_language_that_is_asked_for(sudokubench):
    plain = json.loads(sudokubench("watch", UNIQUE, "--json", "--lang", "ja")[1])
    assert (plain["puzzle"], plain["id"], plain["backend"]) == (UNIQUE, Board.parse(UNIQUE).id, "dlx")
    assert (plain["exhausted"], plain["nodes"], plain["count"]) == (True, 12, 1)
    first = plain["steps"][0]
    assert first["names"] == {"placed": ["R1C4#4"], "eliminated": [], "items": ["R1C4"]}
    assert first["text"] == "仮にR1C4#4を選びます（R1C4の選択肢：1）。"
    assert 0 < first["candidates"] < 21


def test_a_trace_that_was_kept_is_shown_again_and_one_that_was_altered_is_refused_with_its_step(
    sudokubench, tmp_path
):
    _, kept, _ = sudokubench("watch", "queens:5", "--backend", "algorithm_x", "--json")
    (tmp_path / "kept.json").write_text(kept)
    shown = sudokubench("watch", "queens:5", "--replay", "kept.json")
    assert shown[1] == sudokubench("watch", "queens:5")[1]
    assert sudokubench("watch", "queens:5", "--replay", "kept.json", "--json")[1] == kept
    altered = json.loads(kept)
    altered["steps"][6]["depth"] += 1
    (tmp_path / "kept.json").write_text(json.dumps(altered))
    code, out, err = sudokubench("watch", "queens:5", "--replay", "kept.json")
    assert (code, out) == (4, "")
    assert "kept.json: not a trace: step 7 is not what the search does there" in err
    (tmp_path / "kept.json").write_text(kept)
    assert (
        "not a trace of queens:4 but of 'queens:5'"
        in sudokubench("watch", "queens:4", "--replay", "kept.json")[2]
    )


def test_pages_and_drawings_are_written_and_the_end_is_reported(sudokubench, tmp_path):
    code, out, err = sudokubench("watch", UNIQUE, "--html", "page.html", "--svg", "drawings", "--steps", "5")
    assert (code, out) == (0, "")
    assert "Cut after 5 steps." in err
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert sorted(path.name for path in (tmp_path / "drawings").iterdir()) == [
        f"{n:04}.svg" for n in range(6)
    ]
    japanese = sudokubench("watch", UNIQUE, "--html", "page.html", "--lang", "ja")[2]
    assert "すべて調べました。" in japanese
    assert '<html lang="ja">' in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.fixture
def screens(monkeypatch, capsys):
    """Return a function for the screens after each key of a walk, and the times of waiting for a key."""

    def walked(puzzle, presses, lang="en"):
        shown, waits, pressed = [], [], iter(presses)

        def key(seconds):
            shown.append(capsys.readouterr().out)
            waits.append(seconds)
            return next(pressed)

        monkeypatch.setattr(step_keys, "_pressed", key)
        monkeypatch.setattr(click, "clear", lambda: None)
        if isinstance(puzzle, Explanation):
            explaining._walked(puzzle, lang)
        else:
            command._walk(Dance(watch(puzzle)), lang)
        return shown, waits

    return walked


def test_keys_go_forward_and_back_and_to_the_links(screens):
    shown, _ = screens(named("knuth:example"), [" ", " ", "b", "l", "\x1b[C", "q"])
    steps = [screen.splitlines()[1].split("    ")[0] for screen in shown]
    assert steps == [f"step {n} of 12" for n in (0, 1, 2, 1, 1, 2)]
    assert "Nothing is chosen yet." in shown[0]
    assert "ADG #     #     #" in shown[1]
    assert shown[3] == shown[1]
    assert "1. cover A: root.R = B, B.L = root" in shown[4]
    assert "cover B" in shown[5]


def test_a_walk_ends_after_its_last_step(screens):
    shown, _ = screens(named("knuth:example"), [" "] * 13, "ja")
    assert len(shown) == 13
    assert "手順12／12" in shown[-1]


def test_the_steps_of_an_explanation_take_the_same_keys(screens):
    shown, waits = screens(explain(UNIQUE), [" ", "b", "c", "p", None, " ", "b", "q"])
    steps = [screen.splitlines()[1].split("    ")[0] for screen in shown]
    assert steps == [f"step {n} of 11" for n in (1, 2, 1, 1, 1, 2, 3, 2)]
    assert [wait is None for wait in waits] == [True] * 4 + [False] * 3 + [True]
    assert shown[0] == shown[2] != shown[3]


def test_play_goes_on_by_itself_until_the_last_step_or_a_key(screens):
    shown, waits = screens(named("knuth:example"), ["p", None, None, "p", " ", "p", *[None] * 9, "q"])
    assert [wait is None for wait in waits][:6] == [True, False, False, False, True, True]
    assert "step 12 of 12" in shown[-1]
    assert waits[-1] is None


def test_a_terminal_shows_the_matrix_and_takes_keys(tmp_path):
    import os
    import pty
    import select

    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(
            sys.executable,
            [sys.executable, "-m", "sudokubench", "watch", "knuth:example", "-b", "algorithm_x"],
        )
    seen, keys = b"", {b" ": b"step 1 of 12", b"q": b"nothing that is ever shown"}
    for key, expected in keys.items():
        for _ in range(200):
            if select.select([terminal], [], [], 0.3)[0]:
                try:
                    seen += os.read(terminal, 65536)
                except OSError:  # it has ended
                    break
            elif expected in seen:
                break
            else:  # a key is lost if it comes before the command waits for it
                os.write(terminal, key)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert b"BCF" in seen
