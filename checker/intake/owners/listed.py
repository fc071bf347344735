"""Documents and tables of a text that one reader reads, what each lists, and whether two can be lists of one machine."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from checker.facts.kinds import kinds
from checker.facts.observations import RECORDS_OF_SHORT_TEXT, Observations
from checker.facts.platforms import noun_of
from checker.facts.resolve.names.identities import IDENTITIES
from checker.facts.resolve.samples import SAMPLED_KINDS
from checker.intake.owners.ownership import Piece
from checker.intake.sections.section import Section, capture_of
from checker.intake.walk import SourceFile
from checker.readers.toolkit.base import read_capture

MOST_PARTS = 64
"""Documents or tables of one file that are compared; the rest of the text belongs to the last one."""
LARGEST = 2_000_000
"""Characters of a text that is read twice for the comparison."""
_LOADS = frozenset(["workload", "port_load"])
_MEASURED = _LOADS.union(SAMPLED_KINDS)
_ROOT = re.compile(r"(?:<\?xml[^>]{0,200}>\s{0,20})?<(?P<name>[A-Za-z][\w:.\-]{0,80})[\s>]")
_OPENING = re.compile(r"[{\[]")
_MOST_WORDS = 12
"""Words of a title."""
_HEAD = 4096
"""Characters in which the first fact of a text is searched."""
_LONGEST_ECHO = 300
"""Characters before and after a command in a line that shows it."""
_TITLE = re.compile(r"[ \t]*[\[(<=#*\->+;@](?=(?:[^\n]{0,200}?[^\w\s.\-]){2})(?![^\n]{0,200}[/\\])")
"""A line that begins with a sign and has more of them, but no path: a title, or the prompt of a machine."""
_WORD = r"\w[\w.\-]*"
_NAME = r"(?:(?=[\w.\-]*[A-Za-z])(?=[\w.\-]*[0-9])\w[\w.\-]*|(?:\d{1,3}\.){3}\d{1,3})"
"""A word that may be the name of one of several machines, or an address; "Defined configuration" and "Effective configuration" have none."""
_DECODER = json.JSONDecoder()

Object = tuple[object, ...]
"""Kind and key of an object, or kind and values of a fact."""


@dataclass
class Listed:
    """A document or table: a piece or a part of it, and what it lists."""

    piece: Piece
    start: int
    end: int
    objects: Set[Object]
    """The objects of the machine, or the machine if it lists none."""
    identities: Mapping[Object, Set[object]]
    """What identifies the parts of the machine: kind, column and key, and the values."""
    facts: Set[Object]
    """Everything that it states."""
    machine: str | None = None
    """The unknown machine that it is from, if not that of the piece."""

    @property
    def format(self) -> str:
        """The name of the reader."""
        return self.piece.reader.name

    @property
    def heading(self) -> str:
        """The first line."""
        return self.piece.section.text[self.start : self.end].lstrip("\ufeff \t\r\n").partition("\n")[0].strip()


def bounds_of(piece: Piece, source: SourceFile) -> list[tuple[int, int]]:
    """Return the start and end of each document or table of a piece."""
    text = piece.section.text
    # Loads are measured repeatedly; a section with a time is one of several samples.
    is_load = noun_of(piece.reader.platform) != "array" and not _LOADS.isdisjoint(piece.reader.provides)
    is_one = is_load or "captured_at" in piece.section.header
    starts = [] if is_one or len(text) > LARGEST else islice(_starts(piece, source), MOST_PARTS - 1)
    return list(pairwise([0, *starts, len(text)]))


def _starts(piece: Piece, source: SourceFile) -> Iterator[int]:
    """Yield where documents after the first begin, or where a line above the first object is repeated: the heading of a table or the command."""
    text = piece.section.text
    head = text.lstrip("\ufeff \t\n")
    if root := _ROOT.match(head):
        again = rf"(?:<\?xml[^>]{{0,200}}>\s{{0,20}})?<{re.escape(root['name'])}[\s>]"
        yield from (match.start() for match in islice(re.finditer(again, text, re.MULTILINE), 1, None))
    elif len(found := list(islice(_json_documents(text), MOST_PARTS))) > 1:
        yield from found[1:]
    else:
        yield from _headings(piece, source)


def _lines_of_facts(piece: Piece, text: str, source: SourceFile, spare: int = RECORDS_OF_SHORT_TEXT) -> set[int]:
    """Return the numbers of the lines that state facts, from 0; what is stated about the whole machine may be at any line.

    ``spare`` is the limit of facts in addition to one for each character.
    """
    facts = _read(piece, replace(piece.section, text=text), source, spare)
    chunks = (chunk for chunk in facts.chunks() if chunk.kind not in IDENTITIES)
    return {line - piece.section.first_line for chunk in chunks for line in chunk.line}


def _headings(piece: Piece, source: SourceFile) -> Iterator[int]:
    """Yield where a line above the facts is repeated, or one with the command or of the same form, with the lines before it that resemble those at the beginning."""
    text, reader = piece.section.text, piece.reader
    head = text[: text.find("\n", _HEAD) + 1] if len(text) > _HEAD else text
    # The first line needs few facts, and thousands of parts may state a range of thousands of objects each.
    first = min(_lines_of_facts(piece, head, source, spare=0), default=0)
    above = head.split("\n")[: max(first, 1)]
    program = reader.command.partition(" ")[0]
    commands = [
        words
        for command in (reader.command, *reader.also)
        if (words := " ".join(word for word in command.split() if re.match(r"[\w./\-]+\Z", word)))
    ]
    lines_of_facts: set[int] | None = None
    for number, line in enumerate(above):
        if not re.search(r"\w", line):
            continue
        starts = {match.start() for match in re.finditer(rf"^{re.escape(line)}$", text, re.MULTILINE)}
        words = max((one for one in commands if one in line and line.strip() != one), key=len, default="")
        if words:
            starts.update(_echoes(text, words, *line.strip().split(words, 1)))
        # A line that is printed above each output of a machine is a title, too.
        is_title = number < first and (len(starts) > 1 or _TITLE.match(line) is not None)
        alike = set(_of_same_form(text, line, one_word=len(starts) > 1)) - starts if is_title else set()
        if lines_of_facts is None and (alike or len(starts) > 1):
            lines_of_facts = _lines_of_facts(piece, text, source)
        facts = lines_of_facts or set()
        starts.update(start for start in alike if text.count("\n", 0, start) not in facts)
        if len(starts) > 1:
            found = (
                _with_context(text, start, above[:number], program, facts) for start in sorted(starts)[1:MOST_PARTS]
            )
            yield from (start for start in found if start is not None)
            return


def _of_same_form(text: str, line: str, *, one_word: bool) -> Iterator[int]:
    """Yield the lines with other words, or ``one_word`` that is another name, between the same signs: ``=== db01 (192.0.2.1) ===``, ``[db01:root] # lun show``."""
    words = list(re.finditer(_WORD, line.strip()))
    changed = [[word] for word in words if re.fullmatch(_NAME, word[0])] if one_word else [words]
    for some in changed if len(words) <= _MOST_WORDS else ():
        position, form = 0, ""
        for word in some:
            form += re.escape(line.strip()[position : word.start()]) + (_NAME if one_word else _WORD)
            position = word.end()
        form += re.escape(line.strip()[position:])
        yield from (match.start() for match in re.finditer(rf"^[ \t]*{form}[ \t]*$", text, re.MULTILINE))


