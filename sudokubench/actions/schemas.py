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
from sudokubench.generation.difficulty_aims import SCALES
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


def _or_null(of: Schema) -> Schema:
    return {"anyOf": [of, {"type": "null"}]}


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
        "layout": _TEXT, "minimal": _FLAG, "clues": _or_null(_WHOLES), "symmetry": _TEXT,
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
        "options": {"anyOf": [_list(_TEXTS), _map(_TEXTS)]},
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

_FACTS = dict.fromkeys(("clues", "forbidden", "rules"), _TEXTS)
_NAMED = _list(_object({"name": _TEXT, "title": _TEXT}))
_USUAL: Mapping[str, Schema] = {
    **dict.fromkeys(
        ("puzzle", "source", "backend", "kind", "message", "place", "reason", "run", "candidate", "rule", "name",
         "smallest", "command", "version", "why", "config", "digest", "en", "ja", "form", "symbols", "text",
         "proof", "producer", "code", "technique", "stats", "new", "disagreement", "solution", "by", "canonical",
         "example", "hardest", "meaning", "other", "rating_config", "rating_version", "told"), _TEXT
    ),
    **dict.fromkeys(
        ("line", "position", "repeat", "count", "batch", "cpu_ns", "memory_bytes", "overshoot", "encode_ns", "solve_ns",
         "decode_ns", "puzzles", "disagreements", "errors", "wrong", "proof_clauses", "records", "gained", "lost",
         "contradicted", "solved", "place_low", "place_high", "automorphisms", "boards", "bytes", "certified_bytes",
         "clues", "done", "entries", "failures", "nodes", "number", "orbit", "primary", "rounds", "rows", "secondary",
         "seed", "size", "symmetries", "trials", "waiting", "working"), _WHOLE
    ),
    **dict.fromkeys(
        ("exhausted", "agreed", "installed", "control_group", "memory_controller", "orphans", "optimal", "monotone",
         "unique", "passed", "all_stated", "asked", "cut", "equivalent", "race", "strict"), _FLAG
    ),
    **dict.fromkeys(
        ("solutions", "kinds", "reasons", "mistakes", "items", "corpus", "backends", "codes", "also", "differing",
         "engines", "forbidden", "layouts", "rules", "undecided", "variants"), _TEXTS
    ),
    **dict.fromkeys(("applications", "boxes", "cells", "checks", "digits", "revisions"), _WHOLES),
    **dict.fromkeys(
        ("difficulty", "difficulty_hodoku", "difficulty_human", "se", "hodoku", "p", "borda", "bradley_terry",
         "ratio", "slowdown", "par2_s", "seconds", "change", "cpu_s", "distance", "effort", "entropy", "nearest",
         "rating", "taken", "temperature", "work"), _NUMBER
    ),
    **dict.fromkeys(("facts", "made", "unanswered", "unsound", "versions"), _map(_TEXT)),
    **dict.fromkeys(("id", "puzzle_id", "class_id"), _ID),
    **dict.fromkeys(("started", "finished"), _TIME),
    **dict.fromkeys(("verdict", "puzzle_verdict"), _one_of(Verdict)),
    **dict.fromkeys(("strength", "puzzle_strength"), _one_of(Strength)),
    **dict.fromkeys(("options", "manifest", "marks", "result", "scales", "trace"), _ANYTHING),
    **dict.fromkeys(("moves", "steps"), _list(_STEP)),
    **dict.fromkeys(("first", "used"), _one_of(Named)),
    **dict.fromkeys(("removable", "minimal"), _object(_FACTS)),
    "bound": _one_of(Bound),
    "category": _one_of(Category),
    "claim": _one_of([*SOLUTIONS, Verdict.SOLVABLE]),
    "class": _one_of(Level),
    "completion": _object({"clues": _TEXTS, "fewest": _FLAG}),
    "conflict": _object({**_FACTS, "smallest": _FLAG}),
    "ending": _one_of(Ending),
    "estimate": _object(
        {**dict.fromkeys(("value", "low", "sampled"), _WHOLE), "high": _or_null(_WHOLE), "confidence": _NUMBER}
    ),
    "hints": _list(_object({"grade": _one_of(GRADES), "text": _TEXT, "cells": _WHOLES})),
    "parts": _map(_NUMBER),
    "state": _one_of(words.en for words in STATES.values()),
    "step": _STEP,
    "stopped": _one_of(("time", "interrupt")),
    "termination": _one_of(Termination),
    "times_ns": _object(dict.fromkeys(("encode", "solve", "decode"), _WHOLE)),
}  # fmt: skip
"""The schema of a field, by its name, in objects that do not describe the field."""


