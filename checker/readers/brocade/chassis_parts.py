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
from checker.readers.toolkit.base import Capture, Detection, Reader

_STATUS = r"(ok|absent|faulty|unknown|inactive|active|not (?:present|available)|below min\w*|above max\w*|predicting failure|off|on)"
_FAN = re.compile(r"[ \t]*Fan[ ]+#?(\d{1,3})[ ]+is[ ]+" + _STATUS + r"[ \t]*(?:[,(].*)?\Z", re.IGNORECASE)
_SUPPLY = re.compile(r"[ \t]*Power Supply[ ]+#?(\d{1,3})[ ]+is[ ]+" + _STATUS + r"[ \t]*(?:[,(].*)?\Z", re.IGNORECASE)
_SENSOR = re.compile(
    r"[ \t]*sensor[ ]+(\d{1,3}):[ ]*\(([A-Za-z ]{3,20})\)[ ]+is[ ]+" + _STATUS + r"[ \t]*(?:[,(].*)?\Z", re.IGNORECASE
)
_TEMPERATURE = re.compile(
    r"[ \t]*((?:\d{1,3}[ \t]+){1,2}|\d{1,3}[ \t]+[A-Za-z]{2,12}[ \t]+)(Ok|Absent|Faulty|Below[- ]min|Above[- ]max|Unknown|Not available)\b",
    re.IGNORECASE,
)
_TEMPERATURE_HEADER = re.compile(
    r"^[ \t]*(?:Slot[ \t]+)?Sensor[ \t]+(?:ID[ \t]+Category|(?:Sensor[ \t]+)?(?:Index[ \t]+)?State)\b", re.M
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
    r"[ \t]*(\d{1,2})[ \t]+((?:SW|CP|CORE|AP|UNKNOWN)(?:[ _]BLADE)?)[ \t]+(?:(\d{1,4})[ \t]+)?(?:([A-Z][\w\-]{1,20})[ \t]+)?"
    r"(ENABLED|DISABLED|VACANT|FAULTY.*|ON|OFF|OUT|INSERTED.*|INIT.*|POWERED.*|UNKNOWN|DIAG.*|LOADING)[ \t*]*\Z"
)
_BLADE_EMPTY = re.compile(r"[ \t]*\d{1,2}[ \t]+UNKNOWN\b.*VACANT")
_BLADE_HEADER = re.compile(r"^[ \t]*Slot[ \t]+Blade Type[ \t]+ID\b", re.MULTILINE)
_PROCESSOR = re.compile(
    r"[ \t]*(?:Local|Remote) CP[ ]*\((?:Slot[ ]*\d{1,2},[ ]*)?(CP[ ]?\d)\)[ ]*:[ ]*(Active|Standby|Non-Redundant|Not present)\b",
    re.IGNORECASE,
)
_PROCESSOR_ANYWHERE = re.compile(r"^[ \t]*Local CP[ ]*\((?:Slot[ ]*\d{1,2},[ ]*)?CP[ ]?\d\)[ ]*:", re.MULTILINE)
_SYNCHRONISED = re.compile(r"[ \t]*(HA (?:enabled|disabled)\b.{0,120})\Z", re.IGNORECASE)
_CHATTER = re.compile(
    r"[ \t]*(?:Sensor|ID\b|Contributing factors|All ports are|Fabric Watch|MAPS|Switch Name|Duration|System Uptime"
    r"|Marginal ports|Faulty ports|\(?Down|[-=]|Report time|Remote|V\d{5}|Slot\b)",
    re.IGNORECASE,
)


def _component(out: Writer, line: int, owner: str, name: str, state: str) -> None:
    value = " ".join(state.lower().split())
    out.add("fabric_setting", line, switch=owner, vsan="", setting=f"state of {name}", value=value)


def _fan(text: str, line: int, owner: str, out: Writer) -> bool:
    row = _FAN.match(text)
    if row:
        _component(out, line, owner, f"Fan {row.group(1)}", row.group(2))
    return row is not None


def _supply(text: str, line: int, owner: str, out: Writer) -> bool:
    row = _SUPPLY.match(text)
    if row:
        _component(out, line, owner, f"Power Supply #{row.group(1)}", row.group(2))
    # The lines below a supply show its identity and date of manufacture.
    return row is not None or text[:1] in " \t"


def _sensor(text: str, line: int, owner: str, out: Writer) -> bool:
    row = _SENSOR.match(text)
    if row:
        _component(out, line, owner, f"sensor {row.group(1)} ({row.group(2).strip().lower()})", row.group(3))
    return row is not None


def _temperature(text: str, line: int, owner: str, out: Writer) -> bool:
    row = _TEMPERATURE.match(text)
    if row:
        name = "sensor " + "/".join(word for word in row.group(1).split() if word.isdigit())
        _component(out, line, owner, name, row.group(2))
    return row is not None or _TEMPERATURE_HEADER.match(text) is not None


