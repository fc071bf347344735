"""VxVM: disks and their paths as vxdisk lists them."""

from __future__ import annotations

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import best_reader, read, sample


def test_a_disk_with_its_paths() -> None:
    result = read("veritas-vxdisk-detail", sample("veritas-vxdisk-detail"), owner="lnx01")
    lun, local = result.observations.rows("device")
    assert lun == {
        "host": "lnx01",
        "device": "naa.6006016000000000000000000000db11",
        "kernel_name": "vx/dmp/emc0_0012",
        "multipath_owner": "dmp",
        "vendor": "DGC",
        "model": "VRAID",
        "array_serial": "CK200000400000",
        "printed_paths": 2,
        "line": 1,
    }
    assert local["device"] == "block:vx/dmp/disk_1"
    assert "array_serial" not in local
    paths = result.observations.rows("path")
    assert [(p["path_name"], p["state"], p.get("optimised")) for p in paths] == [
        ("sdck", "active", True),
        ("sdcf", "dead", False),
        ("sdb", "active", None),
    ]
    assert result.unread_lines == 0
    assert not result.ends_inside_record


def test_a_cut_disk_has_fewer_paths_than_counted() -> None:
    text = sample("veritas-vxdisk-detail")
    result = read("veritas-vxdisk-detail", text[: text.index("sdcf")])
    assert result.ends_inside_record
    assert len(result.observations.rows("path")) == 1


def test_the_command_names_a_disk_whose_listing_is_filtered() -> None:
    text = "Multipathing information:\nnumpaths: 2\nc2t0d63s2 state=disabled\nc3t0d63s2 state=enabled\n"
    assert best_reader(text) == "veritas-vxdisk-detail"
    capture = Capture(text=text, owner="sol01", command="vxdisk list c2t0d63s2")
    rows = read_capture(reader_named("veritas-vxdisk-detail"), capture).observations.rows("path")
    assert [(r["device"], r["state"]) for r in rows] == [
        ("block:vx/dmp/c2t0d63s2", "dead"),
        ("block:vx/dmp/c2t0d63s2", "active"),
    ]
    assert read("veritas-vxdisk-detail", text).observations.rows("path") == []


def test_the_table_of_paths() -> None:
    result = read("veritas-vxdisk-path", sample("veritas-vxdisk-path"), owner="lnx01")
    first, second, third = result.observations.rows("path")
    assert (first["device"], first["path_name"], first["state"]) == ("block:vx/dmp/emc0_0012", "sdck", "active")
    assert second["state"] == "dead"
    assert (third["target_wwpn"], third["lun"], third["hba"]) == ("5006016000000001", 5, "c1")
    assert len(result.observations.rows("device_owner")) == 2


def test_the_table_of_disks_leaves_out_what_has_no_device() -> None:
    result = read("veritas-vxdisk-list", sample("veritas-vxdisk-list"))
    assert [d["kernel_name"] for d in result.observations.rows("device")] == [
        "vx/dmp/emc0_0012",
        "vx/dmp/emc0_0013",
        "vx/dmp/disk_1",
    ]
    assert result.unread_lines == 0
