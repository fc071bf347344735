"""Layouts of ``lsblk``: a tree or list in columns, pairs (``-P``), and JSON (``-J``); all return the same nodes.

In a table, a column of numbers is right-aligned and may begin to the left of its heading. Columns are therefore
separated at the character positions that are blank in every line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList

_COLUMN_WORDS = (
    "NAME KNAME PATH PKNAME MAJ:MIN FSTYPE FSSIZE FSAVAIL FSUSED FSUSE% FSROOTS FSVER MOUNTPOINT MOUNTPOINTS LABEL UUID "
    "PTUUID PTTYPE PARTTYPE PARTTYPENAME PARTN PARTLABEL PARTUUID PARTFLAGS RA RO RM HOTPLUG MODEL SERIAL SIZE STATE OWNER "
    "GROUP MODE ALIGNMENT MIN-IO OPT-IO PHY-SEC LOG-SEC ROTA SCHED RQ-SIZE TYPE DISC-ALN DISC-GRAN DISC-MAX DISC-ZERO "
    "WSAME WWN RAND HCTL TRAN SUBSYSTEMS REV VENDOR ZONED DAX START MQ ZONE-SZ ZONE-WGRAN ZONE-APP ZONE-NR ZONE-OMAX "
    "ZONE-AMAX ID ID-LINK DISK-SEQ MAJ MIN LINK"
)
COLUMNS = frozenset(_COLUMN_WORDS.split())
_DISTINCTIVE_WORDS = "MAJ:MIN KNAME PKNAME FSTYPE MOUNTPOINT MOUNTPOINTS HCTL LOG-SEC PHY-SEC ROTA TRAN RQ-SIZE"
_DISTINCTIVE = frozenset(_DISTINCTIVE_WORDS.split())
# Branches as lsblk draws them, as dots or question marks in damaged copies, and as UTF-8 read as Latin-1.
_GLYPHS = re.compile(r"[\s|`+\-│├└─┬┌»'\u00b4.?\u0080-\u009f\u00e2\u201d\u0153\u20ac\ufffd]*")
_MAP_NAME = re.compile(r"(\S.*?) \((dm-[0-9]{1,9})\)\Z")
_DEFAULT_ROW = re.compile(
    r"(\S+(?: \(dm-[0-9]{1,9}\))?)\s+([0-9]{1,9}:[0-9]{1,9})\s+([01])\s+([0-9.,]+[BKMGTPE]?)\s+([01])\s+([a-z][a-z0-9]*)\s*(.*)\Z"
)
_DEFAULT_NAMES = ("NAME", "MAJ:MIN", "RM", "SIZE", "RO", "TYPE", "MOUNTPOINT")
_BARE_ROW = re.compile(r"(disk|part|lvm|mpath|crypt|rom|loop|raid[0-9]+|md) (/dev/\S+)(?: (.*))?\Z")
_PAIR = re.compile(r'([A-Z][A-Z0-9:_%-]{1,14})="((?:[^"\\]|\\.)*+)"')
_ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})")


@dataclass
class Node:
    """One line or object: non-empty ``cells`` by upper-case column; ``above`` is the index of its parent in the output."""

    line: int
    cells: dict[str, str] = field(default_factory=dict)
    above: int | None = None

    @property
    def name(self) -> str:
        """The name without folder."""
        return self.cells.get("NAME", "").removeprefix("/dev/").removeprefix("mapper/")


Nodes = PackedList[Node]
Rows = PackedList[tuple[int, str]]
"""Lines with their numbers."""


def header_words(line: str) -> list[str] | None:
    """Return the headings of a table, or None if the line is not a header of lsblk."""
    words = line.split()
    known = len(words) >= 2 and len(set(words)) == len(words) and all(word in COLUMNS for word in words)
    if known and ("NAME" in words or "KNAME" in words) and _DISTINCTIVE.intersection(words):
        return words
    return None


def is_bare(line: str) -> bool:
    """Return TRUE for a line of ``lsblk --noheadings --list --paths --output type,name,mountpoint``."""
    return _BARE_ROW.match(line.strip()) is not None


def is_pairs(line: str) -> bool:
    """Return TRUE for a line of ``lsblk -P``."""
    # Elements of XML have attributes that look the same.
    if 'NAME="' not in line or line.lstrip().startswith("<"):
        return False
    found = {name.replace("_", "-") for name, _ in _PAIR.findall(line)}
    return len(found) >= 2 and bool(found & {"NAME", "KNAME"}) and len(found & (COLUMNS | {"MAJ-MIN"})) == len(found)


_END = object()
_NOISE = re.compile(r"\s*(?:/\S{1,30}/)?lsblk: ")
_NUMBERS_FIRST = re.compile(r"[ \t]+[0-9]{1,9}:[0-9]{1,9}[ \t]")


def table_nodes(capture: Capture, out: Writer) -> Nodes:
    """Read every table, pairs line and bare line of the text."""
    nodes: Nodes = PackedList()
    header: str | None = None
    rows: Rows = PackedList()
    for number, line in capture.lines():
        if not line.strip() or _NOISE.match(line):
            continue
        if header_words(line):
            _table(header, rows, nodes, out)
            header, rows = line, PackedList()
        elif is_pairs(line):
            pairs = {name.replace("_", "-").replace("MAJ-MIN", "MAJ:MIN"): text for name, text in _PAIR.findall(line)}
            cells = {
                name: _ESCAPE.sub(lambda m: chr(whole(m.group(1), 16)), text).strip() for name, text in pairs.items()
            }
            nodes.append(Node(number, _filled(cells)))
        elif header is None and (match := _BARE_ROW.match(line.strip())):
            kind, path, mount = match.groups()
            nodes.append(Node(number, _filled({"TYPE": kind, "NAME": path, "MOUNTPOINT": mount or ""})))
        elif header is not None:
            rows.append((number, line))
        else:
            out.unread(number)
    _table(header, rows, nodes, out)
    return nodes


def _filled(cells: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in cells.items() if text}


def _table(header: str | None, rows: Rows, nodes: Nodes, out: Writer) -> None:
    """Append the nodes of one table."""
    if header is None or not rows:
        return
    names = header.split()
    rows, long_names = _joined(rows) if names[:2] == ["NAME", "MAJ:MIN"] else (rows, {})
    bounds = column_bounds(header, (line for _, line in rows))
    stack: list[tuple[int, int]] = []
    for number, line in rows:
        glyphs = _GLYPHS.match(long_names.get(number, line))
        depth = glyphs.end() if glyphs else 0
        if number in long_names and not bounds:
            line = f"{long_names[number]} {line.lstrip()}"
        cells = cells_by_place(names, bounds, line) if bounds else _cells_by_form(names, line[depth:])
        if number in long_names and bounds:
            cells["NAME"] = long_names[number]
        name = _GLYPHS.sub("", cells.get("NAME", cells.get("KNAME", "")), count=1) if cells else ""
        if not cells or not name or not _plausible(cells):
            if cells and not name and cells.get("MOUNTPOINTS"):
                # More mount points of the device above, one per line.
                continue
            out.unread(number)
            continue
        if "NAME" in cells:
            cells["NAME"] = name
        if match := _MAP_NAME.match(name):
            cells["NAME"] = match.group(1)
            cells.setdefault("KNAME", match.group(2))
        while stack and stack[-1][0] >= depth:
            stack.pop()
        node = Node(number, _filled(cells), stack[-1][1] if stack else None)
        stack.append((depth, len(nodes)))
        nodes.append(node)


def _joined(rows: Rows) -> tuple[Rows, dict[int, str]]:
    """Join a name on a line of its own with the row below it, where a narrow terminal put the other cells."""
    kept: Rows = PackedList()
    long_names: dict[int, str] = {}
    for number, line in rows:
        if kept and _NUMBERS_FIRST.match(line):
            above, name = kept[-1]
            bare = _GLYPHS.sub("", name, count=1).strip()
            if bare and (" " not in bare or _MAP_NAME.match(bare)):
                kept.pop()
                kept.append((above, line))
                long_names[above] = name.rstrip()
                continue
        kept.append((number, line))
    return kept, long_names


def _plausible(cells: dict[str, str]) -> bool:
    """Return FALSE if a cell does not fit its column: the line is not a row of this table."""
    numbers, kind = cells.get("MAJ:MIN"), cells.get("TYPE")
    return (numbers is None or re.fullmatch(r"[0-9]+:[0-9]+", numbers) is not None) and (
        kind is None or re.fullmatch(r"[a-z][a-z0-9-]*", kind) is not None
    )


def column_bounds(header: str, lines: Iterable[str]) -> list[int] | None:
    """Return the start of each column but the first: a position between two headings that is blank in every line."""
    starts = [match.start() for match in re.finditer(r"\S+", header)]
    width = len(header)
    filled = bytearray(width + 1)
    for line in (header, *lines):
        for match in re.finditer(r"\S+", line[:width]):
            filled[match.start() : match.end()] = b"\x01" * (match.end() - match.start())
    found: list[int] = []
    for left, right in pairwise(starts):
        place = next((at for at in range(right - 1, left, -1) if not filled[at]), None)
        if place is None:
            return None
        found.append(place)
    return found


def cells_by_place(names: list[str], bounds: list[int], line: str) -> dict[str, str]:
    """Return the cells of a line, cut at the column bounds."""
    edges = [0, *bounds, len(line)]
    return {name: line[edges[at] : max(edges[at + 1], edges[at])].strip() for at, name in enumerate(names)}


def _cells_by_form(names: list[str], text: str) -> dict[str, str]:
    """Read a row whose blanks are lost; only the usual columns can be recognised by their form."""
    match = _DEFAULT_ROW.match(text)
    if match is None or tuple(names[:6]) != _DEFAULT_NAMES[:6] or len(names) > 7:
        return {}
    return dict(zip(_DEFAULT_NAMES, match.groups(), strict=True))


def json_nodes(capture: Capture, out: Writer, columns: Collection[str]) -> Nodes:
    """Read these columns of every document with ``blockdevices``; ``-O`` prints sixty of each of a hundred thousand disks."""
    nodes: Nodes = PackedList()
    names = {column.lower(): column for column in columns}
    for piece in noted_documents(capture.text, capture.first_line, out, whole=True):
        devices = piece.value.get("blockdevices") if isinstance(piece.value, LocatedDict) else None
        # A long list is unpacked as it is read: a device may have a hundred thousand children.
        pending: list[tuple[Iterator[Any], int | None]] = [(_items(devices), None)]
        while pending:
            items, above = pending[-1]
            item = next(items, _END)
            if item is _END:
                pending.pop()
            elif isinstance(item, LocatedDict):
                pending.append((_items(item.get("children")), len(nodes)))
                # Most values are null or text.
                cells = {
                    name: text
                    for key, name in names.items()
                    if (value := item.get(key)) is not None
                    and (text := value.strip() if type(value) is str else _text(value))
                }
                nodes.append(Node(line_of(item, piece.line), cells, above))
    return nodes


def _items(value: object) -> Iterator[Any]:
    return iter(value) if isinstance(value, list) else iter(())


def _text(value: object) -> str:
    """Return a value as text; versions before 2.33 already print numbers and truth values as text."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, list):
        return " ".join(item for item in value if isinstance(item, str))
    return str(value).strip() if isinstance(value, (str, int, float)) else ""
