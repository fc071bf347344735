"""Misaligned data: first bytes read from exports, and the extra work of the array."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.estimate.assemble.facts import SanFacts
from checker.estimate.assemble.san import Builder
from checker.estimate.formulas.alignment import excess
from checker.estimate.library import builtin
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.results.result import Result
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import IoType, Workload
from tests.estimate.assemble.test_build import san

KIB = 1024
START = "start_sector: 2048, start_bytes: 1048576, sector_bytes: 512, size_bytes: 2199021158400"
SECTOR_63 = "start_sector: 63, start_bytes: 32256, sector_bytes: 512, size_bytes: 2199021158400"
GUEST = "start_sector: 2048, start_bytes: 1048576, sector_bytes: 512, size_bytes: 106300440576"
LVM = "vg: vg_app01, data_start_bytes: 1048576"


def starts(base: str, *changes: tuple[str, str]) -> dict[str, tuple[int, ...]]:
    """Return the first bytes on the first host, by the last two digits of the volume."""
    facts = san(base, *changes)
    found = {
        volume[-2:]: facts.classes[number].starts
        for (host, volume), number in facts.class_of.items()
        if host[-2:] == "01"
    }
    return {volume: offsets for volume, offsets in found.items() if offsets}


def test_aligned_data_is_not_reported() -> None:
    assert starts("linux-mds") == {}
    assert starts("vplex-one-engine") == {}


def test_lvm_adds_its_own_header_to_the_partition() -> None:
    assert starts("linux-mds", (START, SECTOR_63)) == {"11": (32256,), "12": (32256,)}
    lvm_layout = (LVM, "vg: vg_app01, data_start_bytes: 196608")
    assert starts("linux-mds", lvm_layout) == {"11": (196608,)}
    assert starts("linux-mds", (START, SECTOR_63), lvm_layout) == {"11": (196608 + 32256,), "12": (32256,)}
    # If the start of the partition is rounded, so is the start of everything inside it.
    rounded = ("label_type: gpt, exact: true", "label_type: gpt, exact: false")
    assert starts("linux-mds", (START, SECTOR_63), rounded, lvm_layout) == {}


def test_partitions_of_virtual_machines_count_instead_of_the_enclosing_one() -> None:
    guest = (GUEST, GUEST.replace("2048, start_bytes: 1048576", "63, start_bytes: 32256"))
    assert starts("vplex-one-engine", guest) == {"11": (32256,)}
    # VMFS-3 itself began at 64 KiB.
    vmfs = (START, START.replace("2048, start_bytes: 1048576", "128, start_bytes: 65536"))
    assert starts("vplex-one-engine", vmfs) == {"11": (65536,), "12": (65536,)}
    assert starts("vplex-one-engine", vmfs, guest) == {"11": (65536 + 32256,), "12": (65536,)}


def test_local_and_dynamic_disks_have_no_offsets() -> None:
    for old, new in (("is_local: false", "is_local: true"), ("dynamic_disk: false", "dynamic_disk: true")):
        # The start of the data in them stays unknown, even with LVM's own header.
        found = starts("linux-mds", (START, SECTOR_63), (old, new))
        assert 32256 not in {one for offsets in found.values() for one in offsets}


@pytest.mark.parametrize(
    ("size", "page", "more", "filled"),
    [
        # Start at sector 63 (estimator.md, section 6, case 3): extra back-end I/O, and extra partially written pages.
        (4, 4, 1.0, 2.0),
        (8, 4, 0.5, 2.0),
        (64, 4, 0.0625, 2.0),
        (4, 64, 0.0625, 0.0625),
        (64, 64, 1.0, 2.0),
    ],
)
def test_excess_at_sector_63(size: float, page: float, more: float, filled: float) -> None:
    assert excess((32256,), size, page) == pytest.approx((more, filled))
    # Two data areas share the I/O, and one of them begins on a page.
    assert excess((0, 32256), size, page) == pytest.approx((more / 2, filled / 2))


def test_a_start_on_a_page_costs_nothing_for_sizes_that_are_means() -> None:
    assert excess((64 * KIB,), 3.1, 4) == (0, 0)


def solved(facts: SanFacts, load: Workload) -> Result:
    return Estimator().model(Builder(facts, builtin()).build(dict.fromkeys(facts.class_of, load)).network).solve()


def use(result: Result, station: str) -> Range:
    found = result.resources[station].utilisation
    assert found is not None
    return found


def test_only_the_array_does_more_work() -> None:
    reads = Workload("reads", (IoType(1.0, True, 4),), iops=20_000)
    aligned, off = solved(san("linux-mds"), reads), solved(san("linux-mds", (START, SECTOR_63)), reads)
    array = "xio2"
    assert use(off, array).typical == pytest.approx(2 * use(aligned, array).typical)
    for station, one in aligned.resources.items():
        if one.utilisation is not None and station != array:
            assert use(off, station) == one.utilisation
    assert off.response is not None
    assert aligned.response is not None
    # It adds work for the array but no time of its own: I/O only waits a little longer.
    assert 0 <= off.response.mean.typical - aligned.response.mean.typical < 0.05
    assert any("not aligned to pages of 4 KiB" in text for text in off.assumptions)
    assert not any("page" in text for text in aligned.assumptions)


def test_writes_read_the_pages_they_straddle_at_the_high_end() -> None:
    writes = Workload("writes", (IoType(1.0, False, 4),), iops=2_000)
    aligned, off = (use(solved(san("linux-mds", *change), writes), "xio2") for change in ((), ((START, SECTOR_63),)))
    assert off.typical == pytest.approx(2 * aligned.typical)
    # Each write reads two pages: 2.2 µs of two X-Bricks per read, 6.25 per write, and mixing them costs up to 13 %.
    assert off.high > 2.2 * aligned.high


def test_unknown_page_sizes_are_reported() -> None:
    facts = san("linux-mds", (START, SECTOR_63))
    facts = replace(facts, arrays={name: replace(one, family="pure") for name, one in facts.arrays.items()})
    result = solved(facts, Workload("reads", (IoType(1.0, True, 4),), iops=1000))
    assert any("the array's page size is unknown" in text for text in result.assumptions)
