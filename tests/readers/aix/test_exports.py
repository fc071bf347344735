"""AIX: paths under MPIO and the disks behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests.readers.harness import best_reader, read, sample

PATHS = sample("aix-lsmpio.txt")
DISKS = sample("aix-lsmpio-query.txt")


def test_paths() -> None:
    result = read("aix-lsmpio", PATHS, owner="aix01")
    rows = result.observations.rows("path")
    assert rows[0] == {
        "host": "aix01",
        "device": "block:hdisk4",
        "path_name": "0",
        "hba": "fscsi0",
        "lun": 1,
        "state": "active",
        "state_text": "Enabled Opt,Sel",
        "optimised": True,
        "current": True,
        "plugin": "MPIO",
        "target_wwpn": "50050768020000a1",
        "transport": "fc",
        "line": 3,
    }
    assert [(r["device"], r["path_name"], r["lun"], r["state"], r.get("optimised")) for r in rows[1:]] == [
        ("block:hdisk4", "1", 1, "active", False),
        ("block:hdisk4", "2", 1, "dead", True),
        ("block:hdisk5", "0", 256, "unknown", None),
    ]
    assert len(result.observations.rows("device_owner")) == 2
    assert result.unread_lines == 0


def test_disks() -> None:
    rows = read("aix-lsmpio-query", DISKS, owner="aix01").observations.rows("device")
    assert rows[0] == {
        "host": "aix01",
        "device": "naa.60050768020000000000000000000001",
        "kernel_name": "hdisk4",
        "multipath_owner": "mpio",
        "vendor": "IBM",
        "model": "2145",
        "revision": "0000",
        "size_low_bytes": 21464099328,
        "size_high_bytes": 21485573632,
        "line": 1,
    }
    masked = read("aix-lsmpio-query", DISKS.replace("60050768020000000000000000000001", "600507680200XXXXXX"))
    (bad,) = masked.observations.rows("bad_value")
    assert (bad["fact"], bad["problem"]) == ("device", "redacted")


def test_a_cut_row_is_noted() -> None:
    result = read("aix-lsmpio", PATHS[: PATHS.rindex("fscsi0")])
    assert result.ends_inside_record
    assert len(result.observations.rows("path")) == 3


def test_lspath_numbers_paths_that_it_does_not_name() -> None:
    result = read("aix-lspath", sample("aix-lspath"), owner="aix01")
    rows = result.observations.rows("path")
    assert [(r["device"], r["path_name"], r["hba"], r["state"]) for r in rows] == [
        ("block:hdisk0", "aix01 1", "sas0", "active"),
        ("block:hdisk4", "aix01 1", "fscsi0", "active"),
        ("block:hdisk4", "aix01 2", "fscsi0", "active"),
        ("block:hdisk4", "aix01 3", "fscsi1", "dead"),
        ("block:hdisk4", "aix01 4", "fscsi1", "active"),
        ("block:hdisk5", "aix01 1", "fscsi0", "dead"),
    ]
    assert result.unread_lines == 0


@pytest.mark.parametrize(
    "text",
    [
        "status name path_id parent connection\nEnabled hdisk4 7 fscsi0 50050768020000a1,1000000000000\n",
        "hdisk4:7:Enabled:fscsi0:50050768020000a1,1000000000000\n",
        "fscsi0;50050768020000a1,1000000000000;hdisk4;7;Enabled\n",
    ],
)
def test_fields_of_lspath_in_any_order(text: str) -> None:
    assert best_reader(text) == "aix-lspath"
    (row,) = read("aix-lspath", text).observations.rows("path")
    assert (row["device"], row["path_name"], row["hba"], row["target_wwpn"], row["lun"], row["state"]) == (
        "block:hdisk4",
        "7",
        "fscsi0",
        "50050768020000a1",
        1,
        "active",
    )


@pytest.mark.parametrize("place", ["sissas0 0 0", "scsi0 0 5,0", "sas0 0 5000c5000b1c2d3f,0"])
def test_paths_of_local_disks_are_read_whatever_their_connection_is(place: str) -> None:
    result = read("aix-lspath", f"Enabled hdisk0 {place}\nEnabled hdisk4 fscsi0 1 50050768020000a1,1000000000000\n")
    local, other = result.observations.rows("path")
    assert (local["device"], local["path_name"], local.get("target_wwpn")) == ("block:hdisk0", "0", None)
    assert other["target_wwpn"] == "50050768020000a1"
    assert result.unread_lines == 0


@pytest.mark.parametrize("place", ["fscsi0 1 50050768020000a1", "fscsi0 1 5,0", "fscsi0 1 0"])
def test_a_connection_over_fibre_channel_that_is_no_port_and_lun_is_not_read(place: str) -> None:
    text = f"Enabled hdisk4 fscsi0 0 50050768020000a1,1000000000000\nEnabled hdisk4 {place}\nEnabled hdisk5 fscsi0\n"
    assert read("aix-lspath", text).unread_lines == 1


def test_attributes_belong_to_the_device_named_before_them() -> None:
    result = read("aix-lsattr", sample("aix-lsattr"), owner="aix01")
    assert result.observations.rows("device") == [
        {
            "host": "aix01",
            "device": "naa.6000144000000010300000000000a101",
            "kernel_name": "hdisk4",
            "queue_depth": 32,
            "scsi_timeout_seconds": 30,
            "max_io_bytes": 0x80000,
            "lun": 2,
            "policy": "round_robin",
            "line": 1,
        }
    ]
    settings = {(r["scope"], r["setting"]): r["value"] for r in result.observations.rows("host_setting")}
    assert settings[("fscsi0", "fc_err_recov")] == "fast_fail"
    assert settings[("hdisk4", "reserve_policy")] == "no_reserve"
    assert result.unread_lines == 0


def test_attributes_without_a_device_are_reported() -> None:
    text = sample("aix-lsattr").split("\n", 1)[1].replace("unique_id", "other_id")
    result = read("aix-lsattr", text.split("fscsi0", 1)[0])
    assert result.observations.rows("device") == []
    assert "whose name is unknown" in result.notes[0].text


def test_ports_of_the_host() -> None:
    (port,) = read("aix-fcstat", sample("aix-fcstat"), owner="aix01").observations.rows("initiator")
    assert port == {
        "host": "aix01",
        "hba": "fcs0",
        "initiator_wwpn": "10000000c9000001",
        "wwnn": "20000000c9000001",
        "protocol": "fcp",
        "transport": "fc",
        "port_state": "online",
        "speed_gbps": 8.0,
        "max_speed_gbps": 16.0,
        "fcid": "010600",
        "port_type": "Point to Point or Fabric",
        "firmware_version": "02780001",
        "line": 1,
    }
    counters = read("aix-fcstat", sample("aix-fcstat"), owner="aix01").observations.rows("initiator_counter")
    assert {row["counter"]: row["value"] for row in counters} == {
        "link_failure": 2,
        "loss_sync": 4,
        "loss_signal": 3,
        "crc_err": 1,
        "invalid_words": 27,
        "error_frames": 1,
        "dumped_frames": 0,
        "protocol_errors": 0,
        # Those for SCSI, not those for IP.
        "no_dma_resource": 5,
        "no_adapter_elements": 0,
        "no_command_resource": 8211,
    }
    assert {(row["hba"], row["counted_seconds"]) for row in counters} == {("fcs0", 10364)}
    real, virtual = read("aix-lscfg", sample("aix-lscfg"), owner="aix01").observations.rows("initiator")
    assert (real["hba"], real["initiator_wwpn"], real["wwnn"]) == ("fcs0", "10000000c9000001", "20000000c9000001")
    assert (virtual["hba"], virtual["initiator_wwpn"]) == ("fcs1", "c050760000000002")
    assert virtual["model"] == "Virtual Fibre Channel Client Adapter"


@pytest.mark.parametrize(
    ("line", "firmware"),
    [("Firmware Version: B1F2.10A5", "B1F2.10A5"), ("ZA: U2D1.10X5", "U2D1.10X5"), ("ZA: UNKNOWN", "02780001")],
)
def test_the_firmware_of_a_port_is_not_its_option_rom(line: str, firmware: str) -> None:
    text = sample("aix-fcstat").replace("World Wide Node Name:", f"{line}\nWorld Wide Node Name:")
    result = read("aix-fcstat", text)
    assert result.observations.rows("initiator")[0]["firmware_version"] == firmware
    assert result.unread_lines == 0


def test_a_disk_that_is_only_defined_is_not_there() -> None:
    rows = read("aix-lsdev", sample("aix-lsdev")).observations.rows("device")
    assert [(r["kernel_name"], r.get("is_local")) for r in rows] == [
        ("hdisk0", True),
        ("hdisk4", None),
        ("hdisk6", None),
    ]


def test_physical_volumes_with_their_identity() -> None:
    text = sample("aix-lspv.txt")
    assert best_reader(text) == "aix-lspv"
    result = read("aix-lspv", text, owner="aix01")
    assert [(row["kernel_name"], row["device"]) for row in result.observations.rows("device")] == [
        ("hdisk0", "block:hdisk0"),
        ("hdisk1", "naa.60050768010000000000000000000001"),
        ("hdisk2", "block:hdisk2"),
        ("hdisk3", "block:hdisk3"),
    ]
    pvids = ["00f6f5d0a1b2c3d4", "00f6f5d0a1b2c3d5", None, "00f6f5d0a1b2c3d6"]
    assert [row.get("pvid") for row in result.observations.rows("device")] == pvids


def test_a_failed_path_is_found_in_lspath_alone(tmp_path: Path) -> None:
    """The disk may be any product's, but a local one is none of a storage network."""
    rows = "Enabled hdisk0 sas0\nMissing hdisk0 sas1\nFailed  hdisk2 vscsi0\nEnabled hdisk2 vscsi1\n"
    rows += "Enabled hdisk4 fscsi0\nFailed  hdisk4 fscsi1\nEnabled hdisk4 fscsi1\nEnabled hdisk5 fscsi0\n"
    (tmp_path / "lspath.txt").write_text(f"aixdb7:/# lspath\n{rows}")
    found = [
        (one.rule, one.message, one.location.line) for one in audit([str(tmp_path)], Options()).findings if one.location
    ]
    assert found == [
        ("PTH014", "aixdb7: the path from vscsi0 is dead for hdisk2", 4),
        ("PTH014", "aixdb7: the path from fscsi1 is dead for hdisk4", 7),
    ]


