"""A long list is one output: its records are not asked one by one whether another format begins there."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.intake import recognise
from checker.intake.read import read_text
from checker.intake.record import ExportRecord
from checker.intake.sections.section import Section
from checker.intake.walk import SourceFile
from checker.readers.toolkit.base import Capture
from tests import folders

_RECORD = (folders.SAMPLES / "esxi-core-path-list.txt").read_text().split("\n\n")[0].rstrip() + "\n\n"
_FANS = (folders.SAMPLES / "brocade-fanshow.txt").read_text()
_MANY = 500


def _records(text: str) -> list[ExportRecord]:
    return read_text(text, "paths.txt", ("paths.txt",), 0, Observations())


def test_the_records_of_a_long_list_are_not_examined_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counting(section: Section, source: SourceFile) -> Capture:
        asked.append(1)
        return capture_of(section, source)

    capture_of = recognise.capture_of
    monkeypatch.setattr(recognise, "capture_of", counting)
    (record,) = _records(_RECORD * _MANY)
    assert record.format == "esxi-core-path-list"
    assert record.records >= _MANY
    assert 0 < len(asked) < 10


@pytest.mark.parametrize("place", [0, 1, _MANY // 2, _MANY - 1, _MANY])
def test_another_output_among_the_records_is_found(place: int) -> None:
    text = _RECORD * place + _FANS + _RECORD * (_MANY - place)
    found = {record.format: record.first_line for record in _records(text) if record.format}
    assert set(found) == {"esxi-core-path-list", "brocade-fanshow"}
    assert found["brocade-fanshow"] == place * _RECORD.count("\n") + 1


def test_an_output_below_each_record_is_found() -> None:
    formats = [record.format for record in _records((_RECORD + _FANS) * 5)]
    assert formats == ["esxi-core-path-list", "brocade-fanshow"] * 5
