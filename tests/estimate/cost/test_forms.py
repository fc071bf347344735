"""Closed forms of costs compared with enumeration, simulation, and published figures."""

from __future__ import annotations

import itertools
import random

import pytest

from checker.estimate.cost.forms import (
    chunk_ms,
    extra_back_end_io,
    load_factor,
    parity_write_ms,
    paths_at_once,
    ports_busy,
    rebuild_hours_per_tb,
    remote_delay,
    uneven_saturation,
)

KIB = 1024


def enumerated(size: int, page: int, offset: int) -> float:
    """Extra pages touched by I/O on a grid, compared with a partition that starts at zero."""
    places = range(0, 2 * max(size, page), size)

    def pages(start: int) -> int:
        return sum((place + start + size - 1) // page - (place + start) // page + 1 for place in places)

    return pages(offset) / pages(0) - 1


def test_misaligned_partitions_touch_as_many_pages_as_the_formula_states() -> None:
    chance = random.Random(1)
    sizes = [512 << power for power in range(12)]
    for size, page in itertools.product(sizes, sizes[3:]):
        for offset in (0, 63 * 512, 32 * KIB, 64 * KIB, 1024 * KIB, 512 * chance.randrange(1, 5000)):
            assert extra_back_end_io(size, page, offset) == pytest.approx(enumerated(size, page, offset)), (
                size,
                page,
                offset,
            )


@pytest.mark.parametrize(
    ("page", "percent"),
    [
        # Extra back-end I/O in percent for a start at sector 63 and I/O of 4, 8, 16, 64, 256 KiB and 1 MiB (estimator.md,
        # section 6, case 3).
        (4, (100, 50, 25, 6.25, 1.5625, 0.390625)),
        (8, (50, 100, 50, 12.5, 3.125, 0.78125)),
        (64, (6.25, 12.5, 25, 100, 25, 6.25)),
    ],
)
def test_the_start_at_sector_63(page: int, percent: tuple[float, ...]) -> None:
    sizes = (4, 8, 16, 64, 256, 1024)
    found = [100 * extra_back_end_io(size * KIB, page * KIB, 63 * 512) for size in sizes]
    assert found == pytest.approx(percent)


def test_what_a_start_on_a_page_or_on_the_grid_costs() -> None:
    assert extra_back_end_io(8 * KIB, 64 * KIB, 1024 * KIB) == 0
    assert extra_back_end_io(8 * KIB, 64 * KIB, 40 * KIB) == 0
    with pytest.raises(ValueError, match="above 0"):
        extra_back_end_io(0, 4096, 0)


@pytest.mark.parametrize(("share", "ratio"), [(0.6, 0.83), (0.7, 0.71), (0.8, 0.62), (0.9, 0.56)])
def test_two_uneven_directors(share: float, ratio: float) -> None:
    assert uneven_saturation(share, 0.5) == pytest.approx(ratio, abs=0.006)
    with pytest.raises(ValueError, match="at most that of the busiest"):
        uneven_saturation(0.4, 0.5)


@pytest.mark.parametrize(("hosts", "gain"), [(1, 4.0), (2, 2.29), (4, 1.46), (8, 1.11)])
def test_the_bound_of_round_robins_gain(hosts: int, gain: float) -> None:
    """Large limits compared with a limit of 1, for hosts that share four ports (estimator.md, section 6, case 5)."""
    large, one = paths_at_once(4, 32, 10**9), paths_at_once(4, 32, 1)
    assert (one, large) == (4, pytest.approx(1))
    assert ports_busy(4, one, hosts) / ports_busy(4, large, hosts) == pytest.approx(gain, abs=0.006)


def test_ports_that_hosts_keep_busy_at_random() -> None:
    chance = random.Random(3)
    busy = [len({chance.randrange(4) for _ in range(3)}) / 4 for _ in range(20_000)]
    assert ports_busy(4, 1, 3) == pytest.approx(sum(busy) / len(busy), abs=0.01)


def test_rebuilds_by_transfer_size() -> None:
    """Rates, hours per TB and the time for which a region is locked, on disks and flash (estimator.md, section 6, case 7)."""
    disk, flash = (3.65, 200.0), (1.5, 400.0)
    sizes = (128 * KIB, 2048 * KIB, 32768 * KIB)
    assert [rebuild_hours_per_tb(size, *disk) for size in sizes] == pytest.approx((10.5, 3.3, 2.8), abs=0.05)
    assert [rebuild_hours_per_tb(size, *flash) for size in sizes] == pytest.approx((4.6, 1.6, 1.4), abs=0.05)
    assert [chunk_ms(size, *disk) for size in sizes] == pytest.approx((5, 25, 339), abs=0.5)
    assert [chunk_ms(size, *flash) for size in sizes] == pytest.approx((2, 12, 169), abs=0.5)


def test_remote_paths_cross_once_for_a_read_and_twice_for_a_write() -> None:
    assert remote_delay(0.5, 2.0) == (1.0, 2.0)
    assert remote_delay(0.0, 2.0) == (0.0, 0.0)


def test_a_write_without_cache_is_as_slow_as_was_measured() -> None:
    milliseconds = parity_write_ms(60_000 / 7200, 64, 60)
    assert milliseconds == pytest.approx(13.59, abs=0.01)
    # One stream of 64 KiB: 4.6 MiB/s, as in the benchmark.
    assert 64 * KIB / milliseconds * 1000 / KIB**2 == pytest.approx(4.6, abs=0.01)


def test_paths_that_are_left_carry_the_rest() -> None:
    assert load_factor(4, 1) == pytest.approx(4 / 3)
    assert load_factor(4, 2) == 2
    with pytest.raises(ValueError, match="remain"):
        load_factor(2, 2)
