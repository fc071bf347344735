"""``esxcli storage vmfs extent list`` and ``esxcli storage filesystem list``: datastores, their devices and sizes.

    Volume Name  VMFS UUID                            Extent Number  Device Name                           Partition
    -----------  -----------------------------------  -------------  ------------------------------------  ---------
    datastore 1  53d60001-65f90001-0001-508700000001              0  naa.6000144000000010aa00000000000001          1

    Mount Point                                        Volume Name  UUID                                 Mounted  Type    Size          Free
    -------------------------------------------------  -----------  -----------------------------------  -------  ------  ------------  -----------
    /vmfs/volumes/53d60001-65f90001-0001-508700000001  datastore 1  53d60001-65f90001-0001-508700000001     true  VMFS-6  107374182400  53687091200

Rows are recognised by their UUID, not by the ruler: names may be empty, contain blanks and shift the columns. Volumes
other than VMFS datastores (boot banks, NFS) are ignored (formats-hosts.md section 1.5).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts
from checker.readers.esxi.listing import Record
from checker.readers.esxi.tables import rows
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Where
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import device_id, number, owner

_UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_INSIDE_UUID = re.compile("-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-")
_EXTENT = re.compile(rf"(?:(\S.{{0,250}}?)\s++)?({_UUID})\s+(\d{{1,4}})\s+(\S+)\s+(\d{{1,4}})\Z")
# Names have any form, so a run of blanks is never divided: a line of blanks would take minutes.
_MOUNT = re.compile(
    r"(?:(/vmfs/volumes/\S++)\s++)?(?:(\S.{0,250}?)\s++)?"
    rf"(?:({_UUID}|[0-9a-fA-F]{{8}}-[0-9a-fA-F]{{8}}|(?:vsan|vvol|nfs):\S++)\s++)?(?<=\s)(true|false)\s++"
    r"(\S.{0,60}?)\s++(\d{1,18})\s++(\d{1,18})\Z"
)
_EXTENT_HEADER = re.compile(r"Volume Name\s+VMFS UUID\s+Extent Number\s+Device Name\s+Partition", re.IGNORECASE)
_MOUNT_HEADER = re.compile(r"Mount Point\s+Volume Name\s+UUID\s+Mounted\s+Type\s+Size\s+Free", re.IGNORECASE)
EXTENT_KEYS = ("volume name", "vmfs uuid", "extent number", "device name", "partition")
MOUNT_KEYS = ("mount point", "volume name", "uuid", "mounted", "type", "size", "free")


def _name(record: Record) -> str | None:
    """Return the name of a volume, or its UUID if it has no name."""
    named = "volume name" in record.values
    return record.text("volume name") or (record.text("vmfs uuid", "uuid") if named else None)


def _vmfs(record: Record) -> str | None:
    """Return the version of a VMFS volume; empty if it is not printed, None for other file systems."""
    kind = (record.text("type") or "").upper()
    return kind.removeprefix("VMFS").strip("- ") if kind.startswith("VMFS") else None


def _version(record: Record) -> str | None:
    version = _vmfs(record) or ""
    return version if version[:1].isdecimal() else None


def _size(record: Record) -> int | None:
    """Return the size; volumes that are not mounted are printed with size 0."""
    return record.number("size") if record.flag("mounted") is not False else None


EXTENTS = (
    HOST,
    Facts(
        "datastore", host=owner, datastore=_name, device=device_id("device name"), uuid="vmfs uuid",
        extent=number("extent number"), partition=number("partition"),
    ),
)  # fmt: skip
MOUNTS = (
    Where(
        lambda record: record.text("type"),
        HOST,
        Facts(
            "datastore", when=lambda record: _vmfs(record) is not None, needs="datastore", host=owner, datastore=_name,
            uuid="uuid", vmfs_version=_version, size_bytes=_size,
            free_bytes=lambda record: record.number("free") if _size(record) is not None else None,
        ),
    ),
)  # fmt: skip


def _by_share(reason: str, row: re.Pattern[str], header: re.Pattern[str]) -> Callable[[Capture], Detection | None]:
    return listing.by_share(
        reason, row, header, needs=row, claims=((0.6, 96), (0.3, 70)), headless=((0.6, 70),)
    )  # fmt: skip


_by_extents = _by_share("table of VMFS UUID, extent and device", _EXTENT, _EXTENT_HEADER)


def _detect_extents(capture: Capture) -> Detection | None:
    # The row pattern is slow because names precede the UUID; this quick test rules out most other texts.
    return _by_extents(capture) if _INSIDE_UUID.search(capture.head) else None


READERS = (
    Family("esxi", rows(_EXTENT, _EXTENT_HEADER, EXTENT_KEYS)).reader(
        "esxi-vmfs-extent-list", "esxcli storage vmfs extent list", _detect_extents, *EXTENTS,
        needles=("-",), begins=r"^ *Volume Name +VMFS UUID +Extent Number",
    ),
    Family("esxi", rows(_MOUNT, _MOUNT_HEADER, MOUNT_KEYS)).reader(
        "esxi-filesystem-list", "esxcli storage filesystem list",
        _by_share("table of mount point, volume, UUID and type", _MOUNT, _MOUNT_HEADER), *MOUNTS,
        needles=("/vmfs/volumes/",), begins=r"^ *Mount Point +Volume Name +UUID +Mounted",
    ),
)  # fmt: skip
