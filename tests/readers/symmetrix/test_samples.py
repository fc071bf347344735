"""Every sample of the Symmetrix family: its reader wins, reads every line, and survives damaged text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.readers.registry import claims
from checker.readers.toolkit.base import Capture
from tests import folders
from tests.readers.harness import assert_robust, best_reader, read

SAMPLES = sorted((folders.SAMPLES).glob("symmetrix-*"))


def _name(sample: Path) -> str:
    return re.sub(r"(?:\.[a-z0-9-]+)?\.(?:txt|xml|json)\Z", "", sample.name)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_the_reader_of_a_sample_wins_alone_and_reads_every_line(sample: Path) -> None:
    text = sample.read_text()
    assert best_reader(text) == _name(sample)
    scores = [found.score for found, _ in claims(Capture(text=text, file="capture.txt", owner="owner1"))]
    assert scores.count(scores[0]) == 1
    result = read(_name(sample), text)
    assert (result.failure, result.unread_lines, result.notes) == (None, 0, [])
    assert result.records > 0


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
@pytest.mark.parametrize("seed", range(4))
def test_readers_survive_damage(sample: Path, seed: int) -> None:
    assert_robust(_name(sample), sample.read_text(), seed)


@pytest.mark.parametrize("sample", [path for path in SAMPLES if path.suffix == ".txt"], ids=lambda path: path.name)
def test_lost_indentation_and_collapsed_blanks_change_no_fact(sample: Path) -> None:
    text = sample.read_text()
    flat = "\n".join(" ".join(line.split()) for line in text.split("\n"))

    def rows(body: str) -> list[tuple[str, object]]:
        observations = read(_name(sample), body).observations
        return [
            (kind, observations.rows(kind)) for kind in ("storage_volume", "target_port", "mask_volume", "array_login")
        ]

    if not any(found for _, found in rows(text)):
        pytest.skip("no rows of these kinds")
    assert rows(flat) == rows(text)
