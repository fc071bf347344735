"""switchshow: port names, states, devices and links as Fabric OS prints them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.registry import reader_named
from tests import folders
from tests.readers.harness import assert_robust, best_reader, facts, read
from tests.thorough import examples

NAME = "brocade-switchshow"
DIRECTOR = (folders.DATA / "brocade" / "switchshow_director.txt").read_text()

FIXED = """switchName:     edge-a1
switchType:     109.1
switchState:    Online
switchMode:     Native
switchRole:     Principal
switchDomain:   19
switchId:       fffc13
switchWwn:      10:00:00:05:33:aa:00:13
zoning:         OFF
switchBeacon:   OFF

Index Port Address Media Speed State     Proto
==============================================
   0   0   130000   id    N8   Online      FC  F-Port  50:00:14:42:a0:00:00:00
  17  17   131100   cu    8G   No_Sync     FC
  18  18   1312xx   id    N8   Online      FC  F-Port  21:xx:00:24:ff:00:00:02
  19  19   131300   id    N8   Online      FC  L-Port  2 public
"""

GATEWAY = """switchName:     blade-ag
switchType:     75.0
switchState:    Online
switchMode:     Access Gateway Mode
switchWwn:      10:00:00:27:f8:aa:00:21
switchBeacon:   OFF

Index Port Address Media Speed State     Proto
==============================================
  2   2   010200   cu     N8   Online      FC  F-Port  20:01:00:0e:1e:00:00:02 0x130b01
 17  17   011100   id     N8   Online      FC  N-Port  10:00:00:05:33:aa:00:13 0x130b00
"""

OLD = """switchName:     blade2
switchType:     37.1
switchState:    Online
switchWwn:      10:00:00:05:33:aa:00:31
Area Port Media Speed State
==============================
  4   4   cu    N4   Online    F-Port  10:00:00:90:fa:00:00:44
 15  15   id    N4   Online    E-Port  segmented,(FCSW version incompat)
 16  16   --    N4   No_Module Disabled (Persistent)
