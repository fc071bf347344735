"""Veritas DMP and VxVM: paths, nodes, enclosures, controllers, policies and stripes."""

from __future__ import annotations

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import corpus_file, read, sample

SUBPATHS, NODES = "veritas-getsubpaths", "veritas-list-dmpnode"


def test_paths_on_linux() -> None:
    result = read(SUBPATHS, sample(SUBPATHS), owner="db01")
    rows = result.observations.rows("path")
    assert rows[0] == {
        "host": "db01",
        "device": "block:vx/dmp/xtremio0_12",
        "path_name": "sdbk",
        "hba": "c5",
        "state": "active",
        "state_text": "ENABLED(A)",
        "current": True,
        "plugin": "DMP",
        "line": 3,
    }
    assert [row["state"] for row in rows] == ["active", "active", "dead", "disabled"]
    assert [row["device"] for row in result.observations.rows("device_owner")] == [
        "block:vx/dmp/xtremio0_12",
        "block:vx/dmp/xtremio0_13",
    ]
    assert result.observations.rows("host") == [{"host": "db01", "multipath_software": "dmp", "line": 3}]


def test_solaris_names_contain_target_port_and_lun() -> None:
    rows = read(SUBPATHS, sample(f"{SUBPATHS}.2")).observations.rows("path")
    assert [(r["hba"], r["target_wwpn"], r["lun"], r["state"], r["optimised"], r["current"]) for r in rows] == [
        ("c17", "5006016200000041", 0, "active", False, False),
        ("c17", "5006016a00000041", 0, "active", True, True),
    ]


def test_versions_and_filters_have_other_columns() -> None:
    old = "NAME STATE PATH-TYPE CTLR-NAME ENCLR-TYPE ENCLR-NAME\n====\nc2t1d0 ENABLED PRIMARY c2 ACME enc0\nc3t2d0 ENABLED SECONDARY c3 ACME enc0\n"
    capture = Capture(text=old, owner="db01", command="vxdmpadm getsubpaths dmpnodename=c2t1d0s2")
    rows = read_capture(reader_named(SUBPATHS), capture).observations.rows("path")
    assert [(r["device"], r["hba"], r["state"], r["optimised"]) for r in rows] == [
        ("block:vx/dmp/c2t1d0s2", "c2", "active", True),
        ("block:vx/dmp/c2t1d0s2", "c3", "standby", False),
    ]
    unnamed = read(SUBPATHS, old)
    assert all("device" not in row for row in unnamed.observations.rows("path"))
    assert "does not name it" in unnamed.notes[0].text
    odd = "NAME STATE[-] PATH-TYPE[-] CTLR-NAME ENCLR-TYPE ENCLR-NAME ATTRS\n====\nc2t3d0 ENABLED SECONDARY c2t3d0s2 ACME enc0 -\n"
    (row,) = read(SUBPATHS, odd).observations.rows("path")
    assert (row["device"], row["hba"]) == ("block:vx/dmp/c2t3d0s2", "c2")


def test_nodes_give_identity_and_ports() -> None:
    result = read(NODES, sample(NODES), owner="db01")
    xtremio, emc = result.observations.rows("device")
    assert xtremio == {
        "host": "db01",
        "device": "naa.514f0c5000000012",
        "kernel_name": "vx/dmp/xtremio0_12",
        "vendor": "XtremIO",
        "model": "XtremApp",
        "array_serial": "CKM00100200300",
        "policy": "MinimumQ",
        "device_state": "enabled",
        "multipath_owner": "dmp",
        "line": 1,
    }
    assert (emc["device"], emc["policy"]) == ("block:vx/dmp/emc0_0a1c", "Round-Robin")
    assert [
        (p["device"], p["path_name"], p["hba"], p["target_wwpn"], p["state"]) for p in result.observations.rows("path")
    ] == [
        ("naa.514f0c5000000012", "sdbk", "c5", "514f0c5000000100", "active"),
        ("naa.514f0c5000000012", "sdcf", "c7", "514f0c5000000101", "dead"),
        ("block:vx/dmp/emc0_0a1c", "sdm", "c5", "5000097200000001", "active"),
    ]
    assert [(e["enclosure"], e["io_policy"]) for e in result.observations.rows("dmp_enclosure")] == [
        ("xtremio0", "MinimumQ"),
        ("emc0", "Round-Robin"),
    ]
    assert not result.ends_inside_record
    assert read(NODES, sample(NODES)[:300]).ends_inside_record


