"""VPLEX trees and health checks: the facts of each line, also in copies with other indentation."""

from __future__ import annotations

import pytest

from checker.readers.registry import claims, reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests import folders
from tests.readers.harness import assert_robust, best_reader, check_types, corpus_file, facts, read

SAMPLES = folders.SAMPLES
DRILL_DOWN = (SAMPLES / "vplex-drill-down.txt").read_text()
MAP = (SAMPLES / "vplex-map.txt").read_text()
HEALTH = (SAMPLES / "vplex-health-check.txt").read_text()


def _legs(text: str, name: str = "vplex-drill-down") -> set[tuple[object, ...]]:
    rows = read(name, text).observations.rows("device_component")
    return {
        (row["vplex_device"], row["component"], row["component_type"], row.get("component_cluster")) for row in rows
    }


def test_a_distributed_device_has_a_leg_in_each_cluster() -> None:
    rows = read("vplex-drill-down", DRILL_DOWN).observations.rows
    assert {
        ("dd_db01", "dev_db01_1", "device", "cluster-1"),
        ("dd_db01", "dev_db01_2", "device", "cluster-2"),
        ("dev_db01_2", "extent_db01_2", "extent", "cluster-2"),
        ("dev_web01", "dev_web01_b", "device", "cluster-1"),
    } <= _legs(DRILL_DOWN)
    assert [(row["virtual_volume"], row["vplex_device"], row["cluster"]) for row in rows("virtual_volume")] == [
        ("dd_db01_vol", "dd_db01", ""),
        ("web01_vol", "dev_web01", "cluster-1"),
    ]
    owners = {(row["vplex_device"], row["cluster"]) for row in rows("device_component")}
    assert owners == {("dd_db01", ""), ("dev_db01_1", "cluster-1"), ("dev_db01_2", "cluster-2")} | {
        (name, "cluster-1") for name in ("dev_web01", "dev_web01_a", "dev_web01_b")
    }
    assert [row["top_level"] for row in rows("vplex_device") if row["vplex_device"] == "dev_web01"] == [True]


def test_lost_indentation_gives_the_same_facts() -> None:
    flat = "\n".join(line.lstrip() for line in DRILL_DOWN.split("\n"))
    assert facts(read("vplex-drill-down", flat)) == facts(read("vplex-drill-down", DRILL_DOWN))


def test_other_indentations_give_the_same_facts() -> None:
    wide = DRILL_DOWN.replace("   ", "\t")
    assert _legs(wide) == _legs(DRILL_DOWN)


def test_volumes_of_the_map_belong_to_every_view_above_them() -> None:
    rows = read("vplex-map", MAP).observations.rows
    assert {(row["view"], row["volume_name"]) for row in rows("mask_volume")} == {
        ("db01", "dd_db01_vol"),
        ("db02", "dd_db01_vol"),
    }
    assert {row["consistency_group"] for row in rows("virtual_volume") if "consistency_group" in row} == {"cg_db"}
    # Below a distributed device the map does not contain the cluster of a leg.
    assert [row.get("component_cluster") for row in rows("device_component")] == [None] * 4
    arrays = {(row["storage_array"], row["serial"]) for row in rows("storage_array") if "serial" in row}
    assert arrays == {("EMC-SYMMETRIX-199900001", "000199900001"), ("DellEMC-PowerStore-4PXXXX1", "4PXXXX1")}


def test_a_truncated_tree_invents_nothing() -> None:
    whole = facts(read("vplex-drill-down", DRILL_DOWN))
    lines = DRILL_DOWN.split("\n")
    for count in range(len(lines)):
        assert facts(read("vplex-drill-down", "\n".join(lines[:count]))) <= whole


def test_verdicts_are_assigned_to_their_component() -> None:
    rows = read("vplex-health-check", HEALTH).observations.rows("array_setting")
    found = {(row["scope"], row["setting"]): row["value"] for row in rows}
    assert found["health-check configuration", "meta data backup"] == "warning"
    assert found["health-check configuration", "call home status"] == "error"
    assert found["health-check back end", "validating paths to back end arrays"] == "error"
    assert found["health-check cluster witness", "cluster witness"] == "ok"
    assert len(found) == 9


def test_the_first_lines_of_the_long_form() -> None:
    text = (SAMPLES / "vplex-health-check.2.txt").read_text()
    rows = read("vplex-health-check", text).observations.rows
    system = {key: value for row in rows("storage_array") for key, value in row.items()}
    assert (system["array_version"], system["product_type"], system["hardware"]) == ("6.1.0.01.00.13", "metro", "VS2")
    assert [(row["cluster"], row["assembly"]) for row in rows("vplex_cluster")] == [
        ("cluster-1", "FNM00990000001"),
        ("cluster-2", "FNM00990000002"),
    ]


