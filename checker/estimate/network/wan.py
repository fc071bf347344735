"""Links over IP: TCP throughput with loss, the station of a WAN, and the drain rate of Geo (estimator.md, sections 3.6 and 3.7)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from checker.estimate.library import Library
from checker.estimate.network.network import Delay, Demand, Service, Station
from checker.estimate.quantity import Range


@dataclass(frozen=True, slots=True)
class WanRate:
    """Payload rate of a WAN.

    Attributes:
        mb_s: payload rate in MB/s.
        bound: limiting factor: ``loss``, ``window`` or ``bandwidth``.
        assumptions: assumptions made.
    """

    mb_s: float
    bound: str
    assumptions: tuple[str, ...]


def tcp_throughput(
    loss: float, rtt_ms: float, *, mss: float = 1460.0, acknowledged: float = 2.0, timeout_ms: float | None = None
) -> float:
    """Throughput of one TCP connection in bytes/s, by the simple formula of Padhye, Firoiu, Towsley and Kurose (RFC 5348).

    Args:
        loss: packet loss ratio, 0 to 1; 0 gives infinity.
        rtt_ms: round-trip time.
        mss: maximum segment size in bytes.
        acknowledged: segments per acknowledgement.
        timeout_ms: retransmission timeout; 4 round trips by default.

    Raises:
        ValueError: a loss outside 0 to 1, or a round-trip time of 0.
    """
    if not 0 <= loss < 1 or not rtt_ms > 0:
        raise ValueError(
            f"TCP throughput requires a loss of at least 0 and below 1 and a round-trip time above 0, not {loss:g} and {rtt_ms:g} ms"
        )
    if loss == 0:
        return math.inf
    rtt = rtt_ms / 1000.0
    timeout = 4.0 * rtt if timeout_ms is None else timeout_ms / 1000.0
    congestion = rtt * math.sqrt(2.0 * acknowledged * loss / 3.0)
    timeouts = timeout * 3.0 * math.sqrt(3.0 * acknowledged * loss / 8.0) * loss * (1.0 + 32.0 * loss**2)
    return mss / (congestion + timeouts)


def wan_rate(
    library: Library,
    *,
    bandwidth_mbit_s: float,
    rtt_ms: float,
    loss: float | None = None,
    window_kib: float | None = None,
    connections: int | None = None,
) -> WanRate:
    """Payload rate of a WAN: connections x the smaller of TCP throughput and window / RTT, capped by bandwidth.

    Args:
        library: the parameters; its ``wan.window`` applies if ``window_kib`` is None.
        bandwidth_mbit_s: line bandwidth in 10^6 bit/s.
        rtt_ms: round-trip time; with 0, only the bandwidth limits.
        loss: packet loss ratio; None if unknown, which counts as no loss and is listed as an assumption.
        window_kib: TCP window per connection.
        connections: parallel TCP connections.
    """
    efficiency = library.typical("wan.efficiency")
    assumptions = [f"{100 * efficiency:.0f} % of the line's bandwidth is payload"]
    bounds = [(bandwidth_mbit_s * efficiency / 8.0, "bandwidth")]
    if connections is None:
        connections = round(library.typical("wan.connections"))
        assumptions.append(f"{connections} TCP connection, because the number is unknown")
    if loss is None:
        assumptions.append("no packet loss")
    if rtt_ms > 0:
        if loss:
            throughput = tcp_throughput(
                loss,
                rtt_ms,
                mss=library.typical("wan.mss"),
                acknowledged=library.typical("wan.acknowledged"),
                timeout_ms=library.typical("wan.timeout") * rtt_ms,
            )
            bounds.append((connections * throughput / 1e6, "loss"))
        window = library.typical("wan.window") if window_kib is None and library.known("wan.window") else window_kib
        if window is not None:
            bounds.append((connections * window * 1.024 / rtt_ms, "window"))
        else:
            assumptions.append("the TCP window is large enough to fill the line")
    rate, bound = min(bounds)
    return WanRate(rate, bound, tuple(assumptions))


def wan_station(name: str, rate_mb_s: float, *, limit: float | None) -> Station:
    """Station of a WAN: one server that takes size / rate; the round trip is a separate delay (``wan_delay``)."""
    demand = Demand(per_kib_ms=Range.exactly(1.024 / rate_mb_s))
    return Station(name, "wan", Service(demand, demand), "wan", "wan", limit=limit)


def wan_delay(library: Library, rtt_ms: Range, *, loss: float | None = None) -> Delay:
    """Round trip of a mirrored write, plus loss x timeout for retransmission (an order of magnitude, section 3.7)."""
    again = (loss or 0.0) * library.typical("wan.timeout")
    return Delay("wan", rtt_ms.scaled(1.0 + again))


def geo_drain_mb_s(wan_mb_s: float, remote_write_mb_s: float | None) -> float:
    """Drain rate of Geo's write-back cache: the slower of WAN and remote array.

    Below this rate the host sees the write latency of the cache; above it the cache fills up and host writes are
    throttled to this rate.
    """
    return wan_mb_s if remote_write_mb_s is None else min(wan_mb_s, remote_write_mb_s)
