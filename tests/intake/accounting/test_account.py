"""Each line of an export is a fact, known noise, skipped with a reason, or silent."""

import json
import re
from pathlib import Path

import pytest

from checker.intake.accounting import account as accounts
from checker.intake.accounting import noise as noises
from checker.intake.accounting.account import account
from checker.intake.accounting.lines import beginning_of
from checker.intake.quality import qualities
from checker.intake.sources import sources_of
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture

AGENT = """
Agent Rev:           7.33.8 (1.19)
Name:                K10
Desc:
Node:                A-APM00150000001
Physical Node:       K10
Signature:           4000001
Peer Signature:      4000002
Revision:            05.33.008.5.119
SCSI Id:             0
Model:               VNX5400
Model Type:          Rackmount
Prom Rev:            33.20.00
SP Memory:           16384
Serial No:           CKM00150000001
SP Identifier:       A
Cabinet:             DPE7
"""
SIZES = """device: /dev/sdb
label: gpt
unit: sectors
first-lba: 34

/dev/sdb1 : start= 2048, size= 1024, type=0FC63DAF-8483-4772-8E79-3D69D8477DE4
something that no tool prints
"""


def lines_of(text: str, numbers: frozenset[int]) -> list[str]:
    return [text.split("\n")[number - 1] for number in sorted(numbers)]


def test_attributes_below_their_record_are_facts_and_unknown_text_is_skipped() -> None:
    found = account(reader_named("linux-sfdisk-dump"), Capture(SIZES, "sfdisk.txt", owner="db01"))
    assert {"device: /dev/sdb", "label: gpt"} <= set(lines_of(SIZES, found.facts))
    assert lines_of(SIZES, found.skipped) == ["something that no tool prints"]
    assert not found.silent
    assert found.lines == 6


def test_an_attribute_that_is_not_read_is_silent_unless_it_is_known_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, capture = reader_named("clariion-getagent"), Capture(AGENT, "getagent.txt", owner="vnx01")
    assert "Cabinet:             DPE7" in lines_of(AGENT, account(reader, capture).noise)
    monkeypatch.setattr(accounts, "known_noise", lambda name: None)
    found = account(reader, capture)
    assert "Cabinet:             DPE7" in lines_of(AGENT, found.silent)
    assert "Serial No:           CKM00150000001" in lines_of(AGENT, found.facts)


def test_a_heading_that_repeats_the_command_is_a_fact() -> None:
    context = "/engines/engine-1-1/directors/director-1-1-A/hardware/ports"
    text = (
        f"{context}:\nName     Address             Role       Port Status\n-------  ------------------  ---------  ------\n"
        "A0-FC00  0x50001442900a1c00  front-end  up\n"
    )
    capture = Capture(text, "ports.txt", owner="vplex1", command=f"ll {context}/")
    found = account(reader_named("vplex-ll-ports"), capture)
    assert f"{context}:" in lines_of(text, found.facts)
    assert not found.silent


def test_a_format_without_facts_is_noise() -> None:
    text = "VM,Powerstate,Snapshot,Size MB\ndb01,poweredOn,before-patch,1024\n"
    found = account(reader_named("rvtools-other"), Capture(text, "vSnapshot.csv", owner="vcenter"))
    assert (len(found.noise), found.silent) == (2, frozenset())


def test_line_numbers_are_those_of_the_file() -> None:
    whole = account(reader_named("linux-sfdisk-dump"), Capture(SIZES, "x", owner="db01"))
    later = account(reader_named("linux-sfdisk-dump"), Capture(SIZES, "x", first_line=101, owner="db01"))
    assert {line - 100 for line in later.facts} == whole.facts
    assert later.skipped == {107}


@pytest.mark.parametrize(
    ("line", "beginning"),
    [
        ("  Serial No:   CKM1", "Serial No"),
        ('   "wwn": "50:00:00:00:00:00:00:01",', "wwn"),
        ("<port_wwn>50</port_wwn>", "port_wwn"),
        ('<PARAMVALUE NAME="Pool ID" TYPE="string">', "Pool ID"),
        ("cap (MiB)             67296", "cap (MiB)"),
    ],
)
def test_beginnings_of_lines(line: str, beginning: str) -> None:
    assert beginning_of(line) == beginning
    assert noises._noise_of([beginning]).match(line)
    assert not noises._noise_of([f"{beginning}s"]).match(line)


