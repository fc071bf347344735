"""MAPS on a Brocade switch: fenced and quarantined ports, the active policy and violated rules."""

from __future__ import annotations

import json

import pytest

from checker.readers.registry import claims
from checker.readers.toolkit.base import Capture
from tests import folders
from tests.readers.harness import best_reader, read

SAMPLES = folders.SAMPLES
DASHBOARD = (SAMPLES / "brocade-mapsdb.txt").read_text(encoding="utf-8")
QUIET = (SAMPLES / "brocade-mapsdb.2.txt").read_text(encoding="utf-8")


def settings(name: str, text: str) -> dict[object, object]:
    return {row["setting"]: row["value"] for row in read(name, text).observations.rows("fabric_setting")}


def ports(name: str, text: str, column: str) -> list[object]:
    return [row["port"] for row in read(name, text).observations.rows("switch_port") if row.get(column)]


def test_ports_fenced_or_quarantined() -> None:
    assert ports("brocade-mapsdb", DASHBOARD, "fenced") == ["3/7", "3/10", "3/11"]
    assert ports("brocade-mapsdb", DASHBOARD, "quarantined") == ["4/2", "4/9"]


def test_the_dashboard_shows_policy_health_and_broken_rules() -> None:
    assert settings("brocade-mapsdb", DASHBOARD) == {
        "MAPS policy": "dflt_moderate_policy",
        "MAPS actions": "RASLOG,SNMP,EMAIL,FENCE,SDDQ",
        "fenced ports": "3/7,3/10-11",
        "decommissioned ports": "none",
        "fenced circuits": "none",
        "quarantined ports": "4/2,4/9",
        "health": "MARGINAL",
        "MAPS rule broken: defALL_HOST_PORTSCRC_10": "06/30/26 16:11:09 F-Port 3/7 31 CRCs",
        "MAPS rule broken: defALL_OTHER_F_PORTSLR_10": "06/30/26 15:51:09 F-Port 3/11 14",
        "MAPS rule broken: defALL_PORTS_IO_PERF_IMPACT": "06/30/26 15:30:40 F-Port 4/2 IO_PERF_IMPACT",
    }
    assert read("brocade-mapsdb", DASHBOARD).unread_lines == 0


def test_an_empty_list_is_a_fact_but_not_a_port() -> None:
    assert read("brocade-mapsdb", QUIET).observations.rows("switch_port") == []
    found = settings("brocade-mapsdb", QUIET)
    assert (found["fenced ports"], found["quarantined ports"], found["health"]) == ("none", "none", "HEALTHY")
    # A missing list is not a fact.
    assert "quarantined ports" not in settings("brocade-mapsdb", QUIET.replace("Quarantined Ports:", "Other Ports:"))


@pytest.mark.parametrize(
    ("printed", "expected"),
    [("5,7-9", ["5", "7", "8", "9"]), ("1/0, 1/1", ["1/0", "1/1"]), ("(0/4)2/4 3/5", ["2/4", "3/5"])],
)
def test_how_lists_of_ports_are_written(printed: str, expected: list[str]) -> None:
    text = QUIET.replace("Fenced Ports:               None", f"Fenced Ports:               {printed}")
    assert ports("brocade-mapsdb", text, "fenced") == expected


@pytest.mark.parametrize("printed", ["9-5", "1-100000", "ge1:0", "port five"])
def test_an_invalid_port_list_is_reported(printed: str) -> None:
    text = QUIET.replace("Fenced Ports:               None", f"Fenced Ports:               {printed}")
    result = read("brocade-mapsdb", text)
    assert result.observations.rows("switch_port") == []
    assert result.unread_lines == 1


def test_quarantine_of_this_switch_only() -> None:
    text = (
        "Ports marked as Slow Drain Quarantined in the Local Switch: 3/4, 3/6\n"
        "   5/1\n"
        "Ports marked as Slow Drain Quarantined but not enforced in the Local Switch: 3/9\n"
        "Online Quarantined Ports across the fabric: 2/7\n"
    )
    assert best_reader(text) == "brocade-sddquarantine"
    assert ports("brocade-sddquarantine", text, "quarantined") == ["3/4", "3/6", "5/1"]
    assert settings("brocade-sddquarantine", text) == {"quarantined ports": "3/4,3/6,5/1"}
    none = "Ports marked as Slow Drain Quarantined in the Local Switch: None\n"
    assert settings("brocade-sddquarantine", none) == {"quarantined ports": "none"}
    assert read("brocade-sddquarantine", none).observations.rows("switch_port") == []


