"""How much an archive may unpack to: limits that a configuration can change, and the account kept against them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import BinaryIO

MIB = 2**20
_RATIO_FROM_BYTES = 32 * MIB
"""Below this size no ratio is judged: small files of repeated lines shrink a thousandfold without any harm."""


@dataclass(frozen=True)
class Limits:
    """What unpacking may cost, for all archives of one audit together unless it says otherwise.

    ``max_ratio``: unpacked bytes to packed bytes of one archive. ``max_depth``: archives within archives.
    ``max_members``: members of all archives. ``max_member_bytes``: one member. ``max_total_bytes``: everything.
    """

    max_ratio: float = 400.0
    max_depth: int = 5
    max_members: int = 200_000
    max_member_bytes: int = 2048 * MIB
    max_total_bytes: int = 16_384 * MIB

    @classmethod
    def of(cls, values: Mapping[str, float]) -> Limits:
        """Return the limits with some of them changed; names are those of the fields."""
        known = {f.name: values[f.name] for f in fields(cls) if f.name in values}
        return cls(**known)  # type: ignore[arg-type]


class LimitError(Exception):
    """An archive would cost more than is allowed; the text says which limit, and the name to change it by."""


class MemberLimitError(LimitError):
    """One member is too large; the others can still be read."""


class Account:
    """What the archives of one audit have cost so far."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.members = 0
        self.total_bytes = 0

    def member(self) -> None:
        """Count one more member.

        Raises:
            LimitError: there are too many.
        """
        self.members += 1
        if self.members > self.limits.max_members:
            raise LimitError(f"more than {self.limits.max_members:,} members (bundles.max_members)")

    def unpacked(self, count: int) -> None:
        """Count bytes that were unpacked.

        Raises:
            LimitError: there are too many.
        """
        self.total_bytes += count
        if self.total_bytes > self.limits.max_total_bytes:
            size = self.limits.max_total_bytes // MIB
            raise LimitError(f"unpacks to more than {size:,} MiB in all (bundles.max_total_bytes)")


class Metered(io.RawIOBase):
    """A stream of unpacked bytes that counts them and stops a bomb: against the packed size and an allowance.

    ``allow`` sets how many more bytes may be read: archive headers state sizes, and a library that believes them would
    fill the memory.
    """

    def __init__(self, source: BinaryIO, packed_bytes: int, account: Account) -> None:
        super().__init__()
        self._source = source
        self._packed = max(packed_bytes, 1)
        self._account = account
        self._read = 0
        self._allowed: int | None = None

    def readable(self) -> bool:
        """Return TRUE: it is only ever read."""
        return True

    def allow(self, count: int) -> None:
        """Let ``count`` more bytes be read from here on."""
        self._allowed = self._read + count

    def read(self, size: int | None = -1) -> bytes:
        """Return up to ``size`` bytes.

        Raises:
            LimitError: a limit is passed.
        """
        wanted = MIB if size is None or size < 0 else min(size, MIB)
        data = self._source.read(wanted)
        self._read += len(data)
        if self._read > _RATIO_FROM_BYTES and self._read > self._packed * self._account.limits.max_ratio:
            ratio = f"{self._account.limits.max_ratio:,.0f}"
            raise LimitError(f"unpacks to more than {ratio} times its size (bundles.max_ratio)")
        if self._allowed is not None and self._read > self._allowed:
            raise LimitError("its headers state more than they may")
        return data
