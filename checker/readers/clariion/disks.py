"""Disks, RAID groups and pools: naviseccli ``getdisk``, ``getrg`` and ``storagepool -list -all``.

::

    Bus 0 Enclosure 0  Disk 4
    State:                   Enabled
    Hot Spare:               NO
    Raid Group ID:           0
    Drive Type:              SAS

    RaidGroup ID:                              0
    RaidGroup Type:                            r5
    RaidGroup State:                           Valid_luns
    List of disks:                             Bus 0 Enclosure 0  Disk 4
                                               Bus 0 Enclosure 0  Disk 5

    Pool Name:  Pool 1
    Raid Type:  r_5
    User Capacity (Blocks):  4501398528
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts.observations import Writer
from checker.readers.clariion.lines import Facts, Record, by_lines, records, title
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.family import ByType, Family
from checker.readers.toolkit.declarations.fields import lower, owner

_DISK = re.compile(r"Bus[ \t]+([0-9]{1,3})[ \t]+Enclosure[ \t]+([0-9]{1,3})[ \t]+Disk[ \t]+([A-Z]?[0-9]{1,3})\Z")
_DISK_LINE = r"^[ \t]*Bus[ \t]+[0-9]{1,3}[ \t]+Enclosure[ \t]+[0-9]{1,3}[ \t]+Disk[ \t]+[A-Z]?[0-9]{1,3}[ \t]*$"
_OF_DISKS = r"^[ \t]*(?:Vendor Id|Product Id|Drive Type|Hot Spare|State|Capacity|Raid Group ID):"
_ERRORS = ("hard read errors", "hard write errors", "soft read errors", "soft write errors")


def _disk(line: str) -> str | None:
    found = _DISK.match(line)
    return f"Bus {found[1]} Enclosure {found[2]} Disk {found[3]}" if found else None


def _disks(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield each disk, and then the RAID groups whose disks are of one type."""
    groups: dict[str, Record] = {}
    mixed: set[str] = set()
    for record in records("", title=_disk)(capture, out):
        record.type = "disk"
        yield record
        group, kind = record.text("raid group id"), record.text("drive type")
        if group is None or kind is None or not group.isdecimal():
            continue
        row = Record(record.at("raid group id"), {"drive type": kind}, title=group, type="group")
        if groups.setdefault(group, row).values != row.values:
            mixed.add(group)
    yield from (row for group, row in groups.items() if group not in mixed)


def _state(record: Record) -> str | None:
    return record.values.get("state", "").split("\n")[0] or None


def _component_type(record: Record) -> str:
    spare = record.flag("hot spare") or (_state(record) or "").lower().startswith("hot spare")
    return "hot-spare" if spare else "disk"


def _errors(record: Record) -> str | None:
    return ", ".join(f"{key}: {count}" for key in _ERRORS if (count := record.number(key))) or None


def _drives(record: Record) -> int | None:
    lines = record.values.get("list of disks", "").split("\n")
    return sum(_disk(line.strip()) is not None for line in lines) or None


def _group_state(record: Record) -> str | None:
    """Return the state of a RAID group: it may be halted and have valid LUNs, one below the other."""
    states = [line.strip() for line in (record.text("raidgroup state") or "").split("\n") if line.strip()]
    return next((state for state in states if state.lower() == "halted"), states[0] if states else None)


def _of_pool(key: str) -> Callable[[Record], str | None]:
    """Source: a value of the pool itself; values below a tier are the tier's."""

    def get(record: Record) -> str | None:
        return record.text(key) if record.at(key) < record.lines.get("tier name", record.at(key) + 1) else None

    return get


def _pool_drive_type(record: Record) -> str | None:
    return (_of_pool("disk type")(record) or "").lower() or None


def _blocks(key: str) -> Callable[[Record], int | None]:
    return lambda record: record.blocks(f"{key} (blocks)")


_DISKS = Facts(
    "component", storage_array=owner, component_type=_component_type, component=title, serial="serial number",
    operational_status=_state, health_indications=_errors,
)  # fmt: skip
_DRIVE_TYPES = Facts("raid_group", storage_array=owner, raid_group=title, drive_type=lower("drive type"))
_GROUPS = Facts(
    "raid_group", needs="raid_group", storage_array=owner, raid_group=title, raid_type="raidgroup type",
    drive_type=lower("drive type"), drives=_drives, size_bytes=_blocks("logical capacity"),
    operational_status=_group_state,
)  # fmt: skip
_POOLS = Facts(
    "pool", needs="pool", storage_array=owner, pool=title, size_bytes=_blocks("user capacity"),
    used_bytes=_blocks("consumed capacity"), subscribed_bytes=_blocks("total subscribed capacity"),
    raid_type=_of_pool("raid type"), drive_type=_pool_drive_type, operational_status=_of_pool("state"),
)  # fmt: skip

READERS = (
    Family("clariion", _disks).reader(
        "clariion-getdisk", "naviseccli getdisk",
        by_lines(93, "disks by bus, enclosure and slot", _DISK_LINE, _OF_DISKS, without="RaidGroup ID:|Pool Name:"),
        ByType({"disk": (_DISKS,), "group": (_DRIVE_TYPES,)}), needles=("Enclosure", "Disk"),
    ),
    Family("clariion", records("raidgroup id")).reader(
        "clariion-getrg", "naviseccli getrg",
        by_lines(95, "RAID groups of a CLARiiON or VNX", r"^[ \t]*RaidGroup ID:", without="LOGICAL UNIT NUMBER"),
        _GROUPS, needles=("RaidGroup ID:",),
    ),
    Family("clariion", records("pool name")).reader(
        "clariion-storagepool-list", "naviseccli storagepool -list -all",
        by_lines(95, "storage pools of a VNX", r"^[ \t]*Pool Name:", r"^[ \t]*Pool ID:", without="LOGICAL UNIT NUMBER"),
        _POOLS, needles=("Pool Name:", "Pool ID:"),
    ),
)  # fmt: skip
