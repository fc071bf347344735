"""Folders in archives and bundles: those of a bundle are not machines, and Windows separates them with backslashes."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from checker.facts.observations import Observations
from checker.intake.owners.heads import with_names
from checker.intake.read import read_file
from checker.intake.sources import sources_of
from tests.facts.resolve.names.test_shared_names import MAP

LSBLK = "NAME   MAJ:MIN RM  SIZE RO TYPE  MOUNTPOINT\nsda      8:0    0   80G  0 disk\n"


def owners(tmp_path: Path) -> list[str | None]:
    (tmp_path / "private").mkdir()
    sources = with_names(sources_of([str(tmp_path / "in")], tmp_path / "private"), ())
    found = [record for number, one in enumerate(sources) for record in read_file(one, number, Observations())]
    return [record.owner for record in found if record.format]


@pytest.mark.parametrize("host_name", [None, "localhost.localdomain\n"])
def test_a_bundle_that_names_no_host_is_one_machine(host_name: str | None, tmp_path: Path) -> None:
    for number, case in enumerate(("case1", "case2")):
        files = {"multipath/multipath_-ll": MAP.format(number), "devicemapper/lsblk": LSBLK, "host/hostname": host_name}
        for name, text in files.items():
            path = tmp_path / "in" / case / "sos_commands" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is not None:
                path.write_text(text)
    assert owners(tmp_path) == ["case1", "case1", "case2", "case2"]


def test_backslashes_in_a_zip_separate_folders(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with zipfile.ZipFile(tmp_path / "in" / "all.zip", "w") as archive:
        for name, text in (("DB01\\multipath.txt", MAP), ("db01\\lsblk.txt", LSBLK), ("db02\\lsblk.txt", LSBLK)):
            archive.writestr(zipfile.ZipInfo(name), text.format(1))
    assert owners(tmp_path) == ["DB01", "DB01", "db02"]
