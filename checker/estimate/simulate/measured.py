"""Statistics of a simulation as it runs: means, percentiles from a histogram, and batch means for the confidence interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BATCHES = 20
_STUDENT = 2.093
"""Two-sided 95 % quantile of Student's t with 19 degrees of freedom."""
_LEAST_MS, _STEP, _BINS = 1e-4, 0.005, 4200
"""The histogram has bins of 0.5 % from 0.1 µs to 130 s."""
_BLOCK = 50_000
_TAIL = 20
"""Minimum number of I/Os beyond a percentile."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Result in ms, and half of its 95 % confidence interval (None if too few I/Os)."""

    ms: float
    margin: float | None


@dataclass(frozen=True, slots=True)
class Figures:
    """Mean and percentiles of some I/O; a percentile is None if too few I/Os are beyond it."""

    ios: int
    mean: Figure
    p95: Figure | None
    p99: Figure | None


class Collector:
    """Collector of response times by batch and class."""

    def __init__(self, classes: int) -> None:
        self._classes = classes
        self._pending: list[tuple[int, bool, float]] = []
        self._warm = False
        self._batch = 0
        self._counts = np.zeros((BATCHES, 3), dtype=np.int64)
        self._sums = np.zeros((BATCHES, 3))
        self._histogram = np.zeros((BATCHES, _BINS), dtype=np.int64)
        self._of_class = np.zeros((classes, 2))
        self._histogram_of: dict[int, NDArray[np.int64]] = {}

    def record(self, group: int, read: bool, ms: float) -> None:
        """Record one I/O; nothing is recorded before ``begin``."""
        if not self._warm:
            return
        self._pending.append((group, read, ms))
        if len(self._pending) >= _BLOCK:
            self._flush()

    def begin(self) -> None:
        """End the warm-up."""
        self._warm = True

    def end_batch(self) -> None:
        """End a batch."""
        self._flush()
        self._batch += 1

    def _flush(self) -> None:
        if not self._pending:
            return
        table = np.array(self._pending, dtype=float)
        self._pending.clear()
        group, read, ms = table[:, 0].astype(np.int64), table[:, 1] > 0, table[:, 2]
        for column, chosen in enumerate((np.ones(len(ms), dtype=bool), read, ~read)):
            self._counts[self._batch, column] += int(chosen.sum())
            self._sums[self._batch, column] += float(ms[chosen].sum())
        bins = np.clip(np.log(np.maximum(ms, _LEAST_MS) / _LEAST_MS) / _STEP, 0, _BINS - 1).astype(np.int64)
        self._histogram[self._batch] += np.bincount(bins, minlength=_BINS)
        self._of_class[:, 0] += np.bincount(group, minlength=self._classes)
        self._of_class[:, 1] += np.bincount(group, ms, minlength=self._classes)
        for one in np.unique(group).tolist():
            counts = np.bincount(bins[group == one], minlength=_BINS)
            known = self._histogram_of.get(one)
            self._histogram_of[one] = counts if known is None else known + counts

    def everything(self) -> Figures:
        """Figures of all I/O."""
        total = self._histogram.sum(axis=0)
        found = []
        for level in (0.95, 0.99):
            value = _quantile(total, level)
            by_batch = [_quantile(one, level) for one in self._histogram]
            known = [one for one in by_batch if one is not None]
            found.append(None if value is None else Figure(value, _margin(known)))
        return Figures(int(total.sum()), self._mean(0), found[0], found[1])

    def reads(self) -> Figure | None:
        """Mean of reads."""
        return self._mean(1) if self._counts[:, 1].any() else None

    def writes(self) -> Figure | None:
        """Mean of writes."""
        return self._mean(2) if self._counts[:, 2].any() else None

    def of_class(self, group: int) -> Figures | None:
        """Figures of one class, without confidence intervals; None without I/O."""
        count, total = self._of_class[group]
        if not count:
            return None
        histogram = self._histogram_of[group]
        p95, p99 = (_quantile(histogram, level) for level in (0.95, 0.99))
        return Figures(
            int(count),
            Figure(float(total / count), None),
            None if p95 is None else Figure(p95, None),
            None if p99 is None else Figure(p99, None),
        )

    def _mean(self, column: int) -> Figure:
        counts, sums = self._counts[:, column], self._sums[:, column]
        by_batch = [float(total / count) for count, total in zip(counts, sums, strict=True) if count]
        return Figure(float(sums.sum() / max(counts.sum(), 1)), _margin(by_batch))


def _margin(values: list[float]) -> float | None:
    """Half of the 95 % confidence interval of the mean of batches."""
    if len(values) < BATCHES:
        return None
    return _STUDENT * float(np.std(values, ddof=1)) / math.sqrt(len(values))


def _quantile(histogram: NDArray[np.int64], level: float) -> float | None:
    count = int(histogram.sum())
    if count * (1.0 - level) < _TAIL:
        return None
    below = np.cumsum(histogram)
    number = int(np.searchsorted(below, level * count))
    before = float(below[number - 1]) if number else 0.0
    part = (level * count - before) / float(histogram[number])
    return _LEAST_MS * math.exp(_STEP * (number + part))
