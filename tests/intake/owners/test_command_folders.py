"""Folders and files that are named after a command of an array, also in short, are no arrays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.folders import SAMPLES
from tests.intake.owners.test_sites import owners

XIV = {
    command: (SAMPLES / f"{sample}.txt").read_text()
    for command, sample in (("vol_list", "xiv-vol-list"), ("fc_port_list", "xiv-xcli.ports"), ("host_list", "xiv-xcli"))
}
SVC = {
    command: (SAMPLES / f"{sample}.txt").read_text()
    for command, sample in (("vd", "svc-lsvdisk"), ("fc", "svc-lsportfc"), ("ho", "svc-lshost.table"))
}


def _other(text: str) -> str:
    """The same output of another array: its identities have other digits."""
    return re.sub(
        r"(?i)\b(?:5001738|6005076|5005076|1000000)[0-9a-f]+",
        lambda found: found.group()[:7] + found.group()[7:].translate(str.maketrans("0123456789", "5678901234")),
        text,
    )


@pytest.mark.parametrize(
    "layout", ["{c}/{d}/output.txt", "{c}/{d}/stdout", "{c}/{d}.txt", "{d}/{c}.txt", "{d}_{c}.txt"]
)
@pytest.mark.parametrize("arrays", [("san7", "san8"), ("left", "right"), ("san7",)])
@pytest.mark.parametrize("texts", [XIV, SVC], ids=["long", "short"])
def test_arrays_in_folders_of_commands(
    texts: dict[str, str], arrays: tuple[str, ...], layout: str, tmp_path: Path
) -> None:
    files = {
        layout.format(c=command, d=array): (array, _other(text) if number else text)
        for number, array in enumerate(arrays)
        for command, text in texts.items()
    }
    found = owners(tmp_path, {path: text for path, (_, text) in files.items()})
    assert found == {path: array for path, (array, _) in files.items()}


def test_files_that_are_called_after_commands_in_short_are_of_one_array(tmp_path: Path) -> None:
    assert set(owners(tmp_path, {f"{c}.txt": text for c, text in SVC.items()}).values()) == {"unknown array (svc)"}
