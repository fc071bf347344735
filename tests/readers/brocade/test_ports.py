"""portshow, sfpshow, defzone, version, agshow, portloginshow and fcoe --loginshow."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import assert_robust, best_reader, facts, read

PORT = """portIndex:   5
portName: esx05_p0
portHealth: HEALTHY

Authentication: None
portDisableReason: None
portCFlags: 0x1
portFlags: 0x24b03\t PRESENT ACTIVE F_PORT G_PORT U_PORT LOGICAL_ONLINE LOGIN NOELP LED ACCEPT FLOGI
portType:  18.0
portState: 1\tOnline
Protocol: FC
portPhys:  6\tIn_Sync  \tportScn:   32\tF_Port
state transition count:    3

portId:    130500
portWwn:   20:05:00:05:33:aa:00:13
portWwn of device(s) connected:
\t10:00:00:90:fa:00:00:05
\t20:05:00:90:fa:00:00:05
Distance:  normal
portSpeed: N8Gbps

Interrupts:        0          Link_failure: 2          Frjt:         1
Unknown:           0          Loss_of_sync: 4          Fbsy:         0
Proc_rqrd:         25         Invalid_crc:  7
Overrun:           0          Lr_in:        6
"""

DOWN = """portIndex:  70
portName: slot4 port6
portDisableReason: Persistently disabled port
portFlags: 0x1\t PRESENT U_PORT DISABLED
portState: 2\tOffline
portId:    134600
portWwn:   20:46:00:05:33:aa:00:13
portWwn of device(s) connected:
\tNone
Distance:  normal
portSpeed: 8Gbps
"""

SFP = """=============
Slot  1/Port  5:
=============
Identifier:  3    SFP
Connector:   7    LC
Transceiver: 540c404000000000 4,8,16_Gbps M5,M6 sw Short_dist
Vendor Name: BROCADE
Vendor OUI:  00:05:1e
Vendor PN:   57-0000088-01
Wavelength:  850  (units nm)
Serial No:   HAA000000000001
                                           Alarm                  Warn
                                    low         high       low         high
Temperature: 38      Centigrade      -10        90         -5          85
RX Power:    -2.3    dBm (582.9uW)   10.0   uW  1258.9 uW  15.8   uW   1000.0 uW
TX Power:    -3.3    dBm (463.1 uW)  125.9  uW  631.0  uW  158.5  uW   562.3  uW

=============
Slot  1/Port  6:
=============
No SFP installed in port.
"""

SFP_SHORT = """Port  0: id (sw) Vendor: ACME OPTICS      Serial No: AO0001           Speed: 800,1600,3200_MB/s
Port  1: --
"""

DEFZONE = """edge-a1:admin> defzone --show
Default Zone Access Mode
        committed - All Access
        transaction - No Transaction
"""

VERSION = """Kernel:     2.6.14.2
Fabric OS:  v8.2.1a
Made on:    Mon Jan 7 18:22:40 2019
Flash:\t    Wed Apr 24 21:01:23 2019
BootProm:   3.0.29
"""

AG = """Worldwide Name            Ports   Enet IP Addr    Firmware                        Local/Remote   Name
------------------------------------------------------------------------------------------------------
10:00:00:05:33:aa:00:21    24     192.0.2.21      v7.1.1c                         local          blade-ag1
10:00:00:11:0a:aa:00:22    16     192.0.2.22      v6.1.0_x                        remote         vc-1
"""

PORT_LOGIN = """Type  PID     World Wide Name        credit df_sz cos
=====================================================
  fe  130500  10:00:00:90:fa:00:00:05    16  2048   c  scr=3
  fd  130501  20:05:00:90:fa:00:00:05    16  2048   c  scr=3
  ff  130500  10:00:00:90:fa:00:00:05    12  2048   c  d_id=FFFFFC
