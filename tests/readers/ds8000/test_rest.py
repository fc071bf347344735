"""REST answers of IBM DS8000."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checker.audit import Options, Session
from tests.readers import harness
from tests.readers.array_exports import SAMPLES, rows, sample
from tests.support import store_of

_HOST = """sanlint: 1
observed: true
hosts:
  esx01:
    devices:
      naa.6005076308ffd1ad0000000000000100: {vendor: IBM, model: "2107900", size_bytes: 1073741824, transport: fc}
    paths:
      - {device: naa.6005076308ffd1ad0000000000000100, initiator: '10000000c90000aa', target: '500507630310aa3d', state: active}
"""


def test_ports_of_open_systems_and_their_possible_speed() -> None:
    assert [
        (p["port_name"], p["target_wwpn"], p["port_state"], p["max_speed_gbps"])
        for p in rows("ds8000-rest.ioports.json", "target_port")
    ] == [("I0200", "500507630310aa3d", "up", 8.0), ("I0201", "500507630310ea3d", "offline", 16.0)]


def test_initiators_are_logged_in_at_ports() -> None:
    assert [
        (row["initiator_wwpn"], row["port_name"], row["logged_in"])
        for row in rows("ds8000-rest.host-ports.json", "array_login")
    ] == [
        ("10000000c90000aa", "I0200", True),
        ("10000000c90000aa", "I0201", True),
        ("10000000c90000ac", "I0201", True),
    ]
    assert [(row["view"], row["initiator_wwpn"]) for row in rows("ds8000-rest.host-ports.json", "mask_initiator")] == [
        ("esx01", "10000000c90000aa"),
        ("esx01", "10000000c90000ab"),
        ("esx02", "10000000c90000ac"),
    ]


def test_a_lun_number_that_depends_on_the_base_is_unknown() -> None:
    assert [
        (row["view"], row["volume_name"], row.get("lun")) for row in rows("ds8000-rest.mappings.json", "mask_volume")
    ] == [("esx01", "0100", 1), ("esx01", "0101", None)]


def test_volumes_of_the_mainframe_are_left_out() -> None:
    assert [
        (v["storage_volume"], v["label"], v["size_bytes"], v["provision_type"], v["pool"])
        for v in rows("ds8000-rest.volumes.json", "storage_volume")
    ] == [("0100", "vmfs01", 1 << 30, "thin", "P2"), ("0101", "vmfs02", 2 << 30, "thick", "P2")]


def test_the_array_has_the_name_that_dscli_prints() -> None:
    store = store_of({"ds1/systems.json": sample("ds8000-rest.systems.json")})
    assert store.rows("SELECT storage_array, serial FROM storage_array") == [("IBM.2107-7500A01", "7500A01")]


def test_nodes_and_io_enclosures() -> None:
    assert rows("ds8000-rest.nodes.json", "director") == [
        {"director": "00", "operational_status": "online"},
        {"director": "01", "operational_status": "offline"},
    ]
    assert rows("ds8000-rest.ioports.json", "array_setting") == [
        {"scope": "I0200", "setting": "I/O enclosure", "value": "2"}
    ]


def test_an_initiator_without_host_is_not_registered() -> None:
    text = sample("ds8000-rest.host-ports.json").replace('"host": {"name": "esx02"', '"host": {"name": ""')
    found = rows("ds8000-rest.host-ports.json", "registered_initiator", text)
    assert [(row.get("host"), row["registered"]) for row in found] == [("esx01", True), ("esx01", True), (None, False)]


@pytest.mark.parametrize("name", ["host-ports", "hosts", "ioports", "mappings", "systems", "volumes"])
def test_objects_without_the_envelope_of_the_server(name: str) -> None:
    answer = json.loads(sample(f"ds8000-rest.{name}.json"))
    text = json.dumps({"data": answer["data"]}, indent=1)
    assert harness.best_reader(text) == "ds8000-rest"
    assert harness.facts(harness.read("ds8000-rest", text)) == harness.facts(
        harness.read("ds8000-rest", json.dumps(answer))
    )


def test_data_of_another_program_is_not_of_a_ds8000() -> None:
    assert harness.best_reader(json.dumps({"data": {"volumes": [{"id": "0000", "name": "v1"}]}})) != "ds8000-rest"


def test_mappings_without_an_address_are_noted() -> None:
    text = sample("ds8000-rest.mappings.json").replace("/hosts/esx01/mappings/10", "/mappings/10")
    result = harness.read("ds8000-rest", text)
    assert [note.text for note in result.notes] == ["skipped mappings whose address does not name their host"]
    assert len(result.observations.rows("mask_volume")) == 1


def test_answers_of_one_system_are_the_array_at_the_end_of_a_path(tmp_path: Path) -> None:
    (tmp_path / "ds8k").mkdir()
    for path in SAMPLES.glob("ds8000-rest.*"):
        (tmp_path / "ds8k" / path.name.split(".")[1]).with_suffix(".json").write_text(path.read_text(encoding="utf-8"))
    (tmp_path / "inventory.yaml").write_text(_HOST, encoding="utf-8")
    with Session.open([str(tmp_path)], Options(isolated=True, jobs=1)) as san:
        report = san.check()
        ends = "SELECT p.host, t.storage_array FROM path p JOIN target_port t ON t.target_wwpn = p.target_wwpn"
        assert list(san.store.rows(ends)) == [("esx01", "IBM.2107-7500A01")]
    assert report.errors == ()
    failed = [finding.object for finding in report.findings if finding.rule.startswith("DIR014")]
    assert [found["storage_array"] for found in failed] == ["IBM.2107-7500A01"]
