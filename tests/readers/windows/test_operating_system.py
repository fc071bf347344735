"""The version of Windows, as PowerShell and wmic print it."""

from __future__ import annotations

import pytest

from tests.readers.harness import assert_robust, best_reader, read, sample
from tests.support import intake_of, store_of

LIST = sample("windows-operatingsystem.txt")
TABLE = sample("windows-operatingsystem.environment.txt")
WMIC = "\n\nBuildNumber=17763\nCaption=Microsoft Windows Server 2019 Standard\nVersion=10.0.17763\n\n"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (LIST, "Microsoft Windows Server 2019 Datacenter"),
        (TABLE, "Microsoft Windows"),
        (WMIC, "Microsoft Windows Server 2019 Standard"),
    ],
)
def test_name_and_version(text: str, name: str) -> None:
    assert best_reader(text) == "windows-operatingsystem"
    result = read("windows-operatingsystem", text, owner="win31")
    (row,) = result.observations.rows("host")
    assert (row["host"], row["platform"], row["os_name"], row["os_version"]) == ("win31", "windows", name, "10.0.17763")
    assert result.unread_lines == 0
    assert_robust("windows-operatingsystem", text, 1)


def test_the_computer_names_itself() -> None:
    assert store_of({"exports/os.txt": LIST}).rows("SELECT host FROM host") == [("WIN31",)]


def test_other_classes_with_a_version_are_not_claimed() -> None:
    bios = "Caption : Phoenix ROM BIOS\nVersion : INTEL - 6040000\nBuildNumber :\n"
    assert not intake_of({"win31/bios.txt": bios}).observations.rows("host")
