"""Workload of a host on a volume: mix and amount of I/O (estimator.md, section 3.1)."""

from __future__ import annotations

import math
from dataclasses import dataclass

# Tolerance: shares are often given as rounded percentages.
_SHARES_TOLERANCE = 0.005
# Figures above these are mistakes, such as bytes instead of IOPS.
_MOST_IOPS = 1e9
_MOST_OUTSTANDING = 1e6
_LONGEST_MS = 1e9


@dataclass(frozen=True, slots=True)
class IoType:
    """Type of I/O in a workload.

    Attributes:
        share: share of all I/O, 0 to 1.
        read: whether it is a read.
        size_kib: size of one I/O in KiB of 1024 bytes.
        random: whether it is random; otherwise sequential.
        hit_share: read hit ratio, 0 to 1; None if unknown.
    """

    share: float
    read: bool
    size_kib: float
    random: bool = True
    hit_share: float | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError(f"a share of I/O must be between 0 and 1, not {self.share:g}")
        if not 0 < self.size_kib <= 1024 * 1024 or not math.isfinite(self.size_kib):
            raise ValueError(f"the size of an I/O must be above 0 and at most 1,048,576 KiB, not {self.size_kib:g}")
        if self.hit_share is not None and not 0 <= self.hit_share <= 1:
            raise ValueError(f"a hit ratio must be between 0 and 1, not {self.hit_share:g}")

    @property
    def label(self) -> str:
        """Short name, such as ``random read 8 KiB``."""
        order = "random" if self.random else "sequential"
        return f"{order} {'read' if self.read else 'write'} {self.size_kib:g} KiB"


@dataclass(frozen=True, slots=True)
class Workload:
    """Workload of one host on one volume.

    Attributes:
        name: display name.
        types: mix of I/O; shares sum to 1.
        iops: IOPS that arrive regardless of the response time (open load), or None.
        outstanding: I/Os kept outstanding (closed load), or None. With neither, only ratios are known.
        think_ms: pause of a closed load between a completion and the next I/O.
        burst: mean number of I/Os that arrive together; None uses the library parameter ``host.burst_size``.
        burst_cv: coefficient of variation of that number: 0 if all bursts are equal; None for a geometric distribution.

    Raises:
        ValueError: the figures contradict each other or are out of range.
    """

    name: str
    types: tuple[IoType, ...]
    iops: float | None = None
    outstanding: float | None = None
    think_ms: float = 0.0
    burst: float | None = None
    burst_cv: float | None = None

    def __post_init__(self) -> None:
        if not self.types:
            raise ValueError(f"workload {self.name}: at least one type of I/O is required")
        total = sum(kind.share for kind in self.types)
        if abs(total - 1) > _SHARES_TOLERANCE:
            raise ValueError(f"workload {self.name}: shares of the types sum to {100 * total:.4g} %, not 100 %")
        if self.iops is not None and self.outstanding is not None:
            raise ValueError(f"workload {self.name}: give IOPS or outstanding I/O, not both")
        for value, most, words in (
            (self.iops, _MOST_IOPS, "IOPS"),
            (self.outstanding, _MOST_OUTSTANDING, "outstanding I/O"),
            (self.think_ms, _LONGEST_MS, "think time"),
        ):
            if value is not None and not 0 <= value <= most:
                raise ValueError(
                    f"workload {self.name}: {words} must be at least 0 and at most {most:,.0f}, not {value:g}"
                )
        if self.burst is not None and not 1 <= self.burst <= _MOST_OUTSTANDING:
            raise ValueError(
                f"workload {self.name}: burst must be at least 1 I/O and at most {_MOST_OUTSTANDING:,.0f}, not {self.burst:g}"
            )

    @property
    def loaded(self) -> bool:
        """Whether the amount of I/O is stated."""
        return self.iops is not None or self.outstanding is not None

    @property
    def read_share(self) -> float:
        """Share of reads, 0 to 1."""
        return sum(kind.share for kind in self.types if kind.read) / sum(kind.share for kind in self.types)

    @property
    def mean_kib(self) -> float:
        """Mean size of an I/O in KiB."""
        return sum(kind.share * kind.size_kib for kind in self.types) / sum(kind.share for kind in self.types)

    @classmethod
    def simple(
        cls,
        name: str,
        *,
        read: float = 0.7,
        size_kib: float = 8.0,
        random: float = 1.0,
        hit_share: float | None = None,
        iops: float | None = None,
        outstanding: float | None = None,
        think_ms: float = 0.0,
        burst: float | None = None,
        burst_cv: float | None = None,
    ) -> Workload:
        """Return a workload of one I/O size from the shares of reads and of random I/O (0 to 1)."""
        for value, words in ((read, "the share of reads"), (random, "the share of random I/O")):
            if not 0 <= value <= 1:
                raise ValueError(f"workload {name}: {words} must be between 0 and 1, not {value:g}")
        types = tuple(
            IoType(reads * order, is_read, size_kib, is_random, hit_share if is_read else None)
            for is_read, reads in ((True, read), (False, 1 - read))
            for is_random, order in ((True, random), (False, 1 - random))
            if reads * order > 0
        )
        return cls(name, types, iops, outstanding, think_ms, burst, burst_cv)

    @classmethod
    def composite(cls, name: str, *, iops: float | None = None, outstanding: float | None = None) -> Workload:
        """Return a named mix that a source defines; see ``COMPOSITES``.

        Raises:
            ValueError: the name is unknown, or its table is not available.
        """
        key = name.strip().lower().replace("-", "_").replace(" ", "_")
        if key in LOST_COMPOSITES:
            raise ValueError(f"workload {name}: {LOST_COMPOSITES[key]}; list its types instead")
        if key not in COMPOSITES:
            raise ValueError(f"workload {name}: composite not found; known: {', '.join(sorted(COMPOSITES))}")
        return cls(key, COMPOSITES[key], iops, outstanding)

    @classmethod
    def oltp2(cls, *, iops: float | None = None, outstanding: float | None = None) -> Workload:
        """Return the composite ``oltp2``."""
        return cls.composite("oltp2", iops=iops, outstanding=outstanding)


COMPOSITES: dict[str, tuple[IoType, ...]] = {
    # EMC, VMware NMP round robin on VMAX (estimator.md E11): database transactions.
    "oltp2": (
        IoType(0.65, read=True, size_kib=8),
        IoType(0.15, read=False, size_kib=8),
        IoType(0.10, read=True, size_kib=64, random=False),
        IoType(0.10, read=False, size_kib=64, random=False),
    ),
    # The 70/30 point of the XtremIO performance test (estimator.md E5).
    "mixed_4k_70_30": (IoType(0.7, read=True, size_kib=4), IoType(0.3, read=False, size_kib=4)),
}
# The eight corners of the round robin test: two sizes, random and sequential, reads and writes.
COMPOSITES.update(
    {
        f"{'random' if random else 'sequential'}_{'read' if read else 'write'}_{size}k": (
            IoType(1.0, read=read, size_kib=size, random=random),
        )
        for size in (4, 64)
        for random in (True, False)
        for read in (True, False)
    }
)

_TABLE_LOST = "the VPLEX performance paper names it, but the available text does not contain its table of I/O types"
LOST_COMPOSITES: dict[str, str] = {"oltp1": _TABLE_LOST, "oltp2_hw": _TABLE_LOST, "oltp2hw": _TABLE_LOST}
