"""Ratings: how hard a board is for a person, on three scales, with the formula of D and the data behind the values.

Each round applies all steps of the first rule that finds one. The rating uses only counts that do not depend on the
orientation or the labels of a board. So equivalent boards get the same rating; HoDoKu's score is an exception.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, lru_cache
from itertools import repeat
from math import exp, inf, log1p
from typing import Any, NamedTuple

from sudokubench.board import Board
from sudokubench.clock import CLOCK
from sudokubench.exchange import Result
from sudokubench.logic.configuration import Configuration, rated
from sudokubench.logic.difficulty_path import BASIC, DifficultyPath, RoundSummary, path_of, walks_of
from sudokubench.logic.difficulty_weights import HODOKU, HUMAN, LAMBDA, MU, SE, Weights
from sudokubench.logic.hodoku import score, step_counts_of
from sudokubench.logic.machine_runs import MachineWalk, StepCounts, pays
from sudokubench.logic.trace import Ending
from sudokubench.logic.trials_whips_braids import Scales
from sudokubench.logic.words import A_RATING
from sudokubench.problem import refuse_constraints

VERSION = "9"
"""Version of the method. It rises when a change of the method may change ratings of the same configuration."""


class Level(Enum):
    """Classes by the `se` scale, with fixed bounds."""

    EASY = "Easy"
    """Up to 2.5: singles, including singles after a direct elimination."""
    MEDIUM = "Medium"
    """Up to 4.0: locked candidates, pairs and triples, X-Wing and Swordfish."""
    HARD = "Hard"
    """Up to 6.2: wings, unique rectangles, quads."""
    EXPERT = "Expert"
    """Up to 7.4: chains."""
    EXTREME = "Extreme"
    """Above 7.4: forcing chains and nets."""


_BOUNDS = ((2.5, Level.EASY), (4.0, Level.MEDIUM), (6.2, Level.HARD), (7.4, Level.EXPERT))


def level_of(se: float) -> Level:
    """Return the class of a value on the `se` scale."""
    return next((level for bound, level in _BOUNDS if se <= bound + 1e-9), Level.EXTREME)


def class_bounds(name: str) -> tuple[float, float] | None:
    """Return the least and the largest value of a class on the `se` scale; None if the class does not exist."""
    ends = [0.0, *(bound for bound, _ in _BOUNDS), 12.0]
    at = next((i for i, level in enumerate(Level) if level.value.lower() == name.lower()), None)
    return None if at is None else (ends[at] + 0.1 * (at > 0), ends[at + 1])


@dataclass(frozen=True, slots=True, repr=False)
class Rating(Result):
    """A rating and the values from which it follows.

    Attributes:
        solved: Whether the rules solve the board in time. If not, the values are based on the steps that were found.
        difficulty: D, fitted to the `se` scale, see `difficulty_of`.
        difficulty_hodoku: The same formula, fitted to the logarithm of HoDoKu's score.
        difficulty_human: A person's predicted time, as a multiple of the mean time for a collection of puzzles. It is
            the exponential of the same formula, fitted to the logarithms of such times.
        se: The value of the hardest step.
        hodoku: The score of HoDoKu, see `hodoku.score`; None if it was not computed, or not in time.
        level: Class by `se`; None if the board is not `solved`.
        parts: The components of D that are not 0; the number of rounds; and `d1`, see `first_form`.
        version, config: Version of the method; digest of the configuration.
        digest: Digest of the parts of the path that are equal for equivalent boards.
        ending: How the path of the rules ended. Also BUDGET if the time was too short for HoDoKu's score.
        scales: Further scales, if the caller asked for them.
    """

    board: Board
    solved: bool
    difficulty: float
    difficulty_hodoku: float
    difficulty_human: float
    se: float
    hodoku: int | None
    level: Level | None
    parts: dict[str, float] = field(hash=False)
    version: str
    config: str
    digest: str
    ending: Ending
    scales: Scales | None = None

    def __str__(self) -> str:
        hodoku = "" if self.hodoku is None else f", hodoku {self.hodoku}"
        level = self.level.value if self.level else "unsolved"
        return f"{level}: se {self.se:.1f}{hodoku}, D {self.difficulty:.2f}"

    def as_columns(self) -> dict[str, Any]:
        """Return a column for each value of `as_dict`."""
        return {name: [value] for name, value in self.as_dict().items()}

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.rating/3`."""
        return {"schema": "sudokubench.rating/3", "id": self.board.id, **self.as_dict()}

    def as_dict(self) -> dict[str, Any]:
        """Return the values as plain data, and the puzzle as text."""
        plain: dict[str, Any] = {
            "puzzle": str(self.board),
            "difficulty": self.difficulty,
            "class": self.level and self.level.value,
            "se": self.se,
            "hodoku": self.hodoku,
            "difficulty_hodoku": self.difficulty_hodoku,
            "difficulty_human": self.difficulty_human,
            "parts": self.parts,
            "solved": self.solved,
            "ending": self.ending.value,
            "version": self.version,
            "config": self.config,
            "digest": self.digest,
        }
        return plain if self.scales is None else plain | {"scales": self.scales.as_dict()}


