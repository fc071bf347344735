"""Tables and blocks of the Dot Hill command line.

::

    Ports  Media  Target ID         Status        Speed(A)  Speed(C)  Health  Reason
      Action
    ------------------------------------------------------------------------------
    A1     FC(P)  207000c0ff0000a1  Up            16Gb      Auto      OK

      Topo(C)  SFP Status  Part Number
      --------------------------------
      PTP      OK          AFBR-57F5

    Volume View [Serial Number (00c0ff0000a10000d1e2f35a01000000) Name (vol01)] Mapping:
      Ports  LUN  Access      Identifier        Nickname  Profile
      -----------------------------------------------------------
      1,2    1    read-write  2100000000c10001  db01-1    Standard

    System Information
    ------------------
    System Name: msa01

Columns begin where their titles begin. A header that is too long for the terminal continues on indented lines, and so do
the rows. Objects have the names of the XML, so what is written of them is the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from checker.facts.observations import Writer
from checker.readers.dothill.objects import DotHillObject, Nesting
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import cells_at
from checker.readers.toolkit.numbers import whole

_RULER = re.compile(r"[ \t]*-{4,}[ \t]*\Z")
_PAIR = re.compile(r"[ \t]*([A-Z][A-Za-z0-9/() -]{0,40}?)[ \t]*:(?:[ \t]+(.*))?\Z")
_VIEW = re.compile(
    r"[ \t]*(Volume|Host|Initiator) View \[[ ]?(?:Serial Number|ID)[ ]*\(([^()\n]{0,223})\)[ ]*"
    r"(?:Name[ ]*\(([^()\n]{0,80})\)[ ]*)?(?:Profile[ ]*\([^()\n]{0,40}\)[ ]*)?\][ ]*Mapping:?[ \t]*\Z"
)
_NOISE = re.compile(
    r"[ \t]*(?:Success: .*|not-mapped[ \t]+all other [a-z]+\b.*|Info: .*|.{0,80}[#>$%][ \t]?(?:show|set) .*|show [a-z].*|set cli-parameters .*|# *(?:exit)?|exit)[ \t]*\Z"
)
# Titles of tables with the names of their properties; a column of another title is skipped.
_TITLES = """
    Ports=port, Media=media, Target ID=target-id, Status=status, Speed(A)=actual-speed, Actual Speed=actual-speed,
    Speed(C)=configured-speed, Configured Speed=configured-speed, Health=health, Health Reason=, Health Recommendation=,
    Reason=, Action=, Nickname=nickname, Discovered=discovered, Mapped=mapped, Profile=profile, Host Type=host-bus-type,
    ID=id, Host ID=id, Host Name=nickname, Name=name, Pool=storage-pool-name, Vdisk=storage-pool-name, Total Size=total-size, Size=size,
    Alloc Size=, Serial Number=serial-number, WR Policy=, Cache Opt=, Read Ahead Size=, Type=volume-type, Class=,
    Qualifier=, Volume Description=, WWN=wwn, Large Virtual Extents=, LUN=lun, Access=access, Identifier=identifier,
    Host-Port-Identifier=identifier, Location=location, Vendor=vendor, Rev=, How Used=, Description=, Usage=, Jobs=,
    Speed (kr/min)=, Sec Fmt=, Disk Group=, Tier=, Volume=volume, Controller=controller, Disks=diskcount,
    RAID=raidtype, Free=, % of Pool=, Own=owner, Pref=preferred-owner, Spr=, Chk=, Current Job=, Job%=, Drive Spin Down=, Spin Down Delay=,
    Spin Down=, SD Delay=, Blocksize=, Avail=total-avail, Snap Size=, OverCommit=, Disk Groups=, Volumes=, Low Thresh=, Mid Thresh=, High Thresh=
