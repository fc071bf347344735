"""The lines of anonymised exports that no reader understood, as a text to attach to a question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from checker import __version__
from checker.intake.accounting.ignored import unread_lines
from checker.intake.decode import decode
from checker.intake.recognise import parts_of
from checker.intake.sections.section import capture_of
from checker.intake.sources import sources_of
from checker.intake.walk import read_bytes

_MOST = 200
"""Lines of one export that are listed."""


def unread_text(paths: Sequence[str], target: Path, scratch: Path) -> tuple[str, int]:
    """Return the text and the number of unread lines.

    Args:
        paths: the anonymised exports; their texts are quoted as they are.
        target: the folder that file names are relative to.
        scratch: an empty private folder.
    """
    parts: list[str] = []
    total = 0
    for source in sources_of(paths, scratch):
        if source.problem is not None or source.ignored:
            continue
        for section, piece in parts_of(decode(read_bytes(source)), source):
            if piece is None:
                continue
            capture = capture_of(section, source)
            texts = dict(enumerate(capture.text.split("\n"), capture.first_line))
            lines = [line for line in unread_lines(piece.reader, capture) if texts.get(line, "").strip()]
            if not lines:
                continue
            total += len(lines)
            name = Path(source.name).relative_to(target).as_posix()
            parts.append(f"\n{name}, from line {section.first_line}: {piece.reader.name} ({piece.reader.command})\n")
            parts += [f"{line:>7}  {texts[line]}\n" for line in lines[:_MOST]]
            parts += [f"         and {len(lines) - _MOST:,} more\n"] if len(lines) > _MOST else []
    head = f"sanlint {__version__}: {total:,} unread {'line' if total == 1 else 'lines'} of anonymised exports\n"
    return head + "".join(parts), total
