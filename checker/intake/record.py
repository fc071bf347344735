"""What is known about one export or one unrecognised file, apart from its facts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

from checker.readers.toolkit.base import Ignore, Reader
from checker.system.space import is_full_message

SECTIONS_A_FILE = 4096
"""Factor between file numbers and export ids, so that ids do not depend on the order of reading."""

_BEFORE_COMMAND = re.compile(r"(?:sudo )?(?:[^ ]*/)?")


def question_of(reader: Reader, command: str | None, file: str, text: str) -> str | None:
    """Return the command line as typed, without its path, or else the name of the file without digits.

    Another one may list other objects in the same format: ``lsblk -S`` has no NVMe disks, and the ports of one director
    are a part of all. None for a document without a command, and for the answer to a request: one format has the answers
    to many.
    """
    if reader.command.startswith(("GET ", "POST ")) or (command is None and text.lstrip()[:1] in ("{", "[", "<")):
        return None
    if command is None:
        return re.sub("[0-9]+", "", file.lower())
    return _BEFORE_COMMAND.sub("", " ".join(command.lower().split()), count=1)


@dataclass
class ExportRecord:
    """One export, or an unrecognised file or part of a file (``format`` None).

    ``previous`` marks an export of an earlier capture, of which only the counters are used. ``ignores`` are the comments
    of an inventory that suppress findings.
    """

    export_id: int
    file: str
    member: str | None
    first_line: int
    lines: int
    format: str | None = None
    platform: str | None = None
    command: str | None = None
    owner: str | None = None
    owner_basis: str | None = None
    address: str | None = None
    path_owner: str | None = None
    capture_order: int | None = None
    checksum: str | None = None
    captured_at: datetime | None = None
    intent: bool = False
    trust: int = 0
    records: int = 0
    unread_lines: int = 0
    first_unread: int | None = None
    printed_count: int | None = None
    counted_records: int | None = None
    ends_inside_record: bool = False
    filtered: bool = False
    selected: bool = False
    question: str | None = None
    notes: list[tuple[int, str]] = field(default_factory=list)
    failure: str | None = None
    ignored: bool = False
    previous: bool = False
    ignores: list[Ignore] = field(default_factory=list)

    @property
    def cut_short(self) -> bool:
        """Whether reading stopped for a reason outside the file, so that another run may find more."""
        texts = [text for _, text in self.notes]
        return self.failure is not None or any(
            "processor time" in text or "be read" in text or is_full_message(text) for text in texts
        )