"""

FCOE = """================================================================================
Port   Te port        Device WWN             Device MAC        Session MAC
================================================================================
10     Te 0/2    10:00:00:90:fa:00:00:0a  00:90:fa:00:00:0a  0e:fc:00:13:0a:01
"""

ALL = {
    "brocade-portshow": PORT,
    "brocade-sfpshow": SFP,
    "brocade-defzone": DEFZONE,
    "brocade-version": VERSION,
    "brocade-agshow": AG,
    "brocade-portloginshow": PORT_LOGIN,
    "brocade-fcoe-loginshow": FCOE,
}


def rows(name: str, text: str, kind: str) -> list[dict[str, object]]:
    return read(name, text).observations.rows(kind)


def rows_after(command: str, name: str, text: str, kind: str) -> list[dict[str, object]]:
    capture = Capture(text=text, owner="core-a", command=command)
    return read_capture(reader_named(name), capture).observations.rows(kind)


@pytest.mark.parametrize(("name", "text"), ALL.items())
def test_each_format_is_recognised(name: str, text: str) -> None:
    assert best_reader(text) == name
    assert read(name, text).unread_lines == 0


def test_a_port_in_detail() -> None:
    assert rows("brocade-portshow", PORT, "switch_port") == [
        {
            "switch": "owner1",
            "port": "5",
            "port_index": 5,
            "speed_gbps": 8.0,
            "speed_mode": "auto",
            "description": "esx05_p0",
            "port_type": "F",
            "port_state": "online",
            "fcid": "130500",
            "port_wwn": "2005000533aa0013",
            "long_distance": "L0",
            "line": 1,
        }
    ]
    assert [(row["wwpn"], row["line"]) for row in rows("brocade-portshow", PORT, "login")] == [
        ("10000090fa000005", 18),
        ("20050090fa000005", 19),
    ]


def test_counters_of_a_port() -> None:
    found = {row["counter"]: (row["value"], row["line"]) for row in rows("brocade-portshow", PORT, "counter_sample")}
    assert found == {
        "state_transitions": (3, 13),
        "link_failure": (2, 23),
        "frjt": (1, 23),
        "loss_sync": (4, 24),
        "fbsy": (0, 24),
        "crc_err": (7, 25),
        "link_reset_in": (6, 26),
    }


def test_a_port_is_named_by_command_or_default_name() -> None:
    down = rows("brocade-portshow", DOWN, "switch_port")[0]
    assert (down["port"], down["slot"], down["port_state"]) == ("4/6", "4", "offline")
    assert (down["persistently_disabled"], down["speed_mode"]) == (True, "fixed")
    assert "speed_gbps" not in down
    assert rows("brocade-portshow", DOWN, "login") == []
    assert rows("brocade-portshow", DOWN, "bad_value") == []
    (port,) = rows_after("portshow 2/5", "brocade-portshow", PORT, "switch_port")
    assert (port["port"], port["slot"], port["port_index"]) == ("2/5", "2", 5)


def test_several_ports_in_one_text() -> None:
    assert [row["port"] for row in rows("brocade-portshow", PORT + DOWN, "switch_port")] == ["5", "4/6"]


def test_a_truncated_port_is_noted() -> None:
    result = read("brocade-portshow", PORT[: PORT.index("portState")])
    assert result.ends_inside_record
    assert "port_state" not in result.observations.rows("switch_port")[0]


def test_a_transceiver_in_detail() -> None:
    assert rows("brocade-sfpshow", SFP, "sfp") == [
        {
            "switch": "owner1",
            "port": "1/5",
            "max_speed_gbps": 16.0,
            "wavelength": "850",
            "vendor": "BROCADE",
            "part_number": "57-0000088-01",
            "serial": "HAA000000000001",
            "temperature_c": 38.0,
            "rx_power_uw": 582.9,
            "rx_low_warning_uw": 15.8,
            "tx_power_uw": 463.1,
            "line": 2,
        }
    ]


def test_transceivers_one_per_line() -> None:
    assert best_reader(SFP_SHORT) == "brocade-sfpshow-short"
    assert rows("brocade-sfpshow-short", SFP_SHORT, "sfp") == [
        {
            "switch": "owner1",
            "port": "0",
            "vendor": "ACME OPTICS",
            "serial": "AO0001",
            "wavelength": "sw",
            "max_speed_gbps": 32.0,
            "line": 1,
        }
    ]


def test_a_transceiver_without_a_port_is_skipped_unless_the_command_names_it() -> None:
    detail = SFP[SFP.index("Identifier") : SFP.index("\n\n=====")]
    result = read("brocade-sfpshow", detail)
    assert result.observations.rows("sfp") == []
    assert result.notes
    (sfp,) = rows_after("sfpshow 1/5", "brocade-sfpshow", detail, "sfp")
    assert rows_after("sfpshow 1/5 -f", "brocade-sfpshow", detail, "sfp") == [sfp]
    assert (sfp["port"], sfp["serial"]) == ("1/5", "HAA000000000001")


@pytest.mark.parametrize(("printed", "expected"), [("All Access", "permit"), ("No Access", "deny")])
def test_the_default_zone(printed: str, expected: str) -> None:
    (vsan,) = rows("brocade-defzone", DEFZONE.replace("All Access", printed), "vsan")
    assert vsan == {
        "switch": "owner1",
        "vsan": "",
        "default_zone": expected,
        "pending_session": False,
        "line": 3,
    }


def test_an_unknown_default_zone_is_not_guessed() -> None:
    result = read("brocade-defzone", DEFZONE.replace("All Access", "A"))
    assert all("default_zone" not in row for row in result.observations.rows("vsan"))
    assert result.notes


def test_version_and_access_gateways() -> None:
    (switch,) = rows("brocade-version", VERSION, "switch")
    assert (switch["switch"], switch["firmware_version"], switch["line"]) == ("owner1", "v8.2.1a", 2)
    first, second = rows("brocade-agshow", AG, "switch")
    assert first == {
        "switch": "blade-ag1",
        "switch_wwn": "1000000533aa0021",
        "port_count": 24,
        "ip_address": "192.0.2.21",
        "firmware_version": "v7.1.1c",
        "switch_mode": "access gateway",
        "line": 3,
    }
    assert second["switch"] == "vc-1"


def test_logins_of_a_port() -> None:
    found = [(row["wwpn"], row["fcid"]) for row in rows("brocade-portloginshow", PORT_LOGIN, "login")]
    assert found == [("10000090fa000005", "130500"), ("20050090fa000005", "130501")]
    found_after = rows_after("portloginshow 2/5", "brocade-portloginshow", PORT_LOGIN, "login")
    assert {row["port"] for row in found_after} == {"2/5"}
    (login,) = rows("brocade-fcoe-loginshow", FCOE, "login")
    assert (login["wwpn"], login["port"], login["port_index"]) == ("10000090fa00000a", "10", 10)


@pytest.mark.parametrize(("name", "text"), ALL.items())
def test_lost_indentation_reads_alike(name: str, text: str) -> None:
    flat = "\n".join(line.strip() for line in text.splitlines())
    assert facts(read(name, flat)) == facts(read(name, text))


def test_lines_of_newer_transceivers_and_cables_are_understood() -> None:
    text = (
        "Port  3: cu      Vendor: CABLECO          Serial No: CC1 Speed: 10_Gbps\n"
        "Port  4:\nIdentifier:  3    SFP\nTransceiver: 7004404000000000 8,16,32_Gbps M5 sw Short_dist\n"
        "Vendor Name: OPTICO\nE-Wrap Control: 0\nO-Wrap Control: 0\n"
        "RX Power:    -3.7    dBm (426.2 uW)31.6   uW 1258.9 uW 31.7   uW 1000.0 uW\n"
        "Port Speed Capabilities  8Gbps 16Gbps 32Gbps\n"
    )
    cable, optic = rows("brocade-sfpshow", text, "sfp")
    assert (cable["port"], cable["vendor"], cable["max_speed_gbps"], cable.get("wavelength")) == (
        "3",
        "CABLECO",
        10.0,
        None,
    )
    assert (optic["port"], optic["rx_power_uw"], optic["rx_low_warning_uw"]) == ("4", 426.2, 31.7)
    assert read("brocade-sfpshow", text).unread_lines == 0


@pytest.mark.parametrize(("name", "text"), [*ALL.items(), ("brocade-sfpshow-short", SFP_SHORT)])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15)
def test_damage_does_no_harm(name: str, text: str, seed: int) -> None:
    assert_robust(name, text, seed)


@pytest.mark.parametrize("name", ["brocade-agshow", "brocade-portloginshow", "brocade-version", "brocade-defzone"])
@given(cut=st.integers(0, 12))
@settings(max_examples=13)
def test_no_fact_is_invented_by_truncation(name: str, cut: int) -> None:
    text = ALL[name]
    part = "\n".join(text.split("\n")[:cut])
    found = {row["line"]: row for kind in ("switch", "login") for row in rows(name, part, kind)}
    whole = {row["line"]: row for kind in ("switch", "login") for row in rows(name, text, kind)}
    assert all(whole[line] == row for line, row in found.items())


def test_power_in_decibels_is_converted_to_microwatts() -> None:
    text = "Port  1:\nVendor Name: FINISAR\nVendor PN: X1\nTransceiver: 8,16,32_Gbps lw\nRX Power:    -10.0 dBm\nTX Power: -inf dBm\n"
    (sfp,) = read("brocade-sfpshow", text).observations.rows("sfp")
    assert sfp["rx_power_uw"] == 100.0
    assert "tx_power_uw" not in sfp
    assert (sfp["max_speed_gbps"], sfp["wavelength"]) == (32.0, "lw")


def test_a_port_over_distance_with_error_correction() -> None:
    text = (
        "portIndex:   7\nportName: isl_b\nportFlags: 0x1 PRESENT ACTIVE E_PORT G_PORT LOGICAL_ONLINE\nportState: 1 Online\n"
        "portWwn of device(s) connected:\n\t10:00:00:05:33:aa:00:08\n16b Area list:\nDistance:  static (desired = 50 Km)\n"
        "portSpeed: N16Gbps\nFEC: Active\nCredit Recovery: Active\n"
    )
    result = read("brocade-portshow", text)
    (port,) = result.observations.rows("switch_port")
    assert (port["long_distance"], port["distance_km"], port["fec"]) == ("LS", 50.0, True)
    assert result.unread_lines == 0
    assert result.observations.rows("login") == []


def test_the_port_requested_with_fosexec() -> None:
    text = "portIndex:  85\nportFlags: 0x1 PRESENT U_PORT\nportState: 2 Offline\n"
    capture = Capture(text=text, owner="owner1", command="fosexec --fid 99 -cmd 'portshow 2/5'")
    (port,) = read_capture(reader_named("brocade-portshow"), capture).observations.rows("switch_port")
    assert (port["port"], port["port_index"], port["slot"]) == ("2/5", 85, "2")
