"""Tools of the vendors of FC adapters: hbacmd (Emulex) and qaucli (QLogic)."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import best_reader, read, sample


@pytest.mark.parametrize(
    "name",
    [
        "emulex-listhbas",
        "emulex-hbaattributes",
        "emulex-portattributes",
        "emulex-portstatistics",
        "qlogic-cards",
        "qlogic-ports",
    ],
)
def test_each_is_recognised_and_read_completely(name: str) -> None:
    assert best_reader(sample(name)) == name
    result = read(name, sample(name))
    assert (result.unread_lines, result.notes, result.ends_inside_record) == (0, [], False)


def test_the_list_of_emulex_adapters() -> None:
    first, second = read("emulex-listhbas", sample("emulex-listhbas")).observations.rows("initiator")
    assert first == {
        "host": "db01", "initiator_wwpn": "10000090fa000001", "wwnn": "20000090fa000001", "fabric_wwn": "100050eb1a000001",
        "protocol": "fcp", "transport": "fc", "model": "LPe16002B-M6", "line": 4,
    }  # fmt: skip
    # Zeros are the fabric of a port that has not logged in.
    assert "fabric_wwn" not in second


def test_a_converged_adapter_carries_fc_only_with_a_wwn() -> None:
    text = sample("emulex-listhbas").replace("Port Type      : FC\n", "Port Type      : FCoE\n", 1)
    text = text.replace("10:00:00:90:fa:00:00:02", "00:00:00:00:00:00:00:00")
    result = read("emulex-listhbas", text)
    assert [(i["initiator_wwpn"], i["transport"]) for i in result.observations.rows("initiator")] == [
        ("10000090fa000001", "fcoe")
    ]
    assert result.observations.rows("bad_value") == []


def test_driver_and_firmware_of_an_emulex_adapter() -> None:
    (adapter,) = read("emulex-hbaattributes", sample("emulex-hbaattributes")).observations.rows("initiator")
    assert {name: adapter[name] for name in ("initiator_wwpn", "model", "driver", "driver_version", "firmware_version", "flash_firmware_version")} == {
        "initiator_wwpn": "10000090fa000001", "model": "LPe16002B-M6", "driver": "lpfc", "driver_version": "12.6.0.2",
        "firmware_version": "11.2.156.27", "flash_firmware_version": "11.2.156.27",
    }  # fmt: skip


def test_state_and_speed_of_emulex_ports() -> None:
    up, down = read("emulex-portattributes", sample("emulex-portattributes")).observations.rows("initiator")
    assert {name: up[name] for name in ("port_state", "speed_gbps", "max_speed_gbps", "fcid", "fabric_wwn", "port_type")} == {
        "port_state": "online", "speed_gbps": 16.0, "max_speed_gbps": 16.0, "fcid": "010a00", "fabric_wwn": "100050eb1a000001",
        "port_type": "Fabric",
    }  # fmt: skip
    assert down["port_state"] == "linkdown"
    assert not {"speed_gbps", "fcid", "fabric_wwn", "port_type"} & down.keys()


def test_counters_that_the_driver_does_not_have_are_no_zeros() -> None:
    counters = read("emulex-portstatistics", sample("emulex-portstatistics")).observations.rows("initiator_counter")
    assert {(c["hba"], c["counter"], c["value"]) for c in counters} == {
        ("10000090fa000001", name, value)
        for name, value in {
            "link_failure": 1, "loss_sync": 2, "loss_signal": 0, "protocol_errors": 0, "invalid_words": 14, "crc_err": 3,
        }.items()
    }  # fmt: skip


def test_the_list_of_qlogic_cards() -> None:
    rows = read("qlogic-cards", sample("qlogic-cards")).observations
    assert [(i["initiator_wwpn"], i["model"], i["port_state"]) for i in rows.rows("initiator")] == [
        ("21000024ff000001", "QLE2564", "online"),
        ("21000024ff000002", "QLE2564", "linkdown"),
        ("21000024ff000011", "QLE2564", "online"),
        ("21000024ff000012", "QLE2564", "SFP not installed"),
    ]
    assert [(h["host"], h["platform"]) for h in rows.rows("host")] == [("db01", "linux")]


def test_the_attributes_of_qlogic_ports() -> None:
    up, down = read("qlogic-ports", sample("qlogic-ports")).observations.rows("initiator")
    assert up == {
        "host": "db01", "initiator_wwpn": "21000024ff000001", "wwnn": "20000024ff000001", "protocol": "fcp", "transport": "fc",
        "model": "QLE2692", "driver_version": "10.01.00.21.08.2-k", "firmware_version": "9.07.00", "fcid": "010f00",
        "fabric_wwn": "100050eb1a000001", "speed_gbps": 16.0, "max_speed_gbps": 16.0, "port_type": "NPort", "line": 3,
    }  # fmt: skip
    assert not {"speed_gbps", "fcid", "fabric_wwn", "port_type", "port_state"} & down.keys()


def test_a_list_of_several_machines_gives_each_its_adapters() -> None:
    text = sample("emulex-listhbas")
    second = text.rindex("Host Name      : db01")
    text = text[:second] + text[second:].replace("db01", "db02")
    rows = read("emulex-listhbas", text).observations.rows("initiator")
    assert [(i["host"], i["initiator_wwpn"][-1]) for i in rows] == [("db01", "1"), ("db02", "2")]


def test_a_configured_name_replaces_the_printed_one() -> None:
    text = sample("qlogic-ports")
    capture = Capture(text=text, owner="erp", owner_basis="config")
    rows = read_capture(reader_named("qlogic-ports"), capture, Observations(samples=True)).observations
    assert {i["host"] for i in rows.rows("initiator")} == {"erp"}
    unnamed = read("qlogic-ports", text.replace("db01", "localhost.localdomain"), owner="unknown host (a.txt)")
    assert {i["host"] for i in unnamed.observations.rows("initiator")} == {"unknown host (a.txt)"}


def test_a_port_without_its_wwpn_is_reported() -> None:
    text = sample("qlogic-cards")
    result = read("qlogic-cards", text[: text.index(" (HBA instance  3)")])
    assert result.ends_inside_record
    assert len(result.observations.rows("initiator")) == 1