def _echoes(text: str, command: str, before: str, after: str) -> Iterator[int]:
    """Yield the lines in which the same words are before or after the command: only the machine may differ."""
    for found in re.finditer(re.escape(command), text):
        start, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
        if max(found.start() - start, end - found.end()) < _LONGEST_ECHO:
            around = text[start : found.start()].strip(), text[found.end() : end if end >= 0 else len(text)].strip()
            if (before and around[0] == before.strip()) or (around[0] and around[1] == after.strip()):
                yield start


def _with_context(text: str, start: int, above: Sequence[str], command: str, facts: Set[int]) -> int | None:
    """Return the start of a heading with the lines above it that resemble ``above``, or None if the line above says what the heading is about."""
    context = [line for line in above if line.strip()]
    heading = position = start
    while context and position:
        before = text.rfind("\n", 0, position - 1) + 1
        line = text[before:position].strip()
        if line and not _are_alike(line, context[-1].strip(), command):
            is_fact = text.count("\n", 0, before) in facts
            return start if is_fact or start < heading else None
        if line:
            context.pop()
            start = before
        position = before
    return start


def _are_alike(line: str, other: str, command: str) -> bool:
    """Return whether lines differ in numbers only, both show the command, or both have one word between the same signs."""
    if (command and command in line and command in other) or re.sub(r"\d+", "0", line) == re.sub(r"\d+", "0", other):
        return True
    return re.sub(_WORD, "w", line) == re.sub(_WORD, "w", other) and len(re.findall(_WORD, line)) == 1


def _json_documents(text: str) -> Iterator[int]:
    position = 0
    while (opening := _OPENING.search(text, position)) is not None:
        try:
            value, position = _DECODER.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            return
        if isinstance(value, dict) or (value and isinstance(value[0], dict)):
            yield opening.start()


