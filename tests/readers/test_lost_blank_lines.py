"""Mail programs and tickets drop blank lines between the records of an output: no fact is lost without a word."""

from __future__ import annotations

import pytest

from checker.intake.decode import decode
from checker.readers.toolkit.base import ReadResult
from tests import folders
from tests.readers.harness import best_reader, facts, read

_DOCUMENTS = (".json", ".yaml", ".xml", ".ndjson", ".csv")
# The key of a registry value is printed below it, so that only the blank line shows which of two keys it belongs to.
_OTHERS = ("windows-get-itemproperty.txt",)
_SAMPLES = sorted(
    path.name for path in folders.SAMPLES.iterdir() if path.suffix not in _DOCUMENTS and path.name not in _OTHERS
)


def _remarks(result: ReadResult) -> int:
    incomplete = result.printed_count is not None and result.printed_count != result.counted_records
    return len(result.notes) + result.unread_lines + incomplete


@pytest.mark.parametrize("sample", _SAMPLES)
def test_facts_without_blank_lines_are_the_same_or_reported(sample: str) -> None:
    text = decode((folders.SAMPLES / sample).read_bytes())
    dense = "\n".join(line for line in text.split("\n") if line.strip()) + "\n"
    name = best_reader(text)
    if name is None or len(dense) >= len(text) or best_reader(dense) != name:
        pytest.skip("without blank lines, or reported as not recognised")
    whole, found = read(name, text), read(name, dense)
    assert facts(found) == facts(whole) or _remarks(found) > _remarks(whole)
