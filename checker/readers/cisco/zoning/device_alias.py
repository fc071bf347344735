"""``show device-alias database`` and ``show device-alias status``; also the same section of a configuration.

Device aliases apply to all VSANs of a fabric. Synthetic sample::

    device-alias name esx01_hba0 pwwn 10:00:00:00:c9:aa:00:01
    device-alias name vplex_fe0 pwwn 50:00:14:42:a0:00:00:10

    Total number of entries = 2

and a status::

    Fabric Distribution: Enabled
    Database:- Device Aliases 2  Mode: Enhanced
               Checksum: 0x1f2e
    Locked By:- User "admin" SWWN 20:00:00:0d:ec:aa:00:01
    Pending Database:- Device Aliases 3  Mode: Enhanced
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns

ROW = re.compile(r"device-alias name (\S{1,64}) (?:pwwn|pWWN) (\S+)\Z", re.IGNORECASE)
_KNOWN = re.compile(
    r"(?:device-alias (?:database|commit|distribute|mode enhanced)|no device-alias .*|There are no entries.*|exit|end)\Z",
    re.IGNORECASE,
)
_STATUS_START = re.compile(r"Fabric Distribution\s*:", re.IGNORECASE)
_STATUS = (
    (re.compile(r"Fabric Distribution\s*:\s*(\w+)", re.IGNORECASE), "device-alias distribution"),
    (re.compile(r"\ADatabase:-?\s*Device Aliases\s*:?\s*(\d+)", re.IGNORECASE), "device-alias count"),
    (re.compile(r"\ADatabase:.*\bMode:\s*(\w+)", re.IGNORECASE), "device-alias mode"),
    (re.compile(r"\AChecksum:\s*(\w+)", re.IGNORECASE), "device-alias checksum"),
    (re.compile(r"\ALocked By:-?\s*(.+)", re.IGNORECASE), "device-alias locked by"),
    (re.compile(r"\APending Database:-?\s*Device Aliases\s*:?\s*(\d+)", re.IGNORECASE), "device-alias pending count"),
)


def _detect_database(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    text = " ".join(nxos.without_mark(first).split())
    if ROW.match(text):
        return Detection(92, "device-alias name … pwwn …")
    if text == "device-alias database" and "device-alias name " in capture.head:
        return Detection(80, "device-alias section of a configuration")
    return None


def _read_database(capture: Capture, out: Writer) -> None:
    first, count = 0, 0
    for number, raw in capture.lines():
        stripped = " ".join(nxos.without_mark(raw).split())
        match = ROW.match(stripped)
        if match:
            name, member = match.groups()
            wwpn = out.wwn(member, number, "alias", "wwpn", f"device-alias {name}")
            first, count = first or number, count + 1
            out.add("alias", number, switch=capture.owner, vsan="", alias=name, member=wwpn or member, wwpn=wwpn)
        elif stripped == "device-alias mode enhanced":
            nxos.add_setting(out, number, capture.owner, "", "device-alias mode", "enhanced")
        elif nxos.total_of(stripped) is not None:
            out.printed_count = nxos.total_of(stripped)
        elif not nxos.is_noise(stripped) and not _KNOWN.match(stripped):
            out.unread(number)
            if stripped.lower().startswith("device-alias name"):
                out.note(number, "truncated: this device alias is incomplete")
                out.ends_inside_record = True
    if count:
        nxos.state_switch(out, capture, first)
    out.counted_records = count if out.printed_count is not None else None


def _read_status(capture: Capture, out: Writer) -> None:
    for number, stripped in nxos.stripped_lines(capture):
        known = False
        for pattern, setting in _STATUS:
            match = pattern.search(stripped)
            if match:
                known = True
                value = match.group(1).strip().lower() if setting.endswith(("mode", "distribution")) else match.group(1)
                nxos.add_setting(out, number, capture.owner, "", setting, value.strip())
        if not known and not nxos.is_noise(stripped):
            out.unread(number)


READERS = (
    nxos.reader(
        "show device-alias database", _detect_database, _read_database,
        columns(alias="switch vsan alias member wwpn", fabric_setting=nxos.SETTING, switch=nxos.SWITCH),
        needles=("device-alias",),
    ),
    nxos.reader(
        "show device-alias status",
        nxos.begins_with(_STATUS_START, 95, "Fabric Distribution: and Device Aliases", also="Device Aliases"),
        _read_status, columns(fabric_setting=nxos.SETTING), needles=("Device Aliases",),
        begins=r"^Fabric Distribution\s*:",
    ),
)  # fmt: skip
