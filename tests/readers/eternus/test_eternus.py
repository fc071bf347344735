"""Fujitsu ETERNUS: answers of the command line, their damage, and an audit of all together."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers import harness
from tests.readers.array_exports import SAMPLES, rows, sample, single_controller

DEVICE = "naa.600000e00d29000000290001000a0000"


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("eternus-*")), ids=lambda path: path.name)
def test_samples_are_recognised_and_robust(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert harness.best_reader(text) == "eternus-cli"
    for seed in range(4):
        harness.assert_robust("eternus-cli", text, seed)


def test_enclosure_and_its_modules() -> None:
    array = {key: value for row in rows("eternus-cli.status.txt", "storage_array") for key, value in row.items()}
    assert (array["serial"], array["model"], array["vendor"]) == ("4600000001", "ET103ACU", "FUJITSU")
    assert [row["operational_status"] for row in rows("eternus-cli.status.txt", "director")] == ["Normal", "Error"]
    assert [row["component"] for row in rows("eternus-cli.disks.txt", "component")] == ["CE-Disk#0", "DE#1-Disk#3"]


def test_ports_with_and_without_state() -> None:
    up, down = rows("eternus-cli.fru.txt", "target_port")
    assert (up["target_wwpn"], up["director"], up["port_state"], up["speed_gbps"]) == (
        "500000e0d0000120",
        "CM#0",
        "up",
        16.0,
    )
    assert (down["port_state"], down.get("speed_gbps"), down["wwnn"]) == ("down", None, "500000e0d0000140")
    configured = rows("eternus-cli.ports.txt", "target_port")
    assert [(row["port_name"], row["role"]) for row in configured] == [
        ("CM#0 CA#0 Port#0", "front-end"),
        ("CM#0 CA#0 Port#1", "replication"),
        ("CM#1 CA#0 Port#0", "front-end"),
    ]
    old = sample("eternus-cli.fru.txt").replace(" CA#0", "").replace("Port WWN", "WWN")
    assert [row["port"] for row in rows("eternus-cli.fru.txt", "target_port", old)] == ["Port#0", "Port#0"]


def test_a_port_without_wwpn_in_its_columns() -> None:
    text = "\n".join(line for line in sample("eternus-cli.ports.txt").split("\n") if not line.startswith("WWPN"))
    assert [row.get("target_wwpn") for row in rows("eternus-cli.ports.txt", "target_port", text)] == [None] * 3
    assert rows("eternus-cli.ports.txt", "target_port")[1]["target_wwpn"] == "500000e0d0000121"


def test_volumes_and_groups_have_identities() -> None:
    one, two = rows("eternus-cli.volumes.txt", "storage_volume")
    assert (one["device"], one["pool"], two["operational_status"]) == (DEVICE, "Pool0", "Broken")
    first, second = rows("eternus-cli.group.txt", "mask_volume")
    assert (first["view"], first["lun"], first["device"], second["lun"]) == ("lg_db", 0, DEVICE, 1)


def test_the_mapping_of_ports_without_host_affinity() -> None:
    name = "eternus-cli.mapping.txt"
    assert [(row["scope"], row["value"]) for row in rows(name, "array_setting")] == [
        ("CM#0 CA#0 Port#0", "Enable"),
        ("CM#0 CA#0 Port#1", "Disable"),
        ("CM#1 CA#0 Port#1", "Disable"),
    ]
    volumes = rows(name, "storage_volume")
    assert {row["storage_volume"] for row in volumes} == {"oradata13", "oralog26"}
    assert all(row["size_low_bytes"] <= 40960 * 2**20 <= row["size_high_bytes"] for row in volumes[::2])


def test_hosts_that_use_different_ports_leave_the_ports_of_the_view_open() -> None:
    ports = {(row["view"], row["port_name"]) for row in rows("eternus-cli.affinity.txt", "mask_port")}
    assert ports == {("lg_db", "CM#0 CA#0 Port#0"), ("lg_db", "CM#1 CA#0 Port#0")}
    members = {(row["view"], row["initiator_name"]) for row in rows("eternus-cli.affinity.txt", "mask_initiator")}
    assert members == {("lg_db", "db01-1"), ("lg_db", "db01-2"), ("lg_web", "web01-1"), ("lg_web", "web01-2")}


def test_a_host_is_online_if_one_of_its_paths_is() -> None:
    states = {
        row["initiator_name"]: row["port_state"]
        for row in rows("eternus-cli.hosts.txt", "registered_initiator")
        if "port_state" in row
    }
    assert states == {"db01-1": "Online", "db01-2": "Offline"}
    # The response of a group is not that of each host.
    assert {row.get("initiator_type") for row in rows("eternus-cli.hosts.txt", "registered_initiator")} == {
        "Default",
        "AIX",
        None,
    }


def test_answers_of_one_array(tmp_path: Path) -> None:
    names = ("fru", "ports", "affinity", "volumes", "group", "hosts", "status")
    files = {f"eternus01-{name}.txt": sample(f"eternus-cli.{name}.txt") for name in names}
    _, found = single_controller(tmp_path, files, "db01", DEVICE, [("2100000000c10001", "500000e0d0000120")])
    assert [(row["host"], row["controller_names"], row["storage_array"]) for row in found] == [
        ("db01", ["CM#0"], "eternus01")
    ]


def test_a_very_long_line_is_unread() -> None:
    result = harness.read("eternus-cli", f"{sample('eternus-cli.volumes.txt')}{'[' * 200_000}\n")
    assert result.unread_lines == 1 and len(result.observations.rows("storage_volume")) == 2
