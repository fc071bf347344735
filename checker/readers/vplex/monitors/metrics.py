"""Columns of the VPLEX performance monitors: metric, object and unit.

A column is named ``<metric>[ <object>] (<unit>)``: ``be-prt.write A1-FC02 (KB/s)``, ``director.busy (%)``,
``fe-lu read-lat recent-average (us)``. REST v2 writes ``_`` for ``-``. The KB of KB/s is 1024 bytes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from checker.readers.toolkit.numbers import decimal, whole

# Unit of the model and conversion factor for each printed unit.
_UNITS: Mapping[str, tuple[str, float]] = {
    "us": ("ms", 1 / 1000), "ms": ("ms", 1.0), "kb/s": ("MB/s", 1024 / 1_000_000),
    "mb/s": ("MB/s", 1_048_576 / 1_000_000), "counts/s": ("1/s", 1.0), "counts": ("count", 1.0),
    "%": ("ratio", 1 / 100),
}  # fmt: skip
_COLUMN = re.compile(
    r"\s*(?P<words>[A-Za-z][^\n]*?)\s*\((?P<unit>us|ms|[KM]B/s|counts/s|counts|%)\)\s*\Z", re.IGNORECASE
)
_AVERAGE = re.compile(r"(?<!\s)\s+(?:recent-average|average|avg|max|min)\b")
_FAMILIES = (
    r"director|fe-director|be-director|fe-prt|be-prt|fe-lu|virtual-volume|storage-volume|cache|ramf|rdma|directory"
    r"|cg|com-cluster-io|fc-com-port|ip-com-port|com-port|wrt-pacing|com-path|com-endpoint|iscsi-prt|repl|ib-port"
)
METRIC = rf"(?:{_FAMILIES})[. ][A-Za-z][\w-]*"
_METRIC = re.compile(rf"(?P<family>{_FAMILIES})[. ](?P<metric>[A-Za-z][\w-]*)(?:\s+(?P<object>\S.*))?\Z")

# (family, metric) → name of the metric; other metrics keep their own.
_NAMES: Mapping[tuple[str, str], str] = {
    ("director", "busy"): "busy", ("director", "per-cpu-busy"): "cpu_busy", ("director", "heap-used"): "heap_used",
    ("director", "fe-ops"): "iops", ("director", "fe-ops-read"): "read_iops",
    ("director", "fe-ops-write"): "write_iops", ("director", "fe-ops-act"): "outstanding",
    ("director", "fe-ops-q"): "queued", ("director", "fe-read"): "read_mbps", ("director", "fe-write"): "write_mbps",
    ("director", "be-ops"): "back_end_iops", ("director", "be-ops-read"): "back_end_read_iops",
    ("director", "be-ops-write"): "back_end_write_iops", ("director", "be-read"): "back_end_read_mbps",
    ("director", "be-write"): "back_end_write_mbps", ("director", "be-aborts"): "back_end_aborts",
    ("director", "fedomain-avg-lat"): "latency_ms", ("fe-director", "aborts"): "aborts",
    ("be-director", "aborts"): "back_end_aborts", ("cache", "rhit"): "cache_read_hits",
    ("cache", "miss"): "cache_misses",
}  # fmt: skip
_COMMON = {"ops": "iops", "read": "read_mbps", "write": "write_mbps", "aborts": "aborts"}
_LATENCY = re.compile(r"(?:per-storage-volume-)?(read|write)-(?:avg-lat|lat|latency)\Z")
_OF_PORTS = ("fe-prt", "be-prt", "fc-com-port", "ip-com-port", "com-port", "iscsi-prt", "ib-port")
_OF_VOLUMES = ("fe-lu", "virtual-volume")
_DIRECTOR = re.compile(r"director-[0-9]+-[0-9]+-[AB]", re.IGNORECASE)
_MONITOR = re.compile(r"(?:\A|.*/)([\w.-]+?)_(?:PERPETUAL|VIRTUAL_VOLUMES_PERPETUAL)")


@dataclass(frozen=True)
class Metric:
    """Measurement of one column: ``about`` is the kind of object, ``name`` its name ('' for the director itself)."""

    about: str
    name: str
    metric: str
    unit: str
    factor: float


def parse_column(title: str, volume: str | None = None) -> Metric | None:
    """Parse the title of a column, or return None if it is not a metric; ``volume`` is the object of the row."""
    match = _COLUMN.match(title)
    if match is None:
        return None
    words = _AVERAGE.sub("", match["words"])
    found = _METRIC.match(words) or _METRIC.match(words.replace("_", "-"))
    if found is None:
        return None
    unit, factor = _UNITS[match["unit"].lower()]
    family, metric, name = found["family"], found["metric"], (found["object"] or volume or "").strip()
    latency = _LATENCY.match(metric)
    if latency is not None:
        title_of = f"{latency.group(1)}_ms"
    else:
        title_of = _NAMES.get((family, metric)) or (_COMMON.get(metric) if family != "director" else None) or ""
    if not title_of:
        title_of = f"{family}.{metric}"
    if family in _OF_PORTS:
        about = "target_port"
    elif family in _OF_VOLUMES and name:
        about = "virtual_volume"
    elif family == "storage-volume" and name:
        about = "storage_volume"
    else:
        about = "director"
        if latency is not None and family == "storage-volume":
            title_of = f"back_end_{title_of}"
        elif family in _OF_VOLUMES:
            title_of = f"{family}.{metric}"
    return Metric(about, name, title_of, unit, factor)


def number(cell: object) -> float | None:
    """Return the number in a cell; None for empty cells and ``no data``."""
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, (int, float)):
        return decimal(cell) if math.isfinite(cell) else None
    text = str(cell).strip()
    if not text or text[0] not in "0123456789+-." or "_" in text or len(text) > 40:
        return None
    try:
        value = decimal(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def moment(cell: object) -> datetime | None:
    """Return the time in a cell: ``2016-10-11 10:56:54``, or seconds or milliseconds since 1970."""
    text = str(cell).strip().rstrip(":") if cell is not None else ""
    if re.fullmatch(r"[0-9]{10}(?:\.[0-9]+)?|[0-9]{13}", text):
        seconds = decimal(text) / (1000 if len(text) == 13 and "." not in text else 1)
        return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None, microsecond=0)
    match = re.match(r"([0-9]{4})[-/]([0-9]{2})[-/]([0-9]{2})[ T]([0-9]{2}):([0-9]{2}):([0-9]{2})", text)
    if match is None:
        return None
    try:
        return datetime(*(whole(part) for part in match.groups()))  # type: ignore[arg-type]
    except ValueError:
        return None


def director_in(*texts: str) -> str | None:
    """Return the director in a file name or in the name of a monitor, or None."""
    for text in texts:
        base = text.replace("\\", "/").rsplit("/", 1)[-1]
        if match := _DIRECTOR.search(base):
            return match.group().lower()[:-1] + match.group()[-1].upper()
        if (match := _MONITOR.match(base)) and match.group(1):
            return match.group(1)
    return None
