"""What is known about one export or one unrecognised file, apart from its facts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

from checker.readers.toolkit.base import Ignore, Reader
from checker.system.space import is_full_message

SECTIONS_A_FILE = 4096
"""Factor between file numbers and export ids, so that ids do not depend on the order of reading."""

_OPTION = re.compile(r"(?<![^\s_])(?:-[a-z]{1,3}|--[a-z][a-z-]{1,20})(?![a-z0-9])|(?<=[a-z])-[a-z](?![a-z0-9])")
"""An option of a command, also in the name of a file: lsblk_-f_-a_-l, lsblk-d."""


def question_of(reader: Reader, command: str | None, file: str, text: str) -> str | None:
    """Return the options of a command line, or else of a file's name, and the words that one of several commands of a format has.

    ``lsblk`` and ``lsblk -S`` list other disks in one format, as do ``syminq`` and ``sympd list``. None for a document
    without a command, and for the answer to a request: one format has the answers to many.
    """
    if reader.command.startswith(("GET ", "POST ")) or (command is None and text.lstrip()[:1] in ("{", "[", "<")):
        return None
    asked = (file if command is None else command).lower()
    found = set(_OPTION.findall(asked))
    if reader.also:
        own = set(re.findall(r"[a-z0-9]+", " ".join((reader.command, *reader.also)).lower()))
        found |= own.intersection(re.findall(r"[a-z0-9]+", asked))
    return " ".join(sorted(found))


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
