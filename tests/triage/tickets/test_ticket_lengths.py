"""How long it was slow, as users say it, and abbreviations of zones that --timezone decides."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from checker.triage.ticket.names import Names
from checker.triage.ticket.read import read_ticket
from checker.triage.ticket.when.dates import Calendar
from tests.triage.tickets.test_ticket_times import NEWEST, OLDEST, period, read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("esx01 was slow for 20 minutes starting 09:15", "15 09:15 to 15 09:35"),
        ("esx01 for one hour starting at 8:00", "15 08:00 to 15 09:00"),
        ("esx01 for 90 minutes beginning at 7:30 am", "15 07:30 to 15 09:00"),
        ("from 08:40 for about 30 mins", "15 08:40 to 15 09:10"),
        ("25ms at 9:05am for 10 minutes on esx01", "15 09:05 to 15 09:15"),
        ("esx01 hung at 02:10 for half an hour", "15 02:10 to 15 02:40"),
        ("began at 09:15 and lasted 20 minutes", "15 09:15 to 15 09:35"),
        ("yesterday at 14:20, lasted 15 minutes", "14 14:20 to 14 14:35"),
        ("started 23:50 UTC yesterday for 40 minutes", "14 23:50 to 15 00:30"),
        ("On Tuesday at 10:00 for 2 hours", "13 10:00 to 13 12:00"),
        ("esx01 slow at 9:15 pm yesterday for 1 hour", "14 21:15 to 14 22:15"),
        ("20 min outage starting at 9:15 on db07", "15 09:15 to 15 09:35"),
        ("a 20-minute spike at 09:15", "15 09:15 to 15 09:35"),
        ("lasting 20 min from 09:15", "15 09:15 to 15 09:35"),
        ("09:15, 20 minutes long", "15 09:15 to 15 09:35"),
        ("duration: 20 minutes, start: 09:15", "15 09:15 to 15 09:35"),
        ("start: 09:15, duration 20 min", "15 09:15 to 15 09:35"),
        ("09:15 CEST for 20 minutes", "15 07:15 to 15 07:35"),
        # Not a length from then on.
        ("slow from 08:15 for 2 hours now", "15 08:15 to now"),
        ("esx01 slow at 09:15 for 3 hosts", "15 08:15 to 15 10:15"),
        ("esx01 has been slow for 45 minutes", "15 09:45 to now"),
        # Since an event.
        ("slow since the reboot of esx02 at 07:00", "15 07:00 to now"),
        ("As of 06:45 esx01 shows 9 ms", "15 06:45 to now"),
        # The evening of Tuesday, not of Monday.
        ("last Tuesday evening db07 was slow", "13 17:00 to 14 00:00"),
        ("last night db07 was slow", "14 18:00 to 15 06:00"),
    ],
)
def test_lengths(text: str, expected: str) -> None:
    ticket = read(text)
    assert (period(ticket), [one for one in ticket.ignored if "not understood" in one]) == (expected, [])


@pytest.mark.parametrize(
    ("text", "now", "before"),
    [
        ("esx02 -> 22ms avg, should be ~2ms", (22, 22), (2, 2)),
        ("avg 12.5 ms on esx02 (normal 0.8 ms)", (12.5, 12.5), (0.8, 0.8)),
    ],
)
def test_what_it_should_be_is_the_former_latency(
    text: str, now: tuple[float, float], before: tuple[float, float]
) -> None:
    ticket = read(text)
    assert (ticket.ms, ticket.before_ms, ticket.slow) == (now, before, [("host", "esx02")])


@pytest.mark.parametrize(
    ("text", "zone", "expected", "used"),
    [
        ("esx01 slow between 14:00 and 15:00 IST", "Asia/Kolkata", "15 08:30 to 15 09:30", True),
        ("esx01 slow between 04:00 and 05:00 CST", "America/Chicago", "15 09:00 to 15 10:00", False),
        ("esx01 slow between 16:00 and 17:00 CST", "Asia/Shanghai", "15 08:00 to 15 09:00", True),
        ("esx01 slow between 09:00 and 10:00 BST", "Europe/London", "15 08:00 to 15 09:00", True),
        ("esx01 slow between 09:00 and 10:00 CST", "UTC", "15 09:00 to 15 10:00", False),
    ],
)
def test_a_word_of_several_zones_is_that_of_the_timezone(text: str, zone: str, expected: str, used: bool) -> None:
    names = Names()
    names.add("esx01", ("host", "esx01"))
    ticket = read_ticket(text, names, Calendar(NEWEST.timestamp(), ZoneInfo(zone)), OLDEST.timestamp())
    assert period(ticket) == expected
    assert used == (not any("zone" in one for one in ticket.ignored))
