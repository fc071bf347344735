"""Elements common to all symcli texts: the array of each section, noise lines, and ``Key : value`` pairs.

Copies from wikis lose the indentation of the first row, rulers and blank lines; ellipses mark omitted rows, and legends
of flags follow the tables.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.readers.symmetrix import names
from checker.readers.symmetrix.facts import ArrayWriter
from checker.readers.toolkit.base import Capture, Detection, Reader

SYMMETRIX_ID = re.compile(
    r"(?im)^[ \t\xa0]*(?:(?:Local[ ]|DG'?s[ ]|CG'?s[ ])?Symmetrix|Symm)[ ]ID[ \t\xa0]*:[ \t\xa0]*([0-9A-Za-z*#?]{9,14})\b"
)
AFTER_ID = r"^[ \t]*Symmetrix ID *:[^\n]{0,80}\n(?:[ \t]*\n){0,3}[ \t]*"
"""How a text begins that prints the array before the rest of the pattern."""
GROUP_NAME = r"^[ \t]*(?:Masking View|Initiator Group|Port Group|Storage Group) Name\s*:"
"""Line of a group or view that ``symaccess show`` prints."""
_NOISE = re.compile(
    r"(?:[-=+_*~.…|`<>\s]+"  # rulers, ellipses, code fences
    r"|\[?[\w.@~:/-]{0,80}[ ]?[\w.~/-]{0,60}\]?[ ]?[#$>%](?:[ ].{0,400})?"  # prompts with the command
    r"|(?:/[\w./-]{1,80}/)?sym(?:cfg|access|dev|dg|sg|rdf|pd|inq|mask|maskdb|disk|stat|cli|qos|san|cg)\b.{0,400}"
    r")\Z"
)
_SYNC_TIME = re.compile(
    r"(?m)^[ \t]*Host D(?:B|atabase) Sync(?:hronization)? Time[ \t]*: +([A-Z][^\n]{10,40})$"
    r"|<host_db_sync_time>([^<]{10,40})<"
)
_LEGEND = re.compile(r"Legend\b", re.IGNORECASE)
_TITLE = re.compile(r"(?:[A-Z] ){3,}[A-Z]\b")
_PAIR = re.compile(r"([A-Za-z0-9#][^:{}]{0,70}?)\s*:(?:\s+(.*))?\Z")


def owner_in(text: str) -> str | None:
    """Return the first Symmetrix ID in the text, which is the array that the text belongs to."""
    match = SYMMETRIX_ID.search(text)
    return match.group(1) if match else None


def captured_in(text: str) -> datetime | None:
    """Return when the host last synchronised its database with the array, which is the age of the data.

    The time ``Wed Jun 26 10:53:15 2024`` is taken as UTC because symcli does not print a time zone.
    """
    match = _SYNC_TIME.search(text)
    try:
        printed = " ".join((match.group(1) or match.group(2)).split()) if match else ""
        return datetime.strptime(printed, "%a %b %d %H:%M:%S %Y").replace(tzinfo=UTC)
    except ValueError:
        return None


def pair(line: str) -> tuple[str, str] | None:
    """Return key and value of a ``Key : value`` line, with runs of blanks in the key collapsed."""
    match = _PAIR.match(line)
    return (" ".join(match.group(1).split()), (match.group(2) or "").strip()) if match else None


def is_noise(line: str) -> bool:
    """Return whether a line is a ruler, an ellipsis, a prompt or an echoed command."""
    return len(line) < 500 and _NOISE.match(line) is not None


def spaced_title(line: str) -> str | None:
    """Return the words of a title like ``S Y M M E T R I X    D I R E C T O R S`` without blanks, or None."""
    return "".join(line.split()).upper() if _TITLE.match(line) else None


class Arrays(ArrayWriter):
    """The array that the current section of the text describes; each array is written once as ``storage_array``."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        super().__init__(out, capture.owner)
        self._capture = capture
        self._first: str | None = None
        self._written: set[str] = set()

    def enter(self, printed: str | None, line: int, announce: bool = True) -> str:
        """Set the array printed at this line as the array of the lines after it; return its name."""
        text = names.present(printed)
        if text is not None:
            self._first = self._first or text
            # The user's name for the file replaces the name of the first array in the text.
            configured = self._capture.owner_basis == "config" and text == self._first
            self.name = self._capture.owner if configured else text
        if announce:
            self.announce(line, text)
        return self.name

    @property
    def is_known(self) -> bool:
        """Whether the text named an array before this line."""
        return self._first is not None

    def announce(self, line: int, printed: str | None = None) -> None:
        """Write the current array, once for each array."""
        if self.name in self._written:
            return
        self._written.add(self.name)
        number = names.serial(printed)
        self.add("storage_array", line, serial=number, vendor="EMC", family="symmetrix")
        if printed is not None and number is None:
            self.out.bad_value("storage_array", "serial", printed, line, self.name)


