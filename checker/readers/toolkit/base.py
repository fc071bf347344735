"""The reader interface: recognise one export format and turn it into observations.

A reader file declares ``READERS``, a tuple of :class:`Reader`. The registry finds it; no other file needs a change.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from checker.facts.observations import Note, Observations, TooManyRecordsError, Writer
from checker.readers.toolkit.cut_name import cut_name
from checker.readers.toolkit.cut_word import cut_word
from checker.readers.toolkit.lines import Lines, end_of, lines_of
from checker.readers.toolkit.titles_below import without_titles
from checker.system.processor_time import TAKES_TOO_LONG, TooLongError

HEAD_CHARACTERS = 16_384
_FILTER = re.compile(
    r"\|\s*(?:[ef]?grep|inc?|incl\w*|i|exc?|excl\w*|b|beg\w*|sec\w*|unt\w*|head|tail|last|findstr|select-string|sls|where(?:-object)?|\?)"
    r"(?:\s|\Z)",
    re.IGNORECASE,
)
_WIDEST_GAP = 1_000
"""Blanks between two words of a line: no export has so many, and patterns that find the end of a value pass them once for each."""
_NARROW_GAP = 100
_GAP = re.compile(rf"(?<![^\S\n])[^\S\n]{{{_WIDEST_GAP},}}+(?=\S)")
_STEP = _WIDEST_GAP // 10
# Of every hundredth character, at least ten in a row are blanks where such a gap is: this is looked for first, as it is fast.
_SAMPLED_GAP = re.compile(rf"[^\S\n]{{{_WIDEST_GAP // _STEP}}}")
_INNER = re.compile(r"\$\([^()]{0,200}\)|(?<=[ \t=])`[^`]{0,200}`")


def word_list(text: str) -> tuple[str, ...]:
    """Return the words of a text, for lists of columns and keys: ``word_list("host device state")``."""
    return tuple(text.split())


def columns(**kinds: str) -> dict[str, tuple[str, ...]]:
    """Return columns by kind, for ``Reader.provides``: ``columns(vsan="switch vsan vsan_name")``."""
    return {kind: word_list(names) for kind, names in kinds.items()}


@dataclass(frozen=True)
class Detection:
    """A reader's claim on a text: ``score`` 1…100, and the reason shown by ``sanlint formats --detect``.

    90 and more: a signature that no other format has. 60: typical words, but no proof. Below 30: a guess.
    """

    score: int
    reason: str


PRINTED_DATE = "printed date"
"""Key in the header of a capture: the line that ``date`` printed before it."""


@dataclass(frozen=True)
class Capture:
    """One text to read: a whole file, or the output of one command in it.

    ``text`` has LF line ends and no byte-order mark or terminal control sequences. ``first_line`` is its first line in
    the file. ``owner`` is the host, switch or array it belongs to and is always set; ``owner_basis`` is the source of
    that name. ``command`` is the command echoed before the text, if any.
    """

    text: str
    file: str = ""
    member: str | None = None
    first_line: int = 1
    owner: str = ""
    owner_basis: str = "path"
    command: str | None = None
    captured_at: datetime | None = None
    header: Mapping[str, str] = field(default_factory=dict)

    @property
    def printed_date(self) -> str:
        """What ``date`` printed on the same machine before this output, in its local time; '' if it was not called."""
        return self.header.get(PRINTED_DATE, "")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield every line with its number in the file, without line end and trailing blanks."""
        for number, line in enumerate(lines_of(self.text), self.first_line):
            yield number, line.rstrip()

    def numbered(self) -> Lines:
        """Return the same lines as a sequence, for readers that look ahead or back."""
        return Lines(self.text, range(self.first_line, self.first_line + self.text.count("\n") + 1))

    @property
    def filtered(self) -> bool:
        """Return whether a filter after the command (``| grep host``) removed lines, so that missing output proves nothing."""
        if self.command is None or "|" not in self.command:
            return False
        # A filter in a substitution (`for disk in $(ls | grep naa)`) selects objects, not lines.
        return _FILTER.search(_INNER.sub("", self.command)) is not None

    @cached_property
    def head(self) -> str:
        """Return the first 16 Ki characters, enough to recognise a format; very wide gaps in lines are narrower."""
        head = self.text[:HEAD_CHARACTERS]
        return _GAP.sub(" " * _NARROW_GAP, head) if _may_have_gap(head) else head


