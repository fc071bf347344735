"""Replies with the mails that they quote, what is over since a time, and other languages."""

from __future__ import annotations

import pytest

from tests.triage.tickets.test_ticket_times import period, read

QUOTE = "> esx01 is slow since 08:00, 20 ms"
WROTE = "On Wed, Oct 14, 2026 at 3:12 PM, Ana <ana@example.com> wrote:"
SENT = "From: Ana <ana@example.com>\nSent: Thursday, October 15, 2026 8:12 AM\nSubject: slow\n"


@pytest.mark.parametrize(
    ("text", "slow", "ms", "when"),
    [
        # Replies above and below what they quote: the newest statement counts.
        (f"Now it is esx02, since 09:30, 25 ms\n\n{WROTE}\n{QUOTE}", "esx02", 25, "15 09:30 to now"),
        (f"{WROTE}\n{QUOTE}\n> thanks\n\nNow it is esx02, since 09:30, 25 ms", "esx02", 25, "15 09:30 to now"),
        (f"esx02 since 09:30, 25 ms\n\n-----Original Message-----\n{SENT}\nesx01 slow since 08:00", "esx02", 25, "15 09:30 to now"),
        (f"{SENT}\nesx02 since 09:30, 25 ms\n\n{SENT}\nesx01 slow since 08:00, 20 ms", "esx02", 25, "15 09:30 to now"),
        (f"esx02 since 09:30, 25 ms\n\n{WROTE}\n\nesx01 slow since 08:00, 20 ms", "esx02", 25, "15 09:30 to now"),
        # What the reply leaves open is in the quoted mail.
        (f"any news?\n\n{QUOTE}", "esx01", 20, "15 08:00 to now"),
        (f"{QUOTE}\n> is esx02 slow, too?\n\nYes, since 09:00.", "esx01 esx02", 20, "15 09:00 to now"),
        (f"esx02 is fine again\n\n{QUOTE}", "esx01", 20, "15 08:00 to now"),
        (f"esx01 is fine now, what about esx02?\n\n>> esx01 and esx02 are slow since 07:00, 9 ms\n{QUOTE}", "esx02", 20, "15 08:00 to now"),
        (f"{QUOTE}\n\nStill slow at 09:30, now 25 ms", "esx01", 25, "15 08:00 to now"),
        # These quote nothing.
        ("> 20 ms on esx01 since 09:00", "esx01", 20, "15 09:00 to now"),
        ("esx01 is slow:\n> 20 ms since 09:00", "esx01", 20, "15 09:00 to now"),
    ],
)  # fmt: skip
def test_the_newest_mail_counts_and_older_ones_say_what_it_leaves_open(text: str, slow: str, ms: float, when: str):
    found = read(text)
    assert (" ".join(key for _, key in found.slow), found.ms, period(found)) == (slow, (ms, ms), when)


