"""Trials: each repeats an action many times, reports figures, and makes a claim about them.

`benchmarks.trust` runs the trials of the harness, which are here. `benchmarks.logic` runs trials of human logic. The
tests run the short forms of both.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

Figures = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Trial:
    """A property that must hold in every repetition.

    Attributes:
        claim: The property, in a sentence.
        run: A function that does the action and returns the figures.
        short: Arguments of `run` for the tests.
        full: Arguments of `run` for the proof.
        holds: Whether the figures support the claim.
    """

    claim: str
    run: Callable[..., Figures]
    short: Mapping[str, object]
    full: Mapping[str, object]
    holds: Callable[[Figures], bool]


_OF_THE_HARNESS = (
    "processes", "kills", "presses", "forks", "engines", "storage", "answers", "forgeries", "variants", "inputs",
    "commands", "mutants", "resources", "steps", "charges", "estimates",
)  # fmt: skip


def of_the_harness() -> Mapping[str, Trial]:
    """Return all trials of the harness by name."""
    found: dict[str, Trial] = {}
    for name in _OF_THE_HARNESS:
        found |= import_module(f"{__name__}.{name}").TRIALS
    return found


def install(folder: Path, package: str, *backends: str, version: str = "1.0") -> Path:
    """Make backends of a package, such as `twin = twin:Twin`, known to every process that imports from a folder.

    Return the folder with the metadata of the package.
    """
    info = folder / f"{package}-{version}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text("\n".join(["[sudokubench.backends]", *backends, ""]))
    return info


def main(command: str, trials: Mapping[str, Trial], words: Sequence[str]) -> int:
    """Run the trials that `words` name, or all. With `--quick` among the words, run the short forms.

    The function prints a line of JSON for each trial when it ends.

    Returns:
        The exit code: 0 if all claims held, 1 if a claim did not hold, 2 for an unknown word.
    """
    quick = "--quick" in words
    names = [word for word in words if word != "--quick"] or list(trials)
    if not set(names) <= trials.keys():
        print(f"usage: {command} [--quick] [{'|'.join(trials)}]...", file=sys.stderr)
        return 2
    failed = 0
    for name in names:
        trial = trials[name]
        begun = time.monotonic()
        try:
            figures = trial.run(**(trial.short if quick else trial.full))
            held = trial.holds(figures)
        except Exception as error:  # the other trials should still run
            figures, held = {"error": f"{type(error).__name__}: {error}"}, False
        failed += not held
        seconds = round(time.monotonic() - begun, 1)
        line = {"trial": name, "holds": held, "claim": trial.claim, "seconds": seconds, "figures": figures}
        print(json.dumps(line, ensure_ascii=False), flush=True)
    return 1 if failed else 0
