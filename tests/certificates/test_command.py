"""The command `verify`: exit codes, JSON, standard input, exported files."""

import json

from certificate_cases import FORGERIES, HARD, NONE, SEVERAL, UNIQUE
from click.testing import CliRunner
from dratify import check_proof, parse_dimacs

from sudokubench.actions.explain import explain
from sudokubench.certificates.certificate import digest
from sudokubench.certificates.making import prove
from sudokubench.cli import sudokubench

SWORDFISH = "7.8..3....9.1..4....3....2...1...2.5...75........4.36...23.5..6...8..73.3.....1.2"


def run(*arguments, **options):
    return CliRunner().invoke(sudokubench, ["verify", *arguments], standalone_mode=False, **options)


def saved(folder, name, *texts):
    path = folder / name
    path.write_bytes(b"\n".join(t if isinstance(t, bytes) else t.encode() for t in texts))
    return str(path)


def test_the_command_exits_with_0_3_4_or_6(tmp_path):
    good = saved(tmp_path, "good", UNIQUE.to_json(), NONE.to_json(), SEVERAL.to_json())
    false = saved(tmp_path, "false", FORGERIES["a wrong digit in the solution"][0])
    unproved = saved(tmp_path, "unproved", FORGERIES["no proof"][0])
    foreign = saved(tmp_path, "foreign", b"\x7fELF\0\0\xff\n\n")
    empty = saved(tmp_path, "empty")
    assert [run(path).return_value for path in (good, false, unproved, foreign, empty)] == [0, 3, 6, 4, 4]
    assert [run(path).return_value for path in (str(tmp_path), str(tmp_path / "none"))] == [4, 4]
    assert run(good, foreign, false).return_value == 3
    assert run(good, foreign, unproved).return_value == 4
    result = run(good, foreign)
    claims = [line.split(": ")[1:3] for line in result.stdout.splitlines()]
    assert claims == [["verified", claim] for claim in ("unique", "none", "multiple")]
    assert "foreign:1: not a certificate: byte 6 is not UTF-8" in result.stderr


def test_the_command_reads_standard_input_and_writes_json():
    text = UNIQUE.to_json() + "\n" + FORGERIES["no proof"][0] + "\n{}\n"
    result = run("-", "--json", input=text)
    records = [json.loads(line) for line in result.stdout.splitlines()]
    found = {r["place"]: r["status"] for r in records}
    assert found == {"-:1": "verified", "-:2": "unknown", "-:3": "malformed"}
    assert {r["schema"] for r in records} == {"sudokubench.verification/2"}
    assert [(r.get("puzzle"), r.get("id")) for r in records] == [(str(HARD), HARD.id)] * 2 + [(None, None)]
    assert result.return_value == 4


def test_a_hostile_line_is_named_and_the_lines_after_it_are_judged():
    """A lemma with a full-width digit once ended the command with an internal error."""
    fields = json.loads(prove(explain(SWORDFISH).trace).to_json())
    fields["lemmas"][0][3] = "\uff11 0"
    fields["digest"] = digest(fields)
    result = run("-", input=f"{json.dumps(fields)}\n{UNIQUE.to_json()}\n")
    assert "-:1: not an explanation: a lemma cannot be read: '１ 0' is not ASCII" in result.stderr
    assert result.stdout.startswith("-:2: verified: unique")
    assert result.return_value == 4


def test_a_file_that_cannot_be_exported_is_named(tmp_path):
    (tmp_path / "folder" / "one-1.drup").mkdir(parents=True)
    result = run(saved(tmp_path, "one.jsonl", UNIQUE.to_json()), "--export", str(tmp_path / "folder"))
    assert "one-1.drup cannot be written" in str(result.exception)


def test_the_command_exports_what_outside_checkers_read(tmp_path):
    path = saved(tmp_path, "two.jsonl", UNIQUE.to_json(), SEVERAL.to_json())
    result = run(path, "--export", str(tmp_path / "folder"))
    assert result.return_value == 0
    assert "two-2 is not exported" in result.stderr
    files = {file.name: file.read_text() for file in (tmp_path / "folder").iterdir()}
    assert files.keys() == {"two-1.cnf", "two-1.drup"}
    assert check_proof(parse_dimacs(files["two-1.cnf"]), files["two-1.drup"]).ok


def test_files_of_one_name_in_two_folders_are_exported_beside_each_other(tmp_path):
    paths = []
    for folder, certificate in (("a", UNIQUE), ("b", NONE)):
        (tmp_path / folder).mkdir()
        paths.append(saved(tmp_path / folder, "one.jsonl", certificate.to_json()))
    assert run(*paths, "--export", str(tmp_path / "both")).return_value == 0
    assert len({file.read_text() for file in (tmp_path / "both").glob("*.cnf")}) == 2


def test_standard_input_is_named_once():
    assert "name it once" in str(run("-", "-", input=UNIQUE.to_json()).exception)
