"""FC ports of a Linux host: systool listings and dumps of /sys/class/fc_*."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.registry import reader_named
from tests.readers.harness import assert_robust, best_reader, corpus_file, facts, read
from tests.thorough import examples

SYSTOOL = """\
Class = "fc_host"

  Class Device = "host3"
  Class Device path = "/sys/devices/pci0000:00/0000:00:03.0/0000:05:00.0/host3/fc_host/host3"
    dev_loss_tmo        = "30"
    fabric_name         = "0x100000051e000001"
    issue_lip           = <store method only>
    node_name           = "0x20000000c9000001"
    port_id             = "0x010a00"
    port_name           = "0x10000000c9000001"
    port_state          = "Online"
    port_type           = "NPort (fabric via point-to-point)"
    speed               = "8 Gbit"
    supported_speeds    = "2 Gbit, 4 Gbit, 8 Gbit"
    symbolic_name       = "Emulex LPe12002 FV2.01A11 DV12.0.0.13"
    uevent              =

    Device = "host3"
    Device path = "/sys/devices/pci0000:00/0000:00:03.0/0000:05:00.0/host3"
      port_name           = "0x1111111111111111"


  Class Device = "host4"
  Class Device path =
"/sys/devices/pci0000:00/0000:00:03.0/0000:05:00.0/host3/vport-3:0-1/host4/fc_host/host4"
    fabric_name         = "0xffffffffffffffff"
    port_id             = "0x000000"
    port_name           = "0x2101xxxxxxxxxxxx"
    port_state          = "Linkdown"
    speed               = "unknown"
    symbolic_name       = "QLE2742 FW:v9.08.02 DVR:v10.02.00.106-k"
    system_hostname     = "db01.example.net"
"""

RPORTS = """\
Class = "fc_remote_ports"

  Class Device = "rport-3:0-5"
    dev_loss_tmo        = "30"
    fast_io_fail_tmo    = "5"
    node_name           = "0x5000144280000000"
    port_id             = "0x010b00"
    port_name           = "0x5000144280000001"
    port_state          = "Online"
    roles               = "FCP Target"
    scsi_target_id      = "1"

  Class Device = "rport-3:0-6"
    port_name           = "0x10000000c9000009"
    port_state          = "Online"
    roles               = "FCP Initiator"
    scsi_target_id      = "-1"

  Class Device = "rport-3:0-7"
    port_name           = "0x5000144280000002"
    port_state          = "Not Present"
    roles               = "FCP Target"
    scsi_target_id      = "-1"
