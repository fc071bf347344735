"""Planted credentials, serial numbers and names: none is in the result, whatever format and command shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.anonymize.collect import Collected, from_text
from checker.anonymize.identifiers import Identifiers
from checker.anonymize.mentioned import machines_in, serials_in
from checker.anonymize.pseudonyms import Pseudonyms
from checker.anonymize.rewrite import Rewriter
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


_MARKED = re.compile(r"\{\{(.+?)\}\}")


def _compact(text: str) -> str:
    return re.sub("[:\\-]", "", text).lower()


def test_nothing_marked_in_further_formats_is_in_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marked = Path(__file__).with_name("planted_again.txt").read_text()
    planted = set(_MARKED.findall(marked))
    for part in marked.split("=== ")[1:]:
        name, _, text = part.partition("\n")
        file = tmp_path / "san" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_MARKED.sub(r"\1", text))
    assert run(["anonymize", "--isolated", "-o", str(tmp_path / "out"), str(tmp_path / "san")]) == 0
    assert "verified: same" in capsys.readouterr().err
    files = [file for file in (tmp_path / "out").rglob("*") if file.is_file()]
    assert len(planted) >= 250
    assert len(files) == marked.count("=== ")
    result = "\n".join(f"{file}\n{file.read_text()}" for file in files).replace(str(tmp_path), "")
    compact = _compact(result)
    left = [one for one in planted if one in result or (len(_compact(one)) >= 12 and _compact(one) in compact)]
    assert left == []


@pytest.mark.parametrize(
    "part",
    Path(__file__).with_name("planted_third.txt").read_text().split("=== ")[1:],
    ids=lambda part: part.split("\n", 1)[0],
)
def test_nothing_marked_in_a_text_is_in_it_afterwards(part: str) -> None:
    """Without what readers know: only the text itself says what its credentials, users and machines are."""
    marked = part.partition("\n")[2]
    text = without_secrets(_MARKED.sub(r"\1", marked))
    found = Collected()
    from_text(text, found)
    found.names.finalize()
    new = Rewriter(found.names, Identifiers(Pseudonyms(), found.versions, found.wwns, set())).text(text)
    lines = list(zip(marked.split("\n"), new.split("\n"), strict=True))
    assert [(one, after) for before, after in lines for one in _MARKED.findall(before) if one in after] == []
    # Removing once more changes nothing.
    assert without_secrets(text) == text


def test_partitions_and_machines_of_a_virtual_io_server_get_pseudonyms() -> None:
    """No reader writes the name of a partition as that of a host, which may be called otherwise."""
    line = "vfchost0      U9009.42A.78BDBC0-V1-C10                6 secretlpar     AIX\n"
    assert machines_in(line) == {"secretlpar"}
    assert serials_in(line) == {"78BDBC0"}
