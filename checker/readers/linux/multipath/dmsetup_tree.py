"""Maps of the device mapper with the disks below them: ``dmsetup ls --tree``, ``dmsetup ls``, ``dmsetup deps``.

::

    db01-data1 (253:5)                          mpatha  (253:3)         mpatha: 2 dependencies  : (8, 32) (8, 16)
     └─mpatha (253:3)
        ├─ (8:32)
        └─ (8:16)

``-o ascii`` draws the tree with ``|-``; other options add the name of a node, ``<dm-3>``. Only the maps of multipath are
written: those that have a WWID or the name of a map by default, or all that ``--target multipath`` lists. Maps with names
of their own cannot be distinguished from logical volumes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.linux.host import HOST
from checker.readers.linux.multipath.dmsetup_paths import OWNER, alias_of, device_of
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import ByType, Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TypedRow
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.scsi_numbers import disk_name

_NODE = re.compile(
    r"(?:(?P<branch>[├└|`][─-]|─{2,3}|-{3})[ \t]?)?(?:(?P<name>[^\s()<>─├└]{1,128})[ \t]+)?(?:<(?P<block>[\w!-]{1,64})>[ \t]*)?"
    r"\((?P<major>[0-9]{1,4})(?::|, ?)(?P<minor>[0-9]{1,7})\)"
)
_DEPENDENCIES = re.compile(r"[ \t]*(?:(?P<name>\S{1,128}): )?[0-9]{1,4} dependencies[ \t]*: (?=\()")
_DEFAULT_NAME = re.compile(r"mpath[a-z]{1,3}\Z")
_NOISE = re.compile(shell_noise("dmsetup", "No devices found"))


def _rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    command = capture.command or ""
    all_maps = re.search(r"--target[ =]multipath\b", command) is not None
    above: list[tuple[int, str | None]] = []
    for number, line in capture.lines():
        listed = _DEPENDENCIES.match(line)
        if listed:
            above = [(-1, listed["name"])]
            if _is_map(listed["name"], all_maps):
                yield TypedRow(number, {"Name": listed["name"]}, type="map")
        nodes = list(_NODE.finditer(line, listed.end() if listed else 0)) if len(line) < LONGEST_LINE else []
        if not nodes and line.strip() and not _NOISE.match(line.strip()):
            out.unread(number)
        for node in nodes:
            place = 0 if listed else node.start() if node["branch"] else -1
            while above and above[-1][0] >= place:
                above.pop()
            numbers, name, parent = f"{node['major']}:{node['minor']}", node["name"], above[-1][1] if above else None
            above.append((place, name))
            if name and _is_map(name, all_maps and parent is None):
                block = node["block"] or f"dm-{whole(node['minor'])}"
                yield TypedRow(number, {"Name": name, "kernel name": block}, type="map")
            elif not name and _is_map(parent, all_maps):
                yield TypedRow(number, {"Name": parent or "", "numbers": numbers}, type="path")
            else:
                yield TypedRow(number, type="other")


@lru_cache(maxsize=4096)
def _is_map(name: str | None, target: bool) -> bool:
    return name is not None and (target or bool(normalise.device_id(name) or _DEFAULT_NAME.match(name)))


_MAP = Facts[TypedRow](
    "device", needs="device", distinct=True, host=owner, device=device_of, alias=alias_of, kernel_name="kernel name",
    multipath_owner=const("dm-multipath"),
)  # fmt: skip
_PATH = Facts[TypedRow](
    "path", needs=("device", "path_name"), distinct=True, host=owner, device=device_of,
    path_name=lambda row: disk_name(row.values["numbers"]), plugin=const("dm-multipath"),
)  # fmt: skip
_NUMBERS = r"\((?:2[345][0-9]:[0-9]{1,7}|2[345][0-9], ?[0-9]{1,7})\)"

READERS = (
    Family("linux", _rows).reader(
        "linux-dmsetup-tree", "dmsetup ls --tree",
        by_pattern(
            "maps of the device mapper and the disks below them: dmsetup ls, dmsetup deps",
            (92, rf"^[^\s()]{{1,128}}[ \t]+(?:<dm-[0-9]{{1,7}}>[ \t]*)?{_NUMBERS}(?:[ \t]*$|[ \t]*[├└─`|-])"),
            (92, r"^[ \t]*(?:\S{1,128}: )?[0-9]{1,4} dependencies[ \t]*: \([0-9]{1,4}, [0-9]{1,7}\)"),
        ),
        HOST, ByType({"map": (_MAP, OWNER), "path": (_PATH,), "other": ()}), needles=("(2|dependencies",), trust=55, advised=False,
    ),
)  # fmt: skip
