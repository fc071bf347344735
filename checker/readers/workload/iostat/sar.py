"""``sar -d`` of Linux (sysstat 9 to 12): load of each disk in each interval; and the files of ``sar -A`` in a sosreport.

Sample::

    Linux 5.14.0-70.el9.x86_64 (db01) 	01/15/2026 	_x86_64_	(16 CPU)

    12:00:01 AM       DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %util
    12:10:01 AM       sdb    160.00    960.00    320.00      0.00      8.00      0.09      0.55      6.10
    Average:          sdb    150.00    900.00    300.00      0.00      8.00      0.08      0.54      5.90

Without ``-p`` old versions print ``dev8-16`` for sdb: major and minor number, which identify a SCSI disk.
Tables of processors, memory and networks are ignored.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.scsi_numbers import disk_name
from checker.readers.workload.iostat import rows as iostat_rows
from checker.readers.workload.iostat.linux import banner_date, banner_day, banner_owner, figure
from checker.readers.workload.iostat.rows import Sample
from checker.readers.workload.iostat.times import Times
from checker.readers.workload.iostat.times import moments as moments_of

_TIME = re.compile(r"([0-9]{1,2}:[0-9]{2}:[0-9]{2}(?: [AP]M)?)\s+(\S.*)\Z")
_MEAN = re.compile(r"Average:\s+(\S.*)\Z")
_TITLE = re.compile(r"DEV\s+tps\s+(?:rd_sec/s|r[kM]B/s)\b.*\bawait\b")
_CPU = re.compile(r"CPU\s+%user\s+%nice\b|CPU\s+%usr\s+%nice\s+%sys\s+%iowait\s+%steal\b")
_MOST = 1e12
_DEVICE = re.compile(r"dev([0-9]{1,4})-([0-9]{1,7})\Z")


def kernel_name(shown: str) -> str:
    """Return ``sdb`` for ``dev8-16``; numbers of partitions and of other drivers are kept."""
    match = _DEVICE.match(shown)
    return (disk_name(f"{match.group(1)}:{match.group(2)}") if match else None) or shown


def _read(capture: Capture, out: Writer) -> None:
    columns: list[str] = []
    title_time = ""
    stamps: list[str] = []
    places: list[int] = []
    boot: dict[str, tuple[int, Sample]] = {}
    times: dict[str, dict[str, tuple[int, Sample]]] = {}
    means: dict[str, tuple[int, Sample]] = {}
    day, last = 0, ""
    out.add("host", capture.first_line, host=capture.owner, platform="linux")
    for line, text in capture.lines():
        shown = text.strip()
        match, mean = _TIME.match(shown), _MEAN.match(shown)
        if not match and not mean:
            continue
        time, rest = match.groups() if match else ("", mean.group(1) if mean else "")
        cells = rest.split()
        if cells[0] == "DEV":
            columns = cells[1:] if _TITLE.match(rest) else []
            title_time = time or title_time
            if columns and time and stamps[-1:] != [time]:
                stamps.append(time)
            continue
        figures = [figure(column, cell) for column, cell in zip(columns, cells[1:], strict=False)]
        if not columns or None in figures:
            # Another table begins.
            columns = []
            continue
        if len(cells) != len(columns) + 1:
            out.ends_inside_record = True
            out.note(line, "skipped a row: it has fewer or more columns than the header")
            out.unread(line)
            continue
        if wrong := [cell for cell, one in zip(cells[1:], figures, strict=True) if one and one > _MOST]:
            # After a counter reset, sar prints figures near 2^64.
            out.bad_value("workload", "iops", wrong[0], line, cells[0])
            continue
        placed = line, iostat_rows.sample(dict(zip(columns, figures, strict=True)))
        name = kernel_name(cells[0])
        if mean:
            means.setdefault(name, placed)
        elif time == title_time:
            boot.setdefault(name, placed)
        else:
            if time != last and name in times.get(f"{day} {time}", {}):
                day += 1
            last = time
            if (key := f"{day} {time}") not in times:
                places.append(len(stamps))
                stamps.append(time)
            times.setdefault(key, {}).setdefault(name, placed)
    if boot:
        iostat_rows.write_reports(out, capture.owner, (), [boot], tool="sar")
    if times or means:
        moments = _times(banner_day(capture.text), stamps, places)
        iostat_rows.write_reports(out, capture.owner, times.values() if times else [means], tool="sar", times=moments)
    elif not boot:
        out.note(capture.first_line, "no table of disks; sar -d prints it")


def _times(day: str, printed: list[str], places: list[int]) -> Times:
    """Return the times of the reports: a title is printed with the time at which the interval below it begins."""
    if not day:
        return Times()
    found, utc = moments_of([f"{day} {text}" for text in printed], [day])
    times: list[datetime | None] = []
    for time in found:
        before = next((one for one in reversed(times) if one), None)
        # Times without a date begin again at midnight.
        late = before - time if before is not None and time is not None and time < before else timedelta()
        times.append(time and time + timedelta(days=-(-late // timedelta(days=1))))
    return Times(times, places, utc)


def _detect(capture: Capture) -> Detection | None:
    banner = banner_owner(capture.head, any_name=True)
    for line in capture.head.split("\n"):
        match = _TIME.match(line.strip())
        if match and _TITLE.match(match.group(2)):
            return Detection(94, "DEV, tps, …, await of sar -d")
        if match and banner and _CPU.match(match.group(2)):
            return Detection(88, "banner of Linux, time, CPU, %user of sar")
    return None


READERS = (
    Reader(
        name="workload-sar", platform="linux", command="sar -d -p",
        provides={"host": ("host", "platform"), "workload": iostat_rows.COLUMNS, "load_sample": iostat_rows.SAMPLES},
        detect=_detect, read=_read, needles=("%", ":"), owner_in=banner_owner, captured_in=banner_date,
    ),
)  # fmt: skip