def test_an_export_with_a_silent_line_is_not_complete(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "getagent.txt").write_text(AGENT + "Cache Temperature:   41\n")
    [one] = qualities(sources_of([str(tmp_path / "in")], tmp_path))
    assert not one.perfect
    [problem] = [problem for problem in one.problems if "not accounted for" in problem]
    assert re.search(r"the first at line \d+", problem)
    assert one.silent >= 1
    assert one.facts < one.examined


def test_all_lines_of_a_skipped_object_are_skipped() -> None:
    """A cluster without a name is reported at its first line; its attributes are not overlooked, but skipped with it."""
    cluster = '{"type": "cluster", "parent": "/clusters", "attributes": [{"name": "health-state", "value": "ok"}]}'
    text = json.dumps({"context": [json.loads(cluster)]}, indent=2)
    found = account(reader_named("vplex-rest-v1"), Capture(text, owner="a"))
    assert not found.silent
    assert len(found.skipped) >= 8


def test_noise_may_name_a_value() -> None:
    """Unbound disks of getdisk have no LUN: only this value is noise."""
    noise = noises.known_noise("clariion-getdisk")
    assert noise is not None
    assert noise.lines(["Lun:                     Unbound", "Lun:                     12"]) == {0}


def test_noise_may_be_limited_to_records() -> None:
    """The type of a masking view's host group is noise, that of a port in the same list is not."""
    noise = noises._noise([{"in": "hostGroupId", "lines": ["type"]}])
    json_lines = ["{", ' "a": {', '  "type": "Fibre",', '  "hostGroupId": "x"', " },", ' "type": "FA"', "}"]
    assert noise.lines(json_lines) == {2}
    xml_lines = [
        "<a>",
        " <hostGroupId>x</hostGroupId>",
        " <type>Fibre</type>",
        " <b>",
        "  <type>FA</type>",
        " </b>",
        "</a>",
    ]
    assert noise.lines(xml_lines) == {2}
    assert noise.lines(["hostGroupId: x", "type: Fibre", "", "type: FA"]) == {1}


def test_noise_may_be_a_pattern_of_whole_lines() -> None:
    noise = noises._noise(["Vendor", {"like": r"\d+ \d+ LINEAR"}])
    assert noise.lines(["  1 1 LINEAR", "1 1 LINEAR 5", "Vendor: x", "x"]) == {0, 2}


def test_two_lines_that_state_the_same_are_facts() -> None:
    """Each of rwmixread and rwmixwrite states the mix: without one of them nothing is lost, without both it is."""
    job = "[global]\nrw=randrw\nbs=4k\nrwmixread=60\nrwmixwrite=40\nfilename=/dev/sdb\n\n[one]\nsize=1g\n"
    found = account(reader_named("workload-fio-job"), Capture(job, owner="a"))
    assert not found.silent
    assert {4, 5} <= found.facts


def test_other_lines_of_a_record_with_a_bad_value_are_skipped() -> None:
    """A login whose names are redacted is reported as such; its speed is not overlooked."""
    login = {"port_name": "5x:xx:xx:xx:xx:xx:xx:xx", "port_id": "0x05XXXX", "link_speed": "8G", "port_index": "13"}
    text = json.dumps({"ansible_facts": {"fibrechannel-name-server": [login]}}, indent=1)
    found = account(reader_named("brocade-rest-json"), Capture(text, owner="a"))
    assert not found.silent
    assert found.skipped


def test_all_lines_of_a_skipped_list_are_skipped() -> None:
    text = json.dumps({"fcFabrics": [{"name": "fabric-a", "secure": False, "contact": None}]}, indent=1)
    found = account(reader_named("brocade-bna-rest"), Capture(text, owner="a"))
    assert not found.silent
    assert len(found.skipped) >= 3
