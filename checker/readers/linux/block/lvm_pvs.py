"""Physical volumes of LVM: ``pvs -o +pe_start``, also with other columns, ``--units``, ``--reportformat json``; ``pvdisplay``.

Sample::

      PV                            VG     Fmt  Attr PSize   PFree  1st PE
      /dev/mapper/data7             vgdata lvm2 a--  100.00g     0    1.00m

Unless ``--units`` is b or s, sizes are rounded, so the offset of the first extent is an interval. ``pvdisplay`` does not print
it; its blocks only tie disks to their volume group::

      --- Physical volume ---
      PV Name               /dev/mapper/data7
      VG Name               vgdata
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.block.lsblk_layouts import cells_by_place, column_bounds
from checker.readers.linux.block.names import BlockDevice, block_device
from checker.readers.linux.host import HOST
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import printed
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import Interval, columns, interval, on_sectors

_HEADER = r"^[ \t]*PV[ \t]+(?:VG|Fmt|PSize|PFree|1st PE|PV UUID|DevSize|Attr)\b[^\n]*$"
_is_header = re.compile(_HEADER).match
_FIRST = "1st PE"
_SECTORS = re.compile(r"([0-9]{1,18})[sS]\Z")
_SECTOR = 512
_ATTRIBUTE = re.compile(
    r"\s*(PV Name|VG Name|PV Size|Allocatable|PE Size(?: \(KByte\))?|Total PE|Free PE|Allocated PE|PV UUID|PV Status|PV#|Cur LV)"
    r"(?:\s+(\S(?:.*\S)?))?\s*\Z"
)
_OF_DISPLAY = re.compile(
    r"\s*(?:--- .* ---|\".{1,200}\" is a new physical volume|Physical extent |(?:Logical volume|Logical extents|FREE)\b|pvdisplay\b)"
)
_NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?pvs\b|===> |-+\Z|WARNING:|File descriptor|Found duplicate|Configuration setting"
    r"|No PV label found on|Scanning all devices|Wiping (?:internal|cache)|Reloading config|\[sudo\] password"
)


def _first_byte(row: TextRow) -> Interval | None:
    """Return what the offset of the first extent can mean: a sector, which 192.00k determines and 1.00m does not.

    Lower-case units are powers of 1024, and S is a sector. Other capital letters are powers of 1000 in new versions and of
    1024 in old ones; a number without a letter is truncated.
    """
    text = (row.text("1st_PE") or "").lstrip("<>")
    if sectors := _SECTORS.match(text):
        start = whole(sectors.group(1)) * _SECTOR
        return start, start
    return on_sectors(interval(text), _SECTOR) if re.search(r"[bBkmgtpe]\Z", text) else None


def _table_rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    header = ""
    lines: list[tuple[int, str]] = []
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if _is_header(line):
            yield from _cut(header, lines, out)
            # Join the headings of two words without moving them.
            header, lines = (
                line.replace(_FIRST, "1st_PE").replace("PV UUID", "PV_UUID").replace("VG UUID", "VG_UUID"),
                [],
            )
        elif header and text.startswith(("/dev/", "[unknown]", "unknown device")):
            lines.append((number, line))
        elif not _NOISE.match(text):
            out.unread(number)
    yield from _cut(header, lines, out)


def _cut(header: str, lines: list[tuple[int, str]], out: Writer) -> Iterator[TextRow]:
    names = header.split()
    bounds = column_bounds(header, [line for _, line in lines])
    for number, line in lines:
        if bounds:
            yield TextRow(number, cells_by_place(names, bounds, line))
        elif len(line.split()) == len(names):
            yield TextRow(number, dict(zip(names, line.split(), strict=True)))
        else:
            yield TextRow(number)
            out.unread(number)


def _json_rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for document in noted_documents(capture.text, capture.first_line, out, whole=True):
        reports = document.value.get("report") if isinstance(document.value, LocatedDict) else None
        for report in reports if isinstance(reports, list) else []:
            volumes = report.get("pv") if isinstance(report, LocatedDict) else None
            for item in volumes if isinstance(volumes, list) else []:
                if isinstance(item, LocatedDict):
                    names = {"PV": item.get("pv_name"), "VG": item.get("vg_name"), "1st_PE": item.get("pe_start")}
                    texts = {name: value for name, value in names.items() if isinstance(value, str)}
                    yield TextRow(line_of(item, document.line), texts)


def _displayed(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the physical volumes of ``pvdisplay``; a new one has no volume group."""
    row: TextRow | None = None
    for number, text in printed(capture):
        match = _ATTRIBUTE.match(text)
        if match is not None and match.group(1) == "PV Name":
            if row is not None:
                yield row
            row = TextRow(number, {"PV": match.group(2) or ""})
        elif match is not None and match.group(1) == "VG Name" and row is not None:
            row.values["VG"] = match.group(2) or ""
            row.lines["VG"] = number
        elif match is None and not _OF_DISPLAY.match(text) and not _NOISE.match(text):
            out.unread(number)
    if row is not None:
        yield row


def _is_block_device(row: TextRow) -> bool:
    return row.values.get("PV", "").startswith("/dev/")


def _block(row: TextRow) -> BlockDevice:
    return block_device(row.values["PV"])


def _on_map(row: TextRow) -> bool | None:
    return True if row.values["PV"].startswith(("/dev/mapper/", "/dev/mpath/", "/dev/disk/by-id/dm-name-")) else None


_VOLUME = Facts(
    "lvm_pv", columns("data_start", _first_byte), when=_is_block_device, host=owner, device=lambda row: _block(row).device, vg="VG",
    kernel_name=lambda row: _block(row).kernel_name, on_map=_on_map,
)  # fmt: skip


_DISPLAYED: Facts[TextRow] = Facts(
    "lvm_pv", when=_is_block_device, host=owner, device=lambda row: _block(row).device, vg="VG",
    kernel_name=lambda row: _block(row).kernel_name, on_map=_on_map,
)  # fmt: skip


def _detect_table(capture: Capture) -> Detection | None:
    is_table = re.search(_HEADER, capture.head, re.MULTILINE) and re.search(r"^[ \t]*/dev/", capture.head, re.MULTILINE)
    return Detection(92, "PV and its columns of pvs") if is_table else None


READERS = (
    Family("linux", _table_rows).reader(
        "linux-pvs", "pvs --units b -o +pe_start", _detect_table, HOST, _VOLUME, needles=("PV",), begins=_HEADER, verified=False
    ),
    Family("linux", _json_rows).reader(
        "linux-pvs-json", "pvs --units b -o +pe_start --reportformat json",
        by_pattern("pv list of an LVM report in JSON", (94, r'"pv"\s*:\s*\[')), _VOLUME, needles=('"pv_name"',),
        verified=False,
    ),
    Family("linux", _displayed).reader(
        "linux-pvdisplay", "pvdisplay", by_pattern("PV Name and PV UUID of pvdisplay", (92, r"^[ \t]*PV Name[ \t]+/dev/")), HOST, _DISPLAYED,
        needles=("PV Name", "PV UUID"), begins=r"^[ \t]*--- (?:NEW )?Physical volume ---", verified=False,
    ),
)  # fmt: skip
