"""Multipath disks and their paths: ``mpclaim -s -d``, ``mpclaim -s -d <disk>``, and both in ``mpclaim -v``.

All disks::

    MPIO Disk    System Disk  LB Policy    DSM Name
    -------------------------------------------------------------------------------
    MPIO Disk0   Disk 2       RR           Microsoft DSM

One disk (the number of paths in its first line can differ from the rows)::

    MPIO Disk0: 02 Paths, Round Robin with Subset, Implicit Only
        Controlling DSM: Microsoft DSM
        SN: 60001440000000103000000000000001
        Supported Load Balance Policies: FOO RR RRWS LQD WP LB

        Path ID          State              SCSI Address      Weight
        ---------------------------------------------------------------------------
        0000000077040000 Active/Optimized   004|000|000|001   0
         * TPG_State : Active/Optimized  , TPG_Id: 1, : 5

``mpclaim -v`` begins with the timers of each device-specific module; seconds, and whether paths are verified::

    MPIO Storage Snapshot on Tuesday, 03 March 2026, at 10:00:00.000
    Registered DSMs: 1
    +--------------------------------|-------------------|----|----|----|---|-----+
    |DSM Name                        |      Version      |PRP | RC | RI |PVP| PVE |
    |--------------------------------|-------------------|----|----|----|---|-----|
    |Microsoft DSM                   |010.0000.17763.0001|0020|0003|0001|030|False|

They are settings of the scope ``mpio`` under the names that Get-MPIOSetting uses. The SCSI address is port, bus, target and LUN; the port stands for one HBA port of the host.
"""

from __future__ import annotations

import re

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_ROW = re.compile(r"\s*(MPIO Disk[0-9]{1,5})\s+Disk ([0-9]{1,5})\s+([A-Z][A-Za-z]{0,15}|N/A|-)(?:\s+(\S.*))?\Z")
_DISK = re.compile(r"\s*(MPIO Disk[0-9]{1,5})\s*:\s*([0-9]{1,4}) Paths?\s*(?:,\s*(.*))?\Z")
_SERIAL = re.compile(r"\s*SN\s*:\s*(\S.*)\Z")
_DSM = re.compile(r"\s*Controlling DSM\s*:\s*(\S.*)\Z")
_PATH = re.compile(
    r"\s*([0-9A-Fa-f]{16})\s+(\S(?:.{0,40}?\S)?)\s+([0-9]{1,3})\|([0-9]{1,3})\|([0-9]{1,3})\|([0-9]{1,5})(?:\s+([0-9]+))?(?:\s.*)?\Z"
)
_CUT_PATH = re.compile(r"\s*[0-9A-Fa-f]{8,16}(?:\s+[A-Z][A-Za-z/ ]*(?:\s+[0-9|]+)?)?\Z")
_GROUP = re.compile(r"[\s*]*TPG_State\s*:\s*([A-Za-z/-]+(?: [A-Za-z/-]+)*)\s*(?:,\s*TPG_Id\s*:\s*([0-9]+))?")
_SKIPPED = re.compile(
    r"\s*(?:For more information about|MPIO Disk\s+System Disk|[-=*\s]+\Z|Path ID\s+State|Supported Load Balance|MPIO Storage Snapshot"
    r"|Registered DSMs|\+-|\|DSM Name|\|Microsoft|\|.*\|\s*\Z|Microsoft DSM\s*\Z|No disks are present|MPIO [Dd]isk information|SCSI\b"
    r"|where # is the MPIO disk number|mpclaim\b|The controller of|[A-Za-z]:\\|PS [A-Za-z]:)",
    re.IGNORECASE,
)
# The short titles of the table of modules, and the names Get-MPIOSetting has for the same values.
_TIMERS = {
    "PRP": ("PDORemovePeriod", "s"),
    "RC": ("RetryCount", None),
    "RI": ("RetryInterval", "s"),
    "PVP": ("PathVerificationPeriod", "s"),
    "PVE": ("PathVerificationState", None),
}
_STATES = {
    "active/optimized": ("active", True),
    "active/unoptimized": ("active", False),
    "active/non-optimized": ("active", False),
    "active/nonoptimized": ("active", False),
    "active": ("active", None),
    "standby": ("standby", None),
    "unavailable": ("unavailable", None),
    "failed": ("dead", None),
    "removed": ("dead", None),
    "pending_remove": ("dead", None),
    "pending remove": ("dead", None),
    "invalidated": ("dead", None),
    "passive": ("standby", None),
}
_POLICIES = {
    "fail over only": "FOO",
    "failover only": "FOO",
    "round robin": "RR",
    "round robin with subset": "RRWS",
    "least queue depth": "LQD",
    "weighted paths": "WP",
    "least blocks": "LB",
}
_DEVICE = ("host", "device", "alias", "policy", "printed_paths", "multipath_owner")
_LISTED = ("host", "device", "alias", "kernel_name", "policy", "multipath_owner")
_PATHS = word_list("host device hctl path_name hba target lun state state_text optimised group_state path_group plugin")


class _Disk:
    """The disk being read; its device row waits for the serial number, its paths for the lines of their group."""

    def __init__(self, line: int, alias: str, paths: int, policy: str | None) -> None:
        self.line = line
        self.alias = alias
        self.printed = paths
        self.policy = policy
        self.serial: tuple[int, str] | None = None
        self.dsm: str | None = None
        self.paths: list[tuple[int, dict[str, Value]]] = []


