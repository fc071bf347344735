"""WSAPI of 3PAR, Primera and Alletra: values, agreement with the console, damage, and an audit of one array's answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers import harness
from tests.readers.array_exports import SAMPLES, rows, sample, single_controller

DEVICE = "naa.60002ac0000000000000000700011b2c"


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("3par-wsapi.*")), ids=lambda path: path.name)
def test_damaged_input_breaks_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert harness.best_reader(text) == "3par-wsapi"
    for seed in range(4):
        harness.assert_robust("3par-wsapi", text, seed)


def test_ports_are_as_the_console_prints_them() -> None:
    # The console has a port of a disk adapter that is SAS in both.
    def known(name: str) -> list[dict[str, object]]:
        return [
            {key: row.get(key) for key in ("target_wwpn", "wwnn", "director", "port", "port_name", "role", "protocol")}
            for row in rows(name, "target_port")
        ]

    assert known("3par-wsapi.port.json") == known("3par-showport.txt")
    assert [(row["port_state"], row["operational_status"]) for row in rows("3par-wsapi.port.json", "target_port")] == [
        ("up", "ready"),
        ("down", "loss_sync"),
        ("up", "ready"),
        ("offline", "offline"),
    ]


def test_the_state_of_a_port_with_an_unknown_number_is_unknown() -> None:
    text = sample("3par-wsapi.port.json").replace('"linkState": 5', '"linkState": 77')
    (row,) = [row for row in rows("3par-wsapi.port.json", "target_port", text) if row["port_name"] == "0:1:2"]
    assert "port_state" not in row
    assert "operational_status" not in row


def test_drives_with_their_states() -> None:
    """Number 99 says that the array does not know the state either."""
    assert [
        (row["component_type"], row["component"], row["serial"], row.get("operational_status"))
        for row in rows("3par-wsapi.disk.json", "component")
    ] == [
        ("drive", "0 (0:0:0)", "EX0001", "normal"),
        ("drive", "1 (0:1:0)", "EX0002", "failed"),
        ("drive", "2 (0:2:0)", "EX0003", None),
    ]


def test_hosts_are_as_the_console_prints_them() -> None:
    for kind in ("registered_initiator", "array_login", "mask_initiator"):
        console = [row for row in rows("3par-showhost.txt", kind) if "initiator_wwpn" in row]
        assert rows("3par-wsapi.host.json", kind) == console
    assert [row["view"] for row in rows("3par-wsapi.host.json", "mask_view")] == ["esx71", "lin72", "web73"]


def test_exports_to_hosts_and_ports() -> None:
    assert [
        (row["view"], row["volume_name"], row["lun"], row.get("device"))
        for row in rows("3par-wsapi.vlun.json", "mask_volume")
    ] == [("esx71", "vol_a", 1, DEVICE), ("port 1:1:1", "vol_p", 20, None)]
    assert [(row["initiator_wwpn"], row["port_name"]) for row in rows("3par-wsapi.vlun.json", "array_login")] == [
        ("10000000c9000071", "0:1:1"),
        ("10000000c9000072", "1:1:1"),
    ]
    result = harness.read("3par-wsapi", sample("3par-wsapi.vlun.json"))
    assert [note.text.split(":")[0] for note in result.notes] == ["skipped exports to sets of hosts or volumes"]


def test_system_nodes_volumes_and_cpgs() -> None:
    system = rows("3par-wsapi.system.json", "storage_array")[0]
    assert (system["serial"], system["model"], system["array_version"]) == ("CZ00000027", "HP_3PAR 8400", "3.3.1.410")
    assert (system["controllers"], system["size_bytes"]) == (4, 16752640 << 20)
    assert [(row["director"], row["operational_status"]) for row in rows("3par-wsapi.system.json", "director")] == [
        ("0", "online"),
        ("1", "online"),
        ("2", "online"),
        ("3", "offline"),
    ]
    thin, thick = rows("3par-wsapi.volume.json", "storage_volume")
    assert (thin["device"], thin["size_bytes"], thin["provision_type"], thin["pool"]) == (
        DEVICE,
        102400 << 20,
        "thin",
        "cpg_ssd",
    )
    assert (thick["operational_status"], thick["provision_type"]) == ("degraded", "thick")
    # A CPG grows: a share of its present size would say nothing.
    assert rows("3par-wsapi.cpg.json", "pool") == [
        {"pool": "cpg_ssd", "drive_type": "SSD", "operational_status": "normal"}
    ]


@pytest.mark.parametrize("folder", ["storeb01", ""])
def test_a_host_with_all_paths_at_one_node_is_found(tmp_path: Path, folder: str) -> None:
    prefix = "" if folder else "storeb01-"
    (tmp_path / folder).mkdir(exist_ok=True)
    for part in ("system", "port", "host", "vlun", "volume"):
        (tmp_path / folder / f"{prefix}{part}.json").write_text(sample(f"3par-wsapi.{part}.json"), encoding="utf-8")
    _, found = single_controller(tmp_path, {}, "esx71", DEVICE, [("10000000c9000071", "20110002ac0a1b2c")])
    assert [(row["host"], row["controller_names"], row["storage_array"]) for row in found] == [
        ("esx71", ["0"], "storeb01")
    ]


def test_answers_and_console_of_one_array_are_one_array(tmp_path: Path) -> None:
    files = {
        "system.json": sample("3par-wsapi.system.json"),
        "console.txt": "storeb01 cli% showport\n" + sample("3par-showport.txt"),
    }
    report, found = single_controller(tmp_path, files, "esx71", DEVICE, [("10000000c9000071", "20110002ac0a1b2c")])
    assert [(row["host"], row["storage_array"]) for row in found] == [("esx71", "storeb01")]
    assert not [finding for finding in report.findings if finding.rule.startswith("DOC")]
