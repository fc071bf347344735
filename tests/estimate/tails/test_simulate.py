"""The event simulation of the product: exact cases, repeatable results, and what it does not simulate."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from checker.estimate.network.network import Flow, Network, Route, Visit
from checker.estimate.simulate.simulate import Simulated, simulate
from checker.estimate.workload.mix_of_io import IoType, Workload
from tests.estimate.network.networks import SINGLE, flow, metro, mixed_san, one, reads, station
from tests.thorough import examples

IOS = examples(400_000)


def run(network: Network, ios: int = IOS, seed: int = 1) -> Simulated:
    model = SINGLE.model(network)
    found = simulate(model, model.solve(), ios, seed)
    assert isinstance(found, Simulated), found
    return found


@pytest.mark.parametrize(
    ("load", "servers", "mean"),
    [
        ({"iops": 500}, 1, 2.0),
        ({"iops": 3000}, 4, 1 + 0.509434 / 4 / 0.25),
        # Two I/Os circulate between one server and nowhere else.
        ({"outstanding": 2}, 1, 2.0),
        # Machine repair: two I/Os, think time 1, service 1: throughput 4 / 5, so 2 / 0.8 - 1.
        ({"outstanding": 2, "think_ms": 1.0}, 1, 1.5),
    ],
)
def test_exact_means(load: dict[str, float], servers: int, mean: float) -> None:
    found = run(one(reads(**load), station("a", 1.0, servers=servers))).total
    assert found.mean.margin is not None
    assert abs(found.mean.ms - mean) <= 3 * found.mean.margin
    assert found.mean.ms == pytest.approx(mean, rel=0.05)


def test_routes_in_turn_are_simulated_in_turn() -> None:
    stations = tuple(station(name, 1.0, limit=None) for name in ("a", "b"))
    routes = tuple(Route((Visit(one.id),), share=0.5) for one in stations)
    even = Flow("f", "h", "v", reads(iops=1400), routes, in_turn=True)
    # Two stations at 70 %, every second I/O each: E2/M/1 waits 1.601 instead of 2.333.
    assert run(Network(stations, (even,))).total.mean.ms == pytest.approx(1 + 1.601, rel=0.05)
    assert run(Network(stations, (replace(even, in_turn=False),))).total.mean.ms == pytest.approx(1 + 2.333, rel=0.05)


def test_percentiles_of_an_exponential_time() -> None:
    found = run(one(reads(iops=500), station("a", 1.0))).total
    assert found.p95 is not None
    assert found.p99 is not None
    assert found.p95.ms == pytest.approx(2 * math.log(20), rel=0.08)
    assert found.p99.ms == pytest.approx(2 * math.log(100), rel=0.12)


def test_a_queue_depth_holds_io_back_in_the_host() -> None:
    free = run(one(reads(iops=2400), station("a", 1.0, servers=4))).total.mean.ms
    held = run(one(reads(iops=2400), station("a", 1.0, servers=4), depth=3)).total.mean.ms
    # M/M/3 at 80 %: 1 + 0.6472 / 3 / 0.2.
    assert held == pytest.approx(1 + 0.6472 / 0.6, rel=0.08)
    assert held > 1.3 * free


def test_a_mirrored_write_waits_for_the_slower_leg() -> None:
    found = run(metro())
    assert found.writes is not None
    # The far leg alone takes 1 ms over the WAN and 0.8 ms at the array.
    assert found.writes.ms > 0.4 + 1.8
    assert found.utilisation["wan"] == pytest.approx(3.6 * 16 * 1.024 / 200, rel=0.05)


def test_bursts_wait_for_themselves() -> None:
    alone = run(one(reads(iops=100), station("a", 1.0, scv=0.0))).total.mean.ms
    together = run(one(reads(iops=100, burst=4, burst_cv=0), station("a", 1.0, scv=0.0))).total.mean.ms
    # M^[4]/D/1 at 10 %: 1 + (0.1 / 2 + 3 / 2) / 0.9.
    assert together == pytest.approx(1 + 1.55 / 0.9, rel=0.05)
    assert alone == pytest.approx(1 + 0.05 / 0.9, rel=0.02)


def test_equal_seeds_give_equal_results() -> None:
    first, second, other = (run(mixed_san(), 10_000, seed) for seed in (3, 3, 4))
    assert replace(first, seconds=0.0) == replace(second, seconds=0.0)
    assert first.total != other.total


def test_the_formulas_agree_where_they_are_exact() -> None:
    types = (IoType(0.5, True, 8), IoType(0.5, False, 8))
    network = Network((station("a", 1.0), station("b", 0.5)), (flow("f", Workload("w", types, iops=600), "a", "b"),))
    model = SINGLE.model(network)
    response = model.solve().response
    found = run(network)
    assert response is not None
    assert found.total.mean.margin is not None
    assert abs(found.total.mean.ms - response.mean.typical) <= 3 * found.total.mean.margin


def test_a_saturated_load_is_not_simulated() -> None:
    model = SINGLE.model(one(reads(iops=1200), station("a", 1.0)))
    assert simulate(model, model.solve(), 10_000, 1) == "no host-volume pair has a response time"


def test_loads_without_a_response_time_only_load_the_others() -> None:
    part = station("a", 1.0)
    wanted = flow("f", reads(iops=400), "a")
    unknown = replace(flow("g", reads(iops=400), "a"), unknown=("round trip between clusters",))
    found = run(Network((part,), (wanted, unknown)))
    # M/M/1 at 80 %, of which half is not recorded.
    assert found.total.mean.ms == pytest.approx(5.0, rel=0.1)
    assert [one is None for one in found.classes] == [False, True]
    assert found.utilisation["a"] == pytest.approx(0.8, rel=0.02)


def test_a_saturated_load_keeps_its_queue_depth_outstanding() -> None:
    parts = station("a", 1.0, servers=3), station("b", 1.0)
    small = flow("f", reads(iops=500), "a")
    large = flow("g", reads(iops=1500), "a", "b", depth=8)
    found = run(Network(parts, (small, large)))
    # Station b lets 1,000 IOPS through, so a serves 1,500 a second with three servers: M/M/3 at 50 % waits 0.158 ms.
    assert found.utilisation["b"] == pytest.approx(1.0, abs=0.03)
    assert found.total.mean.ms == pytest.approx(1.158, rel=0.03)


def test_a_closed_load_without_a_response_time_prevents_a_simulation() -> None:
    closed = replace(flow("g", reads(outstanding=4), "a"), unknown=("round trip between clusters",))
    model = SINGLE.model(Network((station("a", 1.0),), (flow("f", reads(iops=100), "a"), closed)))
    assert "outstanding I/O without a response time" in str(simulate(model, model.solve(), 10_000, 1))