def test_level_of_the_system() -> None:
    (host,) = read("aix-oslevel", "7200-05-03-2148\n", owner="aix7").observations.rows("host")
    assert (host["host"], host["os_name"], host["os_version"]) == ("aix7", "AIX", "7200-05-03-2148")


def test_virtual_adapters_and_their_clients() -> None:
    found = read("aix-lsmap-npiv", sample("aix-lsmap-npiv"), owner="vios1").observations.rows("host_setting")
    assert [(row["scope"], row["setting"], row["value"]) for row in found] == [
        ("vfchost0", "npiv client id", "6"),
        ("vfchost0", "npiv client", "lpar01"),
        ("vfchost0", "npiv status", "LOGGED_IN"),
        ("vfchost0", "npiv port", "fcs0"),
        ("vfchost0", "npiv client adapter", "fcs0"),
        ("vfchost1", "npiv client id", "6"),
        ("vfchost1", "npiv status", "NOT_LOGGED_IN"),
        ("vfchost1", "npiv port", "fcs1"),
    ]


def test_lspv_with_a_blank_in_the_unique_id() -> None:
    ends = ("", " be5b3b6a-0e0a-9d4a-2bc0-eaea0a9cf1c7")
    rows = [
        f"hdisk{n} 00f6db0a6c7aad8{n} datavg active 240C50 0AA0000280{n}OPEN-V07HITACHIfcp{end}"
        for n, end in enumerate(ends)
    ]
    result = read("aix-lspv", "\n".join(rows))
    assert [row["kernel_name"] for row in result.observations.rows("device")] == ["hdisk0", "hdisk1"]
    assert result.unread_lines == 0


