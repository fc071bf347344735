"""What I/O on data that doesn't begin on a page of its array asks of it in excess (estimator.md, section 6, case 3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from checker.estimate.cost_forms import extra_back_end_io
from checker.estimate.network import Flow, Station

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def excess(starts: Sequence[int], size_kib: float, page_kib: float) -> tuple[float, float]:
    """Back-end I/O in excess of aligned I/O, and pages that a write fills only in part in excess, each per I/O.

    A write that straddles has two such pages where an aligned one has none, or one if it is smaller than a page.

    Args:
        starts: first bytes of places that share the I/O evenly.
        size_kib: size of an I/O.
        page_kib: unit in which the array stores.
    """
    size, page = max(1, round(size_kib * 1024)), round(page_kib * 1024)
    extra = [extra_back_end_io(size, page, start) for start in starts]
    straddling = sum(1 for one in extra if one) / len(extra) * min(1.0, size / page)
    return sum(extra) / len(extra), straddling * (2.0 if size >= page else 1.0)


def rows_in_excess(
    classes: Sequence[Flow], stations: Sequence[Station], row_class: Ints, row_station: Ints, row_kib: Floats
) -> tuple[Floats, Floats]:
    """``excess`` for visits of kinds of I/O: back-end I/O for each visit, and pages filled in part for each I/O.

    Args:
        classes: of a plan, as their first flow.
        stations: of the plan.
        row_class: number of the class of each visit.
        row_station: number of its station.
        row_kib: size of its I/O.
    """
    extra, filled = np.zeros(len(row_class)), np.zeros(len(row_class))
    begun = np.array([bool(flow.starts) for flow in classes])
    paged = np.array([station.page_kib is not None for station in stations])
    known: dict[tuple[tuple[int, ...], float, float], tuple[float, float]] = {}
    for row in np.flatnonzero(begun[row_class] & paged[row_station]).tolist():
        station = stations[row_station[row]]
        key = (classes[row_class[row]].starts, float(row_kib[row]), station.page_kib or 0.0)
        if key not in known:
            known[key] = excess(*key)
        extra[row], filled[row] = known[key]
        if station.kind != "array":
            # Drives write sectors: nothing of a page needs to be read for them.
            filled[row] = 0.0
    return extra, filled
