"""Paths in the form that repository tools expect: relative to the working directory, with slashes, or as URIs."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from checker.report.text.words import clean


class Paths:
    """Resolve paths given by the user relative to a working directory; each path is resolved once."""

    def __init__(self, root: str | None = None) -> None:
        """Resolve paths relative to ``root``; None is the process's working directory."""
        self.root = os.path.realpath(root if root is not None else Path.cwd())
        self._known: dict[str, tuple[str, bool]] = {}

    def is_inside(self, file: str) -> bool:
        """Return whether a file is in the working directory, following symbolic links."""
        return self._split(file)[1]

    def relative(self, file: str) -> str:
        """Return a path with slashes that begins with neither ``/`` nor ``./`` nor ``../``.

        Files outside the working directory get their absolute path without drive and leading slash.
        """
        return self._split(file)[0]

    def shown(self, file: str) -> str:
        """Return ``relative`` without characters that would act on a terminal or break a line."""
        parts = clean(self.relative(file)).split("/")
        return "/".join(part for part in parts if part not in ("", ".", "..")) or "-"

    def uri(self, file: str) -> str:
        """Return ``relative`` as a relative URI reference (RFC 3986, section 4.2)."""
        return quoted(self.relative(file))

    def root_uri(self) -> str:
        """Return the working directory as a ``file:`` URI that ends with a slash."""
        below = quoted(_from_root(self.root, nothing=""))
        return f"file:///{below}/" if below else "file:///"

    def _split(self, file: str) -> tuple[str, bool]:
        known = self._known.get(file)
        if known is None:
            known = self._known[file] = self._lookup(file)
        return known

    def _lookup(self, file: str) -> tuple[str, bool]:
        # A name from a hand-written report may contain characters that are invalid in file names.
        try:
            real = os.path.realpath(PurePath(self.root, file))
        except (OSError, ValueError):
            return _from_root(file), False
        try:
            below = PurePath(real).relative_to(self.root).as_posix()
        except ValueError:
            return _from_root(real), False
        return below, True


def file_uri(file: str) -> str:
    """Return the absolute address of a file, with the machine's name, as terminals expect it for links."""
    import socket
    from urllib.parse import quote

    path = str(PurePath(Path.cwd(), file))
    return f"file://{quote(socket.gethostname(), safe='')}/{quoted(_from_root(path, nothing=''))}"


def quoted(path: str) -> str:
    """Return a path with slashes as part of a URI; bytes that are not valid UTF-8 are kept as on disk."""
    from urllib.parse import quote

    try:
        data = os.fsencode(path)
    except UnicodeEncodeError:
        data = path.encode("utf-8", "replace")
    return quote(data, safe="/")


def _from_root(path: str, nothing: str = "-") -> str:
    parts = PurePath(path)
    text = parts.as_posix().removeprefix(parts.anchor.replace("\\", "/")).lstrip("/")
    drive = parts.drive.rstrip(":").strip("\\/").replace("\\", "/")
    kept = [part for part in f"{drive}/{text}".split("/") if part not in ("", ".", "..")]
    return "/".join(kept) or nothing
