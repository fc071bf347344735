"""Each hostile input ends within its time and memory, with its outcome, and what is next to it is read."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from checker.intake.pool import read_all
from checker.intake.sources import sources_of
from tests.hostile.exports.repeated import guarded
from tests.hostile.inputs.archives import ARCHIVES
from tests.hostile.inputs.cases import ZONES, Case
from tests.hostile.inputs.documents import DOCUMENTS
from tests.hostile.inputs.files import FILES

CASES = (*DOCUMENTS, *ARCHIVES, *FILES)
_MEMORY = 100 << 20
"""Bytes; the largest of the inputs is unpacked in pieces."""
_GOOD = "zzz-good.txt"


def test_there_are_enough_and_each_is_one_of_its_own() -> None:
    assert len({(case.name, case.file) for case in CASES}) == len(CASES) >= 120


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_input_has_its_outcome_and_the_one_next_to_it_is_read(case: Case, tmp_path: Path) -> None:
    given, private = tmp_path / "given", tmp_path / "private"
    given.mkdir()
    private.mkdir()
    case.write(given)
    (given / _GOOD).write_text(ZONES)
    tracemalloc.start()
    try:
        with guarded():
            records = read_all(sources_of([str(given)], private), private, jobs=1).records
        used = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    good = [one for one in records if one.file == f"{given}/{_GOOD}"]
    assert [(one.format, one.notes) for one in good] == [("brocade-cfgshow", [])]
    others = [one for one in records if one not in good]
    said = [text for one in others for _, text in one.notes]
    assert not [one.failure for one in others if one.failure]
    assert not [text for text in said if not text.isprintable() or "Traceback" in text]
    assert sum(one.format is not None for one in others) == case.reads, said
    if case.says is not None:
        assert any(case.says in text for text in said), said
    else:
        assert not case.reads or said == []
    assert used < _MEMORY
    # Nothing is written but below the private folder.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["given", "private"]
