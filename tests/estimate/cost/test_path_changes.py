"""Costs of missing paths under a load: the SAN solved again with copies of existing paths."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from checker.estimate.assemble.facts import SanFacts
from checker.estimate.cost.row import Row
from checker.estimate.cost.solve import Both, CostSolver
from checker.estimate.library import builtin
from checker.estimate.network.results.result import Result
from checker.estimate.workload.mix_of_io import Workload
from tests.estimate.assemble.test_build import san

LOAD = Workload.simple("test", read=1.0, size_kib=64, iops=2000)


def both(facts: SanFacts, rows: Sequence[Row], paths: str = "required_paths") -> Both | str:
    return CostSolver(facts, builtin(), dict.fromkeys(facts.class_of, LOAD)).both("lost_paths", rows, paths=paths)


def busy(result: Result, *words: str) -> dict[str, float]:
    """Utilisation of the loaded stations whose names contain all of these words."""
    found = {name: one.utilisation.typical for name, one in result.resources.items() if one.utilisation is not None}
    return {name: use for name, use in found.items() if use > 1e-9 and all(word in name for word in words)}


def rows_of(facts: SanFacts, **columns: object) -> list[Row]:
    return [{"host": host, "volume": volume, **columns} for host, volume in facts.class_of]


def test_a_missing_pair_of_fabric_and_director_is_one_path_more() -> None:
    facts = san("xtremio-bare")
    solved = both(facts, rows_of(facts, missing_pairs=["B directors on fabric-b"], path_live=4))
    assert isinstance(solved, Both)
    # Four paths carry a quarter each, five a fifth; the load of the array does not change.
    before, after = (max(busy(one, "X1-SC", "tx").values()) for one in (solved.now, solved.fixed))
    assert after == pytest.approx(before * 4 / 5)
    assert busy(solved.fixed, "additional path 1")
    assert solved.fixed.resources["xio1"].utilisation == solved.now.resources["xio1"].utilisation


def test_another_fabric_takes_every_other_port_of_the_host() -> None:
    facts = san("xtremio-bare")
    solved = both(facts, rows_of(facts, path_live=4), "another_fabric")
    assert isinstance(solved, Both)
    # The load of the host's own ports does not change; the array has twice as many ports.
    assert busy(solved.fixed, "esx01 ") == pytest.approx(busy(solved.now, "esx01 "))
    ports = busy(solved.now, "X1-SC", "tx")
    assert len(busy(solved.fixed, "X1-SC", "tx")) == len(ports)
    assert busy(solved.fixed, "additional path 1", "tx")
    single = next(iter(rows_of(facts)))
    kind = facts.classes[facts.class_of[str(single["host"]), str(single["volume"])]]
    assert len({facts.routes[route].initiator for route, _ in kind.ways}) == 2


def test_a_director_gets_a_back_end_path_like_its_own() -> None:
    facts = san("vplex-one-engine")
    row = {"storage_array": "vplex1", "vplex_cluster": "cluster-1", "director": "director-1-1-A", "paths_wanted": 4.0}
    solved = both(facts, [row], "back_end_paths")
    assert isinstance(solved, Both)
    before, after = (busy(one, "director-1-1-A", "A1-FC") for one in (solved.now, solved.fixed))
    assert len(after) == 2 * len(before)
    assert sum(after.values()) == pytest.approx(sum(before.values()))
    other = busy(solved.now, "director-1-1-B", "B1-FC")
    assert other
    assert busy(solved.fixed, "director-1-1-B", "B1-FC") == pytest.approx(other)
    # Two paths exist, and two are required.
    assert isinstance(both(facts, [{**row, "paths_wanted": 2.0}], "back_end_paths"), str)
    assert isinstance(both(facts, [{**row, "director": "director-9-9-Z"}], "back_end_paths"), str)


def test_rows_without_a_missing_path_change_nothing() -> None:
    facts = san("xtremio-bare")
    assert isinstance(both(facts, rows_of(facts)), str)
    assert isinstance(both(facts, rows_of(facts, missing_pairs=["B directors on fabric-b"])), str)
