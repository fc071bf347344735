"""Paths as hosts measure them, and commands that they aborted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.triage.bundles import PORTS, Bundle, Parts, during, slow_fabric
from tests.triage.esxtop_columns import with_columns, with_paths
from tests.triage.test_bundles import ALL4, FABRIC, FULL, SECONDS
from tests.triage.verdicts import causes, triage

SLOW_MS = 8.0


def one_slow_target(parts: Parts) -> Parts:
    """Half of the I/O of an adapter is slow: that to one controller."""
    return replace(parts, fabric=parts.fabric + SLOW_MS / 2)


def to_one_target(side: int, controller: int, number: int) -> float:
    """What a path takes longer than its adapter: those of the south to controller 1 are slow."""
    if side == 0 or not 40 <= number < 60:
        return 0.0
    return SLOW_MS / 2 if controller else -SLOW_MS / 2


def damaged(port: str) -> Bundle:
    """Frames that the core switch of the south receives from a port of the array are damaged."""
    return replace(
        FABRIC, scenario=during(40, 60, one_slow_target, ALL4, "vmhba4"),
        counters={("south-c1", port): {"er64_crc": 400, "er64_crc_good_eof": 400}},
    )  # fmt: skip


def places(document: dict[str, Any]) -> set[str]:
    """The components that fit best."""
    best = max(one["fit"] for one in document["scope"])
    return {f"{one['kind']} {one['key']}" for one in document["scope"] if one["fit"] > best - 0.05}


def test_paths_show_the_target_that_is_slow(tmp_path: Path):
    document = triage(tmp_path / "paths", with_paths(damaged("1"), to_one_target))
    assert causes(document) == [("TRI002", ("switch_port south-c1 1",))]
    assert places(document) >= {"target_port 524a937000000011", "switch_port south-c1 1"}
    assert "switch_port south-c1 0" not in places(document)
    slow = {flow["port"] for flow in document["flows"] if flow["state"] == "slow" and flow["port"]}
    assert slow == {"vmhba4:C0:T1:L0", "vmhba4:C0:T1:L1"}
    # Adapters alone cannot distinguish both targets.
    assert "switch_port south-c1 0" in places(triage(tmp_path / "adapters", damaged("1").files()))


def test_errors_at_the_target_that_is_fast_are_not_the_cause(tmp_path: Path):
    assert causes(triage(tmp_path, with_paths(damaged("0"), to_one_target))) == []


def test_paths_of_some_volumes_only_do_not_replace_adapters(tmp_path: Path):
    files = with_paths(damaged("1"), to_one_target)
    for host in FABRIC.hosts:
        # The paths of the second volume are those of another tool.
        files[f"{host}/esxtop.csv"] = files[f"{host}/esxtop.csv"].replace(":L1)", ":L9)")
    ports = {flow["port"] for flow in triage(tmp_path, files)["flows"]}
    assert ports == {None, "vmhba3", "vmhba4"}


def test_all_ports_of_a_host_are_full(tmp_path: Path):
    bundle = Bundle(during(40, 60, slow_fabric, ("app05",)))
    full = {"stat64_wtx": round(0.9 * SECONDS * FULL), "stat64_wrx": SECONDS}
    both = {(f"{side}-e1", "0"): full for side in ("north", "south")}
    document = triage(tmp_path / "both", replace(bundle, counters=both).files())
    assert causes(document) == [("TRI004", ("switch_port north-e1 0", "switch_port south-e1 0"))]
    assert document["headline"] == "most likely: all ports of the host full"
    # One of two, or those of a host that is fast, is not the reason.
    one = {("south-e1", "0"): full}
    assert causes(triage(tmp_path / "one", replace(bundle, counters=one).files())) == []
    other = {(f"{side}-e1", "1"): full for side in ("north", "south")}
    assert causes(triage(tmp_path / "other", replace(bundle, counters=other).files())) == []


def test_disks_below_a_map_show_the_side(tmp_path: Path):
    link = {("south-e1", "0"): {"er64_crc": 400, "er64_crc_good_eof": 400}}
    one_side = Bundle(during(40, 60, slow_fabric, ("app05",), "vmhba4"), linux=True, counters=link)
    document = triage(tmp_path / "side", sides_of_linux(one_side))
    assert causes(document) == [("TRI002", ("switch_port south-e1 0",))]
    assert "app05 sdc" in {f"{flow['host']} {flow['port']}" for flow in document["flows"] if flow["state"] == "slow"}
    # Where both disks are slow alike, it is not the link of one side.
    both = replace(one_side, scenario=during(40, 60, slow_fabric, ("app05",)))
    assert causes(triage(tmp_path / "both", sides_of_linux(both))) == []


def sides_of_linux(bundle: Bundle) -> dict[str, str]:
    """The exports of a bundle in which each disk below a map takes what its own adapter takes."""
    files = bundle.files()
    for host in bundle.hosts:
        name, number, lines = f"{host}/iostat.txt", -2, []
        for line in files[name].split("\n"):
            cells = line.split()
            number += bool(cells) and cells[0].endswith("+0000")
            disk = ord(cells[0][-1]) - 98 if cells and cells[0].startswith("sd") else -1
            if disk >= 0:
                one = bundle.parts(host, disk // 2, PORTS[disk % 2], max(number, 0))
                ms = f"{one.host + one.fabric + one.array:.2f}"
                line = " ".join([*cells[:3], ms, *cells[4:6], ms, *cells[7:]])
            lines.append(line)
        files[name] = "\n".join(lines)
    return files


def aborts(number: int) -> float:
    return 2.0 if 40 <= number < 60 else 0.0


@pytest.mark.parametrize("counter", ["Aborts/sec", "Resets/sec"])
def test_aborted_commands_are_not_as_expected(tmp_path: Path, counter: str):
    usual = Bundle()
    assert triage(tmp_path / "usual", usual.files())["verdict"] == "as_expected"
    device = usual.device("app06", 1)
    files = with_columns(usual.files(), "app06", {f"Physical Disk SCSI Device({device})\\{counter}": aborts})
    document = triage(tmp_path / "aborted", files)
    assert (document["verdict"], causes(document)) == ("undecided", [])
    assert f"app06 {device} 400" in document["reason"]
    local = with_columns(usual.files(), "app06", {f"Physical Disk Adapter(vmhba0)\\{counter}": aborts})
    assert triage(tmp_path / "local", local)["verdict"] == "as_expected"


def test_aborts_on_the_side_of_a_damaged_link_support_it(tmp_path: Path):
    bundle = replace(
        FABRIC, scenario=during(40, 60, lambda parts: replace(parts, fabric=8.0), ("app05",), "vmhba4"),
        counters={("south-e1", "0"): {"er64_crc": 400, "er64_crc_good_eof": 400}}, with_array=False,
    )  # fmt: skip
    for port, said in (("vmhba4", True), ("vmhba3", False)):
        files = with_columns(bundle.files(), "app05", {f"Physical Disk Adapter({port})\\Aborts/sec": aborts})
        document = triage(tmp_path / port, files)
        assert causes(document) == [("TRI002", ("switch_port south-e1 0",))]
        texts = [one["text"] for one in document["explanations"][0]["for"]]
        assert ("aborted or reset commands over it in the window: 400, 100% of all" in texts) == said
