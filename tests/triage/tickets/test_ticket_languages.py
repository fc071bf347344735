"""Tickets in other languages: names, ranges, what is fine, times and latencies."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.triage.tickets.test_ticket import keys, read


@pytest.mark.parametrize(
    ("text", "slow", "fast"),
    [
        ("app05 bis app07 sind langsam, app08 läuft gut", "app05 app06 app07", "app08"),
        ("app05 ist langsam, flash1 unauffällig", "app05", "flash1"),
        ("app05 läuft nicht gut", "app05", ""),
        ("app05 est lent, app08 va bien", "app05", "app08"),
        ("de app05 à app07 c'est lent, app08 ne va pas bien non plus", "app05 app06 app07 app08", ""),
        ("app05 y app06 muy lentos; app08 esta bien", "app05 app06", "app08"),
        ("app05 lento, app08 no está bien", "app05 app08", ""),
        ("app05 e app06 lentissimi, app08 va bene", "app05 app06", "app08"),
        ("app05 lento, app08 non va bene", "app05 app08", ""),
        ("app05 t/m app07 traag, app08 is goed", "app05 app06 app07", "app08"),
        ("app05 wolny, app08 działa normalnie", "app05", "app08"),
        ("app05 wolny, app08 nie działa dobrze", "app05 app08", ""),
        ("a app05 lenta, a app08 está bem", "app05", "app08"),
        ("a app05 lenta, a app08 não está bem", "app05 app08", ""),
    ],
)
def test_names_and_what_is_said_of_them(text: str, slow: str, fast: str):
    found = read(text)
    assert (keys(found.slow), keys(found.fast)) == (slow, fast)


@pytest.mark.parametrize(
    "text",
    [
        "app05: 12 ms ipv 1 ms", "app05: 12 ms zamiast 1 ms", "app05: 12 ms em vez de 1 ms", "app05: 12 ms en vez de 1 ms",
        "app05: 12 ms statt 1 ms", "app05: 12 ms au lieu de 1 ms", "app05: 12 ms invece di 1 ms",
    ],
)  # fmt: skip
def test_former_latencies(text: str):
    found = read(text)
    assert (found.ms, found.before_ms, found.ignored) == ((12, 12), (1, 1), [])


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("app05: Lesen dauert 12 ms", "read"), ("app05 12 ms en lecture", "read"), ("scritture a 12 ms su app05", "write"),
        ("app05 wolny odczyt 12 ms", "read"), ("beim Schreiben auf app05 12 ms", "write"), ("app05, bitte die Mail unten lesen", ""),
    ],
)  # fmt: skip
def test_operations(text: str, operation: str):
    assert read(text).operation == operation


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("gestern Abend viertel nach 7 war app05 langsam", "03 18:15", "03 20:15"),
        ("seit gestern Abend um viertel nach 7 ist app05 langsam", "03 19:15", None),
        ("app05 hängt seit heute früh halb 7", "04 06:30", None),
        ("heute früh ab 6 Uhr hängt app05", "04 06:00", None),
        ("app05 langsam am 03.03.2026 ab 13:00 bis 14:10", "03 13:00", "03 14:10"),
        ("since yesterday evening 7:15 app05 is slow", "03 19:15", None),
        ("wczoraj między 19:10 a 19:14 app05 wolny", "03 19:10", "03 19:14"),
        ("ontem das 19:10 às 19:14 a app05 lenta", "03 19:10", "03 19:14"),
        ("ayer entre las 7 y las 8 de la tarde app05 lento", "03 19:00", "03 20:00"),
        ("od 07:10 app05 działa wolno", "04 07:10", None),
        ("od 07:10 do 07:30 app05 wolny", "04 07:10", "04 07:30"),
        ("desde as 07h10 a app05 lenta", "04 07:10", None),
    ],
)
def test_times(text: str, since: str, until: str | None):
    found = read(text)
    span = found.span
    assert span is not None and not found.ignored
    shown = [f"{datetime.fromtimestamp(one, UTC):%d %H:%M}" for one in (span.since, span.until)]
    assert (shown[0], shown[1] if until else None) == (since, until)


def test_what_is_not_understood_is_stated():
    (left,) = read("app05 lento, 07:20 ayer y 08:30").ignored
    assert left.startswith("08:30")
