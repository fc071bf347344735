"""The running configuration: its facts, and no secrets."""

from __future__ import annotations

from datetime import datetime

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture
from tests import folders
from tests.readers.harness import ReadResult, best_reader, read

READER = "nxos-show-running-config"
TEXT = (folders.DATA / "cisco" / "running-config.txt").read_text(encoding="utf-8")
SECRETS = (
    "SaltSalt", "HashHash", "feedface", "deadbeef", "S3cret", "T4cacs", "PortSecret9", "BannerSecret", "SecretRole77",
)  # fmt: skip


@pytest.fixture(scope="module")
def result() -> ReadResult:
    return read(READER, TEXT, owner="mds-a")


def line_of(text: str, nth: int = 1) -> int:
    """Return the number of the nth line that contains the text."""
    return [number for number, line in enumerate(TEXT.split("\n"), 1) if text in line][nth - 1]


def test_is_recognised_and_names_its_switch_and_time() -> None:
    assert best_reader(TEXT) == READER
    reader = reader_named(READER)
    assert reader.owner_in is not None
    assert reader.owner_in(TEXT) == "mds-a"
    assert reader.captured_in is not None
    assert reader.captured_in(TEXT) == datetime(2024, 3, 5, 8, 30, 15)
    assert reader.captured_in("!Time: Foo Bar 99 99:99:99 2024\n") is None


VSANS = 'vsan database\n  vsan 10 name "prod"\n'
FCIDS = "fcdomain fcid database\n  vsan 10 wwn 10:00:00:00:c9:00:00:01 fcid 0x010000 dynamic\n"
ALIASES = "device-alias database\n  device-alias name esx01 pwwn 10:00:00:00:c9:00:00:01\n"


@pytest.mark.parametrize(
    ("text", "score"), [(VSANS + FCIDS + ALIASES, 94), (VSANS + FCIDS, 85), (ALIASES + VSANS, 85), (VSANS, None)]
)
def test_a_part_is_recognised_the_more_certainly_the_more_kinds_of_commands_it_has(
    text: str, score: int | None
) -> None:
    found = reader_named(READER).detect(Capture(text=text, file="part.txt", owner="owner1"))
    assert (found.score if found is not None else None) == score


def test_switch(result: ReadResult) -> None:
    assert result.observations.rows("switch") == [
        {"switch": "mds-a", "vendor": "cisco", "firmware_version": "9.4(1)", "line": 5}
    ]


def test_device_aliases_apply_to_all_vsans(result: ReadResult) -> None:
    rows = [row for row in result.observations.rows("alias") if row["vsan"] == ""]
    assert rows[0] == {
        "switch": "mds-a",
        "vsan": "",
        "alias": "esx01_hba0",
        "member": "10000000c9aa0001",
        "wwpn": "10000000c9aa0001",
        "line": line_of("device-alias name esx01_hba0"),
    }
    assert len(rows) == 2


def test_fcalias_belongs_to_its_vsan_and_not_to_a_zone(result: ReadResult) -> None:
    rows = [row for row in result.observations.rows("alias") if row["vsan"] == "10"]
    assert [(row["alias"], row["wwpn"]) for row in rows] == [("tape", "500a000000000077")]
    assert "500a000000000077" not in {row["member"] for row in result.observations.rows("zone_member")}


def test_vsan_policies(result: ReadResult) -> None:
    merged: dict[object, dict[str, object]] = {}
    for row in result.observations.rows("vsan"):
        merged.setdefault(row["vsan"], {}).update(row)
    ten, twenty = merged["10"], merged["20"]
    assert ten["vsan_name"] == "PROD_A"
    assert ten["zone_mode"] == "enhanced"
    assert ten["smart_zoning"] is True
    assert ten["active_zone_set"] == "ZS_A"
    assert "default_zone" not in ten
    assert twenty["vsan_state"] == "suspended"
    assert twenty["default_zone"] == "permit"
    assert twenty["default_zone_in_force"] is True


