"""Hosts whose links feed one port: I/O that waited at a host's link does not wait again at the port (event simulation)."""

from __future__ import annotations

import pytest

from checker.estimate.library import builtin
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.network import Demand, Flow, Network, Route, Service, Station, Visit
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import IoType, Workload

SERVICE_MS = 0.08
SINGLE = Estimator(builtin().overridden({"host.burst_size": 1}, "test"))


def link(name: str) -> Station:
    demand = Demand(per_kib_ms=Range.exactly(SERVICE_MS / 8))
    return Station(name, "hba", Service(demand, demand), "fabric", "port_wait", carries="writes")


def wait_ms(use: float) -> float:
    """Wait of Poisson arrivals with constant service time (M/D/1)."""
    return use * SERVICE_MS / 2 / (1 - use)


def at_the_port(shares: tuple[float, ...], use: float) -> list[float]:
    """Wait of each host's I/O at the port, relative to that of Poisson arrivals."""
    stations = (link("port"), *(link(f"host {number}") for number in range(len(shares))))
    flows = tuple(
        Flow(
            f"{number}",
            f"host {number}",
            "v",
            Workload("w", (IoType(1.0, False, 8),), iops=1000 * use * share / SERVICE_MS),
            (Route((Visit(f"host {number}"), Visit("port"))),),
        )
        for number, share in enumerate(shares)
    )
    result = SINGLE.model(Network(stations, flows)).solve()
    waits = [result.volumes[flow.id].breakdown["port_wait"] for flow in flows]
    return [(wait - wait_ms(use * share)) / wait_ms(use) for wait, share in zip(waits, shares, strict=True)]


@pytest.mark.parametrize(
    ("use", "shares", "simulated"),
    [
        (0.3, (0.5, 0.5), (0.59, 0.59)),
        (0.3, (0.1, 0.9), (0.715, 0.163)),
        (0.3, (0.25,) * 4, (0.813,) * 4),
        (0.6, (0.25, 0.75), (0.691, 0.522)),
        (0.6, (0.05, 0.95), (0.486, 0.142)),
        (0.9, (0.5, 0.5), (0.92, 0.92)),
        (0.9, (0.05, 0.95), (0.448, 0.386)),
        (0.9, (0.25,) * 4, (0.965,) * 4),
    ],
)
def test_waits_at_a_port_that_links_of_its_own_speed_feed(
    use: float, shares: tuple[float, ...], simulated: tuple[float, ...]
) -> None:
    assert at_the_port(shares, use) == pytest.approx(simulated, abs=0.025)


def test_traffic_over_one_link_never_queues_after_it() -> None:
    assert at_the_port((1.0,), 0.8) == pytest.approx([0.0], abs=1e-9)


def test_a_rare_guest_meets_one_io_of_a_stream_and_no_queue() -> None:
    guest, _ = at_the_port((1e-6, 1 - 1e-6), 0.6)
    # The stream queued at its own link: the other I/O waits for the frame being sent, rho r instead of rho r / (1 - rho).
    assert guest == pytest.approx(1 - 0.6, abs=1e-4)


@pytest.mark.parametrize("use", [0.2, 0.5, 0.8])
def test_what_waits_at_links_and_port_together_is_what_would_wait_at_the_port_alone(use: float) -> None:
    shares = (0.2, 0.3, 0.5)
    waits = at_the_port(shares, use)
    port = sum(share * one * wait_ms(use) for share, one in zip(shares, waits, strict=True))
    links = sum(share * wait_ms(use * share) for share in shares)
    assert port + links == pytest.approx(wait_ms(use))
