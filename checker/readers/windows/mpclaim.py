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

They are settings of the scope ``mpio`` under the names of Get-MPIOSetting. The SCSI address is port, bus, target and LUN;
the port is one HBA port of the host.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.numbers import whole
from checker.readers.windows.settings import write_setting

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
    r"\s*+(?:For more information about|MPIO Disk\s+System Disk|[-=*\s]+\Z|Path ID\s+State|Supported Load Balance|MPIO Storage Snapshot"
    r"|Registered DSMs|\+-|\|DSM Name|\|Microsoft|\|.*\|\s*\Z|Microsoft DSM\s*\Z|No disks are present|MPIO [Dd]isk information|SCSI\b"
    r"|where # is the MPIO disk number|mpclaim\b|The controller of|(?:Adapter|Controller)\s*:|[A-Za-z]:\\|PS [A-Za-z]:)",
    re.IGNORECASE,
)
# The short titles in the table of modules, with the names of Get-MPIOSetting.
_TIMERS = {
    "PRP": "PDORemovePeriod", "RC": "RetryCount", "RI": "RetryInterval", "PVP": "PathVerificationPeriod",
    "PVE": "PathVerificationState",
}  # fmt: skip
_STATES: dict[str, tuple[str, bool | None]] = {
    "active/optimized": ("active", True), "active/unoptimized": ("active", False), "active": ("active", None),
    "active/non-optimized": ("active", False), "active/nonoptimized": ("active", False), "standby": ("standby", None),
    "passive": ("standby", None), "unavailable": ("unavailable", None), "failed": ("dead", None),
    "removed": ("dead", None), "pending_remove": ("dead", None), "pending remove": ("dead", None),
    "invalidated": ("dead", None),
}  # fmt: skip
_POLICIES = {
    "fail over only": "FOO", "failover only": "FOO", "round robin": "RR", "round robin with subset": "RRWS",
    "least queue depth": "LQD", "weighted paths": "WP", "least blocks": "LB",
}  # fmt: skip


@dataclass
class _Disk:
    """The current disk; its device row needs the serial number, its paths the lines of their group."""

    line: int
    alias: str
    printed: int
    policy: str | None
    alua: str | None
    serial: tuple[int, str] | None = None
    paths: list[tuple[int, dict[str, Value]]] = field(default_factory=list)


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
            policy, _, alua = (part.strip() or None for part in (match.group(3) or "").partition(","))
            disk = _Disk(line, match.group(1), whole(match.group(2)), policy, alua)
            printed += disk.printed
        elif match := _ROW.match(text):
            alias = match.group(1)
            drives[alias] = f"PhysicalDrive{whole(match.group(2))}"
            out.add(
                "device", line, host=host, device=f"block:mapper/{alias}", alias=alias, kernel_name=drives[alias],
                policy=match.group(3) if match.group(3) not in ("N/A", "-") else None, multipath_owner="mpio",
            )  # fmt: skip
        elif disk is not None and (match := _SERIAL.match(text)):
            disk.serial = line, match.group(1).strip()
        elif disk is not None and _DSM.match(text):
            continue
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
                out.note(line, "skipped a path: its row is truncated")
            out.unread(line)
    if disk is not None:
        counted += _write(host, disk, drives.get(disk.alias), out)
        out.printed_count, out.counted_records = printed, counted


def _cells(text: str) -> list[str]:
    return [cell.strip() for cell in text.strip().strip("|").split("|")]


def _timers(titles: list[str], cells: list[str], host: str, line: int, out: Writer) -> None:
    """Write the timers of Microsoft's module; a truncated row has fewer cells than titles."""
    for title, cell in zip(titles, cells, strict=False):
        name = _TIMERS.get(title)
        if name is None:
            continue
        if title == "PVE" and cell in ("True", "False"):
            write_setting(out, line, host, name, "Enabled" if cell == "True" else "Disabled")
        elif title != "PVE" and cell.isdecimal():
            write_setting(out, line, host, name, str(whole(cell)))
        else:
            out.bad_value("host_setting", name, cell, line)


def _path(match: re.Match[str]) -> dict[str, Value]:
    identifier, shown, port, bus, target, lun, _ = match.groups()
    state, optimised = _STATES.get(shown.lower(), ("unknown", None))
    return {
        "hctl": f"{whole(port)}:{whole(bus)}:{whole(target)}:{whole(lun)}",
        "path_id": identifier.lower(),
        "hba": f"port{whole(port)}",
        "target": f"{whole(port)}:{whole(bus)}:{whole(target)}",
        "lun": whole(lun),
        "state": state,
        "state_text": shown,
        "optimised": optimised,
        "group_state": None,
        "path_group": None,
        "plugin": "MPIO",
    }


def _write(host: str, disk: _Disk, drive: str | None, out: Writer) -> int:
    line, serial = disk.serial or (disk.line, None)
    device = out.device_id(serial, line, "device", place=disk.alias)
    # Without an identity, the name of the disk still connects its paths.
    device = device or f"block:mapper/{disk.alias}"
    out.add(
        "device", disk.line, host=host, device=device, alias=disk.alias, kernel_name=drive,
        policy=_POLICIES.get((disk.policy or "").lower(), disk.policy), printed_paths=disk.printed,
        multipath_owner="mpio", hardware_handler=disk.alua,
    )  # fmt: skip
    if disk.printed != len(disk.paths):
        out.note(disk.line, f"{disk.alias}: the heading counts {disk.printed} paths, but {len(disk.paths)} are listed")
    for line, facts in disk.paths:
        out.add("path", line, host=host, device=device, **facts)
    return len(disk.paths)


READERS = (
    Reader(
        name="windows-mpclaim", platform="windows", command="mpclaim -s -d",
        provides={
            "host": ("host", "platform", "multipath_software"),
            "device": word_list("host device alias kernel_name policy multipath_owner printed_paths hardware_handler"),
            "path": word_list("""
                host device hctl path_id hba target lun state state_text optimised group_state path_group plugin
            """),
            "host_setting": ("host", "scope", "setting", "value", "unit"),
        },
        selects=r"\s-d[ \t]+\d",
        detect=by_pattern(
            "MPIO disks with their paths or policies: mpclaim",
            (96, r"^[ \t]*MPIO Disk[0-9]{1,5}\s*:\s*[0-9]{1,4} Paths?\b"),
            (96, r"^[ \t]*MPIO Disk\s+System Disk\s+LB Policy"),
            (90, r"^[ \t]*MPIO Disk[0-9]{1,5}\s+Disk [0-9]{1,5}\s+[A-Z]{2,5}\s"),
        ),
        read=_read, needles=("MPIO Disk",),
        begins=r"^ *(?:MPIO Storage Snapshot on|For more information about a particular disk|MPIO Disk +System Disk|MPIO Disk[0-9]{1,5} ?: [0-9]{1,4} Path)",
    ),
)  # fmt: skip
