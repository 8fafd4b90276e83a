"""JSON Schemas (Draft 2020-12) of all JSON that is written. The names in them come from the code.

An object has exactly the listed fields, so that a test of real output notices any change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from sudokubench.actions import dataset_check
from sudokubench.actions.verify import MALFORMED
from sudokubench.actions.words import NO_SCHEMA
from sudokubench.answer import Verdict
from sudokubench.certificates.certificate import SOLUTIONS
from sudokubench.certificates.verification import Status
from sudokubench.constraints import VARIANTS
from sudokubench.errors import UsageError, suggestion
from sudokubench.formats import cover_file, puzzle_json
from sudokubench.generation.aims import SCALES
from sudokubench.harness.crosscheck import Category, Strength
from sudokubench.harness.finding import Bound, Termination
from sudokubench.layout import MAX_SIZE, MIN_SIZE
from sudokubench.logic.hint import GRADES
from sudokubench.logic.proof import Soundness
from sudokubench.logic.rating import Level
from sudokubench.logic.step_parts import LinkKind
from sudokubench.logic.technique_library import Named
from sudokubench.logic.trace import Ending
from sudokubench.report.model import Severity
from sudokubench.report.words import STATES

Schema = Mapping[str, Any]


def _one_of(names: type[Enum] | Iterable[object]) -> Schema:
    return {"enum": [name.value if isinstance(name, Enum) else name for name in names]}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _map(to: Schema) -> Schema:
    """Return the schema of an object with any keys, whose values have the schema `to`."""
    return {"type": "object", "additionalProperties": to}


def _object(fields: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of an object with exactly these fields."""
    return {
        "type": "object",
        "properties": {**fields, **(optional or {})},
        "required": list(fields),
        "additionalProperties": False,
    }


_ANYTHING: Schema = {"type": "object"}
_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_NUMBER: Schema = {"type": "number"}
_WHOLE: Schema = {"type": "integer", "minimum": 0}
_TEXTS, _WHOLES = _list(_TEXT), _list(_WHOLE)
_ID: Schema = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
_TIME: Schema = {"type": "string", "format": "date-time"}


def _tuple(*parts: Schema) -> Schema:
    return {"type": "array", "prefixItems": list(parts), "minItems": len(parts), "items": False}


_LAYOUT = _object(
    {
        "size": {"type": "integer", "minimum": MIN_SIZE, "maximum": MAX_SIZE},
        "boxes": _WHOLES,
        "symbols": _TEXT,
        "extra": _list(_tuple(_TEXT, _WHOLES)),
    }
)
_RECIPE = _object(
    {
        "layout": _TEXT, "minimal": _FLAG, "clues": {"anyOf": [_WHOLES, {"type": "null"}]}, "symmetry": _TEXT,
        "pattern": {"type": ["string", "null"]}, "grid": {"type": ["string", "null"]}, "n": _WHOLE, "seed": _WHOLE,
        "splits": _map(_NUMBER), "rate": _WHOLE, "certify": _WHOLE, "form": _TEXT,
    }
)  # fmt: skip
_CONSTRAINT: Schema = {"type": "object", "properties": {"kind": _one_of(VARIANTS)}, "required": ["kind"]}
_PUZZLE = _object(
    {"schema": {"const": puzzle_json.SCHEMA}, "layout": {"anyOf": [_TEXT, _LAYOUT]}, "clues": _TEXT},
    {"constraints": _list(_CONSTRAINT), "forbidden": _WHOLES},
)
_COVER = _object(
    {
        "schema": {"const": cover_file.SCHEMA},
        "primary": _TEXTS,
        "options": {"anyOf": [_list(_TEXTS), {"type": "object", "additionalProperties": _TEXTS}]},
    },
    {
        "name": _TEXT,
        "secondary": _TEXTS,
        "names": _TEXTS,
        "multiplicity": _map({"anyOf": [_WHOLE, _tuple(_WHOLE, _WHOLE)]}),
        "costs": _list(_NUMBER),
    },
)
_RULE: Mapping[str, Schema] = {"rule": _TEXT, "digits": _WHOLES}
_PARTS: Mapping[str, Schema] = {
    **dict.fromkeys(("placed", "eliminated", "items", "houses"), _WHOLES),
    "groups": _list(_tuple(_TEXT, _WHOLES)),
    "links": _list(_tuple(_one_of(LinkKind), _WHOLES, _WHOLES)),
    "length": _WHOLE,
    "depth": _WHOLE,
    "entropy": _NUMBER,
    "also": _TEXTS,
}
_REMARKS: Mapping[str, Schema] = {
    "text": _TEXT,
    "eureka": _TEXT,
    "names": _map(_TEXTS),
    "candidates": _WHOLE,
    "se": _NUMBER,
    "soundness": _one_of(Soundness),
    "marks": _ANYTHING,
    "needed": _tuple(_WHOLE, _WHOLE),
    "colours": _map(_TEXT),
}
_BARE_STEP, _STEP = _object(_RULE, _PARTS), _object(_RULE, {**_PARTS, **_REMARKS})

