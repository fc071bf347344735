"""The private cache: JSON files, readable by their owner only, named by a digest of what they depend on.

A cache that cannot be used is not an error: its content is generated again. Files that others could have written are
not trusted, and content with a wrong hash, or with the hash of another name, is discarded. Someone who computes the hash can
still store wrong content; a run that fails on it forgets what it has read (``forget_used``), so the next one does not.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from checker.system.files import write_bytes
from checker.system.leftovers import remove_unfinished

Decoded = TypeVar("Decoded")
_MAX_BYTES = 64 * 1024 * 1024
"""Size of the largest file, and of all files together: about forty rule books with their views. Answers have as much again."""
_used: set[Path] = set()
ANSWERS = "answer-"
"""The beginning of the names of answers about exports."""


def folder() -> Path | None:
    """``$XDG_CACHE_HOME/sanlint``, else ``~/.cache/sanlint``; None if there is no home."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG specification: a relative path is invalid and must be ignored.
    if given and Path(given).is_absolute():
        return Path(given) / "sanlint"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ".cache" / "sanlint" if home.is_absolute() else None


def read(name: str) -> bytes | None:
    """Return the content stored under a name, or None if there is none that can be trusted."""
    base = folder()
    if base is None or not _private(base, directory=True):
        return None
    path = base / name
    try:
        # A pipe in its place would be waited for.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    if not _owned(os.fstat(descriptor), directory=False):
        os.close(descriptor)
        return None
    with os.fdopen(descriptor, "rb") as stream:
        digest = stream.readline(100).strip()
        content = stream.read(_MAX_BYTES)
    if _digest(name, content) != digest:
        return None
    _used.add(path)
    return content


def forget_used() -> int:
    """Remove the files that this process has read; return how many were there."""
    count = 0
    while _used:
        with contextlib.suppress(OSError):
            _used.pop().unlink()
            count += 1
    return count


def load(name: str, decode: Callable[[bytes], Decoded]) -> Decoded | None:
    """Return what is stored under a name, decoded, or None if there is nothing that can be used.

    The hash shows that content is complete, not that it is right: another version, a bug or an editor may have written
    it. Content that cannot be decoded is rebuilt like content that is missing.
    """
    content = read(name)
    if content is None:
        return None
    try:
        return decode(content)
    except Exception:  # noqa: BLE001 - whatever is wrong with it, the answer is to rebuild it
        return None


def write(name: str, content: bytes) -> None:
    """Store content under a name, completely or not at all; do nothing if that is not possible."""
    base = folder()
    if base is None:
        return
    with contextlib.suppress(OSError):
        base.parent.mkdir(parents=True, exist_ok=True)
        base.mkdir(mode=0o700, exist_ok=True)
        if not _private(base, directory=True):
            return
        path = base / name
        if not _private(path, directory=False):
            # A link or pipe would be written to.
            path.unlink(missing_ok=True)
        write_bytes(path, _digest(name, content) + b"\n" + content, mode=0o600)
        _forget_old(base)


def _digest(name: str, content: bytes) -> bytes:
    import hashlib

    return hashlib.sha256(name.encode() + b"\n" + content).hexdigest().encode()


def _forget_old(base: Path) -> None:
    remove_unfinished(base, ".")
    files = sorted(((path.stat(), path) for path in base.glob("*.json")), key=lambda one: one[0].st_mtime, reverse=True)
    totals = {True: 0, False: 0}
    for status, path in files:
        # Answers are many; they must not displace the rules, which take long to compile.
        answers = path.name.startswith(ANSWERS)
        totals[answers] += status.st_size
        if totals[answers] > _MAX_BYTES:
            path.unlink(missing_ok=True)


def _private(path: Path, *, directory: bool) -> bool:
    try:
        return _owned(path.lstat(), directory=directory)
    except OSError:
        return False


def _owned(status: os.stat_result, *, directory: bool) -> bool:
    kind = stat.S_ISDIR(status.st_mode) if directory else stat.S_ISREG(status.st_mode)
    if not kind or os.name != "posix":
        return kind
    return status.st_uid == os.geteuid() and not status.st_mode & 0o077
