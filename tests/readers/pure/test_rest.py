"""FlashArray REST 1.x and 2.x: values of synthetic and outside answers, damage, and an audit of one array's answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.readers.registry import reader_named
from tests.readers import harness
from tests.readers.array_exports import corpus_rows, rows, sample, single_controller

PARTS = ("port", "host", "volume", "connect", "login")
SECOND = (
    "arrays", "controllers", "ports", "network-interfaces", "hosts", "host-groups", "connections", "volumes", "initiators"
)  # fmt: skip
DEVICE = "naa.624a93700123456789abcdef00011010"
SECOND_DEVICE = "naa.624a9370c1c1c1c1111141040001aaaa"


@pytest.mark.parametrize("part", (*PARTS, *SECOND, "members", "hardware"))
def test_damaged_input_breaks_nothing(part: str) -> None:
    text = sample(f"pure-rest.{part}.json")
    assert harness.best_reader(text) == "pure-rest"
    for seed in range(4):
        harness.assert_robust("pure-rest", text, seed)


def test_ports() -> None:
    found = rows("pure-rest.port.json", "target_port")
    assert found[0] == {
        "target_wwpn": "524a937a00000000",
        "director": "CT0",
        "port": "FC0",
        "port_name": "CT0.FC0",
        "role": "front-end",
        "protocol": "fc",
    }
    assert [row["director"] for row in found] == ["CT0", "CT1"]


def test_hosts_of_both_generations() -> None:
    assert [row["initiator_wwpn"] for row in rows("pure-rest.host.json", "registered_initiator")] == [
        "10000000c9000031",
        "10000000c9000032",
    ]
    assert {row["view"] for row in rows("pure-rest.host.json", "mask_initiator")} == {"esx31", "hgroup esx"}
    assert rows("pure-rest.hosts.json", "registered_initiator") == [
        {"initiator_wwpn": "10000000c9000041", "host": "esx41", "initiator_type": "esxi", "registered": True}
    ]
    assert rows("pure-rest.hosts.json", "array_setting") == [
        {"scope": "esx41", "setting": "personality", "value": "esxi"},
        {"scope": "esx41", "setting": "port connectivity", "value": "Single Controller"},
    ]


def test_volumes_connections_logins() -> None:
    (volume,) = rows("pure-rest.volume.json", "storage_volume")
    assert (volume["device"], volume["size_bytes"]) == (DEVICE, 1073741824)
    assert rows("pure-rest.connect.json", "mask_volume") == [
        {"view": "esx31", "volume_name": "ora_31", "lun": 1},
        {"view": "hgroup esx", "volume_name": "ds_31", "lun": 254},
    ]
    assert rows("pure-rest.login.json", "array_login") == [
        {
            "initiator_wwpn": "10000000c9000031",
            "target_wwpn": "524a937a00000000",
            "port_name": "CT0.FC0",
            "logged_in": True,
        }
    ]


def test_connections_of_a_group_name_the_group() -> None:
    text = '[{"vol": "ds_31", "name": "esx", "lun": 254}]'
    assert rows("pure-rest.connect.json", "mask_volume", text) == [
        {"view": "hgroup esx", "volume_name": "ds_31", "lun": 254}
    ]


def test_serial_that_is_none_is_kept_as_bad_value() -> None:
    text = sample("pure-rest.volume.json").replace("0123456789ABCDEF00011010", "Fedd3455666y")
    assert [row["value"] for row in rows("pure-rest.volume.json", "bad_value", text)] == ["Fedd3455666y"]


def test_answers_of_one_array_are_one_array(tmp_path: Path) -> None:
    names = dict(zip(PARTS, ("ports", "hosts", "volumes", "connections", "ports-initiators"), strict=True))
    files = {f"pure01-{names[part]}.json": sample(f"pure-rest.{part}.json") for part in PARTS}
    _, found = single_controller(tmp_path, files, "esx31", DEVICE, [("10000000c9000031", "524a937a00000000")])
    assert [(row["host"], row["controller_names"]) for row in found] == [("esx31", ["CT0"])]


def test_ports_and_interfaces_of_the_second_generation() -> None:
    known = {
        (row["port_name"], row["director"], row["target_wwpn"], row["protocol"])
        for row in rows("pure-rest.ports.json", "target_port")
    }
    assert known == {
        ("CT0.FC0", "CT0", "524a937a41000000", "fc"),
        ("CT1.FC0", "CT1", "524a937a41000010", "fc"),
        ("CT1.FC1", "CT1", "524a937a41000012", "nvme"),
    }
    interfaces = rows("pure-rest.network-interfaces.json", "target_port")
    assert known == {(row["port_name"], row["director"], row["target_wwpn"], row["protocol"]) for row in interfaces}
    assert [(row["enabled"], row.get("speed_gbps")) for row in interfaces] == [
        (True, 16.0),
        (False, None),
        (True, 32.0),
    ]


def test_array_controllers_and_groups_of_the_second_generation() -> None:
    assert rows("pure-rest.arrays.json", "storage_array")[0]["serial"] == "c1c1c1c1-1111-4104-a0ca-d05b1a61d1cd"
    assert [row["director"] for row in rows("pure-rest.controllers.json", "director")] == ["CT0", "CT1"]
    assert rows("pure-rest.host-groups.json", "mask_view") == [{"view": "hgroup esx"}]
    assert rows("pure-rest.connections.json", "mask_volume") == [
        {"view": "hgroup esx", "volume_name": "ds_41", "lun": 254},
        {"view": "hgroup esx", "volume_name": "ds_42", "lun": 253},
    ]


def test_destroyed_volumes_are_no_volumes() -> None:
    (volume,) = rows("pure-rest.volumes.json", "storage_volume")
    assert (volume["storage_volume"], volume["device"]) == ("ds_41", SECOND_DEVICE)
    result = harness.read("pure-rest", sample("pure-rest.volumes.json"))
    assert [note.text for note in result.notes] == [
        "skipped objects of type destroyed: sanlint reads nothing from them"
    ]


def test_load_of_hosts_is_not_that_of_volumes() -> None:
    load = (
        '"reads_per_sec": 1, "writes_per_sec": 2, "usec_per_read_op": 3, "read_bytes_per_sec": 4, "time": 1690000000000'
    )
    text = f'{{"items": [{{"name": "esx41", {load}}}, {{"id": "c1", "name": "ds_41", {load}}}]}}'
    assert [row["about_key"] for row in rows("pure-rest.ports.json", "workload", text)] == ["ds_41"]


def _with_context(part: str, array: str) -> str:
    context = f'{{"context": {{"id": "c1", "name": "{array}", "resource_type": "arrays"}}, '
    return sample(f"pure-rest.{part}.json").replace("\n  {", f"\n  {context}")


def test_the_context_names_the_array() -> None:
    reader = reader_named("pure-rest")
    assert reader.owner_in is not None
    assert reader.owner_in(_with_context("ports", "fa41")) == "fa41"
    assert reader.owner_in(_with_context("arrays", "fa41")) == "fa41"
    assert reader.owner_in(_with_context("ports", "fleet1").replace('"arrays"', '"fleets"')) is None


def test_objects_of_several_arrays_are_not_read() -> None:
    text = _with_context("ports", "fa41").replace('"fa41"', '"fa42"', 1)
    assert reader_named("pure-rest").owner_in(text) is None  # type: ignore[misc]
    result = harness.read("pure-rest", text)
    assert result.observations.rows("target_port") == []
    assert result.notes[0].text.startswith("reading stopped: objects of several arrays: fa42, fa41")
    assert text.split("\n")[result.notes[0].line - 1].count('"fa41"') == 1


@pytest.mark.parametrize("folder", ["fa41", ""])
def test_a_host_with_all_paths_at_one_controller_of_the_second_generation(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir(exist_ok=True)
    prefix = "" if folder else "fa41-"
    for part in SECOND:
        (tmp_path / folder / f"{prefix}{part}.json").write_text(sample(f"pure-rest.{part}.json"), encoding="utf-8")
    logins = [("10000000c9000041", "524a937a41000000")]
    _, found = single_controller(tmp_path, {}, "esx41", SECOND_DEVICE, logins)
    assert [(row["host"], row["controller_names"], row["storage_array"]) for row in found] == [
        ("esx41", ["CT0"], "fa41")
    ]


def test_corpus() -> None:
    folder = "arrays/pure-rest/delfin-"
    controllers = corpus_rows("pure-rest", folder + "controllers_info.json", "director")
    assert [(row["director"], row["version"]) for row in controllers] == [("CT0", "5.3.0"), ("CT1", "5.3.0")]
    hosts = corpus_rows("pure-rest", folder + "hosts_info.json", "registered_initiator")
    assert (len(hosts), hosts[0]["host"], hosts[0]["initiator_wwpn"]) == (17, "windows223", "21000024ff2c9524")
    groups = corpus_rows("pure-rest", folder + "hgroup_info.json", "mask_view")
    assert [row["view"] for row in groups] == ["hgroup podgroup", "hgroup NewTest", "hgroup QIB", "hgroup HGTest"]
    settings = corpus_rows("pure-rest", folder + "hosts_personality_info.json", "array_setting")
    assert settings == [{"scope": "zhilong-host0000002130", "setting": "personality", "value": "aix"}]
    bad = corpus_rows("pure-rest", folder + "port_info.json", "bad_value")
    assert [row["value"] for row in bad] == ["43ddff45ggg4rty"]
