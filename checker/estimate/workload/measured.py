"""Measured loads: rows of the kind ``workload`` in one form."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from checker.estimate.workload.fields import LARGEST_KIB, MOST_IOPS
from checker.estimate.workload.mix_of_io import IoType, Workload
from checker.estimate.workload.model import Load, Observed, Origin
from checker.estimate.workload.sizes import MEAN_SIZES, sizes_of

VOLUMES = ("device", "virtual_volume", "storage_volume")
SAME_SIZES = "reads and writes are assumed to have the same size if only their total throughput was measured"
ORDER_ASSUMED = "I/O is assumed to be random if the capture does not show it"


@dataclass(frozen=True)
class Measured:
    """Measured load of one object; shares are 0 to 1, None is unknown.

    Attributes:
        kind, name: the object, as in the vocabulary's ``workload.about_kind``.
        host, device: host that measured it, identity of the LUN. ``storage_array``: array that measured it, '' if none did.
        iops, outstanding, throughput_mbps: amount (1/s, count, 10^6 bytes/s).
        read_share: share of reads. ``mix``: random reads, sequential reads, random writes, sequential writes.
        random_share: share of random I/O.
        size_kib, read_kib, write_kib: mean sizes.
        hit_share: read hit ratio.
        read_ms, write_ms, latency_ms: observed response times.
        capacity_gib: capacity in GiB. ``director``: director whose part of the load it is, '' for the whole.
        assumed: assumption made to derive these figures.
        peak_iops: 95th percentile of the samples that these figures are means of; None if it is unknown or for one sample.
    """

    kind: str
    name: str
    origin: Origin
    host: str | None = None
    device: str | None = None
    storage_array: str = ""
    iops: float | None = None
    outstanding: float | None = None
    throughput_mbps: float | None = None
    read_share: float | None = None
    mix: tuple[float, float, float, float] | None = None
    random_share: float | None = None
    size_kib: float | None = None
    read_kib: float | None = None
    write_kib: float | None = None
    hit_share: float | None = None
    read_ms: float | None = None
    write_ms: float | None = None
    latency_ms: float | None = None
    capacity_gib: float | None = None
    director: str = ""
    phase: str = ""
    moment: datetime | None = None
    tool: str = ""
    assumed: str = ""
    peak_iops: float | None = None

    @property
    def thing(self) -> tuple[str | None, ...]:
        """What was measured; volumes of two arrays may have the same name."""
        if self.kind == "device":
            return self.kind, self.host, self.name
        return (self.kind, self.device) if self.device else (self.kind, self.host, self.storage_array, self.name)

    # Cached because it is used repeatedly for many volumes.
    @cached_property
    def types(self) -> tuple[IoType, ...] | None:
        """Mix of I/O; None if the share of reads or a size is unknown. Unknown order counts as random."""
        if self.read_share is None:
            return None
        found = []
        for is_read, share, own in (
            (True, self.read_share, self.read_kib),
            (False, 1 - self.read_share, self.write_kib),
        ):
            size = own or self.size_kib
            if share <= 0:
                continue
            if size is None or not 0 < size <= LARGEST_KIB:
                return None
            random = self._random(is_read)
            for is_random, part in ((True, random), (False, 1 - random)):
                if part > 0:
                    hit = self.hit_share if is_read else None
                    found.append(IoType(min(1.0, share * part), is_read, size, is_random, hit))
        return tuple(found)

    def _random(self, is_read: bool) -> float:
        if self.mix is not None:
            random, sequential = self.mix[:2] if is_read else self.mix[2:]
            if random + sequential > 0:
                return random / (random + sequential)
        return self.random_share if self.random_share is not None else 1.0

    @property
    def order_known(self) -> bool:
        """Whether random and sequential I/O are distinguished."""
        return self.mix is not None or self.random_share is not None


def measured_of(row: Mapping[str, Any], origin: Origin) -> Measured:
    """Normalise an observation of the kind ``workload``; implausible figures become unknown."""

    def number(name: str, most: float = 1e30) -> float | None:
        value = row.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            return None
        return float(value) if 0 <= value <= most else None

    reads, writes = number("read_iops", MOST_IOPS), number("write_iops", MOST_IOPS)
    iops = number("iops", MOST_IOPS)
    if iops is None and reads is not None and writes is not None:
        iops = reads + writes
    read_mbps, write_mbps, mbps = number("read_mbps"), number("write_mbps"), number("throughput_mbps")
    if mbps is None and read_mbps is not None and write_mbps is not None:
        mbps = read_mbps + write_mbps
    share = number("read_ratio", 1.0)
    if share is None and reads is not None and iops:
        share = min(1.0, reads / iops)
    by_rate = share is None and read_mbps is not None and write_mbps is not None and read_mbps + write_mbps > 0
    if by_rate and read_mbps is not None and mbps:
        share = read_mbps / mbps
    size, read_size, write_size, coarse = sizes_of(
        number("io_bytes"),
        share,
        (number("read_io_bytes"), number("write_io_bytes")),
        tuple(
            rate * 1e6 / count if rate and count else None for rate, count in ((read_mbps, reads), (write_mbps, writes))
        ),
    )
    if coarse and size is not None and iops is not None:
        mbps = iops * size / 1e6
    if size is None and mbps and iops:
        size = mbps * 1e6 / iops
    parts = [
        number(name, 1.0)
        for name in ("random_read_ratio", "sequential_read_ratio", "random_write_ratio", "sequential_write_ratio")
    ]
    known = [one for one in parts if one is not None]
    mix = (known[0], known[1], known[2], known[3]) if len(known) == len(parts) and sum(known) > 0 else None
    sequential, miss = number("sequential_ratio", 1.0), number("read_miss_ratio", 1.0)
    capacity = number("capacity_bytes")
    return Measured(
        kind=str(row.get("about_kind", "")),
        name=_name(row),
        origin=origin,
        host=row.get("host"),
        device=row.get("device"),
        storage_array=row.get("storage_array") or "",
        iops=iops,
        outstanding=number("outstanding"),
        throughput_mbps=mbps if mbps is not None else iops * size / 1e6 if iops is not None and size else None,
        read_share=share,
        mix=mix,
        random_share=None if sequential is None else 1 - sequential,
        size_kib=_kib(size),
        read_kib=_kib(read_size),
        write_kib=_kib(write_size),
        # The hit ratio includes writes; if read misses are counted separately, they are used instead.
        hit_share=1 - miss if miss is not None else number("hit_ratio", 1.0),
        read_ms=number("read_ms"),
        write_ms=number("write_ms"),
        latency_ms=number("latency_ms"),
        capacity_gib=None if capacity is None else capacity / 2**30,
        director=row.get("director") or "",
        phase=row.get("phase") or "",
        moment=row.get("captured_at"),
        tool=row.get("tool") or "",
        assumed=SAME_SIZES if by_rate else MEAN_SIZES if coarse else "",
        peak_iops=number("iops_p95", MOST_IOPS) if (number("samples") or 0) > 1 else None,
    )


def _name(row: Mapping[str, Any]) -> str:
    key, host = str(row.get("about_key", "")), row.get("host")
    if row.get("about_kind") == "device" and host and key.startswith(f"{host}/"):
        return key[len(str(host)) + 1 :]
    return key


def _kib(size_bytes: float | None) -> float | None:
    return None if not size_bytes else size_bytes / 1024


def load_of(row: Measured) -> Load | str:
    """Return the load of a measurement, or the reason why it has none."""
    if row.iops is None:
        return "IOPS are unknown"
    types = row.types
    if types is None:
        missing = "share of reads" if row.read_share is None else "I/O size"
        return f"{missing} is unknown"
    names = tuple(dict.fromkeys(name for name in (row.device, row.name) if name and not name.startswith("block:")))
    is_volume = row.kind in VOLUMES
    return Load(
        Workload(row.name, types, iops=row.iops),
        row.origin,
        hosts=(row.host,) if row.kind == "device" and row.host else (row.name,) if row.kind == "host" else (),
        volumes=names if is_volume else (),
        groups=() if is_volume or row.kind == "host" else (row.name,),
        storage_array="" if row.kind in ("device", "host") else row.storage_array,
        spread="together",
        measured=True,
        observed=Observed(row.iops, row.read_ms, row.write_ms, row.latency_ms),
    )