RANGES = (
    (1.2, "logic_box"), (1.5, "logic_line"), (2.5, "logic_direct"), (3.0, "logic_locked"), (inf, "logic_subset"),
)  # fmt: skip
FEATURES = (*(name for _, name in RANGES), "narrow", "easy_drop", "trials", "depth", "drop")


@cache
def _range_of(value: float) -> str:
    return next(name for bound, name in RANGES if value <= bound + 1e-9)


def features_of(path: DifficultyPath) -> dict[str, float]:
    """Return the features that `difficulty_of` and `first_form` use. They do not depend on the board's orientation.

    Easy rounds come before the first rule whose value exceeds `EASY_RULES`. Then a search tries values, and applies the
    easy rules in every state.

    - `logic_*`: number of easy rounds with a value in a range of the `se` scale.
    - `narrow`: mean of 1 / moves over the easy rounds of singles; it is large if few moves are open at a time.
    - `easy_drop`: entropy that the easy rounds remove, in nats.
    - `trials`, `depth`, `drop`: the values of `search.Trials`.
    - `cut`: present if the search ended early.
    """
    features, easy = dict.fromkeys(FEATURES, 0.0), path.rounds[: path.easy]
    narrow = [1 / (moves or 1) for _, moves, _, _, value in easy if value <= BASIC]
    for each in easy:
        features[_range_of(each.value)] += 1
    features["narrow"] = sum(narrow) / max(1, len(narrow))
    features["easy_drop"] = path.start - path.closed
    if path.cut:
        features["cut"] = 1.0
    trials = path.trials
    return features | {"trials": trials.count, "depth": trials.depth, "drop": trials.drop}


def difficulty_of(features: Mapping[str, float], weights: Weights) -> float:
    """Return D = base + C_logic + C_search - gamma * (mean entropy that a trial removes), from `features_of`.

    C_logic is the weighted sum of rounds and `narrow`, C_search the weighted sum of trials and depths; gamma is the
    weight `drop`. Counts enter as log(1 + count): the hundredth trial adds little difficulty.
    """
    logic = sum(weights.rounds[name] * log1p(features[name]) for _, name in RANGES)
    logic += weights.narrow * features["narrow"]
    search = weights.trials * log1p(features["trials"]) + weights.depth * log1p(features["depth"])
    return weights.base + logic + search - weights.drop * features["drop"] / max(1.0, features["trials"])


def first_form(features: Mapping[str, float], lambda_: float = LAMBDA, mu: float = MU) -> float:
    """Return D1 = entropy removed, in nats, + lambda * sum over trials of (1 + mu * depth), from `features_of`."""
    removed = features["easy_drop"] + features["drop"]
    return removed + lambda_ * (features["trials"] + mu * features["depth"])


