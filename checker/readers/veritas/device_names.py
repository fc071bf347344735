"""What the names say that DMP gives to paths, and the identity of a DMP node.

On Solaris a path is ``c10t514F0C5000022101d0s2``: controller, target port, LUN and slice; the target is a number on
parallel SCSI and on HP-UX. On Linux it is ``sdb``, on AIX ``hdisk4``: such a name tells nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from checker.facts import normalise

_CTD = re.compile(r"(c[0-9]{1,6})t([0-9A-Fa-f]{1,32})d([0-9]{1,5})(s[0-9]{1,2})?\Z")
_WWPN_DIGITS = 16


class PathName(NamedTuple):
    """Controller, target WWPN and LUN number as far as the name of a path tells them."""

    controller: str | None = None
    target_wwpn: str | None = None
    lun: int | None = None


def path_name(name: str) -> PathName:
    """Read the name of a path; the LUN number is told only beside a WWPN, because HP-UX counts virtual targets."""
    match = _CTD.match(name)
    if match is None:
        return PathName()
    controller, target, lun, _ = match.groups()
    wwpn = normalise.wwn(target) if len(target) == _WWPN_DIGITS else None
    return PathName(controller, wwpn, int(lun) if wwpn else None)


def node_identity(node: str) -> str:
    """Return the identity of a DMP node that holds on its host only: its place below /dev."""
    return f"block:vx/dmp/{node}"


def is_path_name(text: str) -> bool:
    """Return TRUE for a name of the form c2t1d0."""
    return _CTD.match(text) is not None


def serial_of(text: str | None) -> str | None:
    """Return the serial number of an array; disks without an array share a word instead of one."""
    return None if text is None or text.upper() in ("DISKS", "OTHER_DISKS", "DISK") else text
