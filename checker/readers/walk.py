"""From the user's paths to files: folders in stable order, nothing followed that leads out of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

SKIPPED_FOLDERS = frozenset({".git", ".hg", ".svn", "__pycache__", ".venv", "node_modules"})


@dataclass(frozen=True)
class SourceFile:
    """One file of the input.

    ``name`` is the path as shown to people: as given, or the given folder joined with the path inside. ``inside`` are
    the path components that may tell the owner: from the given folder's own name down.
    """

    name: str
    inside: tuple[str, ...]
    path: Path | None
    size: int
    problem: str | None = None


def find_files(paths: Sequence[str]) -> list[SourceFile]:
    """Return every file below the given paths, ordered by name, each once. ``-`` is standard input.

    A path that does not exist, and a file that can't be opened, is returned with its ``problem``; nothing is raised.
    """
    found: dict[str, SourceFile] = {}
    for given in paths:
        for source in _below(given):
            found.setdefault(source.name, source)
    return [found[name] for name in sorted(found)]


def _below(given: str) -> Iterator[SourceFile]:
    if given == "-":
        yield SourceFile("-", ("stdin",), None, 0)
        return
    root = Path(given)
    try:
        if root.is_dir():
            yield from _walk(root, given.rstrip("/") or given)
            return
        if not root.exists():
            yield SourceFile(given, (root.name,), None, 0, "there is no such file or folder")
            return
        if not root.is_file():
            yield SourceFile(given, (root.name,), None, 0, "not a regular file")
            return
        parent = root.absolute().parent.name
        yield SourceFile(given, (parent, root.name) if parent else (root.name,), root, root.stat().st_size)
    except OSError as error:
        yield SourceFile(given, (root.name,), None, 0, f"can't be opened: {error.strerror or error}")


def _walk(root: Path, shown: str) -> Iterator[SourceFile]:
    top = root.absolute().name or "input"
    pending = [root]
    while pending:
        folder = pending.pop()
        try:
            entries = sorted(folder.iterdir())
        except OSError as error:
            yield SourceFile(str(folder), (folder.name,), None, 0, f"can't be opened: {error.strerror or error}")
            continue
        for entry in entries:
            if entry.is_symlink() and not _stays_inside(entry, root):
                name = f"{shown}/{entry.relative_to(root).as_posix()}"
                yield SourceFile(name, (entry.name,), None, 0, "a link that leads out of the folder; not followed")
            elif entry.is_dir():
                if entry.name not in SKIPPED_FOLDERS and not entry.is_symlink():
                    pending.append(entry)
            elif entry.is_file():
                relative = entry.relative_to(root)
                name = f"{shown}/{relative.as_posix()}" if shown != "." else relative.as_posix()
                yield SourceFile(name, (top, *relative.parts), entry, entry.stat().st_size)


def _stays_inside(link: Path, root: Path) -> bool:
    try:
        return link.resolve(strict=True).is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return False


def read_bytes(source: SourceFile) -> bytes:
    """Return the content of a file or of standard input.

    Raises:
        OSError: it can't be read.
    """
    if source.path is None:
        return sys.stdin.buffer.read()
    return source.path.read_bytes()
