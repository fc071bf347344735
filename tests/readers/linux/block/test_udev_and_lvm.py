"""udev's database, attribute walks and rules; physical volumes of LVM."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, corpus_file, read, sample

LUN = "naa.6000144000000010300aa00000000001"


def test_database() -> None:
    result = read("linux-udevadm-info", sample("linux-udevadm-info.txt"), owner="db01")
    disk, mapped = result.observations.rows("device")
    assert (disk["device"], disk["kernel_name"], disk["vendor"], disk["model"], disk["revision"]) == (
        LUN,
        "sdk",
        "EMC",
        "Invista",
        "5200",
    )
    assert (mapped["device"], mapped["kernel_name"], mapped["alias"]) == (LUN, "dm-4", "oradata")
    assert [(r["hba"], r["scsi_target"], r["target_wwpn"]) for r in result.observations.rows("remote_port")] == [
        ("host3", "3:0:1", "5000144280000001")
    ]
    assert [(r["kernel_name"], r["hctl"]) for r in result.observations.rows("scsi_address")] == [("sdk", "3:0:1:4")]
    assert result.unread_lines == 0


def test_a_masked_serial_is_a_bad_value() -> None:
    text = sample("linux-udevadm-info.txt").replace(
        "ID_SERIAL=36000144000000010300aa00000000001", "ID_SERIAL=3600014400XXXXXXXX"
    )
    result = read("linux-udevadm-info", text)
    assert result.observations.rows("device")[0]["device"] == "block:sdk"
    (bad,) = result.observations.rows("bad_value")
    assert (bad["fact"], bad["problem"], bad["line"]) == ("device", "redacted", 11)


def test_walk() -> None:
    result = read("linux-udevadm-walk", sample("linux-udevadm-walk.txt"), owner="db01")
    assert result.observations.rows("device") == [
        {
            "host": "db01",
            "device": "block:sdk",
            "kernel_name": "sdk",
            "nr_requests": 128,
            "scheduler": "deadline",
            "queue_depth": 32,
            "scsi_timeout_seconds": 60,
            "line": 6,
        }
    ]
    assert result.unread_lines == 0


def test_rules() -> None:
    result = read("linux-udev-rules", sample("linux-udev-rules.txt"), owner="db01")
    scope = "udev KERNEL==sd* ATTRS{vendor}==XtremIO*"
    assert [(r["scope"], r["setting"], r["value"], r["line"]) for r in result.observations.rows("host_setting")] == [
        (scope, "queue/scheduler", "noop", 2),
        (scope, "queue/nr_requests", "1024", 2),
        (scope, "queue/nomerges", "1", 3),
        (scope, "device/timeout", "60", 3),
    ]
    assert result.unread_lines == 0
    cut = read("linux-udev-rules", 'KERNEL=="sd*", \\\n')
    assert cut.ends_inside_record
    assert read("linux-udev-rules", sample("linux-udev-rules.txt") + "no rule at all\n").unread_lines == 1


def test_physical_volumes() -> None:
    rounded = {"data_start_low_bytes": 2038 * 512, "data_start_high_bytes": 2058 * 512}
    rows = read("linux-pvs", sample("linux-pvs.txt"), owner="db01").observations.rows("lvm_pv")
    assert rows == [
        {"host": "db01", "device": "block:mapper/oradata", "vg": "vgdata", "on_map": True, **rounded, "line": 2},
        {"host": "db01", "device": "block:sda2", "vg": "rhel", **rounded, "line": 3},
        {"host": "db01", "device": "block:sdb", "kernel_name": "sdb", "data_start_bytes": 192 << 10, "line": 4},
    ]
    document = read("linux-pvs-json", sample("linux-pvs-json.json")).observations.rows("lvm_pv")
    assert [(r["device"], r["vg"], r["data_start_low_bytes"]) for r in document] == [
        ("block:mapper/oradata", "vgdata", 2038 * 512),
        ("block:sda2", "rhel", 2038 * 512),
    ]


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("2048S", 1 << 20),
        ("1048576B", 1 << 20),
        ("1048576b", 1 << 20),
        ("<192.00k", 192 << 10),
        ("1.05M", None),
        ("63", None),
    ],
)
def test_units_of_lvm(printed: str, expected: int | None) -> None:
    text = f"  PV         VG   Fmt  Attr PSize PFree 1st PE\n  /dev/sdb   data lvm2 a--  10g   0     {printed}\n"
    (row,) = read("linux-pvs", text).observations.rows("lvm_pv")
    assert row.get("data_start_bytes") == expected


@pytest.mark.corpus
def test_corpus() -> None:
    database = read("linux-udevadm-info", corpus_file("hosts/udev-info/jc-generic-1.txt"))
    (row,) = database.observations.rows("device")
    assert (row["device"], row["vendor"], row["model"], row["revision"]) == (
        "block:sda",
        "VMware,",
        "VMware Virtual S",
        "1.0",
    )
    rules = read("linux-udev-rules", corpus_file("hosts/udev-rules/insights-asm-1.txt"))
    assert rules.observations.rows("host_setting") == []
    assert database.unread_lines == rules.unread_lines == 0


def test_pvdisplay_ties_disks_to_their_volume_group() -> None:
    text = sample("linux-pvdisplay.txt")
    assert best_reader(text) == "linux-pvdisplay"
    result = read("linux-pvdisplay", text, owner="db01")
    rows = result.observations.rows("lvm_pv")
    assert [(row["device"], row.get("vg")) for row in rows] == [("block:mapper/mpatha", "vgdata"), ("block:sdb", None)]
    assert result.unread_lines == 0
