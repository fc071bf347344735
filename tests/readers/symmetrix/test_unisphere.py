"""Unisphere REST: exact facts of synthetic answers of 8.4 to 10.x, and of outside answers if there is a corpus."""

from __future__ import annotations

import json

import pytest

from tests import folders
from tests.readers.harness import best_reader, corpus_file, facts, printed_size, read

SAMPLES = folders.SAMPLES
NAME = "symmetrix-unisphere-rest"


def _rows(answer: object, kind: str) -> list[dict[str, object]]:
    observations = read(NAME, json.dumps(answer)).observations
    return [{key: value for key, value in row.items() if key != "line"} for row in observations.rows(kind)]


def test_a_port_with_flags_and_views() -> None:
    observations = read(NAME, (SAMPLES / "symmetrix-unisphere-rest.json").read_text()).observations
    port = observations.rows("target_port")[0]
    assert (port["port_name"], port["target_wwpn"], port["speed_gbps"], port["max_speed_gbps"]) == (
        "FA-1D:4",
        "5000097398123404",
        16.0,
        32.0,
    )
    assert port["flags"] == "ACLX C SC3 SPC2"
    assert [(row["view"], row["port_name"]) for row in observations.rows("mask_port")] == [("esx01_view", "FA-1D:4")]


def test_connections_give_paths_luns_and_logins() -> None:
    observations = read(NAME, (SAMPLES / "symmetrix-unisphere-rest.2.json").read_text()).observations
    assert observations.rows("mask_view")[0]["port_group"] == "esx_pg"
    volume = observations.rows("mask_volume")[0]
    assert (volume["volume_name"], volume["lun"], printed_size(volume)) == ("000A1", 10, 500 << 30)
    login = observations.rows("array_login")[0]
    assert (login["initiator_wwpn"], login["port_name"], login["logged_in"]) == ("10000000c9030102", "FA-1D:4", True)


def test_connections_alone_take_view_and_array_from_the_request() -> None:
    body = json.dumps(
        {
            "maskingViewConnection": [
                {
                    "volumeId": "000A1",
                    "host_lun_address": "0001",
                    "initiatorId": "10000000c9030102",
                    "dir_port": "FA-1D:4",
                    "logged_in": False,
                    "on_fabric": True,
                }
            ]
        }
    )
    request = "GET https://u4p:8443/univmax/restapi/100/sloprovisioning/symmetrix/000197912345/maskingview/esx01_view/connections\n"
    result = read(NAME, request + body)
    assert [(row["storage_array"], row["view"]) for row in result.observations.rows("mask_volume")] == [
        ("000197912345", "esx01_view")
    ]
    assert (result.unread_lines, result.notes) == (0, [])
    alone = read(NAME, body)
    assert alone.observations.rows("mask_volume") == []
    assert [row["logged_in"] for row in alone.observations.rows("array_login")] == [False]
    assert len(alone.notes) == 1


def test_conflicting_rows_of_one_login_are_ignored() -> None:
    rows = [
        {
            "volumeId": f"000A{n}",
            "initiatorId": "10000000c9030102",
            "dir_port": "FA-1D:4",
            "logged_in": n == 1,
            "on_fabric": True,
        }
        for n in (1, 2)
    ]
    login = _rows({"maskingViewId": "v1", "maskingViewConnection": rows}, "array_login")
    assert login == [
        {"storage_array": "owner1", "initiator_wwpn": "10000000c9030102", "port_name": "FA-1D:4", "on_fabric": True}
    ]


@pytest.mark.parametrize(
    "wrap", [lambda item: item, lambda item: {"initiator": [item], "success": True}, lambda item: [item]]
)
def test_an_initiator_alone_or_wrapped(wrap: object) -> None:
    item = {
        "initiatorId": "10000000c9030102",
        "symmetrixPortKey": [{"directorId": "FA-1D", "portId": "FA-1D:4"}],
        "alias": "esx01/vmhba2",
        "type": "Fibre",
        "logged_in": True,
        "on_fabric": True,
        "host": "esx01_ig",
        "maskingview": ["esx01_view"],
        "flags_in_effect": "Common_Serial_Number(C), SCSI_3(SC3), SPC2_Protocol_Version(SPC2)",
    }
    answer = wrap(item)  # type: ignore[operator]
    assert _rows(answer, "registered_initiator") == [
        {
            "storage_array": "owner1",
            "initiator_name": "esx01/vmhba2",
            "initiator_wwpn": "10000000c9030102",
            "host": "esx01",
            "registered": True,
        }
    ]
    assert _rows(answer, "array_login")[0]["port_name"] == "FA-1D:4"
    assert {row["setting"] for row in _rows(answer, "array_setting")} == {"C", "SC3", "SPC2"}


