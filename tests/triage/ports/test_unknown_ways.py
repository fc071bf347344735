"""Hosts without paths: nothing says which ports they use, which is no reason against a cause that explains the others."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.triage.test_bundles import DRAIN, DRAIN_ISL
from tests.triage.verdicts import causes, triage


@pytest.mark.parametrize(
    ("hosts", "found"),
    [(("app07",), [("TRI003", ("switch_port south-e1 4",))]), (("app06", "app07"), [])],
    ids=["a-third", "most"],
)
def test_hosts_without_paths_are_named(
    tmp_path: Path, hosts: tuple[str, ...], found: list[tuple[str, tuple[str, ...]]]
):
    files = DRAIN.files()
    for host in hosts:
        block = re.search(rf"(?m)^  {host}:\n(?:    .*\n)+", files["san.yaml"])
        assert block is not None
        disks = "".join(
            line for line in block.group().splitlines(keepends=True) if "naa." in line and "- {" not in line
        )
        files["san.yaml"] = files["san.yaml"].replace(
            block.group(), f"  {host}:\n    platform: esxi\n    devices:\n{disks}"
        )
    document = triage(tmp_path, files)
    assert causes(document) == found
    (limit,) = (one for one in document["guards"] if one["guard"] == "unknown_ways")
    assert not limit["passed"] and limit["text"].endswith(": " + ", ".join(hosts))


def test_known_ways_are_no_limit(tmp_path: Path):
    (limit,) = (one for one in triage(tmp_path, DRAIN.files())["guards"] if one["guard"] == "unknown_ways")
    assert limit["passed"]


@pytest.mark.parametrize(
    ("zoned", "found"), [(True, [("TRI003", ("switch_port south-e1 4",))]), (False, [])], ids=["zoned", "not-zoned"]
)
def test_a_device_that_only_switches_list_is_on_the_way_that_its_zones_allow(
    tmp_path: Path, *, zoned: bool, found: list[tuple[str, tuple[str, ...]]]
):
    files = (replace(DRAIN, counters=DRAIN_ISL) if zoned else DRAIN).files()
    del files["dw2/esxtop.csv"]
    hosts, arrays, fabrics = re.split(r"(?m)^(?=storage_arrays:|fabrics:)", files["san.yaml"])
    of_dw2 = re.compile(r"(?m)^( +)dw2:\n(?:\1  .*\n)+")
    files["san.yaml"] = of_dw2.sub("", hosts) + of_dw2.sub("", arrays) + fabrics
    if not zoned:
        files["san.yaml"] = re.sub(r", '10000000c9bb040[01]'(?=.*\]\})", "", files["san.yaml"])
    assert "dw2" not in files["san.yaml"]
    document = triage(tmp_path, files)
    assert causes(document) == found
    first = document["explanations"][0]
    assert (first["id"], first["role"]) == ("TRI003", "cause" if zoned else "candidate")
    assert any("whose frames go to port 4" in need["why"] for need in first["confirm"]) is not zoned
