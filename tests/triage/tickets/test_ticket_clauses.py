"""What a clause of a ticket belongs to: names that are fine next to names that are slow, and times of several events."""

from __future__ import annotations

import pytest

from tests.triage.tickets.test_ticket_times import period, read


@pytest.mark.parametrize(
    ("text", "slow", "fine"),
    [
        ("until 09:00 esx01 was fine (1 ms), now 9 ms", "esx01", ""),
        ("we see 15 ms on db07, db08 is not slow", "db07", "db08"),
        ("esx01 8ms, esx02 8ms, esx03 0.5ms as always", "esx01 esx02", "esx03"),
        ("esx01 slow? esx02 is the same as ever", "esx01", "esx02"),
        ("esx01 and esx02 are slow as usual", "esx01 esx02", ""),
        ("15 ms on db07, db08", "db07 db08", ""),
        ("esx01 was slow, esx02 was fine", "esx01", "esx02"),
    ],
)
def test_who_is_slow(text: str, slow: str, fine: str):
    found = read(text)
    assert (" ".join(key for _, key in found.slow), " ".join(key for _, key in found.fast)) == (slow, fine)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Monday, Wednesday and Tuesday at 06:00 esx01 freezes", "12 00:00 to 13 00:00"),
        ("esx01 was rebooted at 09:00 and is slow since", "15 09:00 to now"),
        ("esx01 slow @09:15", "15 08:15 to 15 10:15"),
        ("esx01 slow 12-13 Oct", "12 00:00 to 14 00:00"),
        ("esx01 slow Oct 12-13", "12 00:00 to 14 00:00"),
        ("it started 20 minutes before 9am on esx01", "15 08:40 to now"),
        ("it started 20 min after 9:05", "15 09:25 to now"),
        ("esx01 slow between 07.00 and 07.45 today", "15 07:00 to 15 07:45"),
        ("time 2100 ms (normal 400 ms), 7:30 am", "15 06:30 to 15 08:30"),
    ],
)
def test_when(text: str, expected: str):
    assert period(read(text)) == expected


@pytest.mark.parametrize("text", ["8 ms, it may 8-10 ms", "2-3 separate disks at 8 ms", "8 ms on 3-4 machines"])
def test_numbers_that_are_no_dates(text: str):
    found = read(text)
    assert (found.ms, found.span) == ((8.0, 8.0), None)


def test_peaks_next_to_an_average_are_not_the_latency():
    assert read("esx01: peaks of 250 ms, avg 20ms").ms == (20.0, 20.0)


@pytest.mark.parametrize(
    ("text", "before"),
    [("8 ms instead of 1", 1.0), ("8 ms instead of 1 since 09:00", 1.0), ("8 ms instead of 1 of 12 hosts", None)],
)
def test_a_former_latency_with_the_unit_of_the_one_before(text: str, before: float | None):
    assert read(f"esx01 takes {text}").before_ms == (None if before is None else (before, before))
