"""``iostat -x`` and ``-xn`` of Solaris and its descendants, and ``iostat -x`` of FreeBSD.

Sample with ``-xn``::

                        extended device statistics
        r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device
      120.0   40.0  960.0  320.0  0.0  0.1    0.0    0.6   0   6 c0t60000970000192601357533030304331d0

The first report counts since the system started; its figures have the phase "since boot". With ``-M`` the rates are in MB,
with ``-r`` the columns are separated by commas.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import islice

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.workload.iostat import rows as iostat_rows
from checker.readers.workload.iostat.rows import Sample
from checker.readers.workload.iostat.times import Times, date_line
from checker.readers.workload.measures import plain

_TITLE = re.compile(r"\s*extended device statistics\b")
_NAMES = frozenset(
    word_list("r/s w/s kr/s kw/s Mr/s Mw/s wait actv svc_t wsvc_t asvc_t %w %b ms/r ms/w ms/o ms/t qlen")
)
_SKIPPED = re.compile(r"\s*(?:tty\b|cpu\b|tin tout|us sy|[0-9\s]+\Z|[A-Z][a-z]{2} [A-Z][a-z]{2} .{0,40}|SunOS )")


def _header(text: str) -> list[str] | None:
    names = [name for name in re.split(r"[,\s]+", text.strip()) if name]
    if "device" not in names or "r/s" not in names or "w/s" not in names:
        return None
    start = names.index("device")
    kept = [name for name in names if name == "device" or name in _NAMES]
    return names if len(kept) >= 5 and start in (0, len(names) - 1, len(kept) - 1) else None


def _read(capture: Capture, out: Writer) -> None:
    reports: PackedList[dict[str, tuple[int, Sample]]] = PackedList()
    names: list[str] = []
    times: list[tuple[datetime, timedelta | None] | None] = []
    stamp: tuple[datetime, timedelta | None] | None = None
    for line, text in capture.lines():
        if not text.strip() or _TITLE.match(text):
            continue
        found = date_line(text.strip())
        if found is not None:
            stamp = found
            continue
        header = _header(text)
        if header is not None:
            names = header
            reports.append({})
            times.append(stamp)
            stamp = None
            continue
        cells = [cell for cell in (text.split(",") if "," in text else text.split()) if cell.strip()]
        # With -x and -t the columns of the terminal follow those of the disks.
        if names and len(cells) == len(names):
            row = dict(zip(names, (cell.strip() for cell in cells), strict=True))
            reports[-1][row["device"]] = (
                line,
                iostat_rows.sample({name: plain(value) for name, value in row.items() if name in _NAMES}),
            )
        elif not _SKIPPED.match(text):
            out.unread(line)
            if names and len(cells) < len(names):
                out.ends_inside_record = True
    utc = all(one is not None and one[1] is not None for one in times)
    moments = [None if one is None else one[0] - (one[1] or timedelta()) if utc else one[0] for one in times]
    stamps = Times(moments, range(1, len(reports)), utc)
    iostat_rows.write_reports(out, capture.owner, islice(reports, 1, None), reports[:1], _device, times=stamps)


def _device(name: str) -> str | None:
    """Return the LUN in a name such as ``c0t60000970…d0``; None for names that are only valid on this host."""
    match = re.fullmatch(r"c[0-9]+t([0-9A-Fa-f]{16}|[0-9A-Fa-f]{32})d[0-9]+(?:s[0-9]+)?", name)
    return normalise.device_id(match.group(1)) if match else None


def _detect(capture: Capture) -> Detection | None:
    lines = capture.head.split("\n")
    if any(_header(line) for line in lines):
        titled = any(_TITLE.match(line) for line in lines)
        return Detection(95 if titled else 90, "r/s, w/s, actv, svc_t and device of iostat -x")
    return None


READERS = (
    Reader(
        name="workload-iostat-solaris", platform="solaris", command="iostat -xn",
        provides={"workload": iostat_rows.COLUMNS, "load_sample": iostat_rows.SAMPLES}, detect=_detect, read=_read, needles=("device", "r/s", "w/s"),
    ),
)  # fmt: skip
