"""Sizes of measured I/O, reconciled from the printed mean, the sizes of reads and writes, and the throughput."""

from __future__ import annotations

from collections.abc import Sequence

MEAN_SIZES = "reads and writes are assumed to have the same size if their throughput is printed too coarsely"
_AGREES = 0.1
"""Relative difference allowed between sizes computed from throughput and the printed mean."""


def sizes_of(
    mean: float | None, share: float | None, own: Sequence[float | None], by_rate: Sequence[float | None]
) -> tuple[float | None, float | None, float | None, bool]:
    """Return consistent sizes in bytes (mean, reads, writes), and whether sizes from throughput were dropped.

    Args:
        mean: mean size of all I/O as printed.
        share: share of reads.
        own: sizes of reads and writes as printed.
        by_rate: sizes computed from throughput, of which tools may print only one or two digits.
    """
    read, write = (printed or followed for printed, followed in zip(own, by_rate, strict=True))
    if mean and share and share < 1 and (read is None) != (write is None):
        # The other size follows from the mean and the known one.
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
