"""Adapters registered with the fabric: the same attributes from Brocade, Cisco and the REST API."""

from __future__ import annotations

import json
import re

import pytest

from tests.readers import harness
from tests.readers.array_exports import SAMPLES

BROCADE = (SAMPLES / "brocade-fdmishow.txt").read_text(encoding="utf-8")
CISCO = (SAMPLES / "nxos-show-fdmi-database-detail.txt").read_text(encoding="utf-8")
REST = {
    "Response": {
        "hba": [
            {
                "hba-id": "20:00:00:24:ff:00:00:11",
                "domain-id": 7,
                "manufacturer": "QLogic Corporation",
                "serial-number": "AFD0000A00001",
                "model": "QLE2742",
                "driver-version": "10.02.00.106-k",
                "firmware-version": "9.06.02 (d0d5)",
                "os-name-and-version": "Linux 4.18.0-425.el8.x86_64",
                "hba-port-list": {"wwn": ["21:00:00:24:ff:00:00:11", "21:00:00:24:ff:00:00:12"]},
            }
        ]
    }
}


def adapters(reader: str, text: str) -> list[dict[str, object]]:
    rows = harness.read(reader, text).observations.rows("registered_adapter")
    return [{name: value for name, value in row.items() if name not in ("line", "switch")} for row in rows]


def emulex() -> dict[str, object]:
    return {
        "wwpn": "10000090faaa0001", "hostname": "esx01.example.net", "vendor": "Emulex Corporation", "model": "LPe16002B-M6",
        "serial": "FC00000001", "firmware_version": "12.8.340.8", "driver_version": "12.8.340.8", "os_name": "VMware ESXi 7.0.3",
    }  # fmt: skip


def qlogic(wwpn: str, firmware: str, **more: str) -> dict[str, object]:
    return {
        "wwpn": wwpn, "vendor": "QLogic Corporation", "model": "QLE2742", "serial": "AFD0000A00001",
        "firmware_version": firmware, "driver_version": "10.02.00.106-k", "os_name": "Linux 4.18.0-425.el8.x86_64", **more,
    }  # fmt: skip


def test_every_port_of_an_adapter_has_the_attributes_of_both() -> None:
    assert adapters("brocade-fdmishow", BROCADE) == [
        emulex(),
        qlogic("21000024ff000011", "9.06.02 (d0d5)", hostname="lin01"),
        qlogic("21000024ff000012", "9.06.02 (d0d5)"),
    ]
    assert adapters("nxos-show-fdmi-database-detail", CISCO) == [
        qlogic("21000024ff000011", "9.06.02", hostname="lin01"),
        emulex(),
    ]


def test_the_rest_api_names_the_ports_of_an_adapter() -> None:
    assert adapters("brocade-rest-json", json.dumps(REST)) == [
        qlogic("21000024ff000011", "9.06.02 (d0d5)"),
        qlogic("21000024ff000012", "9.06.02 (d0d5)"),
    ]


@pytest.mark.parametrize(("reader", "text"), [("brocade-fdmishow", BROCADE), ("nxos-show-fdmi-database-detail", CISCO)])
def test_lost_indentation_changes_nothing(reader: str, text: str) -> None:
    flat = re.sub(r"(?m)^[ \t]+", "", text)
    assert harness.best_reader(flat) == reader
    assert adapters(reader, flat) == adapters(reader, text)
    assert harness.read(reader, flat).unread_lines == harness.read(reader, text).unread_lines == 0


def test_an_adapter_without_attributes_leaves_those_of_the_next_one_alone() -> None:
    text = BROCADE.replace(
        "20:00:00:24:ff:00:00:11\n", "20:00:00:24:ff:00:00:99\n   Ports: 0\n  20:00:00:24:ff:00:00:11\n", 1
    )
    assert adapters("brocade-fdmishow", text) == adapters("brocade-fdmishow", BROCADE)
