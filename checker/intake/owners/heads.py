"""Assign files without a name in their content by comparing their paths; only the beginning of each is read for that."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from checker.intake.decode import decode
from checker.intake.owners.naming import NamedFile, owners_by_path
from checker.intake.owners.ownership import SourceHint
from checker.intake.read import unnamed_piece
from checker.intake.walk import SourceFile
from checker.readers.registry import Recogniser
from checker.readers.toolkit.base import HEAD_CHARACTERS, Reader

_NOUN: Mapping[str, str] = {
    **dict.fromkeys(("linux", "esxi", "windows", "aix", "hpux", "solaris", "veritas", "powerpath"), "host"),
    **dict.fromkeys(("brocade", "cisco-mds"), "switch"),
}
"""Platforms whose files are assigned to machines by comparing paths. Files of arrays name their array or belong to one folder."""


def with_names(sources: Sequence[SourceFile], hints: Sequence[SourceHint], recogniser: Recogniser) -> list[SourceFile]:
    """Return the files with the owners that their paths suggest; those that name a machine themselves are unchanged."""
    files: dict[int, NamedFile] = {}
    for number, source in enumerate(sources):
        hinted = any(hint.owner and hint.fits(source) for hint in hints)
        if source.problem or source.ignored or source.owner or hinted or source.path is None or not source.size:
            continue
        reader = _reader(source, recogniser)
        if reader is not None and reader.platform in _NOUN:
            given = 0 if source.named and "/" in source.name and source.member is None else 1
            files[number] = NamedFile(
                source.inside,
                min(given, len(source.inside) - 1),
                _NOUN[reader.platform],
                reader.name,
                _words(reader.name, reader.command),
            )
    owners = dict(zip(files, owners_by_path(list(files.values())), strict=True))
    return [
        replace(source, by_path=owners[number]) if number in owners else source for number, source in enumerate(sources)
    ]


def _reader(source: SourceFile, recogniser: Recogniser) -> Reader | None:
    assert source.path is not None
    try:
        with source.path.open("rb") as stream:
            head = decode(stream.read(2 * HEAD_CHARACTERS))
        return unnamed_piece(head, source, recogniser)
    except Exception:  # noqa: BLE001 - what is wrong with the file is reported where it is read
        return None


@cache
def _words(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in re.split(r"[^a-z0-9]+", text.lower()) if word)