_USUAL: Mapping[str, Schema] = {
    **dict.fromkeys(
        ("puzzle", "source", "backend", "kind", "message", "place", "reason", "run", "candidate", "rule", "name",
         "smallest", "command", "version", "why", "config", "digest", "en", "ja", "form", "symbols", "text",
         "proof", "producer", "code", "technique", "stats", "new"), _TEXT
    ),
    **dict.fromkeys(
        ("line", "position", "repeat", "count", "batch", "cpu_ns", "memory_bytes", "overshoot", "encode_ns", "solve_ns",
         "decode_ns", "puzzles", "disagreements", "errors", "wrong", "proof_clauses", "records", "gained", "lost",
         "contradicted", "solved", "place_low", "place_high"), _WHOLE
    ),
    **dict.fromkeys(
        ("exhausted", "agreed", "installed", "control_group", "memory_controller", "orphans", "optimal", "monotone",
         "unique", "passed"), _FLAG
    ),
    **dict.fromkeys(("solutions", "kinds", "reasons", "mistakes", "items", "corpus", "backends", "codes"), _TEXTS),
    **dict.fromkeys(
        ("difficulty", "difficulty_hodoku", "difficulty_human", "se", "hodoku", "p", "borda", "bradley_terry", "ahead",
         "ratio", "slowdown", "par2_s", "seconds", "change"), _NUMBER
    ),
    **dict.fromkeys(("id", "puzzle_id", "class_id"), _ID),
    **dict.fromkeys(("started", "finished"), _TIME),
    **dict.fromkeys(("verdict", "puzzle_verdict"), _one_of(Verdict)),
    **dict.fromkeys(("strength", "puzzle_strength"), _one_of(Strength)),
    **dict.fromkeys(("options", "manifest"), _ANYTHING),
    "bound": _one_of(Bound),
    "category": _one_of(Category),
    "claim": _one_of([*SOLUTIONS, Verdict.SOLVABLE]),
    "class": _one_of(Level),
    "disagreement": _TEXT,
    "ending": _one_of(Ending),
    "hints": _list(_object({"grade": _one_of(GRADES), "text": _TEXT, "cells": _WHOLES})),
    "parts": _map(_NUMBER),
    "solution": _TEXT,
    "step": _STEP,
    "termination": _one_of(Termination),
    "unanswered": _map(_TEXT),
    "versions": _map(_TEXT),
}  # fmt: skip
"""The schema of each field name, for objects that do not describe the field themselves."""