def listed(piece: Piece, start: int, end: int, source: SourceFile, *, read: bool) -> Listed:
    """Return what a part of the text of a piece lists, nothing if it is not ``read``."""
    objects: set[Object] = set()
    machine: set[Object] = set()
    identities: defaultdict[Object, set[object]] = defaultdict(set)
    facts: set[Object] = set()
    found = _read(piece, replace(piece.section, text=piece.section.text[start:end]), source) if read else Observations()
    column = "storage_array" if (noun := noun_of(piece.reader.platform)) == "array" else noun or ""
    for name, kind in kinds().items():
        for row in found.rows(name) if name in piece.reader.provides else ():
            facts.add((name, *(repr(row.get(one)) for one in kind.column_names)))
            key = next((key for key in kind.keys if all(one in row for one in key)), ())
            if column in key:
                (objects if len(key) > 1 else machine).add((name, key, *(row[one] for one in key)))
            for identity in IDENTITIES[column]:
                # The adapters of a host may be listed one by one.
                if (
                    identity.table == name != "registered_initiator"
                    and identity.fewest == 1
                    and not identity.exchanged
                    and all(row.get(one) is not None for one in (identity.value, *identity.key))
                ):
                    about = (name, identity.value, *(row[one] for one in identity.key))
                    # An array in front of others also lists these, each with its own serial number.
                    named = () if row.get(column) in (None, piece.owner) else (row[column],)
                    identities[*about, *named].add(row[identity.value])
                    if column == "storage_array" and identity.key:
                        objects.add((name, (column, *identity.key), None, *about[2:]))
    return Listed(piece, start, end, objects or machine, identities, facts)


def _read(piece: Piece, section: Section, source: SourceFile, spare: int = RECORDS_OF_SHORT_TEXT) -> Observations:
    found = Observations()
    found.spare_records = spare
    capture = replace(capture_of(section, source), owner=piece.owner or "", owner_basis=piece.basis)
    read_capture(piece.reader, capture, found, 0)
    return found


def is_other(one: Listed, other: Listed) -> bool:
    """Return whether a list of one format may be from another machine than an earlier one."""
    if one.format != other.format or not one.objects or not other.objects or other.facts <= one.facts:
        return False
    commands = {None if each.piece.assumed else each.piece.section.command for each in (one, other)}
    # lsblk and lsblk -f list the same disks, nsshow and nscamshow other ports of one fabric.
    if len(commands) > 1 and None not in commands:
        return False
    if contradict(one.identities, other.identities):
        return True
    if noun_of(one.piece.reader.platform) != "array":
        again = one.objects & other.objects
        # A text about one part of a machine, such as a disk, may list nothing but the machine.
        is_list = one.heading == other.heading or any(len(key) > 3 for key in again)
        return (bool(again) and is_list) or _are_other_lists(one.objects, other.objects)
    # An array is asked about each of its parts, and answers of REST interfaces come by the page.
    return (
        one.heading == other.heading
        and not one.heading.startswith(("{", "[", "<"))
        and (_are_other_lists(one.objects, other.objects) or _state_otherwise(one, other))
    )


def _state_otherwise(one: Listed, other: Listed) -> bool:
    """Return whether both list the same objects and state something else about most of them; between two captures, a few change."""
    mine, theirs = ({fact for fact in each.facts if fact[0] not in _MEASURED} for each in (one, other))
    return one.objects == other.objects and 2 * len(mine & theirs) < min(len(mine), len(theirs))


def contradict(one: Mapping[Object, Set[object]], other: Mapping[Object, Set[object]]) -> bool:
    """Return whether most of what two lists identify in the same way has other identities."""
    asked: defaultdict[object, list[bool]] = defaultdict(list)
    for key in one.keys() & other.keys():
        asked[key[:2]].append(one[key].isdisjoint(other[key]))
    return any(sum(differ) * 2 > len(differ) for differ in asked.values())


def _are_other_lists(seen: Iterable[Object], objects: Iterable[Object]) -> bool:
    """Return whether both list several objects of one kind, none of which is in both: of one machine they were one list."""
    first, second = _members(seen), _members(objects)
    for kind, members in second.items():
        others = first.get(kind, set())
        if min(len(others), len(members)) > 1 and others.isdisjoint(members):
            # The partitions of two disks are listed disk by disk, the logins of two VSANs one after the other.
            tops, other_tops = {one[0] for one in members}, {one[0] for one in others}
            if min(len(tops), len(other_tops)) > 1 or not tops.isdisjoint(other_tops):
                return True
    return False


def _members(objects: Iterable[Object]) -> dict[object, set[tuple[object, ...]]]:
    """Return the objects that a machine has, by kind: devices, ports, and parts of them, each with what it is part of."""
    found: dict[object, set[tuple[object, ...]]] = {}
    for kind, key, *values in objects:
        if isinstance(key, tuple) and len(key) > 1:
            found.setdefault((kind, key), set()).add(tuple(values[1:]))
    return found
