"""multipathd show maps json: WWPNs, LUNs, several and cut documents."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.harness import assert_robust, best_reader, corpus_file, facts, read
from tests.thorough import examples

NAME = "linux-multipathd-json"


def path(dev: str, host_port: str, target: str, **more: object) -> dict[str, object]:
    return {
        "dev": dev, "dev_t": "8:16", "dm_st": "active", "dev_st": "running", "chk_st": "ready", "checker": "tur",
        "pri": 50, "host_wwnn": "0x20000000c9000001", "target_wwnn": "0x5000144280000000", "host_wwpn": host_port,
        "target_wwpn": target, "host_adapter": "0000:05:00.0", **more,
    }  # fmt: skip


def a_map(uuid: str, *members: dict[str, object], name: str = "oradata") -> dict[str, object]:
    return {
        "name": name, "uuid": uuid, "sysfs": "dm-4", "queueing": "off", "paths": 1, "dm_st": "active", "features": "0",
        "hwhandler": "1 alua", "vend": "EMC     ", "prod": "Invista         ", "rev": "5200",
        "path_groups": [
            {"selector": "service-time 0", "pri": 50, "dm_st": "enabled", "group": 1, "paths": list(members)}
        ],
    }  # fmt: skip


ONE = a_map(
    "36000144000000010300aa00000000001",
    path("sdk", "0x10000000c9000001", "0x5000144280000001", lun_hex="0x0005000000000000"),
    path("sdl", "0x10000000c9000001", "0x50001442800000xx", chk_st="faulty", dm_st="failed"),
)
TWO = a_map(
    "36000144000000010300aa00000000002", path("sdm", "[undef]", "[undef]", target_wwnn="iqn.2001-01.x:y", pri=10)
)
TEXT = json.dumps({"major_version": 0, "minor_version": 1, "maps": [ONE, TWO]}, indent=1)


def test_field_by_field() -> None:
    result = read(NAME, TEXT, owner="db01")
    device = result.observations.rows("device")[0]
    assert device == {
        "host": "db01",
        "device": "naa.6000144000000010300aa00000000001",
        "alias": "oradata",
        "kernel_name": "dm-4",
        "vendor": "EMC",
        "model": "Invista",
        "revision": "5200",
        "multipath_features": "0",
        "queue_if_no_path": False,
        "no_path_retry": "fail",
        "hardware_handler": "1 alua",
        "policy": "service-time 0",
        "multipath_owner": "dm-multipath",
        "working_paths": 1,
        "line": 5,
    }
    first, second, third = result.observations.rows("path")
    assert first == {
        "host": "db01",
        "device": "naa.6000144000000010300aa00000000001",
        "protocol": "fcp",
        "path_name": "sdk",
        "initiator_wwpn": "10000000c9000001",
        "target_wwpn": "5000144280000001",
        "lun": 5,
        "state": "active",
        "state_text": "active ready running",
        "optimised": True,
        "group_state": "enabled",
        "priority": 50,
        "path_group": "1",
        "plugin": "dm-multipath",
        "transport": "fc",
        "line": 25,
    }
    assert second["state"] == "dead"
    assert "target_wwpn" not in second and "optimised" not in second
    assert (third["transport"], third["optimised"]) == ("iscsi", False)
    assert "initiator_wwpn" not in third
    (initiator,) = result.observations.rows("initiator")
    assert (initiator["initiator_wwpn"], initiator["wwnn"], initiator["pci_address"]) == (
        "10000000c9000001",
        "20000000c9000001",
        "0000:05:00.0",
    )
    (bad,) = result.observations.rows("bad_value")
    assert (bad["fact"], bad["problem"]) == ("target_wwpn", "redacted")


def test_single_maps_one_after_another() -> None:
    text = "\n".join(
        f"# multipathd show map m{i} json\n" + json.dumps({"major_version": 0, "map": m})
        for i, m in enumerate((ONE, TWO))
    )
    result = read(NAME, text)
    assert [r["line"] for r in result.observations.rows("device")] == [2, 4]
    assert result.unread_lines == 0


def test_large_lun_number() -> None:
    text = json.dumps(
        {"map": a_map("36000144000000010300aa00000000001", path("sdk", "-", "-", lun_hex="0x4064000100000000"))}
    )
    # First two bytes are the low word of the LUN number: 0x4064 + 0x0001 * 65536.
    assert read(NAME, text).observations.rows("path")[0]["lun"] == 0x4064 + 65536


def test_cut_document_keeps_whole_records_and_says_so() -> None:
    result = read(NAME, TEXT[: TEXT.index('"sdm"')])
    assert result.ends_inside_record
    assert result.notes
    assert {r["path_name"] for r in result.observations.rows("path")} == {"sdk", "sdl"}
    known = {f for f in facts(read(NAME, TEXT)) if f[0] == "path"}
    assert {f for f in facts(result) if f[0] == "path"} <= known


def test_unreadable_input_is_reported() -> None:
    result = read(NAME, '{"maps": [{"path_groups": [{"dm_st": "act')
    assert result.failure is None
    assert result.notes
    assert result.observations.rows("path") == []


def test_detection() -> None:
    assert best_reader(TEXT) == NAME


@settings(max_examples=examples(25))
@given(st.integers(min_value=0, max_value=10_000))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust(NAME, TEXT, seed)


@pytest.mark.corpus
def test_corpus() -> None:
    text = corpus_file("hosts/linux-multipathd-json/huawei-1.json")
    assert best_reader(text) == NAME
    result = read(NAME, text)
    assert [(r["path_name"], r["target_wwpn"], r["line"]) for r in result.observations.rows("path")] == [
        ("sdes", "2018e00084ee7ec9", 30),
        ("sdnt", "2008e00084ee7ec9", 43),
    ]
    assert result.observations.rows("device")[0]["working_paths"] == 2
    assert result.unread_lines == 0