def test_an_initiator_at_two_ports_has_no_state_at_either() -> None:
    keys = [{"directorId": "FA-1D", "portId": "4"}, {"directorId": "FA-2D", "portId": "4"}]
    answer = {"initiatorId": "10000000c9030102", "symmetrixPortKey": keys, "logged_in": True, "on_fabric": True}
    assert [(row["port_name"], row.get("logged_in")) for row in _rows(answer, "array_login")] == [
        ("FA-1D:4", None),
        ("FA-2D:4", None),
    ]


def test_port_groups_and_hosts_join_views() -> None:
    group = {"portGroupId": "pg1", "symmetrixPortKey": [{"directorId": "FA-1D", "portId": "4"}], "maskingview": ["v1"]}
    assert _rows({"portGroup": [group]}, "mask_port") == [
        {"storage_array": "owner1", "view": "v1", "port_name": "FA-1D:4"}
    ]
    host = {"hostId": "esx01", "initiator": ["10000000c9030102"], "maskingview": ["v1"], "num_of_initiators": 1}
    assert _rows(host, "mask_initiator") == [
        {"storage_array": "owner1", "view": "v1", "initiator_wwpn": "10000000c9030102"}
    ]


def test_a_volume_has_the_identity_hosts_see() -> None:
    volume = {"volumeId": "000A1", "type": "TDEV", "cap_gb": 1.0, "wwn": "60000970000197912345533030304131"}
    assert _rows(volume, "storage_volume")[0]["device"] == "naa.60000970000197912345533030304131"
    metro = volume | {"effective_wwn": "60000970000197954321533030304231"}
    row = _rows({"volume": [metro]}, "storage_volume")[0]
    assert (row["device"], printed_size(row)) == ("naa.60000970000197954321533030304231", 1 << 30)


def test_pools_limits_and_srdf_groups() -> None:
    pool = {
        "srpId": "SRP_1",
        "total_usable_cap_gb": 100.0,
        "total_allocated_cap_gb": 50.0,
        "total_subscribed_cap_gb": 200.0,
    }
    (row,) = _rows({"srp": [pool]}, "pool")
    assert (row["storage_array"], row["pool"], row["thin"]) == ("owner1", "SRP_1", True)
    assert [printed_size(row, name) >> 30 for name in ("size", "used", "subscribed")] == [100, 50, 200]
    group = {"storageGroupId": "sg1", "slo": "Gold", "hostIOLimit": {"host_io_limit_io_sec": "5000"}, "num_of_vols": 2}
    assert {(row["setting"], row["value"]) for row in _rows(group, "array_setting")} == {
        ("service-level", "Gold"),
        ("host-io-limit-iops", "5000"),
    }
    link = {
        "rdfgNumber": 1,
        "remoteSymmetrix": "000197954321",
        "modes": ["Active"],
        "device_polarity": "RDF2",
        "offline": False,
    }
    assert _rows(link, "replication_link") == [
        {
            "replication_link": "owner1 group 1",
            "source_array": "000197954321",
            "target_array": "owner1",
            "mode": "active",
        }
    ]


def test_order_of_fields_changes_nothing() -> None:
    text = (SAMPLES / "symmetrix-unisphere-rest.2.json").read_text()

    def turned(value: object) -> object:
        if isinstance(value, dict):
            return {key: turned(item) for key, item in reversed(value.items())}
        return [turned(item) for item in value] if isinstance(value, list) else value

    assert facts(read(NAME, json.dumps(turned(json.loads(text))))) == facts(read(NAME, text))


def test_a_truncated_answer_yields_its_complete_records() -> None:
    rows = [{"maskingViewId": f"v{n}", "hostId": "h1", "portGroupId": "pg1", "storageGroupId": "sg1"} for n in range(3)]
    text = json.dumps({"maskingView": rows})
    result = read(NAME, text[: text.index("v2") + 4])
    assert [row["view"] for row in result.observations.rows("mask_view")] == ["v0", "v1"]
    assert result.ends_inside_record


