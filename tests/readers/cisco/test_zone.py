"""Zone sets and zones as the switch shows them."""

from __future__ import annotations

import pytest

from checker.readers.registry import claims, reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import best_reader, read

ACTIVE = """\
zoneset name ZS_A vsan 10
  zone name esx01_vplex vsan 10
  * fcid 0x0a0001 [pwwn 10:00:00:00:c9:aa:00:01] [esx01_hba0]  init
    pwwn 50:00:14:42:a0:00:00:10 [vplex_fe0]  target
  * fcid 0x0a0002

  zone name esx02_vplex vsan 10
  * fcid 0x0a0003 [device-alias esx02_hba0]
    device-alias vplex_fe9
    pwwn 10:00:xx:xx:c9:aa:00:09

zoneset name ZS_B vsan 20
  zone name tape vsan 20
  * fcid 0x0b0001 [interface fc1/5 swwn 20:00:00:0d:ec:aa:00:01]
    fcid 0x0b0009
    nwwn 20:00:00:00:c9:aa:00:05
    domain-id 12 port-number 7
    symbolic-nodename iqn.2001-04.example
"""

FULL = """\
zone name z1 vsan 10
  pwwn 10:00:00:00:c9:aa:00:01 [esx01_hba0]
  fcalias name VPLEX vsan 10
    pwwn 50:00:14:42:a0:00:00:10 [vplex_fe0]
    pwwn 50:00:14:42:a0:00:00:11

  pwwn 50:00:14:42:a0:00:00:12

zone name z2 vsan 10
  attribute disable-smart-zoning
  fcalias name VPLEX vsan 10
    pwwn 50:00:14:42:a0:00:00:10 [vplex_fe0]
    pwwn 50:00:14:42:a0:00:00:11

  device-alias esx02_hba0 both
"""


def test_active_members_field_by_field() -> None:
    result = read("nxos-show-zoneset-active", ACTIVE, owner="mds-a")
    rows = result.observations.rows("zone_member")
    assert rows[0] == {
        "switch": "mds-a",
        "vsan": "10",
        "active": True,
        "zone": "esx01_vplex",
        "member": "10000000c9aa0001",
        "member_type": "wwpn",
        "wwpn": "10000000c9aa0001",
        "alias": "esx01_hba0",
        "member_role": "initiator",
        "logged_in": True,
        "fcid": "0a0001",
        "line": 3,
    }
    assert rows[1] == {
        "switch": "mds-a",
        "vsan": "10",
        "active": True,
        "zone": "esx01_vplex",
        "member": "50001442a0000010",
        "member_type": "wwpn",
        "wwpn": "50001442a0000010",
        "alias": "vplex_fe0",
        "member_role": "target",
        "logged_in": False,
        "line": 4,
    }
    found = [(row["line"], row["member_type"], row["member"], row["logged_in"]) for row in rows[2:]]
    assert found == [
        (5, "fcid", "0a0002", True),
        (8, "alias", "esx02_hba0", True),
        (9, "alias", "vplex_fe9", False),
        (10, "wwpn", "10:00:xx:xx:c9:aa:00:09", False),
        (14, "interface", "fc1/5 swwn 20:00:00:0d:ec:aa:00:01", True),
        (15, "fcid", "0b0009", False),
        (16, "wwnn", "20000000c9aa0005", False),
        (17, "domain_port", "12,7", False),
        (18, "other", "symbolic-nodename iqn.2001-04.example", False),
    ]


def test_redacted_member_is_kept_as_bad_value() -> None:
    result = read("nxos-show-zoneset-active", ACTIVE, owner="mds-a")
    (bad,) = result.observations.rows("bad_value")
    assert (bad["line"], bad["value"], bad["problem"], bad["place"]) == (
        10,
        "10:00:xx:xx:c9:aa:00:09",
        "redacted",
        "zone esx02_vplex",
    )
    assert result.unread_lines == 0