_ESTIMATE = _object(
    {
        **dict.fromkeys(("value", "low", "sampled"), _WHOLE),
        "high": {"anyOf": [_WHOLE, {"type": "null"}]},
        "confidence": _NUMBER,
    }
)
_FACTS = dict.fromkeys(("clues", "forbidden", "rules"), _TEXTS)
_Others = Mapping[str, Schema]
_VERDICTS: _Others = {"backends": _map(_one_of(Verdict))}
_BOARD: _Others = {"puzzle": _PUZZLE}
_TIMES: _Others = {"times_ns": _object(dict.fromkeys(("encode", "solve", "decode"), _WHOLE))}
_ALL: Mapping[str, tuple[str, str, str, _Others]] = {
    "record/2": (
        "run --json: the answer of a backend to a puzzle",
        "puzzle id source line backend kind repeat verdict count exhausted termination batch cpu_ns? memory_bytes? "
        "bound? overshoot? message times_ns? solution? category strength",
        "",
        _TIMES,
    ),
    "summary/1": ("run --json, at the end", "run? puzzles backends disagreements wrong errors", "", {}),
    "disagreement/2": (
        "run --json and check --json: answers that contradict each other, or one that is refuted",
        "puzzle id source line backends reasons smallest command",
        "",
        _VERDICTS,
    ),
    "answer/2": ("solve --json", "puzzle id backend verdict count exhausted solutions", "", {}),
    "check/2": ("check --json", "puzzle id verdict agreed strength kinds backends unanswered", "", _VERDICTS),
    "certificate/2": (
        "A line of solve --proof and check --proof",
        "claim puzzle id solutions proof producer digest",
        "",
        {"puzzle": {"anyOf": [_PUZZLE, _COVER]}, "solutions": {"anyOf": [_TEXTS, _list(_WHOLES)]}},
    ),
    "explanation/1": (
        "A line of explain --proof",
        "claim solution trace lemmas producer digest",
        "",
        {"lemmas": _list(_tuple(_WHOLE, {"type": "integer"}, _FLAG, _TEXT)), "trace": _object(
            {"schema": _TEXT, "id": _ID, "ending": _one_of(Ending), "reason": _TEXT,
             "steps": _list(_BARE_STEP), **_BOARD})},
    ),
    "verification/2": ("verify --json", "place status reason", "claim proof_clauses puzzle id step",
                       {"status": _one_of([*Status, MALFORMED])}),
    "backend/1": ("backends list --json", "name installed", "kind options reason", {}),
    "trial/1": ("backends doctor --json", "name installed", "versions verdict? reason", {}),
    "compilation/1": ("backends warm --json: CPU time that a kernel took to compile", "name cpu_s", "",
                      {"cpu_s": _NUMBER}),
    "isolation/1": ("backends doctor --json, at the end", "control_group memory_controller orphans", "", {}),
    "trace/3": ("explain --json", "puzzle id ending reason steps", "", {**_BOARD, "steps": _list(_STEP)}),
    "moves/1": (
        "serve: the other moves that are possible in the state before a step",
        "puzzle id number moves stopped?",
        "",
        {**_BOARD, "number": _WHOLE, "moves": _list(_STEP), "stopped": _one_of(("time",))},
    ),
    "search/1": (
        "watch --json",
        "puzzle id backend exhausted nodes count steps",
        "",
        {"nodes": _WHOLE, "steps": _list(_STEP)},
    ),
    "fixpoint/1": (
        "fixpoint --json",
        "puzzle id rules monotone fixpoints undecided applications revisions checks",
        "",
        {
            "rules": _TEXTS,
            "monotone": _FLAG,
            "undecided": _TEXTS,
            **dict.fromkeys(("applications", "revisions", "checks"), _WHOLES),
            "fixpoints": _list(_object({
                "orders": _WHOLE, "contradiction": _FLAG, "entropy": _NUMBER, "candidates": _TEXTS, "placed": _TEXTS,
            })),
        },
    ),
    "frequency/1": (
        "steps --json: how often a rule was used, in how many puzzles, and what a step of it removes",
        "rule name steps puzzles entropy",
        "",
        {"steps": _WHOLE, "entropy": _NUMBER},
    ),
    "example/1": (
        "steps --technique --json: a case of a rule, with the state before it",
        "puzzle id source line number before step",
        "",
        {"number": _WHOLE, "before": _PUZZLE},
    ),
    "hint/2": ("hint --json", "puzzle id mistakes hints", "message rule step", {}),
    "why/2": (
        "why --json",
        "puzzle id candidate verdict",
        "clues forbidden items optimal steps marks",
        {"verdict": _one_of(("forced", "forbidden", "open")), "clues": _TEXTS, "forbidden": _TEXTS,
         "steps": _list(_STEP), "marks": _ANYTHING},
    ),
    "rating/3": (
        "rate --json",
        "puzzle id difficulty difficulty_hodoku difficulty_human class? se hodoku? parts solved ending version config "
        "digest",
        "scales",
        {"solved": _FLAG, "scales": _ANYTHING},
    ),
    "effort/1": (
        "rate --json, for a board with constraints: a new scale, in bits",
        "puzzle id effort work hardest rounds trials solved ending version config",
        "cut",
        {**dict.fromkeys(("effort", "work"), _NUMBER), **dict.fromkeys(("rounds", "trials"), _WHOLE),
         "hardest": _TEXT, "solved": _FLAG, "cut": _FLAG},
    ),
    "rule/1": ("rules list --json and rules show --json", "rule name se? hodoku? monotone unique codes", "", {}),
    "count/1": (
        "count --json: a puzzle and its number of solutions, or an estimate if the time did not suffice",
        "puzzle id source line count",
        "estimate symmetries",
        {
            "count": {"anyOf": [_WHOLE, {"type": "null"}]},
            "estimate": _ESTIMATE,
            "symmetries": _WHOLE,
        },
    ),
    "analysis/1": (
        "analyse --json: a board as its setter asks about it",
        "puzzle id verdict count? solutions stopped?",
        "estimate candidates differing removable minimal conflict completion",
        {
            "stopped": _one_of(("time", "interrupt")),
            "estimate": _ESTIMATE,
            "candidates": _map(_object({"count": _WHOLE, "exact": _FLAG})),
            "differing": _TEXTS,
            **dict.fromkeys(("removable", "minimal"), _object(_FACTS)),
            "conflict": _object({**_FACTS, "smallest": _FLAG}),
            "completion": _object({"clues": _TEXTS, "fewest": _FLAG}),
        },
    ),
    "problem/1": (
        "problems list --json; problems show --json adds the name, the id and the size",
        "form meaning example",
        "name id primary secondary options entries",
        {"meaning": _TEXT, "example": _TEXT, **dict.fromkeys(("primary", "secondary", "options", "entries"), _WHOLE)},
    ),
    "case/1": (
        "rules verify --json",
        "code technique passed strict line rule? steps",
        "told? also first used asked unsound",
        {"steps": _WHOLE, "strict": _FLAG, "asked": _FLAG, "told": _TEXT, "also": _TEXTS, "unsound": _map(_TEXT),
         **dict.fromkeys(("first", "used"), _one_of(Named))},
    ),
    "run/1": (
        "runs list --json and runs gc --json; runs show --json adds the manifest",
        "run started finished? corpus backends records race",
        "manifest",
        {"race": _FLAG},
    ),
    "generated/1": (
        "generate --json: a puzzle",
        "number puzzle solution clues seed",
        "scale rating? trace",
        {"scale": _one_of(SCALES), "rating": _NUMBER, "trace": _ANYTHING, "number": _WHOLE, "solution": _TEXT,
         "clues": _WHOLE, "seed": _WHOLE},
    ),
    "dataset/1": (
        "dataset make --json, and dataset.json of a data set: how it was made, and how far it is",
        "recipe rating_version rating_config parts rows bytes certified_bytes finished",
        "",
        {"recipe": _RECIPE, "rating_version": _TEXT, "rating_config": _TEXT, "parts": _WHOLE, "rows": _WHOLE,
         "bytes": _WHOLE, "certified_bytes": _WHOLE, "finished": _FLAG},
    ),
    "fault/1": (
        "dataset verify --json: what is wrong with a row",
        "place fault reason puzzle",
        "",
        {"place": _TEXT, "fault": _one_of(dataset_check.KINDS)},
    ),
    "canonical/1": (
        "canonical --json and dedupe --json: a board and its class",
        "puzzle id canonical class_id automorphisms orbit",
        "",
        {"canonical": _TEXT, "automorphisms": _WHOLE, "orbit": _WHOLE},
    ),
    "equivalence/1": (
        "equivalent --json: the cell of the puzzle for each of the other board, the new digit for each old one",
        "puzzle other equivalent cells? digits?",
        "",
        {"other": _TEXT, "equivalent": _FLAG, "cells": _WHOLES, "digits": _WHOLES},
    ),
    "export/2": (
        "A line of runs export --to jsonl; the first of a run has the manifest, the first of a puzzle the reproducer",
        "run position? source? line? puzzle? puzzle_id? puzzle_verdict? puzzle_strength? disagreement? backend? kind? "
        "repeat? verdict? count? exhausted? category? termination? message? encode_ns? solve_ns? decode_ns? batch? "
        "memory_bytes? stats? solution? cpu_ns? overshoot? bound?",
        "started finished? manifest reproducer class_id?",
        {"reproducer": _object({"reasons": _TEXT, "smallest": _TEXT, "command": _TEXT})},
    ),
    "change/1": (
        "compare --json",
        "backend state puzzles ratio? ratio_low? ratio_high? p? gained lost wrong contradicted why?",
        "",
        {"state": _one_of(words.en for words in STATES.values())},
    ),
    "history/1": (
        "history --json: a run on the line of a backend",
        "backend run started new? puzzles solved seconds seconds_low? seconds_high? ratio ratio_low? ratio_high? "
        "change? state? why? made",
        "change_low? change_high? seconds_at_least? ratio_at_least? change_at_least?",
        {"state": _one_of(w.en for w in STATES.values()), "started": _TEXT, "made": _map(_TEXT)},
    ),
    "rank/1": (
        "rank --json",
        "place? backend solved slowdown? par2_s? borda? bradley_terry? place_low? place_high? p?",
        "slowdown_low? slowdown_high? slowdown_at_least? par2_s_low? par2_s_high? par2_s_at_least? borda_low? "
        "borda_high?",
        {"place": _WHOLE},
    ),
    "board/1": (
        "serve, /api/read: a board, with what a page needs to draw it and to check it",
        "puzzle id text form boards size symbols boxes houses rules statements all_stated drawing",
        "puzzles",
        {
            **_BOARD,
            "puzzles": _TEXTS,
            "boards": _WHOLE,
            "size": _WHOLE,
            "boxes": _WHOLES,
            "houses": _list(_object({"name": _TEXT, "cells": _WHOLES})),
            "rules": _TEXTS,
            "statements": _list(_object({"cells": _WHOLES}, {"total": _WHOLE})),
            "all_stated": _FLAG,
            "drawing": _object({
                "below": _TEXT,
                "above": _TEXT,
                "reach": _WHOLE,
                "corners": _WHOLES,
                "only_named": _TEXTS,
            }),
        },
    ),
    "reply/1": (
        "serve: what a command prints with --json and without it, and its remarks",
        "result text remarks",
        "",
        {"result": _ANYTHING, "text": _TEXTS, "remarks": _TEXTS},
    ),
    "choices/1": (
        "serve: what can be chosen",
        "backends engines sets layouts symmetries variants classes rules",
        "",
        {
            "backends": _list(_object({"name": _TEXT, "kind": _TEXT})),
            "sets": _list(_object({"name": _TEXT, "puzzles": _WHOLE})),
            **dict.fromkeys(("classes", "rules"), _list(_object({"name": _TEXT, "title": _TEXT}))),
            **dict.fromkeys(("engines", "layouts", "symmetries", "variants"), _TEXTS),
        },
    ),
    "runs/1": ("serve: the runs of a folder, the latest first", "runs", "", {"runs": _list(_ANYTHING)}),
    "progress/1": ("serve: how far a job is, and which backend works", "done by failures", "",
                   {"done": _WHOLE, "by": _TEXT, "failures": _WHOLE}),
    "claim/1": (
        "serve: the answer of a backend to a puzzle that other backends still search",
        "position backend verdict count exhausted termination bound? batch cpu_ns? memory_bytes? overshoot? message "
        "times_ns?",
        "",
        _TIMES,
    ),
    "look/1": (
        "serve: the state of a search for a puzzle of a wanted difficulty, with the nearest puzzle so far",
        "distance temperature taken puzzle nearest rating?",
        "",
        dict.fromkeys(("distance", "temperature", "taken", "nearest", "rating"), _NUMBER),
    ),
    "health/1": ("serve: calls that are worked on, and that wait", "working waiting", "",
                 {"working": _WHOLE, "waiting": _WHOLE}),
    "error/1": ("serve: why there is no reply", "en ja", "", {}),
    "report/1": (
        "A report as a value of the library",
        "answer facts remarks tables",
        "",
        {
            "answer": _object({"en": _TEXT, "ja": _TEXT}),
            "facts": _map(_TEXT),
            "remarks": _list(_object({"level": _one_of(Severity), "en": _TEXT, "ja": _TEXT})),
            "tables": _map(_list(_map({"type": ["string", "number", "boolean", "null"]}))),
        },
    ),
}  # fmt: skip
"""By name and version: title, required fields, optional fields, and fields with a schema of their own. A question mark
means that the field is null if its value is not known.
"""