class Start(NamedTuple):
    """Whether to use the machine for a board, and what it has found: for the path, and for HoDoKu's score."""

    machine: bool
    walk: MachineWalk | None = None
    steps: StepCounts | None = None

    @property
    def is_whole(self) -> bool:
        """Whether the machine solved the board and found all steps of HoDoKu. Then `rate` takes well below 1 ms."""
        if self.walk is None or self.steps is None:
            return False
        from sudokubench.kernels.machine import SOLVED

        return self.walk.ending == SOLVED and self.steps.rule < 0


def starts_of(boards: Sequence[Board], config: Configuration) -> list[Start]:
    """Return the argument `start` of `rate` for each board. One call of the machine serves many boards, to save time.

    A board with forbidden candidates gets no walk, because `rate` may use another configuration for it.
    """
    starts = [Start(pays(board, True)) for board in boards]
    chosen = [at for at, start in enumerate(starts) if start.machine and not boards[at].forbidden]
    if chosen:
        found = [boards[at] for at in chosen]
        walks = walks_of(found, config) or repeat(None)
        for at, walk, steps in zip(chosen, walks, step_counts_of(found, config), strict=False):
            starts[at] = Start(True, walk, steps)
    return starts


def rate(
    board: Board,
    config: Configuration | None = None,
    *,
    seconds: float | None = None,
    clues_suffice: bool = False,
    hodoku: bool = True,
    prove: Callable[[], Board | None] | None = None,
    start: Start | None = None,
) -> Rating:
    """Rate a board. The rating assumes exactly one solution. Raise UsageError for a board with constraints.

    Args:
        config: Order and values; `configuration.rated` if None.
        seconds: Time allowed, in seconds. If time runs out, the ending says so, and the rating is not `solved`.
        hodoku: Whether to compute HoDoKu's score, too; this doubles the time.
        clues_suffice: See `engine.solve`. The rating names the configuration that was used.
        prove: Returns the only solution, or raises an exception if the board does not have exactly one; see `path_of`.
            With its result, HoDoKu's guesses need no search.
        start: What `starts_of` returned for the board and this configuration.
    """
    refuse_constraints(board.problem, A_RATING)
    config = config or rated()
    if board.forbidden and not clues_suffice:
        config = config.without_uniqueness()
    begun = CLOCK.now_s()
    machine, walk, steps = start or Start(pays(board, hodoku))
    solution: Board | None = None

    def proved() -> None:
        nonlocal solution
        solution = prove() if prove is not None else None

    path = path_of(board, config, seconds=seconds, machine=machine, walk=walk, prove=proved)
    left = None if seconds is None else max(0.0, seconds - (CLOCK.now_s() - begun))
    points = score(board, config, left, machine, steps, solution) if hodoku else None
    ending = Ending.BUDGET if hodoku and points is None else path.ending
    features, se, solved = features_of(path), path.se, ending is Ending.SOLVED
    parts = {name: round(value, 3) for name, value in features.items() if value}
    parts["rounds"] = len(path.rounds)
    parts["d1"] = round(first_form(features), 3)
    return Rating(
        board=board,
        solved=solved,
        difficulty=round(difficulty_of(features, SE), 3),
        difficulty_hodoku=round(difficulty_of(features, HODOKU), 3),
        difficulty_human=round(exp(difficulty_of(features, HUMAN)), 3),
        se=se,
        hodoku=points,
        level=level_of(se) if solved else None,
        parts=parts,
        version=VERSION,
        config=config.digest,
        digest=_digest(path.rounds),
        ending=ending,
    )


def _digest(rounds: Iterable[RoundSummary]) -> str:
    return hashlib.sha256(f"[{', '.join(map(_written, rounds))}]".encode()).hexdigest()[:16]


@lru_cache(maxsize=4096)  # most rounds are singles, which boards repeat
def _written(each: RoundSummary) -> str:
    """Return a round as JSON, in half the time that the module `json` takes."""
    return f'["{each.rule}", {each.moves}, {each.nodes}, {round(each.entropy, 6)}]'
