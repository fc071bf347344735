"""Costs of findings in audits of whole SANs: facts for each case, and reasons for missing ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.costs.facts import path_facts
from checker.rules.evaluate.finding import Finding
from fixtures.generate.sans.inventories import VOL1, VOL2, small_san
from tests import folders
from tests.support import store_of

FIXTURES = folders.FIXTURES

ARRAYS = """
sanlint: 1
observed: true
storage_arrays:
  cx1:
    family: clariion
    array_class: disk
    raid_groups:
      "1": {raid_type: RAID 5, drives: 15, drive_type: SATA, write_cache: false}
      "2": {raid_type: r10, drives: 6, drive_type: fc}
    storage_volumes:
      "11": {raid_group: "1"}
      "12": {raid_group: "2"}
      "13": {}
    settings:
      - {scope: LUN 11, setting: Write Cache, value: Disabled}
      - {scope: LUN 12, setting: Write Cache, value: Disabled}
      - {scope: LUN 13, setting: Write Cache, value: Disabled}
"""


def findings(folder: str, *rules: str) -> Mapping[str, list[Finding]]:
    options = Options(config=str(FIXTURES / folder / "sanlint.yaml"), select=rules, cache=True)
    found: dict[str, list[Finding]] = {}
    for finding in audit([str(FIXTURES / folder / "exports")], options).findings:
        found.setdefault(finding.rule, []).append(finding)
    return found


def typical(finding: Finding, name: str) -> float:
    assert finding.cost is not None, finding.cost_unknown
    return next(one.value.typical for one in finding.cost.numbers if one.name.startswith(name))


def test_fixed_paths_and_large_limits_of_two_hosts_on_a_symmetrix() -> None:
    found = findings("symmetrix-nmp", "NMP001", "NMP007")
    fixed = found["NMP001"][0].cost
    assert fixed is not None
    assert fixed.saturation_ratio is not None
    assert fixed.saturation_ratio.typical == 0.25
    # Two hosts share the four ports: the bound for a limit of 1 is 2.29, minus the effect of 32 outstanding I/Os with 1,000.
    assert 1 / 2.29 < typical(found["NMP007"][0], "sequential throughput") < 1 / 2.2


def test_a_metro_over_a_bad_wan() -> None:
    found = findings("metro-over-bad-wan", "MET008", "MET011")
    # Half of the paths go to the other site, 8 ms away.
    assert typical(found["MET011"][0], "added to the mean read") == 4
    assert typical(found["MET011"][0], "added to the mean write") == 8
    # 1 % at 8 ms: 1460 B / (8 ms * (sqrt(0.0133) + 4 * 3 * sqrt(0.0075) * 0.01 * 1.0032)).
    throughput = 1460 / (0.008 * (0.04 / 3) ** 0.5 + 0.032 * 3 * 0.0075**0.5 * 0.01 * 1.0032) / 1e6
    assert typical(found["MET008"][0], "TCP throughput") == pytest.approx(throughput, rel=1e-4)
    loss = found["MET008"][0].cost
    assert loss is not None
    assert loss.saturation_ratio is not None
    assert loss.saturation_ratio.typical == pytest.approx(throughput / (1000 * 0.9 / 8), rel=1e-4)


def test_the_required_path_count_is_the_configured_one() -> None:
    def ratios(**values: object) -> list[float]:
        folder = FIXTURES / "looks-like-enough-paths"
        options = Options(config=str(folder / "sanlint.yaml"), config_values=values, select=("PTH002", "PTH003"))
        costs = [finding.cost for finding in audit([str(folder / "exports")], options).findings]
        return [cost.saturation_ratio.typical for cost in costs if cost and cost.saturation_ratio]

    # Three of four paths; a missing director does not give a number of paths.
    assert ratios() == [0.75]
    assert ratios(**{"PTH002.min": 5})[:2] == [0.6, 0.8]


def test_drives_with_the_write_cache_off(tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(ARRAYS)
    report = audit([str(tmp_path)], Options(isolated=True, select=("ARR008", "ARR011")))
    assert not report.errors
    found = {(one.rule, one.object.get("part", one.object.get("raid_group"))): one for one in report.findings}
    assert len(found) == 4
    assert typical(found["ARR008", "11"], "time of a write") == pytest.approx(13.59, abs=0.01)
    assert typical(found["ARR011", "1"], "time of a write") == pytest.approx(13.59, abs=0.01)
    assert found["ARR008", "12"].cost_unknown == "not all volumes are known to be on parity RAID"
    assert found["ARR008", "13"].cost_unknown == "drive type of the volumes is unknown"


def test_paths_are_counted_as_they_are_used() -> None:
    text = small_san()
    for optimised in ("true", "false", "true"):
        text = text.replace("state: active}", f"state: active, optimised: {optimised}}}", 1)
    store = store_of({"san.yaml": text})
    store.ensure_entities(("path", "device", "wan_link", "host", "vplex_cluster", "storage_array"))
    found = path_facts(store, {("h1", VOL1), ("h1", VOL2), ("unknown-host", VOL1)}, shared=True)
    store.close()
    assert set(found) == {("h1", VOL1), ("h1", VOL2)}
    # One of four live paths is standby and one is non-optimised.
    assert (found["h1", VOL1]["path_live"], found["h1", VOL1]["path_active"], found["h1", VOL1]["path_in_fabric"]) == (
        4,
        2,
        2,
    )
    assert (found["h1", VOL2]["path_live"], found["h1", VOL2]["path_active"], found["h1", VOL2]["path_in_fabric"]) == (
        2,
        2,
        2,
    )
    # Hosts that share a port are counted even if their paths are not requested: h2 is planned on both.
    assert found["h1", VOL2]["path_sharers"] == 2
