"""Names for machines that neither content nor path names: ``unknown host (multipath.txt)``."""

from __future__ import annotations

import re


def unnamed(noun: str, path: str) -> str:
    """Return the name of the unknown machine that a file is from."""
    return f"unknown {noun} ({path})"


def part_of(owner: str, number: int) -> str:
    """Return the name of the unknown machine that a part of a file is from; that of the first part is the file's."""
    return owner if number == 1 else f"{owner.removesuffix(')')}, part {number})"


def is_unnamed(owner: str) -> bool:
    """Return whether a name is one of an unknown machine."""
    return re.match(r"unknown (?:host|switch|array) \(", owner) is not None
