"""Clusters of volumes: the deck's own table, an independent computation of the same clusters, and their YAML."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from checker.estimate.workload.analysis import Analysis, analyse, skew
from checker.estimate.workload.clusters import EXPLAINED, MOST, Point, cluster
from checker.estimate.workload.measured import Measured
from checker.estimate.workload.sources.captures import read_captures
from checker.estimate.workload.sources.yaml_file import read_workload_yaml
from checker.estimate.workload.text import workload_text
from tests import folders

DECK = folders.ROOT / "fixtures/sdc-deck/luns.csv"


@pytest.fixture(scope="module")
def luns() -> list[Measured]:
    return read_captures([str(DECK)]).measured


def names(found: Analysis) -> list[set[str]]:
    return [{row.name for row in profile.members} for profile in found.profiles]


def test_the_deck_is_clustered_as_its_authors_did(luns: list[Measured]) -> None:
    """Four clusters are the deck's groups, except dbf11, which is among the least busy with 7.6 IOPS."""
    assert names(analyse(luns, clusters=4)) == [
        {f"dbf{number}" for number in (1, 2, 3, 4, 5, 6, 8, 9, 10)},
        {"dbf7"},
        {"redo1", "redo2"},
        {"arc", "oraex", "quest", "dbf11"},
    ]


def test_the_number_of_clusters_follows_from_what_they_explain(luns: list[Measured]) -> None:
    found = analyse(luns)
    fewer = analyse(luns, clusters=len(found.profiles) - 1)
    assert len(found.profiles) == 5
    assert fewer.explained < EXPLAINED <= found.explained
    busiest, idlest = found.profiles[1], found.profiles[-1]
    assert "dbf1" in {row.name for row in busiest.members}
    assert "oraex" in {row.name for row in idlest.members}


def test_the_order_of_the_table_does_not_matter(luns: list[Measured]) -> None:
    shuffled = list(luns)
    random.Random(7).shuffle(shuffled)
    assert names(analyse(shuffled)) == names(analyse(luns))


def points(count: int, seed: int) -> list[Point]:
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        read = chance.random()
        found.append(Point(chance.lognormvariate(3, 2), chance.choice([4, 8, 64]), (read, 0.0, 1 - read, 0.0)))
    return found


def greedy(given: list[Point], count: int) -> set[frozenset[int]]:
    """Ward's criterion by brute force: repeatedly merge the pair of clusters that adds the least variance."""
    place = [
        (math.log(p.iops, 4), math.log(p.size_kib, 4), *(2 * share for share in p.mix)) for p in given
    ]  # fmt: skip
    weight = [math.sqrt(p.iops) for p in given]

    def variance(group: tuple[int, ...]) -> float:
        whole = sum(weight[i] for i in group)
        centre = [sum(weight[i] * place[i][d] for i in group) / whole for d in range(6)]
        return sum(weight[i] * math.dist(place[i], centre) ** 2 for i in group)

    groups = [(index,) for index in range(len(given))]
    while len(groups) > count:
        first, second = min(
            itertools.combinations(groups, 2),
            key=lambda pair: variance(pair[0] + pair[1]) - variance(pair[0]) - variance(pair[1]),
        )
        groups = [group for group in groups if group not in (first, second)] + [first + second]
    return {frozenset(group) for group in groups}


@pytest.mark.parametrize("seed", range(4))
def test_clusters_are_those_of_wards_criterion(seed: int) -> None:
    given = points(24, seed)
    for count in (2, 5, 9):
        assert {frozenset(group) for group in cluster(given, count).clusters} == greedy(given, count)


def test_equal_points_are_never_apart() -> None:
    one, other = Point(100, 8, (1, 0, 0, 0)), Point(5, 64, (0, 0, 0, 1))
    assert cluster([one, other, one, other, one], 5).clusters == ((0, 2, 4), (1, 3))
    assert cluster([one] * 6).clusters == ((0, 1, 2, 3, 4, 5),)


def test_very_many_volumes_are_clustered_too() -> None:
    given = points(20_000, 1)
    found = cluster(given)
    assert len(found.clusters) <= MOST
    assert sorted(index for group in found.clusters for index in group) == list(range(len(given)))
    # Merging points on the grid must not cost much: an exact clustering of a tenth of them explains about as much.
    assert found.explained == pytest.approx(cluster(given[::10]).explained, abs=0.03)


@pytest.mark.parametrize(
    ("given", "count"), [([], None), ([Point(0, 8, (1, 0, 0, 0))], None), ([Point(1, 8, (1, 0, 0, 0))], 0)]
)
def test_what_can_not_be_clustered_is_refused(given: list[Point], count: int | None) -> None:
    with pytest.raises(ValueError, match="require"):
        cluster(given, count)


@pytest.mark.parametrize("clusters", [None, 1, 3, 8, 16])
def test_what_is_written_has_the_totals_of_what_was_measured(luns: list[Measured], clusters: int | None) -> None:
    written = read_workload_yaml(workload_text(analyse(luns, clusters=clusters)), "w")
    assert len(written.loads) == (clusters or 5)
    total = reads = rate = 0.0
    for load in written.loads:
        assert load.spread == "each"
        iops = (load.workload.iops or 0) * len(load.volumes)
        total += iops
        reads += iops * load.workload.read_share
        rate += iops * load.workload.mean_kib
    assert total == pytest.approx(sum(row.iops or 0 for row in luns), rel=1e-5)
    assert reads == pytest.approx(sum((row.iops or 0) * (row.read_share or 0) for row in luns), rel=1e-5)
    assert rate == pytest.approx(sum((row.iops or 0) * (row.size_kib or 0) for row in luns), rel=1e-4)


def test_skew() -> None:
    equal = skew([10.0] * 10)
    assert equal is not None
    assert (equal.tenth, equal.fifth, equal.busiest_to_median) == (0.1, 0.2, 1)
    assert equal.gini == pytest.approx(0)
    # All I/O on one of ten volumes: 1 - 1/10.
    alone = skew([0.0] * 9 + [5.0])
    assert alone is not None
    assert (alone.tenth, alone.busiest_to_median) == (1, None)
    assert alone.gini == pytest.approx(0.9)
    # Shares of 1, 2 and 3 of 6: the mean difference is 8/9, which is 4/9 of the mean of 2; half of that is 2/9.
    some = skew([1.0, 2.0, 3.0])
    assert some is not None
    assert some.gini == pytest.approx(2 / 9)
    assert skew([3.0]) is None
    assert skew([0.0, 0.0]) is None
