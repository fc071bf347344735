"""Inventory of SANnav: switches, their ports, and the ports of devices, also as one fabric with other exports."""

from __future__ import annotations

import json

from checker.facts.values import Value
from tests import folders
from tests.readers.harness import assert_robust, best_reader, read
from tests.support import store_of

NAMES = ("brocade-sannav-rest.json", "brocade-sannav-rest.devices.json", "brocade-sannav-rest.switches.json")


def sample(name: str) -> str:
    return (folders.SAMPLES / name).read_text()


def rows(name: str, kind: str, *columns: str) -> list[tuple[Value, ...]]:
    return [
        tuple(row.get(column) for column in columns)
        for row in read("brocade-sannav-rest", sample(name)).observations.rows(kind)
    ]


def test_samples_are_recognised_and_robust() -> None:
    for name in NAMES:
        assert best_reader(sample(name)) == "brocade-sannav-rest"
        for seed in range(4):
            assert_robust("brocade-sannav-rest", sample(name), seed)


def test_ports_with_numbers_as_texts_and_ports_that_are_gone() -> None:
    columns = (
        "switch",
        "port",
        "port_index",
        "port_state",
        "port_type",
        "speed_gbps",
        "persistently_disabled",
        "fenced",
    )
    assert rows(NAMES[0], "switch_port", *columns) == [
        ("sw-a1", "5", 5, "online", "F", 16.0, False, False),
        ("dir-a1", "3/3", 35, "online", "E", 32.0, None, None),
        ("sw-a1", "6", 6, "offline", "U", None, True, True),
    ]


def test_a_port_of_a_device_is_a_login_and_a_port_between_switches_is_not() -> None:
    assert rows(NAMES[0], "login", "switch", "port", "wwpn") == [("sw-a1", "5", "100000109b000001")]
    assert rows(NAMES[1], "login", "switch", "port", "wwpn", "fcid", "fc4_role", "alias") == [
        ("sw-a1", "5", "100000109b000001", "010500", "initiator", "esx01_hba1"),
        ("dir-a1", "3/4", "5000144290000001", "022400", "target", None),
    ]


def test_switches() -> None:
    assert rows(NAMES[2], "switch", "switch", "domain_id", "switch_role", "firmware_version", "fabric_id") == [
        ("sw-a1", "1", "subordinate", "v9.1.1c", None),
        ("dir-a1", "2", "principal", "v9.1.1c", "128"),
    ]


def test_lists_that_scripts_save_are_recognised_by_their_objects() -> None:
    for name in NAMES:
        (listed,) = [value for value in json.loads(sample(name)).values() if isinstance(value, list)]
        text = json.dumps(listed, indent=1)
        assert best_reader(text) == "brocade-sannav-rest"
        kinds = ("switch", "switch_port", "login")
        counts = [
            len(read("brocade-sannav-rest", given).observations.rows(kind))
            for kind in kinds
            for given in (text, sample(name))
        ]
        assert counts[::2] == counts[1::2]


def test_the_lists_are_of_the_same_switches() -> None:
    store = store_of({f"sannav/{name}": sample(name) for name in NAMES})
    assert store.rows("SELECT switch FROM switch ORDER BY switch") == [("dir-a1",), ("sw-a1",)]
    assert store.rows("SELECT switch, port, fc4_role FROM login ORDER BY switch") == [
        ("dir-a1", "3/4", "target"),
        ("sw-a1", "5", "initiator"),
    ]
