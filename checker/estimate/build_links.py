"""Stations and delays of links: ports, ISLs and the way between sites.

A full-duplex link is two stations. Estimator.md, sections 3.4 and 3.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from checker.estimate.build_parts import Lack, Parts
from checker.estimate.build_ports import Bundle, Crossing, Port
from checker.estimate.network import READS, WRITES, Component, Delay, Demand, Kind, Service, Station, Visit
from checker.estimate.quantity import Range

KIB_BYTES = 1024


def link_service(parts: Parts, speed_gbps: float) -> Service:
    """The time a link of this nominal speed takes for an I/O: its size over the payload rate of one direction."""
    name = f"fc.payload.{speed_gbps:g}"
    if name in parts.library and parts.library.known(name):
        parts.use(name)
        rate = parts.library.typical(name)
    else:
        rate = 100.0 * speed_gbps
        parts.assume(f"a link of {speed_gbps:g} Gbit/s carries {rate:g} MB/s in each direction")
    return _service(rate)


@cache
def _service(mbytes: float) -> Service:
    demand = Demand(per_kib_ms=Range.exactly(KIB_BYTES / (mbytes * 1000)))
    return Service(reads=demand, writes=demand)


def port_visits(parts: Parts, port: Port, kind: Kind, *, blocking: bool = True) -> tuple[tuple[Visit, ...], str | None]:
    """The two directions of a port as visits, and what is missing of it (words) if its speed is not known.

    Where it is not ``blocking``, an unknown speed is an assumption: the port has no utilisation, and costs no time.
    """
    speed = parts.fact("speed_gbps", port.speed_gbps)
    limit = parts.library.typical("sizing.limit.link")
    parts.use("sizing.limit.link")
    component: Component = "hba_link" if kind == "hba" else "port_wait"
    visits = []
    for carries in ("reads", "writes"):
        # Towards the host: what reads bring. Frames of commands and answers are small and left out.
        station = Station(
            id=f"{port.name} {_direction(kind, carries)}",
            kind=kind,
            service=link_service(parts, speed) if speed else None,
            component=component,
            wait_component=component,
            carries="reads" if carries == "reads" else "writes",
            limit=limit,
        )
        visits.append(Visit(parts.station(station)))
    if speed:
        return tuple(visits), None
    if not blocking:
        parts.unsped[port.name] = None
        return tuple(visits), None
    facts: tuple[str, ...] = ("initiator.speed_gbps",) if port.owner[0] == "host" else ("target_port.speed_gbps",)
    owner = port.owner
    if port.switch is not None:
        facts = (*facts, "switch_port.speed_gbps")
    return tuple(visits), parts.lack(Lack("link speed", port.name, facts, owner, ("speed_gbps",)))


def _direction(kind: Kind, carries: str) -> str:
    """Receiving or sending, as the port's owner sees it."""
    inward = (carries == "reads") == (kind in ("hba", "be_port"))
    return "rx" if inward else "tx"


def isl_visits(
    parts: Parts, crossing: Crossing, bundles: Mapping[tuple[str, str], Bundle]
) -> tuple[tuple[Visit, ...], tuple[str, ...], float]:
    """Visits of the ISLs on a way, what is missing, and their mean length in km."""
    visits: list[Visit] = []
    missing: dict[str, None] = {}
    length = 0.0
    for (one, other), share in crossing.hops:
        ends = (min(one, other), max(one, other))
        bundle = bundles.get(ends, Bundle(ends, 1, None, None, None))
        length += share * (_distance(parts, bundle) or 0.0)
        for source, target, concerns in ((one, other, WRITES), (other, one, READS)):
            station, lack = _isl(parts, bundle, source, target)
            visits.append(Visit(station, share, concerns))
            if lack:
                missing[lack] = None
    return tuple(visits), tuple(missing), length


def _distance(parts: Parts, bundle: Bundle) -> float | None:
    return parts.fact("distance_km", bundle.distance_km)


def _isl(parts: Parts, bundle: Bundle, source: str, target: str) -> tuple[str, str | None]:
    speed = parts.fact("speed_gbps", bundle.speed_gbps)
    service = link_service(parts, speed) if speed else None
    distance = _distance(parts, bundle)
    if service is not None and speed and distance and bundle.credits:
        service = _credit_limited(parts, speed, distance, bundle.credits, f"{source} > {target}") or service
    station = Station(
        id=f"ISL {source} > {target}",
        kind="isl",
        service=service,
        component="fabric",
        wait_component="fabric",
        servers_by_level=(bundle.links,) * 3,
        limit=parts.library.typical("sizing.limit.link"),
    )
    name = parts.station(station)
    if speed:
        return name, None
    lack = Lack(
        "link speed",
        f"ISL {source} - {target}",
        ("isl.speed_gbps", "switch_port.speed_gbps"),
        ("switch", source),
        ("speed_gbps",),
    )
    return name, parts.lack(lack)


def _credit_limited(parts: Parts, speed: float, km: float, credit_count: int, name: str) -> Service | None:
    """The service of a long link whose buffer credits don't fill it (estimator.md, section 3.4), None if they do."""
    names = (
        "fc.frame_payload",
        "fc.frame_overhead",
        f"fc.line_rate.{speed:g}",
        f"fc.line_bits_per_byte.{speed:g}",
        "fabric.propagation",
    )
    if any(one not in parts.library or not parts.library.known(one) for one in names):
        return None
    payload, overhead, rate, bits, us_per_km = (parts.library.typical(one) for one in names)
    frame_us = (payload + overhead) * bits / (rate * 1000)
    round_trip_us = 2 * us_per_km * km
    if credit_count >= round_trip_us // frame_us + 1:
        return None
    parts.use(*names)
    parts.assume(
        f"ISL {name}: {credit_count} buffer credits don't fill {km:g} km at {speed:g} Gbit/s; its rate is what they allow"
    )
    return _service(credit_count * payload / (round_trip_us + frame_us))


def fabric_delays(parts: Parts, switches: int, km: float) -> tuple[Delay, ...]:
    """What frames take to cross switches and cables, without waiting: a read crosses the fabric once, a write twice."""
    parts.use("fabric.switch_hop", "fabric.round_trips.read", "fabric.round_trips.write")
    hop = parts.range("fabric.switch_hop")
    cable_us = km * parts.library.typical("fabric.propagation")
    if km:
        parts.use("fabric.propagation")
    delays = []
    for concerns, name in ((READS, "fabric.round_trips.read"), (WRITES, "fabric.round_trips.write")):
        one_way = 2 * parts.library.typical(name)
        ms = Range(*(one_way * (switches * level + cable_us) / 1000 for level in (hop.low, hop.typical, hop.high)))
        delays.append(Delay("fabric", ms, concerns))
    return tuple(delays)
