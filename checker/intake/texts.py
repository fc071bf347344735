"""Read audited files again, to look up lines: decoded as for the readers, so that line numbers agree."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from pathlib import Path

_LARGEST = 16_000_000
"""Larger files are not read a second time."""
_ALTOGETHER = 256_000_000
"""Bytes read again per audit; findings are ordered by file, so that few files are read twice."""
_KEPT = 8


class Texts:
    """Lines of the files of an audit, by name and path inside an archive."""

    def __init__(
        self,
        paths: Mapping[tuple[str, str | None], Path],
        joined: Mapping[tuple[str, str | None], Sequence[tuple[int, str, int]]],
    ) -> None:
        """``paths`` are the files on disk; other names are tried as they are. ``joined`` as in ``Intake``."""
        self._paths = paths
        self._joined = joined
        self._kept: dict[tuple[str, str | None], Sequence[str] | None] = {}
        self._left = _ALTOGETHER

    def __call__(self, file: str, member: str | None) -> Sequence[str] | None:
        """Return the lines of a file; None if it cannot be read again, is too large, or enough was read."""
        key = (file, member)
        if key in self._kept:
            # The files used last are kept.
            self._kept[key] = lines = self._kept.pop(key)
            return lines
        if len(self._kept) >= _KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = lines = self._read(file, member)
        return lines

    def origin(self, file: str, member: str | None, line: int) -> tuple[str, str | None, int]:
        """Return file, path inside an archive and line as a user can open them: several files may have been read as one."""
        parts = self._joined.get((file, member), ())
        index = bisect_right(parts, line, key=lambda part: part[0]) - 1
        if index < 0:
            return file, member, line
        first, name, first_there = parts[index]
        there = line - first + first_there
        return (name, None, there) if member is None else (file, name, there)

    def _read(self, file: str, member: str | None) -> Sequence[str] | None:
        from checker.intake.decode import decode

        path = self._paths.get((file, member)) or (Path(file) if member is None else None)
        if path is None:
            return None
        try:
            size = path.stat().st_size
            if not path.is_file() or size > min(_LARGEST, self._left):
                return None
            self._left -= size
            return decode(path.read_bytes()).split("\n")
        except (OSError, ValueError):
            return None
