"""``lssystemstats`` and ``lsnodestats`` of an SVC, with and without ``-history``: load of the system and of its nodes.

::

    stat_name      stat_current stat_peak stat_peak_time
    vdisk_r_io     1300         2400      230119164619
    vdisk_r_ms     0.216        0.278     230119164229

    node_id:node_name:stat_name:stat_current:stat_peak:stat_peak_time
    1:node1:vdisk_io:650:900:230119164614

    sample_time  stat_name  stat_value
    230119164614 vdisk_r_io 1300

Only the statistics of volumes count: ``mdisk`` and ``drive`` are the back end. Current values are means of the last five
seconds; peaks are of five minutes. Releases differ in decimals, and SVC counts in powers of 1024. Times are of the system's
zone, which is not printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.readers.svc.tables import ARRAY, columns, rows
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.family import Family, by_columns
from checker.readers.toolkit.load import Load, load_facts
from checker.readers.toolkit.numbers import decimal

_VALUE = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?\Z")
_MIB = 1.048576
# Statistic → figure, and what to multiply it by.
_FIGURES = {
    "vdisk_io": ("iops", 1.0), "vdisk_r_io": ("read_iops", 1.0), "vdisk_w_io": ("write_iops", 1.0),
    "vdisk_mb": ("throughput_mbps", _MIB), "vdisk_r_mb": ("read_mbps", _MIB), "vdisk_w_mb": ("write_mbps", _MIB),
    "vdisk_ms": ("latency_ms", 1.0), "vdisk_r_ms": ("read_ms", 1.0), "vdisk_w_ms": ("write_ms", 1.0),
    "cpu_pc": ("utilisation", 0.01),
}  # fmt: skip
# Names of figures in samples over time, where they differ.
_SAMPLED = {"utilisation": "busy_ratio"}
_LOADS = load_facts(
    "iops read_iops write_iops read_ratio throughput_mbps read_mbps write_mbps latency_ms read_ms write_ms samples",
    ports="storage_array director iops throughput_mbps latency_ms utilisation samples",
    samples="iops read_iops write_iops throughput_mbps read_mbps write_mbps latency_ms read_ms write_ms busy_ratio",
)


def _moment(text: str | None) -> datetime | None:
    try:
        return datetime.strptime(text, "%y%m%d%H%M%S").replace(tzinfo=UTC) if text else None
    except ValueError:
        return None


def _loads(capture: Capture, out: Writer) -> Iterable[Load]:
    """Return the load of the system or of each node."""
    loads: dict[str | None, Load] = {}
    for row in rows(capture, out):
        node = row.text("node_name", "node_id")
        kind = "storage_array" if node is None else "director"
        load = loads.setdefault(node, Load(kind, node or capture.owner, row.line))
        figure, factor = _FIGURES.get(row.text("stat_name") or "", ("", 1.0))
        value = row.text("stat_current", "stat_value") or ""
        if figure and _VALUE.match(value):
            load.add(figure, decimal(value) * factor)
            load.at_time(_moment(row.text("sample_time")), {_SAMPLED.get(figure, figure): decimal(value) * factor})
    for load in loads.values():
        load.average()
    return loads.values()


READERS = (
    Family[Load]("svc", _loads, ARRAY).reader(
        "svc-lssystemstats", "lssystemstats",
        by_columns(columns, "load of an SVC or of its nodes", (95, "stat_name stat_current|stat_value -enclosure_id")),
        *_LOADS, also=("lsnodestats",), needles=("stat_name",),
        begins=r"^(?:node_id[ :,!;|\t]+node_name[ :,!;|\t]+|sample_time[ :,!;|\t]+)?stat_name[ :,!;|\t]+stat_",
    ),
)  # fmt: skip
