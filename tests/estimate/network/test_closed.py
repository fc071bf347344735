"""Closed loads compared with exact results, queue depths, and states without a number."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from checker.estimate.network.network import Delay, Demand, Flow, Network, Route, Service, Station, Visit
from checker.estimate.network.solver import solve_inside
from checker.estimate.workload.mix_of_io import Workload
from tests.estimate.network.networks import EXACT, SINGLE, bursty, flow, mean_ms, metro, mixed_san, one, reads, station


@pytest.mark.parametrize(("servers", "population", "delay"), [(1, 8, 5.0), (8, 16, 1.0), (8, 64, 5.0), (32, 64, 1.0)])
def test_one_station_with_a_delay_is_the_machine_repair_model(servers, population, delay):
    weights = [1.0]
    for count in range(1, population + 1):
        weights.append(weights[-1] * (population - count + 1) / delay / min(count, servers))
    rate = sum(w * min(k, servers) for k, w in enumerate(weights)) / sum(weights)
    found = mean_ms(one(reads(outstanding=population), station("s", 1.0, servers=servers), delay=delay))
    assert found == pytest.approx(population / rate, rel=2e-3)


@pytest.mark.parametrize(("times", "delay", "population"), [((0.5, 0.5, 0.5), 0.0, 10), ((0.2, 0.6, 1.0), 1.0, 5)])
def test_several_stations_are_near_exact_mva(times, delay, population):
    queues, response = [0.0] * 3, 0.0
    for count in range(1, population + 1):
        at = [ms * (1 + q) for ms, q in zip(times, queues, strict=True)]
        response = sum(at) + delay
        queues = [count / response * ms for ms in at]
    stations = tuple(station(f"s{n}", ms) for n, ms in enumerate(times))
    network = Network(stations, (flow("f", reads(outstanding=population), "s0", "s1", "s2", delay=delay),))
    assert mean_ms(network) == pytest.approx(response, rel=0.03)


def test_io_that_circulates_in_step_does_not_exceed_capacity():
    volume = SINGLE.model(one(reads(outstanding=2), station("s", 1.0, scv=0.0))).solve().volumes["f"]
    assert volume.iops == pytest.approx(1000, rel=1e-3)
    assert volume.response.mean.typical == pytest.approx(2.0, rel=1e-3)


def test_think_time_is_no_response_time():
    volume = SINGLE.model(one(reads(outstanding=3, think_ms=7.0), station("s", 0.1, servers=30))).solve().volumes["f"]
    assert volume.response.mean.typical == pytest.approx(0.1, rel=0.01)
    assert volume.iops == pytest.approx(3 / 7.1 * 1000, rel=0.01)


def test_more_outstanding_than_the_queue_depth_waits_in_the_host():
    volume = SINGLE.model(one(reads(outstanding=100), station("s", 1.0), depth=32)).solve().volumes["f"]
    assert volume.iops == pytest.approx(1000, rel=1e-3)
    assert volume.breakdown["host_queue"] == pytest.approx(68.0, rel=1e-3)


def test_a_rate_beyond_the_queue_depth_is_a_state():
    # 4 ms with 10 tokens allow 2,500 IOPS.
    wide = station("s", 4.0, servers=200)
    volume = SINGLE.model(one(reads(iops=3000), wide, depth=10)).solve().volumes["f"]
    assert volume.status == "queue_depth_limited"
    assert volume.iops == pytest.approx(2500, rel=1e-3)
    assert volume.breakdown["host_queue"] == 0.0
    assert "queue depth of 10" in volume.reason
    result = SINGLE.model(one(reads(iops=3000), wide, depth=10)).solve()
    assert result.risk == "high"
    assert result.binding == "queue depth of host of f v"
    assert result.saturation_iops.typical == pytest.approx(2500, rel=1e-4)


def test_the_first_of_several_queue_depths_limits_to_the_digit():
    # Of two hosts at a wide station, the one with 10 outstanding for 4 ms stops at 2,500 of its IOPS, 3/4 of all.
    wide = station("s", 4.0, servers=2000)
    flows = [
        replace(one(reads(iops=rate), wide, depth=depth).flows[0], id=name, host=name)
        for name, rate, depth in (("h1", 3.0, 10), ("h2", 1.0, 32))
    ]
    result = SINGLE.model(Network((wide,), tuple(flows))).solve()
    assert result.saturation_iops.typical == pytest.approx(2500 * 4 / 3, rel=1e-5)
    assert result.binding == "queue depth of h1 v"


def test_a_queue_depth_that_a_full_station_uses_up_is_not_the_limit():
    result = SINGLE.model(one(reads(iops=100), station("s", 1.0), depth=32)).solve()
    assert result.binding == "s"
    assert result.saturation_iops.typical == pytest.approx(1000, rel=1e-3)


@pytest.mark.parametrize(("servers", "depth"), [(40, 32), (8, 10), (8, 64), (1, 32)])
def test_saturation_is_where_a_queue_depth_begins_to_limit_and_takes_few_solves_to_find(servers, depth, monkeypatch):
    part = station("s", 1.0, servers=servers)
    solved = []
    for module in ("limits", "solver"):
        name = f"checker.estimate.network.{module}.solve_inside"
        monkeypatch.setattr(name, lambda *given: solved.append(1) or solve_inside(*given))
    result = SINGLE.model(one(reads(iops=100), part, depth=depth)).solve()
    least = len(solved)
    found = result.saturation_iops.typical
    assert len(solved) - least <= 60  # 180 by bisection
    below, above = (
        SINGLE.model(one(reads(iops=found * factor), part, depth=depth)).solve().volumes["f"].status
        for factor in (1 - 2e-4, 1 + 2e-4)
    )
    limited = "queue_depth_limited" if result.binding != "s" else "saturated"
    assert (below, above) == ("ok", limited)


def test_a_queue_depth_below_its_limit_waits_like_a_queue_of_tokens():
    volume = SINGLE.model(one(reads(iops=2000), station("s", 4.0, servers=200), depth=10)).solve().volumes["f"]
    # The tokens are 10 servers of 4 ms: M/M/10 at 80 %.
    assert volume.status == "ok"
    assert volume.breakdown["host_queue"] == pytest.approx(4.0 * 0.409 / (10 * 0.2), rel=0.05)


def test_a_queue_that_forms_elsewhere_uses_the_depth_up_without_limiting():
    # M/M/1 at 98 % contains 49 I/Os on average; with 32 outstanding the others wait in the host, and none is lost.
    volume = SINGLE.model(one(reads(iops=980), station("s", 1.0), depth=32)).solve().volumes["f"]
    assert volume.status == "ok"
    assert volume.response.mean.typical == pytest.approx(50.0, rel=0.02)


@pytest.mark.parametrize(
    ("iops", "depth", "servers", "response_ms", "host_ms"),
    [
        (400, 1, 2, 1.6667, 0.6667),
        (500, 2, 2, 1.3333, 0.1540),
        (800, 2, 4, 1.1905, 0.1905),
        (1200, 3, 4, 1.2089, 0.1326),
        (1400, 3, 4, 1.4039, 0.2767),
        (1000, 2, 3, 1.6164, 0.5208),
    ],
)
def test_two_flows_with_few_slots_at_one_station(
    iops: float, depth: int, servers: int, response_ms: float, host_ms: float
):
    # The times are those of the Markov chain of two equal flows at first come, first served servers of 1 ms (exponential), whose
    # states are the order of the I/Os in the station and the numbers in both hosts (at most 30), solved by iteration.
    flows = tuple(flow(name, reads(iops=iops), "s", depth=depth) for name in "fg")
    volume = SINGLE.model(Network((station("s", 1.0, servers=servers),), flows)).solve().volumes["f"]
    assert volume.response.mean.typical == pytest.approx(response_ms, rel=0.045)
    assert volume.breakdown["host_queue"] == pytest.approx(host_ms, rel=0.2)
    assert sum(volume.breakdown.values()) == pytest.approx(volume.response.mean.typical)


def test_saturated_flows_have_no_response_time_and_others_do():
    network = Network(
        (station("full", 1.0), station("free", 1.0)),
        (flow("a", reads(iops=1001), "full"), flow("b", reads(iops=500), "free")),
    )
    result = SINGLE.model(network).solve()
    assert result.volumes["a"].status == "saturated"
    assert result.volumes["a"].response is None
    assert result.volumes["a"].breakdown == {}
    assert "full" in result.volumes["a"].reason
    assert result.volumes["b"].response.mean.typical == pytest.approx(2.0)
    assert result.response is None
    assert (result.status, result.risk) == ("saturated", "high")
    assert result.resources["full"].utilisation.typical == pytest.approx(1.001)


def test_a_wan_that_carries_less_than_is_written_is_a_state_of_its_own():
    flooded = replace(
        metro(), flows=(replace(metro().flows[0], workload=replace(metro().flows[0].workload, iops=40000)),)
    )
    stations = tuple(replace(s, servers_by_level=(400,) * 3) if s.kind == "array" else s for s in flooded.stations)
    result = SINGLE.model(replace(flooded, stations=stations)).solve()
    assert result.volumes["f"].status == "wan_limited"
    assert result.volumes["f"].response is None
    assert result.risk == "high"


def test_a_mirror_with_hardly_any_load_has_no_waiting():
    idle = replace(metro(), flows=(replace(metro().flows[0], workload=replace(metro().flows[0].workload, iops=1e-6)),))
    volume = SINGLE.model(idle).solve().volumes["f"]
    assert volume.response.read.typical == pytest.approx(0.4 * 0.1 + 0.6 * 0.8, rel=1e-6)
    # The later of two exponential times of 0.8 ms, one of which starts 1 ms plus the transfer time later.
    late = 1 + 16 * 1.024 / 200
    later = 0.8 + late + math.exp(-late / 0.8) * 0.4
    assert volume.response.write.typical == pytest.approx(0.4 + later, rel=0.02)


def test_background_writes_that_drives_cannot_take_saturate_a_closed_load_too():
    route = Route((Visit("s", 3.0, awaited=False),), (Delay("array_service", EXACT(0.1)),))
    network = Network((station("s", 1.0),), (Flow("f", "h", "v", reads(outstanding=5), (route,)),))
    assert SINGLE.model(network).solve().volumes["f"].status == "saturated"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"unknown": ("array latency",)}, "array latency"),
        ({"workload": Workload.simple("w")}, "amount of I/O"),
        ({"routes": ()}, "all resources on its path"),
    ],
)
def test_what_is_not_known_has_no_number(change, words):
    network = one(reads(iops=100), station("s", 1.0))
    result = SINGLE.model(replace(network, flows=(replace(network.flows[0], **change),))).solve()
    volume = result.volumes["f"]
    assert (volume.status, volume.response, result.response) == ("unknown_parameter", None, None)
    assert words in volume.reason
    assert result.risk == "unknown"


def test_a_station_without_a_known_capacity_has_no_utilisation():
    unknown = Station("d", "director", None, "vplex_added", "vplex_added", limit=0.5)
    network = Network((unknown, station("s", 1.0)), (flow("f", reads(iops=400), "d", "s"),))
    resource = SINGLE.model(network).solve().resources["d"]
    assert (resource.utilisation, resource.risk) == (None, "unknown")


@pytest.mark.parametrize("population", [1, 4, 20])
def test_open_and_closed_loads_share_a_station(population):
    # K I/Os that never leave M/M/1: exact means are rho (K + 1) / (1 - rho) open I/Os, and the closed load gets the rest.
    both = Network(
        (station("s", 1.0),), (flow("f", reads(iops=300), "s"), flow("g", reads(outstanding=population), "s"))
    )
    volumes = SINGLE.model(both).solve().volumes
    assert volumes["f"].response.mean.typical == pytest.approx((population + 1) / 0.7, rel=0.05)
    assert volumes["g"].iops == pytest.approx(700, rel=0.05)


@pytest.mark.parametrize(("use", "risk"), [(0.3, "low"), (0.6, "medium"), (0.8, "high")])
def test_risk_by_the_limit_of_half(use, risk):
    result = SINGLE.model(one(reads(iops=1000 * use), station("s", 1.0))).solve()
    assert result.risk == risk
    assert result.volumes["f"].precise


def test_above_ninety_percent_a_response_time_is_not_called_precise():
    assert not SINGLE.model(one(reads(iops=920), station("s", 1.0))).solve().volumes["f"].precise


@pytest.mark.parametrize(("servers", "knee"), [(1, 0.50), (4, 0.67), (16, 0.81)])
def test_the_knee_of_best_power(servers, knee):
    result = SINGLE.model(one(reads(iops=100), station("s", 1.0, servers=servers))).solve()
    assert result.saturation_iops.typical == pytest.approx(1000 * servers)
    assert result.knee_iops.typical / (1000 * servers) == pytest.approx(knee, abs=0.01)
    assert result.knee_outstanding.typical == pytest.approx(servers)


def test_the_curve_rises_to_98_percent_of_saturation():
    curve = SINGLE.model(one(reads(iops=100), station("s", 1.0))).curve()
    assert len(curve) == 24
    assert curve[-1].iops == pytest.approx(980)
    means = [point.mean_ms.typical for point in curve]
    assert means == sorted(means)
    assert means[-1] == pytest.approx(50.0)


def test_the_high_end_may_saturate_before_the_typical_one():
    service = Service(Demand(EXACT(1.0)), Demand(EXACT(1.0)), scv=EXACT(1.0))
    part = Station("s", "array", service, "array_service", "array_queue", servers_by_level=(4, 2, 1))
    response = SINGLE.model(one(reads(iops=1500), part)).solve().volumes["f"].response
    assert response.mean.high == math.inf
    assert response.mean.typical < math.inf


@pytest.mark.parametrize(
    ("network", "measured", "percent"),
    [
        # Means in ms of 4 million I/Os in the event simulation of benchmarks/estimate/simulation.py, seed 7.
        (mixed_san(), {"h1": 0.5937, "h2": 0.5534}, 8),
        (metro(), {"f": 1.3063}, 1),
        (bursty(4), {"h1": 0.6575}, 10),
        (bursty(10), {"h1": 1.0332}, 10),
    ],
    ids=["mixed", "metro", "bursts of 4", "bursts of 10"],
)
def test_stored_simulations(network, measured, percent):
    volumes = SINGLE.model(network).solve().volumes
    for name, ms in measured.items():
        assert volumes[name].response.mean.typical == pytest.approx(ms, rel=percent / 100)
