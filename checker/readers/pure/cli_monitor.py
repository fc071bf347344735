"""``purearray monitor``, ``purevol monitor``, ``purehost monitor`` and ``purehgroup monitor``: load, as text or with ``--csv``.

::

    Name     Time                     B/s (read)  B/s (write)  op/s (read)  op/s (write)  us/op (read)  us/op (write)
    vol_db   2018-06-13 23:17:22 EDT  1.78M       4.61M        1.20K        179.00        352           218
    (total)  2018-06-13 23:17:22 EDT  1.78M       4.61M        1.20K        179.00        352           218

In newer releases the table of an array has no names. Only the command, or the name of the file, shows whether the rows are
volumes or hosts. Latencies are those of the array; columns with another word before ``us/op`` (``SAN``, ``Queue``) are parts
of them or additional. Bytes are counted in powers of 1024 and operations in powers of 1000. Rows ``(total)`` are zero in
Purity 5.0 and 5.1 and are ignored. Means over the printed times are written, at the last of them; a zone of several
meanings, such as CST, is taken as UTC.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.pure.cli_table import NOISE
from checker.readers.pure.parts import ONCE
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.load import Load, complete, load_facts
from checker.readers.toolkit.numbers import decimal
from checker.readers.toolkit.samples import Recorder, sample_columns, samples_of
from checker.readers.toolkit.zones import offset_of

_TITLE = re.compile(
    r"(?<!\S)(?:Name|Time|(?:(?:SAN|Queue|QoS Rate Limit|Local Queue) )?us/op(?: cache reduction)?(?: \((?:mirrored )?\w+\))?"
    r"|(?:Mirrored )?(?:B/s|op/s|B/op)(?: \((?:mirrored )?\w+\))?)(?![^\s,])",
    re.IGNORECASE,
)
_READ = ("b/s (read)", "b/s (write)", "op/s (read)", "op/s (write)", "us/op (read)", "us/op (write)")
# Figures over time: title → column of ``load_sample``, and the factor to its unit.
_SAMPLED = {
    "b/s (read)": ("read_mbps", 1e-6), "b/s (write)": ("write_mbps", 1e-6), "op/s (read)": ("read_iops", 1.0),
    "op/s (write)": ("write_iops", 1.0), "us/op (read)": ("read_ms", 1e-3), "us/op (write)": ("write_ms", 1e-3),
}  # fmt: skip
_TIME = re.compile(
    r"(?<![^\s,\"])([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]([0-9]{2}:[0-9]{2}:[0-9]{2}) ?([A-Z]{1,5}|[+-][0-9]{2}:?(?:[0-9]{2})?)(?![^\s,\"])"
)
_NUMBER = re.compile(r"([0-9]{1,18}(?:\.[0-9]{1,20})?)([KMGT]?)\Z")
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}
_COMMAND = re.compile(r"\bpure(array|vol|host|hgroup)\b", re.IGNORECASE)
_KINDS = {"array": "storage_array", "vol": "storage_volume", "host": "host", "hgroup": "group"}


@dataclass
class _Samples:
    """The samples of one object, by title."""

    line: int
    taken: dict[str, list[float]] = field(default_factory=dict)
    moments: list[datetime | None] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        """Return the means; latencies are weighted by the operations of their time."""
        means = {title: sum(values) / len(values) for title, values in self.taken.items()}
        figures: dict[str, float] = {}
        for way in ("read", "write"):
            ios, times = self.taken.get(f"op/s ({way})"), self.taken.get(f"us/op ({way})")
            if ios is not None:
                figures[f"{way}_iops"] = means[f"op/s ({way})"]
            if f"b/s ({way})" in means:
                figures[f"{way}_mbps"] = means[f"b/s ({way})"] / 1e6
            if ios and times and len(ios) == len(times) and sum(ios) > 0:
                figures[f"{way}_ms"] = sum(a * b for a, b in zip(ios, times, strict=True)) / sum(ios) / 1000
        return complete(figures)


_LOADS = load_facts(
    "storage_array captured_at iops read_iops write_iops read_ratio throughput_mbps read_mbps write_mbps read_ms write_ms"
    " samples"
)


def _titles(line: str) -> list[str] | None:
    """Return the titles of a header line in lower case, or None."""
    found = [" ".join(match.group().lower().split()) for match in _TITLE.finditer(line.replace(",", " , "))]
    rest = _TITLE.sub("", line.replace(",", " , ")).replace(",", "")
    return found if not rest.strip() and "time" in found and {"op/s (read)", "op/s (write)"} <= set(found) else None


def _cells(line: str, titles: list[str]) -> tuple[dict[str, str], datetime | None] | None:
    """Return the cells of a row by title, and its time if it has one; None for any other line."""
    time = _TIME.search(line)
    if time is None:
        return None
    if "," in line:
        values = [cell.strip() for cell in next(csv.reader([line]), [])]
    else:
        values = [*line[: time.start()].split(), time.group(), *line[time.end() :].split()]
    if len(values) != len(titles) or not _TIME.match(values[titles.index("time")]):
        return None
    return dict(zip(titles, values, strict=True)), _moment(time)


def _moment(time: re.Match[str]) -> datetime | None:
    try:
        local = datetime.fromisoformat(f"{time.group(1)}T{time.group(2)}").replace(tzinfo=UTC)
        return local - (offset_of(time.group(3)) or timedelta())
    except (ValueError, OverflowError):
        return None


def _number(text: str, base: float) -> float | None:
    found = _NUMBER.match(text)
    return decimal(found.group(1)) * base ** _POWERS[found.group(2)] if found else None


def _kind(capture: Capture) -> str | None:
    """Return the kind of the named rows, from the command or else the name of the file."""
    for text in (capture.command or "", "\n".join(capture.head.split("\n", 3)[:3]), capture.file):
        found = {match.group(1).lower() for match in _COMMAND.finditer(text)}
        if len(found) == 1:
            return _KINDS[found.pop()]
    return None


def _rows(capture: Capture, out: Writer) -> Iterator[tuple[int, dict[str, str], datetime | None]]:
    titles: list[str] | None = None
    for number, line in capture.lines():
        if not line.strip():
            continue
        found = _titles(line)
        if found is not None:
            titles = found
            continue
        cells = _cells(line, titles) if titles is not None else None
        if cells is not None:
            yield number, *cells
        elif not NOISE.match(line.strip()):
            out.unread(number)


def _loads(capture: Capture, out: Writer) -> Iterator[Load]:
    kind = _kind(capture)
    found: dict[tuple[str, str], _Samples] = {}
    unnamed: int | None = None
    recorder: Recorder[tuple[str, str]] = Recorder()
    for number, cells, moment in _rows(capture, out):
        name = cells.get("name")
        if name == "(total)":
            continue
        if name is not None and kind is None:
            unnamed = unnamed or number
            continue
        about = ("storage_array", capture.owner) if name is None or kind == "storage_array" else (kind or "", name)
        samples = found.setdefault(about, _Samples(number))
        samples.moments.append(moment)
        recorder.at(moment)
        for title in _READ:
            value = _number(cells.get(title, ""), 1024.0 if title.startswith("b/s") else 1000.0)
            if value is not None:
                samples.taken.setdefault(title, []).append(value)
                column, factor = _SAMPLED[title]
                recorder.add(about, column, value * factor, number)
        if (network := _network_ms(cells)) is not None:
            recorder.add(about, "network_ms", network, number)
    if unnamed is not None:
        advice = "keep the command, such as purevol monitor, above the table or in the name of the file"
        out.note(unnamed, f"skipped rows that may be volumes or hosts: {advice}")
    _write_samples(capture, out, recorder)
    for (about_kind, about_key), samples in found.items():
        last = max((moment for moment in samples.moments if moment is not None), default=None)
        yield Load(about_kind, about_key, samples.line, samples.figures(), last, len(samples.moments))


def _network_ms(cells: Mapping[str, str]) -> float | None:
    """Return the time that the array waited for the SAN per operation, in ms; None if it is not printed."""
    waited = total = 0.0
    for way in ("read", "write"):
        ios, time = (
            _number(cells.get(f"op/s ({way})", ""), 1000.0),
            _number(cells.get(f"san us/op ({way})", ""), 1000.0),
        )
        if ios is None or time is None:
            return None
        waited, total = waited + ios * time / 1000, total + ios
    return waited / total if total else None


def _write_samples(capture: Capture, out: Writer, recorder: Recorder[tuple[str, str]]) -> None:
    """Write the load over time."""
    if not out.samples:
        return
    zone = _TIME.search(capture.text)
    utc = zone is not None and offset_of(zone.group(3)) is not None
    for (kind, key), figures in recorder.series():
        about: dict[str, Value] = {
            "about_kind": kind,
            "about_key": key,
            "storage_array": capture.owner,
            "tool": "array",
        }
        for row in samples_of(recorder.times, figures, utc=utc):
            out.add("load_sample", recorder.lines[kind, key], **about, **row)


def _detect(capture: Capture) -> Detection | None:
    if any(_titles(line) is not None for line in capture.head.split("\n")[:60] if "op/s (read)" in line):
        return Detection(95, "load of a FlashArray, as its console prints it")
    return None


_SAMPLE = sample_columns(
    "about_kind about_key storage_array tool", " ".join(["network_ms", *(column for column, _ in _SAMPLED.values())])
)
_MONITOR = Family[Load]("pure", _loads, ONCE).reader(
    "pure-monitor", "purevol monitor", _detect, *_LOADS, also=("purearray monitor", "purehgroup monitor", "purehost monitor"), needles=("op/s (read)",),
    begins=r"^[ \t]*(?:Name(?:[ ]+|,))?Time(?:[ ]+|,)B/s \(read\)",
)  # fmt: skip
READERS = (replace(_MONITOR, provides={**_MONITOR.provides, "load_sample": _SAMPLE}),)
