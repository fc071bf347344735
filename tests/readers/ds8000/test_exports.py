"""dscli of IBM DS8000."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from checker.audit import Options, audit
from checker.intake.sections.split import split_commands
from checker.readers.registry import reader_named
from tests.readers import harness
from tests.readers.array_exports import rows, sample
from tests.support import intake_of


def test_ports_of_open_systems_only() -> None:
    found = rows("ds8000-lsioport.txt", "target_port")
    assert [(row["target_wwpn"], row["port_name"], row["port_state"]) for row in found] == [
        ("50050763080011ad", "I0000", "up"),
        ("50050763080051ad", "I0001", "offline"),
    ]


def test_the_banner_gives_array_and_time() -> None:
    reader = reader_named("ds8000-lsioport")
    assert reader.owner_in is not None
    assert reader.captured_in is not None
    assert reader.owner_in(sample("ds8000-lsioport.txt")) == "IBM.2107-75AA001"
    assert reader.captured_in(sample("ds8000-lsioport.txt")) == datetime(2016, 1, 21, 10, 36, 55, tzinfo=UTC)


def test_host_connections_and_their_volume_groups() -> None:
    found = rows("ds8000-lshostconnect.txt", "registered_initiator")
    assert [(row["initiator_name"], row["initiator_wwpn"]) for row in found] == [
        ("lin01 first", "10000000c90000aa"),
        ("lin01_b", "10000000c90000ab"),
        ("unused", "10000000c90000ac"),
    ]
    assert [row["initiator_wwpn"] for row in rows("ds8000-lshostconnect.txt", "mask_initiator")] == [
        "10000000c90000aa",
        "10000000c90000ab",
    ]
    assert [(row["view"], row["port_name"]) for row in rows("ds8000-lshostconnect.txt", "mask_port")] == [
        ("V334", "I0001")
    ]


def test_volumes_as_table_and_as_separated_values() -> None:
    found = rows("ds8000-lsfbvol.txt", "storage_volume")
    assert [(row["storage_volume"], row.get("label"), row["size_bytes"]) for row in found] == [
        ("0100", "LUN_0100", 50 << 30),
        ("0101", None, 137822208 * 512),
    ]
    found = rows("ds8000-lsfbvol.2.txt", "storage_volume")
    assert [(row["storage_volume"], row["label"], row["pool"]) for row in found] == [
        ("0000", "perf0000", "P0"),
        ("0001", "perf0001", "P0"),
    ]


def test_the_identity_of_a_volume_and_its_groups() -> None:
    (volume,) = rows("ds8000-showfbvol.txt", "storage_volume")
    assert (volume["device"], volume["storage_volume"]) == ("naa.6005076308ffaaaa00000000000012a5", "12A5")
    (mapped,) = rows("ds8000-showfbvol.txt", "mask_volume")
    assert (mapped["view"], mapped["device"]) == ("V15", volume["device"])


def test_collapsed_blanks_and_redacted_names() -> None:
    text = (
        "ID WWPN State Type topo portgrp\n=====================\n"
        "I0000 50050763080011XD Communication established Fibre Channel-SW SCSI-FCP 0\n"
    )
    result = harness.read("ds8000-lsioport", text)
    assert [row["value"] for row in result.observations.rows("bad_value")] == ["50050763080011XD"]
    assert "target_wwpn" not in result.observations.rows("target_port")[0]


def test_prompts_cut_a_session() -> None:
    text = "dscli> lsioport\n" + sample("ds8000-lsioport.txt") + "dscli> lsfbvol\n" + sample("ds8000-lsfbvol.txt")
    assert [section.command for section in split_commands(text)] == ["lsioport", "lsfbvol"]


def test_the_banner_stays_with_its_table() -> None:
    intake = intake_of({"a.txt": sample("ds8000-lsioport.txt"), "b.txt": sample("ds8000-lsfbvol.txt")})
    places = {(record.format, record.owner, record.first_line) for record in intake.records}
    assert places == {("ds8000-lsioport", "IBM.2107-75AA001", 1), ("ds8000-lsfbvol", "IBM.2107-75AA001", 1)}


def test_prompts_before_titles_are_no_commands() -> None:
    """A script that is piped into dscli leaves its prompts before the answers, and no commands."""
    ports = "ID,WWPN,State,Type,topo,portgrp\n=======\nI0030,50050763040300EA,Online,Fibre Channel-SW,SCSI-FCP,0\n"
    intake = intake_of({"combo.txt": sample("ds8000-lsfbvol.2.txt") + "dscli> " + ports})
    assert {record.format for record in intake.records} == {"ds8000-lsfbvol", "ds8000-lsioport"}


_BANNER = "Date/Time: January 21, 2016 11:55:35 AM BRST IBM DSCLI Version: 7.7.5.61 DS: IBM.2107-75AA001\n"
_VOLUMES = (
    _BANNER
    + """\
