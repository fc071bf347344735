"""Parts that the readers of Windows have in common: hosts, disks of hosts and guests, recognition by properties.

A collection header may name a virtual machine: ``# sanlint: host=esx40 guest=vm01 disk0=naa.60…``. The host is then the
hypervisor's, and the LUN below each of the guest's disks is the one in the header.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Facts, Field
from checker.readers.toolkit.declarations.family import Family, by_columns
from checker.readers.toolkit.declarations.fields import computed, const
from checker.readers.toolkit.declarations.records import Context
from checker.readers.windows.records import Record, machine, properties, records

LONGEST_ROW = 4000
"""No row of a table is longer; patterns with blanks in them are not tried on longer lines."""
RULER = re.compile(r"[\s-]+\Z")
_NOISE = re.compile(
    r"\s*(?:wmic\b|PS |Get-|[A-Za-z]:\\|-+(?:\s+-+)*\s*\Z|No Instance\(s\) Available|\[?Press any key|#)", re.IGNORECASE
)


def guest_of(capture: Capture) -> str:
    """Return the virtual machine that the collection header names; '' without one."""
    return capture.header.get("guest", "").strip()


def all_records(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the records; other lines are counted as unread."""
    lines = capture.numbered()
    guest = guest_of(capture)
    for item in records(capture.text, capture.first_line):
        if isinstance(item, Record):
            item.guest = guest
            yield item
            continue
        if item.count and not _NOISE.match(lines[item.line - capture.first_line][1]):
            out.unread(item.line, item.count)
        if item.problem:
            out.note(item.line, item.problem)
        out.ends_inside_record = out.ends_inside_record or item.cut_off


def _host(row: Record, context: Context) -> str:
    return context.owner if row.guest else machine(row.values) or context.owner


host = computed(_host)
"""Source: the host of a record."""
HOST = Facts[Record](
    "host", needs="host", distinct=True, host=computed(lambda row, context: None if row.guest else _host(row, context)),
    platform=const("windows"),
)  # fmt: skip
WINDOWS = Family("windows", all_records)


def disk(identity: Callable[[Record], str | None], drive: Callable[[Record], str | None]) -> Field[Record]:
    """Source: the identity of a disk, else its name on the host; for a guest's disk, the LUN in the collection header."""

    def get(row: Record, context: Context) -> str | None:
        name = drive(row)
        if not row.guest:
            return identity(row) or (f"block:{name}" if name else None)
        header = context.capture.header
        number = name.removeprefix("PhysicalDrive") if name else ""
        named = normalise.device_id(header.get(f"disk{number}") or header.get("device"))
        return named or (f"block:{row.guest}:{name}" if name else None)

    return computed(get)


def by_properties(
    reason: str, *claims: tuple[int, str], header: str = r"(?!)"
) -> Callable[[Capture], Detection | None]:
    """Return the detection by the properties of the first record, or by the header of a table."""
    is_header = re.compile(header, re.MULTILINE).search
    by_names = by_columns(properties, reason, *claims)

    def detect(capture: Capture) -> Detection | None:
        return Detection(95, reason) if is_header(capture.head) else by_names(capture)

    return detect


def owner_in(text: str) -> str | None:
    """Return the computer that the first records of a text name."""
    if not re.search(r"(?i)\b(?:Node|PSComputerName|SystemName)\b", text[:16_384]):
        return None
    for count, item in enumerate(records(text[:65_536])):
        if isinstance(item, Record) and (named := machine(item.values)):
            return named
        if count > 8:
            return None
    return None
