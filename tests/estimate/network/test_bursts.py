"""Bursts of I/O after the first station, compared with an event simulation that uses none of the formulas."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.estimate.network.links import link_stations
from checker.estimate.network.network import Demand, Flow, Network, Route, Service, Station, Visit
from checker.estimate.workload.mix_of_io import IoType, Workload
from tests.estimate.network.networks import EXACT, SINGLE, mean_ms, one, reads, station


def behind_an_array(iops: float, service_ms: float, share: float = 1.0) -> Network:
    """Bursts of 4 reads of 16 KiB behind 16 servers at a port of 8 Gb/s; the other part of the array's I/O uses no port."""
    load = Workload("w", (IoType(1.0, True, 16),), iops=iops, burst=4)
    flows = [Flow("f", "h", "v", load, (Route((Visit("p tx"), Visit("p rx"), Visit("array"))),))]
    if share < 1:
        rest = replace(load, iops=iops / share - iops)
        flows.append(Flow("g", "g", "v", rest, (Route((Visit("array"),)),)))
    array = station("array", service_ms, servers=16)
    return Network((*link_stations("p", "fe_port", 800, limit=None), array), tuple(flows))


@pytest.mark.parametrize(("share", "service_ms", "simulated"), [(1.0, 0.281, 0.4529), (0.5, 0.1405, 0.3402)])
def test_a_busy_array_spreads_the_bursts_that_it_passes_on(share: float, service_ms: float, simulated: float) -> None:
    # Array 60 % busy, port 70 %; 4 million I/Os, known to 0.5 and 1.2 % at 95 %. As if the array were idle: 0.500 and 0.370 ms.
    assert mean_ms(behind_an_array(34_180, service_ms, share)) == pytest.approx(simulated, rel=0.02)


def test_long_bursts_find_more_of_themselves_than_bursts_of_mean_length() -> None:
    # Almost idle; 3 million I/Os, known to 0.2 %. With the mean length of a burst the wait of 0.0375 ms is 12 % shorter.
    assert mean_ms(behind_an_array(488, 0.0352)) == pytest.approx(0.0946, rel=0.02)


def test_a_read_does_not_wait_for_the_writes_of_its_burst_whose_data_comes_later() -> None:
    # Almost idle, one server: 0.1 ms for a read, 1 ms for a write, whose data takes 1.28 ms on the link, so that writes of a
    # burst meet only there. A read meets 4 others, 0.2 ms; half of the I/O are reads. The model lets some writes find reads, too.
    service = Service(Demand(EXACT(0.1)), Demand(EXACT(1.0)), scv=EXACT(0.0))
    array = Station("array", "array", service, "array_service", "array_queue", (1, 1, 1))
    load = Workload("w", (IoType(0.5, True, 1), IoType(0.5, False, 1000)), iops=1e-3, burst=5)
    route = Route((Visit("p tx"), Visit("p rx"), Visit("array")))
    network = Network((*link_stations("p", "fe_port", 800, limit=None), array), (Flow("f", "h", "v", load, (route,)),))
    queued = SINGLE.model(network).solve().volumes["f"].breakdown["array_queue"]
    assert 0.1 <= queued < 0.45


@pytest.mark.parametrize(
    ("depth", "burst", "iops", "simulated"),
    [(2, 16, 1037, 5.57), (2, 4, 1153, 1.53), (8, 4, 4612, 0.609), (32, 16, 18_440, 0.639)],
)
def test_a_burst_waits_for_its_queue_depth(depth: int, burst: float, iops: float, simulated: float) -> None:
    # 64 servers of 0.5 ms that are hardly busy, behind a link of 8 Gb/s; 300,000 I/Os, known to 5.5, 2.9, 1.3 and 1.5 %.
    load = Workload("w", (IoType(0.7, True, 8), IoType(0.3, False, 8)), iops=iops, burst=burst)
    route = Route((Visit("p tx"), Visit("p rx"), Visit("array")))
    array = station("array", 0.5, servers=64)
    flow = Flow("f", "h", "v", load, (route,), queue_depth=depth)
    assert mean_ms(Network((*link_stations("p", "fe_port", 800, limit=None), array), (flow,))) == pytest.approx(
        simulated, rel=0.03
    )


def test_bursts_with_one_slot_wait_as_at_one_server() -> None:
    # M^[X]/M/1 with geometric bursts of 5 on average: 5 S / (1 - rho), in the host; a queue depth of 1 lets one in at a time.
    network = one(reads(iops=600, burst=5), station("s", 1.0, servers=64), depth=1)
    assert mean_ms(network) == pytest.approx(5 / (1 - 0.6), rel=1e-3)
    # A depth that no burst fills changes nothing.
    deep, none = (
        mean_ms(one(reads(iops=600, burst=5), station("s", 1.0, servers=64), depth=depth)) for depth in (200, None)
    )
    assert deep == pytest.approx(none, rel=1e-3)


def test_large_bursts_that_wait_for_a_queue_depth_have_a_bound() -> None:
    def bound(burst: float, depth: int) -> str | None:
        network = one(reads(iops=600, burst=burst), station("s", 1.0, servers=64), depth=depth)
        return SINGLE.model(network).solve().volumes["f"].bound

    assert bound(10, 4) == "I/O arrives in large bursts that wait for a queue depth"
    assert bound(10, 200) is None
    assert bound(4, 4) is None


def test_deep_queues_of_large_bursts_have_a_wait() -> None:
    # 1,000 slots that are 90 % busy: the chances of up to 1,000 others exceed what a number can hold before they are scaled.
    network = one(reads(iops=900_000, burst=400), station("s", 1.0, servers=4000), depth=1000)
    wait = SINGLE.model(network).solve().volumes["f"].breakdown["host_queue"]
    # M^[X]/M/1 with one server that is 1,000 times as fast: 0.4 ms / (1 - 0.9) - 0.001; several servers are full less often.
    assert 1.5 < wait < 4.0
