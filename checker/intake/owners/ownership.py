"""Owner and time of a capture, from the configuration, its text, its headers, the bundle or the path."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from checker.intake.owners.path_words import owner_from_path
from checker.intake.split import Section
from checker.intake.walk import SourceFile
from checker.readers.toolkit.base import Detection, Reader

NO_NAMES = frozenset({"localhost", "switch", "localhost.localdomain", "admin", "root", "user"})
"""Default host names, which do not identify a machine."""
REMOTELY_QUERIED = frozenset(["symmetrix", "clariion", "unity", "powerstore", "pure", "xtremio", "vplex"])
"""Platforms whose commands run on a management host, so that the prompt names the wrong machine."""
_ADDRESS = re.compile(
    r"(?:^|[ /])(?:naviseccli|navicli|uemcli|pureuser)\b[^\n]{0,200}? -(?:h|d|address|destination) +([\w.:\-]{1,253})"
)
DAY = re.compile(
    r"(?<![0-9])(?P<year>20\d\d)(?P<dash>[-_.]?)(?P<month>\d\d)(?P=dash)(?P<day>\d\d)"
    r"(?:[T_\- ]{0,2}(?P<hour>\d\d)[-:.]?(?P<minute>\d\d)(?:[-:.]?(?P<second>\d\d))?(?:Z|(?![0-9])))?(?![0-9])"
)


@dataclass(frozen=True)
class SourceHint:
    """An entry of the configuration: a glob for file names, and the owner or time of collection of those files."""

    match: str
    owner: str | None = None
    captured_at: datetime | None = None

    def fits(self, source: SourceFile) -> bool:
        """Return whether the glob matches the file's name, or ``archive!member`` for a member of an archive."""
        name = source.name if source.member is None else f"{source.name}!{source.member}"
        return any(fnmatch.fnmatch(one, self.match) for one in (name, source.member or name))


@dataclass
class Piece:
    """One part of a file, its reader and its owner."""

    section: Section
    reader: Reader
    detection: Detection | None
    owner: str | None = None
    basis: str = "path"


def assign_owners(pieces: Sequence[Piece], source: SourceFile, hint: SourceHint | None) -> None:
    """Set the owner of every part of one file, and how it was determined.

    A part whose command ran on several or unnamed machines keeps no owner unless its content or the configuration names one.
    """
    for piece in pieces:
        named = piece.reader.owner_in(piece.section.text) if piece.reader.owner_in else None
        if hint and hint.owner:
            piece.owner, piece.basis = hint.owner, "config"
        elif named:
            piece.owner, piece.basis = named, "content"
        elif host_of_prompt := _prompt(piece):
            piece.owner, piece.basis = host_of_prompt, "prompt"
        elif piece.section.elsewhere:
            continue
        elif piece.section.header.get("host"):
            piece.owner, piece.basis = piece.section.header["host"], "header"
        elif source.owner:
            piece.owner, piece.basis = source.owner, "bundle"
    # If a file names exactly one machine of a platform, all its parts of that platform belong to that machine.
    names: dict[str, set[str]] = {}
    for piece in pieces:
        if piece.owner:
            names.setdefault(piece.reader.platform, set()).add(piece.owner)
    for index, piece in enumerate(pieces):
        if piece.owner or piece.section.elsewhere:
            continue
        before = [
            p for p in pieces[:index] if p.owner and p.basis != "path" and p.reader.platform == piece.reader.platform
        ]
        others = names.get(piece.reader.platform, set())
        if len(others) == 1:
            piece.owner, piece.basis = next(iter(others)), "content"
        elif before:
            piece.owner, piece.basis = before[-1].owner, "content"
        else:
            piece.owner, piece.basis = source.by_path or owner_from_path(source.inside), "path"


def _prompt(piece: Piece) -> str | None:
    """Return the machine named by the prompt or by the address in the command."""
    # Purity commands exist only on the array; on other hosts the command line begins with ssh.
    on_array = piece.reader.platform == "pure" and (piece.section.command or "").startswith("pure")
    if piece.reader.platform in REMOTELY_QUERIED and not on_array:
        found = _ADDRESS.search(piece.section.command or "")
        return found.group(1) if found else None
    host = piece.section.host
    return host if host and host.lower() not in NO_NAMES else None


def time_of(piece: Piece, source: SourceFile, hint: SourceHint | None) -> datetime | None:
    """Return the time of collection from the configuration, the text, its header, the bundle or a dated path."""
    if hint and hint.captured_at:
        return hint.captured_at
    text = piece.section.text
    printed = piece.reader.captured_in(text) if piece.reader.captured_in else None
    return (
        printed or _header_time(piece.section.header.get("captured_at")) or source.captured_at or _dated(source.inside)
    )


def _header_time(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _dated(inside: Sequence[str]) -> datetime | None:
    """Return the date in the innermost dated folder or file name, in UTC; midnight if it has no time of day."""
    for component in reversed(inside):
        for found in DAY.finditer(component):
            moment = _moment(found)
            if moment is not None:
                return moment
    return None


def _moment(found: re.Match[str]) -> datetime | None:
    parts = {name: int(value) for name, value in found.groupdict(default="0").items() if name != "dash"}
    try:
        return datetime(
            parts["year"], parts["month"], parts["day"], parts["hour"], parts["minute"], parts["second"], tzinfo=UTC
        )
    except ValueError:
        return None
