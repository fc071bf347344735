"""Volumes of a VSP: ``raidcom get ldev``, for one volume or a list.

::

    Serial#  : 540001
    LDEV : 397 VIR_LDEV : 397
    SL : 0
    CL : 0
    VOL_TYPE : OPEN-V-CVS
    VOL_Capacity(BLK) : 41943040
    NUM_PORT : 2
    PORTs : CL1-A-1 17 lin01 : CL2-A-1 17 lin01
    F_POOLID : NONE
    VOL_ATTR : CVS : HDP
    B_POOLID : 0
    LDEV_NAMING : data01
    STS : NML

A blank line separates volumes. ``PORTs`` has a port with its host group, a LUN and the name of the group for each path;
the name is shortened to 16 characters there. A volume number without a volume is NOT DEFINED. With ``-fx``, numbers are
hexadecimal. No identity is printed here that hosts know; ``raidscan -fw`` and the REST API have it. A volume with another number
in a virtual array has that as ``VIR_LDEV``; one with the same number there has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.hitachi.names import BLOCK_BYTES, PORT, THIN, number_base, port_name, view_name, volume_name
from checker.readers.hitachi.tables import ARRAY, ARRAY_NAME, NOISE, owner_in, with_arrays
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import LONGEST_LINE
from checker.readers.toolkit.declarations.declared import Each, Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, number
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.packed_list import PackedList

_PAIR = re.compile(r"[ \t]*([A-Za-z][A-Za-z0-9_#()%./ ]{1,40}?)[ \t]*:(?:[ \t]+(.*))?\Z")
_NOISE = re.compile(NOISE)
_PATH = re.compile(rf"({PORT}[0-9]{{0,2}})-([0-9]{{1,4}})[ \t]+([0-9]{{1,4}})(?:[ \t]|\Z)")
_VIRTUAL = re.compile(r"([0-9A-Fa-f]{1,5})(?:[ \t]+VIR_LDEV[ \t]*:[ \t]*([0-9A-Fa-f]{1,5}|-))?[ \t]*\Z")


def _blocks(capture: Capture, out: Writer) -> Iterator[TextRow]:
    row: TextRow | None = None
    for line_number, line in capture.lines():
        match = _PAIR.match(line) if len(line) < 20 * LONGEST_LINE else None
        if match is None:
            if line.strip() and not _NOISE.match(line.strip()):
                out.unread(line_number)
            elif not line.strip() and row is not None:
                yield row
                row = None
            continue
        name, value = match.group(1), (match.group(2) or "").strip()
        if row is not None and (name in row.values or (name == "LDEV" and row.text("VOL_TYPE"))):
            yield row
            row = None
        row = row or TextRow(line_number)
        row.add(line_number, name, value)
    if row is not None:
        yield row


def _ldevs(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield every volume that exists, with its number as ``volume``."""
    found = PackedList(_blocks(capture, out))
    shown = [match.group(1) for row in found if (match := _VIRTUAL.match(row.text("LDEV") or ""))]
    base = number_base(capture, shown, out, found[0].line) if shown else 10
    for row in with_arrays(found):
        match = _VIRTUAL.match(row.text("LDEV") or "")
        volume = volume_name(match.group(1), base) if match else None
        if volume is None:
            out.unread(row.line)
        elif row.text("VOL_TYPE") != "NOT DEFINED":
            row.values["volume"] = volume
            yield row


def _size(row: TextRow) -> int | None:
    blocks = normalise.integer(row.text("VOL_Capacity(BLK)"))
    return None if blocks is None else blocks * BLOCK_BYTES


def _provision_type(row: TextRow) -> str | None:
    if any(word.strip() in THIN for word in (row.text("VOL_ATTR") or "").split(":")):
        return "thin"
    return "thick" if row.text("RAID_GROUPs") else None


def _own_number(row: TextRow) -> bool | None:
    """Return whether hosts see the number of this array; unknown outside of resource group 0, which is of no virtual array."""
    match = _VIRTUAL.match(row.text("LDEV") or "")
    if match is None or (match.group(2) or match.group(1)).lower() != match.group(1).lower():
        return False if match else None
    return True if row.text("RSGID") == "0" else None


def _paths(row: TextRow) -> Iterator[TextRow]:
    """Yield the paths of a volume, at the line of their list."""
    for part in (row.text("PORTs") or "").split(" : "):
        match = _PATH.match(part.strip())
        if match is not None:
            port, group, lun = match.groups()
            view = view_name(port, group) or ""
            yield TextRow(
                row.at("PORTs"),
                {
                    "array": row.values.get("array", ""),
                    "volume": row.values["volume"],
                    "port": port_name(port) or "",
                    "view": view,
                    "lun": lun,
                },
            )


def _detect(capture: Capture) -> Detection | None:
    names = {match.group(1) for line in capture.head.split("\n")[:400] if (match := _PAIR.match(line))}
    if {"LDEV", "VOL_TYPE"} <= names:
        return Detection(96 if len(names) > 4 else 90, "volumes of a VSP")
    return None


READERS = (
    Family("hitachi", _ldevs).reader(
        "hitachi-raidcom-ldev", "raidcom get ldev", _detect, ARRAY,
        Facts(
            "storage_volume", needs="storage_volume", storage_array=ARRAY_NAME, storage_volume="volume", size_bytes=_size,
            label="LDEV_NAMING", operational_status="STS", provision_type=_provision_type, pool="B_POOLID",
            own_number=_own_number,
        ),
        Facts(
            "array_setting", needs=("scope", "value"), line="ALUA", storage_array=ARRAY_NAME, scope="volume", setting=const("ALUA"),
            value="ALUA",
        ),
        Each(
            _paths,
            Facts("mask_view", needs="view", distinct=True, storage_array=ARRAY_NAME, view="view", port_group="port"),
            Facts(
                "mask_port", needs=("view", "port_name"), distinct=True, storage_array=ARRAY_NAME, view="view", port_name="port"
            ),
            Facts(
                "mask_volume", needs=("view", "volume_name"), storage_array=ARRAY_NAME, view="view", volume_name="volume",
                lun=number("lun"),
            ),
        ),
        needles=("LDEV", "VOL_TYPE"), # A blank line separates volumes: not each of them begins an output.
        begins=r"(?<=\S\n)[ \t]*Serial#[ \t]*:[ \t]*[0-9]{5,6}[ \t]*\n[ \t]*LDEV[ \t]*:",
        owner_in=owner_in,
    ),
)  # fmt: skip
