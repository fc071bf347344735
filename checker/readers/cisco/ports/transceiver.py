"""``show interface transceiver`` with or without ``details``: the transceiver of each Fibre Channel port.

Synthetic sample::

    fc1/1 sfp is present
        Name is CISCO-FINISAR
        Manufacturer's part number is FTLF8528P2BCV-CS
        Serial number is FNS00000001
        FC Transmitter type is short wave laser w/o OFC (SN)
        Supported speeds are - Min speed: 2000 Mb/s, Max speed: 8000 Mb/s
        SFP Diagnostics Information:
            Temperature           :  34.63 C
            Optical Tx Power      :  -2.59 dBm
            Optical Rx Power      : -14.95 dBm      --
        Note: ++  high-alarm; +  high-warning; --  low-alarm; -  low-warning

With ``details``, a table shows the readings, followed by the thresholds of the transceiver::

                                     Alarms                  Warnings
                                High        Low         High          Low
      Rx Power       -3.26 dBm    3.00 dBm  -15.08 dBm   0.00 dBm    -11.02 dBm
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.numbers import decimal, whole

_START = re.compile(r"(?P<port>\S{2,24}(?: \d+)?)\s+(?:sfp|transceiver|fcot)\s+(?:is\s+)?(?P<state>.{2,60})\Z", re.I)
_OTHER_START = re.compile(r"(?:Ethernet|mgmt|Eth|GigabitEthernet|IPStorage)[\d/]+(?:\s|\Z)", re.IGNORECASE)
_SPEEDS = re.compile(r"Max speed\s*:?\s*(\d{3,6})\s*Mb/s", re.IGNORECASE)
_READING = re.compile(
    r"(?:Optical )?(?P<name>Temperature|Voltage|Current|Tx Power|Rx Power)\s*+:?\s*+(?P<value>[-+]?\d{1,3}(?:\.\d{1,3})?|N/A)"
    r"\s*(?:dBm|C|Celsius|V|mA)?(?![A-Za-z])"
    r"(?P<rest>.*)\Z",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[-+]?\d{1,3}(?:\.\d{1,3})?")
_TEXTS = {
    "name is ": "vendor", "manufacturer's part number is ": "part_number", "serial number is ": "serial",
    "fc transmitter type is ": "wavelength",
}  # fmt: skip
_MARK = re.compile(r"(\+\+|--|\+|-)(?:\s|\Z)")
_COLUMNS = {
    "temperature": ("temperature_c", "temperature_mark"), "voltage": ("voltage_v", "voltage_mark"),
    "current": ("current_ma", "current_mark"), "tx power": ("tx_power_uw", "tx_power_mark"),
    "rx power": ("rx_power_uw", "rx_power_mark"),
}  # fmt: skip
"""Columns of the value of a reading, and of its mark."""
_REMARKS = re.compile(
    r"(?:Name is|Manufacturer's|Revision is|Serial number is|Cisco (?:part|pid|extended|id|vendor|product|version)"
    r"|FC Transmitter|Transmission medium|Supported speeds|Nominal bit|Link length|No tx fault|Tx fault|Fault"
    r"|Calibration|SFP (?:Diagnostics|Detail|is)|DOM is|Note\s*:|Voltage|Current|Transmit Fault|Alarms|Warnings|High\b"
    r"|(?:Temperature|(?:Optical )?[TR]x Power)\b|Transceiver|type is|part number|vendor|cable|Xcvr|xcvr|Power|No sync"
    r"|.* monitoring type|Rx loss|Tx loss|Present|Lane|Min speed|Max speed|CLEI|.*(?:alarm|warning)|\(.*\)|Attenuation)",
    re.IGNORECASE,
)


def _detect(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    start = _START.match(first)
    if start and nxos.port_name(start.group("port")):
        return Detection(95, "fcX/Y sfp is present")
    if _OTHER_START.match(first) and re.search(r"^[ \t]*fc\d+/\d+ sfp is ", capture.head, re.MULTILINE):
        return Detection(90, "transceivers, some of them of Fibre Channel ports")
    return None


def _microwatts(dbm: str) -> float | None:
    """Return a power in uW from dBm; 0 dBm is 1000 uW."""
    return None if dbm.upper() == "N/A" else normalise.microwatts(decimal(dbm))


def _read(capture: Capture, out: Writer) -> None:
    port: str | None = None
    line, skipping = 0, False
    facts: dict[str, Value] = {}
    for number, stripped in nxos.stripped_lines(capture):
        start = _START.match(stripped)
        name = nxos.port_name(start.group("port")) if start else None
        if start and (name or _OTHER_START.match(stripped)):
            _write(out, capture.owner, line, port, facts)
            port, line, facts, skipping = name, number, {}, name is None
            if name is not None:
                nxos.state_switch_once(out, capture, number)
                present = _present(start.group("state"))
                if present is not None:
                    out.add("switch_port", number, switch=capture.owner, port=name, sfp_present=present)
        elif _OTHER_START.match(stripped):
            _write(out, capture.owner, line, port, facts)
            port, facts, skipping = None, {}, True
        elif port is not None:
            if not _take(facts, stripped) and not _REMARKS.match(stripped) and not nxos.is_noise(stripped):
                out.unread(number)
        elif not skipping and not nxos.is_noise(stripped):
            out.unread(number)
    _write(out, capture.owner, line, port, facts)


def _present(state: str) -> bool | None:
    lower = state.lower()
    if "not present" in lower or "absent" in lower:
        return False
    return True if lower.startswith("present") else None


def _take(facts: dict[str, Value], line: str) -> bool:
    lower = line.lower()
    reading = _READING.match(line)
    for start, column in _TEXTS.items():
        if lower.startswith(start):
            facts[column] = line[len(start) :].strip() or None
            return True
    if reading:
        _reading(facts, reading)
        return True
    speeds = _SPEEDS.search(line)
    if speeds:
        facts["max_speed_gbps"] = whole(speeds.group(1)) / 1000
    return speeds is not None


def _reading(facts: dict[str, Value], reading: re.Match[str]) -> None:
    name, value, rest = reading.group("name").lower(), reading.group("value"), reading.group("rest")
    known = None if value.upper() == "N/A" else decimal(value)
    column, place = _COLUMNS[name]
    facts[column] = normalise.microwatts(known) if known is not None and name.endswith("power") else known
    thresholds = _NUMBER.findall(rest)
    if name == "rx power" and len(thresholds) == 4:  # alarms high and low, warnings high and low
        facts["rx_low_warning_uw"] = _microwatts(thresholds[3])
    if mark := _MARK.match(rest.strip()):
        facts[place] = nxos.MARKS[mark.group(1)]
    elif known is not None:
        facts[place] = "ok"


def _write(out: Writer, switch: str, line: int, port: str | None, facts: dict[str, Value]) -> None:
    if port is not None and facts:
        out.add("sfp", line, switch=switch, port=port, **facts)


READERS = (
    nxos.reader(
        "show interface transceiver details", _detect, _read,
        columns(
            sfp="switch port vendor part_number serial max_speed_gbps wavelength tx_power_uw rx_power_uw temperature_c"
            " rx_low_warning_uw rx_power_mark temperature_mark voltage_v voltage_mark current_ma current_mark tx_power_mark",
            switch_port="switch port sfp_present", switch=nxos.SWITCH,
        ),
        name="show-interface-transceiver", needles=("sfp|SFP|ransceiver|fcot",), begins=r"^fc1/1 sfp is ",
    ),
)  # fmt: skip
