"""Preferred paths of hosts by VPLEX port: the table of a script that counts them over all datastores.

::

    SanID                        Paths  Percentage
    -----                        -----  -----------
    50:00:14:42:A0:12:34:00      16     7,27
    50:00:14:42:A0:12:34:01      18     8,18

Each row contains the number of devices that prefer a path through the target port, and its share; the decimal separator
depends on the locale.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.facts import normalise
from checker.readers.toolkit.declarations.blocks import line_rows
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, parsed, wwn
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import decimal

_HEADER = r"(?i)^[ \t]*SanID[ \t]+Paths[ \t]+Percentage[ \t]*$"
_ROW = re.compile(r"\s*(?P<port>\S+)\s+(?P<paths>[0-9]{1,9})(?:\s+(?P<share>[0-9]{1,3}(?:[.,][0-9]{1,9})?)\s*%?)?\s*\Z")


def _load(metric: str, value: Callable[[TextRow], float | None], unit: str) -> Facts[TextRow]:
    return Facts(
        "port_load", needs=("about_key", "value"), about_kind=const("target_port"),
        about_key=parsed(normalise.wwn, "port"), metric=const(metric), value=value, unit=const(unit),
    )  # fmt: skip


def _paths(row: TextRow) -> float | None:
    paths = row.number("paths")
    return None if paths is None else decimal(paths)


def _share(row: TextRow) -> float | None:
    share = row.text("share")
    return None if share is None else round(decimal(share.replace(",", ".")) / 100, 6)


READERS = (
    Family("vplex", line_rows(_ROW, re.compile(rf"{_HEADER}|[-\s]+\Z").match)).reader(
        "vplex-path-stats", "Get-VPLEXDatastorePreferedPathStats",
        by_pattern("header of a table of preferred paths by target port", (92, _HEADER)),
        Facts("target_port", needs="target_wwpn", place="port", target_wwpn=wwn("port")),
        _load("preferred_paths", _paths, "paths"), _load("preferred_path_share", _share, "ratio"),
        needles=("SanID", "Percentage"), trust=40,
    ),
)  # fmt: skip
