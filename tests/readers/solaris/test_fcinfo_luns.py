"""Solaris: LUNs and their ports in ``fcinfo logical-unit -v`` and ``fcinfo remote-port -s``."""

from __future__ import annotations

from checker.facts.observations import Observations
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import best_reader, read, sample

_A1 = "naa.600601600000000000000000000000a1"


def test_each_pair_of_ports_is_a_path() -> None:
    result = read("solaris-fcinfo-logical-unit", sample("solaris-fcinfo-logical-unit"), owner="sol01")
    paths = result.observations.rows("path")
    assert [(p["device"], p["initiator_wwpn"], p["target_wwpn"], p["lun"], p["line"]) for p in paths] == [
        (_A1, "210000e08b000001", "5006016000000001", 0, 5),
        (_A1, "210000e08b000001", "5006016800000001", 0, 7),
        (_A1, "210100e08b000001", "5006016100000001", 0, 10),
        # Without MPxIO the name contains the target port, not the LUN.
        ("block:c2t5006016000000002d11", "210000e08b000001", "5006016000000002", 11, 17),
    ]
    assert all("state" not in path for path in paths)
    assert [(d["device"], d["vendor"], d["model"]) for d in result.observations.rows("device")] == [
        (_A1, "DGC", "VRAID"),
        ("block:c2t5006016000000002d11", "HITACHI", "OPEN-V"),
    ]
    assert [note.text for note in result.notes] == ["skipped /dev/rmt/0n: not a disk"]
    assert result.unread_lines == 0


def test_a_remote_port_without_its_lun_is_reported() -> None:
    text = sample("solaris-fcinfo-logical-unit")
    result = read("solaris-fcinfo-logical-unit", text[: text.index("Remote Port WWN: 5006016800000001") + 33])
    assert result.ends_inside_record
    assert len(result.observations.rows("path")) == 1


def test_names_without_ports_are_devices() -> None:
    text = "OS Device Name: /dev/rdsk/c4t600601600000000000000000000000A1d0s2\n" * 2
    assert best_reader(text) == "solaris-fcinfo-logical-unit"
    assert [d["device"] for d in read("solaris-fcinfo-logical-unit", text).observations.rows("device")] == [_A1]


def test_luns_of_remote_ports_are_paths() -> None:
    capture = Capture(
        text=sample("solaris-fcinfo-remote-port"),
        owner="sol01",
        command="fcinfo remote-port -sl -p 210000e08b000001",
    )
    rows = read_capture(reader_named("solaris-fcinfo-remote-port"), capture, Observations(samples=True)).observations
    (path,) = rows.rows("path")
    assert (path["device"], path["initiator_wwpn"], path["target_wwpn"], path["lun"]) == (
        _A1,
        "210000e08b000001",
        "5006016000000001",
        0,
    )
    (device,) = rows.rows("device")
    assert (device["vendor"], device["model"]) == ("DGC", "VRAID")


def test_luns_without_the_port_of_the_host_are_disks_only() -> None:
    rows = read("solaris-fcinfo-remote-port", sample("solaris-fcinfo-remote-port")).observations
    assert rows.rows("path") == []
    assert [d["device"] for d in rows.rows("device")] == [_A1]