def test_active_zone_sets_and_zones() -> None:
    result = read("nxos-show-zoneset-active", ACTIVE, owner="mds-a")
    sets = [(row["line"], row["vsan"], row["zone_set"], row["zone"]) for row in result.observations.rows("zone_set")]
    assert sets == [
        (2, "10", "ZS_A", "esx01_vplex"),
        (7, "10", "ZS_A", "esx02_vplex"),
        (13, "20", "ZS_B", "tape"),
    ]
    zones = {row["zone"]: row for row in result.observations.rows("zone")}
    assert zones["esx01_vplex"]["smart"] is True
    assert "smart" not in zones["tape"]
    assert zones["tape"]["zone_set"] == "ZS_B"
    active = [(row["vsan"], row["active_zone_set"]) for row in result.observations.rows("vsan")]
    assert active == [("10", "ZS_A"), ("20", "ZS_B")]


def test_fcalias_members_belong_to_the_alias() -> None:
    result = read("nxos-show-zone", FULL, owner="mds-a")
    members = [(row["zone"], row["member_type"], row["member"]) for row in result.observations.rows("zone_member")]
    assert members == [
        ("z1", "wwpn", "10000000c9aa0001"),
        ("z1", "alias", "VPLEX"),
        ("z1", "wwpn", "50001442a0000012"),
        ("z2", "alias", "VPLEX"),
        ("z2", "alias", "esx02_hba0"),
    ]
    aliases = [(row["line"], row["vsan"], row["alias"], row["wwpn"]) for row in result.observations.rows("alias")]
    assert aliases == [(4, "10", "VPLEX", "50001442a0000010"), (5, "10", "VPLEX", "50001442a0000011")]
    assert all("logged_in" not in row for row in result.observations.rows("zone_member"))
    assert [row.get("smart") for row in result.observations.rows("zone")] == [None, False]


@pytest.mark.parametrize("text", [ACTIVE, FULL])
def test_indentation_may_be_lost_or_blank_lines_doubled(text: str) -> None:
    name = best_reader(text)
    assert name is not None
    flat = read(name, "\n".join(line.lstrip() for line in text.split("\n")))
    doubled = read(name, text.replace("\n", "\n\n"))
    whole = read(name, text)
    for kind in ("zone", "zone_set", "zone_member", "alias"):
        expected = [{k: v for k, v in row.items() if k != "line"} for row in whole.observations.rows(kind)]
        for other in (flat, doubled):
            assert [{k: v for k, v in row.items() if k != "line"} for row in other.observations.rows(kind)] == expected


def test_active_is_recognised_by_stars_command_or_file_name() -> None:
    no_star = "zoneset name ZS_A vsan 10\n  zone name z vsan 10\n    pwwn 10:00:00:00:c9:aa:00:01\n"
    assert best_reader(ACTIVE) == "nxos-show-zoneset-active"
    assert best_reader(no_star) == "nxos-show-zoneset"
    assert best_reader("mds-a# show zoneset active\n" + no_star) == "nxos-show-zoneset-active"
    for capture in (
        Capture(text=no_star, owner="x", command="show zoneset active vsan 10"),
        Capture(text=no_star, owner="x", file="mds-a/show-zoneset-active.txt"),
    ):
        assert claims(capture)[0][1].name == "nxos-show-zoneset-active"
    pending = Capture(text=no_star, owner="x", command="show zoneset pending vsan 10")
    assert claims(pending) == []


def test_zone_readers_by_first_line() -> None:
    assert best_reader(FULL) == "nxos-show-zone"
    active_zone = "zone name z vsan 10\n  * fcid 0x0a0001 [pwwn 10:00:00:00:c9:aa:00:01]\n"
    assert best_reader(active_zone) == "nxos-show-zone-active"
    assert best_reader("fcalias name F vsan 10\n  pwwn 10:00:00:00:c9:aa:00:01\n") == "nxos-show-fcalias"
    assert best_reader("A zone name is a word.\n\n" + FULL) is None


def test_a_guess_about_the_database_is_noted() -> None:
    unlabelled = read("nxos-show-zone", FULL)
    assert [note.line for note in unlabelled.notes] == [1]
    capture = Capture(text=FULL, owner="mds-a", command="show zone")
    assert read_capture(reader_named("nxos-show-zone"), capture).notes == []


