"""Data that begins off the pages of its array: what exports tell of it, and what the array has to do for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.estimate.alignment import excess
from checker.estimate.build import Builder
from checker.estimate.build_facts import SanFacts
from checker.estimate.estimator import Estimator
from checker.estimate.library import builtin
from checker.estimate.quantity import Range
from checker.estimate.result import Result
from checker.estimate.workload import IoType, Workload
from tests.estimate.test_build import san

KIB = 1024
START = "start_sector: 2048, start_bytes: 1048576, sector_bytes: 512, size_bytes: 2199021158400"
SECTOR_63 = "start_sector: 63, start_bytes: 32256, sector_bytes: 512, size_bytes: 2199021158400"
GUEST = "start_sector: 2048, start_bytes: 1048576, sector_bytes: 512, size_bytes: 106300440576"
LVM = "vg: vg_app01, data_start_bytes: 1048576"


def starts(base: str, *changes: tuple[str, str]) -> dict[str, tuple[int, ...]]:
    """First bytes on the first host, by the last two digits of the volume."""
    facts = san(base, *changes)
    found = {
        volume[-2:]: facts.classes[number].starts
        for (host, volume), number in facts.class_of.items()
        if host[-2:] == "01"
    }
    return {volume: told for volume, told in found.items() if told}


def test_data_on_whole_megabytes_is_told_of_nobody() -> None:
    assert starts("linux-mds") == {}
    assert starts("vplex-one-engine") == {}


def test_lvm_adds_its_own_header_to_the_partition() -> None:
    assert starts("linux-mds", (START, SECTOR_63)) == {"11": (32256,), "12": (32256,)}
    behind = (LVM, "vg: vg_app01, data_start_bytes: 196608")
    assert starts("linux-mds", behind) == {"11": (196608,)}
    assert starts("linux-mds", (START, SECTOR_63), behind) == {"11": (196608 + 32256,), "12": (32256,)}
    # Where the partition's own place is rounded, so is all behind it.
    rounded = ("label_type: gpt, exact: true", "label_type: gpt, exact: false")
    assert starts("linux-mds", (START, SECTOR_63), rounded, behind) == {}


def test_partitions_of_virtual_machines_count_instead_of_the_one_they_lie_in() -> None:
    guest = (GUEST, GUEST.replace("2048, start_bytes: 1048576", "63, start_bytes: 32256"))
    assert starts("vplex-one-engine", guest) == {"11": (32256,)}
    # VMFS-3 itself began at 64 KiB.
    vmfs = (START, START.replace("2048, start_bytes: 1048576", "128, start_bytes: 65536"))
    assert starts("vplex-one-engine", vmfs) == {"11": (65536,), "12": (65536,)}
    assert starts("vplex-one-engine", vmfs, guest) == {"11": (65536 + 32256,), "12": (65536,)}


def test_local_and_dynamic_disks_tell_nothing() -> None:
    for old, new in (("is_local: false", "is_local: true"), ("dynamic_disk: false", "dynamic_disk: true")):
        # The data behind them stays unknown, even behind LVM's own header.
        found = starts("linux-mds", (START, SECTOR_63), (old, new))
        assert 32256 not in {one for told in found.values() for one in told}


@pytest.mark.parametrize(
    ("size", "page", "more", "filled"),
    [
        # A start at sector 63 (estimator.md, 6.3): extra back-end I/O, and pages that a write fills in part in excess.
        (4, 4, 1.0, 2.0),
        (8, 4, 0.5, 2.0),
        (64, 4, 0.0625, 2.0),
        (4, 64, 0.0625, 0.0625),
        (64, 64, 1.0, 2.0),
    ],
)
def test_excess_at_sector_63(size: float, page: float, more: float, filled: float) -> None:
    assert excess((32256,), size, page) == pytest.approx((more, filled))
    # Two places share the I/O, and one begins on a page.
    assert excess((0, 32256), size, page) == pytest.approx((more / 2, filled / 2))


def test_a_start_on_a_page_costs_nothing_for_sizes_that_are_means() -> None:
    assert excess((64 * KIB,), 3.1, 4) == (0, 0)


def solved(facts: SanFacts, load: Workload) -> Result:
    return Estimator().model(Builder(facts, builtin()).build(dict.fromkeys(facts.class_of, load)).network).solve()


def use(result: Result, station: str) -> Range:
    found = result.resources[station].utilisation
    assert found is not None
    return found


def test_the_array_does_more_and_nothing_else_does() -> None:
    reads = Workload("reads", (IoType(1.0, True, 4),), iops=20_000)
    aligned, off = solved(san("linux-mds"), reads), solved(san("linux-mds", (START, SECTOR_63)), reads)
    array = "xio2"
    assert use(off, array).typical == pytest.approx(2 * use(aligned, array).typical)
    for station, one in aligned.resources.items():
        if one.utilisation is not None and station != array:
            assert use(off, station) == one.utilisation
    assert off.response is not None
    assert aligned.response is not None
    # It takes work of the array and no time of its own: the response only waits a little longer.
    assert 0 <= off.response.mean.typical - aligned.response.mean.typical < 0.05
    assert any("begins on no page of 4 KiB" in text for text in off.assumptions)
    assert not any("page" in text for text in aligned.assumptions)


def test_writes_read_the_pages_they_straddle_at_the_high_end() -> None:
    writes = Workload("writes", (IoType(1.0, False, 4),), iops=2_000)
    aligned, off = (use(solved(san("linux-mds", *change), writes), "xio2") for change in ((), ((START, SECTOR_63),)))
    assert off.typical == pytest.approx(2 * aligned.typical)
    # Two pages are read for each: 2.2 µs of two X-Bricks a read, 6.25 a write, and mixing them costs up to 13 %.
    assert off.high > 2.2 * aligned.high


def test_pages_that_nobody_knows_are_said() -> None:
    facts = san("linux-mds", (START, SECTOR_63))
    facts = replace(facts, arrays={name: replace(one, family="pure") for name, one in facts.arrays.items()})
    result = solved(facts, Workload("reads", (IoType(1.0, True, 4),), iops=1000))
    assert any("the array's pages are not known" in text for text in result.assumptions)
