"""Deterministic grouping of volumes with similar load into a few clusters.

The method follows P. Murray, "Getting it Right II: Testing Storage Arrays The Way They'll be Used", SNIA SDC 2017: load is
divided into clusters by relative traffic and content, and a limited number of clusters (often eight) represents all volumes,
including the busiest and the least busy ones. The deck does not define the similarity; we use hierarchical clustering by
Ward's criterion, which needs no random start:

* A volume is a point: log2 of its IOPS and of its mean I/O size, each halved (a factor of four is one unit), and twice its
  shares of random reads, sequential reads, random writes and sequential writes (half of the I/O is one unit).
* Its weight is the square root of its IOPS, between counting volumes and counting I/O, so that nearly idle volumes share a
  cluster instead of occupying several.
* The number of clusters is the lowest that explains ``EXPLAINED`` of the weighted variance, at most ``MOST``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST = 8
"""Workloads that often serve as models (SNIA SDC 2017, slide "Implementing Clustering")."""
EXPLAINED = 0.8
"""Share of the weighted variance that the clusters must explain; our choice."""
MOST_POINTS = 2000
"""Maximum number of points that are compared with each other; more volumes are first merged on a grid."""
_GRID = 0.125
# Variance below this is rounding: all points are equal.
_NOTHING = 1e-9


@dataclass(frozen=True, slots=True)
class Point:
    """Volume as a point: IOPS (above 0), I/O size in KiB, shares rr, sr, rw, sw (sum 1)."""

    iops: float
    size_kib: float
    mix: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Clustering:
    """Clusters as indexes of points, and the share of the weighted variance that they explain, 0 to 1."""

    clusters: tuple[tuple[int, ...], ...]
    explained: float


def cluster(points: Sequence[Point], count: int | None = None) -> Clustering:
    """Group points; clusters are sorted by IOPS, highest first.

    Args:
        points: at least one point.
        count: number of clusters, at most the number of different points; None finds it by the criterion above.

    Raises:
        ValueError: no points, a point without IOPS or size, or a count below 1.
    """
    import numpy as np

    if not points or (count is not None and count < 1):
        raise ValueError("clustering requires points and a count of at least 1")
    if any(not (point.iops > 0 and point.size_kib > 0) for point in points):
        raise ValueError("a point requires IOPS and a size above 0")
    features = np.array(
        [
            [math.log2(point.iops) / 2, math.log2(point.size_kib) / 2, *(2 * share for share in point.mix)]
            for point in points
        ]
    )
    weights = np.sqrt(np.array([point.iops for point in points]))
    cells = _cells(features)
    centres, masses = _merged(features, weights, cells)
    merges = _ward(centres, masses)
    inside = _scatter(features, weights, cells, centres)
    total = inside + sum(cost for cost, _, _ in merges)
    kept = _kept(merges, inside, total, len(masses), count)
    labels = _labels(merges[: len(masses) - kept], len(masses))[cells]
    groups: dict[int, list[int]] = {}
    for index, label in enumerate(labels.tolist()):
        groups.setdefault(label, []).append(index)
    ordered = sorted(groups.values(), key=lambda group: (-math.fsum(points[i].iops for i in group), group[0]))
    lost = inside + sum(cost for cost, _, _ in merges[: len(masses) - kept])
    return Clustering(tuple(tuple(group) for group in ordered), 1.0 if total <= _NOTHING else 1 - lost / total)


def _kept(merges: list[tuple[float, int, int]], inside: float, total: float, cells: int, count: int | None) -> int:
    """Number of clusters to keep: as requested, else the lowest number that explains enough."""
    if count is not None:
        return min(count, cells)
    lost = inside + sum(cost for cost, _, _ in merges)
    for clusters in range(1, min(MOST, cells) + 1):
        if total <= _NOTHING or 1 - lost / total >= EXPLAINED:
            return clusters
        lost -= merges[cells - 1 - clusters][0] if cells - 1 - clusters >= 0 else 0.0
    return min(MOST, cells)


def _cells(features: NDArray[np.float64]) -> NDArray[np.int64]:
    """Number of the cell of each point: equal points share one; the grid is widened until there are few enough cells."""
    import numpy as np

    _, cells = np.unique(features, axis=0, return_inverse=True)
    step = _GRID
    while cells.max() >= MOST_POINTS:
        _, cells = np.unique(np.round(features / step), axis=0, return_inverse=True)
        step *= 2
    return np.asarray(cells, dtype=np.int64).reshape(-1)


def _merged(
    features: NDArray[np.float64], weights: NDArray[np.float64], cells: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Centres of mass and masses of the cells."""
    import numpy as np

    masses = np.asarray(np.bincount(cells, weights=weights), dtype=np.float64)
    centres = np.column_stack(
        [np.bincount(cells, weights=weights * features[:, column]) / masses for column in range(features.shape[1])]
    )
    return centres, masses


def _scatter(
    features: NDArray[np.float64],
    weights: NDArray[np.float64],
    cells: NDArray[np.int64],
    centres: NDArray[np.float64],
) -> float:
    """Weighted variance within cells; 0 unless the grid merged different points."""
    return float((weights[:, None] * (features - centres[cells]) ** 2).sum())


def _ward(centres: NDArray[np.float64], masses: NDArray[np.float64]) -> list[tuple[float, int, int]]:
    """All merges by Ward's criterion, cheapest first: (added variance, a cell of one side, a cell of the other).

    The nearest-neighbour chain finds them in quadratic time; among equal neighbours the one with the lowest number wins.
    """
    import numpy as np

    centre, mass = centres.copy(), masses.copy()
    alive = np.ones(len(mass), dtype=bool)
    merges: list[tuple[float, int, int]] = []
    chain: list[int] = []
    while len(merges) < len(mass) - 1:
        if not chain:
            chain.append(int(np.argmax(alive)))
        here = chain[-1]
        costs = mass * mass[here] / (mass + mass[here]) * ((centre - centre[here]) ** 2).sum(axis=1)
        costs[~alive] = np.inf
        costs[here] = np.inf
        near = int(np.argmin(costs))
        # Mutual nearest neighbours are merged; a tie with the previous one also ends the chain.
        if len(chain) > 1 and costs[chain[-2]] <= costs[near]:
            near = chain[-2]
            cost = float(costs[near])
            del chain[-2:]
            keep, gone = min(here, near), max(here, near)
            merges.append((cost, keep, gone))
            centre[keep] = (mass[keep] * centre[keep] + mass[gone] * centre[gone]) / (mass[keep] + mass[gone])
            mass[keep] += mass[gone]
            alive[gone] = False
        else:
            chain.append(near)
    return sorted(merges, key=lambda merge: merge[0])


def _labels(merges: Sequence[tuple[float, int, int]], count: int) -> NDArray[np.int64]:
    """Cluster of each cell after these merges."""
    import numpy as np

    parent = list(range(count))

    def root(one: int) -> int:
        while parent[one] != one:
            parent[one] = parent[parent[one]]
            one = parent[one]
        return one

    for _, first, second in merges:
        a, b = root(first), root(second)
        parent[max(a, b)] = min(a, b)
    return np.array([root(one) for one in range(count)], dtype=np.int64)
