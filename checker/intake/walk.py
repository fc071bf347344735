"""Find the files below the user's paths, in stable order; links that lead out of a folder are not followed."""

from __future__ import annotations

import errno
import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from checker.readers.toolkit.base import Detection

LARGEST_STREAM = 2**31
"""Bytes of standard input or a pipe that are read; files have the limits of archive members."""
_PIECE = 1 << 20
SKIPPED_FOLDERS = frozenset({".git", ".hg", ".svn", "__pycache__", ".venv", "node_modules"})

Claims = tuple[tuple[str, Detection] | None, ...] | None
"""The name of the reader of each section of a file and its claim, or None if no reader knows it; None as a whole: unknown."""


@dataclass(frozen=True)
class SourceFile:
    """One file of the input.

    ``name`` is the path for display: as given, or the given folder joined with the path inside. ``inside`` has the path
    components that may name the owner, from the given folder down. ``problem`` is the reason why the file cannot be
    read; ``ignored`` means that it need not be, because its content is read elsewhere. ``member`` is the path inside an
    archive; ``path`` is then the unpacked file. ``remark`` is a note on a file that is read anyway. ``owner`` and
    ``captured_at`` come from the support bundle that contains the file; ``bundle`` is its kind. A ``named`` file was
    given by the user directly, not found in a folder. ``root`` is the folder that the user named, or that of a named file.
    ``by_path`` is the owner that its path suggests, compared with the paths of the other files; of a
    file that names its machine itself, ``path_owner`` is; ``full_name`` is that with a domain, if the file prints the name without one and
    paths give several domains. ``capture_order`` is the position of an undated capture among others. ``claims`` of a small file
    are known before it is read. ``content`` is what was read of a stream, which cannot be read twice. ``joined`` are the
    files that this one was made from: the line where each begins, its name (inside an archive, its path there), and the
    line there. ``timezone`` is the zone of times that state it by a word of several zones, such as CST; '' if it is not known.
    """

    name: str
    inside: tuple[str, ...]
    path: Path | None
    size: int
    problem: str | None = None
    ignored: bool = False
    member: str | None = None
    remark: str | None = None
    owner: str | None = None
    captured_at: datetime | None = None
    bundle: str | None = None
    named: bool = False
    by_path: str | None = None
    path_owner: str | None = None
    full_name: str | None = None
    capture_order: int | None = None
    root: str = ""
    claims: Claims = None
    content: bytes | None = None
    joined: tuple[tuple[int, str, int], ...] = ()
    timezone: str = ""


def find_files(paths: Sequence[str]) -> list[SourceFile]:
    """Return every file below the given paths, ordered by name, each once. ``-`` is standard input.

    A file reached through several paths counts as part of the topmost folder, so the order of the paths does not
    matter. A missing path or a file that cannot be opened is returned with its ``problem``; no error is raised.
    """
    found: dict[str, SourceFile] = {}
    for given in dict.fromkeys(paths):
        for source in _below(given):
            key = f"={os.path.realpath(source.path)}" if source.path is not None else source.name
            other = found.get(key)
            if other is None or _rank(source) < _rank(other):
                found[key] = source
    return sorted(found.values(), key=lambda source: source.name)


def _rank(source: SourceFile) -> tuple[int, bool, str]:
    return -len(source.inside), source.path is not None and source.path.is_symlink(), source.name


def _below(given: str) -> Iterator[SourceFile]:
    if given == "-":
        yield SourceFile("-", ("stdin",), None, 0)
        return
    root = Path(given)
    try:
        if root.is_dir():
            yield from _walk(root, given.rstrip("/") or given)
            return
        if given.startswith("/dev/fd/") and root.is_fifo():
            # Process substitution of the shell: <(command).
            yield SourceFile(given, ("stdin",), root, 0)
            return
        problem = _problem(root)
        if problem is not None:
            yield SourceFile(_shown(given), (root.name,), None, 0, problem)
            return
        parent = _shown(root.absolute().parent.name)
        inside = (parent, _shown(root.name)) if parent else (_shown(root.name),)
        above = _shown(root.parent.as_posix())
        yield SourceFile(_shown(given), inside, root, root.stat().st_size, named=True, root=above)
    except OSError as error:
        yield SourceFile(_shown(given), (root.name,), None, 0, f"cannot be opened: {error.strerror or error}")


