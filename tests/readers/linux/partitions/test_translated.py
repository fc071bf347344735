"""fdisk -l and parted in other languages."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, facts, read, sample
from tests.readers.linux.partitions.listings import FDISK, OLD_FDISK, PARTED, WRAPPED, rows


def test_fdisk_in_german_has_exact_starts_and_roles() -> None:
    result = read("linux-fdisk-translated", sample("linux-fdisk-translated.txt"), owner="db01")
    assert [(r["device"], r["partition"], r["start_sector"], r["size_bytes"], r["role"]) for r in rows(result)] == [
        ("block:sda", 1, 2048, 536_870_912, "efi"),
        ("block:sda", 2, 1_050_624, 1_073_741_824, "swap"),
        ("block:sda", 3, 3_147_776, 9_125_740_032, "data"),
        ("block:sdb", 1, 63, 5_368_676_864, "data"),
    ]
    assert [r["label_type"] for r in rows(result)] == ["gpt", "gpt", "gpt", "msdos"]
    assert rows(result)[-1]["boot"] is True
    assert not result.unread_lines


def test_old_fdisk_in_french_counts_cylinders() -> None:
    (found,) = rows(read("linux-fdisk-translated", sample("linux-fdisk-translated.2.txt")))
    assert (found["role"], found["size_bytes"]) == ("lvm", 21_467_948_544)
    assert found.get("start_bytes") is None


def test_fdisk_in_chinese_with_a_colon_of_one_column() -> None:
    text = """\
Disk /dev/nvme0n1:10 GiB，10737418240 字节，20971520 个扇区
磁盘型号:VRAID
单元:扇区 / 1 * 512 = 512 字节
扇区大小(逻辑/物理):512 字节 / 512 字节
磁盘标签类型:gpt

设备              起点    末尾    扇区 大小 类型
/dev/nvme0n1p1    2048 1050623 1048576 512M EFI 系统
"""
    result = read("linux-fdisk-translated", text)
    assert [(r["partition"], r["start_bytes"], r["role"]) for r in rows(result)] == [(1, 1_048_576, "efi")]
    assert not result.unread_lines


def test_parted_in_german_skips_unknown_flags() -> None:
    result = read("linux-parted-translated", sample("linux-parted-translated.txt"))
    assert [(r["start_bytes"], r["exact"], r["role"], r.get("label")) for r in rows(result)] == [
        (1_048_576, True, "efi", "EFI System Partition"),
        (537_919_488, True, "swap", None),
        (1_611_661_312, True, "diagnostic", "data one"),
    ]
    assert not result.unread_lines


def test_parted_in_french_rounds_as_in_english() -> None:
    found = rows(read("linux-parted-translated", sample("linux-parted-translated.2.txt")))
    assert [(r["device"], r["role"], r["boot"], r.get("start_bytes")) for r in found] == [
        ("block:mapper/oradata", "data", True, 32_256),
        ("block:mapper/oradata", "extended", False, None),
    ]


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        ("linux-fdisk-list", FDISK),
        ("linux-fdisk-list", OLD_FDISK),
        ("linux-fdisk-list", WRAPPED),
        ("linux-parted", PARTED),
    ],
)
def test_english_is_read_as_before_and_the_same_through_the_translation(reader: str, text: str) -> None:
    assert best_reader(text) == reader
    translated = reader.replace("-list", "") + "-translated"
    assert facts(read(translated, text)) == facts(read(reader, text))
