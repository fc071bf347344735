"""PowerStore REST: values of synthetic and outside answers, damage, and an audit of one array's answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests.readers import harness
from tests.readers.array_exports import corpus_rows, rows, sample, single_controller

PARTS = ("fcport", "host", "mapping", "volume", "metrics", "cluster")
DEVICE = "naa.68ccf0980048d7ab86ec9f7fdf000001"


@pytest.mark.parametrize("part", PARTS)
def test_damaged_input_breaks_nothing(part: str) -> None:
    text = sample(f"powerstore-rest.{part}.json")
    assert harness.best_reader(text) == "powerstore-rest"
    for seed in range(4):
        harness.assert_robust("powerstore-rest", text, seed)


def test_ports_name_their_node() -> None:
    up, down = rows("powerstore-rest.fcport.json", "target_port")
    assert up == {
        "target_wwpn": "58ccf0904d200001",
        "director": "A1-NodeA",
        "port": "IoModule0-FEPort0",
        "port_name": "fc0a",
        "role": "front-end",
        "port_state": "up",
        "protocol": "fc",
        "speed_gbps": 16.0,
        "max_speed_gbps": 16.0,
    }
    assert (down["director"], down["port_state"], down["max_speed_gbps"]) == ("A1-NodeB", "down", 8.0)


def test_hosts_and_their_sessions() -> None:
    assert rows("powerstore-rest.host.json", "array_login") == [
        {"initiator_wwpn": "10000000c9000021", "port_name": "fc0a", "logged_in": True},
    ]
    states = {r["initiator_wwpn"]: r["port_state"] for r in rows("powerstore-rest.host.json", "registered_initiator")}
    assert states == {"10000000c9000021": "logged in", "10000000c9000022": "not logged in"}
    views = {(r["view"], r["initiator_wwpn"]) for r in rows("powerstore-rest.host.json", "mask_initiator")}
    assert views == {(view, f"10000000c900002{n}") for view in ("h-0001", "g-0001") for n in (1, 2)}


def test_mappings_and_volumes() -> None:
    assert rows("powerstore-rest.mapping.json", "mask_volume") == [
        {"view": "h-0001", "volume_name": "v-0001", "lun": 3},
        {"view": "g-0001", "volume_name": "v-0002", "lun": 2},
    ]
    (volume,) = rows("powerstore-rest.volume.json", "storage_volume")
    assert (volume["device"], volume["label"], volume["default_owner"]) == (DEVICE, "ora_01", "A1-NodeB")


def test_latency_comes_in_microseconds() -> None:
    load, later = rows("powerstore-rest.metrics.json", "workload")
    assert later["latency_ms"] == 5.0
    assert (load["iops"], load["read_ms"], load["latency_ms"], load["throughput_mbps"]) == (100.0, 0.4, 0.5, 0.8192)


def test_answers_of_one_array_are_one_array(tmp_path: Path) -> None:
    names = dict.fromkeys(PARTS) | {"fcport": "fc_port", "mapping": "host_volume_mapping"}
    files = {f"ps01-{names[part] or part}.json": sample(f"powerstore-rest.{part}.json") for part in PARTS}
    _, found = single_controller(tmp_path, files, "esx21", DEVICE, [("10000000c9000021", "58ccf0904d200001")])
    assert [(row["host"], row["controller_names"], row["storage_array"]) for row in found] == [
        ("esx21", ["A1-NodeA"], "ps01")
    ]


def test_corpus() -> None:
    folder = "arrays/powerstore-rest/delfin-"
    ports = corpus_rows("powerstore-rest", folder + "fc_info.json", "target_port")
    assert [(row["target_wwpn"], row["port_state"]) for row in ports] == [
        ("58ccf0904d2219fb", "down"),
        ("58ccf0904d2019fb", "down"),
    ]
    (initiator,) = corpus_rows("powerstore-rest", folder + "host_info.json", "registered_initiator")
    assert (initiator["initiator_wwpn"], initiator["host"]) == ("110022a424b53225", "hg02")
    volumes = corpus_rows("powerstore-rest", folder + "masking_info.json", "mask_volume")
    assert [row["lun"] for row in volumes] == [3, 2]
    assert len(corpus_rows("powerstore-rest", folder + "node_info.json", "component")) == 2
    assert len(corpus_rows("powerstore-rest", folder + "hardware_port_info.json", "component")) == 5
    assert len(corpus_rows("powerstore-rest", folder + "perf_fc_info.json", "target_port")) == 1


def test_samples_that_stand_for_several_are_noted() -> None:
    result = harness.read(
        "powerstore-rest", sample("powerstore-rest.metrics.json").replace('"repeat_count": 1', '"repeat_count": 4', 1)
    )
    assert ["repeat_count above 1" in note.text for note in result.notes] == [True]
    first, *_ = rows("powerstore-rest.metrics.json", "workload")
    assert (first["read_mbps"], first["write_mbps"]) == (0.57344, 0.245760)


def test_a_host_port_without_a_session_is_not_incomplete_data(tmp_path: Path) -> None:
    (tmp_path / "host.json").write_text(sample("powerstore-rest.host.json"))
    report = audit([str(tmp_path)], Options(isolated=True, jobs=1, select=("DOC013",)))
    assert [one.message for one in report.findings if one.rule == "DOC013"] == []


def test_a_part_is_named_with_its_appliance_if_that_is_known() -> None:
    part = '[{{"id": "7", "name": "BaseEnclosure-NodeA-PSU"{}, "type": "Power_Supply", "lifecycle_state": "Failed"}}]'
    for appliance, name in ((', "appliance_id": "A1"', "A1 BaseEnclosure-NodeA-PSU"), ("", "BaseEnclosure-NodeA-PSU")):
        (row,) = harness.read("powerstore-rest", part.format(appliance)).observations.rows("component")
        assert (row["component"], row["operational_status"]) == (name, "Failed")
