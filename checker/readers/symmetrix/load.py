"""Load of devices and ports in symcli text and XML: means over the intervals of one listing.

symcli prints the time of day of an interval but not the date, so intervals cannot be dated: their means are written,
with the number of intervals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.load import Load, load_facts
from checker.readers.toolkit.numbers import decimal

_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?\Z")
_KILOBYTE = 1024 / 1e6
"""Megabytes in a KB of 1,024 bytes: in Unisphere answers, IOs times AvgIOSize (KB) is 1,024 times MBs."""
DEVICE_METRICS = ("reads", "writes", "read_kb", "write_kb", "read_hits", "write_hits", "sequential", "pending")
# Metric of symcli → figure, and what to multiply it by.
_FIGURES = {
    "reads": ("read_iops", 1.0), "writes": ("write_iops", 1.0), "read_kb": ("read_mbps", _KILOBYTE),
    "write_kb": ("write_mbps", _KILOBYTE), "pending": ("write_pending", 1.0), "ios": ("iops", 1.0),
    "kb": ("throughput_mbps", _KILOBYTE),
}  # fmt: skip
_FACTS = load_facts(
    "storage_array iops read_iops write_iops read_ratio read_mbps write_mbps throughput_mbps read_miss_ratio"
    " write_pending samples",
    ports="storage_array iops throughput_mbps samples",
)
COLUMNS = provided(*_FACTS)


class Loads:
    """Collector for the intervals of one listing; it writes their means."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], Load] = {}

    def add(self, kind: str, line: int, array: str, name: str, values: Mapping[str, str | None]) -> None:
        """Add an interval of a device (metrics of ``DEVICE_METRICS``) or a port (``ios``, ``kb``), as printed."""
        load = self._found.setdefault((kind, array, name), Load(kind, name, line))
        numbers = {metric: decimal(text) for metric, text in values.items() if text and _NUMBER.match(text)}
        for metric in numbers.keys() & _FIGURES.keys():
            figure, factor = _FIGURES[metric]
            load.add(figure, numbers[metric] * factor)
        # Hit ratios are weighted by the reads of an interval; without reads the printed ratio has no meaning.
        if "reads" in numbers and numbers.get("read_hits", 101) <= 100:
            load.add("rated_reads", numbers["reads"])
            load.add("read_hits", numbers["reads"] * numbers["read_hits"] / 100)

    def write(self, capture: Capture, out: Writer) -> None:
        """Write the means."""
        for (_, array, _), load in self._found.items():
            load.average()
            if load.figures.get("rated_reads"):
                load.figures["read_miss_ratio"] = 1 - load.figures["read_hits"] / load.figures["rated_reads"]
            for facts in _FACTS:
                facts.write(load, Context(capture, out, array))
