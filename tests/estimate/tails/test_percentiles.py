"""Percentiles by formula: exact cases, and where there are none."""

from __future__ import annotations

import math

import pytest

from checker.estimate.network.network import Network
from checker.estimate.network.results.result import Percentiles
from checker.estimate.tails.tails import Tails
from tests.estimate.network.networks import SINGLE, bursty, flow, metro, one, reads, station


def percentiles(network: Network) -> Percentiles | None:
    return Tails(SINGLE.model(network)).of_all()


@pytest.mark.parametrize("busy", [0.1, 0.5, 0.85])
def test_a_single_exponential_server_has_an_exponential_response_time(busy: float) -> None:
    found = percentiles(one(reads(iops=1000 * busy), station("a", 1.0)))
    assert found is not None
    # Kleinrock, Queueing Systems, volume 1: the response time of M/M/1 is exponential with the mean S / (1 - rho).
    assert found.p95.typical == pytest.approx(math.log(20) / (1 - busy), rel=2e-3)
    assert found.p99.typical == pytest.approx(math.log(100) / (1 - busy), rel=2e-3)


def test_several_servers_wait_only_if_all_are_busy() -> None:
    found = percentiles(one(reads(iops=6000), station("a", 1.0, servers=8)))
    assert found is not None
    # M/M/8 at 75 %: Erlang C 0.35704, then an exponential wait of 0.5 ms in addition to the exponential service.
    tail = lambda t: (1 - 0.35704) * math.exp(-t) + 0.35704 * (2 * math.exp(-t) - math.exp(-2 * t))  # noqa: E731
    assert tail(found.p95.typical) == pytest.approx(0.05, rel=2e-3)
    assert tail(found.p99.typical) == pytest.approx(0.01, rel=2e-3)


def test_constant_service_has_the_percentiles_of_md1() -> None:
    found = percentiles(one(reads(iops=500), station("a", 1.0, scv=0)))
    assert found is not None
    # P(wait <= t) of M/D/1 at 50 % (Erlang 1909): 0.5 sum (-0.5 (k - t))^k / k! exp(-0.5 (k - t)), k up to t.
    wait = found.p95.typical - 1.0
    below = 0.5 * sum(
        (0.5 * (k - wait)) ** k / math.factorial(k) * math.exp(-0.5 * (k - wait)) for k in range(int(wait) + 1)
    )
    assert 1 - below == pytest.approx(0.05, abs=0.005)


def test_percentiles_are_in_order_and_above_the_mean() -> None:
    for network in (metro(), bursty(1)):
        model = SINGLE.model(network)
        response = model.solve().response
        found = Tails(model).of_all()
        assert response is not None
        assert found is not None
        assert response.mean.typical < found.p95.typical < found.p99.typical
        assert found.p95.low <= found.p95.typical <= found.p95.high


@pytest.mark.parametrize(
    "load", [{"iops": 930}, {"iops": 1200}, {"outstanding": 9}], ids=["busy", "saturated", "closed"]
)
def test_no_percentile_where_only_a_bound_is_meaningful(load: dict[str, float]) -> None:
    assert percentiles(one(reads(**load), station("a", 1.0))) is None


def test_a_queue_depth_that_limits_has_no_percentile() -> None:
    assert percentiles(one(reads(iops=700), station("a", 1.0), depth=1)) is not None
    limited = Network((station("a", 1.0, servers=4),), (flow("f", reads(iops=1500), "a", depth=1),))
    assert percentiles(limited) is None