def test_what_a_newer_mail_replaces_is_stated():
    ignored = read(f"Now it is esx02, since 09:30, 25 ms\n\n{QUOTE}").ignored
    assert [one.split(":")[0] for one in ignored if "quoted from an older mail" in one] == [
        "esx01",
        "20 ms",
        "2026-10-15 08",
    ]


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("nothing slow since 09:00 on esx01, before that 20 ms", "05 00:00 to 15 09:00"),
        ("nothing has been slow since 09:00 on esx01, it was 20 ms before", "05 00:00 to 15 09:00"),
        ("esx01 not slow any more since 09:00, 20 ms until then", "05 00:00 to 15 09:00"),
        ("esx01: since 09:00 nothing is slow, from 08:00 to 09:00 it was 20 ms", "15 08:00 to 15 09:00"),
        ("esx01 is fine again since 09:00 (1 ms), it was 20 ms before", "05 00:00 to 15 09:00"),
    ],
)
def test_what_is_over_since_a_time_is_a_complaint_about_before(text: str, when: str):
    found = read(text)
    assert ([key for _, key in found.slow], found.fast, found.ms, found.before_ms, period(found)) == (
        ["esx01"], [], (20.0, 20.0), None, when
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "takes longer than normal", "latency above normal", "20 ms > normal", "3x normal", "is at twice its normal latency",
        "10 times the normal latency", "used to be fast",
    ],
)  # fmt: skip
def test_more_than_normal_is_not_fine(text: str):
    found = read(f"esx01 {text}")
    assert ([key for _, key in found.slow], found.fast) == (["esx01"], [])


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("seit dem 14.10. um 9:00 Uhr ist esx01 langsam", "14 09:00 to now"),
        ("esx01 langsam seit 14.10.26 09:00", "14 09:00 to now"),
        ("am 14. Oktober 2026 zwischen 9 und 10 Uhr", "14 09:00 to 14 10:00"),
        ("14. Okt 2026 von 9:00 bis 9:45", "14 09:00 to 14 09:45"),
        ("vorgestern von 9:00 bis 9:45 Uhr", "13 09:00 to 13 09:45"),
        ("depuis le 14/10/2026 à 9h30 esx01 est lent", "14 09:30 to now"),
        ("le 14 octobre 2026 de 9h à 10h30", "14 09:00 to 14 10:30"),
        ("entre 14h et 16h hier", "14 14:00 to 14 16:00"),
        ("depuis hier 14h", "14 14:00 to now"),
        ("desde las 9:15 de ayer esx01 va lento", "14 09:15 to now"),
        ("ayer de 9:00 a 10:30 esx01 lento", "14 09:00 to 14 10:30"),
        ("ayer entre las 9:00 y las 10:30", "14 09:00 to 14 10:30"),
        ("desde el lunes esx01 va lento", "12 00:00 to now"),
        ("dalle 14:00 alle 15:30 di ieri esx01 lento", "14 14:00 to 14 15:30"),
        ("ieri dalle ore 14:00 esx01 lento", "14 14:00 to now"),
        ("ieri alle 14:00", "14 13:00 to 14 15:00"),
        ("sinds gisteren 09:00 uur is esx01 traag", "14 09:00 to now"),
        ("gisteren van 9:00 tot 10:30 uur", "14 09:00 to 14 10:30"),
        ("od wczoraj 9:00 esx01", "14 08:00 to 14 10:00"),
        # In German it means here, in French yesterday.
        ("hier ist esx01 langsam", None),
        ("seit 9 Uhr ist hier esx01 langsam", "15 09:00 to now"),
        ("esx01 était lent hier", "14 00:00 to 15 00:00"),
        ("yesterday since 14:00 esx01 slow", "14 14:00 to now"),
        ("esx01 slow since Tuesday last week", "06 00:00 to now"),
        # Versions and lists are no dates.
        ("firmware 08.02.11 on esx01", None),
        ("14.10.26.1 does not answer", None),
    ],
)  # fmt: skip
def test_dates_and_times_of_other_languages(text: str, when: str | None):
    found = read(text)
    assert (period(found), [one for one in found.ignored if "zone" in one]) == (when, [])


@pytest.mark.parametrize(
    "text",
    [
        "20,5 ms au lieu de 1,5 ms", "vorher 1,5 ms, jetzt 20,5 ms", "20,5 ms, sonst 1,5 ms", "avant 1,5 ms, maintenant 20,5 ms",
        "20,5 ms, antes 1,5 ms", "normalmente 1,5 ms, ahora 20,5 ms", "20,5 ms invece di 1,5 ms", "20,5 ms in plaats van 1,5 ms",
    ],
)  # fmt: skip
def test_former_figures_of_other_languages(text: str):
    found = read(f"esx01: {text}")
    assert (found.ms, found.before_ms, found.ignored) == ((20.5, 20.5), (1.5, 1.5), [])


def test_ranges_of_figures_of_other_languages():
    assert read("esx01: 0,5 à 20 ms").ms == (0.5, 20.0)
