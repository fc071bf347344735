"""Planted credentials, serial numbers and names: none is in the result, whatever format and command shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.anonymize.secrets.remove import without_secrets
from checker.cli.support.run import run
from tests.anonymize.planted import FILES, NAMES, SPELLED, TEXTS

_NUMBERED = re.compile(r"(?:S3CRET|53cre7000|53c2e7000)0?[0-9]{3}", re.IGNORECASE)


def test_enough_is_planted() -> None:
    planted = {one for text in TEXTS.values() for one in _NUMBERED.findall(text)}
    assert len(planted) + len(NAMES) >= 98 + 11


@pytest.mark.parametrize("name", TEXTS)
def test_no_credential_is_left(name: str) -> None:
    new = without_secrets(TEXTS[name])
    assert [line for line in new.split("\n") if any(one in line for one in SPELLED)] == []
    assert new.count("\n") == TEXTS[name].count("\n")
    # Removing once more changes nothing.
    assert without_secrets(new) == new


def test_nothing_planted_is_in_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in FILES.items():
        file = tmp_path / "san" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert run(["anonymize", "--isolated", "-o", str(tmp_path / "out"), str(tmp_path / "san")]) == 0
    said = capsys.readouterr().err
    assert "verified: same" in said
    files = {
        file.relative_to(tmp_path / "out"): file.read_text() for file in (tmp_path / "out").rglob("*") if file.is_file()
    }
    assert len(files) == len(FILES)
    texts = {**files, "shown": said}
    assert [
        (name, one) for name, text in texts.items() for one in (*SPELLED, *NAMES) if one.lower() in text.lower()
    ] == []
    # The map has names, and no credential.
    map_text = (tmp_path / "out-map.json").read_text()
    assert [one for one in SPELLED if one in map_text] == []
