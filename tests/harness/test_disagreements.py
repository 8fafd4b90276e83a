"""A disagreement is a record of its own: reported, stored, and made as small as possible."""

import json
import shlex

import pytest
from database import database

from benchmarks.trials.commands import command
from sudokubench.answer import Outcome, Stop, Times
from sudokubench.backends import backend, spec_of
from sudokubench.board import Board
from sudokubench.harness import corpus, words
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.crosscheck import judge
from sudokubench.harness.disagreement import Shrinker, shrunk
from sudokubench.harness.finding import Claim, Finding
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.runner import Judged
from sudokubench.layout import Layout
from sudokubench.solving import count

SEVERAL = "12.............4"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(faulty_engine, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("task", [["run", "--task", "unique"], ["run", "--task", "count"], ["check"]])
def test_it_is_printed_with_the_smallest_puzzle_and_a_command_that_shows_it_again(task):
    backends = "algorithm_x,faulty:fault=false_unique,faulty:fault=exception"
    arguments = ["-", "--backend", backends, "--json", "--isolation", "inline"]
    code, out, _ = command([*task, *arguments], f"{SEVERAL}\n".encode())
    assert code == 3
    lines = map(json.loads, out.splitlines())
    (told,) = (one for one in lines if one["schema"] == "sudokubench.disagreement/2")
    assert told["puzzle"] == SEVERAL
    assert told["backends"]["faulty:fault=false_unique"] == "unique"
    assert any("algorithm_x says multiple" in reason for reason in told["reasons"])
    assert Board.parse(told["smallest"]).clues == ()  # the engine lies about the empty board, too
    assert told["command"] == (  # without the backend that failed
        f"sudokubench {' '.join(task)} --backend algorithm_x,faulty:fault=false_unique {told['smallest']}"
    )


def test_it_is_kept_with_the_records_of_the_run(tmp_path):
    arguments = ["run", "-", "--backend", "algorithm_x,faulty:fault=missed_second", "--isolation", "inline"]
    assert command(arguments, f"{SEVERAL}\n1...3..2...3..2.\n".encode())[0] == 3
    ((position, reasons, smallest, _),) = kept(tmp_path)
    assert position == 0
    assert any("it claims 1 solution in all, but answers show 2" in reason for reason in json.loads(reasons))
    assert count(smallest, limit=2) == 2


def test_an_engine_that_fails_when_it_is_asked_what_it_can_is_not_asked_about_smaller_puzzles():
    opened = []

    class Deaf:
        kind = "test"
        open = opened.append

        def unsupported(self, problem):
            raise SystemExit(0)

    engines = [backend("algorithm_x"), Deaf(), backend("faulty:fault=false_unique")]
    smallest = shrunk(entry_of(Board.parse(SEVERAL), "", 1), engines, Inline(Limits()), 2)
    assert (smallest.board.clues, opened) == ((), [])


def test_slow_engines_do_not_make_a_puzzle_smaller_for_ever(monkeypatch):
    monkeypatch.setattr("sudokubench.harness.disagreement._LONGEST_SHRINKING_S", 0.0)
    engines = [backend("algorithm_x"), backend("faulty:fault=false_unique")]
    entry = entry_of(Board.parse(SEVERAL), "", 1)
    assert shrunk(entry, engines, Inline(Limits()), 2).text == SEVERAL


def test_a_contradiction_that_does_not_come_back_is_told_so():
    shrinker = Shrinker("check", [backend("algorithm_x"), backend("dlx")], Inline(Limits()), 2)
    found = shrinker.smallest(contested(Board.parse(SEVERAL)))
    assert found.reasons[-1] == words.NOT_AGAIN.en
    assert found.smallest == SEVERAL


def kept(folder):
    columns = "position, reasons, smallest, command"
    with database(folder / "results" / "runs.db") as db:
        return db.execute(f"SELECT {columns} FROM disagreements ORDER BY position").fetchall()


@pytest.mark.parametrize("before", range(4))
def test_one_that_a_death_has_left_large_is_made_small_by_resuming(tmp_path, monkeypatch, before):
    """A run that ends early has stored its disagreements. A resumed run makes only the first three smaller."""
    lines = [SEVERAL, "1" + "." * 15, "." * 15 + "2", "." * 14 + "21", "..3............."]
    (tmp_path / "p.txt").write_text("".join(f"{line}\n" for line in lines))
    backends = "algorithm_x,faulty:fault=false_unique"
    arguments = ["run", "p.txt", "--from", "line", "--backend", backends, "--resume", "--isolation", "inline"]
    smallest, seen = Shrinker.smallest, []

    def dying(self, event):
        if len(seen) == before:
            raise KeyboardInterrupt
        seen.append(event)
        return smallest(self, event)

    monkeypatch.setattr(Shrinker, "smallest", dying)
    assert command(arguments, b"")[0] == 130
    assert [row[2] for row in kept(tmp_path)] == ["." * 16] * min(before, 3) + lines[min(before, 3) :]
    monkeypatch.setattr(Shrinker, "smallest", smallest)
    assert command(arguments, b"")[0] == 3
    resumed = kept(tmp_path)
    assert [row[2] for row in resumed] == ["." * 16] * 3 + lines[3:]
    (tmp_path / "results" / "runs.db").unlink()
    assert command(arguments, b"")[0] == 3
    assert kept(tmp_path) == resumed


def contested(board, *counts):
    """Return a disagreement: two engines contradict each other about a board."""
    entry = entry_of(board, "test", 1)
    claims = tuple(
        Claim(name, 0, Finding(Outcome(count, Stop.EXHAUSTED, Times(), {})))
        for name, count in zip(("dlx", "algorithm_x"), counts or (0, 5), strict=True)
    )
    return Judged(0, entry, claims, judge(entry, claims))


@pytest.mark.parametrize("folder", [None, "my results"])
def test_a_puzzle_that_is_too_long_for_a_command_is_put_into_a_file_where_there_is_a_folder(tmp_path, folder):
    board = Board.empty(Layout.standard(16)).forbidding(range(0, 4096, 9))
    engines = [backend("algorithm_x"), backend("dlx")]
    shrinker = Shrinker("check", engines, Inline(Limits()), 2, folder and tmp_path / folder)
    found = shrinker.noted(contested(board))
    assert found.smallest == str(board)
    assert found.reasons == ("dlx says none, algorithm_x says multiple",)
    *words, word = shlex.split(found.command)
    assert words == ["sudokubench", "check", "--backend", "algorithm_x,dlx"]
    assert word == (str(board) if folder is None else f"{tmp_path}/my results/puzzles/{board.id}.json")
    (again,) = corpus.read([word])
    assert again.board == board


def test_a_puzzle_that_says_other_rules_is_shown_with_them(tmp_path):
    board = Board.parse(f"4x4-diagonal+anti-knight:{SEVERAL}")
    shrinker = Shrinker("check", [backend("dlx")], Inline(Limits()), 2, tmp_path)
    told = shrinker.noted(contested(board)).command
    assert told == f"sudokubench check --backend dlx 4x4-diagonal+anti-knight:{SEVERAL}"


def test_a_right_answer_is_not_a_disagreement():
    entry = entry_of(Board.parse(SEVERAL), "test", 1)
    peaceful = Judged(0, entry, (), judge(entry, ()))
    shrinker = Shrinker("check", [], Inline(Limits()), 2)
    assert (shrinker.noted(peaceful), shrinker.smallest(peaceful)) == (None, None)


class Counting:
    """An executor of two engines: both claim to have all solutions, the first counts 5, the other 4."""

    width = 1

    def answers(self, questions):
        for n, question in enumerate(questions):
            true = 5 if spec_of(question.engine) == "algorithm_x" else 4
            stop = Stop.LIMIT if question.limit is not None and true >= question.limit else Stop.EXHAUSTED
            count = true if stop is Stop.EXHAUSTED else question.limit
            yield n, [Finding(Outcome(count, stop, Times(), {}))] * len(question.instances)


def test_counting_goes_far_enough_to_show_different_counts_again():
    board = Board.parse(SEVERAL)
    shrinker = Shrinker("run --task count", [backend("algorithm_x"), backend("dlx")], Counting(), None, None)
    found = shrinker.smallest(contested(board, 4, 5))
    assert Board.parse(found.smallest).clues == ()
