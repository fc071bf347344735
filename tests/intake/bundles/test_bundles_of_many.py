"""Archives with very many members: empty ones cost no file each, and the progress is reported."""

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from checker.facts.observations import Observations
from checker.intake.bundles import expand
from checker.intake.read import read_file
from checker.intake.sources import sources_of

MEMBERS = 40


def pack(path: Path, kind: str, files: dict[str, bytes]) -> None:
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)
        return
    with tarfile.open(path, f"w:{kind}") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))


@pytest.mark.parametrize("kind", ["zip", "", "gz"])
def test_empty_members_share_one_file_and_are_each_reported(tmp_path: Path, kind: str) -> None:
    pack(tmp_path / "x", kind, {f"f{number:02}.txt": b"" for number in range(MEMBERS)} | {"z.txt": b"seen\n"})
    private = tmp_path / "private"
    private.mkdir()
    found = sources_of([str(tmp_path / "x")], private)
    assert len([path for path in private.rglob("*") if path.is_file()]) == 2
    records = [record for number, one in enumerate(found) for record in read_file(one, number, Observations())]
    notes_of = {record.member: [text for _, text in record.notes] for record in records}
    assert len(notes_of) == MEMBERS + 1
    assert notes_of["f07.txt"] == ["empty file"]
    assert notes_of["z.txt"] == []


@pytest.mark.parametrize("kind", ["zip", "", "gz"])
def test_a_large_archive_reports_progress(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expand, "_REPORT_AFTER", 10)
    pack(tmp_path / "a", kind, {f"f{number}.txt": b"%d\n" % number * 4_000 for number in range(MEMBERS)})
    pack(tmp_path / "b", kind, {"one.txt": b"1\n"})
    private = tmp_path / "private"
    private.mkdir()
    shares: list[float] = []
    sources_of([str(tmp_path / "a"), str(tmp_path / "b")], private, None, lambda _, share: shares.append(share))
    assert shares == sorted(shares)
    assert shares[-2:] == [0.5, 1.0]
    assert len(shares) == MEMBERS // 10 + 2
    # Packed bytes are read ahead, so a small compressed archive counts as read from the first word on.
    assert 0 < shares[0] <= shares[2] <= 0.5
    assert kind == "gz" or shares[0] < shares[2] < 0.5
