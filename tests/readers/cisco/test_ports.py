"""Transceivers, counters, port lists, inventories and NPV switches."""

from __future__ import annotations

from datetime import datetime

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests import folders
from tests.readers.harness import best_reader, read

SAMPLES = folders.SAMPLES


def sample(name: str) -> str:
    """Return the text of a sample file."""
    return (SAMPLES / name).read_text()


def test_transceiver() -> None:
    result = read("nxos-show-interface-transceiver", sample("nxos-show-interface-transceiver.txt"), owner="mds-a")
    assert result.observations.rows("sfp") == [
        {
            "switch": "mds-a",
            "port": "fc1/1",
            "vendor": "CISCO-FINISAR",
            "part_number": "FTLF8528P2BCV-CS",
            "serial": "FNS00000001",
            "max_speed_gbps": 8.0,
            "wavelength": "short wave laser w/o OFC (SN)",
            "tx_power_uw": 549.5409,
            "rx_power_uw": 31.989,
            "temperature_c": 34.63,
            "temperature_mark": "ok",
            "voltage_v": 3.29,
            "voltage_mark": "ok",
            "current_ma": 6.5,
            "current_mark": "ok",
            "tx_power_mark": "ok",
            "rx_power_mark": "low-alarm",
            "line": 1,
        }
    ]
    present = [(r["port"], r["sfp_present"]) for r in result.observations.rows("switch_port")]
    assert present == [("fc1/1", True), ("fc1/2", False)]


def test_transceiver_details_have_thresholds() -> None:
    text = sample("nxos-show-interface-transceiver.2.txt")
    row = read("nxos-show-interface-transceiver", text).observations.rows("sfp")[0]
    assert (row["rx_power_uw"], row["rx_low_warning_uw"], row["rx_power_mark"]) == (57.544, 64.5654, "low-warning")
    calm = read("nxos-show-interface-transceiver", text.replace("-12.40 dBm -  ", "-3.10 dBm    ")).observations.rows(
        "sfp"
    )[0]
    assert (calm["rx_power_uw"], calm["rx_power_mark"]) == (489.7788, "ok")


def test_no_light_has_no_power() -> None:
    text = sample("nxos-show-interface-transceiver.txt").replace("-14.95 dBm", " N/A   dBm")
    row = read("nxos-show-interface-transceiver", text).observations.rows("sfp")[0]
    assert "rx_power_uw" not in row and row["rx_power_mark"] == "low-alarm"


def test_ethernet_transceivers_are_skipped() -> None:
    ethernet = "Ethernet1/1\n    transceiver is present\n    type is 10Gbase-SR\n    name is CISCO-FINISAR\n\n"
    result = read("nxos-show-interface-transceiver", ethernet + sample("nxos-show-interface-transceiver.txt"))
    assert [r["port"] for r in result.observations.rows("sfp")] == ["fc1/1"]
    assert result.unread_lines == 0


def test_brief_of_virtual_and_tunnel_ports() -> None:
    rows = read("nxos-show-interface-brief", sample("nxos-show-interface-brief.2.txt")).observations.rows("switch_port")
    got = [(r["port"], r["port_state"], r.get("port_type"), r.get("speed_gbps"), r.get("port_channel")) for r in rows]
    assert got == [
        ("fc1/1", "up", "F", 4.0, None),
        ("fc1/2", "down", None, None, None),
        ("vfc101", "up", "TF", None, None),
        ("vfc102", "down", None, None, None),
        ("fcip10", "up", "TE", None, "port-channel6"),
    ]


def test_brief_with_logical_type() -> None:
    rows = read("nxos-show-interface-brief", sample("nxos-show-interface-brief.txt")).observations.rows("switch_port")
    got = [
        (r["port"], r.get("state_reason"), r.get("sfp_present"), r.get("speed_gbps"), r.get("port_channel"))
        for r in rows
    ]
    assert got == [
        ("fc1/1", "sfpAbsent", False, None, None),
        ("fc1/2", None, True, 32.0, None),
        ("fc1/7", None, True, 16.0, "port-channel5"),
        ("fc1/9", "notConnected", True, None, None),
        ("port-channel5", None, None, 16.0, None),
    ]


