"""WAN between two clusters of a VPLEX: round trip as a delay, goodput as a station (estimator.md, section 3.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from checker.estimate.assemble.arrays import Backing
from checker.estimate.assemble.parts import MissingFact, Parts
from checker.estimate.assemble.route import RouteFacts
from checker.estimate.network.network import READ_MISSES, READS, WRITES, Delay, Visit
from checker.estimate.network.wan import wan_delay, wan_rate, wan_station
from checker.estimate.quantity import Range
from checker.facts.store.store import Store


@dataclass(frozen=True, slots=True)
class Wan:
    """Facts of the links between clusters; None if unknown.

    Attributes:
        rtt_ms: longest round-trip time of a link.
        loss_ratio: highest loss ratio of a link.
        bandwidth_mbps: total bandwidth of all links in Mbit/s; None unless each is known.
        over_ip: whether any link runs TCP; None if their type is unknown.
        streams, window_kib: TCP connections and window.
        links: names of the links.
    """

    rtt_ms: float | None = None
    loss_ratio: float | None = None
    bandwidth_mbps: float | None = None
    over_ip: bool | None = None
    streams: int | None = None
    window_kib: float | None = None
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VplexFacts:
    """Facts of a VPLEX system."""

    name: str
    hardware: str | None
    product_type: str | None
    clusters: tuple[str, ...]
    wan: Wan


def wans_of(store: Store) -> dict[str, Wan]:
    """Return the links between clusters by VPLEX system, without management networks, which carry no data."""
    store.ensure_entities(("wan_link",))
    rows = store.rows("""
        SELECT storage_array, max(rtt_ms), max(loss_ratio), CASE WHEN count(bandwidth_mbps) = count(*) THEN sum(bandwidth_mbps) END,
            bool_or(lower(link_type) IN ('ip', 'fcip')), sum(tcp_streams)::BIGINT, min(window_bytes) / 1024, list_sort(list(wan_link))
        FROM wan_link WHERE storage_array IS NOT NULL AND management_vpn IS DISTINCT FROM TRUE
            AND lower(coalesce(operational_status, '')) NOT IN ('down', 'failed', 'error', 'offline', 'disconnected', 'unreachable')
        GROUP BY storage_array
    """)
    return {
        name: Wan(rtt, loss, bandwidth, over_ip, streams, window, tuple(links))
        for name, rtt, loss, bandwidth, over_ip, streams, window, links in rows
    }


def wan_part(parts: Parts, vplex: str, source: str, target: str, wan: Wan) -> Backing:
    """Visits and delays of an I/O to the other cluster: both directions of the WAN, and the round trip."""
    rtt = parts.fact("rtt_ms", wan.rtt_ms)
    missing: tuple[str, ...] = ()
    delays: tuple[Delay, ...] = ()
    if rtt is None:
        gap = MissingFact(
            "round trip between clusters", vplex, ("wan_link.rtt_ms",), (("storage_array", vplex),), ("rtt_ms",)
        )
        missing = (parts.note_missing(gap),)
    else:
        parts.use("wan.timeout")
        loss = parts.fact("loss_ratio", wan.loss_ratio) if wan.over_ip is not False else None
        delays = (wan_delay(parts.library, Range.exactly(rtt), loss=loss),)
    rate = None if rtt is None else _rate(parts, vplex, rtt, wan)
    limit = parts.library.typical("sizing.limit.array")
    visits = []
    # Write data goes to the other cluster, read data comes back.
    for one, other, concerns in ((source, target, WRITES), (target, source, READ_MISSES)):
        station = wan_station(f"WAN {vplex} {one} > {other}", rate or 1.0, limit=limit)
        if rate is None:
            station = replace(station, service=None)
        visits.append(Visit(parts.station(station), 1.0, concerns))
    return Backing(tuple(visits), delays, missing)


def distant_delays(
    parts: Parts, route: RouteFacts, vplexes: Mapping[str, VplexFacts]
) -> tuple[tuple[Delay, ...], tuple[str, ...]]:
    """Delays that a path to the VPLEX cluster at another site adds, and the missing facts for them.

    A read takes one round trip, a write without acceleration two (estimator.md, section 6, case 6).
    """
    vplex = vplexes.get(route.storage_array or "")
    sites = (route.host_site, route.array_site)
    if vplex is None or len(vplex.clusters) < 2 or None in sites or sites[0] == sites[1]:
        return (), ()
    rtt = parts.fact("rtt_ms", vplex.wan.rtt_ms)
    if rtt is None:
        gap = MissingFact(
            "round trip between clusters",
            vplex.name,
            ("wan_link.rtt_ms",),
            (("storage_array", vplex.name),),
            ("rtt_ms",),
        )
        return (), (parts.note_missing(gap),)
    names = ("fabric.round_trips.read", "fabric.round_trips.write")
    reads, writes = (Range.exactly(rtt * parts.library.typical(name)) for name in names)
    return (Delay("fabric", reads, READS), Delay("fabric", writes, WRITES)), ()


def _rate(parts: Parts, vplex: str, rtt_ms: float, wan: Wan) -> float | None:
    """Payload rate of all connections together in MB/s; None if the bandwidth is unknown."""
    library = parts.library
    bandwidth = parts.fact("bandwidth_mbps", wan.bandwidth_mbps)
    if not bandwidth:
        parts.assume(f"{vplex}: WAN bandwidth between the clusters is unknown, so its utilisation is unknown too")
        return None
    if wan.over_ip is False:
        # Native FC over a dedicated wavelength: no TCP and no loss recovery.
        return bandwidth / 8
    loss = parts.fact("loss_ratio", wan.loss_ratio)
    if loss is not None and loss >= 1:
        parts.assume(
            f"{vplex}: packet loss between the clusters was measured as 100 %, so the utilisation of the WAN is unknown"
        )
        return None
    connections = parts.fact("connections", wan.streams)
    links = max(len(wan.links), 1)
    if not connections:
        connections = links * library.typical("wan.connections")
        parts.use("wan.connections")
        parts.assume(
            f"{vplex}: {connections:g} TCP connection{'s' if connections > 1 else ''} between the clusters, one per link"
        )
    found = wan_rate(
        library,
        bandwidth_mbit_s=bandwidth,
        rtt_ms=rtt_ms,
        loss=loss,
        window_kib=parts.fact("window_kib", wan.window_kib),
        connections=int(connections),
    )
    parts.use("wan.efficiency", "wan.mss", "wan.acknowledged", "wan.timeout")
    for text in found.assumptions:
        parts.assume(f"{vplex}, between the clusters: {text}")
    if found.bound != "bandwidth":
        parts.assume(
            f"{vplex}, between the clusters: {found.bound} limits TCP to {found.mb_s:,.3g} of {bandwidth / 8:,.4g} MB/s"
        )
    return found.mb_s
