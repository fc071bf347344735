"""Fibre Channel links: payload rates, frame times, buffer credits, and the two stations of a link (estimator.md, section 3.4)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Literal

from checker.estimate.library import Library
from checker.estimate.network.network import Component, Delay, Demand, Kind, Service, Station
from checker.estimate.quantity import Range

_COMPONENTS: dict[Kind, tuple[Component, Component]] = {
    "hba": ("hba_link", "hba_link"),
    "link": ("fabric", "fabric"),
    "isl": ("fabric", "fabric"),
    "fe_port": ("fabric", "port_wait"),
    "be_port": ("fabric", "port_wait"),
}
"""Parts of the breakdown that transfer and waiting count towards, by kind of link."""


@dataclass(frozen=True, slots=True)
class Credits:
    """Buffer credits of a link over distance.

    Attributes:
        needed: credits needed to keep the link full with full frames.
        rate_mb_s: payload rate that the available credits allow, at most that of the link.
        limited: whether the credits reduce the payload rate of the link.
    """

    needed: int
    rate_mb_s: float
    limited: bool


def payload_mb_s(library: Library, gigabits: float) -> float:
    """Payload rate of a link in one direction, in MB/s of 10^6 bytes.

    Args:
        library: the parameters.
        gigabits: nominal speed: 1, 2, 4, 8, 16, 32, 64 or 128; others (10GFC) count as 100 MB/s per Gbit/s.
    """
    name = f"fc.payload.{gigabits:g}"
    return library.typical(name) if name in library else 100.0 * gigabits


def payload_parameter(library: Library, gigabits: float) -> str:
    """Name of the parameter that ``payload_mb_s`` uses, for the list of sources."""
    name = f"fc.payload.{gigabits:g}"
    return name if name in library else "fc.payload.8"


def frame_us(library: Library, gigabits: float, payload_bytes: float | None = None) -> float:
    """Time of one frame on the wire in us: (payload + overhead) x line bits per byte / line rate.

    Args:
        library: the parameters.
        gigabits: nominal speed; one without a line rate in the library counts as 8b/10b at 1.0625 Gb/s per Gbit/s.
        payload_bytes: bytes of data in the frame; a full frame by default.
    """
    payload = library.typical("fc.frame_payload") if payload_bytes is None else payload_bytes
    rate, bits = 1.0625 * gigabits, 10.0
    if f"fc.line_rate.{gigabits:g}" in library:
        rate = library.typical(f"fc.line_rate.{gigabits:g}")
        bits = library.typical(f"fc.line_bits_per_byte.{gigabits:g}")
    return (payload + library.typical("fc.frame_overhead")) * bits / (rate * 1000.0)


def buffer_credits(
    library: Library, gigabits: float, km: float, available: int | None = None, payload_bytes: float | None = None
) -> Credits:
    """Buffer credits that a link of this length needs, and the rate that the available ones allow.

    need = floor(2 x propagation x km / frame time) + 1; with fewer, each round trip carries credits x payload.

    Args:
        library: the parameters.
        gigabits: nominal speed.
        km: length of the link.
        available: credits of the port; None if unknown, which limits nothing.
        payload_bytes: mean bytes of data in a frame; full frames by default. Smaller frames need more credits.
    """
    frame = frame_us(library, gigabits, payload_bytes)
    round_trip = 2.0 * library.typical("fabric.propagation") * km
    needed = math.floor(round_trip / frame) + 1
    rate = payload_mb_s(library, gigabits)
    if available is None or available >= needed:
        return Credits(needed, rate, limited=False)
    payload = library.typical("fc.frame_payload") if payload_bytes is None else payload_bytes
    return Credits(needed, min(rate, available * payload / (round_trip + frame)), limited=True)


def link_stations(
    name: str,
    kind: Kind,
    rate_mb_s: float,
    *,
    limit: float | None,
    reads: Literal["tx", "rx"] = "rx",
) -> tuple[Station, Station]:
    """Stations of the two directions of a full-duplex link: writes first, then reads.

    Args:
        name: name of the link; stations are called ``<name> tx`` and ``<name> rx``.
        kind: hba, link, isl, fe_port or be_port.
        rate_mb_s: payload rate of one direction in MB/s.
        limit: sizing limit of its utilisation (``sizing.limit.link``), or None.
        reads: direction of read data; ``rx`` as seen by the host.
    """
    component, wait = _COMPONENTS[kind]
    service = _service(rate_mb_s)
    writes: Literal["tx", "rx"] = "tx" if reads == "rx" else "rx"
    return (
        Station(f"{name} {writes}", kind, service, component, wait, carries="writes", limit=limit),
        Station(f"{name} {reads}", kind, service, component, wait, carries="reads", limit=limit),
    )


@cache
def _service(rate_mb_s: float) -> Service:
    """Service of one direction; one object for all links of a rate, so that it is evaluated once."""
    demand = Demand(per_kib_ms=Range.exactly(1.024 / rate_mb_s))
    return Service(demand, demand)


def distance_delays(
    library: Library, km: float, hops: int, *, component: Component = "fabric", accelerated: bool = False
) -> tuple[Delay, ...]:
    """Propagation and switch hops of a route, for the round trips of reads and of writes.

    Args:
        library: the parameters.
        km: one-way length of the route.
        hops: switches on the route.
        component: part of the breakdown that it counts towards.
        accelerated: whether write acceleration saves writes a round trip.
    """
    from checker.estimate.network.network import READS, WRITES

    write_trips = "fabric.round_trips.write_accelerated" if accelerated else "fabric.round_trips.write"
    return tuple(
        Delay(
            component,
            library.derive(
                lambda count, hop, glass: 2.0 * count * (hop * hops + glass * km) / 1000.0,
                trips,
                "fabric.switch_hop",
                "fabric.propagation",
            ),
            concerns,
        )
        for trips, concerns in (("fabric.round_trips.read", READS), (write_trips, WRITES))
    )
