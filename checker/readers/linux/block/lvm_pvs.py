"""Physical volumes of LVM: ``pvs -o +pe_start``, also with other columns, ``--units``, ``--reportformat json``.

Sample::

      PV                            VG     Fmt  Attr PSize   PFree  1st PE
      /dev/mapper/data7             vgdata lvm2 a--  100.00g     0    1.00m
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.linux.block.lsblk_layouts import cells_by_place, column_bounds
from checker.readers.linux.block.names import block_device
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.json_documents import noted_documents
from checker.readers.toolkit.located_json import LocatedDict, line_of

_HEADER = re.compile(r"^[ \t]*PV[ \t]+(?:VG|Fmt|PSize|PFree|1st PE|PV UUID|DevSize|Attr)\b[^\n]*$", re.MULTILINE)
_FIRST = "1st PE"
_SECTORS = re.compile(r"([0-9]{1,18})[sS]\Z")
_SECTOR = 512
_NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?pvs\b|===> |-+\Z|WARNING:|File descriptor|Found duplicate|Configuration setting"
    r"|No PV label found on|Scanning all devices|Wiping (?:internal|cache)|Reloading config|\[sudo\] password"
)


def _size(text: str | None) -> int | None:
    """Return a size in bytes; LVM prints units of 1024 in lower case, sectors of 512 bytes as S."""
    if text is None:
        return None
    match = _SECTORS.match(text)
    if match:
        return int(match.group(1)) * _SECTOR
    # Capital letters are powers of ten in LVM; a number without a letter is cut.
    return normalise.size_bytes(text.removeprefix("<")) if re.search(r"[bBkmgtpe]\Z", text) else None


def _write(pv: str, vg: str | None, first: str | None, line: int, host: str, out: Writer) -> None:
    block = block_device(pv)
    out.add(
        "lvm_pv", line, host=host, device=block.device, vg=vg or None, data_start_bytes=_size(first),
        kernel_name=block.kernel_name,
    )  # fmt: skip


def _read_table(capture: Capture, out: Writer) -> None:
    header = ""
    rows: list[tuple[int, str]] = []
    for number, line in capture.lines():
        if not line.strip():
            continue
        if _HEADER.match(line):
            _write_rows(header, rows, capture.owner, out)
            header, rows = _one_word(line), []
        elif header and line.strip().startswith(("/dev/", "[unknown]", "unknown device")):
            rows.append((number, line))
        elif not _NOISE.match(line.strip()):
            out.unread(number)
    _write_rows(header, rows, capture.owner, out)


def _one_word(header: str) -> str:
    """Join the headings of two words without moving them."""
    return header.replace(_FIRST, "1st_PE").replace("PV UUID", "PV_UUID").replace("VG UUID", "VG_UUID")


def _write_rows(header: str, rows: list[tuple[int, str]], host: str, out: Writer) -> None:
    if not rows:
        return
    out.add("host", rows[0][0], host=host, platform="linux")
    names = header.split()
    bounds = column_bounds(header, [line for _, line in rows])
    for number, line in rows:
        if bounds:
            cells = cells_by_place(names, bounds, line)
        elif len(line.split()) == len(names):
            cells = dict(zip(names, line.split(), strict=True))
        else:
            out.unread(number)
            continue
        path = cells.get("PV", "")
        if path.startswith("/dev/"):
            _write(path, cells.get("VG"), cells.get("1st_PE"), number, host, out)


def _read_json(capture: Capture, out: Writer) -> None:
    for piece in noted_documents(capture.text, capture.first_line, out, whole=True):
        reports = piece.value.get("report") if isinstance(piece.value, LocatedDict) else None
        for report in reports if isinstance(reports, list) else []:
            volumes = report.get("pv") if isinstance(report, LocatedDict) else None
            for item in volumes if isinstance(volumes, list) else []:
                path = item.get("pv_name") if isinstance(item, LocatedDict) else None
                if isinstance(path, str) and path.startswith("/dev/"):
                    texts = {key: value for key, value in item.items() if isinstance(value, str)}
                    line = line_of(item, piece.line)
                    _write(path, texts.get("vg_name"), texts.get("pe_start"), line, capture.owner, out)


def _detect_table(capture: Capture) -> Detection | None:
    if _HEADER.search(capture.head) and re.search(r"^[ \t]*/dev/", capture.head, re.MULTILINE):
        return Detection(92, "PV and its columns of pvs")
    return None


def _detect_json(capture: Capture) -> Detection | None:
    if re.search(r'"pv"\s*:\s*\[', capture.head):
        return Detection(94, "pv list of an LVM report in JSON")
    return None


_COLUMNS = ("host", "device", "vg", "data_start_bytes", "kernel_name")
READERS = (
    Reader(
        name="linux-pvs", platform="linux", command="pvs -o +pe_start",
        provides={"host": ("host", "platform"), "lvm_pv": _COLUMNS}, detect=_detect_table, read=_read_table,
        needles=("PV",), begins=_HEADER.pattern, verified=False,
    ),
    Reader(
        name="linux-pvs-json", platform="linux", command="pvs -o +pe_start --reportformat json",
        provides={"lvm_pv": _COLUMNS}, detect=_detect_json, read=_read_json, needles=('"pv_name"',), verified=False,
    ),
)  # fmt: skip
