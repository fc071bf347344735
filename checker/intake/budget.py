"""What reading may use in total: files, bytes and processor time; what exceeds a limit is named, and the rest is read."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from checker.intake.bundles.limits import MIB, Limits
from checker.intake.walk import SourceFile

_LEAST = 0.05
"""Seconds; timers of processor time are accurate to some milliseconds."""
_LEAST_SHARE = 1 / 12
"""5 of 60 seconds: reading a file of 90 KB takes less than 0.1, and importing the readers that it may be for up to 1."""


def within_limits(sources: Sequence[SourceFile], limits: Limits) -> list[SourceFile]:
    """Return the files that are read, in order; a file with a problem stands for those that are not."""
    kept: list[SourceFile] = []
    size = 0
    for number, source in enumerate(sources):
        if number >= limits.max_files:
            kept.append(_not_read(sources[number:], f"more than {limits.max_files:,} files (bundles.max_files)"))
            break
        if size + source.size > limits.max_read_bytes:
            limit = f"more than {limits.max_read_bytes // MIB:,} MiB (bundles.max_read_bytes)"
            kept.append(_not_read(sources[number:], limit))
            break
        size += source.size
        kept.append(source)
    return kept


def _not_read(sources: Sequence[SourceFile], limit: str) -> SourceFile:
    others = len(sources) - 1
    more = f" and the {others:,} files after it" if others > 1 else " and the file after it" if others else ""
    return replace(sources[0], path=None, size=0, ignored=False, problem=f"{limit}: this file{more} not read")


def _share(size: float) -> float:
    """Return the share of ``max_seconds`` for a file of so many MiB: a small file that needs all of it is made for that."""
    return max(_LEAST_SHARE, min(size, 1.0)) + max(size - 1.0, 0.0) / 2


@dataclass
class Budget:
    """Processor time of one of so many batches of files; ``spent`` seconds of its share were used."""

    limits: Limits = field(default_factory=Limits)
    batches: int = 1
    spent: float = 0.0

    @property
    def left(self) -> float:
        """Seconds that are left; 0 if there are too few to read anything."""
        left = self.limits.max_total_seconds / self.batches - self.spent
        return left if left > _LEAST else 0.0

    @contextmanager
    def reading(self, size: int) -> Iterator[float]:
        """Yield the seconds that a file of so many bytes may take, and count those that it takes."""
        begin = time.process_time()
        try:
            yield min(self.limits.max_seconds * _share(size / MIB), self.left)
        finally:
            self.spent += time.process_time() - begin

    @property
    def exceeded(self) -> str:
        """The note on a file for which nothing is left."""
        seconds = self.limits.max_total_seconds
        return f"not read: the files before it took {seconds:,g} seconds of processor time (bundles.max_total_seconds)"
