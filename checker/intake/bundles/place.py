"""Where something is inside the input: an archive, or a member of one, with the name that reports show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from checker.intake.walk import SourceFile

_BETWEEN = "!"
"""Separator between a nested archive and its member."""
_SUFFIXES = frozenset(["gz", "tgz", "tar", "zip", "xz", "txz", "bz2", "tbz", "tbz2", "zst", "xlsx"])


@dataclass(frozen=True)
class Place:
    """A file on disk: ``source`` is the file of the input that it is or comes from, ``member`` the way through archives.

    ``inside`` has the path components that may name the owner; ``depth`` is the number of archives around it.
    """

    source: SourceFile
    path: Path
    member: str | None
    inside: tuple[str, ...]
    depth: int

    def below(self, name: str, *, alone: bool = False) -> Place:
        """Return the place of a member, whose ``path`` is still that of the archive; ``alone`` is the only one there can be."""
        if alone:
            return replace(self, inside=(*self.inside[:-1], name), depth=self.depth + 1)
        member = name if self.member is None else f"{self.member}{_BETWEEN}{name}"
        stem = _bare(self.inside[-1]) if self.inside else ""
        parts = tuple(part for part in name.split("/") if part not in ("", "."))
        inside = (*self.inside[:-1], *((stem,) if stem else ()), *parts)
        return replace(self, member=member, inside=inside, depth=self.depth + 1)

    def refused(self, problem: str) -> SourceFile:
        """Return the file with the reason why it is not read."""
        return SourceFile(self.source.name, self.inside, None, 0, problem, member=self.member)


def _bare(name: str) -> str:
    """Return an archive's name without its suffixes."""
    while True:
        stem, dot, suffix = name.rpartition(".")
        if not dot or suffix.lower() not in _SUFFIXES:
            return name
        name = stem


def leads_out(name: str) -> str | None:
    """Return why the name of a member is refused, or None if it is a path inside the archive."""
    text = name.replace("\\", "/")
    if text.startswith("/") or (len(text) > 2 and text[1] == ":" and text[2] == "/"):
        return "skipped: absolute path in an archive"
    return "skipped: path that leads outside the archive" if ".." in text.split("/") else None


def clean(name: str) -> str:
    """Return a member's name for display and sorting, without control characters and undecodable bytes."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    if not text.isprintable():
        text = "".join(c if c.isprintable() else "?" for c in text)
    return text.removeprefix("./") or "?"
