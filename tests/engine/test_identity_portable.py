"""Fingerprints of findings about files: of the file, not of the folder; a member of a zone is no file."""

from __future__ import annotations

import pytest

from checker.engine.identity import portable


@pytest.mark.parametrize(
    ("file", "member"),
    [
        ("a/b/core.txt", ""),
        ("other/core.txt", None),
        ("case.tgz", "x/core.txt"),
        ("case.zip!inner.tgz", "y/z/core.txt"),
    ],
)
def test_a_file_is_the_same_wherever_it_lies(file: str, member: str | None) -> None:
    told = portable({"file": file, "member": member, "first_line": 7, "owner": "esx1"})
    assert told == {"file": "core.txt", "owner": "esx1"}


def test_what_names_no_file_stays() -> None:
    values = {"zone": "z1", "member": "port/1", "first_line": 3}
    assert portable(values) == values
