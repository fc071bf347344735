"""Extent pools of IBM DS8000: ``lsextpool``.

::

    Name ID stgtype rankgrp status availstor (2^30B) %allocated available reserved numvols
    ======================================================================================
    db   P0 fb            0 below              14285         96     14285        0    2948

Only the free space and the share that is allocated are printed, both as whole numbers; how they are rounded is not documented, so
that capacity and used space have bounds. ``status`` compares the allocated share with a threshold, is no state of a part and is not
read: all extents of a pool of standard volumes may be allocated.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import ceil, floor

from checker.facts.values import Value
from checker.readers.ds8000.tables import ARRAY, BANNER, has_titles, reader, table
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow

_GIB = 1 << 30
_HEADER = re.compile(r"Name\s+ID\s+stgtype\s+rankgrp\s+status\s+availstor\b")
_ROW = re.compile(
    r"(?P<Name>\S.{0,30}?)\s+(?P<ID>P[0-9]{1,5})\s+(?:fb|ckd)\s+(?:[0-9]+|-)\s+[a-z]+\s+(?P<free>[0-9]{1,9})\s+(?P<share>[0-9]{1,3})(?:\s+[0-9]+){2,4}\Z"
)


def _size(pool: TextRow) -> tuple[int, int] | None:
    """Return the smallest and the largest capacity in bytes; None for a pool that is full, or without free space."""
    free, share = pool.number("free", "availstor (2^30B)"), pool.number("share", "%allocated")
    if not free or share is None or share >= 99:
        return None
    return floor((free - 1) * _GIB * 100 / (101 - share)), ceil((free + 1) * _GIB * 100 / (99 - share))


def _bound(column: str, place: int) -> Callable[[TextRow], Value]:
    """Source: a bound of the capacity, or of the used space, which is the rest without the free space."""

    def get(pool: TextRow) -> Value:
        size, free = _size(pool), pool.number("free", "availstor (2^30B)")
        if size is None or free is None:
            return None
        return size[place] if column == "size" else max(0, size[place] - (free + (1 - 2 * place)) * _GIB)

    return get


_POOLS: Facts[TextRow] = Facts(
    "pool", needs="pool", storage_array=owner, pool="ID", label="Name", size_low_bytes=_bound("size", 0), size_high_bytes=_bound("size", 1),
    used_low_bytes=_bound("used", 0), used_high_bytes=_bound("used", 1),
)  # fmt: skip

READERS = (
    reader(
        "ds8000-lsextpool", "lsextpool", has_titles("extent pools of a DS8000", _HEADER), ARRAY, _POOLS,
        rows=table(_HEADER, _ROW), needles=("stgtype", "rankgrp", "availstor"),
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*Name[ \t,]+ID[ \t,]+stgtype[ \t,]+rankgrp\b",
    ),
)  # fmt: skip
