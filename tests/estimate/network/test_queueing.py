"""Single stations compared with exact results, and properties of every result."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies

from checker.estimate.formulas.stations import erlang_c
from checker.estimate.network.links import link_stations
from checker.estimate.network.network import (
    READ_MISSES,
    WRITES,
    Delay,
    Demand,
    Flow,
    Network,
    Route,
    Service,
    Station,
    Visit,
)
from checker.estimate.workload.mix_of_io import IoType, Workload
from tests.estimate.network.networks import EXACT, SINGLE, bursty, flow, mean_ms, metro, mixed_san, one, reads, station
from tests.thorough import examples


@pytest.mark.parametrize("use", [0.1, 0.5, 0.9])
def test_m_m_1(use):
    assert mean_ms(one(reads(iops=1000 * use), station("s", 1.0))) == pytest.approx(1 / (1 - use), rel=1e-9)


@pytest.mark.parametrize("use", [0.1, 0.5, 0.9])
def test_m_d_1(use):
    constant = station("s", 1.0, scv=0.0)
    assert mean_ms(one(reads(iops=1000 * use), constant)) == pytest.approx(1 + use / (2 * (1 - use)), rel=1e-9)


@pytest.mark.parametrize(("servers", "use"), [(2, 0.5), (4, 0.8), (32, 0.9)])
def test_m_m_c(servers, use):
    offered = servers * use
    below = sum(offered**k / math.factorial(k) for k in range(servers))
    full = offered**servers / math.factorial(servers) / (1 - use)
    expected = 1 + full / (below + full) / (servers * (1 - use))
    found = mean_ms(one(reads(iops=1000 * offered), station("s", 1.0, servers=servers)))
    assert found == pytest.approx(expected, rel=1e-9)


def test_pollaczek_khinchine_of_two_sizes():
    # 4 KiB take 1 ms, 64 KiB 16 ms, both constant: 60 % busy.
    service = Service(Demand(per_kib_ms=EXACT(0.25)), Demand(per_kib_ms=EXACT(0.25)))
    part = Station("s", "array", service, "array_service", "array_queue")
    load = Workload("w", (IoType(0.8, True, 4), IoType(0.2, True, 64)), iops=150)
    response = SINGLE.model(one(load, part)).solve().volumes["f"].response
    mean, square = 0.8 * 1 + 0.2 * 16, 0.8 * 1 + 0.2 * 256
    assert response.mean.typical == pytest.approx(mean + 0.15 * square / (2 * (1 - 0.6)))


def test_batches_at_one_server_are_exact():
    # M^[X]/M/1 with batches of 5: (1 + (b - 1) / 2) S / (1 - rho).
    load = reads(iops=600, burst=5, burst_cv=0)
    assert mean_ms(one(load, station("s", 1.0))) == pytest.approx((1 + 2) / (1 - 0.6), rel=1e-3)
    # The number of I/Os in a burst is geometric unless stated: (1 + (E[b^2] / E[b] - 1) / 2) S / (1 - rho) with E[b^2] = 45.
    assert mean_ms(one(reads(iops=600, burst=5), station("s", 1.0))) == pytest.approx(5 / (1 - 0.6), rel=1e-3)


def test_batches_at_two_servers_are_exact():
    # M^[X]/M/2 at 50 %, 4 on average: p0 = 4/9, p1 = 1/9, so 37/9 I/Os are present, by the balance of the square of their number.
    assert mean_ms(one(reads(iops=1000, burst=4), station("s", 1.0, servers=2))) == pytest.approx(37 / 9, rel=1e-6)


@pytest.mark.parametrize(("iops", "simulated"), [(4000, 1.0701), (14_000, 1.3264)])
def test_a_burst_that_several_servers_have_spread_meets_again_by_chance(iops: int, simulated: float):
    # Simulated with six million I/Os in an event loop of its own (0.1 and 0.4 % at 95 %).
    parts = (station("s", 1.0, servers=64), station("link", 0.05, scv=0.0))
    network = Network(parts, (flow("f", reads(iops=iops, burst=4), "link", "s"),))
    assert mean_ms(network) == pytest.approx(simulated, rel=0.01)


def test_only_what_the_host_waits_for_meets_its_burst_at_a_drive():
    # Ten drives take 5 ms for a read and 10 for a write, exponentially; each has 60 reads and 30 destaged writes a second, 30 % each.
    # A read meets 2 x 5 - 2 = 8 others of its burst, of which 2 / 3 are reads and 1 / 10 of these at its drive: 0.5333. It waits
    # for half of them, 1.333 ms, and for others (0.06 x 25 + 0.03 x 100 + 0.3 x 1.333) / 0.4 = 12.25 ms (M^[X]/G/1).
    service = Service(Demand(EXACT(5.0)), Demand(EXACT(10.0)), scv=EXACT(1.0))
    drives = Station("d", "disk_pool", service, "array_service", "array_queue", servers_by_level=(10, 10, 10))
    visits = (Visit("d", concerns=READ_MISSES), Visit("d", concerns=WRITES, awaited=False))
    load = Workload.simple("w", read=2 / 3, size_kib=8, iops=900, burst=5)
    network = Network((replace(drives, separate=True),), (Flow("f", "h", "v", load, (Route(visits),)),))
    response = SINGLE.model(network).solve().volumes["f"].response
    assert response.read.typical == pytest.approx(5 + 1.3333 + 12.25, rel=1e-3)


def test_hits_and_misses_of_a_burst_do_not_meet_on_the_links_to_the_host():
    # 4,000 reads a second in bursts of 5 take 0.1 ms each on a link, 40 % busy. Half are misses and arrive 50 ms later, so each
    # meets 4 others: 0.2 ms, and (0.02 + 0.4 x 0.2) / 0.6 = 0.1667 ms for other bursts (M^[X]/D/1); 0.7 ms if all met.
    stations = link_stations("l", "hba", 102.4, limit=None)
    route = Route((Visit("l tx"), Visit("l rx")), (Delay("vplex_added", EXACT(50.0), READ_MISSES),))
    load = Workload.simple("w", read=1.0, size_kib=10, iops=4000, burst=5)
    network = Network(stations, (Flow("f", "h", "v", load, (route,), hit_share=EXACT(0.5)),))
    found = SINGLE.model(network).solve().volumes["f"].response
    assert found.mean.typical - 25.0 == pytest.approx(0.1 + 0.2 + 0.1667, rel=0.02)


def test_erlang_c_knows_its_ends():
    assert erlang_c(3, 0.0) == 0.0
    assert erlang_c(3, 1.0) == 1.0
    assert erlang_c(1, 0.3) == pytest.approx(0.3)
    assert erlang_c(2, 0.5) == pytest.approx(1 / 3)


def test_two_directions_of_a_link_do_not_share():
    from checker.estimate.network.links import link_stations

    tx, rx = link_stations("l", "hba", 100, limit=0.75)
    load = Workload.simple("w", read=0.5, size_kib=100, iops=1000)
    network = Network((tx, rx), (flow("f", load, "l tx", "l rx"),))
    resources = SINGLE.model(network).solve().resources
    assert [resources[name].utilisation.typical for name in ("l tx", "l rx")] == pytest.approx([0.512, 0.512])


def test_large_io_is_serialised_once_on_its_route():
    from checker.estimate.network.links import link_stations

    links = [
        s for name, rate in (("a", 800), ("b", 400), ("c", 1600)) for s in link_stations(name, "isl", rate, limit=None)
    ]
    load = Workload.simple("w", read=0, size_kib=64, iops=0.001)
    found = mean_ms(Network(tuple(links), (flow("f", load, "a tx", "b tx", "c tx"),)))
    # The whole I/O at 400 MB/s, one frame of 2 KiB at the other links.
    assert found == pytest.approx(64 * 1.024 / 400 + 2 * 1.024 / 800 + 2 * 1.024 / 1600, rel=1e-6)


def test_io_partly_over_slow_links_waits_there_in_part() -> None:
    def mean(*links: tuple[float, float]) -> float:
        stations: list[Station] = []
        visits: list[Visit] = []
        for number, (part, rate) in enumerate(links):
            stations += link_stations(f"link {number}", "fe_port", rate, limit=None)
            visits += [Visit(f"link {number} rx", part)]
        load = Workload.simple("w", read=1.0, size_kib=64, iops=1e-6, burst=1)
        network = Network(tuple(stations), (Flow("f", "h", "v", load, (Route(tuple(visits)),)),))
        response = SINGLE.model(network).solve().volumes["f"].response
        assert response is not None
        return response.mean.typical

    whole, frame = 65.536, 2.048
    # 64 KiB are serialised completely at the slowest link, and take one frame time at the other one.
    assert mean((1, 800), (1, 400)) == pytest.approx(whole / 400 + frame / 800)
    # Four slow ports used in turn are as slow as one of them.
    assert mean((1, 800), *[(0.25, 400)] * 4) == pytest.approx(whole / 400 + frame / 800)
    # Half of the I/O does not use the slow link; it is serialised at the fast one.
    assert mean((1, 800), (0.5, 400)) == pytest.approx((whole / 400 + frame / 800 + whole / 800) / 2)


@pytest.mark.parametrize(("read", "waits_at"), [(0, "hba_link"), (1, "port_wait")])
def test_data_waits_at_the_first_of_two_equal_links_only(read, waits_at):
    from checker.estimate.network.links import link_stations

    links = [*link_stations("b", "hba", 800, limit=None), *link_stations("p", "fe_port", 800, limit=None)]
    load = Workload.simple("w", read=read, size_kib=8, iops=60_000)
    visits = ("b tx", "b rx", "p tx", "p rx")
    parts = SINGLE.model(Network(tuple(links), (flow("f", load, *visits),))).solve().volumes["f"].breakdown
    # M/D/1 at 61.44 % with 10.24 us: write data reaches the HBA first, read data the port.
    wait = 0.01024 * 0.6144 / (2 * (1 - 0.6144))
    idle = (
        SINGLE.model(Network(tuple(links), (flow("f", replace(load, iops=1e-3), *visits),)))
        .solve()
        .volumes["f"]
        .breakdown
    )
    more = {key: value - idle[key] for key, value in parts.items() if value - idle[key] > 1e-9}
    assert more == {waits_at: pytest.approx(wait, rel=1e-6)}


@pytest.mark.parametrize(("iops", "measured"), [(15_000, 0.01508), (30_000, 0.02095), (45_000, 0.07184)])
def test_traffic_of_another_host_still_queues_at_a_port(iops, measured):
    from checker.estimate.network.links import link_stations

    links = [s for n in ("b1", "b2") for s in link_stations(n, "hba", 800, limit=None)]
    links += link_stations("p", "fe_port", 800, limit=None)
    load = Workload.simple("w", read=0, size_kib=8, iops=iops)
    flows = tuple(flow(f"f{n}", load, f"b{n} tx", "p tx") for n in (1, 2))
    # Means in ms of 600,000 I/Os in the event simulation, seed 3.
    assert mean_ms(Network(tuple(links), flows), "f1") == pytest.approx(measured, rel=0.03)


def networks():
    return [mixed_san(), metro(), bursty(4), one(reads(outstanding=20), station("s", 0.5, servers=4), depth=8)]


@pytest.mark.parametrize("network", networks(), ids=["mixed", "metro", "bursty", "depth"])
def test_the_breakdown_sums_to_the_mean_and_obeys_littles_law(network):
    result = SINGLE.model(network).solve()
    for volume in result.volumes.values():
        assert sum(volume.breakdown.values()) == volume.response.mean.typical
        assert volume.outstanding == pytest.approx(volume.iops / 1000 * volume.response.mean.typical, rel=1e-12)
        assert volume.response.mean.low <= volume.response.mean.typical <= volume.response.mean.high
        load = next(f.workload for f in network.flows if f.id == volume.flow)
        if load.outstanding is not None:
            assert volume.outstanding == pytest.approx(load.outstanding, rel=1e-9)


@settings(max_examples=examples(60))
@given(
    servers=strategies.integers(1, 40),
    scv=strategies.floats(0, 3),
    low=strategies.floats(0.01, 0.98),
    step=strategies.floats(0, 0.5),
    read=strategies.floats(0, 1),
)
def test_more_load_never_answers_faster(servers, scv, low, step, read):
    part = station("s", 0.4, scv=scv, servers=servers)
    means = []
    for use in (low, min(0.985, low + step)):
        load = Workload.simple("w", read=read, iops=use * servers / 0.4 * 1000)
        means.append(mean_ms(one(load, part)))
    assert means[0] <= means[1] * (1 + 1e-12)
    assert means[0] >= 0.4 - 1e-12


@settings(max_examples=examples(25))
@given(
    servers=strategies.integers(1, 20),
    scv=strategies.floats(0, 2),
    population=strategies.integers(1, 60),
    delay=strategies.floats(0, 3),
)
def test_more_outstanding_never_answers_faster_nor_more_than_there_is_capacity(servers, scv, population, delay):
    part = station("s", 0.5, scv=scv, servers=servers)
    found = []
    for count in (population, population + 1):
        volume = SINGLE.model(one(reads(outstanding=count), part, delay=delay)).solve().volumes["f"]
        assert volume.iops <= servers / 0.5 * 1000 * 1.001
        found.append(volume)
    assert found[0].response.mean.typical <= found[1].response.mean.typical * 1.001
    assert found[0].iops <= found[1].iops * 1.001


def test_identical_volumes_are_solved_as_one_class_with_the_same_answer():
    part = station("s", 0.5, servers=4)
    routes = (Route((Visit("s"),)),)
    flows = [replace(flow(f"f{n}", reads(outstanding=2), "s"), routes=routes) for n in range(6)]
    together = SINGLE.model(Network((part,), tuple(flows)))
    # A queue depth that has no effect still puts two flows into separate classes.
    separately = SINGLE.model(Network((part,), tuple(replace(f, queue_depth=100 + n) for n, f in enumerate(flows))))
    assert len(together.plan.classes) == 1
    assert len(separately.plan.classes) == 6
    one_ms, other_ms = (m.solve().volumes["f3"].response.mean.typical for m in (together, separately))
    assert one_ms == pytest.approx(other_ms, rel=1e-3)