"""


def rows(text: str, kind: str, owner: str = "owner1") -> list[dict[str, object]]:
    return read(NAME, text, owner).observations.rows(kind)


def port(text: str, name: str) -> dict[str, object]:
    return next(row for row in rows(text, "switch_port") if row["port"] == name)


def test_the_switch_and_its_zoning() -> None:
    assert rows(DIRECTOR, "switch") == [
        {
            "switch": "core-a",
            "vendor": "brocade",
            "model": "165.0",
            "switch_state": "online",
            "switch_mode": "native",
            "switch_role": "subordinate",
            "domain_id": "12",
            "switch_wwn": "1000000533aa0012",
            "zoning_on": True,
            "effective_config": "prod_a",
            "fabric_id": "20",
            "is_director": True,
            "line": 2,
        }
    ]
    (vsan,) = rows(DIRECTOR, "vsan")
    assert vsan == {
        "switch": "core-a",
        "vsan": "",
        "default_zone_in_force": False,
        "active_zone_set": "prod_a",
        "ficon": False,
        "line": 10,
    }
    settings_found = {row["setting"]: row["value"] for row in rows(DIRECTOR, "fabric_setting")}
    assert settings_found["FC router"] == "ON"
    assert settings_found["fabric name"] == "PROD A"


def test_the_owner_is_the_switch_name() -> None:
    owner_in = reader_named(NAME).owner_in
    assert owner_in is not None
    assert owner_in(DIRECTOR) == "core-a"
    assert owner_in("no such line") is None


def test_zoning_off_leaves_the_default_zone_active() -> None:
    (switch,) = rows(FIXED, "switch")
    assert switch["zoning_on"] is False
    assert "effective_config" not in switch
    (vsan,) = rows(FIXED, "vsan")
    assert vsan["default_zone_in_force"] is True
    (vsan,) = rows(FIXED.replace("OFF\nswitchB", "ON (d_efault_Cfg)\nswitchB"), "vsan")
    assert vsan["default_zone_in_force"] is True
    assert "active_zone_set" not in vsan


def test_ports_of_a_director_are_named_by_slot_and_port() -> None:
    assert port(DIRECTOR, "3/0") == {
        "switch": "core-a",
        "port": "3/0",
        "port_index": 0,
        "slot": "3",
        "fcid": "0c0000",
        "media": "id",
        "sfp_present": True,
        "port_state": "online",
        "port_type": "F",
        "speed_gbps": 16.0,
        "speed_mode": "auto",
        "attached_wwn": "10000090fa000001",
        "line": 18,
    }
    assert port(DIRECTOR, "3/1")["npiv_logins"] == 12
    assert len(rows(DIRECTOR, "switch_port")) == 12


def test_states_reasons_and_modules() -> None:
    disabled = port(DIRECTOR, "3/4")
    assert disabled["port_state"] == "no_light"
    assert disabled["state_reason"] == "Disabled (Persistent)"
    assert disabled["persistently_disabled"] is True
    assert "speed_gbps" not in disabled
    empty = port(DIRECTOR, "3/5")
    assert empty["sfp_present"] is False
    assert "media" not in empty
    fenced = port(DIRECTOR, "3/9")
    assert fenced["state_reason"] == "Disabled (Port fenced)"
    assert "persistently_disabled" not in fenced
    assert fenced["speed_mode"] == "auto"


def test_icl_and_gigabit_rows() -> None:
    icl = port(DIRECTOR, "7/0")
    assert icl["port_index"] == 768
    assert icl["speed_mode"] == "fixed"
    assert "fcid" not in icl
    gigabit = port(DIRECTOR, "8/ge0")
    assert gigabit["port_state"] == "online"
    assert "port_index" not in gigabit


def test_links_to_other_switches() -> None:
    links = {row["port"]: row for row in rows(DIRECTOR, "isl")}
    assert set(links) == {"3/2", "3/7", "3/8"}
    assert links["3/2"] == {
        "switch": "core-a",
        "port": "3/2",
        "vsan": "",
        "peer_wwn": "1000000533aa0013",
        "peer_switch": "edge-a1",
        "speed_gbps": 16.0,
        "is_trunk": True,
        "link_kind": "isl",
        "line": 20,
    }
    assert "is_trunk" not in links["3/7"]
    assert port(DIRECTOR, "3/7")["long_distance"] == "LE"
    assert links["3/8"]["link_kind"] == "fcr"
    assert port(DIRECTOR, "3/6")["state_reason"] == "segmented,(zone conflict)"
    members = {row["port"]: (row["trunk"], row["is_master"]) for row in rows(DIRECTOR, "trunk_member")}
    assert members == {"3/2": ("3/2", True), "3/3": ("3/2", False)}
    assert port(DIRECTOR, "3/3")["trunk_master"] == "3/2"


def test_a_device_at_an_f_port_is_a_login() -> None:
    assert rows(DIRECTOR, "login") == [
        {
            "switch": "core-a",
            "vsan": "",
            "wwpn": "10000090fa000001",
            "port": "3/0",
            "port_index": 0,
            "local": True,
            "line": 18,
        }
    ]


def test_masked_values_keep_the_port() -> None:
    masked = port(FIXED, "18")
    assert masked["port_state"] == "online"
    assert "attached_wwn" not in masked
    assert "fcid" not in masked
    assert {(row["fact"], row["value"], row["problem"]) for row in rows(FIXED, "bad_value")} == {
        ("fcid", "1312xx", "redacted"),
        ("wwpn", "21:xx:00:24:ff:00:00:02", "redacted"),
    }
    assert [row["wwpn"] for row in rows(FIXED, "login")] == ["50001442a0000000"]


def test_an_access_gateway_has_no_local_login() -> None:
    (switch,) = rows(GATEWAY, "switch")
    assert switch["switch_mode"] == "access gateway"
    assert "zoning_on" not in switch
    assert rows(GATEWAY, "vsan") == []
    (login,) = rows(GATEWAY, "login")
    assert (login["wwpn"], login["fcid"], login["local"]) == ("2001000e1e000002", "130b01", False)
    assert port(GATEWAY, "17")["port_type"] == "N"
    assert port(GATEWAY, "17")["attached_wwn"] == "1000000533aa0013"
    assert rows(GATEWAY, "isl") == []


def test_old_releases_print_no_address() -> None:
    assert port(OLD, "4")["attached_wwn"] == "10000090fa000044"
    assert "fcid" not in port(OLD, "4")
    assert port(OLD, "15")["state_reason"] == "segmented,(FCSW version incompat)"
    assert port(OLD, "16")["persistently_disabled"] is True


def test_several_switches_in_one_text() -> None:
    assert [row["switch"] for row in rows(FIXED + "\n" + GATEWAY, "switch")] == ["edge-a1", "blade-ag"]
    assert {(row["switch"], row["port"]) for row in rows(FIXED + GATEWAY, "login")} == {
        ("edge-a1", "0"),
        ("blade-ag", "2"),
    }


def test_rows_without_head_belong_to_the_owner() -> None:
    text = "\n".join(line for line in DIRECTOR.splitlines() if "-Port" in line)
    assert best_reader(text) == NAME
    (login,) = rows(text, "login", "core-a")
    assert (login["switch"], login["port"]) == ("core-a", "3/0")
    assert rows(text, "switch") == []


def test_lost_indentation_and_collapsed_blanks_read_alike() -> None:
    collapsed = "\n".join(" ".join(line.split()) for line in DIRECTOR.splitlines())
    assert facts(read(NAME, collapsed)) == facts(read(NAME, DIRECTOR))
    assert read(NAME, DIRECTOR).unread_lines == 0


def test_a_truncated_row_is_skipped_and_noted() -> None:
    whole = facts(read(NAME, FIXED))
    cut = FIXED[: FIXED.index("No_Sync")]
    result = read(NAME, cut)
    assert result.ends_inside_record
    assert result.notes
    assert facts(result) <= whole
    assert [row["port"] for row in result.observations.rows("switch_port")] == ["0"]


@pytest.mark.parametrize(
    "prose", ["The switchName: is printed first.\n", "Index and Port columns show the State of a port.\n"]
)
def test_prose_is_not_claimed(prose: str) -> None:
    assert best_reader(prose) != NAME


@given(seed=st.integers(0, 10**6))
@settings(max_examples=examples(25))
def test_damage_does_no_harm(seed: int) -> None:
    assert_robust(NAME, DIRECTOR, seed)
    assert_robust(NAME, OLD, seed)


@given(cut=st.integers(0, len(DIRECTOR)))
@settings(max_examples=examples(25))
def test_no_fact_is_invented_by_truncation(cut: int) -> None:
    whole_lines = DIRECTOR[:cut].rpartition("\n")[0]
    found = {fact for fact in facts(read(NAME, whole_lines)) if fact[0] not in ("switch", "vsan")}
    assert found <= facts(read(NAME, DIRECTOR, "core-a")) | facts(read(NAME, DIRECTOR))


def test_ports_of_tunnels_tests_and_fixed_speeds() -> None:
    text = """switchName:     edge-a1
