"""One part of a file, with what was printed above it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from checker.intake.walk import SourceFile
from checker.readers.toolkit.base import Capture

BELOW = "below"
"""Key of the header for a heading that may name a machine or a part of one: what is below different ones may be of different machines."""


@dataclass(frozen=True)
class Section:
    """One part of a file: its text, its first line, and the command, host or header on the line before it.

    ``elsewhere`` means that the command ran on another machine that the line does not name, as in a loop over hosts.
    ``left`` means that the session had logged out of a machine, to one that no prompt names. ``follows`` means that an output
    of another format is between the line and this part. ``note`` is what to report about what is missing in it.
    """

    text: str
    first_line: int
    command: str | None = None
    host: str | None = None
    header: Mapping[str, str] = field(default_factory=dict)
    elsewhere: bool = False
    left: bool = False
    follows: bool = False
    note: str = ""

    def part(self, start: int, end: int) -> Section:
        """Return the characters from ``start`` up to ``end`` as a section."""
        return replace(self, text=self.text[start:end], first_line=self.first_line + self.text.count("\n", 0, start))


def capture_of(section: Section, source: SourceFile) -> Capture:
    """Return the capture for detection: a part of a file whose owner is not known yet."""
    where = (source.name, source.member, section.first_line)
    return Capture(section.text, *where, command=section.command, header=section.header)
