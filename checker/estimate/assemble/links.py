"""Links of the SAN as stations, one per direction: ports of hosts, directors and arrays, and ISLs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from checker.estimate.assemble.parts import MissingFact, Parts
from checker.estimate.assemble.ports import Bundle, Crossing, Port
from checker.estimate.network.links import buffer_credits, distance_delays, link_stations, payload_mb_s
from checker.estimate.network.network import READS, WRITES, Delay, Kind, Station, Visit


def port_visits(parts: Parts, port: Port, kind: Kind, *, blocking: bool = True) -> tuple[tuple[Visit, ...], str | None]:
    """Visits of the two directions of a port, and the missing fact as text if its speed is unknown.

    If not ``blocking``, an unknown speed is only an assumption: the port has no utilisation and takes no time.
    """
    speed = parts.fact("speed_gbps", port.speed_gbps)
    # From its owner's point of view, an initiator receives read data and a target sends it.
    reads: Literal["tx", "rx"] = "rx" if kind in ("hba", "be_port") else "tx"
    visits = tuple(Visit(parts.station(station)) for station in _stations(parts, port.name, kind, speed, reads))
    if speed:
        return visits, None
    if not blocking:
        parts.unsped[port.name] = None
        return visits, None
    facts: tuple[str, ...] = ("initiator.speed_gbps",) if port.owner[0] == "host" else ("target_port.speed_gbps",)
    owners: tuple[tuple[str, str], ...] = (port.owner,)
    if port.switch is not None:
        facts, owners = (*facts, "switch_port.speed_gbps"), (*owners, ("switch", port.switch[0]))
    return visits, parts.note_missing(MissingFact("link speed", port.name, facts, owners, ("speed_gbps",), port.family))


def _stations(
    parts: Parts, name: str, kind: Kind, speed: float | None, reads: Literal["tx", "rx"]
) -> tuple[Station, ...]:
    limit = parts.library.typical("sizing.limit.link")
    parts.use("sizing.limit.link")
    if speed:
        _use_speed(parts, speed)
        return link_stations(name, kind, payload_mb_s(parts.library, speed), limit=limit, reads=reads)
    stations = link_stations(name, kind, 1.0, limit=limit, reads=reads)
    return tuple(replace(station, service=None) for station in stations)


def _use_speed(parts: Parts, speed: float) -> None:
    if f"fc.payload.{speed:g}" in parts.library:
        parts.use(f"fc.payload.{speed:g}")
    else:
        rate = payload_mb_s(parts.library, speed)
        parts.assume(f"a {speed:g} Gbit/s link carries {rate:g} MB/s in each direction")


def isl_visits(
    parts: Parts, crossing: Crossing, bundles: Mapping[tuple[str, str], Bundle]
) -> tuple[tuple[Visit, ...], tuple[str, ...], float]:
    """Visits of the ISLs on a crossing, the missing facts, and their mean length in km."""
    visits: list[Visit] = []
    missing: dict[str, None] = {}
    length = 0.0
    for (one, other), share in crossing.hops:
        ends = (min(one, other), max(one, other))
        bundle = bundles.get(ends, Bundle(ends, 1, None, None, None))
        length += share * (_distance(parts, bundle) or 0.0)
        for source, target, concerns in ((one, other, WRITES), (other, one, READS)):
            station, gap = _isl(parts, bundle, source, target)
            visits.append(Visit(station, share, concerns))
            if gap:
                missing[gap] = None
    return tuple(visits), tuple(missing), length


def _isl(parts: Parts, bundle: Bundle, source: str, target: str) -> tuple[str, str | None]:
    """Station of one direction of an ISL, and the missing fact about it."""
    speed = parts.fact("speed_gbps", bundle.speed_gbps)
    rate = 1.0
    if speed:
        rate = _isl_rate(parts, bundle, speed, f"{source} > {target}")
        _use_speed(parts, speed)
    station, _ = link_stations(
        f"ISL {source} > {target}", "isl", rate, limit=parts.library.typical("sizing.limit.link")
    )
    name = parts.station(
        replace(
            station,
            id=f"ISL {source} > {target}",
            service=station.service if speed else None,
            servers_by_level=(bundle.links,) * 3,
            carries="both",
            separate=bundle.links > 1,
        )
    )
    if bundle.links > 1:
        parts.assume(
            f"ISL {source} > {target}: each exchange uses one of its {bundle.links} links; a trunk that spreads frames waits less"
        )
    if speed:
        return name, None
    facts = ("isl.speed_gbps", "switch_port.speed_gbps")
    return name, parts.note_missing(
        MissingFact("link speed", f"ISL {source} - {target}", facts, (("switch", source),), ("speed_gbps",))
    )


def _isl_rate(parts: Parts, bundle: Bundle, speed: float, name: str) -> float:
    """Payload rate of one link in MB/s; over distance, no more than its buffer credits allow."""
    distance = _distance(parts, bundle)
    if not distance or bundle.credits is None:
        return payload_mb_s(parts.library, speed)
    found = buffer_credits(parts.library, speed, distance, bundle.credits)
    if found.limited:
        parts.use("fc.frame_payload", "fc.frame_overhead", "fabric.propagation")
        parts.assume(
            f"ISL {name}: {bundle.credits} buffer credits, {found.needed} are needed over {distance:g} km; they allow "
            f"{found.rate_mb_s:,.0f} of {payload_mb_s(parts.library, speed):,.0f} MB/s"
        )
    return found.rate_mb_s


def _distance(parts: Parts, bundle: Bundle) -> float | None:
    return parts.fact("distance_km", bundle.distance_km)


def fabric_delays(parts: Parts, switches: int, km: float) -> tuple[Delay, ...]:
    """Delays of frames in switches and cables, without waiting."""
    parts.use("fabric.switch_hop", "fabric.round_trips.read", "fabric.round_trips.write")
    if km:
        parts.use("fabric.propagation")
    return distance_delays(parts.library, km, switches)
