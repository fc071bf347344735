"""Cases files: further examples of a rule, in ``<ID>.cases.yaml`` next to it; and the notes that users never see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from checker.errors import RuleError
from checker.prove.run import check_rules
from checker.prove.state import State, States
from checker.resources import bases_folder
from checker.rules.book.book import Book, compile_folder
from tests.rules.book.rule_samples import FEW_PATHS, ONE_INITIATOR, RETIRED, sample_vocabulary, write_rules

CASES = """\
# Further examples.
examples:
  - name: two of four
    base: small
    finds: [{host: esx01, live_paths: 2}]
    also: [TST002]
  - {name: five, base: small, silent: true}
"""


def folder_with(tmp_path: Path, cases: str = CASES, *rules: str, name: str = "TST001.cases.yaml") -> Path:
    folder = write_rules(tmp_path / "rules", *(rules or (FEW_PATHS, ONE_INITIATOR)))
    (folder / "paths" / name).write_text(cases)
    return folder


def compiled(folder: Path) -> Book:
    return compile_folder(folder, sample_vocabulary())


def refused(folder: Path) -> str:
    with pytest.raises(RuleError) as caught:
        compiled(folder)
    return str(caught.value)


def test_cases_follow_the_examples_of_the_rule_file(tmp_path: Path) -> None:
    book = compiled(folder_with(tmp_path))
    assert list(book.rules) == ["TST001", "TST002"]
    assert [example["name"] for example in book.text("TST001").examples] == [
        "three of four", "exactly four", "states unknown", "two of four", "five",
    ]  # fmt: skip
    assert [example["name"] for example in book.text("TST002").examples] == ["one"]


def test_cases_change_the_digest_but_not_what_evaluation_reads(tmp_path: Path) -> None:
    folder = folder_with(tmp_path)
    with_cases = compiled(folder)
    (folder / "paths" / "TST001.cases.yaml").write_text(CASES.replace("five", "six"))
    other = compiled(folder)
    assert with_cases.digest != other.digest
    assert json.loads(with_cases.to_json()[0])["rules"] == json.loads(other.to_json()[0])["rules"]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("name: five", "name: exactly four", "paths/TST001.cases.yaml:7:12: examples.1.name: duplicate name of an example"),
        ("name: five", "name: two of four", "paths/TST001.cases.yaml:7:12: examples.1.name: duplicate name of an example"),
        ("finds: [{host", "finds: [{hst", "paths/TST001.cases.yaml:5:14: examples.0.finds.0.hst: unknown column 'hst'; did you mean 'host'?"),
        ("also: [TST002]", "also: [TST022]", "paths/TST001.cases.yaml:6:12: examples.0.also.0: unknown rule 'TST022'"),
        ("    base: small\n", "", "paths/TST001.cases.yaml:3:5: examples.0: an example requires base or raw"),
        (", silent: true", "", "paths/TST001.cases.yaml:7:5: examples.1: an example requires exactly one of finds"),
        ("base: small, s", "bas: small, s", "paths/TST001.cases.yaml:7:18: examples.1.bas: unknown key 'bas'; did you mean 'base'?"),
        ("examples:", "id: TST001\nexamples:", "paths/TST001.cases.yaml:2:1: id: a cases file contains only examples"),
        ("examples:", "example:", "paths/TST001.cases.yaml:2:1: a cases file is a mapping with the single key examples"),
    ],
)  # fmt: skip
def test_an_error_names_the_cases_file_and_its_line(right: str, wrong: str, said: str, tmp_path: Path) -> None:
    assert right in CASES
    assert said in refused(folder_with(tmp_path, CASES.replace(right, wrong, 1)))


@pytest.mark.parametrize("text", ["- {name: five, base: small, silent: true}\n", "examples: []\n", "five\n"])
def test_a_cases_file_is_a_mapping_with_examples(text: str, tmp_path: Path) -> None:
    assert "paths/TST001.cases.yaml:1:" in refused(folder_with(tmp_path, text))


def test_a_cases_file_needs_its_rule_in_the_same_folder(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, name="TST005.cases.yaml")
    assert refused(folder) == (
        "rules/paths/TST005.cases.yaml: no rule for these cases: TST005-<name>.yaml not found in this folder"
    )
    (folder / "paths" / "TST005.cases.yaml").rename(folder / "TST001.cases.yaml")
    assert "rules/TST001.cases.yaml: no rule for these cases" in refused(folder)


def test_a_retired_rule_has_no_cases(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, CASES, FEW_PATHS, ONE_INITIATOR, RETIRED, name="TST009.cases.yaml")
    assert "paths/TST009.cases.yaml:2:1: TST009 is retired" in refused(folder)


def test_a_rule_file_needs_more_than_examples(tmp_path: Path) -> None:
    folder = folder_with(tmp_path)
    (folder / "paths" / "TST004-x.yaml").write_text(CASES)
    assert "a rule needs more than examples; a file of further examples is called <ID>.cases.yaml" in refused(folder)


def test_notes_are_checked_and_stay_out_of_the_book(tmp_path: Path) -> None:
    noted = FEW_PATHS.replace("why: |", "notes: |\n  Fewer than two is TST004.\nwhy: |")
    plain, with_notes = (write_rules(tmp_path / name, text, ONE_INITIATOR) for name, text in
                         (("a/rules", FEW_PATHS), ("b/rules", noted)))  # fmt: skip
    first, second = (json.loads(compiled(folder).to_json()[0])["rules"] for folder in (plain, with_notes))
    assert first == second
    assert "Fewer than two is TST004" not in "".join(compiled(with_notes).to_json())
    write_rules(with_notes, noted.replace("notes: |\n  Fewer than two is TST004.", "notes: [a]"), ONE_INITIATOR)
    assert "notes" in refused(with_notes)


OWN = """\
id: XAB001
name: zone-in-both-sets
severity: info
summary: A zone is in the active set and in the defined configuration.
for: zone_summary
when: zone = 'z1'
violated: in_active_set AND is_defined
message: "{zone} is in both"
why: Nothing goes wrong; this rule proves what a list in an example stands for.
fix: {summary: Nothing to do.}
sources: [{document: none, says: nothing}]
since: "0.1"
tags: [site]
examples:
  - name: both
    base: xtremio-bare
    change: [{add: {zone: {switch: fabric-a, vsan: "", active: [true, false], zone: z1, zone_type: normal}}}]
    finds: [{zone: z1}]
  - name: defined only
    base: xtremio-bare
    change: [{add: {zone: {switch: fabric-a, vsan: "", active: false, zone: z1, zone_type: normal}}}]
    silent: true