def _of(
    title: str, names: str, optional: str = "", /, **own: Schema
) -> tuple[str, str, str, Mapping[str, Schema]]:
    """Return a title, required fields, optional fields, and fields with a schema of their own.

    A question mark means that the field is null if its value is not known.
    """
    return title, names, optional, own


_ALL = {
    "record/2": _of(
        "run --json: the answer of a backend to a puzzle",
        "puzzle id source line backend kind repeat verdict count exhausted termination batch cpu_ns? memory_bytes? "
        "bound? overshoot? message times_ns? solution? category strength",
    ),
    "summary/1": _of("run --json, at the end", "run? puzzles backends disagreements wrong errors"),
    "disagreement/2": _of(
        "run --json and check --json: answers that contradict each other, or one that is refuted",
        "puzzle id source line backends reasons smallest command",
        backends=_map(_one_of(Verdict)),
    ),
    "answer/2": _of("solve --json", "puzzle id backend verdict count exhausted solutions"),
    "check/2": _of(
        "check --json",
        "puzzle id verdict agreed strength kinds backends unanswered",
        backends=_map(_one_of(Verdict)),
    ),
    "certificate/2": _of(
        "A line of solve --proof and check --proof",
        "claim puzzle id solutions proof producer digest",
        puzzle={"anyOf": [_PUZZLE, _COVER]},
        solutions={"anyOf": [_TEXTS, _list(_WHOLES)]},
    ),
    "explanation/1": _of(
        "A line of explain --proof",
        "claim solution trace lemmas producer digest",
        lemmas=_list(_tuple(_WHOLE, {"type": "integer"}, _FLAG, _TEXT)),
        trace=_object(
            {"schema": _TEXT, "id": _ID, "ending": _one_of(Ending), "reason": _TEXT, "steps": _list(_BARE_STEP),
             "puzzle": _PUZZLE}
        ),
    ),
    "verification/2": _of(
        "verify --json", "place status reason", "claim proof_clauses puzzle id step",
        status=_one_of([*Status, MALFORMED]),
    ),
    "backend/1": _of("backends list --json", "name installed", "kind options reason"),
    "trial/1": _of("backends doctor --json", "name installed", "versions verdict? reason"),
    "compilation/1": _of("backends warm --json: CPU time that a kernel took to compile", "name cpu_s"),
    "isolation/1": _of("backends doctor --json, at the end", "control_group memory_controller orphans"),
    "trace/3": _of("explain --json", "puzzle id ending reason steps", puzzle=_PUZZLE),
    "moves/1": _of(
        "serve: the other moves that are possible in the state before a step", "puzzle id number moves stopped?",
        puzzle=_PUZZLE, stopped=_one_of(("time",)),
    ),
    "search/1": _of("watch --json", "puzzle id backend exhausted nodes count steps"),
    "fixpoint/1": _of(
        "fixpoint --json",
        "puzzle id rules monotone fixpoints undecided applications revisions checks",
        fixpoints=_list(_object({
            "orders": _WHOLE, "contradiction": _FLAG, "entropy": _NUMBER, "candidates": _TEXTS, "placed": _TEXTS,
        })),
    ),
    "frequency/1": _of(
        "steps --json: how often a rule was used, in how many puzzles, and what a step of it removes",
        "rule name steps puzzles entropy",
        steps=_WHOLE,
    ),
    "example/1": _of(
        "steps --technique --json: a case of a rule, with the state before it",
        "puzzle id source line number before step",
        before=_PUZZLE,
    ),
    "hint/2": _of("hint --json", "puzzle id mistakes hints", "message rule step"),
    "why/2": _of(
        "why --json", "puzzle id candidate verdict", "clues forbidden items optimal steps marks",
        verdict=_one_of(("forced", "forbidden", "open")), clues=_TEXTS,
    ),
    "rating/3": _of(
        "rate --json",
        "puzzle id difficulty difficulty_hodoku difficulty_human class? se hodoku? parts solved ending version config "
        "digest",
        "scales",
        solved=_FLAG,
    ),
    "effort/1": _of(
        "rate --json, for a board with constraints: a new scale, in bits",
        "puzzle id effort work hardest rounds trials solved ending version config",
        "cut",
        solved=_FLAG,
    ),
    "rule/1": _of("rules list --json and rules show --json", "rule name se? hodoku? monotone unique codes"),
    "count/1": _of(
        "count --json: a puzzle and its number of solutions; null if unknown, with an estimate if time was short",
        "puzzle id source line count?",
        "estimate symmetries",
    ),
    "analysis/1": _of(
        "analyse --json: a board as its setter asks about it",
        "puzzle id verdict count? solutions stopped?",
        "estimate candidates differing removable minimal conflict completion",
        candidates=_map(_object({"count": _WHOLE, "exact": _FLAG})),
    ),
    "problem/1": _of(
        "problems list --json; problems show --json adds the name, the id and the size",
        "form meaning example",
        "name id primary secondary options entries",
        options=_WHOLE,
    ),
    "case/1": _of(
        "rules verify --json", "code technique passed strict line rule? steps", "told? also first used asked unsound",
        steps=_WHOLE,
    ),
    "run/1": _of(
        "runs list --json and runs gc --json; runs show --json adds the manifest",
        "run started finished? corpus backends records race",
        "manifest",
    ),
    "generated/1": _of(
        "generate --json: a puzzle", "number puzzle solution clues seed", "scale rating? trace", scale=_one_of(SCALES)
    ),
    "dataset/1": _of(
        "dataset make --json, and dataset.json of a data set: how it was made, and how far it is",
        "recipe rating_version rating_config parts rows bytes certified_bytes finished",
        recipe=_RECIPE, parts=_WHOLE, finished=_FLAG,
    ),
    "fault/1": _of(
        "dataset verify --json: what is wrong with a row", "place fault reason puzzle",
        fault=_one_of(dataset_check.KINDS),
    ),
    "canonical/1": _of(
        "canonical --json and dedupe --json: a board and its class",
        "puzzle id canonical class_id automorphisms orbit",
    ),
    "equivalence/1": _of(
        "equivalent --json: the cell of the puzzle for each of the other board, the new digit for each old one",
        "puzzle other equivalent cells? digits?",
    ),
    "export/2": _of(
        "A line of runs export --to jsonl; the first of a run has the manifest, the first of a puzzle the reproducer",
        "run position? source? line? puzzle? puzzle_id? puzzle_verdict? puzzle_strength? disagreement? backend? kind? "
        "repeat? verdict? count? exhausted? category? termination? message? encode_ns? solve_ns? decode_ns? batch? "
        "memory_bytes? stats? solution? cpu_ns? overshoot? bound?",
        "started finished? manifest reproducer class_id?",
        reproducer=_object({"reasons": _TEXT, "smallest": _TEXT, "command": _TEXT}),
    ),
    "change/1": _of(
        "compare --json",
        "backend state puzzles ratio? ratio_low? ratio_high? p? gained lost wrong contradicted why?",
    ),
    "history/1": _of(
        "history --json: a run on the line of a backend",
        "backend run started new? puzzles solved seconds seconds_low? seconds_high? ratio ratio_low? ratio_high? "
        "change? state? why? made",
        "change_low? change_high? seconds_at_least? ratio_at_least? change_at_least?",
        started=_TEXT,
    ),
    "rank/1": _of(
        "rank --json",
        "place? backend solved slowdown? par2_s? borda? bradley_terry? place_low? place_high? p?",
        "slowdown_low? slowdown_high? slowdown_at_least? par2_s_low? par2_s_high? par2_s_at_least? borda_low? "
        "borda_high?",
        place=_WHOLE,
    ),
    "board/1": _of(
        "serve, /api/read: a board, with what a page needs to draw it and to check it",
        "puzzle id text form boards size symbols boxes houses rules statements all_stated drawing",
        "puzzles",
        puzzle=_PUZZLE,
        puzzles=_TEXTS,
        houses=_list(_object({"name": _TEXT, "cells": _WHOLES})),
        statements=_list(_object({"cells": _WHOLES}, {"total": _WHOLE})),
        drawing=_object({
            "below": _TEXT, "above": _TEXT, "reach": _WHOLE, "corners": _WHOLES, "only_named": _TEXTS,
        }),
    ),
    "reply/1": _of(
        "serve: what a command prints with --json and without it, and its remarks", "result text remarks",
        text=_TEXTS, remarks=_TEXTS,
    ),
    "choices/1": _of(
        "serve: what can be chosen",
        "backends engines sets layouts symmetries variants classes rules",
        backends=_list(_object({"name": _TEXT, "kind": _TEXT})),
        sets=_list(_object({"name": _TEXT, "puzzles": _WHOLE})),
        classes=_NAMED, rules=_NAMED, symmetries=_TEXTS,
    ),
    "runs/1": _of("serve: the runs of a folder, the latest first", "runs", runs=_list(_ANYTHING)),
    "progress/1": _of("serve: how far a job is, and which backend works", "done by failures"),
    "claim/1": _of(
        "serve: the answer of a backend to a puzzle that other backends still search",
        "position backend verdict count exhausted termination bound? batch cpu_ns? memory_bytes? overshoot? message "
        "times_ns?",
    ),
    "look/1": _of(
        "serve: the state of a search for a puzzle of a wanted difficulty, with the nearest puzzle so far",
        "distance temperature taken puzzle nearest rating?",
    ),
    "health/1": _of("serve: calls that are worked on, and that wait", "working waiting"),
    "error/1": _of("serve: why there is no reply", "en ja"),
    "report/1": _of(
        "A report as a value of the library",
        "answer facts remarks tables",
        answer=_object({"en": _TEXT, "ja": _TEXT}),
        remarks=_list(_object({"level": _one_of(Severity), "en": _TEXT, "ja": _TEXT})),
        tables=_map(_list(_map({"type": ["string", "number", "boolean", "null"]}))),
    ),
}  # fmt: skip
"""Titles and fields of the schemas, by name and version."""


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
    full = {one["properties"]["schema"]["const"]: known for known, one in found.items()}
    if (known := full.get(name, name)) in found:
        return found[known]
    close = suggestion(name, found if "." not in name else full)
    raise UsageError(NO_SCHEMA.format(name=repr(name), known=", ".join(found), close=close))


def _described(full: str, names: str, optional: str, others: Mapping[str, Schema]) -> Schema:
    always, perhaps = (dict(_field(name, others) for name in some.split()) for some in (names, optional))
    return _object({"schema": {"const": full}, **always}, perhaps)


def _field(text: str, others: Mapping[str, Schema]) -> tuple[str, Schema]:
    name = text.removesuffix("?")
    plain = name.removesuffix("_low").removesuffix("_high")
    of = others.get(name) or _USUAL.get(name) or (_FLAG if name.endswith("_at_least") else _USUAL[plain])
    return name, of if name == text else _or_null(of)
