"""Alarm and warning flags of transceivers: NX-OS as text and JSON, Fabric OS."""

from __future__ import annotations

import json

import pytest

from tests.readers.harness import read

NXOS = """\
fc1/1 sfp is present
    Name is CISCO-FINISAR
    Serial number is FNS00000001
    SFP Detail Diagnostics Information (internal calibration)
    ----------------------------------------------------------------------------
                                    Alarms                  Warnings
                               High        Low         High          Low
    ----------------------------------------------------------------------------
      Temperature   78.10 C ++   75.00 C     -5.00 C     70.00 C        0.00 C
      Voltage        3.32 V       3.63 V      2.97 V      3.46 V        3.13 V
      Current        9.90 mA +   10.50 mA     2.50 mA     9.50 mA       2.50 mA
      Tx Power      -9.50 dBm -   1.70 dBm  -13.00 dBm   -1.30 dBm     -9.00 dBm
      Rx Power      -4.00 dBm     3.00 dBm  -15.92 dBm    0.00 dBm    -11.90 dBm
      Transmit Fault Count = 0
    Note: ++  high-alarm; +  high-warning; --  low-alarm; -  low-warning
fc1/2 sfp is present
    Name is CISCO-FINISAR
    Temperature           :  34.63 C
    Voltage               :   3.32 V
    Current               :   7.86 mA      --
    Optical Tx Power      :  -2.59 dBm
    Optical Rx Power      :   N/A          --
"""
MARKS = ("temperature_mark", "voltage_mark", "current_mark", "tx_power_mark", "rx_power_mark")


def test_nxos_text() -> None:
    result = read("nxos-show-interface-transceiver", NXOS, owner="mds-a")
    first, second = result.observations.rows("sfp")
    assert [first[name] for name in MARKS] == ["high-alarm", "ok", "high-warning", "low-warning", "ok"]
    assert (first["temperature_c"], first["voltage_v"], first["current_ma"]) == (78.1, 3.32, 9.9)
    assert [second[name] for name in MARKS] == ["ok", "ok", "low-alarm", "ok", "low-alarm"]
    assert result.unread_lines == 0


def test_nxos_json() -> None:
    row = {
        "interface_sfp": "fc1/1", "sfp": "present", "name": "CISCO-FINISAR", "temperature": "78.10 C", "temp_flag": "++",
        "voltage": "3.32 V", "volt_flag": None, "current": "9.90 mA", "current_flag": "+", "tx_pwr": "-9.50 dBm",
        "tx_pwr_flag": "-", "rx_pwr": "-4.00 dBm",
    }  # fmt: skip
    text = json.dumps({"TABLE_interface_trans": {"ROW_interface_trans": {
        "interface_sfp": "fc1/1", "TABLE_calib": {"ROW_calib": {"sfp": "present", "TABLE_calibration": {"ROW_calibration": {
            "TABLE_detail": {"ROW_detail": row}}}}}}}})  # fmt: skip
    (sfp,) = read("nxos-show-json", text, owner="mds-a").observations.rows("sfp")
    assert [sfp.get(name) for name in MARKS] == ["high-alarm", "ok", "high-warning", "low-warning", None]
    assert (sfp["voltage_v"], sfp["current_ma"]) == (3.32, 9.9)


FOS = """\
=============
Slot  1/Port  5:
=============
Identifier:  3    SFP
Transceiver: 540c404000000000 4,8,16_Gbps M5,M6 sw Short_dist
Vendor Name: BROCADE
Vendor PN:   57-0000088-01
Serial No:   HAA000000000001
Alarm flags[0,1] = {alarm}
Warn Flags[0,1] = {warn}
                                          Alarm                  Warn
                                      low        high       low         high
Temperature: 41      Centigrade     -10         90         -5          85
Current:     7.862   mAmps          2.000       17.000     2.000       14.000
Voltage:     3326.6  mVolts         2900.0      3700.0     3000.0      3600.0
RX Power:    -3.1    dBm (487.5uW)  10.0   uW   1258.9 uW  15.8   uW   1000.0 uW
TX Power:    -2.5    dBm (560.8 uW) 125.9  uW   631.0  uW  158.5  uW   562.3 uW
"""


@pytest.mark.parametrize(
    ("alarm", "warn", "marks"),
    [
        ("0x0, 0x0", "0x0, 0x0", ["ok", "ok", "ok", "ok", "ok"]),
        ("0x5, 0x40", "0x5, 0x40", ["ok", "ok", "low-alarm", "low-alarm", "low-alarm"]),
        ("0x80, 0x0", "0xa8, 0x80", ["high-alarm", "high-warning", "high-warning", "ok", "high-warning"]),
    ],
)
def test_fabric_os(alarm: str, warn: str, marks: list[str]) -> None:
    result = read("brocade-sfpshow", FOS.format(alarm=alarm, warn=warn), owner="sw-a1")
    (sfp,) = result.observations.rows("sfp")
    assert [sfp[name] for name in MARKS] == marks
    assert (sfp["temperature_c"], sfp["voltage_v"], sfp["current_ma"]) == (41.0, 3.3266, 7.862)
    assert result.unread_lines == 0