def _read(capture: Capture, out: Writer) -> None:
    host = capture.owner
    out.add("host", capture.first_line, host=host, platform="windows", multipath_software="mpio")
    disk: _Disk | None = None
    printed = counted = 0
    drives: dict[str, str] = {}
    titles: list[str] = []
    for line, text in capture.lines():
        if not text.strip():
            continue
        if match := _DISK.match(text):
            if disk is not None:
                counted += _write(host, disk, drives.get(disk.alias), out)
            policy = (match.group(3) or "").split(",")[0].strip() or None
            disk = _Disk(line, _disk_name(match.group(1)), int(match.group(2)), policy)
            printed += disk.printed
        elif match := _ROW.match(text):
            alias = _disk_name(match.group(1))
            drives[alias] = f"PhysicalDrive{int(match.group(2))}"
            out.add(
                "device",
                line,
                host=host,
                device=f"block:mapper/{alias}",
                alias=alias,
                kernel_name=drives[alias],
                policy=match.group(3) if match.group(3) not in ("N/A", "-") else None,
                multipath_owner="mpio",
            )
        elif disk is not None and (match := _SERIAL.match(text)):
            disk.serial = line, match.group(1).strip()
        elif disk is not None and (match := _DSM.match(text)):
            disk.dsm = match.group(1).strip()
        elif disk is not None and (match := _PATH.match(text)):
            disk.paths.append((line, _path(match)))
        elif disk is not None and disk.paths and (match := _GROUP.match(text)):
            disk.paths[-1][1]["group_state"] = match.group(1).strip()
            disk.paths[-1][1]["path_group"] = match.group(2)
        elif text.strip().startswith("|DSM Name"):
            titles = _cells(text)
        elif titles and text.strip().startswith("|Microsoft DSM"):
            _timers(titles, _cells(text), host, line, out)
        elif _SKIPPED.match(text):
            continue
        else:
            if disk is not None and _CUT_PATH.match(text):
                out.ends_inside_record = True
                out.note(line, "a path row is cut; it was left out")
            out.unread(line)
    if disk is not None:
        counted += _write(host, disk, drives.get(disk.alias), out)
        out.printed_count, out.counted_records = printed, counted


def _cells(text: str) -> list[str]:
    return [cell.strip() for cell in text.strip().strip("|").split("|")]


def _timers(titles: list[str], cells: list[str], host: str, line: int, out: Writer) -> None:
    """Write the timers of Microsoft's module; a row that is cut has fewer cells than titles, and says less."""
    for title, cell in zip(titles, cells, strict=False):
        name, unit = _TIMERS.get(title, ("", None))
        if cell.isdecimal() and title != "PVE" and name:
            out.add("host_setting", line, host=host, scope="mpio", setting=name, value=str(int(cell)), unit=unit)
        elif title == "PVE" and cell in ("True", "False"):
            state = "Enabled" if cell == "True" else "Disabled"
            out.add("host_setting", line, host=host, scope="mpio", setting=name, value=state, unit=unit)
        elif name:
            out.bad_value("host_setting", name, cell, line)


def _disk_name(text: str) -> str:
    return "MPIO Disk" + text.split("Disk", 1)[1].strip()


def _path(match: re.Match[str]) -> dict[str, Value]:
    identifier, shown, port, bus, target, lun, _ = match.groups()
    state, optimised = _STATES.get(shown.lower(), ("unknown", None))
    return {
        "hctl": f"{int(port)}:{int(bus)}:{int(target)}:{int(lun)}",
        "path_name": identifier.lower(),
        "hba": f"port{int(port)}",
        "target": f"{int(port)}:{int(bus)}:{int(target)}",
        "lun": int(lun),
        "state": state,
        "state_text": shown,
        "optimised": optimised,
        "group_state": None,
        "path_group": None,
        "plugin": "MPIO",
    }


def _write(host: str, disk: _Disk, drive: str | None, out: Writer) -> int:
    device: str | None = None
    if disk.serial is not None:
        device = out.device_id(disk.serial[1], disk.serial[0], "device", place=disk.alias)
    # Without a world wide name the disk's own name still holds its paths together.
    device = device or f"block:mapper/{disk.alias}"
    out.add(
        "device",
        disk.line,
        host=host,
        device=device,
        alias=disk.alias,
        kernel_name=drive,
        policy=_POLICIES.get((disk.policy or "").lower(), disk.policy),
        printed_paths=disk.printed,
        multipath_owner="mpio",
    )
    if disk.printed != len(disk.paths):
        out.note(disk.line, f"{disk.alias}: {disk.printed} paths announced, {len(disk.paths)} rows")
    for line, facts in disk.paths:
        out.add("path", line, host=host, device=device, **facts)
    return len(disk.paths)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"(?m)^\s*MPIO Disk[0-9]{1,5}\s*:\s*[0-9]{1,4} Paths?\b", head):
        return Detection(96, "MPIO DiskN: NN Paths of mpclaim -s -d N")
    if re.search(r"(?m)^\s*MPIO Disk\s+System Disk\s+LB Policy", head):
        return Detection(96, "MPIO Disk, System Disk, LB Policy of mpclaim -s -d")
    if re.search(r"(?m)^\s*MPIO Disk[0-9]{1,5}\s+Disk [0-9]{1,5}\s+[A-Z]{2,5}\s", head):
        return Detection(90, "MPIO DiskN, Disk N rows of mpclaim -s -d")
    return None


READERS = (
    Reader(
        name="windows-mpclaim",
        platform="windows",
        command="mpclaim -s -d",
        provides={
            "host": ("host", "platform", "multipath_software"),
            "device": tuple(dict.fromkeys((*_LISTED, *_DEVICE))),
            "path": _PATHS,
            "host_setting": ("host", "scope", "setting", "value", "unit"),
        },
        detect=_detect,
        read=_read,
        needles=("MPIO Disk",),
        begins=r"^ *(?:MPIO Storage Snapshot on|For more information about a particular disk|MPIO Disk +System Disk|MPIO Disk[0-9]{1,5} ?: [0-9]{1,4} Path)",
    ),
)
