"""naviseccli -Xml: what it says is what the text says, from the lines where it stands."""

from __future__ import annotations

from tests.readers import harness
from tests.readers.array_exports import rows, sample
from tests.support import intake_of

GROUP_TEXT = """Storage Group Name:    SG_esx81
Storage Group UID:     0B:33:4A:6E:81:38:EC:11:90:2B:00:60:16:63:00:81
HBA/SP Pairs:

  HBA UID                                          SP Name     SPPort
  -------                                          -------     ------
  20:00:00:00:C9:00:00:81:10:00:00:00:C9:00:00:81   SP A         6
Host name:             esx81
  20:00:00:00:C9:00:00:81:10:00:00:00:C9:00:00:81   SP B         6
Host name:             esx81

HLU/ALU Pairs:

  HLU Number     ALU Number
  ----------     ----------
    1               12
    2               13
Shareable:             YES
"""


def test_storage_groups_with_their_tables() -> None:
    for kind in ("mask_view", "mask_initiator", "mask_port", "mask_volume", "registered_initiator"):
        found = rows("clariion-xml.storagegroup.xml", kind)
        assert found == rows("clariion-storagegroup-list.txt", kind, GROUP_TEXT)
        assert found


def test_facts_have_the_lines_of_their_elements() -> None:
    text = sample("clariion-xml.storagegroup.xml")
    result = harness.read("clariion-xml", text)
    lines = text.split("\n")
    assert [lines[row["line"] - 1] for row in result.observations.rows("mask_volume")] == [  # type: ignore[operator]
        '<PARAMVALUE NAME="HLU Number" TYPE="string"><VALUE>1</VALUE>',
        '<PARAMVALUE NAME="HLU Number" TYPE="string"><VALUE>2</VALUE>',
    ]


def test_values_with_references_to_characters() -> None:
    (pool,) = rows("clariion-xml.pool.xml", "pool")
    assert (pool["pool"], pool["size_bytes"], pool["raid_type"]) == ("Pool Bronze", 21107025920 * 512, "r_5")


def test_all_in_one_line_and_cut_off() -> None:
    text = sample("clariion-xml.storagegroup.xml")
    flat = text.split("\n", 1)[0] + "\n" + text.split("\n", 1)[1].replace("\n", "")
    assert harness.facts(harness.read("clariion-xml", flat)) == harness.facts(harness.read("clariion-xml", text))
    cut = harness.read("clariion-xml", text[: text.index('NAME="Shareable"')])
    assert cut.ends_inside_record
    assert len(cut.observations.rows("mask_volume")) == 2


def test_errors_and_unknown_commands_are_reported() -> None:
    text = sample("clariion-xml.pool.xml").replace("<VALUE>true", "<VALUE>false")
    assert "naviseccli printed an error: " in [note.text for note in harness.read("clariion-xml", text).notes]
    unknown = sample("clariion-xml.pool.xml").replace("Pool Name", "Colour").replace("Pool ID", "Shade")
    assert [note.text for note in harness.read("clariion-xml", unknown).notes] == [
        "skipped: no reader for the output of this naviseccli command"
    ]


def test_the_echoed_command_identifies_the_array() -> None:
    text = f"admin@mgmt1:~$ naviseccli -Xml -h 192.0.2.81 storagegroup -list\n{sample('clariion-xml.storagegroup.xml')}"
    (record,) = intake_of({"session.txt": text}).records
    assert (record.format, record.owner, record.unread_lines) == ("clariion-xml", "192.0.2.81", 0)
