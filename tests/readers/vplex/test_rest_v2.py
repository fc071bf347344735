"""VPLEX REST v2: objects identified by their attributes, clusters by their URIs, numbers in any notation."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import assert_robust, best_reader, check_types, corpus_file, read
from tests.thorough import examples

NAME = "vplex-rest-v2"
C1 = "/vplex/v2/clusters/cluster-1"
VIEW = {
    "name": "db01",
    "operational_status": "ok",
    "initiators": [f"{C1}/exports/initiator_ports/db01_hba_a"],
    "ports": [f"{C1}/exports/ports/P0000000046C0A1B2-A0-FC00"],
    "virtual_volumes": [
        {
            "uri": "/vplex/v2/distributed_storage/distributed_virtual_volumes/dd%3A1_vol",
            "lun": 7,
            "vpd_id": "VPD83T3:6000144000000010a0a1b20000000001",
            "capacity": 536870912000.0,
        }
    ],
}
DEVICE = {
    "name": "dev_db01",
    "geometry": "raid-1",
    "capacity": 10737418240.0,
    "transfer_size": 40960.0,
    "rebuild_eta": "129",
    "rebuild_status": "rebuilding",
    "rebuild_type": "full",
    "service_status": "running",
    "top_level": False,
    "thin_capable": True,
    "rebuild_allowed": True,
}
VOLUME = {
    "name": "VPD83T3:60000970000199900001533030303031",
    "use": "used",
    "io_status": "alive",
    "itls": [
        {"initiator": "0x5000144260a1b210", "target": "0x5000097300000110", "lun": "12"},
        {"initiator": "0x5000144270a1b210", "target": "0x5000097300000150", "lun": "0x010b"},
    ],
    "storage_array_name": f"{C1}/storage_arrays/EMC-SYMMETRIX-199900001",
    "storage_volumetype": "normal",
}


def _rows(*objects: object, **wrapper: object) -> dict[str, list[dict[str, object]]]:
    document: object = dict(wrapper) if wrapper else (objects[0] if len(objects) == 1 else list(objects))
    result = read(NAME, json.dumps(document, indent=1))
    assert result.failure is None and result.unread_lines == 0
    kinds = {chunk.kind for chunk in result.observations.chunks()}
    return {kind: list(result.observations.rows(kind)) for kind in kinds}


def test_a_storage_view() -> None:
    rows = _rows(VIEW)
    (volume,) = rows["mask_volume"]
    assert (volume["volume_name"], volume["lun"], volume["size_bytes"], volume["device"], volume["cluster"]) == (
        "dd:1_vol",
        7,
        536_870_912_000,
        "naa.6000144000000010a0a1b20000000001",
        "cluster-1",
    )
    assert rows["mask_port"][0]["port_name"] == "P0000000046C0A1B2-A0-FC00"
    assert rows["mask_initiator"][0]["initiator_name"] == "db01_hba_a"
    assert rows["mask_view"][0]["operational_status"] == "ok"


def test_numbers_as_floats_and_the_cluster_of_the_request() -> None:
    capture = Capture(text=json.dumps([DEVICE]), owner="vplex01", command=f"GET {C1}/devices")
    (device,) = read_capture(reader_named(NAME), capture).observations.rows("vplex_device")
    assert (device["transfer_size_bytes"], device["size_bytes"], device["top_level"], device["cluster"]) == (
        40_960,
        10_737_418_240,
        False,
        "cluster-1",
    )


def test_both_spellings_of_nexuses() -> None:
    rows = _rows(VOLUME)
    assert [(row["initiator_wwpn"], row["lun"], row["state"]) for row in rows["backend_path"]] == [
        ("5000144260a1b210", 12, "active"),
        ("5000144270a1b210", 0x10B, "active"),
    ]
    (volume,) = rows["storage_volume"]
    assert (volume["device"], volume["storage_array"], volume["used_by_cluster"]) == (
        "naa.60000970000199900001533030303031",
        "EMC-SYMMETRIX-199900001",
        "cluster-1",
    )
    serials = [row.get("serial") for row in rows["storage_array"] if row["storage_array"] != "owner1"]
    assert serials == ["000199900001"]


def test_a_nexus_without_a_volume_yields_its_port() -> None:
    result = read(NAME, json.dumps(VOLUME["itls"]))
    assert [row["target_wwpn"] for row in result.observations.rows("target_port")] == [
        "5000144260a1b210",
        "5000144270a1b210",
    ]
    assert result.observations.rows("backend_path") == [] and len(result.notes) == 1


def test_a_port_shows_its_exports_and_initiators() -> None:
    port = {
        "name": "P0000000046C0A1B2-A0-FC00",
        "director": "director-1-1-A",
        "export_status": "ok",
        "port_wwn": "0x5000144260a1b200",
        "exports": [
            {"lun": 1, "view": None, "volume": "no_view_vol"},
            {"lun": "0x10", "status": "unknown", "view": f"{C1}/exports/storage_views/db01", "volume": "web01_vol"},
            {"lun": 3, "view": f"{C1}/exports/storage_views/db02", "volume": None},
            {"lun": 4, "view": "/vplex/v2/clusters/cluster-2/exports/storage_views/db03", "volume": None},
        ],
    }
    rows = _rows(port)
    assert [(row["view"], row["volume_name"], row["lun"]) for row in rows["mask_volume"]] == [("db01", "web01_vol", 16)]
    assert [(row["cluster"], row["view"]) for row in rows["mask_port"]] == [
        ("cluster-1", "db01"),
        ("cluster-1", "db02"),
        ("cluster-2", "db03"),
    ]
    assert rows["target_port"][0]["director_id"] == "0000000046c0a1b2"


def test_groups_and_their_rules() -> None:
    group = {
        "name": "cg",
        "auto_resume_at_loser": False,
        "detach_rule": {"type": "winner", "cluster": C1, "delay": 5},
        "operational_status": [
            {"cluster": "cluster-1", "summary": "ok", "details": []},
            {"cluster": "cluster-2", "summary": "suspended", "details": ["cluster-departure"]},
        ],
        "storage_at_clusters": [C1, "/vplex/v2/clusters/cluster-2"],
        "virtual_volumes": ["/vplex/v2/distributed_storage/distributed_virtual_volumes/dd_vol"],
    }
    rows = _rows(group)
    (found,) = rows["consistency_group"]
    assert (found["detach_rule"], found["winner"], found["detach_delay_seconds"], found["cluster"]) == (
        "winner",
        "cluster-1",
        5,
        "",
    )
    assert found["operational_status"] == "cluster-1: ok, cluster-2: suspended"
    assert found["auto_resume_at_loser"] is False
    assert rows["virtual_volume"][0]["consistency_group"] == "cg"


def test_objects_known_from_the_interface_description() -> None:
    rows = _rows(
        {"name": "director-1-1-A", "director_id": "0x0000000046c0a1b2", "communication_status": "no_contact",
         "engine_id": "engine-1-1", "cluster_id": 1, "hostname": "dir-a"},
        {"name": "cluster-1", "cluster_id": 1, "island_id": 1, "is_local": True, "connected": False},
        {"product_type": "Metro", "wan_type": "IP", "hardware_type": "VS6"},
        {"name": "Product Version", "version": "7.0.1.0.0.15", "info": "-"},
        {"name": "meta_c1", "active": True, "block_count": 1, "capacity": 83751862272, "volume_uuid": "u"},
        {"admin_state": "enabled", "components": [
            {"name": "server", "operational_state": "clusters-in-contact", "management_connectivity": "ok"}]},
        {"uri": f"{C1}/virtual_volumes/v", "parents": [f"{C1}/exports/storage_views/db01"],
         "children": [f"{C1}/devices/dev_v"]},
    )  # fmt: skip
    assert rows["director"][0]["director_id"] == "0000000046c0a1b2" and rows["director"][0]["letter"] == "A"
    assert rows["vplex_cluster"][0]["connected"] is False
    system = {key: value for row in rows["storage_array"] for key, value in row.items()}
    assert (system["product_type"], system["hardware"], system["array_version"]) == ("metro", "VS6", "7.0.1.0.0.15")
    assert (rows["system_volume"][0]["volume_type"], rows["system_volume"][0]["active"]) == ("meta-volume", True)
    assert [row.get("connected") for row in rows["witness"]] == [None, True]
    assert rows["mask_volume"][0]["volume_name"] == "v" and rows["mask_volume"][0]["view"] == "db01"
    assert [(row["virtual_volume"], row["vplex_device"]) for row in rows["virtual_volume"]] == [("v", "dev_v")]


def test_output_of_a_module_without_its_secrets() -> None:
    output = {
        "changed": False,
        "invocation": {"module_args": {"cluster_name": "Pune", "password": "hunter2hunter2"}},
        "storage_view_details": {**VIEW, "initiators": [], "ports": []},
        "Devices": ["dev_1"],
    }
    result = read(NAME, f"ok: [localhost] => {json.dumps(output)}")
    assert result.unread_lines == 0
    (device,) = result.observations.rows("vplex_device")
    assert (device["vplex_device"], device["cluster"]) == ("dev_1", "Pune") and "top_level" not in device
    written = repr([chunk.values for chunk in result.observations.chunks()]) + repr(result.notes)
    assert "hunter2" not in written


def test_truncated_lists_keep_complete_objects() -> None:
    text = json.dumps([DEVICE, VIEW], indent=1)
    result = read(NAME, text[: text.index('"virtual_volumes"')])
    assert result.ends_inside_record
    assert [row["vplex_device"] for row in result.observations.rows("vplex_device")] == ["dev_db01"]
    assert result.observations.rows("mask_view") == []


@pytest.mark.parametrize(
    "text", ['{"name": "a", "status": "up"}', '{"ports": [1], "name": "x"}', '{"volumes": [], "links": {"a": 1}}', "[]"]
)
def test_other_json_is_not_claimed(text: str) -> None:
    assert best_reader(text) != NAME


@given(st.integers(0, 10_000))
@settings(max_examples=examples(25))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust(NAME, json.dumps([VIEW, DEVICE, VOLUME], indent=1), seed)


CORPUS = (2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 14, 15, 16, 18, 19, 21, 23, 24, 26, 27)


@pytest.mark.parametrize("number", CORPUS)
def test_each_outside_file_is_read_completely(number: int) -> None:
    text = corpus_file(f"fabric/vplex-rest-v2/ansible-vplex-{number}.json")
    assert best_reader(text) == NAME
    result = read_capture(reader_named(NAME), Capture(text=text, owner="vplex01"))
    check_types(result)
    assert result.failure is None and result.unread_lines == 0 and not result.ends_inside_record
    assert result.records > 1


def test_outside_values() -> None:
    def rows(number: int, kind: str) -> list[dict[str, object]]:
        text = corpus_file(f"fabric/vplex-rest-v2/ansible-vplex-{number}.json")
        return list(read(NAME, text).observations.rows(kind))

    (port,) = rows(16, "target_port")
    assert (port["target_wwpn"], port["director"], port["director_id"], port["export_status"], port["port"]) == (
        "5000144260124b00",
        "director-1-1-A",
        "0000000046e0124b",
        "ok",
        "A0-FC00",
    )
    assert [(row["view"], row["volume_name"], row["lun"]) for row in rows(16, "mask_volume")] == [
        ("ansible-storview", "ansible_dist_dev_vol", 0),
        ("ansible-storview", "ansible_vol_1", 1),
    ]
    initiators = rows(19, "registered_initiator")
    assert len(initiators) == 10 and {row["cluster"] for row in initiators} == {"Bangalore"}
    assert sum(row["registered"] is False for row in initiators) == 6
    assert len(rows(19, "array_login")) == 40
    assert [(row["component"], row["component_cluster"]) for row in rows(7, "device_component")] == [
        ("comb_1", "cluster-1"),
        ("vir_2_1", "cluster-2"),
    ]
    (leg,) = rows(5, "vplex_device")
    assert (leg["transfer_size_bytes"], leg["rebuild_status"], leg["health_state"]) == (
        40_960,
        "rebuilding",
        "minor-failure",
    )
    (group,) = rows(27, "consistency_group")
    assert group["operational_status"] == "cluster-1: ok, cluster-2: suspended"
    assert group["detach_rule"] == "no-automatic-winner"
    back_end = [row for row in rows(26, "target_port") if row["role"] == "back-end"]
    assert len(back_end) == 8 and back_end[0]["target_wwpn"] == "c001445a80e00800"
    assert {row["vplex_device"] for row in rows(26, "vplex_device") if row["distributed"]} == {
        "DR1_10GB_003",
        "DR1_10GB_004",
        "DR1_10GB_005",
        "DR1_10GB_006",
    }
    paths = rows(3, "backend_path")
    assert len(paths) == 4 and {row["lun"] for row in paths} == {76}
    assert {row["device"] for row in paths} == {"naa.60000970000197200581533030353632"}
    assert rows(23, "mobility")[0]["transfer_size_bytes"] == 131_072


def test_statistics_that_are_not_a_mapping_are_reported() -> None:
    statistics = [{"name": "mon1", "operational_status": "ok", "statistics": [{"disk": []}]}, VIEW]
    result = read(NAME, json.dumps(statistics, indent=1))
    assert result.failure is None
    assert [note.text for note in result.notes] == ["skipped the statistics of a monitor: not a map of metrics"]
    assert result.observations.rows("mask_view")