def test_prose_about_quarantine_is_not_claimed() -> None:
    prose = "A slow drain device is quarantined: see the dashboard information of MAPS.\n"
    assert claims(Capture(text=prose, file="a.txt", owner="o")) == []


def test_the_name_server_shows_quarantined_devices() -> None:
    text = (
        " Type Pid    COS     PortName                NodeName                 TTL(sec)\n"
        " N    070000;      3;10:00:00:90:fa:00:00:01;20:00:00:90:fa:00:00:01; na\n"
        "    Slow Drain Device: Yes\n"
        " N    070100;      3;10:00:00:90:fa:00:00:02;20:00:00:90:fa:00:00:02; na\n"
        "    Slow Drain Device: No\n"
        " N    070200;      3;10:00:00:90:fa:00:00:03;20:00:00:90:fa:00:00:03; na\n"
    )
    rows = read("brocade-nsshow", text).observations.rows("login")
    assert [row.get("quarantined") for row in rows] == [True, False, None]


def rest(**resources: object) -> str:
    return json.dumps({"Response": {name.replace("_", "-"): value for name, value in resources.items()}}, indent=1)


def test_monitoring_over_rest() -> None:
    policies = [
        {"name": "dflt_base_policy", "is-active-policy": False},
        {"name": "site_policy", "is-active-policy": True},
    ]
    assert settings("brocade-rest-json", rest(maps_policy=policies)) == {"MAPS policy": "site_policy"}
    broken = [
        {
            "category": "Port Health",
            "name": "defALL_X",
            "time-stamp": "Mar 13 02:52:33",
            "objects": {"object": ["F-Port 26:40"]},
        },
        {
            "category": "Port Health",
            "name": "defALL_X",
            "time-stamp": "Mar 12 02:52:33",
            "objects": {"object": ["F-Port 3:12"]},
        },
    ]
    assert settings("brocade-rest-json", rest(dashboard_rule=broken)) == {
        "MAPS rule broken: defALL_X": "Mar 13 02:52:33 F-Port 26:40"
    }
    report = {"switch-health": "marginal", "power-supply-health": "healthy", "marginal-port-health": "marginal"}
    assert settings("brocade-rest-json", rest(switch_status_policy_report=report)) == {
        "health": "MARGINAL",
        "state of power supply monitor": "healthy",
        "state of marginal port monitor": "marginal",
    }
    entry = {
        "port-id": "0x050100",
        "port-name": "10:00:00:90:fa:00:00:01",
        "name-server-device-type": "Physical Initiator",
        "slow-drain-device-quarantine": "yes",
    }
    (login,) = read("brocade-rest-json", rest(fibrechannel_name_server=[entry])).observations.rows("login")
    assert (login["wwpn"], login["quarantined"]) == ("10000090fa000001", True)


def test_ports_with_self_reported_attributes() -> None:
    port = {
        "hba-id": "10:00:00:90:fa:00:00:01",
        "domain-id": 5,
        "port-name": "10:00:00:90:fa:00:00:01",
        "node-name": "20:00:00:90:fa:00:00:01",
        "port-id": "0x050100",
        "port-symbolic-name": "HBA of app01",
    }
    text = rest(port=[port])
    assert best_reader(text) == "brocade-rest-json"
    (login,) = read("brocade-rest-json", text).observations.rows("login")
    assert (login["wwpn"], login["wwnn"], login["fcid"]) == ("10000090fa000001", "20000090fa000001", "050100")
    assert login["symbolic_name"] == "HBA of app01"


@pytest.mark.parametrize(
    "text",
    [
        rest(license=[{"name": "AbCd", "features": {"feature": ["Trunking"]}}]),
        rest(system_resources={"cpu-usage": 21, "memory-usage": 30}),
        rest(time_zone={"name": "Europe/Berlin"}),
        rest(hba=[{"hba-id": "10:00:00:90:fa:00:00:01", "domain-id": 7}]),
    ],
)
def test_resources_without_a_fact_are_recognised(text: str) -> None:
    assert best_reader(text) == "brocade-rest-json"
    result = read("brocade-rest-json", text)
    assert (result.records, result.unread_lines, result.notes) == (0, 0, [])


def test_the_fastest_speed_of_a_port_is_in_bits_per_second() -> None:
    ports = [
        {"name": f"0/{at}", "port-type": 15, "max-speed": speed, "neighbor": {}}
        for at, speed in enumerate((32 * 10**9, 16, 3200))
    ]
    rows = read("brocade-rest-json", rest(fibrechannel=ports)).observations.rows("switch_port")
    assert [row.get("max_speed_gbps") for row in rows] == [32.0, 16.0, None]