"""
_NAMES = dict(word.strip().split("=") for word in _TITLES.split(","))
_TITLE = re.compile("|".join(map(re.escape, sorted(_NAMES, key=len, reverse=True))) + r"(?=[ \t]|\Z)")
_WORD = re.compile(r"\S+")
# Titles that only one table has together, with the type of its rows and what they call the title "Name".
_TABLES = (
    ("Ports LUN Access Identifier", "volume-view-mappings", ""),
    ("Ports LUN Access Host-Port-Identifier", "volume-view-mappings", ""),
    ("Name LUN Access Ports", "host-view-mappings", "volume-name"),
    ("Ports Media Target,ID", "port", ""),
    ("Nickname Discovered Mapped ID", "initiator", ""),
    ("Host,ID Discovered Mapped Profile", "initiator", "nickname"),
    ("Name Size Vdisk Type", "volumes", "volume-name"),
    ("Name Total,Size Pool Type", "volumes", "volume-name"),
    ("Volume WWN Health", "provisioning", ""),
    ("Location Serial,Number Vendor", "drives", ""),
    ("Name Size RAID Disks Status", "disk-groups", ""),
    ("Name Total,Size Avail Health", "pools", ""),
)
_SETS = tuple((frozenset(t.replace(",", " ") for t in titles.split()), kind, name) for titles, kind, name in _TABLES)
# Headings of blocks with the type of their object.
_HEADINGS = {
    "System Information": "system", "Controllers": "controllers", "Controller A Versions": "versions",
    "Controller B Versions": "versions", "Host Group Information": "host-group", "Host Information": "host",
}  # fmt: skip
_KEYS = {
    "system": {
        "System Name": "system-name", "Midplane Serial Number": "midplane-serial-number", "Vendor Name": "vendor-name",
        "Product ID": "product-id", "Health": "health",
    },
    "controllers": {
        "Controller ID": "controller-id", "Serial Number": "serial-number", "Status": "status", "Health": "health",
        "SC Firmware Version": "sc-fw", "Storage Controller Code Version": "sc-fw", "Cache Memory Size (MB)": "cache-memory-size",
    },
    "versions": {"Bundle Version": "bundle-version"},
    "host-group": {"Name": "name", "Group Name": "name", "Host Group Name": "name"},
    "host": {"Name": "name", "Host Name": "name"},
}  # fmt: skip
_PORT_ROW = re.compile(r"[AB][0-9]{1,2}[ \t]+\S")
_HEADER_LINES = 3
_SHAPES = {
    "Health": re.compile(r"(?:OK|Degraded|Fault|Unknown|N/A)\Z"),
    "Size": re.compile(r"[0-9][0-9.,]{0,20} ?[KMGTP]?i?B\Z"),
    "Location": re.compile(r"[0-9]{1,3}\.[0-9]{1,3}\Z"),
}
"""What a cell looks like, where a line that has something else in its column is no row."""
_FIRST = frozenset(("Ports", "Name", "Nickname", "Host ID", "Vdisk", "Pool", "Volume", "Location"))


@dataclass(frozen=True)
class _Table:
    """A header: the titles with their first columns on each of its lines, and the type of its rows."""

    lines: tuple[tuple[tuple[int, str], ...], ...]
    kind: str
    name: str

    def cells(self, line: str, part: int) -> dict[str, str] | None:
        """Return the cells of a line of a row; None if it does not fit the columns."""
        titles = self.lines[part]
        cells = cells_at([start for start, _ in titles], line)
        if cells is None:
            cells = line.split()
        found = dict(zip((title for _, title in titles), cells, strict=True)) if len(cells) == len(titles) else {}
        fits = all(shape.match(found[title]) for title, shape in _SHAPES.items() if found.get(title))
        return found if found and fits else None

    def values(self, cells: dict[str, str]) -> dict[str, Any]:
        """Return the properties of a row."""
        found: dict[str, Any] = {}
        for title, cell in cells.items():
            name = self.name if title == "Name" and self.name else _NAMES.get(title, "")
            if name and cell:
                found["ports" if name == "port" and self.kind != "port" else name] = cell
        return found


def _titles(line: str) -> tuple[tuple[int, str], ...]:
    """Return the titles of a header line with their columns; an unknown word is a column of its own."""
    found: list[tuple[int, str]] = []
    position = 0
    while (word := _WORD.search(line, position)) is not None:
        known = _TITLE.match(line, word.start())
        found.append((word.start(), known.group() if known else word.group()))
        position = known.end() if known else word.end()
    return tuple(found)


def header_of(lines: Sequence[str]) -> tuple[_Table, int] | None:
    """Return the table whose header ends with the last of these lines, and how many of them belong to it."""
    parts: list[tuple[tuple[int, str], ...]] = []
    for count, line in enumerate(reversed(lines[-_HEADER_LINES:]), 1):
        parts.insert(0, _titles(line))
        shown = frozenset(title for part in parts for _, title in part)
        for needed, kind, name in _SETS:
            if needed <= shown and parts[0][0][1] in _FIRST:
                return _Table(tuple(parts), kind, name), count
    return None


def objects(capture: Capture, out: Writer) -> Iterator[DotHillObject]:
    """Yield the objects of all tables and blocks."""
    nesting = Nesting()
    lines: list[tuple[int, str]] = []
    found: _Table | str = ""
    ports: _Table | None = None
    for number, line in capture.lines():
        if not _RULER.match(line):
            lines.append((number, line))
            continue
        above = _block_above([text for _, text in lines])
        table = header_of(above)
        heading = _HEADINGS.get(above[-1].strip(), "") if above else ""
        details = ports is not None and bool(above) and above[-1][:1] in " \t"
        used = table[1] if table else whole(bool(heading) or details)
        yield from _body(found, ports, lines[: len(lines) - used], nesting, out)
        lines = []
        # Any other ruler ends a table.
        found = table[0] if table else heading
        if found:
            ports = found if isinstance(found, _Table) and found.kind == "port" else None
    yield from _body(found, ports, lines, nesting, out)


def _block_above(lines: Sequence[str]) -> list[str]:
    """Return the lines at the end that no blank line separates from it."""
    block: list[str] = []
    for line in reversed(lines[-_HEADER_LINES:]):
        if not line.strip():
            break
        block.insert(0, line)
    return block


def _body(
    found: _Table | str, ports: _Table | None, lines: list[tuple[int, str]], nesting: Nesting, out: Writer
) -> Iterator[DotHillObject]:
    """Yield what the lines between two headers state."""
    table = found if isinstance(found, _Table) else None
    row: tuple[int, dict[str, str], int] | None = None
    block: DotHillObject | None = None
    for number, line in lines:
        if row is not None and table is not None and line[:1] in " \t" and row[2] + 1 < len(table.lines):
            more = table.cells(line, row[2] + 1) if line.strip() else {}
            if more is None:
                out.unread(number)
            row = (row[0], {**row[1], **(more or {})}, row[2] + 1)
            continue
        if row is not None and table is not None:
            yield nesting.place(table.kind, table.values(row[1]), row[0])
            row = None
        if not line.strip() or _NOISE.match(line):
            continue
        if (view := _VIEW.match(line)) is not None:
            yield _view(view, number, nesting)
            table = None
        elif ports is not None and _PORT_ROW.match(line) and (cells := ports.cells(line, 0)) is not None:
            table, row = ports, (number, cells, 0)
        elif ports is not None and table is not ports:
            # The details of the port above: its topology and transceiver.
            continue
        elif table is not None and table is not ports and (cells := table.cells(line, 0)) is not None:
            row = (number, cells, 0)
        elif isinstance(found, str) and found and (pair := _PAIR.match(line)) is not None:
            name = _KEYS[found].get(pair.group(1), "")
            if block is None or (name and name in block.values):
                if block is not None:
                    yield nesting.place(block.type, block.values, block.line)
                block = DotHillObject(found, {}, number)
            if name and pair.group(2):
                block.values[name] = pair.group(2).strip()
        else:
            out.unread(number)
    if row is not None and table is not None:
        yield nesting.place(table.kind, table.values(row[1]), row[0])
    if block is not None:
        yield nesting.place(block.type, block.values, block.line)


def _view(view: re.Match[str], number: int, nesting: Nesting) -> DotHillObject:
    what, serial, name = (group.strip() if group else "" for group in view.groups())
    if what == "Volume":
        return nesting.place("volume-view", {"volume-serial": serial, "volume-name": name}, number)
    return nesting.place("hosts-view", {"id": serial, "hba-nickname": name}, number)
