"""LUNs: naviseccli ``lun -list -all`` (pool LUNs, FLARE 30 on) and ``getlun`` (all LUNs).

::

    LOGICAL UNIT NUMBER 12
    Name:  oradata_12
    UID:  60:06:01:60:12:60:00:00:00:00:00:00:00:00:00:12
    Current Owner:  SP B
    Default Owner:  SP A
    User Capacity (Blocks):  20971520
    Pool Name:  Pool 1
    Is Thin LUN:  Yes

``getlun`` prints ``Name   oradata_12`` without a colon, ``Current owner:``, ``RAIDGroup ID:`` and the LUN's caches. The number
is the name here, because storage groups refer to it; the name people gave is the label.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.facts.observations import Writer
from checker.readers.clariion.lines import Entry, Record, entries, processor, records
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_TITLE = re.compile(r"LOGICAL UNIT NUMBER[ \t]+([0-9]{1,6})\Z", re.IGNORECASE)
_IN_HEAD = re.compile(r"(?m)^[ \t]*LOGICAL UNIT NUMBER[ \t]+[0-9]{1,6}[ \t]*$")
_CACHES = (("write cache", "Write Cache"), ("read cache", "Read Cache"))


def _title(entry: Entry) -> str | None:
    found = None if entry.key else _TITLE.match(entry.value)
    return found.group(1) if found else None


def _is_pool_listing(head: str) -> bool:
    return bool(re.search(r"(?m)^[ \t]*(?:User Capacity|Consumed Capacity|Pool Name|Name:|Allocation Owner)", head))


def _detect_list(capture: Capture) -> Detection | None:
    if _IN_HEAD.search(capture.head) and _is_pool_listing(capture.head):
        return Detection(95, "numbered logical units with their pools")
    return None


def _detect_getlun(capture: Capture) -> Detection | None:
    if _IN_HEAD.search(capture.head) and not _is_pool_listing(capture.head):
        return Detection(94, "numbered logical units")
    return None


def write_luns(found: Iterable[Entry], capture: Capture, out: Writer) -> None:
    """Write a storage volume for each LUN, and its cache settings."""
    for record in records(found, _title, out):
        thin = record.flag("is thin lun")
        faulted = record.values.get("is faulted", "").lower()
        megabytes = record.number("lun capacity(megabytes)")
        size = record.blocks("user capacity (blocks)", "lun capacity(blocks)")
        out.add(
            "storage_volume",
            record.line,
            device=_device(record, out),
            storage_array=capture.owner,
            storage_volume=record.title,
            label=record.get("name"),
            size_bytes=size if size is not None or megabytes is None else megabytes << 20,
            provision_type=None if thin is None else "thin" if thin else "thick",
            operational_status=record.get("current state", "state"),
            health_state={"true": "faulted", "false": "ok"}.get(faulted),
            pool=record.get("pool name"),
            raid_group=record.get("raidgroup id"),
            current_owner=processor(record.get("current owner")),
            default_owner=processor(record.get("default owner")),
        )
        for key, setting in _CACHES:
            if (value := record.get(key)) is not None:
                out.add(
                    "array_setting",
                    record.at(key),
                    storage_array=capture.owner,
                    scope=f"LUN {record.title}",
                    setting=setting,
                    value=value,
                )


def _device(record: Record, out: Writer) -> str | None:
    uid = record.get("uid")
    if uid is None:
        return None
    return out.device_id(uid.replace(":", ""), record.at("uid"), "storage_volume", "device", f"LUN {record.title}")


def _read(capture: Capture, out: Writer) -> None:
    write_luns(entries(capture), capture, out)


_VOLUME = word_list("""
    device storage_array storage_volume label size_bytes provision_type operational_status health_state current_owner
    default_owner
""")
_SETTING = ("storage_array", "scope", "setting", "value")

READERS = (
    Reader(
        name="clariion-lun-list",
        platform="clariion",
        command="naviseccli lun -list -all",
        provides={"storage_volume": (*_VOLUME, "pool")},
        detect=_detect_list,
        read=_read,
        needles=("LOGICAL UNIT NUMBER",),
    ),
    Reader(
        name="clariion-getlun",
        platform="clariion",
        command="naviseccli getlun",
        provides={"storage_volume": (*_VOLUME, "raid_group"), "array_setting": _SETTING},
        detect=_detect_getlun,
        read=_read,
        needles=("LOGICAL UNIT NUMBER",),
    ),
)
