"""Outside samples: each is recognised as its format and read; values checked by eye."""

from __future__ import annotations

import pytest

from tests.readers.harness import ReadResult, best_reader, corpus_file, read

pytestmark = pytest.mark.corpus

FILES = {
    "mds-device-alias/dlsansw01-1.txt": "nxos-show-device-alias-database",
    "mds-device-alias/nxos-shdadatabse.txt": "nxos-show-device-alias-database",
    "mds-device-alias/nxos-shdastatus.txt": "nxos-show-device-alias-status",
    "mds-fcns/cinder-1.txt": "nxos-show-fcns-database",
    "mds-fcns/kckecheng-1.txt": "nxos-show-fcns-database-detail",
    "mds-fcns/kckecheng-2.txt": "nxos-show-fcns-database-detail",
    "mds-fcns/kckecheng-4.txt": "nxos-show-fcns-database-detail",
    "mds-flogi/elatov-1.txt": "nxos-show-flogi-database",
    "mds-flogi/ntc-cisco_nxos_show_flogi_database.txt": "nxos-show-flogi-database",
    "mds-interface/ntc-cisco_nxos_show_interface11.txt": "nxos-show-interface",
    "mds-interface/ntc2191-1.txt": "nxos-show-interface",
    "mds-misc/kckecheng-1.txt": "nxos-show-fcdomain-domain-list",
    "mds-running-config/dlsansw01-1.txt": "nxos-show-running-config",
    "mds-running-config/dlsansw01-2.txt": "nxos-show-running-config",
    "mds-vsan/nxos-shvsan.txt": "nxos-show-vsan",
    "mds-vsan/nxos-shvsanmem.txt": "nxos-show-vsan-membership",
    "mds-zone/kckecheng-1.txt": "nxos-show-zone",
    "mds-zone/nxos-show_zone_vsan.txt": "nxos-show-zone",
    "mds-zone/nxos-shzone_1.txt": "nxos-show-zone",
    "mds-zone/nxos-shzone_bug339.txt": "nxos-show-zone",
    "mds-zone-status/cinder-1.txt": "nxos-show-zone-status",
    "mds-zone-status/nxos-show_zone_status_vsan.txt": "nxos-show-zone-status",
    "mds-zone-status/nxos-shzonestatus_0.txt": "nxos-show-zone-status",
    "mds-zone-status/nxos-shzonestatus_4.txt": "nxos-show-zone-status",
    "mds-zoneset/nxos-show_zoneset_vsan.txt": "nxos-show-zoneset",
    "mds-zoneset/nxos-shzoneset_0.txt": "nxos-show-zoneset",
    "mds-zoneset-active/dellasm-1.txt": "nxos-show-zoneset-active",
    # flattened, without stars, VSAN and command: nothing in it says that it is the active set
    "mds-zoneset-active/elatov-1.txt": "nxos-show-zoneset",
    "mds-zoneset-active/nxos-show_zoneset_active_vsan.txt": "nxos-show-zoneset-active",
}


def read_file(name: str) -> ReadResult:
    return read(FILES[name], corpus_file(f"fabric/{name}"), owner="sw1")


@pytest.mark.parametrize("name", sorted(FILES))
def test_recognised_and_read_completely(name: str) -> None:
    assert best_reader(corpus_file(f"fabric/{name}")) == FILES[name]
    result = read_file(name)
    assert result.failure is None
    assert result.records > 0
    assert result.unread_lines == 0
    assert result.printed_count == result.counted_records


def test_active_zone_set() -> None:
    rows = read_file("mds-zoneset-active/nxos-show_zoneset_active_vsan.txt").observations.rows("zone_member")
    assert rows[0] == {
        "switch": "sw1",
        "vsan": "50",
        "active": True,
        "zone": "z50_azusant_f0_unity8174_spa1",
        "member": "c05076095b200064",
        "member_type": "wwpn",
        "wwpn": "c05076095b200064",
        "alias": "azusant_f0",
        "logged_in": True,
        "fcid": "3211cb",
        "line": 3,
    }
    absent = [row for row in rows if row["wwpn"] == "201200a09842fa8c"]
    assert absent
    assert all(row["logged_in"] is False for row in absent)


