"""Lengths of the lines of audited files, for formats that mark regions."""

from __future__ import annotations

from pathlib import Path

# Larger files are not read a second time just to mark a line.
_LARGEST = 64 * 1024 * 1024


class LineEnds:
    """Line lengths of files; each file is read once and decoded as readers do, and only the lengths are kept."""

    def __init__(self) -> None:
        self._files: dict[str, list[int]] = {}

    def __call__(self, file: str, line: int) -> int | None:
        """Return the column one past the last character of a 1-based line, in UTF-16 code units; None if unknown."""
        ends = self._files.get(file)
        if ends is None:
            ends = self._files[file] = _ends(file)
        return ends[line - 1] if 0 < line <= len(ends) else None


def _ends(file: str) -> list[int]:
    from checker.intake.decode import decode

    try:
        path = Path(file)
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return []
        text = decode(path.read_bytes())
    except (OSError, ValueError):
        return []
    return [units(line) + 1 for line in text.split("\n")]


def units(text: str) -> int:
    """Return the length of a text in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "replace")) // 2
