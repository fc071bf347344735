"""Devices and paths under PowerPath: ``powermt display dev=all``, ``class=``, ``dev=<name>``, ``rpowermt … dev=all``.

Sample::

    Pseudo name=emcpowerj
    VPLEX ID=FNM00000000001
    Logical device ID=6000144000000010A0000000000000C3 [dd_oradata_7]
    state=alive; policy=ADaptive; queued-IOs=0
    ==============================================================================
    --------------- Host ---------------   - Stor -  -- I/O Path --   -- Stats ---
    ###  HW Path               I/O Paths    Interf.  Mode     State   Q-IOs Errors
    ==============================================================================
       5 lpfc                   sdaf        CL1-00   active   alive      0      0

CLARiiON and Unity have a line ``Owner: default=SP B, current=SP B``. The logical device id is an NAA number, or the
number of the device in its Symmetrix; later versions print ``Device WWN=`` then. HP-UX has no pseudo devices: its records begin
with the array, and the first path is what a volume group may use.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.powerpath.path_rows import NOISE, PathRow, path_row, state_of
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.packed_list import PackedList

_PSEUDO = re.compile(r"Pseudo name\s*=\s*(\S+)")
_ARRAY = re.compile(r"(?!Logical device)([A-Za-z][\w +/-]{1,40}?) ID\s*=\s*([\w.:*#-]+)")
_LOGICAL = re.compile(r"Logical device ID\s*=\s*([\w.:*#-]+)")
_WWN = re.compile(r"Device WWN\s*=\s*([\w.:*#-]+)")
_STATE = re.compile(r"state\s*=\s*(\w+)\s*;")
_POLICY = re.compile(r"\bpolicy\s*=\s*([^;]{1,60}?)\s*(?:;|\Z)")
_OWNER = re.compile(r"Owner:\s*default\s*=\s*(SP [A-Z])\s*,\s*current\s*=\s*(SP [A-Z])")
_HEADING = re.compile(r"={3,}\s*\Z|-[-= ]*Host\b|###\s+HW Path\b")
_FIRST = r"^[ \t]*Pseudo name[ \t]*=[ \t]*\S"
_WITHOUT_PSEUDO = r"^[ \t]*[A-Za-z][\w +/-]{1,40} ID[ \t]*=[ \t]*\S{1,60}[ \t]*\n[ \t]*Logical device ID[ \t]*=[ \t]*\S"
_KNOWN_LINE = re.compile(r"(?:Array failover mode|SP failover|Standby|Autostandby|Redundancy)\b")
_NAA = re.compile(r"(?:6[0-9a-f]{31}|[56][0-9a-f]{15})\Z")
# SCSI vendor and product of PowerPath's storage classes.
_PRODUCTS: dict[str, tuple[str | None, str | None]] = {
    "symmetrix": ("EMC", "SYMMETRIX"),
    "vplex": ("EMC", "Invista"),
    "invista": ("EMC", "Invista"),
    "xtremio": ("XtremIO", "XtremApp"),
    "clariion": ("DGC", None),
    "vnx": ("DGC", None),
    "unity": ("DGC", None),
    "powerstore": ("DellEMC", "PowerStore"),
}


@dataclass
class _Device:
    line: int
    name: str
    facts: dict[str, Value] = field(default_factory=dict)
    identity: str | None = None
    owner: str | None = None
    paths: list[tuple[int, PathRow]] = field(default_factory=list)

    @property
    def label(self) -> str:
        return self.name or "the last device"


def _read(capture: Capture, out: Writer) -> None:
    devices: PackedList[_Device] = PackedList()
    last = capture.first_line + capture.text.rstrip().count("\n")
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _PSEUDO.match(text):
            devices.append(_Device(number, match.group(1)))
        elif _ARRAY.match(text) and (not devices or devices[-1].paths or "array_serial" in devices[-1].facts):
            devices.append(_Device(number, ""))
            _take_field(devices[-1], text, number, capture.owner, out)
        elif _HEADING.match(text):
            continue
        elif devices and (row := path_row(line)):
            devices[-1].paths.append((number, row))
            devices[-1].name = devices[-1].name or row.name
        elif not (devices and _take_field(devices[-1], text, number, capture.owner, out)):
            if devices and number == last and text[0].isdecimal():
                out.ends_inside_record = True
                out.note(number, f"skipped the last path of {devices[-1].label}: it is truncated")
            elif not NOISE.match(text):
                out.unread(number)
    if devices and not devices[-1].paths and not out.ends_inside_record:
        out.ends_inside_record = True
        out.note(devices[-1].line, f"{devices[-1].label} has no paths in this text: it is truncated")
    _write(devices, capture.owner, out)


def _take_field(device: _Device, text: str, line: int, host: str, out: Writer) -> bool:
    if match := _LOGICAL.match(text):
        identifier = match.group(1)
        if _NAA.match(identifier.lower()):
            device.identity = device.identity or normalise.device_id(identifier)
        elif normalise.problem_of(identifier) == "redacted":
            out.bad_value("device", "device", identifier, line, f"{host} {device.name}")
        else:
            device.facts["array_device"] = identifier
    elif match := _WWN.match(text):
        device.identity = out.device_id(match.group(1), line, "device", "device", f"{host} {device.name}")
    elif match := _ARRAY.match(text):
        vendor, model = _PRODUCTS.get(match.group(1).strip().lower(), (None, None))
        device.facts.update(array_serial=match.group(2), vendor=vendor, model=model)
    elif match := _OWNER.search(text):
        device.owner = match.group(2)
        device.facts.update(default_owner=match.group(1), current_owner=match.group(2))
    elif match := _STATE.match(text):
        device.facts["device_state"] = match.group(1)
        if policy := _POLICY.search(text):
            device.facts["policy"] = policy.group(1)
    else:
        return _KNOWN_LINE.match(text) is not None
    return True


def _write(devices: Sequence[_Device], host: str, out: Writer) -> None:
    if not devices:
        return
    platforms = {row.platform for device in devices for _, row in device.paths if row.platform}
    known: dict[str, Value] = {"platform": platforms.pop()} if len(platforms) == 1 else {}
    out.add("host", devices[0].line, host=host, multipath_software="powerpath", **known)
    for device in devices:
        if not (device.identity or device.name):
            out.unread(device.line)
            continue
        common: dict[str, Value] = {"host": host, "device": device.identity or f"block:{device.name}"}
        out.add("device", device.line, **common, kernel_name=device.name, multipath_owner="powerpath", **device.facts)
        out.add("device_owner", device.line, **common, multipath_owner="powerpath")
        for line, row in device.paths:
            own = device.owner if row.interface.startswith("SP ") else None
            out.add(
                "path", line, **common, path_name=row.name, hctl=row.hctl, hba=row.adapter, target=row.interface,
                target_wwpn=row.target_wwpn, lun=row.lun, state=state_of(row.mode, row.state),
                state_text=f"{row.mode} {row.state}", optimised=row.interface.startswith(own) if own else None,
                plugin="PowerPath", errors=row.errors,
            )  # fmt: skip


READERS = (
    Reader(
        name="powerpath-display-dev", platform="powerpath", command="powermt display dev=all",
        provides={
            "host": word_list("host multipath_software platform"),
            "device": word_list("""
                host device kernel_name multipath_owner array_serial array_device vendor model device_state policy
                default_owner current_owner
            """),
            "device_owner": word_list("host device multipath_owner"),
            "path": word_list("host device path_name hctl hba target target_wwpn lun state state_text optimised plugin errors"),
        },
        detect=by_pattern("devices of powermt display", (95, rf"{_FIRST}|{_WITHOUT_PSEUDO}")), read=_read,
        needles=("Pseudo name|Logical device ID",), begins=_FIRST, selects=r"\b(?:dev|class)=(?!all\b|\$)\S",
        # The pseudo device is what the host uses, not the disks below it that /sys names.
        trust=62,
    ),
)  # fmt: skip