def test_earlier_releases_of_fcstat_name_the_port_otherwise() -> None:
    text = """\
FIBRE CHANNEL STATISTICS REPORT: fcs0

Device Type: FC Adapter
Option ROM Version: 02C01871
Node WWN: 20000000C9000001
Port WWN: 10000000C9000001

FC4 Types
  Supported: 0x0000010000000000000000000000000000000000000000000000000000000000
  Active:    0x0000010000000000000000000000000000000000000000000000000000000000
Port FC ID: 011400
Port Speed (supported): 2 GBIT
Port Speed (running):   1 GBIT

Seconds Since Last Reset: 3600

Loss of Signal: 11
Primitive Seq Protocol Err Count: 12
"""
    result = read("aix-fcstat", text, owner="aix01")
    assert result.unread_lines == 0
    (port,) = result.observations.rows("initiator")
    assert (port["initiator_wwpn"], port["wwnn"], port["speed_gbps"]) == ("10000000c9000001", "20000000c9000001", 1.0)
    assert [(row["counter"], row["value"]) for row in result.observations.rows("initiator_counter")] == [
        ("loss_signal", 11),
        ("protocol_errors", 12),
    ]


def test_lscfg_lists_disks_with_the_lun_of_their_location() -> None:
    result = read("aix-lscfg", sample("aix-lscfg.2"), owner="aix01")
    assert result.unread_lines == 0
    columns = ("device", "kernel_name", "vendor", "model", "lun", "is_local")
    assert [tuple(row.get(column) for column in columns) for row in result.observations.rows("device")] == [
        ("block:hdisk0", "hdisk0", "IBM", "ST9146853SS", None, True),
        ("naa.600507680200000000000000000000a1", "hdisk4", "IBM", "2145", 1, None),
        # Two levels of numbers in the LUN, and a serial number that is no name of the volume.
        ("block:hdisk5", "hdisk5", "IBM", "2107900", None, None),
        ("block:hdisk6", "hdisk6", None, None, None, None),
    ]
    result = read("aix-lscfg", sample("aix-lscfg.list"), owner="aix01")
    assert [(row["device"], row["lun"]) for row in result.observations.rows("device")] == [("block:hdisk4", 2)]
    assert (result.unread_lines, result.observations.rows("initiator")) == (0, [])
    assert best_reader(sample("aix-lscfg.list")) == "aix-lscfg"
