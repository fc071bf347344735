"""VPLEX REST v1 answers: envelope, listings, compact form, command output, and truncated documents."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.registry import claims
from checker.readers.toolkit.base import Capture
from tests.readers.harness import assert_robust, best_reader, facts, printed_size, read
from tests.thorough import examples

_VOLUMES = "/clusters/cluster-1/storage-elements/storage-volumes"


def _context(kind: str, parent: str, **attributes: object) -> dict[str, object]:
    values = [{"name": name.replace("_", "-"), "value": value} for name, value in attributes.items()]
    return {"type": kind, "parent": parent, "attributes": values, "children": []}


def _answer(*contexts: dict[str, object], **more: object) -> str:
    body = {"context": list(contexts), "message": "", "exception": "", "custom-data": "", **more}
    return json.dumps({"response": body}, indent=1)


VIEW = _context(
    "storage-view",
    "/clusters/cluster-2/exports/storage-views",
    name="app01",
    operational_status="ok",
    initiators=["app01_a", "app01_b"],
    ports=["P0000000046C0A1B2-A0-FC00", "P0000000046D0A1B2-B0-FC00"],
    port_name_enabled_status=["P0000000046C0A1B2-A0-FC00,true,ok", "P0000000046D0A1B2-B0-FC00,true,hardware error"],
    virtual_volumes=["(3,app_vol,VPD83T3:6000144000000010a0a1b20000000021,16G)"],
)
STORAGE_VOLUME = _context(
    "storage-volume",
    _VOLUMES,
    name="array2_lun",
    system_id="VPD83T3:60000970000190000001533030303031",
    capacity="107374182400B",
    block_size="4096B",
    underlying_storage_block_size="512",
    io_status="alive",
    operational_status="ok",
    itls=["0x5000144260a1b210/0x50000973f0000101/0", "0x5000144270a1b210/0x50000973f0000102/0x010b", "not a path"],
    storage_array_name="EMC-SYMMETRIX-000190000001",
    storage_array_family="symmetrix",
    use="used",
    used_by=["extent_array2_lun_1"],
    vendor_specific_name="EMC",
)
DEVICE = _context(
    "local-device",
    "/clusters/cluster-1/devices",
    name="dev_app",
    geometry="raid-1",
    transfer_size="2097152B",
    rebuild_status="rebuilding",
    capacity="10737418240B",
    virtual_volume="app_vol",
)
PORT = _context(
    "fc-port",
    "/engines/engine-2-1/directors/director-2-1-B/hardware/ports",
    name="B0-FC01",
    port_wwn="0x5000144270a1c401",
    current_speed=None,
    max_speed="16Gbits/s",
    role="front-end",
    port_status="no-link",
    enabled="false",
    target_port="P0000000046D0A1C4-B0-FC01",
)
WHOLE = _answer(VIEW, STORAGE_VOLUME, DEVICE, PORT)


def test_a_storage_view() -> None:
    rows = read("vplex-rest-v1", WHOLE, "vplex02").observations.rows
    assert [(row["storage_array"], row["cluster"], row["view"]) for row in rows("mask_view")] == [
        ("vplex02", "cluster-2", "app01")
    ]
    assert [row["initiator_name"] for row in rows("mask_initiator")] == ["app01_a", "app01_b"]
    assert [(row["port_name"], row["enabled"], row["export_status"]) for row in rows("mask_port")] == [
        ("P0000000046C0A1B2-A0-FC00", True, "ok"),
        ("P0000000046D0A1B2-B0-FC00", True, "hardware error"),
    ]
    (volume,) = rows("mask_volume")
    assert (volume["lun"], volume["device"], printed_size(volume)) == (
        3,
        "naa.6000144000000010a0a1b20000000021",
        17_179_869_184,
    )


def test_lines_are_those_of_the_attribute() -> None:
    text = (
        '{"context": [\n {"type": "storage-view", "parent": "/clusters/c/exports/storage-views", "attributes": [\n'
        '  {"name": "name", "value": "v"},\n  {"name": "initiators",\n   "value": ["i1"]}\n ]}\n]}\n'
    )
    rows = read("vplex-rest-v1", text).observations.rows
    assert rows("mask_view")[0]["line"] == 2
    assert rows("mask_initiator")[0]["line"] == 5


def test_a_storage_volume_with_its_back_end_paths() -> None:
    rows = read("vplex-rest-v1", WHOLE).observations.rows
    (volume,) = rows("storage_volume")
    expected = {
        "device": "naa.60000970000190000001533030303031",
        "storage_array": "EMC-SYMMETRIX-000190000001",
        "used_by_array": "owner1",
        "used_by_cluster": "cluster-1",
        "vplex_name": "array2_lun",
        "size_bytes": 107_374_182_400,
        "block_bytes": 512,
        "vplex_use": "used",
        "operational_status": "ok",
        "io_status": "alive",
        "vendor": "EMC",
    }
    assert {name: value for name, value in volume.items() if name != "line"} == expected
    assert [(row["initiator_wwpn"], row["target_wwpn"], row["lun"]) for row in rows("backend_path")] == [
        ("5000144260a1b210", "50000973f0000101", 0),
        ("5000144270a1b210", "50000973f0000102", 267),
    ]
    assert [row["value"] for row in rows("bad_value")] == ["not a path"]
    arrays = rows("storage_array")
    assert (arrays[0]["serial"], arrays[0]["family"]) == ("000190000001", "symmetrix")
    assert arrays[1]["family"] == "vplex"


def test_a_device_and_a_port() -> None:
    rows = read("vplex-rest-v1", WHOLE).observations.rows
    (device,) = rows("vplex_device")
    assert (device["cluster"], device["transfer_size_bytes"], device["transfer_size_text"]) == (
        "cluster-1",
        2_097_152,
        "2097152B",
    )
    (port,) = rows("target_port")
    assert (port["cluster"], port["director"], port["port"], port["port_state"]) == (
        "cluster-2",
        "director-2-1-B",
        "B0-FC01",
        "no-link",
    )
    assert port["max_speed_gbps"] == 16.0 and "speed_gbps" not in port and port["enabled"] is False
    assert port["director_id"] == "0000000046d0a1c4"


def test_the_compact_form_states_the_same() -> None:
    compact = dict(VIEW)
    compact["attributes"] = {item["name"]: item["value"] for item in VIEW["attributes"]}  # type: ignore[attr-defined]
    assert facts(read("vplex-rest-v1", _answer(compact))) == facts(read("vplex-rest-v1", _answer(VIEW)))


def test_the_envelope_may_be_missing() -> None:
    bare = json.dumps({"context": [VIEW]})
    assert best_reader(bare) == "vplex-rest-v1"
    assert facts(read("vplex-rest-v1", bare)) == facts(read("vplex-rest-v1", _answer(VIEW)))


def test_attributes_alone_are_recognised_by_their_names() -> None:
    text = json.dumps({"attributes": PORT["attributes"]})
    assert best_reader(text) == "vplex-rest-v1"
    (port,) = read("vplex-rest-v1", text).observations.rows("target_port")
    assert port["target_wwpn"] == "5000144270a1c401" and "cluster" not in port and "director" not in port


def test_a_listing_names_its_children() -> None:
    listing: dict[str, object] = {
        "type": "devices",
        "parent": "/clusters/cluster-1",
        "attributes": [{"name": "name", "value": "devices"}],
        "children": [{"name": "dev_1", "type": "local-device"}, {"name": "dev_2", "type": "local-device"}],
    }
    devices = read("vplex-rest-v1", _answer(listing)).observations.rows("vplex_device")
    assert [(row["cluster"], row["vplex_device"]) for row in devices] == [
        ("cluster-1", "dev_1"),
        ("cluster-1", "dev_2"),
    ]


def test_command_output_in_custom_data() -> None:
    printed = "device name  transfer-size\n-----------  -------------\ndev_1        128K\n"
    result = read("vplex-rest-v1", _answer(**{"custom-data": printed}))
    (device,) = result.observations.rows("vplex_device")
    assert (device["vplex_device"], device["transfer_size_bytes"]) == ("dev_1", 131_072)
    assert result.unread_lines == 0 and result.notes == []


def test_a_health_check_in_colour() -> None:
    printed = "Front End (FE):\nChecking Storage Views..... \x1b[32mOK\x1b[0m\nChecking Front End HA...... \x1b[31mError\x1b[0m\n"
    result = read("vplex-rest-v1", _answer(**{"custom-data": printed}))
    assert [row["value"] for row in result.observations.rows("array_setting")] == ["ok", "error"]
    assert result.notes == []


def test_nexuses_as_objects_and_as_text() -> None:
    nexus = {"initiator": "0x5000144260a1b210", "target": "0x5000097300000110", "lun": "0x0c"}
    spellings = [nexus, "0x5000144260a1b210/0x5000097300000110/12"]
    for spelling in spellings:
        context = {
            "type": "storage-volume",
            "parent": "/clusters/cluster-1/storage-elements/storage-volumes",
            "attributes": [{"name": "name", "value": "sv1"}, {"name": "itls", "value": [spelling]}],
        }
        (path,) = read("vplex-rest-v1", json.dumps({"context": [context]})).observations.rows("backend_path")
        assert (path["initiator_wwpn"], path["target_wwpn"], path["lun"]) == (
            "5000144260a1b210",
            "5000097300000110",
            12,
        )


def test_unknown_command_output_is_noted_not_dropped() -> None:
    result = read("vplex-rest-v1", _answer(**{"custom-data": "no such thing\n"}))
    assert [note.text for note in result.notes] == ["the command output in custom-data was not read completely"]
    assert result.records == 0


def test_an_error_answer_is_noted() -> None:
    result = read("vplex-rest-v1", _answer(exception="could not be\nread"))
    assert [note.text for note in result.notes] == ["VPLEX answered with an error: could not be read"]


def test_a_nameless_cluster_is_noted() -> None:
    result = read("vplex-rest-v1", _answer(_context("cluster", "/clusters", health_state="ok")))
    assert result.observations.rows("vplex_cluster") == []
    assert [note.text for note in result.notes] == ["skipped a cluster without a name"]


def test_a_truncated_document_keeps_the_complete_contexts() -> None:
    cut = WHOLE[: WHOLE.index("director-2-1-B")]
    result = read("vplex-rest-v1", cut)
    assert result.ends_inside_record and result.notes
    assert [row["vplex_device"] for row in result.observations.rows("vplex_device")] == ["dev_app"]
    assert result.observations.rows("target_port") == []


def test_truncation_invents_nothing_before_the_last_record() -> None:
    text = _answer(VIEW)
    whole = facts(read("vplex-rest-v1", text))
    known = {"mask_initiator", "mask_port", "mask_volume", "storage_array"}
    for end in range(0, len(text), 29):
        kept = {fact for fact in facts(read("vplex-rest-v1", text[:end])) if fact[0] in known}
        # A port with a truncated status list is written without its status.
        extra = {fact for fact in kept - whole if fact[0] != "mask_port"}
        assert extra == set()


def test_answers_one_after_another() -> None:
    text = _answer(VIEW) + "\n" + _answer(DEVICE) + "\n"
    rows = read("vplex-rest-v1", text).observations.rows
    assert len(rows("mask_view")) == 1
    assert rows("vplex_device")[0]["line"] > _answer(VIEW).count("\n")  # type: ignore[operator]


def test_other_json_is_not_claimed() -> None:
    other = json.dumps({"data": {"type": "articles", "attributes": {"title": "x"}, "parent": "y"}})
    second = json.dumps({"name": "vv", "vpd_id": "VPD83T3:6000144000000010a0a1b20000000021"})
    for text in (other, second):
        assert [reader.name for _, reader in claims(Capture(text=text)) if reader.platform == "vplex"] == []


@given(st.integers(0, 10_000))
@settings(max_examples=examples(25))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust("vplex-rest-v1", WHOLE, seed)