Name        ID   accstate datastate   configstate         deviceMTM datatype extpool cap (2^30B) cap (10^9B) cap (blocks)
=========================================================================================================================
LUN_0100    0100 Online   Normal      Normal              2107-900  FB 512   P1             50.0           -    104857600
LUN_0102    0102 Fenced   Read only   Normal              2107-900  FB 512   P1             50.0           -    104857600
LUN_0103    0103 Online   Rank failed Configuration error 2107-900  FB 512   P1             50.0           -    104857600
"""
)


def test_states_of_several_words() -> None:
    found = rows("ds8000-lsfbvol.txt", "storage_volume", _VOLUMES)
    assert [(row["storage_volume"], row["operational_status"], row["health_state"], row["pool"]) for row in found] == [
        ("0100", "Online", "Normal", "P1"),
        ("0102", "Fenced", "Read only", "P1"),
        ("0103", "Online", "Rank failed", "P1"),
    ]


def test_faults_of_volumes_ranks_and_drives_are_found(tmp_path: Path) -> None:
    (tmp_path / "lsfbvol.txt").write_text(_VOLUMES)
    for name in ("lsrank", "lsddm", "lssi"):
        (tmp_path / f"{name}.txt").write_text(sample(f"ds8000-{name}.txt"))
    found = [
        one.message for one in audit([str(tmp_path)], Options(isolated=True, jobs=1)).findings if one.severity != "info"
    ]
    assert sorted(found) == [
        "IBM.2107-75AA001 reports a fault on RAID group R1; status: Degraded",
        "IBM.2107-75AA001 reports a fault on drive IBM.2107-D01-0AA01/R1P1D2 and drive IBM.2107-D01-0AA01/R1P1D3; status: Failed",
        "IBM.2107-75AA001 reports volume 0102 (LUN_0102) as Fenced and Read only",
        "IBM.2107-75AA001 reports volume 0103 (LUN_0103) as Rank failed",
    ]


def test_later_releases_list_device_adapter_pairs_and_consoles_squeeze_columns() -> None:
    text = (
        "dscli> lsddm\n"
        "ID DA Pair dkcap (10^9B) dkuse arsite State\n"
        "===============================================================================\n"
        "IBM.2107-D02-0AA01/R1-P1-D1 0 800.0 array member S6 Normal\n"
        "IBM.2107-D02-0AA01/R1-P1-D5 0 800.0 spare required S3 Failed\n"
    )
    assert harness.best_reader(text) == "ds8000-lsddm"
    assert [(row["component"], row["operational_status"]) for row in rows("ds8000-lsddm.txt", "component", text)] == [
        ("IBM.2107-D02-0AA01/R1-P1-D1", "Normal"),
        ("IBM.2107-D02-0AA01/R1-P1-D5", "Failed"),
    ]


def test_a_port_that_lost_communication_is_down() -> None:
    text = sample("ds8000-lsioport.txt").replace("Communication established", "Communication lost       ")
    assert "down" in {row["port_state"] for row in rows("ds8000-lsioport.txt", "target_port", text)}
