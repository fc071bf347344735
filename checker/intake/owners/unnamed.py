"""Names for machines that neither content nor path names: ``unknown host (multipath.txt)``."""

from __future__ import annotations

import re


def unnamed(noun: str, path: str) -> str:
    """Return the name of the unknown machine that a file is from."""
    return f"unknown {noun} ({path})"


def is_unnamed(owner: str) -> bool:
    """Return whether a name is one of an unknown machine."""
    return re.match(r"unknown (?:host|switch|array) \(", owner) is not None
