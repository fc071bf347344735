"""Rounded sizes: the interval of bytes that a printed size can mean.

``lsblk`` prints 1.4M for any size from 1.35 to 1.45 MiB, and ``parted`` prints 32.3kB for a start at byte 32,256. Such a
value is not a number of bytes, but it has bounds, and bounds may be proof: the only sector of 512 bytes that begins
between 32,250 and 32,350 is sector 63. Exact and rounded values have different columns, so that a rounded one never
replaces the exact one of another export.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from checker.facts.values import Value
from checker.readers.toolkit import numbers
from checker.readers.toolkit.declarations.records import Record

R = TypeVar("R", bound=Record)

Interval = tuple[int, int]
"""Smallest and largest possible number of bytes; equal if the value is exact."""

_SIZE = re.compile(r"\s*([0-9]{1,18})(?:[.,]([0-9]{1,12}))?\s*([kKmMgGtTpPeE]?)(i?)(?:[bBoO]|bytes|octets)?\s*\Z")
_POWERS = "kmgtpe"
_MOST_BYTES = 1 << 62
_LEAST_SECTOR = 512


def interval(text: str | None, *, thousands: bool = False, either_way: bool = False) -> Interval | None:
    """Return what a printed size can mean; None for other texts and for sizes beyond the database's integers.

    Args:
        text: ``107374182400``, ``1.4M``, ``292GB``, ``1,5 Go``; without unit it is in bytes and exact.
        thousands: units are powers of 1000, except ``KiB``, ``MiB``, …; otherwise all are powers of 1024.
        either_way: the program may round up or down, not to the nearest value.
    """
    match = _SIZE.match(text or "")
    if not match:
        return None
    whole, fraction, letter, binary = match.groups(default="")
    if not letter:
        value = numbers.whole(whole)
        return (value, value) if not fraction.strip("0") and value < _MOST_BYTES else None
    unit = (1000 if thousands and not binary else 1024) ** (_POWERS.index(letter.lower()) + 1)
    # In units of half the last digit.
    shown, scale = 2 * numbers.whole(whole + fraction), 2 * 10 ** len(fraction)
    if either_way:
        low, high = (shown - 2) * unit // scale + 1, -(-(shown + 2) * unit // scale) - 1
    else:
        low, high = -(-(shown - 1) * unit // scale), (shown + 1) * unit // scale
    return (max(low, 0), high) if high < _MOST_BYTES else None


def on_sectors(found: Interval | None, sector_bytes: int | None) -> Interval | None:
    """Return the interval from the first to the last beginning of a sector in it; unchanged if it has none."""
    if found is None or not sector_bytes:
        return found
    low, high = -(-found[0] // sector_bytes) * sector_bytes, found[1] // sector_bytes * sector_bytes
    return (low, high) if low <= high else found


def of_disk(text: str | None, unit: str = "", *, thousands: bool | None = False) -> Interval | None:
    """Return what the printed size of a disk can mean; how the program rounds is not documented.

    A disk has whole sectors of 512 bytes, so ``99.99951171875`` in GB is exact. Zero is no capacity, not a small one.

    Args:
        text: ``20.00GiB``, ``102400MB``, or a number without its unit.
        unit: unit of all sizes that the program prints without it: ``M``.
        thousands: units such as GB are powers of 1000; None if that is not documented, which allows either.
    """
    if text is not None and not text.strip(" 0.,").strip("kKmMgGtTpPeEiIbB"):
        return (0, 0) if "0" in text else None
    printed = f"{text or ''}{unit}"
    found = interval(printed, thousands=thousands is not False, either_way=True)
    if found is not None and thousands is None:
        found = found[0], (interval(printed, either_way=True) or found)[1]
    return on_sectors(found, _LEAST_SECTOR)


def remainder(total: Interval | None, free: Interval | None) -> Interval | None:
    """Return what is used of a total of which so much is free; None if one is unknown or more is free than there is."""
    if total is None or free is None or free[0] > total[1]:
        return None
    return max(total[0] - free[1], 0), total[1] - free[0]


def columns(name: str, found: Callable[[R], Interval | None]) -> dict[str, Callable[[R], Value]]:
    """Return the sources of ``size_bytes``, ``size_low_bytes`` and ``size_high_bytes`` for declared facts."""

    def source(column: str) -> Callable[[R], Value]:
        return lambda row: facts(name, found(row)).get(column)

    return {column: source(column) for column in (f"{name}_bytes", f"{name}_low_bytes", f"{name}_high_bytes")}


def sizes(
    column: str, *names: str, unit: str = "", thousands: bool | None = False
) -> dict[str, Callable[[Record], Value]]:
    """Return the sources of the columns of a size, such as ``used``: the first of these attributes that has a value."""

    def found(row: Record) -> Interval | None:
        return of_disk(row.text(*names), unit, thousands=thousands)

    return columns(column, found)


def disk_size(name: str, unit: str = "") -> dict[str, Callable[[Record], Value]]:
    """Return the sources of the columns of the size of a disk, which this attribute has."""
    return sizes("size", name, unit=unit)


def exact_or_bounds(found: Interval | None) -> tuple[int | None, int | None, int | None]:
    """Return the exact value, the smallest and the largest; the exact value or the bounds are None."""
    if found is None:
        return None, None, None
    return (found[0], None, None) if found[0] == found[1] else (None, *found)


def facts(name: str, found: Interval | None) -> dict[str, Value]:
    """Return the known columns of a value: ``size_bytes``, or ``size_low_bytes`` and ``size_high_bytes``."""
    columns = zip(("_bytes", "_low_bytes", "_high_bytes"), exact_or_bounds(found), strict=True)
    return {name + end: value for end, value in columns if value is not None}


def start_facts(found: Interval | None, sector_bytes: int | None) -> dict[str, Value]:
    """Return the columns of the start of a partition, which is at the beginning of a sector."""
    placed = facts("start", on_sectors(found, sector_bytes))
    start = placed.get("start_bytes")
    if isinstance(start, int):
        placed["exact"] = True
        placed["start_sector"] = start // sector_bytes if sector_bytes and start % sector_bytes == 0 else None
    return placed
