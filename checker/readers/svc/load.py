"""``lssystemstats`` and ``lsnodestats`` of an SVC, with and without ``-history``: load of the system and of its nodes.

::

    stat_name      stat_current stat_peak stat_peak_time
    vdisk_r_io     1300         2400      230119164619
    vdisk_r_ms     0.216        0.278     230119164229

    node_id:node_name:stat_name:stat_current:stat_peak:stat_peak_time
    1:node1:vdisk_io:650:900:230119164614

    sample_time  stat_name  stat_value
    230119164614 vdisk_r_io 1300

What counts are the volumes: ``mdisk`` and ``drive`` are what is behind them. Current values are means of the last five
seconds; peaks are of five minutes. Releases differ in decimals, and SVC counts in powers of 1024.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Value, Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.svc.tables import Row, detailed_keys, first_header, rows

_VALUE = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?\Z")
_MIB = 1.048576
_FACTS = {
    "vdisk_io": ("iops", 1.0),
    "vdisk_r_io": ("read_iops", 1.0),
    "vdisk_w_io": ("write_iops", 1.0),
    "vdisk_mb": ("throughput_mbps", _MIB),
    "vdisk_r_mb": ("read_mbps", _MIB),
    "vdisk_w_mb": ("write_mbps", _MIB),
    "vdisk_ms": ("latency_ms", 1.0),
    "vdisk_r_ms": ("read_ms", 1.0),
    "vdisk_w_ms": ("write_ms", 1.0),
    "cpu_pc": ("utilisation", 0.01),
}
_RATES_OF_TIMES = {"latency_ms": "iops", "read_ms": "read_iops", "write_ms": "write_iops"}
_NODE_UNITS = {"iops": "1/s", "throughput_mbps": "MB/s", "latency_ms": "ms", "utilisation": "ratio"}


@dataclass
class _Load:
    """The statistics of the system or of a node: samples of each fact."""

    line: int
    samples: dict[str, list[float]] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Add one statistic."""
        fact = _FACTS.get(row.get("stat_name") or "")
        text = row.get("stat_current", "stat_value") or ""
        if fact is not None and _VALUE.match(text):
            self.samples.setdefault(fact[0], []).append(float(text) * fact[1])

    def facts(self) -> dict[str, Value]:
        """Return the means; a time without any I/O is none."""
        means = {name: sum(found) / len(found) for name, found in self.samples.items()}
        reads, writes = means.get("read_iops"), means.get("write_iops")
        if "iops" not in means and reads is not None and writes is not None:
            means["iops"] = reads + writes
        facts: dict[str, Value] = {
            name: value for name, value in means.items() if means.get(_RATES_OF_TIMES.get(name, ""), 1.0) > 0
        }
        if reads is not None and writes is not None and reads + writes > 0:
            facts["read_ratio"] = reads / (reads + writes)
        return facts

    @property
    def count(self) -> int:
        """Return how many samples there are."""
        return max((len(found) for found in self.samples.values()), default=0)


def _read(capture: Capture, out: Writer) -> None:
    loads: dict[str | None, _Load] = {}
    for row in rows(capture, out):
        loads.setdefault(row.get("node_name", "node_id"), _Load(row.line)).add(row)
    for node, load in loads.items():
        facts = load.facts()
        if node is None:
            facts.pop("utilisation", None)
            _write_system(load, facts, capture, out)
            continue
        for metric, unit in _NODE_UNITS.items():
            if metric in facts:
                out.add(
                    "port_load",
                    load.line,
                    about_kind="director",
                    about_key=node,
                    director=node,
                    metric=metric,
                    storage_array=capture.owner,
                    unit=unit,
                    value=facts[metric],
                    samples=load.count,
                )
    if loads:
        line = min(load.line for load in loads.values())
        out.add("storage_array", line, storage_array=capture.owner, vendor="IBM", family="svc")


def _write_system(load: _Load, facts: dict[str, Value], capture: Capture, out: Writer) -> None:
    if facts:
        out.add(
            "workload",
            load.line,
            about_kind="storage_array",
            about_key=capture.owner,
            measured=True,
            tool="array",
            samples=load.count,
            **facts,
        )


def _detect(capture: Capture) -> Detection | None:
    found = first_header(capture.head)
    columns = set(found.names) if found is not None else detailed_keys(capture.head)
    if "stat_name" in columns and {"stat_current", "stat_value"} & columns and "enclosure_id" not in columns:
        return Detection(95, "load of an SVC or of its nodes")
    return None


READERS = (
    Reader(
        name="svc-lssystemstats",
        platform="svc",
        command="lssystemstats",
        provides={
            "storage_array": ("storage_array", "vendor", "family"),
            "workload": (
                "about_kind",
                "about_key",
                "iops",
                "read_iops",
                "write_iops",
                "read_ratio",
                "throughput_mbps",
                "read_mbps",
                "write_mbps",
                "latency_ms",
                "read_ms",
                "write_ms",
                "measured",
                "tool",
                "samples",
            ),
            "port_load": (
                "about_kind",
                "about_key",
                "director",
                "metric",
                "storage_array",
                "unit",
                "value",
                "samples",
            ),
        },
        detect=_detect,
        read=_read,
        needles=("stat_name",),
        begins=r"^(?:node_id[ :,!;|\t]+node_name[ :,!;|\t]+|sample_time[ :,!;|\t]+)?stat_name[ :,!;|\t]+stat_",
    ),
)
