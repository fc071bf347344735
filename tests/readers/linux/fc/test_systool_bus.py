"""``systool -b scsi -v``."""

from __future__ import annotations

from tests.readers.harness import read, sample

TEXT = sample("linux-systool-bus.txt")


def test_a_lun_and_its_paths():
    result = read("linux-systool-bus", TEXT)
    rows = result.observations
    assert rows.rows("device") == [
        {
            "host": "owner1",
            "device": "naa.6000144000000010aa00000000000001",
            "vendor": "EXAMPLE",
            "model": "Example SAN",
            "revision": "V270",
            "transport": "fc",
            "queue_depth": 16,
            "scsi_timeout_seconds": 30,
            "line": 16,
        }
    ]
    assert [(row["hctl"], row["hba"], row["lun"], row["state"], row["optimised"]) for row in rows.rows("path")] == [
        ("8:0:22:2", "host8", 2, "active", True),
        ("9:0:4:2", "host9", 2, "active", False),
    ]
    assert (result.unread_lines, result.notes) == (0, [])


def test_an_offline_device_is_a_dead_path_whatever_its_last_alua_state():
    rows = read("linux-systool-bus", TEXT.replace('"running"', '"transport-offline"')).observations
    assert {row["state"] for row in rows.rows("path")} == {"dead"}


def test_disks_without_identity_are_reported():
    text = "\n".join(line for line in TEXT.split("\n") if "wwid" not in line)
    result = read("linux-systool-bus", text)
    assert not result.observations.rows("device")
    assert "2 disks are listed without wwid" in result.notes[0].text
