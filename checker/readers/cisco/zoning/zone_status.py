"""``show zone status [vsan N]``: zoning mode, policies and size of the zone database of each VSAN.

Several ``key: value`` pairs share a line. Synthetic sample::

    VSAN: 10 default-zone: deny distribute: full Interop: default
        mode: enhanced merge-control: allow
        session: none
        smart-zoning: enabled
    Full Zoning Database :
        DB size: 4096 bytes
        Zonesets:1  Zones:12 Aliases: 0
    Active Zoning Database :
        DB size: 2048 bytes
        Name: ZS_A  Zonesets:1  Zones:12
    Current Total Zone DB Usage: 6144 / 4000000 bytes (0 % used)
    Status: Activation completed at 10:00:00 UTC Jan  5 2024

The default zone of an NX-OS VSAN governs every unzoned member whether or not a zone set is active.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.numbers import whole

_FIRST = re.compile(r"VSAN:\s*\d+\s+default-zone:\s*\w+", re.IGNORECASE)
_START = re.compile(r"VSAN:\s*(\d{1,4})\b(.*)", re.IGNORECASE)
_PAIRS = re.compile(
    r"(default-zone|distribute|interop|mode|merge-control|session|hard-zoning|broadcast|smart-zoning|rscn-format"
    r"|activation overwrite control|qos|ronly|DB size|Zonesets|Zones|Aliases|Attribute-groups|Name|Status"
    r"|Current Total Zone DB Usage|SFC size|Full DB Copy size|Active DB Copy size|Effective Zoning Database"
    r"|Full Zoning Database|Active Zoning Database|Pending \(Session\) DB size|Default zone)\s*:",
    re.IGNORECASE,
)
_USAGE = re.compile(r"(\d{1,15})\s*/\s*(\d{1,15})\s*bytes", re.IGNORECASE)
_BYTES = re.compile(r"(\d{1,15})\s*bytes", re.IGNORECASE)
_SECTIONS = ("default zone", "full zoning database", "active zoning database", "pending (session) db size")


@dataclass
class _Status:
    line: int
    vsan: str
    facts: dict[str, Value] = field(default_factory=dict)
    settings: list[tuple[int, str, str]] = field(default_factory=list)
    section: str = ""
    sizes: dict[str, int] = field(default_factory=dict)
    complete: bool = False
    wrapping: bool = False  # the text after "Status:" may wrap; its continuation lines are ignored
    hanging: str = ""  # key at the end of a line: its value is on the next one


def _read(capture: Capture, out: Writer) -> None:
    status: _Status | None = None
    for number, line in capture.lines():
        stripped = line.strip()
        start = _START.match(stripped)
        if start:
            if status is not None:
                _write(capture, out, status)
            status = _Status(number, nxos.vsan_number(start.group(1)))
            nxos.state_switch_once(out, capture, number)
            stripped = start.group(2).strip()
        if status is None:
            if not nxos.is_noise(stripped):
                out.unread(number)
        elif not stripped:
            status.wrapping = False
        elif not (status.wrapping or _take(status, number, stripped) or nxos.is_noise(stripped)):
            out.unread(number)
    if status is None:
        return
    _write(capture, out, status)
    if not status.complete:
        out.ends_inside_record = True
        out.note(status.line, f"truncated: the status of VSAN {status.vsan} ends before its last line")


def _take(status: _Status, number: int, line: str) -> bool:
    found = list(_PAIRS.finditer(line))
    if not found:
        if status.hanging:
            _fact(status, number, status.hanging, line)
            status.hanging = ""
            return True
        if status.section == "active zoning database" and "not available" in line.lower():
            status.settings.append((number, "active zoning database", "not available"))
            return True
        return False
    for match, following in zip(found, [*found[1:], None], strict=True):
        value = line[match.end() : following.start() if following else len(line)].strip()
        key = match.group(1).lower()
        _fact(status, number, key, value)
        status.hanging = key if not value and key not in (*_SECTIONS, "status") else ""
    return True


def _fact(status: _Status, number: int, key: str, value: str) -> None:
    facts, lower = status.facts, value.lower()
    if key in _SECTIONS:
        status.section = key
    elif key == "status":
        status.complete = status.wrapping = True
        if value:
            status.settings.append((number, "zone status", value))
    elif status.section == "default zone":
        return
    elif key == "db size":
        size = _BYTES.match(value)
        if size:
            status.sizes[status.section] = whole(size.group(1))
    elif key == "name":
        facts["active_zone_set"] = value or None
    elif key == "current total zone db usage":
        usage = _USAGE.match(value)
        if usage:
            facts["zone_database_bytes"] = whole(usage.group(1))
            status.settings.append((number, "zone database limit bytes", usage.group(2)))
    elif not value:
        return
    elif key == "default-zone" and lower in ("permit", "deny"):
        facts["default_zone"] = lower
        facts["default_zone_in_force"] = True
    elif key == "mode" and lower in ("basic", "enhanced"):
        facts["zone_mode"] = lower
    elif key == "session":
        facts["pending_session"] = lower != "none"
    elif key == "smart-zoning":
        facts["smart_zoning"] = normalise.yes_no(value)
    else:
        column = {"distribute": "distribute", "interop": "interop_mode", "merge-control": "merge_control"}.get(key)
        if column:
            facts[column] = lower
        elif key in ("hard-zoning", "rscn-format", "activation overwrite control"):
            status.settings.append((number, key, lower))


def _write(capture: Capture, out: Writer, status: _Status) -> None:
    full, active = (status.sizes.get(f"{name} zoning database") for name in ("full", "active"))
    if "zone_database_bytes" not in status.facts and full is not None and active is not None:
        # "Current Total Zone DB Usage" of later releases is the sum of these two
        status.facts["zone_database_bytes"] = full + active
    out.add("vsan", status.line, switch=capture.owner, vsan=status.vsan, **status.facts)
    for number, setting, value in status.settings:
        nxos.add_setting(out, number, capture.owner, status.vsan, setting, value)


READERS = (
    nxos.reader(
        "show zone status", nxos.begins_with(_FIRST, 96, "VSAN: n default-zone:"), _read,
        columns(
            vsan="switch vsan default_zone default_zone_in_force zone_mode smart_zoning distribute merge_control"
            " pending_session active_zone_set interop_mode zone_database_bytes",
            fabric_setting=nxos.SETTING, switch=nxos.SWITCH,
        ),
        needles=("default-zone:",), begins=r"^VSAN: ?\d{1,4} default-zone:",
    ),
)  # fmt: skip
