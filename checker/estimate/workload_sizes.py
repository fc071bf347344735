"""Sizes of measured I/O: what tools print as a mean, for reads and writes, and as throughput, brought together."""

from __future__ import annotations

from collections.abc import Sequence

MEAN_SIZES = "reads and writes have the same size where their throughput is printed too coarsely to tell"
_AGREES = 0.1
"""Part by which sizes that follow from throughput may differ from the mean that is printed."""


def sizes_of(
    mean: float | None, share: float | None, own: Sequence[float | None], by_rate: Sequence[float | None]
) -> tuple[float | None, float | None, float | None, bool]:
    """Mean size, size of reads and of writes in bytes such that they agree, and whether sizes by throughput were dropped.

    Args:
        mean: size of all I/O as printed.
        share: of reads.
        own: sizes of reads and writes as printed.
        by_rate: those that follow from their throughput, of which tools may print a digit or two.
    """
    read, write = (printed or followed for printed, followed in zip(own, by_rate, strict=True))
    if mean and share and share < 1 and (read is None) != (write is None):
        # What one of them leaves of the mean is the other.
        left = mean - share * (read or 0.0) - (1 - share) * (write or 0.0)
        if left <= 0:
            return mean, own[0], own[1], True
        read, write = read or left / share, write or left / (1 - share)
    if share is None or (share > 0 and read is None) or (share < 1 and write is None):
        return mean, read, write, False
    both = share * (read or 0.0) + (1 - share) * (write or 0.0)
    if mean and abs(both / mean - 1) > _AGREES and (read, write) != tuple(own):
        return mean, own[0], own[1], True
    return both, read, write, False
