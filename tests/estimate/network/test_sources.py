"""Published figures as golden data (estimator.md, sections 6, 7 and 10), and the models that reproduce them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.estimate.formulas.vplex import vplex_delays, vplex_director
from checker.estimate.library import builtin
from checker.estimate.network.arrays import all_flash, xtremio
from checker.estimate.network.links import buffer_credits, distance_delays, frame_us, link_stations, payload_mb_s
from checker.estimate.network.network import (
    BUT_READ_HITS,
    Delay,
    Demand,
    Flow,
    Leg,
    Network,
    Route,
    Service,
    Station,
    Visit,
)
from checker.estimate.network.wan import geo_drain_mb_s, tcp_throughput, wan_rate
from checker.estimate.workload.mix_of_io import IoType, Workload
from tests.estimate.network.networks import EXACT, SINGLE

LIBRARY = builtin()


def at_array(load: Workload, bricks: int = 2):
    array = xtremio(LIBRARY, "array", bricks)
    return SINGLE.model(Network(array.stations, (Flow("f", "h", "v", load, (Route(array.visits),)),))).solve()


@pytest.mark.parametrize(
    ("read", "outstanding", "iops", "ms"),
    [(1.0, 640, 455e3, 1.407), (0.0, 192, 160e3, 1.200), (0.7, 320, 264e3, 1.212)],
    ids=["reads", "writes", "mixed"],
)
def test_the_xtremio_field_test(read, outstanding, iops, ms):
    volume = at_array(Workload.simple("w", read=read, size_kib=4, outstanding=outstanding)).volumes["f"]
    assert volume.iops == pytest.approx(iops, rel=0.002)
    assert volume.response.mean.typical == pytest.approx(ms, rel=0.002)


def test_large_writes_to_xtremio_stay_within_the_bandwidth_seen():
    result = at_array(Workload.simple("w", read=0, size_kib=64, iops=1000))
    low, high = (end * 65536 / 1e6 for end in (result.saturation_iops.low, result.saturation_iops.high))
    assert 695 < low < 720 < high < 755


def test_capacity_grows_with_bricks():
    four, two = (at_array(Workload.oltp2(iops=1000), bricks).saturation_iops.typical for bricks in (4, 2))
    assert two == pytest.approx(64.4e3, rel=0.002)
    assert four == pytest.approx(2 * two)


@pytest.mark.parametrize(
    ("load", "read", "write", "mean"),
    [
        (0.1, 0.520, 0.639, 0.550),
        (0.5, 0.520, 0.639, 0.550),
    ],
)
def test_the_worked_example_at_low_load(load, read, write, mean):
    array = xtremio(LIBRARY, "array", 2)
    links = tuple(replace(s, servers_by_level=(100,) * 3) for s in link_stations("l", "link", 800, limit=None))
    route = Route((Visit("l tx"), Visit("l rx"), *array.visits))
    flow = Flow("f", "h", "v", Workload.oltp2(iops=64436 * load), (route,))
    response = SINGLE.model(Network((*links, *array.stations), (flow,))).solve().volumes["f"].response
    found = [part.typical for part in (response.read, response.write, response.mean)]
    assert found == pytest.approx([read, write, mean], rel=0.004)


def vplex(kind: IoType, use: float):
    port = Station(
        "port",
        "director",
        Service(Demand(EXACT(1.0)), Demand(EXACT(1.0)), zero_load_read_ms=EXACT(0.0), zero_load_write_ms=EXACT(0.0)),
        "vplex_added",
        "port_wait",
    )
    route = Route((Visit("port"),), vplex_delays(LIBRARY, ("port",)))
    flow = Flow("f", "h", "v", Workload("w", (kind,), iops=1000 * use), (route,))
    return SINGLE.model(Network((port,), (flow,))).solve().volumes["f"].breakdown["vplex_added"]


@pytest.mark.parametrize(
    ("read", "hit", "low", "high"), [(True, 1.0, 0.085, 0.150), (True, 0.0, 0.2, 0.4), (False, None, 0.2, 0.6)]
)
def test_vplex_adds_the_published_latency(read, hit, low, high):
    assert vplex(IoType(1.0, read, 0.1, True, hit), 0.0001) == pytest.approx(low, rel=0.01)
    assert vplex(IoType(1.0, read, 64, True, hit), 0.8) == pytest.approx(high)
    # u = (0.4 / 0.8 + 16 / 64) / 2
    assert vplex(IoType(1.0, read, 16, True, hit), 0.4) == pytest.approx(low + (high - low) * 0.375)


def test_a_director_adds_waiting_only_beyond_the_published_latency():
    found = {}
    for use in (0.7, 0.95):
        director = vplex_director(LIBRARY, "d", 100_000)
        load = Workload.simple("w", iops=100_000 * use)
        network = Network(
            (director,), (Flow("f", "h", "v", load, (Route((Visit("d"),), vplex_delays(LIBRARY, ("d",))),)),)
        )
        found[use] = SINGLE.model(network).solve()
    published = vplex_delays(LIBRARY)[1].ms.high
    assert found[0.7].resources["d"].risk == "medium"
    assert found[0.95].resources["d"].risk == "high"
    # M/M/1 with 10 us: the wait at 95 % minus that at 80 %, plus the upper ends of the delays.
    wait = 0.01 * (0.95 / 0.05 - 0.8 / 0.2)
    u = min(1.0, (0.95 / 0.8 + 8 / 64) / 2)
    added = 0.7 * (0.2 + 0.2 * u) + 0.3 * (0.2 + 0.4 * u)
    assert published == 0.4
    assert found[0.95].volumes["f"].breakdown["vplex_added"] == pytest.approx(added + wait, rel=1e-6)


@pytest.mark.parametrize(("rtt", "least", "most"), [(1.0, 1.8, 2.2), (5.0, 1.16, 1.24), (10.0, 1.08, 1.12)])
def test_a_metro_write_takes_one_to_three_round_trips(rtt, least, most):
    found = []
    for added in (0.2, 0.6):
        own = Delay("array_service", EXACT(0.6))
        legs = (Leg("near", (Route((), (own,)),)), Leg("far", (Route((), (own, Delay("wan", EXACT(rtt)))),)))
        load = Workload.simple("w", read=0, iops=100)
        flow = Flow("f", "h", "v", load, (Route((), (Delay("vplex_added", EXACT(added)),)),), legs)
        volume = SINGLE.model(Network((), (flow,))).solve().volumes["f"]
        assert volume.breakdown["wan"] == pytest.approx(rtt)
        found.append(volume.response.mean.typical / rtt)
    assert found == pytest.approx([least, most], abs=0.005)


def test_tcp_throughput_of_the_calculator_to_all_digits():
    assert round(tcp_throughput(0.001, 60, timeout_ms=240), 2) == 660_451.52


@pytest.mark.parametrize(
    ("loss", "rtt", "kbytes", "percent"),
    [(0.07, 90, 30, 3), (0.07, 15, 185, 1), (0.01, 90, 128, 1), (0.01, 15, 700, 11)],
)
def test_tcp_throughput_of_the_published_links(loss, rtt, kbytes, percent):
    assert tcp_throughput(loss, rtt) / 1000 == pytest.approx(kbytes, rel=percent / 100)


def test_what_bounds_a_wan():
    clean = wan_rate(LIBRARY, bandwidth_mbit_s=10, rtt_ms=90)
    assert (clean.mb_s, clean.bound) == (pytest.approx(1.125), "bandwidth")
    assert any("window" in words for words in clean.assumptions)
    lossy = wan_rate(LIBRARY, bandwidth_mbit_s=10, rtt_ms=90, loss=0.01)
    assert (lossy.mb_s, lossy.bound) == (pytest.approx(0.129, abs=0.001), "loss")
    small = wan_rate(LIBRARY, bandwidth_mbit_s=1000, rtt_ms=90, window_kib=64, connections=2)
    assert (small.mb_s, small.bound) == (pytest.approx(2 * 65536 / 90e3), "window")
    assert wan_rate(LIBRARY, bandwidth_mbit_s=1000, rtt_ms=0, loss=0.01).bound == "bandwidth"
    assert geo_drain_mb_s(5.0, 3.0) == 3.0


@pytest.mark.parametrize(("loss", "rtt"), [(1.0, 10), (-0.1, 10), (0.1, 0)])
def test_tcp_throughput_refuses_what_has_no_answer(loss, rtt):
    with pytest.raises(ValueError, match="TCP throughput"):
        tcp_throughput(loss, rtt)


def test_frame_times_and_credits():
    assert [round(frame_us(LIBRARY, speed), 2) for speed in (1, 2, 4)] == [19.84, 9.92, 4.96]
    assert [buffer_credits(LIBRARY, speed, 10).needed for speed in (1, 2, 4)] == [6, 11, 21]
    short = buffer_credits(LIBRARY, 8, 100, 64)
    assert short.limited
    # 64 frames of 2048 bytes in each round trip of 1,000 us and one frame time.
    assert short.rate_mb_s == pytest.approx(64 * 2048 / (1000 + 2.48), rel=1e-3)
    assert buffer_credits(LIBRARY, 8, 100).rate_mb_s == payload_mb_s(LIBRARY, 8) == 800


def test_reads_cross_a_distance_once_and_writes_twice():
    read, write = distance_delays(LIBRARY, 10, 2)
    assert [read.ms.low, read.ms.typical, read.ms.high] == pytest.approx([0.1012, 0.1032, 0.1084])
    assert write.ms.typical == pytest.approx(2 * read.ms.typical)
    assert distance_delays(LIBRARY, 10, 2, accelerated=True)[1].ms == read.ms


def test_an_array_without_figures_is_unknown_and_names_them():
    model = all_flash(LIBRARY, "new", {"read_latency": 0.2, "read_iops": 4e5})
    assert model.unknown == ("write latency of new", "write IOPS of new")
    flow = Flow("f", "h", "v", Workload.oltp2(iops=100), (Route(model.visits),), unknown=model.unknown)
    assert SINGLE.model(Network(model.stations, (flow,))).solve().status == "unknown_parameter"


def test_an_array_by_the_users_figures():
    figures = {"read_latency": 0.2, "write_latency": 0.3, "read_iops": 4e5, "write_iops": 2e5, "write_bandwidth": 2.0}
    model = all_flash(LIBRARY, "new", figures)
    flow = Flow("f", "h", "v", Workload.simple("w", size_kib=4, read=0.5, iops=1000), (Route(model.visits),))
    result = SINGLE.model(Network(model.stations, (flow,))).solve()
    assert result.saturation_iops.typical == pytest.approx(1 / (0.5 / 4e5 + 0.5 / 2e5))
    assert result.volumes["f"].response.mean.typical == pytest.approx(0.25, rel=1e-3)
    assert any("read bandwidth is unknown" in words for words in model.assumptions)


def test_read_hits_of_vplex_do_not_reach_the_array():
    array = xtremio(LIBRARY, "array", 2, behind_cache=True)
    assert array.visits[0].concerns == BUT_READ_HITS
    load = Workload("w", (IoType(1.0, True, 4, True, 0.75),), iops=40_000)
    result = SINGLE.model(Network(array.stations, (Flow("f", "h", "v", load, (Route(array.visits),)),))).solve()
    assert result.resources["array"].utilisation.typical == pytest.approx(10 / 455, rel=0.01)


def test_composites_with_a_lost_table_are_marked():
    assert Workload.composite("OLTP2", iops=5).iops == 5
    with pytest.raises(ValueError, match="does not contain its table"):
        Workload.composite("oltp2-hw")
    with pytest.raises(ValueError, match="composite not found; known: "):
        Workload.composite("oltp9")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Workload("w", (IoType(0.5, True, 8), IoType(0.4, False, 8))), "sum to 90 %"),
        (lambda: Workload("w", (IoType(1.0, True, 8),), iops=1, outstanding=1), "not both"),
        (lambda: Workload("w", (IoType(1.0, True, 8),), iops=-1), "at least 0"),
        (lambda: Workload("w", ()), "at least one type"),
        (lambda: IoType(1.5, True, 8), "between 0 and 1"),
        (lambda: IoType(1.0, True, 0), "size of an I/O"),
        (lambda: IoType(1.0, True, 8, True, 2), "hit ratio"),
        (lambda: Workload.simple("w", burst=0.5), "at least 1 I/O"),
    ],
)
def test_absurd_workloads_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_a_network_names_what_is_wrong_with_it():
    flow = Flow("f", "h", "v", Workload.oltp2(iops=1), (Route((Visit("nowhere"),)),))
    with pytest.raises(ValueError, match="nowhere"):
        Network((), (flow,))
    with pytest.raises(ValueError, match=r"sum to 0\.5"):
        Flow("f", "h", "v", Workload.oltp2(iops=1), (Route(share=0.5),))
