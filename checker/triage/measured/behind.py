"""What is measured behind a VPLEX: its storage volumes, read hits of its directors, and the arrays of its storage volumes.

A volume is followed to the directors that did its I/O, by their shares, and from each director to the storage volumes
of that director's cluster. A figure that is missing for one of them is missing for the volume. VPLEX states latencies of reads
and of writes, but not how many there are of each; for hosts that print only the mean of both they are added up as the host counts them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from checker.facts.store.store import Store
from checker.triage.measured.operations import inside
from checker.triage.measured.tables import covered
from checker.triage.model import Span

_KINDS = ("device_component", "director", "extent", "storage_volume", "virtual_volume", "vplex_device")
_ENOUGH = 0.5
Operation = str
Volume = str
Director = str
_Front = Mapping[tuple[Volume, Operation], Mapping[Director, tuple[float, float]]]
"""I/Os per second and ms at the front end, by volume, operation and director."""
Leg = tuple[str, str]
"""Cluster and identity of a storage volume."""


@dataclass(frozen=True)
class Behind:
    """Behind a volume in ms: storage volumes as VPLEX sees them, array as it sees itself, and F of local volumes.

    ``far_ms`` is what the arrays of the other site take. ``hits`` is the share of I/Os that VPLEX answers from its cache, ``array`` the one that the storage volumes are on.
    ``directors`` are those that did the I/O, with their shares of it; ``front_ms`` is what their front ends take.
    """

    back_ms: float | None = None
    hits: float | None = None
    leg_ms: float | None = None
    local_ms: float | None = None
    far_ms: float | None = None
    array: str | None = None
    directors: tuple[tuple[Director, float], ...] = ()
    front_ms: float | None = None

    @property
    def figures(self) -> dict[str, Any]:
        """The figures by name."""
        return {name: value for name, value in vars(self).items() if name not in ("array", "directors", "front_ms")}


@dataclass
class Layout:
    """Storage volumes of each virtual volume, volumes with a leg in each cluster, and the cluster of each director.

    ``arrays`` are the arrays of storage volumes.
    """

    legs: dict[Volume, list[Leg]] = field(default_factory=dict)
    distributed: dict[Volume, bool] = field(default_factory=dict)
    clusters: dict[Director, str] = field(default_factory=dict)
    arrays: dict[str, str] = field(default_factory=dict)


def layout_of(store: Store) -> Layout:
    """Return the layout of the volumes of VPLEX systems."""
    store.ensure_entities(_KINDS)
    found = Layout()
    for volume, distributed in store.rows("""
        SELECT v.device, bool_or(coalesce(d.distributed, lower(v.locality) = 'distributed')) FROM virtual_volume v
        LEFT JOIN vplex_device d ON d.storage_array = v.storage_array AND d.vplex_device = v.vplex_device
        WHERE v.device IS NOT NULL GROUP BY 1 ORDER BY 1
    """):
        if distributed is not None:
            found.distributed[volume] = distributed
    for volume, cluster, leg in store.rows("""
        SELECT DISTINCT v.device, coalesce(nullif(c.component_cluster, ''), s.used_by_cluster, ''), s.device FROM virtual_volume v
        JOIN device_component c ON c.storage_array = v.storage_array AND c.vplex_device = v.vplex_device
        LEFT JOIN device_component i ON i.storage_array = c.storage_array AND i.vplex_device = c.component AND i.component <> c.component
        LEFT JOIN extent e ON e.storage_array = c.storage_array AND e.extent = coalesce(i.component, c.component)
        LEFT JOIN storage_volume s ON s.used_by_array = c.storage_array AND s.vplex_name = e.storage_volume
        WHERE v.device IS NOT NULL ORDER BY ALL
    """):
        found.legs.setdefault(volume, []).append((cluster, leg))
    found.arrays = dict(
        store.rows(
            "SELECT device, min(storage_array) FROM storage_volume WHERE device IS NOT NULL AND storage_array IS NOT NULL "
            "GROUP BY 1 HAVING count(DISTINCT storage_array) = 1 ORDER BY 1"
        )
    )
    found.clusters = dict(
        store.rows(
            "SELECT director, min(cluster) FROM director WHERE cluster <> '' GROUP BY 1 HAVING count(DISTINCT cluster) = 1 ORDER BY 1"
        )
    )
    return found


def behind_of(store: Store, layout: Layout, spans: Sequence[Span]) -> Mapping[tuple[Volume, Operation], Behind]:
    """Return what is measured behind each volume of a VPLEX over these times, by volume and operation."""
    front: defaultdict[tuple[Volume, Operation], dict[Director, tuple[float, float]]] = defaultdict(dict)
    for volume, operation, director, rate, ms in store.rows(f"""
        SELECT volume, operation, director, sum(n * (t1 - t0)) / sum(t1 - t0), sum(n * (t1 - t0) * ms) / sum(n * (t1 - t0))
        FROM triage_array WHERE director <> '' AND {inside(spans)} GROUP BY ALL {covered(spans)} ORDER BY ALL
    """):
        front[volume, operation][director] = rate, ms
    backs = {
        (director, leg, operation): ms
        for director, leg, operation, ms in store.rows(f"""
            SELECT director, volume, operation, sum(ms * (t1 - t0)) / sum(t1 - t0) FROM triage_back
            WHERE {inside(spans)} GROUP BY ALL {covered(spans)} ORDER BY ALL
        """)
    }
    hits = dict(
        store.rows(f"""
            SELECT director, sum(hits * (t1 - t0)) / sum((hits + misses) * (t1 - t0)) FROM triage_director
            WHERE hits + misses > 0 AND {inside(spans)} GROUP BY ALL {covered(spans)} ORDER BY ALL
        """)
    )
    arrays = {
        (volume, operation): ms
        for volume, operation, ms in store.rows(f"""
            SELECT volume, operation, sum(n * (t1 - t0) * ms) / sum(n * (t1 - t0)) FROM triage_array
            WHERE director = '' AND {inside(spans)} GROUP BY ALL {covered(spans)} ORDER BY ALL
        """)
    }
    found = {}
    for (volume, operation), directors in front.items():
        shares = {director: rate for director, (rate, _) in directors.items()}
        legs = {director: _legs(layout, volume, director) for director in directors}
        back = {one: _over([backs.get((one, leg, operation)) for leg in legs[one]], operation) for one in directors}
        array = {one: _over([arrays.get((leg, operation)) for leg in legs[one]], operation) for one in directors}
        found[volume, operation] = Behind(
            _weighted(back, shares),
            _weighted({one: hits.get(one) for one in directors}, shares),
            _weighted(array, shares),
            _local(layout, front, volume, operation) if layout.distributed.get(volume) else None,
            _over([arrays.get((leg, operation)) for leg in _far_legs(layout, volume, legs)], operation),
            _only({layout.arrays.get(leg) for one in directors for leg in legs[one]}),
            _shared_by(shares),
            _front_ms(directors),
        )
    return found


def of_both(read: Behind, write: Behind, reads: float) -> Behind:
    """Return what is behind a volume for the mean of reads and writes.

    Args:
        read: what is behind it for reads.
        write: for writes.
        reads: share of reads in the I/Os of the host.
    """
    asking = reads * (1.0 - read.hits) if read.hits is not None else 0.0
    known = read.hits is not None
    asked = [(read, asking), (write, 1.0 - reads)]
    # Reads do not wait for the other site.
    local = [(read.front_ms, reads), (write.local_ms, 1.0 - reads)]
    return replace(
        read,
        back_ms=_mean([(one.back_ms, share) for one, share in asked]) if known else None,
        hits=reads - asking if known else None,
        leg_ms=_mean([(one.leg_ms, share) for one, share in asked]) if known else None,
        local_ms=_mean(local) if write.local_ms is not None else None,
        far_ms=None,
        front_ms=_mean([(read.front_ms, reads), (write.front_ms, 1.0 - reads)]),
    )


def _front_ms(directors: Mapping[Director, tuple[float, float]]) -> float | None:
    return _mean([(ms, rate) for rate, ms in directors.values()])


def _mean(parts: Sequence[tuple[float | None, float]]) -> float | None:
    """Return the weighted mean of values; None if one of them is missing."""
    total = sum(share for _, share in parts)
    if not total or any(value is None for value, share in parts if share):
        return None
    return sum((value or 0.0) * share for value, share in parts) / total


def _shared_by(rates: Mapping[Director, float]) -> tuple[tuple[Director, float], ...]:
    """Return the share of each director in the I/O of a volume; rounded, so that volumes of one host have the same."""
    total = sum(rates.values())
    return tuple((one, share) for one, rate in sorted(rates.items()) if total and (share := round(rate / total, 2)))


def _only(arrays: set[str | None]) -> str | None:
    """Return the array if it is a single one."""
    return next(iter(arrays)) if len(arrays) == 1 else None


def _over(values: Sequence[float | None], operation: Operation) -> float | None:
    """Return the time of an I/O on storage volumes: a write waits for the slowest; None if one is missing."""
    known = [value for value in values if value is not None]
    if not known or len(known) < len(values):
        return None
    return max(known) if operation == "write" else sum(known) / len(known)


def _legs(layout: Layout, volume: Volume, director: Director) -> list[str]:
    """Return the storage volumes that a director uses for a volume: those of its own cluster."""
    every = layout.legs.get(volume, [])
    if not layout.distributed.get(volume):
        return [leg for _, leg in every]
    cluster = layout.clusters.get(director)
    return [leg for home, leg in every if cluster is not None and home == cluster]


def _far_legs(layout: Layout, volume: Volume, used: Mapping[Director, Sequence[str]]) -> list[str]:
    """Return the storage volumes of a distributed volume that none of its directors use themselves; empty for a local one."""
    if not layout.distributed.get(volume):
        return []
    near = {leg for legs in used.values() for leg in legs}
    return [leg for _, leg in layout.legs.get(volume, []) if leg not in near] if near else []


def _weighted(values: Mapping[Director, float | None], shares: Mapping[Director, float]) -> float | None:
    """Return the mean over directors by their I/O; None if one of them has no value."""
    return _mean([(value, shares[director]) for director, value in values.items()])


def _local(
    layout: Layout,
    front: _Front,
    volume: Volume,
    operation: Operation,
) -> float | None:
    """Return what local volumes take on the same directors; None unless they are known of most of the I/O."""
    own = front[volume, operation]
    found = known = every = 0.0
    for director, (rate, _) in own.items():
        peers = [
            one[director]
            for (other, how), one in front.items()
            if how == operation and layout.distributed.get(other) is False and director in one
        ]
        every += rate
        if peers and (weight := sum(n for n, _ in peers)):
            found += rate * sum(n * ms for n, ms in peers) / weight
            known += rate
    return found / known if known and known >= _ENOUGH * every else None
