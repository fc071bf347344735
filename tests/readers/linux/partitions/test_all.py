"""All listings of partitions: recognition, damage, and the corpus."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.readers.harness import assert_robust, best_reader, corpus_file, facts, read
from tests.readers.linux.partitions.listings import (
    DUMP,
    FDISK,
    MACHINE,
    OLD_DUMP,
    OLD_FDISK,
    PARTED,
    SFDISK_LIST,
    WRAPPED,
    rows,
)
from tests.thorough import examples


def test_detection() -> None:
    assert best_reader(PARTED) == best_reader(MACHINE) == "linux-parted"
    assert best_reader(DUMP) == best_reader(OLD_DUMP) == "linux-sfdisk-dump"
    assert best_reader(FDISK) == best_reader(OLD_FDISK) == best_reader(SFDISK_LIST) == "linux-fdisk-list"
    assert best_reader("Partition the disk with fdisk; parted prints a Partition Table: line.\n") is None


@settings(max_examples=examples(25))
@given(st.integers(min_value=0, max_value=10_000))
@example(1024)
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust("linux-parted", PARTED, seed)
    assert_robust("linux-parted", MACHINE, seed)
    assert_robust("linux-sfdisk-dump", DUMP + OLD_DUMP, seed)
    assert_robust("linux-fdisk-list", FDISK + OLD_FDISK + WRAPPED + SFDISK_LIST, seed)


@settings(max_examples=examples(25))
@given(st.integers(min_value=1, max_value=200))
def test_lines_cut_off_the_end_add_no_partition(lines: int) -> None:
    for name, text in (("linux-parted", PARTED), ("linux-fdisk-list", FDISK), ("linux-sfdisk-dump", DUMP)):
        cut = facts(read(name, "\n".join(text.split("\n")[:lines])))
        whole = facts(read(name, text))
        assert {f for f in cut if f[0] == "partition"} <= whole


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("file", "reader", "partitions"),
    [
        ("parted/ansible-1.txt", "linux-parted", 3),
        ("parted/gen-dos63-1.txt", "linux-parted", 4),
        ("parted/insights-1.txt", "linux-parted", 2),
        ("parted/insights-2.txt", "linux-parted", 1),
        ("parted/insights-4.txt", "linux-parted", 5),
        ("parted/insights-5.txt", "linux-parted", 4),
        ("sfdisk/gen-dos63-1.json", "linux-sfdisk-json", 4),
        ("sfdisk/gen-dos63-d-1.txt", "linux-sfdisk-dump", 4),
        ("sfdisk/jc-centos-7.7-1.txt", "linux-sfdisk-dump", 4),
        ("sfdisk/jc-centos-7.7-4.txt", "linux-fdisk-list", 4),
        ("sfdisk/jc-centos-8-1.txt", "linux-fdisk-list", 2),
        ("fdisk/elatov-esxi-1.txt", "linux-fdisk-list", 1),
        ("fdisk/gen-dos63-1.txt", "linux-fdisk-list", 4),
        ("fdisk/vplex-resize-1.txt", "linux-fdisk-list", 1),
        ("fdisk/vyatta-pr-1.txt", "linux-fdisk-list", 1),
    ],
)
def test_corpus(file: str, reader: str, partitions: int) -> None:
    text = corpus_file(f"hosts/{file}")
    assert best_reader(text) == reader
    result = read(reader, text)
    assert len(rows(result)) == partitions
    assert (result.failure, result.unread_lines, result.notes) == (None, 0, [])


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("file", "reader"),
    [
        ("parted/gen-dos63-1.txt", "linux-parted"),
        ("sfdisk/gen-dos63-1.json", "linux-sfdisk-json"),
        ("sfdisk/gen-dos63-d-1.txt", "linux-sfdisk-dump"),
        ("fdisk/gen-dos63-1.txt", "linux-fdisk-list"),
    ],
)
def test_four_listings_of_one_table_agree(file: str, reader: str) -> None:
    found = rows(read(reader, corpus_file(f"hosts/{file}")))
    assert [(r["partition"], r["start_sector"], r["start_bytes"], r["size_bytes"], r["role"]) for r in found] == [
        (1, 63, 32_256, 8_193_024, "data"),
        (2, 16_065, 8_225_280, 32_901_120, "data"),
        (3, 80_325, 41_126_400, 168_588_800, "extended"),
        (5, 80_388, 41_158_656, 51_200_000, "lvm"),
    ]


@pytest.mark.corpus
def test_corpus_vmfs_and_cylinders() -> None:
    (vmfs,) = rows(read("linux-fdisk-list", corpus_file("hosts/fdisk/elatov-esxi-1.txt")))
    assert (vmfs["device"], vmfs["start_bytes"], vmfs["role"]) == (
        "naa.600144f0928c010000004fc511ec0001",
        65_536,
        "vmfs",
    )
    (cylinders,) = rows(read("linux-fdisk-list", corpus_file("hosts/fdisk/vplex-resize-1.txt")))
    assert (cylinders.get("exact"), cylinders["size_bytes"]) == (None, 21_467_915_264)
