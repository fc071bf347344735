"""Arrays and drives under load: hand-calculated cases, exact results, and figures of the event simulation.

Simulated figures come from ``benchmarks/estimate/storage.py``, which shares no code with the estimator, over 4 to 12 million I/Os.
"""

from __future__ import annotations

import pytest

from checker.estimate.formulas.disks import disk_pool
from checker.estimate.library import builtin
from checker.estimate.network.arrays import xtremio
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.network import Flow, Network, Route
from checker.estimate.workload.mix_of_io import IoType, Workload
from tests.estimate.network.networks import SINGLE

LIBRARY = builtin()
EXPONENTIAL = LIBRARY.overridden({"drive.scv": 1, "host.burst_size": 1}, "the test")


def flash(load: Workload):
    array = xtremio(LIBRARY, "array", 2)
    return SINGLE.model(Network(array.stations, (Flow("f", "h", "v", load, (Route(array.visits),)),))).solve()


def pool(load: Workload, *, library=None, drives=20, raid="5", **more):
    estimator = SINGLE if library is None else Estimator(library)
    model = disk_pool(library or LIBRARY, "pool", drives=drives, drive="15k", raid=raid, **more)
    flow = Flow("f", "h", "v", load, (Route(model.visits, model.delays),))
    return estimator.model(Network(model.stations, (flow,))).solve()


def small(read: float, **amount: float) -> Workload:
    return Workload.simple("w", read=read, size_kib=8, **amount)


@pytest.mark.parametrize(("iops", "simulated"), [(51_500, 0.5952), (58_000, 0.7748), (61_200, 1.1575), (63_150, 2.332)])
def test_a_flash_array_waits_by_the_moments_of_its_mix(iops, simulated):
    volume = flash(Workload.oltp2(iops=iops)).volumes["f"]
    assert volume.response.mean.typical == pytest.approx(simulated, rel=0.05 if iops > 63_000 else 0.025)
    if iops == 58_000:
        # By hand: 4.4 times the 0.071 of the specification's example for undivided I/O, less if parts share the servers.
        assert 0.25 < volume.breakdown["array_queue"] < 0.31


def test_large_io_occupies_the_bandwidth_of_the_array():
    result = flash(Workload("w", (IoType(0.98, True, 4), IoType(0.02, False, 1024)), iops=10_000))
    response = result.volumes["f"].response
    # 6.25 us and 1.412 us for each KiB beyond 4 are 1.446 ms, and reads and writes lengthen each other by 1.03 %.
    assert response.write.typical > 1.446
    assert response.mean.typical == pytest.approx(0.7085, rel=0.03)
    alone = flash(Workload("w", (IoType(1.0, False, 1024),), iops=1)).volumes["f"].response
    assert alone.write.typical == pytest.approx(1.446, abs=0.01)


def test_small_io_is_not_divided():
    # 80 % of 455,000 reads: Erlang C for 32 servers of 70.3 us is 0.161, so the wait is 0.161 x 70.3 / (32 x 0.2) = 1.77 us.
    volume = flash(Workload.simple("w", read=1, size_kib=4, iops=364_000)).volumes["f"]
    assert volume.breakdown["array_queue"] * 1000 == pytest.approx(1.77, rel=0.01)


def test_an_io_needs_one_particular_drive():
    result = pool(small(1.0, iops=0.73 * 15 / 5.5e-3), drives=15)
    assert result.resources["pool"].utilisation.typical == pytest.approx(0.73)
    # By hand: 5.5 + 0.73 x 5.5 x (1 + 0.5) / 2 / 0.27.
    assert result.volumes["f"].response.mean.typical == pytest.approx(16.65, abs=0.01)


def test_outstanding_io_at_drives_agrees_with_exact_mean_value_analysis():
    for outstanding, exact in ((4, 6.6), (16, 11.0), (32, 16.8667)):
        volume = pool(small(1.0, outstanding=outstanding), library=EXPONENTIAL, drives=15).volumes["f"]
        assert volume.response.mean.typical == pytest.approx(exact, rel=0.002)


@pytest.mark.parametrize(("raid", "reads", "writes"), [("5", 16.0, 48.1), ("6", 16.37, 58.7), ("10", 15.2, 21.9)])
def test_back_end_io_of_small_writes(raid, reads, writes):
    """70 % reads keep 20 drives 70 % busy; writes are cached, or the host waits for the slowest drive of both rounds."""
    cost = {"5": 4, "6": 6, "10": 2}[raid]
    load = small(0.7, iops=0.7 * 20 / 5.5e-3 / (0.7 + 0.3 * cost))
    cached, bare = (pool(load, raid=raid, write_cache=cache) for cache in (True, False))
    for result in (cached, bare):
        assert result.resources["pool"].utilisation.typical == pytest.approx(0.7)
        assert result.volumes["f"].response.read.typical == pytest.approx(reads, rel=0.04)
    assert cached.volumes["f"].response.write.typical == pytest.approx(0.5)
    assert bare.volumes["f"].response.write.typical == pytest.approx(writes, rel=0.06)
    assert bare.volumes["f"].breakdown["mirror_wait"] > 0


def test_an_idle_drive_needs_no_queue():
    response = pool(small(0.5, iops=1), write_cache=False).volumes["f"].response
    assert response.read.typical == pytest.approx(5.5, rel=0.01)
    # The slower of two reads and the slower of two writes: 2 x (5.5 + half a standard deviation of 3.9).
    assert response.write.typical == pytest.approx(14.9, rel=0.01)


def test_sequential_streams_keep_all_drives_busy_together():
    streams, random = (
        pool(Workload.simple("w", read=1, size_kib=64, random=part, iops=rate)).volumes["f"]
        for part, rate in ((0.0, 12_000), (1.0, 2_385))
    )
    assert streams.breakdown["array_queue"] < 0.1 * streams.breakdown["array_service"]
    assert random.breakdown["array_queue"] > random.breakdown["array_service"]


def test_writes_that_are_destaged_together_delay_reads():
    later = LIBRARY.overridden({"drive.destage_burst": 8, "host.burst_size": 1}, "the test")
    load = small(0.7, iops=1000)
    together, alone = (pool(load, library=one).volumes["f"].response.read.typical for one in (later, None))
    assert together > 1.1 * alone
