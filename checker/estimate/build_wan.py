"""The way between two clusters of a VPLEX: round trip as a delay, goodput as a station (estimator.md, section 3.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checker.estimate.build_arrays import Backing
from checker.estimate.build_parts import Lack, Parts
from checker.estimate.network import READS, WRITES, Delay, Demand, Service, Station, Visit
from checker.estimate.quantity import Range
from checker.facts.store import Store

if TYPE_CHECKING:
    from checker.estimate.build_facts import RouteFacts


@dataclass(frozen=True, slots=True)
class Wan:
    """What exports tell of the links between clusters; None where nobody tells.

    Attributes:
        rtt_ms: the longest of the links.
        loss_ratio: the greatest.
        bandwidth_mbps: of all links together, Mbit/s; None unless each is known.
        over_ip: any of them runs TCP; None if their type is not known.
        streams, window_kib: TCP connections and window.
        links: names.
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
    """What exports tell of a VPLEX system."""

    name: str
    hardware: str | None
    product_type: str | None
    clusters: tuple[str, ...]
    wan: Wan


def wans_of(store: Store) -> dict[str, Wan]:
    """Return the links between clusters by VPLEX system; management networks carry no data."""
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
    """What an I/O that crosses to the other cluster meets: its direction of the WAN, and the round trip."""
    rtt = parts.fact("rtt_ms", wan.rtt_ms)
    missing: tuple[str, ...] = ()
    delays: tuple[Delay, ...] = ()
    if rtt is None:
        lack = Lack("round trip between clusters", vplex, ("wan_link.rtt_ms",), ("storage_array", vplex), ("rtt_ms",))
        missing = (parts.lack(lack),)
    else:
        delays = (Delay("wan", Range.exactly(rtt)),)
    station = Station(
        id=f"WAN {vplex} {source} > {target}",
        kind="wan",
        service=None if rtt is None else _service(parts, vplex, rtt, wan),
        component="wan",
        wait_component="wan",
        limit=parts.library.typical("sizing.limit.array"),
    )
    return Backing((Visit(parts.station(station)),), delays, missing)


def distant_delays(
    parts: Parts, route: RouteFacts, vplexes: Mapping[str, VplexFacts]
) -> tuple[tuple[Delay, ...], tuple[str, ...]]:
    """What a path to the VPLEX cluster at another site adds, and what is missing for it.

    A read crosses the distance once, a plain write twice (estimator.md, section 6, case 6).
    """
    vplex = vplexes.get(route.storage_array or "")
    sites = (route.host_site, route.array_site)
    if vplex is None or len(vplex.clusters) < 2 or None in sites or sites[0] == sites[1]:
        return (), ()
    rtt = parts.fact("rtt_ms", vplex.wan.rtt_ms)
    if rtt is None:
        lack = Lack(
            "round trip between clusters", vplex.name, ("wan_link.rtt_ms",), ("storage_array", vplex.name), ("rtt_ms",)
        )
        return (), (parts.lack(lack),)
    names = ("fabric.round_trips.read", "fabric.round_trips.write")
    reads, writes = (Range.exactly(rtt * parts.library.typical(name)) for name in names)
    return (Delay("fabric", reads, READS), Delay("fabric", writes, WRITES)), ()


def _service(parts: Parts, vplex: str, rtt_ms: float, wan: Wan) -> Service | None:
    """Time of an I/O at the goodput of all connections; None where the bandwidth is not known."""
    library = parts.library
    bandwidth = parts.fact("bandwidth_mbps", wan.bandwidth_mbps)
    if bandwidth is None:
        parts.assume(
            f"the bandwidth between the clusters of {vplex} is not known: the load of its WAN can't be told "
            "(wan_link.bandwidth_mbps)"
        )
        return None
    over_ip = wan.over_ip is not False
    # What a link of another kind carries is its bandwidth; TCP also minds loss and window.
    rate = bandwidth * 1e6 / 8 * (library.typical("wan.efficiency") if over_ip else 1.0)
    parts.use(*(("wan.efficiency",) if over_ip else ()))
    if over_ip and rtt_ms > 0:
        rate = min(rate, _connections(parts, vplex, wan) * _one_connection(parts, vplex, rtt_ms, wan))
    demand = Demand(per_kib_ms=Range.exactly(1024e3 / rate))
    return Service(demand, demand)


def _connections(parts: Parts, vplex: str, wan: Wan) -> float:
    connections = parts.fact("connections", wan.streams)
    if connections:
        return float(connections)
    parts.use("wan.connections")
    count = parts.library.typical("wan.connections") * max(len(wan.links), 1)
    parts.assume(
        f"between the clusters of {vplex} each of {max(len(wan.links), 1)} links has {parts.library.typical('wan.connections'):g} TCP connection"
    )
    return count


def _one_connection(parts: Parts, vplex: str, rtt_ms: float, wan: Wan) -> float:
    """Goodput of a TCP connection in bytes a second: what loss and window allow."""
    library = parts.library
    loss = parts.fact("loss_ratio", wan.loss_ratio)
    window = parts.fact("window_kib", wan.window_kib)
    if window is None and library.known("wan.window"):
        parts.use("wan.window")
        window = library.typical("wan.window")
    rate = float("inf") if window is None else window * 1024 / (rtt_ms / 1000)
    if loss is None:
        parts.assume(f"packet loss between the clusters of {vplex} is not known: none is reckoned with (loss_ratio)")
    elif loss > 0:
        parts.use("wan.mss", "wan.acknowledged", "wan.timeout")
        rate = min(
            rate,
            tcp_bytes_per_second(
                rtt_ms,
                loss,
                library.typical("wan.mss"),
                library.typical("wan.acknowledged"),
                library.typical("wan.timeout") * rtt_ms,
            ),
        )
    return rate


def tcp_bytes_per_second(rtt_ms: float, loss: float, mss: float, acknowledged: float, timeout_ms: float) -> float:
    """Throughput of a TCP connection by the formula of TFRC (RFC 5348, section 3.1; estimator.md, section 3.7).

    Args:
        rtt_ms: round trip.
        loss: part of the packets that is lost, above 0.
        mss: payload of a segment in bytes.
        acknowledged: segments that one acknowledgement answers.
        timeout_ms: retransmission timeout.
    """
    often: float = rtt_ms * (2 * acknowledged * loss / 3) ** 0.5
    rare = timeout_ms * 3 * (3 * acknowledged * loss / 8) ** 0.5 * loss * (1 + 32 * loss**2)
    return float(mss / (often + rare) * 1000)
