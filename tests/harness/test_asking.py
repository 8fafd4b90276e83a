"""Questions to engines: an array of digits asks only the boards that it can express; false clocks are refused."""

from time import perf_counter_ns

import pytest

from benchmarks.trials.misbehaving import Misbehaving
from sudokubench.answer import Outcome, Stop, Verdict
from sudokubench.backends import backend
from sudokubench.backends.base import NoAnswer
from sudokubench.board import Board
from sudokubench.errors import InputError, UsageError
from sudokubench.harness import corpus
from sudokubench.harness.asking import ask, warm_up
from sudokubench.harness.executors import executor
from sudokubench.harness.finding import Finding, Termination
from sudokubench.harness.limits import Limits
from sudokubench.harness.worker import packed, unpacked
from sudokubench.layout import Layout
from sudokubench.problem import Instance

UNIQUE = Board.parse("1...3..2...3..2.")
NINE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


@pytest.mark.parametrize("batch", ["forbidden", "contradictory"])
def test_what_no_array_of_digits_can_say_is_not_asked_as_one(batch):
    """`sliced` takes boards together as digits: without forbidden candidates, and with one digit a cell."""
    plain, needed = NINE.instance(), 9 * 2 + 4 - 1  # the third cell is 4
    asked = Instance(plain.chosen, (needed,)) if batch == "forbidden" else Instance((0, 1))
    with backend("sliced").open(NINE.layout) as session:
        findings = ask(session, [plain, asked, asked], 2)
    assert [finding.verdict for finding in findings] == [Verdict.UNIQUE, Verdict.NONE, Verdict.NONE]


@pytest.mark.parametrize("clock", ["time_negative", "time_long"])
def test_an_impossible_time_makes_an_answer_invalid(clock):
    with Misbehaving(clock).open(UNIQUE.layout) as session:
        (finding,) = ask(session, [UNIQUE.instance()], 2)
    assert finding.termination is Termination.ERROR
    assert "its clock says" in finding.message


def test_boards_that_are_asked_together_share_the_time_that_they_took():
    with backend("sliced").open(NINE.layout) as session:
        begun = perf_counter_ns()
        findings = ask(session, [NINE.instance()] * 3, 2)
        waited_ns = perf_counter_ns() - begun
    assert 0 < sum(finding.outcome.times.total_ns for finding in findings) <= waited_ns


@pytest.mark.parametrize("number", [1.5, "1", None, True, 1 << 63, -(1 << 63) - 1])
def test_a_statistic_must_be_a_whole_number_of_64_bits(number):
    def sent(stats):
        return packed(Finding(Outcome(1, Stop.LIMIT, stats=stats), ((1,),)))

    for whole in (0, -(1 << 63), (1 << 63) - 1):
        assert unpacked(sent({"nodes": whole})).outcome.stats == {"nodes": whole}
    with pytest.raises(NoAnswer):
        unpacked(sent({"nodes": number}))


@pytest.mark.parametrize(
    "address", ["dask://", "dask://host", "dask://:8786", "dask://host:0", "dask://host:65536"]
)
def test_an_invalid_address_of_a_cluster_is_refused(address):
    with pytest.raises(UsageError, match="HOST:PORT"):
        executor(address, Limits())


@pytest.mark.parametrize(
    ("options", "apart"),
    [({}, False), ({"isolation": "process"}, True), ({"jobs": 2}, True), ({"pin": True}, True), ({"rounds": 2}, True)],
)  # fmt: skip
def test_all_engines_get_processes_where_these_several_jobs_or_several_rounds_are_asked_for(options, apart):
    with executor("local", Limits(), **options) as where:
        assert (where.describe()["processes"] == "round") == apart


@pytest.mark.parametrize("form", ["moon", "unicode"])
def test_a_form_that_no_board_can_be_read_from_is_refused_before_anything_is_read(form):
    with pytest.raises(UsageError, match=f"'{form}'"):
        list(corpus.read(["no such file"], form))
    with pytest.raises(InputError):
        list(corpus.read(["no such file"], "line"))


@pytest.mark.parametrize("boards", [1, 300])
def test_an_engine_warms_up_for_a_batch_of_the_size_that_it_is_asked(boards):
    sizes = []
    with backend("sliced").open(Layout.standard(9)) as session:
        session._search_many = lambda digits, **how: sizes.append(len(digits))
        warm_up(session, session.layout, boards)
    assert sizes == [boards] * (boards > 1)
