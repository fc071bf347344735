"""Chats and tickets collapse the blanks between columns: facts stay the same, or the report says what was not read."""

from __future__ import annotations

import re

import pytest

from checker.intake.decode import decode
from checker.readers.toolkit.base import ReadResult
from tests import folders
from tests.readers.harness import best_reader, facts, read

_DOCUMENTS = (".json", ".yaml", ".xml", ".ndjson", ".csv")
_OTHERS = {
    "solaris-disk-conf.txt": "blanks in the vendor identification are part of a setting",
}
_SAMPLES = sorted(
    path.name for path in folders.SAMPLES.iterdir() if path.suffix not in _DOCUMENTS and path.name not in _OTHERS
)
_BETWEEN = re.compile(r"(?<=\S) {2,}(?=\S)")


def _remarks(result: ReadResult) -> int:
    incomplete = result.printed_count is not None and result.printed_count != result.counted_records
    return len(result.notes) + result.unread_lines + incomplete


def _comparable(result: ReadResult) -> set[str]:
    return {" ".join(str(fact).split()) for fact in facts(result)}


@pytest.mark.parametrize("sample", _SAMPLES)
def test_facts_of_collapsed_columns_are_the_same_or_reported(sample: str) -> None:
    text = decode((folders.SAMPLES / sample).read_bytes())
    flat = _BETWEEN.sub(" ", text)
    name = best_reader(text)
    if name is None or flat == text or best_reader(flat) != name:
        pytest.skip("not a table, or reported as not recognised")
    whole, collapsed = read(name, text), read(name, flat)
    assert _comparable(collapsed) == _comparable(whole) or _remarks(collapsed) > _remarks(whole)


def _with_tabs(line: str) -> str:
    """Return a line in which the blanks before a tab stop are a tab, as some terminals and editors write them."""
    parts = [line[start : start + 8] for start in range(0, len(line), 8)]
    return "".join(part.rstrip(" ") + "\t" if len(part) == 8 and part.endswith("  ") else part for part in parts)


@pytest.mark.parametrize("sample", [name for name in _SAMPLES if name.startswith("netapp-") and "table" in name])
def test_tabs_between_columns_change_no_fact(sample: str) -> None:
    text = decode((folders.SAMPLES / sample).read_bytes())
    tabbed = "\n".join(map(_with_tabs, text.split("\n")))
    name = best_reader(text)
    assert name is not None
    assert best_reader(tabbed) == name
    assert facts(read(name, tabbed)) == facts(read(name, text))
