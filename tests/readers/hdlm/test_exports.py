"""HDLM: LUs and paths of several operating systems, its settings, and LUNs known by the disks below its devices."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from tests.readers import harness
from tests.readers.array_exports import rows, sample
from tests.support import store_of

NAA = "60060e8012499050005049900000001f"


def test_paths_on_linux_have_scsi_addresses_and_states() -> None:
    assert [
        (p["device"], p["hctl"], p["target"], p["state"], p["state_text"], p["optimised"])
        for p in rows("hdlm-view-path.txt", "path")
    ] == [
        ("block:sddlmaa", "4:0:0:0", "CL1-A", "active", "Online", True),
        ("block:sddlmaa", "5:0:0:0", "CL2-A", "dead", "Offline(E)", True),
        ("block:sddlmab", "4:0:0:1", "CL1-A", "active", "Online", True),
        ("block:sddlmab", "5:0:0:1", "CL2-A", "unknown", "Online(E)", False),
    ]
    assert [(d["array_serial"], d["array_device"]) for d in rows("hdlm-view-path.txt", "device")] == [
        ("14999", "4"),
        ("14999", "31"),
    ]


def test_a_drive_letter_of_windows_is_not_the_name_of_a_disk() -> None:
    (device,) = rows("hdlm-view-path.2.txt", "device")
    assert (device["device"], device.get("kernel_name")) == ("block:14999.4", None)
    assert [(p["path_name"], p["state"]) for p in rows("hdlm-view-path.2.txt", "path")] == [
        ("000000", "active"),
        ("000001", "disabled"),
    ]
    (host,) = rows("hdlm-view-path.2.txt", "host")
    assert (host["platform"], host["multipath_software"]) == ("windows", "hdlm")


def test_further_paths_belong_to_the_lu_above_them() -> None:
    assert [(p["device"], p["path_name"], p["state"]) for p in rows("hdlm-view-lu.txt", "path")] == [
        ("block:sddlmaa", "sdc", "active"),
        ("block:sddlmaa", "sdd", "active"),
        ("block:sddlmab", "sde", "active"),
        ("block:sddlmab", "sdf", "disabled"),
        ("block:sddlmac", "sdg", "dead"),
    ]
    assert [(d["array_serial"], d["array_device"]) for d in rows("hdlm-view-lu.txt", "device")] == [
        ("412905", "2048"),
        ("412905", "2049"),
        ("14999", "10"),
    ]
    assert [
        (p["device"], p["path_name"], p["target"], p["lun"], p["optimised"]) for p in rows("hdlm-view-lu.2.txt", "path")
    ] == [("block:hdisk11", "000000", "CL1-A", 0, True), ("block:hdisk11", "000001", "CL2-A", 0, False)]


def test_a_cut_row_is_not_taken_for_a_further_path() -> None:
    text = sample("hdlm-view-lu.txt").replace("000801 sddlmab  /dev/sde 000004 Online", "000801 sddlmab  /dev/sde")
    result = harness.read("hdlm-view-lu", text)
    assert "sddlmab" not in {path["path_name"] for path in result.observations.rows("path")}
    assert result.unread_lines == 1


def test_counts_of_paths_by_port() -> None:
    found = rows("hdlm-view-counts.txt", "path_total") + rows("hdlm-view-cha.txt", "path_total")
    assert [(r["hba"], r["array_serial"], r["port"], r["printed_paths"], r["working_paths"]) for r in found] == [
        ("0000.0000", "", "", 2, 2),
        ("0001.0000", "", "", 2, 2),
        ("", "14999", "1A", 2, 2),
        ("", "14999", "2A", 2, 2),
    ]


def test_counts_of_paths() -> None:
    assert [
        (d["kernel_name"], d["array_serial"], d["array_device"], d["printed_paths"], d["working_paths"])
        for d in rows("hdlm-view-lu-counts.txt", "device")
    ] == [("sddlmaa", "14999", "4", 4, 3), ("sddlmab", "14999", "31", 4, 4), ("sddlmac", "412905", "2048", 2, 2)]


def test_settings_and_their_intervals() -> None:
    values = {row["setting"]: row["value"] for row in rows("hdlm-view-sys.txt", "host_setting")}
    assert {name: values.get(name) for name in ("Load Balance", "Load Balance algorithm", "Path Health Checking")} == {
        "Load Balance": "on",
        "Load Balance algorithm": "extended lio",
        "Path Health Checking": "on",
    }
    assert (values["Path Health Checking interval"], values["Auto Failback"]) == ("30", "off")
    assert not any("Alive" in str(name) for name in values)


def test_dead_paths_are_found_without_the_identity_of_the_lun(tmp_path: Path) -> None:
    for host, name in (("lin1", "hdlm-view-lu.txt"), ("lin2", "hdlm-view-path.txt")):
        folder = tmp_path / host
        folder.mkdir()
        (folder / name).write_text(sample(name))
    found = audit([str(tmp_path)], Options(select=("PTH014", "PTH028"))).findings
    assert sorted(str(finding.object["host"]) for finding in found) == ["lin1", "lin1", "lin2"]


def test_a_device_is_the_lun_of_the_disks_below_it() -> None:
    disks = sample("linux-lsblk.2.txt").replace("6000144000000010300aa00000000001", NAA)
    texts = {
        "lin7/drv.txt": sample("hdlm-view-drv.txt").replace("/dev/sdd", "/dev/sdk"),
        "lin7/lsblk.txt": disks,
    }
    store = store_of(texts)
    found = store.rows("SELECT DISTINCT device FROM device WHERE array_device = '31'")
    paths = store.rows(f"SELECT path_name FROM path WHERE device = 'naa.{NAA}'")
    assert (found, paths) == ([(f"naa.{NAA}",)], [("sdk",)])


def test_a_device_is_the_volume_with_its_number_on_its_array() -> None:
    array = {name: sample(f"hitachi-{name}.json") for name in ("rest-storages", "rest.ldev")}
    files = {f"540001/{name}.json": text for name, text in array.items()}
    text = sample("hdlm-view-lu.txt").replace("412905", "540001").replace("000800", "00018D")
    store = store_of({"lin7/lu.txt": text, **files})
    found = store.rows("SELECT device FROM device WHERE array_device = '397'")
    assert found == [("naa.60060e8008ab01000050ab010000018d",)]


def test_the_lists_of_a_host_name_the_same_paths() -> None:
    listed = sample("hdlm-view-path.txt")
    units = """Product       : USP_V
SerialNumber  : 0014999
LUs           : 2

iLU    HDevName Device   PathID Status
0004   sddlmaa  /dev/sdb 000000 Online
                /dev/sdc 000001 Offline(E)
001F   sddlmab  /dev/sdd 000002 Online
                /dev/sde 000003 Online(E)
"""
    disks = sample("hdlm-view-drv.txt")
    for texts in ({"lu": units}, {"drv": disks}, {"lu": units, "drv": disks}):
        files = {f"lin7/view_{name}.txt": text for name, text in {"path": listed, **texts}.items()}
        found = store_of(files).rows("SELECT path_id, path_name, hctl, target, state FROM path ORDER BY path_id")
        assert found[:2] == [
            ("000000", "sdb", "4:0:0:0", "CL1-A", "active"),
            ("000001", "sdc", "5:0:0:0", "CL2-A", "dead"),
        ]
        assert len(found) == 4
