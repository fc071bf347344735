"""State of switch parts, and switch health: ``fanshow``, ``psshow``, ``tempshow``, ``sensorshow``, ``slotshow``, ``hashow``.

Synthetic samples::

    Fan 1 is Ok, speed is 7420 RPM
    Power Supply #2 is absent
    sensor  1: (Temperature) is Ok, value is 38 C

    Sensor  State   Centigrade     Fahrenheit
      1     Ok          38             100

    Local CP (Slot 7, CP1): Active, Warm Recovered

    Switch Health Report                    Report time: 06/12/2024 10:30:00 AM
    SwitchState:  MARGINAL
    Power supplies monitor  MARGINAL

    Slot   Blade Type     ID    Model Name    Status
      1     SW BLADE     97     FC16-32       ENABLED

Each state becomes a setting of the switch, such as ``state of Fan 1``; the kind ``component`` describes arrays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.declarations.blocks import printed

_STATUS = r"(ok|absent|faulty|unknown|inactive|active|not (?:present|available)|below min\w*|above max\w*|predicting failure|off|on)"
_FAN = re.compile(r"[ \t]*Fan[ ]+#?(\d{1,3})[ ]+is[ ]+" + _STATUS + r"[ \t]*(?:[,(].*)?\Z", re.IGNORECASE)
_SUPPLY = re.compile(r"[ \t]*Power Supply[ ]+#?(\d{1,3})[ ]+is[ ]+" + _STATUS + r"[ \t]*(?:[,(].*)?\Z", re.IGNORECASE)
# The lines below a supply show its identity and date of manufacture.
_IDENTITY = re.compile(r"[ \t]")
_SENSOR = re.compile(
    r"[ \t]*sensor[ ]+(\d{1,3}):[ ]*\(([A-Za-z ]{3,20})\)[ ]+is[ ]+" + _STATUS + r"[ \t]*(?:[,(].*)?\Z", re.IGNORECASE
)
_TEMPERATURE = re.compile(
    r"[ \t]*((?:\d{1,3}[ \t]+){1,2}|\d{1,3}[ \t]+[A-Za-z]{2,12}[ \t]+)(Ok|Absent|Faulty|Below[- ]min|Above[- ]max|Unknown|Not available)\b",
    re.IGNORECASE,
)
_TEMPERATURE_HEADER = re.compile(
    r"^[ \t]*(?:Slot[ \t]+)?Sensor[ \t]+(?:ID[ \t]+Category|(?:Sensor[ \t]+|Slot[ \t]+)?(?:Index[ \t]+)?State)\b", re.M
)
_MONITOR = re.compile(
    r"[ \t]*([A-Za-z][A-Za-z ()/_-]{1,40}?)[ ]+monitor[ \t:]+(HEALTHY|MARGINAL|DOWN|UNKNOWN|DISABLED|OK|NO_LICENSE|CRITICAL)[ \t]*\Z"
)
_STATE = re.compile(r"[ \t]*SwitchState:[ \t]*(HEALTHY|MARGINAL|DOWN|UNKNOWN|CRITICAL)\b")
_REPORT = re.compile(r"^[ \t]*Switch Health Report\b", re.MULTILINE)
_REPORT_TIME = re.compile(r"Report time:[ \t]*(\d{2}/\d{2}/\d{4})[ ]+(\d{1,2}:\d{2}:\d{2})(?:[ ]+([AP]M))?")
_NAME = re.compile(r"^[ \t]*Switch Name:[ \t]*(\S+)", re.MULTILINE)
_ADDRESS = re.compile(r"[ \t]*IP address:[ \t]*(\d{1,3}(?:\.\d{1,3}){3})[ \t]*\Z", re.IGNORECASE)
_BLADE = re.compile(
    r"(?![ \t]*\d{1,2}[ \t]+UNKNOWN\b.*VACANT)[ \t]*(\d{1,2})[ \t]+(?:SW|CP|CORE|AP|UNKNOWN)(?:[ _]BLADE)?[ \t]+(?:\d{1,4}[ \t]+)?(?:[A-Z][\w\-]{1,20}[ \t]+)?"
    r"(ENABLED|DISABLED|VACANT|FAULTY.*|ON|OFF|OUT|INSERTED.*|INIT.*|POWERED.*|UNKNOWN|DIAG.*|LOADING)[ \t*]*\Z"
)
_BLADE_EMPTY = re.compile(r"[ \t]*\d{1,2}[ \t]+UNKNOWN\b.*VACANT")
_BLADE_HEADER = re.compile(r"^[ \t]*Slot[ \t]+Blade Type[ \t]+ID\b", re.MULTILINE)
_PROCESSOR = re.compile(
    r"[ \t]*(?:Local|Remote) CP[ ]*\((?:Slot[ ]*\d{1,2},[ ]*)?(CP[ ]?\d)\)[ ]*:[ ]*(Active|Standby|Non-Redundant|Not present)\b"
    r"(?:[ ]*,[ ]*([A-Za-z]{2,20})[ \t]*\Z)?",
    re.IGNORECASE,
)
_PROCESSOR_ANYWHERE = re.compile(r"^[ \t]*Local CP[ ]*\((?:Slot[ ]*\d{1,2},[ ]*)?CP[ ]?\d\)[ ]*:", re.MULTILINE)
_OUT_OF_SYNC = re.compile(r"HA State not in sync", re.IGNORECASE)
_SYNCHRONISED = re.compile(r"[ \t]*(HA (?:enabled|disabled)\b.{0,120})\Z", re.IGNORECASE)
_REMARKS = re.compile(
    r"[ \t]*(?:Sensor|ID\b|Contributing factors|All ports are|Fabric Watch|MAPS|Switch Name|Duration|System Uptime"
    r"|Marginal ports|Faulty ports|\(?Down|[-=]|Report time|Remote|V\d{5}|Slot\b)",
    re.IGNORECASE,
)


def _state(out: Writer, line: int, owner: str, name: str, state: str) -> None:
    fos.add_setting(out, line, owner, f"state of {name}", " ".join(state.lower().split()))


def _states(row: re.Pattern[str], name: str, *others: re.Pattern[str]) -> Callable[[str, int, str, Writer], bool]:
    """Return the function that writes the state at the end of a row; the other groups are part of the name."""

    def take(text: str, line: int, owner: str, out: Writer) -> bool:
        found = row.match(text)
        if found:
            *parts, state = found.groups()
            _state(out, line, owner, name.format(*(part.strip().lower() for part in parts)), state)
        return found is not None or any(other.match(text) for other in others)

    return take


def _temperature(text: str, line: int, owner: str, out: Writer) -> bool:
    row = _TEMPERATURE.match(text)
    if row:
        sensor = "/".join(word for word in row.group(1).split() if word.isdecimal())
        _state(out, line, owner, f"sensor {sensor}", row.group(2))
    return row is not None or _TEMPERATURE_HEADER.match(text) is not None


def _processor(text: str, line: int, owner: str, out: Writer) -> bool:
    row, state = _PROCESSOR.match(text), _SYNCHRONISED.match(text)
    if row:
        # The state of a processor is followed by its health, or by how it recovered: Warm Recovered.
        name, role, health = row.groups()
        _state(out, line, owner, name, role if health is None or health.lower() == "healthy" else health)
    if state:
        if _OUT_OF_SYNC.search(state.group(1)):
            _state(out, line, owner, "control processors", "HA state not in sync")
        fos.add_setting(out, line, owner, "control processors", " ".join(state.group(1).split()))
    return bool(row or state)


def _health(text: str, line: int, owner: str, out: Writer) -> bool:
    monitor, state, address = _MONITOR.match(text), _STATE.match(text), _ADDRESS.match(text)
    if monitor:
        _state(out, line, owner, f"{monitor.group(1).strip()} monitor", monitor.group(2))
    elif state:
        fos.add_setting(out, line, owner, "health", state.group(1))
    elif address:
        out.add("switch", line, switch=owner, ip_address=address.group(1))
    return bool(monitor or state or address or _REPORT.match(text))


def _health_name(text: str) -> str | None:
    found = _NAME.search(text) if _REPORT.search(text) else None
    return found.group(1) if found else None


def _health_time(text: str) -> datetime | None:
    found = _REPORT_TIME.search(text[:4_000])
    if not found:
        return None
    day, clock, half = found.groups()
    try:
        form = "%m/%d/%Y %I:%M:%S %p" if half else "%m/%d/%Y %H:%M:%S"
        return datetime.strptime(" ".join(filter(None, (day, clock, half))), form).replace(tzinfo=UTC)
    except ValueError:
        return None


def _each(take: Callable[[str, int, str, Writer], bool]) -> Callable[[Capture, Writer], None]:
    def read(capture: Capture, out: Writer) -> None:
        for number, text in printed(capture, 400):
            if not (take(text, number, capture.owner, out) or _REMARKS.match(text) or fos.is_noise(text)):
                out.unread(number)

    return read


def _anywhere(row: re.Pattern[str]) -> re.Pattern[str]:
    return re.compile(r"^" + row.pattern.removesuffix(r"\Z") + r"$", row.flags | re.MULTILINE)


_PROVIDES = columns(fabric_setting=fos.SETTING)
READERS = (
    fos.reader(
        "fanshow", fos.head_contains(_anywhere(_FAN), 86, "Fan n is"), _each(_states(_FAN, "Fan {}")), _PROVIDES,
        needles=(" is ",), begins=r"^[ \t]*Fan #?1 is [A-Za-z]",
    ),
    fos.reader(
        "psshow", fos.head_contains(_anywhere(_SUPPLY), 86, "Power Supply #n is"),
        _each(_states(_SUPPLY, "Power Supply #{}", _IDENTITY)), _PROVIDES, needles=("Power Supply", " is "),
        begins=r"^[ \t]*Power Supply #1 is [A-Za-z]",
    ),
    fos.reader(
        "sensorshow", fos.head_contains(_anywhere(_SENSOR), 86, "sensor n: (Temperature) is"),
        _each(_states(_SENSOR, "sensor {} ({})")), _PROVIDES, needles=("sensor", " is "),
        begins=r"^[ \t]*sensor[ ]+1:[ ]*\(",
    ),
    fos.reader(
        "tempshow", fos.head_contains(_TEMPERATURE_HEADER, 93, "header Sensor State, or Sensor ID Category"),
        _each(_temperature), _PROVIDES, needles=("Sensor",),
        begins=r"^[ \t]*(?:Slot[ \t]+)?Sensor[ \t]+(?:ID[ \t]+Category|State)\b",
    ),
    fos.reader(
        "slotshow -m", fos.head_contains(_BLADE_HEADER, 93, "header Slot, Blade Type, ID"),
        _each(_states(_BLADE, "slot {}", _BLADE_EMPTY, _BLADE_HEADER)), _PROVIDES, needles=("Blade Type",),
        begins=_BLADE_HEADER.pattern,
    ),
    fos.reader(
        "hashow", fos.head_contains(_PROCESSOR_ANYWHERE, 93, "Local CP (Slot n, CPn):"), _each(_processor), _PROVIDES,
        needles=("Local CP",), begins=_PROCESSOR_ANYWHERE.pattern, verified=False,
    ),
    fos.reader(
        "switchstatusshow", fos.head_contains(_REPORT, 93, "Switch Health Report"), _each(_health),
        {**_PROVIDES, "switch": ("switch", "ip_address")}, needles=("Switch Health Report",), begins=_REPORT.pattern,
        owner_in=_health_name, captured_in=_health_time,
    ),
)  # fmt: skip