def test_port_channel_block_names_its_members() -> None:
    rows = read("nxos-show-interface", sample("nxos-show-interface.2.txt"), owner="mds-a").observations.rows
    assert [(r["port"], r["trunk"], r["is_master"]) for r in rows("trunk_member")] == [
        ("fc1/7", "port-channel5", True),
        ("fc1/8", "port-channel5", False),
    ]
    assert [(r["vsan"], r["bandwidth_gbps"], r["members"]) for r in rows("isl")] == [("1", 32.0, 2), ("10", 32.0, 2)]
    vfc = rows("switch_port")[1]
    assert (vfc["port"], vfc["port_state"], vfc["persistently_disabled"]) == ("vfc101", "disabled", True)


def test_counters_brief() -> None:
    rows = read(
        "nxos-show-interface-counters-brief", sample("nxos-show-interface-counters-brief.txt"), owner="mds-a"
    ).observations.rows
    counters = {(r["port"], r["counter"]): r["value"] for r in rows("counter_sample")}
    assert counters["fc1/3", "frames_rx"] == 99120004 and counters["port-channel5", "frames_tx"] == 196220064
    loads = {(r["about_key"], r["direction"]): r["value"] for r in rows("port_load")}
    assert loads["mds-a fc1/3", "rx"] == 410.0 and loads["mds-a fc1/3", "tx"] == 388.0


def test_counters_detailed() -> None:
    rows = read("nxos-show-interface-counters-detailed", sample("nxos-show-interface-counters-detailed.txt"))
    counters = {(r["port"], r["counter"]): r["value"] for r in rows.observations.rows("counter_sample")}
    assert counters["fc1/1", "crc_err"] == 3
    assert counters["fc1/1", "link_failure"] == 5
    assert counters["fc1/1", "class3_timeout_tx"] == 2
    assert counters["fc1/1", "txwait_2_5us"] == 1234
    assert counters["fc1/1", "txwait_percent_72h"] == 7
    assert counters["fc1/2", "frames_rx"] == 0
    assert rows.unread_lines == 0


def test_descriptions_and_port_channels() -> None:
    rows = read("nxos-show-interface-description", sample("nxos-show-interface-description.txt")).observations.rows
    assert [(r["port"], r.get("description")) for r in rows("switch_port")] == [
        ("fc1/1", "to esx01 hba0"),
        ("fc1/2", None),
        ("port-channel5", "to mds-b"),
    ]
    rows = read("nxos-show-port-channel-summary", sample("nxos-show-port-channel-summary.txt")).observations.rows
    assert [(r["port"], r["port_state"], r["state_reason"]) for r in rows("switch_port")] == [
        ("port-channel5", "up", "1 of 2 ports are operational"),
        ("port-channel6", "down", "0 of 2 ports are operational"),
    ]


def test_fcdomain() -> None:
    rows = read("nxos-show-fcdomain", sample("nxos-show-fcdomain.txt"), owner="mds-a").observations.rows
    members = [(r["vsan"], r["member_wwn"], r["member_domain"], r["principal"]) for r in rows("fabric_member")]
    assert members == [("10", "200a000decaa0001", "37", True), ("20", "2014000decaa0001", "39", False)]
    settings = {(r["vsan"], r["setting"]): r["value"] for r in rows("fabric_setting")}
    assert settings["10", "configured domain id"] == "37 static"
    assert settings["10", "fcdomain running priority"] == "2"
    states = [(r["port"], r["vsan"], r["vsan_state"]) for r in rows("trunk_vsan")]
    assert states == [("fc1/7", "10", "up"), ("port-channel5", "10", "isolated")]


def test_fcs() -> None:
    rows = read("nxos-show-fcs-ie", sample("nxos-show-fcs-ie.txt")).observations.rows("fabric_member")
    assert [(r["member_domain"], r["member_name"]) for r in rows] == [("37", "mds-a"), ("38", "mds-b"), ("39", "mds-c")]