def test_enclosures_and_policies() -> None:
    rows = read("veritas-listenclosure", sample("veritas-listenclosure")).observations.rows("dmp_enclosure")
    assert [
        (r["enclosure"], r.get("array_serial"), r["status"], r["array_type"], r["luns"], r["firmware_version"])
        for r in rows
    ] == [
        ("xtremio0", "CKM00100200300", "connected", "A/A", 8, "0402"),
        ("emc0", "000190000001", "disconnected", "A/A", 4, "5876"),
        ("disk", None, "connected", "Disk", 1, "1028"),
    ]
    policies = read("veritas-getattr-iopolicy", sample("veritas-getattr-iopolicy")).observations.rows("dmp_enclosure")
    assert [(r["enclosure"], r["default_io_policy"], r["io_policy"]) for r in policies] == [
        ("xtremio0", "MinimumQ", "MinimumQ"),
        ("emc0", "MinimumQ", "Round-Robin"),
    ]


def test_controllers_and_node_counts() -> None:
    result = read("veritas-getctlr", sample("veritas-getctlr"))
    assert [(r["hba"], r["initiator_wwpn"]) for r in result.observations.rows("initiator")] == [
        ("c5", "21000024ff000010"),
        ("c7", "21000024ff000011"),
    ]
    assert result.unread_lines == 0
    nodes = read("veritas-getdmpnode", sample("veritas-getdmpnode")).observations.rows("device")
    assert [(r["device"], r["printed_paths"], r["working_paths"]) for r in nodes] == [
        ("block:vx/dmp/xtremio0_12", 3, 2),
        ("block:vx/dmp/xtremio0_13", 4, 4),
    ]
    assert read("veritas-listctlr", sample("veritas-listctlr")).unread_lines == 0


def test_stripes() -> None:
    rows = read("veritas-vxprint", sample("veritas-vxprint"), owner="db01").observations.rows("vxvm_volume")
    assert rows == [
        {
            "host": "db01",
            "disk_group": "datadg",
            "vxvm_volume": "oradata",
            "stripe_columns": 2,
            "stripe_unit_bytes": 1 << 20,
            "line": 14,
        },
        {"host": "db01", "disk_group": "datadg", "vxvm_volume": "oralog", "line": 19},
    ]
    hpux = read("veritas-vxprint", sample("veritas-vxprint").replace("dm xio01        xtremio0_12", "dm xio01 c2t0d1"))
    assert "stripe_unit_bytes" not in hpux.observations.rows("vxvm_volume")[0]
    assert "HP-UX" in hpux.notes[0].text


@pytest.mark.corpus
def test_corpus() -> None:
    whole = read(SUBPATHS, corpus_file("hosts/vxdmpadm/xtremio-solaris-1.txt"))
    rows = whole.observations.rows("path")
    assert [(r["device"], r["hba"], r["target_wwpn"]) for r in rows[:2]] == [
        ("block:vx/dmp/disk_0", "c0", "5000cca016106188"),
        ("block:vx/dmp/disk_1", "c10", "514f0c5000022101"),
    ]
    assert {(r["hba"], r["target_wwpn"]) for r in rows[1:]} == {
        (hba, f"514f0c500002210{port}") for hba in ("c10", "c11") for port in (1, 2, 3, 4)
    }
    assert {r["state"] for r in rows} == {"active"}
    filtered = read(SUBPATHS, corpus_file("hosts/vxdmpadm/xtremio-solaris-ctlr-1.txt"))
    assert [(r["device"], r["hba"], r["target_wwpn"], r["lun"]) for r in filtered.observations.rows("path")] == [
        ("block:vx/dmp/disk_1", "c10", f"514f0c500002210{port}", 0) for port in (1, 2, 3)
    ]
    assert whole.unread_lines == filtered.unread_lines == 0


@pytest.mark.parametrize(
    "name", ["vxdmpadm_getsubpaths_dmpnodename=emc0_0123.txt", "db01/vxdmpadm_dmpnodename_emc0_0123.out"]
)
def test_a_loop_over_nodes_names_its_files_after_them(name: str) -> None:
    text = """\
NAME         STATE[A]   PATH-TYPE[M] CTLR-NAME  ENCLR-TYPE   ENCLR-NAME    ATTRS
================================================================================
sdb          ENABLED(A)   -          c1         EMC          emc0           -
sdf          DISABLED     -          c2         EMC          emc0           -
"""
    found = read_capture(reader_named(SUBPATHS), Capture(text=text, owner="db01", file=name)).observations.rows("path")
    assert [one["device"] for one in found] == ["block:vx/dmp/emc0_0123"] * 2


def test_the_designator_identifies_a_volume_whose_serial_number_does_not() -> None:
    text = sample("veritas-list-dmpnode.txt").replace(
        "lun-sno         = 0100A1C000",
        "lun-sno         = 0100A1C000\nscsi3_vpd       = NAA:60001440000000103000000000000A1C",
    )
    devices = [row["device"] for row in read("veritas-list-dmpnode", text).observations.rows("device")]
    assert "naa.60001440000000103000000000000a1c" in devices
