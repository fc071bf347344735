"""Facts that several readers of AIX write."""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow

_UNIQUE = re.compile(r"[0-9A-Fa-f]{2}(?:213([0-9A-Fa-f]{32})|113([0-9A-Fa-f]{16}))")
_LOCAL = re.compile(r"\b(?:SAS|LVD|SCSI|SATA|NVMe)\b")
_SHARED = re.compile(r"\b(?:MPIO|FC|FCP|Virtual|iSCSI|Other)\b")
HOST = Facts[TextRow]("host", needs="host", distinct=True, host=owner, platform=const("aix"))


def disk(row: TextRow) -> str | None:
    """Return the identity of the LUN in ``unique_id``, else the ``name`` of the disk; None without both.

    A unique_id begins with two digits, the length in hexadecimal, a 3, and the NAA number.
    """
    found = _UNIQUE.match(row.values.get("unique_id") or "")
    name = row.text("name")
    return normalise.device_id(found.group(1) or found.group(2)) if found else f"block:{name}" if name else None


def is_local(description: str) -> bool | None:
    """Return TRUE if the description of a disk is that of a local one; None otherwise."""
    return True if _LOCAL.search(description) and not _SHARED.search(description) else None


MPIO_DISKS = {
    "host": ("host", "platform", "multipath_software"),
    "device": word_list("host device kernel_name multipath_owner"),
    "device_owner": ("host", "device", "multipath_owner"),
}
"""What :func:`write_disk` writes."""


def write_disk(out: Writer, host: str, line: int, name: str, *, first: bool) -> None:
    """Write a disk under MPIO; ``first`` also writes the host."""
    device = f"block:{name}"
    if first:
        out.add("host", line, host=host, platform="aix", multipath_software="mpio")
    out.add("device", line, host=host, device=device, kernel_name=name, multipath_owner="mpio")
    out.add("device_owner", line, host=host, device=device, multipath_owner="mpio")