def test_active_and_full_zones_are_distinguished(result: ReadResult) -> None:
    zones = [(row["zone"], row["active"], row["zone_set"]) for row in result.observations.rows("zone")]
    assert zones == [("esx01_vplex", True, "ZS_A"), ("esx01_vplex", False, "ZS_A"), ("backup", False, "ZS_A")]
    sets = [(row["zone_set"], row["zone"], row["active"]) for row in result.observations.rows("zone_set")]
    assert sets == [("ZS_A", "esx01_vplex", True), ("ZS_A", "esx01_vplex", False), ("ZS_A", "backup", False)]


def test_members(result: ReadResult) -> None:
    rows = result.observations.rows("zone_member")
    assert rows[0] == {
        "switch": "mds-a",
        "vsan": "10",
        "active": True,
        "zone": "esx01_vplex",
        "member": "esx01_hba0",
        "member_type": "alias",
        "alias": "esx01_hba0",
        "member_role": "initiator",
        "line": line_of("member device-alias esx01_hba0"),
    }
    backup = [(row["member_type"], row["member"]) for row in rows if row["zone"] == "backup"]
    assert backup == [
        ("wwpn", "10000000c9aa0002"),
        ("alias", "tape"),
        ("domain_port", "34,7"),
        ("interface", "fc1/5 swwn 20:00:00:0d:ec:aa:00:01"),
    ]


def test_ports(result: ReadResult) -> None:
    merged: dict[object, dict[str, object]] = {}
    for row in result.observations.rows("switch_port"):
        merged.setdefault(row["port"], {}).update(row)
    assert set(merged) == {"port-channel5", "fc1/1", "fc1/2"}
    assert merged["port-channel5"]["port_type"] == "E"
    assert merged["port-channel5"]["max_speed_gbps"] == 16.0
    assert merged["port-channel5"]["speed_mode"] == "auto"
    first, second = merged["fc1/1"], merged["fc1/2"]
    assert (first["port_vsan"], first["speed_mode"], first["description"]) == ("10", "fixed", "ESX 01")
    assert first["persistently_disabled"] is False
    assert second["persistently_disabled"] is True
    assert second["port_channel"] == "port-channel5"
    trunks = [(row["port"], row["trunk"]) for row in result.observations.rows("trunk_member")]
    assert trunks == [("fc1/2", "port-channel5")]


def test_settings(result: ReadResult) -> None:
    settings = {(row["vsan"], row["setting"]): row["value"] for row in result.observations.rows("fabric_setting")}
    assert settings == {
        ("", "system default switchport trunk mode"): "off",
        ("", "feature npiv"): "enabled",
        ("", "feature telnet"): "disabled",
        ("", "ntp server"): "configured",
        ("", "device-alias mode"): "enhanced",
        ("10", "configured domain id"): "34 static",
        ("", "system timeout congestion-drop logical-type edge"): "200",
    }


def test_persistent_addresses_are_not_logins(result: ReadResult) -> None:
    assert result.observations.rows("login") == []


def test_banner_text_is_ignored(result: ReadResult) -> None:
    assert "from_banner" not in {row["zone"] for row in result.observations.rows("zone")}


@pytest.mark.parametrize("change", [lambda t: t, lambda t: "\n".join(x.lstrip() for x in t.split("\n"))])
def test_no_secret_gets_out(change: object) -> None:
    assert callable(change)
    result = read(READER, change(TEXT))
    everything = repr([[list(column) for column in chunk.values] for chunk in result.observations.chunks()])
    everything += repr([note.text for note in result.notes]) + repr(result.failure)
    assert [secret for secret in SECRETS if secret in everything] == []
    assert "esx01_hba0" in everything


def test_no_secret_gets_out_wherever_the_text_is_wrapped() -> None:
    wrapped = TEXT.replace(" ", "\n", 400)
    result = read(READER, wrapped)
    everything = repr([[list(column) for column in chunk.values] for chunk in result.observations.chunks()]) + repr(
        result.notes
    )
    assert [secret for secret in SECRETS if secret in everything] == []


