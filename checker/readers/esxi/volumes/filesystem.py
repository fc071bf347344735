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

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.toolkit.base import Capture, Detection, Reader

_UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_INSIDE_UUID = re.compile("-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-")
_EXTENT = re.compile(rf"(?:(\S.{{0,250}}?)\s+)?({_UUID})\s+(\d{{1,4}})\s+(\S+)\s+(\d{{1,4}})\Z")
_MOUNT = re.compile(
    r"(?:(/vmfs/volumes/\S+)\s+)?(?:(\S.{0,250}?)\s+)?"
    rf"({_UUID}|[0-9a-fA-F]{{8}}-[0-9a-fA-F]{{8}}|(?:vsan|vvol|nfs):\S+)?\s+(true|false)\s+(\S.{{0,60}}?)\s+(\d{{1,18}})\s+(\d{{1,18}})\Z"
)
_EXTENT_HEADER = re.compile(r"Volume Name\s+VMFS UUID\s+Extent Number\s+Device Name\s+Partition", re.IGNORECASE)
_MOUNT_HEADER = re.compile(r"Mount Point\s+Volume Name\s+UUID\s+Mounted\s+Type\s+Size\s+Free", re.IGNORECASE)
EXTENT_KEYS = frozenset(("volume name", "vmfs uuid", "extent number", "device name", "partition"))
MOUNT_KEYS = frozenset(("mount point", "volume name", "uuid", "mounted", "type", "size", "free"))
_EXTENT_COLUMNS = ("host", "datastore", "device", "uuid", "extent", "partition")
_MOUNT_COLUMNS = ("host", "datastore", "uuid", "vmfs_version", "size_bytes", "free_bytes")


def _name(record: listing.Record, uuid: str | None) -> str | None:
    """Return the name of a volume, or its UUID if it has no name."""
    return record.get("volume name") or (uuid if "volume name" in record.values else None)


def write_extent(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write one extent of a datastore."""
    uuid = record.get("vmfs uuid")
    out.add(
        "datastore", record.line, host=capture.owner, datastore=_name(record, uuid),
        device=out.device_id(record.get("device name"), record.line, "datastore"), uuid=uuid,
        extent=normalise.integer(record.get("extent number")), partition=normalise.integer(record.get("partition")),
    )  # fmt: skip
    return True


def write_mount(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write a VMFS datastore with its size; other file systems are ignored."""
    kind = record.get("type") or ""
    uuid = record.get("uuid")
    name = _name(record, uuid)
    if not kind.upper().startswith("VMFS") or name is None:
        return bool(kind)
    version = kind.upper().removeprefix("VMFS").strip("- ")
    mounted = normalise.yes_no(record.get("mounted"))
    # Volumes that are not mounted are printed with size 0.
    size = normalise.integer(record.get("size")) if mounted is not False else None
    out.add(
        "datastore", record.line, host=capture.owner, datastore=name, uuid=uuid,
        vmfs_version=version if version[:1].isdigit() else None, size_bytes=size,
        free_bytes=normalise.integer(record.get("free")) if size is not None else None,
    )  # fmt: skip
    return True


def _read_rows(
    capture: Capture,
    out: Writer,
    row: re.Pattern[str],
    header: re.Pattern[str],
    keys: tuple[str, ...],
    writer: listing.RecordWriter,
) -> None:
    lines = capture.numbered()
    for line, text in lines:
        text = text.strip()
        found = row.match(text)
        if found:
            values = {key: value or "" for key, value in zip(keys, found.groups(), strict=True)}
            writer.take(listing.Record(None, line, values))
        elif header.match(text) or listing.is_noise(text):
            continue
        elif line == lines[-1][0]:
            out.ends_inside_record = True
            out.note(line, "truncated: the last row is incomplete and was skipped")
        else:
            out.unread(line)


def _read_extents(capture: Capture, out: Writer) -> None:
    keys = ("volume name", "vmfs uuid", "extent number", "device name", "partition")
    _read_rows(capture, out, _EXTENT, _EXTENT_HEADER, keys, listing.RecordWriter(capture, out, write_extent))


def _read_mounts(capture: Capture, out: Writer) -> None:
    keys = ("mount point", "volume name", "uuid", "mounted", "type", "size", "free")
    _read_rows(capture, out, _MOUNT, _MOUNT_HEADER, keys, listing.RecordWriter(capture, out, write_mount))


def _claim(capture: Capture, header: re.Pattern[str], row: re.Pattern[str], reason: str) -> Detection | None:
    # The row pattern is slow because names precede the UUID; this quick test rules out most other texts.
    if row is _EXTENT and not _INSIDE_UUID.search(capture.head):
        return None
    lines = [line.strip() for line in capture.head.split("\n")]
    if not any(row.match(line) for line in lines):
        return None
    has_header = any(header.match(line) for line in lines)
    share = listing.known_share(lines, lambda line: row.match(line) or header.match(line))
    if share < (0.3 if has_header else 0.6):
        return None
    return Detection(96 if has_header and share >= 0.6 else 70, reason)


READERS = (
    Reader(
        name="esxi-vmfs-extent-list", platform="esxi", command="esxcli storage vmfs extent list",
        provides={"host": ("host", "platform"), "datastore": _EXTENT_COLUMNS},
        detect=lambda capture: _claim(capture, _EXTENT_HEADER, _EXTENT, "table of VMFS UUID, extent and device"),
        read=_read_extents, needles=("-",), begins=r"^ *Volume Name +VMFS UUID +Extent Number",
    ),
    Reader(
        name="esxi-filesystem-list", platform="esxi", command="esxcli storage filesystem list",
        provides={"host": ("host", "platform"), "datastore": _MOUNT_COLUMNS},
        detect=lambda capture: _claim(
            capture, _MOUNT_HEADER, _MOUNT, "table of mount point, volume, UUID and type"
        ),
        read=_read_mounts, needles=("/vmfs/volumes/",), begins=r"^ *Mount Point +Volume Name +UUID +Mounted",
    ),
)  # fmt: skip
