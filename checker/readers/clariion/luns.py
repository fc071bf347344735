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
from dataclasses import replace

from checker.readers.clariion.lines import Facts, Record, by_lines, processor, records, setting, title
from checker.readers.toolkit import rounded
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import device_id, flag, owner, parsed, text

_TITLE = re.compile(r"LOGICAL UNIT NUMBER[ \t]+([0-9]{1,6})\Z", re.IGNORECASE)
_IN_HEAD = r"^[ \t]*LOGICAL UNIT NUMBER[ \t]+[0-9]{1,6}[ \t]*$"
_OF_POOLS = r"(?m)^[ \t]*(?:User Capacity|Consumed Capacity|Pool Name|Name:|Allocation Owner)"


def _number(line: str) -> str | None:
    found = _TITLE.match(line)
    return found.group(1) if found else None


def _lun(record: Record) -> str:
    return f"LUN {record.title}"


def _uid(record: Record) -> str | None:
    uid = record.text("uid")
    return None if uid is None else uid.replace(":", "")


def _size(record: Record) -> rounded.Interval | None:
    size = record.blocks("user capacity (blocks)", "lun capacity(blocks)")
    return rounded.of_disk(record.text("lun capacity(megabytes)"), "M") if size is None else (size, size)


_VOLUMES = Facts(
    "storage_volume", rounded.columns("size", _size), place=_lun, device=device_id("uid", of=_uid), storage_array=owner, storage_volume=title,
    label="name", provision_type=flag("is thin lun", yes="thin", no="thick"),
    operational_status=text("current state", "state"),
    health_state=lambda record: {"true": "faulted", "false": "ok"}.get(record.values.get("is faulted", "").lower()),
    current_owner=parsed(processor, "current owner"), default_owner=parsed(processor, "default owner"),
    pool="pool name", raid_group="raidgroup id",
)  # fmt: skip
_GETLUN = Family("clariion", records("", title=_number)).reader(
    "clariion-getlun", "naviseccli getlun", by_lines(94, "numbered logical units", _IN_HEAD, without=_OF_POOLS),
    _VOLUMES, setting("write cache", _lun, "Write Cache"), setting("read cache", _lun, "Read Cache"),
    needles=("LOGICAL UNIT NUMBER",),
)  # fmt: skip
_COLUMNS = _GETLUN.provides["storage_volume"]

READERS = (
    # One reader, because answers in XML differ little; LUNs of pools have neither RAID groups nor caches of their own.
    replace(
        _GETLUN, name="clariion-lun-list", command="naviseccli lun -list -all",
        detect=by_lines(95, "numbered logical units with their pools", _IN_HEAD, _OF_POOLS),
        provides={"storage_volume": tuple(column for column in _COLUMNS if column != "raid_group")},
    ),
    replace(
        _GETLUN,
        provides={**_GETLUN.provides, "storage_volume": tuple(column for column in _COLUMNS if column != "pool")},
    ),
)  # fmt: skip
