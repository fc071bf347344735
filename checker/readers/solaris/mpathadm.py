"""LUNs and paths under MPxIO: ``mpathadm list lu`` and ``mpathadm show lu [<disk>…]``.

Samples::

            /dev/rdsk/c4t600601600000000000000000000000A1d0s2
                    Total Path Count: 4
                    Operational Path Count: 3

    Logical Unit:  /dev/rdsk/c4t600601600000000000000000000000A1d0s2
            mpath-support:  libmpscsi_vhci.so
            Vendor:  DGC
            Name:  600601600000000000000000000000a1
            Current Load Balance:  round-robin
            Paths:
                    Initiator Port Name:  210000e08b000001
                    Target Port Name:  5006016000000001
                    Path State:  OK
                    Disabled:  no
            Target Port Groups:
                    ID:  1
                    Access State:  active optimized
                    Target Ports:
                            Name:  5006016000000001

Path states are those of mpathadm: OK, path error, LU error, reserved, unavailable, transitioning, operational but
closed, invalid closed. Controllers and enclosures of arrays (``/scsi_vhci/array-controller@g…``) are skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.solaris.disk_names import block_identity, kernel_name, lun_identity
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.packed_list import PackedList

_UNIT = re.compile(r"\s*Logical Unit:\s*(\S+)\s*\Z", re.IGNORECASE)
_NAME = re.compile(r"\s*((?:/dev/r?dsk/|/scsi_vhci/|/devices/scsi_vhci/)\S{1,200})\s*\Z")
_FIELD = re.compile(r"\s*([A-Za-z][A-Za-z0-9 /-]{1,40}?):(?:\s+(.*\S|))?\s*\Z")
# Nodes of controllers and enclosures; those of disks are called disk, sd or ssd.
_NO_DISK = re.compile(r"/scsi_vhci/(?!(?:disk|s?sd)@)[a-z][a-z-]{1,30}@")
_NOISE = re.compile(shell_noise("mpathadm", "mpath-support:"))
_LIST = r"^[ \t]*/(?:dev/r?dsk|scsi_vhci|devices)/\S+[ \t]*\n\s*Total Path Count:[ \t]*[0-9]"
_SHOW = r"^[ \t]*Logical Unit:[ \t]*/(?:dev/r?dsk|scsi_vhci|devices)/\S"
_STATES = {
    "ok": "active", "path error": "dead", "lu error": "dead", "unavailable": "unavailable", "removed": "dead",
    "offline": "dead",
}  # fmt: skip
_ACCESS: dict[str, tuple[str, bool | None]] = {
    "active optimized": ("active", True), "active not optimized": ("active", False), "standby": ("standby", False),
    "unavailable": ("unavailable", None), "active": ("active", None),
}  # fmt: skip
_LONGEST_LINE = 1000


@dataclass
class _Path:
    line: int
    facts: dict[str, str] = field(default_factory=dict)


@dataclass
class _Unit:
    line: int
    name: str
    facts: dict[str, tuple[int, str]] = field(default_factory=dict)
    paths: list[_Path] = field(default_factory=list)
    access: dict[str, str] = field(default_factory=dict)
    group_state: str | None = None

    def text(self, key: str) -> str | None:
        value = self.facts.get(key, (0, ""))[1]
        return None if value.upper() in ("", "NA") else value


def _read(capture: Capture, out: Writer) -> None:
    units: PackedList[_Unit] = PackedList()
    part = ""
    last_line = 0
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _UNIT.match(line) or _NAME.match(line):
            units.append(_Unit(number, match.group(1)))
            part = ""
        elif units and len(line) < _LONGEST_LINE and (match := _FIELD.match(line)):
            key, value = match.group(1).lower(), (match.group(2) or "").strip(" \t*")
            if key in ("paths", "target port groups") and not value:
                part = key
            elif part == "paths":
                _path_field(units[-1], number, key, value)
            elif part:
                _group_field(units[-1], key, value)
            else:
                units[-1].facts.setdefault(key, (number, value))
            last_line = number
        elif not _NOISE.match(text):
            out.unread(number)
    if not units:
        return
    if units[-1].line > last_line or (units[-1].paths and "path state" not in units[-1].paths[-1].facts):
        out.ends_inside_record = True
        out.note(units[-1].line, "the last logical unit is truncated")
    out.add("host", units[0].line, host=capture.owner, platform="solaris", multipath_software="mpxio")
    for unit in units:
        if not _NO_DISK.search(unit.name):
            _write(unit, capture.owner, out)


def _path_field(unit: _Unit, number: int, key: str, value: str) -> None:
    if key == "initiator port name":
        unit.paths.append(_Path(number))
    if unit.paths:
        unit.paths[-1].facts.setdefault(key, value)


def _group_field(unit: _Unit, key: str, value: str) -> None:
    if key == "id":
        unit.group_state = None
    elif key == "access state":
        unit.group_state = value
    elif key == "name" and unit.group_state:
        unit.access.setdefault(value.lower(), unit.group_state)


def _write(unit: _Unit, host: str, out: Writer) -> None:
    place = f"{host} {kernel_name(unit.name)}"
    line, printed = unit.facts.get("name", (unit.line, ""))
    device = None
    if re.fullmatch(r"(?:0x)?[0-9A-Fa-f]{16,40}", printed):
        device = normalise.device_id(printed)
    elif printed and normalise.problem_of(printed) == "redacted":
        out.bad_value("device", "device", printed, line, place)
    device = device or lun_identity(unit.name) or block_identity(unit.name)
    out.add(
        "device", unit.line, host=host, device=device, kernel_name=kernel_name(unit.name), multipath_owner="mpxio",
        vendor=unit.text("vendor"), model=unit.text("product"), revision=unit.text("revision"),
        policy=unit.text("current load balance"), printed_paths=normalise.integer(unit.text("total path count")),
        working_paths=normalise.integer(unit.text("operational path count")),
    )  # fmt: skip
    out.add("device_owner", unit.line, host=host, device=device, multipath_owner="mpxio")
    for path in unit.paths:
        _write_path(unit, path, host, device, place, out)


def _write_path(unit: _Unit, path: _Path, host: str, device: str, place: str, out: Writer) -> None:
    state_text = path.facts.get("path state", "")
    initiator, target = path.facts.get("initiator port name", ""), path.facts.get("target port name", "")
    facts: dict[str, Value] = {}
    if initiator.lower().startswith("iqn.") or target.lower().startswith("iqn."):
        facts["transport"] = "iscsi"
        facts["path_name"] = f"{initiator},{target}"
    else:
        facts["initiator_wwpn"] = out.wwn(initiator, path.line, "path", "initiator_wwpn", place)
        facts["target_wwpn"] = out.wwn(target, path.line, "path", "target_wwpn", place)
        facts["transport"] = "fc" if facts["initiator_wwpn"] else None
    group = unit.access.get(target.lower())
    state, optimised = _STATES.get(state_text.lower(), "unknown"), None
    if group and group.lower() in _ACCESS:
        allowed, optimised = _ACCESS[group.lower()]
        state = allowed if state == "active" else state
    if path.facts.get("disabled", "").lower() == "yes":
        state = "disabled"
    facts["lun"] = normalise.integer(path.facts.get("logical unit number"))
    facts.update(state=state, state_text=state_text or None, optimised=optimised, group_state=group, plugin="MPxIO")
    out.add("path", path.line, host=host, device=device, **facts)


_HOST = ("host", "platform", "multipath_software")
_OWNER = ("host", "device", "multipath_owner")

READERS = (
    Reader(
        name="solaris-mpathadm-list", platform="solaris", command="mpathadm list lu",
        provides={
            "host": _HOST,
            "device": word_list("host device kernel_name multipath_owner printed_paths working_paths"),
            "device_owner": _OWNER,
        },
        detect=by_pattern("device and Total Path Count of mpathadm list lu", (95, _LIST)), read=_read,
        needles=("Path Count:",), trust=50,
    ),
    Reader(
        name="solaris-mpathadm-show", platform="solaris", command="mpathadm show lu",
        provides={
            "host": _HOST,
            "device": word_list("host device kernel_name multipath_owner vendor model revision policy"),
            "device_owner": _OWNER,
            "path": word_list("""
                host device path_name initiator_wwpn target_wwpn transport lun state state_text optimised group_state
                plugin
            """),
        },
        detect=by_pattern("Logical Unit: and mpath-support of mpathadm show lu", (96, _SHOW)), read=_read,
        needles=("Logical Unit:", "mpath-support"), begins=_SHOW,
    ),
)  # fmt: skip
