"""Small files are recognised once, for their names; what is read of them does not depend on that."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.facts.observations import Observations
from checker.intake.owners.heads import with_names
from checker.intake.read import read_file
from checker.intake.walk import SourceFile, find_files
from tests.thorough import sample

SAMPLES = Path(__file__).parents[2] / "readers" / "samples"
UNKNOWN = "".join(f"[root@esx07:~] esxcfg-{number}\nnothing known\n" for number in range(60))


def _read(source: SourceFile) -> tuple[object, ...]:
    observations = Observations()
    records = read_file(source, 0, observations)
    return records, [observations.rows(chunk.kind) for chunk in observations.chunks()]


@pytest.mark.parametrize("path", sample(sorted(SAMPLES.glob("*.txt")), 60), ids=lambda path: path.stem)
def test_a_file_whose_beginning_was_recognised_is_read_as_one_that_was_not(path: Path) -> None:
    (source,) = find_files([str(path)])
    (seen,) = with_names([source], ())
    assert _read(seen) == _read(source)


def test_parts_that_no_reader_knows_and_exports_between_them(tmp_path: Path) -> None:
    export = (SAMPLES / "esxi-mpath-brief.txt").read_text()
    file = tmp_path / "session.txt"
    file.write_text(f"{UNKNOWN}[root@esx07:~] esxcfg-mpath -b\n{export[:3000]}\n{UNKNOWN}")
    (source,) = find_files([str(file)])
    (seen,) = with_names([source], ())
    assert source.size <= 8192
    assert seen.claims is not None
    assert {claim[0] for claim in seen.claims if claim} == {"esxi-mpath-brief"}
    assert _read(seen) == _read(source)


def test_a_file_that_changed_after_its_beginning_was_recognised_is_recognised_again(tmp_path: Path) -> None:
    file = tmp_path / "session.txt"
    file.write_text("nothing known\n")
    (seen,) = with_names(find_files([str(file)]), ())
    file.write_text((SAMPLES / "esxi-mpath-brief.txt").read_text())
    assert [record.format for record in read_file(seen, 0, Observations())] == ["esxi-mpath-brief"]
