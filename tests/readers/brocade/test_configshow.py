"""configshow and configupload: each logical switch separately, and no secrets."""

from __future__ import annotations

from datetime import UTC, datetime

from checker.readers.registry import reader_named
from tests import folders
from tests.readers.harness import assert_robust, best_reader, facts, read

SAMPLE = (folders.SAMPLES / "brocade-configshow.txt").read_text(encoding="utf-8")
NAME = "brocade-configshow"


def rows(kind: str, text: str = SAMPLE) -> list[dict[str, object]]:
    return read(NAME, text).observations.rows(kind)


def test_logical_switches_are_separate() -> None:
    assert best_reader(SAMPLE) == NAME
    assert [
        (row["switch"], row["fabric_id"], row.get("domain_id"), row["firmware_version"]) for row in rows("switch")
    ] == [
        ("edge-a1", "128", "7", "v8.2.3c"),
        ("edge-lab", "20", None, "v8.2.3c"),
    ]
    assert [(row["switch"], row["default_zone"]) for row in rows("vsan") if "default_zone" in row] == [
        ("edge-a1", "deny"),
        ("edge-lab", "permit"),
    ]
    assert [
        (row["switch"], row["default_zone_in_force"]) for row in rows("vsan") if "default_zone_in_force" in row
    ] == [
        ("edge-a1", False),
        ("edge-lab", True),
    ]
    assert read(NAME, SAMPLE).unread_lines == 0


def test_zoning() -> None:
    assert [(row["zone"], row["zone_type"], row["active"], row["line"]) for row in rows("zone")] == [
        ("esx01_vplex", "normal", False, 31),
        ("peer_esx02", "peer", False, 32),
    ]
    assert [(row["member"], row["member_type"], row.get("member_role")) for row in rows("zone_member")] == [
        ("esx01_p0", "alias", None),
        ("50001442a0000000", "wwpn", None),
        ("0002000000030101", "property", None),
        ("50001442a0000000", "wwpn", "principal"),
        ("10000090fa000006", "wwpn", "peer"),
    ]
    assert [(row["alias"], row["wwpn"]) for row in rows("alias")] == [("esx01_p0", "10000090fa000005")]
    assert [row["zone"] for row in rows("zone_set")] == ["esx01_vplex", "peer_esx02"]


def test_settings_and_port_names() -> None:
    assert [(row["setting"], row["value"]) for row in rows("fabric_setting")] == [
        ("fabric.ops.E_D_TOV", "2000"),
        ("fabric.ops.R_A_TOV", "10000"),
        ("ntp server", "configured"),
    ]
    assert [(row["port_index"], row["description"]) for row in rows("switch_port")] == [(5, "esx01_p0")]


def test_a_switch_that_keeps_its_own_time() -> None:
    text = SAMPLE.replace("ts.clockServer:192.0.2.123", "ts.clockServer:LOCL")
    found = read(NAME, text).observations.rows("fabric_setting")
    assert [row["value"] for row in found if row["setting"] == "ntp server"] == ["none"]


def test_time_and_owner() -> None:
    reader = reader_named(NAME)
    assert reader.captured_in is not None
    assert reader.captured_in(SAMPLE) == datetime(2023, 6, 12, 11, 21, 58, tzinfo=UTC)
    assert reader.owner_in is not None
    assert reader.owner_in(SAMPLE) is None
    assert reader.owner_in(SAMPLE.replace("edge-lab", "edge-a1")) == "edge-a1"


def test_no_secret_is_kept() -> None:
    text = SAMPLE.replace("[Zoning]\n", "[Zoning]\npasswd.root:madeUpHash2\n")
    result = read(NAME, text)
    kept = repr(facts(result)) + repr(result.notes)
    assert "madeUp" not in kept
    assert result.unread_lines == 2


def test_the_old_form_without_a_head() -> None:
    text = "[Zoning]\ncfg.c1:z1\nzone.z1:7,4;7,5\nenable:c1\n"
    assert best_reader(text) == NAME
    assert [row["member_type"] for row in rows("zone_member", text)] == ["domain_port", "domain_port"]


def test_a_truncated_file_is_reported() -> None:
    result = read(NAME, SAMPLE[: SAMPLE.index("alias.esx01_p0")])
    assert result.ends_inside_record
    assert [row["zone"] for row in result.observations.rows("zone")] == ["esx01_vplex", "peer_esx02"]
    assert_robust(NAME, SAMPLE, 3)
