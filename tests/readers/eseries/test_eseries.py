"""NetApp E-Series: SMcli text and SANtricity REST, their damage, and an audit of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers import harness
from tests.readers.array_exports import SAMPLES, rows, sample, single_controller
from tests.support import intake_of

DEVICE = "naa.600a0980000000a1000000d100000001"


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("eseries-*")), ids=lambda path: path.name)
def test_samples_are_recognised_and_robust(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    name = path.name.split(".", maxsplit=1)[0]
    assert harness.best_reader(text) == name
    for seed in range(4):
        harness.assert_robust(name, text, seed)


def test_ports_of_a_profile() -> None:
    up, down, other = rows("eseries-smcli.txt", "target_port")
    assert (up["target_wwpn"], up["director"], up["port"], up["port_state"]) == ("201200a0980000a1", "A", "1", "up")
    assert (up["fcid"], down.get("fcid")) == ("011100", None)
    assert (down["port"], down["port_state"], down.get("speed_gbps"), down["max_speed_gbps"]) == (
        "2",
        "down",
        None,
        16.0,
    )
    assert (other["director"], other["wwnn"]) == ("B", "200200a0980000a1")
    assert [row["operational_status"] for row in rows("eseries-smcli.txt", "director")] == ["Online", "Offline"]


def test_volumes_with_owners_and_identity() -> None:
    one, two, *mapped = rows("eseries-smcli.txt", "storage_volume")
    assert (one["device"], one["default_owner"], one["current_owner"]) == (DEVICE, "A", "B")
    assert (two["storage_volume"], two["operational_status"]) == ("data2", "Degraded")
    # The mappings repeat the states; alone, they are all that is known of a volume.
    assert [(row["storage_volume"], row["operational_status"]) for row in mapped] == [
        ("data1", "Optimal"),
        ("data2", "Degraded"),
    ]
    (rest,) = rows("eseries-rest.volume.json", "storage_volume")
    assert (rest["device"], rest["default_owner"], rest["current_owner"]) == (DEVICE, "A", "B")
    assert (rest["label"], rest["size_bytes"]) == ("data1", 10 << 30)
    dell, *_ = rows("eseries-smcli.dell.txt", "storage_volume")
    assert (dell["storage_volume"], dell["default_owner"], dell["pool"]) == ("pvc-9e22c1f7", "0", "dg1")


def test_mappings_without_the_access_volume() -> None:
    assert rows("eseries-smcli.txt", "mask_volume") == [
        {"view": "cluster1", "volume_name": "data1", "lun": 0},
        {"view": "db02", "volume_name": "data2", "lun": 1},
    ]
    assert {row["view"] for row in rows("eseries-smcli.dell.txt", "mask_volume")} == {"k8s"}
    # A mapping to all hosts names none.
    assert [row["lun"] for row in rows("eseries-rest.mapping.json", "mask_volume")] == [1]


def test_a_host_outside_the_groups() -> None:
    views = {(row["view"], row["initiator_wwpn"][-1]) for row in rows("eseries-smcli.txt", "mask_initiator")}  # type: ignore[index]
    assert views == {("db01", "1"), ("cluster1", "1"), ("db01", "2"), ("cluster1", "2"), ("db02", "3")}
    flat = "\n".join(line.lstrip() for line in sample("eseries-smcli.txt").split("\n"))
    # Without indentation, the groups of hosts are unknown.
    assert "cluster1" not in {row["view"] for row in rows("eseries-smcli.txt", "mask_initiator", flat)}
    rest = {(row["view"][-2:], row["initiator_wwpn"][-1]) for row in rows("eseries-rest.host.json", "mask_initiator")}  # type: ignore[index]
    assert rest == {("A1", "1"), ("B1", "1"), ("A2", "3")}


def test_drive_side_interfaces_are_not_target_ports() -> None:
    (port,) = rows("eseries-rest.interface.json", "target_port")
    assert (port["target_wwpn"], port["fcid"], port["max_speed_gbps"]) == ("201200a0980000a1", "011700", 32.0)
    (same,) = rows("eseries-rest.graph.json", "target_port")
    assert same["target_wwpn"] == port["target_wwpn"]
    assert [row["operational_status"] for row in rows("eseries-rest.graph.json", "director")] == ["optimal", "failed"]


def test_profile_and_answers_of_one_array(tmp_path: Path) -> None:
    parts = {"host": "hosts", "volume": "volumes", "interface": "interfaces", "graph": "graph", "system": "system"}
    files = {f"eser01-{name}.json": sample(f"eseries-rest.{part}.json") for part, name in parts.items()}
    files["eser01-profile.txt"] = sample("eseries-smcli.txt")
    _, found = single_controller(tmp_path, files, "db01", DEVICE, [("2100000000c40001", "201200a0980000a1")])
    assert [(row["host"], row["controller_names"], row["storage_array"]) for row in found] == [
        ("db01", ["A"], "eser01")
    ]


def test_the_failures_below_the_health_are_part_of_its_answer() -> None:
    intake = intake_of({"array7/health.txt": sample("eseries-health.txt")})
    states = [row["array_state"] for row in intake.observations.rows("storage_array") if "array_state" in row]
    assert states == ["fixing"]


@pytest.mark.parametrize("answer", ["eseries-smcli.txt", "eseries-health.txt"])
def test_an_output_above_an_answer_of_smcli_is_read(answer: str) -> None:
    intake = intake_of({"all.txt": f"{sample('nxos-show-inventory.txt')}\n{sample(answer)}"})
    assert intake.records[0].format == "nxos-show-inventory"
    assert [row["serial"] for row in intake.observations.rows("switch")] == ["JPG00000001"]