def rows(capture: Capture, arrays: Arrays) -> Iterator[tuple[int, str]]:
    """Yield the lines that may contain facts, stripped; legends, noise and array lines are removed."""
    legend = False
    depth = 0
    for number, line in capture.lines():
        text = line.replace("\xa0", " ").strip()
        if not text:
            continue
        if text in ("{", "}"):
            depth = max(0, depth + (1 if text == "{" else -1))
        match = SYMMETRIX_ID.match(text)
        if match and not re.match(r"(?i)remote", text):
            legend = False
            arrays.enter(match.group(1), number)
            continue
        if spaced_title(text):
            legend = False
        if _LEGEND.match(text):
            legend = True
        if legend or is_noise(text):
            continue
        yield number, text
    if depth:
        arrays.out.ends_inside_record = True


class Reading(ABC):
    """A text whose lines depend on those before; a subclass for each command keeps what was read and not written yet."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._capture = capture
        self._out = out
        self._arrays = Arrays(capture, out)

    @classmethod
    def read(cls, capture: Capture, out: Writer) -> None:
        """Read a capture; the ``read`` of the command's reader."""
        reading = cls(capture, out)
        for number, line in rows(capture, reading._arrays):
            if not reading._line(number, line):
                out.unread(number)
        reading._finish()

    @abstractmethod
    def _line(self, number: int, line: str) -> bool:
        """Read a line; return FALSE for a line that is not understood."""

    def _finish(self) -> None:  # noqa: B027 - many subclasses write every line at once
        """Write what is left at the end of the text."""


def detector(pattern: str, score: int, reason: str, refuse: str | None = None) -> Callable[[Capture], Detection | None]:
    """Return a ``detect`` that claims texts with the pattern in the head and without the refused one."""
    required = re.compile(pattern, re.MULTILINE | re.IGNORECASE)
    unwanted = re.compile(refuse, re.MULTILINE | re.IGNORECASE) if refuse else None

    def detect(capture: Capture) -> Detection | None:
        head = capture.head.replace("\xa0", " ")
        if not required.search(head) or (unwanted is not None and unwanted.search(head)):
            return None
        return Detection(score, reason)

    return detect


def symcli_reader(
    name: str, command: str, read: Callable[[Capture, Writer], None], detect: Callable[[Capture], Detection | None],
    provides: Mapping[str, tuple[str, ...]], *, begins: str, needles: tuple[str, ...] = (),
    owner_in: Callable[[str], str | None] | None = owner_in,
    captured_in: Callable[[str], datetime | None] | None = None, verified: bool = True, platform: str = "symmetrix",
    also: tuple[str, ...] = (),
) -> Reader:  # fmt: skip
    """Return the reader of a symcli text, which prints the ID of its array; see :class:`Reader` for the arguments."""
    return Reader(
        f"symmetrix-{name}", platform, command, provides, detect, read, needles, begins, owner_in, captured_in,
        verified=verified, also=also,
    )  # fmt: skip
