"""The commands of Dot Hill arrays as text: ``show ports``, ``show maps``, ``show volumes``, ``show disk-groups`` and others.

The titles of ports, volumes, hosts and disks are those of MSA P2000 and Lenovo DS2200, those of initiators of MSA 2040.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from checker.facts.observations import Writer
from checker.readers.dothill import parts
from checker.readers.dothill.answers import DOTHILL
from checker.readers.dothill.objects import DotHillObject, captured_in
from checker.readers.dothill.text import objects
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations.json_family import JsonFamily
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.packed_list import PackedList

_SYSTEM_NAME = re.compile(r"^[ \t]*System Name:[ \t]+(\S{1,64})[ \t]*$", re.MULTILINE)


def _detect(reason: str, pattern: str, score: int) -> Callable[[Capture], Detection | None]:
    search = re.compile(pattern, re.MULTILINE).search
    return lambda capture: Detection(score, reason) if search(capture.head) else None


def _system_name(text: str) -> str | None:
    found = _SYSTEM_NAME.search(text[:16_384]) if "Midplane Serial Number" in text[:16_384] else None
    return found.group(1) if found and found.group(1) != "Uninitialized" else None


def _reader(
    name: str,
    command: str,
    reason: str,
    pattern: str,
    *types: str,
    needles: tuple[str, ...],
    score: int = 93,
    begins: str | None = "",
    **further: Any,
) -> Reader:
    """Return the reader of a command that prints objects of these types.

    ``show host-groups`` contains the tables of ``show initiators`` and has a higher score. The pattern is that of its first
    line unless ``begins`` is given; None if the first line occurs inside other outputs, too.
    """
    joints = (parts.PORTS,) if set(types) & set(parts.MAPPINGS) else ()
    family = JsonFamily(
        "dothill", DOTHILL.objects, {kind: parts.TYPES[kind] for kind in types}, once=DOTHILL.once,
        ignored=DOTHILL.ignored, joints=joints,
    )  # fmt: skip

    def read(capture: Capture, out: Writer) -> None:
        found: PackedList[DotHillObject] = PackedList()
        found.extend(objects(capture, out))
        family.write(found, Context(capture, out, capture.owner))

    return family.reader(
        f"dothill-{name}",
        command,
        _detect(reason, pattern, score),
        read=read,
        needles=needles,
        begins=pattern if begins == "" else begins,
        captured_in=captured_in,
        **further,
    )


READERS = (
    _reader(
        "ports", "show ports", "ports of a Dot Hill array", r"^[ \t]*Ports[ \t]+Media[ \t]+Target ID[ \t]+Status\b", "port",
        needles=("Ports", "Media", "Target ID"), verified=False,
    ),
    _reader(
        "maps", "show maps", "mappings of a Dot Hill array",
        r"^[ \t]*(?:Volume|Host|Initiator) View \[|^[ \t]*Ports[ \t]+LUN[ \t]+Access[ \t]+(?:Identifier|Host-Port-Identifier)\b",
        *parts.MAPPINGS, needles=("LUN", "Access"), begins=r"^[ \t]*(?:Volume|Host|Initiator) View \[", verified=False,
    ),
    _reader(
        "initiators", "show initiators", "initiators of a Dot Hill array",
        r"^[ \t]*(?:Nickname[ \t]+Discovered[ \t]+Mapped[ \t]+Profile[ \t]+Host Type[ \t]+ID|Host ID[ \t]+(?:Host )?Name[ \t]+Discovered)\b",
        "initiator", needles=("Discovered", "Mapped", "Profile"), begins=None,
    ),
    _reader(
        "host-groups", "show host-groups", "hosts of a Dot Hill array", r"^[ \t]*Host (?:Group )?Information[ \t]*\n[ \t]*-{4,}",
        "initiator", needles=("Information", "Member Count"), score=94, verified=False,
    ),
    _reader(
        "volumes", "show volumes", "volumes of a Dot Hill array",
        r"^[ \t]*(?:Vdisk|Pool)[ \t]+Name[ \t]+(?:Total )?Size\b|^[ \t]*Volume[ \t]+[^\n]{0,80}\bWWN[ \t]+Controller\b", "volumes",
        "provisioning", needles=("Health",), verified=False,
    ),
    _reader(
        "controllers", "show controllers", "controllers of a Dot Hill array",
        r"^[ \t]*Controllers[ \t]*\n[ \t]*-{4,}[ \t]*\n(?:[^\n]*\n){0,3}?[ \t]*Controller ID:", "controllers",
        needles=("Controllers", "Controller ID:"), verified=False,
    ),
    _reader(
        "system", "show system", "a Dot Hill array", r"^[ \t]*Midplane Serial Number:", "system",
        needles=("System Name:", "Midplane Serial Number:"),
        begins=r"^[ \t]*System Information[ \t]*\n[ \t]*-{4,}", owner_in=_system_name,
    ),
    _reader(
        "versions", "show versions", "the firmware of a Dot Hill array", r"^[ \t]*Controller [AB] Versions[ \t]*\n[ \t]*-{4,}",
        "versions", needles=("Versions", "Bundle Version:"),
    ),
    _reader(
        "disks", "show disks", "disks of a Dot Hill array", r"^[ \t]*Location[ \t]+Serial Number[ \t]+Vendor[ \t]+Rev\b", "drives",
        needles=("Location", "Serial Number", "Vendor"), verified=False,
    ),
    _reader(
        "disk-groups", "show disk-groups; show vdisks", "disk groups of a Dot Hill array",
        r"^[ \t]*Name[ \t]+(?:Blocksize[ \t]+)?Size[ \t]+Free[ \t]+(?:Pool|Own)[ \t]+(?:Tier|Pref)\b", "disk-groups",
        needles=("RAID", "Status", "Health"), verified=False,
    ),
    _reader(
        "pools", "show pools", "pools of a Dot Hill array",
        r"^[ \t]*Name[ \t]+Serial Number[ \t]+(?:Class[ \t]+)?Blocksize[ \t]+Total Size[ \t]+Avail\b", "pools",
        needles=("Total Size", "Avail"), verified=False,
    ),
)  # fmt: skip
