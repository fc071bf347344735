"""Lines with samples that cannot be read may be the slow ones: then nothing is as expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.triage.bundles import Bundle
from tests.triage.verdicts import triage


@pytest.mark.parametrize(("damaged", "verdict"), [(0, "as_expected"), (1, "as_expected"), (20, "undecided")])
def test_lines_of_samples_that_are_not_read(tmp_path: Path, damaged: int, verdict: str):
    files = Bundle(linux=True, hosts=("app05", "app06", "app08")).files()
    lines = files["app05/iostat.txt"].split("\n")
    # Figures that ran into each other, as of widths that were too small for them.
    rows = [number for number, line in enumerate(lines) if line.startswith("dm-")][-damaged or len(lines) :]
    for number in rows:
        name, *cells = lines[number].split()
        lines[number] = f"{name} {''.join(cells)}"
    files["app05/iostat.txt"] = "\n".join(lines)
    document = triage(tmp_path, files)
    assert document["verdict"] == verdict
    if verdict == "undecided":
        assert (
            document["reason"]
            == "nothing that was read is slow, but lines with samples of these hosts are not read: app05 (20)"
        )
