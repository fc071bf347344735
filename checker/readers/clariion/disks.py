"""Disks, RAID groups and pools: naviseccli ``getdisk``, ``getrg`` and ``storagepool -list -all``.

::

    Bus 0 Enclosure 0  Disk 4
    State:                   Enabled
    Hot Spare:               NO
    Raid Group ID:           0
    Drive Type:              SAS

    RaidGroup ID:                              0
    RaidGroup Type:                            r5
    List of disks:                             Bus 0 Enclosure 0  Disk 4
                                               Bus 0 Enclosure 0  Disk 5

    Pool Name:  Pool 1
    Raid Type:  r_5
    User Capacity (Blocks):  4501398528
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.facts.observations import Writer
from checker.readers.clariion.lines import BLOCK_BYTES, Entry, Record, entries, records
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_DISK = re.compile(r"Bus[ \t]+([0-9]{1,3})[ \t]+Enclosure[ \t]+([0-9]{1,3})[ \t]+Disk[ \t]+([A-Z]?[0-9]{1,3})\Z")
_DISK_LINE = re.compile(
    r"(?m)^[ \t]*Bus[ \t]+[0-9]{1,3}[ \t]+Enclosure[ \t]+[0-9]{1,3}[ \t]+Disk[ \t]+[A-Z]?[0-9]{1,3}[ \t]*$"
)
_ERRORS = ("hard read errors", "hard write errors", "soft read errors", "soft write errors")


def _detect_disks(capture: Capture) -> Detection | None:
    head = capture.head
    if _DISK_LINE.search(head) and re.search(
        r"(?m)^[ \t]*(?:Vendor Id|Product Id|Drive Type|Hot Spare|State|Capacity|Raid Group ID):", head
    ):
        if "RaidGroup ID:" in head or "Pool Name:" in head:
            return None
        return Detection(93, "disks by bus, enclosure and slot")
    return None


def _disk(entry: Entry) -> str | None:
    found = None if entry.key else _DISK.match(entry.value)
    return f"Bus {found[1]} Enclosure {found[2]} Disk {found[3]}" if found else None


def write_disks(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write each disk as a component, and the disk type of its RAID group."""
    groups: dict[str, tuple[int, str]] = {}
    mixed: set[str] = set()
    for record in records(found, _disk, out):
        state = record.values.get("state", "").split("\n")[0]
        counters = [f"{key}: {count}" for key in _ERRORS if (count := record.number(key))]
        spare = record.flag("hot spare")
        out.add(
            "component",
            record.line,
            storage_array=capture.owner,
            component_type="hot-spare" if spare or state.lower().startswith("hot spare") else "disk",
            component=record.title,
            operational_status=state or None,
            health_indications=", ".join(counters) or None,
        )
        group, kind = record.get("raid group id"), record.get("drive type")
        if group is None or kind is None or not group.isdigit():
            continue
        if groups.setdefault(group, (record.at("raid group id"), kind))[1] != kind:
            mixed.add(group)
    for group, (line, kind) in groups.items():
        if group not in mixed:
            out.add("raid_group", line, storage_array=capture.owner, raid_group=group, drive_type=kind.lower())


def _read_disks(capture: Capture, out: Writer) -> None:
    write_disks(entries(capture), capture, out)


def _detect_groups(capture: Capture) -> Detection | None:
    if re.search(r"(?m)^[ \t]*RaidGroup ID:", capture.head) and "LOGICAL UNIT NUMBER" not in capture.head:
        return Detection(95, "RAID groups of a CLARiiON or VNX")
    return None


def write_groups(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write the RAID groups with the number of their disks."""
    for record in records(found, lambda entry: entry.value if entry.key == "raidgroup id" else None, out):
        disks = [text for text in record.values.get("list of disks", "").split("\n") if _DISK.match(text.strip())]
        if record.title:
            out.add(
                "raid_group",
                record.line,
                storage_array=capture.owner,
                raid_group=record.title,
                raid_type=record.get("raidgroup type"),
                drive_type=(record.get("drive type") or "").lower() or None,
                drives=len(disks) or None,
                size_bytes=record.blocks("logical capacity (blocks)"),
            )


def _read_groups(capture: Capture, out: Writer) -> None:
    write_groups(entries(capture), capture, out)


def _detect_pools(capture: Capture) -> Detection | None:
    head = capture.head
    if (
        re.search(r"(?m)^[ \t]*Pool Name:", head)
        and re.search(r"(?m)^[ \t]*Pool ID:", head)
        and "LOGICAL UNIT NUMBER" not in head
    ):
        return Detection(95, "storage pools of a VNX")
    return None


def write_pools(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write the pools; lines below a tier describe the tier."""
    for record in records(found, lambda entry: entry.value if entry.key == "pool name" else None, out):
        tier = record.lines.get("tier name")

        def own(key: str, record: Record = record, tier: int | None = tier) -> str | None:
            return record.get(key) if tier is None or record.at(key) < tier else None

        def size(key: str, record: Record = record) -> int | None:
            exact = record.number(f"{key} (blocks)")
            return None if exact is None else exact * BLOCK_BYTES

        if record.title:
            out.add(
                "pool",
                record.line,
                storage_array=capture.owner,
                pool=record.title,
                size_bytes=size("user capacity"),
                used_bytes=size("consumed capacity"),
                subscribed_bytes=size("total subscribed capacity"),
                raid_type=own("raid type"),
                drive_type=(own("disk type") or "").lower() or None,
            )


def _read_pools(capture: Capture, out: Writer) -> None:
    write_pools(entries(capture), capture, out)


READERS = (
    Reader(
        name="clariion-getdisk",
        platform="clariion",
        command="naviseccli getdisk",
        provides={
            "component": word_list("storage_array component_type component operational_status health_indications"),
            "raid_group": ("storage_array", "raid_group", "drive_type"),
        },
        detect=_detect_disks,
        read=_read_disks,
        needles=("Enclosure", "Disk"),
    ),
    Reader(
        name="clariion-getrg",
        platform="clariion",
        command="naviseccli getrg",
        provides={"raid_group": ("storage_array", "raid_group", "raid_type", "drive_type", "drives", "size_bytes")},
        detect=_detect_groups,
        read=_read_groups,
        needles=("RaidGroup ID:",),
    ),
    Reader(
        name="clariion-storagepool-list",
        platform="clariion",
        command="naviseccli storagepool -list -all",
        provides={"pool": word_list("storage_array pool size_bytes used_bytes subscribed_bytes raid_type drive_type")},
        detect=_detect_pools,
        read=_read_pools,
        needles=("Pool Name:", "Pool ID:"),
    ),
)
