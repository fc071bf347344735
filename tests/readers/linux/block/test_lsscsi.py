"""lsscsi: disks, their attributes and ports."""

from __future__ import annotations

import pytest

from tests.readers.harness import read, sample


def test_disks_with_their_attributes() -> None:
    result = read("linux-lsscsi", sample("linux-lsscsi"), owner="db01")
    rows = result.observations.rows("device")
    assert rows[1] == {
        "host": "db01",
        "device": "block:sdk",
        "kernel_name": "sdk",
        "lun": 4,
        "vendor": "EMC",
        "model": "Invista",
        "revision": "5200",
        "line": 3,
    }
    assert [(r["kernel_name"], r["queue_depth"], r["scsi_timeout_seconds"]) for r in rows if "queue_depth" in r] == [
        ("sdk", 32, 60),
        ("sdu", 32, 30),
    ]
    assert result.observations.rows("path") == []
    assert [(r["kernel_name"], r["hctl"]) for r in result.observations.rows("scsi_address")] == [
        ("sda", "0:0:0:0"),
        ("sdk", "3:0:1:4"),
        ("sdu", "4:0:1:4"),
    ]
    assert result.unread_lines == 0


def test_target_ports_once_each() -> None:
    result = read("linux-lsscsi", sample("linux-lsscsi.2"))
    assert [
        (r["hba"], r["scsi_target"], r["target_wwpn"], r["fcid"]) for r in result.observations.rows("remote_port")
    ] == [
        ("host3", "3:0:1", "5000144280000001", "010600"),
        ("host4", "4:0:1", "5000144280000003", "020600"),
    ]
    assert [r.get("transport") for r in result.observations.rows("device")] == ["sata", "fc", "fc", "fc"]


def test_old_versions_print_no_comma_and_more_columns_follow() -> None:
    text = """\
[8:0:0:0]    disk    fc:0x5000144280000001 0x010b00   /dev/sdc   36000144000000010300aa00000000001   322GB
[8:0:1:0]    disk    fc:0x50001442800000020x010f00   /dev/sdf   36000144000000010300aa00000000001   322GB
[8:0:1:9]    enclosu fcoe:0x50001442800000020x010f00   -          -       -
"""
    result = read("linux-lsscsi", text)
    assert [(r["scsi_target"], r["target_wwpn"], r["fcid"]) for r in result.observations.rows("remote_port")] == [
        ("8:0:0", "5000144280000001", "010b00"),
        ("8:0:1", "5000144280000002", "010f00"),
    ]
    assert {r["device"] for r in result.observations.rows("device")} == {"naa.6000144000000010300aa00000000001"}


def test_own_ports() -> None:
    rows = read("linux-lsscsi", sample("linux-lsscsi.3")).observations.rows("initiator")
    assert [(r["hba"], r["initiator_wwpn"], r["driver"], r["fcid"]) for r in rows] == [
        ("host3", "21000024ff000010", "qla2xxx", "010200"),
        ("host4", "21000024ff000011", "qla2xxx", "020200"),
    ]


@pytest.mark.parametrize(
    ("line", "device", "vendor", "model"),
    [
        ("[3:0:1:4]    disk    6000144000000010300aa00000000001  /dev/sdk", "naa.6000144000000010300aa00000000001", None, None),
        ("[3:0:1:4]    disk    36000144000000010300aa00000000001  /dev/sdk", "naa.6000144000000010300aa00000000001", None, None),
        ("[3:0:1:4]    disk    0x514f0c5000000012                /dev/sdk", "naa.514f0c5000000012", None, None),
        ("[3:0:1:4] disk NETAPP LUN C-Mode 9111 /dev/sdk 3600a0980000000000000000000000001", "naa.600a0980000000000000000000000001", "NETAPP", "LUN C-Mode"),
        ("[3:0:1:4]    disk    3PARdata VV               3311  /dev/sdk   107GB", "block:sdk", "3PARdata", "VV"),
    ],
)  # fmt: skip
def test_identities_and_products(line: str, device: str, vendor: str | None, model: str | None) -> None:
    (row,) = read("linux-lsscsi", line + "\n").observations.rows("device")
    assert (row["device"], row.get("vendor"), row.get("model")) == (device, vendor, model)


def test_attributes_of_remote_ports_by_lsscsi() -> None:
    rows = read("linux-lsscsi", sample("linux-lsscsi.4")).observations.rows("remote_port")
    together = {key: value for row in rows for key, value in row.items()}
    assert {row["target_wwpn"] for row in rows} == {"50000000aa000001"}
    assert (together["target_wwnn"], together["dev_loss_seconds"], together["fast_io_fail"], together["roles"]) == (
        "50000000aa000000",
        30,
        "5",
        "FCP Target",
    )


def test_the_transport_is_read_from_the_kind_of_address() -> None:
    text = """\
[5:0:0:0]    disk    iqn.2001-05.com.example:store.a0,t,0x1  /dev/sdm
[0:0:0:0]    disk    sas:0x5000c500aabbcc01          /dev/sda
[1:0:0:0]    disk    sata:5002538e40aabb01           /dev/sdb
[6:0:0:0]    disk    usb:1-3:1.0                     /dev/sdx
"""
    result = read("linux-lsscsi", text)
    found = {r["kernel_name"]: r.get("transport") for r in result.observations.rows("device")}
    assert found == {"sdm": "iscsi", "sda": "sas", "sdb": "sata", "sdx": "usb"}
