"""FlashArray REST 1.x and 2.x: values of synthetic and outside answers, damage, and an audit of one array's answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers import harness
from tests.readers.array_exports import corpus_rows, rows, sample, single_controller

PARTS = ("port", "host", "volume", "connect", "login", "host2")
DEVICE = "naa.624a93700123456789abcdef00011010"


@pytest.mark.parametrize("part", PARTS)
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
    assert rows("pure-rest.host2.json", "registered_initiator") == [
        {"initiator_wwpn": "10000000c9000041", "host": "esx41", "initiator_type": "esxi", "registered": True}
    ]
    assert rows("pure-rest.host2.json", "array_setting") == [
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
    names = dict(
        zip(PARTS, ("ports", "hosts", "volumes", "connections", "ports-initiators", "host-groups"), strict=True)
    )
    files = {f"pure01-{names[part]}.json": sample(f"pure-rest.{part}.json") for part in PARTS}
    _, found = single_controller(tmp_path, files, "esx31", DEVICE, [("10000000c9000031", "524a937a00000000")])
    assert [(row["host"], row["controller_names"]) for row in found] == [("esx31", ["CT0"])]


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
