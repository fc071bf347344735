"""Formats that several commands print: files that are named after any of them belong to the machine in the name."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.readers.registry import Card, cards
from tests.folders import SAMPLES
from tests.intake.owners.test_naming import intake

OTHERS = [
    (card, command, sample)
    for card in cards()
    for sample in sorted(SAMPLES.glob(f"{card.name}.txt"))
    for command in card.also
]


@pytest.mark.parametrize(("card", "command", "sample"), OTHERS, ids=[command for _, command, _ in OTHERS])
@pytest.mark.parametrize("form", ["{machine}_{command}", "{command}-{machine}"])
def test_the_command_is_no_part_of_the_machine(
    form: str, card: Card, command: str, sample: Path, tmp_path: Path
) -> None:
    names = {form.format(machine=machine, command=command.replace(" ", "_")): machine for machine in ("db01", "db02")}
    found = intake(tmp_path, {f"{name}.txt": sample.read_text() for name in names})
    by_path = {
        Path(record.file).stem: record.owner
        for record in found.records
        if record.format and record.owner_basis == "path"
    }
    if not by_path:
        pytest.skip("the export names its machine")
    assert by_path == names
