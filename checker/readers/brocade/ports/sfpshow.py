"""``sfpshow``: transceivers in detail (``sfpshow 5``, ``sfpshow -all``) or one per line.

Synthetic samples::

    =============
    Slot  1/Port  5:
    =============
    Identifier:  3    SFP
    Transceiver: 540c404000000000 4,8,16_Gbps M5,M6 sw Short_dist
    Vendor Name: BROCADE
    Vendor PN:   57-0000088-01
    Serial No:   HAA000000000001
    Wavelength:  850  (units nm)
    Alarm flags[0,1] = 0x0, 0x0
    Warn Flags[0,1] = 0x0, 0x40
    Temperature: 38      Centigrade
    RX Power:    -2.3    dBm (582.9uW)   10.0   uW  1258.9 uW  15.8   uW   1000.0 uW

    Slot  1/Port  6: id (sw) Vendor: BROCADE          Serial No: HAA000000000002  Speed: 4,8,16_Gbps
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.declarations.blocks import printed
from checker.readers.toolkit.numbers import decimal, whole

_PORT = re.compile(r"\s*(?:Slot\s+(\d{1,3})\s*/\s*)?Port\s+(\d{1,4}):\s*(.*)", re.IGNORECASE)
_PORT_ANYWHERE = re.compile(r"^[ \t]*(?:Slot[ \t]+\d+[ \t]*/[ \t]*)?Port[ \t]+\d+:", re.MULTILINE)
_DETAIL_ANYWHERE = re.compile(r"^[ \t]*(?:Transceiver|Vendor PN|Connector|Identifier):[ \t]*\S", re.MULTILINE)
_SHORT_ANYWHERE = re.compile(
    r"^[ \t]*(?:Slot[ \t]+\d+[ \t]*/[ \t]*)?Port[ \t]+\d+:[^\n]{0,80}?Vendor:[^\n]{0,80}?Serial No:", re.MULTILINE
)
_SHORT = re.compile(r"(\S+)\s+(?:\((\S+)\)\s+)?Vendor:\s*(.*?)\s*Serial No:\s*(\S+)(?:\s+Speed:\s*(\S+))?")
_KEY = re.compile(r"\s*([A-Za-z][\w .,/()\[\]\-]{1,30}?)\s*[:=]\s*(.*)")
_SPEEDS = re.compile(r"([\d,]{1,30})_(Gbps|MB/s)", re.IGNORECASE)
_MEDIA = re.compile(r"\b(sw|lw|el|ll)\b")
_MICROWATT = re.compile(r"\(\s*([\d.]{1,12})\s*uW\s*\)")
# After the value: alarm low and high, warning low and high.
_LIMITS = re.compile(
    r"\)[ \t]*([\d.]{1,10})[ \t]*uW[ \t]+([\d.]{1,10})[ \t]*uW[ \t]+([\d.]{1,10})[ \t]*uW[ \t]+([\d.]{1,10})[ \t]*uW"
)
_DECIBELS = re.compile(r"(-?\d{1,2}(?:\.\d{1,3})?)\s*dBm", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,6})?")
_COMMAND = re.compile(r"\bsfpshow\s+(?:-\w+\s+)*(\d{1,3}/\d{1,4}|\d{1,4})'?(?:\s+-\w+)*\s*(?:\||\Z)", re.IGNORECASE)
_CAPABLE = re.compile(r"\s*Port Speed Capabilities\b", re.IGNORECASE)
_PORTS_COMMAND = re.compile(r"\s*sfpshow\b", re.IGNORECASE)
_POWER_ANYWHERE = re.compile(r"^[ \t]*[RT]X Power:", re.MULTILINE | re.IGNORECASE)
_READINGS = {"temperature": ("temperature_c", 1.0), "current": ("current_ma", 1.0), "voltage": ("voltage_v", 0.001)}
"""Column of a reading, and the factor of its unit: the voltage is printed in mV."""
_FLAGS = re.compile(r"(alarm|warn) flags\[0,1\] 0x([0-9a-f]{1,2}),\s*0x([0-9a-f]{1,2})\b", re.IGNORECASE)
# SFF-8472, bytes 112, 113 (alarms) and 116, 117 (warnings): byte and bit of "high"; "low" is the bit below it.
_BITS = (("temperature", 0, 7), ("voltage", 0, 5), ("current", 0, 3), ("tx_power", 0, 1), ("rx_power", 1, 7))
_TEXTS = {"vendor name": "vendor", "vendor pn": "part_number", "serial no": "serial"}
# Transceivers may print the data rate in MB/s; FC-PI: 100 MB/s per nominal Gbit/s.
_MEGABYTES_PER_GIGABIT = 100


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _DETAIL_ANYWHERE.search(head) and "Vendor Name:" in head and ("Vendor PN:" in head or "Gbps" in head):
        return Detection(
            92 if _PORT_ANYWHERE.search(head) else 85, "Identifier:, Transceiver:, Vendor Name:, Vendor PN:"
        )
    command = capture.command if capture.filtered else None
    if command and _POWER_ANYWHERE.search(head) and (_COMMAND.search(command) or _PORTS_COMMAND.match(command)):
        return Detection(75, "optical power lines of a filtered sfpshow")
    return None


def _detect_short(capture: Capture) -> Detection | None:
    if _SHORT_ANYWHERE.search(capture.head):
        return Detection(93, "rows Port n: … Vendor: … Serial No:")
    return None


def _speed(text: str) -> float | None:
    """Return the fastest of ``4,8,16_Gbps`` or ``800,1600,3200_MB/s``, in Gbit/s."""
    found = _SPEEDS.search(text)
    numbers = [whole(part) for part in found.group(1).split(",") if part] if found else []
    if not found or not numbers:
        return None
    per_unit = 1 if found.group(2).lower() == "gbps" else _MEGABYTES_PER_GIGABIT
    return max(numbers) / per_unit


def _number(text: str) -> float | None:
    found = _NUMBER.match(text)
    return decimal(found.group()) if found else None


def _power(value: str) -> float | None:
    """Return ``-2.3 dBm (582.9uW)`` in microwatts; a value in dBm only is converted."""
    watts, decibels = _MICROWATT.search(value), _DECIBELS.match(value)
    if watts:
        return _number(watts.group(1))
    return normalise.microwatts(decimal(decibels.group(1))) if decibels else None


def _fact(facts: dict[str, Value], key: str, value: str) -> None:
    """Read one ``key: value`` line of a transceiver; other keys are ignored."""
    if key in _TEXTS:
        facts[_TEXTS[key]] = value or None
    elif key == "transceiver":
        facts["max_speed_gbps"] = _speed(value)
        media = _MEDIA.search(value)
        if media and "wavelength" not in facts:
            facts["wavelength"] = media.group(1)
    elif key == "wavelength":
        length = _NUMBER.match(value)
        facts["wavelength"] = length.group() if length else facts.get("wavelength")
    elif key in _READINGS:
        column, factor = _READINGS[key]
        number = _number(value)
        facts[column] = None if number is None else round(number * factor, 6)
    elif flags := _FLAGS.match(f"{key} {value}"):
        _marks(facts, flags.group(1), whole(flags.group(2), 16), whole(flags.group(3), 16))
    elif key in ("rx power", "tx power"):
        facts[f"{key[:2]}_power_uw"] = _power(value)
        limits = _LIMITS.search(value)
        if key == "rx power" and limits:
            facts["rx_low_warning_uw"] = _number(limits.group(3))


def _marks(facts: dict[str, Value], level: str, first: int, second: int) -> None:
    """Set the states of the readings by the alarm or warning flags of the transceiver; alarms are printed first."""
    name_of_level = "alarm" if level.lower() == "alarm" else "warning"
    for name, byte, bit in _BITS:
        column, flags = f"{name}_mark", (first, second)[byte]
        state = (
            f"high-{name_of_level}" if flags >> bit & 1 else f"low-{name_of_level}" if flags >> bit - 1 & 1 else "ok"
        )
        known = facts.get(column)
        facts[column] = known if isinstance(known, str) and known.endswith("alarm") else state


def _short(text: str) -> dict[str, Value] | None:
    """Return the columns of the one-line form: none for an empty cage, None if the text has another form."""
    found = _SHORT.match(text)
    if found:
        return {
            "vendor": found.group(3) or None,
            "serial": found.group(4),
            "wavelength": found.group(2) if _MEDIA.fullmatch(found.group(2) or "") else None,
            "max_speed_gbps": _speed(found.group(5) or ""),
        }
    return {} if text.startswith(("--", "No ", "Media not")) else None


def _read(capture: Capture, out: Writer) -> None:
    echoed = _COMMAND.search(capture.command or "")
    port = echoed.group(1) if echoed else None
    facts: dict[str, Value] = {}
    port_line = capture.first_line
    without_port = False
    for number, line in printed(capture):
        named = _PORT.match(line)
        if named and len(line) < 400:
            _write(out, capture.owner, port, port_line, facts)
            port, port_line, facts = fos.port_name(named.group(2), named.group(1)), number, {}
            short = _short(named.group(3).strip())
            if short is None and named.group(3).strip():
                out.unread(number)
            facts.update(short or {})
            continue
        key = _KEY.match(line)
        if key and len(line) < 400:
            _fact(facts, key.group(1).lower(), key.group(2).strip())
            without_port = without_port or port is None
        elif fos.is_prompt(line):
            _write(out, capture.owner, port, port_line, facts)
            again = _COMMAND.search(line)
            port, port_line, facts = again.group(1) if again else None, number, {}
        elif not (
            fos.is_noise(line)
            or "No SFP" in line
            or line.split()[0] in ("Alarm", "low", "Warn")
            or _CAPABLE.match(line)
        ):
            out.unread(number)
    _write(out, capture.owner, port, port_line, facts)
    if without_port:
        out.note(capture.first_line, "skipped a transceiver without a port")


def _write(out: Writer, owner: str, port: str | None, line: int, facts: dict[str, Value]) -> None:
    if port is not None and any(value is not None for value in facts.values()):
        out.add("sfp", line, switch=owner, port=port, **facts)


READERS = (
    fos.reader(
        "sfpshow -all", _detect, _read,
        columns(
            sfp="switch port vendor part_number serial max_speed_gbps wavelength tx_power_uw rx_power_uw"
            " rx_low_warning_uw temperature_c temperature_mark voltage_v voltage_mark current_ma current_mark tx_power_mark"
            " rx_power_mark",
        ),
        needles=("Vendor|X Power:|X POWER:|x power:",), begins=r"^={5,}[ \t]*+\n[ \t]*(?:Slot[ \t]+\d{1,3}/)?Port[ \t]+\d{1,4}:[ \t]*+\n={5}",
    ),
    # Without -all there are no readings, so that sfpshow -all is still worth requesting.
    fos.reader(
        "sfpshow", _detect_short, _read, columns(sfp="switch port vendor serial max_speed_gbps wavelength"),
        name="sfpshow-short", needles=("Vendor:", "Serial No:"),
        begins=r"^[ \t]*(?:Slot[ \t]+\d{1,3}/)?Port[ \t]+0:[ \t]+\w{2}[ \t]+\(\w{2}\)[ \t]+Vendor:",
    ),
)  # fmt: skip
