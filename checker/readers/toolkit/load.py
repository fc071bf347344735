"""Load that an array or host measured of a volume, host, port or controller: figures, means and facts.

Figures have the names of the columns of ``workload``: ``iops``, ``read_iops``, ``write_mbps``, ``latency_ms`` … A reader
collects them in a :class:`Load` for each object and writes it by declared facts::

    _LOADS = load_facts("storage_array iops read_iops write_iops read_ratio samples", ports="storage_array iops samples")

Volumes, hosts and arrays get one ``workload`` each, ports and controllers one ``port_load`` for each figure, and all of them one
``load_sample`` for each time that :meth:`Load.at_time` got. Readers that compute all columns themselves use :func:`load_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from checker.facts.values import Value
from checker.readers.toolkit.declarations.declared import Facts, Part, Source
from checker.readers.toolkit.declarations.fields import const, decimal, owner
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.samples import sample_columns, samples_of

PORT_UNITS = {"iops": "1/s", "throughput_mbps": "MB/s", "latency_ms": "ms", "utilisation": "ratio"}
PORT_KINDS = ("target_port", "director")
_RATE_OF = {"latency_ms": "iops", "read_ms": "read_iops", "write_ms": "write_iops"}


@dataclass
class Load:
    """Load of one object.

    Attributes:
        kind: kind of the object in the model.
        key: name of the object.
        line: line of its first sample.
        figures: means over the samples, by column; see :func:`complete`.
        captured_at: time of the last sample.
        samples: number of samples.
        taken: samples of each figure, for :meth:`average`.
        times: samples by time; interval: seconds of each, if the export states it; utc: whether it states the zone.
        device: identity of the LUN, if the array derives it from the name of the volume.
    """

    kind: str
    key: str
    line: int
    figures: dict[str, float] = field(default_factory=dict)
    captured_at: datetime | None = None
    samples: int = 0
    taken: dict[str, list[float]] = field(default_factory=dict)
    times: dict[datetime, dict[str, float]] = field(default_factory=dict)
    interval: float | None = None
    utc: bool = False
    device: str | None = None

    def at_time(self, time: datetime | None, figures: Mapping[str, float]) -> None:
        """Add figures of a time; the first of several values of a figure counts."""
        if time is not None:
            self.times[time] = {**figures, **self.times.get(time, {})}

    def at_regular_times(self) -> None:
        """Set the interval to the shortest between two times: an array leaves out intervals, but they are all equally long."""
        times = sorted(self.times)
        steps = [(after - before).total_seconds() for before, after in pairwise(times)]
        self.interval = min(steps, default=None)

    def add(self, figure: str, value: float) -> None:
        """Add a sample."""
        self.taken.setdefault(figure, []).append(value)

    def average(self) -> None:
        """Set figures and count from the samples."""
        self.figures = complete({figure: sum(values) / len(values) for figure, values in self.taken.items()})
        self.samples = max(map(len, self.taken.values()), default=0)

    def decimal(self, *names: str) -> float | None:
        """Return a figure."""
        return next((self.figures[name] for name in names if name in self.figures), None)

    def text(self, *names: str) -> str | None:
        """Return None: a load has figures only."""
        return None

    def at(self, name: str, /) -> int:
        """Return the line of the first sample."""
        return self.line


def complete(figures: Mapping[str, float]) -> dict[str, float]:
    """Return the figures with what follows from reads and writes: totals and the share of reads.

    A latency without I/O is dropped: it is the latency of nothing.
    """
    found = dict(figures)
    for total, one, other in (("iops", "read_iops", "write_iops"), ("throughput_mbps", "read_mbps", "write_mbps")):
        if total not in found and one in found and other in found:
            found[total] = found[one] + found[other]
    reads, writes = found.get("read_iops"), found.get("write_iops")
    if reads is not None and writes is not None and reads + writes > 0:
        found["read_ratio"] = reads / (reads + writes)
    return {name: value for name, value in found.items() if found.get(_RATE_OF.get(name, ""), 1.0) > 0}


_ABOUT: dict[str, Source[Load]] = {"about_kind": lambda load: load.kind, "about_key": lambda load: load.key}
_COLUMNS: dict[str, Source[Load]] = {
    "storage_array": owner,
    "captured_at": lambda load: load.captured_at,
    "samples": lambda load: load.samples,
    "director": lambda load: load.key,
}


class _OverTime:
    """The samples of a load over time."""

    def __init__(self, figures: str) -> None:
        self._identified = "device" in figures.split()
        self._figures = [name for name in figures.split() if name != "device"]

    def write(self, load: Load, context: Context, /) -> None:
        """Write the samples, if triage asked for them."""
        if not context.out.samples or not load.times:
            return
        times = sorted(load.times)
        complete_figures = [complete(load.times[time]) for time in times]
        figures = {name: [found.get(name) for found in complete_figures] for name in self._figures}
        about: dict[str, Value] = {"about_kind": load.kind, "about_key": load.key, "storage_array": context.owner}
        if self._identified:
            about["device"] = load.device
        for row in samples_of(times, figures, utc=load.utc, seconds=load.interval):
            context.out.add("load_sample", load.line, tool="array", **about, **row)

    def provides(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the kind and its columns."""
        yield (
            "load_sample",
            sample_columns(
                f"about_kind about_key storage_array tool{' device' if self._identified else ''}",
                " ".join(self._figures),
            ),
        )


def load_facts(workload: str, *, ports: str = "", samples: str = "") -> tuple[Part[Load], ...]:
    """Return the facts about loads that an array measured.

    Args:
        workload: columns of the workload of a volume, host or array: figures, ``storage_array``, ``captured_at``, ``samples``;
            empty if there is none.
        ports: the same for ports and controllers; each figure that has a unit in PORT_UNITS is a ``port_load``.
        samples: figures of samples over time; ``device`` if loads have it.
    """
    measured: dict[str, Source[Load]] = {"measured": True, "tool": const("array")}
    figures = {name: _COLUMNS.get(name) or decimal(name) for name in workload.split()}
    facts: list[Part[Load]] = []
    if figures:
        facts.append(Facts("workload", _ABOUT, figures, measured, when=_has_any(frozenset(figures) - _COLUMNS.keys())))
    common = {name: _COLUMNS[name] for name in ports.split() if name in _COLUMNS}
    for name in ports.split():
        if name in PORT_UNITS:
            port: dict[str, Source[Load]] = {
                "metric": const(name),
                "unit": const(PORT_UNITS[name]),
                "value": decimal(name),
            }
            facts.append(Facts("port_load", _ABOUT, common, port, when=_is_port, needs="value"))
    if samples:
        facts.append(_OverTime(samples))
    return tuple(facts)


def _is_port(load: Load) -> bool:
    return load.kind in PORT_KINDS


def _has_any(figures: Set[str]) -> Callable[[Load], bool]:
    return lambda load: not _is_port(load) and not figures.isdisjoint(load.figures)


def load_of(kind: str, key: str, tool: str, figures: Mapping[str, Value], **more: Value) -> dict[str, Value]:
    """Return the columns of the ``workload`` that a tool measured of one object; ``more`` are such as ``phase``."""
    return {"about_kind": kind, "about_key": key, "tool": tool, "measured": True, **more, **figures}