def test_active_zone_set_with_an_impossible_name() -> None:
    result = read_file("mds-zoneset-active/dellasm-1.txt")
    (bad,) = result.observations.rows("bad_value")
    assert (bad["line"], bad["value"]) == (6, "20:01:74:46:7a:d7:hf:4d")
    states = [(row["line"], row["logged_in"]) for row in result.observations.rows("zone_member")]
    assert states[:5] == [(3, True), (6, False), (7, False), (8, False), (11, False)]


def test_full_zones_with_fcaliases() -> None:
    result = read_file("mds-zone/nxos-show_zone_vsan.txt")
    members = result.observations.rows("zone_member")
    second = [row["alias"] for row in members if row["zone"] == "z50_azplcbsx000652_san01-azsncbsx01_0ac"]
    assert second == [
        "azplcbsx000652_san01",
        "azsncbsx01_c01_0a",
        "azsncbsx01_c01_0c",
        "azsncbsx01_c02_0a",
        "azsncbsx01_c02_0c",
    ]
    aliases = {row["alias"]: row["wwpn"] for row in result.observations.rows("alias")}
    assert aliases["azsncbsx01_c01_0a"] == "201200a098fa426e"
    # the status of the same VSAN counts 134 zones
    assert len(result.observations.rows("zone")) == 134


def test_full_zone_set_contains_the_zones_of_show_zone() -> None:
    from_set = read_file("mds-zoneset/nxos-show_zoneset_vsan.txt").observations
    from_zone = read_file("mds-zone/nxos-show_zone_vsan.txt").observations
    names = [(row["zone"], row["member"]) for row in from_set.rows("zone_member")]
    assert names == [(row["zone"], row["member"]) for row in from_zone.rows("zone_member")]


def test_smart_zone_roles() -> None:
    rows = read_file("mds-zone/nxos-shzone_bug339.txt").observations.rows("zone_member")
    assert (rows[0]["alias"], rows[0]["member_role"]) == ("P011W01ILBEX001-H0", "initiator")
    fragment = read_file("mds-zone/kckecheng-1.txt").observations.rows("zone_member")
    assert [row["member_role"] for row in fragment] == [
        "initiator", "target", "target", "initiator", "initiator", "initiator",
    ]  # fmt: skip
    both = read_file("mds-zone/nxos-shzone_1.txt").observations.rows("zone_member")[1]
    assert (both["member"], both["member_role"]) == ("test123", "both")
    first = read_file("mds-zoneset/nxos-shzoneset_0.txt").observations.rows("zone_member")[0]
    assert (first["wwpn"], first["member_role"], first["line"]) == ("1111111111111111", "both", 3)


def test_zone_status() -> None:
    (row,) = read_file("mds-zone-status/nxos-show_zone_status_vsan.txt").observations.rows("vsan")
    assert row == {
        "switch": "sw1",
        "vsan": "50",
        "default_zone": "deny",
        "default_zone_in_force": True,
        "zone_mode": "basic",
        "smart_zoning": False,
        "distribute": "full",
        "merge_control": "allow",
        "pending_session": False,
        "active_zone_set": "z50_csphfab1_zoneset",
        "interop_mode": "default",
        "zone_database_bytes": 42620,
        "line": 1,
    }
    (pending,) = read_file("mds-zone-status/cinder-1.txt").observations.rows("vsan")
    assert (pending["pending_session"], pending["zone_mode"], pending["distribute"]) == (
        True,
        "enhanced",
        "active only",
    )
    assert pending["active_zone_set"] == "test-zs-test"
    (smart,) = read_file("mds-zone-status/nxos-shzonestatus_0.txt").observations.rows("vsan")
    assert (smart["smart_zoning"], smart["zone_database_bytes"]) == (True, 483)


def test_flogi() -> None:
    rows = read_file("mds-flogi/ntc-cisco_nxos_show_flogi_database.txt").observations.rows("login")
    assert len(rows) == 21
    assert (rows[0]["port"], rows[0]["vsan"], rows[0]["wwpn"], rows[0]["alias"]) == (
        "fc1/33",
        "10",
        "aabbccddeeff0011",
        "SAN_PORT_1",
    )
    assert [row["port"] for row in rows].count("fc1/45") == 10
    early = read_file("mds-flogi/elatov-1.txt").observations.rows("login")
    assert (early[0]["port"], early[0]["fcid"], early[0]["wwnn"]) == ("fc1/3", "760200", "500308c09c008000")