"""
OWN_CASES = """\
examples:
  - name: two zones
    base: xtremio-bare
    change: [{add: {zone: {switch: fabric-a, vsan: "", active: [true, false], zone: [z1, z2], zone_type: normal}}}]
    finds: [{zone: z1}]
  - name: silent, but expected to fire
    base: xtremio-bare
    finds: [{zone: z1}]
"""


def test_examples_of_both_files_of_a_custom_rule_are_run(tmp_path: Path) -> None:
    (tmp_path / "XAB001-zone-in-both-sets.yaml").write_text(OWN)
    (tmp_path / "XAB001.cases.yaml").write_text(OWN_CASES)
    (outcome,) = check_rules(tmp_path, bases_folder(), jobs=1, deep=False, alone=True)
    assert (outcome.examples, outcome.kinds) == (4, {"finds": 3, "silent": 1, "not_evaluated": 0})
    missing, wrong = outcome.problems
    assert missing == "has no example that not evaluated"
    assert wrong.startswith("silent, but expected to fire: expected a finding")


@pytest.fixture(scope="module")
def states() -> States:
    return States(bases_folder(), ["zone_summary"])


ZONE = {"switch": "fabric-a", "vsan": "", "zone_type": "normal"}


def zones(state: State) -> list[tuple[str, bool]]:
    return state.store.rows("SELECT zone, active FROM zone WHERE zone LIKE 'new%' ORDER BY zone, active")


def test_a_list_stands_for_one_row_per_item(states: States) -> None:
    state = states.of({"base": "xtremio-bare"})
    both = {"add": {"zone": {**ZONE, "zone": "new1", "active": [True, False]}}}
    with state.changed([both]):
        assert zones(state) == [("new1", False), ("new1", True)]
    four = {"add": {"zone": {**ZONE, "zone": ["new1", "new2"], "active": [True, False]}}}
    with state.changed([four]):
        assert zones(state) == [("new1", False), ("new1", True), ("new2", False), ("new2", True)]
        state.further([{"set": {"zone": {"zone": ["new1", "new2"]}, "zone_type": "peer"}}])
        assert state.store.rows("SELECT DISTINCT zone_type FROM zone WHERE zone LIKE 'new%'") == [("peer",)]
        state.further([{"remove": {"zone": {"zone": ["new1", "new2"], "active": True}}}])
        assert zones(state) == [("new1", False), ("new2", False)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"add": {"zone": {**ZONE, "zone": "new1", "active": []}}}, "add: zone.active is an empty list"),
        ({"remove": {"zone": {"zone": ["esx01_vmhba2_xio1", "none"]}}}, "no zone matches"),
    ],
)
def test_a_list_without_a_row_is_an_error(change: Any, said: str, states: States) -> None:
    with pytest.raises(RuleError, match=said), states.of({"base": "xtremio-bare"}).changed([change]):
        pass