def test_early_switches_print_no_vsan_and_no_stars() -> None:
    text = "zoneset name OLD\nzone name z\npwwn 10:00:00:00:c9:aa:00:01\npwwn 50:00:14:42:a0:00:00:10\n"
    result = read("nxos-show-zoneset-active", text)
    rows = result.observations.rows("zone_member")
    assert [(row["vsan"], row["wwpn"]) for row in rows] == [("", "10000000c9aa0001"), ("", "50001442a0000010")]
    # without stars it is unknown which members are logged in
    assert all("logged_in" not in row for row in rows)


def test_members_of_the_default_zone_are_not_zoned() -> None:
    text = "zone name $default_zone$ vsan 10\n  * fcid 0x0a0001 [pwwn 10:00:00:00:c9:aa:00:01]\n"
    result = read("nxos-show-zone-active", text)
    assert result.observations.rows("zone") == []
    assert result.observations.rows("zone_member") == []
    assert [row["fcid"] for row in result.observations.rows("default_zone_member")] == ["0a0001"]


def test_a_truncated_text_invents_nothing_and_is_reported() -> None:
    cut = ACTIVE[: ACTIVE.index("  * fcid 0x0a0003")]
    result = read("nxos-show-zoneset-active", cut)
    assert result.ends_inside_record
    assert [(note.line, note.text) for note in result.notes] == [(7, "truncated: the last zone has no members")]
    assert len(result.observations.rows("zone_member")) == 3


@pytest.mark.parametrize("end", ["[esx01", "[pwwn 10:00:00:00:c9:aa:00:01] [esx0", "[pw"])
def test_a_member_whose_bracket_is_cut_is_neither_malformed_nor_a_member(end: str) -> None:
    first = "zone name esx01_vplex vsan 10\n    pwwn 50:00:14:42:a0:00:00:10 [vplex_fe0]\n"
    start = "  * fcid 0x0a0001 " if "pw" in end else "    pwwn 10:00:00:00:c9:aa:00:01 "
    result = read("nxos-show-zone", first + start + end)
    assert [row["member"] for row in result.observations.rows("zone_member")] == ["50001442a0000010"]
    assert not result.observations.rows("bad_value")
    assert result.ends_inside_record


def test_unknown_lines_are_counted() -> None:
    text = FULL + "  something new 12\n"
    result = read("nxos-show-zone", text)
    assert (result.unread_lines, result.first_unread) == (1, 16)


def test_prompts_and_remarks_are_not_unread_lines() -> None:
    text = "mds-a# show zone\n" + FULL.replace("[esx01_hba0]", "[esx01_hba0] ===> the first host") + "\nmds-a#\n"
    result = read("nxos-show-zone", text)
    assert result.unread_lines == 0
    assert result.observations.rows("zone_member")[0]["alias"] == "esx01_hba0"


def test_no_zone_set_present() -> None:
    capture = Capture(text="Zoneset not present\n", owner="mds-a", command="show zoneset active vsan 10")
    ((_, reader),) = claims(capture)
    assert reader.name == "nxos-show-zoneset-active"
    result = read_capture(reader, capture)
    assert result.records == 0
    assert [note.text for note in result.notes] == ["the switch reports: Zoneset not present"]


def test_configuration_fragment() -> None:
    text = "zone name z vsan 1\nmember pwwn 10:00:00:00:c9:aa:00:01 initiator\nmember device-alias t1 target\n"
    assert best_reader(text) == "nxos-show-zone"
    rows = read("nxos-show-zone", text).observations.rows("zone_member")
    assert [(row["member_type"], row["member_role"]) for row in rows] == [("wwpn", "initiator"), ("alias", "target")]


def test_brief_zone_set_lists_zones_without_members() -> None:
    text = "zoneset name ZS_A vsan 10\n  zone esx01_vplex\n  zone esx02_vplex\n"
    rows = read("nxos-show-zoneset-active", text).observations.rows("zone_set")
    assert [(row["line"], row["zone"]) for row in rows] == [(2, "esx01_vplex"), (3, "esx02_vplex")]


def test_comment_lines_name_the_member_above_them() -> None:
    text = "zone name z vsan 1\n    member pwwn 10:00:00:00:c9:aa:00:01\n    !           [esx01_hba0]\n"
    result = read("nxos-show-zone", text)
    (row,) = result.observations.rows("zone_member")
    assert (row["alias"], row["line"]) == ("esx01_hba0", 2)
    assert result.unread_lines == 0
