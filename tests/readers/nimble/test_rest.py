"""Nimble REST: values of synthetic answers, damage, and an audit of one group's answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers import harness
from tests.readers.array_exports import SAMPLES, rows, sample, single_controller

DEVICE = "eui.0a79f6e4000000016c9ce9000000a100"
PARTS = ("interface", "group", "record", "volume", "array", "controller")


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("nimble-*")), ids=lambda path: path.name)
def test_damaged_input_breaks_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert harness.best_reader(text) == "nimble-rest"
    for seed in range(4):
        harness.assert_robust("nimble-rest", text, seed)


def test_interfaces_name_array_and_controller() -> None:
    up, down = rows("nimble-rest.interface.json", "target_port")
    assert (up["target_wwpn"], up["wwnn"], up["director"]) == ("56c9ce900000a101", "56c9ce900000a100", "g1a1 A")
    assert (up["port_state"], up["speed_gbps"], up["max_speed_gbps"]) == ("up", 16.0, 32.0)
    assert (down["director"], down["port_state"]) == ("g1a1 B", "offline")


def test_groups_records_and_sessions() -> None:
    assert [row["initiator_wwpn"] for row in rows("nimble-rest.group.json", "mask_initiator")] == [
        "2100000000c20001",
        "2100000000c20002",
    ]
    assert rows("nimble-rest.group.json", "mask_view") == [{"view": "esx01"}, {"view": "iscsi01"}]
    assert rows("nimble-rest.record.json", "mask_volume") == [{"view": "esx01", "volume_name": "ds01", "lun": 3}]
    assert rows("nimble-rest.session.json", "array_login") == [
        {"initiator_wwpn": "2100000000c20001", "target_wwpn": "56c9ce900000a101", "logged_in": True}
    ]
    # iSCSI initiators have no WWPN.
    assert len(rows("nimble-rest.initiator.json", "registered_initiator")) == 1


def test_volumes_are_known_by_their_serial_number() -> None:
    (volume,) = rows("nimble-rest.volume.json", "storage_volume")
    assert (volume["device"], volume["size_bytes"], volume["provision_type"]) == (DEVICE, 10240 << 20, "thin")


def test_the_serial_of_a_group_with_one_array() -> None:
    array, _ = rows("nimble-rest.array.json", "storage_array")
    assert (array["serial"], array["model"]) == ("AF-000001", "AF40")
    text = sample("nimble-rest.array.json")
    second = (
        text[text.index('{"id"') : text.rindex("}]}") + 1].replace("AF-000001", "AF-000002").replace("g1a1", "g1a2")
    )
    both = text.replace("}]}", "}," + second + "]}")
    assert [row.get("serial") for row in rows("nimble-rest.array.json", "storage_array", both)] == [None]
    assert len(rows("nimble-rest.array.json", "engine", both)) == 2


def test_answers_of_one_group_are_one_array(tmp_path: Path) -> None:
    names = {"interface": "fibre_channel_interfaces", "group": "initiator_groups", "record": "access_control_records"}
    files = {f"nim01-{names.get(part, part)}.json": sample(f"nimble-rest.{part}.json") for part in PARTS}
    _, found = single_controller(tmp_path, files, "esx01", DEVICE, [("2100000000c20001", "56c9ce900000a101")])
    assert [(row["host"], row["controller_names"], row["storage_array"]) for row in found] == [
        ("esx01", ["g1a1 A"], "nim01")
    ]


@pytest.mark.parametrize(("reason", "state"), [("user", "offline by user"), ("pool_free_space", "offline")])
def test_a_volume_that_an_administrator_set_offline_has_another_state_than_one_that_failed(
    reason: str, state: str
) -> None:
    text = sample("nimble-rest.volume.json").replace(
        '"vol_state": "online"', f'"vol_state": "offline", "offline_reason": "{reason}"'
    )
    assert [row["operational_status"] for row in rows("nimble-rest.volume.json", "storage_volume", text)] == [state]


def test_disks_and_parts_of_shelves() -> None:
    disks = rows("nimble-rest.disk.json", "component")
    assert [(disk["component"], disk["operational_status"]) for disk in disks] == [
        ("AF-100001 slot 1", "online"),
        ("AF-100001 slot 2 bank 1", "failed"),
        ("AF-100001 slot 3", "rebuilding"),
    ]
    parts = rows("nimble-rest.shelf.json", "component")
    assert [(part["component"], part["operational_status"]) for part in parts] == [
        ("AF-100001 power supplies", "warning"),
        ("AF-100001 fans", "ok"),
    ]
