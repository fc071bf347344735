"""Tickets as users write them: what is understood, and that odd texts are neither guessed at nor a problem."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.triage.model import Component
from checker.triage.ticket.model import Ticket
from checker.triage.ticket.names import Names
from checker.triage.ticket.read import read_ticket
from checker.triage.ticket.when.dates import Calendar

NEWEST = datetime(2026, 3, 4, 7, 45, tzinfo=UTC)
"""A Wednesday."""
OLDEST = datetime(2026, 2, 24, tzinfo=UTC)
KNOWN: dict[str, Component] = {
    **{f"app0{number}": ("host", f"app0{number}") for number in range(5, 10)},
    "esx01.example.com": ("host", "esx01.example.com"),
    "db-01": ("host", "db-01"), "db-01b": ("host", "db-01b"), "backup": ("host", "backup"),
    "Prod DS 01": ("volume", "naa.1"), "oradata_07": ("volume", "naa.2"), "12": ("volume", "naa.12"), "commit": ("volume", "naa.3"),
    "flash1": ("storage_array", "flash1"), "flash12": ("storage_array", "flash12"), "north-e1": ("switch", "north-e1"),
}  # fmt: skip


def names() -> Names:
    found = Names()
    for name, component in KNOWN.items():
        found.add(name, component)
    return found


def read(text: str) -> Ticket:
    return read_ticket(text, names(), Calendar(NEWEST.timestamp(), UTC), OLDEST.timestamp())


def keys(found: list[Component]) -> str:
    return " ".join(key for _, key in found)


@pytest.mark.parametrize(
    ("text", "slow", "fast"),
    [
        ("app05 to app07 take 8 ms", "app05 app06 app07", ""),
        ("app05-app07 and app09 hang", "app05 app06 app07 app09", ""),
        ("app05–07 slow", "app05 app06 app07", ""),
        ("app[05-07] slow", "app05 app06 app07", ""),
        ("app05, app06 and app07 are slow, app08 is fine", "app05 app06 app07", "app08"),
        ("app05,06,app07 slow", "app05 app06 app07", ""),
        ("APP05 and 06 are slow, 07 is a number", "app05 app06", ""),
        ("app05..07 hang", "app05 app06 app07", ""),
        ("everything but app08 hangs for 30 seconds", "", "app08"),
        ("app05/06 slow but app08 never complains", "app05 app06", "app08"),
        ("app07 to app05 are slow", "app05 app06 app07", ""),
        ("neither app05 nor app06 is slow", "", "app05 app06"),
        ("neither app05 nor app06 is fine, app07 is", "app05 app06 app07", ""),
        ("app05 slow; app06 also; app08 looks good", "app05 app06", "app08"),
        ("not app08, only app05", "app05", "app08"),
        ("app05-9 slow", "app05 app06 app07 app08 app09", ""),
        ("APP05's disks are slow. App08 isn't affected.", "app05", "app08"),
        ("all hosts except app08 are slow", "", "app08"),
        ("app05 is not fine, app06 is not slow", "app05", "app06"),
        ("app05 was fine until 07:20", "app05", ""),
        ("app05 is fine at night but slow since 07:20, app06 ok", "app05", "app06"),
        ("db-01 is slow", "db-01", ""),
        ("db-01b and db-01.corp.example are slow", "db-01b db-01", ""),
        ("db-01c is slow", "", ""),
        ("esx01 is slow on Prod DS 01", "esx01.example.com naa.1", ""),
        ("host backup is slow since the backup", "backup", ""),
        ("the backup is slow, volume 12 too; it takes 12 ms", "naa.12", ""),
        ("everything on flash12", "flash12", ""),
        ("12 users complain about app05", "app05", ""),
        ("<b>app05</b> *app06* `app07`: slow!", "app05 app06 app07", ""),
        ("(app05)[app06]{app07}", "app05 app06 app07", ""),
        ("moved from app05. app06 hangs", "app05 app06", ""),
        ("Hosts app05 & app06 via switch north-e1", "app05 app06 north-e1", ""),
        ("application app is slow", "", ""),
        ("app05 ist langsam, app06 est lent, app07 работает медленно", "app05 app06 app07", ""),
        ("المضيف app05 بطيء", "app05", ""),
        ("主机 app05 很慢", "app05", ""),
    ],
)
def test_names(text: str, slow: str, fast: str):
    found = read(text)
    assert (keys(found.slow), keys(found.fast)) == (slow, fast)


@pytest.mark.parametrize(
    ("text", "now", "before"),
    [
        ("takes 8 to 15 ms", (8, 15), None),
        ("8-15ms", (8, 15), None),
        ("latency is 12,5 ms instead of 0,8 ms", (12.5, 12.5), (0.8, 0.8)),
        ("normally 1 ms, now 8 ms", (8, 8), (1, 1)),
        ("rose from 1 to 8 ms", (8, 8), (1, 1)),
        ("from 500 µs to 8 ms", (8, 8), (0.5, 0.5)),
        ("it was 1 ms before, it is 2 s now", (2000, 2000), (1, 1)),
        ("8 ms, 1 ms before", (8, 8), (1, 1)),
        ("up to 1,500 ms", (1500, 1500), None),
        ("reads between 8 and 15 milliseconds", (8, 15), None),
        ("every 10 minutes for 30 seconds", None, None),
        ("8 TB at 200 MB/s with 5000 IOPS", None, None),
    ],
)
def test_figures(text: str, now: tuple[float, float] | None, before: tuple[float, float] | None):
    found = read(text)
    assert (found.ms, found.before_ms) == (now, before)


@pytest.mark.parametrize(
    ("text", "since", "until", "exact"),
    [
        ("since 07:20", "04 07:20", "04 07:45", False),
        ("since 9 pm", "03 21:00", "04 07:45", False),
        ("between 07:20 and 07:40", "04 07:20", "04 07:40", True),
        ("from 7:20 to 7:40", "04 07:20", "04 07:40", True),
        ("07:20-07:40 UTC", "04 07:20", "04 07:40", True),
        ("from 23:50 to 00:10", "03 23:50", "04 00:10", True),
        ("07:20 - 07:40", "04 07:20", "04 07:40", True),
        ("22:00-23:00 last night", "03 22:00", "03 23:00", True),
        ("on Tuesday between 02:00 and 03:00", "03 02:00", "03 03:00", True),
        ("between 02:00 and 03:00 on Tuesday", "03 02:00", "03 03:00", True),
        ("on Tuesday between 2 and 3 am", "03 02:00", "03 03:00", True),
        ("2-3 p.m. yesterday", "03 14:00", "03 15:00", True),
        ("Monday between 10 and 2pm", "02 10:00", "02 14:00", True),
        ("from 11:30 to 1 pm on Monday", "02 11:30", "02 13:00", True),
        ("between 11 pm and 1 am", "03 23:00", "04 01:00", True),
        ("on the 2nd of March between 14:00 and 15:30", "02 14:00", "02 15:30", True),
        ("2026-03-03 14:00 - 2026-03-03 15:30", "03 14:00", "03 15:30", True),
        ("14:00h-15:00h yesterday", "03 14:00", "03 15:00", True),
        ("on Monday and Tuesday night", "02 00:00", "04 06:00", False),
        ("slower than yesterday since 07:20", "04 07:20", "04 07:45", False),
        ("since Monday 09:00", "02 09:00", "04 07:45", False),
        ("since 09:00 on Monday", "02 09:00", "04 07:45", False),
        ("on Tuesday", "03 00:00", "04 00:00", False),
        ("between 09:10 and 09:40 on Monday", "02 09:10", "02 09:40", True),
        ("from 23:30 to 00:30 on Monday", "02 23:30", "03 00:30", True),
        ("since Friday", "27 00:00", "04 07:45", False),
        ("yesterday 14:30", "03 13:30", "03 15:30", False),
        ("since last night", "03 18:00", "04 07:45", False),
        ("since 2026-03-03T06:00Z", "03 06:00", "04 07:45", False),
        ("since 3 March at 06:00", "03 06:00", "04 07:45", False),
        ("since 03.03. 06:00", "03 06:00", "04 07:45", False),
        ("it takes 8.5. Please help", None, None, False),
        ("for the last 30 minutes", "04 07:15", "04 07:45", False),
        ("started 2 hours ago", "04 05:45", "04 07:45", False),
        ("fine until 07:20", "04 07:20", "04 07:45", False),
        ("since yesterday evening around 6pm", "03 18:00", "04 07:45", False),
        ("since last night at 23:10", "03 23:10", "04 07:45", False),
        ("since last night 02:10", "04 02:10", "04 07:45", False),
        ("it was ok before Monday", "02 00:00", "04 07:45", False),
        ("since 3/2 08:00", None, None, False),
        ("since 25:99", None, None, False),
        ("since 03/04", None, None, False),
        ("since 2019-01-01 until 2019-01-02", None, None, False),
        ("from 07:20 til 07:30", "04 07:20", "04 07:30", True),
        ("yesterday 14:00-15:00", "03 14:00", "03 15:00", True),
        ("yesterday, 23:30-00:30", "03 23:30", "04 00:30", True),
        ("on Monday 2026-03-02 09:00 to 10:00", "02 09:00", "02 10:00", True),
        ("Monday 09:00 until 10:00", "02 09:00", "02 10:00", True),
        ("Sunday, 2026-03-01 from 22:00 to 02:00", "01 22:00", "02 02:00", True),
        ("since 2 days", "02 07:45", "04 07:45", False),
        ("since 3 hours", "04 04:45", "04 07:45", False),
        ("depuis 07h20", "04 07:20", "04 07:45", False),
        ("moved to 10:00 on Monday", "02 09:00", "02 11:00", False),
        ("since 2 hosts", None, None, False),
    ],
)  # fmt: skip
def test_times(text: str, since: str | None, until: str | None, exact: bool):
    found = read(text)
    shown = (
        [f"{datetime.fromtimestamp(at, UTC):%d %H:%M}" for at in (found.span.since, found.span.until)]
        if found.span
        else [None, None]
    )
    assert (shown, found.exact) == ([since, until], exact)


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("reads are slow", "read"),
        ("redo log writes are slow", "write"),
        ("commits hang", "write"),
        ("reads are fine, writes are slow", "write"),
        ("reads and writes are slow", ""),
        ("slow during backup", ""),
    ],
)
def test_operations(text: str, operation: str):
    assert read(text).operation == operation


def test_what_is_not_used_is_stated():
    found = read("esx99 and app10 to app12 are slow since 07:20 BST, 8 ms and 9 ms")
    text = "\n".join(found.ignored)
    assert "no export names esx99" in text
    assert "no export names app10" in text
    assert "BST" in text
    assert "9 ms" in text
    assert "app04" in "\n".join(read("app04-app06").ignored)
    assert len(read(" ".join(f"{number} ms" for number in range(500))).ignored) == 13
    assert read("INC0012345, app05").ignored == []
    assert "ambiguous" in read("since 3/2 08:00").ignored[0]
    assert "2026-02-20 07:15 to 2026-02-20 09:15 UTC: before" in read("on 2026-02-20 08:15").ignored[0]
    assert "before all samples" in "\n".join(read("since 2019-01-01 until 2019-01-02").ignored)


WORDS = st.sampled_from(
    ["app05", "app99", "since", "until", "07:20", "7", "-", "to", "ms", "8", "fine", "not", "<script>", "\u202e", "and", ",", ".", "Monday",
     "2026-02-31", "99:99", "0 ms", "1e999", "٣", "\x00", "last", "night", "ago", "hours", "99999999", "host", "12", "24:00", "32.13.", "CEST", "CET", "PT", "all times"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=40).map(" ".join)))
def test_no_text_is_a_problem_or_names_what_it_does_not_contain(text: str):
    found = read(text)
    for one in (*found.slow, *found.fast):
        assert one in KNOWN.values()
    assert not set(found.slow) & set(found.fast)
    if found.span is not None:
        assert OLDEST.timestamp() <= found.span.since <= found.span.until <= NEWEST.timestamp()
    if not any(name.casefold()[:4] in text.casefold() for name in KNOWN) and "12" not in text:
        assert not found.slow


def test_a_log_of_ten_megabytes():
    began = time.process_time()
    found = read("app05 " + "x-1 is slow since 07:20 9 ms app1-app99999999, " * 200_000)
    assert keys(found.slow).split()[0] == "app05"
    assert any("65,536 characters" in text for text in found.ignored)
    assert time.process_time() - began < 20


def test_a_host_that_is_stated_to_be_fine_is_not_what_is_missing():
    assert read("app20 is slow; app21 is ok").absent == ["app20"]
    assert read("app05 and app20 are slow, app21 is not").absent == ["app20"]
