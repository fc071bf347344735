"""Extra back-end I/O caused by data that is not aligned to the pages of its array (estimator.md, section 6, case 3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from checker.estimate.cost.forms import extra_back_end_io
from checker.estimate.network.network import Flow, Station

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def excess(starts: Sequence[int], size_kib: float, page_kib: float) -> tuple[float, float]:
    """Extra back-end I/O and extra partially written pages compared with aligned I/O, each per I/O.

    A write that straddles pages has two partially written pages; an aligned one has none, or one if it is smaller than a
    page.

    Args:
        starts: first bytes of data areas that share the I/O evenly.
        size_kib: size of an I/O in KiB.
        page_kib: page size of the array in KiB.
    """
    size, page = max(1, round(size_kib * 1024)), round(page_kib * 1024)
    extra = [extra_back_end_io(size, page, start) for start in starts]
    straddling = sum(1 for one in extra if one) / len(extra) * min(1.0, size / page)
    return sum(extra) / len(extra), straddling * (2.0 if size >= page else 1.0)


def rows_in_excess(
    classes: Sequence[Flow], stations: Sequence[Station], row_class: Ints, row_station: Ints, row_kib: Floats
) -> tuple[Floats, Floats]:
    """Apply ``excess`` to visits of kinds of I/O: back-end I/O per visit, and partially written pages per I/O.

    Args:
        classes: classes of a plan, each as its first flow.
        stations: stations of the plan.
        row_class: number of the class of each visit.
        row_station: number of its station.
        row_kib: size of its I/O in KiB.
    """
    extra, filled = np.zeros(len(row_class)), np.zeros(len(row_class))
    has_start = np.array([bool(flow.starts) for flow in classes])
    paged = np.array([station.page_kib is not None for station in stations])
    known: dict[tuple[tuple[int, ...], float, float], tuple[float, float]] = {}
    for row in np.flatnonzero(has_start[row_class] & paged[row_station]).tolist():
        station = stations[row_station[row]]
        key = (classes[row_class[row]].starts, float(row_kib[row]), station.page_kib or 0.0)
        if key not in known:
            known[key] = excess(*key)
        extra[row], filled[row] = known[key]
        if station.kind != "array":
            # Drives write sectors, so no page needs to be read first.
            filled[row] = 0.0
    return extra, filled
