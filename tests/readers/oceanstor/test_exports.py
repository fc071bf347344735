"""The command line of Huawei OceanStor."""

from __future__ import annotations

from checker.intake.sections.split import split_commands
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers import harness
from tests.readers.array_exports import rows, sample
from tests.readers.harness import printed_size


def test_luns_by_table_and_by_block() -> None:
    table = rows("oceanstor-lun.txt", "storage_volume")
    assert [(row["storage_volume"], row["device"], printed_size(row)) for row in table] == [
        ("lun0000", "naa.688cf98100aa000000aa000100000000", 1 << 30),
        ("db data", "naa.688cf98100aa000000aa000200000001", 500 << 30),
    ]
    (block,) = rows("oceanstor-lun.2.txt", "storage_volume")
    assert (block["storage_volume"], block["provision_type"], block["pool"]) == ("LUN001_001", "thin", "3")


def test_initiators_of_fibre_channel_only() -> None:
    found = rows("oceanstor-initiator.txt", "registered_initiator")
    assert [(row["initiator_wwpn"], row.get("host"), row["registered"]) for row in found] == [
        ("10000000c90000aa", "host1", True),
        ("10000000c90000ab", "host1", True),
        ("10000000c90000ac", None, False),
    ]
    assert {row["view"] for row in rows("oceanstor-initiator.txt", "mask_initiator")} == {"host1"}


def test_ports_with_their_controllers() -> None:
    found = rows("oceanstor-port.txt", "target_port")
    assert [(row["director"], row["port_state"], row.get("speed_gbps"), row["role"]) for row in found] == [
        ("CTE0.A", "up", 8.0, "front-end"),
        ("CTE0.B", "down", None, "front-end"),
    ]


def test_the_command_identifies_the_owner_of_the_luns() -> None:
    for argument, view in (("host_name=db01", "db01"), ("host_id=2", "host 2"), ("host_group_id=2", "host group 2")):
        capture = Capture(
            text=sample("oceanstor-mapping.txt"), owner="a", command=f"show mapping host_lun_id {argument}"
        )
        found = read_capture(reader_named("oceanstor-mapping"), capture).observations.rows("mask_volume")
        assert [(row["view"], row["volume_name"], row["lun"]) for row in found] == [
            (view, "lun0000", 1),
            (view, "lun0002", 3),
        ]
    result = harness.read("oceanstor-mapping", sample("oceanstor-mapping.txt"))
    assert not result.observations.rows("mask_volume")
    assert "only the command names it" in result.notes[0].text


def test_collapsed_blanks() -> None:
    text = (
        "LUN ID LUN Name Host LUN ID\n------ -------- -----------\n34 lun_0000 4\n35 lun_0001 5\n"
        "ID Health Status Running Status Type Working Rate(Mbps) WWN Role\n"
        "-- ------------- -------------- ---- ------------------ --- ----\n"
    )
    assert harness.best_reader(text) == "oceanstor-mapping"
    result = harness.read("oceanstor-mapping", text)
    assert result.unread_lines == 0
    assert result.notes, "the rows were read"


def test_prompts_cut_a_session() -> None:
    text = (
        "admin:/>show lun general\n\n"
        + sample("oceanstor-lun.txt")
        + "\nadmin:/>show initiator\n"
        + sample("oceanstor-initiator.txt")
    )
    assert [section.command for section in split_commands(text)] == ["show lun general", "show initiator"]
