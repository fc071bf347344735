"""Maps of the device mapper: ``dmsetup table``, ``dmsetup info`` and ``dmsetup info -c``; only those of multipath.

::

    mpatha: 0 20971520 multipath 1 queue_if_no_path 1 alua 2 1 service-time 0 2 2 8:16 1 1 8:32 1 1 service-time 0 1 2 8:48 1 1
    db01-data1: 0 20967424 linear 253:3 2048

    Name:              mpatha
    Major, minor:      253, 3
    UUID: mpath-36001440000000103000aa00000000001

Grammar of a table: kernel documentation and :mod:`dmsetup_paths`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.block.names import map_identity
from checker.readers.linux.host import HOST
from checker.readers.linux.multipath.dmsetup_paths import (
    LINE,
    MAP,
    OWNER,
    PATH,
    CutError,
    map_in_command,
    map_row,
    paths,
)
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import ByType, Family, by_pattern
from checker.readers.toolkit.declarations.fields import computed, const, owner
from checker.readers.toolkit.declarations.records import Context, TypedRow
from checker.readers.toolkit.numbers import whole

_PAIR = re.compile(
    r"\s*(Name|State|Read Ahead|Tables present|Open count|Event number|Major, minor|Number of targets|UUID):\s*(.*\S|)\s*\Z"
)
_COLUMNS = re.compile(
    r"\s*(\S{1,128})\s+([0-9]{1,5})\s+([0-9]{1,7})\s+\S{4}\s+[0-9]{1,6}\s+[0-9]{1,6}\s+[0-9]{1,10}\s+(\S{1,200})?\s*\Z"
)
_HEADER = re.compile(r"\s*Name\s+Maj\s+Min\s+Stat\s+Open\s+Targ\s+Event\s+UUID\s*\Z")
_NOISE = re.compile(shell_noise("dmsetup", "No devices found"))


def _rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    block: TypedRow | None = None
    named = map_in_command(capture, "table")
    for number, line in capture.lines():
        if not line.strip() or _HEADER.match(line) or _NOISE.match(line.strip()):
            continue
        if pair := _PAIR.match(line):
            if pair.group(1) == "Name" and block is not None:
                yield block
                block = None
            block = block or TypedRow(number, type="info")
            block.add(number, pair.group(1), pair.group(2))
        elif found := LINE.match(line):
            name = found["name"] or named
            if found["target"] == "multipath" and name:
                yield _table(map_row(number, name, found), found["words"] or "")
                try:
                    yield from paths(number, name, found["words"] or "", status=False)
                except CutError:
                    out.unread(number)
        elif columns := _COLUMNS.match(line):
            name, major, minor, uuid = columns.groups("")
            yield TypedRow(number, {"Name": name, "Major, minor": f"{major}, {minor}", "UUID": uuid}, type="info")
        else:
            out.unread(number)
    if block is not None:
        yield block


def _table(row: TypedRow, rest: str) -> TypedRow:
    """Return the row of a map with features, handler and selector, as far as the line goes."""
    words = rest.split()
    for key in ("features", "handler"):
        if not words or not re.fullmatch(r"[0-9]{1,3}", words[0]) or len(words) <= whole(words[0]):
            return row
        end = whole(words[0]) + 1
        row.values[key] = " ".join(words[:end])
        words = words[end:]
    # The number of groups and the group to try first come before the groups.
    if len(words) > 3 and re.fullmatch(r"[a-z][a-z-]{2,40}", words[2]):
        row.values["selector"] = f"{words[2]} {words[3]}"
    return row


def _wwid(row: TypedRow) -> str | None:
    """Return the WWID of a multipath map; a partition (``part1-mpath-``) has none."""
    uuid = row.text("UUID") or ""
    return uuid.removeprefix("mpath-") if uuid.startswith("mpath-") else None


def _kernel_name(row: TypedRow) -> str | None:
    _, _, minor = (row.text("Major, minor") or "").partition(", ")
    return f"dm-{whole(minor)}" if re.fullmatch(r"[0-9]{1,7}", minor) else None


def _identity(row: TypedRow, context: Context) -> str | None:
    wwid = _wwid(row)
    return None if wwid is None else map_identity(wwid, row.text("Name"), _kernel_name(row), row.line, context.out)


def _queues(row: TypedRow) -> bool | None:
    features = row.text("features")
    return None if features is None else "queue_if_no_path" in features.split()


_INFO = Facts[TypedRow](
    "device", when=_wwid, needs="device", host=owner, device=computed(_identity), alias="Name", kernel_name=_kernel_name,
    multipath_owner=const("dm-multipath"),
)  # fmt: skip
_TABLE = Facts[TypedRow](
    "device", MAP, needs="device", multipath_features="features", queue_if_no_path=_queues, hardware_handler="handler",
    policy="selector",
)  # fmt: skip

READERS = (
    Family("linux", _rows).reader(
        "linux-dmsetup", "dmsetup table",
        by_pattern(
            "tables of the device mapper, or its maps with UUIDs: dmsetup",
            (92, r"^[ \t]*(?:\S{1,128}: )?[0-9]{1,18} [0-9]{1,18} multipath [0-9]{1,3} "),
            (92, r"^[ \t]*Major, minor:[ \t]+[0-9]{1,5}, [0-9]"),
            (92, r"^[ \t]*Name[ \t]+Maj[ \t]+Min[ \t]+Stat[ \t]+Open[ \t]+Targ[ \t]+Event[ \t]+UUID"),
            (80, r"^[ \t]*\S{1,128}: [0-9]{1,18} [0-9]{1,18} (?:linear|striped|crypt|thin|thin-pool|snapshot|snapshot-origin|raid|mirror|cache) "),
        ),
        HOST, ByType({"info": (_INFO,), "map": (_TABLE, OWNER), "path": (PATH,)}),
        needles=(" multipath |Major, minor:|Targ| linear | striped | crypt | thin| snapshot| raid | mirror | cache ",),
        begins=r"^[ \t]*Name[ \t]+Maj[ \t]+Min[ \t]+Stat\b|^Name:[ \t]+\S+\n[ \t]*State:[ \t]+[A-Z]", trust=55,
    ),
)  # fmt: skip
