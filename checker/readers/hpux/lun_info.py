"""LUNs of HP-UX 11i v3 with the number of their paths: ``scsimgr get_info -D <disk>`` or ``all_lun``.

Sample::

            STATUS INFORMATION FOR LUN : /dev/rdisk/disk22

    Generic Status Information

    SCSI services internal state                  = ONLINE
    World Wide Identifier (WWID)                  = 0x60060e80000000000000000000000a01
    Vendor id                                     = "HP      "
    Product id                                    = "OPEN-V          "
    LUN path count                                = 4
    Active LUN paths                              = 3
    Standby LUN paths                             = 0
    Failed LUN paths                              = 1
    I/O load balance policy                       = round_robin

Paths of a LUN that is not open are untested, so only those of an open LUN count as working. Tapes, controllers and the
paths themselves (``all_lpt``) are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.hpux.hardware_path import disk_name
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import blocks, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, number, owner
from checker.readers.toolkit.declarations.records import TextRow

_TITLE = r"\s*STATUS INFORMATION FOR LUN(?P<part> PATH)?\s*:\s*(?P<name>\S{1,200})\s*\Z"
_BLOCKS = blocks(
    r"\s*([A-Z][\w() ./-]{1,60}?)\s*=(?:\s+(.*\S|))?\s*\Z",
    title=_TITLE,
    noise=shell_noise("scsimgr"),
    inside=r"\s*(?:Generic Status Information|Driver \w{1,20} Status Information\s*:?)\s*\Z",
)


def _luns(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the disks, each with its identity."""
    for row in _BLOCKS(capture, out):
        name = disk_name(row.text("name") or "")
        if name is None or row.text("part"):
            continue
        wwid = row.text("world wide identifier (wwid)") or ""
        row.values["disk"] = name
        row.values["device"] = (
            out.device_id(wwid, row.line, "device", "device", f"{capture.owner} {name}") or f"block:{name}"
        )
        yield row


def _unquoted(key: str) -> str | None:
    return (key.strip('" ') or None) if key else None


def _working(row: TextRow) -> int | None:
    total, failed = (normalise.integer(row.text(key)) for key in ("lun path count", "failed lun paths"))
    is_open = (row.text("scsi services internal state") or "").upper() == "ONLINE"
    return total - failed if is_open and total is not None and failed is not None and failed <= total else None


def _size(row: TextRow) -> int | None:
    count, size = (normalise.integer(row.text(key)) for key in ("capacity in number of blocks", "block size in bytes"))
    return None if count is None or size is None else count * size


READERS = (
    Family("hpux", _luns).reader(
        "hpux-scsimgr-get-info", "scsimgr get_info", by_pattern("STATUS INFORMATION FOR LUN of scsimgr get_info", (95, r"^[ \t]*STATUS INFORMATION FOR LUN(?: PATH)?[ \t]*:")),
        Facts("host", needs="host", distinct=True, host=owner, platform=const("hpux")),
        Facts(
            "device", host=owner, device="device", kernel_name="disk", printed_paths=number("lun path count"), working_paths=_working,
            vendor=lambda row: _unquoted(row.text("vendor id") or ""), model=lambda row: _unquoted(row.text("product id") or ""),
            revision=lambda row: _unquoted(row.text("product revision") or ""), size_bytes=_size,
            sector_bytes=number("block size in bytes"), policy="i/o load balance policy",
        ),
        needles=("STATUS INFORMATION FOR LUN",), begins=r"^[ \t]*STATUS INFORMATION FOR LUN[ \t]*:",
    ),
)  # fmt: skip
