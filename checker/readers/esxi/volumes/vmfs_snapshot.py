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

A host without such copies prints nothing, so their absence can't be read from an export.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.toolkit.base import Capture, Detection, Reader

KEYS = (
    "volume name", "vmfs uuid", "can mount", "reason for un-mountability", "can resignature",
    "reason for non-resignaturability", "unresolved extent count",
)  # fmt: skip
_NEEDED = ("vmfs uuid", "unresolved extent count")
_COLUMNS = ("host", "uuid", "datastore", "can_mount", "state_reason", "unresolved_extents")
_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\Z")


def _name(line: str) -> str | None:
    text = line.strip().removesuffix(":")
    return text if _UUID.match(text) else None


def _read(capture: Capture, out: Writer) -> None:
    host_written = False
    for record in listing.read_records(capture, listing.RecordReader(out, KEYS, _name, _NEEDED)):
        printed = record.get("vmfs uuid") or record.name
        if printed is None or not _UUID.match(printed):
            out.bad_value("vmfs_copy", "uuid", printed or "", record.line, capture.owner)
            continue
        if not host_written:
            out.add("host", record.line, host=capture.owner, platform="esxi")
            host_written = True
        out.add(
            "vmfs_copy", record.line, host=capture.owner, uuid=printed.lower(), datastore=record.get("volume name"),
            can_mount=normalise.yes_no(record.get("can mount")), state_reason=record.get("reason for un-mountability"),
            unresolved_extents=normalise.integer(record.get("unresolved extent count")),
        )  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    return listing.claim_listing(
        capture, KEYS, _name, "unresolved extent count", "records with VMFS UUID and Unresolved Extent Count"
    )


READERS = (
    Reader(
        name="esxi-vmfs-snapshot-list", platform="esxi", command="esxcli storage vmfs snapshot list",
        provides={"host": ("host", "platform"), "vmfs_copy": _COLUMNS}, detect=_detect, read=_read,
        needles=("Unresolved Extent Count",),
    ),
)  # fmt: skip
