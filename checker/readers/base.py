"""What a reader is: how it recognises one export family and turns it into observations.

A reader file declares ``READERS``, a tuple of :class:`Reader`. The registry finds it; nothing else needs an edit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from checker.facts.observations import Note, Observations, Writer
from checker.readers.lines import Lines, lines_of

HEAD_CHARACTERS = 16_384
_FILTER = re.compile(
    r"\|\s*(?:[ef]?grep|inc?|incl\w*|i|exc?|excl\w*|b|beg\w*|sec\w*|unt\w*|head|tail|last|findstr|select-string|sls|where(?:-object)?|\?)"
    r"(?:\s|\Z)",
    re.IGNORECASE,
)
_INNER = re.compile(r"\$\([^()]{0,200}\)|(?<=[ \t=])`[^`]{0,200}`")


@dataclass(frozen=True)
class Detection:
    """A reader's claim on a text: ``score`` 1…100 and the reason in words for ``sanlint formats --detect``.

    90 and more: a signature that no other format has. 60: the usual words, no proof. Below 30: a guess.
    """

    score: int
    reason: str


@dataclass(frozen=True)
class Capture:
    """One text to read: a whole file, or the part of it that one command printed.

    ``text`` has LF line ends and no byte-order mark or terminal control sequences. ``first_line`` is the line of the
    file where it begins. ``owner`` is the host, switch or array it belongs to; it is always set, and ``owner_basis``
    says how it was told. ``command`` is the command echoed before it, if any.
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

    def lines(self) -> Iterator[tuple[int, str]]:
        """Every line with its number in the file, without line end and trailing blanks."""
        for number, line in enumerate(lines_of(self.text), self.first_line):
            yield number, line.rstrip()

    def numbered(self) -> Lines:
        """All lines as :meth:`lines` has them, to be asked for by place: for readers that look ahead or back."""
        return Lines(self.text, range(self.first_line, self.first_line + self.text.count("\n") + 1))

    @property
    def filtered(self) -> bool:
        """Tell whether a filter behind the command (``| grep host``) left lines out: what isn't printed may be there."""
        if self.command is None or "|" not in self.command:
            return False
        # What is filtered inside (`for disk in $(ls | grep naa)`) chooses objects, not lines.
        return _FILTER.search(_INNER.sub("", self.command)) is not None

    @property
    def head(self) -> str:
        """The first 16 Ki characters, enough to recognise a format."""
        return self.text[:HEAD_CHARACTERS]


class UnreadableError(Exception):
    """Raised by a reader that can't go on: what was read so far stays, and the note names file and line."""

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
        command: the command (or request) whose output it is, as people type it.
        provides: for each kind it writes, the columns it can fill; coverage tells users which export would help.
        needles: plain texts that must all occur in the head; a cheap test before ``detect`` runs.
        detect: looks at a capture (head only) and claims it, or returns None.
        read: writes the observations of the whole capture.
        begins: regular expression (multi-line mode) of the line that begins this format inside a capture of several
            commands without prompts; None if it can't be told.
        owner_in: finds the owner's name in the text, where the format prints it.
        captured_in: finds the time of collection in the text, where the format prints it.
        intent: tells whether a text declares what is wanted instead of what was observed; None means never.
        ignores: finds comments that suppress findings, in a text that begins at a line; people's own formats only.
        verified: FALSE if no outside sample of the format has been seen.
        trust: between captures of one time the higher wins; detailed native formats 60, summaries 50, inventories 40.
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
    trust: int = 60


@dataclass(frozen=True)
class Ignore:
    """A comment that suppresses findings: its line and column, what it says, and the object it belongs to.

    ``objects`` are alternatives, each a mapping of names as views have them to values. ``problem`` says what is wrong
    with it; then the rest is empty.
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
    """What one reader made of one capture; ``failure`` is set when the reader itself broke (an internal error)."""

    observations: Observations
    notes: list[Note]
    records: int
    unread_lines: int
    first_unread: int | None
    printed_count: int | None
    counted_records: int | None
    ends_inside_record: bool
    failure: str | None = None


def read_capture(
    reader: Reader, capture: Capture, observations: Observations | None = None, export_id: int = 0
) -> ReadResult:
    """Run one reader over one capture; whatever it raises becomes a note, and what it wrote before stays."""
    target = Observations() if observations is None else observations
    writer = target.writer(export_id, capture.owner)
    failure: str | None = None
    try:
        reader.read(capture, writer)
    except UnreadableError as stop:
        writer.note(stop.line, f"reading stopped: {stop.reason}")
        writer.ends_inside_record = True
    except RecursionError:
        writer.note(capture.first_line, "reading stopped: nested too deeply")
        writer.ends_inside_record = True
    except Exception as error:  # noqa: BLE001 - a broken reader must not stop the audit of the other files
        failure = f"{type(error).__name__}: {error}"
        writer.note(capture.first_line, f"reading stopped: internal error in reader {reader.name} ({failure})")
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
    )