class UnreadableError(Exception):
    """Raised by a reader that cannot continue: rows written before it are kept, and the note names file and line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Reader:
    """One export format.

    Attributes:
        name: stable id, such as ``esxcli-storage-core-path-list``.
        platform: esxi, linux, windows, brocade, cisco-mds, vplex, xtremio, symmetrix, sanlint …
        command: the command (or request) that prints the format, as users type it.
        also: other commands that print it; in file names, their words do not name a device either.
        provides: the columns it can fill, by kind; coverage uses them to recommend exports.
        needles: texts that must all occur in the head or the command, ``a|b`` one of them; a cheap test before ``detect`` runs.
        detect: looks at a capture (head only) and claims it, or returns None.
        read: writes the observations of the whole capture.
        selects: regular expression for arguments that limit the command to some objects (``-d naa.1``), so that it lists no others.
        narrows: the same for arguments that omit parts of objects (``-p fscsi0``), like a filter after the command.
        begins: regular expression (multi-line mode) for the first line of this format in a capture of several commands
            without prompts, tried at the beginning of every line; None if it has no such line.
        owner_in: extracts the owner's name, if the format prints it.
        address_in: extracts the address that the owner was reached at, which names it in exports without its name.
        captured_in: extracts the time of collection, if the format prints it.
        intent: returns whether a text declares the intended state instead of the observed one; None means never.
        ignores: finds comments that suppress findings, given a text and its first line; hand-written formats only.
        verified: FALSE if no sample from a real system was available.
        advised: FALSE for a format that users are not asked to collect, such as a table without its command.
        trust: of captures with the same time, the higher value wins; native formats 60, summaries 50, inventories 40.
    """

    name: str
    platform: str
    command: str
    provides: Mapping[str, tuple[str, ...]]
    detect: Callable[[Capture], Detection | None]
    read: Callable[[Capture, Writer], None]
    needles: tuple[str, ...] = ()
    begins: str | None = None
    owner_in: Callable[[str], str | None] | None = None
    captured_in: Callable[[str], datetime | None] | None = None
    intent: Callable[[str], bool] | None = None
    ignores: Callable[[str, int], list[Ignore]] | None = None
    verified: bool = True
    advised: bool = True
    trust: int = 60
    also: tuple[str, ...] = ()
    address_in: Callable[[str], str | None] | None = None
    selects: str | None = None
    narrows: str | None = None

    def limits_objects(self, command: str | None) -> bool:
        """Return whether a command names some objects, so that its output says nothing about others."""
        return _has(self.selects, command)

    def limits_parts(self, command: str | None) -> bool:
        """Return whether a command omits parts of the objects that it lists."""
        return _has(self.narrows, command)


def _has(arguments: str | None, command: str | None) -> bool:
    return arguments is not None and command is not None and re.search(arguments, command, re.IGNORECASE) is not None


@dataclass(frozen=True)
class Ignore:
    """A comment that suppresses findings: its line and column, its content, and the object it belongs to.

    ``objects`` are alternatives, each a mapping of view columns to values. ``problem`` is the error in an invalid
    comment; the other fields are then empty.
    """

    line: int
    column: int
    rules: tuple[str, ...] = ()
    reason: str = ""
    expires: str | None = None
    objects: tuple[Mapping[str, str], ...] = ()
    problem: str = ""


@dataclass
class ReadResult:
    """Result of one reader for one capture.

    ``failure`` is set after an internal error of the reader. ``last_line`` is the last line with a fact or a remark, or unread.
    """

    observations: Observations
    notes: list[Note]
    records: int
    unread_lines: int
    first_unread: int | None
    printed_count: int | None
    counted_records: int | None
    ends_inside_record: bool
    failure: str | None = None
    last_line: int = 0


def _without_cut_name(capture: Capture) -> tuple[Capture, Note | None]:
    """Return the capture without its last line if that ends inside a WWN or another word, and the note about it.

    No device prints a part of a WWN: such a line was cut off, and its record is incomplete, not malformed.
    """
    found, what = cut_name(capture.text), "WWN"
    if found is None:
        found, what = cut_word(capture.text), "word"
    if found is None:
        return capture, None
    begin, part = found
    line = capture.first_line + capture.text.count("\n", 0, begin)
    return replace(capture, text=capture.text[:begin]), Note(line, f"truncated inside a {what}: {part}")


def _may_have_gap(text: str) -> bool:
    """Return FALSE if a text has no gap of :data:`_WIDEST_GAP` blanks."""
    return _SAMPLED_GAP.search(text[::_STEP]) is not None


def _without_gaps(text: str) -> tuple[str, list[int]]:
    """Return the text with its lines that have a gap of :data:`_WIDEST_GAP` blanks emptied, and their numbers from 0."""
    parts: list[str] = []
    numbers: list[int] = []
    done = number = 0
    for gap in _GAP.finditer(text) if _may_have_gap(text) else ():
        begin = text.rfind("\n", 0, gap.start()) + 1
        if begin < done:
            continue
        end = text.find("\n", gap.end())
        number += text.count("\n", done, begin)
        numbers.append(number)
        parts.append(text[done:begin])
        done = end if end >= 0 else len(text)
    return ("".join((*parts, text[done:])), numbers) if numbers else (text, numbers)


def read_capture(
    reader: Reader, capture: Capture, observations: Observations | None = None, export_id: int = 0
) -> ReadResult:
    """Run one reader over one capture; an exception becomes a note, and rows written before it are kept."""
    target = Observations() if observations is None else observations
    writer = target.writer(export_id, capture.owner)
    writer.of_text(len(capture.text))
    text, gaps = _without_gaps(capture.text)
    text = without_titles(text)
    shown, cut = _without_cut_name(capture if len(text) == len(capture.text) else replace(capture, text=text))
    end = end_of(shown.text)
    last = shown.first_line + shown.text.count("\n", 0, end), shown.text[shown.text.rfind("\n", 0, end) + 1 : end]
    writer.spans(capture.first_line, capture.text.count("\n") + 1, last)
    if cut is not None:
        writer.ends_inside_record = True
        writer.note(cut.line, cut.text)
    if gaps:
        for gap in gaps:
            writer.unread(capture.first_line + gap)
        writer.note(capture.first_line + gaps[0], f"lines with {_WIDEST_GAP:,} blanks in a row are not read")
        writer.ends_inside_record = True
    failure: str | None = None
    try:
        reader.read(shown, writer)
    except UnreadableError as stop:
        writer.note(stop.line, f"reading stopped: {stop.reason}")
        writer.ends_inside_record = True
    except RecursionError:
        writer.note(capture.first_line, "reading stopped: nested too deeply")
        writer.ends_inside_record = True
    except TooLongError:
        writer.note(capture.first_line, f"reading stopped: {TAKES_TOO_LONG}")
        writer.ends_inside_record = True
    except csv.Error as problem:
        # A field of more than 131,072 characters: a quote that is not closed, or no export.
        writer.note(capture.first_line, f"reading stopped: {problem}")
        writer.ends_inside_record = True
    except TooManyRecordsError:
        limited = "one export (bundles.max_records)"
        if writer.most_records < target.most_records:
            limited = f"an export of {len(capture.text):,} characters"
        writer.note(capture.first_line, f"reading stopped: more than {writer.most_records:,} records in {limited}")
        writer.ends_inside_record = True
    except Exception as error:  # noqa: BLE001 - a broken reader must not stop the audit of the other files
        failure = f"{type(error).__name__}: {error}"
        writer.note(capture.first_line, f"reading stopped: internal error in reader {reader.name} ({failure})")
    writer.close()
    return ReadResult(
        target,
        writer.notes,
        writer.records,
        writer.unread_lines,
        writer.first_unread,
        writer.printed_count,
        writer.counted_records,
        writer.ends_inside_record,
        failure,
        writer.last_line,
    )
