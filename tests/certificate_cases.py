"""Right and forged certificates, each with the answer that a verifier must give."""

import hashlib
import inspect
import json
from types import SimpleNamespace

import reference

from sudokubench import Board, Layout
from sudokubench.certificates import Status, certify, verification
from sudokubench.layout import House

EASY = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
HARD = Board.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
SIXTEEN = Board.parse(
    "....9...5..FB.4G....B..3E...6...C..G.F....D.2.8..A2..CG8196..7...D...G...F.5..3..B..FD.69C...A7..4.E3.8..A..5C.."
    "87C..5......G.2........C.2..E...7C...BF.GD......E..1DA4.C........68...3.7E5.........GED...73...1G...A.1F852..46."
    "2.9A..6.......D...4..8.....DC..."
)
JIGSAW = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "abcd")
PAIRED = Layout(
    4, Layout.standard(4).boxes, "1234", (House("corners", (0, 15)), House("ring", (5, 6, 10, 9)))
)


def fitted(fields):
    """Return the JSON of these fields; without a digest, they get the right one."""
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return json.dumps({"digest": "sha256:" + hashlib.sha256(text.encode()).hexdigest(), **fields})


def forged(certificate, **changes):
    """Return the JSON of a certificate with changed fields or parts of its puzzle, and with the new id and digest."""
    fields = json.loads(certificate.to_json())
    del fields["digest"]
    parts = {part: changes.pop(part) for part in ("layout", "clues", "forbidden") if part in changes}
    puzzle = {
        part: value
        for part, value in {**fields["puzzle"], **parts}.items()
        if (part, value) != ("forbidden", [])
    }
    text = json.dumps(puzzle, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    its_id = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return fitted({**fields, "puzzle": puzzle, "id": its_id, **changes})


def as_version_1(text):
    """Return a certificate, right or wrong, in the form of version 1."""
    fields = json.loads(text)
    puzzle = fields.pop("puzzle")
    del fields["id"], fields["digest"]
    parts = {"layout": puzzle["layout"], "board": puzzle["clues"], "forbidden": puzzle.get("forbidden", [])}
    return fitted({**fields, **parts, "schema": "sudokubench.certificate/1"})


def exchanged(line, i, j):
    cells = list(line)
    cells[i], cells[j] = cells[j], cells[i]
    return "".join(cells)


def verifier(old="", new=""):
    """Return the verifier with one change."""
    source = inspect.getsource(verification)
    assert old in source
    names = {"__name__": verification.__name__}
    exec(source.replace(old, new), names)
    return SimpleNamespace(**names)


def houses_of(layout):
    """Return the houses of a layout from its boxes, without the tables of the layout."""
    n = layout.size
    boxes = [[cell for cell in range(n * n) if layout.boxes[cell] == b] for b in range(n)]
    return reference.rows_and_columns(n) + boxes + [list(house.cells) for house in layout.extra]


UNIQUE, SEVERAL, NONE = certify(HARD), certify(HARD.without_digit(0)), certify(HARD.with_digit(1, 2))
SOLUTION = str(UNIQUE.solutions[0])
PROOF = UNIQUE.proof.splitlines()
OTHER = str(certify(EASY).solutions[0])
DIAGONAL = certify(Board.empty(Layout.named("4x4-diagonal")).with_digit(0, 1).with_digit(15, 1))

FORGERIES = {
    "a wrong digit in the solution": (forged(UNIQUE, solutions=[exchanged(SOLUTION, 0, 1)]), Status.REFUTED),
    "a blank in the solution": (forged(UNIQUE, solutions=["." + SOLUTION[1:]]), Status.REFUTED),
    "the solution of another board": (forged(UNIQUE, solutions=[OTHER]), Status.REFUTED),
    "another clue": (forged(UNIQUE, clues="1" + str(HARD)[1:]), Status.REFUTED),
    "no solution where one is needed": (forged(UNIQUE, solutions=[]), Status.REFUTED),
    "two solutions where one is needed": (forged(UNIQUE, solutions=[SOLUTION, OTHER]), Status.REFUTED),
    "a solution where none is": (forged(NONE, solutions=[SOLUTION]), Status.REFUTED),
    "a clue fewer": (forged(UNIQUE, clues=str(HARD.without_digit(0))), Status.UNKNOWN),
    "no clue at all": (forged(UNIQUE, clues="." * 81), Status.UNKNOWN),
    "no proof": (forged(UNIQUE, proof=""), Status.UNKNOWN),
    "the second half of the proof": (forged(UNIQUE, proof="\n".join(PROOF[len(PROOF) // 2 :])), Status.UNKNOWN),
    "the first half of the proof": (forged(UNIQUE, proof="\n".join(PROOF[: len(PROOF) // 2])), Status.UNKNOWN),
    "the empty clause as proof": (forged(UNIQUE, proof="0\n"), Status.UNKNOWN),
    "the solution as proof": (forged(UNIQUE, proof="1 0\n-1 0\n0\n"), Status.UNKNOWN),
    "no solution claimed of a board with one": (forged(UNIQUE, claim="none", solutions=[]), Status.UNKNOWN),
    "no solution claimed, with a trivial proof": (forged(NONE, clues=str(EASY), proof="0"), Status.UNKNOWN),
    "one solution claimed of several": (
        forged(SEVERAL, claim="unique", solutions=[str(SEVERAL.solutions[0])], proof="0"), Status.UNKNOWN,
    ),
    "several claimed with one of them twice": (
        forged(SEVERAL, solutions=[str(SEVERAL.solutions[0])] * 2), Status.REFUTED,
    ),
    "several claimed with one": (forged(SEVERAL, solutions=[str(SEVERAL.solutions[0])]), Status.REFUTED),
    "several claimed of a board with one": (
        forged(UNIQUE, claim="multiple", solutions=[SOLUTION, exchanged(SOLUTION, 0, 1)], proof=""), Status.REFUTED,
    ),
    "a layout with fewer houses": (forged(DIAGONAL, layout="4x4"), Status.UNKNOWN),
    "a forbidden candidate fewer": (
        forged(certify(Board.empty(Layout.standard(4)).forbidding(range(4))), forbidden=[0, 1, 2]), Status.UNKNOWN,
    ),
    "a forbidden candidate in the solution": (
        forged(UNIQUE, forbidden=[int(SOLUTION[0]) - 1]), Status.REFUTED,
    ),
}  # fmt: skip
