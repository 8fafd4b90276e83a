"""Build a report from records: the banner, then the sections in the order in which readers ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import pairwise

import numpy as np

from sudokubench.harness.noise import TOO_NOISY
from sudokubench.report import plots, tables
from sudokubench.report import statistics as st
from sudokubench.report.analysis import Analysis
from sudokubench.report.answer import answer
from sudokubench.report.data import CATEGORIES, STRENGTHS, Data, StoredRun, number
from sudokubench.report.model import Remark, Report, Section, Severity
from sudokubench.report.outliers import outliers
from sudokubench.words import Words, untranslated

_FEW = 30
"""Number of puzzles below which intervals of times, which are skewed, are too narrow to be trusted."""

_LONGEST_TEXT = 200
"""Longest text of a puzzle in the banner, in characters."""


def build(a: Analysis, watched: Callable[[Iterable[Section]], Iterable[Section]] = iter) -> Report:
    """Return the report of one or several runs; `watched` passes the sections on and sees their progress."""
    data = a.data
    return Report(
        Words("Benchmark report", "ベンチマーク報告"),
        answer(a),
        tuple(_facts(data)),
        tuple(sorted(_remarks(a), key=lambda r: list(Severity).index(r.level))),
        tuple(watched(_sections(a))),
    )


def _facts(data: Data) -> Iterable[tuple[Words, str]]:
    runs = data.runs
    yield Words("run", "実行"), ", ".join(run.run for run in runs)
    yield (
        Words("corpus", "問題集"),
        ", ".join(dict.fromkeys(name for run in runs for name in run.corpus)) or "–",
    )
    yield Words("task", "課題"), ", ".join(dict.fromkeys(str(run.of_plan("task", "–")) for run in runs))
    yield Words("puzzles", "問題数"), f"{len(data.texts):,}"
    yield Words("records", "記録数"), f"{len(data):,}"
    yield (
        Words("started", "開始"),
        ", ".join(run.started.replace("T", " ").replace("+00:00", " UTC") for run in runs),
    )
    for key, words in (("cpu", Words("processor", "プロセッサ")), ("python", untranslated("Python"))):
        yield words, ", ".join(dict.fromkeys(str(run.manifest.get(key, "–")) for run in runs))
    versions = [run.manifest.get("versions") for run in runs]
    yield (
        untranslated("sudokubench"),
        ", ".join(
            dict.fromkeys(str(v.get("sudokubench", "–")) if isinstance(v, dict) else "–" for v in versions)
        ),
    )


def _sections(a: Analysis) -> Iterable[Section]:
    runs = tuple(tables.manifest(run) for run in a.data.runs)
    if not len(a.data):
        yield Section("manifest", Words("How it was made", "実行の条件"), runs)
        return
    contested = tables.contested(a)
    if contested.rows:
        yield Section("contested", Words("What is wrong", "問題のある答え"), (contested,))
    if "count" in [run.of_plan("task") for run in a.data.runs]:
        yield Section("counts", Words("How many solutions there are", "解の数"), (tables.counts(a),))
    yield Section("ranking", Words("Who is fastest", "誰が速いか"), (plots.forest(a), tables.main(a)))
    solving = Words("How many are solved in what time", "何問をどれだけの時間で解くか")
    yield Section("profile", solving, (plots.cactus(a), plots.slowdown_ecdf(a)))
    order = (
        (tables.standings(a), plots.groups(a), tables.pairs(a), tables.contribution(a))
        if len(a.names) > 1
        else ()
    )
    yield Section("puzzle-by-puzzle", Words("Puzzle by puzzle", "問題ごとの比較"), (plots.scatter(a),))
    if order:
        yield Section("order", Words("How sure the order is", "順位の確かさ"), order)
    yield Section("answers", Words("What was answered", "答えの内訳"), (tables.outcomes(a),))
    yield Section("costs", Words("Where the time goes", "時間の内訳"), (plots.phase_bars(a), plots.noise(a)))
    hard = (plots.by_clues(a), plots.by_rating(a), plots.by_size(a), *plots.by_problem(a), plots.heat_map(a))
    lacking_last = tuple(sorted(hard, key=lambda part: isinstance(part, Words)))  # plots come side by side
    yield Section("difficulty", Words("What makes a puzzle hard", "何が問題を難しくするか"), lacking_last)
    yield Section("puzzles", Words("Puzzles worth a look", "注目すべき問題"), tuple(tables.examples(a)))
    yield Section("manifest", Words("How it was made", "実行の条件"), runs)


# -- the banner ----------------------------------------------------------------------------------------------------


def _remarks(a: Analysis) -> Iterable[Remark]:
    def alarm(en: str, ja: str) -> Remark:
        return Remark(Severity.ALARM, Words(en, ja))

    data = a.data
    if not len(data):
        yield alarm("There are no records: nothing can be said.", "記録がありません。何も言えません。")
    wrong = int(a.wrong.sum())
    if wrong:
        who = ", ".join(f"{a.names[j]} ({a.wrong[j]:,})" for j in a.order if a.wrong[j])
        yield alarm(f"{wrong:,} wrong answer{_s(wrong)}: {who}.", f"誤答 {wrong:,} 件：{who}。")
    if data.disagreements:
        n = len(data.disagreements)
        first = next(iter(data.disagreements.items()))
        yield alarm(
            f"Backends contradict each other on {n:,} puzzle{_s(n)}, first at {data.places[first[0]]}: {first[1]}.",
            f"{n:,} 問でバックエンドの答えが矛盾しています。最初は {data.places[first[0]]}：{first[1]}。",
        )
    if len(data) and not wrong and not data.disagreements:
        yield Remark(
            Severity.GOOD,
            Words(
                f"No wrong answer and no disagreement in {len(data):,} records.",
                f"{len(data):,} 件の記録に誤答も矛盾もありません。",
            ),
        )
    yield from (Remark(Severity.WARNING, words) for words in (*data.flaws, *of_runs(data.runs)))
    unasked = np.flatnonzero(~a.cells.asked.any(axis=1))
    if len(unasked):
        n, place, text = len(unasked), data.places[unasked[0]], data.texts[unasked[0]]
        what = f"{place}: {text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + '…'}"
        words = Words(
            f"No backend was asked {n:,} puzzle{_s(n)}, since none can open {'it' if n == 1 else 'them'}; first {what}",
            f"{n:,} 問は、扱えるバックエンドがないため、どれにも出題されませんでした。最初は {what}",
        )
        yield Remark(Severity.WARNING, words)
    if len(data):
        yield from (Remark(Severity.WARNING, words) for words in caveats(a))
        yield from (Remark(Severity.NOTE, words) for words in _limits(a))


def _s(n: int) -> str:
    return "" if n == 1 else "s"


def of_runs(runs: Sequence[StoredRun]) -> Iterable[Words]:
    """Yield what is missing in runs, and makes their times hard to compare."""
    for run in runs:
        if run.finished is None:
            yield Words(
                f"Run {run.run} is unfinished: puzzles at the end of its corpus are missing. --resume completes it.",
                f"実行 {run.run} は未完了で、問題集の後半が欠けています。--resume で続けられます。",
            )
        if not run.manifest:
            yield Words(
                f"Run {run.run} has no readable manifest: versions, machine and limits are unknown.",
                f"実行 {run.run} の記録が読めず、版・機械・制限が分かりません。",
            )
    yield from differences(runs)
    if {run.limits.least_s for run in runs} == {None}:
        yield Words(
            "No time limit is recorded: unsolved puzzles count as twice the longest time that was seen.",
            "制限時間の記録がありません。未解決は最長時間の 2 倍と数えます。",
        )


def differences(runs: Sequence[StoredRun]) -> Iterable[Words]:
    """Yield what makes the times of several runs hard to compare."""
    names = {
        "versions": Words("versions of the packages", "パッケージの版"),
        "cpu": Words("processors", "プロセッサ"),
        "python": Words("versions of Python", "Python の版"),
    }
    for key, words in names.items():
        if len({str(run.manifest.get(key)) for run in runs}) > 1:
            yield Words(
                f"The runs have different {words.en}: their times are compared all the same.",
                f"実行の{words.ja}が異なります。時間はそのまま比較しています。",
            )
    for key, words in (
        ("task", Words("questions", "課題")),
        ("limit", Words("limits of solutions", "解の上限")),
    ):
        if len({str(run.of_plan(key)) for run in runs}) > 1:
            yield Words(
                f"The runs have different {words.en}: do not compare their times.",
                f"実行の{words.ja}が異なります。時間を比較しないでください。",
            )
    if len({run.limits for run in runs}) > 1:
        yield Words(
            "The runs have different time limits: an unsolved puzzle counts as twice the largest in both.",
            "実行の制限時間が異なります。未解決の問題は、どちらの実行でも最大の制限の 2 倍と数えます。",
        )


def caveats(a: Analysis) -> Iterable[Words]:
    """Yield what belongs to every figure of a run, wherever the figure is printed."""
    yield from of_machine(a.data.runs)
    yield from _of_records(a)
    yield from outliers(a)
    if not a.sure:
        yield tables.surely(a)


def of_machine(runs: Sequence[StoredRun]) -> Iterable[Words]:
    """Yield how unsteady the machine and its clock were during runs."""
    for run in runs:
        if _is_before(run.finished, run.started):
            yield Words(
                f"The clock was set back during run {run.run}: it ended before it began.",
                f"実行 {run.run} の途中で時計が戻されました。終了が開始より前です。",
            )
        found = run.manifest.get("noise")
        noise = found if isinstance(found, dict) else {}
        ratio, load = number(noise.get("p90_over_median")), number(noise.get("load_at_start"))
        cores = number(run.manifest.get("cores"))
        if ratio is not None and ratio >= TOO_NOISY:
            yield Words(
                f"The machine was noisy in run {run.run}: a fixed piece of work took {ratio:.1f} times its median, "
                "one try in ten.",
                f"実行 {run.run} の間、機械が不安定でした。一定の作業が 10 回に 1 回、中央値の {ratio:.1f} 倍かかり"
                "ました。",
            )
        elif load is not None and cores is not None and load > cores:
            yield Words(
                f"The machine was busy when run {run.run} began: a load of {load:.1f} on {cores:.0f} processors.",
                f"実行 {run.run} の開始時、機械が混んでいました（プロセッサ {cores:.0f} 個に負荷 {load:.1f}）。",
            )
        elif noise.get("warning"):
            yield untranslated(f"{run.run}: {noise['warning']}")
        elif run.finished and ratio is None:
            yield Words(
                f"How steady the machine was in run {run.run} is not known: too few samples were taken.",
                f"実行 {run.run} の間の機械の安定性は、標本が少なく分かりません。",
            )


def set_back(runs: Sequence[StoredRun]) -> Iterable[Words]:
    """Yield where the clock was set back from one run of a folder to the next."""
    for earlier, run in pairwise(runs):
        if _is_before(run.started, earlier.started):
            yield Words(
                f"The clock was set back before run {run.run}: by its date it is older than {earlier.run}, which was "
                "begun before it.",
                f"実行 {run.run} の前に時計が戻されました。日付では、先に始まった {earlier.run} より古くなっています。",
            )


def _is_before(one: str | None, other: str) -> bool:
    """Return whether a date is before another; False if one of them is not a date."""
    try:
        return one is not None and datetime.fromisoformat(one) < datetime.fromisoformat(other)
    except (TypeError, ValueError):
        return False


def _of_records(a: Analysis) -> Iterable[Words]:
    c = a.data.columns
    failed = np.flatnonzero(c["category"] == CATEGORIES.index("error"))
    if failed.size:
        counted = Counter(a.names[j] for j in c["backend"][failed])
        who = ", ".join(f"{name} ({n:,})" for name, n in counted.most_common())
        message = next((a.data.messages[i] for i in failed.tolist() if i in a.data.messages), "")
        first = (f" First: {message}", f" 最初：{message}") if message else ("", "")
        yield Words(
            f"{failed.size:,} attempts ended in errors: {who}.{first[0]}",
            f"{failed.size:,} 回の試行がエラーで終わりました：{who}。{first[1]}",
        )
    if n := a.data.jumped:
        yield Words(
            f"Records with more CPU time than all processors can have given: {n:,}. A clock jumped; do not trust their "
            "times.",
            f"全プロセッサで得られるより長い CPU 時間の記録：{n:,} 件。時計が飛んでおり、その時間は信頼できません。",
        )
    if a.cells.unclocked.any():
        who = ", ".join(f"{a.names[j]} ({a.cells.unclocked[j]:,})" for j in a.order if a.cells.unclocked[j])
        yield Words(
            f"Records without CPU time, which count with their time on the clock: {who}.",
            f"CPU 時間のない記録（実時間で数えます）：{who}。",
        )
    if not a.cells.by_cpu:
        yield tables.clock(a)
    hopeless = [a.names[j] for j in a.order if not a.cells.solved[:, j].any()]
    if hopeless:
        names = ", ".join(hopeless)
        yield Words(f"Solved nothing at all: {names}.", f"1 問も解けなかったバックエンド：{names}。")
    batched = [f"{a.names[j]} ({a.batch[j]:,})" for j in a.order if a.batch[j] > 1]
    if batched:
        names = ", ".join(batched)
        yield Words(
            f"Searched in batches, of so many puzzles at most: {names}. Their time for a puzzle is an even share "
            "of its batch's, so totals and means hold, but medians, percentiles and plots of single puzzles do "
            "not.",
            f"一括で解いたもの（最大の問題数）：{names}。1 問の時間は一括の時間の等分なので、合計と平均は正しいもの"
            "の、中央値・%点・1 問ごとの図は測定ではありません。",
        )
    few = [a.names[j] for j in a.order if a.few_batches[j]]
    if few:
        yield Words(
            f"Timed in fewer than {st.FEWEST_BATCHES} batches: {', '.join(few)}. A batch is one measurement, so how "
            "sure their figures and places are cannot be told.",
            f"{st.FEWEST_BATCHES} 回未満の一括で計時したもの：{', '.join(few)}。一括は 1 回の測定なので、数値と順位の"
            "確かさは分かりません。",
        )
    uneven = a.cells.asked.any(axis=0) & (a.cells.asked.sum(axis=0) < a.cells.asked.any(axis=1).sum())
    if uneven.any():
        names = ", ".join(f"{a.names[j]} ({int(a.cells.asked[:, j].sum()):,})" for j in a.order if uneven[j])
        yield Words(
            f"Not asked every puzzle: {names}. Backends are compared on the {int(a.common.sum()):,} puzzles that all "
            "of them were asked.",
            f"全問には出題されていないもの：{names}。比較には全部に出題された {int(a.common.sum()):,} 問を使います。",
        )
    never = [a.names[j] for j in a.order if not a.cells.asked[:, j].any()]
    if never:
        yield Words(f"Never asked: {', '.join(never)}.", f"出題されなかったもの：{', '.join(never)}。")


def _limits(a: Analysis) -> Iterable[Words]:
    """Yield what the data cannot show."""
    n = int(a.cells.asked.any(axis=1).sum())
    if len(a.names) == 1:
        yield Words(
            "One backend only: nothing is compared, and its answers are confirmed by nobody but the corpus.",
            "バックエンドが 1 個だけなので、比較も、問題集以外による答えの確認もありません。",
        )
    unknown = [name for name, kind in zip(a.names, a.data.kinds, strict=True) if not kind]
    if unknown:
        some = ", ".join(unknown) if len(unknown) < len(a.names) else ""
        yield Words(
            f"The records do not say of what kind the engines are{some and ': '}{some}; the plug-ins here were asked.",
            f"エンジンの系統が記録にない{some and '（'}{some}{some and '）'}ため、ここに導入されているものによります。",
        )
    claimed = int((a.cells.strength == STRENGTHS.index("claimed")).sum())
    if claimed:
        yield Words(
            f"{claimed:,} of {n:,} verdicts are claimed by one family of engines and not proven; a certificate "
            "(check --certify) would settle them.",
            f"{n:,} 問中 {claimed:,} 問の判定は 1 系統の主張だけで、証明されていません。証明書（check --certify）で"
            "確定できます。",
        )
    agreed = int((a.cells.strength == STRENGTHS.index("agreed")).sum())
    if agreed:
        yield Words(
            f"{agreed:,} verdicts are agreed on by engines of different families: likely, but not proven.",
            f"{agreed:,} 問の判定は異なる系統の一致によるもので、確からしいものの証明ではありません。",
        )
    if n < _FEW:
        yield Words(
            f"Only {n} puzzle{_s(n)}: intervals over so few are too narrow, and other puzzles may change the order.",
            f"問題は {n} 問だけです。区間は狭すぎ、別の問題では順位が変わるかもしれません。",
        )
    if not a.memory.any():
        yield Words(
            "Memory was not measured: it is known of isolated workers only (run --isolation process).",
            "メモリは測定していません。隔離した作業プロセス（run --isolation process）でのみ分かります。",
        )
    yield Words(
        "Times are those of one machine and of these puzzles; intervals speak of other puzzles of the "
        "same kind, not of other machines.",
        "時間は 1 台の機械での、これらの問題のものです。区間は同種の別の問題についてのもので、別の機械についての"
        "ものではありません。",
    )
