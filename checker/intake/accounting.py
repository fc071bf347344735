r"""Account for each line of an export: facts, known noise, skipped with a reason, or silent.

What a reader does with a line is found out by changing the line and reading again, so readers need no bookkeeping and
audits pay nothing. A line that is not the line of a fact, and that the reader does not report as unread, is

* a *fact* if the result changes without it (an attribute below its record, a heading that names the columns);
* *noise* if unknown text in its place is reported, because the reader then recognises the line; a line that only marks
  structure (a ruler, a bracket); or a line that ``checker/readers/known_noise.yaml`` lists for the format;
* *silent* otherwise: a fact in it would go unnoticed.

Lines of one shape (equal but for numbers) are changed together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from pathlib import Path

from checker.facts.observations import Note, Observations, Writer
from checker.readers.toolkit.base import Capture, Reader, ReadResult, read_capture

MOST_LINES = 600
"""Lines of an export that are examined."""
MOST_SHAPES = 150
"""Shapes of lines that are examined: the export is read again for each of them."""
_NUMBER = re.compile(r"(?:0x)?[0-9a-fA-F:.\-]*[0-9][0-9a-fA-F:.\-]*")
_STRUCTURE = re.compile(
    r"[\s\-=+_|*~#{}\[\](),;:.]*\Z|</?(?![^<>]*\bname=)[\w:.\-]+(?: [^<>]*)?>\Z|<\?.*\?>\Z|[\s}\],]*\"[^\"]*\": [\[{]\Z"
)
_OPENING = re.compile(r"\{\s*\Z|\A\s*<[A-Za-z][^<>/]*>\s*\Z")
_CLOSING = re.compile(r"\s*(?:\}|</)")
_PAIR = re.compile(r"(\s*(?:[-*] +)?)([\"']?)([^\s:=\"'][^:=\"']{0,80}?)(\2\s*(?:\.{2,}\s*:?|:|=)(?=\s|\S).*)\Z")
_ELEMENT = re.compile(r"(\s*<)([\w:.\-]+)(>[^<]*</)\2(>.*)\Z")
_NAME_OF = re.compile(r"(?i)(?<=name=\")[^\"]+")
_VALUE = re.compile(r"(.*?[:=]\s*[\"']?)[^\s\"',][^\"']*?([\"']?,?\s*)\Z")
_LONGEST_LINE = 2_000
_UNKNOWN = "zqx unknown wvk"
_WORD = "zqxwvk"


@dataclass(frozen=True)
class Noise:
    """Lines without facts of one format: by their beginning; ``within`` only in records with a line of another beginning."""

    anywhere: re.Pattern[str]
    within: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = ()

    def lines(self, given: Sequence[str]) -> set[int]:
        """Return the indexes of the lines."""
        found = {index for index, line in enumerate(given) if self.anywhere.match(line)}
        records = _records(given) if self.within else []
        for marker, beginnings in self.within:
            marked = {records[index] for index, line in enumerate(given) if marker.match(line)}
            found |= {index for index, line in enumerate(given) if records[index] in marked and beginnings.match(line)}
        return found


@cache
def known_noise() -> Mapping[str, Noise]:
    """Return the lines without facts, by format."""
    from checker import readers
    from checker.readers.toolkit.documents.located_yaml import parse

    text = (Path(readers.__path__[0]) / "known_noise.yaml").read_text(encoding="utf-8")
    return {name: _noise(entries) for name, entries in parse(text).items()}


def _noise(entries: Iterable[object]) -> Noise:
    beginnings, like, within = [], [], []
    for entry in entries:
        if not isinstance(entry, Mapping):
            beginnings.append(entry)
        elif "like" in entry:
            like.append(rf"\s*(?:{entry['like']})\s*\Z")
        else:
            within.append((_noise_of([entry["in"]]), _noise_of(entry["lines"])))
    plain = [_noise_of(beginnings).pattern] if beginnings else []
    return Noise(re.compile("|".join([*plain, *like]) or r"(?!)"), tuple(within))


def _records(given: Sequence[str]) -> list[int]:
    """Return for each line the number of its record: the innermost object of JSON or element of XML, or a paragraph."""
    if not any(_OPENING.search(line) for line in given):
        return [*accumulate(not line.strip() for line in given)]
    records: list[int] = []
    around, count = [0], 0
    for line in given:
        if _CLOSING.match(line):
            around = around[:-1] or [0]
        records.append(around[-1])
        if _OPENING.search(line):
            count += 1
            around.append(count)
    return records


def _noise_of(beginnings: Iterable[object]) -> re.Pattern[str]:
    """Return the pattern of lines that begin with one of these words, also as a key of JSON or an element of XML."""
    words = "|".join(map(_of_entry, sorted(map(str, beginnings), key=len, reverse=True)))
    return re.compile(rf"[\s\-*\"'<{{]*(?:{words})|.*\b(?i:name)=\"(?:{words})\"")


def _of_entry(entry: str) -> str:
    """Return the pattern of an entry. Blanks in it are any number of blanks, after a colon also none: ``Lun: Unbound``."""
    words = re.sub(r"(?<!:)(?:\\ )+", r"\\s+", re.sub(r":([\"']?)(?:\\ )+", r":\1\\s*", re.escape(entry)))
    return rf"{words}(?!\w)" if re.search(r"[^\W_]\Z", entry) else words


def beginning_of(line: str) -> str:
    """Return what known_noise.yaml would list for a line: its key, element or first words."""
    if element := _ELEMENT.match(line):
        return element.group(2)
    if line.lstrip().startswith("<"):
        name = _NAME_OF.search(line)
        return name.group() if name else line.strip()[:40]
    pair = _PAIR.match(line)
    return pair.group(3).strip() if pair else re.split(r" {2,}|\t|(?<=\D)[0-9]", line.strip())[0].strip()


@dataclass(frozen=True)
class Account:
    """Line numbers in the file by what became of the lines; blank lines are in none of them."""

    facts: frozenset[int]
    noise: frozenset[int]
    skipped: frozenset[int]
    silent: frozenset[int]

    @property
    def lines(self) -> int:
        """Number of lines that are accounted for."""
        return len(self.facts) + len(self.noise) + len(self.skipped) + len(self.silent)


def account(reader: Reader, capture: Capture) -> Account:
    """Account for the first lines of a capture."""
    given = capture.text.split("\n")[:MOST_LINES]
    capture = replace(capture, text="\n".join(given))
    first = capture.first_line
    known = known_noise().get(reader.name)
    noise = known.lines(given) if known is not None else set()
    traced = Traced()
    result = read_capture(reader, capture, traced)
    trial = Trial(reader, capture, given, (_outcome(traced, result), *_stated(reader, capture.text)))
    # What is about the whole export is at its first line, which may be blank, and so may some of a span of unread lines.
    content = {number for number, line in enumerate(given, first) if line.strip()}
    if not any(reader.provides.values()):
        # The format is recognised because it states nothing that the model has.
        return Account(frozenset(), frozenset(content), frozenset(), frozenset())
    facts = content & {line for chunk in traced.chunks() for line in chunk.line}
    skipped = content & {*traced.unread, *(line for note in result.notes for line in _noted(given, first, note))}
    quiet: set[int] = set()
    shapes: dict[str, list[int]] = {}
    for number, line in enumerate(given, first):
        if number not in content or number in facts or number in skipped:
            continue
        if is_structure(line) or number - first in noise:
            quiet.add(number)
        else:
            shapes.setdefault(shape_of(line), []).append(number)
    silent: list[list[int]] = []
    for lines in [*shapes.values()][:MOST_SHAPES]:
        some = lines[:: -(-len(lines) // _EXAMPLES)]
        if trial.changes(some, renamed):
            # The result is different: facts are missing, or the reader reports the unknown line.
            blanked = trial.changes(some, lambda line: "") if _is_removable(given[lines[0] - first]) else True
            (facts if blanked else quiet).update(lines)
        elif trial.changes(some, _revalued) or trial.repeats_command(some):
            facts.update(lines)
        else:
            silent.append(lines)
    for lines in trial.needed_together(silent):
        silent.remove(lines)
        facts.update(lines)
    # Of a record whose name or identity could not be parsed, the other lines state nothing: that is reported, too.
    rest = {line for lines in silent for line in lines}
    if rest and (bad := {line for chunk in traced.chunks() if chunk.kind == "bad_value" for line in chunk.line}):
        records = _records(given)
        flawed = {records[line - first] for line in bad}
        skipped |= {line for line in rest if records[line - first] in flawed}
    return Account(frozenset(facts), frozenset(quiet), frozenset(skipped - facts), frozenset(rest - skipped))


def _noted(given: list[str], first: int, note: Note) -> range:
    """Return the lines that a note is about: of an object or a list of JSON that was skipped, all of them."""
    index, depth = note.line - first, 0
    if note.text.startswith("skipped") and 0 <= index < len(given) and given[index].rstrip().endswith(("{", "[")):
        for end in range(index, len(given)):
            depth += sum(given[end].count(bracket) for bracket in "{[") - sum(map(given[end].count, "}]"))
            if depth <= 0:
                return range(note.line, end + first + 1)
    return range(note.line, note.line + 1)


@dataclass(frozen=True)
class Trial:
    """Reads a capture again with some of its lines changed; ``usual`` is the result with its own lines."""

    reader: Reader
    capture: Capture
    given: list[str]
    usual: object

    @classmethod
    def of(cls, reader: Reader, capture: Capture, given: list[str]) -> Trial:
        """Return the trial of a capture with these lines, after reading it once."""
        observations = Observations()
        result = read_capture(reader, capture, observations)
        return cls(reader, capture, given, (_outcome(observations, result), *_stated(reader, capture.text)))

    def changes(self, lines: Iterable[int], change: Callable[[str], str]) -> bool:
        """Return whether the result is different after the change."""
        return self._result(self.capture, lines, change) != self.usual

    def repeats_command(self, lines: Iterable[int]) -> bool:
        """Return whether the lines state what the echoed command states too: without the command, they are needed."""
        if self.capture.command is None:
            return False
        bare = replace(self.capture, command=None)
        return self._result(bare, (), str) == self.usual != self._result(bare, lines, lambda line: "")

    def needed_together(self, shapes: Sequence[list[int]]) -> list[list[int]]:
        """Return the shapes that state a fact twice, as rwmixread and rwmixwrite do: it is lost only without all of them."""
        everything = [line for lines in shapes for line in lines]
        without = self._result(self.capture, everything, renamed)
        if len(shapes) < 2 or without == self.usual:
            return []
        kept = ({*everything}.difference(lines) for lines in shapes)
        return [
            lines
            for lines, others in zip(shapes, kept, strict=True)
            if self._result(self.capture, others, renamed) != without
        ]

    def _result(self, capture: Capture, lines: Iterable[int], change: Callable[[str], str]) -> object:
        changed = list(self.given)
        for number in lines:
            changed[number - capture.first_line] = change(changed[number - capture.first_line])
        observations = Observations()
        text = "\n".join(changed)
        result = read_capture(self.reader, replace(capture, text=text), observations)
        return _outcome(observations, result), *_stated(self.reader, text)


def _stated(reader: Reader, text: str) -> tuple[object, object]:
    """Return what a text states about itself: the name of the machine and the time."""
    return reader.owner_in and reader.owner_in(text), reader.captured_in and reader.captured_in(text)


_EXAMPLES = 20


def is_structure(line: str) -> bool:
    """Return whether a line is a ruler, a bracket or a tag."""
    return _STRUCTURE.match(line.strip()) is not None


def shape_of(line: str) -> str:
    """Return what lines of one kind have in common: the key of an attribute, or the words without numbers."""
    pair = _PAIR.match(line)
    return _NUMBER.sub("0", pair.group(1) + pair.group(3) + ":" if pair else line)


def renamed(line: str) -> str:
    """Return a line of the same form that no reader knows: its key or element renamed, or other words."""
    if element := _ELEMENT.match(line):
        return f"{element.group(1)}{_WORD}{element.group(3)}{_WORD}{element.group(4)}"
    if line.lstrip().startswith("<"):
        return _NAME_OF.sub(_WORD, line)
    if pair := _PAIR.match(line):
        return f"{pair.group(1)}{pair.group(2)}{_WORD}{pair.group(4)}"
    return line[: len(line) - len(line.lstrip())] + _UNKNOWN


def _revalued(line: str) -> str:
    """Return a line with the same key or element and another value."""
    if element := _ELEMENT.match(line):
        return f"{element.group(1)}{element.group(2)}>{_WORD}</{element.group(2)}{element.group(4)}"
    value = _VALUE.match(line) if len(line) <= _LONGEST_LINE else None
    return f"{value.group(1)}{_WORD}{value.group(2)}" if value else line


def _is_removable(line: str) -> bool:
    """Return whether the document remains valid without the line: not in JSON and XML."""
    return line.lstrip()[:1] not in ('"', "<")


def _outcome(observations: Observations, result: ReadResult) -> object:
    rows = [
        (chunk.kind, chunk.columns, [list(column) for column in chunk.values], list(chunk.line))
        for chunk in observations.chunks()
    ]
    return rows, result.unread_lines, [(note.line, note.text) for note in result.notes], result.failure


class Traced(Observations):
    """Observations whose writer records each unread line."""

    def __init__(self) -> None:
        super().__init__()
        self.unread: list[int] = []

    def writer(self, export_id: int, owner: str) -> Writer:
        """Return the writer for one export."""
        return _TracedWriter(self, export_id, owner)


class _TracedWriter(Writer):
    def __init__(self, observations: Traced, export_id: int, owner: str) -> None:
        super().__init__(observations, export_id, owner)
        self._lines = observations.unread

    def unread(self, line: int, count: int = 1) -> None:
        """Record the lines as well."""
        super().unread(line, count)
        self._lines.extend(range(line, line + count))