def test_outside_objects() -> None:
    ports = corpus_file("arrays/powermax-rest/pyu4v-port_details.json")
    assert best_reader(ports) == NAME
    port = read(NAME, ports).observations.rows("target_port")[0]
    assert (port["port_name"], port["target_wwpn"], port["flags"]) == (
        "FA-1D:5",
        "5000097398027005",
        "ACLX C EAN OS2007 PP SC3 SPC2 UWN",
    )
    array = read(NAME, corpus_file("arrays/powermax-rest/gopowermax-symmetrix13.json")).observations.rows(
        "storage_array"
    )[-1]
    assert (array["storage_array"], array["model"], array["array_version"]) == (
        "000000000013",
        "PowerMax_2500",
        "6079.175.0",
    )
    initiators = read(NAME, corpus_file("arrays/powermax-rest/gopowermax-initiatorIDList.json")).observations
    assert len(initiators.rows("registered_initiator")) == 70
    assert initiators.rows("array_login") == []
    views = read(NAME, corpus_file("arrays/powermax-rest/pyu4v-maskingview.json")).observations.rows("mask_view")
    assert [row["view"] for row in views] == ["PU-HostX-F-MV", "PU-HostX-I-MV"] * 2


def test_outside_templates_keep_their_placeholders_as_bad_values() -> None:
    nvme = read(NAME, corpus_file("arrays/powermax-rest/gopowermax-nvme_port_template.json")).observations
    assert [row["value"] for row in nvme.rows("bad_value")] == ["__DIRECTOR_ID__:__PORT_ID__"]
    connections = read(
        NAME, corpus_file("arrays/powermax-rest/gopowermax-masking_view_connections_template.json")
    ).observations
    assert [row["value"] for row in connections.rows("bad_value")] == ["__VOLUME_ID__"]
    assert {row["port_name"] for row in connections.rows("target_port")} == {"SE-1E:0", "SE-2E:0", "ED-1B:0", "DF-1C:0"}


def test_ports_listed_without_details() -> None:
    keys = [{"directorId": "OR-1D", "portId": "4"}, {"directorId": "FA-2D", "portId": "0"}]
    for answer in (keys, {"symmetrixPortKey": keys}):
        assert [row["port_name"] for row in _rows(answer, "target_port")] == ["OR-1D:4", "FA-2D:0"]


def test_srdf_ports_and_checks_belong_to_their_own_array() -> None:
    port = {
        "symmetrixID": "000197912345",
        "directorId": "RF-1F",
        "online": True,
        "portNumber": 4,
        "wwn": "5000097398123444",
    }
    row = _rows({"remotePort": [port]}, "target_port")[0]
    assert (row["storage_array"], row["port_name"], row["role"], row["port_state"]) == (
        "000197912345",
        "RF-1F:4",
        "replication",
        "online",
    )
    check = {"symmetrixId": "000197912345", "testResult": [{"item_name": "Battery Test ", "result": False}]}
    assert [(row["component"], row["health_state"]) for row in _rows(check, "component")] == [
        ("Battery Test", "failed")
    ]


def test_volumes_listed_by_the_newest_interface() -> None:
    volume = {
        "id": "000A1",
        "type": "TDEV",
        "system": {"id": "000197912345"},
        "identifier": "db_01",
        "cap_gb": 2.0,
        "masking_views": [{"id": "esx01_view"}],
        "srp": {"id": "SRP_1"},
    }
    answer = {"volumes": [volume]}
    assert best_reader(json.dumps(answer)) == NAME
    assert _rows(answer, "storage_volume") == [
        {
            "storage_array": "000197912345",
            "storage_volume": "000A1",
            "size_low_bytes": 2040109568,
            "size_high_bytes": 2254857728,
            "provision_type": "thin",
            "label": "db_01",
            "pool": "SRP_1",
        }
    ]
    assert [row["view"] for row in _rows(answer, "mask_volume")] == ["esx01_view"]


def test_lists_of_volumes_are_claimed_and_name_them() -> None:
    answer = {"resultList": {"result": [{"volumeId": "000A1"}, {"volumeId": "000A2"}], "from": 1, "to": 2}, "count": 2}
    assert best_reader(json.dumps(answer)) == NAME
    assert [row["storage_volume"] for row in _rows(answer, "storage_volume")] == ["000A1", "000A2"]


def test_host_groups_of_hitachi_arrays_are_not_those_of_unisphere() -> None:
    text = '{"data": [{"hostGroupId": "CL1-A,0", "portId": "CL1-A", "hostGroupNumber": 0, "hostGroupName": "g0"}]}'
    assert best_reader(text) == "hitachi-rest"
    assert best_reader('{"hostGroupId": "cluster_hg", "numofhosts": 2}') == "symmetrix-unisphere-rest"
