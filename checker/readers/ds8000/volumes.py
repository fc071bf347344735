"""Volumes of IBM DS8000 and the array itself: ``lsfbvol``, ``showfbvol``, ``showsi`` and ``lssi``.

::

    Name     ID   accstate datastate configstate deviceMTM datatype extpool cap (2^30B) cap (10^9B) cap (blocks)
    ============================================================================================================
    LUN_0100 0100 Online   Normal    Normal      2107-900  FB 512   P1             50.0           -    104857600

    Name    db_log
    ID      12A5
    volgrp  V15
    GUID    6005076308FFAAAA00000000000012A5

A block has 512 bytes, also in volumes formatted with 520 for IBM i. Only ``showfbvol`` prints the GUID that hosts see, and
the volume groups of a volume.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checker.readers.ds8000.tables import ARRAY, BANNER, has_keys, has_titles, key_values, owner_in, reader, table
from checker.readers.toolkit import rounded
from checker.readers.toolkit.declarations.declared import Each, Facts, Source
from checker.readers.toolkit.declarations.fields import const, device_id, found, owner, parsed
from checker.readers.toolkit.declarations.records import TextRow

_HEADER = re.compile(r"Name\s+ID\s+accstate\s+datastate\s+configstate\s+deviceMTM\s+datatype\s+extpool\b")
_ROW = re.compile(
    r"(?P<Name>\S.{0,60}?)\s+(?P<ID>[0-9A-F]{4})\s+(?P<accstate>[A-Z]\S*)\s+(?P<datastate>[A-Z].{0,40}?)\s+(?P<configstate>[A-Z]\S*(?: error)?)"
    r"\s+(?P<deviceMTM>[0-9]\S+|-)\s+(?P<datatype>FB \S+)\s+(?P<extpool>P[0-9]{1,5}|-)\s+(?P<gib>[0-9.]+|-)\s+(?P<gb>[0-9.]+|-)"
    r"\s+(?P<blocks>[0-9]+|-)(?:\s.*)?\Z"
)
_BLOCK = 512


def _size(row: TextRow) -> rounded.Interval | None:
    """Return the size in blocks, which is exact, or else in GiB or GB, which are rounded."""
    blocks = row.number("blocks", "cap (blocks)")
    if blocks is not None:
        return blocks * _BLOCK, blocks * _BLOCK
    gib = row.text("gib", "cap (2^30B)")
    return rounded.of_disk(gib, "GiB") if gib else rounded.of_disk(row.text("gb", "cap (10^9B)"), "GB", thousands=True)


def _groups(row: TextRow) -> Iterator[TextRow]:
    """Return the row once for each volume group of a volume."""
    for group in re.findall("V[0-9]{1,5}", row.text("volgrp") or ""):
        yield TextRow(row.line, {**row.values, "view": group})


_COLUMNS: Mapping[str, Source[TextRow]] = {
    "storage_array": owner, "storage_volume": "ID", "label": "Name", **rounded.columns("size", _size),
    "operational_status": "accstate", "health_state": "datastate", "pool": "extpool",
}  # fmt: skip
_LISTED = Facts("storage_volume", _COLUMNS)
_VOLUME = Facts("storage_volume", _COLUMNS, place="ID", device=device_id("GUID"))
_VIEW: Facts[TextRow] = Facts("mask_view", storage_array=owner, view="view")
_MAPPING: Facts[TextRow] = Facts(
    "mask_volume", rounded.columns("size", _size), storage_array=owner, view="view", device=device_id("GUID", report=False),
    volume_name="ID",
)  # fmt: skip
_IMAGE_HEADER = re.compile(r"Name\s+ID\s+Storage Unit\s+Model\s+WWNN\s+State\b")
_IMAGE_ROW = re.compile(
    r"(?P<Name>\S.{0,60}?)\s+(?P<ID>IBM\.[0-9]{4}-[0-9A-Z]{7})\s+(?P<Unit>IBM\.\S+|-)\s+(?P<Model>\S+)\s+(?P<WWNN>\S{16})"
    r"\s+(?P<State>[A-Z].*?)\s+(?P<ESSNet>Enabled|Disabled)\b.*\Z"
)
_IMAGE: Facts[TextRow] = Facts(
    "storage_array", storage_array="ID", serial=found("-(.*)", "ID"), vendor=const("IBM"), family=const("other"),
    model=parsed("DS8000 {}".format, "Model"), array_state="State",
)  # fmt: skip


def _image_in(text: str) -> str | None:
    found = re.search(r"(?m)^[ \t]*ID[ \t]+(IBM\.[0-9]{4}-[0-9A-Z]{7})[ \t]*$", text[:16_384])
    return found.group(1) if found else owner_in(text)


def _only_image_in(text: str) -> str | None:
    """Return the storage image of a list of one; its banner names none."""
    found = {match.group(1) for match in re.finditer(r"\s(IBM\.[0-9]{4}-[0-9A-Z]{7})\s+IBM\.", text[:16_384])}
    return found.pop() if len(found) == 1 else None


READERS = (
    reader(
        "ds8000-lsfbvol", "lsfbvol", has_titles("volumes of a DS8000", _HEADER), ARRAY, _LISTED,
        rows=table(_HEADER, _ROW), needles=("accstate", "deviceMTM", "extpool"),
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*Name[ \t,]+ID[ \t,]+accstate\b",
    ),
    reader(
        "ds8000-showfbvol", "showfbvol", has_keys("a volume of a DS8000", "ID", "accstate", "extpool", "captype"),
        ARRAY, _VOLUME, Each(_groups, _VIEW, _MAPPING), needles=("accstate", "extpool", "captype"),
    ),
    reader(
        "ds8000-showsi", "showsi", has_keys("a storage image of a DS8000", "ID", "Storage Unit", "Model", "WWNN"),
        _IMAGE, rows=key_values(r"IBM\.[0-9]{4}-[0-9A-Z]{7}"), needles=("Storage Unit", "WWNN"), owner_in=_image_in,
    ),
    reader(
        "ds8000-lssi", "lssi", has_titles("storage images of a DS8000", _IMAGE_HEADER), _IMAGE,
        rows=table(_IMAGE_HEADER, _IMAGE_ROW), needles=("Storage Unit", "WWNN", "ESSNet"), owner_in=_only_image_in,
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*Name[ \t,]+ID[ \t,]+Storage Unit[ \t,]+Model\b",
    ),
)  # fmt: skip
