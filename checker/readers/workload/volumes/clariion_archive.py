"""``naviseccli analyzer -archivedump -data``: the load of CLARiiON and VNX objects at every poll, as CSV.

Sample::

    Object Name,Poll Time,Owner Array Name,Utilization (%),Queue Length,Response Time (ms),Read Throughput (IO/s),…
    LUN_db [12; RAID 5; esx01],11/21/2014 10:00:00,APM00140000001,25.1,1.5,4.2,384.0,…
    SP A,11/21/2014 10:00:00,APM00140000001,35.1,2.5,4.2,884.0,…

The user selects the columns and their order. Only LUNs are read: the number after the bracket is their name in other
exports of the array. Ports, storage processors, disks and pools repeat the same load. An MB has 1,024 KB: read size
times read throughput is read bandwidth. Times have no zone and are taken as UTC; means and 95th percentiles over all
polls are written, and for triage the polls themselves.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.load import load_of
from checker.readers.toolkit.samples import sample_columns, samples_of
from checker.readers.workload import measures

_LUN = re.compile(r"(?P<name>.{0,300}?)\s*\[(?P<number>[0-9]{1,9})\s*[;\]]")
_COLUMNS = {
    "utilization (%)": "busy", "queue length": "outstanding", "response time (ms)": "latency_ms",
    "total throughput (io/s)": "iops", "read throughput (io/s)": "read_iops", "write throughput (io/s)": "write_iops",
    "total bandwidth (mb/s)": "rate", "read bandwidth (mb/s)": "read_rate", "write bandwidth (mb/s)": "write_rate",
}  # fmt: skip
_NAME, _TIME = "object name", "poll time"
_BEGIN = re.compile(r'\s*"?(?:Object Name|Poll Time)"?\s*,', re.IGNORECASE)


@dataclass
class _Polls:
    """The samples of one LUN by fact, one for each poll; None where a poll has no number."""

    line: int
    samples: dict[str, list[float | None]] = field(default_factory=dict)
    count: int = 0
    last: datetime | None = None
    times: list[datetime | None] = field(default_factory=list)

    def add(self, values: dict[str, float | None], time: datetime | None) -> None:
        """Add a poll."""
        if time is not None and (self.last is None or time > self.last):
            self.last = time
        self.times.append(time)
        if values.get("iops") is None:
            values["iops"] = measures.add(values.get("read_iops"), values.get("write_iops"))
        self.count += 1
        # A dump may follow another one with other columns.
        for name in {**self.samples, **values}:
            self.samples.setdefault(name, [None] * (self.count - 1)).append(values.get(name))

    def over_time(self) -> dict[str, list[float | None]]:
        """Return the samples with the names and units of ``load_sample``."""
        samples = measures.over_time(self.samples, rate_unit=measures.MIB)
        samples["busy_ratio"] = [None if busy is None else busy / 100 for busy in samples.pop("busy", [])]
        full = [None] * self.count
        return {name: [*values, *full][: self.count] for name, values in samples.items()}

    def facts(self) -> dict[str, Value]:
        """Return means, latencies weighted by I/Os, and 95th percentiles, as facts of a workload."""
        samples = {**self.samples}
        busy = measures.mean(samples.pop("busy", ()))
        if measures.mean(samples.get("rate", ())) is None:
            samples.pop("rate", None)
        facts = measures.summary(samples, ("iops",), rate_unit=measures.MIB)
        facts["busy_ratio"] = None if busy is None else round(busy / 100, 6)
        for name in ("read", "write"):
            peak = measures.peak(samples.get(f"{name}_rate", ()))
            facts[f"{name}_mbps_p95"] = None if peak is None else measures.megabytes(peak * measures.MIB)
        return measures.known(facts)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text.strip()[:19], "%m/%d/%Y %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def _cells(line: str) -> list[str]:
    try:
        return next(csv.reader([line]), [])
    except csv.Error:
        return []


def _header(line: str) -> list[str] | None:
    """Return the columns of a header, in lower case; None for any other line."""
    if not _BEGIN.match(line):
        return None
    names = [" ".join(cell.lower().split()) for cell in _cells(line)]
    known = {_COLUMNS[name] for name in names if name in _COLUMNS}
    if {_NAME, _TIME} <= set(names[:4]) and ("iops" in known or {"read_iops", "write_iops"} <= known):
        return names
    return None


def _read(capture: Capture, out: Writer) -> None:
    columns: list[str] = []
    luns: dict[str, _Polls] = {}
    others: dict[str, int] = {}
    for line, text in capture.lines():
        if not text.strip():
            continue
        # Dumps of several archives may follow each other, each with its header.
        found = _header(text)
        if found is not None:
            columns = found
            continue
        cells = _cells(text)
        if len(cells) != len(columns):
            out.unread(line)
            continue
        row = dict(zip(columns, cells, strict=True))
        name = row[_NAME].strip()
        lun = _LUN.match(name)
        if lun is None:
            others.setdefault(name, line)
            continue
        values = {fact: measures.plain(row[title]) for title, fact in _COLUMNS.items() if title in row}
        luns.setdefault(lun.group("number"), _Polls(line)).add(values, _moment(row[_TIME]))
    for number, polls in luns.items():
        load = load_of(
            "storage_volume", number, "array", polls.facts(), storage_array=capture.owner, captured_at=polls.last,
            samples=polls.count,
        )  # fmt: skip
        out.add("workload", polls.line, **load)
        about: dict[str, Value] = {"about_kind": "storage_volume", "about_key": number, "storage_array": capture.owner}
        for sample in samples_of(polls.times, polls.over_time(), utc=False) if out.samples else ():
            out.add("load_sample", polls.line, tool="array", **about, **sample)
    if others and not luns:
        count = "1 object" if len(others) == 1 else f"{len(others)} objects"
        out.note(min(others.values()), f"skipped the load of {count}: no object is a LUN")


def _detect(capture: Capture) -> Detection | None:
    if any(_header(line) is not None for line in capture.head.split("\n")[:5]):
        return Detection(90, "the load of objects of a CLARiiON at every poll")
    return None


READERS = (
    Reader(
        name="workload-clariion-archive", platform="clariion", command="naviseccli analyzer -archivedump",
        provides={
            "workload": word_list("""
                about_kind about_key storage_array captured_at measured tool samples iops iops_p95 iops_deviation
                read_iops write_iops read_ratio read_mbps read_mbps_p95 write_mbps write_mbps_p95 throughput_mbps
                io_bytes read_io_bytes write_io_bytes latency_ms outstanding busy_ratio
            """),
            "load_sample": sample_columns(
                "about_kind about_key storage_array tool",
                "iops read_iops write_iops throughput_mbps read_mbps write_mbps latency_ms outstanding busy_ratio",
            ),
        },
        detect=_detect, read=_read, needles=("Object Name", "Poll Time", "Throughput"), verified=False,
    ),
)  # fmt: skip