switchState:    Online

Index Port Address Media Speed State     Proto
==============================================
   5   5   010500   id    16G   Online      FC  LE E-Port  10:00:00:05:33:aa:00:08 "edge" (upstream)
   6   6   010600   id    G32   Online      FC  F-Port  10:00:00:90:fa:00:00:06
  17  17   011100   --    --    Online      VE  VE-Port  10:00:00:05:33:aa:00:09 "far" (downstream)
  20  20   011400   id    N8    Online      FC  EX-Port  10:00:00:05:33:aa:00:0a "fcr_fd_1" (fabric id = 20 )
  21  21   011500   id    N8    Online      FC  D-Port  Loopback->Port 21
"""
    result = read("brocade-switchshow", text)
    ports = {row["port"]: row for row in result.observations.rows("switch_port")}
    assert (ports["5"]["long_distance"], ports["5"]["speed_gbps"], ports["5"]["speed_mode"]) == ("LE", 16.0, "fixed")
    assert (ports["6"]["speed_gbps"], ports["6"]["speed_mode"]) == (32.0, "fixed")
    assert "sfp_present" not in ports["17"]
    assert ports["21"]["port_type"] == "D"
    assert [(row["port"], row["link_kind"]) for row in result.observations.rows("isl")] == [
        ("5", "isl"),
        ("17", "fcip"),
        ("20", "fcr"),
    ]
    assert result.observations.rows("bad_value") == []
