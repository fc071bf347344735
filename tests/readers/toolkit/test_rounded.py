"""Bounds of rounded sizes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.readers.toolkit.rounded import facts, interval, on_sectors, start_facts

MIB = 1 << 20


@pytest.mark.parametrize(
    ("text", "thousands", "expected"),
    [
        ("107374182400", False, (107374182400, 107374182400)),
        ("512B", True, (512, 512)),
        ("1.4M", False, (1415578, 1520435)),
        ("1,4M", False, (1415578, 1520435)),
        ("100G", False, (199 << 29, 201 << 29)),
        ("292GB", True, (291_500_000_000, 292_500_000_000)),
        ("1.00MiB", True, (1043334, 1053818)),
        ("0.5B", False, None),
        ("12 apples", False, None),
        ("9999999E", False, None),
        ("", False, None),
        (None, False, None),
    ],
)
def test_bounds(text: str | None, thousands: bool, expected: tuple[int, int] | None) -> None:
    assert interval(text, thousands=thousands) == expected


@given(st.integers(1, 1 << 55), st.integers(0, 4), st.integers(0, 3))
def test_the_value_itself_is_within_its_bounds(value: int, power: int, digits: int) -> None:
    unit = "BKMGT"[power]
    shown = f"{value / 1024**power:.{digits}f}" if power else str(value)
    found = interval(shown + unit)
    # Floats of the test itself are rounded beyond 2^53.
    assert found is not None and found[0] - 64 <= value <= found[1] + 64


@pytest.mark.parametrize("start", [31 * 1024, 63 * 512, 32 * 1024, MIB])
def test_rounding_either_way_covers_both_neighbours(start: int) -> None:
    for shown in {start // 1024, -(-start // 1024)}:
        found = interval(f"{shown} KB", either_way=True)
        assert found and found[0] <= start <= found[1]


def test_a_start_is_exact_if_one_sector_fits() -> None:
    assert start_facts(interval("32.3kB", thousands=True), 512) == {
        "start_bytes": 32256,
        "exact": True,
        "start_sector": 63,
    }
    # Sectors 2048 and 2049.
    assert start_facts(interval("1049kB", thousands=True), 512) == {
        "start_low_bytes": MIB,
        "start_high_bytes": MIB + 512,
    }
    assert start_facts(interval("32.3kB", thousands=True), None) == {
        "start_low_bytes": 32250,
        "start_high_bytes": 32350,
    }
    assert on_sectors((1, 2), 512) == (1, 2)
    assert facts("size", None) == {}
