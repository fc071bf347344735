"""Paths of which several parts may be the machine, and numbers that count pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.intake.owners.test_naming import LSBLK, owners


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
