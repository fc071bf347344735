"""What readers write: values of one line without control characters, and no more unread lines than there are lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checker.facts.observations import Observations
from checker.facts.values import LONGEST_TEXT
from checker.intake.read import read_text
from checker.readers.registry import claims
from checker.readers.toolkit.base import Capture, read_capture

_SAMPLES = [path for path in sorted((Path(__file__).parents[2] / "readers/samples").iterdir()) if path.is_file()]
_LONGEST = 8_000


@pytest.mark.parametrize("text", ["sw1\nsw2", "sw1\x00", "sw\x1b[31m1", "sw1\u2028sw2", "x" * (LONGEST_TEXT + 1)])
def test_a_value_of_several_lines_is_a_bad_value_with_its_location(text: str) -> None:
    observations = Observations()
    out = observations.writer(1, "sw1")
    out.add("switch", 7, switch="sw1", model=text)
    assert observations.rows("switch") == [{"switch": "sw1", "line": 7}]
    (bad,) = observations.rows("bad_value")
    assert (bad["line"], bad["about_kind"], bad["fact"], bad["place"]) == (7, "switch", "model", "sw1")
    assert str(bad["value"]).isprintable()


def test_columns_of_many_rows_are_checked_as_well() -> None:
    observations = Observations()
    out = observations.writer(1, "sw1")
    out.extend("switch", [1, 2], {"switch": ["sw1", "sw2"], "model": ["G620", "G6\n20"]})
    assert [row.get("model") for row in observations.rows("switch")] == ["G620", None]
    assert [row["line"] for row in observations.rows("bad_value")] == [2]


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan"), 2**63, -(2**63) - 1, 10**400])
def test_a_number_that_no_column_can_store_is_a_bad_value(value: float) -> None:
    observations = Observations()
    observations.writer(1, "db1").add("device", 3, host="db1", size_bytes=value)
    assert observations.rows("device") == [{"host": "db1", "line": 3}]
    assert [row["fact"] for row in observations.rows("bad_value")] == ["size_bytes"]


@pytest.mark.parametrize("text", ["sw-\u00e9", "\u65e5\u672c", "a\u00a0b", "\U0001f600", "x" * LONGEST_TEXT])
def test_names_in_any_script_are_kept(text: str) -> None:
    observations = Observations()
    observations.writer(1, "sw1").add("switch", 1, switch=text)
    assert [row["switch"] for row in observations.rows("switch")] == [text]
    assert not observations.rows("bad_value")


def test_a_note_is_one_printable_line() -> None:
    out = Observations().writer(1, "sw1")
    out.note(3, "host\x85a\u2028b\x1b[31m did not answer")
    assert [(note.line, note.text) for note in out.notes] == [(3, "host a b [31m did not answer")]


def test_a_note_is_short_whatever_it_quotes() -> None:
    out = Observations().writer(1, "sw1")
    out.note(3, "skipped objects of type " + "x" * 100_000)
    assert len(out.notes[0].text) < 3_000


@pytest.mark.parametrize("name", ["HV02\\nHV03", "HV02\\u0000", "\\u001b[31mHV02", "HV\\u202802", " ", "x" * 9_000])
def test_a_name_that_no_machine_has_is_not_one(name: str) -> None:
    (sample,) = (path for path in _SAMPLES if path.name == "windows-get-partition.2.json")
    text = sample.read_text(encoding="utf-8-sig").replace("HV02", name)
    records = read_text(text, "given/db1.json", ("db1.json",), 0, Observations())
    assert [(record.format, record.owner) for record in records] == [("windows-get-partition", "db1")]


def test_half_a_surrogate_pair_stops_no_reader() -> None:
    for sample in _SAMPLES:
        text = sample.read_bytes().decode("utf-8", "replace")[: 4 * _LONGEST]
        try:
            changed = json.dumps(_with_surrogates(json.loads(text)))
        except ValueError:
            continue
        for _, reader in claims(Capture(changed, "export.txt", owner="owner1"))[:1]:
            assert read_capture(reader, Capture(changed, "export.txt", owner="owner1")).failure is None, sample.name


def _with_surrogates(value: object) -> object:
    if isinstance(value, dict):
        return {key: _with_surrogates(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_surrogates(one) for one in value]
    return f"{value}\ud800" if isinstance(value, str) else value


def test_a_line_counts_once_as_unread() -> None:
    out = Observations().writer(1, "sw1")
    out.spans(10, 5, (14, "end"))
    for line, count in ((11, 1), (11, 1), (10, 3), (14, 1), (14, 9), (99, 1)):
        out.unread(line, count)
    assert out.unread_lines == 4
    assert out.first_unread == 11


@pytest.mark.parametrize("sample", _SAMPLES, ids=lambda path: path.name)
def test_facts_notes_and_unread_lines_are_lines_of_the_text(sample: Path) -> None:
    text = sample.read_bytes().decode("utf-8", "replace")[:_LONGEST]
    for changed in (text, text.replace("e", "x"), _on_one_line(text)):
        found = claims(Capture(changed, "export.txt", owner="owner1"))
        for _, reader in found[:1]:
            result = read_capture(reader, Capture(changed, "export.txt", first_line=100, owner="owner1"))
            assert result.unread_lines <= changed.count("\n") + 1
            lines = range(100, 101 + changed.count("\n"))
            assert {line for chunk in result.observations.chunks() for line in chunk.line} <= {*lines}
            assert {note.line for note in result.notes} <= {*lines}


def _on_one_line(text: str) -> str:
    try:
        return json.dumps(json.loads(text))
    except ValueError:
        return " ".join(text.split("\n"))
