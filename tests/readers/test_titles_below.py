"""A title below an output, before that of the next machine, is no fact: nothing is invented from it, and nothing is lost."""

from __future__ import annotations

import pytest

from checker.intake.decode import decode
from checker.readers.toolkit.titles_below import without_titles
from tests import folders
from tests.readers.harness import best_reader, facts, read

_DOCUMENTS = (".json", ".yaml", ".xml", ".ndjson")
_TIME = "Mon Nov  2 10:00:00 UTC 2026"
_TITLES = (
    "192.0.2.12",
    "192.0.2.12:",
    "=== db08 ===",
    "--- db08 ---",
    "db08",
    "db08:",
    "## db08",
    "<db08>",
    "### lsblk on db08 ###",
    "Output of lsblk on db08:",
    "Host: db08",
    "left\n====",
    "------\ndb08\n------",
    "=== db08 ===\n192.0.2.12",
    _TIME,
)
_SAMPLES = sorted(path.name for path in folders.SAMPLES.iterdir() if path.suffix not in _DOCUMENTS)


@pytest.mark.parametrize("sample", _SAMPLES)
def test_a_title_below_an_output_changes_no_fact(sample: str) -> None:
    text = decode((folders.SAMPLES / sample).read_bytes()).rstrip("\n")
    name = best_reader(text)
    if name is None:
        pytest.skip("no reader")
    expected = facts(read(name, text + "\n"))
    # Times separate the samples of iostat.
    for title in _TITLES if "iostat" not in name else set(_TITLES) - {_TIME}:
        assert facts(read(name, f"{text}\n{title}\n")) == expected, title


@pytest.mark.parametrize(
    ("text", "last"),
    [
        # A table of one column with rulers around its heading and its rows.
        ("------\nVolume\n------\nvol1\n------\n", "vol1"),
        # Other lines of the same form are part of the output.
        ("[global]\nbs=8k\n[job1]\n", "[job1]"),
        ("10.0.0.1\n10.0.0.2\n", "10.0.0.2"),
        ("hdisk0:\n  size 1\nhdisk1:\n", "hdisk1:"),
        # Dashes stand for missing values.
        ("Name  Pool  Host\n--  vol1  --\n", "vol1"),
        # The first line is the output.
        ("=== db08 ===\n", "db08"),
    ],
)
def test_lines_of_tables_and_lists_are_no_titles(text: str, last: str) -> None:
    assert last in without_titles(text)


@pytest.mark.parametrize("sample", ["netapp-igroup-show.txt", "pure-purehost.txt", "pure-purehost.csv"])
def test_a_word_below_a_list_of_initiators_is_none(sample: str) -> None:
    text = decode((folders.SAMPLES / sample).read_bytes()).rstrip("\n")
    name = best_reader(text)
    assert name is not None
    assert facts(read(name, f"{text}\ndb08\n")) == facts(read(name, f"{text}\n"))
