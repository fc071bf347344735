"""Paths of which several parts may be the machine, and numbers that count pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.intake.owners.test_naming import LSBLK, MULTIPATH, owners


@pytest.mark.parametrize(
    ("path", "owner"),
    [
        # A folder and a file that are both named like a machine: each may be it.
        ("host001/db01_lsblk.txt", "unknown host (host001/db01_lsblk.txt)"),
        ("db01/db01_lsblk.txt", "db01"),
        ("db01/lsblk_app1.txt", "db01"),
        # Names of machines have no blanks.
        ("mail 1/lsblk.txt", "unknown host (mail 1/lsblk.txt)"),
        ("mail 1/db01_lsblk.txt", "db01"),
        ("mail-1/lsblk.txt", "mail-1"),
        # A folder below that of a machine may be a part of it.
        ("db01/bricks/lsblk.txt", "unknown host (db01/bricks)"),
        ("bricks/lsblk.txt", "bricks"),
    ],
)
def test_a_name_is_given_only_if_one_part_of_the_path_may_be_the_machine(path: str, owner: str, tmp_path: Path) -> None:
    assert owners(tmp_path, {path: LSBLK.replace("{0}", "1")}) == {path: owner}


def test_pages_of_an_answer_are_of_one_array(tmp_path: Path) -> None:
    """Pages are counted from 000; machines are not, and numbers with a gap may be theirs."""

    def volumes(first: int) -> str:
        rows = [
            {"id": f"v-{n}", "name": f"vol{n}", "size": 10737418240, "wwn": f"naa.68ccf098000000000000000000000{n:03}"}
            for n in range(first, first + 3)
        ]
        return json.dumps(rows)

    numbers = [(0, 1, 2), (1, 2), (0, 2)]
    for turn, found in enumerate(numbers):
        files = {f"{turn}/luns-{n:03}.json": volumes(1 + 3 * n) for n in found}
        machines = owners(tmp_path / str(turn), files)
        assert len(set(machines.values())) == (1 if found == (0, 1, 2) else len(found))


@pytest.mark.parametrize(
    ("files", "named"),
    [
        (("zeus.txt",), ()),
        (("prod.txt",), ()),
        (("zeus.txt", "lsblk.txt"), ()),
        # What varies between files of one format is the machine, unless it says what each is for.
        (("zeus.txt", "hera.txt"), ("zeus", "hera")),
        (("left.txt", "right.txt"), ()),
        (("prod_lsblk.txt", "test_lsblk.txt"), ()),
        # What files of two formats have in common is one, too.
        (("left_lsblk.txt", "left_multipath.txt", "right_lsblk.txt", "right_multipath.txt"), ("left", "right")),
        # A number or a second word makes a name.
        (("prod1.txt",), ("prod1",)),
        (("zeus_lsblk.txt",), ("zeus",)),
    ],
)
def test_a_plain_word_is_a_machine_only_if_other_files_confirm_it(
    files: tuple[str, ...], named: tuple[str, ...], tmp_path: Path
) -> None:
    texts = {path: MULTIPATH if "multipath" in path else LSBLK for path in files}
    found = owners(tmp_path, {path: text.replace("{0}", str(n)) for n, (path, text) in enumerate(texts.items())})
    unknown = {f"unknown host ({path})" for path in files}
    assert set(found.values()) == (set(named) or unknown)


@pytest.mark.parametrize(("folder", "owner"), [("siteA", "unknown host ({})"), ("db01", "db01")])
def test_files_of_a_site_with_words_of_other_commands_as_names_stay_separate(
    folder: str, owner: str, tmp_path: Path
) -> None:
    """Each of core and host may be a machine of the site; in the folder of a machine, they are of that machine."""
    files = {f"{folder}/{word}.txt": MULTIPATH.replace("{0}", word[-1]) for word in ("core", "host")}
    assert owners(tmp_path, files) == {path: owner.format(path) for path in files}
