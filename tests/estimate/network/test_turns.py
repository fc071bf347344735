"""Paths used strictly in turn: ports receive I/O more evenly than at random (exact for one host; several hosts by event simulation)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.estimate.network.network import Flow, Network, Route, Station, Visit
from checker.estimate.workload.mix_of_io import IoType, Workload
from tests.estimate.network.networks import SINGLE, station


def ports(count: int) -> tuple[Station, ...]:
    return tuple(station(f"port {number}", 1.0, limit=None) for number in range(count))


def wait_ms(hosts: int, paths: int, use: float, *, in_turn: bool, reads: float = 1.0) -> float:
    """Wait of hosts that use ports of 1 ms, each port as busy as stated by reads; only reads use the ports."""
    stations = ports(paths)
    routes = tuple(Route((Visit(one.id),), share=1 / paths) for one in stations)
    types = (IoType(reads, True, 8), IoType(1 - reads, False, 8)) if reads < 1 else (IoType(1.0, True, 8),)
    load = Workload("w", types, iops=1000 * use * paths / hosts / reads)
    flows = tuple(Flow(f"{n}", f"h{n}", "v", load, routes, in_turn=in_turn) for n in range(hosts))
    stations = tuple(replace(one, carries="reads") for one in stations)
    volume = SINGLE.model(Network(stations, flows)).solve().volumes["0"]
    return volume.breakdown["array_queue"] / reads


def erlang_arrivals_ms(paths: int, use: float) -> float:
    """Exact wait in E_k/M/1 with a service time of 1 ms: every k-th I/O of Poisson arrivals."""
    found = use
    for _ in range(2000):
        found = (paths * use / (paths * use + 1 - found)) ** paths
    return found / (1 - found)


@pytest.mark.parametrize("paths", [2, 4, 8])
@pytest.mark.parametrize("use", [0.5, 0.7, 0.9])
def test_one_host_with_paths_in_turn_is_erlang_arrivals(paths: int, use: float) -> None:
    assert wait_ms(1, paths, use, in_turn=True) == pytest.approx(erlang_arrivals_ms(paths, use), rel=0.09)


def test_paths_at_random_are_poisson_arrivals() -> None:
    assert wait_ms(1, 4, 0.7, in_turn=False) == pytest.approx(0.7 / 0.3, rel=1e-6)


def test_many_hosts_that_do_not_know_of_each_other_are_almost_random() -> None:
    assert wait_ms(400, 4, 0.5, in_turn=True) == pytest.approx(1.0, rel=0.01)


def test_hosts_that_take_turns_help_each_other_less_the_more_they_are() -> None:
    waits = [wait_ms(hosts, 4, 0.8, in_turn=True) for hosts in (1, 2, 4, 16)]
    assert waits == sorted(waits)
    assert waits[-1] < 4.0


def test_io_that_does_not_use_the_direction_of_a_port_disturbs_the_order() -> None:
    assert wait_ms(1, 4, 0.8, in_turn=True) < wait_ms(1, 4, 0.8, in_turn=True, reads=0.3) < 4.0