def _blade(text: str, line: int, owner: str, out: Writer) -> bool:
    row = _BLADE.match(text)
    if row and not _BLADE_EMPTY.match(text):
        _component(out, line, owner, f"slot {row.group(1)}", row.group(5))
    return row is not None or _BLADE_EMPTY.match(text) is not None or _BLADE_HEADER.match(text) is not None


def _processor(text: str, line: int, owner: str, out: Writer) -> bool:
    row = _PROCESSOR.match(text)
    if row:
        _component(out, line, owner, row.group(1) or "CP", row.group(2))
    state = _SYNCHRONISED.match(text)
    if state:
        value = " ".join(state.group(1).split())
        out.add("fabric_setting", line, switch=owner, vsan="", setting="control processors", value=value)
    return bool(row or state)


def _health(text: str, line: int, owner: str, out: Writer) -> bool:
    monitor, state, address = _MONITOR.match(text), _STATE.match(text), _ADDRESS.match(text)
    if monitor:
        _component(out, line, owner, f"{monitor.group(1).strip()} monitor", monitor.group(2))
    elif state:
        setting, value = "health", state.group(1)
        out.add("fabric_setting", line, switch=owner, vsan="", setting=setting, value=value)
    elif address:
        out.add("switch", line, switch=owner, ip_address=address.group(1))
    return bool(monitor or state or address or _REPORT.match(text))


def _detector(pattern: re.Pattern[str], reason: str) -> Callable[[Capture], Detection | None]:
    anywhere = re.compile(r"^" + pattern.pattern.removesuffix(r"\Z") + r"$", pattern.flags | re.MULTILINE)

    def detect(capture: Capture) -> Detection | None:
        return Detection(86, reason) if anywhere.search(capture.head) else None

    return detect


def _each(take: Callable[[str, int, str, Writer], bool]) -> Callable[[Capture, Writer], None]:
    def read(capture: Capture, out: Writer) -> None:
        for number, line in capture.lines():
            text = line[:400]
            if not text.strip() or take(text, number, capture.owner, out):
                continue
            if not (_CHATTER.match(text) or fos.is_noise(text)):
                out.unread(number)

    return read


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


_STATES = {"fabric_setting": ("switch", "vsan", "setting", "value")}
READERS = (
    Reader(
        name="brocade-fanshow", platform="brocade", command="fanshow", provides=_STATES, needles=(" is ",),
        detect=_detector(_FAN, "Fan n is"), read=_each(_fan), begins=r"^[ \t]*Fan #?1 is [A-Za-z]",
    ),
    Reader(
        name="brocade-psshow", platform="brocade", command="psshow", provides=_STATES, needles=("Power Supply", " is "),
        detect=_detector(_SUPPLY, "Power Supply #n is"), read=_each(_supply),
        begins=r"^[ \t]*Power Supply #1 is [A-Za-z]",
    ),
    Reader(
        name="brocade-sensorshow", platform="brocade", command="sensorshow", provides=_STATES,
        needles=("sensor", " is "), detect=_detector(_SENSOR, "sensor n: (Temperature) is"), read=_each(_sensor),
        begins=r"^[ \t]*sensor[ ]+1:[ ]*\(",
    ),
    Reader(
        name="brocade-tempshow", platform="brocade", command="tempshow", provides=_STATES, needles=("Sensor",),
        detect=fos.head_contains(_TEMPERATURE_HEADER, 93, "header Sensor State, or Sensor ID Category"),
        read=_each(_temperature), begins=r"^[ \t]*(?:Slot[ \t]+)?Sensor[ \t]+(?:ID[ \t]+Category|State)\b",
    ),
    Reader(
        name="brocade-slotshow", platform="brocade", command="slotshow -m", provides=_STATES, needles=("Blade Type",),
        detect=fos.head_contains(_BLADE_HEADER, 93, "header Slot, Blade Type, ID"), read=_each(_blade),
        begins=r"^[ \t]*Slot[ \t]+Blade Type[ \t]+ID\b",
    ),
    Reader(
        name="brocade-hashow", platform="brocade", command="hashow", provides=_STATES, needles=("Local CP",),
        detect=fos.head_contains(_PROCESSOR_ANYWHERE, 93, "Local CP (Slot n, CPn):"), read=_each(_processor),
        begins=r"^[ \t]*Local CP[ ]*\((?:Slot[ ]*\d{1,2},[ ]*)?CP[ ]?\d\)[ ]*:", verified=False,
    ),
    Reader(
        name="brocade-switchstatusshow", platform="brocade", command="switchstatusshow",
        provides={"fabric_setting": ("switch", "vsan", "setting", "value"), "switch": ("switch", "ip_address")},
        needles=("Switch Health Report",), detect=fos.head_contains(_REPORT, 93, "Switch Health Report"),
        read=_each(_health), begins=r"^[ \t]*Switch Health Report\b", owner_in=_health_name, captured_in=_health_time,
    ),
)  # fmt: skip
