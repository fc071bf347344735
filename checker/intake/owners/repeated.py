"""Files with several lists of objects: outputs of several machines that were put into one file without a name.

One command lists each object of its machine in one document, or in one table below one heading. If a later document or
table of a file that names no machine lists an object again, or only others of the kind, it may be from another machine.
It is then kept separate; contradictory contents are not needed for that. Documents about one object each, such as the
partition tables of disks, are of one machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

from checker.facts.kinds import kinds
from checker.facts.observations import Observations
from checker.facts.platforms import HOSTS, SWITCHES, is_unnamed
from checker.facts.resolve.samples import SAMPLED_KINDS
from checker.intake.owners.ownership import Piece
from checker.intake.owners.unnamed import part_of
from checker.intake.sections.section import capture_of
from checker.intake.walk import SourceFile
from checker.readers.toolkit.base import read_capture

MOST_PARTS = 64
"""Documents or tables of one file that are compared; the rest of the text belongs to the last one."""
_LARGEST = 2_000_000
"""Characters of a text that is read twice for the comparison."""
_LOADS = frozenset({*SAMPLED_KINDS, "workload", "port_load"})
_ROOT = re.compile(r"(?:<\?xml[^>]{0,200}>\s{0,20})?<(?P<name>[A-Za-z][\w:.\-]{0,80})[\s>]")
_OPENING = re.compile(r"[{\[]")
_RULER = re.compile(r"[\W_]*\n")
_DECODER = json.JSONDecoder()

_Object = tuple[object, ...]
"""Kind and key of an object, or kind and values of a fact."""


def separated(piece: Piece, source: SourceFile) -> list[Piece]:
    """Return a piece as one piece per machine: where the objects of an unknown machine are listed again, another begins."""
    reader = piece.reader
    # Loads are measured repeatedly, and several queries of an array return the same objects.
    if reader.platform not in (*HOSTS, *SWITCHES) or not _LOADS.isdisjoint(reader.provides):
        return [piece]
    if piece.basis != "path" or not is_unnamed(piece.owner or "") or len(piece.section.text) > _LARGEST:
        return [piece]
    text = piece.section.text
    starts = [0, *islice(_starts(text), MOST_PARTS - 1)]
    begins: list[int] = [0]
    # A line of dashes is repeated in one table.
    lists = _RULER.match(text.lstrip("\ufeff \t\n")) is None
    seen: set[_Object] = set()
    known: set[_Object] = set()
    for start, end in pairwise([*starts, len(text)]) if len(starts) > 1 else ():
        objects, facts = _contents(piece, text[start:end], source)
        # An output that is there twice adds nothing, whichever machines it is from.
        if facts <= known:
            continue
        if not seen.isdisjoint(objects) or (lists and _are_other_lists(seen, objects)):
            begins.append(start)
            seen.clear()
        seen |= objects
        known |= facts
    bounds = pairwise([*begins, len(text)]) if len(begins) > 1 else ()
    return [_part(piece, number, *bound) for number, bound in enumerate(bounds, 1)] or [piece]


def _are_other_lists(seen: set[_Object], objects: set[_Object]) -> bool:
    """Return whether both list several objects of one kind, none of which is in both: of one machine they were one list."""
    first, second = _members(seen), _members(objects)
    return any(
        min(len(first[kind]), len(members)) > 1 and first[kind].isdisjoint(members)
        for kind, members in second.items()
        if kind in first
    )


def _members(objects: set[_Object]) -> dict[object, set[object]]:
    """Return the objects that a machine has, by kind: devices or ports; partitions of one disk are one object."""
    found: dict[object, set[object]] = {}
    for kind, key, *values in objects:
        if isinstance(key, tuple) and len(key) > 1:
            found.setdefault((kind, key[:2]), set()).add(values[1])
    return found


def _part(piece: Piece, number: int, start: int, end: int) -> Piece:
    """Return the part of a piece as that of another unknown machine; the first keeps the name."""
    section = piece.section
    section = replace(
        section, text=section.text[start:end], first_line=section.first_line + section.text.count("\n", 0, start)
    )
    return replace(piece, section=section, owner=part_of(piece.owner or "", number))


def _starts(text: str) -> Iterator[int]:
    """Yield where documents after the first begin, or where the first line, the heading of a table, is repeated."""
    head = text.lstrip("\ufeff \t\n")
    if root := _ROOT.match(head):
        again = rf"(?:<\?xml[^>]{{0,200}}>\s{{0,20}})?<{re.escape(root['name'])}[\s>]"
    elif len(found := list(islice(_json_documents(text), MOST_PARTS))) > 1:
        yield from found[1:]
        return
    else:
        again = rf"^{re.escape(head.partition(chr(10))[0])}$"
    yield from (match.start() for match in islice(re.finditer(again, text, re.MULTILINE), 1, None))


def _json_documents(text: str) -> Iterator[int]:
    position = 0
    while (opening := _OPENING.search(text, position)) is not None:
        try:
            value, position = _DECODER.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            return
        if isinstance(value, dict) or (value and isinstance(value[0], dict)):
            yield opening.start()


def _contents(piece: Piece, text: str, source: SourceFile) -> tuple[set[_Object], set[_Object]]:
    """Return the objects of the machine that a part of the text lists, or the machine if it lists none, and all facts."""
    found = Observations()
    capture = capture_of(replace(piece.section, text=text), source)
    read_capture(piece.reader, replace(capture, owner=piece.owner or "", owner_basis=piece.basis), found, 0)
    objects: set[_Object] = set()
    machine: set[_Object] = set()
    facts: set[_Object] = set()
    for name, kind in kinds().items():
        for row in found.rows(name) if name in piece.reader.provides else ():
            facts.add((name, *(repr(row.get(column)) for column in kind.column_names)))
            key = next((key for key in kind.keys if all(column in row for column in key)), ())
            if {"host", "switch"}.intersection(key):
                (objects if len(key) > 1 else machine).add((name, key, *(row[column] for column in key)))
    return objects or machine, facts
