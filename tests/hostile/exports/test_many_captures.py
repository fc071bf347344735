"""Files of thousands of captures: the readers that are asked are chosen once, and too many captures end in a note."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from checker.facts.observations import Observations
from checker.intake import read, recognise
from checker.intake.read import read_text
from checker.readers.registry import Card, cards, claims_on
from checker.readers.toolkit.base import Capture

_SWITCHSHOW = """sw{0}:admin> switchshow
switchName:     sw{0}
switchType:     109.1
switchState:    Online
switchDomain:   {1}

Index Port Address Media Speed State     Proto
   0   0   640000   id    N8   Online      FC  F-Port  10:00:00:00:c9:aa:00:01
"""
_MOST = 50
"""The limit in these tests."""


def test_no_needle_spans_lines() -> None:
    """The parts of a file have lines of it, but not its line feeds, so such a needle would not be found."""
    assert not [card.name for card in cards() if any("\n" in needle for needle in card.needles)]


def test_the_readers_to_ask_are_chosen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counting(capture: Capture, among: Sequence[Card] | None = None) -> object:
        asked.append(len(cards() if among is None else among))
        return claims_on(capture, among)

    monkeypatch.setattr(recognise, "claims_on", counting)
    read_text(
        "".join(f"sw1:admin> x{number}\nnothing\n" for number in range(500)), "session.txt", (), 0, Observations()
    )
    assert asked
    assert max(asked) < len(cards()) // 3


def test_equal_captures_that_no_reader_knows_are_asked_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counting(capture: Capture, among: Sequence[Card] | None = None) -> object:
        asked.append(capture.text)
        return claims_on(capture, among)

    monkeypatch.setattr(recognise, "claims_on", counting)
    text = _SWITCHSHOW.format(1, 1) + "".join(f"sw1:admin> x{number % 3}\nnothing\n" for number in range(300))
    records = read_text(text, "session.txt", (), 0, Observations())
    assert sum("nothing" in one for one in asked) == 3
    assert sorted(record.first_line for record in records if not record.format) == list(range(10, 609, 2))


def test_captures_beyond_the_limit_are_noted_and_the_others_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MOST_SECTIONS", _MOST)
    text = _SWITCHSHOW.format(1, 1) + "sw1:admin> nothing\nx\n" * (_MOST + 5)
    records = read_text(text, "session.txt", (), 0, Observations())
    assert [record.owner for record in records if record.format] == ["sw1"]
    notes = [note for record in records for _, note in record.notes if "captures in one file" in note]
    assert len(notes) == 1
    assert notes[0].endswith(f"not read: more than {read.SECTIONS_A_FILE - 1:,} captures in one file; split it")


def test_exports_beyond_the_limit_are_noted_and_the_others_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "SECTIONS_A_FILE", _MOST)
    text = "".join(_SWITCHSHOW.format(number, number % 200 + 1) for number in range(_MOST + 3))
    records = read_text(text, "session.txt", (), 0, Observations())
    assert sum(record.format == "brocade-switchshow" for record in records) == _MOST - 1
    (rest,) = [record for record in records if not record.format]
    assert rest.first_line == (_MOST - 1) * 8 + 2
    assert "captures in one file" in rest.notes[0][1]
