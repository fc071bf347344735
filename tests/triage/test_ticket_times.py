"""Times, figures and lists as users say them: each is understood, or stated as not understood."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from checker.triage.ticket.dates import Calendar
from checker.triage.ticket.model import Ticket
from checker.triage.ticket.names import Names
from checker.triage.ticket.read import read_ticket

NEWEST = datetime(2026, 10, 15, 10, 30, tzinfo=UTC)
"""A Thursday."""
OLDEST = datetime(2026, 10, 5, tzinfo=UTC)
HOSTS = (*(f"esx0{number}" for number in range(1, 7)), "sqlprod1", "sqlprod2", "ora-rac-1", "db07", "db08")
ALL_ESX = "esx01 esx02 esx03 esx04 esx05 esx06"


def read(text: str) -> Ticket:
    names = Names()
    for host in HOSTS:
        names.add(host, ("host", host))
    return read_ticket(text, names, Calendar(NEWEST.timestamp(), UTC), OLDEST.timestamp())


def period(ticket: Ticket) -> str | None:
    """Return begin and end as day and clock; ``now`` is the newest sample."""
    if ticket.span is None:
        return None
    ends = (datetime.fromtimestamp(at, UTC) for at in (ticket.span.since, ticket.span.until))
    return " to ".join("now" if at == NEWEST else f"{at:%d %H:%M}" for at in ends)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A clock as it is said.
        ("since 7", "15 07:00 to now"),
        ("since half past 7 esx02 hangs", "15 07:30 to now"),
        ("since quarter past nine", "15 09:15 to now"),
        ("since quarter to ten", "15 09:45 to now"),
        ("since quarter to midnight", "14 23:45 to now"),
        ("from half past midnight to quarter past 5", "15 00:30 to 15 05:15"),
        # A time of some of the hosts only.
        ("esx01 and esx02 slow since 07:20, esx03 only since 09:00", "15 07:20 to now"),
        ("esx01, esx02 slow, esx03 only since 09:00", None),
        ("esx03 only since 09:00", "15 09:00 to now"),
        ("since ten o'clock", "15 10:00 to now"),
        ("since 5 minutes to 9", "15 08:55 to now"),
        ("started at 9ish", "15 09:00 to now"),
        ("since 9.15", "15 09:15 to now"),
        ("from 8 on", "15 08:00 to now"),
        ("since 5 this morning", "15 05:00 to now"),
        ("since 6pm yesterday", "14 18:00 to now"),
        # Ranges.
        ("slow 1400-1500 yesterday", "14 14:00 to 14 15:00"),
        ("from 7.15pm to 8.40pm on Tuesday", "13 19:15 to 13 20:40"),
        ("between 7 and 8 this morning", "15 07:00 to 15 08:00"),
        ("between 6:30 and 8 this morning", "15 06:30 to 15 08:00"),
        ("between half past six and quarter to eight", "15 06:30 to 15 07:45"),
        ("between 22 and 23 h yesterday", "14 22:00 to 14 23:00"),
        ("yesterday from 18h to 20h", "14 18:00 to 14 20:00"),
        ("yesterday 18h00-20h00", "14 18:00 to 14 20:00"),
        ("8-10 ms from 8 to 10", "15 08:00 to 15 10:00"),
        ("from 0730 to 0815 on Wed", "14 07:30 to 14 08:15"),
        ("it started at 0920 and ended at 0950", "15 09:20 to 15 09:50"),
        ("it began around 9:20 and stopped at 9:50", "15 09:20 to 15 09:50"),
        ("last night between 11 and 12", "14 23:00 to 15 00:00"),
        ("9:15 till now", "15 09:15 to now"),
        ("from 9 to now", "15 09:00 to now"),
        ("2026-10-13T22:10:00Z..2026-10-13T22:50:00Z", "13 22:10 to 13 22:50"),
        # Days.
        ("since the day before yesterday", "13 00:00 to now"),
        ("since last Thursday", "08 00:00 to now"),
        ("since Thursday", "15 00:00 to now"),
        ("since the 12th", "12 00:00 to now"),
        ("from the 12th to the 14th", "12 00:00 to 15 00:00"),
        ("over the weekend", "10 00:00 to 12 00:00"),
        ("last week", "05 00:00 to 12 00:00"),
        ("Mon - Wed", "12 00:00 to 15 00:00"),
        ("Sat and Sun", "10 00:00 to 12 00:00"),
        ("2 days ago", "13 00:00 to 14 00:00"),
        ("14-Oct 09:00 to 09:45", "14 09:00 to 14 09:45"),
        ("10/14/2026 09:00", "14 08:00 to 14 10:00"),
        ("2026/10/14 09:00 to 10:00", "14 09:00 to 14 10:00"),
        ("2026-10-09 15:00 +0200", "09 12:00 to 09 14:00"),
        ("15:00 CEST yesterday", "14 14:00 to 14 16:00"),
        # Lengths of time.
        ("since two hours", "15 08:30 to now"),
        ("for the last two hours", "15 08:30 to now"),
        ("for the past hour", "15 09:30 to now"),
        ("for 3 hours now", "15 07:30 to now"),
        # Of two figures the time of the former is no time of the complaint.
        ("was at 2 ms until 09:00, 20 ms after", "15 09:00 to now"),
        ("it was 1 ms yesterday, it is 8 ms now", None),
        ("3.4 ms now vs 0.6 last week", None),
        # No times.
        ("since 7 updates were installed", None),
        ("between 1400 and 1500 IOPS", None),
        ("from 1.25 to 8.50 ms", None),
        ("our Sun servers are slow", None),
    ],
)  # fmt: skip
def test_times_as_they_are_said(text: str, expected: str | None):
    assert period(read(text)) == expected


@pytest.mark.parametrize(
    ("text", "newest"),
    [
        ("Mon-Wed 07:00", "2026-10-14 07:00 UTC"),
        ("Mon–Wed 9-10am", "2026-10-14 09:00 UTC"),
        ("Tue-Thu between 9am and 10am", "2026-10-15 09:00 UTC"),
        ("every day at 07:00", "2026-10-15 07:00 UTC"),
        ("every night between 1 and 3 am", "2026-10-15 01:00 UTC"),
    ],
)
def test_of_a_repeated_time_the_newest_is_used_and_stated(text: str, newest: str):
    assert [one for one in read(text).ignored if "the newest is used" in one and newest in one]


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("since lunchtime yesterday", "since lunchtime: not understood"),
        ("weekdays at 8", "at 8: not understood"),
        ("since 7 updates were installed", "since 7: not understood"),
        ("for about 20 minutes at 9", "about 20 minutes at 9: not understood"),
        ("5.10 to 12.10 esx01", "5.10 to 12.10: not understood"),
        ("all morning", "morning: not understood"),
        ("esx01 is slow, esx03 only since 09:00", "09:00: stated of esx03 only"),
        ("since 2025", "since 2025: not understood"),
        ("15:00 CEST yesterday", "zone CEST: not used"),
        ("yesterday evening all db hosts were slow", "db hosts: the exports do not say which these are; --focus 'db*'"),
        ("except for sqlprod2 all finance servers are slow", "finance servers: the exports do not say which these are; name"),
        ("users of sqlprod1 wait 30 seconds for a page", "30 seconds: users wait for more than one I/O"),
        ("it was 1 ms yesterday, it is 8 ms now", "yesterday: a time to compare with"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_stated(text: str, stated: str):
    assert [one for one in read(text).ignored if one.startswith(stated)], read(text).ignored


@pytest.mark.parametrize(
    ("text", "now", "before"),
    [
        ("used to be 2 ms, now 14", 14, 2),
        ("1ms -> 12ms", 12, 1),
        ("10x slower than normal, 1 ms => 12 ms", 12, 1),
        ("12 ms (was 1.5)", 12, 1.5),
        ("25ms vs 1ms", 25, 1),
        ("doubled from 1 ms", None, 1),
        ("it was 30 ms on Tuesday", 30, None),
        ("~15ms", 15, None),
        ("takes 15 milli seconds", 15, None),
    ],
)
def test_figures_before_and_after(text: str, now: float | None, before: float | None):
    found = read(text)
    assert [value and value[0] for value in (found.ms, found.before_ms)] == [now, before]


@pytest.mark.parametrize(
    ("text", "slow", "fast"),
    [
        ("ESX 01 and ESX 02 are slow", "esx01 esx02", ""),
        ("esx01 through 04 are slow", "esx01 esx02 esx03 esx04", ""),
        ("esx[01,03] and sqlprod{1,2}", "esx01 esx03 sqlprod1 sqlprod2", ""),
        ("esx* slow", ALL_ESX, ""),
        ("*sqlprod1* and **sqlprod2** are slow*", "sqlprod1 sqlprod2", ""),
        ("esx* slow but not esx05", ALL_ESX.replace(" esx05", ""), "esx05"),
        ("esx02-esx05 slow since 6, esx04 ok", "esx02 esx03 esx05", "esx04"),
        ("both sqlprod1 and sqlprod2 are slow; ora-rac-1 not", "sqlprod1 sqlprod2", "ora-rac-1"),
    ],
)
def test_lists_of_hosts(text: str, slow: str, fast: str):
    found = read(text)
    assert (" ".join(key for _, key in found.slow), " ".join(key for _, key in found.fast)) == (slow, fast)
