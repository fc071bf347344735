"""``sar -d`` of Linux (sysstat 9 to 12): load of each disk in each interval; and the files of ``sar -A`` in a sosreport.

Sample::

    Linux 5.14.0-70.el9.x86_64 (db01) 	01/15/2026 	_x86_64_	(16 CPU)

    12:00:01 AM       DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %util
    12:10:01 AM       sdb    160.00    960.00    320.00      0.00      8.00      0.09      0.55      6.10
    Average:          sdb    150.00    900.00    300.00      0.00      8.00      0.08      0.54      5.90

Without ``-p`` old versions print ``dev8-16`` for sdb: major and minor number, which identify a SCSI disk.
Tables of processors, memory and networks are ignored. Files of several days may follow each other, each with its banner.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.scsi_numbers import disk_name
from checker.readers.workload.iostat import rows as iostat_rows
from checker.readers.workload.iostat.linux import banner_date, banner_day, banner_owner, figure
from checker.readers.workload.iostat.rows import Sample
from checker.readers.workload.iostat.times import SUMMER_TIME_S, Times, times_of

_TIME = re.compile(r"([0-9]{1,2}:[0-9]{2}:[0-9]{2}(?: [AP]M)?)\s+(\S.*)\Z")
_MEAN = re.compile(r"Average:\s+(\S.*)\Z")
_TITLE = re.compile(r"DEV\s+tps\s+(?:rd_sec/s|r[kM]B/s)\b.*\bawait\b")
_CPU = re.compile(r"CPU\s+%user\s+%nice\b|CPU\s+%usr\s+%nice\s+%sys\s+%iowait\s+%steal\b")
_MOST = 1e12
_DEVICE = re.compile(r"dev([0-9]{1,4})-([0-9]{1,7})\Z")
Stamp = tuple[str, int, str]
"""Day as printed, midnights since, time of day as printed."""


def kernel_name(shown: str) -> str:
    """Return ``sdb`` for ``dev8-16``; numbers of partitions and of other drivers are kept."""
    match = _DEVICE.match(shown)
    return (disk_name(f"{match.group(1)}:{match.group(2)}") if match else None) or shown


class Clock:
    """Times as printed, in their order: those of titles, with which intervals begin, and those of rows.

    A day is only printed in the banner, with which each file begins that sar has read; times of day start again at midnight.
    """

    def __init__(self, month_first: bool | None = None) -> None:
        """Begin without times; ``month_first`` is what the tool prints whatever the locale, None if that depends on it."""
        self._month_first = month_first
        self.stamps: list[Stamp] = []
        self._day, self._midnights, self._seconds = "", 0, 0

    def begin(self, day: str) -> None:
        """Begin the file of a day."""
        self._day, self._midnights, self._seconds = day, 0, 0

    def at(self, time: str) -> Stamp:
        """Return a time with its day and the midnights since."""
        seconds = _seconds(time)
        # Where summer time ends the clock goes back by an hour, which is no midnight.
        self._midnights += seconds < self._seconds - SUMMER_TIME_S
        self._seconds = seconds
        stamp = self._day, self._midnights, time
        if not self.stamps or self.stamps[-1] != stamp:
            self.stamps.append(stamp)
        return stamp

    def times(self, places: list[int]) -> Times:
        """Return the times of the reports, which are at these places among all times."""
        days = [day for day, _, _ in self.stamps if day]
        found = times_of(
            [f"{day} {time}" if day else None for day, _, time in self.stamps],
            places,
            days,
            month_first=self._month_first,
        )
        late = [timedelta(days=midnights) for _, midnights, _ in self.stamps]
        moments = [time and time + days for time, days in zip(found.moments, late, strict=True)]
        return replace(found, moments=moments)


def _seconds(time: str) -> int:
    """Return the seconds since midnight of ``07:00:01`` or ``07:00:01 PM``."""
    shown, _, half = time.partition(" ")
    hour, minute, second = map(whole, shown.split(":"))
    return ((hour % 12 + 12 * (half == "PM") if half else hour) * 60 + minute) * 60 + second


def _read(capture: Capture, out: Writer) -> None:
    columns: list[str] = []
    title = ""
    boot: dict[str, tuple[int, Sample]] = {}
    reports: dict[Stamp, dict[str, tuple[int, Sample]]] = {}
    places: list[int] = []
    means: dict[str, tuple[int, Sample]] = {}
    clock = Clock()
    out.add("host", capture.first_line, host=capture.owner, platform="linux")
    for line, text in capture.lines():
        shown = text.strip()
        if day := banner_day(shown):
            clock.begin(day)
            columns = []
        match, mean = _TIME.match(shown), _MEAN.match(shown)
        if not match and not mean:
            continue
        time, rest = match.groups() if match else ("", mean.group(1) if mean else "")
        cells = rest.split()
        if cells[0] == "DEV":
            columns = cells[1:] if _TITLE.match(rest) else []
            if columns and time:
                title = time
                clock.at(time)
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
        elif time == title:
            boot.setdefault(name, placed)
        else:
            stamp = clock.at(time)
            if stamp not in reports:
                reports[stamp] = {}
                places.append(len(clock.stamps) - 1)
            reports[stamp].setdefault(name, placed)
    if boot:
        iostat_rows.write_reports(out, capture.owner, (), [boot], tool="sar")
    if reports or means:
        some = reports.values() if reports else [means]
        iostat_rows.write_reports(out, capture.owner, some, tool="sar", times=clock.times(places))
    elif not boot:
        out.note(capture.first_line, "no table of disks; sar -d prints it")


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
        provides={"host": ("host", "platform"), "workload": iostat_rows.COLUMNS, "load_sample": iostat_rows.UNORDERED_SAMPLES},
        detect=_detect, read=_read, needles=("%", ":"), owner_in=banner_owner, captured_in=banner_date,
    ),
)  # fmt: skip
