"""A capture that ends inside a WWN is incomplete: no part of a name is a fact or a malformed name."""

from __future__ import annotations

import re

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests import folders
from tests.readers.harness import best_reader, facts, read

_WWN = re.compile(r"(?<=[ \t=,])[1256c][0-9a-f](?::[0-9a-f]{2}){7}(?![0-9a-f:])", re.IGNORECASE)
_DOCUMENTS = (".json", ".yaml", ".xml", ".csv", ".ndjson")
SAMPLES = [
    path.name
    for path in sorted(folders.SAMPLES.iterdir())
    if path.suffix not in _DOCUMENTS and _WWN.search(path.read_text(errors="replace"))
]


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_text_cut_inside_a_wwn_has_no_fact_from_that_line(sample: str) -> None:
    text = (folders.SAMPLES / sample).read_text()
    name = best_reader(text)
    assert name is not None
    for found in (*_WWN.finditer(text),)[:: max(1, text.count("\n") // 3)]:
        whole = text[: text.rindex("\n", 0, found.start()) + 1] if "\n" in text[: found.start()] else ""
        result = read(name, text[: found.start() + 13])
        assert facts(result) == facts(read(name, whole)), found
        assert result.ends_inside_record, found


@pytest.mark.parametrize(
    ("end", "is_cut"),
    [
        ("10:00:00:00:c", True),
        ("10:00:00:00:c\n", True),
        ("10:00:00:00:c9:aa:00:", True),
        ("10:00:00:00:c9:aa:00:1", True),
        ("10:00:00:00:c9:aa:00:11", False),
        ("50:06:01:60:47:e0:01:01:50:06:0", True),
        ("20:41:38:aa:00:01", True),
        ("10000000c9aa00", True),
        ("10:00:xx:xx:xx", False),
        ("10:00:00:00:c9:aa:00:11 ", False),
    ],
)
def test_beginnings_of_names(end: str, is_cut: bool) -> None:
    text = "device-alias name esx01_hba0 pwwn 10:00:00:00:c9:aa:00:01\ndevice-alias name esx02 pwwn " + end
    capture = Capture(text=text, file="alias.txt", owner="mds-a", first_line=5)
    result = read_capture(reader_named("nxos-show-device-alias-database"), capture)
    assert result.ends_inside_record is is_cut
    assert [(note.line, end.strip() in note.text) for note in result.notes] == ([(6, True)] if is_cut else [])


def test_a_short_name_above_the_last_line_is_malformed() -> None:
    text = "device-alias name a pwwn 10:00:00:00:c9:aa\ndevice-alias name b pwwn 10:00:00:00:c9:aa:00:01\n"
    result = read("nxos-show-device-alias-database", text)
    assert [(row["value"], row["line"]) for row in result.observations.rows("bad_value")] == [("10:00:00:00:c9:aa", 1)]
    assert not result.ends_inside_record


@pytest.mark.parametrize("text", ["2c:41:38:aa:00:01", "at 12:30:00", "fc1/12:30"])
def test_times_and_addresses_at_the_end_are_no_cut_names(text: str) -> None:
    result = read("nxos-show-device-alias-database", f"device-alias name b pwwn 10:00:00:00:c9:aa:00:01\n{text}")
    assert not result.ends_inside_record