def test_fcns() -> None:
    rows = read_file("mds-fcns/cinder-1.txt").observations.rows("login")
    assert [(row["vsan"], row["wwpn"], row.get("vendor")) for row in rows] == [
        ("303", "201a00051ee8e329", "Cisco"),
        ("303", "100000007799602c", "Interphase"),
        ("303", "10000049c928c701", None),
    ]
    four = read_file("mds-fcns/kckecheng-2.txt").observations.rows("login")
    assert [(row["alias"], row["fc4_role"], row["fcid"]) for row in four] == [
        ("CX_116115_A11", "target", "2200b5"),
        ("CX_116116_B0", "both", "268900"),
        ("CX_116116_B1", "both", "268b00"),
        ("CX_116115_A0", "both", "27ca00"),
    ]
    other = read_file("mds-fcns/kckecheng-4.txt").observations.rows("login")[1]
    assert (other["switch"], other["port"], other["local"]) == ("SGI17-SW2-34-NEX5020", "vfc9", True)


def test_device_aliases() -> None:
    rows = read_file("mds-device-alias/dlsansw01-1.txt").observations.rows("alias")
    assert (len(rows), rows[0]["alias"], rows[0]["wwpn"]) == (30, "PMX369_E1D1_S1_P1", "500009780005c401")
    short = read_file("mds-device-alias/nxos-shdadatabse.txt").observations.rows("alias")
    assert [row["alias"] for row in short] == ["test1_add", "test2_add", "tieHost-1", "tieHost-2"]
    status = read_file("mds-device-alias/nxos-shdastatus.txt").observations.rows("fabric_setting")
    assert ("device-alias mode", "enhanced") in [(row["setting"], row["value"]) for row in status]


def test_vsans() -> None:
    rows = {row["vsan"]: row for row in read_file("mds-vsan/nxos-shvsan.txt").observations.rows("vsan")}
    assert (rows["10"]["vsan_name"], rows["10"]["vsan_state"]) == ("VsanAll", "suspended")
    assert not {"4079", "4094"} & rows.keys()
    ports = read_file("mds-vsan/nxos-shvsanmem.txt").observations.rows("switch_port")
    assert ("port-channel55", "922") in [(row["port"], row["port_vsan"]) for row in ports]
    assert ("port-channel145", "4094") in [(row["port"], row["port_vsan"]) for row in ports]
    assert len(ports) == 35 + 4 + 3 + 1


def test_interfaces() -> None:
    result = read_file("mds-interface/ntc-cisco_nxos_show_interface11.txt")
    first, second = result.observations.rows("switch_port")
    assert (first["port"], first["sfp_present"], first["port_wwn"]) == ("fc1/43", False, "202b547fee646680")
    assert second["description"] == "UCS Cisco Fiber-Channel (FI-B Port 31)"
    assert second["state_reason"] == "Link failure: loss of signal"
    counters = {
        row["counter"]: row["value"] for row in result.observations.rows("counter_sample") if row["port"] == "fc4/11"
    }
    assert (counters["frames_rx"], counters["bytes_tx"], counters["nos_tx"]) == (95020, 53208452, 1)
    single = read_file("mds-interface/ntc2191-1.txt").observations.rows("switch_port")
    assert [row["port_vsan"] for row in single] == ["1"]


def test_domain_list() -> None:
    result = read_file("mds-misc/kckecheng-1.txt")
    rows = result.observations.rows("fabric_member")
    assert len(rows) == 9
    assert [row["member_domain"] for row in rows if row["principal"]] == ["37"]
    assert rows[6]["member_wwn"] == "2001000deccf9881"


def test_running_configs() -> None:
    head = read_file("mds-running-config/dlsansw01-1.txt")
    assert head.observations.rows("switch")[0]["firmware_version"] == "9.4(2a)"
    assert head.observations.rows("vsan")[0]["vsan_name"] == "vsan101"
    assert len(head.observations.rows("alias")) == 30
    tail = read_file("mds-running-config/dlsansw01-2.txt")
    zones = tail.observations.rows("zone")
    assert (len(zones), zones[0]["zone_set"], zones[0]["active"]) == (28, "zoneset01", False)
    assert len(tail.observations.rows("zone_member")) == 28 * 3
    disabled = {
        row["port"] for row in tail.observations.rows("switch_port") if row.get("persistently_disabled") is False
    }
    assert len(disabled) == 30
    assert "fc1/4" not in disabled
    vsans = {row["port"]: row["port_vsan"] for row in tail.observations.rows("switch_port") if "port_vsan" in row}
    assert (vsans["fc1/5"], len(vsans)) == ("101", 30)