def test_lost_indentation_changes_no_zone() -> None:
    flat = read(READER, "\n".join(line.lstrip() for line in TEXT.split("\n")), owner="mds-a")
    whole = read(READER, TEXT, owner="mds-a")
    for kind in ("zone", "zone_member", "zone_set", "alias", "vsan", "switch_port"):
        assert flat.observations.rows(kind) == whole.observations.rows(kind), kind


def test_a_banner_without_end_is_reported() -> None:
    result = read(READER, "version 9.4(1)\nbanner motd ^\nswitchname mds-a\n")
    assert result.ends_inside_record
    assert [note.text for note in result.notes] == ["a banner has no end: the text after it was not read"]


def test_an_ethernet_configuration_is_not_claimed() -> None:
    text = "!Command: show running-config\n!Time: Tue Mar  5 08:30:15 2024\n\nversion 9.3(1)\nhostname leaf1\ninterface Ethernet1/1\n  no shutdown\n"
    assert best_reader(text) is None


def test_prose_about_the_command_is_not_claimed() -> None:
    text = "To see zones, run:\n\n    !Command: show running-config\n    vsan database\n    switchname mds-a\n"
    assert best_reader(text) is None


def test_a_vsan_range_is_bounded() -> None:
    result = read(READER, "switchname mds-a\nzone mode enhanced vsan 1-9999,5\nzone mode enhanced vsan 7-99999999999\n")
    assert len(result.observations.rows("vsan")) == 4094


def test_port_ranges() -> None:
    text = "switchname mds-a\nvsan database\n  vsan 10 interface fc1/1-3,fc2/7\ninterface fc1/1 - 2\n  no shutdown\n"
    result = read(READER, text)
    rows = result.observations.rows("switch_port")
    assert [row["port"] for row in rows if row.get("port_vsan") == "10"] == ["fc1/1", "fc1/2", "fc1/3", "fc2/7"]
    assert [row["port"] for row in rows if "persistently_disabled" in row] == ["fc1/1", "fc1/2"]
    assert result.unread_lines == 0


def test_member_named_by_a_comment() -> None:
    text = "version 9.4(1)\nzone name z vsan 10\n    member pwwn 10:00:00:00:c9:aa:00:01\n    !  [esx01_hba0]\n"
    (row,) = read(READER, text).observations.rows("zone_member")
    assert row["alias"] == "esx01_hba0"


def test_short_lines_do_not_become_endless_rows() -> None:
    ports = ",".join(["fc1/1-999"] * 500)
    text = f"switchname mds-a\nvsan database\n  vsan 1-4094 interface fc1/1\n  vsan 5 interface {ports}\n"
    result = read(READER, text)
    assert result.records == 1
    assert result.unread_lines == 2
    many = read(READER, "switchname mds-a\n" + "zone mode enhanced vsan 1-4094\n" * 400)
    assert many.records < 600_000
    assert [note.text for note in many.notes if "records in an export of" in note.text]


ALIASES = "device-alias database\n  device-alias name esx01 pwwn 10:00:00:00:c9:aa:00:01\ndevice-alias commit\n"
ZONES = "zone name z1 vsan 10\n  member pwwn 10:00:00:00:c9:aa:00:01\n! [esx01]\nzoneset name zs vsan 10\n  member z1\n"


def test_a_piece_of_a_configuration_is_read_completely_whatever_it_begins_with() -> None:
    text = ALIASES + ZONES
    assert best_reader(text) == READER
    found = read(READER, text)
    assert found.unread_lines == 0
    assert [row["zone"] for row in found.observations.rows("zone")] == ["z1"]
    assert [row["alias"] for row in found.observations.rows("alias")] == ["esx01"]


def test_zones_and_the_set_they_activate_are_a_configuration() -> None:
    text = ZONES + "zoneset activate name zs vsan 10\n"
    assert best_reader(text) == READER
    (vsan,) = read(READER, text).observations.rows("vsan")
    assert vsan["active_zone_set"] == "zs"
    assert best_reader(ZONES) == "nxos-show-zone"
