"""Disks with their product, size and error counters: ``iostat -En``, ``iostat -E``.

Sample; with ``-n``, disks have the name of their device, else that of the driver (``ssd12``)::

    c6t60060E8000000001000000000000A001d0 Soft Errors: 0 Hard Errors: 3 Transport Errors: 12
    Vendor: HITACHI  Product: OPEN-V      -SUN Revision: 5001 Serial No:
    Size: 53.69GB <53687091200 bytes>
    Media Error: 0 Device Not Ready: 0 No Device: 3 Recoverable: 0
    Illegal Request: 2 Predictive Failure Analysis: 0

The counters are skipped: they count since the system started, and a reset of a bus raises those of all its disks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.solaris.disk_names import disk_identity, kernel_name
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import note_truncated, printed, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, number, owner, parsed, text
from checker.readers.toolkit.declarations.records import TextRow

_TITLE = re.compile(
    r"\s*(?P<name>\S{2,80})\s+Soft Errors:\s*[0-9]+\s+Hard Errors:\s*[0-9]+\s+Transport Errors:\s*[0-9]+\s*\Z"
)
_INQUIRY = re.compile(
    r"\s*Vendor:\s*(?P<vendor>\S(?:.{0,20}?\S)?)\s+Product:\s*(?P<model>\S(?:.{0,40}?\S)?)\s+Revision:\s*(?P<revision>\S{0,16})"
    r"(?:\s+Serial No:.*|\s*)\Z"
)
_SIZE = re.compile(r"\s*Size:\s*\S{1,20}\s*<(?P<bytes>-?[0-9]{1,20}) bytes>\s*\Z")
_COUNTERS = re.compile(r"\s*(?:Media Error:|Illegal Request:|RPM:|Model:)")
_NOISE = re.compile(shell_noise("iostat"))
_BEGINS = r"^[ \t]*\S{2,80}[ \t]+Soft Errors:[ \t]*[0-9]+[ \t]+Hard Errors:[ \t]*[0-9]+[ \t]+Transport Errors:"


def _disks(capture: Capture, out: Writer) -> Iterator[TextRow]:
    row: TextRow | None = None
    cut = 0
    for at, line in printed(capture, 400):
        cut = 0
        if match := _TITLE.match(line):
            if row is not None:
                yield row
            row = TextRow(at, {"name": match["name"]})
        elif row is not None and (match := _INQUIRY.match(line) or _SIZE.match(line)):
            row.values.update(match.groupdict())
        elif (row is None or not _COUNTERS.match(line)) and not _NOISE.match(line.strip()):
            out.unread(at)
            cut = at if row is not None else 0
    if row is not None:
        yield row
    note_truncated(out, cut, "line")


def _is_disk(row: TextRow) -> bool:
    """Return FALSE for optical drives and tapes, which have no size, and for records without a second line."""
    return (row.number("bytes") or 0) > 0


READERS = (
    Family("solaris", _disks).reader(
        "solaris-iostat-errors", "iostat -En", by_pattern("disks with their errors of iostat -En", (95, _BEGINS)),
        Facts[TextRow]("host", needs="host", distinct=True, host=owner, platform=const("solaris")),
        Facts[TextRow](
            "device", when=_is_disk, host=owner, device=parsed(disk_identity, "name"), kernel_name=parsed(kernel_name, "name"), vendor=text("vendor"),
            model=text("model"), revision=text("revision"), size_bytes=number("bytes"),
        ),
        needles=("Soft Errors:", "Transport Errors:"), begins=_BEGINS,
    ),
)  # fmt: skip
