"""Assign files without a name in their content by comparing their paths; only the beginning of each is read for that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checker.intake.decode import decode
from checker.intake.owners.file_names import NamedFile, named_file
from checker.intake.owners.naming import owners_by_path
from checker.intake.owners.ownership import Piece, SourceHint
from checker.intake.read import SECONDS
from checker.intake.recognise import first_piece
from checker.intake.walk import SourceFile
from checker.system.processor_time import limited

_BEGINNING = 8192
"""Bytes that are recognised for the comparison; what a format names later in its text counts when it is read."""


def with_names(sources: Sequence[SourceFile], hints: Sequence[SourceHint]) -> list[SourceFile]:
    """Return the files with the owners that their paths suggest; those that name a machine themselves are unchanged."""
    files: dict[int, NamedFile] = {}
    open_: set[int] = set()
    for number, source in enumerate(sources):
        hinted = any(hint.owner and hint.fits(source) for hint in hints)
        if source.problem or source.ignored or source.owner or hinted or source.path is None or not source.size:
            continue
        piece = _first(source)
        given = 0 if source.named and "/" in source.name and source.member is None else 1
        file = named_file(source.inside, given, piece.reader) if piece is not None else None
        if piece is not None and file is not None:
            files[number] = file
            if piece.basis == "path":
                open_.add(number)
    owners = dict(zip(files, owners_by_path(list(files.values())), strict=True)) if open_ else {}
    return [
        replace(source, by_path=owners[number]) if number in open_ else source for number, source in enumerate(sources)
    ]


def _first(source: SourceFile) -> Piece | None:
    assert source.path is not None
    try:
        with source.path.open("rb") as stream:
            head = stream.read(_BEGINNING)
        with limited(SECONDS):
            return first_piece(decode(head), source)
    except Exception:  # noqa: BLE001 - what is wrong with the file is reported where it is read
        return None