def schemas() -> dict[str, dict[str, Any]]:
    """Return every schema, by the name of the object: `answer` for `sudokubench.answer/2`."""
    made = {
        "puzzle/1": ("A puzzle with all its rules", _PUZZLE),
        "cover/1": ("encode --to cover: an exact cover; x:A is the item x in the colour A", _COVER),
    } | {
        name: (title, _described(f"sudokubench.{name}", names, optional, others))
        for name, (title, names, optional, others) in _ALL.items()
    }
    return {
        name.partition("/")[0]: {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:sudokubench:{name}",
            "title": title,
            **body,
        }
        for name, (title, body) in made.items()
    }


def schema(name: str) -> dict[str, Any]:
    """Return the schema of a name such as `answer`, or of its full form: `sudokubench.answer/2`.

    Raises:
        UsageError: The schema does not exist.
    """
    found = schemas()
    for known, one in found.items():
        if name in {known, one["properties"]["schema"]["const"]}:
            return one
    full = {one["properties"]["schema"]["const"]: known for known, one in found.items()}
    close = suggestion(name, found if "." not in name else full)
    raise UsageError(NO_SCHEMA.format(name=repr(name), known=", ".join(found), close=close))


def _described(full: str, names: str, optional: str, others: _Others) -> Schema:
    always, perhaps = (dict(_field(name, others) for name in some.split()) for some in (names, optional))
    return _object({"schema": {"const": full}, **always}, perhaps)


def _field(text: str, others: _Others) -> tuple[str, Schema]:
    name = text.removesuffix("?")
    plain = name.removesuffix("_low").removesuffix("_high")
    of = others.get(name) or _USUAL.get(name) or (_FLAG if name.endswith("_at_least") else _USUAL[plain])
    return name, of if name == text else {"anyOf": [of, {"type": "null"}]}
