"""Files of arrays and switches that are called after a storage view, zone or host in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.intake.owners.test_naming import owners
from tests.readers import harness

GROUPS = harness.sample("clariion-storagegroup-list")
IGROUP = harness.sample("netapp-igroup-show")
ZONES = harness.sample("nxos-show-zone-active")
PORTS = harness.sample("clariion-port-list")


@pytest.mark.parametrize(
    ("path", "text", "owner"),
    [
        ("SG_esx01.txt", GROUPS, "unknown array (clariion)"),
        ("igroup_show_esx51.txt", IGROUP, "unknown array (netapp)"),
        ("pureport_CT0.FC0.txt", harness.sample("pure-pureport"), "unknown array (pure)"),
        ("array7_storagegroup.txt", GROUPS, "array7"),
        ("array7/SG_esx01.txt", GROUPS, "array7"),
    ],
)
def test_the_name_of_an_object_in_the_file_is_not_that_of_the_machine(
    path: str, text: str, owner: str, tmp_path: Path
) -> None:
    assert owners(tmp_path, {path: text}) == {path: owner}


def test_a_zone_names_no_switch(tmp_path: Path) -> None:
    zone = next(word for line in ZONES.splitlines() if line.startswith("zone name") for word in [line.split()[2]])
    path = f"show_zone_name_{zone}.txt"
    assert owners(tmp_path, {path: ZONES}) == {path: f"unknown switch ({path})"}
    assert owners(tmp_path / "other", {"sw01_show_zone.txt": ZONES}) == {"sw01_show_zone.txt": "sw01"}


def test_files_of_one_array_are_joined(tmp_path: Path) -> None:
    files = {"SG_esx01.txt": GROUPS, "port_list.txt": PORTS}
    assert set(owners(tmp_path, files).values()) == {"unknown array (clariion)"}
