"""Limits for unpacking and reading, which the configuration can change, and the usage of archives counted against them."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import BinaryIO

from checker.facts.observations import MOST_RECORDS

MIB = 2**20
_RATIO_FROM_BYTES = 32 * MIB
"""Size below which the ratio is not checked: small files of repeated lines legitimately compress a thousandfold."""
_ARCHIVES_INSIDE, _BYTES_AN_ARCHIVE = 1_000, 50
"""Archives that one may contain at any depth: so many, and one more for each of so many bytes. Equal archives in archives
compress to nothing, while each level has a multiple of the one above."""


@dataclass(frozen=True)
class Limits:
    """Limits for unpacking and reading; those of archives are for all archives of an audit together unless stated otherwise.

    ``max_ratio``: unpacked to packed bytes of one archive. ``max_depth``: nesting of archives. ``max_members``: members
    of all archives. ``max_member_bytes``: size of one member. ``max_total_bytes``: size of all members.
    ``max_files`` and ``max_read_bytes``: files that are read and their size, members included; export numbers have 31
    bits, 12 for the parts of a file and one for an earlier capture, so there cannot be more than 262,143 files. ``max_seconds``:
    processor time for a file of one MiB; a smaller one gets less, down to a twelfth, and a larger one half as much for each
    further MiB. ``max_total_seconds``: processor time for all files, and time for all conversions of workbooks and models. ``max_records``: observations of one export; the longest path lists have a million.
    """

    max_ratio: float = 400.0
    max_depth: int = 5
    max_members: int = 200_000
    max_member_bytes: int = 2048 * MIB
    max_total_bytes: int = 16_384 * MIB
    max_files: int = 250_000
    max_read_bytes: int = 65_536 * MIB
    max_seconds: float = 60.0
    max_total_seconds: float = 14_400.0
    max_records: int = MOST_RECORDS

    @classmethod
    def of(cls, values: Mapping[str, float]) -> Limits:
        """Return the default limits with these values changed, by field name."""
        known = {f.name: values[f.name] for f in fields(cls) if f.name in values}
        return cls(**known)  # type: ignore[arg-type]


class LimitError(Exception):
    """Raised when an archive exceeds a limit; the text names the limit and the key that changes it."""


class MemberLimitError(LimitError):
    """Raised when one member is too large; the others can still be read."""


class Account:
    """Counts the members and bytes unpacked so far in one audit."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.members = 0
        self.total_bytes = 0
        self._inside = 0
        self._seconds = 0.0

    def member(self) -> None:
        """Count one more member.

        Raises:
            LimitError: too many members.
        """
        self.members += 1
        if self.members > self.limits.max_members:
            raise LimitError(f"more than {self.limits.max_members:,} members (bundles.max_members)")

    def archive(self, depth: int, outermost_bytes: int) -> None:
        """Count one more archive at this depth; those inside one are counted together.

        Raises:
            LimitError: too many archives inside one of this size.
        """
        self._inside = self._inside + 1 if depth else 0
        most = _ARCHIVES_INSIDE + outermost_bytes // _BYTES_AN_ARCHIVE
        if self._inside > most:
            raise LimitError(f"more than {most:,} archives inside one of {outermost_bytes:,} bytes")

    def unpacked(self, count: int) -> None:
        """Count unpacked bytes.

        Raises:
            LimitError: too many bytes.
        """
        self.total_bytes += count
        if self.total_bytes > self.limits.max_total_bytes:
            size = self.limits.max_total_bytes // MIB
            raise LimitError(f"unpacks to more than {size:,} MiB in total (bundles.max_total_bytes)")

    @contextmanager
    def converting(self) -> Iterator[None]:
        """Count the seconds of a block that waits for a conversion; a small file can take as long as a large one.

        Raises:
            LimitError: the conversions before it took too long.
        """
        most = self.limits.max_total_seconds
        if self._seconds > most:
            raise LimitError(f"not read: the conversions before it took {most:,g} seconds (bundles.max_total_seconds)")
        begin = time.monotonic()
        try:
            yield
        finally:
            self._seconds += time.monotonic() - begin


class Metered(io.RawIOBase):
    """A stream that counts unpacked bytes and stops archive bombs, by compression ratio and by an allowance.

    ``allow`` sets how many more bytes may be read: a library that trusts the sizes in archive headers could exhaust
    memory.
    """

    def __init__(self, source: BinaryIO, packed_bytes: int, account: Account) -> None:
        super().__init__()
        self._source = source
        self._packed = max(packed_bytes, 1)
        self._account = account
        self._read = 0
        self._allowed: int | None = None

    def readable(self) -> bool:
        """Return TRUE."""
        return True

    def allow(self, count: int) -> None:
        """Allow ``count`` more bytes to be read."""
        self._allowed = self._read + count

    def read(self, size: int | None = -1) -> bytes:
        """Return up to ``size`` bytes.

        Raises:
            LimitError: a limit is exceeded.
        """
        size_read = MIB if size is None or size < 0 else min(size, MIB)
        data = self._source.read(size_read)
        self._read += len(data)
        if self._read > _RATIO_FROM_BYTES and self._read > self._packed * self._account.limits.max_ratio:
            ratio = f"{self._account.limits.max_ratio:,.0f}"
            raise LimitError(f"unpacks to more than {ratio} times its size (bundles.max_ratio)")
        if self._allowed is not None and self._read > self._allowed:
            raise LimitError("its headers state sizes above the limit")
        return data
