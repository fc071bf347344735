"""Unity REST: values of synthetic and outside answers, damage, and an audit of one array's answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.readers.registry import reader_named
from tests.readers import harness
from tests.readers.array_exports import corpus_rows, rows, sample, single_controller
from tests.support import intake_of

PARTS = ("fcport", "host", "hostinitiator", "hostinitiatorpath", "lun", "system")
DEVICE = "naa.6006016024103e000000000000000021"


@pytest.mark.parametrize("part", PARTS)
def test_damaged_input_breaks_nothing(part: str) -> None:
    text = sample(f"unity-rest.{part}.json")
    assert harness.best_reader(text) == "unity-rest"
    for seed in range(4):
        harness.assert_robust("unity-rest", text, seed)


def test_ports() -> None:
    up, down = rows("unity-rest.fcport.json", "target_port")
    assert up == {
        "target_wwpn": "5006016247e00001",
        "wwnn": "50060160c7e00001",
        "director": "spa",
        "port": "spa_fc4",
        "port_name": "spa_fc4",
        "role": "front-end",
        "port_state": "up",
        "health_state": "ok",
        "protocol": "fc",
        "speed_gbps": 16.0,
        "max_speed_gbps": 16.0,
        "fcid": "a10b00",
    }
    assert (down["director"], down["port_state"], "speed_gbps" in down, "fcid" in down) == ("spb", "down", False, False)


def test_enumerations_without_documentation_stay_unknown() -> None:
    text = (
        sample("unity-rest.lun.json")
        .replace('"value": 5', '"value": 6')
        .replace('"currentNode": 1', '"currentNode": 2989')
    )
    (volume,) = rows("unity-rest.lun.json", "storage_volume", text)
    assert ("health_state" in volume, "current_owner" in volume, volume["default_owner"]) == (False, False, "spa")


def test_initiators_and_logins() -> None:
    assert rows("unity-rest.hostinitiator.json", "registered_initiator") == [
        {
            "initiator_name": "HostInitiator_1",
            "initiator_wwpn": "10000000c9000011",
            "wwnn": "20000000c9000011",
            "port_state": "ok",
            "registered": True,
        }
    ]
    assert rows("unity-rest.hostinitiatorpath.json", "array_login") == [
        {"initiator_wwpn": "10000000c9000011", "port_name": "spa_fc4", "logged_in": True},
        {"initiator_wwpn": "10000000c9000011", "port_name": "spb_fc4", "logged_in": False},
    ]
    assert rows("unity-rest.host.json", "registered_initiator") == [
        {"initiator_name": "HostInitiator_1", "host": "esx11"}
    ]


def test_lun_owned_by_the_other_processor() -> None:
    (volume,) = rows("unity-rest.lun.json", "storage_volume")
    assert (volume["device"], volume["storage_volume"], volume["label"]) == (DEVICE, "sv_21", "ora_21")
    assert (volume["current_owner"], volume["default_owner"], volume["provision_type"]) == ("spb", "spa", "thin")
    # The second host sees snapshots only.
    assert [row["view"] for row in rows("unity-rest.lun.json", "mask_volume")] == ["Host_1"]


def test_address_in_the_request_is_the_owner_unless_the_answer_names_the_system() -> None:
    reader = reader_named("unity-rest")
    assert reader.captured_in is not None
    records = intake_of({f"{part}.json": sample(f"unity-rest.{part}.json") for part in ("lun", "system")}).records
    assert [(one.owner, one.owner_basis, one.address) for one in records] == [
        ("192.0.2.20", "content", None),
        ("FNM00150000001", "content", "192.0.2.20"),
    ]
    assert str(reader.captured_in(sample("unity-rest.lun.json"))) == "2016-10-18 01:56:10+00:00"


def test_cut_off_answer_keeps_complete_objects() -> None:
    text = sample("unity-rest.fcport.json")
    result = harness.read("unity-rest", text[: text.index("spb_fc4") + 30])
    assert result.ends_inside_record
    assert [row["port_name"] for row in result.observations.rows("target_port")] == ["spa_fc4"]


def test_answers_of_one_array_are_one_array(tmp_path: Path) -> None:
    files = {f"{part}.json": sample(f"unity-rest.{part}.json") for part in PARTS}
    logins = [("10000000c9000011", "5006016247e00001")]
    report, found = single_controller(tmp_path, files, "esx11", DEVICE, logins)
    assert [(row["host"], row["controller_names"], row["storage_array"]) for row in found] == [
        ("esx11", ["spa"], "FNM00150000001")
    ]
    assert all(file.unread_lines == 0 for file in report.files)


@pytest.mark.parametrize("part", ["port", "initiator", "lun"])
def test_command_line_under_damage(part: str) -> None:
    text = sample(f"unity-uemcli.{part}.txt")
    assert harness.best_reader(text) == "unity-uemcli"
    for seed in range(45):
        harness.assert_robust("unity-uemcli", text, seed)
    flat = "\n".join(line.strip() for line in text.split("\n"))
    assert harness.facts(harness.read("unity-uemcli", flat)) == harness.facts(harness.read("unity-uemcli", text))


def test_the_command_line_matches_the_rest_interface() -> None:
    port = rows("unity-uemcli.port.txt", "target_port")[0]
    assert port.items() <= rows("unity-rest.fcport.json", "target_port")[0].items()
    assert [(r["initiator_wwpn"], r["port_name"]) for r in rows("unity-uemcli.initiator.txt", "array_login")] == [
        ("10000000c9000011", "spa_fc4"),
        ("10000000c9000011", "spb_fc4"),
    ]
    (volume,) = rows("unity-uemcli.lun.txt", "storage_volume")
    assert (volume["device"], volume["size_bytes"], volume["current_owner"]) == (DEVICE, 1073741824, "spa")
    trespassed = sample("unity-uemcli.lun.txt").replace("= no", "= yes")
    assert "current_owner" not in rows("unity-uemcli.lun.txt", "storage_volume", trespassed)[0]


def test_corpus_ports_and_logins() -> None:
    ports = corpus_rows("unity-rest", "arrays/unity-rest/storops-fcPort-all.json", "target_port")
    assert len(ports) == 12
    assert (ports[2]["target_wwpn"], ports[2]["speed_gbps"], ports[2]["fcid"]) == ("5006016447e001da", 8.0, "a10b00")
    logins = corpus_rows("unity-rest", "arrays/unity-rest/storops-hostInitiatorPath-all.json", "array_login")
    assert [(row["initiator_wwpn"][-2:], row["port_name"], row["logged_in"]) for row in logins][:3] == [  # type: ignore[index]
        ("0c", "spa_iom_1_fc0", True),
        ("0c", "spa_iom_1_fc1", False),
        ("0d", "spb_iom_1_fc0", True),
    ]


def test_corpus_hosts_luns_processors() -> None:
    folder = "arrays/unity-rest/storops-"
    assert len(corpus_rows("unity-rest", folder + "host-all.json", "mask_view")) == 7
    found = corpus_rows("unity-rest", folder + "hostInitiator-all.json", "registered_initiator")
    assert [row["initiator_wwpn"] for row in found] == ["50001442d00c4410", "50001442d00c4411", "50001442c00c4511"]
    (volume,) = corpus_rows("unity-rest", folder + "lun-sv_5606.json", "storage_volume")
    assert (volume["device"], volume["pool"]) == ("naa.6006016024103e009a6839570d6504b0", "pool_1")
    processors = corpus_rows("unity-rest", folder + "storageProcessor-all.json", "director")
    assert [(row["director"], row["letter"]) for row in processors] == [("spa", "A"), ("spb", "B")]


def test_answers_to_requests_for_few_fields() -> None:
    """Who asks for few fields gets objects that name their type nowhere."""
    text = """{"entries": [
      {"content": {"id": "spa_fc0", "wwn": "50:06:01:60:C7:E0:00:01:50:06:01:62:47:E0:00:01", "storageProcessor": {"id": "spa"}}},
      {"content": {"id": "pool_1", "name": "pool1", "sizeTotal": 100, "sizeSubscribed": 300}}]}"""
    result = harness.read("unity-rest", text)
    assert [row["target_wwpn"] for row in result.observations.rows("target_port")] == ["5006016247e00001"]
    assert [row["subscribed_bytes"] for row in result.observations.rows("pool")] == [300]
