"""Performance answers of Unisphere: ``POST /univmax/restapi/performance/StorageGroup/metrics``, raw or by PyU4V.

::

    {"symmetrixId": "000197912345", "storageGroupId": "esx01_sg", "dataFormat": "Average", "metrics": ["HostIOs"]}
    {"resultList": {"result": [{"HostIOs": 1250.5, "HostReads": 800.0, "ResponseTime": 0.61, "timestamp": 1566550500000}],
                    "from": 1, "to": 1}, "count": 1}

    {"storage_group_id": "esx01_sg", "array_id": "000197912345", "reporting_level": "storage_group",
     "result": [{"HostIOs": 1250.5, "timestamp": 1566550500000}]}

    {"resultList": {"result": [{"volumeId": "000A1", "volumeResult": [{"IoRate": 120.0, "timestamp": 1566550500000}]}]}}

A raw answer does not name its object, unless it is of volumes; the request before it in the same text does. PyU4V adds it to the answer. Times
are in milliseconds, MB are 1,048,576 bytes and I/O sizes are in KB of 1,024 bytes: IOs times AvgIOSize is 1,024 times
MBs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.symmetrix import names
from checker.readers.symmetrix.unisphere.fields import text
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.load import PORT_UNITS, Load, load_facts
from checker.readers.toolkit.numbers import decimal, whole

_METRIC = re.compile(
    r'"(?:HostIOs|HostReads|HostMBs|IOs|MBs|ResponseTime|ReadResponseTime|PercentBusy|FEReqs|FEReadReqs|HostMBReads)"\s*:'
)
_ANSWER = re.compile(r'"(?:resultList|reporting_level)"\s*:')
_MEGABYTE, _KILOBYTE = 1.048576, 1024.0
# Figure → metrics of which the first counts, and what to multiply it by.
_FIGURES = {
    "iops": ("HostIOs IOs IoRate", 1.0), "read_iops": ("HostReads Reads", 1.0), "write_iops": ("HostWrites Writes", 1.0),
    "io_bytes": ("AvgIOSize", _KILOBYTE),
    "throughput_mbps": ("HostMBs MBs", _MEGABYTE), "read_mbps": ("HostMBReads MBRead", _MEGABYTE),
    "write_mbps": ("HostMBWritten HostMBWrites MBWritten", _MEGABYTE), "latency_ms": ("ResponseTime", 1.0),
    "read_ms": ("ReadResponseTime", 1.0), "write_ms": ("WriteResponseTime", 1.0),
}  # fmt: skip
_SAMPLES = load_facts(
    "",
    samples="device iops read_iops write_iops io_bytes throughput_mbps read_mbps write_mbps latency_ms read_ms write_ms busy_ratio",
)
MAX_DEPTH = 6
# Field that names the object, and its kind in the model.
_OBJECTS = (
    ("storage_volume", ("volumeId", "volume_id", "deviceId", "device_id")),
    ("host", ("hostId", "host_id")),
    ("group", ("storageGroupId", "storage_group_id", "maskingViewId", "masking_view_id")),
)
_DIRECTOR, _PORT = ("directorId", "director_id"), ("portId", "port_id")
_ARRAY = ("symmetrixId", "array_id", "systemId")
# A request with one of them is about many volumes.
_OF_VOLUMES = ("commaSeparatedStorageGroupList", "volumeStartRange", "volumeEndRange")


@dataclass(frozen=True)
class _About:
    """Object of the metrics: its kind in the model, its name, and whether the values are peaks of each interval."""

    kind: str
    key: str
    array: str
    peak: bool = False


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _METRIC.search(head) and _ANSWER.search(head):
        return Detection(95, "metrics of the Unisphere performance interface")
    if len(set(_METRIC.findall(head))) > 1 and '"timestamp"' in head:
        return Detection(85, "metrics as Unisphere names them")
    return None


def _owner(body: str) -> str | None:
    found = set(re.findall(r'"(?:symmetrixId|array_id|systemId)"\s*:\s*"([0-9]{12})"', body[:200_000]))
    return found.pop() if len(found) == 1 else None


def _is_peak(record: LocatedDict) -> bool:
    """Return whether the values are the highest of each interval."""
    return (text(record, "dataFormat", "data_format") or "").lower() == "maximum"


def _about(record: LocatedDict, owner: str) -> _About | None:
    array = text(record, *_ARRAY) or owner
    peak = _is_peak(record)
    director, port = names.director(text(record, *_DIRECTOR)), text(record, *_PORT)
    if director is not None:
        name = names.port_name(director, port)
        if port is not None and name is None:
            return None
        return _About("target_port" if name else "director", name or director, array, peak)
    for kind, keys in _OBJECTS:
        name = text(record, *keys)
        if name is not None:
            return _About(kind, names.device(name) or name if kind == "storage_volume" else name, array, peak)
    # An object with another id is not the array as a whole.
    others = [
        key
        for key in record
        if (key.lower().endswith("id") and key not in _ARRAY and key != "id") or key in _OF_VOLUMES
    ]
    level = text(record, "reporting_level")
    if not others and text(record, *_ARRAY) and (level == "array" or (level is None and "metrics" in record)):
        return _About("storage_array", array, array, peak)
    return None


class _Reading:
    def __init__(self, capture: Capture, out: Writer) -> None:
        self._owner, self._capture = capture.owner, capture
        self._out = out
        self._request: _About | None = None
        self._requested: str | None = None
        self._peaks = False
        self._nameless = 0
        self._line = capture.first_line
        self.array: str | None = None
        self._loads: dict[_About, Load] = {}

    def value(self, value: object, line: int, depth: int = 0) -> None:
        """Read an answer, a request or a list of them."""
        if depth > MAX_DEPTH:
            return
        if isinstance(value, list):
            for item in value:
                self.value(item, line_of(item, line), depth + 1)
        elif isinstance(value, LocatedDict):
            if isinstance(value.get("metrics"), list):
                self._request = _about(value, self._owner)
                self._requested, self._peaks = text(value, *_ARRAY), _is_peak(value)
                return
            holder = value.get("resultList") if isinstance(value.get("resultList"), LocatedDict) else value
            results = holder.get("result") if isinstance(holder, LocatedDict) else None
            if isinstance(results, list):
                about = _about(value, self._owner) or self._request
                for item in results:
                    if isinstance(item, LocatedDict) and not self._named(item, value):
                        self._result(item, about)
                self._request = None
            elif _METRIC.search(" ".join(f'"{key}":' for key in value)):
                self._result(value, _about(value, self._owner))
            else:
                for key, item in value.items():
                    self.value(item, value.key_lines[key], depth + 1)

    def finish(self) -> None:
        """Write the samples over time, and a note with the number of results without an object name."""
        for about, load in self._loads.items():
            load.at_regular_times()
            for part in _SAMPLES:
                part.write(load, Context(self._capture, self._out, about.array))
        if self._nameless:
            results = "result" if self._nameless == 1 else "results"
            self._out.note(
                self._line, f"skipped {self._nameless} {results} without the name of a port, group or volume"
            )

    def _named(self, item: LocatedDict, answer: LocatedDict) -> bool:
        """Read a result that names its object and lists its times, as for volumes; FALSE for any other."""
        lists = [listed for listed in item.values() if isinstance(listed, list)]
        about = _about(item, text(answer, *_ARRAY) or self._requested or self._owner) if lists else None
        if about is None:
            return False
        about = replace(about, peak=self._peaks)
        for listed in lists:
            for one in listed:
                if isinstance(one, LocatedDict) and "timestamp" in one:
                    self._result(one, about)
        return True

    def _result(self, item: LocatedDict, about: _About | None) -> None:
        if about is None:
            self._nameless += 1
            return
        self.array = self.array or about.array
        at, figures = _moment(item.get("timestamp")), _figures(item)
        if not about.peak:
            sampled = {name: value for name, value in figures.items() if value is not None}
            if "utilisation" in sampled:
                sampled["busy_ratio"] = sampled["utilisation"]
            # The list of volumes may not be there; where it is, it counts.
            wwn = names.wwn_of_device(about.array, about.key) if about.kind == "storage_volume" else None
            load = self._loads.setdefault(about, Load(about.kind, about.key, item.line, utc=True, device=wwn))
            load.at_time(at, sampled)
        common: dict[str, Value] = {"about_kind": about.kind, "about_key": about.key, "storage_array": about.array}
        if about.kind in ("target_port", "director"):
            for metric, unit in PORT_UNITS.items():
                if (value := figures.get(metric)) is not None:
                    place = {"peak" if about.peak else "value": value}
                    self._out.add("port_load", item.line, metric=metric, unit=unit, captured_at=at, **common, **place)
            return
        figures.pop("utilisation")
        reads, writes = figures["read_iops"], figures["write_iops"]
        if figures["iops"] is None and reads is not None and writes is not None:
            figures["iops"] = reads + writes
        if any(value is not None for value in figures.values()):
            phase = "peak" if about.peak else None
            self._out.add(
                "workload", item.line, phase=phase, captured_at=at, measured=True, tool="array", **common, **figures
            )


def _figures(item: LocatedDict) -> dict[str, float | None]:
    found = {figure: _number(item, *keys.split(), factor=factor) for figure, (keys, factor) in _FIGURES.items()}
    reads = found["read_iops"]
    share, busy, hits = (_number(item, key) for key in ("PercentRead", "PercentBusy", "PercentReadHit"))
    found["read_ratio"] = None if share is None or share > 100 else share / 100
    found["utilisation"] = None if busy is None else busy / 100
    found["read_miss_ratio"] = None if hits is None or hits > 100 or reads == 0 else 1 - hits / 100
    # The response time is printed as zero if there were no reads or writes.
    for figure, rate in (("latency_ms", found["iops"]), ("read_ms", reads), ("write_ms", found["write_iops"])):
        if rate == 0:
            found[figure] = None
    return found


def _number(item: LocatedDict, *keys: str, factor: float = 1.0) -> float | None:
    for key in keys:
        value = item.get(key)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e15:
            return decimal(value) * factor
    return None


def _moment(value: object) -> datetime | None:
    """Return the time of milliseconds since 1970."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 16:
        value = whole(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 1_000_000_000_000 <= value < 10_000_000_000_000:
        return None
    return datetime.fromtimestamp(value // 1000, UTC)


def _read(capture: Capture, out: Writer) -> None:
    reading = _Reading(capture, out)
    for document in noted_documents(capture.text, capture.first_line, out):
        reading.value(document.value, document.line)
    reading.finish()
    if reading.array is not None:
        out.add(
            "storage_array", capture.first_line, storage_array=reading.array, serial=names.serial(reading.array),
            vendor="EMC", family="symmetrix",
        )  # fmt: skip


READERS = (
    Reader(
        name="symmetrix-unisphere-performance", platform="symmetrix",
        command="POST /univmax/restapi/performance/StorageGroup/metrics",
        provides={
            "storage_array": ("storage_array", "serial", "vendor", "family"),
            "workload": word_list("""
                about_kind about_key storage_array phase captured_at iops read_iops write_iops read_ratio io_bytes
                throughput_mbps read_mbps write_mbps latency_ms read_ms write_ms read_miss_ratio measured tool
            """),
            "port_load": ("about_kind", "about_key", "metric", "storage_array", "unit", "value", "peak", "captured_at"),
            **provided(*_SAMPLES),
        },
        detect=_detect, read=_read, needles=('"', "{"), owner_in=_owner,
    ),
)  # fmt: skip
