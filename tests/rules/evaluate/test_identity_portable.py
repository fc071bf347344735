"""Fingerprints of findings about files: of the file, not of the folder; a member of a zone is no file."""

from __future__ import annotations

import pytest

from checker.rules.evaluate.identity import portable


@pytest.mark.parametrize(
    ("file", "member"),
    [
        ("a/b/core.txt", ""),
        ("other/core.txt", None),
        ("case.tgz", "x/core.txt"),
        ("case.zip!inner.tgz", "y/z/core.txt"),
    ],
)
def test_a_file_is_the_same_in_any_folder(file: str, member: str | None) -> None:
    portable_values = portable({"file": file, "member": member, "first_line": 7, "owner": "esx1"})
    assert portable_values == {"file": "core.txt", "owner": "esx1"}


def test_values_without_a_file_are_unchanged() -> None:
    values = {"zone": "z1", "member": "port/1", "first_line": 3}
    assert portable(values) == values
