"""Times, figures and lists as users say them: each is understood, or stated as not understood."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from checker.triage.ticket.model import Ticket
from checker.triage.ticket.names import Names
from checker.triage.ticket.read import read_ticket
from checker.triage.ticket.when.dates import Calendar

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
        ("since 07:10 this morning", "15 07:10 to now"),
        ("since 22:30 last night", "14 22:30 to now"),
        ("since 01:30 last night", "15 01:30 to now"),
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
        ("two days ago at 15:00", "13 14:00 to 13 16:00"),
        ("since 2 days ago, 15:00", "13 15:00 to now"),
        ("14-Oct 09:00 to 09:45", "14 09:00 to 14 09:45"),
        ("10/14/2026 09:00", "14 08:00 to 14 10:00"),
        ("2026/10/14 09:00 to 10:00", "14 09:00 to 14 10:00"),
        ("2026-10-09 15:00 +0200", "09 12:00 to 09 14:00"),
        ("15:00 CEST yesterday", "14 12:00 to 14 14:00"),
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
        ("15:00 CET yesterday", "zone CET: not used"),
        ("15:00 IST yesterday", "zone IST: not used"),
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # When a mail was written is no time of the complaint.
        (
            "From: Ana <ana@example.com>\nSent: Thursday, October 15, 2026 10:12 AM\nTo: Storage\nSubject: esx01 slow\n\nsince 09:20",
            "15 09:20 to now",
        ),
        ("> On Wed, Oct 14, 2026 at 3:12 PM, Ana <ana@example.com> wrote:\n> esx01 is slow\nsince 8:15 today", "15 08:15 to now"),
        ("Von: Ana <ana@example.com>\nGesendet: Mittwoch, 14. Oktober 2026 10:12\n\nesx01 slow", None),
        ("From: 09:00\nTo: 09:30", "15 09:00 to 15 09:30"),
        # It ended.
        ("problem gone since 09:40, was slow from 08:50", "15 08:50 to 15 09:40"),
        ("at 09:15 latency jumped, it recovered at 09:35", "15 09:15 to 15 09:35"),
        ("since the batch (05:30 am) until quarter past six", "15 05:30 to 15 06:15"),
        ("not ok since 09:00", "15 09:00 to now"),
        # Zones with a number.
        ("from 12:05 to 12:20 UTC+2", "15 10:05 to 15 10:20"),
        ("Wed, 14 Oct 2026 09:00:00 +0200", "14 06:00 to 14 08:00"),
        ("between 9 and 10 CEST", "15 07:00 to 15 08:00"),
        ("between 9 and 10 CET", "15 09:00 to 15 10:00"),
        ("from 1am to 2am PT", "15 08:00 to 15 09:00"),
        ("since 9:00 MESZ", "15 07:00 to now"),
        ("from 05:15 EDT until 05:45", "15 09:15 to 15 09:45"),
        ("from 10:15 until 10:45, all times CEST", "15 08:15 to 15 08:45"),
        ("9:15 et encore lent", "15 08:15 to 15 10:15"),
        ("yesterday 10:15 UTC (12:15 CEST)", "14 09:15 to 14 11:15"),
        # The half of the day of a range within an hour.
        ("between 9:00-9:30am", "15 09:00 to 15 09:30"),
        # A day and its date, a night over two days, the day of the same sentence.
        ("on Tuesday (13th) at 3am", "13 02:00 to 13 04:00"),
        ("night from Tuesday to Wednesday, esx01 hung from 23:30 till 1:15", "13 23:30 to 14 01:15"),
        ("after the upgrade on Monday", "12 00:00 to now"),
        ("since Monday esx01 is slow every morning from 8 to 9:30", "15 08:00 to 15 09:30"),
        # It was fine, or is again.
        ("no issues since 09:00, before that 12 ms", "05 00:00 to 15 09:00"),
        ("until 8:30 everything was fine, then esx01 became slow", "15 08:30 to now"),
        ("until 8:30 no problems", "15 08:30 to now"),
        ("until 8:30 esx01 was not ok", "05 00:00 to 15 08:30"),
        ("alarm at 09:12, cleared 09:31", "15 09:12 to 15 09:31"),
        ("I rebooted esx01 at 09:00, since then it is slow", "15 09:00 to now"),
        ("I rebooted esx01 at 09:00, since then it is fine", "15 08:00 to 15 10:00"),
        # Fields of a form.
        ("Incident start: 2026-10-15 08:10\nIncident end: 2026-10-15 08:50", "15 08:10 to 15 08:50"),
        ("Start time: 15-Oct-2026 08:10; End time: 15-Oct-2026 08:50", "15 08:10 to 15 08:50"),
        ("0900Z-0930Z", "15 09:00 to 15 09:30"),
        # German.
        ("seit heute Morgen 7:15 Uhr", "15 07:15 to now"),
        ("seit gestern Abend 22 Uhr", "14 22:00 to now"),
        ("seit heute 9:30 Uhr", "15 09:30 to now"),
        ("seit gestern 22 Uhr", "14 22:00 to now"),
        ("Mittwoch 8 bis 10 Uhr", "14 08:00 to 14 10:00"),
        ("von 14.10.2026 22.15 Uhr bis 23.30 Uhr", "14 22:15 to 14 23:30"),
    ],
)  # fmt: skip
def test_times_of_pasted_mails_and_other_countries(text: str, expected: str | None):
    assert period(read(text)) == expected


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("From: Ana <ana@example.com>\nDate: 15.10.2026 10:12\n\nesx01 slow", "Date: 15.10.2026 10:12: when a mail was written"),
        ("09:00 - 09:30 local time", "local time: not used; give the zone"),
        ("since 9:00 MEZ", "zone MEZ: not used"),
        ("esx01 is slower than esx02", "esx02: only compared with"),
        ("esx01 was fine last week, esx02 is slow", "esx01: stated to have been fine before"),
        ("threshold 20 ms exceeded: 34 ms", "20 ms: a limit"),
        ("95th percentile is 40 ms", "40 ms: a percentile"),
        ("avg 14 ms, max 250 ms", "250 ms: a maximum"),
        ("slow 10:15+-10min", "10:15+-10min: not understood"),
    ],
)  # fmt: skip
def test_what_says_something_else_is_stated(text: str, stated: str):
    assert [one for one in read(text).ignored if one.startswith(stated)], read(text).ignored


@pytest.mark.parametrize(
    ("text", "now", "before"),
    [
        ("12,5 ms statt 0,9 ms", 12.5, 0.9),
        ("1.234,5 ms", 1234.5, None),
        ("1,234.5 ms", 1234.5, None),
        ("SLA is 5 ms; esx01 has 34 ms", 34, None),
        ("45 ms (threshold 20 ms)", 45, None),
        ("95th percentile is 40 ms, average 6 ms", 6, None),
        ("max latency of 250 ms, avg 14 ms", 14, None),
        ("max latency of 250 ms", 250, None),
        ("increased 10x at 09:30 (from 1 ms)", None, 1),
        ("12 ms p50, 45 ms p99", 12, None),
    ],
)
def test_figures_of_limits_and_other_countries(text: str, now: float | None, before: float | None):
    found = read(text)
    assert [value and value[0] for value in (found.ms, found.before_ms)] == [now, before]


@pytest.mark.parametrize(
    ("text", "slow", "fast"),
    [
        ("esx01 is slow. esx02 is not impacted.", "esx01", "esx02"),
        ("No problem on esx01. esx02 has problems.", "esx02", "esx01"),
        ("slow on esx01 but not on esx02", "esx01", "esx02"),
        ("nothing wrong with esx01, esx02 hangs", "esx02", "esx01"),
        ("It's not the esx01 host, it's esx02 that is slow", "esx02", "esx01"),
        ("esx01 is twice as slow as esx02", "esx01", ""),
        ("esx01 is as slow as esx02", "esx01 esx02", ""),
        ("compared to esx01, esx02 is slow", "esx02", ""),
        ("esx01 was fine last week, this week 10 ms", "esx01", ""),
        ("we moved esx03 on Saturday; esx03 has been fine since. esx01 is still slow", "esx01", "esx03"),
        ("db07/08 slow", "db07 db08", ""),
        ("sqlprod1 and prod2 slow", "sqlprod1 sqlprod2", ""),
        ("From: esx02 Admin <admin@esx02.example>\nSent: Monday\n\nesx01 slow", "esx01", ""),
    ],
)
def test_what_is_said_of_hosts(text: str, slow: str, fast: str):
    found = read(text)
    assert (" ".join(key for _, key in found.slow), " ".join(key for _, key in found.fast)) == (slow, fast)


@pytest.mark.parametrize(
    "text", ["since 07:10 this morning", "esx02 slow at 9am this morning", "since 22:30 last night"]
)
def test_the_part_of_the_day_after_a_clock_is_understood(text: str) -> None:
    assert read(text).ignored == []
