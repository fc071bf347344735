"""Facts that several readers of AIX write."""

from __future__ import annotations

from checker.facts.observations import Writer
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.declared import Facts
from checker.readers.toolkit.fields import const, owner
from checker.readers.toolkit.records import TextRow

HOST = Facts[TextRow]("host", needs="host", distinct=True, host=owner, platform=const("aix"))

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
