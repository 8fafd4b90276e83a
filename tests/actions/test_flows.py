"""Actions as a shell other than the command line uses them: values in and out, two at once, cancelled at any puzzle."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import repeat
from random import Random
from types import SimpleNamespace

import pytest
from database import database
from harness.faulty import Faulty

from sudokubench import Board, Budget, InputError, Undecided, UsageError, Verdict, check, solve
from sudokubench.actions import rules as flow_of_rules
from sudokubench.actions.check import check_all
from sudokubench.actions.convert import convert_all, converted
from sudokubench.actions.doctor import Listed, Trial
from sudokubench.actions.explain import explain, explain_all
from sudokubench.actions.hint import hint
from sudokubench.actions.observer import Observer
from sudokubench.actions.rate import rate_entries
from sudokubench.actions.rules import Tried, called, listed
from sudokubench.actions.run import run
from sudokubench.actions.solve import solve_all
from sudokubench.actions.symmetry import canonical_texts, classified, dedupe
from sudokubench.actions.why import candidate, why
from sudokubench.actions.workers import in_order
from sudokubench.backends import backend, backend_list, spec_of
from sudokubench.certificates import verify
from sudokubench.errors import BackendFailed, Cancelled
from sudokubench.harness.corpus import BadEntry, entry_of, read
from sudokubench.harness.executors import executor
from sudokubench.harness.finding import Task
from sudokubench.harness.limits import Limits
from sudokubench.harness.plan import Plan
from sudokubench.harness.runner import SMALLEST_CHUNK
from sudokubench.harness.store import Store
from sudokubench.layout import Layout
from sudokubench.logic.configuration import Configuration, rated, teaching
from sudokubench.logic.rules import all_rules
from sudokubench.logic.step import Step
from sudokubench.logic.technique_library import CaseResult, read_case
from sudokubench.logic.trace import Ending, Trace
from sudokubench.symmetry import random_symmetry

UNIQUE, SEVERAL = Board.parse("1...3..2...3..2."), Board.parse("1" + "." * 15)
WIKIPEDIA = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
KNIGHT = Board.parse("4x4+anti-knight:" + "." * 16)
ENGINES = backend_list("algorithm_x,sat")


class Ear(Observer):
    """An observer that remembers all reports, and cancels after a number of puzzles."""

    def __init__(self, most=10**9):
        self.most, self.asked = most, 0
        self.remarks, self.errors, self.puzzles = [], [], []

    def remark(self, words):
        self.remarks.append(words)

    def refused(self, error):
        self.errors.append(error)

    def progress(self, done, of=None, **_):
        self.done = done

    def judged(self, puzzle, trouble):
        self.puzzles.append(puzzle.entry.text)

    def heed(self):
        self.asked += 1
        if self.asked > self.most:
            raise Cancelled("enough")


def entries(*boards):
    return [entry_of(board, "test", number) for number, board in enumerate(boards, 1)]


def inline():
    return executor("local", Limits(wall_s=60), isolation="inline")


def run_into(folder, boards, observer, task=Task.UNIQUE):
    plan = Plan((str(folder),), tuple(map(spec_of, ENGINES)), task, task.limit)
    with Store(folder) as store, inline() as where:
        return run(plan, entries(*boards), ENGINES, where, store, observer=observer)


def test_runs_into_two_folders_and_explanations_go_on_beside_one_another(tmp_path):
    corpora = [[UNIQUE] * 150, [SEVERAL] * 150]
    ears = [Ear(), Ear()]
    with ThreadPoolExecutor(4) as threads:
        runs = [
            threads.submit(run_into, tmp_path / str(number), corpus, ear)
            for number, (corpus, ear) in enumerate(zip(corpora, ears, strict=True))
        ]
        explained = [
            threads.submit(explain, WIKIPEDIA, verify=True, minimal=minimal) for minimal in (False, True)
        ]
        reasons = threads.submit(lambda: [why(SEVERAL, option).as_json() for option in range(20)])
        explanations = [future.result() for future in explained]
        made = [future.result() for future in runs]
        assert len(reasons.result()) == 20
    for explanation in explanations:
        assert explanation.trace.ending.value == "solved"
        assert explanation.refuted == ()
    for corpus, ear, one in zip(corpora, ears, made, strict=True):
        assert ear.puzzles == list(map(str, corpus))
        assert (one.as_json()["puzzles"], one.as_json()["wrong"]) == (150, 0)
        with database(one.path) as db:
            assert db.execute("SELECT count(*), count(DISTINCT verdict) FROM records").fetchone() == (300, 1)


def test_a_cancelled_run_keeps_what_it_has_and_says_so(tmp_path):
    ear = Ear(
        most=SMALLEST_CHUNK + 5
    )  # the first engine answers a whole chunk before the first puzzle is judged
    with pytest.raises(Cancelled):
        run_into(tmp_path, [UNIQUE] * 100, ear)
    assert len(ear.puzzles) == 5
    assert "interrupted; 5 puzzles of run" in ear.remarks[-1].en
    with database(tmp_path / "runs.db") as db:
        kept = db.execute("SELECT count(*) FROM puzzles").fetchone()[0]
        assert db.execute("SELECT finished FROM runs").fetchone() == (None,)
    assert 5 <= kept < 100


@pytest.mark.parametrize(
    "begin",
    [
        lambda puzzles, ear: solve_all(puzzles, ENGINES[0], observer=ear),
        lambda puzzles, ear: check_all(puzzles, ENGINES, inline(), observer=ear),
        lambda puzzles, ear: explain_all(puzzles, observer=ear),
        lambda puzzles, ear: rate_entries(puzzles, rated(), seconds=60, observer=ear),
    ],
)
def test_every_action_over_many_puzzles_can_be_cancelled_between_two(begin):
    endless = (entry for puzzle in repeat(UNIQUE) for entry in entries(puzzle))
    ear = Ear(most=4)
    with pytest.raises(Cancelled):
        list(begin(endless, ear))
    assert ear.asked == 5


def test_every_value_makes_its_own_json():
    (solved,) = solve_all(entries(UNIQUE), ENGINES[0])
    ((_, explanation),) = explain_all(entries(UNIQUE))
    ((rating,),) = rate_entries(entries(UNIQUE), rated(), seconds=60)
    with inline() as where:
        (checked,) = check_all(entries(UNIQUE), ENGINES, where, certify=Budget(seconds=60))
    values = [
        solved, explanation, rating, checked, check(UNIQUE, backend="algorithm_x"), hint(UNIQUE),
        why(UNIQUE, 0),
    ]  # fmt: skip
    for value in values:
        plain = json.loads(json.dumps(value.as_json()))
        assert plain["schema"].startswith("sudokubench.")
        assert plain["id"] == UNIQUE.id
        assert (
            Board.parse(plain["puzzle"] if isinstance(plain["puzzle"], str) else json.dumps(plain["puzzle"]))
            == UNIQUE
        )
    assert checked.strength.value == "proven"


def test_boards_with_several_solutions_are_not_rated_and_the_others_go_on():
    ear = Ear()
    puzzles = entries(KNIGHT, UNIQUE, SEVERAL)
    assert len(list(rate_entries(puzzles, rated(), seconds=60, observer=ear))) == 1
    assert ["解が複数" in error.to("ja") for error in ear.errors] == [True, True]


def test_a_verdict_about_a_board_with_a_constraint_is_proven():
    ear = Ear()
    with inline() as where:
        knight, plain = check_all(
            entries(KNIGHT, UNIQUE), ENGINES, where, certify=Budget(seconds=60), observer=ear
        )
    assert knight.certificate is not None
    assert knight.certificate.claim is knight.verdict
    assert plain.strength.value == "proven"
    less = replace(plain, judgement=replace(plain.judgement, verdict=Verdict.SOLVABLE))
    assert (less.strength.value, less.wrong) == ("proven", False)  # "one solution" includes "at least one"


def test_the_number_of_solutions_of_each_problem_is_reported_with_those_that_agree(tmp_path):
    made = run_into(tmp_path, [SEVERAL, UNIQUE], Ear(), Task.COUNT)
    table, ranking = made.tables()
    keys = [column.key for column in table.columns]
    rows = {row[0]: dict(zip(keys, row, strict=True)) for row in table.rows}
    assert {puzzle: row["count"] for puzzle, row in rows.items()} == {str(SEVERAL): 72, str(UNIQUE): 1}
    for row in rows.values():
        assert sorted(each.split()[0] for each in row["times"].split(",")) == ["algorithm_x", "sat"]
    assert {row["backend"]: (row["asked"], row["solved"]) for row in ranking.as_dicts()} == {
        "algorithm_x": (2, 2), "sat": (2, 2),
    }  # fmt: skip


@pytest.mark.parametrize("coarse", [False, True])
def test_the_first_boards_of_classes_are_the_same_together_and_with_the_form_of_each(
    coarse, monkeypatch, tmp_path
):
    random, nine = Random(3), Layout.standard(9)
    if coarse:  # boards that are not equivalent share invariants, too
        monkeypatch.setattr(
            "sudokubench.symmetry.first_boards.invariants", lambda digits: (digits > 0).sum(axis=1)
        )
    several = [Board._trusted(nine, bytes([1, 2, *[0] * 79])), Board._trusted(nine, bytes([0] * 80 + [7]))]
    boards = [*several, *drawn(random, 60)]
    lines = [str(random_symmetry(nine, random)(random.choice(boards))) for _ in range(300)]
    lines[100:100] = [
        "4x4:1...............",
        lines[0][1:],
        "4x4:...............1",
        "9x9-diagonal:" + lines[1],
    ]
    lines += random.choices(lines[:100], k=50)
    file = tmp_path / "boards"
    file.write_text("".join(f"{line}\n" for line in lines))
    together, singly = Ear(), Ear()
    items = [read([str(file)], None, None, several) for several in (True, False)]
    firsts = [*dedupe(items[0], together)]
    found = "\n".join(first.text() for first in firsts).split("\n")
    classes = {}
    for one in classified(items[1], singly):
        classes.setdefault(one.form.class_id, one)
    assert found == [str(one.board) for one in classes.values()]
    assert [one for first in firsts for one in first.classified()] == [*classes.values()]
    assert 40 < len(found) <= len(boards) + 2
    assert [remark.en.split(";")[0] for remark in together.remarks] == [
        f"{len(lines) - 1} boards in {len(found)} classes"
    ]
    assert [*map(str, together.errors)] == [*map(str, singly.errors)]
    forms = [str(one.form.board) for one in classified(read([str(file)], None, None, True))]
    assert "\n".join(canonical_texts(read([str(file)], None, None, True))).split("\n") == forms


def drawn(random, n):
    grid = solve(Board.empty(), limit=1).solution
    for _ in range(n):
        shown = random.sample(range(81), random.randrange(17, 40))
        yield Board._trusted(grid.layout, bytes(d * (c in shown) for c, d in enumerate(grid.digits)))


@pytest.mark.parametrize("form", ["line", "text", "grid", "json", "unicode", "candidates"])
def test_lines_that_are_converted_together_are_the_same_one_by_one(form, tmp_path):
    random = Random(form)
    few = ["".join(random.choices(".0*123456789", k=81)) for _ in range(120)]
    few[40], few[80], few[90] = few[40][1:], "4x4:12..34......4...", few[90] + "x"
    file = tmp_path / "boards"
    file.write_text("".join(f"{line}\n" for line in few))
    together, singly = Ear(), Ear()
    texts = [
        "".join(f"{text}\n" for text in convert_all(read([str(file)], None, None, several), form, ear))
        for several, ear in ((True, together), (False, singly))
    ]
    assert texts[0] == texts[1]
    assert len(together.errors) == 2
    assert [(str(e), e.place) for e in together.errors] == [(str(e), e.place) for e in singly.errors]
    assert together.done == singly.done == 120


@pytest.mark.parametrize("form", ["line", "grid", "unicode", "candidates", "json", "text"])
@pytest.mark.parametrize("name", ["4x4", "4x4-diagonal", "4x4:1", "4x4+anti-knight", "6x6:3", "7x7"])
def test_what_was_converted_reads_back_with_all_its_rules(form, name):
    board = Board.parse(f"{name}:12" + "." * (int(name[0]) ** 2 - 2))
    text = converted(board, form)
    assert Board.parse(text).problem == board.problem
    assert ("\n" in text) == (form in {"grid", "unicode", "candidates"})
    assert not text.startswith("\n")


def test_a_candidate_is_named_by_row_column_and_digit():
    assert candidate("r2c1#3", UNIQUE.layout) == UNIQUE.layout.option(4, 3)
    assert candidate("R2C1#b", Layout.named("4x4@abcd")) == UNIQUE.layout.option(4, 2)
    assert [candidate(name, UNIQUE.layout) for name in ("R1C1#1", "R4C4#4")] == [0, 63]
    with pytest.raises(UsageError, match="R3C4#2"):
        candidate("R5C1#1", UNIQUE.layout)


def test_a_rule_is_reported_by_either_of_its_names_and_in_both_languages():
    assert list(called("X-Wing").lines()) == list(called("x_wing").lines())
    assert called("x_wing", "ja").as_json() == called("x_wing").as_json() | {
        "name": called("x_wing", "ja").name
    }
    assert [rule.rule.name for rule in listed("ja")] == [rule.rule.name for rule in listed()]


def test_only_a_refuted_backend_is_wrong():
    def checked(*engines, board=UNIQUE):
        with inline() as where:
            (found,) = check_all(entries(board), engines, where)
        return found

    honest = checked(*ENGINES)
    assert (honest.wrong, honest.disagreement) == (False, None)
    spoiled = checked(Faulty("wrong_digit"))  # refuted by the rules, not by another backend
    assert spoiled.wrong
    assert "an invalid solution" in spoiled.disagreement
    denied = checked(ENGINES[0], Faulty("false_none"))
    assert denied.wrong
    assert denied.disagreement == "algorithm_x says unique, Faulty:fault=false_none says none"


def test_a_text_that_is_not_a_puzzle_is_reported_and_the_next_puzzle_is_solved_and_proved():
    ear = Ear()
    bad = BadEntry(InputError("no puzzle"))
    (solved,) = solve_all([bad, *entries(UNIQUE), bad], ENGINES[0], certify=True, observer=ear)
    assert solved.certificate.claim.value == "unique"
    assert len(ear.errors) == 2


def test_a_named_problem_has_a_certificate_that_holds():
    (solved,) = solve_all(read(["queens:4"]), ENGINES[0], certify=True)
    assert len(solved.solutions) == 2
    assert verify(solved.certificate.to_json()).verified


def test_progress_names_the_backends_and_the_puzzles_done_without_bad_ones():
    told = []
    ear = Ear()
    ear.progress = lambda done, by, **how: told.append((done, by))
    with inline() as where:
        found = list(
            check_all(
                [*entries(UNIQUE), BadEntry(InputError("none")), *entries(SEVERAL)],
                ENGINES,
                where,
                observer=ear,
            )
        )
    assert (len(found), len(ear.errors)) == (2, 1)
    assert [done for done, _ in told] == [0, 1, 2]
    assert {by for _, by in told} == {"algorithm_x", "sat"}


def test_a_step_says_that_it_relies_on_a_single_solution_where_its_rule_does():
    unique = {rule.name for rule in all_rules() if rule.unique}
    order = sorted(teaching().order, key=lambda name: name not in unique)
    explanation = explain(WIKIPEDIA, Configuration(tuple(order)))
    for step in explanation.trace.steps:
        assert ("exactly one solution" in explanation.sentence(step, "en")) == (step.rule in unique)
    assert {True, False} == {step.rule in unique for step in explanation.trace.steps}


def test_no_step_is_described_in_a_grid_with_a_mistake_or_without_an_empty_cell():
    solved = solve(UNIQUE).solution
    full = hint(solved, UNIQUE)
    assert (full.found, full.mistakes) == (None, ())
    cell = UNIQUE.digits.index(0)
    wrong = hint(UNIQUE.with_digit(cell, solved.digits[cell] % 4 + 1), UNIQUE)
    assert wrong.found is None
    assert [mistake.cell for mistake in wrong.mistakes] == [cell]
    assert hint(UNIQUE.with_digit(cell, solved.digits[cell]), UNIQUE).found is not None


def test_messages_call_a_puzzle_by_the_given_name():
    contradictory = Board.parse("11" + "." * 14)
    with pytest.raises(InputError, match="mine"):
        why(contradictory, 0, called="mine")
    with pytest.raises(InputError, match="11"):
        why(contradictory, 0)


def test_a_backend_is_broken_if_it_is_here_and_does_not_answer():
    for installed, verdict, failed, wrong in (
        (True, "unique", False, False), (True, "multiple", False, True), (True, None, True, False),
        (True, "undecided", True, False), (False, None, False, False),
    ):  # fmt: skip
        trial = Trial("name", installed, {}, verdict)
        assert (trial.failed, trial.wrong, trial.as_json()["installed"]) == (failed, wrong, installed)
    assert Listed("name", "sat", {}).as_json()["installed"] is True
    assert Listed("name", reason="no such package").as_json()["installed"] is False


def test_a_case_of_a_library_is_reported_with_the_rules_that_were_asked():
    case = read_case(":0000:1:" + "." * 81 + ":::")
    for rules, told in (((), "(no rule for it)"), (("x_wing", "swordfish"), "(x_wing, swordfish)")):
        assert Tried("file", CaseResult(case, rules, True, True, None, 0)).summary.en.endswith(told)


def test_one_job_works_in_this_process_and_several_in_others():
    one, several = ({pid for _, pid in in_order(eval, ["__import__('os').getpid()"] * 4, n)} for n in (1, 2))
    assert one == {os.getpid()}
    assert os.getpid() not in several


def test_a_worker_that_ends_before_its_result_is_named_with_a_remedy():
    with pytest.raises(
        BackendFailed, match=r"a worker process ended .* use another backend, or fewer `jobs`"
    ):
        list(in_order(eval, ["__import__('os')._exit(1)"], 2))


def test_an_error_of_the_work_is_the_same_in_a_worker_and_in_both_languages():
    with pytest.raises(UsageError) as one:
        list(in_order(backend, ["dxl"], 1))
    with pytest.raises(UsageError) as several:
        list(in_order(backend, ["dxl"], 2))
    assert several.value.words == one.value.words


def test_a_log_message_of_several_workers_is_shown_once_and_only_at_the_level_of_the_caller(caplog):
    note = "__import__('logging').getLogger('sudokubench.kernels').{}('compiling %s ...', 'walk')"
    for level, expected in (("INFO", ["compiling walk ..."]), ("WARNING", [])):
        caplog.clear()
        with caplog.at_level(level, "sudokubench"):
            list(in_order(eval, [note.format("info"), note.format("debug")] * 2, 2))
        assert [record.getMessage() for record in caplog.records] == expected


def test_a_script_may_share_work_among_processes_at_its_top_level(tmp_path):
    """Processes of `multiprocessing` would run the script again."""
    script = tmp_path / "script.py"
    script.write_text('from sudokubench import rate\nprint(len(rate(["1...3..2...3..2."] * 3, jobs=2)))\n')
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300, check=False)
    assert (done.stdout, done.stderr) == ("3\n", "")


def test_work_that_is_left_early_ends_also_while_a_worker_sends_a_result():
    """The test uses a separate process, because a failure would wait forever."""
    code = """
