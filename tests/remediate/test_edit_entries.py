"""Entries of inventories that come or go: lists lose and get items, and every other line stays."""

from __future__ import annotations

import difflib

import pytest

from checker.remediate.yaml_entries import with_entry, without
from checker.remediate.yaml_text import NotHere

SAN = """\
# our SAN
sanlint: 1
fabrics:
  fabric-a:
    zones:   # active
      z1: {members: [a1, v1, v2]}   # keep
      z2: [a2,  # the host
           v1]
      z3:
        members:
          - a1   # the host
          # the array
          - v1
    aliases:
      a1: ["10:00:00:00:c9:00:00:01"]
      # old
      a2: ["10:00:00:00:c9:00:00:02"]
storage_arrays:
  vmax1:
    views:
      mv:
        initiators: [i1, "10:00:00:00:c9:00:00:01"]
        ports:
          - {port_name: "FA-7E:0", enabled: true}
          # sanlint: ignore[DIR]: until the move
          - {port_name: "FA-7E:1", enabled: true}  # second
"""


def changed(before: str, after: str) -> list[str]:
    """The lines that differ, each with - or + before it."""
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [f"{line[0]}{line[2:].strip()}" for line in lines if line[0] in "-+"]


@pytest.mark.parametrize(
    ("kind", "row", "lines"),
    [
        ("zone_member", {"zone": "z1", "member": "v2"}, ["-z1: {members: [a1, v1, v2]}   # keep", "+z1: {members: [a1, v1]}   # keep"]),
        ("zone_member", {"zone": "z1", "member": "a1"}, ["-z1: {members: [a1, v1, v2]}   # keep", "+z1: {members: [v1, v2]}   # keep"]),
        ("zone_member", {"zone": "z3", "member": "a1"}, ["-- a1   # the host"]),
        ("zone_member", {"zone": "z3", "member": "v1"}, ["-- v1"]),
        # No empty shell is left.
        ("alias", {"alias": "a2"}, ['-a2: ["10:00:00:00:c9:00:00:02"]']),
        (
            "mask_initiator",
            {"initiator_wwpn": "10000000c9000001"},
            ['-initiators: [i1, "10:00:00:00:c9:00:00:01"]', "+initiators: [i1]"],
        ),
        ("mask_port", {"port_name": "FA-7E:0"}, ['-- {port_name: "FA-7E:0", enabled: true}']),
        ("zone_member", {"zone": "z9", "member": "v1"}, []),
    ],
)  # fmt: skip
def test_only_the_entry_is_removed(kind: str, row: dict[str, str], lines: list[str]) -> None:
    assert changed(SAN, without(SAN, kind, row)) == lines
    crlf = SAN.replace("\n", "\r\n")
    assert without(crlf, kind, row) == without(SAN, kind, row).replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("kind", "row", "lines"),
    [
        (
            "mask_port",
            {"storage_array": "vmax1", "view": "mv", "port_name": "FA-10E:0", "enabled": True},
            ['+- {port_name: "FA-10E:0", enabled: true}'],
        ),
        (
            "mask_initiator",
            {"storage_array": "vmax1", "view": "mv", "initiator_name": "i2"},
            ['-initiators: [i1, "10:00:00:00:c9:00:00:01"]', '+initiators: [i1, "10:00:00:00:c9:00:00:01", i2]'],
        ),
        # Existing entries.
        ("mask_initiator", {"storage_array": "vmax1", "view": "mv", "initiator_name": "i1"}, []),
    ],
)
def test_an_entry_comes_after_its_neighbours(kind: str, row: dict[str, object], lines: list[str]) -> None:
    assert changed(SAN, with_entry(SAN, kind, row)) == lines
    assert changed(SAN, with_entry(SAN.rstrip("\n"), kind, row)) == lines


def test_hostile_names_stay_texts() -> None:
    row = {"storage_array": "vmax1", "view": "mv", "initiator_name": 'x"], y: [*a, !!b - z #'}
    after = with_entry(SAN, "mask_initiator", row)
    assert without(after, "mask_initiator", row) == SAN
    # No fact has two lines, so no inventory can state it.
    with pytest.raises(NotHere):
        with_entry(SAN, "mask_initiator", row | {"initiator_name": "x\ny"})


def test_changes_with_side_effects_become_manual_tasks() -> None:
    shared = SAN.replace("z1: {", "z1: &all {").replace("z3:\n", "z4: *all\n      z3:\n")
    with pytest.raises(NotHere, match="something else would change"):
        without(shared, "zone_member", {"zone": "z1", "member": "v2"})
    # For both it is one change.
    assert "[a1, v1]" in without(shared, "zone_member", {"member": "v2"})
    with pytest.raises(NotHere, match="not in a list"):
        with_entry(SAN, "mask_port", {"storage_array": "vmax2", "view": "mv", "port_name": "FA-1D:4"})


def test_a_comment_that_would_go_over_to_the_next_entry_stops_it() -> None:
    with pytest.raises(NotHere):
        without(SAN, "mask_port", {"port_name": "FA-7E:1"})
    with pytest.raises(NotHere):
        without(SAN, "zone_member", {"zone": "z2", "member": "a2"})


def test_large_inventories_and_broken_ones_are_left_alone() -> None:
    with pytest.raises(NotHere, match="longer than"):
        without(SAN + "#" * 300_001, "alias", {"alias": "a1"})
    with pytest.raises(NotHere):
        without("sanlint: 1\na: [", "alias", {"alias": "a1"})