def test_inventory_and_modules() -> None:
    row = read("nxos-show-inventory", sample("nxos-show-inventory.txt"), owner="mds-a").observations.rows("switch")
    assert row == [
        {
            "switch": "mds-a",
            "vendor": "cisco",
            "model": "DS-C9148T-K9",
            "serial": "JPG00000001",
            "is_director": False,
            "line": 1,
        }
    ]
    assert read("nxos-show-module", sample("nxos-show-module.txt")).observations.rows("switch")[0]["port_count"] == 96
    twice = read("nxos-show-module", sample("nxos-show-module.txt") * 2)
    assert twice.observations.rows("switch")[0]["port_count"] == 96


def test_npv() -> None:
    rows = read("nxos-show-npv-flogi-table", sample("nxos-show-npv-flogi-table.txt"), owner="ucs-a").observations.rows
    assert [(r["port"], r["vsan"], r["wwpn"], r["local"]) for r in rows("login")] == [
        ("vfc711", "10", "20000025b5aa0001", True),
        ("vfc712", "10", "20000025b5aa0002", True),
    ]
    assert rows("switch")[0]["switch_mode"] == "npv"
    rows = read("nxos-show-npv-status", sample("nxos-show-npv-status.txt")).observations.rows
    assert [(r["port"], r["port_state"]) for r in rows("switch_port")][:2] == [("fc2/1", "up"), ("fc2/2", "down")]


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("  NXOS: version 10.3(4a) [Maintenance Release]", "10.3(4a)"),
        ("  system:    version 8.4(2b)", "8.4(2b)"),
        ("  system:    version 5.0(1a) [build 5.0(1a)]", "5.0(1a)"),
    ],
)
def test_versions(version: str, expected: str) -> None:
    text = f"Cisco Nexus Operating System (NX-OS) Software\nSoftware\n{version}\nHardware\n  cisco Nexus9000 C9396PX Chassis\n"
    assert best_reader(text) == "nxos-show-version"
    row = read("nxos-show-version", text).observations.rows("switch")[0]
    assert (row["firmware_version"], row["model"]) == (expected, "Nexus9000 C9396PX")


def test_zone_analysis() -> None:
    rows = read("nxos-show-zone-analysis", sample("nxos-show-zone-analysis.txt"), owner="mds-a").observations.rows
    assert rows("vsan")[0] == {
        "switch": "mds-a",
        "vsan": "10",
        "active_zone_set": "ZS_A",
        "default_zone": "deny",
        "default_zone_in_force": True,
        "line": 1,
    }
    settings = {(r["vsan"], r["setting"]): r["value"] for r in rows("fabric_setting")}
    assert settings["10", "active zone database bytes"] == "4096"
    assert settings["20", "full zone database: unassigned zones"] == "1"


def test_buffer_credits_alone() -> None:
    text = sample("nxos-show-interface.3.txt")
    result = read("nxos-show-interface", text)
    rows = result.observations.rows("switch_port")
    assert [(r["port"], r["port_state"], r.get("buffer_credits")) for r in rows] == [
        ("fc1/1", "up", 500),
        ("fc1/2", "down", None),
    ]
    assert result.notes == []


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("never", None),
        (": 1d02h", datetime(2024, 2, 28, 10, 0, 0)),
        ("2w3d", datetime(2024, 2, 12, 12, 0, 0)),
        ("00:30:10", datetime(2024, 2, 29, 11, 29, 50)),
        (": Thu Jan  4 10:00:00 2024", datetime(2024, 1, 4, 10, 0, 0)),
        ("SOMETIME", None),
    ],
)
def test_counters_know_when_they_were_cleared(printed: str, expected: datetime | None) -> None:
    text = f'fc1/1\n    100 frames input, 9600 bytes\n    Last clearing of "show interface" counters {printed}\n'
    taken = datetime(2024, 2, 29, 12, 0, 0)
    capture = Capture(text=text, file="a.txt", owner="mds-a", captured_at=taken)
    rows = read_capture(reader_named("nxos-show-interface-counters"), capture).observations.rows("counter_sample")
    assert [row.get("cleared_at") for row in rows] == [expected, expected]
    assert read("nxos-show-interface-counters", text).unread_lines == 0
