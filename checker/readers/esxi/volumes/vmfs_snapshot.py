"""Unresolved copies of VMFS volumes that a host sees: ``esxcli storage vmfs snapshot list``.

Sample (synthetic)::

    65a58a71-c5ac3323-6306-0050c2e1c78d
       Volume Name: ds-app01
       VMFS UUID: 65a58a71-c5ac3323-6306-0050c2e1c78d
       Can mount: false
       Reason for un-mountability: the original volume is still online
       Can resignature: true
       Reason for non-resignaturability:
       Unresolved Extent Count: 1

A host without such copies prints nothing, so their absence cannot be read from an export.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import flag, number, owner

KEYS = (
    "volume name", "vmfs uuid", "can mount", "reason for un-mountability", "can resignature",
    "reason for non-resignaturability", "unresolved extent count",
)  # fmt: skip
_NEEDED = ("vmfs uuid", "unresolved extent count")
_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\Z")


def _name(line: str) -> str | None:
    text = line.strip().removesuffix(":")
    return text if _UUID.match(text) else None


def _records(capture: Capture, out: Writer) -> Iterator[Record]:
    for record in listing.records(KEYS, _name, _NEEDED)(capture, out):
        uuid = record.text("vmfs uuid") or record.name or ""
        if _UUID.match(uuid):
            record.values["vmfs uuid"] = uuid.lower()
            yield record
        else:
            out.bad_value("vmfs_copy", "uuid", uuid, record.line, capture.owner)


READERS = (
    Family("esxi", _records).reader(
        "esxi-vmfs-snapshot-list", "esxcli storage vmfs snapshot list",
        listing.by_keys(
            "records with VMFS UUID and Unresolved Extent Count", "unresolved extent count", KEYS, _name
        ),
        HOST,
        Facts(
            "vmfs_copy", host=owner, uuid="vmfs uuid", datastore="volume name",
            can_mount=flag("can mount"), state_reason="reason for un-mountability",
            unresolved_extents=number("unresolved extent count"),
        ),
        needles=("Unresolved Extent Count",),
    ),
)  # fmt: skip
