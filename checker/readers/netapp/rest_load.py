"""The ``metric`` of an ONTAP REST record: current load of a LUN or an FC interface (ONTAP 9.7 and later).

::

    "metric": {"timestamp": "2024-05-01T11:20:15Z", "duration": "PT15S", "status": "ok",
               "iops": {"read": 200, "write": 100, "other": 5, "total": 305},
               "latency": {"read": 450, "write": 300, "other": 20, "total": 390},
               "throughput": {"read": 3276800, "write": 819200, "other": 0, "total": 4096000}}

Latencies are microseconds and throughputs bytes a second (ONTAP REST API reference, ``GET /storage/luns``). Other
operations are no reads or writes of data, but the array serves them; they count in the whole.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import word_list

WORKLOAD = word_list("""
    about_kind about_key storage_array captured_at iops read_iops write_iops read_ratio throughput_mbps read_mbps
    write_mbps latency_ms read_ms write_ms measured tool seconds
""")
PORT_LOAD = ("about_kind", "about_key", "metric", "storage_array", "unit", "value", "captured_at")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:Z|[+-][0-9]{2}:?[0-9]{2})\Z")
_DURATIONS = {"PT15S": 15.0, "PT4M": 240.0, "PT5M": 300.0, "PT30M": 1800.0, "PT2H": 7200.0, "P1D": 86_400.0}
_DIRECTIONS = (("total", ""), ("read", "read_"), ("write", "write_"))


def _numbers(metric: dict[str, Any], name: str) -> dict[str, float]:
    found = metric.get(name)
    return {
        key: float(value)
        for key, value in (found.items() if isinstance(found, dict) else ())
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e15
    }


def _facts(metric: dict[str, Any]) -> dict[str, float]:
    ios, times, rates = (_numbers(metric, name) for name in ("iops", "latency", "throughput"))
    facts: dict[str, float] = {}
    for key, prefix in _DIRECTIONS:
        if key in ios:
            facts[f"{prefix}iops"] = ios[key]
        if key in rates:
            facts[f"{prefix or 'throughput_'}mbps"] = rates[key] / 1e6
        # Without I/Os a latency is meaningless.
        if key in times and ios.get(key, 1.0) > 0:
            facts[f"{prefix or 'latency_'}ms"] = times[key] / 1000
    if ios.get("read", 0.0) + ios.get("write", 0.0) > 0 and {"read", "write"} <= ios.keys():
        facts["read_ratio"] = ios["read"] / (ios["read"] + ios["write"])
    return facts


def _moment(metric: dict[str, Any]) -> datetime | None:
    text = metric.get("timestamp")
    if not isinstance(text, str) or not _TIME.match(text):
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def write(metric: object, line: int, kind: str, name: str, out: Writer, array: str) -> None:
    """Write the load of a LUN (``storage_volume``) or of an FC interface (``target_port``), if its record has one."""
    if not isinstance(metric, dict):
        return
    status = metric.get("status")
    if isinstance(status, str) and status not in ("ok", "backfilled_data"):
        out.note(line, f"the load of {name[:100]} is left out: its status is {status[:60]}")
        return
    facts, time = _facts(metric), _moment(metric)
    if not facts:
        return
    if kind == "target_port":
        for fact, unit in (("iops", "1/s"), ("throughput_mbps", "MB/s"), ("latency_ms", "ms")):
            if fact in facts:
                out.add(
                    "port_load",
                    line,
                    about_kind=kind,
                    about_key=name,
                    metric=fact,
                    storage_array=array,
                    unit=unit,
                    value=facts[fact],
                    captured_at=time,
                )
        return
    values: dict[str, Value] = {**facts, "seconds": _DURATIONS.get(str(metric.get("duration")))}
    out.add(
        "workload",
        line,
        about_kind=kind,
        about_key=name,
        storage_array=array,
        captured_at=time,
        measured=True,
        tool="array",
        **values,
    )
