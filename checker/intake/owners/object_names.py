"""What the beginning of an export of an array or a switch lists: other files may list the same, and its file may be named after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from heapq import nsmallest
from zlib import crc32

from checker.facts.kinds import kinds
from checker.facts.observations import Observations
from checker.intake.owners.ownership import Piece
from checker.intake.owners.words.file_names import NamedFile
from checker.intake.owners.words.path_words import SUFFIX
from checker.intake.owners.words.tokens import stem_of
from checker.readers.toolkit.base import Capture, read_capture, word_list

_OBJECTS = frozenset(
    word_list(
        "view zone zoneset alias host storage_group initiator_group port_group volume_name storage_volume virtual_volume label port_name"
    )
)
"""Columns with names of what an array or a switch has."""
_MOST = 64
"""Objects of a file that are compared; of longer lists, always the same ones."""


class Beginning:
    """What the beginning of an export states."""

    def __init__(self, piece: Piece) -> None:
        """Read nothing until it is needed."""
        self._piece = piece

    @cached_property
    def _found(self) -> Observations:
        found = Observations()
        read_capture(self._piece.reader, Capture(self._piece.section.text), found, 0)
        return found

    def columns(self) -> frozenset[str]:
        """Return the columns that are stated, by kind."""
        return frozenset(f"{chunk.kind}.{column}" for chunk in self._found.chunks() for column in chunk.columns)

    def objects(self) -> frozenset[str]:
        """Return checksums of what is listed, the array and its parts: of the kind, of the first part of the key and of the key."""
        found = {"-".join(f"{crc32(repr(one).encode()):08x}" for one in parts) for parts in self._objects()}
        return frozenset(nsmallest(_MOST, found, key=lambda one: one.rpartition("-")[2]))

    def _objects(self) -> Iterator[tuple[object, ...]]:
        for name in dict.fromkeys(chunk.kind for chunk in self._found.chunks()):
            for row in self._found.rows(name):
                key = next((key for key in kinds()[name].keys if row.keys() >= set(key)), ())
                values = [row[one] for one in key if one != "storage_array"]
                yield name, values[:1], (name, values)

    def names(self, file: NamedFile) -> bool:
        """Return whether the name of the file is, or ends with, that of a view, zone, host, volume or port that is listed."""
        if file.noun not in ("array", "switch"):
            return False
        stem = stem_of(file)
        if not stem.name or stem.name.lower() not in self._piece.section.text.lower():
            return False
        names = {
            re.split(r"[:/]", str(value).lower())[-1]
            for chunk in self._found.chunks()
            for column, values in zip(chunk.columns, chunk.values, strict=True)
            if column in _OBJECTS
            for value in values
            if value is not None
        }
        bare = SUFFIX.sub("", file.inside[-1]).lower()
        return stem.name.lower() in names or any(
            len(name) > 2 and re.search(rf"(?<![^\W_]){re.escape(name)}\Z", bare) for name in names
        )