from itertools import repeat
from random import Random
from sudokubench.actions.workers import in_order
for _ in range(5):
    results = in_order(eval, repeat("b'x' * (1 << 26)"), 2)
    next(results)
    results.close()
"""
    subprocess.run([sys.executable, "-c", code], timeout=300, check=True)


def test_a_contradiction_is_described_in_words_and_not_by_the_name_of_its_item():
    found = explain("1...3..2...3..2.")
    gone = tuple(
        option for option in range(64) if option % 4 == 3 and option // 4 in {0, 1, 4, 5}
    )  # 4 in box 1
    step = Step("pointing", (4,), (), gone, items=(1,))
    trace = Trace(Board.parse("." * 16), (step,), Ending.CONTRADICTION, "B1#4")
    told = {language: replace(found, trace=trace).end(language) for language in ("en", "ja")}
    assert "(4 has no place in box 1)" in told["en"]
    assert "B1#4" not in told["en"] + told["ja"]


def test_a_case_that_stays_undecided_does_not_end_the_trial_of_the_others(monkeypatch):
    def undecided(*_):
        raise Undecided("no time")

    monkeypatch.setattr(flow_of_rules, "solve", lambda *_, **__: SimpleNamespace(solutions=()))
    monkeypatch.setattr(flow_of_rules, "solution_of", undecided)
    refused = list[str]()
    observer = SimpleNamespace(
        refused=lambda error: refused.append(str(error)), heed=lambda: None, progress=lambda *_, **__: None
    )
    cases = (":0000:1:" + "." * 81 + ":::\n") * 2
    assert list(flow_of_rules.tried(cases, "positions", observer)) == []
    assert refused == ["no time"] * 2


def test_why_takes_no_bound_of_time_and_any_bound():
    for seconds in (None, 10**400):
        assert why("1...3..2...3..2.", "R1C2#2", seconds=seconds).found.optimal
