"""Files of arrays and switches that are named after an object in them: ESX01_SV.txt of the storage view, not of an array ESX01."""

from __future__ import annotations

import re

from checker.facts.observations import Observations
from checker.intake.owners.ownership import Piece
from checker.intake.owners.words.file_names import NamedFile
from checker.intake.owners.words.path_words import SUFFIX
from checker.intake.owners.words.tokens import stem_of
from checker.readers.toolkit.base import Capture, read_capture, word_list

_OBJECTS = frozenset(
    word_list(
        "view zone zoneset alias host storage_group initiator_group port_group volume_name storage_volume virtual_volume label"
    )
)
"""Columns with names of what an array or a switch has."""


def is_named_after_object(file: NamedFile, piece: Piece) -> bool:
    """Return whether the name of a file is, or ends with, that of a view, zone, host or volume that the export lists."""
    if file.noun not in ("array", "switch"):
        return False
    stem = stem_of(file)
    text = piece.section.text
    if not stem.name or stem.name.lower() not in text.lower():
        return False
    found = Observations()
    read_capture(piece.reader, Capture(text), found, 0)
    names = {
        re.split(r"[:/]", str(value).lower())[-1]
        for chunk in found.chunks()
        for column, values in zip(chunk.columns, chunk.values, strict=True)
        if column in _OBJECTS
        for value in values
        if value is not None
    }
    bare = SUFFIX.sub("", file.inside[-1]).lower()
    return stem.name.lower() in names or any(
        len(name) > 2 and re.search(rf"(?<![^\W_]){re.escape(name)}\Z", bare) for name in names
    )
