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

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, columns

_HEADER = re.compile(r"^[ \t]*SanID[ \t]+Paths[ \t]+Percentage[ \t]*$", re.MULTILINE | re.IGNORECASE)
_RULER = re.compile(r"[-\s]+\Z")
_ROW = re.compile(r"\s*(?P<port>\S+)\s+(?P<paths>[0-9]{1,9})(?:\s+(?P<share>[0-9]{1,3}(?:[.,][0-9]{1,9})?)\s*%?)?\s*\Z")


def _detect(capture: Capture) -> Detection | None:
    if _HEADER.search(capture.head):
        return Detection(92, "header of a table of preferred paths by target port")
    return None


def _read(capture: Capture, out: Writer) -> None:
    last = last_bad = 0
    for line, text in capture.lines():
        if not text.strip():
            continue
        last = line
        if _HEADER.match(text) or _RULER.match(text):
            continue
        row = _ROW.match(text)
        if row is None:
            last_bad = line
            out.unread(line)
            continue
        wwpn = out.wwn(row["port"], line, "target_port", "target_wwpn", row["port"])
        if wwpn is None:
            continue
        out.add("target_port", line, target_wwpn=wwpn)
        paths = normalise.integer(row["paths"])
        _load(out, line, wwpn, "preferred_paths", float(paths) if paths is not None else None, "paths")
        if row["share"] is not None:
            share = float(row["share"].replace(",", ".")) / 100
            _load(out, line, wwpn, "preferred_path_share", round(share, 6), "ratio")
    if last and last == last_bad:
        out.ends_inside_record = True
        out.note(last, "the text ends inside a row")


def _load(out: Writer, line: int, wwpn: str, metric: str, value: float | None, unit: str) -> None:
    out.add("port_load", line, about_kind="target_port", about_key=wwpn, metric=metric, value=value, unit=unit)


READERS = (
    Reader(
        name="vplex-path-stats", platform="vplex", command="Get-VPLEXDatastorePreferedPathStats",
        provides=columns(target_port="target_wwpn", port_load="about_kind about_key metric value unit"), detect=_detect,
        read=_read, needles=("SanID", "Percentage"), trust=40,
    ),
)  # fmt: skip
