"""XtremIO REST answers: single objects, listings, dumps, references, and what belongs to which array."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.registry import claims, reader_named
from checker.readers.toolkit.base import Capture
from tests.readers.harness import assert_robust, best_reader, facts, read
from tests.thorough import examples

SYS = ["5a0e", "xio-lab", 1]
XMS = ["77c1", "xms-lab", 1]


def _single(kind: str, index: int, **content: object) -> str:
    values = {name.replace("_", "-"): value for name, value in content.items()}
    values["xms-id"] = XMS
    href = f"https://192.0.2.10/api/json/types/{kind}/{index}"
    return json.dumps({"content": values, "links": [{"href": href, "rel": "self"}]})


CLUSTER = _single(
    "clusters",
    1,
    name="xio-lab",
    sys_id=SYS,
    sys_psnt_serial_number="CKM00990000123",
    sys_sw_version="4.0.15-20",
    sys_state="active",
    num_of_nodes=4,
    size_and_capacity="2X20TB",
    ud_ssd_space="1000",
    ud_ssd_space_in_use="250",
)
BRICK = _single("bricks", 1, brick_id=["b1", "X1", 1], brick_state="in_sys", num_of_ssds=25, sys_id=SYS)
CONTROLLER = _single(
    "storage-controllers",
    2,
    name="X1-SC2",
    node_id=["n2", "X1-SC2", 2],
    brick_id=["b1", "X1", 1],
    node_state="active",
    node_health_state="healthy",
    sw_version="4.0.15",
    serial_number="FC6X2",
    sys_id=SYS,
)
TARGET = _single(
    "targets",
    1,
    name="X1-SC2-fc1",
    tar_id=["t1", "X1-SC2-fc1", 1],
    node_id=["n2", "X1-SC2", 2],
    tg_id=["g1", "Default", 1],
    port_address="51:4f:0c:50:00:00:02:00",
    port_speed="8GFC",
    port_state="up",
    port_type="fc",
)
ISCSI = _single(
    "targets",
    2,
    name="X1-SC2-iscsi1",
    node_id=["n2", "X1-SC2", 2],
    tg_id=["g1", "Default", 1],
    port_address="iqn.2008-05.com.example:0001",
    port_speed="10GbE",
    port_state="down",
    port_type="iscsi",
)
INITIATOR = _single(
    "initiators",
    7,
    name="esx01_a",
    initiator_id=["i7", "esx01_a", 7],
    ig_id=["ig1", "esx01", 1],
    port_address="10:00:00:00:c9:00:0b:01",
    port_type="fc",
    initiator_conn_state="connected",
    operating_system="esx",
)
GROUP = _single("initiator-groups", 1, name="esx01", ig_id=["ig1", "esx01", 1], num_of_initiators=2, num_of_vols=1)
MAP = _single(
    "lun-maps", 12, mapping_id=["m", "1_1_1", 12], ig_name="esx01", vol_name="vol_1", tg_name="Default", lun=5
)
VOLUME = _single(
    "volumes",
    1,
    name="vol_1",
    vol_id=["v1", "vol_1", 1],
    naa_name="514f0c5000000001",
    vol_size="2147483648",
    lb_size=512,
    alignment_offset=7,
    unaligned_io_ratio="81",
    unaligned_io_ratio_level="high",
    small_io_ratio="19",
    small_io_ratio_level="ok",
    sys_id=SYS,
    lun_mapping_list=[[["ig1", "esx01", 1], ["g1", "Default", 1], 5], [["ig2", "esx02", 2], ["g1", "Default", 1], 6]],
)
DUMP = "\n".join([CLUSTER, BRICK, CONTROLLER, TARGET, ISCSI, INITIATOR, GROUP, MAP, VOLUME]) + "\n"


def test_the_array() -> None:
    rows = read("xtremio-rest", DUMP).observations.rows
    assert rows("storage_array")[0] == {
        "storage_array": "xio-lab",
        "serial": "CKM00990000123",
        "vendor": "EMC",
        "family": "xtremio",
        "model": "2X20TB",
        "array_version": "4.0.15-20",
        "array_state": "active",
        "controllers": 4,
        "size_bytes": 1_024_000,
        "used_bytes": 256_000,
        "line": 1,
    }
    (engine,) = rows("engine")
    assert (engine["engine"], engine["operational_status"], engine["ssds"]) == ("X1", "in_sys", 25)
    (director,) = rows("director")
    assert (director["director"], director["engine"], director["health_state"], director["line"]) == (
        "X1-SC2",
        "X1",
        "healthy",
        3,
    )


def test_targets() -> None:
    first, second = read("xtremio-rest", DUMP).observations.rows("target_port")
    assert first == {
        "target_wwpn": "514f0c5000000200",
        "storage_array": "xio-lab",
        "director": "X1-SC2",
        "port": "fc1",
        "port_name": "X1-SC2-fc1",
        "role": "front-end",
        "port_state": "up",
        "protocol": "fc",
        "speed_gbps": 8.0,
        "line": 4,
    }
    assert second["protocol"] == "iscsi" and "target_wwpn" not in second
    assert read("xtremio-rest", DUMP).observations.rows("bad_value") == []


def test_initiators_belong_to_their_group() -> None:
    rows = read("xtremio-rest", DUMP).observations.rows
    assert rows("registered_initiator") == [
        {
            "storage_array": "xio-lab",
            "initiator_name": "esx01_a",
            "initiator_wwpn": "10000000c9000b01",
            "host": "esx01",
            "initiator_type": "esx",
            "port_state": "connected",
            "registered": True,
            "line": 6,
        }
    ]
    assert rows("mask_initiator") == [
        {
            "storage_array": "xio-lab",
            "view": "esx01",
            "initiator_wwpn": "10000000c9000b01",
            "initiator_name": "esx01_a",
            "line": 6,
        }
    ]


def test_maps_find_the_volume_in_the_same_capture() -> None:
    rows = read("xtremio-rest", DUMP).observations.rows
    maps = [(row["view"], row["volume_name"], row["device"], row["lun"], row["line"]) for row in rows("mask_volume")]
    assert maps == [
        ("esx01", "vol_1", "naa.514f0c5000000001", 5, 8),
        ("esx01", "vol_1", "naa.514f0c5000000001", 5, 9),
        ("esx02", "vol_1", "naa.514f0c5000000001", 6, 9),
    ]
    ports = {(row["view"], row["port_name"], row.get("target_wwpn")) for row in rows("mask_port")}
    assert ports == {
        ("esx01", "X1-SC2-fc1", "514f0c5000000200"),
        ("esx01", "X1-SC2-iscsi1", None),
        ("esx02", "X1-SC2-fc1", "514f0c5000000200"),
        ("esx02", "X1-SC2-iscsi1", None),
    }


def test_a_map_alone_knows_no_device() -> None:
    (mapped,) = read("xtremio-rest", MAP, "xio07").observations.rows("mask_volume")
    assert "device" not in mapped and mapped["storage_array"] == "xio07"


def test_a_volume() -> None:
    (volume,) = read("xtremio-rest", VOLUME).observations.rows("storage_volume")
    assert volume == {
        "device": "naa.514f0c5000000001",
        "storage_array": "xio-lab",
        "storage_volume": "vol_1",
        "size_bytes": 2_199_023_255_552,
        "block_bytes": 512,
        "alignment_offset": 7,
        "unaligned_ratio": 0.81,
        "small_io_ratio": 0.19,
        "line": 1,
    }
    settings_found = read("xtremio-rest", VOLUME).observations.rows("array_setting")
    assert [(row["scope"], row["setting"], row["value"]) for row in settings_found] == [
        ("vol_1", "unaligned-io-ratio-level", "high"),
        ("vol_1", "small-io-ratio-level", "ok"),
    ]


def test_a_volume_that_was_never_mapped_has_no_identity() -> None:
    text = json.dumps({"volumes": [{"name": "new", "naa-name": "", "vol-size": "1024", "lb-size": 512, "xms-id": XMS}]})
    result = read("xtremio-rest", text)
    (volume,) = result.observations.rows("storage_volume")
    assert "device" not in volume and volume["size_bytes"] == 1_048_576
    assert result.observations.rows("bad_value") == []


def test_a_full_listing_of_version_2() -> None:
    text = json.dumps(
        {
            "params": {"full": "1"},
            "initiators": [
                {
                    "name": "a",
                    "ig-id": ["x", "g1", 1],
                    "port-address": "10:00:00:00:c9:00:0c:01",
                    "sys-id": ["s", "xa", 1],
                },
                {
                    "name": "b",
                    "ig-id": ["x", "g2", 2],
                    "port-address": "10:00:00:00:c9:00:0c:zz",
                    "sys-id": ["t", "xb", 2],
                },
            ],
            "links": [{"href": "https://192.0.2.10/api/json/v2/types/initiators/?full=1", "rel": "self"}],
        },
        indent=1,
    )
    assert best_reader(text) == "xtremio-rest"
    rows = read("xtremio-rest", text).observations.rows
    assert [(row["storage_array"], row["host"], row.get("initiator_wwpn")) for row in rows("registered_initiator")] == [
        ("xa", "g1", "10000000c9000c01"),
        ("xb", "g2", None),
    ]
    assert [(row["value"], row["problem"]) for row in rows("bad_value")] == [("10:00:00:00:c9:00:0c:zz", "malformed")]
    assert sorted(str(row["storage_array"]) for row in rows("storage_array")) == ["xa", "xb"]


def test_a_listing_of_names_states_only_names() -> None:
    href = "https://192.0.2.10/api/json/v2/types"
    text = json.dumps(
        {
            "volumes": [{"href": f"{href}/volumes/1", "name": "v1", "sys-name": "xa"}],
            "lun-maps": [{"href": f"{href}/lun-maps/1", "name": "1_1_1", "sys-name": "xa"}],
        }
    )
    assert best_reader(text) == "xtremio-rest"
    result = read("xtremio-rest", text)
    assert result.observations.rows("storage_volume") == [{"storage_array": "xa", "storage_volume": "v1", "line": 1}]
    assert result.observations.rows("mask_volume") == []
    assert result.notes == []


def test_the_owner_is_named_only_if_there_is_one() -> None:
    owner_in = reader_named("xtremio-rest").owner_in
    assert owner_in is not None
    assert owner_in(DUMP) == "xio-lab"
    assert owner_in(MAP) is None
    assert owner_in(VOLUME + VOLUME.replace("xio-lab", "other")) is None


def test_types_without_use_are_noted() -> None:
    text = _single("schedulers", 1, name="daily")
    result = read("xtremio-rest", text)
    assert result.records == 0
    assert [note.text for note in result.notes] == [
        "skipped objects of type schedulers: sanlint reads nothing from them"
    ]


def test_a_cut_dump_keeps_the_complete_objects() -> None:
    cut = DUMP[: DUMP.index('"mapping-id"')]
    result = read("xtremio-rest", cut)
    assert result.ends_inside_record and result.notes[-1].line == 8
    assert len(result.observations.rows("mask_view")) == 1
    assert result.observations.rows("mask_volume") == []


def test_a_dump_cut_between_objects_invents_nothing() -> None:
    # Maps and ports of views are joined inside one capture, so only what single objects state is compared.
    single = {"target_port", "registered_initiator", "mask_initiator", "director", "engine", "storage_volume"}
    whole = {fact for fact in facts(read("xtremio-rest", DUMP)) if fact[0] in single}
    lines = DUMP.split("\n")
    for end in range(1, len(lines)):
        part = {fact for fact in facts(read("xtremio-rest", "\n".join(lines[:end]))) if fact[0] in single}
        assert part <= whole


def test_other_json_is_not_claimed() -> None:
    for text in ('{"volumes": [{"name": "x", "size": 5}]}', '{"content": {"name": "x"}, "links": []}'):
        assert [reader.name for _, reader in claims(Capture(text=text)) if reader.platform == "xtremio"] == []


@given(st.integers(0, 10_000))
@settings(max_examples=examples(25))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust("xtremio-rest", DUMP, seed)


def test_objects_of_version_3_name_their_array() -> None:
    text = (
        '{"content": {"sys-name": "xio01", "power-feed": "PWR-A", "name": "X1-BBU", "enabled-state": "enabled"}, '
        '"links": [{"href": "https://192.0.2.1/api/json/v3/types/bbus/987?cluster-name=xio01", "rel": "self"}]}'
    )
    assert best_reader(text) == "xtremio-rest"
    rows = read("xtremio-rest", text).observations.rows("power_supply")
    assert [(r["storage_array"], r["power_supply"], r["supply_type"], r["feed"]) for r in rows] == [
        ("xio01", "X1-BBU", "ups", "PWR-A")
    ]


def test_a_list_of_links_says_nothing_and_is_recognised() -> None:
    text = '{"types": [{"href": "https://xms01/api/json/v2/types/volumes", "name": "volumes"}]}'
    assert best_reader(text) == "xtremio-rest"
    result = read("xtremio-rest", text)
    assert result.records == 0 and len(result.notes) == 1