def test_the_tables_of_the_long_form() -> None:
    result = read("vplex-health-check", (SAMPLES / "vplex-health-check.3.txt").read_text())
    rows = result.observations.rows
    assert result.unread_lines == 0
    assert [(row["cluster"], row["health_state"]) for row in rows("vplex_cluster") if "health_state" in row] == [
        ("cluster-1", "ok"),
        ("cluster-2", "minor-failure"),
    ]
    assert [row["assembly"] for row in rows("vplex_cluster") if "assembly" in row] == [
        "FNM00990000001",
        "FNM00990000002",
    ]
    assert [(row["system_volume"], row["active"]) for row in rows("system_volume")] == [
        ("meta_c1", True),
        ("meta_c1_backup_2024Jun11", False),
    ]
    found = {(row["scope"], row["setting"]): row["value"] for row in rows("array_setting")}
    assert found["cluster-1 health-check", "unhealthy-storage-views"] == "1"
    assert [(row["configured"], row.get("enabled")) for row in rows("witness")] == [(False, None)]


def test_counts_of_the_back_end_check_belong_to_their_cluster() -> None:
    rows = read("vplex-validate-be", (SAMPLES / "vplex-validate-be.txt").read_text()).observations.rows("array_setting")
    dead = {
        row["scope"]: row["value"] for row in rows if row["setting"] == "storage-volumes that are dead or unreachable"
    }
    assert dead == {"cluster-1": "0", "cluster-2": "1"}


def test_none_alone_is_claimed_only_for_a_matching_command() -> None:
    assert best_reader("None\n") is None
    capture = Capture(text="None\n", file="x.txt", owner="vplex01", command="health-check --io-aborts")
    (claim, *_) = claims(capture)
    assert claim[1].name == "vplex-io-aborts"
    (row,) = read_capture(claim[1], capture).observations.rows("array_setting")
    assert (row["setting"], row["value"]) == ("io-aborts", "none")


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", ["vplex-drill-down", "vplex-map", "vplex-health-check", "vplex-validate-system"])
def test_damaged_input_breaks_nothing(name: str, seed: int) -> None:
    assert_robust(name, (SAMPLES / f"{name}.txt").read_text(), seed)


OUTSIDE = {
    **{f"vplex-drill-down/coprhd-{number}.txt": "vplex-drill-down" for number in (1, 2, 3)},
    **{f"vplex-map/ansible-vplex-{number}.txt": "vplex-map" for number in (2, 3, 4, 5)},
    **{f"vplex-health-check/check-vplex-{number}.txt": "vplex-health-check" for number in (1, 2, 3, 5, 6, 7)},
}


@pytest.mark.parametrize(("path", "name"), OUTSIDE.items())
def test_each_outside_file_is_read_completely(path: str, name: str) -> None:
    text = corpus_file(f"fabric/{path}")
    assert best_reader(text) == name
    result = read_capture(reader_named(name), Capture(text=text, owner="vplex01"))
    check_types(result)
    assert result.failure is None and result.unread_lines == 0 and result.records > 1


def test_outside_values() -> None:
    def settings(number: int) -> dict[object, object]:
        rows = read("vplex-health-check", corpus_file(f"fabric/vplex-health-check/check-vplex-{number}.txt"))
        return {row["setting"]: row["value"] for row in rows.observations.rows("array_setting")}

    assert len(settings(1)) == 10
    assert {name for name, verdict in settings(1).items() if verdict != "ok"} == {
        "call home status",
        "meta data backup",
    }
    assert list(settings(2).values()) == ["ok"] * 7
    assert settings(5) == {"wan configuration": "ok"}
    assert settings(7) == {"cluster witness": "ok"}
    legs = _legs(corpus_file("fabric/vplex-drill-down/coprhd-3.txt"))
    assert ("device_VAPM00140801303-00218", "device_VAPM00140844981-00512", "device", "cluster-1") in legs
    mapped = read("vplex-map", corpus_file("fabric/vplex-map/ansible-vplex-4.txt")).observations.rows
    assert {row["view"] for row in mapped("mask_volume")} == {"view_C2_VATS_00000", "ansible_storage_view_new"}
    assert {row["device"] for row in mapped("storage_volume")} == {"naa.60000970000197200581533030434136"}


def test_legs_of_a_distributed_device_are_recognised_by_type_without_indentation() -> None:
    flat = "\n".join(line.lstrip() for line in MAP.split("\n"))
    assert facts(read("vplex-map", flat)) == facts(read("vplex-map", MAP))
