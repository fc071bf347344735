"""LUN numbers, and names of Linux disks by the numbers of their device nodes."""

from __future__ import annotations

import pytest

from checker.readers.toolkit.scsi_numbers import disk_name, lun_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0x0", 0),
        ("0x4001000000000000", 1),
        ("0x4100000000000000", 256),
        ("0x0005000000000000", 5),
        ("1000000000000", 1),
        ("0xc101000000000000", None),
        ("0x4001000100000000", None),
    ],
)
def test_lun_numbers(text: str, number: int | None) -> None:
    assert lun_number(text) == number


@pytest.mark.parametrize(
    ("numbers", "name"),
    [
        ("8:0", "sda"), ("8:240", "sdp"), ("65:0", "sdq"), ("65:160", "sdaa"), ("128:0", "sddy"), ("135:240", "sdiv"),
        ("8:256", "sdiw"), ("8:17", None), ("253:3", None), ("259:0", None), ("8", None), ("8:1048576", None),
    ],
)  # fmt: skip
def test_names_of_disks_by_their_numbers(numbers: str, name: str | None) -> None:
    assert disk_name(numbers) == name