"""

DUMP = """\
/sys/class/fc_host/host3/port_name:0x10000000c9000001
/sys/class/fc_host/host3/fabric_name:0x0
/sys/class/fc_host/host3/port_state:Online
/sys/class/fc_host/host3/speed:16 Gbit
/sys/class/fc_host/host3/statistics/lip_count:0x0
/sys/class/fc_remote_ports/rport-3:0-5/port_name:0x5000144280000001
/sys/class/fc_remote_ports/rport-3:0-5/scsi_target_id:1
/sys/class/fc_remote_ports/rport-3:0-5/fast_io_fail_tmo:off
/sys/class/fc_transport/target3:0:1/port_name:0x5000144280000001
"""


def test_systool_hosts_field_by_field() -> None:
    result = read("linux-systool-fc", SYSTOOL, owner="db01")
    first, second = result.observations.rows("initiator")
    assert first == {
        "host": "db01",
        "hba": "host3",
        "initiator_wwpn": "10000000c9000001",
        "wwnn": "20000000c9000001",
        "protocol": "fcp",
        "port_state": "online",
        "speed_gbps": 8.0,
        "max_speed_gbps": 8.0,
        "fabric_wwn": "100000051e000001",
        "fcid": "010a00",
        "port_type": "NPort (fabric via point-to-point)",
        "symbolic_name": "Emulex LPe12002 FV2.01A11 DV12.0.0.13",
        "model": "LPe12002",
        "firmware_version": "2.01A11",
        "driver_version": "12.0.0.13",
        "pci_address": "0000:05:00.0",
        "dev_loss_seconds": 30,
        "line": 5,
    }
    assert (second["hba"], second["port_state"], second["npiv_parent_wwpn"]) == (
        "host4",
        "linkdown",
        "10000000c9000001",
    )
    assert (second["firmware_version"], second["driver_version"]) == ("9.08.02", "10.02.00.106-k")
    for column in ("initiator_wwpn", "fabric_wwn", "fcid", "speed_gbps"):
        assert column not in second
    (bad,) = result.observations.rows("bad_value")
    assert (bad["value"], bad["problem"], bad["line"]) == ("0x2101xxxxxxxxxxxx", "redacted", 28)
    assert result.unread_lines == 0


def test_owner_is_the_name_the_ports_state() -> None:
    reader = reader_named("linux-systool-fc")
    assert reader.owner_in is not None
    assert reader.owner_in(SYSTOOL) == "db01.example.net"
    assert reader.owner_in('symbolic_name = "Emulex A FV1 DV2 HN:db02. OS:Linux"\nsystem_hostname = ""\n') == "db02"
    assert reader.owner_in(RPORTS) is None


def test_remote_ports_are_targets_only_and_numbered_by_scsi_target_id() -> None:
    rows = read("linux-systool-fc", RPORTS).observations.rows("remote_port")
    assert rows[0] == {
        "host": "owner1",
        "hba": "host3",
        "target_wwpn": "5000144280000001",
        "target_wwnn": "5000144280000000",
        "scsi_target": "3:0:1",
        "port_state": "online",
        "roles": "FCP Target",
        "fcid": "010b00",
        "dev_loss_seconds": 30,
        "fast_io_fail": "5",
        "line": 4,
    }
    assert [(r["target_wwpn"], r["port_state"], r.get("scsi_target")) for r in rows[1:]] == [
        ("5000144280000002", "not present", None)
    ]


def test_listing_without_attributes_is_noted() -> None:
    result = read("linux-systool-fc", 'Class = "fc_host"\n\n  Class Device = "host3"\n')
    assert result.notes
    assert result.observations.rows("initiator") == []


def test_dump_of_all_families() -> None:
    result = read("linux-sysfs", DUMP)
    (port,) = result.observations.rows("initiator")
    assert (port["hba"], port["initiator_wwpn"], port["speed_gbps"]) == ("host3", "10000000c9000001", 16.0)
    assert "fabric_wwn" not in port
    assert [
        (r["scsi_target"], r["target_wwpn"], r.get("fast_io_fail")) for r in result.observations.rows("remote_port")
    ] == [
        ("3:0:1", "5000144280000001", "off"),
        ("3:0:1", "5000144280000001", None),
    ]
    assert (result.unread_lines, result.observations.rows("bad_value")) == (0, [])


@pytest.mark.parametrize(
    "text",
    [
        DUMP.replace(":0x", ": 0x").replace(":Online", ": Online"),
        DUMP.replace("/sys/class/", ""),
        "".join(f"==> {name} <==\n{value}\n\n" for name, _, value in (x.rpartition(":") for x in DUMP.splitlines())),
    ],
    ids=["echo loop", "relative names", "tail"],
)
def test_other_ways_to_dump(text: str) -> None:
    assert best_reader(text) == "linux-sysfs"
    assert facts(read("linux-sysfs", text)) == facts(read("linux-sysfs", DUMP))


@settings(max_examples=examples(25))
@given(st.integers(min_value=0, max_value=10_000))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust("linux-systool-fc", SYSTOOL + RPORTS, seed)
    assert_robust("linux-sysfs", DUMP, seed)


@settings(max_examples=examples(25))
@given(st.integers(min_value=0, max_value=len(SYSTOOL)))
def test_cut_listing_invents_no_port(length: int) -> None:
    whole = {
        r["initiator_wwpn"]
        for r in read("linux-systool-fc", SYSTOOL).observations.rows("initiator")
        if "initiator_wwpn" in r
    }
    cut = read("linux-systool-fc", SYSTOOL[:length]).observations.rows("initiator")
    assert {r["initiator_wwpn"] for r in cut if "initiator_wwpn" in r} <= whole


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("file", "reader", "ports"),
    [
        ("debian-554flb-1", "linux-systool-fc", 1),
        ("lkml-qle2464-1", "linux-systool-fc", 4),
        ("incusos-grep-1", "linux-sysfs", 1),
    ],
)
def test_corpus(file: str, reader: str, ports: int) -> None:
    text = corpus_file(f"hosts/fc-host/{file}.txt")
    assert best_reader(text) == reader
    result = read(reader, text)
    assert len(result.observations.rows("initiator")) == ports
    assert (result.failure, result.unread_lines, result.notes) == (None, 0, [])


@pytest.mark.corpus
def test_corpus_values() -> None:
    rows = read("linux-systool-fc", corpus_file("hosts/fc-host/lkml-qle2464-1.txt")).observations.rows("initiator")
    assert [(r["hba"], r.get("fabric_wwn"), r["port_state"]) for r in rows] == [
        ("host0", None, "linkdown"),
        ("host1", None, "linkdown"),
        ("host2", "100000051e903dab", "online"),
        ("host3", "100000051e903dab", "online"),
    ]
    (port,) = read("linux-sysfs", corpus_file("hosts/fc-host/incusos-grep-1.txt")).observations.rows("initiator")
    assert (port["initiator_wwpn"], port["max_speed_gbps"]) == ("100000109b20802e", 8.0)


def test_systool_that_grep_left() -> None:
    text = """\
  Class Device = "host7"
    port_name           = "0x50014380023d1a71"
    port_state          = "Online"
    speed               = "16 Gbit"
Class Device = "host8"
Device path = "/sys/devices/pci0000:00/0000:00:04.0/0000:08:00.0/host8"
port_name = "0x50014380023d1a72"
port_state = "Linkdown"
"""
    assert best_reader(text) == "linux-systool-fc"
    found = read("linux-systool-fc", text).observations.rows("initiator")
    assert [(r["hba"], r["initiator_wwpn"], r["port_state"]) for r in found] == [
        ("host7", "50014380023d1a71", "online"),
        ("host8", "50014380023d1a72", "linkdown"),
    ]
    assert best_reader('Class = "scsi_host"\n\n  Class Device = "host0"\n    active_mode = "Initiator"\n') is None


def test_systool_with_remarks_and_names_cut_at_the_colon() -> None:
    text = """\
Class = "fc_remote_ports"

  Class Device = "0-0"
  Class Device path = "/sys/class/fc_remote_ports/rport-4:0-0"
    node_name           = "0x500507630affc54f"                ------ node of the array
    port_name           = "0x500507630a00054f"                ------ port of the array
    port_state          = "Online"
    roles               = "FCP Target"
    scsi_target_id      = "0"
"""
    result = read("linux-systool-fc", text)
    (row,) = result.observations.rows("remote_port")
    assert (row["hba"], row["target_wwpn"], row["scsi_target"]) == ("host4", "500507630a00054f", "4:0:0")
    assert not result.notes
    cut = read("linux-systool-fc", text[: text.index('4f"                ------ port')])
    assert cut.ends_inside_record
