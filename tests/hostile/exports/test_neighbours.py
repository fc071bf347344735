"""What a file is read as depends on the file alone: not on the files before it, nor on the number of processes."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest

from checker.intake import pool
from checker.intake.walk import SourceFile, find_files
from checker.readers.registry import best_claim
from checker.readers.toolkit.base import Capture
from tests.thorough import sample

_SAMPLES = [path for path in sorted((Path(__file__).parents[2] / "readers/samples").iterdir()) if path.is_file()]
_LONGEST = 20_000
_HEAD = 6_000


def _format(text: str) -> str | None:
    best = best_claim(Capture(text, "export.txt", owner="owner1"))
    return best[1].name if best else None


def test_the_files_before_it_do_not_change_the_format_of_a_file() -> None:
    """Files with the signatures of two platforms have two certain claims, of which always the same one must win."""
    texts = [path.read_bytes().decode("utf-8", "replace")[:_HEAD] for path in sample(_SAMPLES, 6)]
    both = [f"{one}\n{other}" for one, other in itertools.pairwise(texts)]
    forwards = [_format(text) for text in both]
    assert forwards == [_format(text) for text in reversed(both)][::-1]


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_processes_changes_nothing(jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PARALLEL_FROM_BYTES", 0)
    given = tmp_path / "exports"
    given.mkdir()
    for path in _SAMPLES[::12]:
        (given / path.name).write_bytes(path.read_bytes()[:_LONGEST])
    sources = find_files([str(given)])
    assert _read(sources, tmp_path / "some", jobs) == _read(sources, tmp_path / "one", 1)


def _read(sources: Sequence[SourceFile], folder: Path, jobs: int) -> list[tuple[object, ...]]:
    folder.mkdir()
    return [
        (record.file, record.first_line, record.format, record.owner, record.records, record.unread_lines, record.notes)
        for record in pool.read_all(sources, folder, jobs=jobs).records
    ]