def _walk(root: Path, shown: str) -> Iterator[SourceFile]:
    top = _shown(root.absolute().name) or "input"
    pending = [root]
    while pending:
        folder = pending.pop()
        try:
            entries = sorted(folder.iterdir())
        except OSError as error:
            name = _name(folder, root, shown)
            yield SourceFile(name, (folder.name,), None, 0, f"cannot be opened: {error.strerror or error}")
            continue
        for entry in entries:
            try:
                if entry.is_dir() and not entry.is_symlink():
                    if entry.name not in SKIPPED_FOLDERS:
                        pending.append(entry)
                    continue
                inside = (top, *(_shown(part) for part in entry.relative_to(root).parts))
                yield _file(entry, root, _name(entry, root, shown), inside)
            except OSError as error:
                problem = f"cannot be opened: {error.strerror or error}"
                yield SourceFile(_name(entry, root, shown), (entry.name,), None, 0, problem)


def _file(entry: Path, root: Path, name: str, inside: tuple[str, ...]) -> SourceFile:
    if entry.is_symlink() and entry.exists():
        if not entry.resolve().is_relative_to(root.resolve()):
            return SourceFile(name, inside, None, 0, "skipped: symbolic link to a target outside the folder")
        if entry.is_dir():
            return SourceFile(name, inside, None, 0, "skipped: symbolic link to a folder that is read anyway", True)
    problem = _problem(entry)
    if problem is not None:
        return SourceFile(name, inside, None, 0, problem)
    return SourceFile(name, inside, entry, entry.stat().st_size, root=_shown(root.as_posix()))


def _problem(path: Path) -> str | None:
    """Return why a path is not a readable file, or None if it is one. Pipes and devices are never opened."""
    if not path.exists():
        return "broken symbolic link" if path.is_symlink() else "no such file or folder"
    return None if path.is_file() else "not a regular file"


def _name(path: Path, root: Path, shown: str) -> str:
    relative = path.relative_to(root).as_posix()
    return _shown(relative if shown == "." else shown if relative == "." else f"{shown}/{relative}")


def _shown(name: str) -> str:
    """Escape bytes that are not valid UTF-8 as hexadecimal, so that names which differ only there stay distinct."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return os.fsencode(name).decode("utf-8", "backslashreplace")
    return name


def read_bytes(source: SourceFile) -> bytes:
    """Return the content of a file or of standard input.

    Raises:
        OSError: the file cannot be read.
    """
    if source.content is not None:
        return source.content
    if source.path is None:
        return _streamed(sys.stdin.buffer)
    if source.member is not None and not source.size:
        return b""
    if source.size:
        return source.path.read_bytes()
    # Pipes and files of /proc have no size.
    with source.path.open("rb") as stream:
        return _streamed(stream)


def content_digest(source: SourceFile) -> str:
    """Return the SHA-256 of the content of a file, empty if it has none that can be read.

    Raises:
        OSError: it cannot be read.
    """
    if source.problem is not None or (source.path is None and source.content is None):
        return ""
    if source.content is not None or source.path is None or not source.size:
        return hashlib.sha256(read_bytes(source)).hexdigest()
    with source.path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _streamed(stream: BinaryIO) -> bytes:
    """Return the content of a stream of unknown size.

    Raises:
        OSError: it is larger than a file of an archive may be.
    """
    data = bytearray()
    while piece := stream.read(_PIECE):
        data += piece
        if len(data) > LARGEST_STREAM:
            raise OSError(errno.EFBIG, f"more than {LARGEST_STREAM >> 20:,} MiB without a known size")
    return bytes(data)
