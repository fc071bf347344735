"""Unity answers with nested objects, and answers that do not name the request."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, read

NESTED = """\
{"entries": [
  {"content": {"id": "Host_1", "name": "esx11", "type": 1, "osType": "VMware ESXi 6.7.0",
    "health": {"value": 5, "descriptionIds": ["ALRT_COMPONENT_OK"]},
    "fcHostInitiators": [
      {"id": "HostInitiator_1", "initiatorId": "20:00:00:90:FA:00:00:01:10:00:00:90:FA:00:00:01",
       "paths": [{"id": "HostInitiator_1_00:00:00:01", "isLoggedIn": true, "fcPort": {"id": "spa_fc4"}},
                 {"id": "HostInitiator_1_00:00:00:02", "isLoggedIn": false, "fcPort": {"id": "spb_fc4"}}]}],
    "hostLUNs": [
      {"id": "Host_1_sv_1_prod", "hlu": 3, "lun": {"id": "sv_1", "name": "vol1", "wwn": "60:06:01:60:11:22:33:44:55:66:77:88:99:AA:BB:01", "sizeTotal": 1073741824}}]}}
]}
"""
INITIATOR = """\
{"content": {"id": "HostInitiator_1", "type": 1, "initiatorId": "20:00:00:90:FA:00:00:01:10:00:00:90:FA:00:00:01", "portWWN": "10:00:00:90:FA:00:00:01", "parentHost": {"id": "Host_1", "name": "esx11"},
  "paths": [{"id": "p1", "isLoggedIn": true, "fcPort": {"id": "spa_fc4", "wwn": "50:06:01:60:11:20:00:01"}}]}}
"""


def test_objects_nested_in_a_host() -> None:
    assert best_reader(NESTED) == "unity-rest"
    found = read("unity-rest", NESTED, owner="u1").observations
    assert [(r["initiator_wwpn"], r["port_name"], r["logged_in"]) for r in found.rows("array_login")] == [
        ("10000090fa000001", "spa_fc4", True), ("10000090fa000001", "spb_fc4", False),
    ]  # fmt: skip
    (mapped,) = found.rows("mask_volume")
    assert (mapped["view"], mapped["volume_name"], mapped["lun"], mapped["device"], mapped["line"]) == (
        "Host_1", "sv_1", 3, "naa.60060160112233445566778899aabb01", 9,
    )  # fmt: skip
    (volume,) = found.rows("storage_volume")
    assert (volume["label"], volume["size_bytes"]) == ("vol1", 1 << 30)
    assert {r["host"] for r in found.rows("registered_initiator") if "host" in r} == {"esx11"}


def test_objects_nested_in_an_initiator() -> None:
    found = read("unity-rest", INITIATOR, owner="u1").observations
    assert "esx11" in [r.get("host") for r in found.rows("registered_initiator")]
    assert [(r["port_name"], r["target_wwpn"]) for r in found.rows("target_port")] == [("spa_fc4", "5006016011200001")]
    assert [r["port_name"] for r in found.rows("array_login")] == ["spa_fc4"]


HOST = '{"id": "Host_1", "name": "esx11", "osType": "VMware ESXi 6.7.0", "type": 1, "fcHostInitiators": [{"id": "HostInitiator_1"}]}'
LUN = '{"id": "sv_1", "name": "vol1", "wwn": "60:06:01:60:11:22:33:44:55:66:77:88:99:AA:BB:01", "sizeTotal": 1073741824, "pool": {"id": "pool_1", "name": "fast"}}'
PORT = '{"id": "spa_fc4", "wwn": "50:06:01:60:11:20:00:00:50:06:01:60:11:20:00:01", "storageProcessor": {"id": "spa"}}'


@pytest.mark.parametrize(("item", "kind"), [(HOST, "mask_view"), (LUN, "storage_volume"), (PORT, "target_port")])
@pytest.mark.parametrize("form", ['{{"entries": [{{"content": {}}}]}}', '{{"content": {}}}', "[{}]"])
def test_answers_without_their_request(item: str, kind: str, form: str) -> None:
    text = form.format(item)
    assert best_reader(text) == "unity-rest"
    result = read("unity-rest", text)
    assert len(result.observations.rows(kind)) == 1
    assert result.unread_lines == 0
